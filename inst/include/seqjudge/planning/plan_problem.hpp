// What a plan of who sees what, and in which order, must keep to.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace seqjudge {

struct PlanProblem {
  std::size_t items = 0;
  std::size_t evaluators = 0;
  std::size_t positions = 0;          // of the evaluator who sees most
  std::vector<std::size_t> size;      // how many items each evaluator sees
  std::vector<std::uint8_t> allowed;  // evaluator by evaluator: which items they may see
  std::vector<std::size_t> from;      // the first position of each item, from 0
  std::vector<std::int32_t> fixed;    // evaluator by evaluator: the item of each position; -1 where it is free
  std::vector<std::int32_t> session;  // of each position: items of different sessions are no neighbours
  bool late = false;                  // is any item not there from the beginning?
  bool has_fixed = false;

  bool may_see(std::size_t evaluator, std::size_t item) const { return allowed[evaluator * items + item] != 0; }
  std::int32_t fixed_at(std::size_t evaluator, std::size_t position) const {
    return fixed[evaluator * positions + position];
  }
  bool is_fixed(std::size_t evaluator, std::size_t item) const {
    if (!has_fixed) return false;
    const auto first = fixed.begin() + static_cast<std::ptrdiff_t>(evaluator * positions);
    return std::find(first, first + static_cast<std::ptrdiff_t>(positions), static_cast<std::int32_t>(item)) !=
           first + static_cast<std::ptrdiff_t>(positions);
  }

  std::vector<std::size_t> free_positions(std::size_t evaluator) const {
    std::vector<std::size_t> free;
    for (std::size_t p = 0; p < size[evaluator]; ++p)
      if (fixed_at(evaluator, p) < 0) free.push_back(p);
    return free;
  }

  // Can these items, all that the evaluator is to see, be put where they may stand? The one that is there first goes to
  // the first free position, and so on.
  bool fits(std::size_t evaluator, const std::vector<std::int32_t>& seen) const {
    if (!late) return true;
    std::vector<std::size_t> first;
    for (const auto item : seen)
      if (!is_fixed(evaluator, static_cast<std::size_t>(item))) first.push_back(from[static_cast<std::size_t>(item)]);
    std::sort(first.begin(), first.end());
    const auto free = free_positions(evaluator);
    for (std::size_t k = 0; k < first.size(); ++k)
      if (first[k] > free[k]) return false;
    return true;
  }
};

}  // namespace seqjudge
