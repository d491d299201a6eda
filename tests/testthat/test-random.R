# The seeds of the random streams, drawn from R's generator.

test_that("set.seed() governs the seeds of the compiled code", {
  draws <- function() replicate(100, seqjudge:::draw_seed())
  first <- withr::with_seed(1, draws())
  expect_identical(first, withr::with_seed(1, draws()))
  expect_identical(anyDuplicated(first), 0L)
  expect_true(all(first >= 0 & first < 2^52 & first == floor(first)))
  f <- function(seed) seqjudge:::check_seed(seed)
  expect_identical(f(7L), 7)
  expect_snapshot(error = TRUE, {
    f("a")
    f(1:2)
    f(-1)
    f(2^53)
    f(NA_real_)
  })
})
