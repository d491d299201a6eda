#' Do people rate against what they remember?
#'
#' Sorts evaluators by two questions on a pair of items: do their ratings of the two agree with the truth, and does what
#' they recall at the end? An evaluator who recalls the pair rightly and rated it wrongly shows a conflict that is not
#' due to bad memory.
#'
#' A rating is correct when the scores of the two items are in the order of the truth, in which they must differ; equal
#' scores are wrong. Evaluators who left one of the two unscored are not counted.
#'
#' @inheritParams seqjudge-arguments
#' @param recall Which of the two each evaluator recalls as the better: a string that names a column of `x`, or a vector
#'   along its rows, with the values `"first"` and `"last"`. The value in an evaluator's first row counts.
#' @param by The groups to count separately: a string that names a column of `x`, a vector along its rows, or `NULL`
#'   for no groups.
#' @param positions Two numbers: the positions of the two items. `NULL` for the first and the last of each evaluator.
#' @return A three-way table of counts: `recall` (`correct`, `wrong`) by `rating` (`correct`, `wrong`) by `group`.
#' @templateVar at Table 1
#' @template paper
#' @family experiments
#' @examples
#' # Three evaluators see circles of size 1, 3, 4, 5, 2. All say the last was larger than the first.
#' scores <- rbind(Ann = c(4, 7, 8, 9, 3), Bob = c(2, 7, 8, 9, 4), Cem = c(3, 8, 9, 10, 3))
#' x <- as_evaluations(
#'   scores,
#'   items = c("a", "c", "d", "e", "b"), scale = score_scale("bins", k = 10)
#' )
#' recall_table(x, rep("last", nrow(x)), by = NULL, truth = c(a = 1, b = 2, c = 3, d = 4, e = 5))
#' @export
recall_table <- function(x, recall = "recall", by = "group", truth = NULL, positions = NULL) {
  call <- rlang::current_env()
  check_evaluations(x, call)
  answer <- column_or_rows(recall, x, "recall", call)
  group <- if (is.null(by)) rep("all", nrow(x)) else column_or_rows(by, x, "by", call)
  value <- truth_along(x, truth, call = call)
  start <- which(x$position == 1L)
  pair <- pair_rows(x, positions, start, call)
  answer <- as.character(answer[start])
  bad <- which(!answer %in% c("first", "last"))
  if (length(bad) > 0) {
    stop_value(
      c(
        "{.arg recall} must be {.val first} or {.val last} for every evaluator.",
        x = "{cli::qty(length(bad))}Evaluator{?s} with another value: {.val {evaluator_names(x)[bad]}}."
      ),
      "recall", call, start[bad]
    )
  }
  truly <- sign(value[pair$second] - value[pair$first])
  if (any(truly == 0)) {
    bad <- which(truly == 0)
    stop_value(
      c(
        "{.arg truth} must differ for the two items.",
        x = "{cli::qty(length(bad))}Evaluator{?s} for whom it is equal: {.val {evaluator_names(x)[bad]}}."
      ),
      "truth", call, pair$first[bad]
    )
  }
  rated <- sign(x$score[pair$second] - x$score[pair$first])
  verdict <- function(right) factor(ifelse(right, "correct", "wrong"), levels = c("correct", "wrong"))
  use <- !is.na(rated)
  table(
    recall = verdict(answer == ifelse(truly > 0, "last", "first"))[use],
    rating = verdict(rated == truly)[use],
    group = as.character(group[start])[use]
  )
}

# Rows of the two items of each evaluator.
pair_rows <- function(x, positions, start, call) {
  sizes <- evaluator_sizes(x)
  if (is.null(positions)) {
    if (any(sizes < 2)) {
      stop_value("{.arg x} must have at least two items for every evaluator.", "x", call, which(sizes < 2))
    }
    return(list(first = start, second = start + sizes - 1L))
  }
  fits <- is.numeric(positions) && length(positions) == 2 && all(positions %in% seq_len(min(sizes, Inf))) &&
    positions[1] < positions[2]
  if (!fits) {
    stop_value(
      "{.arg positions} must be two positions that every evaluator has, the earlier one first.", "positions", call, NULL
    )
  }
  list(first = start + as.integer(positions[1]) - 1L, second = start + as.integer(positions[2]) - 1L)
}
