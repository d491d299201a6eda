# Nothing that an argument may be given makes a function fail with an error of R's own, warn about what it did not
# understand, or hang: see helper-hostile.R. Here a sample, and every kind that was found; `make fuzz-r` runs them all.

fine <- c("value", "error of ours", "stopped")

test_that("every exported function has a valid call to start from", {
  calls <- hostile_calls()
  expect_identical(setdiff(getNamespaceExports("seqjudge"), c(names(calls), names(hostile_skipped))), character())
  # And it is valid: otherwise nothing would be tested.
  calls$crowd_experiment <- NULL
  # What these are valid with.
  needs <- list(convert_rankings = "BayesMallows", seqjudge_app = c("shiny", "bslib", "callr"))
  calls[names(needs)[!vapply(needs, rlang::is_installed, NA)]] <- NULL
  outcome <- vapply(setdiff(names(calls), "report_rankings"), function(name) {
    hostile_outcome(name, calls, length(calls[[name]]), calls[[name]][[length(calls[[name]])]])
  }, "")
  expect_identical(outcome[outcome != "value"], outcome[0])
})

test_that("a sample of hostile inputs gives values or errors of ours", {
  skip_on_cran()
  withr::local_dir(withr::local_tempdir())
  calls <- hostile_calls()
  # Its child process would take most of the time.
  calls$report_rankings <- NULL
  values <- hostile_values()
  tried <- hostile_table(calls, values)
  tried <- withr::with_seed(1, tried[sample.int(nrow(tried), 150), ])
  outcome <- vapply(seq_len(nrow(tried)), function(k) {
    hostile_outcome(tried$call[k], calls, tried$argument[k], values[[tried$value[k]]]())
  }, "")
  bad <- which(!outcome %in% fine)
  expect_identical(paste(tried$call, tried$argument, tried$value, outcome)[bad], character())
})

# What was found by it -------------------------------------------------------------------------------------------------

test_that("kinds of input that once failed with an error of R", {
  o <- hostile_objects()
  ours <- function(expr) expect_error(expr, class = "seqjudge_error")
  # The class of an object without what belongs to it.
  ours(rank_items(structure(list(), class = c("seqjudge_evaluations", "data.frame"))))
  # Functions of the user's that fail.
  fails <- function(...) stop("no idea")
  for (f in list(fails, function() 1)) {
    ours(simulate_evaluations(3, model = f))
    ours(simulate_evaluations(3, noise = f))
    ours(score_model(f, 3))
    ours(response_loss(f, 3))
  }
  error <- tryCatch(score_model(fails, 3), error = identity)
  expect_s3_class(error, "seqjudge_error_function")
  expect_identical(conditionMessage(error$parent), "no idea")
  # Rows that are not there.
  ours(confint(o$posterior, "nobody"))
  ours(confint(o$posterior, list()))
  ours(confint(o$fit, "noise"))
  expect_identical(rownames(confint(o$posterior, c("Bob:a", "Ann:b"))), c("Bob:a", "Ann:b"))
  # How many rows to print.
  for (n in list(NA, -1, "3", c(1, 2), list(list()), factor(character()))) {
    ours(print(o$posterior, n = n))
    ours(print(o$fit, n = n))
  }
  expect_output(print(o$posterior, n = Inf), "Bob")
  # Methods of update(), and evaluators of a picture.
  ours(update(o$ranking, method = c(0.2, NaN)))
  ours(update(o$ranking, method = NULL))
  ours(ggplot2::autoplot(o$ranking, evaluators = integer()))
  ours(ggplot2::autoplot(o$posterior, evaluators = factor(character())))
  # Names that are no text.
  bytes <- "\xff\xfe"
  Encoding(bytes) <- "bytes"
  ours(as_evaluations(c(0.1, 0.2), items = c("a", bytes)))
  ours(insert(insertion_stream(0), 0.5, evaluator = bytes))
  for (path in c(bytes, "a\xffb")) {
    ours(crowd_experiment("existence", path))
    ours(report_rankings(o$judged, path))
  }
  # Code as a value is not run.
  ours(update(o$ranking, prior = quote(stop("evaluated"))))
  ours(update(o$ranking, ties = quote(stop("evaluated"))))
  # More than there is memory for.
  ours(risk_bounds(.Machine$integer.max, 0.1))
  ours(optimal_scores(.Machine$integer.max))
  ours(response_loss(function(t, r) r / (t + 1), .Machine$integer.max))
  ours(score_model(function(t, r) r / (t + 1), .Machine$integer.max))
  # A matrix where a vector is meant.
  ours(panel_baselines(o$judged, methods = matrix(c("mean", "mean"), 1)))
  ours(simulate_evaluations(3, evaluators = matrix(c("a", "b"), 1)))
  ours(evaluations(
    data.frame(who = 1, what = 1:2, score = c(0.2, 0.4), a = 1, b = 2), who, what,
    score = score, scale = score_scale("identity"), keep = matrix(c("a", "b"), 1)
  ))
  # No evaluators.
  model <- score_model(function(t, r) r / (t + 1), 3)
  expect_identical(insertion_ranking(matrix(0, 0, 3), model = model), matrix(0L, 0, 3))
  # Noise that is next to none.
  ours(rank_panel(o$judged, prior = 1, noise = 5e-324))
})
