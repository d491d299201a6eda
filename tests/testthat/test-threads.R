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

test_that("a time limit reaches the handler of errors, from any number of threads", {
  limited <- function(code) {
    tryCatch(
      {
        setTimeLimit(elapsed = 0.2, transient = TRUE)
        code
      },
      error = conditionMessage,
      finally = setTimeLimit()
    )
  }
  scores <- matrix((1:40 * 7) %% 41 / 41, 2)
  x <- as_evaluations(scores, items = letters[1:20])
  study <- function(reps, threads) {
    simulate_study(data.frame(n = 1000, delta = 0.1), reps = reps, seed = 1, threads = threads, progress = FALSE)
  }
  panel <- function(iterations, threads) {
    rank_panel(
      x, model = "ranks", method = "mcmc", iterations = iterations, seed = 1, threads = threads, progress = FALSE
    )
  }
  # Once without a limit: one that ends while R loads a package is lost there, as requireNamespace() takes every error.
  study(2, 1)
  suppressWarnings(panel(10, 1))
  for (threads in 1:2) {
    # Without a limit each of these would take minutes.
    expect_match(limited(study(1e6, threads)), "time limit")
    expect_match(limited(panel(1e5, threads)), "time limit")
  }
  expect_identical(insertion_ranking(c(0.5, 0.7, 0.2)), c(2L, 3L, 1L))
})
