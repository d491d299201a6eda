# Checks of what becomes an evaluations object. The errors are those of conditions.R; what users may want to catch by
# itself has a class of its own, which is also a seqjudge_error_value:
#
#   seqjudge_error_column     a column that is not there
#   seqjudge_error_missing    evaluators, items or positions that are missing
#   seqjudge_error_position   positions that do not number an evaluator's items 1, 2, 3, ...
#   seqjudge_error_item       an item that an evaluator has twice
#   seqjudge_error_scale      scores outside their scale, or on no scale that can be told
#   seqjudge_error_ambiguous  input that can be read in more than one way
#
# `source` says where the values came from, so that errors point into the user's own data: names of the arguments
# (`args`), what one value is called (`unit`), for a matrix its number of rows (`rows`), and which element of the input
# each value is (`index`; NULL when all of them are, in order). evaluations() adds what else it was told: `long`, and
# whether evaluators (`alone`) and rounds (`no_rounds`) were left out; `shown`, positions that are to be renumbered.
# Tables with a column for each evaluator add `of`, whose each score is.

source_of <- function(args = c(), unit = "row", rows = NULL, index = NULL) {
  roles <- c("evaluator", "item", "position", "score", "truth", "round")
  roles <- stats::setNames(roles, roles)
  roles[names(args)] <- args
  list(args = roles, unit = unit, rows = rows, index = index)
}

source_index <- function(source, at) if (is.null(source$index)) at else source$index[at]

# "row 3", "rows 3 and 7", "[2, 3] and [2, 5]", each with its value where there is one to show. Of a column for each
# evaluator also whose it is: "row 3 of Ann".
describe_source <- function(source, at, values = NULL, of = FALSE) {
  where <- source_index(source, at)
  if (of && !is.null(source$of)) where <- paste(where, "of", source$of[at])
  # What belongs to the row is in each of its cells.
  values <- values[!duplicated(where)]
  where <- unique(where)
  describe_positions(where, values, source$rows, source$unit, seq_along(where))
}

# Stops at values that are not what they must be; `at` counts along the values that are checked.
stop_at_source <- function(at, role, expected, source, call, values = NULL, class = NULL, hint = NULL) {
  arg <- source$args[[role]]
  where <- describe_source(source, at, values, of = role == "score")
  stop_value(
    c("{.arg {arg}} must {expected}.", x = "Problem at {where}.", hint),
    arg, call, source_index(source, at), class
  )
}

# The object itself --------------------------------------------------------------------------------------------------

check_evaluations <- function(x, call, arg = "x") {
  # Also where it is the caller who was not given it.
  if (missing(x)) {
    stop_type(
      "{.arg {arg}} must be given: an evaluations object.", arg, call,
      i = "Make one with {.fn evaluations} or {.fn as_evaluations}."
    )
  }
  if (!inherits(x, "seqjudge_evaluations")) {
    stop_type(
      "{.arg {arg}} must be an evaluations object, not {describe_type(x)}.", arg, call,
      i = "Make one with {.fn evaluations} or {.fn as_evaluations}."
    )
  }
  # The class alone does not make one.
  columns <- c("evaluator", "item", "position", "score")
  if (!is.data.frame(x) || !all(columns %in% names(x)) || !is_whole_scale(attr(x, "scale"))) {
    stop_type(
      "{.arg {arg}} must be an evaluations object, and is damaged: columns or scale are missing.", arg, call,
      i = "Make it anew with {.fn evaluations}."
    )
  }
}

# Columns of a data frame --------------------------------------------------------------------------------------------

check_data_frame <- function(data, call) {
  if (missing(data)) stop_type("{.arg data} must be given: a data frame.", "data", call)
  if (!is.data.frame(data)) {
    hint <- if (is.numeric(data)) c(i = "Use {.fn as_evaluations} for vectors and matrices.")
    stop_type(c("{.arg data} must be a data frame, not {describe_type(data)}.", hint), "data", call)
  }
}

# What a column holds, or an expression that is computed from columns.
column_values <- function(quo, data, arg, call) {
  if (!rlang::quo_is_call(quo)) {
    name <- column_name(quo, data, arg, call)
    return(if (arg %in% c("item", "evaluator", "criterion")) written_names(data, name) else data[[name]])
  }
  expr <- rlang::as_label(quo)
  values <- tryCatch(rlang::eval_tidy(quo, data), error = function(e) {
    stop_value(
      "{.arg {arg}} must be a column, or an expression that the columns of {.arg data} give a value to.", arg, call,
      NULL, "seqjudge_error_column",
      x = "{.code {expr}} cannot be computed: {conditionMessage(e)}"
    )
  })
  if (!is.atomic(values) || is.null(values) || length(dim(values)) > 1) {
    stop_type("{.arg {arg}} must hold a value for each row, but {.code {expr}} is {describe_type(values)}.", arg, call)
  }
  if (length(values) != nrow(data)) {
    stop_shape(
      "{.arg {arg}} must have a value for each of the {nrow(data)} row{?s} of {.arg data}, but {.code {expr}} has
        {length(values)}.", arg, call
    )
  }
  values
}

# The name of a column that was given bare, as a string, or by `!!`.
column_name <- function(quo, data, arg, call, data_arg = "data") {
  expr <- rlang::quo_get_expr(quo)
  if (rlang::is_string(expr) || rlang::is_symbol(expr)) {
    name <- as.character(expr)
  } else {
    stop_type(
      "{.arg {arg}} must be the name of a column, bare or as a string, not {.code {rlang::as_label(expr)}}.", arg, call,
      i = "Compute it as a column of {.arg {data_arg}} first."
    )
  }
  # Columns may have no name.
  found <- sum(names(data) %in% name)
  if (found == 0) stop_unknown_column(quo, name, data, arg, call, data_arg)
  if (found > 1) {
    stop_value(
      "{.arg {arg}} must name one column, but {found} columns of {.arg {data_arg}} are called {.val {name}}.",
      arg, call, NULL, "seqjudge_error_column",
      i = "Give each a name of its own."
    )
  }
  name
}

stop_unknown_column <- function(quo, name, data, arg, call, data_arg) {
  hint <- NULL
  env <- rlang::quo_get_env(quo)
  # A variable that holds a column's name: say how to pass it on, rather than guess.
  if (rlang::quo_is_symbol(quo) && rlang::env_has(env, name, inherit = TRUE)) {
    value <- rlang::env_get(env, name, inherit = TRUE)
    if (rlang::is_string(value) && value %in% names(data)) {
      hint <- c(i = "For the column that the variable names, use {.code {arg} = !!{name}}.")
    }
  }
  there <- "It has no columns"
  if (length(data) > 0) {
    # Bytes that are no text are shown by their numbers.
    columns <- iconv(enc2utf8(names(data)), "UTF-8", "UTF-8", sub = "byte")
    there <- cli::format_inline("{cli::qty(length(data))}It has the column{?s} {.val {columns}}")
  }
  stop_value(
    c("{.arg {arg}} must name a column of {.arg {data_arg}}, not {.val {name}}.", x = "{there}.", hint),
    arg, call, NULL, "seqjudge_error_column"
  )
}

stop_column_not_given <- function(arg, meaning, call, hint = NULL) {
  stop_value(
    c("{.arg {arg}} must be given: the column with {meaning}.", hint),
    arg, call, NULL, "seqjudge_error_column"
  )
}

# Values -------------------------------------------------------------------------------------------------------------

# Who or what, as integer codes in order of first appearance, with their labels.
check_labels <- function(x, role, source, call) {
  arg <- source$args[[role]]
  if (!is.atomic(x) || is.null(x) || length(dim(x)) > 1) {
    stop_type("{.arg {arg}} must hold names or numbers, not {describe_type(x)}.", arg, call)
  }
  coded <- encode(x)
  # Strings that are no text cannot be compared, sorted or printed.
  garbled <- which(!validEnc(coded$labels) | Encoding(coded$labels) == "bytes")
  if (length(garbled) > 0) {
    bad <- which(coded$code %in% garbled)
    stop_at_source(bad, role, "hold text that is valid in its encoding", source, call)
  }
  missing <- which(!grepl("[^\\s\\p{Z}]", coded$labels, perl = TRUE) | is.na(coded$labels))
  if (length(missing) > 0) {
    bad <- which(coded$code %in% missing)
    own <- coded$labels[coded$code[bad]]
    values <- ifelse(is.na(own), "NA", paste0("\"", own, "\""))
    stop_at_source(bad, role, "have no missing or empty values", source, call, values, "seqjudge_error_missing")
  }
  coded
}

encode <- function(x) {
  if (is.factor(x)) {
    seen <- unique(as.integer(x))
    return(list(code = match(as.integer(x), seen), labels = levels(x)[seen]))
  }
  # The bits of NaN are the same to unique(), whatever integers they are.
  if (inherits(x, "integer64")) x <- labels64(x)
  seen <- unique(x)
  code <- match(x, seen)
  labels <- as_labels(seen)
  if (anyDuplicated(labels) > 0) {
    code <- match(labels, unique(labels))[code]
    labels <- unique(labels)
  }
  list(code = code, labels = labels)
}

# as.character(), but 100000 is not "1e+05", and options do not matter.
as_labels <- function(x) {
  if (inherits(x, "integer64")) {
    return(labels64(x))
  }
  if (is.double(x)) {
    old <- options(scipen = 0, OutDec = ".")
    on.exit(options(old))
  }
  labels <- as.character(x)
  if (is.double(x) && !is.object(x)) {
    whole <- which(is.finite(x) & x == floor(x) & abs(x) < 2^53)
    labels[whole] <- sprintf("%.0f", x[whole])
  }
  unname(labels)
}

# Numbers in a column, or in what takes its place.
check_column <- function(x, role, expected, valid, source, call, class = NULL, hint = NULL) {
  arg <- source$args[[role]]
  if (!is_plain_numeric(x) || length(dim(x)) > 1) {
    stop_type(c("{.arg {arg}} must hold numbers, not {describe_type(x)}.", hint), arg, call)
  }
  bad <- which(!valid(x))
  if (length(bad) > 0) stop_at_source(bad, role, expected, source, call, x[bad], class)
  x
}

check_positions <- function(position, source, call) {
  if (is_plain_numeric(position) && length(dim(position)) < 2 && anyNA(position)) {
    bad <- which(is.na(position))
    stop_at_source(bad, "position", "have no missing values", source, call, position[bad], "seqjudge_error_missing")
  }
  as.integer(check_column(
    position, "position", "hold whole numbers from 1", whole_from(1, .Machine$integer.max), source, call,
    "seqjudge_error_position",
    hint = c(
      i = "Number what each evaluator saw 1, 2, 3, ... in order of presentation.",
      if (isTRUE(source$long)) c(i = "Times, dates and numbers with gaps go in with {.code renumber = TRUE}.")
    )
  ))
}

# What tells the order of presentation in some other way, as numbers 1, 2, 3, ... over all evaluators.
position_ranks <- function(position, source, call) {
  if (inherits(position, "POSIXlt")) position <- as.POSIXct(position)
  if (is.factor(position) && !is.ordered(position)) position <- as.character(position)
  if (is.character(position) && length(dim(position)) < 2) position <- position_text(position, TRUE, source, call)
  if (!tells_order(position)) {
    stop_type(
      "{.arg position} must hold numbers, times or dates, not {describe_type(position)}.", "position", call,
      i = "Text has no order of its own, unless it is times such as \"9:30\" or \"2024-05-03 14:05\"."
    )
  }
  value <- if (inherits(position, "integer64")) sortable64(position) else as.double(xtfrm(position))
  if (anyNA(value)) {
    stop_at_source(
      which(is.na(value)), "position", "have no missing values", source, call,
      class = "seqjudge_error_missing"
    )
  }
  match(value, sort(unique(value)))
}

# 64-bit integers come in the bits of doubles, which sort alike from 0 on; the bits of NA are those of -0.
sortable64 <- function(x) {
  bits <- as.vector(unclass(x))
  replace(bits, which(bits == 0 & 1 / bits < 0), NA)
}

# 64-bit integers as they are written, also where the package bit64 is not there: by long division of their two halves.
labels64 <- function(x) {
  if (length(x) == 0) {
    return(character())
  }
  bits <- writeBin(as.vector(unclass(x)), raw(), endian = "little")
  half <- matrix(readBin(bits, "integer", 2 * length(x), endian = "little"), 2)
  low <- half[1, ]
  high <- half[2, ]
  # An integer of R has no -2^31, which is NA.
  low <- ifelse(is.na(low), 2^31, low %% 2^32)
  missing <- is.na(high) & low == 0
  high <- ifelse(is.na(high), -2^31, high)
  below <- high < 0
  high[below] <- -high[below] - (low[below] > 0)
  low[below] <- (2^32 - low[below]) %% 2^32
  rest <- (high %% 1e6) * 2^32 + low
  upper <- (high %/% 1e6) * 2^32 + rest %/% 1e6
  last <- rest %% 1e6
  text <- ifelse(upper > 0, sprintf("%.0f%06.0f", upper, last), sprintf("%.0f", last))
  text[below] <- paste0("-", text[below])
  replace(text, missing, NA)
}

# As numbers where these are exact, and otherwise as text: parts of them would lose their class without bit64.
plain64 <- function(x) {
  text <- labels64(x)
  number <- as.double(text)
  if (all(abs(number) <= 2^53, na.rm = TRUE)) number else text
}

# Numbers, times, dates or ordered levels, one in each row.
tells_order <- function(x) {
  sortable <- is.numeric(x) || inherits(x, c("Date", "POSIXct", "difftime")) || is.ordered(x)
  sortable && is.atomic(x) && length(dim(x)) < 2
}

# Positions in text: numbers, or where they may be renumbered times. What is neither stays as it is for the checks.
position_text <- function(position, renumber, source, call) {
  text <- valid_text(position)
  # Start numbers have thousands, and minutes have fractions: a comma may stand for either.
  numbers <- text_numbers(text, decimal = ".")
  if (may_be_thousands(trim_text(text), ".")) numbers$bad <- grep(point_thousands, trim_text(text))
  if (length(numbers$bad) == 0) {
    # Numbers are sorted as the times are that they may stand for, unless the clock starts anew.
    if (renumber && looks_like_clock(text)) check_clock_turns(text, text_times(text), source, call)
    return(numbers$value)
  }
  times <- text_times(text)
  if (is.null(times)) stop_no_order(text, numbers$bad, renumber, source, call)
  if (!renumber) {
    return(as.POSIXct(times, origin = "1970-01-01", tz = "UTC"))
  }
  check_clock_turns(text, times, source, call)
  times
}

stop_no_order <- function(text, bad, renumber, source, call) {
  odd <- if (all(grepl(clock_time, trim_text(text[bad]), perl = TRUE))) odd_clocks(trim_text(replace(text, -bad, NA)))
  if (!is.null(odd)) bad <- odd$at
  kind <- if (renumber) "numbers, times or dates" else "whole numbers from 1"
  hint <- if (!is.null(odd)) {
    odd$hint
  } else if (any(grepl(comma_number, text[bad]))) {
    "Write thousands without a comma, and fractions with a point."
  } else if (any(grepl(point_thousands, trim_text(text[bad])))) {
    "Write thousands without a point."
  } else {
    "Text has no order of its own, unless it is times such as \"9:30\" or \"2024-05-03 14:05\"."
  }
  stop_at_source(
    bad, "position", paste("hold", kind), source, call, paste0("\"", text[bad], "\""), "seqjudge_error_position",
    hint = c(i = hint, i = "{.code position = \"row order\"} says that the rows are in order.")
  )
}

# Do all cells look like 9.30, hours and minutes with a point?
looks_like_clock <- function(text) {
  text <- trim_text(text)
  text <- text[!is_blank_text(text)]
  length(text) > 0 && all(grepl("^[0-9]{1,2}[.][0-5][0-9]$", text))
}

# 12:15 and then 1:05, or 23:15 and then 0:05: sorting would put what came last first.
check_clock_turns <- function(text, times, source, call) {
  clock <- wall_seconds(text)
  if (is.null(clock) || is.null(times)) {
    return(invisible())
  }
  along <- Filter(function(v) is.atomic(v) && length(v) == length(times), source$within)
  within <- do.call(paste, c(list(rep("", length(times))), lapply(along, function(v) valid_text(as_labels(v)))))
  # Days that go back tell that the rows do not go by time.
  day <- times - clock
  back <- vapply(split(day, within), function(d) is.unsorted(d[!is.na(d)]), NA)
  at <- if (!any(back)) clock_turns(clock, paste(within, day))
  if (length(at) > 0) {
    dated <- any(day != 0, na.rm = TRUE)
    midnight <- if (dated) "write the next date" else "put the date before each time, as in 2024-05-03 14:05"
    stop_at_source(
      at, "position", "tell the order of times, but the clock seems to start anew", source, call,
      paste0("\"", text[at], "\""), c("seqjudge_error_ambiguous", "seqjudge_error_position"),
      hint = c(
        i = paste0("After noon, write 13:05 for 1:05; past midnight, ", midnight, "."),
        i = "{.code position = \"row order\"} says that the rows are in order."
      )
    )
  }
}

check_raw_scores <- function(score, source, call) {
  # A column in which nothing is scored is read as logical.
  if (is.logical(score) && all(is.na(score))) score <- as.double(score)
  expected <- "hold finite numbers, or NA for an item that was seen but not scored"
  as.double(check_column(score, "score", expected, function(x) !is.nan(x) & !is.infinite(x), source, call))
}

check_truth_column <- function(truth, source, call) {
  expected <- "hold finite numbers, the highest for the best item"
  as.double(check_column(truth, "truth", expected, is.finite, source, call))
}

# Sequences ----------------------------------------------------------------------------------------------------------

# Positions that run 1, 2, 3, ... in every sequence, as they are or renumbered. `sorted` is the order by sequence and
# position. The good case costs one comparison; which way it is wrong is only looked into when it is.
check_sequences <- function(evaluator, position, sorted, sizes, source, call) {
  expected <- sequence(sizes)
  if (identical(position[sorted], expected)) {
    inform_renumbered(source, position)
    return(position)
  }
  who <- evaluator$code[sorted]
  at <- position[sorted]
  n <- length(at)
  repeats <- which(c(FALSE, who[-1] == who[-n] & at[-1] == at[-n]))
  if (length(repeats) > 0) stop_repeated_position(evaluator, who, at, sorted, repeats, source, call)
  if (!is.null(source$shown)) {
    inform_renumbered(source)
    return(replace(position, sorted, expected))
  }
  stop_gap(evaluator, who, at, expected, sorted, source, call)
}

# Says so, unless the numbers are what they were.
inform_renumbered <- function(source, position = NULL) {
  as_they_were <- !is.null(position) && isTRUE(all(as_labels(source$shown) == as_labels(position)))
  if (is.null(source$shown) || as_they_were) {
    return(invisible())
  }
  cli::cli_inform(
    "Positions are renumbered 1, 2, 3, ... in the order of {.arg position}.",
    class = "seqjudge_message_positions"
  )
}

stop_repeated_position <- function(evaluator, who, at, sorted, repeats, source, call) {
  first <- repeats[1]
  same <- sorted[who == who[first] & at == at[first]]
  where <- describe_source(source, same)
  name <- evaluator$labels[who[first]]
  position <- if (is.null(source$shown)) at[first] else as_labels(source$shown[same[1]])
  more <- length(unique(who[repeats])) - 1L
  arg <- source$args[["position"]]
  stop_value(
    c(
      "{.arg {arg}} must number the items of each evaluator 1, 2, 3, ..., each once.",
      x = "Evaluator {.val {name}} has position {position} more than once: {where}.",
      more_evaluators(more),
      one_evaluator_hint(source),
      rounds_hint(source)
    ),
    arg, call, source_index(source, sorted[sort(unique(c(repeats, repeats - 1L)))]), "seqjudge_error_position"
  )
}

stop_gap <- function(evaluator, who, at, expected, sorted, source, call) {
  off <- which(at != expected)
  first <- off[!duplicated(who[off])]
  gap <- first[1]
  name <- evaluator$labels[who[gap]]
  where <- describe_source(source, sorted[gap])
  arg <- source$args[["position"]]
  stop_value(
    c(
      "{.arg {arg}} must number the items of each evaluator 1, 2, 3, ..., without gaps.",
      x = "Evaluator {.val {name}} has no position {expected[gap]}; {at[gap]} comes next, at {where}.",
      more_evaluators(length(first) - 1L),
      i = "An item that was seen but not scored needs its place too, with a score of NA.",
      renumber_hint(source)
    ),
    arg, call, source_index(source, sorted[first]), "seqjudge_error_position"
  )
}

more_evaluators <- function(more) {
  if (more > 0) c(x = cli::format_inline("The same holds for {more} other evaluator{?s}."))
}

one_evaluator_hint <- function(source) {
  if (isTRUE(source$alone)) {
    c(i = "If there are several evaluators, say with {.arg evaluator} which column names them.")
  }
}

# What evaluations() can be told, and the other ways in cannot.
rounds_hint <- function(source) {
  if (isTRUE(source$no_rounds)) {
    c(i = "If there were several rounds, say with {.arg round} which column tells them.")
  }
}

renumber_hint <- function(source) {
  if (isTRUE(source$long)) c(i = "If the gaps mean nothing, say so with {.code renumber = TRUE}.")
}

check_items_once <- function(evaluator, item, source, call) {
  n <- length(item$code)
  kinds <- length(item$labels)
  cells <- as.double(length(evaluator$labels)) * kinds
  # A table of all cells is fastest when most are filled; otherwise hashing, which does not care how many there are.
  if (cells <= min(8 * n, .Machine$integer.max)) {
    cell <- (evaluator$code - 1L) * kinds + item$code
    repeated <- any(tabulate(cell, cells) > 1L)
  } else {
    cell <- (evaluator$code - 1) * kinds + item$code
    repeated <- anyDuplicated(cell) > 0
  }
  if (!repeated) {
    return(invisible())
  }
  again <- which(duplicated(cell))
  first <- again[1]
  where <- describe_source(source, which(cell == cell[first]))
  who <- evaluator$labels[evaluator$code[first]]
  what <- item$labels[item$code[first]]
  arg <- source$args[["item"]]
  stop_value(
    c(
      "{.arg {arg}} must have each item at most once for an evaluator.",
      x = "Evaluator {.val {who}} has {.val {what}} more than once: {where}.",
      if (length(unique(cell[again])) > 1) {
        c(x = cli::format_inline("There {?is/are} {length(unique(cell[again])) - 1L} more such case{?s}."))
      },
      i = "If it was shown again, give the second showing a name of its own.",
      one_evaluator_hint(source),
      rounds_hint(source)
    ),
    arg, call, source_index(source, which(cell %in% cell[again])), "seqjudge_error_item"
  )
}

# Scores and their scale ---------------------------------------------------------------------------------------------

resolve_scale <- function(score, scale, source, call) {
  if (is.null(scale)) {
    outside <- which(score < 0 | score > 1)
    if (length(outside) > 0) stop_no_scale(score, outside, source, call)
    return(score_scale("identity"))
  }
  check_on_scale(score, check_scale(scale, call), source, call)
  scale
}

stop_no_scale <- function(score, outside, source, call) {
  where <- describe_source(source, outside, score[outside])
  ends <- format_values(range(score, na.rm = TRUE))
  stop_value(
    "{.arg scale} must be given unless all scores lie from 0 to 1; these go from {ends[1]} to {ends[2]}.",
    "scale", call, source_index(source, outside), "seqjudge_error_scale",
    x = "Outside at {where}.",
    i = "{.code score_scale(\"range\", lower, upper)} for points between two ends,",
    i = "{.code score_scale(\"bins\", k)} for bins, stars or deciles 1 to {.emph k},",
    i = "{.code score_scale(\"percentile\")} when only the order of the scores counts,",
    i = "{.code score_scale(\"identity\")} when they are from 0 to 1 but for noise."
  )
}

check_on_scale <- function(score, scale, source, call) {
  class <- "seqjudge_error_scale"
  if (scale$type == "bins") {
    bad <- which(score < 1 | score > scale$k | score != floor(score))
    expected <- paste("hold whole numbers from 1 to", format_values(scale$k), "on this scale")
    hint <- if (any(score[bad] == 0)) c(i = "Where the lowest bin is called 0, add 1 to the scores.")
    if (length(bad) > 0) stop_at_source(bad, "score", expected, source, call, score[bad], class, hint)
  } else if (scale$type == "range") {
    ends <- sort(c(scale$lower, scale$upper))
    bad <- which(score < ends[1] | score > ends[2])
    expected <- paste("lie from", format_values(ends[1]), "to", format_values(ends[2]), "on this scale")
    if (length(bad) > 0) stop_at_source(bad, "score", expected, source, call, score[bad], class)
  } else if (scale$type == "identity") {
    scored <- score[!is.na(score)]
    warn_scale(list(values = scored, outside = sum(scored < 0 | scored > 1)), source$args[["score"]], call)
  }
}
