#include <R_ext/Random.h>
#include <Rcpp.h>

#include "interrupt.h"
#include "rows.h"
#include "seqjudge.hpp"

// R has validated every argument: lengths fit, values are in range. `data` holds a matrix of `rows` rows.

namespace {

// One prior size for all rows, or one for each.
double prior_of(const Rcpp::NumericVector& prior_size, std::size_t row) {
  return prior_size[prior_size.size() == 1 ? 0 : static_cast<R_xlen_t>(row)];
}

std::int64_t finite_prior_of(const Rcpp::NumericVector& prior_size, std::size_t row) {
  return static_cast<std::int64_t>(prior_of(prior_size, row));
}

// Calls rank_row(values, row, out, poll) for each row of `data`, where out has room for the row's result.
template <class Result, class RankRow>
Result by_row(const Rcpp::NumericVector& data, int rows, const RankRow& rank_row) {
  RowReader reader(data, rows);
  Result result(Rcpp::no_init(data.size()));
  RowWriter<typename Result::stored_type> writer(result.begin(), reader.rows(), reader.columns());
  auto last = InterruptPoll::Clock::now();
  const InterruptPoll poll(last);
  for (std::size_t i = 0; i < reader.rows(); ++i) {
    if (i % 1024 == 1023) poll();
    rank_row(RowValues{reader.row(i)}, reader.columns(), i, writer.row(), poll);
    writer.put(i);
  }
  return result;
}

}  // namespace

// [[Rcpp::export]]
Rcpp::IntegerVector cpp_relative_ranks(const Rcpp::NumericVector& data, int rows) {
  return by_row<Rcpp::IntegerVector>(
      data, rows, [](RowValues rank, std::size_t n, std::size_t, int* out, InterruptPoll poll) {
        const auto permutation = seqjudge::break_ties(rank, n);
        seqjudge::encode([&permutation](std::size_t t) { return permutation[t]; }, n,
                         [out](std::size_t t, std::int64_t relative) { out[t] = static_cast<int>(relative); }, poll);
      });
}

// [[Rcpp::export]]
Rcpp::IntegerVector cpp_ranking_from_relative(const Rcpp::NumericVector& data, int rows,
                                              const Rcpp::NumericVector& prior_size) {
  return by_row<Rcpp::IntegerVector>(
      data, rows, [&prior_size](RowValues relative, std::size_t n, std::size_t row, int* out, InterruptPoll poll) {
        seqjudge::decode([relative](std::size_t t) { return static_cast<std::int64_t>(relative(t)); }, n,
                         finite_prior_of(prior_size, row), out, poll);
      });
}

// [[Rcpp::export]]
Rcpp::IntegerVector cpp_insertion_ranking(const Rcpp::NumericVector& data, int rows,
                                          const Rcpp::NumericVector& prior_size, bool upper) {
  const auto half_way = upper ? seqjudge::HalfWay::upper : seqjudge::HalfWay::lower;
  return by_row<Rcpp::IntegerVector>(
      data, rows, [&](RowValues score, std::size_t n, std::size_t row, int* out, InterruptPoll poll) {
        seqjudge::insertion_ranking(score, n, finite_prior_of(prior_size, row), half_way, out, poll);
      });
}

// `ties` indexes seqjudge::Ties. Average ranks are doubles, all others whole numbers.
// [[Rcpp::export]]
SEXP cpp_induced_ranking(const Rcpp::NumericVector& data, int rows, int ties) {
  const auto rule = static_cast<seqjudge::Ties>(ties);
  const auto random_index = [](std::size_t k) {
    return static_cast<std::size_t>(R_unif_index(static_cast<double>(k)));
  };
  const auto rank_row = [&](RowValues score, std::size_t n, std::size_t, auto* out, InterruptPoll poll) {
    seqjudge::induced_ranking(score, n, rule, out, random_index, poll);
  };
  if (rule == seqjudge::Ties::average) return by_row<Rcpp::NumericVector>(data, rows, rank_row);
  return by_row<Rcpp::IntegerVector>(data, rows, rank_row);
}

// [[Rcpp::export]]
Rcpp::NumericVector cpp_expected_scores(const Rcpp::NumericVector& data, int rows,
                                        const Rcpp::NumericVector& prior_size) {
  return by_row<Rcpp::NumericVector>(
      data, rows, [&prior_size](RowValues rank, std::size_t n, std::size_t row, double* out, InterruptPoll poll) {
        seqjudge::expected_scores(rank, n, prior_of(prior_size, row), out, poll);
      });
}
