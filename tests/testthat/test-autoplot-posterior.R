test_that("every picture of a posterior can be drawn, with the best on top", {
  x <- bakeoff_rows()
  objects <- lapply(list(x, x["Ines"]), rank_posterior, prior = 5, draws = 100, seed = 1)
  for (object in objects) {
    for (type in c("intervals", "heatmap", "top", "pairs")) {
      picture <- autoplot(object, type)
      expect_s3_class(picture, "ggplot")
      expect_no_error(ggplot2::ggplot_build(picture))
    }
  }
  one <- rank_posterior(x["Ines"], 5, draws = 100, seed = 1)
  data <- autoplot(one)$data
  # Levels run upwards.
  expect_identical(as.character(data$y[data$place == 1]), tail(levels(data$y), 1))
  expect_match(autoplot(one, level = 0.5)$labels$caption, "50% intervals")
  expect_equal(autoplot(one, "heatmap")$data$probability[1:12], unname(rank_probability(one)[, 1]))
  many <- rank_posterior(simulate_evaluations(100, noise = 0.05, seed = 1), 0, 0.05, draws = 100, seed = 1)
  expect_lt(nrow(autoplot(many, "top", k = 5)$data), 61)
  expect_match(autoplot(many, "top", k = 5)$labels$caption, "left out")
  expect_no_error(ggplot2::ggplot_build(autoplot(many, "pairs")))
  exact <- rank_posterior(x["Ines"], 0, 0.05, method = "exact")
  expect_no_error(ggplot2::ggplot_build(autoplot(exact, "heatmap")))
  expect_snapshot(error = TRUE, {
    autoplot(exact, "pairs")
    autoplot(one, "lines")
    autoplot(one, evaluators = "Nobody")
  })
})

test_that("with no names at all the best are still shown", {
  d <- rank_distribution(rbind(a = c(1, 2, 1), b = c(2, 1, 3), c = c(3, 3, 2)))
  for (type in c("intervals", "heatmap", "top", "pairs")) {
    built <- ggplot2::ggplot_build(autoplot(d, type, k = 2, named = 0))
    expect_gt(nrow(built$data[[1]]), 1)
  }
  expect_equal(nrow(ggplot2::layer_data(autoplot(d, "top", k = 2, named = 0))), 2)
})
