# Rankings for other packages.

test_that("a matrix has evaluators in rows, items in columns, and NA where there is no rank", {
  x <- evaluations(
    data.frame(who = c("u", "u", "v"), what = c("a", "b", "b"), when = c(1, 2, 1), mark = c(0.5, 0.7, 0.1)),
    who, what, when, mark
  )
  ranking <- rank_items(x, "induced")
  expect_identical(as.matrix(ranking), rbind(u = c(a = 2, b = 1), v = c(NA, 1)))
  expect_identical(as.matrix(ranking, "rank"), rbind(u = c(a = 1, b = 2), v = c(NA, 1)))
})

test_that("PlackettLuce gets ties and missing items as they are", {
  skip_if_not_installed("PlackettLuce")
  x <- as_evaluations(
    rbind(u = c(0.5, 0.5, 0.7), v = c(0.3, 0.2, NA)),
    items = rbind(c("a", "b", "c"), c("b", "d", NA))
  )
  rankings <- convert_rankings(rank_items(x, "induced"), "PlackettLuce")
  expect_s3_class(rankings, "rankings")
  expect_identical(format(rankings), c(u = "c > a = b", v = "b > d"))
})

test_that("BayesMallows gets whole rankings, and else what is known of pairs", {
  skip_if_not_installed("BayesMallows")
  x <- bakeoff_rows()
  corrected <- rank_items(x, prior = 5)
  data <- convert_rankings(corrected, "BayesMallows")
  expect_s3_class(data, "BayesMallowsData")
  expect_equal(data$rankings, as.matrix(corrected), ignore_attr = TRUE)
  tied <- as_evaluations(c(a = 0.5, b = 0.5, c = 0.7, d = 0.1))
  data <- convert_rankings(rank_items(tied, "induced"), "BayesMallows")
  pairs <- data$preferences[order(data$preferences$top_item, data$preferences$bottom_item), ]
  # All that follows: c above a, b and d; a and b above d.
  expect_setequal(
    paste(pairs$top_item, pairs$bottom_item), c("3 1", "3 2", "3 4", "1 4", "2 4")
  )
  expect_identical(as.numeric(data$n_items), 4)
  expect_error(convert_rankings(rank_items(as_evaluations(c(a = 0.5)), "induced"), "BayesMallows"), NA)
  expect_error(
    convert_rankings(rank_items(as_evaluations(c(a = 0.5, b = 0.5)), "induced"), "BayesMallows"),
    class = "seqjudge_error_value"
  )
})

test_that("errors say what is needed", {
  ranking <- rank_items(bakeoff_rows(), prior = 5)
  expect_snapshot(error = TRUE, {
    convert_rankings(1:3)
    convert_rankings(ranking, "Excel")
    check_installed("noSuchPackage", NULL)
  })
})
