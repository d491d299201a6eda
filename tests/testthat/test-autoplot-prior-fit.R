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

test_that("of marks the spread is about the mean, and a calibrated fit is the line of no correction", {
  x <- evaluations(bakeoff, judge, contestant, position, points, scale = score_scale("range", 0, 100))
  fit <- fit_prior(x)
  expect_identical(coef(fit)[["prior_size"]], Inf)
  picture <- autoplot(fit, type = "spread")
  expect_match(picture$labels$caption, "about the evaluator's mean", fixed = TRUE)
  lines <- ggplot2::layer_data(picture)
  expect_equal(lines$y[lines$group == 1], lines$y[lines$group == 2])
  expect_match(paste(format(summary(fit)), collapse = " "), "about the evaluator's mean", fixed = TRUE)
  # The interval of marks is not a cut through the likelihood.
  profile <- autoplot(fit, type = "profile")
  kinds <- vapply(profile$layers, function(layer) class(layer$geom)[1], "")
  expect_false("GeomHline" %in% kinds)
  expect_no_match(profile$labels$caption, "Dotted")
})
