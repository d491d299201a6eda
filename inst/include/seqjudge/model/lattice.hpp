// Noiseless scores and the densities of scores given them: all parts of the model have theirs from here.
//
// An evaluator who has `size` items to compare with (the prior items, those seen before, and the item itself) has one
// of the noiseless scores r / (size + 1), r = 1..size, in mind, each as likely as the other. A *lattice* is this set of
// scores together with the noise, and gives the logarithm of the density of a score or, for scores in bins, of the
// probability of a bin. The size may be infinite: a uniform distribution on 0 to 1. No cost grows with it.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "../support/normal.hpp"
#include "model_scores.hpp"

namespace seqjudge {

// Sums over all r are replaced by integrals with end corrections (Euler and Maclaurin) where the step between noiseless
// scores is at most a quarter of the noise. With seven corrections the error is below 1e-14 of the sum there; elsewhere
// at most some 150 terms count.
namespace detail {

constexpr double fine_step = 0.25;
constexpr double few_points = 16;
constexpr double negligible = 1e-17;

// B[2k] / (2k)! for k = 1..7.
constexpr double euler_maclaurin[] = {
    1.0 / 12, -1.0 / 720, 1.0 / 30240, -1.0 / 1209600, 1.0 / 47900160., -691.0 / 1307674368e3, 1.0 / 74724249600.};

// Sum over k of B[2k] / (2k)! step^(2k-1) He[2k-1-shift](z), the Hermite polynomials by their recurrence.
inline double end_correction(double z, double step, int shift) {
  double before = 0, now = 1;  // He[-1] and He[0]
  double power = step, sum = 0;
  int degree = 0;
  for (int k = 0; k < 7; ++k) {
    while (degree < 2 * k + 1 - shift) {
      const double next = z * now - degree * before;
      before = now;
      now = next;
      ++degree;
    }
    sum += euler_maclaurin[k] * power * now;
    power *= step * step;
  }
  return sum;
}

}  // namespace detail

class NormalLattice {
 public:
  NormalLattice() = default;
  NormalLattice(double size, double noise)
      : size_(size), width_(1 / (size + 1)), noise_(noise), step_(width_ / noise), decay_(std::exp(-step_ * step_)) {
    log_constant_ = -detail::log_sqrt_2pi - std::log(noise) - std::log(size);
  }

  // Log density of a score.
  double log_point(double y) const {
    y = std::min(y, 1 - y);  // symmetric about one half
    if (std::isinf(size_)) return detail::log_normal_between((y - 1) / noise_, y / noise_);
    const double lowest = (y - width_) / noise_;  // standardised distances from the two ends: this one is the nearer
    if (size_ <= detail::few_points || step_ * std::max(1.0, -lowest) > detail::fine_step) return sum_points(y);
    return integrate_points(lowest, (y - size_ * width_) / noise_);
  }

  // Log probability of a score between two values, of which the lower may be -infinity and the upper infinity.
  double log_bin(double lower, double upper) const {
    const bool fine = std::isinf(size_) || (size_ > detail::few_points && step_ <= detail::fine_step);
    if (fine) {
      // Measured from the nearer end, which keeps small probabilities exact.
      const double probability = lower + upper > 1 ? below(1 - lower) - below(1 - upper) : below(upper) - below(lower);
      if (probability > smallest_fine) return std::log(probability);
      // Only for bins that reach beyond the scale.
      if (std::isinf(size_)) return std::log(std::max(probability, std::numeric_limits<double>::min()));
    }
    return sum_bins(lower, upper);
  }

  double size() const { return size_; }
  double noise() const { return noise_; }
  double noiseless(double r) const { return r * width_; }
  // Where a score lies between the noiseless scores, counted as r is.
  double place(double y) const { return y / width_; }
  // For one r: the log density of a score, and the log probability of a bin.
  double log_point_at(double y, double r) const {
    const double z = (y - r * width_) / noise_;
    return -0.5 * z * z - detail::log_sqrt_2pi - std::log(noise_);
  }
  double log_bin_at(double lower, double upper, double r) const {
    return detail::log_normal_between((lower - r * width_) / noise_, (upper - r * width_) / noise_);
  }
  double bin_at(double lower, double upper, double r) const {
    return detail::normal_between((lower - r * width_) / noise_, (upper - r * width_) / noise_);
  }

  // Densities of a score for r = first, ..., first + count - 1, relative to the largest of them; returns the log of
  // that.
  double points_from(double y, double first, std::size_t count, double* density) const {
    const double last = first + static_cast<double>(count) - 1;
    const double nearest = std::min(std::max(std::round(y / width_), first), last);
    const double z = (y - nearest * width_) / noise_;
    const auto middle = static_cast<std::size_t>(nearest - first);
    const double half = 0.5 * step_ * step_;
    density[middle] = 1;
    double term = 1, factor = std::exp(z * step_ - half);
    for (std::size_t i = middle + 1; i < count; ++i, factor *= decay_) density[i] = term *= factor;
    term = 1;
    factor = std::exp(-z * step_ - half);
    for (std::size_t i = middle; i-- > 0; factor *= decay_) density[i] = term *= factor;
    return -0.5 * z * z - detail::log_sqrt_2pi - std::log(noise_);
  }

 private:
  static constexpr double smallest_fine = 1e-9;

  // From the nearest noiseless score outwards. Neighbouring densities differ by a factor, which itself changes by a
  // constant factor: no exponential per term.
  double sum_points(double y) const {
    const double nearest = std::min(std::max(std::round(y / width_), 1.0), size_);
    const double z = (y - nearest * width_) / noise_;
    const double half = 0.5 * step_ * step_;
    double sum = 1;
    // `y` is at most one half, and so may lie below all noiseless scores but not above them.
    double term = 1, factor = std::exp(z * step_ - half);
    for (double r = nearest; r < size_; ++r) {
      term *= factor;
      factor *= decay_;
      sum += term;
      if (term < detail::negligible * sum) break;
    }
    if (nearest > 1) {
      term = 1;
      factor = std::exp(-z * step_ - half);
      for (double r = nearest; r > 1; --r) {
        term *= factor;
        factor *= decay_;
        sum += term;
        if (term < detail::negligible * sum) break;
      }
    }
    return std::log(sum) - 0.5 * z * z + log_constant_;
  }

  // The same as an integral. Ends are given by their standardised distances from the score, near > far.
  double integrate_points(double near, double far) const {
    using namespace detail;
    // Away from both ends nothing is missing from the integral.
    if (near > 9 && far < -9) return log_constant_ + log_sqrt_2pi - std::log(step_);
    const double near_end = 0.5 - end_correction(near, step_, 0), far_end = 0.5 + end_correction(far, step_, 0);
    const auto times = [](double density, double end) { return density > 0 ? density * end : 0; };
    if (near > -far_tail) {
      const double sum = normal_between(far, near) / step_ + times(normal_density(near), near_end) +
                         times(normal_density(far), far_end);
      return std::log(sum) + log_constant_ + log_sqrt_2pi;
    }
    // Outside all noiseless scores: in units of the density at the near end.
    const double far_density = std::exp(0.5 * (near * near - far * far));
    const double sum =
        (mills_ratio(-near) - times(far_density, mills_ratio(-far))) / step_ + near_end + times(far_density, far_end);
    return std::log(sum) - 0.5 * near * near + log_constant_;
  }

  // Mean over r of P(score < edge) as an integral.
  double below(double edge) const {
    using namespace detail;
    if (std::isinf(edge)) return edge > 0 ? 1 : 0;
    const auto primitive = [](double z) { return z * normal_below(z) + normal_density(z); };
    if (std::isinf(size_)) return noise_ * (primitive(edge / noise_) - primitive((edge - 1) / noise_));
    const double near = (edge - width_) / noise_, far = (edge - size_ * width_) / noise_;
    const auto end = [this](double z) {
      const double density = normal_density(z);
      return density > 0 ? density * end_correction(z, step_, 1) : 0;
    };
    const double sum = (primitive(near) - primitive(far)) / step_ + 0.5 * (normal_below(near) + normal_below(far)) +
                       end(near) - end(far);
    return sum / size_;
  }

  // From the noiseless score in the middle of the bin outwards: probabilities only fall.
  double sum_bins(double lower, double upper) const {
    const double nearest = middle_of(lower, upper);
    const auto total = [&](auto probability, auto add, double none, auto done) {
      double sum = none;
      for (double r = nearest; r <= size_; ++r) {
        const double term = probability(r);
        sum = add(sum, term);
        if (done(term, sum)) break;
      }
      for (double r = nearest - 1; r >= 1; --r) {
        const double term = probability(r);
        sum = add(sum, term);
        if (done(term, sum)) break;
      }
      return sum;
    };
    const double sum =
        total([&](double r) { return bin_at(lower, upper, r); }, [](double a, double b) { return a + b; }, 0.0,
              [](double term, double all) { return term <= detail::negligible * all; });
    if (sum > 1e-280) return std::log(sum) - std::log(size_);
    // Beyond what a double holds.
    return total([&](double r) { return log_bin_at(lower, upper, r); }, detail::log_add, -detail::infinity,
                 [](double term, double all) { return term < all - 40; }) -
           std::log(size_);
  }
  double middle_of(double lower, double upper) const {
    if (std::isinf(lower)) return 1;
    if (std::isinf(upper)) return size_;
    return std::min(std::max(std::round(0.5 * (lower + upper) / width_), 1.0), size_);
  }

  double size_ = 1, width_ = 0.5, noise_ = 1, step_ = 0.5, decay_ = 0, log_constant_ = 0;
};

// Noise uniform between -noise and noise. A score that cannot be has log density -infinity.
class UniformLattice {
 public:
  UniformLattice() = default;
  UniformLattice(double size, double noise) : size_(size), width_(1 / (size + 1)), noise_(noise) {}

  double log_point(double y) const {
    if (std::isinf(size_)) {
      const double overlap = std::min(1.0, y + noise_) - std::max(0.0, y - noise_);
      return overlap > 0 ? std::log(overlap / (2 * noise_)) : -detail::infinity;
    }
    const double first = lowest(y), last = highest(y);
    return last >= first ? std::log((last - first + 1) / (2 * noise_ * size_)) : -detail::infinity;
  }
  double log_bin(double lower, double upper) const {
    const double probability = below(upper) - below(lower);
    return probability > rounding ? std::log(probability) : -detail::infinity;
  }

  double log_point_at(double y, double r) const {
    return std::fabs(y - r * width_) <= noise_ + tolerance ? -std::log(2 * noise_) : -detail::infinity;
  }
  double bin_at(double lower, double upper, double r) const {
    const double x = r * width_;
    const double overlap = std::min(upper, x + noise_) - std::max(lower, x - noise_);
    return overlap > tolerance ? overlap / (2 * noise_) : 0;
  }
  double log_bin_at(double lower, double upper, double r) const { return std::log(bin_at(lower, upper, r)); }
  double size() const { return size_; }
  double noise() const { return noise_; }
  double noiseless(double r) const { return r * width_; }
  double place(double y) const { return y / width_; }
  double points_from(double y, double first, std::size_t count, double* density) const {
    for (std::size_t i = 0; i < count; ++i)
      density[i] = std::isinf(log_point_at(y, first + static_cast<double>(i))) ? 0 : 1;
    return -std::log(2 * noise_);
  }

  // The r within reach of a score, and how many they are.
  double lowest(double y) const { return std::max(1.0, std::ceil((y - noise_ - tolerance) / width_)); }
  double highest(double y) const { return std::min(size_, std::floor((y + noise_ + tolerance) / width_)); }
  double covered(double y) const { return std::max(highest(y) - lowest(y) + 1, 0.0); }
  // The distance to the nearest noiseless score: the least noise under which the score can be.
  double least_noise(double y) const {
    if (std::isinf(size_)) return std::max(0.0, std::fabs(y - 0.5) - 0.5);
    return std::fabs(y - width_ * std::min(std::max(std::round(y / width_), 1.0), size_));
  }

 private:
  // Representation error must not decide what is possible.
  static constexpr double tolerance = 1e-14;
  static constexpr double rounding = 1e-14;

  // Mean over r of P(score < edge): ones, then a falling arithmetic series.
  double below(double edge) const {
    if (std::isinf(edge)) return edge > 0 ? 1 : 0;
    if (std::isinf(size_)) return ramp(edge) - ramp(edge - 1);
    const auto count = [this](double x) { return std::min(std::max(std::floor(x / width_), 0.0), size_); };
    const double sure = count(edge - noise_), possible = count(edge + noise_);
    const double partial = (possible - sure) * ((edge + noise_) - width_ * (possible + sure + 1) / 2) / (2 * noise_);
    return (sure + partial) / size_;
  }
  double ramp(double z) const {
    if (z <= -noise_) return 0;
    return z >= noise_ ? z : (z + noise_) * (z + noise_) / (4 * noise_);
  }

  double size_ = 1, width_ = 0.5, noise_ = 1;
};

// What is known of an evaluator, which makes the lattice of each position.
struct EvaluatorModel {
  double prior_size = 0;
  double noise = 1;

  // That of the item at this position, from 1.
  template <class Lattice>
  Lattice lattice(std::size_t position) const {
    return Lattice(prior_size + static_cast<double>(position), noise);
  }
  // Those of positions 1, 2, ..., n.
  template <class Lattice>
  std::vector<Lattice> lattices(std::size_t n) const {
    std::vector<Lattice> result;
    result.reserve(n);
    for (std::size_t t = 1; t <= n; ++t) result.push_back(lattice<Lattice>(t));
    return result;
  }
  // An infinite prior size on a grid: r = 0, ..., parts has the noiseless scores r / parts.
  template <class Lattice>
  Lattice grid(std::size_t parts) const {
    return Lattice(static_cast<double>(parts) - 1, noise);
  }
};

// The log density of a score that is there, or the log probability of its bin.
template <class Lattice>
double log_density(const Lattice& lattice, const SeenScore& score) {
  return score.is_number() ? lattice.log_point(score.lower) : lattice.log_bin(score.lower, score.upper);
}

// The same for one r.
template <class Lattice>
double log_density_at(const Lattice& lattice, const SeenScore& score, double r) {
  return score.is_number() ? lattice.log_point_at(score.lower, r) : lattice.log_bin_at(score.lower, score.upper, r);
}

// Calls f with a value of the kind of lattice that belongs to the noise; `typename decltype(kind)::type` names it.
template <class Lattice>
struct LatticeKind {
  using type = Lattice;
};
template <class Function>
auto with_lattice(bool uniform, const Function& f) {
  return uniform ? f(LatticeKind<UniformLattice>()) : f(LatticeKind<NormalLattice>());
}

}  // namespace seqjudge
