// What is known of the noise: a density of its logarithm, up to a factor, in pieces within which the log density is a
// straight line.

#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "../support/normal.hpp"

namespace seqjudge {

// The noise is integrated over by so many values that are equally likely: the middles of as many parts of its
// distribution.
constexpr std::size_t noise_nodes = 16;
using NoiseNodes = std::array<double, noise_nodes>;

class NoiseDensity {
 public:
  // Between two logarithms of the noise, from the log density at the first of them along a slope.
  void add(double from, double to, double log_density, double slope) {
    const double width = to - from;
    if (!(width > 0) || log_density == -detail::infinity) return;
    const double half = 0.5 * std::fabs(slope) * width, x = half * half;
    const double middle = log_density + 0.5 * slope * width;
    if (half < 0.5) {
      // sinh(half) / half as a series.
      constexpr double c[] = {1.0 / 6, 1.0 / 120, 1.0 / 5040, 1.0 / 362880, 1.0 / 39916800, 1.0 / 6227020800};
      const double mean = 1 + x * (c[0] + x * (c[1] + x * (c[2] + x * (c[3] + x * (c[4] + x * c[5])))));
      pieces_.push_back({from, width, slope, middle, width * mean});
    } else {
      // From the higher end, where nothing overflows.
      pieces_.push_back({from, width, slope, middle + half, -width * std::expm1(-2 * half) / (2 * half)});
    }
    highest_ = std::max(highest_, pieces_.back().height);
  }
  // The same from the log densities at both ends.
  void add_line(double from, double to, double first, double last) {
    // What is impossible at one end is so next to it.
    if (first == -detail::infinity || last == -detail::infinity) return;
    add(from, to, first, (last - first) / (to - from));
  }

  double log_total() const {
    double sum = 0;
    for (const Piece& piece : pieces_) sum += mass(piece);
    return highest_ + std::log(sum);
  }

  // Pieces must have come in rising order.
  NoiseNodes nodes() const {
    NoiseNodes result{};
    std::vector<double> masses;
    masses.reserve(pieces_.size());
    double total = 0;
    for (const Piece& piece : pieces_) {
      masses.push_back(mass(piece));
      total += masses.back();
    }
    double before = 0;
    std::size_t next = 0;
    for (std::size_t k = 0; k < pieces_.size(); ++k) {
      const double own = masses[k] / total;
      for (; next < noise_nodes; ++next) {
        const double share = (static_cast<double>(next) + 0.5) / noise_nodes - before;
        if (share > own) break;
        result[next] = std::exp(pieces_[k].from + place(pieces_[k], own > 0 ? share / own : 1));
      }
      before += own;
    }
    // Rounding may leave the last one.
    for (; next < noise_nodes; ++next) result[next] = std::exp(pieces_.back().from + pieces_.back().width);
    return result;
  }

  bool empty() const { return pieces_.empty(); }

 private:
  // `height` is a log density of the piece, and `size` the mass in units of the density.
  struct Piece {
    double from, width, slope, height, size;
  };

  // In units of the highest density.
  double mass(const Piece& piece) const { return piece.size * std::exp(piece.height - highest_); }
  // How far into the piece a share of its mass lies.
  static double place(const Piece& piece, double share) {
    const double rise = piece.slope * piece.width;
    if (std::fabs(rise) < 1e-8) return share * piece.width;
    if (rise < 0) return std::log1p(share * std::expm1(rise)) / piece.slope;
    return piece.width + std::log1p((1 - share) * std::expm1(-rise)) / piece.slope;
  }

  std::vector<Piece> pieces_;
  double highest_ = -detail::infinity;
};

}  // namespace seqjudge
