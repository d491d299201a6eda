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

# Marks with one effect each, in standard deviations of a judge's scores.
biased <- function(judges = 20, n = 12, drift = 0, start = 0, serial = 0, neighbour = 0) {
  quality <- rnorm(n)
  rows <- lapply(seq_len(judges), function(j) {
    order <- sample(n)
    noise <- as.vector(stats::filter(rnorm(n, sd = 0.5), serial, "recursive"))
    score <- 5 + rnorm(1) + quality[order] + noise + drift * seq_len(n) / n + start * (seq_len(n) <= 3) +
      neighbour * c(0, quality[order][-n])
    data.frame(judge = j, item = order, position = seq_len(n), score = score)
  })
  evaluations(do.call(rbind, rows), judge, item, position, score, score_scale("range", -20, 20))
}

line_of <- function(test, effect) tidy(test)[tidy(test)$effect == effect, ]
global_p <- function(...) glance(test_order_effect(...))$p_value

test_that("without an order effect every line, and all together, reject as often as they promise", {
  skip_on_cran()
  set.seed(1)
  p <- replicate(400, {
    test <- test_order_effect(calibrated(4, 6), permutations = 99)
    c(glance(test)$p_value, tidy(test)$p_value)
  })
  expect_identical(dim(p), c(7L, 400L))
  for (level in c(0.05, 0.2, 0.5)) {
    rejected <- rowMeans(p <= level)
    expect_lt(max(abs(rejected - level)), 4 * sqrt(level * (1 - level) / 400))
  }
})

test_that("each kind of effect is found, with its direction and size, and not taken for another", {
  set.seed(2)
  drift <- test_order_effect(biased(drift = -1.5), permutations = 499)
  expect_lte(glance(drift)$p_value, 0.01)
  expect_identical(line_of(drift, "drift")$direction, "down")
  expect_lt(abs(line_of(drift, "drift")$estimate + 1.5), 0.4)
  start <- test_order_effect(biased(start = 0.8), permutations = 499)
  expect_lte(line_of(start, "start")$p_value, 0.01)
  expect_identical(line_of(start, "start")$direction, "higher")
  expect_lt(abs(line_of(start, "start")$estimate - 0.8), 0.4)
  serial <- test_order_effect(biased(serial = 0.4), permutations = 499)
  expect_identical(glance(serial)$strongest, "serial")
  expect_identical(line_of(serial, "serial")$direction, "alike")
  expect_lt(abs(line_of(serial, "serial")$estimate - 0.4), 0.2)
  contrast <- test_order_effect(biased(neighbour = -0.4), permutations = 499)
  expect_identical(glance(contrast)$strongest, "neighbour")
  expect_identical(line_of(contrast, "neighbour")$direction, "contrast")
  expect_lt(abs(line_of(contrast, "neighbour")$estimate + 0.4), 0.15)
  # Becoming calibrated: scores spread out, and items are told apart better.
  new <- test_order_effect(novices(40, 8), permutations = 499)
  expect_true(all(c(line_of(new, "spread")$p_value, line_of(new, "discrimination")$p_value) <= 0.01))
  expect_identical(c(line_of(new, "spread")$direction, line_of(new, "discrimination")$direction), c("grows", "grows"))
  expect_gt(line_of(new, "spread")$estimate, 1)
  expect_gt(line_of(contrast, "drift")$p_value, 0.01)
  expect_gt(line_of(serial, "neighbour")$p_value, 0.01)
})

# The six statistics as their definitions say, slow and obvious: `d` has evaluator, item, position and score, in order
# of presentation; `frame` the same in the true order, from which all that does not depend on the order is taken.
oracle_values <- function(frame) {
  # Centres by the random-effects formula.
  k <- length(unique(frame$evaluator))
  each <- nrow(frame) / k
  means <- tapply(frame$score, frame$evaluator, mean)
  within <- sum((frame$score - ave(frame$score, frame$evaluator))^2) / (nrow(frame) - k)
  between <- max(0, var(means) - within / each)
  centre <- mean(frame$score) + (ave(frame$score, frame$evaluator) - mean(frame$score)) *
    if (between > 0) between / (between + within / each) else 0
  frame$value <- frame$score - ave(frame$score, frame$evaluator)
  pooled <- sum(frame$value^2) / sum(table(frame$evaluator) - 1)
  n <- ave(frame$value, frame$evaluator, FUN = length)
  own <- sqrt((ave(frame$value^2, frame$evaluator, FUN = sum) + 4 * pooled) / (n - 1 + 4))
  frame$value <- frame$value / own
  frame$distance <- ((frame$score - centre) / own)^2
  severity <- 0 * frame$value
  for (k in 1:10) {
    item <- ave(frame$value - severity, frame$item)
    severity <- ave(frame$value - item, frame$evaluator)
  }
  quality <- vapply(seq_len(nrow(frame)), FUN.VALUE = 0, function(i) {
    others <- frame$item == frame$item[i] & frame$evaluator != frame$evaluator[i]
    mean((frame$value - severity)[others])
  })
  frame$quality <- quality - ave(quality, frame$evaluator)
  slope <- unname(coef(lm(value ~ quality - 1, frame)))
  frame$residual <- frame$value - slope * frame$quality
  frame$product <- frame$residual * frame$quality
  frame
}

oracle_statistics <- function(frame) {
  parts <- lapply(split(frame, frame$evaluator), function(own) {
    n <- nrow(own)
    t <- seq_len(n)
    centred <- function(v) v - mean(v)
    drift <- centred((t - 0.5) / n)
    start <- resid(lm(as.double(t <= max(1, min(3, n %/% 4))) ~ drift))
    shape <- centred((t - 1) / (t + 1))
    c(
      sum(drift * own$residual), sum(start * own$residual), sum(own$residual[-1] * own$residual[-n]),
      sum(own$residual[-1] * own$quality[-n]), sum(shape * own$product), sum(shape * own$distance)
    )
  })
  Reduce(`+`, parts)
}

test_that("statistics and exact p-values are those of brute force", {
  set.seed(3)
  order <- rbind(c(1, 2, 3, 4), c(3, 1, 4, 2))
  x <- as_evaluations(matrix(round(runif(8), 2), 2) + c(0, 0.4), items = order, scale = score_scale("identity"))
  values <- oracle_values(as.data.frame(x))
  orders <- all_permutations(4)
  every <- NULL
  for (i in 1:24) {
    for (j in 1:24) {
      every <- rbind(every, oracle_statistics(values[c(orders[i, ], 4 + orders[j, ]), ]))
    }
  }
  observed <- oracle_statistics(values)
  z <- sweep(sweep(every, 2, colMeans(every)), 2, apply(every, 2, function(v) sqrt(mean((v - mean(v))^2))), "/")
  z_observed <- (observed - colMeans(every)) / apply(every, 2, function(v) sqrt(mean((v - mean(v))^2)))
  test <- test_order_effect(x)
  expect_identical(glance(test)$arrangements, 576L)
  expect_true(glance(test)$exact)
  expect_equal(tidy(test)$statistic, z_observed)
  expect_equal(tidy(test)$p_value, vapply(1:6, function(k) mean(abs(z[, k]) >= abs(z_observed[k]) - 1e-9), 0))
  farthest <- apply(abs(z), 1, max)
  expect_equal(glance(test)$statistic, max(abs(z_observed)))
  expect_equal(glance(test)$p_value, mean(farthest >= max(abs(z_observed)) - 1e-9))
  # Fewer kinds have a test of their own together.
  two <- test_order_effect(x, c("serial", "drift"))
  expect_identical(tidy(two)$effect, c("serial", "drift"))
  expect_equal(glance(two)$p_value, mean(apply(abs(z[, c(1, 3)]), 1, max) >= max(abs(z_observed[c(1, 3)])) - 1e-9))
})

test_that("the drift is the slope of a regression on position", {
  set.seed(4)
  score <- runif(9)
  x <- as_evaluations(score)
  u <- (1:9 - 0.5) / 9
  expect_equal(line_of(test_order_effect(x, permutations = 9), "drift")$estimate, unname(coef(lm(score ~ u))[2]))
  first <- as.double(1:9 <= 2)
  expect_equal(
    line_of(test_order_effect(x, permutations = 9), "start")$estimate, unname(coef(lm(score ~ u + first))[3])
  )
})

test_that("the spread by halves is that of the line that is tested, and words go with it", {
  set.seed(14)
  shape <- (1:9 - 1) / (1:9 + 1)
  for (k in 1:20) {
    # One evaluator, whose centre is the mean.
    score <- runif(9)
    line <- fitted(lm((score - mean(score))^2 ~ shape))
    spread <- line_of(test_order_effect(as_evaluations(score), permutations = 99), "spread")
    expect_equal(spread$estimate, sqrt(max(mean(line[6:9]), 0) / max(mean(line[1:4]), 0)))
    expect_identical(spread$direction, if (spread$estimate > 1) "grows" else "shrinks")
  }
  # The first half lies further apart than the second here, but only the first score does the opposite of much.
  x <- evaluations(bakeoff, judge, contestant, position, points, score_scale("range", 0, 100))
  for (judge in unique(x$evaluator)) {
    lines <- tidy(test_order_effect(x[judge], permutations = 999, seed = 1))
    lines <- lines[!is.na(lines$p_value), ]
    above <- lines$estimate > ifelse(lines$unit == "ratio", 1, 0)
    expect_identical(above, lines$direction %in% c("up", "higher", "alike", "grows"))
    expect_identical(above[lines$p_value < 0.9], (lines$statistic > 0)[lines$p_value < 0.9])
  }
})

test_that("evaluators who saw the same order are shuffled alike", {
  # Two judges who agree to the last digit are no more evidence than one.
  set.seed(5)
  score <- runif(5)
  one <- as_evaluations(score)
  two <- as_evaluations(rbind(a = score, b = score), items = letters[1:5], order = "random")
  kinds <- c("drift", "start", "serial", "spread")
  a <- test_order_effect(one, kinds)
  b <- test_order_effect(two, kinds)
  expect_equal(tidy(b)$p_value, tidy(a)$p_value)
  expect_identical(glance(b)$arrangements, 120L)
  expect_match(tidy(test_order_effect(two))$note[4:5], "another order")
  # Items that one of them has not scored come along.
  part <- as_evaluations(rbind(a = score, b = c(NA, score[2:5])), items = letters[1:5], order = "random")
  expect_identical(glance(test_order_effect(part))$arrangements, 120L)
})

test_that("an order that may have been arranged is not tested, and it is said why", {
  shared <- as_evaluations(rbind(1:4, c(1, 2, 4, 3)) / 5, items = letters[1:4])
  test <- test_order_effect(shared)
  expect_true(all(is.na(tidy(test)$p_value)))
  expect_identical(glance(test)$arrangements, 0L)
  expect_match(format(test)[2], "No test of the order is possible here: all saw one order")
  arranged <- as_evaluations(c(0.2, 0.5, 0.3), order = "arranged")
  expect_match(format(test_order_effect(arranged))[2], "the order was arranged")
})

test_that("one evaluator, and evaluators without an item in common, are tested for what can be", {
  set.seed(6)
  alone <- test_order_effect(as_evaluations(runif(8)), permutations = 99)
  expect_identical(is.na(tidy(alone)$p_value), c(FALSE, FALSE, FALSE, TRUE, TRUE, FALSE))
  apart <- as_evaluations(matrix(runif(12), 2), items = rbind(1:6, 7:12))
  expect_identical(is.na(tidy(test_order_effect(apart, permutations = 99))$p_value), is.na(tidy(alone)$p_value))
  for (x in list(as_evaluations(0.5), as_evaluations(c(NA, NA)), as_evaluations(c(0.5, 0.5, 0.5)))) {
    test <- test_order_effect(x)
    expect_true(is.na(glance(test)$p_value))
    expect_match(format(test)[2], "too few scores that differ")
  }
})

test_that("the unit of the scores does not matter, nor the level of a judge but for the spread", {
  set.seed(7)
  x <- calibrated(3, 7)
  y <- as.data.frame(x)
  y$score <- 3 + 10 * y$score + match(y$evaluator, unique(y$evaluator))
  y <- evaluations(y, evaluator, item, position, score, score_scale("range", 0, 100))
  a <- test_order_effect(x, permutations = 99, seed = 1)
  b <- test_order_effect(y, permutations = 99, seed = 1)
  expect_equal(tidy(a)$statistic[1:5], tidy(b)$statistic[1:5])
  expect_equal(10 * line_of(a, "drift")$estimate, line_of(b, "drift")$estimate)
})

test_that("random orders come close to all of them, whatever the number of threads, and set.seed() governs", {
  set.seed(8)
  x <- novices(1, 7)
  exact <- test_order_effect(x, permutations = 5040)
  random <- test_order_effect(x, permutations = 5039)
  expect_true(glance(exact)$exact)
  expect_false(glance(random)$exact)
  expect_lt(max(abs(tidy(exact)$p_value - tidy(random)$p_value), na.rm = TRUE), 0.04)
  y <- calibrated(5, 9)
  set.seed(9)
  first <- test_order_effect(y, permutations = 199, threads = 1)
  set.seed(9)
  expect_identical(test_order_effect(y, permutations = 199, threads = 3), first)
  expect_identical(global_p(biased(40, 10, drift = -5), permutations = 99), 0.01)
  # Going through all orders leaves the generator alone.
  set.seed(10)
  before <- .Random.seed
  test_order_effect(as_evaluations(c(0.3, 0.2, 0.9)))
  expect_identical(.Random.seed, before)
})

test_that("the paper's experiment in own orders shows that judges become calibrated", {
  set.seed(11)
  test <- test_order_effect(published_experiment("existence"), permutations = 999)
  expect_lt(glance(test)$p_value, 0.01)
  expect_lt(line_of(test, "spread")$p_value, 0.01)
  expect_identical(line_of(test, "spread")$direction, "grows")
})

test_that("the test prints, draws and complains as documented", {
  x <- evaluations(bakeoff, judge, contestant, position, points, score_scale("range", 0, 100))
  expect_snapshot({
    test_order_effect(x, permutations = 199, seed = 1)
    test_order_effect(x["Amara"], permutations = 199, seed = 1)
    test_order_effect(as_evaluations(c(0.2, 0.4, 0.1)))
    test_order_effect(as_evaluations(rbind(1:3, 3:1) / 4, items = letters[1:3]))
  })
  picture <- autoplot(test_order_effect(x, permutations = 99, seed = 1))
  expect_s3_class(picture, "ggplot")
  expect_identical(nrow(ggplot2::layer_data(picture, 3)), 6L)
  expect_snapshot(error = TRUE, {
    test_order_effect(c(0.5, 0.4))
    test_order_effect(x, "mean")
    test_order_effect(x, c("drift", "drift"))
    test_order_effect(x, 1)
    test_order_effect(x, permutations = 0)
    test_order_effect(x, permutations = "many")
    test_order_effect(x, alternative = "less")
  })
})

test_that("evaluators who contradict each other tell nothing of discrimination", {
  quality <- c(a = 1, b = 2, c = 4, d = 5, e = 7, f = 9)
  shown <- rbind(names(quality), c("d", "f", "a", "c", "e", "b"))
  scores <- rbind(quality[shown[1, ]], 10 - quality[shown[2, ]])
  x <- as_evaluations(unname(scores), items = shown, scale = score_scale("range", 0, 10))
  lines <- test_order_effect(x, permutations = 99, seed = 1)$effects
  row <- lines[lines$effect == "discrimination", ]
  expect_true(is.na(row$p_value))
  expect_identical(row$note, "evaluators do not agree on the items")
})
