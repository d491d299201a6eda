# Mean scores by position and true rank.

test_that("mean_scores() averages by position and true rank", {
  means <- mean_scores(paired_items(), truth = c(a = 10, b = 20))
  # Cem scored one item only, which has rank 1 among those.
  expect_equal(
    as.data.frame(unclass(means)),
    data.frame(
      position = c(1L, 1L, 2L, 2L), true_rank = c(1, 2, 1, 2), n = c(1L, 1L, 2L, 1L), mean = c(4, 5, 4, 6),
      se = c(NA, NA, sd(c(1, 7)) / sqrt(2), NA)
    )
  )
  scaled <- mean_scores(paired_items(), truth = c(a = 10, b = 20), scaled = TRUE)
  expect_equal(scaled$mean, means$mean / 10)
  expect_equal(scaled$se, means$se / 10)
})

test_that("mean_scores() of the existence experiment is the paper's Figure 3", {
  x <- published_experiment("existence")
  means <- mean_scores(x)
  expect_identical(nrow(means), 25L)
  expect_identical(means$n, rep(48L, 25))
  # The same from the columns of the file.
  ranks <- ave(x$truth, x$evaluator, FUN = rank)
  for (k in seq_len(25)) {
    scores <- x$score[x$position == means$position[k] & ranks == means$true_rank[k]]
    expect_equal(means$mean[k], mean(scores))
    expect_equal(means$se[k], sd(scores) / sqrt(48))
  }
  change <- means$mean[means$position == 5] - means$mean[means$position == 1]
  # The two lowest fall, the highest rises.
  expect_true(all(change[1:2] < -0.9))
  expect_gt(change[5], 0.5)
})

test_that("wording: mean_scores()", {
  x <- paired_items()
  truth <- c(a = 1, b = 2)
  expect_snapshot(error = TRUE, {
    mean_scores(1)
    mean_scores(x)
    mean_scores(x, truth, scaled = "yes")
  })
})
