# A panel whose posterior is known: qualities are standard normal, each item has its own number of scores, all with the
# same noise. What is learned again is added, and the decision is by posterior means, which is exact.
known_panel <- function(n, scores, noise) {
  z <- stats::rnorm(n)
  list(z = z, mean = z + stats::rnorm(n, 0, noise / sqrt(scores)), precision = scores / noise^2)
}

posterior_of <- function(panel) {
  total <- panel$precision + 1
  list(mean = panel$mean * panel$precision / total, sd = 1 / sqrt(total))
}

draws_of_panel <- function(panel, draws = 1000) {
  posterior <- posterior_of(panel)
  n <- length(panel$z)
  matrix(
    stats::rnorm(n * draws, posterior$mean, posterior$sd), n,
    dimnames = list(numbered_labels("item", n), NULL)
  )
}

look_again <- function(panel, items, error, noise) {
  added <- 1 / noise^2
  fresh <- panel$z[items] + noise * error[items]
  panel$mean[items] <- (panel$precision[items] * panel$mean[items] + added * fresh) / (panel$precision[items] + added)
  panel$precision[items] <- panel$precision[items] + added
  posterior_of(panel)$mean
}

# What chosen looks lose less than random ones, in the footrule and in the winner, over replicates.
looks_against_random <- function(reps, goal, n = 12, looks = 3, noise = 1, second = 0.4) {
  t(replicate(reps, {
    panel <- known_panel(n, sample(1:6, n, TRUE), noise)
    found <- second_looks(draws_of_panel(panel, 400), looks, goal = goal, noise = second)
    chosen <- match(as.data.frame(found)$item, numbered_labels("item", n))
    error <- stats::rnorm(n)
    loss <- function(items) {
      value <- look_again(panel, items, error, second)
      c(footrule = sum(abs(rank(value) - rank(panel$z))) / n^2, winner = which.max(value) != which.max(panel$z))
    }
    loss(sample(n, looks)) - loss(chosen)
  }))
}

test_that("chosen looks beat random ones, for the winner and for the whole ranking", {
  skip_on_cran()
  withr::local_seed(1)
  ranking <- looks_against_random(300, "ranking")[, "footrule"]
  expect_gt(mean(ranking) / (stats::sd(ranking) / sqrt(300)), 4)
  winner <- looks_against_random(600, "winner")[, "winner"]
  expect_gt(mean(winner) / (stats::sd(winner) / sqrt(600)), 4)
})

test_that("the expected gain is the gain that comes", {
  withr::local_seed(2)
  panel <- list(z = NULL, mean = c(1.2, 1, 0.2, -0.5, -1), precision = c(4, 4, 2, 4, 4))
  posterior <- posterior_of(panel)
  # The panel's own posterior is the truth here: draw the qualities, look again, decide, and count.
  gains <- lapply(c("winner", "ranking"), function(goal) {
    panel$z <- numeric(5)
    draws <- withr::with_seed(3, draws_of_panel(panel, 4000))
    unit <- sqrt(mean(apply(draws, 2, stats::var)))
    as.data.frame(second_looks(draws, Inf, goal = goal, noise = 0.3 / unit))
  })
  come <- t(replicate(4000, {
    panel$z <- stats::rnorm(5, posterior$mean, posterior$sd)
    lost <- function(value) c(which.max(value) != which.max(panel$z), sum(abs(rank(value) - rank(panel$z))) / 25)
    error <- stats::rnorm(5)
    lost(posterior$mean) - vapply(1:5, function(i) lost(look_again(panel, i, error, 0.3)), numeric(2))[1:10]
  }))
  mean <- matrix(colMeans(come), 2)
  se <- matrix(apply(come, 2, stats::sd) / sqrt(4000), 2)
  for (goal in 1:2) {
    found <- gains[[goal]]$gain[match(numbered_labels("item", 5), gains[[goal]]$item)]
    # What is seen is rounded.
    expect_true(all(abs(found - mean[goal, ]) < 4 * se[goal, ] + 0.005))
    expect_gt(stats::cor(found, mean[goal, ]), 0.9)
  }
})

test_that("a perfect look at the only open pair settles it", {
  # Two rankings: the first two may be either way round.
  both <- rank_distribution(cbind(c(a = 4, b = 3, c = 2, d = 1), c(3, 4, 2, 1)), weights = c(0.7, 0.3))
  winner <- second_looks(both, 2, goal = "winner", noise = 1e-6)
  expect_equal(winner$loss, 0.3)
  expect_setequal(as.data.frame(winner)$item, c("a", "b"))
  expect_equal(as.data.frame(winner)$gain, c(0.3, 0.3))
  expect_equal(as.data.frame(winner)$share, c(1, 1))
  # The footrule of the wrong one is 2 of 16.
  ranking <- second_looks(both, Inf, what = "pairs", noise = 1e-6)
  expect_equal(ranking$loss, 0.3 * 2 / 16)
  expect_equal(as.data.frame(ranking)[1, c("item", "other", "sure", "gain")], data.frame(
    item = "a", other = "b", sure = 0.7, gain = 0.3 * 2 / 16
  ))
  expect_equal(nrow(as.data.frame(ranking)), 1)
  # The two best are known, the third is as well.
  expect_equal(second_looks(both, goal = "top", k = 2)$loss, 0)
  expect_true(all(as.data.frame(second_looks(both, goal = "top", k = 2))$gain == 0))
})

test_that("a look that tells nothing gains nothing", {
  withr::local_seed(5)
  draws <- draws_of_panel(known_panel(6, rep(2, 6), 1), 500)
  for (goal in c("winner", "top", "ranking")) {
    expect_lt(max(as.data.frame(second_looks(draws, goal = goal, noise = 1e4))$gain), 1e-3)
    poor <- as.data.frame(second_looks(draws, Inf, goal = goal, noise = 2))
    good <- as.data.frame(second_looks(draws, Inf, goal = goal, noise = 0.2))
    expect_true(all(good$gain[match(poor$item, good$item)] >= poor$gain - 0.01))
  }
})

test_that("the noise of a look is learned from how sharp the ranks are", {
  withr::local_seed(6)
  noise_of <- function(scores) second_looks(draws_of_panel(known_panel(40, rep(scores, 40), 1)))$noise
  # All judges again: as many scores as there were.
  expect_equal(noise_of(4), 0.5, tolerance = 0.2)
  expect_equal(noise_of(25), 0.2, tolerance = 0.2)
})

test_that("panels, posteriors and the smallest sizes", {
  x <- evaluations(bakeoff, judge, contestant, position, points, score_scale("range", 0, 100))
  panel <- with_short_chains(rank_panel(x, model = "ratings", iterations = 200, chains = 2, seed = 1))
  expect_snapshot({
    second_looks(panel, 3)
    second_looks(panel, 2, what = "pairs")
  })
  posterior <- withr::with_seed(1, rank_posterior(x["Amara"], prior = 0, draws = 200))
  expect_equal(nrow(tidy(second_looks(posterior, 4, goal = "top"))), 4)
  one <- rank_distribution(matrix(1, 1, 3, dimnames = list("a", NULL)))
  expect_equal(as.data.frame(second_looks(one))$gain, 0)
  expect_equal(nrow(as.data.frame(second_looks(one, what = "pairs"))), 0)
  two <- rank_distribution(cbind(c(a = 1, b = 2), c(2, 1)))
  expect_equal(second_looks(two, goal = "winner")$loss, 0.5)
  expect_snapshot(error = TRUE, {
    second_looks(1)
    second_looks(panel, 0)
    second_looks(panel, goal = "best")
    second_looks(panel, noise = 0)
    second_looks(panel, k = 0)
    second_looks(rank_panel(x, model = "ranks", method = "map", prior = 0, seed = 1))
  })
})

test_that("two items side by side are seen with the noise of both", {
  # Their difference is normal with mean 0.5 and standard deviation 1, and so is what is seen of it, but for the noise.
  difference <- 0.5 + stats::qnorm(stats::ppoints(1000))
  draws <- rbind(a = difference / 2, b = -difference / 2)
  unit <- sqrt(mean(difference^2) / 2)
  expected <- function(noise) {
    error <- 2 * (noise * unit)^2
    wrong <- function(seen) {
      mean <- (0.5 * error + seen) / (1 + error)
      stats::pnorm(-abs(mean) / sqrt(error / (1 + error))) * stats::dnorm(seen, 0.5, sqrt(1 + error))
    }
    stats::pnorm(-0.5) - stats::integrate(wrong, -10, 10)$value
  }
  for (noise in c(0.5, 1, 2)) {
    found <- as.data.frame(second_looks(draws, goal = "winner", what = "pairs", noise = noise))
    expect_lt(abs(found$gain - expected(noise)), 0.002)
  }
})

test_that("the best are as many as were asked for", {
  # The third place is open, the first two are not.
  open <- rank_distribution(cbind(c(a = 4, b = 3, c = 2, d = 1), c(4, 3, 1, 2)), weights = c(0.6, 0.4))
  expect_equal(second_looks(open, goal = "top", k = 3)$loss, 0.4 / 3)
  expect_equal(second_looks(open, goal = "top", k = 2)$loss, 0)
})
