// Noise that is correlated along the positions: white noise, and a level that wanders as an Ornstein-Uhlenbeck process
// does. Everything here takes time in proportion to the length of the sequence, by the filter of Kalman.

#ifndef SEQJUDGE_RATINGS_SERIAL_NOISE_HPP
#define SEQJUDGE_RATINGS_SERIAL_NOISE_HPP

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace seqjudge {

struct SerialNoise {
  double white = 1;       // variance of the white noise
  double stationary = 0;  // variance of the wandering level; with white = 0 the noise is AR(1)
  double keep = 0;        // correlation of the level with that one position before
};

// One step after another along a sequence: the variance of what comes next given what came before, and the share of a
// surprise that is put down to the level.
class SerialFilter {
 public:
  explicit SerialFilter(const SerialNoise& noise)
      : noise_(noise), fresh_(noise.stationary * (1 - noise.keep * noise.keep)), level_(noise.stationary) {}

  double variance() const { return level_ + noise_.white; }
  double gain() const { return level_ / (level_ + noise_.white); }
  double level_variance() const { return level_; }
  // After a score, or after an item without one.
  void advance(bool scored) { level_ = noise_.keep * noise_.keep * filtered(scored) + fresh_; }
  double filtered(bool scored) const { return scored ? level_ * (1 - gain()) : level_; }
  double fresh() const { return fresh_; }

 private:
  SerialNoise noise_;
  double fresh_, level_;
};

// The steps of the filter along a sequence in which every item has a score, and those back, for white noise of variance
// 1: they depend on the position alone, and are found once for all sequences.
class SerialSteps {
 public:
  SerialSteps(double share, double keep, std::size_t n) : noise_{1, share, keep}, steps_(n) {
    SerialFilter filter(noise_);
    double log_sum = 0;
    for (Step& step : steps_) {
      log_sum += std::log(filter.variance());
      const double filtered = filter.filtered(true);
      const double ahead = keep * keep * filtered + filter.fresh();
      const double back = ahead > 0 ? keep * filtered / ahead : 0;
      step = {filter.gain(), 1 / filter.variance(),
              log_sum,       std::sqrt(filtered),
              back,          std::sqrt(filtered * (1 - back * keep))};
      filter.advance(true);
    }
  }
  // Of the filter: gain, one over the variance, log determinant so far, standard deviation of the level given the
  // scores up to here. On the way back: the gain, and the standard deviation of the level given the next one as well.
  struct Step {
    double gain, weight, log_determinant, sd, back, back_sd;
  };
  const Step& operator[](std::size_t t) const { return steps_[t]; }
  const SerialNoise& noise() const { return noise_; }

 private:
  SerialNoise noise_;
  std::vector<Step> steps_;
};

// How well serial noise with a white part of variance 1 fits residuals: their log density is, up to a constant, minus
// half the sum of the two.
struct SerialFit {
  double log_determinant = 0, quadratic = 0;
};

template <class Residual>
SerialFit serial_fit(const SerialSteps& steps, std::size_t n, const Residual& residual) {
  SerialFit fit;
  double mean = 0;
  const double keep = steps.noise().keep;
  for (std::size_t t = 0; t < n; ++t) {
    const double surprise = residual(t) - mean;
    fit.quadratic += surprise * surprise * steps[t].weight;
    mean = keep * (mean + steps[t].gain * surprise);
  }
  if (n > 0) fit.log_determinant = steps[n - 1].log_determinant;
  return fit;
}
// The same where some items have no score.
template <class Residual, class Scored>
SerialFit serial_fit(const SerialNoise& noise, std::size_t n, const Residual& residual, const Scored& scored) {
  SerialFit fit;
  SerialFilter filter(noise);
  double mean = 0;
  for (std::size_t t = 0; t < n; ++t) {
    const bool there = scored(t);
    if (there) {
      const double surprise = residual(t) - mean;
      fit.log_determinant += std::log(filter.variance());
      fit.quadratic += surprise * surprise / filter.variance();
      mean += filter.gain() * surprise;
    }
    filter.advance(there);
    mean *= noise.keep;
  }
  return fit;
}

// A draw of the level given residuals, put into level[0..n): forward filtering, backward sampling.
template <class Random, class Residual, class Scored>
void draw_level(const SerialNoise& noise, std::size_t n, const Residual& residual, const Scored& scored, Random& random,
                std::vector<std::array<double, 2>>& filtered, double* level) {
  SerialFilter filter(noise);
  filtered.resize(n);
  double mean = 0;
  for (std::size_t t = 0; t < n; ++t) {
    const bool there = scored(t);
    if (there) mean += filter.gain() * (residual(t) - mean);
    filtered[t] = {mean, filter.filtered(there)};
    filter.advance(there);
    mean *= noise.keep;
  }
  const double keep = noise.keep;
  double next = 0;
  for (std::size_t t = n; t-- > 0;) {
    auto [centre, spread] = filtered[t];
    if (t + 1 < n) {
      const double gain = keep * spread / (keep * keep * spread + filter.fresh());
      centre += gain * (next - keep * centre);
      spread *= 1 - gain * keep;
    }
    level[t] = next = centre + random.normal() * std::sqrt(spread);
  }
}

// The same where every item has a score; `scale` is the standard deviation of the white noise.
template <class Random, class Residual>
void draw_level(const SerialSteps& steps, double scale, std::size_t n, const Residual& residual, Random& random,
                double* level) {
  const double keep = steps.noise().keep;
  double mean = 0;
  for (std::size_t t = 0; t < n; ++t) {
    mean += steps[t].gain * (residual(t) - mean);
    level[t] = mean;
    mean *= keep;
  }
  if (n > 0) level[n - 1] += scale * steps[n - 1].sd * random.normal();
  for (std::size_t t = n - (n > 0); t-- > 0;)
    level[t] += steps[t].back * (level[t + 1] - keep * level[t]) + scale * steps[t].back_sd * random.normal();
}

}  // namespace seqjudge

#endif
