// Markov chains for the ratings model: ordinary marks of several judges, and what the order does to them.
//
// The score that judge j gives at position t of a sequence is
//
//   severity[j] + own_drift[j] * place + effects of the position + wander[t]
//     + loading[j] * (quality as seen at t) + neighbour * (quality before) + average * (mean quality so far) + noise,
//
// where severities, loadings, drifts and noises come from populations that are learned too, so that a panel of two
// judges comes out as their mean and one of ten weighs the reliable ones more. `wander` is a severity that changes
// slowly along the positions (an Ornstein-Uhlenbeck process), the effects of the position are common to all (see
// PositionColumns), and the quality as seen is the item's own, or with a finite prior size a comparison with those
// before (see Comparison).
//
// A round draws in blocks, so that the chain mixes well: all qualities, severities and effects of the position at once
// given the wander (QualityBlock); then all effects, with severity, loading and drift of each judge, at once given the
// qualities with the wander integrated out; then the share of the wander and the noises, with the wander still
// integrated out (and of the share, the noises too); then the wander itself. One round takes time in proportion to the
// scores. Needs sitmo's header (see random.hpp) and Eigen, and is therefore not part of seqjudge.hpp.

#ifndef SEQJUDGE_RATINGS_RATINGS_CHAIN_HPP
#define SEQJUDGE_RATINGS_RATINGS_CHAIN_HPP

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "../support/random.hpp"
#include "position_columns.hpp"
#include "quality_block.hpp"
#include "rating_table.hpp"
#include "serial_noise.hpp"

namespace seqjudge {

// Scores have a standard deviation of about 1 within evaluators; so the priors hold for marks of any kind. Where they
// are set: see the help page of the ratings model.
struct RatingsModel {
  std::vector<double> prior_size;  // of each sequence; infinite where the order has no part in the comparisons
  PositionEffects effects{true, true, false, 0};
  bool own_drift = false;        // a drift of each judge's own
  bool neighbour = false;        // contrast with the item before (below 0) or assimilation (above)
  bool average = false;          // the same with the mean of the items so far
  bool wander = true;            // a severity that wanders
  double effect_sd = 0.4;        // prior standard deviations: of the effects of the position ...
  double context_sd = 0.12;      // ... of the coefficients of the items before ...
  bool shrink = true;            // ... each of which may be a half, a quarter ... a sixteenth of that ...
  double loading_sd = 0.3;       // ... of the spread of the loadings about 1
  double spread_sd = 0.3;        // ... and of the spreads of own drifts and of the curve
  double wander_share = 0.1;     // prior centre of the wandering variance as a share of the noise variance ...
  double wander_share_sd = 0.8;  // ... on the log scale; 0 for a share that is uniform up to most_wander_share
  double wander_length = 8;      // positions after which the correlation has fallen to 1 / e
  double least_noise = 1e-3;     // variance: scores are no more exact than that, however well judges agree
};

class RatingsChain {
 public:
  RatingsChain(const RatingTable& table, const RatingsModel& model, RandomStream random)
      : table_(table),
        model_(model),
        random_(random),
        columns_(table, model.effects),
        block_(table, columns_),
        quality_(table.items, 0),
        mean_quality_(table.items, 0),
        severity_(table.judges(), 0),
        loading_(table.judges(), 1),
        own_drift_(table.judges(), 0),
        noise_(table.judges(), 0.5),
        earlier_(table.sequences(), 0),
        effect_(columns_.count() + 2, 0),
        shrunk_(effect_.size(), 1),
        sequences_of_(table.judges()) {
    for (auto* const values : {&wander_, &rest_, &seen_quality_, &previous_, &average_, &effect_at_})
      values->assign(table.score.size(), 0);
    scored_by_.assign(table.judges(), 0);
    for (std::size_t c = 0; c < table.sequences(); ++c) {
      sequences_of_[table.judge(c)].push_back(c);
      const std::size_t n = table.end(c) - table.first(c);
      std::size_t scored = 0;
      for (std::size_t i = table.first(c); i < table.end(c); ++i) scored += table.scored(i);
      scored_by_[table.judge(c)] += static_cast<double>(scored);
      complete_.push_back(scored == n);
      longest_ = std::max(longest_, n);
    }
    finite_ =
        std::any_of(model_.prior_size.begin(), model_.prior_size.end(), [](double n) { return std::isfinite(n); });
  }

  // One round: every unknown at least once, given all others. While `adapting` the steps of the wander's share find
  // their length, and the chain is not yet one to draw from.
  template <class Poll>
  void step(Poll& poll, bool adapting = false) {
    draw_qualities();
    poll();
    draw_quality_variance();
    draw_regression();
    poll();
    draw_population();
    draw_share_and_noises(adapting);
    poll();
    if (model_.wander) draw_wander();
    draw_spreads();
  }

  const std::vector<double>& quality() const { return quality_; }
  // Mean of the qualities given all else in the last round: less random than the draws themselves.
  const std::vector<double>& mean_quality() const { return mean_quality_; }
  const std::vector<double>& severity() const { return severity_; }
  const std::vector<double>& loading() const { return loading_; }
  const std::vector<double>& own_drift() const { return own_drift_; }
  const std::vector<double>& noise_variance() const { return noise_; }
  const std::vector<double>& wander() const { return wander_; }
  // Coefficients of the columns, then of the item before and of the mean so far (0 where these are left out).
  const std::vector<double>& effects() const { return effect_; }
  double drift() const { return model_.effects.drift ? effect_[0] : 0; }
  double start() const { return model_.effects.start ? effect_[model_.effects.drift] : 0; }
  double neighbour() const { return effect_[columns_.count()]; }
  double average() const { return effect_[columns_.count() + 1]; }
  double wander_share() const { return wander_share_; }
  double quality_variance() const { return quality_variance_; }
  double severity_mean() const { return severity_mean_; }
  double severity_variance() const { return severity_variance_; }
  double loading_spread() const { return loading_spread_; }
  double own_drift_spread() const { return own_drift_spread_; }
  double curve_spread() const { return curve_spread_; }
  double noise_shape() const { return noise_shape_; }
  double noise_centre() const { return noise_centre_; }
  // What the model makes of a score, but for wander and noise.
  double fitted(std::size_t sequence, std::size_t row) const {
    const std::size_t j = table_.judge(sequence);
    return severity_[j] + own_drift_[j] * columns_.drift(row) + effect_at_[row] + loading_[j] * seen_quality_[row];
  }
  // The noise of a score in this round, in units of the judge's.
  double noise_of(std::size_t sequence, std::size_t row) const {
    return residual(sequence, row) / std::sqrt(noise_[table_.judge(sequence)]);
  }

 private:
  using Row = std::array<double, 16>;  // more than there are columns

  double gamma(double shape) {
    // Marsaglia and Tsang (2000); a shape below 1 is raised by one and brought back by a power of a uniform number.
    if (shape < 1) return gamma(shape + 1) * std::pow(random_.uniform(), 1 / shape);
    const double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
    for (;;) {
      const double x = random_.normal(), v = 1 + c * x;
      if (v <= 0) continue;
      const double cube = v * v * v;
      if (std::log(random_.uniform()) < 0.5 * x * x + d - d * cube + d * std::log(cube)) return d * cube;
    }
  }
  double inverse_gamma(double shape, double rate) { return rate / gamma(shape); }
  // A number with probability proportional to exp(log_weight).
  std::size_t choose(const std::vector<double>& log_weight) {
    const double most = *std::max_element(log_weight.begin(), log_weight.end());
    double total = 0;
    for (const double value : log_weight) total += std::exp(value - most);
    double left = random_.uniform() * total;
    for (std::size_t k = 0; k + 1 < log_weight.size(); ++k)
      if ((left -= std::exp(log_weight[k] - most)) <= 0) return k;
    return log_weight.size() - 1;
  }
  template <class LogDensity>
  double on_grid(const std::vector<double>& values, const LogDensity& log_density) {
    log_weight_.clear();
    for (const double value : values) log_weight_.push_back(log_density(value));
    return values[choose(log_weight_)];
  }

  double residual(std::size_t c, std::size_t i) const { return table_.score[i] - fitted(c, i) - wander_[i]; }
  std::size_t first_of_curve() const { return std::size_t{model_.effects.drift} + model_.effects.start; }
  bool in_curve(std::size_t e) const { return e >= first_of_curve() && e - first_of_curve() < model_.effects.curve; }
  // The coefficients that the model has, in the order of a row.
  template <class Use>
  void for_each_coefficient(const Use& use) const {
    for (std::size_t e = 0; e < columns_.count(); ++e) use(e);
    if (model_.neighbour) use(columns_.count());
    if (model_.average) use(columns_.count() + 1);
  }
  // The prior standard deviation of a coefficient in this round. A curve is the smoother the smaller its spread.
  double effect_sd(std::size_t e) const {
    if (e >= columns_.count()) return model_.context_sd * shrunk_[e];
    if (!in_curve(e)) return model_.effect_sd * shrunk_[e];
    const auto waves = static_cast<double>(e - first_of_curve() + 2);
    return curve_spread_ * 4 / (waves * waves);
  }

  // Qualities
  // -----------------------------------------------------------------------------------------------------------

  void draw_qualities() {
    describe_scores();
    describe_priors();
    block_.draw(random_);
    block_.conditional_means(mean_quality_, table_.items);
    std::copy_n(block_.value.begin(), table_.items, quality_.begin());
    std::copy_n(block_.value.begin() + static_cast<std::ptrdiff_t>(block_.level(0)), severity_.size(),
                severity_.begin());
    std::copy_n(block_.value.begin() + static_cast<std::ptrdiff_t>(block_.earlier(0)), earlier_.size(),
                earlier_.begin());
    for (std::size_t e = 0; e < columns_.count(); ++e) effect_[e] = block_.value[block_.coefficient(e)];
    look_back();
    find_effects();
    if (finite_) draw_rest();
  }
  // What comparisons have that is not linear in the qualities counts as noise here.
  void describe_scores() {
    for (std::size_t c = 0; c < table_.sequences(); ++c) {
      const std::size_t j = table_.judge(c), first = table_.first(c);
      const double load = loading_[j];
      for (std::size_t i = first; i < table_.end(c); ++i) {
        const auto before = static_cast<double>(i - first);
        const Comparison seen(model_.prior_size[c], i - first + 1);
        ScoreTerms& term = block_.terms[i];
        term.own = load * seen.own;
        term.earlier = -load * seen.other;
        term.previous = neighbour();
        term.before = term.earlier + (before > 0 ? average() / before : 0);
        if (!table_.scored(i)) continue;
        term.weight = 1 / (noise_[j] + load * load * quality_variance_ * seen.rest);
        term.target = table_.score[i] - wander_[i] - own_drift_[j] * columns_.drift(i);
      }
    }
  }
  void describe_priors() {
    auto& precision = block_.prior_precision;
    auto& value = block_.value;
    for (std::size_t k = 0; k < table_.items; ++k) {
      precision[block_.quality(k)] = 1 / quality_variance_;
      value[block_.quality(k)] = quality_[k];
    }
    for (std::size_t j = 0; j < severity_.size(); ++j) {
      precision[block_.level(j)] = 1 / severity_variance_;
      block_.prior_mean[block_.level(j)] = severity_mean_;
      value[block_.level(j)] = severity_[j];
    }
    for (std::size_t c = 0; c < table_.sequences(); ++c) {
      const double size = model_.prior_size[c];
      const bool any = std::isfinite(size) && size > 0;
      precision[block_.earlier(c)] = any ? 1 / (size * quality_variance_) : 0;
      // Without earlier items their sum is 0, and no score may say otherwise.
      if (!any)
        for (std::size_t i = table_.first(c); i < table_.end(c); ++i) block_.terms[i].earlier = 0;
      value[block_.earlier(c)] = any ? earlier_[c] : 0;
    }
    for (std::size_t e = 0; e < columns_.count(); ++e) {
      precision[block_.coefficient(e)] = 1 / (effect_sd(e) * effect_sd(e));
      value[block_.coefficient(e)] = effect_[e];
    }
  }
  // The qualities as they are seen, before each item, and on average so far.
  void look_back() {
    for (std::size_t c = 0; c < table_.sequences(); ++c) {
      const std::size_t first = table_.first(c);
      double sum = 0, last = 0;
      for (std::size_t i = first; i < table_.end(c); ++i) {
        const Comparison seen(model_.prior_size[c], i - first + 1);
        const double q = quality_[table_.item_of(i)];
        seen_quality_[i] = seen.own * q - seen.other * (sum + earlier_[c]);
        previous_[i] = last;
        average_[i] = i == first ? 0 : sum / static_cast<double>(i - first);
        sum += q;
        last = q;
      }
    }
  }
  void find_effects() {
    const std::size_t p = columns_.count();
    for (std::size_t i = 0; i < effect_at_.size(); ++i) {
      double sum = effect_[p] * previous_[i] + effect_[p + 1] * average_[i];
      const double* const column = columns_.at(i);
      for (std::size_t e = 0; e < p; ++e) sum += effect_[e] * column[e];
      effect_at_[i] = sum;
    }
  }
  void draw_rest() {
    for (std::size_t c = 0; c < table_.sequences(); ++c) {
      const std::size_t j = table_.judge(c), first = table_.first(c);
      const double load = loading_[j];
      for (std::size_t i = first; i < table_.end(c); ++i) {
        const double variance = quality_variance_ * Comparison(model_.prior_size[c], i - first + 1).rest;
        rest_[i] = 0;
        if (!table_.scored(i) || variance <= 0) continue;
        const double weight = 1 / variance + load * load / noise_[j];
        rest_[i] = load * residual(c, i) / noise_[j] / weight + random_.normal() / std::sqrt(weight);
        seen_quality_[i] += rest_[i];
      }
    }
  }
  void draw_quality_variance() {
    double count = static_cast<double>(quality_.size()), squares = 0;
    for (const double q : quality_) squares += q * q;
    for (std::size_t c = 0; finite_ && c < table_.sequences(); ++c) {
      const double size = model_.prior_size[c];
      for (std::size_t i = table_.first(c); i < table_.end(c); ++i) {
        const double share = Comparison(size, i - table_.first(c) + 1).rest;
        if (!table_.scored(i) || share <= 0) continue;
        squares += rest_[i] * rest_[i] / share;
        ++count;
      }
      if (size == 0 || std::isinf(size)) continue;
      squares += earlier_[c] * earlier_[c] / size;
      ++count;
    }
    quality_variance_ = inverse_gamma(0.5 * count + 1, 0.5 * squares + 0.3);
  }

  // Judges and effects, with the wander integrated out
  // ------------------------------------------------------------------

  // Of each judge: severity, loading and, where there is one, an own drift. Of all: the coefficients.
  std::size_t own_count() const { return model_.own_drift ? 3 : 2; }
  std::size_t common_count() const { return columns_.count() + model_.neighbour + model_.average; }
  double keep() const { return std::exp(-1 / model_.wander_length); }
  void fill_row(std::size_t i, Row& row) const {
    std::size_t k = 0;
    row[k++] = 1;
    row[k++] = seen_quality_[i];
    if (model_.own_drift) row[k++] = columns_.drift(i);
    const double* const column = columns_.at(i);
    for (std::size_t e = 0; e < columns_.count(); ++e) row[k++] = column[e];
    if (model_.neighbour) row[k++] = previous_[i];
    if (model_.average) row[k++] = average_[i];
    row[k] = table_.score[i];
  }
  // Products of all pairs of columns, scores last, weighted by the inverse of the covariance of the serial noise: the
  // filter makes their surprises uncorrelated.
  void add_products(std::size_t c, const SerialSteps& steps, Eigen::MatrixXd& products) {
    const auto n = static_cast<std::size_t>(products.rows());
    const double white = noise_[table_.judge(c)], kept = steps.noise().keep;
    SerialFilter filter(steps.noise());
    Row row{}, mean{};
    for (std::size_t i = table_.first(c); i < table_.end(c); ++i) {
      const bool there = table_.scored(i);
      if (there) {
        fill_row(i, row);
        const auto& step = steps[i - table_.first(c)];
        const double weight = (complete_[c] ? step.weight : 1 / filter.variance()) / white;
        const double gain = complete_[c] ? step.gain : filter.gain();
        for (std::size_t a = 0; a < n; ++a) {
          row[a] -= mean[a];
          mean[a] = kept * (mean[a] + gain * row[a]);
          const double scaled = weight * row[a];
          double* const out = products.data() + a * n;
          for (std::size_t b = 0; b <= a; ++b) out[b] += scaled * row[b];
        }
      } else {
        for (std::size_t a = 0; a < n; ++a) mean[a] *= kept;
      }
      if (!complete_[c]) filter.advance(there);
    }
  }
  SerialSteps serial_steps() const { return {model_.wander ? wander_share_ : 0, keep(), longest_}; }
  void draw_regression() {
    const auto own = static_cast<Eigen::Index>(own_count()), common = static_cast<Eigen::Index>(common_count());
    const Eigen::Index n = own + common + 1;
    prior_precision_ = Eigen::VectorXd::Zero(own);
    prior_precision_(0) = 1 / severity_variance_;
    prior_precision_(1) = 1 / (loading_spread_ * loading_spread_);
    if (model_.own_drift) prior_precision_(2) = 1 / (own_drift_spread_ * own_drift_spread_);
    Eigen::VectorXd prior_linear = prior_precision_;
    prior_linear(0) *= severity_mean_;
    if (model_.own_drift) prior_linear(2) = 0;
    Eigen::MatrixXd precision = Eigen::MatrixXd::Zero(common, common);
    Eigen::VectorXd linear = Eigen::VectorXd::Zero(common);
    products_.resize(severity_.size());
    const SerialSteps steps = serial_steps();
    for (std::size_t j = 0; j < severity_.size(); ++j) {
      Eigen::MatrixXd& all = products_[j];
      all.setZero(n, n);
      for (const std::size_t c : sequences_of_[j]) add_products(c, steps, all);
      for (Eigen::Index a = 0; a < n; ++a)
        for (Eigen::Index b = 0; b < a; ++b) all(a, b) = all(b, a);
      all.topLeftCorner(own, own).diagonal() += prior_precision_;
      all.col(n - 1).head(own) += prior_linear;
      if (common == 0) continue;
      const Eigen::LLT<Eigen::MatrixXd> factor(all.topLeftCorner(own, own));
      const Eigen::MatrixXd solved = factor.solve(all.topRightCorner(own, common + 1));
      precision += all.block(own, own, common, common) - all.block(own, 0, common, own) * solved.leftCols(common);
      linear += all.col(n - 1).segment(own, common) - all.block(own, 0, common, own) * solved.col(common);
    }
    if (common > 0) draw_coefficients(precision, linear);
    for (std::size_t j = 0; j < severity_.size(); ++j) draw_judge(j);
    find_effects();
  }
  void draw_coefficients(Eigen::MatrixXd& precision, const Eigen::VectorXd& linear) {
    Eigen::Index k = 0;
    for_each_coefficient([&](std::size_t e) { precision(k, k) += 1 / (effect_sd(e) * effect_sd(e)), ++k; });
    coefficients_ = draw_normal(precision, linear);
    k = 0;
    for_each_coefficient([&](std::size_t e) { effect_[e] = coefficients_(k++); });
  }
  void draw_judge(std::size_t j) {
    const auto own = static_cast<Eigen::Index>(own_count()), common = static_cast<Eigen::Index>(common_count());
    const Eigen::MatrixXd& all = products_[j];
    Eigen::VectorXd linear = all.col(own + common).head(own);
    if (common > 0) linear -= all.block(0, own, own, common) * coefficients_;
    const Eigen::VectorXd draw = draw_normal(all.topLeftCorner(own, own), linear);
    severity_[j] = draw(0);
    // A judge who likes what all others dislike would be of use, but two judges cannot tell who of them that is.
    loading_[j] = std::max(draw(1), least_loading);
    if (model_.own_drift) own_drift_[j] = draw(2);
  }
  Eigen::VectorXd draw_normal(const Eigen::MatrixXd& precision, const Eigen::VectorXd& linear) {
    const Eigen::LLT<Eigen::MatrixXd> factor(precision);
    Eigen::VectorXd draw(linear.size());
    for (Eigen::Index k = 0; k < draw.size(); ++k) draw(k) = random_.normal();
    factor.matrixU().solveInPlace(draw);
    return draw + factor.solve(linear);
  }
  void draw_population() {
    const auto n = static_cast<double>(severity_.size());
    double sum = 0, squares = 0;
    for (const double s : severity_) sum += s;
    severity_mean_ = sum / n + random_.normal() * std::sqrt(severity_variance_ / n);
    for (const double s : severity_) squares += (s - severity_mean_) * (s - severity_mean_);
    severity_variance_ = inverse_gamma(0.5 * n + 1, 0.5 * squares + 0.1);
  }

  // Serial dependence
  // ---------------------------------------------------------------------------------------------------

  struct ShareFit {
    double log_density = 0;
    std::vector<double> quadratic;  // of each judge
  };
  // The density of a share of the wander, with noises and wander integrated out.
  void fit_share(double share, ShareFit& fit) {
    const SerialSteps steps(share, keep(), longest_);
    fit.log_density = 0;
    // Each score counts as known to within a normal error: the mean of its log density over that. Without it the
    // density grows beyond all bounds where judges agree exactly.
    fit.quadratic.clear();
    for (const double scored : scored_by_) fit.quadratic.push_back(scored * model_.least_noise);
    for (std::size_t c = 0; c < table_.sequences(); ++c) {
      const std::size_t first = table_.first(c), n = table_.end(c) - first;
      const auto left = [&](std::size_t t) { return table_.score[first + t] - fitted(c, first + t); };
      const auto scored = [&](std::size_t t) { return table_.scored(first + t); };
      const SerialFit found = complete_[c] ? serial_fit(steps, n, left) : serial_fit(steps.noise(), n, left, scored);
      fit.log_density -= 0.5 * found.log_determinant;
      fit.quadratic[table_.judge(c)] += found.quadratic;
    }
    for (std::size_t j = 0; j < noise_.size(); ++j)
      fit.log_density -=
          (0.5 * scored_by_[j] + noise_shape_) * std::log(0.5 * fit.quadratic[j] + noise_shape_ * noise_centre_);
    if (!model_.wander) return;
    // On the log scale a uniform prior of the share has the share itself as its density.
    if (model_.wander_share_sd <= 0) {
      fit.log_density += std::log(share);
    } else {
      const double away = std::log(share / model_.wander_share) / model_.wander_share_sd;
      fit.log_density -= 0.5 * away * away;
    }
  }
  // A random walk of the share's logarithm, whose steps grow or shrink until about four in ten are taken.
  void draw_share_and_noises(bool adapting) {
    fit_share(model_.wander ? wander_share_ : 0, share_fit_);
    for (int k = 0; model_.wander && k < share_moves; ++k) {
      const double proposal = wander_share_ * std::exp(share_step_ * random_.normal()), u = random_.uniform();
      double gain = -1e300;
      if (proposal < most_wander_share && proposal > least_wander_share) {
        fit_share(proposal, other_fit_);
        gain = other_fit_.log_density - share_fit_.log_density;
      }
      if (std::log(u) < gain) {
        wander_share_ = proposal;
        std::swap(share_fit_, other_fit_);
      }
      if (adapting) share_step_ = std::min(2.0, share_step_ * std::exp(0.3 * (std::min(1.0, std::exp(gain)) - 0.4)));
    }
    for (std::size_t j = 0; j < noise_.size(); ++j)
      noise_[j] = inverse_gamma(0.5 * scored_by_[j] + noise_shape_,
                                0.5 * share_fit_.quadratic[j] + noise_shape_ * noise_centre_);
  }
  void draw_wander() {
    const SerialSteps steps = serial_steps();
    for (std::size_t c = 0; c < table_.sequences(); ++c) {
      const std::size_t first = table_.first(c), n = table_.end(c) - first, j = table_.judge(c);
      const auto left = [&](std::size_t t) { return table_.score[first + t] - fitted(c, first + t); };
      if (complete_[c]) {
        draw_level(steps, std::sqrt(noise_[j]), n, left, random_, wander_.data() + first);
      } else {
        draw_level(
            SerialNoise{noise_[j], wander_share_ * noise_[j], keep()}, n, left,
            [&](std::size_t t) { return table_.scored(first + t); }, random_, filtered_, wander_.data() + first);
      }
    }
  }

  // Spreads of populations
  // ----------------------------------------------------------------------------------------------

  // Each on a grid.
  void draw_spreads() {
    const auto n = static_cast<double>(noise_.size());
    double inverse = 0, logs = 0, apart = 0, drifts = 0;
    for (std::size_t j = 0; j < noise_.size(); ++j) {
      inverse += 1 / noise_[j];
      logs += std::log(noise_[j]);
      apart += (loading_[j] - 1) * (loading_[j] - 1);
      drifts += own_drift_[j] * own_drift_[j];
    }
    // Exponential beforehand, with mean 1, the variance of all scores: flat where noise is small. With more weight at 0
    // a chain can end there, where the rest of comparisons passes for all that scores and qualities differ by.
    noise_centre_ = gamma(noise_shape_ * n + 1) / (noise_shape_ * inverse + 1);
    noise_shape_ = on_grid({1.5, 2.5, 4, 7, 12, 25, 60}, [&](double a) {
      const double away = std::log(a / 6) / 0.8;
      return n * (a * std::log(a * noise_centre_) - std::lgamma(a)) - a * (logs + noise_centre_ * inverse) -
             0.5 * away * away;
    });
    const auto spread = [&](const std::vector<double>& grid, double count, double squares, double prior_sd) {
      return on_grid(grid, [&](double s) {
        return -count * std::log(s) - 0.5 * (squares / (s * s) + s * s / (prior_sd * prior_sd));
      });
    };
    loading_spread_ = spread({0.03, 0.06, 0.1, 0.15, 0.2, 0.3, 0.4, 0.55}, n, apart, model_.loading_sd);
    const std::vector<double> wide = {0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.55, 0.8, 1.2};
    if (model_.own_drift) own_drift_spread_ = spread(wide, n, drifts, model_.spread_sd);
    if (model_.shrink) draw_shrinkage();
    if (model_.effects.curve == 0) return;
    const std::size_t first = first_of_curve();
    double squares = 0;
    for (std::size_t k = 0; k < model_.effects.curve; ++k) {
      const double scaled = effect_[first + k] * static_cast<double>((k + 2) * (k + 2)) / 4;
      squares += scaled * scaled;
    }
    curve_spread_ = spread(wide, static_cast<double>(model_.effects.curve), squares, model_.spread_sd);
  }
  // Where there is no effect the scores speak for a small standard deviation, which leaves next to nothing of what
  // chance would make of it; where there is one, for a large one. The largest is a bound: where items and positions
  // cannot be told apart, heavier tails would let the position explain what the items are worth.
  void draw_shrinkage() {
    static const std::vector<double> shares = {0.0625, 0.125, 0.25, 0.5, 1};
    for_each_coefficient([&](std::size_t e) {
      if (in_curve(e)) return;
      const double away = effect_[e] / (e < columns_.count() ? model_.effect_sd : model_.context_sd);
      shrunk_[e] = on_grid(shares, [&](double s) { return -std::log(s) - 0.5 * away * away / (s * s); });
    });
  }

  static constexpr double least_loading = 0.02;
  static constexpr int share_moves = 2;
  static constexpr double least_wander_share = 1e-3;
  static constexpr double most_wander_share = 2;

  const RatingTable& table_;
  RatingsModel model_;
  RandomStream random_;
  PositionColumns columns_;
  QualityBlock block_;
  bool finite_ = false;  // does anybody compare?
  std::vector<double> quality_, mean_quality_, severity_, loading_, own_drift_, noise_, earlier_;
  std::vector<double> effect_, shrunk_, scored_by_;
  std::vector<bool> complete_;
  std::size_t longest_ = 0;
  ShareFit share_fit_, other_fit_;
  std::vector<std::vector<std::size_t>> sequences_of_;
  // For each row: wandering severity, non-linear rest, the quality as the evaluator sees it, rest included, the quality
  // before, the mean so far, and all effects but those of the judge.
  std::vector<double> wander_, rest_, seen_quality_, previous_, average_, effect_at_;
  std::vector<std::array<double, 2>> filtered_;
  std::vector<double> log_weight_;
  std::vector<Eigen::MatrixXd> products_;
  Eigen::VectorXd prior_precision_, coefficients_;
  double quality_variance_ = 0.5, severity_mean_ = 0, severity_variance_ = 0.5;
  double loading_spread_ = 0.2, own_drift_spread_ = 0.1, curve_spread_ = 0.2, noise_shape_ = 4, noise_centre_ = 0.5;
  double wander_share_ = 0.1, share_step_ = 0.5;
};

}  // namespace seqjudge

#endif
