#include <Rcpp.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "interrupt.h"
#include "seqjudge/ratings/known_centres.hpp"
#include "seqjudge/ratings/mark_posterior.hpp"
#include "seqjudge/ratings/ratings_chain.hpp"
#include "seqjudge/ratings/ratings_density.hpp"
#include "seqjudge/ratings/size_evidence.hpp"
#include "seqjudge/support/threads.hpp"

// R has validated every argument. A table comes as a list: `items` (how many), `start`, `item` (from 1) and `value`, as
// in RatingTable; where judges have several sequences, also `judge` and `round` along these (from 1).

namespace {

seqjudge::RatingTable as_table(const Rcpp::List& x) {
  seqjudge::RatingTable table;
  table.items = static_cast<std::size_t>(Rcpp::as<int>(x["items"]));
  table.start = Rcpp::as<std::vector<std::int32_t>>(x["start"]);
  table.item = Rcpp::as<std::vector<std::int32_t>>(x["item"]);
  for (auto& item : table.item) --item;
  table.score = Rcpp::as<std::vector<double>>(x["value"]);
  const auto numbered = [&](const char* name, std::vector<std::int32_t>& to) {
    if (!x.containsElementNamed(name) || Rf_length(x[name]) == 0) return;
    to = Rcpp::as<std::vector<std::int32_t>>(x[name]);
    for (auto& number : to) --number;
  };
  numbered("judge", table.judge_of);
  numbered("round", table.round_of);
  numbered("cluster", table.cluster);
  return table;
}

// What is not in the list is as the core has it.
template <class Value>
Value value_of(const Rcpp::List& x, const char* name, Value otherwise) {
  return x.containsElementNamed(name) ? Rcpp::as<Value>(x[name]) : otherwise;
}

seqjudge::SizeGrid as_size_grid(const Rcpp::List& x) {
  const Rcpp::NumericVector size = x["size"], share = x["share"], log_weight = x["log_weight"];
  const bool rivals = value_of(x, "rivals", true);
  Rcpp::NumericVector wander(size.size());
  if (x.containsElementNamed("wander")) wander = x["wander"];
  seqjudge::SizeGrid grid;
  for (R_xlen_t k = 0; k < size.size(); ++k) grid.models.push_back({size[k], share[k], rivals, wander[k]});
  grid.log_weight.assign(log_weight.begin(), log_weight.end());
  return grid;
}

seqjudge::PositionEffects as_position_effects(const Rcpp::List& x) {
  seqjudge::PositionEffects effects;
  effects.drift = value_of(x, "drift", false);
  effects.start = value_of(x, "start", effects.drift);
  effects.round = value_of(x, "round", false);
  effects.curve = static_cast<std::size_t>(value_of(x, "curve", 0));
  return effects;
}

seqjudge::RatingsModel as_ratings_model(const Rcpp::List& x) {
  seqjudge::RatingsModel model;
  model.prior_size = Rcpp::as<std::vector<double>>(x["prior_size"]);
  model.effects = as_position_effects(x);
  model.wander = value_of(x, "wander", model.wander);
  model.own_drift = value_of(x, "own_drift", model.own_drift);
  model.neighbour = value_of(x, "neighbour", model.neighbour);
  model.average = value_of(x, "average", model.average);
  model.effect_sd = value_of(x, "effect_sd", model.effect_sd);
  model.context_sd = value_of(x, "context_sd", model.context_sd);
  model.shrink = value_of(x, "shrink", model.shrink);
  model.wander_share_sd = value_of(x, "wander_share_sd", model.wander_share_sd);
  return model;
}

seqjudge::RatingsParameters as_parameters(const Rcpp::List& x) {
  seqjudge::RatingsParameters par;
  const auto numbers = [&](const char* name) { return Rcpp::as<std::vector<double>>(x[name]); };
  const auto number = [&](const char* name) { return Rcpp::as<double>(x[name]); };
  par.effects = as_position_effects(x);
  par.effect = numbers("effect");
  par.effect_variance = numbers("effect_variance");
  par.neighbour = number("neighbour");
  par.average = number("average");
  par.prior_size = numbers("prior_size");
  par.loading = numbers("loading");
  par.noise_variance = numbers("noise_variance");
  par.wander_variance = numbers("wander_variance");
  par.keep = number("keep");
  par.severity_mean = number("severity_mean");
  par.severity_variance = number("severity_variance");
  par.own_drift_variance = number("own_drift_variance");
  par.quality_variance = number("quality_variance");
  return par;
}

std::vector<seqjudge::RatingsModel> as_models(const Rcpp::List& models) {
  std::vector<seqjudge::RatingsModel> result;
  for (const auto& model : models) result.push_back(as_ratings_model(model));
  return result;
}

// Room for numbers by round and chain. Not filled: with many draws that takes as long as one may wait for an interrupt.
Rcpp::NumericVector no_draws(std::size_t rows, int rounds, int chains) {
  Rcpp::NumericVector draws(Rcpp::no_init(static_cast<R_xlen_t>(rows) * rounds * chains));
  draws.attr("dim") = Rcpp::Dimension(static_cast<int>(rows), rounds, chains);
  return draws;
}

// The same under names.
Rcpp::NumericVector named_draws(const Rcpp::CharacterVector& names, int rounds, int chains) {
  Rcpp::NumericVector draws = no_draws(static_cast<std::size_t>(names.size()), rounds, chains);
  draws.attr("dimnames") = Rcpp::List::create(names, R_NilValue, R_NilValue);
  return draws;
}

// A chain for each model. After the warm-up every round k of chain c (both from 0) comes to keep(chain, c, k).
template <class Keep>
void run_chains(const seqjudge::RatingTable& scores, const std::vector<seqjudge::RatingsModel>& models, int warmup,
                int rounds, double seed, int threads, const Keep& keep) {
  seqjudge::for_each_chunk(
      models.size(), threads,
      [&](std::size_t c, auto& poll) {
        seqjudge::RatingsChain chain(scores, models[c], seqjudge::RandomStream(static_cast<std::uint64_t>(seed), c));
        for (int k = 0; k < warmup; ++k) chain.step(poll, true);
        for (int k = 0; k < rounds; ++k) {
          chain.step(poll);
          keep(chain, c, static_cast<std::size_t>(k));
        }
      },
      InterruptPoll());
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
      [&](std::size_t k) { values[k] = seqjudge::log_density_of(scores, sizes.models[k], alone); }, InterruptPoll());
  return result;
}

// The log of their weighted sum, in so many shuffled orders from number `from` on.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_shuffled_evidence(const Rcpp::List& table, const Rcpp::List& grid, bool alone, int from,
                                          int shuffles, double seed, int threads) {
  Rcpp::NumericVector result(shuffles);
  seqjudge::shuffled_evidence(as_table(table), as_size_grid(grid), alone, static_cast<std::uint64_t>(seed),
                              static_cast<std::size_t>(from), static_cast<std::size_t>(shuffles), result.begin(),
                              threads, InterruptPoll());
  return result;
}

// Draws of the ranking of each evaluator, a matrix each with a row for each scored item, and the means of the scales
// drawn (bell-shaped, centre, spread, noise; evaluators x settings). `prior_size` has a row for each evaluator and a
// column for each setting, which are known by `share_centre` and `share_sd` besides; `prior` has the columns of a
// ScalePrior and a row for each evaluator, setting after setting; `setting` is that of each draw, from 0.
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

// What the others tell of the middle of each evaluator's scale: a row for each, with its mean and standard deviation,
// Inf where they tell nothing.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_known_centres(const Rcpp::List& table, double prior_size, double share) {
  const auto known = seqjudge::known_centres(as_table(table), {prior_size, share});
  Rcpp::NumericMatrix result(static_cast<int>(known.size()), 2);
  for (std::size_t j = 0; j < known.size(); ++j) {
    result(static_cast<int>(j), 0) = known[j].mean;
    result(static_cast<int>(j), 1) = 1 / std::sqrt(known[j].precision);
  }
  return result;
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
  const auto own = as_models(models);
  const auto of_judges = [&] { return no_draws(scores.judges(), rounds, chains); };
  Rcpp::NumericVector quality = no_draws(scores.items, rounds, chains);
  Rcpp::NumericVector loading = of_judges(), severity = of_judges(), noise = of_judges();
  Rcpp::NumericVector effects =
      named_draws({"drift", "start", "neighbour", "wander", "quality_sd", "severity_sd"}, rounds, chains);
  Rcpp::NumericVector population = named_draws({"severity_mean", "severity_variance", "loading_spread", "noise_shape",
                                                "noise_centre", "wander_share", "drift", "start", "neighbour"},
                                               rounds, chains);
  double *const q = quality.begin(), *const l = loading.begin(), *const s = severity.begin(), *const v = noise.begin(),
                *const e = effects.begin(), *const p = population.begin();
  Rcpp::NumericMatrix mean_quality(static_cast<int>(scores.items), chains);
  double* const mean = mean_quality.begin();
  run_chains(scores, own, warmup, rounds, seed, threads,
             [&](const seqjudge::RatingsChain& chain, std::size_t c, std::size_t k) {
               const std::size_t at = c * static_cast<std::size_t>(rounds) + k;
               std::copy(chain.quality().begin(), chain.quality().end(), q + at * scores.items);
               std::copy(chain.loading().begin(), chain.loading().end(), l + at * scores.judges());
               std::copy(chain.severity().begin(), chain.severity().end(), s + at * scores.judges());
               std::transform(chain.noise_variance().begin(), chain.noise_variance().end(), v + at * scores.judges(),
                              [](double variance) { return std::sqrt(variance); });
               const double effect[] = {chain.drift(),
                                        chain.start(),
                                        chain.neighbour(),
                                        chain.wander_share(),
                                        std::sqrt(chain.quality_variance()),
                                        std::sqrt(chain.severity_variance())};
               std::copy(std::begin(effect), std::end(effect), e + at * 6);
               const double common[] = {
                   chain.severity_mean(), chain.severity_variance(), chain.loading_spread(), chain.noise_shape(),
                   chain.noise_centre(),  chain.wander_share(),      chain.drift(),          chain.start(),
                   chain.neighbour()};
               std::copy(std::begin(common), std::end(common), p + at * 9);
               for (std::size_t i = 0; i < scores.items; ++i)
                 mean[c * scores.items + i] += chain.mean_quality()[i] / rounds;
             });
  return Rcpp::List::create(Rcpp::_["quality"] = quality, Rcpp::_["mean_quality"] = mean_quality,
                            Rcpp::_["loading"] = loading, Rcpp::_["severity"] = severity, Rcpp::_["noise"] = noise,
                            Rcpp::_["effects"] = effects, Rcpp::_["population"] = population);
}

namespace {

// Sums over the rounds of a chain of what has many values, and of the squares of some.
struct EffectSums {
  std::vector<double> quality, quality_square, fitted, wander;
  // Of each judge: severity, loading, own drift and noise, with the squares of the first three.
  std::vector<double> judge;

  explicit EffectSums(const seqjudge::RatingTable& table)
      : quality(table.items),
        quality_square(table.items),
        fitted(table.score.size()),
        wander(table.score.size()),
        judge(7 * table.judges()) {}

  void add(const seqjudge::RatingTable& table, const seqjudge::RatingsChain& chain) {
    for (std::size_t k = 0; k < quality.size(); ++k) {
      quality[k] += chain.quality()[k];
      quality_square[k] += chain.quality()[k] * chain.quality()[k];
    }
    for (std::size_t j = 0; j < table.judges(); ++j) {
      const double values[] = {chain.severity()[j], chain.loading()[j], chain.own_drift()[j]};
      for (std::size_t k = 0; k < 3; ++k) {
        judge[7 * j + k] += values[k];
        judge[7 * j + 4 + k] += values[k] * values[k];
      }
      judge[7 * j + 3] += std::sqrt(chain.noise_variance()[j]);
    }
    for (std::size_t c = 0; c < table.sequences(); ++c)
      for (std::size_t i = table.first(c); i < table.end(c); ++i) fitted[i] += chain.fitted(c, i);
    for (std::size_t i = 0; i < wander.size(); ++i) wander[i] += chain.wander()[i];
  }
};

// The mean over all chains of sums over rounds.
template <class Member>
Rcpp::NumericVector mean_of(const std::vector<EffectSums>& sums, double count, Member member) {
  const std::size_t n = (sums[0].*member).size();
  Rcpp::NumericVector mean(static_cast<R_xlen_t>(n));
  for (const auto& sum : sums)
    for (std::size_t k = 0; k < n; ++k) mean[static_cast<R_xlen_t>(k)] += (sum.*member)[k] / count;
  return mean;
}

}  // namespace

// The same chains, for the effects themselves: draws of what is common to all, means of what is not, of every `thin`-th
// round loadings and noise variances of the judges, and one draw of the noise in the scores.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_effect_chains(const Rcpp::List& table, const Rcpp::List& models, int warmup, int rounds, int thin,
                             double seed, int threads) {
  const auto scores = as_table(table);
  const auto chains = static_cast<int>(models.size());
  const auto own = as_models(models);
  const std::size_t effects = own[0].effects.count() + 2, rows = effects + 8;
  Rcpp::NumericVector common = no_draws(rows, rounds, chains);
  const int kept = rounds / thin;
  const auto every = static_cast<std::size_t>(thin);
  Rcpp::NumericVector loading = no_draws(scores.judges(), kept, chains),
                      noise = no_draws(scores.judges(), kept, chains);
  double *const out = common.begin(), *const l = loading.begin(), *const v = noise.begin();
  std::vector<EffectSums> sums(own.size(), EffectSums(scores));
  Rcpp::NumericVector noise_draw(static_cast<R_xlen_t>(scores.score.size()));
  double* const drawn = noise_draw.begin();
  run_chains(scores, own, warmup, rounds, seed, threads,
             [&](const seqjudge::RatingsChain& chain, std::size_t c, std::size_t k) {
               double* to = out + (c * static_cast<std::size_t>(rounds) + k) * rows;
               to = std::copy(chain.effects().begin(), chain.effects().end(), to);
               const double rest[] = {chain.wander_share(),      chain.quality_variance(), chain.severity_mean(),
                                      chain.severity_variance(), chain.loading_spread(),   chain.own_drift_spread(),
                                      chain.noise_centre(),      chain.curve_spread()};
               std::copy(std::begin(rest), std::end(rest), to);
               sums[c].add(scores, chain);
               if (c == 0 && k + 1 == static_cast<std::size_t>(rounds))
                 for (std::size_t q = 0; q < scores.sequences(); ++q)
                   for (std::size_t i = scores.first(q); i < scores.end(q); ++i) drawn[i] = chain.noise_of(q, i);
               if ((k + 1) % every != 0) return;
               const std::size_t at = (c * static_cast<std::size_t>(kept) + k / every) * scores.judges();
               std::copy(chain.loading().begin(), chain.loading().end(), l + at);
               std::copy(chain.noise_variance().begin(), chain.noise_variance().end(), v + at);
             });
  const double count = static_cast<double>(rounds) * chains;
  return Rcpp::List::create(Rcpp::_["common"] = common, Rcpp::_["loading"] = loading, Rcpp::_["noise_variance"] = noise,
                            Rcpp::_["quality"] = mean_of(sums, count, &EffectSums::quality),
                            Rcpp::_["quality_square"] = mean_of(sums, count, &EffectSums::quality_square),
                            Rcpp::_["judge"] = mean_of(sums, count, &EffectSums::judge),
                            Rcpp::_["fitted"] = mean_of(sums, count, &EffectSums::fitted),
                            Rcpp::_["wander"] = mean_of(sums, count, &EffectSums::wander),
                            Rcpp::_["noise_draw"] = noise_draw);
}

// The exact log density of the scores given parameters, the mean qualities (and effects), and of each score its mean
// and variance given all others.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_ratings_density(const Rcpp::List& table, const Rcpp::List& parameters, bool leave_one_out) {
  const auto scores = as_table(table);
  const seqjudge::RatingsDensity density(scores, as_parameters(parameters));
  const auto rows = static_cast<R_xlen_t>(leave_one_out ? scores.score.size() : 0);
  Rcpp::NumericVector mean(rows), variance(rows);
  if (leave_one_out) density.leave_one_out(mean.begin(), variance.begin());
  return Rcpp::List::create(
      Rcpp::_["log_density"] = density.log_density(),
      Rcpp::_["mean"] = Rcpp::NumericVector(density.mean().data(), density.mean().data() + density.mean().size()),
      Rcpp::_["loo_mean"] = mean, Rcpp::_["loo_variance"] = variance);
}
