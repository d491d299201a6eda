# The data object: every form of input, what is kept, and every error.

test_that("long data are sorted by evaluator in order of first appearance, and by position", {
  x <- small_evaluations()
  expect_s3_class(x, c("seqjudge_evaluations", "seqjudge_object", "data.frame"), exact = TRUE)
  expect_identical(as.data.frame(x), small_sorted)
  expect_identical(attr(x, "scale"), score_scale("identity"))
})

test_that("columns may be bare, strings, or strings in a variable", {
  x <- small_evaluations()
  expect_identical(evaluations(small, "who", "what", "when", "mark"), x)
  column <- "mark"
  expect_identical(evaluations(small, who, what, when, !!column), x)
  wrapper <- function(data, score) evaluations(data, who, what, when, {{ score }})
  expect_identical(wrapper(small, mark), x)
  expect_identical(wrapper(small, "mark"), x)
})

test_that("tibbles, data.tables and factors give the same", {
  x <- small_evaluations()
  factors <- transform(small, who = factor(who), what = factor(what, levels = c("unused", "stew", "soup", "cake")))
  expect_identical(small_evaluations(factors), x)
  skip_if_not_installed("tibble")
  expect_identical(small_evaluations(tibble::as_tibble(small)), x)
  skip_if_not_installed("data.table")
  expect_identical(small_evaluations(data.table::as.data.table(small)), x)
})

test_that("numbers name evaluators and items without exponents", {
  data <- data.frame(who = c(100000, 2), what = c(1e15, 7L), when = 1L, mark = 0.5)
  x <- small_evaluations(data)
  expect_identical(x$evaluator, c("100000", "2"))
  expect_identical(x$item, c("1000000000000000", "7"))
})

test_that("one evaluator needs no column, and rows in order can be declared", {
  ines <- bakeoff[bakeoff$judge == "Ines", ]
  x <- evaluations(ines, item = contestant, position = ".row", score = points, scale = points)
  expect_identical(x$item, ines$contestant)
  expect_identical(x$position, 1:12)
  expect_identical(unique(x$evaluator), "1")
  # Row order is by evaluator, also where their rows are mixed.
  mixed <- small[c(4, 2, 3, 1, 5), ]
  expect_identical(evaluations(mixed, who, what, ".row", mark), small_evaluations(small[c(4, 2, 3, 1, 5), ]))
})

test_that("the order of rows does not matter beyond the order of evaluators", {
  withr::local_seed(2)
  x <- bakeoff_evaluations()
  shuffled <- bakeoff_evaluations(bakeoff[sample(nrow(bakeoff)), ])
  expect_identical(shuffled[evaluator_names(x)], x)
})

test_that("sizes 0, 1 and 2 work", {
  for (n in 0:2) {
    data <- data.frame(who = rep("a", n), what = letters[seq_len(n)], when = seq_len(n), mark = rep(0.5, n))
    x <- small_evaluations(data)
    expect_identical(nrow(x), n)
    expect_identical(nrow(summary(x)), min(n, 1L))
    expect_identical(scale_scores(x), rep(0.5, n))
    expect_output(print(x), "<evaluations>")
    expect_output(print(summary(x)), "<evaluations>")
    expect_identical(as_evaluations(as.data.frame(x)), x)
    for (by in c("all", "evaluator")) {
      percentile <- small_evaluations(data, scale = score_scale("percentile", by))
      expect_equal(scale_scores(percentile), rep(0.5, n))
    }
  }
})

test_that("a column in which nothing is scored is allowed", {
  x <- small_evaluations(transform(small, mark = NA))
  expect_identical(x$score, rep(NA_real_, 5))
  expect_identical(summary(x)$unscored, 2:3)
  expect_identical(summary(x)$mean, c(NA_real_, NA_real_))
})

test_that("many evaluators go fast, and agree with split and order", {
  withr::local_seed(3)
  data <- data.frame(who = rep(sample(2000), each = 10), when = rep(1:10, 2000), mark = runif(20000))
  data$what <- as.vector(replicate(2000, sample(500, 10)))
  data <- data[sample(nrow(data)), ]
  x <- small_evaluations(data)
  slow <- lapply(split(data, factor(data$who, unique(data$who))), function(part) part[order(part$when), ])
  slow <- do.call(rbind, slow)
  expect_identical(x$evaluator, as.character(slow$who))
  expect_identical(x$item, as.character(slow$what))
  expect_identical(x$score, slow$mark)
})


test_that("how the order came about is remembered", {
  x <- small_evaluations(order = "random")
  order_of <- internal("order_of")
  expect_identical(order_of(x), "random")
  expect_identical(order_of(x["Ann"]), "random")
  expect_identical(order_of(rbind(x["Ann"], x["Bob"])), "random")
  expect_identical(order_of(rbind(x["Ann"], small_evaluations()["Bob"])), "unknown")
  expect_match(format(x), "Order: random", all = FALSE)
  expect_no_match(format(small_evaluations()), "Order:")
  expect_identical(small_evaluations(order = "unknown"), small_evaluations())
  expect_identical(as.data.frame(x), as.data.frame(small_evaluations()))
  wide <- rbind(Ann = c(0.2, 0.4), Bob = c(0.3, 0.1))
  expect_identical(order_of(as_evaluations(wide, items = c("a", "b"), order = "arranged")), "arranged")
  expect_identical(order_of(as_evaluations(as.data.frame(x), order = "random")), "random")
  expect_identical(order_of(as_evaluations(c(a = 0.2, b = 0.4), truth = 1:2, order = "random")), "random")
  expect_error(small_evaluations(order = "lot"), class = "seqjudge_error_value")
})

test_that("positions that are times, dates or start numbers are renumbered where asked", {
  data <- transform(small, start = c(20, 3, 7, 11, 8))
  expected <- small_evaluations()
  expect_message(
    x <- evaluations(data, who, what, start, mark, renumber = TRUE),
    class = "seqjudge_message_positions"
  )
  expect_identical(x, expected)
  ways <- list(
    as.POSIXct("2024-05-01 09:00", tz = "UTC") + 600 * data$start, as.Date("2024-05-01") + data$start,
    as.difftime(data$start, units = "mins"), ordered(data$start), -1 / data$start
  )
  for (when in ways) {
    data$when <- when
    expect_identical(suppressMessages(small_evaluations(data, renumber = TRUE)), expected)
  }
  # What needs no renumbering gets no message.
  expect_silent(same <- small_evaluations(renumber = TRUE))
  expect_identical(same, expected)
  expect_silent(evaluations(small, who, what, ".row", mark, renumber = TRUE))
})

test_that("expressions of columns take the place of columns", {
  data <- transform(small, first = substr(who, 1, 1), rest = substr(who, 2, 3), tens = mark * 10)
  computed <- evaluations(data, paste0(first, rest), what, when, tens / 10, truth = -rank(what))
  expected <- small_evaluations(transform(small, mark = mark * 10 / 10, quality = -rank(what)), truth = quality)
  expect_identical(computed, expected)
  expect_identical(evaluations(small, .data$who, .data[["what"]], when, mark), small_evaluations())
  column <- "mark"
  expect_identical(evaluations(small, who, what, when, !!column), small_evaluations())
})

test_that("the names of columns are remembered where they are words", {
  words <- function(x) attr(x, "words")
  own <- data.frame(Judge = "Ann", BAKER = c("a", "b"), turn = 1:2, mark = c(0.2, 0.4))
  x <- evaluations(own, Judge, BAKER, turn, mark)
  expect_identical(words(x), c(evaluator = "judge", item = "baker"))
  expect_identical(words(x["Ann"]), words(x))
  expect_identical(words(rbind(x, x[0])), words(x))
  expect_null(words(as.data.frame(x)))
  # A name, a plural, an abbreviation, two words, and no column at all say nothing.
  for (name in c("Name", "bakers", "no", "x1", "cake name", "Nr", "kg", "item")) {
    named <- stats::setNames(own, c("who", name, "turn", "mark"))
    item <- rlang::sym(name)
    expect_null(words(evaluations(named, who, !!item, turn, mark)))
  }
  expect_null(words(evaluations(own, item = paste(BAKER, Judge), position = turn, score = mark)))
  wide <- data.frame(Wine = c("a", "b"), Ann = c(0.1, 0.5), Ben = c(0.3, 0.2))
  x <- as_evaluations(wide, item = Wine, position = "row order", evaluators = c(Ann, Ben))
  expect_identical(words(x), c(item = "wine"))
})
