#' The best ranking given a posterior or panel, and what a ranking costs
#'
#' `best_ranking()` is the ranking with the smallest expected loss under a [rank_posterior()], a [rank_panel()] or a
#' [rank_distribution()], and `expected_loss()` the loss to expect from that or any other ranking: what is to be gained
#' by correcting can be seen before deciding.
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
#'   \item{`"zero_one"`}{1 unless the two are the same: the most probable ranking. Among draws it is the most frequent
#'     one. For a posterior, every item gets its most likely relative rank: without prior items that is the most
#'     likely ranking; with prior items it is the most likely one together with the places of the prior items. For
#'     scores that are numbers it is the ranking of [insertion_ranking()]. As the probability of any single ranking is
#'     tiny, this is the least useful of the four.}
#'   \item{`"max_entrywise"`}{For `expected_loss()` only: the largest \eqn{|a_i - g_i| / n}{|a - g| / n}.}
#' }
#' The footrule is what posteriors and panels minimise unless told otherwise, since in simulations its best rankings
#' were on average the closest to the truth in the footrule, by half a percent to two, and no worse than the others in
#' pairs, in the winner and in the three best. With thousands of items it takes long (half a minute for 4,000):
#' `"squared"` comes close, and takes no time.
#'
#' After `rank_posterior(method = "exact")` the losses `"footrule"`, `"squared"` and `"zero_one"` have a best ranking,
#' and `expected_loss()` knows the first two.
#'
#' @section Shared places:
#' Items of about the same quality may as well share a place. `share_places = p` takes a wrong order of two items for a
#' loss of 1 and a shared place for a loss of \eqn{1 - p}: of all ways to cut the best ranking into groups of items with
#' the same place, the one with the least expected loss over all pairs is reported. With `p` near one half hardly any
#' items share a place; with `p` near 1 all do but those whose order is almost certain. The model itself has no ties.
#'
#' @param x A result of [rank_posterior()], [rank_panel()] or [rank_distribution()].
#' @param loss String: the loss (see Details).
#' @param share_places `NULL` for a place of its own for every item. Or a number above 0.5 and below 1: items share a
#'   place where their order is less sure than that.
#' @inheritParams seqjudge-arguments
#' @param ... Rankings to judge, by name: results of [rank_items()], [rank_panel()], [panel_baselines()] or
#'   [best_ranking()], or plain rankings as [compare_rankings()] takes them. If there are none: the ranking by raw
#'   scores (`induced`), and the best ranking (`best`); for a posterior also least squares with its prior size
#'   (`insertion`), for a panel also what it reports (`consensus`).
#' @return `best_ranking()` gives what such a ranking usually comes in. For a posterior, an object of class
#'   `seqjudge_ranking`, as [rank_items()] has it, with the columns `lower` and `upper` in its data frame; for a panel,
#'   the panel with this ranking for its consensus, as [rank_panel()] has it; for a distribution, the ranks under the
#'   items' names. The first two have the fields `loss`, `level` and, for `"kendall"`, `certificate`: a data frame with
#'   `expected` (loss) and `bound`, for a posterior with a row for each `evaluator`.
#'
#'   `expected_loss()` gives a data frame with a row for each ranking (and for a posterior each `evaluator`): `ranking`,
#'   `loss`, and `expected`, the expected loss.
#' @family posteriors
#' @examples
#' x <- evaluations(bakeoff, judge, contestant, position, points, score_scale("range", 0, 100))
#' set.seed(1)
#' posterior <- rank_posterior(x["Amara"], prior = 0)
#' best_ranking(posterior, "squared")
#' expected_loss(posterior, loss = "kendall")
#'
#' # Any proposal can be judged: that of the order of appearance, say.
#' expected_loss(posterior, as_shown = 12:1)
#' @export
best_ranking <- function(x, loss = c("footrule", "squared", "kendall", "zero_one"), share_places = NULL,
                         level = 0.95) {
  call <- rlang::current_env()
  parts <- distributions_of(x, call)
  loss <- check_choice(loss, loss_names, "loss")
  check_share_places(share_places, call)
  level <- check_level(level, call)
  check_has_best(parts, loss, share_places, call)
  best <- lapply(parts, best_ranks, loss, share_places)
  if (inherits(x, "seqjudge_posterior")) {
    new_posterior_ranking(x, best, loss, level)
  } else if (inherits(x, "seqjudge_panel")) {
    report_consensus(x, best[[1]], loss, level)
  } else {
    stats::setNames(best[[1]]$rank, x$items)
  }
}

# The first is what posteriors and panels report unless told otherwise (bench/long/default-loss.R).
loss_names <- c("footrule", "squared", "kendall", "zero_one")

check_share_places <- function(share_places, call) {
  expected <- "NULL, or a number above 0.5 and below 1"
  if (!is.null(share_places)) check_number(share_places, "share_places", call, expected, function(p) p > 0.5 && p < 1)
}

# What concerns pairs cannot be told from the probabilities of single items.
check_has_best <- function(parts, loss, share_places, call) {
  if (loss == "kendall" || !is.null(share_places)) check_has_rankings(parts, call)
}

# Best rankings of a distribution ------------------------------------------------------------------------------------

# The ranks of the items; for Kendall's distance also a certificate.
best_ranks <- function(d, loss, share_places = NULL) {
  best <- if (length(d$items) < 2) {
    list(rank = seq_along(d$items), cost = 0, bound = 0)
  } else {
    switch(loss,
      footrule = list(rank = assign_ranks(by_item_block(d, cpp_expected_distances))),
      squared = list(rank = mean_order_ranks(d)),
      kendall = cpp_median_ranking(above_shares(d), mean_order_ranks(d)),
      zero_one = list(rank = likeliest_ranks(d))
    )
  }
  if (!is.null(share_places)) best$rank <- share_ranks(best$rank, d, share_places)
  if (loss == "kendall") {
    best$certificate <- data.frame(expected = best$cost, bound = best$bound) / length(d$items)^2
  }
  best[c("rank", "certificate")]
}

# The assignment of ranks (columns) to items (rows) of the smallest total cost.
assign_ranks <- function(cost) cpp_assign(cost, order(max.col(-cost, ties.method = "first")))

# Which of two items with the same mean rank is above, the more probable ranking decides, or what is known otherwise.
mean_order_ranks <- function(d) {
  mean_rank <- as.vector(by_item_block(d, function(p) p %*% seq_len(ncol(p))))
  known <- d$tie_order %||% if (!is.null(d$likeliest) || !is.null(d$ranks)) likeliest_ranks(d)
  # Sums in another order must not break ties.
  ranks_from_order(if (is.null(known)) order(mean_rank) else order(round(mean_rank, 9), known))
}

ranks_from_order <- function(order) {
  ranks <- integer(length(order))
  ranks[order] <- seq_along(order)
  ranks
}

# Cuts a ranking into groups of items that share a place, at the least expected loss: 1 for a wrong order, 1 - p for a
# shared place. `gain` is what sharing costs two items, the first ranked above the second, more than their order.
share_ranks <- function(rank, d, p) {
  n <- length(rank)
  order <- order(rank, decreasing = TRUE)
  gain <- (1 - p) - t(above_shares(d))[order, order, drop = FALSE]
  gain[lower.tri(gain, diag = TRUE)] <- 0
  least <- c(0, rep(Inf, n))
  from <- integer(n)
  for (last in seq_len(n)) {
    group <- 0
    for (first in last:1) {
      group <- group + sum(gain[first, seq.int(first, last)])
      # The larger group only where it is better, beyond rounding.
      if (least[first] + group < least[last + 1] - 1e-12) {
        least[last + 1] <- least[first] + group
        from[last] <- first
      }
    }
  }
  result <- as.double(rank)
  last <- n
  while (last > 0) {
    members <- order[seq.int(from[last], last)]
    result[members] <- mean(rank[members])
    last <- from[last] - 1L
  }
  result
}

# Expected losses ----------------------------------------------------------------------------------------------------

#' @rdname best_ranking
#' @export
expected_loss <- function(x, ..., loss = c("footrule", "squared", "kendall", "max_entrywise", "zero_one")) {
  call <- rlang::current_env()
  parts <- distributions_of(x, call)
  loss <- check_choice(loss, c("footrule", "squared", "kendall", "max_entrywise", "zero_one"), "loss")
  if (!loss %in% c("footrule", "squared")) check_has_rankings(parts, call)
  given <- list(...)
  rankings <- if (length(given) > 0) given_rankings(x, given, call) else usual_rankings(x, parts, loss)
  expected <- lapply(seq_along(parts), function(e) {
    one <- loss_function(parts[[e]], loss)
    vapply(rankings, function(by_part) one(by_part[[e]]), numeric(1), USE.NAMES = FALSE)
  })
  data <- data.frame(
    ranking = rep(names(rankings), length(parts)), loss = rep(loss, length(parts) * length(rankings)),
    expected = as.double(unlist(expected))
  )
  if (!inherits(x, "seqjudge_posterior")) {
    return(data)
  }
  data.frame(evaluator = rep(as.character(names(parts)), each = length(rankings)), data)
}

# Rankings that the user gives: a list for each, with the ranks of the items of each distribution.
given_rankings <- function(x, given, call) {
  labels <- names(given) %||% rep("", length(given))
  labels <- ifelse(labels == "", paste0("ranking_", seq_along(given)), labels)
  if (inherits(x, "seqjudge_posterior")) {
    base <- x$evaluations
  } else {
    # One who has seen all items stands for all.
    items <- distributions_of(x, call)[[1]]$items
    score <- stats::setNames(seq_along(items) / (length(items) + 1), items)
    base <- as_evaluations(score, scale = score_scale("identity"))
    for (k in which(vapply(given, inherits, logical(1), "seqjudge_baselines"))) given[[k]]$evaluations <- base
  }
  lapply(comparison_methods(given, labels, base, NULL, call), function(method) by_evaluator(method$rank, base))
}

# What there is to compare without asking.
usual_rankings <- function(x, parts, loss) {
  # What is best for the largest error is not known; the footrule comes close.
  best <- lapply(parts, function(d) best_ranks(d, if (loss == "max_entrywise") "footrule" else loss)$rank)
  if (inherits(x, "seqjudge_posterior")) {
    rows <- x$evaluations
    induced <- induced_ranks(rows)
    insertion <- insertion_ranks(scale_scores(rows), evaluator_sizes(rows), unname(x$prior_size), "lower", induced)
    return(list(induced = by_evaluator(induced, rows), insertion = by_evaluator(insertion, rows), best = best))
  }
  if (inherits(x, "seqjudge_panel")) {
    items <- parts[[1]]$items
    induced <- length(items) + 1 - mean_score_places(x, items)
    return(list(induced = list(induced), consensus = list(x$items$rank[match(items, x$items$item)]), best = best))
  }
  list(best = best)
}

by_evaluator <- function(values, x) lapply(scored_rows(x), function(own) values[own])

# A function of the ranks of the items.
loss_function <- function(d, loss) {
  n <- length(d$items)
  if (n == 0) {
    return(function(rank) NA_real_)
  }
  if (loss %in% c("max_entrywise", "zero_one")) d <- with_rankings(d)
  switch(loss,
    footrule = {
      cost <- by_item_block(d, cpp_expected_distances)
      function(rank) sum(distance_at(cost, rank)) / n^2
    },
    squared = {
      moments <- by_item_block(d, function(p) cbind(p %*% seq_len(n), p %*% seq_len(n)^2))
      function(rank) sum(moments[, 2] - 2 * rank * moments[, 1] + rank^2) / n^3
    },
    kendall = {
      above <- above_shares(d)
      # For each pair that the ranking orders, the probability of the other order.
      function(rank) sum(above[outer(rank, rank, `<`)]) / n^2
    },
    max_entrywise = function(rank) mean_over(d, apply(abs(d$ranks - rank), 2, max)) / n,
    zero_one = function(rank) mean_over(d, colSums(d$ranks != rank) > 0)
  )
}

# Half ranks lie between two ranks, and so do their distances.
distance_at <- function(cost, rank) {
  at <- function(rank) cost[cbind(seq_along(rank), rank)]
  (at(floor(rank)) + at(ceiling(rank))) / 2
}
