#' Distances between rankings
#'
#' How far a ranking lies from the truth, or any ranking from another.
#'
#' For rankings `a` and `b` of `n` items:
#' * `footrule_distance()`: Spearman's footrule, \eqn{\sum_t |a_t - b_t| / n^2}{sum(|a - b|) / n^2}.
#' * `kendall_distance()`: pairs of items that the two put in opposite order, divided by \eqn{n^2}. A pair tied in
#'   either ranking is not in opposite order.
#' * `inversion_distance()`: \eqn{\sum_t |r_t(a) - r_t(b)| / n^2}{sum(|r(a) - r(b)|) / n^2}, on the
#'   [relative ranks][relative_ranks()] of the two.
#' * `entrywise_error()`: \eqn{|a_t - b_t| / n}{|a - b| / n} for each item.
#'
#' For rankings without ties inversion <= Kendall <= footrule <= 2 Kendall. With `normalize = FALSE` nothing is divided.
#' The distances of no items at all are 0.
#'
#' @param ranking,truth Numeric vectors of ranks in order of presentation, or matrices with one evaluator per row. A
#'   vector beside a matrix is compared with each row. Tied items may share a rank, as [rank()] has it: the average, the
#'   lowest or the highest of those they take up.
#' @param normalize `TRUE` or `FALSE`: divide by \eqn{n^2}{n^2} (`entrywise_error()`: by `n`)?
#' @return `entrywise_error()`: a numeric vector, or a matrix with one evaluator per row, with the names of the items.
#'   The others: one number, or one for each row with the names of the rows.
#' @references
#' Diaconis, P. and Graham, R. L. (1977). Spearman's footrule as a measure of disarray. Journal of the Royal Statistical
#' Society, Series B 39, 262-268.
#' @template paper
#' @family comparisons
#' @examples
#' truth <- c(Ada = 5, Bo = 1, Cleo = 2, Dag = 3, Eli = 4)
#' scores <- expected_scores(truth)
#'
#' footrule_distance(induced_ranking(scores), truth)
#' footrule_distance(insertion_ranking(scores), truth)
#'
#' # Where the induced ranking goes wrong: the first item.
#' entrywise_error(induced_ranking(scores), truth, normalize = FALSE)
#' @name metrics
NULL

#' @rdname metrics
#' @export
footrule_distance <- function(ranking, truth, normalize = TRUE) {
  # Not by way of RcppExports.R: a call of a function takes as long as a hundred ranks do.
  found <- .Call(`_seqjudge_cpp_quick_footrule`, ranking, truth, normalize)
  if (is.null(found)) row_distance(cpp_footrule, ranking, truth, normalize) else found
}

#' @rdname metrics
#' @export
kendall_distance <- function(ranking, truth, normalize = TRUE) {
  row_distance(cpp_kendall, ranking, truth, normalize)
}

#' @rdname metrics
#' @export
inversion_distance <- function(ranking, truth, normalize = TRUE) {
  row_distance(cpp_inversion, ranking, truth, normalize)
}

#' @rdname metrics
#' @export
entrywise_error <- function(ranking, truth, normalize = TRUE) {
  x <- check_ranking(ranking)
  y <- check_ranking(truth, "truth")
  check_same_shape(x, y, "ranking", "truth")
  check_flag(normalize, "normalize")
  # A vector beside a matrix stands for each of its rows.
  repeated <- function(part, whole) if (part$is_matrix) part$values else rep(part$values, each = whole$rows)
  shape <- if (y$is_matrix && !x$is_matrix) y else x
  if (is.null(shape$names)) shape$names <- if (shape$is_matrix == y$is_matrix) y$names
  error <- abs(repeated(x, shape) - repeated(y, shape))
  if (normalize && x$columns > 0) error <- error / x$columns
  restore_shape(error, shape)
}

# What tables and pictures call the metrics; elsewhere these go by name.
metric_labels <- c(
  footrule = "Spearman's footrule", kendall = "Kendall's distance", inversion = "Inversion distance",
  max_entrywise = "Largest entry-wise error"
)
metric_names <- names(metric_labels)

metric_functions <- list(
  footrule = footrule_distance, kendall = kendall_distance, inversion = inversion_distance,
  max_entrywise = function(ranking, truth) apply(entrywise_error(ranking, truth), 1, max),
  # Only for the agreement of evaluators: see R/fit-prior-loss.R.
  fair_kendall = function(ranking, truth) fair_kendall_distance(ranking, truth)
)

check_metrics <- function(metrics, call) {
  if (!is.character(metrics) || length(metrics) == 0) {
    stop_type("{.arg metrics} must be some of {.or {.val {metric_names}}}.", "metrics", call)
  }
  bad <- which(!metrics %in% metric_names)
  if (length(bad) > 0) {
    stop_value(
      "{.arg metrics} must be some of {.or {.val {metric_names}}}, not {.val {metrics[bad]}}.", "metrics", call, bad
    )
  }
  unique(metrics)
}

# Distances of sequences that lie one after another in `a` and `b`, `sizes` long: a row for each, a column for each
# metric.
sequence_distances <- function(a, b, sizes, metrics = metric_names) {
  distances <- matrix(NA_real_, length(sizes), length(metrics))
  for (group in same_length(sizes)) {
    of_group <- function(ranks) matrix(ranks[group$rows], nrow(group$rows))
    for (k in seq_along(metrics)) distances[group$who, k] <- metric_functions[[metrics[k]]](of_group(a), of_group(b))
  }
  distances
}

row_distance <- function(distance, ranking, truth, normalize, call = rlang::caller_env()) {
  x <- check_rows(ranking, "ranking", call)
  y <- check_rows(truth, "truth", call)
  check_same_shape(x, y, "ranking", "truth", call = call)
  check_flag(normalize, "normalize", call = call)
  result <- distance(x$values, x$rows, y$values, y$rows)
  # Without a row nothing was looked at.
  if (anyNA(result) || length(result) == 0) {
    check_ranking(ranking, call = call)
    check_ranking(truth, "truth", call = call)
  }
  if (normalize && x$columns > 0) result <- result / x$columns^2
  names(result) <- (if (x$is_matrix) x$names[[1]]) %||% (if (y$is_matrix) y$names[[1]])
  result
}
