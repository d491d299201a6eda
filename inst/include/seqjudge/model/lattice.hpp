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
// Beyond this one only the nearest noiseless score and those next to it count.
constexpr double wide_step = 6.5;
constexpr double few_points = 16;
constexpr double negligible = 1e-17;

// B[2k] / (2k)! for k = 1..7.
constexpr double euler_maclaurin[] = {
    1.0 / 12, -1.0 / 720, 1.0 / 30240, -1.0 / 1209600, 1.0 / 47900160., -691.0 / 1307674368e3, 1.0 / 74724249600.};

// Sum over k of B[2k] / (2k)! step^(2k-1) He[2k-1-shift](z), every other Hermite polynomial by their recurrence. Times
// the density at z, terms are at most as large as powers of `ratio`: later ones are left out where these do not count.
inline double end_correction(double z, double step, int shift) {
  double degree = 1 - shift;
  double before = 0, now = shift == 0 ? z : 1;  // He[degree - 2], which is times 0 at first, and He[degree]
  double power = step, sum = 0;
  const double ratio = step * std::max(2.5, std::fabs(z)) / 6.2;
  double left = 1;
  for (const double coefficient : euler_maclaurin) {
    sum += coefficient * power * now;
    left *= ratio * ratio;
    if (left < 1e-18) break;
    const double next = (z * z - (2 * degree + 1)) * now - degree * (degree - 1) * before;
    before = now;
    now = next;
    degree += 2;
    power *= step * step;
  }
  return sum;
}

}  // namespace detail

// A density as a factor times the exponential of the rest: what would be too small for a double is in the rest.
struct ScaledDensity {
  double factor, log_rest;
  double log() const { return std::log(factor) + log_rest; }
};

// The logarithm of a product of densities: many factors are multiplied before a logarithm is taken.
class LogProduct {
 public:
  void times(const ScaledDensity& density) {
    log_rest_ += density.log_rest;
    const double next = product_ * density.factor;
    if (next > 1e-150 && next < 1e150) {
      product_ = next;
    } else {
      log_rest_ += std::log(product_) + std::log(density.factor);
      product_ = 1;
    }
  }
  double log() const { return log_rest_ + std::log(product_); }

 private:
  double product_ = 1, log_rest_ = 0;
};

class NormalLattice {
 public:
  NormalLattice() = default;
  NormalLattice(double size, double noise)
      : size_(size),
        width_(1 / (size + 1)),
        noise_(noise),
        inverse_(1 / noise),
        step_(width_ * inverse_),
        decay_(step_ > 4 * detail::wide_step ? 0 : std::exp(-step_ * step_)),
        constant_(detail::one_by_sqrt_2pi * inverse_ / size) {}

  // Density of a score, and its logarithm.
  ScaledDensity point(double y) const {
    y = std::min(y, 1 - y);  // symmetric about one half
    if (std::isinf(size_)) return between((y - 1) * inverse_, y * inverse_);
    const double lowest = (y - width_) * inverse_;  // standardised distances from the two ends: this one is the nearer
    if (size_ <= detail::few_points || step_ * std::max(1.0, -lowest) > detail::fine_step) return sum_points(y);
    return integrate_points(lowest, (y - size_ * width_) * inverse_);
  }
  double log_point(double y) const { return point(y).log(); }

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
  // constant factor: no exponential per term, and one for both sides.
  ScaledDensity sum_points(double y) const {
    const double nearest = std::min(std::max(std::round(y * (size_ + 1)), 1.0), size_);
    const double z = (y - nearest * width_) * inverse_;
    const double half = 0.5 * step_ * step_;
    // `y` is at most one half: it may lie below all noiseless scores, but not above them.
    if (nearest == 1 && z <= 0) {
      const double log_next = z * step_ - half;
      return scaled(log_next < -40 ? constant_ : constant_ * sum_around(std::exp(log_next), size_ - 1, 0, 0), z);
    }
    const double log_nearer = std::fabs(z) * step_ - half;
    if (log_nearer < -40) return scaled(constant_, z);
    const double nearer = std::exp(log_nearer), other = decay_ / nearer;
    const double above = z > 0 ? nearer : other, below = z > 0 ? other : nearer;
    if (step_ > detail::wide_step)
      return scaled(constant_ * (1 + (nearest < size_ ? above : 0) + (nearest > 1 ? below : 0)), z);
    return scaled(constant_ * sum_around(above, size_ - nearest, below, nearest - 1), z);
  }
  // Densities relative to the nearest, that itself among them, of so many above and below.
  double sum_around(double factor_up, double up, double factor_down, double down) const {
    double sum = 1, term_up = 1, term_down = 1;
    do {
      term_up = up-- > 0 ? term_up * factor_up : 0;
      term_down = down-- > 0 ? term_down * factor_down : 0;
      sum += term_up + term_down;
      factor_up *= decay_;
      factor_down *= decay_;
    } while (term_up > detail::negligible || term_down > detail::negligible);
    return sum;
  }
  // With the density at a distance of z from what the factor counts from.
  static ScaledDensity scaled(double factor, double z) { return {factor, -0.5 * z * z}; }

  // The same as an integral. Ends are given by their standardised distances from the score, near > far.
  ScaledDensity integrate_points(double near, double far) const {
    using namespace detail;
    const double constant = constant_ / one_by_sqrt_2pi;
    // Away from an end nothing is missing from the integral.
    if (far < -9 && near > 9) return {constant / step_, 0};
    const double near_end = 0.5 - end_correction(near, step_, 0);
    if (far < -9 && near > -3) {
      return {constant * (normal_below(near) / step_ + normal_density(near) * near_end), 0};
    }
    const double far_end = 0.5 + end_correction(far, step_, 0);
    const auto times = [](double density, double end) { return density > 0 ? density * end : 0; };
    if (near > -far_tail) {
      const double sum = normal_between(far, near) / step_ + times(normal_density(near), near_end) +
                         times(normal_density(far), far_end);
      return {constant * sum, 0};
    }
    // Outside all noiseless scores: in units of the density at the near end.
    const double far_density = std::exp(0.5 * (near * near - far * far));
    const double sum =
        (mills_ratio(-near) - times(far_density, mills_ratio(-far))) / step_ + near_end + times(far_density, far_end);
    return scaled(constant_ * sum, near);
  }

  // P(lower < Z < upper), for lower + upper <= 0.
  static ScaledDensity between(double lower, double upper) {
    using namespace detail;
    if (upper <= -far_tail) return {1, log_normal_between(lower, upper)};
    if (lower < -9 && upper > -3) return {upper > 9 ? 1 : normal_below(upper), 0};
    return {normal_between(lower, upper), 0};
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

  double size_ = 1, width_ = 0.5, noise_ = 1, inverse_ = 1, step_ = 0.5, decay_ = 0, constant_ = 0;
};

// Noise uniform between -noise and noise. A score that cannot be has log density -infinity.
class UniformLattice {
 public:
  UniformLattice() = default;
  UniformLattice(double size, double noise) : size_(size), width_(1 / (size + 1)), noise_(noise) {}

  ScaledDensity point(double y) const {
    if (std::isinf(size_)) {
      const double overlap = std::min(1.0, y + noise_) - std::max(0.0, y - noise_);
      return {std::max(overlap, 0.0) / (2 * noise_), 0};
    }
    return {covered(y) / (2 * noise_ * size_), 0};
  }
  double log_point(double y) const { return point(y).log(); }
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

// The density of a score that is there, or the probability of its bin.
template <class Lattice>
ScaledDensity density_of(const Lattice& lattice, const SeenScore& score) {
  if (score.is_number()) return lattice.point(score.lower);
  return {1, lattice.log_bin(score.lower, score.upper)};
}
template <class Lattice>
double log_density(const Lattice& lattice, const SeenScore& score) {
  return density_of(lattice, score).log();
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
