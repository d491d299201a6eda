# Ratings against what people remember.

test_that("the conflict experiment comes out as published", {
  counts <- recall_table(published_experiment("conflict"))
  expect_identical(as.vector(t(counts[, , "1,3,4,5,2"])), c(9L, 16L, 1L, 24L))
  expect_identical(as.vector(t(counts[, , "2,3,4,5,1"])), c(47L, 0L, 2L, 1L))
})

test_that("recall_table() counts by recall, rating and group", {
  scores <- rbind(c(2, 9, 4), c(4, 9, 2), c(3, 9, 3), c(2, 9, NA), c(5, 9, 1))
  x <- as_evaluations(scores, items = c("a", "c", "b"), scale = score_scale("bins", k = 10))
  truth <- c(a = 1, b = 2, c = 3)
  recall <- rep(c("last", "last", "first", "last", "first"), each = 3)
  counts <- recall_table(x, recall, by = NULL, truth = truth)
  # Right on both; recalled but rated wrongly; a tie, and a wrong order, both recalled wrongly; one unscored.
  expect_identical(as.vector(t(counts[, , "all"])), c(1L, 1L, 0L, 2L))
  expect_named(dimnames(counts), c("recall", "rating", "group"))
  other <- recall_table(x, recall, by = rep(c("x", "x", "y", "y", "y"), each = 3), truth = truth, positions = c(1, 2))
  expect_identical(as.vector(t(other[, , "x"])), c(2L, 0L, 0L, 0L))
  expect_identical(as.vector(t(other[, , "y"])), c(1L, 0L, 2L, 0L))
})

test_that("wording: recall_table()", {
  x <- paired_items()
  truth <- c(a = 1, b = 2)
  expect_snapshot(error = TRUE, {
    recall_table(x)
    recall_table(x, "side", by = NULL, truth = truth)
    recall_table(x, rep("last", 6), truth = truth)
    recall_table(x, rep("later", 6), by = NULL, truth = truth)
    recall_table(x, rep("last", 6), by = NULL, truth = c(a = 1, b = 1))
    recall_table(x, rep("last", 6), by = NULL, truth = truth, positions = c(1, 3))
    recall_table(x, rep("last", 6), by = NULL)
    recall_table(as_evaluations(0.5), "first", by = NULL, truth = 1)
  })
})
