test_that("an error in a step is kept in words, and later steps are not run", {
  folder <- withr::local_tempdir()
  writeLines(c("Name,Ann", "a,1", "b,x"), file.path(folder, "t.csv"))
  app_run(folder, app_calls(app_choices("t.csv", item = "Name", evaluators = "Ann")))
  expect_null(readRDS(step_file(folder, "data"))$error)
  expect_match(readRDS(step_file(folder, "x"))$error, "line 3")
  expect_false(file.exists(step_file(folder, "panel")))
})

test_that("a worker runs, can be cancelled, and runs again", {
  skip_on_cran()
  skip_if_not_installed("callr")
  folder <- withr::local_tempdir()
  worker <- app_worker(folder)
  withr::defer(worker$close())
  until <- function(state, seconds = 60) {
    end <- Sys.time() + seconds
    while (worker$tick() != state && Sys.time() < end) Sys.sleep(0.05)
    expect_lt(Sys.time(), end)
  }
  worker$run(folder, list(one = quote(1 + 1)))
  until("idle")
  expect_equal(readRDS(step_file(folder, "one"))$value, 2)
  worker$run(folder, list(long = quote({
    writeLines("Zebediah Quux", tempfile("names"))
    Sys.sleep(600)
  })))
  expect_equal(worker$tick(), "busy")
  # What it writes meanwhile is in the folder of the session, and gone when it is ended.
  names_left <- function() list.files(folder, "^names", recursive = TRUE)
  end <- Sys.time() + 60
  while (length(names_left()) == 0 && Sys.time() < end) Sys.sleep(0.05)
  expect_length(names_left(), 1)
  worker$cancel()
  expect_length(names_left(), 0)
  worker$run(folder, list(two = quote(one + 1)))
  until("idle")
  expect_equal(readRDS(step_file(folder, "two"))$value, 3)
  expect_false(file.exists(step_file(folder, "long")))
})
