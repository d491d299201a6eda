// The noise that fits best, for a given prior size.

#ifndef SEQJUDGE_FIT_NOISE_HPP
#define SEQJUDGE_FIT_NOISE_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lattice.hpp"
#include "maximise.hpp"

namespace seqjudge {

struct NoiseSearch {
  double lower, upper;  // 0 < lower <= upper
  double start;         // a good guess, or NaN: look everywhere
  double tolerance;     // in the logarithm of the noise
};

constexpr int noise_scan = 16;

// `log_likelihood(noise)` is a smooth function. The search is over the logarithm of the noise.
template <class LogLikelihood>
Maximum fit_noise(const LogLikelihood& log_likelihood, const NoiseSearch& search) {
  const auto f = [&log_likelihood](double x) { return log_likelihood(std::exp(x)); };
  const double lower = std::log(search.lower), upper = std::log(search.upper);
  Maximum best = std::isnan(search.start)
                     ? maximise_scan(f, lower, upper, noise_scan, search.tolerance)
                     : maximise_from(f, std::log(search.start), 0.05, lower, upper, search.tolerance);
  best.at = std::exp(best.at);
  return best;
}

// Uniform noise and scores that are numbers: a likelihood with jumps, at each of which it is highest. A fine scan finds
// the best stretch, then the noise is lowered to the jump before.
template <class LogLikelihood, class Value>
Maximum fit_uniform_noise(const LogLikelihood& log_likelihood, const Value& value, const std::int32_t* position,
                          std::size_t n, std::size_t positions, double prior_size, const NoiseSearch& search) {
  const auto lattices = [&](double noise) {
    std::vector<UniformLattice> result;
    for (std::size_t t = 1; t <= positions; ++t) result.emplace_back(prior_size + static_cast<double>(t), noise);
    return result;
  };
  const auto largest = [&](double noise, double at_least, auto distance) {
    const auto all = lattices(noise);
    double result = at_least;
    for (std::size_t i = 0; i < n; ++i)
      result = std::max(result, distance(all[static_cast<std::size_t>(position[i] - 1)], value[i]));
    return result;
  };
  const auto jump_before = [&](double noise) {
    if (std::isinf(prior_size)) return noise;
    return largest(noise, search.lower, [](const UniformLattice& l, double y) { return l.covered_distance(y); });
  };
  const double least =
      largest(search.lower, search.lower, [](const UniformLattice& l, double y) { return l.least_noise(y); });
  Maximum best{least, log_likelihood(least)};
  double lower = least, upper = std::max(search.upper, least);
  for (int zoom = 0; zoom < 3 && upper > lower; ++zoom) {
    const double factor = std::pow(upper / lower, 1.0 / 48);
    for (int k = 0; k <= 48; ++k) {
      const double noise = std::min(jump_before(lower * std::pow(factor, k)), upper);
      const double now = log_likelihood(noise);
      if (now > best.value) best = {noise, now};
    }
    lower = std::max(least, best.at / factor);
    upper = std::min(upper, best.at * factor);
  }
  return best;
}

}  // namespace seqjudge

#endif
