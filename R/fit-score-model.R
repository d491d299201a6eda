# score_model() of evaluations: isotonic regression at each position.

#' @rdname score_model
#' @export
score_model.seqjudge_evaluations <- function(x, truth = NULL, ...) { # nolint
  call <- check_no_more(list(...), rlang::current_env())
  check_evaluations(x, call)
  relative <- relative_truth(x, truth_along(x, truth, call = call))
  scored <- which(!is.na(x$score))
  if (length(scored) == 0) stop_value("{.arg x} must have at least one scored item.", "x", call)
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

# Relative ranks along the rows among all items seen so far, by a true `value` for each row.
relative_truth <- function(x, value) {
  relative <- integer(nrow(x))
  for (group in same_length(evaluator_sizes(x))) {
    ranking <- induced_ranking(matrix(value[group$rows], length(group$who)), ties = "first")
    relative[group$rows] <- relative_ranks(ranking)
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
