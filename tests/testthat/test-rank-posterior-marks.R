# Rankings of marks given a learned scale, against sums over all relative ranks and a fine grid of scales.

# Means of order statistics with mean 0 and variance 1.
oracle_expected <- function(shape, n) {
  if (shape == "flat") sqrt(12) * (seq_len(n) / (n + 1) - 0.5) else stats::qnorm((seq_len(n) - 0.375) / (n + 0.25))
}

# The probability of each item being the best of few: every combination of relative ranks on every scale of a grid.
oracle_mark_best <- function(y, size, share, prior) {
  n <- length(y)
  times <- size + seq_len(n)
  relative <- as.matrix(expand.grid(lapply(times, seq_len)))
  ranks <- t(apply(relative, 1, ranking_from_relative, prior_size = size))
  scales <- expand.grid(
    centre = seq(-2.4, 2.4, length.out = 17), total = seq(-1.5, 1.5, length.out = 7),
    odds = seq(-4, 4, length.out = 9), shape = c("flat", "bell"), stringsAsFactors = FALSE
  )
  found <- matrix(0, nrow(scales), n)
  for (shape in c("flat", "bell")) {
    at <- lapply(times, function(time) oracle_expected(shape, time))
    part <- mean(vapply(at, function(x) mean(x^2), numeric(1)))
    for (k in which(scales$shape == shape)) {
      s <- scales[k, ]
      noise <- sqrt(exp(s$total) * stats::plogis(s$odds))
      spread <- sqrt(exp(s$total) * (1 - stats::plogis(s$odds)) / part)
      density <- lapply(seq_len(n), function(t) stats::dnorm(y[t], s$centre + spread * at[[t]], noise) / times[t])
      weight <- Reduce(`*`, lapply(seq_len(n), function(t) density[[t]][relative[, t]]))
      before <- stats::dnorm(s$centre, prior[1], prior[2]) * stats::dnorm(s$total, prior[3], prior[4]) *
        stats::dnorm(s$odds, share[1], share[2])
      found[k, ] <- before * colSums(weight * (ranks == n))
    }
  }
  colSums(found) / sum(found)
}

test_that("draws have the probabilities of the exact posterior", {
  cases <- list(
    list(y = c(0.1, -1.2, 1.1), size = 0), list(y = c(0.9, 0.7, -1.3), size = 1),
    list(y = c(-0.6, 0.9, 1, -1.2), size = 0)
  )
  share <- c(-1.3, 1.3)
  prior <- c(0, 1, 0, 0.5)
  for (case in cases) {
    n <- length(case$y)
    table <- list(items = n, start = c(0L, n), item = seq_len(n), value = case$y)
    found <- internal("cpp_draw_mark_rankings")(
      table, matrix(case$size, 1, 1), share[1], share[2], matrix(prior, 1), rep(0L, 40000), 1, 1L
    )
    expect_equal(rowMeans(found$ranks[[1]] == n), oracle_mark_best(case$y, case$size, share, prior), tolerance = 0.04)
  }
})

test_that("without an effect of the order, marks are compared by the qualities behind them", {
  # Two marks: the better one is above with the probability that a normal difference is positive, averaged over scales.
  y <- c(0.4, -0.4)
  table <- list(items = 2L, start = c(0L, 2L), item = 1:2, value = y)
  found <- internal("cpp_draw_mark_rankings")(
    table, matrix(Inf, 1, 1), 0, 0.01, matrix(c(0, 0.001, 0, 0.001), 1), rep(0L, 40000), 1, 1L
  )
  # Half of the variance is noise, and the total is 1. Bell-shaped and flat, weighed by the density of the two marks.
  bell <- stats::pnorm(0.5 * 0.8 / sqrt(0.5), sd = sqrt(0.5 * 0.5 / 0.5 * 2))
  draw <- function(v) {
    q <- seq(-sqrt(3), sqrt(3), length.out = 4001)
    w <- stats::dnorm(v, q * sqrt(0.5), sqrt(0.5))
    list(q = q, w = w / sum(w), density = mean(w))
  }
  a <- draw(y[1])
  b <- draw(y[2])
  flat <- sum(a$w * (cumsum(b$w) - b$w / 2))
  weight <- c(a$density * b$density, prod(stats::dnorm(y)))
  expect_equal(mean(found$ranks[[1]][1, ] == 2), sum(weight * c(flat, bell)) / sum(weight), tolerance = 0.02)
})

test_that("intervals count in what the ranking does not correct for", {
  set.seed(1)
  x <- marks_of(1, 12)
  expect_message(ranking <- rank_items(x, "posterior", seed = 1, draws = 500), "No correction is chosen.*counted in")
  expect_identical(ranking$rank, ranking$induced_rank)
  posterior <- suppressMessages(rank_posterior(x, seed = 1, draws = 500))
  expect_true(any(is.finite(posterior$settings$prior_size)))
  expect_false(posterior$corrected)
  expect_named(posterior$scale, c("evaluator", "centre", "spread", "noise", "p_bell"))
  # An order that was arranged tells nothing about sizes.
  arranged <- suppressMessages(rank_posterior(internal("with_order")(x, "arranged"), seed = 1, draws = 100))
  expect_true(all(is.infinite(arranged$settings$prior_size)))
})

test_that("draws do not depend on the number of threads, and items without a score have no rank", {
  set.seed(2)
  data <- as.data.frame(marks_of(3, 9, size = 0, noise = 0.1))
  data$score[c(2, 13)] <- NA
  x <- evaluations(data, evaluator, item, position, score, scale = score_scale("range", -20, 40))
  one <- suppressMessages(rank_posterior(x, seed = 3, draws = 200, threads = 1))
  two <- suppressMessages(rank_posterior(x, seed = 3, draws = 200, threads = 2))
  expect_identical(one$distributions, two$distributions)
  found <- as.data.frame(one)
  expect_identical(is.na(found$mean_rank), is.na(x$score))
  expect_equal(as.vector(tapply(found$mean_rank, found$evaluator, sum, na.rm = TRUE)), c(36, 36, 45))
})

# The mean and variance of each severity given all scores, by conditioning a normal distribution of everything at once,
# with what the own scores say by themselves taken out.
oracle_centres <- function(table, size, share) {
  evaluators <- length(table$start) - 1
  who <- rep(seq_len(evaluators), diff(table$start))
  t <- sequence(diff(table$start))
  all <- size + t + 1
  own <- if (is.infinite(size)) rep(1, length(t)) else (size + t - 1) / all
  other <- if (is.infinite(size)) 0 * t else 1 / all
  scored <- !is.na(table$value)
  variance <- (1 - share) * sum(scored) / sum(own[scored])
  on_items <- matrix(0, length(t), table$items)
  for (i in seq_along(t)) {
    on_items[i, table$item[i]] <- own[i]
    before <- table$item[who == who[i] & t < t[i]]
    on_items[i, before] <- -other[i]
  }
  same <- outer(who, who, "==")
  earlier <- if (is.infinite(size)) 0 else size * outer(other, other)
  rest <- if (is.infinite(size)) 0 * t else other^2 * (all - 2)
  covariance <- variance * (tcrossprod(on_items) + same * earlier + diag(rest)) + diag(share, length(t))
  solved <- solve(covariance[scored, scored])
  severity <- outer(who[scored], seq_len(evaluators), "==") + 0
  spread <- solve(t(severity) %*% solved %*% severity)
  mean <- spread %*% t(severity) %*% solved %*% table$value[scored]
  weight <- 1 / (share + variance * own)[scored]
  left <- 1 / diag(spread) - colSums(weight * severity)
  own_sum <- colSums(weight * severity * table$value[scored])
  unname(cbind((mean / diag(spread) - own_sum) / left, 1 / sqrt(left)))
}

test_that("what others tell of an evaluator's scale is what conditioning on all scores adds to the own ones", {
  set.seed(3)
  for (size in c(0, 2, 30, Inf)) {
    item <- c(replicate(3, sample.int(6)), sample.int(6, 4))
    table <- list(items = 6L, start = c(0L, 6L, 12L, 18L, 22L), item = item, value = round(rnorm(22), 2))
    table$value[c(2, 9)] <- NA
    found <- internal("cpp_known_centres")(table, size, 0.3)
    expected <- oracle_centres(table, size, 0.3)
    told <- is.finite(found[, 2])
    expect_gt(sum(told), 2)
    expect_equal(found[told, ], expected[told, ], tolerance = 1e-8)
    # Who has scored all that the others have learns next to nothing from them.
    expect_true(all(expected[!told, 2] > 3))
  }
})

test_that("others tell nothing where no item was seen by two", {
  table <- list(items = 4L, start = c(0L, 2L, 4L), item = 1:4, value = c(0.5, -0.5, 1, -1))
  expect_identical(internal("cpp_known_centres")(table, 0, 0.3)[, 2], c(Inf, Inf))
})

test_that("what is not chosen is counted in, and the message says so", {
  x <- evaluations(bakeoff, judge, contestant, position, points, score_scale("range", 0, 100))["Amara"]
  expect_message(rank_posterior(x, draws = 50, seed = 1), "No correction is chosen.*counted in")
  expect_message(rank_items(x), "^Nothing is corrected")
  # Of an order that may have been arranged nothing is counted in.
  same <- as_evaluations(
    rbind(c(5, 7, 4, 8, 6), c(6, 8, 4, 9, 5)), items = letters[1:5], scale = score_scale("range", 0, 10)
  )
  expect_message(rank_posterior(same, draws = 50, seed = 1), "^Nothing is corrected")
})
