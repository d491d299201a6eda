# The paper's crowdsourcing experiments come out as published. The data are read by helper-crowd.R.

prior_sizes <- c(0, 1, 2, 10)

# The mean footrule distance over evaluators, for each prior size and for the induced ranking.
mean_footrules <- function(crowd, group) {
  scores <- crowd$bins[group, ] / 11
  truth <- crowd$truth[group, ]
  rankings <- lapply(prior_sizes, function(prior_size) insertion_ranking(scores, prior_size))
  rankings <- c(rankings, list(induced_ranking(scores)))
  vapply(rankings, function(ranking) mean(footrule_distance(ranking, truth)), numeric(1))
}

# Equal to all four digits printed in the reference table.
expect_printed <- function(actual, printed) {
  expect_identical(sprintf("%.4f", actual), sprintf("%.4f", printed))
}

test_that("the existence experiment comes out as in the reference table", {
  crowd <- read_crowd("existence")
  expect_identical(dim(crowd$bins), c(240L, 5L))
  expect_printed(mean_footrules(crowd, TRUE), c(0.0970, 0.0577, 0.0420, 0.0193, 0.0213))
})

test_that("the relativity experiment comes out as in the reference table", {
  crowd <- read_crowd("relativity")
  expect_identical(dim(crowd$bins), c(50L, 10L))
  small_first <- rowMeans(crowd$sizes[, 1:5]) < rowMeans(crowd$sizes[, 6:10])
  expect_identical(sum(small_first), 25L)
  expect_printed(mean_footrules(crowd, small_first), c(0.0912, 0.0576, 0.0448, 0.0224, 0.0460))
  # The large circles are shown twice: a truth with ties.
  expect_printed(mean_footrules(crowd, !small_first), c(0.1576, 0.1372, 0.1088, 0.0992, 0.1092))
})

test_that("the conflict experiment comes out as in the reference table", {
  crowd <- read_crowd("conflict")
  expect_identical(dim(crowd$bins), c(100L, 5L))
  order <- apply(crowd$truth, 1, paste, collapse = ",")
  expect_identical(c(table(order)), c("1,3,4,5,2" = 50L, "2,3,4,5,1" = 50L))
  expect_printed(mean_footrules(crowd, order == "1,3,4,5,2"), c(0.0624, 0.0352, 0.0272, 0.0576, 0.1160))
  expect_printed(mean_footrules(crowd, order == "2,3,4,5,1"), c(0.0816, 0.0608, 0.0384, 0.0352, 0.0736))
})

test_that("the rule for rounding ties plays no part in scores s / 11", {
  # s (t + 1) / 11 is never half-way between whole numbers, since 11 is odd.
  crowd <- read_crowd("existence")
  for (prior_size in prior_sizes) {
    expect_identical(
      insertion_ranking(crowd$bins / 11, prior_size, ties = "lower"),
      insertion_ranking(crowd$bins / 11, prior_size, ties = "upper")
    )
  }
})

test_that("every row agrees with Algorithm 2", {
  for (name in c("existence", "relativity", "conflict")) {
    crowd <- read_crowd(name)
    for (prior_size in c(0, 1, 5, 10)) {
      expected <- t(apply(crowd$bins / 11, 1, oracle_algorithm_2, prior_size = prior_size))
      expect_identical(insertion_ranking(crowd$bins / 11, prior_size), expected)
    }
  }
})

test_that("conflicts between the first and last item come out as published", {
  crowd <- read_crowd("conflict")
  conflicts <- find_conflicts(crowd$bins, crowd$truth)
  first_last <- conflicts$evaluator[conflicts$position_1 == 1 & conflicts$position_2 == 5]
  # The paper counts equal ratings of the two as wrong as well.
  wrong_rating <- seq_len(100) %in% as.integer(first_last) | crowd$bins[, 1] == crowd$bins[, 5]
  last_larger <- crowd$truth[, 5] > crowd$truth[, 1]
  correct_recall <- crowd$comparison == ifelse(last_larger, 2, 1)
  count <- function(group) {
    c(
      sum(group & correct_recall & !wrong_rating), sum(group & correct_recall & wrong_rating),
      sum(group & !correct_recall & !wrong_rating), sum(group & !correct_recall & wrong_rating)
    )
  }
  expect_identical(count(last_larger), c(9L, 16L, 1L, 24L))
  expect_identical(count(!last_larger), c(47L, 0L, 2L, 1L))
})

test_that("the reference table comes out through evaluations and compare_rankings too", {
  # As evaluations in deciles, with the sizes of the circles as truth.
  footrules <- function(crowd, group) {
    items <- matrix(paste0("circle ", col(crowd$bins)), nrow(crowd$bins))
    x <- as_evaluations(crowd$bins[group, ], items[group, ], scale = score_scale("bins", k = 10))
    compared <- as.data.frame(compare_rankings(x, prior = prior_sizes, truth = as.vector(t(crowd$sizes[group, ]))))
    compared <- compared[compared$metric == "footrule", ]
    compared$mean[match(c(prior_sizes, Inf), compared$prior_size)]
  }
  existence <- read_crowd("existence")
  expect_printed(footrules(existence, TRUE), c(0.0970, 0.0577, 0.0420, 0.0193, 0.0213))
  relativity <- read_crowd("relativity")
  small_first <- rowMeans(relativity$sizes[, 1:5]) < rowMeans(relativity$sizes[, 6:10])
  expect_printed(footrules(relativity, small_first), c(0.0912, 0.0576, 0.0448, 0.0224, 0.0460))
  expect_printed(footrules(relativity, !small_first), c(0.1576, 0.1372, 0.1088, 0.0992, 0.1092))
  conflict <- read_crowd("conflict")
  first <- conflict$truth[, 1] == 1
  expect_printed(footrules(conflict, first), c(0.0624, 0.0352, 0.0272, 0.0576, 0.1160))
  expect_printed(footrules(conflict, !first), c(0.0816, 0.0608, 0.0384, 0.0352, 0.0736))
})
