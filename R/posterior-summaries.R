# What a posterior of rankings answers. Everything that concerns one item is made from the probabilities of its ranks,
# whether these come from draws or were computed; what concerns several items needs draws.

#' What a posterior tells about items and pairs
#'
#' Reads off a result of [rank_posterior()] how likely each item has each rank, is among the best `k`, or is above
#' another, and which pairs the raw scores probably have in the wrong order.
#'
#' @param object A result of [rank_posterior()].
#' @param k Whole number from 1: among how many best.
#' @param at_least Number from 0 to 1: pairs with a smaller probability are left out.
#' @param evaluator Name or number of an evaluator. May be left out when there is one.
#' @return
#' * `rank_probability()`: a matrix with a row for each scored item, in order of presentation, and a column for each
#'   rank; the last column is for the best.
#' * `top_probability()`: a data frame with a row for each scored item, sorted by evaluator and probability:
#'   `evaluator`, `item`, `position`, `induced_place` (by raw scores), `k` and `probability`.
#' * `pairwise_probability()`: a matrix with the probability that the item of a row is above that of a column; `NA` on
#'   the diagonal.
#' * `conflict_probability()`: a data frame with a row for each pair of items that the raw scores order, and probably
#'   wrongly: `evaluator`, `item_1` and `item_2` (the first has the higher score), `score_1`, `score_2`, and
#'   `probability`, that of the second item being above the first. The most probable ones come first.
#' @family posteriors
#' @examples
#' x <- evaluations(
#'   bakeoff, judge, contestant, position, points,
#'   scale = score_scale("range", 0, 100)
#' )
#' set.seed(1)
#' posterior <- rank_posterior(x["Amara"], prior = 0)
#'
#' # Three go to the final. Who, and how sure is that?
#' top_probability(posterior, k = 3)
#'
#' # Pairs worth a second look.
#' conflict_probability(posterior, at_least = 0.8)
#'
#' round(pairwise_probability(posterior)[1:4, 1:4], 2)
#' @name posterior-probabilities
NULL

#' @rdname posterior-probabilities
#' @export
rank_probability <- function(object, evaluator = NULL) {
  call <- rlang::current_env()
  check_posterior(object, call)
  e <- one_evaluator(object, evaluator, call)
  probability <- item_probabilities(object, e)
  dimnames(probability) <- list(item_names(object, e), seq_len(ncol(probability)))
  probability
}

#' @rdname posterior-probabilities
#' @export
top_probability <- function(object, k = 1) {
  call <- rlang::current_env()
  check_posterior(object, call)
  k <- check_integer(k, "k", call)
  x <- object$evaluations
  rows <- scored_rows(x)
  induced <- place_of(induced_ranks(x), x)
  by_evaluator <- lapply(seq_along(rows), function(e) {
    own <- rows[[e]]
    probability <- top_probabilities(object, e, k)
    data.frame(
      evaluator = x$evaluator[own], item = x$item[own], position = x$position[own], induced_place = induced[own],
      k = rep(k, length(own)), probability = probability
    )[order(-probability, induced[own], x$position[own]), ]
  })
  stack_rows(by_evaluator)
}

#' @rdname posterior-probabilities
#' @export
pairwise_probability <- function(object, evaluator = NULL) {
  call <- rlang::current_env()
  check_posterior(object, call)
  check_has_draws(object, call)
  e <- one_evaluator(object, evaluator, call)
  above <- pair_probabilities(object, e)
  diag(above) <- NA
  dimnames(above) <- list(item_names(object, e), item_names(object, e))
  above
}

#' @rdname posterior-probabilities
#' @export
conflict_probability <- function(object, at_least = 0.5) {
  call <- rlang::current_env()
  check_posterior(object, call)
  check_has_draws(object, call)
  at_least <- check_one_number(at_least, "at_least", "a number from 0 to 1", function(p) p >= 0 && p <= 1, call)
  x <- object$evaluations
  rows <- scored_rows(x)
  by_evaluator <- lapply(seq_along(rows), function(e) {
    own <- rows[[e]]
    score <- x$score[own]
    above <- pair_probabilities(object, e)
    pairs <- which(outer(score, score, `>`) & t(above) >= at_least, arr.ind = TRUE)
    first <- pairs[, 1]
    second <- pairs[, 2]
    data.frame(
      evaluator = x$evaluator[own][first], item_1 = x$item[own][first], item_2 = x$item[own][second],
      score_1 = score[first], score_2 = score[second], probability = above[cbind(second, first)]
    )
  })
  result <- stack_rows(by_evaluator)
  result <- result[order(-result$probability), ]
  rownames(result) <- NULL
  result
}

# Probabilities ------------------------------------------------------------------------------------------------------

# Of each rank (columns) for the scored items of evaluator number e, or some of them.
item_probabilities <- function(object, e, from = 1L, to = scored_count(object, e)) {
  if (!is.null(object$probabilities)) {
    return(object$probabilities[[e]][seq.int(from, length.out = to - from + 1L), , drop = FALSE])
  }
  cpp_rank_shares(object$draws[[e]], from, to)
}

top_probabilities <- function(object, e, k) {
  n <- scored_count(object, e)
  if (is.null(object$draws)) {
    return(unname(rowSums(object$probabilities[[e]][, seq_len(n) > n - k, drop = FALSE])))
  }
  unname(rowMeans(object$draws[[e]] > n - k))
}

pair_probabilities <- function(object, e) {
  cpp_count_above(object$draws[[e]], check_threads()) / object$n_draws
}

scored_count <- function(object, e) nrow((object$draws %||% object$probabilities)[[e]])

item_names <- function(object, e) rownames((object$draws %||% object$probabilities)[[e]])

# Calls f(probabilities) for a few items at a time: a matrix for all of many thousand would not fit in memory.
by_item_block <- function(object, e, f, items = 500L) {
  n <- scored_count(object, e)
  starts <- seq.int(1L, by = items, length.out = ceiling(n / items))
  do.call(rbind, lapply(starts, function(from) f(item_probabilities(object, e, from, min(n, from + items - 1L)))))
}

# A row for each scored item, in the order of the rows.
summarise_posterior_ranks <- function(object, level) {
  columns <- c("mean_rank", "median_rank", "mode_rank", "lower", "upper", "p_best")
  parts <- lapply(seq_along(evaluator_names(object$evaluations)), function(e) {
    by_item_block(object, e, function(p) cpp_summarise_ranks(p, level))
  })
  all <- do.call(rbind, c(list(matrix(0, 0, length(columns))), parts))
  stats::setNames(as.data.frame(all), columns)
}

induced_ranks <- function(x) grouped_ranks(x$score, evaluator_codes(x))$rank

stack_rows <- function(parts) {
  result <- do.call(rbind, parts)
  if (!is.null(result)) rownames(result) <- NULL
  result
}

# Checks -------------------------------------------------------------------------------------------------------------

check_posterior <- function(object, call, arg = "object") {
  if (!inherits(object, "seqjudge_posterior")) {
    stop_type("{.arg {arg}} must be a result of {.fn rank_posterior}, not {describe_type(object)}.", arg, call)
  }
}

check_has_draws <- function(object, call) {
  if (is.null(object$draws)) {
    stop_value(
      "{.arg object} must hold draws for this, but was made with {.code method = \"exact\"}.", "object", call, NULL
    )
  }
}

one_evaluator <- function(object, evaluator, call) {
  who <- evaluator_names(object$evaluations)
  if (is.null(evaluator) && length(who) == 1) {
    return(1L)
  }
  if (is.null(evaluator)) {
    stop_value(
      "{.arg evaluator} must be given: there are {length(who)}, {.val {utils::head(who, 3)}} and so on.",
      "evaluator", call, NULL
    )
  }
  chosen <- check_evaluators(evaluator, who, call, "evaluator")
  if (length(chosen) != 1) {
    stop_shape("{.arg evaluator} must be one evaluator, not {length(chosen)}.", "evaluator", call)
  }
  chosen
}
