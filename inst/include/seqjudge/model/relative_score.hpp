// What a score says about the relative rank of an item.
//
// Before the score is known, all relative ranks r = 1..size are equally likely. Given the score the probability of r is
// proportional to the density of the score (for scores in bins, to the probability of the bin) given r, its *weight*.
// Weights rise towards one r, the *mode*, and fall on either side of it.

#ifndef SEQJUDGE_MODEL_RELATIVE_SCORE_HPP
#define SEQJUDGE_MODEL_RELATIVE_SCORE_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <type_traits>

#include "lattice.hpp"

namespace seqjudge {

// The r that count: those with a weight of at least exp(-40) of the largest, and all of them if there is no score.
// `flat` says that all weights are equal.
struct Window {
  double first = 1;
  double last = 1;
  double mode = 1;
  bool flat = true;
};

template <class Lattice>
class RelativeScore {
 public:
  RelativeScore() = default;
  RelativeScore(const SeenScore& score, const Lattice& lattice) : score_(score), lattice_(lattice) {}

  Window window() const {
    Window w;
    if (!score_.is_there()) {
      w.last = lattice_.size();
      return w;
    }
    w.mode = mode();
    const double reach = this->reach(lattice_.noiseless(w.mode));
    w.first = std::min(w.mode, std::max(1.0, std::ceil(lattice_.place(score_.lower - reach))));
    w.last = std::max(w.mode, std::min(lattice_.size(), std::floor(lattice_.place(score_.upper + reach))));
    // A score that cannot be: the nearest r.
    if (std::isinf(log_weight(w.mode))) w.first = w.last = w.mode;
    w.flat = w.first == w.last || (uniform && score_.is_number());
    return w;
  }

  double log_weight(double r) const {
    if (!score_.is_number()) return lattice_.log_bin_at(score_.lower, score_.upper, r);
    if constexpr (uniform) return lattice_.log_point_at(score_.lower, r);
    const double z = (score_.lower - lattice_.noiseless(r)) / lattice_.noise();
    return -0.5 * z * z;
  }

 private:
  static constexpr bool uniform = std::is_same_v<Lattice, UniformLattice>;
  static constexpr double negligible = 40;
  // Representation error must not decide what is possible.
  static constexpr double tolerance = 1e-14;

  double mode() const {
    if (std::isinf(score_.lower)) return 1;
    if (std::isinf(score_.upper)) return lattice_.size();
    const double nearest = std::round(lattice_.place(0.5 * (score_.lower + score_.upper)));
    return std::min(std::max(nearest, 1.0), lattice_.size());
  }
  // How far beyond the score noiseless scores count; the mode has the noiseless score `nearest`.
  double reach(double nearest) const {
    if constexpr (uniform) return lattice_.noise() + tolerance;
    const double z = std::max({0.0, score_.lower - nearest, nearest - score_.upper}) / lattice_.noise();
    return lattice_.noise() * std::sqrt(z * z + 2 * negligible);
  }

  SeenScore score_;
  Lattice lattice_;
};

}  // namespace seqjudge

#endif
