#' Evaluations from spreadsheets, files, vectors and matrices
#'
#' Makes [evaluations()] from scores as people have them. A spreadsheet with items in rows and a column for each
#' evaluator goes in by one call, from a data frame or straight from a file: see Tables. A matrix has one evaluator per
#' row; what its columns are has to be said, because it cannot be told from the numbers.
#'
#' @section Tables:
#' `as_evaluations(data, item = Name, position = Order, evaluators = c(Ann, Ben, Cleo))` reads a table with items in
#' rows, the running order in a column, and the scores of each evaluator in a column. Columns are named bare or as
#' strings, several also by `Ann:Cleo`, `-c(Name, Order)` or `starts_with("Judge")`. `position = "row order"` says that
#' the rows are in order. Where evaluators had orders of their own, `position` is as many columns as `evaluators`: each
#' belongs to the evaluator whose name it has in its own, as `"Ann order"` does, or else they stand in the same order.
#'
#' `as_evaluations("contest.csv", ...)` reads the file first, as [read_scores()] does. A table with a row for each score
#' goes in with `evaluator` and `score` in place of `evaluators`. [guess_columns()] tells which columns seem to be
#' which.
#'
#' Positions must run 1, 2, 3, ... With `renumber = TRUE` they may be whatever tells the order: start numbers with gaps,
#' times such as `"9:30"`, or dates with times. Times are those of a clock with 24 hours, unless all say am or pm; where
#' the rows go by time and the clock starts anew, as from 12:15 to 1:05, they stop with an error. With `round` positions
#' start again in each round.
#'
#' Text that is a number counts as one, also with a comma for a decimal point. Blank rows are left out, and a message
#' says so. An empty cell, or a dash, is an item that was seen but not scored, unless `blank = "unseen"`; a row or, with
#' orders of their own, a cell that has neither position nor score was not seen. Any other text, a row or column of
#' totals, a column of scores that has another role as well, judges in the place of items, and ranks in the place of
#' scores stop with an error that names the row (as it is numbered in the file) and what to do; `drop_rows` leaves rows
#' out, and `strict = FALSE` lets pass what only looks like a mistake.
#'
#' Marks for several criteria may come in columns of their own (`criteria = c(taste, look)`, with a row for each
#' evaluator and item), in rows of their own (`criterion = Criterion`), or in a column for each evaluator and criterion,
#' as in `"Ann: taste"` (`split = ": "`). They are combined to their weighted mean, or where each criterion has a scale
#' of its own, `scale = c(taste = 50, look = 30)`, to the sum of points; weights then are of percentages. An item that
#' lacks a mark for a criterion counts as unscored. With `combine = FALSE` each evaluator's marks for a criterion stand
#' as an evaluator, such as `"Ann, taste"`, and the columns `judge` and `criterion` come along, so that
#' [leave_out()]`(panel, groups = "criterion")` tells whether a prize depends on one of them.
#'
#' @section Matrices:
#' | the columns are | say |
#' |---|---|
#' | in order of presentation, items that differ by evaluator | `items =` a matrix of the same shape: what was shown |
#' | in order of presentation, the same items for all | `items =` a vector, one for each column |
#' | the same, and the column names are the items | `items = "columns"` |
#' | the same, and the items have no names but their numbers | `items = "positions"` |
#' | items, each evaluator with their own order | `positions =` a matrix of the same shape: when it was shown |
#'
#' A matrix without column names and without `items` is read as with `items = "positions"`. Where there are several
#' evaluators that takes column 3 to be the same item for all of them, and a message says so. With column names, leaving
#' out both `items` and `positions` is an error.
#'
#' A score of `NA` is an item that was seen but not scored. Where an evaluator saw fewer items than others, fill up the
#' end of the row with `NA` in both `scores` and `items`; with `positions`, an item that was not shown has `NA` in both.
#'
#' A vector holds the scores of one evaluator in order of presentation, its names are the items. Without names, items
#' are called `"1"`, `"2"`, ... by their position.
#'
#' @param scores A data frame that is a table (see Tables), or the name of a file that holds one; a numeric matrix with
#'   one evaluator per row, whose row names (or numbers) become the evaluators; a data
#'   frame of the same form; a numeric vector for one evaluator; or an evaluations object, returned as it is. A data
#'   frame with the columns `evaluator`, `item`, `position` and `score` is taken for the long form that
#'   `as.data.frame()` gives, with or without the columns `truth` and `round`.
#' @param items What was shown: a matrix or data frame of the shape of `scores`, a vector with an item for each column,
#'   or `"columns"` or `"positions"` (see Details).
#' @param positions When it was shown: numbers 1, 2, 3, ... in the shape of `scores`, whose columns are then the items
#'   and must have names.
#' @param evaluator For a data frame with a row for each score or for each evaluator: the column that names the
#'   evaluators. Without it, row names do, where there are any.
#' @param item,position For a table: columns, or expressions of columns, with the items and the running order (see
#'   Tables). Positions may also be `"row order"`, or a column for each evaluator.
#' @param evaluators For a table with items in rows: the columns of scores, one for each evaluator, whose names they
#'   become.
#' @param score,criteria For a table with a row for each score: the column of scores; or several, one for each
#'   criterion.
#' @param criterion,split Where else criteria are told: a column that names the criterion of each row; or a string that
#'   stands between evaluator and criterion in the names of columns.
#' @param weights Numbers above 0, named by criterion or in their order. All count alike if left out.
#' @param combine `TRUE` or `FALSE`: make one score of several criteria?
#' @param keep,renumber As in [evaluations()].
#' @param blank String: what an empty cell stands for in a table with a column for each evaluator, `"unscored"` or
#'   `"unseen"`. The positions of items that come later are counted without those that were not seen.
#' @param drop_rows Numbers of rows to leave out, as errors count them: lines of a text file, rows of an Excel sheet or
#'   of the data frame.
#' @param strict `TRUE` or `FALSE`: stop at what looks like a mistake (see Tables)?
#' @param sheet,skip,header For files: see [read_scores()].
#' @param scale A [score_scale()]. It may be left out only when all scores lie from 0 to 1. A list with one for each
#'   evaluator, or their maxima, will do as well: see [score_scale()].
#' @param truth Numeric vector of true ranks where they are known, under the items' names, the highest for the best. For
#'   one evaluator it may also be without names, in order of presentation.
#' @param order How the order came about: `"unknown"`, `"random"` or `"arranged"` (see [evaluations()]).
#' @param round For a table, or a data frame in long form: the column that tells the round (see [evaluations()]). If
#'   left out of the long form that `as.data.frame()` gives, the column called `round`, where there is one.
#' @param ... Not used.
#' @return An object of class `seqjudge_evaluations`: see [evaluations()].
#' @family evaluations
#' @examples
#' # A spreadsheet: dishes in rows, judges in columns.
#' contest <- data.frame(
#'   Dish = c("soup", "cake", "stew", "tart"), Start = c(3, 1, 2, 4),
#'   Ann = c(7.5, 6, 8, 5), Ben = c(8, 5.5, NA, 6)
#' )
#' as_evaluations(
#'   contest,
#'   item = Dish, position = Start, evaluators = c(Ann, Ben), scale = score_scale("range", 0, 10)
#' )
#'
#' # The same from a file, in which start numbers have gaps. The last line has totals.
#' file <- system.file("extdata", "village-fete.csv", package = "seqjudge")
#' fete <- as_evaluations(
#'   file,
#'   item = Name, position = Start, evaluators = Ann:Cleo, renumber = TRUE, drop_rows = 10,
#'   scale = score_scale("range", 0, 10)
#' )
#' summary(fete)
#'
#' # Two judges, three dishes: in order of presentation, with what was shown ...
#' scores <- rbind(Ann = c(0.5, 0.7, 0.2), Bob = c(0.4, 0.3, 0.8))
#' items <- rbind(Ann = c("soup", "cake", "stew"), Bob = c("stew", "soup", "cake"))
#' as_evaluations(scores, items)
#'
#' # ... and the same with a column for each dish.
#' scores <- rbind(Ann = c(soup = 0.5, cake = 0.7, stew = 0.2), Bob = c(0.3, 0.8, 0.4))
#' as_evaluations(scores, positions = rbind(c(1, 2, 3), c(2, 3, 1)))
#'
#' # One judge, in order of presentation; Bo was seen but not scored.
#' as_evaluations(c(Ada = 0.5, Bo = NA, Cleo = 0.8))
#' @export
as_evaluations <- function(scores, ..., score = NULL) {
  # `score`, which tables have, would otherwise be taken for the beginning of `scores`.
  UseMethod("as_evaluations", scores)
}

#' @export
as_evaluations.default <- function(scores, ...) {
  stop_no_scores(scores, rlang::current_env())
}

stop_no_scores <- function(scores, call) {
  stop_type(
    "{.arg scores} must be a numeric vector, matrix or data frame, or a file, not {describe_type(scores)}.",
    "scores", call,
    i = "For a data frame in long form use {.fn evaluations}."
  )
}

#' @export
as_evaluations.seqjudge_evaluations <- function(scores, ...) {
  check_no_more(list(...), rlang::current_env())
  scores
}

#' @rdname as_evaluations
#' @export
as_evaluations.numeric <- function(scores, items = NULL, positions = NULL, scale = NULL, truth = NULL,
                                   order = c("unknown", "random", "arranged"), ...) {
  call <- check_no_more(list(...), rlang::current_env())
  order <- check_choice(order, order_kinds, "order")
  if (is.object(scores) || length(dim(scores)) > 1) stop_no_scores(scores, call)
  check_countable(scores, "scores", call)
  wide <- matrix(scores, 1, dimnames = if (!is.null(names(scores))) list(NULL, names(scores)))
  if (!is.null(items) && !identical(items, "positions")) check_vector_items(items, scores, call)
  if (!is.null(positions)) {
    check_same_length(positions, scores, "positions", call)
    positions <- matrix(positions, 1)
  }
  # The names of a vector can only be items: positions would not need any.
  if (is.null(items) && is.null(positions)) items <- if (is.null(names(scores))) "positions" else "columns"
  x <- with_order(from_wide(wide, items, positions, scale, call, unit = "position"), order)
  with_truth(x, truth, call)
}

check_same_length <- function(x, scores, arg, call) {
  if (!is.null(dim(x)) || length(x) != length(scores)) {
    stop_shape("{.arg {arg}} must be a vector like {.arg scores}, with {length(scores)} value{?s}.", arg, call)
  }
}

check_vector_items <- function(items, scores, call) {
  check_same_length(items, scores, "items", call)
  if (is.null(names(scores))) {
    return(invisible())
  }
  differ <- which(names(scores) != as_labels(items))
  if (length(differ) > 0) {
    both <- c(as_labels(items)[differ[1]], names(scores)[differ[1]])
    stop_value(
      "{.arg items} must agree with the names of {.arg scores}.", "items", call, differ, "seqjudge_error_ambiguous",
      x = "At position {differ[1]} they say {.val {both[1]}} and {.val {both[2]}}.",
      i = "Use {.code unname(scores)} if the names are not the items."
    )
  }
}

# A vector in which nothing is scored is logical.
#' @export
as_evaluations.logical <- function(scores, ...) {
  if (!all(is.na(scores))) stop_no_scores(scores, rlang::current_env())
  storage.mode(scores) <- "double"
  as_evaluations(scores, ...)
}

#' @rdname as_evaluations
#' @export
as_evaluations.matrix <- function(scores, items = NULL, positions = NULL, scale = NULL, truth = NULL,
                                  order = c("unknown", "random", "arranged"), ...) {
  call <- check_no_more(list(...), rlang::current_env())
  order <- check_choice(order, order_kinds, "order")
  if (is.logical(scores) && all(is.na(scores))) storage.mode(scores) <- "double"
  if (!is.numeric(scores)) {
    stop_type("{.arg scores} must hold numbers, not be {describe_type(scores)}.", "scores", call)
  }
  with_truth(with_order(from_wide(scores, items, positions, scale, call), order), truth, call)
}

#' @rdname as_evaluations
#' @export
as_evaluations.data.frame <- function(scores, items = NULL, positions = NULL, evaluator = NULL, scale = NULL,
                                      truth = NULL, order = c("unknown", "random", "arranged"), round = NULL, ...,
                                      item = NULL, position = NULL, evaluators = NULL, score = NULL, criteria = NULL,
                                      criterion = NULL, split = NULL, weights = NULL, combine = TRUE, keep = NULL,
                                      renumber = FALSE, blank = c("unscored", "unseen"), drop_rows = NULL,
                                      strict = TRUE) {
  call <- check_no_more(list(...), rlang::current_env())
  quos <- list(
    evaluator = rlang::enquo(evaluator), item = rlang::enquo(item), position = rlang::enquo(position),
    score = rlang::enquo(score), round = rlang::enquo(round), evaluators = rlang::enquo(evaluators),
    criteria = rlang::enquo(criteria), criterion = rlang::enquo(criterion)
  )
  order <- check_choice(order, order_kinds, "order")
  of_table <- c("item", "position", "evaluators", "score", "criteria", "criterion")
  if (!all(vapply(quos[of_table], rlang::quo_is_null, NA))) {
    check_no_matrices(items, positions, call)
    options <- list(
      scale = scale, order = order, split = split, weights = weights, combine = check_flag(combine, "combine", call),
      keep = keep, renumber = check_flag(renumber, "renumber", call),
      blank = check_choice(blank, c("unscored", "unseen"), "blank"), drop_rows = drop_rows,
      strict = check_flag(strict, "strict", call)
    )
    return(with_truth(table_evaluations(scores, quos, options, call), truth, call))
  }
  check_table_only(list(
    split = split, weights = weights, keep = keep, drop_rows = drop_rows, renumber = if (!isFALSE(renumber)) renumber
  ), call)
  long <- c("evaluator", "item", "position", "score")
  if (all(long %in% names(scores)) && is.null(items) && is.null(positions)) {
    further <- if ("truth" %in% names(scores)) list(truth = check_truth_column(scores$truth, source_of(), call))
    named <- lapply(stats::setNames(nm = c("evaluator", "item")), function(role) {
      settle_names(scores[[role]], role, source_of(), call)
    })
    x <- build_evaluations(
      named$evaluator, named$item, scores$position, scores$score, scale, source_of(), call, as.list(further),
      settle_names(long_rounds(scores, round_argument(quos$round, round), call), "round", source_of(), call)
    )
    return(with_truth(with_order(x, order), truth, call))
  }
  if (!is.null(round_argument(quos$round, round))) {
    stop_value("{.arg round} must be left out unless the data frame is in long form.", "round", call)
  }
  x <- from_wide_frame(scores, items, positions, bare_string(quos$evaluator, evaluator), scale, call)
  with_truth(with_order(x, order), truth, call)
}

# Evaluators in rows, as a matrix has them.
from_wide_frame <- function(scores, items, positions, evaluator, scale, call) {
  who <- own_row_names(scores)
  if (!is.null(evaluator)) {
    who <- wide_evaluators(scores, evaluator, call)
    scores <- without_column(scores, evaluator)
    items <- without_evaluator(items, evaluator, who, "items", call)
    positions <- without_evaluator(positions, evaluator, who, "positions", call)
  }
  values <- score_matrix(scores, who, call)
  numbered <- is.integer(attr(scores, "row.names")) && is.null(evaluator)
  if (numbered && identical(items, "columns") && nrow(scores) > max(1, length(scores))) {
    more <- if (length(scores) > 3) " ..."
    cli::cli_inform(
      c(
        "The {nrow(scores)} rows are taken for evaluators, and {.val {utils::head(names(scores), 3)}}{more} for items.",
        i = "For a table with items in rows use {.code as_evaluations(data, item = , position = , evaluators = )}."
      ),
      class = "seqjudge_message_items"
    )
  }
  from_wide(values, items, positions, scale, call)
}

# Names of columns may be bare here too, as in all other forms of a table.
bare_string <- function(quo, value) {
  expr <- rlang::quo_get_expr(quo)
  if (rlang::is_symbol(expr) && !rlang::env_has(rlang::quo_get_env(quo), as.character(expr), inherit = TRUE)) {
    as.character(expr)
  } else {
    value
  }
}

round_argument <- bare_string

check_no_matrices <- function(items, positions, call) {
  arg <- if (!is.null(items)) "items" else if (!is.null(positions)) "positions"
  if (!is.null(arg)) {
    meant <- sub("s$", "", arg)
    stop_value(
      "{.arg {arg}} must be left out where columns are named.", arg, call, NULL, "seqjudge_error_ambiguous",
      i = "Did you mean {.arg {meant}}?"
    )
  }
}

check_table_only <- function(given, call) {
  given <- names(given)[!vapply(given, is.null, NA)]
  if (length(given) > 0) {
    stop_value(
      "{.arg {given}} must be left out unless {.arg item}, {.arg position} and {.arg evaluators} name columns.",
      given[1], call
    )
  }
}

#' @rdname as_evaluations
#' @export
as_evaluations.character <- function(scores, ..., score = NULL, sheet = NULL, skip = NULL, header = 1) {
  call <- rlang::current_env()
  score <- rlang::enquo(score)
  # Without an extension, and not there, it is no file.
  if (!is_path(scores) || !(grepl("[.][[:alnum:]]+$", scores) || file.exists(scores))) stop_no_scores(scores, call)
  data <- read_scores(scores, sheet = sheet, skip = skip, header = header)
  if (length(rlang::enquos(...)) == 0) {
    stop_value(
      "{.arg item}, {.arg position} and {.arg evaluators} must say which columns of the file these are.", "item", call,
      NULL, "seqjudge_error_column", guessed_code_hint(data, scores)
    )
  }
  rlang::inject(as_evaluations(data, ..., score = !!score))
}

guessed_code_hint <- function(data, file) {
  guess <- guess_columns(data)
  code <- guess_code(guess, file)
  if (!is.na(code)) {
    shown <- gsub("([{}])", "\\1\\1", gsub("\n *", " ", code))
    c(i = paste0("Perhaps {.code ", shown, "}?"))
  }
}

# The column that tells the rounds of a data frame in long form, if there is one.
long_rounds <- function(scores, round, call) {
  if (is.null(round)) {
    return(if (sum(names(scores) == "round") == 1) scores[["round"]])
  }
  if (!rlang::is_string(round)) {
    stop_type("{.arg round} must be the name of a column, as a string, not {describe_type(round)}.", "round", call)
  }
  scores[[column_name(rlang::new_quosure(round), scores, "round", call, "scores")]]
}

# A column of true ranks, given by item; for one evaluator also along the items as they were shown.
with_truth <- function(x, truth, call) {
  if (is.null(truth)) {
    return(x)
  }
  if (is.null(names(truth)) && sum(x$position == 1L) > 1) {
    stop_value("{.arg truth} must be named by item where there are several evaluators.", "truth", call)
  }
  further <- utils::modifyList(further_columns(x), list(truth = truth_along(x, truth, call = call)))
  with_memory(new_evaluations(x$evaluator, x$item, x$position, x$score, attr(x, "scale"), further), x)
}

wide_evaluators <- function(scores, evaluator, call) {
  if (!rlang::is_string(evaluator)) {
    stop_type("{.arg evaluator} must be the name of a column, as a string.", "evaluator", call)
  }
  column <- scores[[column_name(rlang::new_quosure(evaluator), scores, "evaluator", call, "scores")]]
  who <- as_labels(flat_column(column, "evaluator", call))
  if (anyNA(who)) {
    at <- which(is.na(who))
    stop_at_source(at, "evaluator", "have no missing values", source_of(), call, class = "seqjudge_error_missing")
  }
  who
}

score_matrix <- function(scores, who, call) {
  numeric <- vapply(scores, FUN.VALUE = NA, function(v) {
    holds_numbers(v) || (is.atomic(v) && length(dim(v)) < 2 && all(is.na(v)))
  })
  if (!all(numeric)) {
    other <- names(scores)[!numeric]
    stop_type(
      "{.arg scores} must have numbers in all columns, but {.val {other}} {?has/have} not.", "scores", call,
      i = "Items in rows: {.code as_evaluations(data, item = , position = , evaluators = c(...))}.",
      i = "Evaluators in rows: name their column with {.arg evaluator}. For a data frame in long form use
        {.fn evaluations}."
    )
  }
  values <- unlist(lapply(scores, as.double), use.names = FALSE)
  matrix(as.double(values), nrow(scores), length(scores), dimnames = list(who, names(scores)))
}

without_column <- function(data, name) as.data.frame(data)[, !names(data) %in% name, drop = FALSE]

# A companion data frame may carry the column of evaluators too, but then in the same order.
without_evaluator <- function(x, name, who, arg, call) {
  if (!is.data.frame(x) || !name %in% names(x)) {
    return(x)
  }
  if (!identical(as_labels(x[[name]]), who)) {
    stop_value(
      "{.arg {arg}} must have the evaluators of {.arg scores} in its column {.val {name}}, in the same order.",
      arg, call, NULL, "seqjudge_error_ambiguous"
    )
  }
  without_column(x, name)
}

# Wide to long -------------------------------------------------------------------------------------------------------

from_wide <- function(scores, items, positions, scale, call, unit = "row") {
  if (!is.null(items) && !is.null(positions)) {
    stop_value(
      "{.arg items} and {.arg positions} must not both be given.", "items", call, NULL, "seqjudge_error_ambiguous",
      i = "{.arg items} is for columns in order of presentation, {.arg positions} for columns that are items."
    )
  }
  if (ncol(scores) == 0 && unit == "row") stop_shape("{.arg scores} must have at least one column.", "scores", call)
  who <- rownames(scores) %||% as.character(seq_len(nrow(scores)))
  who <- settle_names(who, "evaluator", source_of(c(evaluator = "scores")), call)
  check_rows_once(who, call)
  item_arg <- if (!is.null(positions) || identical(items, "columns")) "scores" else "items"
  args <- c(evaluator = "scores", score = "scores", item = item_arg, position = "positions")
  source <- source_of(args, unit, if (unit == "row") nrow(scores))
  seen <- if (is.null(positions)) {
    seen_in_order(scores, items, source, call)
  } else {
    seen_at_positions(scores, positions, source, call)
  }
  # Row by row, so that evaluators appear in the order of the rows.
  by_row <- order((seen$index - 1L) %% nrow(scores), method = "radix")
  source$index <- seen$index[by_row]
  row <- (source$index - 1L) %% nrow(scores) + 1L
  seen$item <- settle_names(seen$item, "item", source, call)
  build_evaluations(who[row], seen$item[by_row], seen$position[by_row], scores[source$index], scale, source, call)
}

check_rows_once <- function(who, call) {
  twice <- which(duplicated(who))
  if (length(twice) > 0) {
    rows <- which(who == who[twice[1]])
    stop_value(
      c("{.arg scores} must have one row for each evaluator.", x = "Evaluator {.val {who[rows[1]]}} has rows {rows}."),
      "scores", call, twice
    )
  }
}

# Columns in order of presentation: the column is the position.
seen_in_order <- function(scores, items, source, call) {
  shown <- wide_items(scores, items, source, call)
  there <- !is.na(shown) & shown != ""
  lost <- which(!there & !is.na(scores))
  if (length(lost) > 0) {
    expected <- "name the item wherever there is a score"
    stop_at_source(lost, "item", expected, source, call, scores[lost], "seqjudge_error_missing")
  }
  lengths <- rowSums(there)
  gaps <- which(!there & col(there) <= lengths[row(there)])
  if (length(gaps) > 0) {
    stop_at_source(
      gaps, "item", "be missing only at the end of a row, where an evaluator saw no more", source, call,
      class = "seqjudge_error_missing", hint = c(i = "An item that was seen but not scored needs a name here.")
    )
  }
  index <- which(there)
  list(index = index, item = shown[index], position = col(there)[index])
}

# What was shown, as a character matrix of the shape of the scores.
wide_items <- function(scores, items, source, call) {
  size <- dim(scores)
  if (is.null(items)) {
    check_items_can_be_left_out(scores, source, call)
    items <- "positions"
  }
  if (identical(items, "positions")) {
    items <- as.character(seq_len(size[2]))
  } else if (identical(items, "columns")) {
    items <- colnames(scores)
    if (is.null(items)) {
      message <- "{.arg items} can be {.val columns} only when {.arg scores} has column names."
      stop_value(message, "items", call)
    }
  }
  if (is.null(dim(items)) && is.atomic(items) && length(items) == size[2]) {
    items <- check_items_named(as_labels(items), source, call)
    return(matrix(rep(items, each = size[1]), size[1], size[2]))
  }
  check_companion(items, scores, "items", call)
  matrix(companion_values(items, as_labels), size[1], size[2])
}

check_items_named <- function(items, source, call) {
  arg <- source$args[["item"]]
  nameless <- which(is.na(items) | items == "")
  shown <- ifelse(is.na(items), "NA", "\"\"")
  check_none(nameless, "{.arg {arg}} must name all items.", arg, call, shown, "seqjudge_error_missing")
  items
}

check_items_can_be_left_out <- function(scores, source, call) {
  if (!is.null(colnames(scores))) {
    stop_value(
      "{.arg items} or {.arg positions} must be given when the columns of {.arg scores} have names.",
      "items", call, NULL, "seqjudge_error_ambiguous",
      i = "{.code items = \"columns\"}: the columns are the items, and all evaluators saw them in this order.",
      i = "{.code items = \"positions\"}: the columns are positions; the third is the same item for all.",
      i = "{.arg items}, a matrix of the same shape: the columns are positions, and this is what was shown.",
      i = "{.arg positions}, a matrix of the same shape: the columns are items, and this is when they were shown."
    )
  }
  open_end <- which(is.na(scores[, ncol(scores)]))
  if (length(open_end) > 0) {
    stop_value(
      "{.arg items} must be given when rows of {.arg scores} end with NA: {cli::qty(length(open_end))}row{?s}
        {utils::head(open_end, n_shown)}{if (length(open_end) > n_shown) ' ...'}.",
      "items", call, open_end, "seqjudge_error_ambiguous",
      i = "{.code items = \"positions\"} if the last items were seen but not scored.",
      i = "{.arg items}, a matrix with NA at the same places, if they were not seen."
    )
  }
  if (nrow(scores) > 1) {
    cli::cli_inform(
      c(
        "Items are named by position: column 1 is taken to be the same item for all {nrow(scores)} evaluators.",
        i = "Give {.arg items} if they saw different ones; {.code items = \"positions\"} says so without a message."
      ),
      class = "seqjudge_message_items"
    )
  }
}

# Columns that are items, with the time at which each was shown.
seen_at_positions <- function(scores, positions, source, call) {
  check_companion(positions, scores, "positions", call)
  when <- companion_values(positions, identity)
  if (is.logical(when) && all(is.na(when))) when <- as.integer(when)
  if (!is.numeric(when)) {
    stop_type("{.arg positions} must hold whole numbers, not {describe_type(when)}.", "positions", call)
  }
  item <- colnames(scores) %||% colnames(positions)
  if (is.null(item)) {
    stop_value(
      "{.arg scores} must name the items when {.arg positions} are given: by column names, or names of a vector.",
      "scores", call
    )
  }
  unseen <- which(is.na(when) & !is.na(scores))
  if (length(unseen) > 0) {
    expected <- "tell the position wherever there is a score"
    stop_at_source(unseen, "position", expected, source, call, scores[unseen], "seqjudge_error_missing")
  }
  index <- which(!is.na(when))
  list(index = index, item = rep(item, each = nrow(scores))[index], position = when[index])
}

# Items or positions that lie beside the scores: of the same shape, and under the same names where both have them.
check_companion <- function(x, scores, arg, call) {
  if (!is.matrix(x) && !is.data.frame(x)) {
    or_vector <- if (arg == "items") cli::format_inline(", or a vector with {ncol(scores)} item{?s}") else ""
    given <- if (is.null(dim(x)) && is.atomic(x)) paste(length(x), "values") else describe_type(x)
    stop_shape("{.arg {arg}} must be a matrix like {.arg scores}{or_vector}, not {given}.", arg, call)
  }
  if (!identical(dim(x), dim(scores))) {
    stop_shape(
      "{.arg {arg}} must have the shape of {.arg scores}.", arg, call,
      x = "{.arg scores} is {nrow(scores)} by {ncol(scores)}, {.arg {arg}} is {nrow(x)} by {ncol(x)}."
    )
  }
  if (is.data.frame(x)) lapply(x, flat_column, arg, call)
  check_companion_names(own_row_names(x), rownames(scores), "row", arg, call)
  if (arg == "positions") check_companion_names(colnames(x), colnames(scores), "column", arg, call)
}

# Names of rows, where they are more than numbers, of the rows or of lines in a file.
own_row_names <- function(x) {
  of_file <- !is.null(attr(x, "lines")) && is.integer(attr(x, "row.names"))
  if (!is.data.frame(x) || (.row_names_info(x) > 0 && !of_file)) rownames(x)
}

check_companion_names <- function(names, expected, side, arg, call) {
  if (is.null(names) || is.null(expected)) {
    return(invisible())
  }
  differ <- which(names != expected)
  if (length(differ) > 0) {
    at <- differ[1]
    stop_value(
      "{.arg {arg}} must have the {side} names of {.arg scores}, in the same order.",
      arg, call, differ, "seqjudge_error_ambiguous",
      x = "The name of {side} {at} is {.val {names[at]}}, not {.val {expected[at]}}."
    )
  }
}

companion_values <- function(x, convert) {
  if (is.data.frame(x)) unlist(lapply(x, convert), use.names = FALSE) else convert(as.vector(x))
}
