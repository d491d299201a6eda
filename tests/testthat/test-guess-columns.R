extdata <- function(name) system.file("extdata", name, package = "seqjudge")

test_that("the guess of a spreadsheet can be run as it is", {
  file <- extdata("village-fete.csv")
  guess <- guess_columns(file)
  expect_identical(guess$form, "wide")
  expect_identical(guess[c("item", "position", "evaluators")], list(
    item = "Name", position = "Start", evaluators = c("Ann", "Ben", "Cleo")
  ))
  expect_identical(guess$total_rows, 10L)
  expect_true(guess$renumber)
  x <- suppressMessages(eval(parse(text = guess$code)))
  expect_s3_class(x, "seqjudge_evaluations")
  expect_identical(length(unique(x$item)), 8L)
})

test_that("lines are those of the file in a sorted table too", {
  data <- read_scores(extdata("village-fete.csv"))
  sorted <- data[order(data$Ann), ]
  expect_identical(guess_columns(sorted)$total_rows, 10L)
  row.names(sorted) <- NULL
  expect_identical(guess_columns(sorted)$total_rows, which(sorted$Name == "Total"))
})

test_that("long tables, orders of judges, rounds and totals are told apart", {
  guess <- guess_columns(bakeoff)
  expect_identical(unlist(guess[c("form", "item", "position", "evaluator", "score")], use.names = FALSE), c(
    "long", "contestant", "position", "judge", "points"
  ))
  expect_false(guess$renumber)
  data <- dishes
  x <- suppressMessages(eval(parse(text = guess_columns(data)$code)))
  expect_identical(x, dishes_long())
  own <- data.frame(
    Week = rep(1:2, each = 2), Team = c("a", "b", "a", "b"), `Ann order` = c(1, 2, 2, 1), Ann = c(3, 4, 5, 6),
    `Ben order` = c(2, 1, 1, 2), Ben = c(4, 4, 4, 5), Total = c(7, 8, 9, 11), check.names = FALSE
  )
  guess <- guess_columns(own)
  expect_identical(guess$round, "Week")
  expect_identical(guess$position, c("Ann order", "Ben order"))
  expect_identical(guess$evaluators, c("Ann", "Ben"))
  expect_identical(guess$total_columns, "Total")
  data <- own
  expect_s3_class(eval(parse(text = guess$code)), "seqjudge_evaluations")
  sheet <- guess_columns(extdata("hackathon-judging.csv"))
  expect_identical(sheet$criteria, c("Innovation", "Design", "Impact"))
  expect_identical(sheet$position, "Timestamp")
})

test_that("orders are found where they are numbered, and go to the judge of that number", {
  numbered <- data.frame(
    Dish = c("a", "b", "c"), "Order 1" = c(2, 1, 3), "Judge 1" = c(7, 8, 6), "Order 2" = c(3, 1, 2),
    "Judge 2" = c(5, 6, 9), check.names = FALSE
  )
  guess <- guess_columns(numbered)
  expect_identical(guess$position, c("Order 1", "Order 2"))
  expect_identical(guess$evaluators, c("Judge 1", "Judge 2"))
  data <- numbered
  x <- eval(parse(text = guess$code))
  expect_identical(x["Judge 1"]$score, c(8, 7, 6))
  expect_identical(x["Judge 2"]$score, c(6, 9, 5))
  # In whatever order the columns stand, and whatever separates the number.
  data <- numbered[c(1, 4, 2, 3, 5)]
  guess <- guess_columns(data)
  expect_identical(guess$position, c("Order 1", "Order 2"))
  expect_identical(eval(parse(text = guess$code)), x)
  for (form in c("Pos%d", "order_%d", "Slot.%d", "Position no %d", "Order Judge %d", "Judge %d order")) {
    names(numbered)[c(2, 4)] <- sprintf(form, 1:2)
    guess <- guess_columns(numbered)
    expect_identical(guess$position, sprintf(form, 1:2))
    expect_identical(guess$evaluators, c("Judge 1", "Judge 2"))
  }
  # Words that begin alike are no orders.
  other <- stats::setNames(data.frame(letters[1:3], 3:5, 4:6, 5:7), c("Dish", "Ordelia", "Posy", "Slotan 1"))
  expect_identical(guess_columns(other)$evaluators, names(other)[-1])
  expect_identical(match_order_columns(c("Order 2", "Order 10"), c("Judge 10", "Judge 2")), 2:1)
  expect_identical(match_order_columns(c("Order 02", "Order 01"), c("J1", "J2")), 2:1)
  expect_identical(match_order_columns(c("first", "second"), c("J1", "J2")), 1:2)
})

test_that("odd tables get a guess too, never an error", {
  tables <- list(
    data.frame(), data.frame(a = 1), data.frame(a = "x"), data.frame(a = NA, b = NA),
    data.frame(a = I(list(1, 2)), b = 1:2), data.frame(m = I(matrix(1:4, 2))), data.frame(a = factor(c("x", "y"))),
    stats::setNames(data.frame(1:2, 3:4), c("a", "a")), data.frame(a = c(TRUE, FALSE))
  )
  for (table in tables) expect_s3_class(guess_columns(table), "seqjudge_guess")
  expect_identical(guess_columns(data.frame())$form, "unclear")
  expect_error(guess_columns(1:3), class = "seqjudge_error_type")
  expect_error(guess_columns(dishes, sheet = 1), class = "seqjudge_error_value")
})

test_that("a column of scores is one with a word in it too", {
  data <- data.frame(
    Dish = letters[1:4], Start = c(2, 1, 4, 3), Ann = c("9", "absent", "2", "1"), Ben = c(6, 7, 8, 5),
    Cleo = c(5, 6, 7, 8)
  )
  for (word in c("absent", "90%", "7 (late)", "8/10", "#DIV/0!", "5 or 6")) {
    data$Ann[2] <- word
    guess <- guess_columns(data)
    expect_identical(guess$evaluators, c("Ann", "Ben", "Cleo"))
    expect_identical(guess$text_cells, data.frame(column = "Ann", row = 2L, text = word))
    expect_identical(guess[["item"]], "Dish")
    # What is printed stops at the cell.
    error <- expect_error(eval(parse(text = guess$code)), word, fixed = TRUE, class = "seqjudge_error_table")
    expect_identical(error$positions, 2L)
  }
  expect_snapshot(guess_columns(data))
  all_odd <- list(
    c("90%", "80%", "70 %", "100%"), c("8/10", "7/10", "9 / 10", "10/10"), c("7 pts", "8 pts", "9", "1 point")
  )
  for (ann in all_odd) expect_identical(guess_columns(transform(data, Ann = ann))$evaluators, c("Ann", "Ben", "Cleo"))
  # Notes, names and dates are none, and a column of numbers with a letter may be the items.
  for (ann in list(c("9", "late", "ill", ""), c("3/5", "4/6", "5/6", "6/6"), c("1A", "1B", "2A", "2B"))) {
    guess <- guess_columns(transform(data, Ann = ann))
    expect_identical(guess$evaluators, c("Ben", "Cleo"))
    expect_identical(nrow(guess$text_cells), 0L)
  }
  codes <- data.frame(Code = c("101", "102", "102b", "103"), Start = 1:4, Ann = c(6, 7, 8, 5), Ben = c(5, 6, 7, 8))
  guess <- guess_columns(codes)
  expect_identical(guess[c("item", "evaluators")], list(item = "Code", evaluators = c("Ann", "Ben")))
  guess <- guess_columns(transform(data, Start = c("2", "1", "last", "3")))
  expect_identical(guess[["position"]], "Start")
  expect_identical(guess$text_cells$row, c(3L, 2L))
  file <- table_file("Dish,Start,Ann,Ben", "soup,1,7,8", ",,,", "cake,2,gone,5", "stew,3,6,7", "Total,,13,20")
  guess <- guess_columns(file)
  expect_identical(guess$text_cells, data.frame(column = "Ann", row = 4L, text = "gone"))
  expect_identical(guess$total_rows, 6L)
})

test_that("what prints is to be looked at", {
  expect_snapshot(guess_columns(dishes))
  means <- data.frame(Dish = "Mean", Start = NA, Ann = 6.6, Ben = 6.6, Cem = 6.6)
  expect_snapshot(guess_columns(rbind(dishes, NA, means)))
  expect_snapshot(guess_columns(data.frame(a = 1)))
})
