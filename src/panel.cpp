#include <Rcpp.h>

#include <vector>

#include "interrupt.h"
#include "model_scores.h"
#include "seqjudge.hpp"
#include "seqjudge/panel/panel_chain.hpp"

// R has validated every argument.

// The log-likelihood of each evaluator for every ranking of the items (rows), at each pair of prior size and noise
// (columns): a list with a matrix for each evaluator. Rankings are in lexicographic order of the items from the lowest
// to the highest.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_panel_rankings(const Rcpp::List& scores, const Rcpp::NumericVector& sizes,
                              const Rcpp::NumericVector& noise, int threads) {
  const ModelScores table(scores);
  const std::size_t rankings = seqjudge::number_of_rankings(table.items);
  const auto pairs = static_cast<std::size_t>(sizes.size());
  Rcpp::List result(static_cast<R_xlen_t>(table.evaluators));
  std::vector<double*> values;
  for (auto& part : result) {
    Rcpp::NumericMatrix matrix(static_cast<int>(rankings), static_cast<int>(pairs));
    values.push_back(matrix.begin());
    part = matrix;
  }
  const double* size = sizes.begin();
  const double* spread = noise.begin();
  // Each chunk has a place of its own in the result.
  seqjudge::for_each_chunk(
      table.evaluators * pairs, threads,
      [&](std::size_t chunk) {
        const std::size_t evaluator = chunk / pairs, pair = chunk % pairs;
        seqjudge::ScoreDensities densities;
        densities.fill(table, evaluator, {size[pair], table.items}, spread[pair]);
        seqjudge::AllRankings(table, evaluator).log_likelihoods(densities, values[evaluator] + pair * rankings);
      },
      InterruptPoll());
  return result;
}

namespace {

// Chains with all that they refer to.
struct Chains {
  ModelScores scores;
  seqjudge::PanelGrid grid;
  std::vector<seqjudge::PanelChain> chains;
};

seqjudge::PanelGrid as_grid(const Rcpp::List& x) {
  seqjudge::PanelGrid grid;
  grid.sizes = Rcpp::as<std::vector<double>>(x["sizes"]);
  grid.noises = Rcpp::as<std::vector<double>>(x["noises"]);
  const Rcpp::NumericMatrix shares = x["log_shares"];
  for (int k = 0; k < shares.ncol(); ++k)
    grid.log_shares.emplace_back(shares.column(k).begin(), shares.column(k).end());
  grid.log_prior = Rcpp::as<std::vector<double>>(x["log_prior"]);
  grid.pseudo = Rcpp::as<double>(x["pseudo"]);
  grid.sizes_known = Rcpp::as<bool>(x["sizes_known"]);
  grid.noises_known = Rcpp::as<bool>(x["noises_known"]);
  grid.common = Rcpp::as<bool>(x["common"]);
  return grid;
}

std::vector<std::int32_t> from_zero(const Rcpp::IntegerMatrix& numbers, int column) {
  std::vector<std::int32_t> result;
  for (int i = 0; i < numbers.nrow(); ++i) result.push_back(numbers(i, column) - 1);
  return result;
}

}  // namespace

// Chains, one for each column of the starting values: `order` (the items from the lowest to the highest), `size` and
// `noise` (numbers on the grid), all from 1.
// [[Rcpp::export(rng = false)]]
SEXP cpp_panel_begin(const Rcpp::List& scores, const Rcpp::List& grid, const Rcpp::IntegerMatrix& order,
                     const Rcpp::IntegerMatrix& size, const Rcpp::IntegerMatrix& noise, double seed) {
  Rcpp::XPtr<Chains> all(new Chains{ModelScores(scores), as_grid(grid), {}});
  all->chains.reserve(static_cast<std::size_t>(order.ncol()));
  for (int c = 0; c < order.ncol(); ++c)
    all->chains.emplace_back(all->scores, all->grid, from_zero(order, c), from_zero(size, c), from_zero(noise, c),
                             seqjudge::RandomStream(static_cast<std::uint64_t>(seed), static_cast<std::uint64_t>(c)));
  return all;
}

// Goes on for so many rounds, of which every `thin`-th is kept. Arrays of item (or evaluator) x round x chain.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_panel_advance(SEXP chains, int rounds, int thin, double temperature, int threads) {
  const Rcpp::XPtr<Chains> all(chains);
  const auto n = static_cast<int>(all->scores.items), evaluators = static_cast<int>(all->scores.evaluators);
  const auto count = static_cast<int>(all->chains.size());
  const int kept = rounds / thin;
  Rcpp::IntegerVector rank(Rcpp::Dimension(n, kept, count)), size(Rcpp::Dimension(evaluators, kept, count)),
      noise(Rcpp::Dimension(evaluators, kept, count));
  Rcpp::NumericMatrix log_posterior(kept, count);
  int* const ranks = rank.begin();
  int* const sizes = size.begin();
  int* const noises = noise.begin();
  double* const values = log_posterior.begin();
  seqjudge::for_each_chunk(
      all->chains.size(), threads,
      [&](std::size_t c, auto& poll) {
        auto& chain = all->chains[c];
        for (int k = 0; k < rounds; ++k) {
          chain.step(temperature, poll);
          if ((k + 1) % thin != 0) continue;
          const std::size_t at = c * static_cast<std::size_t>(kept) + static_cast<std::size_t>(k / thin);
          int* const own = ranks + at * static_cast<std::size_t>(n);
          for (int r = 0; r < n; ++r) own[chain.order()[static_cast<std::size_t>(r)]] = r + 1;
          const auto plus_one = [](std::int32_t number) { return number + 1; };
          std::transform(chain.size().begin(), chain.size().end(), sizes + at * static_cast<std::size_t>(evaluators),
                         plus_one);
          std::transform(chain.noise().begin(), chain.noise().end(), noises + at * static_cast<std::size_t>(evaluators),
                         plus_one);
          values[at] = chain.log_posterior();
        }
      },
      InterruptPoll());
  return Rcpp::List::create(Rcpp::_["rank"] = rank, Rcpp::_["size"] = size, Rcpp::_["noise"] = noise,
                            Rcpp::_["log_posterior"] = log_posterior);
}
