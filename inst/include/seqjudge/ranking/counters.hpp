// Sixteen counters in a row, searched and updated together: the node from which the trees of decode.hpp and
// encode.hpp are built.
//
// A node stands for 16 consecutive ranges. before[i] is the number of places in the ranges ahead of range i, so that
// before[0] is 0 and the array never decreases. Both operations touch all counters at once and without a branch, which
// is what lets a compiler (or the SSE2 code below) do them in a few instructions.

#pragma once

#include <algorithm>
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

// Takes away the place number `place` (from 1): returns the range it lies in, and makes `place` count within it.
// A counter drops by one exactly when it is at least `place`, so the update needs no knowledge of the answer.
template <class Count, class Place>
SEQJUDGE_INLINE int take(Counters<Count>& node, Place& place) {
  int range = -1;
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
  for (int i = 0; i < fan_out; ++i) node.before[i] = static_cast<Count>(node.before[i] + (i > range));
  return ahead;
}

#ifdef SEQJUDGE_SSE2

// Bit i of `at_least` says that counter i is at least `place`; bit 0 is never set.
template <class Count, class Place>
SEQJUDGE_INLINE int finish_take(const Counters<Count>& node, Place& place, unsigned at_least) {
  const int range = __builtin_ctz(at_least | 0x10000u) - 1;
  place -= static_cast<Place>(node.before[range]);
  return range;
}

template <class Place>
SEQJUDGE_INLINE int take(Counters<std::int8_t>& node, Place& place) {
  auto* lanes = reinterpret_cast<__m128i*>(node.before);
  const __m128i limit = _mm_set1_epi8(static_cast<char>(place - 1));
  const __m128i at_least = _mm_cmpgt_epi8(lanes[0], limit);
  lanes[0] = _mm_add_epi8(lanes[0], at_least);
  return finish_take(node, place, static_cast<unsigned>(_mm_movemask_epi8(at_least)));
}

template <class Place>
SEQJUDGE_INLINE int take(Counters<std::int16_t>& node, Place& place) {
  auto* lanes = reinterpret_cast<__m128i*>(node.before);
  const __m128i limit = _mm_set1_epi16(static_cast<std::int16_t>(place - 1));
  const __m128i at_least_0 = _mm_cmpgt_epi16(lanes[0], limit);
  const __m128i at_least_1 = _mm_cmpgt_epi16(lanes[1], limit);
  lanes[0] = _mm_add_epi16(lanes[0], at_least_0);
  lanes[1] = _mm_add_epi16(lanes[1], at_least_1);
  return finish_take(node, place, static_cast<unsigned>(_mm_movemask_epi8(_mm_packs_epi16(at_least_0, at_least_1))));
}

template <class Place>
SEQJUDGE_INLINE int take(Counters<std::int32_t>& node, Place& place) {
  auto* lanes = reinterpret_cast<__m128i*>(node.before);
  const __m128i limit = _mm_set1_epi32(static_cast<std::int32_t>(place - 1));
  // Written out: compilers keep a loop here, and with it a detour through memory, at -O2.
  const __m128i at_least_0 = _mm_cmpgt_epi32(lanes[0], limit);
  const __m128i at_least_1 = _mm_cmpgt_epi32(lanes[1], limit);
  const __m128i at_least_2 = _mm_cmpgt_epi32(lanes[2], limit);
  const __m128i at_least_3 = _mm_cmpgt_epi32(lanes[3], limit);
  lanes[0] = _mm_add_epi32(lanes[0], at_least_0);
  lanes[1] = _mm_add_epi32(lanes[1], at_least_1);
  lanes[2] = _mm_add_epi32(lanes[2], at_least_2);
  lanes[3] = _mm_add_epi32(lanes[3], at_least_3);
  const __m128i packed =
      _mm_packs_epi16(_mm_packs_epi32(at_least_0, at_least_1), _mm_packs_epi32(at_least_2, at_least_3));
  return finish_take(node, place, static_cast<unsigned>(_mm_movemask_epi8(packed)));
}

SEQJUDGE_INLINE std::int8_t add(Counters<std::int8_t>& node, int range) {
  auto* lanes = reinterpret_cast<__m128i*>(node.before);
  const std::int8_t ahead = node.before[range];
  const __m128i order = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  lanes[0] = _mm_sub_epi8(lanes[0], _mm_cmpgt_epi8(order, _mm_set1_epi8(static_cast<char>(range))));
  return ahead;
}

SEQJUDGE_INLINE std::int16_t add(Counters<std::int16_t>& node, int range) {
  auto* lanes = reinterpret_cast<__m128i*>(node.before);
  const std::int16_t ahead = node.before[range];
  const __m128i limit = _mm_set1_epi16(static_cast<std::int16_t>(range));
  lanes[0] = _mm_sub_epi16(lanes[0], _mm_cmpgt_epi16(_mm_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7), limit));
  lanes[1] = _mm_sub_epi16(lanes[1], _mm_cmpgt_epi16(_mm_setr_epi16(8, 9, 10, 11, 12, 13, 14, 15), limit));
  return ahead;
}

SEQJUDGE_INLINE std::int32_t add(Counters<std::int32_t>& node, int range) {
  auto* lanes = reinterpret_cast<__m128i*>(node.before);
  const std::int32_t ahead = node.before[range];
  const __m128i limit = _mm_set1_epi32(range);
  lanes[0] = _mm_sub_epi32(lanes[0], _mm_cmpgt_epi32(_mm_setr_epi32(0, 1, 2, 3), limit));
  lanes[1] = _mm_sub_epi32(lanes[1], _mm_cmpgt_epi32(_mm_setr_epi32(4, 5, 6, 7), limit));
  lanes[2] = _mm_sub_epi32(lanes[2], _mm_cmpgt_epi32(_mm_setr_epi32(8, 9, 10, 11), limit));
  lanes[3] = _mm_sub_epi32(lanes[3], _mm_cmpgt_epi32(_mm_setr_epi32(12, 13, 14, 15), limit));
  return ahead;
}

#endif  // SEQJUDGE_SSE2

}  // namespace seqjudge::detail
