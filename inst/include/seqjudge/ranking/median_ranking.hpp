// The ranking with the smallest expected number of pairs in the wrong order, given for each pair the probability that
// one is above the other (Kemeny's rule). For few items it is found by dynamic programming over sets of items; for
// many, by moving single items to where they cost least until no such move helps.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../support/poll.hpp"

namespace seqjudge {

// `above[i + n * j]` is the probability that item i is above item j. Orders run from the lowest item to the highest.
class PairCosts {
 public:
  PairCosts(const double* above, std::size_t n) : above_(above), n_(n) {}
  std::size_t size() const { return n_; }
  // The cost of putting item `low` below item `high`.
  double operator()(std::size_t low, std::size_t high) const { return above_[low + n_ * high]; }

  double of_order(const std::vector<std::size_t>& order) const {
    double sum = 0;
    for (std::size_t high = 0; high < n_; ++high)
      for (std::size_t low = 0; low < high; ++low) sum += (*this)(order[low], order[high]);
    return sum;
  }
  // No order can cost less than if every pair could be in its more likely order.
  double bound() const {
    double sum = 0;
    for (std::size_t i = 0; i < n_; ++i)
      for (std::size_t j = 0; j < i; ++j) sum += std::min((*this)(i, j), (*this)(j, i));
    return sum;
  }

 private:
  const double* above_;
  std::size_t n_;
};

constexpr std::size_t most_items_for_exact_median = 16;

// The best order of at most 16 items.
inline std::vector<std::size_t> exact_median_order(const PairCosts& cost) {
  const std::size_t n = cost.size(), sets = std::size_t{1} << n;
  const auto holds = [](std::size_t set, std::size_t item) { return (set >> item & 1) != 0; };
  // For each set of items as the lowest ones: the least cost, and the highest of them then.
  std::vector<double> least(sets, 0);
  std::vector<std::uint8_t> highest(sets, 0);
  for (std::size_t set = 1; set < sets; ++set) {
    bool found = false;
    for (std::size_t high = 0; high < n; ++high) {
      if (!holds(set, high)) continue;
      const std::size_t rest = set ^ (std::size_t{1} << high);
      double sum = least[rest];
      for (std::size_t low = 0; low < n; ++low)
        if (holds(rest, low)) sum += cost(low, high);
      if (!found || sum < least[set]) {
        found = true;
        least[set] = sum;
        highest[set] = static_cast<std::uint8_t>(high);
      }
    }
  }
  std::vector<std::size_t> order(n);
  for (std::size_t set = sets - 1, k = n; k > 0; set ^= std::size_t{1} << order[k]) order[--k] = highest[set];
  return order;
}

// Improves an order until no single item can be moved with a gain.
template <class Poll = NoPoll>
void improve_median_order(const PairCosts& cost, std::vector<std::size_t>& order, Poll poll = {}) {
  constexpr double smallest_gain = 1e-9;
  const std::size_t n = order.size();
  for (bool improved = true; improved;) {
    improved = false;
    for (std::size_t from = 0; from < n; ++from) {
      if (from % 64 == 0) poll();
      const std::size_t item = order[from];
      double gain = 0, best_gain = smallest_gain;
      std::size_t to = from;
      const auto consider = [&](std::size_t place) {
        if (gain > best_gain) {
          best_gain = gain;
          to = place;
        }
      };
      for (std::size_t k = from + 1; k < n; ++k) {
        gain += cost(item, order[k]) - cost(order[k], item);
        consider(k);
      }
      gain = 0;
      for (std::size_t k = from; k-- > 0;) {
        gain += cost(order[k], item) - cost(item, order[k]);
        consider(k);
      }
      if (to == from) continue;
      improved = true;
      const auto at = [&order](std::size_t k) { return order.begin() + static_cast<std::ptrdiff_t>(k); };
      if (to > from)
        std::rotate(at(from), at(from + 1), at(to + 1));
      else
        std::rotate(at(to), at(from), at(from + 1));
    }
  }
}

}  // namespace seqjudge
