#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "seqjudge.hpp"
#include "seqjudge/panel/panel_chain.hpp"
#include "support.hpp"

namespace {

using seqjudge::EvaluatorPaths;
using seqjudge::PanelScores;
using seqjudge::ScoreTable;

constexpr double inf = std::numeric_limits<double>::infinity();

PanelScores random_scores(Random& random, std::size_t n) {
  PanelScores panel;
  panel.items = n;
  panel.start = {0, static_cast<std::int32_t>(n)};
  std::uniform_real_distribution<double> uniform(0, 1);
  for (std::size_t t = 0; t < n; ++t) {
    panel.item.push_back(static_cast<std::int32_t>(t));
    panel.score.push_back(random() % 8 ? uniform(random) : std::nan(""));
  }
  std::shuffle(panel.item.begin(), panel.item.end(), random);
  return panel;
}

std::vector<std::int32_t> random_order(Random& random, std::size_t n) {
  std::vector<std::int32_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), random);
  return order;
}

double fresh(const PanelScores& panel, const std::vector<std::int32_t>& order, double size, double noise) {
  EvaluatorPaths paths;
  ScoreTable table;
  table.fill(panel, 0, size, noise);
  paths.set_order(order);
  paths.swap_table(table);
  return paths.refresh();
}

// The likelihood given the ranking, by the other header.
TEST(Panel, EqualsTheLikelihoodGivenTheRanking) {
  Random random(1);
  for (int k = 0; k < 300; ++k) {
    const std::size_t n = 1 + random() % 12;
    const auto panel = random_scores(random, n);
    const auto order = random_order(random, n);
    const double size = static_cast<double>(random() % 30), noise = 0.05 + 0.01 * static_cast<double>(random() % 20);
    const double expected =
        log_likelihood_given<seqjudge::NormalLattice>(ranked_scores(order, panel.score), size, noise);
    EXPECT_NEAR(fresh(panel, order, size, noise), expected, 1e-10 * std::max(1.0, std::fabs(expected)));
  }
}

TEST(Panel, MessagesStayRightOnTheWayUpAndDown) {
  Random random(2);
  for (int k = 0; k < 100; ++k) {
    const std::size_t n = 2 + random() % 10;
    const auto panel = random_scores(random, n);
    auto order = random_order(random, n);
    const double size = k % 4 == 0 ? inf : static_cast<double>(random() % 20), noise = 0.1;
    EvaluatorPaths paths;
    ScoreTable table;
    table.fill(panel, 0, size, noise);
    paths.set_order(order);
    paths.swap_table(table);
    double now = paths.refresh();
    const auto check = [&](std::size_t i) {
      auto swapped = paths.order();
      std::swap(swapped[i], swapped[i + 1]);
      const double then = fresh(panel, swapped, size, noise);
      EXPECT_NEAR(std::log(paths.exchange_ratio(i)), then - now, 1e-9);
      if (random() % 2) {
        paths.exchange(i);
        now = then;
        EXPECT_EQ(paths.order(), swapped);
      }
    };
    walk(paths, n, 3, check);
    EXPECT_NEAR(paths.log_likelihood(panel, 0, ScoreTable(size, n), noise), now, 1e-9);
    EXPECT_NEAR(paths.refresh(), now, 1e-9);
  }
}

// Two items of a calibrated evaluator: over both rankings the mean likelihood is that of two independent quantiles,
// whichever part of the scale they lie in, the same one included.
TEST(Panel, CalibratedQuantilesAreIndependent) {
  PanelScores panel;
  panel.items = 2;
  panel.start = {0, 2};
  panel.item = {0, 1};
  for (const double gap : {0.0, 0.001, 0.3})
    for (const double noise : {0.002, 0.05}) {
      panel.score = {0.4, 0.4 + gap};
      double product = 1;
      for (const double y : panel.score) {
        double sum = 0;
        for (std::size_t c = 0; c < seqjudge::calibrated_points; ++c) {
          const double x = (static_cast<double>(c) + 0.5) / static_cast<double>(seqjudge::calibrated_points);
          sum += std::exp(-0.5 * (y - x) * (y - x) / (noise * noise)) / (noise * std::sqrt(2 * std::acos(-1.0)));
        }
        product *= sum / static_cast<double>(seqjudge::calibrated_points);
      }
      const double mean = (std::exp(fresh(panel, {0, 1}, inf, noise)) + std::exp(fresh(panel, {1, 0}, inf, noise))) / 2;
      EXPECT_NEAR(mean / product, 1, 1e-10);
    }
}

TEST(Panel, AllRankingsShareTheirBeginnings) {
  Random random(3);
  const std::size_t n = 5;
  const auto panel = random_scores(random, n);
  std::vector<std::size_t> at(n);  // position of each item
  for (std::size_t t = 0; t < n; ++t) at[static_cast<std::size_t>(panel.item[t])] = t;
  for (const double size : {0.0, 3.0, inf}) {
    ScoreTable table;
    table.fill(panel, 0, size, 0.2);
    std::vector<double> all(seqjudge::number_of_rankings(n));
    seqjudge::AllRankings(panel, 0).log_likelihoods(table, all.data());
    std::vector<std::int32_t> items(n);
    std::iota(items.begin(), items.end(), 0);
    for (const double value : all) {
      std::vector<std::int32_t> order;
      for (const auto item : items) order.push_back(static_cast<std::int32_t>(at[static_cast<std::size_t>(item)]));
      EXPECT_NEAR(value, fresh(panel, order, size, 0.2), 1e-9);
      std::next_permutation(items.begin(), items.end());
    }
  }
}

// With known sizes and noise, the chain visits rankings as often as they are probable.
TEST(PanelChain, VisitsRankingsByTheirProbability) {
  Random random(4);
  const std::size_t n = 4;
  auto panel = random_scores(random, n);
  // A second evaluator who saw three of the items.
  panel.start.push_back(static_cast<std::int32_t>(n + 3));
  for (const std::int32_t item : {2, 0, 3}) {
    panel.item.push_back(item);
    panel.score.push_back(0.1 + 0.2 * item);
  }
  seqjudge::PanelGrid grid;
  grid.sizes = {2, inf};
  grid.noises = {0.3};
  grid.log_shares = {{0}};
  grid.log_prior = {0};
  grid.sizes_known = grid.noises_known = true;
  std::vector<double> expected(seqjudge::number_of_rankings(n), 0), one(expected.size());
  for (std::size_t j = 0; j < 2; ++j) {
    ScoreTable table;
    table.fill(panel, j, grid.sizes[j], grid.noises[0]);
    seqjudge::AllRankings(panel, j).log_likelihoods(table, one.data());
    for (std::size_t k = 0; k < one.size(); ++k) expected[k] += one[k];
  }
  double total = 0;
  for (double& value : expected) total += value = std::exp(value);
  seqjudge::PanelChain chain(panel, grid, {0, 1, 2, 3}, {0, 1}, {0, 0}, seqjudge::RandomStream(7));
  const int rounds = 20000;
  std::vector<double> found(expected.size(), 0);
  seqjudge::NoPoll poll;
  for (int k = 0; k < rounds; ++k) {
    chain.step(1, poll);
    // The number of the order among all, in lexicographic order.
    std::vector<std::int32_t> items{0, 1, 2, 3};
    std::size_t at = 0;
    while (items != chain.order() && std::next_permutation(items.begin(), items.end())) ++at;
    ASSERT_LT(at, found.size());
    found[at] += 1.0 / rounds;
  }
  for (std::size_t k = 0; k < found.size(); ++k) EXPECT_NEAR(found[k], expected[k] / total, 0.02);
}

}  // namespace
