// The likelihood of prior size and noise from the scores alone. Whatever the ranking, all relative ranks of an item are
// equally likely and independent of those of other items, so that each score counts by itself (see lattice.hpp).
// Unscored items are left out of the table; they count in the positions of later ones.

#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "../support/poll.hpp"
#include "lattice.hpp"
#include "model_scores.hpp"

namespace seqjudge {
namespace detail {

template <class Lattice>
ScaledDensity density_of_row(const ModelScores& scores, const std::vector<Lattice>& lattices, std::size_t i) {
  return density_of(lattices[static_cast<std::size_t>(scores.position[i] - 1)], scores.score(i));
}

}  // namespace detail

// Sums are over fixed parts, added in a fixed order: the same result however the parts are shared among threads.
constexpr std::size_t likelihood_part = 4096;

// `positions` is the last position of the scores.
template <class Lattice, class Poll = NoPoll>
double marginal_log_likelihood(const ModelScores& scores, std::size_t positions, const EvaluatorModel& model,
                               Poll poll = {}) {
  const auto lattices = model.lattices<Lattice>(positions);
  double total = 0;
  for (std::size_t from = 0; from < scores.rows; from += likelihood_part) {
    const std::size_t to = std::min(from + likelihood_part, scores.rows);
    if (scores.weight == nullptr) {
      LogProduct part;
      for (std::size_t i = from; i < to; ++i) part.times(detail::density_of_row(scores, lattices, i));
      total += part.log();
    } else {
      double part = 0;
      for (std::size_t i = from; i < to; ++i)
        part += scores.weight[i] * detail::density_of_row(scores, lattices, i).log();
      total += part;
    }
    // Few scores take less time than a poll.
    if (to == from + likelihood_part) poll();
  }
  return total;
}

// That of each evaluator.
template <class Lattice, class Poll = NoPoll>
void marginal_by_evaluator(const ModelScores& scores, std::size_t positions, const EvaluatorModel& model,
                           double* result, Poll poll = {}) {
  const auto lattices = model.lattices<Lattice>(positions);
  for (std::size_t e = 0; e < scores.evaluators; ++e) {
    LogProduct own;
    for (std::size_t i = scores.first(e); i < scores.first(e + 1); ++i)
      own.times(detail::density_of_row(scores, lattices, i));
    result[e] = own.log();
    if (e % 64 == 63) poll();
  }
}

}  // namespace seqjudge
