test_that("a table with items in rows is what its long form is", {
  expect_silent(x <- wide_dishes())
  expect_identical(x, dishes_long())
  ways <- list(
    as_evaluations(dishes, item = "Dish", position = "Start", evaluators = Ann:Cem, scale = out_of_ten),
    as_evaluations(dishes, item = Dish, position = Start, evaluators = -c(Dish, Start), scale = out_of_ten),
    as_evaluations(dishes, item = Dish, position = Start, evaluators = !c("Dish", "Start"), scale = out_of_ten),
    as_evaluations(dishes, item = Dish, position = Start, evaluators = 3:5, scale = out_of_ten),
    as_evaluations(dishes, item = Dish, position = Start, evaluators = matches("n$|m$"), scale = out_of_ten),
    as_evaluations(
      dishes,
      item = Dish, position = Start, evaluators = c("Ann", "Ben", "Cem"), scale = out_of_ten
    ),
    as_evaluations(
      dishes[order(dishes$Start), ],
      item = Dish, position = "row order", evaluators = c(starts_with("A"), ends_with("N"), Cem), scale = out_of_ten
    )
  )
  for (way in ways) expect_identical(way, x)
  chosen <- c("Ann", "Ben", "Cem")
  expect_identical(
    as_evaluations(dishes, item = Dish, position = Start, evaluators = all_of(chosen), scale = out_of_ten), x
  )
  expect_identical(
    as_evaluations(dishes, item = Dish, position = Start, evaluators = !!chosen, scale = out_of_ten), x
  )
  expect_identical(wide_dishes(tibble::as_tibble(dishes)), x)
})

test_that("evaluators take new names where c() gives them", {
  x <- as_evaluations(
    dishes,
    item = toupper(Dish), position = Start, evaluators = c(`Ann A.` = Ann, Ben), scale = out_of_ten
  )
  expect_identical(unique(x$evaluator), c("Ann A.", "Ben"))
  expect_identical(x$item[1:4], c("CAKE", "STEW", "SOUP", "TART"))
})

test_that("a table with a row for each score goes in the same way", {
  long <- data.frame(
    who = rep(c("Ann", "Ben", "Cem"), each = 4), dish = dishes$Dish, start = dishes$Start,
    points = unlist(dishes[3:5], use.names = FALSE)
  )
  expect_identical(
    as_evaluations(long, item = dish, position = start, evaluator = who, score = points, scale = out_of_ten),
    dishes_long()
  )
  file <- table_file("who,dish,points", "Ann,a,3", "Ben,b,4", "Ann,b,5", "Ben,a,1")
  x <- as_evaluations(
    file,
    item = dish, evaluator = who, position = "row order", score = points, scale = score_scale("range", 0, 5)
  )
  expect_identical(x$item, c("a", "b", "b", "a"))
  expect_identical(x$score, c(3, 5, 4, 1))
})

test_that("each evaluator may have an order column, which is found by name or place", {
  data <- dishes[c("Dish", "Ann", "Ben", "Cem")]
  data$`Ben order` <- c(1, 2, 3, 4)
  data$`Ann order` <- c(4, 3, 2, 1)
  data$`Cem order` <- c(2, 1, 4, 3)
  x <- as_evaluations(data, item = Dish, position = ends_with("order"), evaluators = Ann:Cem, scale = out_of_ten)
  expect_identical(x$item[x$evaluator == "Ann"], rev(data$Dish))
  expect_identical(x$item[x$evaluator == "Ben"], data$Dish)
  expect_identical(x$item[x$evaluator == "Cem"], data$Dish[c(2, 1, 4, 3)])
  names(data)[5:7] <- c("o1", "o2", "o3")
  y <- as_evaluations(data, item = Dish, position = o1:o3, evaluators = Ann:Cem, scale = out_of_ten)
  expect_identical(y$item[y$evaluator == "Ann"], data$Dish)
  # What was not shown to an evaluator has neither a position nor a score.
  data$o1 <- c(NA, 1, 2, 3)
  data$Ann[1] <- NA
  z <- as_evaluations(data, item = Dish, position = o1:o3, evaluators = Ann:Cem, scale = out_of_ten)
  expect_identical(z$item[z$evaluator == "Ann"], data$Dish[-1])
  expect_error(
    as_evaluations(data, item = Dish, position = o1:o2, evaluators = Ann:Cem, scale = out_of_ten),
    class = "seqjudge_error_shape"
  )
})

test_that("an order column goes to the longest name in its own", {
  expect_identical(match_order_columns(c("ord_Joanna", "ord_Ann"), c("Ann", "Joanna")), 2:1)
  expect_identical(match_order_columns(paste0("order_J", c(10, 2, 1)), paste0("J", c(1, 2, 10))), 3:1)
  whose <- match_order_columns(c("Jo Ann's order", "Order of Ann", "Jo: order"), c("Ann", "Jo", "Jo Ann"))
  expect_identical(whose, c(2L, 3L, 1L))
  expect_identical(match_order_columns(c("startB", "startA"), c("A", "B")), 2:1)
  expect_identical(match_order_columns(c("joannaorder", "annorder"), c("Ann", "Joanna")), 2:1)
  expect_identical(match_order_columns(c("Ann Order", "benorder"), c("Ben", "Ann")), 2:1)
  expect_identical(match_order_columns(c("Order (\u00c9va B.)", "Order (Al)"), c("Al", "\u00c9va B.")), 2:1)
  # Letters of other words are no names: then the columns stand in the same order.
  expect_identical(match_order_columns(paste0("order_", 1:3), c("D", "E", "R")), 1:3)
  expect_identical(match_order_columns(c("first", "second", "third"), c("C", "B", "T")), 1:3)
  expect_identical(match_order_columns(c("Ann: order", "order 2"), c("Ann", "Ben")), 1:2)
  expect_identical(match_order_columns(c("a", NA, "."), c("-", "x", "")), 1:3)
  # What is named otherwise than it stands cannot be told.
  expect_null(match_order_columns(c("order 2", "Ann: order"), c("Ann", "Ben")))
  expect_null(match_order_columns(c("Ann order 1", "Ann order 2"), c("Ann", "Ben")))
  data <- data.frame(Dish = c("a", "b", "c"), Ann_1 = 1:3, Ann_2 = 3:1, Ann = c(7, 8, 5), Joanna = c(6, 7, 8))
  wide <- function(...) {
    as_evaluations(data, item = Dish, evaluators = c(Ann, Joanna), scale = out_of_ten, ...)
  }
  expect_snapshot(error = TRUE, wide(position = Ann_1:Ann_2))
  x <- wide(position = c(Joanna = Ann_1, Ann = Ann_2))
  expect_identical(x["Ann"]$item, c("c", "b", "a"))
  expect_identical(x["Joanna"]$item, c("a", "b", "c"))
})

test_that("start numbers, clock times and dates with times become 1, 2, 3, ... with a message", {
  ways <- list(
    c(31, 12, 20, 44), c("031", "012", "020", "044"), c("10:20", "9:05", "9:40", "13:00"),
    c("9:40 am", "8:05 am", "8:30 am", "1:15 pm"),
    c("2024-05-03 14:05", "2024-05-02 14:05", "2024-05-02 23:59", "2024-05-04 00:00"),
    c("2024-05-03T14:05:01Z", "2024-05-03T14:04:59Z", "2024-05-03T14:05:00Z", "2024-05-03T14:05:02Z"),
    as.POSIXct("2024-05-01", tz = "UTC") + c(3, 1, 2, 4), as.Date("2024-05-01") + c(3, 1, 2, 4)
  )
  for (when in ways) {
    data <- dishes
    data$Start <- when
    expect_message(x <- wide_dishes(data, renumber = TRUE), class = "seqjudge_message_positions")
    expect_identical(x, dishes_long())
    expect_error(wide_dishes(data), class = "seqjudge_error")
  }
})

test_that("rounds start again, and items may come again", {
  data <- rbind(cbind(dishes, week = 1), cbind(dishes, week = 2))
  data$Ann[5:8] <- 1:4
  x <- as_evaluations(
    data,
    item = Dish, position = Start, evaluators = Ann:Cem, round = week, scale = out_of_ten
  )
  expect_identical(evaluator_names(x)[1:2], c("Ann, round 1", "Ann, round 2"))
  expect_identical(x[round = 2]$score[1:4], c(2, 3, 1, 4))
  expect_identical(
    as_evaluations(
      data,
      item = Dish, position = Start, evaluators = Ann:Cem, round = paste("week", week), scale = out_of_ten
    )$score, x$score
  )
})

test_that("rows are in order within each round, and whatever rows of criteria stand between", {
  heats <- data.frame(
    Dish = c("soup", "cake", "stew", "tart", "pie"), Heat = c(1, 2, 1, 2, 2), Turn = c(1, 1, 2, 2, 3),
    Ann = c(7, 6, NA, 5, 9), Ben = c(8, 5, 7, 6, 4)
  )
  wide <- function(data, ...) {
    suppressMessages(as_evaluations(data, item = Dish, evaluators = c(Ann, Ben), scale = out_of_ten, ...))
  }
  expect_identical(
    wide(heats, position = "row order", round = Heat), wide(heats, position = Turn, round = Heat)
  )
  unseen <- wide(heats, position = "row order", round = Heat, blank = "unseen")
  expect_identical(unseen["Ann", round = 1]$item, "soup")
  expect_identical(unseen["Ben", round = 1]$item, c("soup", "stew"))
  marks <- data.frame(
    Dish = rep(c("soup", "cake", "stew"), each = 2), Turn = rep(3:1, each = 2), Criterion = c("taste", "look"),
    Ann = c(7, 5, 6, 8, 4, 4), Ben = c(8, 8, 5, 3, 7, 9)
  )
  x <- wide(marks, position = "row order", criterion = Criterion)
  expect_identical(x["Ann"]$item, c("soup", "cake", "stew"))
  expect_identical(x["Ann"]$score, c(6, 7, 4))
  y <- wide(marks, position = "row order", criterion = Criterion, combine = FALSE)
  expect_identical(y["Ben, look"]$item, c("soup", "cake", "stew"))
  expect_identical(y["Ben, look"]$score, c(8, 3, 9))
})

test_that("blank cells are unscored, or unseen where that is said", {
  data <- dishes
  data$Ben[c(1, 4)] <- NA
  expect_message(x <- wide_dishes(data), "Ben (from position 3 on)", fixed = TRUE)
  expect_identical(x, dishes_long(data))
  expect_message(y <- wide_dishes(data, blank = "unseen"), "not seen")
  expect_identical(y["Ben"]$item, c("cake", "stew"))
  data <- dishes
  data$Ben[3] <- NA
  y <- suppressMessages(wide_dishes(data, blank = "unseen"))
  expect_identical(y["Ben"]$item, c("cake", "soup", "tart"))
  expect_identical(y["Ben"]$position, 1:3)
  expect_identical(y["Ann"], dishes_long()["Ann"])
})

test_that("a score without a position stops, and does not go unnoticed", {
  lacking <- transform(dishes, Start = replace(Start, 2, NA))
  for (renumber in c(FALSE, TRUE)) {
    error <- expect_error(wide_dishes(lacking, renumber = renumber), class = "seqjudge_error_missing")
    expect_identical(error$positions, rep(2L, length(error$positions)))
  }
  # Nobody saw what has neither.
  lacking[2, c("Ann", "Ben", "Cem")] <- NA
  expect_message(x <- wide_dishes(lacking, renumber = TRUE), "Neither a position nor a score")
  expect_identical(x["Ann"]$item, dishes$Dish[-2][order(dishes$Start[-2])])
})

test_that("rows are left out where asked, and columns kept", {
  data <- rbind(dishes, data.frame(Dish = "Mean", Start = NA, Ann = 6.6, Ben = 6.6, Cem = 6.6))
  expect_error(wide_dishes(data), class = "seqjudge_error_table")
  expect_identical(wide_dishes(data, drop_rows = 5), dishes_long())
  expect_error(wide_dishes(data, drop_rows = 6), class = "seqjudge_error_value")
  x <- wide_dishes(transform(dishes, table = 1:4), keep = "table")
  expect_identical(x$table[1:4], c(2L, 3L, 1L, 4L))
})

test_that("a row has the number of its line, wherever it comes to stand", {
  file <- table_file("Name,Start,Ann,Ben", "d,4,5,6", "a,1,7,8", "guest,5,2,3", "c,3,9,9", "b,2,6,7")
  data <- read_scores(file)
  read <- function(data, ...) {
    suppressMessages(as_evaluations(
      data,
      item = Name, position = Start, evaluators = c(Ann, Ben), scale = out_of_ten, renumber = TRUE, ...
    ))
  }
  expected <- read(file, drop_rows = 4)
  expect_identical(expected["Ann"]$item, c("a", "b", "c", "d"))
  sorted <- data[order(data$Start), ]
  expect_identical(row_numbers(sorted), list(row = c(3L, 6L, 5L, 2L, 4L), unit = "line"))
  expect_identical(read(sorted, drop_rows = 4), expected)
  expect_identical(read(sorted[-1, ], drop_rows = 4)["Ann"]$item, c("b", "c", "d"))
  sorted$Ben[5] <- 30
  expect_identical(expect_error(read(sorted), class = "seqjudge_error_scale")$positions, 4L)
  # Without the row names nobody knows the lines any more, as after dplyr::arrange(): then rows are counted.
  row.names(sorted) <- NULL
  expect_identical(row_numbers(sorted), list(row = 1:5, unit = "row"))
  expect_identical(read(sorted, drop_rows = 5), expected)
  expect_identical(row_numbers(rbind(data, data))$row, 1:10)
  expect_identical(row_numbers(data[c(1, 1), ])$row, 1:2)
  expect_identical(row_numbers(tibble::as_tibble(data))$row, 1:5)
  expect_identical(row_numbers(data[0, ])$row, integer())
  expect_identical(row_numbers(dishes[order(dishes$Start), ]), list(row = 1:4, unit = "row"))
})

test_that("the organiser, the student and the teacher get a result in five lines", {
  # An organiser with a spreadsheet.
  file <- system.file("extdata", "village-fete.csv", package = "seqjudge")
  scale <- score_scale("range", 0, 10)
  fete <- suppressMessages(as_evaluations(
    file,
    item = Name, position = Start, evaluators = Ann:Cleo, renumber = TRUE, drop_rows = 10, scale = scale
  ))
  panel <- with_short_chains(rank_panel(fete, iterations = 200, seed = 1))
  expect_identical(as.data.frame(panel)$item[1], "Honey cake")

  # A student with a tibble in long form.
  ratings <- tibble::tibble(
    rater = rep(c("r1", "r2", "r3"), each = 6), face = c(1:6, 6:1, 3:6, 1:2), trial = rep(1:6, 3),
    rating = c(1, 3, 4, 5, 6, 7, 7, 6, 4, 5, 2, 1, 4, 4, 6, 7, 2, 2)
  )
  x <- evaluations(ratings, rater, face, trial, rating, scale = score_scale("range", 1, 7))
  panel <- with_short_chains(rank_panel(x, iterations = 200, seed = 1))
  expect_identical(as.data.frame(panel)$item[1], "6")

  # A teacher with grades from 8 to 17, in the order of marking.
  grades <- c(11, 8, 13, 12, 17, 10, 14, 9, 15, 12, 16, 11)
  x <- as_evaluations(grades, scale = score_scale("range", 0, 20))
  ranking <- as.data.frame(suppressMessages(rank_items(x)))
  expect_identical(ranking$item[ranking$place == 1], "5")
})

test_that("scores whose commas may stand behind thousands stop", {
  points <- data.frame(
    Dish = c("soup", "cake", "stew"), Ann = c("987", "1,234", "1,100"), Ben = c("900", "950", "1,001")
  )
  wide <- function(data) {
    as_evaluations(
      data,
      item = Dish, position = "row order", evaluators = c(Ann, Ben), scale = score_scale("range", 0, 2000)
    )
  }
  expect_snapshot(error = TRUE, {
    wide(points)
    # Each judge alone would tell nothing.
    wide(transform(points, Ann = c("1,300", "1,234", "1,100"), Ben = c("900", "950", "940")))
    wide(transform(points, Ann = c("1,000,300", "987", "2"), Ben = 1:3))
  })
  expect_message(x <- wide(transform(points, Ann = c("87,125", "100", "90"), Ben = 1:3)), "decimal points")
  expect_identical(x["Ann"]$score, c(87.125, 100, 90))
})

# Whole columns of kinds that no role expects, of three rows.
odd_columns <- function() {
  bytes <- c("\xff", "\xfe", "a")
  Encoding(bytes) <- "bytes"
  list(
    matrix(1:6, 3), matrix(letters[1:6], 3), list(NULL, 1:2, "a"), as.POSIXlt(0:2, "UTC", "1970-01-01"),
    data.frame(a = 1:3, b = 4:6), complex(3, 1:3), as.raw(3:1), addNA(factor(c("u", NA, "v"))), bytes
  )
}

# The answer, which must be evaluations or an error of ours; anything else is an error of the test.
answer_of_ours <- function(expr) {
  result <- suppressMessages(tryCatch(expr, seqjudge_error = identity))
  expect_true(inherits(result, c("seqjudge_evaluations", "seqjudge_error")))
}

test_that("a column of any kind, in any role, goes in or gets an error of ours", {
  long <- data.frame(who = "Ann", what = c("x", "y", "z"), when = 1:3, mark = c(0.1, 0.5, 0.9), week = 1)
  wide <- data.frame(what = c("x", "y", "z"), when = 1:3, Ann = c(0.1, 0.5, 0.9), Ben = c(0.3, 0.4, 0.2), week = 1)
  with_column <- function(data, name, column) {
    structure(replace(as.list(data), name, list(column)), row.names = 1:3, class = "data.frame")
  }
  for (column in odd_columns()) {
    for (role in names(long)) {
      answer_of_ours(as_evaluations(
        with_column(long, role, column),
        evaluator = who, item = what, position = when, score = mark, round = week, renumber = TRUE
      ))
    }
    for (role in c("when", "Ben", "week")) {
      data <- with_column(wide, role, column)
      answer_of_ours(as_evaluations(data, item = what, position = when, evaluators = c(Ann, Ben), round = week))
    }
    answer_of_ours(as_evaluations(data, items = "columns", evaluator = "week"))
    expect_s3_class(guess_columns(data), "seqjudge_guess")
  }
})

test_that("tables of no row or one, and names that are double, missing or no text, do as well", {
  for (rows in list(0, 1, c(1, NA))) {
    answer_of_ours(wide_dishes(dishes[rows, ]))
    answer_of_ours(as_evaluations(dishes[rows, ], item = Dish, position = "row order", score = Ann, scale = out_of_ten))
    expect_s3_class(guess_columns(dishes[rows, ]), "seqjudge_guess")
  }
  for (k in 1:3) {
    for (name in c("Ben", NA, "", "{x}", "\xff")) {
      data <- dishes
      names(data)[k] <- name
      answer_of_ours(wide_dishes(data))
      answer_of_ours(as_evaluations(data, item = "Dish", position = 2, evaluators = -c(1, 2), scale = out_of_ten))
      answer_of_ours(as_evaluations(data, items = "columns", evaluator = "Dish"))
      expect_s3_class(guess_columns(data), "seqjudge_guess")
    }
  }
})

test_that("points that may stand behind thousands stop where the scale has room for both", {
  data <- data.frame(Name = c("a", "b", "c"), Turn = 1:3, Ann = c("1.234", "987", "1.100"), Ben = c(500, 987, 1800))
  read <- function(data, scale) {
    as_evaluations(data, item = Name, position = Turn, evaluators = c(Ann, Ben), scale = scale)
  }
  roomy <- score_scale("range", 0, 2000)
  error <- expect_error(read(data, roomy), class = "seqjudge_error_ambiguous")
  expect_s3_class(error, "seqjudge_error_table")
  expect_identical(error$positions, c(1L, 3L))
  file <- table_file("Name,Turn,Ann,Ben", "a,1,1.234,500", "b,2,987,987", "c,3,1.100,1800")
  expect_identical(read_scores(file)$Ann, data$Ann)
  expect_identical(expect_error(read(file, roomy), class = "seqjudge_error_ambiguous")$positions, c(2L, 4L))
  expect_error(read(data, score_scale("percentile")), class = "seqjudge_error_ambiguous")
  expect_error(read(data, c(Ann = 2000, Ben = 2000)), class = "seqjudge_error_ambiguous")
  expect_snapshot(error = TRUE, read(file, roomy))
  # The other judge's numbers tell as well.
  two <- transform(data, Ann = c("1.234", "1.010", "1.100"), Ben = c("987", "950", "990"))
  expect_error(read(two, roomy), class = "seqjudge_error_ambiguous")
  # No room for thousands, fractions in proportion, and what no thousands would look like.
  narrow <- score_scale("range", 0, 1000)
  expect_identical(read(transform(data, Ben = 3:1), narrow)["Ann"]$score, c(1.234, 987, 1.1))
  for (ann in list(c("87.125", "100", "92.375"), c("1.23", "987", "1.100"), c("0.125", "987", "1.250"))) {
    expect_identical(read(transform(data, Ann = ann), roomy)["Ann"]$score, as.double(ann))
  }
  expect_error(
    as_evaluations(data, item = Name, position = Ann, evaluators = Ben, scale = roomy, renumber = TRUE),
    "thousands without a point", class = "seqjudge_error_position"
  )
})

test_that("errors show what is written, and say what it is", {
  data <- data.frame(
    Dish = c("a", "b", "c"), Start = c("9:30", "9:30", "9:45"), When = paste("2024-05-03", c("9:30", "9:30", "9:45")),
    "Overall merit" = c("7", "#DIV/0!", "8"), Ann = c(7, 8, 9), check.names = FALSE
  )
  expect_snapshot(error = TRUE, {
    as_evaluations(data, item = Dish, position = Start, evaluators = Ann, scale = out_of_ten, renumber = TRUE)
    as_evaluations(data, item = Dish, position = When, evaluators = Ann, scale = out_of_ten, renumber = TRUE)
    as_evaluations(data, item = Dish, position = "row order", score = "Overall merit", scale = out_of_ten)
    as_evaluations(data, item = Dish, position = "row order", score = `Overall merit`, scale = out_of_ten)
  })
  # Numbers that are text are the positions that they are, and nothing is renumbered.
  numbers <- transform(data, Start = c("2", "1", "3"))
  expect_silent(
    x <- as_evaluations(numbers, item = Dish, position = Start, evaluators = Ann, scale = out_of_ten, renumber = TRUE)
  )
  expect_identical(x$item, c("b", "a", "c"))
  expect_silent(evaluations(numbers, item = Dish, position = Start, score = Ann, scale = out_of_ten, renumber = TRUE))
  # Positions of those who were not seen are left out beside the others.
  gone <- rbind(transform(data, Start = c("9:30", "9:31", "9:31")), NA)
  gone <- rbind(transform(gone[4, ], Dish = "z"), gone[1:3, ])
  expect_error(
    suppressMessages(as_evaluations(
      gone,
      item = Dish, position = Start, evaluators = Ann, scale = out_of_ten, renumber = TRUE
    )), "position 9:31 more than once: rows 3 and 4",
    class = "seqjudge_error_position"
  )
})
