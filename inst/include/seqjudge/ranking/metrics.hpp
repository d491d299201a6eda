// How far two rankings lie apart, as plain sums and counts: whoever calls divides by n^2 (or n) if wanted. Rankings are
// callables that return the rank of item t (from 0) and may hold ties as in classify_ranking.hpp.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../support/poll.hpp"
#include "classify_ranking.hpp"
#include "encode.hpp"

namespace seqjudge {

// Spearman's footrule: the sum of |a - b|.
template <class A, class B>
double footrule(const A& a, const B& b, std::size_t n) {
  double sum = 0;
  for (std::size_t t = 0; t < n; ++t) sum += std::fabs(static_cast<double>(a(t)) - static_cast<double>(b(t)));
  return sum;
}

namespace detail {

// Which of 1..n a value is; 0 or n + 1 for what is none. `wrong` remembers fractions.
inline std::size_t rank_slot(std::int32_t value, std::size_t n, bool&) {
  return value < 0 ? 0 : std::min(static_cast<std::size_t>(value), n + 1);
}
inline std::size_t rank_slot(double value, std::size_t n, bool& wrong) {
  // Clamped before the cast, which is undefined for values that do not fit. NaN becomes 0.
  const auto slot = static_cast<std::size_t>(std::min(value >= 0 ? value : 0, static_cast<double>(n + 1)));
  wrong |= static_cast<double>(slot) != value;
  return slot;
}

}  // namespace detail

// The footrule of two permutations of 1..n, whose ranks may be any numbers of type std::int32_t or double: -1 if either
// is none. Checking takes no pass of its own, and there is no branch in the loop.
template <class A, class B, class Poll = NoPoll>
double permutation_footrule(const A& a, const B& b, std::size_t n, Poll poll = {}) {
  // Short rankings come by the million: no memory is asked for.
  constexpr std::size_t few = 1024;
  const std::size_t slots = n + 2;
  unsigned char short_seen[2 * (few + 2)];
  std::vector<unsigned char> long_seen(n > few ? 2 * slots : 0);
  unsigned char* const seen_a = n > few ? long_seen.data() : short_seen;
  unsigned char* const seen_b = seen_a + slots;
  if (n <= few) std::fill_n(short_seen, 2 * slots, 0);
  bool wrong = false;
  std::int64_t sum = 0;
  detail::all_steps(
      n,
      [&](std::size_t t) {
        const std::size_t slot_a = detail::rank_slot(a(t), n, wrong), slot_b = detail::rank_slot(b(t), n, wrong);
        seen_a[slot_a] = seen_b[slot_b] = 1;
        const auto difference = static_cast<std::int64_t>(slot_a) - static_cast<std::int64_t>(slot_b);
        sum += difference < 0 ? -difference : difference;
      },
      poll);
  // Of n values none is twice there, and none beyond, if there are n different ones within.
  const auto all_seen = [n](const unsigned char* seen) {
    return std::all_of(seen + 1, seen + n + 1, [](unsigned char there) { return there; });
  };
  return !wrong && all_seen(seen_a) && all_seen(seen_b) ? static_cast<double>(sum) : -1;
}

namespace detail {

// The ranks by `a` (a permutation) of the items in increasing order of `b`. Items tied in b come by increasing a, and
// those tied in a by increasing b, so that no tie looks like a pair in opposite order.
template <class A, class B, class Poll>
std::vector<std::int32_t> ranks_along(const A& a, const B& b, std::size_t n, Poll& poll) {
  std::vector<std::int32_t> by_a = as_permutation(a, n, poll);
  std::vector<std::int32_t> by_b = as_permutation(b, n, poll);
  std::vector<std::int32_t> along(n);
  const auto invert = [&along, &poll](const std::vector<std::int32_t>& rank) {
    all_steps(
        rank.size(), [&](std::size_t t) { along[static_cast<std::size_t>(rank[t])] = static_cast<std::int32_t>(t); },
        poll);
  };
  if (by_a.size() < n || by_b.size() < n) {
    const auto item = [&along](std::size_t k) { return along[k]; };
    invert(break_ties(a, n, poll));
    by_b = break_ties_along(b, n, item, poll);
    invert(by_b);
    by_a = break_ties_along(a, n, item, poll);
  }
  all_steps(
      n, [&](std::size_t t) { along[static_cast<std::size_t>(by_b[t])] = by_a[t]; }, poll);
  return along;
}

}  // namespace detail

// Kendall's distance: the number of pairs that the two rankings put in opposite order. A tie in either is no
// opposition.
template <class A, class B, class Poll = NoPoll>
double kendall(const A& a, const B& b, std::size_t n, Poll poll = {}) {
  const auto along = detail::ranks_along(a, b, n, poll);
  double discordant = 0;
  encode([&along](std::size_t k) { return along[k]; }, n,
         [&discordant](std::size_t k, std::int64_t relative) {
           discordant += static_cast<double>(static_cast<std::int64_t>(k) + 1 - relative);
         },
         poll);
  return discordant;
}

// Distance of the inversion vectors: the sum of |relative rank in a - relative rank in b|.
template <class A, class B, class Poll = NoPoll>
double inversion(const A& a, const B& b, std::size_t n, Poll poll = {}) {
  const std::vector<std::int32_t> pa = break_ties(a, n, poll), pb = break_ties(b, n, poll);
  std::vector<std::int32_t> relative_a(n);
  encode([&pa](std::size_t t) { return pa[t]; }, n,
         [&relative_a](std::size_t t, std::int64_t relative) { relative_a[t] = static_cast<std::int32_t>(relative); },
         poll);
  double sum = 0;
  encode([&pb](std::size_t t) { return pb[t]; }, n,
         [&](std::size_t t, std::int64_t relative) { sum += std::fabs(static_cast<double>(relative_a[t] - relative)); },
         poll);
  return sum;
}

// Calls found(i, j) for every pair i < j whose scores and true ranks are in opposite order.
template <class Score, class Truth, class Found, class Poll = NoPoll>
void conflicts(const Score& score, const Truth& truth, std::size_t n, const Found& found, Poll poll = {}) {
  std::size_t since_poll = 0;
  for (std::size_t i = 0; i < n; ++i) {
    since_poll += n;
    if (since_poll >= poll_every) {
      poll();
      since_poll = 0;
    }
    for (std::size_t j = i + 1; j < n; ++j)
      if ((score(i) < score(j) && truth(i) > truth(j)) || (score(i) > score(j) && truth(i) < truth(j))) found(i, j);
  }
}

}  // namespace seqjudge
