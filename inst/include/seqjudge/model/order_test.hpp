// Does the order of presentation matter? A test that holds its level whatever the scale.
//
// Without an effect of the order an evaluator could as well have given the same scores at any other positions. So the
// likelihood of finite prior sizes, averaged over sizes and noises, is set beside that in shuffled orders. Any
// statistic makes a valid test; this one is looked up in a table by position and score, in which close scores, and late
// positions, count as one.
//
// Needs sitmo's header (see random.hpp), and is therefore not part of seqjudge.hpp.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "../support/normal.hpp"
#include "../support/poll.hpp"
#include "../support/random.hpp"
#include "../support/threads.hpp"
#include "lattice.hpp"
#include "model_scores.hpp"

namespace seqjudge {

// Prior sizes and noises with the logarithms of their weights.
struct OrderGrid {
  std::vector<EvaluatorModel> models;
  std::vector<double> log_weight;
};

class OrderStatistic {
 public:
  // Rows lie evaluator after evaluator, all of them scored.
  template <class Poll = NoPoll>
  OrderStatistic(const ModelScores& scores, const OrderGrid& grid, int threads, Poll poll = {})
      : scores_(scores), grid_(grid), models_(grid.models.size()) {
    group_positions();
    std::vector<SeenScore> cells = scores.bins > 0 ? cells_of_bins() : cells_of_numbers();
    cells_ = cells.size();
    table_.resize(groups_.size() * cells_ * models_);
    for_each_chunk(
        groups_.size(), threads,
        [&](std::size_t g) {
          for (std::size_t m = 0; m < models_; ++m) {
            const auto lattice = grid_.models[m].lattice<NormalLattice>(groups_[g]);
            for (std::size_t c = 0; c < cells_; ++c)
              table_[(g * cells_ + c) * models_ + m] = std::max(log_density(lattice, cells[c]), least_log);
          }
        },
        poll);
  }

  double observed() const { return statistic(cell_); }

  // In an order of its own for each evaluator; those who saw the same items in the same order are in one cluster, and
  // are shuffled alike. No clusters: all orders differ.
  double shuffled(RandomStream& random, const std::vector<std::int32_t>& cluster = {}) const {
    std::vector<std::int32_t> cell = cell_;
    const std::uint64_t seed = cluster.empty() ? 0 : random.below(std::uint64_t{1} << 52);
    for (std::size_t e = 0; e < scores_.evaluators; ++e) {
      if (cluster.empty()) {
        random.shuffle(cell.data() + scores_.first(e), scores_.seen(e));
      } else {
        RandomStream(seed, static_cast<std::uint64_t>(cluster[e]))
            .shuffle(cell.data() + scores_.first(e), scores_.seen(e));
      }
    }
    return statistic(cell);
  }

 private:
  static constexpr std::size_t single_positions = 64, most_cells = 512, least_cells = 32, most_entries = 10000;
  // One score that no model explains must not outweigh all others for good.
  static constexpr double least_log = -1e4;

  // Late positions hardly differ from their neighbours.
  void group_positions() {
    const std::size_t last = scores_.last_position();
    std::vector<std::size_t> of(last + 1);
    for (std::size_t from = 1; from <= last;) {
      const std::size_t to = from <= single_positions ? from : std::min(last, from + from / 32);
      std::fill(of.begin() + static_cast<std::ptrdiff_t>(from), of.begin() + static_cast<std::ptrdiff_t>(to) + 1,
                groups_.size());
      groups_.push_back((from + to) / 2);
      from = to + 1;
    }
    group_.resize(scores_.rows);
    for (std::size_t i = 0; i < scores_.rows; ++i) group_[i] = of[static_cast<std::size_t>(scores_.position[i])];
  }

  std::vector<SeenScore> cells_of_bins() {
    cell_.resize(scores_.rows);
    std::vector<SeenScore> cells(static_cast<std::size_t>(scores_.bins));
    for (std::size_t i = 0; i < scores_.rows; ++i) {
      cell_[i] = scores_.bin[i] - 1;
      cells[static_cast<std::size_t>(cell_[i])] = scores_.score(i);
    }
    return cells;
  }
  // Each value by itself where there are few, else stretches of equal width.
  std::vector<SeenScore> cells_of_numbers() {
    const std::size_t most =
        std::min(std::max(most_entries / std::max<std::size_t>(groups_.size(), 1), least_cells), most_cells);
    cell_.resize(scores_.rows);
    std::vector<SeenScore> cells;
    std::vector<double> values(scores_.value, scores_.value + std::min<std::size_t>(scores_.rows, 20 * most));
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    const auto number = [&](double y) {
      return static_cast<std::size_t>(std::lower_bound(values.begin(), values.end(), y) - values.begin());
    };
    bool few = values.size() <= most;
    for (std::size_t i = 0; i < scores_.rows && few; ++i) {
      const std::size_t k = number(scores_.value[i]);
      few = k < values.size() && values[k] == scores_.value[i];
      cell_[i] = static_cast<std::int32_t>(k);
    }
    if (few) {
      for (const double y : values) cells.push_back({y, y});
      return cells;
    }
    // What lies far outside the scale counts as lying at its ends.
    const double low = std::max(*std::min_element(scores_.value, scores_.value + scores_.rows), -1.0);
    const double high = std::min(*std::max_element(scores_.value, scores_.value + scores_.rows), 2.0);
    const double width = std::max((high - low) / static_cast<double>(most), 1e-12);
    for (std::size_t c = 0; c < most; ++c) {
      const double y = low + (static_cast<double>(c) + 0.5) * width;
      cells.push_back({y, y});
    }
    for (std::size_t i = 0; i < scores_.rows; ++i) {
      const double place = std::min(std::max((scores_.value[i] - low) / width, 0.0), static_cast<double>(most) - 1);
      cell_[i] = static_cast<std::int32_t>(place);
    }
    return cells;
  }

  double statistic(const std::vector<std::int32_t>& cell) const {
    std::vector<double> sum(models_);
    const auto add = [&](std::size_t entry, double times) {
      const double* const own = table_.data() + entry * models_;
      for (std::size_t m = 0; m < models_; ++m) sum[m] += times * own[m];
    };
    const auto entry = [&](std::size_t i) { return group_[i] * cells_ + static_cast<std::size_t>(cell[i]); };
    if (scores_.rows < groups_.size() * cells_) {
      for (std::size_t i = 0; i < scores_.rows; ++i) add(entry(i), 1);
    } else {
      std::vector<std::uint32_t> count(groups_.size() * cells_);
      for (std::size_t i = 0; i < scores_.rows; ++i) ++count[entry(i)];
      for (std::size_t k = 0; k < count.size(); ++k)
        if (count[k] > 0) add(k, count[k]);
    }
    for (std::size_t m = 0; m < models_; ++m) sum[m] += grid_.log_weight[m];
    const double highest = *std::max_element(sum.begin(), sum.end());
    double total = 0;
    for (const double own : sum) total += std::exp(own - highest);
    return highest + std::log(total);
  }

  const ModelScores& scores_;
  const OrderGrid& grid_;
  const std::size_t models_;
  std::size_t cells_ = 0;
  std::vector<std::size_t> groups_;  // the position that stands for each group
  std::vector<std::size_t> group_;   // of each row
  std::vector<std::int32_t> cell_;   // of each row
  std::vector<double> table_;        // by group, cell and model
};

// A p-value by simulation: the share of `most` values drawn(k) that reach what was observed, that itself included.
// Where more than a fifth of the `first` ones reach it the others are left out. Nothing depends on the number of
// threads.
struct SimulatedP {
  double p_value;
  std::size_t drawn;
};

template <class Drawn, class Poll = NoPoll>
SimulatedP simulated_p_value(double observed, const Drawn& drawn, std::size_t first, std::size_t most, int threads,
                             Poll poll = {}) {
  std::vector<double> values(most);
  const double enough = observed - 1e-9 * (1 + std::fabs(observed));
  const auto reached = [&](std::size_t to) {
    return static_cast<double>(std::count_if(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(to),
                                             [&](double v) { return v >= enough; }));
  };
  const auto draw = [&](std::size_t from, std::size_t to) {
    for_each_chunk(
        to - from, threads, [&](std::size_t k) { values[from + k] = drawn(from + k); }, poll);
  };
  first = std::min(first, most);
  draw(0, first);
  if (first < most && reached(first) <= static_cast<double>(first) / 5) {
    draw(first, most);
    first = most;
  }
  return {(1 + reached(first)) / (1 + static_cast<double>(first)), first};
}

}  // namespace seqjudge
