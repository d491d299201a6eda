// Positions for the items of evaluators who all see equally many, so that no item comes at one position more than once
// more often than at another. Such positions always exist: cut the appearances of each item into groups of as many as
// there are positions, and colour the edges between evaluators and groups (Koenig; de Werra's equitable colourings).

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace seqjudge {

namespace detail {

// A bipartite graph whose edges get one of `colours` colours, no two at a vertex the same. Edges are put in one by one;
// where no colour is free at both ends, two colours change places along a path.
class EdgeColouring {
 public:
  EdgeColouring(std::size_t left, std::size_t right, std::size_t colours)
      : left_(left), colours_(colours), at_((left + right) * colours, none) {}

  void add(std::size_t left, std::size_t right) {
    const std::size_t u = left, v = left_ + right;
    const std::size_t a = free_at(u), b = free_at(v);
    if (a != b) flip(v, a, b);
    at(u, a) = v;
    at(v, a) = u;
  }

  // The vertex on the right at the other end of the edge of this colour.
  std::size_t partner(std::size_t left, std::size_t colour) const { return at_[left * colours_ + colour] - left_; }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  std::size_t& at(std::size_t vertex, std::size_t colour) { return at_[vertex * colours_ + colour]; }
  std::size_t free_at(std::size_t vertex) {
    std::size_t colour = 0;
    while (at(vertex, colour) != none) ++colour;
    return colour;
  }
  // The path from the vertex whose edges have the colours a, b, a, ...: they get b, a, b, ... so that a becomes free.
  void flip(std::size_t vertex, std::size_t a, std::size_t b) {
    std::vector<std::size_t> path{vertex};
    for (std::size_t colour = a, next; (next = at(path.back(), colour)) != none; colour = colour == a ? b : a)
      path.push_back(next);
    for (std::size_t k = 0; k + 1 < path.size(); ++k) {
      const std::size_t old = k % 2 == 0 ? a : b;
      at(path[k], old) = none;
      at(path[k + 1], old) = none;
    }
    for (std::size_t k = 0; k + 1 < path.size(); ++k) {
      const std::size_t now = k % 2 == 0 ? b : a;
      at(path[k], now) = path[k + 1];
      at(path[k + 1], now) = path[k];
    }
  }

  std::size_t left_, colours_;
  std::vector<std::size_t> at_;
};

}  // namespace detail

// Puts the items of each evaluator in such an order. All see `positions` items.
inline void equitable_positions(std::vector<std::vector<std::int32_t>>& seen, std::size_t items,
                                std::size_t positions) {
  std::vector<std::size_t> shown(items, 0), group(items, 0);
  std::vector<std::size_t> item_of_group;
  std::size_t appearances = 0;
  for (const auto& own : seen) appearances += own.size();
  detail::EdgeColouring colouring(seen.size(), appearances, positions);
  for (std::size_t j = 0; j < seen.size(); ++j)
    for (const auto item : seen[j]) {
      const auto i = static_cast<std::size_t>(item);
      if (shown[i]++ % positions == 0) {
        group[i] = item_of_group.size();
        item_of_group.push_back(i);
      }
      colouring.add(j, group[i]);
    }
  for (std::size_t j = 0; j < seen.size(); ++j)
    for (std::size_t p = 0; p < positions; ++p)
      seen[j][p] = static_cast<std::int32_t>(item_of_group[colouring.partner(j, p)]);
}

}  // namespace seqjudge
