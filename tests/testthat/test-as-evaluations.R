# Vectors, matrices and wide data frames as evaluations.

scores <- rbind(Ann = c(0.5, 0.7, 0.2), Bob = c(0.4, NA, 0.8))
items <- rbind(c("soup", "cake", "stew"), c("stew", "soup", "cake"))
wide <- data.frame(
  evaluator = rep(c("Ann", "Bob"), each = 3), item = c("soup", "cake", "stew", "stew", "soup", "cake"),
  position = rep(1:3, 2), score = c(0.5, 0.7, 0.2, 0.4, NA, 0.8)
)

test_that("a matrix in order of presentation goes with a matrix of items", {
  expect_identical(as.data.frame(as_evaluations(scores, items)), wide)
  expect_identical(as_evaluations(scores, as.data.frame(items)), as_evaluations(scores, items))
  numbered <- as_evaluations(unname(scores), items)
  expect_identical(unique(numbered$evaluator), c("1", "2"))
})

test_that("a matrix in item order goes with positions", {
  by_item <- rbind(Ann = c(soup = 0.5, cake = 0.7, stew = 0.2), Bob = c(NA, 0.8, 0.4))
  when <- rbind(1:3, c(2, 3, 1))
  expect_identical(as.data.frame(as_evaluations(by_item, positions = when)), wide)
  # What was not shown has no position and no score.
  when[2, ] <- c(NA, 2, 1)
  x <- as_evaluations(by_item, positions = when)
  expect_identical(x$item, c("soup", "cake", "stew", "stew", "cake"))
  expect_identical(x$score, c(0.5, 0.7, 0.2, 0.4, 0.8))
})

test_that("items for all columns may be a vector, the column names, or numbers", {
  x <- as_evaluations(scores, items = c("a", "b", "c"))
  expect_identical(x$item, rep(c("a", "b", "c"), 2))
  named <- scores
  colnames(named) <- c("a", "b", "c")
  expect_identical(as_evaluations(named, items = "columns"), x)
  expect_identical(as_evaluations(scores, items = factor(c("a", "b", "c"))), x)
  expect_identical(as_evaluations(named, items = "positions")$item, rep(c("1", "2", "3"), 2))
})

test_that("a matrix without names is numbered, with a message where that says something of several evaluators", {
  expect_message(x <- as_evaluations(scores), class = "seqjudge_message_items")
  expect_identical(x, as_evaluations(scores, items = "positions"))
  expect_silent(as_evaluations(scores[1, , drop = FALSE]))
  expect_snapshot(invisible(as_evaluations(scores)))
})

test_that("missing items and scores at the end are a shorter sequence", {
  short <- rbind(c(0.5, 0.7, NA), c(0.4, NA, NA))
  shown <- rbind(c("soup", "cake", NA), c("stew", "soup", "cake"))
  x <- as_evaluations(short, shown)
  expect_identical(evaluator_sizes(x), 2:3)
  expect_identical(x$score, c(0.5, 0.7, 0.4, NA, NA))
})

test_that("a vector is one evaluator", {
  x <- as_evaluations(c(soup = 0.5, cake = NA, stew = 0.2))
  expect_identical(x$item, c("soup", "cake", "stew"))
  expect_identical(x$evaluator, rep("1", 3))
  expect_identical(as_evaluations(c(0.5, NA, 0.2), items = c("soup", "cake", "stew")), x)
  expect_identical(as_evaluations(c(0.5, NA, 0.2))$item, c("1", "2", "3"))
  expect_identical(as_evaluations(c(stew = 0.2, soup = 0.5, cake = NA), positions = c(3, 1, 2)), x)
  expect_identical(as_evaluations(1:0)$score, c(1, 0))
  expect_identical(as_evaluations(c(a = NA, b = NA))$score, c(NA_real_, NA_real_))
  expect_identical(nrow(as_evaluations(numeric())), 0L)
})

test_that("wide data frames take evaluators from a column or from row names", {
  frame <- data.frame(judge = c("Ann", "Bob"), unname(scores))
  shown <- data.frame(judge = c("Ann", "Bob"), items)
  expect_identical(as.data.frame(as_evaluations(frame, shown, evaluator = "judge")), wide)
  expect_identical(as.data.frame(as_evaluations(as.data.frame(scores), items)), wide)
  expect_identical(as_evaluations(frame[-1], items)$evaluator, rep(c("1", "2"), each = 3))
  skip_if_not_installed("tibble")
  expect_identical(as.data.frame(as_evaluations(tibble::as_tibble(frame), shown, evaluator = "judge")), wide)
  skip_if_not_installed("data.table")
  tables <- lapply(list(frame, shown), data.table::as.data.table)
  expect_identical(as.data.frame(as_evaluations(tables[[1]], tables[[2]], evaluator = "judge")), wide)
})

test_that("numbers of lines are no names of evaluators, nor a reason to be silent", {
  file <- withr::local_tempfile(fileext = ".csv", lines = c("soup,cake", "0.5,0.4", "0.7,0.3", "0.2,0.9"))
  expect_message(x <- as_evaluations(file, items = "columns"), class = "seqjudge_message_items")
  expect_identical(unique(x$evaluator), c("1", "2", "3"))
  expect_message(as_evaluations(read_scores(file)[2:1], items = "columns"), class = "seqjudge_message_items")
  named <- read_scores(file)
  row.names(named) <- c("Ann", "Ben", "Cem")
  expect_silent(x <- as_evaluations(named, items = "columns"))
  expect_identical(unique(x$evaluator), c("Ann", "Ben", "Cem"))
})

test_that("objects and their data frames come back as they were", {
  x <- bakeoff_evaluations()
  expect_identical(as_evaluations(x), x)
  # What their columns were called is not in a data frame.
  attr(x, "words") <- NULL
  expect_identical(as_evaluations(as.data.frame(x), scale = points), x)
  expect_identical(as_evaluations(as.data.frame(x, scaled = TRUE), scale = points), x)
  wide_scores <- matrix(x$score, 6, byrow = TRUE, dimnames = list(evaluator_names(x), NULL))
  expect_identical(as_evaluations(wide_scores, matrix(x$item, 6, byrow = TRUE), scale = points), x)
})

test_that("wording: wide input", {
  named <- scores
  colnames(named) <- c("soup", "cake", "stew")
  when <- rbind(1:3, c(2, 3, 1))
  expect_error(as_evaluations(named), class = "seqjudge_error_ambiguous")
  expect_snapshot(error = TRUE, {
    as_evaluations("a")
    as_evaluations(NULL)
    as_evaluations(list(1, 2))
    as_evaluations(TRUE)
    as_evaluations(array(0.5, c(1, 2, 1)))
    as_evaluations(matrix("a"))
    as_evaluations(matrix(numeric(), 2, 0))
    as_evaluations(named)
    as_evaluations(rbind(c(0.1, NA), c(0.2, 0.3)))
    as_evaluations(scores, items = "columns")
    as_evaluations(scores, items, when)
    as_evaluations(scores, items = c("a", "b"))
    as_evaluations(scores, items = c("a", NA, "b"))
    as_evaluations(scores, items = t(items))
    as_evaluations(scores, items = c("soup", "soup", "stew"))
    as_evaluations(scores, rbind(Bob = items[1, ], Ann = items[2, ]))
    as_evaluations(scores, replace(items, 3, NA))
    as_evaluations(scores, replace(items, 4, NA))
    as_evaluations(scores, positions = when)
    as_evaluations(named, positions = 1:3)
    as_evaluations(named, positions = replace(when, 1, NA))
    as_evaluations(named, positions = replace(when, 1, 2))
    as_evaluations(named, positions = replace(when, 5, 7))
    as_evaluations(named, positions = matrix("a", 2, 3))
    as_evaluations(named, positions = cbind(cake = 1:2, soup = 2:1, stew = 3))
    as_evaluations(scores[c(1, 1), ], items)
    as_evaluations(scores, items, order = 1)
    as_evaluations(scores, items, rounds_seen = 1)
  })
})

test_that("wording: vectors and wide data frames", {
  frame <- data.frame(judge = c("Ann", "Bob"), a = 0.1, b = 0.2)
  expect_snapshot(error = TRUE, {
    as_evaluations(c(a = 0.1, a = 0.2))
    as_evaluations(c(a = 0.1, 0.2))
    as_evaluations(c(a = 0.1, NA))
    as_evaluations(c(a = 0.1, b = 0.2), items = c("a", "c"))
    as_evaluations(c(0.1, 0.2), items = "a")
    as_evaluations(c(0.1, 0.2), positions = 1:2)
    as_evaluations(c(a = 0.1, b = 0.2), positions = c(1, 3))
    as_evaluations(c(a = 0.1, b = 0.2), positions = 1:3)
    as_evaluations(frame, items = "columns")
    as_evaluations(frame, evaluator = "judge")
    as_evaluations(frame, items = "columns", evaluator = "who")
    as_evaluations(frame, items = data.frame(judge = c("Bob", "Ann"), x = "s", y = "t"), evaluator = "judge")
  })
})

test_that("an item that is missing before the last one is a gap", {
  shown <- rbind(c("a", "b", "c"), c("a", NA, "c"))
  scores <- rbind(c(0.1, 0.2, 0.3), c(0.4, NA, 0.6))
  error <- expect_error(as_evaluations(scores, items = shown), "only at the end", class = "seqjudge_error_missing")
  expect_identical(error$arg, "items")
  expect_identical(nrow(as_evaluations(scores[, 1:2], items = shown[, 1:2])), 3L)
})

test_that("of two evaluators a truth without names could be either's", {
  scores <- rbind(c(0.1, 0.2), c(0.4, 0.3))
  expect_error(as_evaluations(scores, items = c("a", "b"), truth = 1:2), "by item", class = "seqjudge_error_value")
  expect_identical(as_evaluations(scores[1, ], items = c("a", "b"), truth = 2:1)$truth, c(2, 1))
})
