#include "seqjudge/model/posterior_draws.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <vector>

#include "seqjudge/model/exact_rank_probabilities.hpp"
#include "seqjudge/ranking/assignment.hpp"
#include "seqjudge/ranking/median_ranking.hpp"
#include "seqjudge/ranking/rank_distribution.hpp"
#include "seqjudge/support/threads.hpp"
#include "support.hpp"

namespace {

using namespace seqjudge;

const double nothing = std::nan("");

ScoreColumns random_scores(std::size_t n, Random& random, bool bins, bool unscored) {
  std::uniform_real_distribution<double> uniform(-0.1, 1.1);
  std::vector<double> scores(n);
  for (auto& score : scores) {
    score = uniform(random);
    if (bins) score = std::min(std::max(std::ceil(score * 4), 1.0), 4.0);
    if (unscored && random() % 4 == 0) score = nothing;
  }
  ScoreColumns table;
  table.bins = bins ? 4 : 0;
  table.add(scores);
  return table;
}

// The probability of r from the definition.
template <class Lattice>
std::vector<double> slow_relative(const SeenScore& score, std::size_t size, double noise) {
  const Lattice lattice(static_cast<double>(size), noise);
  std::vector<double> p(size, 1.0);
  double sum = 0;
  for (std::size_t k = 0; k < size; ++k) {
    const auto r = static_cast<double>(k + 1);
    if (score.is_there())
      p[k] = std::exp(score.is_number() ? lattice.log_point_at(score.lower, r)
                                        : lattice.log_bin_at(score.lower, score.upper, r));
    sum += p[k];
  }
  for (auto& value : p) value /= sum;
  return p;
}

template <class Lattice>
void check_draws(bool bins, double noise) {
  Random random(1);
  for (const std::int64_t prior : {0, 2, 400}) {
    const auto scores = random_scores(3, random, bins, false);
    // The probability that the last of three is the highest: it enters above the places of the other two.
    std::vector<std::vector<double>> p;
    for (std::size_t t = 0; t < 3; ++t)
      p.push_back(slow_relative<Lattice>(scores.view().score(t), static_cast<std::size_t>(prior) + t + 1, noise));
    std::vector<double> highest(p[1].size() + 1, 0.0);  // of the first two, by place
    for (std::size_t a = 1; a <= p[0].size(); ++a)
      for (std::size_t b = 1; b <= p[1].size(); ++b)
        highest[std::max(a + (a >= b), b) - 1] += p[0][a - 1] * p[1][b - 1];
    double expected = 0, below = 0;
    for (std::size_t r = 2; r <= p[2].size(); ++r) expected += p[2][r - 1] * (below += highest[r - 2]);
    RankingSampler<Lattice> sampler(scores.view(), 0, {static_cast<double>(prior), noise});
    const int draws = 20000;
    int best = 0;
    for (int d = 0; d < draws; ++d) {
      RandomStream stream(7, static_cast<std::uint64_t>(d), static_cast<std::uint64_t>(prior));
      std::int32_t rank[3];
      sampler.draw(stream, rank);
      ASSERT_EQ(rank[0] + rank[1] + rank[2], 6);
      best += rank[2] == 3;
    }
    EXPECT_NEAR(best / static_cast<double>(draws), expected, 4 * std::sqrt(0.25 / draws));
  }
}

TEST(Posterior, DrawsHaveTheProbabilitiesOfTheModel) {
  check_draws<NormalLattice>(false, 0.1);
  check_draws<NormalLattice>(true, 0.1);
  check_draws<UniformLattice>(false, 0.7);
  check_draws<UniformLattice>(true, 0.7);
}

// Evaluators with the same scores are drawn independently of each other.
TEST(Posterior, EvaluatorsHaveStreamsOfTheirOwn) {
  ScoreColumns scores;
  for (int e = 0; e < 2; ++e) scores.add(std::vector<double>(10, 0.5));
  const double prior_size[] = {0, 0}, noise[] = {0.3, 0.3};
  const PosteriorPlan plan{scores.view(), prior_size, noise, {{0, 1, 2}}, 0};
  std::vector<std::int32_t> first(30), second(30);
  std::int32_t* const ranks[] = {first.data(), second.data()};
  const std::size_t scored[] = {10, 10};
  draw_rankings<NormalLattice>(plan, ranks, scored, 1);
  for (std::ptrdiff_t d = 0; d < 30; d += 10) {
    EXPECT_FALSE(std::equal(first.begin() + d, first.begin() + d + 10, second.begin() + d));
    EXPECT_EQ(std::accumulate(first.begin() + d, first.begin() + d + 10, 0), 55);
  }
}

TEST(Posterior, OfTheShortestRunsTheMostProbableIsTaken) {
  const std::vector<double> up{0.3, 0.3, 0.4}, down{0.4, 0.3, 0.3};
  const auto higher = summarise_ranks(reader(up), 3, 0.6);
  EXPECT_EQ(higher.lower, 2u);
  EXPECT_EQ(higher.upper, 3u);
  const auto lower = summarise_ranks(reader(down), 3, 0.6);
  EXPECT_EQ(lower.lower, 1u);
  EXPECT_EQ(lower.upper, 2u);
}

TEST(Posterior, AliasTablesKeepTheWeights) {
  Random random(2);
  for (int k = 0; k < 50; ++k) {
    std::vector<double> weight(std::size_t{1} << (1 + k % 6));
    double sum = 0;
    for (auto& w : weight) sum += w = random() % 3 == 0 ? 0 : std::generate_canonical<double, 53>(random);
    if (sum == 0) continue;
    const auto wanted = weight;
    std::vector<detail::AliasColumn> columns(weight.size());
    detail::fill_alias(weight, columns.data());
    // Each column is cut at its threshold, which bisection finds.
    std::vector<double> share(weight.size(), 0.0);
    for (std::uint32_t c = 0; c < columns.size(); ++c) {
      std::uint64_t low = 0, high = std::uint64_t{1} << 48;
      if (columns[c].choose(c, high - 1) == c) low = high;
      while (low < high) {
        const std::uint64_t middle = low + (high - low) / 2;
        if (columns[c].choose(c, middle) == c && middle < high)
          low = middle + 1;
        else
          high = middle;
      }
      const double own = static_cast<double>(low) * 0x1p-48;
      share[c] += own;
      if (own < 1) share[columns[c].choose(c, (std::uint64_t{1} << 48) - 1)] += 1 - own;
    }
    for (std::size_t i = 0; i < weight.size(); ++i)
      ASSERT_NEAR(share[i] / static_cast<double>(weight.size()), wanted[i] / sum, 1e-13);
  }
}

TEST(Posterior, HugePriorsExtremeScoresAndManyItemsWork) {
  Random random(3);
  for (const double prior : {0.0, 1e6, 0x1p52, static_cast<double>(detail::infinity)}) {
    for (const double noise : {1e-3, 0.05, 2.0}) {
      auto scores = random_scores(200, random, random() % 2 == 0, true);
      if (scores.bins == 0) {
        scores.value[0] = -1e6;
        scores.value[1] = 1e6;
      }
      RankingSampler<NormalLattice> normal(scores.view(), 0, {prior, noise});
      RankingSampler<UniformLattice> uniform(scores.view(), 0, {prior, noise});
      std::size_t scored = 0;
      for (const double score : scores.value) scored += !std::isnan(score);
      for (std::uint64_t d = 0; d < 20; ++d) {
        RandomStream stream(1, d);
        Ranks rank(scored);
        d % 2 == 0 ? normal.draw(stream, rank.data()) : uniform.draw(stream, rank.data());
        std::sort(rank.begin(), rank.end());
        for (std::size_t k = 0; k < scored; ++k) ASSERT_EQ(rank[k], static_cast<std::int32_t>(k) + 1);
      }
    }
  }
}

TEST(Posterior, DrawsDoNotDependOnThreads) {
  Random random(4);
  auto scores = random_scores(50, random, false, true);
  scores.start = {0, 20, 20, 50};
  const double prior_size[] = {0, 1, 2, 5, 5, detail::infinity}, noise[] = {0.1, 0.1, 0.1, 0.2, 0.2, 0.2};
  PosteriorPlan plan{scores.view(), prior_size, noise, {{}, {}}, 5};
  const std::size_t draws = 3000;
  for (std::size_t d = 0; d < draws; ++d) plan.draws[d % 3 == 0].push_back(d);
  std::vector<std::size_t> scored(3, 0);
  for (std::size_t e = 0; e < 3; ++e)
    for (std::size_t i = plan.scores.first(e); i < plan.scores.first(e + 1); ++i)
      scored[e] += plan.scores.score(i).is_there();
  const auto run = [&](int threads) {
    std::vector<Ranks> ranks;
    std::vector<std::int32_t*> out;
    for (const std::size_t n : scored) ranks.emplace_back(n * draws, 0);
    for (auto& each : ranks) out.push_back(each.data());
    draw_rankings<NormalLattice>(plan, out.data(), scored.data(), threads);
    return ranks;
  };
  const auto kept = run(1);
  EXPECT_EQ(kept, run(4));
  // The same draws, counted without being kept.
  for (std::size_t e = 0; e < 3; ++e) {
    const std::size_t n = scored[e];
    std::vector<double> share(n * n), expected(n * n);
    std::vector<std::int32_t> above(n * n, 0);
    rank_shares(kept[e].data(), n, draws, 0, n, expected.data());
    count_above(kept[e].data(), n, draws, above.data(), 1);
    for (const int threads : {1, 3}) {
      count_rankings<NormalLattice>(plan, e, n, RankCounter(n, 0, n), threads).shares(share.data());
      EXPECT_EQ(share, expected);
      EXPECT_EQ(count_rankings<NormalLattice>(plan, e, n, AboveCounter(n), threads).above(), above);
    }
  }
}

TEST(Posterior, ExactMarginalsAgreeWithDraws) {
  Random random(5);
  const std::size_t n = 20, draws = 20000;
  const auto scores = random_scores(n, random, false, false);
  std::vector<double> exact(n * n), drawn(n * n);
  exact_rank_probabilities<NormalLattice>(scores.view(), 0, 0.1, exact.data(), 2);
  RankingSampler<NormalLattice> sampler(scores.view(), 0, {0, 0.1});
  Ranks ranks(n * draws);
  for (std::size_t d = 0; d < draws; ++d) {
    RandomStream stream(3, d);
    sampler.draw(stream, ranks.data() + d * n);
  }
  rank_shares(ranks.data(), n, draws, 0, n, drawn.data());
  for (std::size_t k = 0; k < n * n; ++k) ASSERT_NEAR(exact[k], drawn[k], 5 * std::sqrt(0.25 / draws));
  std::vector<double> part(3 * n);
  rank_shares(ranks.data(), n, draws, 4, 7, part.data());
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < n; ++k) ASSERT_EQ(part[i + 3 * k], drawn[4 + i + n * k]);
}

TEST(Posterior, SummariesAndDistancesFollowTheirDefinitions) {
  Random random(6);
  for (int k = 0; k < 500; ++k) {
    const std::size_t n = 1 + random() % 7;
    std::vector<double> p(n);
    double sum = 0;
    for (auto& value : p) sum += value = 1 + static_cast<double>(random() % 5);
    for (auto& value : p) value /= sum;
    const RankSummary found = summarise_ranks(reader(p), n, 0.8);
    const auto mass = [&p](std::size_t from, std::size_t to) {
      double total = 0;
      for (std::size_t i = from; i <= to; ++i) total += p[i - 1];
      return total;
    };
    std::size_t shortest = n;
    for (std::size_t from = 1; from <= n; ++from)
      for (std::size_t to = from; to <= n; ++to)
        if (mass(from, to) >= 0.8 - 1e-12) shortest = std::min(shortest, to - from);
    EXPECT_EQ(found.upper - found.lower, shortest);
    EXPECT_GE(mass(found.lower, found.upper), 0.8 - 1e-12);
    EXPECT_EQ(p[found.mode - 1], *std::max_element(p.begin(), p.end()));
    EXPECT_GE(mass(1, found.median), 0.5 - 1e-12);
    EXPECT_TRUE(found.median == 1 || mass(1, found.median - 1) < 0.5);
    std::vector<double> cost(n);
    expected_distances(reader(p), n, cost.data(), 1);
    for (std::size_t i = 0; i < n; ++i) {
      double expected = 0;
      for (std::size_t j = 0; j < n; ++j) expected += p[j] * std::fabs(static_cast<double>(i) - static_cast<double>(j));
      EXPECT_NEAR(cost[i], expected, 1e-12);
    }
  }
}

std::vector<double> random_pairs(std::size_t n, Random& random) {
  std::vector<double> above(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      above[i + n * j] = std::generate_canonical<double, 53>(random);
      above[j + n * i] = 1 - above[i + n * j];
    }
  return above;
}

TEST(MedianRanking, DynamicProgrammingFindsTheBestOfAllOrders) {
  Random random(7);
  for (int k = 0; k < 60; ++k) {
    const std::size_t n = 1 + random() % 6;
    const auto above = random_pairs(n, random);
    const PairCosts cost(above.data(), n);
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    double best = detail::infinity;
    do best = std::min(best, cost.of_order(order));
    while (std::next_permutation(order.begin(), order.end()));
    EXPECT_NEAR(cost.of_order(exact_median_order(cost)), best, 1e-12);
    EXPECT_LE(cost.bound(), best + 1e-12);
  }
}

TEST(MedianRanking, TheSearchEndsNearTheBest) {
  Random random(8);
  for (int k = 0; k < 20; ++k) {
    const std::size_t n = 12;
    const auto above = random_pairs(n, random);
    const PairCosts cost(above.data(), n);
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    const double before = cost.of_order(order), best = cost.of_order(exact_median_order(cost));
    improve_median_order(cost, order);
    EXPECT_LE(cost.of_order(order), before);
    EXPECT_LE(cost.of_order(order), 1.1 * best);
    auto sorted = order;
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(sorted[i], i);
  }
}

TEST(Assignment, NoOtherCostsLess) {
  Random random(9);
  for (int k = 0; k < 300; ++k) {
    const std::size_t n = 1 + random() % 6;
    std::vector<double> cost(n * n);
    // Small whole numbers have many ties.
    for (auto& value : cost)
      value = k % 2 == 0 ? static_cast<double>(random() % 4) : std::generate_canonical<double, 53>(random);
    const auto total = [&](const std::vector<std::size_t>& column) {
      double sum = 0;
      for (std::size_t i = 0; i < n; ++i) sum += cost[i * n + column[i]];
      return sum;
    };
    std::vector<std::size_t> column(n), order(n);
    std::iota(column.begin(), column.end(), std::size_t{0});
    order = column;
    std::shuffle(order.begin(), order.end(), random);
    double best = detail::infinity;
    do best = std::min(best, total(column));
    while (std::next_permutation(column.begin(), column.end()));
    const auto found = assign(cost.data(), n, order);
    EXPECT_NEAR(total(found), best, 1e-12);
    auto sorted = found;
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(sorted[i], i);
  }
}

}  // namespace
