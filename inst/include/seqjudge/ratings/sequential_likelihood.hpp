// The likelihood of a prior size when scores are marks on a scale that nobody knows.
//
// To first order an evaluator's scores are linear in the qualities of the items (see Comparison). Qualities are normal,
// shared by all evaluators and integrated out; so are every evaluator's severity (with a flat prior), the mean of the
// earlier items, and a drift and a start effect common to all: these change scores with the position too, and must not
// pass for cautious beginnings. Nor must a level of each evaluator's own that wanders. What is left are the prior size
// and the share of the noise in the variance of the scores. Evaluators who saw the same items in different orders tell
// about the prior size by their agreement, a single one by how the spread of the scores grows with the position.
//
// Needs Eigen, and is therefore not part of seqjudge.hpp.

#ifndef SEQJUDGE_RATINGS_SEQUENTIAL_LIKELIHOOD_HPP
#define SEQJUDGE_RATINGS_SEQUENTIAL_LIKELIHOOD_HPP

#include <cmath>
#include <cstddef>

#include "collapsed_qualities.hpp"
#include "rating_table.hpp"

namespace seqjudge {

// Scores are taken to have a variance of about 1 within evaluators: `noise_share` of it is noise, the rest are the
// qualities as the evaluators see them.
struct SequentialModel {
  double prior_size;
  double noise_share;
  bool rivals = true;  // a drift and a start effect, common to all
  double wander = 0;   // variance of a level that wanders, each evaluator's own, for a variance of 1 of the noise
};

// Drift and start effect are expected to be of this size, in standard deviations of an evaluator's scores.
constexpr double rival_variance = 0.25 * 0.25;

// The variance of the qualities that goes with it. That of what an evaluator has in mind is `own` times it.
inline double quality_variance(const RatingTable& table, const SequentialModel& model) {
  double spread = 0, scores = 0;
  for (std::size_t j = 0; j < table.evaluators(); ++j)
    for (std::size_t i = table.first(j); i < table.end(j); ++i) {
      if (!table.scored(i)) continue;
      spread += Comparison(model.prior_size, i - table.first(j) + 1).own;
      ++scores;
    }
  return spread > 0 ? (1 - model.noise_share) * scores / spread : 1;
}

namespace detail {

template <int waves>
double collapsed_log_density(const RatingTable& table, const SequentialModel& model) {
  CollapsedQualities<waves> qualities;
  qualities.begin(table.items, quality_variance(table, model), model.rivals ? rival_variance : 0,
                  model.wander * model.noise_share);
  Judge judge;
  judge.prior_size = model.prior_size;
  judge.noise_variance = model.noise_share;
  for (std::size_t j = 0; j < table.evaluators(); ++j) qualities.add(table.of(j), judge);
  qualities.finish();
  return qualities.log_density();
}

}  // namespace detail

// Log density of the scores, up to a constant that depends on nothing but who saw what.
inline double sequential_log_density(const RatingTable& table, const SequentialModel& model) {
  return model.wander > 0 ? detail::collapsed_log_density<wander_waves>(table, model)
                          : detail::collapsed_log_density<0>(table, model);
}

// The same if no two evaluators had an item in common, without levels that wander: the scores of one are then
// independent, with a spread that grows with the position. Takes time in proportion to the scores, where the other
// takes the cube of the number of items.
inline double sequential_log_density_alone(const RatingTable& table, const SequentialModel& model) {
  const double variance = quality_variance(table, model);
  double log_sum = 0;
  Eigen::Matrix2d precision = Eigen::Matrix2d::Identity() / rival_variance;
  Eigen::Vector2d linear = Eigen::Vector2d::Zero();
  for (std::size_t j = 0; j < table.evaluators(); ++j) {
    double weights = 0, sum = 0, squares = 0;
    Eigen::Vector2d columns = Eigen::Vector2d::Zero();
    for (std::size_t i = table.first(j); i < table.end(j); ++i) {
      if (!table.scored(i)) continue;
      const std::size_t t = i - table.first(j);
      const Comparison seen(model.prior_size, t + 1);
      const double w = 1 / (model.noise_share + variance * seen.own), y = table.score[i];
      const Eigen::Vector2d x = rival_columns(t, table.end(j) - table.first(j));
      weights += w;
      sum += w * y;
      squares += w * y * y;
      columns += w * x;
      precision += w * x * x.transpose();
      linear += w * y * x;
      log_sum += 0.5 * std::log(w);
    }
    if (weights == 0) continue;
    log_sum -= 0.5 * (std::log(weights) + squares - sum * sum / weights);
    precision -= columns * columns.transpose() / weights;
    linear -= columns * sum / weights;
  }
  if (!model.rivals) return log_sum;
  const double log_root = 0.5 * std::log(precision.determinant());
  return log_sum - std::log(rival_variance) - log_root + 0.5 * linear.dot(precision.inverse() * linear);
}

}  // namespace seqjudge

#endif
