#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "seqjudge.hpp"
#include "support.hpp"

namespace {

using seqjudge::HalfWay;
using seqjudge::LiveRanking;

std::vector<double> random_scores(std::size_t n, Random& random) {
  std::vector<double> score(n);
  const bool coarse = random() % 2 == 0;
  for (auto& y : score) {
    y = std::uniform_real_distribution<double>(-0.1, 1.1)(random);
    if (coarse) y = std::round(20 * y) / 20;
  }
  return score;
}

// Ranks by counting, from relative ranks that are worked out one by one.
std::vector<double> slow_ranks(const std::vector<double>& score, double prior_size, HalfWay half_way) {
  const std::size_t n = score.size();
  std::vector<double> rank(n);
  if (std::isinf(prior_size)) {
    for (std::size_t t = 0; t < n; ++t) {
      const auto below = std::count_if(score.begin(), score.end(), [&](double y) { return y < score[t]; });
      const auto equal = std::count(score.begin(), score.end(), score[t]);
      rank[t] = static_cast<double>(below) + (static_cast<double>(equal) + 1) / 2;
    }
    return rank;
  }
  std::vector<std::int64_t> relative(n);
  for (std::size_t t = 0; t < n; ++t)
    relative[t] = seqjudge::nearest_relative_rank(
        score[t], static_cast<std::int64_t>(prior_size) + static_cast<std::int64_t>(t) + 2, half_way);
  const Ranks whole = slow_decode(relative);
  std::copy(whole.begin(), whole.end(), rank.begin());
  return rank;
}

const std::vector<double> prior_sizes = {
    0, 1, 5, 1000, 1e9, 1e12, 4503599627370496.0, std::numeric_limits<double>::infinity()};

TEST(LiveRanking, IsTheEstimateAtEveryMoment) {
  Random random(1);
  for (const double prior_size : prior_sizes)
    for (const HalfWay half_way : {HalfWay::lower, HalfWay::upper})
      for (const std::size_t n : {1u, 2u, 3u, 20u, 120u}) {
        const auto score = random_scores(n, random);
        LiveRanking live(prior_size, half_way);
        for (std::size_t t = 0; t < n; ++t) {
          const double on_arrival = live.insert(score[t]);
          const auto expected = slow_ranks({score.begin(), score.begin() + t + 1}, prior_size, half_way);
          std::vector<double> rank(t + 1);
          live.ranks(rank.data());
          ASSERT_EQ(rank, expected) << "prior " << prior_size << ", t = " << t;
          ASSERT_EQ(on_arrival, expected[t]);
          for (std::size_t i = 0; i <= t; ++i) ASSERT_EQ(live.rank(static_cast<std::int32_t>(i)), expected[i]);
        }
      }
}

// Many at once are what they are one by one: on arrival, in the end, and for those that come after.
TEST(LiveRanking, TakesManyAtOnce) {
  Random random(5);
  for (const double prior_size : prior_sizes)
    for (const std::size_t n : {0u, 1u, 2u, 20u, 25u, 64u, 65u, 3000u}) {
      const auto score = random_scores(n, random), more = random_scores(200, random);
      LiveRanking whole(prior_size), single(prior_size);
      std::vector<double> arrived(n), expected(n);
      whole.insert_first(reader(score), n, [&arrived](std::size_t t, double rank) { arrived[t] = rank; });
      for (std::size_t t = 0; t < n; ++t) expected[t] = single.insert(score[t]);
      ASSERT_EQ(arrived, expected) << "prior " << prior_size << ", n = " << n;
      for (const double y : more) ASSERT_EQ(whole.insert(y), single.insert(y)) << "prior " << prior_size;
      std::vector<double> ranks(n + more.size()), other(n + more.size());
      whole.ranks(ranks.data());
      single.ranks(other.data());
      ASSERT_EQ(ranks, other);
      for (std::int32_t i = 0; i < whole.size(); i += 7) {
        ASSERT_EQ(whole.rank(i), single.rank(i));
        ASSERT_EQ(whole.item(i), single.item(i));
      }
    }
}

// Large enough for several levels of nodes, which are split many times.
TEST(LiveRanking, AgreesWithTheOfflineEstimateOfManyItems) {
  Random random(2);
  const std::size_t n = 60000;
  for (const double prior_size : {0.0, 7.0, 1e10}) {
    const auto score = random_scores(n, random);
    LiveRanking live(prior_size);
    if (prior_size > 0) live.reserve(n);
    for (const double y : score) live.insert(y);
    Ranks offline(n), online(n);
    seqjudge::insertion_ranking(reader(score), n, static_cast<std::int64_t>(prior_size), HalfWay::lower,
                                offline.data());
    live.ranks(online.data());
    ASSERT_EQ(online, offline);
    for (std::size_t i = 0; i < n; i += 7) {
      ASSERT_EQ(live.rank(static_cast<std::int32_t>(i)), offline[i]);
      ASSERT_EQ(live.item(offline[i] - 1), static_cast<std::int32_t>(i));
    }
  }
}

TEST(LiveRanking, TakesItemsInAnyOrder) {
  const std::size_t n = 30000;
  for (const double prior_size : {0.0, 3.0, std::numeric_limits<double>::infinity()}) {
    LiveRanking up(prior_size), down(prior_size);
    for (std::size_t t = 0; t < n; ++t) {
      const double share = (static_cast<double>(t) + 1) / (static_cast<double>(n) + 1);
      up.insert(std::isinf(prior_size) ? share : 1);
      down.insert(std::isinf(prior_size) ? -share : 0);
    }
    for (std::size_t i = 0; i < n; i += 11) {
      ASSERT_EQ(up.rank(static_cast<std::int32_t>(i)), static_cast<double>(i) + 1);
      ASSERT_EQ(down.rank(static_cast<std::int32_t>(i)), static_cast<double>(n - i));
    }
  }
}

TEST(LiveRanking, SharesRanksBetweenEqualScoresOfTheCalibrated) {
  LiveRanking live(std::numeric_limits<double>::infinity());
  for (int t = 0; t < 5000; ++t) live.insert(0.5);
  EXPECT_EQ(live.rank(0), 2500.5);
  EXPECT_EQ(live.insert(0.6), 5001);
  EXPECT_EQ(live.insert(0.5), 2501);
  // The first of equals is the highest.
  EXPECT_EQ(live.item(5001), 5000);
  EXPECT_EQ(live.item(5000), 0);
  EXPECT_EQ(live.item(0), 5001);
}

}  // namespace
