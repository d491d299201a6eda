# "café" with an accent as part of the letter, and with one of its own, as macOS writes names of files.
cafe <- c("caf\u00e9", "cafe\u0301")

marks_of <- function(item, who = "Ann") {
  data.frame(who = who, item = item, at = seq_along(item), mark = (3 * seq_along(item)) %% 10)
}

read_marks <- function(data) evaluations(data, who, item, at, mark, scale = out_of_ten)

test_that("blanks at the ends of names go, and a message says so once", {
  x <- read_marks(marks_of(c("soup", "cake", "stew")))
  for (blank in c(" ", "  ", "\t", "\u00a0", "\u2003")) {
    padded <- marks_of(c("soup", paste0("cake", blank), paste0(blank, "stew")), paste0("Ann", blank))
    found <- capture_messages(y <- read_marks(padded))
    expect_length(found, 2)
    expect_match(found[1], "`evaluator`", fixed = TRUE)
    expect_match(found[2], "`item`", fixed = TRUE)
    expect_identical(y, x)
    padded[] <- lapply(padded, function(v) if (is.character(v)) factor(v) else v)
    expect_length(capture_messages(y <- read_marks(padded)), 2)
    expect_identical(y, x)
  }
  expect_snapshot(invisible(read_marks(marks_of(c("soup", " cake", "stew\u00a0")))))
  expect_silent(read_marks(marks_of(c("a b", "d'or", "caf\u00e9"))))
  many <- suppressWarnings(capture_messages(read_marks(marks_of(paste0(letters[1:7], " ")))))
  expect_match(many, "and 2 more", fixed = TRUE)
})

test_that("who differed by a blank alone is one person, and an item may not come twice", {
  data <- rbind(marks_of(c("soup", "cake")), transform(marks_of(c("stew", "tart"), "Ann "), at = 3:4))
  expect_message(x <- read_marks(data), "Ann ", class = "seqjudge_message_names")
  expect_identical(x$evaluator, rep("Ann", 4))
  expect_error(suppressMessages(read_marks(marks_of(c("cake", "cake ")))), class = "seqjudge_error_item")
})

test_that("every way in settles names", {
  table <- transform(dishes, Dish = paste0(Dish, c("", " ", "", "\u00a0")))
  messages <- capture_messages(x <- wide_dishes(table))
  expect_length(messages, 1)
  expect_identical(x, wide_dishes())
  # Left out cells are looked at twice, names once.
  unseen <- function(data) {
    as_evaluations(
      data,
      item = Dish, position = Start, evaluators = Ann:Cem, scale = out_of_ten, blank = "unseen"
    )
  }
  gaps <- function(data) transform(data, Ben = replace(Ben, 2, NA))
  expect_length(capture_messages(x <- unseen(gaps(table))), 2)
  expect_identical(x, suppressMessages(unseen(gaps(dishes))))
  named <- stats::setNames(dishes, c("Dish", "Start", "Ann ", "Ben", "Cem"))
  expect_message(
    x <- as_evaluations(named, item = Dish, position = Start, evaluators = 3:5, scale = out_of_ten),
    class = "seqjudge_message_names"
  )
  expect_identical(x, wide_dishes())
  long <- data.frame(evaluator = "Ann ", item = c("a", "b"), position = 1:2, score = c(0.5, 0.6))
  expect_message(x <- as_evaluations(long), class = "seqjudge_message_names")
  expect_identical(x, as_evaluations(transform(long, evaluator = "Ann")))
  scores <- rbind("Ann " = c(soup = 0.5, " cake" = 0.7))
  expect_length(capture_messages(x <- as_evaluations(scores, items = "columns")), 2)
  expect_identical(x, as_evaluations(rbind(Ann = c(soup = 0.5, cake = 0.7)), items = "columns"))
  expect_message(x <- as_evaluations(c("Ada " = 0.5, Bo = 0.6)), class = "seqjudge_message_names")
  expect_identical(x, as_evaluations(c(Ada = 0.5, Bo = 0.6)))
})

test_that("names of blanks alone are missing", {
  for (blank in c(" ", "\u00a0", "\t \u2003")) {
    error <- expect_error(read_marks(marks_of(c("soup", blank))), class = "seqjudge_error_missing")
    expect_identical(error$positions, 2L)
    expect_error(read_marks(marks_of("soup", blank)), class = "seqjudge_error_missing")
    expect_error(
      wide_dishes(transform(dishes, Dish = replace(Dish, 2, blank))), class = "seqjudge_error_missing"
    )
  }
})

test_that("names that look alike are told, and stay apart", {
  alike <- list(
    c("cake", "Cake"), c("CAF\u00c9", "caf\u00e9"), cafe, c("Caf\u00e9", "cafe\u0301"), c("Ann Lee", "Ann\u00a0Lee"),
    c("Ann Lee", "Ann  Lee"), c("Ann", "A\u200bnn"), c("h\u1ec7", "he\u0323\u0302"), c("\u1ec7", "\u00ea\u0323"),
    c("\ud55c\uae00", "\u1112\u1161\u11ab\u1100\u1173\u11af"), c("\u0439", "\u0438\u0306"), c("\u304c", "\u304b\u3099")
  )
  for (pair in alike) {
    expect_warning(x <- read_marks(marks_of(pair)), class = "seqjudge_warning_names")
    expect_identical(x$item, pair)
    both <- transform(marks_of(c("soup", "soup"), pair), at = 1)
    expect_warning(x <- read_marks(both), "`evaluator`", class = "seqjudge_warning_names")
    expect_identical(x$evaluator, pair)
  }
  for (pair in list(c("cafe", "caf\u00e9"), c("AB", "A B"), c("e\u0301", "e\u0300"), c("wine 1", "wine 11"))) {
    expect_silent(read_marks(marks_of(pair)))
  }
  expect_warning(
    wide_dishes(transform(dishes, Dish = c("soup", "cake", "Soup", "tart"))), "\"soup\" and \"Soup\"",
    class = "seqjudge_warning_names"
  )
  expect_snapshot({
    invisible(read_marks(marks_of(c("soup", "cake", "Soup", "SOUP", "Cake"))))
    invisible(read_marks(marks_of(cafe)))
    invisible(read_marks(marks_of(c("Ann Lee", "Ann  Lee", "Ann\u00a0Lee", "{x}", "{X}"))))
    invisible(read_marks(marks_of(c(letters[1:7], LETTERS[1:7]))))
  })
})

test_that("text is the same whichever way Unicode writes it", {
  same <- list(
    c("caf\u00e9", "cafe\u0301"),
    # Two marks of a letter, in each order, and half of them in the letter.
    c("\u1ec7", "e\u0323\u0302", "e\u0302\u0323", "\u1eb9\u0302", "\u00ea\u0323"),
    # A syllable of three letters, and one of two.
    c("\ud55c", "\u1112\u1161\u11ab"),
    c("\ud558", "\u1112\u1161"),
    c("\u212b", "\u00c5", "A\u030a")
  )
  for (ways in same) expect_length(unique(canonical_text(ways)), 1)
  expect_length(unique(canonical_text(unlist(same))), length(same))
  # Nothing to tell apart.
  expect_identical(canonical_text(c("caf\u00e9", "cake")), c("caf\u00e9", "cake"))
})

test_that("what users name by evaluator or item is found with the blanks that they wrote, and without", {
  padded <- data.frame(
    who = rep(c("Ann ", "Ben"), each = 3), item = c("soup", "cake ", "stew"), at = 1:3, mark = c(3, 5, 4, 2, 9, 6)
  )
  x <- suppressMessages(read_marks(padded))
  plain <- read_marks(transform(padded, who = trimws(who), item = trimws(item)))
  expect_identical(x, plain)
  with_blanks <- c(soup = 1, "cake " = 3, stew = 2)
  expect_identical(true_ranks(x, with_blanks), true_ranks(plain, c(soup = 1, cake = 3, stew = 2)))
  expect_identical(
    rank_items(x, prior = c("Ann " = 5, Ben = 2))$rank, rank_items(plain, prior = c(Ann = 5, Ben = 2))$rank
  )
  own <- list("Ann " = score_scale("range", 0, 10), Ben = score_scale("range", 0, 20))
  x <- suppressMessages(evaluations(padded, who, item, at, mark, scale = own))
  expect_identical(x$score, c(30, 50, 40, 10, 45, 30))
  # A name with blanks goes before what it is without.
  expect_identical(match_names(c("a ", "b"), c("b ", "a", "a ")), c(3L, 1L))
  hidden <- anonymise(x, seed = 1)
  expect_identical(reveal_names(hidden$evaluations, hidden$key)$item, x$item)
})
