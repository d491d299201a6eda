// The insertion estimator while the scores come in: after every score the ranking so far, the same as
// insertion_ranking() makes of these scores.
//
// An item never changes sides with a prior item, so that the number of prior items below it, fixed on arrival, is the
// key of its place in the row. A calibrated evaluator (an infinite prior) has no array: items are sorted by score.

#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <variant>
#include <vector>

#include "encode.hpp"
#include "insertion_ranking.hpp"
#include "item_tree.hpp"

namespace seqjudge {

class LiveRanking {
 public:
  // Places, of items and of prior items, are counted in 32 bits while both are at most this many.
  static constexpr std::int32_t max_items = (std::int32_t{1} << 30) - 1;

  // The prior size is a whole number from 0 to max_prior_size, or infinity.
  explicit LiveRanking(double prior_size, HalfWay half_way = HalfWay::lower) : half_way_(half_way) {
    if (std::isinf(prior_size)) {
      tree_.template emplace<Calibrated>();
      return;
    }
    first_steps_ = static_cast<std::int64_t>(prior_size) + 2;
    if (prior_size > max_items)
      tree_.template emplace<LargePrior>();
    else if (prior_size > 0)
      tree_.template emplace<SmallPrior>();
  }

  std::int32_t size() const {
    return std::visit([](const auto& tree) { return tree.size(); }, tree_);
  }

  // Gets memory for this many more items at once.
  void reserve(std::size_t more) {
    std::visit([more](auto& tree) { tree.reserve(more); }, tree_);
  }

  // The next item in order of arrival; items are numbered from 0. Returns its rank among those that have arrived, as
  // rank() has it. If memory runs out nothing has changed.
  double insert(double score) {
    return std::visit(
        [this, score](auto& tree) -> double {
          if constexpr (is_calibrated<decltype(tree)>) {
            const std::int32_t below = tree.insert(score);
            return average_rank(below, tree.count(next_score(score)));
          } else {
            using Target = typename std::decay_t<decltype(tree)>::Target;
            const std::int64_t relative = nearest_relative_rank(score, first_steps_ + tree.size(), half_way_);
            // Doubles hold these whole numbers exactly: places go up to 2^52 + 2^30.
            return tree.insert(static_cast<Target>(relative - 2)) + 1;
          }
        },
        tree_);
  }

  // The first n items of an empty ranking at once, score(t) for t from 0: found(t, rank) tells what insert() would.
  // With a finite prior size the whole ranking is made offline, read backwards for the ranks on arrival, and the tree
  // built over it, which takes a fraction of the time. If the poll throws, or memory runs out, nothing has changed.
  template <class Score, class Found, class Poll = NoPoll>
  void insert_first(const Score& score, std::size_t n, const Found& found, Poll poll = {}) {
    std::visit(
        [&](auto& tree) {
          if constexpr (is_calibrated<decltype(tree)>) {
            for (std::size_t t = 0; t < n; ++t) {
              if (t % poll_every == poll_every - 1) poll();
              found(t, insert(score(t)));
            }
          } else if (n > 0) {
            build(tree, score, n, found, poll);
          }
        },
        tree_);
  }

  // An item's rank among those that have arrived, 1 for the lowest; tied items of a calibrated evaluator have the
  // average of their ranks.
  double rank(std::int32_t item) const {
    return std::visit(
        [item](const auto& tree) -> double {
          if constexpr (is_calibrated<decltype(tree)>) {
            const double score = tree.key(item);
            return average_rank(tree.count(score), tree.count(next_score(score)));
          } else {
            return tree.position(item) + 1;
          }
        },
        tree_);
  }

  // The item at a position from 0, the lowest, to size() - 1. Of tied items the first that came is the highest.
  std::int32_t item(std::int32_t position) const {
    return std::visit([position](const auto& tree) { return tree.item(position); }, tree_);
  }

  // Writes all items' ranks to rank[0..size()).
  template <class Rank>
  void ranks(Rank* rank) const {
    std::visit(
        [rank](const auto& tree) {
          if constexpr (is_calibrated<decltype(tree)>) {
            average_ranks(tree, rank);
          } else {
            std::int32_t next = 0;
            tree.for_each([rank, &next](std::int32_t item, auto) { rank[item] = static_cast<Rank>(++next); });
          }
        },
        tree_);
  }

 private:
  using NoPrior = ItemTree<PositionRule>;
  using SmallPrior = ItemTree<PlaceRule<std::int32_t>>;
  using LargePrior = ItemTree<PlaceRule<double>>;
  using Calibrated = ItemTree<ScoreRule>;
  template <class Tree>
  static constexpr bool is_calibrated = std::is_same_v<std::decay_t<Tree>, Calibrated>;

  template <class Tree, class Score, class Found, class Poll>
  void build(Tree& tree, const Score& score, std::size_t n, const Found& found, Poll& poll) {
    using Key = typename Tree::Key;
    std::vector<std::int32_t> rank(n), along(n);
    insertion_ranking(score, n, first_steps_ - 2, half_way_, rank.data(), poll);
    for (std::size_t t = 0; t < n; ++t) along[static_cast<std::size_t>(rank[t] - 1)] = static_cast<std::int32_t>(t);
    const auto relative = [&](std::size_t t) {
      return nearest_relative_rank(score(t), first_steps_ + static_cast<std::int64_t>(t), half_way_);
    };
    const auto item = [&along](std::int32_t k) { return along[static_cast<std::size_t>(k)]; };
    const auto count = static_cast<std::int32_t>(n);
    if constexpr (std::is_same_v<Tree, NoPrior>) {
      tree.build(count, item, [](std::int32_t) { return Key{}; });
      for (std::size_t t = 0; t < n; ++t) found(t, static_cast<double>(relative(t)));
    } else {
      // What the rank on arrival lacks to the relative rank are prior items.
      std::vector<std::int32_t> arrived(n);
      encode([&rank](std::size_t t) { return rank[t] - 1; }, n,
             [&arrived](std::size_t t, std::int64_t among) { arrived[t] = static_cast<std::int32_t>(among); }, poll);
      tree.build(count, item, [&](std::int32_t i) {
        const auto t = static_cast<std::size_t>(i);
        return static_cast<Key>(relative(t) - arrived[t]);
      });
      for (std::size_t t = 0; t < n; ++t) found(t, static_cast<double>(arrived[t]));
    }
  }

  // What is before the next score is not above this one.
  static double next_score(double score) { return std::nextafter(score, std::numeric_limits<double>::infinity()); }
  static double average_rank(std::int32_t below, std::int32_t up_to) {
    return (static_cast<double>(below) + up_to + 1) / 2;
  }

  template <class Rank>
  static void average_ranks(const Calibrated& tree, Rank* rank) {
    std::vector<std::int32_t> tied;
    double last = 0;
    std::int32_t below = 0;
    const auto finish = [&] {
      const auto up_to = below + static_cast<std::int32_t>(tied.size());
      for (const std::int32_t item : tied) rank[item] = static_cast<Rank>(average_rank(below, up_to));
      below = up_to;
      tied.clear();
    };
    tree.for_each([&](std::int32_t item, double score) {
      if (score != last) finish();
      last = score;
      tied.push_back(item);
    });
    finish();
  }

  HalfWay half_way_;
  std::int64_t first_steps_ = 2;
  std::variant<NoPrior, SmallPrior, LargePrior, Calibrated> tree_;
};

}  // namespace seqjudge
