// The linear assignment problem: give each row a column of its own, at the smallest total cost.
//
// Rows are brought in one by one. For each the shortest augmenting path is found, in terms of costs reduced by prices
// of rows and columns (the dual variables) that are never negative: the Hungarian method in its form of O(n^3). Where a
// row's cheap columns lie near those of the rows before it, paths are short and the time is closer to n^2.

#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "../support/poll.hpp"

namespace seqjudge {

// cost[row * n + column]. Rows are brought in in the given order. The result is the column of each row.
template <class Poll = NoPoll>
std::vector<std::size_t> assign(const double* cost, std::size_t n, const std::vector<std::size_t>& order,
                                Poll poll = {}) {
  const std::size_t none = n;
  std::vector<double> row_price(n, 0.0), column_price(n, 0.0), distance(n);
  std::vector<std::size_t> row_of(n, none), previous(n), visited, waiting(n);
  for (const std::size_t entering : order) {
    poll();
    // Columns in `waiting` have not been reached yet; those visited lie on some shortest path.
    waiting.resize(n);
    for (std::size_t j = 0; j < n; ++j) waiting[j] = j;
    distance.assign(n, std::numeric_limits<double>::infinity());
    visited.clear();
    std::size_t row = entering, last = none;
    double reached = 0;
    for (;;) {
      const double* costs = cost + row * n;
      const double start = reached - row_price[row];
      double nearest = std::numeric_limits<double>::infinity();
      std::size_t at = 0;
      for (std::size_t k = 0; k < waiting.size(); ++k) {
        const std::size_t j = waiting[k];
        const double through = start + costs[j] - column_price[j];
        if (through < distance[j]) {
          distance[j] = through;
          previous[j] = last;
        }
        // Of columns equally far, a free one ends the search.
        if (distance[j] < nearest || (distance[j] == nearest && row_of[j] == none)) {
          nearest = distance[j];
          at = k;
        }
      }
      reached = nearest;
      last = waiting[at];
      waiting[at] = waiting.back();
      waiting.pop_back();
      if (row_of[last] == none) break;
      visited.push_back(last);
      row = row_of[last];
    }
    // Prices change so that all costs along the path are reduced to 0.
    row_price[entering] += reached;
    for (const std::size_t j : visited) {
      row_price[row_of[j]] += reached - distance[j];
      column_price[j] -= reached - distance[j];
    }
    for (std::size_t j = last; j != none;) {
      const std::size_t before = previous[j];
      row_of[j] = before == none ? entering : row_of[before];
      j = before;
    }
  }
  std::vector<std::size_t> column_of(n);
  for (std::size_t j = 0; j < n; ++j) column_of[row_of[j]] = j;
  return column_of;
}

}  // namespace seqjudge
