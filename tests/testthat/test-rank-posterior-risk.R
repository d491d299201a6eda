# The information limit, and the pictures of posteriors.

test_that("expected errors and errors against the truth have the same mean", {
  for (loss in c("footrule", "squared")) {
    found <- risk_errors(15, 0.1, loss, 400, seed = 1, group = 1, threads = 2)
    for (ranking in colnames(found$loss)) {
      difference <- found$loss[, ranking] - found$realised[, ranking]
      expect_lt(abs(mean(difference)), 4 * sd(difference) / sqrt(400))
    }
    # No ranking has a smaller expected loss, in any single sequence.
    expect_true(all(found$loss[, "best"] <= found$loss[, "insertion"] + 1e-12))
    expect_true(all(found$loss[, "best"] <= found$loss[, "induced"] + 1e-12))
  }
})

test_that("the risk of a pair of items is what integration says", {
  # The first score says nothing. The second is 1/3 or 2/3 plus noise: with delta = 1/3 half of the scores decide.
  limit <- bayes_risk(2, 1 / 3, reps = 4000, seed = 1)
  # Wrong with probability 1/2 in the undecided half; then the footrule is 2 / 2^2.
  expect_equal(limit$risk[limit$ranking == "best"], 0.5 * 0.5 * 0.5, tolerance = 0.05)
  # Without noise that matters there is nothing to lose.
  expect_equal(bayes_risk(5, 0.01, reps = 20, seed = 1)$risk[1:2], c(0, 0), tolerance = 1e-12)
})

test_that("risks have their columns, print, and do not depend on threads", {
  limit <- bayes_risk(c(5, 8), c(0.1, 0.2), reps = 30, seed = 1, threads = 1)
  expect_identical(bayes_risk(c(5, 8), c(0.1, 0.2), reps = 30, seed = 1, threads = 3), limit)
  expect_named(limit, c("n", "delta", "loss", "ranking", "risk", "se", "saved", "max_entrywise"))
  expect_identical(nrow(limit), 12L)
  expect_snapshot(bayes_risk(5, 0.2, "squared", reps = 10, seed = 1))
  expect_snapshot(error = TRUE, {
    bayes_risk(1, 0.1)
    bayes_risk("a", 0.1)
    bayes_risk(10, c(0.1, -1))
    bayes_risk(10, 0.1, loss = "kendall")
    bayes_risk(10, 0.1, reps = 0)
  })
  expect_s3_class(autoplot(limit), "ggplot")
})

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
