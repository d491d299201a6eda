// The half-width of uniform noise that fits best, for a given prior size, and the likelihood averaged over it.
//
// A score can have been made from the noiseless scores that are no farther from it than the half-width. As this grows,
// their number jumps up at the distance of each of them, and between jumps the likelihood falls like a power of the
// half-width. So it is integrated exactly, piece by piece; where jumps are so many that each is next to nothing (and in
// the limit of an infinite prior size, where there are none) by straight lines of its logarithm.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "fit_noise.hpp"
#include "lattice.hpp"
#include "model_scores.hpp"
#include "noise_density.hpp"

namespace seqjudge {
namespace detail {

template <class LogLikelihood>
class UniformNoiseFit {
 public:
  // Scores are numbers, and all are there; `search.scores` is how many they count for.
  UniformNoiseFit(const LogLikelihood& log_likelihood, const ModelScores& scores, double prior_size,
                  const NoiseSearch& search)
      : log_likelihood_(log_likelihood),
        scores_(scores),
        prior_size_(prior_size),
        count_(search.scores),
        prior_(search.prior) {
    double least = search.lower;
    for (std::size_t i = 0; i < scores.rows; ++i)
      least = std::max(least, lattice(i, search.lower).least_noise(scores.value[i]));
    lower_ = std::log(least);
    upper_ = std::log(std::max(search.upper, least));
  }

  NoiseFit fit() {
    const auto parts = static_cast<int>(std::ceil((upper_ - lower_) / widest)) + 1;
    std::vector<Maximum> ends;
    for (int k = 0; k <= parts; ++k) ends.push_back(look(lower_ + k * (upper_ - lower_) / parts));
    for (int k = 0; k < parts; ++k) integrate(ends[static_cast<std::size_t>(k)], ends[static_cast<std::size_t>(k) + 1]);
    if (density_.empty())
      return {std::exp(best_.at), highest_, best_.value, nodes_of_peak(best_.at, 0, lower_, upper_)};
    return {std::exp(best_.at), highest_, density_.log_total(), density_.nodes()};
  }

 private:
  static constexpr double widest = 0.15;    // of the stretches to begin with, in the logarithm of the half-width
  static constexpr double negligible = 32;  // so far below the best, in the log, nothing counts
  static constexpr double even_count = 48;  // noiseless scores for each score from which a jump is next to nothing
  static constexpr double straight = 2e-3;  // by how much the log may differ from a straight line
  static constexpr double narrowest = 1e-9;

  UniformLattice lattice(std::size_t i, double noise) const {
    return {prior_size_ + static_cast<double>(scores_.position[i]), noise};
  }
  double weight(std::size_t i) const { return scores_.weight == nullptr ? 1 : scores_.weight[i]; }

  // The log-likelihood at the logarithm of a half-width.
  Maximum look(double at) {
    const Maximum here{at, log_likelihood_(std::exp(at))};
    notice(here);
    return here;
  }
  void notice(const Maximum& here) {
    highest_ = std::max(highest_, here.value);
    const double with_prior = here.value + prior_.log_density(here.at);
    if (with_prior > best_.value) best_ = {here.at, with_prior};
  }

  // Numbers of noiseless scores only grow, so that the likelihood in between has a bound.
  void integrate(const Maximum& from, const Maximum& to) {
    const double width = to.at - from.at;
    if (!(width > 0)) return;
    const double prior = prior_.log_density(std::min(std::max(prior_.centre, from.at), to.at));
    if (to.value + count_ * width + prior < best_.value - negligible) return;
    const Reach reach = reach_of(from.at, to.at);
    if (!std::isinf(prior_size_) && reach.jumps <= std::max<double>(4096, 2.0 * static_cast<double>(scores_.rows))) {
      sweep(from, to);
      return;
    }
    const Maximum middle = look(0.5 * (from.at + to.at));
    // Many small jumps are never quite a line.
    const bool line =
        reach.even && (count_ * width < 0.2 || std::fabs(middle.value - 0.5 * (from.value + to.value)) < straight);
    if (line || width < narrowest) {
      add_line(from, middle);
      add_line(middle, to);
    } else {
      integrate(from, middle);
      integrate(middle, to);
    }
  }

  void add_line(const Maximum& from, const Maximum& to) {
    density_.add_line(from.at, to.at, from.value + prior_.log_density(from.at), to.value + prior_.log_density(to.at));
  }

  struct Reach {
    double jumps;
    bool even;
  };
  Reach reach_of(double from, double to) const {
    if (std::isinf(prior_size_)) return {0, true};
    Reach result{0, true};
    for (std::size_t i = 0; i < scores_.rows; ++i) {
      const double before = lattice(i, std::exp(from)).covered(scores_.value[i]);
      result.jumps += lattice(i, std::exp(to)).covered(scores_.value[i]) - before;
      result.even = result.even && before >= even_count;
    }
    return result;
  }

  // Exactly, from jump to jump.
  void sweep(const Maximum& from, const Maximum& to) {
    struct Jump {
      double at;
      std::size_t row;
    };
    std::vector<Jump> jumps;
    std::vector<double> covered(scores_.rows);
    const double low = std::exp(from.at), high = std::exp(to.at);
    for (std::size_t i = 0; i < scores_.rows; ++i) {
      const double y = scores_.value[i];
      const UniformLattice inner = lattice(i, low), outer = lattice(i, high);
      covered[i] = inner.covered(y);
      const auto add = [&](double r) { jumps.push_back({std::log(std::fabs(y - inner.noiseless(r))), i}); };
      for (double r = outer.lowest(y); r < inner.lowest(y) && r <= outer.highest(y); ++r) add(r);
      for (double r = std::max(inner.highest(y) + 1, outer.lowest(y)); r <= outer.highest(y); ++r)
        if (r >= inner.lowest(y)) add(r);
    }
    std::sort(jumps.begin(), jumps.end(), [](const Jump& a, const Jump& b) { return a.at < b.at; });
    // The log-likelihood is `level` less the count times the logarithm of the half-width.
    double level = from.value + count_ * from.at, at = from.at;
    for (const Jump& jump : jumps) {
      const double next = std::min(std::max(jump.at, at), to.at);
      add_power(at, next, level);
      at = next;
      level += weight(jump.row) * std::log1p(1 / covered[jump.row]);
      covered[jump.row] += 1;
      notice({at, level - count_ * at});
    }
    add_power(at, to.at, level);
  }

  // In parts so narrow that the prior is a straight line.
  void add_power(double from, double to, double level) {
    const auto parts = static_cast<int>((to - from) / 0.05) + 1;
    const double width = (to - from) / parts;
    for (int k = 0; k < parts; ++k) {
      const double at = from + k * width;
      density_.add(at, at + width, level - count_ * at + prior_.log_density(at),
                   prior_.slope(at + 0.5 * width) - count_);
    }
  }

  const LogLikelihood& log_likelihood_;
  const ModelScores& scores_;
  double prior_size_, count_;
  NoisePrior prior_;
  double lower_ = 0, upper_ = 0;
  NoiseDensity density_;
  Maximum best_{0, -infinity};
  double highest_ = -infinity;
};

}  // namespace detail

template <class LogLikelihood>
NoiseFit fit_uniform_noise(const LogLikelihood& log_likelihood, const ModelScores& scores, double prior_size,
                           const NoiseSearch& search) {
  return detail::UniformNoiseFit<LogLikelihood>(log_likelihood, scores, prior_size, search).fit();
}

}  // namespace seqjudge
