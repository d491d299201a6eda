#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "seqjudge.hpp"
#include "support.hpp"

namespace {

using seqjudge::NormalLattice;
using seqjudge::UniformLattice;

constexpr double inf = std::numeric_limits<double>::infinity();

Real normal_between(Real lower, Real upper) {
  const Real half = std::sqrt(Real{0.5});
  if (lower > 0) return (std::erfc(lower * half) - std::erfc(upper * half)) / 2;
  return (std::erfc(-upper * half) - std::erfc(-lower * half)) / 2;
}

Real slow_bin(double lower, double upper, double size, double noise) {
  Real sum = 0;
  for (double r = 1; r <= size; ++r) {
    const Real x = Real{r} / (Real{size} + 1);
    sum += normal_between((Real{lower} - x) / Real{noise}, (Real{upper} - x) / Real{noise});
  }
  return sum / Real{size};
}

double uniform_number(Random& random, double lower, double upper) {
  return std::uniform_real_distribution<double>(lower, upper)(random);
}

TEST(NormalLattice, SumsOverAllRelativeRanks) {
  Random random(1);
  for (int k = 0; k < 4000; ++k) {
    const double size = std::floor(std::exp(uniform_number(random, 0, 8)));
    const double noise = std::exp(uniform_number(random, -7, 0.5));
    const double y = k % 3 ? uniform_number(random, 0, 1) : uniform_number(random, -2, 3);
    const auto expected = static_cast<double>(slow_log_point(y, size, noise));
    const double got = NormalLattice(size, noise).log_point(y);
    ASSERT_NEAR(got, expected, 1e-12 * std::max(1.0, std::fabs(expected))) << size << ' ' << noise << ' ' << y;
    const int bins = 2 + static_cast<int>(random() % 20);
    const int bin = 1 + static_cast<int>(random() % static_cast<unsigned>(bins));
    const double lower = bin == 1 ? -inf : (bin - 1.0) / bins,
                 upper = bin == bins ? inf : static_cast<double>(bin) / bins;
    const Real probability = slow_bin(lower, upper, size, noise);
    const double log_bin = NormalLattice(size, noise).log_bin(lower, upper);
    ASSERT_TRUE(std::isfinite(log_bin));
    if (probability > 0) {
      const auto wanted = static_cast<double>(std::log(probability));
      ASSERT_NEAR(log_bin, wanted, 1e-12 * std::max(1.0, std::fabs(wanted))) << size << ' ' << noise << ' ' << bin;
    }
  }
}

TEST(NormalLattice, HasALimit) {
  for (const double noise : {0.002, 0.05, 0.7})
    for (const double y : {-0.3, 0.0, 0.01, 0.4, 0.99, 1.2}) {
      EXPECT_NEAR(NormalLattice(0x1p52, noise).log_point(y), NormalLattice(inf, noise).log_point(y),
                  1e-9 * std::max(1.0, std::fabs(NormalLattice(inf, noise).log_point(y))));
    }
  double total = 0;
  for (int bin = 1; bin <= 10; ++bin)
    total +=
        std::exp(NormalLattice(inf, 0.1).log_bin(bin == 1 ? -inf : (bin - 1) / 10.0, bin == 10 ? inf : bin / 10.0));
  EXPECT_NEAR(total, 1, 1e-14);
}

TEST(UniformLattice, CountsRelativeRanks) {
  Random random(2);
  for (int k = 0; k < 4000; ++k) {
    const double size = std::floor(std::exp(uniform_number(random, 0, 6)));
    const double noise = std::exp(uniform_number(random, -5, 0));
    const double y = uniform_number(random, -0.2, 1.2);
    double points = 0, below = 0;
    const double lower = uniform_number(random, 0, 0.5), upper = lower + uniform_number(random, 0.01, 0.5);
    for (double r = 1; r <= size; ++r) {
      const double x = r / (size + 1);
      points += std::fabs(y - x) <= noise;
      below += std::max(0.0, std::min(upper, x + noise) - std::max(lower, x - noise)) / (2 * noise);
    }
    const double got = std::exp(UniformLattice(size, noise).log_point(y));
    ASSERT_NEAR(got, points / (size * 2 * noise), 1e-9);
    ASSERT_NEAR(std::exp(UniformLattice(size, noise).log_bin(lower, upper)), below / size, 1e-12);
  }
  EXPECT_EQ(UniformLattice(3, 0.01).log_point(0.6), -inf);
  EXPECT_EQ(UniformLattice(inf, 0.01).log_point(1.02), -inf);
}

// The mean over all rankings of the likelihood given the ranking is the marginal likelihood.
TEST(GivenRanking, AveragesToTheMarginalLikelihood) {
  Random random(3);
  for (std::size_t n = 1; n <= 6; ++n)
    for (int prior_size = 0; prior_size <= 10; ++prior_size)
      for (const int bins : {0, 10}) {
        std::vector<double> score(n);
        for (auto& s : score) s = bins ? 1.0 + static_cast<double>(random() % 10) : uniform_number(random, -0.05, 1.05);
        if (n > 2) score[1] = std::nan("");  // an unscored item counts in the positions of others
        const double noise = 0.07;
        double marginal = 0;
        for (std::size_t t = 0; t < n; ++t) {
          if (std::isnan(score[t])) continue;
          const NormalLattice lattice(prior_size + static_cast<double>(t) + 1, noise);
          const double s = score[t];
          marginal +=
              bins ? lattice.log_bin(s == 1 ? -inf : (s - 1) / bins, s == bins ? inf : s / bins) : lattice.log_point(s);
        }
        Ranks item(n);  // item[k]: position, from 0, of the item of rank k
        std::iota(item.begin(), item.end(), 0);
        double sum = 0, count = 0;
        do {
          sum += std::exp(log_likelihood_given<NormalLattice>(ranked_scores(item, score, bins), prior_size, noise));
          ++count;
        } while (std::next_permutation(item.begin(), item.end()));
        ASSERT_NEAR(sum / count / std::exp(marginal), 1, 1e-12) << n << ' ' << prior_size << ' ' << bins;
      }
}

// The log of the sum over all non-decreasing paths of the items from k on, by listing them.
Real log_paths(const std::vector<double>& score, int prior_size, double noise, std::size_t k, int from, Real so_far) {
  if (k == score.size()) return so_far;
  Real total = -std::numeric_limits<Real>::infinity();
  for (int c = from; c <= prior_size; ++c) {
    const auto position = static_cast<double>(k + 1);
    const Real z = (Real{score[k]} - Real{position + c} / Real{prior_size + position + 1}) / Real{noise};
    const Real rest = log_paths(score, prior_size, noise, k + 1, c, so_far - z * z / 2);
    const Real most = std::max(total, rest);
    total = most + std::log(std::exp(total - most) + std::exp(rest - most));
  }
  return total;
}

// The first items want all prior items below them and the last ones none: paths that count for little at first are the
// best in the end, and must not have vanished by then. Items come from the lowest to the highest.
TEST(GivenRanking, KeepsPathsThatCountInTheEnd) {
  const int prior_size = 6;
  for (const double noise : {0.003, 0.02, 0.03, 0.04, 0.05, 0.1})
    for (const double far : {0.0, 1.0, 40.0})
      for (std::size_t n = 2; n <= 8; n += 2) {
        std::vector<std::int32_t> order(n);
        std::iota(order.begin(), order.end(), 0);
        std::vector<double> score(n, 0.05 - far);
        std::fill_n(score.begin(), n / 2, 0.95 + far);
        Real expected = log_paths(score, prior_size, noise, 0, 0, 0);
        for (std::size_t j = 1; j <= n; ++j)
          expected -= std::log1p(Real{prior_size} / static_cast<Real>(j)) + std::log(Real{noise}) +
                      std::log(2 * std::acos(Real{-1})) / 2;
        const double got = log_likelihood_given<NormalLattice>(ranked_scores(order, score), prior_size, noise);
        ASSERT_NEAR(got, static_cast<double>(expected), 1e-10 * std::fabs(static_cast<double>(expected)))
            << noise << ' ' << far << ' ' << n;
      }
}

TEST(GivenRanking, ComesToItsLimit) {
  // The second item shown is the lowest.
  auto scores = ranked_scores({1, 0, 2}, {0.5, 0.3, 0.8});
  const auto at = [&](double prior_size) { return log_likelihood_given<NormalLattice>(scores, prior_size, 0.1); };
  EXPECT_NEAR(at(1e5), at(inf), 1e-3);
  EXPECT_NEAR(at(1e6), at(inf), 1e-4);
}

TEST(FitNoise, FindsTheMaximumFromAnywhere) {
  // Twenty residuals of standard deviation 0.2, of a normal distribution with known mean.
  const auto log_likelihood = [](double noise) { return -20 * std::log(noise) - 10 * 0.04 / (noise * noise); };
  const seqjudge::NoiseSearch scan{0.001, 2, std::nan(""), 1e-5, 20};
  const auto anywhere = seqjudge::fit_noise(log_likelihood, scan);
  for (const double start : {0.01, 0.15, 0.2, 0.21, 1.0}) {
    const auto from = seqjudge::fit_noise(log_likelihood, {0.001, 2, start, 1e-5, 20});
    EXPECT_NEAR(from.noise, anywhere.noise, 1e-3 * anywhere.noise);
    EXPECT_NEAR(from.integrated, anywhere.integrated, 0.02);
  }
  // The prior pulls a little towards 0.05.
  EXPECT_LT(anywhere.noise, 0.2);
  EXPECT_GT(anywhere.noise, 0.19);
}

// Where the scores say nothing, what is left is the probability that the prior gives to the range.
TEST(FitNoise, IntegratesThePriorWhereTheLikelihoodIsFlat) {
  const double lower = 0.03, upper = 0.08, centre = std::log(0.05);
  const auto fit = seqjudge::fit_noise([](double) { return 0.0; }, {lower, upper, std::nan(""), 1e-5, 20});
  const auto expected = normal_between(std::log(Real{lower}) - Real{centre}, std::log(Real{upper}) - Real{centre});
  EXPECT_NEAR(fit.integrated, static_cast<double>(std::log(expected)), 1e-3);
}

// A density that falls and rises: exp(-3 x) from 0 to 1, then exp(2 (x - 1) - 3) from 1 to 2.
TEST(NoiseDensity, HasItsTotalAndItsQuantiles) {
  seqjudge::NoiseDensity density;
  density.add(0, 1, 0, -3);
  density.add(1, 2, -3, 2);
  const double first = (1 - std::exp(-3.0)) / 3, second = std::exp(-3.0) * (std::exp(2.0) - 1) / 2;
  EXPECT_NEAR(density.log_total(), std::log(first + second), 1e-12);
  const auto nodes = density.nodes();
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    const double x = std::log(nodes[k]);
    const double below = x <= 1 ? (1 - std::exp(-3 * x)) / 3 : first + std::exp(-3.0) * (std::exp(2 * (x - 1)) - 1) / 2;
    EXPECT_NEAR(below / (first + second), (static_cast<double>(k) + 0.5) / static_cast<double>(nodes.size()), 1e-9);
  }
}

// The mean over all orders of the volumes is the product of the single densities.
TEST(GivenRanking, LimitWithUniformNoiseIsAVolume) {
  Random random(7);
  for (int k = 0; k < 50; ++k) {
    const double noise = uniform_number(random, 0.02, 0.6);
    std::vector<double> y;
    for (int i = 0; i < 5; ++i) y.push_back(uniform_number(random, 0, 1));
    double expected = 0;
    for (const double own : y) expected += UniformLattice(inf, noise).log_point(own);
    std::sort(y.begin(), y.end());
    double sum = 0;
    do {
      seqjudge::OrderedVolume volume;
      for (const double own : y) volume.add(own - noise, own + noise, 0.5 / noise);
      sum += std::exp(volume.log_sum()) / 120;
    } while (std::next_permutation(y.begin(), y.end()));
    EXPECT_NEAR(std::log(sum), expected, 1e-10);
  }
}

TEST(Compress, KeepsSumsOfSmoothFunctions) {
  Random random(4);
  const std::size_t n = 5000;
  ScoreColumns all;
  all.add(std::vector<double>(n));
  for (std::size_t i = 0; i < n; ++i) {
    all.position[i] = 1 + static_cast<std::int32_t>(random() % 4);
    all.value[i] = uniform_number(random, -0.1, 1.1);
  }
  const auto few = seqjudge::compress(all.view(), 0.02);
  const auto sum = [](const auto& positions, const auto& values, const auto& weight) {
    double total = 0;
    for (std::size_t i = 0; i < values.size(); ++i) total += weight(i) * std::sin(7 * values[i] + positions[i]);
    return total;
  };
  EXPECT_NEAR(sum(few.position, few.value, [&](std::size_t i) { return few.weight[i]; }),
              sum(all.position, all.value, [](std::size_t) { return 1.0; }), 1e-8);
}

}  // namespace
