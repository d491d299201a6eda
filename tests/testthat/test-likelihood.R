# The compiled likelihoods against plain sums.

# One evaluator's scores as the core takes them.
table_of <- function(position, scores, bins = 0, type = "normal") {
  bin <- if (bins > 0) as.integer(scores) else integer()
  score_table(position, as.double(scores), bin, c(0L, length(scores)), bins, type == "uniform")
}

marginal <- function(scores, prior_size, noise, type = "normal", bins = 0) {
  there <- which(!is.na(scores))
  cpp_log_likelihood(table_of(there, scores[there], bins, type), prior_size, noise)
}

given_ranking <- function(scores, ranking, prior_size, noise, type = "normal", bins = 0) {
  sorted <- order(ranking)
  table <- table_of(sorted, scores[sorted], bins, type)
  table$relative <- oracle_relative_ranks(ranking)[sorted]
  cpp_log_likelihood(table, prior_size, noise)
}

random_case <- function(max_items = 12, max_prior = 60) {
  n <- sample.int(max_items, 1)
  bins <- sample(c(0, 0, 3, 10), 1)
  scores <- if (bins == 0) runif(n, -0.1, 1.1) else sample.int(bins, n, replace = TRUE)
  scores[runif(n) < 0.1] <- NA
  list(
    scores = as.double(scores), bins = bins, prior_size = sample(0:max_prior, 1), noise = exp(runif(1, -3, -0.5)),
    type = sample(c("normal", "normal", "uniform"), 1)
  )
}

test_that("the marginal likelihood is the mean over relative ranks", {
  set.seed(401)
  expect_agreement(
    make_cases(400, random_case),
    function(case) with(case, marginal(scores, prior_size, noise, type, bins)),
    function(case) with(case, log(oracle_marginal(scores, prior_size, noise, type, bins))),
    tolerance = 1e-9
  )
})

test_that("large prior sizes are the same sum, and Inf is their limit", {
  set.seed(402)
  for (bins in c(0, 10)) {
    score <- if (bins == 0) c(-0.05, 0.01, 0.3, 0.97) else c(1, 4, 10)
    for (noise in c(0.01, 0.05, 0.3)) {
      for (prior_size in c(40, 400, 4000)) {
        got <- marginal(score, prior_size, noise, bins = bins)
        expect_equal(got, log(oracle_marginal(score, prior_size, noise, bins = bins)), tolerance = 1e-11)
      }
      limit <- marginal(score, Inf, noise, bins = bins)
      expect_equal(limit, log(oracle_marginal_limit(score, noise, bins = bins)), tolerance = 1e-8)
      expect_equal(marginal(score, 2^52, noise, bins = bins), limit, tolerance = 1e-12)
      uniform <- marginal(score, Inf, noise + 0.05, "uniform", bins = bins)
      expect_equal(uniform, log(oracle_marginal_limit(score, noise + 0.05, "uniform", bins)), tolerance = 1e-6)
    }
  }
})

test_that("scores far outside the model have a finite likelihood under normal noise, and none under uniform", {
  for (prior_size in c(0, 5, 1e9, Inf)) {
    expect_true(is.finite(marginal(c(0.5, 40), prior_size, 0.001)))
    expect_true(is.finite(marginal(c(-1e4, 1e4), prior_size, 0.05)))
    expect_identical(marginal(c(0.5, 40), prior_size, 0.1, "uniform"), -Inf)
  }
  expect_true(is.finite(marginal(10, 0, 0.001, bins = 10)))
  expect_identical(marginal(10, 0, 0.1, "uniform", bins = 10), -Inf)
  # By hand: one noiseless score, one half, 400 standard deviations below the highest bin.
  expect_equal(marginal(10, 0, 0.001, bins = 10), pnorm(400, lower.tail = FALSE, log.p = TRUE), tolerance = 1e-12)
})

test_that("the likelihood given a ranking is the mean over all ways of mixing in the prior items", {
  set.seed(403)
  make <- function() {
    case <- random_case(max_items = 5, max_prior = 5)
    case$ranking <- sample.int(length(case$scores))
    case
  }
  expect_agreement(
    make_cases(250, make),
    function(case) exp(with(case, given_ranking(scores, ranking, prior_size, noise, type, bins))),
    function(case) with(case, oracle_given_ranking(scores, ranking, prior_size, noise, type, bins)),
    tolerance = 1e-10
  )
})

test_that("its mean over all rankings is the marginal likelihood, to 1e-12", {
  set.seed(404)
  for (n in 1:6) {
    rankings <- all_permutations(n)
    for (prior_size in if (n < 6) 0:10 else c(0, 1, 10)) {
      for (bins in c(0, 10)) {
        scores <- as.double(if (bins == 0) runif(n, -0.05, 1.05) else sample.int(10, n, replace = TRUE))
        each <- apply(rankings, 1, given_ranking, scores = scores, prior_size = prior_size, noise = 0.08, bins = bins)
        expect_lt(abs(mean(exp(each)) / exp(marginal(scores, prior_size, 0.08, bins = bins)) - 1), 1e-12)
      }
    }
  }
})

test_that("so it is in the limit of an infinite prior size", {
  set.seed(405)
  rankings <- all_permutations(4)
  for (noise in c(0.02, 0.1)) {
    scores <- runif(4)
    each <- apply(rankings, 1, given_ranking, scores = scores, prior_size = Inf, noise = noise)
    expect_lt(abs(log(mean(exp(each))) - marginal(scores, Inf, noise)), 1e-5)
    # With uniform noise it is a volume, summed exactly.
    each <- apply(rankings, 1, given_ranking, scores = scores, prior_size = Inf, noise = noise, type = "uniform")
    expect_lt(abs(log(mean(exp(each))) - marginal(scores, Inf, noise, "uniform")), 1e-12)
    bins <- sample.int(10, 4, replace = TRUE)
    each <- apply(rankings, 1, given_ranking, scores = as.double(bins), prior_size = Inf, noise = noise, bins = 10)
    expect_lt(abs(log(mean(exp(each))) - marginal(as.double(bins), Inf, noise, bins = 10)), 1e-5)
  }
  # Large sizes come close to it.
  scores <- c(0.2, 0.5, 0.4, 0.9)
  expect_equal(
    given_ranking(scores, c(1, 3, 2, 4), 1024, 0.05), given_ranking(scores, c(1, 3, 2, 4), Inf, 0.05), tolerance = 0.01
  )
})

test_that("impossible order and little noise do not underflow", {
  scores <- c(0.9, 0.1, 0.5, 0.99, 0.01)
  against <- rank(-scores)
  expect_true(is.finite(given_ranking(scores, against, 50, 0.001)))
  expect_true(is.finite(given_ranking(scores, against, Inf, 0.002)))
  expect_true(is.finite(given_ranking(c(10, 1, 5, 10, 1), against, 50, 0.001, bins = 10)))
  # By hand: with no prior items the noiseless scores are known.
  expect_equal(
    given_ranking(scores, against, 0, 0.001),
    sum(dnorm(scores, oracle_relative_ranks(against) / 2:6, 0.001, log = TRUE)),
    tolerance = 1e-12
  )
})

test_that("compressed scores have the same likelihood", {
  set.seed(406)
  y <- simulated_scores(2000, 10, 4, 0.05)
  position <- rep(1:10, each = 2000)
  table <- table_of(position, y)
  nodes <- utils::modifyList(table, cpp_compress(table, 0.05 / 8))
  expect_lt(length(nodes$position), length(y))
  expect_equal(sum(nodes$weight), length(y), tolerance = 1e-12)
  for (prior_size in c(0, 4, 100, Inf)) {
    expect_lt(abs(cpp_log_likelihood(table, prior_size, 0.05) - cpp_log_likelihood(nodes, prior_size, 0.05)), 1e-5)
  }
})
