// An evaluator's ranking given marks on a scale that nobody knows.
//
// If qualities come from a distribution F, the best response to being the r-th lowest of N is the mean of the r-th of N
// order statistics of F (see ExpectedQualities). A mark is that, stretched and shifted to the evaluator's scale, plus
// normal noise; relative ranks are independent and evenly spread, as in the paper. Centre and spread of the scale, the
// noise, and whether F is flat or bell-shaped are drawn by a Metropolis chain with the relative ranks summed out; then
// the relative ranks are drawn one by one, and decoded.
//
// Scores are taken to be centred, with a variance of about 1, within evaluators.
//
// Needs sitmo's header (see random.hpp), and is therefore not part of seqjudge.hpp.

#ifndef SEQJUDGE_RATINGS_MARK_POSTERIOR_HPP
#define SEQJUDGE_RATINGS_MARK_POSTERIOR_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../ranking/decode.hpp"
#include "../support/normal.hpp"
#include "../support/poll.hpp"
#include "../support/random.hpp"
#include "../support/threads.hpp"
#include "rating_table.hpp"

namespace seqjudge {

enum class QualityShape { flat, bell };

// The z with P(Z < z) = p, for p from 1e-12 to 1 - 1e-12. Newton's steps approach it from the side of 0 and never pass
// it.
inline double normal_quantile(double p) {
  if (p > 0.5) return -normal_quantile(1 - p);
  double z = 0;
  for (int k = 0; k < 200; ++k) {
    const double step = (detail::normal_below(z) - p) / detail::normal_density(z);
    z -= step;
    if (std::abs(step) < 1e-13) break;
  }
  return z;
}

// The mean of the r-th lowest of N qualities with mean 0 and variance 1: exact for flat F, Blom's approximation for
// bell-shaped. From `most` items on a relative rank is as good as the quality itself.
class ExpectedQualities {
 public:
  static constexpr std::size_t most = 64;

  ExpectedQualities() {
    for (const QualityShape shape : {QualityShape::flat, QualityShape::bell}) {
      auto& rows = shape == QualityShape::flat ? flat_ : bell_;
      for (std::size_t n = 1; n <= most; ++n)
        for (std::size_t r = 1; r <= n; ++r) rows.push_back(expected(shape, r, n));
    }
  }
  // Of the 1st to the n-th lowest; n is at most `most`.
  const double* of(QualityShape shape, std::size_t n) const {
    return (shape == QualityShape::flat ? flat_ : bell_).data() + n * (n - 1) / 2;
  }
  // The variance that is shown: the mean square of these.
  double shown(QualityShape shape, double n) const {
    if (shape == QualityShape::flat) return std::isinf(n) ? 1 : (n - 1) / (n + 1);
    if (n > static_cast<double>(most)) return 1 - (1 - square(most)) * static_cast<double>(most) / n;
    return square(static_cast<std::size_t>(n));
  }

 private:
  static double expected(QualityShape shape, std::size_t r, std::size_t n) {
    const auto rank = static_cast<double>(r), all = static_cast<double>(n);
    if (shape == QualityShape::flat) return std::sqrt(12.0) * (rank / (all + 1) - 0.5);
    return normal_quantile((rank - 0.375) / (all + 0.25));
  }
  double square(std::size_t n) const {
    const double* x = of(QualityShape::bell, n);
    double sum = 0;
    for (std::size_t r = 0; r < n; ++r) sum += x[r] * x[r];
    return sum / static_cast<double>(n);
  }

  std::vector<double> flat_, bell_;
};

// `spread` is the standard deviation of the qualities, `noise` that of the noise.
struct MarkScale {
  QualityShape shape = QualityShape::flat;
  double centre = 0, spread = 1, noise = 1;
};

// Density of a mark given to an item that is compared with N - 1 others, its relative rank summed out.
inline double mark_density(const ExpectedQualities& qualities, const MarkScale& scale, double n, double mark) {
  const double y = mark - scale.centre;
  if (n <= static_cast<double>(ExpectedQualities::most)) {
    const auto count = static_cast<std::size_t>(n);
    const double* x = qualities.of(scale.shape, count);
    double sum = 0;
    for (std::size_t r = 0; r < count; ++r) sum += detail::normal_density((y - scale.spread * x[r]) / scale.noise);
    return sum / (n * scale.noise);
  }
  if (scale.shape == QualityShape::flat) {
    const double half = std::sqrt(3.0) * scale.spread;
    return detail::normal_between((y - half) / scale.noise, (y + half) / scale.noise) / (2 * half);
  }
  const double shown = qualities.shown(scale.shape, n);
  const double sd = std::sqrt(scale.noise * scale.noise + scale.spread * scale.spread * shown);
  return detail::normal_density(y / sd) / sd;
}

// Log density of an evaluator's marks, averaged over a grid of centres, spreads and shares of the noise; 0 without
// marks.
inline double log_shape_density(const ExpectedQualities& qualities, const JudgeScores& marks, double prior_size,
                                QualityShape shape) {
  double scored = 0, shown = 0;
  for (std::size_t t = 0; t < marks.n; ++t) {
    if (std::isnan(marks.score[t])) continue;
    ++scored;
    shown += qualities.shown(shape, prior_size + static_cast<double>(t) + 1);
  }
  if (scored == 0) return 0;
  double log_sum = -detail::infinity;
  for (const double share : {0.03, 0.1, 0.25, 0.5})
    for (int total = -2; total <= 2; ++total)
      for (int centre = -2; centre <= 2; ++centre) {
        const double variance = std::exp(total / std::sqrt(scored)), part = std::max(shown / scored, 0.01);
        const MarkScale scale{shape, centre / std::sqrt(scored), std::sqrt(variance * (1 - share) / part),
                              std::sqrt(variance * share)};
        double sum = -0.5 * (total * total + centre * centre);
        for (std::size_t t = 0; t < marks.n; ++t)
          if (!std::isnan(marks.score[t]))
            sum += std::log(mark_density(qualities, scale, prior_size + static_cast<double>(t) + 1, marks.score[t]) +
                            1e-300);
        log_sum = detail::log_add(log_sum, sum);
      }
  return log_sum;
}

// What is known beforehand of the share of the noise in the variance of the marks, on the scale of log odds.
struct NoiseShare {
  double centre = -1.3, sd = 1.3;
};

// What is known beforehand of an evaluator's scale: its centre, and the log of the variance of the marks.
struct ScalePrior {
  double centre_mean = 0, centre_sd = 1, total_mean = 0, total_sd = 0.5;
};

// Draws scales and rankings of one evaluator with one prior size.
class MarkChain {
 public:
  MarkChain(const ExpectedQualities& qualities, const JudgeScores& marks, double prior_size, NoiseShare share,
            ScalePrior prior)
      : qualities_(qualities),
        marks_(marks),
        prior_size_(prior_size),
        share_(share),
        prior_(prior),
        log_odds_(share.centre) {
    double shown[2] = {0, 0};
    for (std::size_t t = 0; t < marks.n; ++t) {
      if (std::isnan(marks.score[t])) continue;
      ++scored_;
      shown[0] += qualities.shown(QualityShape::flat, time(t));
      shown[1] += qualities.shown(QualityShape::bell, time(t));
    }
    for (int k = 0; k < 2; ++k) part_[k] = scored_ > 0 ? std::max(shown[k] / static_cast<double>(scored_), 0.01) : 1;
    log_density_ = log_density();
  }

  // Changes one thing at a time. Steps of two lengths: where few items were seen before, noiseless marks lie far apart
  // and tell the scale better than their number promises.
  void step(RandomStream& random) {
    const double n = std::max(1.0, static_cast<double>(scored_));
    const double length = count_ / 4 % 2 == 0 ? 1 : 0.25;
    const double before[] = {centre_, log_total_, log_odds_};
    const QualityShape shape = shape_;
    switch (count_++ % 4) {
      case 0:
        centre_ += 2 * length * random.normal() / std::sqrt(n);
        break;
      case 1:
        log_total_ += 3 * length * random.normal() / std::sqrt(n);
        break;
      case 2:
        log_odds_ += 1.2 * length * random.normal();
        break;
      default:
        shape_ = shape == QualityShape::flat ? QualityShape::bell : QualityShape::flat;
    }
    const double proposed = log_density();
    if (std::log(random.uniform()) < proposed - log_density_) {
      log_density_ = proposed;
      return;
    }
    centre_ = before[0];
    log_total_ = before[1];
    log_odds_ = before[2];
    shape_ = shape;
  }

  MarkScale scale() const {
    const double total = std::exp(log_total_), share = 1 / (1 + std::exp(-log_odds_));
    const double part = part_[shape_ == QualityShape::flat ? 0 : 1];
    return {shape_, centre_, std::sqrt(total * (1 - share) / part), std::sqrt(total * share)};
  }

  // Ranks of the scored items among themselves, in order of presentation.
  template <class Poll = NoPoll>
  void draw(RandomStream& random, std::int32_t* rank, Poll poll = {}) {
    const MarkScale scale = this->scale();
    if (std::isinf(prior_size_)) {
      draw_by_quality(scale, random, rank);
      return;
    }
    relative_.resize(marks_.n);
    for (std::size_t t = 0; t < marks_.n; ++t) relative_[t] = draw_relative(scale, t, random);
    all_.resize(marks_.n);
    decode([this](std::size_t t) { return relative_[t]; }, marks_.n, static_cast<std::int64_t>(prior_size_),
           all_.data(), poll);
    value_.clear();
    for (std::size_t t = 0; t < marks_.n; ++t)
      if (!std::isnan(marks_.score[t])) value_.push_back(all_[t]);
    rank_values(rank);
  }

 private:
  double time(std::size_t t) const { return prior_size_ + static_cast<double>(t) + 1; }

  double log_density() const {
    const MarkScale scale = this->scale();
    const double a = (centre_ - prior_.centre_mean) / prior_.centre_sd;
    const double b = (log_total_ - prior_.total_mean) / prior_.total_sd;
    const double c = (log_odds_ - share_.centre) / share_.sd;
    double sum = -0.5 * (a * a + b * b + c * c);
    for (std::size_t t = 0; t < marks_.n; ++t)
      if (!std::isnan(marks_.score[t]))
        sum += std::log(mark_density(qualities_, scale, time(t), marks_.score[t]) + 1e-300);
    return sum;
  }

  // The quality of an item among very many, given its mark.
  double draw_quality(const MarkScale& scale, double y, RandomStream& random) const {
    if (scale.shape == QualityShape::bell) {
      const double precision = 1 + scale.spread * scale.spread / (scale.noise * scale.noise);
      const double mean = scale.spread * y / (scale.noise * scale.noise) / precision;
      return mean + random.normal() / std::sqrt(precision);
    }
    // Normal, cut off at the ends.
    const double half = std::sqrt(3.0), sd = scale.noise / scale.spread, mean = y / scale.spread;
    double from = (-half - mean) / sd, to = (half - mean) / sd;
    const bool high = from > 0;
    if (high) {
      std::swap(from, to);
      from = -from;
      to = -to;
    }
    const double below = detail::normal_below(from), between = detail::normal_below(to) - below;
    const double p = below + random.uniform() * between;
    double z = p > 1e-12 && p < 1 - 1e-12 ? normal_quantile(p) : to;
    z = std::min(std::max(z, from), to);
    return mean + sd * (high ? -z : z);
  }

  std::int64_t draw_relative(const MarkScale& scale, std::size_t t, RandomStream& random) {
    const double n = time(t);
    const auto count = static_cast<std::int64_t>(n);
    if (std::isnan(marks_.score[t]))
      return 1 + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(count)));
    const double y = marks_.score[t] - scale.centre;
    if (count > static_cast<std::int64_t>(ExpectedQualities::most)) {
      const double q = draw_quality(scale, y, random);
      const double u = scale.shape == QualityShape::flat ? q / std::sqrt(12.0) + 0.5 : detail::normal_below(q);
      return std::min(count, std::max(std::int64_t{1}, 1 + static_cast<std::int64_t>(u * n)));
    }
    const double* x = qualities_.of(scale.shape, static_cast<std::size_t>(count));
    const double nearest = nearest_distance(scale, x, count, y);
    weight_.resize(static_cast<std::size_t>(count));
    double sum = 0;
    for (std::size_t r = 0; r < weight_.size(); ++r) {
      const double z = (y - scale.spread * x[r]) / scale.noise;
      sum += weight_[r] = std::exp(0.5 * (nearest - z * z));
    }
    double left = random.uniform() * sum;
    std::size_t r = 0;
    while (r + 1 < weight_.size() && left >= weight_[r]) left -= weight_[r++];
    return static_cast<std::int64_t>(r) + 1;
  }
  static double nearest_distance(const MarkScale& scale, const double* x, std::int64_t count, double y) {
    double nearest = detail::infinity;
    for (std::int64_t r = 0; r < count; ++r) {
      const double z = (y - scale.spread * x[r]) / scale.noise;
      nearest = std::min(nearest, z * z);
    }
    return nearest;
  }

  void draw_by_quality(const MarkScale& scale, RandomStream& random, std::int32_t* rank) {
    value_.clear();
    for (std::size_t t = 0; t < marks_.n; ++t)
      if (!std::isnan(marks_.score[t])) value_.push_back(draw_quality(scale, marks_.score[t] - scale.centre, random));
    rank_values(rank);
  }
  void rank_values(std::int32_t* rank) {
    order_.resize(value_.size());
    for (std::size_t k = 0; k < order_.size(); ++k) order_[k] = k;
    std::sort(order_.begin(), order_.end(), [this](std::size_t a, std::size_t b) { return value_[a] < value_[b]; });
    for (std::size_t k = 0; k < order_.size(); ++k) rank[order_[k]] = static_cast<std::int32_t>(k) + 1;
  }

  const ExpectedQualities& qualities_;
  JudgeScores marks_;
  double prior_size_;
  NoiseShare share_;
  ScalePrior prior_;
  QualityShape shape_ = QualityShape::flat;
  double centre_ = 0, log_total_ = 0, log_odds_, log_density_ = 0;
  double part_[2] = {1, 1};
  std::size_t scored_ = 0, count_ = 0;
  std::vector<double> value_, weight_;
  std::vector<std::int64_t> relative_;
  std::vector<std::int32_t> all_;
  std::vector<std::size_t> order_;
};

// What is drawn: rankings of several evaluators, each draw under one of several settings.
struct MarkPlan {
  const RatingTable& table;
  const double* prior_size = nullptr;           // of evaluator e in setting s: number e + s * evaluators
  std::vector<NoiseShare> share;                // of each setting
  std::vector<ScalePrior> prior;                // of evaluator e in setting s, numbered likewise
  std::vector<std::vector<std::size_t>> draws;  // the draws made under each setting, numbered from 0
  std::uint64_t seed = 0;
};

// Means over the draws of an evaluator in a setting.
struct MarkScaleMeans {
  double bell = 0, centre = 0, spread = 0, noise = 0;
};

// Draw d of evaluator e goes to ranks[e] + d * scored[e], where scored[e] is the number of items that e scored. Every
// evaluator has a chain for each setting, with a random stream of its own. `means` has a place for each, as prior_size.
template <class Poll = NoPoll>
void draw_mark_rankings(const MarkPlan& plan, std::int32_t* const* ranks, const std::size_t* scored,
                        MarkScaleMeans* means, int threads, Poll poll = {}) {
  constexpr std::size_t warmup = 240;
  const ExpectedQualities qualities;
  const std::size_t evaluators = plan.table.evaluators();
  for_each_chunk(
      evaluators * plan.draws.size(), threads,
      [&](std::size_t k, auto& chunk_poll) {
        const std::size_t e = k % evaluators, s = k / evaluators;
        if (scored[e] == 0 || plan.draws[s].empty()) return;
        RandomStream random(plan.seed, s, e);
        MarkChain chain(qualities, plan.table.of(e), plan.prior_size[k], plan.share[s], plan.prior[k]);
        std::size_t steps = 0;
        const auto step = [&] {
          if (steps++ % 16 == 0) chunk_poll();
          chain.step(random);
        };
        while (steps < warmup) step();
        for (const std::size_t d : plan.draws[s]) {
          for (int k = 0; k < 4; ++k) step();
          chain.draw(random, ranks[e] + d * scored[e], chunk_poll);
          const MarkScale scale = chain.scale();
          means[k].bell += scale.shape == QualityShape::bell;
          means[k].centre += scale.centre;
          means[k].spread += scale.spread;
          means[k].noise += scale.noise;
        }
        const auto count = static_cast<double>(plan.draws[s].size());
        means[k] = {means[k].bell / count, means[k].centre / count, means[k].spread / count, means[k].noise / count};
      },
      poll);
}

}  // namespace seqjudge

#endif
