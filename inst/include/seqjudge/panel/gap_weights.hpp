// How many paths of path_sums.hpp lead through a gap of unseen items, by the number of points that they cross.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "../model/path_sums.hpp"

namespace seqjudge {

// For all gaps that there can be among `items` items; each is computed when it is first asked for.
class GapWeights {
 public:
  // Number d is for paths that cross d points.
  struct Weights {
    std::vector<double> log;
    std::vector<double> tilted;  // with the tilt of the step, relative to the largest
  };

  GapWeights() = default;
  GapWeights(PathStep step, std::size_t items) : step_(step), between_(items + 1), at_end_(items + 1) {}

  // Between two items that have so many unseen ones between them.
  const Weights& between(std::size_t gap) {
    if (between_[gap].log.empty()) between_[gap] = make(gap + 1, false);
    return between_[gap];
  }
  // Between the first or last point and the lowest or highest item.
  const Weights& at_end(std::size_t gap) {
    if (at_end_[gap].log.empty()) at_end_[gap] = make(gap, true);
    return at_end_[gap];
  }

 private:
  // So many steps make the coefficients of (1 - z)^-steps; with halves, of ((1 + z) / (1 - z) / 2)^steps. Their running
  // sums leave open how many points are crossed in the end.
  Weights make(std::size_t steps, bool sums) const {
    constexpr double most = 1e200;
    const auto power = static_cast<double>(steps);
    Weights result;
    result.log.resize(step_.count);
    result.tilted.resize(step_.count);
    double before = 0, now = 1, total = 1, log_scale = power * std::log(step_.same);
    for (std::size_t d = 0; d < step_.count; ++d) {
      const auto points = static_cast<double>(d);
      if (d > 0) {
        const double next =
            step_.same == 1 ? now * (points - 1 + power) / points : (2 * power * now + (points - 2) * before) / points;
        before = now;
        now = next;
        total += now;
      }
      result.log[d] = std::log(sums ? total : now) + log_scale;
      result.tilted[d] = result.log[d] + points * std::log(step_.tilt);
      if (total > most) {
        for (double* value : {&before, &now, &total}) *value /= most;
        log_scale += std::log(most);
      }
    }
    const double largest = *std::max_element(result.tilted.begin(), result.tilted.end());
    for (double& value : result.tilted) value = std::exp(value - largest);
    return result;
  }

  PathStep step_;
  std::vector<Weights> between_, at_end_;
};

}  // namespace seqjudge
