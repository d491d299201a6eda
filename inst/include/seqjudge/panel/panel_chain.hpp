// Markov chains over the ranking of a panel and its evaluators' prior sizes and noises.
//
// This header needs sitmo's include directory (see random.hpp), and is therefore not part of seqjudge.hpp.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "../model/model_scores.hpp"
#include "../support/poll.hpp"
#include "../support/random.hpp"
#include "evaluator_paths.hpp"
#include "score_densities.hpp"

namespace seqjudge {

// What evaluators may be like. The shares of the prior sizes have a Dirichlet prior, with the parameter `pseudo` for
// each size; the noise comes from one of several populations, each a distribution over the levels.
struct PanelGrid {
  std::vector<double> sizes;
  std::vector<double> noises;
  std::vector<std::vector<double>> log_shares;  // of the noise levels, in each population
  std::vector<double> log_prior;                // of the populations
  double pseudo = 1;
  bool sizes_known = false;
  bool noises_known = false;
  bool common = false;  // do all evaluators have the same size and noise, as far as these are not known?
};

class PanelChain {
 public:
  // `order` holds the items (from 0) from the lowest to the highest; `size` and `noise` the numbers of each evaluator's
  // own.
  PanelChain(const ModelScores& scores, const PanelGrid& grid, std::vector<std::int32_t> order,
             std::vector<std::int32_t> size, std::vector<std::int32_t> noise, RandomStream random)
      : scores_(scores),
        grid_(grid),
        order_(std::move(order)),
        size_(std::move(size)),
        noise_(std::move(noise)),
        random_(random),
        paths_(scores.evaluators),
        log_lik_(scores.evaluators),
        size_count_(grid.sizes.size(), 0),
        seen_by_(scores.items),
        is_first_(scores.items, false) {
    for (const double prior_size : grid.sizes) {
      points_.emplace_back(prior_size, scores.items);
      gaps_.emplace_back(points_.back().gap_step(), scores.items);
    }
    std::vector<std::int32_t> rank(scores.items);
    for (std::size_t k = 0; k < order_.size(); ++k) rank[item_at(k)] = static_cast<std::int32_t>(k);
    for (std::size_t j = 0; j < scores.evaluators; ++j) {
      begin_evaluator(j, rank);
      ++size_count_[static_cast<std::size_t>(size_[j])];
    }
    log_weight_ = population_weights(0);
  }

  // One round: the ranking by insertions and exchanges, then the evaluators. With a `temperature` below 1 the better is
  // favoured; at 0 only what is better is taken.
  template <class Poll>
  void step(double temperature, Poll& poll) {
    temperature_ = temperature;
    prepare_paths(poll);
    for (int k = 0; k < 2; ++k) {
      if (k == 0 || random_.below(2) == 0)
        insertions();
      else
        exchanges_among_first();
      poll();
      exchanges_down();
      poll();
    }
    // The ranking has changed since the likelihoods were noted.
    for (std::size_t j = 0; j < paths_.size(); ++j) {
      log_lik_[j] = paths_[j].log_likelihood();
      poll();
    }
    if (grid_.common) return update_together(poll);
    for (std::size_t j = 0; j < paths_.size(); ++j) {
      update_evaluator(j);
      poll();
    }
    if (!grid_.sizes_known) allot_sizes(poll);
    // A search must not stop because a move was not tried.
    if (!grid_.noises_known && (temperature_ != 1 || random_.below(4) == 0)) shift_noises(poll);
  }

  const std::vector<std::int32_t>& order() const { return order_; }
  const std::vector<std::int32_t>& size() const { return size_; }
  const std::vector<std::int32_t>& noise() const { return noise_; }
  double log_likelihood() const {
    double sum = 0;
    for (const double value : log_lik_) sum += value;
    return sum;
  }
  // Of the ranking, sizes and noises, up to a constant.
  double log_posterior() const {
    double sum = log_likelihood();
    if (grid_.common) {
      if (!grid_.noises_known && !noise_.empty()) sum += grid_.log_shares[0][static_cast<std::size_t>(noise_[0])];
      return sum;
    }
    if (!grid_.sizes_known)
      for (const auto count : size_count_) sum += std::lgamma(static_cast<double>(count) + grid_.pseudo);
    if (!grid_.noises_known) sum += log_sum(log_weight_);
    return sum;
  }

 private:
  // With more points than this, paths are fixed while items change ranks.
  static constexpr std::size_t most_points_summed = 40;
  bool has_fixed_path(std::size_t j) const { return temperature_ == 1 && paths_[j].points() > most_points_summed; }
  // Fixed paths are drawn from the posterior distribution, which is what a temperature of 1 asks for.
  template <class Poll>
  void prepare_paths(Poll& poll) {
    for (std::size_t j = 0; j < paths_.size(); ++j) {
      if (has_fixed_path(j)) {
        paths_[j].fix(gaps_[static_cast<std::size_t>(size_[j])], random_);
        if (!grid_.common && !grid_.noises_known) update_noise_on_path(j);
      } else if (!paths_[j].is_current()) {
        paths_[j].refresh();
      }
      poll();
    }
  }

  struct Seen {
    std::size_t evaluator;
    std::size_t position;
  };
  static constexpr std::size_t widest_window = 32;

  std::size_t item_of(std::size_t j, std::size_t t) const {
    return static_cast<std::size_t>(scores_.item[scores_.first(j) + t] - 1);
  }
  void begin_evaluator(std::size_t j, const std::vector<std::int32_t>& rank) {
    const std::size_t n = scores_.seen(j);
    std::vector<std::int32_t> own(n), gap;
    for (std::size_t t = 0; t < n; ++t) {
      seen_by_[item_of(j, t)].push_back({j, t});
      own[t] = static_cast<std::int32_t>(t);
    }
    const auto rank_of = [&](std::int32_t t) { return rank[item_of(j, static_cast<std::size_t>(t))]; };
    std::sort(own.begin(), own.end(), [&](std::int32_t a, std::int32_t b) { return rank_of(a) < rank_of(b); });
    std::int32_t next = 0;  // the rank after those that are accounted for
    for (const auto t : own) {
      gap.push_back(rank_of(t) - next);
      next = rank_of(t) + 1;
    }
    gap.push_back(static_cast<std::int32_t>(order_.size()) - next);
    paths_[j].set_order(std::move(own), std::move(gap));
    become(j, size_[j], noise_[j], log_likelihood_at(j, size_[j], noise_[j]));
  }

  // Is a change that multiplies the posterior density by exp(log_ratio) made?
  bool accept(double log_ratio) {
    if (temperature_ == 0) return log_ratio > 1e-9;
    return log_ratio >= 0 || std::log(random_.uniform()) * temperature_ < log_ratio;
  }

  std::size_t item_at(std::size_t k) const { return static_cast<std::size_t>(order_[k]); }

  // Who saw the item of rank `low`, the one of rank `high`, or both, in the order of the evaluators: calls
  // visit(evaluator, at), where `at` holds the evaluator's own rank of each, or `none`.
  struct OwnRanks {
    std::size_t low, high;
  };
  static constexpr auto none = static_cast<std::size_t>(-1);
  template <class Visit>
  void for_each_witness(std::size_t low, std::size_t high, const Visit& visit) {
    const auto &of_low = seen_by_[item_at(low)], &of_high = seen_by_[item_at(high)];
    auto a = of_low.begin();
    auto b = of_high.begin();
    while (a != of_low.end() || b != of_high.end()) {
      const bool saw_low = a != of_low.end() && (b == of_high.end() || a->evaluator <= b->evaluator);
      const bool saw_high = b != of_high.end() && (a == of_low.end() || b->evaluator <= a->evaluator);
      const std::size_t evaluator = saw_low ? a->evaluator : b->evaluator;
      const EvaluatorPaths& paths = paths_[evaluator];
      visit(evaluator, OwnRanks{saw_low ? paths.rank(a->position) : none, saw_high ? paths.rank(b->position) : none});
      a += saw_low;
      b += saw_high;
    }
  }

  // The log of the factor by which the likelihood changes when ranks k and k + 1 are exchanged; only those who saw one
  // of the items have a say.
  double exchange_log_ratio(std::size_t k) {
    double log_sum = 0, product = 1;
    for_each_witness(k, k + 1, [&](std::size_t evaluator, const OwnRanks& at) {
      EvaluatorPaths& paths = paths_[evaluator];
      product *= at.low == none    ? paths.pass_ratio(at.high, false)
                 : at.high == none ? paths.pass_ratio(at.low, true)
                                   : paths.exchange_ratio(at.low);
      if (product < 1e-100 || product > 1e100) {
        log_sum += std::log(product);
        product = 1;
      }
    });
    return log_sum + std::log(product);
  }
  void exchange(std::size_t k) {
    for_each_witness(k, k + 1, [&](std::size_t evaluator, const OwnRanks& at) {
      EvaluatorPaths& paths = paths_[evaluator];
      if (at.low == none)
        paths.pass(at.high, false);
      else if (at.high == none)
        paths.pass(at.low, true);
      else
        paths.exchange(at.low);
    });
    std::swap(order_[k], order_[k + 1]);
  }
  void go_up(std::size_t k) {
    for (const Seen& seen : seen_by_[item_at(k)]) {
      EvaluatorPaths& paths = paths_[seen.evaluator];
      paths.go_up(paths.rank(seen.position));
    }
  }
  void go_down(std::size_t k) {
    for (const Seen& seen : seen_by_[item_at(k)]) {
      EvaluatorPaths& paths = paths_[seen.evaluator];
      paths.go_down(paths.rank(seen.position));
    }
  }

  // Exchanges the items of two ranks, with all between them kept in place.
  void exchange_far(std::size_t low, std::size_t high) {
    for (std::size_t k = low; k < high; ++k) exchange(k);
    for (std::size_t k = high - 1; k > low; --k) exchange(k - 1);
  }
  // Exchanges them and returns the log of the factor by which the likelihood changes. Another exchange takes it back.
  double far_log_ratio(std::size_t low, std::size_t high) {
    if (high == low + 1) {
      const double log_ratio = exchange_log_ratio(low);
      exchange(low);
      return log_ratio;
    }
    const double before = log_through(low, high);
    exchange_far(low, high);
    return log_through(low, high) - before;
  }
  // The log of the sum over paths through the ranks from `low` to `high`, of all evaluators who saw one of these two,
  // up to what does not depend on the order of the items there.
  double log_through(std::size_t low, std::size_t high) {
    double sum = 0;
    for_each_witness(low, high, [&](std::size_t evaluator, OwnRanks at) {
      EvaluatorPaths& paths = paths_[evaluator];
      // As far as what the evaluator saw reaches: how many unseen items are left on either side.
      std::size_t below = 0, above = 0;
      if (at.high == none) {
        above = high - low;
        for (at.high = at.low; at.high + 1 < paths.seen() && paths.gap(at.high + 1) < above; ++at.high)
          above -= paths.gap(at.high + 1) + 1;
      } else if (at.low == none) {
        below = high - low;
        for (at.low = at.high; at.low > 0 && paths.gap(at.low) < below; --at.low) below -= paths.gap(at.low) + 1;
      }
      sum += paths.log_through(at.low, at.high, below, above);
    });
    return sum;
  }
  // Exchanges of items that are neighbours in rank among those that one evaluator was shown first. What lies between
  // them in rank was shown later. To an evaluator without experience such an exchange is a small change, which takes
  // many steps by neighbours among all items, most of them unlikely. Going up, the sums below are brought along; those
  // above must be right, and are not afterwards.
  void exchanges_among_first() {
    const std::size_t n = order_.size();
    if (n == 0) return;
    const std::size_t evaluator = random_.below(paths_.size());
    const std::size_t seen = paths_[evaluator].seen();
    // As often among the first few as among many.
    const double share = std::pow(static_cast<double>(seen), random_.uniform());
    const auto first = std::max<std::size_t>(2, static_cast<std::size_t>(std::ceil(share)));
    const auto mark_first = [&](bool mark) {
      for (std::size_t t = 0; t < std::min(first, seen); ++t) is_first_[item_of(evaluator, t)] = mark;
    };
    mark_first(true);
    std::size_t low = 0;
    for (; low < n && !is_first_[item_at(low)]; ++low) go_up(low);
    for (std::size_t high = low + 1; high < n; ++high) {
      if (!is_first_[item_at(high)]) continue;
      if (!accept(far_log_ratio(low, high))) exchange_far(low, high);
      for (; low < high; ++low) go_up(low);
    }
    for (; low < n; ++low) go_up(low);
    mark_first(false);
  }
  // Neighbours in rank, from the top to the bottom: the other way round.
  void exchanges_down() {
    for (std::size_t k = order_.size(); k-- > 1;) {
      if (accept(exchange_log_ratio(k - 1))) exchange(k - 1);
      go_down(k);
    }
    if (!order_.empty()) go_down(0);
  }

  // Windows of ranks, from the bottom to the top; in each of them one item is taken out and put back anywhere in the
  // window, according to the conditional distribution. Needs the sums above, and leaves those below right.
  void insertions() {
    const std::size_t n = order_.size();
    if (n < 2) return;
    const std::size_t width = 2 + random_.below(std::min(n, widest_window) - 1);
    // The first window may be cut off, so that there is no fixed grid of windows.
    std::size_t from = 0, to = std::min(n, 1 + static_cast<std::size_t>(random_.below(width)));
    while (from < n) {
      insert_one(from, to);
      from = to;
      to = std::min(n, to + width);
    }
  }
  void insert_one(std::size_t from, std::size_t to) {
    std::size_t at = from + random_.below(to - from);
    for (std::size_t k = from; k < at; ++k) go_up(k);
    // Down to the lowest rank of the window ...
    for (; at > from; --at) {
      exchange(at - 1);
      go_down(at);
    }
    // ... and up to the highest, which tells the likelihood of every rank relative to the lowest.
    weight_.assign(1, 0);
    for (; at + 1 < to; ++at) {
      weight_.push_back(weight_.back() + exchange_log_ratio(at));
      exchange(at);
      go_up(at);
    }
    const std::size_t goal = from + choose();
    for (; at > goal; --at) {
      exchange(at - 1);
      go_down(at);
    }
    for (; at < to; ++at) go_up(at);
  }

  // A number with the probability proportional to exp(weight_ / temperature).
  std::size_t choose() {
    const auto highest = std::max_element(weight_.begin(), weight_.end());
    if (temperature_ == 0) return static_cast<std::size_t>(highest - weight_.begin());
    const double most = *highest;
    double total = 0;
    for (double& weight : weight_) total += weight = std::exp((weight - most) / temperature_);
    double left = random_.uniform() * total;
    std::size_t k = 0;
    while (k + 1 < weight_.size() && (left -= weight_[k]) > 0) ++k;
    return k;
  }

  // Another size, another noise, or both.
  void update_evaluator(std::size_t j) {
    const bool sizes = !grid_.sizes_known, noises = !grid_.noises_known;
    // A search tries all that it can, near and far.
    const bool search = temperature_ != 1;
    if (sizes && !search) propose_from_others(j);
    if (sizes && search && random_.below(4) == 0)
      propose(j, static_cast<int>(random_.below(grid_.sizes.size())) - size_[j], 0);
    if (noises && !has_fixed_path(j)) propose(j, 0, step_away(4));
    if (sizes && noises && (search || random_.below(4) == 0)) {
      const auto step = step_away_in_both();
      propose(j, step.first, step.second);
    }
  }
  // While the path is fixed other noises cost next to nothing: no sums over paths, and no gaps.
  void update_noise_on_path(std::size_t j) {
    const PathPoints& points = points_[static_cast<std::size_t>(size_[j])];
    const auto log_density = [&](std::int32_t noise) {
      return paths_[j].log_density_on_path(scores_, j, points, grid_.noises[static_cast<std::size_t>(noise)]);
    };
    double now = log_density(noise_[j]);
    const std::int32_t before = noise_[j];
    for (int k = 0; k < 3; ++k) {
      const std::int32_t noise = noise_[j] + step_away(4);
      if (outside(noise, grid_.noises)) continue;
      const double then = log_density(noise);
      if (!accept(then - now + noise_log_ratio(j, noise))) continue;
      log_weight_.swap(noise_weight_);
      noise_[j] = noise;
      now = then;
    }
    // The likelihood is noted after the ranking has changed too.
    if (noise_[j] != before) become(j, size_[j], noise_[j], log_lik_[j]);
  }
  // A size that is as likely as the other evaluators make it, which leaves it to the likelihood whether it is taken.
  void propose_from_others(std::size_t j) {
    const auto weight = [&](std::size_t size) {
      return static_cast<double>(size_count_[size] - (static_cast<std::int32_t>(size) == size_[j])) + grid_.pseudo;
    };
    const std::size_t sizes = grid_.sizes.size();
    const double others = static_cast<double>(paths_.size()) - 1 + grid_.pseudo * static_cast<double>(sizes);
    double left = random_.uniform() * others;
    std::size_t size = 0;
    while (size + 1 < sizes && (left -= weight(size)) > 0) ++size;
    const auto number = static_cast<std::int32_t>(size);
    if (number == size_[j]) return;
    const double log_lik = log_likelihood_at(j, number, noise_[j]);
    if (!accept(log_lik - log_lik_[j])) return;
    recount(size_[j], number);
    become(j, number, noise_[j], log_lik);
  }
  int step_away(std::uint64_t most) {
    const int distance = 1 + static_cast<int>(random_.below(most));
    return random_.below(2) == 0 ? distance : -distance;
  }
  // Steps of size and noise. Compilers draw the arguments of a call in an order of their own, so there are names here.
  std::pair<int, int> step_away_in_both() {
    const int noise_step = step_away(2), size_step = step_away(2);
    return {size_step, noise_step};
  }
  void propose(std::size_t j, int size_step, int noise_step) {
    const int size = size_[j] + size_step, noise = noise_[j] + noise_step;
    if ((size_step == 0 && noise_step == 0) || outside(size, grid_.sizes) || outside(noise, grid_.noises)) return;
    const double log_lik = log_likelihood_at(j, size, noise);
    double log_ratio = log_lik - log_lik_[j];
    if (size_step != 0) {
      // The shares of the sizes are integrated out.
      log_ratio += std::log((static_cast<double>(size_count_[static_cast<std::size_t>(size)]) + grid_.pseudo) /
                            (static_cast<double>(size_count_[static_cast<std::size_t>(size_[j])]) - 1 + grid_.pseudo));
    }
    if (noise_step != 0) log_ratio += noise_log_ratio(j, noise);
    if (!accept(log_ratio)) return;
    if (noise_step != 0) log_weight_.swap(noise_weight_);
    recount(size_[j], size);
    become(j, size, noise, log_lik);
  }
  // By how much another noise is likelier beforehand; leaves the weights of the populations that go with it.
  double noise_log_ratio(std::size_t j, std::int32_t noise) {
    // The population that the noise comes from is integrated out.
    noise_weight_ = log_weight_;
    move_noise(noise_weight_, noise_[j], noise);
    return log_sum(noise_weight_) - log_sum(log_weight_);
  }
  void recount(std::int32_t from, std::int32_t to) {
    --size_count_[static_cast<std::size_t>(from)];
    ++size_count_[static_cast<std::size_t>(to)];
  }
  static bool outside(int number, const std::vector<double>& grid) {
    return number < 0 || number >= static_cast<int>(grid.size());
  }
  // Log weights of the populations: how likely each is, times how likely all noises are in it.
  std::vector<double> population_weights(int noise_step) const {
    std::vector<double> weights = grid_.log_prior;
    for (std::size_t k = 0; k < weights.size(); ++k)
      for (const auto noise : noise_) weights[k] += grid_.log_shares[k][static_cast<std::size_t>(noise + noise_step)];
    return weights;
  }
  void move_noise(std::vector<double>& weights, std::int32_t from, std::int32_t to) const {
    for (std::size_t k = 0; k < weights.size(); ++k)
      weights[k] +=
          grid_.log_shares[k][static_cast<std::size_t>(to)] - grid_.log_shares[k][static_cast<std::size_t>(from)];
  }
  static double log_sum(const std::vector<double>& weights) {
    const double most = *std::max_element(weights.begin(), weights.end());
    double sum = 0;
    for (const double weight : weights) sum += std::exp(weight - most);
    return most + std::log(sum);
  }
  void become(std::size_t j, std::int32_t size, std::int32_t noise, double log_lik) {
    size_[j] = size;
    noise_[j] = noise;
    log_lik_[j] = log_lik;
    densities_.fill(scores_, j, points_[static_cast<std::size_t>(size)], grid_.noises[static_cast<std::size_t>(noise)]);
    paths_[j].swap_densities(densities_);
  }

  // Evaluators flock together at a few sizes, which none leaves easily alone. Here sizes make pairs, so many steps
  // apart on the grid. Those who have the one size of a pair first exchange it, all at once, with those who have the
  // other: how likely the numbers at each size are does not change by that. Then each chooses between the two, several
  // times.
  template <class Poll>
  void allot_sizes(Poll& poll) {
    const auto sizes = static_cast<std::int32_t>(grid_.sizes.size());
    const std::int32_t apart = 1 + static_cast<std::int32_t>(random_.below(3));
    const auto shift = static_cast<std::int32_t>(random_.below(static_cast<std::uint64_t>(2 * apart)));
    const auto is_low = [&](std::int32_t size) { return (size + shift) % (2 * apart) < apart; };
    const auto other = [&](std::size_t j) {
      const std::int32_t size = is_low(size_[j]) ? size_[j] + apart : size_[j] - apart;
      return size >= 0 && size < sizes ? size : size_[j];
    };
    change_log_ratio(other, 0, poll);
    for (std::int32_t low = 0; low + apart < sizes; ++low)
      if (is_low(low)) allot_pair(low, low + apart);
  }
  void allot_pair(std::int32_t low, std::int32_t high) {
    auto& at_low = size_count_[static_cast<std::size_t>(low)];
    auto& at_high = size_count_[static_cast<std::size_t>(high)];
    members_.clear();
    for (std::size_t j = 0; j < paths_.size(); ++j)
      if (size_[j] == low || size_[j] == high) members_.push_back({j, size_[j] == low, size_[j] == low});
    if (members_.empty()) return;
    // By how much the low size is the likelier one.
    const auto surplus = [&](const Member& member) {
      const double change = log_lik_[member.evaluator] - weight_[member.evaluator];
      return member.was_low ? change : -change;
    };
    double log_ratio = 0;
    for (const Member& member : members_) log_ratio -= member.was_low ? surplus(member) : -surplus(member);
    if (accept(log_ratio)) {
      for (Member& member : members_) member.is_low = !member.is_low;
      std::swap(at_low, at_high);
    }
    for (int round = 0; round < 3; ++round)
      for (Member& member : members_) {
        --(member.is_low ? at_low : at_high);
        const double odds = surplus(member) + std::log((static_cast<double>(at_low) + grid_.pseudo) /
                                                       (static_cast<double>(at_high) + grid_.pseudo));
        member.is_low = temperature_ == 0 ? odds > 0 : random_.uniform() < 1 / (1 + std::exp(-odds / temperature_));
        ++(member.is_low ? at_low : at_high);
      }
    for (const Member& member : members_)
      if (member.is_low != member.was_low)
        become(member.evaluator, member.is_low ? low : high, noise_[member.evaluator], weight_[member.evaluator]);
  }
  struct Member {
    std::size_t evaluator;
    bool was_low, is_low;
  };
  // Evaluators of a population with little spread keep each other's noise where it is. Here they move with it.
  template <class Poll>
  void shift_noises(Poll& poll) {
    const int step = random_.below(2) == 0 ? 1 : -1;
    const auto leaves = [&](std::int32_t noise) { return outside(noise + step, grid_.noises); };
    if (std::any_of(noise_.begin(), noise_.end(), leaves)) return;
    const auto own = [&](std::size_t j) { return size_[j]; };
    auto weights = population_weights(step);
    if (!accept(change_log_ratio(own, step, poll) + log_sum(weights) - log_sum(log_weight_))) return;
    change_all(own, step);
    log_weight_.swap(weights);
  }
  // All evaluators who are to have another size or noise: the log of the factor by which the likelihood changes.
  template <class Size, class Poll>
  double change_log_ratio(const Size& size, int noise_step, Poll& poll) {
    double log_ratio = 0;
    weight_ = log_lik_;
    for (std::size_t j = 0; j < paths_.size(); ++j) {
      if (size(j) == size_[j] && noise_step == 0) continue;
      weight_[j] = log_likelihood_at(j, size(j), noise_[j] + noise_step);
      log_ratio += weight_[j] - log_lik_[j];
      poll();
    }
    return log_ratio;
  }
  template <class Size>
  void change_all(const Size& size, int noise_step) {
    for (std::size_t j = 0; j < paths_.size(); ++j)
      if (size(j) != size_[j] || noise_step != 0) become(j, size(j), noise_[j] + noise_step, weight_[j]);
  }

  // Where all evaluators are alike. All sizes are equally likely beforehand, and there is one population of the noise.
  template <class Poll>
  void update_together(Poll& poll) {
    for (int k = 0; k < 3; ++k) {
      if (!grid_.sizes_known) propose_together(step_away(3), 0, poll);
      if (!grid_.noises_known) propose_together(0, step_away(4), poll);
      if (!grid_.sizes_known && !grid_.noises_known) {
        const auto step = step_away_in_both();
        propose_together(step.first, step.second, poll);
      }
    }
  }
  template <class Poll>
  void propose_together(int size_step, int noise_step, Poll& poll) {
    if (size_.empty() || (size_step != 0 && outside(size_[0] + size_step, grid_.sizes)) ||
        (noise_step != 0 && outside(noise_[0] + noise_step, grid_.noises)))
      return;
    const auto other = [&](std::size_t j) { return size_[j] + size_step; };
    double log_ratio = change_log_ratio(other, noise_step, poll);
    if (noise_step != 0) {
      const auto& shares = grid_.log_shares[0];
      log_ratio +=
          shares[static_cast<std::size_t>(noise_[0] + noise_step)] - shares[static_cast<std::size_t>(noise_[0])];
    }
    if (accept(log_ratio)) change_all(other, noise_step);
  }

  double log_likelihood_at(std::size_t j, std::int32_t size, std::int32_t noise) {
    const PathPoints& points = points_[static_cast<std::size_t>(size)];
    return paths_[j].log_likelihood(scores_, j, points, grid_.noises[static_cast<std::size_t>(noise)]);
  }

  const ModelScores& scores_;
  const PanelGrid& grid_;
  std::vector<std::int32_t> order_, size_, noise_;
  RandomStream random_;
  std::vector<EvaluatorPaths> paths_;
  std::vector<double> log_lik_;
  std::vector<std::int64_t> size_count_;
  std::vector<std::vector<Seen>> seen_by_;  // of each item
  std::vector<PathPoints> points_;          // of each size
  std::vector<GapWeights> gaps_;            // the same
  std::vector<bool> is_first_;              // of each item: is it among those that an evaluator was shown first?
  std::vector<double> weight_;
  std::vector<double> log_weight_, noise_weight_;  // of the populations
  std::vector<Member> members_;
  ScoreDensities densities_;
  double temperature_ = 1;
};

}  // namespace seqjudge
