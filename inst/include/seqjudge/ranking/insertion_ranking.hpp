// The least-squares estimator of the ranking (insertion algorithm): round each score to a relative rank, then decode.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "../support/poll.hpp"
#include "decode.hpp"

namespace seqjudge {

// Which relative rank a score takes that lies half-way between two.
enum class HalfWay { lower, upper };

// A score this close to a half-way point counts as being there: some 30 roundings of a number below one. Without it
// 0.1 * 3 and 0.3 could round differently.
constexpr double half_way_tolerance = 1.0 / (std::int64_t{1} << 47);

// Up to here the number of places is a whole number that a double holds exactly, whatever the number of items. Larger
// prior sizes would round, and not mean what they say.
constexpr std::int64_t max_prior_size = std::int64_t{1} << 52;

// The r in 1..(steps - 1) for which r / steps is nearest to the score.
inline std::int64_t nearest_relative_rank(double score, std::int64_t steps, HalfWay half_way) {
  const double width = static_cast<double>(steps);
  const double highest = width - 1;
  // Where scores are too coarse to tell neighbouring ranks apart, the tolerance must not swallow whole ranks.
  const double slack = std::min(half_way_tolerance * width, 0.25);
  // Clamped before the cast, which is undefined for values that do not fit.
  if (half_way == HalfWay::lower) {
    const double x = std::min(std::max(score * width - 0.5 - slack, 0.5), highest);
    const auto whole = static_cast<std::int64_t>(x);
    return whole + (static_cast<double>(whole) < x);
  }
  return static_cast<std::int64_t>(std::min(std::max(score * width + 0.5 + slack, 1.0), highest));
}

// Ranks (1 = lowest) of n items from their scores in order of presentation, `score(t)` for t from 0.
template <class Score, class Poll = NoPoll>
void insertion_ranking(const Score& score, std::size_t n, std::int64_t prior_size, HalfWay half_way, std::int32_t* rank,
                       Poll poll = {}) {
  // The first item (t = 0) arrives at time prior_size + 1, and the score's denominator is one more.
  const std::int64_t first_steps = prior_size + 2;
  decode(
      [&score, first_steps, half_way](std::size_t t) {
        return nearest_relative_rank(score(t), first_steps + static_cast<std::int64_t>(t), half_way);
      },
      n, prior_size, rank, poll);
}

}  // namespace seqjudge
