// A draw of all qualities, levels of judges and effects of the position at once, given all else.
//
// Given the rest they are jointly normal, with a precision matrix that is never written down: a product with it takes
// one pass over the scores and back. A draw solves one system whose right side has noise of the right covariance
// (drawing by perturbation), by conjugate gradients with the diagonal as preconditioner. So it takes a few passes over
// the scores, however many items there are, and is exact up to the tolerance of the solver.

#ifndef SEQJUDGE_RATINGS_QUALITY_BLOCK_HPP
#define SEQJUDGE_RATINGS_QUALITY_BLOCK_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "position_columns.hpp"
#include "rating_table.hpp"

namespace seqjudge {

// How a score depends on the unknowns: on the quality of its item, of the one before, on the sum of those before, and
// on the sum of the items that the judge had seen earlier. `target` is the score less what is given, `weight` the
// precision of its noise, 0 where there is no score.
struct ScoreTerms {
  double own = 1, previous = 0, before = 0, earlier = 0, weight = 0, target = 0;
};

// The unknowns in one vector: qualities, levels of judges, sums of earlier items by sequence, coefficients of columns.
class QualityBlock {
 public:
  QualityBlock(const RatingTable& table, const PositionColumns& columns)
      : terms(table.score.size()), table_(table), columns_(columns), judges_(table.judges()) {
    const std::size_t n = table.items + judges_ + table.sequences() + columns.count();
    for (auto* const values : {&value, &prior_mean, &prior_precision, &diagonal_, &residual_, &step_, &image_})
      values->assign(n, 0);
    rows_.assign(table.score.size(), 0);
  }

  std::size_t quality(std::size_t item) const { return item; }
  std::size_t level(std::size_t judge) const { return table_.items + judge; }
  std::size_t earlier(std::size_t sequence) const { return level(judges_) + sequence; }
  std::size_t coefficient(std::size_t column) const { return earlier(table_.sequences()) + column; }

  // The caller fills these; `value` is where to begin, and becomes the draw.
  std::vector<ScoreTerms> terms;
  std::vector<double> value, prior_mean, prior_precision;

  template <class Random>
  void draw(Random& random) {
    find_diagonal();
    start_residual([&](double precision) { return std::sqrt(precision) * random.normal(); });
    solve();
  }
  // The mean of each unknown given all others as they are.
  void conditional_means(std::vector<double>& mean, std::size_t count) {
    start_residual([](double) { return 0.0; });
    mean.resize(count);
    for (std::size_t k = 0; k < count; ++k) mean[k] = value[k] + residual_[k] / diagonal_[k];
  }

 private:
  // What the unknowns make of each score, times its weight.
  void weighted_fit(const std::vector<double>& x, std::vector<double>& rows) const {
    const std::size_t p = columns_.count();
    const double* const beta = x.data() + coefficient(0);
    for (std::size_t j = 0; j < table_.sequences(); ++j) {
      const double level_here = x[level(table_.judge(j))], early = x[earlier(j)];
      double before = 0, previous = 0;
      for (std::size_t i = table_.first(j); i < table_.end(j); ++i) {
        const ScoreTerms& term = terms[i];
        const double q = x[table_.item_of(i)];
        double fit = level_here + term.own * q + term.previous * previous + term.before * before + term.earlier * early;
        const double* const column = columns_.at(i);
        for (std::size_t e = 0; e < p; ++e) fit += beta[e] * column[e];
        rows[i] = term.weight * fit;
        before += q;
        previous = q;
      }
    }
  }
  // Adds to x the transposed product with numbers along the scores.
  void add_transposed(const std::vector<double>& rows, std::vector<double>& x) const {
    const std::size_t p = columns_.count();
    double* const beta = x.data() + coefficient(0);
    for (std::size_t j = 0; j < table_.sequences(); ++j) {
      double later = 0, next = 0, sum = 0, early = 0;
      for (std::size_t i = table_.end(j); i-- > table_.first(j);) {
        const ScoreTerms& term = terms[i];
        const double r = rows[i];
        x[table_.item_of(i)] += term.own * r + next + later;
        next = term.previous * r;
        later += term.before * r;
        early += term.earlier * r;
        sum += r;
        const double* const column = columns_.at(i);
        for (std::size_t e = 0; e < p; ++e) beta[e] += column[e] * r;
      }
      x[level(table_.judge(j))] += sum;
      x[earlier(j)] += early;
    }
  }
  void find_diagonal() {
    const std::size_t p = columns_.count();
    diagonal_ = prior_precision;
    for (std::size_t j = 0; j < table_.sequences(); ++j) {
      double later = 0, next = 0;
      for (std::size_t i = table_.end(j); i-- > table_.first(j);) {
        const ScoreTerms& term = terms[i];
        const double w = term.weight;
        diagonal_[table_.item_of(i)] += w * term.own * term.own + next + later;
        next = w * term.previous * (term.previous + 2 * term.before);
        later += w * term.before * term.before;
        diagonal_[level(table_.judge(j))] += w;
        diagonal_[earlier(j)] += w * term.earlier * term.earlier;
        for (std::size_t e = 0; e < p; ++e) diagonal_[coefficient(e)] += w * columns_.at(i)[e] * columns_.at(i)[e];
      }
    }
    for (double& d : diagonal_)
      if (d <= 0) d = 1;
  }
  // The right side less the product with the values, where noise(precision) is added for each score and prior.
  template <class Noise>
  void start_residual(const Noise& noise) {
    weighted_fit(value, rows_);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const ScoreTerms& term = terms[i];
      rows_[i] = term.weight > 0 ? term.weight * term.target - rows_[i] + noise(term.weight) : 0;
    }
    for (std::size_t k = 0; k < value.size(); ++k) {
      const double p = prior_precision[k];
      residual_[k] = p > 0 ? p * (prior_mean[k] - value[k]) + noise(p) : 0;
    }
    add_transposed(rows_, residual_);
  }
  void solve() {
    double scale = 0, size = 0;
    for (std::size_t k = 0; k < value.size(); ++k) {
      step_[k] = residual_[k] / diagonal_[k];
      size += residual_[k] * step_[k];
      scale += diagonal_[k] > 0;
    }
    // Each unknown is off by no more than this in units of its standard deviation, on the root mean square.
    const double enough = tolerance * tolerance * scale;
    for (int k = 0; k < most_steps && size > enough; ++k) {
      for (std::size_t u = 0; u < image_.size(); ++u) image_[u] = prior_precision[u] * step_[u];
      weighted_fit(step_, rows_);
      add_transposed(rows_, image_);
      double curvature = 0;
      for (std::size_t u = 0; u < image_.size(); ++u) curvature += step_[u] * image_[u];
      const double length = size / curvature, old = size;
      size = 0;
      for (std::size_t u = 0; u < image_.size(); ++u) {
        value[u] += length * step_[u];
        residual_[u] -= length * image_[u];
        size += residual_[u] * residual_[u] / diagonal_[u];
      }
      for (std::size_t u = 0; u < image_.size(); ++u) step_[u] = residual_[u] / diagonal_[u] + size / old * step_[u];
    }
  }

  static constexpr double tolerance = 1e-4;
  static constexpr int most_steps = 500;

  const RatingTable& table_;
  const PositionColumns& columns_;
  std::size_t judges_;
  std::vector<double> diagonal_, residual_, step_, image_, rows_;
};

}  // namespace seqjudge

#endif
