# What is known of the truth, along the rows of evaluations.

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
