#include <Rcpp.h>

#include <algorithm>
#include <vector>

#include "interrupt.h"
#include "seqjudge/support/chain_diagnostics.hpp"
#include "seqjudge/support/threads.hpp"

namespace {

// So many quantities lie side by side in the draws, and are taken out of them together.
constexpr std::size_t at_once = 16;

}  // namespace

// Of each quantity (the first dimension of its draws; then come rounds and chains) R-hat and the effective sample size,
// one column. `kind` of each chain: those of different kinds may differ.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_chain_diagnostics(SEXP draws, const Rcpp::IntegerVector& kind, int threads) {
  const Rcpp::IntegerVector dim = Rf_getAttrib(draws, R_DimSymbol);
  Rcpp::NumericMatrix result(2, dim[0]);
  const auto quantities = static_cast<std::size_t>(dim[0]), rounds = static_cast<std::size_t>(dim[1]);
  const auto kinds = Rcpp::as<std::vector<std::int32_t>>(kind);
  const std::size_t all = rounds * kinds.size();
  const int* const whole = TYPEOF(draws) == INTSXP ? INTEGER(draws) : nullptr;
  const double* const real = whole ? nullptr : REAL(draws);
  double* const values = result.begin();
  seqjudge::for_each_chunk((quantities + at_once - 1) / at_once, threads,
                           [&](std::size_t chunk, auto& poll) {
                             const std::size_t first = chunk * at_once, count = std::min(at_once, quantities - first);
                             std::vector<double> own(count * all);
                             for (std::size_t k = 0; k < all; ++k)
                               for (std::size_t q = 0; q < count; ++q) {
                                 const std::size_t at = k * quantities + first + q;
                                 own[q * all + k] = whole ? whole[at] : real[at];
                               }
                             for (std::size_t q = 0; q < count; ++q) {
                               const auto found = seqjudge::diagnose_chains(own.data() + q * all, rounds, kinds, poll);
                               values[2 * (first + q)] = found.rhat;
                               values[2 * (first + q) + 1] = found.effective_size;
                             }
                           },
                           InterruptPoll());
  return result;
}
