// The tests of the order and of the scale.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "seqjudge/model/order_test.hpp"
#include "seqjudge/model/scale_test.hpp"

namespace {

using seqjudge::RandomStream;

struct Table {
  std::vector<std::int32_t> start{0}, position, item, bin;
  std::vector<double> value;

  void add(const std::vector<double>& scores) {
    for (std::size_t t = 0; t < scores.size(); ++t) {
      position.push_back(static_cast<std::int32_t>(t) + 1);
      item.push_back(static_cast<std::int32_t>(t) + 1);
      value.push_back(scores[t]);
    }
    start.push_back(static_cast<std::int32_t>(value.size()));
  }
  seqjudge::ModelScores view() const {
    seqjudge::ModelScores scores;
    scores.rows = value.size();
    scores.evaluators = start.size() - 1;
    scores.start = start.data();
    scores.position = position.data();
    scores.value = value.data();
    scores.item = item.data();
    scores.items = static_cast<std::size_t>(*std::max_element(item.begin(), item.end()));
    return scores;
  }
};

Table random_table(std::size_t evaluators, std::size_t items, bool growing, RandomStream& random) {
  Table table;
  for (std::size_t e = 0; e < evaluators; ++e) {
    std::vector<double> scores;
    for (std::size_t t = 1; t <= items; ++t) {
      const auto size = static_cast<double>(t);
      const double shown = growing ? (1 + std::floor(size * random.uniform())) / (size + 1) : random.uniform();
      scores.push_back(shown + 0.05 * random.normal());
    }
    table.add(scores);
  }
  return table;
}

TEST(OrderStatistic, IsTheAveragedLikelihood) {
  RandomStream random(1, 1);
  const Table table = random_table(3, 6, true, random);
  const auto scores = table.view();
  const seqjudge::OrderGrid grid{{{0, 0.05}, {4, 0.1}}, {std::log(0.3), std::log(0.7)}};
  double sum = 0;
  for (std::size_t m = 0; m < 2; ++m) {
    double product = std::exp(grid.log_weight[m]);
    for (std::size_t i = 0; i < scores.rows; ++i) {
      const double n = grid.models[m].prior_size + scores.position[i], noise = grid.models[m].noise;
      double mean = 0;
      for (double r = 1; r <= n; ++r) {
        const double z = (scores.value[i] - r / (n + 1)) / noise;
        mean += std::exp(-0.5 * z * z) / (noise * std::sqrt(2 * std::acos(-1.0))) / n;
      }
      product *= mean;
    }
    sum += product;
  }
  EXPECT_NEAR(seqjudge::OrderStatistic(scores, grid, 1).observed(), std::log(sum), 1e-9);
}

TEST(OrderStatistic, CountsOrLooksUpAlike) {
  // So many scores that they are counted in cells, in an order that does not matter to a single evaluator each.
  RandomStream random(2, 1);
  const Table table = random_table(6000, 2, true, random);
  const auto scores = table.view();
  const seqjudge::OrderGrid grid{{{0, 0.1}}, {0}};
  const seqjudge::OrderStatistic statistic(scores, grid, 2);
  double exact = 0;
  for (std::size_t i = 0; i < scores.rows; ++i)
    exact += grid.models[0]
                 .lattice<seqjudge::NormalLattice>(static_cast<std::size_t>(scores.position[i]))
                 .log_point(scores.value[i]);
  EXPECT_NEAR(statistic.observed() / exact, 1, 0.01);
}

TEST(SimulatedP, StopsEarlyAndCounts) {
  const auto drawn = [](std::size_t k) { return static_cast<double>(k % 10); };
  // One in ten reaches 9: all are looked at.
  const auto rare = seqjudge::simulated_p_value(9, drawn, 20, 199, 2);
  EXPECT_EQ(rare.drawn, 199U);
  EXPECT_NEAR(rare.p_value, 20.0 / 200, 1e-12);
  const auto often = seqjudge::simulated_p_value(5, drawn, 20, 199, 1);
  EXPECT_EQ(often.drawn, 20U);
  EXPECT_NEAR(often.p_value, 11.0 / 21, 1e-12);
}

TEST(OrderTest, HoldsItsLevelAndFindsAnEffect) {
  const seqjudge::OrderGrid grid{{{0, 0.05}, {2, 0.05}, {8, 0.1}}, {0, 0, 0}};
  int rejected = 0, found = 0;
  for (std::uint64_t k = 0; k < 100; ++k) {
    for (const bool growing : {false, true}) {
      RandomStream random(3, k);
      const Table table = random_table(4, 12, growing, random);
      const auto scores = table.view();
      const seqjudge::OrderStatistic statistic(scores, grid, 1);
      const auto shuffled = [&](std::size_t s) {
        RandomStream own(1, s);
        return statistic.shuffled(own);
      };
      const auto p = seqjudge::simulated_p_value(statistic.observed(), shuffled, 24, 99, 1);
      (growing ? found : rejected) += p.p_value <= 0.05;
    }
  }
  EXPECT_LE(rejected, 12);
  EXPECT_GE(found, 70);
}

TEST(AndersonDarling, IsThatOfTheFormula) {
  std::vector<double> place{0.9, 0.2, 0.4};
  // By hand: -3 - (1 (log .2 + log .1) + 3 (log .4 + log .6) + 5 (log .9 + log .8)) / 3.
  const double expected = -3 - (std::log(0.2 * 0.1) + 3 * std::log(0.4 * 0.6) + 5 * std::log(0.9 * 0.8)) / 3;
  EXPECT_NEAR(seqjudge::anderson_darling(place), expected, 1e-12);
}

TEST(ScaleTest, KnowsSharesFromBunchedMarks) {
  int alarms = 0, noticed = 0;
  for (std::uint64_t k = 0; k < 60; ++k) {
    for (const bool shares : {true, false}) {
      RandomStream random(4, k);
      Table table = random_table(3, 15, true, random);
      if (!shares)
        for (double& y : table.value) y = 0.7 + 0.1 * random.normal();
      const auto scores = table.view();
      const std::vector<double> size(3, 0), noise(3, 0.05);
      const seqjudge::ScaleStatistic<seqjudge::NormalLattice> statistic(scores, size.data(), noise.data());
      const auto simulated = [&](std::size_t s) {
        RandomStream own(1, s);
        return statistic.simulated(own);
      };
      const auto p = seqjudge::simulated_p_value(statistic.observed(), simulated, 24, 99, 1);
      (shares ? alarms : noticed) += p.p_value <= 0.05;
    }
  }
  EXPECT_LE(alarms, 9);
  EXPECT_GE(noticed, 55);
}

}  // namespace
