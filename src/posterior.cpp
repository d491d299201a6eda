#include <Rcpp.h>

#include <vector>

#include "interrupt.h"
#include "model_scores.h"
#include "seqjudge.hpp"
#include "seqjudge/model/posterior_draws.hpp"
#include "seqjudge/study/replicate.hpp"

// R has validated every argument. Matrices of draws have a row for each scored item.

namespace {

std::size_t rows_of(const Rcpp::IntegerMatrix& x) { return static_cast<std::size_t>(x.nrow()); }
std::size_t columns_of(const Rcpp::IntegerMatrix& x) { return static_cast<std::size_t>(x.ncol()); }

// What rankings are drawn from: `prior_size` and `noise` have a row for each evaluator and a column for each setting;
// `setting` is the setting of each draw, from 0.
class Recipe {
 public:
  explicit Recipe(const Rcpp::List& x)
      : table_(Rcpp::as<Rcpp::List>(x["scores"])),
        prior_size_(x["prior_size"]),
        noise_(x["noise"]),
        plan_{table_, prior_size_.begin(), noise_.begin(), {}, static_cast<std::uint64_t>(Rcpp::as<double>(x["seed"]))},
        scored_(table_.evaluators) {
    const Rcpp::IntegerVector setting = x["setting"];
    draws_ = static_cast<std::size_t>(setting.size());
    plan_.draws.resize(static_cast<std::size_t>(prior_size_.ncol()));
    for (std::size_t d = 0; d < draws_; ++d)
      plan_.draws[static_cast<std::size_t>(setting[static_cast<R_xlen_t>(d)])].push_back(d);
    for (std::size_t e = 0; e < table_.evaluators; ++e) scored_[e] = static_cast<std::size_t>(table_.scored(e));
  }

  std::size_t scored(std::size_t evaluator) const { return scored_[evaluator]; }

  // A matrix of draws for each of the evaluators from first to last - 1.
  Rcpp::List draw(std::size_t first, std::size_t last, int threads) const {
    Rcpp::List result(static_cast<R_xlen_t>(last - first));
    std::vector<std::int32_t*> ranks(scored_.size());
    for (std::size_t e = first; e < last; ++e) {
      Rcpp::IntegerMatrix draws(Rcpp::no_init(static_cast<int>(scored_[e]), static_cast<int>(draws_)));
      ranks[e] = draws.begin();
      result[static_cast<R_xlen_t>(e - first)] = draws;
    }
    seqjudge::with_lattice(table_.uniform, [&](auto kind) {
      seqjudge::draw_rankings<typename decltype(kind)::type>(plan_, first, last, ranks.data(), scored_.data(), threads,
                                                             InterruptPoll());
    });
    return result;
  }
  template <class Counter>
  Counter count(std::size_t evaluator, const Counter& empty, int threads) const {
    return seqjudge::with_lattice(table_.uniform, [&](auto kind) {
      return seqjudge::count_rankings<typename decltype(kind)::type>(plan_, evaluator, scored_[evaluator], empty,
                                                                     threads, InterruptPoll());
    });
  }

 private:
  ModelScores table_;
  Rcpp::NumericMatrix prior_size_, noise_;
  seqjudge::PosteriorPlan plan_;
  std::vector<std::size_t> scored_;
  std::size_t draws_ = 0;
};

}  // namespace

// A matrix of draws for each of the evaluators first..last, from 1.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_draw_rankings(const Rcpp::List& recipe, int first, int last, int threads) {
  return Recipe(recipe).draw(static_cast<std::size_t>(first - 1), static_cast<std::size_t>(last), threads);
}

// What cpp_rank_shares() and cpp_count_above() make of the draws of one evaluator, from 1, without keeping these.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_drawn_shares(const Rcpp::List& recipe, int evaluator, int from, int to, int threads) {
  const Recipe all(recipe);
  const auto own = static_cast<std::size_t>(evaluator - 1), n = all.scored(own);
  const seqjudge::RankCounter empty(n, static_cast<std::size_t>(from) - 1, static_cast<std::size_t>(to));
  Rcpp::NumericMatrix result(Rcpp::no_init(to - from + 1, static_cast<int>(n)));
  all.count(own, empty, threads).shares(result.begin());
  return result;
}
// [[Rcpp::export(rng = false)]]
Rcpp::IntegerMatrix cpp_drawn_above(const Rcpp::List& recipe, int evaluator, int threads) {
  const Recipe all(recipe);
  const auto own = static_cast<std::size_t>(evaluator - 1), n = all.scored(own);
  const auto counted = all.count(own, seqjudge::AboveCounter(n), threads);
  return {static_cast<int>(n), static_cast<int>(n), counted.above().begin()};
}

// For each evaluator the probability of each rank (columns) for each item, without prior items, all of them scored.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_exact_probabilities(const Rcpp::List& scores, const Rcpp::NumericVector& noise, int threads) {
  const ModelScores table(scores);
  Rcpp::List result(static_cast<R_xlen_t>(table.evaluators));
  for (std::size_t e = 0; e < table.evaluators; ++e) {
    const int n = static_cast<int>(table.seen(e));
    Rcpp::NumericMatrix one(Rcpp::no_init(n, n));
    seqjudge::with_lattice(table.uniform, [&](auto kind) {
      seqjudge::exact_rank_probabilities<typename decltype(kind)::type>(table, e, noise[static_cast<R_xlen_t>(e)],
                                                                        one.begin(), threads, InterruptPoll());
    });
    result[static_cast<R_xlen_t>(e)] = one;
  }
  return result;
}

// The same from draws, for the items from..to, from 1.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_rank_shares(const Rcpp::IntegerMatrix& draws, int from, int to) {
  Rcpp::NumericMatrix result(Rcpp::no_init(to - from + 1, draws.nrow()));
  seqjudge::rank_shares(draws.begin(), rows_of(draws), columns_of(draws), static_cast<std::size_t>(from) - 1,
                        static_cast<std::size_t>(to), result.begin(), InterruptPoll());
  return result;
}

// A row for each item: mean, median, mode, lower, upper, and the probability of the highest rank.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_summarise_ranks(const Rcpp::NumericMatrix& probability, double level) {
  const int items = probability.nrow();
  Rcpp::NumericMatrix result(items, 6);
  for (int i = 0; i < items; ++i) {
    const auto found = seqjudge::summarise_ranks([&](std::size_t k) { return probability(i, static_cast<int>(k)); },
                                                 static_cast<std::size_t>(probability.ncol()), level);
    const double values[] = {found.mean,
                             static_cast<double>(found.median),
                             static_cast<double>(found.mode),
                             static_cast<double>(found.lower),
                             static_cast<double>(found.upper),
                             found.best};
    std::copy(std::begin(values), std::end(values), result.row(i).begin());
  }
  return result;
}

// The expected distance of each item's rank (rows) from each rank it may be given.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_expected_distances(const Rcpp::NumericMatrix& probability) {
  Rcpp::NumericMatrix result(probability.nrow(), probability.ncol());
  for (int i = 0; i < probability.nrow(); ++i)
    seqjudge::expected_distances([&](std::size_t k) { return probability(i, static_cast<int>(k)); },
                                 static_cast<std::size_t>(probability.ncol()), result.begin() + i,
                                 static_cast<std::size_t>(probability.nrow()));
  return result;
}

// Gives each row a column of its own, from 1, at the smallest total cost. `order` are the rows, from 1, in the order of
// the columns that they may be expected to get.
// [[Rcpp::export(rng = false)]]
Rcpp::IntegerVector cpp_assign(const Rcpp::NumericMatrix& cost, const Rcpp::IntegerVector& order) {
  const auto n = static_cast<std::size_t>(cost.nrow());
  std::vector<double> by_row(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) by_row[i * n + j] = cost[static_cast<R_xlen_t>(i + n * j)];
  std::vector<std::size_t> rows(n);
  std::transform(order.begin(), order.end(), rows.begin(), [](int row) { return static_cast<std::size_t>(row - 1); });
  const auto columns = seqjudge::assign(by_row.data(), n, rows, InterruptPoll());
  Rcpp::IntegerVector result(static_cast<R_xlen_t>(n));
  std::transform(columns.begin(), columns.end(), result.begin(), [](std::size_t j) { return static_cast<int>(j) + 1; });
  return result;
}

// In how many draws the item of a row ranks above that of a column.
// [[Rcpp::export(rng = false)]]
Rcpp::IntegerMatrix cpp_count_above(const Rcpp::IntegerMatrix& draws, int threads) {
  Rcpp::IntegerMatrix result(draws.nrow(), draws.nrow());
  seqjudge::count_above(draws.begin(), rows_of(draws), columns_of(draws), result.begin(), threads, InterruptPoll());
  return result;
}

// The ranking of the smallest expected Kendall distance, from the probabilities that rows are above columns and a first
// guess: its ranks, its expected number of pairs in the wrong order, and a lower bound for any ranking.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_median_ranking(const Rcpp::NumericMatrix& above, const Rcpp::IntegerVector& guess) {
  const auto n = static_cast<std::size_t>(above.nrow());
  const seqjudge::PairCosts cost(above.begin(), n);
  const bool exact = n <= seqjudge::most_items_for_exact_median;
  std::vector<std::size_t> order(n);
  for (std::size_t i = 0; i < n; ++i) order[static_cast<std::size_t>(guess[static_cast<R_xlen_t>(i)]) - 1] = i;
  if (exact)
    order = seqjudge::exact_median_order(cost);
  else
    seqjudge::improve_median_order(cost, order, InterruptPoll());
  Rcpp::IntegerVector rank(static_cast<R_xlen_t>(n));
  for (std::size_t k = 0; k < n; ++k) rank[static_cast<R_xlen_t>(order[k])] = static_cast<int>(k) + 1;
  const double reached = cost.of_order(order);
  return Rcpp::List::create(Rcpp::_["rank"] = rank, Rcpp::_["cost"] = reached,
                            Rcpp::_["bound"] = exact ? reached : cost.bound());
}

// Replicates from..to-1 of n items under uniform noise: true ranks and scores (a column each), and the probability of
// each rank for each item given the scores (a matrix each).
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_risk_replicates(int n, double delta, double seed, double group, double from, double to, int threads) {
  seqjudge::Setting setting;
  setting.n = static_cast<std::size_t>(n);
  setting.noise = seqjudge::Noise::uniform;
  setting.noise_size = delta;
  const auto count = static_cast<std::size_t>(to - from);
  Rcpp::IntegerMatrix truth(n, static_cast<int>(count));
  Rcpp::NumericMatrix score(n, static_cast<int>(count));
  Rcpp::List probabilities(static_cast<R_xlen_t>(count));
  std::vector<double*> probability(count);
  for (std::size_t k = 0; k < count; ++k) {
    Rcpp::NumericMatrix one(Rcpp::no_init(n, n));
    probability[k] = one.begin();
    probabilities[static_cast<R_xlen_t>(k)] = one;
  }
  int* const all_truth = truth.begin();
  double* const all_scores = score.begin();
  seqjudge::for_each_chunk(
      count, threads,
      [&](std::size_t k, auto& poll) {
        seqjudge::Replicate replicate(setting);
        seqjudge::RandomStream random(static_cast<std::uint64_t>(seed), static_cast<std::uint64_t>(from) + k,
                                      static_cast<std::uint64_t>(group));
        replicate.draw(random);
        std::copy_n(replicate.truth(), setting.n, all_truth + k * setting.n);
        std::copy_n(replicate.score(0), setting.n, all_scores + k * setting.n);
        const std::int32_t start[] = {0, n};
        seqjudge::ModelScores scores;
        scores.start = start;
        scores.value = replicate.score(0);
        seqjudge::exact_rank_probabilities<seqjudge::UniformLattice>(scores, 0, delta, probability[k], 1, poll);
      },
      InterruptPoll());
  return Rcpp::List::create(Rcpp::_["truth"] = truth, Rcpp::_["score"] = score, Rcpp::_["probability"] = probabilities);
}
