// The likelihood of prior size and noise when the true ranking is known.
//
// The item of rank k, shown at position t with relative rank R among the items, has the noiseless score
// (R + C[k]) / (prior_size + t + 1), where C is a path as in path_sums.hpp. In the limit of an infinite prior size the
// noiseless scores are the order statistics of n uniform numbers, and the likelihood is n! times an integral over
// 0 <= u[1] <= ... <= u[n] <= 1, by the same recursion on a grid.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <type_traits>
#include <vector>

#include "../support/poll.hpp"
#include "lattice.hpp"
#include "model_scores.hpp"
#include "path_sums.hpp"

namespace seqjudge {

// How many grid points the limit needs: twelve for each standard deviation bring the error of a factor to some 1e-6.
inline std::size_t limit_points(double noise, bool smooth) {
  const double points = smooth ? 12 / noise : 64 / noise;
  return static_cast<std::size_t>(std::min(std::max(std::ceil(points), 64.0), 16384.0)) + 1;
}

// In the limit, under uniform noise and with scores that are numbers, the likelihood is a volume: that of the ordered
// numbers u[1] <= ... <= u[n] of which each lies within reach of its score. The ends of these stretches cut the scale
// into cells, within which any number of neighbours can lie; so it is summed exactly, cell by cell.
class OrderedVolume {
 public:
  // Stretches from the lowest item to the highest, each with the density of a score within it.
  void add(double lower, double upper, double density) {
    stretches_.push_back({std::max(lower, 0.0), std::min(upper, 1.0), density});
  }
  // The volume times the densities and the factorial of the number of items.
  double log_sum() const {
    std::vector<double> ends{0, 1};
    for (const Stretch& own : stretches_) {
      ends.push_back(own.lower);
      ends.push_back(own.upper);
    }
    std::sort(ends.begin(), ends.end());
    // Of the first k items, all of them in the cells so far. More than a double may hold, and less.
    std::vector<long double> sum(stretches_.size() + 1);
    sum[0] = 1;
    for (std::size_t j = 0; j + 1 < ends.size(); ++j) {
      const double middle = 0.5 * (ends[j] + ends[j + 1]), width = ends[j + 1] - ends[j];
      if (!(width > 0) || middle < 0 || middle > 1) continue;
      for (std::size_t k = stretches_.size(); k >= 1; --k) {
        long double term = 1;
        for (std::size_t m = 1; m <= k && stretches_[k - m].holds(middle); ++m) {
          term *= static_cast<long double>(width * stretches_[k - m].density) * static_cast<long double>(k - m + 1) /
                  static_cast<long double>(m);
          sum[k] += sum[k - m] * term;
        }
      }
    }
    return static_cast<double>(std::log(sum.back()));
  }

 private:
  struct Stretch {
    double lower, upper, density;
    bool holds(double at) const { return lower < at && at < upper; }
  };
  std::vector<Stretch> stretches_;
};

// For one prior size (which may be infinite) and noise. The table has its rows by rank; `positions` is its last
// position.
template <class Lattice>
class RankedLikelihood {
 public:
  RankedLikelihood(const ModelScores& scores, std::size_t positions, const EvaluatorModel& model)
      : scores_(scores), infinite_(std::isinf(model.prior_size)) {
    count_ = infinite_ ? limit_points(model.noise, smooth) : static_cast<std::size_t>(model.prior_size) + 1;
    // In the limit all positions are alike, and the grid runs from 0 to 1.
    if (infinite_)
      lattices_.push_back(model.grid<Lattice>(count_ - 1));
    else
      lattices_ = model.lattices<Lattice>(positions);
    // Filled in when first asked for.
    if (scores.bins > 0) tables_.resize(lattices_.size() * static_cast<std::size_t>(scores.bins));
  }

  double of_evaluator(std::size_t evaluator) {
    if (infinite_ && !smooth && scores_.bins == 0) return volume_of(evaluator);
    const Items items{this, scores_.first(evaluator), scores_.seen(evaluator)};
    Vanishing vanishing;
    const double fast = infinite_ ? log_path_sum(items, IntegralStep(count_, smooth), work_, vanishing)
                                  : log_path_sum(items, PathStep{count_}, work_, vanishing);
    const bool lost = vanishing.lost();
    // In the limit a path among `count` points stands for so many; rectangles do where hardly anything is left.
    const double paths = infinite_ && !lost ? 0 : log_number_of_paths(static_cast<double>(count_ - 1), items.n);
    return (lost ? slow_log_path_sum(items, count_, work_.sums) : fast) - paths;
  }

 private:
  static constexpr bool smooth = std::is_same_v<Lattice, NormalLattice>;

  struct Items {
    RankedLikelihood* all;
    std::size_t start;
    std::size_t n;
    double densities(std::size_t k, std::size_t count, double* values) const {
      const double log_factor = all->densities(start + k, count, values);
      return all->infinite_ ? log_factor + std::log(static_cast<double>(k + 1)) : log_factor;
    }
    double log_density(std::size_t k, std::size_t c) const { return all->log_density(start + k, c); }
    // Unscored items were seen too, and have rows of their own.
    static std::size_t gap(std::size_t) { return 0; }
  };

  double volume_of(std::size_t evaluator) const {
    OrderedVolume volume;
    const double noise = lattices_[0].noise();
    for (std::size_t i = scores_.first(evaluator); i < scores_.first(evaluator + 1); ++i) {
      const SeenScore score = scores_.score(i);
      if (score.is_there())
        volume.add(score.lower - noise, score.lower + noise, 0.5 / noise);
      else
        volume.add(0, 1, 1);
    }
    return volume.log_sum();
  }

  std::size_t row(std::size_t i) const { return infinite_ ? 0 : static_cast<std::size_t>(scores_.position[i] - 1); }
  std::size_t first(std::size_t i) const { return infinite_ ? 0 : static_cast<std::size_t>(scores_.relative[i]); }

  double densities(std::size_t i, std::size_t count, double* values) {
    const SeenScore score = scores_.score(i);
    if (!score.is_there()) {
      std::fill(values, values + count, 1.0);
      return 0;
    }
    if (score.is_number())
      return lattices_[row(i)].points_from(score.lower, static_cast<double>(first(i)), count, values);
    std::copy_n(bin_table(row(i), scores_.bin[i], score).data() + first(i), count, values);
    return 0;
  }
  double log_density(std::size_t i, std::size_t c) const {
    const SeenScore score = scores_.score(i);
    return score.is_there() ? log_density_at(lattices_[row(i)], score, static_cast<double>(first(i) + c)) : 0;
  }
  // Probabilities of a bin for r = 0, 1, 2, ...: evaluators share them.
  const std::vector<double>& bin_table(std::size_t row, std::int32_t bin, const SeenScore& ends) {
    auto& table = tables_[row * static_cast<std::size_t>(scores_.bins) + static_cast<std::size_t>(bin) - 1];
    if (table.empty()) {
      table.resize(count_ + row + 1);
      for (std::size_t r = 0; r < table.size(); ++r)
        table[r] = lattices_[row].bin_at(ends.lower, ends.upper, static_cast<double>(r));
    }
    return table;
  }

  const ModelScores& scores_;
  bool infinite_;
  std::size_t count_ = 0;
  std::vector<Lattice> lattices_;
  std::vector<std::vector<double>> tables_;
  PathWorkspace work_;
};

// Of all evaluators; the e-th counts weight[e] times.
template <class Lattice, class Poll = NoPoll>
double ranked_log_likelihood(const ModelScores& scores, std::size_t positions, const EvaluatorModel& model,
                             Poll poll = {}) {
  RankedLikelihood<Lattice> likelihood(scores, positions, model);
  double total = 0;
  for (std::size_t e = 0; e < scores.evaluators; ++e) {
    total += (scores.weight == nullptr ? 1 : scores.weight[e]) * likelihood.of_evaluator(e);
    poll();
  }
  return total;
}

}  // namespace seqjudge
