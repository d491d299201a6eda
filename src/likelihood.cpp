#include <Rcpp.h>

#include "interrupt.h"
#include "model_scores.h"
#include "seqjudge.hpp"

// R has validated every argument. Where the ranking is not known, unscored items are left out of the tables.

namespace {

seqjudge::Likelihood<InterruptPoll> likelihood_of(const ModelScores& scores) {
  return seqjudge::Likelihood<InterruptPoll>(scores, InterruptPoll());
}

}  // namespace

// The log-likelihood at each pair of prior size and noise.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_log_likelihood(const Rcpp::List& scores, const Rcpp::NumericVector& sizes,
                                       const Rcpp::NumericVector& noise) {
  const ModelScores table(scores);
  const auto likelihood = likelihood_of(table);
  Rcpp::NumericVector result(sizes.size());
  for (R_xlen_t k = 0; k < sizes.size(); ++k) result[k] = likelihood.log_likelihood({sizes[k], noise[k]});
  return result;
}

// The same for each evaluator (rows) at each prior size (columns), for one noise.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_evaluator_log_likelihood(const Rcpp::List& scores, const Rcpp::NumericVector& sizes,
                                                 double noise) {
  const ModelScores table(scores);
  const auto likelihood = likelihood_of(table);
  Rcpp::NumericMatrix result(static_cast<int>(table.evaluators), static_cast<int>(sizes.size()));
  for (R_xlen_t k = 0; k < sizes.size(); ++k)
    likelihood.by_evaluator({sizes[k], noise}, result.begin() + k * static_cast<R_xlen_t>(table.evaluators));
  return result;
}

// For each prior size the most likely noise, within the table's `range` and with its `noise_prior`, the largest
// log-likelihood, that averaged over the noise, and equally likely values of the noise (a row for each size); a start
// of NA means to look at all noises.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_profile(const Rcpp::List& scores, const Rcpp::NumericVector& sizes, const Rcpp::NumericVector& start,
                       double tolerance) {
  const ModelScores table(scores);
  const auto likelihood = likelihood_of(table);
  const Rcpp::NumericVector range = scores["range"], prior = scores["noise_prior"];
  Rcpp::NumericVector noise(sizes.size()), log_lik(sizes.size()), integrated(sizes.size());
  Rcpp::NumericMatrix nodes(static_cast<int>(sizes.size()), static_cast<int>(seqjudge::noise_nodes));
  for (R_xlen_t k = 0; k < sizes.size(); ++k) {
    const auto best = likelihood.fit_noise(
        sizes[k], {range[0], range[1], start[k], tolerance, 0, seqjudge::NoisePrior(std::log(prior[0]), prior[1])});
    noise[k] = best.noise;
    log_lik[k] = best.log_lik;
    integrated[k] = best.integrated;
    std::copy(best.nodes.begin(), best.nodes.end(), nodes.row(static_cast<int>(k)).begin());
  }
  return Rcpp::List::create(Rcpp::_["noise"] = noise, Rcpp::_["log_lik"] = log_lik, Rcpp::_["integrated"] = integrated,
                            Rcpp::_["nodes"] = nodes);
}

// Fewer scores in place of many: their positions, values and weights.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_compress(const Rcpp::List& scores, double cell_width) {
  const ModelScores table(scores);
  const auto result = seqjudge::compress(table, cell_width, InterruptPoll());
  return Rcpp::List::create(Rcpp::_["position"] = result.position, Rcpp::_["value"] = result.value,
                            Rcpp::_["weight"] = result.weight);
}
