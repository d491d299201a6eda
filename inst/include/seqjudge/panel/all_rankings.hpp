// All rankings of a few items.

#ifndef SEQJUDGE_PANEL_ALL_RANKINGS_HPP
#define SEQJUDGE_PANEL_ALL_RANKINGS_HPP

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../model/model_scores.hpp"
#include "score_densities.hpp"

namespace seqjudge {

inline std::size_t number_of_rankings(std::size_t n) {
  std::size_t result = 1;
  for (std::size_t k = 2; k <= n; ++k) result *= k;
  return result;
}

// The log-likelihood of one evaluator for every ranking of all items, in lexicographic order of the items from the
// lowest to the highest. Rankings that agree on the lowest items share the sums over paths up to there.
class AllRankings {
 public:
  AllRankings(const ModelScores& scores, std::size_t evaluator)
      : n_(scores.items), position_(n_, -1), used_(n_, false), shown_(scores.seen(evaluator), false) {
    for (std::size_t t = 0; t < scores.seen(evaluator); ++t)
      position_[static_cast<std::size_t>(scores.item[scores.first(evaluator) + t] - 1)] = static_cast<std::int32_t>(t);
  }

  void log_likelihoods(const ScoreDensities& densities, double* result) {
    densities_ = &densities;
    // Few items need no tilt.
    step_ = densities.step();
    step_.tilt = 1;
    result_ = result;
    sums_.assign((n_ + 1) * step_.count, 1.0);
    ones_.assign(step_.count, 1.0);
    descend(0, densities.log_constant());
  }

 private:
  void descend(std::size_t level, double log_sum) {
    if (level == n_) {
      *result_++ = log_sum;
      return;
    }
    double* now = sums_.data() + level * step_.count;
    for (std::size_t i = 0; i < n_; ++i) {
      if (used_[i]) continue;
      const bool seen = position_[i] >= 0;
      const auto t = static_cast<std::size_t>(position_[i]);
      const double total = step_(now, seen ? densities_->at(t, relative(t)) : ones_.data(), now + step_.count);
      used_[i] = true;
      if (seen) shown_[t] = true;
      descend(level + 1, log_sum + std::log(total));
      if (seen) shown_[t] = false;
      used_[i] = false;
    }
  }
  // Of the item shown at position t, on top of those that lie below.
  std::size_t relative(std::size_t t) const {
    std::size_t result = 1;
    for (std::size_t before = 0; before < t; ++before) result += shown_[before];
    return result;
  }

  std::size_t n_;
  std::vector<std::int32_t> position_;
  std::vector<bool> used_, shown_;
  const ScoreDensities* densities_ = nullptr;
  PathStep step_;
  double* result_ = nullptr;
  std::vector<double> sums_, ones_;
};

}  // namespace seqjudge

#endif
