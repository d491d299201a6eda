#' The organiser's app: in the browser, no R to write
#'
#' Opens a page in the browser that leads from a table of scores to the ranking: paste it from a spreadsheet or upload
#' it, say what the columns are, look at what is odd, see whether the order mattered, who wins and how sure that is,
#' plan the next contest, and take a report home. It does what the functions of this package do, and shows the R code
#' that gives the same numbers. Nothing leaves the machine that it runs on.
#'
#' Columns are guessed as by [guess_columns()], and shown for you to confirm. The work is done in a second R process, so
#' that the page answers meanwhile and the work can be cancelled. Each visitor has a process, a folder and results of
#' their own; the folder is deleted when the page is closed. Files of more than 5 MB or 50,000 rows are refused. What a
#' table holds is shown as text and never run. *Save the contest to a file* keeps the table and all answers in a text
#' file, which the app opens again.
#'
#' The address of the page can be bookmarked. It holds the step that is open and, for an example contest, which one and
#' the setting of shared places. It never holds scores or names of your own: an address stays in the history of the
#' browser and in the logs of servers, so that a file is the one way to keep a contest.
#'
#' Above 5,000 scores the panel is ranked by the ratings model alone (see [rank_panel()]), since weighing it against the
#' other would take minutes; the code says so.
#'
#' The packages shiny, bslib and callr are needed; readxl for Excel files, rmarkdown and pandoc for the report.
#'
#' @param x `NULL` to begin with an empty page. Or what to begin with: the name of a file that [read_scores()] can read,
#'   a data frame that is a table as [as_evaluations()] takes them, or an [evaluations()] object with one scale of type
#'   `"range"` or `"identity"`.
#' @param ... Not used.
#' @return An object of class `shiny.appobj`. Printing it starts the app, and so does `shiny::runApp()`, to which the
#'   port and the address can be given.
#' @family reports
#' @examplesIf rlang::is_installed(c("shiny", "bslib", "callr"))
#' app <- seqjudge_app()
#' class(app)
#' if (interactive()) {
#'   seqjudge_app()
#'   seqjudge_app(bakeoff)
#' }
#'
#' # On a server of one's own:
#' # Rscript -e 'shiny::runApp(seqjudge::seqjudge_app(), port = 8080, host = "0.0.0.0")'
#' @export
seqjudge_app <- function(x = NULL, ...) {
  call <- check_no_more(list(...), rlang::current_env())
  for (package in c("shiny", "bslib", "callr")) check_installed(package, call)
  if (!is.null(x)) check_app_table(x, call)
  shiny::shinyApp(app_page, app_server(x), onStart = function() {
    # Somewhat more than the table itself, for saved contests. Style sheets are kept for as long as R runs.
    old <- options(shiny.maxRequestSize = 2 * app_limits$bytes, sass.cache = file.path(tempdir(), "sass"))
    shiny::onStop(function() options(old))
  })
}

check_app_table <- function(x, call) {
  if (is.character(x)) {
    check_score_file(x, call)
    refused <- refuse_file(x, x)
    if (!is.null(refused)) stop_value("{.arg x} cannot be opened. {refused}", "x", call)
  } else if (inherits(x, "seqjudge_evaluations")) {
    scale <- attr(x, "scale")
    if (!inherits(scale, "seqjudge_scale") || !scale$type %in% c("range", "identity")) {
      stop_value(
        "{.arg x} must have one scale of type {.val range} or {.val identity} for all evaluators.", "x", call
      )
    }
  } else if (!is.data.frame(x)) {
    stop_type("{.arg x} must be a data frame, evaluations or the name of a file, not {describe_type(x)}.", "x", call)
  } else {
    flat <- vapply(x, function(v) is.atomic(v) && length(dim(v)) < 2, NA)
    if (!all(flat)) {
      stop_type("{.arg x} must have one value in each cell, but {.val {names(x)[!flat]}} {?has/have} not.", "x", call)
    }
  }
}
