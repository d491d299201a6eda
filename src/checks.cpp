#include <Rcpp.h>

#include <algorithm>
#include <cmath>

#include "interrupt.h"
#include "rows.h"
#include "seqjudge.hpp"

// Fast answers to R's questions about its arguments. R decides what to make of them, and finds the offending positions
// itself once it knows that there are some.

namespace {

// A stretch short enough, and of known length, to be counted without a branch.
constexpr R_xlen_t stretch = 64;

int count_outside(const double* x, R_xlen_t n) {
  int outside = 0;
  for (R_xlen_t i = 0; i < n; ++i) outside += !((x[i] >= 0) & (x[i] <= 1));
  return outside;
}

}  // namespace

// How many values are not finite, and how many lie outside [0, 1].
// [[Rcpp::export]]
Rcpp::NumericVector cpp_count_odd_scores(const Rcpp::NumericVector& x) {
  double not_finite = 0, outside = 0;
  const R_xlen_t n = x.size();
  for (R_xlen_t from = 0; from < n; from += stretch) {
    const double* values = x.begin() + from;
    const int here = n - from >= stretch ? count_outside(values, stretch) : count_outside(values, n - from);
    if (here == 0) continue;
    outside += here;
    not_finite += static_cast<double>(std::count_if(values, values + std::min(stretch, n - from),
                                                    [](double value) { return !std::isfinite(value); }));
  }
  return Rcpp::NumericVector::create(not_finite, outside);
}

// The first row (from 1) that is not a ranking, or 0.
// [[Rcpp::export]]
int cpp_first_non_ranking(const Rcpp::NumericVector& data, int rows) {
  RowReader reader(data, rows);
  auto last = InterruptPoll::Clock::now();
  const InterruptPoll poll(last);
  for (std::size_t i = 0; i < reader.rows(); ++i) {
    const RowValues rank{reader.row(i)};
    if (seqjudge::classify_ranking(rank, reader.columns()) == seqjudge::RankingKind::not_a_ranking)
      return static_cast<int>(i) + 1;
    poll();
  }
  return 0;
}
