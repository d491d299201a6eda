# The posterior of a ranking against the enumeration of all rankings, and what is made of it.

test_that("draws have the probabilities of the enumeration of all rankings, for n <= 5 and prior sizes 0 to 5", {
  set.seed(1)
  settings <- expand.grid(n = 2:5, prior = 0:5)
  settings$type <- rep_len(c("normal", "uniform", "uniform", "normal", "normal"), nrow(settings))
  for (k in seq_len(nrow(settings))) {
    n <- settings$n[k]
    unscored <- sample(0:(n > 2), 1)
    case <- random_case(n, settings$prior[k], settings$type[k], bins = sample(c(0, 4), 1), unscored)
    found <- total_variation(draws_of(case_posterior(case, 20000)), case_oracle(case))
    expect_false(found$impossible)
    expect_lt(found$distance, found$by_chance + 2 / sqrt(20000))
  }
})

test_that("and for n = 6", {
  set.seed(2)
  for (prior in c(0, 5)) {
    case <- random_case(6, prior, "normal", 0)
    found <- total_variation(draws_of(case_posterior(case, 40000)), case_oracle(case))
    expect_false(found$impossible)
    expect_lt(found$distance, found$by_chance + 2 / sqrt(40000))
  }
})

test_that("large prior sizes, where values are drawn in blocks, are exact too", {
  set.seed(3)
  pairs <- list(c(0.4, 0.45), c(0.1, 0.12), c(1.3, 0.99), c(-0.2, 0.02), c(0.5, 0.5))
  for (prior in c(300, 20000)) {
    for (scores in pairs) {
      p <- lapply(1:2, function(t) prop.table(dnorm(scores[t], seq_len(prior + t) / (prior + t + 1), 0.05)))
      # The second is above the first if it enters above the first's place.
      expected <- sum(p[[2]][-1] * cumsum(p[[1]]))
      x <- suppressWarnings(evaluations_of(matrix(scores, 1)), classes = "seqjudge_warning_scale")
      above <- pairwise_probability(rank_posterior(x, prior, 0.05, draws = 40000))[2, 1]
      expect_lt(abs(above - expected), 4 * sqrt(expected * (1 - expected) / 40000) + 1e-9)
    }
    # The same in bins, the lowest of them open, under uniform noise.
    bins <- c(1, 2)
    p <- lapply(1:2, function(t) {
      prop.table(score_likelihood(bins[t], seq_len(prior + t) / (prior + t + 1), 0.3, "uniform", 5))
    })
    expected <- sum(p[[2]][-1] * cumsum(p[[1]]))
    x <- evaluations_of(matrix(bins, 1), score_scale("bins", k = 5))
    above <- pairwise_probability(rank_posterior(x, prior, 0.3, draws = 40000, noise_type = "uniform"))[2, 1]
    expect_lt(abs(above - expected), 4 * sqrt(expected * (1 - expected) / 40000))
  }
})

test_that("with an infinite prior size scores are uniform qualities plus noise", {
  set.seed(4)
  x <- evaluations_of(matrix(c(0.3, 0.4, 0.95), 1))
  p <- pairwise_probability(rank_posterior(x, Inf, 0.1, draws = 40000))
  quality <- vapply(c(0.3, 0.4, 0.95), function(y) {
    u <- runif(4e4)
    qnorm(pnorm(-y / 0.1) + u * (pnorm((1 - y) / 0.1) - pnorm(-y / 0.1))) * 0.1 + y
  }, numeric(4e4))
  for (pair in list(1:2, 2:3, c(1, 3))) {
    expect_lt(abs(p[pair[1], pair[2]] - mean(quality[, pair[1]] > quality[, pair[2]])), 4 * sqrt(0.5 / 40000))
  }
})

test_that("a score that uniform noise cannot explain counts for the nearest relative rank", {
  x <- evaluations_of(matrix(c(0.5, 0.9, 0.1), 1))
  draws <- draws_of(rank_posterior(x, 0, 0.01, draws = 10, noise_type = "uniform"))
  expect_true(all(draws == c(2, 3, 1)))
})

test_that("the exact method agrees with the enumeration to rounding error, and with the draws", {
  set.seed(5)
  cases <- make_cases(60, function() {
    random_case(sample.int(6, 1), 0, sample(c("normal", "uniform"), 1), bins = sample(c(0, 4), 1))
  })
  expect_agreement(
    cases, function(case) unname(rank_probability(case_posterior(case, 1, method = "exact"))),
    function(case) oracle_rank_probability(case_oracle(case)),
    tolerance = 1e-12
  )
  x <- simulate_evaluations(40, noise = 0.1, seed = 5)
  exact <- rank_probability(rank_posterior(x, 0, 0.1, method = "exact"))
  drawn <- rank_probability(rank_posterior(x, 0, 0.1, draws = 20000))
  expect_equal(rowSums(exact), rowSums(drawn))
  expect_lt(max(abs(exact - drawn)), 5 * sqrt(0.25 / 20000))
})

test_that("draws depend on the seed, not on the threads, and set.seed() governs", {
  x <- simulate_evaluations(60, evaluators = 3, prior_size = 2, noise = 0.05, seed = 6)
  fit <- fit_prior(x)
  one <- rank_posterior(x, fit, draws = 3000, threads = 1, seed = 9)
  four <- rank_posterior(x, fit, draws = 3000, threads = 4, seed = 9)
  expect_identical(without_call(one), without_call(four))
  other <- rank_posterior(x, fit, draws = 3000, seed = 10)
  expect_false(identical(draws_of(other), draws_of(one)))
  # Fewer draws are the first of many.
  expect_identical(
    draws_of(rank_posterior(x, 2, 0.05, draws = 20, seed = 9), 2),
    draws_of(rank_posterior(x, 2, 0.05, draws = 50, seed = 9), 2)[, 1:20]
  )
  again <- function() {
    set.seed(7)
    rank_posterior(x, 2, 0.05, draws = 5)
  }
  expect_identical(again(), again())
})

test_that("summaries are those of the draws", {
  set.seed(8)
  x <- simulate_evaluations(9, noise = 0.15, seed = 8)
  post <- rank_posterior(x, 0, 0.15, draws = 501)
  draws <- draws_of(post)
  found <- as.data.frame(post, level = 0.8)
  expect_equal(found$mean_rank, unname(rowMeans(draws)))
  expect_equal(found$median_rank, unname(apply(draws, 1, median)))
  expect_equal(found$mode_rank, unname(apply(draws, 1, function(d) which.max(tabulate(d, 9)))))
  expect_equal(found$p_best, unname(rowMeans(draws == 9)))
  for (i in 1:9) {
    inside <- function(from, to) mean(draws[i, ] >= from & draws[i, ] <= to)
    runs <- subset(expand.grid(from = 1:9, to = 1:9), from <= to)
    runs$mass <- mapply(inside, runs$from, runs$to)
    enough <- subset(runs, mass >= 0.8)
    expect_equal(found$upper[i] - found$lower[i], min(enough$to - enough$from))
    expect_gte(inside(found$lower[i], found$upper[i]), 0.8)
  }
  expect_equal(unname(confint(post, level = 0.8)), unname(10 - as.matrix(found[c("upper", "lower")])))
  expect_identical(rownames(confint(post, 2:3)), x$item[2:3])
  top <- top_probability(post, 3)
  expect_equal(sum(top$probability), 3)
  expect_equal(top$probability, unname(rowMeans(draws > 6)[top$item]))
  expect_false(is.unsorted(-top$probability))
  above <- pairwise_probability(post)
  expect_equal(above[2, 5], mean(draws[2, ] > draws[5, ]))
  expect_equal(above + t(above), matrix(ifelse(diag(9) == 1, NA, 1), 9, dimnames = dimnames(above)))
  conflicts <- find_conflicts(post, at_least = 0)
  expect_identical(nrow(conflicts), 36L)
  expect_true(all(conflicts$position_1 < conflicts$position_2))
  # Of the one with the lower score being above.
  higher <- ifelse(conflicts$score_1 > conflicts$score_2, conflicts$item_1, conflicts$item_2)
  lower <- ifelse(conflicts$score_1 > conflicts$score_2, conflicts$item_2, conflicts$item_1)
  expect_equal(conflicts$probability, above[cbind(lower, higher)])
  expect_false(is.unsorted(-conflicts$probability))
  expect_true(all(find_conflicts(post)$probability >= 0.5))
  expect_identical(subset(conflicts, probability >= 0.5), find_conflicts(post))
})

test_that("the posterior of a stream is that of the scores so far, with its prior sizes", {
  stream <- insertion_stream(c(Ann = 0, Bob = 3))
  insert(stream, c(0.4, 0.9, 0.1), evaluator = "Ann")
  insert(stream, c(0.5, 0.2), evaluator = "Bob")
  now <- rank_posterior(stream, noise = 0.1, draws = 50, seed = 1)
  expected <- rank_posterior(as_evaluations(stream), c(0, 3), 0.1, draws = 50, seed = 1)
  expect_identical(without_call(now), without_call(expected))
  expect_identical(rank_posterior(stream, 5, 0.1, draws = 5)$prior_size, c(Ann = 5, Bob = 5))
  expect_identical(rank_distribution(stream, "Bob", noise = 0.1, draws = 50, seed = 1), now$distributions$Bob)
  expect_error(rank_posterior(insertion_stream(0)), class = "seqjudge_error_value")
})

test_that("a fitted prior size counts with all the sizes that are likely", {
  x <- simulate_evaluations(20, evaluators = 2, prior_size = 3, noise = 0.05, seed = 13)
  fit <- fit_prior(x)
  post <- rank_posterior(x, fit, draws = 2000, seed = 1)
  settings <- post$settings
  expect_true(post$uncertain)
  expect_equal(sum(settings$weight), 1, tolerance = 1e-4)
  # Sizes by their weight after the scores, the values of the noise for each of them evenly.
  profile <- fit$profile
  by_size <- tapply(settings$weight, settings$prior_size[1, ], sum)
  kept <- match(as.double(names(by_size)), profile$prior_size)
  expect_equal(as.vector(by_size), profile$weight[kept], tolerance = 1e-9)
  of_best <- settings$prior_size[1, ] == fit$prior_size
  best_row <- match(fit$prior_size, profile$prior_size)
  expect_equal(settings$noise[1, of_best], fit$noise_nodes[best_row, ])
  expect_equal(settings$weight[of_best], rep(profile$weight[best_row] / 16, 16))
  # Any part of the draws has its share.
  allotted <- allot_draws(c(0.5, 0.3, 0.2), 1000)
  expect_equal(tabulate(allotted + 1L, 3) / 1000, c(0.5, 0.3, 0.2), tolerance = 0.01)
  expect_equal(tabulate(allotted[1:100] + 1L, 3) / 100, c(0.5, 0.3, 0.2), tolerance = 0.1)
  known <- rank_posterior(x, fit, draws = 10, uncertain = FALSE)
  expect_identical(ncol(known$settings$prior_size), 1L)
  expect_identical(unname(known$prior_size), rep(fit$prior_size, 2))
  expect_identical(unname(known$noise), rep(fit$noise, 2))
  each <- fit_prior(x, pooled = FALSE)
  expect_identical(unname(rank_posterior(x, each, draws = 5)$noise), each$evaluators$noise)
  expect_message(rank_posterior(x, draws = 5), "fitted to the scores", class = "seqjudge_message_prior")
})

test_that("noise that is not given is integrated over", {
  x <- simulate_evaluations(30, evaluators = 3, prior_size = c(1, 1, 8), noise = c(0.04, 0.04, 0.1), seed = 14)
  post <- rank_posterior(x, prior = c(1, 1, 8), draws = 1)
  log_lik <- function(noise, rows, size) {
    part <- function(e) log(oracle_marginal(x$score[x$evaluator == e], size, noise))
    # With the prior of fit_prior().
    sum(vapply(unique(x$evaluator)[rows], part, numeric(1))) + dnorm(log(noise), log(0.16), 0.9, log = TRUE)
  }
  best <- optimise(log_lik, c(0.01, 0.2), rows = 1:2, size = 1, maximum = TRUE)$maximum
  expect_equal(unname(post$noise[1:2]), rep(best, 2), tolerance = 0.02)
  expect_equal(unname(post$noise[3]), optimise(log_lik, c(0.01, 0.3), rows = 3, size = 8, maximum = TRUE)$maximum,
    tolerance = 0.02
  )
  expect_true(post$uncertain)
  expect_true(all(post$settings$prior_size == c(1, 1, 8)))
  at <- exp(seq(log(0.01), log(0.5), length.out = 1000))
  value <- vapply(at, log_lik, numeric(1), rows = 3, size = 8)
  below <- cumsum(exp(value - max(value))) / sum(exp(value - max(value)))
  expect_equal(approx(at, below, post$settings$noise[3, ])$y, (1:16 - 0.5) / 16, tolerance = 0.02)
  # As if it were known, if wanted.
  known <- rank_posterior(x, prior = c(1, 1, 8), uncertain = FALSE, draws = 1)
  expect_identical(ncol(known$settings$noise), 1L)
  expect_identical(known$noise, post$noise)
})

test_that("the exact method averages over the noise too", {
  x <- simulate_evaluations(6, noise = 0.1, seed = 3)
  exact <- rank_probability(rank_posterior(x, 0, method = "exact"))
  nodes <- rank_posterior(x, 0, draws = 1)$settings$noise[1, ]
  each <- lapply(nodes, function(noise) rank_probability(rank_posterior(x, 0, noise, method = "exact")))
  expect_equal(exact, Reduce(`+`, each) / 16)
})

test_that("default intervals hold the truth about as often as they say where scores can tell", {
  skip_on_cran()
  covered <- vapply(1:40, FUN.VALUE = numeric(1), function(seed) {
    x <- simulate_evaluations(60, prior_size = c(0, 3, Inf)[seed %% 3 + 1], noise = 0.1, seed = seed)
    ends <- suppressWarnings(suppressMessages(confint(rank_posterior(x, draws = 400, seed = 1), level = 0.9)))
    place <- 61 - rank(x$truth)
    mean(ends[, 1] <= place & place <= ends[, 2])
  })
  expect_gt(mean(covered), 0.87 - 3 * sd(covered) / sqrt(40))
  expect_lt(mean(covered), 0.96 + 3 * sd(covered) / sqrt(40))
})

test_that("intervals hold the truth as often as they say", {
  set.seed(15)
  covered <- replicate(40, {
    x <- simulate_evaluations(30, prior_size = 2, noise = 0.1)
    found <- as.data.frame(rank_posterior(x, 2, 0.1, draws = 400), loss = "squared")
    mean(found$lower <= x$truth & x$truth <= found$upper)
  })
  expect_gt(mean(covered), 0.95 - 4 * sd(covered) / sqrt(40))
  expect_lt(mean(covered), 0.985)
})

test_that("draws that are not kept are the same draws", {
  x <- simulate_evaluations(9, evaluators = 3, prior_size = c(0, 4, Inf), noise = 0.1, seed = 3)
  x$score[c(2, 15)] <- NA
  posterior <- function() suppressMessages(rank_posterior(x, prior = c(0, 4, Inf), draws = 300, seed = 5))
  kept <- posterior()
  withr::local_options(seqjudge.kept_ranks = 100)
  made_again <- posterior()
  expect_null(rank_distribution(made_again, 1)$ranks)
  for (loss in c("footrule", "squared", "kendall", "zero_one")) {
    expect_identical(as.data.frame(made_again, loss = loss), as.data.frame(kept, loss = loss))
    expect_identical(expected_loss(made_again, loss = loss), expected_loss(kept, loss = loss))
  }
  expect_identical(confint(made_again), confint(kept))
  expect_equal(top_probability(made_again, 3), top_probability(kept, 3), tolerance = 1e-14)
  expect_identical(find_conflicts(made_again), find_conflicts(kept))
  for (e in 1:3) {
    expect_identical(rank_probability(made_again, e), rank_probability(kept, e))
    expect_identical(pairwise_probability(made_again, e), pairwise_probability(kept, e))
    expect_identical(vcov(made_again, evaluator = e), vcov(kept, evaluator = e))
  }
  expect_match(format(rank_distribution(made_again, 2))[1], "300 draws, not kept")
  skip_if_not_installed("posterior")
  expect_identical(posterior::as_draws(made_again), posterior::as_draws(kept))
})
