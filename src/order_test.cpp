#include <Rcpp.h>

#include "interrupt.h"
#include "model_scores.h"
#include "seqjudge/model/order_test.hpp"
#include "seqjudge/model/scale_test.hpp"

// R has validated every argument.

namespace {

Rcpp::NumericVector as_test(double statistic, const seqjudge::SimulatedP& found) {
  return Rcpp::NumericVector::create(Rcpp::_["statistic"] = statistic, Rcpp::_["p_value"] = found.p_value,
                                     Rcpp::_["simulations"] = static_cast<double>(found.drawn));
}

}  // namespace

// Positions shuffled within evaluators: the log of the averaged likelihood of the finite sizes, and its p-value. `grid`
// has `size`, `noise` and `log_weight`. Unscored items are left out of the table. `cluster` has a number for each
// evaluator, the same for those who saw the same items in the same order; or it is empty.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_order_test(const Rcpp::List& scores, const Rcpp::List& grid,
                                   const std::vector<std::int32_t>& cluster, int first, int shuffles, double seed,
                                   int threads) {
  const ModelScores table(scores);
  const Rcpp::NumericVector size = grid["size"], noise = grid["noise"], log_weight = grid["log_weight"];
  seqjudge::OrderGrid models;
  for (R_xlen_t k = 0; k < size.size(); ++k) models.models.push_back({size[k], noise[k]});
  models.log_weight.assign(log_weight.begin(), log_weight.end());
  const seqjudge::OrderStatistic statistic(table, models, threads, InterruptPoll());
  const double observed = statistic.observed();
  const auto shuffled = [&](std::size_t k) {
    seqjudge::RandomStream random(static_cast<std::uint64_t>(seed), k);
    return statistic.shuffled(random, cluster);
  };
  return as_test(observed, seqjudge::simulated_p_value(observed, shuffled, static_cast<std::size_t>(first),
                                                       static_cast<std::size_t>(shuffles), threads, InterruptPoll()));
}

// Do scores lie on the scale as those of the model? With a size and noise for each evaluator.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_scale_test(const Rcpp::List& scores, const Rcpp::NumericVector& prior_size,
                                   const Rcpp::NumericVector& noise, int first, int simulations, double seed,
                                   int threads) {
  const ModelScores table(scores);
  return seqjudge::with_lattice(table.uniform, [&](auto kind) {
    const seqjudge::ScaleStatistic<typename decltype(kind)::type> statistic(table, prior_size.begin(), noise.begin());
    const double observed = statistic.observed();
    const auto simulated = [&](std::size_t k) {
      seqjudge::RandomStream random(static_cast<std::uint64_t>(seed), k);
      return statistic.simulated(random);
    };
    return as_test(observed,
                   seqjudge::simulated_p_value(observed, simulated, static_cast<std::size_t>(first),
                                               static_cast<std::size_t>(simulations), threads, InterruptPoll()));
  });
}
