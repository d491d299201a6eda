test_that("fits print what matters", {
  x <- bakeoff_rows()
  set.seed(431)
  expect_snapshot({
    fit_prior(x["Amara"])
    fit_prior(x["Ines"], noise_type = "uniform")
    fit_prior(x, truth = TRUE)
    fit_prior(x, pooled = "partial")
    fit_prior(x, pooled = FALSE)
    fit_prior(x, method = "truth")
    fit_prior(x, method = "agreement", metric = "footrule")
    summary(fit_prior(x))
    summary(fit_prior(x, pooled = "partial"))
  })
})

test_that("estimates come in the shapes that were promised", {
  x <- bakeoff_rows()
  pooled <- fit_prior(x)
  expect_named(coef(pooled), c("prior_size", "noise"))
  expect_identical(dim(confint(pooled)), c(1L, 2L))
  expect_named(tidy(pooled), c("term", "estimate", "conf.low", "conf.high"))
  expect_identical(tidy(pooled)$estimate, unname(coef(pooled)))
  partial <- fit_prior(x, pooled = "partial")
  expect_identical(dim(coef(partial)), c(6L, 2L))
  expect_identical(dim(confint(partial)), c(6L, 2L))
  expect_identical(nrow(tidy(partial)), 12L)
  expect_identical(tidy(partial)$evaluator[1:4], c("Amara", "Amara", "Bruno", "Bruno"))
  for (fit in list(pooled, partial, fit_prior(x, pooled = FALSE), fit_prior(x, method = "truth"))) {
    row <- glance(fit)
    expect_identical(dim(row), c(1L, 13L))
    expect_identical(row$nobs, 72L)
    expect_identical(row$evaluators, 6L)
  }
})

test_that("intervals of other levels are nested", {
  fit <- fit_prior(bakeoff_rows())
  wide <- confint(fit, level = 0.99)
  narrow <- confint(fit, level = 0.5)
  expect_true(wide[1] <= fit$lower && fit$upper <= wide[2])
  expect_true(fit$lower <= narrow[1] && narrow[2] <= fit$upper)
  expect_true(all(c(wide, narrow) == round(c(wide, narrow))))
  again <- fit_prior(bakeoff_rows(), level = 0.5)
  expect_identical(unname(narrow[1, ]), c(again$lower, again$upper))
})

test_that("a fit can draw evaluations like those it was fitted to", {
  x <- bakeoff_rows()
  fit <- fit_prior(x, pooled = "partial")
  drawn <- simulate(fit, 2, seed = 1)
  expect_identical(simulate(fit, 2, seed = 1), drawn)
  expect_identical(as.data.frame(drawn[[1]])[-4], as.data.frame(x)[-4])
  expect_false(identical(drawn[[1]]$score, drawn[[2]]$score))
  expect_identical(simulate(fit, 0), list())
  # Scores of an evaluator with many items spread as the model says.
  long <- simulate_evaluations(400, 20, prior_size = 3, noise = 0.05, seed = 2)
  again <- simulate(fit_prior(long), seed = 3)[[1]]
  spread <- function(x, t) stats::sd(x$score[x$position == t])
  expect_lt(spread(again, 1), spread(again, 400))
  expect_equal(mean(again$score), 0.5, tolerance = 0.05)
  expect_snapshot(error = TRUE, {
    simulate(fit, -1)
    simulate(fit, sd = 2)
  })
})
