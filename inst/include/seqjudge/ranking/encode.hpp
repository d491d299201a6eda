// From a ranking to relative ranks: how many of the items so far rank at or below this one.
//
// A tree of Counters over the ranks: an item adds one to the counters of its ranges, at every level, and reads there
// how many earlier items lie in the ranges ahead. O(n log n) time, little more than one byte an item.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "../support/poll.hpp"
#include "counters.hpp"

namespace seqjudge {
namespace detail {

class RankCounter {
 public:
  explicit RankCounter(std::size_t ranks) {
    std::size_t nodes = ranks / fan_out + 1;
    bottom_.resize(nodes);
    nodes = nodes / fan_out + 1;
    middle_.resize(nodes);
    nodes = nodes / fan_out + 1;
    upper_.resize(nodes);
    while (nodes > 1) {
      nodes = nodes / fan_out + 1;
      top_.emplace_back(nodes);
    }
  }
  // Adds rank `rank` (from 0, each at most once); returns how many smaller ones have been added.
  std::int64_t add_rank(std::int32_t rank) {
    std::uint32_t k = static_cast<std::uint32_t>(rank);
    std::int64_t smaller = add_to(bottom_, k);
    smaller += add_to(middle_, k);
    smaller += add_to(upper_, k);
    for (auto& level : top_) smaller += add_to(level, k);
    return smaller;
  }

 private:
  template <class Count>
  static Count add_to(std::vector<Counters<Count>>& level, std::uint32_t& k) {
    const int range = static_cast<int>(k % fan_out);
    k /= fan_out;
    return add(level[k], range);
  }
  // A counter never exceeds 15 children's capacity: 15 * 1, 15 * 16 and 15 * 256 fit their types.
  std::vector<Counters<std::int8_t>> bottom_;
  std::vector<Counters<std::int16_t>> middle_;
  std::vector<Counters<std::int16_t>> upper_;
  std::vector<std::vector<Counters<std::int32_t>>> top_;
};

// Up to here comparing each pair is faster.
constexpr std::size_t few_to_encode = 24;

}  // namespace detail

// Calls visit(t, r) for t = 0, 1, ..., n - 1 with the relative rank r of item t: the number of items i <= t whose rank
// is at most that of t. `rank(t)` is a permutation of 0..n-1.
template <class Rank, class Visit, class Poll = NoPoll>
void encode(const Rank& rank, std::size_t n, const Visit& visit, Poll poll = {}) {
  if (n <= detail::few_to_encode) {
    for (std::size_t t = 0; t < n; ++t) {
      const auto here = rank(t);
      std::int64_t relative = 1;
      for (std::size_t i = 0; i < t; ++i) relative += rank(i) < here;
      visit(t, relative);
    }
    return;
  }
  detail::RankCounter counter(n);
  detail::all_steps(
      n, [&](std::size_t t) { visit(t, counter.add_rank(rank(t)) + 1); }, poll);
}

}  // namespace seqjudge
