# Twelve tables as they come. Each goes in right, or stops with an error that names the row and what to do.

head_row <- "Name,Order,Ann,Ben,Cem"
good_rows <- c("Pia,1,7,8,6.5", "Quinn,2,6,5,7", "Rafi,3,9,8,8", "Sven,4,5,6,4", "Tara,5,8,7,9")

read_contest <- function(file, ...) {
  as_evaluations(file, item = Name, position = Order, evaluators = Ann:Cem, scale = out_of_ten, ...)
}

expected_contest <- function() suppressMessages(read_contest(table_file(head_row, good_rows)))

test_that("messy 1: decimal commas between semicolons, with a byte order mark", {
  file <- withr::local_tempfile(fileext = ".csv")
  text <- gsub(".", ",", gsub(",", ";", c(head_row, good_rows)), fixed = TRUE)
  writeBin(c(as.raw(c(0xef, 0xbb, 0xbf)), charToRaw(paste(text, collapse = "\r\n"))), file)
  expect_snapshot(x <- read_contest(file))
  expect_identical(x, expected_contest())
})

test_that("messy 2: a title, blank rows and empty columns", {
  header <- c("Village fete 2024,,,,,", ",,,,,", "Name,Order,Ann,Ben,Cem,")
  file <- table_file(header, good_rows[1:2], ",,,,,", good_rows[3:5])
  expect_snapshot(x <- read_contest(file))
  expect_identical(x, expected_contest())
})

test_that("messy 3: a header of two rows, as merged cells make it", {
  file <- table_file("Contestant,,Judges,,", head_row, good_rows)
  expect_snapshot(x <- read_contest(file))
  expect_identical(x, expected_contest())
  expect_identical(read_contest(file, skip = 1), expected_contest())
  two <- table_file("Name,Ann,,Ben,", ",Order,Points,Order,Points", "Pia,1,7,2,8", "Quinn,2,6,1,5")
  expect_snapshot(error = TRUE, read_scores(two))
  x <- as_evaluations(
    two,
    item = Name, position = ends_with("Order"), evaluators = ends_with("Points"), header = 2, scale = out_of_ten
  )
  expect_identical(unique(x$evaluator), c("Ann Points", "Ben Points"))
  expect_identical(x$item, c("Pia", "Quinn", "Quinn", "Pia"))
})

test_that("messy 4: totals in the last row, by name or by value", {
  expect_snapshot(error = TRUE, {
    read_contest(table_file(head_row, good_rows, "TOTAL:,,35,34,34.5"))
    read_contest(table_file(head_row, good_rows, "all,6,35,34,34.5"))
    read_contest(table_file(head_row, good_rows, ",,7,6.8,6.9"))
  })
  file <- table_file(head_row, good_rows, "TOTAL:,,35,34,34.5")
  expect_identical(read_contest(file, drop_rows = 7), expected_contest())
})

test_that("messy 5: a column of totals among the judges", {
  rows <- paste0(good_rows, ",", c(21.5, 18, 25, 15, 24))
  file <- table_file(paste0(head_row, ",Total"), rows)
  expect_snapshot(error = TRUE, {
    as_evaluations(file, item = Name, position = Order, evaluators = Ann:Total, scale = score_scale("range", 0, 30))
    as_evaluations(
      stats::setNames(read_scores(file), c("Name", "Order", "Ann", "Ben", "Cem", "All")),
      item = Name, position = Order, evaluators = Ann:All, scale = score_scale("range", 0, 30)
    )
  })
})

test_that("messy 6: words among the scores", {
  expect_snapshot(error = TRUE, {
    read_contest(table_file(head_row, good_rows[1:3], "Sven,4,5,ill,4", good_rows[5]))
    read_contest(table_file(head_row, good_rows[1:3], "Sven,4,5/10,6,4", good_rows[5]))
    read_contest(table_file(head_row, good_rows[1:3], "Sven,4,50%,6,4", good_rows[5]))
    read_contest(table_file(head_row, good_rows[1:3], "Sven,4,\"5,5\",6.5,4", good_rows[5]))
  })
})

test_that("messy 7: the same name twice", {
  expect_snapshot(error = TRUE, {
    read_contest(table_file(head_row, good_rows[1:4], "Pia,5,8,7,9"))
    read_contest(table_file("Name,Order,Ann,Ben,Ben", good_rows))
    as_evaluations(
      table_file("Name,Order,Ann,Ben,Ben", good_rows),
      item = Name, position = Order, evaluators = c(Ann, Ben), scale = out_of_ten
    )
  })
})

test_that("messy 8: a judge who left early, dashes, and halves as one character", {
  file <- table_file(head_row, "Pia,1,7,8,6\u00bd", "Quinn,2,6,5,7", "Rafi,3,9,-,8", "Sven,4,5,,4", "Tara,5,8,n/a,9")
  expect_snapshot(x <- read_contest(file))
  expect_identical(x["Ben"]$score, c(8, 5, NA, NA, NA))
  expect_identical(x["Cem"]$score[1], 6.5)
})

test_that("messy 9: gaps, repeats and holes in the order", {
  expect_snapshot(error = TRUE, {
    read_contest(table_file(head_row, good_rows[1:4], "Tara,7,8,7,9"))
    read_contest(table_file(head_row, good_rows[1:4], "Tara,4,8,7,9"))
    read_contest(table_file(head_row, good_rows[1:4], "Tara,,8,7,9"))
    read_contest(table_file(head_row, good_rows[1:4], "Tara,last,8,7,9"))
  })
  withdrawn <- table_file(head_row, good_rows, "Uma,,,,")
  expect_message(x <- read_contest(withdrawn), "line 7")
  expect_identical(x, expected_contest())
})

test_that("messy 10: ranks in the place of scores, and a judge the other way round", {
  ranks <- table_file(head_row, "Pia,1,3,2,4", "Quinn,2,4,5,3", "Rafi,3,1,1,2", "Sven,4,5,4,5", "Tara,5,2,3,1")
  expect_snapshot(error = TRUE, read_contest(ranks))
  turned <- suppressMessages(
    as_evaluations(ranks, item = Name, position = Order, evaluators = Ann:Cem, scale = score_scale("range", 5, 1))
  )
  expect_identical(turned["Ann"]$score, c(3, 2, 5, 1, 4))
  against <- data.frame(
    Name = letters[1:8], Order = 1:8, Ann = c(1, 2, 4, 3, 6, 5, 8, 9), Ben = c(2, 1, 3, 4, 5, 7, 6, 9),
    Cem = c(9, 9, 7, 6, 5, 4, 2, 1)
  )
  expect_snapshot(invisible(read_contest(against)))
})

test_that("messy 11: scores or judges in the place of items", {
  data <- read_scores(table_file(head_row, good_rows))
  expect_snapshot(error = TRUE, {
    as_evaluations(data, item = Ann, position = Order, evaluators = c(Ann, Ben), scale = out_of_ten)
    as_evaluations(data, item = Cem, position = Order, evaluators = c(Ann, Ben), scale = out_of_ten)
    as_evaluations(data.frame(Judge = c("Ann", "Ben"), No = 1:2, soup = 3, cake = c(4, 7)),
      item = Judge, position = No, evaluators = c(soup, cake), scale = out_of_ten
    )
    as_evaluations(data, evaluators = c(Ann, Ben))
    as_evaluations(data, item = Name, evaluators = c(Ann, Ben))
    as_evaluations(data, item = Name, position = Order)
    as_evaluations(data, item = Name, position = Order, evaluators = c(Ann, Bill))
    as_evaluations(data, item = Name, position = Order, evaluators = Name:Ann, scale = out_of_ten)
  })
  expect_message(
    as_evaluations(data[c("Ann", "Ben", "Cem")], items = "columns", scale = out_of_ten), "taken for evaluators"
  )
})

test_that("messy 12: wrong types, and marks beyond the scale", {
  data <- read_scores(table_file(head_row, good_rows))
  wide <- function(data) {
    as_evaluations(data, item = Name, position = Order, evaluators = c(Ann, Ben, Cem), scale = out_of_ten)
  }
  expect_snapshot(error = TRUE, {
    wide(transform(data, Ben = as.Date("2024-05-07") + Ben))
    wide(transform(data, Ben = Ben > 6))
    wide(transform(data, Ben = I(list(1, 2, 3, 4, 5))))
    wide(transform(data, Order = I(matrix(1:10, 5))))
    wide(transform(data, Name = NA))
    wide(transform(data, Ben = NA))
    wide(transform(data, Cem = Cem * 10))
    read_contest(table_file("Name,Order,Ann"))
    read_contest(table_file(""))
  }, transform = function(x) gsub("'[^']*csv'", "<file>", x))
  expect_identical(wide(transform(data, Ben = factor(Ben), Ann = as.character(Ann))), expected_contest())
})
