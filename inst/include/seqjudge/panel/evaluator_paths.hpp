// One evaluator of several who share one true ranking.
//
// Given the ranking, the scores of different evaluators are independent, and those of one evaluator have the likelihood
// of likelihood_given_ranking.hpp: a sum over paths. Prior items lie between all items of the panel, those included
// that the evaluator did not see; these are gaps in the paths. Here the sums are kept as messages, from below and from
// above, at the items seen, so that exchanging two items of neighbouring rank costs little more than one pass over the
// points. Where there are many points it is faster to draw a path, given the ranking, and to hold it fixed: then an
// exchange takes a few operations, however many points there are and however wide the gaps.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "../model/model_scores.hpp"
#include "gap_weights.hpp"
#include "score_densities.hpp"

namespace seqjudge {

// Ranks count from 0, among the items that the evaluator saw. The sums from below hold for ranks up to some k, those
// from above from k + 1 on: whoever exchanges items walks up or down, and brings the sums along.
class EvaluatorPaths {
 public:
  // `order` holds the positions (from 0) of the items from the lowest rank to the highest; `gap` how many unseen items
  // lie below each of them, and above the last.
  void set_order(std::vector<std::int32_t> order, std::vector<std::int32_t> gap) {
    order_ = std::move(order);
    gap_ = std::move(gap);
    summed_ = false;
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

  // Gives the old densities in exchange. The sums have to be made anew: call refresh() or fix().
  void swap_densities(ScoreDensities& densities) {
    std::swap(densities_, densities);
    current_ = summed_ = false;
  }

  // Are the sums those of the ranking and the densities?
  bool is_current() const { return current_; }
  // All sums anew.
  void refresh() {
    const std::size_t n = order_.size();
    weights_ = nullptr;
    current_ = true;
    summed_ = false;
    below_.resize((n + 1) * step().count, n + 1);
    above_.resize((n + 1) * step().count, n + 1);
    begin_below(spare(0));
    begin_above(spare(n));
    for (std::size_t k = 0; k < n; ++k) go_up(k);
    for (std::size_t k = n; k-- > 0;) go_down(k);
  }

  // Draws the points of all items, given the ranking, and holds those of each rank fixed until refresh(). Ratios and
  // sums are then those of this path alone. `weights` are those of the number of points, and stay with their owner.
  template <class Random>
  void fix(GapWeights& weights, Random& random) {
    const std::size_t n = order_.size(), count = step().count;
    weights_ = &weights;
    current_ = false;
    if (!summed_) sum_below();
    point_.resize(n);
    for (std::size_t k = n; k-- > 0;) {
      const std::size_t last = k + 1 == n ? count - 1 : point_[k + 1];
      // Nobody who saw all items has a gap, or a tilt.
      const double* ways = step().tilt == 1 ? nullptr
                           : k + 1 == n     ? weights.at_end(gap(n)).tilted.data()
                                            : weights.between(gap(k + 1)).tilted.data();
      room_.resize(last + 1);
      for (std::size_t c = 0; c <= last; ++c) room_[c] = below_.at(k, count)[c] * densities(k)[c];
      if (ways != nullptr)
        for (std::size_t c = 0; c <= last; ++c) room_[c] *= ways[last - c];
      else if (k + 1 < n)
        room_[last] *= step().same;
      point_[k] = choose_point(random);
    }
  }

  // The log-likelihood for any prior size and noise. Only what this ranking needs of the densities is computed, which
  // is far less than all where there are many items.
  double log_likelihood(const ModelScores& scores, std::size_t evaluator, const PathPoints& points, double noise) {
    struct Items {
      const EvaluatorPaths& paths;
      const double* score;
      const PathPoints& points;
      double noise;
      std::size_t n;
      const double* densities(std::size_t k, PathWorkspace& work, double& log) const {
        const auto t = static_cast<std::size_t>(paths.order_[k]);
        const std::size_t offset = points.offset(static_cast<std::size_t>(paths.relative_[t]));
        log += points.densities(score[t], t, offset, points.count(), noise, work.densities.data());
        return work.densities.data();
      }
      std::size_t gap(std::size_t k) const { return paths.gap(k); }
    };
    const Items items{*this, scores.value + scores.first(evaluator), points, noise, order_.size()};
    return log_floored_path_sum(items, points.step(items.n), work_) +
           scores.scored(evaluator) * PathPoints::log_peak(noise) - points.log_paths();
  }
  // That for the densities that are there. The sums stay for fix(), until something changes.
  double log_likelihood() {
    const std::size_t n = order_.size(), count = step().count;
    if (n == 0) return densities_.log_constant();
    double log_sum = sum_below();
    work_.resize(count);
    step().begin_down(work_.above.data());
    if (gap(n) > 0) log_sum += step().gap_down(work_.above.data(), gap(n));
    log_sum += std::log(step().through(below_.at(n - 1, count), densities(n - 1), work_.above.data()));
    return densities_.log_constant() + log_sum - step().log_tilted();
  }
  // That of the scores alone, given the ranking and the path that is fixed.
  double log_density_on_path(const ModelScores& scores, std::size_t evaluator, const PathPoints& points, double noise) {
    const double* score = scores.value + scores.first(evaluator);
    double result = scores.scored(evaluator) * PathPoints::log_peak(noise), density = 1;
    for (std::size_t k = 0; k < order_.size(); ++k) {
      const auto t = static_cast<std::size_t>(order_[k]);
      const std::size_t offset = points.offset(static_cast<std::size_t>(relative_[t])) + point_[k];
      result += points.densities(score[t], t, offset, 1, noise, &density) + std::log(density);
    }
    return result;
  }

  // The log of the sum over paths through the items of ranks `low` to `high` with so many unseen ones below and above
  // them, given the sums below and above all that: comparable as long as nothing else changes.
  double log_through(std::size_t low, std::size_t high, std::size_t unseen_below, std::size_t unseen_above) {
    if (weights_ != nullptr) return log_along(low, high);
    const std::size_t count = step().count;
    room_.resize(4 * count);
    double* now = room_.data();
    double* next = now + count;
    double* over = next + count;
    std::copy_n(below_at(low, gap_[low] - static_cast<std::int32_t>(unseen_below)), count, now);
    std::copy_n(above_at(high, gap_[high + 1] - static_cast<std::int32_t>(unseen_above)), count, over);
    double log_sum = 0;
    if (unseen_below > 0) log_sum += step().gap(now, unseen_below);
    if (unseen_above > 0) log_sum += step().gap_down(over, unseen_above);
    for (std::size_t k = low; k < high; ++k) {
      log_sum += std::log(step().up(now, densities(k), next));
      if (gap_[k + 1] > 0) log_sum += step().gap(next, static_cast<std::size_t>(gap_[k + 1]));
      std::swap(now, next);
    }
    return log_sum + std::log(step().through(now, densities(high), over));
  }

  // How the likelihood changes, as a factor, when the items of ranks k and k + 1 are exchanged. They are neighbours
  // among all items.
  double exchange_ratio(std::size_t k) {
    const auto low = static_cast<std::size_t>(order_[k]), high = static_cast<std::size_t>(order_[k + 1]);
    const auto low_relative = static_cast<std::size_t>(relative_[low]);
    const auto high_relative = static_cast<std::size_t>(relative_[high]);
    // Only the one that was shown later knows of the other.
    const bool in_order = low < high;
    const double *low_now = densities_.at(low, low_relative), *high_now = densities_.at(high, high_relative);
    const double *low_then = densities_.at(low, low_relative + !in_order),
                 *high_then = densities_.at(high, high_relative - in_order);
    if (weights_ != nullptr)
      return high_then[point_[k]] * low_then[point_[k + 1]] / (low_now[point_[k]] * high_now[point_[k + 1]]);
    const double* under = below_at(k, gap_[k]);
    const double* over = above_at(k + 1, gap_[k + 2]);
    return step().through_two_ratio(under, {low_now, high_now}, {high_then, low_then}, over);
  }
  // The same when the item of rank k is exchanged with an unseen neighbour, above or below.
  double pass_ratio(std::size_t k, bool up) {
    if (weights_ != nullptr) {
      const std::size_t below = gap(k), above = gap(k + 1);
      return std::exp(log_crossed(k, up ? below + 1 : below - 1) + log_crossed(k + 1, up ? above - 1 : above + 1) -
                      log_crossed(k, below) - log_crossed(k + 1, above));
    }
    const double* under = below_at(k, up ? gap_[k] : gap_[k] - 1);
    const double* over = above_at(k, up ? gap_[k + 1] - 1 : gap_[k + 1]);
    const auto unseen = step().through_one(under, densities(k), over);
    return up ? unseen.lower / unseen.upper : unseen.upper / unseen.lower;
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
    summed_ = false;
  }
  void pass(std::size_t k, bool up) {
    summed_ = false;
    gap_[k] += up ? 1 : -1;
    gap_[k + 1] -= up ? 1 : -1;
  }

  // Brings the sums over what is below past the item of rank k.
  void go_up(std::size_t k) {
    if (weights_ != nullptr) return;
    summed_ = false;
    const double* sums = below_at(k, gap_[k]);
    step().up(sums, densities(k), below_.at(k + 1, step().count));
    through_gap_below(k + 1, spare(k + 1));
  }
  // Brings the sums over what is above past the item of rank k, downwards.
  void go_down(std::size_t k) {
    if (weights_ != nullptr) return;
    const double* sums = above_at(k, gap_[k + 1]);
    step().down(sums, densities(k), above_.at(k, step().count));
    through_gap_above(k, spare(k));
  }

  const std::vector<std::int32_t>& order() const { return order_; }
  std::size_t seen() const { return order_.size(); }
  // The rank of the item shown at position t.
  std::size_t rank(std::size_t t) const { return static_cast<std::size_t>(rank_[t]); }
  std::size_t gap(std::size_t k) const { return static_cast<std::size_t>(gap_[k]); }
  // How many points there are.
  std::size_t points() const { return step().count; }

 private:
  // Messages, and through how much of its gap each has come. Number k is for the gap below the item of rank k.
  struct Messages {
    std::vector<double> sums;
    std::vector<std::int32_t> through;
    void resize(std::size_t values, std::size_t gaps) {
      sums.resize(values);
      through.assign(gaps, 0);
    }
    double* at(std::size_t k, std::size_t count) { return sums.data() + k * count; }
  };

  const PathStep& step() const { return densities_.step(); }
  const double* densities(std::size_t k) const {
    const auto t = static_cast<std::size_t>(order_[k]);
    return densities_.at(t, static_cast<std::size_t>(relative_[t]));
  }

  // Sums below all items, each through the whole of its gap. Returns the log of the factor that the last are divided
  // by.
  double sum_below() {
    const std::size_t n = order_.size(), count = step().count;
    below_.resize((n + 1) * count, n + 1);
    step().begin(below_.at(0, count));
    double log_factor = 0;
    for (std::size_t k = 0; k < n; ++k) {
      if (gap(k) > 0) log_factor += step().gap(below_.at(k, count), gap(k));
      below_.through[k] = gap_[k];
      if (k + 1 == n) break;
      const double factor = step().up(below_.at(k, count), densities(k), below_.at(k + 1, count));
      if (factor != 1) log_factor += std::log(factor);
    }
    summed_ = true;
    return log_factor;
  }

  // Of a fixed path: the log of the number of ways through gap k, if it had so many items ...
  double log_crossed(std::size_t k, std::size_t items) {
    const std::size_t n = order_.size();
    if (k == 0) return weights_->at_end(items).log[point_[0]];
    if (k == n) return weights_->at_end(items).log[step().count - 1 - point_[n - 1]];
    return weights_->between(items).log[point_[k] - point_[k - 1]];
  }
  // ... and of what depends on the ranks from `low` to `high`.
  double log_along(std::size_t low, std::size_t high) {
    double sum = log_crossed(low, gap(low));
    for (std::size_t k = low; k <= high; ++k) sum += std::log(densities(k)[point_[k]]) + log_crossed(k + 1, gap(k + 1));
    return sum;
  }
  // With a probability proportional to `room_`.
  template <class Random>
  std::size_t choose_point(Random& random) const {
    double total = 0;
    for (const double weight : room_) total += weight;
    if (total == 0) return room_.size() - 1;
    double left = random.uniform() * total;
    std::size_t c = 0;
    while (c + 1 < room_.size() && (left -= room_[c]) > 0) ++c;
    return c;
  }

  // Messages are kept one unseen item short of their gap: that is what is needed when an item passes an unseen one, and
  // a step more is made quickly, while none can be taken back.
  std::int32_t spare(std::size_t k) const { return std::max(gap_[k] - 1, 0); }

  // Sums below the item of rank k with so many unseen ones right below it.
  const double* below_at(std::size_t k, std::int32_t gap) {
    const std::size_t count = step().count;
    if (below_.through[k] > gap) {
      if (k == 0) {
        begin_below(gap);
      } else {
        step().up(below_at(k - 1, gap_[k - 1]), densities(k - 1), below_.at(k, count));
        through_gap_below(k, gap);
      }
    }
    return further(below_, k, gap, under_, [this](double* sums, std::size_t items) { step().gap(sums, items); });
  }
  // Sums above the item of rank k with so many unseen ones right above it.
  const double* above_at(std::size_t k, std::int32_t gap) {
    const std::size_t count = step().count, n = order_.size();
    if (above_.through[k + 1] > gap) {
      if (k + 1 == n) {
        begin_above(gap);
      } else {
        step().down(above_at(k + 1, gap_[k + 2]), densities(k + 1), above_.at(k + 1, count));
        through_gap_above(k + 1, gap);
      }
    }
    return further(above_, k + 1, gap, over_,
                   [this](double* sums, std::size_t items) { step().gap_down(sums, items); });
  }
  template <class Through>
  const double* further(Messages& messages, std::size_t k, std::int32_t gap, std::vector<double>& room,
                        const Through& through) {
    double* sums = messages.at(k, step().count);
    if (messages.through[k] == gap) return sums;
    if (messages.through[k] + 1 < gap) {
      through(sums, static_cast<std::size_t>(gap - 1 - messages.through[k]));
      messages.through[k] = gap - 1;
    }
    room.assign(sums, sums + step().count);
    through(room.data(), 1);
    return room.data();
  }
  void begin_below(std::int32_t gap) {
    step().begin(below_.at(0, step().count));
    through_gap_below(0, gap);
  }
  void begin_above(std::int32_t gap) {
    step().begin_down(above_.at(order_.size(), step().count));
    through_gap_above(order_.size(), gap);
  }
  void through_gap_below(std::size_t k, std::int32_t gap) {
    if (gap > 0) step().gap(below_.at(k, step().count), static_cast<std::size_t>(gap));
    below_.through[k] = gap;
  }
  void through_gap_above(std::size_t k, std::int32_t gap) {
    if (gap > 0) step().gap_down(above_.at(k, step().count), static_cast<std::size_t>(gap));
    above_.through[k] = gap;
  }

  ScoreDensities densities_;
  std::vector<std::int32_t> order_, relative_, rank_, gap_;
  Messages below_, above_;
  std::vector<double> room_, under_, over_;
  PathWorkspace work_;
  bool current_ = false, summed_ = false;
  GapWeights* weights_ = nullptr;   // there while the path is fixed
  std::vector<std::size_t> point_;  // of each rank, then
};

}  // namespace seqjudge
