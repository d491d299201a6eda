#include <R_ext/Random.h>
#include <Rcpp.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>

#include "interrupt.h"
#include "odd_scores.h"
#include "plain.h"
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

// Calls rank_row(values, columns, row, out, poll) for each row of `data`, where out has room for the row's result. With
// several threads rank_row must leave R alone.
template <class Result, class RankRow>
Result by_row(const Rcpp::NumericVector& data, int rows, const RankRow& rank_row, int threads = 1) {
  const RowReader whole(data, rows);
  Result result(Rcpp::no_init(data.size()));
  auto* const out = result.begin();
  constexpr std::size_t chunk_rows = 1024;
  seqjudge::for_each_chunk((whole.rows() + chunk_rows - 1) / chunk_rows, threads,
                           [&](std::size_t chunk, auto& poll) {
                             RowReader reader(whole);
                             RowWriter<typename Result::stored_type> writer(out, whole.rows(), whole.columns());
                             const std::size_t end = std::min(whole.rows(), (chunk + 1) * chunk_rows);
                             for (std::size_t i = chunk * chunk_rows; i < end; ++i) {
                               rank_row(RowValues{reader.row(i)}, whole.columns(), i, writer.row(), poll);
                               writer.put(i);
                             }
                           },
                           InterruptPoll());
  return result;
}

// 0 or 1 for the choice of c("lower", "upper") or of one of the two; -1 for anything else.
int choice_of_ties(SEXP ties) {
  if (!is_plain(ties, STRSXP) || has_names(ties)) return -1;
  const auto is = [ties](R_xlen_t i, const char* text) { return std::strcmp(CHAR(STRING_ELT(ties, i)), text) == 0; };
  if (Rf_xlength(ties) == 2) return is(0, "lower") && is(1, "upper") ? 0 : -1;
  if (Rf_xlength(ties) != 1) return -1;
  return is(0, "lower") ? 0 : is(0, "upper") ? 1 : -1;
}

}  // namespace

// [[Rcpp::export(rng = false)]]
Rcpp::IntegerVector cpp_relative_ranks(const Rcpp::NumericVector& data, int rows) {
  return by_row<Rcpp::IntegerVector>(data, rows, [](RowValues rank, std::size_t n, std::size_t, int* out, auto& poll) {
    const auto permutation = seqjudge::break_ties(rank, n, poll);
    seqjudge::encode([&permutation](std::size_t t) { return permutation[t]; }, n,
                     [out](std::size_t t, std::int64_t relative) { out[t] = static_cast<int>(relative); }, poll);
  });
}

// [[Rcpp::export(rng = false)]]
Rcpp::IntegerVector cpp_ranking_from_relative(const Rcpp::NumericVector& data, int rows,
                                              const Rcpp::NumericVector& prior_size) {
  return by_row<Rcpp::IntegerVector>(
      data, rows, [&prior_size](RowValues relative, std::size_t n, std::size_t row, int* out, auto& poll) {
        seqjudge::decode([relative](std::size_t t) { return static_cast<std::int64_t>(relative(t)); }, n,
                         finite_prior_of(prior_size, row), out, poll);
      });
}

// [[Rcpp::export(rng = false)]]
Rcpp::IntegerVector cpp_insertion_ranking(const Rcpp::NumericVector& data, int rows,
                                          const Rcpp::NumericVector& prior_size, bool upper, int threads) {
  const auto half_way = upper ? seqjudge::HalfWay::upper : seqjudge::HalfWay::lower;
  const double* const prior = prior_size.begin();
  const bool same_prior = prior_size.size() == 1;
  return by_row<Rcpp::IntegerVector>(
      data, rows,
      [=](RowValues score, std::size_t n, std::size_t row, int* out, auto& poll) {
        const auto own = static_cast<std::int64_t>(prior[same_prior ? 0 : row]);
        seqjudge::insertion_ranking(score, n, own, half_way, out, poll);
      },
      threads);
}

// The same for a plain vector of shares, with one finite prior size.
// [[Rcpp::export(rng = false)]]
SEXP cpp_quick_insertion(SEXP scores, SEXP prior_size, SEXP ties) {
  if (!is_plain(scores, REALSXP) || !is_plain(prior_size, REALSXP) || Rf_xlength(prior_size) != 1) return R_NilValue;
  const double prior = REAL(prior_size)[0];
  const bool whole = prior >= 0 && prior <= static_cast<double>(seqjudge::max_prior_size) && prior == std::floor(prior);
  const int upper = choice_of_ties(ties);
  const R_xlen_t n = Rf_xlength(scores);
  if (!whole || upper < 0 || n > std::numeric_limits<int>::max()) return R_NilValue;
  const double* const score = REAL(scores);
  const OddScores odd = count_odd_scores(score, n);
  if (odd.not_finite > 0 || odd.outside > n / 2) return R_NilValue;
  Rcpp::IntegerVector ranks(Rcpp::no_init(n));
  seqjudge::insertion_ranking(RowValues{score}, static_cast<std::size_t>(n), static_cast<std::int64_t>(prior),
                              upper ? seqjudge::HalfWay::upper : seqjudge::HalfWay::lower, ranks.begin(),
                              InterruptPoll());
  if (has_names(scores)) Rf_setAttrib(ranks, R_NamesSymbol, Rf_getAttrib(scores, R_NamesSymbol));
  return ranks;
}

// `ties` indexes seqjudge::Ties. Average ranks are doubles, all others whole numbers.
// [[Rcpp::export(rng = false)]]
SEXP cpp_induced_ranking(const Rcpp::NumericVector& data, int rows, int ties) {
  const auto rule = static_cast<seqjudge::Ties>(ties);
  // R's generator is left alone unless it is needed.
  const std::unique_ptr<Rcpp::RNGScope> generator(rule == seqjudge::Ties::random ? new Rcpp::RNGScope : nullptr);
  const auto random_index = [](std::size_t k) {
    return static_cast<std::size_t>(R_unif_index(static_cast<double>(k)));
  };
  const auto rank_row = [&](RowValues score, std::size_t n, std::size_t, auto* out, auto& poll) {
    seqjudge::induced_ranking(score, n, rule, out, random_index, poll);
  };
  if (rule == seqjudge::Ties::average) return by_row<Rcpp::NumericVector>(data, rows, rank_row);
  return by_row<Rcpp::IntegerVector>(data, rows, rank_row);
}

// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_expected_scores(const Rcpp::NumericVector& data, int rows,
                                        const Rcpp::NumericVector& prior_size) {
  return by_row<Rcpp::NumericVector>(
      data, rows, [&prior_size](RowValues rank, std::size_t n, std::size_t row, double* out, auto& poll) {
        seqjudge::expected_scores(rank, n, prior_of(prior_size, row), out, poll);
      });
}
