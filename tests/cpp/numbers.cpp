// Numbers that floating point may round in another way on another platform, one on each line: see tools/numbers.sh.

#include <cstdio>
#include <limits>
#include <numeric>
#include <vector>

#include "seqjudge.hpp"
#include "seqjudge/panel/panel_chain.hpp"
#include "seqjudge/ratings/known_centres.hpp"
#include "seqjudge/ratings/mark_posterior.hpp"
#include "seqjudge/ratings/ratings_chain.hpp"
#include "seqjudge/ratings/ratings_density.hpp"
#include "support.hpp"

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

void say(const char* what, double value) { std::printf("%s %.17g\n", what, value); }

seqjudge::RatingTable ratings() {
  seqjudge::RandomStream random(11);
  seqjudge::RatingTable table;
  table.items = 12;
  table.start = {0};
  for (int j = 0; j < 8; ++j) {
    std::vector<std::int32_t> order;
    for (std::int32_t i = 0; i < 12; ++i) order.push_back(i);
    random.shuffle(order.data(), order.size());
    for (const auto item : order) {
      table.item.push_back(item);
      table.score.push_back(random.normal() + 0.1 * item);
    }
    table.start.push_back(static_cast<std::int32_t>(table.item.size()));
  }
  return table;
}

// A chain over ranking, prior sizes and noises: draws depend on the order in which it asks for random numbers.
void say_panel_chain(bool common) {
  seqjudge::RandomStream random(14);
  ScoreColumns table;
  table.items = 10;
  for (int j = 0; j < 4; ++j) {
    std::vector<std::int32_t> items(10);
    std::iota(items.begin(), items.end(), 1);
    random.shuffle(items.data(), items.size());
    std::vector<double> scores;
    for (const auto item : items) scores.push_back((item + random.uniform()) / 12);
    table.item.insert(table.item.end(), items.begin(), items.end());
    table.add(scores);
  }
  seqjudge::PanelGrid grid;
  grid.sizes = {0, 3, 20, inf};
  grid.noises = {0.05, 0.1, 0.2};
  grid.log_shares = {{-1, -1.1, -1.2}};
  grid.log_prior = {0};
  grid.common = common;
  std::vector<std::int32_t> order(10);
  std::iota(order.begin(), order.end(), 0);
  const auto view = table.view();
  seqjudge::PanelChain chain(view, grid, order, {1, 1, 1, 1}, {1, 1, 1, 1}, seqjudge::RandomStream(15));
  seqjudge::NoPoll poll;
  for (int k = 0; k < 50; ++k) {
    chain.step(1, poll);
    say("panel-chain", chain.log_likelihood());
  }
}

}  // namespace

int main() {
  for (const bool common : {false, true}) say_panel_chain(common);
  const auto table = ratings();
  seqjudge::RandomStream random(12);
  std::vector<double> score(500);
  for (auto& s : score) s = random.uniform();
  for (const std::int64_t prior : {0, 7, 1000000}) {
    std::vector<std::int32_t> rank(score.size());
    seqjudge::insertion_ranking([&](std::size_t t) { return score[t]; }, score.size(), prior, seqjudge::HalfWay::lower,
                                rank.data());
    for (std::size_t t = 0; t < rank.size(); t += 50) say("insertion", rank[t]);
  }
  const seqjudge::ExpectedQualities qualities;
  for (const double n : {3.0, 40.0, 1e4, inf})
    for (const auto shape : {seqjudge::QualityShape::flat, seqjudge::QualityShape::bell})
      say("marks", seqjudge::mark_density(qualities, {shape, 0.3, 1.2, 0.4}, n, 0.9));
  for (const double size : {0.0, 3.0, 35.0, inf}) {
    say("evidence", seqjudge::sequential_log_density(table, {size, 0.3}));
    for (const auto& centre : seqjudge::known_centres(table, {size, 0.3})) say("centre", centre.mean);
    seqjudge::RatingsParameters par;
    par.prior_size.assign(8, size);
    par.loading.assign(8, 0.9);
    par.noise_variance.assign(8, 0.5);
    par.wander_variance.assign(8, 0.1);
    par.keep = 0.9;
    par.severity_variance = 0.2;
    say("density", seqjudge::RatingsDensity(table, par).log_density());
    seqjudge::RatingsModel model;
    model.prior_size.assign(8, size);
    seqjudge::RatingsChain chain(table, model, seqjudge::RandomStream(13));
    seqjudge::NoPoll poll;
    for (int k = 0; k < 200; ++k) {
      chain.step(poll);
      if (k == 0)
        for (const double q : chain.quality()) say("first-draw", q);
    }
    for (const double q : chain.quality()) say("draw-200", q);
  }
}
