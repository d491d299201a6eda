both_rules <- c("lower", "upper")

# ---- by hand ----------------------------------------------------------------------------------------------------

test_that("small examples come out as by hand", {
  # 0.9: the only item; 0.2 is nearest to 1/3; 0.8 is nearest to 3/4.
  expect_identical(insertion_ranking(c(0.9, 0.2, 0.8)), c(2L, 1L, 3L))
  # Two early items scored cautiously: 0.5 then 0.67 then 0.5 means the third lies between the first two.
  expect_identical(insertion_ranking(c(1 / 2, 2 / 3, 2 / 4)), c(1L, 3L, 2L))
  # A prior of 2: places out of 3, 4 (scores over 4, 5). 0.75 takes place 3; 0.6 takes place 3 too and pushes it up.
  expect_identical(insertion_ranking(c(0.75, 0.6), prior_size = 2), c(2L, 1L))
})

test_that("scores beyond the unit interval go to the ends", {
  expect_identical(insertion_ranking(c(0.5, -3, 0.6, 0.4)), insertion_ranking(c(0.5, 0, 0.6, 0.4)))
  expect_identical(insertion_ranking(c(0.5, 9, 0.6, 0.4)), insertion_ranking(c(0.5, 1, 0.6, 0.4)))
  largest <- .Machine$double.xmax
  for (prior_size in c(0, 5, 1e12, 2^52)) {
    # The products overflow; the places must not.
    ranking <- insertion_ranking(c(largest, -largest, 0.5, 1e300, -1e300), prior_size, scale = score_scale("identity"))
    expect_identical(ranking, c(4L, 2L, 3L, 5L, 1L))
  }
})

# ---- noiseless recovery -----------------------------------------------------------------------------------------

test_that("every permutation up to n = 8 is recovered from its noiseless scores", {
  for (n in 1:8) {
    permutations <- all_permutations(n)
    scores <- oracle_relative_ranks_rows(permutations) / rep(seq_len(n) + 1, each = nrow(permutations))
    for (ties in both_rules) {
      expect_identical(insertion_ranking(scores, ties = ties), permutations)
    }
    expect_identical(insertion_ranking(expected_scores(permutations)), permutations)
  }
})

test_that("random interleavings with prior items are recovered", {
  withr::local_seed(401)
  for (prior_size in c(1, 3, 10)) {
    cases <- make_cases(1000, function() noiseless_with_prior(sample.int(15, 1), prior_size))
    expect_agreement(cases, function(case) insertion_ranking(case$scores, prior_size), function(case) case$truth)
    expect_agreement(
      cases,
      function(case) insertion_ranking(case$scores, prior_size, ties = "upper"),
      function(case) case$truth
    )
  }
})

test_that("interleavings with very many prior items are recovered", {
  withr::local_seed(402)
  # Beyond about 2^46 prior items neighbouring noiseless scores lie closer than the tolerance for half-way points.
  for (prior_size in c(100, 1e6, 2^31 - 1, 2^31, 2^32, 1e9, 1e12)) {
    cases <- make_cases(50, function() noiseless_with_large_prior(sample.int(200, 1), prior_size))
    expect_agreement(cases, function(case) insertion_ranking(case$scores, prior_size), function(case) case$truth)
  }
})

test_that("very long rankings are recovered", {
  withr::local_seed(403)
  for (n in c(1000, 65537, 200000)) {
    truth <- sample.int(n)
    expect_identical(insertion_ranking(expected_scores(truth)), truth)
  }
})

# ---- least squares ----------------------------------------------------------------------------------------------

test_that("insertion is least squares over all permutations", {
  withr::local_seed(404)
  for (n in 1:7) {
    permutations <- all_permutations(n)
    cases <- make_cases(if (n == 7) 60 else 150, function() {
      scores <- random_scores(n)
      list(scores = scores, optimum = oracle_least_squares(scores, permutations))
    })
    for (ties in both_rules) {
      estimate <- function(case) insertion_ranking(case$scores, ties = ties, scale = score_scale("identity"))
      expect_agreement(
        cases,
        function(case) oracle_loss(case$scores, estimate(case)),
        function(case) case$optimum$loss,
        tolerance = 1e-12
      )
      unique_optimum <- Filter(function(case) nrow(case$optimum$rankings) == 1, cases)
      expect_gt(length(unique_optimum), 0)
      expect_agreement(unique_optimum, estimate, function(case) case$optimum$rankings[1, ])
    }
  }
})

test_that("with prior items, insertion attains least squares over all interleavings", {
  withr::local_seed(405)
  for (prior_size in 1:4) {
    n <- min(4, 7 - prior_size)
    real <- prior_size + seq_len(n)
    everyone <- all_permutations(prior_size + n)
    noiseless <- oracle_relative_ranks_rows(everyone)[, real] / rep(real + 1, each = nrow(everyone))
    restricted <- t(apply(everyone[, real], 1, rank))
    cases <- make_cases(60, function() random_scores(n))
    losses <- function(scores) rowSums((noiseless - rep(scores, each = nrow(noiseless)))^2)
    # The best interleaving among those that agree with the estimate is as good as the best of all.
    expect_agreement(
      cases,
      function(scores) {
        estimate <- insertion_ranking(scores, prior_size, scale = score_scale("identity"))
        min(losses(scores)[rowSums(restricted == rep(estimate, each = nrow(restricted))) == n])
      },
      function(scores) min(losses(scores)),
      tolerance = 1e-12
    )
  }
})

# ---- random cases -----------------------------------------------------------------------------------------------

test_that("10,000 random cases agree with Algorithms 1 and 2", {
  withr::local_seed(406)
  cases <- make_cases(10000, function() {
    list(
      scores = random_scores(sample.int(40, 1)),
      prior_size = sample(c(0, 0, 1, 5, 1e9, Inf), 1),
      ties = sample(both_rules, 1)
    )
  })
  expect_agreement(
    cases,
    function(case) insertion_ranking(case$scores, case$prior_size, case$ties, scale = score_scale("identity")),
    function(case) oracle_insertion(case$scores, case$prior_size, case$ties)
  )
})

# ---- ties in rounding -------------------------------------------------------------------------------------------

test_that("an exactly half-way score goes down or up as asked", {
  # At t = 2 the half-way point between 1/3 and 2/3 is 1/2.
  expect_identical(insertion_ranking(c(0.5, 0.5)), c(2L, 1L))
  expect_identical(insertion_ranking(c(0.5, 0.5), ties = "upper"), c(1L, 2L))
  # "lower" is the default.
  expect_identical(insertion_ranking(c(0.5, 0.5)), insertion_ranking(c(0.5, 0.5), ties = "lower"))
})

test_that("floating point does not decide a tie", {
  # Each of these is 3/10 on paper but not all are the same double; with t + 1 = 5, 15, 25, ... slots 3/10 is half-way.
  versions <- list(
    0.3, 0.1 * 3, 1 - 0.7, 0.1 + 0.2, 3 / 10, (3.5 - 0.5) / 10, 0.9 / 3,
    Reduce(`+`, rep(0.05, 6)), 1 - 0.1 - 0.6, sqrt(0.3)^2
  )
  n <- 60
  expect_gt(length(unique(unlist(versions))), 1)
  for (ties in both_rules) {
    for (prior_size in c(0, 3, 10, 1e6, 1e9, 1e12)) {
      expected <- oracle_insertion_fraction(rep(3, n), 10, prior_size, ties)
      expect_agreement(
        versions,
        function(score) insertion_ranking(rep(score, n), prior_size, ties),
        function(score) expected
      )
    }
  }
})

test_that("every fraction p / q is rounded at every position as in whole numbers", {
  # Without a prior the relative ranks of the result are the estimated relative ranks, so each one is checked.
  cases <- list()
  for (q in c(1:12, 16, 20, 22, 24, 30, 40, 50, 64, 96, 100)) {
    for (p in 0:q) {
      cases <- c(cases, list(list(p = p, q = q)))
    }
  }
  n <- 120
  for (ties in both_rules) {
    expect_agreement(
      cases,
      function(case) as.double(relative_ranks(insertion_ranking(rep(case$p / case$q, n), ties = ties))),
      function(case) oracle_nearest_fraction(case$p, case$q, seq_len(n), 0, ties)
    )
  }
})

test_that("the grids people use are rounded as in whole numbers, with and without a prior", {
  grids <- list(
    halves = list(values = c(0, 0.5, 1), p = 0:2, q = 2),
    tenths = list(values = 0:10 * 0.1, p = 0:10, q = 10),
    complements = list(values = 1 - 10:0 * 0.1, p = 0:10, q = 10),
    decile_mid_points = list(values = (1:10 - 0.5) / 10, p = 2 * 1:10 - 1, q = 20),
    twentieths = list(values = seq(0, 1, by = 0.05), p = 0:20, q = 20),
    decile_scores = list(values = 1:10 / 11, p = 1:10, q = 11),
    percentages = list(values = 0:100 * 0.01, p = 0:100, q = 100)
  )
  withr::local_seed(407)
  cases <- list()
  # With 1e12 prior items only small denominators keep the points that are not half-way clear of the tolerance.
  for (prior_size in c(0, 1, 2, 3, 7, 10, 100, 1e6, 2^31 - 1, 2^31, 1e9)) {
    for (grid in grids) {
      for (ties in both_rules) {
        pick <- sample.int(length(grid$p), 150, replace = TRUE)
        cases <- c(cases, list(list(
          scores = grid$values[pick], p = grid$p[pick], q = grid$q, prior_size = prior_size, ties = ties
        )))
      }
    }
  }
  expect_agreement(
    cases,
    function(case) insertion_ranking(case$scores, case$prior_size, case$ties),
    function(case) oracle_insertion_fraction(case$p, case$q, case$prior_size, case$ties)
  )
})

test_that("half-way points of every position, computed in floating point, count as half-way", {
  withr::local_seed(416)
  t <- 2:400
  half_way <- unlist(lapply(t, function(s) (sample.int(s - 1, 1) + 0.5) / (s + 1)))
  lower <- insertion_ranking(c(0.5, half_way), ties = "lower")
  upper <- insertion_ranking(c(0.5, half_way), ties = "upper")
  expect_identical(relative_ranks(upper)[-1] - relative_ranks(lower)[-1], rep(1L, length(t)))
})

test_that("a score counts as half-way within 2^-47, and no further", {
  shift <- c(-2^-44, -2^-46, -2^-48, -2^-50, 0, 2^-50, 2^-48, 2^-46, 2^-44)
  place <- function(ties) {
    vapply(shift, function(s) insertion_ranking(c(0.5, 0.5 + s), ties = ties)[2], integer(1))
  }
  expect_identical(place("lower"), c(1L, 1L, 1L, 1L, 1L, 1L, 1L, 2L, 2L))
  expect_identical(place("upper"), c(1L, 1L, 2L, 2L, 2L, 2L, 2L, 2L, 2L))
})

# ---- sizes and adversarial inputs -------------------------------------------------------------------------------

score_patterns <- function(n) {
  t <- seq_len(n)
  list(
    random = runif(n),
    zeros = rep(0, n),
    ones = rep(1, n),
    increasing = t / (n + 1),
    decreasing = 1 - t / (n + 1),
    constant = rep(0.5, n),
    alternating_ends = t %% 2,
    alternating_quarters = ifelse(t %% 2 == 0, 0.25, 0.75),
    few_values = sample(0:4 / 4, n, replace = TRUE),
    twentieths = sample(0:20 / 20, n, replace = TRUE),
    # Every item goes to the middle of those before it.
    noiseless_middle = ((t + 1) %/% 2) / (t + 1)
  )
}

pattern_cases <- function(n, priors, ties = both_rules) {
  cases <- list()
  for (prior_size in priors) {
    for (rule in ties) {
      patterns <- score_patterns(n)
      cases <- c(cases, lapply(names(patterns), function(pattern) {
        list(n = n, prior_size = prior_size, ties = rule, pattern = pattern, scores = patterns[[pattern]])
      }))
    }
  }
  cases
}

expect_insertion_oracle <- function(cases) {
  expect_agreement(
    cases,
    function(case) insertion_ranking(case$scores, case$prior_size, case$ties),
    function(case) oracle_insertion_large(case$scores, case$prior_size, case$ties)
  )
}

test_that("adversarial scores agree with the oracle for every size of prior, n = 100 and 1000", {
  withr::local_seed(408)
  for (n in c(100, 1000)) {
    expect_insertion_oracle(pattern_cases(n, c(0, 1, 7, n, 10 * n, 1e6, 2^31 - 1, 2^31, 1e12)))
  }
})

test_that("adversarial scores agree with the oracle, n = 5000", {
  skip_on_cran()
  withr::local_seed(409)
  expect_insertion_oracle(pattern_cases(5000, c(0, 50000, 2^31), "lower"))
  expect_insertion_oracle(pattern_cases(5000, 7, "upper"))
})

test_that("long sequences agree with the oracle, n = 20000", {
  skip_on_cran()
  withr::local_seed(410)
  n <- 20000
  patterns <- score_patterns(n)
  cases <- list(
    list(scores = patterns$random, prior_size = 0, ties = "lower"),
    list(scores = patterns$few_values, prior_size = 10 * n, ties = "upper"),
    list(scores = patterns$twentieths, prior_size = 2^31 - 1, ties = "lower")
  )
  expect_insertion_oracle(cases)
})

test_that("sizes around powers of two agree with the oracle", {
  withr::local_seed(411)
  cases <- list()
  for (n in c(outer(2^(2:11), -1:1, "+"))) {
    for (prior_size in c(0, n, 1e9)) {
      cases <- c(cases, list(list(scores = runif(n), prior_size = prior_size, ties = "lower")))
    }
  }
  expect_insertion_oracle(cases)
})

test_that("2^52 prior items neither overflow nor lose the order of well-separated scores", {
  withr::local_seed(412)
  for (prior_size in c(2^46, 2^51, 2^52)) {
    for (n in c(1, 2, 50, 3000)) {
      for (ties in both_rules) {
        # Distinct by at least 1e-9, which is some 70,000 places and more: rounding cannot change the order.
        spread <- sample.int(1e9, n) / 1e9
        expect_identical(insertion_ranking(spread, prior_size, ties), as.integer(rank(spread)))
        # At the ends clamping decides: each new item is the lowest, or the highest, so far.
        expect_identical(insertion_ranking(rep(0, n), prior_size, ties), n:1)
        expect_identical(insertion_ranking(rep(1, n), prior_size, ties), seq_len(n))
        # What rounding makes of ties among so many prior items is open, but the result is a ranking.
        expect_identical(sort(insertion_ranking(rep(0.5, n), prior_size, ties)), seq_len(n))
      }
    }
  }
})

# ---- the limit of a large prior ---------------------------------------------------------------------------------

test_that("an unlimited prior gives the induced ranking", {
  withr::local_seed(413)
  cases <- make_cases(1000, function() random_scores(sample.int(60, 1)))
  expect_agreement(cases, function(scores) insertion_ranking(scores, prior_size = Inf), induced_ranking)
  expect_agreement(cases, function(scores) insertion_ranking(scores, Inf, ties = "upper"), oracle_induced)
  scores <- matrix(sample(0:10 / 10, 700, replace = TRUE), 100)
  expect_identical(insertion_ranking(scores, prior_size = Inf), induced_ranking(scores))
})

test_that("a large prior gives the order of distinct scores", {
  withr::local_seed(414)
  cases <- make_cases(200, function() sample.int(1e4, sample.int(60, 1)) / 1e4)
  for (prior_size in c(1e9, 1e12)) {
    expect_agreement(
      cases,
      function(scores) insertion_ranking(scores, prior_size),
      function(scores) as.integer(rank(scores))
    )
  }
})

# ---- scales -----------------------------------------------------------------------------------------------------

test_that("scores that mostly lie outside 0 to 1 are refused, with the ways on", {
  expect_error(insertion_ranking(c(7, 9, 3)), class = "seqjudge_error_scale")
  expect_error(insertion_ranking(c(-0.1, 1.1, 0.5), prior_size = 10), class = "seqjudge_error_scale")
  expect_error(insertion_ranking(rbind(c(7, 9), c(0.5, 3))), class = "seqjudge_error_scale")
  # One finite prior size is enough.
  expect_error(insertion_ranking(rbind(c(7, 9), c(8, 3)), c(Inf, 2)), class = "seqjudge_error_scale")
  expect_snapshot(insertion_ranking(c(7, 9, 3)), error = TRUE)
})

test_that("scores mostly within, on the border, or with no correction to make are taken", {
  expect_silent(insertion_ranking(c(0, 1, 0.5)))
  expect_silent(insertion_ranking(c(2, 0.5)))
  expect_silent(insertion_ranking(numeric()))
  expect_silent(insertion_ranking(c(7, 9, 3), prior_size = Inf))
  expect_silent(insertion_ranking(rbind(c(7, 9), c(0.5, 0.3))))
})

test_that("a scale brings scores to 0 to 1", {
  points <- rbind(a = c(11, 8, 14, 17), b = c(3, 20, 3, 9))
  expect_identical(
    insertion_ranking(points, 2, scale = score_scale("range", 0, 20)), insertion_ranking(points / 20, 2)
  )
  expect_identical(
    insertion_ranking(points[1, ] - 7, 1, scale = score_scale("bins", k = 10)),
    insertion_ranking((points[1, ] - 7) / 11, 1)
  )
  by_row <- t(apply(points, 1, rank)) / 5
  expect_identical(
    insertion_ranking(points, 1, scale = score_scale("percentile", by = "evaluator")), insertion_ranking(by_row, 1)
  )
  over_all <- matrix(rank(points) / 9, 2, dimnames = dimnames(points))
  expect_identical(insertion_ranking(points, 1, scale = score_scale("percentile")), insertion_ranking(over_all, 1))
  expect_identical(
    insertion_ranking(numeric(), scale = score_scale("percentile", by = "evaluator")), integer()
  )
  error <- expect_error(insertion_ranking(points, scale = score_scale("range", 0, 15)), class = "seqjudge_error_scale")
  expect_identical(error$positions, c(4L, 7L))
  expect_error(insertion_ranking(c(1, 2.5), scale = score_scale("bins", k = 5)), class = "seqjudge_error_scale")
  expect_error(insertion_ranking(c(1, 2), scale = "range"), class = "seqjudge_error_type")
  model <- score_model(function(t, r) r / (t + 1), n = 2)
  as_it_is <- score_scale("identity")
  expect_error(insertion_ranking(c(0.5, 0.2), scale = as_it_is, model = model), class = "seqjudge_error_value")
})

test_that("neither rounding nor decoding uses random numbers", {
  withr::local_seed(415)
  before <- .Random.seed
  insertion_ranking(rep(0.5, 50), 3)
  insertion_ranking(rep(0.5, 50), Inf)
  expect_identical(.Random.seed, before)
})

test_that("the short way for plain vectors and the long way give the same", {
  set.seed(8)
  for (n in c(0, 1, 2, 5, 33, 1000)) {
    y <- stats::setNames(round(runif(n, -0.1, 1.1), 2), if (n == 5) letters[1:5])
    for (prior in c(0, 3, 1e9)) {
      for (ties in c("lower", "upper")) {
        # With `threads` given, every argument is checked by itself.
        expect_identical(insertion_ranking(y, prior, ties), insertion_ranking(y, prior, ties, threads = 1))
      }
    }
  }
  # What is no plain vector of shares takes the long way, to its errors and its shapes.
  expect_error(insertion_ranking(c(0.1, NA)), class = "seqjudge_error_value")
  expect_error(insertion_ranking(c(0.1, 5, 7)), class = "seqjudge_error_scale")
  expect_error(insertion_ranking(c(0.1, 0.2), -1), class = "seqjudge_error_value")
  expect_error(insertion_ranking(c(0.1, 0.2), 0.5), class = "seqjudge_error_value")
  expect_error(insertion_ranking(c(0.1, 0.2), ties = "low"), class = "seqjudge_error_value")
  expect_error(insertion_ranking(c(0.1, 0.2), ties = c("upper", "lower")), class = "seqjudge_error_type")
  expect_error(insertion_ranking(structure(0.5, class = "odd")), class = "seqjudge_error_type")
  expect_identical(insertion_ranking(0:1), insertion_ranking(c(0, 1)))
  expect_identical(insertion_ranking(c(0.4, 0.6), 2L), insertion_ranking(c(0.4, 0.6), 2))
})
