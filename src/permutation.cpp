#include <R_ext/Random.h>
#include <Rcpp.h>

#include <random>
#include <vector>

#include "interrupt.h"
#include "seqjudge.hpp"

// The test statistic over random arrangements of `value` within groups. The generator is seeded from R's, so that
// set.seed() governs.
// [[Rcpp::export]]
Rcpp::NumericVector cpp_permuted_sums(const std::vector<double>& value, const std::vector<double>& weight,
                                      const std::vector<int>& sizes, bool squared, int permutations) {
  const auto word = [] { return static_cast<std::uint64_t>(R_unif_index(4294967296.0)); };
  const std::uint64_t high = word();
  std::mt19937_64 random(high << 32 | word());
  return Rcpp::wrap(seqjudge::permuted_sums(value, weight, std::vector<std::size_t>(sizes.begin(), sizes.end()),
                                            squared ? seqjudge::GroupSum::squared : seqjudge::GroupSum::linear,
                                            static_cast<std::size_t>(permutations), random, InterruptPoll()));
}
