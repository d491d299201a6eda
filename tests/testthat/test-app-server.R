# What the server of the app answers, without a browser: shiny's session for tests, and a worker that does at once what
# it is asked, so that nothing here waits.

skip_on_cran()
skip_if_not_installed("shiny")
skip_if_not_installed("bslib")
skip_if_not_installed("callr")

# `calls` are made quicker, not other: short chains.
worker_at_once <- function(folder) {
  list(
    run = function(folder, calls) {
      for (step in intersect(c("panel", "effects"), names(calls))) {
        calls[[step]][c("iterations", "chains")] <- list(60, 2)
      }
      if ("report" %in% names(calls)) calls$report$prior <- 5
      suppressWarnings(app_run(folder, calls))
    },
    tick = function() "idle", cancel = function() NULL, close = function() NULL
  )
}

# A worker that a test moves on by hand: `worker$state` is what it says of itself.
worker_by_hand <- function() {
  worker <- new.env()
  worker$state <- "busy"
  worker$cancelled <- 0
  worker$closed <- FALSE
  worker$run <- function(folder, calls) worker$asked <- calls
  worker$tick <- function() worker$state
  worker$cancel <- function() worker$cancelled <- worker$cancelled + 1
  worker$close <- function() worker$closed <- TRUE
  worker
}

on_server <- function(code, given = NULL, worker = worker_at_once) {
  code <- rlang::enquo(code)
  suppressMessages(shiny::testServer(app_server(given, worker), !!code))
}

# As the page answers when the columns of a guess are confirmed.
answers <- function(choices) {
  list(
    form = choices$form, item = choices$item, position = choices$position, round = choices$round,
    evaluators = choices$evaluators, evaluator = choices$evaluator, score = choices$score, lower = choices$lower,
    upper = choices$upper, order = choices$order, renumber = choices$renumber,
    drop_rows = paste(choices$drop_rows, collapse = ", "), blank = choices$blank
  )
}

html_of <- function(output) as.character(output$html %||% output)

confirm_guess <- function(session, app, ...) {
  # The worker is through at its next tick.
  session$elapse(400)
  choices <- choices_of_guess(app$made$guess$value, app$state$file)
  do.call(session$setInputs, utils::modifyList(answers(choices), list(...)))
  session$setInputs(confirm = 1)
  session$elapse(400)
}

test_that("the road of the bake-off: columns, check, effects, ranking, plan, report and files", {
  on_server({
    session$setInputs(step = "data", title = "Ours", share = "", pasted = " ", read_pasted = 1)
    expect_match(html_of(output$problem), "nothing to read yet")
    expect_null(output$columns)
    expect_match(html_of(output$checked), "First bring a table")
    expect_match(html_of(output$test_words), "First bring a table")
    expect_match(html_of(output$consensus_words), "First bring a table")
    expect_match(html_of(output$report_part), "First bring a table")
    expect_error(output$code, "once a table has been read")
    rows <- bakeoff[1:4]
    text <- paste(c(paste(names(rows), collapse = "\t"), do.call(paste, c(rows, sep = "\t"))), collapse = "\n")
    session$setInputs(pasted = text, read_pasted = 2)
    session$elapse(400)
    expect_null(output$problem)
    form <- html_of(output$columns)
    expect_match(form, "72 rows and 4 columns")
    expect_match(form, "<option value=\"contestant\" selected>", fixed = TRUE)

    # Not before everything is answered.
    session$setInputs(form = "long", item = "", confirm = 1)
    expect_match(output$open_questions, "Which column names the items?", fixed = TRUE)
    expect_null(app$made$x)
    confirm_guess(session, app)
    expect_identical(output$open_questions, "")
    expect_identical(app$state$choices$evaluator, "judge")
    x <- evaluations(bakeoff, judge, contestant, position, points, score_scale("range", 0, 100))
    expect_identical(as.data.frame(app$made$x$value), as.data.frame(x))
    expect_match(html_of(output$checked), "6 judges, 12 items and 72 scores were read.", fixed = TRUE)
    expect_match(html_of(output$checked), "<td>Amara</td>", fixed = TRUE)

    expect_match(html_of(output$test_words), "Scores depend on the order")
    expect_match(html_of(output$test_words), "Do later contestants get more or less?", fixed = TRUE)
    expect_match(html_of(output$effect_words), "How large is each effect")
    expect_match(html_of(output$effect_picture), "effects_plot")
    expect_match(html_of(output$test_picture), "test_plot")
    for (picture in list(output$test_plot, output$effects_plot, output$panel_plot)) {
      expect_match(picture$src, "^data:image/png")
      expect_gt(nchar(picture$alt), 10)
      expect_equal(picture$height, 372)
    }

    panel <- app$made$panel$value
    expect_match(html_of(output$consensus_words), panel_winner(panel, app_wording(x)), fixed = TRUE)
    expect_match(html_of(output$panel_picture), "panel_plot")
    places <- function() lengths(regmatches(html_of(output$consensus), gregexpr("<tr>", html_of(output$consensus))))
    expect_equal(places(), 13)
    before <- html_of(output$consensus)
    session$setInputs(share = "0.95")
    shared <- ranking_table(panel_rows(best_ranking(panel, share_places = 0.95)), panel$level, app_wording(x))
    expect_match(html_of(output$consensus), html_rows(shared, names(shared)), fixed = TRUE)
    # Anything else than the page offers is as the model has it.
    session$setInputs(share = "0.123; stop()")
    expect_identical(html_of(output$consensus), before)

    expect_match(html_of(output$judge_choice), "<option value=\"Amara\" selected>Amara</option>", fixed = TRUE)
    expect_error(output$judge_part, class = "shiny.silent.error")
    session$setInputs(judge = "Nobody")
    expect_error(output$judge_part, class = "shiny.silent.error")
    session$setInputs(judge = "Amara")
    expect_match(html_of(output$judge_part), "By Amara", fixed = TRUE)
    expect_match(html_of(output$without_part), "Does the result depend on one judge?", fixed = TRUE)

    session$setInputs(plan_items = "one\ntwo\n\nthree", plan_judges = "", plan_seed = 1)
    expect_error(output$plan, "at least two items and one judge")
    session$setInputs(plan_judges = paste0("=J", 1:14, collapse = "\n"))
    expect_match(html_of(output$plan), "the first 12 of 14 judges")
    planned <- utils::read.csv(output$plan_file, check.names = FALSE)
    expect_identical(names(planned), c("Turn", paste0("'=J", 1:14)))
    for (orders in planned[-1]) expect_setequal(orders, c("one", "two", "three"))
    session$setInputs(plan_seed = 0.5)
    expect_error(output$plan, "whole number")

    expect_match(output$code, "data <- read_scores(\"pasted.csv\")", fixed = TRUE)
    expect_no_match(output$code, "leave_out")
    expect_no_match(output$code, "report_rankings")
    session$setInputs(share = "0.8")
    expect_match(output$code, "best_ranking(panel, share_places = 0.8)", fixed = TRUE)
    expect_identical(paste(readLines(output$code_file), collapse = "\n"), output$code)
    expect_identical(readLines(output$table_file), strsplit(text, "\n")[[1]])
  })
})

test_that("a judge is left out, and the report is written, where they are asked for", {
  skip_if_not_installed("rmarkdown")
  skip_if_not(rmarkdown::pandoc_available("1.14"), "pandoc is not installed")
  on_server({
    session$setInputs(step = "data", title = " \n", share = "", example = "fete", read_example = 1)
    confirm_guess(session, app)
    session$setInputs(leave_out = 1)
    session$elapse(400)
    expect_match(html_of(output$without_part), "Who wins without each judge", fixed = TRUE)
    expect_match(output$code, "without <- leave_out(panel)", fixed = TRUE)
    expect_match(html_of(output$report_part), "Write the report", fixed = TRUE)
    expect_no_match(html_of(output$report_part), "Download the report", fixed = TRUE)
    session$setInputs(make_report = 1)
    session$elapse(400)
    expect_match(html_of(output$report_part), "Download the report", fixed = TRUE)
    expect_match(output$code, "title = \"Ranking report\"", fixed = TRUE)
    expect_match(paste(readLines(output$report_file), collapse = " "), "Honey cake", fixed = TRUE)
  })
})

test_that("files come in, are refused with a reason, and a saved contest comes back", {
  skip_if_not_installed("jsonlite")
  folder <- withr::local_tempdir()
  upload <- function(session, name, lines) {
    path <- tempfile(tmpdir = folder)
    writeLines(lines, path)
    session$setInputs(upload = data.frame(name = name, datapath = path))
    session$elapse(400)
  }
  saved <- file.path(folder, "saved")
  on_server({
    upload(session, "picture.exe", "MZ")
    expect_match(html_of(output$problem), "no table that can be read")
    upload(session, "no.seqjudge", "{}")
    expect_match(html_of(output$problem), "no saved contest")
    if (rlang::is_installed("readxl")) {
      upload(session, "odd.xls", "no Excel at all")
      expect_match(html_of(output$columns), "This table cannot be read")
    }
    upload(session, "../../My Contest.csv", c("Name,Order,Ann,Ben", "a,1,7,8", "b,2,x,5", "c,3,4,4"))
    expect_identical(app$state$file, "My Contest.csv")
    expect_null(output$problem)
    confirm_guess(session, app, form = "wide", item = "Name", position = "Order", evaluators = c("Ann", "Ben"))
    expect_match(html_of(output$problem), "cannot be read so.*line 3")
    expect_match(html_of(output$checked), "First bring a table")
    # Rows that are no numbers are no row of the table, and are told.
    session$setInputs(drop_rows = "three", confirm = 2)
    session$elapse(400)
    expect_match(html_of(output$problem), "drop_rows")
    expect_no_match(html_of(output$problem), "line 3")
    session$setInputs(drop_rows = "3", renumber = TRUE, title = "Saved <b>", confirm = 3)
    session$elapse(400)
    expect_null(output$problem)
    expect_match(html_of(output$checked), "2 judges, 2 items and 4 scores", fixed = TRUE)
    file.copy(output$state_file, saved)
  })
  on_server({
    session$setInputs(upload = data.frame(name = "My Contest.seqjudge", datapath = saved))
    session$elapse(400)
    expect_identical(app$state$pending$evaluators, c("Ann", "Ben"))
    expect_identical(app$state$pending$drop_rows, 3L)
    expect_match(html_of(output$columns), "3 rows and 4 columns", fixed = TRUE)
  })
})

test_that("nothing of the last contest is left when another table comes", {
  on_server({
    session$setInputs(step = "data", share = "", title = "", example = "fete", read_example = 1)
    confirm_guess(session, app)
    expect_true(is_plain_example(app))
    files <- list.files(app$folder, "^step-")
    expect_true(all(paste0("step-", c("x", "panel", "judges", "effects"), ".rds") %in% files))
    session$setInputs(pasted = "Name\tAnn\tBen\na\t1\t2\nb\t3\t4", read_pasted = 1)
    session$elapse(400)
    expect_setequal(list.files(app$folder, "^step-"), paste0("step-", c("data", "guess"), ".rds"))
    for (step in c("x", "panel", "judges", "effects", "test")) expect_null(app$made[[step]])
    expect_match(html_of(output$checked), "First bring a table")
    confirm_guess(session, app)
    expect_match(html_of(output$checked), "2 judges, 2 items and 4 scores", fixed = TRUE)
    # The address says nothing of a table of one's own.
    expect_false(is_plain_example(app))
  })
})

test_that("own orders of the judges are columns of their own", {
  on_server({
    session$setInputs(pasted = "who\tA\tB\toA\toB\nx\t1\t2\t1\t2\ny\t3\t4\t2\t1", read_pasted = 1)
    session$elapse(400)
    do.call(session$setInputs, utils::modifyList(answers(app_choices("pasted.csv")), list(
      form = "wide", item = "who", position = own_orders, positions = c("oA", "oB"), evaluators = c("A", "B"),
      round = ""
    )))
    session$setInputs(confirm = 1)
    session$elapse(400)
    x <- app$made$x$value
    expect_identical(x$item[x$evaluator == "B"], c("y", "x"))
  })
})

test_that("a table that is too long, or was given, or does not want a panel, is said so", {
  on_server({
    app$made$data <- list(value = data.frame(a = seq_len(50001)), notes = character())
    app$made$guess <- list(value = NULL)
    session$flushReact()
    expect_match(html_of(output$columns), "too long")
  })
  on_server(given = bakeoff[1:4], {
    session$elapse(400)
    expect_identical(app$state$file, "table.csv")
    expect_match(html_of(output$columns), "72 rows and 4 columns", fixed = TRUE)
    app$made$panel <- list(error = "No panel.", notes = character())
    app$made$x <- list(value = NULL, error = NULL)
    session$flushReact()
    expect_match(html_of(output$consensus_words), "No panel.", fixed = TRUE)
  })
  one <- as_evaluations(c(a = 0.2, b = 0.7, c = 0.4))
  on_server(given = one, {
    session$elapse(400)
    expect_identical(app$state$pending$upper, 1)
    confirm_guess(session, app, item = "item", evaluator = "evaluator", score = "score", position = "position")
    # Nobody can be left out.
    expect_null(output$without_part)
    # A test that had too little to go on has no picture.
    if (all(is.na(tidy(app$made$test$value)$p_value))) expect_error(output$test_picture, class = "shiny.silent.error")
  })
})

test_that("while the work goes on the page says which, and it can be cancelled, lost and begun anew", {
  worker <- worker_by_hand()
  on_server(worker = function(folder) worker, {
    said <- list()
    unlockBinding("sendCustomMessage", session)
    session$sendCustomMessage <- function(type, message) said[[length(said) + 1]] <<- message
    session$setInputs(cancel = 1)
    expect_equal(worker$cancelled, 0)
    session$setInputs(example = "no such example", read_example = 1)
    expect_null(app$state$job)
    session$setInputs(example = "fete", read_example = 2)
    expect_named(worker$asked, c("data", "guess"))
    session$elapse(200)
    expect_identical(said[[length(said)]]$label, "Reading the table")
    # The worker notes down where it is; what it has not been asked for is not believed.
    writeLines("guess", file.path(app$folder, "doing"))
    session$elapse(200)
    expect_identical(said[[length(said)]]$label, "Looking at the columns")
    writeLines("panel", file.path(app$folder, "doing"))
    session$elapse(200)
    expect_identical(said[[length(said)]]$label, "Reading the table")
    # Another table ends the work on the first.
    session$setInputs(example = "bakeoff", read_example = 3)
    expect_equal(worker$cancelled, 1)
    session$setInputs(cancel = 2)
    expect_equal(worker$cancelled, 2)
    expect_match(html_of(output$problem), "Cancelled")
    expect_null(said[[length(said)]]$label)
    session$setInputs(read_example = 4)
    expect_null(output$problem)
    worker$state <- "lost"
    session$elapse(200)
    expect_match(html_of(output$problem), "ended unexpectedly")
    expect_null(app$state$job)
    folder <- app$folder
    expect_true(dir.exists(folder))
    session$close()
    expect_true(worker$closed)
    expect_false(dir.exists(folder))
  })
})

test_that("a bookmark opens an example in its step, but not over a table that was given", {
  on_server({
    session$setInputs(step = "data", share = "0.8")
    follow_bookmark(app, list(step = "ranking", example = "fete", share = "0.8"), NULL)
    expect_false(is_plain_example(app))
    session$elapse(400)
    expect_match(html_of(output$checked), "3 judges, 8 items", fixed = TRUE)
    expect_true(is_plain_example(app))
    # It has been followed, once.
    expect_null(app$state$bookmark)
    choices <- app$state$choices
    choices$upper <- 12
    app$state$choices <- choices
    expect_false(is_plain_example(app))
  })
  on_server(given = bakeoff[1:4], {
    session$elapse(400)
    follow_bookmark(app, list(step = "plan", example = "fete", share = NULL), bakeoff)
    session$elapse(400)
    expect_identical(app$state$file, "table.csv")
    expect_null(app$state$bookmark)
  })
})

test_that("an example of a bookmark that cannot be read is tried once", {
  asked <- list()
  worker <- function(folder) {
    worker <- worker_at_once(folder)
    run <- worker$run
    worker$run <- function(folder, calls) {
      asked[[length(asked) + 1]] <<- names(calls)
      if ("x" %in% names(calls)) calls$x <- quote(stop("No luck."))
      run(folder, calls)
    }
    worker
  }
  on_server(worker = worker, {
    follow_bookmark(app, list(step = "ranking", example = "fete", share = NULL), NULL)
    for (tick in 1:5) session$elapse(400)
    expect_match(html_of(output$problem), "No luck.", fixed = TRUE)
    expect_null(app$state$bookmark)
  })
  expect_length(asked, 2)
  expect_identical(asked[[1]], c("data", "guess"))
})
