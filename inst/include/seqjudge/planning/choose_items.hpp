// Which items each evaluator sees: every item equally often, and every pair of items by equally many evaluators, as far
// as that can be.
//
// Loads are balanced exactly, by chains of exchanges from the item seen most often to one that is seen less. Pairs are
// balanced by simulated annealing over exchanges between two evaluators, which leave the loads alone; it ends early
// where the sum of the squared counts is as small as whole numbers allow.
//
// Needs sitmo's header (see random.hpp), and is therefore not part of seqjudge.hpp.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <numeric>
#include <vector>

#include "../support/poll.hpp"
#include "../support/random.hpp"
#include "plan_problem.hpp"

namespace seqjudge {

class ItemChoice {
 public:
  ItemChoice(const PlanProblem& problem, RandomStream& random)
      : problem_(problem),
        random_(random),
        seen_(problem.evaluators),
        sees_(problem.evaluators * problem.items, 0),
        load_(problem.items, 0) {}

  const std::vector<std::vector<std::int32_t>>& seen() const { return seen_; }

  template <class Poll>
  void run(std::size_t proposals, std::size_t restarts, Poll& poll) {
    begin();
    balance_loads(poll);
    count_pairs();
    auto best = seen_;
    double best_cost = cost_;
    for (std::size_t k = 0; k < restarts && best_cost > least_cost(); ++k) {
      anneal(proposals, poll);
      if (cost_ < best_cost) {
        best_cost = cost_;
        best = seen_;
      }
    }
    seen_ = best;
  }

 private:
  std::int32_t& pair(std::int32_t a, std::int32_t b) {
    return pairs_[static_cast<std::size_t>(a) * problem_.items + static_cast<std::size_t>(b)];
  }
  std::uint8_t& sees(std::size_t evaluator, std::int32_t item) {
    return sees_[evaluator * problem_.items + static_cast<std::size_t>(item)];
  }
  int& load(std::int32_t item) { return load_[static_cast<std::size_t>(item)]; }

  // The first items in time, of these the least loaded, of these any: so each evaluator's items fit.
  void begin() {
    std::vector<std::int32_t> items(problem_.items);
    std::iota(items.begin(), items.end(), 0);
    for (std::size_t j = 0; j < problem_.evaluators; ++j) {
      for (std::size_t p = 0; p < problem_.size[j]; ++p)
        if (problem_.fixed_at(j, p) >= 0) take(j, problem_.fixed_at(j, p));
      random_.shuffle(items.data(), items.size());
      std::stable_sort(items.begin(), items.end(), [this](std::int32_t a, std::int32_t b) {
        const auto from_a = problem_.from[static_cast<std::size_t>(a)],
                   from_b = problem_.from[static_cast<std::size_t>(b)];
        return from_a != from_b ? from_a < from_b : load(a) < load(b);
      });
      for (const auto item : items) {
        if (seen_[j].size() == problem_.size[j]) break;
        if (problem_.may_see(j, static_cast<std::size_t>(item)) && !sees(j, item)) take(j, item);
      }
    }
  }

  void take(std::size_t evaluator, std::int32_t item) {
    seen_[evaluator].push_back(item);
    sees(evaluator, item) = 1;
    ++load(item);
  }

  // Would the evaluator's items be a valid choice with `in` at the place of number `slot`?
  bool may_exchange(std::size_t evaluator, std::size_t slot, std::int32_t in) {
    if (sees(evaluator, in) || !problem_.may_see(evaluator, static_cast<std::size_t>(in))) return false;
    const auto out = seen_[evaluator][slot];
    if (problem_.is_fixed(evaluator, static_cast<std::size_t>(out))) return false;
    if (!problem_.late) return true;
    auto proposed = seen_[evaluator];
    proposed[slot] = in;
    return problem_.fits(evaluator, proposed);
  }

  void exchange(std::size_t evaluator, std::size_t slot, std::int32_t in) {
    auto& item = seen_[evaluator][slot];
    sees(evaluator, item) = 0;
    --load(item);
    item = in;
    sees(evaluator, item) = 1;
    ++load(item);
  }

  template <class Poll>
  void balance_loads(Poll& poll) {
    bool better = true;
    while (better) {
      poll();
      better = false;
      std::vector<std::int32_t> items(problem_.items);
      std::iota(items.begin(), items.end(), 0);
      random_.shuffle(items.data(), items.size());
      std::stable_sort(items.begin(), items.end(),
                       [this](std::int32_t a, std::int32_t b) { return load(a) > load(b); });
      for (const auto item : items)
        if (lighten(item)) {
          better = true;
          break;
        }
    }
  }

  struct Step {
    std::int32_t before;  // the item that leads here
    std::size_t evaluator, slot;
  };

  // A chain of exchanges that takes one off this item and gives it to one with at least two fewer.
  bool lighten(std::int32_t start) {
    std::vector<Step> step(problem_.items, {-1, 0, 0});
    std::vector<std::uint8_t> reached(problem_.items, 0);
    std::deque<std::int32_t> queue{start};
    reached[static_cast<std::size_t>(start)] = 1;
    while (!queue.empty()) {
      const auto item = queue.front();
      queue.pop_front();
      for (std::size_t j = 0; j < problem_.evaluators; ++j) {
        if (!sees(j, item)) continue;
        const auto slot =
            static_cast<std::size_t>(std::find(seen_[j].begin(), seen_[j].end(), item) - seen_[j].begin());
        for (std::int32_t next = 0; next < static_cast<std::int32_t>(problem_.items); ++next) {
          if (reached[static_cast<std::size_t>(next)] || !may_exchange(j, slot, next)) continue;
          reached[static_cast<std::size_t>(next)] = 1;
          step[static_cast<std::size_t>(next)] = {item, j, slot};
          if (load(next) <= load(start) - 2 && follow(step, next)) return true;
          queue.push_back(next);
        }
      }
    }
    return false;
  }

  // Exchanges from the end of the chain to its beginning. Two at the same evaluator may be in each other's way; then
  // nothing is done.
  bool follow(const std::vector<Step>& step, std::int32_t end) {
    std::vector<Step> chain;
    std::vector<std::int32_t> in;
    for (auto item = end; step[static_cast<std::size_t>(item)].before >= 0;
         item = step[static_cast<std::size_t>(item)].before) {
      const auto& link = step[static_cast<std::size_t>(item)];
      for (const auto& other : chain)
        if (other.evaluator == link.evaluator) return false;
      chain.push_back(link);
      in.push_back(item);
    }
    for (std::size_t k = 0; k < chain.size(); ++k) exchange(chain[k].evaluator, chain[k].slot, in[k]);
    return true;
  }

  void count_pairs() {
    pairs_.assign(problem_.items * problem_.items, 0);
    for (const auto& own : seen_)
      for (const auto a : own)
        for (const auto b : own)
          if (a != b) ++pair(a, b);
    cost_ = 0;
    for (const double count : pairs_) cost_ += count * count / 2;
  }

  // If the counts of all pairs differed by one at most.
  double least_cost() const {
    double total = 0;
    for (const double k : problem_.size) total += k * (k - 1) / 2;
    const double n = static_cast<double>(problem_.items), pairs = n * (n - 1) / 2;
    if (pairs == 0) return 0;
    const double lower = std::floor(total / pairs), above = total - lower * pairs;
    return (pairs - above) * lower * lower + above * (lower + 1) * (lower + 1) + 1e-9;
  }

  template <class Poll>
  void anneal(std::size_t proposals, Poll& poll) {
    constexpr double hottest = 2, coldest = 0.4;
    const double least = least_cost();
    const bool uneven = std::adjacent_find(load_.begin(), load_.end(), std::not_equal_to<int>()) != load_.end();
    double temperature = hottest;
    for (std::size_t k = 0; k < proposals && cost_ > least; ++k) {
      if (k % 1024 == 0) {
        poll();
        temperature = hottest * std::pow(coldest / hottest, static_cast<double>(k) / static_cast<double>(proposals));
      }
      if (uneven && random_.below(4) == 0)
        propose_replacement(temperature);
      else
        propose_exchange(temperature);
    }
  }

  bool accepts(double change, double temperature) {
    return change <= 0 || random_.uniform() < std::exp(-change / temperature);
  }

  // What the sum of the squared counts gains when `out` makes room for `in` beside these items.
  double change_beside(std::size_t evaluator, std::int32_t out, std::int32_t in, std::size_t except) {
    double change = 0;
    for (const auto other : seen_[evaluator])
      if (other != out && (except == problem_.evaluators || !sees(except, other)))
        change += 2 * (pair(in, other) - pair(out, other) + 1);
    return change;
  }

  void move(std::size_t evaluator, std::size_t slot, std::int32_t in) {
    const auto out = seen_[evaluator][slot];
    exchange(evaluator, slot, in);
    for (const auto other : seen_[evaluator]) {
      if (other == in) continue;
      --pair(out, other), --pair(other, out);
      ++pair(in, other), ++pair(other, in);
    }
  }

  void propose_exchange(double temperature) {
    const std::size_t a = random_.below(problem_.evaluators), b = random_.below(problem_.evaluators);
    if (a == b || seen_[a].empty() || seen_[b].empty()) return;
    const std::size_t at_a = random_.below(seen_[a].size()), at_b = random_.below(seen_[b].size());
    const auto i = seen_[a][at_a], j = seen_[b][at_b];
    if (i == j || !may_exchange(a, at_a, j) || !may_exchange(b, at_b, i)) return;
    const double change = change_beside(a, i, j, b) + change_beside(b, j, i, a);
    if (!accepts(change, temperature)) return;
    move(a, at_a, j);
    move(b, at_b, i);
    cost_ += change;
  }

  // An item that is seen once more than another changes places with it.
  void propose_replacement(double temperature) {
    const std::size_t a = random_.below(problem_.evaluators);
    if (seen_[a].empty()) return;
    const std::size_t slot = random_.below(seen_[a].size());
    const auto out = seen_[a][slot];
    const auto in = static_cast<std::int32_t>(random_.below(problem_.items));
    if (load(in) != load(out) - 1 || !may_exchange(a, slot, in)) return;
    const double change = change_beside(a, out, in, problem_.evaluators);
    if (!accepts(change, temperature)) return;
    move(a, slot, in);
    cost_ += change;
  }

  const PlanProblem& problem_;
  RandomStream& random_;
  std::vector<std::vector<std::int32_t>> seen_;
  std::vector<std::uint8_t> sees_;
  std::vector<int> load_;
  std::vector<std::int32_t> pairs_;
  double cost_ = 0;
};

}  // namespace seqjudge
