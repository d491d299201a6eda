// From relative ranks to the ranking.
//
// Item t (from 1) was inserted at place r[t] of an array that then held prior_size + t items. Read backwards this is
// simple: the last item sits at place r[n] of the final array; strike that place out, and the item before it sits at
// place r[n-1] of those left; and so on. So decoding is "take away the r-th free place", n times.
//
// The free places are never listed, because with a large prior there are far more of them than items. They are cut into
// at most 256 buckets of equal capacity; one sweep over the items, latest first, finds each one's bucket and its place
// within the bucket, by counters that two Counters nodes deep. Each bucket is then the same problem again, smaller.
// A problem ends
//   - as a `slot tree` when it has at most 4096 places: three levels of counters, in 5 kB, or
//   - as `few` when it has at most 32 items, whatever the number of places: positions are shifted one by one.
// Time is O(n log n) and memory O(n), both whatever the prior size; all memory is read and written in streams or
// within the first-level cache.

#ifndef SEQJUDGE_DECODE_HPP
#define SEQJUDGE_DECODE_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "counters.hpp"
#include "few.hpp"
#include "poll.hpp"

namespace seqjudge {
namespace detail {

// Where there are many more places than items, counting them all would cost more than the items do: the places are cut
// into buckets that hold about this many items instead.
constexpr int sparse = 8;
constexpr int items_per_sparse_bucket = 10;
constexpr int max_buckets = fan_out * fan_out;

// Finds places by levels of counters: 16 places, 16 times that, and so on, up to 65536.
class SlotTree {
 public:
  static constexpr int small = fan_out * fan_out * fan_out;
  static constexpr int large = fan_out * small;

  void reset(int places) {
    const auto nodes = [places](int size) { return (places + size - 1) / size; };
    top_.fill(small);
    for (int k = 0; k < nodes(small); ++k) upper_[k].fill(fan_out * fan_out);
    for (int k = 0; k < nodes(fan_out * fan_out); ++k) middle_[k].fill(fan_out);
    for (int k = 0; k < nodes(fan_out); ++k) bottom_[k].fill(1);
  }
  // The free place number `place` (from 1), as an index from 0; it is free no longer. `Large` when there are more than
  // `small` places.
  template <bool Large>
  int take_place(int place) {
    int k = Large ? take(top_, place) : 0;
    k = k * fan_out + take(upper_[k], place);
    k = k * fan_out + take(middle_[k], place);
    return k * fan_out + take(bottom_[k], place);
  }

 private:
  Counters<std::int32_t> top_;
  Counters<std::int16_t> upper_[fan_out];
  Counters<std::int16_t> middle_[fan_out * fan_out];
  Counters<std::int8_t> bottom_[small];
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
  int take_bucket(Place& place) {
    const int k = Two ? take(top_, place) : 0;
    return k * fan_out + take(bottom_[k], place);
  }

 private:
  Counters<Count> top_;
  Counters<Count> bottom_[fan_out];
};

// `Place` is std::int32_t while all places fit in it, else std::int64_t.
template <class Place, class Poll>
class Decoder {
 public:
  Decoder(std::size_t items, std::int32_t* rank, Poll& poll) : items_(items), rank_(rank), poll_(poll) {}

  // `relative(t)` is the relative rank of item t (from 0), in 1..(places - n + t + 1).
  template <class Relative>
  void run(const Relative& relative, std::int64_t places) {
    const std::size_t n = items_;
    make_side(0);
    solve(0, 0, n, places, 0, [&relative, n](std::size_t k) {
      return Entry{static_cast<Place>(relative(n - 1 - k)), static_cast<std::int32_t>(n - 1 - k)};
    });
  }

 private:
  struct Entry {
    Place place;
    std::int32_t item;
  };

  // Two lists, between which the partitions move entries to and fro. Made when first needed, never initialised.
  void make_side(int side) {
    if (!side_[side]) side_[side].reset(new Entry[items_]);
  }

  static bool is_dense(std::size_t m, std::int64_t places) { return places <= static_cast<std::int64_t>(m * sparse); }

  // Ranks m items among `places` places; `base` items rank below them all. `latest(k)` is the entry of the k-th latest
  // item; the problem owns the stretch of each side that begins at `first`.
  template <class Latest>
  void solve(int side, std::size_t first, std::size_t m, std::int64_t places, std::int32_t base, const Latest& latest) {
    Entry* entries = side_[side].get() + first;
    if (m <= few_items) {
      solve_few(m, places, base, latest);
    } else if (places <= SlotTree::small && is_dense(m, places)) {
      solve_by_slots<false>(entries, m, places, base, latest);
    } else if (places <= SlotTree::large && is_dense(m, places)) {
      solve_by_slots<true>(entries, m, places, base, latest);
    } else {
      solve_by_buckets(side, first, m, places, base, latest);
    }
  }

  template <class Latest>
  void solve_few(std::size_t m, std::int64_t places, std::int32_t base, const Latest& latest) {
    Place place[few_items] = {};
    std::int32_t item[few_items];
    alignas(16) std::int32_t rank[few_items];
    for (std::size_t k = 0; k < m; ++k) {
      const Entry entry = latest(k);
      place[m - 1 - k] = entry.place;
      item[m - 1 - k] = entry.item;
    }
    few_ranks(place, static_cast<int>(m), places, rank);
    for (std::size_t t = 0; t < m; ++t) rank_[item[t]] = base + rank[t];
  }

  template <bool Large, class Latest>
  void solve_by_slots(Entry* entries, std::size_t m, std::int64_t places, std::int32_t base, const Latest& latest) {
    poll_();
    slots_.reset(static_cast<int>(places));
    if (places == static_cast<std::int64_t>(m)) {
      for (std::size_t k = 0; k < m; ++k) {
        const Entry entry = latest(k);
        rank_[entry.item] = base + 1 + slots_.take_place<Large>(static_cast<int>(entry.place));
      }
      return;
    }
    // Ranks count the places taken, not those left to prior items.
    below_.assign(static_cast<std::size_t>(places), 0);
    for (std::size_t k = 0; k < m; ++k) {
      const Entry entry = latest(k);
      const int slot = slots_.take_place<Large>(static_cast<int>(entry.place));
      below_[static_cast<std::size_t>(slot)] = 1;
      entries[k] = {static_cast<Place>(slot), entry.item};
    }
    std::int32_t sum = base;
    for (auto& count : below_) count = sum += count;
    for (std::size_t k = 0; k < m; ++k) rank_[entries[k].item] = below_[static_cast<std::size_t>(entries[k].place)];
  }

  template <class Latest>
  void solve_by_buckets(int side, std::size_t first, std::size_t m, std::int64_t places, std::int32_t base,
                        const Latest& latest) {
    const std::int64_t capacity = bucket_capacity(m, places);
    const int buckets = static_cast<int>((places - 1) / capacity) + 1;
    Entry* from = side_[side].get() + first;
    if (!bucket_) bucket_.reset(new std::uint8_t[items_]);
    std::uint8_t* bucket = bucket_.get() + first;
    Sizes end;
    std::fill_n(end.begin(), buckets + 1, 0);
    if (places > std::numeric_limits<std::int32_t>::max()) {
      wide_.reset(capacity, buckets);
      find_buckets<true>(wide_, from, bucket, m, latest, end);
    } else {
      narrow_.reset(capacity, buckets);
      if (buckets > fan_out)
        find_buckets<true>(narrow_, from, bucket, m, latest, end);
      else
        find_buckets<false>(narrow_, from, bucket, m, latest, end);
    }

    const int other = 1 - side;
    make_side(other);
    Entry* to = side_[other].get() + first;
    // Bucket b begins where b - 1 ends; as it fills, end[b] moves from its begin to its end.
    for (int b = 0; b < buckets; ++b) end[b + 1] += end[b];
    for (std::size_t k = 0; k < m; ++k) to[end[bucket[k]]++] = from[k];

    std::size_t begin = 0;
    for (int b = 0; b < buckets; ++b) {
      const std::size_t size = end[b] - begin;
      const Entry* part = to + begin;
      if (size > 0)
        solve(other, first + begin, size, std::min(capacity, places - b * capacity),
              base + static_cast<std::int32_t>(begin), Stretch{part});
      begin = end[b];
    }
  }

  // Entries as a partition left them.
  struct Stretch {
    const Entry* entries;
    Entry operator()(std::size_t k) const { return entries[k]; }
  };

  using Sizes = std::array<std::size_t, max_buckets + 1>;

  static std::int64_t bucket_capacity(std::size_t m, std::int64_t places) {
    if (is_dense(m, places)) {
      if (places <= max_buckets * SlotTree::small) return SlotTree::small;
      if (places <= max_buckets * SlotTree::large) return SlotTree::large;
    }
    const std::int64_t buckets = std::min<std::int64_t>(max_buckets, m / items_per_sparse_bucket);
    return (places - 1) / buckets + 1;
  }

  // Lists the entries with their places within their buckets, and counts the items of bucket b in size[b + 1].
  template <bool Two, class Count, class Latest>
  void find_buckets(BucketTree<Count>& tree, Entry* entries, std::uint8_t* bucket, std::size_t m, const Latest& latest,
                    Sizes& size) {
    for (std::size_t from = 0; from < m; from += poll_every) {
      poll_();
      const std::size_t to = std::min(m, from + poll_every);
      for (std::size_t k = from; k < to; ++k) {
        Entry entry = latest(k);
        const int b = tree.template take_bucket<Two>(entry.place);
        entries[k] = entry;
        bucket[k] = static_cast<std::uint8_t>(b);
        ++size[static_cast<std::size_t>(b) + 1];
      }
    }
  }

  std::size_t items_;
  std::int32_t* rank_;
  Poll& poll_;
  SlotTree slots_;
  BucketTree<std::int32_t> narrow_;
  BucketTree<std::int64_t> wide_;
  std::unique_ptr<Entry[]> side_[2];
  std::unique_ptr<std::uint8_t[]> bucket_;
  std::vector<std::int32_t> below_;
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
    detail::Decoder<std::int32_t, Poll>(n, rank, poll).run(relative, places);
  } else {
    detail::Decoder<std::int64_t, Poll>(n, rank, poll).run(relative, places);
  }
}

}  // namespace seqjudge

#endif
