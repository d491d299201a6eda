#' The information limit: the smallest error that any ranking can have
#'
#' How close to the truth can a ranking come, whatever the method? Under the model, with no prior items, all rankings
#' equally likely and uniform noise of known size, no estimator has a smaller mean error than the best ranking given the
#' posterior. `bayes_risk()` finds that smallest mean error by simulation, beside the errors of least squares and of the
#' raw scores on the same sequences: how much a correction leaves on the table, and how much can be gained at all.
#'
#' For each simulated sequence the probabilities of all ranks of all items are computed exactly (see the exact method of
#' [rank_posterior()]). The errors given are their expectations given the scores, rather than the distance to the one
#' truth that was drawn: they have the same mean and vary less.
#'
#' @param n Whole numbers from 2: how many items.
#' @param delta Numbers above 0: noise is uniform from `-delta` to `delta`. All pairs of `n` and `delta` are looked at.
#' @param loss String: the loss whose smallest mean is wanted, `"footrule"` or `"squared"` (see [best_ranking()]).
#' @param reps Whole number from 1: how many sequences to simulate for each pair.
#' @param object A result of `bayes_risk()`.
#' @inheritParams seqjudge-arguments
#' @return A data frame of class `seqjudge_risk` with a row for each pair and ranking: `n`, `delta`, `loss`, `ranking`
#'   (`"best"`, `"insertion"` for least squares, `"induced"` for the raw scores), `risk`, its standard error `se`, the
#'   mean `saved`, by which share the best ranking's risk is below this one's, and `max_entrywise`, the largest over the
#'   positions of the mean [entrywise_error()] there. `autoplot()` draws it.
#' @template paper
#' @family posteriors
#' @examples
#' limit <- bayes_risk(n = c(10, 20), delta = 0.1, reps = 50, seed = 1)
#' limit
#' autoplot(limit)
#' @export
bayes_risk <- function(n, delta, loss = c("footrule", "squared"), reps = 1000, seed = NULL, threads = NULL, ...) {
  call <- check_no_more(list(...), rlang::current_env())
  n <- check_numbers(n, "n", call, "hold whole numbers from 2 to 2000", whole_from(2, 2000))
  delta <- check_numbers(delta, "delta", call, "hold numbers above 0", number_above(0))
  if (length(n) == 0) stop_shape("{.arg n} must have at least one number.", "n", call)
  if (length(delta) == 0) stop_shape("{.arg delta} must have at least one number.", "delta", call)
  loss <- check_choice(loss, c("footrule", "squared"), "loss")
  reps <- check_integer(reps, "reps", call)
  seed <- check_seed(seed)
  threads <- check_threads(threads)
  pairs <- expand.grid(n = n, delta = delta)
  parts <- lapply(seq_len(nrow(pairs)), function(k) {
    risk_of_setting(pairs$n[k], pairs$delta[k], loss, reps, seed, k, threads)
  })
  structure(stack_rows(parts), reps = reps, class = c("seqjudge_risk", "seqjudge_object", "data.frame"))
}

risk_of_setting <- function(n, delta, loss, reps, seed, group, threads) {
  errors <- risk_errors(n, delta, loss, reps, seed, group, threads)
  risk <- colMeans(errors$loss)
  data.frame(
    n = n, delta = delta, loss = loss, ranking = names(risk), risk = unname(risk),
    se = apply(errors$loss, 2, standard_error), saved = saved_share(risk),
    max_entrywise = apply(errors$position, 2, max), row.names = NULL
  )
}

# Where there is nothing to save, nothing is saved.
saved_share <- function(risk) ifelse(risk > 0, 1 - risk[["best"]] / unname(risk), 0)

# Expected losses (a row for each replicate, a column for each ranking), mean expected errors by position, and the same
# two measured against the truth.
risk_errors <- function(n, delta, loss, reps, seed, group, threads) {
  rankings <- c("best", "insertion", "induced")
  by_ranking <- function(rows) matrix(0, rows, 3, dimnames = list(NULL, rankings))
  result <- list(
    loss = by_ranking(reps), position = by_ranking(n), realised = by_ranking(reps), realised_position = by_ranking(n)
  )
  # A few at a time: each brings a matrix of n rows and columns.
  batch <- max(1, min(reps, floor(4e6 / n^2)))
  for (from in seq(0, reps - 1, by = batch)) {
    to <- min(reps, from + batch)
    drawn <- cpp_risk_replicates(n, delta, seed, group, from, to, threads)
    insertion <- insertion_ranking_quietly(drawn$score)
    induced <- induced_ranking(t(drawn$score))
    for (k in seq_len(to - from)) {
      found <- new_rank_distribution(seq_len(n), probability = drawn$probability[[k]])
      cost <- cpp_expected_distances(found$probability)
      ranks <- cbind(best = best_ranks(found, loss)$rank, insertion = insertion[k, ], induced = induced[k, ])
      result$loss[from + k, ] <- apply(ranks, 2, loss_function(found, loss))
      result$position <- result$position + apply(ranks, 2, distance_at, cost = cost) / n / reps
      error <- abs(ranks - drawn$truth[, k])
      result$realised[from + k, ] <- if (loss == "footrule") colSums(error) / n^2 else colSums(error^2) / n^3
      result$realised_position <- result$realised_position + error / n / reps
    }
  }
  result
}

insertion_ranking_quietly <- function(score) {
  insertion_ranking(t(score), scale = score_scale("identity"))
}

#' @export
format.seqjudge_risk <- function(x, ...) {
  plain <- as.data.frame(unclass(x)[names(x)])
  numbers <- c("risk", "se", "saved", "max_entrywise")
  plain[numbers] <- lapply(plain[numbers], signif, digits = 3)
  c(paste("<Bayes risk>", count_of(attr(x, "reps"), "sequence"), "for each setting"), format_rows(plain, nrow(plain)))
}
