# Every error about what becomes an evaluations object.

with_value <- function(column, row, value) {
  small[[column]][row] <- value
  small
}

# Every error is a seqjudge_error of the class given, and points at the rows given.
expect_rows <- function(expr, class, rows) {
  error <- tryCatch(expr, error = identity)
  expect_s3_class(error, c("seqjudge_error"))
  expect_s3_class(error, class)
  expect_equal(error$positions, rows)
}

test_that("errors in long data have a class and the rows", {
  expect_rows(small_evaluations(with_value("when", 3, 1)), "seqjudge_error_position", c(2, 3))
  expect_rows(small_evaluations(with_value("when", 5, 4)), "seqjudge_error_position", 5)
  expect_rows(small_evaluations(with_value("when", 5, 2.5)), "seqjudge_error_position", 5)
  expect_rows(small_evaluations(with_value("when", 4, 0)), "seqjudge_error_position", 4)
  expect_rows(small_evaluations(with_value("when", 4, NA)), "seqjudge_error_missing", 4)
  expect_rows(small_evaluations(with_value("who", 2, NA)), "seqjudge_error_missing", 2)
  expect_rows(small_evaluations(with_value("what", 2:3, c("", NA))), "seqjudge_error_missing", 2:3)
  expect_rows(small_evaluations(with_value("what", 5, "soup")), "seqjudge_error_item", c(2, 5))
  expect_rows(small_evaluations(with_value("mark", 5, 9)), "seqjudge_error_scale", 5)
  expect_rows(small_evaluations(with_value("mark", 5, Inf)), "seqjudge_error_value", 5)
  expect_rows(small_evaluations(with_value("mark", 5, NaN)), "seqjudge_error_value", 5)
  expect_rows(evaluations(small, who, what, pos, mark), "seqjudge_error_column", NULL)
  expect_rows(small_evaluations(scale = score_scale("bins", 5)), "seqjudge_error_scale", c(1, 2, 4, 5))
  expect_rows(small_evaluations(scale = score_scale("range", 0, 0.5)), "seqjudge_error_scale", 5)
})

test_that("a row that is named once keeps its own value", {
  twice <- describe_source(source_of(index = c(2L, 2L, 5L)), 1:3, c(11, 11, 13))
  expect_identical(twice, describe_source(source_of(index = c(2L, 5L)), 1:2, c(11, 13)))
  expect_match(twice, "13", fixed = TRUE)
})

test_that("positions with commas stop, whatever they mean", {
  data <- data.frame(what = c("soup", "cake", "stew"), when = c("1,000", "999", "1,001"), mark = 0.5)
  expect_snapshot(error = TRUE, evaluations(data, item = what, position = when, score = mark, renumber = TRUE))
  data$when <- c("1,5", "2", "2,5")
  expect_rows(evaluations(data, item = what, position = when, score = mark, renumber = TRUE),
    "seqjudge_error_position", c(1, 3)
  )
})

test_that("clock times that tell no order stop", {
  data <- data.frame(what = c("soup", "cake", "stew", "tart"), mark = c(0.1, 0.5, 0.4, 0.3))
  at_times <- function(when, ...) {
    evaluations(cbind(data, when = when), item = what, position = when, score = mark, renumber = TRUE, ...)
  }
  noon <- c("11:30", "12:15", "1:05", "1:40")
  expect_snapshot(error = TRUE, {
    at_times(c("11:30 am", "12:15 pm", "1:05", "1:40 pm"))
    at_times(noon)
    at_times(c("9:00", "10:75", "27:05", NA))
    as_evaluations(
      cbind(data, when = noon, Ben = c(0.4, 0.3, 0.2, 0.7)),
      item = what, position = when, evaluators = c(mark, Ben), renumber = TRUE
    )
  })
  error <- expect_error(at_times(noon), class = "seqjudge_error_ambiguous")
  expect_s3_class(error, "seqjudge_error_position")
  expect_identical(error$positions, 3L)
  # Two rounds, of which the second is after noon; rows in any order; and what was meant, written out.
  expect_identical(suppressMessages(at_times(noon, round = c(1, 1, 2, 2)))$item, data$what)
  expect_identical(suppressMessages(at_times(c("14:05", "9:10", "9:30", "13:00")))$item, data$what[c(2, 3, 4, 1)])
  expect_identical(suppressMessages(at_times(c("11:30", "12:15", "13:05", "13:40")))$item, data$what)
})

test_that("clocks that start anew are noticed with a date, and with a point, too", {
  data <- data.frame(what = c("soup", "cake", "stew"), mark = c(0.1, 0.5, 0.4))
  at_times <- function(when, rows = 1:3, ...) {
    evaluations(cbind(data[rows, ], when = when), item = what, position = when, score = mark, renumber = TRUE, ...)
  }
  noon <- c("11:50", "12:40", "1:05")
  anew <- list(
    paste("5/3/2024", noon), paste("2024-05-03", noon), paste0("2024-05-03T", c("11:50", "12:40", "01:05")),
    paste("31.12.2024,", noon), paste("5/3/2024", c("22:30", "23:15", "0:05")), c("11.45", "12.15", "1.05")
  )
  for (when in anew) {
    error <- expect_error(at_times(when), class = "seqjudge_error_ambiguous")
    expect_identical(error$positions, 3L)
  }
  # Each day by itself: the second is over at noon.
  two_days <- c("2024-05-03 11:50", "2024-05-04 11:50", "2024-05-04 1:05")
  expect_identical(expect_error(at_times(two_days), class = "seqjudge_error_ambiguous")$positions, 3L)
  in_order <- list(
    c("2024-05-03 11:50", "2024-05-03 12:40", "2024-05-04 1:05"), paste("5/3/2024", noon, c("am", "pm", "pm")),
    paste0("2024-05-03T", c("11:50", "12:40", "13:05")), c("11.45", "12.15", "13.05"), c("1.05", "11.45", "12.15"),
    c("11.45", "12.150", "13.05")
  )
  for (when in in_order) expect_identical(suppressMessages(at_times(when))$item, data$what)
  # The newest first, times that say where they hold, and numbers that are no text.
  newest <- c("2024-05-04 12:10", "2024-05-03 12:40", "2024-05-03 1:05")
  expect_identical(suppressMessages(at_times(newest))$item, rev(data$what))
  zoned <- paste0("2024-05-03T", c("11:50", "12:40", "01:05"), "Z")
  expect_identical(suppressMessages(at_times(zoned))$item, data$what[c(3, 1, 2)])
  expect_identical(suppressMessages(at_times(c(11.45, 12.15, 1.05)))$item, data$what[c(3, 1, 2)])
  expect_snapshot(error = TRUE, at_times(anew[[1]]))
  table <- cbind(data, when = anew[[2]], Ben = c(0.4, 0.3, 0.2))
  expect_error(
    as_evaluations(table, item = what, position = when, evaluators = c(mark, Ben), renumber = TRUE),
    class = "seqjudge_error_ambiguous"
  )
})

# 64-bit integers as the package bit64 has them, from their upper and lower halves.
int64 <- function(high, low) {
  bits <- writeBin(as.integer(rbind(low, high)), raw(), endian = "little")
  structure(readBin(bits, "double", length(low), endian = "little"), class = "integer64")
}

test_that("64-bit integers are called what they are", {
  largest <- .Machine$integer.max
  many <- int64(c(0, 0, 2^21, 2^21, largest, -1, -1, NA, NA), c(3, -1, 1, 2, -1, -1, -2, 1, 0))
  labels <- c(
    "3", "4294967295", "9007199254740993", "9007199254740994", "9223372036854775807", "-1", "-2",
    "-9223372036854775807", NA
  )
  expect_identical(labels64(many), labels)
  expect_identical(as_labels(many), labels)
  expect_identical(labels64(many[0]), character())
  expect_identical(labels64(int64(c(0, 232), c(1000000, -727379968))), c("1000000", "1000000000000"))
  data <- structure(
    list(who = int64(c(0, 0, 0, 0), c(7, 7, 8, 8)), what = int64(c(2^21, 2^21, 2^21, 2^21), c(1, 2, 1, 2)),
         at = c(1, 2, 2, 1), mark = c(0.1, 0.5, 0.4, 0.3)),
    row.names = 1:4, class = "data.frame"
  )
  x <- evaluations(data, who, what, at, mark)
  expect_identical(x$evaluator, c("7", "7", "8", "8"))
  expect_identical(x$item, paste0("900719925474099", c(3, 4, 4, 3)))
  expect_identical(as_evaluations(data, item = what, evaluator = who, position = at, score = mark), x)
  names(data) <- c("evaluator", "item", "position", "score")
  expect_identical(as_evaluations(data)$item, x$item)
  data$item <- int64(c(0, NA, 0, 0), c(1, 0, 1, 2))
  error <- expect_error(as_evaluations(data), class = "seqjudge_error_missing")
  expect_identical(error$positions, 2L)
  # In a table with a column for each evaluator, and rounds, which are in order of their numbers.
  wide <- structure(
    list(code = int64(c(0, 0), c(41, 40)), week = int64(c(0, 0), c(10, 9)), Ann = c(0.4, 0.5)),
    row.names = 1:2, class = "data.frame"
  )
  y <- as_evaluations(wide, item = code, position = "row order", round = week, evaluators = Ann)
  expect_identical(y$item, c("40", "41"))
  expect_identical(levels(y$round), c("9", "10"))
})

test_that("64-bit integers tell the order, and their NA is missing", {
  # What bit64 makes of 3, 1, 2 and of NA.
  bits <- c(3, 1, 2) * 4.94065645841246544e-324
  whole <- structure(bits, class = "integer64")
  lacking <- structure(c(bits[1:2], -0), class = "integer64")
  data <- structure(
    list(what = c("soup", "cake", "stew"), when = whole, mark = c(0.1, 0.5, 0.4)),
    row.names = 1:3, class = "data.frame"
  )
  x <- suppressMessages(evaluations(data, item = what, position = when, score = mark, renumber = TRUE))
  expect_identical(x$item, c("cake", "stew", "soup"))
  # 0 is a number.
  data$when <- structure(bits * c(1, 0, 1), class = "integer64")
  x <- suppressMessages(evaluations(data, item = what, position = when, score = mark, renumber = TRUE))
  expect_identical(x$item, c("cake", "stew", "soup"))
  data$when <- lacking
  expect_rows(
    evaluations(data, item = what, position = when, score = mark, renumber = TRUE), "seqjudge_error_missing", 3
  )
})

test_that("an item twice is found where there are far more items than rows", {
  data <- data.frame(who = rep(1:100, each = 2), what = 1:200, when = 1:2, mark = 0.5)
  expect_silent(small_evaluations(data))
  data$what[200] <- data$what[199]
  expect_rows(small_evaluations(data), "seqjudge_error_item", 199:200)
})

test_that("wording: columns", {
  column <- "mark"
  twice <- stats::setNames(small, c("who", "what", "when", "when"))
  expect_snapshot(error = TRUE, {
    evaluations(1:3)
    evaluations(as.list(small), who, what, when, mark)
    evaluations(small)
    evaluations(small, who, what, score = mark)
    evaluations(small, who, what, when)
    evaluations(small, who, what, pos, mark)
    evaluations(small, who, what, "pos", mark)
    evaluations(small["mark"], who, what, when, mark)
    evaluations(data.frame(), who, what, when, mark)
    evaluations(small, who, what, when, column)
    evaluations(small, who, what, when, marks / 100)
    evaluations(small, who, what, when, c(mark, mark))
    evaluations(small, who, what, when, list(mark))
    evaluations(twice, who, what, when, when)
    evaluations(cbind(small, .row = 1), who, what, ".row", mark)
  })
})

test_that("wording: values", {
  expect_snapshot(error = TRUE, {
    small_evaluations(with_value("when", 3, 1))
    small_evaluations(with_value("when", 5, 4))
    small_evaluations(with_value("when", c(4, 5), c(3, 4)))
    small_evaluations(with_value("when", 5, 2.5))
    small_evaluations(with_value("when", 4, 0))
    small_evaluations(with_value("when", 4, NA))
    small_evaluations(transform(small, when = as.character(when)))
    small_evaluations(transform(small, when = as.Date("2024-05-01") + when))
    small_evaluations(transform(small, when = paste0("turn ", when)), renumber = TRUE)
    small_evaluations(with_value("when", 4, NA), renumber = TRUE)
    small_evaluations(transform(small, when = as.Date("2024-05-01") + c(2, 1, 1, 1, 3)), renumber = TRUE)
    small_evaluations(renumber = NA)
    small_evaluations(with_value("who", 2, NA))
    small_evaluations(with_value("what", 2:3, c("", NA)))
    small_evaluations(with_value("what", 5, "soup"))
    small_evaluations(transform(small, mark = as.character(mark)))
    small_evaluations(transform(small, mark = factor(mark)))
    small_evaluations(with_value("mark", 5, Inf))
    evaluations(small, item = what, position = when, score = mark)
    evaluations(small, item = what, position = ".row", score = mark)
  })
  listed <- small
  listed$what <- as.list(small$what)
  expect_snapshot(error = TRUE, small_evaluations(listed))
})

test_that("wording: scales", {
  expect_snapshot(error = TRUE, {
    evaluations(bakeoff, judge, contestant, position, points)
    evaluations(bakeoff, judge, contestant, position, points, scale = score_scale("range", 10, 90))
    evaluations(bakeoff, judge, contestant, position, points, scale = score_scale("bins", 10))
    evaluations(bakeoff, judge, contestant, position, points, scale = "percentile")
    as_evaluations(c(a = 0, b = 3), scale = score_scale("bins", 5))
    as_evaluations(rbind(c(a = 1, b = 7)), items = "columns", scale = score_scale("bins", 5))
  })
})

test_that("a matrix is no column of numbers", {
  data <- data.frame(item = c("a", "b"), mark = c(0.2, 0.4))
  data$pair <- matrix(1:4, 2)
  for (role in c("position", "score", "truth")) {
    columns <- list(item = "item", position = ".row", score = "mark")
    columns[[role]] <- "pair"
    error <- tryCatch(do.call(evaluations, c(list(data), columns)), error = identity)
    expect_s3_class(error, "seqjudge_error_type")
    expect_identical(error$arg, role)
  }
})

test_that("a column of any kind goes in, or gets an error of ours", {
  # The position column that was a matrix with a missing value got an error of R's own.
  columns <- c(
    list(matrix(c(1, 2, 3, NA), 2), matrix("a", 2, 2), data.frame(a = 1:2), array(1:8, c(2, 2, 2)), list(1, "a")),
    list(as.raw(2:1), addNA(factor(c("a", NA))), as.POSIXlt(0:1, "UTC", "1970-01-01")),
    Filter(function(value) length(dim(value)) < 2 && length(value) == 2, lapply(hostile_values(), function(f) f()))
  )
  roles <- c("evaluator", "item", "position", "score", "truth", "round", "keep")
  base <- list(item = "item", position = "position", score = "score")
  went_in <- 0
  for (column in columns) {
    for (role in roles) {
      data <- data.frame(item = c("a", "b"), position = 1:2, score = c(0.2, 0.4))
      data$other <- column
      result <- tryCatch(
        suppressWarnings(do.call(evaluations, c(list(data), replace(base, role, "other")))),
        error = identity
      )
      if (!inherits(result, "seqjudge_error")) {
        expect_s3_class(result, "seqjudge_evaluations")
        expect_identical(lengths(unclass(result), use.names = FALSE), rep(2L, length(result)))
        went_in <- went_in + 1
      }
    }
  }
  expect_gt(went_in, 10)
})

test_that("a first argument that was not given is named", {
  for (f in list(rank_items, rank_panel, fit_prior, anonymise, test_order_effect, mean_scores)) {
    expect_error(f(), class = "seqjudge_error_type")
  }
  expect_snapshot(error = TRUE, {
    rank_items()
    evaluations()
    induced_ranking()
  })
})
