// The linear assignment problem: give each row a column of its own, at the smallest total cost.
//
// Rows are brought in one by one. For each the shortest augmenting path is found, in terms of costs reduced by prices
// of rows and columns (the dual variables) that are never negative: the Hungarian method in its form of O(n^3). Where a
// row's cheap columns lie near those of the rows before it, paths are short and the time is closer to n^2.

#pragma once

#include <cstddef>
#include <limits>
#include <numeric>
#include <vector>

#include "../support/poll.hpp"

namespace seqjudge {

namespace detail {

class Assignment {
 public:
  Assignment(const double* cost, std::size_t n)
      : cost_(cost), n_(n), row_price_(n, 0.0), column_price_(n, 0.0), row_of_(n, n), previous_(n) {}

  void bring_in(std::size_t entering) {
    const std::size_t last = find_free_column(entering);
    // Prices change so that all costs along the path are reduced to 0.
    const double reached = distance_[last];
    row_price_[entering] += reached;
    for (const std::size_t j : visited_) {
      row_price_[row_of_[j]] += reached - distance_[j];
      column_price_[j] -= reached - distance_[j];
    }
    for (std::size_t j = last; j != n_;) {
      const std::size_t before = previous_[j];
      row_of_[j] = before == n_ ? entering : row_of_[before];
      j = before;
    }
  }
  std::vector<std::size_t> column_of() const {
    std::vector<std::size_t> column(n_);
    for (std::size_t j = 0; j < n_; ++j) column[row_of_[j]] = j;
    return column;
  }

 private:
  // Columns in `waiting_` have not been reached yet; those visited lie on some shortest path. Column n is none.
  std::size_t find_free_column(std::size_t row) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    waiting_.resize(n_);
    std::iota(waiting_.begin(), waiting_.end(), std::size_t{0});
    distance_.assign(n_, infinity);
    visited_.clear();
    double reached = 0;
    for (std::size_t last = n_;; row = row_of_[last]) {
      const double* costs = cost_ + row * n_;
      const double start = reached - row_price_[row];
      reached = infinity;
      std::size_t at = 0;
      for (std::size_t k = 0; k < waiting_.size(); ++k) {
        const std::size_t j = waiting_[k];
        const double through = start + costs[j] - column_price_[j];
        if (through < distance_[j]) {
          distance_[j] = through;
          previous_[j] = last;
        }
        // Of columns equally far, a free one ends the search.
        if (distance_[j] < reached || (distance_[j] == reached && row_of_[j] == n_)) {
          reached = distance_[j];
          at = k;
        }
      }
      last = waiting_[at];
      waiting_[at] = waiting_.back();
      waiting_.pop_back();
      if (row_of_[last] == n_) return last;
      visited_.push_back(last);
    }
  }

  const double* cost_;
  std::size_t n_;
  std::vector<double> row_price_, column_price_, distance_;
  std::vector<std::size_t> row_of_, previous_, visited_, waiting_;
};

}  // namespace detail

// cost[row * n + column]. Rows are brought in in the given order. The result is the column of each row.
template <class Poll = NoPoll>
std::vector<std::size_t> assign(const double* cost, std::size_t n, const std::vector<std::size_t>& order,
                                Poll poll = {}) {
  detail::Assignment assignment(cost, n);
  for (const std::size_t row : order) {
    poll();
    assignment.bring_in(row);
  }
  return assignment.column_of();
}

}  // namespace seqjudge
