# Panels by the ratings model: the chain against conditioning, a mixed model and simulated truths.

quiet_panel <- function(...) with_short_chains(rank_panel(...))

rating_chains <- function(x, size, chains = 4, rounds = 4000, drift = FALSE, wander = FALSE, ...) {
  table <- internal("rating_table")(x)
  model <- list(
    prior_size = rep_len(size, length(unique(x$evaluator))), drift = drift, wander = wander, ...
  )
  found <- internal("cpp_rating_chains")(table, rep(list(model), chains), 1000L, rounds, 1, 2L)
  c(found, list(table = table))
}

# The posterior mean of the qualities by importance sampling: the few other unknowns are drawn from their priors, the
# qualities given them are normal. Noises, loadings and severities of two judges, and what they are drawn from; with
# `effects` a drift and a start effect too, whose means come after the qualities.
oracle_quality_means <- function(x, value, size, draws, effects = FALSE) {
  n <- stats::ave(x$position, x$evaluator, FUN = length)
  start <- stats::ave(1 / x$position, x$evaluator, FUN = function(a) a - mean(a))
  on_effects <- cbind((x$position - 0.5) / n - 0.5, start)[, rep(TRUE, 2 * effects), drop = FALSE]
  judges <- length(unique(x$evaluator))
  pick <- function(values, log_density) sample(values, 1, prob = exp(log_density(values)))
  log_weight <- numeric(draws)
  means <- matrix(0, draws, length(unique(x$item)) + ncol(on_effects))
  for (k in seq_len(draws)) {
    shape <- pick(c(1.5, 2.5, 4, 7, 12, 25, 60), function(a) -0.5 * (log(a / 6) / 0.8)^2)
    spread <- pick(c(0.03, 0.06, 0.1, 0.15, 0.2, 0.3, 0.4, 0.55), function(s) -0.5 * (s / 0.3)^2)
    # The centre of the noises and the mean severity have very wide priors: proposed nearby, and weighted. Few scores
    # hardly bound the noise from below where comparisons have a rest that is not linear; so proposals go far down.
    centre <- exp(stats::rnorm(1, log(0.1), 3))
    log_weight[k] <- log(centre) - centre - stats::dnorm(log(centre), log(0.1), 3, log = TRUE)
    middle <- stats::rnorm(1, 0, 1)
    log_weight[k] <- log_weight[k] - stats::dnorm(middle, 0, 1, log = TRUE)
    severity_variance <- 0.1 / stats::rgamma(1, 1)
    quality_variance <- 0.3 / stats::rgamma(1, 1)
    noise <- shape * centre / stats::rgamma(judges, shape)
    # No score is more exact than that.
    log_weight[k] <- log_weight[k] - sum(0.0005 * table(x$evaluator) / noise)
    loading <- pmax(stats::rnorm(judges, 1, spread), 0.02)
    model <- oracle_rating_covariance(x, size, loading, noise, quality_variance)
    same <- outer(x$evaluator, x$evaluator, "==")
    effect_variance <- sample(0.4 / 2^(0:4), ncol(on_effects), replace = TRUE)^2
    of_effects <- on_effects %*% diag(effect_variance, ncol(on_effects))
    root <- chol(model$covariance + severity_variance * same + tcrossprod(of_effects, on_effects))
    z <- backsolve(root, value - middle, transpose = TRUE)
    log_weight[k] <- log_weight[k] - sum(log(diag(root))) - 0.5 * sum(z^2)
    means[k, ] <- crossprod(cbind(quality_variance * model$on_quality, of_effects), backsolve(root, z))
  }
  weight <- exp(log_weight - max(log_weight))
  weight <- weight / sum(weight)
  mean <- colSums(weight * means)
  list(mean = mean, se = sqrt(colSums(weight^2 * sweep(means, 2, mean)^2)))
}

test_that("the chain's mean qualities are those of importance sampling over all else", {
  skip_on_cran()
  set.seed(1)
  x <- marks_of(2, 4, noise = 1)
  for (size in c(Inf, 2)) {
    chain <- rating_chains(x, size, rounds = 40000)
    oracle <- oracle_quality_means(x, chain$table$value, size, 20000)
    expect_lt(max(oracle$se), 0.05)
    chain_se <- apply(chain$mean_quality, 1, stats::sd) / 2
    expect_lt(max(chain_se), 0.05)
    expect_lt(max(abs(rowMeans(chain$mean_quality) - oracle$mean) / (4 * sqrt(oracle$se^2 + chain_se^2) + 0.02)), 1)
  }
})

test_that("effects are shrunk as far as importance sampling shrinks them", {
  skip_on_cran()
  set.seed(12)
  x <- marks_of(2, 6, noise = 1, drift = -2)
  chain <- rating_chains(x, Inf, rounds = 20000, drift = TRUE)
  oracle <- oracle_quality_means(x, chain$table$value, Inf, 20000, effects = TRUE)
  found <- rbind(apply(chain$mean_quality, 1:2, mean), apply(chain$effects[c("drift", "start"), , ], c(1, 3), mean))
  chain_se <- apply(found, 1, stats::sd) / 2
  expect_lt(max(oracle$se, chain_se), 0.05)
  expect_lt(max(abs(rowMeans(found) - oracle$mean) / (4 * sqrt(oracle$se^2 + chain_se^2) + 0.01)), 1)
})

test_that("what is common to all judges comes with the draws, by name", {
  set.seed(2)
  x <- marks_of(4, 8)
  found <- rating_chains(x, Inf, chains = 2, rounds = 50, drift = TRUE, wander = TRUE, neighbour = TRUE)
  rows <- c(
    "severity_mean", "severity_variance", "loading_spread", "noise_shape", "noise_centre", "wander_share", "drift",
    "start", "neighbour"
  )
  expect_identical(dimnames(found$population)[[1]], rows)
  expect_identical(dim(found$population), c(9L, 50L, 2L))
  expect_identical(found$population["drift", , ], found$effects["drift", , ])
  expect_true(all(found$population[c(2, 3, 4, 5, 6), , ] > 0))
})

test_that("judges with several sequences have one severity", {
  set.seed(3)
  x <- marks_of(6, 10, severity = 2, noise = 0.2)
  table <- internal("rating_table")(x)
  # Two by two the evaluators are one judge: those who differ much in level share it, and the rest is noise.
  table$judge <- c(1L, 1L, 2L, 2L, 3L, 3L)
  table$round <- c(1L, 2L, 1L, 2L, 1L, 2L)
  model <- list(prior_size = rep(Inf, 6), drift = FALSE, wander = FALSE)
  found <- internal("cpp_rating_chains")(table, list(model), 200L, 1000L, 1, 1L)
  expect_identical(dim(found$severity), c(3L, 1000L, 1L))
  level <- tapply(table$value, table$judge[rep(1:6, each = 10)], mean)
  expect_equal(
    diff(rowMeans(found$severity[, , 1])), as.vector(diff(level)),
    tolerance = 0.3, ignore_attr = TRUE
  )
})

test_that("with much data qualities are those of a mixed model", {
  set.seed(3)
  x <- marks_of(30, 25, severity = 1, noise = 0.8)
  chain <- rating_chains(x, Inf, rounds = 1000)
  # Everybody saw everything: the best linear predictor is the shrunken mean, with variances from the mean squares.
  squares <- stats::anova(stats::lm(chain$table$value ~ x$evaluator + x$item))[["Mean Sq"]]
  means <- tapply(chain$table$value, x$item, mean)[unique(x$item)]
  blup <- (1 - squares[3] / squares[2]) * as.vector(means - mean(means))
  found <- rowMeans(chain$mean_quality)
  expect_gt(stats::cor(found, blup), 0.999)
  expect_lt(max(abs(found - mean(found) - blup)), 0.1)
})

test_that("a reliable judge weighs more", {
  set.seed(4)
  quality <- 1:12 / 12
  clear <- marks_of(4, 12, quality = quality, noise = 0.1)
  data <- as.data.frame(clear)
  wild <- data$evaluator == "j4"
  data$score[wild] <- data$score[wild] + stats::rnorm(12, 0, 3)
  x <- evaluations(data, evaluator, item, position, score, scale = score_scale("range", -20, 40))
  panel <- quiet_panel(x, seed = 1)
  own <- tidy(panel, "evaluators")
  expect_identical(which.max(own$noise), 4L)
  error <- function(rank, item) sum(abs(rank - rank(quality)[as.integer(sub("i", "", item))]))
  items <- as.data.frame(panel)
  raw <- tapply(data$score, data$item, mean)
  expect_lt(error(items$rank, items$item), error(rank(raw), names(raw)))
})

test_that("the severity of judges who saw different items is taken out", {
  set.seed(5)
  quality <- stats::rnorm(20)
  rows <- lapply(1:30, function(j) {
    own <- sample.int(20, 5)
    score <- quality[own] + stats::rnorm(1, 0, 3) + stats::rnorm(5, 0, 0.2)
    data.frame(judge = j, item = own, position = 1:5, score = score)
  })
  data <- do.call(rbind, rows)
  panel <- quiet_panel(evaluations(data, judge, item, position, score, scale = score_scale("range", -50, 50)), seed = 1)
  items <- as.data.frame(panel)
  raw <- tapply(data$score, data$item, mean)
  agreement <- function(rank, item) stats::cor(rank, quality[as.integer(item)], method = "kendall")
  expect_gt(agreement(items$mean_rank, items$item), 0.8)
  expect_gt(agreement(items$mean_rank, items$item), agreement(raw, names(raw)) + 0.2)
})

test_that("a drift is found within its interval, but not in an order that all share", {
  set.seed(6)
  panel <- quiet_panel(marks_of(12, 15, drift = -2), seed = 1, iterations = 500)
  drift <- subset(tidy(panel, "effects"), effect == "drift")
  expect_lt(drift$lower, -2)
  expect_gt(drift$upper, -2)
  expect_lt(drift$upper, -0.5)
  shared <- marks_of(5, 10, drift = -2, order = function(j) 1:10)
  expect_message(panel <- rank_panel(shared, seed = 1, iterations = 500), "one order", class = "seqjudge_message_order")
  expect_true(all(is.na(subset(tidy(panel, "effects"), effect %in% c("drift", "start", "neighbour"))$estimate)))
  expect_true(all(is.infinite(tidy(panel, "evaluators")$prior_size)))
})

test_that("an effect of the order that the scores speak for is corrected for", {
  set.seed(7)
  x <- marks_of(6, 15, size = 0, noise = 0.1, quality = 1:15 / 15)
  panel <- quiet_panel(x, seed = 1, iterations = 500)
  expect_true(all(is.finite(tidy(panel, "evaluators")$prior_size)))
  error <- function(place, item) mean(abs(16 - place - as.integer(sub("i", "", item))))
  items <- as.data.frame(panel)
  expect_lt(error(items$place, items$item), 1)
  raw <- tapply(x$score, x$item, mean)
  expect_lt(error(items$place, items$item), error(rank(-raw), names(raw)))
})

test_that("of a single evaluator the order does nothing that could be told from the marks", {
  # A drift and a level that wanders are there for the eye, and may as well be the items.
  score <- c(a = 9, b = 9, c = 8, d = 8.5, e = 6, f = 6, g = 5, h = 5.5)
  x <- as_evaluations(score, scale = score_scale("range", 0, 10))
  panel <- quiet_panel(x, prior = Inf, seed = 1)
  items <- as.data.frame(panel)
  expect_equal(items$rank[match(names(score), items$item)], unname(rank(score)))
  effects <- tidy(panel, "effects")
  expect_true(all(is.na(effects$estimate[effects$effect %in% c("drift", "start", "neighbour")])))
})

test_that("places are shared where the order is next to a coin's toss", {
  # Each order of the first two occurs twice, with the same marks.
  scores <- rbind(c(7, 7, 5, 9), c(7, 7, 5, 9), c(6, 6, 4, 8), c(6, 6, 4, 8))
  seen <- rbind(c("a", "b", "c", "d"), c("b", "a", "c", "d"))[c(1, 2, 1, 2), ]
  x <- as_evaluations(scores, items = seen, scale = score_scale("range", 0, 10))
  items <- as.data.frame(quiet_panel(x, prior = Inf, seed = 1))
  expect_named(items, c("item", "rank", "place", "mean_rank", "lower", "upper", "p_best"))
  expect_identical(items$place[match(c("a", "b"), items$item)], c(2.5, 2.5))
  expect_identical(items$item[1], "d")
})

test_that("seeds govern, and threads change nothing", {
  set.seed(8)
  x <- marks_of(3, 6)
  of <- function(...) as.data.frame(quiet_panel(x, iterations = 40, ...))
  expect_identical(of(seed = 3, threads = 1), of(seed = 3, threads = 2))
  set.seed(1)
  first <- of()
  set.seed(1)
  expect_identical(of(), first)
})

test_that("what only one of the models has chooses it, and both at once are an error", {
  set.seed(9)
  x <- marks_of(3, 5)
  expect_identical(quiet_panel(x, seed = 1, iterations = 20)$model, "ratings")
  expect_identical(rank_panel(x, noise = 0.1, prior = Inf)$model, "ranks")
  expect_identical(rank_panel(x, model = "ranks", prior = 2, noise = 0.1)$model, "ranks")
  shares <- as_evaluations(rbind(c(0.5, 0.3, 0.7), c(0.4, 0.3, 0.8)), order = "random")
  expect_identical(rank_panel(shares)$model, "ranks")
  expect_identical(quiet_panel(shares, model = "ratings", seed = 1, iterations = 20)$model, "ratings")
  expect_error(rank_panel(x, model = "ratings", noise = 0.1), class = "seqjudge_error_value")
  expect_error(rank_panel(x, model = "scores"), class = "seqjudge_error_value")
})

test_that("priors may be given: numbers, one each, Inf or a fit", {
  set.seed(10)
  x <- marks_of(3, 6)
  size <- function(prior) tidy(quiet_panel(x, prior = prior, seed = 1, iterations = 20), "evaluators")$prior_size
  expect_identical(size(2), c(2, 2, 2))
  expect_identical(size(c(j3 = 1, j1 = 0, j2 = Inf)), c(0, Inf, 1))
  fit <- fit_prior(x)
  expect_identical(size(fit), rep(fit$prior_size, 3))
})

test_that("methods know panels by the ratings model", {
  set.seed(11)
  x <- marks_of(3, 5)
  panel <- quiet_panel(x, seed = 1, iterations = 50)
  expect_match(format(panel), "Severities differ", all = FALSE)
  spread <- signif(sd(tidy(panel, "evaluators")$severity), 2)
  expect_match(format(panel), paste("standard deviation of", spread, "points"), fixed = TRUE, all = FALSE)
  expect_match(format(summary(panel)), "loading", all = FALSE)
  expect_named(glance(panel), names(glance(rank_panel(x, model = "ranks", prior = 1, noise = 0.1))))
  expect_identical(nrow(tidy(panel, "pairs")), 10L)
  expect_identical(nrow(tidy(panel, "population")), 0L)
  expect_identical(
    tidy(panel, "effects")$effect, c("drift", "start", "neighbour", "wander", "quality_sd", "severity_sd")
  )
  expect_identical(nrow(tidy(rank_panel(x, model = "ranks", prior = 1, noise = 0.1), "effects")), 0L)
  for (type in c("items", "evaluators", "heatmap", "top", "pairs", "trace")) {
    expect_no_error(ggplot2::ggplot_build(autoplot(panel, type)))
  }
  skip_if_not_installed("posterior")
  draws <- posterior::as_draws(panel)
  expect_identical(posterior::nchains(draws), 4L)
  expect_true(all(c("rank[i1]", "drift", "severity_sd") %in% posterior::variables(draws)))
  expect_identical(mean(posterior::extract_variable(draws, "drift")), tidy(panel, "effects")$estimate[1])
})

test_that("draws are summed up by mean and quantiles", {
  expect_equal(internal("draws_summary")(0:100, 0.5), c(50, 25, 75))
  expect_true(all(is.na(internal("draws_summary")(c(NA, NA), 0.9))))
})

test_that("who gives fewer points is severe, in points; of one alone nothing is told that one cannot show", {
  set.seed(32)
  quality <- seq(2, 8, length.out = 12)
  scores <- t(vapply(c(0, 1, -1), function(level) quality + level + rnorm(12, 0, 0.1), numeric(12)))
  items <- t(replicate(3, sample(12)))
  marks <- t(vapply(1:3, function(j) scores[j, items[j, ]], numeric(12)))
  x <- as_evaluations(marks, items = items, scale = score_scale("range", 0, 10))
  panel <- quiet_panel(x, model = "ratings", iterations = 200, seed = 1)
  expect_equal(tidy(panel, "evaluators")$severity, c(0, -1, 1), tolerance = 0.15)
  single <- quiet_panel(x["1"], model = "ratings", iterations = 50, chains = 2, seed = 1)
  effects <- tidy(single, "effects")
  expect_identical(effects$effect[is.na(effects$estimate)], c("drift", "start", "neighbour", "wander"))
  expect_false(anyNA(tidy(panel, "effects")$estimate))
})

test_that("short chains are warned about", {
  set.seed(3)
  x <- marks_of(4, 12)
  expect_warning(
    rank_panel(x, "ratings", prior = Inf, iterations = 10, chains = 2, seed = 1, progress = FALSE),
    class = "seqjudge_warning_mixing"
  )
  expect_no_warning(rank_panel(x, "ratings", prior = Inf, seed = 1, progress = FALSE))
})

test_that("without a number of iterations chains go on until they have mixed", {
  set.seed(34)
  # Of four items and many judges it is slow to tell how far the items are apart.
  x <- marks_of(20, 4)
  rounds <- function(...) dim(rank_distribution(quiet_panel(x, prior = Inf, seed = 4, ...))$ranks)[2] / 4
  expect_identical(rounds(iterations = 30), 30)
  expect_no_warning(panel <- rank_panel(x, prior = Inf, seed = 4))
  expect_gt(rounds(), 2000)
  expect_gte(glance(panel)$ess, 100)
  # Chains that never mix end at 16,000 rounds, or where twice as many would be more than 20 million draws of a score.
  draw <- internal("draw_ratings")
  environment(draw) <- list2env(parent = environment(draw), list(
    chain_diagnostics = function(...) data.frame(rhat = 2, ess = 1000),
    cpp_rating_chains = function(table, models, warmup, rounds, ...) list(rounds = rounds)
  ))
  ends <- function(scores) {
    table <- list(value = numeric(scores), items = 10L, judge = 1L)
    draw(table, list(1), NULL, list(seed = 4, threads = 2L))$rounds
  }
  expect_identical(vapply(c(100, 1250, 1251, 5000, 5001, 15000), ends, 1L), 2000L * c(8L, 8L, 4L, 2L, 1L, 1L))
})

test_that("chains go on only where that can be enough, and fill no memory", {
  go_on <- function(ess, rounds, most = 16000, rhat = 1) {
    internal("should_go_on")(data.frame(rhat = c(1, rhat), ess = c(900, ess)), rounds, most)
  }
  expect_true(go_on(ess = 80, rounds = 2000))
  expect_false(go_on(ess = 100, rounds = 2000))
  expect_true(go_on(ess = 100, rounds = 2000, rhat = 1.06))
  # Eight times as many draws would be worth 96.
  expect_false(go_on(ess = 12, rounds = 2000))
  expect_true(go_on(ess = 80, rounds = 8000))
  expect_false(go_on(ess = 80, rounds = 16000))
  expect_false(go_on(ess = 80, rounds = 2000, most = 3999))
  expect_false(go_on(ess = NaN, rounds = 2000))
  # The draws of 50 chains are many, however few the scores are.
  set.seed(36)
  table <- internal("rating_table")(marks_of(3, 100))
  model <- list(prior_size = rep(Inf, 3), wander = FALSE)
  found <- internal("draw_ratings")(table, rep(list(model), 50), rep(list(Inf), 50), list(seed = 4, threads = 2L))
  expect_identical(ncol(found$severity), 2000L)
})

test_that("judges who agree exactly are near to free of error, no more, and equal marks share a place", {
  marks <- c(7, 6.5, 8, 6.5, 5, 9, 7.5, 6.5, 4, 6.5, 8.5, 6)
  for (judges in c(2, 3, 6)) {
    set.seed(judges)
    seen <- t(replicate(judges, sample(12)))
    x <- as_evaluations(
      matrix(marks[seen], judges), items = matrix(letters[seen], judges), scale = score_scale("range", 0, 10)
    )
    expect_no_warning(panel <- suppressMessages(rank_panel(x, seed = 1, progress = FALSE)))
    rows <- as.data.frame(panel)
    expect_equal(rows$place[match(letters[1:12], rows$item)], rank(-marks))
    noise <- tidy(panel, "evaluators")$noise / stats::sd(marks)
    expect_true(all(noise > 0.01 & noise < 0.1))
    effects <- tidy(suppressWarnings(fit_order_effects(x, seed = 1, progress = FALSE)))
    expect_lt(abs(effects$estimate[effects$effect == "drift"]), 0.2)
  }
})
