# Marks for several criteria: one score from all of them, or each evaluator's marks for a criterion as an evaluator.

settle_criteria <- function(long, options, source, call) {
  long$scale <- options$scale
  if (is.null(long$criterion)) {
    if (!is.null(options$weights)) {
      stop_value(
        "{.arg weights} must be left out where there are no criteria.", "weights", call, NULL, NULL,
        i = "Say with {.arg criteria}, {.arg criterion} or {.arg split} which these are."
      )
    }
    return(long)
  }
  source$args <- c(source$args, criterion = "criterion")
  coded <- check_labels(long$criterion, "criterion", source, call)
  scales <- criterion_scales(options$scale, coded$labels, call)
  if (options$combine) {
    combine_criteria(long, coded, scales, options, source, call)
  } else {
    separate_criteria(long, coded, scales, options, call)
  }
}

# Scales that are named by criterion; NULL where the scale is the same for all or named by evaluator.
criterion_scales <- function(scale, criteria, call) {
  named <- !is.null(names(scale)) && !inherits(scale, "seqjudge_scale")
  if (named) check_scale_names(scale, call)
  at <- match_names(criteria, names(scale))
  if (named && !anyNA(at)) stats::setNames(as.list(scale)[at], criteria)
}

separate_criteria <- function(long, coded, scales, options, call) {
  if (!is.null(options$weights)) {
    stop_value("{.arg weights} must be left out with {.code combine = FALSE}.", "weights", call)
  }
  judge <- as_labels(long$who)
  criterion <- coded$labels[coded$code]
  long$who <- paste(judge, criterion, sep = ", ", recycle0 = TRUE)
  long$further <- list(judge = judge, criterion = criterion)
  if (!is.null(scales)) {
    first <- !duplicated(long$who)
    long$scale <- stats::setNames(scales[criterion[first]], long$who[first])
  } else if (!is.null(names(long$scale)) && !inherits(long$scale, "seqjudge_scale")) {
    first <- !duplicated(long$who)
    long$scale <- stats::setNames(as.list(long$scale)[judge[first]], long$who[first])
  }
  long
}

# A weighted mean of the marks of each evaluator for an item; points that are out of different maxima are added up, or
# weighted as percentages.
combine_criteria <- function(long, coded, scales, options, source, call) {
  weights <- check_criterion_weights(options$weights, coded$labels, call)
  cell <- criterion_cells(long, source, call)
  check_criteria_once(cell, coded, long, source, call)
  score <- long$score
  common <- list(scale = options$scale, factor = 1, add = 0)
  if (!is.null(scales)) {
    scales <- check_criterion_scales(scales, coded$labels, call)
    score <- shares_of_ranges(score, coded, scales, "for", source, call)
    width <- vapply(scales, function(s) abs(s$upper - s$lower), 0)
    lowest <- vapply(scales, function(s) min(s$lower, s$upper), 0)
    meaning <- scales[[1]]$meaning
    common <- if (is.null(options$weights)) {
      weights <- width
      list(
        scale = score_scale("range", sum(lowest), sum(lowest + width), meaning = meaning), factor = sum(width),
        add = sum(lowest)
      )
    } else {
      list(scale = score_scale("range", 0, 100, meaning = meaning), factor = 100, add = 0)
    }
  } else if (inherits(options$scale, "seqjudge_scale") && identical(options$scale$type, "bins")) {
    stop_value(
      "{.arg scale} must be a range where criteria are combined: a mean of bins is no bin.", "scale", call, NULL,
      "seqjudge_error_scale",
      i = "Use {.code score_scale(\"range\", 1, {options$scale$k})}, or {.code combine = FALSE}."
    )
  } else {
    check_each_mark(long, options$scale, source, call)
  }
  share <- weights / sum(weights)
  table <- matrix(NA_real_, max(cell, 0L), length(coded$labels))
  table[cbind(cell, coded$code)] <- score
  # Sums of decimal fractions have noise in the last digits.
  total <- signif(drop(table %*% share) * common$factor + common$add, 12)
  first <- match(seq_len(nrow(table)), cell)
  inform_criteria(coded$labels, weights, options$weights, scales, table)
  list(
    who = long$who[first], item = long$item[first], when = long$when[first], round = long$round[first], score = total,
    at = long$at[first], scale = common$scale, wide = long$wide
  )
}

# A mark beyond its scale must not hide in a mean that lies on it: 12 and 3 out of 10.
check_each_mark <- function(long, scale, source, call) {
  if (inherits(scale, "seqjudge_scale")) {
    if (identical(scale$type, "range")) check_on_scale(long$score, scale, source, call)
  } else if (!is.null(names(scale))) {
    judge <- check_labels(long$who, "evaluator", source, call)
    shares_of_ranges(long$score, judge, check_own_scales(scale, judge, source, call), "on the scale of", source, call)
  }
}

# Numbers of evaluator, round and item together, in order of first appearance; the marks of one must have one position.
criterion_cells <- function(long, source, call) {
  code <- function(x, role) if (is.null(x)) rep(1L, length(long$score)) else check_labels(x, role, source, call)$code
  parts <- list(code(long$who, "evaluator"), code(long$round, "round"), code(long$item, "item"))
  key <- do.call(paste, parts)
  cell <- match(key, unique(key))
  first <- match(cell, cell)
  differ <- if (is.atomic(long$when) && length(dim(long$when)) < 2) which(long$when != long$when[first])
  # In row order, criteria of an item that stand in rows of their own have the place of the first.
  if (length(differ) > 0 && !identical(as.integer(long$when), as.integer(long$at))) {
    where <- describe_source(source, c(first[differ[1]], differ[1]))
    stop_value(
      "{.arg position} must be the same for all criteria of an item.", "position", call,
      source_index(source, differ), "seqjudge_error_position",
      x = "It differs at {where}."
    )
  }
  cell
}

check_criteria_once <- function(cell, coded, long, source, call) {
  again <- which(duplicated((cell - 1) * length(coded$labels) + coded$code))
  if (length(again) > 0) {
    same <- which(cell == cell[again[1]] & coded$code == coded$code[again[1]])
    where <- describe_source(source, same)
    who <- as_labels(long$who[again[1]])
    what <- as_labels(long$item[again[1]])
    stop_value(
      "{.arg item} must have one mark for each criterion.", "item", call, source_index(source, same),
      "seqjudge_error_item",
      x = "{.val {who}} has {.val {coded$labels[coded$code[again[1]]]}} of {.val {what}} more than once: {where}."
    )
  }
}

check_criterion_weights <- function(weights, criteria, call) {
  if (is.null(weights)) {
    return(stats::setNames(rep(1, length(criteria)), criteria))
  }
  check_numbers(weights, "weights", call, "hold numbers above 0", number_above(0))
  if (is.null(names(weights))) {
    if (length(weights) != length(criteria)) {
      stop_shape("{.arg weights} must have one for each of the {length(criteria)} criteria, not {length(weights)}.",
        "weights", call,
        i = "They are {.val {criteria}}."
      )
    }
    return(stats::setNames(as.double(weights), criteria))
  }
  at <- match_names(criteria, names(weights))
  if (anyNA(at) || length(weights) != length(criteria)) {
    stop_value(
      "{.arg weights} must be named by the criteria, {.val {criteria}}, not {.val {names(weights)}}.", "weights", call
    )
  }
  stats::setNames(weights[at], criteria)
}

check_criterion_scales <- function(scales, criteria, call) {
  scales <- lapply(scales, as_range)
  bad <- which(!vapply(scales, function(s) inherits(s, "seqjudge_scale") && identical(s$type, "range"), NA))
  if (length(bad) > 0) {
    stop_value(
      "{.arg scale} must have a range for each criterion, but not so for {.val {criteria[bad[1]]}}.", "scale", call,
      bad, "seqjudge_error_scale"
    )
  }
  scales
}

# Marks as shares of the range that goes with each of them: that of its criterion, or of its judge.
shares_of_ranges <- function(score, coded, scales, whose, source, call) {
  lower <- vapply(scales, `[[`, 0, "lower")[coded$code]
  upper <- vapply(scales, `[[`, 0, "upper")[coded$code]
  bad <- which(score < pmin(lower, upper) | score > pmax(lower, upper))
  if (length(bad) > 0) {
    k <- coded$code[bad[1]]
    bad <- bad[coded$code[bad] == k]
    ends <- format_values(sort(c(scales[[k]]$lower, scales[[k]]$upper)))
    expected <- paste0("lie from ", ends[1], " to ", ends[2], " ", whose, " ", coded$labels[k])
    stop_at_source(bad, "score", expected, source, call, score[bad], "seqjudge_error_scale")
  }
  unname((score - lower) / (upper - lower))
}

inform_criteria <- function(criteria, weights, given, scales, table) {
  incomplete <- sum(rowSums(is.na(table)) > 0 & rowSums(!is.na(table)) > 0)
  how <- if (is.null(given) && !is.null(scales)) {
    "the sum of {length(criteria)} criteria: {criteria}"
  } else {
    shares <- paste0(criteria, " (", format_values(round(weights / sum(weights), 3)), ")")
    if (is.null(given)) "the mean of {length(criteria)} criteria: {criteria}" else "the weighted mean of {shares}"
  }
  inform_table(
    paste0("Each score is ", how, "."),
    i = if (incomplete > 0) "{incomplete} of them lack{?s/} a mark for a criterion, and {?counts/count} as unscored."
  )
}
