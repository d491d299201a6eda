// The densities of an evaluator's scores along the paths of path_sums.hpp.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../model/model_scores.hpp"
#include "../model/path_sums.hpp"
#include "../support/normal.hpp"

namespace seqjudge {

// A calibrated evaluator (an infinite prior size) has the quantiles of the items in mind. They are rounded to the
// middles of this many equal parts of 0 to 1.
constexpr std::size_t calibrated_points = 256;

// The points that paths of all items of a panel may pass, for one prior size.
class PathPoints {
 public:
  PathPoints() = default;
  PathPoints(double prior_size, std::size_t items)
      : calibrated_(std::isinf(prior_size)),
        count_(calibrated_ ? calibrated_points : static_cast<std::size_t>(prior_size) + 1),
        items_(items),
        log_paths_(calibrated_ ? log_calibrated_paths() : log_number_of_paths(prior_size, items)) {}

  std::size_t count() const { return count_; }
  // How many more noiseless scores the item at position t (from 0) can have than there are points.
  std::size_t further(std::size_t t) const { return calibrated_ ? 0 : t; }
  // Where to begin among those, for an item with this relative rank (from 1).
  std::size_t offset(std::size_t relative) const { return calibrated_ ? 0 : relative - 1; }
  // The log of the number of all paths.
  double log_paths() const { return log_paths_; }
  // The step for an evaluator who saw so many of the items. Quantiles are all different, and two in the same part of
  // the scale may be so in one order only; of prior items there may well be none between two items.
  PathStep step(std::size_t seen) const {
    return seen == items_ ? PathStep{count_, calibrated_ ? 0.5 : 1, 1} : gap_step();
  }
  // That of those who did not see all.
  PathStep gap_step() const { return {count_, calibrated_ ? 0.5 : 1, PathStep::even_tilt(count_, items_)}; }

  // Densities of a score at position t for so many noiseless scores, from that with this offset on, relative to the
  // largest that any noiseless score gives it. Returns the log of that, but for log_peak(). Nothing is quite
  // impossible: a floor far below all that counts keeps the sums over paths from vanishing.
  double densities(double score, std::size_t t, std::size_t offset, std::size_t count, double noise,
                   double* values) const {
    if (std::isnan(score)) {
      std::fill(values, values + count, 1.0);
      return 0;
    }
    const double width = 1 / static_cast<double>(calibrated_ ? calibrated_points : count_ + t + 1);
    // In noiseless scores: the middles of equal parts are half a part below their ends.
    const double place = score / width + (calibrated_ ? 0.5 : 0);
    const double first = static_cast<double>(offset) + 1, last = first + static_cast<double>(count) - 1;
    const double peak = nearest(place, 1, static_cast<double>(count_ + further(t)));
    const double step = width / noise, half = 0.5 * step * step;
    const double log_largest = -half * (place - peak) * (place - peak);
    // Neighbouring densities differ by a factor, which itself changes by a constant factor. One loop from the lowest
    // is the fastest, as long as doubles hold what it begins with.
    const double below = (place - first) * step;
    if (half < 100 && std::fabs(below) < 30 && std::fabs(below * step) < 100) {
      const double lowest = std::exp(-0.5 * below * below - log_largest);
      go_on(lowest, std::exp(below * step - half), std::exp(-2 * half), count, values);
      return log_largest;
    }
    const double from = nearest(place, first, last), away = (place - from) * step;
    const double highest = from == peak ? 1 : std::exp(-0.5 * away * away - log_largest), decay = std::exp(-2 * half);
    const auto middle = static_cast<std::size_t>(from - first);
    values[middle] = std::max(highest, least);
    double term = highest, factor = std::exp(away * step - half);
    for (std::size_t i = middle + 1; i < count; ++i, factor *= decay) values[i] = std::max(term *= factor, least);
    term = highest;
    factor = std::exp(-away * step - half);
    for (std::size_t i = middle; i-- > 0; factor *= decay) values[i] = std::max(term *= factor, least);
    return log_largest;
  }
  // The log of the largest density that there is.
  static double log_peak(double noise) { return -detail::log_sqrt_2pi - std::log(noise); }

 private:
  static constexpr double least = 1e-100;

  static double nearest(double place, double first, double last) {
    return static_cast<double>(static_cast<std::int64_t>(std::min(std::max(place, first), last) + 0.5));
  }
  // Each value is the one before times `factor`, which gets smaller by `decay` every time.
  static void go_on(double value, double factor, double decay, std::size_t count, double* values) {
    std::size_t i = 0;
    if (count >= 16) {
      // Each product waits for the one before. So four go on by four steps each, at the same time.
      const double decay2 = decay * decay, decay4 = decay2 * decay2, far = decay4 * decay4 * decay4 * decay4;
      const double factor2 = factor * factor, factor_b = factor * decay, factor_c = factor * decay2;
      double a = value, b = a * factor, c = b * factor_b, d = c * factor_c;
      double to_a = factor2 * factor2 * decay4 * decay2, to_b = to_a * decay4, to_c = to_b * decay4,
             to_d = to_c * decay4;
      for (; i + 4 <= count; i += 4) {
        values[i] = std::max(a, least);
        values[i + 1] = std::max(b, least);
        values[i + 2] = std::max(c, least);
        values[i + 3] = std::max(d, least);
        a *= to_a, b *= to_b, c *= to_c, d *= to_d;
        to_a *= far, to_b *= far, to_c *= far, to_d *= far;
      }
      for (const double last : {a, b, c})
        if (i < count) values[i++] = std::max(last, least);
    }
    for (; i < count; ++i, value *= factor, factor *= decay) values[i] = std::max(value, least);
  }

  double log_calibrated_paths() const {
    std::vector<double> sums(count_, 1);
    double result = 0;
    for (std::size_t k = 0; k < items_; ++k) {
      double running = 0;
      for (double& sum : sums) {
        const double own = sum;
        sum = running + 0.5 * own;
        running += own;
      }
      for (double& sum : sums) sum /= running;
      result += std::log(running);
    }
    return result;
  }

  bool calibrated_ = false;
  std::size_t count_ = 0, items_ = 0;
  double log_paths_ = 0;
};

// The densities of all of an evaluator's scores, for one noise, whatever the ranking.
class ScoreDensities {
 public:
  void fill(const ModelScores& scores, std::size_t evaluator, const PathPoints& points, double noise) {
    points_ = points;
    const std::size_t n = scores.seen(evaluator);
    step_ = points.step(n);
    begin_.resize(n + 1);
    begin_[0] = 0;
    for (std::size_t t = 0; t < n; ++t) begin_[t + 1] = begin_[t] + points.count() + points.further(t);
    values_.resize(begin_[n]);
    const double* score = scores.value + scores.first(evaluator);
    log_constant_ = scores.scored(evaluator) * PathPoints::log_peak(noise) - points.log_paths();
    for (std::size_t t = 0; t < n; ++t)
      log_constant_ += points.densities(score[t], t, 0, begin_[t + 1] - begin_[t], noise, values_.data() + begin_[t]);
  }

  const PathStep& step() const { return step_; }
  // Densities for 0, 1, ... prior items below an item shown at position t (from 0) with this relative rank (from 1).
  const double* at(std::size_t t, std::size_t relative) const {
    return values_.data() + begin_[t] + points_.offset(relative);
  }
  // The log-likelihood is this plus the log of the sum over all paths.
  double log_constant() const { return log_constant_; }

 private:
  PathPoints points_;
  PathStep step_;
  double log_constant_ = 0;
  std::vector<std::size_t> begin_;
  std::vector<double> values_;
};

}  // namespace seqjudge
