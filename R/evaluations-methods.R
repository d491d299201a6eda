# What an evaluations object can do beside being made.

#' @export
format.seqjudge_evaluations <- function(x, n = 6, ...) {
  c(describe_evaluations(x), format_rows(as.data.frame(x), n))
}

# What matters before any analysis: how much there is, whether evaluators can be compared, what is missing.
describe_evaluations <- function(x) {
  sizes <- evaluator_sizes(x)
  judges <- length(judge_names(x))
  in_round <- has_rounds(x)
  unscored <- sum(is.na(x$score))
  lengths <- if (length(sizes) == 0) "none" else paste(unique(range(sizes)), collapse = " to ")
  c(
    heading("evaluations", count_judges(x), item = length(unique(x$item)), row = nrow(x)),
    paste0("Positions: ", lengths, if (length(sizes) > 1) paste0(" per evaluator", if (in_round) " and round")),
    if (judges > 1) {
      paste0("Items", if (in_round) " in each round", ": ", switch(same_sequences(x),
        none = "not all evaluators saw the same",
        items = "the same for all, in different orders",
        order = "the same for all, in the same order"
      ))
    },
    paste("Scale:", format(attr(x, "scale"))),
    if (unscored > 0) paste("Unscored:", count_of(unscored, "item"), "seen without a score"),
    if (order_of(x) != "unknown") paste("Order:", order_of(x)),
    if (!is.null(x$truth)) "Truth: known"
  )
}

# Items occur once per evaluator, so all have seen the same when every evaluator has seen every item. Of several rounds
# the one with the most differences tells.
same_sequences <- function(x) {
  if (has_rounds(x)) {
    in_round <- split(seq_along(sequence_rounds(x)), sequence_rounds(x))
    in_round <- in_round[lengths(in_round) > 1]
    kinds <- vapply(in_round, function(chosen) same_in_round(some_sequences(x, chosen)), character(1))
    return(c(intersect(c("none", "items", "order"), kinds), "none")[1])
  }
  same_in_round(x)
}

same_in_round <- function(x) {
  item <- match(x$item, unique(x$item))
  kinds <- max(item, 0L)
  evaluators <- sum(x$position == 1L)
  if (nrow(x) != as.double(evaluators) * kinds) {
    return("none")
  }
  if (all(item == item[x$position])) "order" else "items"
}

#' Methods for evaluations
#'
#' Summaries of an [evaluations()] object, and the plain data frame behind it.
#'
#' @param object,x An evaluations object.
#' @param scaled `TRUE` or `FALSE`: add a column `scaled_score` with the scores on the model's scale of 0 to 1?
#' @inheritParams seqjudge-arguments
#' @return `summary()` gives a data frame with a row for each evaluator: `evaluator`, where there are rounds `round`
#'   (and a row for each round of an evaluator), `items` (how many were seen), `unscored` (how many of these have no
#'   score) and `lowest`, `mean`, `highest` and `sd` of the raw scores. These are `NA` where there is no score, `sd`
#'   also where there is only one. `as.data.frame()` gives the columns `evaluator`, `item`, `position`, `score`, those
#'   beside them (`truth` and what was kept) and, where asked for, `scaled_score`.
#' @family evaluations
#' @examples
#' x <- as_evaluations(c(Ada = 4, Bo = NA, Cleo = 2), scale = score_scale("bins", k = 5))
#' summary(x)
#' as.data.frame(x, scaled = TRUE)
#' @name evaluations-methods
NULL

#' @rdname evaluations-methods
#' @export
summary.seqjudge_evaluations <- function(object, ...) {
  sizes <- evaluator_sizes(object)
  code <- evaluator_codes(object)
  scored <- which(!is.na(object$score))
  # Sorted by evaluator and score, the lowest is the first and the highest the last of each.
  sorted <- scored[order(code[scored], object$score[scored], method = "radix")]
  score <- object$score[sorted]
  found <- group_moments(score, code[sorted], length(sizes))
  last <- replace(cumsum(found$n), found$n == 0, NA)
  first <- first_rows(object)
  who <- c(list(evaluator = object$evaluator[first]), if (has_rounds(object)) list(round = object[["round"]][first]))
  structure(
    data.frame(
      who,
      items = sizes,
      unscored = sizes - found$n,
      lowest = score[last - found$n + 1L],
      mean = found$mean,
      highest = score[last],
      sd = sqrt(found$variance)
    ),
    overview = describe_evaluations(object),
    class = c("summary.seqjudge_evaluations", "seqjudge_object", "data.frame")
  )
}

#' @export
format.summary.seqjudge_evaluations <- function(x, n = 20, ...) {
  c(attr(x, "overview"), format_rows(x, n, c("lowest", "mean", "highest", "sd")))
}

#' @rdname evaluations-methods
#' @export
as.data.frame.seqjudge_evaluations <- function(x, row.names = NULL, optional = FALSE, ..., scaled = FALSE) { # nolint
  check_flag(scaled, "scaled")
  scaled_score <- if (scaled) scale_scores(x)
  attr(x, "scale") <- attr(x, "order") <- attr(x, "words") <- NULL
  class(x) <- "data.frame"
  if (scaled) x$scaled_score <- scaled_score
  x
}

#' @export
`[.seqjudge_evaluations` <- function(x, i, j, drop, round) {
  # With a comma it is the data frame that is asked for; what is left of it need not be whole sequences.
  if (nargs() - (!missing(drop)) - (!missing(round)) > 2) {
    plain <- as.data.frame(x)
    if (missing(drop)) drop <- !missing(j) && length(j) == 1
    return(plain[i, j, drop = drop])
  }
  if (missing(i) && missing(round)) {
    return(x)
  }
  judge <- sequence_judges(x)
  chosen <- if (missing(i)) unique(judge) else check_evaluators(i, judge_names(x), rlang::current_env())
  # All sequences of the first who was asked for, then those of the next.
  sequences <- unlist(split(seq_along(judge), factor(judge, chosen)), use.names = FALSE)
  if (!missing(round)) {
    wanted <- check_chosen_rounds(round, x, rlang::current_env())
    sequences <- sequences[sequence_rounds(x)[sequences] %in% wanted]
  }
  some_sequences(x, as.integer(sequences))
}

# Numbers of the evaluators that an index asks for.
check_evaluators <- function(i, names, call, arg = "i") {
  if (is.factor(i)) i <- as.character(i)
  check_evaluator_index(i, length(names), call, arg)
  all <- stats::setNames(seq_along(names), names)
  chosen <- tryCatch(unname(all[i]), error = function(e) NA_integer_)
  if (anyNA(chosen)) stop_no_such_evaluator(i, which(is.na(chosen)), length(names), call, arg)
  again <- which(duplicated(chosen))
  if (length(again) > 0) {
    stop_value(
      "{.arg {arg}} must have each evaluator once, but has {.val {names[chosen[again[1]]]}} again.", arg, call, again
    )
  }
  chosen
}

# Those whom a picture shows: the first few, or those asked for, of whom it needs at least one.
check_shown_evaluators <- function(evaluators, names, most, call) {
  if (is.null(evaluators)) {
    return(utils::head(seq_along(names), most))
  }
  chosen <- check_evaluators(evaluators, names, call, "evaluators")
  if (length(chosen) == 0) stop_shape("{.arg evaluators} must have at least one evaluator.", "evaluators", call)
  chosen
}

check_evaluator_index <- function(i, n, call, arg) {
  if (!typeof(i) %in% c("character", "integer", "double", "logical") || is.object(i) || !is.null(dim(i))) {
    stop_type("{.arg {arg}} must hold names or numbers of evaluators, not {describe_type(i)}.", arg, call)
  }
  if (is.logical(i) && length(i) != n) {
    stop_shape(
      "{.arg {arg}} must have a TRUE or FALSE for each of the {n} evaluator{?s}, not {length(i)}.", arg, call,
      i = "To choose rows, use {.code x[i, ]}."
    )
  }
}

stop_no_such_evaluator <- function(i, bad, n, call, arg) {
  hint <- NULL
  if (any(i %in% c("evaluator", "item", "position", "score"))) {
    hint <- c(i = "For a column use {.code x$item} or {.code x[[\"item\"]]}.")
  }
  message <- "{.arg {arg}} must name or number evaluators, of whom there {cli::qty(n)}{?is/are} {n}."
  check_none(bad, message, arg, call, i, hint = hint)
}

#' @export
rbind.seqjudge_evaluations <- function(..., deparse.level = 1) { # nolint
  # The dispatch of rbind() leaves a call that nobody wrote.
  call <- quote(rbind(...))
  parts <- Filter(Negate(is.null), list(...))
  check_parts(parts, call)
  further <- lapply(parts, function(part) names(further_columns(part)))
  other <- which(!vapply(further, setequal, logical(1), further[[1]]))
  if (length(other) > 0) {
    differ <- setdiff(union(further[[1]], further[[other[1]]]), intersect(further[[1]], further[[other[1]]]))
    stop_value(
      "Evaluations must have the same columns to be put together.", "...", call, other, "seqjudge_error_column",
      x = "Only one of arguments 1 and {other[1]} has {.val {differ}}."
    )
  }
  column <- function(name) {
    values <- lapply(parts, `[[`, name)
    if (name == "round") merge_rounds(values) else do.call(c, values)
  }
  kept <- stats::setNames(lapply(further[[1]], column), further[[1]])
  scale <- attr(parts[[1]], "scale")
  whole <- new_evaluations(column("evaluator"), column("item"), column("position"), column("score"), scale, kept)
  orders <- unique(vapply(parts, order_of, character(1)))
  whole <- with_order(whole, if (length(orders) == 1) orders else "unknown")
  words <- unique(lapply(parts, attr, "words"))
  attr(whole, "words") <- if (length(words) == 1) words[[1]]
  # The rounds of an evaluator may have come in different parts.
  if (has_rounds(whole)) some_sequences(whole, order(sequence_judges(whole), sequence_rounds(whole))) else whole
}

check_parts <- function(parts, call) {
  ours <- vapply(parts, inherits, logical(1), "seqjudge_evaluations")
  if (!all(ours)) {
    at <- which(!ours)[1]
    stop_type(
      "Argument {at} of {.fn rbind} must be an evaluations object like the first, not {describe_type(parts[[at]])}.",
      "...", call,
      i = "Make one with {.fn evaluations} or {.fn as_evaluations}."
    )
  }
  scales <- lapply(parts, attr, "scale")
  other <- which(!vapply(scales, identical, logical(1), scales[[1]]))
  if (length(other) > 0) {
    stop_value(
      "Evaluations must have the same scale to be put together.", "...", call, other, "seqjudge_error_scale",
      x = "Argument 1 has {format(scales[[1]])}, argument {other[1]} has {format(scales[[other[1]]])}."
    )
  }
  names <- unlist(lapply(parts, evaluator_names))
  twice <- unique(names[duplicated(names)])
  if (length(twice) > 0) {
    stop_value(
      "Evaluations must have different evaluators or rounds to be put together, but {.val {twice}} occur{?s/} more than
        once.",
      "...", call
    )
  }
}
