#' Read a table of scores from a file
#'
#' Reads a spreadsheet as people keep it: CSV with commas, semicolons or tabs, points or commas as decimal marks, in any
#' usual encoding, or an Excel file. [as_evaluations()] does so by itself when it is given the name of a file; read the
#' table first to look at it, or to ask [guess_columns()] what it holds.
#'
#' What separates the columns, the decimal mark and the encoding are found out, and a message says what was found where
#' it is not the usual, or where columns without a name hold values. A cell may stand between quotation marks, which are
#' doubled inside it; a mark elsewhere, as in `5" pizza`, is a character like any other. No row of a text file may have
#' more cells than the header: a comma that separates nothing would move all scores after it.
#'
#' Rows on top that fill less than half as many cells as the fullest row, such as a title, are left out, with a message,
#' and so are columns without a name or a value. Blank rows stay, so that rows can be counted; [as_evaluations()] leaves
#' them out. Cells are trimmed; a column is numeric where all its cells are numbers, blank or a dash. It stays text
#' where a comma or point may stand behind thousands, as in `1,234` beside `987`, and where numbers would not tell apart
#' what is written, as codes such as `007`, `1.10` beside `1.1`, `2E1` or of more than 15 digits. As scores or positions
#' such text counts as numbers all the same, and items called `1.10`, `1.20` keep these names in [as_evaluations()], for
#' which the attribute `"written"` of the table remembers them.
#'
#' @param file String: a file with the extension `.csv`, `.tsv`, `.txt`, `.xlsx` or `.xls`. Excel files need the package
#'   readxl.
#' @param sheet For Excel files: the name or number of the sheet. The first, if left out.
#' @param skip `NULL`, or a whole number: how many rows (lines of a text file) stand above the header. If left out,
#'   titles are found as described above.
#' @param header Whole number: how many rows the header has. With 2, as of merged cells, names of the first row hold for
#'   the empty cells to their right, and are put before those of the second: `"Ann Order"`, `"Ann Points"`.
#' @param ... Not used.
#' @return A data frame. Its row names, and its attribute `"lines"`, are the numbers that the rows have in the file:
#'   errors and `drop_rows` go by them, also when the rows are sorted or some left out, as long as row names are kept.
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
  check_is_text(file, call)
  text <- tryCatch(file_text(file), error = function(e) stop_unreadable(file, e, call))
  if (!grepl("[^\\s\\p{Z}]", text, perl = TRUE)) {
    stop_value("{.arg file} must hold a table, but {.file {file}} is empty.", "file", call)
  }
  separator <- find_separator(text)
  read <- split_records(text, separator, call)
  if (separator != ",") inform_table("Columns are separated by {separator_words[[separator]]}.")
  read
}

# The first bytes tell Excel files, old and new, whatever they are called.
check_is_text <- function(file, call) {
  first <- readBin(file, "raw", 4)
  kind <- if (identical(first, as.raw(c(0x50, 0x4b, 0x03, 0x04)))) {
    "xlsx"
  } else if (identical(first, as.raw(c(0xd0, 0xcf, 0x11, 0xe0)))) {
    "xls"
  }
  if (!is.null(kind)) {
    stop_value(
      "{.arg file}, {.file {file}}, is no text file, but seems to be a spreadsheet of Excel.", "file", call, NULL, NULL,
      i = "Give it a name that ends in {.file .{kind}}, or save it as CSV in the program that wrote it."
    )
  }
}

separator_words <- list(";" = "semicolons", "\t" = "tabs", "|" = "bars", "," = "commas")

inform_table <- function(..., .envir = parent.frame()) {
  cli::cli_inform(c(...), class = "seqjudge_message_table", .envir = .envir)
}

# The bytes of a file as UTF-8, with one kind of line end: byte order marks tell, otherwise it is UTF-8 or what Windows
# writes.
file_text <- function(file) {
  bytes <- readBin(file, "raw", file.size(file))
  starts <- function(...) length(bytes) >= ...length() && all(bytes[seq_len(...length())] == as.raw(c(...)))
  if (starts(0xff, 0xfe)) {
    text <- utf16_text(bytes[-(1:2)], "UTF-16LE")
  } else if (starts(0xfe, 0xff)) {
    text <- utf16_text(bytes[-(1:2)], "UTF-16BE")
  } else {
    if (starts(0xef, 0xbb, 0xbf)) bytes <- bytes[-(1:3)]
    text <- rawToChar(bytes)
    if (!validUTF8(text)) text <- iconv(text, "windows-1252", "UTF-8", sub = "?")
    Encoding(text) <- "UTF-8"
  }
  gsub("\r\n?", "\n", text, perl = TRUE)
}

utf16_text <- function(bytes, encoding) {
  text <- iconv(list(bytes), encoding, "UTF-8")
  if (is.na(text)) stop("It begins as UTF-16 does, but is cut off or damaged.")
  text
}

# A cell between quotation marks, which are doubled inside it. A mark that neither opens nor closes a whole cell, as in
# 5" pizza, is a character like any other: it must not swallow the rows up to the next.
quoted_cell <- function(separators) {
  paste0("(?<![^\n", separators, "]) *+\"([^\"]*+(?:\"\"[^\"]*+)*+)\" *+(?![^\n", separators, "])")
}

# What most lines have equally often, outside of quotes.
find_separator <- function(text) {
  any_separator <- paste(names(separator_words), collapse = "")
  bare <- gsub(quoted_cell(any_separator), "", text, perl = TRUE, useBytes = TRUE)
  Encoding(bare) <- "UTF-8"
  bare <- strsplit(bare, "\n", fixed = TRUE)[[1]]
  bare <- utils::head(bare[trim_text(bare) != ""], 200)
  rate <- vapply(names(separator_words), FUN.VALUE = numeric(2), function(s) {
    count <- lengths(regmatches(bare, gregexpr(s, bare, fixed = TRUE)))
    usual <- as.integer(names(which.max(table(count[count > 0]))))
    if (length(usual) == 0) c(0, 0) else c(mean(count == usual), usual)
  })
  best <- order(-rate[1, ], -rate[2, ])[1]
  if (rate[1, best] == 0) "," else names(separator_words)[best]
}

# Beside `cells`, `line` and `unit` also `width`, how many cells each record has of its own, and the `separator`.
split_records <- function(text, separator, call) {
  records <- strsplit(shield_quoted(text, separator), "\n", fixed = TRUE)[[1]]
  inside <- nchar(gsub(paste0("[^", stand_ins[["\n"]], "]"), "", records))
  line <- cumsum(c(1L, inside[-length(records)] + 1L))
  # With one more separator at its end, the last cell of a record counts also where it is empty.
  parts <- strsplit(paste0(records, separator), separator, fixed = TRUE)
  width <- lengths(parts)
  row <- rep(seq_along(parts), width)
  cells <- trim_text(unlist(parts))
  open <- startsWith(cells, "\"") & nchar(gsub("[^\"]", "", cells)) %% 2 == 1
  if (any(open)) stop_open_quote(line[row[open][1]], call)
  table <- matrix("", length(parts), max(width))
  table[cbind(row, sequence(width))] <- trim_text(chartr(
    paste(stand_ins, collapse = ""), paste0("\" ", separator), cells
  ))
  list(cells = table, line = line, unit = "line", width = width, separator = separator)
}

# In quoted cells these stand for what would be taken for a mark, a line end and a separator of the table.
stand_ins <- c("\"" = "\x1d", "\n" = "\x1e", separator = "\x1f")

# Quoted cells without their quotation marks, and with stand-ins. Bytes, since counting characters takes ever longer.
shield_quoted <- function(text, separator) {
  text <- gsub(paste0("[", paste(stand_ins, collapse = ""), "]"), " ", text)
  found <- gregexpr(quoted_cell(separator), text, perl = TRUE, useBytes = TRUE)[[1]]
  if (found[1] == -1) {
    return(text)
  }
  bytes <- charToRaw(text)
  inside <- sequence(c(attr(found, "capture.length")), c(attr(found, "capture.start")))
  around <- setdiff(sequence(attr(found, "match.length"), found), inside)
  at <- lapply(c("\"", "\n", separator), function(char) inside[bytes[inside] == charToRaw(char)])
  for (k in seq_along(at)) bytes[at[[k]]] <- charToRaw(stand_ins[[k]])
  # Of two marks inside a cell one goes.
  text <- rawToChar(bytes[-c(around, at[[1]][seq_along(at[[1]]) %% 2 == 0])])
  Encoding(text) <- "UTF-8"
  text
}

stop_open_quote <- function(line, call) {
  stop_value(
    "{.arg file} has a quotation mark that is not closed: see line {line}.", "file", call, line, "seqjudge_error_table"
  )
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
  check_no_wider(read, seq(top, length.out = header), call)
  names <- header_names(head)
  used <- names != "" | colSums(body != "") > 0
  nameless <- names == ""
  names[nameless] <- paste0("column_", seq_along(names))[nameless]
  found <- names[nameless & used]
  if (length(found) > 0) {
    inform_table(
      "{cli::qty(length(found))}{?A column/Columns} without a name {?holds/hold} values, and {?is/are} called
        {.val {found}}."
    )
  }
  text <- stats::setNames(lapply(which(used), function(k) body[, k]), names[used])
  columns <- columns_of_text(text)
  structure(
    columns,
    row.names = line, lines = line, unit = read$unit, written = as_written(columns, text), class = "data.frame"
  )
}

# What is written of numbers that print otherwise, as 1.10 or 3,5 do: with it, `value` and `text` of each cell. Of more
# digits than numbers have, as Excel writes them of 1.1, the number says more.
as_written <- function(columns, text) {
  remembered <- lapply(stats::setNames(nm = unique(names(columns))), function(name) {
    value <- columns[[name]]
    text <- text[[name]]
    differs <- if (is.numeric(value)) {
      !is.na(value) & as_labels(value) != text & nchar(gsub("[^0-9]", "", text)) <= 15
    }
    if (any(differs)) list(value = value, text = replace(as_labels(value), differs, text[differs]))
  })
  remembered <- Filter(Negate(is.null), remembered)
  if (length(remembered) > 0) remembered
}

# A column that holds names: as written in the file, as long as rows and numbers are those that were read.
written_names <- function(data, name) {
  column <- data[[name]]
  written <- attr(data, "written")[[name]]
  row <- match(attr(data, "row.names"), attr(data, "lines"))
  if (!is.null(written) && identical(column, written$value[row])) written$text[row] else column
}

# Without quotation marks a decimal comma in a file with commas is one cell more, and moves what comes after it: no row
# of a text file may be wider than the header. Spreadsheets make all rows equally wide.
check_no_wider <- function(read, head, call) {
  if (is.null(read$width)) {
    return(invisible())
  }
  own <- max(read$width[head])
  beyond <- rowSums(read$cells[, seq_len(ncol(read$cells)) > own, drop = FALSE] != "") > 0
  wide <- which(beyond & seq_along(read$line) > max(head))
  if (length(wide) > 0) {
    where <- describe_positions(read$line[wide], paste(read$width[wide], "cells"), NULL, "line", seq_along(wide))
    separator <- separator_words[[read$separator]]
    stop_value(
      "{.arg file} must have no more cells in a line than the {own} of its header, in line {read$line[head[1]]}.",
      "file", call, read$line[wide], "seqjudge_error_table",
      x = "Problem at {where}; columns are separated by {separator}.",
      i = if (read$separator == ",") {
        "Put quotation marks around cells that hold a comma, as in {.code \"7,5\"}, or write {.code 7.5}."
      } else {
        "Put quotation marks around cells that hold {separator}."
      },
      i = "Every column needs a name, or an empty cell, in the header."
    )
  }
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

# One decimal mark for the whole table; a column of which it cannot be told whether it has another stays text.
columns_of_text <- function(text) {
  decimal <- decimal_mark(unlist(text))
  columns <- lapply(text, column_of_text, decimal)
  number <- vapply(columns, is.numeric, NA)
  if (any(grepl(comma_number, unlist(text[number])))) inform_table("Commas are read as decimal points.")
  columns
}

column_of_text <- function(text, decimal) {
  found <- text_numbers(text, decimal)
  read <- length(found$bad) == 0 && any(!is.na(found$value))
  if (read && !has_codes(text) && !may_be_thousands(text, ".") && tells_apart(found$value, text)) {
    return(found$value)
  }
  text[text == ""] <- NA_character_
  text
}

# Are numbers as different as what is written of them?
tells_apart <- function(value, text) {
  there <- !is.na(value)
  length(unique(value[there])) == length(unique(text[there]))
}
