// Who sees what in which order: Williams designs where everybody sees everything, and a search for the rest.
//
// Needs sitmo's header (see random.hpp), and is therefore not part of seqjudge.hpp.

#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "../support/poll.hpp"
#include "../support/random.hpp"
#include "arrange_items.hpp"
#include "choose_items.hpp"
#include "plan_problem.hpp"
#include "williams.hpp"

namespace seqjudge {

struct PlanEffort {
  std::size_t exchanges = 0;  // proposals for who sees what, at each start
  std::size_t restarts = 4;
  std::size_t arrangements = 0;  // proposals for the order
};

namespace detail {

inline bool is_complete(const PlanProblem& problem) {
  for (const auto size : problem.size)
    if (size != problem.items) return false;
  return true;
}

// Rows of a Williams design, again from the beginning where there are more evaluators, with random names for the items.
inline std::vector<std::vector<std::int32_t>> williams_rows(const PlanProblem& problem, RandomStream& random) {
  std::vector<std::int32_t> name(problem.items);
  std::iota(name.begin(), name.end(), 0);
  random.shuffle(name.data(), name.size());
  const auto design = williams_design(problem.items);
  std::vector<std::size_t> row(design.size());
  std::iota(row.begin(), row.end(), std::size_t{0});
  std::vector<std::vector<std::int32_t>> order;
  for (std::size_t j = 0; j < problem.evaluators; ++j) {
    const std::size_t k = j % design.size();
    // Rows of one square, so that as few as there are have balanced positions; the mirrored square after it.
    if (k % problem.items == 0) random.shuffle(row.data() + k, problem.items);
    std::vector<std::int32_t> own;
    for (const int item : design[row[k]]) own.push_back(name[static_cast<std::size_t>(item)]);
    order.push_back(own);
  }
  return order;
}

}  // namespace detail

template <class Poll = NoPoll>
std::vector<std::vector<std::int32_t>> plan_orders(const PlanProblem& problem, const PlanEffort& effort,
                                                   RandomStream random, Poll poll = {}) {
  std::vector<std::vector<std::int32_t>> seen;
  if (detail::is_complete(problem)) {
    seen = detail::williams_rows(problem, random);
  } else {
    ItemChoice choice(problem, random);
    choice.run(effort.exchanges, effort.restarts, poll);
    seen = choice.seen();
  }
  Arrangement arrangement(problem, std::move(seen), random);
  arrangement.run(effort.arrangements, poll);
  return arrangement.order();
}

}  // namespace seqjudge
