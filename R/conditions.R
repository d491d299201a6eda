# Checks of arguments, and the errors they raise. Every error inherits from `seqjudge_error`, names the argument and,
# where values are wrong, the first positions at which they are; the condition carries them as `arg` and `positions`.
#
#   seqjudge_error_type     not the kind of object that was asked for
#   seqjudge_error_shape    lengths or dimensions that do not fit
#   seqjudge_error_value    values that cannot be (missing, infinite, out of range ...)
#   seqjudge_error_ranking  values that do not make a ranking (also a seqjudge_error_value)
#   seqjudge_error_function a function of the user's that failed (also a seqjudge_error_value)

abort_seqjudge <- function(message, class, arg, call, positions = NULL, .envir = parent.frame()) {
  cli::cli_abort(
    message,
    class = c(class, "seqjudge_error"), arg = arg, positions = positions, call = call, .envir = .envir
  )
}

# `...` are further lines of the message, as in `i = "Do this."`.
stop_type <- function(message, arg, call, ..., .envir = parent.frame()) {
  abort_seqjudge(c(message, ...), "seqjudge_error_type", arg, call, .envir = .envir)
}

stop_shape <- function(message, arg, call, ..., .envir = parent.frame()) {
  abort_seqjudge(c(message, ...), "seqjudge_error_shape", arg, call, .envir = .envir)
}

stop_value <- function(message, arg, call, positions = NULL, class = NULL, ..., .envir = parent.frame()) {
  abort_seqjudge(c(message, ...), c(class, "seqjudge_error_value"), arg, call, positions, .envir = .envir)
}

# A message without cli, which takes longer over a sentence than the core over the scores of a judge.
inform_plainly <- function(sentence, class) {
  width <- getOption("cli.condition_width") %||% cli::console_width()
  if (nchar(sentence) >= width) sentence <- paste(strwrap(sentence, width), collapse = "\n")
  rlang::inform(sentence, class = class)
}

# Positions in words -----------------------------------------------------------------------------------------------

n_shown <- 5L

# "position 3 (NA)", "rows 3 (NA) and 7 (Inf)", "[2, 3] (NA)" for row and column: the first few of them, each with its
# value where there is one to show. `at` are the places of these in `values`.
describe_positions <- function(positions, values = NULL, rows = NULL, unit = "position", at = positions) {
  shown <- utils::head(positions, n_shown)
  where <- if (is.null(rows)) shown else paste0("[", (shown - 1) %% rows + 1, ", ", (shown - 1) %/% rows + 1, "]")
  if (!is.null(values)) where <- paste0(where, " (", format_values(values[utils::head(at, n_shown)]), ")")
  if (length(positions) > n_shown) where <- c(where, paste(length(positions) - n_shown, "more"))
  last <- length(where)
  listed <- if (last == 1) where else paste(paste(where[-last], collapse = ", "), "and", where[last])
  if (is.null(rows)) paste0(unit, if (length(positions) > 1) "s", " ", listed) else listed
}

# The second line of an error of value, in which braces among the values mean nothing.
problem_at <- function(...) c(x = gsub("([{}])", "\\1\\1", paste0("Problem at ", describe_positions(...), ".")))

# Stops where there are `bad` positions, with the `values` at them.
check_none <- function(bad, message, arg, call, values = NULL, class = NULL, hint = NULL, ...) {
  if (length(bad) > 0) {
    stop_value(c(message, problem_at(bad, values, ...), hint), arg, call, bad, class, .envir = parent.frame())
  }
}

# What an object is, in words --------------------------------------------------------------------------------------

describe_type <- function(x) {
  if (is.null(x)) {
    "NULL"
  } else if (is.object(x)) {
    cli::format_inline("an object of class {.cls {setdiff(class(x), 'seqjudge_object')}}")
  } else if (is.array(x) && length(dim(x)) > 2) {
    cli::format_inline("an array with {length(dim(x))} dimensions")
  } else if (is.list(x)) {
    "a list"
  } else if (is.function(x)) {
    "a function"
  } else {
    article <- if (grepl("^[aeiou]", typeof(x))) "an" else "a"
    paste(article, typeof(x), if (is.matrix(x)) "matrix" else "vector")
  }
}

# Numbers ----------------------------------------------------------------------------------------------------------

# Classed numbers (dates, 64-bit integers ...) may not be the numbers that they look like.
is_plain_numeric <- function(x) is.numeric(x) && !is.object(x)

# What numbers may have to be: tests of each value of a vector, which is never NA.
whole_from <- function(from, to = Inf) function(x) is.finite(x) & x == floor(x) & x >= from & x <= to

number_from <- function(from) function(x) is.finite(x) & x >= from

number_above <- function(from) function(x) is.finite(x) & x > from

# One number, as a double. `expected` says in words what `valid` tests ("a number from 0"), `subject` what it is that
# must be so.
check_number <- function(x, arg, call, expected, valid = is.finite, subject = cli::format_inline("{.arg {arg}}")) {
  if (!is_plain_numeric(x)) stop_type("{subject} must be {expected}, not {describe_type(x)}.", arg, call)
  if (length(x) != 1) stop_shape("{subject} must be {expected}, not {length(x)} values.", arg, call)
  if (is.na(x) || !valid(x)) stop_value("{subject} must be {expected}, not {format_values(x)}.", arg, call, 1L)
  as.double(x)
}

# A vector of numbers, as doubles. `expected` has its verb ("hold numbers from 0"). Any length will do unless `each`
# says of what there may be a value for each, as in c(evaluator = 3); one value for all is then as good.
check_numbers <- function(x, arg, call, expected, valid = is.finite, each = NULL, unit = "position",
                          subject = cli::format_inline("{.arg {arg}}")) {
  if (!is_plain_numeric(x) || length(dim(x)) > 1) {
    stop_type("{subject} must {expected}, not {describe_type(x)}.", arg, call)
  }
  if (!is.null(each) && !length(x) %in% c(1, each)) {
    one_each <- if (each != 1) paste0(", or one for each of the ", each, " ", names(each), "s")
    stop_shape("{subject} must have one value{one_each}, not {length(x)}.", arg, call)
  }
  if (!isTRUE(all(valid(x)))) stop_bad_numbers(x, arg, call, expected, valid, unit, subject)
  as.double(x)
}

stop_bad_numbers <- function(x, arg, call, expected, valid, unit, subject) {
  bad <- which(!valid(x) %in% TRUE)
  if (length(bad) == 1 && length(x) == 1 && unit == "position") {
    stop_value("{subject} must {expected}, not {format_values(x)}.", arg, call, bad)
  }
  check_none(bad, "{subject} must {expected}.", arg, call, x, unit = unit)
}

# A count: from 1, or from 0, up to what an integer holds.
check_integer <- function(x, arg, call, from = 1) {
  as.integer(check_number(x, arg, call, paste("a whole number from", from), whole_from(from, .Machine$integer.max)))
}

check_level <- function(level, call) {
  check_number(level, "level", call, "a number between 0 and 1", function(p) p > 0 && p < 1)
}

# Checks -----------------------------------------------------------------------------------------------------------

# Numbers in a vector, or in a matrix with one evaluator per row. Returns the values as doubles with the number of rows
# and columns: a vector is one row.
check_rows <- function(x, arg, call) {
  expected <- "a numeric vector, or a numeric matrix with one evaluator per row"
  if (missing(x)) stop_type("{.arg {arg}} must be given: {expected}.", arg, call)
  if (!is_plain_numeric(x)) stop_no_numbers(x, expected, arg, call)
  check_countable(x, arg, call)
  size <- dim(x)
  if (length(size) < 2) {
    return(list(values = as.double(x), rows = 1L, columns = length(x), is_matrix = FALSE, names = names(x)))
  }
  if (length(size) > 2) stop_shape("{.arg {arg}} must be {expected}, not {describe_type(x)}.", arg, call)
  if (size[2] == 0) {
    stop_shape("{.arg {arg}} must have at least one column, not {size[1]} row{?s} and no columns.", arg, call)
  }
  # Taking the dimensions off would copy a matrix.
  values <- if (is.double(x)) x else as.double(x)
  list(values = values, rows = size[1], columns = size[2], is_matrix = TRUE, names = dimnames(x))
}

stop_no_numbers <- function(x, expected, arg, call) {
  hint <- NULL
  if (is.data.frame(x)) hint <- c(i = "Convert it with {.fn as.matrix} if each row is an evaluator.")
  if (is.factor(x)) hint <- c(i = "The codes of a factor are not numbers; convert its labels yourself.")
  stop_type(c("{.arg {arg}} must be {expected}, not {describe_type(x)}.", hint), arg, call)
}

# Ranks and positions are integers.
check_countable <- function(x, arg, call) {
  if (length(x) > .Machine$integer.max) {
    stop_shape("{.arg {arg}} must have at most 2^31 - 1 values, not {length(x)}.", arg, call)
  }
}

# Puts values computed from check_rows() back in the shape of the input.
restore_shape <- function(values, x) {
  if (x$is_matrix) {
    # Attributes that are set one by one would copy the values.
    structure(values, dim = c(x$rows, x$columns), dimnames = x$names)
  } else {
    names(values) <- x$names
    values
  }
}

stop_bad_positions <- function(bad, x, expected, arg, call, class = NULL, hint = NULL) {
  check_none(bad, "{.arg {arg}} must {expected}.", arg, call, x$values, class, hint, rows = if (x$is_matrix) x$rows)
}

check_scores <- function(scores, arg = "scores", call = rlang::caller_env(), threads = 1L) {
  x <- check_rows(scores, arg, call)
  odd <- cpp_count_odd_scores(x$values, threads)
  if (odd[1] > 0) stop_bad_positions(which(!is.finite(x$values)), x, "hold finite numbers", arg, call)
  x$outside <- odd[2]
  x
}

# Correction needs scores on the model's scale; scores in points would all be clamped to the top without a word.
warn_scale <- function(x, arg = "scores", call = rlang::caller_env()) {
  if (x$outside > length(x$values) / 2) {
    cli::cli_warn(
      c(
        "Most of {.arg {arg}} lie outside 0 to 1, where a score is the share of items that an item beats.",
        i = "Say what they mean, for instance by {.code scale = score_scale(\"range\", lower, upper)}."
      ),
      class = "seqjudge_warning_scale", call = call
    )
  }
}

check_ranking <- function(ranking, arg = "ranking", call = rlang::caller_env()) {
  x <- check_rows(ranking, arg, call)
  bad_row <- cpp_first_non_ranking(x$values, x$rows)
  if (bad_row > 0) stop_not_a_ranking(x, bad_row, arg, call)
  x
}

stop_not_a_ranking <- function(x, row, arg, call) {
  n <- x$columns
  at <- row + (seq_len(n) - 1L) * x$rows
  values <- x$values[at]
  bad <- which(!is.finite(values))
  if (length(bad) == 0) bad <- which(values < 1 | values > n | values * 2 != round(values * 2))
  # What is left are ranks that occur too often or too rarely: compare with the nearest true ranking.
  if (length(bad) == 0) bad <- which(values != rank(values))
  expected <- cli::format_inline(
    "hold the ranks 1 to {n}, each once (tied items may share a rank, as {.fn rank} has it)"
  )
  stop_bad_positions(
    at[bad], x, expected, arg, call,
    class = "seqjudge_error_ranking",
    hint = c(i = "To rank scores or sizes, use {.fn rank}; the best item has the highest rank.")
  )
}

check_relative <- function(relative, prior_size, arg = "relative", call = rlang::caller_env()) {
  x <- check_rows(relative, arg, call)
  prior <- check_prior_size(prior_size, x, finite = TRUE, call = call)
  position <- rep(seq_len(x$columns), each = x$rows)
  bad <- which(!(is.finite(x$values) & x$values >= 1 & x$values == floor(x$values) & x$values <= prior + position))
  if (length(bad) > 0) {
    limit <- if (all(prior == 0)) "its position" else "{.arg prior_size} plus its position"
    expected <- cli::format_inline("hold whole numbers, each from 1 to ", limit)
    stop_bad_positions(bad, x, expected, arg, call, class = "seqjudge_error_ranking")
  }
  x$prior <- prior
  x
}

max_prior_size <- 2^52

# One whole number from 0, or Inf; for a matrix `x` also one for each row, or for each of what `each` counts.
check_prior_size <- function(prior_size, x = NULL, finite = FALSE, arg = "prior_size", call = rlang::caller_env(),
                             each = if (x$is_matrix) c(row = x$rows) else 1) {
  check_numbers(
    prior_size, arg, call, paste0("be a whole number from 0 to 2^52", if (!finite) ", or Inf"),
    if (finite) is_finite_size else is_prior_size, each
  )
}

is_finite_size <- whole_from(0, max_prior_size)

is_prior_size <- function(x) is_finite_size(x) | (is.infinite(x) & x > 0)

# Two arguments that belong together: the same number of items and, where both are matrices, of evaluators.
check_same_shape <- function(x, y, arg_x, arg_y, call = rlang::caller_env()) {
  if (x$columns != y$columns || (x$is_matrix && y$is_matrix && x$rows != y$rows)) {
    stop_shape(
      "{.arg {arg_x}} and {.arg {arg_y}} must speak of the same items, in the same order of presentation.", arg_y, call,
      x = "{.arg {arg_x}} has {describe_shape(x)}, {.arg {arg_y}} has {describe_shape(y)}."
    )
  }
  if (!x$is_matrix && !y$is_matrix) check_same_names(x$names, y$names, arg_x, arg_y, call)
}

describe_shape <- function(x) {
  if (x$is_matrix) {
    cli::format_inline("{x$rows} row{?s} and {x$columns} column{?s}")
  } else {
    cli::format_inline("{x$columns} value{?s}")
  }
}

# The same names in another order: comparing by position would be wrong without a word.
check_same_names <- function(x, y, arg_x, arg_y, call) {
  if (is.null(x) || is.null(y) || !setequal(x, y)) {
    return()
  }
  differ <- utils::head(which(x != y), 1)
  if (length(differ) > 0) {
    stop_shape(
      "{.arg {arg_x}} and {.arg {arg_y}} must name the items in the same order.", arg_y, call,
      x = "At position {differ} they name {.val {x[differ]}} and {.val {y[differ]}}.",
      i = "Use {.code {arg_y}[names({arg_x})]} to bring them together."
    )
  }
}

check_flag <- function(x, arg, call = rlang::caller_env()) {
  if (!is.logical(x) || length(x) != 1 || is.na(x)) stop_type("{.arg {arg}} must be TRUE or FALSE.", arg, call)
  x
}

# A string that can be the name of a file, or of a table.
is_path <- function(x) rlang::is_string(x) && nzchar(x) && Encoding(x) != "bytes" && validEnc(x)

# Like match.arg(), with an error of ours.
check_choice <- function(x, choices, arg, call = rlang::caller_env()) {
  if (identical(x, choices)) {
    return(choices[1])
  }
  if (!rlang::is_string(x)) stop_type("{.arg {arg}} must be one of {.or {.val {choices}}}.", arg, call)
  if (!x %in% choices) stop_value("{.arg {arg}} must be one of {.or {.val {choices}}}, not {.val {x}}.", arg, call, 1L)
  unname(x)
}

# How many rows to show: any count, or Inf for all.
check_shown <- function(n, call) {
  if (identical(n, Inf)) n else check_integer(n, "n", call, from = 0)
}

# Calls a function of the user's; an error in it becomes one of ours that says whose it was.
call_own <- function(f, arg, call, ...) {
  tryCatch(f(...), error = function(error) {
    cli::cli_abort(
      "{.arg {arg}}, a function, failed when it was called.",
      class = c("seqjudge_error_function", "seqjudge_error_value", "seqjudge_error"), arg = arg, parent = error,
      call = call
    )
  })
}

# Rows of a matrix, by name or number, as the `parm` of confint().
check_parm <- function(parm, names, call) {
  plain <- !is.object(parm) && is.null(dim(parm))
  at <- if (plain && is.character(parm)) {
    match(parm, names)
  } else if (plain && is.numeric(parm)) {
    match(parm, seq_along(names))
  } else {
    stop_type("{.arg parm} must hold names or numbers, not {describe_type(parm)}.", "parm", call)
  }
  message <- "{.arg parm} must hold names, or numbers up to {length(names)}, of what there is."
  check_none(which(is.na(at)), message, "parm", call, parm)
  at
}

# Arguments that are taken for one another, or were once called so.
look_alikes <- list(
  prior_size = "prior", prior = "prior_size", noise = "noise_type", noise_type = "noise", ties = "share_places",
  share_places = "ties", top = "k", k = "top"
)

# Functions whose `...` takes nothing. Returns `call`, the caller's frame, which holds the arguments that it does take.
check_no_more <- function(dots, call) {
  if (length(dots) == 0) {
    return(invisible(call))
  }
  extra <- names(dots) %||% rep("", length(dots))
  extra <- ifelse(extra == "", paste0("..", seq_along(dots)), extra)
  meant <- as.character(unlist(look_alikes[extra]))
  if (is.environment(call)) meant <- meant[rlang::env_has(call, meant)]
  hint <- if (length(meant) > 0) "Did you mean {.arg {meant}}?"
  stop_value("Unexpected argument{cli::qty(length(extra))}{?s}: {.arg {extra}}.", "...", call, i = hint)
}
