tie_rules <- c("average", "first", "last", "random", "max", "min")

test_that("ties are broken as asked", {
  scores <- c(0.5, 0.2, 0.5, 0.9, 0.5)
  expect_identical(induced_ranking(scores), c(3, 1, 3, 5, 3))
  expect_identical(induced_ranking(scores, ties = "average"), c(3, 1, 3, 5, 3))
  expect_identical(induced_ranking(scores, ties = "first"), c(2L, 1L, 3L, 5L, 4L))
  expect_identical(induced_ranking(scores, ties = "last"), c(4L, 1L, 3L, 5L, 2L))
  expect_identical(induced_ranking(scores, ties = "max"), c(4L, 1L, 4L, 5L, 4L))
  expect_identical(induced_ranking(scores, ties = "min"), c(2L, 1L, 2L, 5L, 2L))
})

test_that("10,000 random cases agree with counting and with rank()", {
  withr::local_seed(501)
  cases <- make_cases(10000, function() {
    list(scores = random_scores(sample.int(40, 1)), ties = sample(setdiff(tie_rules, "random"), 1))
  })
  expect_agreement(
    cases,
    function(case) induced_ranking(case$scores, case$ties),
    function(case) {
      if (case$ties == "average") oracle_induced(case$scores) else rank(case$scores, ties.method = case$ties)
    }
  )
})

test_that("large and adversarial inputs agree with rank()", {
  withr::local_seed(502)
  n <- 20000
  inputs <- list(
    runif(n), rep(0.5, n), seq_len(n) / n, rev(seq_len(n)) / n, sample(5, n, replace = TRUE) / 5,
    rep(c(0, 1), n / 2), rnorm(n, sd = 1e300), rnorm(n) * 1e-310, c(rep(0, n - 1), 1)
  )
  for (ties in setdiff(tie_rules, "random")) {
    expect_agreement(
      inputs,
      function(scores) induced_ranking(scores, ties),
      function(scores) rank(scores, ties.method = ties)
    )
  }
})

test_that("zero and minus zero tie", {
  expect_identical(induced_ranking(c(0, -0)), c(1.5, 1.5))
  expect_identical(induced_ranking(c(0, -0), ties = "first"), 1:2)
})

test_that("integer scores are ranked like doubles", {
  withr::local_seed(503)
  scores <- sample.int(10, 50, replace = TRUE)
  for (ties in setdiff(tie_rules, "random")) {
    expect_identical(induced_ranking(scores, ties), induced_ranking(as.double(scores), ties))
  }
})

test_that("random ties are governed by set.seed()", {
  scores <- rep(c(0.3, 0.6), each = 20)
  draw <- function(seed) withr::with_seed(seed, induced_ranking(scores, ties = "random"))
  expect_identical(draw(1), draw(1))
  expect_false(identical(draw(1), draw(2)))
  expect_type(draw(1), "integer")
  expect_identical(sort(draw(3)[1:20]), 1:20)
  expect_identical(sort(draw(3)[21:40]), 21:40)
})

test_that("random ties are uniformly random, independently by row", {
  withr::local_seed(504)
  draws <- induced_ranking(matrix(0.5, 6000, 3), ties = "random")
  counts <- table(factor(apply(draws, 1, paste, collapse = "")))
  expect_length(counts, 6)
  # Five standard deviations of a binomial(6000, 1/6).
  expect_true(all(abs(counts - 1000) < 145))
})

test_that("only random ties use random numbers", {
  withr::local_seed(505)
  before <- .Random.seed
  for (ties in setdiff(tie_rules, "random")) {
    induced_ranking(rep(0.5, 30), ties)
  }
  expect_identical(.Random.seed, before)
})

test_that("the induced ranking depends on the scores' order only", {
  withr::local_seed(506)
  cases <- make_cases(200, function() random_scores(20))
  expect_agreement(cases, function(scores) induced_ranking(exp(3 * scores)), induced_ranking)
})
