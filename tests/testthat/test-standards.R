# Tests that standards of statistical software ask for (STANDARDS.md) and that belong to no single file.

# Judges with orders of their own, who follow the paper's model.
contest <- function(evaluators, seed, n = 12, prior_size = 0, noise = 0.05) {
  simulate_evaluations(n, evaluators = evaluators, prior_size = prior_size, noise = noise, order = "own", seed = seed)
}

test_that("noise at the limit of floating point changes nothing", {
  x <- contest(3, seed = 1)
  y <- x
  set.seed(2)
  y$score <- y$score * (1 + .Machine$double.eps * sample(-2:2, nrow(y), replace = TRUE))
  expect_identical(as.data.frame(rank_items(x, prior = 2))$rank, as.data.frame(rank_items(y, prior = 2))$rank)
  expect_equal(coef(fit_prior(x)), coef(fit_prior(y)), tolerance = 1e-6)
  exact <- function(x) confint(rank_posterior(x, prior = 2, noise = 0.05, draws = 200, seed = 1))
  expect_equal(exact(x), exact(y))
  p_value <- function(x) test_order_effect(x, permutations = 99, seed = 1)$global$p_value
  expect_equal(p_value(x), p_value(y), tolerance = 1e-6)
})

test_that("another seed gives the same answer within its error", {
  x <- contest(1, seed = 3)
  exact <- rank_posterior(x, prior = 0, noise = 0.05, method = "exact")
  truth <- top_probability(exact, 1)$probability
  for (seed in if (is_extended()) 1:20 else 1:3) {
    drawn <- top_probability(rank_posterior(x, prior = 0, noise = 0.05, draws = 4000, seed = seed), 1)$probability
    # Five standard errors of a share of 4000 draws.
    expect_lt(max(abs(drawn - truth) / sqrt(pmax(truth * (1 - truth), 1e-3) / 4000)), 5)
  }
})

test_that("scores that tell nothing leave all rankings equally likely", {
  x <- as_evaluations(c(a = 0.9, b = 0.1, c = 0.4))
  flat <- rank_probability(rank_posterior(x, prior = 0, noise = 1e5, method = "exact"))
  expect_equal(max(abs(flat - 1 / 3)), 0, tolerance = 1e-6)
  for (prior in c(0, 3)) {
    panel <- rank_panel(x, model = "ranks", prior = prior, noise = 1e5, method = "exact")
    expect_equal(max(abs(rank_probability(panel) - 1 / 3)), 0, tolerance = 1e-6)
  }
})

test_that("messages can be silenced, and warnings stay", {
  marks <- as_evaluations(c(a = 0.2, b = 0.7, c = NA))
  expect_message(rank_items(marks, prior = 1), class = "seqjudge_message_unscored")
  expect_silent(suppressMessages(rank_items(marks, prior = 1), classes = "seqjudge_message_unscored"))
  warned <- function() as_evaluations(c(a = 50, b = 70), scale = score_scale("identity"))
  expect_warning(suppressMessages(warned()), class = "seqjudge_warning_scale")
  expect_silent(suppressWarnings(warned(), classes = "seqjudge_warning_scale"))
})

test_that("prior sizes are found again with every seed", {
  for (seed in if (is_extended()) 1:30 else 1:3) {
    fit <- fit_prior(contest(10, seed = seed, n = 25, prior_size = 4, noise = 0.03))
    expect_true(abs(log((coef(fit)[["prior_size"]] + 1) / 5)) < log(2), label = paste("the size of seed", seed))
    expect_lt(abs(coef(fit)[["noise"]] - 0.03), 0.01)
  }
})

test_that("more judges come closer to the truth", {
  skip_unless_extended()
  errors <- vapply(c(2, 5, 10), FUN.VALUE = 0, function(evaluators) {
    mean(vapply(1:10, FUN.VALUE = 0, function(seed) {
      x <- contest(evaluators, seed = seed, prior_size = 5, noise = 0.1)
      panel <- suppressWarnings(
        rank_panel(x, model = "ranks", iterations = 500, chains = 2, seed = 1, progress = FALSE),
        classes = "seqjudge_warning_mixing"
      )
      found <- as.data.frame(panel)
      truth <- x$truth[match(found$item, x$item)]
      footrule_distance(found$rank, truth)
    }))
  })
  expect_true(all(diff(errors) < 0))
})

test_that("stopping when it is enough gives what a fixed number of draws gives", {
  skip_unless_extended()
  x <- simulate_evaluations(15, evaluators = 8, noise = 0.1, prior_size = 50, order = "own", seed = 1)
  x <- evaluations(as.data.frame(x), evaluator, item, position, score, score_scale("range", -1, 2), order = "random")
  stopped <- tidy(fit_order_effects(x, effects = "drift", seed = 1, progress = FALSE))
  fixed <- tidy(fit_order_effects(x, effects = "drift", iterations = 4000, seed = 2, progress = FALSE))
  width <- fixed$upper - fixed$lower
  expect_lt(max(abs(stopped$estimate - fixed$estimate) / width), 0.1)
  expect_lt(max(abs(stopped$lower - fixed$lower) / width), 0.15)
})
