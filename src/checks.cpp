#include <Rcpp.h>

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "interrupt.h"
#include "odd_scores.h"
#include "rows.h"
#include "seqjudge.hpp"

// Fast answers to R's questions about its arguments. R decides what to make of them, and finds the offending positions
// itself once it knows that there are some.

// For R's own loops of few and long steps.
// [[Rcpp::export(rng = false)]]
void cpp_check_interrupt() { check_interrupt(); }

// How many values are not finite, and how many lie outside [0, 1].
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_count_odd_scores(const Rcpp::NumericVector& x, int threads) {
  constexpr R_xlen_t chunk_size = R_xlen_t{1} << 16;
  const double* const begin = x.begin();
  const R_xlen_t n = x.size();
  std::atomic<std::int64_t> not_finite{0}, outside{0};
  seqjudge::for_each_chunk(static_cast<std::size_t>((n + chunk_size - 1) / chunk_size), threads,
                           [&](std::size_t chunk) {
                             const R_xlen_t from = static_cast<R_xlen_t>(chunk) * chunk_size;
                             const OddScores odd = count_odd_scores(begin + from, std::min(n - from, chunk_size));
                             not_finite += odd.not_finite;
                             outside += odd.outside;
                           });
  return Rcpp::NumericVector::create(static_cast<double>(not_finite), static_cast<double>(outside));
}

// The first row (from 1) that is not a ranking, or 0.
// [[Rcpp::export(rng = false)]]
int cpp_first_non_ranking(const Rcpp::NumericVector& data, int rows) {
  RowReader reader(data, rows);
  const InterruptPoll poll;
  for (std::size_t i = 0; i < reader.rows(); ++i) {
    const RowValues rank{reader.row(i)};
    if (seqjudge::classify_ranking(rank, reader.columns(), poll) == seqjudge::RankingKind::not_a_ranking)
      return static_cast<int>(i) + 1;
    poll();
  }
  return 0;
}
