// The normal distribution where the standard library stops: probabilities of intervals and their logarithms, without
// cancellation, far into the tails.

#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace seqjudge::detail {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double log_sqrt_2pi = 0.918938533204672741780329736406;
constexpr double one_by_sqrt_2pi = 0.398942280401432677939946059934;
constexpr double sqrt_half = 0.707106781186547524400844362105;

inline double normal_density(double z) { return std::exp(-0.5 * z * z - log_sqrt_2pi); }

inline double normal_below(double z) { return 0.5 * std::erfc(-z * sqrt_half); }

// The z with P(Z < z) = p, for p in (0, 1): a rough start (Hastings' 26.2.23 in Abramowitz and Stegun), and Newton's
// steps, which double the number of right digits each.
inline double normal_quantile(double p) {
  if (p > 0.5) return -normal_quantile(1 - p);
  const double t = std::sqrt(-2 * std::log(p));
  double z = (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) - t;
  for (int step = 0; step < 3; ++step) {
    const double miss = (normal_below(z) - p) / normal_density(z);
    z -= miss / (1 + 0.5 * z * miss);
  }
  return z;
}

// From here on the tail is computed from its logarithm.
constexpr double far_tail = 20;

// P(Z > z) / density(z) for z >= far_tail: a continued fraction, of which eight levels are exact there.
inline double mills_ratio(double z) {
  double tail = z;
  for (int k = 8; k >= 1; --k) tail = z + k / tail;
  return 1 / tail;
}

inline double log_normal_above(double z) {
  if (z < far_tail) return std::log(normal_below(-z));
  return std::isinf(z) ? -infinity : std::log(mills_ratio(z)) - 0.5 * z * z - log_sqrt_2pi;
}

// P(lower < Z < upper), computed on the side where nothing cancels.
inline double normal_between(double lower, double upper) {
  if (lower > 0) return normal_below(-lower) - normal_below(-upper);
  return normal_below(upper) - normal_below(lower);
}

inline double log_normal_between(double lower, double upper) {
  if (upper < 0) {
    std::swap(lower, upper);
    lower = -lower;
    upper = -upper;
  }
  if (lower < far_tail) return std::log(normal_between(lower, upper));
  const double nearest = log_normal_above(lower);
  return nearest + std::log1p(-std::exp(log_normal_above(upper) - nearest));
}

// log(exp(a) + exp(b)) where either may be -infinity.
inline double log_add(double a, double b) {
  const double high = std::max(a, b);
  return std::isinf(high) ? high : high + std::log1p(std::exp(std::min(a, b) - high));
}

}  // namespace seqjudge::detail
