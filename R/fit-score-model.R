#' Estimate how an evaluator's scores depend on position and relative rank
#'
#' Fits a [score_model()] to evaluations whose truth is known, without assuming any formula: only that a better item at
#' the same position gets a higher score on average. Compare it with \eqn{r / (t + 1)} to see how well the package's
#' model describes your evaluators, or use it in [model_ranking()] to correct the scores of others like them.
#'
#' At each position the scores are regressed on the [relative rank][relative_ranks()] by isotonic regression (least
#' squares under the constraint that scores do not decrease, [stats::isoreg()]), pooled over evaluators. A relative rank
#' that was never observed at a position takes the value in between its neighbours', or that of the nearest one at the
#' ends. Unscored items are left out but count among the items seen.
#'
#' @param x An [evaluations()] object.
#' @param truth What is true of the items, the highest number for the best: a numeric vector named by item, or one along
#'   the rows. It may be left out where `x` has a column `truth`. An item equal to one seen before ranks above it.
#' @return A [score_model()] for as many positions as occur. Its `cells` is a data frame with a row for each position
#'   and relative rank: `position`, `relative_rank`, `n` (how many scores), `mean` and `se` of the scores on the model's
#'   scale (`NA` where there are none; the standard error needs two), and `score`, the fitted value.
#' @inherit score_model references
#' @family the general model
#' @examples
#' x <- evaluations(
#'   bakeoff,
#'   evaluator = judge, item = contestant, position = position, score = points,
#'   scale = score_scale("range", 0, 100), truth = true_rank
#' )
#' fit <- fit_score_model(x)
#' head(fit$cells)
#'
#' # Against r / (t + 1). With six judges most cells rest on few scores.
#' autoplot(fit)
#' @export
fit_score_model <- function(x, truth = NULL) {
  call <- rlang::current_env()
  check_evaluations(x, call)
  relative <- relative_truth(x, truth, call)
  scored <- which(!is.na(x$score))
  if (length(scored) == 0) {
    stop_value("{.arg x} must have at least one scored item.", "x", call, NULL)
  }
  score <- scale_scores(x)[scored]
  position <- x$position[scored]
  relative <- relative[scored]
  n <- max(position)
  by_position <- split(seq_along(score), factor(position, levels = seq_len(n)))
  cells <- do.call(rbind, lapply(seq_len(n), function(t) {
    rows <- by_position[[t]]
    fit_position(t, relative[rows], score[rows])
  }))
  nowhere <- which(vapply(by_position, length, 1L) == 0)
  if (length(nowhere) > 0) {
    stop_value("{.arg x} must have a scored item at every position, but has none at {nowhere}.", "x", call, nowhere)
  }
  scores <- score_triangle(function(t, r) cells$score[t * (t - 1) / 2 + r], n)
  new_score_model(scores, cells)
}

# Relative ranks along the rows, by the truth, among all items seen so far.
relative_truth <- function(x, truth, call) {
  value <- truth_along(x, truth, call = call)
  sizes <- evaluator_sizes(x)
  first <- which(x$position == 1L)
  relative <- integer(nrow(x))
  for (size in unique(sizes)) {
    rows <- outer(first[sizes == size], seq_len(size) - 1L, "+")
    ranking <- t(apply(matrix(value[rows], ncol = size), 1, rank))
    dim(ranking) <- dim(rows)
    relative[rows] <- relative_ranks(ranking)
  }
  relative
}

fit_position <- function(t, relative, score) {
  cell <- factor(relative, levels = seq_len(t))
  n <- tabulate(cell, t)
  mean <- as.vector(tapply(score, cell, mean))
  spread <- as.vector(tapply(score, cell, stats::sd))
  fitted <- rep(NA_real_, t)
  if (length(score) > 0) {
    # With ties in the predictor isoreg() pools them, which makes the fit one of weighted means.
    fit <- stats::isoreg(relative, score)
    sorted <- if (fit$isOrd) seq_along(score) else fit$ord
    seen <- !duplicated(relative[sorted])
    at <- relative[sorted][seen]
    fitted <- if (length(at) == 1) rep(fit$yf[seen], t) else stats::approx(at, fit$yf[seen], seq_len(t), rule = 2)$y
  }
  data.frame(position = t, relative_rank = seq_len(t), n = n, mean = mean, se = spread / sqrt(n), score = fitted)
}
