#include <gtest/gtest.h>

#include <cmath>

#include "seqjudge.hpp"
#include "support.hpp"

namespace {

// By the definition: sort the first t ranks, and look.
double slow_bound(const Ranks& rank, double delta) {
  double sum = 0;
  for (std::size_t t = 1; t <= rank.size(); ++t) {
    Ranks sorted(rank.begin(), rank.begin() + static_cast<std::ptrdiff_t>(t));
    std::sort(sorted.begin(), sorted.end());
    const auto relative = std::find(sorted.begin(), sorted.end(), rank[t - 1]) - sorted.begin();
    const auto reach = std::min<double>(std::ceil(delta * static_cast<double>(t + 1) - 1e-9), static_cast<double>(t));
    const auto last = static_cast<std::ptrdiff_t>(t) - 1;
    const auto steps = static_cast<std::ptrdiff_t>(std::max(reach, 0.0));
    sum += sorted[static_cast<std::size_t>(std::min(relative + steps, last))] -
           sorted[static_cast<std::size_t>(std::max<std::ptrdiff_t>(relative - steps, 0))];
  }
  return 2 * sum;
}

TEST(FootruleBound, AgreesWithItsDefinition) {
  Random random(1);
  for (const std::size_t n : {0u, 1u, 2u, 3u, 7u, 8u, 9u, 64u, 65u, 300u})
    for (const double delta : {0.0, 0.001, 0.01, 0.1, 0.25, 0.5, 1.0, 1e300})
      for (int repeat = 0; repeat < 5; ++repeat) {
        const Ranks rank = random_permutation(n, random);
        ASSERT_EQ(seqjudge::footrule_bound([&rank](std::size_t t) { return rank[t] - 1; }, n, delta),
                  slow_bound(rank, delta))
            << "n = " << n << ", delta = " << delta;
      }
}

TEST(FootruleBound, Polls) {
  const std::size_t n = 200000;
  int polls = 0;
  seqjudge::footrule_bound([](std::size_t t) { return static_cast<std::int32_t>(t); }, n, 0.1, [&polls] { ++polls; });
  EXPECT_GE(polls, 3);
}

}  // namespace
