# The table of rank_partitions() in its database: columns, partitions, rows. Nothing here holds more of the table than a
# stretch of its evaluators, or one partition.

open_source <- function(source, parallel, call) {
  rlang::check_installed("DBI", "to read a table from a database.", call = call)
  if (is.function(source)) {
    con <- call_own(source, "source", call)
    if (!is_connection(con)) {
      stop_type("{.arg source} must open a {.pkg DBI} connection, not return {describe_type(con)}.", "source", call)
    }
    return(con)
  }
  if (!is_connection(source)) {
    stop_type(
      "{.arg source} must be a {.pkg DBI} connection that is open, or a function that opens one, not
        {describe_type(source)}.", "source", call
    )
  }
  if (parallel) {
    stop_type(
      "{.arg source} must be a function that opens a connection: workers cannot share yours.", "source", call,
      i = "As in {.code function() DBI::dbConnect(RSQLite::SQLite(), file)}; or {.code future::plan(\"sequential\")}."
    )
  }
  source
}

is_connection <- function(x) isS4(x) && inherits(x, "DBIConnection") && DBI::dbIsValid(x)

# An error of the database is one of ours, with what the database said.
ask_database <- function(code, arg, call) {
  failed <- function(error) {
    cli::cli_abort(
      "The database cannot read {.arg {arg}}.",
      class = c("seqjudge_error_source", "seqjudge_error_value", "seqjudge_error"), arg = arg, parent = error,
      call = call
    )
  }
  withCallingHandlers(
    tryCatch(code, error = failed),
    # SQLite may hold text and numbers in one column, of which one or the other would be lost.
    warning = function(warning) if (grepl("mixed type", conditionMessage(warning), fixed = TRUE)) failed(warning)
  )
}

# The table and its columns, as the database wants to have them quoted.
source_columns <- function(con, table, quos, call) {
  if (!is_path(table) && !inherits(table, c("Id", "SQL"))) {
    stop_type("{.arg table} must be the name of a table, as a string or by {.fn DBI::Id}.", "table", call)
  }
  table <- ask_database(DBI::dbQuoteIdentifier(con, table), "table", call)
  none <- ask_database(DBI::dbGetQuery(con, paste("SELECT * FROM", table, "WHERE 1 = 0")), "table", call)
  given <- !vapply(quos, function(quo) rlang::quo_is_missing(quo) || rlang::quo_is_null(quo), logical(1))
  if (!given[["evaluator"]]) stop_column_not_given("evaluator", "the evaluators", call)
  check_columns_given(given, call)
  names <- vapply(names(quos)[given], function(role) column_name(quos[[role]], none, role, call, "table"), "")
  columns <- vapply(names, function(name) as.character(DBI::dbQuoteIdentifier(con, name)), "")
  list(table = as.character(table), columns = columns)
}

# Where to cut -------------------------------------------------------------------------------------------------------

# Evaluators in the order of the database, counted stretch by stretch. `plan` has a row for each partition; `sample` are
# some evaluators drawn at random, as literals of SQL.
cut_table <- function(con, job, sample, call, stretch = 50000L) {
  who <- job$columns[["evaluator"]]
  query <- sprintf("SELECT %s AS who, COUNT(*) AS n FROM %s GROUP BY %s ORDER BY %s", who, job$table, who, who)
  result <- ask_database(DBI::dbSendQuery(con, query), "table", call)
  on.exit(DBI::dbClearResult(result))
  cuts <- list()
  drawn <- data.frame(key = character(), ticket = numeric())
  total <- 0
  repeat {
    counted <- ask_database(DBI::dbFetch(result, stretch), "table", call)
    if (nrow(counted) == 0) break
    counted$n <- as.double(counted$n)
    check_keys(counted, call)
    cuts[[length(cuts) + 1]] <- cut_stretch(con, counted, total, job$rows)
    total <- total + sum(counted$n)
    if (sample > 0) drawn <- draw_keys(con, drawn, counted$who, sample)
  }
  list(plan = join_cuts(cuts), sample = drawn$key)
}

check_keys <- function(counted, call) {
  if (anyNA(counted$who)) {
    stop_value(
      "{.arg evaluator} must have no missing values.", "evaluator", call, NULL, "seqjudge_error_missing",
      x = "{.arg table} has {sum(counted$n[is.na(counted$who)])} row{?s} without an evaluator."
    )
  }
}

# An evaluator belongs to the partition in which their first row lies, if all rows are laid end to end.
cut_stretch <- function(con, counted, total, rows) {
  part <- (total + cumsum(counted$n) - counted$n) %/% rows
  first <- !duplicated(part)
  last <- !duplicated(part, fromLast = TRUE)
  data.frame(
    part = part[first], first = as_labels(counted$who[first]), last = as_labels(counted$who[last]),
    from = key_literal(con, counted$who[first]), to = key_literal(con, counted$who[last]),
    evaluators = as.vector(tapply(counted$n, part, length)), rows = as.vector(tapply(counted$n, part, sum))
  )
}

# A partition may go on in the next stretch.
join_cuts <- function(cuts) {
  cuts <- do.call(rbind, cuts)
  if (is.null(cuts)) {
    none <- character()
    return(data.frame(first = none, last = none, from = none, to = none, evaluators = numeric(), rows = numeric()))
  }
  start <- !duplicated(cuts$part)
  end <- !duplicated(cuts$part, fromLast = TRUE)
  total <- function(values) as.vector(rowsum(as.double(values), cuts$part))
  data.frame(
    first = cuts$first[start], last = cuts$last[end], from = cuts$from[start], to = cuts$to[end],
    evaluators = total(cuts$evaluators), rows = total(cuts$rows)
  )
}

# Evaluators with the lowest tickets so far: each is as likely as any other.
draw_keys <- function(con, drawn, who, sample) {
  ticket <- stats::runif(length(who))
  lowest <- order(c(drawn$ticket, ticket))[seq_len(min(sample, length(drawn$ticket) + length(who)))]
  fresh <- sort(lowest[lowest > nrow(drawn)]) - nrow(drawn)
  kept <- sort(lowest[lowest <= nrow(drawn)])
  rbind(drawn[kept, ], data.frame(key = key_literal(con, who[fresh]), ticket = ticket[fresh]))
}

# Evaluators as SQL has them, to the last digit.
key_literal <- function(con, who) {
  if (is.double(who) && !is.object(who)) sprintf("%.17g", who) else as.character(DBI::dbQuoteLiteral(con, who))
}

# Rows ---------------------------------------------------------------------------------------------------------------

between_keys <- function(job, part) {
  who <- job$columns[["evaluator"]]
  paste(who, ">=", part$from, "AND", who, "<=", part$to)
}

# A data frame whose columns have the names of their roles.
read_part <- function(con, job, where, call) {
  columns <- paste(job$columns, "AS", names(job$columns), collapse = ", ")
  query <- paste("SELECT", columns, "FROM", job$table, "WHERE", where, "ORDER BY", job$columns[["evaluator"]])
  data <- ask_database(DBI::dbGetQuery(con, query), "table", call)
  # 64-bit integers are names of somebody or something, or numbers.
  wide <- vapply(data, inherits, logical(1), "integer64")
  for (role in names(data)[wide]) {
    data[[role]] <- if (role %in% c("evaluator", "item")) as.character(data[[role]]) else as.double(data[[role]])
  }
  data
}
