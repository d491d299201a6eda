#' The paper's order of presentation that misleads raw scores
#'
#' A ranking on which an evaluator without prior knowledge and without any noise gives scores that put a fixed share of
#' all pairs in the wrong order, however many items there are: the construction with which the paper proves that such
#' rankings exist. It is not the worst order there is.
#'
#' The first half of the items are the lowest, in increasing order. In the second half, items at odd positions are of
#' middling rank and items at even positions are the best. Each of the middling items is better than the one before it,
#' but its score is lower, because better ones have come in between. For `n` divisible by 4 and at least 8 this makes at
#' least \eqn{n^2 / 64} flips: pairs that the ranking induced by the scores has in the opposite order. For other `n` the
#' last one to three items are the best, in increasing order.
#'
#' Other orders do worse. Of all rankings of 4, 5, 6, 7 and 8 items the worst have 1, 2, 4, 6 and 9 flips, while this
#' one has none up to 7 items and 2 of 8. For any number of items, a third of them in increasing order followed by the
#' others in decreasing order flips more pairs than this construction (see the example).
#'
#' The number of flips of any ranking is its Kendall distance, as in the example. [insertion_ranking()] makes none.
#'
#' @param n Whole number from 0: how many items.
#' @return An integer vector of true ranks in order of presentation.
#' @templateVar at Proposition 3
#' @template paper
#' @family theory
#' @examples
#' truth <- worst_case_ranking(16)
#' truth
#'
#' scores <- expected_scores(truth)
#' flips <- kendall_distance(induced_ranking(scores), truth, normalize = FALSE)
#' c(flips = flips, promised = 16^2 / 64)
#'
#' # The lowest third in increasing order, then the best first: more flips.
#' worse <- c(1:5, 16:6)
#' kendall_distance(induced_ranking(expected_scores(worse)), worse, normalize = FALSE)
#'
#' # The correction leaves none.
#' kendall_distance(insertion_ranking(scores), truth)
#' @export
worst_case_ranking <- function(n) {
  check_integer(n, "n", rlang::current_env(), from = 0)
  quarter <- n %/% 4
  position <- seq_len(n)
  second_half <- position > 2 * quarter & position <= 4 * quarter
  odd <- position %% 2 == 1
  rank <- position
  rank[second_half & odd] <- (position[second_half & odd] + 1L) / 2 + quarter
  rank[second_half & !odd] <- position[second_half & !odd] / 2 + 2 * quarter
  as.integer(rank)
}

#' Most that bounded noise can do to the corrected ranking
#'
#' An upper bound on the footrule distance between [insertion_ranking()] and the truth when every score is off by at
#' most `delta`. It holds for any such noise, and needs no simulation.
#'
#' For true ranks \eqn{\gamma}{ranking} with [relative ranks][relative_ranks()] \eqn{r_t}{r[t]} the bound is
#' \deqn{\frac{2}{n^2} \sum_{t=1}^n \left( \rho(t, r_t + \lceil \delta (t+1) \rceil) -
#'   \rho(t, r_t - \lceil \delta (t+1) \rceil) \right),}{
#'   (2 / n^2) sum over t of rho(t, r[t] + ceiling(delta (t + 1))) - rho(t, r[t] - ceiling(delta (t + 1))),}
#' where \eqn{\rho(t, r)}{rho(t, r)} is the true rank of the item with relative rank `r` among the first `t`, and `r` is
#' kept within 1 to `t`. It may exceed 1/2, the largest distance that there is, and then says nothing. The prior size is
#' 0. Time is O(n log n).
#'
#' @param ranking Numeric vector of true ranks in order of presentation, without ties, or a matrix with one evaluator
#'   per row.
#' @param delta Number from 0: how far a score may be off. For a matrix also one for each row.
#' @param normalize `TRUE` or `FALSE`: divide by \eqn{n^2}{n^2}, as [footrule_distance()] does?
#' @return One number, or one for each row with the names of the rows.
#' @templateVar at Theorem 1, with the constant of its proof
#' @template paper
#' @family theory
#' @examples
#' set.seed(1)
#' truth <- sample(100)
#' delta <- 0.01
#' footrule_bound(truth, delta)
#'
#' # What noise of that size really does:
#' scores <- expected_scores(truth) + runif(100, -delta, delta)
#' footrule_distance(insertion_ranking(scores), truth)
#'
#' # The bound is reached: here the second of two items is off by enough to change places.
#' footrule_bound(c(1, 2), delta = 0.2)
#' footrule_distance(insertion_ranking(c(1 / 2, 2 / 3 - 0.2)), c(1, 2))
#' @export
footrule_bound <- function(ranking, delta, normalize = TRUE) {
  call <- rlang::current_env()
  x <- check_ranking(ranking)
  check_no_ties(x, "ranking", call)
  each <- if (x$is_matrix) c(row = x$rows) else 1
  delta <- check_numbers(delta, "delta", call, "be a finite number from 0", number_from(0), each)
  check_flag(normalize, "normalize")
  bound <- cpp_footrule_bound(x$values, x$rows, delta)
  if (normalize && x$columns > 0) bound <- bound / x$columns^2
  if (x$is_matrix) stats::setNames(bound, x$names[[1]]) else bound
}

#' Rankings that no way of scoring gets both right
#'
#' Two orders of presentation of `n` items. Whatever scores an evaluator gives to relative ranks, at least one of the
#' two orders brings about a conflict: a pair of items of which the better one is scored lower.
#'
#' Let \eqn{x(t, r)} be the score of an item at position `t` with [relative rank][relative_ranks()] `r`, strictly
#' increasing in `r`. In the order 1, 3, 4, 2 the first and the fourth item are rightly scored only if
#' \eqn{x(1, 1) < x(4, 2)}, in the order 4, 1, 2, 3 only if \eqn{x(1, 1) > x(4, 3)}. Both cannot be. Items after the
#' fourth come in increasing order above the others and play no part.
#'
#' [find_conflicts()] of a [score_model()] finds the conflicts that any given way of scoring brings about.
#'
#' @param n Whole number from 4: how many items.
#' @return An integer matrix of true ranks with a row for each of the two orders and columns in order of presentation.
#' @templateVar at Proposition 1
#' @template paper
#' @family theory
#' @examples
#' rankings <- conflict_rankings(4)
#' rankings
#'
#' # The model's own scores fail on both.
#' find_conflicts(expected_scores(rankings), rankings)
#' @export
conflict_rankings <- function(n = 4) {
  check_integer(n, "n", rlang::current_env(), from = 4)
  later <- if (n > 4) 5:n
  rbind(first = c(1L, 3L, 4L, 2L, later), second = c(4L, 1L, 2L, 3L, later))
}

#' Best scores for an evaluator who sees items one by one
#'
#' `optimal_scores()` gives the scores that come closest to the items' true percentiles when each must be given before
#' the next item is seen. They are the scores of this package's model. `response_loss()` tells how close any rule of
#' scoring comes.
#'
#' The ranking is uniformly random, and the loss of a rule is the expected sum over items of
#' \deqn{\left( y_t - \frac{\gamma_t}{n + 1} \right)^2,}{(y[t] - ranking[t] / (n + 1))^2,}
#' where the score \eqn{y_t}{y[t]} may depend on how the first `t` items compare with one another. No rule does better
#' than \eqn{y_t = r_t / (t + 1)}{y[t] = r[t] / (t + 1)}, which needs neither `n` nor any other relative rank than the
#' item's own.
#'
#' Given the first `t` items' order, \eqn{\gamma_t}{ranking[t]} has the mean \eqn{(n+1) r_t / (t+1)}{
#' (n + 1) r[t] / (t + 1)} and the variance of an order statistic drawn without replacement. So the loss is the
#' squared distance of the rule from the best one, averaged over what may have been seen, plus what no rule can avoid;
#' nothing is simulated.
#'
#' @param n Whole number from 0 to 20000: how many items.
#' @param rule The rule of scoring: a [score_model()]; a matrix like that of `optimal_scores()`; a function of the
#'   position `t` and the relative rank `r`, called with vectors; or a function of one argument, the ranking of the
#'   items seen so far in order of presentation (as in `c(2, 1, 3)`), which returns the score of the last of them. The
#'   last kind is tried on every ranking, for `n` up to 8.
#' @param by_position `TRUE` or `FALSE`: the loss at each position, rather than their sum?
#' @return `optimal_scores()`: a numeric matrix with a row for each position and a column for each relative rank, `NA`
#'   where the relative rank exceeds the position. `response_loss()`: a number, or one for each position.
#' @templateVar at Proposition 2
#' @template paper
#' @family theory
#' @examples
#' optimal_scores(4)
#'
#' # The best rule, one that says 1/2 to everything, and a bold one that uses the whole scale.
#' response_loss(optimal_scores(10), 10)
#' response_loss(function(t, r) rep(0.5, length(r)), 10)
#' response_loss(function(t, r) (r - 0.5) / t, 10)
#'
#' # What the best rule cannot know it learns as it goes on.
#' round(response_loss(optimal_scores(10), 10, by_position = TRUE), 3)
#' @export
optimal_scores <- function(n) {
  check_triangle_size(n, rlang::current_env())
  score_triangle(function(t, r) r / (t + 1), n)
}

#' @rdname optimal_scores
#' @export
response_loss <- function(rule, n, by_position = FALSE) {
  call <- rlang::current_env()
  if (missing(n)) {
    if (is.function(rule)) stop_value("{.arg n} must be given where {.arg rule} is a function.", "n", call)
    n <- NROW(if (is_score_model(rule)) rule$scores else rule)
  }
  check_triangle_size(n, call)
  check_flag(by_position, "by_position")
  position <- seq_len(n)
  seen_rule <- is.function(rule) && length(formals(args(rule))) == 1
  distance <- if (seen_rule) {
    check_enumerable(n, call)
    vapply(position, function(t) seen_distance(rule, t, call), numeric(1))
  } else {
    rowMeans((check_score_triangle(rule, n, "rule", call) - optimal_scores(n))^2, na.rm = TRUE)
  }
  loss <- distance + unavoidable_loss(n)
  if (by_position) loss else sum(loss)
}

# The mean over r of the variance of the r-th of t numbers drawn from 1..n without replacement, divided by (n + 1)^2:
# the mean of r (t + 1 - r) over r in 1..t is (t + 1)(t + 2) / 6.
unavoidable_loss <- function(n) {
  t <- seq_len(n)
  (n - t) / (6 * (n + 1) * (t + 1))
}

# A table of n rows and columns is made.
check_triangle_size <- function(n, call, from = 0) {
  check_number(n, "n", call, paste("a whole number from", from, "to 20000"), whole_from(from, 20000))
}

check_enumerable <- function(n, call) {
  if (n > 8) {
    stop_value(
      "{.arg n} must be at most 8 where {.arg rule} looks at the whole ranking so far, not {format_values(n)}.",
      "n", call, 1L,
      i = "A rule that needs only position and relative rank is a function of two arguments."
    )
  }
}

# Squared distance of the rule from the best one at position t, averaged over all t! rankings of the first t items.
seen_distance <- function(rule, t, call) {
  seen <- all_orders(t)
  scores <- apply(seen, 1, function(ranking) call_own(rule, "rule", call, ranking))
  if (!is.numeric(scores) || length(scores) != nrow(seen) || !all(is.finite(scores))) {
    stop_value("{.arg rule} must return one finite number for each ranking.", "rule", call)
  }
  mean((scores - seen[, t] / (t + 1))^2)
}

# Checks -----------------------------------------------------------------------------------------------------------

check_no_ties <- function(x, arg, call) {
  values <- matrix(x$values, x$rows)
  bad_row <- which(apply(values, 1, anyDuplicated) > 0)[1]
  if (!is.na(bad_row)) {
    row <- values[bad_row, ]
    tied <- which(duplicated(row) | duplicated(row, fromLast = TRUE))
    at <- bad_row + (tied - 1L) * x$rows
    stop_bad_positions(at, x, "have no ties", arg, call, class = "seqjudge_error_ranking")
  }
}
