// Cancellation: long loops call poll() every so many steps, which may throw. Everything the loops hold is released on
// the way out.

#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>

namespace seqjudge {

struct NoPoll {
  void operator()() const {}
};

// Between two polls at most this many items are worked on: a few milliseconds.
constexpr std::size_t poll_every = std::size_t{1} << 16;

namespace detail {

// A poll of any kind that lives elsewhere, for long code that need not be compiled for each kind.
struct PollRef {
  void* poll;
  void (*call)(void*);
  void operator()() const { call(poll); }
};

template <class Poll>
PollRef refer_to(Poll& poll) {
  return {&poll, [](void* kept) { (*static_cast<Poll*>(kept))(); }};
}

// Calls step(t) for t = 0, 1, ..., n - 1, and polls on the way. A step that returns a value may end it with false.
// Says whether none did.
template <class Step, class Poll>
bool all_steps(std::size_t n, const Step& step, Poll& poll) {
  for (std::size_t from = 0; from < n; from += poll_every) {
    poll();
    const std::size_t to = std::min(n, from + poll_every);
    for (std::size_t t = from; t < to; ++t) {
      if constexpr (std::is_void_v<decltype(step(t))>)
        step(t);
      else if (!step(t))
        return false;
    }
  }
  return true;
}

}  // namespace detail
}  // namespace seqjudge
