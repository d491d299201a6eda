# The posterior probability of each ranking of the oracle, in a result of rank_panel().
panel_probability <- function(panel, rankings) {
  key <- function(ranks) apply(ranks, 1, paste, collapse = " ")
  found <- rank_distribution(panel)
  found$weights[match(key(rankings), key(t(found$ranks[order(found$items), , drop = FALSE])))]
}

test_that("the likelihood of every ranking is the sum over all paths", {
  set.seed(1)
  cases <- make_cases(30, function() {
    n <- sample.int(5, 1)
    panel <- random_panel(1, n)
    c(panel, list(size = sample(0:5, 1), noise = runif(1, 0.08, 0.4), some = sample.int(factorial(n), min(n, 4))))
  })
  expect_agreement(cases, tolerance = 1e-12, function(case) {
    exp(cpp_panel_rankings(panel_table(t(case$items), case$scores), case$size, case$noise, 1)[[1]][case$some, 1])
  }, function(case) {
    orders <- all_rankings(ncol(case$items))
    # Lexicographic by the items from the lowest to the highest.
    orders <- orders[do.call(order, as.data.frame(orders)), , drop = FALSE]
    apply(orders[case$some, , drop = FALSE], 1, function(order) {
      oracle_panel_likelihood(case$scores, case$items, order(order), case$size, case$noise)
    })
  })
})

test_that("a calibrated evaluator has the limit of large prior sizes", {
  set.seed(2)
  score <- runif(5)
  log_lik <- cpp_panel_rankings(panel_table(matrix(1:5), score), c(Inf, 20000), c(0.06, 0.06), 2)[[1]]
  expect_equal(log_lik[, 1], log_lik[, 2], tolerance = 2e-3)
})

test_that("known sizes and noises give the exact posterior", {
  set.seed(3)
  for (seen in c(4, 3)) {
    case <- random_panel(3, 4, seen)
    # Everything has been seen by somebody.
    case$items[1, 1:3] <- 1:3
    if (seen == 3) case$items[2, ] <- c(4, 2, 1)
    if (seen == 4) case$items[1, ] <- c(2, 1, 3, 4)
    case$scores[2, 2] <- NA
    prior <- c(0, 2, 3)
    noise <- c(0.1, 0.2, 0.15)
    expected <- oracle_panel_posterior(case$scores, case$items, prior, noise, 4)
    panel <- rank_panel(panel_evaluations(case), prior = prior, noise = noise)
    expect_equal(panel_probability(panel, expected$rankings), expected$probability, tolerance = 1e-10)
    expect_equal(as.numeric(logLik(panel)), log(expected$likelihood), tolerance = 1e-10)
    data <- as.data.frame(panel)
    data <- data[order(data$item), ]
    expect_equal(data$mean_rank, as.vector(expected$probability %*% expected$rankings), tolerance = 1e-10)
    expect_equal(data$p_best, as.vector(expected$probability %*% (expected$rankings == 4)), tolerance = 1e-10)
    expect_equal(tidy(panel, "evaluators")$prior_size, prior)
  }
})

test_that("each loss is minimised by its consensus", {
  set.seed(4)
  case <- random_panel(2, 4)
  x <- panel_evaluations(case)
  expected <- oracle_panel_posterior(case$scores, case$items, c(1, 1), c(0.4, 0.4))
  risk <- function(loss) {
    apply(expected$rankings, 1, function(ranking) {
      sum(expected$probability * apply(expected$rankings, 1, loss, ranking))
    })
  }
  losses <- list(
    squared = function(a, b) sum((a - b)^2),
    footrule = function(a, b) sum(abs(a - b)),
    kendall = function(a, b) sum(outer(a, a, `>`) & outer(b, b, `<`)),
    zero_one = function(a, b) any(a != b)
  )
  for (loss in names(losses)) {
    data <- as.data.frame(rank_panel(x, prior = 1, noise = 0.4, loss = loss))
    ranking <- data$rank[order(data$item)]
    chosen <- which(apply(expected$rankings, 1, identical, ranking))
    risks <- risk(losses[[loss]])
    expect_lte(risks[chosen], min(risks) + 1e-9)
  }
})

test_that("the EM algorithm only raises the likelihood of the population", {
  set.seed(6)
  x <- panel_evaluations(random_panel(5, 4))
  panel <- model_scores(x, items = TRUE)
  grid <- panel_grid(x, NULL, NULL, environment())
  fit <- function(rounds) fit_panel_exactly(panel, grid, 1, rounds)$log_lik
  expect_gt(fit(30), fit(1))
})

test_that("names, order of evaluators and number of threads do not matter", {
  set.seed(7)
  case <- random_panel(3, 4)
  probability <- function(panel) rank_probability(panel)[sort(rank_distribution(panel)$items), ]
  first <- rank_panel(panel_evaluations(case), threads = 1)
  other <- list(items = case$items[3:1, ], scores = case$scores[3:1, ])
  second <- rank_panel(panel_evaluations(other), threads = 2)
  # The population is drawn.
  expect_equal(probability(first), probability(second), tolerance = 0.03)
  expect_identical(probability(first), probability(rank_panel(panel_evaluations(case), threads = 2)))
})

test_that("exact panels integrate over the population, and chains agree", {
  skip_on_cran()
  x <- simulate_evaluations(4, evaluators = 3, prior_size = c(0, 3, Inf), noise = 0.1, seed = 8)
  panel <- model_scores(x, items = TRUE)
  grid <- panel_grid(x, NULL, NULL, environment())
  exact <- fit_panel_exactly(panel, grid, 1L)
  settings <- list(iterations = 6000L, chains = 4L, seed = 1, threads = 1L, progress = FALSE)
  chains <- fit_panel_by_chains(panel, grid, settings)
  above <- function(ranks, weight, i, j) sum(weight * (ranks[, i] > ranks[, j]))
  even <- rep(1 / nrow(chains$ranks), nrow(chains$ranks))
  for (pair in list(1:2, 2:3, 3:4, c(1, 4))) {
    expected <- above(chains$ranks, even, pair[1], pair[2])
    expect_lt(abs(above(exact$ranks, exact$probability, pair[1], pair[2]) - expected), 0.03)
  }
})

test_that("with one size for all the population is what is known of it", {
  x <- simulate_evaluations(4, evaluators = 4, prior_size = 0, noise = 0.02, seed = 9)
  panel <- rank_panel(x, model = "ranks", pooled = TRUE)
  found <- tidy(panel, "population")
  expect_equal(sum(found$weight), 1)
  expect_gt(found$weight[found$prior_size == 0], 0.5)
})

test_that("edge sizes work", {
  one <- rank_panel(as_evaluations(c(Ada = 0.4), scale = score_scale("identity")))
  expect_identical(as.data.frame(one)$rank, 1L)
  expect_equal(rank_probability(one)[1, 1], 1)
  two <- rank_panel(as_evaluations(c(Ada = 0.5, Bo = 0.33), scale = score_scale("identity")), prior = 0, noise = 0.05)
  expect_identical(as.data.frame(two)$item, c("Ada", "Bo"))
  # Nobody scored Bo, who may be anywhere but above Cleo: she was scored as the best of three.
  unscored <- as_evaluations(c(Ada = 0.5, Bo = NA, Cleo = 0.75), scale = score_scale("identity"))
  panel <- rank_panel(unscored, prior = 0, noise = 0.01)
  expect_equal(unname(rank_probability(panel)["Bo", ]), c(0.5, 0.5, 0), tolerance = 1e-6)
  # Scores far from the model's scale leave numbers, not NaN.
  odd <- rank_panel(suppressWarnings(as_evaluations(c(a = 40, b = -3, c = 41), scale = score_scale("identity"))))
  expect_true(all(is.finite(rank_probability(odd))))
})

test_that("panels of the crowd data are ranked as they should", {
  conflict <- read_crowd("conflict")
  existence <- read_crowd("existence")
  panel_of <- function(crowd, who) {
    items <- matrix(paste("circle", crowd$truth[who, ]), length(who))
    as_evaluations(crowd$bins[who, ], items, scale = score_scale("bins", k = 10), order = "random")
  }
  right <- function(ranking) all(ranking[paste("circle", 1:5)] == 1:5)
  shares <- function(crowd, group, size, panels) {
    found <- replicate(panels, {
      x <- panel_of(crowd, sample(group, size))
      data <- as.data.frame(rank_panel(x))
      raw <- tapply(x$score, x$item, mean)
      c(panel = right(stats::setNames(data$rank, data$item)), raw = right(rank(raw)))
    })
    rowMeans(found)
  }
  set.seed(8)
  first <- which(conflict$truth[, 5] == 2)
  together <- shares(conflict, first, 10, 20)
  expect_gte(together[["panel"]], 0.45)
  expect_lte(together[["raw"]], 0.1)
  expect_gte(shares(conflict, 1:100, 10, 15)[["panel"]], 0.9)
  few <- shares(existence, 1:240, 3, 20)
  expect_gte(few[["panel"]], few[["raw"]])
})

test_that("wrong arguments are named", {
  x <- as_evaluations(c(a = 0.4, b = 0.5), scale = score_scale("identity"))
  expect_snapshot(error = TRUE, rank_panel(1:3))
  expect_snapshot(error = TRUE, rank_panel(x, noise = c(0.1, 0.2)))
  expect_snapshot(error = TRUE, rank_panel(x, prior = c(1, 2)))
  expect_snapshot(error = TRUE, rank_panel(x, noise = -1))
  expect_snapshot(error = TRUE, rank_panel(x, noise = "a"))
  expect_snapshot(error = TRUE, rank_panel(x, method = "best"))
  expect_snapshot(error = TRUE, rank_panel(as_evaluations(c(a = NA_real_, b = NA))))
  expect_snapshot(error = TRUE, rank_panel(as_evaluations(1:8 / 9), method = "exact"))
  expect_snapshot(error = TRUE, autoplot(rank_panel(x), "trace"))
})

# Markov chains -----------------------------------------------------------------------------------------------------

test_that("chains agree with the exact posterior where sizes and noise are known", {
  set.seed(11)
  x <- panel_evaluations(random_panel(3, 6, 5))
  exact <- rank_panel(x, prior = c(0, 3, Inf), noise = 0.2)
  chains <- rank_panel(x, prior = c(0, 3, Inf), noise = 0.2, method = "mcmc", iterations = 4000, seed = 1)
  expect_equal(rank_probability(chains), rank_probability(exact), tolerance = 0.02)
  expect_lt(max(chains$diagnostics$rhat), 1.02)
})

test_that("chains of evaluators who saw few of the items agree with the exact posterior", {
  skip_on_cran()
  set.seed(13)
  case <- random_panel(4, 6, 3)
  case$items[1:2, ] <- rbind(1:3, 4:6)
  case$scores[3, 2] <- NA
  x <- panel_evaluations(case)
  prior <- c(0, 3, 40, Inf)
  exact <- rank_panel(x, prior = prior, noise = 0.2, method = "exact")
  chains <- rank_panel(x, prior = prior, noise = 0.2, method = "mcmc", iterations = 3000, seed = 1, progress = FALSE)
  expect_equal(chains$rank_probability, exact$rank_probability, tolerance = 0.03)
})

test_that("what an evaluator did not see takes no room", {
  set.seed(14)
  scores <- matrix(runif(60), 20)
  items <- t(replicate(20, sample.int(2000, 3)))
  table <- model_scores(panel_evaluations(list(items = items, scores = scores)), items = TRUE)
  expect_length(table$value, 60)
  expect_identical(table$items, length(unique(c(items))))
})

test_that("chains agree with the sum over everything that is not known", {
  set.seed(12)
  case <- random_panel(2, 5)
  x <- panel_evaluations(case)
  panel <- model_scores(x, items = TRUE)
  grid <- panel_grid(x, NULL, NULL, environment())
  log_lik <- cpp_panel_rankings(panel, grid$sizes[grid$pairs$size], grid$noises[grid$pairs$noise], 1)
  likelihood <- lapply(log_lik, function(values) exp(values - max(values)))
  # Two evaluators: the second has the size of the first with an additional chance of one in five.
  sizes <- length(grid$sizes)
  of_sizes <- (matrix(4 / sizes, sizes, sizes) + diag(sizes)) / (5 * sizes)
  shares <- grid$populations$shares
  of_noises <- shares %*% diag(exp(grid$populations$log_prior)) %*% t(shares)
  joint <- of_sizes[grid$pairs$size, grid$pairs$size] * of_noises[grid$pairs$noise, grid$pairs$noise]
  ranking <- rowSums((likelihood[[1]] %*% joint) * likelihood[[2]])
  ranking <- ranking / sum(ranking)
  orders <- all_orders(5)
  expected <- vapply(1:5, FUN.VALUE = numeric(5), function(r) {
    vapply(1:5, function(i) sum(ranking[orders[, r] == i]), numeric(1))
  })
  pairs <- colSums(likelihood[[1]] * (likelihood[[2]] %*% t(joint)))
  expected_size <- as.vector(rowsum(pairs, grid$pairs$size)) / sum(pairs)
  chains <- rank_panel(x, method = "mcmc", iterations = 5000, seed = 2)
  expect_equal(unname(rank_probability(chains)), expected, tolerance = 0.03)
  found_size <- tabulate(chains$draws$size[1, , ], sizes) / length(chains$draws$size[1, , ])
  expect_lt(max(abs(found_size - expected_size)), 0.02)
})

test_that("the model is calibrated", {
  skip_on_cran()
  set.seed(13)
  places <- replicate(60, sbc_replicate(n = 5L, evaluators = 3L, draws = 19L, thin = 10L))
  expect_true(all(sbc_test(places, 19, cells = 5) > 0.001))
})

test_that("chains depend on the seed alone", {
  x <- panel_evaluations(random_panel(3, 9))
  draw <- function(threads, seed = 5) {
    rank_distribution(suppressWarnings(
      rank_panel(x, iterations = 20, chains = 3, seed = seed, threads = threads)
    ))$ranks
  }
  first <- draw(1)
  expect_identical(draw(2), first)
  expect_false(identical(draw(1, 6), first))
  set.seed(1)
  one <- rank_distribution(suppressWarnings(rank_panel(x, iterations = 20)))
  set.seed(1)
  expect_identical(rank_distribution(suppressWarnings(rank_panel(x, iterations = 20))), one)
})

test_that("the search finds the best ranking of a small panel, and that of a clear case", {
  set.seed(15)
  x <- panel_evaluations(random_panel(4, 6))
  exact <- as.data.frame(rank_panel(x, prior = 2, noise = 0.1, loss = "zero_one"))
  found <- rank_panel(x, prior = 2, noise = 0.1, method = "map")
  expect_identical(as.data.frame(found)$item, exact$item)
  expect_true(all(is.na(as.data.frame(found)$lower)))
  truth <- sample.int(30)
  items <- t(replicate(5, sample.int(30)))
  scores <- t(apply(items, 1, function(seen) oracle_relative_ranks(rank(truth[seen])) / (seq_along(seen) + 1)))
  x <- panel_evaluations(list(items = items, scores = scores))
  data <- as.data.frame(rank_panel(x, method = "map"))
  expect_identical(data$rank[order(data$item)], truth)
})

test_that("evaluators can be alike, or have nothing in common", {
  set.seed(17)
  case <- random_panel(3, 4)
  x <- panel_evaluations(case)
  # By hand: a few sizes, equally likely; the same for all evaluators, or any for each.
  sizes <- c(0, 1, 3)
  noise <- 0.3
  rankings <- all_rankings(4)
  likelihood <- lapply(sizes, function(size) {
    t(apply(rankings, 1, function(ranking) {
      oracle_panel_likelihood(case$scores, case$items, ranking, rep(size, 3), rep(noise, 3))
    }))
  })
  alike <- Reduce(`+`, lapply(likelihood, function(l) apply(l, 1, prod)))
  strangers <- apply(Reduce(`+`, likelihood), 1, prod)
  panel <- model_scores(x, items = TRUE)
  grid <- panel_grid(x, NULL, noise, environment())
  grid$sizes <- sizes
  grid$pairs <- expand.grid(size = seq_along(sizes), noise = 1L)
  settings <- list(iterations = 4000L, chains = 4L, seed = 1, threads = 1L, progress = FALSE)
  key <- function(ranks) apply(ranks, 1, paste, collapse = " ")
  for (pooled in c(TRUE, FALSE)) {
    grid$pooled <- pooled
    expected <- if (pooled) alike else strangers
    expected <- expected / sum(expected)
    exact <- fit_panel_exactly(panel, grid, 1L)
    found <- exact$ranks[, match(sprintf("item %02d", 1:4), panel$names)]
    expect_equal(exact$probability[match(key(rankings), key(found))], expected, tolerance = 1e-9)
    chains <- fit_panel_by_chains(panel, grid, settings)
    drawn <- key(chains$ranks[, match(sprintf("item %02d", 1:4), panel$names)])
    share <- as.vector(table(factor(drawn, key(rankings)))) / length(drawn)
    expect_lt(max(abs(share - expected)), 0.02)
  }
  expect_length(unique(tidy(rank_panel(x, pooled = TRUE), "evaluators")$noise), 1)
})

test_that("items that nobody was shown together are told apart by experienced judges", {
  # Each judge saw two of four, the first judge the good ones.
  judged <- function(scores) {
    as_evaluations(scores, rbind(c("Ada", "Bo"), c("Cleo", "Dag")), scale = score_scale("identity"))
  }
  x <- judged(rbind(c(0.85, 0.97), c(0.05, 0.2)))
  expect_identical(as.data.frame(rank_panel(x, prior = 50, noise = 0.05))$item, c("Bo", "Ada", "Dag", "Cleo"))
  # Judges without experience only say which of the two they saw is better.
  x <- judged(rbind(c(0.75, 0.95), c(0.2, 0.55)))
  panel <- rank_panel(x, prior = 0, noise = 0.05)
  pairs <- tidy(panel, "pairs")
  p <- pairs$p_above[pairs$item_1 %in% c("Ada", "Cleo") & pairs$item_2 %in% c("Ada", "Cleo")]
  expect_equal(p, 0.5, tolerance = 0.005)
})

test_that("evaluators who contradict each other leave a posterior, however small the noise", {
  truth <- c(2, 5, 1, 4, 3)
  scores <- rbind(expected_scores(truth), expected_scores(6 - truth), expected_scores(c(1, 2, 5, 4, 3)))
  x <- as_evaluations(scores, items = matrix(letters[1:5], 3, 5, byrow = TRUE))
  orders <- all_orders(5)
  log_lik <- apply(orders, 1, function(order) {
    noiseless <- expected_scores(order(order))
    sum(stats::dnorm(scores, rep(noiseless, each = 3), 0.035, log = TRUE))
  })
  exact <- max(log_lik) + log(mean(exp(log_lik - max(log_lik))))
  expect_equal(as.numeric(logLik(rank_panel(x, prior = 0, noise = 0.035, method = "exact"))), exact)
  for (noise in c(1e-2, 1e-4, 1e-10)) {
    for (pooled in list("partial", TRUE)) {
      panel <- rank_panel(x, prior = 0, noise = noise, method = "exact", pooled = pooled)
      expect_true(is.finite(logLik(panel)))
      expect_equal(sum(rank_probability(panel)), 5)
    }
  }
  expect_error(rank_panel(x, noise = c(0.1, 1e-11, 0.1)), class = "seqjudge_error_value")
})

test_that("chains agree with the exact posterior where all evaluators are alike and nothing is known", {
  skip_on_cran()
  x <- simulate_evaluations(4, evaluators = 3, prior_size = 2, noise = 0.1, seed = 5)
  panel <- model_scores(x, items = TRUE)
  grid <- panel_grid(x, NULL, NULL, environment())
  grid$pooled <- TRUE
  exact <- fit_panel_exactly(panel, grid, 1L)
  settings <- list(iterations = 5000L, chains = 4L, seed = 1, threads = 1L, progress = FALSE)
  chains <- fit_panel_by_chains(panel, grid, settings)
  share <- function(ranks, weight) {
    vapply(seq_len(4), function(i) tapply(weight, factor(ranks[, i], 1:4), sum, default = 0), numeric(4))
  }
  expected <- share(exact$ranks, exact$probability)
  found <- share(chains$ranks, rep(1 / nrow(chains$ranks), nrow(chains$ranks)))
  expect_lt(max(abs(found - expected)), 0.02)
  expect_lt(max(abs(chains$pairs - exact$pairs)), 0.02)
})
