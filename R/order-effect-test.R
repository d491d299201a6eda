#' Do scores depend on the order of presentation?
#'
#' Tests, before anything is corrected, whether there is an effect of the order, and of which kind: do later items get
#' less? Do the first get more? Does a score resemble the one before, or stand out against the item before? Do judges
#' tell items apart better once they have seen a few? It needs no truth, no model and no prior size, and works for one
#' evaluator or many. Begin here.
#'
#' There is a line for each kind of effect, and one test of all of them together, which holds its level however many
#' kinds there are. If it says no, a small p-value of a single line is what one in twenty is by chance.
#'
#' @section Kinds of effects:
#' Scores are centred for each evaluator and divided by the standard deviation of the evaluator's scores, shrunk towards
#' that of all. An item's *quality* is the mean that those who saw the items in another order gave it, once their
#' severity is taken off. The *residual* is what the score differs from what the quality lets expect (by one regression
#' for all; where nobody else scored the item, from the evaluator's mean). With position `t` of `n`:
#' \describe{
#'   \item{`drift`}{The residual's slope in `t`: points from the beginning to the end.}
#'   \item{`start`}{By how many points the first items (three, or a quarter if these are fewer) stand out from that
#'     straight line.}
#'   \item{`serial`}{The correlation of residuals that follow each other.}
#'   \item{`neighbour`}{How many points the score changes for each point of quality of the item before: contrast if it
#'     goes down, assimilation if it goes up.}
#'   \item{`discrimination`}{How much more of the quality the scores show at the end than at the beginning, as a share
#'     of what they show on the whole. It is taken to change with \eqn{(t - 1) / (t + 1)}, as it does for evaluators who
#'     become calibrated.}
#'   \item{`spread`}{How much the squared distance from the evaluator's centre (the mean, drawn towards that of all as
#'     far as means differ by no more than chance) changes with that number, by a straight line. The estimate is the
#'     standard deviation that this line has in the second half of the positions, divided by that in the first: above 1
#'     it grows. It needs no other evaluators, but an order that happens to show items of middling quality first looks
#'     the same.}
#' }
#'
#' @section Shuffling:
#' Without an effect of the order, any order in which an evaluator could have given the same scores to the same items is
#' as likely as any other, provided that the order was drawn by lot. So the statistics in the true order are set beside
#' those in random ones. `statistic` is the number of standard deviations, in random orders, from their mean there; the
#' p-value is the share of orders that are as far from it on either side, the true one counted in, so it is never 0. The
#' test of all together looks at the largest of these numbers, in the same orders. Where there are no more than
#' `permutations` orders in all, each of them is gone through and p-values are exact.
#'
#' Evaluators who saw the items in the same order are shuffled alike, since they have that order, and all its accidents,
#' in common. One order that all share, and that is not said to be random (see [evaluations()]), may have been arranged:
#' the strong last, say. Scores cannot tell that from an effect of the order, and nothing is tested. If it was drawn by
#' lot, `neighbour` and `discrimination` still cannot be tested, since nobody saw the items in another order.
#'
#' Unscored items are left out.
#'
#' @param x,object An [evaluations()] object; for the methods a result of `test_order_effect()`.
#' @inheritParams seqjudge-arguments
#' @param effects Strings: which kinds to look at, or `NULL` for all.
#' @param permutations Whole number from 1: how many random orders.
#' @return An object of class `seqjudge_order_test`.
#'   * `tidy()` and `as.data.frame()`: a row for each kind: `effect`; `estimate` and its `unit`; `direction` in a word;
#'     `statistic`; `p_value`; and `note`, why it cannot be tested, where it cannot (`NA` else).
#'   * `glance()`: one row for all together: `statistic`, `p_value`, `strongest` (the kind that has it), `evaluators`,
#'     `items`, `scores`, `arrangements` (how many orders) and `exact` (all of them?).
#'   * `autoplot()`: the statistics with the range in which 95% of the random orders lie.
#' @references
#' Phipson, B. and Smyth, G. K. (2010). Permutation p-values should never be zero. Statistical Applications in Genetics
#' and Molecular Biology 9, article 39. \doi{10.2202/1544-6115.1585}
#' @template paper
#' @family evaluations
#' @examples
#' x <- evaluations(bakeoff, judge, contestant, position, points, score_scale("range", 0, 100))
#' set.seed(1)
#' test_order_effect(x)
#'
#' # One judge and twelve cakes tell little.
#' tidy(test_order_effect(x["Amara"]))
#'
#' # Judges who tire, and are harsh after a good item.
#' tired <- x
#' last <- c(0, head(tired$score, -1))
#' tired$score <- tired$score - 1.5 * tired$position - 0.3 * ifelse(tired$position > 1, last - 50, 0)
#' tired <- evaluations(tired, evaluator, item, position, score, score_scale("range", -100, 100))
#' found <- test_order_effect(tired)
#' found
#' autoplot(found)
#' @export
test_order_effect <- function(x, effects = NULL, permutations = 9999, seed = NULL, threads = NULL, ...) {
  call <- check_no_more(list(...), rlang::current_env())
  check_evaluations(x, call)
  effects <- check_kinds(effects, call)
  permutations <- check_integer(permutations, "permutations", call)
  threads <- check_threads(threads)
  sequences <- order_sequences(x)
  table <- if (order_is_random(x)) order_table(x, sequences)
  sums <- if (!is.null(table)) order_sums(table, permutations, seed, threads)
  lines <- order_lines(table, sums, untestable_order(x))
  lines <- lines[match(effects, lines$effect), ]
  structure(
    list(
      effects = unnumbered(lines[setdiff(names(lines), "row")]),
      global = global_test(sums, lines),
      orders = sequences$orders,
      evaluators = length(unique(x$evaluator)),
      items = length(unique(x$item)),
      scores = sum(!is.na(x$score)),
      arrangements = if (is.null(sums)) 0L else ncol(sums) - !attr(sums, "exact"),
      exact = isTRUE(attr(sums, "exact"))
    ),
    class = c("seqjudge_order_test", "seqjudge_object")
  )
}

order_effect_kinds <- c("drift", "start", "serial", "neighbour", "discrimination", "spread")

check_kinds <- function(effects, call) {
  if (is.null(effects)) {
    return(order_effect_kinds)
  }
  if (!is.character(effects) || length(effects) == 0 || !is.null(dim(effects))) {
    stop_type("{.arg effects} must be strings, not {describe_type(effects)}.", "effects", call)
  }
  bad <- which(!effects %in% order_effect_kinds | duplicated(effects))
  if (length(bad) > 0) {
    stop_value(
      c("{.arg effects} must be among {.or {.val {order_effect_kinds}}}, each at most once.", problem_at(bad, effects)),
      "effects", call, bad
    )
  }
  effects
}

# Why nothing can be tested, or NULL.
untestable_order <- function(x) {
  if (order_is_random(x)) {
    return(NULL)
  }
  if (order_of(x) == "arranged") {
    "the order was arranged"
  } else {
    "all saw one order, which may have been arranged"
  }
}

# How the model's variance grows with position when there is no prior.
position_shape <- function(position) (position - 1) / (position + 1)

# Sequences, and which of them are in the same order -------------------------------------------------------------------

# Sequences of the same items in the same order form a cluster. Those without a score are left out.
order_sequences <- function(x) {
  code <- evaluator_codes(x)
  item <- match(x$item, unique(x$item))
  key <- vapply(split(item, code), paste, "", collapse = " ")
  cluster <- match(key, unique(key))
  list(code = code, item = item, cluster = cluster, orders = length(unique(key)))
}

# What the core needs: see order_statistics.hpp. Rows of the scores, sequences of a cluster together. NULL where no
# evaluator has told items apart.
order_table <- function(x, sequences) {
  value <- rating_table(x, own_spread = TRUE)
  if (is.null(value)) {
    return(NULL)
  }
  cluster <- sequences$cluster[sequences$code]
  rows <- which(!is.na(x$score))
  rows <- rows[order(cluster[rows], sequences$code[rows], x$position[rows])]
  own <- match(sequences$code[rows], unique(sequences$code[rows]))
  mark <- value$value[rows]
  quality <- quality_by_others(mark, own, sequences$item[rows], cluster[rows], x$evaluator[rows])
  found <- order_residuals(mark, quality, own)
  shown <- evaluator_sizes(x)[sequences$code[rows]]
  weights <- position_weights(x$position[rows], shown, own)
  distance <- squared_distances(mark_values(x)[rows], own)
  c(
    list(
      start = c(0L, cumsum(tabulate(own))), residual = found$residual, quality = found$quality,
      product = within_groups(found$residual * found$quality, own), distance = within_groups(distance, own)
    ),
    weights,
    order_slots(rows, own, cluster[rows], x$position[rows]),
    list(own = own, slope = found$slope, square = distance, unit = value$unit)
  )
}

# Each sequence's rows by the items of its cluster that anybody of the cluster has scored, -1 where it has no score.
order_slots <- function(rows, own, cluster, position) {
  code <- match(cluster, unique(cluster))
  of_cluster <- code[!duplicated(own)]
  slots <- lapply(split(position, code), function(p) sort(unique(p)))
  row <- lapply(seq_along(of_cluster), function(s) {
    mine <- which(own == s)
    at <- match(slots[[of_cluster[s]]], position[mine])
    ifelse(is.na(at), -1L, mine[at] - 1L)
  })
  list(
    cluster_start = c(0L, cumsum(tabulate(of_cluster))), slots = lengths(slots, use.names = FALSE),
    slot_row = as.integer(unlist(row))
  )
}

# The mean of the scores that others gave an item, less their severity: of those who are neither the same person nor
# in the same cluster. NA where there are none.
quality_by_others <- function(mark, own, item, cluster, evaluator) {
  severity <- severities(mark, own, item)
  left <- mark - severity[own]
  person <- match(evaluator, unique(evaluator))
  total <- function(values, group) rowsum(values, group, reorder = FALSE)[match(group, unique(group)), 1]
  excluded <- function(values) {
    pair <- function(a, b) (a - 1) * max(b) + b
    by_cluster <- pair(item, cluster)
    by_person <- pair(item, person)
    both <- pair(match(by_cluster, unique(by_cluster)), person)
    total(values, by_cluster) + total(values, by_person) - total(values, both)
  }
  count <- total(rep(1, length(mark)), item) - excluded(rep(1, length(mark)))
  quality <- (total(left, item) - excluded(left)) / count
  ifelse(count > 0.5, quality, NA_real_)
}

# Levels of sequences beside levels of items, by turns: means of what the other leaves.
severities <- function(mark, own, item, rounds = 10) {
  severity <- 0
  for (k in seq_len(rounds)) {
    of_item <- rowsum(mark - rep_len(severity, max(own))[own], item)[, 1] / tabulate(match(item, sort(unique(item))))
    severity <- rowsum(mark - of_item[match(item, sort(unique(item)))], own)[, 1] / tabulate(own)
  }
  severity
}

# Scores less what the quality lets expect, within sequences. Where there is no quality, it counts as average.
order_residuals <- function(mark, quality, own) {
  known <- !is.na(quality)
  centred <- rep(0, length(mark))
  if (any(known)) centred[known] <- within_groups(quality[known], own[known])
  mark <- within_groups(mark, own)
  slope <- if (sum(centred^2) > 1e-12) sum(centred * mark) / sum(centred^2) else 0
  list(residual = within_groups(mark - slope * centred, own), quality = centred, slope = slope)
}

within_groups <- function(values, group) values - group_means(values, group)

group_means <- function(values, group) {
  sizes <- tabulate(group)
  (rowsum(values, group)[, 1] / sizes[sizes > 0])[match(group, sort(unique(group)))]
}

# Weights of the positions, each with sum zero within a sequence; the start has no part in the drift.
position_weights <- function(position, shown, own) {
  drift <- within_groups((position - 0.5) / shown, own)
  start <- within_groups(as.double(position <= pmax(1, pmin(3, shown %/% 4))), own)
  squares <- pmax(rowsum(drift^2, own)[, 1], 1e-12)
  start <- start - drift * (rowsum(drift * start, own)[, 1] / squares)[own]
  start[abs(start) < 1e-9] <- 0
  list(drift = drift, first = start, shape = within_groups(position_shape(position), own))
}

# Squared distances from the evaluator's centre, in the evaluator's own variance, shrunk as in rating_table().
squared_distances <- function(mark, own) {
  n <- tabulate(own)
  squares <- rowsum(within_groups(mark, own)^2, own)[, 1]
  variance <- sum(squares) / max(sum(n - 1), 1)
  (mark - evaluator_centres(mark, own))^2 / ((squares + 4 * variance) / (n - 1 + 4))[own]
}

# Evaluators' means, drawn towards the overall mean by the usual one-way random-effects estimate. They depend on the
# set of an evaluator's scores, not on their order, which keeps the test exact.
evaluator_centres <- function(score, evaluator) {
  n <- tabulate(match(evaluator, unique(evaluator)))
  own <- group_means(score, evaluator)
  overall <- mean(score)
  k <- length(n)
  if (k < 2 || length(score) == k) {
    return(rep.int(overall, length(score)))
  }
  within <- sum((score - own)^2) / (length(score) - k)
  between <- sum((own - overall)^2) / (k - 1)
  typical <- (length(score) - sum(n^2) / length(score)) / (k - 1)
  variance <- max(0, (between - within) / typical)
  if (variance == 0) {
    return(rep.int(overall, length(score)))
  }
  overall + (own - overall) * variance / (variance + within / rep.int(n, n))
}

# Statistics and p-values ----------------------------------------------------------------------------------------------

# A column for each arrangement, the true order first.
order_sums <- function(table, permutations, seed, threads) {
  orders <- exp(sum(lfactorial(table$slots)))
  exact <- round(orders) <= permutations
  count <- as.integer(if (exact) round(orders) else permutations)
  # Going through all orders needs no random numbers, and leaves the generator alone.
  seed <- if (exact) 0 else check_seed(seed)
  structure(cpp_order_statistics(table, count, exact, seed, threads), exact = exact)
}

# How far from their mean over all arrangements, in standard deviations. The true order is one of these, so that each
# is as likely as any other to be the farthest. Rounding must not look like variation.
standard_sums <- function(sums) {
  away <- sums - rowMeans(sums)
  sd <- sqrt(rowMeans(away^2))
  away <- away / sd
  away[sd <= 1e-9 * sqrt(rowMeans(sums^2)) | sd < 1e-12, ] <- NA
  away
}

p_of_first <- function(values) mean(values >= values[1] - 1e-9 * max(1, values[1]))

order_lines <- function(table, sums, reason) {
  lines <- data.frame(
    effect = order_effect_kinds, estimate = NA_real_,
    unit = c("points", "points", "correlation", "points per point", "share", "ratio"),
    direction = NA_character_, statistic = NA_real_, p_value = NA_real_, note = NA_character_, row = 1:6
  )
  lines$note <- reason %||% "too few scores that differ"
  if (is.null(sums)) {
    return(lines)
  }
  lines$note[4:5] <- "no item was also scored by somebody who saw another order"
  standard <- standard_sums(sums)
  if (table$slope <= 0) {
    standard[5, ] <- NA
    if (any(table$quality != 0)) lines$note[5] <- "evaluators do not agree on the items"
  }
  tested <- !is.na(standard[, 1])
  lines$statistic[tested] <- standard[tested, 1]
  lines$p_value[tested] <- apply(abs(standard[tested, , drop = FALSE]), 1, p_of_first)
  lines$estimate[tested] <- order_estimates(table, sums)[tested]
  words <- rbind(
    c("down", "up"), c("lower", "higher"), c("apart", "alike"), c("contrast", "assimilation"), c("shrinks", "grows"),
    c("shrinks", "grows")
  )
  # What is said goes with the estimate, whose sign the statistic has but for the chance in the shuffles.
  up <- lines$estimate > (lines$unit == "ratio")
  lines$direction[tested] <- words[cbind(lines$row, 1 + up)][tested]
  lines$note[tested] <- NA
  lines
}

order_estimates <- function(table, sums) {
  # By chance alone, neighbours are a little unlike: they are different ones of the same few.
  above <- sums[, 1]
  n <- tabulate(table$own)[table$own]
  above[3] <- above[3] + sum(table$residual^2 / n)
  above[4] <- above[4] + sum(table$residual * table$quality / n)
  before <- c(FALSE, diff(table$own) == 0)
  previous <- c(0, utils::head(table$quality, -1))[before]
  pairs <- sum(table$residual^2) * mean(before)
  span <- position_shape(max(diff(table$start)))
  c(
    table$unit * above[1] / sum(table$drift^2),
    table$unit * above[2] / sum(table$first^2),
    above[3] / pairs,
    above[4] / sum(previous^2),
    span * above[5] / sum(table$shape^2 * table$quality^2) / table$slope,
    spread_by_half(table, above[6] / sum(table$shape^2))
  )
}

# The standard deviation around the centre in the second half of the positions, divided by that in the first half, the
# middle one left out: both by the straight line that is tested. The halves themselves may differ the other way.
spread_by_half <- function(table, slope) {
  n <- tabulate(table$own)
  place <- sequence(n)
  half <- rep.int(n %/% 2, n)
  line <- mean(table$square) + slope * table$shape
  of <- function(rows) sqrt(max(mean(line[rows]), 0))
  of(place > rep.int(n, n) - half) / of(place <= half)
}

# The farthest of all kinds, in the same arrangements.
global_test <- function(sums, lines) {
  tested <- !is.na(lines$p_value)
  if (!any(tested)) {
    return(list(statistic = NA_real_, p_value = NA_real_, strongest = NA_character_))
  }
  away <- abs(standard_sums(sums)[lines$row[tested], , drop = FALSE])
  farthest <- apply(away, 2, max)
  list(
    statistic = farthest[1], p_value = p_of_first(farthest), strongest = lines$effect[tested][which.max(away[, 1])]
  )
}
