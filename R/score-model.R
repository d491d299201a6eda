#' The general model: any score for a position and a relative rank
#'
#' `score_model()` holds \eqn{x(t, r)}, the score that an evaluator gives, without noise, to an item at position `t`
#' with [relative rank][relative_ranks()] `r`. The package's own model is \eqn{x(t, r) = r / (t + 1)}; an evaluator may
#' follow any other, as long as a better item at the same position gets a higher score. Of a function or a matrix it
#' makes the model; from evaluations whose truth is known it estimates one. [insertion_ranking()] corrects scores by a
#' model, and [find_conflicts()] tells what it makes of the true order.
#'
#' @section Estimating a model:
#' Nothing is assumed but that a better item at the same position gets a higher score on average. Compare the estimate
#' with \eqn{r / (t + 1)} to see how well the package's own model describes your evaluators, or use it to correct the
#' scores of others like them. At each position the scores are regressed on the relative rank by isotonic regression
#' (least squares under the constraint that scores do not decrease, [stats::isoreg()]), pooled over evaluators. A
#' relative rank that was never observed at a position takes the value in between its neighbours', or that of the
#' nearest one at the ends. Unscored items are left out but count among the items seen.
#'
#' @param x A function of position `t` and relative rank `r`, called with vectors; or a numeric matrix with a row for
#'   each position and a column for each relative rank, of which only the lower triangle counts (relative ranks up to
#'   the position); or an [evaluations()] object to estimate a model from.
#' @param n Whole number from 1 to 20000: how many positions. It may be left out for a matrix.
#' @param truth For evaluations: what is true of the items, the highest number for the best: a numeric vector named by
#'   item, or one along the rows. It may be left out where `x` has a column `truth`. An item equal to one seen before
#'   ranks above it.
#' @param object A `score_model()`.
#' @inheritParams seqjudge-arguments
#' @return `score_model()`: an object of class `seqjudge_score_model`, a list with `scores`, a matrix of `n` rows and
#'   columns that is `NA` where the relative rank exceeds the position, and `cells`. That is `NULL`, or for an estimate
#'   a data frame with a row for each position and relative rank: `position`, `relative_rank`, `n` (how many scores),
#'   `mean` and `se` of the scores on the model's scale (`NA` where there are none; the standard error needs two), and
#'   `score`, the fitted value. A model can be printed, drawn by `autoplot()` or `plot()`, and turned into a data frame
#'   with the columns `position`, `relative_rank`, `score` and `parametric` (\eqn{r / (t + 1)}).
#'
#'   `summary()`: a list with the number of `positions`; `difference`, the largest from \eqn{r / (t + 1)}; and
#'   `violations`, a data frame with a row for each pair of neighbouring cells in the wrong order: `position`,
#'   `relative_rank`, `score` and `next_score`, which should be higher.
#' @template paper
#' @family the model
#' @examples
#' # An evaluator who uses the whole scale from the start.
#' bold <- score_model(function(t, r) (r - 0.5) / t, n = 5)
#' bold
#'
#' # One who gives the same score to whatever is not the best so far.
#' winner <- score_model(function(t, r) ifelse(r == t, 0.9, 0.3), n = 4)
#' summary(winner)$violations
#'
#' # Estimated, against r / (t + 1). With six judges most cells rest on few scores.
#' scale <- score_scale("range", 0, 100, meaning = "shares")
#' x <- evaluations(bakeoff, judge, contestant, position, points, scale, truth = true_rank)
#' fit <- score_model(x)
#' head(fit$cells)
#' autoplot(fit)
#' @export
score_model <- function(x, ...) {
  UseMethod("score_model")
}

#' @rdname score_model
#' @export
score_model.default <- function(x, n = NULL, ...) {
  call <- check_no_more(list(...), rlang::current_env())
  if (is_score_model(x)) {
    return(x)
  }
  if (is.null(n)) {
    if (is.function(x)) stop_value("{.arg n} must be given where {.arg x} is a function.", "n", call)
    n <- NROW(x)
  }
  check_triangle_size(n, call, from = 1)
  new_score_model(check_score_triangle(x, n, "x", call))
}

new_score_model <- function(scores, cells = NULL) {
  structure(list(scores = scores, cells = cells), class = c("seqjudge_score_model", "seqjudge_object"))
}

is_score_model <- function(x) inherits(x, "seqjudge_score_model")

# A function of position and relative rank as a triangle of scores.
score_triangle <- function(x, n) {
  scores <- matrix(NA_real_, n, n, dimnames = if (n > 0) list(position = seq_len(n), relative_rank = seq_len(n)))
  in_triangle <- col(scores) <= row(scores)
  scores[in_triangle] <- x(row(scores)[in_triangle], col(scores)[in_triangle])
  scores
}

check_score_triangle <- function(x, n, arg, call) {
  if (is_score_model(x)) x <- x$scores
  if (is.function(x)) {
    return(score_triangle(checked_scores(x, arg, call), n))
  }
  if (!is_plain_numeric(x) || !is.matrix(x)) {
    stop_type("{.arg {arg}} must be a function or a numeric matrix, not {describe_type(x)}.", arg, call)
  }
  if (nrow(x) < n || ncol(x) < n) {
    stop_shape(
      "{.arg {arg}} must have {n} row{?s} and columns, one for each position, not {nrow(x)} and {ncol(x)}.", arg, call
    )
  }
  part <- x[seq_len(n), seq_len(n), drop = FALSE]
  bad <- which(!is.finite(part) & col(part) <= row(part))
  message <- "{.arg {arg}} must hold finite numbers where the relative rank does not exceed the position."
  check_none(bad, message, arg, call, part, rows = n)
  score_triangle(function(t, r) part[cbind(t, r)], n)
}

# The user's function, with a check of what it returns.
checked_scores <- function(x, arg, call) {
  function(t, r) {
    scores <- call_own(x, arg, call, t, r)
    if (!is.numeric(scores) || length(scores) != length(r) || !all(is.finite(scores))) {
      stop_value(
        "{.arg {arg}} must return a finite number for each of the positions and relative ranks it is called with.",
        arg, call
      )
    }
    as.double(scores)
  }
}

check_score_model <- function(model, call) {
  if (!is_score_model(model)) {
    stop_type("{.arg model} must be a {.fn score_model}, not {describe_type(model)}.", "model", call)
  }
}

# Scores closer than this are the same but for rounding.
same_score <- 1e-12

#' @rdname score_model
#' @export
summary.seqjudge_score_model <- function(object, ...) {
  check_no_more(list(...), rlang::current_env())
  cells <- as.data.frame(object)
  structure(
    list(
      positions = nrow(object$scores),
      difference = max(abs(cells$score - cells$parametric)),
      violations = ordering_violations(object$scores)
    ),
    class = c("summary.seqjudge_score_model", "seqjudge_object")
  )
}

# Neighbouring cells in which the higher relative rank does not get the higher score.
ordering_violations <- function(scores) {
  n <- nrow(scores)
  lower <- scores[, -n, drop = FALSE]
  upper <- scores[, -1, drop = FALSE]
  bad <- which(t(upper - lower) <= same_score, arr.ind = TRUE)
  cell <- unname(cbind(bad[, 2], bad[, 1]))
  data.frame(
    position = cell[, 1], relative_rank = cell[, 2], score = lower[cell], next_score = upper[cell], row.names = NULL
  )
}

#' @export
format.summary.seqjudge_score_model <- function(x, n = 12, ...) {
  c(
    paste("<score model>", count_of(x$positions, "position")),
    paste("Largest difference from r / (t + 1):", signif(x$difference, 3)),
    describe_ordering(x$violations),
    format_rows(x$violations, n)
  )
}

describe_ordering <- function(violations, hint = "") {
  if (nrow(violations) == 0) {
    return("Ordering: a better item at the same position always gets a higher score")
  }
  paste0("Ordering: not increasing in ", count_of(nrow(violations), "place"), hint)
}

#' @export
format.seqjudge_score_model <- function(x, ...) {
  n <- nrow(x$scores)
  shown <- utils::head(x$scores[, seq_len(min(n, 8)), drop = FALSE], 8)
  text <- format(round(shown, 3))
  text[is.na(shown)] <- ""
  names <- list(paste("position", seq_len(nrow(shown))), paste0("r = ", seq_len(ncol(shown))))
  dimnames(text) <- names
  c(
    paste0(
      "<score model> ", if (is.null(x$cells)) "x(t, r)" else "x(t, r) fitted by isotonic regression", " for ",
      count_of(n, "position")
    ),
    describe_ordering(ordering_violations(x$scores), ", see summary()"),
    utils::capture.output(print(text, quote = FALSE, right = TRUE)),
    if (n > 8) paste("... and", n - 8, "more")
  )
}

#' @export
as.data.frame.seqjudge_score_model <- function(x, row.names = NULL, optional = FALSE, ...) { # nolint
  n <- nrow(x$scores)
  position <- rep.int(seq_len(n), seq_len(n))
  relative_rank <- sequence(seq_len(n))
  data.frame(
    position = position,
    relative_rank = relative_rank,
    score = x$scores[cbind(position, relative_rank)],
    parametric = relative_rank / (position + 1)
  )
}

# Conflicts -----------------------------------------------------------------------------------------------------------

#' @rdname find_conflicts
#' @export
find_conflicts.seqjudge_score_model <- function(scores, ...) { # nolint
  check_no_more(list(...), rlang::current_env())
  triangle <- scores$scores
  n <- nrow(triangle)
  found <- lapply(seq_len(n)[-1], function(j) {
    later <- triangle[j, seq_len(j)]
    # The lowest score from relative rank b on, and the highest up to b, with the b at which they are.
    lowest <- running_best(-rev(later))
    lowest <- list(score = -rev(lowest$score), at = j + 1L - rev(lowest$at))
    highest <- running_best(later)
    t(vapply(seq_len(j - 1), function(i) largest_conflict(i, j, triangle[i, seq_len(i)], lowest, highest), numeric(8)))
  })
  conflicts <- do.call(rbind, c(list(matrix(numeric(), 0, 8)), found))
  conflicts <- stats::setNames(as.data.frame(conflicts), conflict_columns)
  whole <- c("position_1", "position_2", "relative_1", "relative_2", "better")
  conflicts[whole] <- lapply(conflicts[whole], as.integer)
  conflicts <- conflicts[conflicts$gap > same_score, ]
  conflicts <- conflicts[order(-conflicts$gap, conflicts$position_1, conflicts$position_2), ]
  row.names(conflicts) <- NULL
  conflicts$ranking <- Map(
    show_conflict,
    conflicts$position_1, conflicts$position_2, conflicts$relative_1, conflicts$relative_2, conflicts$better
  )
  conflicts
}

conflict_columns <- c("position_1", "position_2", "relative_1", "relative_2", "score_1", "score_2", "better", "gap")

# The running maximum, and where it was first reached.
running_best <- function(values) {
  score <- cummax(values)
  is_new <- c(TRUE, score[-1] > score[-length(score)])
  list(score = score, at = which(is_new)[cumsum(is_new)])
}

largest_conflict <- function(i, j, first, lowest, highest) {
  a <- seq_len(i)
  up <- first - lowest$score[a + 1L]
  down <- highest$score[a + j - 1L - i] - first
  second_better <- max(up) >= max(down)
  best <- if (second_better) which.max(up) else which.max(down)
  b <- if (second_better) lowest$at[best + 1L] else highest$at[best + j - 1L - i]
  later <- if (second_better) lowest$score[best + 1L] else highest$score[best + j - 1L - i]
  # In the order of conflict_columns; a gap below zero is no conflict.
  c(i, j, best, b, first[[best]], later, if (second_better) 2 else 1, max(up, down))
}

# Items between the two go on top where the second is the better, so that the first keeps its relative rank, and to
# the bottom where it is the worse, so that the first rises.
show_conflict <- function(i, j, a, b, better) {
  relative <- seq_len(j)
  if (better == 1L) relative[seq_len(j) > i] <- 1L
  relative[c(i, j)] <- c(a, b)
  ranking_from_relative(relative)
}

# Correction ----------------------------------------------------------------------------------------------------------

# insertion_ranking() under a model of scores.
model_ranking <- function(scores, model, ties, prior_size, call) {
  x <- check_scores(scores, call = call)
  check_score_model(model, call)
  if (!identical(prior_size, 0) && !identical(prior_size, 0L)) {
    stop_value("{.arg prior_size} must be left out where {.arg model} is given.", "prior_size", call)
  }
  if (nrow(model$scores) < x$columns) {
    stop_shape(
      "{.arg model} must have at least {x$columns} position{?s}, one for each item, not {nrow(model$scores)}.",
      "model", call
    )
  }
  check_not_decreasing(model, x$columns, call)
  values <- matrix(x$values, x$rows, x$columns)
  relative <- vapply(
    seq_len(x$columns), function(t) nearest_scores(values[, t], model$scores[t, seq_len(t)], ties), numeric(x$rows)
  )
  restore_shape(cpp_ranking_from_relative(as.double(relative), x$rows, 0), x)
}

check_not_decreasing <- function(model, positions, call) {
  violations <- ordering_violations(model$scores)
  worse <- violations[violations$next_score < violations$score - same_score & violations$position <= positions, ]
  if (nrow(worse) > 0) {
    first <- worse[1, ]
    stop_value(
      "{.arg model} must not give lower scores to higher relative ranks.", "model", call, worse$position,
      x = "At position {first$position} relative rank {first$relative_rank} scores
        {format_values(first$score)}, and {first$relative_rank + 1L} scores {format_values(first$next_score)}."
    )
  }
}

# How close to the half-way point counts as half-way, as in the core.
half_way_slack <- 2^-47

nearest_scores <- function(score, levels, ties) {
  half_way <- (levels[-1] + levels[-length(levels)]) / 2
  if (ties == "lower") {
    1 + findInterval(score - half_way_slack, half_way, left.open = TRUE)
  } else {
    1 + findInterval(score + half_way_slack, half_way)
  }
}
