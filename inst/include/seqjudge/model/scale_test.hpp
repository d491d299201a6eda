// Do scores lie on the scale as shares of items beaten would?
//
// Every score has a place in its own distribution under the model, from 0 to 1, and all places should be equally
// likely. How far they are from it is measured as by Anderson and Darling, for all scores together and for each
// evaluator, and set beside what simulated scores of the same evaluators give. These share one random ranking of the
// items, as real ones do: several evaluators who saw the same items are not as good as independent.
//
// Needs sitmo's header (see random.hpp), and is therefore not part of seqjudge.hpp.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "../support/normal.hpp"
#include "../support/random.hpp"
#include "lattice.hpp"
#include "model_scores.hpp"

namespace seqjudge {

// Values between 0 and 1, which are put in order.
inline double anderson_darling(std::vector<double>& place) {
  const std::size_t n = place.size();
  if (n == 0) return 0;
  std::sort(place.begin(), place.end());
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i)
    sum += (2 * static_cast<double>(i) + 1) * (std::log(place[i]) + std::log1p(-place[n - 1 - i]));
  return -static_cast<double>(n) - sum / static_cast<double>(n);
}

// Of a table whose rows lie in order of presentation, with items; `prior_size` and `noise` have one for each evaluator.
template <class Lattice>
class ScaleStatistic {
 public:
  ScaleStatistic(const ModelScores& scores, const double* prior_size, const double* noise)
      : scores_(scores), prior_size_(prior_size), noise_(noise) {}

  double observed() const {
    return statistic([this](std::size_t, std::size_t i) { return scores_.score(i); });
  }

  double simulated(RandomStream& random) const {
    std::vector<double> quality(scores_.items);
    for (double& q : quality) q = random.uniform();
    std::vector<double> value(scores_.rows);
    std::vector<std::size_t> order;
    std::vector<double> share, prior;
    for (std::size_t e = 0; e < scores_.evaluators; ++e) simulate(e, quality, random, value, order, share, prior);
    return statistic([this, &value](std::size_t, std::size_t i) {
      return scores_.score(i).is_there() ? as_score(value[i]) : scores_.score(i);
    });
  }

 private:
  static constexpr double edge = 1e-6;
  // More are as good as infinitely many.
  static constexpr double most_prior_items = 1000;

  SeenScore as_score(double y) const {
    if (scores_.bins == 0) return {y, y};
    const double bin = std::min(std::max(std::ceil(y * scores_.bins), 1.0), static_cast<double>(scores_.bins));
    return {bin == 1 ? -detail::infinity : (bin - 1) / scores_.bins,
            bin == scores_.bins ? detail::infinity : bin / scores_.bins};
  }

  // Noiseless scores from a ranking of the items, earlier items of the evaluator's own among them, and noise.
  void simulate(std::size_t e, const std::vector<double>& quality, RandomStream& random, std::vector<double>& value,
                std::vector<std::size_t>& order, std::vector<double>& share, std::vector<double>& prior) const {
    const std::size_t from = scores_.first(e), n = scores_.seen(e);
    const auto quality_of = [&](std::size_t t) {
      return quality[static_cast<std::size_t>(scores_.item[from + t]) - 1];
    };
    order.resize(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return quality_of(a) < quality_of(b); });
    share.resize(n);
    for (double& u : share) u = random.uniform();
    std::sort(share.begin(), share.end());
    const bool infinite = prior_size_[e] > most_prior_items;
    prior.resize(infinite ? 0 : static_cast<std::size_t>(prior_size_[e]));
    for (double& u : prior) u = random.uniform();
    std::sort(prior.begin(), prior.end());
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t t = order[k];
      double noiseless = share[k];
      if (!infinite) {
        double below = static_cast<double>(std::lower_bound(prior.begin(), prior.end(), share[k]) - prior.begin());
        for (std::size_t other = 0; other <= k; ++other) below += order[other] <= t;
        noiseless = below / (prior_size_[e] + static_cast<double>(t) + 2);
      }
      const double z = scores_.uniform ? 2 * random.uniform() - 1 : random.normal();
      value[from + t] = noiseless + noise_[e] * z;
    }
  }

  template <class ScoreOf>
  double statistic(const ScoreOf& score_of) const {
    std::vector<double> all, own;
    double of_each = 0;
    for (std::size_t e = 0; e < scores_.evaluators; ++e) {
      own.clear();
      const EvaluatorModel model{prior_size_[e], noise_[e]};
      for (std::size_t i = scores_.first(e); i < scores_.first(e + 1); ++i) {
        const SeenScore score = score_of(e, i);
        if (!score.is_there()) continue;
        own.push_back(place(model.lattice<Lattice>(i - scores_.first(e) + 1), score));
      }
      all.insert(all.end(), own.begin(), own.end());
      of_each += anderson_darling(own);
    }
    return anderson_darling(all) + of_each / static_cast<double>(std::max<std::size_t>(scores_.evaluators, 1));
  }

  // Of a bin, the middle of what it takes up.
  static double place(const Lattice& lattice, const SeenScore& score) {
    const auto below = [&](double y) {
      if (std::isinf(y)) return y > 0 ? 1.0 : 0.0;
      return std::exp(lattice.log_bin(-detail::infinity, y));
    };
    const double at = score.is_number() ? below(score.lower) : 0.5 * (below(score.lower) + below(score.upper));
    return std::min(std::max(at, edge), 1 - edge);
  }

  const ModelScores& scores_;
  const double *prior_size_, *noise_;
};

}  // namespace seqjudge
