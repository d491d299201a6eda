# The test of two groups of scores.

two_groups <- function(a, b) {
  evaluations(
    data.frame(what = seq_along(c(a, b)), score = c(a, b), side = rep(c("a", "b"), c(length(a), length(b)))),
    item = what, position = ".row", score = score, keep = "side", scale = score_scale("identity")
  )
}

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
    test_group_scores(paired_items(), "side", unit = "evaluator")
  })
})

test_that("wording: test_group_scores()", {
  x <- paired_items()
  expect_snapshot(error = TRUE, {
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
  })
})
