// Scores as the parametric model has them, without noise.

#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "../ranking/classify_ranking.hpp"
#include "../ranking/encode.hpp"
#include "../support/poll.hpp"

namespace seqjudge {

// The mean noiseless score of each item given the ranking. Without a prior it is r / (t + 1) for the t-th item (from 1)
// of relative rank r. With prior items the mean is over their places among the n items, all equally likely: of
// prior_size prior items, prior_size * rank / (n + 1) are expected to lie below an item. prior_size may be infinite.
template <class Rank, class Poll = NoPoll>
void expected_scores(const Rank& rank, std::size_t n, double prior_size, double* score, Poll poll = {}) {
  const double all = static_cast<double>(n) + 1;
  if (std::isinf(prior_size)) {
    for (std::size_t t = 0; t < n; ++t) score[t] = static_cast<double>(rank(t)) / all;
    return;
  }
  const auto permutation = break_ties(rank, n, poll);
  encode([&permutation](std::size_t t) { return permutation[t]; }, n,
         [&](std::size_t t, std::int64_t relative) {
           const double prior_below = prior_size * (static_cast<double>(rank(t)) / all);
           score[t] = (static_cast<double>(relative) + prior_below) / (prior_size + static_cast<double>(t) + 2);
         },
         poll);
}

}  // namespace seqjudge
