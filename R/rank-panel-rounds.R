# rank_panel(by = "round"): a ranking for each round, from one fit in which the items of a round stand for themselves
# and judges are the same throughout. The rankings of a round are those of the whole, without the items of the others.

rank_rounds <- function(x, by, call, rank) {
  check_evaluations(x, call)
  if (!identical(by, "round")) stop_value("{.arg by} must be NULL or {.val round}.", "by", call)
  if (!has_rounds(x)) {
    stop_value(
      "{.arg by} must be NULL: these evaluations have no rounds.", "by", call, NULL, NULL,
      i = "Say with {.arg round} in {.fn evaluations} which column tells them."
    )
  }
  apart <- items_by_round(x)
  whole <- rank(apart$evaluations)
  panels <- lapply(seq_along(round_names(x)), function(k) round_panel(whole, x, apart, k))
  structure(
    list(
      panels = stats::setNames(panels, round_names(x)), evaluators = whole$evaluators, whole = whole, evaluations = x
    ),
    class = c("seqjudge_round_panels", "seqjudge_object")
  )
}

# The same evaluations, where an item is another one in each round; with the round and the name of these.
items_by_round <- function(x) {
  round <- as.integer(x[["round"]])
  key <- paste(round, x$item)
  first <- !duplicated(key)
  label <- make.unique(sequence_labels(x$item[first], x[["round"]][first]), sep = " #")
  y <- x
  y$item <- label[match(key, key[first])]
  list(evaluations = y, label = label, item = x$item[first], round = round[first])
}

round_panel <- function(whole, x, apart, k) {
  own <- which(apart$round == k)
  part <- whole
  part$evaluations <- x[round = round_names(x)[k]]
  # In the order in which the items of the part appear.
  own <- own[match(unique(part$evaluations$item), apart$item[own])]
  at <- match(apart$label[own], unique(apart$evaluations$item))
  part$evaluators <- evaluators_of_round(whole, x, part$evaluations, k)
  of_round <- sequence_rounds(x) == k
  part$settings[c("prior", "noise")] <- lapply(whole$settings[c("prior", "noise")], `[`, of_round)
  settings <- whole$settings
  best <- if (is.null(whole$distribution)) {
    rank <- whole$items$rank[match(apart$label[own], whole$items$item)]
    list(rank = as.integer(rank(rank)))
  } else {
    part$distribution <- some_items(whole$distribution, at, apart$item[own])
    shared <- settings$share_places %||% if (whole$model == "ratings") shared_by_default
    best_ranks(part$distribution, settings$loss, shared)
  }
  if (!is.null(whole$traced)) part$traced <- part$distribution$ranks
  part$diagnostics <- whole$diagnostics
  report_consensus(part, best, settings$loss, settings$level)
}

# One row for each judge of the round, or, where the model has a row for each sequence, for those of the round.
evaluators_of_round <- function(whole, x, part, k) {
  rows <- whole$evaluators
  kept <- if (nrow(rows) == length(judge_names(x))) {
    match(judge_names(part), judge_names(x))
  } else {
    which(sequence_rounds(x) == k)
  }
  rows <- rows[kept, , drop = FALSE]
  rows$scores <- tabulate(judge_codes(part)[!is.na(part$score)], length(judge_names(part)))
  unnumbered(rows)
}

# The distribution of the ranking of some of the items among themselves.
some_items <- function(d, at, names) {
  ranks <- d$ranks[at, , drop = FALSE]
  # Ranks within each draw, which is a column.
  among <- matrix(as.integer(t(induced_ranking(t(ranks), ties = "first"))), length(at), dimnames = list(names, NULL))
  new_rank_distribution(names, among, d$weights, tie_order = d$tie_order[at])
}

#' Panels by round
#'
#' What `rank_panel(x, by = "round")` gives: a ranking for each week, session or flight, from one fit of all. Judges are
#' the same throughout, so that what is learned of their severity, their noise and the order in one round helps in the
#' others; an item that comes again counts as another one.
#'
#' `x[["final"]]` is the [rank_panel()] of a round, with its pictures, probabilities and so on. All rounds together have
#' no picture: `autoplot()` says to take one.
#'
#' @param x,object A result of `rank_panel(by = "round")`.
#' @param what String: `"items"`, or `"evaluators"` for what was learned of the evaluators over all rounds.
#' @param i Name of a round, which may be a number.
#' @inheritParams seqjudge-arguments
#' @return `as.data.frame()` has a row for each item of each round: `round`, and the columns of [rank_panel()].
#'   `tidy()` has places in place of ranks, as [tidy.seqjudge_panel()]. `glance()` has a row for each round: `round`,
#'   `winner` (several names where they share the first place), `p_best` and `items`.
#' @family panels
#' @examples
#' season <- data.frame(
#'   judge = rep(c("Ann", "Ben", "Cleo"), each = 8), week = rep(c(1, 1, 1, 1, 1, 2, 2, 2), 3),
#'   couple = c("A", "B", "C", "D", "E", "B", "A", "E"), turn = c(1:5, 1:3),
#'   points = c(7, 8, 6, 5, 9, 8, 6, 9, 6, 7, 6, 4, 8, 8, 7, 9, 8, 9, 6, 6, 9, 9, 7, 10)
#' )
#' # The order of each week was drawn by lot.
#' x <- evaluations(
#'   season, judge, couple, turn, points,
#'   scale = score_scale("range", 0, 10), round = week, order = "random"
#' )
#' weeks <- rank_panel(x, by = "round", iterations = 200, seed = 1)
#' weeks
#' weeks[["2"]]
#' @name panels-by-round
NULL

#' @rdname panels-by-round
#' @export
`[[.seqjudge_round_panels` <- function(x, i) {
  call <- rlang::current_env()
  if (length(i) != 1) stop_shape("{.arg i} must be one round, not {length(i)}.", "i", call)
  unclass(x)$panels[[check_chosen_rounds(i, unclass(x)$evaluations, call)]]
}

#' @rdname panels-by-round
#' @export
as.data.frame.seqjudge_round_panels <- function(x, row.names = NULL, optional = FALSE, ...) { # nolint
  check_no_more(list(...), rlang::current_env())
  by_round(x, as.data.frame)
}

by_round <- function(x, f) {
  panels <- unclass(x)$panels
  names <- factor(names(panels), names(panels))
  parts <- lapply(seq_along(panels), function(k) data.frame(round = names[k], f(panels[[k]])))
  unnumbered(do.call(rbind, parts))
}

#' @rdname panels-by-round
#' @export
tidy.seqjudge_round_panels <- function(x, what = c("items", "evaluators"), ...) {
  call <- check_no_more(list(...), rlang::current_env())
  what <- check_choice(what, c("items", "evaluators"), "what", call)
  if (what == "evaluators") tidy(unclass(x)$whole, "evaluators") else by_round(x, tidy)
}

#' @rdname panels-by-round
#' @export
glance.seqjudge_round_panels <- function(x, ...) {
  by_round(x, function(panel) {
    first <- panel$items[panel$items$place == min(panel$items$place), ]
    data.frame(winner = paste(first$item, collapse = " and "), p_best = sum(first$p_best), items = nrow(panel$items))
  })
}

#' @rdname panels-by-round
#' @export
summary.seqjudge_round_panels <- function(object, ...) glance(object)

#' @rdname panels-by-round
#' @export
autoplot.seqjudge_round_panels <- function(object, ...) {
  call <- check_no_more(list(...), rlang::current_env())
  first <- encodeString(names(unclass(object)$panels)[1], quote = "\"")
  stop_value(
    "{.arg object} must be the panel of one round, not of all.", "object", call, NULL,
    i = "Take a round, {.code x[[{first}]]}, which has pictures."
  )
}

#' @export
format.seqjudge_round_panels <- function(x, n = 6, ...) {
  panels <- unclass(x)$panels
  about <- describe_panel(unclass(x)$whole)
  blocks <- lapply(names(panels), function(name) {
    label <- if (grepl("^[0-9]+$", name)) paste("Round", name) else name
    c("", paste0(label, ":"), format_rows(format_consensus(panels[[name]]$items), n))
  })
  evaluations <- unclass(x)$evaluations
  c(
    heading("panels by round", count_judges(evaluations), score = sum(!is.na(evaluations$score))),
    # How sure the order of all rounds together is, nobody asked.
    about[-1][!grepl("whole consensus", about[-1], fixed = TRUE)], unlist(blocks)
  )
}
