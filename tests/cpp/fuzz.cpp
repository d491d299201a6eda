// Random and nasty inputs to the core for a given time, each result compared with a slow and obvious one.
//   fuzz <seconds> [seed]     prints how many inputs each check had; a failure prints its case
//   fuzz case <check> <seed>  runs one case again
// With clang and -fsanitize=fuzzer -DSEQJUDGE_LIBFUZZER the same checks are a libFuzzer target.

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>

#include "panel_walk.hpp"
#include "seqjudge.hpp"
#include "seqjudge/panel/panel_chain.hpp"
#include "seqjudge/planning/contest.hpp"
#include "seqjudge/planning/plan_orders.hpp"
#include "seqjudge/ranking/assignment.hpp"
#include "seqjudge/ranking/rank_distribution.hpp"
#include "seqjudge/ratings/known_centres.hpp"
#include "seqjudge/ratings/mark_posterior.hpp"
#include "seqjudge/ratings/ratings_chain.hpp"
#include "seqjudge/ratings/ratings_density.hpp"
#include "support.hpp"

#if defined(__SANITIZE_ADDRESS__)
extern "C" void __sanitizer_set_death_callback(void (*)());
#endif

namespace {

using seqjudge::HalfWay;

constexpr double inf = std::numeric_limits<double>::infinity();

struct Case {
  const char* check = "";
  std::uint64_t seed = 0;
} running;

void report() {
  std::fprintf(stderr, "while running: fuzz case %s %llu\n", running.check,
               static_cast<unsigned long long>(running.seed));
}

void require(bool holds, const char* what, double got = 0, double expected = 0) {
  if (holds) return;
  std::fprintf(stderr, "FAILED: %s (got %.17g, expected %.17g)\n", what, got, expected);
  report();
  std::abort();
}
#define REQUIRE(condition) require(condition, #condition)

void require_near(double got, double expected, double tolerance, const char* what) {
  require(std::fabs(got - expected) <= tolerance * std::max(1.0, std::fabs(expected)), what, got, expected);
}

// Inputs -------------------------------------------------------------------------------------------------------------

std::size_t below(Random& random, std::size_t limit) { return static_cast<std::size_t>(random() % limit); }
double uniform(Random& random, double lower, double upper) {
  return std::uniform_real_distribution<double>(lower, upper)(random);
}

// Mostly few items, sometimes enough for the levels of the trees; sizes around powers of two more often than others.
std::size_t any_size(Random& random, std::size_t most) {
  switch (below(random, 8)) {
    case 0:
      return below(random, 4);
    case 1: {
      const std::size_t power = std::size_t{1} << below(random, 13);
      return std::min(most, power + below(random, 3) - (power > 1));
    }
    case 2:
      return below(random, most + 1);
    default:
      return below(random, 70);
  }
}

std::int64_t any_prior(Random& random) {
  switch (below(random, 6)) {
    case 0:
      return 0;
    case 1:
      return static_cast<std::int64_t>(below(random, 10));
    case 2:
      return (std::int64_t{1} << below(random, 53)) - static_cast<std::int64_t>(below(random, 2));
    case 3:
      return std::numeric_limits<std::int32_t>::max() - static_cast<std::int64_t>(below(random, 4000));
    case 4:
      return seqjudge::max_prior_size - static_cast<std::int64_t>(below(random, 3));
    default:
      return static_cast<std::int64_t>(below(random, 5000));
  }
}

double nasty_number(Random& random) {
  static const double all[] = {0.0,   -0.0,   1.0,  0.5,     -1e300,  1e300, 5e-324, -5e-324,   1e-17,
                               1e308, -1e308, 0.25, 1.0 / 3, 2.0 / 3, 0.1,   0.3,    1 + 1e-15, 1 - 1e-16};
  return all[below(random, sizeof all / sizeof all[0])];
}

std::vector<double> any_scores(std::size_t n, Random& random) {
  std::vector<double> score(n);
  const std::size_t kind = below(random, 7);
  const double steps = 1 + static_cast<double>(below(random, 40));
  for (std::size_t t = 0; t < n; ++t) {
    switch (kind) {
      case 0:
        score[t] = uniform(random, -0.2, 1.2);
        break;
      case 1:
        score[t] = std::round(steps * uniform(random, 0, 1)) / steps;
        break;
      case 2:
        score[t] = nasty_number(random);
        break;
      case 3:
        score[t] = 0.5;
        break;
      case 4:  // half-way between relative ranks, or nearly so
        score[t] = (static_cast<double>(below(random, t + 2)) + 0.5) / static_cast<double>(t + 2);
        if (below(random, 3) == 0) score[t] = std::nextafter(score[t], below(random, 2) ? 2 : -1);
        break;
      case 5:
        score[t] = static_cast<double>(t) / static_cast<double>(n);
        break;
      default:
        score[t] = below(random, 10) ? uniform(random, 0, 1) : nasty_number(random);
    }
  }
  return score;
}

std::vector<std::int64_t> any_relative(std::size_t n, std::int64_t prior, Random& random) {
  auto relative = random_relative(n, prior, random);
  const std::size_t kind = below(random, 5);
  for (std::size_t t = 0; t < n; ++t) {
    const std::int64_t most = prior + static_cast<std::int64_t>(t) + 1;
    if (kind == 0) relative[t] = 1;
    if (kind == 1) relative[t] = most;
    if (kind == 2) relative[t] = t % 2 ? most : 1;
    if (kind == 3)
      relative[t] = std::min(most, 1 + most / 2 + static_cast<std::int64_t>(below(random, 3)) - 1 + (most == 1));
    relative[t] = std::min(std::max<std::int64_t>(relative[t], 1), most);
  }
  return relative;
}

std::vector<double> any_ranking(std::size_t n, Random& random) {
  if (below(random, 2)) return random_tied_ranking(n, random);
  const Ranks rank = random_permutation(n, random);
  return {rank.begin(), rank.end()};
}

// Checks -------------------------------------------------------------------------------------------------------------

void check_encode(Random& random) {
  const std::size_t n = any_size(random, 1500);
  const Ranks rank = random_permutation(n, random);
  std::vector<std::int64_t> relative;
  seqjudge::encode([&rank](std::size_t t) { return rank[t] - 1; }, n,
                   [&](std::size_t t, std::int64_t r) {
                     REQUIRE(t == relative.size());
                     relative.push_back(r);
                   });
  REQUIRE(relative.size() == n);
  for (std::size_t t = 0; t < n; ++t) {
    std::int64_t expected = 0;
    for (std::size_t i = 0; i <= t; ++i) expected += rank[i] <= rank[t];
    REQUIRE(relative[t] == expected);
  }
  Ranks again(n);
  seqjudge::decode(reader(relative), n, 0, again.data());
  REQUIRE(again == rank);
}

void check_decode(Random& random) {
  const std::size_t n = any_size(random, 3000);
  const std::int64_t prior = any_prior(random);
  const auto relative = any_relative(n, prior, random);
  Ranks rank(n);
  seqjudge::decode(reader(relative), n, prior, rank.data());
  REQUIRE(rank == slow_decode(relative));
}

// Far more items than a slow decoder can take: encoding what was decoded must give it back.
void check_many(Random& random) {
  const std::size_t n = 1 + below(random, 200000);
  const auto relative = any_relative(n, 0, random);
  Ranks rank(n);
  seqjudge::decode(reader(relative), n, 0, rank.data());
  seqjudge::encode([&rank](std::size_t t) { return rank[t] - 1; }, n,
                   [&](std::size_t t, std::int64_t r) { REQUIRE(r == relative[t]); });
}

void check_insertion(Random& random) {
  const std::size_t n = any_size(random, 1500);
  const std::int64_t prior = any_prior(random);
  const auto half_way = below(random, 2) ? HalfWay::lower : HalfWay::upper;
  const auto score = any_scores(n, random);
  std::vector<std::int64_t> relative(n);
  for (std::size_t t = 0; t < n; ++t) {
    const std::int64_t steps = prior + static_cast<std::int64_t>(t) + 2;
    relative[t] = seqjudge::nearest_relative_rank(score[t], steps, half_way);
    REQUIRE(relative[t] >= 1 && relative[t] < steps);
    // No other relative rank is nearer, but for the rounding of the score itself.
    const Real exact = std::min(std::max(static_cast<Real>(score[t]) * static_cast<Real>(steps), Real{1}),
                                static_cast<Real>(steps - 1));
    const Real slack = std::min(static_cast<Real>(steps) * std::ldexp(Real{1}, -46), Real{0.76});
    REQUIRE(std::fabs(exact - static_cast<Real>(relative[t])) <= Real{0.5} + slack);
  }
  Ranks rank(n);
  seqjudge::insertion_ranking(reader(score), n, prior, half_way, rank.data());
  REQUIRE(rank == slow_decode(relative));
}

// Scores that are fractions, rounded in whole numbers.
void check_rounding(Random& random) {
  const auto q = 1 + static_cast<std::int64_t>(below(random, 5000));
  const auto p = static_cast<std::int64_t>(below(random, static_cast<std::size_t>(q) + 1));
  const auto steps = 2 + static_cast<std::int64_t>(below(random, 100000));
  for (const HalfWay half_way : {HalfWay::lower, HalfWay::upper}) {
    const std::int64_t whole = p * steps / q, rest = p * steps % q;
    const bool up = 2 * rest > q || (2 * rest == q && half_way == HalfWay::upper);
    const std::int64_t expected = std::min(std::max<std::int64_t>(whole + up, 1), steps - 1);
    const double score = static_cast<double>(p) / static_cast<double>(q);
    for (const double nearby : {score, std::nextafter(score, 2), std::nextafter(score, -1)})
      REQUIRE(seqjudge::nearest_relative_rank(nearby, steps, half_way) == expected);
  }
}

void check_induced(Random& random) {
  const std::size_t n = any_size(random, 1500);
  const auto score = any_scores(n, random);
  std::vector<double> average(n), low(n), high(n);
  Ranks first(n), last(n), shuffled(n);
  const auto any = [&random](std::size_t k) { return below(random, k); };
  seqjudge::induced_ranking(reader(score), n, seqjudge::Ties::average, average.data(), any);
  seqjudge::induced_ranking(reader(score), n, seqjudge::Ties::min, low.data(), any);
  seqjudge::induced_ranking(reader(score), n, seqjudge::Ties::max, high.data(), any);
  seqjudge::induced_ranking(reader(score), n, seqjudge::Ties::first, first.data(), any);
  seqjudge::induced_ranking(reader(score), n, seqjudge::Ties::last, last.data(), any);
  seqjudge::induced_ranking(reader(score), n, seqjudge::Ties::random, shuffled.data(), any);
  for (std::size_t t = 0; t < n; ++t) {
    double less = 0, equal = 0, equal_before = 0;
    for (std::size_t i = 0; i < n; ++i) {
      less += score[i] < score[t];
      equal += score[i] == score[t];
      equal_before += score[i] == score[t] && i < t;
    }
    REQUIRE(average[t] == less + (equal + 1) / 2);
    REQUIRE(low[t] == less + 1 && high[t] == less + equal);
    REQUIRE(first[t] == less + equal_before + 1 && last[t] == less + equal - equal_before);
    REQUIRE(shuffled[t] >= low[t] && shuffled[t] <= high[t]);
  }
}

void check_metrics(Random& random) {
  const std::size_t n = any_size(random, 600);
  const auto a = any_ranking(n, random), b = any_ranking(n, random);
  double footrule = 0, kendall = 0, inversion = 0;
  for (std::size_t t = 0; t < n; ++t) {
    footrule += std::fabs(a[t] - b[t]);
    double difference = 0;
    for (std::size_t i = 0; i <= t; ++i) {
      kendall += (a[i] - a[t]) * (b[i] - b[t]) < 0;
      difference += (a[i] <= a[t]) - (b[i] <= b[t]);
    }
    inversion += std::fabs(difference);
  }
  REQUIRE(seqjudge::footrule(reader(a), reader(b), n) == footrule);
  REQUIRE(seqjudge::kendall(reader(a), reader(b), n) == kendall);
  REQUIRE(seqjudge::inversion(reader(a), reader(b), n) == inversion);
  double found = 0;
  seqjudge::conflicts(reader(a), reader(b), n, [&found](std::size_t i, std::size_t j) {
    REQUIRE(i < j);
    ++found;
  });
  REQUIRE(found == kendall);
  REQUIRE(seqjudge::classify_ranking(reader(a), n) != seqjudge::RankingKind::not_a_ranking);
}

// Numbers of all sorts: nothing but rankings is taken for one.
void check_classify(Random& random) {
  const std::size_t n = 1 + below(random, 6);
  std::vector<double> x(n);
  for (auto& value : x) {
    value = static_cast<double>(below(random, 2 * n + 2)) / 2;
    if (below(random, 12) == 0) value = below(random, 2) ? nasty_number(random) : std::nan("");
    if (below(random, 24) == 0) value = below(random, 2) ? inf : -inf;
  }
  const auto is_like = [&x, n](auto&& rank_of) {
    for (std::size_t t = 0; t < n; ++t) {
      double less = 0, equal = 0;
      for (std::size_t i = 0; i < n; ++i) less += x[i] < x[t], equal += x[i] == x[t];
      if (x[t] != rank_of(less, equal)) return false;
    }
    return true;
  };
  const bool expected = is_like([](double less, double equal) { return less + (equal + 1) / 2; }) ||
                        is_like([](double less, double) { return less + 1; }) ||
                        is_like([](double less, double equal) { return less + equal; });
  REQUIRE((seqjudge::classify_ranking(reader(x), n) != seqjudge::RankingKind::not_a_ranking) == expected);
}

void check_bound(Random& random) {
  const std::size_t n = any_size(random, 150);
  const Ranks rank = random_permutation(n, random);
  const double delta = below(random, 4) ? uniform(random, 0, 0.5) : std::fabs(nasty_number(random));
  double sum = 0;
  for (std::size_t t = 1; t <= n; ++t) {
    Ranks sorted(rank.begin(), rank.begin() + static_cast<std::ptrdiff_t>(t));
    std::sort(sorted.begin(), sorted.end());
    const auto relative = std::find(sorted.begin(), sorted.end(), rank[t - 1]) - sorted.begin();
    const double reach = std::ceil(delta * static_cast<double>(t + 1) - 1e-9);
    const auto steps = static_cast<std::ptrdiff_t>(std::max(0.0, std::min(reach, static_cast<double>(t))));
    const auto last = static_cast<std::ptrdiff_t>(t) - 1;
    sum += sorted[static_cast<std::size_t>(std::min(relative + steps, last))] -
           sorted[static_cast<std::size_t>(std::max<std::ptrdiff_t>(relative - steps, 0))];
  }
  REQUIRE(seqjudge::footrule_bound([&rank](std::size_t t) { return rank[t] - 1; }, n, delta) == 2 * sum);
}

void check_live(Random& random) {
  const bool calibrated = below(random, 5) == 0;
  const std::int64_t prior = any_prior(random);
  const auto half_way = below(random, 2) ? HalfWay::lower : HalfWay::upper;
  const std::size_t n = any_size(random, 1500);
  const auto score = any_scores(n, random);
  seqjudge::LiveRanking live(calibrated ? inf : static_cast<double>(prior), half_way);
  if (below(random, 3) == 0) live.reserve(below(random, 3000));
  std::vector<std::int64_t> relative;
  for (std::size_t t = 0; t < n; ++t) {
    const double on_arrival = live.insert(score[t]);
    const auto so_far = static_cast<std::int32_t>(t) + 1;
    REQUIRE(live.size() == so_far);
    relative.push_back(seqjudge::nearest_relative_rank(score[t], prior + static_cast<std::int64_t>(t) + 2, half_way));
    if (t + 1 < n && below(random, n) > 3) continue;
    std::vector<double> expected(t + 1), rank(t + 1);
    if (calibrated) {
      for (std::size_t i = 0; i <= t; ++i) {
        double less = 0, equal = 0;
        for (std::size_t j = 0; j <= t; ++j) less += score[j] < score[i], equal += score[j] == score[i];
        expected[i] = less + (equal + 1) / 2;
      }
    } else {
      const Ranks whole = slow_decode(relative);
      std::copy(whole.begin(), whole.end(), expected.begin());
    }
    live.ranks(rank.data());
    REQUIRE(rank == expected);
    REQUIRE(on_arrival == expected[t]);
    for (std::int32_t i = 0; i < so_far; ++i) {
      REQUIRE(live.rank(i) == expected[static_cast<std::size_t>(i)]);
      if (!calibrated) REQUIRE(live.item(static_cast<std::int32_t>(expected[static_cast<std::size_t>(i)]) - 1) == i);
    }
  }
}

void check_lattice(Random& random) {
  const auto size = static_cast<double>(1 + below(random, below(random, 2) ? 30 : 2000));
  const double noise = std::exp(uniform(random, -12, 3));
  const double y = below(random, 4) ? uniform(random, -0.5, 1.5) : uniform(random, -40, 40);
  const auto expected = static_cast<double>(slow_log_point(y, size, noise));
  require_near(seqjudge::NormalLattice(size, noise).log_point(y), expected, 1e-10, "NormalLattice::log_point");
  // Bins share out all probability, and none is impossible.
  const auto bins = 1 + static_cast<int>(below(random, 12));
  double total = 0;
  for (int bin = 1; bin <= bins; ++bin) {
    const double value =
        seqjudge::NormalLattice(size, noise)
            .log_bin(bin == 1 ? -inf : (bin - 1.0) / bins, bin == bins ? inf : static_cast<double>(bin) / bins);
    require(std::isfinite(value), "finite NormalLattice::log_bin", value);
    total += std::exp(value);
  }
  require_near(total, 1, 1e-9, "sum of NormalLattice::log_bin");
}

ScoreColumns any_ranked(const std::vector<double>& by_position, int bins, Random& random) {
  Ranks order = random_permutation(by_position.size(), random);
  for (auto& position : order) --position;
  return ranked_scores(order, by_position, bins);
}

Real log_normal_density(Real z, Real noise) {
  return -z * z / 2 - std::log(noise) - std::log(2 * std::acos(Real{-1})) / 2;
}

Real log_add(Real a, Real b) {
  const Real most = std::max(a, b);
  return std::isinf(most) ? most : most + std::log(std::exp(a - most) + std::exp(b - most));
}

// Adds exp() of each path from item k on, whose numbers of prior items do not go below `from`.
void add_paths(const ScoreColumns& x, std::int64_t prior, double noise, std::size_t k, std::int64_t from, Real so_far,
               Real& total) {
  if (k == x.value.size()) {
    total = log_add(total, so_far);
    return;
  }
  for (std::int64_t c = from; c <= prior; ++c) {
    const Real noiseless = static_cast<Real>(x.relative[k] + c) / static_cast<Real>(prior + x.position[k] + 1);
    const Real here = std::isnan(x.value[k])
                          ? Real{0}
                          : log_normal_density((Real{x.value[k]} - noiseless) / Real{noise}, Real{noise});
    add_paths(x, prior, noise, k + 1, c, so_far + here, total);
  }
}

void check_given_ranking(Random& random) {
  const std::size_t n = below(random, 6);
  const auto prior = static_cast<std::int64_t>(below(random, 7));
  const double noise = std::exp(uniform(random, -6, 1));
  std::vector<double> by_position(n);
  const bool far = below(random, 3) == 0;
  for (auto& y : by_position)
    y = below(random, 8) == 0 ? std::nan("") : far ? uniform(random, -60, 60) : uniform(random, -0.2, 1.2);
  const auto x = any_ranked(by_position, 0, random);
  Real total = -std::numeric_limits<Real>::infinity(), paths = 0;
  add_paths(x, prior, noise, 0, 0, 0, total);
  for (std::size_t j = 1; j <= n; ++j) paths += std::log1p(static_cast<Real>(prior) / static_cast<Real>(j));
  const double got = log_likelihood_given<seqjudge::NormalLattice>(x, static_cast<double>(prior), noise);
  require(std::isfinite(got), "finite likelihood given the ranking", got);
  require_near(got, static_cast<double>(total - paths), 1e-9, "likelihood given the ranking");
}

// The same recursion with logarithms and long doubles, for larger cases; scores in bins too.
void check_given_ranking_large(Random& random) {
  const std::size_t n = 1 + below(random, 60);
  const auto prior = static_cast<std::int64_t>(below(random, 60));
  const double noise = std::exp(uniform(random, -5, 0));
  const int bins = below(random, 2) ? 2 + static_cast<int>(below(random, 10)) : 0;
  std::vector<double> by_position(n);
  for (auto& y : by_position)
    y = bins ? 1 + static_cast<double>(below(random, static_cast<std::size_t>(bins))) : uniform(random, -0.5, 1.5);
  const auto x = any_ranked(by_position, bins, random);
  std::vector<Real> sums(static_cast<std::size_t>(prior) + 1);
  for (std::size_t k = 0; k < n; ++k) {
    Real running_sum = -std::numeric_limits<Real>::infinity();
    for (std::size_t c = 0; c < sums.size(); ++c) {
      const double size = static_cast<double>(prior + x.position[k]),
                   r = static_cast<double>(x.relative[k]) + static_cast<double>(c);
      Real here = 0;
      if (bins > 0) {
        const double b = x.value[k];
        here = seqjudge::NormalLattice(size, noise)
                   .log_bin_at(b == 1 ? -inf : (b - 1) / bins, b == bins ? inf : b / bins, r);
      } else {
        here = log_normal_density((Real{x.value[k]} - Real{r} / Real{size + 1}) / Real{noise}, Real{noise});
      }
      running_sum = k == 0 ? Real{0} : log_add(running_sum, sums[c]);
      sums[c] = here + running_sum;
    }
  }
  Real total = -std::numeric_limits<Real>::infinity();
  for (const Real sum : sums) total = log_add(total, sum);
  for (std::size_t j = 1; j <= n; ++j) total -= std::log1p(static_cast<Real>(prior) / static_cast<Real>(j));
  require_near(log_likelihood_given<seqjudge::NormalLattice>(x, static_cast<double>(prior), noise),
               static_cast<double>(total), 1e-8, "likelihood given the ranking, large");
}

// Messages of a panel's evaluator, who saw all items or some, after any walk, and the ratio of every exchange.
void check_panel(Random& random) {
  const std::size_t n = 2 + below(random, 9), seen = below(random, 2) ? n : 1 + below(random, n);
  const double size = below(random, 5) == 0 ? inf : static_cast<double>(below(random, 20));
  const double noise = std::exp(uniform(random, -2.5, 0));
  const auto table = random_evaluator(random, n, seen), all = padded(table);
  PanelWalk walk(table, random_permutation(n, random), size, noise);
  double now = walk.log_likelihood();
  require(std::isfinite(now), "finite likelihood of a panel's evaluator", now);
  if (std::isfinite(size)) {
    std::vector<std::int32_t> order;
    for (const auto item : walk.order())
      order.push_back(static_cast<std::int32_t>(std::find(all.item.begin(), all.item.end(), item) - all.item.begin()));
    const double other = log_likelihood_given<seqjudge::NormalLattice>(ranked_scores(order, all.value), size, noise);
    require_near(now, other, 1e-9, "panel's and given ranking's likelihood");
  }
  walk.walk(2, [&](std::size_t i) {
    auto swapped = walk.order();
    std::swap(swapped[i], swapped[i + 1]);
    const double then = fresh_log_likelihood(all, swapped, size, noise);
    require_near(std::log(walk.ratio(i)), then - now, 1e-7, "exchange ratio");
    if (below(random, 2)) {
      walk.exchange(i);
      now = then;
    }
  });
  require_near(walk.log_likelihood(), now, 1e-8, "likelihood after a walk");
}

void check_assignment(Random& random) {
  const std::size_t n = below(random, 7);
  std::vector<double> cost(n * n);
  const bool coarse = below(random, 2);
  for (auto& c : cost) c = coarse ? static_cast<double>(below(random, 4)) : uniform(random, -1, 1);
  Ranks shuffled = random_permutation(n, random);
  std::vector<std::size_t> order, column;
  for (const auto k : shuffled) order.push_back(static_cast<std::size_t>(k) - 1);
  const auto found = seqjudge::assign(cost.data(), n, order);
  double got = 0, best = inf;
  std::vector<bool> taken(n, false);
  for (std::size_t k = 0; k < n; ++k) {
    REQUIRE(!taken[found[k]]);
    taken[found[k]] = true;
    got += cost[k * n + found[k]];
    column.push_back(k);
  }
  do {
    double sum = 0;
    for (std::size_t k = 0; k < n; ++k) sum += cost[k * n + column[k]];
    best = std::min(best, sum);
  } while (std::next_permutation(column.begin(), column.end()));
  require_near(got, best, 1e-12, "cost of the assignment");
}

// Plans keep to who may see what, from when on, and to what is fixed.
void check_plan(Random& random) {
  seqjudge::PlanProblem problem;
  problem.items = 1 + below(random, 9);
  problem.evaluators = 1 + below(random, 6);
  problem.positions = 1 + below(random, problem.items);
  problem.allowed.assign(problem.evaluators * problem.items, 1);
  problem.from.assign(problem.items, 0);
  problem.fixed.assign(problem.evaluators * problem.positions, -1);
  problem.session.assign(problem.positions, 0);
  for (std::size_t p = 1; p < problem.positions; ++p)
    problem.session[p] = problem.session[p - 1] + static_cast<std::int32_t>(below(random, 3) == 0);
  for (std::size_t j = 0; j < problem.evaluators; ++j) {
    problem.size.push_back(j == 0 ? problem.positions : 1 + below(random, problem.positions));
    // One item that is not to be seen, where enough others are left.
    if (problem.items > problem.size[j] && below(random, 3) == 0)
      problem.allowed[j * problem.items + below(random, problem.items)] = 0;
    const std::size_t item = below(random, problem.items), at = below(random, problem.size[j]);
    if (below(random, 3) == 0 && problem.may_see(j, item)) {
      problem.fixed[j * problem.positions + at] = static_cast<std::int32_t>(item);
      problem.has_fixed = true;
    }
  }
  const auto order =
      seqjudge::plan_orders(problem, {200 + below(random, 400), 1, 100}, seqjudge::RandomStream(random()));
  REQUIRE(order.size() == problem.evaluators);
  for (std::size_t j = 0; j < order.size(); ++j) {
    REQUIRE(order[j].size() == problem.size[j]);
    std::vector<bool> seen(problem.items, false);
    for (std::size_t p = 0; p < order[j].size(); ++p) {
      const auto item = static_cast<std::size_t>(order[j][p]);
      REQUIRE(item < problem.items && !seen[item] && problem.may_see(j, item));
      seen[item] = true;
      if (problem.fixed_at(j, p) >= 0) REQUIRE(problem.fixed_at(j, p) == order[j][p]);
    }
  }
}

// The same decisions on any number of threads, and every decision right where there is no noise.
void check_contest(Random& random) {
  seqjudge::ContestSetting setting;
  setting.items = 2 + below(random, 12);
  setting.evaluators = 1 + below(random, 5);
  setting.per_evaluator = setting.items;
  setting.warmup = below(random, 3);
  setting.second_round = below(random, 4);
  setting.top = 1 + below(random, setting.items);
  setting.ranks = below(random, 2);
  setting.order = below(random, 2) ? seqjudge::ContestOrder::own : seqjudge::ContestOrder::balanced;
  const bool quiet = below(random, 2);
  setting.noise = quiet ? 0 : uniform(random, 0, 2);
  const std::uint64_t seed = random() >> 12;
  const auto one = seqjudge::contest_totals(setting, {seed, 2}, 0, 20, 1);
  const auto two = seqjudge::contest_totals(setting, {seed, 2}, 0, 20, 2);
  REQUIRE(one.winner.sum.digits() == two.winner.sum.digits());
  REQUIRE(one.footrule.sum.digits() == two.footrule.sum.digits());
  if (quiet) {
    require(one.winner.sum.digits()[0] == 20, "winners without noise", one.winner.sum.digits()[0], 20);
    require(one.footrule.sum.digits()[0] == 0, "footrule without noise", one.footrule.sum.digits()[0], 0);
  }
}

// Evaluators who saw some of the items, some without a score; scores of any size, sometimes all the same.
seqjudge::RatingTable any_ratings(Random& random) {
  seqjudge::RatingTable table;
  table.items = 1 + below(random, 8);
  table.start = {0};
  const double unit = std::exp(uniform(random, -3, 3));
  const bool coarse = below(random, 3) == 0;
  const std::size_t evaluators = 1 + below(random, 6);
  for (std::size_t j = 0; j < evaluators; ++j) {
    const Ranks order = random_permutation(table.items, random);
    const std::size_t seen = 1 + below(random, table.items);
    for (std::size_t t = 0; t < seen; ++t) {
      const double score = coarse ? static_cast<double>(below(random, 3)) : unit * uniform(random, -2, 2);
      table.item.push_back(order[t] - 1);
      table.score.push_back(below(random, 9) == 0 ? std::numeric_limits<double>::quiet_NaN() : score);
    }
    table.start.push_back(static_cast<std::int32_t>(table.item.size()));
  }
  return table;
}

double any_size_of_prior(Random& random) {
  return below(random, 3) == 0 ? inf : static_cast<double>(below(random, 70));
}

// What others tell of a scale moves with all scores, and does not depend on how items are numbered.
void check_centres(Random& random) {
  auto table = any_ratings(random);
  seqjudge::SequentialModel model;
  model.prior_size = any_size_of_prior(random);
  model.noise_share = uniform(random, 0.02, 0.9);
  const auto centres = seqjudge::known_centres(table, model);
  const double by = uniform(random, -3, 3);
  const Ranks number = random_permutation(table.items, random);
  for (auto& score : table.score) score += by;
  for (auto& item : table.item) item = number[static_cast<std::size_t>(item)] - 1;
  const auto moved = seqjudge::known_centres(table, model);
  for (std::size_t j = 0; j < centres.size(); ++j) {
    REQUIRE(std::isfinite(centres[j].mean) && centres[j].precision >= 0);
    if (centres[j].precision == 0 || moved[j].precision == 0) continue;
    require_near(moved[j].mean, centres[j].mean + by, 1e-5, "centre of moved scores");
    require_near(moved[j].precision, centres[j].precision, 1e-6, "precision of moved scores");
  }
}

// Chains stay finite and repeat, whatever the scores and with any of the effects.
void check_ratings_chain(Random& random) {
  const auto table = any_ratings(random);
  seqjudge::RatingsModel model;
  for (std::size_t j = 0; j < table.evaluators(); ++j) model.prior_size.push_back(any_size_of_prior(random));
  model.effects = {below(random, 2) == 0, below(random, 2) == 0, false, below(random, 3)};
  model.own_drift = below(random, 2);
  model.neighbour = below(random, 2);
  model.average = below(random, 2);
  const std::uint64_t seed = random() >> 12;
  seqjudge::RatingsChain one(table, model, seqjudge::RandomStream(seed)),
      again(table, model, seqjudge::RandomStream(seed));
  seqjudge::NoPoll poll;
  for (int k = 0; k < 15; ++k) {
    one.step(poll, k < 5);
    again.step(poll, k < 5);
  }
  REQUIRE(one.quality() == again.quality() && one.effects() == again.effects());
  for (const double q : one.quality()) REQUIRE(std::isfinite(q));
  for (const double v : one.noise_variance()) REQUIRE(std::isfinite(v) && v > 0);
  for (const double value : one.effects()) REQUIRE(std::isfinite(value));
}

// The density of all scores is that of one given the others, times that of the others.
void check_ratings_density(Random& random) {
  auto table = any_ratings(random);
  seqjudge::RatingsParameters par;
  par.neighbour = uniform(random, -0.4, 0.4);
  par.average = uniform(random, -0.4, 0.4);
  par.keep = uniform(random, 0, 0.95);
  par.severity_variance = std::exp(uniform(random, -3, 2));
  par.quality_variance = std::exp(uniform(random, -3, 2));
  for (std::size_t j = 0; j < table.evaluators(); ++j) {
    par.prior_size.push_back(any_size_of_prior(random));
    par.loading.push_back(uniform(random, 0.05, 2));
    par.noise_variance.push_back(std::exp(uniform(random, -3, 2)));
    par.wander_variance.push_back(below(random, 2) ? 0 : uniform(random, 0, 1));
  }
  const std::size_t at = below(random, table.score.size());
  if (!table.scored(at)) return;
  std::vector<double> mean(table.score.size()), variance(table.score.size());
  const seqjudge::RatingsDensity all(table, par);
  all.leave_one_out(mean.data(), variance.data());
  const double off = table.score[at] - mean[at],
               all_but_one = -0.5 * (std::log(variance[at]) + off * off / variance[at]);
  table.score[at] = std::numeric_limits<double>::quiet_NaN();
  const double others = seqjudge::RatingsDensity(table, par).log_density();
  // The constant of the normal density may be left out.
  const double constant = all.log_density() - others - all_but_one;
  const double half_log_two_pi = 0.91893853320467274;
  require(std::min(std::fabs(constant), std::fabs(constant + half_log_two_pi)) < 1e-6 * (1 + std::fabs(others)),
          "density of one score given the others", constant);
}

// Draws of rankings of marks are rankings, the same on any number of threads.
void check_marks(Random& random) {
  const auto table = any_ratings(random);
  const std::size_t evaluators = table.evaluators(), draws = 1 + below(random, 4);
  std::vector<double> size;
  seqjudge::MarkPlan plan{table, nullptr, {{uniform(random, -3, 1), uniform(random, 0.1, 2)}},
                          {},    {{}},    random() >> 12};
  for (std::size_t e = 0; e < evaluators; ++e) {
    size.push_back(any_size_of_prior(random));
    plan.prior.push_back(
        {uniform(random, -1, 1), uniform(random, 0.1, 2), uniform(random, -1, 1), uniform(random, 0.1, 1)});
  }
  plan.prior_size = size.data();
  for (std::size_t d = 0; d < draws; ++d) plan.draws[0].push_back(d);
  std::vector<std::size_t> scored(evaluators, 0);
  for (std::size_t e = 0; e < evaluators; ++e)
    for (std::size_t i = table.first(e); i < table.end(e); ++i) scored[e] += table.scored(i);
  const auto drawn = [&](int threads) {
    std::vector<Ranks> ranks;
    std::vector<std::int32_t*> at;
    for (std::size_t e = 0; e < evaluators; ++e) ranks.emplace_back(scored[e] * draws);
    for (auto& own : ranks) at.push_back(own.data());
    std::vector<seqjudge::MarkScaleMeans> means(evaluators);
    seqjudge::draw_mark_rankings(plan, at.data(), scored.data(), means.data(), threads);
    for (std::size_t e = 0; e < evaluators; ++e)
      if (scored[e] > 0) REQUIRE(std::isfinite(means[e].centre) && means[e].noise > 0 && means[e].spread > 0);
    return ranks;
  };
  const auto ranks = drawn(1);
  REQUIRE(ranks == drawn(2));
  for (std::size_t e = 0; e < evaluators; ++e)
    for (std::size_t d = 0; d < draws; ++d) {
      Ranks own(ranks[e].begin() + static_cast<std::ptrdiff_t>(d * scored[e]),
                ranks[e].begin() + static_cast<std::ptrdiff_t>((d + 1) * scored[e]));
      std::sort(own.begin(), own.end());
      for (std::size_t k = 0; k < own.size(); ++k) REQUIRE(own[k] == static_cast<std::int32_t>(k) + 1);
    }
}

struct Check {
  const char* name;
  void (*run)(Random&);
  int weight;  // how often among 64 rounds
};

const Check checks[] = {{"encode", check_encode, 8},
                        {"decode", check_decode, 10},
                        {"many", check_many, 1},
                        {"insertion", check_insertion, 10},
                        {"rounding", check_rounding, 64},
                        {"induced", check_induced, 8},
                        {"metrics", check_metrics, 12},
                        {"classify", check_classify, 64},
                        {"bound", check_bound, 10},
                        {"live", check_live, 12},
                        {"lattice", check_lattice, 24},
                        {"given", check_given_ranking, 24},
                        {"given-large", check_given_ranking_large, 10},
                        {"panel", check_panel, 16},
                        {"assignment", check_assignment, 16},
                        {"plan", check_plan, 4},
                        {"contest", check_contest, 2},
                        {"centres", check_centres, 24},
                        {"ratings", check_ratings_chain, 6},
                        {"density", check_ratings_density, 24},
                        {"marks", check_marks, 2}};

void run_case(const Check& check, std::uint64_t seed) {
  running = {check.name, seed};
  Random random(seed);
  check.run(random);
}

}  // namespace

#ifdef SEQJUDGE_LIBFUZZER

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 9) return 0;
  std::uint64_t seed;
  std::memcpy(&seed, data + 1, sizeof seed);
  run_case(checks[data[0] % (sizeof checks / sizeof checks[0])], seed);
  return 0;
}

#else

int main(int argc, char** argv) {
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_set_death_callback(report);
#endif
  if (argc == 4 && std::string(argv[1]) == "case") {
    for (const Check& check : checks)
      if (std::string(argv[2]) == check.name) run_case(check, std::strtoull(argv[3], nullptr, 10));
    return 0;
  }
  const double seconds = argc > 1 ? std::atof(argv[1]) : 30;
  std::uint64_t seed = (argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1) << 40;
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const auto elapsed = [&start] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  std::vector<std::uint64_t> count(sizeof checks / sizeof checks[0], 0);
  while (elapsed() < seconds)
    for (std::size_t k = 0; k < count.size(); ++k)
      for (int round = 0; round < checks[k].weight && elapsed() < seconds; ++round) {
        run_case(checks[k], seed++);
        ++count[k];
      }
  std::uint64_t total = 0;
  for (std::size_t k = 0; k < count.size(); ++k) {
    std::printf("%-12s %llu\n", checks[k].name, static_cast<unsigned long long>(count[k]));
    total += count[k];
  }
  std::printf("%llu inputs in %.0f s, no failure\n", static_cast<unsigned long long>(total), elapsed());
}

#endif
