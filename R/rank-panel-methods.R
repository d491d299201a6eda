# A panel's result: how it is put together, and what it can do.

# `fit` holds rankings (`ranks`: a row each, a column for each item) with their probability, and the distribution of the
# pairs of size and noise (rows) for each evaluator (columns).
new_panel <- function(fit, x, grid, settings, call) {
  items <- unique(x$item)
  # Chains have draws, which count alike. A search has one ranking, which does not say how sure it is.
  distribution <- if (settings$method != "map") {
    weights <- if (settings$method == "exact") fit$probability
    new_rank_distribution(items, matrix(t(fit$ranks), length(items), dimnames = list(items, NULL)), weights)
  }
  panel <- structure(
    list(
      evaluators = panel_evaluators(fit$pairs, x, grid, settings),
      distribution = distribution,
      population = panel_population(fit$population, grid),
      draws = if (!is.null(fit$draws)) c(fit$draws[c("size", "noise", "log_posterior")], grid[c("sizes", "noises")]),
      diagnostics = fit$diagnostics,
      log_lik = fit$log_lik,
      model = "ranks",
      method = settings$method,
      seed = settings$seed,
      evaluations = x,
      call = call
    ),
    class = c("seqjudge_panel", "seqjudge_object")
  )
  best <- if (is.null(distribution)) {
    list(rank = as.vector(fit$ranks))
  } else {
    best_ranks(distribution, settings$loss, settings$share_places)
  }
  report_consensus(panel, best, settings$loss, settings$level)
}

# Ranks the items of a panel, which stand in the order of their first appearance in the evaluations.
report_consensus <- function(panel, best, loss, level) {
  item <- unique(panel$evaluations$item)
  rank <- best$rank
  n <- length(item)
  found <- if (is.null(panel$distribution)) {
    data.frame(mean_rank = as.double(rank), lower = NA_real_, upper = NA_real_, p_best = NA_real_)
  } else {
    summarise_ranks(panel$distribution, level)[c("mean_rank", "lower", "upper", "p_best")]
  }
  items <- data.frame(item = item, rank = rank, place = n + 1L - rank, found)
  panel$items <- items[order(items$place, -items$mean_rank), ]
  of_judges <- nrow(panel$evaluators) == length(judge_names(panel$evaluations))
  panel$evaluators$agreement <- panel_agreement(panel$evaluations, stats::setNames(rank, item), of_judges)
  panel$loss <- loss
  panel$level <- level
  panel$certificate <- best$certificate
  panel
}

# What is inferred of each evaluator. The sizes and noises that a search ends with do not say how sure they are.
panel_evaluators <- function(pairs, x, grid, settings) {
  who <- evaluator_names(x)
  of_size <- rowsum(pairs, grid$pairs$size)
  of_noise <- rowsum(pairs, grid$pairs$noise)
  tail <- (1 - settings$level) / 2
  quantile <- function(share, values, p) values[apply(share, 2, function(s) which(cumsum(s) >= p - 1e-9)[1])]
  interval_end <- function(share, values, p) {
    if (settings$method == "map") rep(NA_real_, length(who)) else quantile(share, values, p)
  }
  code <- factor(evaluator_codes(x), seq_along(who))
  data.frame(
    evaluator = who,
    scores = as.vector(table(code[!is.na(x$score)])),
    prior_size = quantile(of_size, grid$sizes, 0.5),
    prior_lower = interval_end(of_size, grid$sizes, tail),
    prior_upper = interval_end(of_size, grid$sizes, 1 - tail),
    noise = exp(as.vector(log(grid$noises) %*% of_noise)),
    noise_lower = interval_end(of_noise, grid$noises, tail),
    noise_upper = interval_end(of_noise, grid$noises, 1 - tail)
  )
}

# Kendall's correlation of each evaluator's raw scores with the consensus, whose ranks are named by item: of judges over
# all of their rounds, or round by round.
panel_agreement <- function(x, rank, of_judges = FALSE) {
  rows_of <- by_evaluator(seq_len(nrow(x)), x)
  if (of_judges) rows_of <- lapply(split(rows_of, sequence_judges(x)), unlist)
  vapply(rows_of, FUN.VALUE = numeric(1), USE.NAMES = FALSE, function(rows) {
    if (length(unique(x$score[rows])) < 2 || length(unique(rank[x$item[rows]])) < 2) {
      return(NA_real_)
    }
    stats::cor(x$score[rows], rank[x$item[rows]], method = "kendall")
  })
}

panel_population <- function(population, grid) {
  list(
    sizes = if (is.null(grid$known_size)) data.frame(prior_size = grid$sizes, weight = population$size),
    noise = if (is.null(grid$known_noise)) data.frame(noise = grid$noises, weight = population$noise)
  )
}

#' Methods for panels
#'
#' Looks at a result of [rank_panel()] from several sides. See also [rank_probability()] and its relatives,
#' [best_ranking()], and [autoplot()][autoplot.seqjudge_panel].
#'
#' @param x,object A result of [rank_panel()].
#' @param k Whole number from 1, or `NULL`: adds a column `p_top`, the probability of being among the best `k`.
#' @param what String: `"items"`, `"evaluators"`, `"population"` (of prior sizes), `"pairs"` or `"effects"`.
#' @param parm Names or numbers of items; all if left out.
#' @param level Number between 0 and 1: the probability that an interval holds at least; that of the panel if left out.
#'   For the kind of interval see [rank_distribution()].
#' @inheritParams seqjudge-arguments
#' @return
#' * `as.data.frame()`: see [rank_panel()]; `lower` and `upper` are ranks.
#' * `tidy()`: a row for each of the items, the best first: `item`, `place`, `mean_place`, `conf.low` and `conf.high`
#'   (the interval in places, 1 for the best), and `p_best`; or for each of the `"evaluators"`: `evaluator`, `scores`
#'   (how many), `prior_size` (posterior median) with `prior_lower` and `prior_upper`, `noise` (posterior mean on the
#'   log scale) with `noise_lower` and `noise_upper` (these are central intervals of the panel's level; `NA` for
#'   `"map"`), and `agreement`, Kendall's correlation of the evaluator's raw scores with the consensus (`NA` with fewer
#'   than two different scores or ranks); or the `"population"`: `prior_size` and `weight`, empty where the sizes were
#'   given; or the `"pairs"` of items: `item_1`, `item_2` and `p_above`, the probability that the first is better than
#'   the second. By the ratings model evaluators have `severity` (points less than the panel gives), `loading` (how
#'   closely the scores follow the quality, 1 for the usual judge) and `noise` (in points), each with the ends of its
#'   interval, in place of the intervals of prior size and noise; and the `"effects"` (no rows by the rank model) are
#'   `drift` (from the beginning to the end) and `start` (how much higher the first score is than late ones) in
#'   points, `neighbour` (the part of the quality of the item before that a score takes on; below 0 it is contrast),
#'   `wander` (the variance of the wandering severity as a share of the noise variance), `quality_sd` and `severity_sd`
#'   in points: `effect`, `estimate` (posterior mean), `lower` and `upper`.
#' * `confint()`: a matrix with the `lower` and `upper` ends of the interval of each item's place, 1 for the best.
#' * `augment()`: the evaluations with each item's `rank` and `place` in the consensus, and the place `induced_place` by
#'   its mean raw score.
#' * `glance()`: one row: `method`, `loss`, `evaluators`, `items`, `scored`, `log_lik` (marginal, on the scale of the
#'   scores from 0 to 1; `NA` unless exact), `p_consensus` (the probability that the whole consensus is right; `NA` with
#'   shared places), `entropy` of the ranking as a share of that of complete ignorance (`NA` unless exact), and for
#'   chains the largest `rhat` and the smallest bulk effective sample size `ess`.
#' * `summary()`: a list of `items`, `evaluators` and what `glance()` gives.
#' * `logLik()`: the marginal log-likelihood, `NA` unless exact.
#'
#' For `posterior::as_draws()` see [rank-draws].
#' @family panels
#' @examples
#' x <- as_evaluations(rbind(c(0.5, 0.3, 0.7), c(0.4, 0.3, 0.8)), items = c("Ada", "Bo", "Cleo"))
#' panel <- rank_panel(x, prior = 1)
#' as.data.frame(panel, k = 2)
#' tidy(panel, "pairs")
#' glance(panel)
#' @name panel-methods
NULL

#' @rdname panel-methods
#' @export
as.data.frame.seqjudge_panel <- function(x, row.names = NULL, optional = FALSE, ..., k = NULL) { # nolint
  call <- check_no_more(list(...), rlang::current_env())
  data <- x$items
  if (!is.null(k)) {
    k <- check_integer(k, "k", call)
    top <- if (is.null(x$distribution)) NA_real_ else top_shares(x$distribution, k)
    data$p_top <- rep_len(top, nrow(data))[match(data$item, unique(x$evaluations$item))]
  }
  unnumbered(data)
}

#' @rdname panel-methods
#' @export
tidy.seqjudge_panel <- function(x, what = c("items", "evaluators", "population", "pairs", "effects"), ...,
                                level = x$level) {
  call <- check_no_more(list(...), rlang::current_env())
  what <- check_choice(what, c("items", "evaluators", "population", "pairs", "effects"), "what")
  switch(what,
    items = tidy_places(panel_items(x, check_level(level, call))),
    evaluators = x$evaluators,
    population = x$population$sizes %||% data.frame(prior_size = numeric(), weight = numeric()),
    pairs = panel_pairs(x),
    effects = x$effects %||% data.frame(
      effect = character(), estimate = numeric(), lower = numeric(), upper = numeric()
    )
  )
}

# The items with the intervals of another level.
panel_items <- function(x, level) {
  data <- as.data.frame(x)
  if (is.null(x$distribution) || level == x$level) {
    return(data)
  }
  at <- match(data$item, x$distribution$items)
  data[c("lower", "upper")] <- summarise_ranks(x$distribution, level)[at, c("lower", "upper")]
  data
}

# All pairs of the consensus, the better item first.
panel_pairs <- function(x) {
  item <- unique(x$evaluations$item)
  ordered <- order(x$items$place[match(item, x$items$item)])
  n <- length(item)
  first <- ordered[rep(seq_len(n), n - seq_len(n))]
  second <- ordered[sequence(n - seq_len(n), seq_len(n) + 1L)]
  above <- if (is.null(x$distribution)) matrix(NA_real_, n, n) else above_shares(x$distribution)
  data.frame(item_1 = item[first], item_2 = item[second], p_above = above[cbind(first, second)])
}

#' @rdname panel-methods
#' @export
confint.seqjudge_panel <- function(object, parm, level = object$level, ...) {
  place_intervals(object, if (missing(parm)) NULL else parm, level, rlang::current_env())
}

#' @rdname panel-methods
#' @export
augment.seqjudge_panel <- function(x, ...) {
  data <- as.data.frame(x$evaluations)
  at <- match(data$item, x$items$item)
  data$rank <- x$items$rank[at]
  data$place <- x$items$place[at]
  data$induced_place <- mean_score_places(x, data$item)
  data
}

# Places of items by the mean raw score on the model's scale; items that nobody scored have none. Means that are equal
# but for rounding share a place.
mean_score_places <- function(x, item) {
  mean_score <- tapply(scale_scores(x$evaluations), x$evaluations$item, mean, na.rm = TRUE)
  unname(rank(-signif(mean_score, 12), na.last = "keep")[item])
}

#' @rdname panel-methods
#' @export
glance.seqjudge_panel <- function(x, ...) {
  consensus <- x$items$rank[match(unique(x$evaluations$item), x$items$item)]
  none <- x$method == "map" || anyDuplicated(consensus) > 0
  # Draws of two models have weights too, but many of them are the same ranking.
  p <- if (x$method == "exact" && is.null(x$traced)) x$distribution$weights
  data.frame(
    method = x$method,
    loss = x$loss,
    evaluators = nrow(x$evaluators),
    items = nrow(x$items),
    scored = sum(x$evaluators$scores),
    log_lik = x$log_lik,
    p_consensus = if (none) NA_real_ else mean_over(x$distribution, colSums(x$distribution$ranks != consensus) == 0),
    entropy = if (is.null(p)) NA_real_ else -sum(p[p > 0] * log(p[p > 0])) / max(lfactorial(nrow(x$items)), 1e-9),
    rhat = if (is.null(x$diagnostics)) NA_real_ else max(x$diagnostics$rhat),
    ess = if (is.null(x$diagnostics)) NA_real_ else min(x$diagnostics$ess)
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
    class = c("summary.seqjudge_panel", "seqjudge_object")
  )
}

#' @export
format.summary.seqjudge_panel <- function(x, n = 20, ...) {
  evaluators <- x$evaluators
  sizes <- c("prior_size", "prior_lower", "prior_upper")
  rounded <- setdiff(names(evaluators)[vapply(evaluators, is.double, logical(1))], sizes)
  evaluators[rounded] <- lapply(evaluators[rounded], round, digits = 3)
  c(x$overview, "", format_rows(format_consensus(x$items), n), "", "Evaluators:", format_rows(evaluators, n))
}

describe_panel <- function(x) {
  about <- glance(x)
  c(
    # The answer first.
    format(find_winner(x)),
    heading("panel", item = about$items, count_judges(x$evaluations), score = about$scored),
    describe_weights(x),
    if (x$model == "ratings") describe_ratings(x) else describe_sizes(x),
    if (x$method == "map") {
      "The most probable ranking found by local search; no intervals"
    } else {
      paste0(
        if (is.na(about$p_consensus)) {
          "Items whose order is not sure share a place"
        } else {
          paste("The whole consensus is right with probability", format_probability(about$p_consensus))
        },
        "; ", round(100 * x$level, 1), "% intervals of the place"
      )
    },
    if (x$method == "mcmc") describe_chains(x, about)
  )
}

describe_sizes <- function(x) {
  size <- paste(unique(format_sizes(range(x$evaluators$prior_size))), collapse = " to ")
  # An order that may have been arranged is not corrected for, though nobody has given a size.
  given <- if (is.null(x$settings$prior)) "no correction" else "given"
  source <- if (is.null(x$population$sizes)) given else "inferred"
  paste0(
    "Prior size ", size, " (", source, "), noise ",
    paste(unique(signif(range(x$evaluators$noise), 2)), collapse = " to "),
    if (is.null(x$population$noise)) " (given)" else " (inferred)"
  )
}

# Severity is in points; with one evaluator there is nobody to differ from.
describe_ratings <- function(x) {
  own <- x$evaluators
  sentence <- if (is.null(x$decision)) {
    paste("Prior size", paste(unique(format_sizes(range(own$prior_size))), collapse = " to "), "(given)")
  } else {
    x$decision$sentence
  }
  spread <- if (nrow(own) > 1) {
    paste0("Severities differ by a standard deviation of ", signif(stats::sd(own$severity), 2), " points, noise ")
  }
  c(
    paste0(spread %||% "Noise ", paste(unique(signif(range(own$noise), 2)), collapse = " to "), " points"),
    sentence
  )
}

describe_chains <- function(x, about) {
  chains <- x$n_chains %||% ncol(x$draws$log_posterior)
  paste0(
    count_of(chains, "chain"), " of ", big(ncol(x$traced %||% x$distribution$ranks) / chains), " draws",
    if (!is.na(about$rhat)) sprintf(": R-hat at most %.3f, effective draws at least %.0f", about$rhat, about$ess)
  )
}

format_probability <- function(p) if (p > 0.995) "above 0.99" else if (p < 0.005) "below 0.01" else sprintf("%.2f", p)

#' @export
format.seqjudge_panel <- function(x, n = 12, ...) {
  c(describe_panel(x), format_rows(format_consensus(x$items), n))
}

format_consensus <- function(items) {
  table <- format_places(tidy_places(items))[c("place", "item", "interval", "p_best")]
  # Places without an interval are those of a search.
  if (anyNA(items$p_best)) table[c("place", "item")] else table
}
