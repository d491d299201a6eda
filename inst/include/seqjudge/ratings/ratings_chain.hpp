// Markov chains for the ratings model: ordinary marks of several judges, and what the order does to them.
//
// The score that evaluator j gives at position t is
//
//   severity[j] + wander[j, t] + effects at t + loading[j] * (quality as seen at t) + noise,
//
// where severities, loadings and noises come from populations that are learned too, so that a panel of two judges comes
// out as their mean and one of ten weighs the reliable ones more. `wander` is a severity that changes slowly along the
// positions (an Ornstein-Uhlenbeck process), the effects are a drift and a start effect common to all, and the quality
// as seen is the item's own, or with a finite prior size a comparison with those before (see Comparison).
//
// One round takes time in proportion to the scores. With a finite prior size it takes the cube of the number of items,
// or where these are many, one pass over all pairs of items that an evaluator saw. Needs sitmo's header (see
// random.hpp) and Eigen, and is therefore not part of seqjudge.hpp.

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
#include "collapsed_qualities.hpp"
#include "rating_table.hpp"

namespace seqjudge {

// Scores have a standard deviation of about 1 within evaluators; so the priors hold for marks of any kind. Where they
// are set: see the help page of the ratings model.
struct RatingsModel {
  std::vector<double> prior_size;  // of each evaluator; infinite where the order has no part in the comparisons
  bool drift = true;               // a linear drift and a start effect (1 / t)
  bool wander = true;              // a severity that wanders
  double drift_sd = 0.5;           // prior standard deviations ...
  double loading_sd = 0.3;         // ... of the spread of the loadings about 1
  double wander_share = 0.1;       // prior centre of the wandering variance as a share of the noise variance
  double wander_share_sd = 0.8;    // on the log scale
  double wander_length = 8;        // positions after which the correlation has fallen to 1 / e
  std::size_t most_at_once = 250;  // with more items that are compared, qualities are drawn one by one
};

class RatingsChain {
 public:
  RatingsChain(const RatingTable& table, const RatingsModel& model, RandomStream random)
      : table_(table),
        model_(model),
        random_(random),
        quality_(table.items, 0),
        mean_quality_(table.items, 0),
        severity_(table.evaluators(), 0),
        loading_(table.evaluators(), 1),
        noise_(table.evaluators(), 0.5),
        earlier_(table.evaluators(), 0),
        wander_quadratic_(table.evaluators(), 0),
        wander_(table.score.size(), 0),
        rest_(table.score.size(), 0),
        seen_quality_(table.score.size(), 0) {
    begin_effects();
    begin_seen_by();
  }

  // One round: every unknown once, given all others.
  template <class Poll>
  void step(Poll& poll) {
    draw_qualities();
    poll();
    draw_quality_variance();
    draw_evaluators();
    draw_population();
    if (model_.drift) draw_effects();
    poll();
    if (model_.wander) draw_wander();
    draw_noises();
    draw_hyperparameters();
    poll();
  }

  const std::vector<double>& quality() const { return quality_; }
  // Mean of the qualities given all else in the last round: less random than the draws themselves.
  const std::vector<double>& mean_quality() const { return mean_quality_; }
  const std::vector<double>& severity() const { return severity_; }
  const std::vector<double>& loading() const { return loading_; }
  const std::vector<double>& noise_variance() const { return noise_; }
  double drift() const { return effect_[0]; }
  double start() const { return effect_[1]; }
  double wander_share() const { return wander_share_; }
  double quality_variance() const { return quality_variance_; }
  double severity_variance() const { return severity_variance_; }

 private:
  struct Seen {
    std::size_t evaluator;
    std::size_t row;
  };

  // Does anybody compare?
  bool finite() const {
    return std::any_of(model_.prior_size.begin(), model_.prior_size.end(), [](double n) { return std::isfinite(n); });
  }
  std::size_t position(std::size_t j, std::size_t row) const { return row - table_.first(j) + 1; }
  Comparison comparison(std::size_t j, std::size_t row) const { return {model_.prior_size[j], position(j, row)}; }

  // Centred for each evaluator, so that they do not compete with the severity.
  void begin_effects() {
    for (auto& column : column_) column.assign(table_.score.size(), 0);
    for (std::size_t j = 0; j < table_.evaluators(); ++j) {
      const double n = static_cast<double>(table_.end(j) - table_.first(j));
      double drift = 0, start = 0;
      for (std::size_t i = table_.first(j); i < table_.end(j); ++i) {
        const auto t = static_cast<double>(position(j, i));
        drift += column_[0][i] = (t - 0.5) / n;
        start += column_[1][i] = 1 / t;
      }
      for (std::size_t i = table_.first(j); i < table_.end(j); ++i) {
        column_[0][i] -= drift / n;
        column_[1][i] -= start / n;
      }
    }
  }
  void begin_seen_by() {
    seen_by_.resize(table_.items);
    for (std::size_t j = 0; j < table_.evaluators(); ++j)
      for (std::size_t i = table_.first(j); i < table_.end(j); ++i) seen_by_[table_.item_of(i)].push_back({j, i});
  }

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

  double effects_at(std::size_t i) const { return effect_[0] * column_[0][i] + effect_[1] * column_[1][i]; }
  // The score less all but the quality.
  double without_quality(std::size_t j, std::size_t i) const {
    return table_.score[i] - severity_[j] - wander_[i] - effects_at(i);
  }
  double residual(std::size_t j, std::size_t i) const { return without_quality(j, i) - loading_[j] * seen_quality_[i]; }

  void draw_qualities() {
    if (finite()) return draw_compared_qualities();
    for (std::size_t k = 0; k < quality_.size(); ++k) {
      double precision = 1 / quality_variance_, linear = 0;
      for (const Seen& seen : seen_by_[k]) {
        if (!table_.scored(seen.row)) continue;
        const double weight = loading_[seen.evaluator] / noise_[seen.evaluator];
        precision += weight * loading_[seen.evaluator];
        linear += weight * without_quality(seen.evaluator, seen.row);
      }
      mean_quality_[k] = linear / precision;
      quality_[k] = mean_quality_[k] + random_.normal() / std::sqrt(precision);
      for (const Seen& seen : seen_by_[k]) seen_quality_[seen.row] = quality_[k];
    }
  }
  // An item seen early counts in the comparisons of all later ones: all qualities are drawn at once, with severities
  // and all else that is particular to an evaluator integrated out. The severities are drawn again in the same round.
  void draw_compared_qualities() {
    if (table_.items > model_.most_at_once) {
      draw_compared_one_by_one();
    } else {
      draw_compared_at_once();
    }
    for (std::size_t j = 0; j < table_.evaluators(); ++j) draw_comparisons(j);
  }
  void draw_compared_at_once() {
    collapsed_.begin(table_.items, quality_variance_);
    for (std::size_t j = 0; j < table_.evaluators(); ++j) {
      const std::size_t first = table_.first(j), n = table_.end(j) - first;
      adjusted_.resize(n);
      for (std::size_t t = 0; t < n; ++t)
        adjusted_[t] = table_.score[first + t] - wander_[first + t] - effects_at(first + t);
      collapsed_.add({table_.item.data() + first, adjusted_.data(), n},
                     {model_.prior_size[j], loading_[j], noise_[j], severity_mean_, 1 / severity_variance_});
    }
    collapsed_.finish();
    normal_.resize(static_cast<Eigen::Index>(table_.items));
    for (Eigen::Index k = 0; k < normal_.size(); ++k) normal_(k) = random_.normal();
    collapsed_.draw(normal_);
    for (std::size_t k = 0; k < quality_.size(); ++k) {
      mean_quality_[k] = collapsed_.mean()(static_cast<Eigen::Index>(k));
      quality_[k] = normal_(static_cast<Eigen::Index>(k));
    }
  }
  // The same without a matrix of all items: each quality given the others, severities and earlier items. What is not
  // linear in the qualities counts as noise here too.
  void draw_compared_one_by_one() {
    begin_left();
    for (std::size_t k = 0; k < quality_.size(); ++k) {
      double precision = 0, linear = 0;
      for (const Seen& seen : seen_by_[k])
        for (std::size_t i = seen.row; i < table_.end(seen.evaluator); ++i) {
          const double c = i == seen.row ? own_[i] : -other_[i];
          precision += c * c * weight_[i];
          linear += c * weight_[i] * left_[i];
        }
      linear += quality_[k] * precision;
      precision += 1 / quality_variance_;
      mean_quality_[k] = linear / precision;
      const double now = mean_quality_[k] + random_.normal() / std::sqrt(precision), more = now - quality_[k];
      quality_[k] = now;
      for (const Seen& seen : seen_by_[k])
        for (std::size_t i = seen.row; i < table_.end(seen.evaluator); ++i)
          left_[i] -= more * (i == seen.row ? own_[i] : -other_[i]);
    }
  }
  // What is left of each score, its weight, and the coefficients of the qualities in it.
  void begin_left() {
    for (auto* const values : {&left_, &weight_, &own_, &other_}) values->assign(table_.score.size(), 0);
    for (std::size_t j = 0; j < table_.evaluators(); ++j) {
      const double load = loading_[j];
      double before = earlier_[j];
      for (std::size_t i = table_.first(j); i < table_.end(j); ++i) {
        const Comparison seen = comparison(j, i);
        const double q = quality_[table_.item_of(i)];
        own_[i] = load * seen.own;
        other_[i] = load * seen.other;
        if (table_.scored(i)) {
          weight_[i] = 1 / (noise_[j] + load * load * quality_variance_ * seen.rest);
          left_[i] = without_quality(j, i) - own_[i] * q + other_[i] * before;
        }
        before += q;
      }
    }
  }
  // Severity, earlier items and the rest of the comparisons, given the qualities.
  void draw_comparisons(std::size_t j) {
    double before = 0;
    Eigen::Matrix2d precision;
    precision << 1 / severity_variance_, 0, 0, 1;
    Eigen::Vector2d linear(severity_mean_ / severity_variance_, 0);
    const double size = model_.prior_size[j], unit = std::isinf(size) ? 0 : std::sqrt(size * quality_variance_);
    for (std::size_t i = table_.first(j); i < table_.end(j); ++i) {
      const Comparison seen = comparison(j, i);
      const double q = quality_[table_.item_of(i)];
      seen_quality_[i] = seen.own * q - seen.other * before;
      before += q;
      if (!table_.scored(i)) continue;
      const double weight = 1 / (noise_[j] + loading_[j] * loading_[j] * quality_variance_ * seen.rest);
      const Eigen::Vector2d z(1, -loading_[j] * seen.other * unit);
      const double y = table_.score[i] - wander_[i] - effects_at(i) - loading_[j] * seen_quality_[i];
      precision += weight * z * z.transpose();
      linear += weight * y * z;
    }
    const Eigen::LLT<Eigen::Matrix2d> factor(precision);
    Eigen::Vector2d draw(random_.normal(), random_.normal());
    factor.matrixU().solveInPlace(draw);
    draw += factor.solve(linear);
    severity_[j] = draw(0);
    earlier_[j] = unit * draw(1);
    for (std::size_t i = table_.first(j); i < table_.end(j); ++i) {
      const Comparison seen = comparison(j, i);
      seen_quality_[i] -= seen.other * earlier_[j];
      const double variance = quality_variance_ * seen.rest;
      rest_[i] = 0;
      if (!table_.scored(i) || variance <= 0) continue;
      const double load = loading_[j], weight = 1 / variance + load * load / noise_[j];
      rest_[i] = load * residual(j, i) / noise_[j] / weight + random_.normal() / std::sqrt(weight);
      seen_quality_[i] += rest_[i];
    }
  }

  void draw_quality_variance() {
    double count = static_cast<double>(quality_.size()), squares = 0;
    for (const double q : quality_) squares += q * q;
    if (finite()) {
      for (std::size_t j = 0; j < table_.evaluators(); ++j) {
        for (std::size_t i = table_.first(j); i < table_.end(j); ++i) {
          const double share = comparison(j, i).rest;
          if (!table_.scored(i) || share <= 0) continue;
          squares += rest_[i] * rest_[i] / share;
          ++count;
        }
        if (model_.prior_size[j] == 0 || std::isinf(model_.prior_size[j])) continue;
        squares += earlier_[j] * earlier_[j] / model_.prior_size[j];
        ++count;
      }
    }
    quality_variance_ = inverse_gamma(0.5 * count + 1, 0.5 * squares + 0.3);
  }

  // Severity and loading of each evaluator together: they are correlated.
  void draw_evaluators() {
    for (std::size_t j = 0; j < table_.evaluators(); ++j) {
      double n = 0, sum = 0, sum_q = 0, sum_qq = 0, sum_qy = 0;
      for (std::size_t i = table_.first(j); i < table_.end(j); ++i) {
        if (!table_.scored(i)) continue;
        const double y = table_.score[i] - wander_[i] - effects_at(i), q = seen_quality_[i];
        ++n;
        sum += y;
        sum_q += q;
        sum_qq += q * q;
        sum_qy += q * y;
      }
      const double about_one = 1 / (loading_spread_ * loading_spread_), v = noise_[j];
      const double a = n / v + 1 / severity_variance_, b = sum_q / v, c = sum_qq / v + about_one;
      const double s = sum / v + severity_mean_ / severity_variance_, r = sum_qy / v + about_one;
      const double determinant = a * c - b * b;
      const double sd = std::sqrt(c / determinant), covariance = -b / determinant;
      const double z = random_.normal();
      severity_[j] = (c * s - b * r) / determinant + sd * z;
      const double left = std::max(a / determinant - covariance * covariance / (sd * sd), 1e-12);
      const double load = (a * r - b * s) / determinant + covariance / sd * z + std::sqrt(left) * random_.normal();
      // A judge who likes what all others dislike would be of use, but two judges cannot tell who of them that is.
      loading_[j] = std::max(load, least_loading);
    }
  }
  void draw_population() {
    const auto n = static_cast<double>(severity_.size());
    double sum = 0, squares = 0;
    for (const double s : severity_) sum += s;
    severity_mean_ = sum / n + random_.normal() * std::sqrt(severity_variance_ / n);
    for (const double s : severity_) squares += (s - severity_mean_) * (s - severity_mean_);
    severity_variance_ = inverse_gamma(0.5 * n + 1, 0.5 * squares + 0.1);
  }

  void draw_effects() {
    for (std::size_t e = 0; e < effect_.size(); ++e) {
      double precision = 1 / (model_.drift_sd * model_.drift_sd), linear = 0;
      for (std::size_t j = 0; j < table_.evaluators(); ++j)
        for (std::size_t i = table_.first(j); i < table_.end(j); ++i) {
          if (!table_.scored(i)) continue;
          const double x = column_[e][i];
          precision += x * x / noise_[j];
          linear += x * (residual(j, i) + effect_[e] * x) / noise_[j];
        }
      effect_[e] = linear / precision + random_.normal() / std::sqrt(precision);
    }
  }

  // Forward filtering and backward sampling. The stationary variance is a share of the evaluator's noise.
  void draw_wander() {
    const double keep = std::exp(-1 / model_.wander_length);
    for (std::size_t j = 0; j < table_.evaluators(); ++j) {
      const std::size_t first = table_.first(j), n = table_.end(j) - first;
      const double stationary = wander_share_ * noise_[j], fresh = stationary * (1 - keep * keep);
      filtered_.resize(n);
      double mean = 0, variance = stationary;
      for (std::size_t t = 0; t < n; ++t) {
        if (t > 0) {
          mean *= keep;
          variance = keep * keep * variance + fresh;
        }
        const std::size_t i = first + t;
        if (table_.scored(i)) {
          const double gain = variance / (variance + noise_[j]);
          mean += gain * (residual(j, i) + wander_[i] - mean);
          variance *= 1 - gain;
        }
        filtered_[t] = {mean, variance};
      }
      double next = 0, quadratic = 0;
      for (std::size_t t = n; t-- > 0;) {
        auto [centre, spread] = filtered_[t];
        if (t + 1 < n) {
          const double gain = keep * spread / (keep * keep * spread + fresh);
          centre += gain * (next - keep * centre);
          spread *= 1 - gain * keep;
        }
        const double now = centre + random_.normal() * std::sqrt(spread);
        if (t + 1 < n) quadratic += (next - keep * now) * (next - keep * now) / (1 - keep * keep);
        wander_[first + t] = next = now;
      }
      if (n > 0) quadratic += next * next;
      wander_quadratic_[j] = quadratic;
    }
  }

  void draw_noises() {
    for (std::size_t j = 0; j < table_.evaluators(); ++j) {
      double n = 0, squares = 0;
      for (std::size_t i = table_.first(j); i < table_.end(j); ++i) {
        if (!table_.scored(i)) continue;
        const double e = residual(j, i);
        ++n;
        squares += e * e;
      }
      if (model_.wander) {
        n += static_cast<double>(table_.end(j) - table_.first(j));
        squares += wander_quadratic_[j] / wander_share_;
      }
      noise_[j] = inverse_gamma(0.5 * n + noise_shape_, 0.5 * squares + noise_shape_ * noise_centre_);
    }
  }

  // The spreads of loadings, noises and wander, each on a grid.
  void draw_hyperparameters() {
    const auto n = static_cast<double>(noise_.size());
    double inverse = 0, logs = 0, apart = 0, quadratic = 0;
    for (std::size_t j = 0; j < noise_.size(); ++j) {
      inverse += 1 / noise_[j];
      logs += std::log(noise_[j]);
      apart += (loading_[j] - 1) * (loading_[j] - 1);
      quadratic += wander_quadratic_[j] / noise_[j];
    }
    noise_centre_ = gamma(noise_shape_ * n + 0.01) / (noise_shape_ * inverse + 0.01);
    noise_shape_ = on_grid({1.5, 2.5, 4, 7, 12, 25, 60}, [&](double a) {
      const double away = std::log(a / 6) / 0.8;
      return n * (a * std::log(a * noise_centre_) - std::lgamma(a)) - a * (logs + noise_centre_ * inverse) -
             0.5 * away * away;
    });
    loading_spread_ = on_grid({0.03, 0.06, 0.1, 0.15, 0.2, 0.3, 0.4, 0.55}, [&](double s) {
      const double away = s / model_.loading_sd;
      return -n * std::log(s) - 0.5 * (apart / (s * s) + away * away);
    });
    if (!model_.wander) return;
    const auto rows = static_cast<double>(wander_.size());
    wander_share_ = on_grid({0.01, 0.02, 0.04, 0.07, 0.1, 0.15, 0.22, 0.33, 0.5, 0.8}, [&](double share) {
      const double away = std::log(share / model_.wander_share) / model_.wander_share_sd;
      return -0.5 * (rows * std::log(share) + quadratic / share + away * away);
    });
  }
  template <class LogDensity>
  double on_grid(const std::vector<double>& values, const LogDensity& log_density) {
    log_weight_.clear();
    for (const double value : values) log_weight_.push_back(log_density(value));
    return values[choose(log_weight_)];
  }

  static constexpr double least_loading = 0.02;

  const RatingTable& table_;
  RatingsModel model_;
  RandomStream random_;
  std::vector<double> quality_, mean_quality_, severity_, loading_, noise_, earlier_, wander_quadratic_;
  // For each row: wandering severity, non-linear rest, and the quality as the evaluator sees it, rest included.
  std::vector<double> wander_, rest_, seen_quality_;
  std::array<std::vector<double>, 2> column_;
  std::array<double, 2> effect_{};
  std::vector<std::vector<Seen>> seen_by_;
  std::vector<std::array<double, 2>> filtered_;
  std::vector<double> log_weight_, adjusted_, left_, weight_, own_, other_;
  CollapsedQualities collapsed_;
  Eigen::VectorXd normal_;
  double quality_variance_ = 0.5, severity_mean_ = 0, severity_variance_ = 0.5;
  double loading_spread_ = 0.2, noise_shape_ = 4, noise_centre_ = 0.5, wander_share_ = 0.1;
};

}  // namespace seqjudge

#endif
