# Bad input: each kind gives a classed error that names the argument, the first offending positions and what was
# expected. The first part asserts classes and fields for every function and argument, the second records the wording.

caught <- function(expr) {
  tryCatch({
    force(expr)
    NULL
  }, error = identity)
}

# Calls `f` with each bad value; collects in words every one that does not give the error it should.
error_problems <- function(f, bad, class, arg) {
  problems <- lapply(names(bad), function(kind) {
    error <- caught(f(bad[[kind]]))
    wanted <- c(class, "seqjudge_error", "error")
    if (is.null(error)) {
      paste0(kind, ": no error")
    } else if (!all(inherits(error, wanted, which = TRUE) > 0)) {
      paste0(kind, ": class is ", paste(class(error), collapse = ", "))
    } else if (!grepl(paste0("`", arg, "`"), conditionMessage(error), fixed = TRUE)) {
      paste0(kind, ": the message does not name `", arg, "`")
    }
  })
  as.character(unlist(problems))
}

good <- c(1, 3, 2)
good_matrix <- rbind(c(1, 3, 2), c(2, 1, 3))

# Every argument that takes scores or rankings, with the other arguments in order.
data_arguments <- list(
  list(name = "relative_ranks", arg = "ranking", call = function(x) relative_ranks(x)),
  list(name = "ranking_from_relative", arg = "relative", call = function(x) ranking_from_relative(x)),
  list(name = "expected_scores", arg = "ranking", call = function(x) expected_scores(x)),
  list(name = "insertion_ranking", arg = "scores", call = function(x) insertion_ranking(x)),
  list(name = "induced_ranking", arg = "scores", call = function(x) induced_ranking(x)),
  list(name = "footrule_distance", arg = "ranking", call = function(x) footrule_distance(x, good)),
  list(name = "footrule_distance", arg = "truth", call = function(x) footrule_distance(good, x)),
  list(name = "kendall_distance", arg = "ranking", call = function(x) kendall_distance(x, good)),
  list(name = "kendall_distance", arg = "truth", call = function(x) kendall_distance(good, x)),
  list(name = "inversion_distance", arg = "ranking", call = function(x) inversion_distance(x, good)),
  list(name = "inversion_distance", arg = "truth", call = function(x) inversion_distance(good, x)),
  list(name = "entrywise_error", arg = "ranking", call = function(x) entrywise_error(x, good)),
  list(name = "entrywise_error", arg = "truth", call = function(x) entrywise_error(good, x)),
  list(name = "find_conflicts", arg = "scores", call = function(x) find_conflicts(x, good)),
  list(name = "find_conflicts", arg = "truth", call = function(x) find_conflicts(good, x))
)
takes_ranking <- Filter(function(a) a$arg %in% c("ranking", "truth"), data_arguments)

expect_errors <- function(arguments, bad, class) {
  problems <- unlist(lapply(arguments, function(a) {
    found <- error_problems(a$call, bad, class, a$arg)
    if (length(found) > 0) paste0(a$name, "(", a$arg, ") ", found)
  }))
  expect(length(problems) == 0, paste(c("Not the error expected:", problems), collapse = "\n"))
}

wrong_types <- list(
  list = list(1, 3, 2),
  factor = factor(c(1, 3, 2)),
  character = c("1", "3", "2"),
  logical = c(TRUE, FALSE, TRUE),
  complex = c(1, 3, 2) + 0i,
  data_frame = data.frame(a = 1, b = 3, c = 2),
  date = as.Date("2020-01-01") + 0:2,
  list_matrix = matrix(list(1, 3, 2), 1)
)
wrong_types["null"] <- list(NULL)

not_finite <- list(
  missing = c(1, NA, 2),
  missing_integer = c(1L, NA, 2L),
  not_a_number = c(1, NaN, 2),
  infinite = c(1, Inf, 2),
  minus_infinite = c(1, -Inf, 2),
  missing_in_matrix = rbind(c(1, NA, 2)),
  infinite_in_matrix = rbind(c(1, Inf, 2))
)

# ---- classes and fields -----------------------------------------------------------------------------------------

test_that("what is not plainly numeric is an error of type", {
  expect_errors(data_arguments, wrong_types, "seqjudge_error_type")
})

test_that("missing and infinite values are errors of value", {
  expect_errors(data_arguments, not_finite, "seqjudge_error_value")
  # Also where no correction is made.
  expect_error(insertion_ranking(c(0.1, NA), prior_size = Inf), class = "seqjudge_error_value")
})

test_that("a zero-column matrix and a three-way array are errors of shape", {
  wrong_shapes <- list(
    no_columns = matrix(numeric(), 2, 0),
    nothing = matrix(numeric(), 0, 0),
    three_way = array(c(1, 3, 2), c(1, 3, 1))
  )
  expect_errors(data_arguments, wrong_shapes, "seqjudge_error_shape")
})

test_that("what is not a ranking is an error that says so", {
  not_rankings <- list(
    gap = c(1, 2, 4),
    from_zero = c(0, 1, 2),
    negative = c(-1, 2, 3),
    too_large = c(1, 2, 7),
    fraction = c(1, 2.2, 3),
    dense_ties = c(1, 1, 2),
    scores = c(0.2, 0.9, 0.4),
    second_row = rbind(c(1, 2, 3), c(1, 2, 4))
  )
  expect_errors(takes_ranking, not_rankings, c("seqjudge_error_ranking", "seqjudge_error_value"))
})

test_that("relative ranks out of range are errors of value", {
  argument <- Filter(function(a) a$name == "ranking_from_relative", data_arguments)
  bad <- list(zero = c(0, 1), negative = c(1, -1), too_large = c(1, 3), fraction = c(1, 1.5), late = c(1, 1, 4))
  expect_errors(argument, bad, "seqjudge_error_value")
  # What is too large without a prior is in range with one.
  expect_identical(ranking_from_relative(c(1, 3), prior_size = 1), 1:2)
  expect_error(ranking_from_relative(c(1, 4), prior_size = 1), class = "seqjudge_error_value")
})

test_that("an error of value carries the argument and the positions", {
  error <- caught(insertion_ranking(c(0.1, NA, 0.3, NaN)))
  expect_identical(error$arg, "scores")
  expect_identical(error$positions, c(2L, 4L))

  error <- caught(induced_ranking(c(0.1, 0.2, Inf)))
  expect_identical(error$arg, "scores")
  expect_identical(error$positions, 3L)

  error <- caught(ranking_from_relative(c(1, 2, 5, 1)))
  expect_identical(error$arg, "relative")
  expect_identical(error$positions, 3L)

  error <- caught(ranking_from_relative(c(1, 1.5)))
  expect_identical(error$positions, 2L)

  error <- caught(relative_ranks(c(1, 2, 7)))
  expect_identical(error$arg, "ranking")
  expect_identical(error$positions, 3L)

  error <- caught(kendall_distance(1:3, c(1, NA, 3)))
  expect_identical(error$arg, "truth")
  expect_identical(error$positions, 2L)

  error <- caught(insertion_ranking(rbind(c(0.1, 0.2), c(0.3, 0.4)), prior_size = c(1, -1)))
  expect_identical(error$arg, "prior_size")
  expect_identical(error$positions, 2L)
})

test_that("positions point into the argument, whatever is wrong with it", {
  for (bad in list(c(1, 1, 2), c(0, 1, 2), c(2, 2), c(1, 2.2, 3), c(5, 5, 5, 5))) {
    # c(2, 2) is a ranking with ties (the highest rank); the others are none.
    error <- caught(relative_ranks(bad))
    if (identical(bad, c(2, 2))) {
      expect_null(error)
    } else {
      expect_type(error$positions, "integer")
      expect_gt(length(error$positions), 0)
      expect_true(all(error$positions %in% seq_along(bad)))
    }
  }
})

test_that("many offending positions do not flood the message", {
  error <- caught(insertion_ranking(rep(NA_real_, 1e5)))
  expect_s3_class(error, "seqjudge_error_value")
  expect_lt(nchar(conditionMessage(error)), 1000)
  expect_identical(error$positions[1], 1L)
})

test_that("prior sizes are checked wherever there is one", {
  prior_arguments <- list(
    list(name = "ranking_from_relative", arg = "prior_size", call = function(x) ranking_from_relative(c(1, 1), x)),
    list(name = "expected_scores", arg = "prior_size", call = function(x) expected_scores(good, x)),
    list(name = "insertion_ranking", arg = "prior_size", call = function(x) insertion_ranking(c(0.1, 0.2), x))
  )
  bad_values <- list(
    negative = -1, fraction = 0.5, missing = NA_real_, missing_integer = NA_integer_, not_a_number = NaN,
    minus_infinite = -Inf, too_large = 2^52 + 2
  )
  expect_errors(prior_arguments, bad_values, "seqjudge_error_value")
  bad_types <- list(
    character = "3", list = list(3), factor = factor(3), logical = TRUE, complex = 3 + 0i,
    data_frame = data.frame(x = 3), date = as.Date("2020-01-01")
  )
  bad_types["null"] <- list(NULL)
  expect_errors(prior_arguments, bad_types, "seqjudge_error_type")
  expect_errors(prior_arguments, list(two = c(1, 2), none = numeric()), "seqjudge_error_shape")
  # A bare NA is logical: whether that is a matter of type or of value is open, but it is refused.
  expect_errors(prior_arguments, list(missing_logical = NA), "seqjudge_error")

  per_row <- list(
    list(name = "insertion_ranking", arg = "prior_size", call = function(x) insertion_ranking(good_matrix / 4, x)),
    list(name = "expected_scores", arg = "prior_size", call = function(x) expected_scores(good_matrix, x))
  )
  expect_errors(per_row, list(none = numeric(), one_too_many = c(1, 2, 3)), "seqjudge_error_shape")
  expect_errors(per_row, list(missing = c(1, NA), fraction = c(1, 1.5)), "seqjudge_error_value")

  # No finite array of prior items to decode from.
  expect_error(ranking_from_relative(c(1, 1), prior_size = Inf), class = "seqjudge_error_value")
})

test_that("a plain NA is refused everywhere", {
  expect_errors(data_arguments, list(missing_logical = c(NA, NA, NA)), "seqjudge_error")
})

test_that("different lengths and dimensions are errors of shape", {
  pairs <- list(footrule_distance, kendall_distance, inversion_distance, entrywise_error, find_conflicts)
  for (f in pairs) {
    expect_error(f(1:3, 1:2), class = "seqjudge_error_shape")
    expect_error(f(1:3, numeric()), class = "seqjudge_error_shape")
    expect_error(f(good_matrix, good_matrix[c(1, 2, 1), ]), class = "seqjudge_error_shape")
    expect_error(f(good_matrix, 1:2), class = "seqjudge_error_shape")
    expect_error(f(good_matrix, rbind(1:2, 1:2)), class = "seqjudge_error_shape")
  }
})

test_that("options are checked", {
  for (bad in list("middle", NA_character_, 1, c("upper", "upper", "lower"))) {
    expect_error(insertion_ranking(c(0.1, 0.2), ties = bad), class = "seqjudge_error")
    expect_error(induced_ranking(c(0.1, 0.2), ties = bad), class = "seqjudge_error")
  }
  for (f in list(footrule_distance, kendall_distance, inversion_distance, entrywise_error)) {
    for (bad in list(NA, "yes", c(TRUE, FALSE), NULL, logical(), 1)) {
      expect_error(f(1:3, 1:3, normalize = bad), class = "seqjudge_error")
    }
  }
})

test_that("the error is reported as coming from the function that was called", {
  called <- function(error) as.character(conditionCall(error))[1]
  expect_identical(called(caught(insertion_ranking(NA_real_))), "insertion_ranking")
  expect_identical(called(caught(kendall_distance(1:3, 1:2))), "kendall_distance")
  expect_identical(called(caught(relative_ranks("a"))), "relative_ranks")
})

# ---- wording ----------------------------------------------------------------------------------------------------

test_that("wording: relative_ranks()", {
  expect_snapshot(error = TRUE, {
    relative_ranks(c(1, NA, 2))
    relative_ranks(c(1, NaN, 2))
    relative_ranks(c(1, Inf, 2))
    relative_ranks(c("1", "2"))
    relative_ranks(list(1, 2))
    relative_ranks(factor(1:2))
    relative_ranks(NULL)
    relative_ranks(c(1, 2, 4))
    relative_ranks(c(0, 1, 2))
    relative_ranks(c(1, 1, 2))
    relative_ranks(c(1, 2.2, 3))
    relative_ranks(c(-1, 2, 3))
    relative_ranks(rbind(1:3, c(1, 2, 4)))
    relative_ranks(matrix(numeric(), 2, 0))
    relative_ranks(array(1:8, c(2, 2, 2)))
  })
})

test_that("wording: ranking_from_relative()", {
  expect_snapshot(error = TRUE, {
    ranking_from_relative(c(1, NA))
    ranking_from_relative(c(1, NaN))
    ranking_from_relative(c(1, Inf))
    ranking_from_relative("1")
    ranking_from_relative(list(1, 2))
    ranking_from_relative(factor(1:2))
    ranking_from_relative(c(1, 3))
    ranking_from_relative(c(0, 1))
    ranking_from_relative(c(1, 1.5))
    ranking_from_relative(c(1, -1))
    ranking_from_relative(c(1, 7), prior_size = 3)
    ranking_from_relative(rbind(c(1, 2), c(1, 3)))
    ranking_from_relative(c(1, 1), prior_size = -1)
    ranking_from_relative(c(1, 1), prior_size = 0.5)
    ranking_from_relative(c(1, 1), prior_size = NA_real_)
    ranking_from_relative(c(1, 1), prior_size = Inf)
    ranking_from_relative(c(1, 1), prior_size = 1:2)
    ranking_from_relative(matrix(numeric(), 2, 0))
  })
})

test_that("wording: expected_scores()", {
  expect_snapshot(error = TRUE, {
    expected_scores(c(1, NA, 2))
    expected_scores(c(1, NaN, 2))
    expected_scores(c(1, -Inf, 2))
    expected_scores(c("1", "2"))
    expected_scores(list(1, 2))
    expected_scores(factor(1:2))
    expected_scores(c(1, 2, 4))
    expected_scores(rbind(1:3, c(1, 2, 4)))
    expected_scores(1:3, prior_size = -1)
    expected_scores(1:3, prior_size = 0.5)
    expected_scores(1:3, prior_size = NA_real_)
    expected_scores(1:3, prior_size = "a")
    expected_scores(1:3, prior_size = c(1, 2))
    expected_scores(rbind(1:3, 1:3), prior_size = c(1, 2, 3))
    expected_scores(matrix(numeric(), 2, 0))
  })
})

test_that("wording: insertion_ranking()", {
  expect_snapshot(error = TRUE, {
    insertion_ranking(c(0.1, NA, 0.3))
    insertion_ranking(c(0.1, NaN, 0.3))
    insertion_ranking(c(0.1, Inf, -Inf))
    insertion_ranking(rep(NA_real_, 20))
    insertion_ranking(c(a = 0.1, b = NA))
    insertion_ranking(c("0.1", "0.2"))
    insertion_ranking(c(TRUE, FALSE))
    insertion_ranking(list(0.1, 0.2))
    insertion_ranking(factor(c(0.1, 0.2)))
    insertion_ranking(data.frame(x = 0.1))
    insertion_ranking(as.Date("2020-01-01"))
    insertion_ranking(NULL)
    insertion_ranking(rbind(c(0.1, 0.2), c(0.3, NA)))
    insertion_ranking(rbind(ann = c(x = 0.1, y = 0.2), bob = c(Inf, NA)))
    insertion_ranking(matrix(numeric(), 2, 0))
    insertion_ranking(array(0.5, c(1, 2, 1)))
  })
})

test_that("wording: insertion_ranking(), the prior size and the ties", {
  expect_snapshot(error = TRUE, {
    insertion_ranking(c(0.1, 0.2), prior_size = -1)
    insertion_ranking(c(0.1, 0.2), prior_size = 0.5)
    insertion_ranking(c(0.1, 0.2), prior_size = NA_real_)
    insertion_ranking(c(0.1, 0.2), prior_size = NaN)
    insertion_ranking(c(0.1, 0.2), prior_size = -Inf)
    insertion_ranking(c(0.1, 0.2), prior_size = 2^52 + 2)
    insertion_ranking(c(0.1, 0.2), prior_size = "3")
    insertion_ranking(c(0.1, 0.2), prior_size = list(3))
    insertion_ranking(c(0.1, 0.2), prior_size = NULL)
    insertion_ranking(c(0.1, 0.2), prior_size = c(1, 2))
    insertion_ranking(c(0.1, 0.2), prior_size = numeric())
    insertion_ranking(rbind(c(0.1, 0.2), c(0.3, 0.4)), prior_size = c(1, 2, 3))
    insertion_ranking(rbind(c(0.1, 0.2), c(0.3, 0.4)), prior_size = c(1, -2))
    insertion_ranking(c(0.1, 0.2), ties = "middle")
    insertion_ranking(c(0.1, 0.2), ties = 1)
  })
})

test_that("wording: induced_ranking()", {
  expect_snapshot(error = TRUE, {
    induced_ranking(c(0.1, NA, 0.3))
    induced_ranking(c(0.1, NaN, 0.3))
    induced_ranking(c(0.1, Inf))
    induced_ranking("0.1")
    induced_ranking(list(0.1, 0.2))
    induced_ranking(factor(c(0.1, 0.2)))
    induced_ranking(rbind(c(0.1, 0.2), c(NA, 0.4)))
    induced_ranking(matrix(numeric(), 2, 0))
    induced_ranking(c(0.1, 0.2), ties = "middle")
  })
})

test_that("wording: footrule_distance()", {
  expect_snapshot(error = TRUE, {
    footrule_distance(c(1, NA, 2), 1:3)
    footrule_distance(1:3, c(1, NaN, 2))
    footrule_distance(1:3, c(1, Inf, 2))
    footrule_distance("a", 1)
    footrule_distance(1:2, list(1, 2))
    footrule_distance(factor(1:2), 1:2)
    footrule_distance(c(1, 2, 4), 1:3)
    footrule_distance(1:3, c(1, 1, 2))
    footrule_distance(1:3, 1:2)
    footrule_distance(rbind(1:3, 3:1), 1:2)
    footrule_distance(rbind(1:3, 3:1), rbind(1:3, 1:3, 1:3))
    footrule_distance(matrix(numeric(), 2, 0), matrix(numeric(), 2, 0))
    footrule_distance(1:3, 1:3, normalize = NA)
  })
})

test_that("wording: kendall_distance()", {
  expect_snapshot(error = TRUE, {
    kendall_distance(c(1, NA, 2), 1:3)
    kendall_distance(1:3, c(1, NaN, 2))
    kendall_distance(1:3, c(1, Inf, 2))
    kendall_distance("a", 1)
    kendall_distance(1:2, list(1, 2))
    kendall_distance(factor(1:2), 1:2)
    kendall_distance(c(1, 2, 4), 1:3)
    kendall_distance(1:3, c(0.2, 0.1, 0.3))
    kendall_distance(1:3, 1:2)
    kendall_distance(rbind(1:3, 3:1), 1:2)
    kendall_distance(matrix(numeric(), 2, 0), matrix(numeric(), 2, 0))
    kendall_distance(1:3, 1:3, normalize = "yes")
  })
})

test_that("wording: inversion_distance()", {
  expect_snapshot(error = TRUE, {
    inversion_distance(c(1, NA, 2), 1:3)
    inversion_distance(1:3, c(1, NaN, 2))
    inversion_distance(1:3, c(1, Inf, 2))
    inversion_distance("a", 1)
    inversion_distance(1:2, list(1, 2))
    inversion_distance(factor(1:2), 1:2)
    inversion_distance(c(1, 2, 4), 1:3)
    inversion_distance(1:3, 1:2)
    inversion_distance(rbind(1:3, 3:1), 1:2)
    inversion_distance(matrix(numeric(), 2, 0), matrix(numeric(), 2, 0))
    inversion_distance(1:3, 1:3, normalize = c(TRUE, FALSE))
  })
})

test_that("wording: entrywise_error()", {
  expect_snapshot(error = TRUE, {
    entrywise_error(c(1, NA, 2), 1:3)
    entrywise_error(1:3, c(1, NaN, 2))
    entrywise_error(1:3, c(1, Inf, 2))
    entrywise_error("a", 1)
    entrywise_error(1:2, list(1, 2))
    entrywise_error(factor(1:2), 1:2)
    entrywise_error(c(1, 2, 4), 1:3)
    entrywise_error(1:3, 1:2)
    entrywise_error(rbind(1:3, 3:1), 1:2)
    entrywise_error(matrix(numeric(), 2, 0), matrix(numeric(), 2, 0))
    entrywise_error(1:3, 1:3, normalize = NULL)
  })
})

test_that("wording: find_conflicts()", {
  expect_snapshot(error = TRUE, {
    find_conflicts(c(0.1, NA, 0.2), 1:3)
    find_conflicts(c(0.1, NaN, 0.2), 1:3)
    find_conflicts(c(0.1, Inf, 0.2), 1:3)
    find_conflicts(c("0.1", "0.2"), 1:2)
    find_conflicts(list(0.1, 0.2), 1:2)
    find_conflicts(factor(c(0.1, 0.2)), 1:2)
    find_conflicts(c(0.1, 0.2), c(1, NA))
    find_conflicts(c(0.1, 0.2), c("a", "b"))
    find_conflicts(c(0.1, 0.2), c(1, 3))
    find_conflicts(c(0.1, 0.2), 1:3)
    find_conflicts(rbind(c(0.1, 0.2), c(0.3, 0.4)), 1:3)
    find_conflicts(matrix(numeric(), 2, 0), matrix(numeric(), 2, 0))
  })
})

# ---- arguments that nobody expects ----------------------------------------------------------------------------------

test_that("an unexpected argument is named, with the one that was meant where that can be told", {
  takes_prior <- function(x, prior = NULL, k = 1, ...) seqjudge:::check_no_more(list(...), rlang::current_env())
  expect_silent(takes_prior(1, prior = 2))
  expect_snapshot(error = TRUE, {
    takes_prior(1, prior_size = 3)
    takes_prior(1, top = 3, prior_size = 3)
    takes_prior(1, noise_type = "uniform")
    takes_prior(1, 2, 3, 4)
    compare_rankings(bakeoff_rows(), prior_size = 3)
    report_rankings(bakeoff_rows(), tempfile(), prior_size = 3)
  })
})
