#' How things stand in a live competition
#'
#' Questions to an [insertion_stream()] at any moment: the whole ranking, the rank of some items, the best, the one in
#' the middle, and how sure all this is.
#'
#' The rank of an item, the best items and the median take O(log n) time for each item that is named; the whole ranking
#' takes O(n).
#'
#' @param stream A stream made by [insertion_stream()].
#' @param evaluator Name or number of the evaluator; may be left out when there is only one.
#' @param item Names or numbers of items.
#' @param k Whole number from 0: how many.
#' @param ... Passed to [rank_posterior()], for instance `noise` and `draws`.
#' @return All but the last give ranks under the names of the items, the highest for the best: integers, or doubles
#'   where the prior size is infinite and equal scores share the average of their ranks.
#'
#'   * `current_ranking()`: all items in order of arrival.
#'   * `current_rank()`: the items asked for.
#'   * `top_items()`: the `k` best, the best first; of equal ones the first that came. All if there are fewer.
#'   * `median_item()`: the item in the middle, or where the number of items is even the two in the middle, the better
#'     one first.
#'   * `current_posterior()`: the [rank_posterior()] of the scores so far, of all evaluators, with the stream's prior
#'     sizes.
#' @family live competitions
#' @examples
#' amara <- subset(bakeoff, judge == "Amara")
#' board <- insertion_stream(prior_size = 1, scale = score_scale("range", 0, 100))
#'
#' # Half of the contestants have been judged.
#' early <- head(amara, nrow(amara) / 2)
#' insert(board, early$points, early$contestant)
#' top_items(board, 3)
#' median_item(board)
#'
#' # How sure is the lead? The probability of being the best so far.
#' set.seed(1)
#' chance <- top_probability(current_posterior(board, noise = 0.05, draws = 1000), k = 1)
#' head(chance[order(-chance$probability), ], 3)
#'
#' # The rest have been judged, too.
#' late <- tail(amara, -nrow(early))
#' insert(board, late$points, late$contestant)
#' top_items(board, 3)
#' @export
current_ranking <- function(stream, evaluator = NULL) {
  call <- rlang::current_env()
  check_stream(stream, call)
  name <- stream_evaluator(evaluator, stream, call)
  ranks <- stream_ranks(stream, name)
  names(ranks) <- stream_labels(stream, name, seq_along(ranks))
  ranks
}

stream_ranks <- function(stream, name) {
  cpp_live_ranks(live_evaluator(stream, name), is.finite(stream_prior(stream, name)))
}

#' @rdname current_ranking
#' @export
current_rank <- function(stream, item, evaluator = NULL) {
  call <- rlang::current_env()
  check_stream(stream, call)
  name <- stream_evaluator(evaluator, stream, call)
  coded <- check_labels(item, "item", source_of(unit = "position"), call)
  wanted <- enc2utf8(coded$labels)[coded$code]
  ranks_of(stream, name, find_items(stream, name, wanted, call))
}

# Ranks of items given by their numbers, under their names.
ranks_of <- function(stream, name, numbers) {
  ranks <- cpp_live_rank(live_evaluator(stream, name), numbers)
  if (is.finite(stream_prior(stream, name))) ranks <- as.integer(ranks)
  stats::setNames(ranks, stream_labels(stream, name, numbers))
}

find_items <- function(stream, name, item, call) {
  n <- stream_size(stream, name)
  if (is.null(buffers_of(stream, name)$item)) {
    numbers <- suppressWarnings(as.integer(item))
    numbers[which(numbers < 1 | numbers > n | as.character(numbers) != item)] <- NA
  } else {
    numbers <- cpp_live_find(live_evaluator(stream, name), item)
  }
  lacking <- which(is.na(numbers))
  if (length(lacking) > 0) {
    stop_value(
      "{.arg item} must name items that evaluator {.val {name}} has scored, not {.val {unique(item[lacking])}}.",
      "item", call, lacking, "seqjudge_error_item"
    )
  }
  numbers
}

#' @rdname current_ranking
#' @export
top_items <- function(stream, k = 3, evaluator = NULL) {
  call <- rlang::current_env()
  check_stream(stream, call)
  name <- stream_evaluator(evaluator, stream, call)
  k <- check_integer(k, "k", call, from = 0)
  n <- stream_size(stream, name)
  items_at(stream, name, n + 1L - seq_len(min(k, n)))
}

#' @rdname current_ranking
#' @export
median_item <- function(stream, evaluator = NULL) {
  call <- rlang::current_env()
  check_stream(stream, call)
  name <- stream_evaluator(evaluator, stream, call)
  n <- stream_size(stream, name)
  items_at(stream, name, if (n > 0) unique(c(n %/% 2L + 1L, (n + 1L) %/% 2L)) else integer())
}

items_at <- function(stream, name, positions) {
  ranks_of(stream, name, cpp_live_item(live_evaluator(stream, name), positions))
}

#' @rdname current_ranking
#' @export
current_posterior <- function(stream, ...) {
  call <- rlang::current_env()
  check_stream(stream, call)
  if (length(stream$n) == 0) {
    stop_value("{.arg stream} must have a score at least.", "stream", call, NULL)
  }
  sizes <- vapply(names(stream$n), function(name) stream_prior(stream, name), numeric(1))
  rank_posterior(as_evaluations(stream), prior = sizes, ...)
}
