# The scale of raw scores. Expected values are worked out by hand, percentiles also by rank() one evaluator at a time.

test_that("the four scales map scores as documented", {
  bins <- as_evaluations(c(a = 1, b = 10, c = 5), scale = score_scale("bins", k = 10))
  expect_equal(scale_scores(bins), c(1, 10, 5) / 11)
  range <- as_evaluations(c(a = -5, b = 15, c = 0), scale = score_scale("range", -5, 15))
  expect_equal(scale_scores(range), c(0, 1, 0.25))
  percentile <- as_evaluations(c(a = 30, b = 10, c = 10, d = 99), scale = score_scale("percentile"))
  expect_equal(scale_scores(percentile), c(3, 1.5, 1.5, 4) / 5)
  identity <- as_evaluations(c(a = 0.2, b = 1.1), scale = score_scale("identity"))
  expect_equal(scale_scores(identity), c(0.2, 1.1))
})

test_that("unscored items stay NA on every scale and do not count in percentiles", {
  scores <- c(a = 2, b = NA, c = 1)
  scales <- list(score_scale("bins", 3), score_scale("range", 0, 4), score_scale("percentile"))
  for (scale in scales) {
    scaled <- scale_scores(as_evaluations(scores, scale = scale))
    expect_identical(is.na(scaled), c(FALSE, TRUE, FALSE))
  }
  expect_equal(scale_scores(as_evaluations(scores, scale = scales[[3]])), c(2, NA, 1) / 3)
  none <- as_evaluations(c(a = NA_real_, b = NA_real_), scale = scales[[3]])
  expect_identical(scale_scores(none), c(NA_real_, NA_real_))
})

test_that("percentiles agree with rank(), over all and by evaluator", {
  withr::local_seed(1)
  data <- data.frame(who = rep(letters[1:7], 3:9), score = sample(c(NA, 1:6), 42, TRUE))
  data$item <- seq_len(42)
  oracle <- function(s) rank(s, na.last = "keep") / (sum(!is.na(s)) + 1)
  all <- evaluations(data, who, item, ".row", score, score_scale("percentile"))
  expect_equal(scale_scores(all), oracle(data$score))
  each <- evaluations(data, who, item, ".row", score, score_scale("percentile", by = "evaluator"))
  expect_equal(scale_scores(each), ave(data$score, data$who, FUN = oracle))
})

test_that("arguments go by name or in order", {
  expect_identical(score_scale("bins", 10), score_scale("bins", k = 10L))
  expect_identical(score_scale("range", upper = 5, 1), score_scale("range", 1, 5))
  expect_identical(score_scale("percentile"), score_scale("percentile", by = "all"))
  expect_s3_class(score_scale("identity"), "seqjudge_scale")
})

test_that("scales print", {
  expect_snapshot({
    score_scale("bins", k = 10)
    score_scale("range", 0, 100)
    score_scale("range", -0.5, 2.25)
    score_scale("percentile")
    score_scale("percentile", by = "evaluator")
    score_scale("identity")
  })
})

test_that("a warning tells when most scores are not on the identity scale", {
  expect_warning(as_evaluations(c(a = 50, b = 70), scale = score_scale("identity")), class = "seqjudge_warning_scale")
  expect_silent(as_evaluations(c(a = 0.5, b = 1.1), scale = score_scale("identity")))
})

test_that("bad scales are classed errors", {
  expect_error(score_scale("stars"), class = "seqjudge_error_value")
  expect_error(score_scale("bins", k = "a"), class = "seqjudge_error_type")
  expect_error(score_scale("bins", k = 1:2), class = "seqjudge_error_shape")
  for (k in list(1, 2.5, NA_real_, Inf)) expect_error(score_scale("bins", k = k), class = "seqjudge_error_value")
  expect_error(score_scale("range", 1, 1), class = "seqjudge_error_value")
  expect_error(score_scale("percentile", by = "item"), class = "seqjudge_error_value")
  expect_error(score_scale("identity", 1), class = "seqjudge_error_value")
  expect_snapshot(error = TRUE, {
    score_scale("stars")
    score_scale()
    score_scale("bins", k = 2.5)
    score_scale("bins", k = "ten")
    score_scale("bins", k = 1:2)
    score_scale("bins", bins = 3)
    score_scale("range", 0)
    score_scale("range", 100, 100)
    score_scale("range", 0, Inf)
    score_scale("range", 0, 1, 2)
    score_scale("percentile", by = "item")
    score_scale("identity", 1)
  })
})

test_that("the class alone makes no scale", {
  rows <- data.frame(judge = "Ann", item = c("a", "b"), at = 1:2, points = c(3, 5))
  whole <- unclass(score_scale("range", 0, 10))
  parts <- list(list(), 1, NULL, list(type = "stars"), list(type = 1:2), whole["type"], whole[-2], whole[-4])
  for (part in parts) {
    scale <- structure(as.list(part), class = "seqjudge_scale")
    expect_error(evaluations(rows, judge, item, at, points, scale), class = "seqjudge_error_type")
    expect_error(insertion_ranking(c(0.2, 0.4), scale = scale), class = "seqjudge_error_type")
    damaged <- structure(evaluations(rows, judge, item, at, points, score_scale("range", 0, 10)), scale = scale)
    expect_error(rank_items(damaged), class = "seqjudge_error_type")
  }
  expect_snapshot(evaluations(rows, judge, item, at, points, structure(list(), class = "seqjudge_scale")), error = TRUE)
})

test_that("scores mean marks or shares, by their type unless said", {
  expect_identical(score_scale("range", 0, 10)$meaning, "marks")
  expect_identical(score_scale("percentile")$meaning, "marks")
  expect_identical(score_scale("bins", 5)$meaning, "shares")
  expect_identical(score_scale("identity")$meaning, "shares")
  expect_identical(format(score_scale("range", 0, 10, meaning = "shares")), "range 0 to 10, shares")
  expect_identical(format(score_scale("bins", 5, meaning = "marks")), "bins 1 to 5, marks")
  expect_identical(score_scale("range", 0, 10, meaning = "marks"), score_scale("range", 0, 10))
  expect_error(score_scale("range", 0, 10, meaning = "points"), class = "seqjudge_error_value")
})
