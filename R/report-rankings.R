#' A report for the organiser, in one call
#'
#' Writes one HTML file that tells an organiser, who need not know R, what the scores say once the order of presentation
#' is taken into account: the data, whether there is an order effect, how much experience the evaluators seem to bring
#' along and whether the model fits, every ranking with intervals, who moves, which pairs to look at again, and what to
#' be careful about. Pictures are part of the file, so that it can be sent by mail or printed.
#'
#' The report rests on [test_order_effect()], [fit_prior()], [rank_posterior()] and [find_conflicts()], and says
#' nothing that these do not. Rankings are those with the smallest expected footrule distance; see [best_ranking()].
#' Without `prior`, what is corrected is what [rank_items()] would correct: where the scores do not speak for an effect
#' of the order, or the order may have been arranged, places are those of the raw scores, and the report opens with the
#' sentence that says so. Where all evaluators scored the same items, the mean of their corrected places is set beside
#' that of the raw places.
#'
#' The same data, arguments and versions of R and its packages give the same file, byte by byte: it holds no date. It is
#' made in a temporary folder, and nothing but `file` is written. Making it takes the package rmarkdown and the program
#' pandoc, which comes with RStudio.
#'
#' @inheritParams seqjudge-arguments
#' @param file String: the HTML file to write.
#' @param prior The prior size, as in [rank_posterior()]; `NULL` to fit one size for all, with its uncertainty counted
#'   in.
#' @param title String: the heading.
#' @param level Number between 0 and 1: the level of the intervals, and of the fit where there is none in `prior`.
#' @param seed Whole number from 0: governs the draws and the permutation tests. R's own generator is left as it was.
#' @param overwrite `TRUE` to replace an existing `file`.
#' @param quiet `FALSE` to see what pandoc and knitr have to say.
#' @return The path of the file, invisibly. Errors have the class `seqjudge_error_package` where rmarkdown is missing,
#'   `seqjudge_error_pandoc` where pandoc is, and `seqjudge_error_file` where `file` exists or cannot be written.
#' @seealso [rank_items()], [rank_posterior()] and [compare_rankings()] for the same in R, and
#'   `vignette("should-i-correct")` for what to do with it.
#' @template paper
#' @family reports
#' @examplesIf rlang::is_installed("rmarkdown") && rmarkdown::pandoc_available("1.14")
#' x <- evaluations(bakeoff, judge, contestant, position, points, score_scale("range", 0, 100))
#' file <- tempfile(fileext = ".html")
#' report_rankings(x["Amara"], file, title = "Bake-off: the ranking of Amara")
#' # browseURL(file)
#' file.size(file) > 0
#' @export
report_rankings <- function(x, file, prior = NULL, title = "Ranking report", level = 0.95, draws = 4000, seed = 1,
                            overwrite = FALSE, quiet = TRUE, ...) {
  call <- check_no_more(list(...), rlang::current_env())
  check_evaluations(x, call)
  check_title(title, call)
  check_flag(overwrite, "overwrite")
  check_flag(quiet, "quiet")
  level <- check_level(level, call)
  check_integer(draws, "draws", call)
  check_integer(seed, "seed", call, from = 0)
  file <- check_report_file(if (missing(file)) NULL else file, overwrite, call)
  check_reportable(x, call)
  check_installed("rmarkdown", call)
  check_pandoc(call)
  # What the messages say is in the report.
  report <- suppressMessages(
    with_seed(seed, report_contents(x, prior, level, draws, title, seed)),
    classes = c("seqjudge_message_unscored", "seqjudge_message_prior", "seqjudge_message_order")
  )
  made <- render_report(report, quiet)
  on.exit(unlink(dirname(made), recursive = TRUE))
  if (!file.copy(made, file, overwrite = overwrite)) stop_report_file("{.file {file}} cannot be written to.", call)
  invisible(file)
}

# Everything is copied into a folder of its own: rmarkdown writes beside its source.
render_report <- function(report, quiet) {
  folder <- tempfile("report")
  dir.create(folder)
  source <- system.file("report", package = "seqjudge", mustWork = TRUE)
  file.copy(list.files(source, full.names = TRUE), folder)
  heading <- file.path(folder, "heading.html")
  writeLines(enc2utf8(paste0("<h1 class=\"title\">", escape_html(report$title), "</h1>")), heading, useBytes = TRUE)
  format <- rmarkdown::html_document(
    theme = NULL, highlight = NULL, mathjax = NULL, css = file.path(folder, "report.css"), toc = TRUE, toc_depth = 2,
    includes = rmarkdown::includes(before_body = heading),
    pandoc_args = c("--metadata", paste0("pagetitle=", report$title), "--metadata", "lang=en-GB")
  )
  rmarkdown::render(
    file.path(folder, "report.Rmd"), format,
    output_file = "report.html", output_dir = folder, intermediates_dir = folder, knit_root_dir = folder,
    envir = rlang::env(asNamespace("seqjudge"), report = report), quiet = quiet
  )
}

# What the report tells ----------------------------------------------------------------------------------------------

report_contents <- function(x, prior, level, draws, title, seed) {
  fit <- if (inherits(prior, "seqjudge_prior_fit")) prior else fit_prior(x, level = level)
  decision <- if (is.null(prior)) report_decision(x, fit)
  posterior <- rank_posterior(x, prior = prior %||% report_prior(x, fit, decision), draws = draws)
  rows <- tidy(posterior, level = level)
  rows <- rows[!is.na(rows$place), ]
  # Nothing is corrected that should not be.
  if (isFALSE(decision$correct)) rows$place <- rows$induced_place
  rows <- rows[order(match(rows$evaluator, evaluator_names(x)), rows$place), ]
  rows$moved <- rows$induced_place - rows$place
  list(
    title = title, evaluations = x, fit = fit, posterior = posterior, rows = rows, level = level, seed = seed,
    decision = decision,
    given = !is.null(prior) && !inherits(prior, "seqjudge_prior_fit"),
    tests = report_tests(x), together = places_together(x, rows),
    pairs = find_conflicts(posterior), misfit = spread_misfit(fit)
  )
}

# Is something corrected by default, and the sentence that says so.
report_decision <- function(x, fit) {
  if (is_marks(x) || !order_is_random(x)) {
    decision <- order_decision(x)
    decision$sentence <- cli::ansi_strip(cli::format_inline(decision$sentence))
    return(decision)
  }
  correct <- sum(!is.na(x$score)) >= 10 && isTRUE(calls_for_correction(fit))
  sentence <- "Nothing is corrected: the scores do not rule out that no correction is needed."
  list(correct = correct, sentence = if (!correct) sentence)
}

# What the posterior rests on. An order that may have been arranged tells nothing about prior sizes.
report_prior <- function(x, fit, decision) if (is_marks(x)) NULL else if (order_is_random(x)) fit else Inf

# All kinds of effects together, and each by itself, as far as the data allow.
report_tests <- function(x) {
  test <- test_order_effect(x)
  lines <- tidy(test)
  tested <- !is.na(lines$p_value)
  questions <- c(
    drift = "Do later items get more or less?",
    start = "Do the first items stand out?",
    serial = "Does a score follow the one before?",
    neighbour = "Does the item before make a difference?",
    discrimination = "Are late items told apart better than early ones?",
    spread = "Do an evaluator's scores spread out with position?"
  )
  data.frame(
    question = c("Is there any effect of the order?", unname(questions[lines$effect])),
    statistic = c(
      if (any(tested)) paste("largest", signif(glance(test)$statistic, 2)) else "-",
      ifelse(tested, paste(lines$direction, signif(lines$statistic, 2)), "-")
    ),
    p_value = c(glance(test)$p_value, lines$p_value)
  )
}

# The mean place of each item over evaluators, by raw scores and corrected, the best first; NULL unless there are
# several evaluators and all have scored the same items, without which means of places say little.
places_together <- function(x, rows) {
  evaluators <- length(evaluator_names(x))
  seen <- table(rows$item)
  if (evaluators < 2 || length(seen) == 0 || any(seen != evaluators)) {
    return(NULL)
  }
  mean_of <- function(place) vapply(split(place, rows$item), mean, numeric(1))
  raw <- mean_of(rows$induced_place)
  corrected <- mean_of(rows$place)
  table <- data.frame(
    place = rank(corrected), item = names(corrected), mean_place = unname(corrected), raw_mean = unname(raw),
    induced_place = rank(raw), row.names = NULL
  )
  table[order(table$place, table$induced_place), ]
}

# At how many positions does the spread of the scores lie more than two standard errors from that of the fitted model?
spread_misfit <- function(fit) {
  known <- fit$spread[is.finite(fit$spread$se) & fit$spread$se > 0, ]
  c(off = sum(abs(known$sd - known$fitted) > 2 * known$se), positions = nrow(known))
}

# "Nothing to correct" must be as visible as a correction.
calls_for_correction <- function(fit) {
  if (is.null(fit$test)) NA else is_ruled_out(fit$test[["p_value"]], 1 - fit$level)
}

# What the fit says of "no correction", set beside the tests that need no model of the evaluators. The two may disagree,
# and then the reader must know.
report_verdict <- function(report) {
  if (isFALSE(report$decision$correct)) {
    return(report$decision$sentence)
  }
  needed <- calls_for_correction(report$fit)
  if (is.na(needed)) {
    return(NULL)
  }
  if (!needed) {
    return("The scores do not call for a correction. They agree with evaluators who treat early and late items alike.")
  }
  fitted <- prose_p(report$fit$test[["p_value"]])
  # The first is that of all kinds together.
  p <- report$tests$p_value[1]
  if (isTRUE(p < 0.05)) {
    return(paste0(
      "The scores speak for an order effect: by the fitted model (", fitted, " against no correction) and by a test ",
      "that needs no model (", prose_p(p), ")."
    ))
  }
  tests <- if (is.na(p)) "cannot be made here" else paste0("does not see one (", prose_p(p), ")")
  paste0(
    "The fitted model speaks for an order effect (", fitted, " against no correction). The test that needs no model ",
    tests, ". So the case for a correction rests on the model, and deserves a second look."
  )
}

# Sentences that depend on the data, each said only where it applies.
report_cautions <- function(report) {
  x <- report$evaluations
  fit <- report$fit
  unscored <- sum(is.na(x$score))
  several <- length(evaluator_names(x)) > 1
  share <- report$misfit[["off"]] / max(report$misfit[["positions"]], 1)
  c(
    if (report$given) "The prior size was given, not fitted: the report is as good as that number.",
    if (isFALSE(calls_for_correction(fit))) {
      "The scores do not rule out that no correction is needed. Doing nothing is then the smaller risk."
    },
    if (fit$nobs < 50) {
      paste("There are only", fit$nobs, "scores. That is little to tell a prior size from; the intervals show it.")
    },
    if (share > 0.2) {
      "The spread of the scores does not follow the fitted model at many positions. The order may have been arranged, or
      the scale may not fit. Do not correct before that is understood."
    },
    if (several && same_sequences(x) == "order") {
      "All evaluators saw the items in the same order. A strong or weak start of the field then looks like an order
      effect, and agreement between evaluators does not help to tell them apart."
    },
    if (attr(x, "scale")$type == "percentile") {
      "Scores were read as percentiles of each evaluator, which hides most of the spread that the fit lives on."
    },
    if (unscored > 0) paste("Items that were seen but not scored have no place here:", unscored, "in all.")
  )
}

# HTML ---------------------------------------------------------------------------------------------------------------

# Names come from the user: pandoc must neither read them as markup nor as HTML.
escape_html <- function(text) {
  text <- gsub("&", "&amp;", text, fixed = TRUE)
  text <- gsub("<", "&lt;", text, fixed = TRUE)
  text <- gsub(">", "&gt;", text, fixed = TRUE)
  gsub("`", "&#96;", gsub("\"", "&quot;", text, fixed = TRUE), fixed = TRUE)
}

raw_html <- function(...) knitr::asis_output(paste0("\n```{=html}\n", paste0(..., collapse = "\n"), "\n```\n"))

report_prose <- function(...) raw_html("<p>", escape_html(paste0(...)), "</p>")

report_list <- function(items) {
  if (length(items) > 0) raw_html("<ul>", paste0("<li>", escape_html(items), "</li>", collapse = "\n"), "</ul>")
}

report_table <- function(data, names) raw_html(table_html(data, names))

table_html <- function(data, names) {
  numeric <- vapply(data, is.numeric, logical(1))
  cells <- lapply(data, function(column) escape_html(format_cells(column)))
  align <- ifelse(numeric, " class=\"number\"", "")
  head <- paste0("<th", align, ">", escape_html(names), "</th>", collapse = "")
  body <- do.call(paste0, Map(function(cell, class) paste0("<td", class, ">", cell, "</td>"), cells, align))
  paste0(
    "<div class=\"table\"><table>\n<thead><tr>", head, "</tr></thead>\n<tbody>\n",
    paste0("<tr>", body, "</tr>", collapse = "\n"), "\n</tbody></table></div>"
  )
}

# Whole numbers as such, halves (ties) with one digit, everything else with two.
format_cells <- function(column) {
  if (!is.numeric(column)) {
    return(as.character(column))
  }
  digits <- if (all(column == round(column), na.rm = TRUE)) 0 else if (all(2 * column == round(2 * column))) 1 else 2
  formatted <- formatC(column, format = "f", digits = digits, big.mark = ",")
  ifelse(is.na(column), "-", trimws(formatted))
}

format_p <- function(p) ifelse(is.na(p), "cannot be tested", ifelse(p < 0.001, "< 0.001", sprintf("%.3f", p)))

prose_p <- function(p) ifelse(p < 0.001, "p < 0.001", sprintf("p = %.3f", p))

# The table of one evaluator: places with their intervals, beside those of the raw scores.
ranking_table <- function(rows) {
  span <- ifelse(rows$conf.low == rows$conf.high, rows$conf.low, paste(rows$conf.low, "to", rows$conf.high))
  data.frame(rows$place, rows$item, span, rows$induced_place, format_moves(rows$moved), sprintf("%.2f", rows$p_best))
}

ranking_columns <- function(level) {
  c("Place", "Item", paste0(100 * level, "% interval"), "By raw scores", "Moved", "P(best)")
}

# Up is good news: places gained have a plus.
format_moves <- function(moved) ifelse(moved == 0, "", paste0(ifelse(moved > 0, "+", "\u2212"), abs(moved)))

# Checks -------------------------------------------------------------------------------------------------------------

check_title <- function(title, call) {
  if (!rlang::is_string(title) || !nzchar(title)) {
    stop_type("{.arg title} must be a string, not {describe_type(title)}.", "title", call)
  }
}

check_report_file <- function(file, overwrite, call) {
  if (!is_path(file)) stop_type("{.arg file} must be a string, the name of the HTML file to write.", "file", call)
  file <- path.expand(file)
  if (dir.exists(file)) stop_report_file("{.arg file} must be the name of a file; {.file {file}} is a folder.", call)
  if (file.exists(file) && !overwrite) {
    stop_report_file(
      c("{.arg file} must not exist yet, but {.file {file}} does.", i = "Use {.code overwrite = TRUE} to replace it."),
      call
    )
  }
  if (!dir.exists(dirname(file))) {
    stop_report_file("{.arg file} must lie in a folder that exists; there is no {.file {dirname(file)}}.", call)
  }
  file
}

stop_report_file <- function(message, call) {
  stop_value(message, "file", call, NULL, "seqjudge_error_file", .envir = parent.frame())
}

check_reportable <- function(x, call) {
  if (sum(!is.na(x$score)) < 2) {
    stop_value("{.arg x} must hold at least two scores, not {sum(!is.na(x$score))}.", "x", call)
  }
}

check_pandoc <- function(call, version = "1.14") {
  if (!rmarkdown::pandoc_available(version)) {
    abort_seqjudge(
      c(
        "A report needs the program pandoc, version {version} or later.",
        i = "It comes with RStudio; see {.url https://pandoc.org}."
      ),
      "seqjudge_error_pandoc", NULL, call
    )
  }
}
