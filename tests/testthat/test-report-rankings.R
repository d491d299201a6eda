skip_without_pandoc <- function() {
  skip_if_not_installed("rmarkdown")
  skip_if_not(rmarkdown::pandoc_available("1.14"), "pandoc is absent: no report can be made")
}

bakeoff_evaluations <- function(...) {
  evaluations(bakeoff, judge, contestant, position, points, scale = bakeoff_shares, ...)
}

# The text that a reader sees.
report_text <- function(file) {
  html <- paste(readLines(file, encoding = "UTF-8"), collapse = "\n")
  html <- gsub("(?s)<(style|script)[^>]*>.*?</\\1>", "", html, perl = TRUE)
  text <- gsub("<[^>]+>", " ", html)
  for (entity in list(c("&lt;", "<"), c("&gt;", ">"), c("&quot;", "\""), c("&amp;", "&"))) {
    text <- gsub(entity[1], entity[2], text, fixed = TRUE)
  }
  gsub("[[:space:]]+", " ", text)
}

test_that("the report for one evaluator tells places, intervals and pairs as rank_posterior() does", {
  file <- withr::local_tempfile(fileext = ".html")
  amara <- bakeoff_evaluations()["Amara"]
  expect_identical(report_rankings(amara, file, prior = 0, title = "Bake-off <1> & *more*"), file)
  text <- report_text(file)
  expect_match(text, "Bake-off <1> & *more*", fixed = TRUE)
  # By hand: Ingrid is the first by raw scores and the seventh in Amara's corrected order (see the first vignette).
  expect_match(text, "7 Ingrid 5 to 8 [0-9]+% 1.0 \u22126")
  expect_match(text, "by the raw scores the first would be Ingrid", fixed = TRUE)
  expect_match(text, "prior size 0 (given)", fixed = TRUE)
  expect_match(text, "There are only 12 scores", fixed = TRUE)
  expect_match(text, "cannot be tested", fixed = TRUE)
})

test_that("the report says where the fit and the tests without a model disagree", {
  verdict <- function(p_fit, ...) {
    fit <- list(test = if (!is.null(p_fit)) c(statistic = 1, p_value = p_fit), level = 0.95)
    test <- structure(list(global = data.frame(p_value = c(...)[1])), class = "seqjudge_order_test")
    report_verdict(list(fit = fit, test = test))
  }
  expect_null(verdict(NULL, 0.5, 0.5))
  expect_match(verdict(0.2, 0.01, NA), "do not call for a correction")
  expect_match(verdict(0.0001, 0.01, 0.2), "p < 0.001 against no correction.* by a test .*p = 0.010")
  expect_match(verdict(0.01, 0.78, 0.074), "does not see one \\(p = 0.780\\). So the case")
  expect_match(verdict(0.01, NA, NA), "cannot be made here")
})

test_that("few shares, and those in an order that was arranged, are not corrected whatever the fit says", {
  decide <- function(x) report_decision(x, list(test = c(statistic = 9, p_value = 0.003), level = 0.95))
  expect_true(decide(bakeoff_evaluations())$correct)
  arranged <- decide(bakeoff_evaluations(order = "arranged"))
  expect_false(arranged$correct)
  expect_match(arranged$sentence, "the order was arranged", fixed = TRUE)
  few <- decide(as_evaluations(1:9 / 10))
  expect_false(few$correct)
  expect_match(few$sentence, "fewer than 10 scores", fixed = TRUE)
  expect_true(decide(as_evaluations(1:10 / 11))$correct)
})

test_that("where nothing is corrected places are those of the scores, whatever the fit would make of them", {
  for (seed in c(4, 8)) {
    x <- simulate_evaluations(12, prior_size = 4, noise = 0.12, seed = seed)
    x <- as_evaluations(stats::setNames(pmin(pmax(round(x$score, 2), 0), 1), letters[1:12]))
    contents <- suppressMessages(withr::with_seed(1, report_contents(x, NULL, 0.95, 300, 1)))
    expect_false(contents$decision$correct)
    fitted <- tidy(contents$posterior)
    expect_false(identical(fitted$place, fitted$induced_place))
    expect_identical(contents$rows$item, x$item[order(-x$score)])
    expect_equal(contents$rows$place, 1:12)
  }
})

test_that("a spread is off where it is more than two standard errors from that of the model", {
  spread <- data.frame(sd = 1, fitted = c(1.15, 1.25, 0.75, 2, 2), se = c(0.1, 0.1, 0.1, NA, 0))
  expect_identical(spread_misfit(list(spread = spread)), c(off = 2L, positions = 3L))
})

test_that("the report for several evaluators opens with the winner of the panel", {
  skip_on_cran()
  file <- withr::local_tempfile(fileext = ".html")
  x <- bakeoff_evaluations()
  experience <- c(Amara = 0, Bruno = 2, Ines = 5, Kofi = 10, Lena = 30, Milo = 1000)
  report_rankings(x, file, prior = experience, words = c(evaluator = "judge", item = "entry"), draws = 1000)
  text <- report_text(file)
  # Katya is the best in truth, and by every judge's corrected scores.
  expect_match(text, "^ ?Ranking report .{0,20}Ranking report Winner: Katya \\(chance above 99%\\)")
  expect_match(text, "6 judges scored 12 entries (72 scores)", fixed = TRUE)
  expect_match(text, "Judge Seen Scored", fixed = TRUE)
  expect_match(text, "earlier entries that a judge behaves as if having seen", fixed = TRUE)
  # The table is that of the panel, place by place.
  panel <- suppressWarnings(rank_panel(x, prior = experience, iterations = 250, seed = 1))
  places <- tidy(panel)
  at <- vapply(paste0(" ", places$place, " ", places$item, " "), regexpr, 1L, text, fixed = TRUE)
  expect_true(all(at > 0))
  expect_false(is.unsorted(at))
})

test_that("missing scores do not take the joint ranking away", {
  file <- withr::local_tempfile(fileext = ".html")
  x <- bakeoff_evaluations()
  x$score[c(2, 30, 31)] <- NA
  report_rankings(x, file, prior = 5, draws = 200)
  text <- report_text(file)
  expect_match(text, "Winner: Katya", fixed = TRUE)
  for (name in unique(x$item)) expect_match(text, paste0("[0-9.]+ ", name, " [0-9]"))
  expect_match(text, "Seen but not scored: 3 times in all", fixed = TRUE)
})

test_that("a close result is not called, and the first of the table is always named", {
  rows <- data.frame(item = c("a", "b", "c"), place = 1:3, p_best = c(0.2, 0.5, 0.3))
  found <- rank_distribution(cbind(c(a = 1, b = 3, c = 2), c(3, 1, 2), c(1, 3, 2), c(2, 3, 1)))
  expect_identical(report_winner(found, rows)[c("called", "items")], list(called = FALSE, items = c("b", "a")))
  say <- report_wording(NULL, "en", NULL)
  expect_identical(
    winner_sentence(new_winner(FALSE, c("A", "B"), c(0.5, 0.25)), say),
    "Too close to call: A (50%) or B (25%)"
  )
  expect_identical(
    winner_sentence(new_winner(TRUE, "A", 0.93), report_wording(NULL, "de", NULL)),
    "Gewinner: A (Wahrscheinlichkeit 93\u00a0%)"
  )
})

test_that("every language has every word, with the same gaps to fill", {
  all <- lapply(c("en", "de", "fr", "es"), report_strings)
  gaps <- function(strings) lengths(regmatches(strings, gregexpr("%s", strings, fixed = TRUE)))
  for (other in all[-1]) {
    expect_identical(names(other), names(all[[1]]))
    expect_true(all(nzchar(other)))
    expect_identical(gaps(other), gaps(all[[1]]))
  }
  expect_true(validUTF8(paste(unlist(all), collapse = "")))
})

test_that("reports in other languages have their headings, and the organiser's words", {
  skip_on_cran()
  file <- withr::local_tempfile(fileext = ".html")
  amara <- bakeoff_evaluations()["Amara"]
  heading <- c(de = "Die Rangfolge", fr = "Le classement", es = "La clasificaci\u00f3n")
  for (language in names(heading)) {
    report_rankings(amara, file, prior = 0, language = language, draws = 100, overwrite = TRUE)
    expect_match(report_text(file), heading[[language]], fixed = TRUE)
    expect_match(paste(readLines(file), collapse = ""), paste0("lang=\"", language, "\""), fixed = TRUE)
  }
  plural <- function(word, language = "en") plural_of(word, language)
  expect_identical(
    vapply(c("judge", "entry", "dish", "boy", "class"), plural, "", USE.NAMES = FALSE),
    c("judges", "entries", "dishes", "boys", "classes")
  )
})

test_that("the words of the table's columns are those of an English report", {
  file <- withr::local_tempfile(fileext = ".html")
  bakers <- stats::setNames(bakeoff[1:4], c("Taster", "Baker", "position", "points"))
  x <- evaluations(bakers, Taster, Baker, position, points, scale = bakeoff_shares)
  report_rankings(x, file, prior = 5, draws = 40)
  expect_match(report_text(file), "6 tasters scored 12 bakers (72 scores)", fixed = TRUE)
  report_rankings(x, file, prior = 5, draws = 40, words = c(item = "cake"), overwrite = TRUE)
  expect_match(report_text(file), "6 evaluators scored 12 cakes (72 scores)", fixed = TRUE)
  # The language of the columns need not be that of the report.
  report_rankings(x, file, prior = 5, draws = 40, language = "de", overwrite = TRUE)
  expect_no_match(report_text(file), "[Tt]aster|[Bb]aker")
})

test_that("tables of many rows are folded, none are cut", {
  skip_on_cran()
  set.seed(1)
  x <- as_evaluations(matrix(stats::runif(120), 3), items = sprintf("item %02d", 1:40), order = "random")
  blocks <- table_block(data.frame(1:40), "n")
  expect_length(blocks, 1)
  file <- withr::local_tempfile(fileext = ".html")
  suppressWarnings(report_rankings(x, file, prior = Inf, draws = 40))
  html <- paste(readLines(file), collapse = "\n")
  expect_match(html, "<details><summary>31\u201340</summary>")
  for (name in sprintf("item %02d", 1:40)) expect_match(html, name, fixed = TRUE)
})

test_that("base64 is what it should be", {
  code <- function(text) base64(charToRaw(text))
  # The examples of RFC 4648.
  expect_identical(
    vapply(c("f", "fo", "foo", "foob", "fooba", "foobar"), code, "", USE.NAMES = FALSE),
    c("Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy")
  )
})

test_that("Word and PDF files can be written where there are the programs", {
  amara <- bakeoff_evaluations()["Amara"]
  amara$item[1] <- "a|b *c* <i>"
  skip_without_pandoc()
  word <- withr::local_tempfile(fileext = ".docx")
  report_rankings(amara, word, prior = 0, draws = 100)
  rmarkdown::pandoc_convert(word, to = "plain", output = paste0(word, ".txt"), options = "--wrap=none")
  text <- paste(readLines(paste0(word, ".txt"), encoding = "UTF-8"), collapse = " ")
  expect_match(text, "a|b *c* <i>", fixed = TRUE)
  expect_match(text, "Katya", fixed = TRUE)
  skip_if_not(nzchar(find_browser()), "no browser: no PDF can be made")
  pdf <- withr::local_tempfile(fileext = ".pdf")
  report_rankings(amara, pdf, prior = 0, draws = 100)
  expect_identical(readBin(pdf, "raw", 4), charToRaw("%PDF"))
})

test_that("a browser makes the PDF from the page, and what fails leaves nothing behind", {
  skip_on_os("windows")
  skip_on_cran()
  folder <- withr::local_tempdir()
  # A browser that copies the page to where it is told to print.
  browser <- file.path(folder, "browser")
  writeLines(c(
    "#!/bin/sh", "for o in \"$@\"; do",
    "  case $o in --print-to-pdf=*) to=${o#*=};; file://*) page=${o#file://};; esac",
    "done",
    "echo $HOME >\"$(dirname \"$0\")/home\"", "cp \"$page\" \"$to\""
  ), browser)
  Sys.chmod(browser, "755")
  before <- list.files(tempdir())
  amara <- bakeoff_evaluations()["Amara"]
  pdf <- file.path(folder, "amara.pdf")
  withr::local_envvar(CHROMOTE_CHROME = browser)
  report_rankings(amara, pdf, prior = 0, draws = 20)
  # Folded tables are open on paper.
  page <- paste(readLines(pdf, encoding = "UTF-8"), collapse = "\n")
  expect_match(page, "Katya", fixed = TRUE)
  expect_no_match(page, "<details>", fixed = TRUE)
  expect_true(startsWith(readLines(file.path(folder, "home")), normalizePath(tempdir())))
  withr::local_envvar(CHROMOTE_CHROME = "/bin/false")
  expect_error(
    report_rankings(amara, pdf, prior = 0, draws = 20, overwrite = TRUE),
    class = "seqjudge_error_pandoc"
  )
  expect_identical(list.files(tempdir()), before)
})

test_that("a report stands alone, can be made again, and nothing else is written", {
  folder <- withr::local_tempdir()
  withr::local_dir(folder)
  amara <- bakeoff_evaluations()["Amara"]
  set.seed(5)
  before <- .Random.seed
  report_rankings(amara, "first.html", draws = 500)
  expect_identical(.Random.seed, before)
  report_rankings(amara, "second.html", draws = 500)
  expect_setequal(list.files(folder, all.files = TRUE, no.. = TRUE), c("first.html", "second.html"))
  expect_identical(unname(tools::md5sum("first.html")), unname(tools::md5sum("second.html")))
  html <- paste(readLines("first.html"), collapse = "\n")
  sources <- regmatches(html, gregexpr("(src|href)=\"[^\"]{1,60}", html))[[1]]
  expect_true(all(grepl("\"(data:|#)", sources)))
})

test_that("names are shown as they are, whatever is in them", {
  names <- c("a|b", "*c*", "<i>d</i>", "`r stop()`", "$e$", "&amp;")
  x <- evaluations(
    data.frame(who = "J & <co>", what = names, when = 1:6, score = c(0.5, 0.3, 0.75, 0.2, 0.6, 0.85)),
    who, what, when, score
  )
  file <- withr::local_tempfile(fileext = ".html")
  report_rankings(x, file, prior = 2, draws = 100)
  text <- report_text(file)
  for (name in c(names, "J & <co>")) expect_match(text, name, fixed = TRUE)
})

test_that("odd data make a report too: gaps, two scores, no order effect, a fit of one's own", {
  skip_on_cran()
  file <- withr::local_tempfile(fileext = ".html")
  gaps <- bakeoff_evaluations()[c("Amara", "Milo")]
  gaps$score[c(2, 5, 20)] <- NA
  report_rankings(gaps, file, draws = 50)
  expect_match(report_text(file), "Seen but not scored: 3 times", fixed = TRUE)
  two <- as_evaluations(c(Ada = 0.4, Bo = 0.7))
  report_rankings(two, file, draws = 50, overwrite = TRUE)
  expect_match(report_text(file), "Ada", fixed = TRUE)
  x <- bakeoff_evaluations()
  report_rankings(x, file, prior = fit_prior(x, pooled = "partial"), draws = 50, overwrite = TRUE)
  expect_match(report_text(file), "Prior size if one for all: 5", fixed = TRUE)
  expect_match(report_text(file), "taken from a fit as if they were known", fixed = TRUE)
  # The posterior of one evaluator counts in what a pooled fit leaves open, and so does a panel without a prior.
  report_rankings(x["Amara"], file, prior = fit_prior(x["Amara"]), draws = 50, overwrite = TRUE)
  expect_no_match(report_text(file), "as if they were known", fixed = TRUE)
  report_rankings(gaps, file, draws = 50, overwrite = TRUE)
  expect_no_match(report_text(file), "as if they were known", fixed = TRUE)
  calibrated <- matrix(stats::ppoints(30), 3)[, c(5, 9, 1, 7, 3, 10, 2, 6, 8, 4)]
  calibrated <- as_evaluations(calibrated, items = LETTERS[1:10])
  report_rankings(calibrated, file, draws = 50, overwrite = TRUE)
  expect_match(report_text(file), "same order", fixed = TRUE)
})

test_that("errors of report_rankings()", {
  amara <- bakeoff_evaluations()["Amara"]
  folder <- withr::local_tempdir()
  withr::local_dir(folder)
  writeLines("mine", "taken.html")
  expect_error(report_rankings(amara, "taken.html"), class = "seqjudge_error_file")
  expect_identical(readLines("taken.html"), "mine")
  expect_error(report_rankings(amara, "none/report.html"), class = "seqjudge_error_file")
  dir.create("folder")
  expect_error(report_rankings(amara, "folder"), class = "seqjudge_error_file")
  expect_snapshot(error = TRUE, {
    report_rankings(bakeoff, "new.html")
    report_rankings(amara)
    report_rankings(amara, 1)
    report_rankings(amara, "taken.html")
    report_rankings(amara, "none/report.html")
    report_rankings(amara, "folder")
    report_rankings(amara, "new.txt")
    report_rankings(amara, "new.html", title = NA)
    report_rankings(amara, "new.html", language = "it")
    report_rankings(amara, "new.html", words = "judge")
    report_rankings(amara, "new.html", words = c(judge = "Preisrichter"))
    report_rankings(amara, "new.html", level = 2)
    report_rankings(amara, "new.html", quiet = "no")
    report_rankings(as_evaluations(0.5), "new.html")
  })
})

test_that("without pandoc the error says so", {
  skip_if_not_installed("rmarkdown")
  # No machine has this version.
  expect_error(check_pandoc(NULL, "1000"), class = "seqjudge_error_pandoc")
  expect_snapshot(error = TRUE, check_pandoc(NULL, "1000"))
})

test_that("places gained have a plus, and halves are not counted as changes", {
  expect_identical(internal("format_moves")(c(1.5, -2, 0, NA)), c("+1.5", "\u22122", "", ""))
  report <- list(
    wording = internal("report_wording")(NULL, "en", NULL),
    ranking = data.frame(item = c("a", "b", "c"), place = 1:3, induced_place = c(1.5, 1.5, 4), moved = c(0.5, -1, 1))
  )
  line <- internal("matters_line")(report)
  expect_match(line, "the first would be a and b", fixed = TRUE)
  expect_match(line, "Places that change by one or more: 2 of 3.", fixed = TRUE)
})

test_that("one small p-value among several is not an effect", {
  report <- list(
    wording = internal("report_wording")(NULL, "en", NULL),
    test = list(effects = data.frame(p_value = c(0.04, 0.6)), global = list(p_value = 0.2))
  )
  expect_identical(internal("effects_line")(report), "No order effect found (p = 0.200).")
})

test_that("of a pair that was probably misjudged, the higher score comes first", {
  report <- list(
    wording = internal("report_wording")(NULL, "en", NULL), panel = list(),
    pairs = data.frame(
      evaluator = "Ann", item_1 = c("x", "y"), item_2 = c("y", "z"), score_1 = c(3, 9), score_2 = c(5, 4),
      probability = c(0.8, 0.6)
    )
  )
  tables <- Filter(function(block) block$kind == "table", internal("pairs_section")(report))
  table <- unname(as.list(tables[[1]]$data))
  expect_identical(table[2:5], list(c("y", "y"), c("x", "z"), c(5, 9), c(3, 4)))
})

test_that("a correction does not stand under the news that there is no effect", {
  line <- function(p_test, p_fit, correct = TRUE) {
    effects_line(list(
      wording = report_wording(NULL, "en", NULL), decision = list(correct = correct),
      fit = list(test = c(statistic = 1, p_value = p_fit), level = 0.95),
      test = list(global = data.frame(p_value = p_test), effects = data.frame(p_value = 0.5, note = NA))
    ))
  }
  expect_identical(line(0.85, 0.5, FALSE), "No order effect found (p = 0.850).")
  expect_identical(line(0.85, 0.5), "No order effect found (p = 0.850).")
  expect_identical(
    line(0.85, 0.02),
    "An order effect by the fitted model alone (p = 0.020): a test that needs no model sees none (p = 0.850)."
  )
  # Nothing is corrected in an order that may have been arranged, whatever the fit says.
  expect_identical(line(0.85, 0.02, FALSE), "No order effect found (p = 0.850).")
})
