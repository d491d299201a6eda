# One distribution over rankings, which posteriors hold for each evaluator and panels for all. Whatever is asked of a
# posterior or a panel is answered by the distribution in it: rank-distribution-summaries.R, best-ranking.R and
# rank-distribution-draws.R.

#' A distribution over rankings
#'
#' Which rankings of some items are how likely? `rank_distribution()` takes the answer out of a [rank_posterior()], a
#' [rank_panel()] or an [insertion_stream()], or makes one from draws or rankings of your own, such as those of another
#' model. All of them answer the same questions: [rank_probability()], [top_probability()], [pairwise_probability()],
#' [best_ranking()], [expected_loss()], `confint()` and `posterior::as_draws()`.
#'
#' A distribution holds either draws, each of the same weight; or rankings with their probabilities, such as those of a
#' small panel, which are exact; or, after `rank_posterior(method = "exact")`, the probabilities of every item's ranks
#' alone, which tell nothing of several items at once.
#'
#' @section Intervals:
#' All intervals of ranks and places in this package are of one kind: the shortest run of neighbouring ranks whose
#' probability is at least `level`; of several such runs the most probable. Ranks end at 1 and at the number of items,
#' and the items of most interest lie near these ends. There an interval that leaves out as much on either side would be
#' longer than need be, and could leave out the most probable rank, as the shortest one cannot where any rank is
#' probable by itself.
#'
#' @param x A matrix of ranks with a row for each item, under its name, and a column for each draw or ranking, the
#'   highest rank for the best; or a result of [rank_posterior()] or [rank_panel()]; or an [insertion_stream()].
#' @param weights For a matrix: `NULL` if all columns count alike, or a number from 0 for each, such as its probability.
#' @param evaluator For posteriors and streams: name or number of an evaluator. May be left out when there is one.
#' @param object A distribution.
#' @param parm Names or numbers of items; all if left out.
#' @param loss String: the loss that `rank` is best for (see [best_ranking()]).
#' @inheritParams seqjudge-arguments
#' @param ... For streams: arguments of [rank_posterior()]. Else not used.
#' @return An object of class `seqjudge_rank_distribution`, a list of
#'   \describe{
#'     \item{`items`}{The names of the items.}
#'     \item{`ranks`}{Matrix of ranks, with a row for each item and a column for each draw or ranking; or `NULL`.}
#'     \item{`weights`}{`NULL` for draws, else the probability of each ranking.}
#'     \item{`probability`}{Where there are no `ranks`: matrix with a row for each item and a column for each rank.}
#'     \item{`recipe`}{Where there are too many draws to be kept: what they are made from again (see
#'       [rank_posterior()]).}
#'     \item{`likeliest`, `tie_order`}{Ranks of the most probable ranking, where it is known otherwise than from the
#'       draws; and what decides between items of the same mean rank, if not that.}
#'   }
#'   * `as.data.frame()`: a row for each item: `item`, `rank` and `place` in the [best_ranking()] for `loss`,
#'     `mean_rank`, `median_rank`, `mode_rank`, `lower` and `upper` (the interval in ranks), and `p_best`, the
#'     probability of being the best.
#'   * `tidy()`: the same in places, 1 for the best, sorted: `item`, `place`, `mean_place`, `conf.low`, `conf.high`,
#'     `p_best`.
#'   * `confint()`: a matrix with the `lower` and `upper` ends of the interval of each item's place.
#' @family posteriors
#' @examples
#' # Four draws of a ranking of three cakes, from wherever.
#' draws <- cbind(c(apple = 3, berry = 1, carrot = 2), c(3, 2, 1), c(3, 1, 2), c(2, 1, 3))
#' cakes <- rank_distribution(draws)
#' cakes
#' pairwise_probability(cakes)
#' expected_loss(cakes, as_baked = c(apple = 1, berry = 2, carrot = 3))
#'
#' # The same from rankings with probabilities.
#' rank_distribution(draws[, c(1, 2, 4)], weights = c(0.5, 0.25, 0.25))
#' @export
rank_distribution <- function(x, ...) {
  UseMethod("rank_distribution")
}

#' @rdname rank_distribution
#' @export
rank_distribution.default <- function(x, weights = NULL, ...) {
  call <- check_no_more(list(...), rlang::current_env())
  ranks <- check_rank_columns(x, call)
  new_rank_distribution(rownames(ranks), ranks, check_weights(weights, ncol(ranks), call))
}

#' @rdname rank_distribution
#' @export
rank_distribution.seqjudge_posterior <- function(x, evaluator = NULL, ...) {
  call <- check_no_more(list(...), rlang::current_env())
  distribution_of(x, evaluator, call)
}

#' @export
rank_distribution.seqjudge_panel <- rank_distribution.seqjudge_posterior

#' @export
rank_distribution.seqjudge_rank_distribution <- rank_distribution.seqjudge_posterior

#' @rdname rank_distribution
#' @export
rank_distribution.seqjudge_stream <- function(x, evaluator = NULL, ...) {
  distribution_of(rank_posterior(x, ...), evaluator, rlang::current_env())
}

new_rank_distribution <- function(items, ranks = NULL, weights = NULL, probability = NULL, likeliest = NULL,
                                  tie_order = NULL, recipe = NULL) {
  structure(
    list(
      items = items, ranks = ranks, weights = weights, probability = probability, likeliest = likeliest,
      tie_order = tie_order, recipe = recipe
    ),
    class = c("seqjudge_rank_distribution", "seqjudge_object")
  )
}

# With all draws, where these were too many to be kept.
with_rankings <- function(d) {
  if (!is.null(d$recipe)) {
    own <- d$recipe$evaluator
    d$ranks <- cpp_draw_rankings(d$recipe, own, own, check_threads())[[1]]
    dimnames(d$ranks) <- list(d$items, NULL)
  }
  d
}

# Whose distribution is meant ----------------------------------------------------------------------------------------

# Those of all evaluators of a posterior, by name; the only one of any other object.
distributions_of <- function(x, call, arg = "x") {
  if (inherits(x, "seqjudge_posterior")) {
    return(x$distributions)
  }
  if (inherits(x, "seqjudge_rank_distribution")) {
    return(list(x))
  }
  if (!inherits(x, "seqjudge_panel")) {
    stop_type(
      "{.arg {arg}} must be a result of {.fn rank_posterior}, {.fn rank_panel} or {.fn rank_distribution}, not
        {describe_type(x)}.",
      arg, call
    )
  }
  if (is.null(x$distribution)) {
    certain <- "{.arg {arg}} must not come from {.code method = \"map\"}, which finds no probabilities."
    stop_value(certain, arg, call)
  }
  list(x$distribution)
}

distribution_of <- function(x, evaluator, call, arg = "x") {
  parts <- distributions_of(x, call, arg)
  if (inherits(x, "seqjudge_posterior")) {
    return(parts[[one_evaluator(names(parts), evaluator, call)]])
  }
  if (!is.null(evaluator)) {
    stop_value("{.arg evaluator} must be left out where there is one ranking for all.", "evaluator", call)
  }
  parts[[1]]
}

one_evaluator <- function(who, evaluator, call) {
  if (is.null(evaluator) && length(who) == 1) {
    return(1L)
  }
  if (is.null(evaluator)) {
    stop_value(
      "{.arg evaluator} must be given: there are {length(who)}, such as {.val {utils::head(who, 2)}}.",
      "evaluator", call
    )
  }
  chosen <- check_evaluators(evaluator, who, call, "evaluator")
  if (length(chosen) != 1) {
    stop_shape("{.arg evaluator} must be one evaluator, not {length(chosen)}.", "evaluator", call)
  }
  chosen
}

# Checks -------------------------------------------------------------------------------------------------------------

check_has_rankings <- function(parts, call, arg = "x") {
  if (any(vapply(parts, function(d) is.null(d$ranks) && is.null(d$recipe), logical(1)))) {
    stop_value("{.arg {arg}} must hold draws for this, but was made with {.code method = \"exact\"}.", arg, call)
  }
}

# A matrix of whole ranks, with names for its rows.
check_rank_columns <- function(x, call) {
  if (!is.matrix(x) || !is_plain_numeric(x)) {
    stop_type("{.arg x} must be a matrix of ranks, not {describe_type(x)}.", "x", call)
  }
  if (ncol(x) == 0) stop_shape("{.arg x} must have at least one column.", "x", call)
  n <- nrow(x)
  bad <- which(!x %in% seq_len(n) | duplicated(as.vector(x + (col(x) - 1) * n)))
  message <- "{.arg x} must have the ranks 1 to {n} in each column."
  check_none(bad, message, "x", call, x, "seqjudge_error_ranking", rows = n)
  items <- rownames(x) %||% as.character(seq_len(n))
  again <- which(duplicated(items))
  if (length(again) > 0) {
    stop_value("{.arg x} must name each item once, but has {.val {items[again[1]]}} again.", "x", call, again)
  }
  matrix(as.integer(x), n, dimnames = list(items, NULL))
}

# Probabilities, or NULL where all count alike.
check_weights <- function(weights, count, call) {
  if (is.null(weights)) {
    return(NULL)
  }
  weights <- check_numbers(weights, "weights", call, "hold numbers from 0", number_from(0))
  if (length(weights) != count) {
    stop_shape("{.arg weights} must have a number for each of the {count} column{?s} of {.arg x}.", "weights", call)
  }
  if (sum(weights) == 0) stop_value("{.arg weights} must have a number above 0.", "weights", call)
  weights / sum(weights)
}

# Methods ------------------------------------------------------------------------------------------------------------

#' @rdname rank_distribution
#' @export
as.data.frame.seqjudge_rank_distribution <- function(x, row.names = NULL, optional = FALSE, ..., # nolint
                                                     level = 0.95,
                                                     loss = c("footrule", "squared", "kendall", "zero_one")) {
  call <- check_no_more(list(...), rlang::current_env())
  loss <- check_choice(loss, loss_names, "loss")
  check_has_best(list(x), loss, NULL, call)
  rank <- best_ranks(x, loss)$rank
  found <- summarise_ranks(x, check_level(level, call))
  data.frame(item = x$items, rank = rank, place = length(x$items) + 1L - rank, found)
}

#' @rdname rank_distribution
#' @export
tidy.seqjudge_rank_distribution <- function(x, ..., level = 0.95,
                                            loss = c("footrule", "squared", "kendall", "zero_one")) {
  tidy_places(as.data.frame(x, level = level, loss = loss))
}

# Items by place, with what else is known of their ranks counted from the top.
tidy_places <- function(data) {
  data <- cbind(data, in_places(data, nrow(data)))
  columns <- c("item", "place", "mean_place", "conf.low", "conf.high", "p_best")
  unnumbered(data[order(data$place, data$mean_place), columns])
}

in_places <- function(data, n) {
  data.frame(mean_place = n + 1 - data$mean_rank, conf.low = n + 1 - data$upper, conf.high = n + 1 - data$lower)
}

#' @rdname rank_distribution
#' @export
confint.seqjudge_rank_distribution <- function(object, parm, level = 0.95, ...) {
  place_intervals(object, if (missing(parm)) NULL else parm, level, rlang::current_env())
}

# The ends of the intervals of all items of all distributions, 1 for the best.
place_intervals <- function(object, parm, level, call) {
  level <- check_level(level, call)
  parts <- distributions_of(object, call, "object")
  ends <- lapply(parts, function(d) length(d$items) + 1 - as.matrix(summarise_ranks(d, level)[c("upper", "lower")]))
  ends <- do.call(rbind, c(list(matrix(0, 0, 2)), unname(ends)))
  items <- lapply(parts, `[[`, "items")
  if (length(parts) > 1) items <- Map(paste, names(parts), items, sep = ":", recycle0 = TRUE)
  dimnames(ends) <- list(as.character(unlist(items)), c("lower", "upper"))
  if (is.null(parm)) ends else ends[check_parm(parm, rownames(ends), call), , drop = FALSE]
}

#' @export
format.seqjudge_rank_distribution <- function(x, n = 12, ...) {
  about <- if (!is.null(x$recipe)) {
    paste0(count_of(x$recipe$draws, "draw"), ", not kept")
  } else if (is.null(x$ranks)) {
    "exact probabilities of ranks"
  } else if (is.null(x$weights)) {
    count_of(ncol(x$ranks), "draw")
  } else {
    paste(count_of(ncol(x$ranks), "ranking"), "with probabilities")
  }
  c(
    paste0(heading("distribution of rankings", item = length(x$items)), ", ", about),
    describe_places(0.95, loss_names[1]),
    format_rows(format_places(tidy(x)), n)
  )
}

describe_places <- function(level, loss) {
  paste0(format(100 * level), "% intervals of the place; place is best for ", if (loss == "footrule") "the ", loss)
}

# A table for people, of places with their intervals.
format_places <- function(data) {
  data$interval <- format_interval(data$conf.low, data$conf.high)
  data$p_best <- format(round(data$p_best, 3), nsmall = 3)
  data[intersect(c("evaluator", "item", "place", "interval", "induced_place", "p_best"), names(data))]
}

format_interval <- function(low, high) ifelse(low == high, low, paste(low, "to", high))
