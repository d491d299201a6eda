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
