metrics <- list(footrule = footrule_distance, kendall = kendall_distance, inversion = inversion_distance)
oracles <- list(footrule = oracle_footrule, kendall = oracle_kendall, inversion = oracle_inversion)

expect_metrics_agree <- function(cases) {
  for (metric in names(metrics)) {
    distance <- metrics[[metric]]
    oracle <- oracles[[metric]]
    expect_agreement(
      cases,
      function(case) as.double(distance(case$ranking, case$truth, normalize = FALSE)),
      function(case) as.double(oracle(case$ranking, case$truth))
    )
  }
}

test_that("small examples come out as by hand", {
  a <- c(1, 2, 3, 4)
  b <- c(2, 1, 4, 3)
  expect_equal(footrule_distance(a, b), 4 / 16)
  expect_equal(kendall_distance(a, b), 2 / 16)
  # Relative ranks 1, 2, 3, 4 against 1, 1, 3, 3.
  expect_equal(inversion_distance(a, b), 2 / 16)
  expect_equal(entrywise_error(a, b), c(1, 1, 1, 1) / 4)
  expect_equal(footrule_distance(a, b, normalize = FALSE), 4)
  expect_equal(kendall_distance(a, b, normalize = FALSE), 2)
  expect_equal(inversion_distance(a, b, normalize = FALSE), 2)
  expect_equal(entrywise_error(a, b, normalize = FALSE), c(1, 1, 1, 1))
})

test_that("ties count as by hand", {
  truth <- c(1.5, 1.5, 3)
  ranking <- c(2, 1, 3)
  expect_equal(footrule_distance(ranking, truth, normalize = FALSE), 1)
  # A tied pair is not in conflict with any order.
  expect_equal(kendall_distance(ranking, truth, normalize = FALSE), 0)
  # Relative ranks 1, 1, 3 against 1, 2, 3.
  expect_equal(inversion_distance(ranking, truth, normalize = FALSE), 1)
  expect_equal(entrywise_error(ranking, truth, normalize = FALSE), c(0.5, 0.5, 0))
})

test_that("10,000 random cases per metric agree with the quadratic oracles", {
  withr::local_seed(601)
  cases <- make_cases(10000, function() {
    n <- sample.int(40, 1)
    list(ranking = random_ranking(n), truth = random_ranking(n))
  })
  for (metric in names(metrics)) {
    distance <- metrics[[metric]]
    oracle <- oracles[[metric]]
    expect_agreement(
      cases,
      function(case) distance(case$ranking, case$truth),
      function(case) oracle(case$ranking, case$truth) / length(case$truth)^2,
      tolerance = 1e-14
    )
    expect_agreement(
      cases[1:1000],
      function(case) as.double(distance(case$ranking, case$truth, normalize = FALSE)),
      function(case) as.double(oracle(case$ranking, case$truth))
    )
  }
  expect_agreement(
    cases,
    function(case) entrywise_error(case$ranking, case$truth),
    function(case) abs(case$ranking - case$truth) / length(case$truth),
    tolerance = 1e-15
  )
  expect_agreement(
    cases[1:1000],
    function(case) as.double(entrywise_error(case$ranking, case$truth, normalize = FALSE)),
    function(case) as.double(abs(case$ranking - case$truth))
  )
})

test_that("larger sizes agree with the quadratic oracles", {
  withr::local_seed(602)
  make_pair <- function(n) {
    list(
      list(ranking = sample.int(n), truth = sample.int(n)),
      list(ranking = seq_len(n), truth = rev(seq_len(n))),
      list(ranking = rank(sample.int(7, n, replace = TRUE)), truth = sample.int(n)),
      list(
        ranking = rank(sample.int(7, n, replace = TRUE), ties.method = "min"),
        truth = rank(sample.int(9, n, replace = TRUE), ties.method = "max")
      ),
      list(ranking = rep((n + 1) / 2, n), truth = sample.int(n)),
      # Nearly sorted: a few swaps of neighbours.
      list(ranking = as.integer(rank(seq_len(n) + runif(n, 0, 1.5))), truth = seq_len(n))
    )
  }
  sizes <- c(outer(2^(5:10), -1:1, "+"), 3000)
  cases <- unlist(lapply(sizes, make_pair), recursive = FALSE)
  expect_metrics_agree(cases)
})

test_that("20,000 items agree with the quadratic oracles", {
  skip_on_cran()
  withr::local_seed(603)
  n <- 20000
  cases <- list(
    list(ranking = rank(sample.int(100, n, replace = TRUE)), truth = rank(sample.int(1000, n, replace = TRUE)))
  )
  expect_metrics_agree(cases)
})

test_that("counts beyond 2^31 are exact", {
  n <- 100001
  up <- seq_len(n)
  down <- rev(up)
  expect_identical(as.double(kendall_distance(up, down, normalize = FALSE)), n * (n - 1) / 2)
  expect_identical(as.double(inversion_distance(up, down, normalize = FALSE)), n * (n - 1) / 2)
  expect_identical(as.double(footrule_distance(up, down, normalize = FALSE)), floor(n^2 / 2))
})

test_that("inversion <= Kendall <= footrule <= 2 Kendall for every pair of rankings", {
  withr::local_seed(604)
  # Every permutation against two others; which ones does not matter by relabelling, except for the inversion distance.
  for (n in 2:7) {
    permutations <- all_permutations(n)
    for (truth in list(seq_len(n), rev(seq_len(n)), sample.int(n))) {
      inversion <- inversion_distance(permutations, truth, normalize = FALSE)
      kendall <- kendall_distance(permutations, truth, normalize = FALSE)
      footrule <- footrule_distance(permutations, truth, normalize = FALSE)
      expect_true(all(inversion <= kendall & kendall <= footrule & footrule <= 2 * kendall))
    }
  }
  for (n in c(20, 300)) {
    a <- t(replicate(500, sample.int(n)))
    b <- t(replicate(500, sample.int(n)))
    inversion <- inversion_distance(a, b, normalize = FALSE)
    kendall <- kendall_distance(a, b, normalize = FALSE)
    footrule <- footrule_distance(a, b, normalize = FALSE)
    expect_true(all(inversion <= kendall & kendall <= footrule & footrule <= 2 * kendall))
  }
})

test_that("relabelling the items leaves footrule and Kendall unchanged", {
  withr::local_seed(605)
  cases <- make_cases(500, function() {
    n <- sample.int(60, 1)
    list(ranking = random_ranking(n), truth = random_ranking(n), relabel = sample.int(n))
  })
  for (distance in metrics[c("footrule", "kendall")]) {
    expect_agreement(
      cases,
      function(case) distance(case$ranking[case$relabel], case$truth[case$relabel]),
      function(case) distance(case$ranking, case$truth),
      tolerance = 1e-15
    )
  }
  expect_agreement(
    cases,
    function(case) entrywise_error(case$ranking[case$relabel], case$truth[case$relabel]),
    function(case) entrywise_error(case$ranking, case$truth)[case$relabel],
    tolerance = 1e-15
  )
})

test_that("they are metrics on rankings without ties", {
  permutations <- all_permutations(4)
  count <- nrow(permutations)
  for (distance in metrics) {
    table <- vapply(seq_len(count), function(k) {
      as.double(distance(permutations, permutations[k, ], normalize = FALSE))
    }, numeric(count))
    expect_true(all(table >= 0))
    # Zero for equal rankings, and for these only.
    expect_identical(which(table == 0), which(diag(count) == 1))
    expect_identical(table, t(table))
    # d(a, c) <= d(a, b) + d(b, c) for every middle b.
    slack <- vapply(seq_len(count), function(b) min(outer(table[, b], table[b, ], "+") - table), numeric(1))
    expect_true(all(slack >= 0))
  }
})

test_that("the normalised distances keep below their limits", {
  for (n in 1:7) {
    permutations <- all_permutations(n)
    expect_equal(max(footrule_distance(permutations, seq_len(n))), floor(n^2 / 2) / n^2)
    expect_equal(max(kendall_distance(permutations, seq_len(n))), (n - 1) / (2 * n))
    expect_equal(max(inversion_distance(permutations, seq_len(n))), (n - 1) / (2 * n))
  }
})

test_that("a ranking is looked at even if there is nothing to compare it with", {
  none <- matrix(0, 0, 3)
  for (distance in metrics) {
    expect_identical(distance(c(2, 1, 3), none), numeric())
    expect_error(distance(c(1, 1, 9), none), class = "seqjudge_error_ranking")
  }
})

test_that("the footrule's short way for plain vectors is the definition, for whole numbers of either type", {
  set.seed(8)
  for (n in c(1, 2, 5, 1024, 1025, 70000)) {
    a <- sample(n)
    b <- sample(n)
    expected <- sum(abs(a - b))
    for (x in list(a, as.double(a))) {
      for (y in list(b, as.double(b))) {
        expect_identical(footrule_distance(x, y, FALSE), expected + 0)
        expect_identical(footrule_distance(x, y), expected / n^2)
      }
    }
    expect_identical(footrule_distance(stats::setNames(a, seq_len(n)), b, FALSE), expected + 0)
  }
  # Names in another order, ties, and what is no ranking take the long way.
  expect_error(footrule_distance(c(a = 1, b = 2), c(b = 2, a = 1)), class = "seqjudge_error_shape")
  expect_identical(footrule_distance(c(1.5, 1.5, 3), c(1, 2, 3), FALSE), 1)
  for (bad in list(c(1, 1, 2), c(1, 2, NA), c(0L, 1L, 2L), c(1L, NA, 3L), c(1, 2, 4), c(1, 2, Inf))) {
    expect_error(footrule_distance(1:3, bad), class = "seqjudge_error_ranking")
    expect_error(footrule_distance(bad, 1:3), class = "seqjudge_error_ranking")
  }
  expect_error(footrule_distance(1:3, 3:1, NA), class = "seqjudge_error_type")
})
