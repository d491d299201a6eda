# Mistakes at the door that go in without an error otherwise: totals taken for items or judges, judges taken for items,
# scores that run the wrong way. `strict = FALSE` lets them pass.

total_words <- paste0(
  "^(grand |sub-?)?(totals?|sums?|means?|averages?|avg[.]?|medians?|st(d|dev)|sd|overall|result|results|somme|moyenne|",
  "summe|gesamt|insgesamt|durchschnitt|mittelwert|mittel|totale|promedio|media)( (score|scores|points|marks?))?:?$"
)
rank_words <- paste0(
  "^(final |overall )?(ranks?|ranking|places?|placing|positions?|order|running order|start( (no|number))?|no[.]?|",
  "nr[.]?)$"
)

looks_like_total <- function(names) is_one_of(names, total_words)

# Are names of a kind? What is no text is of none.
is_one_of <- function(names, words) {
  names <- as_labels(names)
  known <- !is.na(names) & validEnc(names) & Encoding(names) != "bytes"
  result <- rep(FALSE, length(names))
  result[known] <- grepl(words, trim_text(names[known]), ignore.case = TRUE)
  result
}

allow_hint <- "If it is what you said, {.code strict = FALSE} lets it pass."

# Is the last row of numbers the sum or the mean of those above it?
sums_above <- function(scores) {
  n <- nrow(scores)
  if (n < 4) {
    return(NULL)
  }
  last <- scores[n, ]
  above <- scores[-n, , drop = FALSE]
  used <- which(!is.na(last) & colSums(!is.na(above)) > 1)
  if (length(used) < 2) {
    return(NULL)
  }
  above <- above[, used, drop = FALSE]
  near <- rounding_of(last[used], above)
  same <- function(v) all(abs(v - last[used]) < near * pmax(1, abs(v) / 100))
  varies <- any(abs(last[used] - last[used][1]) > 1e-9)
  if (same(colSums(above, na.rm = TRUE))) {
    "sum"
  } else if (varies && same(colMeans(above, na.rm = TRUE))) {
    "mean"
  }
}

check_total_rows <- function(item, scores, table, call, by_value = TRUE) {
  named <- which(looks_like_total(item))
  kind <- if (by_value) sums_above(scores)
  at <- if (length(named) > 0) named else if (!is.null(kind)) nrow(scores)
  if (length(at) == 0) {
    return(invisible())
  }
  row <- table$row[at]
  where <- describe_positions(row, as_labels(item)[at], NULL, table$unit, seq_along(at))
  why <- if (length(named) == 0) paste0(": each of its scores is the ", kind, " of those above it")
  drop <- if (length(row) == 1) row else paste0("c(", paste(row, collapse = ", "), ")")
  stop_value(
    "{.arg item} must hold items, but a row looks like totals{why}.", "item", call, row, "seqjudge_error_table",
    x = "Problem at {where}.",
    i = "Leave it out with {.code drop_rows = {drop}}.",
    i = allow_hint
  )
}

check_total_evaluators <- function(who, table, call) {
  who <- as_labels(who)
  at <- which(looks_like_total(who))
  if (length(at) > 0) {
    where <- describe_positions(table$row[at], who[at], NULL, table$unit, seq_along(at))
    stop_value(
      "{.arg evaluator} must hold evaluators, but {.val {unique(who[at])}} {?does/do} not look like {?one/some}.",
      "evaluator", call, table$row[at], "seqjudge_error_table",
      x = "Problem at {where}.",
      i = "Leave {cli::qty(length(at))}{?this row/these rows} out, from the table or by {.arg drop_rows}.",
      i = allow_hint
    )
  }
}

check_total_columns <- function(scores, table, call) {
  names <- colnames(scores)
  at <- which(looks_like_total(names) | is_one_of(names, rank_words))
  why <- "its name says so"
  if (length(at) == 0) {
    kind <- sums_beside(scores)
    at <- which(!is.na(kind))[1]
    why <- paste0("it is the ", kind[at], " of the others in every row")
  }
  if (!anyNA(at)) {
    stop_value(
      "{.arg evaluators} must choose columns of evaluators, but {.val {names[at]}} {?does/do} not look like
        {?one/some}.",
      "evaluators", call, at, "seqjudge_error_table",
      x = if (length(at) == 1) "A total, place or number: {why}.",
      i = "Leave {cli::qty(length(at))}{?it/them} out, as in {.code evaluators = -c({.val {names[at]}})} or by
        naming the others.",
      i = allow_hint
    )
  }
}

# Is a column the "sum" or the "mean" of the others in every row that has it? NA where it is neither.
sums_beside <- function(scores) {
  kind <- rep(NA_character_, ncol(scores))
  for (k in if (ncol(scores) > 2) seq_len(ncol(scores))) {
    there <- which(!is.na(scores[, k]) & rowSums(!is.na(scores[, -k, drop = FALSE])) > 0)
    own <- scores[there, k]
    others <- scores[there, -k, drop = FALSE]
    # A judge may agree with the mean of the others by chance, the more so in few rows.
    few <- length(own) < c(sum = 3, mean = if (anyNA(scores[, k])) 4 else 3)
    if (all(few) || !isTRUE(stats::sd(own) > 0)) next
    kinds <- list(sum = rowSums(others, na.rm = TRUE), mean = rowMeans(others, na.rm = TRUE))
    near <- rounding_of(own, others)
    same <- !few & vapply(kinds, function(v) all(abs(v - own) < near) %in% TRUE, NA)
    kind[k] <- names(kinds)[same][1]
  }
  kind
}

# How far a sum or mean may lie from what is written of it: 0.05 for 4.3, half of its last digit. Marks as fine as those
# of the others are hardly rounded, and would come that close to the mean by themselves.
rounding_of <- function(own, others) {
  fits <- function(x, step) isTRUE(all(abs(x / step - round(x / step)) < 1e-6, na.rm = TRUE))
  finer <- (fits(others, 1) && !fits(own, 1)) || (fits(others, 0.5) && !fits(own, 0.5))
  if (finer && fits(own, 0.1)) 0.05 + 1e-9 else 0.006
}

check_has_scores <- function(scores, call) {
  empty <- which(colSums(!is.na(scores)) == 0)
  if (length(empty) > 0 && nrow(scores) > 0) {
    stop_value(
      "{.arg evaluators} must choose columns with scores, but {.val {colnames(scores)[empty]}} {?has/have} none.",
      "evaluators", call, empty, "seqjudge_error_table",
      i = "Leave {cli::qty(length(empty))}{?it/them} out of {.arg evaluators}."
    )
  }
}

# Scores, or judges, in the place of items.
check_item_column <- function(quo, item, columns, table, options, call) {
  expr <- rlang::quo_get_expr(quo)
  name <- if (rlang::is_symbol(expr) || rlang::is_string(expr)) as.character(expr) else ""
  if (name %in% names(table$data)[columns]) {
    stop_value(
      "{.arg item} must be a column beside {.arg evaluators}, but {.val {name}} is one of these.", "item", call, NULL,
      "seqjudge_error_table", other_items_hint(table$data, name)
    )
  }
  if (options$strict) {
    check_items_not_judges(name, call)
    # Names may be remembered as they were written: what counts is what the column holds.
    if (name %in% names(table$data)) item <- table$data[[name]]
    if (holds_numbers(item)) check_items_not_scores(item, name, table, call)
  }
}

# Columns that were chosen as scores and have another role as well: `-Name` takes in the running order. What an
# expression is computed from only looks so.
check_columns_apart <- function(columns, arg, quos, table, options, call) {
  data <- table$data
  roles <- c("item", "position", "round", "criterion", "evaluator")
  taken <- lapply(stats::setNames(roles, roles), function(role) columns_of(quos[[role]], data, call))
  taken$keep <- if (is.character(options$keep) && arg != "score") options$keep
  chosen <- names(data)[columns]
  role <- names(Filter(function(names) any(chosen %in% names), taken))
  if (length(role) > 0) {
    stop_two_roles(columns[chosen %in% taken[[role[1]]]], arg, role[1], "is also", data, call)
  }
  used <- lapply(quos[roles], variables_of)
  role <- names(Filter(function(names) any(chosen %in% names), used))
  if (options$strict && arg != "score" && length(role) > 0) {
    stop_two_roles(columns[chosen %in% used[[role[1]]]], arg, role[1], "is also used in", data, call, i = allow_hint)
  }
}

# Names of the columns that a role was given, bare, as strings or, for positions, as a selection.
columns_of <- function(quo, data, call) {
  expr <- if (!rlang::quo_is_missing(quo)) rlang::quo_get_expr(quo)
  if (rlang::is_symbol(expr) || rlang::is_string(expr)) {
    as.character(expr)
  } else if (is.call(expr) && is_selection(quo)) {
    names(data)[select_columns(quo, data, "position", call)]
  }
}

# Names in an expression, but not those of which only the length counts, as in ave(Ann, Heat, FUN = seq_along).
variables_of <- function(quo) {
  expr <- if (!rlang::quo_is_missing(quo)) rlang::quo_get_expr(quo)
  if (is.call(expr) && !"seq_along" %in% all.names(expr)) all.vars(expr)
}

stop_two_roles <- function(columns, arg, role, how, data, call, ...) {
  names <- valid_text(names(data)[columns])
  stop_value(
    "{.arg {arg}} must have columns of its own, but {.val {names[1]}} {how} {.arg {role}}.", arg, call,
    unname(columns), "seqjudge_error_table",
    i = if (arg != "score") "Leave {.val {names}} out of {.arg {arg}}, or name the columns that hold scores.", ...
  )
}

check_items_not_judges <- function(name, call) {
  if (is_one_of(name, judge_words)) {
    stop_value(
      "{.arg item} must be what was judged, but the column {.val {name}} seems to hold those who judge.", "item", call,
      NULL, "seqjudge_error_table",
      i = paste(
        "For a table with judges in rows and items in columns, use",
        "{.code as_evaluations(data, items = \"columns\", evaluator = \"{name}\")}."
      ),
      i = allow_hint
    )
  }
}

# Items may have numbers, but not few that come again, and no fractions.
check_items_not_scores <- function(item, name, table, call) {
  twice <- item[!is.na(item) & duplicated(item)]
  again <- length(twice) > 0 && length(unique(item)) < length(item) / 2 + 1
  bad <- if (again) which(item == twice[1]) else which(item != floor(item))
  if (length(bad) > 0) {
    where <- describe_positions(table$row[bad], item[bad], NULL, table$unit, seq_along(bad))
    kind <- if (again) "numbers that come again" else "fractions"
    stop_value(
      "{.arg item} must be what was judged, but {.val {name}} holds {kind}, as scores do.", "item", call,
      table$row[bad], "seqjudge_error_table",
      x = "Problem at {where}.", other_items_hint(table$data, name),
      i = allow_hint
    )
  }
}

other_items_hint <- function(data, name) {
  text <- vapply(data, function(v) holds_text(v) && anyDuplicated(v) == 0, NA)
  found <- setdiff(names(data)[text], name)
  if (length(found) > 0) {
    shown <- gsub("([{}])", "\\1\\1", found[1])
    c(i = paste0("Perhaps {.code item = ", code_names(shown), "}?"))
  }
}

# Direction ------------------------------------------------------------------------------------------------------------

check_direction <- function(long, given, scale, source, call) {
  if (length(long$score) == 0 || !is.atomic(long$who)) {
    return(invisible())
  }
  by_judge <- scores_by_judge(long)
  if (!runs_down(given) && are_ranks(by_judge)) {
    n <- ceiling(max(long$score, na.rm = TRUE))
    stop_value(
      "The scores look like ranks: {ranks_in_words(by_judge, n)}.", "scale", call, NULL, "seqjudge_error_scale",
      i = "If 1 is the best, say {.code scale = score_scale(\"range\", {n}, 1)}.",
      i = "If {n} is the best, say {.code scale = score_scale(\"range\", 1, {n}), strict = FALSE}."
    )
  }
  warn_against_others(long, given, call)
}

scores_by_judge <- function(long) {
  split(long$score, paste(valid_text(as_labels(long$who)), if (!is.null(long$round)) valid_text(as_labels(long$round))))
}

# For data of which nobody said that it comes from a spreadsheet: what as_evaluations() stops at is told, as far as that
# costs little and needs no table.
warn_like_table <- function(long, given, args, call) {
  warn_totals(long$who, args[["evaluator"]], call)
  warn_totals(long$item, args[["item"]], call)
  # Looking at one evaluator is enough in most cases.
  first <- which(long$who == long$who[1])
  if (!is.null(long$round)) first <- first[long$round[first] == long$round[1]]
  if (length(first) < 4 || runs_down(given) || !is.finite(chance_of_ranks(long$score[first]))) {
    return(invisible())
  }
  by_judge <- scores_by_judge(long)
  if (are_ranks(by_judge)) {
    n <- ceiling(max(long$score, na.rm = TRUE))
    cli::cli_warn(
      c(
        "The scores look like ranks: {ranks_in_words(by_judge, n)}. Higher scores count as better.",
        i = "If 1 is the best, say {.code scale = score_scale(\"range\", {n}, 1)}."
      ),
      class = "seqjudge_warning_table", call = call
    )
  }
}

warn_totals <- function(names, arg, call) {
  names <- unique(names)
  # Nobody adds up as many by hand.
  total <- if (length(names) <= 1e4) as_labels(names)[looks_like_total(names)]
  if (length(total) > 0) {
    cli::cli_warn(
      c(
        "{.arg {arg}} has {.val {total}}, which {?looks like a total or mean/look like totals or means}.",
        i = "Leave {cli::qty(length(total))}{?its/their} rows out, unless it is a name like the others."
      ),
      class = "seqjudge_warning_table", call = call
    )
  }
}

# Does a scale say that less is better? Scores that have been turned round already are like any others.
runs_down <- function(scale) {
  parts <- if (inherits(scale, "seqjudge_scale")) list(scale) else if (is.list(scale)) scale else list()
  any(vapply(parts, function(s) {
    inherits(s, "seqjudge_scale") && identical(s$type, "range") && isTRUE(s$lower > s$upper)
  }, NA))
}

# Did each evaluator give 1 to n, each once? Where items are unscored or tied there is less to see: then ordinary marks
# from 1 to n would have to come out so less than once in a hundred times, if all marks were as likely.
are_ranks <- function(by_judge) {
  sizes <- lengths(by_judge)
  if (length(unique(sizes)) != 1 || sizes[1] < 4) {
    return(FALSE)
  }
  if (gave_all_ranks(by_judge)) {
    return(TRUE)
  }
  chance <- vapply(by_judge, chance_of_ranks, 0)
  all(is.finite(chance)) && prod(chance) < 0.01
}

gave_all_ranks <- function(by_judge) {
  all(vapply(by_judge, function(s) identical(sort(as.double(s)), as.double(seq_along(s))), NA))
}

# How often would marks from 1 to n be ranks as these scores are? Ties and few scores tell nothing, which is 1, and what
# cannot be ranks is Inf.
chance_of_ranks <- function(score) {
  n <- length(score)
  score <- score[!is.na(score)]
  m <- length(score)
  once <- anyDuplicated(score) == 0 && all(score == floor(score) & score >= 1 & score <= n)
  tied <- vapply(c("min", "max", "average"), function(ties) all(rank(score, ties.method = ties) == score), NA)
  dense <- all(match(score, sort(unique(score))) == score)
  if (once && m >= 4) {
    # Of n^m marks there are m! with 1 to m, and n! / (n - m)! without repeats.
    exp((if (max(score) == m) lfactorial(m) else lfactorial(n) - lfactorial(n - m)) - m * log(n))
  } else if (once || any(tied) || dense) {
    1
  } else {
    Inf
  }
}

ranks_in_words <- function(by_judge, n) {
  twice <- any(vapply(by_judge, function(s) anyDuplicated(s[!is.na(s)]) > 0, NA))
  if (gave_all_ranks(by_judge)) {
    paste0("each evaluator gave 1 to ", n, ", each once")
  } else {
    paste0("each evaluator gave numbers from 1 to ", n, if (twice) ", hardly any twice" else ", none of them twice")
  }
}

# One judge whose marks run against all others' may have filled in the form the other way round.
warn_against_others <- function(long, given, call) {
  own_scales <- is.list(given) && !inherits(given, "seqjudge_scale")
  both <- if (!own_scales) judge_correlations(long)
  suspect <- against_others(both)
  if (length(suspect) == 1) {
    strength <- mean(both[suspect, ], na.rm = TRUE)
    name <- colnames(both)[suspect]
    cli::cli_warn(
      c(
        "The scores of {.val {name}} run against the others' (correlation {format(round(strength, 2))}).",
        i = "If {name} took 1 for the best, give a {.arg scale} for each evaluator: see {.fn score_scale}."
      ),
      class = "seqjudge_warning_direction", call = call
    )
  }
}

# Correlations between the scores of each two judges, NA where they have fewer than six items in common; NULL where
# there are too few of either to tell.
judge_correlations <- function(long) {
  item <- valid_text(as_labels(long$item))
  round <- if (!is.null(long$round)) valid_text(as_labels(long$round))
  table <- tapply(long$score, list(paste(item, round), valid_text(as_labels(long$who))), mean)
  if (ncol(table) < 3 || nrow(table) < 6) {
    return(NULL)
  }
  both <- suppressWarnings(stats::cor(table, use = "pairwise.complete.obs"))
  diag(both) <- NA
  both[crossprod(!is.na(table)) < 6] <- NA
  both
}

# The number of the judge who is against all others, while these agree; NULL if there is none.
against_others <- function(both) {
  if (is.null(both)) {
    return(NULL)
  }
  suspect <- which(rowSums(!is.na(both)) >= 2 & apply(both, 1, function(r) all(r < -0.5, na.rm = TRUE)))
  others <- both[-suspect, -suspect]
  if (length(suspect) == 1 && any(!is.na(others)) && all(others > 0.3, na.rm = TRUE)) unname(suspect)
}
