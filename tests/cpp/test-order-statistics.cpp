#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "seqjudge/panel/order_statistics.hpp"

namespace {

using seqjudge::OrderArrangement;
using seqjudge::OrderStatistics;
using seqjudge::OrderTable;

// Two sequences of three and two scores in own orders, and a pair that shares an order of three, in which the second
// has not scored the middle one.
OrderTable example() {
  OrderTable table;
  table.start = {0, 3, 5, 8, 10};
  table.residual = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512};
  table.quality = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3};
  table.product = {2, 7, 1, 8, 2, 8, 1, 8, 2, 8};
  table.distance = {1, 1, 2, 3, 5, 8, 13, 21, 34, 55};
  table.drift = {-1, 0, 1, -1, 1, -1, 0, 1, -1, 1};
  table.first = {1, -2, 1, 0, 0, 1, -2, 1, 0, 0};
  table.shape = {-3, 1, 2, -1, 1, -3, 1, 2, -1, 1};
  table.cluster_start = {0, 1, 2, 4};
  table.slots = {3, 2, 3};
  table.slot_row = {0, 1, 2, 3, 4, 5, 6, 7, 8, -1, 9};
  return table;
}

// The definition, for rows put at the positions in this order.
OrderStatistics by_hand(const OrderTable& x, const std::vector<std::size_t>& row) {
  OrderStatistics sum{};
  for (std::size_t s = 0; s + 1 < x.start.size(); ++s)
    for (auto i = static_cast<std::size_t>(x.start[s]); i < static_cast<std::size_t>(x.start[s + 1]); ++i) {
      const bool has_before = i > static_cast<std::size_t>(x.start[s]);
      sum[0] += x.drift[i] * x.residual[row[i]];
      sum[1] += x.first[i] * x.residual[row[i]];
      sum[2] += has_before ? x.residual[row[i]] * x.residual[row[i - 1]] : 0;
      sum[3] += has_before ? x.residual[row[i]] * x.quality[row[i - 1]] : 0;
      sum[4] += x.shape[i] * x.product[row[i]];
      sum[5] += x.shape[i] * x.distance[row[i]];
    }
  return sum;
}

TEST(OrderStatistics, AreThoseOfTheDefinitionInTheTrueOrder) {
  const auto table = example();
  EXPECT_EQ(OrderArrangement(table).statistics(), by_hand(table, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
}

TEST(OrderStatistics, ShuffleTheEvaluatorsOfAnOrderAlike) {
  const auto table = example();
  // All arrangements, by hand: those who share an order are in step, and who has no score there is passed over.
  const std::vector<std::vector<std::size_t>> three{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  std::multiset<double> expected, found;
  for (const auto& a : three)
    for (const bool swapped : {false, true})
      for (const auto& c : three) {
        std::vector<std::size_t> row{a[0], a[1], a[2], swapped ? 4u : 3u, swapped ? 3u : 4u};
        for (const auto slot : c) row.push_back(5 + slot);
        for (const auto slot : c)
          if (slot != 1) row.push_back(slot == 0 ? 8 : 9);
        double key = 0;
        for (const double value : by_hand(table, row)) key = 7 * key + value;
        expected.insert(key);
      }
  std::vector<double> result(72 * 6);
  seqjudge::all_order_statistics(table, 72, result.data());
  for (std::size_t k = 0; k < 72; ++k) {
    double key = 0;
    for (std::size_t e = 0; e < 6; ++e) key = 7 * key + result[6 * k + e];
    found.insert(key);
  }
  EXPECT_EQ(found, expected);
}

TEST(OrderStatistics, MakeEveryArrangementEquallyOften) {
  const auto table = example();
  const std::size_t draws = 72 * 500;
  std::vector<double> result(draws * 6);
  seqjudge::shuffled_order_statistics(table, 1, draws, result.data(), 1);
  std::map<std::vector<double>, int> count;
  for (std::size_t k = 0; k < draws; ++k)
    ++count[std::vector<double>(result.begin() + static_cast<std::ptrdiff_t>(6 * k),
                                result.begin() + static_cast<std::ptrdiff_t>(6 * k + 6))];
  ASSERT_EQ(count.size(), 72u);
  double chi_squared = 0;
  for (const auto& entry : count) chi_squared += std::pow(entry.second - 500.0, 2) / 500.0;
  EXPECT_LT(chi_squared, 125);  // 71 degrees of freedom: exceeded once in 10,000
}

TEST(OrderStatistics, DoNotDependOnTheNumberOfThreads) {
  const auto table = example();
  std::vector<double> one(100 * 6), three(100 * 6);
  seqjudge::shuffled_order_statistics(table, 5, 100, one.data(), 1);
  seqjudge::shuffled_order_statistics(table, 5, 100, three.data(), 3);
  EXPECT_EQ(one, three);
}

}  // namespace
