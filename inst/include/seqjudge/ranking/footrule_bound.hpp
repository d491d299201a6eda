// An upper bound on the error of the insertion algorithm when the noise is bounded (the paper's Theorem 1, with the
// constant of its proof).

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../support/poll.hpp"

namespace seqjudge {
namespace detail {

// A set of whole numbers from 0..n-1, full at first: how many are below, which is the k-th, and taking one out, each in
// O(log n). (A Fenwick tree: node i counts the members among the (i & -i) numbers up to i - 1.)
class ShrinkingSet {
 public:
  explicit ShrinkingSet(std::size_t n) : count_(n + 1, 0) {
    for (std::size_t i = 1; i <= n; ++i) count_[i] = static_cast<std::int32_t>(i & (~i + 1));
    while (2 * top_ <= n) top_ *= 2;
  }
  std::int64_t at_most(std::size_t value) const {
    std::int64_t sum = 0;
    for (std::size_t i = value + 1; i > 0; i &= i - 1) sum += count_[i];
    return sum;
  }
  // The k-th smallest, k from 1.
  std::size_t select(std::int64_t k) const {
    std::size_t below = 0;
    for (std::size_t step = top_; step > 0; step /= 2)
      if (below + step < count_.size() && count_[below + step] < k) {
        below += step;
        k -= count_[below];
      }
    return below;
  }
  void remove(std::size_t value) {
    for (std::size_t i = value + 1; i < count_.size(); i += i & (~i + 1)) --count_[i];
  }

 private:
  std::vector<std::int32_t> count_;
  std::size_t top_ = 1;
};

}  // namespace detail

// A product this little above a whole number counts as that number: noise within delta cannot carry a score further.
constexpr double reach_tolerance = 1e-9;

// Twice the sum over t of rho(t, r[t] + reach) - rho(t, r[t] - reach), where reach = ceil(delta (t + 1)), t from 1, and
// rho(t, r) is the rank of the item with relative rank r (clamped to 1..t) among the first t. No noise within
// [-delta, delta] takes the sum of |estimate - rank| above it. `rank(t)` is a permutation of 0..n-1. O(n log n).
template <class Rank, class Poll = NoPoll>
double footrule_bound(const Rank& rank, std::size_t n, double delta, Poll poll = {}) {
  detail::ShrinkingSet seen(n);
  double sum = 0;
  // Backwards, so that the set of the first t items only ever shrinks.
  for (std::size_t t = n; t > 0; --t) {
    if (t % poll_every == 0) poll();
    const auto here = static_cast<std::size_t>(rank(t - 1));
    const double steps = std::ceil(delta * static_cast<double>(t + 1) - reach_tolerance);
    const auto reach = static_cast<std::int64_t>(std::min(std::max(steps, 0.0), static_cast<double>(t)));
    if (reach > 0) {
      const std::int64_t relative = seen.at_most(here);
      const std::size_t upper = seen.select(std::min(relative + reach, static_cast<std::int64_t>(t)));
      const std::size_t lower = seen.select(std::max(relative - reach, std::int64_t{1}));
      sum += static_cast<double>(upper - lower);
    }
    seen.remove(here);
  }
  return 2 * sum;
}

}  // namespace seqjudge
