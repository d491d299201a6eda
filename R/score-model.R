#' The general model: any score for a position and a relative rank
#'
#' `score_model()` holds \eqn{x(t, r)}, the score that an evaluator gives, without noise, to an item at position `t`
#' with [relative rank][relative_ranks()] `r`. The package's own model is \eqn{x(t, r) = r / (t + 1)}; an evaluator may
#' follow any other, as long as a better item at the same position gets a higher score. `ordering_violations()` lists
#' where that is not so. See [model_conflicts()] for what a model makes of the true order, [fit_score_model()] to
#' estimate one, and [model_ranking()] to correct scores by one.
#'
#' @param x A function of position `t` and relative rank `r`, called with vectors; or a numeric matrix with a row for
#'   each position and a column for each relative rank, of which only the lower triangle counts (relative ranks up to
#'   the position).
#' @param n Whole number from 1 to 20000: how many positions. It may be left out for a matrix.
#' @param model A `score_model()`.
#' @return `score_model()`: an object of class `seqjudge_score_model`, a list with `scores`, a matrix of `n` rows and
#'   columns that is `NA` where the relative rank exceeds the position, and `cells`, a data frame of the data behind a
#'   fitted model, or `NULL`. It can be printed, drawn by `autoplot()` or `plot()`, and turned into a data frame with
#'   the columns `position`, `relative_rank`, `score` and `parametric` (\eqn{r / (t + 1)}).
#'
#'   `ordering_violations()`: a data frame with a row for each pair of neighbouring cells in the wrong order:
#'   `position`, `relative_rank`, `score` and `next_score`, which should be higher.
#' @references
#' Wang, J. and Pananjady, A. (2022). Modeling and Correcting Bias in Sequential Evaluation.
#' \doi{10.48550/arXiv.2205.01607}
#' @family the general model
#' @examples
#' # An evaluator who uses the whole scale from the start.
#' bold <- score_model(function(t, r) (r - 0.5) / t, n = 5)
#' bold
#'
#' # One who gives the same score to whatever is not the best so far.
#' winner <- score_model(function(t, r) ifelse(r == t, 0.9, 0.3), n = 4)
#' ordering_violations(winner)
#' @export
score_model <- function(x, n = NULL) {
  call <- rlang::current_env()
  if (is_score_model(x)) {
    return(x)
  }
  if (is.null(n)) {
    if (is.function(x)) stop_value("{.arg n} must be given where {.arg x} is a function.", "n", call, NULL)
    n <- NROW(x)
  }
  check_triangle_size(n, call, from = 1)
  new_score_model(check_score_triangle(x, n, "x", call))
}

new_score_model <- function(scores, cells = NULL) {
  structure(list(scores = scores, cells = cells), class = "seqjudge_score_model")
}

is_score_model <- function(x) inherits(x, "seqjudge_score_model")

# A function of position and relative rank as a triangle of scores.
score_triangle <- function(x, n) {
  scores <- matrix(
    NA_real_, n, n,
    dimnames = if (n > 0) list(position = seq_len(n), relative_rank = seq_len(n))
  )
  in_triangle <- col(scores) <= row(scores)
  scores[in_triangle] <- x(row(scores)[in_triangle], col(scores)[in_triangle])
  scores
}

check_score_triangle <- function(x, n, arg, call) {
  if (is_score_model(x)) x <- x$scores
  if (is.function(x)) {
    return(score_triangle(checked_scores(x, arg, call), n))
  }
  if (!is.numeric(x) || is.object(x) || !is.matrix(x)) {
    stop_type(
      "{.arg {arg}} must be a function or a numeric matrix, not {describe_type(x)}.", arg, call
    )
  }
  if (nrow(x) < n || ncol(x) < n) {
    stop_shape(
      "{.arg {arg}} must have {n} row{?s} and columns, one for each position, not {nrow(x)} and {ncol(x)}.", arg, call
    )
  }
  part <- x[seq_len(n), seq_len(n), drop = FALSE]
  bad <- which(!is.finite(part) & col(part) <= row(part))
  if (length(bad) > 0) {
    stop_value(
      c(
        "{.arg {arg}} must hold finite numbers where the relative rank does not exceed the position.",
        x = "Not so at {describe_positions(bad, part, n)}."
      ),
      arg, call, bad
    )
  }
  score_triangle(function(t, r) part[cbind(t, r)], n)
}

# The user's function, with a check of what it returns.
checked_scores <- function(x, arg, call) {
  function(t, r) {
    scores <- call_own(x, arg, call, t, r)
    if (!is.numeric(scores) || length(scores) != length(r) || !all(is.finite(scores))) {
      stop_value(
        "{.arg {arg}} must return a finite number for each of the positions and relative ranks it is called with.",
        arg, call, NULL
      )
    }
    as.double(scores)
  }
}

check_score_model <- function(model, call, arg = "model") {
  if (!is_score_model(model)) {
    stop_type(
      c(
        "{.arg {arg}} must be a model of scores, not {describe_type(model)}.",
        i = "Make one with {.fn score_model} or {.fn fit_score_model}."
      ),
      arg, call
    )
  }
}

# Scores closer than this are the same but for rounding.
same_score <- 1e-12

#' @rdname score_model
#' @export
ordering_violations <- function(model) {
  check_score_model(model, rlang::current_env())
  scores <- model$scores
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
format.seqjudge_score_model <- function(x, ...) {
  n <- nrow(x$scores)
  violations <- nrow(ordering_violations(x))
  shown <- utils::head(x$scores[, seq_len(min(n, 8)), drop = FALSE], 8)
  text <- format(round(shown, 3))
  text[is.na(shown)] <- ""
  names <- list(paste("position", seq_len(nrow(shown))), paste0("r = ", seq_len(ncol(shown))))
  dimnames(text) <- names
  c(
    paste0(
      "<score model> ", if (is.null(x$cells)) "x(t, r)" else "x(t, r) fitted by isotonic regression", " for ", n,
      " position", if (n != 1) "s"
    ),
    if (violations == 0) {
      "Ordering: a better item at the same position always gets a higher score"
    } else {
      paste0("Ordering: not increasing in ", violations, if (violations == 1) " place" else " places",
             ", see ordering_violations()")
    },
    utils::capture.output(print(text, quote = FALSE, right = TRUE)),
    if (n > 8) paste("... and", n - 8, "more")
  )
}

#' @export
print.seqjudge_score_model <- function(x, ...) {
  cat(format(x), sep = "\n")
  invisible(x)
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

#' Conflicts that a model of scores brings about
#'
#' Pairs of positions at which some ranking of the items makes a [score_model()] give the better of two items the lower
#' score, without any noise. From four items on, every model has some (see [conflict_rankings()]).
#'
#' Take an item at position \eqn{i} with relative rank \eqn{a}, and one at a later position \eqn{j} with relative rank
#' \eqn{b}. The later one may be the better whenever \eqn{b > a}, and may be the worse whenever
#' \eqn{b \le a + j - 1 - i}{b <= a + j - 1 - i}. For each pair of positions all of these are looked at, and the largest
#' conflict is kept. The model \eqn{r / (t + 1)} has none between neighbours.
#'
#' @inheritParams score_model
#' @return A data frame with a row for each pair of positions that can be in conflict, the largest conflict first:
#'   `position_1` and `position_2`, `relative_1` and `relative_2`, `score_1` and `score_2`, `better` (1 or 2: which item
#'   truly is), `gap` (by how much its score is lower), and `ranking`, a list of true ranks of the first `position_2`
#'   items in order of presentation that bring the conflict about.
#' @inherit conflict_rankings references
#' @family the general model
#' @examples
#' conflicts <- model_conflicts(score_model(optimal_scores(5)))
#' conflicts
#'
#' # The first of them, seen from the outside.
#' truth <- conflicts$ranking[[1]]
#' find_conflicts(expected_scores(truth), truth)
#' @export
model_conflicts <- function(model) {
  check_score_model(model, rlang::current_env())
  scores <- model$scores
  n <- nrow(scores)
  found <- lapply(seq_len(n)[-1], function(j) {
    later <- scores[j, seq_len(j)]
    # The lowest score from relative rank b on, and the highest up to b, with the b at which they are.
    lowest <- running_best(-rev(later))
    lowest <- list(score = -rev(lowest$score), at = j + 1L - rev(lowest$at))
    highest <- running_best(later)
    t(vapply(
      seq_len(j - 1), function(i) largest_conflict(i, j, scores[i, seq_len(i)], lowest, highest), numeric(8)
    ))
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

conflict_columns <- c(
  "position_1", "position_2", "relative_1", "relative_2", "score_1", "score_2", "better", "gap"
)

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

#' Corrected ranking under any model of scores
#'
#' Inserts items one by one like [insertion_ranking()], under a [score_model()] of your own or a fitted one instead of
#' \eqn{r / (t + 1)}.
#'
#' The score of the item at position `t` is rounded to the relative rank `r` for which \eqn{x(t, r)} is nearest to it.
#' Where a fitted model gives several relative ranks the same score, the lowest of them is taken for a score below, and
#' the highest for a score above. The ranking minimises the sum of squared distances between scores and model.
#'
#' @inheritParams insertion_ranking
#' @param model A [score_model()] or [fit_score_model()] with at least as many positions as there are items, whose
#'   scores do not decrease with the relative rank.
#' @return An integer vector or matrix of ranks (the best item has the highest), of the shape of `scores` and with its
#'   names.
#' @family the general model
#' @examples
#' truth <- c(Ada = 5, Bo = 1, Cleo = 2, Dag = 3, Eli = 4)
#' # An evaluator who stays close to the middle of the scale.
#' timid <- score_model(function(t, r) 0.5 + 0.3 * (r / (t + 1) - 0.5), n = 5)
#' scores <- setNames(timid$scores[cbind(1:5, relative_ranks(truth))], names(truth))
#' scores
#'
#' model_ranking(scores, timid)
#' insertion_ranking(scores)
#' @export
model_ranking <- function(scores, model, ties = c("lower", "upper")) {
  call <- rlang::current_env()
  x <- check_scores(scores)
  check_score_model(model, call)
  ties <- check_choice(ties, c("lower", "upper"), "ties")
  if (nrow(model$scores) < x$columns) {
    stop_shape(
      "{.arg model} must have at least {x$columns} position{?s}, one for each item, not {nrow(model$scores)}.",
      "model", call
    )
  }
  violations <- ordering_violations(model)
  worse <- violations[violations$next_score < violations$score - same_score & violations$position <= x$columns, ]
  if (nrow(worse) > 0) {
    first <- worse[1, ]
    stop_value(
      c(
        "{.arg model} must not give lower scores to higher relative ranks.",
        x = "At position {first$position} relative rank {first$relative_rank} scores
          {format_values(first$score)}, and {first$relative_rank + 1L} scores {format_values(first$next_score)}."
      ),
      "model", call, worse$position
    )
  }
  values <- matrix(x$values, x$rows, x$columns)
  relative <- vapply(
    seq_len(x$columns), function(t) nearest_scores(values[, t], model$scores[t, seq_len(t)], ties), numeric(x$rows)
  )
  restore_shape(cpp_ranking_from_relative(as.double(relative), x$rows, 0), x)
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
