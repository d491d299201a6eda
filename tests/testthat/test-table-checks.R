test_that("rows and columns of totals are found by name or by what they hold", {
  expect_identical(
    looks_like_total(c("Total", "grand total:", " Mean ", "AVG.", "Moyenne", "Totally fine", "Summer", NA, "\xff")),
    rep(c(TRUE, FALSE), c(5, 4))
  )
  scores <- cbind(c(1, 2, 4), c(3, 5, 5), c(2, 2, 6))
  expect_identical(sums_above(rbind(scores, colSums(scores))), "sum")
  expect_identical(sums_above(rbind(scores, colMeans(scores))), "mean")
  expect_null(sums_above(rbind(scores, colSums(scores) + c(0, 0, 1))))
  expect_null(sums_above(scores))
  expect_identical(sums_beside(cbind(scores, rowSums(scores))), c(NA, NA, NA, "sum"))
  expect_identical(sums_beside(cbind(rowMeans(scores), scores)), c("mean", NA, NA, NA))
  expect_identical(sums_beside(scores), rep(NA_character_, 3))
  expect_error(wide_dishes(rbind(dishes, list("Total", 5, 9, 9, 9))), class = "seqjudge_error_table")
  expect_s3_class(wide_dishes(rbind(dishes, list("Total", 5, 9, 9, 9)), strict = FALSE), "seqjudge_evaluations")
})

test_that("totals that are rounded, or have empty cells, are found", {
  # Of 3, 4, 6 and 5, 5, 4 and 5, 4, 2 and 8, 7, 8.
  scores <- cbind(Ann = c(3, 5, 5, 8), Ben = c(4, 5, 4, 7), Cem = c(6, 4, 2, 8))
  means <- c(4.3, 4.7, 3.7, 7.7)
  expect_identical(sums_beside(cbind(scores, means)), c(NA, NA, NA, "mean"))
  expect_identical(sums_beside(cbind(scores + 0.5, c(4.8, 5.2, 4.2, 8.2))), c(NA, NA, NA, "mean"))
  expect_identical(sums_beside(cbind(scores, c(4.33, 4.67, 3.67, 7.67))), c(NA, NA, NA, "mean"))
  expect_identical(sums_beside(cbind(scores, c(13, NA, 11, 23))), c(NA, NA, NA, "sum"))
  expect_identical(sums_beside(rbind(cbind(scores, c(13, NA, 11, 23)), NA)), c(NA, NA, NA, "sum"))
  scores[1, 2] <- NA
  expect_identical(sums_beside(cbind(scores, c(9, 14, 11, 23))), c(NA, NA, NA, "sum"))
  expect_identical(sums_above(rbind(cbind(c(3, 5, 5), c(4, 5, 4)), c(4.3, 4.3))), NULL)
  expect_identical(sums_above(rbind(cbind(c(3, 5, 5), c(4, 5, 7)), c(4.3, 5.3))), "mean")
  # Whole marks next to the mean are those of a judge; so are tenths among tenths, and three of many.
  expect_identical(sums_beside(cbind(scores, c(5, 5, 4, 8))), rep(NA_character_, 4))
  expect_identical(sums_beside(cbind(c(8.1, 8.4, 7.7), c(8.2, 8.1, 7.9), c(8.2, 8.2, 7.8))), rep(NA_character_, 3))
  expect_identical(sums_beside(cbind(c(1, 3, 5, 7), c(3, 3, 7, 8), c(2, 3, 6, NA))), rep(NA_character_, 3))
  expect_identical(sums_beside(cbind(scores, c(1, NA, NA, 2))), rep(NA_character_, 4))
})

test_that("totals are no evaluators in a table with a row for each score", {
  # As pivot_longer() makes it of a table with a column of totals.
  long <- data.frame(Judge = rep(c("Ann", "Ben", "Total"), each = 2), Cake = c("a", "b"), Mark = c(3, 4, 1, 2, 4, 6))
  read <- function(...) as_evaluations(long, item = Cake, evaluator = Judge, position = "row order", score = Mark, ...)
  expect_snapshot(error = TRUE, read(scale = out_of_ten))
  expect_identical(read(scale = out_of_ten, drop_rows = 5:6)$score, c(3, 4, 1, 2))
  expect_identical(unique(read(scale = out_of_ten, strict = FALSE)$evaluator), c("Ann", "Ben", "Total"))
})

test_that("a column with another role is no evaluator and no criterion", {
  data <- data.frame(
    Name = letters[1:4], Slot = c(1, 2, 1, 2), Heat = c(1, 1, 2, 2), Age = 31:34,
    Ann = c(7, 8, 5, 6), Ben = c(6, 7, 8, 8)
  )
  wide <- function(...) as_evaluations(data, item = Name, scale = out_of_ten, ...)
  expect_snapshot(error = TRUE, {
    wide(position = Slot, evaluators = c(Slot, Ann, Ben))
    wide(position = c(Heat, Slot), evaluators = Slot:Heat)
    wide(position = "Slot", round = Heat, evaluators = -c(Name, Slot, Age))
    wide(position = "row order", keep = c("Age", "Heat"), evaluators = -c(Name, Slot))
    wide(position = Slot, round = paste("heat", Heat), evaluators = c(Heat, Ann, Ben))
  })
  error <- expect_error(wide(position = Slot, evaluators = -Name), class = "seqjudge_error_table")
  expect_identical(error$arg, "evaluators")
  expect_identical(error$positions, 2L)
  # What an expression is computed from may be meant; of seq_along() only the length counts.
  expect_s3_class(
    wide(position = Slot, round = Heat + 0 * Ann, evaluators = c(Ann, Ben), strict = FALSE), "seqjudge_evaluations"
  )
  expect_identical(
    wide(position = ave(Ann, Heat, FUN = seq_along), round = Heat, evaluators = c(Ann, Ben)),
    wide(position = Slot, round = Heat, evaluators = c(Ann, Ben))
  )
})

test_that("columns with another role are no criteria, and no score", {
  data <- data.frame(
    Judge = rep(1:2, each = 3), Cake = letters[1:3], Slot = c(1:3, 3:1),
    taste = c(3, 4, 5, 6, 7, 1), look = c(3, 2, 5, 6, 1, 2)
  )
  long <- function(...) as_evaluations(data, item = Cake, evaluator = Judge, position = Slot, scale = out_of_ten, ...)
  expect_snapshot(error = TRUE, {
    long(criteria = -c(Judge, Cake))
    long(criteria = c(Judge, taste))
    long(criteria = c(taste, look), keep = "look")
    long(score = Slot)
    long(score = "Judge")
  })
  # One column that is named may well be kept, and the order be computed from it.
  expect_identical(long(score = taste, keep = "taste")$taste[1:3], c(3, 4, 5))
  expect_identical(
    as_evaluations(
      data,
      item = Cake, evaluator = Judge, position = ave(look, Judge, FUN = rank), score = look, scale = out_of_ten
    )["1"]$item, c("b", "a", "c")
  )
})

test_that("scores that run the wrong way are noticed", {
  expect_true(are_ranks(list(c(2, 1, 3, 4), c(4, 3, 2, 1))))
  expect_false(are_ranks(list(c(2, 1, 3, 4), c(4, 3, 2, 2))))
  expect_false(are_ranks(list(c(2, 1, 3), c(3, 2, 1))))
  expect_true(runs_down(score_scale("range", 5, 1)))
  expect_true(runs_down(list(Ann = score_scale("range", 0, 1), Ben = score_scale("range", 5, 1))))
  expect_false(runs_down(c(Ann = 10)))
  # Of three judges and six items the third has everything the other way round.
  score <- c(1, 2, 3, 5, 6, 8)
  long <- list(
    who = rep(c("Ann", "Ben", "Cem"), each = 6), item = rep(letters[1:6], 3), score = c(score, score, 9 - score)
  )
  expect_warning(warn_against_others(long, NULL, NULL), "Cem", class = "seqjudge_warning_direction")
  expect_silent(warn_against_others(long, list(Ann = 10), NULL))
  # Of five items that two have both marked nothing is told, whatever else they marked.
  apart <- long
  apart$item[c(1, 7)] <- "g"
  apart$item[13] <- "h"
  expect_silent(warn_against_others(apart, NULL, NULL))
  few <- lapply(long, function(v) v[long$item != "a"])
  expect_silent(warn_against_others(few, NULL, NULL))
  # The third must be clearly against both others, and these must clearly agree.
  third <- function(with_one, with_two, others) {
    against_others(matrix(c(NA, others, with_one, others, NA, with_two, with_one, with_two, NA), 3))
  }
  expect_identical(third(-0.6, -0.7, 0.4), 3L)
  expect_null(third(-0.3, -0.7, 0.4))
  expect_null(third(-0.6, -0.7, 0.1))
})

test_that("ranks in the place of scores are noticed where a cell is empty or two are tied", {
  ranks <- data.frame(n = letters[1:5], S = 1:5, Ann = 1:5, Ben = c(2, 1, 3, 5, NA), Cleo = c(1, 3, 2, 4, 5))
  read <- function(...) {
    as_evaluations(
      transform(ranks, ...),
      item = n, position = S, evaluators = c(Ann, Ben, Cleo), scale = score_scale("range", 1, 5)
    )
  }
  for (ben in list(c(2, 1, 3, 5, NA), c(2, 1, 3, 4, NA), c(2, 1, 3, 3, 5), c(2, 1, 3.5, 3.5, 5), c(2, 1, 3, 3, 4))) {
    expect_error(suppressMessages(read(Ben = ben)), "look like ranks", class = "seqjudge_error_scale")
  }
  expect_snapshot(error = TRUE, {
    read()
    read(Ben = c(2, 1, 3, 3, 5))
  })
  # An item that nobody scored.
  expect_error(read(Ann = c(1, 2, NA, 3, 4), Ben = c(2, 1, NA, 4, 3), Cleo = c(1, 3, NA, 2, 4)), "look like ranks")
  # Marks that no ranking has: one twice and its neighbours missing, a zero, a fraction, one beyond the items.
  for (ben in list(c(2, 2, 5, 5, NA), c(2, 1, 3, 0, NA), c(2, 1, 3, 4.5, NA), c(2, 1, 3, 6, NA))) {
    expect_false(are_ranks(list(1:5, ben, c(1, 3, 2, 4, 5))))
  }
})

test_that("ordinary marks are no ranks", {
  # Of marks from 1 to 5 for four of five items, 5 * 4 * 3 * 2 in 5^4 are all different: 19 in 100.
  expect_equal(chance_of_ranks(c(5, 2, 4, 3, NA)), 5 * 4 * 3 * 2 / 5^4)
  expect_equal(chance_of_ranks(c(1, 2, 4, 3, NA)), 4 * 3 * 2 / 5^4)
  expect_identical(chance_of_ranks(c(1, 5, NA, NA, NA)), 1)
  expect_false(are_ranks(list(c(5, 2, 4, 3, NA))))
  expect_false(are_ranks(list(c(5, 2, 4, 3, NA), c(1, 3, 3, 4, 5))))
  expect_false(are_ranks(list(c(1, 2, 3, 3, 5), c(1, 2, 2, 4, 5))))
  expect_false(are_ranks(list(1:5, c(3, 2, 1, 4))))
  expect_false(are_ranks(list()))
  # Of very many items nothing overflows.
  expect_true(are_ranks(list(c(1:999, NA), c(NA, 2:1000))))
  expect_false(are_ranks(list(c(1:999, NA), c(NA, 0, 3:1000))))
  expect_false(are_ranks(list(c(NA, NA, NA, NA, NA))))
  # Whole marks of three judges, from 1 to 5 for five items: of 2,000 tables hardly one is refused.
  withr::local_seed(20)
  tables <- replicate(2000, are_ranks(replicate(3, sample(5, 5, replace = TRUE), simplify = FALSE)))
  expect_lt(mean(tables), 0.01)
})

test_that("evaluations() tells of totals and of ranks, and takes them", {
  long <- data.frame(
    Judge = rep(c("Ann", "Ben", "Mean"), each = 4), Cake = letters[1:4], Turn = 1:4,
    Mark = c(3, 4, 6, 6, 5, 2, 7, 8, 4, 3, 6.5, 7)
  )
  read <- function(data, scale = out_of_ten, ...) evaluations(data, Judge, Cake, Turn, Mark, scale, ...)
  expect_warning(x <- read(long), "\"Mean\"", class = "seqjudge_warning_table")
  expect_identical(x$score, long$Mark)
  expect_warning(read(transform(long[1:8, ], Cake = c("a", "b", "c", "Total"))), class = "seqjudge_warning_table")
  expect_silent(read(long[1:8, ]))
  ranks <- transform(long[1:8, ], Mark = c(1, 3, 2, 4, 2, 1, 3, 4))
  expect_warning(x <- read(ranks), "look like ranks", class = "seqjudge_warning_table")
  expect_identical(x$score, ranks$Mark)
  expect_warning(read(transform(ranks, Judge = factor(Judge))), class = "seqjudge_warning_table")
  in_rounds <- transform(ranks, Week = Judge, Judge = "Ann")
  expect_warning(read(in_rounds, round = Week), class = "seqjudge_warning_table")
  # Who says that less is better knows; fewer than four are no ranks, nor is one who gave none.
  expect_message(read(ranks, score_scale("range", 4, 1)), class = "seqjudge_message_scale")
  expect_silent(read(ranks[c(1:3, 5:7), ]))
  expect_silent(read(transform(ranks, Mark = replace(Mark, 5, 8))))
  expect_silent(read(long[0, ]))
  expect_snapshot({
    invisible(read(long))
    invisible(read(ranks))
    invisible(read(transform(long, Cake = rep(c("a", "b", "Sum", "Total"), 3))[1:8, ]))
  })
})
