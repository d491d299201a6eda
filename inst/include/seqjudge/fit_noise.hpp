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

// The noise is not what is asked for. Few scores may be met by chance, at some prior size, with next to no noise; so the
// noise is not only maximised over but averaged over, with a weak prior: log-normal, most likely between 0.02 and 0.14.
// Many scores overrule it.
inline double log_noise_prior(double log_noise) {
  constexpr double centre = -2.995732273553991;  // log 0.05
  return -0.5 * (log_noise - centre) * (log_noise - centre) - detail::log_sqrt_2pi;
}

struct NoiseFit {
  double noise;       // most likely, with the prior
  double log_lik;     // log-likelihood there
  double integrated;  // log of the likelihood averaged over the prior
};

constexpr int noise_scan = 40;

// `log_likelihood(noise)` is a smooth function. The search is over the logarithm of the noise.
template <class LogLikelihood>
NoiseFit fit_noise(const LogLikelihood& log_likelihood, const NoiseSearch& search) {
  const auto f = [&log_likelihood](double x) { return log_likelihood(std::exp(x)) + log_noise_prior(x); };
  const double lower = std::log(search.lower), upper = std::log(search.upper);
  const bool everywhere = std::isnan(search.start);
  const double step = (upper - lower) / (noise_scan - 1);
  double sum = -detail::infinity;  // trapezoids, over all levels of noise
  Maximum best;
  if (everywhere) {
    best = {lower, -detail::infinity};
    for (int k = 0; k < noise_scan; ++k) {
      const Maximum now{lower + k * step, f(lower + k * step)};
      if (now.value > best.value) best = now;
      sum = detail::log_add(sum, now.value + std::log(k == 0 || k + 1 == noise_scan ? 0.5 * step : step));
    }
    best = maximise_between(f, std::max(lower, best.at - step), std::min(upper, best.at + step), best, search.tolerance);
  } else {
    best = maximise_from(f, std::log(search.start), 0.05, lower, upper, search.tolerance);
  }
  // A peak that the trapezoids would miss is integrated as a normal density. Its width, from the curvature:
  const double delta = std::max(30 * search.tolerance, 1e-3);
  const double centre = std::min(std::max(best.at, lower + delta), upper - delta);
  const double bend = 2 * (centre == best.at ? best.value : f(centre)) - f(centre - delta) - f(centre + delta);
  const double width = bend > 0 ? delta / std::sqrt(bend) : upper - lower;
  const double peak = best.value + detail::log_sqrt_2pi + std::log(std::min(width, upper - lower));
  const double integrated = everywhere && width > 0.7 * step ? sum : peak;
  return {std::exp(best.at), best.value - log_noise_prior(best.at), integrated};
}

// Uniform noise and scores that are numbers: a likelihood with jumps, at each of which it is highest. A fine scan finds
// the best stretch, then the noise is lowered to the jump before.
template <class LogLikelihood, class Value>
NoiseFit fit_uniform_noise(const LogLikelihood& log_likelihood, const Value& value, const std::int32_t* position,
                          std::size_t n, std::size_t positions, double scores, double prior_size, const NoiseSearch& search) {
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
  // Above its best value the likelihood falls like a power of the noise, whose exponent is the number of scores.
  return {best.at, best.value, best.value + log_noise_prior(std::log(best.at)) - std::log(scores)};
}

}  // namespace seqjudge

#endif
