// The distribution of each item's rank, from draws of the ranking, and what is made of such distributions.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../support/poll.hpp"
#include "../support/threads.hpp"

namespace seqjudge {

// How often each of the items from..to-1, of n, has each rank.
class RankCounter {
 public:
  RankCounter(std::size_t n, std::size_t from, std::size_t to) : n_(n), from_(from), count_((to - from) * n, 0) {}

  void add(const std::int32_t* rank) {
    ++draws_;
    std::uint32_t* row = count_.data();
    for (const std::int32_t* own = rank + from_; row != count_.data() + count_.size(); row += n_, ++own)
      ++row[*own - 1];
  }
  void add_all(const RankCounter& other) {
    draws_ += other.draws_;
    for (std::size_t i = 0; i < count_.size(); ++i) count_[i] += other.count_[i];
  }
  // Shares of the draws: share[item - from + (to - from) * (rank - 1)].
  void shares(double* share) const {
    const std::size_t items = n_ == 0 ? 0 : count_.size() / n_;
    for (std::size_t i = 0; i < items; ++i)
      for (std::size_t k = 0; k < n_; ++k) share[i + items * k] = count_[i * n_ + k] / static_cast<double>(draws_);
  }

 private:
  std::size_t n_, from_, draws_ = 0;
  std::vector<std::uint32_t> count_;
};

// How often item i ranks above item j: above[i + n * j].
class AboveCounter {
 public:
  explicit AboveCounter(std::size_t n) : n_(n), above_(n * n, 0) {}

  void add(const std::int32_t* rank) {
    std::int32_t* column = above_.data();
    for (std::size_t j = 0; j < n_; ++j, column += n_)
      for (std::size_t i = 0; i < n_; ++i) column[i] += rank[i] > rank[j];
  }
  void add_all(const AboveCounter& other) {
    for (std::size_t i = 0; i < above_.size(); ++i) above_[i] += other.above_[i];
  }
  const std::vector<std::int32_t>& above() const { return above_; }

 private:
  std::size_t n_;
  std::vector<std::int32_t> above_;
};

// Shares of the draws in which items from..to-1 have each rank: share[item - from + (to - from) * (rank - 1)].
template <class Poll = NoPoll>
void rank_shares(const std::int32_t* ranks, std::size_t n, std::size_t draws, std::size_t from, std::size_t to,
                 double* share, Poll poll = {}) {
  RankCounter counter(n, from, to);
  for (std::size_t d = 0; d < draws; ++d) {
    if (d % 1024 == 0) poll();
    counter.add(ranks + d * n);
  }
  counter.shares(share);
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
