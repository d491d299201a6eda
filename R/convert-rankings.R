#' Rankings for other packages
#'
#' Hands the rankings of [rank_items()] to packages that model rankings.
#'
#' Each evaluator is one ranking, in which 1 is the best; items are those of all evaluators, in order of first
#' appearance. Items that an evaluator did not see or not score are missing from that evaluator's ranking.
#'
#' * `"PlackettLuce"`: a `rankings` object, as `PlackettLuce::as.rankings()` makes it. Ties and missing items are kept.
#' * `"BayesMallows"`: what `BayesMallows::setup_rank_data()` makes, for `BayesMallows::compute_mallows()`. That package
#'   takes a missing rank for one below all others. So where an item is missing, or items are tied, the rankings are
#'   handed over as preferences between pairs, which say no more than what is known. Items are numbered there, in the
#'   order of the columns of `as.matrix(x)`.
#'
#' `as.matrix()` gives the rankings as they are, for any other use.
#'
#' @param x A result of [rank_items()].
#' @param to String: the package to convert for, which has to be installed.
#' @param values String: whether the matrix holds the `"place"` (1 for the best) or the `"rank"` (the highest for the
#'   best).
#' @inheritParams seqjudge-arguments
#' @return `convert_rankings()`: an object of the other package. `as.matrix()`: a numeric matrix with a row for each
#'   evaluator and a column for each item, `NA` where an evaluator did not rank an item.
#' @family rankings
#' @examples
#' x <- evaluations(bakeoff, judge, contestant, position, points, score_scale("range", 0, 100))
#' corrected <- rank_items(x, prior = 5)
#' as.matrix(corrected)[, 1:6]
#'
#' if (requireNamespace("PlackettLuce", quietly = TRUE)) {
#'   convert_rankings(corrected, "PlackettLuce")
#' }
#' @export
convert_rankings <- function(x, to = c("PlackettLuce", "BayesMallows")) {
  call <- rlang::current_env()
  if (!inherits(x, "seqjudge_ranking")) {
    stop_type("{.arg x} must be a result of {.fn rank_items}, not {describe_type(x)}.", "x", call)
  }
  to <- check_choice(to, c("PlackettLuce", "BayesMallows"), "to")
  check_installed(to, call)
  if (to == "PlackettLuce") to_plackett_luce(x) else to_bayes_mallows(x, call)
}

check_installed <- function(package, call) {
  if (!rlang::is_installed(package)) {
    abort_seqjudge(
      "The package {.pkg {package}} is needed for this, and is not installed.",
      "seqjudge_error_package", NULL, call
    )
  }
}

#' @rdname convert_rankings
#' @export
as.matrix.seqjudge_ranking <- function(x, values = c("place", "rank"), ...) {
  check_no_more(list(...), rlang::current_env())
  values <- check_choice(values, c("place", "rank"), "values")
  data <- as.data.frame(x)
  items <- unique(data$item)
  result <- matrix(NA_real_, length(x$prior_size), length(items), dimnames = list(names(x$prior_size), items))
  result[cbind(evaluator_codes(x$evaluations), match(data$item, items))] <- data[[values]]
  result
}

# Places in dense form: 1, 2, 2, 3; missing items are 0.
to_plackett_luce <- function(x) {
  places <- as.matrix(x)
  dense <- t(apply(places, 1, function(place) match(place, sort(unique(place)), nomatch = 0L)))
  dimnames(dense) <- dimnames(places)
  PlackettLuce::as.rankings(dense, input = "rankings")
}

to_bayes_mallows <- function(x, call) {
  places <- as.matrix(x)
  whole <- !anyNA(places) && all(apply(places, 1, function(place) anyDuplicated(place) == 0))
  if (whole) {
    return(BayesMallows::setup_rank_data(rankings = places))
  }
  preferences <- lapply(seq_len(nrow(places)), function(k) neighbour_preferences(places[k, ], k))
  preferences <- do.call(rbind, preferences)
  if (nrow(preferences) == 0) stop_value("{.arg x} must rank at least two items apart for some evaluator.", "x", call)
  BayesMallows::setup_rank_data(preferences = preferences, n_items = ncol(places))
}

# Each item above each item of the next lower place; what follows from these by transitivity need not be said.
neighbour_preferences <- function(place, assessor) {
  groups <- split(seq_along(place), place)
  between <- function(top, bottom) expand.grid(bottom_item = bottom, top_item = top)
  pairs <- Map(between, groups[-length(groups)], groups[-1])
  pairs <- do.call(rbind, c(list(data.frame(bottom_item = integer(), top_item = integer())), pairs))
  data.frame(assessor = rep(assessor, nrow(pairs)), pairs, row.names = NULL)
}
