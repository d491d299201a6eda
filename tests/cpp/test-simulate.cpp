#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "seqjudge/study/study_totals.hpp"
#include "seqjudge/support/threads.hpp"
#include "support.hpp"

namespace {

using namespace seqjudge;

Setting setting_of(std::size_t n, std::int64_t prior_size = 0, std::size_t evaluators = 1) {
  Setting setting;
  setting.n = n;
  setting.prior_size = prior_size;
  setting.evaluators = evaluators;
  return setting;
}

bool same(const WideSum& a, const WideSum& b) { return a.digits() == b.digits(); }

bool same(const Totals& a, const Totals& b) {
  const auto both = [](const seqjudge::Moments& x, const seqjudge::Moments& y) {
    return same(x.sum, y.sum) && same(x.squares, y.squares);
  };
  return both(a.footrule, b.footrule) && both(a.kendall, b.kendall) && both(a.inversion, b.inversion) &&
         a.position == b.position && a.position_squares == b.position_squares;
}

bool same(const std::vector<Totals>& a, const std::vector<Totals>& b) {
  bool all = a.size() == b.size();
  for (std::size_t m = 0; all && m < a.size(); ++m) all = same(a[m], b[m]);
  return all;
}

// In digits to the base 2^32, by schoolbook arithmetic on 16 bits at a time.
TEST(Simulate, WideSumsAreExact) {
  RandomStream random(1);
  for (int k = 0; k < 2000; ++k) {
    const std::uint64_t value = random() >> (1 + k % 63);
    std::uint64_t product[9] = {};
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) {
        const std::uint64_t part = ((value >> (16 * i)) & 0xffff) * ((value >> (16 * j)) & 0xffff);
        product[i + j] += part & 0xffff;
        product[i + j + 1] += part >> 16;
      }
    for (int i = 0; i < 8; ++i) {
      product[i + 1] += product[i] >> 16;
      product[i] &= 0xffff;
    }
    WideSum sum;
    sum.add_square(value);
    for (std::size_t d = 0; d < 4; ++d) ASSERT_EQ(sum.digits()[d], product[2 * d] + (product[2 * d + 1] << 16));
  }
  WideSum many, doubled;
  for (int k = 0; k < 6; ++k) many.add(~std::uint64_t{0} >> 1);
  EXPECT_EQ(many.digits(), (std::array<std::uint32_t, 4>{0xfffffffa, 0xffffffff, 2, 0}));
  doubled.add(many);
  doubled.add(many);
  EXPECT_EQ(doubled.digits(), (std::array<std::uint32_t, 4>{0xfffffff4, 0xffffffff, 5, 0}));
}

// All ways to choose places are equally likely, whichever of the two ways to draw them is taken.
TEST(Simulate, PlacesOfPriorItemsAreUniform) {
  const std::map<std::pair<std::size_t, std::int64_t>, double> ways = {
      {{3, 0}, 1}, {{3, 1}, 4}, {{3, 2}, 10}, {{2, 2}, 6}, {{2, 3}, 10}, {{1, 5}, 6}, {{3, 4}, 35}, {{4, 2}, 15}};
  for (const auto& entry : ways) {
    RandomStream random(2, entry.first.first, static_cast<std::uint64_t>(entry.first.second));
    std::map<std::vector<std::int64_t>, double> seen;
    constexpr int draws = 30000;
    for (int k = 0; k < draws; ++k) {
      std::vector<std::int64_t> below(entry.first.first);
      detail::draw_prior_places(random, entry.first.second, below);
      ASSERT_TRUE(std::is_sorted(below.begin(), below.end()));
      ASSERT_GE(below.front(), 0);
      ASSERT_LE(below.back(), entry.first.second);
      ++seen[below];
    }
    ASSERT_EQ(static_cast<double>(seen.size()), entry.second);
    double statistic = 0;
    const double expected = draws / entry.second;
    for (const auto& cell : seen) statistic += (cell.second - expected) * (cell.second - expected) / expected;
    EXPECT_LT(statistic, entry.second - 1 + 5 * std::sqrt(2 * entry.second));
  }
}

TEST(Simulate, ScoresOfAPanelFitTheTruth) {
  for (const std::int64_t prior : {std::int64_t{0}, std::int64_t{3}, std::int64_t{1000}, max_prior_size}) {
    const Setting setting = setting_of(40, prior, 3);
    Replicate replicate(setting);
    RandomStream random(3);
    replicate.draw(random);
    for (std::size_t e = 0; e < 3; ++e) {
      // Without noise insertion with the right prior recovers the truth.
      Ranks rank(40);
      insertion_ranking([&](std::size_t t) { return replicate.score(e)[t]; }, 40, prior, HalfWay::lower, rank.data());
      for (std::size_t t = 0; t < 40; ++t)
        ASSERT_EQ(rank[t], replicate.truth()[static_cast<std::size_t>(replicate.item(e)[t])]);
    }
  }
}

TEST(Simulate, ReplicatesDependOnTheirStreamOnly) {
  Setting setting = setting_of(30, 4, 2);
  setting.noise = Noise::normal;
  setting.noise_size = 0.1;
  Replicate used(setting), fresh(setting);
  for (std::uint64_t k = 0; k < 20; ++k) {
    RandomStream random(4, k);
    used.draw(random);
  }
  RandomStream a(4, 19);
  fresh.draw(a);
  for (std::size_t e = 0; e < 2; ++e)
    for (std::size_t t = 0; t < 30; ++t) {
      ASSERT_EQ(used.score(e)[t], fresh.score(e)[t]);
      ASSERT_EQ(used.item(e)[t], fresh.item(e)[t]);
    }
}

TEST(Simulate, TotalsDoNotDependOnThreadsOrPortions) {
  const std::vector<Method> methods = {{false, 0}, {false, 5}, {true, 0}};
  for (const std::size_t evaluators : {1, 2}) {
    Setting setting = setting_of(60, 5, evaluators);
    setting.noise = Noise::uniform;
    setting.noise_size = 0.1;
    const StudyStreams streams{7, 1};
    const auto whole = study_totals(setting, methods, {}, streams, 0, 300, 1);
    for (const int threads : {2, 4})
      EXPECT_TRUE(same(study_totals(setting, methods, {}, streams, 0, 300, threads), whole));
    auto parts = study_totals(setting, methods, {}, streams, 171, 300, 2);
    const auto rest = study_totals(setting, methods, {}, streams, 0, 171, 1);
    for (std::size_t m = 0; m < methods.size(); ++m) parts[m].add(rest[m]);
    EXPECT_TRUE(same(parts, whole));
  }
}

TEST(Simulate, AnInterruptReachesTheCaller) {
  struct Interrupted {};
  int polls = 0;
  const auto poll = [&polls] {
    if (++polls == 3) throw Interrupted();
  };
  for (const int threads : {1, 2}) {
    polls = 0;
    EXPECT_THROW(study_totals(setting_of(200), {{false, 0}}, {}, {1, 0}, 0, 100000000, threads, std::ref(poll)),
                 Interrupted);
  }
}

TEST(Simulate, EdgeSizes) {
  for (const std::size_t n : {0, 1, 2, 33})
    for (const std::size_t evaluators : {1, 2}) {
      Setting setting = setting_of(n, 0, evaluators);
      const auto totals = study_totals(setting, {{false, 0}}, {}, {1, 0}, 0, 10, 2);
      EXPECT_TRUE(same(totals[0].footrule.sum, WideSum()));
      setting.bins = 3;
      setting.calibrated = true;
      study_totals(setting, {{true, 0}, {false, 2}}, {}, {1, 0}, 0, 10, 1);
    }
}

// The same stream with and without noise: the difference is the noise.
TEST(Simulate, NoiseIsCentredAndAsWideAsAsked) {
  const std::size_t n = 20000;
  for (const Noise kind : {Noise::uniform, Noise::normal}) {
    Setting setting = setting_of(n);
    Replicate plain(setting);
    setting.noise = kind;
    setting.noise_size = 0.1;
    Replicate noisy(setting);
    RandomStream a(5), b(5);
    plain.draw(a);
    noisy.draw(b);
    double sum = 0, squares = 0, most = 0;
    for (std::size_t t = 0; t < n; ++t) {
      const double noise = noisy.score(0)[t] - plain.score(0)[t];
      sum += noise;
      squares += noise * noise;
      most = std::max(most, std::fabs(noise));
    }
    const double variance = kind == Noise::uniform ? 0.01 / 3 : 0.01;
    EXPECT_NEAR(sum / static_cast<double>(n), 0, 5 * std::sqrt(variance / static_cast<double>(n)));
    EXPECT_NEAR(squares / static_cast<double>(n), variance, 0.05 * variance);
    if (kind == Noise::uniform) {
      EXPECT_LE(most, 0.1 + 1e-12);
    }
  }
}

}  // namespace
