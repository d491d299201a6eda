#' How raw scores map to the model's scale
#'
#' The model works on the scale of 0 to 1, where a score is the share of comparable items that an item is better than.
#' Real scores come as points, stars, deciles or marks. A scale says how they get there, and [evaluations()] remembers
#' it beside the raw scores.
#'
#' \describe{
#'   \item{`score_scale("bins", k)`}{The evaluator put each item in one of `k` equal bins, 1 for the lowest: deciles,
#'     stars. A score \eqn{s} becomes \eqn{s / (k + 1)}. Such a score also stands for the interval from
#'     \eqn{(s - 1) / k} to \eqn{s / k}, which likelihoods make use of.}
#'   \item{`score_scale("range", lower, upper)`}{Points between two ends: \eqn{s} becomes
#'     \eqn{(s - lower) / (upper - lower)}. Give the ends of the form that was filled in, not of the scores that occur.
#'     Where less is better, as of ranks that jurors gave, the worst comes first: `score_scale("range", 5, 1)`.
#'     [evaluations()] then turns the scores round, 1 to 5 and 5 to 1, and says so.}
#'   \item{`score_scale("percentile", by)`}{Only the order of the scores counts: each becomes its average rank divided
#'     by one more than the number of scores, among the scores of `"all"` evaluators of the object or of each
#'     `"evaluator"` alone. Unscored items do not count. Taking a part of the evaluators changes the percentiles by
#'     `"all"`.}
#'   \item{`score_scale("identity")`}{The scores are on the model's scale as they are. Noise may carry them beyond 0 and
#'     1, so any finite number is allowed; there is a warning when most lie outside.}
#' }
#'
#' @section Marks or shares:
#' In the paper's model a score *is* the share of comparable items that an item beats: the middle of the scale is the
#' middling item, and its ends are the best and worst ever. People who give points rarely mean that. Half points about 7
#' of 10 say that these people like to write 7, not that everything is better than most; and a model that takes them for
#' shares sees cautious judges where there are none.
#'
#' So scores have a meaning. `"marks"` are numbers on a scale that nobody knows: where its middle is and how much of it
#' is used is learned, for each evaluator, along with the prior size, and only what changes with the position of an item
#' says that the order had an effect. This is what a range and percentiles mean unless you say otherwise. `"shares"`
#' keeps the fixed scale of the paper, and is what bins and scores from 0 to 1 mean: say so for points where evaluators
#' were asked how many in a hundred an item beats, or for simulated scores; and say `"marks"` for stars and bins that
#' were filled in as people like. With a number given as prior size, [rank_items()] and [rank_posterior()] take the
#' scale as it is in both cases: a size means something only on a scale of shares.
#'
#' @section A scale for each evaluator:
#' Where evaluators marked out of different maxima, the argument `scale` of [evaluations()] and [as_evaluations()] also
#' takes a list with a range for each, named by evaluator, `list(Ann = score_scale("range", 0, 10), Ben =
#' score_scale("range", 5, 1))`, or just the maxima, `c(Ann = 10, Ben = 20)`. Scores then count as percentages of their
#' evaluator's scale, and a message says so.
#'
#' @param type String: `"bins"`, `"range"`, `"percentile"` or `"identity"`.
#' @param ... What the type needs, by name or in this order: `k`, a whole number from 2; `lower` and `upper`, two finite
#'   numbers, the worst score and the best; `by`, which is `"all"` (the default) or `"evaluator"`.
#' @param meaning String: `"marks"` on a scale that is learned (the default for `"range"` and `"percentile"`), or
#'   `"shares"` of items beaten (the default for `"bins"` and `"identity"`). See Marks or shares.
#' @return An object of class `seqjudge_scale`: a list of `type`, what the type needs, and `meaning`.
#' @family evaluations
#' @examples
#' score_scale("bins", k = 10)
#' score_scale("range", 0, 100)
#' score_scale("percentile", by = "evaluator")
#'
#' # Ranks from jurors' lists of five: 1 is the best.
#' score_scale("range", 5, 1)
#'
#' # Percent of all cakes ever seen that this one beats: a share, not a mark.
#' score_scale("range", 0, 100, meaning = "shares")
#'
#' # Three stars are the middle of five.
#' stars <- as_evaluations(c(Ada = 3, Bo = 5, Cleo = 1), scale = score_scale("bins", k = 5))
#' as.data.frame(stars, scaled = TRUE)
#' @export
score_scale <- function(type = c("bins", "range", "percentile", "identity"), ..., meaning = NULL) {
  call <- rlang::current_env()
  type <- check_choice(type, c("bins", "range", "percentile", "identity"), "type")
  takes <- switch(type,
    bins = "k",
    range = c("lower", "upper"),
    percentile = "by",
    identity = character()
  )
  given <- match_scale_arguments(list(...), takes, type, call)
  settings <- switch(type,
    bins = list(k = check_bins(given$k, call)),
    range = check_range(given$lower, given$upper, call),
    percentile = list(by = check_choice(given$by %||% c("all", "evaluator"), c("all", "evaluator"), "by", call)),
    identity = list()
  )
  usual <- usual_meaning(type)
  meaning <- if (is.null(meaning)) usual else check_choice(meaning, c("marks", "shares"), "meaning", call)
  structure(c(list(type = type), settings, list(meaning = meaning)), class = "seqjudge_scale")
}

#' @export
format.seqjudge_scale <- function(x, ...) {
  text <- switch(x$type,
    bins = paste("bins 1 to", format_values(x$k)),
    range = paste0(
      "range ", format_values(x$lower), " to ", format_values(x$upper),
      if (isTRUE(x$turned)) " (turned round: less was better)",
      if (isTRUE(x$own)) " (percentages of each evaluator's own scale)"
    ),
    percentile = paste("percentile", if (x$by == "all") "over all evaluators" else "within each evaluator"),
    identity = "identity (scores from 0 to 1 as they are)"
  )
  if (x$meaning == usual_meaning(x$type)) text else paste0(text, ", ", x$meaning)
}

# What scores of a type usually mean: ordinary marks, or the share of items beaten.
usual_meaning <- function(type) if (type %in% c("range", "percentile")) "marks" else "shares"

#' @export
print.seqjudge_scale <- function(x, ...) {
  cat("<score scale> ", format(x), "\n", sep = "")
  invisible(x)
}

# Scores of an evaluations object on the model's scale, along its rows; unscored items stay NA.
scale_scores <- function(x) {
  scale <- attr(x, "scale")
  switch(scale$type,
    bins = x$score / (scale$k + 1),
    range = (x$score - scale$lower) / (scale$upper - scale$lower),
    percentile = if (scale$by == "evaluator") percentiles(x$score, evaluator_codes(x)) else percentiles(x$score),
    identity = x$score
  )
}

# Average rank / (n + 1) among the scores that are there, within each group.
percentiles <- function(score, group = rep.int(1L, length(score))) {
  ranks <- grouped_ranks(score, group)
  ranks$rank / (ranks$size + 1)
}

# Checks -----------------------------------------------------------------------------------------------------------

match_scale_arguments <- function(given, takes, type, call) {
  names <- names(given) %||% rep("", length(given))
  unknown <- setdiff(names, c(takes, ""))
  if (length(unknown) > 0 || length(given) > length(takes) || anyDuplicated(names[names != ""]) > 0) {
    wanted <- if (length(takes) == 0) "nothing more" else cli::format_inline("{.arg {takes}}")
    extra <- if (length(unknown) > 0) cli::format_inline(", not {.arg {unknown}}") else ", but there was more"
    stop_value("A scale of type {.val {type}} takes {wanted}{extra}.", "...", call)
  }
  names[names == ""] <- setdiff(takes, names)[seq_len(sum(names == ""))]
  stats::setNames(given, names)
}

check_bins <- function(k, call) check_given(k, "k", call, "a whole number from 2, the number of bins", whole_from(2))

check_range <- function(lower, upper, call) {
  lower <- check_given(lower, "lower", call, "a finite number, the worst score possible")
  upper <- check_given(upper, "upper", call, "a finite number, the best score possible")
  if (lower == upper) {
    stop_value("{.arg upper} must differ from {.arg lower}, {format_values(lower)}.", "upper", call, 1L)
  }
  list(lower = lower, upper = upper)
}

check_given <- function(x, arg, call, expected, valid = is.finite) {
  if (is.null(x)) stop_value("{.arg {arg}} must be given: {expected}.", arg, call)
  check_number(x, arg, call, expected, valid)
}

# The class alone does not make a scale.
is_whole_scale <- function(scale) {
  parts <- unclass(scale)
  type <- if (is.list(parts)) parts[["type"]]
  if (!inherits(scale, "seqjudge_scale") || !rlang::is_string(type)) {
    return(FALSE)
  }
  needs <- switch(type,
    bins = "k",
    range = c("lower", "upper"),
    percentile = "by",
    identity = character()
  )
  !is.null(needs) && all(c(needs, "meaning") %in% names(parts))
}

check_scale <- function(scale, call) {
  if (!inherits(scale, "seqjudge_scale")) {
    stop_type("{.arg scale} must be a scale made by {.fn score_scale}, not {describe_type(scale)}.", "scale", call)
  }
  if (!is_whole_scale(scale)) {
    stop_type(
      "{.arg scale} must be a scale made by {.fn score_scale}, and is damaged: parts of it are missing.", "scale", call
    )
  }
  scale
}
