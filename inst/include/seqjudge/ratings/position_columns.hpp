// What depends on the position alone: a column of numbers along the scores for each effect, whose coefficient is the
// size of the effect.

#ifndef SEQJUDGE_RATINGS_POSITION_COLUMNS_HPP
#define SEQJUDGE_RATINGS_POSITION_COLUMNS_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "rating_table.hpp"

namespace seqjudge {

// Which of them there are.
struct PositionEffects {
  bool drift = false;     // linear, 1 over the whole sequence
  bool start = false;     // 1 / t
  bool round = false;     // linear, 1 from the first round to the last
  std::size_t curve = 0;  // so many cosines of the place in the sequence; the slope is the drift's

  std::size_t count() const { return drift + start + round + curve; }
};

// Columns of one row after another. All but the round are centred within the sequence, so that they do not compete with
// the severity.
class PositionColumns {
 public:
  PositionColumns() = default;
  PositionColumns(const RatingTable& table, const PositionEffects& effects)
      : count_(effects.count()), values_(count_ * table.score.size()), drift_(table.score.size()) {
    std::size_t last_round = 0;
    for (std::size_t j = 0; j < table.sequences(); ++j) last_round = std::max(last_round, table.round(j));
    const double rounds = last_round > 0 ? static_cast<double>(last_round) : 1;
    for (std::size_t j = 0; j < table.sequences(); ++j)
      fill(table, effects, j, static_cast<double>(table.round(j)) / rounds - 0.5);
  }

  std::size_t count() const { return count_; }
  const double* at(std::size_t row) const { return values_.data() + row * count_; }
  // The centred linear drift, whether it is among the columns or not.
  double drift(std::size_t row) const { return drift_[row]; }

 private:
  void fill(const RatingTable& table, const PositionEffects& effects, std::size_t j, double round) {
    const std::size_t first = table.first(j), end = table.end(j);
    const auto n = static_cast<double>(end - first);
    constexpr double pi = 3.14159265358979323846;
    std::vector<double> mean(count_, 0);
    for (std::size_t i = first; i < end; ++i) {
      const double t = static_cast<double>(i - first + 1), place = (t - 0.5) / n;
      drift_[i] = place - 0.5;
      double* value = values_.data() + i * count_;
      if (effects.drift) *value++ = drift_[i];
      if (effects.start) *value++ = 1 / t;
      for (std::size_t k = 0; k < effects.curve; ++k) *value++ = std::cos(pi * static_cast<double>(k + 2) * place);
      for (std::size_t e = 0; e < count_; ++e) mean[e] += at(i)[e] / n;
    }
    for (std::size_t i = first; i < end; ++i) {
      for (std::size_t e = 0; e < count_; ++e) values_[i * count_ + e] -= mean[e];
      if (effects.round) values_[(i + 1) * count_ - 1] = round;
    }
  }

  std::size_t count_ = 0;
  std::vector<double> values_, drift_;
};

}  // namespace seqjudge

#endif
