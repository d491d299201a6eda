// Rankings, possibly with ties: what counts as one, and the permutation behind one.

#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "../support/poll.hpp"

namespace seqjudge {

enum class RankingKind { not_a_ranking, permutation, with_ties };

namespace detail {

// Is it a permutation of 1..n? Any numbers may be asked about. Calls found(t, index) with the index from 0 of item t's
// rank, as long as it may be one.
template <class Rank, class Found, class Poll>
bool read_permutation(const Rank& rank, std::size_t n, const Found& found, Poll& poll) {
  // Bytes: setting a bit takes longer.
  std::vector<unsigned char> seen(n, 0);
  return all_steps(
      n,
      [&](std::size_t t) {
        const double value = rank(t);
        if (!(value >= 1 && value <= static_cast<double>(n))) return false;
        const auto index = static_cast<std::int32_t>(value) - 1;
        if (static_cast<double>(index + 1) != value || seen[static_cast<std::size_t>(index)]) return false;
        seen[static_cast<std::size_t>(index)] = 1;
        found(t, index);
        return true;
      },
      poll);
}

}  // namespace detail

// The ranking as a permutation of 0..n-1, or an empty vector where it is none.
template <class Rank, class Poll = NoPoll>
std::vector<std::int32_t> as_permutation(const Rank& rank, std::size_t n, Poll poll = {}) {
  std::vector<std::int32_t> permutation(n);
  const auto keep = [&permutation](std::size_t t, std::int32_t index) { permutation[t] = index; };
  if (!detail::read_permutation(rank, n, keep, poll)) permutation.clear();
  return permutation;
}

// A ranking is a permutation of 1..n, or ranks in which tied items all bear the average, all the lowest or all the
// highest of the ranks they share, as R's rank() makes them.
template <class Rank, class Poll = NoPoll>
RankingKind classify_ranking(const Rank& rank, std::size_t n, Poll poll = {}) {
  const auto ignore = [](std::size_t, std::int32_t) {};
  if (detail::read_permutation(rank, n, ignore, poll)) return RankingKind::permutation;
  // Ranks are multiples of one half: twice the rank indexes a table.
  std::vector<std::int32_t> count(2 * n + 1, 0);
  const auto add = [&](std::size_t t) {
    const double twice = 2.0 * rank(t);
    if (!(twice >= 2.0 && twice <= 2.0 * static_cast<double>(n))) return false;
    const auto index = static_cast<std::size_t>(twice);
    if (static_cast<double>(index) != twice) return false;
    ++count[index];
    return true;
  };
  if (!detail::all_steps(n, add, poll)) return RankingKind::not_a_ranking;
  bool average = true, lowest = true, highest = true;
  std::size_t below = 0;
  for (std::size_t index = 2; index <= 2 * n; ++index) {
    const auto size = static_cast<std::size_t>(count[index]);
    if (size == 0) continue;
    average &= index == 2 * below + size + 1;
    lowest &= index == 2 * (below + 1);
    highest &= index == 2 * (below + size);
    below += size;
  }
  return average || lowest || highest ? RankingKind::with_ties : RankingKind::not_a_ranking;
}

// The ranking as a permutation of 0..n-1: tied items in the order `item(0), item(1), ...` lists them.
template <class Rank, class Item, class Poll>
std::vector<std::int32_t> break_ties_along(const Rank& rank, std::size_t n, const Item& item, Poll& poll) {
  std::vector<std::int32_t> next(2 * n + 1, 0);
  const auto index = [&rank](std::size_t t) { return static_cast<std::size_t>(2.0 * rank(t)); };
  detail::all_steps(
      n, [&](std::size_t t) { ++next[index(t)]; }, poll);
  std::int32_t sum = 0;
  for (auto& entry : next) sum += std::exchange(entry, sum);
  std::vector<std::int32_t> permutation(n);
  const auto place = [&](std::size_t k) {
    const auto t = static_cast<std::size_t>(item(k));
    permutation[t] = next[index(t)]++;
  };
  detail::all_steps(n, place, poll);
  return permutation;
}

// Tied items in order of presentation: an item ranks above an equal one that came before, as the relative rank (which
// counts items ranked at or below) has it.
template <class Rank, class Poll = NoPoll>
std::vector<std::int32_t> break_ties(const Rank& rank, std::size_t n, Poll poll = {}) {
  auto permutation = as_permutation(rank, n, poll);
  if (permutation.size() == n) return permutation;
  const auto presented = [](std::size_t k) { return k; };
  return break_ties_along(rank, n, presented, poll);
}

}  // namespace seqjudge
