#' Methods for streams
#'
#' What an [insertion_stream()] has seen, and how things stand, as tables.
#'
#' @param x,object,scores A stream.
#' @inheritParams seqjudge-arguments
#' @return `as.data.frame()` and `tidy()`: a row for each score, by evaluator in order of arrival: `evaluator`, `item`,
#'   `position`, `score`, `rank` and `place` (1 for the best so far). `summary()`: a row for each evaluator:
#'   `evaluator`, `prior_size`, `items` (how many so far), `leader` (the best so far) and `last`
#'   (the item that came last) with its `last_place`. `as_evaluations()`: the [evaluations()] object of all that the
#'   stream has seen.
#' @family live competitions
#' @examples
#' board <- insertion_stream(prior_size = 0)
#' insert(board, c(Ada = 0.5, Bo = 0.4, Cleo = 0.7))
#' summary(board)
#' as_evaluations(board)
#' @name stream-methods
NULL

#' @rdname stream-methods
#' @export
as_evaluations.seqjudge_stream <- function(scores, ...) { # nolint
  check_no_more(list(...), rlang::current_env())
  who <- names(scores$n)
  n <- unname(scores$n)
  item <- lapply(who, function(name) stream_labels(scores, name, seq_len(scores$n[[name]])))
  score <- lapply(who, function(name) scores$evaluators[[name]]$score[seq_len(scores$n[[name]])])
  x <- new_evaluations(
    rep.int(who, n), as.character(unlist(item)), sequence(n), as.double(unlist(score)),
    scores$scale %||% score_scale("identity")
  )
  with_order(x, scores$order)
}

#' @rdname stream-methods
#' @export
as.data.frame.seqjudge_stream <- function(x, row.names = NULL, optional = FALSE, ...) { # nolint
  data <- as.data.frame(as_evaluations(x))
  data$rank <- unlist(lapply(names(x$n), function(name) stream_ranks(x, name))) %||% integer()
  data$place <- rep.int(unname(x$n), x$n) + 1L - data$rank
  data
}

#' @rdname stream-methods
#' @export
tidy.seqjudge_stream <- function(x, ...) as.data.frame(x)

#' @rdname stream-methods
#' @export
summary.seqjudge_stream <- function(object, ...) {
  who <- names(object$n)
  last <- lapply(who, function(name) ranks_of(object, name, object$n[[name]]))
  data.frame(
    evaluator = as.character(who),
    prior_size = vapply(who, function(name) size_so_far(object, name), numeric(1), USE.NAMES = FALSE),
    items = unname(object$n),
    leader = vapply(who, function(name) names(best_of(object, name, 1)), character(1), USE.NAMES = FALSE),
    last = vapply(last, names, character(1)),
    last_place = unname(object$n) + 1 - vapply(last, as.double, numeric(1))
  )
}

#' @export
format.seqjudge_stream <- function(x, n = 6, ...) {
  shown <- utils::head(names(x$n), n)
  standing <- vapply(shown, function(name) {
    best <- best_of(x, name, 3)
    paste0(
      if (length(x$n) > 1) paste0(name, ": "), "prior size ", format_sizes(size_so_far(x, name)),
      if (x$learns) " (learned)", ", ",
      count_of(x$n[[name]], "item"), ", leading: ", paste(names(best), collapse = ", ")
    )
  }, character(1), USE.NAMES = FALSE)
  more <- length(x$n) - length(shown)
  c(
    heading("insertion stream", evaluator = length(x$n), score = sum(x$n)),
    paste("Scale:", format(x$scale %||% score_scale("identity"))),
    standing,
    if (length(x$n) == 0) paste("Prior size:", if (x$learns) "to be learned" else toString(format_named(x$prior_size))),
    if (more > 0) paste0("... and ", count_of(more, "more evaluator"))
  )
}

format_named <- function(x) {
  sizes <- format_sizes(unname(x))
  if (is.null(names(x))) sizes else paste(names(x), sizes)
}
