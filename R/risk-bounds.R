#' What any method can hope for, and what the correction promises
#'
#' Bounds on the mean error of rankings when scores follow the model, all true rankings are equally likely, and every
#' score is off by at most `delta`. Set them beside a simulation, or use them to see what accuracy a contest can have at
#' best.
#'
#' The paper states these results up to constants. Here the constants are those of the proofs, with each sum and each
#' probability in them worked out rather than rounded:
#'
#' \describe{
#'   \item{Corollary 1}{The mean of [footrule_bound()] over all rankings, less the terms of positions at which such
#'     noise cannot move an item (\eqn{\delta (t + 1) < 1/2}). About \eqn{4 \delta}{4 delta} for many items.}
#'   \item{Theorem 2}{No ranking method has a smaller mean footrule, when noise is uniform. Given its score, an item's
#'     relative rank is uniform over the values that the noise allows, and the best guess is their median; the mean
#'     error of these guesses bounds the inversion distance, and so the footrule. About
#'     \eqn{\delta / 4}{delta / 4} for many items and little noise.}
#'   \item{Theorem 3}{The mean [entrywise_error()] of the correction at any position: the error with which the item was
#'     inserted, and all that later items can add to it.}
#'   \item{Proposition 5}{The mean entry-wise error of the first item when raw scores are ranked. It is scored about
#'     one half whatever its quality; items that are bound to be scored higher, and lower, keep it away from the ends.
#'     About \eqn{(1/2 - 2 \delta)^2}{(1/2 - 2 delta)^2} for many items.}
#' }
#'
#' An upper bound may exceed the largest error that there is (1/2 for the footrule, 1 at a position), and then says
#' nothing. Prior size is 0. Time grows with the square of `n`.
#'
#' @param n Whole numbers from 1 to 1e6: how many items.
#' @param delta Numbers from 0, as many as `n` or one: how far a score may be off.
#' @return A data frame with four rows for each setting: `n`, `delta`, `statement` (of the paper), `method`
#'   (`"insertion"` for [insertion_ranking()], `"induced"` for [induced_ranking()], or `"any"`), `metric`
#'   (`"footrule"`; `"max_entrywise"`, the largest mean error of any position; `"first_entrywise"`, that of the first),
#'   `side` (`"lower"` or `"upper"`) and `bound`. Errors are normalised as in [footrule_distance()] and
#'   [entrywise_error()].
#' @templateVar at Corollary 1, Theorems 2 and 3, Proposition 5, and their proofs
#' @template paper
#' @family theory
#' @examples
#' risk_bounds(200, delta = 0.01)
#'
#' # The mean footrule of the correction lies in between.
#' set.seed(1)
#' truth <- t(replicate(100, sample(200)))
#' scores <- expected_scores(truth) + runif(length(truth), -0.01, 0.01)
#' mean(footrule_distance(insertion_ranking(scores), truth))
#' # The mean error of the first item when raw scores are ranked is above its lower bound.
#' mean(entrywise_error(induced_ranking(scores), truth)[, 1])
#' @export
risk_bounds <- function(n, delta) {
  call <- rlang::current_env()
  setting <- check_settings(n, delta, call)
  rows <- Map(
    function(n, delta) {
      data.frame(
        n = n, delta = delta,
        statement = c("Corollary 1", "Theorem 2", "Theorem 3", "Proposition 5"),
        method = c("insertion", "any", "insertion", "induced"),
        metric = c("footrule", "footrule", "max_entrywise", "first_entrywise"),
        side = c("upper", "lower", "upper", "lower"),
        bound = c(upper_footrule(n, delta), lower_footrule(n, delta), upper_entrywise(n, delta), lower_first(n, delta))
      )
    },
    setting$n, setting$delta
  )
  do.call(rbind, unname(rows))
}

check_settings <- function(n, delta, call) {
  # The time grows with the square of n.
  n <- check_numbers(n, "n", call, "hold whole numbers from 1 to 1e6", whole_from(1, 1e6))
  delta <- check_numbers(delta, "delta", call, "hold finite numbers from 0", number_from(0))
  settings <- max(length(n), length(delta))
  if (!all(c(length(n), length(delta)) %in% c(1, settings))) {
    stop_shape(
      "{.arg n} and {.arg delta} must have equal lengths, or length 1, not {length(n)} and {length(delta)}.",
      "delta", call
    )
  }
  list(n = rep_len(as.integer(n), settings), delta = rep_len(delta, settings))
}

# What noise can do to the item at each position t: `moved`, can it be inserted at a wrong place at all? `reach`, by how
# many places; `width`, the mean over all relative ranks of the number of places that are in reach, cut off at 1 and t.
noise_reach <- function(n, delta) {
  t <- seq_len(n)
  steps <- delta * (t + 1)
  # A step that only rounding makes longer than a whole number is not.
  reach <- ceiling(steps - 1e-9)
  within <- pmin(reach, t - 1)
  list(moved = steps >= 0.5 - 1e-9, reach = reach, width = within * (2 * t - within - 1) / t)
}

# Neighbours among the first t items are (n + 1) / (t + 1) ranks apart on average.
mean_gap <- function(n) (n + 1) / (seq_len(n) + 1)

upper_footrule <- function(n, delta) {
  noise <- noise_reach(n, delta)
  2 * sum((mean_gap(n) * noise$width)[noise$moved]) / n^2
}

upper_entrywise <- function(n, delta) {
  noise <- noise_reach(n, delta)
  t <- seq_len(n)
  inserted <- ifelse(noise$moved, mean_gap(n) * noise$width, 0)
  # An item that is inserted on different sides in truth and in the estimate moves what is there by one place.
  shifted <- ifelse(noise$moved, mean_gap(n) * pmin(1, (2 * noise$reach + 1) / t), 0)
  later <- sum(shifted) - cumsum(shifted)
  max(inserted + later) / n
}

# The mean error of the best guess of each relative rank. With k whole numbers equally likely, the distances from their
# median add up to floor(k^2 / 4).
lower_footrule <- function(n, delta) {
  if (delta == 0) {
    return(0)
  }
  risk <- vapply(seq_len(n), function(t) {
    half <- delta * (t + 1)
    # Where, on the scale of relative ranks, the set of values that the noise allows changes.
    ends <- sort(c(seq_len(t) - half, seq_len(t) + half))
    middle <- (ends[-1] + ends[-2 * t]) / 2
    allowed <- pmin(floor(middle + half), t) - pmax(ceiling(middle - half), 1) + 1
    sum(diff(ends) * floor(allowed^2 / 4)) / (2 * half * t)
  }, numeric(1))
  sum(risk) / n^2
}

# W items are sure to be scored above the first, and as many, in distribution, below: each on its own, by their order
# among themselves, which says nothing about the first item. So its induced rank stays W away from either end.
lower_first <- function(n, delta) {
  t <- seq_len(n)[-1]
  sure <- pmax(0, t - 1 - floor((0.5 + 2 * delta) * (t + 1) + 1e-9)) / (t - 1)
  mean <- sum(sure)
  (sum(sure * (1 - sure)) + mean^2 + mean) / n^2
}
