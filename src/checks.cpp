#include <Rcpp.h>

#include <cmath>

#include "rows.h"
#include "seqjudge.hpp"

// Fast answers to R's questions about its arguments. R decides what to make of them, and finds the offending positions
// itself once it knows that there are some.

// How many values are not finite, and how many lie outside [0, 1].
// [[Rcpp::export]]
Rcpp::NumericVector cpp_count_odd_scores(const Rcpp::NumericVector& x) {
  double not_finite = 0, outside = 0;
  for (const double value : x) {
    not_finite += !std::isfinite(value);
    outside += !(value >= 0 && value <= 1);
  }
  return Rcpp::NumericVector::create(not_finite, outside);
}

// The first row (from 1) that is not a ranking, or 0.
// [[Rcpp::export]]
int cpp_first_non_ranking(const Rcpp::NumericVector& data, int rows) {
  RowReader reader(data, rows);
  for (std::size_t i = 0; i < reader.rows(); ++i)
    if (seqjudge::classify_ranking(RowValues{reader.row(i)}, reader.columns()) == seqjudge::RankingKind::not_a_ranking)
      return static_cast<int>(i) + 1;
  return 0;
}
