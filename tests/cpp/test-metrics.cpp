#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "seqjudge.hpp"
#include "support.hpp"

namespace {

using Ranking = std::vector<double>;

double slow_kendall(const Ranking& a, const Ranking& b) {
  double count = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) count += (a[i] - a[j]) * (b[i] - b[j]) < 0;
  return count;
}

double slow_inversion(const Ranking& a, const Ranking& b) {
  double sum = 0;
  for (std::size_t t = 0; t < a.size(); ++t) {
    double difference = 0;
    for (std::size_t i = 0; i <= t; ++i) difference += (a[i] <= a[t]) - (b[i] <= b[t]);
    sum += std::fabs(difference);
  }
  return sum;
}

Ranking as_ranking(const Ranks& rank) { return Ranking(rank.begin(), rank.end()); }

TEST(Metrics, AgreeWithTheirDefinitions) {
  Random random(1);
  for (int k = 0; k < 3000; ++k) {
    const std::size_t n = random() % 60;
    const Ranking a = k % 2 ? random_tied_ranking(n, random) : as_ranking(random_permutation(n, random));
    const Ranking b = k % 3 ? random_tied_ranking(n, random) : as_ranking(random_permutation(n, random));
    double footrule = 0;
    for (std::size_t t = 0; t < n; ++t) footrule += std::fabs(a[t] - b[t]);
    ASSERT_EQ(seqjudge::footrule(reader(a), reader(b), n), footrule);
    ASSERT_EQ(seqjudge::kendall(reader(a), reader(b), n), slow_kendall(a, b));
    ASSERT_EQ(seqjudge::inversion(reader(a), reader(b), n), slow_inversion(a, b));
    int conflicts = 0;
    seqjudge::conflicts(reader(a), reader(b), n, [&conflicts](std::size_t i, std::size_t j) {
      ASSERT_LT(i, j);
      ++conflicts;
    });
    ASSERT_EQ(conflicts, slow_kendall(a, b));
  }
}

// Short ones, for which no memory is asked, and long ones.
TEST(PermutationFootrule, IsTheFootruleOfPermutations) {
  Random random(2);
  for (int k = 0; k < 400; ++k) {
    const std::size_t n = k % 20 == 0 ? 1000 + random() % 100 : random() % 60;
    const Ranks a = random_permutation(n, random), b = random_permutation(n, random);
    const Ranking a_double = as_ranking(a), b_double = as_ranking(b);
    double footrule = 0;
    for (std::size_t t = 0; t < n; ++t) footrule += std::fabs(a_double[t] - b_double[t]);
    ASSERT_EQ(seqjudge::permutation_footrule(reader(a), reader(b), n), footrule);
    ASSERT_EQ(seqjudge::permutation_footrule(reader(a_double), reader(b), n), footrule);
    ASSERT_EQ(seqjudge::permutation_footrule(reader(a), reader(b_double), n), footrule);
    ASSERT_EQ(seqjudge::permutation_footrule(reader(a_double), reader(b_double), n), footrule);
  }
}

TEST(PermutationFootrule, RefusesWhatIsNoPermutation) {
  const Ranking good = {3, 1, 2};
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  for (const Ranking& bad : std::vector<Ranking>{{1, 1, 2},
                                                 {0, 1, 2},
                                                 {1, 2, 4},
                                                 {1.5, 3, 1.5},
                                                 {1, 2, 3.5},
                                                 {1, 2, nan},
                                                 {1, 2, infinity},
                                                 {-infinity, 2, 3},
                                                 {1, 2, -3},
                                                 {1, 2, 1e300}}) {
    EXPECT_EQ(seqjudge::permutation_footrule(reader(bad), reader(good), 3), -1);
    EXPECT_EQ(seqjudge::permutation_footrule(reader(good), reader(bad), 3), -1);
  }
  const std::int32_t lowest = std::numeric_limits<std::int32_t>::min();
  for (const Ranks& bad : std::vector<Ranks>{{1, 1, 2}, {0, 1, 2}, {4, 1, 2}, {lowest, 1, 2}, {-1, 1, 2}})
    EXPECT_EQ(seqjudge::permutation_footrule(reader(bad), reader(good), 3), -1);
  Ranks twice(2000);
  std::iota(twice.begin(), twice.end(), 1);
  const Ranks whole = twice;
  twice[700] = 3;
  EXPECT_EQ(seqjudge::permutation_footrule(reader(twice), reader(whole), 2000), -1);
}

TEST(ClassifyRanking, KnowsARankingWhenItSeesOne) {
  using seqjudge::RankingKind;
  const auto kind = [](const Ranking& x) { return seqjudge::classify_ranking(reader(x), x.size()); };
  EXPECT_EQ(kind({}), RankingKind::permutation);
  EXPECT_EQ(kind({1}), RankingKind::permutation);
  EXPECT_EQ(kind({3, 1, 2}), RankingKind::permutation);
  EXPECT_EQ(kind({1.5, 3, 1.5}), RankingKind::with_ties);
  EXPECT_EQ(kind({1, 3, 1}), RankingKind::with_ties);
  EXPECT_EQ(kind({2, 3, 2}), RankingKind::with_ties);
  EXPECT_EQ(kind({2, 2, 2}), RankingKind::with_ties);
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  for (const Ranking& x : std::vector<Ranking>{{0},
                                               {2},
                                               {0.5},
                                               {nan},
                                               {inf},
                                               {-inf},
                                               {-1},
                                               {1e300},
                                               {1, 2.5},
                                               {1, 4, 2},
                                               {1.5, 2.5, 3},
                                               {1, 1, 3.5, 3.5},
                                               {0, 1, 2},
                                               {1.25, 2}})
    EXPECT_EQ(kind(x), RankingKind::not_a_ranking) << testing::PrintToString(x);
}

}  // namespace
