// Simulated contests: items with qualities, judges with habits, scores in an order, a decision; is it right?
//
// Marks follow the ratings model: the score of judge j for the item at turn p of L is
//
//   severity[j] + drift (p - 1/2) / L + start / p + wander + loading[j] quality (z as seen) + neighbour z before +
//   noise,
//
// where z is standard normal, and z as seen is z itself or, with a finite prior size, the mean of the order statistic
// that it is among the earlier items (Blom's approximation). Shares follow the rank model: the relative rank over one
// more than the number of items seen, and noise. Warm-up items come first and do not count.
//
// Needs sitmo's header (see random.hpp), and is therefore not part of seqjudge.hpp.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <numeric>
#include <vector>

#include "../ranking/insertion_ranking.hpp"
#include "../study/study_totals.hpp"
#include "../support/normal.hpp"
#include "../support/poll.hpp"
#include "../support/random.hpp"
#include "../support/threads.hpp"
#include "williams.hpp"

namespace seqjudge {

enum class ContestOrder { own, shared, balanced };

struct ContestSetting {
  std::size_t items = 0, evaluators = 1, per_evaluator = 0;
  std::size_t warmup = 0;        // items that each judge sees before, whose scores do not count
  std::size_t second_round = 0;  // so many of the best are seen again by all
  std::size_t top = 1;           // how many best are wanted
  ContestOrder order = ContestOrder::own;
  bool ranks = false;      // shares of items beaten, ranked by insertion; else marks, ranked by their means
  bool calibrated = true;  // an infinite prior size
  std::size_t prior_size = 0;
  double quality = 1, severity = 0, loading = 0, noise = 1, drift = 0, start = 0, neighbour = 0, serial = 0;
};

// Whole numbers of the decisions over replicates.
struct ContestTotals {
  // Right winner, right set of the best, how many of these were found, footrule (not divided by anything).
  Moments winner, top, found, footrule;
  void add(const ContestTotals& other) {
    winner.add(other.winner);
    top.add(other.top);
    found.add(other.found);
    footrule.add(other.footrule);
  }
};

class Contest {
 public:
  explicit Contest(const ContestSetting& setting) : setting_(setting), quality_(setting.items) {
    if (setting.order == ContestOrder::balanced) rows_ = williams_design(setting.items);
  }

  // Draws a contest and decides it.
  void run(RandomStream random, ContestTotals& totals) {
    random_ = &random;
    for (auto& z : quality_) z = random.normal();
    deal();
    worth_.assign(setting_.items, 0);
    weight_.assign(setting_.items, 0);
    judges_.assign(setting_.evaluators, Judge());
    for (std::size_t j = 0; j < setting_.evaluators; ++j) first_round(j);
    decide_first();
    if (setting_.second_round > 1) second_round();
    count(totals);
  }

 private:
  struct Judge {
    double severity = 0, loading = 1;
    std::vector<double> known;       // qualities of the items seen, from the lowest
    std::vector<std::int32_t> item;  // of the first round
    std::vector<double> score;       // of these, the effects of the position taken out where they are known
  };

  // Who sees what, in which order. Dealt like cards from shuffled packs, so that all items have their turns.
  void deal() {
    const std::size_t n = setting_.items, k = setting_.per_evaluator;
    hand_.assign(setting_.evaluators, {});
    if (setting_.order == ContestOrder::balanced) return deal_balanced();
    std::vector<std::int32_t> pack;
    for (auto& hand : hand_) {
      while (hand.size() < k) {
        if (pack.empty()) {
          pack.resize(n);
          std::iota(pack.begin(), pack.end(), 0);
          random_->shuffle(pack.data(), n);
          // Cards are taken from the end; what is in the hand already comes last.
          std::stable_partition(pack.begin(), pack.end(), [&hand](std::int32_t item) {
            return std::find(hand.begin(), hand.end(), item) != hand.end();
          });
        }
        hand.push_back(pack.back());
        pack.pop_back();
      }
      random_->shuffle(hand.data(), hand.size());
    }
    // Items are numbered at random as far as quality goes: their numbers are one order for all.
    if (setting_.order == ContestOrder::shared)
      for (auto& hand : hand_) std::sort(hand.begin(), hand.end());
  }

  void deal_balanced() {
    std::vector<std::size_t> row(rows_.size());
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t j = 0; j < hand_.size(); ++j) {
      const std::size_t k = j % row.size();
      if (k % setting_.items == 0) random_->shuffle(row.data() + k, setting_.items);
      hand_[j].assign(rows_[row[k]].begin(), rows_[row[k]].end());
    }
  }

  // Puts z among what the judge knows, and says what it looks like to the judge.
  double as_seen(Judge& judge, double z) {
    if (setting_.calibrated) return setting_.ranks ? detail::normal_below(z) : z;
    const auto at = std::lower_bound(judge.known.begin(), judge.known.end(), z);
    const double rank = static_cast<double>(at - judge.known.begin()) + 1;
    if (at == judge.known.end() || *at != z) judge.known.insert(at, z);
    const double seen = static_cast<double>(judge.known.size());
    return setting_.ranks ? rank / (seen + 1) : detail::normal_quantile((rank - 0.375) / (seen + 0.25));
  }

  // One turn after another, with what wanders along.
  class Turns {
   public:
    Turns(const ContestSetting& setting, Judge& judge, RandomStream& random, std::size_t length)
        : setting_(setting), judge_(judge), random_(random), length_(static_cast<double>(length)) {
      if (setting.serial > 0) wander_ = std::sqrt(setting.serial) * setting.noise * random.normal();
    }
    double operator()(double seen, double z) {
      const double noise = setting_.noise * random_.normal();
      if (setting_.ranks) return seen + noise;
      const double score = judge_.severity + position() + wander_ + judge_.loading * setting_.quality * seen +
                           setting_.neighbour * before_ + noise;
      before_ = z;
      turn_ += 1;
      if (setting_.serial > 0) {
        const double keep = std::exp(-1.0 / 8);
        wander_ = keep * wander_ + std::sqrt((1 - keep * keep) * setting_.serial) * setting_.noise * random_.normal();
      }
      return score;
    }
    // What the position does to the next score.
    double position() const { return setting_.drift * (turn_ - 0.5) / length_ + setting_.start / turn_; }

   private:
    const ContestSetting& setting_;
    const Judge& judge_;
    RandomStream& random_;
    const double length_;
    double turn_ = 1, before_ = 0, wander_ = 0;
  };

  void first_round(std::size_t j) {
    Judge& judge = judges_[j];
    judge.severity = setting_.severity * random_->normal();
    judge.loading = 1 + setting_.loading * random_->normal();
    if (!setting_.calibrated) {
      for (std::size_t k = 0; k < setting_.prior_size; ++k) judge.known.push_back(random_->normal());
      std::sort(judge.known.begin(), judge.known.end());
    }
    judge.item = hand_[j];
    Turns turn(setting_, judge, *random_, setting_.warmup + judge.item.size());
    for (std::size_t k = 0; k < setting_.warmup; ++k) {
      const double z = random_->normal();
      turn(as_seen(judge, z), z);
    }
    for (const auto item : judge.item) {
      const double z = quality_[static_cast<std::size_t>(item)];
      // In one order for all, what the position does cannot be told from what the items are worth.
      const double known = setting_.ranks || setting_.order == ContestOrder::shared ? 0 : turn.position();
      judge.score.push_back(turn(as_seen(judge, z), z) - known);
    }
  }

  void decide_first() {
    if (setting_.ranks)
      mean_ranks();
    else if (setting_.per_evaluator == setting_.items)
      mean_scores();
    else
      additive_model();
  }

  void mean_scores() {
    for (const auto& judge : judges_)
      for (std::size_t k = 0; k < judge.item.size(); ++k) add_to_worth(judge.item[k], judge.score[k]);
    for (std::size_t i = 0; i < setting_.items; ++i) worth_[i] /= weight_[i];
  }

  void add_to_worth(std::int32_t item, double value) {
    worth_[static_cast<std::size_t>(item)] += value;
    weight_[static_cast<std::size_t>(item)] += 1;
  }

  // Ranks by insertion with the known size, each over one more than there are; items without a turn are in the middle.
  void mean_ranks() {
    std::vector<std::int32_t> rank;
    for (auto& judge : judges_) {
      rank.resize(judge.item.size());
      rank_scores(judge.score, rank);
      for (std::size_t k = 0; k < judge.item.size(); ++k)
        add_to_worth(judge.item[k], rank[k] / (static_cast<double>(judge.item.size()) + 1));
    }
    for (std::size_t i = 0; i < setting_.items; ++i) worth_[i] = weight_[i] > 0 ? worth_[i] / weight_[i] : 0.5;
  }

  void rank_scores(const std::vector<double>& score, std::vector<std::int32_t>& rank) {
    if (!setting_.calibrated) {
      insertion_ranking([&score](std::size_t t) { return score[t]; }, score.size(),
                        static_cast<std::int64_t>(setting_.prior_size + setting_.warmup), HalfWay::lower, rank.data());
      return;
    }
    by_.resize(score.size());
    std::iota(by_.begin(), by_.end(), std::size_t{0});
    std::sort(by_.begin(), by_.end(), [&score](std::size_t a, std::size_t b) { return score[a] < score[b]; });
    for (std::size_t k = 0; k < by_.size(); ++k) rank[by_[k]] = static_cast<std::int32_t>(k + 1);
  }

  // Best linear predictions of items and judges, with the variances known: each given the others, until they stand.
  void additive_model() {
    const double noise = setting_.noise * setting_.noise * (1 + setting_.serial) + 1e-12;
    const double shrink_item = noise / (setting_.quality * setting_.quality);
    const double shrink_judge = setting_.severity > 0 ? noise / (setting_.severity * setting_.severity) : 1e12;
    double mean = 0, count = 0;
    for (const auto& judge : judges_)
      for (const double score : judge.score) mean += score, count += 1;
    mean /= count;
    std::vector<double> level(judges_.size(), 0);
    for (int round = 0; round < 25; ++round) {
      std::fill(weight_.begin(), weight_.end(), shrink_item);
      std::vector<double> sum(setting_.items, 0);
      for (std::size_t j = 0; j < judges_.size(); ++j) {
        const Judge& judge = judges_[j];
        double left = 0;
        for (std::size_t k = 0; k < judge.item.size(); ++k)
          left += judge.score[k] - mean - worth_[static_cast<std::size_t>(judge.item[k])];
        level[j] = left / (static_cast<double>(judge.item.size()) + shrink_judge);
        for (std::size_t k = 0; k < judge.item.size(); ++k) {
          sum[static_cast<std::size_t>(judge.item[k])] += judge.score[k] - mean - level[j];
          weight_[static_cast<std::size_t>(judge.item[k])] += 1;
        }
      }
      for (std::size_t i = 0; i < setting_.items; ++i) worth_[i] = sum[i] / weight_[i];
    }
    for (auto& weight : weight_) weight -= shrink_item;
  }

  // Items from the best, equal ones in any order.
  std::vector<std::size_t> from_best() {
    std::vector<std::size_t> order(setting_.items);
    std::iota(order.begin(), order.end(), std::size_t{0});
    random_->shuffle(order.data(), order.size());
    std::stable_sort(order.begin(), order.end(),
                     [this](std::size_t a, std::size_t b) { return worth_[a] > worth_[b]; });
    return order;
  }

  // All judges see the best again, in a new order; these are then ranked by both rounds, and stay above the others.
  void second_round() {
    auto best = from_best();
    const double above = worth_[best[0]] - worth_[best[setting_.items - 1]] + 1;
    best.resize(std::min(setting_.second_round, setting_.items));
    const std::size_t k = best.size();
    std::vector<double> again(setting_.items, 0);
    std::vector<std::size_t> order = best;
    for (auto& judge : judges_) {
      if (&judge == &judges_[0] || setting_.order != ContestOrder::shared) random_->shuffle(order.data(), k);
      Turns turn(setting_, judge, *random_, k);
      for (const auto item : order) {
        const double known = setting_.ranks || setting_.order == ContestOrder::shared ? 0 : turn.position();
        again[item] += turn(as_seen(judge, quality_[item]), quality_[item]) - known;
      }
    }
    const double judges = static_cast<double>(setting_.evaluators);
    double first_mean = 0, second_mean = 0;
    for (const auto item : best) {
      first_mean += worth_[item] / static_cast<double>(k);
      second_mean += again[item] / judges / static_cast<double>(k);
    }
    double highest = 0;
    for (const auto item : best) {
      const double both = weight_[item] * (worth_[item] - first_mean) + judges * (again[item] / judges - second_mean);
      worth_[item] = both / (weight_[item] + judges);
      highest = std::max(highest, std::abs(worth_[item]));
    }
    // Out of reach of the others, whatever the values.
    double top = -above;
    for (std::size_t i = 0; i < setting_.items; ++i)
      if (std::find(best.begin(), best.end(), i) == best.end()) top = std::max(top, worth_[i]);
    for (const auto item : best) worth_[item] += top + above + highest;
  }

  void count(ContestTotals& totals) {
    const auto given = from_best();
    std::vector<std::size_t> truth(setting_.items), place(setting_.items);
    std::iota(truth.begin(), truth.end(), std::size_t{0});
    std::sort(truth.begin(), truth.end(), [this](std::size_t a, std::size_t b) { return quality_[a] > quality_[b]; });
    for (std::size_t k = 0; k < truth.size(); ++k) place[truth[k]] = k;
    std::uint64_t footrule = 0, found = 0;
    for (std::size_t k = 0; k < given.size(); ++k) {
      footrule += place[given[k]] > k ? place[given[k]] - k : k - place[given[k]];
      found += k < setting_.top && place[given[k]] < setting_.top;
    }
    totals.winner.add(given[0] == truth[0]);
    totals.top.add(found == setting_.top);
    totals.found.add(found);
    totals.footrule.add(footrule);
  }

  const ContestSetting setting_;
  RandomStream* random_ = nullptr;
  std::vector<std::vector<int>> rows_;
  std::vector<double> quality_, worth_, weight_;
  std::vector<std::vector<std::int32_t>> hand_;
  std::vector<Judge> judges_;
  std::vector<std::size_t> by_;
};

// Over the replicates from..to-1, each with a random stream of its own.
template <class Poll = NoPoll>
ContestTotals contest_totals(const ContestSetting& setting, const StudyStreams& streams, std::uint64_t from,
                             std::uint64_t to, int threads, Poll poll = {}) {
  const std::size_t scores = setting.evaluators * (setting.per_evaluator + setting.warmup + setting.second_round);
  const std::size_t per_chunk = std::max<std::size_t>(1, 2048 / std::max<std::size_t>(1, scores));
  const std::size_t chunks = static_cast<std::size_t>(to - from + per_chunk - 1) / per_chunk;
  ContestTotals sum;
  std::mutex mutex;
  for_each_chunk(
      chunks, threads,
      [&](std::size_t chunk, auto& chunk_poll) {
        Contest contest(setting);
        ContestTotals part;
        const std::uint64_t begin = from + chunk * per_chunk;
        const std::uint64_t end = std::min<std::uint64_t>(to, begin + per_chunk);
        for (std::uint64_t k = begin; k < end; ++k) {
          chunk_poll();
          contest.run(streams(k), part);
        }
        const std::lock_guard<std::mutex> lock(mutex);
        sum.add(part);
      },
      poll);
  return sum;
}

}  // namespace seqjudge
