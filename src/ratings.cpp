#include <Rcpp.h>

#include <algorithm>
#include <vector>

#include "interrupt.h"
#include "seqjudge/ratings/mark_posterior.hpp"
#include "seqjudge/ratings/ratings_chain.hpp"
#include "seqjudge/ratings/size_evidence.hpp"
#include "seqjudge/support/threads.hpp"

// R has validated every argument. A table comes as a list: `items` (how many), `start`, `item` (from 1) and `value`, as
// in RatingTable.

namespace {

seqjudge::RatingTable as_table(const Rcpp::List& x) {
  seqjudge::RatingTable table;
  table.items = static_cast<std::size_t>(Rcpp::as<int>(x["items"]));
  table.start = Rcpp::as<std::vector<std::int32_t>>(x["start"]);
  table.item = Rcpp::as<std::vector<std::int32_t>>(x["item"]);
  for (auto& item : table.item) --item;
  table.score = Rcpp::as<std::vector<double>>(x["value"]);
  return table;
}

seqjudge::SizeGrid as_size_grid(const Rcpp::List& x) {
  const Rcpp::NumericVector size = x["size"], share = x["share"], log_weight = x["log_weight"];
  seqjudge::SizeGrid grid;
  for (R_xlen_t k = 0; k < size.size(); ++k) grid.models.push_back({size[k], share[k]});
  grid.log_weight.assign(log_weight.begin(), log_weight.end());
  return grid;
}

seqjudge::RatingsModel as_ratings_model(const Rcpp::List& x) {
  seqjudge::RatingsModel model;
  model.prior_size = Rcpp::as<std::vector<double>>(x["prior_size"]);
  model.drift = Rcpp::as<bool>(x["drift"]);
  model.wander = Rcpp::as<bool>(x["wander"]);
  model.most_at_once = static_cast<std::size_t>(Rcpp::as<int>(x["most_at_once"]));
  return model;
}

}  // namespace

// Log densities of the scores for each prior size and noise share of the grid.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_size_evidence(const Rcpp::List& table, const Rcpp::List& grid, bool alone, int threads) {
  const auto scores = as_table(table);
  const auto sizes = as_size_grid(grid);
  Rcpp::NumericVector result(static_cast<R_xlen_t>(sizes.models.size()));
  double* const values = result.begin();
  seqjudge::for_each_chunk(
      sizes.models.size(), threads,
      [&](std::size_t k) {
        values[k] = seqjudge::log_density_of(scores, sizes.models[k], alone);
      },
      InterruptPoll());
  return result;
}

// The log of their weighted sum, in so many shuffled orders.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_shuffled_evidence(const Rcpp::List& table, const Rcpp::List& grid, bool alone, int shuffles,
                                          double seed, int threads) {
  Rcpp::NumericVector result(shuffles);
  seqjudge::shuffled_evidence(as_table(table), as_size_grid(grid), alone, static_cast<std::uint64_t>(seed),
                              static_cast<std::size_t>(shuffles), result.begin(), threads, InterruptPoll());
  return result;
}

// Draws of the ranking of each evaluator, a matrix each with a row for each scored item, and the means of the scales
// drawn (bell-shaped, centre, spread, noise; evaluators x settings). `prior_size` has a row for each evaluator and a
// column for each setting, which are known by `share_centre` and `share_sd` besides; `prior` has the columns of a
// ScalePrior and a row for each evaluator; `setting` is that of each draw, from 0.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_draw_mark_rankings(const Rcpp::List& table, const Rcpp::NumericMatrix& prior_size,
                                  const Rcpp::NumericVector& share_centre, const Rcpp::NumericVector& share_sd,
                                  const Rcpp::NumericMatrix& prior, const Rcpp::IntegerVector& setting, double seed,
                                  int threads) {
  const auto scores = as_table(table);
  seqjudge::MarkPlan plan{scores, prior_size.begin(), {}, {}, {}, static_cast<std::uint64_t>(seed)};
  for (int e = 0; e < prior.nrow(); ++e) plan.prior.push_back({prior(e, 0), prior(e, 1), prior(e, 2), prior(e, 3)});
  for (R_xlen_t k = 0; k < share_centre.size(); ++k) plan.share.push_back({share_centre[k], share_sd[k]});
  plan.draws.resize(plan.share.size());
  for (R_xlen_t d = 0; d < setting.size(); ++d)
    plan.draws[static_cast<std::size_t>(setting[d])].push_back(static_cast<std::size_t>(d));
  const std::size_t evaluators = scores.evaluators();
  Rcpp::List ranks(static_cast<R_xlen_t>(evaluators));
  std::vector<std::int32_t*> at(evaluators);
  std::vector<std::size_t> scored(evaluators);
  for (std::size_t e = 0; e < evaluators; ++e) {
    for (std::size_t i = scores.first(e); i < scores.end(e); ++i) scored[e] += scores.scored(i);
    Rcpp::IntegerMatrix draws(Rcpp::no_init(static_cast<int>(scored[e]), static_cast<int>(setting.size())));
    at[e] = draws.begin();
    ranks[static_cast<R_xlen_t>(e)] = draws;
  }
  std::vector<seqjudge::MarkScaleMeans> means(evaluators * plan.share.size());
  seqjudge::draw_mark_rankings(plan, at.data(), scored.data(), means.data(), threads, InterruptPoll());
  const auto rows = static_cast<int>(evaluators), columns = static_cast<int>(plan.share.size());
  Rcpp::NumericMatrix bell(rows, columns), centre(rows, columns), spread(rows, columns), noise(rows, columns);
  for (R_xlen_t k = 0; k < bell.size(); ++k) {
    const auto& mean = means[static_cast<std::size_t>(k)];
    bell[k] = mean.bell;
    centre[k] = mean.centre;
    spread[k] = mean.spread;
    noise[k] = mean.noise;
  }
  return Rcpp::List::create(Rcpp::_["ranks"] = ranks, Rcpp::_["bell"] = bell, Rcpp::_["centre"] = centre,
                            Rcpp::_["spread"] = spread, Rcpp::_["noise"] = noise);
}

// Log densities of each evaluator's marks if qualities are flat (first row) and bell-shaped (second), scale summed out.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_shape_densities(const Rcpp::List& table, const Rcpp::NumericVector& prior_size, int threads) {
  const auto scores = as_table(table);
  Rcpp::NumericMatrix result(2, static_cast<int>(scores.evaluators()));
  double *const values = result.begin(), *const sizes = REAL(prior_size);
  const seqjudge::ExpectedQualities qualities;
  seqjudge::for_each_chunk(
      scores.evaluators(), threads,
      [&](std::size_t e) {
        for (const auto shape : {seqjudge::QualityShape::flat, seqjudge::QualityShape::bell})
          values[2 * e + (shape == seqjudge::QualityShape::bell)] =
              seqjudge::log_shape_density(qualities, scores.of(e), sizes[e], shape);
      },
      InterruptPoll());
  return result;
}

// Chains of the ratings model, one for each model of the list: draws of the qualities (items x rounds x chains), their
// means, and draws of the rest.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_rating_chains(const Rcpp::List& table, const Rcpp::List& models, int warmup, int rounds, double seed,
                             int threads) {
  const auto scores = as_table(table);
  const auto chains = static_cast<int>(models.size());
  const auto items = static_cast<int>(scores.items), evaluators = static_cast<int>(scores.evaluators());
  std::vector<seqjudge::RatingsModel> own;
  for (const auto& model : models) own.push_back(as_ratings_model(model));
  Rcpp::NumericVector quality(Rcpp::Dimension(items, rounds, chains)), loading(Rcpp::Dimension(evaluators, rounds, chains)),
      severity(Rcpp::Dimension(evaluators, rounds, chains)), noise(Rcpp::Dimension(evaluators, rounds, chains)),
      effects(Rcpp::Dimension(5, rounds, chains));
  double *const q = quality.begin(), *const l = loading.begin(), *const s = severity.begin(), *const v = noise.begin(),
                                    *const e = effects.begin();
  Rcpp::NumericMatrix mean_quality(items, chains);
  double* const mean = mean_quality.begin();
  seqjudge::for_each_chunk(
      own.size(), threads,
      [&](std::size_t c, auto& poll) {
        seqjudge::RatingsChain chain(scores, own[c],
                                     seqjudge::RandomStream(static_cast<std::uint64_t>(seed), c));
        for (int k = -warmup; k < rounds; ++k) {
          chain.step(poll);
          if (k < 0) continue;
          const std::size_t at = c * static_cast<std::size_t>(rounds) + static_cast<std::size_t>(k);
          std::copy(chain.quality().begin(), chain.quality().end(), q + at * scores.items);
          std::copy(chain.loading().begin(), chain.loading().end(), l + at * scores.evaluators());
          std::copy(chain.severity().begin(), chain.severity().end(), s + at * scores.evaluators());
          std::transform(chain.noise_variance().begin(), chain.noise_variance().end(), v + at * scores.evaluators(),
                         [](double variance) { return std::sqrt(variance); });
          const double effect[] = {chain.drift(), chain.start(), chain.wander_share(),
                                   std::sqrt(chain.quality_variance()), std::sqrt(chain.severity_variance())};
          std::copy(std::begin(effect), std::end(effect), e + at * 5);
          for (std::size_t i = 0; i < scores.items; ++i) mean[c * scores.items + i] += chain.mean_quality()[i] / rounds;
        }
      },
      InterruptPoll());
  return Rcpp::List::create(Rcpp::_["quality"] = quality, Rcpp::_["mean_quality"] = mean_quality,
                            Rcpp::_["loading"] = loading, Rcpp::_["severity"] = severity, Rcpp::_["noise"] = noise,
                            Rcpp::_["effects"] = effects);
}
