# Ranks among the scored items of each evaluator, against rank() one by one.

test_that("ranks, places and counts are those of each evaluator's scored items", {
  set.seed(8)
  for (k in 1:20) {
    x <- random_evaluations(grid = c(0, 0.2, 0.2, 0.5))
    code <- evaluator_codes(x)
    value <- ave(x$score, code, FUN = function(v) rank(v, na.last = "keep"))
    expect_equal(ranks_within(x), value)
    count <- ave(as.double(!is.na(x$score)), code, FUN = sum)
    expect_equal(scored_along(x), count)
    expect_equal(place_of(value, x), count + 1 - value)
    expect_equal(ranks_within(x, -x$truth), ave(ifelse(is.na(x$score), NA, -x$truth), code, FUN = function(v) {
      rank(v, na.last = "keep")
    }))
  }
  nobody <- as_evaluations(numeric())
  expect_identical(ranks_within(nobody), numeric())
  expect_identical(scored_sizes(nobody), integer())
})

test_that("sequences of the same length are put in the rows of a matrix", {
  groups <- same_length(c(2, 3, 2))
  expect_identical(lapply(groups, `[[`, "who"), list(c(1L, 3L), 2L))
  expect_equal(groups[[1]]$rows, rbind(c(1, 2), c(6, 7)))
  expect_equal(groups[[2]]$rows, rbind(c(3, 4, 5)))
  expect_identical(same_length(integer()), list())
})
