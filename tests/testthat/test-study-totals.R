# Sums of errors, exact.

test_that("sums of squares are exact beyond what a double holds", {
  # Reversed rankings of many items: the largest footrule there is.
  n <- 20000
  setting <- setting_of(n = n)
  truth <- matrix(seq_len(n), n, 2)
  item <- matrix(seq_len(n), n, 2)
  totals <- seqjudge:::cpp_study_rankings(setting, truth, item, matrix(as.double(n:1), n, 2), TRUE, FALSE)
  value <- function(digits) sum(digits * 2^(32 * 0:3))
  expect_identical(value(totals$sums[1, 1, , 1]), 2 * n^2)
  expect_identical(value(totals$sums[1, 2, , 1]), 2 * n^4)
  pairs <- n * (n - 1) / 2
  expect_identical(value(totals$sums[2, 1, , 1]), 2 * pairs)
  # (1e8 - 1e4)^2 * 2 in digits, worked out by splitting pairs = a 2^16 + b.
  expect_identical(totals$sums[2, 2, 1, 1], {
    a <- pairs %/% 2^16
    b <- pairs %% 2^16
    (2 * ((2 * a * b * 2^16) %% 2^32 + (b^2) %% 2^32)) %% 2^32
  })
  # Carrying leaves the value as it is.
  many <- totals
  for (k in 1:20) many <- seqjudge:::add_totals(many, many)
  expect_true(all(many$sums < 2^32) && all(many$positions < 2^32))
  expect_identical(value(many$sums[1, 2, , 1]), 2 * n^4 * 2^20)
})
