#' Methods for planned panels
#'
#' What can be done with the result of [plan_panel()]: tables, the cheapest panel that reaches the target, a picture
#' (see [autoplot.seqjudge_panel_plan()]), more replicates.
#'
#' @param x,object A planned panel.
#' @param reps Whole number: how many replicates there are to be in all.
#' @inheritParams seqjudge-arguments
#' @return
#' `as.data.frame()` gives a row for each panel that was looked at: `evaluators`, `per_evaluator`, `warmup`, `order` and
#' `second_round`; `scores`, how many are given in all, and their `cost` with that of the judges; `winner`, `top`,
#' `share` and `footrule`, the share of contests with the right winner and with the right set of the best, the mean
#' share of the best that are found, and the mean footrule, each followed by its Monte Carlo standard error
#' (`winner_se`, ...); `reached`, does the measure reach the target (`NA` without one); and `reps`.
#'
#' `tidy()` gives the same with a row for each measure, `estimate` and `std.error`. `summary()` gives the rows that
#' reach the target, the cheapest first. `glance()` gives one row: the cheapest panel that does, with `NA` where none
#' does.
#'
#' `update()` gives the plan with the replicates that were left, or with `reps` of them.
#' @family planning
#' @examples
#' plan <- plan_panel(0.75, items = 8, evaluators = c(3, 6, 12), reps = 200, seed = 1)
#' as.data.frame(plan)
#' glance(update(plan, reps = 500))
#' @name panel-plan-methods
NULL

#' @rdname panel-plan-methods
#' @export
as.data.frame.seqjudge_panel_plan <- function(x, row.names = NULL, optional = FALSE, ...) { # nolint
  found <- lapply(seq_along(x$settings), function(s) {
    part <- mean_and_se(x$totals[[s]]$sums, c(1, 1, x$k, x$items^2), x$done[s])
    values <- c(rbind(part$mean[, 1], part$se[, 1]))
    stats::setNames(as.data.frame(as.list(values)), c(rbind(contest_measures, paste0(contest_measures, "_se"))))
  })
  found <- do.call(rbind, found)
  each <- x$design
  scores <- each$evaluators * (each$per_evaluator + each$warmup + each$second_round)
  cost <- x$cost[["judge"]] * each$evaluators + x$cost[["score"]] * scores
  reached <- rep(NA, nrow(each))
  if (!is.null(x$target)) {
    reached <- if (x$measure == "footrule") found$footrule <= x$target else found[[x$measure]] >= x$target
  }
  data.frame(each, scores = scores, cost = cost, found, reached = reached, reps = x$done)
}

#' @rdname panel-plan-methods
#' @export
tidy.seqjudge_panel_plan <- function(x, ...) {
  data <- as.data.frame(x)
  long <- lapply(contest_measures, function(name) {
    data.frame(
      data[c(names(x$design), "scores", "cost")],
      measure = name, estimate = data[[name]], std.error = data[[paste0(name, "_se")]]
    )
  })
  do.call(rbind, long)
}

#' @rdname panel-plan-methods
#' @export
summary.seqjudge_panel_plan <- function(object, ...) {
  data <- as.data.frame(object)
  data <- data[data$reached %in% TRUE, ]
  unnumbered(data[order(data$cost, data$evaluators), ])
}

#' @rdname panel-plan-methods
#' @export
glance.seqjudge_panel_plan <- function(x, ...) {
  best <- summary(x)
  best <- if (nrow(best) > 0) best[1, ] else as.data.frame(x)[NA_integer_, ]
  target <- if (is.null(x$target)) NA_real_ else x$target
  data.frame(
    measure = x$measure, target = target, best[c(names(x$design), "scores", "cost", x$measure)], seed = x$seed,
    row.names = NULL
  )
}

# Printing -----------------------------------------------------------------------------------------------------------

#' @export
format.seqjudge_panel_plan <- function(x, n = 12, ...) {
  data <- as.data.frame(x)
  columns <- c(names(x$design), "scores", "cost", x$measure, paste0(x$measure, "_se"))
  # What does not vary needs no column.
  constant <- vapply(data[names(x$design)], function(column) length(unique(column)) == 1, logical(1))
  shown <- data[setdiff(columns, names(constant)[constant & names(constant) != "evaluators"])]
  if (identical(shown$cost, shown$scores)) shown$cost <- NULL
  c(
    paste0(
      heading("panel plan", setting = nrow(data)), " for ", count_of(x$items, "item"), ", ", big(x$reps),
      " contests each (seed ", format(x$seed, scientific = FALSE), ")"
    ),
    describe_unfinished(x),
    describe_cheapest(x),
    format_rows(shown, n, c(x$measure, paste0(x$measure, "_se")), 3)
  )
}

describe_unfinished <- function(x) {
  if (any(x$done < x$reps)) {
    total <- x$reps * length(x$settings)
    paste0("Not finished: ", big(sum(x$done)), " of ", big(total), " replicates done; update() runs the rest")
  }
}

measure_words <- function(x) {
  switch(x$measure,
    winner = "the right winner",
    top = paste("the right", x$k, "best"),
    share = paste("of the", x$k, "best")
  )
}

describe_cheapest <- function(x) {
  if (is.null(x$target)) {
    return(NULL)
  }
  wish <- if (x$measure == "footrule") {
    paste("a mean footrule of at most", x$target)
  } else if (x$measure == "share") {
    paste("a mean share", measure_words(x), "of", x$target)
  } else {
    paste(measure_words(x), "with probability", x$target)
  }
  best <- summary(x)
  if (nrow(best) == 0) {
    return(paste0("None of these panels reaches ", wish, "."))
  }
  best <- best[1, ]
  sure <- abs(best[[x$measure]] - x$target) > 2 * best[[paste0(x$measure, "_se")]]
  c(
    paste0("The cheapest that reaches ", wish, ":"), paste0("  ", describe_one_panel(best, x$items), "."),
    if (!sure) "It is within Monte Carlo error of the target: raise `reps` by update()."
  )
}

# "5 judges who see all items in own orders, after 3 to warm up, then the best 4 again".
describe_one_panel <- function(row, n) {
  paste0(
    count_of(row$evaluators, "judge"), " who see ", if (row$per_evaluator == n) "all" else row$per_evaluator, " items",
    switch(row$order, own = " in own orders", shared = " in one order", balanced = " in balanced orders"),
    if (row$warmup > 0) paste(" after", row$warmup, "to warm up"),
    if (row$second_round > 0) paste0(", then the best ", row$second_round, " again")
  )
}
