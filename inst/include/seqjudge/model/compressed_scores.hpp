// Many scores at few positions, represented by few.
//
// A log-likelihood is a sum of smooth functions of the scores, one function for each position. Within a narrow cell
// such a function is a polynomial as good as exactly, so that its sum over the scores in the cell is a weighted sum of
// its values at a few fixed nodes. The weights depend on the scores alone: they are computed once, and serve for every
// prior size and noise.

#ifndef SEQJUDGE_MODEL_COMPRESSED_SCORES_HPP
#define SEQJUDGE_MODEL_COMPRESSED_SCORES_HPP

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../support/poll.hpp"
#include "model_scores.hpp"

namespace seqjudge {

constexpr int cell_nodes = 6;

struct CompressedScores {
  std::vector<std::int32_t> position;
  std::vector<double> value;
  std::vector<double> weight;
};

// All of the scores are numbers, and there is at least one.
template <class Poll = NoPoll>
CompressedScores compress(const ModelScores& scores, double cell_width, Poll poll = {}) {
  const std::size_t positions = scores.last_position();
  const double lowest = *std::min_element(scores.value, scores.value + scores.rows);
  const double highest = *std::max_element(scores.value, scores.value + scores.rows);
  const auto cells = static_cast<std::size_t>((highest - lowest) / cell_width) + 1;
  // Sums of the Chebyshev polynomials of each score's place in its cell (from -1 to 1), by position and cell.
  std::vector<std::array<double, cell_nodes>> moments(positions * cells);
  for (std::size_t i = 0; i < scores.rows; ++i) {
    if (i % poll_every == 0) poll();
    const double place = (scores.value[i] - lowest) / cell_width;
    const std::size_t cell = std::min(static_cast<std::size_t>(place), cells - 1);
    const double x = 2 * (place - static_cast<double>(cell)) - 1;
    auto& sum = moments[static_cast<std::size_t>(scores.position[i] - 1) * cells + cell];
    double before = 1, now = x;
    sum[0] += 1;
    for (int k = 1; k < cell_nodes; ++k) {
      sum[static_cast<std::size_t>(k)] += now;
      const double next = 2 * x * now - before;
      before = now;
      now = next;
    }
  }
  // Nodes are the zeros of the next polynomial, at which interpolation is stable.
  constexpr double pi = 3.14159265358979323846;
  CompressedScores result;
  for (std::size_t t = 0; t < positions; ++t) {
    for (std::size_t cell = 0; cell < cells; ++cell) {
      const auto& sum = moments[t * cells + cell];
      if (sum[0] == 0) continue;
      for (int j = 0; j < cell_nodes; ++j) {
        const double angle = pi * (j + 0.5) / cell_nodes;
        double weight = sum[0];
        for (int k = 1; k < cell_nodes; ++k) weight += 2 * std::cos(k * angle) * sum[static_cast<std::size_t>(k)];
        result.position.push_back(static_cast<std::int32_t>(t + 1));
        result.value.push_back(lowest + cell_width * (static_cast<double>(cell) + 0.5 * (std::cos(angle) + 1)));
        result.weight.push_back(weight / cell_nodes);
      }
    }
  }
  return result;
}

}  // namespace seqjudge

#endif
