// In which order each evaluator sees their items: every item equally often at each position and as often early as late,
// and after every other item equally often, as far as that can be.
//
// Simulated annealing. A move exchanges two positions of an evaluator; mostly it goes on with the same two positions of
// other evaluators, until the items have as many turns at each as before, so that positions stay balanced while
// neighbours change (in a Latin square: the exchange of two symbols along a cycle).
//
// Needs sitmo's header (see random.hpp), and is therefore not part of seqjudge.hpp.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "../support/poll.hpp"
#include "../support/random.hpp"
#include "equitable_positions.hpp"
#include "plan_problem.hpp"

namespace seqjudge {

class Arrangement {
 public:
  Arrangement(const PlanProblem& problem, std::vector<std::vector<std::int32_t>> order, RandomStream& random)
      : problem_(problem), random_(random), order_(std::move(order)) {
    if (!constrained() && even_sizes()) {
      if (!is_latin()) equitable_positions(order_, problem_.items, problem_.positions);
    } else {
      for (std::size_t j = 0; j < problem_.evaluators; ++j) place(j);
    }
    count();
  }

  const std::vector<std::vector<std::int32_t>>& order() const { return order_; }

  template <class Poll>
  void run(std::size_t proposals, Poll& poll) {
    constexpr double hottest = 3, coldest = 0.2;
    auto best = order_;
    double best_energy = energy();
    double temperature = hottest;
    for (std::size_t k = 0; k < proposals && !is_ideal(); ++k) {
      if (k % 64 == 0) {
        poll();
        temperature = hottest * std::pow(coldest / hottest, static_cast<double>(k) / static_cast<double>(proposals));
      }
      propose(temperature);
      if (energy() < best_energy - 1e-9) {
        best_energy = energy();
        best = order_;
      }
    }
    if (!is_ideal()) {
      order_ = best;
      count();
    }
  }

 private:
  // What an unequal count at a position, or of early and late turns, costs in units of one of neighbours.
  static constexpr double position_weight = 8;
  static constexpr double lateness_weight = 3;

  bool constrained() const { return problem_.late || problem_.has_fixed; }
  bool even_sizes() const {
    return std::all_of(problem_.size.begin(), problem_.size.end(),
                       [this](std::size_t k) { return k == problem_.positions; });
  }
  // Complete designs may come in with balanced positions.
  bool is_latin() {
    if (problem_.positions != problem_.items) return false;
    count();
    return position_cost_ <= least_position_cost();
  }

  // Any order that keeps to the constraints: what is there last goes to the last free position.
  void place(std::size_t j) {
    auto items = order_[j];
    const auto fixed = [&](std::int32_t item) { return problem_.is_fixed(j, static_cast<std::size_t>(item)); };
    items.erase(std::remove_if(items.begin(), items.end(), fixed), items.end());
    random_.shuffle(items.data(), items.size());
    std::stable_sort(items.begin(), items.end(), [this](std::int32_t a, std::int32_t b) {
      return problem_.from[static_cast<std::size_t>(a)] < problem_.from[static_cast<std::size_t>(b)];
    });
    std::size_t next = 0;
    for (std::size_t p = 0; p < problem_.size[j]; ++p)
      order_[j][p] = problem_.fixed_at(j, p) >= 0 ? problem_.fixed_at(j, p) : items[next++];
  }

  std::int32_t& count_at(std::int32_t item, std::size_t position) {
    return counts_[static_cast<std::size_t>(item) * problem_.positions + position];
  }
  std::int32_t& after(std::int32_t first, std::int32_t second) {
    return after_[static_cast<std::size_t>(first) * problem_.items + static_cast<std::size_t>(second)];
  }
  // How far from the middle, in half positions.
  double lateness(std::size_t evaluator, std::size_t position) const {
    return 2 * static_cast<double>(position) + 1 - static_cast<double>(problem_.size[evaluator]);
  }

  void count() {
    counts_.assign(problem_.items * problem_.positions, 0);
    after_.assign(problem_.items * problem_.items, 0);
    late_.assign(problem_.items, 0);
    position_cost_ = neighbour_cost_ = lateness_cost_ = 0;
    neighbours_ = 0;
    for (std::size_t j = 0; j < problem_.evaluators; ++j)
      for (std::size_t p = 0; p < order_[j].size(); ++p) {
        put(j, p, order_[j][p], 1);
        if (p > 0) join(j, p, 1);
      }
  }

  void put(std::size_t j, std::size_t p, std::int32_t item, int sign) {
    auto& number = count_at(item, p);
    position_cost_ += 2 * sign * number + 1;
    number += sign;
    auto& late = late_[static_cast<std::size_t>(item)];
    lateness_cost_ -= late * late;
    late += sign * lateness(j, p);
    lateness_cost_ += late * late;
  }

  // The item at position p comes after the one before; not after a break.
  void join(std::size_t j, std::size_t p, int sign) {
    if (problem_.session[p] != problem_.session[p - 1]) return;
    auto& number = after(order_[j][p - 1], order_[j][p]);
    neighbour_cost_ += 2 * sign * number + 1;
    number += sign;
    neighbours_ += sign;
  }

  void join_around(std::size_t j, std::size_t p, std::size_t q, int sign) {
    const std::size_t n = order_[j].size();
    if (p > 0) join(j, p, sign);
    if (p + 1 < n) join(j, p + 1, sign);
    if (q > p + 1) join(j, q, sign);
    if (q + 1 < n) join(j, q + 1, sign);
  }

  // p < q.
  void swap(std::size_t j, std::size_t p, std::size_t q) {
    auto& own = order_[j];
    join_around(j, p, q, -1);
    put(j, p, own[p], -1);
    put(j, q, own[q], -1);
    std::swap(own[p], own[q]);
    put(j, p, own[p], 1);
    put(j, q, own[q], 1);
    join_around(j, p, q, 1);
  }

  bool may_swap(std::size_t j, std::size_t p, std::size_t q) const {
    if (q >= order_[j].size()) return false;
    if (problem_.fixed_at(j, p) >= 0 || problem_.fixed_at(j, q) >= 0) return false;
    return problem_.from[static_cast<std::size_t>(order_[j][q])] <= p;
  }

  double energy() const {
    const double k = static_cast<double>(problem_.positions);
    return position_weight * position_cost_ + neighbour_cost_ + lateness_weight * lateness_cost_ / (k * k);
  }

  void propose(double temperature) {
    if (problem_.positions < 2) return;
    const std::size_t start = random_.below(problem_.evaluators);
    std::size_t p = random_.below(problem_.positions), q = random_.below(problem_.positions);
    if (p == q) return;
    if (p > q) std::swap(p, q);
    if (!may_swap(start, p, q)) return;
    const double before = energy(), balanced = position_cost_;
    chain_.clear();
    swap_and_note(start, p, q);
    // What came to p from q, and so may be at p too often now.
    std::int32_t moved = order_[start][p];
    while (position_cost_ > balanced && chain_.size() < problem_.evaluators) {
      const std::size_t next = other_with(moved, p, q);
      if (next == problem_.evaluators) break;
      swap_and_note(next, p, q);
      moved = order_[next][p];
    }
    const double change = energy() - before;
    if (change <= 0 || random_.uniform() < std::exp(-change / temperature)) return;
    for (auto j = chain_.rbegin(); j != chain_.rend(); ++j) swap(*j, p, q);
  }

  void swap_and_note(std::size_t j, std::size_t p, std::size_t q) {
    swap(j, p, q);
    chain_.push_back(j);
  }

  // An evaluator not yet in the chain who has the item at p and may exchange it with that at q; from a random one on.
  std::size_t other_with(std::int32_t item, std::size_t p, std::size_t q) {
    const std::size_t from = random_.below(problem_.evaluators);
    for (std::size_t k = 0; k < problem_.evaluators; ++k) {
      const std::size_t j = (from + k) % problem_.evaluators;
      if (p < order_[j].size() && order_[j][p] == item && may_swap(j, p, q) &&
          std::find(chain_.begin(), chain_.end(), j) == chain_.end())
        return j;
    }
    return problem_.evaluators;
  }

  // The smallest sum of squares of `cells` whole numbers with this sum.
  static double least_squares(double total, double cells) {
    if (cells == 0) return 0;
    const double lower = std::floor(total / cells), above = total - lower * cells;
    return (cells - above) * lower * lower + above * (lower + 1) * (lower + 1);
  }

  double least_position_cost() const {
    double least = 0;
    for (std::size_t i = 0; i < problem_.items; ++i) {
      double turns = 0;
      for (std::size_t p = 0; p < problem_.positions; ++p) turns += counts_[i * problem_.positions + p];
      least += least_squares(turns, static_cast<double>(problem_.positions));
    }
    return least;
  }

  bool is_ideal() {
    if (least_position_ < 0) {
      const double n = static_cast<double>(problem_.items);
      least_position_ = least_position_cost();
      least_neighbour_ = least_squares(static_cast<double>(neighbours_), n * (n - 1));
      // An odd number of odd numbers is no less than one away from 0.
      least_lateness_ = 0;
      for (const double late : late_) least_lateness_ += std::fmod(std::abs(late), 2) == 1;
    }
    return position_cost_ <= least_position_ && neighbour_cost_ <= least_neighbour_ &&
           lateness_cost_ <= least_lateness_;
  }

  const PlanProblem& problem_;
  RandomStream& random_;
  std::vector<std::vector<std::int32_t>> order_;
  std::vector<std::int32_t> counts_, after_;
  std::vector<double> late_;
  std::vector<std::size_t> chain_;
  double position_cost_ = 0, neighbour_cost_ = 0, lateness_cost_ = 0;
  long neighbours_ = 0;
  double least_position_ = -1, least_neighbour_ = 0, least_lateness_ = 0;
};

}  // namespace seqjudge
