own_orders <- function(evaluators, n, prior_size, seed, noise = 0.05) {
  simulate_evaluations(n, evaluators = evaluators, prior_size = prior_size, noise = noise, order = "own", seed = seed)
}

test_that("the weight of the better model is that of the Bayesian bootstrap", {
  better <- c(1, -0.5, 2)
  set.seed(1)
  found <- seqjudge:::bootstrap_weight(better, log(3), 5e4)
  set.seed(2)
  by_hand <- mean(replicate(2e4, {
    share <- rgamma(3, 1)
    odds <- 3 * exp(3 * sum(share / sum(share) * better))
    odds / (1 + odds)
  }))
  expect_lt(abs(found - by_hand), 0.01)
  expect_equal(seqjudge:::bootstrap_weight(c(0, 0, 0)), 0.5)
  expect_gt(seqjudge:::bootstrap_weight(rep(50, 3)), 0.999)
})

test_that("what the scores are said to mean counts 19 to 1, and models of little weight are left out", {
  weights <- internal("model_weights")
  # With the same evidence from everybody there is nothing to average over.
  expect_equal(weights(rep(1, 3), marks = TRUE)[["ranks"]], exp(3) / (exp(3) + 19))
  expect_equal(weights(rep(-1, 3), marks = FALSE)[["ranks"]], 19 / (19 + exp(3)))
  expect_equal(sum(weights(c(1, -2, 3), marks = TRUE)), 1)
  expect_identical(weights(rep(-1, 3), marks = TRUE), c(ratings = 1, ranks = 0))
  expect_identical(weights(rep(1, 3), marks = FALSE), c(ratings = 0, ranks = 1))
})

test_that("orders are shared where there are at most half as many as evaluators", {
  x <- function(orders) as_evaluations(matrix(0.5, nrow(orders), 3), items = orders)
  why <- function(orders) internal("not_weighed")(x(orders), FALSE, NULL)
  a <- c("a", "b", "c")
  expect_identical(why(rbind(a, a, rev(a), rev(a))), "shared")
  expect_null(why(rbind(a, a, rev(a), c("b", "a", "c"))))
  expect_identical(why(rbind(a, rev(a))), "few")
})

test_that("predictions are those of the rank model", {
  # Mean of the noiseless score over prior items: (relative rank + size * rank / (n + 1)) / (size + t + 1).
  set.seed(3)
  size <- rep(c(0, 4, Inf), each = 4e4)
  drawn <- seqjudge:::expected_share(rep(3, length(size)), 5, below = 1, position = 2, size = size)
  expect_equal(as.vector(tapply(drawn, size, mean)), c(2 / 3, (2 + 4 / 2) / 7, 0.5), tolerance = 0.01)
})

test_that("qualities are compared as in the ratings chain", {
  own <- rbind(c(1, 1), c(-2, -2), c(0.5, 0.5))
  seen <- seqjudge:::compared_quality(own, 3, 3, c(4, Inf), c(2, 2))
  expect_equal(seen$mean, c((6 * 0.5 - (1 - 2)) / 8, 0.5))
  expect_equal(seen$variance, c(2 * (6 / 64 + 4 / 64), 0))
})

test_that("evaluators who follow the rank model give it all the weight", {
  skip_on_cran()
  x <- own_orders(6, 6, 0, seed = 1)
  panel <- suppressMessages(rank_panel(x, seed = 1))
  expect_identical(panel$weights, c(ratings = 0, ranks = 1))
  expect_identical(panel$model, "ranks")
  by_ranks <- rank_panel(x, model = "ranks")
  expect_identical(as.data.frame(panel), as.data.frame(by_ranks))
  expect_match(format(panel), "Rank model alone: it predicts", all = FALSE)
})

test_that("scores that fill a part of the scale speak for the ratings model", {
  set.seed(4)
  order <- t(replicate(8, sample(6)))
  scores <- matrix(0.6 + order / 50, 8) + rnorm(48, sd = 0.01)
  x <- as_evaluations(scores, items = order, scale = score_scale("identity"))
  panel <- with_short_chains(rank_panel(x, iterations = 200, seed = 1))
  expect_gt(panel$weights[["ratings"]], 0.9)
  expect_identical(as.data.frame(panel)$item[1], "6")
})

test_that("rankings of both models are mixed with their weights", {
  x <- own_orders(4, 5, 3, seed = 2)
  ratings <- with_short_chains(rank_panel(x, model = "ratings", iterations = 100, seed = 1))
  ranks <- rank_panel(x, model = "ranks")
  settings <- list(loss = "footrule", level = 0.95, share_places = NULL)
  mixed <- seqjudge:::mix_panels(list(ratings = ratings, ranks = ranks), c(ratings = 0.3, ranks = 0.7), settings)
  mixed$weights <- c(ratings = 0.3, ranks = 0.7)
  p <- function(panel) rank_probability(panel)[unique(x$item), ]
  expect_equal(p(mixed), 0.3 * p(ratings) + 0.7 * p(ranks))
  expect_equal(sum(mixed$distribution$weights), 1)
  expect_true(is.na(glance(mixed)$entropy))
  expect_match(format(mixed), "Ratings model 30%, rank model 70%", all = FALSE)
  expect_s3_class(autoplot(mixed), "ggplot")
  skip_if_not_installed("posterior")
  expect_equal(posterior::ndraws(posterior::as_draws(mixed)), ncol(mixed$distribution$ranks))
  heavy <- seqjudge:::mix_panels(list(ratings = ratings, ranks = ranks), c(ratings = 0.7, ranks = 0.3), settings)
  expect_identical(heavy$model, "ratings")
  expect_s3_class(autoplot(heavy, "trace"), "ggplot")
})

test_that("one model alone is taken where the two cannot be weighed, and it is said why", {
  said <- function(x, ...) {
    panel <- with_short_chains(rank_panel(x, iterations = 20, chains = 2, seed = 1, ...))
    grep("alone", format(panel), value = TRUE)
  }
  expect_match(said(own_orders(2, 4, 0, 1)), "Rank model alone: too few evaluators")
  shared <- simulate_evaluations(4, evaluators = 4, order = "shared", seed = 1)
  expect_match(said(shared), "Rank model alone: evaluators share orders")
  marks <- evaluations(bakeoff, judge, contestant, position, points, score_scale("range", 0, 100), order = "arranged")
  expect_match(said(marks), "Ratings model alone: early scores are not cautious")
  large <- own_orders(11, 100, Inf, 1)
  expect_match(said(large), "Ratings model alone: the panel is too large")
  # A model that was asked for is not weighed.
  expect_length(said(own_orders(2, 4, 0, 1), prior = 1), 0)
})

test_that("set.seed() governs, and the number of threads does not matter", {
  x <- evaluations(bakeoff, judge, contestant, position, points, score_scale("range", 0, 100))
  run <- function(...) {
    suppressWarnings(suppressMessages(as.data.frame(rank_panel(x, iterations = 50, chains = 2, ...))))
  }
  set.seed(1)
  first <- run(threads = 1)
  set.seed(1)
  expect_identical(run(threads = 2), first)
})
