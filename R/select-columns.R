# Choosing several columns of a data frame as users of the tidyverse know it: bare names, strings, `a:d`, `-a`, `!a`,
# numbers, and starts_with() and its like. Returns the names of the columns chosen, in the order asked for.

select_columns <- function(quo, data, arg, call) {
  expr <- rlang::quo_get_expr(quo)
  mask <- selection_mask(names(data))
  check_chosen_names(expr, quo, data, arg, call)
  chosen <- tryCatch(rlang::eval_tidy(quo, mask), error = function(e) {
    stop_value(
      "{.arg {arg}} must choose columns of {.arg data}.", arg, call, NULL, "seqjudge_error_column",
      x = "{.code {rlang::as_label(expr)}} cannot be computed: {conditionMessage(e)}",
      i = "Name them, as in {.code {arg} = c(Ann, Ben)}, or say from which to which: {.code {arg} = Ann:Dora}."
    )
  })
  # As in dplyr, what is left out alone leaves the rest.
  at <- chosen_index(chosen, data, arg, call)
  labels <- names(at)
  at <- if (length(at) > 0 && all(at < 0)) setdiff(seq_along(data), -at) else at[at > 0]
  if (length(at) == 0) {
    stop_value("{.arg {arg}} must choose at least one column of {.arg data}.", arg, call, NULL, "seqjudge_error_column")
  }
  at <- at[!duplicated(at)]
  named <- !is.null(labels) && !is.null(names(at))
  own <- if (named) ifelse(names(at) == "", names(data)[at], names(at)) else names(data)[at]
  if (arg != "position") check_columns_named(own, at, arg, call)
  stats::setNames(unname(at), own)
}

# The names of columns become names of evaluators or criteria.
check_columns_named <- function(names, at, arg, call) {
  text <- !is.na(names) & validEnc(names) & Encoding(names) != "bytes"
  bad <- at[!text | !nzchar(names)]
  if (length(bad) > 0) {
    where <- describe_positions(bad, unit = "column")
    stop_value(
      "{.arg {arg}} must choose columns that have names, which are valid text.", arg, call, bad,
      "seqjudge_error_column",
      x = "Problem at {where}.", i = "Give them names, as in {.code {arg} = c(Ann = 3, Ben = 4)}."
    )
  }
}

# Evaluators and criteria are told apart by the names of their columns.
check_names_apart <- function(columns, arg, call) {
  names <- trim_names(names(columns))
  twice <- names[duplicated(names)]
  if (length(twice) > 0) {
    at <- unname(columns[names == twice[1]])
    again <- paste0("\"", gsub("([{}])", "\\1\\1", twice[1]), c(" 1", " 2"), "\" = ", at[1:2], collapse = ", ")
    stop_value(
      "{.arg {arg}} must choose columns with names of their own, but columns {at} are called {.val {twice[1]}}.", arg,
      call, at, "seqjudge_error_column",
      i = paste0("Give them other names, as in {.code {arg} = c(", again, ")}.")
    )
  }
}

# Numbers of columns, from numbers, strings or a mixture of them.
chosen_index <- function(chosen, data, arg, call) {
  if (is.character(chosen) && is.null(dim(chosen))) {
    unknown <- chosen[!chosen %in% names(data)]
    if (length(unknown) > 0) {
      stop_value(
        "{.arg {arg}} must name columns of {.arg data}, not {.val {unknown[1]}}.", arg, call, NULL,
        "seqjudge_error_column",
        x = "It has {.val {names(data)}}."
      )
    }
    for (name in intersect(chosen, names(data)[duplicated(names(data))])) {
      column_name(rlang::new_quosure(name), data, arg, call)
    }
    chosen <- as_column_numbers(chosen, names(data))
  }
  if (!is_plain_numeric(chosen) || !is.null(dim(chosen))) {
    stop_type("{.arg {arg}} must choose columns of {.arg data}, not be {describe_type(chosen)}.", arg, call)
  }
  bad <- which(is.na(chosen) | chosen == 0 | abs(chosen) > length(data) | chosen != floor(chosen))
  if (length(bad) > 0) {
    stop_value(
      "{.arg {arg}} must choose columns of {.arg data}, which has {length(data)}.", arg, call, bad,
      "seqjudge_error_column"
    )
  }
  stats::setNames(as.integer(chosen), names(chosen))
}

as_column_numbers <- function(x, names) {
  at <- match(x, names)
  if (anyNA(at)) rlang::abort(paste0("there is no column \"", x[is.na(at)][1], "\""))
  twice <- x[x %in% names[duplicated(names)]]
  if (length(twice) > 0) rlang::abort(paste0(sum(names %in% twice[1]), " columns are called \"", twice[1], "\""))
  stats::setNames(at, names(x))
}

# Bare names and strings that are no columns, or several, get the errors that single columns get.
check_chosen_names <- function(expr, quo, data, arg, call) {
  if (rlang::is_symbol(expr) || rlang::is_string(expr)) {
    check_not_variable(expr, quo, data, arg, call)
    column_name(rlang::new_quosure(expr, rlang::quo_get_env(quo)), data, arg, call)
  } else if (rlang::is_call(expr, c("c", "-", "!", ":", "("))) {
    for (part in as.list(expr)[-1]) {
      if (rlang::is_quosure(part)) part <- rlang::quo_get_expr(part)
      if (!rlang::is_missing(part)) check_chosen_names(part, quo, data, arg, call)
    }
  }
}

# A variable that holds names of columns: say how to pass them on, rather than guess.
check_not_variable <- function(expr, quo, data, arg, call) {
  name <- as.character(expr)
  if (!rlang::is_symbol(expr) || name %in% names(data)) {
    return(invisible())
  }
  value <- rlang::env_get(rlang::quo_get_env(quo), name, NULL, inherit = TRUE)
  if (is.character(value) && length(value) > 0 && all(value %in% names(data))) {
    stop_value(
      "{.arg {arg}} must name columns of {.arg data}, not {.val {name}}.", arg, call, NULL, "seqjudge_error_column",
      i = "For the columns that the variable names, use {.code {arg} = !!{name}}."
    )
  }
}

# Columns stand before helpers: R looks past what is no function where it needs one, so that `c(a, c)` takes a column
# called c, and combines it with the helper of that name.
selection_mask <- function(names) {
  helpers <- rlang::env(!!!selection_helpers(names))
  named <- !duplicated(names) & !is.na(names) & names != ""
  columns <- rlang::env(helpers, !!!stats::setNames(as.list(seq_along(names)), names)[named])
  rlang::new_data_mask(columns, helpers)
}

selection_helpers <- function(names) {
  force(names)
  number <- function(x) if (is.character(x)) as_column_numbers(x, names) else x
  # What is no text has no pattern.
  text <- valid_text(names)
  by_pattern <- function(match, test) which(vapply(text, function(n) any(test(n, match)), logical(1)))
  list(
    starts_with = function(match, ...) unname(by_pattern(match, function(n, m) startsWith(tolower(n), tolower(m)))),
    ends_with = function(match, ...) unname(by_pattern(match, function(n, m) endsWith(tolower(n), tolower(m)))),
    contains = function(match, ...) {
      unname(by_pattern(match, function(n, m) vapply(tolower(m), grepl, NA, tolower(n), fixed = TRUE)))
    },
    matches = function(match, ...) grep(match, text, ignore.case = TRUE),
    everything = function(...) seq_along(names),
    last_col = function(...) length(names),
    all_of = function(x) as_column_numbers(x, names),
    any_of = function(x) as_column_numbers(x[x %in% names], names),
    c = function(...) {
      # Strings may be patterns, as in starts_with(c("A", "B")).
      if (all(vapply(list(...), is.character, NA))) {
        return(unlist(list(...)))
      }
      out <- unlist(lapply(list(...), number))
      # c(-a, -b), and c(a:d, -b): what is left out goes from what is there.
      if (any(out > 0) && any(out < 0)) out[out > 0 & !out %in% -out[out < 0]] else out
    },
    `-` = function(x) -number(x),
    `!` = function(x) setdiff(seq_along(names), number(x)),
    `:` = function(a, b) seq.int(number(a), number(b))
  )
}
