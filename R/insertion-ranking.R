#' Corrected ranking by insertion
#'
#' Takes the order effect out of an evaluator's scores: the ranking that fits them best when each item was compared only
#' with the items shown before it. This is the least-squares estimator of Wang and Pananjady (2022).
#'
#' The default, `prior_size = 0`, is the paper's algorithm and the *strongest* correction there is: it takes the
#' evaluator for somebody who had never seen anything of the kind. Do not use it for evaluators with experience, for
#' marks that people give as they are used to, or where nobody knows: too strong a correction is worse than none.
#' [rank_items()] finds out from the scores whether to correct and how much, and leaves them alone where they do not
#' speak for it.
#'
#' The score of the item at position `t` is rounded to the nearest relative rank,
#' \deqn{\hat r_t = \arg\min_{1 \le r \le n_0 + t} \left| y_t - \frac{r}{n_0 + t + 1} \right|,}{
#'   r[t] = the r in 1..(n0 + t) that brings r / (n0 + t + 1) closest to y[t],}
#' and the relative ranks are decoded by [ranking_from_relative()]. \eqn{n_0}{n0} is the `prior_size`. With 0 the
#' correction is strongest; the larger the prior size, the closer the result comes to the ranking of the raw scores, and
#' `Inf` is that ranking. Time is O(n log n) whatever the prior size.
#'
#' A score exactly half-way between two relative ranks is common (0.5, or the middle of a decile); `ties` decides. A
#' score within `2^-47` of the half-way point counts as half-way, so that `0.1 * 3` and `0.3` are the same score.
#'
#' With a `model` the score at position `t` is rounded to the relative rank `r` for which \eqn{x(t, r)} is nearest to
#' it. Where a fitted model gives several relative ranks the same score, the lowest of them is taken for a score below,
#' and the highest for a score above. The ranking minimises the sum of squared distances between scores and model.
#'
#' @param scores Numeric vector of scores in order of presentation, or a matrix with one evaluator per row. Scores are
#'   on the scale of 0 to 1, where a score is the share of comparable items that the item is better than; noise may
#'   carry them a little beyond. If most lie outside, there is an error unless `scale` says what they mean.
#' @param ties What a score exactly half-way between two relative ranks is rounded to: the `"lower"` or the `"upper"`.
#' @param scale A [score_scale()] that says how the scores get to the scale of 0 to 1; `NULL` if they are there.
#'   Percentiles are those of each evaluator, or of all, as the scale says. The scale is taken as given, whatever its
#'   meaning: to learn it, use [evaluations()] and [rank_items()].
#' @param model A [score_model()] to take in place of \eqn{r / (t + 1)}, with at least as many positions as there are
#'   items, whose scores do not decrease with the relative rank. `prior_size` is then 0, and scores may be on any scale.
#' @inheritParams seqjudge-arguments
#' @return An integer vector or matrix of ranks (the best item has the highest), of the shape of `scores` and with its
#'   names. Where a prior size is infinite the values are those of [induced_ranking()] with average ties, and the result
#'   is of type double.
#' @template paper
#' @family rankings
#' @examples
#' # Ada came first and was scored cautiously; Eli came last and looked good beside weak company.
#' truth <- c(Ada = 5, Bo = 1, Cleo = 2, Dag = 3, Eli = 4)
#' scores <- expected_scores(truth)
#' scores
#'
#' induced_ranking(scores)
#' insertion_ranking(scores)
#'
#' # One judge of the bundled contest, who is known to have had 5 earlier contestants in mind.
#' judge <- subset(bakeoff, judge == "Ines")
#' scores <- setNames(judge$points / 100, judge$contestant)
#' corrected <- insertion_ranking(scores, prior_size = 5)
#' rbind(truth = judge$true_rank, induced = induced_ranking(scores), corrected = corrected)
#'
#' # The same as a picture: lines go from the places by raw scores to the corrected ones.
#' x <- evaluations(judge, judge, contestant, position, points, score_scale("range", 0, 100))
#' autoplot(rank_items(x, prior = 5))
#'
#' # An evaluator who stays close to the middle of the scale.
#' timid <- score_model(function(t, r) 0.5 + 0.3 * (r / (t + 1) - 0.5), n = 5)
#' scores <- setNames(timid$scores[cbind(1:5, relative_ranks(truth))], names(truth))
#' scores
#' insertion_ranking(scores, model = timid)
#'
#' # Points out of 20, from a teacher who has some ten earlier papers in mind. Dag has a little more
#' # than Ada, but came after weak papers.
#' grades <- c(Ada = 13, Bo = 8, Cleo = 7, Dag = 13.5)
#' insertion_ranking(grades, prior_size = 10, scale = score_scale("range", 0, 20))
#' @export
insertion_ranking <- function(scores, prior_size = 0, ties = c("lower", "upper"), scale = NULL, model = NULL,
                              threads = NULL) {
  if (is.null(scale) && is.null(model) && is.null(threads)) {
    ranks <- cpp_quick_insertion(scores, prior_size, ties)
    if (!is.null(ranks)) {
      return(ranks)
    }
  }
  checked_insertion(scores, prior_size, ties, scale, model, threads, rlang::current_env())
}

# Any input, every argument of which is checked.
checked_insertion <- function(scores, prior_size, ties, scale, model, threads, call) {
  ties <- check_choice(ties, c("lower", "upper"), "ties", call)
  if (!is.null(model)) {
    check_no_scale(scale, call)
    return(model_ranking(scores, model, ties, prior_size, call))
  }
  # A single sequence is ranked on one thread.
  threads <- if (is.matrix(scores) || !is.null(threads)) check_threads(threads, call = call) else 1L
  x <- check_scores(scores, "scores", call, threads)
  prior <- check_prior_size(prior_size, x, call = call)
  calibrated <- is.infinite(prior)
  # Where less is better, the raw scores rank the other way round.
  sign <- if (runs_down(scale)) -1 else 1
  if (all(calibrated) && x$rows > 0) {
    return(restore_shape(cpp_induced_ranking(if (sign < 0) -x$values else x$values, x$rows, 0L), x))
  }
  x <- on_unit_scale(x, scale, call)
  finite <- if (any(calibrated)) replace(prior, calibrated, 0) else prior
  ranks <- restore_shape(cpp_insertion_ranking(x$values, x$rows, finite, ties == "upper", threads), x)
  if (any(calibrated)) {
    ranks[calibrated, ] <- induced_ranking(sign * scores[calibrated, , drop = FALSE])
  }
  ranks
}

# Scores on the scale of 0 to 1. Points that are taken for shares would all be clamped to the top without a word.
on_unit_scale <- function(x, scale, call) {
  if (is.null(scale)) {
    if (x$outside > length(x$values) / 2) stop_off_scale(call)
    return(x)
  }
  check_scale(scale, call)
  row <- rep_len(seq_len(max(x$rows, 1)), length(x$values))
  if (scale$type == "bins") {
    bad <- which(x$values < 1 | x$values > scale$k | x$values != floor(x$values))
    expected <- paste("hold whole numbers from 1 to", format_values(scale$k), "on this scale")
  } else {
    ends <- sort(c(scale$lower, scale$upper))
    bad <- if (scale$type == "range") which(x$values < ends[1] | x$values > ends[2])
    expected <- paste("lie from", format_values(ends[1]), "to", format_values(ends[2]), "on this scale")
  }
  if (length(bad) > 0) stop_bad_positions(bad, x, expected, "scores", call, "seqjudge_error_scale")
  x$values <- switch(scale$type,
    percentile = percentiles(x$values, if (scale$by == "evaluator") row else rep.int(1L, length(row))),
    scale_scores(structure(list(score = x$values), scale = scale))
  )
  x
}

stop_off_scale <- function(call) {
  stop_value(
    "Most of {.arg scores} lie outside 0 to 1, where a score is the share of items that an item beats.",
    "scores", call, NULL, "seqjudge_error_scale",
    i = paste(
      "Say here what they mean: {.code scale = score_scale(\"range\", lower, upper)},",
      "with the ends of the form that was filled in."
    ),
    i = paste(
      "Or let the scale be learned, and corrected only what should be:",
      "{.code rank_items(as_evaluations(scores, scale = score_scale(\"range\", lower, upper)))}."
    )
  )
}

check_no_scale <- function(scale, call) {
  if (!is.null(scale)) stop_value("{.arg scale} must be left out with a {.arg model}.", "scale", call)
}
