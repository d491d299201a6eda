#include <gtest/gtest.h>

#include <cmath>

#include "seqjudge.hpp"
#include "support.hpp"

namespace {

using seqjudge::HalfWay;

// Exact rounding of the fraction p / q to r / steps, 1 <= r < steps, in whole numbers.
std::int64_t exact_nearest(std::int64_t p, std::int64_t q, std::int64_t steps, HalfWay half_way) {
  // r = p * steps / q, and a remainder of q / 2 is half-way.
  const std::int64_t whole = p * steps / q, rest = p * steps % q;
  const bool up = 2 * rest > q || (2 * rest == q && half_way == HalfWay::upper);
  return std::min(std::max<std::int64_t>(whole + up, 1), steps - 1);
}

TEST(NearestRelativeRank, RoundsFractionsExactly) {
  for (std::int64_t q = 1; q <= 40; ++q)
    for (std::int64_t p = 0; p <= q; ++p)
      for (std::int64_t steps = 2; steps <= 120; ++steps)
        for (const HalfWay half_way : {HalfWay::lower, HalfWay::upper}) {
          const double score = static_cast<double>(p) / static_cast<double>(q);
          const std::int64_t expected = exact_nearest(p, q, steps, half_way);
          // One ulp to either side is the same score.
          for (const double nearby : {score, std::nextafter(score, 2), std::nextafter(score, -1)})
            ASSERT_EQ(seqjudge::nearest_relative_rank(nearby, steps, half_way), expected)
                << p << "/" << q << ", steps " << steps;
        }
}

TEST(NearestRelativeRank, StaysInRangeForAnyScore) {
  for (const double score : {-1e300, -1.0, 0.0, 0.5, 1.0, 1e300})
    for (const std::int64_t steps :
         {std::int64_t{2}, std::int64_t{3}, std::int64_t{1000}, seqjudge::max_prior_size + 2})
      for (const HalfWay half_way : {HalfWay::lower, HalfWay::upper}) {
        const std::int64_t r = seqjudge::nearest_relative_rank(score, steps, half_way);
        ASSERT_GE(r, 1);
        ASSERT_LT(r, steps);
      }
}

// Among so many steps the tolerance for half-way points would be wider than a rank.
TEST(NearestRelativeRank, IsTheNearestAmongVeryMany) {
  for (const HalfWay half_way : {HalfWay::lower, HalfWay::upper})
    for (int power = 40; power <= 52; ++power)
      for (const double score : {0.25, 0.5, 0.75}) {
        const std::int64_t steps = std::int64_t{1} << power;
        const auto exact = static_cast<std::int64_t>(score * static_cast<double>(steps));
        // Doubles of this size are a half apart.
        ASSERT_LE(std::abs(seqjudge::nearest_relative_rank(score, steps, half_way) - exact), 1);
      }
}

TEST(InsertionRanking, RecoversNoiselessScores) {
  Random random(1);
  for (const std::size_t n : {1u, 2u, 10u, 100u, 5000u}) {
    const Ranks truth = random_permutation(n, random);
    std::vector<double> score(n);
    seqjudge::expected_scores(reader(truth), n, 0, score.data());
    Ranks rank(n);
    seqjudge::insertion_ranking(reader(score), n, 0, HalfWay::lower, rank.data());
    ASSERT_EQ(rank, truth) << "n = " << n;
  }
}

TEST(InducedRanking, FollowsTheTieRules) {
  Random random(2);
  const auto any = [&random](std::size_t k) { return static_cast<std::size_t>(random() % k); };
  for (const std::size_t n : {0u, 1u, 2u, 50u, 255u, 256u, 3000u, 16383u, 16384u, 20000u}) {
    std::vector<double> score(n);
    for (auto& s : score) s = (static_cast<double>(random() % (n + 1)) - static_cast<double>(n) / 2) / 7;
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return score[a] < score[b]; });
    Ranks first(n);
    for (std::size_t k = 0; k < n; ++k) first[order[k]] = static_cast<std::int32_t>(k) + 1;

    Ranks rank(n), low(n), high(n), last(n), shuffled(n);
    std::vector<double> average(n);
    seqjudge::induced_ranking(reader(score), n, seqjudge::Ties::first, rank.data(), any);
    ASSERT_EQ(rank, first);
    seqjudge::induced_ranking(reader(score), n, seqjudge::Ties::min, low.data(), any);
    seqjudge::induced_ranking(reader(score), n, seqjudge::Ties::max, high.data(), any);
    seqjudge::induced_ranking(reader(score), n, seqjudge::Ties::last, last.data(), any);
    seqjudge::induced_ranking(reader(score), n, seqjudge::Ties::average, average.data(), any);
    seqjudge::induced_ranking(reader(score), n, seqjudge::Ties::random, shuffled.data(), any);
    for (std::size_t t = 0; t < n; ++t) {
      ASSERT_EQ(low[t] + high[t], rank[t] + last[t]);
      ASSERT_EQ(average[t], (low[t] + high[t]) / 2.0);
      ASSERT_LE(low[t], shuffled[t]);
      ASSERT_GE(high[t], shuffled[t]);
    }
    std::sort(shuffled.begin(), shuffled.end());
    Ranks all(n);
    std::iota(all.begin(), all.end(), 1);
    ASSERT_EQ(shuffled, all);
  }
}

// Scores that differ in their last bits only, which the radix sort leaves to the end.
TEST(InducedRanking, TellsNeighbouringScoresApart) {
  Random random(3);
  for (const std::size_t n : {300u, 20000u}) {
    const Ranks truth = random_permutation(n, random);
    std::vector<double> score(n);
    for (std::size_t t = 0; t < n; ++t) score[t] = 0.5 + truth[t] * std::ldexp(1.0, -50);
    Ranks rank(n);
    seqjudge::induced_ranking(reader(score), n, seqjudge::Ties::first, rank.data(), [](std::size_t) { return 0; });
    ASSERT_EQ(rank, truth);
  }
}

TEST(InducedRanking, TakesBothZerosForOne) {
  const std::vector<double> score{0.0, -0.0, -1.0};
  std::vector<double> rank(3);
  seqjudge::induced_ranking(reader(score), 3, seqjudge::Ties::average, rank.data(), [](std::size_t) { return 0; });
  EXPECT_EQ(rank, (std::vector<double>{2.5, 2.5, 1}));
}

}  // namespace
