# The app does what its code says: each step is a call, which is run and shown. What comes from the user (names of
# columns, rows, numbers) goes into these calls as constants, and is never parsed.

# What the columns are, as the app keeps it. Several `score` are criteria.
app_choices <- function(file, form = "wide", item = character(), position = character(), round = character(),
                        evaluators = character(), evaluator = character(), score = character(), lower = 0, upper = 10,
                        order = "unknown", renumber = FALSE, drop_rows = integer(), blank = "unscored") {
  list(
    file = file, form = form, item = item, position = position, round = round, evaluators = evaluators,
    evaluator = evaluator, score = score, lower = lower, upper = upper, order = order, renumber = renumber,
    drop_rows = drop_rows, blank = blank
  )
}

# A guess as choices, for the user to look at.
choices_of_guess <- function(guess, file) {
  app_choices(
    file,
    form = if (guess$form == "long") "long" else "wide",
    item = guess$item, position = guess$position, round = guess$round, evaluators = guess$evaluators,
    evaluator = guess$evaluator, score = c(guess$score, guess$criteria),
    lower = if (is.na(guess$lower)) 0 else guess$lower, upper = if (is.na(guess$upper)) 10 else guess$upper,
    renumber = guess$renumber, drop_rows = guess$total_rows
  )
}

# What is still to be said, in words; none if the call can be made.
app_open_questions <- function(choices) {
  wide <- choices$form == "wide"
  ends <- c(choices$lower, choices$upper)
  c(
    if (length(choices$item) == 0) "Which column names the items?",
    if (wide && length(choices$evaluators) == 0) "Which columns hold the scores, one for each judge?",
    if (!wide && length(choices$score) == 0) "Which column holds the scores?",
    if (length(ends) != 2 || !all(is.finite(ends)) || ends[1] == ends[2]) {
      "What are the worst and the best score that can be given? They must be two different numbers."
    }
  )
}

# The calls, by the names of what they make. With more scores than `many` the two models of a panel are not weighed.
app_calls <- function(choices, scores = 0, share = NULL, many = 5000) {
  model <- if (scores > many) list(model = "ratings")
  c(
    list(
      data = rlang::call2("read_scores", choices$file),
      x = evaluations_call(choices),
      test = quote(test_order_effect(x, seed = 1)),
      effects = quote(fit_order_effects(x, seed = 1)),
      panel = rlang::call2("rank_panel", quote(x), !!!model, seed = 1),
      judges = quote(rank_items(x))
    ),
    if (!is.null(share)) list(shared = rlang::call2("best_ranking", quote(panel), share_places = share)),
    list(without = quote(leave_out(panel)))
  )
}

evaluations_call <- function(choices) {
  in_rows <- length(choices$position) == 0
  given <- c(
    list(item = choices$item, position = if (in_rows) "row order" else choices$position, round = choices$round),
    if (choices$form == "wide") wide_arguments(choices) else long_arguments(choices),
    list(
      renumber = if (choices$renumber && !in_rows) TRUE,
      drop_rows = as.double(choices$drop_rows),
      order = if (choices$order != "unknown") choices$order
    )
  )
  given <- lapply(given[lengths(given) > 0], constant_call)
  rlang::call2(
    "as_evaluations", quote(data), !!!given,
    scale = rlang::call2("score_scale", "range", choices$lower, choices$upper)
  )
}

wide_arguments <- function(choices) {
  list(evaluators = choices$evaluators, blank = if (choices$blank != "unscored") choices$blank)
}

long_arguments <- function(choices) {
  role <- if (length(choices$score) > 1) "criteria" else "score"
  c(list(evaluator = choices$evaluator), stats::setNames(list(choices$score), role))
}

# Several values as the call of c() that makes them, so that code is the same whether it was typed or not.
constant_call <- function(values) if (length(values) == 1) values else rlang::call2("c", !!!as.list(values))

report_call <- function(title) {
  rlang::call2("report_rankings", quote(x), "report.html", title = title, seed = 1, overwrite = TRUE)
}

# Code as text ---------------------------------------------------------------------------------------------------------

# Lines of R that do all of it again, beside a copy of the table.
app_script <- function(calls, title = NULL) {
  if (!is.null(title)) calls <- c(calls, list(report = report_call(title)))
  made <- ifelse(names(calls) == "report", "", paste0(names(calls), " <- "))
  lines <- paste0(made, vapply(calls, code_text, ""))
  c(
    paste0("# Made by seqjudge_app(), version ", utils::packageVersion("seqjudge"), ", with ", R.version.string, "."),
    "# Run it in the folder that holds the table.",
    "library(seqjudge)", "", lines, "",
    "panel", if ("without" %in% names(calls)) "without"
  )
}

# Constants, names and calls as they are typed. Text is escaped here and not by deparse(), which in some locales changes
# letters.
code_text <- function(x, width = 100) {
  if (is.symbol(x)) {
    return(as.character(x))
  }
  if (!is.call(x)) {
    return(if (is.character(x)) code_string(x) else code_number(x))
  }
  parts <- vapply(as.list(x)[-1], code_text, "", width = width)
  given <- names(parts) %||% rep("", length(parts))
  parts <- paste0(ifelse(given == "", "", paste0(given, " = ")), parts)
  line <- paste0(x[[1]], "(", paste(parts, collapse = ", "), ")")
  if (nchar(line) <= width || x[[1]] == "c") {
    return(line)
  }
  paste0(x[[1]], "(\n  ", paste(parts, collapse = ",\n  "), "\n)")
}

code_string <- function(text) {
  points <- utf8ToInt(enc2utf8(text))
  plain <- points >= 32 & points < 127 & !points %in% c(34, 92)
  letter <- points > 160 & grepl("^[[:alnum:]]$", intToUtf8(points, multiple = TRUE))
  shown <- ifelse(plain | letter, intToUtf8(points, multiple = TRUE), sprintf("\\U%08x", points))
  shown[points == 34] <- "\\\""
  shown[points == 92] <- "\\\\"
  paste0("\"", paste(shown, collapse = ""), "\"")
}

# As few digits as give the same number back.
code_number <- function(x) {
  if (is.logical(x)) {
    return(as.character(x))
  }
  short <- format(x, digits = 15, scientific = FALSE, trim = TRUE)
  if (as.double(short) == x) short else sprintf("%.17g", x)
}
