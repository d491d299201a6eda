// The noise that fits best, for a given prior size.

#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "../support/maximise.hpp"
#include "../support/normal.hpp"
#include "noise_density.hpp"

namespace seqjudge {

// The noise is not what is asked for. Few scores may be met by chance, at some prior size, with next to no noise; so
// the noise is not only maximised over but averaged over, with a weak prior: log-normal. Many scores overrule it.
struct NoisePrior {
  double centre, spread, log_highest;

  explicit NoisePrior(double log_noise = -2.995732273553991, double sd = 1)  // log 0.05
      : centre(log_noise), spread(sd), log_highest(-detail::log_sqrt_2pi - std::log(sd)) {}
  double log_density(double log_noise) const {
    const double z = (log_noise - centre) / spread;
    return log_highest - 0.5 * z * z;
  }
  double slope(double log_noise) const { return (centre - log_noise) / (spread * spread); }
};

struct NoiseSearch {
  double lower, upper;  // 0 < lower <= upper
  double start;         // a good guess, or NaN: look everywhere
  double tolerance;     // in the logarithm of the noise
  double scores;        // how many
  NoisePrior prior = NoisePrior();
};

struct NoiseFit {
  double noise;       // most likely on the log scale, with the prior
  double log_lik;     // the largest log-likelihood, without the prior, and so at another noise
  double integrated;  // log of the likelihood averaged over the prior
  NoiseNodes nodes;   // equally likely values of the noise
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

// A peak as a normal density.
inline NoiseNodes nodes_of_peak(double at, double width, double lower, double upper) {
  // Standard normal quantiles of 1/32, 3/32, ...
  constexpr std::array<double, noise_nodes / 2> quantiles = {0.07841241, 0.23720210, 0.40225007, 0.57913216,
                                                             0.77642176, 1.00999017, 1.31801090, 1.86273187};
  NoiseNodes result{};
  for (std::size_t k = 0; k < noise_nodes / 2; ++k) {
    result[noise_nodes / 2 + k] = std::exp(std::min(at + width * quantiles[k], upper));
    result[noise_nodes / 2 - 1 - k] = std::exp(std::max(at - width * quantiles[k], lower));
  }
  return result;
}

// The logarithm of the sum of the exponentials of values, the first and the last of which count one half.
inline double log_trapezoids(const std::vector<double>& value, double highest) {
  if (std::isinf(highest)) return highest;
  double sum = 0;
  for (const double v : value) sum += std::exp(v - highest);
  return highest + std::log(sum - 0.5 * (std::exp(value.front() - highest) + std::exp(value.back() - highest)));
}

// From values at even steps, by cubics through four of them, on finer steps: the distribution, not its total.
inline NoiseNodes nodes_of_levels(const std::vector<double>& value, double lower, double step) {
  constexpr int parts = 8;
  const auto levels = static_cast<std::ptrdiff_t>(value.size());
  // Of the four values, when the point lies between the first two, the middle ones or the last two of them.
  std::array<std::array<std::array<double, 4>, parts>, 3> weights;
  for (std::size_t place = 0; place < 3; ++place)
    for (std::size_t part = 0; part < parts; ++part) {
      const double x = static_cast<double>(place) + static_cast<double>(part + 1) / parts;
      weights[place][part] = {-(x - 1) * (x - 2) * (x - 3) / 6, x * (x - 2) * (x - 3) / 2, -x * (x - 1) * (x - 3) / 2,
                              x * (x - 1) * (x - 2) / 6};
    }
  const double negligible = *std::max_element(value.begin(), value.end()) - 40;
  NoiseDensity density;
  double before = value[0];
  for (std::ptrdiff_t k = 0; k + 1 < levels; ++k) {
    const double last = value[static_cast<std::size_t>(k + 1)];
    if (value[static_cast<std::size_t>(k)] < negligible && last < negligible) {
      before = last;
      continue;
    }
    const std::ptrdiff_t first = std::min(std::max<std::ptrdiff_t>(k - 1, 0), levels - 4);
    const double* v = value.data() + first;
    const bool smooth = std::isfinite(v[0]) && std::isfinite(v[1]) && std::isfinite(v[2]) && std::isfinite(v[3]);
    for (int part = 1; part <= parts; ++part) {
      const double share = static_cast<double>(part) / parts;
      const auto& w = weights[static_cast<std::size_t>(k - first)][static_cast<std::size_t>(part - 1)];
      const double line = part == parts ? last : (1 - share) * value[static_cast<std::size_t>(k)] + share * last;
      const double cubic = w[0] * v[0] + w[1] * v[1] + w[2] * v[2] + w[3] * v[3];
      const double now = smooth ? cubic : line;
      const double from = lower + step * (static_cast<double>(k) + share - 1.0 / parts);
      density.add_line(from, from + step / parts, before, now);
      before = now;
    }
  }
  return density.nodes();
}

// The curvature at a maximum, by differences that stay within the bounds.
template <class Function>
double bend_at(const Function& f, const Maximum& best, double delta, double lower, double upper) {
  const double x = std::min(std::max(best.at, lower + delta), upper - delta);
  const double middle = x == best.at ? best.value : f(x);
  return (2 * middle - f(x - delta) - f(x + delta)) / (delta * delta);
}

// The peak near a first guess, or where that is no help the one uphill from it.
template <class Function>
Peak peak_from(const Function& f, double start, double delta, double lower, double upper, double tolerance) {
  Peak peak = peak_near(f, start, delta, lower, upper);
  if (!(peak.bend > 0)) {
    peak.best = maximise_from(f, start, 0.05, lower, upper, tolerance);
    peak.bend = bend_at(f, peak.best, delta, lower, upper);
  }
  return peak;
}

}  // namespace detail

// `log_likelihood(noise)` is a smooth function. The search is over the logarithm of the noise.
template <class LogLikelihood>
NoiseFit fit_noise(const LogLikelihood& log_likelihood, const NoiseSearch& search) {
  const auto plain = [&log_likelihood](double x) { return log_likelihood(std::exp(x)); };
  const NoisePrior prior = search.prior;
  const auto f = [&plain, prior](double x) { return plain(x) + prior.log_density(x); };
  const double lower = std::log(search.lower), upper = std::log(search.upper);
  // About two standard errors of the noise.
  const double delta = std::min(200 * search.tolerance, 0.05);
  // A peak that trapezoids would miss is integrated as a normal density.
  const auto width_of = [&](double bend) {
    return bend > 0 ? std::min(1 / std::sqrt(bend), upper - lower) : upper - lower;
  };
  const auto as_normal = [&](const detail::Peak& peak, double log_lik) {
    const double width = width_of(peak.bend), at = peak.best.at;
    return NoiseFit{std::exp(at), log_lik, peak.best.value + detail::log_sqrt_2pi + std::log(width),
                    detail::nodes_of_peak(at, width, lower, upper)};
  };
  if (!std::isnan(search.start)) {
    const auto peak = detail::peak_from(f, std::log(search.start), delta, lower, upper, search.tolerance);
    // The prior moves the peak by its slope over the bend.
    const double at = peak.best.at, here = peak.best.value - prior.log_density(at);
    const double bend = peak.bend - 1 / (prior.spread * prior.spread);
    const double shift = bend > 0 ? -prior.slope(at) / bend : 0;
    return as_normal(peak, std::max(here, plain(std::min(std::max(at + shift, lower), upper))));
  }
  const int levels = noise_levels(search.scores);
  const double step = (upper - lower) / (levels - 1);
  std::vector<double> value(static_cast<std::size_t>(levels));
  Maximum best{lower, -detail::infinity}, highest = best;
  for (int k = 0; k < levels; ++k) {
    const double x = lower + k * step, log_lik = plain(x);
    const Maximum now{x, log_lik + prior.log_density(x)};
    value[static_cast<std::size_t>(k)] = now.value;
    if (now.value > best.value) best = now;
    if (log_lik > highest.value) highest = {x, log_lik};
  }
  const double integrated = std::log(step) + detail::log_trapezoids(value, best.value);
  const auto refine = [&](const auto& function, const Maximum& from) {
    return maximise_between(function, std::max(lower, from.at - step), std::min(upper, from.at + step), from,
                            search.tolerance);
  };
  best = refine(f, best);
  highest = refine(plain, highest);
  const detail::Peak peak{best, detail::bend_at(f, best, delta, lower, upper)};
  if (!(width_of(peak.bend) > 0.7 * step)) return as_normal(peak, highest.value);
  return NoiseFit{std::exp(best.at), highest.value, integrated, detail::nodes_of_levels(value, lower, step)};
}

}  // namespace seqjudge
