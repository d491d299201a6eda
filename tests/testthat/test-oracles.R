# The oracles are only worth something if they agree with each other: these tests use no function of the package.

test_that("the permutations are all there, once each", {
  counts <- vapply(1:6, function(n) nrow(unique(all_permutations(n))), integer(1))
  expect_identical(counts, as.integer(factorial(1:6)))
  sorted <- t(apply(all_permutations(5), 1, sort))
  expect_true(all(sorted == rep(1:5, each = 120)))
})

test_that("decoding with an array and by shifting positions are the same, and invert the relative ranks", {
  withr::local_seed(101)
  cases <- make_cases(500, function() {
    n <- sample.int(20, 1)
    prior_size <- sample(c(0, 1, 4, 30), 1)
    list(relative = vapply(seq_len(n), function(t) sample.int(prior_size + t, 1), integer(1)), prior_size = prior_size)
  })
  expect_agreement(
    cases,
    function(case) oracle_decode_shift(case$relative),
    function(case) oracle_decode_array(case$relative, case$prior_size)
  )
  permutations <- all_permutations(6)
  decoded <- t(apply(oracle_relative_ranks_rows(permutations), 1, oracle_decode_array))
  expect_identical(decoded, permutations)
})

test_that("the row-wise relative ranks follow the definition", {
  permutations <- all_permutations(5)
  expect_identical(oracle_relative_ranks_rows(permutations), t(apply(permutations, 1, oracle_relative_ranks)))
})

test_that("Algorithm 1 is Algorithm 2 without a prior, and both agree with the shifting oracle", {
  withr::local_seed(102)
  cases <- make_cases(500, function() {
    list(
      scores = random_scores(sample.int(25, 1)),
      prior_size = sample(c(0, 1, 2, 5, 10, 60), 1),
      ties = sample(c("lower", "upper"), 1)
    )
  })
  expect_agreement(
    cases,
    function(case) oracle_algorithm_1(case$scores, case$ties),
    function(case) oracle_algorithm_2(case$scores, 0, case$ties)
  )
  expect_agreement(
    cases,
    function(case) oracle_algorithm_2(case$scores, case$prior_size, case$ties),
    function(case) oracle_insertion_large(case$scores, case$prior_size, case$ties)
  )
})

test_that("rounding in floating point with a tolerance equals rounding in whole numbers", {
  withr::local_seed(103)
  cases <- make_cases(2000, function() {
    q <- sample.int(30, 1)
    list(
      p = sample.int(q + 1, 40, replace = TRUE) - 1,
      q = q,
      prior_size = sample(c(0, 1, 3, 7, 10, 100, 1e6, 2^31 - 1, 2^31, 1e9, 1e12), 1),
      ties = sample(c("lower", "upper"), 1)
    )
  })
  expect_agreement(
    cases,
    function(case) oracle_nearest_large(case$p / case$q, case$prior_size, case$ties),
    function(case) oracle_nearest_fraction(case$p, case$q, seq_along(case$p), case$prior_size, case$ties)
  )
})

test_that("Algorithm 1 attains the brute-force least squares", {
  withr::local_seed(104)
  permutations <- all_permutations(5)
  cases <- make_cases(200, function() random_scores(5))
  expect_agreement(
    cases,
    function(scores) oracle_loss(scores, oracle_algorithm_1(scores)),
    function(scores) oracle_least_squares(scores, permutations)$loss,
    tolerance = 1e-12
  )
})

test_that("the closed form of the expected score is the mean over all interleavings", {
  cases <- list(
    list(ranking = c(2L, 1L), prior_size = 1), list(ranking = c(1L, 3L, 2L), prior_size = 2),
    list(ranking = c(3L, 1L, 2L), prior_size = 4), list(ranking = c(2L, 4L, 1L, 3L), prior_size = 3)
  )
  expect_agreement(
    cases,
    function(case) oracle_expected_scores(case$ranking, case$prior_size),
    function(case) oracle_expected_enumerated(case$ranking, case$prior_size),
    tolerance = 1e-12
  )
})

test_that("Kendall's count is the number of conflicts, and the induced ranking is rank()", {
  withr::local_seed(105)
  cases <- make_cases(300, function() {
    n <- sample.int(15, 1)
    list(a = random_ranking(n), b = random_ranking(n))
  })
  expect_agreement(
    cases,
    function(case) oracle_kendall(case$a, case$b),
    function(case) length(oracle_conflicts(case$a, case$b)$position_1),
    tolerance = 0
  )
  expect_agreement(cases, function(case) oracle_induced(case$a), function(case) rank(case$a))
})
