// Random draws of an evaluator's ranking given the scores.
//
// Given the scores the relative ranks are independent. So a draw of all of them is exact, and decoding them makes it a
// draw of the ranking: no chain, no burn-in.
//
// One relative rank is drawn in constant time, however many values it can take: these are cut into blocks of equal
// width; a block is chosen by an alias table, with a probability proportional to its width times its largest weight;
// and a value within it is accepted with its weight relative to that. Blocks of one value need no second step.
//
// Needs sitmo's header (see random.hpp), and is therefore not part of seqjudge.hpp.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "../ranking/decode.hpp"
#include "../support/poll.hpp"
#include "../support/random.hpp"
#include "../support/threads.hpp"
#include "relative_score.hpp"

namespace seqjudge {
namespace detail {

// Walker's alias table: column k has the value k with a probability of threshold / 2^48, else the value `alias`. Both
// are packed in 64 bits, since the tables of all items together should stay in the processor's caches. There are as
// many columns as a power of 2; those beyond the weights have weight 0.
class AliasColumn {
 public:
  AliasColumn() = default;
  AliasColumn(double share, std::uint32_t alias)
      : bits_(static_cast<std::uint64_t>(std::min(std::max(share, 0.0), 1 - 0x1p-48) * 0x1p48) << 16 | alias) {}
  // `random` has 48 bits.
  std::uint32_t choose(std::uint32_t k, std::uint64_t random) const {
    return random < bits_ >> 16 ? k : static_cast<std::uint32_t>(bits_ & 0xffff);
  }

 private:
  std::uint64_t bits_ = 0;
};

inline void fill_alias(std::vector<double>& weight, AliasColumn* column) {
  double sum = 0;
  for (const double w : weight) sum += w;
  const auto columns = static_cast<double>(weight.size());
  std::vector<std::uint32_t> small, large;
  for (std::uint32_t k = 0; k < weight.size(); ++k) {
    weight[k] *= columns / sum;
    // What is left in the end differs from 1 by rounding error alone.
    column[k] = {1, k};
    (weight[k] < 1 ? small : large).push_back(k);
  }
  while (!small.empty() && !large.empty()) {
    const std::uint32_t poor = small.back(), rich = large.back();
    small.pop_back();
    column[poor] = {weight[poor], rich};
    weight[rich] -= 1 - weight[poor];
    if (weight[rich] < 1) {
      large.pop_back();
      small.push_back(rich);
    }
  }
}

}  // namespace detail

// Draws rankings of one evaluator's scored items for one prior size and noise.
template <class Lattice>
class RankingSampler {
 public:
  // An infinite prior is taken as one of 2^40 items.
  RankingSampler(const ModelScores& scores, std::size_t evaluator, EvaluatorModel model)
      : prior_size_(std::isinf(model.prior_size) ? std::int64_t{1} << 40
                                                 : static_cast<std::int64_t>(model.prior_size)) {
    model.prior_size = static_cast<double>(prior_size_);
    const std::size_t n = scores.seen(evaluator);
    items_.reserve(n);
    for (std::size_t t = 0; t < n; ++t) {
      const SeenScore score = scores.score(scores.first(evaluator) + t);
      add(score, model.lattice<Lattice>(t + 1));
      if (!score.is_there()) unscored_.push_back(t);
    }
    if (!unscored_.empty()) {
      all_.resize(n);
      below_.resize(n + 1);
    }
  }

  // The ranks of the scored items among themselves, in order of presentation.
  template <class Poll = NoPoll>
  void draw(RandomStream& random, std::int32_t* rank, Poll poll = {}) {
    const auto relative = [this, &random](std::size_t t) { return draw_relative(items_[t], random); };
    if (unscored_.empty()) {
      decode(relative, items_.size(), prior_size_, rank, poll);
      return;
    }
    decode(relative, items_.size(), prior_size_, all_.data(), poll);
    // below_[k] becomes the number of unscored items with a rank of at most k.
    std::fill(below_.begin(), below_.end(), 0);
    for (const std::size_t t : unscored_) below_[static_cast<std::size_t>(all_[t])] = 1;
    for (std::size_t k = 1; k < below_.size(); ++k) below_[k] += below_[k - 1];
    auto next = unscored_.begin();
    for (std::size_t t = 0; t < all_.size(); ++t) {
      if (next != unscored_.end() && *next == t)
        ++next;
      else
        *rank++ = all_[t] - below_[static_cast<std::size_t>(all_[t])];
    }
  }

 private:
  // More would make values within a block more alike, but the tables slower to reach.
  static constexpr std::int64_t most_blocks = 64;

  // What a draw needs, in one line of the cache. For scores that are numbers, under normal noise, the log weight of r
  // is -curvature (r - centre)^2.
  struct Item {
    std::int64_t first = 1, last = 1, mode = 1;
    std::int64_t width = 1;  // of a block
    double centre = 0, curvature = 0;
    std::size_t columns = 0;       // where its alias table starts
    std::uint32_t score = 0;       // for all others: the number of its score
    std::uint8_t log_columns = 0;  // 0: all values are equally likely
    bool by_curvature = false;
  };

  void add(const SeenScore& score, const Lattice& lattice) {
    const RelativeScore<Lattice> given(score, lattice);
    const Window window = given.window();
    Item item;
    item.first = static_cast<std::int64_t>(window.first);
    item.last = static_cast<std::int64_t>(window.last);
    item.mode = static_cast<std::int64_t>(window.mode);
    if (!window.flat) {
      const std::int64_t count = item.last - item.first + 1;
      item.width = (count - 1) / most_blocks + 1;
      item.by_curvature = score.is_number();
      item.centre = lattice.place(score.lower);
      const double step = lattice.noiseless(1) / lattice.noise();
      item.curvature = 0.5 * step * step;
      item.score = static_cast<std::uint32_t>(scores_.size());
      if (!item.by_curvature) scores_.push_back(given);
      add_blocks(item, given, (count - 1) / item.width + 1);
    }
    items_.push_back(item);
  }

  void add_blocks(Item& item, const RelativeScore<Lattice>& given, std::int64_t blocks) {
    while ((std::int64_t{1} << item.log_columns) < blocks) ++item.log_columns;
    item.columns = columns_.size();
    const double highest = given.log_weight(static_cast<double>(item.mode));
    weight_.assign(std::size_t{1} << item.log_columns, 0);
    for (std::int64_t k = 0; k < blocks; ++k) {
      const std::int64_t from = item.first + k * item.width, to = std::min(item.last, from + item.width - 1);
      const double log_weight = given.log_weight(static_cast<double>(top_of(item, from, to)));
      weight_[static_cast<std::size_t>(k)] = static_cast<double>(to - from + 1) * std::exp(log_weight - highest);
    }
    columns_.resize(columns_.size() + weight_.size());
    detail::fill_alias(weight_, columns_.data() + item.columns);
  }

  // The value of the largest weight in a block.
  static std::int64_t top_of(const Item& item, std::int64_t from, std::int64_t to) {
    return std::min(std::max(item.mode, from), to);
  }

  std::int64_t draw_relative(const Item& item, RandomStream& random) const {
    if (item.log_columns == 0) return draw_evenly(item.first, item.last, random);
    for (;;) {
      // The first bits choose the column, the last ones decide within it.
      const std::uint64_t bits = random();
      const auto column = static_cast<std::uint32_t>(bits >> (64 - item.log_columns));
      const std::int64_t k = columns_[item.columns + column].choose(column, bits & 0xffffffffffff);
      const std::int64_t from = item.first + k * item.width;
      if (item.width == 1) return from;
      const std::int64_t to = std::min(item.last, from + item.width - 1);
      const std::int64_t r = draw_evenly(from, to, random);
      const double deficit = log_ratio(item, top_of(item, from, to), r);
      const double u = random.uniform();
      // exp(-x) is at least 1 - x: mostly there is no need to compute it.
      if (u < 1 - deficit || u < std::exp(-deficit)) return r;
    }
  }

  static std::int64_t draw_evenly(std::int64_t from, std::int64_t to, RandomStream& random) {
    return from + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(to - from + 1)));
  }

  // How much larger the log weight of `top` is than that of r.
  double log_ratio(const Item& item, std::int64_t top, std::int64_t r) const {
    const auto a = static_cast<double>(top), b = static_cast<double>(r);
    if (item.by_curvature) return item.curvature * (b - a) * ((b - item.centre) + (a - item.centre));
    return scores_[item.score].log_weight(a) - scores_[item.score].log_weight(b);
  }

  std::int64_t prior_size_;
  std::vector<Item> items_;
  std::vector<RelativeScore<Lattice>> scores_;
  std::vector<detail::AliasColumn> columns_;
  std::vector<std::size_t> unscored_;
  std::vector<double> weight_;
  std::vector<std::int32_t> all_, below_;
};

// What is drawn: rankings of several evaluators, each draw under one of several settings of prior size and noise.
struct PosteriorPlan {
  ModelScores scores;
  const double* prior_size = nullptr;           // of evaluator e in setting s: number e + s * evaluators
  const double* noise = nullptr;                // the same
  std::vector<std::vector<std::size_t>> draws;  // the draws made under each setting, numbered from 0
  std::uint64_t seed = 0;
};

namespace detail {

// Calls work(evaluator, from, to, draw) for the draws numbered from..to-1 of a setting, in chunks. draw(k, rank) makes
// number k of them: a draw has a random stream of its own, whatever chunk it is in.
template <class Lattice, class Work, class Poll>
void for_each_draw_chunk(const PosteriorPlan& plan, std::size_t first, std::size_t last, int threads, const Work& work,
                         Poll poll) {
  constexpr std::size_t per_chunk = 1024;
  struct Chunk {
    std::size_t evaluator, setting, from, to;
  };
  std::vector<Chunk> chunks;
  for (std::size_t e = first; e < last; ++e)
    for (std::size_t s = 0; s < plan.draws.size(); ++s)
      for (std::size_t from = 0; from < plan.draws[s].size(); from += per_chunk)
        chunks.push_back({e, s, from, std::min(plan.draws[s].size(), from + per_chunk)});
  for_each_chunk(
      chunks.size(), threads,
      [&](std::size_t number, auto& chunk_poll) {
        const Chunk& chunk = chunks[number];
        const std::size_t e = chunk.evaluator, setting = e + chunk.setting * plan.scores.evaluators;
        RankingSampler<Lattice> sampler(plan.scores, e, {plan.prior_size[setting], plan.noise[setting]});
        const std::vector<std::size_t>& numbers = plan.draws[chunk.setting];
        work(e, numbers.begin() + static_cast<std::ptrdiff_t>(chunk.from),
             numbers.begin() + static_cast<std::ptrdiff_t>(chunk.to), [&](std::size_t d, std::int32_t* rank) {
               if (d % 64 == 0) chunk_poll();
               RandomStream random(plan.seed, d, e);
               sampler.draw(random, rank, chunk_poll);
             });
      },
      poll);
}

}  // namespace detail

// The draws of evaluators first..last-1. Draw d of evaluator e goes to ranks[e] + d * scored[e], where scored[e] is the
// number of items that e scored. It has a random stream of its own, number d of group e.
template <class Lattice, class Poll = NoPoll>
void draw_rankings(const PosteriorPlan& plan, std::size_t first, std::size_t last, std::int32_t* const* ranks,
                   const std::size_t* scored, int threads, Poll poll = {}) {
  detail::for_each_draw_chunk<Lattice>(
      plan, first, last, threads,
      [&](std::size_t e, auto from, auto to, const auto& draw) {
        if (scored[e] == 0) return;
        for (; from != to; ++from) draw(*from, ranks[e] + *from * scored[e]);
      },
      poll);
}

template <class Lattice, class Poll = NoPoll>
void draw_rankings(const PosteriorPlan& plan, std::int32_t* const* ranks, const std::size_t* scored, int threads,
                   Poll poll = {}) {
  draw_rankings<Lattice>(plan, 0, plan.scores.evaluators, ranks, scored, threads, poll);
}

// The same draws of one evaluator, none of which is kept: they are given to counter.add(rank). Each thread has a
// counter of its own, a copy of `empty`; these are added up by counter.add_all(other).
template <class Lattice, class Counter, class Poll = NoPoll>
Counter count_rankings(const PosteriorPlan& plan, std::size_t evaluator, std::size_t scored, const Counter& empty,
                       int threads, Poll poll = {}) {
  std::mutex mutex;
  std::vector<Counter> idle;
  detail::for_each_draw_chunk<Lattice>(
      plan, evaluator, evaluator + (scored > 0), threads,
      [&](std::size_t, auto from, auto to, const auto& draw) {
        std::unique_lock<std::mutex> lock(mutex);
        if (idle.empty()) idle.push_back(empty);
        Counter counter = std::move(idle.back());
        idle.pop_back();
        lock.unlock();
        std::vector<std::int32_t> rank(scored);
        for (; from != to; ++from) {
          draw(*from, rank.data());
          counter.add(rank.data());
        }
        lock.lock();
        idle.push_back(std::move(counter));
      },
      poll);
  if (idle.empty()) return empty;
  for (std::size_t k = 1; k < idle.size(); ++k) idle[0].add_all(idle[k]);
  return std::move(idle[0]);
}

}  // namespace seqjudge
