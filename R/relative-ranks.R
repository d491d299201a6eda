#' Relative ranks: how an item compares with those seen before it
#'
#' When the `t`-th item is shown, all that an evaluator can know is where it stands among the first `t`. That standing
#' is its relative rank. The relative ranks of all items determine the ranking: `ranking_from_relative()` recovers it.
#'
#' The relative rank of the item at position `t` is
#' \deqn{r_t = \#\{i \le t : \gamma_i \le \gamma_t\},}{r[t] = #{i <= t : ranking[i] <= ranking[t]},}
#' a whole number from 1 (worst so far) to `t` (best so far). Every sequence of such numbers belongs to exactly one
#' ranking. Decoding inserts the items one by one: the `t`-th is put at place `r[t]` of those already there, and
#' whatever stood at that place or above moves up by one. Both directions take O(n log n) time.
#'
#' With a prior, `prior_size` earlier items stand in the array before the first one is inserted, so that `r[t]` runs to
#' `prior_size + t`. They are left out of the result.
#'
#' @param ranking Numeric vector of ranks in order of presentation, the best item having the highest, or a matrix with
#'   one evaluator per row. Tied items may share a rank, as [rank()] has it; an item then counts as ranked above equal
#'   ones that came before it.
#' @param relative Numeric vector of relative ranks in order of presentation, or a matrix with one evaluator per row.
#'   The `t`-th must be a whole number from 1 to `prior_size + t`.
#' @param prior_size Whole number from 0: how many earlier items the evaluator has in mind. For a matrix also one for
#'   each row.
#' @return An integer vector or matrix of the shape of the input, with its names. `ranking_from_relative()` returns
#'   ranks from 1 to `n`.
#' @templateVar at Section 3, Algorithm 1
#' @template paper
#' @family the model
#' @examples
#' # Cleo is the best of four, and came second.
#' ranking <- c(Ada = 2, Cleo = 4, Bo = 1, Dag = 3)
#' relative_ranks(ranking)
#'
#' # Nothing is lost on the way.
#' ranking_from_relative(relative_ranks(ranking))
#'
#' # Three earlier items in mind: the first one shown may already be only second best.
#' ranking_from_relative(c(3, 2, 6), prior_size = 3)
#' @export
relative_ranks <- function(ranking) {
  x <- check_ranking(ranking)
  restore_shape(cpp_relative_ranks(x$values, x$rows), x)
}

#' @rdname relative_ranks
#' @export
ranking_from_relative <- function(relative, prior_size = 0) {
  x <- check_relative(relative, prior_size)
  restore_shape(cpp_ranking_from_relative(x$values, x$rows, x$prior), x)
}
