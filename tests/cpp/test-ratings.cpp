#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "seqjudge/ratings/collapsed_qualities.hpp"
#include "seqjudge/ratings/position_columns.hpp"
#include "seqjudge/ratings/quality_block.hpp"
#include "seqjudge/ratings/rating_table.hpp"
#include "seqjudge/ratings/ratings_chain.hpp"
#include "seqjudge/ratings/ratings_density.hpp"
#include "seqjudge/ratings/sequential_likelihood.hpp"
#include "seqjudge/ratings/serial_noise.hpp"
#include "seqjudge/ratings/size_evidence.hpp"
#include "seqjudge/support/poll.hpp"
#include "seqjudge/support/random.hpp"

namespace {

using seqjudge::CollapsedQualities;
using seqjudge::Judge;
using seqjudge::RandomStream;
using seqjudge::RatingsChain;
using seqjudge::RatingsModel;
using seqjudge::RatingTable;

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double none = std::numeric_limits<double>::quiet_NaN();

// Evaluators who saw some of the items in random orders; about one score in eight is missing.
RatingTable random_table(std::size_t evaluators, std::size_t items, std::uint64_t seed) {
  RandomStream random(seed, 0);
  RatingTable table;
  table.items = items;
  table.start = {0};
  for (std::size_t j = 0; j < evaluators; ++j) {
    std::vector<std::int32_t> order(items);
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t k = items; k > 1; --k) std::swap(order[k - 1], order[random.below(k)]);
    const std::size_t seen = items - random.below(items / 2 + 1);
    for (std::size_t t = 0; t < seen; ++t) {
      table.item.push_back(order[t]);
      table.score.push_back(random.below(8) == 0 ? none : random.normal());
    }
    table.start.push_back(static_cast<std::int32_t>(table.item.size()));
  }
  return table;
}

// The joint covariance of qualities and scores, written down term by term.
struct Dense {
  Eigen::MatrixXd on_quality, covariance;
  Eigen::VectorXd score;
};
Dense dense(const RatingTable& table, const std::vector<Judge>& judges, double variance) {
  std::vector<Eigen::VectorXd> rows;
  std::vector<std::size_t> of;
  std::vector<double> own, earlier, score;
  for (std::size_t j = 0; j < table.evaluators(); ++j) {
    Eigen::VectorXd before = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(table.items));
    for (std::size_t i = table.first(j); i < table.end(j); ++i) {
      const double t = static_cast<double>(i - table.first(j) + 1), n0 = judges[j].prior_size, load = judges[j].loading;
      const auto at = static_cast<Eigen::Index>(table.item_of(i));
      Eigen::VectorXd row = Eigen::VectorXd::Zero(before.size());
      double rest = 0, past = 0;
      if (std::isinf(n0)) {
        row(at) = load;
      } else {
        row = -load / (n0 + t + 1) * before;
        row(at) = load * (n0 + t - 1) / (n0 + t + 1);
        rest = load * load * variance * (n0 + t - 1) / ((n0 + t + 1) * (n0 + t + 1));
        past = load * std::sqrt(n0 * variance) / (n0 + t + 1);
      }
      before(at) = 1;
      if (!table.scored(i)) continue;
      rows.push_back(row);
      of.push_back(j);
      own.push_back(judges[j].noise_variance + rest);
      earlier.push_back(past);
      score.push_back(table.score[i] - judges[j].severity_mean);
    }
  }
  const auto n = static_cast<Eigen::Index>(rows.size());
  Dense result{Eigen::MatrixXd(n, static_cast<Eigen::Index>(table.items)), Eigen::MatrixXd::Zero(n, n),
               Eigen::VectorXd(n)};
  for (Eigen::Index a = 0; a < n; ++a) {
    const auto i = static_cast<std::size_t>(a);
    result.on_quality.row(a) = rows[i];
    result.score(a) = score[i];
    result.covariance(a, a) += own[i];
    for (Eigen::Index b = 0; b < n; ++b) {
      const auto k = static_cast<std::size_t>(b);
      result.covariance(a, b) += variance * rows[i].dot(rows[k]);
      if (of[i] == of[k]) result.covariance(a, b) += 1 / judges[of[i]].severity_precision + earlier[i] * earlier[k];
    }
  }
  return result;
}

std::vector<Judge> random_judges(std::size_t count, std::uint64_t seed) {
  RandomStream random(seed, 1);
  const double sizes[] = {0, 1, 7, 40, inf};
  std::vector<Judge> judges;
  for (std::size_t j = 0; j < count; ++j)
    judges.push_back({sizes[random.below(5)], 0.5 + random.uniform(), 0.2 + random.uniform(), random.normal(),
                      0.5 + random.uniform()});
  return judges;
}

TEST(Ratings, CollapsedQualitiesAreDenseConditioning) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const auto table = random_table(4, 6, seed);
    const double variance = 0.3 + 0.1 * static_cast<double>(seed % 5);
    auto judges = random_judges(4, seed);
    CollapsedQualities<> qualities;
    const auto add_all = [&] {
      qualities.begin(table.items, variance);
      for (std::size_t j = 0; j < judges.size(); ++j) qualities.add(table.of(j), judges[j]);
      qualities.finish();
    };
    add_all();
    const Dense all = dense(table, judges, variance);
    const Eigen::LLT<Eigen::MatrixXd> factor(all.covariance);
    const auto log_density = [](const Dense& of, const Eigen::LLT<Eigen::MatrixXd>& root) {
      return -root.matrixLLT().diagonal().array().log().sum() - 0.5 * of.score.dot(root.solve(of.score));
    };
    const Eigen::VectorXd mean = variance * all.on_quality.transpose() * factor.solve(all.score);
    EXPECT_LT((qualities.mean() - mean).cwiseAbs().maxCoeff(), 1e-9);
    EXPECT_NEAR(qualities.log_density(), log_density(all, factor), 1e-8);
  }
}

// A severity has the covariance of its prior with the scores of its judge, and none with others.
TEST(Ratings, SeveritiesAreDenseConditioning) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const auto table = random_table(4, 6, seed);
    const auto judges = random_judges(4, seed);
    CollapsedQualities<> qualities;
    qualities.begin(table.items, 0.7);
    for (std::size_t j = 0; j < judges.size(); ++j) qualities.add(table.of(j), judges[j]);
    qualities.finish();
    const Dense all = dense(table, judges, 0.7);
    const Eigen::LLT<Eigen::MatrixXd> factor(all.covariance);
    Eigen::Index from = 0;
    for (std::size_t j = 0; j < judges.size(); ++j) {
      Eigen::VectorXd with_scores = Eigen::VectorXd::Zero(all.score.size());
      for (std::size_t i = table.first(j); i < table.end(j); ++i)
        if (table.scored(i)) with_scores(from++) = 1 / judges[j].severity_precision;
      const auto found = qualities.severity(table.of(j), judges[j]);
      EXPECT_NEAR(found.mean, judges[j].severity_mean + with_scores.dot(factor.solve(all.score)), 1e-9);
      EXPECT_NEAR(found.variance, 1 / judges[j].severity_precision - with_scores.dot(factor.solve(with_scores)), 1e-9);
    }
  }
}

TEST(Ratings, DrawsOfCollapsedQualitiesHaveTheirVariance) {
  const auto table = random_table(3, 4, 5);
  const auto judges = random_judges(3, 5);
  CollapsedQualities<> qualities;
  qualities.begin(table.items, 0.7);
  for (std::size_t j = 0; j < judges.size(); ++j) qualities.add(table.of(j), judges[j]);
  qualities.finish();
  const Dense all = dense(table, judges, 0.7);
  const Eigen::MatrixXd known = Eigen::LLT<Eigen::MatrixXd>(all.covariance).solve(all.on_quality);
  const Eigen::MatrixXd expected = 0.7 * Eigen::MatrixXd::Identity(4, 4) - 0.49 * all.on_quality.transpose() * known;
  // A draw is linear in the normal numbers: their images are the columns of a root of the covariance.
  Eigen::MatrixXd root(4, 4);
  for (Eigen::Index k = 0; k < 4; ++k) {
    Eigen::VectorXd unit = Eigen::VectorXd::Unit(4, k);
    qualities.draw(unit);
    root.col(k) = unit - qualities.mean();
  }
  EXPECT_LT((root * root.transpose() - expected).cwiseAbs().maxCoeff(), 1e-9);
}

// The columns of drift and start effect, written out.
Eigen::MatrixXd positions(const RatingTable& table) {
  std::vector<Eigen::RowVector2d> rows;
  for (std::size_t j = 0; j < table.evaluators(); ++j) {
    const auto n = static_cast<double>(table.end(j) - table.first(j));
    for (std::size_t i = table.first(j); i < table.end(j); ++i) {
      const auto t = static_cast<double>(i - table.first(j) + 1);
      if (table.scored(i)) rows.emplace_back((t - 0.5) / n - 0.5, 1 / t);
    }
  }
  Eigen::MatrixXd result(rows.size(), 2);
  for (std::size_t i = 0; i < rows.size(); ++i) result.row(static_cast<Eigen::Index>(i)) = rows[i];
  return result;
}

TEST(Ratings, RivalsAreIntegratedOutAsInDenseConditioning) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const auto table = random_table(4, 6, seed);
    const auto judges = random_judges(4, seed);
    CollapsedQualities<> qualities;
    qualities.begin(table.items, 0.6, 0.3);
    for (std::size_t j = 0; j < judges.size(); ++j) qualities.add(table.of(j), judges[j]);
    qualities.finish();
    Dense all = dense(table, judges, 0.6);
    const Eigen::MatrixXd columns = positions(table);
    all.covariance += 0.3 * columns * columns.transpose();
    const Eigen::LLT<Eigen::MatrixXd> factor(all.covariance);
    const Eigen::VectorXd known = factor.solve(all.score);
    EXPECT_NEAR(qualities.log_density(),
                -factor.matrixLLT().diagonal().array().log().sum() - 0.5 * all.score.dot(known), 1e-8);
    EXPECT_LT((qualities.mean().head(6) - 0.6 * all.on_quality.transpose() * known).cwiseAbs().maxCoeff(), 1e-9);
    EXPECT_LT((qualities.mean().tail(2) - 0.3 * columns.transpose() * known).cwiseAbs().maxCoeff(), 1e-9);
  }
}

// Of a level that wanders, judge by judge: the spectrum of an Ornstein-Uhlenbeck process of length 8 at the first four
// frequencies of a period twice as long as the sequence.
Eigen::MatrixXd wander_covariance(const RatingTable& table, double variance) {
  std::vector<std::size_t> judge;
  std::vector<double> at, length;
  for (std::size_t j = 0; j < table.evaluators(); ++j)
    for (std::size_t i = table.first(j); i < table.end(j); ++i)
      if (table.scored(i)) {
        judge.push_back(j);
        at.push_back(static_cast<double>(i - table.first(j)));
        length.push_back(static_cast<double>(table.end(j) - table.first(j)));
      }
  const auto n = static_cast<Eigen::Index>(judge.size());
  Eigen::MatrixXd result = Eigen::MatrixXd::Zero(n, n);
  for (std::size_t a = 0; a < judge.size(); ++a)
    for (std::size_t b = 0; b < judge.size(); ++b) {
      if (judge[a] != judge[b]) continue;
      for (int k = 1; k <= 4; ++k) {
        const double frequency = 3.14159265358979324 * k / length[a];
        result(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(b)) +=
            2 * variance * 8 / length[a] / (1 + 64 * frequency * frequency) * std::cos(frequency * (at[a] - at[b]));
      }
    }
  return result;
}

TEST(Ratings, LevelsThatWanderAreIntegratedOutAsInDenseConditioning) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const auto table = random_table(4, 6, seed);
    const auto judges = random_judges(4, seed);
    CollapsedQualities<4> qualities;
    qualities.begin(table.items, 0.6, 0.3, 0.4);
    for (std::size_t j = 0; j < judges.size(); ++j) qualities.add(table.of(j), judges[j]);
    qualities.finish();
    Dense all = dense(table, judges, 0.6);
    const Eigen::MatrixXd columns = positions(table);
    all.covariance += 0.3 * columns * columns.transpose();
    all.covariance += wander_covariance(table, 0.4);
    const Eigen::LLT<Eigen::MatrixXd> factor(all.covariance);
    const Eigen::VectorXd known = factor.solve(all.score);
    EXPECT_NEAR(qualities.log_density(),
                -factor.matrixLLT().diagonal().array().log().sum() - 0.5 * all.score.dot(known), 1e-8);
    EXPECT_LT((qualities.mean().head(6) - 0.6 * all.on_quality.transpose() * known).cwiseAbs().maxCoeff(), 1e-9);
  }
}

// With flat severities: the density of what is left of the scores when those are taken out, written down with all
// scores at once. A level wanders by so much of the noise.
double contrast_density(const RatingTable& table, const seqjudge::SequentialModel& model) {
  double shown = 0, scores = 0;
  for (std::size_t j = 0; j < table.evaluators(); ++j)
    for (std::size_t i = table.first(j); i < table.end(j); ++i) {
      if (!table.scored(i)) continue;
      const double before = model.prior_size + static_cast<double>(i - table.first(j));
      shown += std::isinf(before) ? 1 : before / (before + 2);
      ++scores;
    }
  const double variance = (1 - model.noise_share) * scores / shown;
  Dense all =
      dense(table, std::vector<Judge>(table.evaluators(), {model.prior_size, 1, model.noise_share, 0, inf}), variance);
  const Eigen::MatrixXd columns = positions(table);
  all.covariance += 0.0625 * columns * columns.transpose() + wander_covariance(table, model.wander * model.noise_share);
  std::vector<Eigen::VectorXd> severity;
  Eigen::Index row = 0;
  for (std::size_t j = 0; j < table.evaluators(); ++j) {
    Eigen::VectorXd own = Eigen::VectorXd::Zero(all.score.size());
    for (std::size_t i = table.first(j); i < table.end(j); ++i)
      if (table.scored(i)) own(row++) = 1;
    if (own.sum() > 0) severity.push_back(own);
  }
  Eigen::MatrixXd levels(all.score.size(), severity.size());
  for (std::size_t k = 0; k < severity.size(); ++k) levels.col(static_cast<Eigen::Index>(k)) = severity[k];
  const Eigen::MatrixXd inverse = all.covariance.inverse(), inner = levels.transpose() * inverse * levels;
  const Eigen::VectorXd known = inverse * all.score, on_levels = levels.transpose() * known;
  return -0.5 * (std::log(all.covariance.determinant()) + std::log(inner.determinant()) + all.score.dot(known) -
                 on_levels.dot(inner.inverse() * on_levels));
}

TEST(Ratings, SequentialDensitiesAreThoseOfContrasts) {
  const seqjudge::SequentialModel usual{2, 0.3, true, 0};
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto table = random_table(4, 6, seed);
    for (const double size : {0.0, 5.0, inf})
      for (const double share : {0.05, 0.6})
        for (const double wander : {0.0, 0.4}) {
          const seqjudge::SequentialModel model{size, share, true, wander};
          EXPECT_NEAR(seqjudge::sequential_log_density(table, model) - seqjudge::sequential_log_density(table, usual),
                      contrast_density(table, model) - contrast_density(table, usual), 1e-7);
        }
  }
}

// Without any effect no order is more likely than another; and of one evaluator the scores are independent.
TEST(Ratings, DensitiesOfShuffledOrders) {
  const auto table = random_table(4, 7, 3);
  const auto log_density = [](const RatingTable& of) {
    CollapsedQualities<> qualities;
    qualities.begin(of.items, 0.7);
    Judge judge;
    judge.prior_size = inf;
    judge.noise_variance = 0.3;
    for (std::size_t j = 0; j < of.evaluators(); ++j) qualities.add(of.of(j), judge);
    qualities.finish();
    return qualities.log_density();
  };
  RandomStream random(1, 0);
  for (int k = 0; k < 10; ++k) EXPECT_NEAR(log_density(seqjudge::shuffled(table, random)), log_density(table), 1e-9);

  const auto single = random_table(1, 9, 4);
  for (const double size : {0.0, 2.0, 30.0, inf})
    for (const double share : {0.1, 0.7})
      EXPECT_NEAR(seqjudge::sequential_log_density(single, {size, share}) -
                      seqjudge::sequential_log_density(single, {inf, 0.4}),
                  seqjudge::sequential_log_density_alone(single, {size, share}) -
                      seqjudge::sequential_log_density_alone(single, {inf, 0.4}),
                  1e-9);
}

TEST(Ratings, ShufflingKeepsWhoScoredWhat) {
  const auto table = random_table(3, 8, 6);
  RandomStream random(1, 0);
  const auto other = seqjudge::shuffled(table, random);
  ASSERT_EQ(other.start, table.start);
  for (std::size_t j = 0; j < table.evaluators(); ++j) {
    std::vector<double> score(table.items, none), now(table.items, none);
    for (std::size_t i = table.first(j); i < table.end(j); ++i) {
      ASSERT_EQ(table.scored(i), other.scored(i));
      score[table.item_of(i)] = table.score[i];
      now[other.item_of(i)] = other.score[i];
    }
    for (std::size_t k = 0; k < table.items; ++k)
      ASSERT_TRUE(score[k] == now[k] || (std::isnan(score[k]) && std::isnan(now[k])));
  }
}

std::vector<double> mean_qualities(const RatingTable& table, const RatingsModel& model, int rounds) {
  RatingsChain chain(table, model, RandomStream(2, 0));
  seqjudge::NoPoll poll;
  std::vector<double> mean(table.items, 0);
  for (int k = -rounds / 4; k < rounds; ++k) {
    chain.step(poll);
    if (k < 0) continue;
    for (std::size_t i = 0; i < mean.size(); ++i) mean[i] += chain.mean_quality()[i] / rounds;
  }
  return mean;
}

TEST(Ratings, ChainsStayFiniteAndRepeat) {
  const auto table = random_table(5, 6, 7);
  for (const double size : {0.0, 3.0, inf}) {
    RatingsModel model;
    model.prior_size.assign(table.evaluators(), size);
    RatingsChain one(table, model, RandomStream(1, 0)), again(table, model, RandomStream(1, 0));
    seqjudge::NoPoll poll;
    for (int k = 0; k < 200; ++k) {
      one.step(poll);
      again.step(poll);
    }
    EXPECT_EQ(one.quality(), again.quality());
    for (const double q : one.quality()) EXPECT_TRUE(std::isfinite(q));
    for (const double v : one.noise_variance()) EXPECT_GT(v, 0);
    for (const double load : one.loading()) EXPECT_GT(load, 0);
    EXPECT_GT(one.quality_variance(), 0);
    EXPECT_GT(one.severity_variance(), 0);
  }
}

// Items whose scores are all higher have higher qualities, and so much that scores are what severity and quality say.
TEST(Ratings, ChainsFindQualities) {
  auto table = random_table(12, 5, 8);
  for (std::size_t i = 0; i < table.score.size(); ++i)
    table.score[i] = 0.2 * table.score[i] + 0.5 * static_cast<double>(table.item_of(i)) - 1;
  RatingsModel model;
  model.prior_size.assign(table.evaluators(), inf);
  const auto calm = mean_qualities(table, model, 4000);
  for (std::size_t k = 1; k < calm.size(); ++k) EXPECT_NEAR(calm[k] - calm[k - 1], 0.5, 0.15);
}

// Judges with two sequences each, and one with a third.
RatingTable table_of_rounds(std::uint64_t seed) {
  auto table = random_table(5, 6, seed);
  table.judge_of = {0, 0, 1, 1, 1};
  table.round_of = {0, 1, 0, 1, 2};
  return table;
}

TEST(Ratings, EveryEffectAtOnceStaysFiniteAndRepeats) {
  const auto table = table_of_rounds(9);
  RatingsModel model;
  model.prior_size = {inf, 2, 0, 5, inf};
  model.effects = {true, true, true, 4};
  model.own_drift = model.neighbour = model.average = true;
  RatingsChain one(table, model, RandomStream(1, 0)), again(table, model, RandomStream(1, 0));
  seqjudge::NoPoll poll;
  for (int k = 0; k < 200; ++k) {
    one.step(poll, k < 50);
    again.step(poll, k < 50);
  }
  ASSERT_EQ(one.effects().size(), 9u);
  ASSERT_EQ(one.severity().size(), 2u);
  EXPECT_EQ(one.effects(), again.effects());
  for (const double value : one.effects()) EXPECT_TRUE(std::isfinite(value));
  for (const double q : one.quality()) EXPECT_TRUE(std::isfinite(q));
}

TEST(Ratings, ColumnsOfPositionsAreCentredWithinSequences) {
  const RatingTable table{4, {0, 4}, {0, 1, 2, 3}, {1, 2, 3, 4}};
  const seqjudge::PositionColumns columns(table, {true, true, false, 2});
  ASSERT_EQ(columns.count(), 4u);
  // Cosines have one and one and a half waves; the means of both over four positions are 0.
  const double pi = std::acos(-1.0), place[] = {1 / 8.0, 3 / 8.0, 5 / 8.0, 7 / 8.0};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(columns.at(i)[0], place[i] - 0.5, 1e-15);
    EXPECT_NEAR(columns.at(i)[1], 1 / (static_cast<double>(i) + 1) - 25 / 48.0, 1e-15);
    EXPECT_NEAR(columns.at(i)[2], std::cos(2 * pi * place[i]), 1e-15);
    EXPECT_NEAR(columns.at(i)[3], std::cos(3 * pi * place[i]), 1e-15);
  }
}

// Two scores of a judge who has two earlier items in mind: their covariance by hand.
TEST(Ratings, DensityOfTwoScores) {
  const RatingTable table{2, {0, 2}, {0, 1}, {0.7, -0.4}};
  seqjudge::RatingsParameters par;
  par.neighbour = 0.3;
  par.average = -0.6;
  par.prior_size = {2};
  par.loading = {1};
  par.noise_variance = {0.2};
  par.wander_variance = {0};
  par.severity_variance = 0.5;
  // The first score has 2/4 of its own quality and -1/4 of each earlier one, the second 3/5 and -1/5 of each before.
  const double before = -0.2 + 0.3 - 0.6;
  const double one = 0.5 + 0.25 + 2.0 / 16 + 2.0 / 16 + 0.2;
  const double two = 0.5 + 0.36 + before * before + 2.0 / 25 + 3.0 / 25 + 0.2;
  const double both = 0.5 + 0.5 * before + 2.0 / 20;
  const double determinant = one * two - both * both;
  const double square = (two * 0.49 + one * 0.16 + 2 * both * 0.28) / determinant;
  const double expected = -std::log(2 * std::acos(-1.0)) - 0.5 * std::log(determinant) - 0.5 * square;
  EXPECT_NEAR(seqjudge::RatingsDensity(table, par).log_density(), expected, 1e-12);
}

// A source of "normal" numbers that are all 0 but one.
struct OneOf {
  std::size_t which, next = 0;
  double normal() { return next++ == which ? 1 : 0; }
};

// The unknowns of a block have a normal distribution, whose precision is written down here score by score.
TEST(Ratings, BlocksOfQualitiesAreDenseConditioning) {
  const auto table = table_of_rounds(10);
  const seqjudge::PositionColumns columns(table, {true, true, true, 1});
  seqjudge::QualityBlock block(table, columns);
  RandomStream random(3, 0);
  const auto unknowns = static_cast<Eigen::Index>(block.value.size());
  std::vector<Eigen::VectorXd> rows;
  Eigen::MatrixXd precision = Eigen::MatrixXd::Zero(unknowns, unknowns);
  Eigen::VectorXd linear = Eigen::VectorXd::Zero(unknowns);
  for (std::size_t c = 0; c < table.sequences(); ++c)
    for (std::size_t i = table.first(c); i < table.end(c); ++i) {
      auto& term = block.terms[i];
      term = {0.5 + random.uniform(), random.normal() / 4, random.normal() / 8, random.normal() / 4, 0, 0};
      if (table.scored(i)) {
        term.weight = 0.5 + random.uniform();
        term.target = table.score[i];
      }
      Eigen::VectorXd row = Eigen::VectorXd::Zero(unknowns);
      const auto at = [&](std::size_t k) -> double& { return row(static_cast<Eigen::Index>(k)); };
      for (std::size_t s = table.first(c); s < i; ++s) at(table.item_of(s)) += term.before;
      if (i > table.first(c)) at(table.item_of(i - 1)) += term.previous;
      at(table.item_of(i)) += term.own;
      at(block.level(table.judge(c))) = 1;
      at(block.earlier(c)) = term.earlier;
      for (std::size_t e = 0; e < columns.count(); ++e) at(block.coefficient(e)) = columns.at(i)[e];
      precision += term.weight * row * row.transpose();
      linear += term.weight * term.target * row;
    }
  for (Eigen::Index k = 0; k < unknowns; ++k) {
    block.prior_precision[static_cast<std::size_t>(k)] = 0.5 + random.uniform();
    block.prior_mean[static_cast<std::size_t>(k)] = random.normal();
    precision(k, k) += block.prior_precision[static_cast<std::size_t>(k)];
    linear(k) += block.prior_precision[static_cast<std::size_t>(k)] * block.prior_mean[static_cast<std::size_t>(k)];
  }
  const Eigen::MatrixXd covariance = precision.inverse();
  const auto draw = [&](std::size_t which) {
    OneOf numbers{which};
    std::fill(block.value.begin(), block.value.end(), 0);
    block.draw(numbers);
    return Eigen::VectorXd(Eigen::Map<Eigen::VectorXd>(block.value.data(), unknowns));
  };
  const Eigen::VectorXd mean = draw(~std::size_t{0});
  EXPECT_LT((mean - covariance * linear).cwiseAbs().maxCoeff(), 1e-3);
  // A draw is linear in the numbers: their images add up to the covariance.
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(unknowns, unknowns);
  for (std::size_t k = 0; k < table.score.size() + block.value.size(); ++k) {
    const Eigen::VectorXd image = draw(k) - mean;
    sum += image * image.transpose();
  }
  EXPECT_LT((sum - covariance).cwiseAbs().maxCoeff(), 1e-3);
}

TEST(Ratings, FiltersOfSerialNoiseAreDenseDensities) {
  RandomStream random(4, 0);
  for (const double share : {0.0, 0.1, 1.5}) {
    const std::size_t n = 9;
    const double keep = 0.7;
    std::vector<double> y;
    for (std::size_t t = 0; t < n; ++t) y.push_back(random.normal());
    for (const std::size_t hole : {n, std::size_t{4}}) {
      std::vector<std::size_t> at;
      for (std::size_t t = 0; t < n; ++t)
        if (t != hole) at.push_back(t);
      const auto m = static_cast<Eigen::Index>(at.size());
      Eigen::MatrixXd covariance(m, m);
      Eigen::VectorXd value(m);
      for (Eigen::Index a = 0; a < m; ++a) {
        value(a) = y[at[static_cast<std::size_t>(a)]];
        for (Eigen::Index b = 0; b < m; ++b) {
          const auto s = static_cast<double>(at[static_cast<std::size_t>(a)]);
          const auto t = static_cast<double>(at[static_cast<std::size_t>(b)]);
          covariance(a, b) = (a == b) + share * std::pow(keep, std::abs(s - t));
        }
      }
      const auto residual = [&](std::size_t t) { return y[t]; };
      const auto slow = seqjudge::serial_fit(seqjudge::SerialNoise{1, share, keep}, n, residual,
                                             [&](std::size_t t) { return t != hole; });
      EXPECT_NEAR(slow.quadratic, value.dot(covariance.inverse() * value), 1e-10);
      EXPECT_NEAR(slow.log_determinant, std::log(covariance.determinant()), 1e-10);
      if (hole < n) continue;
      const auto fast = seqjudge::serial_fit(seqjudge::SerialSteps(share, keep, n), n, residual);
      EXPECT_NEAR(fast.quadratic, slow.quadratic, 1e-12);
      // From the same numbers both ways of drawing the level make the same draw.
      RandomStream one(5, 0), other(5, 0);
      std::vector<double> quick(n), plain(n);
      std::vector<std::array<double, 2>> filtered;
      seqjudge::draw_level(seqjudge::SerialSteps(share, keep, n), 2.0, n, residual, one, quick.data());
      seqjudge::draw_level(
          seqjudge::SerialNoise{4, 4 * share, keep}, n, residual, [](std::size_t) { return true; }, other, filtered,
          plain.data());
      for (std::size_t t = 0; t < n && share > 0; ++t) EXPECT_NEAR(quick[t], plain[t], 1e-12);
      EXPECT_NEAR(fast.log_determinant, slow.log_determinant, 1e-12);
    }
  }
}

}  // namespace
