#include <Rcpp.h>

#include "interrupt.h"
#include "rows.h"
#include "seqjudge.hpp"

// R has validated every argument. `delta` has one value for all rows, or one for each.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_footrule_bound(const Rcpp::NumericVector& data, int rows, const Rcpp::NumericVector& delta) {
  RowReader reader(data, rows);
  Rcpp::NumericVector result(Rcpp::no_init(rows));
  const InterruptPoll poll;
  for (std::size_t i = 0; i < reader.rows(); ++i) {
    if (i % 1024 == 1023) poll();
    const RowValues rank{reader.row(i)};
    const auto row = static_cast<R_xlen_t>(i);
    result[row] = seqjudge::footrule_bound([rank](std::size_t t) { return static_cast<std::int32_t>(rank(t)) - 1; },
                                           reader.columns(), delta[delta.size() == 1 ? 0 : row], poll);
  }
  return result;
}
