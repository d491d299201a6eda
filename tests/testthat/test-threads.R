check_threads <- function(...) seqjudge:::check_threads(...)

test_that("the argument goes before the environment variable, that before the option, that before 2", {
  withr::local_envvar(SEQJUDGE_THREADS = NA)
  withr::local_options(seqjudge.threads = NULL)
  expect_identical(check_threads(), 2L)
  withr::local_options(seqjudge.threads = 3)
  expect_identical(check_threads(), 3L)
  withr::local_envvar(SEQJUDGE_THREADS = "4")
  expect_identical(check_threads(), 4L)
  expect_identical(check_threads(1), 1L)
  expect_identical(check_threads(1e9), 1024L)
})

test_that("wording: the number of threads", {
  withr::local_envvar(SEQJUDGE_THREADS = NA)
  withr::local_options(seqjudge.threads = NULL)
  f <- function(threads) seqjudge:::check_threads(threads)
  expect_snapshot(error = TRUE, {
    f(0)
    f(1.5)
    f(NA_real_)
    f("two")
    f(list(2))
    f(1:2)
  })
  withr::with_envvar(list(SEQJUDGE_THREADS = "many"), expect_snapshot(error = TRUE, f(NULL)))
  withr::with_envvar(list(SEQJUDGE_THREADS = "0"), expect_snapshot(error = TRUE, f(NULL)))
  withr::with_options(list(seqjudge.threads = -1), expect_snapshot(error = TRUE, f(NULL)))
})

