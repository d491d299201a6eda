# relative_ranks() and ranking_from_relative(): the code and its inverse.

test_that("the paper's small example is coded as by hand", {
  expect_identical(relative_ranks(c(1, 3, 2)), c(1L, 2L, 2L))
  expect_identical(relative_ranks(c(5, 4, 3, 2, 1)), rep(1L, 5))
  expect_identical(relative_ranks(1:5), 1:5)
  expect_identical(ranking_from_relative(c(1, 2, 2)), c(1L, 3L, 2L))
  expect_identical(ranking_from_relative(rep(1, 5)), 5:1)
})

test_that("ties count as in the definition, whichever rank they share", {
  expect_identical(relative_ranks(c(1.5, 1.5, 3)), c(1L, 2L, 3L))
  expect_identical(relative_ranks(c(3, 1, 1)), c(1L, 1L, 2L))
  expect_identical(relative_ranks(c(3, 3, 1)), c(1L, 2L, 1L))
  expect_identical(relative_ranks(c(2, 2, 2)), 1:3)
})

test_that("every permutation up to n = 7 makes the round trip", {
  for (n in 1:7) {
    permutations <- all_permutations(n)
    relative <- relative_ranks(permutations)
    expect_identical(relative, oracle_relative_ranks_rows(permutations))
    # A bijection: as many codes as permutations.
    expect_identical(anyDuplicated(relative), 0L)
    expect_identical(ranking_from_relative(relative), permutations)
  }
})

test_that("every permutation up to n = 6 makes the round trip as a vector", {
  permutations <- all_permutations(6)
  cases <- lapply(seq_len(nrow(permutations)), function(k) permutations[k, ])
  expect_agreement(cases, function(x) ranking_from_relative(relative_ranks(x)), identity)
})

test_that("10,000 random rankings are coded as by definition", {
  withr::local_seed(201)
  cases <- make_cases(10000, function() random_ranking(sample.int(40, 1)))
  expect_agreement(cases, relative_ranks, oracle_relative_ranks)
})

test_that("10,000 random codes are decoded as with an array of prior items", {
  withr::local_seed(202)
  cases <- make_cases(10000, function() {
    n <- sample.int(40, 1)
    prior_size <- sample(c(0, 1, 5, 1e9), 1)
    list(relative = floor(runif(n) * (prior_size + seq_len(n))) + 1, prior_size = prior_size)
  })
  expect_agreement(
    cases,
    function(case) ranking_from_relative(case$relative, case$prior_size),
    function(case) {
      if (case$prior_size > 5) {
        return(oracle_decode_shift(case$relative))
      }
      oracle_decode_array(case$relative, case$prior_size)
    }
  )
})

test_that("sizes around powers of two are coded and decoded exactly", {
  withr::local_seed(203)
  sizes <- c(outer(2^(3:12), -1:1, "+"), 3000, 5000)
  cases <- lapply(sizes, function(n) {
    list(ranking = sample.int(n), relative = as.integer(floor(runif(n) * seq_len(n)) + 1))
  })
  expect_agreement(
    cases,
    function(case) relative_ranks(case$ranking),
    function(case) oracle_relative_ranks(case$ranking)
  )
  expect_agreement(
    cases,
    function(case) ranking_from_relative(case$relative),
    function(case) oracle_decode_shift(case$relative)
  )
})

test_that("long adversarial rankings and codes agree with the oracle", {
  skip_on_cran()
  withr::local_seed(204)
  n <- 5000
  rankings <- list(
    increasing = seq_len(n),
    decreasing = rev(seq_len(n)),
    organ_pipe = rank(pmin(seq_len(n), n + 0.5 - seq_len(n))),
    min_ties = rank(sample.int(50, n, replace = TRUE), ties.method = "min"),
    max_ties = rank(sample.int(50, n, replace = TRUE), ties.method = "max"),
    all_tied = rep((n + 1) / 2, n),
    long_random = sample.int(20000),
    long_average_ties = rank(sample.int(50, 20000, replace = TRUE))
  )
  expect_agreement(rankings, relative_ranks, oracle_relative_ranks)
  t <- seq_len(n)
  codes <- list(
    bottom = rep(1, n),
    top = t,
    middle = (t + 1) %/% 2,
    alternating = ifelse(t %% 2 == 0, 1, t),
    long_random = floor(runif(20000) * seq_len(20000)) + 1
  )
  expect_agreement(codes, ranking_from_relative, oracle_decode_shift)
})

test_that("priors up to 2^52 decode exactly", {
  withr::local_seed(205)
  cases <- list()
  for (prior_size in c(0, 1, 7, 300, 1e6, 2^31 - 1, 2^31, 2^32, 1e12, 2^52)) {
    for (n in c(3, 50, 300)) {
      # Codes in the lowest, middle and highest places, and all in one clump, where an overflow would show. Above 2^53
      # a double no longer holds every whole number, so codes stay below.
      top <- pmin(prior_size + seq_len(n), 2^53 - n)
      codes <- list(
        floor(runif(n) * top) + 1,
        rep(1, n),
        top,
        pmin(floor(prior_size / 2) + sample.int(3, n, replace = TRUE), top)
      )
      cases <- c(cases, lapply(codes, function(relative) list(relative = relative, prior_size = prior_size)))
    }
  }
  expect_agreement(
    cases,
    function(case) ranking_from_relative(case$relative, case$prior_size),
    function(case) oracle_decode_shift(case$relative)
  )
})

test_that("a very long ranking makes the round trip", {
  withr::local_seed(206)
  # More than 2^16 and 2^17 items, for code that keeps counts in small integers.
  for (n in c(65535, 65536, 65537, 200000)) {
    ranking <- sample.int(n)
    expect_identical(ranking_from_relative(relative_ranks(ranking)), ranking)
  }
  expect_identical(relative_ranks(200000:1), rep(1L, 200000))
  expect_identical(ranking_from_relative(rep(1L, 200000)), 200000:1)
})
