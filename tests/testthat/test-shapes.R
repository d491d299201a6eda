# What every function does with names, matrices, very short inputs and both numeric types.

scores <- c(anna = 0.5, ben = 0.7, cleo = 0.2, dan = 0.9)
ranking <- c(anna = 2L, ben = 3L, cleo = 1L, dan = 4L)
vector_functions <- list(
  relative_ranks = function(x) relative_ranks(x),
  ranking_from_relative = function(x) ranking_from_relative(x),
  expected_scores = function(x) expected_scores(x),
  expected_scores_prior = function(x) expected_scores(x, 3),
  expected_scores_calibrated = function(x) expected_scores(x, Inf),
  insertion_ranking = function(x) insertion_ranking(x / 5),
  insertion_ranking_prior = function(x) insertion_ranking(x / 5, 1e9),
  insertion_ranking_calibrated = function(x) insertion_ranking(x / 5, Inf),
  induced_ranking = function(x) induced_ranking(x),
  induced_ranking_first = function(x) induced_ranking(x, "first"),
  induced_ranking_random = function(x) induced_ranking(x, "random"),
  entrywise_error = function(x) entrywise_error(x, seq_len(NCOL(rbind(x)))),
  entrywise_error_raw = function(x) entrywise_error(x, seq_len(NCOL(rbind(x))), normalize = FALSE)
)
# Valid both as a ranking and as relative ranks, so that it suits every function.
suitable <- c(1, 2, 3, 4)
distances <- list(footrule = footrule_distance, kendall = kendall_distance, inversion = inversion_distance)

test_that("names are kept", {
  named <- stats::setNames(suitable, c("anna", "ben", "cleo", "dan"))
  for (f in vector_functions) {
    expect_named(f(named), names(named))
    expect_null(names(f(suitable)))
    expect_identical(unname(f(named)), f(suitable))
  }
})

test_that("dimension names are kept, whichever are there", {
  plain <- rbind(suitable, suitable, deparse.level = 0)
  all_dimnames <- list(
    list(c("x", "y"), letters[1:4]), list(c("x", "y"), NULL), list(NULL, letters[1:4]), NULL
  )
  for (f in vector_functions) {
    for (names in all_dimnames) {
      m <- plain
      dimnames(m) <- names
      result <- f(m)
      expect_identical(dim(result), dim(m))
      expect_identical(dimnames(result), dimnames(m))
    }
  }
})

test_that("a matrix is treated row by row", {
  withr::local_seed(801)
  rows <- 60
  n <- 9
  y <- matrix(random_scores(rows * n), rows)
  y[] <- pmin(pmax(y, 0), 1)
  rankings <- t(replicate(rows, sample.int(n)))
  relative <- oracle_relative_ranks_rows(rankings)
  truth <- t(replicate(rows, rank(sample.int(6, n, replace = TRUE))))
  by_row <- function(f) t(vapply(seq_len(rows), f, numeric(n)))

  expect_equal(relative_ranks(rankings), by_row(function(k) relative_ranks(rankings[k, ])))
  expect_equal(ranking_from_relative(relative, 2), by_row(function(k) ranking_from_relative(relative[k, ], 2)))
  expect_equal(expected_scores(rankings, 3), by_row(function(k) expected_scores(rankings[k, ], 3)))
  for (prior_size in c(0, 4, 1e9, Inf)) {
    for (ties in c("lower", "upper")) {
      expect_equal(
        insertion_ranking(y, prior_size, ties),
        by_row(function(k) oracle_insertion(y[k, ], prior_size, ties))
      )
    }
  }
  for (ties in c("average", "first", "last", "max", "min")) {
    expect_equal(induced_ranking(y, ties), by_row(function(k) rank(y[k, ], ties.method = ties)))
  }
  expect_equal(entrywise_error(rankings, truth), abs(rankings - truth) / n)
  for (distance in distances) {
    one_by_one <- vapply(seq_len(rows), function(k) distance(rankings[k, ], truth[k, ]), numeric(1))
    expect_equal(distance(rankings, truth), one_by_one)
  }
})

test_that("matrices larger than any block agree with the oracle row by row", {
  withr::local_seed(802)
  # Wide, tall and square, with a prior of its own for every row.
  for (shape in list(c(3, 700), c(3000, 5), c(130, 130), c(70, 33))) {
    y <- matrix(runif(prod(shape)), shape[1])
    prior_size <- sample(c(0, 1, 5, 1e6, 1e9), shape[1], replace = TRUE)
    expected <- lapply(seq_len(shape[1]), function(k) oracle_insertion_large(y[k, ], prior_size[k]))
    expect_identical(insertion_ranking(y, prior_size), do.call(rbind, expected))
  }
})

test_that("each row may have a prior size of its own", {
  withr::local_seed(803)
  priors <- c(0, 1, 3, 1e9, 2^52)
  y <- matrix(runif(5 * 12), 5)
  expected <- do.call(rbind, lapply(1:5, function(k) insertion_ranking(y[k, ], priors[k])))
  expect_identical(insertion_ranking(y, priors), expected)
  expect_type(insertion_ranking(y, priors), "integer")

  # A calibrated evaluator among others.
  priors[3] <- Inf
  y[3, 1:4] <- 0.5
  mixed <- insertion_ranking(y, priors)
  expect_equal(mixed[-3, ], expected[-3, ])
  expect_equal(mixed[3, ], induced_ranking(y[3, ]))

  rankings <- t(replicate(5, sample.int(12)))
  expect_equal(
    expected_scores(rankings, priors),
    t(vapply(1:5, function(k) expected_scores(rankings[k, ], priors[k]), numeric(12)))
  )
  finite <- c(0, 1, 3, 1e9, 10)
  relative <- t(vapply(finite, function(n0) floor(runif(12) * (n0 + 1:12)) + 1, numeric(12)))
  expect_identical(
    ranking_from_relative(relative, finite),
    do.call(rbind, lapply(1:5, function(k) oracle_decode_shift(relative[k, ])))
  )
})

test_that("distances of matrices are one number per row, named by the rows", {
  a <- rbind(x = c(1, 2, 3), y = c(3, 2, 1))
  b <- rbind(c(1, 2, 3), c(1, 2, 3))
  for (distance in distances) {
    expect_named(distance(a, b), c("x", "y"))
    expect_null(names(distance(unname(a), b)))
    expect_identical(unname(distance(a, b)[1]), distance(c(1, 2, 3), c(1, 2, 3)))
    # A vector is compared with every row, on either side.
    expect_equal(distance(a, c(1, 2, 3)), distance(a, b))
    expect_equal(unname(distance(c(1, 2, 3), a)), unname(distance(b, a)))
    expect_null(names(distance(c(p = 1, q = 2, r = 3), c(1, 2, 3))))
  }
  colnames(a) <- c("p", "q", "r")
  expect_identical(dimnames(entrywise_error(a, b)), dimnames(a))
  expect_equal(entrywise_error(a, c(1, 2, 3)), entrywise_error(a, b))
  expect_equal(unname(entrywise_error(c(1, 2, 3), a)), unname(entrywise_error(b, a)))
})

test_that("a matrix of one row or one column stays a matrix", {
  row <- matrix(suitable, 1)
  column <- matrix(1, 3, 1)
  for (f in vector_functions) {
    expect_identical(dim(f(row)), c(1L, 4L))
    expect_identical(c(f(row)), f(suitable))
    expect_identical(dim(f(column)), c(3L, 1L))
  }
  for (distance in distances) {
    expect_equal(distance(row, row), 0)
    expect_equal(distance(column, column), c(0, 0, 0))
  }
})

test_that("a matrix without rows gives a result without rows", {
  empty <- matrix(numeric(), 0, 3)
  expect_identical(dim(insertion_ranking(empty)), c(0L, 3L))
  expect_identical(dim(induced_ranking(empty)), c(0L, 3L))
  expect_identical(dim(relative_ranks(empty)), c(0L, 3L))
  expect_length(footrule_distance(empty, empty), 0)
})

test_that("no items: nothing to rank, no distance", {
  expect_identical(relative_ranks(numeric()), integer())
  expect_identical(ranking_from_relative(numeric()), integer())
  expect_identical(ranking_from_relative(integer(), prior_size = 5), integer())
  expect_identical(expected_scores(integer()), numeric())
  expect_identical(expected_scores(integer(), Inf), numeric())
  for (ties in c("lower", "upper")) {
    expect_identical(insertion_ranking(numeric(), 0, ties), integer())
    expect_identical(insertion_ranking(integer(), 1e9, ties), integer())
  }
  expect_identical(insertion_ranking(numeric(), Inf), numeric())
  expect_identical(induced_ranking(numeric()), numeric())
  expect_identical(induced_ranking(numeric(), "first"), integer())
  expect_identical(induced_ranking(numeric(), "random"), integer())
  expect_identical(entrywise_error(numeric(), numeric()), numeric())
  for (distance in distances) {
    expect_equal(distance(numeric(), numeric()), 0)
    expect_equal(distance(numeric(), integer(), normalize = FALSE), 0)
  }
})

test_that("one item is first and last", {
  for (prior_size in c(0, 1, 1e9, 2^52)) {
    for (score in c(0, 0.25, 0.5, 1)) {
      expect_identical(insertion_ranking(score, prior_size), 1L)
    }
  }
  expect_identical(insertion_ranking(0.3, Inf), 1)
  expect_identical(relative_ranks(1), 1L)
  expect_identical(ranking_from_relative(1), 1L)
  expect_identical(ranking_from_relative(7, prior_size = 6), 1L)
  expect_equal(expected_scores(1), 0.5)
  expect_equal(expected_scores(1, 10), 0.5)
  expect_equal(expected_scores(1, Inf), 0.5)
  expect_identical(induced_ranking(0.3), 1)
  expect_identical(entrywise_error(1, 1), 0)
  for (distance in distances) {
    expect_equal(distance(1, 1), 0)
  }
})

test_that("two items are in one order or the other", {
  expect_identical(insertion_ranking(c(0.5, 0.34)), 2:1)
  expect_identical(insertion_ranking(c(0.5, 0.66)), 1:2)
  expect_identical(relative_ranks(2:1), c(1L, 1L))
  expect_identical(ranking_from_relative(c(1, 1)), 2:1)
  expect_equal(expected_scores(1:2), c(1 / 2, 2 / 3))
  expect_equal(footrule_distance(1:2, 2:1), 2 / 4)
  expect_equal(kendall_distance(1:2, 2:1), 1 / 4)
  expect_equal(inversion_distance(1:2, 2:1), 1 / 4)
  expect_equal(entrywise_error(1:2, 2:1), c(1, 1) / 2)
})

test_that("integers and doubles give the same", {
  for (f in vector_functions[names(vector_functions) != "induced_ranking_random"]) {
    expect_identical(f(c(1L, 2L, 3L)), f(c(1, 2, 3)))
  }
  expect_identical(insertion_ranking(c(0L, 1L, 1L, 0L)), insertion_ranking(c(0, 1, 1, 0)))
  expect_identical(insertion_ranking(scores, 3L), insertion_ranking(scores, 3))
  expect_equal(expected_scores(ranking, 3L), expected_scores(ranking, 3))
  for (distance in distances) {
    expect_identical(distance(c(2L, 1L, 3L), 1:3), distance(c(2, 1, 3), c(1, 2, 3)))
    expect_identical(distance(c(2L, 1L, 3L), c(1, 2, 3), FALSE), distance(c(2, 1, 3), 1:3, FALSE))
  }
})

test_that("the types are those promised", {
  expect_type(relative_ranks(ranking), "integer")
  expect_type(ranking_from_relative(c(1, 2)), "integer")
  expect_type(expected_scores(ranking), "double")
  expect_type(insertion_ranking(scores), "integer")
  expect_type(insertion_ranking(scores, 2^52), "integer")
  expect_type(insertion_ranking(scores, Inf), "double")
  expect_type(induced_ranking(scores), "double")
  for (ties in c("first", "last", "random", "max", "min")) {
    expect_type(induced_ranking(scores, ties), "integer")
  }
})

test_that("the arguments are left as they were", {
  y <- c(a = 0.5, b = 0.2, c = 0.7)
  r <- c(a = 1, b = 3, c = 2)
  copies <- list(y + 0, r + 0)
  insertion_ranking(y)
  induced_ranking(y)
  relative_ranks(r)
  ranking_from_relative(c(1, 1, 2))
  expected_scores(r, 2)
  kendall_distance(r, r)
  inversion_distance(r, r)
  find_conflicts(y, r)
  expect_identical(list(y, r), copies)
})

test_that("items named in another order are not compared by position", {
  ranking <- c(Ada = 1, Bo = 2, Cleo = 3)
  for (compare in list(footrule_distance, kendall_distance, inversion_distance, entrywise_error)) {
    expect_error(compare(ranking, rev(ranking)), class = "seqjudge_error_shape")
  }
  expect_snapshot(error = TRUE, footrule_distance(ranking, rev(ranking)))
  # Other labels, or none, are the caller's business.
  expect_identical(footrule_distance(ranking, c(x = 1, y = 2, z = 3)), 0)
  expect_identical(footrule_distance(ranking, 1:3), 0)
})

test_that("names come from the truth where the ranking has none", {
  truth <- c(Ada = 1, Bo = 2)
  expect_identical(entrywise_error(c(2, 1), truth, normalize = FALSE), c(Ada = 1, Bo = 1))
  by_judge <- rbind(Ines = c(1, 2), Kofi = c(2, 1))
  expect_identical(footrule_distance(c(1, 2), by_judge), c(Ines = 0, Kofi = 0.5))
  expect_identical(entrywise_error(c(1, 2), by_judge, normalize = FALSE), rbind(Ines = c(0, 0), Kofi = c(1, 1)))
})

test_that("errors about matrices give the positions as which() does", {
  scores <- rbind(c(0.1, 0.2, 0.3), c(0.4, NA, 0.6))
  error <- expect_error(insertion_ranking(scores), class = "seqjudge_error_value")
  expect_identical(error$positions, which(is.na(scores)))
  expect_identical(error$arg, "scores")
})
