shares <- function(...) as_evaluations(..., items = c("a", "b", "c", "d"), order = "random")
two <- function() shares(rbind(J = c(0.3, 0.6, 0.5, 0.8), K = c(0.2, 0.5, 0.55, 0.9)))

# The mean score of each position over all ways in which `size` earlier items may lie among the real ones.
mean_score_by_hand <- function(gamma, size) {
  n <- length(gamma)
  ways <- utils::combn(n + size, n)
  scores <- apply(ways, 2, function(at) {
    # The item of rank k is the at[k]-th lowest of all; at[k] - k earlier items are below it.
    below <- (at - seq_len(n))[gamma]
    so_far <- vapply(seq_len(n), function(t) sum(gamma[seq_len(t)] <= gamma[t]), numeric(1))
    (so_far + below) / (size + seq_len(n) + 1)
  })
  rowMeans(matrix(scores, n))
}

test_that("predicted scores are the mean over where earlier items may lie", {
  x <- shares(rbind(J = c(0.3, 0.6, 0.5, 0.8)))
  for (size in c(0, 1, 3)) {
    ranking <- rank_items(x, prior = size)
    expect_equal(predict(ranking), mean_score_by_hand(ranking$rank, size))
    expect_equal(residuals(ranking), x$score - predict(ranking))
  }
  induced <- rank_items(x, "induced")
  expect_equal(fitted(induced), induced$rank / 5)
})

test_that("panels predict, too, and their residuals are on the scale of the scores", {
  x <- two()
  panel <- rank_panel(x, prior = c(0, 3), noise = 0.05)
  rank <- stats::setNames(as.data.frame(panel)$rank, as.data.frame(panel)$item)[c("a", "b", "c", "d")]
  expect_equal(predict(panel), c(mean_score_by_hand(rank, 0), mean_score_by_hand(rank, 3)))
  expect_equal(residuals(panel), x$score - predict(panel))
  expect_identical(nobs(panel), 8L)
  points <- evaluations(
    data.frame(w = rep(c("J", "K"), each = 4), i = x$item, p = x$position, s = 100 * x$score), w, i, p, s,
    scale = score_scale("range", 0, 100, meaning = "shares"), order = "random"
  )
  again <- rank_panel(points, prior = c(0, 3), noise = 0.05)
  expect_equal(predict(again), 100 * predict(panel))
})

test_that("the ratings model predicts what it was made from", {
  set.seed(3)
  quality <- stats::rnorm(12, sd = 2)
  severity <- c(-1, 0, 1)
  rows <- expand.grid(p = 1:12, w = 1:3)
  rows$i <- unlist(lapply(1:3, function(k) sample.int(12)))
  rows$s <- 10 + quality[rows$i] - severity[rows$w] + stats::rnorm(36, sd = 0.2)
  x <- evaluations(rows, w, i, p, s, scale = score_scale("range", 0, 20))
  panel <- suppressMessages(rank_panel(x, "ratings", prior = Inf, iterations = 300, seed = 1))
  expect_lt(stats::sd(residuals(panel)), 0.4)
  expect_lt(abs(mean(residuals(panel))), 0.1)
  x$score[5] <- NA
  gap <- suppressMessages(rank_panel(x, "ratings", prior = Inf, iterations = 100, seed = 1))
  expect_identical(which(is.na(residuals(gap))), 5L)
})

test_that("marks of a ranking are predicted on each evaluator's own scale", {
  rows <- data.frame(w = "J", i = c("a", "b", "c"), p = 1:3, s = c(5, 7, 9))
  x <- evaluations(rows, w, i, p, s, scale = score_scale("range", 0, 10))
  # Three equally spaced marks in the order of their ranks lie on a line.
  expect_equal(residuals(rank_items(x, "induced")), c(0, 0, 0))
})

test_that("residuals of a prior fit are quantile residuals", {
  expect_equal(
    score_probability(0.4, 3, 2, 0.1, "normal"), mean(stats::pnorm((0.4 - 1:5 / 6) / 0.1))
  )
  expect_equal(score_probability(0.4, 3, 2, 0.1, "uniform"), mean(pmin(pmax((0.4 - 1:5 / 6 + 0.1) / 0.2, 0), 1)))
  exact <- stats::integrate(function(u) stats::pnorm((0.3 - u) / 0.1), 0, 1, rel.tol = 1e-10)$value
  expect_equal(score_probability(0.3, 7, Inf, 0.1, "normal"), exact, tolerance = 1e-6)
  x <- simulate_evaluations(20, evaluators = 10, prior_size = 3, noise = 0.05, seed = 4)
  fit <- fit_prior(x)
  residual <- residuals(fit)
  expect_length(residual, 200)
  expect_gt(stats::ks.test(residual, "pnorm")$p.value, 0.01)
  expect_lt(abs(stats::cor(residual[-1], residual[-200])), 0.2)
  marks <- evaluations(bakeoff, judge, contestant, position, points, score_scale("range", 0, 100))
  expect_lt(abs(stats::sd(residuals(fit_prior(marks))) - 1), 0.3)
})

test_that("covariances are those of the draws", {
  set.seed(1)
  posterior <- rank_posterior(two(), prior = 1, noise = 0.1, draws = 200)
  draws <- t(posterior$distributions$K$ranks)
  expect_equal(unname(vcov(posterior, evaluator = "K")), unname(stats::cov(draws)) * 199 / 200)
  panel <- rank_panel(two(), prior = 1, noise = 0.1)
  found <- panel$distribution
  by_hand <- stats::cov.wt(t(found$ranks), found$weights, method = "ML")$cov
  expect_equal(unname(vcov(panel)), unname(by_hand))
  expect_identical(rownames(vcov(panel)), found$items)
  fit <- fit_order_effects(bakeoff_marks(), iterations = 50, seed = 1)
  covariance <- vcov(fit)
  # Twice: the variance of the draws, in points.
  drift <- as.vector(fit$drawn$common["drift", , ]) * fit$table$unit
  expect_equal(covariance["drift", "drift"], stats::var(drift))
  expect_true(isSymmetric(covariance))
  expect_false("calibration" %in% rownames(covariance))
})

test_that("update() is the same call again, with new arguments or new scores", {
  x <- two()
  panel <- rank_panel(x, prior = 1, noise = 0.1)
  expect_equal(as.data.frame(update(panel, prior = 3)), as.data.frame(rank_panel(x, prior = 3, noise = 0.1)))
  expect_equal(as.data.frame(update(update(panel, prior = 3), prior = 1)), as.data.frame(panel))
  expect_lt(nchar(paste(deparse(update(panel, prior = 3)$call), collapse = "")), 100)
  news <- data.frame(evaluator = "K", item = "e", position = 5, score = 0.95)
  expect_true("e" %in% as.data.frame(update(panel, news))$item)
  fit <- fit_prior(x, level = 0.9)
  expect_equal(coef(update(fit, pooled = "partial")), coef(fit_prior(x, level = 0.9, pooled = "partial")))
  posterior <- rank_posterior(x, prior = 1, noise = 0.1, draws = 50, seed = 2)
  expect_equal(tidy(update(posterior)), tidy(posterior))
  expect_error(update(panel, wrong = 1), class = "seqjudge_error")
})

test_that("intervals of rankings are those of the posterior, or there are none", {
  set.seed(1)
  ranking <- rank_items(two()["J"], "posterior", prior = 1, noise = 0.1)
  found <- tidy(ranking)
  expect_identical(rownames(confint(ranking)), found$item)
  expect_equal(unname(confint(ranking)), unname(as.matrix(found[c("conf.low", "conf.high")])))
})

test_that("what makes no sense says so", {
  x <- two()
  fit <- fit_prior(x)
  expect_error(predict(fit), class = "seqjudge_error_no_sense")
  expect_snapshot(error = TRUE, {
    predict(fit)
    fitted(fit)
    vcov(fit)
    confint(rank_items(x, prior = 1))
    vcov(rank_panel(x, prior = 1, noise = 0.1, method = "map", seed = 1))
  })
})

test_that("plot() draws which pictures it is asked for", {
  withr::local_pdf(NULL)
  fit <- fit_prior(two())
  expect_named(plot(fit, which = c("profile", "spread")), c("profile", "spread"))
  expect_s3_class(plot(fit, which = 3), "ggplot")
  panel <- rank_panel(two(), prior = 1, noise = 0.1)
  expect_named(plot(panel, which = 1:3), c("items", "evaluators", "heatmap"))
  expect_snapshot(error = TRUE, {
    plot(fit, which = 7)
    plot(fit, which = TRUE)
    plot(rank_items(two(), prior = 1), which = 1)
  })
})
