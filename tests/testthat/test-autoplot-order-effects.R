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
  # 30 draws of the noise each, 450 together.
  expect_true(all(abs(spread - 1) < 4 / sqrt(2 * 30)))
  expect_lt(abs(mean(spread^2) - 1), 4 * sqrt(2 / 450))
  expect_identical(sum(startsWith(points$panel, "Residual")), 30L * 14L)
})

test_that("residuals of few scores are as large as the noise, too", {
  square <- vapply(1:20, FUN.VALUE = 0, function(k) {
    set.seed(k)
    fit <- fit_order_effects(marks_with(5, 8), iterations = 50, chains = 2, seed = k)
    points <- internal("check_points")(fit)
    mean(points$y[startsWith(points$panel, "Spread")]^2)
  })
  # 800 of them, whose mean square has a standard error of 0.05. What is left of posterior means is 0.6.
  expect_lt(abs(mean(square) - 1), 0.15)
})

test_that("noise that grows shows in the spread by position, and what is left of serial dependence in the slope", {
  set.seed(4)
  x <- as.data.frame(marks_with(40, 12))
  x$score <- x$score + stats::rnorm(nrow(x), 0, x$position / 6)
  grows <- evaluations(x, evaluator, item, position, score, score_scale("range", -20, 40))
  points <- internal("check_points")(fit_order_effects(grows, iterations = 100, seed = 1))
  spread <- points$y[startsWith(points$panel, "Spread")]
  expect_gt(mean(spread[10:12]), 1.5 * mean(spread[1:3]))
  serial <- marks_with(30, 24, share = 2)
  slope <- function(effects) {
    points <- internal("check_points")(fit_order_effects(serial, effects, iterations = 100, seed = 1))
    lag <- points[startsWith(points$panel, "Residual"), ]
    stats::cor(lag$x, lag$y)
  }
  expect_gt(slope("start"), 0.3)
  expect_lt(abs(slope("serial")), 0.15)
})
