#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "seqjudge.hpp"
#include "support.hpp"

namespace {

using seqjudge::GroupSum;

TEST(PermutedSums, MakeEveryArrangementOfAGroupEquallyOften) {
  // Weights and values that give each of the 24 arrangements a sum of its own.
  const std::vector<double> value{1, 5, 25, 125}, weight{0, 1, 10, 100};
  Random random(1);
  const std::size_t draws = 24 * 2000;
  const auto sums = seqjudge::permuted_sums(value, weight, {4}, GroupSum::linear, draws, random);
  std::map<double, int> count;
  for (const double sum : sums) ++count[sum];
  ASSERT_EQ(count.size(), 24u);
  double chi_squared = 0;
  for (const auto& entry : count) chi_squared += std::pow(entry.second - 2000.0, 2) / 2000.0;
  EXPECT_LT(chi_squared, 60);  // 23 degrees of freedom: exceeded once in 30,000
}

TEST(PermutedSums, StayWithinTheGroups) {
  Random random(2);
  // Group sums are 3 * 1 and (2 + 5) * 10 whatever the arrangement.
  for (const double sum : seqjudge::permuted_sums({3, 2, 5}, {1, 10, 10}, {1, 0, 2}, GroupSum::linear, 100, random))
    ASSERT_EQ(sum, 73);
  for (const double sum : seqjudge::permuted_sums({3, 2, 5}, {1, 10, 10}, {1, 0, 2}, GroupSum::squared, 100, random))
    ASSERT_EQ(sum, 9 + 4900);
}

TEST(PermutedSums, PollOnLongWork) {
  Random random(3);
  int polls = 0;
  const std::vector<double> value(1000, 1.0);
  seqjudge::permuted_sums(value, value, {500, 500}, GroupSum::linear, 1000, random, [&polls] { ++polls; });
  EXPECT_GE(polls, 10);
}

TEST(RandomBelow, IsInRangeAndRepeatable) {
  Random one(4), two(4);
  const auto of = [](Random& random) { return [&random] { return random() >> 32; }; };
  for (std::uint32_t k : {1u, 2u, 3u, 1000u, 4294967295u})
    for (int i = 0; i < 1000; ++i) {
      const auto index = seqjudge::random_below(of(one), k);
      ASSERT_LT(index, k);
      ASSERT_EQ(index, seqjudge::random_below(of(two), k));
    }
}

}  // namespace
