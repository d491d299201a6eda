#' Tables for print
#'
#' The table that belongs in a document: places with their intervals, chances and moves, or the estimates of a fit, with
#' headings in words and sensible digits. Handed on to the package that you write with.
#'
#' @param x A result of [rank_panel()], [rank_items()], [rank_posterior()], [rank_distribution()], [fit_prior()],
#'   [fit_order_effects()], [test_order_effect()] or [compare_rankings()]; or any data frame.
#' @param to String: `"kable"` for [knitr::kable()], `"tinytable"` or `"flextable"` for the packages of these names, or
#'   `"data.frame"` for the table itself.
#' @param n Whole number: at most so many rows; `NULL` for all.
#' @param words Named strings: your own words for `evaluator` and `item`, as in [report_rankings()]; `NULL` for the
#'   plain ones.
#' @param ... Passed to `knitr::kable()`, to `tt()` of tinytable or to `flextable::flextable()`.
#' @inheritParams report_rankings
#' @return What the package makes of it. As a data frame, all columns hold text but those with whole numbers.
#' @family reports
#' @examplesIf rlang::is_installed("knitr")
#' scores <- rbind(Ada = c(0.42, 0.62, 0.75, 0.86, 0.28), Bo = c(0.55, 0.70, 0.78, 0.80, 0.36))
#' x <- as_evaluations(scores, items = c("Pia", "Quinn", "Rafi", "Sven", "Tara"), order = "random")
#' panel <- rank_panel(x, prior = 1, noise = 0.1)
#' format_table(panel)
#' format_table(panel, to = "data.frame", words = c(item = "candidate"))
#' @export
format_table <- function(x, to = c("kable", "tinytable", "flextable", "data.frame"), n = NULL, words = NULL,
                         language = c("en", "de", "fr", "es"), ...) {
  call <- rlang::current_env()
  to <- check_choice(to, c("kable", "tinytable", "flextable", "data.frame"), "to")
  language <- check_choice(language, c("en", "de", "fr", "es"), "language")
  if (!is.null(n)) n <- check_integer(n, "n", call)
  data <- printed_table(x, report_wording(words, language, call), call)
  if (!is.null(n)) data <- utils::head(data, n)
  if (to == "data.frame") {
    return(data)
  }
  package <- if (to == "kable") "knitr" else to
  check_installed(package, call)
  switch(to,
    kable = knitr::kable(data, row.names = FALSE, ...),
    tinytable = getExportedValue("tinytable", "tt")(data, ...),
    flextable = getExportedValue("flextable", "flextable")(data, ...)
  )
}

# Columns under their headings.
printed_table <- function(x, words, call) {
  if (inherits(x, "seqjudge_panel")) {
    rows <- panel_rows(x)
    return(printed_places(rows, x$level, words))
  }
  if (inherits(x, c("seqjudge_posterior", "seqjudge_ranking", "seqjudge_rank_distribution"))) {
    rows <- tidy(x)
    return(printed_places(rows[!is.na(rows$place), ], x$level %||% 0.95, words))
  }
  if (inherits(x, "seqjudge_object") && !inherits(x, "seqjudge_evaluations")) x <- tidy(x)
  if (!is.data.frame(x)) {
    stop_type("{.arg x} must be a result of this package or a data frame, not {describe_type(x)}.", "x", call)
  }
  x <- as.data.frame(x)
  x[] <- lapply(x, printed_column)
  stats::setNames(x, vapply(names(x), heading_of, "", words = words, USE.NAMES = FALSE))
}

# Places of any object: what is not known of it has no column.
printed_places <- function(rows, level, words) {
  columns <- list(
    evaluator = if (length(unique(rows$evaluator)) > 1) rows$evaluator,
    place = rows$place, item = rows$item,
    interval = if (!is.null(rows$conf.low) && !all(is.na(rows$conf.low))) {
      ifelse(
        rows$conf.low == rows$conf.high, format(rows$conf.low, trim = TRUE),
        paste(rows$conf.low, words$say("to"), rows$conf.high)
      )
    },
    p_best = if (!is.null(rows$p_best) && !all(is.na(rows$p_best))) {
      words$chance(rows$p_best)
    },
    raw_place = rows$induced_place,
    moved = if (!is.null(rows$induced_place)) format_moves(rows$induced_place - rows$place)
  )
  columns <- columns[lengths(columns) > 0 | nrow(rows) == 0 & !vapply(columns, is.null, logical(1))]
  data <- as.data.frame(columns)
  heading <- c(
    evaluator = words$title("evaluator"), place = words$say("place"), item = words$title("item"),
    interval = words$say("interval", words$percent(format_level(level))), p_best = words$say("p_best"),
    raw_place = words$say("raw_place"), moved = words$say("moved")
  )
  unnumbered(stats::setNames(data, heading[names(columns)]))
}

# Three significant digits, without a train of zeros.
printed_column <- function(column) {
  if (!is.double(column)) {
    return(if (is.character(column)) ifelse(is.na(column), "", column) else column)
  }
  if (!anyNA(column) && all(column == round(column))) {
    return(column)
  }
  ifelse(is.na(column), "", formatC(column, digits = 3, format = "fg"))
}

heading_of <- function(name, words) {
  switch(name,
    evaluator = , item = words$title(name),
    p_value = , p.value = words$say("p_value"),
    conf.low = "Lower end", conf.high = "Upper end",
    capitalise(gsub("[._]", " ", name))
  )
}
