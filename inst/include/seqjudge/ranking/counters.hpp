// Sixteen counters in a row, searched and updated together: the node from which the trees of decode.hpp and
// encode.hpp are built.
//
// A node stands for 16 consecutive ranges. before[i] is the number of places in the ranges ahead of range i, so that
// before[0] is 0 and the array never decreases. Both operations touch all counters at once and without a branch, which
// is what lets a compiler (or the SSE2 code below) do them in a few instructions.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

// SSE2 belongs to every x86-64 processor, so using it asks for no compiler flag. Define SEQJUDGE_PORTABLE to get the
// plain loops instead; the unit tests run both.
#if defined(__SSE2__) && defined(__GNUC__) && !defined(SEQJUDGE_PORTABLE)
#define SEQJUDGE_SSE2 1
#include <emmintrin.h>
#endif

// These operations are a dozen instructions, and the innermost step of every loop they stand in.
#if defined(__GNUC__)
#define SEQJUDGE_INLINE inline __attribute__((always_inline))
#define SEQJUDGE_INLINE_LAMBDA __attribute__((always_inline))
#else
#define SEQJUDGE_INLINE inline
#define SEQJUDGE_INLINE_LAMBDA
#endif

namespace seqjudge::detail {

constexpr int fan_out = 16;

template <class Count>
struct alignas(16) Counters {
  Count before[fan_out];

  // Every range holds `capacity` places.
  void fill(int capacity) {
    for (int i = 0; i < fan_out; ++i) before[i] = static_cast<Count>(i * capacity);
  }
  // The same where the last ranges may lie beyond all places that there are, and beyond what Count can hold.
  void fill_saturating(std::int64_t capacity) {
    constexpr std::int64_t most = std::numeric_limits<Count>::max();
    for (int i = 0; i < fan_out; ++i) before[i] = static_cast<Count>(std::min(i * capacity, most));
  }
};

#ifdef SEQJUDGE_SSE2

// Sixteen bytes of numbers with operators that work on each of them; a comparison gives -1 where it is true.
template <class Number>
struct Vector {
  typedef Number type __attribute__((vector_size(16), may_alias));
};

// Bit i says whether the i-th of sixteen comparisons is true.
template <class Number>
SEQJUDGE_INLINE unsigned bits_of(const typename Vector<Number>::type* mask) {
  const auto lanes = [mask](int k) { return reinterpret_cast<const __m128i*>(mask)[k]; };
  __m128i bytes = lanes(0);
  if constexpr (sizeof(Number) == 2) bytes = _mm_packs_epi16(lanes(0), lanes(1));
  if constexpr (sizeof(Number) == 4)
    bytes = _mm_packs_epi16(_mm_packs_epi32(lanes(0), lanes(1)), _mm_packs_epi32(lanes(2), lanes(3)));
  return static_cast<unsigned>(_mm_movemask_epi8(bytes));
}

#endif

// Takes away the place number `place` (from 1): returns the range it lies in, and makes `place` count within it.
// A counter drops by one exactly when it is at least `place`, so the update needs no knowledge of the answer.
template <class Count, class Place>
SEQJUDGE_INLINE int take(Counters<Count>& node, Place& place) {
  int range = -1;
#ifdef SEQJUDGE_SSE2
  if constexpr (sizeof(Count) <= 4) {
    using Lanes = typename Vector<Count>::type;
    auto* const before = reinterpret_cast<Lanes*>(node.before);
    const Lanes limit = Lanes{} + static_cast<Count>(place - 1);
    Lanes at_least[sizeof(Count)];
    // Compilers would keep a loop here, and with it a detour through memory, at -O2.
#pragma GCC unroll 4
    for (std::size_t k = 0; k < sizeof(Count); ++k) {
      at_least[k] = before[k] > limit;
      before[k] += at_least[k];
    }
    // Bit 0 is never set.
    range = __builtin_ctz(bits_of<Count>(at_least) | 0x10000u) - 1;
    place -= static_cast<Place>(node.before[range]);
    return range;
  }
#endif
  const Count limit = static_cast<Count>(place);
  for (int i = 0; i < fan_out; ++i) {
    const Count below = node.before[i] < limit;
    range += static_cast<int>(below);
    node.before[i] = static_cast<Count>(node.before[i] - 1 + below);
  }
  place -= static_cast<Place>(node.before[range]);
  return range;
}

// Adds one place to range `range`; returns how many there were in the ranges ahead of it.
template <class Count>
SEQJUDGE_INLINE Count add(Counters<Count>& node, int range) {
  const Count ahead = node.before[range];
#ifdef SEQJUDGE_SSE2
  using Lanes = typename Vector<Count>::type;
  alignas(16) static constexpr Count order[fan_out] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  auto* const before = reinterpret_cast<Lanes*>(node.before);
  const Lanes limit = Lanes{} + static_cast<Count>(range);
#pragma GCC unroll 4
  for (std::size_t k = 0; k < sizeof(Count); ++k) before[k] -= reinterpret_cast<const Lanes*>(order)[k] > limit;
#else
  for (int i = 0; i < fan_out; ++i) node.before[i] = static_cast<Count>(node.before[i] + (i > range));
#endif
  return ahead;
}

}  // namespace seqjudge::detail
