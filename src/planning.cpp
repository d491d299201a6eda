#include <Rcpp.h>
#include <seqjudge/planning/contest.hpp>
#include <seqjudge/planning/plan_orders.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "interrupt.h"

namespace {

seqjudge::PlanProblem as_problem(const Rcpp::List& given) {
  const Rcpp::IntegerVector size = given["size"], from = given["from"], session = given["session"];
  const Rcpp::LogicalMatrix allowed = given["allowed"];  // a column for each evaluator
  const Rcpp::IntegerMatrix fixed = given["fixed"];      // likewise; NA where a position is free
  seqjudge::PlanProblem problem;
  problem.items = static_cast<std::size_t>(allowed.nrow());
  problem.evaluators = static_cast<std::size_t>(allowed.ncol());
  problem.positions = static_cast<std::size_t>(fixed.nrow());
  problem.size.assign(size.begin(), size.end());
  for (const int value : allowed) problem.allowed.push_back(value != 0);
  for (const int first : from) {
    problem.from.push_back(static_cast<std::size_t>(first - 1));
    problem.late = problem.late || first > 1;
  }
  for (const int item : fixed) {
    problem.fixed.push_back(item == NA_INTEGER ? -1 : item - 1);
    problem.has_fixed = problem.has_fixed || item != NA_INTEGER;
  }
  problem.session.assign(session.begin(), session.end());
  return problem;
}

seqjudge::ContestSetting as_contest(const Rcpp::List& x) {
  const auto number = [&x](const char* name) { return Rcpp::as<double>(x[name]); };
  const auto count = [&number](const char* name) { return static_cast<std::size_t>(number(name)); };
  seqjudge::ContestSetting setting;
  setting.items = count("n");
  setting.evaluators = count("evaluators");
  setting.per_evaluator = count("per_evaluator");
  setting.warmup = count("warmup");
  setting.second_round = count("second_round");
  setting.top = count("k");
  setting.order = static_cast<seqjudge::ContestOrder>(Rcpp::as<int>(x["order"]));
  setting.ranks = Rcpp::as<bool>(x["ranks"]);
  setting.calibrated = std::isinf(number("prior_size"));
  if (!setting.calibrated) setting.prior_size = count("prior_size");
  setting.quality = number("quality");
  setting.severity = number("severity");
  setting.loading = number("loading");
  setting.noise = number("noise");
  setting.drift = number("drift");
  setting.start = number("start");
  setting.neighbour = number("neighbour");
  setting.serial = number("serial");
  return setting;
}

}  // namespace

// Sums of right winners, right sets of the best, best found and footrules over the replicates from..to-1, in the shape
// of those of cpp_study_totals(): metric x moment x digit x 1.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_contest_totals(const Rcpp::List& setting, double seed, double group, double from, double to,
                                       int threads) {
  const auto totals = seqjudge::contest_totals(
      as_contest(setting), {static_cast<std::uint64_t>(seed), static_cast<std::uint64_t>(group)},
      static_cast<std::uint64_t>(from), static_cast<std::uint64_t>(to), threads, InterruptPoll());
  const seqjudge::Moments* parts[] = {&totals.winner, &totals.top, &totals.found, &totals.footrule};
  constexpr int measures = 4, moments = 2, digits = 4;
  Rcpp::NumericVector sums(measures * moments * digits);
  for (int k = 0; k < measures; ++k) {
    const auto sum = parts[k]->sum.digits(), squares = parts[k]->squares.digits();
    for (int d = 0; d < digits; ++d) {
      sums[k + measures * moments * d] = sum[static_cast<std::size_t>(d)];
      sums[k + measures * (1 + moments * d)] = squares[static_cast<std::size_t>(d)];
    }
  }
  sums.attr("dim") = Rcpp::IntegerVector::create(measures, moments, digits, 1);
  return sums;
}

// The items of each evaluator (a column) in order of presentation; NA beyond the last.
// [[Rcpp::export(rng = false)]]
Rcpp::IntegerMatrix cpp_plan_orders(const Rcpp::List& problem, double exchanges, double arrangements, double seed) {
  const auto what = as_problem(problem);
  seqjudge::PlanEffort effort;
  effort.exchanges = static_cast<std::size_t>(exchanges);
  effort.arrangements = static_cast<std::size_t>(arrangements);
  const auto order =
      seqjudge::plan_orders(what, effort, seqjudge::RandomStream(static_cast<std::uint64_t>(seed)), InterruptPoll());
  Rcpp::IntegerMatrix result(static_cast<int>(what.positions), static_cast<int>(what.evaluators));
  result.fill(NA_INTEGER);
  for (std::size_t j = 0; j < what.evaluators; ++j)
    for (std::size_t p = 0; p < order[j].size(); ++p)
      result(static_cast<int>(p), static_cast<int>(j)) = order[j][p] + 1;
  return result;
}

// Rows of a Williams design of n items.
// [[Rcpp::export(rng = false)]]
Rcpp::IntegerMatrix cpp_williams_design(int n) {
  const auto rows = seqjudge::williams_design(static_cast<std::size_t>(n));
  Rcpp::IntegerMatrix result(static_cast<int>(rows.size()), n);
  for (int r = 0; r < result.nrow(); ++r)
    for (int p = 0; p < n; ++p) result(r, p) = rows[static_cast<std::size_t>(r)][static_cast<std::size_t>(p)] + 1;
  return result;
}
