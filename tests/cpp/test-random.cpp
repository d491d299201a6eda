#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include "seqjudge/support/random.hpp"

namespace {

using seqjudge::RandomStream;

// Pearson's statistic against equal frequencies, as a standard normal (Wilson and Hilferty).
double chi_square_z(const std::vector<double>& counts) {
  const double expected = std::accumulate(counts.begin(), counts.end(), 0.0) / static_cast<double>(counts.size());
  double statistic = 0;
  for (const double count : counts) statistic += (count - expected) * (count - expected) / expected;
  const double df = static_cast<double>(counts.size()) - 1;
  const double v = 2 / (9 * df);
  return (std::cbrt(statistic / df) - (1 - v)) / std::sqrt(v);
}

TEST(Random, TheSameStreamGivesTheSameNumbers) {
  RandomStream a(7, 3, 2), b(7, 3, 2);
  for (int k = 0; k < 1000; ++k) ASSERT_EQ(a(), b());
}

// The known answer of Threefry-4x64-13 for key and counter zero, from the Random123 distribution.
TEST(Random, TheGeneratorIsThreefry) {
  sitmo::threefry_engine<std::uint64_t, 64, 13> engine(0);
  EXPECT_EQ(engine(), 0x4071fabee1dc8e05u);
  EXPECT_EQ(engine(), 0x02ed3113695c9c62u);
  EXPECT_EQ(engine(), 0x397311b5b89f9d49u);
  EXPECT_EQ(engine(), 0xe21292c3258024bcu);
  RandomStream stream(0, 0, 0);
  EXPECT_EQ(stream(), 0x4071fabee1dc8e05u);
}

TEST(Random, StreamsDoNotMeet) {
  std::set<std::uint64_t> seen;
  std::size_t drawn = 0;
  for (std::uint64_t seed = 0; seed < 5; ++seed)
    for (std::uint64_t stream = 0; stream < 50; ++stream)
      for (std::uint64_t group = 0; group < 5; ++group) {
        RandomStream random(seed, stream, group);
        for (int k = 0; k < 100; ++k, ++drawn) seen.insert(random());
      }
  EXPECT_EQ(seen.size(), drawn);
}

TEST(Random, UniformsAreUniformWithinAndAcrossStreams) {
  std::vector<double> within(100), across(100), pairs(100);
  RandomStream one(11);
  for (int k = 0; k < 200000; ++k) {
    const double u = one.uniform();
    ASSERT_GT(u, 0);
    ASSERT_LT(u, 1);
    ++within[static_cast<std::size_t>(u * 100)];
    RandomStream other(11, static_cast<std::uint64_t>(k), 1);
    const double a = other.uniform(), b = other.uniform();
    ++across[static_cast<std::size_t>(a * 100)];
    ++pairs[static_cast<std::size_t>(a * 10) * 10 + static_cast<std::size_t>(b * 10)];
  }
  EXPECT_LT(std::fabs(chi_square_z(within)), 4);
  EXPECT_LT(std::fabs(chi_square_z(across)), 4);
  EXPECT_LT(std::fabs(chi_square_z(pairs)), 4);
}

TEST(Random, BoundedIntegersAreUniform) {
  for (const std::uint64_t bound : {1u, 2u, 3u, 7u, 100u, 1000u}) {
    RandomStream random(5, bound);
    std::vector<double> counts(bound);
    for (int k = 0; k < 200000; ++k) ++counts.at(random.below(bound));
    if (bound == 1) continue;
    EXPECT_LT(std::fabs(chi_square_z(counts)), 4) << bound;
  }
  // Bounds just above a power of two would show a bias: the first third would come up half of the time.
  for (const std::uint64_t bound : {std::uint64_t{3} << 30, (std::uint64_t{3} << 61) + 5, ~std::uint64_t{0}}) {
    RandomStream random(6, bound);
    std::vector<double> thirds(3);
    for (int k = 0; k < 60000; ++k) {
      const std::uint64_t value = random.below(bound);
      ASSERT_LT(value, bound);
      ++thirds[std::min<std::uint64_t>(value / (bound / 3), 2)];
    }
    EXPECT_LT(std::fabs(chi_square_z(thirds)), 4) << bound;
  }
}

TEST(Random, NormalsAreNormal) {
  RandomStream random(8);
  // Counted in 40 parts of equal probability under the distribution function.
  std::vector<double> counts(40);
  double sum = 0, squares = 0, fourth = 0, products = 0, previous = 0;
  constexpr int n = 400000;
  for (int k = 0; k < n; ++k) {
    const double z = random.normal();
    ++counts[std::min<std::size_t>(static_cast<std::size_t>(0.5 * std::erfc(-z / std::sqrt(2.0)) * 40), 39)];
    sum += z;
    squares += z * z;
    fourth += z * z * z * z;
    products += z * previous;
    previous = z;
  }
  const double root = std::sqrt(static_cast<double>(n));
  EXPECT_LT(std::fabs(chi_square_z(counts)), 4);
  EXPECT_LT(std::fabs(sum / root), 4);
  EXPECT_LT(std::fabs((squares / n - 1) * root / std::sqrt(2.0)), 4);
  EXPECT_LT(std::fabs((fourth / n - 3) * root / std::sqrt(96.0)), 4);
  EXPECT_LT(std::fabs(products / root), 4);
}

TEST(Random, ShufflesReachAllOrdersEqually) {
  std::map<std::array<int, 4>, double> seen;
  RandomStream random(9);
  for (int k = 0; k < 48000; ++k) {
    std::array<int, 4> values{0, 1, 2, 3};
    random.shuffle(values.data(), values.size());
    ++seen[values];
  }
  std::vector<double> counts;
  for (const auto& entry : seen) counts.push_back(entry.second);
  ASSERT_EQ(counts.size(), 24u);
  EXPECT_LT(std::fabs(chi_square_z(counts)), 4);
  random.shuffle(static_cast<int*>(nullptr), 0);
}

// The middles of 2^52 equal parts, which are never 0 or 1.
TEST(RandomStream, UniformNumbersAreMiddles) {
  seqjudge::RandomStream numbers(3), bits(3);
  for (int k = 0; k < 1000; ++k) ASSERT_EQ(std::ldexp(numbers.uniform(), 52), static_cast<double>(bits() >> 12) + 0.5);
}

}  // namespace
