test_that("fits print what matters", {
  x <- bakeoff_rows()
  set.seed(431)
  expect_snapshot({
    fit_prior(x["Amara"])
    fit_prior(x["Ines"], noise = "uniform")
    fit_prior(x, truth = TRUE)
    fit_prior(x, pooled = "partial")
    fit_prior(x, pooled = FALSE)
    fit_prior(x, method = "truth")
    fit_prior(x, method = "agreement", metric = "footrule")
    summary(fit_prior(x))
    summary(fit_prior(x, pooled = "partial"))
  })
})

test_that("bad arguments are named", {
  x <- bakeoff_rows()
  tied <- setNames(rep(1, 12), unique(bakeoff$contestant))
  expect_snapshot(error = TRUE, {
    fit_prior(bakeoff)
    fit_prior(as_evaluations(c(a = NA_real_, b = NA_real_)))
    fit_prior(x, method = "guess")
    fit_prior(x, pooled = "some")
    fit_prior(x, pooled = FALSE, truth = TRUE)
    fit_prior(x, pooled = "partial", method = "agreement")
    fit_prior(x, metric = "kendall")
    fit_prior(x, method = "agreement", metric = "inversion")
    fit_prior(x, method = "truth", folds = 1)
    fit_prior(x, level = 95)
    fit_prior(x, level = "95%")
    fit_prior(x, truth = tied)
    fit_prior(as_evaluations(c(a = 0.5, b = 0.2)), truth = TRUE)
    fit_prior(as_evaluations(c(a = 0.5, b = 0.2)), method = "agreement")
    prior_sizes(fit_prior(x, pooled = FALSE), c("Zoe", "Milo"))
    logLik(fit_prior(x, method = "truth"))
    confint(fit_prior(x, pooled = FALSE), level = 0.9)
    autoplot(fit_prior(x), type = "evaluators")
    autoplot(fit_prior(x, pooled = FALSE), type = "profile")
  })
})

test_that("no rows at all are an error of its own", {
  empty <- bakeoff_rows()[character()]
  expect_error(fit_prior(empty), class = "seqjudge_error_no_scores")
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

test_that("all pictures can be drawn", {
  x <- bakeoff_rows()
  fits <- list(fit_prior(x), fit_prior(x["Milo"]), fit_prior(x, pooled = "partial"), fit_prior(x, method = "agreement"))
  for (fit in fits) {
    for (type in c("profile", "spread", if (!isTRUE(fit$pooled)) "evaluators")) {
      expect_no_warning(built <- ggplot2::ggplot_build(autoplot(fit, type = type)))
      expect_s3_class(built$plot, "ggplot")
    }
  }
  withr::with_pdf(NULL, expect_s3_class(plot(fits[[1]]), "ggplot"))
})
