// How long loops let the caller speak: they call a `poll` every so many steps. It may throw (that is how an interrupt
// ends a computation); everything the loops hold is released on the way out.

#ifndef SEQJUDGE_POLL_HPP
#define SEQJUDGE_POLL_HPP

#include <cstddef>

namespace seqjudge {

struct NoPoll {
  void operator()() const {}
};

// Between two polls at most this many items are worked on: a few milliseconds.
constexpr std::size_t poll_every = std::size_t{1} << 16;

}  // namespace seqjudge

#endif
