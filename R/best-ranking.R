#' The best ranking given a posterior, and what a ranking costs
#'
#' `best_ranking()` is the ranking with the smallest expected loss under a [rank_posterior()], and `expected_loss()` the
#' loss to expect from that or any other ranking: what is to be gained by correcting can be seen before deciding.
#'
#' The loss of a ranking \eqn{a}, where \eqn{g} is the true one, and the ranking that is best for it:
#' \describe{
#'   \item{`"footrule"`}{\eqn{\sum_i |a_i - g_i| / n^2}{sum |a - g| / n^2}, as in [footrule_distance()]. The best
#'     ranking assigns ranks to items with the smallest sum of expected distances: a linear assignment problem, solved
#'     by the Hungarian method.}
#'   \item{`"squared"`}{\eqn{\sum_i (a_i - g_i)^2 / n^3}{sum (a - g)^2 / n^3}. The best ranking orders the items by
#'     their mean rank.}
#'   \item{`"kendall"`}{The number of pairs in the wrong order, divided by \eqn{n^2}, as in [kendall_distance()]. For up
#'     to 16 items the best ranking is found exactly; for more, by moving single items from the order of the mean ranks
#'     until no move helps. The field `certificate` then tells how good it is at least: no ranking is below the sum over
#'     all pairs of the smaller of the two probabilities.}
#'   \item{`"zero_one"`}{1 unless the two are the same. Every item gets its most likely relative rank. Without prior
#'     items that is the most likely ranking; with prior items it is the most likely one together with the places of
#'     the prior items. For scores that are numbers it is the ranking of [insertion_ranking()]. As the probability of
#'     any single ranking is tiny, this is the least useful of the four.}
#'   \item{`"max_entrywise"`}{For `expected_loss()` only: the largest \eqn{|a_i - g_i| / n}{|a - g| / n}.}
#' }
#' After `rank_posterior(method = "exact")` the losses `"footrule"`, `"squared"` and `"zero_one"` have a best ranking,
#' and `expected_loss()` knows the first two.
#'
#' @param object A result of [rank_posterior()].
#' @param loss String: the loss (see Details).
#' @param level Number between 0 and 1: the probability that the interval of an item's rank holds at least.
#' @param ... Rankings to judge, by name: results of [rank_items()] or [best_ranking()], or plain rankings as
#'   [compare_rankings()] takes them. If there are none: the induced ranking (`induced`), least squares with the prior
#'   size of the posterior (`insertion`), and the best ranking (`best`).
#' @return `best_ranking()` gives an object of class `seqjudge_ranking`, as [rank_items()] does, with the columns
#'   `lower` and `upper` in its data frame, and with the fields `loss`, `level` and, for `"kendall"`, `certificate`: a
#'   data frame with a row for each evaluator: `evaluator`, `expected` (loss) and `bound`.
#'
#'   `expected_loss()` gives a data frame with a row for each evaluator and ranking: `evaluator`, `ranking`, `loss`, and
#'   `expected`, the expected loss.
#' @family posteriors
#' @examples
#' x <- evaluations(
#'   bakeoff, judge, contestant, position, points,
#'   scale = score_scale("range", 0, 100)
#' )
#' set.seed(1)
#' posterior <- rank_posterior(x["Amara"], prior = 0)
#' best_ranking(posterior, "squared")
#' expected_loss(posterior, loss = "kendall")
#'
#' # Any proposal can be judged: that of the order of appearance, say.
#' expected_loss(posterior, as_shown = 12:1)
#' @export
best_ranking <- function(object, loss = c("footrule", "squared", "kendall", "zero_one"), level = 0.95) {
  call <- rlang::current_env()
  check_posterior(object, call)
  loss <- check_choice(loss, c("footrule", "squared", "kendall", "zero_one"), "loss")
  level <- check_level(level, call)
  if (loss == "kendall") check_has_draws(object, call)
  best <- best_ranks(object, loss)
  found <- summarise_posterior_ranks(object, level)
  along <- function(values) {
    result <- rep(NA_real_, nrow(object$evaluations))
    result[!is.na(object$evaluations$score)] <- values
    result
  }
  ranking <- new_ranking(
    object$evaluations, "posterior", object$prior_size, object$fitted, "lower", induced_ranks(object$evaluations),
    along(best$rank)
  )
  ranking[c("lower", "upper")] <- lapply(found[c("lower", "upper")], along)
  ranking$loss <- loss
  ranking$level <- level
  ranking$certificate <- best$certificate
  ranking
}

# Ranks of the scored items, in the order of the rows.
best_ranks <- function(object, loss) {
  evaluators <- seq_along(evaluator_names(object$evaluations))
  if (loss == "zero_one") {
    return(list(rank = modal_ranks(object)))
  }
  best <- lapply(evaluators, function(e) {
    switch(loss,
      footrule = list(rank = footrule_ranks(object, e)),
      squared = list(rank = mean_order_ranks(object, e)),
      kendall = median_ranks(object, e)
    )
  })
  certificate <- if (loss == "kendall") {
    scale <- vapply(evaluators, function(e) scored_count(object, e)^2, numeric(1))
    data.frame(
      evaluator = evaluator_names(object$evaluations),
      expected = vapply(best, `[[`, numeric(1), "cost") / scale,
      bound = vapply(best, `[[`, numeric(1), "bound") / scale
    )
  }
  list(rank = as.double(unlist(lapply(best, `[[`, "rank"))), certificate = certificate)
}

footrule_ranks <- function(object, e) {
  if (scored_count(object, e) < 2) {
    return(seq_len(scored_count(object, e)))
  }
  assign_ranks(by_item_block(object, e, cpp_expected_distances))
}

# The assignment of ranks (columns) to items (rows) of the smallest total cost.
assign_ranks <- function(cost) cpp_assign(cost, order(max.col(-cost, ties.method = "first")))

# Items of the same mean rank go by their raw scores, then by their positions.
mean_order_ranks <- function(object, e) {
  own <- scored_rows(object$evaluations)[[e]]
  mean_rank <- as.vector(by_item_block(object, e, function(p) p %*% seq_len(ncol(p))))
  ranks_from_order(order(mean_rank, object$evaluations$score[own]))
}

ranks_from_order <- function(order) {
  ranks <- integer(length(order))
  ranks[order] <- seq_along(order)
  ranks
}

median_ranks <- function(object, e) {
  if (scored_count(object, e) < 2) {
    return(list(rank = seq_len(scored_count(object, e)), cost = 0, bound = 0))
  }
  cpp_median_ranking(pair_probabilities(object, e), mean_order_ranks(object, e))
}

# Each item at its most likely relative rank. That of a bin is the one nearest to its middle; the lowest and highest
# bins are open, and so most likely for the lowest and highest relative rank.
modal_ranks <- function(object) {
  x <- object$evaluations
  scale <- attr(x, "scale")
  score <- scale_scores(x)
  if (scale$type == "bins") {
    score <- ifelse(x$score == 1, 0, ifelse(x$score == scale$k, 1, (x$score - 0.5) / scale$k))
  }
  ranks <- insertion_ranks(score, evaluator_sizes(x), unname(object$prior_size), "lower", induced_ranks(x))
  rows <- scored_rows(x)
  # Without correction items may be tied.
  as.double(unlist(lapply(rows, function(own) ranks_from_order(order(ranks[own])))))
}

#' @rdname best_ranking
#' @export
expected_loss <- function(object, ..., loss = c("footrule", "squared", "kendall", "max_entrywise", "zero_one")) {
  call <- rlang::current_env()
  check_posterior(object, call)
  loss <- check_choice(loss, c("footrule", "squared", "kendall", "max_entrywise", "zero_one"), "loss")
  if (!loss %in% c("footrule", "squared")) check_has_draws(object, call)
  given <- list(...)
  x <- object$evaluations
  rankings <- if (length(given) == 0) {
    default_rankings(object, loss)
  } else {
    labels <- names(given) %||% rep("", length(given))
    labels <- ifelse(labels == "", paste0("ranking_", seq_along(given)), labels)
    lapply(comparison_methods(given, labels, x, NULL, call), `[[`, "rank")
  }
  rows <- scored_rows(x)
  parts <- lapply(seq_along(rows), function(e) {
    one <- loss_function(object, e, loss)
    data.frame(
      evaluator = rep(evaluator_names(x)[e], length(rankings)),
      ranking = names(rankings),
      loss = rep(loss, length(rankings)),
      expected = vapply(rankings, function(rank) one(rank[rows[[e]]]), numeric(1), USE.NAMES = FALSE)
    )
  })
  stack_rows(parts)
}

default_rankings <- function(object, loss) {
  x <- object$evaluations
  induced <- induced_ranks(x)
  best <- rep(NA_real_, nrow(x))
  # What is best for the largest error is not known; the footrule comes close.
  best[!is.na(x$score)] <- best_ranks(object, if (loss == "max_entrywise") "footrule" else loss)$rank
  list(
    induced = induced,
    insertion = insertion_ranks(scale_scores(x), evaluator_sizes(x), unname(object$prior_size), "lower", induced),
    best = best
  )
}

# A function of the ranks of the scored items of evaluator number e.
loss_function <- function(object, e, loss) {
  n <- scored_count(object, e)
  if (n == 0) {
    return(function(rank) NA_real_)
  }
  switch(loss,
    footrule = footrule_loss(by_item_block(object, e, cpp_expected_distances)),
    squared = {
      moments <- by_item_block(object, e, function(p) cbind(p %*% seq_len(n), p %*% seq_len(n)^2))
      function(rank) sum(moments[, 2] - 2 * rank * moments[, 1] + rank^2) / n^3
    },
    kendall = {
      above <- pair_probabilities(object, e)
      # For each pair that the ranking orders, the probability of the other order.
      function(rank) sum(above[outer(rank, rank, `<`)]) / n^2
    },
    max_entrywise = function(rank) mean(apply(abs(object$draws[[e]] - rank), 2, max)) / n,
    zero_one = function(rank) mean(colSums(object$draws[[e]] != rank) > 0)
  )
}

# Half ranks lie between two ranks, and so do their distances.
footrule_loss <- function(cost) {
  n <- nrow(cost)
  function(rank) {
    at <- function(rank) cost[cbind(seq_len(n), rank)]
    sum(at(floor(rank)) + at(ceiling(rank))) / 2 / n^2
  }
}
