#include <Rcpp.h>

#include <vector>

#include "interrupt.h"
#include "seqjudge/panel/order_statistics.hpp"

// R has validated every argument.

namespace {

seqjudge::OrderTable as_order_table(const Rcpp::List& x) {
  const auto numbers = [&x](const char* name) { return Rcpp::as<std::vector<double>>(x[name]); };
  const auto indices = [&x](const char* name) { return Rcpp::as<std::vector<std::int32_t>>(x[name]); };
  seqjudge::OrderTable table;
  table.start = indices("start");
  table.residual = numbers("residual");
  table.quality = numbers("quality");
  table.product = numbers("product");
  table.distance = numbers("distance");
  table.drift = numbers("drift");
  table.first = numbers("first");
  table.shape = numbers("shape");
  table.cluster_start = indices("cluster_start");
  table.slots = indices("slots");
  table.slot_row = indices("slot_row");
  return table;
}

}  // namespace

// The statistics of order_statistics.hpp (rows) in the true order, and then in `count` random ones; or if `every`, in
// all orders there are, of which the true one is the first.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_order_statistics(const Rcpp::List& table, int count, bool every, double seed, int threads) {
  const auto own = as_order_table(table);
  constexpr auto rows = static_cast<int>(seqjudge::order_statistics_count);
  if (every) {
    Rcpp::NumericMatrix result(rows, count);
    seqjudge::all_order_statistics(own, static_cast<std::size_t>(count), result.begin(), InterruptPoll());
    return result;
  }
  Rcpp::NumericMatrix result(rows, count + 1);
  seqjudge::all_order_statistics(own, 1, result.begin());
  seqjudge::shuffled_order_statistics(own, static_cast<std::uint64_t>(seed), static_cast<std::size_t>(count),
                                      result.begin() + rows, threads, InterruptPoll());
  return result;
}
