// What others tell of an evaluator's scale, by conditioning in full.

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <Eigen/LU>
#include <cmath>
#include <limits>
#include <vector>

#include "seqjudge/ratings/known_centres.hpp"

namespace {

using seqjudge::RatingTable;

// Three evaluators who saw four items in orders of their own; one did not score what came second.
RatingTable small_table() {
  RatingTable table;
  table.items = 4;
  table.start = {0, 4, 7, 11};
  table.item = {0, 1, 2, 3, 2, 0, 3, 3, 1, 0, 2};
  table.score = {0.3, -0.8, 1.4, 0.2, 0.9, std::numeric_limits<double>::quiet_NaN(), -0.6, 1.9, 0.1, 1.2, 0.7};
  return table;
}

// Scores of evaluators with a flat severity (a variance that is as good as infinite) have a covariance that can be
// written down; the precision of one's severity given all scores but their own is what is added to their own.
struct Normal {
  double mean, precision;
};
Normal severity(const RatingTable& table, double size, double noise, double variance, std::size_t judge) {
  std::vector<Eigen::VectorXd> rows;
  std::vector<double> own, past, score;
  std::vector<std::size_t> of;
  for (std::size_t j = 0; j < table.evaluators(); ++j) {
    Eigen::VectorXd before = Eigen::VectorXd::Zero(4);
    for (std::size_t i = table.first(j); i < table.end(j); ++i) {
      const double t = static_cast<double>(i - table.first(j) + 1), all = size + t + 1;
      const auto at = static_cast<Eigen::Index>(table.item_of(i));
      Eigen::VectorXd row = std::isinf(size) ? Eigen::VectorXd(0 * before) : Eigen::VectorXd(-before / all);
      row(at) = std::isinf(size) ? 1 : (size + t - 1) / all;
      before(at) = 1;
      if (!table.scored(i)) continue;
      rows.push_back(row);
      own.push_back(noise + (std::isinf(size) ? 0 : variance * (size + t - 1) / (all * all)));
      past.push_back(std::isinf(size) ? 0 : std::sqrt(size * variance) / all);
      score.push_back(table.score[i]);
      of.push_back(j);
    }
  }
  const auto n = static_cast<Eigen::Index>(rows.size());
  Eigen::MatrixXd covariance = Eigen::MatrixXd::Zero(n, n), design = Eigen::MatrixXd::Zero(n, 3);
  Eigen::VectorXd y(n);
  for (Eigen::Index a = 0; a < n; ++a) {
    const auto i = static_cast<std::size_t>(a);
    y(a) = score[i];
    covariance(a, a) += own[i];
    design(a, static_cast<Eigen::Index>(of[i])) = 1;
    for (Eigen::Index b = 0; b < n; ++b) {
      const auto k = static_cast<std::size_t>(b);
      covariance(a, b) += variance * rows[i].dot(rows[k]) + (of[i] == of[k] ? past[i] * past[k] : 0);
    }
  }
  const auto at = static_cast<Eigen::Index>(judge);
  const Eigen::MatrixXd inverse = covariance.inverse();
  const Eigen::MatrixXd spread = (design.transpose() * inverse * design).inverse();
  const Eigen::VectorXd mean = spread * (design.transpose() * inverse * y);
  return {mean(at), 1 / spread(at, at)};
}

// The middle of an evaluator's scale as own scores tell it takes these for independent of each other.
Normal own(const RatingTable& table, double size, double noise, double variance, std::size_t judge) {
  double precision = 0, sum = 0;
  for (std::size_t i = table.first(judge); i < table.end(judge); ++i) {
    if (!table.scored(i)) continue;
    const double t = static_cast<double>(i - table.first(judge) + 1);
    const double shown = std::isinf(size) ? 1 : (size + t - 1) / (size + t + 1);
    const double w = 1 / (noise + variance * shown);
    precision += w;
    sum += w * table.score[i];
  }
  return {sum / precision, precision};
}

TEST(KnownCentres, AreWhatConditioningOnAllScoresAdds) {
  const auto table = small_table();
  for (const double size : {2.0, 30.0, std::numeric_limits<double>::infinity()})
    for (const double noise : {0.1, 0.5}) {
      const seqjudge::SequentialModel model{size, noise};
      const double variance = seqjudge::quality_variance(table, model);
      const auto found = seqjudge::known_centres(table, model);
      for (std::size_t j = 0; j < 3; ++j) {
        const Normal all = severity(table, size, noise, variance, j), mine = own(table, size, noise, variance, j);
        const auto alone = seqjudge::own_centre(table.of(j), variance, model);
        EXPECT_NEAR(alone.mean, mine.mean, 1e-10);
        EXPECT_NEAR(alone.precision, mine.precision, 1e-10);
        const double precision = all.precision - mine.precision;
        if (precision <= 0.01 * mine.precision) {
          EXPECT_EQ(found[j].precision, 0);
          continue;
        }
        EXPECT_NEAR(found[j].precision, precision, 1e-6 * (1 + precision));
        EXPECT_NEAR(found[j].mean, (all.mean * all.precision - mine.mean * mine.precision) / precision, 1e-5);
      }
    }
}

}  // namespace
