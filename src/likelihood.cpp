#include <Rcpp.h>

#include <vector>

#include "interrupt.h"
#include "seqjudge.hpp"

// R has validated every argument. Scores in bins come as the ends of their bins, `lower` and `upper`; scores that are
// numbers come in `lower`, and `upper` is empty. Unscored items are left out, except where the ranking is known.

namespace {

using seqjudge::NoiseFit;
using seqjudge::NormalLattice;
using seqjudge::UniformLattice;

std::size_t highest(const Rcpp::IntegerVector& position) {
  return position.size() == 0 ? 0 : static_cast<std::size_t>(Rcpp::max(position));
}

struct Marginal {
  const Rcpp::IntegerVector& position;
  const Rcpp::NumericVector& lower;
  const Rcpp::NumericVector& upper;
  const Rcpp::NumericVector& weight;
  bool uniform;
  InterruptPoll poll;

  bool binned() const { return upper.size() > 0; }
  std::size_t n() const { return static_cast<std::size_t>(position.size()); }
  seqjudge::PointScores points() const { return {position.begin(), lower.begin()}; }
  seqjudge::BinScores bins() const { return {position.begin(), lower.begin(), upper.begin()}; }

  double log_likelihood(std::size_t positions, double prior_size, double noise) const {
    return uniform ? with<UniformLattice>(positions, prior_size, noise)
                   : with<NormalLattice>(positions, prior_size, noise);
  }
  template <class Lattice>
  double with(std::size_t positions, double prior_size, double noise) const {
    const auto lattices = seqjudge::lattices_of<Lattice>(positions, prior_size, noise);
    const double* weights = weight.size() > 0 ? weight.begin() : nullptr;
    return binned() ? seqjudge::marginal_log_likelihood(lattices, bins(), weights, n(), poll)
                    : seqjudge::marginal_log_likelihood(lattices, points(), weights, n(), poll);
  }
};

// The best noise for each of the prior sizes.
template <class Fit>
Rcpp::List profile(const Rcpp::NumericVector& sizes, const Rcpp::NumericVector& start, const Fit& fit) {
  Rcpp::NumericVector noise(sizes.size()), log_lik(sizes.size()), integrated(sizes.size());
  for (R_xlen_t k = 0; k < sizes.size(); ++k) {
    const NoiseFit best = fit(sizes[k], start[k]);
    noise[k] = best.noise;
    log_lik[k] = best.log_lik;
    integrated[k] = best.integrated;
  }
  return Rcpp::List::create(Rcpp::_["noise"] = noise, Rcpp::_["log_lik"] = log_lik, Rcpp::_["integrated"] = integrated);
}

}  // namespace

// The log-likelihood at each pair of prior size and noise.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_marginal(const Rcpp::IntegerVector& position, const Rcpp::NumericVector& lower,
                                 const Rcpp::NumericVector& upper, const Rcpp::NumericVector& weight,
                                 const Rcpp::NumericVector& sizes, const Rcpp::NumericVector& noise, bool uniform) {
  const Marginal data{position, lower, upper, weight, uniform, InterruptPoll()};
  Rcpp::NumericVector result(sizes.size());
  for (R_xlen_t k = 0; k < sizes.size(); ++k) result[k] = data.log_likelihood(highest(position), sizes[k], noise[k]);
  return result;
}

// The best noise for each prior size. `range` holds the lowest and highest noise; a start of NA means to look at all.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_marginal_profile(const Rcpp::IntegerVector& position, const Rcpp::NumericVector& lower,
                                const Rcpp::NumericVector& upper, const Rcpp::NumericVector& weight,
                                const Rcpp::NumericVector& sizes, const Rcpp::NumericVector& start,
                                const Rcpp::NumericVector& range, double tolerance, bool uniform) {
  const Marginal data{position, lower, upper, weight, uniform, InterruptPoll()};
  const std::size_t positions = highest(position);
  const double scores = weight.size() > 0 ? Rcpp::sum(weight) : static_cast<double>(position.size());
  return profile(sizes, start, [&](double size, double from) {
    const seqjudge::NoiseSearch search{range[0], range[1], from, tolerance, scores};
    const auto f = [&](double noise) { return data.log_likelihood(positions, size, noise); };
    if (uniform && !data.binned())
      return seqjudge::fit_uniform_noise(f, lower, position.begin(), data.n(), positions, size, search);
    return seqjudge::fit_noise(f, search);
  });
}

// The log-likelihood of each evaluator (rows) at each prior size (columns), for one noise. The scores of evaluator j
// are number start[j] to start[j + 1] - 1, from 0.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_marginal_by_evaluator(const Rcpp::IntegerVector& position, const Rcpp::NumericVector& lower,
                                              const Rcpp::NumericVector& upper, const Rcpp::IntegerVector& start,
                                              const Rcpp::NumericVector& sizes, double noise, bool uniform) {
  const Rcpp::NumericVector none;
  const Marginal data{position, lower, upper, none, uniform, InterruptPoll()};
  const auto evaluators = static_cast<std::size_t>(start.size() - 1);
  Rcpp::NumericMatrix result(static_cast<int>(evaluators), static_cast<int>(sizes.size()));
  const auto fill = [&](const auto& lattices, double* column) {
    if (data.binned())
      seqjudge::marginal_by_group(lattices, data.bins(), start.begin(), evaluators, column, data.poll);
    else
      seqjudge::marginal_by_group(lattices, data.points(), start.begin(), evaluators, column, data.poll);
  };
  for (R_xlen_t k = 0; k < sizes.size(); ++k) {
    double* column = result.begin() + k * static_cast<R_xlen_t>(evaluators);
    if (uniform)
      fill(seqjudge::lattices_of<UniformLattice>(highest(position), sizes[k], noise), column);
    else
      fill(seqjudge::lattices_of<NormalLattice>(highest(position), sizes[k], noise), column);
  }
  return result;
}

// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_compress(const Rcpp::IntegerVector& position, const Rcpp::NumericVector& score, double cell_width) {
  const auto result =
      seqjudge::compress(position.begin(), score.begin(), static_cast<std::size_t>(position.size()), highest(position),
                         Rcpp::min(score), Rcpp::max(score), cell_width, InterruptPoll());
  return Rcpp::List::create(Rcpp::_["position"] = result.position, Rcpp::_["lower"] = result.value,
                            Rcpp::_["weight"] = result.weight);
}

namespace {

// Evaluators with known rankings; the j-th counts `weight[j]` times.
struct Ranked {
  seqjudge::RankedScores scores;
  const Rcpp::IntegerVector& start;
  const Rcpp::NumericVector& weight;
  std::size_t positions;
  bool uniform;
  InterruptPoll poll;

  double log_likelihood(double prior_size, double noise) const {
    return uniform ? with<UniformLattice>(prior_size, noise) : with<NormalLattice>(prior_size, noise);
  }
  template <class Lattice>
  double with(double prior_size, double noise) const {
    seqjudge::RankedLikelihood<Lattice> likelihood(scores, positions, prior_size, noise, !uniform);
    double total = 0;
    for (R_xlen_t j = 0; j + 1 < start.size(); ++j) {
      const auto from = static_cast<std::size_t>(start[j]), to = static_cast<std::size_t>(start[j + 1]);
      total += weight[j] * likelihood.of_evaluator(from, to);
      poll();
    }
    return total;
  }
};

}  // namespace

// The same given the true rankings. Items stand from the lowest to the highest in rank for each evaluator; scores in
// bins are the numbers 1 to `bins` (0: scores are numbers), NA for unscored items.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_ranked(const Rcpp::IntegerVector& position, const Rcpp::IntegerVector& relative,
                               const Rcpp::NumericVector& score, int bins, const Rcpp::IntegerVector& start,
                               const Rcpp::NumericVector& weight, const Rcpp::NumericVector& sizes,
                               const Rcpp::NumericVector& noise, bool uniform) {
  const Ranked data{{position.begin(), relative.begin(), score.begin(), bins},
                    start,
                    weight,
                    highest(position),
                    uniform,
                    InterruptPoll()};
  Rcpp::NumericVector result(sizes.size());
  for (R_xlen_t k = 0; k < sizes.size(); ++k) result[k] = data.log_likelihood(sizes[k], noise[k]);
  return result;
}

// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_ranked_profile(const Rcpp::IntegerVector& position, const Rcpp::IntegerVector& relative,
                              const Rcpp::NumericVector& score, int bins, const Rcpp::IntegerVector& start_of,
                              const Rcpp::NumericVector& weight, const Rcpp::NumericVector& sizes,
                              const Rcpp::NumericVector& start, const Rcpp::NumericVector& range, double tolerance,
                              bool uniform) {
  const Ranked data{{position.begin(), relative.begin(), score.begin(), bins},
                    start_of,
                    weight,
                    highest(position),
                    uniform,
                    InterruptPoll()};
  return profile(sizes, start, [&](double size, double from) {
    return seqjudge::fit_noise([&](double noise) { return data.log_likelihood(size, noise); },
                               {range[0], range[1], from, tolerance, static_cast<double>(score.size())});
  });
}
