#include <Rcpp.h>

#include <cmath>
#include <vector>

#include "interrupt.h"
#include "seqjudge.hpp"
#include "seqjudge/study/study_totals.hpp"

// R has validated every argument. A setting comes as a list; totals go back as digits to the base 2^32, because they
// may be whole numbers beyond what a double holds.

namespace {

constexpr int metrics = 3;
constexpr int moments = 2;
constexpr int sum_digits = 4;
constexpr int position_digits = 2;

seqjudge::Setting as_setting(const Rcpp::List& x) {
  seqjudge::Setting setting;
  setting.n = static_cast<std::size_t>(Rcpp::as<double>(x["n"]));
  setting.evaluators = static_cast<std::size_t>(Rcpp::as<double>(x["evaluators"]));
  setting.shared_order = Rcpp::as<bool>(x["shared_order"]);
  const double prior_size = Rcpp::as<double>(x["prior_size"]);
  setting.calibrated = std::isinf(prior_size);
  if (!setting.calibrated) setting.prior_size = static_cast<std::int64_t>(prior_size);
  setting.noise = static_cast<seqjudge::Noise>(Rcpp::as<int>(x["noise_type"]));
  setting.noise_size = Rcpp::as<double>(x["noise"]);
  setting.bins = Rcpp::as<int>(x["bins"]);
  return setting;
}

seqjudge::StudyStreams as_streams(double seed, double group) {
  return {static_cast<std::uint64_t>(seed), static_cast<std::uint64_t>(group)};
}

// Arrays of metric x moment x digit x method, and of position x moment x digit x method.
Rcpp::List as_list(const std::vector<seqjudge::Totals>& totals, std::size_t n) {
  const int methods = static_cast<int>(totals.size());
  const int positions = static_cast<int>(n);
  Rcpp::NumericVector sums(metrics * moments * sum_digits * methods);
  Rcpp::NumericVector by_position(static_cast<R_xlen_t>(n) * moments * position_digits * methods);
  double* position = by_position.begin();
  for (int m = 0; m < methods; ++m) {
    const seqjudge::Totals& total = totals[static_cast<std::size_t>(m)];
    const seqjudge::WideSum* parts[] = {&total.footrule.sum,     &total.kendall.sum,     &total.inversion.sum,
                                        &total.footrule.squares, &total.kendall.squares, &total.inversion.squares};
    for (int k = 0; k < metrics * moments; ++k) {
      const auto digits = parts[k]->digits();
      for (int d = 0; d < sum_digits; ++d)
        sums[k + metrics * moments * (d + sum_digits * m)] = digits[static_cast<std::size_t>(d)];
    }
    for (int d = 0; d < position_digits; ++d)
      for (const auto* values : {&total.position, &total.position_squares})
        for (const std::uint64_t value : *values) *position++ = static_cast<std::uint32_t>(value >> (32 * d));
  }
  sums.attr("dim") = Rcpp::IntegerVector::create(metrics, moments, sum_digits, methods);
  by_position.attr("dim") = Rcpp::IntegerVector::create(positions, moments, position_digits, methods);
  return Rcpp::List::create(Rcpp::_["sums"] = sums, Rcpp::_["positions"] = by_position);
}

}  // namespace

// Totals over the replicates from..to-1, a method for each prior size (infinite: the induced ranking).
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_study_totals(const Rcpp::List& setting, const Rcpp::NumericVector& prior_sizes, bool kendall,
                            bool inversion, double seed, double group, double from, double to, int threads) {
  const auto what = as_setting(setting);
  std::vector<seqjudge::Method> methods;
  for (const double size : prior_sizes)
    methods.push_back({std::isinf(size), std::isinf(size) ? 0 : static_cast<std::int64_t>(size)});
  const auto totals = seqjudge::study_totals(what, methods, {kendall, inversion}, as_streams(seed, group),
                                             static_cast<std::uint64_t>(from), static_cast<std::uint64_t>(to), threads,
                                             InterruptPoll());
  return as_list(totals, what.n);
}

// The replicates from..to-1 themselves: true ranks by item (a column each); the items (from 1) in order of presentation
// and their scores (a column for each evaluator of each replicate); and a seed for what is random in R.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_study_draws(const Rcpp::List& setting, double seed, double group, double from, double to) {
  const auto what = as_setting(setting);
  const auto streams = as_streams(seed, group);
  const int n = static_cast<int>(what.n);
  const int evaluators = static_cast<int>(what.evaluators);
  const int replicates = static_cast<int>(to - from);
  Rcpp::IntegerMatrix truth(n, replicates), item(n, replicates * evaluators);
  Rcpp::NumericMatrix score(n, replicates * evaluators);
  Rcpp::IntegerVector seeds(replicates);
  const InterruptPoll poll;
  seqjudge::Replicate replicate(what);
  auto next_truth = truth.begin();
  auto next_item = item.begin();
  auto next_score = score.begin();
  for (int k = 0; k < replicates; ++k) {
    auto random = streams(static_cast<std::uint64_t>(from) + static_cast<std::uint64_t>(k));
    replicate.draw(random, poll);
    next_truth = std::copy_n(replicate.truth(), n, next_truth);
    for (std::size_t e = 0; e < what.evaluators; ++e) {
      next_score = std::copy_n(replicate.score(e), n, next_score);
      next_item = std::transform(replicate.item(e), replicate.item(e) + n, next_item,
                                 [](std::int32_t index) { return index + 1; });
    }
    seeds[k] = static_cast<int>(random() >> 33);
  }
  return Rcpp::List::create(Rcpp::_["truth"] = truth, Rcpp::_["item"] = item, Rcpp::_["score"] = score,
                            Rcpp::_["seed"] = seeds);
}

// Totals of the rankings that a method of R's gave to the replicates of cpp_study_draws().
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_study_rankings(const Rcpp::List& setting, const Rcpp::IntegerMatrix& truth,
                              const Rcpp::IntegerMatrix& item, const Rcpp::NumericMatrix& ranking, bool kendall,
                              bool inversion) {
  const auto what = as_setting(setting);
  const auto n = static_cast<R_xlen_t>(what.n);
  std::vector<seqjudge::Totals> totals(1, seqjudge::Totals(what.n));
  seqjudge::MeanRanking mean(what);
  std::vector<std::int32_t> seen(what.n);
  InterruptPoll poll;
  R_xlen_t column = 0;
  for (R_xlen_t k = 0; k < truth.ncol(); ++k) {
    mean.begin();
    for (std::size_t e = 0; e < what.evaluators; ++e, ++column) {
      std::transform(item.begin() + column * n, item.begin() + (column + 1) * n, seen.begin(),
                     [](int index) { return index - 1; });
      mean.add(ranking.begin() + column * n, seen.data());
    }
    mean.finish(poll);
    totals[0].add(mean, truth.begin() + k * n, {kendall, inversion}, poll);
  }
  return as_list(totals, what.n);
}
