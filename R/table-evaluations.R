# Tables as organisers have them: items in rows and evaluators in columns, or a row for each score, with what people put
# into spreadsheets beside that. table_evaluations() brings them into long form, from which build_evaluations() goes on.
# A `table` is the data frame without the rows that are left out (`data`), with the number that each row has for the
# user (`row`) and what such a row is called (`unit`). A `long` has a value for each score: who, item, when, round,
# criterion, score, and the number of its row in the table (`at`).

table_evaluations <- function(data, quos, options, call) {
  given <- !vapply(quos, function(quo) rlang::quo_is_missing(quo) || rlang::quo_is_null(quo), logical(1))
  table <- table_rows(data, options$drop_rows, call)
  check_roles_given(given, data, call)
  wide <- given[["evaluators"]]
  long <- if (wide) wide_table(table, quos, given, options, call) else long_table(table, quos, given, options, call)
  source <- table_source(long, table, wide, given)
  long <- with_settled_names(long, source, call)
  long <- with_positions(long, options, source, call)
  source$index <- table$row[long$at]
  source$of <- if (wide) as_labels(long$who)
  source$shown <- if (options$renumber) long$shown
  settled <- settle_criteria(long, options, source, call)
  source$index <- table$row[settled$at]
  source$of <- if (wide) as_labels(settled$who)
  if (options$strict) check_direction(settled, options$scale, settled$scale, source, call)
  further <- c(settled$further, lapply(kept_columns(table$data, options$keep, call), function(v) v[settled$at]))
  build <- function(part, when) {
    build_evaluations(
      settled$who[part], settled$item[part], when[part], settled$score[part], settled$scale, some_source(source, part),
      call, lapply(further, function(v) v[part]), settled$round[part]
    )
  }
  all <- seq_along(settled$score)
  built <- build(all, settled$when)
  unscored <- is.na(settled$score)
  if (wide && any(unscored)) {
    inform_blank(settled, options$blank)
    # Every position was looked at above; those that are left are numbered anew.
    if (options$blank == "unseen") built <- build(which(!unscored), renumbered(settled, !unscored))
  }
  with_words(with_order(built, options$order), quos)
}

# Rows -----------------------------------------------------------------------------------------------------------------

table_rows <- function(data, drop_rows, call) {
  numbered <- row_numbers(data)
  row <- numbered$row
  unit <- numbered$unit
  for (k in which(vapply(data, inherits, NA, "integer64"))) data[[k]] <- plain64(data[[k]])
  left <- rep(TRUE, nrow(data))
  if (!is.null(drop_rows)) {
    check_numbers(drop_rows, "drop_rows", call, "hold numbers of rows", whole_from(1))
    unknown <- which(!drop_rows %in% row)
    check_none(unknown, "{.arg drop_rows} must hold numbers of rows of the table.", "drop_rows", call, drop_rows)
    left <- !row %in% drop_rows
  }
  blank <- left & blank_rows(data)
  if (any(blank)) {
    shown <- describe_positions(row[blank], unit = unit)
    inform_table("{cli::qty(sum(blank))}Blank and left out: {shown}.")
  }
  keep <- left & !blank
  list(data = as.data.frame(data)[keep, , drop = FALSE], row = row[keep], unit = unit)
}

# The number that each row has for the user, and what it counts: lines of a file, or rows of a data frame. The attribute
# outlives sorting; row names are sorted with the rows, or lost, and then no line has the number 1 of the first row.
row_numbers <- function(data) {
  own <- attr(data, "row.names")
  if (is.integer(own) && all(own %in% attr(data, "lines"))) {
    list(row = own, unit = attr(data, "unit") %||% "row")
  } else {
    list(row = seq_len(nrow(data)), unit = "row")
  }
}

blank_rows <- function(data) {
  if (length(data) == 0) {
    return(rep(FALSE, nrow(data)))
  }
  blank <- lapply(data, function(column) {
    if (!is.atomic(column) || length(dim(column)) > 1) {
      rep(FALSE, nrow(data))
    } else if (is.character(column) || is.factor(column)) {
      # Text that is no text is left for the checks to come.
      text <- as.character(column)
      valid <- validEnc(text) & Encoding(text) != "bytes"
      is.na(text) | (valid & !nzchar(gsub("[[:space:]]", "", text, useBytes = TRUE)))
    } else {
      is.na(column)
    }
  })
  Reduce(`&`, blank)
}

# Which columns were named -------------------------------------------------------------------------------------------

check_roles_given <- function(given, data, call) {
  hint <- c(i = "{.code guess_columns(data)} says what the columns look like.")
  if (!given[["item"]]) stop_column_not_given("item", "the items", call, hint)
  if (given[["evaluators"]] && (given[["score"]] || given[["evaluator"]])) {
    stop_value(
      "{.arg evaluators} must be left out where {.arg {if (given[['score']]) 'score' else 'evaluator'}} is given.",
      "evaluators", call, NULL, "seqjudge_error_ambiguous",
      i = "{.arg evaluators}: a column of scores for each evaluator, items in rows.",
      i = "{.arg evaluator} and {.arg score}: a row for each score, and a column that says whose it is."
    )
  }
  if (!given[["evaluators"]] && !given[["score"]] && !given[["criteria"]]) {
    stop_value(
      "{.arg evaluators} must be given: the columns of scores, one for each evaluator.", "evaluators", call, NULL,
      "seqjudge_error_column", guessed_evaluators(data),
      i = "Or, for a table with a row for each score, {.arg evaluator} and {.arg score}."
    )
  }
  if (!given[["position"]]) {
    stop_value(
      "{.arg position} must be given: the column with the running order, 1 for what was seen first.", "position", call,
      NULL, "seqjudge_error_column",
      i = "{.code position = \"row order\"} if the rows are in the order in which the items were seen;",
      i = "as many columns as {.arg evaluators}, if they saw the items in orders of their own."
    )
  }
}

guessed_evaluators <- function(data) {
  guess <- tryCatch(guess_columns(data), error = function(e) NULL)
  if (is.null(guess) || guess$form != "wide" || length(guess$evaluators) == 0) {
    return(c(i = "Name them, as in {.code evaluators = c(Ann, Ben)}."))
  }
  shown <- gsub("([{}])", "\\1\\1", code_names(guess$evaluators))
  c(i = paste0("They may be {.code evaluators = ", shown, "}."))
}

# A column with one value in each row: rep() would lay a matrix out.
flat_values <- function(quo, data, arg, call) flat_column(column_values(quo, data, arg, call), arg, call)

flat_column <- function(values, arg, call) {
  if (inherits(values, "POSIXlt")) values <- as.POSIXct(values)
  if (!is.atomic(values) || is.null(values) || length(dim(values)) > 1) {
    stop_type("{.arg {arg}} must have one value in each row, not be {describe_type(values)}.", arg, call)
  }
  values
}

row_order_words <- c(".row", "row order")

says_row_order <- function(quo, data, call) {
  expr <- rlang::quo_get_expr(quo)
  rlang::is_string(expr) && expr %in% row_order_words && !expr %in% names(data)
}

# Several columns are chosen, or one is computed?
is_selection <- function(quo) {
  choosing <- c("c", ":", "starts_with", "ends_with", "contains", "matches", "all_of", "any_of", "everything")
  rlang::is_call(rlang::quo_get_expr(quo), choosing)
}

# Items in rows, evaluators in columns -------------------------------------------------------------------------------

wide_table <- function(table, quos, given, options, call) {
  data <- table$data
  n <- nrow(data)
  item <- flat_values(quos$item, data, "item", call)
  columns <- select_columns(quos$evaluators, data, "evaluators", call)
  check_names_apart(columns, "evaluators", call)
  check_item_column(quos$item, item, columns, table, options, call)
  check_columns_apart(columns, "evaluators", quos, table, options, call)
  scores <- table_numbers(data[columns], names(columns), table, "evaluators", options$scale, call)
  round <- if (given[["round"]]) flat_values(quos$round, data, "round", call)
  if (options$strict) {
    check_total_rows(item, scores, table, call)
    check_total_columns(scores, table, call)
  }
  check_has_scores(scores, call)
  long <- list(
    who = rep(names(columns), each = n), item = rep(item, length(columns)), score = as.vector(scores),
    round = if (!is.null(round)) rep(round, length(columns)), at = rep(seq_len(n), length(columns)), wide = TRUE
  )
  long$when <- wide_positions(table, quos$position, columns, call)
  long$in_rows <- is.null(long$when)
  if (given[["criterion"]]) {
    long$criterion <- rep(flat_values(quos$criterion, data, "criterion", call), length(columns))
  } else if (!is.null(options$split)) {
    parts <- split_names(names(columns), options$split, call)
    long$who <- rep(parts$who, each = n)
    long$criterion <- rep(parts$criterion, each = n)
  }
  long
}

# "Ann: taste" to Ann and taste.
split_names <- function(names, split, call) {
  if (!is_path(split)) {
    stop_type("{.arg split} must be a string that stands between evaluator and criterion.", "split", call)
  }
  at <- regexpr(split, names, fixed = TRUE)
  check_none(
    which(at < 2 | at + nchar(split) > nchar(names)),
    "{.arg split} must stand between evaluator and criterion in the names of all columns of {.arg evaluators}.",
    "split", call, names
  )
  list(who = trim_text(substr(names, 1, at - 1)), criterion = trim_text(substring(names, at + nchar(split))))
}

# A position for each score, or NULL for the order of the rows.
wide_positions <- function(table, quo, columns, call) {
  data <- table$data
  if (says_row_order(quo, data, call)) {
    return(NULL)
  }
  if (!is_selection(quo)) {
    return(rep(flat_values(quo, data, "position", call), length(columns)))
  }
  own <- select_columns(quo, data, "position", call)
  if (length(own) == 1) {
    return(rep(flat_column(data[[own]], "position", call), length(columns)))
  }
  if (length(own) != length(columns)) {
    stop_shape(
      "{.arg position} must be one column, or one for each of the {length(columns)} evaluator{?s}, not {length(own)}.",
      "position", call
    )
  }
  at <- match_order_columns(names(own), names(columns))
  if (is.null(at)) stop_which_order(names(own), names(columns), call)
  join_positions(data[own[at]], call)
}

stop_which_order <- function(own, evaluators, call) {
  stop_value(
    "{.arg position} must have a column for each evaluator, but it cannot be told from the names whose is which.",
    "position", call, NULL, "seqjudge_error_ambiguous",
    x = "Columns {.val {own}} for {.val {evaluators}}.",
    i = "Say it by names, as in {.code position = c({code_names(evaluators[1])} = {code_names(own[1])}, ...)}."
  )
}

# Columns of one kind are joined as they are, others as text.
join_positions <- function(columns, call) {
  columns <- lapply(unname(as.list(columns)), function(column) {
    column <- flat_column(column, "position", call)
    if (is.factor(column)) as.character(column) else column
  })
  kinds <- lapply(columns, function(column) if (is_plain_numeric(column)) "number" else class(column))
  if (length(unique(kinds)) > 1) columns <- lapply(columns, as_labels)
  do.call(c, columns)
}

# The number of the column of orders of each evaluator: that which has the evaluator's name in its own. Where not each
# of them has, they stand in the same order; NULL where that would give a column to another than it names.
match_order_columns <- function(own, evaluators) {
  own <- name_words(own)
  evaluators <- name_words(evaluators)
  as_words <- longest_inside(own, evaluators)
  for (inside in list(as_words, longest_inside(own, trim_text(evaluators)))) {
    if (all(rowSums(inside) == 1) && all(colSums(inside) == 1)) {
      return(max.col(t(inside), "first"))
    }
  }
  by_number <- match(last_number(evaluators), last_number(own))
  if (!anyNA(by_number) && anyDuplicated(by_number) == 0) {
    return(by_number)
  }
  # Parts of words are too weak a sign to be held against this: "order" has a D, an E and an R in it.
  if (all(diag(as_words)[rowSums(as_words) > 0])) seq_along(own)
}

# 2 of " judge 2 "; names without a number have one of their own, which no other has.
last_number <- function(words) {
  number <- sub("^.*?([0-9]+) $", "\\1", words, perl = TRUE)
  ifelse(grepl("^[0-9]+$", number), sub("^0+(?=.)", "", number, perl = TRUE), words)
}

# " ord joanna " for "ord_Joanna" and "ordJoanna", so that words can be looked for.
name_words <- function(names) {
  text <- gsub("([[:lower:]])([[:upper:]])", "\\1 \\2", ifelse(is.na(names), "", valid_text(names)))
  paste0(" ", trim_text(gsub("[^[:alnum:]]+", " ", tolower(text))), " ")
}

# Which names are inside which columns' names, of several only the longest: Joanna rather than Ann.
longest_inside <- function(own, names) {
  inside <- vapply(names, FUN.VALUE = logical(length(own)), function(name) {
    nzchar(trim_text(name)) & grepl(name, own, fixed = TRUE)
  })
  inside <- matrix(inside, length(own))
  length <- inside * rep(nchar(names), each = length(own))
  inside & length == apply(length, 1, max)
}

# A row for each score -------------------------------------------------------------------------------------------------

long_table <- function(table, quos, given, options, call) {
  data <- table$data
  n <- nrow(data)
  item <- flat_values(quos$item, data, "item", call)
  who <- if (given[["evaluator"]]) flat_values(quos$evaluator, data, "evaluator", call) else rep.int(1L, n)
  round <- if (given[["round"]]) flat_values(quos$round, data, "round", call)
  when <- if (says_row_order(quos$position, data, call)) {
    seq_len(n)
  } else {
    flat_values(quos$position, data, "position", call)
  }
  role <- if (given[["criteria"]]) "criteria" else "score"
  columns <- if (given[["criteria"]]) select_columns(quos$criteria, data, "criteria", call)
  if (given[["criteria"]]) check_names_apart(columns, "criteria", call)
  own <- if (given[["criteria"]]) columns else match(columns_of(quos$score, data, call), names(data))
  check_columns_apart(own, role, quos, table, options, call)
  values <- if (given[["criteria"]]) data[columns] else list(column_values(quos$score, data, "score", call))
  score <- rlang::quo_get_expr(quos$score)
  label <- if (given[["criteria"]]) names(columns) else if (rlang::is_string(score)) score else rlang::as_label(score)
  scores <- table_numbers(values, label, table, role, options$scale, call)
  if (options$strict) {
    check_total_rows(item, scores, table, call, by_value = FALSE)
    check_total_evaluators(who, table, call)
  }
  times <- max(1L, length(columns))
  list(
    who = rep(who, times), item = rep(item, times), when = rep(when, times),
    round = if (!is.null(round)) rep(round, times), score = as.vector(scores), at = rep(seq_len(n), times),
    criterion = if (given[["criteria"]]) {
      rep(names(columns), each = n)
    } else if (given[["criterion"]]) {
      flat_values(quos$criterion, data, "criterion", call)
    },
    wide = FALSE, in_rows = says_row_order(quos$position, data, call)
  )
}

# Values ---------------------------------------------------------------------------------------------------------------

# Columns of scores as a matrix of numbers. Text is read as people write numbers; what is none stops with its row.
table_numbers <- function(columns, label, table, arg, scale, call) {
  text <- vapply(columns, holds_text, NA)
  for (k in which(!text)) check_score_column(columns[[k]], label[k], arg, call)
  words <- lapply(columns[text], function(v) valid_text(as.character(v)))
  together <- plain_fractions(trim_text(unlist(words, use.names = FALSE)))
  decimal <- if (may_be_thousands(together)) "." else decimal_mark(together)
  read <- lapply(words, text_numbers, decimal = decimal)
  for (k in seq_along(read)) {
    if (length(read[[k]]$bad) > 0) {
      stop_not_numbers(read[[k]]$bad, words[[k]], label[text][k], decimal, table, arg, call)
    }
  }
  if (may_be_thousands(together, ".")) check_no_thousands(words, label[text], scale, table, arg, call)
  if (any(vapply(read, function(r) r$comma, NA))) inform_table("Commas are read as decimal points.")
  values <- lapply(columns[!text], as.double)
  all <- vector("list", length(columns))
  all[text] <- lapply(read, `[[`, "value")
  all[!text] <- values
  matrix(as.double(unlist(all)), nrow(table$data), length(columns), dimnames = list(NULL, label))
}

# 1.234 beside 987 may be 1234: where the scale has room for that, nobody knows.
check_no_thousands <- function(words, label, scale, table, arg, call) {
  of_thousands <- lapply(words, function(w) which(grepl(point_thousands, trim_text(w))))
  large <- as.double(gsub(".", "", trim_text(unlist(Map(`[`, words, of_thousands))), fixed = TRUE))
  if (!has_room(scale, large)) {
    return(invisible())
  }
  k <- which(lengths(of_thousands) > 0)[1]
  bad <- of_thousands[[k]]
  where <- describe_positions(table$row[bad], paste0("\"", words[[k]][bad], "\""), NULL, table$unit, seq_along(bad))
  plain <- gsub(".", "", trim_text(words[[k]][bad[1]]), fixed = TRUE)
  stop_value(
    "{.arg {arg}} must choose columns of numbers, but in {.val {label[k]}} points may stand behind thousands.", arg,
    call, table$row[bad], c("seqjudge_error_ambiguous", "seqjudge_error_table"),
    x = "Problem at {where}, beside numbers that are much larger if these are fractions.",
    i = "Write thousands without a point, as in {.code {plain}}, and fractions with more digits, or fewer."
  )
}

# Does a scale, or one of those of the evaluators, hold such values?
has_room <- function(scale, values) {
  parts <- if (inherits(scale, "seqjudge_scale")) list(scale) else lapply(as.list(scale), as_range)
  any(vapply(parts, FUN.VALUE = NA, function(s) {
    of_range <- inherits(s, "seqjudge_scale") && identical(s$type, "range")
    of_order <- inherits(s, "seqjudge_scale") && identical(s$type, "percentile")
    of_order || (of_range && all(values >= min(s$lower, s$upper) & values <= max(s$lower, s$upper)))
  }))
}

valid_text <- function(x) {
  broken <- !is.na(x) & (!validEnc(x) | Encoding(x) == "bytes")
  x[broken] <- "\ufffd"
  x
}

check_score_column <- function(column, label, arg, call) {
  if (holds_numbers(column) || holds_nothing(column)) {
    return(invisible())
  }
  hint <- if (inherits(column, c("Date", "POSIXt"))) {
    c(i = "Spreadsheets turn 7.5 or 7/5 into a date: set the cells to plain numbers there, and write them again.")
  }
  stop_type(
    c("{.arg {arg}} must choose columns of numbers, but {.val {label}} is {describe_type(column)}.", hint), arg, call
  )
}

holds_text <- function(column) (is.character(column) || is.factor(column)) && length(dim(column)) < 2

holds_numbers <- function(column) is_plain_numeric(column) && length(dim(column)) < 2

# A column without a value is read as logical.
holds_nothing <- function(column) {
  is.logical(column) && !is.object(column) && is.null(dim(column)) && all(is.na(column))
}

stop_not_numbers <- function(bad, words, label, decimal, table, arg, call) {
  shown <- words[bad[1]]
  hint <- if (grepl(with_thousands, shown)) {
    plain <- gsub(",", "", shown, fixed = TRUE)
    "Write thousands without a comma, as in {.code {plain}}, and fractions with a point."
  } else if (grepl("^[0-9]*,[0-9]+$", shown)) {
    "Some numbers have a comma and others a point as decimal mark: use one of them."
  } else if (grepl("^#[[:upper:]/0]+[!?]$", trim_text(shown))) {
    "It is what a spreadsheet shows for a formula that fails: mend it there, or empty the cell if there is no score."
  } else if (grepl("%$", shown)) {
    "Take out the percent signs; {.code score_scale(\"range\", 0, 100)} says that 100 is the highest."
  } else if (grepl("/", shown, fixed = TRUE)) {
    "Write the points alone; {.arg scale} says out of how many."
  } else {
    paste(
      "Leave the cell empty if there is no score.",
      "Rows that are no items can be left out: {.code drop_rows = {table$row[bad[1]]}}."
    )
  }
  where <- describe_positions(table$row[bad], paste0("\"", words[bad], "\""), NULL, table$unit, seq_along(bad))
  stop_value(
    c(
      "{.arg {arg}} must choose columns of numbers, but {.val {label}} holds text.",
      x = "Problem at {where}.", i = hint
    ),
    arg, call, table$row[bad], "seqjudge_error_table"
  )
}

table_source <- function(long, table, wide, given) {
  args <- if (wide) {
    c(evaluator = "evaluators", score = "evaluators")
  } else if (given[["criteria"]]) {
    c(score = "criteria")
  }
  source <- source_of(as.list(args), table$unit, index = table$row[long$at])
  source$long <- TRUE
  source$alone <- !wide && !given[["evaluator"]]
  source$no_rounds <- !given[["round"]]
  source
}

some_source <- function(source, part) {
  for (field in c("index", "of", "shown")) if (!is.null(source[[field]])) source[[field]] <- source[[field]][part]
  source
}

with_settled_names <- function(long, source, call) {
  roles <- c(who = "evaluator", item = "item", round = "round", criterion = "criterion")
  source$args <- c(source$args, criterion = "criterion")
  for (part in intersect(names(roles), names(long))) {
    long[[part]] <- settle_names(long[[part]], roles[[part]], source, call)
  }
  long
}

# Positions as they will be numbered, or NULL for the order of the rows within each evaluator and round. Where neither a
# score nor a position is, an item was not seen.
with_positions <- function(long, options, source, call) {
  when <- long$when
  if (is.factor(when) && !is.ordered(when)) when <- as.character(when)
  source$within <- list(long$who, long$round)
  # Errors show positions as they are written, also where these are times.
  long$shown <- when
  if (is.character(when)) when <- position_text(when, options$renumber, source, call)
  if (isTRUE(long$in_rows)) {
    long["when"] <- list(NULL)
    return(long)
  }
  unseen <- is.na(when) & is.na(long$score)
  if (any(unseen)) {
    inform_unseen(long, unseen, source)
    for (field in setdiff(names(long), "wide")) if (length(long[[field]]) > 1) long[[field]] <- long[[field]][!unseen]
    when <- when[!unseen]
    source <- some_source(source, !unseen)
  }
  if (options$renumber) when <- position_ranks(when, source, call)
  long$when <- when
  long
}

# Rows of a table with a column for each evaluator that nobody saw.
inform_unseen <- function(long, unseen, source) {
  at <- setdiff(long$at[unseen], long$at[!unseen])
  if (length(at) > 0 && long$wide) {
    rows <- describe_positions(source$index[match(at, long$at)], unit = source$unit)
    inform_table("Neither a position nor a score, and left out: {rows}.")
  }
}

# Scores that are left, numbered 1, 2, 3, ... for each evaluator and round.
renumbered <- function(long, left) {
  who <- interaction(long$who, long$round %||% rep(1L, length(long$who)), drop = TRUE)
  when <- long$when %||% seq_along(left)
  result <- rep(NA_integer_, length(left))
  result[left] <- as.integer(stats::ave(as.double(when[left]), who[left], FUN = rank))
  result
}

# "Ben (from position 7 on)" for who left early, "Ann (2)" for others.
inform_blank <- function(long, blank) {
  who <- as_labels(long$who)
  names <- unique(who)
  when <- long$when %||% seq_along(who)
  words <- vapply(names, FUN.VALUE = "", function(name) {
    own <- order(when[who == name])
    missing <- is.na(long$score[who == name])[own]
    if (!any(missing)) {
      return(NA_character_)
    }
    first <- which(missing)[1]
    early <- is.null(long$round) && all(missing[first:length(missing)]) && first > 1
    paste0(name, if (early) paste0(" (from position ", first, " on)") else paste0(" (", sum(missing), ")"))
  })
  shown <- words[!is.na(words)]
  inform_table(
    "{sum(is.na(long$score))} cell{?s} without a score: {cli::qty(length(shown))}{shown}.",
    i = if (blank == "unscored") {
      "They count as items seen but not scored; say {.code blank = \"unseen\"} if they were not seen."
    } else {
      "They count as items that were not seen."
    }
  )
}
