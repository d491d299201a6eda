# The data object: every form of input, what is kept, and every error.

points <- score_scale("range", 0, 100)

bakeoff_evaluations <- function(data = bakeoff) {
  evaluations(data, judge, contestant, position, points, scale = points)
}

# Small long data: Ann saw three items, Bob two of them in another order, one without a score.
small <- data.frame(
  who = c("Bob", "Ann", "Ann", "Bob", "Ann"),
  what = c("cake", "soup", "cake", "soup", "stew"),
  when = c(2, 1, 2, 1, 3),
  mark = c(0.3, 0.5, NA, 0.2, 0.9)
)
small_sorted <- data.frame(
  evaluator = c("Bob", "Bob", "Ann", "Ann", "Ann"),
  item = c("soup", "cake", "soup", "cake", "stew"),
  position = c(1L, 2L, 1L, 2L, 3L),
  score = c(0.2, 0.3, 0.5, NA, 0.9)
)
small_evaluations <- function(data = small, ...) evaluations(data, who, what, when, mark, ...)

# ---- long form ----------------------------------------------------------------------------------------------------

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

# ---- wide form ----------------------------------------------------------------------------------------------------

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

test_that("objects and their data frames come back as they were", {
  x <- bakeoff_evaluations()
  expect_identical(as_evaluations(x), x)
  expect_identical(as_evaluations(as.data.frame(x), scale = points), x)
  expect_identical(as_evaluations(as.data.frame(x, scaled = TRUE), scale = points), x)
  wide_scores <- matrix(x$score, 6, byrow = TRUE, dimnames = list(evaluator_names(x), NULL))
  expect_identical(as_evaluations(wide_scores, matrix(x$item, 6, byrow = TRUE), scale = points), x)
})

# ---- methods ------------------------------------------------------------------------------------------------------

test_that("print and summary show what matters", {
  expect_snapshot({
    bakeoff_evaluations()
    summary(bakeoff_evaluations())
    small_evaluations()
    summary(small_evaluations())
    as_evaluations(scores, items = c("a", "b", "c"))
    print(bakeoff_evaluations(), n = 1)
  })
})

test_that("the summary agrees with tapply", {
  x <- bakeoff_evaluations()
  s <- summary(x)
  each <- function(f) as.vector(tapply(x$score, factor(x$evaluator, unique(x$evaluator)), f))
  expect_identical(s$evaluator, unique(x$evaluator))
  expect_equal(s$mean, each(mean))
  expect_equal(s$sd, each(sd))
  expect_equal(s$lowest, each(min))
  expect_equal(s$highest, each(max))
  expect_identical(summary(small_evaluations())$unscored, 0:1)
})

test_that("one index takes evaluators, two take rows and columns of a plain data frame", {
  x <- bakeoff_evaluations()
  expect_s3_class(x["Ines"], "seqjudge_evaluations")
  expect_identical(x["Ines"]$score, as.double(bakeoff$points[bakeoff$judge == "Ines"]))
  expect_identical(x[3], x["Ines"])
  expect_identical(evaluator_names(x[c("Milo", "Amara")]), c("Milo", "Amara"))
  expect_identical(x[-(1:4)], x[5:6])
  expect_identical(x[c(FALSE, TRUE, FALSE, FALSE, FALSE, TRUE)], x[c("Bruno", "Milo")])
  expect_identical(attr(x[1], "scale"), points)
  expect_identical(x[], x)
  expect_identical(nrow(x[integer()]), 0L)
  plain <- as.data.frame(x)
  expect_identical(x[1:3, ], plain[1:3, ])
  expect_identical(x[x$score > 90, "item"], plain[plain$score > 90, "item"])
  expect_identical(x[1:3, "item", drop = FALSE], plain[1:3, "item", drop = FALSE])
  expect_identical(x[, c("item", "score")], plain[, c("item", "score")])
  expect_identical(class(head(x)), "data.frame")
})

test_that("rbind puts different evaluators with the same scale together", {
  x <- bakeoff_evaluations()
  expect_identical(rbind(x[1:2], x[3:5], x[6]), x)
  expect_identical(rbind(x), x)
  expect_identical(rbind(x[integer()], x), x)
})

test_that("as.data.frame() adds scaled scores where asked", {
  x <- bakeoff_evaluations()
  plain <- as.data.frame(x, scaled = TRUE)
  expect_identical(class(plain), "data.frame")
  expect_identical(plain$scaled_score, x$score / 100)
  expect_named(as.data.frame(x), c("evaluator", "item", "position", "score"))
  expect_null(attr(plain, "scale"))
})

# ---- errors -------------------------------------------------------------------------------------------------------

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
    evaluations(small, who, what, when, mark / 100)
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

test_that("wording: parts", {
  x <- bakeoff_evaluations()
  expect_error(x["Zoe"], class = "seqjudge_error_value")
  expect_error(rbind(x, x), class = "seqjudge_error_value")
  expect_snapshot(error = TRUE, {
    x["Zoe"]
    x["item"]
    x[7]
    x[c(1, -1)]
    x[c(1, 1)]
    x[x$score > 50]
    x[list(1)]
    rbind(x, x[1])
    rbind(x, small_evaluations())
    rbind(x, bakeoff)
    rbind(x, 1)
    as.data.frame(x, scaled = NA)
  })
})

# ---- truth and further columns --------------------------------------------------------------------------------------

test_that("truth and kept columns follow the rows, in parts and together", {
  data <- transform(small, quality = c(1, 2, 1, 2, 9), team = factor(c("x", "y", "y", "x", "y")))
  x <- evaluations(data, who, what, when, mark, truth = quality, keep = "team")
  expect_named(x, c("evaluator", "item", "position", "score", "truth", "team"))
  expect_identical(x$truth, c(2, 1, 2, 1, 9))
  expect_identical(as.character(x$team), c("x", "x", "y", "y", "y"))
  expect_identical(evaluations(data, who, what, when, mark, truth = "quality", keep = "team"), x)
  expect_identical(x["Ann"]$truth, c(2, 1, 9))
  expect_identical(as.data.frame(x["Ann"])$team, factor(c("y", "y", "y"), c("x", "y")))
  expect_identical(rbind(x["Bob"], x["Ann"]), x)
  expect_identical(names(as.data.frame(x, scaled = TRUE)), c(names(x), "scaled_score"))
  # Among scored items only: Ann gave the cake no score.
  expect_identical(true_ranks(x), c(2, 1, 1, NA, 2))
  expect_identical(true_ranks(x, c(cake = 5, soup = 5, stew = 7)), c(1.5, 1.5, 1, NA, 2))
  expect_identical(true_ranks(small_evaluations(), 1:5), c(1, 2, 1, NA, 2))
})

test_that("as_evaluations takes truth by item, or along one evaluator's items", {
  by_item <- c(Bo = 1, Ada = 2, other = 3)
  scores <- c(Ada = 0.4, Bo = 0.3)
  expect_identical(as_evaluations(scores, truth = by_item)$truth, c(2, 1))
  expect_identical(as_evaluations(scores, truth = 2:1)$truth, c(2, 1))
  wide <- rbind(c(0.1, 0.2), c(0.3, 0.4))
  items <- rbind(c("Ada", "Bo"), c("Bo", "Ada"))
  expect_identical(as_evaluations(wide, items, truth = by_item)$truth, c(2, 1, 1, 2))
  x <- as_evaluations(wide, items, truth = by_item)
  expect_identical(as_evaluations(as.data.frame(x)), x)
})

test_that("errors about truth and further columns say where", {
  data <- transform(small, quality = c(1, NA, Inf, 2, 9), rank = 1, word = "a")
  expect_snapshot(error = TRUE, {
    evaluations(data, who, what, when, mark, truth = quality)
    evaluations(data, who, what, when, mark, truth = word)
    evaluations(data, who, what, when, mark, truth = nowhere)
    evaluations(data, who, what, when, mark, keep = "rank")
    evaluations(data, who, what, when, mark, keep = "nowhere")
    evaluations(data, who, what, when, mark, keep = 1)
    rbind(
      evaluations(subset(data, who == "Ann"), who, what, when, mark, keep = "word"),
      evaluations(subset(data, who == "Bob"), who, what, when, mark)
    )
  })
  expect_snapshot(error = TRUE, {
    as_evaluations(c(a = 0.1, b = 0.2), truth = c(a = 1))
    as_evaluations(c(a = 0.1, b = 0.2), truth = c(a = 1, a = 2, b = 3))
    as_evaluations(c(a = 0.1, b = 0.2), truth = 1:3)
    as_evaluations(c(a = 0.1, b = 0.2), truth = c(1, NA))
    as_evaluations(c(a = 0.1, b = 0.2), truth = "1")
    as_evaluations(rbind(c(0.1, 0.2), c(0.1, 0.2)), items = "positions", truth = 1:4)
    true_ranks(as_evaluations(c(a = 0.1)))
  })
})
