#include "seqjudge/support/chain_diagnostics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <vector>

#include "seqjudge/support/random.hpp"

using namespace seqjudge;

namespace {

// Of chains of one kind.
ChainDiagnostics diagnose(const std::vector<double>& draws, std::size_t rounds) {
  return diagnose_chains(draws.data(), rounds, std::vector<std::int32_t>(draws.size() / rounds));
}

// The definitions, by matrices of half chains.
double mean_of(const std::vector<double>& x) {
  double sum = 0;
  for (const double v : x) sum += v;
  return sum / static_cast<double>(x.size());
}

std::vector<std::vector<double>> halves(const std::vector<double>& draws, std::size_t rounds) {
  std::vector<std::vector<double>> result;
  for (std::size_t at = 0; at < draws.size(); at += rounds) {
    const auto begin = draws.begin() + static_cast<std::ptrdiff_t>(at),
               end = begin + static_cast<std::ptrdiff_t>(rounds);
    const auto half = static_cast<std::ptrdiff_t>(rounds / 2);
    result.emplace_back(begin, begin + half);
    result.emplace_back(end - half, end);
  }
  return result;
}

// The means of half chains vary about the mean of their kind, with as many degrees of freedom as there are more of them
// than kinds.
struct PlainVariances {
  double within, total;
};
PlainVariances plain_variances(const std::vector<std::vector<double>>& parts, const std::vector<std::int32_t>& kind) {
  const double n = static_cast<double>(parts[0].size()), m = static_cast<double>(parts.size());
  double within = 0, between = 0;
  std::map<std::int32_t, std::vector<double>> means;
  for (std::size_t h = 0; h < parts.size(); ++h) {
    const double mean = mean_of(parts[h]);
    means[kind[h / 2]].push_back(mean);
    for (const double v : parts[h]) within += (v - mean) * (v - mean) / (n - 1) / m;
  }
  for (const auto& own : means)
    for (const double mean : own.second)
      between += std::pow(mean - mean_of(own.second), 2) / (m - static_cast<double>(means.size()));
  return {within, (n - 1) / n * within + between};
}

double plain_rhat(const std::vector<double>& draws, std::size_t rounds, const std::vector<std::int32_t>& kind) {
  const auto variances = plain_variances(halves(draws, rounds), kind);
  return std::sqrt(variances.total / variances.within);
}

// First all autocorrelations, then those of pairs that are positive, then these made to fall, then their sum.
double plain_size(const std::vector<double>& draws, std::size_t rounds, const std::vector<std::int32_t>& kind) {
  auto parts = halves(draws, rounds);
  const auto variances = plain_variances(parts, kind);
  for (auto& part : parts) {
    const double mean = mean_of(part);
    for (double& v : part) v -= mean;
  }
  const std::size_t n = parts[0].size();
  std::vector<double> rho(n, 1);
  for (std::size_t lag = 1; lag < n; ++lag) {
    double sum = 0;
    for (const auto& part : parts)
      for (std::size_t i = lag; i < n; ++i) sum += part[i] * part[i - lag];
    rho[lag] = 1 - (variances.within - sum / static_cast<double>(n * parts.size())) / variances.total;
  }
  // The first pair that does not count any more: it is not positive, or there are too few lags left.
  std::size_t stop = 2;
  while (stop + 5 < n && rho[stop] + rho[stop + 1] > 0) stop += 2;
  std::vector<double> pair;
  for (std::size_t lag = 0; lag < stop; lag += 2) {
    pair.push_back(rho[lag] + rho[lag + 1]);
    if (lag > 0 && pair[lag / 2] > pair[lag / 2 - 1]) pair[lag / 2] = pair[lag / 2 - 1];
  }
  double sum = -1 + std::max(rho[stop], 0.0);
  for (const double p : pair) sum += 2 * p;
  const double all = static_cast<double>(n * parts.size());
  return all / std::max(sum, 1 / std::log10(all));
}

std::vector<double> autoregression(std::size_t rounds, std::size_t chains, double rho, std::uint64_t seed) {
  RandomStream random(seed, 0);
  std::vector<double> draws;
  for (std::size_t c = 0; c < chains; ++c) {
    double level = random.normal();
    for (std::size_t k = 0; k < rounds; ++k) {
      level = rho * level + std::sqrt(1 - rho * rho) * random.normal();
      draws.push_back(level);
    }
  }
  return draws;
}

}  // namespace

TEST(ChainDiagnostics, RhatIsThatOfHalfChains) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    for (const std::size_t rounds : {4u, 7u, 50u}) {
      const auto draws = autoregression(rounds, 1 + seed % 4, 0.5, seed);
      const std::vector<std::int32_t> one_kind(1 + seed % 4);
      EXPECT_NEAR(diagnose(draws, rounds).rhat, plain_rhat(draws, rounds, one_kind), 1e-10);
    }
}

// Few draws that hang together, so that every rule of where the sum ends has its say.
TEST(ChainDiagnostics, OfSeveralKindsTheyAreTheDefinitions) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed)
    for (const double rho : {-0.5, 0.0, 0.6, 0.97})
      for (const std::size_t rounds : {12u, 15u, 41u}) {
        const auto draws = autoregression(rounds, 5, rho, seed);
        for (const auto& kind : {std::vector<std::int32_t>{0, 0, 0, 0, 0}, {4, 1, 4, 4, 1}, {0, 1, 2, 3, 4}}) {
          const auto found = diagnose_chains(draws.data(), rounds, kind);
          EXPECT_NEAR(found.rhat, plain_rhat(draws, rounds, kind), 1e-10);
          EXPECT_NEAR(found.effective_size, plain_size(draws, rounds, kind), 1e-8 * found.effective_size);
        }
      }
}

// Many lags are found in another way than few.
TEST(ChainDiagnostics, EffectiveSizesAreThoseOfAllAutocorrelations) {
  for (const std::size_t rounds : {20u, 301u, 600u})
    for (const double apart : {0.0, 1.0, 5.0}) {
      auto draws = autoregression(rounds, 3, 0.8, rounds);
      for (std::size_t k = 0; k < rounds; ++k) draws[k] += apart;
      const double plain = plain_size(draws, rounds, {0, 0, 0});
      EXPECT_NEAR(diagnose(draws, rounds).effective_size / plain, 1, 1e-9) << rounds << " " << apart;
    }
}

// Of an autoregression by rho, n draws tell the mean as well as n (1 - rho) / (1 + rho) independent ones.
TEST(ChainDiagnostics, EffectiveSizesAreThoseOfAutoregressions) {
  for (const double rho : {0.0, 0.5, 0.9, 0.98}) {
    const auto draws = autoregression(20000, 4, rho, 3);
    const double expected = 80000 * (1 - rho) / (1 + rho), found = diagnose(draws, 20000).effective_size;
    EXPECT_GT(found, 0.8 * expected) << rho;
    EXPECT_LT(found, 1.2 * expected) << rho;
  }
  // Draws that alternate are worth more than so many independent ones, but no more than this.
  const auto alternating = autoregression(1000, 2, -0.9, 1);
  const double found = diagnose(alternating, 1000).effective_size;
  EXPECT_GT(found, 4000);
  EXPECT_LE(found, 2000 * std::log10(2000.0) * (1 + 1e-12));
}

TEST(ChainDiagnostics, ChainsThatStandApartAreWorthNext) {
  auto draws = autoregression(2000, 4, 0, 1);
  const auto together = diagnose(draws, 2000);
  for (std::size_t k = 4000; k < 8000; ++k) draws[k] += 20;
  const auto apart = diagnose(draws, 2000);
  EXPECT_GT(apart.rhat, 5);
  EXPECT_LT(apart.effective_size, 10);
  // Chains of another kind may be elsewhere, but those of one kind must agree.
  const auto by_kind = diagnose_chains(draws.data(), 2000, {0, 0, 7, 7});
  EXPECT_NEAR(by_kind.rhat, together.rhat, 0.001);
  EXPECT_GT(by_kind.effective_size, 7000);
  EXPECT_GT(diagnose_chains(draws.data(), 2000, {0, 7, 0, 7}).rhat, 5);
  // Of single chains the halves are compared.
  for (std::size_t k = 7000; k < 8000; ++k) draws[k] += 20;
  EXPECT_GT(diagnose_chains(draws.data(), 2000, {0, 1, 2, 3}).rhat, 3);
}

TEST(ChainDiagnostics, WhatNeverChangesHasSettledAndWhatIsNotFiniteTellsNothing) {
  std::vector<double> draws(40, 3.0);
  EXPECT_EQ(diagnose(draws, 10).rhat, 1);
  EXPECT_EQ(diagnose(draws, 10).effective_size, 40);
  draws[7] = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(std::isnan(diagnose(draws, 10).rhat));
  EXPECT_TRUE(std::isnan(diagnose(draws, 10).effective_size));
  draws[7] = 4;
  EXPECT_TRUE(std::isfinite(diagnose(draws, 10).effective_size));
}

TEST(ChainDiagnostics, ChainsThatStandStillNeverAgree) {
  // Every half chain stays where it is.
  const std::vector<double> draws = {1, 1, 1, 1, 2, 2, 2, 2};
  const auto found = diagnose(draws, 4);
  EXPECT_EQ(found.rhat, std::numeric_limits<double>::infinity());
  EXPECT_LT(found.effective_size, 4);
}
