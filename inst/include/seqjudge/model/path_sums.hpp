// Sums over paths: what the likelihood given a ranking is made of.
//
// Given the ranking of n items, the numbers of prior items below them, from the lowest item to the highest, are a
// uniformly random non-decreasing path C[1] <= ... <= C[n] in 0..prior_size. The sum over all paths of the product of
// the items' densities is a recursion with a running sum: `sums[c]` is the sum over the paths of the items so far that
// may go on to c. Items without a score have the density 1; a *gap* is a number of them in a row.
//
// Underflow: after each item the sums are divided by their total, and paths far below that vanish. They would have
// mattered if what was kept shrinks as far later on. Whoever has densities as they are watches out for that (Vanishing)
// and makes the sum anew with logarithms. Whoever gives all densities a floor has sums that cannot vanish, and need no
// division as long as they are within bounds.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <type_traits>
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
// a path: 1 or 0.5.
//
// Through a wide gap the number of paths grows so fast with the points crossed that sums would not fit a double. So
// with a `tilt` below 1 a path counts that much less for each point it crosses, from 0 to its end and on to the last
// point: all paths alike, by pow(tilt, count - 1).
struct PathStep {
  std::size_t count = 1;
  double same = 1;
  double tilt = 1;

  // The tilt with which sums through `items` items stay even.
  static double even_tilt(std::size_t count, std::size_t items) {
    return count == 1 ? 1 : static_cast<double>(count - 1) / static_cast<double>(count + items);
  }
  // By which the log of the sum over all paths is too low.
  double log_tilted() const { return tilt == 1 ? 0 : static_cast<double>(count - 1) * std::log(tilt); }

  // Sums over nothing, for the first item to begin with; from above for the last.
  void begin(double* sums) const {
    double now = 1;
    for (std::size_t c = 0; c < count; ++c, now *= tilt) sums[c] = now;
  }
  void begin_down(double* sums) const {
    double now = 1;
    for (std::size_t c = count; c-- > 0; now *= tilt) sums[c] = now;
  }

  // Multiplies by the densities of the next item, sums up, divides by the total and returns that. There is no tilt.
  double operator()(const double* sums, const double* density, double* next) const {
    const double total = untilted<1>(sums, density, next);
    divide(next, total);
    return total;
  }
  // The same with a tilt or without, but divides only where the sums would get out of bounds; returns the factor that
  // they are divided by, else 1.
  double up(const double* sums, const double* density, double* next) const {
    return bounded(next, tilt == 1 ? untilted<1>(sums, density, next) : tilted<1>(sums, density, next));
  }
  // The same from above.
  double down(const double* sums, const double* density, double* next) const {
    return bounded(next, tilt == 1 ? untilted<-1>(sums, density, next) : tilted<-1>(sums, density, next));
  }

  // The sum over all paths, given the sums below an item, its densities and the sums above it.
  double through(const double* below, const double* density, const double* above) const {
    double total = 0;
    for (std::size_t c = 0; c < count; ++c) total += below[c] * density[c] * above[c];
    return total;
  }

  // Brings sums through a gap. Returns the log of the factor that they are divided by.
  double gap(double* sums, std::size_t items) const { return through_gap<1>(sums, items); }
  double gap_down(double* sums, std::size_t items) const { return through_gap<-1>(sums, items); }

  // Two neighbours, given the sums below and above them: by which factor the sum over the paths changes when they take
  // the densities `then` in place of `now` (the lower one first in each). Both sums at once keep the processor busy.
  double through_two_ratio(const double* below, const double* const (&now)[2], const double* const (&then)[2],
                           const double* above) const {
    double running_now = 0, running_then = 0, total_now = 0, total_then = 0;
    for (std::size_t c = 0; c < count; ++c) {
      const double own_now = below[c] * now[0][c], own_then = below[c] * then[0][c];
      if (tilt != 1) {
        running_now *= tilt;
        running_then *= tilt;
      }
      total_now += (running_now + same * own_now) * (now[1][c] * above[c]);
      total_then += (running_then + same * own_then) * (then[1][c] * above[c]);
      running_now += own_now;
      running_then += own_then;
    }
    return total_then / total_now;
  }
  // The sums over the paths through an item and one without a score, which is the lower or the upper one of the two.
  struct EitherWay {
    double lower = 0, upper = 0;
  };
  EitherWay through_one(const double* below, const double* density, const double* above) const {
    EitherWay total;
    double bare = 0, with = 0;
    for (std::size_t c = 0; c < count; ++c) {
      const double own = below[c] * density[c];
      bare *= tilt;
      with *= tilt;
      total.lower += (bare + same * below[c]) * (density[c] * above[c]);
      total.upper += (with + same * own) * above[c];
      bare += below[c];
      with += own;
    }
    return total;
  }

 private:
  // So many items, or points, at the same time keep the processor busy.
  static constexpr int levels = 8;
  static constexpr std::size_t together = 8;

  void divide(double* values, double by) const {
    const double factor = 1 / by;
    for (std::size_t c = 0; c < count; ++c) values[c] *= factor;
  }
  double divide_by_largest(double* values) const {
    const double largest = *std::max_element(values, values + count);
    divide(values, largest);
    return largest;
  }
  std::size_t point(std::size_t c, int direction) const { return direction > 0 ? c : count - 1 - c; }

  // Far enough from what doubles hold for the next item, and for messages from below and above to be multiplied.
  double bounded(double* values, double largest) const {
    if (largest > 1e-30 && largest < 1e30) return 1;
    divide(values, largest);
    return largest;
  }
  // Sums up and returns the total.
  template <int Direction>
  double untilted(const double* sums, const double* density, double* next) const {
    // Every sum waits for the one before. Of many points, four parts are summed at the same time.
    const std::size_t part = count < 4 * together ? 0 : count / 4;
    double a = 0, b = 0, c = 0, d = 0;
    for (std::size_t k = 0; k < part; ++k) {
      sum_up(point(k, Direction), sums, density, next, a);
      sum_up(point(part + k, Direction), sums, density, next, b);
      sum_up(point(2 * part + k, Direction), sums, density, next, c);
      sum_up(point(3 * part + k, Direction), sums, density, next, d);
    }
    b += a;
    c += b;
    for (std::size_t k = 0; k < part; ++k) {
      next[point(part + k, Direction)] += a;
      next[point(2 * part + k, Direction)] += b;
      next[point(3 * part + k, Direction)] += c;
    }
    d += c;
    for (std::size_t k = 4 * part; k < count; ++k) sum_up(point(k, Direction), sums, density, next, d);
    return d;
  }
  void sum_up(std::size_t i, const double* sums, const double* density, double* next, double& running) const {
    const double own = sums[i] * density[i];
    next[i] = running + same * own;
    running += own;
  }
  // Returns the largest.
  template <int Direction>
  double tilted(const double* sums, const double* density, double* next) const {
    double running = 0, largest = 0;
    for (std::size_t c = 0; c < count; ++c) {
      const std::size_t i = point(c, Direction);
      const double own = sums[i] * density[i];
      running *= tilt;
      next[i] = running + same * own;
      largest = std::max(largest, next[i]);
      running += own;
    }
    return largest;
  }

  // Item by item, or all at once with the number of paths through the gap, whichever is faster.
  template <int Direction>
  double through_gap(double* sums, std::size_t items) const {
    if (count == 1) return 0;
    if (5 * items > 2 * count && static_cast<double>(items) * log_growth() < most_growth)
      return at_once<Direction>(sums, items);
    double log_factor = 0;
    for (; items >= levels; items -= levels) log_factor += std::log(some_items<Direction, levels>(sums));
    for (; items >= 4; items -= 4) log_factor += std::log(some_items<Direction, 4>(sums));
    for (; items > 0; --items) log_factor += std::log(some_items<Direction, 1>(sums));
    return log_factor;
  }
  template <int Direction, int Items>
  double some_items(double* sums) const {
    double running[Items] = {};
    for (std::size_t c = 0; c < count; ++c) {
      double& value = sums[point(c, Direction)];
      for_each_number<Items>([&](auto k) {
        const double carried = tilt * running[k];
        running[k] = carried + value;
        value = carried + same * value;
      });
    }
    return divide_by_largest(sums);
  }
  // visit(0), visit(1), ... with constants, which lets compilers keep small arrays in registers.
  template <std::size_t Count, class Visit>
  static void for_each_number(const Visit& visit) {
    visit_numbers(visit, std::make_index_sequence<Count>());
  }
  template <class Visit, std::size_t... Numbers>
  static void visit_numbers(const Visit& visit, std::index_sequence<Numbers...>) {
    (visit(std::integral_constant<std::size_t, Numbers>()), ...);
  }

  // The log of the factor by which all paths of one item together grow, at most, and how far doubles let it.
  double log_growth() const { return std::log((same == 1 ? 1 : 1 + tilt) / (1 - tilt)); }
  static constexpr double most_growth = 600;

  template <int Direction>
  double at_once(double* sums, std::size_t items) const {
    const std::vector<double> paths = paths_through(items);
    std::vector<double> before(count + together);
    for (std::size_t c = 0; c < count; ++c) before[c] = sums[point(c, Direction)];
    for (std::size_t from = 0; from < count; from += together) {
      double sum[together] = {};
      for (std::size_t c = 0; c <= from; ++c) {
        const double weight = before[c];
        const double* ways = paths.data() + (from - c);
        for_each_number<together>([&](auto k) { sum[k] += weight * ways[k]; });
      }
      for_each_number<together>([&](auto k) {
        for (std::size_t c = 1; c <= k; ++c) sum[k] += before[from + c] * paths[k - c];
        if (from + k < count) sums[point(from + k, Direction)] = sum[k];
      });
    }
    return std::log(divide_by_largest(sums)) + (same == 1 ? 0 : static_cast<double>(items) * std::log(same));
  }
  // The tilted number of paths of a gap that cross 0, 1, 2, ... points. With all paths whole these are the coefficients
  // of (1 - z)^-items; with halves, in units of 2^-items, those of ((1 + z) / (1 - z))^items.
  std::vector<double> paths_through(std::size_t items) const {
    const auto power = static_cast<double>(items);
    std::vector<double> paths(count + together);
    paths[0] = 1;
    for (std::size_t d = 1; d < count; ++d) {
      const auto points = static_cast<double>(d);
      if (same == 1) {
        paths[d] = paths[d - 1] * tilt * (points - 1 + power) / points;
      } else {
        const double earlier = d > 1 ? (points - 2) * tilt * tilt * paths[d - 2] : 0;
        paths[d] = (2 * power * tilt * paths[d - 1] + earlier) / points;
      }
    }
    return paths;
  }
};

// The step in the limit of infinitely many points, on an even grid of `count` of them: integrals of cubics between grid
// points (of straight lines where the densities have jumps).
struct IntegralStep {
  IntegralStep(std::size_t points, bool smooth_densities) : count(points), smooth(smooth_densities), own_(points) {}

  std::size_t count;
  bool smooth;

  void begin(double* sums) const { std::fill_n(sums, count, 1.0); }

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
  std::vector<double> sums, next, densities, above;
  void resize(std::size_t count) {
    for (auto* values : {&sums, &next, &densities, &above}) values->resize(count);
  }
};

// What the sums need to know of the items, from the lowest to the highest:
//   n                              their number
//   densities(k, count, values)    fills in the density of item k at the points 0..count-1 up to a factor, and returns
//                                  the log of that
//   log_density(k, c)              the log density at one point (for slow_log_path_sum)

// The log of the sum, with logarithms throughout. There are no gaps.
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

// The same with scaled sums. `vanishing` is told of every factor, and ends it when the sum is lost.
template <class Items, class Step>
double log_path_sum(const Items& items, Step step, PathWorkspace& work, Vanishing& vanishing) {
  work.densities.resize(step.count);
  work.sums.resize(step.count);
  work.next.resize(step.count);
  step.begin(work.sums.data());
  double result = 0;
  for (std::size_t k = 0; k < items.n && !vanishing.lost(); ++k) {
    result += items.densities(k, step.count, work.densities.data());
    result += vanishing.shrink(step(work.sums.data(), work.densities.data(), work.next.data()));
    work.sums.swap(work.next);
  }
  return result;
}

// The same for densities with a floor, and with gaps: of `items` it needs besides
//   gap(k)                         how many without a score lie below item k, and above the last for k = n
//   densities(k, work, log)        returns where the densities are, in work.densities if nowhere else, and adds to
//   `log`
//                                  the log of the factor that they lack
template <class Items>
double log_floored_path_sum(const Items& items, const PathStep& step, PathWorkspace& work) {
  work.resize(step.count);
  if (items.n == 0) return 0;
  double result = 0;
  step.begin(work.sums.data());
  for (std::size_t k = 0;; ++k) {
    if (items.gap(k) > 0) result += step.gap(work.sums.data(), items.gap(k));
    const double* densities = items.densities(k, work, result);
    if (k + 1 == items.n) {
      step.begin_down(work.above.data());
      if (items.gap(items.n) > 0) result += step.gap_down(work.above.data(), items.gap(items.n));
      return result + std::log(step.through(work.sums.data(), densities, work.above.data())) - step.log_tilted();
    }
    const double factor = step.up(work.sums.data(), densities, work.next.data());
    if (factor != 1) result += std::log(factor);
    work.sums.swap(work.next);
  }
}

}  // namespace seqjudge
