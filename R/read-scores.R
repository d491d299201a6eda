#' Read a table of scores from a file
#'
#' Reads a spreadsheet as people keep it: CSV with commas, semicolons or tabs, points or commas as decimal marks, in any
#' usual encoding, or an Excel file. [as_evaluations()] does so by itself when it is given the name of a file; read the
#' table first to look at it, or to ask [guess_columns()] what it holds.
#'
#' What separates the columns, the decimal mark and the encoding are found out, and a message says what was found where
#' it is not the usual. Rows on top that fill less than half as many cells as the fullest row, such as a title, are
#' left out, with a message, and so are columns without a name or a value. Blank rows stay, so that rows can be counted;
#' [as_evaluations()] leaves them out. Cells are trimmed; a column is numeric where all its cells are numbers, blank or
#' a dash.
#'
#' @param file String: a file with the extension `.csv`, `.tsv`, `.txt`, `.xlsx` or `.xls`. Excel files need the package
#'   readxl.
#' @param sheet For Excel files: the name or number of the sheet. The first, if left out.
#' @param skip `NULL`, or a whole number: how many rows (lines of a text file) stand above the header. If left out,
#'   titles are found as described above.
#' @param header Whole number: how many rows the header has. With 2, as of merged cells, names of the first row hold for
#'   the empty cells to their right, and are put before those of the second: `"Ann Order"`, `"Ann Points"`.
#' @param ... Not used.
#' @return A data frame, with the number of each row in the file in its attribute `"lines"`.
#' @family evaluations
#' @examples
#' file <- system.file("extdata", "village-fete.csv", package = "seqjudge")
#' writeLines(readLines(file, n = 4))
#' read_scores(file)
#' @export
read_scores <- function(file, sheet = NULL, skip = NULL, header = 1, ...) {
  call <- check_no_more(list(...), rlang::current_env())
  check_score_file(file, call)
  header <- as.double(check_integer(header, "header", call))
  if (!is.null(skip)) skip <- check_integer(skip, "skip", call, from = 0)
  cells <- if (is_excel(file)) read_excel_cells(file, sheet, call) else read_text_cells(file, sheet, call)
  table_of_cells(cells, skip, header, call)
}

is_excel <- function(file) grepl("[.]xlsx?$|[.]xlsm$", file, ignore.case = TRUE)

check_score_file <- function(file, call) {
  if (!is_path(file)) stop_type("{.arg file} must be the name of a file, not {describe_type(file)}.", "file", call)
  if (!file.exists(file) || dir.exists(file)) {
    where <- dirname(file)
    there <- if (dir.exists(where)) list.files(where, pattern = "[.](csv|tsv|txt|xlsx?)$", ignore.case = TRUE)
    hint <- if (dir.exists(where)) {
      if (length(there) > 0) {
        "Tables there: {.file {utils::head(there, n_shown)}}."
      } else {
        "There is no table in that folder."
      }
    } else {
      "There is no such folder either."
    }
    stop_value("{.arg file} must be a file that is there, not {.file {file}}.", "file", call, NULL, NULL, i = hint)
  }
}

# A list of `cells`, a character matrix without NA, and `line`, where each row starts in the file.
read_excel_cells <- function(file, sheet, call) {
  check_installed("readxl", call)
  cells <- tryCatch(
    suppressMessages(readxl::read_excel(
      file, sheet,
      range = readxl::cell_limits(c(1, 1), c(NA, NA)), col_names = FALSE, col_types = "text", .name_repair = "minimal"
    )),
    error = function(e) stop_unreadable(file, e, call)
  )
  cells <- matrix(as.character(unlist(cells, use.names = FALSE)), nrow(cells), ncol(cells))
  cells[is.na(cells)] <- ""
  cells[] <- trim_text(cells)
  list(cells = cells, line = seq_len(nrow(cells)), unit = "row")
}

stop_unreadable <- function(file, error, call) {
  stop_value(
    "{.arg file}, {.file {file}}, cannot be read.", "file", call, NULL, NULL,
    x = gsub("([{}])", "\\1\\1", conditionMessage(error))
  )
}

read_text_cells <- function(file, sheet, call) {
  if (!is.null(sheet)) stop_value("{.arg sheet} must be left out: only Excel files have sheets.", "sheet", call)
  text <- tryCatch(file_text(file), error = function(e) stop_unreadable(file, e, call))
  lines <- strsplit(text, "\r\n|\n|\r", perl = TRUE)[[1]]
  if (all(trim_text(lines) == "")) {
    stop_value("{.arg file} must hold a table, but {.file {file}} is empty.", "file", call)
  }
  # Quoted cells may hold line ends: a record ends where all quotes are closed.
  quotes <- nchar(gsub("[^\"]", "", lines))
  open <- cumsum(quotes) %% 2 == 1
  starts <- c(TRUE, !open[-length(open)])
  records <- vapply(split(lines, cumsum(starts)), paste, "", collapse = " ", USE.NAMES = FALSE)
  separator <- find_separator(records)
  if (open[length(open)]) {
    at <- max(which(starts))
    stop_value(
      "{.arg file} has a quotation mark that is not closed: see line {at}.", "file", call, at, "seqjudge_error_table"
    )
  }
  cells <- split_records(records, separator)
  if (separator != ",") inform_table("Columns are separated by {separator_words[[separator]]}.")
  list(cells = cells, line = which(starts), unit = "line")
}

separator_words <- list(";" = "semicolons", "\t" = "tabs", "|" = "bars", "," = "commas")

inform_table <- function(..., .envir = parent.frame()) {
  cli::cli_inform(c(...), class = "seqjudge_message_table", .envir = .envir)
}

# The bytes of a file as UTF-8: byte order marks tell, otherwise it is UTF-8 or what Windows writes.
file_text <- function(file) {
  bytes <- readBin(file, "raw", file.size(file))
  starts <- function(...) length(bytes) >= ...length() && all(bytes[seq_len(...length())] == as.raw(c(...)))
  if (starts(0xff, 0xfe)) {
    return(iconv(list(bytes[-(1:2)]), "UTF-16LE", "UTF-8"))
  }
  if (starts(0xfe, 0xff)) {
    return(iconv(list(bytes[-(1:2)]), "UTF-16BE", "UTF-8"))
  }
  if (starts(0xef, 0xbb, 0xbf)) bytes <- bytes[-(1:3)]
  text <- rawToChar(bytes)
  if (!validUTF8(text)) text <- iconv(text, "windows-1252", "UTF-8", sub = "?")
  Encoding(text) <- "UTF-8"
  text
}

# What most lines have equally often, outside of quotes.
find_separator <- function(records) {
  bare <- gsub("\"[^\"]*\"", "", records[trim_text(records) != ""])
  bare <- utils::head(bare, 200)
  rate <- vapply(names(separator_words), FUN.VALUE = numeric(2), function(s) {
    count <- lengths(regmatches(bare, gregexpr(s, bare, fixed = TRUE)))
    usual <- as.integer(names(which.max(table(count[count > 0]))))
    if (length(usual) == 0) c(0, 0) else c(mean(count == usual), usual)
  })
  best <- order(-rate[1, ], -rate[2, ])[1]
  if (rate[1, best] == 0) "," else names(separator_words)[best]
}

split_records <- function(records, separator) {
  parts <- lapply(records, function(record) {
    cells <- scan(
      text = record, what = "", sep = separator, quote = "\"", quiet = TRUE, comment.char = "",
      na.strings = character(), blank.lines.skip = FALSE, strip.white = TRUE, encoding = "UTF-8"
    )
    if (length(cells) == 0) "" else cells
  })
  width <- max(lengths(parts))
  cells <- t(vapply(parts, function(p) c(p, rep("", width - length(p))), character(width)))
  matrix(trim_text(cells), length(parts), width)
}

# Cells to a data frame ----------------------------------------------------------------------------------------------

table_of_cells <- function(read, skip, header, call) {
  cells <- read$cells
  filled <- rowSums(cells != "")
  top <- if (is.null(skip)) {
    # A title fills few cells, a header at least half as many as the fullest row. One of two rows may have fewer.
    which(filled >= if (header == 1) max(filled) / 2 else min(2, max(filled)))[1]
  } else {
    which(read$line > skip)[1]
  }
  if (is.na(top) || top + (header - 1) > nrow(cells)) {
    stop_value("{.arg skip} must leave a header and rows below it.", "skip", call, NULL, "seqjudge_error_table")
  }
  if (is.null(skip) && any(filled[seq_len(top - 1)] > 0)) {
    above <- which(filled > 0 & seq_along(filled) < top)
    rows <- describe_positions(read$line[above], unit = read$unit)
    inform_table("Above the header, left out: {rows}, {.val {utils::head(row_words(cells, above), 3)}}.")
  }
  head <- cells[seq(top, length.out = header), , drop = FALSE]
  body <- cells[seq_len(nrow(cells)) > top + header - 1, , drop = FALSE]
  line <- read$line[seq_len(nrow(cells)) > top + header - 1]
  if (header == 1) check_one_header(head, body, read$line[top], read$unit, call)
  names <- header_names(head)
  used <- names != "" | colSums(body != "") > 0
  names[names == ""] <- paste0("column_", seq_along(names))[names == ""]
  data <- lapply(which(used), function(k) body[, k])
  decimal <- decimal_mark(body[, used])
  converted <- lapply(data, column_of_text, decimal)
  if (decimal == "," && any(vapply(converted, is.numeric, NA))) {
    inform_table("Commas are read as decimal points.")
  }
  structure(
    stats::setNames(converted, names[used]),
    row.names = .set_row_names(nrow(body)), lines = line, unit = read$unit, class = "data.frame"
  )
}

row_words <- function(cells, rows) vapply(rows, function(r) paste(cells[r, cells[r, ] != ""], collapse = " "), "")

header_names <- function(head) {
  if (nrow(head) > 1) {
    for (r in seq_len(nrow(head) - 1)) {
      # Merged cells have their text in the first.
      given <- which(head[r, ] != "")
      for (k in which(head[r, ] == "")) if (any(given < k)) head[r, k] <- head[r, max(given[given < k])]
    }
  }
  apply(head, 2, function(parts) paste(unique(parts[parts != ""]), collapse = " "))
}

# A header with empty cells above a row that has no numbers, where rows below have: names in two rows.
check_one_header <- function(head, body, line, unit, call) {
  numbers <- function(row) grepl(point_number, row) | grepl(comma_number, row)
  empty <- head == "" & (if (nrow(body) > 0) body[1, ] != "" else FALSE)
  if (!any(empty) || nrow(body) < 2) {
    return(invisible())
  }
  below <- body[1, ]
  if (!any(numbers(below)) && any(numbers(body[2, ]))) {
    stop_value(
      "{.arg file} seems to have a header of two rows, as merged cells make it: {unit}s {line} and {line + 1}.",
      "file", call, line, "seqjudge_error_table",
      x = "Below {.val {head[head != '']}} come {.val {below[below != '']}}, and then numbers.",
      i = "Say {.code header = 2} to join the two, or {.code skip = {line}} to use the second alone."
    )
  }
}

column_of_text <- function(text, decimal) {
  found <- text_numbers(text, decimal)
  # Numbers with zeros in front, such as 007, are names.
  if (length(found$bad) == 0 && any(!is.na(found$value)) && !any(grepl("^0[0-9]", text))) {
    return(found$value)
  }
  text[text == ""] <- NA_character_
  text
}
