// The likelihood of prior size and noise from the scores alone. Whatever the ranking, all relative ranks of an item are
// equally likely and independent of those of other items, so that each score counts by itself (see lattice.hpp).

#ifndef SEQJUDGE_MODEL_MARGINAL_LIKELIHOOD_HPP
#define SEQJUDGE_MODEL_MARGINAL_LIKELIHOOD_HPP

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../support/poll.hpp"
#include "lattice.hpp"

namespace seqjudge {

// Scores as they are: `value`, and `position` from 1. Unscored items are left out; they count in the positions of later
// ones.
struct PointScores {
  const std::int32_t* position;
  const double* value;
  template <class Lattice>
  double log_likelihood(const std::vector<Lattice>& lattices, std::size_t i) const {
    return lattices[static_cast<std::size_t>(position[i] - 1)].log_point(value[i]);
  }
};

// Scores in bins: the ends of each score's bin. The lowest bin starts at -infinity, the highest ends at infinity.
struct BinScores {
  const std::int32_t* position;
  const double* lower;
  const double* upper;
  template <class Lattice>
  double log_likelihood(const std::vector<Lattice>& lattices, std::size_t i) const {
    return lattices[static_cast<std::size_t>(position[i] - 1)].log_bin(lower[i], upper[i]);
  }
};

// The lattices of positions 1, 2, ..., n.
template <class Lattice>
std::vector<Lattice> lattices_of(std::size_t n, double prior_size, double noise) {
  std::vector<Lattice> lattices;
  lattices.reserve(n);
  for (std::size_t t = 1; t <= n; ++t) lattices.emplace_back(prior_size + static_cast<double>(t), noise);
  return lattices;
}

// Sums are over fixed parts, added in a fixed order: the same result however the parts are shared among threads.
constexpr std::size_t likelihood_part = 4096;

// Log-likelihood of n scores, the i-th counted `weight[i]` times (once where there are no weights).
template <class Lattice, class Scores, class Poll = NoPoll>
double marginal_log_likelihood(const std::vector<Lattice>& lattices, const Scores& scores, const double* weight,
                               std::size_t n, Poll poll = {}) {
  double total = 0;
  for (std::size_t from = 0; from < n; from += likelihood_part) {
    const std::size_t to = from + likelihood_part < n ? from + likelihood_part : n;
    double part = 0;
    if (weight == nullptr)
      for (std::size_t i = from; i < to; ++i) part += scores.log_likelihood(lattices, i);
    else
      for (std::size_t i = from; i < to; ++i) part += weight[i] * scores.log_likelihood(lattices, i);
    total += part;
    poll();
  }
  return total;
}

// The same for each group of scores: those of group j are number start[j] to start[j + 1] - 1.
template <class Lattice, class Scores, class Start, class Poll = NoPoll>
void marginal_by_group(const std::vector<Lattice>& lattices, const Scores& scores, const Start* start,
                       std::size_t groups, double* result, Poll poll = {}) {
  for (std::size_t j = 0; j < groups; ++j) {
    double sum = 0;
    for (Start i = start[j]; i < start[j + 1]; ++i) sum += scores.log_likelihood(lattices, static_cast<std::size_t>(i));
    result[j] = sum;
    if (j % 64 == 63) poll();
  }
}

}  // namespace seqjudge

#endif
