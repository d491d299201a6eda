#include <Rcpp.h>

#include <limits>
#include <vector>

#include "interrupt.h"
#include "plain.h"
#include "rows.h"
#include "seqjudge.hpp"

// R has validated every argument, but for one thing: whether rows are rankings shows here, and the distance of what is
// none is NaN. A matrix of one row against one of many is compared with every row.

namespace {

// Knows no distance, of any rows.
struct NoShortcut {
  double operator()(RowValues, RowValues, std::size_t) const { return -1; }
};

// `shortcut` may tell the distance of rows that have not been looked at, or -1.
template <class Distance, class Shortcut = NoShortcut>
Rcpp::NumericVector row_distances(const Rcpp::NumericVector& a, int rows_a, const Rcpp::NumericVector& b, int rows_b,
                                  const Distance& distance, const Shortcut& shortcut = {}) {
  RowReader reader_a(a, rows_a), reader_b(b, rows_b);
  const std::size_t rows = rows_a == 1 ? reader_b.rows() : reader_a.rows();
  const std::size_t n = rows_a == 1 ? reader_a.columns() : reader_b.columns();
  Rcpp::NumericVector result(Rcpp::no_init(static_cast<R_xlen_t>(rows)));
  const InterruptPoll poll;
  const auto is_ranking = [n, &poll](const double* values) {
    return seqjudge::classify_ranking(RowValues{values}, n, poll) != seqjudge::RankingKind::not_a_ranking;
  };
  bool known_a = false, known_b = false, ranking_a = false, ranking_b = false;
  for (std::size_t i = 0; i < rows; ++i) {
    if (i % 1024 == 1023) poll();
    const double* row_a = reader_a.row(rows_a == 1 ? 0 : i);
    const double* row_b = reader_b.row(rows_b == 1 ? 0 : i);
    double& found = result[static_cast<R_xlen_t>(i)];
    found = shortcut(RowValues{row_a}, RowValues{row_b}, n);
    if (found >= 0) continue;
    // The same row is looked at once.
    if (!known_a || rows_a > 1) ranking_a = is_ranking(row_a);
    if (!known_b || rows_b > 1) ranking_b = is_ranking(row_b);
    known_a = known_b = true;
    found = ranking_a && ranking_b ? distance(RowValues{row_a}, RowValues{row_b}, n, poll) : R_NaN;
  }
  return result;
}

bool is_plain_vector(SEXP x) { return is_plain(x, INTSXP) || is_plain(x, REALSXP); }

template <class A, class B>
double footrule_of(const A* a, const B* b, std::size_t n) {
  const auto rank_a = [a](std::size_t t) { return a[t]; };
  const auto rank_b = [b](std::size_t t) { return b[t]; };
  // Looking at the clock takes longer than a few ranks do.
  if (n <= seqjudge::poll_every) return seqjudge::permutation_footrule(rank_a, rank_b, n);
  return seqjudge::permutation_footrule(rank_a, rank_b, n, InterruptPoll());
}

}  // namespace

// The footrule of two plain vectors without ties, of which at most one has names.
// [[Rcpp::export(rng = false)]]
SEXP cpp_quick_footrule(SEXP ranking, SEXP truth, SEXP normalize) {
  if (!is_plain_vector(ranking) || !is_plain_vector(truth) || (has_names(ranking) && has_names(truth)))
    return R_NilValue;
  const R_xlen_t length = Rf_xlength(ranking);
  if (length != Rf_xlength(truth) || length == 0 || length > std::numeric_limits<int>::max()) return R_NilValue;
  if (!is_plain(normalize, LGLSXP) || Rf_xlength(normalize) != 1 || LOGICAL(normalize)[0] == NA_LOGICAL)
    return R_NilValue;
  const auto n = static_cast<std::size_t>(length);
  double sum = -1;
  if (TYPEOF(ranking) == INTSXP && TYPEOF(truth) == INTSXP)
    sum = footrule_of(INTEGER(ranking), INTEGER(truth), n);
  else if (TYPEOF(ranking) == INTSXP)
    sum = footrule_of(INTEGER(ranking), REAL(truth), n);
  else if (TYPEOF(truth) == INTSXP)
    sum = footrule_of(REAL(ranking), INTEGER(truth), n);
  else
    sum = footrule_of(REAL(ranking), REAL(truth), n);
  if (sum < 0) return R_NilValue;
  const auto size = static_cast<double>(n);
  return Rf_ScalarReal(LOGICAL(normalize)[0] ? sum / (size * size) : sum);
}

// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_footrule(const Rcpp::NumericVector& a, int rows_a, const Rcpp::NumericVector& b, int rows_b) {
  return row_distances(
      a, rows_a, b, rows_b,
      [](RowValues x, RowValues y, std::size_t n, InterruptPoll) { return seqjudge::footrule(x, y, n); },
      [](RowValues x, RowValues y, std::size_t n) { return seqjudge::permutation_footrule(x, y, n); });
}

// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_kendall(const Rcpp::NumericVector& a, int rows_a, const Rcpp::NumericVector& b, int rows_b) {
  return row_distances(a, rows_a, b, rows_b, [](RowValues x, RowValues y, std::size_t n, InterruptPoll poll) {
    return seqjudge::kendall(x, y, n, poll);
  });
}

// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_inversion(const Rcpp::NumericVector& a, int rows_a, const Rcpp::NumericVector& b, int rows_b) {
  return row_distances(a, rows_a, b, rows_b, [](RowValues x, RowValues y, std::size_t n, InterruptPoll poll) {
    return seqjudge::inversion(x, y, n, poll);
  });
}

// Rows and positions (from 1) of all pairs whose scores and truth disagree.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_conflicts(const Rcpp::NumericVector& scores, int rows, const Rcpp::NumericVector& truth,
                         int rows_truth) {
  RowReader score_reader(scores, rows), truth_reader(truth, rows_truth);
  std::vector<int> row, first, second;
  const InterruptPoll poll;
  for (std::size_t i = 0; i < score_reader.rows(); ++i) {
    const RowValues score{score_reader.row(i)}, true_rank{truth_reader.row(rows_truth == 1 ? 0 : i)};
    seqjudge::conflicts(
        score, true_rank, score_reader.columns(),
        [&](std::size_t from, std::size_t to) {
          row.push_back(static_cast<int>(i) + 1);
          first.push_back(static_cast<int>(from) + 1);
          second.push_back(static_cast<int>(to) + 1);
        },
        poll);
  }
  return Rcpp::List::create(Rcpp::_["row"] = row, Rcpp::_["first"] = first, Rcpp::_["second"] = second);
}
