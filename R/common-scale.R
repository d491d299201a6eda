# One scale for all: scores that were given out of different maxima, or with 1 for the best, are brought to a scale on
# which more is better, at the door. What was done is remembered with the scale, in `turned` and `own`.

# Scores and their scale. `judge` has codes and labels of the evaluators.
settle_scale <- function(score, scale, judge, source, call) {
  if (inherits(scale, "seqjudge_scale") || is.null(scale)) {
    scale <- resolve_scale(score, scale, source, call)
    if (scale$type == "range" && scale$lower > scale$upper) {
      score <- scale$lower + scale$upper - score
      scale <- upright_scale(scale)
      inform_turned(scale)
    }
    return(list(score = score, scale = scale))
  }
  own <- check_own_scales(scale, judge, source, call)
  if (length(unique(own)) < 2) {
    return(settle_scale(score, if (length(own) > 0) own[[1]], judge, source, call))
  }
  share <- shares_of_ranges(score, judge, own, "on the scale of", source, call)
  common <- score_scale("range", 0, 100, meaning = own[[1]]$meaning)
  common$own <- TRUE
  cli::cli_inform(
    "Scores are on scales of their own: each counts as a percentage of its evaluator's scale.",
    class = "seqjudge_message_scale"
  )
  list(score = signif(100 * share, 12), scale = common)
}

# A range that runs upwards, for scores that have been turned round.
upright_scale <- function(scale) {
  if (scale$type == "range" && scale$lower > scale$upper) {
    scale[c("lower", "upper")] <- scale[c("upper", "lower")]
    scale$turned <- TRUE
  }
  scale
}

inform_turned <- function(scale) {
  cli::cli_inform(
    c(
      "Less is better on this scale: scores are turned round, {format_values(scale$lower)} to
        {format_values(scale$upper)} and {format_values(scale$upper)} to {format_values(scale$lower)}."
    ),
    class = "seqjudge_message_scale"
  )
}

# 20 stands for marks out of 20.
as_range <- function(x) {
  if (is_plain_numeric(x) && length(x) == 1 && is.finite(x) && x > 0) score_scale("range", 0, x) else x
}

# A range for each evaluator, in their order.
check_own_scales <- function(scale, judge, source, call) {
  plain <- (is.list(scale) && !is.object(scale)) || (is_plain_numeric(scale) && is.null(dim(scale)))
  if (!plain || is.null(names(scale))) {
    check_scale(scale, call)
  }
  check_scale_names(scale, call)
  at <- match_names(judge$labels, names(scale))
  lacking <- judge$labels[is.na(at)]
  if (length(lacking) > 0) {
    stop_value(
      "{.arg scale} must have a scale for each evaluator, but lacks {.val {utils::head(lacking, n_shown)}}.", "scale",
      call, NULL, "seqjudge_error_scale"
    )
  }
  own <- lapply(unname(as.list(scale)[at]), as_range)
  check_each_scale(own, judge$labels, call)
  own
}

check_scale_names <- function(scale, call) {
  twice <- unique(names(scale)[duplicated(names(scale))])
  if (length(twice) > 0) {
    stop_value(
      "{.arg scale} must have one scale under each name, but several for {.val {utils::head(twice, n_shown)}}.",
      "scale", call, which(names(scale) %in% twice), "seqjudge_error_scale"
    )
  }
}

# Scales, each of them good, that can be brought to a common one.
check_each_scale <- function(own, who, call) {
  bad <- which(!vapply(own, inherits, NA, "seqjudge_scale"))
  if (length(bad) > 0) {
    stop_type(
      "{.arg scale} must hold a {.fn score_scale} or the highest score for each evaluator, but not so for
        {.val {who[bad[1]]}}.", "scale", call
    )
  }
  kinds <- unique(lapply(own, function(s) c(s$type, s$meaning)))
  if (length(unique(own)) > 1 && (length(kinds) > 1 || kinds[[1]][1] != "range")) {
    stop_value(
      "{.arg scale} must have ranges of one meaning where evaluators have scales of their own.", "scale", call, NULL,
      "seqjudge_error_scale"
    )
  }
}
