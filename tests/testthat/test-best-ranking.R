# Best rankings and expected losses of posteriors. Those of bare distributions and panels: test-rank-distribution.R.

test_that("the best rankings have the smallest expected loss of all", {
  set.seed(9)
  for (n in c(1, 2, 5, 6)) {
    x <- simulate_evaluations(n, noise = 0.2)
    post <- rank_posterior(x, 0, 0.2, draws = 200)
    truth <- shares_of_draws(draws_of(post))
    every <- all_rankings(n)
    for (loss in c("footrule", "squared", "kendall")) {
      losses <- oracle_expected_loss(every, truth, loss)
      best <- best_ranking(post, loss)
      expect_equal(oracle_expected_loss(matrix(best$rank, 1), truth, loss), min(losses))
      expect_equal(expected_loss(post, best, loss = loss)$expected, min(losses))
      if (loss == "kendall") expect_equal(best$certificate$expected, best$certificate$bound)
    }
    some <- every[sample(nrow(every), 1), ]
    for (loss in c("footrule", "squared", "kendall", "max_entrywise", "zero_one")) {
      expect_equal(
        expected_loss(post, some = some, loss = loss)$expected,
        oracle_expected_loss(matrix(some, 1), truth, loss)
      )
    }
  }
})

test_that("the most likely ranking is that of least squares, or nearest to the middles of bins", {
  set.seed(10)
  for (bins in c(0, 5)) {
    case <- random_case(5, 0, "normal", bins)
    oracle <- case_oracle(case)
    best <- best_ranking(case_posterior(case, 1), "zero_one")$rank
    at <- which(apply(oracle$ranks, 1, function(g) all(g == best)))
    expect_gte(oracle$probability[at], max(oracle$probability) - 1e-9)
  }
  x <- simulate_evaluations(30, prior_size = 7, noise = 0.1, seed = 1)
  expect_equal(best_ranking(rank_posterior(x, 7, 0.1, draws = 1), "zero_one")$rank, rank_items(x, prior = 7)$rank)
})

test_that("ties in a proposed ranking are judged as the metrics judge them", {
  set.seed(11)
  x <- simulate_evaluations(7, noise = 0.2)
  post <- rank_posterior(x, 0, 0.2, draws = 50)
  tied <- c(1.5, 1.5, 3, 4, 6, 6, 6)
  draws <- t(draws_of(post))
  repeated <- matrix(tied, 50, 7, byrow = TRUE)
  expect_equal(expected_loss(post, tied)$expected, mean(footrule_distance(unname(draws), repeated)))
  expect_equal(expected_loss(post, tied, loss = "kendall")$expected, mean(kendall_distance(unname(draws), repeated)))
  expect_equal(
    expected_loss(post, tied, loss = "max_entrywise")$expected,
    mean(apply(entrywise_error(unname(draws), repeated), 1, max))
  )
})

test_that("with many items the Kendall search is certified to be near the best", {
  x <- simulate_evaluations(60, noise = 0.1, seed = 12)
  best <- best_ranking(rank_posterior(x, 0, 0.1, draws = 1000, seed = 1), "kendall")
  expect_gte(best$certificate$expected, best$certificate$bound)
  expect_lt(best$certificate$expected, 1.02 * best$certificate$bound)
  expect_setequal(best$rank, 1:60)
})

test_that("assignments cost as little as those of the clue package", {
  skip_if_not_installed("clue")
  set.seed(16)
  cases <- make_cases(60, function() {
    n <- sample.int(40, 1)
    switch(sample.int(3, 1),
      matrix(runif(n^2), n),
      matrix(sample.int(4, n^2, replace = TRUE), n),
      abs(outer(sort(runif(n, 1, n)), seq_len(n), `-`))
    )
  })
  total <- function(cost, columns) sum(cost[cbind(seq_len(nrow(cost)), columns)])
  expect_agreement(
    cases, function(cost) total(cost, assign_ranks(cost)),
    function(cost) total(cost, as.integer(clue::solve_LSAP(cost))),
    tolerance = 1e-9
  )
  expect_setequal(assign_ranks(cases[[1]]), seq_len(nrow(cases[[1]])))
})
