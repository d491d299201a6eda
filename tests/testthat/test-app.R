# What is on the screen, in a real browser. SEQJUDGE_SCREENSHOTS names a folder for pictures of it.

withr::defer(stop_app(), teardown_env())

as_pasted <- function(data) {
  paste(c(paste(names(data), collapse = "\t"), do.call(paste, c(data, sep = "\t"))), collapse = "\n")
}

confirm <- function(app) {
  app$click("#confirm")
  app$wait("document.querySelector('.tab-pane.active').dataset.value == 'check'")
}

test_that("what seqjudge_app() cannot begin with is refused", {
  for (package in c("shiny", "bslib", "callr")) skip_if_not_installed(package)
  expect_s3_class(seqjudge_app(), "shiny.appobj")
  expect_s3_class(seqjudge_app(bakeoff), "shiny.appobj")
  expect_error(seqjudge_app(1), class = "seqjudge_error_type")
  expect_error(seqjudge_app("nowhere.csv"), class = "seqjudge_error_value")
  expect_error(seqjudge_app(data.frame(a = I(list(1)))), class = "seqjudge_error_type")
  x <- as_evaluations(c(1, 2, 3), scale = score_scale("bins", 3))
  expect_error(seqjudge_app(x), class = "seqjudge_error_value")
})

test_that("the page has a step for each question, and keeps nothing in the user's folders", {
  for (package in c("shiny", "bslib", "callr", "htmltools")) skip_if_not_installed(package)
  home <- withr::local_tempdir()
  withr::local_envvar(HOME = home, R_USER_CACHE_DIR = file.path(home, "cache"))
  withr::local_options(sass.cache = NULL, shiny.maxRequestSize = NULL)
  # As runApp() does it.
  seqjudge_app()$onStart()
  page <- htmltools::renderTags(app_page())
  for (step in app_steps) expect_match(page$html, paste0("[1-6]\\. ", step))
  expect_match(page$html, "Nothing leaves this machine", fixed = TRUE)
  expect_identical(list.files(home, all.files = TRUE, no.. = TRUE), character())
})

test_that("the whole road, from a pasted bake-off to the report", {
  skip_unless_browser()
  app <- open_app()
  withr::defer(app$close())
  snap(app, "data")
  expect_match(app$text("main"), "Bring the table of scores")
  app$set("pasted", as_pasted(bakeoff[1:4]))
  app$click("#read_pasted")
  app$shows("72 rows and 4 columns")
  expect_equal(app$run("document.getElementById('item').value"), "contestant")
  expect_equal(app$run("document.getElementById('upper').value"), "100")
  snap(app, "columns")
  confirm(app)
  app$shows("6 judges, 12 items and 72 scores were read", "#read")
  app$step("ranking")
  app$shows("Winner: Katya", "#winner", 60)
  expect_equal(app$run("document.querySelectorAll('#consensus tbody tr').length"), 12)
  app$wait("!!document.querySelector('#panel_plot img')")
  app$wait("!!document.querySelector('#judge')", 60)
  snap(app, "ranking")
  app$step("effects")
  app$shows("Scores depend on the order", "#verdict")
  app$wait("document.getElementById('job').hidden", 60)
  app$wait("!!document.querySelector('#effects_plot img') && !!document.querySelector('#test_plot img')")
  expect_true(app$run("[...document.querySelectorAll('.picture img')].every(i => i.alt.length > 10)"))
  snap(app, "effects")
  app$step("plan")
  app$wait("document.querySelectorAll('#plan tbody tr').length == 12")
  expect_equal(app$run("document.querySelectorAll('#plan th').length"), 7)
  app$step("report")
  app$shows("rank_panel(x, seed = 1)", "#code")
  expect_match(app$text("#code"), "evaluator = \"judge\"", fixed = TRUE)
  snap(app, "report")
  skip_if_not(rlang::is_installed("rmarkdown") && rmarkdown::pandoc_available("1.14"), "pandoc is not installed")
  app$click("#make_report")
  app$wait("!!document.querySelector('#report_file')", 90)
})

test_that("a file on a phone, by an example in the dark, and a saved contest", {
  skip_unless_browser()
  app <- open_app(390, 844, dark = TRUE)
  withr::defer(app$close())
  app$upload(system.file("extdata", "village-fete.csv", package = "seqjudge"))
  app$shows("9 rows and 5 columns")
  expect_equal(app$run("document.getElementById('drop_rows').value"), "10")
  confirm(app)
  app$shows("3 judges, 8 items and 23 scores were read; 1 without a score", "#read")
  app$step("ranking")
  app$shows("Winner: Honey cake", "#winner", 60)
  expect_equal(app$run("document.documentElement.dataset.bsTheme"), "dark")
  expect_lte(app$run("document.documentElement.scrollWidth"), 391)
  app$wait("!!document.querySelector('#panel_plot img') && document.querySelectorAll('table').length > 2", 60)
  app$wait("document.getElementById('job').hidden", 60)
  snap(app, "phone-ranking")
  app$step("effects")
  app$shows("say so in the step Data", "#verdict", 60)

  app$step("data")
  app$set("example", "hackathon")
  app$click("#read_example")
  app$shows("6 rows and 7 columns")
  # Nothing of the last contest is left.
  expect_false(app$run("document.body.textContent.includes('Honey cake (chance')"))
  confirm(app)
  app$shows("2 judges, 3 items and 6 scores", "#read")
  expect_match(app$text("#checked"), "mean of 3 criteria")
  app$step("ranking")
  app$shows("Winner: Cook Book", "#winner", 60)

  folder <- withr::local_tempdir()
  file <- basename(write_example("fete", folder))
  choices <- choices_of_guess(guess_columns(file.path(folder, file)), file)
  choices$upper <- 12
  save_state(file.path(folder, "fete.seqjudge"), folder, choices, "Our fete")
  app$step("data")
  app$upload(file.path(folder, "fete.seqjudge"))
  app$shows("9 rows and 5 columns")
  expect_equal(app$run("document.getElementById('upper').value"), "12")
  expect_equal(app$run("document.getElementById('title').value"), "Our fete")
})

test_that("hostile files get a message, and the app lives on", {
  skip_unless_browser()
  app <- open_app()
  withr::defer(app$close())
  folder <- withr::local_tempdir()
  path <- function(name) file.path(folder, name)
  bad <- "<img src=x onerror='window.hacked=1'>"
  rows <- c("Name,Order,Ann,Ben", paste0("\"", bad, "\",1,5,6"), "\"=1+1\",2,7,8", "b,3,4,4", "c,4,9,x")
  writeLines(rows, path("bad.csv"))
  app$upload(path("bad.csv"))
  app$shows("4 rows and 4 columns")
  app$click("input[name=form][value=wide]")
  app$run(
    "['Ann', 'Ben'].forEach(n => {
       var box = document.querySelector('input[name=evaluators][value=' + n + ']');
       box.checked || box.click();
     })"
  )
  app$click("#confirm")
  app$shows("line 5", "#problem")
  app$set("drop_rows", "5")
  # Shiny waits a little before it sends what was typed.
  Sys.sleep(1)
  confirm(app)
  app$step("ranking")
  app$wait("!!document.querySelector('#winner')", 60)
  expect_true(app$run("document.body.innerText.includes('onerror') && window.hacked === undefined"))
  expect_equal(app$run("document.querySelectorAll('#consensus img').length"), 0)

  app$step("data")
  writeBin(as.raw(c(0x50, 0x4b, 3, 4, 0, 0, 1:50)), path("broken.xlsx"))
  app$upload(path("broken.xlsx"))
  app$wait("/damaged|readxl/.test(document.getElementById('problem').innerText)")
  writeLines(c("a,b", rep("1,2", 50001)), path("long.csv"))
  app$upload(path("long.csv"))
  app$shows("too long", "#problem")
  writeBin(raw(6e6), path("large.csv"))
  app$upload(path("large.csv"))
  app$shows("at most 5 MB", "#upload-refused")
  app$click("#read_example")
  app$shows("72 rows and 4 columns")
})

test_that("long work can be cancelled, and two sessions do not mix", {
  skip_unless_browser()
  one <- open_app()
  two <- open_app()
  withr::defer(one$close())
  withr::defer(two$close())
  one$click("#read_example")
  two$set("example", "fete")
  two$click("#read_example")
  one$shows("72 rows and 4 columns")
  two$shows("9 rows and 5 columns")
  confirm(one)
  confirm(two)
  one$step("ranking")
  one$shows("Winner: Katya", "#winner", 60)
  one$click("#leave_out")
  one$shows("Leaving out each judge", "#job")
  one$click("#cancel")
  one$shows("Cancelled", "#problem")
  expect_true(one$run("document.getElementById('job').hidden"))
  expect_match(one$text("#winner"), "Winner: Katya")
  expect_no_match(one$text("body"), "Without each judge")
  two$step("ranking")
  two$shows("Winner: Honey cake", "#winner", 60)
  two$step("report")
  two$shows("village-fete.csv", "#code")
  expect_no_match(two$text("body"), "Katya")
})

test_that("all of it can be done by keyboard, and focus goes where the work goes on", {
  skip_unless_browser()
  app <- open_app()
  withr::defer(app$close())
  press <- function(key, code) {
    text <- if (key == "Enter") "\r"
    app$tab$Input$dispatchKeyEvent("keyDown", key = key, code = key, windowsVirtualKeyCode = code, text = text)
    app$tab$Input$dispatchKeyEvent("keyUp", key = key, code = key, windowsVirtualKeyCode = code)
  }
  focused <- function() {
    app$run("(e => e.id || e.dataset.value || e.tagName + ' ' + e.innerText)(document.activeElement)")
  }
  # Presses Tab until `id` has the focus; says what had it on the way.
  tab_to <- function(id, most = 60) {
    seen <- character()
    while (length(seen) < most && !id %in% seen) {
      press("Tab", 9)
      seen <- c(seen, focused())
    }
    seen
  }
  seen <- tab_to("read_example")
  # The way is that of the eye, and everything that can be used is on it.
  way <- c("theme", "data", "pasted", "read_pasted", "upload", "example", "read_example")
  expect_identical(seen[seen %in% way], way)
  press("Enter", 13)
  app$shows("72 rows and 4 columns")
  app$wait("document.activeElement.innerText == 'What was read'")
  expect_true("confirm" %in% tab_to("confirm"))
  press("Enter", 13)
  app$wait("document.querySelector('.tab-pane.active').dataset.value == 'check'")
  app$wait("document.activeElement.tagName == 'H2' && document.activeElement.innerText == 'Check'")
})

test_that("the address leads back to a step and an example, and holds nothing of a table of one's own", {
  skip_unless_browser()
  app <- open_app(query = "?step=ranking&example=fete&share=0.8")
  withr::defer(app$close())
  app$shows("Honey cake", "#winner", 60)
  app$wait("document.querySelector('.tab-pane.active').dataset.value == 'ranking'")
  expect_equal(app$run("document.getElementById('share').value"), "0.8")
  app$wait("location.search == '?step=ranking&example=fete&share=0.8'")
  app$step("data")
  app$set("pasted", as_pasted(bakeoff[1:4]))
  app$click("#read_pasted")
  app$shows("72 rows and 4 columns")
  confirm(app)
  app$wait("location.search == '?step=check'")
})

test_that("the page answers while 100 judges and 200 items are ranked", {
  skip_unless_browser()
  app <- open_app()
  withr::defer(app$close())
  who <- rep(sprintf("J%03d", 1:100), each = 200)
  turn <- rep(1:200, 100)
  # Orders that differ by a shift, and scores that are told apart easily.
  what <- (turn + match(who, unique(who)) * 7) %% 200
  file <- withr::local_tempfile(fileext = ".csv")
  score <- (what * 37 + turn) %% 101
  utils::write.csv(data.frame(Judge = who, Entry = sprintf("E%03d", what), Turn = turn, Score = score), file)
  app$upload(file)
  app$shows("20,000 rows")
  app$click("#confirm")
  app$wait("document.querySelector('.tab-pane.active').dataset.value == 'check'", 60)
  app$shows("100 judges, 200 items and 20,000 scores were read", "#read")
  app$step("plan")
  app$wait("document.querySelectorAll('#plan tbody tr').length == 200")
  app$set("plan_items", "one\ntwo\nthree")
  app$set("plan_judges", "Ann\nBen")
  app$wait("document.querySelectorAll('#plan tbody tr').length == 3")
  # The answer came while the ranking was still being made.
  expect_false(app$run("document.getElementById('job').hidden"))
  expect_equal(app$run("document.querySelectorAll('#winner').length"), 0)
  app$click("#cancel")
  app$shows("Cancelled", "#problem")
})
