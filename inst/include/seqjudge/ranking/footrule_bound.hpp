// An upper bound on the error of the insertion algorithm when the noise is bounded (the paper's Theorem 1, with the
// constant of its proof).

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "../support/poll.hpp"
#include "encode.hpp"
#include "item_tree.hpp"

namespace seqjudge {

// A product this little above a whole number counts as that number: noise within delta cannot carry a score further.
constexpr double reach_tolerance = 1e-9;

// Twice the sum over t of rho(t, r[t] + reach) - rho(t, r[t] - reach), where reach = ceil(delta (t + 1)), t from 1, and
// rho(t, r) is the rank of the item with relative rank r (clamped to 1..t) among the first t. No noise within
// [-delta, delta] takes the sum of |estimate - rank| above it. `rank(t)` is a permutation of 0..n-1. O(n log n).
template <class Rank, class Poll = NoPoll>
double footrule_bound(const Rank& rank, std::size_t n, double delta, Poll poll = {}) {
  ItemTree<PositionRule> seen;
  double sum = 0;
  const auto add = [&](std::size_t k, std::int64_t relative) {
    seen.insert(static_cast<std::int32_t>(relative - 2));
    const auto t = static_cast<std::int64_t>(k) + 1;
    const double steps = std::ceil(delta * static_cast<double>(t + 1) - reach_tolerance);
    const auto reach = static_cast<std::int64_t>(std::min(std::max(steps, 0.0), static_cast<double>(t)));
    if (reach == 0) return;
    const auto rank_at = [&](std::int64_t place) {
      return static_cast<double>(rank(static_cast<std::size_t>(seen.item(static_cast<std::int32_t>(place - 1)))));
    };
    sum += rank_at(std::min(relative + reach, t)) - rank_at(std::max(relative - reach, std::int64_t{1}));
  };
  encode(rank, n, add, poll);
  return 2 * sum;
}

}  // namespace seqjudge
