# Likelihood averaged over the noise by adaptive quadrature, from the oracle: what sizes are compared by.
oracle_integrated <- function(scores, prior_size, bins = 0) {
  prior <- function(x) dnorm(x, log(0.16), 0.9)
  likelihood <- function(x) {
    vapply(x, FUN.VALUE = numeric(1), function(log_noise) {
      rows <- apply(scores, 1, oracle_marginal, prior_size = prior_size, noise = exp(log_noise), bins = bins)
      prod(rows)
    })
  }
  log(integrate(function(x) likelihood(x) * prior(x), log(0.001), 0, subdivisions = 2000, rel.tol = 1e-7)$value)
}

test_that("sizes are compared by the likelihood averaged over the noise", {
  set.seed(411)
  scores <- simulated_scores(4, 6, 3, 0.06)
  fit <- fit_prior(evaluations_of(scores))
  sizes <- c(0, 2, 5, 13)
  found <- fit$profile$integrated[match(sizes, fit$profile$prior_size)]
  expect_equal(found, vapply(sizes, oracle_integrated, numeric(1), scores = scores), tolerance = 0.002)
  binned <- as_deciles(scores)
  fit <- fit_prior(evaluations_of(binned, deciles()))
  found <- fit$profile$integrated[match(sizes, fit$profile$prior_size)]
  expect_equal(found, vapply(sizes, oracle_integrated, numeric(1), scores = binned, bins = 10), tolerance = 0.002)
})

# Uniform noise and one prior size: all distances at which the number of noiseless scores within reach changes, and
# between them the likelihood as it is written down, in very narrow steps.
oracle_uniform_integrated <- function(scores, prior_size) {
  size <- prior_size + col(scores)
  least <- max(mapply(function(y, n) min(abs(y - seq_len(n) / (n + 1))), scores, size))
  at <- log(least) + (seq_len(20000) - 0.5) / 20000 * (0 - log(least))
  inside <- lapply(seq_along(scores), function(i) {
    distance <- sort(abs(scores[i] - seq_len(size[i]) / (size[i] + 1)))
    log(findInterval(exp(at) + 1e-13, distance) / size[i]) - log(2) - at
  })
  value <- Reduce(`+`, inside) + dnorm(at, log(0.16 * sqrt(3)), 0.9, log = TRUE)
  max(value) + log(mean(exp(value - max(value))) * (0 - log(least)))
}

test_that("the likelihood with uniform noise is averaged exactly, jump by jump", {
  x <- simulate_evaluations(20, evaluators = 4, prior_size = 3, noise = 0.1, noise_type = "uniform", seed = 7)
  fit <- fit_prior(x, noise_type = "uniform")
  scores <- matrix(x$score, 4, byrow = TRUE)
  sizes <- c(0, 2, 3, 9, 29)
  found <- fit$profile$integrated[match(sizes, fit$profile$prior_size)]
  expect_equal(found, vapply(sizes, oracle_uniform_integrated, numeric(1), scores = scores), tolerance = 0.005)
})

test_that("the values of the noise are equally likely given the size", {
  set.seed(410)
  scores <- simulated_scores(2, 8, 3, 0.08)
  fit <- fit_prior(evaluations_of(scores))
  at <- seq(log(0.001), 0, length.out = 4000)
  for (size in c(0, 4)) {
    value <- vapply(exp(at), FUN.VALUE = numeric(1), function(noise) {
      prod(apply(scores, 1, oracle_marginal, size, noise))
    }) * dnorm(at, log(0.16), 0.9)
    below <- approxfun(exp(at), cumsum(value) / sum(value))
    nodes <- fit$noise_nodes[match(size, fit$profile$prior_size), ]
    expect_equal(below(nodes), (seq_len(16) - 0.5) / 16, tolerance = 0.02)
  }
})

test_that("the log-likelihood is the largest over sizes and noises", {
  set.seed(412)
  scores <- simulated_scores(3, 8, 2, 0.05)
  noises <- exp(seq(log(0.001), 0, length.out = 100))
  for (type in c("normal", "uniform")) {
    fit <- fit_prior(evaluations_of(scores), noise_type = type)
    highest <- vapply(c(0:10, 13), FUN.VALUE = numeric(1), function(size) {
      max(vapply(noises, function(noise) sum(log(apply(scores, 1, oracle_marginal, size, noise, type))), numeric(1)))
    })
    expect_true(all(highest <= fit$profile$log_lik[match(c(0:10, 13), fit$profile$prior_size)] + 1e-3))
    if (type == "normal") {
      expect_equal(highest, fit$profile$log_lik[match(c(0:10, 13), fit$profile$prior_size)], tolerance = 0.05)
    }
    expect_equal(as.numeric(logLik(fit)), max(fit$profile$log_lik))
  }
  expect_equal(AIC(fit), -2 * fit$log_lik + 4)
  expect_identical(nobs(fit), 24L)
})

test_that("test and interval never contradict each other, and the interval holds the estimate", {
  for (seed in 1:12) {
    size <- c(0, 3, Inf)[seed %% 3 + 1]
    fit <- fit_prior(simulate_evaluations(12, prior_size = size, noise = 0.05, seed = seed))
    expect_identical(is.infinite(fit$upper), fit$test[["p_value"]] > 0.05)
    expect_true(fit$lower <= fit$prior_size && fit$prior_size <= fit$upper)
    for (level in c(0.5, 0.8, 0.9)) {
      ends <- confint(fit, level = level)
      expect_identical(is.infinite(ends[2]), fit$test[["p_value"]] > 1 - level + 1e-9)
    }
  }
})

test_that("sizes can be weighed beforehand, and are then the only ones", {
  x <- simulate_evaluations(10, prior_size = 3, noise = 0.1, seed = 3)
  fit <- fit_prior(x, size_prior = c("Inf" = 2, "5" = 1, "0" = 1))
  expect_identical(fit$profile$prior_size, c(0, 5, Inf))
  weight <- exp(fit$profile$integrated) * c(1, 1, 2)
  expect_equal(fit$profile$weight, weight / sum(weight))
  found <- unique(rank_posterior(x, fit, draws = 100, seed = 1)$settings$prior_size[1, ])
  expect_setequal(found, c(0, 5, Inf))
  # Without: half of what is nearest on the scale of log(1 + size) on either side.
  plain <- fit_prior(x)$profile
  edge <- log1p(plain$prior_size[is.finite(plain$prior_size)])
  edge <- c(0, (edge[-1] + edge[-length(edge)]) / 2, Inf)
  weight <- exp(plain$integrated) * c(2 * diff(pexp(edge, 1 / 1.5)), 1)
  expect_equal(plain$weight, weight / sum(weight))
})

test_that("the order is tested by shuffles that look at the order alone", {
  set.seed(409)
  scores <- simulated_scores(6, 15, 0, 0.05)
  p <- function(scores) fit_prior(evaluations_of(scores))$test[["p_value"]]
  expect_lt(p(scores), 0.05)
  # Evaluators and names do not matter, and neither does chance.
  expect_equal(p(scores), p(scores))
  # In another order of the same scores there is nothing to be found, as often as the level says.
  shuffled <- replicate(30, suppressWarnings(p(t(apply(scores, 1, sample)))))
  expect_lt(mean(shuffled <= 0.05), 0.05 + 3 * sqrt(0.05 * 0.95 / 30))
  expect_identical(p(scores[, 1, drop = FALSE]), 1)
})

test_that("scores that are no shares are warned about", {
  set.seed(408)
  marks <- matrix(pmin(pmax(round(rnorm(75, 7, 1.3)), 1), 10), 5)
  expect_warning(fit <- fit_prior(evaluations_of(marks, deciles())), class = "seqjudge_warning_scale")
  expect_match(paste(format(fit), collapse = " "), "do not lie")
  expect_lte(fit$scale_test[["p_value"]], 0.01)
  alarms <- vapply(1:20, FUN.VALUE = numeric(1), function(seed) {
    x <- simulate_evaluations(15, evaluators = 3, prior_size = c(0, 3, Inf)[seed %% 3 + 1], noise = 0.1, seed = seed)
    suppressWarnings(fit_prior(x))$scale_test[["p_value"]]
  })
  expect_lte(mean(alarms <= 0.05), 0.05 + 3 * sqrt(0.05 * 0.95 / 20))
})

test_that("no noise fits better than the one found", {
  set.seed(413)
  scores <- simulated_scores(20, 8, 4, 0.08)
  for (noise in c("normal", "uniform")) {
    fit <- fit_prior(evaluations_of(scores), noise = noise)
    others <- vapply(fit$noise * c(0.5, 0.8, 0.97, 1.03, 1.3, 2), FUN.VALUE = numeric(1), function(other) {
      sum(log(apply(scores, 1, oracle_marginal, fit$prior_size, other, noise)))
    })
    # The prior of the noise moves it a little.
    expect_true(all(others <= fit$log_lik + 0.05))
  }
})

test_that("the size is found again, and the interval holds it", {
  set.seed(414)
  for (prior_size in c(0, 2, 6)) {
    for (scale in list(score_scale("identity"), deciles())) {
      scores <- simulated_scores(150, 12, prior_size, 0.05)
      if (scale$type == "bins") scores <- as_deciles(scores)
      fit <- fit_prior(evaluations_of(scores, scale))
      expect_lte(abs(fit$prior_size - prior_size), 3)
      expect_true(fit$lower <= prior_size && prior_size <= fit$upper)
      # Two tests of 199 shuffles each: 0.01 is the least that they can give.
      expect_lte(fit$test[["p_value"]], 0.02)
      expect_lt(abs(fit$noise - 0.05), 0.02)
    }
  }
  calibrated <- fit_prior(evaluations_of(simulated_scores(150, 12, Inf, 0.05)))
  expect_identical(calibrated$upper, Inf)
  expect_gt(calibrated$test[["p_value"]], 0.01)
})

test_that("the ends of the interval are those of the whole numbers", {
  set.seed(415)
  x <- evaluations_of(simulated_scores(60, 15, 5, 0.05))
  fit <- fit_prior(x, level = 0.8)
  expect_lt(fit$upper, 120)
  scores <- scores_to_fit(x, "normal", NULL)
  sizes <- 0:120
  all <- marginal_objective(scores)$profile(sizes, rep(NA_real_, length(sizes)))$integrated
  # To the precision with which a log-likelihood is averaged.
  below <- function(size) max(all) - all[match(size, sizes)]
  cut <- qchisq(0.8, 1) / 2 + 0.25
  expect_lt(below(fit$prior_size), 0.002)
  expect_lt(below(fit$lower), cut + 0.002)
  expect_gt(below(fit$lower - 1), cut - 0.002)
  expect_lt(below(fit$upper), cut + 0.002)
  expect_gt(below(fit$upper + 1), cut - 0.002)
  expect_identical(unname(confint(fit)[1, ]), c(fit$lower, fit$upper))
})

test_that("shortcuts for many scores change nothing", {
  set.seed(416)
  scores <- simulated_scores(2200, 10, 5, 0.06)
  x <- evaluations_of(scores)
  fit <- fit_prior(x)
  slow <- fit_pooled(marginal_objective(scores_to_fit(x, "normal", NULL)), 0.95)
  expect_identical(fit[c("prior_size", "lower", "upper")], slow[c("prior_size", "lower", "upper")])
  expect_equal(fit$noise, slow$noise, tolerance = 1e-3)
  expect_lt(abs(fit$log_lik - slow$log_lik), 0.01)
  # Points, which repeat, and bins are counted instead.
  rounded <- evaluations_of(round(scores[1:700, ], 2))
  fit <- fit_prior(rounded)
  slow <- fit_pooled(marginal_objective(scores_to_fit(rounded, "normal", NULL)), 0.95)
  expect_equal(fit$log_lik, slow$log_lik, tolerance = 1e-6)
  binned <- evaluations_of(as_deciles(scores[1:100, ]), deciles())
  fit <- fit_prior(binned)
  slow <- fit_pooled(marginal_objective(scores_to_fit(binned, "normal", NULL)), 0.95)
  expect_equal(fit$log_lik, slow$log_lik, tolerance = 1e-6)
})

test_that("a known ranking is used when asked for, and only then", {
  x <- bakeoff_rows()
  without <- fit_prior(x["Ines"])
  no_truth <- as_evaluations(as.data.frame(x["Ines"])[1:4], scale = attr(x, "scale"))
  expect_equal(without$profile, fit_prior(no_truth)$profile)
  own <- fit_prior(x["Ines"], truth = TRUE)
  truth <- setNames(x["Ines"]$truth, x["Ines"]$item)
  expect_equal(own$profile, fit_prior(x["Ines"], truth = sample(truth))$profile)
  expect_equal(own$profile, fit_prior(x["Ines"], truth = unname(truth) * 10)$profile)
  expect_true(own$with_truth)
  # Small enough to sum over all paths.
  few <- evaluations(bakeoff[bakeoff$judge == "Bruno" & bakeoff$position <= 4, ],
    item = contestant, position = position, score = points,
    scale = score_scale("range", 0, 100, meaning = "shares"), truth = true_rank
  )
  fit <- fit_prior(few, truth = TRUE)
  at <- match(3, fit$profile$prior_size)
  log_lik <- function(noise) log(oracle_given_ranking(few$score / 100, rank(few$truth), 3, noise))
  expect_equal(fit$profile$log_lik[at], optimise(log_lik, c(0.001, 1), maximum = TRUE)$objective, tolerance = 1e-4)
})

test_that("the truth tells more than the scores alone", {
  set.seed(417)
  case <- replicate(30, noiseless_with_prior(8, 6), simplify = FALSE)
  truth <- t(vapply(case, `[[`, integer(8), "truth"))
  scores <- t(vapply(case, `[[`, numeric(8), "scores")) + rnorm(240, sd = 0.05)
  x <- evaluations_of(scores)
  fit <- fit_prior(x, truth = c(t(truth)))
  expect_lte(abs(fit$prior_size - 6), 2)
  expect_true(fit$lower <= 6 && 6 <= fit$upper)
  alone <- fit_prior(x)
  expect_lte(fit$upper - fit$lower, alone$upper - alone$lower)
})

test_that("unscored items count in positions and in nothing else", {
  set.seed(418)
  scores <- simulated_scores(5, 8, 2, 0.05)
  scores[cbind(1:5, c(1, 3, 8, 2, 5))] <- NA
  fit <- fit_prior(evaluations_of(scores))
  log_lik <- function(noise) sum(log(apply(scores, 1, oracle_marginal, 2, noise)))
  expected <- optimise(log_lik, c(0.01, 0.2), maximum = TRUE)$objective
  expect_equal(fit$profile$log_lik[fit$profile$prior_size == 2], expected, tolerance = 1e-4)
  expect_identical(fit$evaluators$scores, rep(7L, 5))
  known <- fit_prior(evaluations_of(scores), truth = c(replicate(5, sample(8))))
  expect_true(is.finite(known$log_lik))
})

test_that("each evaluator can have a size of their own", {
  x <- bakeoff_rows()
  fit <- fit_prior(x, pooled = FALSE)
  alone <- fit_prior(x["Kofi"])
  expect_equal(coef(fit)["Kofi", ], coef(alone), tolerance = 0.01)
  expect_equal(unname(confint(fit)["Kofi", ]), c(alone$lower, alone$upper))
  expect_equal(fit$df, 12L)
  expect_identical(rownames(coef(fit)), unique(bakeoff$judge))
})

test_that("partial pooling lets an evaluator with few scores borrow from the rest", {
  set.seed(419)
  scores <- rbind(simulated_scores(40, 15, 0, 0.05), simulated_scores(40, 15, 60, 0.05))
  scores[c(1, 41), 6:15] <- NA
  fit <- fit_prior(evaluations_of(scores), pooled = "partial")
  size <- coef(fit)[, "prior_size"]
  expect_lt(median(size[1:40]), 2)
  expect_gt(median(size[41:80]), 10)
  expect_equal(sum(fit$mixing$weight), 1)
  expect_true(all(fit$evaluators$lower <= size & size <= fit$evaluators$upper))
  # One evaluator has nobody to borrow from.
  expect_s3_class(fit_prior(evaluations_of(scores[2, , drop = FALSE]), pooled = "partial"), "seqjudge_prior_fit")
})

test_that("next to no data give a wide answer", {
  one <- fit_prior(as_evaluations(c(Ada = 0.2)))
  expect_identical(one$upper, Inf)
  two <- fit_prior(as_evaluations(c(Ada = 0.42, Bo = 0.81)))
  expect_identical(c(two$lower, two$upper), c(0, Inf))
  equal <- fit_prior(as_evaluations(rep(0.3, 8)))
  expect_true(is.finite(equal$log_lik))
  expect_s3_class(fit_prior(as_evaluations(c(0.5, 0.5, 0.5)), pooled = FALSE), "seqjudge_prior_fit")
  some <- rbind(a = c(0.4, 0.6, 0.2), b = c(NA, NA, NA))
  fit <- fit_prior(as_evaluations(some, items = "positions"), pooled = FALSE)
  expect_identical(fit$evaluators$prior_size[2], Inf)
  expect_identical(unlist(fit$evaluators[2, c("lower", "upper")], use.names = FALSE), c(0, Inf))
  partial <- fit_prior(as_evaluations(some, items = "positions"), pooled = "partial")
  expect_identical(partial$evaluators$scores, c(3L, 0L))
  truth <- fit_prior(as_evaluations(some, items = "positions"), truth = c(1, 3, 2, 1, 2, 3), method = "truth")
  expect_identical(truth$cross_validation[["folds"]], 0)
  outside <- ignore_scale_warning(as_evaluations(c(0.5, 3, -2), scale = score_scale("identity")))
  expect_true(is.finite(fit_prior(outside)$log_lik))
})

test_that("points are not taken for more precise than they are", {
  expect_equal(noise_range(c(0.1, 0.2, 0.5, 0.5, 0.7), FALSE)[1], 0.1 / sqrt(12))
  expect_equal(noise_range(c(0.1234, 0.25, 0.5), FALSE)[1], 0.001)
  expect_equal(noise_range(c(0.1, 0.2, 0.5, 0.5, 0.7), TRUE)[1], 0.001)
})

test_that("the sizes of evaluators can be looked up", {
  x <- bakeoff_rows()
  partial <- fit_prior(x, pooled = "partial")
  expect_identical(prior_sizes(partial, c("Milo", "Amara")), coef(partial)[c("Milo", "Amara"), "prior_size"])
  expect_error(prior_sizes(partial, c("Milo", "Zoe")), class = "seqjudge_error_evaluator")
  pooled <- fit_prior(x)
  expect_identical(prior_sizes(pooled, c("Milo", "Zoe")), c(Milo = pooled$prior_size, Zoe = pooled$prior_size))
  # Corrected without a look only where that is called for.
  ines <- fit_prior(x["Ines"])
  expect_gt(ines$test[["p_value"]], 0.05)
  expect_identical(prior_sizes(ines, "Ines", cautious = TRUE), c(Ines = Inf))
  amara <- fit_prior(x["Amara"])
  expect_identical(prior_sizes(amara, "Amara", cautious = TRUE), c(Amara = 0))
})

test_that("the spread by position is that of the scores and of the model", {
  set.seed(424)
  scores <- simulated_scores(50, 6, 2, 0.05)
  fit <- fit_prior(evaluations_of(scores))
  expect_equal(fit$spread$sd, sqrt(colMeans((scores - 0.5)^2)))
  size <- fit$prior_size + 1:6
  expect_equal(fit$spread$fitted, sqrt((size - 1) / (12 * (size + 1)) + fit$noise^2))
  # For bins by simulation.
  bins <- as_deciles(simulated_scores(1e5, 3, 2, 0.05))
  expect_equal(
    sqrt(model_variance(1:3, 2, 0.05, 10, FALSE)), sqrt(colMeans(((bins - 0.5) / 10 - 0.5)^2)), tolerance = 0.01
  )
})

test_that("of very many scores the likelihood is that of each", {
  skip_on_cran()
  withr::local_seed(2)
  scores <- simulated_scores(6000, 20, 8, 0.05)
  x <- as_evaluations(scores, items = "positions", scale = score_scale("identity"))
  fit <- fit_prior(x)
  estimate <- coef(fit)
  # All scores of a position at once, with the likelihood written out. The noise is drawn a little to its prior.
  by_position <- vapply(1:20, FUN.VALUE = numeric(1), function(t) {
    noiseless <- seq_len(estimate[["prior_size"]] + t) / (estimate[["prior_size"]] + t + 1)
    density <- rowMeans(outer(scores[, t], noiseless, function(y, x) stats::dnorm(y, x, estimate[["noise"]])))
    sum(log(density))
  })
  expect_equal(as.numeric(logLik(fit)), sum(by_position), tolerance = 1e-7)
  expect_identical(estimate[["prior_size"]], 8)
})

test_that("bad arguments are named", {
  x <- bakeoff_rows()
  tied <- setNames(rep(1, 12), unique(bakeoff$contestant))
  expect_snapshot(error = TRUE, {
    fit_prior(bakeoff)
    fit_prior(as_evaluations(c(a = NA_real_, b = NA_real_)))
    fit_prior(x, method = "guess")
    fit_prior(x, pooled = "some")
    fit_prior(x, pooled = FALSE, truth = TRUE)
    fit_prior(x, pooled = "partial", method = "agreement")
    fit_prior(x, metric = "kendall")
    fit_prior(x, method = "agreement", metric = "inversion")
    fit_prior(x, method = "truth", folds = 1)
    fit_prior(x, level = 95)
    fit_prior(x, level = "95%")
    fit_prior(x, noise_type = "gamma")
    fit_prior(x, noise = 0.1)
    fit_prior(x, prior = 3)
    fit_prior(x, size_prior = c(1, 2))
    fit_prior(x, size_prior = c("0" = 1, "0.5" = 1))
    fit_prior(x, size_prior = c("0" = -1))
    fit_prior(x, method = "truth", size_prior = c("0" = 1))
    fit_prior(x, truth = tied)
    fit_prior(as_evaluations(c(a = 0.5, b = 0.2)), truth = TRUE)
    fit_prior(as_evaluations(c(a = 0.5, b = 0.2)), method = "agreement")
    prior_sizes(fit_prior(x, pooled = FALSE), c("Zoe", "Milo"))
    logLik(fit_prior(x, method = "truth"))
    confint(fit_prior(x, pooled = FALSE), level = 0.9)
    autoplot(fit_prior(x), type = "evaluators")
    autoplot(fit_prior(x, pooled = FALSE), type = "profile")
  })
})

test_that("no rows at all are an error of its own", {
  empty <- bakeoff_rows()[character()]
  expect_error(fit_prior(empty), class = "seqjudge_error_no_scores")
})
