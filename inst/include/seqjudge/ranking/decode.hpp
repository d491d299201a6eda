// From relative ranks to the ranking.
//
// Item t (from 1) was inserted at place r[t] of an array that then held prior_size + t items. Read backwards this is
// simple: the last item sits at place r[n] of the final array; strike that place out, and the item before it sits at
// place r[n-1] of those left; and so on. So decoding is "take away the r-th free place", n times.
//
// The free places are never listed, because with a large prior there are far more of them than items. They are cut into
// at most 256 buckets of equal capacity; one sweep over the items, latest first, finds each one's bucket and its place
// within the bucket, by two levels of counters. Sorted by bucket, each bucket is the same problem again, smaller; and
// the ranks found there are brought back to their items by running through the sort once more. A problem ends
//   - in a SlotTree, when it has at most 4096 places and many of them are taken: one counter for each place, or
//   - in few_ranks(), when it has at most 32 items, whatever the number of places: positions are shifted one by one.
// Time is O(n log n) and memory O(n), whatever the prior size. Memory is read and written in streams or within the
// processor's first caches, and there is hardly a branch to mispredict.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <type_traits>
#include <vector>

#include "../support/poll.hpp"
#include "counters.hpp"
#include "decode_few.hpp"

namespace seqjudge {
namespace detail {

// Where there are many more places than items, counting them all would cost more than the items do: the places are cut
// into buckets that hold about this many items instead. At most half of few_items: what is cut must become smaller.
constexpr int sparse = 8;
constexpr int items_per_sparse_bucket = 14;
constexpr int max_buckets = fan_out * fan_out;

// Finds places by three levels of counters: 16 ranges of 256 places, each of 16 ranges of 16.
class SlotTree {
 public:
  static constexpr int max_places = fan_out * fan_out * fan_out;

  void reset(int places) {
    top_.fill(fan_out * fan_out);
    for (int k = 0; k * fan_out * fan_out < places; ++k) middle_[k].fill(fan_out);
    for (int k = 0; k * fan_out < places; ++k) bottom_[k].fill(1);
  }
  // The free place number `place` (from 1), as an index from 0; it is free no longer.
  SEQJUDGE_INLINE int take_place(int place) {
    int k = take(top_, place);
    k = k * fan_out + take(middle_[k], place);
    return k * fan_out + take(bottom_[k], place);
  }

 private:
  Counters<std::int16_t> top_;
  Counters<std::int16_t> middle_[fan_out];
  Counters<std::int8_t> bottom_[fan_out * fan_out];
};

// Finds buckets by two levels of counters, or by one where there are at most 16.
template <class Count>
class BucketTree {
 public:
  void reset(std::int64_t capacity, int buckets) {
    top_.fill_saturating(capacity * fan_out);
    for (int k = 0; k * fan_out < buckets; ++k) bottom_[k].fill_saturating(capacity);
  }
  // The bucket of the free place number `place` (from 1); makes `place` count within that bucket.
  template <bool Two, class Place>
  SEQJUDGE_INLINE int take_bucket(Place& place) {
    const int k = Two ? take(top_, place) : 0;
    return k * fan_out + take(bottom_[k], place);
  }

 private:
  Counters<Count> top_;
  Counters<Count> bottom_[fan_out];
};

// `Place` is std::int32_t while all places fit in it, else std::int64_t.
template <class Place>
class Decoder {
  static constexpr bool is_wide = sizeof(Place) > sizeof(std::int32_t);

 public:
  explicit Decoder(PollRef poll) : poll_(poll) {}

  // `relative(t)` is the relative rank of item t (from 0) of n, in 1..(places - n + t + 1).
  template <class Relative>
  void run(const Relative& relative, std::size_t n, std::int64_t places, std::int32_t* rank) {
    const auto latest = [&relative, n](std::size_t k) { return static_cast<Place>(relative(n - 1 - k)); };
    Problem whole;
    whole.m = n;
    whole.places = places;
    whole.values = room_for_all(n, rank);
    if (!is_wide && method_for(whole) == Method::buckets) {
      // Relative ranks are made as they are needed: making them hides behind the search. This part is compiled for each
      // caller, so it is left out where places are wide, which is rare.
      if constexpr (!is_wide)
        solve_buckets(whole, Problem{}, 0, latest, [rank, n](std::size_t k, Place value) { rank[n - 1 - k] = value; });
    } else {
      for (std::size_t k = 0; k < n; ++k) whole.values[k] = latest(k);
      solve(whole, Problem{}, 0);
      if (static_cast<const void*>(whole.values) == rank)
        std::reverse(rank, rank + n);
      else
        for (std::size_t k = 0; k < n; ++k) rank[n - 1 - k] = static_cast<std::int32_t>(whole.values[k]);
    }
  }

 private:
  // To rank m items among `places` places; `base` items rank below them all. values[k] is the place of the k-th latest
  // item among those free when its turn comes, and becomes its rank.
  struct Problem {
    Place* values = nullptr;
    std::size_t m = 0;
    std::int64_t places = 0;
    std::int32_t base = 0;
    bool dense() const { return places <= static_cast<std::int64_t>(m * sparse); }
  };
  enum class Method { few, slots, buckets };

  static Method method_for(const Problem& p) {
    if (p.m <= few_items) return Method::few;
    return p.places <= SlotTree::max_places && p.dense() ? Method::slots : Method::buckets;
  }

  // Solves two problems of the same method; the second may be empty. Where each step must wait for the one before, two
  // problems in turn take hardly longer than one. `level` counts the partitions that led here.
  void solve(const Problem& p, const Problem& q, std::size_t level) {
    switch (method_for(p)) {
      case Method::few:
        solve_few(p);
        solve_few(q);
        break;
      case Method::slots:
        solve_slots(p, q);
        break;
      case Method::buckets:
        solve_buckets(p, q, level, Unchanged{}, Unchanged{});
        break;
    }
  }

  void solve_few(const Problem& p) {
    Place place[few_items] = {};
    alignas(16) std::int32_t rank[few_items];
    std::reverse_copy(p.values, p.values + p.m, place);
    few_ranks(place, static_cast<int>(p.m), p.places, rank);
    for (std::size_t k = 0; k < p.m; ++k) p.values[k] = p.base + rank[p.m - 1 - k];
  }

  void solve_slots(const Problem& p, const Problem& q) {
    poll_();
    slots_[0].reset(static_cast<int>(p.places));
    slots_[1].reset(static_cast<int>(q.places));
    in_turn(p, q, [this](int which, const Problem& problem, std::size_t k) SEQJUDGE_INLINE_LAMBDA {
      problem.values[k] = slots_[which].take_place(static_cast<int>(problem.values[k]));
    });
    rank_slots(p);
    rank_slots(q);
  }

  // The values have become slots, from 0. Ranks count the slots taken, not those left to prior items.
  static void rank_slots(const Problem& p) {
    std::int16_t rank[SlotTree::max_places];
    const auto places = static_cast<std::size_t>(p.places);
    if (p.m == places) {
      for (std::size_t k = 0; k < p.m; ++k) p.values[k] += p.base + 1;
      return;
    }
    std::fill_n(rank, places, 0);
    for (std::size_t k = 0; k < p.m; ++k) rank[p.values[k]] = 1;
    std::partial_sum(rank, rank + places, rank);
    for (std::size_t k = 0; k < p.m; ++k) p.values[k] = p.base + rank[p.values[k]];
  }

  template <class Step>
  static SEQJUDGE_INLINE void in_turn(const Problem& p, const Problem& q, const Step& step) {
    const std::size_t both = std::min(p.m, q.m);
    for (std::size_t k = 0; k < both; ++k) {
      step(0, p, k);
      step(1, q, k);
    }
    for (std::size_t k = both; k < p.m; ++k) step(0, p, k);
    for (std::size_t k = both; k < q.m; ++k) step(1, q, k);
  }

  static std::int64_t bucket_capacity(const Problem& p) {
    if (p.dense() && p.places <= max_buckets * SlotTree::max_places) return SlotTree::max_places;
    const auto items = static_cast<std::int64_t>(p.m);
    const std::int64_t wanted = p.dense() ? max_buckets : items / items_per_sparse_bucket;
    return (p.places - 1) / std::min<std::int64_t>(max_buckets, wanted) + 1;
  }
  static int bucket_count(const Problem& p) {
    return p.m == 0 ? 0 : static_cast<int>((p.places - 1) / bucket_capacity(p)) + 1;
  }

  // Room that the problems of one level share, one pair after the other.
  struct Workspace {
    std::unique_ptr<Place[]> sorted;
    std::unique_ptr<std::uint8_t[]> bucket;
    std::size_t size = 0;
    // Not initialised: everything is written before it is read.
    void reserve(std::size_t items) {
      if (items <= size) return;
      sorted.reset(new Place[items]);
      bucket.reset(new std::uint8_t[items]);
      size = items;
    }
  };

  // Finds each item's bucket and its place within; sorts the places by bucket; solves each bucket; and brings the ranks
  // back into the order of the items. `get(k)` is the place of the first problem's k-th latest item and `put(k, rank)`
  // takes its rank; both are the problem's own values if Unchanged.
  template <class Get, class Put>
  void solve_buckets(const Problem& p, const Problem& q, std::size_t level, const Get& get, const Put& put) {
    if (level == workspaces_.size()) workspaces_.emplace_back(new Workspace);
    Workspace& work = *workspaces_[level];
    work.reserve(p.m + q.m);
    constexpr std::int64_t narrow = std::numeric_limits<std::int32_t>::max();
    if (is_wide && (p.places > narrow || q.places > narrow)) {
      if constexpr (is_wide) find_buckets<true>(wide_, p, q, work.bucket.get(), get);
    } else if (bucket_count(p) > fan_out || bucket_count(q) > fan_out) {
      find_buckets<true>(narrow_, p, q, work.bucket.get(), get);
    } else {
      find_buckets<false>(narrow_, p, q, work.bucket.get(), get);
    }
    solve_sorted(p, work.bucket.get(), work.sorted.get(), level + 1, put);
    if (q.m > 0) solve_sorted(q, work.bucket.get() + p.m, work.sorted.get() + p.m, level + 1, Unchanged{});
  }

  struct Unchanged {};

  template <bool Two, class Count, class Get>
  void find_buckets(BucketTree<Count>* tree, const Problem& p, const Problem& q, std::uint8_t* bucket, const Get& get) {
    std::uint8_t* buckets[2] = {bucket, bucket + p.m};
    tree[0].reset(bucket_capacity(p), bucket_count(p));
    if (q.m > 0) tree[1].reset(bucket_capacity(q), bucket_count(q));
    std::size_t until_poll = poll_every;
    in_turn(p, q, [&](int which, const Problem& problem, std::size_t k) SEQJUDGE_INLINE_LAMBDA {
      if (--until_poll == 0) {
        poll_();
        until_poll = poll_every;
      }
      Place place;
      if constexpr (std::is_same_v<Get, Unchanged>)
        place = problem.values[k];
      else
        place = get(k);
      buckets[which][k] = static_cast<std::uint8_t>(tree[which].template take_bucket<Two>(place));
      problem.values[k] = place;
    });
  }

  template <class Put>
  void solve_sorted(const Problem& p, const std::uint8_t* bucket, Place* sorted, std::size_t level, const Put& put) {
    const std::int64_t capacity = bucket_capacity(p);
    const int buckets = bucket_count(p);
    std::array<std::size_t, max_buckets + 1> begin;
    if (p.m == static_cast<std::size_t>(p.places)) {
      // All places will be taken, so that every bucket will be full.
      for (int b = 0; b <= buckets; ++b) begin[b] = std::min(p.m, static_cast<std::size_t>(b * capacity));
    } else {
      std::fill_n(begin.begin(), buckets + 1, 0);
      for (std::size_t k = 0; k < p.m; ++k) ++begin[static_cast<std::size_t>(bucket[k]) + 1];
      for (int b = 0; b < buckets; ++b) begin[b + 1] += begin[b];
    }
    std::array<std::size_t, max_buckets + 1> next;
    std::copy_n(begin.begin(), buckets + 1, next.begin());
    for (std::size_t k = 0; k < p.m; ++k) sorted[next[bucket[k]]++] = p.values[k];

    Problem waiting;
    for (int b = 0; b < buckets; ++b) {
      Problem part;
      part.values = sorted + begin[b];
      part.m = begin[b + 1] - begin[b];
      part.places = std::min(capacity, p.places - b * capacity);
      part.base = p.base + static_cast<std::int32_t>(begin[b]);
      if (part.m == 0) continue;
      if (waiting.m > 0 && method_for(waiting) == method_for(part)) {
        solve(waiting, part, level);
        waiting = Problem{};
      } else {
        if (waiting.m > 0) solve(waiting, Problem{}, level);
        waiting = part;
      }
    }
    if (waiting.m > 0) solve(waiting, Problem{}, level);

    for (std::size_t k = 0; k < p.m; ++k) {
      const Place value = sorted[begin[bucket[k]]++];
      if constexpr (std::is_same_v<Put, Unchanged>)
        p.values[k] = value;
      else
        put(k, value);
    }
  }

  // The places are read for the last time before the first rank is written, so that they can share its memory, if the
  // type is the same.
  Place* room_for_all(std::size_t n, std::int32_t* rank) {
    if constexpr (std::is_same_v<Place, std::int32_t>) {
      return rank;
    } else {
      all_.reset(new Place[n]);
      return all_.get();
    }
  }

  PollRef poll_;
  SlotTree slots_[2];
  BucketTree<std::int32_t> narrow_[2];
  BucketTree<std::int64_t> wide_[2];
  std::vector<std::unique_ptr<Workspace>> workspaces_;
  std::unique_ptr<Place[]> all_;
};

}  // namespace detail

// Writes the ranks (1 = lowest) of n items among themselves to rank[0..n). `relative(t)` is the relative rank of item t
// (t from 0) among the prior_size prior items and the items up to t: in 1..(prior_size + t + 1). It is called once for
// each t, in decreasing order.
template <class Relative, class Poll = NoPoll>
void decode(const Relative& relative, std::size_t n, std::int64_t prior_size, std::int32_t* rank, Poll poll = {}) {
  const std::int64_t places = prior_size + static_cast<std::int64_t>(n);
  if (n <= detail::few_items) {
    // Short sequences come by the million: no memory is asked for.
    std::int64_t short_places[detail::few_items] = {};
    alignas(16) std::int32_t ranks[detail::few_items];
    for (std::size_t t = n; t-- > 0;) short_places[t] = relative(t);
    detail::few_ranks(short_places, static_cast<int>(n), places, ranks);
    std::copy(ranks, ranks + n, rank);
  } else if (places <= std::numeric_limits<std::int32_t>::max()) {
    detail::Decoder<std::int32_t>(detail::refer_to(poll)).run(relative, n, places, rank);
  } else {
    detail::Decoder<std::int64_t>(detail::refer_to(poll)).run(relative, n, places, rank);
  }
}

}  // namespace seqjudge
