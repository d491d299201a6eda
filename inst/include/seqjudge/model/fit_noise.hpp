// The noise that fits best, for a given prior size.

#ifndef SEQJUDGE_MODEL_FIT_NOISE_HPP
#define SEQJUDGE_MODEL_FIT_NOISE_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "../support/maximise.hpp"
#include "lattice.hpp"
#include "model_scores.hpp"

namespace seqjudge {

struct NoiseSearch {
  double lower, upper;  // 0 < lower <= upper
  double start;         // a good guess, or NaN: look everywhere
  double tolerance;     // in the logarithm of the noise
  double scores;        // how many
};

// The noise is not what is asked for. Few scores may be met by chance, at some prior size, with next to no noise; so
// the noise is not only maximised over but averaged over, with a weak prior: log-normal, most likely between 0.02 and
// 0.14. Many scores overrule it.
inline double log_noise_prior(double log_noise) {
  constexpr double centre = -2.995732273553991;  // log 0.05
  return -0.5 * (log_noise - centre) * (log_noise - centre) - detail::log_sqrt_2pi;
}

struct NoiseFit {
  double noise;       // most likely, with the prior
  double log_lik;     // log-likelihood there
  double integrated;  // log of the likelihood averaged over the prior
};

// Levels to look at, from the lowest to the highest. Few scores leave room for several peaks, of about the same width
// as the steps; many have one, which need not be hit but only come near to.
inline int noise_levels(double scores) { return scores <= 200 ? 61 : 25; }

namespace detail {

// A maximum with its curvature.
struct Peak {
  Maximum best;
  double bend;  // minus the second derivative; not positive where there is none
};

// From a good guess a parabola through three points is as good as exact: four looks at the function. Says no, by a bend
// of zero, when the guess was not good.
template <class Function>
Peak peak_near(const Function& f, double start, double delta, double lower, double upper) {
  double x = start;
  for (int round = 0; round < 3; ++round) {
    if (x - delta < lower || x + delta > upper) break;
    const double middle = f(x), left = f(x - delta), right = f(x + delta);
    const double bend = (2 * middle - left - right) / (delta * delta);
    if (!(bend > 0)) break;
    const double shift = (right - left) / (2 * delta * bend);
    if (std::fabs(shift) <= delta) {
      const double value = f(x + shift);
      if (!(value > middle)) return {{x, middle}, bend};
      // The fourth point makes the parabola a cubic, whose bend at the top is what is wanted.
      const double slope = (right - middle) / delta;
      const double second = ((value - middle) / shift - slope) / (shift - delta);
      const double third = std::fabs(shift - delta) > 0.01 * delta ? (second + 0.5 * bend) / (shift + delta) : 0;
      return {{x + shift, value}, bend - 6 * third * shift};
    }
    x += std::min(std::max(shift, -8 * delta), 8 * delta);
  }
  return {{start, -infinity}, 0};
}

}  // namespace detail

// `log_likelihood(noise)` is a smooth function. The search is over the logarithm of the noise.
template <class LogLikelihood>
NoiseFit fit_noise(const LogLikelihood& log_likelihood, const NoiseSearch& search) {
  const auto f = [&log_likelihood](double x) { return log_likelihood(std::exp(x)) + log_noise_prior(x); };
  const double lower = std::log(search.lower), upper = std::log(search.upper);
  const int levels = noise_levels(search.scores);
  const double step = (upper - lower) / (levels - 1);
  // About two standard errors of the noise.
  const double delta = std::min(200 * search.tolerance, 0.05);
  const auto result = [&](const detail::Peak& peak, double trapezoids) {
    // A peak that trapezoids would miss is integrated as a normal density.
    const double width = peak.bend > 0 ? std::min(1 / std::sqrt(peak.bend), upper - lower) : upper - lower;
    const double normal = peak.best.value + detail::log_sqrt_2pi + std::log(width);
    const bool wide = !std::isnan(trapezoids) && width > 0.7 * step;
    const double at = peak.best.at;
    return NoiseFit{std::exp(at), peak.best.value - log_noise_prior(at), wide ? trapezoids : normal};
  };
  const auto bend_at = [&](const Maximum& best) {
    const double x = std::min(std::max(best.at, lower + delta), upper - delta);
    const double middle = x == best.at ? best.value : f(x);
    return (2 * middle - f(x - delta) - f(x + delta)) / (delta * delta);
  };
  if (!std::isnan(search.start)) {
    detail::Peak peak = detail::peak_near(f, std::log(search.start), delta, lower, upper);
    if (!(peak.bend > 0)) {
      peak.best = maximise_from(f, std::log(search.start), 0.05, lower, upper, search.tolerance);
      peak.bend = bend_at(peak.best);
    }
    return result(peak, std::nan(""));
  }
  double sum = -detail::infinity;
  Maximum best{lower, -detail::infinity};
  for (int k = 0; k < levels; ++k) {
    const Maximum now{lower + k * step, f(lower + k * step)};
    if (now.value > best.value) best = now;
    sum = detail::log_add(sum, now.value + std::log(k == 0 || k + 1 == levels ? 0.5 * step : step));
  }
  best = maximise_between(f, std::max(lower, best.at - step), std::min(upper, best.at + step), best, search.tolerance);
  return result({best, bend_at(best)}, sum);
}

// Uniform noise and scores that are numbers: a likelihood with jumps, at each of which it is highest. A fine scan finds
// the best stretch, then the noise is lowered to the jump before.
template <class LogLikelihood>
NoiseFit fit_uniform_noise(const LogLikelihood& log_likelihood, const ModelScores& scores, std::size_t positions,
                           double prior_size, const NoiseSearch& search) {
  const auto largest = [&](double noise, double at_least, auto distance) {
    const auto lattices = EvaluatorModel{prior_size, noise}.lattices<UniformLattice>(positions);
    double result = at_least;
    for (std::size_t i = 0; i < scores.rows; ++i)
      result = std::max(result, distance(lattices[static_cast<std::size_t>(scores.position[i] - 1)], scores.value[i]));
    return result;
  };
  const auto jump_before = [&](double noise) {
    if (std::isinf(prior_size)) return noise;
    return largest(noise, search.lower, [](const UniformLattice& l, double y) { return l.covered_distance(y); });
  };
  const double least =
      largest(search.lower, search.lower, [](const UniformLattice& l, double y) { return l.least_noise(y); });
  const double most = std::max(search.upper, least);
  const auto f = [&log_likelihood](double noise) { return log_likelihood(noise) + log_noise_prior(std::log(noise)); };
  Maximum best{least, f(least)};
  double lower = least, upper = most;
  for (int zoom = 0; zoom < 3 && upper > lower; ++zoom) {
    const double factor = std::pow(upper / lower, 1.0 / 24);
    for (int k = 0; k <= 24; ++k) {
      const double noise = std::min(jump_before(lower * std::pow(factor, k)), upper);
      const double now = f(noise);
      if (now > best.value) best = {noise, now};
    }
    lower = std::max(least, best.at / factor);
    upper = std::min(upper, best.at * factor);
  }
  // Trapezoids on the log scale, narrow at the best noise, where the likelihood falls like a power of the noise with
  // the number of scores as its exponent, and wider the further away.
  double sum = -detail::infinity;
  for (const double direction : {-1.0, 1.0}) {
    const double room = direction < 0 ? std::log(best.at / least) : std::log(most / best.at);
    double before = 0, value_before = best.value;
    for (int k = 1; before < room; ++k) {
      const double now = std::min(room, (std::exp(k / 4.0) - 1) * 0.2 / search.scores);
      const double value = f(best.at * std::exp(direction * now));
      sum = detail::log_add(sum, detail::log_add(value_before, value) + std::log((now - before) / 2));
      before = now;
      value_before = value;
    }
  }
  return {best.at, best.value - log_noise_prior(std::log(best.at)), sum};
}

}  // namespace seqjudge

#endif
