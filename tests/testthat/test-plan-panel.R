test_that("predictions are those of contests simulated by plain R", {
  skip_on_cran()
  withr::local_seed(1)
  for (s in contest_scenarios()) {
    planned <- planned_winner(s, 4000)
    by_hand <- winner_by_hand(s, 150)
    se <- sqrt(by_hand * (1 - by_hand) / 150 + planned$winner_se^2)
    expect_lt(abs(planned$winner - by_hand), 4 * se)
  }
})

test_that("two items and one judge have a closed form", {
  # Both differences are normal, with standard deviations in the ratio of quality and noise: the probability of the same
  # sign is that of a quadrant.
  for (noise in c(0.5, 1, 3)) {
    plan <- plan_panel(items = 2, evaluators = 1, effects = list(noise = noise), reps = 20000, seed = 1)
    found <- as.data.frame(plan)
    expect_lt(abs(found$winner - (0.5 + atan(1 / noise) / pi)), 4 * found$winner_se)
    # The wrong order moves both items by one rank.
    expect_equal(found$footrule, (1 - found$winner) * 2 / 4)
    expect_equal(found$top, 1)
  }
})

test_that("judges average their noise, and severity does not matter where everybody sees everything", {
  one <- as.data.frame(plan_panel(items = 2, evaluators = 1, effects = list(noise = 1), reps = 20000, seed = 1))
  four <- as.data.frame(plan_panel(items = 2, evaluators = 4, effects = list(noise = 2), reps = 20000, seed = 2))
  expect_lt(abs(one$winner - four$winner), 4 * sqrt(one$winner_se^2 + four$winner_se^2))
  strict <- function(s) {
    as.data.frame(plan_panel(items = 6, evaluators = 3, effects = list(severity = s), reps = 500, seed = 1))$winner
  }
  expect_equal(strict(0), strict(100))
})

test_that("without noise everything is right", {
  plan <- plan_panel(
    items = 7, evaluators = c(1, 3), order = c("own", "shared", "balanced"), second_round = c(0, 3),
    effects = list(noise = 0), reps = 50, seed = 1
  )
  found <- as.data.frame(plan)
  expect_true(all(found$winner == 1 & found$top == 1 & found$share == 1 & found$footrule == 0))
  expect_equal(found$winner_se, rep(0, nrow(found)))
  # Relative ranks without noise lead back to the ranking, whatever the prior size.
  exact <- plan_panel(
    items = 7, evaluators = 2, model = "ranks", warmup = c(0, 4), effects = list(prior_size = 2, noise = 0),
    reps = 50, seed = 1
  )
  expect_equal(as.data.frame(exact)$footrule, c(0, 0))
})

test_that("a drift harms in one order for all, and not in own ones", {
  plan <- plan_panel(
    items = 10, evaluators = 5, order = c("own", "shared"), effects = list(drift = 3, noise = 0.3), reps = 1000,
    seed = 1
  )
  found <- as.data.frame(plan)
  plain <- as.data.frame(plan_panel(items = 10, evaluators = 5, effects = list(noise = 0.3), reps = 1000, seed = 1))
  expect_equal(found$winner[1], plain$winner, tolerance = 0.05)
  expect_lt(found$winner[2], plain$winner - 0.2)
})

test_that("costs, targets and the cheapest panel", {
  plan <- plan_panel(
    0.75,
    items = 8, evaluators = c(2, 6, 12), warmup = c(0, 2), second_round = c(0, 3), cost = c(judge = 10, score = 1),
    reps = 500, seed = 1
  )
  found <- as.data.frame(plan)
  expect_equal(found$scores, with(found, evaluators * (8 + warmup + second_round)))
  expect_equal(found$cost, 10 * found$evaluators + found$scores)
  expect_equal(found$reached, found$winner >= 0.75)
  reached <- found[found$reached, ]
  expect_equal(glance(plan)$cost, min(reached$cost))
  expect_equal(nrow(summary(plan)), nrow(reached))
  footrule <- plan_panel(0.1, items = 8, evaluators = c(2, 20), measure = "footrule", reps = 200, seed = 1)
  expect_equal(as.data.frame(footrule)$reached, as.data.frame(footrule)$footrule <= 0.1)
  expect_true(is.na(glance(plan_panel(0.99, items = 20, evaluators = 1, reps = 50, seed = 1))$cost))
})

test_that("the result does not depend on threads, batches or backends", {
  run <- function(...) plan_panel(items = 9, evaluators = c(2, 4), per_evaluator = c(5, 9), reps = 300, seed = 3, ...)
  one <- run(threads = 1)
  expect_identical(run(threads = 2)$totals, one$totals)
  few <- plan_panel(items = 9, evaluators = c(2, 4), per_evaluator = c(5, 9), reps = 100, seed = 3)
  expect_identical(update(few, reps = 300, progress = FALSE)$totals, one$totals)
  expect_error(update(one, reps = 100), class = "seqjudge_error_value")
  skip_if_not_installed("future.apply")
  skip_on_cran()
  old <- future::plan(future::multisession, workers = 2)
  withr::defer(future::plan(old))
  skip_if(inherits(try(future::value(future::future(asNamespace("seqjudge")$run_contests)), TRUE), "try-error"))
  expect_identical(run()$totals, one$totals)
})

test_that("a pilot sets the sizes", {
  withr::local_seed(4)
  n <- 12
  quality <- stats::rnorm(n)
  scores <- lapply(1:8, function(j) {
    seen <- sample(n)
    level <- stats::rnorm(1, 6, 0.5)
    data.frame(j = j, i = seen, p = 1:n, y = level + quality[seen] - 2 * (1:n) / n + stats::rnorm(n, 0, 0.7))
  })
  x <- evaluations(do.call(rbind, scores), j, i, p, y, scale = score_scale("range", -5, 15))
  fit <- fit_order_effects(x, iterations = 100, chains = 2, seed = 1, progress = FALSE)
  plan <- plan_panel(fit = fit, evaluators = 4, reps = 50, seed = 1)
  expect_equal(plan$items, n)
  expect_equal(plan$model, "ratings")
  found <- tidy(fit)
  # In standard deviations of scores, as the fit has them.
  expect_equal(plan$effects$drift, found$estimate[found$effect == "drift"] / fit$table$unit, tolerance = 1e-6)
  expect_equal(plan$effects$noise / plan$effects$quality, 0.7 / stats::sd(quality), tolerance = 0.35)
  expect_equal(plan_panel(fit = fit, evaluators = 4, effects = list(drift = 0), reps = 50)$effects$drift, 0)
  shares <- simulate_evaluations(15, evaluators = 4, prior_size = 2, noise = 0.05, seed = 1)
  prior <- fit_prior(shares)
  ranks <- plan_panel(fit = prior, evaluators = 4, reps = 50, seed = 1)
  expect_equal(ranks$model, "ranks")
  expect_equal(ranks$effects$noise, coef(prior)[["noise"]])
})

test_that("printing, pictures and errors", {
  plan <- plan_panel(0.7, items = 8, evaluators = c(2, 6), warmup = c(0, 2), reps = 100, seed = 1)
  expect_snapshot(plan)
  expect_snapshot(plan_panel(0.99, items = 8, evaluators = 2, measure = "share", reps = 100, seed = 1))
  for (measure in contest_measures) expect_s3_class(autoplot(plan, "cost", measure), "ggplot")
  expect_s3_class(autoplot(plan), "ggplot")
  # Both axes have numbers.
  for (type in c("cost", "evaluators")) {
    axis <- ggplot2::ggplot_build(autoplot(plan, type))$layout$panel_params[[1]]$x
    expect_gt(sum(!is.na(axis$breaks)), 0)
  }
  expect_equal(nrow(tidy(plan)), 16)
  expect_snapshot(error = TRUE, {
    plan_panel()
    plan_panel(2, items = 5)
    plan_panel(items = 1)
    plan_panel(items = 5, evaluators = 0)
    plan_panel(items = 5, per_evaluator = 6)
    plan_panel(items = 5, order = "random")
    plan_panel(items = 5, per_evaluator = 3, order = "balanced")
    plan_panel(items = 5, effects = list(drft = 1))
    plan_panel(items = 5, effects = list(noise = -1))
    plan_panel(items = 5, model = "ranks", effects = list(drift = 1))
    plan_panel(items = 5, cost = c(judge = 1))
    plan_panel(items = 5, fit = 1)
    plan_panel(items = 5, reps = 1)
  })
})

test_that("orders are those that were asked for", {
  exact <- list(noise = 1e-6, severity = 0)
  winner <- function(...) as.data.frame(plan_panel(items = 8, evaluators = 1, ..., reps = 400, seed = 1))$winner
  # A single judge who sees two of eight items finds the best if it is one of them.
  expect_equal(winner(per_evaluator = 2, effects = exact), 1 / 4, tolerance = 0.3)
  # In one order a steep drift makes the last the winner; in others it is taken out.
  steep <- winner(order = c("own", "shared", "balanced"), effects = c(exact, drift = 100))
  expect_identical(steep[c(1, 3)], c(1, 1))
  expect_equal(steep[2], 1 / 8, tolerance = 0.5)
})

test_that("orders are named, and there are some evaluators", {
  expect_error(plan_panel(items = 5, order = 1), class = "seqjudge_error_type")
  expect_error(plan_panel(items = 5, evaluators = numeric()), class = "seqjudge_error_shape")
})

test_that("a plan says what it was made for", {
  of <- function(...) format(plan_panel(items = 5, evaluators = 2, ..., reps = 20, seed = 1, progress = FALSE))
  expect_match(of(measure = "footrule", target = 0.3), "a mean footrule of at most 0.3", all = FALSE)
  expect_match(of(measure = "top", k = 2, target = 0.3), "the right 2 best", all = FALSE)
})
