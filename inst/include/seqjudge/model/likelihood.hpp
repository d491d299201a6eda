// The likelihood of a table of scores: given the ranking where that is known, else the marginal one.

#pragma once

#include <cstddef>

#include "../support/poll.hpp"
#include "fit_noise.hpp"
#include "fit_uniform_noise.hpp"
#include "lattice.hpp"
#include "likelihood_given_ranking.hpp"
#include "marginal_likelihood.hpp"
#include "model_scores.hpp"

namespace seqjudge {

template <class Poll = NoPoll>
class Likelihood {
 public:
  explicit Likelihood(const ModelScores& scores, Poll poll = {})
      : scores_(scores), positions_(scores.last_position()), poll_(poll) {}

  double log_likelihood(const EvaluatorModel& model) const {
    return with_lattice(scores_.uniform, [&](auto kind) {
      using Lattice = typename decltype(kind)::type;
      return ranked() ? ranked_log_likelihood<Lattice>(scores_, positions_, model, poll_)
                      : marginal_log_likelihood<Lattice>(scores_, positions_, model, poll_);
    });
  }

  // Of each evaluator, from the scores alone.
  void by_evaluator(const EvaluatorModel& model, double* result) const {
    with_lattice(scores_.uniform, [&](auto kind) {
      marginal_by_evaluator<typename decltype(kind)::type>(scores_, positions_, model, result, poll_);
    });
  }

  // The best noise for a prior size. How many scores there are is filled in.
  NoiseFit fit_noise(double prior_size, NoiseSearch search) const {
    search.scores = count();
    const auto f = [&](double noise) { return log_likelihood({prior_size, noise}); };
    if (scores_.uniform && scores_.bins == 0 && !ranked()) return fit_uniform_noise(f, scores_, prior_size, search);
    return seqjudge::fit_noise(f, search);
  }

 private:
  bool ranked() const { return scores_.relative != nullptr; }
  double count() const {
    if (ranked() || scores_.weight == nullptr) return static_cast<double>(scores_.rows);
    double sum = 0;
    for (std::size_t i = 0; i < scores_.rows; ++i) sum += scores_.weight[i];
    return sum;
  }

  const ModelScores& scores_;
  const std::size_t positions_;
  Poll poll_;
};

}  // namespace seqjudge
