small <- function() {
  evaluations(
    data.frame(
      who = rep(c("Ann", "Bob", "Cem"), each = 2), what = c("a", "b", "b", "a", "a", "b"),
      points = c(4, 6, 5, 1, NA, 7), side = rep(c("left", "right", "right"), each = 2)
    ),
    who, what, ".row", points,
    scale = score_scale("range", 0, 10), keep = "side"
  )
}

# ---- mean_scores() -------------------------------------------------------------------------------------------------

test_that("mean_scores() averages by position and true rank", {
  means <- mean_scores(small(), truth = c(a = 10, b = 20))
  # Cem scored one item only, which has rank 1 among those.
  expect_equal(
    as.data.frame(unclass(means)),
    data.frame(
      position = c(1L, 1L, 2L, 2L), true_rank = c(1, 2, 1, 2), n = c(1L, 1L, 2L, 1L), mean = c(4, 5, 4, 6),
      se = c(NA, NA, sd(c(1, 7)) / sqrt(2), NA)
    )
  )
  scaled <- mean_scores(small(), truth = c(a = 10, b = 20), scaled = TRUE)
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

test_that("mean_scores() draws for few and for many items", {
  set.seed(1)
  for (n in c(2, 5, 40)) {
    orders <- t(replicate(20, sample.int(n)))
    x <- as_evaluations(matrix(runif(20 * n), 20), items = orders, truth = setNames(1:n, 1:n))
    picture <- autoplot(mean_scores(x))
    expect_s3_class(picture, "ggplot")
    expect_silent(ggplot2::ggplot_build(picture))
    expect_identical(length(unique(picture$data$place)), min(as.integer(n), 5L))
  }
  # Pooled means keep the weight of each cell.
  x <- as_evaluations(rep(0.5, 40), truth = 1:40)
  expect_true(all(autoplot(mean_scores(x))$data$mean == 0.5))
  withr::local_pdf(withr::local_tempfile(fileext = ".pdf"))
  expect_invisible(plot(mean_scores(x)))
})

# ---- test_group_scores() -------------------------------------------------------------------------------------------

test_that("the relativity experiment comes out as published", {
  x <- published_experiment("relativity")
  set.seed(1)
  late <- test_group_scores(x, positions = 6:10, alternative = "less")
  printed <- function(v) unname(sprintf("%.2f", v))
  expect_identical(printed(late$estimate), c("6.78", "8.99"))
  expect_identical(printed(late$stderr), c("0.21", "0.10"))
  expect_lt(late$p.value, 0.01)
  half <- ifelse(x$group == "large first", ifelse(x$position <= 5, "first five", "last five"), NA)
  twice <- test_group_scores(x, half, alternative = "greater")
  expect_identical(printed(twice$estimate), c("7.94", "6.78"))
  expect_identical(printed(twice$stderr), c("0.18", "0.21"))
  expect_lt(twice$p.value, 0.01)
  # Evaluators as wholes leave no more doubt.
  expect_lt(test_group_scores(x, positions = 6:10, unit = "evaluator")$p.value, 0.01)
  expect_lt(test_group_scores(x, half, unit = "evaluator")$p.value, 0.01)
  skip_if_not_installed("coin")
  exact <- test_group_scores(x, positions = 6:10, alternative = "less", exact = TRUE)
  expect_gt(exact$p.value, 0)
  expect_lt(exact$p.value, 0.01)
})

two_groups <- function(a, b) {
  evaluations(
    data.frame(what = seq_along(c(a, b)), score = c(a, b), side = rep(c("a", "b"), c(length(a), length(b)))),
    item = what, position = ".row", score = score, keep = "side", scale = score_scale("identity")
  )
}

test_that("a small test goes through all arrangements", {
  set.seed(2)
  for (k in 1:5) {
    a <- round(runif(4), 1)
    b <- round(runif(5), 1)
    all <- c(a, b)
    every <- apply(utils::combn(9, 4), 2, function(i) mean(all[i]) - mean(all[-i]))
    observed <- mean(a) - mean(b)
    for (alternative in c("two.sided", "greater", "less")) {
      test <- test_group_scores(two_groups(a, b), "side", alternative = alternative)
      expected <- switch(alternative,
        two.sided = mean(abs(every) >= abs(observed) - 1e-9),
        greater = mean(every >= observed - 1e-9),
        less = mean(every <= observed + 1e-9)
      )
      expect_equal(test$p.value, expected)
      expect_identical(test$parameter, c(arrangements = 126L))
      expect_equal(test$statistic[["difference"]], observed)
    }
  }
})

test_that("random arrangements and coin agree with all arrangements", {
  set.seed(3)
  a <- runif(7)
  b <- runif(7) + 0.2
  x <- two_groups(a, b)
  exact <- test_group_scores(x, "side")
  expect_named(exact$parameter, "arrangements")
  random <- test_group_scores(x, "side", permutations = 3000)
  expect_named(random$parameter, "permutations")
  expect_lt(abs(exact$p.value - random$p.value), 0.04)
  skip_if_not_installed("coin")
  by_coin <- test_group_scores(x, "side", permutations = 100, exact = TRUE)
  expect_null(by_coin$parameter)
  expect_equal(by_coin$p.value, exact$p.value)
})

test_that("evaluators change places as wholes, or within themselves", {
  scores <- rbind(c(0.1, 0.3), c(0.2, 0.6), c(0.5, 0.4), c(0.1, 0.9))
  x <- as_evaluations(scores, items = "positions")
  # Within: the sign of each difference is turned.
  difference <- scores[, 1] - scores[, 2]
  signs <- as.matrix(expand.grid(rep(list(c(-1, 1)), 4)))
  every <- drop(signs %*% difference)
  test <- test_group_scores(x, paste("position", x$position), unit = "evaluator")
  expect_equal(test$p.value, mean(abs(every) >= abs(sum(difference)) - 1e-9))
  expect_identical(test$parameter, c(arrangements = 16L))
  # Between: two evaluators of four.
  side <- rep(c("a", "b", "b", "a"), each = 2)
  means <- rowMeans(scores)
  every <- apply(utils::combn(4, 2), 2, function(i) mean(means[i]) - mean(means[-i]))
  between <- test_group_scores(x, side, unit = "evaluator")
  expect_equal(between$p.value, mean(abs(every) >= abs(mean(means[c(1, 4)]) - mean(means[2:3])) - 1e-9))
  # Many evaluators, by random arrangements and by coin.
  set.seed(4)
  many <- as_evaluations(matrix(round(runif(60), 1), 30), items = "positions")
  first <- test_group_scores(many, many$position, unit = "evaluator")
  expect_named(first$parameter, "permutations")
  skip_if_not_installed("coin")
  exact <- test_group_scores(many, many$position, unit = "evaluator", exact = TRUE)
  expect_lt(abs(first$p.value - exact$p.value), 0.03)
  fractions <- as_evaluations(matrix(runif(60), 30), items = "positions")
  expect_snapshot(error = TRUE, test_group_scores(fractions, fractions$position, unit = "evaluator", exact = TRUE))
})

test_that("p-values are never 0, and set.seed() governs them", {
  x <- two_groups(runif(50, 0, 0.5), runif(50, 0.5, 1))
  expect_identical(test_group_scores(x, "side", permutations = 99)$p.value, 0.01)
  y <- two_groups(1:20 / 21, 2:21 / 22)
  set.seed(1)
  first <- test_group_scores(y, "side", permutations = 99)$p.value
  set.seed(1)
  expect_identical(test_group_scores(y, "side", permutations = 99)$p.value, first)
})

test_that("without a difference the test rejects as often as it promises", {
  set.seed(5)
  p <- replicate(200, test_group_scores(two_groups(runif(10), runif(8)), "side", permutations = 99)$p.value)
  for (level in c(0.05, 0.2)) expect_lt(abs(mean(p <= level) - level), 4 * sqrt(level * (1 - level) / 200))
})

test_that("a factor says which group is first, NA leaves out, and it prints clearly", {
  x <- two_groups(c(0.1, 0.2, 0.3), c(0.6, 0.7, 0.9))
  turned <- test_group_scores(x, factor(x$side, levels = c("b", "a")))
  expect_gt(turned$statistic, 0)
  part <- replace(x$side, 1, NA)
  expect_equal(test_group_scores(x, part)$estimate[[1]], 0.25)
  expect_snapshot({
    test_group_scores(x, "side", alternative = "less")
    test_group_scores(small(), "side", unit = "evaluator")
  })
})

# ---- recall_table() ------------------------------------------------------------------------------------------------

test_that("the conflict experiment comes out as published", {
  counts <- recall_table(published_experiment("conflict"))
  expect_identical(as.vector(t(counts[, , "1,3,4,5,2"])), c(9L, 16L, 1L, 24L))
  expect_identical(as.vector(t(counts[, , "2,3,4,5,1"])), c(47L, 0L, 2L, 1L))
})

test_that("recall_table() counts by recall, rating and group", {
  scores <- rbind(c(2, 9, 4), c(4, 9, 2), c(3, 9, 3), c(2, 9, NA), c(5, 9, 1))
  x <- as_evaluations(scores, items = c("a", "c", "b"), scale = score_scale("bins", k = 10))
  truth <- c(a = 1, b = 2, c = 3)
  recall <- rep(c("last", "last", "first", "last", "first"), each = 3)
  counts <- recall_table(x, recall, by = NULL, truth = truth)
  # Right on both; recalled but rated wrongly; a tie, and a wrong order, both recalled wrongly; one unscored.
  expect_identical(as.vector(t(counts[, , "all"])), c(1L, 1L, 0L, 2L))
  expect_named(dimnames(counts), c("recall", "rating", "group"))
  other <- recall_table(x, recall, by = rep(c("x", "x", "y", "y", "y"), each = 3), truth = truth, positions = c(1, 2))
  expect_identical(as.vector(t(other[, , "x"])), c(2L, 0L, 0L, 0L))
  expect_identical(as.vector(t(other[, , "y"])), c(1L, 0L, 2L, 0L))
})

test_that("wording: experiments", {
  x <- small()
  truth <- c(a = 1, b = 2)
  expect_snapshot(error = TRUE, {
    mean_scores(1)
    mean_scores(x)
    mean_scores(x, truth, scaled = "yes")
    test_group_scores(1)
    test_group_scores(x)
    test_group_scores(x, 1:2)
    test_group_scores(x, list(1))
    test_group_scores(x, 1:6)
    test_group_scores(x, rep(NA, 6))
    test_group_scores(x, "side", positions = "first")
    test_group_scores(x, "side", positions = 9)
    test_group_scores(x, "side", alternative = "more")
    test_group_scores(x, "side", unit = "item")
    test_group_scores(x, c(1, 2, 1, 2, 1, 1), unit = "evaluator")
    test_group_scores(x, "side", permutations = -1)
    test_group_scores(x, "side", exact = NA)
    recall_table(x)
    recall_table(x, "side", by = NULL, truth = truth)
    recall_table(x, rep("last", 6), truth = truth)
    recall_table(x, rep("later", 6), by = NULL, truth = truth)
    recall_table(x, rep("last", 6), by = NULL, truth = c(a = 1, b = 1))
    recall_table(x, rep("last", 6), by = NULL, truth = truth, positions = c(1, 3))
    recall_table(x, rep("last", 6), by = NULL)
    recall_table(as_evaluations(0.5), "first", by = NULL, truth = 1)
  })
})
