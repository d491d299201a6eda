// Williams designs: everybody sees everything, each item comes equally often at each position and after each other
// item.

#pragma once

#include <cstddef>
#include <vector>

namespace seqjudge {

// Rows are orders of the items 0..n-1: n of them for even n, 2n for odd n. The first row zigzags between both ends (0,
// 1, n-1, 2, n-2, ...), so that successive differences are all different modulo n (for odd n up to the sign, and the
// mirrored square has the other one); the other rows add a constant.
inline std::vector<std::vector<int>> williams_design(std::size_t n) {
  std::vector<std::vector<int>> rows;
  const int size = static_cast<int>(n);
  for (int row = 0; row < size; ++row) {
    std::vector<int> order(n);
    for (int p = 0; p < size; ++p)
      order[static_cast<std::size_t>(p)] = (row + (p % 2 ? (p + 1) / 2 : size - p / 2)) % size;
    rows.push_back(order);
  }
  if (n % 2 == 1 && n > 1)
    for (std::size_t row = 0; row < n; ++row) rows.emplace_back(rows[row].rbegin(), rows[row].rend());
  return rows;
}

}  // namespace seqjudge
