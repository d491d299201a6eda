// Decoding a handful of items: positions are kept side by side and shifted together as later items are inserted.

#pragma once

#include <cstdint>
#include <limits>

#include "counters.hpp"

namespace seqjudge::detail {

constexpr int few_items = 32;

// The plain form, for any type of place. `places` are those of m <= Lanes items in order of arrival; `rank` (room for
// Lanes entries) receives their ranks among themselves, followed by ballast. `full` says that the items fill all
// places, so that their final positions are their ranks.
template <int Lanes, class Place>
inline void few_ranks_plain(const Place* places, int m, bool full, std::int32_t* rank) {
  Place position[Lanes];
  for (int i = 0; i < Lanes; ++i) position[i] = i < m ? places[i] : 0;
  for (int t = 1; t < m; ++t) {
    const Place place = places[t];
    // Only items that came before t are shifted by it.
    for (int i = 0; i < Lanes; ++i) position[i] += static_cast<Place>((position[i] >= place) & (i < t));
  }
  for (int i = 0; i < Lanes; ++i) rank[i] = full ? static_cast<std::int32_t>(position[i]) : 0;
  if (full) return;
  for (int j = 0; j < m; ++j)
    for (int i = 0; i < Lanes; ++i) rank[i] += static_cast<std::int32_t>(position[i] >= position[j]);
}

#ifdef SEQJUDGE_SSE2

// The same with all positions held in registers: three to five times as fast.
template <class Lane, int Lanes, class Place>
inline void few_ranks_vector(const Place* places, int m, bool full, std::int32_t* rank) {
  using Register = typename Vector<Lane>::type;
  constexpr int registers = Lanes * static_cast<int>(sizeof(Lane)) / 16;
  alignas(16) Lane buffer[Lanes];
  alignas(16) Lane order[Lanes];
  for (int i = 0; i < Lanes; ++i) {
    buffer[i] = i < m ? static_cast<Lane>(places[i]) : Lane{0};
    order[i] = static_cast<Lane>(i);
  }
  auto* const stored = reinterpret_cast<Register*>(buffer);
  Register position[registers], arrived[registers], ranks[registers];
  for (int k = 0; k < registers; ++k) {
    position[k] = stored[k];
    arrived[k] = reinterpret_cast<const Register*>(order)[k];
    ranks[k] = Register{};
  }
  for (int t = 1; t < m; ++t) {
    const Register below = Register{} + static_cast<Lane>(places[t] - 1);
    const Register now = Register{} + static_cast<Lane>(t);
#pragma GCC unroll 8
    for (int k = 0; k < registers; ++k) position[k] -= (position[k] > below) & (now > arrived[k]);
  }
  for (int k = 0; k < registers; ++k) stored[k] = position[k];
  if (!full) {
    for (int j = 0; j < m; ++j) {
      const Register below = Register{} + static_cast<Lane>(buffer[j] - 1);
#pragma GCC unroll 8
      for (int k = 0; k < registers; ++k) ranks[k] -= position[k] > below;
    }
    for (int k = 0; k < registers; ++k) stored[k] = ranks[k];
  }
  for (int i = 0; i < Lanes; ++i) rank[i] = buffer[i];
}

#endif  // SEQJUDGE_SSE2

template <int Lanes, class Place>
inline void few_ranks_in(const Place* places, int m, std::int64_t all_places, std::int32_t* rank) {
  const bool full = all_places == m;
#ifdef SEQJUDGE_SSE2
  if (all_places <= std::numeric_limits<std::int16_t>::max())
    return few_ranks_vector<std::int16_t, Lanes>(places, m, full, rank);
  if (all_places <= std::numeric_limits<std::int32_t>::max())
    return few_ranks_vector<std::int32_t, Lanes>(places, m, full, rank);
#endif
  few_ranks_plain<Lanes>(places, m, full, rank);
}

// The ranks among themselves of m <= few_items items, given their places (in order of arrival) among `all_places`.
// `rank` has room for few_items entries.
template <class Place>
inline void few_ranks(const Place* places, int m, std::int64_t all_places, std::int32_t* rank) {
  if (m <= 8)
    few_ranks_in<8>(places, m, all_places, rank);
  else if (m <= 16)
    few_ranks_in<16>(places, m, all_places, rank);
  else if (m <= 24)
    few_ranks_in<24>(places, m, all_places, rank);
  else
    few_ranks_in<few_items>(places, m, all_places, rank);
}

}  // namespace seqjudge::detail
