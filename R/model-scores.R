# The scores of `x` as the core takes them: one table for the likelihoods, the posterior draws and the chains of panels.
# Its rows are those of `x`, evaluator after evaluator in order of presentation: the position, the score on the model's
# scale (NA where there is none), for scores in bins the bin, and where asked for the item by number. The core finds the
# rows of evaluator j from start[j] + 1 to start[j + 1]. Where a ranking is known (see ranked_scores()), rows lie from
# the lowest to the highest in rank, with their relative ranks beside; `weight` says how often something counts. Where
# there are rounds, "evaluator" means what one saw in a round: `judge` and `round` number these along `start`.
model_scores <- function(x, noise_type = "normal", items = FALSE) {
  scale <- attr(x, "scale")
  binned <- scale$type == "bins"
  value <- as.double(scale_scores(x))
  there <- value[!is.na(value)]
  names <- if (items) unique(x$item)
  scores <- score_table(
    x$position, value, if (binned) as.integer(x$score) else integer(), c(0L, cumsum(evaluator_sizes(x))),
    if (binned) as.integer(scale$k) else 0L, noise_type == "uniform"
  )
  scores$judge <- sequence_judges(x)
  scores$round <- sequence_rounds(x)
  scores$n <- length(there)
  scores$range <- noise_range(there, binned)
  scores$noise_prior <- noise_prior(noise_type)
  scores$item <- if (items) match(x$item, names) else integer()
  scores$items <- length(names)
  scores$names <- names
  scores
}

score_table <- function(position, value, bin, start, bins, uniform) {
  list(
    position = position, value = value, bin = bin, item = integer(), relative = integer(), weight = numeric(),
    start = start, bins = bins, uniform = uniform, items = 0L
  )
}

# The least noise: see the help page. No noise that fits best can be larger than the scores' distance from one half.
noise_range <- function(value, bins) {
  lowest <- 0.001
  if (!bins) {
    different <- sort(unique(utils::head(value, 10000)))
    rounded <- length(different) > 1 && length(different) <= 201 && length(different) < length(value)
    if (rounded) lowest <- max(lowest, min(diff(different)) / sqrt(12))
  }
  c(min(lowest, 0.1), max(1, 2 * sqrt(mean((value - 0.5)^2))))
}

# Some rows of the table, in the order given; `sizes` says how many of them each evaluator has.
score_rows <- function(scores, rows, sizes) {
  for (column in c("position", "value", "bin", "item", "relative")) {
    if (length(scores[[column]]) > 0) scores[[column]] <- scores[[column]][rows]
  }
  scores$start <- c(0L, cumsum(sizes))
  scores
}

# The scores of some evaluators.
some_scores <- function(scores, who) {
  sizes <- diff(scores$start)[who]
  scores <- score_rows(scores, rep.int(scores$start[who], sizes) + sequence(sizes), sizes)
  scores$judge <- scores$judge[who]
  scores$round <- scores$round[who]
  scores$n <- sum(!is.na(scores$value))
  scores
}

# Without the unscored items: these say nothing unless the ranking is known.
scored_rows_only <- function(scores) {
  if (scores$n == length(scores$value)) {
    return(scores)
  }
  evaluators <- length(scores$start) - 1L
  there <- which(!is.na(scores$value))
  code <- rep.int(seq_len(evaluators), diff(scores$start))
  score_rows(scores, there, tabulate(code[there], evaluators))
}

# What a prior size is fitted to.
scores_to_fit <- function(x, noise_type, call) {
  check_any_score(x, " for a prior size to be fitted", call)
  scored_rows_only(model_scores(x, noise_type))
}

check_any_score <- function(x, why, call) {
  if (all(is.na(x$score))) {
    stop_value(paste0("{.arg x} must have at least one score", why, "."), "x", call, NULL, "seqjudge_error_no_scores")
  }
}
