// Simulated evaluations, replicate by replicate, each from a random stream of its own.
//
// Needs sitmo's header (see random.hpp), and is therefore not part of seqjudge.hpp.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "../ranking/decode.hpp"
#include "../ranking/encode.hpp"
#include "../ranking/induced_ranking.hpp"
#include "../support/poll.hpp"
#include "../support/random.hpp"

namespace seqjudge {

enum class Noise { none, uniform, normal };

// What is simulated. An infinite prior is `calibrated`: the score is the share of the population that an item beats.
struct Setting {
  std::size_t n = 0;
  std::size_t evaluators = 1;
  bool shared_order = false;
  bool calibrated = false;
  std::int64_t prior_size = 0;
  Noise noise = Noise::none;
  double noise_size = 0;  // half-width of uniform noise, standard deviation of normal noise
  int bins = 0;           // 0: scores as they are
};

namespace detail {

// The number of prior items below the item of rank k + 1, for k = 0, 1, ...: the real items take n of the
// prior_size + n places, all choices equally likely. Time and memory do not depend on the prior size. (R has a
// simulator of its own, draw_prior_below(): it draws from R's generator, and lets the prior items come from another
// distribution.)
inline void draw_prior_places(RandomStream& random, std::int64_t prior_size, std::vector<std::int64_t>& below) {
  const std::size_t n = below.size();
  const std::uint64_t places = static_cast<std::uint64_t>(prior_size) + n;
  if (static_cast<std::uint64_t>(prior_size) < n) {
    // Few prior items: choose their places.
    std::vector<bool> prior(places, false);
    for (std::int64_t chosen = 0; chosen < prior_size;) {
      const std::uint64_t place = random.below(places);
      chosen += !prior[place];
      prior[place] = true;
    }
    std::int64_t count = 0;
    std::size_t k = 0;
    for (std::uint64_t place = 0; place < places; ++place) {
      if (prior[place])
        ++count;
      else
        below[k++] = count;
    }
    return;
  }
  // Many: choose the places of the real items, again where one was taken already, until there are enough.
  std::size_t chosen = 0;
  while (chosen < n) {
    for (std::size_t k = chosen; k < n; ++k) below[k] = static_cast<std::int64_t>(random.below(places));
    std::sort(below.begin(), below.end());
    chosen = static_cast<std::size_t>(std::unique(below.begin(), below.end()) - below.begin());
  }
  for (std::size_t k = 0; k < n; ++k) below[k] -= static_cast<std::int64_t>(k);
}

}  // namespace detail

// One replicate at a time: the true ranking, and for each evaluator the items in order of presentation with the scores.
// Items are numbered (from 0) as the first evaluator saw them.
class Replicate {
 public:
  explicit Replicate(const Setting& setting)
      : setting_(setting),
        truth_(setting.n),
        item_(setting.evaluators * setting.n),
        score_(setting.evaluators * setting.n) {
    for (std::size_t e = 0; e < setting.evaluators; ++e) put_in_order(e);
    if (setting.evaluators == 1) {
      relative_.resize(setting.n);
    } else {
      prior_below_.resize(setting.n);
      quality_.resize(setting.n);
    }
  }

  const std::int32_t* truth() const { return truth_.data(); }  // ranks from 1, by item
  const std::int32_t* item(std::size_t evaluator) const { return item_.data() + evaluator * setting_.n; }
  const double* score(std::size_t evaluator) const { return score_.data() + evaluator * setting_.n; }

  template <class Poll = NoPoll>
  void draw(RandomStream& random, Poll poll = {}) {
    if (setting_.evaluators == 1)
      draw_one(random, poll);
    else
      draw_several(random, poll);
    disturb(random);
  }

 private:
  std::int32_t* put_in_order(std::size_t evaluator) {
    std::int32_t* seen = item_.data() + evaluator * setting_.n;
    std::iota(seen, seen + setting_.n, 0);
    return seen;
  }

  // With one evaluator the relative ranks are independent and uniform, and the true ranking follows from them.
  template <class Poll>
  void draw_one(RandomStream& random, Poll& poll) {
    const std::size_t n = setting_.n;
    if (setting_.calibrated) {
      for (auto& score : score_) score = random.uniform();
      induced_ranking([this](std::size_t t) { return score_[t]; }, n, Ties::first, truth_.data(),
                      [](std::size_t) { return std::size_t{0}; }, poll);
      return;
    }
    const auto prior = static_cast<std::uint64_t>(setting_.prior_size);
    for (std::size_t t = 0; t < n; ++t) {
      relative_[t] = static_cast<std::int64_t>(random.below(prior + t + 1)) + 1;
      score_[t] = static_cast<double>(relative_[t]) / static_cast<double>(prior + t + 2);
    }
    decode([this](std::size_t t) { return relative_[t]; }, n, setting_.prior_size, truth_.data(), poll);
  }

  // Several evaluators share the true ranking; each has an order and prior items of their own.
  template <class Poll>
  void draw_several(RandomStream& random, Poll& poll) {
    const std::size_t n = setting_.n;
    std::iota(truth_.begin(), truth_.end(), 1);
    random.shuffle(truth_.data(), n);
    for (std::size_t e = 0; e < setting_.evaluators; ++e) {
      // Shuffled from the same start each time: the replicate before must leave no trace.
      std::int32_t* seen = put_in_order(e);
      double* score = score_.data() + e * n;
      if (e > 0 && !setting_.shared_order) random.shuffle(seen, n);
      const auto rank = [this, seen](std::size_t t) { return truth_[static_cast<std::size_t>(seen[t])] - 1; };
      if (setting_.calibrated) {
        for (auto& quality : quality_) quality = random.uniform();
        std::sort(quality_.begin(), quality_.end());
        for (std::size_t t = 0; t < n; ++t) score[t] = quality_[static_cast<std::size_t>(rank(t))];
        continue;
      }
      detail::draw_prior_places(random, setting_.prior_size, prior_below_);
      encode(
          rank, n,
          [&](std::size_t t, std::int64_t relative) {
            const std::int64_t among_all = relative + prior_below_[static_cast<std::size_t>(rank(t))];
            score[t] = static_cast<double>(among_all) /
                       static_cast<double>(setting_.prior_size + static_cast<std::int64_t>(t) + 2);
          },
          poll);
    }
  }

  void disturb(RandomStream& random) {
    if (setting_.noise == Noise::uniform)
      for (auto& score : score_) score += setting_.noise_size * (2 * random.uniform() - 1);
    else if (setting_.noise == Noise::normal)
      for (auto& score : score_) score += setting_.noise_size * random.normal();
    if (setting_.bins == 0) return;
    const double bins = setting_.bins;
    for (auto& score : score_) score = std::min(std::max(std::ceil(score * bins), 1.0), bins) / (bins + 1);
  }

  const Setting setting_;
  std::vector<std::int32_t> truth_;
  std::vector<std::int32_t> item_;
  std::vector<double> score_;
  std::vector<std::int64_t> relative_;
  std::vector<std::int64_t> prior_below_;
  std::vector<double> quality_;
};

}  // namespace seqjudge
