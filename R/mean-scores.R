#' Mean scores by position and true rank
#'
#' Does an item's score depend on when it was shown? Where the truth is known, the scores of all items of the same true
#' rank are averaged at each position. Under an order effect the lines spread out: good items gain by coming late, weak
#' ones lose. Evaluators may have seen different items; what counts is the true rank among the scored items of an
#' evaluator (tied items share the average).
#'
#' @inheritParams seqjudge-arguments
#' @param scaled `TRUE` or `FALSE`: scores on the model's scale of 0 to 1, rather than raw ones?
#' @return An object of class `seqjudge_mean_scores`, which is also a data frame, with a row for each position and true
#'   rank that occur together: `position`, `true_rank`, `n` (how many scores), `mean` and `se`, the standard error of
#'   the mean (`NA` for a single score). `autoplot()` and `plot()` draw it.
#' @templateVar at Figure 3
#' @template paper
#' @family experiments
#' @examples
#' # Two hundred evaluators without experience, five items.
#' set.seed(1)
#' orders <- t(replicate(200, sample(5)))
#' scores <- pmin(pmax(expected_scores(orders) + rnorm(1000, sd = 0.05), 0), 1)
#' x <- as_evaluations(scores, items = orders, truth = setNames(1:5, 1:5))
#' means <- mean_scores(x)
#' subset(means, true_rank == 5)
#' autoplot(means)
#' @export
mean_scores <- function(x, truth = NULL, scaled = FALSE) {
  call <- rlang::current_env()
  check_evaluations(x, call)
  check_flag(scaled, "scaled")
  true_rank <- true_ranks(x, truth, call = call)
  scored <- which(!is.na(x$score))
  score <- (if (scaled) scale_scores(x) else x$score)[scored]
  cells <- unique(data.frame(position = x$position[scored], true_rank = true_rank[scored]))
  cells <- cells[order(cells$position, cells$true_rank), ]
  code <- match(
    paste(x$position[scored], true_rank[scored]), paste(cells$position, cells$true_rank)
  )
  found <- group_moments(score, code, nrow(cells))
  structure(
    data.frame(cells, n = found$n, mean = found$mean, se = sqrt(found$variance / found$n), row.names = NULL),
    class = c("seqjudge_mean_scores", "seqjudge_object", "data.frame")
  )
}

#' @export
format.seqjudge_mean_scores <- function(x, n = 20, ...) {
  c(paste("<mean scores>", count_of(nrow(x), "row")), format_rows(x, n, c("mean", "se")))
}
