// The table of scores that R's model_scores() makes, as the core sees it: without a copy.

#ifndef SEQJUDGE_SRC_MODEL_SCORES_H
#define SEQJUDGE_SRC_MODEL_SCORES_H

#include <Rcpp.h>

#include "seqjudge/model/model_scores.hpp"

// Keeps the vectors of the list alive for as long as it is there itself.
class ModelScores : public seqjudge::ModelScores {
 public:
  explicit ModelScores(const Rcpp::List& x)
      : start_(x["start"]),
        position_(x["position"]),
        bin_(x["bin"]),
        item_(x["item"]),
        relative_(x["relative"]),
        value_(x["value"]),
        weight_(x["weight"]) {
    rows = static_cast<std::size_t>(value_.size());
    evaluators = static_cast<std::size_t>(start_.size()) - 1;
    items = static_cast<std::size_t>(Rcpp::as<int>(x["items"]));
    start = start_.begin();
    position = position_.begin();
    value = value_.begin();
    bin = bin_.begin();
    item = item_.begin();
    relative = relative_.size() > 0 ? relative_.begin() : nullptr;
    weight = weight_.size() > 0 ? weight_.begin() : nullptr;
    bins = Rcpp::as<int>(x["bins"]);
    uniform = Rcpp::as<bool>(x["uniform"]);
  }
  // Pointers into its own vectors, which a copy would share.
  ModelScores(const ModelScores&) = delete;
  ModelScores& operator=(const ModelScores&) = delete;

 private:
  Rcpp::IntegerVector start_, position_, bin_, item_, relative_;
  Rcpp::NumericVector value_, weight_;
};

#endif
