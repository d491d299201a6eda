// Random numbers for work that is spread over threads and machines: a stream for each replicate, not for each thread.
//
// The generator is the counter-based Threefry of Salmon et al. (2011) from the CRAN package sitmo: the key is the seed,
// and two words of the counter name the stream. Any stream can be started at once, and no two overlap. What is made of
// its bits is written out here, because the distributions of <random> differ between standard libraries.
//
// This header needs sitmo's include directory (LinkingTo: sitmo), and is therefore not part of seqjudge.hpp.

#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

// sitmo leaves it to others to include <type_traits>.
#include <threefry.h>

#include "random_below.hpp"

namespace seqjudge {

class RandomStream {
 public:
  using result_type = std::uint64_t;

  // Streams are numbered by two numbers, for instance the replicate and the setting of a study.
  explicit RandomStream(std::uint64_t seed, std::uint64_t stream = 0, std::uint64_t group = 0) : engine_(seed) {
    engine_.set_counter(0, stream, group, 0, 0);
  }

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return ~result_type{0}; }
  // 64 random bits.
  result_type operator()() { return engine_(); }

  // In the open interval (0, 1), symmetric about one half: the middles of 2^52 equal parts.
  double uniform() { return (static_cast<double>(engine_() >> 12) + 0.5) * 0x1p-52; }

  // A whole number in 0..bound-1, each exactly equally likely; bound is from 1.
  std::uint64_t below(std::uint64_t bound) {
    constexpr std::uint64_t small = std::uint64_t{1} << 32;
    if (bound >= small) return below_large(bound);
    return random_below([this] { return bits_32(); }, static_cast<std::uint32_t>(bound));
  }

  // Standard normal, by Marsaglia's polar method, which makes two at a time.
  double normal() {
    if (has_spare_) {
      has_spare_ = false;
      return spare_;
    }
    double u, v, s;
    do {
      u = 2 * uniform() - 1;
      v = 2 * uniform() - 1;
      s = u * u + v * v;
    } while (s >= 1);
    const double factor = std::sqrt(-2 * std::log(s) / s);
    spare_ = v * factor;
    has_spare_ = true;
    return u * factor;
  }

  // Puts values[0..n) in random order, all orders equally likely.
  template <class Value>
  void shuffle(Value* values, std::size_t n) {
    for (std::size_t k = n; k > 1; --k) std::swap(values[k - 1], values[below(k)]);
  }

 private:
  // Half of the bits are kept for the next call.
  std::uint64_t bits_32() {
    has_half_ = !has_half_;
    if (!has_half_) return half_;
    const std::uint64_t bits = engine_();
    half_ = bits & 0xffffffff;
    return bits >> 32;
  }

  // As many bits as are needed, until they are below the bound.
  std::uint64_t below_large(std::uint64_t bound) {
    std::uint64_t mask = bound - 1;
    for (int shift = 1; shift < 64; shift *= 2) mask |= mask >> shift;
    std::uint64_t value;
    do value = engine_() & mask;
    while (value >= bound);
    return value;
  }

  sitmo::threefry_engine<std::uint64_t, 64, 13> engine_;
  std::uint64_t half_ = 0;
  double spare_ = 0;
  bool has_half_ = false;
  bool has_spare_ = false;
};

}  // namespace seqjudge
