// The ranking that the scores themselves induce, with the tie rules of R's rank().

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "../support/poll.hpp"

namespace seqjudge {

enum class Ties { average, first, last, random, max, min };

namespace detail {

struct Keyed {
  std::uint64_t key;
  std::int32_t item;
};

// Unsigned integers that sort as the (finite) scores do.
inline std::uint64_t sort_key(double score) {
  score += 0.0;  // -0 and 0 are one score
  std::uint64_t bits;
  std::memcpy(&bits, &score, sizeof bits);
  constexpr std::uint64_t sign = std::uint64_t{1} << 63;
  return bits & sign ? ~bits : bits | sign;
}

inline bool by_key(const Keyed& a, const Keyed& b) { return a.key < b.key; }

// Calls visit(begin, end) for each run of items that agree in the upper bits of their keys, and are sorted by these.
template <class Visit, class Poll>
void for_each_run(const std::vector<Keyed>& items, int lower_bits, const Visit& visit, Poll& poll) {
  const std::size_t n = items.size();
  std::size_t next_poll = poll_every;
  for (std::size_t begin = 0; begin < n;) {
    if (begin >= next_poll) {
      poll();
      next_poll = begin + poll_every;
    }
    std::size_t end = begin + 1;
    while (end < n && items[end].key >> lower_bits == items[begin].key >> lower_bits) ++end;
    visit(begin, end);
    begin = end;
  }
}

// Stable sort by key: a radix sort on the upper half of the bits, lowest digit first, which leaves little to do. Digits
// that all keys share are passed over.
template <int Bits, class Poll>
void radix_sort(std::vector<Keyed>& items, Poll& poll) {
  constexpr int digits = (32 + Bits - 1) / Bits;
  constexpr int lower_bits = 64 - digits * Bits;
  constexpr std::size_t values = std::size_t{1} << Bits;
  const std::size_t n = items.size();
  std::vector<std::array<std::uint32_t, values>> count(digits);
  for (auto& digit : count) digit.fill(0);
  const auto digit_of = [](std::uint64_t key, int d) {
    return static_cast<std::size_t>(key >> (lower_bits + d * Bits)) & (values - 1);
  };
  const auto count_digits = [&](std::size_t k) {
    for (int d = 0; d < digits; ++d) ++count[static_cast<std::size_t>(d)][digit_of(items[k].key, d)];
  };
  all_steps(n, count_digits, poll);
  const std::unique_ptr<Keyed[]> spare(new Keyed[n]);
  Keyed* from = items.data();
  Keyed* to = spare.get();
  for (int d = 0; d < digits; ++d) {
    auto& next = count[static_cast<std::size_t>(d)];
    if (next[digit_of(from[0].key, d)] == n) continue;
    std::uint32_t sum = 0;
    for (auto& entry : next) sum += std::exchange(entry, sum);
    const auto place = [&next, from, to, digit_of, d](std::size_t k) {
      to[next[digit_of(from[k].key, d)]++] = from[k];
    };
    all_steps(n, place, poll);
    std::swap(from, to);
  }
  if (from != items.data()) std::copy(from, from + n, items.data());
  // As a rule few runs are left to sort, of two or three items.
  const auto sort_run = [&items](std::size_t begin, std::size_t end) {
    const auto first = items.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = items.begin() + static_cast<std::ptrdiff_t>(end);
    if (!std::is_sorted(first, last, by_key)) std::stable_sort(first, last, by_key);
  };
  for_each_run(items, lower_bits, sort_run, poll);
}

template <class Score, class Poll>
std::vector<Keyed> sorted_by_score(const Score& score, std::size_t n, Poll& poll) {
  std::vector<Keyed> items(n);
  all_steps(
      n,
      [&](std::size_t t) {
        items[t] = {sort_key(score(t)), static_cast<std::int32_t>(t)};
      },
      poll);
  if (n < 64)
    std::sort(items.begin(), items.end(),
              [](const Keyed& a, const Keyed& b) { return a.key != b.key ? a.key < b.key : a.item < b.item; });
  else if (n < 16384)
    radix_sort<8>(items, poll);
  else
    radix_sort<11>(items, poll);
  return items;
}

// The rank of the k-th item (from 0) by score, which is tied with those from `begin` to before `end`.
inline double rank_in_run(Ties ties, std::size_t begin, std::size_t end, std::size_t k) {
  switch (ties) {
    case Ties::average:
      return 0.5 * static_cast<double>(begin + 1 + end);
    case Ties::last:
      return static_cast<double>(begin + end - k);
    case Ties::max:
      return static_cast<double>(end);
    case Ties::min:
      return static_cast<double>(begin + 1);
    default:  // first, or random after shuffling
      return static_cast<double>(k + 1);
  }
}

}  // namespace detail

// Ranks (1 = lowest) by score; only Ties::average makes fractions. `random_index(k)` returns a whole number in 0..k-1
// and is called under Ties::random only.
template <class Score, class Rank, class RandomIndex, class Poll = NoPoll>
void induced_ranking(const Score& score, std::size_t n, Ties ties, Rank* rank, const RandomIndex& random_index,
                     Poll poll = {}) {
  auto items = detail::sorted_by_score(score, n, poll);
  const auto rank_run = [&](std::size_t begin, std::size_t end) {
    if (ties == Ties::random)
      for (std::size_t k = end - begin; k > 1; --k)
        std::swap(items[begin + k - 1].item, items[begin + random_index(k)].item);
    for (std::size_t k = begin; k < end; ++k)
      rank[items[k].item] = static_cast<Rank>(detail::rank_in_run(ties, begin, end, k));
  };
  detail::for_each_run(items, 0, rank_run, poll);
}

}  // namespace seqjudge
