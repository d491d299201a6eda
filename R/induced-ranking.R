# In the order of seqjudge::Ties.
tie_rules <- c("average", "first", "last", "random", "max", "min")

#' Ranking that the raw scores induce
#'
#' The usual way to turn scores into a ranking: the higher the score, the higher the rank. It takes no account of the
#' order in which the items were shown, and is the baseline that [insertion_ranking()] is compared with.
#'
#' For scores \eqn{y} without ties the rank of item `t` is \eqn{\#\{i : y_i \le y_t\}}{#{i : y[i] <= y[t]}}.
#'
#' This is [rank()] for finite numbers, one evaluator per row where `scores` is a matrix, and faster.
#'
#' @param scores Numeric vector of scores, or a matrix with one evaluator per row.
#' @param ties How items of equal score are ranked, as in [rank()]: by the `"average"` of the ranks they share, the
#'   `"min"` or `"max"` of them, in order of presentation (`"first"`), in the opposite order (`"last"`), or at
#'   `"random"`. The last is governed by [set.seed()].
#' @return Ranks (the best item has the highest) in the shape of `scores` and with its names: doubles for average ties,
#'   integers otherwise.
#' @family rankings
#' @examples
#' scores <- c(Ada = 0.5, Bo = 0.3, Cleo = 0.5, Dag = 0.9)
#' induced_ranking(scores)
#' induced_ranking(scores, ties = "first")
#'
#' # The raw scores of a judge without experience: Ada is the best, but came first.
#' truth <- c(Ada = 4, Bo = 1, Cleo = 2, Dag = 3)
#' rbind(truth, induced = induced_ranking(expected_scores(truth)))
#' @export
induced_ranking <- function(scores, ties = c("average", "first", "last", "random", "max", "min")) {
  x <- check_scores(scores)
  ties <- check_choice(ties, tie_rules, "ties")
  restore_shape(cpp_induced_ranking(x$values, x$rows, match(ties, tie_rules) - 1L), x)
}
