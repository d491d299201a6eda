// Bounded whole numbers from random bits, the same on every platform.

#pragma once

#include <cstdint>

namespace seqjudge {

// In 0..bound-1, each exactly equally likely; bound is from 1. `bits()` are 32 random ones. Lemire's method (2019): the
// upper half of a product, drawn again in the rare case that its lower half shows that some results would be favoured.
template <class Bits>
std::uint32_t random_below(Bits&& bits, std::uint32_t bound) {
  std::uint64_t product = std::uint64_t{bits()} * bound;
  if (static_cast<std::uint32_t>(product) < bound) {
    const std::uint32_t uneven = (0u - bound) % bound;
    while (static_cast<std::uint32_t>(product) < uneven) product = std::uint64_t{bits()} * bound;
  }
  return static_cast<std::uint32_t>(product >> 32);
}

}  // namespace seqjudge
