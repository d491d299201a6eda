// Plans of orders, by counting.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "seqjudge/planning/contest.hpp"
#include "seqjudge/planning/plan_orders.hpp"

namespace {

using seqjudge::PlanProblem;

PlanProblem plain_problem(std::size_t items, std::size_t evaluators, std::size_t positions) {
  PlanProblem problem;
  problem.items = items;
  problem.evaluators = evaluators;
  problem.positions = positions;
  problem.size.assign(evaluators, positions);
  problem.allowed.assign(evaluators * items, 1);
  problem.from.assign(items, 0);
  problem.fixed.assign(evaluators * positions, -1);
  problem.session.assign(positions, 0);
  return problem;
}

std::vector<std::vector<std::int32_t>> solve(const PlanProblem& problem, std::uint64_t seed) {
  return seqjudge::plan_orders(problem, {20000, 2, 2000}, seqjudge::RandomStream(seed));
}

void expect_each_once(const PlanProblem& problem, const std::vector<std::vector<std::int32_t>>& order) {
  ASSERT_EQ(order.size(), problem.evaluators);
  for (std::size_t j = 0; j < order.size(); ++j) {
    ASSERT_EQ(order[j].size(), problem.size[j]);
    EXPECT_EQ(std::set<std::int32_t>(order[j].begin(), order[j].end()).size(), order[j].size());
  }
}

TEST(Williams, EveryOrderedPairEquallyOften) {
  for (std::size_t n = 1; n < 12; ++n) {
    const auto rows = seqjudge::williams_design(n);
    ASSERT_EQ(rows.size(), n % 2 == 1 && n > 1 ? 2 * n : n);
    std::vector<int> after(n * n, 0), at(n * n, 0);
    for (const auto& row : rows)
      for (std::size_t p = 0; p < n; ++p) {
        ++at[static_cast<std::size_t>(row[p]) * n + p];
        if (p > 0) ++after[static_cast<std::size_t>(row[p - 1]) * n + static_cast<std::size_t>(row[p])];
      }
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = 0; b < n; ++b) {
        EXPECT_EQ(at[a * n + b], static_cast<int>(rows.size() / n));
        EXPECT_EQ(after[a * n + b], a == b ? 0 : static_cast<int>(rows.size() / n));
      }
  }
}

TEST(EquitablePositions, CountsWithinOne) {
  seqjudge::RandomStream random(1);
  for (int trial = 0; trial < 50; ++trial) {
    const std::size_t items = 2 + random.below(15), positions = 1 + random.below(items),
                      evaluators = 1 + random.below(20);
    std::vector<std::vector<std::int32_t>> seen(evaluators);
    for (auto& own : seen) {
      std::vector<std::int32_t> all(items);
      std::iota(all.begin(), all.end(), 0);
      random.shuffle(all.data(), items);
      own.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(positions));
    }
    auto before = seen;
    seqjudge::equitable_positions(seen, items, positions);
    std::vector<int> count(items * positions, 0);
    for (std::size_t j = 0; j < evaluators; ++j) {
      auto a = before[j], b = seen[j];
      std::sort(a.begin(), a.end());
      std::sort(b.begin(), b.end());
      EXPECT_EQ(a, b);
      for (std::size_t p = 0; p < positions; ++p) ++count[static_cast<std::size_t>(seen[j][p]) * positions + p];
    }
    for (std::size_t i = 0; i < items; ++i) {
      const auto ends = std::minmax_element(count.begin() + static_cast<std::ptrdiff_t>(i * positions),
                                            count.begin() + static_cast<std::ptrdiff_t>((i + 1) * positions));
      EXPECT_LE(*ends.second - *ends.first, 1);
    }
  }
}

TEST(PlanOrders, KeepsToConstraints) {
  auto problem = plain_problem(10, 7, 5);
  problem.size[2] = 3;
  problem.allowed[0 * 10 + 4] = 0;
  problem.from[9] = 2;
  problem.from[8] = 4;
  problem.late = problem.has_fixed = true;
  problem.fixed[1 * 5 + 2] = 9;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto order = solve(problem, seed);
    expect_each_once(problem, order);
    EXPECT_EQ(order[1][2], 9);
    EXPECT_EQ(std::count(order[0].begin(), order[0].end(), 4), 0);
    for (const auto& own : order)
      for (std::size_t p = 0; p < own.size(); ++p) EXPECT_GE(p, problem.from[static_cast<std::size_t>(own[p])]);
  }
}

TEST(PlanOrders, SmallestProblems) {
  for (const std::size_t items : {1, 2, 3})
    for (const std::size_t evaluators : {1, 2, 3})
      for (std::size_t positions = 1; positions <= items; ++positions) {
        const auto problem = plain_problem(items, evaluators, positions);
        expect_each_once(problem, solve(problem, 1));
      }
}

seqjudge::ContestSetting contest_of(std::size_t items, std::size_t evaluators, std::size_t each) {
  seqjudge::ContestSetting setting;
  setting.items = items;
  setting.evaluators = evaluators;
  setting.per_evaluator = each;
  return setting;
}

double share(const seqjudge::Moments& moments, double reps) {
  const auto digits = moments.sum.digits();
  return (digits[0] + 4294967296.0 * digits[1]) / reps;
}

TEST(Contest, WithoutNoiseEverythingIsRight) {
  for (const auto order :
       {seqjudge::ContestOrder::own, seqjudge::ContestOrder::shared, seqjudge::ContestOrder::balanced})
    for (const std::size_t second : {0, 1, 2, 5})
      for (const bool ranks : {false, true}) {
        auto setting = contest_of(5, 3, 5);
        setting.order = order;
        setting.second_round = second;
        setting.ranks = ranks;
        setting.warmup = 2;
        setting.top = 2;
        setting.noise = 0;
        const auto totals = seqjudge::contest_totals(setting, {1, 2}, 0, 40, 2);
        EXPECT_EQ(share(totals.winner, 40), 1);
        EXPECT_EQ(share(totals.top, 40), 1);
        EXPECT_EQ(share(totals.found, 40), 2);
        EXPECT_EQ(share(totals.footrule, 40), 0);
      }
}

TEST(Contest, InsertionLeadsBackToTheRanking) {
  for (const std::size_t prior : {0, 1, 7})
    for (const std::size_t warmup : {0, 3}) {
      auto setting = contest_of(6, 2, 6);
      setting.ranks = true;
      setting.calibrated = false;
      setting.prior_size = prior;
      setting.warmup = warmup;
      setting.noise = 0;
      EXPECT_EQ(share(seqjudge::contest_totals(setting, {3, 0}, 0, 30, 1).footrule, 30), 0);
    }
}

// Of two that are wanted among five, two that are drawn by lot hold 4 / 5 on average, and are the right ones once in
// ten.
TEST(Contest, NoiseAloneMakesALottery) {
  auto setting = contest_of(5, 2, 5);
  setting.top = 2;
  setting.noise = 1e9;
  const auto totals = seqjudge::contest_totals(setting, {2, 4}, 0, 4000, 2);
  EXPECT_NEAR(share(totals.winner, 4000), 0.2, 0.03);
  EXPECT_NEAR(share(totals.top, 4000), 0.1, 0.025);
  EXPECT_NEAR(share(totals.found, 4000), 0.8, 0.05);
  EXPECT_NEAR(share(totals.footrule, 4000), 8, 0.25);
}

// What the position does decides where all see one order, and is taken out where orders differ.
TEST(Contest, PositionsDecideInOneOrder) {
  for (double seqjudge::ContestSetting::*const effect :
       {&seqjudge::ContestSetting::start, &seqjudge::ContestSetting::drift}) {
    auto setting = contest_of(5, 2, 5);
    setting.noise = 0;
    setting.*effect = 1e6;
    EXPECT_NEAR(share(seqjudge::contest_totals(setting, {2, 5}, 0, 50, 1).footrule, 50), 0, 1e-12);
    setting.order = seqjudge::ContestOrder::shared;
    EXPECT_NEAR(share(seqjudge::contest_totals(setting, {2, 5}, 0, 4000, 1).footrule, 4000), 8, 0.25);
  }
}

TEST(Contest, SameTotalsForAnyThreadsAndBatches) {
  auto setting = contest_of(9, 7, 4);
  setting.severity = setting.serial = 0.5;
  setting.calibrated = false;
  setting.prior_size = 2;
  setting.second_round = 3;
  auto parts = seqjudge::contest_totals(setting, {5, 1}, 0, 33, 1);
  parts.add(seqjudge::contest_totals(setting, {5, 1}, 33, 100, 3));
  const auto whole = seqjudge::contest_totals(setting, {5, 1}, 0, 100, 2);
  EXPECT_EQ(parts.footrule.squares.digits(), whole.footrule.squares.digits());
  EXPECT_EQ(parts.winner.sum.digits(), whole.winner.sum.digits());
}

TEST(Contest, SmallestSizes) {
  for (const std::size_t items : {2, 3})
    for (std::size_t each = 1; each <= items; ++each) {
      auto setting = contest_of(items, 1, each);
      setting.second_round = items;
      EXPECT_LE(share(seqjudge::contest_totals(setting, {1, 1}, 0, 20, 1).winner, 20), 1);
      setting.ranks = true;
      EXPECT_LE(share(seqjudge::contest_totals(setting, {1, 1}, 0, 20, 1).winner, 20), 1);
    }
}

TEST(NormalQuantile, IsTheInverse) {
  for (const double p : {1e-12, 1e-5, 0.01, 0.3, 0.5, 0.77, 0.999}) {
    const double z = seqjudge::detail::normal_quantile(p);
    EXPECT_NEAR(seqjudge::detail::normal_below(z) / p, 1, 1e-12);
  }
  EXPECT_NEAR(seqjudge::detail::normal_quantile(0.975), 1.959963984540054, 1e-13);
}

// Whoever may see both items must leave one of them to those who may see nothing else.
TEST(PlanOrders, TurnsAreEvenInSpiteOfConflicts) {
  for (std::uint64_t seed = 1; seed < 9; ++seed) {
    auto problem = plain_problem(2, 4, 1);
    problem.allowed[2 * 2 + 1] = problem.allowed[3 * 2 + 1] = 0;
    const auto order = solve(problem, seed);
    EXPECT_EQ(order[0][0], 1);
    EXPECT_EQ(order[1][0], 1);
  }
}

TEST(PlanOrders, TurnsWithinOne) {
  const auto problem = plain_problem(11, 9, 4);
  std::vector<int> turns(11, 0);
  for (const auto& own : solve(problem, 3))
    for (const auto item : own) ++turns[static_cast<std::size_t>(item)];
  EXPECT_LE(*std::max_element(turns.begin(), turns.end()) - *std::min_element(turns.begin(), turns.end()), 1);
}

}  // namespace
