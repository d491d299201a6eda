// Have chains settled, and what are their draws worth? R-hat of the halves of the chains, and the number of independent
// draws that would tell the mean as well: Gelman and others (2013), Bayesian Data Analysis, chapter 11, with the sum
// over the autocorrelations cut off where neighbouring pairs of them are no longer positive, and kept from growing.

#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "poll.hpp"

namespace seqjudge {

struct ChainDiagnostics {
  double rhat;
  double effective_size;
};

namespace detail {

// The Fourier transform of as many numbers as are a power of two, in their place (Cooley and Tukey 1965).
inline void fourier_transform(std::vector<std::complex<double>>& x) {
  const std::size_t n = x.size();
  for (std::size_t i = 1, mirrored = 0; i < n; ++i) {
    std::size_t bit = n / 2;
    for (; mirrored & bit; bit /= 2) mirrored ^= bit;
    mirrored ^= bit;
    if (i < mirrored) std::swap(x[i], x[mirrored]);
  }
  const double half_turn = std::acos(-1.0);
  for (std::size_t half = 1; half < n; half *= 2) {
    for (std::size_t k = 0; k < half; ++k) {
      const double angle = half_turn * static_cast<double>(k) / static_cast<double>(half);
      const double cosine = std::cos(angle), sine = -std::sin(angle);
      for (std::size_t i = k; i < n; i += 2 * half) {
        const std::complex<double> even = x[i], odd = x[i + half];
        const std::complex<double> turned(odd.real() * cosine - odd.imag() * sine,
                                          odd.real() * sine + odd.imag() * cosine);
        x[i] = even + turned;
        x[i + half] = even - turned;
      }
    }
  }
}

// The first and the last half of each chain, without the draw in the middle of an odd number.
class HalfChains {
 public:
  HalfChains(const double* draws, std::size_t rounds, const std::vector<std::int32_t>& kind) : length_(rounds / 2) {
    for (std::size_t c = 0; c < kind.size(); ++c)
      for (const std::size_t from : {c * rounds, (c + 1) * rounds - length_}) add(draws + from, kind[c]);
  }

  std::size_t length() const { return length_; }
  double draws() const { return static_cast<double>(off_mean_.size()); }
  // Of the means of the halves, about the mean of their kind.
  double variance_between() const {
    double squares = 0, kinds = 0;
    for (std::size_t h = 0; h < mean_.size(); ++h) {
      double sum = 0, count = 0;
      for (std::size_t other = 0; other < mean_.size(); ++other)
        if (kind_[other] == kind_[h]) {
          sum += mean_[other];
          ++count;
        }
      squares += (mean_[h] - sum / count) * (mean_[h] - sum / count);
      kinds += 1 / count;
    }
    return squares / (static_cast<double>(mean_.size()) - kinds);
  }
  // Chains that mix need few of these. Where many are asked for, all are found at once.
  template <class Poll>
  double autocovariance(std::size_t lag, Poll& poll) {
    constexpr std::size_t few = 64;
    poll();
    if (lag >= few) {
      if (transformed_.empty()) transform(poll);
      return transformed_[lag] / draws();
    }
    double sum = 0;
    for (std::size_t from = 0; from < off_mean_.size(); from += length_)
      for (std::size_t i = from + lag; i < from + length_; ++i) sum += off_mean_[i] * off_mean_[i - lag];
    return sum / draws();
  }

 private:
  // The sums of products at each lag are the transform of the power of the spectrum; zeros behind the draws keep their
  // end from meeting their beginning.
  template <class Poll>
  void transform(Poll& poll) {
    std::size_t padded = 1;
    while (padded < 2 * length_) padded *= 2;
    std::vector<std::complex<double>> half, power(padded, 0);
    for (std::size_t from = 0; from < off_mean_.size(); from += length_) {
      half.assign(padded, 0);
      std::copy_n(off_mean_.begin() + static_cast<std::ptrdiff_t>(from), length_, half.begin());
      poll();
      fourier_transform(half);
      for (std::size_t k = 0; k < padded; ++k) power[k] += std::norm(half[k]);
    }
    // It is the same forwards and backwards, so that one transform does for both.
    fourier_transform(power);
    for (std::size_t lag = 0; lag < length_; ++lag)
      transformed_.push_back(power[lag].real() / static_cast<double>(padded));
  }
  void add(const double* half, std::int32_t kind) {
    double sum = 0;
    for (std::size_t i = 0; i < length_; ++i) sum += half[i];
    mean_.push_back(sum / static_cast<double>(length_));
    kind_.push_back(kind);
    for (std::size_t i = 0; i < length_; ++i) off_mean_.push_back(half[i] - mean_.back());
  }

  std::size_t length_;
  std::vector<double> off_mean_, mean_, transformed_;
  std::vector<std::int32_t> kind_;
};

}  // namespace detail

// Of one quantity: `rounds` draws (from 4) of each chain, one chain after another. Chains of different kinds are draws
// of different things, and may have different means. What never changes has settled as well as can be; what is not
// finite tells nothing, and has NaN.
template <class Poll = NoPoll>
ChainDiagnostics diagnose_chains(const double* draws, std::size_t rounds, const std::vector<std::int32_t>& kind,
                                 Poll poll = {}) {
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  const double* const end = draws + rounds * kind.size();
  if (!std::all_of(draws, end, [](double x) { return std::isfinite(x); })) return {unknown, unknown};
  if (std::all_of(draws, end, [&](double x) { return x == draws[0]; })) return {1, static_cast<double>(end - draws)};
  detail::HalfChains halves(draws, rounds, kind);
  const double n = static_cast<double>(halves.length());
  const double square = halves.autocovariance(0, poll);
  const double within = square * n / (n - 1), total = square + halves.variance_between();
  const auto correlation = [&](std::size_t lag) { return 1 - (within - halves.autocovariance(lag, poll)) / total; };
  double sum = -1, last = std::numeric_limits<double>::infinity();
  for (std::size_t lag = 0; lag + 1 < halves.length(); lag += 2) {
    const double even = lag == 0 ? 1 : correlation(lag), pair = even + correlation(lag + 1);
    // The last few rest on next to no pairs of draws.
    if (!(pair > 0) || (lag > 0 && lag + 5 >= halves.length())) {
      sum += std::max(even, 0.0);
      break;
    }
    last = std::min(last, pair);
    sum += 2 * last;
  }
  // Draws that alternate about the mean are worth more than independent ones, but nobody knows by how much.
  const double least = 1 / std::log10(std::max(halves.draws(), 10.0));
  return {std::sqrt(total / within), halves.draws() / std::max(sum, least)};
}

}  // namespace seqjudge
