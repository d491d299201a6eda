#' How things stand in a live competition
#'
#' Asks an [insertion_stream()] at any moment for the ranking so far: all of it, the ranks of some items, the best, or
#' the middle. How sure that is, [rank_posterior()] tells.
#'
#' Some items, the best and the middle take O(log n) time for each item that is named; the whole ranking takes O(n).
#'
#' @param stream A stream made by [insertion_stream()].
#' @param evaluator Name or number of the evaluator; may be left out when there is only one.
#' @param item Names or numbers of items, to get the ranks of these.
#' @param k Whole number from 0, to get the `k` best, the best first; of equal ones the first that came. All if there
#'   are fewer.
#' @param median `TRUE` to get the item in the middle or, where the number of items is even, the two in the middle, the
#'   better one first. At most one of `item`, `k` and `median` can be asked for.
#' @inheritParams seqjudge-arguments
#' @return Ranks under the names of the items, the highest for the best: integers, or doubles where the prior size is
#'   infinite and equal scores share the average of their ranks. In order of arrival, or as asked for.
#' @family live competitions
#' @examples
#' amara <- subset(bakeoff, judge == "Amara")
#' board <- insertion_stream(prior_size = 1, scale = score_scale("range", 0, 100))
#'
#' # Half of the contestants have been judged.
#' early <- head(amara, nrow(amara) / 2)
#' insert(board, early$points, early$contestant)
#' current_ranking(board, k = 3)
#' current_ranking(board, median = TRUE)
#'
#' # How sure is the lead? The probability of being the best so far.
#' set.seed(1)
#' head(top_probability(rank_posterior(board, noise = 0.05, draws = 1000), k = 1), 3)
#'
#' # The rest have been judged, too.
#' late <- tail(amara, -nrow(early))
#' insert(board, late$points, late$contestant)
#' current_ranking(board, k = 3)
#' @export
current_ranking <- function(stream, evaluator = NULL, item = NULL, k = NULL, median = FALSE, ...) {
  call <- check_no_more(list(...), rlang::current_env())
  check_stream(stream, call)
  check_one_question(item, k, check_flag(median, "median", call), call)
  name <- stream_evaluator(evaluator, stream, call)
  if (!is.null(item)) {
    coded <- check_labels(item, "item", source_of(unit = "position"), call)
    wanted <- enc2utf8(coded$labels)[coded$code]
    return(ranks_of(stream, name, find_items(stream, name, wanted, call)))
  }
  if (!is.null(k)) {
    return(best_of(stream, name, check_integer(k, "k", call, from = 0)))
  }
  n <- stream_size(stream, name)
  if (median) {
    return(items_at(stream, name, if (n > 0) unique(c(n %/% 2L + 1L, (n + 1L) %/% 2L)) else integer()))
  }
  stats::setNames(stream_ranks(stream, name), stream_labels(stream, name, seq_len(n)))
}

check_one_question <- function(item, k, median, call) {
  asked <- c("item", "k", "median")[c(!is.null(item), !is.null(k), median)]
  if (length(asked) > 1) stop_value("Only one of {.arg {asked}} can be asked for at a time.", asked[2], call)
}

stream_ranks <- function(stream, name) {
  if (stream$learns) {
    return(if (stream_size(stream, name) == 0) numeric() else standing(stream)$rank[[name]])
  }
  cpp_live_ranks(live_evaluator(stream, name), is.finite(stream_prior(stream, name)))
}

# Ranks of items given by their numbers, under their names.
ranks_of <- function(stream, name, numbers) {
  ranks <- if (stream$learns) {
    stream_ranks(stream, name)[numbers]
  } else {
    cpp_live_rank(live_evaluator(stream, name), numbers)
  }
  if (is.finite(stream_prior(stream, name))) ranks <- as.integer(ranks)
  stats::setNames(ranks, stream_labels(stream, name, numbers))
}

# The same of the items that are at some positions of the ranking, counted from the lowest.
items_at <- function(stream, name, positions) {
  if (stream$learns) {
    ranks <- stream_ranks(stream, name)
    return(ranks_of(stream, name, order(ranks, -seq_along(ranks))[positions]))
  }
  ranks_of(stream, name, cpp_live_item(live_evaluator(stream, name), positions))
}

best_of <- function(stream, name, k) {
  n <- stream_size(stream, name)
  items_at(stream, name, n + 1L - seq_len(min(k, n)))
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
