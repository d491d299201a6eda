# What a result of rank_items() can do.

#' Methods for rankings of evaluations
#'
#' Looks at a result of [rank_items()] from several sides, and brings it up to date.
#'
#' `update()` ranks again: with new scores, or with another `method`, `prior` or `ties`; what is not given stays as it
#' was. `scores` is a data frame with the columns `evaluator`, `item`, `position` and `score`. A row for an item that
#' the evaluator has already seen replaces its score (and position); the others are added.
#'
#' @param x,object A result of [rank_items()].
#' @inheritParams seqjudge-arguments
#' @param scores Data frame of new scores (see Details); also `truth` and kept columns, where the evaluations have them.
#' @param method,prior,ties As in [rank_items()].
#' @return
#' * `as.data.frame()`: see [rank_items()].
#' * `augment()`: the same, with `scaled_score`, `induced_place` (the place by raw scores), `moved` (places gained by
#'   correction; negative for places lost) and the evaluations' further columns, such as `truth`.
#' * `tidy()`: `evaluator`, `item`, `place`, `induced_place`, `moved`, sorted by evaluator and place; with the posterior
#'   also `conf.low` and `conf.high`, the interval in places.
#' * `summary()`: a row for each evaluator: `evaluator`, `items` (scored), `prior_size`, `moved` (how many items changed
#'   place), `farthest` (by how many places at most), `footrule` (normalised distance between the two rankings), `best`
#'   and `induced_best` (who comes out on top; joined by `" = "` where tied). `NA` where nothing is scored.
#' * `glance()`: one row: `method`, `evaluators`, `items`, `scored`, `prior_size` (`NA` if evaluators differ), `moved`
#'   (the share of items that changed place), `footrule` (mean over evaluators).
#' * `update()`: a new result.
#' @family rankings
#' @examples
#' # Ada came first, and has a little less than Cleo.
#' x <- as_evaluations(c(Ada = 0.6, Bo = 0.3, Cleo = 0.65, Dag = 0.55))
#' ranking <- rank_items(x, prior = 1)
#' tidy(ranking)
#'
#' # Eli comes in.
#' news <- data.frame(evaluator = "1", item = "Eli", position = 5, score = 0.8)
#' update(ranking, news)
#' @name ranking-methods
NULL

#' @rdname ranking-methods
#' @export
as.data.frame.seqjudge_ranking <- function(x, row.names = NULL, optional = FALSE, ...) { # nolint
  data <- as.data.frame(x$evaluations)[c("evaluator", "item", "position", "score")]
  data$evaluator <- evaluator_along(x$evaluations)
  data$induced_rank <- x$induced_rank
  data$rank <- x$rank
  data$place <- place_of(x$rank, x$evaluations)
  # Intervals come with the posterior.
  data[c("lower", "upper")] <- unclass(x)[c("lower", "upper")]
  data
}

#' @rdname ranking-methods
#' @export
augment.seqjudge_ranking <- function(x, ...) add_moves(as.data.frame(x), x$evaluations)

# Who moved by how much, and what else is known of the rows of the evaluations `x`.
add_moves <- function(data, x) {
  data$scaled_score <- scale_scores(x)
  data$induced_place <- place_of(data$induced_rank, x)
  data$moved <- data$induced_place - data$place
  further <- further_columns(x)
  data[names(further)] <- further
  data
}

#' @rdname ranking-methods
#' @export
tidy.seqjudge_ranking <- function(x, ...) {
  data <- augment(x)
  # Intervals come with the posterior.
  data$conf.low <- if (!is.null(x$upper)) place_of(x$upper, x$evaluations)
  data$conf.high <- if (!is.null(x$lower)) place_of(x$lower, x$evaluations)
  columns <- c("evaluator", "item", "place", "induced_place", "moved", "conf.low", "conf.high")
  by_place(data, x$evaluations)[intersect(columns, names(data))]
}

# Rows along the evaluations `x`, sorted by evaluator and place.
by_place <- function(data, x) unnumbered(data[order(evaluator_codes(x), data$place, data$position), ])

#' @rdname ranking-methods
#' @export
summary.seqjudge_ranking <- function(object, ...) {
  x <- object$evaluations
  data <- augment(object)
  code <- evaluator_codes(x)
  there <- !is.na(data$rank)
  per_evaluator <- function(value, f) {
    vapply(split(value[there], factor(code[there], seq_along(object$prior_size))), f, numeric(1), USE.NAMES = FALSE)
  }
  scored <- per_evaluator(data$moved, length)
  total <- per_evaluator(abs(data$moved), sum)
  structure(
    data.frame(
      evaluator = evaluator_names(x),
      items = as.integer(scored),
      prior_size = unname(object$prior_size),
      moved = as.integer(per_evaluator(data$moved != 0, sum)),
      farthest = per_evaluator(abs(data$moved), function(v) if (length(v) == 0) NA_real_ else max(v)),
      footrule = ifelse(scored > 0, total / scored^2, NA_real_),
      best = best_items(data, data$place, code, scored),
      induced_best = best_items(data, data$induced_place, code, scored)
    ),
    overview = describe_ranking(object),
    class = c("summary.seqjudge_ranking", "seqjudge_object", "data.frame")
  )
}

best_items <- function(data, place, code, scored) {
  # Ties for the top share the mean of the top places: the best have the lowest place there is.
  by_place <- order(code, place, method = "radix")
  by_place <- by_place[!is.na(place[by_place])]
  top <- by_place[!duplicated(code[by_place])]
  lowest <- rep(NA_real_, length(scored))
  lowest[code[top]] <- place[top]
  best <- which(place == lowest[code])
  result <- rep(NA_character_, length(scored))
  names <- vapply(split(data$item[best], code[best]), paste, character(1), collapse = " = ")
  result[as.integer(names(names))] <- names
  result
}

#' @export
format.summary.seqjudge_ranking <- function(x, n = 20, ...) {
  c(attr(x, "overview"), format_rows(as.data.frame(unclass(x)[names(x)]), n, "footrule", 3))
}

#' @rdname ranking-methods
#' @export
glance.seqjudge_ranking <- function(x, ...) {
  by_evaluator <- summary(x)
  data.frame(
    method = x$method,
    evaluators = nrow(by_evaluator),
    items = length(unique(x$evaluations$item)),
    scored = sum(by_evaluator$items),
    prior_size = common_size(x$prior_size),
    moved = sum(by_evaluator$moved) / sum(by_evaluator$items),
    footrule = mean(by_evaluator$footrule, na.rm = TRUE)
  )
}

#' @export
format.seqjudge_ranking <- function(x, n = 12, ...) {
  data <- tidy(x)
  data <- data[!is.na(data$place), ]
  data$moved <- ifelse(data$moved > 0, paste0("+", data$moved), data$moved)
  data$interval <- if (!is.null(data$conf.low)) format_interval(data$conf.low, data$conf.high)
  data <- data[intersect(c("evaluator", "item", "place", "interval", "induced_place", "moved"), names(data))]
  if (nrow(data) > 0 && length(x$prior_size) == 1) data$evaluator <- NULL
  c(describe_ranking(x), format_rows(data, n))
}

describe_ranking <- function(x) {
  data <- augment(x)
  moved <- sum(data$moved != 0, na.rm = TRUE)
  unscored <- sum(is.na(data$rank))
  c(
    heading("ranking", count_judges(x$evaluations), item = length(unique(data$item))),
    paste0(
      "Method: ", x$method, if (x$method == "posterior") paste0(" (", x$loss, " loss)"),
      if (x$method != "induced") paste0(", ", describe_prior(x$prior_size)),
      if (x$fitted) " (fitted)"
    ),
    if (x$method != "induced") {
      paste0("Moved: ", big(moved), " of ", big(sum(!is.na(data$rank))), describe_farthest(data, moved, x))
    },
    if (unscored > 0) paste("Unscored:", count_of(unscored, "item"), "without a rank")
  )
}

describe_prior <- function(prior) {
  if (length(prior) == 0) {
    return("no prior size")
  }
  paste("prior size", paste(format_sizes(unique(range(prior))), collapse = " to "))
}

describe_farthest <- function(data, moved, x) {
  if (moved == 0) {
    return("")
  }
  far <- data[which.max(abs(data$moved)), ]
  paste0(
    "; farthest ", far$item, if (length(x$prior_size) > 1) paste0(" (", far$evaluator, ")"),
    ", from place ", far$induced_place, " to ", far$place
  )
}

#' @rdname ranking-methods
#' @export
update.seqjudge_ranking <- function(object, scores = NULL, ..., method = object$method, prior = NULL,
                                    ties = object$ties) {
  call <- check_no_more(list(...), rlang::current_env())
  method <- check_choice(method, c("insertion", "induced", "posterior"), "method")
  x <- object$evaluations
  if (!is.null(scores)) x <- add_scores(x, scores, call)
  # What was fitted is fitted again.
  if (is.null(prior) && method != "induced" && !object$fitted) prior <- prior_again(object, x, call)
  again <- if (method == "posterior" && object$method == "posterior") c(list(loss = object$loss), object$further)
  do.call(rank_items, c(list(x, method, prior, ties), again), quote = TRUE)
}

# The prior sizes of before, for evaluators who may be new.
prior_again <- function(object, x, call) {
  if (object$method == "induced") {
    return(NULL)
  }
  sizes <- object$prior_size
  if (length(unique(sizes)) == 1) {
    return(sizes[[1]])
  }
  new <- setdiff(evaluator_names(x), names(sizes))
  if (length(new) > 0) {
    stop_value("{.arg prior} must be given: evaluators differ in it, and {.val {new}} {?is/are} new.", "prior", call)
  }
  sizes
}

# New and changed scores into an evaluations object.
add_scores <- function(x, scores, call) {
  if (!is.data.frame(scores)) {
    stop_type("{.arg scores} must be a data frame, not {describe_type(scores)}.", "scores", call)
  }
  lacking <- setdiff(names(x), names(scores))
  if (length(lacking) > 0) {
    stop_value(
      "{.arg scores} must have the columns {.val {names(x)}}, but lacks {.val {lacking}}.",
      "scores", call, NULL, "seqjudge_error_column"
    )
  }
  old <- as.data.frame(x)
  new <- as.data.frame(scores)[names(x)]
  for (role in c("evaluator", "item")) new[[role]] <- as_labels(settle_names(new[[role]], role, source_of(), call))
  if (has_rounds(x)) {
    rounds <- merge_rounds(list(old$round, check_rounds(new$round, source_of(), call)))
    old$round <- rounds[seq_len(nrow(old))]
    new$round <- utils::tail(rounds, nrow(new))
  }
  cell <- function(data) paste(match(data$evaluator, new$evaluator), as.integer(data[["round"]]), data$item)
  replaced <- cell(old) %in% cell(new)
  all <- rbind(old[!replaced, ], new)
  rows <- paste(c(which(!replaced), seq_len(nrow(new))), rep(c("before", "of `scores`"), c(sum(!replaced), nrow(new))))
  further <- as.list(all[setdiff(names(all), c("evaluator", "item", "position", "score", "round"))])
  whole <- build_evaluations(
    all$evaluator, all$item, all$position, all$score, attr(x, "scale"), source_of(index = rows), call, further,
    all[["round"]]
  )
  with_memory(whole, x)
}
