#' Scores that the model expects
#'
#' What an evaluator would answer, without noise, to items of a known ranking. It shows what the order of presentation
#' does: the first item gets one half whatever its quality, and differences grow as there is more to compare with.
#'
#' Without a prior the item at position `t` is expected to score \eqn{r_t / (t + 1)}{r[t] / (t + 1)}, where \eqn{r_t}
#' is its [relative rank][relative_ranks()]. With a prior of \eqn{n_0}{n0} earlier items the score depends on where
#' these lie; over all the ways in which they can lie among the `n` items, equally likely, its mean is
#' \deqn{\frac{r_t + n_0 \gamma_t / (n + 1)}{n_0 + t + 1},}{(r[t] + n0 * ranking[t] / (n + 1)) / (n0 + t + 1),}
#' which for an infinite prior is the item's true percentile, \eqn{\gamma_t / (n + 1)}{ranking[t] / (n + 1)}.
#'
#' @inheritParams seqjudge-arguments
#' @inheritParams relative_ranks
#' @return A numeric vector or matrix of the shape of `ranking`, with its names.
#' @templateVar at Section 4, and Section 6 on prior items
#' @template paper
#' @family the model
#' @examples
#' ranking <- c(Ada = 4, Bo = 1, Cleo = 3, Dag = 2)
#' expected_scores(ranking)
#'
#' # Ada is the best but came first. The more experience a judge has, the closer her score comes
#' # to what she deserves, 0.8:
#' for (size in c(0, 5, 50, Inf)) print(expected_scores(ranking, size)["Ada"])
#' @export
expected_scores <- function(ranking, prior_size = 0) {
  x <- check_ranking(ranking)
  prior <- check_prior_size(prior_size, x)
  restore_shape(cpp_expected_scores(x$values, x$rows, prior), x)
}
