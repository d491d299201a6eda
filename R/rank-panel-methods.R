# A panel's result: how it is put together, and what it can do.

# `fit` holds rankings (`ranks`: a row each, a column for each item) with their probability, and the distribution of the
# pairs of size and noise (rows) for each evaluator (columns).
new_panel <- function(fit, x, panel, grid, settings, call) {
  n <- panel$items
  of_rank <- rank_distribution(fit$ranks, fit$probability)
  rank <- consensus_ranks(fit, of_rank, settings$loss)
  if (!is.null(settings$ties)) rank <- tie_ranks(rank, fit, settings$ties)
  cumulative <- t(apply(of_rank, 1, cumsum))
  dim(cumulative) <- dim(of_rank)
  tail <- (1 - settings$level) / 2
  quantile <- function(p) max.col(cumulative >= p - 1e-9, ties.method = "first")
  items <- data.frame(
    item = panel$names,
    rank = rank,
    place = n + 1L - rank,
    mean_rank = as.vector(of_rank %*% seq_len(n)),
    lower = quantile(tail),
    upper = quantile(1 - tail),
    p_best = of_rank[, n]
  )
  # A single ranking does not say how sure it is.
  if (settings$method == "map") items[c("lower", "upper", "p_best")] <- NA_real_
  dimnames(of_rank) <- list(panel$names, seq_len(n))
  structure(
    list(
      items = items[order(items$place, -items$mean_rank), ],
      evaluators = panel_evaluators(fit$pairs, x, grid, stats::setNames(rank, panel$names), settings$level),
      rank_probability = of_rank,
      rankings = list(ranks = fit$ranks, probability = fit$probability),
      population = panel_population(fit$population, grid),
      draws = if (!is.null(fit$draws)) c(fit$draws, grid[c("sizes", "noises")]),
      diagnostics = fit$diagnostics,
      log_lik = fit$log_lik,
      method = settings$method,
      loss = settings$loss,
      level = settings$level,
      evaluations = x,
      call = call
    ),
    class = "seqjudge_panel"
  )
}

# The probability of each rank (columns) for each item (rows).
rank_distribution <- function(ranks, probability) {
  n <- ncol(ranks)
  result <- vapply(seq_len(n), FUN.VALUE = numeric(n), function(i) {
    sums <- numeric(n)
    by_rank <- rowsum(probability, ranks[, i])
    sums[as.integer(rownames(by_rank))] <- by_rank
    sums
  })
  t(matrix(result, n))
}

# The ranking with the least expected loss. Where items have the same mean rank, the more probable ranking decides.
consensus_ranks <- function(fit, of_rank, loss) {
  likeliest <- likeliest_ranks(fit)
  n <- ncol(of_rank)
  switch(loss,
    squared = order(order(round(as.vector(of_rank %*% seq_len(n)), 9), likeliest)),
    # From the expected distance of each item from each rank.
    footrule = assign_ranks(cpp_expected_distances(of_rank)),
    mode = likeliest
  )
}

# The probability that the item of the column is above that of the row.
above_probability <- function(fit) {
  n <- ncol(fit$ranks)
  above <- vapply(seq_len(n), FUN.VALUE = numeric(n), function(j) {
    as.vector(fit$probability %*% (fit$ranks < fit$ranks[, j]))
  })
  matrix(above, n)
}

# Cuts a ranking into groups of tied items, at the least expected loss: 1 for a wrong order, 1 - p for a tie. `gain` is
# what a tie of two items, the first ranked above the second, costs more than their order.
tie_ranks <- function(rank, fit, p) {
  n <- length(rank)
  order <- order(rank, decreasing = TRUE)
  gain <- (1 - p) - above_probability(fit)[order, order, drop = FALSE]
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

# The ranking of the highest probability; of draws, the most frequent one.
likeliest_ranks <- function(fit) {
  if (is.null(fit$draws)) {
    return(fit$ranks[which.max(fit$probability), ])
  }
  key <- apply(fit$ranks, 1, paste, collapse = " ")
  at <- match(key, key)
  fit$ranks[which.max(tabulate(at)), ]
}

# What is inferred of each evaluator. `agreement` is Kendall's correlation of raw scores and consensus.
panel_evaluators <- function(pairs, x, grid, rank, level) {
  who <- evaluator_names(x)
  of_size <- rowsum(pairs, grid$pairs$size)
  of_noise <- rowsum(pairs, grid$pairs$noise)
  tail <- (1 - level) / 2
  quantile <- function(share, values, p) values[apply(share, 2, function(s) which(cumsum(s) >= p - 1e-9)[1])]
  code <- factor(evaluator_codes(x), seq_along(who))
  agreement <- vapply(split(seq_len(nrow(x)), code), FUN.VALUE = numeric(1), USE.NAMES = FALSE, function(rows) {
    rows <- rows[!is.na(x$score[rows])]
    if (length(unique(x$score[rows])) < 2 || length(unique(rank[x$item[rows]])) < 2) {
      return(NA_real_)
    }
    stats::cor(x$score[rows], rank[x$item[rows]], method = "kendall")
  })
  data.frame(
    evaluator = who,
    scores = as.vector(table(code[!is.na(x$score)])),
    prior_size = quantile(of_size, grid$sizes, 0.5),
    prior_lower = quantile(of_size, grid$sizes, tail),
    prior_upper = quantile(of_size, grid$sizes, 1 - tail),
    noise = exp(as.vector(log(grid$noises) %*% of_noise)),
    noise_lower = quantile(of_noise, grid$noises, tail),
    noise_upper = quantile(of_noise, grid$noises, 1 - tail),
    agreement = agreement
  )
}

panel_population <- function(population, grid) {
  list(
    sizes = if (is.null(grid$known_size)) data.frame(prior_size = grid$sizes, weight = population$size),
    noise = if (is.null(grid$known_noise)) data.frame(noise = grid$noises, weight = population$noise)
  )
}

#' Methods for panels
#'
#' Looks at a result of [rank_panel()] from several sides.
#'
#' @param x,object A result of [rank_panel()].
#' @param top Whole number from 1, or `NULL`: adds a column `p_top`, the probability of being among the best `top`.
#' @param what String: `"items"`, `"evaluators"`, `"population"` (of prior sizes) or `"pairs"`.
#' @param row.names,optional,... Not used.
#' @return
#' * `as.data.frame()`: see [rank_panel()].
#' * `tidy()`: the items as in `as.data.frame()`; or a row for each of the `"evaluators"`: `evaluator`, `scores` (how
#'   many), `prior_size` (posterior median) with `prior_lower` and `prior_upper`, `noise` (posterior mean on the log
#'   scale) with `noise_lower` and `noise_upper`, and `agreement`, Kendall's correlation of the evaluator's raw scores
#'   with the consensus (`NA` with fewer than two different scores or ranks); or the `"population"`: `prior_size` and
#'   `weight`, empty where the sizes were given; or the `"pairs"` of items: `item_1`, `item_2` and `p_above`, the
#'   probability that the first is better than the second.
#' * `augment()`: the evaluations with each item's `rank` and `place` in the consensus, and the place `raw_place` by its
#'   mean raw score.
#' * `glance()`: one row: `method`, `loss`, `evaluators`, `items`, `scored`, `log_lik` (marginal, on the scale of the
#'   scores from 0 to 1), `p_consensus` (the probability that the whole consensus is right; `NA` with ties), `entropy`
#'   of the ranking as a share of that of complete ignorance (`NA` unless exact), and for chains the largest `rhat` and
#'   the smallest bulk effective sample size `ess`.
#' * `posterior::as_draws()`: the draws of `method = "mcmc"` as an array with variables `rank[item]`,
#'   `prior_size[evaluator]` and `noise[evaluator]`.
#' * `summary()`: a list of `items`, `evaluators` and what `glance()` gives.
#' * `logLik()`: the marginal log-likelihood.
#' @family panels
#' @examples
#' x <- as_evaluations(rbind(c(0.5, 0.3, 0.7), c(0.4, 0.3, 0.8)), items = c("Ada", "Bo", "Cleo"))
#' panel <- rank_panel(x, prior = 1)
#' as.data.frame(panel, top = 2)
#' tidy(panel, "pairs")
#' glance(panel)
#' @name panel-methods
NULL

#' @rdname panel-methods
#' @export
as.data.frame.seqjudge_panel <- function(x, row.names = NULL, optional = FALSE, ..., top = NULL) { # nolint
  data <- x$items
  if (!is.null(top)) {
    top <- check_integer(top, "top", rlang::current_env())
    n <- nrow(data)
    highest <- seq.int(to = n, length.out = min(top, n))
    data$p_top <- rowSums(x$rank_probability[match(data$item, rownames(x$rank_probability)), highest, drop = FALSE])
  }
  rownames(data) <- NULL
  data
}

#' @rdname panel-methods
#' @export
tidy.seqjudge_panel <- function(x, what = c("items", "evaluators", "population", "pairs"), ...) {
  what <- check_choice(what, c("items", "evaluators", "population", "pairs"), "what")
  switch(what,
    items = as.data.frame(x),
    evaluators = x$evaluators,
    population = x$population$sizes %||% data.frame(prior_size = numeric(), weight = numeric()),
    pairs = panel_pairs(x)
  )
}

panel_pairs <- function(x) {
  item <- rownames(x$rank_probability)
  place <- stats::setNames(x$items$place, x$items$item)[item]
  ordered <- order(place)
  at <- which(upper.tri(diag(length(item))), arr.ind = TRUE)
  at <- at[order(at[, 1], at[, 2]), , drop = FALSE]
  first <- ordered[at[, 1]]
  second <- ordered[at[, 2]]
  above <- vapply(seq_along(first), FUN.VALUE = numeric(1), function(k) {
    sum(x$rankings$probability[x$rankings$ranks[, first[k]] > x$rankings$ranks[, second[k]]])
  })
  data.frame(item_1 = item[first], item_2 = item[second], p_above = above)
}

#' @rdname panel-methods
#' @export
augment.seqjudge_panel <- function(x, ...) {
  data <- as.data.frame(x$evaluations)
  at <- match(data$item, x$items$item)
  data$rank <- x$items$rank[at]
  data$place <- x$items$place[at]
  data$raw_place <- unname(raw_places(x)[data$item])
  data
}

# Places by the mean raw score on the model's scale, named by item; items that nobody scored have none.
raw_places <- function(x) {
  mean_score <- tapply(scale_scores(x$evaluations), x$evaluations$item, mean, na.rm = TRUE)
  rank(-mean_score, na.last = "keep")[x$items$item]
}

#' @rdname panel-methods
#' @export
glance.seqjudge_panel <- function(x, ...) {
  p <- x$rankings$probability
  consensus <- x$items$rank[match(rownames(x$rank_probability), x$items$item)]
  right <- colSums(t(x$rankings$ranks) != consensus) == 0
  information <- -sum(ifelse(p > 0, p * log(p), 0))
  data.frame(
    method = x$method,
    loss = x$loss,
    evaluators = nrow(x$evaluators),
    items = nrow(x$items),
    scored = sum(x$evaluators$scores),
    log_lik = x$log_lik,
    p_consensus = if (x$method == "map" || anyDuplicated(consensus) > 0) NA_real_ else sum(p[right]),
    entropy = if (x$method == "exact") information / max(lfactorial(nrow(x$items)), 1e-9) else NA_real_,
    rhat = if (is.null(x$diagnostics)) NA_real_ else max(x$diagnostics$rhat),
    ess = if (is.null(x$diagnostics)) NA_real_ else min(x$diagnostics$ess_bulk)
  )
}

#' @rdname panel-methods
#' @export
logLik.seqjudge_panel <- function(object, ...) {
  structure(object$log_lik, nobs = sum(object$evaluators$scores), df = NA_integer_, class = "logLik")
}

#' @rdname panel-methods
#' @export
summary.seqjudge_panel <- function(object, ...) {
  structure(
    list(
      items = as.data.frame(object),
      evaluators = object$evaluators,
      glance = glance(object),
      overview = describe_panel(object)
    ),
    class = "summary.seqjudge_panel"
  )
}

#' @export
print.summary.seqjudge_panel <- function(x, n = 20, ...) {
  cat(x$overview, "", format_rows(round_panel(x$items), n), "", "Evaluators:", sep = "\n")
  cat(format_rows(round_panel(x$evaluators), n), sep = "\n")
  invisible(x)
}

round_panel <- function(data) {
  numbers <- vapply(data, is.double, logical(1)) & !names(data) %in% c("prior_size", "prior_lower", "prior_upper")
  data[numbers] <- lapply(data[numbers], round, digits = 3)
  data
}

describe_panel <- function(x) {
  about <- glance(x)
  sizes <- x$evaluators$prior_size
  size <- paste(unique(format_sizes(range(sizes))), collapse = " to ")
  c(
    paste0(
      "<panel> ", big(about$items), " item", if (about$items != 1) "s", ", ", big(about$evaluators), " evaluator",
      if (about$evaluators != 1) "s", ", ", big(about$scored), " score", if (about$scored != 1) "s"
    ),
    paste0(
      "Prior size ", size, if (is.null(x$population$sizes)) " (given)" else " (inferred)", ", noise ",
      paste(unique(signif(range(x$evaluators$noise), 2)), collapse = " to "),
      if (is.null(x$population$noise)) " (given)" else " (inferred)"
    ),
    if (x$method == "map") {
      "The most probable ranking found by local search; no intervals"
    } else {
      paste0(
        if (is.na(about$p_consensus)) {
          "Items whose order is not sure share a place"
        } else {
          paste("The whole consensus is right with probability", format_probability(about$p_consensus))
        },
        "; intervals hold ", round(100 * x$level), "%"
      )
    },
    if (x$method == "mcmc") describe_chains(x, about)
  )
}

describe_chains <- function(x, about) {
  size <- dim(x$draws$rank)
  paste0(
    size[3], " chain", if (size[3] > 1) "s", " of ", big(size[2]), " draws",
    if (!is.na(about$rhat)) sprintf(": R-hat at most %.3f, effective draws at least %.0f", about$rhat, about$ess)
  )
}

format_probability <- function(p) if (p > 0.995) "above 0.99" else if (p < 0.005) "below 0.01" else sprintf("%.2f", p)

#' @export
format.seqjudge_panel <- function(x, n = 12, ...) {
  shown <- c("place", "item", if (x$method != "map") c("mean_rank", "lower", "upper", "p_best"))
  data <- as.data.frame(x)[shown]
  c(describe_panel(x), format_rows(round_panel(data), n))
}

#' @export
print.seqjudge_panel <- function(x, n = 12, ...) {
  cat(format(x, n = n), sep = "\n")
  invisible(x)
}
