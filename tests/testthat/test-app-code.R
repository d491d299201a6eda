strange <- c(
  "Ann", "two words", "a\"b", "back\\slash", "`tick`", "x); stop('run'); c(", "\u00e9t\u00e9 \u65e5\u672c", "tab\there",
  "${1}"
)

test_that("the code that is shown is the calls that are run", {
  choices <- app_choices(
    "my contest.csv",
    item = strange[3], position = strange[6], evaluators = strange, lower = 0, upper = 0.1 + 0.2, renumber = TRUE,
    drop_rows = c(10L, 12L), order = "random", blank = "unseen", round = strange[7]
  )
  calls <- c(app_calls(choices, share = 0.8), list(report = report_call("\"); stop(\"no")))
  for (call in calls) {
    parsed <- parse(text = code_text(call), keep.source = FALSE)
    expect_length(parsed, 1)
    expect_identical(parsed[[1]], call)
  }
})

test_that("names from a table are constants of the call", {
  found <- all.names(evaluations_call(app_choices("t.csv", item = "system", evaluators = c("quit()", "stop"))))
  expect_setequal(found, c("as_evaluations", "data", "c", "score_scale"))
})

test_that("numbers come back to the last digit", {
  skip_on_valgrind()
  for (x in c(0, 1, -3.5, 0.1, 0.1 + 0.2, 1 / 3, 1e15, 1e-7)) expect_identical(eval(parse(text = code_number(x))), x)
})

test_that("a guess becomes choices, and what is open is asked", {
  file <- system.file("extdata", "village-fete.csv", package = "seqjudge")
  choices <- choices_of_guess(guess_columns(file), "village-fete.csv")
  expect_equal(choices$evaluators, c("Ann", "Ben", "Cleo"))
  expect_equal(choices$drop_rows, 10)
  expect_true(choices$renumber)
  expect_length(app_open_questions(choices), 0)
  choices$evaluators <- character()
  expect_match(app_open_questions(choices), "one for each judge")
  choices <- app_choices("t.csv", form = "long", lower = 5, upper = 5)
  expect_length(app_open_questions(choices), 3)
  expect_length(app_open_questions(app_choices("t.csv", item = "a", evaluators = "b", upper = NA)), 1)
})

test_that("many scores are ranked by one model, and the code says so", {
  choices <- app_choices("t.csv", item = "a", evaluators = "b")
  expect_identical(app_calls(choices, 5000)$panel, quote(rank_panel(x, seed = 1)))
  expect_identical(app_calls(choices, 5001)$panel, quote(rank_panel(x, model = "ratings", seed = 1)))
})

test_that("the script gives the same numbers in a fresh R", {
  skip_on_cran()
  skip_if_not_installed("callr")
  folder <- withr::local_tempdir()
  file <- basename(write_example("bakeoff", folder))
  choices <- choices_of_guess(guess_columns(file.path(folder, file)), file)
  calls <- app_calls(choices, share = 0.8)
  calls$panel$iterations <- 200
  calls$without <- NULL
  suppressMessages(app_run(folder, calls))
  lines <- c(app_script(calls), "saveRDS(mget(c('test', 'effects', 'panel', 'judges', 'shared')), 'again.rds')")
  writeLines(lines, file.path(folder, "contest.R"))
  callr::rscript(file.path(folder, "contest.R"), wd = folder, show = FALSE)
  again <- readRDS(file.path(folder, "again.rds"))
  for (step in names(again)) {
    here <- readRDS(step_file(folder, step))
    expect_null(here$error)
    expect_identical(tidy(here$value), tidy(again[[step]]), info = step)
  }
})
