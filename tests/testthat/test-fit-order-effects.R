# The ratings model with order effects: exact densities against conditioning and mixed models, and what fits tell.

density_of <- function(table, par, loo = FALSE) internal("cpp_ratings_density")(table, par, loo)

random_parameters <- function(sequences, judges, sizes) {
  par <- plain_parameters(sequences, judges)
  par$drift <- par$start <- par$round <- TRUE
  par$curve <- 2L
  par$effect <- stats::rnorm(5, 0, 0.3)
  par$effect_variance <- c(0, 0.4, 0, 0.2, 1)
  par$neighbour <- -0.2
  par$average <- 0.3
  par$prior_size <- sizes
  par$loading <- stats::runif(judges, 0.5, 1.5)
  par$noise_variance <- stats::runif(judges, 0.2, 1)
  par$wander_variance <- stats::runif(judges, 0.1, 0.4)
  par$keep <- 0.8
  par$severity_mean <- 0.3
  par$severity_variance <- 0.5
  par$own_drift_variance <- 0.3
  par$quality_variance <- 0.7
  par
}

# Four sequences, the first two of one judge; some scores missing.
tiny <- function() {
  x <- marks_with(4, 5)
  data <- as.data.frame(x)
  data$score[c(3, 14)] <- NA
  x <- evaluations(data, evaluator, item, position, score, scale = score_scale("range", -30, 40))
  table <- internal("rating_table")(x)
  table$judge <- c(1L, 1L, 2L, 3L)
  table$round <- c(1L, 2L, 1L, 1L)
  list(x = x, table = table)
}

test_that("the density and each score given the others are direct normal conditioning", {
  set.seed(1)
  for (sizes in list(rep(Inf, 4), c(0, 2, Inf, 7))) {
    case <- tiny()
    par <- random_parameters(4, 3, sizes)
    model <- oracle_effect_covariance(case$x, par, case$table$judge, case$table$round)
    there <- which(!is.na(case$table$value))
    y <- case$table$value[there]
    mean <- model$mean[there]
    covariance <- model$covariance[there, there]
    found <- density_of(case$table, par, TRUE)
    expect_equal(found$log_density, oracle_normal_density(y, mean, covariance), tolerance = 1e-10)
    quality <- par$quality_variance * crossprod(model$on_quality[there, ], solve(covariance, y - mean))
    expect_equal(found$mean[seq_along(quality)], as.vector(quality), tolerance = 1e-10)
    for (i in seq_along(y)) {
      solved <- solve(covariance[-i, -i], covariance[-i, i])
      expect_equal(found$loo_mean[there[i]], mean[i] + sum(solved * (y - mean)[-i]), tolerance = 1e-10)
      expect_equal(
        found$loo_variance[there[i]], covariance[i, i] - sum(solved * covariance[-i, i]),
        tolerance = 1e-10
      )
    }
    expect_identical(which(is.na(found$loo_mean)), setdiff(seq_along(case$table$value), there))
  }
})

test_that("leaving one out in closed form is leaving it out", {
  set.seed(2)
  case <- tiny()
  par <- random_parameters(4, 3, c(Inf, 1, 4, Inf))
  all <- density_of(case$table, par, TRUE)
  for (i in which(!is.na(case$table$value))) {
    without <- case$table
    without$value[i] <- NA
    left <- density_of(case$table, par)$log_density - density_of(without, par)$log_density
    expect_equal(
      stats::dnorm(case$table$value[i], all$loo_mean[i], sqrt(all$loo_variance[i]), log = TRUE), left,
      tolerance = 1e-10
    )
  }
})

test_that("with severities and qualities alone the highest likelihood is that of lme4", {
  skip_if_not_installed("lme4")
  set.seed(3)
  x <- marks_with(10, 8)
  data <- as.data.frame(x)[-c(4, 17, 40, 55), ]
  data$position <- stats::ave(data$position, data$evaluator, FUN = rank)
  x <- evaluations(data, evaluator, item, position, score, scale = score_scale("range", -30, 40))
  table <- internal("rating_table")(x)
  table$value <- as.double(x$score)
  log_density <- function(p) {
    par <- plain_parameters(10)
    par[c("quality_variance", "severity_variance")] <- as.list(exp(p[1:2]))
    par$noise_variance <- rep(exp(p[3]), 10)
    par$severity_mean <- p[4]
    density_of(table, par)$log_density
  }
  best <- stats::optim(c(0, 0, 0, 5), log_density, method = "BFGS", control = list(fnscale = -1, reltol = 1e-14))
  mixed <- lme4::lmer(score ~ 1 + (1 | item) + (1 | evaluator), data, REML = FALSE)
  expect_equal(best$value, as.numeric(stats::logLik(mixed)), tolerance = 1e-6)
})

test_that("with autoregressive noise alone it is that of nlme", {
  skip_if_not_installed("nlme")
  set.seed(4)
  x <- marks_with(12, 10, share = 2)
  table <- internal("rating_table")(x)
  table$value <- as.double(x$score)
  log_density <- function(p) {
    par <- plain_parameters(12)
    par$loading <- rep(0, 12)
    par$noise_variance <- rep(0, 12)
    par$wander_variance <- rep(exp(p[1]), 12)
    par$keep <- tanh(p[2])
    par$severity_variance <- exp(p[3])
    par$severity_mean <- p[4]
    density_of(table, par)$log_density
  }
  best <- stats::optim(c(0, 0.3, -1, 5), log_density, method = "BFGS", control = list(fnscale = -1, reltol = 1e-14))
  mixed <- nlme::lme(
    score ~ 1, as.data.frame(x), ~ 1 | evaluator,
    correlation = nlme::corAR1(form = ~ position | evaluator), method = "ML"
  )
  expect_equal(best$value, as.numeric(stats::logLik(mixed)), tolerance = 1e-4)
})

quick_fit <- function(x, ..., iterations = 150) fit_order_effects(x, ..., iterations = iterations, seed = 1)

row_of <- function(fit, name) subset(tidy(fit), effect == name)

test_that("each effect is found where it is, with its sign, and within its interval", {
  set.seed(5)
  x <- marks_with(25, 20, drift = -1, start = 0.8, neighbour = -0.4, share = 1)
  fit <- quick_fit(x, c("drift", "start", "neighbour", "serial"))
  found <- tidy(fit)
  expect_identical(found$effect, c("drift", "start", "neighbour", "serial"))
  expect_true(all(found$p_value < 0.01))
  expect_identical(sign(found$estimate), c(-1, 1, -1, 1))
  spread <- sqrt(mean(fit$drawn$common["quality_variance", , ])) * fit$table$unit
  truth <- c(-1, 0.8, -0.4 * spread, 1)
  expect_true(all(found$lower < truth & truth < found$upper))
  expect_match(format(fit), "^Drift: Later items get .* points less from the beginning to the end", all = FALSE)
  expect_match(format(fit), "contrast", all = FALSE)
})

test_that("calibration is found by its own test", {
  set.seed(6)
  fit <- quick_fit(marks_of(8, 15, size = 0, noise = 0.2), "calibration")
  expect_lt(row_of(fit, "calibration")$p_value, 0.05)
  expect_lt(row_of(fit, "calibration")$estimate, 10)
  expect_match(format(fit), "early scores are cautious", all = FALSE)
})

test_that("a table has its columns, and sentences say what can be excluded", {
  set.seed(7)
  fit <- quick_fit(marks_with(8, 10))
  found <- tidy(fit)
  expect_identical(found$effect, c("drift", "start", "neighbour", "average", "serial", "calibration"))
  expect_named(found, c(
    "effect", "estimate", "lower", "upper", "p_value", "evidence", "unit", "estimate_sd", "lower_sd", "upper_sd"
  ))
  points <- found[found$unit == "points", ]
  expect_equal(points$estimate_sd * fit$table$unit, points$estimate)
  expect_true(all(found$p_value > 0 & found$p_value <= 1))
  none <- found$effect[found$lower <= 0 & found$upper >= 0 & found$unit == "points"]
  expect_length(grep("No effect larger than", format(fit)), length(none))
})

test_that("p-values are those of the scores alone, and words go with them", {
  # An estimate of 0.6 with a standard error of 0.3, beside a normal prior with the standard deviation 2.
  variance <- 1 / (1 / 0.3^2 + 1 / 2^2)
  draws <- variance * 0.6 / 0.3^2 + sqrt(variance) * as.vector(scale(stats::qnorm(stats::ppoints(50))))
  expect_equal(internal("linear_p_value")(draws, 2), 2 * stats::pnorm(-2))
  # Draws that are no narrower than the prior say nothing.
  expect_identical(internal("linear_p_value")(c(-3, 3), 2), 1)
  words <- vapply(c(0.001, 0.0011, 0.01, 0.05, 0.051, NA), internal("evidence_in_words"), "")
  expect_identical(words, c("very strong", "strong", "strong", "some", "none", "cannot be told"))
})

test_that("a curve is told by its middle against its ends", {
  coefficient <- c(0.3, -1, 2, 0.7)
  at <- function(place) sum(coefficient * cos(pi * (2:5) * place))
  expect_equal(drop(internal("middle_over_ends")() %*% coefficient), at(0.5) - (at(0) + at(1)) / 2)
})

test_that("successive residuals are those of neighbours, and chance is taken out", {
  serial <- function(value) {
    fit <- list(table = list(value = value, start = c(0L, length(value))), drawn = list(fitted = 0 * value))
    internal("serial_test")(fit, seed = 1)
  }
  # Up and down forty times: 39 products of -1. By chance their sum would be -1.
  found <- serial(rep(c(1, -1), 20))
  expect_equal(found$correlation, (-39 + 1) / 39, tolerance = 0.01)
  expect_identical(found$p_value, 1 / 1000)
  # No two scores next to each other.
  expect_identical(serial(c(1, NA, -1, NA, 1, NA, -1)), list(correlation = NA_real_, p_value = 1))
})

test_that("calibration is looked for in scores without other effects, but with the average so far", {
  set.seed(22)
  x <- marks_of(3, 6)
  table <- internal("rating_table")(x)
  models <- internal("effect_models")(table, c("drift", "average"), c(Inf, Inf))
  drawn <- internal("run_effect_chains")(table, models, list(iterations = 20L, seed = 1, threads = 1L))
  for (part in c("common", "judge", "wander")) drawn[[part]][] <- 0
  drawn$common["drift", , ] <- 1.5
  drawn$common["average", , ] <- 0.7
  left <- internal("without_rivals")(x, table, drawn)
  expect_equal(left$score, x$score - 1.5 * table$unit * ((x$position - 0.5) / 6 - 0.5))
})

test_that("effects that few scores cannot tell are said to be so", {
  set.seed(21)
  can <- function(items) {
    x <- marks_of(3, items)
    told <- internal("tellable_effects")(x, internal("rating_table")(x))
    told$effect[told$can]
  }
  expect_true("curve" %in% can(6))
  expect_false("curve" %in% can(5))
  expect_true("serial" %in% can(8))
  expect_false("serial" %in% can(7))
  expect_true("drift" %in% can(3))
  expect_identical(can(2), character())
})

test_that("in an order that is not known to be random, only serial dependence can be told", {
  set.seed(8)
  shared <- marks_of(5, 10, order = function(j) 1:10)
  for (x in list(shared, marks_with(5, 8, order = "arranged"))) {
    fit <- quick_fit(x)
    found <- tidy(fit)
    expect_identical(found$effect[!is.na(found$estimate)], "serial")
    expect_identical(unique(found$evidence[is.na(found$p_value)]), "cannot be told")
    expect_match(format(fit), "cannot be told", all = FALSE)
  }
  expect_match(format(fit), "arranged", all = FALSE)
  drawn <- marks_of(5, 10, order = function(j) 1:10)
  drawn <- evaluations(
    as.data.frame(drawn), evaluator, item, position, score,
    scale = score_scale("range", -20, 40), order = "random"
  )
  expect_false(anyNA(tidy(quick_fit(drawn))$estimate))
})

test_that("little data are enough for an answer", {
  one <- as_evaluations(c(a = 5, b = 7, c = 6, d = 9), scale = score_scale("range", 0, 10))
  fit <- quick_fit(one)
  expect_true(is.na(row_of(fit, "neighbour")$estimate))
  expect_false(is.na(row_of(fit, "drift")$estimate))
  two <- as_evaluations(rbind(c(5, 7), c(6, 4)), items = rbind(1:2, 2:1), scale = score_scale("range", 0, 10))
  expect_true(all(is.na(tidy(quick_fit(two))$estimate)))
})

test_that("seeds govern, and threads change nothing", {
  set.seed(9)
  x <- marks_with(4, 6)
  of <- function(...) tidy(fit_order_effects(x, iterations = 40, ...))
  expect_identical(of(seed = 3, threads = 1), of(seed = 3, threads = 2))
  set.seed(1)
  first <- of()
  set.seed(1)
  expect_identical(of(), first)
})

test_that("methods answer", {
  set.seed(10)
  x <- marks_with(6, 8, drift = -1)
  fit <- quick_fit(x, c("drift", "start", "curve", "neighbour", "average", "serial"))
  expect_identical(names(coef(fit)), tidy(fit)$effect)
  expect_equal(unname(confint(fit)), unname(as.matrix(tidy(fit)[c("lower", "upper")])))
  expect_lt(confint(fit, "drift", level = 0.5)[2], confint(fit, "drift")[2])
  expect_identical(nobs(fit), 48L)
  expect_equal(unname(x$score - fitted(fit)), residuals(fit))
  # By the posterior means of everything, or the mean over the draws.
  expect_equal(predict(fit, x), predict(fit), tolerance = 0.02)
  expect_equal(predict(fit, x) - predict(fit, type = "effect"), predict(fit, x) - predict(fit, x, "effect"))
  more <- augment(fit)
  expect_equal(more$.fitted + more$.resid, more$score)
  expect_equal(more$.corrected + more$.effect, more$score)
  expect_identical(nrow(glance(fit)), 1L)
  expect_true(is.finite(logLik(fit)))
  models <- tidy(fit, "models")
  expect_identical(sort(models$model)[1], "all")
  expect_identical(models$difference[models$model == "all"], 0)
  expect_identical(tidy(fit, "evaluators")$evaluator, unique(x$evaluator))
  expect_setequal(tidy(fit, "items")$item, unique(x$item))
  new <- simulate(fit, 2, seed = 1)
  expect_length(new, 2)
  expect_s3_class(new[[1]], "seqjudge_evaluations")
  expect_identical(new, simulate(fit, 2, seed = 1))
  expect_match(format(summary(fit)), "without drift", all = FALSE)
})

test_that("a predicted score of somebody unknown is that of an average judge", {
  set.seed(11)
  fit <- quick_fit(marks_with(10, 8), "serial", iterations = 400)
  x <- as_evaluations(rbind(new = c(5, 5)), items = c("unknown", "i1"), scale = score_scale("range", -30, 40))
  found <- predict(fit, x)
  quality <- tidy(fit, "items")
  known <- quality$quality[quality$item == "i1"] + mean(fit$drawn$quality) * fit$table$unit
  expect_equal(found[2] - found[1], known, tolerance = 1e-6, ignore_attr = TRUE)
})

test_that("package loo compares fits", {
  skip_if_not_installed("loo")
  set.seed(12)
  x <- marks_with(15, 12, drift = -3)
  with <- suppressWarnings(loo::loo(quick_fit(x, c("drift", "serial"))))
  without <- suppressWarnings(loo::loo(quick_fit(x, "serial")))
  compared <- loo::loo_compare(list(with = with, without = without))
  # The best comes first, by a row's name or, since loo 2.10, in a column.
  models <- if ("model" %in% colnames(compared)) compared$model else rownames(compared)
  expect_identical(models, c("with", "without"))
})

test_that("bad input is named", {
  set.seed(13)
  x <- marks_with(3, 4)
  expect_snapshot(error = TRUE, {
    fit_order_effects(1)
    fit_order_effects(x, effects = "trend")
    fit_order_effects(x, effects = 1)
    fit_order_effects(x, effects = character())
    fit_order_effects(x, iterations = 2)
    fit_order_effects(x, drift = TRUE)
    fit_order_effects(as_evaluations(c(5, 5, 5), scale = score_scale("range", 0, 10)))
  })
})

test_that("sentences say which way successive scores go, and what an unusual order is not", {
  fit <- list(serial = list(correlation = -0.5), level = 0.9)
  row <- data.frame(estimate = 0.1, lower = 0, upper = 0.2, p_value = 0.002)
  expect_match(internal("serial_sentence")(row, fit), "a high score is followed by a lower one", fixed = TRUE)
  row <- data.frame(estimate = Inf, lower = 0, upper = Inf, p_value = 0.01)
  expect_match(internal("calibration_sentence")(row, 0.9), "the order matters, but not as cautious beginnings would")
  # Of many scores a few shuffles are enough.
  value <- rep(c(1, -1), 1500)
  fit <- list(table = list(value = value, start = c(0L, 3000L)), drawn = list(fitted = 0 * value))
  found <- internal("serial_test")(fit, seed = 1)
  expect_lt(found$p_value, 1e-6)
  expect_equal(found$correlation, -1, tolerance = 0.02)
})

test_that("no chain ends where there is no noise at all", {
  # Few judges who agree well, and comparisons with a rest of their own: that rest must not pass for all of the noise.
  x <- evaluations(bakeoff, judge, contestant, position, points, score_scale("range", 0, 100))
  fit <- suppressWarnings(fit_order_effects(x, iterations = 1000, seed = 1, progress = FALSE))
  expect_gt(min(apply(fit$drawn$common["noise_centre", , ], 2, stats::median)), 0.005)
  # Models differ by some units of the log score, not by millions.
  models <- tidy(fit, "models")
  expect_lt(max(abs(models$difference)), 20)
})

test_that("estimate and interval of calibration cannot contradict each other", {
  evidence <- list(
    log_bf = 1, p_value = 0.085, sizes = c(0, 3, 8, Inf), weights = c(0.2, 0.5, 0.2, 0.1), settings = NULL
  )
  values <- internal("calibration_values")
  # Not found at 5%, though ruled out at 10%.
  expect_identical(values(evidence, 0.9), c(Inf, 0, Inf))
  evidence$p_value <- 0.03
  expect_identical(values(evidence, 0.9), c(3, 0, 8))
  expect_identical(values(evidence, 0.99), c(3, 0, Inf))
  evidence$log_bf <- -1
  expect_identical(values(evidence, 0.9), c(Inf, 0, Inf))
})

test_that("what is kept of judges goes with what is common to all in the same round", {
  # Three chains of 21 rounds, of which every fourth is kept.
  common <- array(seq_len(2 * 21 * 3), c(2, 21, 3), list(c("drift", "start"), NULL, NULL))
  fit <- list(drawn = list(common = common, loading = array(0, c(1, 5, 3))))
  at <- internal("kept_common")
  expect_identical(at(fit, 1), common[, 4, 1])
  expect_identical(at(fit, 5), common[, 20, 1])
  expect_identical(at(fit, 12), common[, 8, 3])
})

test_that("models with a curve are compared under the prior that the chains have", {
  set.seed(2)
  fit <- fit_order_effects(marks_with(6, 10), c("drift", "curve"), iterations = 60, chains = 2, seed = 1)
  spread <- mean(fit$drawn$common["curve_spread", , ])
  par <- internal("density_parameters")(fit, integrated = TRUE)
  # Two to five half waves.
  expect_equal(unname(par$effect_variance), c(4, (4 * spread / (2:5)^2)^2))
})
