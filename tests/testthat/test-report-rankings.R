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
  html <- gsub("<(style|script)[^>]*>.*?</\\1>", "", html, perl = TRUE)
  text <- gsub("<[^>]+>", " ", html)
  for (entity in list(c("&lt;", "<"), c("&gt;", ">"), c("&quot;", "\""), c("&amp;", "&"))) {
    text <- gsub(entity[1], entity[2], text, fixed = TRUE)
  }
  gsub("[[:space:]]+", " ", text)
}

test_that("the report for one evaluator tells places, intervals and pairs as rank_posterior() does", {
  skip_without_pandoc()
  file <- withr::local_tempfile(fileext = ".html")
  amara <- bakeoff_evaluations()["Amara"]
  expect_identical(report_rankings(amara, file, prior = 0, title = "Bake-off <1> & *more*"), file)
  text <- report_text(file)
  expect_match(text, "Bake-off <1> & *more*", fixed = TRUE)
  # By hand: Ingrid is the first by raw scores and the seventh in Amara's corrected order (see the first vignette).
  expect_match(text, "7 Ingrid 5 to 8 1.0 \u22126", fixed = TRUE)
  expect_match(text, "given, not found from the scores: prior size 0", fixed = TRUE)
  expect_match(text, "There are only 12 scores", fixed = TRUE)
  expect_match(text, "cannot be tested", fixed = TRUE)
})

test_that("the report says where the fit and the tests without a model disagree", {
  verdict <- function(p_fit, ...) {
    fit <- list(test = if (!is.null(p_fit)) c(statistic = 1, p_value = p_fit), level = 0.95)
    report_verdict(list(fit = fit, tests = data.frame(p_value = c(...))))
  }
  expect_null(verdict(NULL, 0.5, 0.5))
  expect_match(verdict(0.2, 0.01, NA), "do not call for a correction")
  expect_match(verdict(0.0001, 0.01, 0.2), "p < 0.001 against no correction.* by a test .*p = 0.010")
  expect_match(verdict(0.01, 0.78, 0.074), "does not see one \\(p = 0.780\\). So the case")
  expect_match(verdict(0.01, NA, NA), "cannot be made here")
})

test_that("the report for several evaluators has the mean places of all", {
  skip_without_pandoc()
  file <- withr::local_tempfile(fileext = ".html")
  x <- bakeoff_evaluations()
  experience <- c(Amara = 0, Bruno = 2, Ines = 5, Kofi = 10, Lena = 30, Milo = 1000)
  report_rankings(x, file, prior = experience)
  text <- report_text(file)
  expect_match(text, "All evaluators together", fixed = TRUE)
  expect_match(text, "6 evaluators scored 12 items, one after another (72 scores in all)", fixed = TRUE)
  # Katya is the best by every judge's corrected scores.
  expect_match(text, "1 Katya 1.00 1.25", fixed = TRUE)
})

test_that("a report stands alone, can be made again, and nothing else is written", {
  skip_without_pandoc()
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
  expect_true(all(grepl("\"(data:|#|https://doi.org)", sources)))
})

test_that("names are shown as they are, whatever is in them", {
  skip_without_pandoc()
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
  skip_without_pandoc()
  file <- withr::local_tempfile(fileext = ".html")
  gaps <- bakeoff_evaluations()[c("Amara", "Milo")]
  gaps$score[c(2, 5, 20)] <- NA
  report_rankings(gaps, file, draws = 50)
  expect_match(report_text(file), "seen but not scored have no place here: 3 in all", fixed = TRUE)
  expect_no_match(report_text(file), "All evaluators together", fixed = TRUE)
  two <- as_evaluations(c(Ada = 0.4, Bo = 0.7))
  report_rankings(two, file, draws = 50, overwrite = TRUE)
  expect_match(report_text(file), "Ada", fixed = TRUE)
  x <- bakeoff_evaluations()
  report_rankings(x, file, prior = fit_prior(x, pooled = "partial"), draws = 50, overwrite = TRUE)
  expect_match(report_text(file), "Prior size if one for all: 5", fixed = TRUE)
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
    report_rankings(amara, "new.html", title = NA)
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
