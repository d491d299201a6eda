// One evaluator of a panel who saw some of its items, moved up and down the ranking as the chain of the panel does, and
// the slow way to the likelihood: unseen items as if they had been shown last, and not scored.

#ifndef SEQJUDGE_TESTS_PANEL_WALK_HPP
#define SEQJUDGE_TESTS_PANEL_WALK_HPP

#include "seqjudge/panel/evaluator_paths.hpp"
#include "support.hpp"

// An evaluator who was shown so many of the items, in random order, and left out some scores.
inline ScoreColumns random_evaluator(Random& random, std::size_t items, std::size_t seen) {
  std::uniform_real_distribution<double> uniform(-0.1, 1.1);
  ScoreColumns table;
  table.items = items;
  std::vector<double> scores(seen);
  for (auto& score : scores) score = random() % 8 ? uniform(random) : std::nan("");
  table.add(scores);
  table.item = random_permutation(items, random);
  table.item.resize(seen);
  return table;
}

// Unseen items follow without a score.
inline ScoreColumns padded(const ScoreColumns& table) {
  ScoreColumns all;
  all.items = table.items;
  all.item = table.item;
  for (std::int32_t item = 1; item <= static_cast<std::int32_t>(table.items); ++item)
    if (std::find(table.item.begin(), table.item.end(), item) == table.item.end()) all.item.push_back(item);
  std::vector<double> scores = table.value;
  scores.resize(table.items, std::nan(""));
  all.add(scores);
  return all;
}

class PanelWalk {
 public:
  // `order` holds the items, from 1, from the lowest to the highest.
  PanelWalk(const ScoreColumns& table, std::vector<std::int32_t> order, double size, double noise)
      : table_(table), order_(std::move(order)), points_(size, table.items), noise_(noise), position_(table.items, -1) {
    for (std::size_t t = 0; t < table.item.size(); ++t)
      position_[static_cast<std::size_t>(table.item[t]) - 1] = static_cast<std::int32_t>(t);
    std::vector<std::int32_t> own, gap{0};
    for (std::size_t k = 0; k < order_.size(); ++k) {
      if (position(k) < 0) {
        ++gap.back();
      } else {
        own.push_back(position(k));
        gap.push_back(0);
      }
    }
    paths_.set_order(own, gap);
    seqjudge::ScoreDensities densities;
    densities.fill(table_.view(), 0, points_, noise_);
    paths_.swap_densities(densities);
    paths_.refresh();
  }

  const std::vector<std::int32_t>& order() const { return order_; }
  seqjudge::EvaluatorPaths& paths() { return paths_; }
  double log_likelihood() { return paths_.log_likelihood(table_.view(), 0, points_, noise_); }
  bool seen(std::size_t k) const { return position(k) >= 0; }
  std::size_t own(std::size_t k) const { return paths_.rank(static_cast<std::size_t>(position(k))); }

  // The ranks k and k + 1 among all items.
  double ratio(std::size_t k) {
    if (seen(k) && seen(k + 1)) return paths_.exchange_ratio(own(k));
    return seen(k) ? paths_.pass_ratio(own(k), true) : seen(k + 1) ? paths_.pass_ratio(own(k + 1), false) : 1;
  }
  void exchange(std::size_t k) {
    if (seen(k) && seen(k + 1))
      paths_.exchange(own(k));
    else if (seen(k))
      paths_.pass(own(k), true);
    else if (seen(k + 1))
      paths_.pass(own(k + 1), false);
    std::swap(order_[k], order_[k + 1]);
  }
  // Calls visit(k) at each pair of neighbours, up and down the ranking.
  template <class Visit>
  void walk(int sweeps, const Visit& visit) {
    const std::size_t n = order_.size();
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      for (std::size_t k = 0; k < n; ++k) {
        if (k + 1 < n) visit(k);
        if (seen(k)) paths_.go_up(own(k));
      }
      for (std::size_t k = n; k-- > 0;) {
        if (k > 0) visit(k - 1);
        if (seen(k)) paths_.go_down(own(k));
      }
    }
  }

 private:
  std::int32_t position(std::size_t k) const { return position_[static_cast<std::size_t>(order_[k]) - 1]; }

  const ScoreColumns& table_;
  std::vector<std::int32_t> order_;
  seqjudge::PathPoints points_;
  double noise_;
  std::vector<std::int32_t> position_;
  seqjudge::EvaluatorPaths paths_;
};

inline double fresh_log_likelihood(const ScoreColumns& table, const std::vector<std::int32_t>& order, double size,
                                   double noise) {
  return PanelWalk(table, order, size, noise).log_likelihood();
}

#endif
