#' Methods for studies
#'
#' What can be done with the result of [simulate_study()]: tables, a picture (see [autoplot.seqjudge_study()]), more
#' replicates.
#'
#' All errors are normalised as in [metrics]. The maximum entry-wise error is taken as Wang and Pananjady (2022) do: the
#' errors at each position are averaged over the replicates, and the position with the largest mean is reported with its
#' mean and standard error. Since the position is chosen after the fact, the maximum is a little too large on average.
#'
#' @param object,x A study.
#' @param what Errors by `"metrics"`, or entry-wise errors by `"positions"`?
#' @param reps Whole number: how many replicates there are to be in all.
#' @inheritParams seqjudge-arguments
#' @return
#' `as.data.frame()` gives a row for each setting, method and metric: the columns of the design, `method`, `metric`,
#' `mean` and `se` (the standard error of the mean), then `position` (where the entry-wise error is largest, else `NA`)
#' and `reps`, the number of replicates. With `what = "positions"` a row for each setting, method and position: the
#' columns of the design, `method`, `position`, `mean`, `se` and `reps`. Means are `NA` before the first replicate,
#' standard errors before the second.
#'
#' `tidy()` gives the same with the names that broom uses (`estimate`, `std.error`), and `glance()` one row: `settings`,
#' `methods`, `reps`, `complete` and `seed`.
#'
#' `summary()` gives a row for each setting and metric: the columns of the design, `metric`, the mean of each method
#' under the method's name, and `best`, the method with the smallest.
#'
#' `update()` gives the study with the replicates that were left, or with `reps` of them.
#' @family simulations
#' @examples
#' study <- simulate_study(data.frame(n = c(10, 40), delta = 0.1), reps = 100, seed = 1)
#' as.data.frame(study)
#'
#' # Early positions suffer most when raw scores are ranked.
#' head(subset(as.data.frame(study, what = "positions"), method == "induced" & n == 10))
#'
#' # More replicates: the same result as if there had been 400 from the start.
#' summary(update(study, reps = 400))
#' @name study-methods
NULL

#' @rdname study-methods
#' @export
as.data.frame.seqjudge_study <- function(x, row.names = NULL, optional = FALSE, ..., # nolint
                                         what = c("metrics", "positions")) {
  what <- check_choice(what, c("metrics", "positions"), "what")
  table <- if (what == "metrics") metric_rows else position_rows
  rows <- lapply(seq_along(x$settings), function(s) {
    found <- table(x$totals[[s]], x$done[s], x$settings[[s]]$n, names(x$methods), x$metrics)
    cbind(x$design[rep(s, nrow(found)), , drop = FALSE], found, row.names = NULL)
  })
  do.call(rbind, rows)
}

metric_rows <- function(totals, reps, n, methods, metrics) {
  # The footrule is counted twice.
  sums <- mean_and_se(totals$sums, c(2, 1, 1) * n^2, reps)
  positions <- mean_and_se(totals$positions, 2 * n, reps)
  rows <- lapply(seq_along(methods), function(m) {
    # Before the first replicate there is no worst position.
    worst <- c(which.max(positions$mean[, m]), NA)[1]
    is_max <- metrics == "max_entrywise"
    pick <- function(part) {
      ifelse(is_max, positions[[part]][worst, m], sums[[part]][match(metrics, summed_metrics), m])
    }
    data.frame(
      method = methods[m], metric = metrics, mean = pick("mean"), se = pick("se"),
      position = ifelse(is_max, worst, NA_integer_), reps = reps
    )
  })
  do.call(rbind, rows)
}

position_rows <- function(totals, reps, n, methods, metrics) {
  positions <- mean_and_se(totals$positions, 2 * n, reps)
  data.frame(
    method = rep(methods, each = n), position = rep(seq_len(n), length(methods)),
    mean = as.vector(positions$mean), se = as.vector(positions$se), reps = reps
  )
}

#' @rdname study-methods
#' @export
tidy.seqjudge_study <- function(x, what = c("metrics", "positions"), ...) {
  rows <- as.data.frame(x, what = what)
  names(rows)[match(c("mean", "se"), names(rows))] <- c("estimate", "std.error")
  rows
}

#' @rdname study-methods
#' @export
glance.seqjudge_study <- function(x, ...) {
  data.frame(
    settings = length(x$settings), methods = length(x$methods), reps = x$reps, complete = all(x$done == x$reps),
    seed = x$seed
  )
}

#' @rdname study-methods
#' @export
summary.seqjudge_study <- function(object, ...) {
  rows <- as.data.frame(object)
  methods <- names(object$methods)
  metrics <- object$metrics
  # Rows run by setting, then method, then metric.
  means <- array(rows$mean, c(length(metrics), length(methods), nrow(object$design)))
  means <- matrix(aperm(means, c(1, 3, 2)), ncol = length(methods), dimnames = list(NULL, methods))
  best <- apply(means, 1, function(row) c(methods[which.min(row)], NA)[1])
  each <- rep(seq_len(nrow(object$design)), each = length(metrics))
  structure(
    cbind(
      object$design[each, , drop = FALSE],
      metric = rep(metrics, nrow(object$design)), as.data.frame(means, optional = TRUE), best = best,
      row.names = NULL
    ),
    methods = methods, overview = describe_study(object),
    class = c("summary.seqjudge_study", "seqjudge_object", "data.frame")
  )
}

#' @export
format.summary.seqjudge_study <- function(x, n = 20, ...) c(attr(x, "overview"), format_rows(x, n, attr(x, "methods")))

#' @export
format.seqjudge_study <- function(x, n = 12, ...) {
  rows <- as.data.frame(x)
  rows$reps <- NULL
  if (!"max_entrywise" %in% x$metrics) rows$position <- NULL
  c(describe_study(x), format_rows(rows, n, c("mean", "se")))
}

describe_study <- function(x) {
  total <- x$reps * length(x$settings)
  c(
    paste0(
      heading("study", setting = length(x$settings), method = length(x$methods)), ", ",
      big(x$reps), " replicates each (seed ", format(x$seed, scientific = FALSE), ")"
    ),
    if (any(x$done < x$reps)) {
      paste0("Not finished: ", big(sum(x$done)), " of ", big(total), " replicates done; update() runs the rest")
    }
  )
}
