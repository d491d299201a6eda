#' Methods for planned orders
#'
#' What can be done with the result of [plan_orders()]: a table for each judge, numbers of balance, a picture (see
#' [autoplot.seqjudge_orders()]).
#'
#' @param x,object Planned orders.
#' @param what What to count: the `"balance"` of everything, or counts of `"positions"`, `"neighbours"`, `"pairs"` or
#'   `"items"`.
#' @inheritParams seqjudge-arguments
#' @return
#' `as.data.frame()` gives a row for each item that an evaluator sees: `evaluator`, `position`, `session` and `item`.
#' With a column of scores it is ready for [evaluations()].
#'
#' `as.matrix()` gives the names of the items with a row for each evaluator, as [simulate_evaluations()] takes them
#' where everybody sees everything; `NA` beyond an evaluator's last item.
#'
#' `summary()`, and `tidy()` with `what = "balance"`, give a row for each kind of balance:
#'   \describe{
#'     \item{`balance`}{`"turns"`, how often an item is seen; `"positions"`, how often an item comes at a position;
#'       `"neighbours"`, how often one item comes right after another; `"pairs"`, how many evaluators see both of two
#'       items; `"mean position"` of an item, from 0 for the first to 1 for the last turn.}
#'     \item{`least`, `most`}{The smallest and the largest of these counts.}
#'     \item{`ideal_least`, `ideal_most`}{What they would be if everything was as even as whole numbers allow. It may be
#'       out of reach: no design of that size may exist, or constraints may forbid it.}
#'     \item{`uneven`}{The share of counts that are outside of the ideal.}
#'   }
#' Otherwise `tidy()` gives the counts: a row for each `item` and `position`; each item and the one `after` it; each two
#' items (`item` and `other`); or each `item` with its `turns` and `mean_position`. `glance()` gives one row.
#' @family planning
#' @examples
#' plan <- plan_orders(8, 12, per_evaluator = 4, seed = 1)
#' tidy(plan)
#' head(tidy(plan, "pairs"))
#' as.matrix(plan)[1:2, ]
#' @name orders-methods
NULL

#' @rdname orders-methods
#' @export
as.data.frame.seqjudge_orders <- function(x, row.names = NULL, optional = FALSE, ...) { # nolint
  item <- as.vector(t(x$orders))
  data <- data.frame(
    evaluator = rep(x$evaluators, each = ncol(x$orders)), position = rep(seq_len(ncol(x$orders)), nrow(x$orders)),
    session = rep(x$session, nrow(x$orders)), item = item
  )
  unnumbered(data[!is.na(item), ])
}

#' @rdname orders-methods
#' @export
as.matrix.seqjudge_orders <- function(x, ...) x$orders

#' @rdname orders-methods
#' @export
tidy.seqjudge_orders <- function(x, what = c("balance", "positions", "neighbours", "pairs", "items"), ...) {
  what <- check_choice(what, c("balance", "positions", "neighbours", "pairs", "items"), "what")
  switch(what,
    balance = order_balance(x),
    positions = {
      counts <- position_counts(x)
      data.frame(
        item = rep(x$items, ncol(counts)), position = rep(seq_len(ncol(counts)), each = nrow(counts)),
        count = as.vector(counts)
      )
    },
    neighbours = {
      counts <- neighbour_counts(x)
      other <- row(counts) != col(counts)
      data.frame(
        item = x$items[row(counts)[other]], after = x$items[col(counts)[other]], count = counts[other]
      )
    },
    pairs = {
      counts <- pair_counts(x)
      once <- lower.tri(counts)
      data.frame(item = x$items[col(counts)[once]], other = x$items[row(counts)[once]], count = counts[once])
    },
    items = data.frame(item = x$items, turns = rowSums(position_counts(x)), mean_position = mean_positions(x))
  )
}

#' @rdname orders-methods
#' @export
summary.seqjudge_orders <- function(object, ...) {
  structure(
    order_balance(object),
    overview = orders_heading(object), class = c("summary.seqjudge_orders", "seqjudge_object", "data.frame")
  )
}

#' @export
format.summary.seqjudge_orders <- function(x, n = 20, ...) {
  c(attr(x, "overview"), format_rows(as.data.frame(unclass(x)), n, c("least", "most", "uneven"), 3))
}

#' @rdname orders-methods
#' @export
glance.seqjudge_orders <- function(x, ...) {
  balance <- order_balance(x)
  even <- stats::setNames(as.list(balance$uneven[1:4] == 0), paste0("even_", balance$balance[1:4]))
  data.frame(
    items = length(x$items), evaluators = length(x$evaluators), scores = sum(x$size), as.data.frame(even), seed = x$seed
  )
}

# Counts -------------------------------------------------------------------------------------------------------------

# The numbers of the items, a row for each evaluator.
order_codes <- function(x) matrix(match(x$orders, x$items), nrow(x$orders))

# A row for each item, a column for each position.
position_counts <- function(x) {
  codes <- order_codes(x)
  n <- length(x$items)
  counts <- vapply(seq_len(ncol(codes)), function(p) tabulate(codes[, p], n), integer(n))
  matrix(counts, n)
}

# How often the item of a column comes right after that of a row.
neighbour_counts <- function(x) {
  codes <- order_codes(x)
  n <- length(x$items)
  before <- which(diff(x$session) == 0)
  cell <- codes[, before] + n * (codes[, before + 1] - 1)
  matrix(tabulate(cell[!is.na(cell)], n^2), n)
}

# By how many evaluators two items are seen.
pair_counts <- function(x) {
  codes <- order_codes(x)
  sees <- matrix(0, nrow(codes), length(x$items))
  sees[cbind(as.vector(row(codes)), as.vector(codes))[!is.na(codes), , drop = FALSE]] <- 1
  crossprod(sees)
}

# From 0 for the first turn to 1 for the last; NaN for an item that nobody sees.
mean_positions <- function(x) {
  codes <- order_codes(x)
  last <- pmax(x$size - 1, 1)
  place <- ifelse(x$size == 1, 0.5, 0) + (col(codes) - 1) / last
  as.vector(tapply(place, factor(codes, seq_along(x$items)), mean))
}

order_balance <- function(x) {
  at <- position_counts(x)
  neighbours <- neighbour_counts(x)
  pairs <- pair_counts(x)
  rows <- list(
    turns = balance_row(rowSums(at)),
    positions = balance_row(at),
    neighbours = balance_row(neighbours[row(neighbours) != col(neighbours)]),
    pairs = balance_row(pairs[lower.tri(pairs)]),
    `mean position` = mean_position_row(x)
  )
  data.frame(balance = names(rows), do.call(rbind, rows), row.names = NULL)
}

balance_row <- function(counts) {
  if (length(counts) == 0) counts <- 0
  ideal <- c(floor(mean(counts)), ceiling(mean(counts)))
  data.frame(
    least = min(counts), most = max(counts), ideal_least = ideal[1], ideal_most = ideal[2],
    uneven = mean(counts < ideal[1] | counts > ideal[2])
  )
}

# Ideal is the middle; where turns are odd in number at an even number of positions, half a position beside it.
mean_position_row <- function(x) {
  place <- mean_positions(x)
  half <- if (max(x$size) %% 2 == 0) 0.5 / (max(x$size) - 1) / max(min(table(x$orders)), 1) else 0
  data.frame(
    least = min(place, na.rm = TRUE), most = max(place, na.rm = TRUE), ideal_least = 0.5 - half,
    ideal_most = 0.5 + half, uneven = mean(abs(place - 0.5) > half + 1e-9, na.rm = TRUE)
  )
}

# Printing -----------------------------------------------------------------------------------------------------------

orders_heading <- function(x) {
  size <- unique(range(x$size))
  paste0(
    heading("orders", evaluator = length(x$evaluators), item = length(x$items)), ", ",
    if (all(x$size == length(x$items))) "everybody sees everything" else paste(paste(size, collapse = " to "), "each"),
    if (max(x$session) > 1) paste(" in", count_of(max(x$session), "session"))
  )
}

#' @export
format.seqjudge_orders <- function(x, n = 12, ...) {
  balance <- order_balance(x)[1:4, ]
  said <- c("Each item is seen", "at each position", "after each other item", "with each other item")
  reached <- ifelse(balance$least == balance$most, balance$least, paste(balance$least, "to", balance$most))
  ideal <- ifelse(
    balance$uneven == 0, "", paste0(" (at best ", balance$ideal_least, ifelse(
      balance$ideal_least == balance$ideal_most, "", paste(" to", balance$ideal_most)
    ), ")")
  )
  wide <- data.frame(evaluator = x$evaluators, ifelse(is.na(x$orders), "", x$orders), check.names = FALSE)
  c(
    orders_heading(x),
    paste0(paste(paste0(said, " ", reached, ideal), collapse = ", "), " times"),
    format_rows(wide, n)
  )
}
