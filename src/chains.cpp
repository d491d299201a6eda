#include <Rcpp.h>

#include <algorithm>
#include <vector>

#include "interrupt.h"
#include "seqjudge/support/chain_diagnostics.hpp"
#include "seqjudge/support/threads.hpp"

namespace {

// So many quantities lie side by side in the draws, and are taken out of them together.
constexpr std::size_t at_once = 16;

template <class Value>
void diagnose(const Value* draws, std::size_t quantities, std::size_t rounds, const std::vector<std::int32_t>& kind,
              double* result, int threads) {
  const std::size_t all = rounds * kind.size();
  seqjudge::for_each_chunk((quantities + at_once - 1) / at_once, threads,
                           [&](std::size_t chunk, auto& poll) {
                             const std::size_t first = chunk * at_once, count = std::min(at_once, quantities - first);
                             std::vector<double> own(count * all);
                             for (std::size_t k = 0; k < all; ++k)
                               for (std::size_t q = 0; q < count; ++q)
                                 own[q * all + k] = static_cast<double>(draws[k * quantities + first + q]);
                             for (std::size_t q = 0; q < count; ++q) {
                               const auto found = seqjudge::diagnose_chains(own.data() + q * all, rounds, kind, poll);
                               result[2 * (first + q)] = found.rhat;
                               result[2 * (first + q) + 1] = found.effective_size;
                             }
                           },
                           InterruptPoll());
}

}  // namespace

// Of each quantity (the first dimension of its draws; then come rounds and chains) R-hat and the effective sample size,
// one column. `kind` of each chain: those of different kinds may differ.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_chain_diagnostics(SEXP draws, const Rcpp::IntegerVector& kind, int threads) {
  const Rcpp::IntegerVector dim = Rf_getAttrib(draws, R_DimSymbol);
  Rcpp::NumericMatrix result(2, dim[0]);
  const auto quantities = static_cast<std::size_t>(dim[0]), rounds = static_cast<std::size_t>(dim[1]);
  const auto kinds = Rcpp::as<std::vector<std::int32_t>>(kind);
  double* const values = result.begin();
  if (TYPEOF(draws) == INTSXP)
    diagnose(INTEGER(draws), quantities, rounds, kinds, values, threads);
  else
    diagnose(REAL(draws), quantities, rounds, kinds, values, threads);
  return result;
}
