test_that("rows and columns of totals are found by name or by what they hold", {
  expect_identical(
    looks_like_total(c("Total", "grand total:", " Mean ", "AVG.", "Moyenne", "Totally fine", "Summer", NA, "\xff")),
    rep(c(TRUE, FALSE), c(5, 4))
  )
  scores <- cbind(c(1, 2, 4), c(3, 5, 5), c(2, 2, 6))
  expect_identical(sums_above(rbind(scores, colSums(scores))), "sum")
  expect_identical(sums_above(rbind(scores, colMeans(scores))), "mean")
  expect_null(sums_above(rbind(scores, colSums(scores) + c(0, 0, 1))))
  expect_null(sums_above(scores))
  expect_identical(sums_beside(cbind(scores, rowSums(scores))), c(NA, NA, NA, "sum"))
  expect_identical(sums_beside(cbind(rowMeans(scores), scores)), c("mean", NA, NA, NA))
  expect_identical(sums_beside(scores), rep(NA_character_, 3))
  expect_error(wide_dishes(rbind(dishes, list("Total", 5, 9, 9, 9))), class = "seqjudge_error_table")
  expect_s3_class(wide_dishes(rbind(dishes, list("Total", 5, 9, 9, 9)), strict = FALSE), "seqjudge_evaluations")
})

test_that("scores that run the wrong way are noticed", {
  expect_true(are_ranks(list(c(2, 1, 3, 4), c(4, 3, 2, 1))))
  expect_false(are_ranks(list(c(2, 1, 3, 4), c(4, 3, 2, 2))))
  expect_false(are_ranks(list(c(2, 1, 3), c(3, 2, 1))))
  expect_true(runs_down(score_scale("range", 5, 1)))
  expect_true(runs_down(list(Ann = score_scale("range", 0, 1), Ben = score_scale("range", 5, 1))))
  expect_false(runs_down(c(Ann = 10)))
  # Of three judges and six items the third has everything the other way round.
  score <- c(1, 2, 3, 5, 6, 8)
  long <- list(
    who = rep(c("Ann", "Ben", "Cem"), each = 6), item = rep(letters[1:6], 3), score = c(score, score, 9 - score)
  )
  expect_warning(warn_against_others(long, NULL, NULL), "Cem", class = "seqjudge_warning_direction")
  expect_silent(warn_against_others(long, list(Ann = 10), NULL))
  few <- lapply(long, function(v) v[long$item != "a"])
  expect_silent(warn_against_others(few, NULL, NULL))
})
