test_that("all pictures can be drawn", {
  set.seed(1)
  fits <- list(
    fit_order_effects(bakeoff_rows(), iterations = 50, seed = 1),
    fit_order_effects(marks_of(5, 8, order = function(j) 1:8), iterations = 50, seed = 1),
    fit_order_effects(as_evaluations(c(5, 7, 6, 9), scale = score_scale("range", 0, 10)), iterations = 50, seed = 1)
  )
  for (fit in fits) {
    for (type in c("effects", "position", "check")) {
      expect_no_warning(built <- ggplot2::ggplot_build(autoplot(fit, type = type)))
      expect_s3_class(built$plot, "ggplot")
    }
  }
  expect_error(autoplot(fits[[1]], "residuals"), class = "seqjudge_error_value")
})

test_that("the page of checks shows residuals in units of the noise", {
  set.seed(2)
  fit <- fit_order_effects(marks_with(30, 15), iterations = 100, seed = 1)
  points <- internal("check_points")(fit)
  spread <- points$y[startsWith(points$panel, "Spread")]
  expect_length(spread, 15)
  expect_true(all(spread > 0.7 & spread < 1.2))
  expect_identical(sum(startsWith(points$panel, "Residual")), 30L * 14L)
})
