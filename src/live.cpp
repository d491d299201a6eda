#include <Rcpp.h>

#include <algorithm>
#include <unordered_map>

#include "interrupt.h"
#include "seqjudge.hpp"

// R keeps all scores and names, and can make these objects again at any time: when a session has been restored, or when
// an error or an interrupt has left one with more items than R knows of.

namespace {

// An evaluator of a stream. Equal strings of the same encoding are one object in R, so that its address tells a name;
// R's own copy of the names keeps the address valid.
struct LiveEvaluator {
  LiveEvaluator(double prior_size, seqjudge::HalfWay half_way) : ranking(prior_size, half_way) {}
  seqjudge::LiveRanking ranking;
  std::unordered_map<SEXP, std::int32_t> number;
};

using Live = Rcpp::XPtr<LiveEvaluator>;

seqjudge::HalfWay half_way_of(bool upper) { return upper ? seqjudge::HalfWay::upper : seqjudge::HalfWay::lower; }

template <class Ranks>
Ranks insert_all(LiveEvaluator& evaluator, const Rcpp::NumericVector& scores, const Rcpp::CharacterVector& items) {
  const InterruptPoll poll;
  Ranks ranks(Rcpp::no_init(scores.size()));
  auto* const out = ranks.begin();
  const auto n = static_cast<std::size_t>(scores.size());
  const std::int32_t before = evaluator.ranking.size();
  const auto keep = [out](std::size_t t, double rank) { out[t] = static_cast<typename Ranks::stored_type>(rank); };
  if (before == 0) {
    evaluator.ranking.insert_first([&scores](std::size_t t) { return scores[static_cast<R_xlen_t>(t)]; }, n, keep,
                                   poll);
  } else {
    evaluator.ranking.reserve(n);
    for (std::size_t t = 0; t < n; ++t) {
      if (t % seqjudge::poll_every == seqjudge::poll_every - 1) poll();
      keep(t, evaluator.ranking.insert(scores[static_cast<R_xlen_t>(t)]));
    }
  }
  for (R_xlen_t i = 0; i < items.size(); ++i)
    evaluator.number.emplace(STRING_ELT(items, i), before + static_cast<std::int32_t>(i));
  return ranks;
}

}  // namespace

// [[Rcpp::export(rng = false)]]
SEXP cpp_live_new(double prior_size, bool upper) { return Live(new LiveEvaluator(prior_size, half_way_of(upper))); }

// The number of items, or -1 for what is left of an object in a restored session.
// [[Rcpp::export(rng = false)]]
int cpp_live_size(SEXP live) {
  if (R_ExternalPtrAddr(live) == nullptr) return -1;
  return Live(live)->ranking.size();
}

// The ranks of new items on their arrival, one after the other: integers if they are `whole`. `items` are their names,
// or empty.
// [[Rcpp::export(rng = false)]]
SEXP cpp_live_insert(SEXP live, const Rcpp::NumericVector& scores, const Rcpp::CharacterVector& items, bool whole) {
  LiveEvaluator& evaluator = *Live(live);
  if (whole) return insert_all<Rcpp::IntegerVector>(evaluator, scores, items);
  return insert_all<Rcpp::NumericVector>(evaluator, scores, items);
}

// The numbers (from 1) of the items with these names; NA for a name that is not there.
// [[Rcpp::export(rng = false)]]
Rcpp::IntegerVector cpp_live_find(SEXP live, const Rcpp::CharacterVector& items) {
  const LiveEvaluator& evaluator = *Live(live);
  Rcpp::IntegerVector found(Rcpp::no_init(items.size()));
  for (R_xlen_t i = 0; i < items.size(); ++i) {
    const auto entry = evaluator.number.find(STRING_ELT(items, i));
    found[i] = entry == evaluator.number.end() ? NA_INTEGER : entry->second + 1;
  }
  return found;
}

// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_live_rank(SEXP live, const Rcpp::IntegerVector& items) {
  const seqjudge::LiveRanking& ranking = Live(live)->ranking;
  Rcpp::NumericVector ranks(Rcpp::no_init(items.size()));
  for (R_xlen_t i = 0; i < items.size(); ++i) ranks[i] = ranking.rank(items[i] - 1);
  return ranks;
}

// The items at these positions, 1 for the lowest.
// [[Rcpp::export(rng = false)]]
Rcpp::IntegerVector cpp_live_item(SEXP live, const Rcpp::IntegerVector& positions) {
  const seqjudge::LiveRanking& ranking = Live(live)->ranking;
  Rcpp::IntegerVector items(Rcpp::no_init(positions.size()));
  for (R_xlen_t i = 0; i < positions.size(); ++i) items[i] = ranking.item(positions[i] - 1) + 1;
  return items;
}

// [[Rcpp::export(rng = false)]]
SEXP cpp_live_ranks(SEXP live, bool whole) {
  const seqjudge::LiveRanking& ranking = Live(live)->ranking;
  if (whole) {
    Rcpp::IntegerVector ranks(Rcpp::no_init(ranking.size()));
    ranking.ranks(ranks.begin());
    return ranks;
  }
  Rcpp::NumericVector ranks(Rcpp::no_init(ranking.size()));
  ranking.ranks(ranks.begin());
  return ranks;
}

// The ranks of some items (from 1) after each arrival: a row for each arrival, NA before an item's own.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_live_history(const Rcpp::NumericVector& scores, double prior_size, bool upper,
                                     const Rcpp::IntegerVector& items) {
  seqjudge::LiveRanking ranking(prior_size, half_way_of(upper));
  const InterruptPoll poll;
  Rcpp::NumericMatrix ranks(static_cast<int>(scores.size()), static_cast<int>(items.size()));
  for (int t = 0; t < ranks.nrow(); ++t) {
    if (t % 1024 == 1023) poll();
    ranking.insert(scores[t]);
    for (int k = 0; k < ranks.ncol(); ++k) ranks(t, k) = items[k] - 1 <= t ? ranking.rank(items[k] - 1) : NA_REAL;
  }
  return ranks;
}

// Change a vector that nobody else holds, from index `at` (from 0) on.
// [[Rcpp::export(rng = false)]]
void cpp_write_numbers(Rcpp::NumericVector buffer, int at, const Rcpp::NumericVector& values) {
  std::copy(values.begin(), values.end(), buffer.begin() + at);
}

// [[Rcpp::export(rng = false)]]
void cpp_write_strings(Rcpp::CharacterVector buffer, int at, const Rcpp::CharacterVector& values) {
  for (R_xlen_t i = 0; i < values.size(); ++i) SET_STRING_ELT(buffer, at + i, STRING_ELT(values, i));
}
