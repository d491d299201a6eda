// Slow, obvious versions of what the core does fast, and generators of cases.

#ifndef SEQJUDGE_TESTS_SUPPORT_HPP
#define SEQJUDGE_TESTS_SUPPORT_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "seqjudge/model/likelihood_given_ranking.hpp"

using Ranks = std::vector<std::int32_t>;
using Random = std::mt19937_64;

// What the core takes in place of a vector.
template <class Value>
auto reader(const std::vector<Value>& values) {
  return [&values](std::size_t t) { return values[t]; };
}

// Inserts the items one by one into a sorted list of positions, prior items being gaps between them.
inline Ranks slow_decode(const std::vector<std::int64_t>& relative) {
  std::vector<std::int64_t> position;
  for (const std::int64_t r : relative) {
    for (auto& p : position) p += p >= r;
    position.push_back(r);
  }
  Ranks rank;
  for (const auto p : position)
    rank.push_back(static_cast<std::int32_t>(
        std::count_if(position.begin(), position.end(), [p](std::int64_t q) { return q <= p; })));
  return rank;
}

inline Ranks random_permutation(std::size_t n, Random& random) {
  Ranks rank(n);
  std::iota(rank.begin(), rank.end(), 1);
  std::shuffle(rank.begin(), rank.end(), random);
  return rank;
}

inline std::vector<std::int64_t> random_relative(std::size_t n, std::int64_t prior_size, Random& random) {
  std::vector<std::int64_t> relative(n);
  for (std::size_t t = 0; t < n; ++t)
    relative[t] = std::uniform_int_distribution<std::int64_t>(1, prior_size + static_cast<std::int64_t>(t) + 1)(random);
  return relative;
}

// Average ranks of random values with many ties.
inline std::vector<double> random_tied_ranking(std::size_t n, Random& random) {
  std::vector<int> value(n);
  for (auto& v : value) v = std::uniform_int_distribution<int>(0, static_cast<int>(n) / 2)(random);
  std::vector<double> rank(n);
  for (std::size_t t = 0; t < n; ++t) {
    const auto below = std::count_if(value.begin(), value.end(), [&](int v) { return v < value[t]; });
    const auto equal = std::count(value.begin(), value.end(), value[t]);
    rank[t] = static_cast<double>(below) + (static_cast<double>(equal) + 1) / 2;
  }
  return rank;
}

using Real = long double;

// The log density of a score y under a noiseless score spread evenly over r / (size + 1), r = 1, ..., size, and normal
// noise: sums over all r, relative to the largest term.
inline Real slow_log_point(double y, double size, double noise) {
  Real nearest = std::numeric_limits<Real>::infinity(), sum = 0;
  const auto squared = [&](double r) {
    const Real z = (Real{y} - Real{r} / (Real{size} + 1)) / Real{noise};
    return z * z / 2;
  };
  for (double r = 1; r <= size; ++r) nearest = std::min(nearest, squared(r));
  for (double r = 1; r <= size; ++r) sum += std::exp(nearest - squared(r));
  return std::log(sum / (Real{size} * Real{noise} * std::sqrt(2 * std::acos(Real{-1})))) - nearest;
}

// A table of scores that owns its columns.
struct ScoreColumns {
  std::vector<std::int32_t> start{0}, position, bin, item, relative;
  std::vector<double> value;
  std::size_t items = 0;
  int bins = 0;

  // The scores of another evaluator in order of presentation: bins by their numbers.
  void add(const std::vector<double>& scores) {
    for (std::size_t t = 0; t < scores.size(); ++t) {
      position.push_back(static_cast<std::int32_t>(t) + 1);
      value.push_back(scores[t]);
      bin.push_back(std::isnan(scores[t]) ? 0 : static_cast<std::int32_t>(scores[t]));
    }
    start.push_back(static_cast<std::int32_t>(value.size()));
  }
  seqjudge::ModelScores view() const {
    seqjudge::ModelScores scores;
    scores.rows = value.size();
    scores.evaluators = start.size() - 1;
    scores.items = items;
    scores.start = start.data();
    scores.position = position.data();
    scores.value = value.data();
    scores.bin = bin.data();
    scores.item = item.data();
    scores.relative = relative.empty() ? nullptr : relative.data();
    scores.bins = bins;
    return scores;
  }
};

// One evaluator's scores from the lowest rank to the highest, given the positions (from 0) in that order.
inline ScoreColumns ranked_scores(const std::vector<std::int32_t>& order, const std::vector<double>& by_position,
                                  int bins = 0) {
  std::vector<double> sorted;
  for (const auto t : order) sorted.push_back(by_position[static_cast<std::size_t>(t)]);
  ScoreColumns table;
  table.bins = bins;
  table.add(sorted);
  for (std::size_t i = 0; i < order.size(); ++i) {
    std::int32_t before = 1;
    for (std::size_t j = 0; j < i; ++j) before += order[j] < order[i];
    table.position[i] = order[i] + 1;
    table.relative.push_back(before);
  }
  return table;
}

// Their log-likelihood given the ranking.
template <class Lattice>
double log_likelihood_given(const ScoreColumns& ranked, double prior_size, double noise) {
  const auto view = ranked.view();
  return seqjudge::RankedLikelihood<Lattice>(view, view.last_position(), {prior_size, noise}).of_evaluator(0);
}

#endif
