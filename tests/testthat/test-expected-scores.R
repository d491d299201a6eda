test_that("without a prior they are the noiseless scores r / (t + 1)", {
  expect_equal(expected_scores(c(1, 3, 2)), c(1 / 2, 2 / 3, 2 / 4), tolerance = 1e-15)
  expect_equal(expected_scores(c(3, 2, 1)), c(1 / 2, 1 / 3, 1 / 4), tolerance = 1e-15)
})

test_that("an unlimited prior gives the absolute rank over n + 1", {
  expect_equal(expected_scores(c(2, 4, 1, 3), prior_size = Inf), c(2, 4, 1, 3) / 5, tolerance = 1e-15)
})

test_that("with a prior they are the mean over every interleaving with the prior items", {
  cases <- list()
  for (n in 1:4) {
    for (prior_size in seq_len(6 - n)) {
      permutations <- all_permutations(n)
      # The first and last rankings are the extreme ones; the one in the middle is mixed.
      for (k in unique(c(1, ceiling(nrow(permutations) / 2), nrow(permutations)))) {
        cases <- c(cases, list(list(ranking = permutations[k, ], prior_size = prior_size)))
      }
    }
  }
  expect_agreement(
    cases,
    function(case) expected_scores(case$ranking, case$prior_size),
    function(case) oracle_expected_enumerated(case$ranking, case$prior_size),
    tolerance = 1e-13
  )
})

test_that("10,000 random cases agree with the formula", {
  withr::local_seed(301)
  cases <- make_cases(10000, function() {
    list(ranking = random_permutation(sample.int(40, 1)), prior_size = sample(c(0, 1, 5, 1e9, 2^52, Inf), 1))
  })
  expect_agreement(
    cases,
    function(case) expected_scores(case$ranking, case$prior_size),
    function(case) oracle_expected_scores(case$ranking, case$prior_size),
    tolerance = 1e-14
  )
})

test_that("the scores come nearer to calibrated ones as the prior grows", {
  withr::local_seed(302)
  ranking <- sample.int(30)
  gap <- vapply(c(0, 10, 1e3, 1e6, 1e12), function(prior_size) {
    max(abs(expected_scores(ranking, prior_size) - expected_scores(ranking, Inf)))
  }, numeric(1))
  expect_true(all(diff(gap) < 0))
  expect_lt(gap[5], 1e-10)
})

test_that("long rankings agree with the formula", {
  withr::local_seed(303)
  cases <- list()
  for (n in c(100, 1000, 5000)) {
    for (prior_size in c(0, 3, n, 2^31, Inf)) {
      cases <- c(cases, list(list(ranking = sample.int(n), prior_size = prior_size)))
    }
  }
  expect_agreement(
    cases,
    function(case) expected_scores(case$ranking, case$prior_size),
    function(case) oracle_expected_scores(case$ranking, case$prior_size),
    tolerance = 1e-14
  )
})
