conflict_columns <- c("position_1", "position_2", "item_1", "item_2", "score_1", "score_2", "truth_1", "truth_2")

test_that("a conflict is found and described", {
  # The first item is better than the last but was scored lower.
  conflicts <- find_conflicts(c(a = 0.5, b = 0.2, c = 0.7), c(3, 1, 2))
  expect_s3_class(conflicts, "data.frame")
  expect_named(conflicts, conflict_columns)
  expect_identical(nrow(conflicts), 1L)
  expect_identical(conflicts$position_1, 1L)
  expect_identical(conflicts$position_2, 3L)
  expect_identical(conflicts$item_1, "a")
  expect_identical(conflicts$item_2, "c")
  expect_equal(conflicts$score_1, 0.5)
  expect_equal(conflicts$score_2, 0.7)
  expect_equal(conflicts$truth_1, 3)
  expect_equal(conflicts$truth_2, 2)
})

test_that("items without names are called by their position", {
  conflicts <- find_conflicts(c(0.5, 0.2, 0.7), c(3, 1, 2))
  expect_identical(conflicts$item_1, "1")
  expect_identical(conflicts$item_2, "3")
})

test_that("no conflict gives no rows, but all columns with their types", {
  none <- list(find_conflicts(c(0.1, 0.2, 0.3), 1:3), find_conflicts(0.5, 1), find_conflicts(numeric(), numeric()))
  for (conflicts in none) {
    expect_named(conflicts, conflict_columns)
    expect_identical(nrow(conflicts), 0L)
    expect_type(conflicts$position_1, "integer")
    expect_type(conflicts$position_2, "integer")
    expect_type(conflicts$item_1, "character")
    expect_type(conflicts$item_2, "character")
    expect_true(is.numeric(conflicts$score_1) && is.numeric(conflicts$truth_2))
  }
  by_row <- find_conflicts(rbind(c(0.1, 0.2), c(0.3, 0.4)), 1:2)
  expect_named(by_row, c("evaluator", conflict_columns))
  expect_identical(nrow(by_row), 0L)
  expect_type(by_row$evaluator, "character")
})

test_that("ties in scores or truth are no conflict", {
  expect_identical(nrow(find_conflicts(c(0.5, 0.5), 2:1)), 0L)
  expect_identical(nrow(find_conflicts(c(0.6, 0.5), c(1.5, 1.5))), 0L)
  expect_identical(nrow(find_conflicts(c(0, -0), 2:1)), 0L)
})

test_that("extreme scores neither overflow nor underflow", {
  expect_identical(nrow(find_conflicts(c(1, -1) * .Machine$double.xmax, 1:2)), 1L)
  expect_identical(nrow(find_conflicts(c(5e-324, 0), 1:2)), 1L)
})

test_that("rows come in order of the first, then the second position", {
  conflicts <- find_conflicts(4:1 / 5, 1:4)
  expect_identical(conflicts$position_1, c(1L, 1L, 1L, 2L, 2L, 3L))
  expect_identical(conflicts$position_2, c(2L, 3L, 4L, 3L, 4L, 4L))
  expect_identical(row.names(conflicts), as.character(1:6))
})

test_that("10,000 random cases agree with looking at every pair", {
  withr::local_seed(701)
  cases <- make_cases(10000, function() {
    n <- sample.int(15, 1)
    scores <- random_scores(n)
    if (runif(1) < 0.5) {
      names(scores) <- paste0("item ", sample.int(n))
    }
    list(scores = scores, truth = random_ranking(n))
  })
  as_plain <- function(conflicts) {
    plain <- as.list(conflicts)[conflict_columns]
    # Whether whole ranks come back as integers or doubles is left open.
    plain[c("truth_1", "truth_2")] <- lapply(plain[c("truth_1", "truth_2")], as.double)
    plain
  }
  expect_agreement(
    cases,
    function(case) as_plain(find_conflicts(case$scores, case$truth)),
    function(case) as_plain(oracle_conflicts(case$scores, case$truth))
  )
})

test_that("there are as many conflicts as the Kendall distance counts", {
  withr::local_seed(702)
  cases <- make_cases(100, function() list(scores = random_scores(100), truth = random_ranking(100)))
  expect_agreement(
    cases,
    function(case) as.double(nrow(find_conflicts(case$scores, case$truth))),
    function(case) as.double(kendall_distance(induced_ranking(case$scores), case$truth, normalize = FALSE))
  )
})

test_that("a matrix gives the conflicts of each evaluator in turn", {
  withr::local_seed(703)
  scores <- matrix(random_scores(80), 10, 8, dimnames = list(paste("judge", 10:1), letters[1:8]))
  truth <- t(replicate(10, sample.int(8)))
  conflicts <- find_conflicts(scores, truth)
  expect_named(conflicts, c("evaluator", conflict_columns))
  one_by_one <- lapply(seq_len(10), function(k) {
    one <- find_conflicts(scores[k, ], truth[k, ])
    cbind(evaluator = rep(rownames(scores)[k], nrow(one)), one)
  })
  expect_equal(conflicts, do.call(rbind, one_by_one), ignore_attr = "row.names")

  # One truth serves all evaluators.
  expect_equal(find_conflicts(scores, truth[1, ]), find_conflicts(scores, truth[rep(1, 10), ]))
})

test_that("evaluators and items without names are called by their number", {
  conflicts <- find_conflicts(rbind(c(0.1, 0.2), c(0.2, 0.1), c(0.3, 0.1)), 1:2)
  expect_identical(conflicts$evaluator, c("2", "3"))
  expect_identical(conflicts$item_1, c("1", "1"))
  expect_identical(conflicts$item_2, c("2", "2"))
})
