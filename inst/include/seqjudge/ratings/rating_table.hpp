// Scores of several evaluators as plain numbers: who saw what, in which order.

#ifndef SEQJUDGE_RATINGS_RATING_TABLE_HPP
#define SEQJUDGE_RATINGS_RATING_TABLE_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace seqjudge {

// Items and scores of one evaluator in order of presentation; a score of NaN is none.
struct JudgeScores {
  const std::int32_t* item;
  const double* score;
  std::size_t n;
};

// A sequence is what one judge saw in one go. In the j-th one the items item[start[j]], ..., item[start[j + 1] - 1]
// (numbers from 0) were shown in this order, and given these scores, NaN where there is none; each item once. A judge
// may have several sequences: judge_of[j] and round_of[j], from 0. Where these are empty, every sequence has its own
// judge and is the only round.
struct RatingTable {
  std::size_t items = 0;
  std::vector<std::int32_t> start;
  std::vector<std::int32_t> item;
  std::vector<double> score;
  std::vector<std::int32_t> judge_of = {};
  std::vector<std::int32_t> round_of = {};
  std::vector<std::int32_t> cluster = {};  // the same number for sequences in the same order; empty: no two are

  std::size_t sequences() const { return start.size() - 1; }
  std::size_t evaluators() const { return sequences(); }
  std::size_t judge(std::size_t sequence) const {
    return judge_of.empty() ? sequence : static_cast<std::size_t>(judge_of[sequence]);
  }
  std::size_t judges() const {
    if (judge_of.empty()) return sequences();
    return static_cast<std::size_t>(*std::max_element(judge_of.begin(), judge_of.end())) + 1;
  }
  std::size_t round(std::size_t sequence) const {
    return round_of.empty() ? 0 : static_cast<std::size_t>(round_of[sequence]);
  }
  std::size_t first(std::size_t sequence) const { return static_cast<std::size_t>(start[sequence]); }
  std::size_t end(std::size_t sequence) const { return static_cast<std::size_t>(start[sequence + 1]); }
  std::size_t item_of(std::size_t row) const { return static_cast<std::size_t>(item[row]); }
  bool scored(std::size_t row) const { return !std::isnan(score[row]); }
  JudgeScores of(std::size_t sequence) const {
    return {item.data() + first(sequence), score.data() + first(sequence), end(sequence) - first(sequence)};
  }
};

// How an evaluator who has `prior_size` earlier items in mind scores the item at position t (from 1), to first order:
// in units of the use of the scale, `own` times the item's quality, minus `other` times the sum of the qualities seen
// before and of the earlier items, plus what is not linear in them, of `rest` times the variance of the qualities.
// Without order effect (an infinite prior size) it is the quality alone.
struct Comparison {
  double own = 1, other = 0, rest = 0;

  Comparison(double prior_size, std::size_t t) {
    if (std::isinf(prior_size)) return;
    const double before = prior_size + static_cast<double>(t) - 1, all = before + 2;
    own = before / all;
    other = 1 / all;
    rest = before / (all * all);
  }
};

}  // namespace seqjudge

#endif
