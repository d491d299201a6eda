// The distribution of each item's rank, without random numbers.
//
// Without prior items an item enters at place r of those seen so far, and its place rises by one whenever a later item
// enters at or below it. Given the scores, later items do so independently: a Markov chain. For all of n items it takes
// n^3 / 3 steps.

#ifndef SEQJUDGE_MODEL_EXACT_RANK_PROBABILITIES_HPP
#define SEQJUDGE_MODEL_EXACT_RANK_PROBABILITIES_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "../support/poll.hpp"
#include "../support/threads.hpp"
#include "relative_score.hpp"

namespace seqjudge {

// Probabilities of the relative ranks 1..t of the t-th item (t from 1).
template <class Lattice>
void relative_probabilities(const SeenScore& score, std::size_t t, double noise, double* probability) {
  const RelativeScore<Lattice> given(score, EvaluatorModel{0, noise}.lattice<Lattice>(t));
  const Window window = given.window();
  std::fill_n(probability, t, 0.0);
  const double highest = window.flat ? 0 : given.log_weight(window.mode);
  double sum = 0;
  for (double r = window.first; r <= window.last; ++r) {
    const double weight = window.flat ? 1 : std::exp(given.log_weight(r) - highest);
    probability[static_cast<std::size_t>(r) - 1] = weight;
    sum += weight;
  }
  for (std::size_t k = 0; k < t; ++k) probability[k] /= sum;
}

// probability[item + n * (rank - 1)] for the n items of an evaluator, all of them scored, in order of presentation.
template <class Lattice, class Poll = NoPoll>
void exact_rank_probabilities(const ModelScores& scores, std::size_t evaluator, double noise, double* probability,
                              int threads, Poll poll = {}) {
  const std::size_t n = scores.seen(evaluator), first = scores.first(evaluator);
  // Of item t (from 0): P(relative rank <= c) at place(t) + c - 1.
  const auto place = [](std::size_t t) { return t * (t + 1) / 2; };
  std::vector<double> relative(place(n)), at_most(place(n));
  for (std::size_t t = 0; t < n; ++t) {
    relative_probabilities<Lattice>(scores.score(first + t), t + 1, noise, relative.data() + place(t));
    double sum = 0;
    for (std::size_t c = 0; c <= t; ++c) at_most[place(t) + c] = std::min(1.0, sum += relative[place(t) + c]);
  }
  for_each_chunk(
      n, threads,
      [&](std::size_t t, auto& chunk_poll) {
        std::vector<double> now(n, 0.0);
        std::copy_n(relative.data() + place(t), t + 1, now.begin());
        for (std::size_t s = t + 1; s < n; ++s) {
          if (s % 256 == 0) chunk_poll();
          const double* entered = at_most.data() + place(s);
          for (std::size_t c = s; c > 0; --c) now[c] = now[c] * (1 - entered[c]) + now[c - 1] * entered[c - 1];
          now[0] *= 1 - entered[0];
        }
        for (std::size_t c = 0; c < n; ++c) probability[t + n * c] = now[c];
      },
      poll);
}

}  // namespace seqjudge

#endif
