# score_model() of evaluations.

# Isotonic regression by the max-min formula, on means with weights.
oracle_isotonic <- function(mean, n) {
  k <- seq_along(mean)
  vapply(k, function(i) {
    max(vapply(k[k <= i], function(from) {
      min(vapply(k[k >= i], function(to) sum((n * mean)[from:to]) / sum(n[from:to]), numeric(1)))
    }, numeric(1)))
  }, numeric(1))
}

test_that("score_model() of evaluations is isotonic regression of scores on relative ranks", {
  set.seed(5)
  n <- 5
  orders <- t(replicate(40, sample.int(n)))
  scores <- matrix(runif(200), 40)
  x <- as_evaluations(scores, items = orders, truth = setNames(1:n, 1:n))
  fit <- score_model(x)
  relative <- oracle_relative_ranks_rows(orders)
  for (t in 1:n) {
    means <- vapply(1:t, function(r) mean(scores[relative[, t] == r, t]), numeric(1))
    counts <- vapply(1:t, function(r) sum(relative[, t] == r), integer(1))
    cells <- fit$cells[fit$cells$position == t, ]
    expect_equal(cells$mean, means)
    expect_identical(cells$n, counts)
    expect_equal(cells$se, vapply(1:t, function(r) sd(scores[relative[, t] == r, t]), numeric(1)) / sqrt(counts))
    expect_equal(cells$score, oracle_isotonic(means, counts))
    expect_equal(unname(fit$scores[t, 1:t]), cells$score)
  }
  expect_equal(score_model(x, truth = setNames(1:n * 10, 1:n)), fit)
})

test_that("the model behind scores is found, and corrects them", {
  set.seed(6)
  n <- 6
  bold <- function(t, r) (r - 0.5) / t
  orders <- t(replicate(3000, sample.int(n)))
  noiseless <- bold(rep(1:n, each = 3000), oracle_relative_ranks_rows(orders))
  scores <- noiseless + rnorm(length(noiseless), sd = 0.03)
  x <- as_evaluations(scores, items = orders, truth = setNames(1:n, 1:n), scale = score_scale("identity"))
  fit <- score_model(x)
  expect_lt(max(abs(fit$scores - score_model(bold, n)$scores), na.rm = TRUE), 0.01)
  expect_lt(
    mean(footrule_distance(insertion_ranking(scores, model = fit), orders)),
    mean(footrule_distance(insertion_ranking(scores, scale = score_scale("identity")), orders))
  )
})

test_that("what was never seen is filled in, and unscored items count as seen", {
  x <- evaluations(
    data.frame(
      who = rep(1:2, each = 3), item = c("a", "b", "c", "c", "b", "a"), score = c(0.5, NA, 0.9, 0.6, 0.4, 0.1)
    ),
    who, item, ".row", score
  )
  fit <- score_model(x, truth = c(a = 1, b = 2, c = 3))
  expect_identical(fit$cells$n, c(2L, 1L, 0L, 1L, 0L, 1L))
  expect_equal(fit$cells$score, c(0.55, 0.4, 0.4, 0.1, 0.5, 0.9))
  # A repeated item ranks above its first showing.
  y <- as_evaluations(c(0.4, 0.6), truth = c(1, 1))
  expect_identical(score_model(y)$cells$n, c(1L, 0L, 1L))
  # Evaluators of different length.
  z <- evaluations(
    data.frame(who = c(1, 1, 2), item = c("a", "b", "b"), score = c(0.4, 0.7, 0.6)), who, item, ".row", score
  )
  expect_equal(score_model(z, truth = c(a = 1, b = 2))$cells$score, c(0.5, 0.7, 0.7))
})
