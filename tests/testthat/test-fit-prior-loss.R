# Prior sizes by distances between rankings.

test_that("the size that brings rankings closest to the truth is found", {
  x <- bakeoff_rows()
  set.seed(420)
  fit <- fit_prior(x, method = "truth", metric = "footrule")
  scaled <- do.call(rbind, split(bakeoff$points, bakeoff$judge)) / 100
  truth <- do.call(rbind, split(bakeoff$true_rank, bakeoff$judge))
  loss <- vapply(fit$profile$prior_size, FUN.VALUE = numeric(1), function(size) {
    mean(footrule_distance(insertion_ranking(scaled, size), truth))
  })
  expect_equal(fit$profile$loss, loss)
  # One standard error of the paired difference.
  best <- max(which(loss == min(loss)))
  each <- function(k) footrule_distance(insertion_ranking(scaled, fit$profile$prior_size[k]), truth)
  within <- vapply(seq_along(loss), FUN.VALUE = logical(1), function(k) {
    d <- each(k) - each(best)
    mean(d) <= sd(d) / sqrt(length(d)) + 1e-12
  })
  expect_identical(fit$prior_size, max(fit$profile$prior_size[within]))
  expect_identical(fit$profile$inside, within)
  expect_named(fit$cross_validation, c("loss", "se", "folds"))
  for (metric in c("kendall", "inversion", "max_entrywise")) {
    expect_s3_class(fit_prior(x, method = "truth", metric = metric), "seqjudge_prior_fit")
  }
})

test_that("folds are random and governed by the seed", {
  x <- bakeoff_rows()
  run <- function() {
    set.seed(421)
    fit_prior(x, method = "agreement")$cross_validation
  }
  expect_identical(run(), run())
})

test_that("agreement finds the size for which evaluators agree", {
  set.seed(422)
  # Twenty evaluators see the same ten items in different orders, without experience.
  quality <- sample(10)
  orders <- t(replicate(20, sample(10)))
  ranking <- matrix(quality[orders], 20)
  scores <- expected_scores(ranking) + rnorm(200, sd = 0.01)
  x <- as_evaluations(scores, items = orders, scale = score_scale("identity"))
  fit <- fit_prior(x, method = "agreement")
  expect_lte(fit$prior_size, 2)
  # The mean over pairs, one pair at a time.
  corrected <- insertion_ranking(scores, 1)
  by_item <- t(vapply(1:20, function(j) corrected[j, order(orders[j, ])], integer(10)))
  pairs <- combn(20, 2)
  expected <- mean(apply(pairs, 2, function(p) oracle_kendall(by_item[p[1], ], by_item[p[2], ]) / 100))
  expect_equal(fit$profile$loss[fit$profile$prior_size == 1], expected)
})

test_that("a tie between evaluators is half a disagreement", {
  a <- rbind(c(1, 2, 3, 4), c(1.5, 1.5, 3, 4))
  b <- rbind(c(1, 2, 4, 3), c(1, 2, 3, 4))
  expect_equal(fair_kendall_distance(a, b), c(1, 0.5) / 16)
})

test_that("agreement says when it cannot tell", {
  set.seed(423)
  x <- evaluations_of(simulated_scores(6, 8, 3, 0.05))
  expect_warning(fit_prior(x, method = "agreement"), class = "seqjudge_warning_same_order")
  alone <- as_evaluations(simulated_scores(3, 4, 3, 0.05), items = matrix(1:12, 3), scale = score_scale("identity"))
  expect_error(fit_prior(alone, method = "agreement"), class = "seqjudge_error_no_pairs")
})

test_that("of many pairs 5,000 are drawn, each once", {
  for (n in c(101, 110, 70000)) {
    pairs <- withr::with_seed(n, internal("candidate_pairs")(n))
    expect_identical(dim(pairs), c(5000L, 2L))
    expect_true(all(pairs[, 1] >= 1 & pairs[, 1] < pairs[, 2] & pairs[, 2] <= n))
    expect_identical(anyDuplicated(pairs), 0L)
  }
  # All alike: the first of a pair is the smaller of two.
  expect_lt(abs(mean(pairs[, 1]) / 70000 - 1 / 3), 0.02)
})
