// Rankings, possibly with ties: what counts as one, and the permutation behind one.

#ifndef SEQJUDGE_RANKINGS_HPP
#define SEQJUDGE_RANKINGS_HPP

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace seqjudge {

enum class RankingKind { not_a_ranking, permutation, with_ties };

// The ranking as a permutation of 0..n-1, or an empty vector where it is none. Any numbers may be asked about.
template <class Rank>
std::vector<std::int32_t> as_permutation(const Rank& rank, std::size_t n) {
  std::vector<std::int32_t> permutation(n);
  // Bytes: setting a bit takes longer.
  std::vector<unsigned char> seen(n, 0);
  for (std::size_t t = 0; t < n; ++t) {
    const double value = rank(t);
    if (!(value >= 1 && value <= static_cast<double>(n))) return {};
    const auto index = static_cast<std::int32_t>(value) - 1;
    if (static_cast<double>(index + 1) != value || seen[static_cast<std::size_t>(index)]) return {};
    seen[static_cast<std::size_t>(index)] = 1;
    permutation[t] = index;
  }
  return permutation;
}

// A ranking is a permutation of 1..n, or ranks in which tied items all bear the average, all the lowest or all the
// highest of the ranks they share, as R's rank() makes them.
template <class Rank>
RankingKind classify_ranking(const Rank& rank, std::size_t n) {
  if (as_permutation(rank, n).size() == n) return RankingKind::permutation;
  // Ranks are multiples of one half: twice the rank indexes a table.
  std::vector<std::int32_t> count(2 * n + 1, 0);
  for (std::size_t t = 0; t < n; ++t) {
    const double twice = 2.0 * rank(t);
    if (!(twice >= 2.0 && twice <= 2.0 * static_cast<double>(n))) return RankingKind::not_a_ranking;
    const auto index = static_cast<std::size_t>(twice);
    if (static_cast<double>(index) != twice) return RankingKind::not_a_ranking;
    ++count[index];
  }
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
template <class Rank, class Item>
std::vector<std::int32_t> break_ties(const Rank& rank, std::size_t n, const Item& item) {
  std::vector<std::int32_t> next(2 * n + 1, 0);
  const auto index = [&rank](std::size_t t) { return static_cast<std::size_t>(2.0 * rank(t)); };
  for (std::size_t t = 0; t < n; ++t) ++next[index(t)];
  std::int32_t sum = 0;
  for (auto& entry : next) sum += std::exchange(entry, sum);
  std::vector<std::int32_t> permutation(n);
  for (std::size_t k = 0; k < n; ++k) {
    const auto t = static_cast<std::size_t>(item(k));
    permutation[t] = next[index(t)]++;
  }
  return permutation;
}

// Tied items in order of presentation: an item ranks above an equal one that came before, as the relative rank (which
// counts items ranked at or below) has it.
template <class Rank>
std::vector<std::int32_t> break_ties(const Rank& rank, std::size_t n) {
  auto permutation = as_permutation(rank, n);
  if (permutation.size() == n) return permutation;
  return break_ties(rank, n, [](std::size_t k) { return k; });
}

}  // namespace seqjudge

#endif
