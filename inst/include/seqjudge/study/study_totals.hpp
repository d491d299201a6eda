// What adds up the errors of rankings made from simulated evaluations.
//
// Errors are added up as whole numbers: sums come out the same to the last bit however replicates are spread over
// threads, calls or machines, in whatever order their sums are merged.
//
// Needs sitmo's header (see random.hpp), and is therefore not part of seqjudge.hpp.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <vector>

#include "../ranking/induced_ranking.hpp"
#include "../ranking/insertion_ranking.hpp"
#include "../ranking/metrics.hpp"
#include "../support/poll.hpp"
#include "../support/random.hpp"
#include "../support/threads.hpp"
#include "replicate.hpp"

namespace seqjudge {

// Sum of whole numbers up to 2^63, exact up to 2^128.
class WideSum {
 public:
  void add(std::uint64_t value) {
    low_ += value;
    high_ += low_ < value;
  }
  void add_square(std::uint64_t value) {
    const std::uint64_t upper = value >> 32, lower = value & 0xffffffff;
    const std::uint64_t middle = upper * lower;  // counts twice, times 2^32
    add(lower * lower);
    add(middle << 33);
    high_ += (middle >> 31) + upper * upper;
  }
  void add(const WideSum& other) {
    add(other.low_);
    high_ += other.high_;
  }
  // The sum in digits to the base 2^32, the lowest first.
  std::array<std::uint32_t, 4> digits() const {
    return {static_cast<std::uint32_t>(low_), static_cast<std::uint32_t>(low_ >> 32), static_cast<std::uint32_t>(high_),
            static_cast<std::uint32_t>(high_ >> 32)};
  }

 private:
  std::uint64_t low_ = 0;
  std::uint64_t high_ = 0;
};

// Whole numbers added up, and their squares.
struct Moments {
  WideSum sum, squares;
  void add(std::uint64_t value) {
    sum.add(value);
    squares.add_square(value);
  }
  void add(const Moments& other) {
    sum.add(other.sum);
    squares.add(other.squares);
  }
};

// Which of the metrics that cost more than a glance are wanted.
struct Wanted {
  bool kendall = true;
  bool inversion = true;
};

// Errors of one method, added up over replicates, and their squares. Ranks may be halves: everything that is made of
// them is counted twice.
struct Totals {
  explicit Totals(std::size_t n) : position(n, 0), position_squares(n, 0) {}

  Moments footrule;                                       // twice the footrule
  Moments kendall;                                        // discordant pairs
  Moments inversion;                                      // distance of the inversion vectors
  std::vector<std::uint64_t> position, position_squares;  // twice the error of the item at each position

  // `twice_rank(t)` is a whole number: twice the rank given to item t. There are at most 2^29 items.
  template <class TwiceRank, class Poll = NoPoll>
  void add(const TwiceRank& twice_rank, const std::int32_t* truth, const Wanted& wanted, Poll poll = {}) {
    const std::size_t n = position.size();
    std::uint64_t sum = 0;
    for (std::size_t t = 0; t < n; ++t) {
      const auto error = static_cast<std::uint32_t>(std::abs(twice_rank(t) - 2 * truth[t]));
      sum += error;
      position[t] += error;
      position_squares[t] += std::uint64_t{error} * error;
    }
    footrule.add(sum);
    const auto rank = [&twice_rank](std::size_t t) { return 0.5 * static_cast<double>(twice_rank(t)); };
    const auto true_rank = [truth](std::size_t t) { return static_cast<double>(truth[t]); };
    if (wanted.kendall) kendall.add(static_cast<std::uint64_t>(seqjudge::kendall(rank, true_rank, n, poll)));
    if (wanted.inversion) inversion.add(static_cast<std::uint64_t>(seqjudge::inversion(rank, true_rank, n, poll)));
  }

  void add(const Totals& other) {
    footrule.add(other.footrule);
    kendall.add(other.kendall);
    inversion.add(other.inversion);
    for (std::size_t t = 0; t < position.size(); ++t) {
      position[t] += other.position[t];
      position_squares[t] += other.position_squares[t];
    }
  }
};

// Brings the rankings of several evaluators together by their mean: items are ranked by the sum of the ranks they were
// given, with average ties. The mean of one is that evaluator's ranking. Ranks are held twice, as whole numbers.
class MeanRanking {
 public:
  explicit MeanRanking(const Setting& setting)
      : n_(setting.n), evaluators_(setting.evaluators), twice_rank_(setting.n) {
    if (evaluators_ > 1) sum_.resize(n_);
  }

  void begin() { std::fill(sum_.begin(), sum_.end(), 0); }

  // `rank[t]` is the rank that an evaluator gives to item[t].
  template <class Rank>
  void add(const Rank* rank, const std::int32_t* item) {
    if (evaluators_ == 1)
      for (std::size_t t = 0; t < n_; ++t) twice_rank_[t] = twice(rank[t]);
    else
      for (std::size_t t = 0; t < n_; ++t) sum_[static_cast<std::size_t>(item[t])] += twice(rank[t]);
  }

  template <class Poll>
  void finish(Poll& poll) {
    if (evaluators_ == 1) return;
    rank_.resize(n_);
    induced_ranking([this](std::size_t t) { return static_cast<double>(sum_[t]); }, n_, Ties::average, rank_.data(),
                    [](std::size_t) { return std::size_t{0}; }, poll);
    for (std::size_t t = 0; t < n_; ++t) twice_rank_[t] = twice(rank_[t]);
  }

  std::int32_t operator()(std::size_t t) const { return twice_rank_[t]; }

 private:
  static std::int32_t twice(double rank) { return static_cast<std::int32_t>(2 * rank); }
  static std::int32_t twice(std::int32_t rank) { return 2 * rank; }

  std::size_t n_;
  std::size_t evaluators_;
  std::vector<std::int32_t> twice_rank_;
  std::vector<std::int64_t> sum_;
  std::vector<double> rank_;
};

// A way to rank: by insertion with this prior size or, with an infinite one, by the raw scores.
struct Method {
  bool induced = false;
  std::int64_t prior_size = 0;
};

// Some replicates of a setting: draws them, ranks them by each method and adds up the errors.
class StudyPart {
 public:
  StudyPart(const Setting& setting, const std::vector<Method>& methods, const Wanted& wanted)
      : setting_(setting),
        methods_(methods),
        wanted_(wanted),
        replicate_(setting),
        mean_(setting),
        whole_rank_(setting.n),
        rank_(setting.n),
        totals_(methods.size(), Totals(setting.n)) {}

  template <class Poll>
  void run(RandomStream random, Poll& poll) {
    replicate_.draw(random, poll);
    for (std::size_t m = 0; m < methods_.size(); ++m) {
      mean_.begin();
      for (std::size_t e = 0; e < setting_.evaluators; ++e) rank(methods_[m], e, poll);
      mean_.finish(poll);
      totals_[m].add(mean_, replicate_.truth(), wanted_, poll);
    }
  }

  const std::vector<Totals>& totals() const { return totals_; }

 private:
  template <class Poll>
  void rank(const Method& method, std::size_t evaluator, Poll& poll) {
    const double* score = replicate_.score(evaluator);
    const auto read = [score](std::size_t t) { return score[t]; };
    if (method.induced) {
      induced_ranking(
          read, setting_.n, Ties::average, rank_.data(), [](std::size_t) { return std::size_t{0}; }, poll);
      mean_.add(rank_.data(), replicate_.item(evaluator));
    } else {
      insertion_ranking(read, setting_.n, method.prior_size, HalfWay::lower, whole_rank_.data(), poll);
      mean_.add(whole_rank_.data(), replicate_.item(evaluator));
    }
  }

  const Setting& setting_;
  const std::vector<Method>& methods_;
  const Wanted wanted_;
  Replicate replicate_;
  MeanRanking mean_;
  std::vector<std::int32_t> whole_rank_;
  std::vector<double> rank_;
  std::vector<Totals> totals_;
};

// Names the random streams of a study: replicate k of setting `group` draws from stream (seed, k, group).
struct StudyStreams {
  std::uint64_t seed = 0;
  std::uint64_t group = 0;
  RandomStream operator()(std::uint64_t replicate) const { return RandomStream(seed, replicate, group); }
};

// The totals of each method over the replicates from..to-1. Memory does not depend on their number.
template <class Poll = NoPoll>
std::vector<Totals> study_totals(const Setting& setting, const std::vector<Method>& methods, const Wanted& wanted,
                                 const StudyStreams& streams, std::uint64_t from, std::uint64_t to, int threads,
                                 Poll poll = {}) {
  // Chunks of a fraction of a millisecond, so that threads finish together.
  const std::size_t per_chunk =
      std::max<std::size_t>(1, 2048 / std::max<std::size_t>(1, setting.n * setting.evaluators));
  const std::size_t chunks = static_cast<std::size_t>(to - from + per_chunk - 1) / per_chunk;
  std::vector<Totals> sum(methods.size(), Totals(setting.n));
  std::mutex mutex;
  for_each_chunk(
      chunks, threads,
      [&](std::size_t chunk, auto& chunk_poll) {
        StudyPart part(setting, methods, wanted);
        const std::uint64_t begin = from + chunk * per_chunk;
        const std::uint64_t end = std::min<std::uint64_t>(to, begin + per_chunk);
        for (std::uint64_t k = begin; k < end; ++k) part.run(streams(k), chunk_poll);
        const std::lock_guard<std::mutex> lock(mutex);
        for (std::size_t m = 0; m < sum.size(); ++m) sum[m].add(part.totals()[m]);
      },
      poll);
  return sum;
}

}  // namespace seqjudge
