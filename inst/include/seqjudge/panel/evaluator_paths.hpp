// Several evaluators who share one true ranking, each with their own order, prior size and noise.
//
// Given the ranking, the scores of different evaluators are independent, and those of one evaluator have the likelihood
// of likelihood_given_ranking.hpp: a sum over non-decreasing paths of the numbers of prior items below the items. Here
// the sums are kept as messages, from below and from above, so that exchanging two items of neighbouring rank costs no
// more than one pass over the possible numbers.

#ifndef SEQJUDGE_PANEL_EVALUATOR_PATHS_HPP
#define SEQJUDGE_PANEL_EVALUATOR_PATHS_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "../model/lattice.hpp"
#include "../support/normal.hpp"
#include "../support/poll.hpp"

namespace seqjudge {

// The evaluators of a panel. The j-th has seen the items item[start[j]], ..., item[start[j + 1] - 1] (numbers from 0),
// in this order, and given them these scores, NaN where there is none.
struct PanelScores {
  std::size_t items = 0;
  std::vector<std::int32_t> start;
  std::vector<std::int32_t> item;
  std::vector<double> score;

  std::size_t evaluators() const { return start.size() - 1; }
  std::size_t first(std::size_t evaluator) const { return static_cast<std::size_t>(start[evaluator]); }
  std::size_t seen(std::size_t evaluator) const {
    return static_cast<std::size_t>(start[evaluator + 1] - start[evaluator]);
  }
};

// A calibrated evaluator (an infinite prior size) has the quantiles of the items in mind. They are rounded to the
// middles of this many equal parts of 0 to 1.
constexpr std::size_t calibrated_points = 256;

// The possible noiseless scores of one evaluator and the densities of the scores given there, for one prior size and
// noise. What depends on the ranking is only where in the table of a position to begin.
class ScoreTable {
 public:
  ScoreTable() = default;
  // Without any densities.
  ScoreTable(double prior_size, std::size_t n) { resize(prior_size, n); }

  void fill(const PanelScores& panel, std::size_t evaluator, double prior_size, double noise) {
    resize(prior_size, panel.seen(evaluator));
    log_factor_ = 0;
    begin_.resize(n_ + 1);
    begin_[0] = 0;
    for (std::size_t t = 0; t < n_; ++t) begin_[t + 1] = begin_[t] + (calibrated_ ? count_ : count_ + t);
    values_.resize(begin_[n_]);
    const double* score = panel.score.data() + panel.first(evaluator);
    for (std::size_t t = 0; t < n_; ++t)
      log_factor_ += densities_at(score[t], t, 1, begin_[t + 1] - begin_[t], noise, values_.data() + begin_[t]);
  }

  // Densities of a score for so many noiseless scores, from that with this relative rank and no prior items below on,
  // up to a factor. Returns its log.
  double densities_at(double score, std::size_t t, std::size_t relative, std::size_t count, double noise,
                      double* values) const {
    if (std::isnan(score)) {
      std::fill(values, values + count, 1.0);
      return 0;
    }
    const NormalLattice lattice(static_cast<double>(calibrated_ ? count_ - 1 : count_ + t), noise);
    // The middles of equal parts are half a part below their ends.
    const double shift = calibrated_ ? lattice.noiseless(0.5) : 0;
    const double first = calibrated_ ? 1 : static_cast<double>(relative);
    const double log_factor = lattice.points_from(score + shift, first, count, values);
    for (std::size_t r = 0; r < count; ++r) values[r] = std::max(values[r], least);
    return log_factor;
  }

  std::size_t n() const { return n_; }
  std::size_t count() const { return count_; }
  // The share of a path that two neighbours at the same point have. Quantiles are all different, and two in the same
  // part of the scale may be so in one order only; of prior items there may well be none between two items.
  double same() const { return calibrated_ ? 0.5 : 1; }
  // Densities for 0, 1, ... prior items below an item shown at position t (from 0) with this relative rank (from 1).
  const double* densities(std::size_t t, std::size_t relative) const {
    return values_.data() + begin_[t] + (calibrated_ ? 0 : relative - 1);
  }
  // The log-likelihood is this plus the log of the sum over all paths.
  double log_constant() const { return log_factor_ - log_paths_; }
  double log_paths() const { return log_paths_; }

 private:
  // Nothing is quite impossible: a floor far below all that counts keeps the sums over paths from vanishing.
  static constexpr double least = 1e-100;

  void resize(double prior_size, std::size_t n) {
    calibrated_ = std::isinf(prior_size);
    count_ = calibrated_ ? calibrated_points : static_cast<std::size_t>(prior_size) + 1;
    n_ = n;
    log_paths_ = log_number_of_paths();
  }

  double log_number_of_paths() const {
    if (!calibrated_) {
      double result = 0;  // log choose(prior_size + n, n)
      for (std::size_t j = 1; j <= n_; ++j)
        result += std::log1p(static_cast<double>(count_ - 1) / static_cast<double>(j));
      return result;
    }
    std::vector<double> sums(count_, 1);
    double result = 0, total = static_cast<double>(count_);
    for (std::size_t k = 0; k < n_; ++k) {
      double running = 0;
      total = 0;
      for (double& sum : sums) {
        const double own = sum;
        total += own;
        sum = running + same() * own;
        running += own;
      }
      for (double& sum : sums) sum /= total;
      result += std::log(total);
    }
    return result;
  }

  bool calibrated_ = false;
  std::size_t count_ = 0, n_ = 0;
  double log_factor_ = 0, log_paths_ = 0;
  std::vector<std::size_t> begin_;
  std::vector<double> values_;
};

inline void divide(double* values, std::size_t count, double by) {
  const double factor = 1 / by;
  for (std::size_t c = 0; c < count; ++c) values[c] *= factor;
}

// One step of the sums over paths. `sums[c]` is the sum over the paths of the items so far that end in c or lower, for
// the next item to continue. Multiplies by the densities of the next item, sums up, divides by the total and returns
// that.
inline double step_up(const double* sums, const double* density, std::size_t count, double same, double* next) {
  double running = 0;
  for (std::size_t c = 0; c < count; ++c) {
    const double own = sums[c] * density[c];
    next[c] = running + same * own;
    running += own;
  }
  divide(next, count, running);
  return running;
}

// The same from above.
inline double step_down(const double* sums, const double* density, std::size_t count, double same, double* next) {
  double running = 0;
  for (std::size_t c = count; c-- > 0;) {
    const double own = sums[c] * density[c];
    next[c] = running + same * own;
    running += own;
  }
  divide(next, count, running);
  return running;
}

// The sum over the paths through two neighbours, given the sums below and above them.
inline double through_two(const double* below, const double* lower, const double* upper, const double* above,
                          std::size_t count, double same) {
  double running = 0, total = 0;
  for (std::size_t c = 0; c < count; ++c) {
    const double own = below[c] * lower[c];
    total += (running + same * own) * (upper[c] * above[c]);
    running += own;
  }
  return total;
}

// One evaluator and the ranking of the items seen, with the sums over paths from below and from above. Ranks count
// from 0 here. The sums from below hold for ranks up to some k, those from above from k + 1 on: whoever exchanges items
// walks up or down, and brings the sums along.
class EvaluatorPaths {
 public:
  // `order` holds the positions (from 0) of the items from the lowest rank to the highest.
  void set_order(std::vector<std::int32_t> order) {
    order_ = std::move(order);
    const std::size_t n = order_.size();
    relative_.assign(n, 0);
    rank_.assign(n, 0);
    for (std::size_t k = 0; k < n; ++k) rank_[static_cast<std::size_t>(order_[k])] = static_cast<std::int32_t>(k);
    // An item counts those below it that were shown before; quadratic, but only done now and then.
    for (std::size_t k = 0; k < n; ++k) {
      std::int32_t before = 1;
      for (std::size_t i = 0; i < k; ++i) before += order_[i] < order_[k];
      relative_[static_cast<std::size_t>(order_[k])] = before;
    }
  }

  const ScoreTable& table() const { return table_; }
  // Gives the old table in exchange. The sums have to be made anew: call refresh().
  void swap_table(ScoreTable& table) { std::swap(table_, table); }

  // All sums anew; returns the log-likelihood.
  double refresh() {
    const std::size_t n = order_.size(), count = table_.count();
    below_.resize((n + 1) * count);
    above_.resize((n + 1) * count);
    std::fill_n(below_.begin(), count, 1.0);
    std::fill_n(above_.begin() + static_cast<std::ptrdiff_t>(n * count), count, 1.0);
    double result = table_.log_constant();
    for (std::size_t k = 0; k < n; ++k) result += std::log(go_up(k));
    for (std::size_t k = n; k-- > 0;) go_down(k);
    return result;
  }

  // The log-likelihood for any prior size and noise; `plain` is a table for that size, without densities. Only what
  // this ranking needs of the densities is computed, which is far less than a table where there are many items.
  double log_likelihood(const PanelScores& panel, std::size_t evaluator, const ScoreTable& plain, double noise) {
    const std::size_t count = plain.count();
    room_.assign(3 * count, 1.0);
    double* now = room_.data();
    double* next = now + count;
    double* density = next + count;
    const double* score = panel.score.data() + panel.first(evaluator);
    double result = -plain.log_paths();
    for (const std::int32_t position : order_) {
      const auto t = static_cast<std::size_t>(position);
      result += plain.densities_at(score[t], t, static_cast<std::size_t>(relative_[t]), count, noise, density);
      result += std::log(step_up(now, density, count, plain.same(), next));
      std::swap(now, next);
    }
    return result;
  }

  // The log of the sum over paths through the items of ranks `low` to `high`, given the sums below and above them.
  double log_through(std::size_t low, std::size_t high) {
    const std::size_t count = table_.count();
    room_.resize(2 * count);
    const double* now = below_.data() + low * count;
    double* next = room_.data();
    double log_sum = 0;
    for (std::size_t k = low; k < high; ++k) {
      log_sum += std::log(step_up(now, densities(k), count, table_.same(), next));
      now = next;
      next = room_.data() + (next == room_.data() ? count : 0);
    }
    const double* last = densities(high);
    const double* over = above_.data() + (high + 1) * count;
    double total = 0;
    for (std::size_t c = 0; c < count; ++c) total += now[c] * last[c] * over[c];
    return log_sum + std::log(total);
  }
  // How the likelihood changes, as a factor, when the items of ranks k and k + 1 are exchanged.
  double exchange_ratio(std::size_t k) const {
    const auto low = static_cast<std::size_t>(order_[k]), high = static_cast<std::size_t>(order_[k + 1]);
    const auto low_relative = static_cast<std::size_t>(relative_[low]);
    const auto high_relative = static_cast<std::size_t>(relative_[high]);
    const std::size_t count = table_.count();
    const double* under = below_.data() + k * count;
    const double* over = above_.data() + (k + 2) * count;
    const double now = through_two(under, table_.densities(low, low_relative), table_.densities(high, high_relative),
                                   over, count, table_.same());
    // Only the one that was shown later knows of the other.
    const bool in_order = low < high;
    const double then = through_two(under, table_.densities(high, high_relative - in_order),
                                    table_.densities(low, low_relative + !in_order), over, count, table_.same());
    return then / now;
  }
  // Exchanges them. The sums up to rank k and from rank k + 2 on stay right.
  void exchange(std::size_t k) {
    const auto low = static_cast<std::size_t>(order_[k]), high = static_cast<std::size_t>(order_[k + 1]);
    if (low < high)
      --relative_[high];
    else
      ++relative_[low];
    std::swap(order_[k], order_[k + 1]);
    ++rank_[low];
    --rank_[high];
  }
  // Brings the sums over what is below past the item of rank k.
  double go_up(std::size_t k) {
    const std::size_t count = table_.count();
    double* sums = below_.data() + k * count;
    return step_up(sums, densities(k), count, table_.same(), sums + count);
  }
  // Brings the sums over what is above past the item of rank k, downwards.
  double go_down(std::size_t k) {
    const std::size_t count = table_.count();
    double* sums = above_.data() + k * count;
    return step_down(sums + count, densities(k), count, table_.same(), sums);
  }

  const std::vector<std::int32_t>& order() const { return order_; }
  // The rank of the item shown at position t.
  std::size_t rank(std::size_t t) const { return static_cast<std::size_t>(rank_[t]); }

 private:
  const double* densities(std::size_t k) const {
    const auto t = static_cast<std::size_t>(order_[k]);
    return table_.densities(t, static_cast<std::size_t>(relative_[t]));
  }

  ScoreTable table_;
  std::vector<std::int32_t> order_, relative_, rank_;
  std::vector<double> below_, above_, room_;
};

inline std::size_t number_of_rankings(std::size_t n) {
  std::size_t result = 1;
  for (std::size_t k = 2; k <= n; ++k) result *= k;
  return result;
}

// The log-likelihood of one evaluator for every ranking of all items, in lexicographic order. Rankings that agree on
// the lowest items share the sums over paths up to there.
class AllRankings {
 public:
  AllRankings(const PanelScores& panel, std::size_t evaluator)
      : n_(panel.items), position_(panel.items, -1), used_(panel.items, false), shown_(panel.seen(evaluator), false) {
    for (std::size_t t = 0; t < panel.seen(evaluator); ++t)
      position_[static_cast<std::size_t>(panel.item[panel.first(evaluator) + t])] = static_cast<std::int32_t>(t);
  }

  void log_likelihoods(const ScoreTable& table, double* result) {
    table_ = &table;
    result_ = result;
    sums_.assign((n_ + 1) * table.count(), 1.0);
    descend(0, table.log_constant());
  }

 private:
  void descend(std::size_t level, double log_sum) {
    if (level == n_) {
      *result_++ = log_sum;
      return;
    }
    const std::size_t count = table_->count();
    double* now = sums_.data() + level * count;
    double* next = now + count;
    for (std::size_t i = 0; i < n_; ++i) {
      if (used_[i]) continue;
      used_[i] = true;
      if (position_[i] < 0) {  // not seen by this evaluator
        std::copy(now, now + count, next);
        descend(level + 1, log_sum);
      } else {
        const auto t = static_cast<std::size_t>(position_[i]);
        std::size_t relative = 1;
        for (std::size_t before = 0; before < t; ++before) relative += shown_[before];
        const double total = step_up(now, table_->densities(t, relative), count, table_->same(), next);
        shown_[t] = true;
        descend(level + 1, log_sum + std::log(total));
        shown_[t] = false;
      }
      used_[i] = false;
    }
  }

  std::size_t n_;
  std::vector<std::int32_t> position_;
  std::vector<bool> used_, shown_;
  const ScoreTable* table_ = nullptr;
  double* result_ = nullptr;
  std::vector<double> sums_;
};

}  // namespace seqjudge

#endif
