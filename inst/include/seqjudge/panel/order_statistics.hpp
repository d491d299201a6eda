// What the order of presentation does to scores, by six statistics, in the true order and in shuffled ones.
//
// Without an effect of the order any order in which an evaluator could have given the same scores to the same items is
// as good as any other. Each row is a score: the residual of the item, its quality as others see it, the product of the
// two and its squared distance from the evaluator's centre move with the item; the weights stay with the position.
// Evaluators who saw the items in one common order form a cluster, and are shuffled alike.
//
// Needs sitmo's header (see random.hpp), and is therefore not part of seqjudge.hpp.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "../support/poll.hpp"
#include "../support/random.hpp"
#include "../support/threads.hpp"

namespace seqjudge {

constexpr std::size_t order_statistics_count = 6;
// Drift, start, serial, neighbour, discrimination, spread.
using OrderStatistics = std::array<double, order_statistics_count>;

struct OrderTable {
  // Sequence s has the rows start[s] to start[s + 1] - 1, in order of presentation.
  std::vector<std::int32_t> start;
  std::vector<double> residual, quality, product, distance;  // of items
  std::vector<double> drift, first, shape;                   // of positions
  // Cluster c has the sequences cluster_start[c] to cluster_start[c + 1] - 1, which have slots[c] items among them.
  // slot_row holds for each sequence the row of each of its cluster's items, or -1 where that has no score.
  std::vector<std::int32_t> cluster_start, slots, slot_row;

  std::size_t sequences() const { return start.size() - 1; }
  std::size_t clusters() const { return slots.size(); }
};

// An order of the items of each cluster, and the rows that it puts at the positions of each sequence.
class OrderArrangement {
 public:
  explicit OrderArrangement(const OrderTable& table) : table_(table), row_(table.residual.size()) {
    for (const std::int32_t n : table.slots) {
      begin_.push_back(slot_.size());
      slot_.resize(slot_.size() + static_cast<std::size_t>(n));
    }
    begin_.push_back(slot_.size());
    reset();
  }

  void reset() {
    for (std::size_t c = 0; c < table_.clusters(); ++c) std::iota(first(c), first(c + 1), 0);
  }
  void shuffle(RandomStream& random) {
    for (std::size_t c = 0; c < table_.clusters(); ++c) random.shuffle(&*first(c), begin_[c + 1] - begin_[c]);
  }
  // The next of all arrangements, in the manner of a clock. False after the last.
  bool next() {
    for (std::size_t c = 0; c < table_.clusters(); ++c)
      if (std::next_permutation(first(c), first(c + 1))) return true;
    return false;
  }

  OrderStatistics statistics() {
    arrange();
    OrderStatistics sum{};
    for (std::size_t s = 0; s < table_.sequences(); ++s) {
      const auto from = static_cast<std::size_t>(table_.start[s]), to = static_cast<std::size_t>(table_.start[s + 1]);
      for (std::size_t i = from; i < to; ++i) {
        const std::size_t own = row_[i];
        const double e = table_.residual[own];
        sum[0] += table_.drift[i] * e;
        sum[1] += table_.first[i] * e;
        if (i > from) {
          sum[2] += e * table_.residual[row_[i - 1]];
          sum[3] += e * table_.quality[row_[i - 1]];
        }
        sum[4] += table_.shape[i] * table_.product[own];
        sum[5] += table_.shape[i] * table_.distance[own];
      }
    }
    return sum;
  }

 private:
  std::vector<std::int32_t>::iterator first(std::size_t c) {
    return slot_.begin() + static_cast<std::ptrdiff_t>(begin_[c]);
  }
  void arrange() {
    std::size_t i = 0, offset = 0;
    for (std::size_t c = 0; c < table_.clusters(); ++c) {
      const auto n = static_cast<std::size_t>(table_.slots[c]);
      for (auto s = table_.cluster_start[c]; s < table_.cluster_start[c + 1]; ++s, offset += n)
        for (std::size_t p = 0; p < n; ++p) {
          const std::int32_t row = table_.slot_row[offset + static_cast<std::size_t>(slot_[begin_[c] + p])];
          if (row >= 0) row_[i++] = static_cast<std::size_t>(row);
        }
    }
  }

  const OrderTable& table_;
  std::vector<std::size_t> row_, begin_;
  std::vector<std::int32_t> slot_;
};

// Statistics of `count` random arrangements, one after the other. Each has a random stream of its own.
template <class Poll = NoPoll>
void shuffled_order_statistics(const OrderTable& table, std::uint64_t seed, std::size_t count, double* result,
                               int threads, Poll poll = {}) {
  constexpr std::size_t together = 16;
  for_each_chunk((count + together - 1) / together, threads,
                 [&](std::size_t chunk, auto& chunk_poll) {
                   OrderArrangement arrangement(table);
                   for (std::size_t k = chunk * together; k < std::min(count, (chunk + 1) * together); ++k) {
                     chunk_poll();
                     RandomStream random(seed, k);
                     arrangement.reset();
                     arrangement.shuffle(random);
                     const auto found = arrangement.statistics();
                     std::copy(found.begin(), found.end(), result + k * order_statistics_count);
                   }
                 },
                 poll);
}

// Statistics of all arrangements, of which there are `count`; the first is the true order.
template <class Poll = NoPoll>
void all_order_statistics(const OrderTable& table, std::size_t count, double* result, Poll poll = {}) {
  OrderArrangement arrangement(table);
  for (std::size_t k = 0; k < count; ++k) {
    if (k > 0) arrangement.next();
    const auto found = arrangement.statistics();
    std::copy(found.begin(), found.end(), result + k * order_statistics_count);
    if (k % 1024 == 0) poll();
  }
}

}  // namespace seqjudge
