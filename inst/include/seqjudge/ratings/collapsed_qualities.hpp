// The qualities of all items given the scores of all evaluators, with what is particular to an evaluator integrated
// out: the severity, the mean of the earlier items, and what comparisons have that is not linear in the qualities.
//
// Needs Eigen, and is therefore not part of seqjudge.hpp.

#ifndef SEQJUDGE_RATINGS_COLLAPSED_QUALITIES_HPP
#define SEQJUDGE_RATINGS_COLLAPSED_QUALITIES_HPP

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/LU>
#include <cmath>
#include <cstddef>
#include <vector>

#include "rating_table.hpp"

namespace seqjudge {

// What is known of an evaluator. A severity of which nothing is known has a precision of 0.
struct Judge {
  double prior_size = 0;
  double loading = 1;
  double noise_variance = 1;
  double severity_mean = 0;
  double severity_precision = 0;
};

// What drift and start effect are worth to the item at position t (from 0) of n: see fit_order_effects().
inline Eigen::Vector2d rival_columns(std::size_t t, std::size_t n) {
  const double position = static_cast<double>(t) + 1;
  return {(position - 0.5) / static_cast<double>(n) - 0.5, 1 / position};
}

// A level that wanders resembles itself about so many positions before.
constexpr double wander_length = 8;
// So many waves hold all but what looks like noise.
constexpr int wander_waves = 4;

// Drift and start effect, common to all judges, stand behind the qualities as if they were two more, if their variance
// is above 0. With `waves` a judge's level may wander as an Ornstein-Uhlenbeck process does. It is taken as so many
// waves, the longest twice as long as the sequence.
template <int waves = 0>
class CollapsedQualities {
 public:
  void begin(std::size_t items, double quality_variance, double rival_variance = 0, double wander_variance = 0) {
    variance_ = quality_variance;
    wander_ = wander_variance;
    wave_.clear();
    rivals_ = rival_variance > 0;
    const Eigen::Index all = static_cast<Eigen::Index>(items) + (rivals_ ? 2 : 0);
    precision_ = Eigen::MatrixXd::Identity(all, all) / quality_variance;
    linear_ = Eigen::VectorXd::Zero(all);
    log_sum_ = -0.5 * static_cast<double>(items) * std::log(quality_variance);
    square_ = 0;
    if (!rivals_) return;
    precision_.bottomRightCorner<2, 2>() = Eigen::Matrix2d::Identity() / rival_variance;
    log_sum_ -= std::log(rival_variance);
  }

  // With D the variances, A the coefficients of the qualities and Z those of severity and earlier items, adds A'KA and
  // A'Ky, where K, the inverse of D + ZZ', is W - WZ (P + Z'WZ)^-1 Z'W with W = 1 / D and P the prior precisions of Z.
  void add(const JudgeScores& scores, const Judge& judge) {
    weigh(scores, judge);
    Inner inner = known(judge);
    Nuisance on_scores = Nuisance::Zero();
    bool any = false;
    for (std::size_t t = 0; t < scores.n; ++t) {
      if (weight_[t] == 0) continue;
      any = true;
      const double y = scores.score[t] - judge.severity_mean;
      const Nuisance z = nuisance(t, judge);
      inner += weight_[t] * z * z.transpose();
      on_scores += weight_[t] * y * z;
      square_ += weight_[t] * y * y;
      log_sum_ += 0.5 * std::log(weight_[t]);
    }
    if (!any) return;
    const Inner inverse = inner.inverse();
    log_sum_ -= 0.5 * std::log(inner.determinant());
    if (judge.severity_precision > 0) log_sum_ += 0.5 * std::log(judge.severity_precision);
    square_ -= on_scores.dot(inverse * on_scores);
    add_columns(scores, judge, inverse, on_scores);
    if (rivals_) add_rivals(scores, judge, inverse, on_scores);
  }

  void finish() {
    factor_.compute(precision_);
    mean_ = factor_.solve(linear_);
  }
  // Of the scores, up to a constant that depends on nothing but who saw what.
  double log_density() const {
    double log_root = 0;
    for (Eigen::Index i = 0; i < precision_.rows(); ++i) log_root += std::log(factor_.matrixLLT()(i, i));
    return log_sum_ - log_root - 0.5 * (square_ - linear_.dot(mean_));
  }
  const Eigen::VectorXd& mean() const { return mean_; }

  struct Severity {
    double mean, variance;
  };
  // Of a judge that was added, given the scores of all. Given the qualities q too, severity and earlier items have the
  // mean (P + Z'WZ)^-1 Z'W (y - Aq).
  Severity severity(const JudgeScores& scores, const Judge& judge) {
    weigh(scores, judge);
    Inner inner = known(judge);
    Nuisance on_scores = Nuisance::Zero(), later = Nuisance::Zero();
    column_.assign(scores.n, Nuisance::Zero());
    for (std::size_t t = scores.n; t-- > 0;) {
      const Nuisance z = nuisance(t, judge);
      const double w = weight_[t], load = judge.loading;
      column_[t] = load * seen_[t].own * w * z - later;
      if (w == 0) continue;
      inner += w * z * z.transpose();
      on_scores += w * (scores.score[t] - judge.severity_mean) * z;
      later += load * seen_[t].other * w * z;
    }
    const Inner inverse = inner.inverse();
    Eigen::VectorXd on_qualities = Eigen::VectorXd::Zero(mean_.size());
    for (std::size_t t = 0; t < scores.n; ++t)
      on_qualities(static_cast<Eigen::Index>(scores.item[t])) -= inverse.row(0).dot(column_[t]);
    const double mean = judge.severity_mean + inverse.row(0).dot(on_scores) + on_qualities.dot(mean_);
    return {mean, inverse(0, 0) + on_qualities.dot(factor_.solve(on_qualities))};
  }

  // Puts a draw in place of the standard normal numbers that it is made from.
  void draw(Eigen::VectorXd& normal) const {
    factor_.matrixU().solveInPlace(normal);
    normal += mean_;
  }

 private:
  static constexpr int own_columns = 2 + 2 * waves;
  using Nuisance = Eigen::Matrix<double, own_columns, 1>;
  using Inner = Eigen::Matrix<double, own_columns, own_columns>;

  // Prior precisions: of all but the severity they are 1.
  static Inner known(const Judge& judge) {
    Inner result = Inner::Identity();
    result(0, 0) = judge.severity_precision;
    return result;
  }
  void weigh(const JudgeScores& scores, const Judge& judge) {
    if (wave_.size() != scores.n) make_waves(scores.n);
    weight_.assign(scores.n, 0);
    seen_.clear();
    const double square = judge.loading * judge.loading;
    for (std::size_t t = 0; t < scores.n; ++t) {
      seen_.emplace_back(judge.prior_size, t + 1);
      if (std::isnan(scores.score[t])) continue;
      weight_[t] = 1 / (judge.noise_variance + square * variance_ * seen_[t].rest);
    }
  }
  // The waves along n positions, in units of their standard deviations, which are the spectrum of the process. What is
  // quicker than the last of them is noise.
  void make_waves(std::size_t n) {
    wave_.assign(n, Nuisance::Unit(0));
    const double length = wander_length / static_cast<double>(n), half_turn = std::acos(-1.0);
    for (int k = 1; k <= waves; ++k) {
      const double turns = half_turn * k;
      const double sd = std::sqrt(2 * wander_ * length / (1 + turns * length * turns * length));
      for (std::size_t t = 0; t < n; ++t) {
        const double at = turns * static_cast<double>(t) / static_cast<double>(n);
        wave_[t](2 * k) = sd * std::cos(at);
        wave_[t](2 * k + 1) = sd * std::sin(at);
      }
    }
  }
  // Coefficients of the severity, of the sum of the earlier items in units of its standard deviation, and of the waves.
  Nuisance nuisance(std::size_t t, const Judge& judge) const {
    Nuisance z = wave_[t];
    if (std::isfinite(judge.prior_size))
      z(1) = -judge.loading * seen_[t].other * std::sqrt(judge.prior_size * variance_);
    return z;
  }

  // The column of the item at position a has `own` there and minus `other` at all later positions. So the product of
  // two columns is a sum over what comes from the later of them on.
  void add_columns(const JudgeScores& scores, const Judge& judge, const Inner& inverse, const Nuisance& on_scores) {
    const std::size_t n = scores.n;
    const double load = judge.loading;
    double both = 0, with_score = 0;
    Nuisance with_nuisance = Nuisance::Zero();
    column_.assign(n, Nuisance::Zero());
    below_.assign(n, 0);
    for (std::size_t t = n; t-- > 0;) {
      const double own = load * seen_[t].own, other = load * seen_[t].other, w = weight_[t];
      const double y = w == 0 ? 0 : scores.score[t] - judge.severity_mean;
      const Nuisance z = nuisance(t, judge);
      below_[t] = both - own * other * w;
      column_[t] = own * w * z - with_nuisance;
      const auto at = static_cast<Eigen::Index>(scores.item[t]);
      precision_(at, at) += own * own * w + both;
      linear_(at) += own * w * y - with_score - column_[t].dot(inverse * on_scores);
      both += other * other * w;
      with_score += other * w * y;
      with_nuisance += other * w * z;
    }
    for (std::size_t b = 0; b < n; ++b) {
      const Nuisance solved = inverse * column_[b];
      const auto at_b = static_cast<Eigen::Index>(scores.item[b]);
      precision_(at_b, at_b) -= column_[b].dot(solved);
      for (std::size_t a = 0; a < b; ++a) {
        const auto at_a = static_cast<Eigen::Index>(scores.item[a]);
        const double value = below_[b] - column_[a].dot(solved);
        precision_(at_a, at_b) += value;
        precision_(at_b, at_a) += value;
      }
    }
  }

  // With X the columns of the rivals, adds X'KX, X'Ky and A'KX. After add_columns(), which leaves A'WZ in column_.
  void add_rivals(const JudgeScores& scores, const Judge& judge, const Inner& inverse, const Nuisance& on_scores) {
    using Both = Eigen::Matrix<double, own_columns, 2>;
    Both with_nuisance = Both::Zero();
    for (std::size_t t = 0; t < scores.n; ++t)
      with_nuisance += weight_[t] * nuisance(t, judge) * rival_columns(t, scores.n).transpose();
    const Both solved = inverse * with_nuisance;
    precision_.bottomRightCorner<2, 2>() -= with_nuisance.transpose() * solved;
    linear_.tail<2>() -= solved.transpose() * on_scores;
    Eigen::Vector2d later = Eigen::Vector2d::Zero();
    for (std::size_t t = scores.n; t-- > 0;) {
      const Eigen::Vector2d x = rival_columns(t, scores.n), weighted = weight_[t] * x;
      const auto at = static_cast<Eigen::Index>(scores.item[t]);
      const Eigen::Vector2d value = judge.loading * seen_[t].own * weighted - later - solved.transpose() * column_[t];
      precision_.row(at).tail<2>() += value.transpose();
      precision_.col(at).tail<2>() += value;
      later += judge.loading * seen_[t].other * weighted;
      if (weight_[t] == 0) continue;
      precision_.bottomRightCorner<2, 2>() += weighted * x.transpose();
      linear_.tail<2>() += weighted * (scores.score[t] - judge.severity_mean);
    }
  }

  bool rivals_ = false;
  double variance_ = 1, wander_ = 0, log_sum_ = 0, square_ = 0;
  Eigen::MatrixXd precision_;
  Eigen::VectorXd linear_, mean_;
  Eigen::LLT<Eigen::MatrixXd> factor_;
  std::vector<Comparison> seen_;
  std::vector<double> weight_, below_;
  std::vector<Nuisance> column_, wave_;
};

}  // namespace seqjudge

#endif
