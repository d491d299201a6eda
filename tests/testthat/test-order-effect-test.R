# Evaluators who are fully calibrated, each with a level of their own: no order effect.
calibrated <- function(evaluators, n, level_sd = 0.1, noise = 0.05) {
  order <- t(replicate(evaluators, sample.int(n)))
  scores <- order / (n + 1) + rnorm(evaluators * n, sd = noise) + rnorm(evaluators, sd = level_sd)
  as_evaluations(scores, items = array(paste0("item", order), dim(order)), scale = score_scale("identity"))
}

# Evaluators who follow the model without a prior.
novices <- function(evaluators, n, level_sd = 0, noise = 0.05) {
  order <- t(replicate(evaluators, sample.int(n)))
  scores <- expected_scores(order) + rnorm(evaluators * n, sd = noise) + rnorm(evaluators, sd = level_sd)
  as_evaluations(scores, items = array(paste0("item", order), dim(order)), scale = score_scale("identity"))
}

p_of <- function(...) test_order_effect(...)$p.value

# Reject about as often as promised: within four standard errors.
expect_size <- function(p, level) {
  expect_lt(abs(mean(p <= level) - level), 4 * sqrt(level * (1 - level) / length(p)))
}

test_that("without an order effect the tests reject as often as they promise", {
  set.seed(1)
  p <- replicate(400, {
    x <- calibrated(6, 5)
    c(p_of(x, "spread", permutations = 99), p_of(x, "position", permutations = 99))
  })
  for (level in c(0.05, 0.2, 0.5)) {
    expect_size(p[1, ], level)
    expect_size(p[2, ], level)
  }
  both <- replicate(200, p_of(calibrated(3, 8), alternative = "two.sided", permutations = 99))
  expect_size(both, 0.1)
})

test_that("an order effect is found", {
  set.seed(2)
  found <- function(method, ...) {
    p <- vapply(1:50, function(k) p_of(novices(...), method, permutations = 199), numeric(1))
    mean(p <= 0.05)
  }
  expect_gt(found("spread", 10, 8), 0.8)
  # Evaluators of different levels hide it less than one might think.
  expect_gt(found("spread", 20, 8, level_sd = 0.2), 0.8)
  expect_gt(found("position", 10, 8), 0.8)
  # Turned round in time, the spread shrinks.
  x <- novices(40, 8)
  back <- evaluations(
    transform(as.data.frame(x), position = 9 - position), evaluator, item, position, score,
    scale = score_scale("identity")
  )
  expect_gt(p_of(back), 0.9)
  expect_lt(p_of(back, alternative = "less"), 0.01)
  expect_lt(p_of(back, alternative = "two.sided"), 0.01)
})

# ---- the tests as their definitions say ----------------------------------------------------------------------------

# Correlation within evaluators of squared distance from given centres with the model's shape.
oracle_spread <- function(scores, centres) {
  shape <- function(t) (t - 1) / (t + 1)
  u <- v <- c()
  for (i in seq_along(scores)) {
    d <- (scores[[i]] - centres[[i]])^2
    w <- shape(seq_along(d))
    u <- c(u, d - mean(d))
    v <- c(v, w - mean(w))
  }
  sum(u * v) / sqrt(sum(u^2) * sum(v^2))
}

test_that("the exact p-value of one evaluator is that of brute force", {
  set.seed(3)
  for (k in 1:5) {
    scores <- round(runif(6), sample(2:3, 1))
    if (k == 1) scores <- c(0.5, 0.4, 0.6, 0.2, 0.8, 0.2)
    orders <- all_permutations(6)
    statistic <- function(s) oracle_spread(list(s), list(mean(scores)))
    every <- apply(orders, 1, function(o) statistic(scores[o]))
    observed <- statistic(scores)
    test <- test_order_effect(as_evaluations(scores))
    expect_equal(test$statistic[["correlation"]], observed)
    expect_equal(test$p.value, mean(every >= observed - 1e-9))
    expect_identical(test$parameter, c(arrangements = 720L))
    less <- test_order_effect(as_evaluations(scores), alternative = "less")
    expect_equal(less$p.value, mean(every <= observed + 1e-9))
    two <- test_order_effect(as_evaluations(scores), alternative = "two.sided")
    expect_equal(two$p.value, mean(abs(every) >= abs(observed) - 1e-9))
  }
})

test_that("the exact p-value of several evaluators is that of brute force", {
  # Means far apart and large spread within do not draw the centres together much; by the random-effects formula:
  scores <- list(c(0.5, 0.7, 0.1, 0.9), c(0.2, 0.1, 0.3))
  x <- evaluations(
    data.frame(who = rep(c("a", "b"), c(4, 3)), what = c(1:4, 1:3), score = unlist(scores)),
    who, what, ".row", score
  )
  n <- c(4, 3)
  means <- vapply(scores, mean, numeric(1))
  overall <- mean(unlist(scores))
  within <- sum((unlist(scores) - rep(means, n))^2) / 5
  between <- sum(n * (means - overall)^2)
  variance <- (between - within) / (7 - sum(n^2) / 7)
  expect_gt(variance, 0)
  centres <- overall + (means - overall) * variance / (variance + within / n)
  statistic <- function(s) oracle_spread(s, centres)
  first <- all_permutations(4)
  second <- all_permutations(3)
  every <- unlist(lapply(seq_len(24), function(i) {
    lapply(seq_len(6), function(j) statistic(list(scores[[1]][first[i, ]], scores[[2]][second[j, ]])))
  }))
  test <- test_order_effect(x)
  expect_equal(test$statistic[["correlation"]], statistic(scores))
  expect_equal(test$p.value, mean(every >= statistic(scores) - 1e-9))
  expect_identical(test$parameter, c(arrangements = 144L))
})

# Share of the items' variation that a line for each item explains, from lm().
oracle_position <- function(score, item, position) {
  shape <- (position - 1) / (position + 1)
  parts <- vapply(unique(item), function(k) {
    fit <- stats::lm(score[item == k] ~ shape[item == k])
    total <- sum((score[item == k] - mean(score[item == k]))^2)
    c(total - sum(stats::resid(fit)^2), total)
  }, numeric(2))
  sum(parts[1, ]) / sum(parts[2, ])
}

test_that("the exact test by position is that of brute force", {
  set.seed(4)
  order <- rbind(1:3, c(2, 3, 1), c(3, 1, 2))
  scores <- matrix(round(runif(9), 2), 3)
  x <- as_evaluations(scores, items = order)
  level <- as.data.frame(x)
  level$score <- level$score - ave(level$score, level$evaluator)
  statistic <- function(score) oracle_position(score, level$item, level$position)
  every <- c()
  orders <- all_permutations(3)
  for (i in 1:6) for (j in 1:6) for (k in 1:6) {
    score <- level$score
    for (item in 1:3) {
      at <- which(level$item == item)
      score[at] <- level$score[at][orders[c(i, j, k)[item], ]]
    }
    every <- c(every, statistic(score))
  }
  test <- test_order_effect(x, "position")
  expect_equal(test$statistic[["explained share"]], statistic(level$score))
  expect_equal(test$p.value, mean(every >= statistic(level$score) - 1e-9))
  # The mean over all arrangements is what chance explains.
  expect_equal(test$estimate[["share explained by chance"]], mean(every))
})

test_that("random arrangements come close to all of them, and to the test in coin", {
  set.seed(5)
  x <- novices(1, 7)
  exact <- test_order_effect(x, permutations = 5040)
  expect_named(exact$parameter, "arrangements")
  random <- test_order_effect(x, permutations = 5039)
  expect_named(random$parameter, "permutations")
  expect_lt(abs(exact$p.value - random$p.value), 0.04)

  skip_if_not_installed("coin")
  x <- novices(4, 8)
  data <- as.data.frame(x)
  # One overall centre where the evaluators' means do not differ; that is so here.
  data$distance <- (data$score - mean(data$score))^2
  data$shape <- (data$position - 1) / (data$position + 1)
  data$evaluator <- factor(data$evaluator)
  peer <- coin::independence_test(
    distance ~ shape | evaluator, data, alternative = "greater", distribution = coin::approximate(9999)
  )
  expect_lt(abs(p_of(x) - as.numeric(coin::pvalue(peer))), 0.03)
})

test_that("the paper's experiments show an order effect", {
  set.seed(10)
  for (name in c("existence", "conflict")) {
    x <- published_experiment(name)
    expect_lt(p_of(x, "spread", permutations = 999), 0.01)
    expect_lt(p_of(x, "position", permutations = 999), 0.01)
  }
})

test_that("p-values are never 0, and set.seed() governs them", {
  set.seed(6)
  x <- novices(60, 10)
  expect_identical(p_of(x, permutations = 99), 0.01)
  expect_identical(p_of(x, "position", permutations = 99), 0.01)
  x <- calibrated(5, 6)
  set.seed(7)
  first <- p_of(x, permutations = 99)
  state <- .Random.seed
  set.seed(7)
  expect_identical(p_of(x, permutations = 99), first)
  expect_identical(.Random.seed, state)
})

test_that("unscored items are left out, and keep their place", {
  x <- as_evaluations(c(0.5, NA, 0.4, 0.9, 0.1))
  d <- (c(0.5, 0.4, 0.9, 0.1) - 0.475)^2
  shape <- function(t) (t - 1) / (t + 1)
  expect_equal(test_order_effect(x)$statistic[["correlation"]], cor(d, shape(c(1, 3, 4, 5))))
  # First two against last two.
  expect_equal(unname(test_order_effect(x)$estimate), sqrt(c(mean(d[1:2]), mean(d[3:4]))))
  set.seed(8)
  y <- novices(3, 4)
  y$score[c(2, 7)] <- NA
  expect_s3_class(test_order_effect(y, "position"), "htest")
})

test_that("raw scores are taken on their scale", {
  set.seed(9)
  bins <- matrix(sample.int(10, 30, replace = TRUE), 5)
  binned <- as_evaluations(bins, items = "positions", scale = score_scale("bins", k = 10))
  plain <- as_evaluations(bins / 11, items = "positions")
  set.seed(1)
  a <- test_order_effect(binned)
  set.seed(1)
  b <- test_order_effect(plain)
  expect_equal(a[c("statistic", "p.value", "estimate")], b[c("statistic", "p.value", "estimate")])
})

test_that("the result is an htest that prints clearly", {
  x <- as_evaluations(c(0.5, 0.4, 0.55, 0.8, 0.1, 0.95))
  test <- test_order_effect(x)
  expect_s3_class(test, "htest", exact = TRUE)
  expect_named(
    test,
    c("statistic", "parameter", "p.value", "estimate", "null.value", "alternative", "method", "data.name")
  )
  expect_identical(test$data.name, "x")
  expect_snapshot({
    test_order_effect(x)
    set.seed(1)
    test_order_effect(x, alternative = "two.sided", permutations = 99)
    y <- as_evaluations(
      rbind(c(0.5, 0.6, 0.2), c(0.4, 0.8, 0.3), c(0.4, 0.1, 0.6)),
      items = rbind(c("soup", "cake", "stew"), c("stew", "cake", "soup"), c("cake", "stew", "soup"))
    )
    test_order_effect(y, method = "position")
  })
})

test_that("wording: what cannot be tested", {
  alone <- as_evaluations(c(0.5, 0.4, 0.9))
  expect_error(test_order_effect(alone, "position"), class = "seqjudge_error_untestable")
  expect_snapshot(error = TRUE, {
    test_order_effect(alone, "position")
    test_order_effect(as_evaluations(c(0.5, 0.4)))
    test_order_effect(as_evaluations(0.5))
    test_order_effect(as_evaluations(c(NA, NA)))
    test_order_effect(as_evaluations(c(NA, NA)), "position")
    test_order_effect(as_evaluations(c(0.5, 0.5, 0.5)))
    test_order_effect(as_evaluations(rbind(1:3, 3:1, c(2, 1, 3)) / 4, items = letters[1:3]), "position")
    test_order_effect(as_evaluations(rbind(1:3, 3:1) / 4, items = rbind(1:3, 3:1)), "position")
    test_order_effect(c(0.5, 0.4))
    test_order_effect(alone, "mean")
    test_order_effect(alone, alternative = "more")
    test_order_effect(alone, "position", alternative = "less")
    test_order_effect(alone, permutations = 0)
    test_order_effect(alone, permutations = 1:2)
    test_order_effect(alone, permutations = "many")
    test_order_effect(alone, permutations = NA_real_)
  })
})
