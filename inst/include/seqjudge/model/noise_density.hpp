// What is known of the noise: a density of its logarithm, up to a factor, in pieces within which the log density is a
// straight line.

#pragma once

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
    pieces_.push_back({from, width, slope, log_density + log_mass(width, slope)});
    highest_ = std::max(highest_, pieces_.back().log_mass);
  }
  // The same from the log densities at both ends.
  void add_line(double from, double to, double first, double last) {
    // What is impossible at one end is so next to it.
    if (first == -detail::infinity || last == -detail::infinity) return;
    add(from, to, first, (last - first) / (to - from));
  }

  double log_total() const {
    double sum = 0;
    for (const Piece& piece : pieces_) sum += std::exp(piece.log_mass - highest_);
    return highest_ + std::log(sum);
  }

  // Pieces must have come in rising order.
  NoiseNodes nodes() const {
    NoiseNodes result{};
    double total = 0;
    for (const Piece& piece : pieces_) total += std::exp(piece.log_mass - highest_);
    double before = 0;
    std::size_t next = 0;
    for (const Piece& piece : pieces_) {
      const double mass = std::exp(piece.log_mass - highest_) / total;
      for (; next < noise_nodes; ++next) {
        const double share = (static_cast<double>(next) + 0.5) / noise_nodes - before;
        if (share > mass) break;
        result[next] = std::exp(piece.from + place(piece, mass > 0 ? share / mass : 1));
      }
      before += mass;
    }
    // Rounding may leave the last one.
    for (; next < noise_nodes; ++next) result[next] = std::exp(pieces_.back().from + pieces_.back().width);
    return result;
  }

  bool empty() const { return pieces_.empty(); }

 private:
  struct Piece {
    double from, width, slope, log_mass;
  };

  static double log_mass(double width, double slope) {
    const double rise = std::fabs(slope) * width;
    // From the higher end, where nothing overflows.
    const double from_top = rise > 1e-8 ? -std::expm1(-rise) / rise : 1;
    return std::log(width * from_top) + std::max(slope * width, 0.0);
  }
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
