#include <gtest/gtest.h>

#include <stdexcept>

#include "seqjudge.hpp"
#include "support.hpp"

namespace {

Ranks decode(const std::vector<std::int64_t>& relative, std::int64_t prior_size) {
  Ranks rank(relative.size());
  seqjudge::decode(reader(relative), relative.size(), prior_size, rank.data());
  return rank;
}

// Sizes on both sides of every change of method: few items, small and large slot trees, one and two levels of buckets.
const std::size_t sizes[] = {0,  1,  2,   3,   7,   8,   9,    15,   16,   17,   31,  32,
                             33, 64, 100, 255, 256, 257, 1000, 4095, 4096, 4097, 6000};
const std::int64_t priors[] = {0,
                               1,
                               2,
                               5,
                               100,
                               4096,
                               50000,
                               1000000,
                               (std::int64_t{1} << 31) - 7000,
                               (std::int64_t{1} << 31) - 1,
                               std::int64_t{1} << 31,
                               1000000000000,
                               seqjudge::max_prior_size};

TEST(Decode, AgreesWithInsertionOneByOne) {
  Random random(1);
  for (const std::size_t n : sizes)
    for (const std::int64_t prior : priors) {
      const auto relative = random_relative(n, prior, random);
      ASSERT_EQ(decode(relative, prior), slow_decode(relative)) << "n = " << n << ", prior = " << prior;
    }
}

TEST(Decode, AgreesOnManyShortSequences) {
  Random random(2);
  for (int k = 0; k < 20000; ++k) {
    const std::size_t n = random() % 70;
    const std::int64_t prior = priors[random() % (sizeof priors / sizeof *priors)];
    const auto relative = random_relative(n, prior, random);
    ASSERT_EQ(decode(relative, prior), slow_decode(relative)) << "n = " << n << ", prior = " << prior;
  }
}

// All items at one end, at one place, or in a narrow band: the buckets are as uneven as can be.
TEST(Decode, WithstandsUnevenInput) {
  for (const std::size_t n : {40u, 300u, 5000u})
    for (const std::int64_t prior : priors) {
      std::vector<std::int64_t> lowest(n, 1), highest(n), middle(n), alternating(n);
      for (std::size_t t = 0; t < n; ++t) {
        highest[t] = prior + static_cast<std::int64_t>(t) + 1;
        middle[t] = (highest[t] + 1) / 2;
        alternating[t] = t % 2 == 0 ? 1 : highest[t];
      }
      for (const auto& relative : {lowest, highest, middle, alternating})
        ASSERT_EQ(decode(relative, prior), slow_decode(relative)) << "n = " << n << ", prior = " << prior;
    }
}

// Too many items for the slow version: decoding must undo encoding.
TEST(Decode, UndoesEncodingAtScale) {
  Random random(3);
  for (const std::size_t n : {65535u, 65536u, 65537u, 300000u, 1100000u}) {
    const Ranks rank = random_permutation(n, random);
    std::vector<std::int64_t> relative(n);
    seqjudge::encode([&rank](std::size_t t) { return rank[t] - 1; }, n,
                     [&relative](std::size_t t, std::int64_t r) { relative[t] = r; });
    ASSERT_TRUE(decode(relative, 0) == rank) << "n = " << n;
  }
}

// Items interleaved with prior items: encode all of them, decode the last n with the first ones as the prior.
TEST(Decode, LeavesOutPriorItemsAtScale) {
  Random random(4);
  for (const std::size_t prior : {1u, 1000u, 300000u}) {
    const std::size_t n = 200000;
    const Ranks all = random_permutation(prior + n, random);
    std::vector<std::int64_t> relative(n);
    seqjudge::encode([&all](std::size_t t) { return all[t] - 1; }, prior + n,
                     [&relative, prior](std::size_t t, std::int64_t r) {
                       if (t >= prior) relative[t - prior] = r;
                     });
    std::vector<std::int32_t> real_below(prior + n + 1, 0);
    for (std::size_t t = prior; t < prior + n; ++t) real_below[static_cast<std::size_t>(all[t])] = 1;
    std::partial_sum(real_below.begin(), real_below.end(), real_below.begin());
    Ranks expected(n);
    for (std::size_t t = 0; t < n; ++t) expected[t] = real_below[static_cast<std::size_t>(all[prior + t])];
    ASSERT_TRUE(decode(relative, static_cast<std::int64_t>(prior)) == expected) << "prior = " << prior;
  }
}

struct Interrupted : std::runtime_error {
  using std::runtime_error::runtime_error;
};

TEST(Decode, StopsWhenThePollThrows) {
  Random random(5);
  const auto relative = random_relative(300000, 0, random);
  Ranks rank(relative.size());
  int calls = 0;
  const auto poll = [&calls] {
    if (++calls == 3) throw Interrupted("enough");
  };
  EXPECT_THROW(seqjudge::decode(reader(relative), relative.size(), 0, rank.data(), poll), Interrupted);
  EXPECT_EQ(calls, 3);
}

TEST(Encode, CountsItemsAtOrBelow) {
  Random random(6);
  for (const std::size_t n : {0u, 1u, 2u, 5u, 24u, 25u, 26u, 100u, 256u, 257u, 4097u}) {
    const Ranks rank = random_permutation(n, random);
    std::vector<std::int64_t> relative(n), expected(n);
    for (std::size_t t = 0; t < n; ++t)
      expected[t] = std::count_if(rank.begin(), rank.begin() + static_cast<std::ptrdiff_t>(t) + 1,
                                  [&](std::int32_t r) { return r <= rank[t]; });
    seqjudge::encode([&rank](std::size_t t) { return rank[t] - 1; }, n,
                     [&relative](std::size_t t, std::int64_t r) { relative[t] = r; });
    ASSERT_EQ(relative, expected) << "n = " << n;
  }
}

}  // namespace
