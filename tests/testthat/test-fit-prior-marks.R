# Prior sizes of marks, whose scale is learned.

test_that("interval and test never contradict each other", {
  set.seed(1)
  for (k in 1:12) {
    fit <- fit_prior(marks_of(3, 8, size = c(0, 3, Inf)[1 + k %% 3]), level = c(0.5, 0.9, 0.95)[1 + k %% 3])
    p <- fit$test[["p_value"]]
    rejected <- p <= 1 - fit$level + 1e-9
    expect_identical(is.finite(fit$upper), rejected)
    expect_identical(is.finite(fit$prior_size), rejected)
    expect_lte(fit$lower, fit$prior_size)
    expect_gte(fit$upper, fit$prior_size)
    expect_identical(any(grepl("rejected", format(fit))), rejected)
    other <- confint(fit, level = 0.8)
    expect_identical(is.finite(other[[2]]), p <= 0.2 + 1e-9)
  }
})

test_that("ordinary marks need no correction, those of beginners do", {
  set.seed(2)
  half_points <- function() {
    x <- as.data.frame(marks_of(5, 15))
    x$score <- round(2 * x$score) / 2
    evaluations(x, evaluator, item, position, score, scale = score_scale("range", 0, 12))
  }
  sizes <- replicate(10, fit_prior(half_points())$prior_size)
  expect_gte(sum(is.infinite(sizes)), 8)
  sizes <- replicate(4, fit_prior(marks_of(5, 15, size = 0, noise = 0.2))$prior_size)
  expect_gte(sum(is.finite(sizes)), 3)
  expect_lte(min(sizes), 3)
})

test_that("shares of the same numbers are fitted as before", {
  x <- bakeoff_rows()
  identity <- as.data.frame(x)
  identity$score <- identity$score / 100
  plain <- evaluations(identity, evaluator, item, position, score)
  expect_equal(fit_prior(x)$profile, fit_prior(plain)$profile)
})

test_that("sizes of each evaluator, and of a population", {
  set.seed(3)
  x <- marks_of(6, 12, size = 0, noise = 0.1)
  partial <- fit_prior(x, pooled = "partial")
  expect_equal(sum(partial$mixing$weight), 1)
  expect_identical(nrow(partial$evaluators), 6L)
  expect_true(all(partial$evaluators$lower <= partial$evaluators$prior_size))
  expect_true(all(partial$evaluators$upper >= partial$evaluators$prior_size))
  # Weights are the likeliest, where what is known beforehand counts as a seventh evaluator: moving some of the weight
  # to any size gains nothing.
  profiles <- lapply(1:6, function(j) fit_prior(x[j])$profile)
  likelihood <- vapply(profiles, function(p) exp(p$integrated - max(p$integrated)), numeric(11))
  weight <- partial$mixing$weight
  known <- c(internal("size_weights")(profiles[[1]]$prior_size[1:10]), 1) / 2
  expect_equal(drop(likelihood %*% (1 / drop(weight %*% likelihood))) + known / weight, rep(7, 11), tolerance = 0.01)
  each <- fit_prior(x, pooled = FALSE)
  expect_true(is.na(each$prior_size))
  for (j in 1:2) {
    own <- fit_prior(x[j])
    expect_identical(each$evaluators$prior_size[j], own$prior_size)
    expect_identical(each$evaluators$upper[j], own$upper)
  }
  # The evaluators' scores together tell more than those of each.
  expect_lte(max(partial$evaluators$prior_size), max(each$evaluators$prior_size))
  expect_identical(unname(rank_items(x, prior = partial)$prior_size), partial$evaluators$prior_size)
})

test_that("a fit tells the posterior which sizes there are", {
  set.seed(4)
  x <- marks_of(5, 12, size = 0, noise = 0.1)
  fit <- fit_prior(x)
  expect_true(is.finite(fit$prior_size))
  posterior <- rank_posterior(x, prior = fit, seed = 1, draws = 500)
  expect_identical(suppressMessages(rank_posterior(x, seed = 1, draws = 500))$distributions, posterior$distributions)
  expect_true(posterior$uncertain)
  # What other judges' scores said counts for these.
  calm <- rank_posterior(marks_of(3, 12), prior = fit, seed = 1, draws = 100)
  expect_identical(unname(calm$prior_size), rep(fit$prior_size, 3))
  known <- rank_posterior(x, prior = fit, uncertain = FALSE, seed = 1, draws = 100)
  expect_identical(unique(as.vector(known$settings$prior_size)), fit$prior_size)
  partial <- fit_prior(x, pooled = "partial")
  expect_error(rank_posterior(x, prior = partial, uncertain = TRUE), class = "seqjudge_error_value")
  own <- rank_posterior(x, prior = partial, seed = 1, draws = 100)
  expect_identical(unname(own$prior_size), partial$evaluators$prior_size)
})

test_that("noise is normal, and nothing is learned where nobody told items apart", {
  set.seed(5)
  expect_error(fit_prior(marks_of(2, 5), noise_type = "uniform"), class = "seqjudge_error_value")
  level <- fit_prior(as_evaluations(c(a = 7, b = 7), scale = score_scale("range", 0, 10)))
  expect_identical(c(level$prior_size, level$lower, level$upper), c(Inf, 0, Inf))
  expect_identical(level$test[["p_value"]], 1)
})
