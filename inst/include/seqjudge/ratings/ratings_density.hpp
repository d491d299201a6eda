// The density of the scores under the ratings model, given its parameters: qualities, severities, own drifts, wander
// and earlier items are integrated out exactly, as are effects of the position that have a prior variance. Also the
// density of each score given all others, and the mean qualities.
//
// Takes the cube of the number of items and of the scores of each judge, for tests and for panels of hundreds of items:
// the chain needs none of it. Needs Eigen, and is therefore not part of seqjudge.hpp.

#ifndef SEQJUDGE_RATINGS_RATINGS_DENSITY_HPP
#define SEQJUDGE_RATINGS_RATINGS_DENSITY_HPP

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <vector>

#include "position_columns.hpp"
#include "rating_table.hpp"

namespace seqjudge {

struct RatingsParameters {
  PositionEffects effects;
  std::vector<double> effect;           // of each column
  std::vector<double> effect_variance;  // of each column; 0 where its effect is known
  double neighbour = 0, average = 0;
  std::vector<double> prior_size;                                // of each sequence
  std::vector<double> loading, noise_variance, wander_variance;  // of each judge
  double keep = 0;  // correlation of the wander with that one position before
  double severity_mean = 0, severity_variance = 0, own_drift_variance = 0, quality_variance = 1;
};

class RatingsDensity {
 public:
  RatingsDensity(const RatingTable& table, const RatingsParameters& parameters)
      : table_(table), par_(parameters), columns_(table, parameters.effects), sequences_of_(table.judges()) {
    for (std::size_t c = 0; c < table.sequences(); ++c) sequences_of_[table.judge(c)].push_back(c);
    for (std::size_t e = 0; e < columns_.count(); ++e)
      if (par_.effect_variance[e] > 0) free_.push_back(e);
    const auto n = static_cast<Eigen::Index>(table.items + free_.size());
    precision_ = Eigen::MatrixXd::Zero(n, n);
    linear_ = Eigen::VectorXd::Zero(n);
    const auto prior = [&](Eigen::Index k, double variance) {
      precision_(k, k) = 1 / variance;
      log_sum_ -= 0.5 * std::log(variance);
    };
    for (std::size_t k = 0; k < table.items; ++k) prior(static_cast<Eigen::Index>(k), par_.quality_variance);
    for (std::size_t k = 0; k < free_.size(); ++k)
      prior(static_cast<Eigen::Index>(table.items + k), par_.effect_variance[free_[k]]);
    for (std::size_t j = 0; j < sequences_of_.size(); ++j) add(j);
    factor_.compute(precision_);
    mean_ = factor_.solve(linear_);
  }

  double log_density() const {
    double log_root = 0;
    for (Eigen::Index i = 0; i < precision_.rows(); ++i) log_root += std::log(factor_.matrixLLT()(i, i));
    return log_sum_ - log_root - 0.5 * (square_ - linear_.dot(mean_));
  }
  // Means given all scores: of the qualities, then of the effects with a prior variance, less their prior means.
  const Eigen::VectorXd& mean() const { return mean_; }

  // Mean and variance of each score given all others, NaN where there is none: with K the covariance of all scores and
  // r what is left of them, they are y - (K^-1 r) / diag(K^-1) and 1 / diag(K^-1).
  void leave_one_out(double* mean, double* variance) const {
    std::fill_n(mean, table_.score.size(), std::nan(""));
    std::fill_n(variance, table_.score.size(), std::nan(""));
    for (std::size_t j = 0; j < sequences_of_.size(); ++j) {
      const Rows rows = of_judge(j);
      const auto n = static_cast<Eigen::Index>(rows.row.size());
      if (n == 0) continue;
      const Eigen::LLT<Eigen::MatrixXd> root(rows.covariance);
      const Eigen::MatrixXd inverse = root.solve(Eigen::MatrixXd::Identity(n, n));
      Eigen::VectorXd at(static_cast<Eigen::Index>(rows.unknown.size()));
      Eigen::MatrixXd scattered = Eigen::MatrixXd::Zero(precision_.rows(), n);
      const Eigen::MatrixXd solved = inverse * rows.design;
      for (Eigen::Index k = 0; k < at.size(); ++k) {
        at(k) = mean_(rows.unknown[static_cast<std::size_t>(k)]);
        scattered.row(rows.unknown[static_cast<std::size_t>(k)]) = solved.col(k).transpose();
      }
      const Eigen::VectorXd weighted = inverse * (rows.left - rows.design * at);
      factor_.matrixL().solveInPlace(scattered);
      for (Eigen::Index i = 0; i < n; ++i) {
        const double precision = inverse(i, i) - scattered.col(i).squaredNorm();
        const std::size_t row = rows.row[static_cast<std::size_t>(i)];
        mean[row] = table_.score[row] - weighted(i) / precision;
        variance[row] = 1 / precision;
      }
    }
  }

 private:
  // The scores of a judge: which they are, what is left of them, the unknowns that they depend on and how, and the
  // covariance of all that is particular to the judge.
  struct Rows {
    std::vector<std::size_t> row, sequence;
    std::vector<Eigen::Index> unknown;
    Eigen::VectorXd left;
    Eigen::MatrixXd design, covariance;
  };

  Rows of_judge(std::size_t j) const {
    Rows rows;
    std::vector<std::ptrdiff_t> slot(table_.items, -1);
    for (const std::size_t c : sequences_of_[j])
      for (std::size_t i = table_.first(c); i < table_.end(c); ++i) {
        if (slot[table_.item_of(i)] < 0) {
          slot[table_.item_of(i)] = static_cast<std::ptrdiff_t>(rows.unknown.size());
          rows.unknown.push_back(static_cast<Eigen::Index>(table_.item_of(i)));
        }
        if (!table_.scored(i)) continue;
        rows.row.push_back(i);
        rows.sequence.push_back(c);
      }
    const std::size_t items = rows.unknown.size();
    for (std::size_t k = 0; k < free_.size(); ++k) rows.unknown.push_back(static_cast<Eigen::Index>(table_.items + k));
    const auto n = static_cast<Eigen::Index>(rows.row.size());
    rows.design = Eigen::MatrixXd::Zero(n, static_cast<Eigen::Index>(rows.unknown.size()));
    rows.left.resize(n);
    for (Eigen::Index a = 0; a < n; ++a) fill_row(rows, a, j, slot, items);
    fill_covariance(rows, j);
    return rows;
  }
  void fill_row(Rows& rows, Eigen::Index a, std::size_t j, const std::vector<std::ptrdiff_t>& slot,
                std::size_t items) const {
    const std::size_t i = rows.row[static_cast<std::size_t>(a)], c = rows.sequence[static_cast<std::size_t>(a)];
    const std::size_t first = table_.first(c);
    const Comparison seen(par_.prior_size[c], i - first + 1);
    for (std::size_t s = first; s < i; ++s) {
      double coefficient = par_.average / static_cast<double>(i - first) - par_.loading[j] * seen.other;
      if (s + 1 == i) coefficient += par_.neighbour;
      rows.design(a, slot[table_.item_of(s)]) += coefficient;
    }
    rows.design(a, slot[table_.item_of(i)]) += par_.loading[j] * seen.own;
    for (std::size_t k = 0; k < free_.size(); ++k)
      rows.design(a, static_cast<Eigen::Index>(items + k)) = columns_.at(i)[free_[k]];
    rows.left(a) = table_.score[i] - par_.severity_mean;
    for (std::size_t e = 0; e < columns_.count(); ++e) rows.left(a) -= par_.effect[e] * columns_.at(i)[e];
  }
  void fill_covariance(Rows& rows, std::size_t j) const {
    const auto n = static_cast<Eigen::Index>(rows.row.size());
    const double load = par_.loading[j];
    rows.covariance.setConstant(n, n, par_.severity_variance);
    for (Eigen::Index a = 0; a < n; ++a)
      for (Eigen::Index b = 0; b <= a; ++b) {
        const std::size_t i = rows.row[static_cast<std::size_t>(a)], s = rows.row[static_cast<std::size_t>(b)];
        const std::size_t c = rows.sequence[static_cast<std::size_t>(a)];
        double value = par_.own_drift_variance * columns_.drift(i) * columns_.drift(s);
        if (c == rows.sequence[static_cast<std::size_t>(b)]) {
          const Comparison one(par_.prior_size[c], i - table_.first(c) + 1);
          const Comparison two(par_.prior_size[c], s - table_.first(c) + 1);
          value += par_.wander_variance[j] * std::pow(par_.keep, static_cast<double>(i - s));
          if (std::isfinite(par_.prior_size[c]))
            value += load * load * par_.prior_size[c] * par_.quality_variance * one.other * two.other;
          if (a == b) value += par_.noise_variance[j] + load * load * par_.quality_variance * one.rest;
        }
        rows.covariance(a, b) += value;
        if (a != b) rows.covariance(b, a) += value;
      }
  }
  void add(std::size_t j) {
    const Rows rows = of_judge(j);
    if (rows.row.empty()) return;
    const Eigen::LLT<Eigen::MatrixXd> root(rows.covariance);
    Eigen::MatrixXd design = rows.design;
    Eigen::VectorXd left = rows.left;
    root.matrixL().solveInPlace(design);
    root.matrixL().solveInPlace(left);
    constexpr double log_root_two_pi = 0.91893853320467274178;
    for (Eigen::Index i = 0; i < left.size(); ++i) log_sum_ -= std::log(root.matrixLLT()(i, i)) + log_root_two_pi;
    square_ += left.squaredNorm();
    const Eigen::MatrixXd products = design.transpose() * design;
    const Eigen::VectorXd with_left = design.transpose() * left;
    for (Eigen::Index a = 0; a < products.rows(); ++a) {
      const Eigen::Index at = rows.unknown[static_cast<std::size_t>(a)];
      linear_(at) += with_left(a);
      for (Eigen::Index b = 0; b < products.rows(); ++b)
        precision_(at, rows.unknown[static_cast<std::size_t>(b)]) += products(a, b);
    }
  }

  const RatingTable& table_;
  RatingsParameters par_;
  PositionColumns columns_;
  std::vector<std::vector<std::size_t>> sequences_of_;
  std::vector<std::size_t> free_;
  double log_sum_ = 0, square_ = 0;
  Eigen::MatrixXd precision_;
  Eigen::VectorXd linear_, mean_;
  Eigen::LLT<Eigen::MatrixXd> factor_;
};

}  // namespace seqjudge

#endif
