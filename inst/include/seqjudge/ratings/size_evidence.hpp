// What the order of presentation says about the prior size.
//
// Scores say something about the prior size by how they lie on the scale, and that is deceptive: ordinary marks look
// like those of cautious judges. If the order does not matter, every order in which an evaluator could have given the
// same scores to the same items is as good as any other. So the likelihood in the true order is set beside that in
// shuffled ones: what is in both says nothing about the order.

#ifndef SEQJUDGE_RATINGS_SIZE_EVIDENCE_HPP
#define SEQJUDGE_RATINGS_SIZE_EVIDENCE_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "../support/poll.hpp"
#include "../support/random.hpp"
#include "../support/threads.hpp"
#include "sequential_likelihood.hpp"

namespace seqjudge {

// Pairs of prior size and noise share, with the logarithms of their weights.
struct SizeGrid {
  std::vector<SequentialModel> models;
  std::vector<double> log_weight;
};

// `alone` looks at evaluators one by one, where what they have in common would take too long.
inline double log_density_of(const RatingTable& table, const SequentialModel& model, bool alone) {
  return alone ? sequential_log_density_alone(table, model) : sequential_log_density(table, model);
}

// Log of the density averaged over the grid.
inline double log_mean_density(const RatingTable& table, const SizeGrid& grid, bool alone) {
  std::vector<double> terms;
  double highest = -std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < grid.models.size(); ++k) {
    terms.push_back(grid.log_weight[k] + log_density_of(table, grid.models[k], alone));
    highest = std::max(highest, terms.back());
  }
  double sum = 0;
  for (const double term : terms) sum += std::exp(term - highest);
  return highest + std::log(sum);
}

// The same items and scores of each evaluator in a random order; unscored items stay where they are. Sequences that
// share an order are shuffled alike, unscored items included.
inline RatingTable shuffled(RatingTable table, RandomStream& random) {
  std::vector<std::size_t> rows;
  const bool clusters = !table.cluster.empty();
  const std::uint64_t seed = clusters ? random.below(std::uint64_t{1} << 52) : 0;
  for (std::size_t j = 0; j < table.evaluators(); ++j) {
    RandomStream alike(seed, clusters ? static_cast<std::uint64_t>(table.cluster[j]) : 0);
    RandomStream& own = clusters ? alike : random;
    rows.clear();
    for (std::size_t i = table.first(j); i < table.end(j); ++i)
      if (clusters || table.scored(i)) rows.push_back(i);
    for (std::size_t k = rows.size(); k > 1; --k) {
      const std::size_t a = rows[k - 1], b = rows[own.below(k)];
      std::swap(table.item[a], table.item[b]);
      std::swap(table.score[a], table.score[b]);
    }
  }
  return table;
}

// log_mean_density() in `count` shuffled orders, from number `from` on. Every shuffle has a random stream of its own.
template <class Poll = NoPoll>
void shuffled_evidence(const RatingTable& table, const SizeGrid& grid, bool alone, std::uint64_t seed, std::size_t from,
                       std::size_t count, double* result, int threads, Poll poll = {}) {
  for_each_chunk(
      count, threads,
      [&](std::size_t k) {
        RandomStream random(seed, from + k);
        result[k] = log_mean_density(shuffled(table, random), grid, alone);
      },
      poll);
}

}  // namespace seqjudge

#endif
