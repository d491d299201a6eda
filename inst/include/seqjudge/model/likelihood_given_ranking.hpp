// The likelihood of prior size and noise when the true ranking is known.
//
// Given the ranking of an evaluator's n items, the numbers of prior items below them, from the lowest item to the
// highest, are a uniformly random non-decreasing path C[1] <= ... <= C[n] in 0..prior_size. The item of rank k, shown
// at position t with relative rank R among the items, has the noiseless score (R + C[k]) / (prior_size + t + 1). The
// sum over all paths is a forward recursion with a running sum.

#ifndef SEQJUDGE_MODEL_LIKELIHOOD_GIVEN_RANKING_HPP
#define SEQJUDGE_MODEL_LIKELIHOOD_GIVEN_RANKING_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../support/normal.hpp"
#include "lattice.hpp"

namespace seqjudge {

// What the recursion needs to know of the items, from the one of lowest rank to the one of highest:
//   n                              their number
//   densities(k, count, values)    fills in f(y | C[k] = c) for c = 0..count-1 up to a factor, and returns its log
//   log_density(k, c)              its log for one c
// With an infinite prior size c stands for the noiseless score c / (count - 1).

namespace detail {

// Whether doubles still hold all that counts. Sums are scaled to a total of one after each item, and paths far below
// that vanish. They would have mattered after all if what was kept shrinks as far later on: `shrink()` is told by which
// factor each item changes the total, and remembers how far it has fallen from its best.
class Vanishing {
 public:
  // The log of the factor.
  double shrink(double factor) {
    const double change = std::log(factor);
    fallen_ = std::min(0.0, fallen_ + change);
    // Also where the factor is 0 or not a number.
    if (!(fallen_ > -most)) lost_ = true;
    return change;
  }
  bool lost() const { return lost_; }

 private:
  // Doubles end at exp(-708); the rest is for the precision of what is kept and the number of paths that vanish.
  static constexpr double most = 600;
  double fallen_ = 0;
  bool lost_ = false;
};

// Sums with logarithms, for the rare case in which a double cannot hold them.
template <class Items>
double log_sum_over_paths(const Items& items, std::size_t count, std::vector<double>& sums) {
  sums.assign(count, 0);
  double total = -infinity;
  for (std::size_t k = 0; k < items.n; ++k) {
    total = -infinity;
    for (std::size_t c = 0; c < count; ++c) {
      // Before the first item there is one empty path, which is not summed over.
      const double paths = k == 0 ? 0 : (total = log_add(total, sums[c]));
      sums[c] = items.log_density(k, c) + paths;
    }
  }
  total = -infinity;
  for (const double sum : sums) total = log_add(total, sum);
  return total;
}

}  // namespace detail

// Room that many evaluators can share.
struct PathWorkspace {
  std::vector<double> sums;
  std::vector<double> densities;
};

template <class Items>
double log_likelihood_given_ranking(const Items& items, std::int64_t prior_size, PathWorkspace& work) {
  const auto count = static_cast<std::size_t>(prior_size) + 1;
  double log_paths = 0;  // log choose(prior_size + n, n)
  for (std::size_t j = 1; j <= items.n; ++j)
    log_paths += std::log1p(static_cast<double>(prior_size) / static_cast<double>(j));
  work.densities.resize(count);
  work.sums.assign(count, 1);
  double log_scale = 0, factor = 1;
  detail::Vanishing vanishing;
  for (std::size_t k = 0; k < items.n && !vanishing.lost(); ++k) {
    log_scale += items.densities(k, count, work.densities.data());
    double running = 0, total = 0;
    for (std::size_t c = 0; c < count; ++c) {
      running = k == 0 ? 1 : running + work.sums[c];
      total += work.sums[c] = work.densities[c] * (running * factor);
    }
    factor = 1 / total;  // keeps the next sums within bounds
    log_scale += vanishing.shrink(total);
  }
  if (vanishing.lost()) log_scale = detail::log_sum_over_paths(items, count, work.sums);
  return log_scale - log_paths;
}

// The limit of an infinite prior size: the noiseless scores are the order statistics of n uniform numbers, and the
// likelihood is n! times an integral over 0 <= u[1] <= ... <= u[n] <= 1, by the same recursion on a grid of `count`
// points. Integrals between grid points are those of cubics (of straight lines where the noise has jumps).
template <class Items>
double log_likelihood_given_ranking_limit(const Items& items, std::size_t count, bool smooth, PathWorkspace& work) {
  const double step = 1 / static_cast<double>(count - 1);
  const auto integral = [&work, count, smooth](std::size_t i) {  // from point i to the next, in steps
    const double* g = work.sums.data() + i;
    if (!smooth) return 0.5 * (g[0] + g[1]);
    if (i == 0) return (9 * g[0] + 19 * g[1] - 5 * g[2] + g[3]) / 24;
    if (i + 2 == count) return (9 * g[1] + 19 * g[0] - 5 * g[-1] + g[-2]) / 24;
    return (13 * (g[0] + g[1]) - g[-1] - g[2]) / 24;
  };
  work.densities.resize(count);
  work.sums.assign(count, 0);
  std::vector<double> integrals(count, 1);
  double log_result = 0;
  detail::Vanishing vanishing;
  for (std::size_t k = 0; k < items.n; ++k) {
    log_result += items.densities(k, count, work.densities.data()) + std::log(static_cast<double>(k + 1));
    for (std::size_t i = 0; i < count; ++i) work.sums[i] = work.densities[i] * integrals[i];
    double running = 0;
    for (std::size_t i = 0; i + 1 < count; ++i) {
      const double until = running;
      running = std::max(running + integral(i) * step, until);
      integrals[i] = until;
    }
    integrals[count - 1] = running;
    log_result += vanishing.shrink(running);
    if (vanishing.lost()) {
      // On the same grid with logarithms; the grid's rectangles do where hardly anything is left.
      double log_all = detail::log_sum_over_paths(items, count, work.sums);
      for (std::size_t j = 1; j <= items.n; ++j)
        log_all -= std::log1p(static_cast<double>(count - 1) / static_cast<double>(j));
      return log_all;
    }
    const double factor = 1 / running;
    for (auto& value : integrals) value *= factor;
  }
  return log_result;
}

// How many grid points the limit needs: twelve for each standard deviation bring the error of a factor to some 1e-6.
inline std::size_t limit_points(double noise, bool smooth) {
  const double points = smooth ? 12 / noise : 64 / noise;
  return static_cast<std::size_t>(std::min(std::max(std::ceil(points), 64.0), 16384.0)) + 1;
}

// Evaluators with known rankings. The items of evaluator j are number start[j] to start[j + 1] - 1, from the lowest to
// the highest in rank: position shown (from 1), relative rank among the items seen until then, and score. For scores in
// bins these are the numbers 1..bins (`bins` is 0 otherwise). A score of NaN is that of an unscored item.
struct RankedScores {
  const std::int32_t* position;
  const std::int32_t* relative;
  const double* score;
  int bins;
};

// The likelihood of RankedScores for one prior size (which may be infinite) and noise.
template <class Lattice>
class RankedLikelihood {
 public:
  RankedLikelihood(const RankedScores& scores, std::size_t positions, double prior_size, double noise, bool smooth)
      : scores_(scores), infinite_(std::isinf(prior_size)), smooth_(smooth) {
    count_ = infinite_ ? limit_points(noise, smooth) : static_cast<std::size_t>(prior_size) + 1;
    // In the limit all positions are alike, and the grid runs from 0 to 1.
    const std::size_t rows = infinite_ ? 1 : positions;
    for (std::size_t t = 1; t <= rows; ++t)
      lattices_.emplace_back(infinite_ ? static_cast<double>(count_) - 2 : prior_size + static_cast<double>(t), noise);
    // Filled in when first asked for.
    if (scores.bins > 0) tables_.resize(rows * static_cast<std::size_t>(scores.bins));
  }

  double of_evaluator(std::size_t start, std::size_t end) {
    const Items items{this, start, end - start};
    if (infinite_) return log_likelihood_given_ranking_limit(items, count_, smooth_, work_);
    return log_likelihood_given_ranking(items, static_cast<std::int64_t>(count_) - 1, work_);
  }

 private:
  struct Items {
    RankedLikelihood* all;
    std::size_t start;
    std::size_t n;
    double densities(std::size_t k, std::size_t count, double* values) const {
      return all->densities(start + k, count, values);
    }
    double log_density(std::size_t k, std::size_t c) const { return all->log_density(start + k, c); }
  };

  std::size_t row(std::size_t i) const { return infinite_ ? 0 : static_cast<std::size_t>(scores_.position[i] - 1); }
  double first(std::size_t i) const { return infinite_ ? 0 : scores_.relative[i]; }
  double lower(double bin) const { return bin == 1 ? -detail::infinity : (bin - 1) / scores_.bins; }
  double upper(double bin) const { return bin == scores_.bins ? detail::infinity : bin / scores_.bins; }

  double densities(std::size_t i, std::size_t count, double* values) {
    const double score = scores_.score[i];
    if (std::isnan(score)) {
      std::fill(values, values + count, 1.0);
      return 0;
    }
    if (scores_.bins == 0) return lattices_[row(i)].points_from(score, first(i), count, values);
    const auto& table = bin_table(row(i), score);
    const double* from = table.data() + static_cast<std::size_t>(first(i));
    std::copy(from, from + count, values);
    return 0;
  }
  double log_density(std::size_t i, std::size_t c) const {
    const double score = scores_.score[i], r = first(i) + static_cast<double>(c);
    if (std::isnan(score)) return 0;
    const Lattice& lattice = lattices_[row(i)];
    return scores_.bins == 0 ? lattice.log_point_at(score, r) : lattice.log_bin_at(lower(score), upper(score), r);
  }
  // Probabilities of a bin for r = 0, 1, 2, ...: evaluators share them.
  const std::vector<double>& bin_table(std::size_t row, double bin) {
    auto& table = tables_[row * static_cast<std::size_t>(scores_.bins) + static_cast<std::size_t>(bin) - 1];
    if (table.empty()) {
      table.resize(count_ + row + 1);
      for (std::size_t r = 0; r < table.size(); ++r)
        table[r] = lattices_[row].bin_at(lower(bin), upper(bin), static_cast<double>(r));
    }
    return table;
  }

  RankedScores scores_;
  bool infinite_, smooth_;
  std::size_t count_ = 0;
  std::vector<Lattice> lattices_;
  std::vector<std::vector<double>> tables_;
  PathWorkspace work_;
};

}  // namespace seqjudge

#endif
