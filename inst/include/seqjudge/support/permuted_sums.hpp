// Permutation tests whose values are shuffled within groups: the values that the test statistic takes.

#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "poll.hpp"
#include "random_below.hpp"

namespace seqjudge {

// What the groups add up: a group's sum of weight times value, or its square.
enum class GroupSum { linear, squared };

// The statistic for `permutations` random arrangements, from a generator of 64 random bits. Group g holds the next
// sizes[g] of the values and weights.
template <class Random, class Poll = NoPoll>
std::vector<double> permuted_sums(std::vector<double> value, const std::vector<double>& weight,
                                  const std::vector<std::size_t>& sizes, GroupSum kind, std::size_t permutations,
                                  Random& random, Poll poll = {}) {
  std::vector<double> result(permutations, 0);
  std::size_t since_poll = 0;
  const auto bits = [&random] { return static_cast<std::uint64_t>(random()) >> 32; };
  for (double& statistic : result) {
    std::size_t begin = 0;
    for (const std::size_t size : sizes) {
      since_poll += size;
      if (since_poll >= poll_every) {
        poll();
        since_poll = 0;
      }
      // Shuffling on from the last arrangement is as random as starting over.
      double sum = 0;
      for (std::size_t k = size; k > 0; --k) {
        const std::size_t last = begin + k - 1;
        if (k > 1) std::swap(value[last], value[begin + random_below(bits, static_cast<std::uint32_t>(k))]);
        sum += weight[last] * value[last];
      }
      statistic += kind == GroupSum::linear ? sum : sum * sum;
      begin += size;
    }
  }
  return result;
}

}  // namespace seqjudge
