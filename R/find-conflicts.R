#' Pairs on which scores and truth disagree
#'
#' Two items are in conflict when the one with the higher score has the lower true rank. However careful the evaluator,
#' some orders of presentation bring conflicts about (Wang and Pananjady 2022, Proposition 1).
#'
#' The items at positions `s` and `t` are in conflict when \eqn{(y_s - y_t) (\gamma_s - \gamma_t) < 0}{
#' (y[s] - y[t]) (truth[s] - truth[t]) < 0}. Equal scores, or equal true ranks, are no conflict.
#'
#' What is compared with the truth need not be scores:
#' * Of a result of [rank_items()] the ranks take the place of the scores, and what is listed are the pairs that the
#'   ranking gets wrong.
#' * Of a [rank_posterior()] no truth is needed: listed are the pairs that the raw scores order, and probably wrongly.
#' * A [score_model()] has no items: listed are the pairs of positions at which *some* ranking of the items makes it
#'   give the better of two items the lower score, without any noise. From four items on, every model has some (see
#'   [conflict_rankings()]). Take an item at position \eqn{i} with relative rank \eqn{a}, and one at a later position
#'   \eqn{j} with relative rank \eqn{b}. The later one may be the better whenever \eqn{b > a}, and may be the worse
#'   whenever \eqn{b \le a + j - 1 - i}{b <= a + j - 1 - i}. For each pair of positions all of these are looked at, and
#'   the largest conflict is kept. The model \eqn{r / (t + 1)} has none between neighbours.
#'
#' @param scores Numeric vector of scores in order of presentation, or a matrix with one evaluator per row; or an object
#'   that orders items: [evaluations()], a result of [rank_items()] or [rank_posterior()], or a [score_model()].
#' @param truth Numeric vector of true ranks in the same order, or a matrix with one evaluator per row; a vector beside
#'   a matrix of scores holds for each row. Tied items may share a rank, as [rank()] has it. For evaluations and results
#'   of [rank_items()]: `NULL` for the truth that the evaluations hold, or numbers named by item or along the rows, the
#'   highest for the best.
#' @param ... Not used, but for posteriors: `at_least`, see [posterior-methods].
#' @return A data frame with a row for each pair in conflict, in order of presentation: `evaluator` (only for matrices
#'   and objects: the row's name or number), `position_1` and `position_2`, `item_1` and `item_2` (names, or positions
#'   where there are none), `score_1` and `score_2`, for results of [rank_items()] `rank_1` and `rank_2`, then `truth_1`
#'   and `truth_2` (for objects the true ranks among the items that the evaluator scored).
#'
#'   For a [score_model()] the largest conflict comes first: `position_1` and `position_2`, `relative_1` and
#'   `relative_2`, `score_1` and `score_2`, `better` (1 or 2: which item truly is), `gap` (by how much its score is
#'   lower), and `ranking`, a list of true ranks of the first `position_2` items in order of presentation that bring the
#'   conflict about.
#' @templateVar at Proposition 1
#' @template paper
#' @family comparisons
#' @examples
#' # The order 1, 3, 4, 5, 2 of the paper's experiment: the last item is better than the first,
#' # but follows strong ones.
#' truth <- c(first = 1, second = 3, third = 4, fourth = 5, last = 2)
#' find_conflicts(expected_scores(truth), truth)
#'
#' # The package's own model brings that about: it is the largest conflict that five items can have.
#' conflicts <- find_conflicts(score_model(optimal_scores(5)))
#' conflicts$ranking[[1]]
#' @export
find_conflicts <- function(scores, ...) {
  UseMethod("find_conflicts")
}

#' @rdname find_conflicts
#' @export
find_conflicts.default <- function(scores, truth = NULL, ...) {
  check_no_more(list(...), rlang::current_env())
  x <- check_scores(scores)
  y <- check_ranking(truth, "truth")
  check_same_shape(x, y, "scores", "truth")
  if (y$is_matrix && !x$is_matrix) {
    stop_shape("{.arg truth} must be a vector where {.arg scores} is one, not a matrix.", "truth", rlang::current_env())
  }
  pairs <- cpp_conflicts(x$values, x$rows, y$values, y$rows)
  item_names <- if (x$is_matrix) x$names[[2]] else x$names
  if (is.null(item_names) && !y$is_matrix) item_names <- y$names
  position <- rep(seq_len(x$columns), each = x$rows)
  conflicts <- paired_columns(
    pairs$row + (pairs$first - 1L) * x$rows, pairs$row + (pairs$second - 1L) * x$rows,
    position = position, item = (item_names %||% as.character(seq_len(x$columns)))[position], score = x$values,
    truth = if (y$rows == x$rows) y$values else rep(y$values, each = x$rows)
  )
  if (!x$is_matrix) {
    return(conflicts)
  }
  row_names <- x$names[[1]] %||% as.character(seq_len(x$rows))
  data.frame(evaluator = row_names[pairs$row], conflicts)
}

# What is known of two rows each, side by side: columns `name_1` and `name_2`.
paired_columns <- function(first, second, ...) {
  known <- Filter(Negate(is.null), list(...))
  parts <- lapply(known, function(values) list(values[first], values[second]))
  names <- paste0(rep(names(known), each = 2), c("_1", "_2"))
  as.data.frame(stats::setNames(unlist(parts, recursive = FALSE, use.names = FALSE), names))
}

#' @export
find_conflicts.seqjudge_evaluations <- function(scores, truth = NULL, ...) {
  call <- check_no_more(list(...), rlang::current_env())
  object_conflicts(scores, scores$score, true_ranks(scores, truth, call = call))
}

#' @export
find_conflicts.seqjudge_ranking <- function(scores, truth = NULL, ...) {
  call <- check_no_more(list(...), rlang::current_env())
  x <- scores$evaluations
  object_conflicts(x, scores$rank, true_ranks(x, truth, call = call), scores$rank)
}

# Pairs of rows of the evaluations `x` on which `value` and the true ranks disagree.
object_conflicts <- function(x, value, true, rank = NULL) {
  pairs <- lapply(scored_sequences(x)$groups, function(group) {
    rows <- group$rows
    found <- cpp_conflicts(as.double(value[rows]), nrow(rows), true[rows], nrow(rows))
    list(first = rows[cbind(found$row, found$first)], second = rows[cbind(found$row, found$second)])
  })
  first <- as.integer(unlist(lapply(pairs, `[[`, "first")))
  second <- as.integer(unlist(lapply(pairs, `[[`, "second")))
  sorted <- order(first, second)
  first <- first[sorted]
  second <- second[sorted]
  known <- paired_columns(
    first, second,
    position = x$position, item = x$item, score = x$score, rank = rank, truth = true
  )
  data.frame(evaluator = evaluator_along(x)[first], known)
}
