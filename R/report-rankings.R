#' A report for the organiser, in one call
#'
#' Writes one file that tells an organiser, who need not know R, what the scores say once the order of presentation is
#' taken into account. It opens with the answer: the winner and the chance of that, or who is too close to call; which
#' effects of the order were found; and whether correcting matters. Then come the ranking with intervals, the scores,
#' the tests, what is known of each evaluator, which cases to look at again, and what to be careful about.
#'
#' Where there are several evaluators the ranking is that of [rank_panel()], which takes missing scores and evaluators
#' who saw some of the items as they come; for one evaluator it is that of [rank_posterior()]. The report also rests on
#' [find_winner()], [test_order_effect()], [fit_prior()] and [find_conflicts()], and says nothing that these do not.
#' Without `prior`, what is corrected is what [rank_panel()] and [rank_items()] would correct; where the scores do not
#' speak for an effect of the order, or the order may have been arranged, the answer says so.
#'
#' An HTML file holds its pictures, can be read on a phone and printed, follows a dark screen, and is made by R alone. A
#' Word file takes the package rmarkdown and the program pandoc, which comes with RStudio; a PDF file takes a browser
#' (Chromium or Chrome), or pandoc with LaTeX. The same data, arguments and versions of R and its packages give the same
#' HTML file, byte by byte: it holds no date. It is made in a temporary folder, and nothing but `file` is written.
#'
#' Headings, the answer and the columns of the tables are in the `language` asked for; explanations are in English.
#'
#' @inheritParams seqjudge-arguments
#' @param file String: the file to write. Its ending says what kind: `.html`, `.docx` for Word, or `.pdf`.
#' @param prior The prior size, as in [rank_panel()]; `NULL` to infer it, with its uncertainty counted in.
#' @param title String: the heading; `NULL` for that of the language.
#' @param words Named strings: your own words for `evaluator` and `item`, such as `c(evaluator = "judge", item =
#'   "contestant")`; the plurals may be given as `evaluators` and `items`. `NULL` for those of your table: a report in
#'   English calls them as the columns are called that [evaluations()] or [as_evaluations()] took them from, where that
#'   is one plain word in the singular, such as `Judge` or `baker`; otherwise `"evaluator"` and `"item"`.
#' @param language String: `"en"`, `"de"`, `"fr"` or `"es"`.
#' @param names String: `"full"`, or `"initials"` for the initials of evaluators and items (see [anonymise()]).
#' @param level Number between 0 and 1: the level of the intervals, and of the fit where there is none in `prior`.
#' @param draws Whole number from 1: how many rankings to draw, for the panel and for each evaluator.
#' @param seed Whole number from 0: governs the draws and the permutation tests. R's own generator is left as it was.
#' @param overwrite `TRUE` to replace an existing `file`.
#' @param quiet `FALSE` to see what pandoc has to say.
#' @return The path of the file, invisibly. Errors have the class `seqjudge_error_package` where rmarkdown is missing,
#'   `seqjudge_error_pandoc` where pandoc is or cannot make the file, and `seqjudge_error_file` where `file` exists or
#'   cannot be written.
#' @seealso [rank_panel()], [rank_items()], [rank_posterior()] and [compare_rankings()] for the same in R, and
#'   `vignette("should-i-correct")` for what to do with it.
#' @template paper
#' @family reports
#' @examples
#' scale <- score_scale("range", 0, 100, meaning = "shares")
#' x <- evaluations(bakeoff, judge, contestant, position, points, scale)
#' file <- tempfile(fileext = ".html")
#' report_rankings(x["Amara"], file, title = "Bake-off: the ranking of Amara", draws = 500)
#' # browseURL(file)
#' file.size(file) > 0
#'
#' # The picture below the ranking in it: places with their intervals, beside those by raw scores.
#' autoplot(rank_posterior(x["Amara"], draws = 500, seed = 1))
#' @export
report_rankings <- function(x, file, prior = NULL, title = NULL, words = NULL, language = c("en", "de", "fr", "es"),
                            level = 0.95, draws = 4000, seed = 1, overwrite = FALSE, quiet = TRUE,
                            names = c("full", "initials"), ...) {
  call <- check_no_more(list(...), rlang::current_env())
  check_evaluations(x, call)
  if (!is.null(title)) check_title(title, call)
  language <- check_choice(language, c("en", "de", "fr", "es"), "language")
  wording <- report_wording(words %||% if (language == "en") attr(x, "words"), language, call)
  check_flag(overwrite, "overwrite")
  check_flag(quiet, "quiet")
  level <- check_level(level, call)
  check_integer(draws, "draws", call)
  check_integer(seed, "seed", call, from = 0)
  file <- check_report_file(if (missing(file)) NULL else file, overwrite, call)
  check_reportable(x, call)
  if (check_choice(names, c("full", "initials"), "names") == "initials") {
    short <- under_initials(x, prior, call)
    x <- short$x
    prior <- short$prior
  }
  if (needs_pandoc(report_kind(file))) check_pandoc(call)
  # What the messages say is in the report.
  report <- suppressMessages(
    with_seed(seed, report_contents(x, prior, level, draws, seed)),
    classes = c("seqjudge_message_unscored", "seqjudge_message_prior", "seqjudge_message_order")
  )
  report$title <- title %||% wording$say("title")
  report$wording <- wording
  folder <- tempfile("report")
  on.exit(unlink(folder, recursive = TRUE))
  made <- write_report(report, folder, report_kind(file), quiet, call)
  if (!file.copy(made, file, overwrite = overwrite)) stop_report_file("{.file {file}} cannot be written to.", call)
  invisible(file)
}

# What the report tells ----------------------------------------------------------------------------------------------

report_contents <- function(x, prior, level, draws, seed) {
  fit <- if (is_prior_fit(prior)) prior else fit_prior(x, level = level)
  decision <- if (is.null(prior)) report_decision(x, fit)
  posterior <- rank_posterior(x, prior = prior %||% report_prior(x, fit, decision), draws = draws)
  rows <- tidy(posterior, level = level)
  rows <- rows[!is.na(rows$place), ]
  # Nothing is corrected that should not be.
  if (isFALSE(decision$correct)) rows$place <- rows$induced_place
  rows <- rows[order(match(rows$evaluator, evaluator_names(x)), rows$place), ]
  rows$moved <- rows$induced_place - rows$place
  several <- length(evaluator_names(x)) > 1
  panel <- if (several) report_panel(x, prior, level, draws, seed)
  ranking <- if (several) panel_rows(panel) else rows
  list(
    evaluations = x, fit = fit, posterior = posterior, panel = panel, rows = rows, ranking = ranking, level = level,
    seed = seed, decision = decision, overall = if (several) panel_decision(panel) else decision,
    given = !is.null(prior) && !is_prior_fit(prior),
    sizes_known = is_prior_fit(prior) && (several || !posterior$uncertain),
    winner = report_winner(panel %||% posterior, ranking),
    test = test_order_effect(x), pairs = find_conflicts(posterior), misfit = spread_misfit(fit)
  )
}

# Chains that have not settled are spoken of in the report.
report_panel <- function(x, prior, level, draws, seed) {
  withCallingHandlers(
    rank_panel(
      x,
      prior = prior, level = level, iterations = max(ceiling(draws / 4), 10), seed = seed, progress = FALSE
    ),
    seqjudge_warning_mixing = function(w) rlang::cnd_muffle(w)
  )
}

# The consensus, the best first, beside the places by mean raw score.
panel_rows <- function(panel) {
  rows <- tidy(panel)
  rows$induced_place <- mean_score_places(panel, rows$item)
  rows$moved <- rows$induced_place - rows$place
  rows
}

# What the panel decided by itself: NULL where sizes were given, or are inferred along with the ranking.
panel_decision <- function(panel) {
  x <- panel$evaluations
  panel$decision %||% if (is.null(panel$settings$prior) && !order_is_random(x)) order_decision(x)
}

# Who is first in the table must be among those who are named.
report_winner <- function(result, ranking) {
  winner <- find_winner(result)
  first <- ranking$item[ranking$place == min(ranking$place)]
  if (all(first %in% winner$items)) {
    return(winner)
  }
  also <- setdiff(first, winner$items)
  new_winner(FALSE, c(winner$items, also), c(winner$chance, ranking$p_best[match(also, ranking$item)]))
}

# Is something corrected by default, and the sentence that says so.
report_decision <- function(x, fit) {
  why <- why_uncorrected(x)
  if (!is.null(why)) {
    return(list(correct = FALSE, sentence = why))
  }
  if (is_marks(x)) {
    return(order_decision(x))
  }
  correct <- isTRUE(calls_for_correction(fit))
  sentence <- "Nothing is corrected: the scores do not rule out that no correction is needed."
  list(correct = correct, sentence = if (!correct) sentence)
}

# What the posterior rests on. An order that may have been arranged tells nothing about prior sizes.
report_prior <- function(x, fit, decision) if (is_marks(x)) NULL else if (order_is_random(x)) fit else Inf

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
  # Of all kinds together.
  p <- report$test$global$p_value
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
    if (report$sizes_known) {
      paste(
        "Prior sizes were taken from a fit as if they were known:",
        "the intervals of the ranking do not count in what it leaves open."
      )
    },
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
    if (unscored > 0) {
      paste("Seen but not scored:", count_of(unscored, "time"), "in all. These count for nothing but the positions.")
    },
    if (!is.null(report$panel) && isTRUE(glance(report$panel)$rhat > 1.05)) {
      "The computation has not settled: places and chances may be off. Ask for more draws."
    }
  )
}

# Checks -------------------------------------------------------------------------------------------------------------

check_title <- function(title, call) {
  if (!rlang::is_string(title) || !nzchar(title)) {
    stop_type("{.arg title} must be a string, not {describe_type(title)}.", "title", call)
  }
}

check_report_file <- function(file, overwrite, call) {
  if (!is_path(file)) stop_type("{.arg file} must be a string, the name of the file to write.", "file", call)
  file <- path.expand(file)
  if (dir.exists(file)) stop_report_file("{.arg file} must be the name of a file; {.file {file}} is a folder.", call)
  if (is.na(report_kind(file))) {
    stop_report_file("{.arg file} must end in {.val .html}, {.val .docx} or {.val .pdf}, not {.file {file}}.", call)
  }
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

needs_pandoc <- function(kind) kind == "docx" || (kind == "pdf" && !nzchar(find_browser()))

report_kind <- function(file) {
  kinds <- c(html = "html", htm = "html", docx = "docx", pdf = "pdf")
  unname(kinds[tolower(tools::file_ext(file))])
}

check_pandoc <- function(call, version = "1.14") {
  check_installed("rmarkdown", call)
  if (!rmarkdown::pandoc_available(version)) {
    abort_seqjudge(
      c(
        "A report of this kind needs the program pandoc, version {version} or later.",
        i = "An HTML file needs no other program.",
        i = "Pandoc comes with RStudio; see {.url https://pandoc.org}."
      ),
      "seqjudge_error_pandoc", NULL, call
    )
  }
}
