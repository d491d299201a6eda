#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "panel_walk.hpp"
#include "seqjudge.hpp"
#include "seqjudge/panel/panel_chain.hpp"
#include "support.hpp"

namespace {

using seqjudge::PathPoints;
using seqjudge::ScoreDensities;

constexpr double inf = std::numeric_limits<double>::infinity();

double any_size(Random& random, std::size_t most) {
  return random() % 4 == 0 ? inf : static_cast<double>(random() % (most + 1));
}

double close_to(double value) { return 1e-10 * std::max(1.0, std::fabs(value)); }

// The likelihood given the ranking, by the other header.
TEST(Panel, EqualsTheLikelihoodGivenTheRanking) {
  Random random(1);
  for (int k = 0; k < 300; ++k) {
    const std::size_t n = 1 + random() % 12;
    const auto table = random_evaluator(random, n, n);
    const auto items = random_permutation(n, random);
    std::vector<std::int32_t> order;  // positions
    for (const auto item : items)
      order.push_back(
          static_cast<std::int32_t>(std::find(table.item.begin(), table.item.end(), item) - table.item.begin()));
    const double size = static_cast<double>(random() % 30), noise = 0.05 + 0.01 * static_cast<double>(random() % 20);
    const double expected =
        log_likelihood_given<seqjudge::NormalLattice>(ranked_scores(order, table.value), size, noise);
    EXPECT_NEAR(fresh_log_likelihood(table, items, size, noise), expected, close_to(expected));
  }
}

// Unseen items are left out, and count all the same.
TEST(Panel, UnseenItemsCountAsIfShownLastWithoutAScore) {
  Random random(11);
  for (int k = 0; k < 400; ++k) {
    const std::size_t n = 2 + random() % (k % 10 == 0 ? 300 : 40), seen = 1 + random() % std::min<std::size_t>(n, 7);
    const auto table = random_evaluator(random, n, seen);
    const auto all = padded(table);
    const auto order = random_permutation(n, random);
    const double size = any_size(random, 200), noise = 0.05 + 0.01 * static_cast<double>(random() % 20);
    const double expected = fresh_log_likelihood(all, order, size, noise);
    EXPECT_NEAR(fresh_log_likelihood(table, order, size, noise), expected, close_to(expected)) << n << ' ' << size;
  }
}

// Item by item or all at once, a gap is the same.
TEST(PathStep, GapsAreItemsOfDensityOne) {
  Random random(12);
  std::uniform_real_distribution<double> uniform(0, 1);
  for (int k = 0; k < 400; ++k) {
    const std::size_t count = 1 + random() % 60, items = 1 + random() % (k % 5 == 0 ? 200 : 20);
    const seqjudge::PathStep step{count, count > 1 && k % 2 ? 0.5 : 1, seqjudge::PathStep::even_tilt(count, items + 5)};
    std::vector<double> sums(count), next(count);
    const std::vector<double> ones(count, 1);
    for (auto& sum : sums) sum = uniform(random);
    auto up = sums, down = sums, slow_up = sums, slow_down = sums;
    double log_up = step.gap(up.data(), items), log_down = step.gap_down(down.data(), items);
    for (std::size_t i = 0; i < items; ++i) {
      log_up -= std::log(step.up(slow_up.data(), ones.data(), next.data()));
      slow_up = next;
      log_down -= std::log(step.down(slow_down.data(), ones.data(), next.data()));
      slow_down = next;
    }
    for (std::size_t c = 0; c < count; ++c) {
      ASSERT_NEAR(up[c] * std::exp(log_up) / slow_up[c], 1, 1e-11) << count << ' ' << items << ' ' << step.same;
      ASSERT_NEAR(down[c] * std::exp(log_down) / slow_down[c], 1, 1e-11) << count << ' ' << items << ' ' << step.same;
    }
  }
}

// Far more items than anybody saw: sums over paths fit no double. With logarithms, item by item.
TEST(Panel, ThousandsOfUnseenItems) {
  struct Items {
    const ScoreColumns& table;
    const std::vector<std::int32_t>& order;
    double size, noise;
    std::size_t n;
    double log_density(std::size_t k, std::size_t c) const {
      const auto at = std::find(table.item.begin(), table.item.end(), order[k]) - table.item.begin();
      if (at == 2 || std::isnan(table.value[static_cast<std::size_t>(at)])) return 0;
      // Two items: the second counts the first where that is lower.
      const bool lower =
          std::find(order.begin(), order.end(), table.item[0]) - order.begin() < static_cast<std::ptrdiff_t>(k);
      const double r = static_cast<double>(c) + (at == 1 && lower ? 2 : 1);
      return seqjudge::NormalLattice(size + static_cast<double>(at) + 1, noise)
          .log_point_at(table.value[static_cast<std::size_t>(at)], r);
    }
  };
  Random random(13);
  for (const double size : {3.0, 40.0, 150.0})
    for (const std::size_t n : {600, 3000}) {
      auto table = random_evaluator(random, n, 2);
      table.value = {0.2, 0.7};
      const auto order = random_permutation(n, random);
      std::vector<double> sums;
      const double expected =
          seqjudge::slow_log_path_sum(Items{table, order, size, 0.1, n}, static_cast<std::size_t>(size) + 1, sums) -
          seqjudge::log_number_of_paths(size, n);
      EXPECT_NEAR(fresh_log_likelihood(table, order, size, 0.1), expected, 1e-9 * std::max(1.0, std::fabs(expected)));
      PanelWalk walk(table, order, size, 0.1);
      double now = expected;
      for (std::size_t k = 0; k + 1 < 200; ++k) {
        const double ratio = walk.ratio(k);
        ASSERT_TRUE(std::isfinite(ratio) && ratio > 0);
        walk.exchange(k);
        now += std::log(ratio);
        if (walk.seen(k)) walk.paths().go_up(walk.own(k));
      }
      EXPECT_NEAR(walk.log_likelihood(), now, 1e-8 * std::max(1.0, std::fabs(now)));
    }
}

TEST(Panel, MessagesStayRightOnTheWayUpAndDown) {
  Random random(2);
  for (int k = 0; k < 200; ++k) {
    const std::size_t n = 2 + random() % 10, seen = k % 2 ? n : 1 + random() % n;
    const auto table = random_evaluator(random, n, seen);
    const auto all = padded(table);
    const double size = any_size(random, 20), noise = 0.1;
    PanelWalk walk(table, random_permutation(n, random), size, noise);
    double now = fresh_log_likelihood(all, walk.order(), size, noise);
    walk.walk(3, [&](std::size_t i) {
      auto swapped = walk.order();
      std::swap(swapped[i], swapped[i + 1]);
      const double then = fresh_log_likelihood(all, swapped, size, noise);
      ASSERT_NEAR(std::log(walk.ratio(i)), then - now, 1e-9);
      if (random() % 2) {
        walk.exchange(i);
        now = then;
        EXPECT_EQ(walk.order(), swapped);
      }
    });
    EXPECT_NEAR(walk.log_likelihood(), now, 1e-9);
  }
}

// Two items of a calibrated evaluator: over both rankings the mean likelihood is that of two independent quantiles,
// whichever part of the scale they lie in, the same one included.
TEST(Panel, CalibratedQuantilesAreIndependent) {
  ScoreColumns table;
  table.items = 2;
  table.item = {1, 2};
  table.add({0, 0});
  for (const double gap : {0.0, 0.001, 0.3})
    for (const double noise : {0.002, 0.05}) {
      table.value = {0.4, 0.4 + gap};
      double product = 1;
      for (const double y : table.value) {
        double sum = 0;
        for (std::size_t c = 0; c < seqjudge::calibrated_points; ++c) {
          const double x = (static_cast<double>(c) + 0.5) / static_cast<double>(seqjudge::calibrated_points);
          sum += std::exp(-0.5 * (y - x) * (y - x) / (noise * noise)) / (noise * std::sqrt(2 * std::acos(-1.0)));
        }
        product *= sum / static_cast<double>(seqjudge::calibrated_points);
      }
      const auto likelihood = [&](const std::vector<std::int32_t>& order) {
        return std::exp(fresh_log_likelihood(table, order, inf, noise));
      };
      EXPECT_NEAR((likelihood({1, 2}) + likelihood({2, 1})) / 2 / product, 1, 1e-10);
    }
}

TEST(Panel, AllRankingsShareTheirBeginnings) {
  Random random(3);
  const std::size_t n = 5;
  for (const std::size_t seen : {n, std::size_t{3}}) {
    const auto table = random_evaluator(random, n, seen);
    const auto view = table.view();
    for (const double size : {0.0, 3.0, inf}) {
      ScoreDensities densities;
      densities.fill(view, 0, PathPoints(size, n), 0.2);
      std::vector<double> all(seqjudge::number_of_rankings(n));
      seqjudge::AllRankings(view, 0).log_likelihoods(densities, all.data());
      std::vector<std::int32_t> items(n);
      std::iota(items.begin(), items.end(), 1);
      for (const double value : all) {
        EXPECT_NEAR(value, fresh_log_likelihood(padded(table), items, size, 0.2), 1e-9);
        std::next_permutation(items.begin(), items.end());
      }
    }
  }
}

// With known sizes and noise, the chain visits rankings as often as they are probable: where everybody saw everything,
// and where evaluators saw some of the items.
TEST(PanelChain, VisitsRankingsByTheirProbability) {
  Random random(4);
  const std::size_t n = 5;
  seqjudge::PanelGrid grid;
  grid.sizes = {2, inf, 0};
  grid.noises = {0.3};
  grid.log_shares = {{0}};
  grid.log_prior = {0};
  grid.sizes_known = grid.noises_known = true;
  const std::vector<std::vector<std::int32_t>> complete = {{3, 1, 5, 2, 4}, {1, 2, 3, 4, 5}, {5, 4, 3, 1, 2}},
                                               some = {{3, 1, 4}, {5, 2, 1, 3}, {2, 4}};
  for (const auto& shown : {complete, some}) {
    ScoreColumns table;
    table.items = n;
    std::uniform_real_distribution<double> uniform(0, 1);
    for (const auto& items : shown) {
      std::vector<double> scores;
      for (const auto item : items) {
        scores.push_back(item == 3 ? std::nan("") : uniform(random));
        table.item.push_back(item);
      }
      table.add(scores);
    }
    const auto view = table.view();
    std::vector<double> expected(seqjudge::number_of_rankings(n), 0), one(expected.size());
    for (std::size_t j = 0; j < shown.size(); ++j) {
      ScoreDensities densities;
      densities.fill(view, j, PathPoints(grid.sizes[j], n), grid.noises[0]);
      seqjudge::AllRankings(view, j).log_likelihoods(densities, one.data());
      for (std::size_t k = 0; k < one.size(); ++k) expected[k] += one[k];
    }
    double total = 0;
    for (double& value : expected) total += value = std::exp(value);
    seqjudge::PanelChain chain(view, grid, {0, 1, 2, 3, 4}, {0, 1, 2}, {0, 0, 0}, seqjudge::RandomStream(7));
    const int rounds = 10000;
    std::vector<double> found(expected.size(), 0);
    seqjudge::NoPoll poll;
    for (int k = 0; k < rounds; ++k) {
      chain.step(1, poll);
      // The number of the order among all, in lexicographic order.
      std::vector<std::int32_t> items{0, 1, 2, 3, 4};
      std::size_t at = 0;
      while (items != chain.order() && std::next_permutation(items.begin(), items.end())) ++at;
      ASSERT_LT(at, found.size());
      found[at] += 1.0 / rounds;
    }
    for (std::size_t k = 0; k < found.size(); ++k) EXPECT_NEAR(found[k], expected[k] / total, 0.012);
  }
}

// With nothing known, rankings, sizes and noises are visited as often as the sum over all states says. There are few
// and many points, which the chain goes about in different ways, and an unseen item.
TEST(PanelChain, VisitsSizesAndNoisesByTheirProbability) {
  const std::size_t n = 3, rankings = 6;
  ScoreColumns table;
  table.items = n;
  table.item = {2, 3, 1, 1, 3};
  table.add({0.4, 0.9, 0.2});
  table.add({0.5, 0.6});
  seqjudge::PanelGrid grid;
  grid.sizes = {1, 60, inf};
  grid.noises = {0.1, 0.3};
  grid.log_shares = {{std::log(0.8), std::log(0.2)}, {std::log(0.3), std::log(0.7)}};
  grid.log_prior = {std::log(0.6), std::log(0.4)};
  grid.pseudo = 0.5;
  const auto view = table.view();
  // The likelihood of each evaluator for each ranking, at each pair of size and noise.
  const std::size_t pairs = 6;
  std::vector<double> likelihood[2];
  for (std::size_t j = 0; j < 2; ++j)
    for (std::size_t pair = 0; pair < pairs; ++pair) {
      ScoreDensities densities;
      densities.fill(view, j, PathPoints(grid.sizes[pair % 3], n), grid.noises[pair / 3]);
      std::vector<double> one(rankings);
      seqjudge::AllRankings(view, j).log_likelihoods(densities, one.data());
      for (const double value : one) likelihood[j].push_back(std::exp(value));
    }
  const auto state = [](std::size_t ranking, std::size_t a, std::size_t b) { return (ranking * 6 + a) * 6 + b; };
  std::vector<double> expected(rankings * pairs * pairs), found(expected.size());
  double total = 0;
  for (std::size_t ranking = 0; ranking < rankings; ++ranking)
    for (std::size_t a = 0; a < pairs; ++a)
      for (std::size_t b = 0; b < pairs; ++b) {
        double noises = 0;
        for (std::size_t k = 0; k < 2; ++k)
          noises += std::exp(grid.log_prior[k] + grid.log_shares[k][a / 3] + grid.log_shares[k][b / 3]);
        // The second evaluator has the size of the first, or another, as if drawn from an urn.
        const double sizes = (a % 3 == b % 3 ? 1 + grid.pseudo : grid.pseudo);
        double& weight = expected[state(ranking, a, b)];
        weight = noises * sizes * likelihood[0][a * rankings + ranking] * likelihood[1][b * rankings + ranking];
        total += weight;
      }
  seqjudge::PanelChain chain(view, grid, {0, 1, 2}, {0, 1}, {0, 0}, seqjudge::RandomStream(9));
  const int rounds = 30000;
  seqjudge::NoPoll poll;
  for (int k = 0; k < rounds; ++k) {
    chain.step(1, poll);
    std::vector<std::int32_t> items{0, 1, 2};
    std::size_t ranking = 0;
    while (items != chain.order() && std::next_permutation(items.begin(), items.end())) ++ranking;
    const auto pair = [&](std::size_t j) { return static_cast<std::size_t>(chain.size()[j] + 3 * chain.noise()[j]); };
    found[state(ranking, pair(0), pair(1))] += 1.0 / rounds;
  }
  // Of the ranking and the first evaluator, of the two evaluators, and of the ranking and the second evaluator.
  double difference[3][36] = {};
  for (std::size_t ranking = 0; ranking < rankings; ++ranking)
    for (std::size_t a = 0; a < pairs; ++a)
      for (std::size_t b = 0; b < pairs; ++b) {
        const double surplus = found[state(ranking, a, b)] - expected[state(ranking, a, b)] / total;
        difference[0][ranking * 6 + a] += surplus;
        difference[1][a * 6 + b] += surplus;
        difference[2][ranking * 6 + b] += surplus;
      }
  for (const auto& table_of_two : difference)
    for (const double surplus : table_of_two) EXPECT_NEAR(surplus, 0, 0.008);
}

// After any number of rounds the chain's likelihood is that of its state, made anew.
TEST(PanelChain, KeepsTheLikelihoodOfItsState) {
  Random random(5);
  for (int k = 0; k < 20; ++k) {
    const std::size_t n = 3 + random() % 30, evaluators = 1 + random() % 6;
    ScoreColumns table;
    table.items = n;
    std::vector<ScoreColumns> each;
    for (std::size_t j = 0; j < evaluators; ++j) {
      each.push_back(random_evaluator(random, n, 1 + random() % std::min<std::size_t>(n, 8)));
      table.add(each.back().value);
      table.item.insert(table.item.end(), each.back().item.begin(), each.back().item.end());
    }
    seqjudge::PanelGrid grid;
    grid.sizes = {0, 3, 20, inf};
    grid.noises = {0.05, 0.1, 0.2};
    grid.log_shares = {{0, 0, 0}};
    grid.log_prior = {0};
    std::vector<std::int32_t> order(n), size(evaluators), noise(evaluators, 1);
    std::iota(order.begin(), order.end(), 0);
    for (auto& number : size) number = static_cast<std::int32_t>(random() % 4);
    const auto view = table.view();
    seqjudge::PanelChain chain(view, grid, order, size, noise,
                               seqjudge::RandomStream(8, static_cast<std::uint64_t>(k)));
    seqjudge::NoPoll poll;
    for (int round = 0; round < 10; ++round) chain.step(1, poll);
    auto items = chain.order();
    for (auto& item : items) ++item;
    double expected = 0;
    for (std::size_t j = 0; j < evaluators; ++j)
      expected += fresh_log_likelihood(padded(each[j]), items, grid.sizes[static_cast<std::size_t>(chain.size()[j])],
                                       grid.noises[static_cast<std::size_t>(chain.noise()[j])]);
    EXPECT_NEAR(chain.log_likelihood(), expected, close_to(expected));
  }
}

}  // namespace
