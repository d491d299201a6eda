# Each bound against the sum or the integral that its proof speaks of, over all rankings.

bound_of <- function(n, delta, statement) {
  bounds <- risk_bounds(n, delta)
  bounds$bound[bounds$statement == statement]
}

settings <- expand.grid(n = 1:5, delta = c(0, 0.05, 0.09, 0.13, 0.2, 0.4, 1))

test_that("Corollary 1 is the mean of Theorem 1's bound over all rankings", {
  one <- function(ranking, delta) {
    sum <- 0
    for (t in seq_along(ranking)) {
      # Noise below half a step moves nothing.
      if (delta * (t + 1) < 0.5 - 1e-9) next
      sorted <- sort(ranking[seq_len(t)])
      r <- sum(ranking[seq_len(t)] <= ranking[t])
      reach <- ceiling(delta * (t + 1) - 1e-9)
      sum <- sum + sorted[min(r + reach, t)] - sorted[max(r - reach, 1)]
    }
    2 * sum / length(ranking)^2
  }
  for (k in seq_len(nrow(settings))) {
    n <- settings$n[k]
    delta <- settings$delta[k]
    rankings <- all_permutations(n)
    expect_equal(bound_of(n, delta, "Corollary 1"), mean(apply(rankings, 1, one, delta = delta)))
    if (delta >= 0.25) expect_equal(bound_of(n, delta, "Corollary 1"), mean(footrule_bound(rankings, delta)))
  }
})

test_that("Theorem 2 is the risk of the best guess of each relative rank", {
  # By going through scores in small steps, and through all guesses.
  risk <- function(t, delta, steps = 5000) {
    y <- seq(1 / (t + 1) - delta, t / (t + 1) + delta, length.out = steps + 1)
    y <- y[-1] - diff(y[1:2]) / 2
    possible <- abs(outer(y, seq_len(t) / (t + 1), "-")) <= delta
    loss <- vapply(seq_len(t), function(guess) drop(possible %*% abs(seq_len(t) - guess)), numeric(steps))
    sum(apply(matrix(loss, steps), 1, min)) * diff(y[1:2]) / (2 * delta * t)
  }
  for (delta in c(0.05, 0.13, 0.3, 1)) {
    expected <- sum(vapply(1:6, risk, numeric(1), delta = delta)) / 36
    expect_equal(bound_of(6, delta, "Theorem 2"), expected, tolerance = 1e-3)
  }
  # Within half a step nothing need be lost.
  expect_equal(bound_of(9, 0.0499, "Theorem 2"), 0)
  expect_equal(bound_of(9, 0, "Theorem 2"), 0)
  # Many items, little noise.
  expect_equal(bound_of(2000, 0.02, "Theorem 2"), 0.02 / 4, tolerance = 0.02)
})

test_that("Theorem 3 adds up insertion and later shifts", {
  by_item <- function(n, delta) {
    errors <- vapply(seq_len(n), function(t) {
      total <- 0
      if (delta * (t + 1) >= 0.5 - 1e-9) {
        c <- ceiling(delta * (t + 1) - 1e-9)
        total <- (n + 1) / (t + 1) * mean(pmin(seq_len(t) + c, t) - pmax(seq_len(t) - c, 1))
      }
      for (i in seq_len(n)[seq_len(n) > t & delta * (seq_len(n) + 1) >= 0.5 - 1e-9]) {
        c <- ceiling(delta * (i + 1) - 1e-9)
        total <- total + (n + 1) / (i + 1) * min(1, (2 * c + 1) / i)
      }
      total
    }, numeric(1))
    max(errors) / n
  }
  for (n in c(1, 2, 5, 30)) {
    for (delta in c(0, 0.02, 0.1, 0.25)) expect_equal(bound_of(n, delta, "Theorem 3"), by_item(n, delta))
  }
})

test_that("Proposition 5 is the mean over all orders of the items after the first", {
  for (n in 2:7) {
    others <- all_permutations(n - 1)
    relative <- oracle_relative_ranks_rows(others)
    for (delta in c(0, 0.01, 0.1, 0.3)) {
      t <- 2:n
      above <- rowSums(relative > rep((0.5 + 2 * delta) * (t + 1) + 1e-9, each = nrow(others)))
      below <- rowSums(relative + 1 < rep((0.5 - 2 * delta) * (t + 1) - 1e-9, each = nrow(others)))
      expected <- mean(above * (above + 1) + below * (below + 1)) / 2 / n^2
      expect_equal(bound_of(n, delta, "Proposition 5"), expected)
    }
  }
})

test_that("no bound is violated by the mean error over many draws", {
  set.seed(6)
  for (n in c(3, 10, 40)) {
    for (delta in c(0, 0.02, 0.1, 0.2)) {
      truth <- t(replicate(1000, sample.int(n)))
      scores <- expected_scores(truth) + runif(length(truth), -delta, delta)
      insertion <- insertion_ranking(scores)
      induced <- induced_ranking(scores)
      # Three standard errors are allowed for.
      low <- function(x) mean(x) - 3 * sd(x) / sqrt(length(x))
      high <- function(x) mean(x) + 3 * sd(x) / sqrt(length(x))
      footrule <- footrule_distance(insertion, truth)
      expect_lte(low(footrule), bound_of(n, delta, "Corollary 1") + 1e-9)
      expect_gte(high(footrule), bound_of(n, delta, "Theorem 2"))
      expect_gte(high(footrule_distance(induced, truth)), bound_of(n, delta, "Theorem 2"))
      errors <- entrywise_error(insertion, truth)
      expect_lte(max(apply(errors, 2, low)), bound_of(n, delta, "Theorem 3") + 1e-9)
      expect_gte(high(entrywise_error(induced, truth)[, 1]), bound_of(n, delta, "Proposition 5"))
    }
  }
})

test_that("risk_bounds() takes several settings", {
  bounds <- risk_bounds(c(10, 20), c(0.1, 0.2))
  expect_identical(nrow(bounds), 8L)
  expect_identical(bounds[5:8, ], `rownames<-`(risk_bounds(20, 0.2), 5:8))
  expect_identical(risk_bounds(c(10, 20), 0.1)$delta, rep(0.1, 8))
  expect_named(bounds, c("n", "delta", "statement", "method", "metric", "side", "bound"))
  expect_true(all(risk_bounds(1, 0.3)$bound == 0))
})

test_that("wording: risk_bounds()", {
  expect_snapshot(error = TRUE, {
    risk_bounds("ten", 0.1)
    risk_bounds(10, "much")
    risk_bounds(1:2, c(0.1, 0.2, 0.3))
    risk_bounds(c(10, 0, 2.5), 0.1)
    risk_bounds(10, c(0.1, -0.1, NA))
  })
})
