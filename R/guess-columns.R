#' What do the columns of a table hold?
#'
#' Looks at names and values of a table, and says which column seems to hold the items, the running order, the rounds
#' and the scores, whether there is a column for each evaluator or a row for each score, and which rows look like totals
#' or are blank. It prints the call of [as_evaluations()] that would read the table so. It is a guess, for you to look
#' at: nothing in this package uses it without being told.
#'
#' @param data Data frame; or the name of a file, which [read_scores()] reads.
#' @param x A result of `guess_columns()`.
#' @param ... For a file, arguments of [read_scores()]; otherwise not used.
#' @return An object of class `seqjudge_guess`, a list with
#'   \describe{
#'     \item{`form`}{`"wide"` (a column for each evaluator), `"long"` (a row for each score), or `"unclear"`.}
#'     \item{`item`, `position`, `round`}{Names of columns, `character()` where there seems to be none. There may be as
#'       many of `position` as there are evaluators; none means that only the order of the rows is there.}
#'     \item{`evaluators`}{In the wide form: the columns of scores, one for each evaluator.}
#'     \item{`evaluator`, `score`, `criteria`, `criterion`}{In the long form: who scored, and the column of scores; or
#'       several, each a criterion; or the column that names the criterion of each row.}
#'     \item{`renumber`}{`TRUE` where positions are times, or numbers with gaps.}
#'     \item{`lower`, `upper`}{Ends of a scale that would hold all scores: 0 or 1 to 5, 10, 20, 100 ...}
#'     \item{`total_rows`, `blank_rows`}{Numbers of rows.}
#'     \item{`total_columns`}{Names of columns that look like totals or places.}
#'     \item{`text_cells`}{Cells that are no numbers in columns of scores or positions that otherwise hold numbers: a
#'       data frame with the columns `column`, `row` and `text`. [as_evaluations()] stops at them.}
#'     \item{`code`}{The call, as text.}
#'   }
#' @family evaluations
#' @examples
#' file <- system.file("extdata", "village-fete.csv", package = "seqjudge")
#' guess_columns(file)
#'
#' guess_columns(bakeoff)
#' @export
guess_columns <- function(data, ...) {
  call <- rlang::current_env()
  file <- if (is_path(data) && !is.data.frame(data)) data
  if (!is.null(file)) data <- read_scores(file, ...) else check_no_more(list(...), call)
  check_data_frame(data, call)
  names(data) <- given_names(names(data))
  row <- row_numbers(data)$row
  blank <- blank_rows(data)
  kinds <- column_kinds(data[!blank, , drop = FALSE])
  totals <- total_rows_of(data, blank, kinds)
  left <- !blank & !totals
  kinds <- column_kinds(data[left, , drop = FALSE])
  guess <- guess_roles(data[left, , drop = FALSE], kinds)
  guess$text_cells <- text_cells(kinds[names(data) %in% guess_numbers(guess)], row[left])
  guess$total_rows <- row[totals]
  guess$blank_rows <- row[blank]
  guess$code <- guess_code(guess, file)
  structure(guess, class = c("seqjudge_guess", "seqjudge_object"))
}

# Columns without a name are called as read_scores() calls them.
given_names <- function(names) {
  nameless <- is.na(names) | names == ""
  ifelse(nameless, paste0("column_", seq_along(names)), valid_text(names))
}

# Columns that are to hold numbers.
guess_numbers <- function(guess) unlist(guess[c("position", "evaluators", "score", "criteria")], use.names = FALSE)

text_cells <- function(kinds, row) {
  bad <- lapply(kinds, `[[`, "bad")
  text <- lapply(kinds, function(k) k$text[k$bad])
  data.frame(
    column = rep(names(kinds), lengths(bad)), row = row[as.integer(unlist(bad))], text = as.character(unlist(text))
  )
}

# Each column as "number", "time", "text", "mixed" (numbers, and a few cells of other text) or "other" (empty, lists
# ...), with its values as numbers where they are.
column_kinds <- function(data) lapply(as.list(data), column_kind)

column_kind <- function(column) {
  if (!is.atomic(column) || length(dim(column)) > 1 || all(is.na(column))) {
    list(kind = "other")
  } else if (inherits(column, c("Date", "POSIXct", "difftime", "hms"))) {
    list(kind = "time", value = as.double(column))
  } else if (is_plain_numeric(column)) {
    list(kind = "number", value = as.double(column))
  } else if (is.character(column) || is.factor(column)) {
    text_kind(valid_text(as.character(column)))
  } else {
    list(kind = "other")
  }
}

text_kind <- function(text) {
  found <- text_numbers(text)
  if (length(found$bad) == 0 && any(!is.na(found$value)) && !has_codes(text)) {
    return(list(kind = "number", value = found$value))
  }
  times <- text_times(text)
  if (!is.null(times)) {
    list(kind = "time", value = times)
  } else if (!has_codes(text) && is_mostly_numbers(text, found)) {
    list(kind = "mixed", value = found$value, bad = found$bad, text = text)
  } else {
    list(kind = "text", value = text)
  }
}

# Do more than half of the cells hold a number, perhaps with what people write behind it: 90%, 8/10, "7 (late)"? Of 3/5
# and 4/5 all are out of 5; 3/5 and 4/6 may be dates.
is_mostly_numbers <- function(text, found) {
  text <- trim_text(text[!is_blank_text(trim_text(text))])
  behind <- "^[+-]?[0-9]+([.,][0-9]+)*( *%| *[(].*[)]| *(p|pts?|points?)[.]?)?$"
  out_of <- "^[+-]?[0-9]+([.,][0-9]+)? */ *([0-9]+)$"
  share <- grepl(out_of, text)
  same <- length(unique(sub(out_of, "\\2", text[share]))) == 1
  numbers <- grepl(behind, text, ignore.case = TRUE) | (share & same)
  length(found$bad) > 0 && 2 * sum(numbers) > length(text)
}

total_rows_of <- function(data, blank, kinds) {
  totals <- rep(FALSE, nrow(data))
  for (k in which(vapply(data, holds_text, NA))) {
    totals <- totals | looks_like_total(as.character(data[[k]]))
  }
  numbers <- vapply(kinds, function(k) k$kind == "number", NA)
  left <- which(!blank)
  if (!any(totals) && sum(numbers) > 1) {
    scores <- vapply(kinds[numbers], `[[`, numeric(length(left)), "value")
    if (!is.null(sums_above(matrix(scores, length(left))))) totals[left[length(left)]] <- TRUE
  }
  totals & !blank
}

judge_words <- paste0(
  "^(judges?|jurors?|jury|evaluators?|reviewers?|raters?|graders?|markers?|assessors?|tasters?|experts?)( ?name)?$"
)
role_words <- list(
  item = paste0(
    "^(name|names|items?|contestants?|competitors?|candidates?|participants?|entry|entries|entrants?|teams?|projects?|",
    "students?|papers?|title|titles|submissions?|wines?|samples?|products?|dish(es)?|cakes?|songs?|countr(y|ies)|",
    "athletes?|couples?|skaters?|proposals?)( ?(name|title|id))?$"
  ),
  position = paste0(
    "^((running|start|starting|presentation|show|marking|serving|tasting) ?)?(order|positions?|pos|sequence|seq|slot|",
    "start( ?(no|nr|number))?[.]?|no[.]?|nr[.]?|#|number|draw|time|times?tamp|graded_at|minute|when|turn)$"
  ),
  round = "^(rounds?|weeks?|sessions?|flights?|heats?|days?|stage|phase|group|series|episode|semester|year)$",
  evaluator = judge_words,
  score = "^(scores?|points?|marks?|grades?|ratings?|value|result)$",
  criterion = "^(criterion|criteria|category|categories|aspect)$"
)

is_called <- function(names, role) grepl(role_words[[role]], trim_text(gsub("[_.]+", " ", names)), ignore.case = TRUE)

guess_roles <- function(data, kinds) {
  names <- names(data)
  kind <- vapply(kinds, `[[`, "", "kind")
  n <- nrow(data)
  distinct <- vapply(kinds, function(k) length(unique(k$value[!is.na(k$value)])), 0L)
  usable <- kind != "other"
  places <- grepl("^(final |overall )?(ranks?|places?|placing)$", names, ignore.case = TRUE)
  totals <- usable & kind == "number" & (looks_like_total(names) | places)
  free <- usable & !totals
  is_text <- kind %in% c("text", "mixed")
  is_number <- kind %in% c("number", "mixed")
  take <- function(role, extra = TRUE) {
    found <- which(free & is_called(names, role) & extra)
    if (length(found) > 0) free[found[1]] <<- FALSE
    names[utils::head(found, 1)]
  }
  evaluator <- take("evaluator", is_text | distinct < n)
  round <- take("round", distinct < n)
  item <- take("item")
  if (length(item) == 0) {
    texts <- which(free & is_text)
    texts <- texts[order(kind[texts] == "mixed", -distinct[texts])]
    item <- names[utils::head(texts, 1)]
    free[names %in% item] <- FALSE
  }
  criterion <- if (any(free & is_text)) take("criterion", is_text) else character()
  orders <- order_columns(names, kind, kinds, free)
  free[names %in% orders] <- FALSE
  score <- names[free & is_number & is_called(names, "score")]
  numbers <- names[free & is_number]
  form <- guess_form(evaluator, score, numbers, item, data)
  found <- guess_scores(form, evaluator, score, numbers, data, names, kind, free)
  ends <- guess_ends(unlist(lapply(kinds[c(found$evaluators, found$score, found$criteria)], `[[`, "value")))
  c(
    list(form = form, item = item, position = match_position(orders, found$evaluators), round = round),
    found, list(criterion = criterion),
    list(
      renumber = guess_renumber(kinds, match_position(orders, found$evaluators), data, round, found$evaluator),
      lower = ends[1], upper = ends[2], total_columns = names[totals]
    )
  )
}

# Columns that tell the order: by their names, or one that numbers the rows 1, 2, 3, ...
order_columns <- function(names, kind, kinds, free) {
  # "Ann order" and "Order 2"; "Order of merit" is a place.
  of_judge <- "(^|[ _.:-])(order|pos|position|slot)[ _.:-]*[0-9]*$|^(order|pos|position|slot)[ _.:-](?!of merit)"
  called <- is_called(names, "position") | grepl(of_judge, names, ignore.case = TRUE, perl = TRUE)
  called <- free & kind %in% c("number", "mixed", "time") & called
  timed <- free & kind == "time"
  if (any(called)) {
    return(names[called])
  }
  if (any(timed)) {
    return(names[timed][1])
  }
  counting <- free & kind == "number" & vapply(kinds, function(k) counts_rows(k$value), NA)
  # Ranks given by jurors count as well: only a single such column is an order.
  if (sum(counting) == 1) names[counting] else character()
}

counts_rows <- function(value) {
  length(value) > 3 && is.numeric(value) && identical(sort(value), as.double(seq_along(value)))
}

match_position <- function(orders, evaluators) {
  if (length(orders) > 1 && length(orders) == length(evaluators)) {
    orders[match_order_columns(orders, evaluators) %||% seq_along(orders)]
  } else {
    utils::head(orders, 1)
  }
}

guess_form <- function(evaluator, score, numbers, item, data) {
  if (length(item) == 0 || length(numbers) == 0) {
    "unclear"
  } else if (length(evaluator) > 0) {
    "long"
  } else if (length(numbers) == 1 || (length(score) == 1 && anyDuplicated(data[[item]]) > 0)) {
    "long"
  } else {
    "wide"
  }
}

guess_scores <- function(form, evaluator, score, numbers, data, names, kind, free) {
  none <- list(evaluators = character(), evaluator = character(), score = character(), criteria = character())
  if (form == "wide") {
    none$evaluators <- numbers
  } else if (form == "long") {
    none$evaluator <- evaluator
    if (length(score) == 1 || length(numbers) == 1) {
      none$score <- if (length(score) == 1) score else numbers
    } else {
      none$criteria <- numbers
    }
  }
  none
}

# The usual ends that hold all scores.
guess_ends <- function(values) {
  values <- values[is.finite(values)]
  if (length(values) == 0) {
    return(c(NA_real_, NA_real_))
  }
  upper <- c(1, 5, 6, 10, 20, 30, 50, 100, 1000)
  top <- upper[upper >= max(values)]
  lowest <- if (min(values) < 0) min(values) else 0
  c(lowest, if (length(top) == 0) max(values) else top[1])
}

guess_renumber <- function(kinds, position, data, round, evaluator) {
  if (length(position) == 0) {
    return(FALSE)
  }
  first <- kinds[[position[1]]]
  if (first$kind == "time") {
    return(TRUE)
  }
  groups <- lapply(c(round, evaluator), function(name) valid_text(as.character(data[[name]])))
  parts <- split(first$value, if (length(groups) > 0) do.call(paste, groups) else rep(1, length(first$value)))
  !all(vapply(parts, function(v) identical(sort(v), as.double(seq_along(v))), NA))
}

# The call that the guess stands for -----------------------------------------------------------------------------------

# `Ann`, or "`two words`"; several in c().
code_names <- function(names) {
  bare <- ifelse(make.names(names) == names, names, paste0("`", gsub("`", "\\\\`", names), "`"))
  if (length(bare) == 1) bare else paste0("c(", paste(bare, collapse = ", "), ")")
}

guess_code <- function(guess, file) {
  if (guess$form == "unclear") {
    return(NA_character_)
  }
  part <- function(arg, names) if (length(names) > 0) paste0(arg, " = ", code_names(names))
  rows <- guess$total_rows
  arguments <- c(
    if (is.null(file)) "data" else encodeString(file, quote = "\""),
    part("item", guess$item),
    if (length(guess$position) > 0) part("position", guess$position) else "position = \"row order\"",
    part("round", guess$round), part("evaluators", guess$evaluators), part("evaluator", guess$evaluator),
    part("score", guess$score), part("criteria", guess$criteria),
    if (length(guess$criterion) > 0) part("criterion", guess$criterion),
    if (guess$renumber) "renumber = TRUE",
    if (length(rows) > 0) paste0("drop_rows = ", if (length(rows) == 1) rows else paste0("c(", toString(rows), ")")),
    if (!is.na(guess$upper)) {
      paste0("scale = score_scale(\"range\", ", format_values(guess$lower), ", ", format_values(guess$upper), ")")
    }
  )
  paste0("as_evaluations(\n  ", paste(arguments, collapse = ",\n  "), "\n)")
}

#' @rdname guess_columns
#' @export
format.seqjudge_guess <- function(x, ...) {
  line <- function(label, names, none = NULL) {
    shown <- if (length(names) > 0) paste(names, collapse = ", ") else none
    if (!is.null(shown)) paste0(label, ": ", shown)
  }
  form <- switch(x$form,
    wide = "items in rows, a column for each evaluator",
    long = "a row for each score",
    "it is not clear which columns hold items and scores"
  )
  c(
    paste0("<guess> ", form),
    line("Items", x$item, "none found"),
    line("Order", x$position, "none found; the order of the rows?"),
    line("Rounds", x$round), line("Evaluators", x$evaluators), line("Evaluator", x$evaluator), line("Score", x$score),
    line("Criteria", x$criteria), line("Criterion", x$criterion),
    line("Text among numbers", format_text_cells(x$text_cells)),
    line("Totals or places, left out", x$total_columns), line("Rows that look like totals", x$total_rows),
    line("Blank rows", x$blank_rows),
    if (!is.na(x$code)) c("Please check, above all the scale. This would read it so:", strsplit(x$code, "\n")[[1]])
  )
}

# "row 2 of Ann ("absent")", the first few of them.
format_text_cells <- function(cells) {
  shown <- utils::head(cells, n_shown)
  words <- sprintf("row %d of %s (\"%s\")", shown$row, shown$column, shown$text)
  c(words, if (nrow(cells) > n_shown) paste(nrow(cells) - n_shown, "more"))
}
