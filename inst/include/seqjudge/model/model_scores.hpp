// The scores of evaluators as all parts of the model take them: one table, of which a row is an item shown to an
// evaluator.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace seqjudge {

// A number (lower == upper), a bin with its ends, or no score at all (both not a number).
struct SeenScore {
  double lower = 0;
  double upper = 0;
  bool is_there() const { return !std::isnan(lower); }
  bool is_number() const { return lower == upper; }
};

// A view: the vectors belong to whoever made it. Rows lie evaluator after evaluator, those of the e-th from start[e] to
// before start[e + 1]; in order of presentation or, where `relative` is there, from the lowest to the highest in rank.
struct ModelScores {
  std::size_t rows = 0, evaluators = 0, items = 0;
  const std::int32_t* start = nullptr;
  const std::int32_t* position = nullptr;  // at which the evaluator saw the item, from 1
  const double* value = nullptr;           // the score from 0 to 1, not a number where there is none
  const std::int32_t* bin = nullptr;       // its number from 1 to `bins`, if `bins` is not 0
  const std::int32_t* item = nullptr;      // from 1 to `items`
  const std::int32_t* relative = nullptr;  // rank among the items seen until then: there where the ranking is known
  const double* weight = nullptr;          // how often a row (an evaluator, where the ranking is known) counts
  int bins = 0;
  bool uniform = false;  // is the noise uniform?

  std::size_t first(std::size_t evaluator) const { return static_cast<std::size_t>(start[evaluator]); }
  std::size_t seen(std::size_t evaluator) const { return first(evaluator + 1) - first(evaluator); }
  // How many of these have a score.
  double scored(std::size_t evaluator) const {
    const auto is_there = [](double score) { return !std::isnan(score); };
    return static_cast<double>(std::count_if(value + first(evaluator), value + first(evaluator + 1), is_there));
  }
  std::size_t last_position() const {
    std::int32_t last = 0;
    for (std::size_t i = 0; i < rows; ++i) last = position[i] > last ? position[i] : last;
    return static_cast<std::size_t>(last);
  }

  // The lowest bin starts at -infinity, the highest ends at infinity.
  SeenScore score(std::size_t i) const {
    if (bins == 0 || std::isnan(value[i])) return {value[i], value[i]};
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const double k = bin[i];
    return {k == 1 ? -infinity : (k - 1) / bins, k == bins ? infinity : k / bins};
  }
};

}  // namespace seqjudge
