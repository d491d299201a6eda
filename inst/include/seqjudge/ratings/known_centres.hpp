// What the other evaluators tell of the middle of an evaluator's scale.
//
// Evaluators who scored the same items tell each other's severity: items that all of them saw are as good for one as
// for the other. The posterior of a severity given all scores, to first order (see sequential_likelihood.hpp), is
// divided by what the evaluator's own scores say by themselves, which are looked at again by better means. What is left
// is normal, and stands for the others.
//
// Needs Eigen, and is therefore not part of seqjudge.hpp.

#ifndef SEQJUDGE_RATINGS_KNOWN_CENTRES_HPP
#define SEQJUDGE_RATINGS_KNOWN_CENTRES_HPP

#include <cmath>
#include <cstddef>
#include <vector>

#include "collapsed_qualities.hpp"
#include "rating_table.hpp"
#include "sequential_likelihood.hpp"

namespace seqjudge {

// Nothing is known where the precision is 0.
struct KnownCentre {
  double mean = 0, precision = 0;
};

// The middle of an evaluator's scale as the own scores tell it, if nothing else is known.
inline KnownCentre own_centre(const JudgeScores& scores, double quality_variance, const SequentialModel& model) {
  KnownCentre own;
  double sum = 0;
  for (std::size_t t = 0; t < scores.n; ++t) {
    if (std::isnan(scores.score[t])) continue;
    const Comparison seen(model.prior_size, t + 1);
    const double w = 1 / (model.noise_share + quality_variance * seen.own);
    own.precision += w;
    sum += w * scores.score[t];
  }
  if (own.precision > 0) own.mean = sum / own.precision;
  return own;
}

// As the scores of the others tell it, for each evaluator.
inline std::vector<KnownCentre> known_centres(const RatingTable& table, const SequentialModel& model) {
  const double variance = quality_variance(table, model);
  CollapsedQualities<> qualities;
  qualities.begin(table.items, variance);
  Judge judge;
  judge.prior_size = model.prior_size;
  judge.noise_variance = model.noise_share;
  for (std::size_t j = 0; j < table.evaluators(); ++j) qualities.add(table.of(j), judge);
  qualities.finish();
  std::vector<KnownCentre> result(table.evaluators());
  for (std::size_t j = 0; j < result.size(); ++j) {
    const KnownCentre own = own_centre(table.of(j), variance, model);
    if (own.precision == 0) continue;
    const CollapsedQualities<>::Severity all = qualities.severity(table.of(j), judge);
    const double precision = 1 / all.variance - own.precision;
    // Less than a hundredth of the own scores' weight is not worth a word, and may be rounding.
    if (precision > 0.01 * own.precision)
      result[j] = {(all.mean / all.variance - own.mean * own.precision) / precision, precision};
  }
  return result;
}

}  // namespace seqjudge

#endif
