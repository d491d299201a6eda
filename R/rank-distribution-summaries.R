# What a distribution over rankings tells of its items. What concerns one item is made from the probabilities of its
# ranks, wherever these come from; what concerns several items needs rankings.

#' How likely is a rank, a place among the best, an order of two
#'
#' Reads off a posterior, a panel or a distribution how likely each item has each rank, is among the best `k`, or is
#' above another. For pairs that the raw scores probably have in the wrong order see [find_conflicts()].
#'
#' @param x A result of [rank_posterior()], [rank_panel()] or [rank_distribution()].
#' @param k Whole number from 1: among how many best.
#' @param evaluator For a posterior: name or number of an evaluator. May be left out when there is one.
#' @inheritParams seqjudge-arguments
#' @return
#' * `rank_probability()`: a matrix with a row for each item and a column for each rank; the last column is for the
#'   best. The items of a posterior are those with a score, in order of presentation.
#' * `top_probability()`: a data frame with a row for each item, the most probable first: `item`, `k` and
#'   `probability`; before these for a posterior, sorted by evaluator, `evaluator`, and after the item its `position`
#'   and `induced_place` (by raw scores); for a panel `induced_place` (by mean raw score).
#' * `pairwise_probability()`: a matrix with the probability that the item of a row is above that of a column; `NA` on
#'   the diagonal.
#' @family posteriors
#' @examples
#' x <- evaluations(bakeoff, judge, contestant, position, points, score_scale("range", 0, 100))
#' set.seed(1)
#' posterior <- rank_posterior(x["Amara"], prior = 0)
#'
#' # Three go to the final. Who, and how sure is that?
#' top_probability(posterior, k = 3)
#'
#' # Pairs worth a second look.
#' find_conflicts(posterior, at_least = 0.8)
#'
#' round(pairwise_probability(posterior)[1:4, 1:4], 2)
#' @name rank_probability
#' @export
rank_probability <- function(x, evaluator = NULL) {
  found <- distribution_of(x, evaluator, rlang::current_env())
  probability <- rank_shares(found)
  dimnames(probability) <- list(found$items, seq_len(ncol(probability)))
  probability
}

#' @rdname rank_probability
#' @export
top_probability <- function(x, k = 1, ...) {
  call <- check_no_more(list(...), rlang::current_env())
  parts <- distributions_of(x, call)
  k <- check_integer(k, "k", call)
  data <- about_items(x)
  data$k <- rep(k, nrow(data))
  data$probability <- as.double(unlist(lapply(parts, top_shares, k)))
  of <- rep(seq_along(parts), vapply(parts, function(d) length(d$items), integer(1)))
  then <- data[intersect(c("induced_place", "position"), names(data))]
  unnumbered(data[do.call(order, c(list(of, -data$probability), then)), ])
}

#' @rdname rank_probability
#' @export
pairwise_probability <- function(x, evaluator = NULL) {
  call <- rlang::current_env()
  found <- distribution_of(x, evaluator, call)
  check_has_rankings(list(found), call)
  above <- above_shares(found)
  diag(above) <- NA
  dimnames(above) <- list(found$items, found$items)
  above
}

# A row for each item of each distribution in `x`, with what is known of it otherwise.
about_items <- function(x) {
  if (inherits(x, "seqjudge_posterior")) {
    rows <- x$evaluations
    data <- data.frame(
      evaluator = evaluator_along(rows), item = rows$item, position = rows$position,
      induced_place = place_of(induced_ranks(rows), rows)
    )
    return(data[!is.na(rows$score), ])
  }
  if (inherits(x, "seqjudge_panel")) {
    return(data.frame(item = x$distribution$items, induced_place = mean_score_places(x, x$distribution$items)))
  }
  data.frame(item = x$items)
}

# Probabilities ------------------------------------------------------------------------------------------------------

# Of each rank (columns) for the items of a distribution, or some of them.
rank_shares <- function(d, from = 1L, to = length(d$items)) {
  chosen <- seq.int(from, length.out = to - from + 1L)
  if (!is.null(d$recipe)) {
    return(cpp_drawn_shares(d$recipe, d$recipe$evaluator, from, to, check_threads()))
  }
  if (is.null(d$ranks)) {
    return(d$probability[chosen, , drop = FALSE])
  }
  # Draws are counted, which is exact.
  if (is.null(d$weights)) {
    return(cpp_rank_shares(d$ranks, from, to))
  }
  n <- length(d$items)
  shares <- vapply(chosen, FUN.VALUE = numeric(n), function(i) {
    by_rank <- rowsum(d$weights, d$ranks[i, ])
    replace(numeric(n), as.integer(rownames(by_rank)), by_rank)
  })
  t(matrix(shares, n))
}

# Calls f(probabilities) for a few items at a time: a matrix for all of many thousand would not fit in memory.
by_item_block <- function(d, f) {
  n <- length(d$items)
  # Draws that are not kept are made again for each block.
  items <- if (is.null(d$recipe)) 500L else max(500L, 1e7 %/% n)
  starts <- seq.int(1L, by = items, length.out = ceiling(n / items))
  do.call(rbind, lapply(starts, function(from) f(rank_shares(d, from, min(n, from + items - 1L)))))
}

# A row for each item; the interval is the shortest run of ranks that holds the level.
summarise_ranks <- function(d, level) {
  found <- by_item_block(d, function(p) cpp_summarise_ranks(p, level))
  if (is.null(found)) no_summary else stats::setNames(as.data.frame(found), names(no_summary))
}

no_summary <- data.frame(
  mean_rank = numeric(), median_rank = numeric(), mode_rank = numeric(), lower = numeric(), upper = numeric(),
  p_best = numeric()
)

top_shares <- function(d, k) {
  n <- length(d$items)
  if (is.null(d$ranks) || !is.null(d$weights)) {
    top <- by_item_block(d, function(p) cbind(rowSums(p[, seq_len(n) > n - k, drop = FALSE])))
    # Weights that add up to one may add up to a little more.
    return(pmin(as.double(top), 1))
  }
  unname(rowMeans(d$ranks > n - k))
}

# That the item of the row is above that of the column.
above_shares <- function(d) {
  if (!is.null(d$recipe)) {
    return(cpp_drawn_above(d$recipe, d$recipe$evaluator, check_threads()) / d$recipe$draws)
  }
  if (is.null(d$weights)) {
    return(cpp_count_above(d$ranks, check_threads()) / ncol(d$ranks))
  }
  n <- length(d$items)
  above <- vapply(seq_len(n), FUN.VALUE = numeric(n), function(j) {
    vapply(seq_len(n), function(i) sum(d$weights[d$ranks[i, ] > d$ranks[j, ]]), numeric(1))
  })
  matrix(pmin(above, 1), n)
}

# The mean over the rankings of a number for each.
mean_over <- function(d, values) if (is.null(d$weights)) mean(values) else sum(d$weights * values)

# The most probable ranking. The same one may stand in several columns.
likeliest_ranks <- function(d) {
  if (!is.null(d$likeliest)) {
    return(d$likeliest)
  }
  if (length(d$items) == 0) {
    return(integer())
  }
  key <- do.call(paste, lapply(seq_along(d$items), function(i) d$ranks[i, ]))
  first <- match(key, key)
  total <- rowsum(d$weights %||% rep(1L, length(first)), first)
  unname(d$ranks[, as.integer(rownames(total))[which.max(total)]])
}
