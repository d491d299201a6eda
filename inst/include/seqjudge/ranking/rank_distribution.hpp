// The distribution of each item's rank, from draws of the ranking, and what is made of such distributions.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../support/poll.hpp"
#include "../support/threads.hpp"

namespace seqjudge {

// Shares of the draws in which items from..to-1 have each rank: share[item - from + (to - from) * (rank - 1)].
template <class Poll = NoPoll>
void rank_shares(const std::int32_t* ranks, std::size_t n, std::size_t draws, std::size_t from, std::size_t to,
                 double* share, Poll poll = {}) {
  const std::size_t items = to - from;
  std::vector<std::uint32_t> count(items * n, 0);
  for (std::size_t d = 0; d < draws; ++d) {
    if (d % 1024 == 0) poll();
    const std::int32_t* rank = ranks + d * n + from;
    for (std::size_t i = 0; i < items; ++i) ++count[i * n + static_cast<std::size_t>(rank[i]) - 1];
  }
  for (std::size_t i = 0; i < items; ++i)
    for (std::size_t k = 0; k < n; ++k) share[i + items * k] = count[i * n + k] / static_cast<double>(draws);
}

struct RankSummary {
  double mean = 0;
  double best = 0;  // the probability of the highest rank
  std::size_t median = 1, mode = 1;
  std::size_t lower = 1, upper = 1;  // the shortest run of ranks that holds at least `level`
};

// `probability(k)` is that of rank k + 1. Of several shortest runs the most probable is taken.
template <class Probability>
RankSummary summarise_ranks(const Probability& probability, std::size_t n, double level) {
  constexpr double rounding = 1e-12;
  RankSummary result;
  std::vector<double> below(n + 1, 0.0);  // P(rank <= k)
  for (std::size_t k = 0; k < n; ++k) {
    const double p = probability(k);
    below[k + 1] = below[k] + p;
    result.mean += static_cast<double>(k + 1) * p;
    if (p > probability(result.mode - 1) + rounding) result.mode = k + 1;
  }
  result.best = probability(n - 1);
  while (result.median < n && below[result.median] < 0.5 - rounding) ++result.median;
  result.upper = n;
  double held = below[n];
  for (std::size_t lower = 1, upper = 1; lower <= n; ++lower) {
    while (upper < n && below[upper] - below[lower - 1] < level - rounding) ++upper;
    const double mass = below[upper] - below[lower - 1];
    if (mass < level - rounding) break;
    const std::size_t length = upper - lower, shortest = result.upper - result.lower;
    if (length < shortest || (length == shortest && mass > held + rounding)) {
      result.lower = lower;
      result.upper = upper;
      held = mass;
    }
  }
  return result;
}

// cost[k] = E|rank - (k + 1)|, for k = 0..n-1.
template <class Probability>
void expected_distances(const Probability& probability, std::size_t n, double* cost, std::size_t stride) {
  double below = 0, mean = 0;
  for (std::size_t k = 0; k < n; ++k) mean += static_cast<double>(k + 1) * probability(k);
  // Moving from rank k to k + 1 adds one for all ranks up to k and takes one from the others.
  double now = mean - 1;
  for (std::size_t k = 0; k < n; ++k) {
    cost[k * stride] = std::max(now, 0.0);
    below += probability(k);
    now += 2 * below - 1;
  }
}

// above[i + n * j]: in how many of the draws item i ranks above item j.
template <class Poll = NoPoll>
void count_above(const std::int32_t* ranks, std::size_t n, std::size_t draws, std::int32_t* above, int threads,
                 Poll poll = {}) {
  constexpr std::size_t per_chunk = 16;
  for_each_chunk((n + per_chunk - 1) / per_chunk, threads,
                 [&](std::size_t chunk, auto& chunk_poll) {
                   const std::size_t from = chunk * per_chunk, to = std::min(n, from + per_chunk);
                   for (std::size_t d = 0; d < draws; ++d) {
                     if (d % 256 == 0) chunk_poll();
                     const std::int32_t* rank = ranks + d * n;
                     for (std::size_t j = from; j < to; ++j) {
                       std::int32_t* column = above + n * j;
                       const std::int32_t mine = rank[j];
                       for (std::size_t i = 0; i < n; ++i) column[i] += rank[i] > mine;
                     }
                   }
                 },
                 poll);
}

}  // namespace seqjudge
