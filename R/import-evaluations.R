#' Evaluations from the exports of other systems
#'
#' Reads review tables, gradebooks and judging sheets as other systems write them, and makes [evaluations()] of them.
#'
#' \describe{
#'   \item{`"hotcrp"`}{HotCRP, "Reviews (CSV)": a row for each review, with the columns `paper`, `title`, `review`,
#'     `reviewername`, `email` and a column for each field of the review form. Reviewers of one name are told apart by
#'     their addresses, `"Ann Lee (ann@example.org)"`. Say with `score` which field counts. The
#'     file does not tell in which order a reviewer read the papers: `position = "row order"` takes that of the file,
#'     which goes by paper.}
#'   \item{`"pretalx"`}{pretalx, the export of reviews: a row for each review, with the columns `Score`, those of the
#'     score categories, `Proposal ID`, `Proposal title`, `Created`, `Updated`, `Reviewer name` and `Reviewer email`, of
#'     which some may be left out. The order is that of `Created`; `score` is `Score` unless you name categories.
#'     Proposals of one title are told apart by their IDs, and reviewers of one name by their addresses.}
#'   \item{`"canvas"`}{Canvas, the gradebook: a row for each student, with the columns `Student`, `ID`, `SIS User ID`,
#'     `SIS Login ID`, `Section` and a column for each assignment, called as in `Essay 1 (4711)`, above which a row has
#'     the points possible. Say with `score` which assignment. Points possible make the scale. The gradebook has no
#'     times: give as `times` the submissions as the Canvas API lists them, with the columns `user_id` and `graded_at`
#'     (else `submitted_at`) and, where there are, `assignment_id` and `grader_id`, who becomes the evaluator. They must
#'     hold one time for each student: with `assignment_id` and the number of the assignment in the gradebook, other
#'     assignments may be there too. Students of one name are told apart by `ID`; those without a time and a score are
#'     left out, and so is the test student.}
#'   \item{`"hackathon"`}{A judging sheet as forms collect it: a row for each judge and project, with a column for the
#'     judges (`Judge`), the projects (`Project`, `Team` or `Title`), the time (`Timestamp` or `Time`) or the order, and
#'     a column of numbers for each criterion. Totals are left out. `score` names the criteria; all of them if left
#'     out.}
#' }
#'
#' @param file String: a file that [read_scores()] can read; or a data frame that holds such a table.
#' @param format String: which system, see above.
#' @param score Strings: the columns with the scores. Several are criteria, see [as_evaluations()].
#' @param position String: a column that tells the order, in whatever way, or `"row order"`. If left out, the one that
#'   is named above.
#' @param times For `"canvas"`: a file or a data frame with the times of submissions.
#' @param scale,weights,... As in [as_evaluations()]. For Canvas the scale may be left out.
#' @return An object of class `seqjudge_evaluations`: see [evaluations()].
#' @family evaluations
#' @examples
#' example <- function(name) system.file("extdata", name, package = "seqjudge")
#' import_evaluations(
#'   example("hotcrp-reviews.csv"), "hotcrp",
#'   score = "Overall merit", position = "row order", scale = score_scale("range", 1, 5)
#' )
#' import_evaluations(example("pretalx-reviews.csv"), "pretalx", scale = score_scale("range", 0, 4))
#' import_evaluations(
#'   example("canvas-gradebook.csv"), "canvas",
#'   score = "Essay 1", times = example("canvas-submissions.csv")
#' )
#' import_evaluations(
#'   example("hackathon-judging.csv"), "hackathon",
#'   scale = score_scale("range", 0, 10), weights = c(Innovation = 2, Design = 1, Impact = 1)
#' )
#' @export
import_evaluations <- function(file, format = c("hotcrp", "pretalx", "canvas", "hackathon"), score = NULL,
                               position = NULL, times = NULL, scale = NULL, weights = NULL, ...) {
  call <- rlang::current_env()
  formats <- c("hotcrp", "pretalx", "canvas", "hackathon")
  if (missing(format)) stop_value("{.arg format} must be one of {.or {.val {formats}}}.", "format", call)
  format <- check_choice(format, formats, "format")
  check_strings(score, "score", call)
  check_strings(position, "position", call, one = TRUE)
  if (!is.null(times) && format != "canvas") {
    stop_value("{.arg times} must be left out unless {.arg format} is {.val canvas}.", "times", call)
  }
  data <- if (is.data.frame(file)) file else read_scores(file)
  found <- switch(format,
    hotcrp = hotcrp_columns(data, score, position, call),
    pretalx = pretalx_columns(data, score, position, call),
    canvas = canvas_columns(data, score, position, times, call),
    hackathon = hackathon_columns(data, score, position, call)
  )
  values <- if (length(found$score) > 1) list(criteria = found$score) else list(score = found$score)
  rlang::inject(as_evaluations(
    found$data,
    item = !!found$item, evaluator = !!found$evaluator, position = !!found$position, !!!values,
    scale = scale %||% found$scale, weights = weights, renumber = TRUE, ...
  ))
}

check_strings <- function(x, arg, call, one = FALSE) {
  good <- is.null(x) || (is.character(x) && is.null(dim(x)) && length(x) > 0 && !anyNA(x) && !(one && length(x) > 1))
  if (!good) {
    kind <- if (one) "the name of a column" else "names of columns"
    stop_type("{.arg {arg}} must be {kind}, as text, not {describe_type(x)}.", arg, call)
  }
}

# The first of these columns that is there, whatever its case.
export_column <- function(data, names, what, format, call, arg = "file") {
  found <- columns_called(data, names)
  if (length(found) == 0) {
    stop_value(
      "{.arg {arg}} must have a column {.or {.val {names}}} with {what}, as {format} writes it.", arg, call, NULL,
      "seqjudge_error_column",
      x = "It has {.val {names(data)}}."
    )
  }
  found[1]
}

columns_called <- function(data, names) {
  at <- match(tolower(names), tolower(trim_text(names(data))))
  names(data)[at[!is.na(at)]]
}

# Names, with what tells them apart behind those that stand for several: "Untitled (A1)". `key` is a column, or none.
told_apart <- function(data, name, key, lower = FALSE) {
  if (length(key) == 0 || key[1] == name) {
    return(data[[name]])
  }
  names <- as_labels(written_names(data, name))
  keys <- as_labels(written_names(data, key[1]))
  if (lower) keys <- tolower(valid_text(keys))
  named <- !is.na(names) & names != ""
  keyed <- !is.na(keys) & keys != ""
  pairs <- unique(data.frame(names, keys)[named & keyed, ])
  several <- named & keyed & names %in% pairs$names[duplicated(pairs$names)]
  names[several] <- paste0(names, " (", keys, ")")[several]
  ifelse(named | !keyed, names, keys)
}

check_score_names <- function(score, data, candidates, call) {
  unknown <- setdiff(score, names(data))
  if (length(unknown) > 0) {
    stop_value(
      "{.arg score} must name columns of the file, not {.val {unknown}}.", "score", call, NULL, "seqjudge_error_column",
      number_columns_hint(candidates, data)
    )
  }
  score
}

# One word among numbers is a mistake to be told, and no reason to leave a column out.
number_columns <- function(data) {
  names(data)[vapply(column_kinds(data), function(k) k$kind %in% c("number", "mixed"), NA)]
}

number_columns_hint <- function(candidates, data) {
  if (length(candidates) > 0) {
    c(i = gsub("([{}])", "\\1\\1", cli::format_inline("Columns of numbers are {.val {candidates}}.")))
  } else if (nrow(data) == 0) {
    c(x = "The table has no rows.")
  } else {
    c(x = "The table has no other column of numbers.")
  }
}

# Several could be meant: it has to be said.
stop_which_score <- function(candidates, data, call) {
  stop_value(
    "{.arg score} must be given: which column holds the scores?", "score", call, NULL, "seqjudge_error_column",
    number_columns_hint(candidates, data)
  )
}

hotcrp_columns <- function(data, score, position, call) {
  item <- export_column(data, "paper", "numbers of papers", "HotCRP", call)
  evaluator <- export_column(data, c("reviewername", "email"), "the reviewers", "HotCRP", call)
  # Two people of one name have addresses of their own.
  data[[evaluator]] <- told_apart(data, evaluator, columns_called(data, "email"), lower = TRUE)
  own <- tolower(c("paper", "title", "review", "reviewername", "email"))
  candidates <- setdiff(number_columns(data), c(names(data)[tolower(names(data)) %in% own], position))
  if (is.null(score) && length(candidates) != 1) stop_which_score(candidates, data, call)
  if (is.null(position)) {
    stop_value(
      "{.arg position} must be given: HotCRP does not export when a paper was reviewed.", "position", call, NULL,
      "seqjudge_error_column",
      i = "{.code position = \"row order\"} if reviewers went through the papers in the order of the file;",
      i = "or the name of a column that you have added."
    )
  }
  list(
    data = data, item = item, evaluator = evaluator, position = position,
    score = check_score_names(score %||% candidates, data, candidates, call)
  )
}

pretalx_columns <- function(data, score, position, call) {
  candidates <- number_columns(data)
  item <- export_column(data, c("Proposal title", "Title", "Proposal ID"), "the proposals", "pretalx", call)
  evaluator <- export_column(data, c("Reviewer name", "Reviewer email"), "the reviewers", "pretalx", call)
  data[[item]] <- told_apart(data, item, columns_called(data, "Proposal ID"))
  data[[evaluator]] <- told_apart(data, evaluator, columns_called(data, "Reviewer email"), lower = TRUE)
  list(
    data = data, item = item, evaluator = evaluator,
    position = position %||% export_column(data, c("Created", "Updated"), "times", "pretalx", call),
    score = if (is.null(score)) {
      export_column(data, "Score", "the scores", "pretalx", call)
    } else {
      check_score_names(score, data, candidates, call)
    }
  )
}

hackathon_columns <- function(data, score, position, call) {
  called <- function(role) names(data)[is_called(names(data), role)]
  item <- called("item")
  evaluator <- called("evaluator")
  if (length(item) == 0) export_column(data, c("Project", "Team", "Title"), "the projects", "a judging sheet", call)
  if (length(evaluator) == 0) export_column(data, "Judge", "the judges", "a judging sheet", call)
  times <- setdiff(called("position"), c(item[1], evaluator[1]))
  numbers <- setdiff(number_columns(data), c(item, evaluator, times, position))
  candidates <- numbers[!looks_like_total(numbers) & !grepl("^(ranks?|places?|table|id)$", numbers, ignore.case = TRUE)]
  if (is.null(score) && length(candidates) == 0) stop_which_score(numbers, data, call)
  if (is.null(position) && length(times) == 0) {
    stop_value(
      "{.arg position} must be given: the sheet has no column called {.val Timestamp}, {.val Time} or {.val Order}.",
      "position", call, NULL, "seqjudge_error_column",
      i = "{.code position = \"row order\"} if each judge's rows are in order."
    )
  }
  list(
    data = data, item = item[1], evaluator = evaluator[1], position = position %||% times[1],
    score = check_score_names(score %||% candidates, data, candidates, call)
  )
}

# Canvas ---------------------------------------------------------------------------------------------------------------

canvas_columns <- function(data, score, position, times, call) {
  student <- data[[export_column(data, "Student", "the students", "Canvas", call)]]
  column <- canvas_assignment(data, score, call)
  possible <- grepl("^ *Points Possible", student)
  left <- !possible & !(student %in% c("Student, Test", "Test Student"))
  id <- names(data)[tolower(names(data)) == "id"]
  table <- data.frame(
    Student = student[left], ID = if (length(id) == 1) as_labels(data[[id]])[left] else NA, grader = "1",
    stringsAsFactors = FALSE
  )
  table[[column]] <- data[[column]][left]
  if (!is.null(position) && position %in% names(data)) table[[position]] <- data[[position]][left]
  if (is.null(times) && is.null(position)) stop_no_times(call)
  if (!is.null(times)) {
    table <- canvas_times(table, times, sub("^.*[(]([0-9]+)[)]$", "\\1", column), call)
    position <- "marked"
  }
  table$Student <- told_apart(table, "Student", "ID")
  numbered <- row_numbers(data)
  row.names(table) <- attr(table, "lines") <- numbered$row[left]
  attr(table, "unit") <- numbered$unit
  list(
    data = table, item = "Student", evaluator = "grader", position = position, score = column,
    scale = canvas_scale(data[[column]][possible])
  )
}

# The column of an assignment, which may be called "Essay 1" for "Essay 1 (4711)".
canvas_assignment <- function(data, score, call) {
  own <- c("student", "id", "sis user id", "sis login id", "root account", "section")
  assignments <- names(data)[!tolower(names(data)) %in% own]
  if (length(score) > 1) stop_shape("{.arg score} must be one assignment, not {length(score)}.", "score", call)
  if (is.null(score)) stop_which_score(utils::head(assignments, 20), data, call)
  bare <- sub(" *[(][0-9]+[)]$", "", assignments)
  column <- assignments[assignments == score | bare == score]
  if (length(column) != 1) check_score_names(c(score, if (length(column) > 1) ""), data, assignments, call)
  column
}

stop_no_times <- function(call) {
  stop_value(
    "{.arg times} must be given: the gradebook does not say when work was marked.", "times", call, NULL,
    "seqjudge_error_column",
    i = "A table of submissions with the columns {.val user_id} and {.val graded_at}, as the Canvas API lists them.",
    i = "{.code position = \"row order\"} if the work was marked in the order of the gradebook."
  )
}

canvas_scale <- function(possible) {
  points <- suppressWarnings(as.double(possible))
  if (length(points) == 1 && !is.na(points) && points > 0) score_scale("range", 0, points)
}

# When, and by whom, the work of each student was marked.
canvas_times <- function(table, times, assignment, call) {
  times <- if (is.data.frame(times)) times else read_scores(times)
  who <- export_column(times, c("user_id", "ID", "Student"), "the students", "Canvas", call, "times")
  when <- export_column(times, c("graded_at", "submitted_at"), "times", "Canvas", call, "times")
  key <- if (tolower(who) == "student") table$Student else table$ID
  at <- match_times(key, times, who, when, assignment, call)
  table$marked <- times[[when]][at]
  if ("grader_id" %in% names(times)) {
    grader <- as_labels(times$grader_id)[at]
    table$grader <- ifelse(is.na(grader), table$grader, paste("grader", grader))
  }
  # Work that was neither marked nor timed belongs to nobody.
  score <- table[[4]]
  known <- !(is.na(at) & (is.na(score) | !nzchar(trim_text(as.character(score)))))
  if (any(!known)) inform_table("Neither a time nor a score, and left out: {.val {table$Student[!known]}}.")
  table$grader[!known] <- unique(c(table$grader[known], "1"))[1]
  table
}

# The row of `times` that tells of each student, of whom there may be several if they say the same.
match_times <- function(key, times, who, when, assignment, call) {
  id <- as_labels(times[[who]])
  time <- as_labels(times[[when]])
  time[time %in% ""] <- NA
  left <- !is.na(id) & id %in% key
  if (!any(left)) {
    stop_value(
      "{.arg times} must tell of students of the gradebook, but none of {.val {utils::head(id, 3)}} is there.",
      "times", call, NULL, "seqjudge_error_column"
    )
  }
  if ("assignment_id" %in% names(times)) left <- of_assignment(left, as_labels(times$assignment_id), assignment, call)
  # A row without a time tells nothing that another does not.
  left <- which(left)[order(is.na(time[left]))]
  first <- left[match(id[left], id[left])]
  differ <- left[!is.na(time[left]) & time[left] != time[first]]
  if (length(differ) > 0) stop_two_times(id, time, sort(left[id[left] == id[differ[1]]]), times, call)
  left[match(key, id[left])]
}

# The rows of the assignment, whose number not every gradebook tells.
of_assignment <- function(left, ids, assignment, call) {
  there <- unique(ids[left])
  known <- grepl("^[0-9]+$", assignment)
  if (if (known) !assignment %in% there else length(there) > 1) {
    stop_value(
      "{.arg times} must tell of the assignment that {.arg score} names, not of {.val {there}}.", "times", call, NULL,
      if (!known) "seqjudge_error_ambiguous",
      i = "Keep the rows of the one assignment."
    )
  }
  if (known) left & ids %in% assignment else left
}

stop_two_times <- function(id, time, at, times, call) {
  numbered <- row_numbers(times)
  where <- describe_positions(numbered$row[at], time[at], NULL, numbered$unit, seq_along(at))
  stop_value(
    "{.arg times} must have one time for each student, but {.val {id[at[1]]}} has several.", "times", call,
    numbered$row[at], "seqjudge_error_ambiguous",
    x = "They are at {where}.", i = "Keep the row that tells when the score was given."
  )
}
