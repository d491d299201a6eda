// Which scores are odd, counted in stretches short enough, and of known length, to be counted without a branch.

#ifndef SEQJUDGE_SRC_ODD_SCORES_H
#define SEQJUDGE_SRC_ODD_SCORES_H

#include <Rcpp.h>

#include <algorithm>
#include <cmath>

// How many values are not finite, and how many lie outside [0, 1].
struct OddScores {
  R_xlen_t not_finite = 0;
  R_xlen_t outside = 0;
};

inline int count_outside(const double* x, R_xlen_t n) {
  int outside = 0;
  for (R_xlen_t i = 0; i < n; ++i) outside += !((x[i] >= 0) & (x[i] <= 1));
  return outside;
}

inline OddScores count_odd_scores(const double* x, R_xlen_t n) {
  constexpr R_xlen_t stretch = 64;
  OddScores odd;
  for (R_xlen_t from = 0; from < n; from += stretch) {
    const double* values = x + from;
    const int here = n - from >= stretch ? count_outside(values, stretch) : count_outside(values, n - from);
    if (here == 0) continue;
    odd.outside += here;
    odd.not_finite +=
        std::count_if(values, values + std::min(stretch, n - from), [](double v) { return !std::isfinite(v); });
  }
  return odd;
}

#endif
