// Sums over paths: what the likelihood given a ranking is made of.
//
// Given the ranking of n items, the numbers of prior items below them, from the lowest item to the highest, are a
// uniformly random non-decreasing path C[1] <= ... <= C[n] in 0..prior_size. The sum over all paths of the product of
// the items' densities is a recursion with a running sum: `sums[c]` is the sum over the paths of the items so far that
// may go on to c.
//
// Underflow has one rule. After each item the sums are divided by their total. Paths far below that vanish, and where
// what was kept shrinks so far later on that they would have mattered, the sum is made anew with logarithms.

#ifndef SEQJUDGE_MODEL_PATH_SUMS_HPP
#define SEQJUDGE_MODEL_PATH_SUMS_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "../support/normal.hpp"

namespace seqjudge {

// log choose(prior_size + n, n).
inline double log_number_of_paths(double prior_size, std::size_t n) {
  double result = 0;
  for (std::size_t j = 1; j <= n; ++j) result += std::log1p(prior_size / static_cast<double>(j));
  return result;
}

// One step of the recursion, on paths among `count` points. Two neighbours at the same point have the share `same` of
// a path.
struct PathStep {
  std::size_t count = 1;
  double same = 1;

  // Multiplies by the densities of the next item, sums up, divides by the total and returns that.
  double operator()(const double* sums, const double* density, double* next) const {
    double running = 0;
    for (std::size_t c = 0; c < count; ++c) {
      const double own = sums[c] * density[c];
      next[c] = running + same * own;
      running += own;
    }
    divide(next, running);
    return running;
  }
  // The same from above.
  double down(const double* sums, const double* density, double* next) const {
    double running = 0;
    for (std::size_t c = count; c-- > 0;) {
      const double own = sums[c] * density[c];
      next[c] = running + same * own;
      running += own;
    }
    divide(next, running);
    return running;
  }
  // The sum over the paths through two neighbours, given the sums below and above them.
  double through_two(const double* below, const double* lower, const double* upper, const double* above) const {
    double running = 0, total = 0;
    for (std::size_t c = 0; c < count; ++c) {
      const double own = below[c] * lower[c];
      total += (running + same * own) * (upper[c] * above[c]);
      running += own;
    }
    return total;
  }

 private:
  void divide(double* values, double by) const {
    const double factor = 1 / by;
    for (std::size_t c = 0; c < count; ++c) values[c] *= factor;
  }
};

// The step in the limit of infinitely many points, on an even grid of `count` of them: integrals of cubics between grid
// points (of straight lines where the densities have jumps).
struct IntegralStep {
  IntegralStep(std::size_t points, bool smooth_densities) : count(points), smooth(smooth_densities), own_(points) {}

  std::size_t count;
  bool smooth;

  double operator()(const double* sums, const double* density, double* next) {
    for (std::size_t i = 0; i < count; ++i) own_[i] = density[i] * sums[i];
    const double step = 1 / static_cast<double>(count - 1);
    double running = 0;
    for (std::size_t i = 0; i + 1 < count; ++i) {
      next[i] = running;
      running = std::max(running + from_point(i) * step, running);
    }
    next[count - 1] = running;
    const double factor = 1 / running;
    for (std::size_t i = 0; i < count; ++i) next[i] *= factor;
    return running;
  }

 private:
  // The integral from point i to the next, in steps.
  double from_point(std::size_t i) const {
    const double* g = own_.data() + i;
    if (!smooth) return 0.5 * (g[0] + g[1]);
    if (i == 0) return (9 * g[0] + 19 * g[1] - 5 * g[2] + g[3]) / 24;
    if (i + 2 == count) return (9 * g[1] + 19 * g[0] - 5 * g[-1] + g[-2]) / 24;
    return (13 * (g[0] + g[1]) - g[-1] - g[2]) / 24;
  }

  std::vector<double> own_;
};

// Whether doubles still hold all that counts. `shrink()` is told by which factor each item changes the total, and
// remembers how far it has fallen from its best.
class Vanishing {
 public:
  // The log of the factor.
  double shrink(double factor) {
    const double change = std::log(factor);
    fallen_ = std::min(0.0, fallen_ + change);
    // Also where the factor is 0 or not a number.
    if (!(fallen_ > -most)) lost_ = true;
    return change;
  }
  bool lost() const { return lost_; }

 private:
  // Doubles end at exp(-708); the rest is for the precision of what is kept and the number of paths that vanish.
  static constexpr double most = 600;
  double fallen_ = 0;
  bool lost_ = false;
};

// Room that many sums can share.
struct PathWorkspace {
  std::vector<double> sums, next, densities;
};

// What the sums need to know of the items, from the lowest to the highest:
//   n                              their number
//   densities(k, count, values)    fills in the density of item k at the points 0..count-1 up to a factor, and returns
//                                  the log of that
//   log_density(k, c)              the log density at one point

// The log of the sum, with logarithms throughout.
template <class Items>
double slow_log_path_sum(const Items& items, std::size_t count, std::vector<double>& sums) {
  sums.assign(count, 0);
  double total = -detail::infinity;
  for (std::size_t k = 0; k < items.n; ++k) {
    total = -detail::infinity;
    for (std::size_t c = 0; c < count; ++c) {
      // Before the first item there is one empty path, which is not summed over.
      const double paths = k == 0 ? 0 : (total = detail::log_add(total, sums[c]));
      sums[c] = items.log_density(k, c) + paths;
    }
  }
  total = -detail::infinity;
  for (const double sum : sums) total = detail::log_add(total, sum);
  return total;
}

// The same with scaled sums; `lost` is set where these do not do.
template <class Items, class Step>
double log_path_sum(const Items& items, Step step, PathWorkspace& work, bool& lost) {
  work.densities.resize(step.count);
  work.sums.assign(step.count, 1);
  work.next.resize(step.count);
  double result = 0;
  Vanishing vanishing;
  for (std::size_t k = 0; k < items.n && !vanishing.lost(); ++k) {
    result += items.densities(k, step.count, work.densities.data());
    result += vanishing.shrink(step(work.sums.data(), work.densities.data(), work.next.data()));
    work.sums.swap(work.next);
  }
  lost = vanishing.lost();
  return result;
}

}  // namespace seqjudge

#endif
