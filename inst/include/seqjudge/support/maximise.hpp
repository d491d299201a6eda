// The maximum of a function of one variable.

#pragma once

#include <algorithm>
#include <cmath>

namespace seqjudge {

struct Maximum {
  double at;
  double value;
};

// Brent's method: parabolas through the three best points, and golden sections where these do not help. `best` is a
// point between `lower` and `upper` that is already known.
template <class Function>
Maximum maximise_between(const Function& f, double lower, double upper, Maximum best, double tolerance) {
  constexpr double golden = 0.381966011250105151795413165634;
  Maximum second = best, third = best;
  double step = 0, step_before = 0;
  for (int k = 0; k < 60; ++k) {
    const double middle = 0.5 * (lower + upper);
    if (std::fabs(best.at - middle) <= 2 * tolerance - 0.5 * (upper - lower)) break;
    bool parabola = false;
    if (std::fabs(step_before) > tolerance) {
      const double r = (best.at - second.at) * (best.value - third.value);
      double q = (best.at - third.at) * (best.value - second.value);
      double p = (best.at - third.at) * q - (best.at - second.at) * r;
      q = 2 * (q - r);
      if (q > 0) p = -p;
      q = std::fabs(q);
      const double last = step_before;
      step_before = step;
      parabola = std::isfinite(p) && q > 0 && std::fabs(p) < std::fabs(0.5 * q * last) && p > q * (lower - best.at) &&
                 p < q * (upper - best.at);
      if (parabola) {
        step = p / q;
        const double next = best.at + step;
        if (next - lower < 2 * tolerance || upper - next < 2 * tolerance)
          step = best.at < middle ? tolerance : -tolerance;
      }
    }
    if (!parabola) {
      step_before = best.at < middle ? upper - best.at : lower - best.at;
      step = golden * step_before;
    }
    const double at = best.at + (std::fabs(step) >= tolerance ? step : step > 0 ? tolerance : -tolerance);
    const Maximum now{at, f(at)};
    if (now.value >= best.value) {
      (at < best.at ? upper : lower) = best.at;
      third = second;
      second = best;
      best = now;
    } else {
      (at < best.at ? lower : upper) = at;
      if (now.value >= second.value || second.at == best.at) {
        third = second;
        second = now;
      } else if (now.value >= third.value || third.at == best.at || third.at == second.at) {
        third = now;
      }
    }
  }
  return best;
}

// From a starting point uphill in growing steps until the maximum is passed or an end is reached, then Brent's method.
template <class Function>
Maximum maximise_from(const Function& f, double start, double step, double lower, double upper, double tolerance) {
  const auto at = [&f](double x) { return Maximum{x, f(x)}; };
  Maximum best = at(std::min(std::max(start, lower), upper));
  Maximum left = best, right = best;
  if (best.at < upper) right = at(std::min(best.at + step, upper));
  // One more look is saved where the first already goes up.
  if (best.at > lower && !(right.value > best.value)) left = at(std::max(best.at - step, lower));
  const bool up = right.value > best.value;
  if (!up && !(left.value > best.value)) return maximise_between(f, left.at, right.at, best, tolerance);
  Maximum behind = best, ahead = up ? right : left;
  const double end = up ? upper : lower;
  for (double width = 2 * step; ahead.at != end; width *= 2) {
    const double next = up ? std::min(ahead.at + width, upper) : std::max(ahead.at - width, lower);
    const Maximum now = at(next);
    if (!(now.value > ahead.value)) {
      return maximise_between(f, std::min(behind.at, now.at), std::max(behind.at, now.at), ahead, tolerance);
    }
    behind = ahead;
    ahead = now;
  }
  return maximise_between(f, std::min(behind.at, ahead.at), std::max(behind.at, ahead.at), ahead, tolerance);
}

}  // namespace seqjudge
