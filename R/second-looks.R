#' Which items or pairs deserve a second look?
#'
#' After a contest, with time left for a few second looks: at which items, or which pairs of items side by side, would
#' they do most for the decision? `second_looks()` puts them in order of how much a second look can be expected to
#' reduce the expected loss, of naming the winner, of picking the `k` best, or of the whole ranking. What is settled
#' already needs no second look, however interesting it is; nor does what a second look could not change.
#'
#' @section What a second look is worth:
#' A second look at an item is taken for a new measurement of its quality, with a normal error of standard deviation
#' `noise`. A look at a pair measures the difference of both, with an error of \eqn{\sqrt 2}{sqrt(2)} times that. Each
#' draw of the posterior is weighed by how well it goes with what is seen, the decision is taken anew, and its expected
#' loss is averaged over what may be seen. That is less than the present expected loss; the difference is the gain.
#'
#' Panels by the ratings model know qualities, which count against the mean of all items and in
#' the unit in which these differ. Otherwise there are ranks alone, as a share of items beaten tells no
#' more: the quality of the item of rank `r` of `n` is then its normal score, `qnorm((r - 3/8) / (n + 1/4))`.
#'
#' The losses: `"winner"`, the probability of a wrong winner; `"top"`, the share of the `k` best that are missed;
#' `"ranking"`, the footrule (as [footrule_distance()] has it) of the order of the mean ranks.
#'
#' Where `noise` is not given, a second look is as good as everything that the panel has seen of an item so far: all
#' judges look again. It is learned from how sharp the ranks are. One judge of ten who looks again has a noise that is
#' larger by \eqn{\sqrt{10}}{sqrt(10)}.
#'
#' Gains are those of one look by itself. Of several, the second may tell less once the first is known, and two looks at
#' a pair may tell more than twice one.
#'
#' At most 1,000 draws are used: evenly spaced ones, or the likeliest where draws have weights, as in exact panels.
#' Pairs are looked at where their order is less sure than 0.98, the 300 least sure at most.
#'
#' @param panel A result of [rank_panel()], [rank_posterior()] or [rank_distribution()]; or draws of the qualities by
#'   any other model, a matrix with a row for each item, under its name, and a column for each draw.
#' @param n Whole number from 1: how many looks there is time for; `Inf` for all.
#' @param goal String: what is to be decided, the `"winner"`, the `"top"` `k`, or the whole `"ranking"`.
#' @param what String: look at `"items"` one by one, or at `"pairs"` side by side?
#' @param k Whole number from 1: how many best are picked.
#' @param noise `NULL`, or a number above 0: the standard deviation of a second look, where qualities have 1.
#' @param evaluator For a posterior: name or number of an evaluator. May be left out when there is one.
#' @inheritParams seqjudge-arguments
#' @return An object of class `seqjudge_second_looks`, which prints the looks, the best first, and what the decision is
#'   expected to lose without them. `as.data.frame()` has a row for each of them: `item` (of a pair, the one that is
#'   probably better) with its `place` by mean rank, for pairs `other`, `other_place` and `sure`, the probability of
#'   their order; `gain`, by how much a look is expected to reduce the expected loss; and `share`, the gain as a share
#'   of that loss.
#' @family planning
#' @examples
#' x <- evaluations(bakeoff, judge, contestant, position, points, score_scale("range", 0, 100))
#' # Two of the judges, without a correction.
#' panel <- rank_panel(x[c("Amara", "Bruno")], prior = Inf, iterations = 500, chains = 2, seed = 1)
#' # Who should bake again before the winner is named?
#' second_looks(panel, 3, goal = "winner")
#' # And whom to compare side by side for the whole ranking?
#' second_looks(panel, 3, what = "pairs")
#' @export
second_looks <- function(panel, n = 5, goal = c("ranking", "winner", "top"), what = c("items", "pairs"), k = 3,
                         noise = NULL, evaluator = NULL, ...) {
  call <- check_no_more(list(...), rlang::current_env())
  found <- look_distribution(panel, evaluator, call)
  n <- if (identical(n, Inf)) Inf else check_integer(n, "n", call)
  goal <- check_choice(goal, c("ranking", "winner", "top"), "goal")
  what <- check_choice(what, c("items", "pairs"), "what")
  k <- min(check_integer(k, "k", call), max(length(found$items), 1))
  if (!is.null(noise)) noise <- check_number(noise, "noise", call, "a number above 0", number_above(0))
  draws <- look_draws(found, goal, k)
  noise <- noise %||% look_noise(draws)
  now <- decision_loss(draws, cbind(draws$weight))
  # Sums of weights are exact to rounding error only.
  if (now < 1e-12) now <- 0
  looks <- if (what == "items") item_looks(draws, found$items) else pair_looks(draws, found$items)
  looks$gain <- look_gains(draws, looks, noise, now)
  looks$share <- if (now > 0) looks$gain / now else rep(0, nrow(looks))
  looks <- looks[order(-looks$gain, looks$place), setdiff(names(looks), c("first", "second"))]
  structure(
    list(
      looks = unnumbered(utils::head(looks, n)), goal = goal, what = what, k = k, noise = noise, loss = now,
      items = length(found$items)
    ),
    class = c("seqjudge_second_looks", "seqjudge_object")
  )
}

most_look_draws <- 1000L
most_look_pairs <- 300L
# What may be seen is cut at these quantiles, close to each other at the ends, where decisions change.
look_cuts <- stats::pnorm(seq(-3, 3, length.out = 21))

# The distribution of the ranks, with draws of the qualities where there are any.
look_distribution <- function(panel, evaluator, call) {
  quality <- if (is.matrix(panel) && is_plain_numeric(panel)) {
    matrix(
      check_numbers(as.vector(panel), "panel", call, "hold finite numbers"), nrow(panel),
      dimnames = list(rownames(panel) %||% as.character(seq_len(nrow(panel))), NULL)
    )
  } else if (inherits(panel, "seqjudge_panel")) {
    panel$quality
  }
  if (is.null(quality)) {
    found <- distribution_of(panel, evaluator, call, "panel")
    check_has_rankings(list(found), call, "panel")
    return(found)
  }
  if (ncol(quality) == 0 || nrow(quality) == 0) {
    stop_shape("{.arg panel} must have at least one row and one column.", "panel", call)
  }
  items <- rownames(quality) %||% panel$distribution$items
  ranks <- t(induced_ranking(t(quality), ties = "first"))
  if (inherits(panel, "seqjudge_panel")) quality <- relative_quality(quality)
  spread <- sqrt(mean(apply(quality, 2, stats::var)))
  if (!isTRUE(spread > 0)) spread <- 1
  list(items = items, ranks = matrix(as.integer(ranks), nrow(quality)), quality = quality / spread)
}

# Against the mean of all items, in the unit in which these differ: in marks, level and unit are not told from those of
# the judges, and would only blur the draws. Of few items hardly anything would be left but their order.
relative_quality <- function(quality) {
  quality <- sweep(quality, 2, colMeans(quality))
  spread <- apply(quality, 2, stats::sd)
  if (nrow(quality) < 5) spread[] <- sqrt(mean(spread^2))
  spread[!(spread > 0)] <- 1
  sweep(quality, 2, spread, `/`)
}

# Evenly spaced.
some_columns <- function(x, most) {
  x[, unique(round(seq(1, ncol(x), length.out = min(most, ncol(x))))), drop = FALSE]
}

# Some draws of the ranks, with their weights, and what the decision is about.
look_draws <- function(d, goal, k) {
  n <- length(d$items)
  weight <- d$weights %||% rep(1 / ncol(d$ranks), ncol(d$ranks))
  chosen <- seq_along(weight)
  if (length(chosen) > most_look_draws) {
    # Rankings with probabilities: the likeliest. Draws: evenly spaced, which chains stand behind one another.
    by_weight <- utils::head(order(-weight), most_look_draws)
    evenly <- unique(round(seq(1, length(weight), length.out = most_look_draws)))
    chosen <- if (is.null(d$weights)) evenly else by_weight
  }
  ranks <- d$ranks[, chosen, drop = FALSE]
  weight <- weight[chosen] / sum(weight[chosen])
  score <- if (is.null(d$quality)) stats::qnorm((ranks - 0.375) / (n + 0.25)) else d$quality[, chosen]
  list(
    ranks = ranks, weight = weight, score = matrix(score, n),
    best = max.col(t(ranks), "first"), top = ranks > n - k, goal = goal, k = k
  )
}

# How much the panel's own scores together tell of an item, from how much narrower it made the standard normal.
look_noise <- function(draws) {
  mean <- drop(draws$score %*% draws$weight)
  variance <- drop(draws$score^2 %*% draws$weight) - mean^2
  n <- nrow(draws$ranks)
  # Ranks are whole numbers.
  left <- min(max(stats::median(variance), 0.1 / n^2), 0.9)
  sqrt(1 / (1 / left - 1))
}

item_looks <- function(draws, items) {
  data.frame(item = items, place = mean_places(draws), first = seq_along(items), second = rep(0L, length(items)))
}

mean_places <- function(draws) rank(-draws$ranks %*% draws$weight, ties.method = "first")

# Pairs whose order is not settled, the better one first.
pair_looks <- function(draws, items) {
  n <- length(items)
  pairs <- which(upper.tri(diag(n)), arr.ind = TRUE)
  above <- vapply(seq_len(nrow(pairs)), FUN.VALUE = numeric(1), function(p) {
    sum(draws$weight[draws$ranks[pairs[p, 1], ] > draws$ranks[pairs[p, 2], ]])
  })
  open <- which(abs(above - 0.5) < 0.48)
  open <- utils::head(open[order(abs(above[open] - 0.5))], most_look_pairs)
  turn <- above[open] < 0.5
  first <- ifelse(turn, pairs[open, 2], pairs[open, 1])
  second <- ifelse(turn, pairs[open, 1], pairs[open, 2])
  place <- mean_places(draws)
  data.frame(
    item = items[first], place = place[first], other = items[second], other_place = place[second],
    sure = pmax(above[open], 1 - above[open]), first = first, second = second
  )
}

# By how much the expected loss falls, on average over what a look may show. What it shows is rounded to one of a few
# bins, so that it is a proper experiment, however coarse: the weights of the bins add up to those of the draws.
look_gains <- function(draws, looks, noise, now) {
  vapply(seq_len(nrow(looks)), FUN.VALUE = numeric(1), function(row) {
    centre <- draws$score[looks$first[row], ]
    error <- noise
    if (looks$second[row] > 0) {
      centre <- centre - draws$score[looks$second[row], ]
      error <- sqrt(2) * noise
    }
    edges <- stats::quantile(
      rep(centre, 3) + rep(c(-1.2, 0, 1.2) * error, each = length(centre)), look_cuts,
      names = FALSE
    )
    below <- cbind(0, stats::pnorm(outer(-centre, edges, `+`) / error), 1)
    joint <- draws$weight * (below[, -1] - below[, -ncol(below)])
    gain <- now - decision_loss(draws, joint)
    # Sums in another order.
    if (gain > 1e-12) gain else 0
  })
}

# The expected loss of the best decision for each column of weights, added up: weights of one column sum up to the
# probability of what was seen.
decision_loss <- function(draws, weight) {
  total <- colSums(weight)
  n <- nrow(draws$ranks)
  if (draws$goal == "winner") {
    return(max(sum(total - apply(rowsum(weight, draws$best), 2, max)), 0))
  }
  if (draws$goal == "top") {
    hits <- (draws$top + 0) %*% weight
    most <- apply(hits, 2, function(x) sum(sort(x, decreasing = TRUE)[seq_len(draws$k)]))
    return(max(sum(total - most / draws$k), 0))
  }
  mean_rank <- draws$ranks %*% weight
  loss <- vapply(seq_len(ncol(weight)), FUN.VALUE = numeric(1), function(column) {
    given <- rank(mean_rank[, column], ties.method = "first")
    sum(weight[, column] * colSums(abs(draws$ranks - given)))
  })
  sum(loss) / n^2
}

#' @export
as.data.frame.seqjudge_second_looks <- function(x, row.names = NULL, optional = FALSE, ...) x$looks # nolint

#' @export
format.seqjudge_second_looks <- function(x, n = 12, ...) {
  loses <- switch(x$goal,
    winner = "The winner is wrong with probability",
    top = paste("Of the", x$k, "best it misses a share of"),
    ranking = "The whole ranking has an expected footrule of"
  )
  c(
    paste0(
      "<second looks> ", if (x$what == "items") "items" else "pairs side by side", ", of ", count_of(x$items, "item"),
      ", by what a look is expected to gain"
    ),
    paste0(loses, " ", signif(x$loss, 3), " now"),
    format_rows(x$looks, n, intersect(c("sure", "gain", "share"), names(x$looks)), 3)
  )
}

#' @rdname second_looks
#' @param x Second looks.
#' @export
tidy.seqjudge_second_looks <- function(x, ...) x$looks
