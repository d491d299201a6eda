# Tables on their way into the app. Each becomes a file in the folder of the session, under a name without tricks, and
# is measured before anything reads it.

app_limits <- list(bytes = 5 * 1024^2, unpacked = 100 * 1024^2, rows = 50000, cells = 2e6)

app_extensions <- c("csv", "tsv", "txt", "xlsx", "xls")

# The last part of a file's name, of letters, digits and few signs; always with an extension that is known.
safe_file_name <- function(name) {
  name <- valid_text(as.character(name)[1])
  if (is.na(name)) name <- "table.csv"
  name <- gsub("[^[:alnum:]._ -]", "_", basename(gsub("\\", "/", name, fixed = TRUE)))
  stem <- substr(sub("^[. -]+", "", tools::file_path_sans_ext(name)), 1, 60)
  extension <- tolower(tools::file_ext(name))
  paste0(if (nzchar(stem)) stem else "table", ".", if (extension %in% app_extensions) extension else "csv")
}

# Says in a sentence why a file is not read; NULL where nothing speaks against it.
refuse_file <- function(path, name, limits = app_limits) {
  extension <- tolower(tools::file_ext(name))
  if (!extension %in% app_extensions) {
    return("This is no table that can be read here: it must be a CSV, TSV, text or Excel file.")
  }
  size <- file.size(path)
  if (is.na(size) || size == 0) {
    return("The file is empty.")
  }
  if (size > limits$bytes) {
    return(paste0(
      "The file is too large: ", format_mb(size), ", and at most ", format_mb(limits$bytes), " are read here. ",
      "Keep the columns that are needed, or use as_evaluations() in R."
    ))
  }
  if (extension %in% c("xlsx", "xls")) refuse_excel(path, extension, limits) else refuse_text(path, limits)
}

format_mb <- function(bytes) paste(format(round(bytes / 1024^2, 1), nsmall = 0), "MB")

# An Excel file is a ZIP file, and small ones may unpack to anything.
refuse_excel <- function(path, extension, limits) {
  if (!rlang::is_installed("readxl")) {
    return("Excel files need the R package readxl, which is not installed here. Save the table as CSV.")
  }
  if (extension == "xls") {
    return(NULL)
  }
  inside <- tryCatch(utils::unzip(path, list = TRUE), error = function(e) NULL, warning = function(w) NULL)
  if (is.null(inside) || nrow(inside) == 0) {
    return("The file calls itself an Excel file, but is none, or is damaged.")
  }
  if (sum(inside$Length) > limits$unpacked) {
    return(paste0("The file unpacks to ", format_mb(sum(inside$Length)), ", which is too large to be read here."))
  }
  NULL
}

refuse_text <- function(path, limits) {
  bytes <- readBin(path, "raw", file.size(path))
  wide <- length(bytes) > 1 && (all(bytes[1:2] == as.raw(c(0xff, 0xfe))) || all(bytes[1:2] == as.raw(c(0xfe, 0xff))))
  if (any(bytes == as.raw(0)) && !wide) {
    return("The file does not hold text. Is it a picture, or an Excel file under another name?")
  }
  rows <- sum(bytes == as.raw(10))
  if (rows == 0) rows <- sum(bytes == as.raw(13))
  if (rows > limits$rows) {
    return(paste0(
      "The table is too long: ", format(rows, big.mark = ","), " rows, and at most ",
      format(limits$rows, big.mark = ",", scientific = FALSE), " are read here."
    ))
  }
  ends <- c(0, which(bytes == as.raw(10) | bytes == as.raw(13)), length(bytes) + 1)
  separators <- which(bytes == as.raw(44) | bytes == as.raw(59) | bytes == as.raw(9) | bytes == as.raw(124))
  fields <- max(tabulate(findInterval(separators, ends), length(ends)), 0) + 1
  if (fields * (rows + 1) > limits$cells) {
    return("The table has too many columns to be read here.")
  }
  NULL
}

# Text from the clipboard, as a file. Spreadsheets put tabs between cells.
write_pasted <- function(text, folder, name = "pasted.csv") {
  path <- file.path(folder, name)
  con <- file(path, "wb")
  on.exit(close(con))
  writeBin(charToRaw(enc2utf8(paste0(sub("\n*$", "", text), "\n"))), con)
  path
}

# Tables that come with the package, and what seqjudge_app() was given ---------------------------------------------

app_examples <- c(
  "Bake-off: 6 judges, 12 cakes, orders of their own" = "bakeoff",
  "Village fete: 3 judges, 8 cakes, one order" = "fete",
  "Hackathon: 2 judges, 3 projects, 3 criteria" = "hackathon"
)

example_files <- c(bakeoff = "bakeoff.csv", fete = "village-fete.csv", hackathon = "hackathon-judging.csv")

write_example <- function(example, folder) {
  if (example == "bakeoff") {
    data <- seqjudge::bakeoff[c("judge", "contestant", "position", "points")]
    return(write_table(data, file.path(folder, "bakeoff.csv")))
  }
  name <- example_files[[example]]
  file.copy(system.file("extdata", name, package = "seqjudge", mustWork = TRUE), folder, overwrite = TRUE)
  file.path(folder, name)
}

# Numbers in full, so that the file says the same as the data frame.
write_table <- function(data, path) {
  columns <- lapply(data, function(column) {
    if (is_plain_numeric(column)) {
      vapply(as.double(column), function(v) if (is.na(v)) "" else code_number(v), "")
    } else {
      text <- as_labels(column)
      ifelse(is.na(text), "", paste0("\"", gsub("\"", "\"\"", text, fixed = TRUE), "\""))
    }
  })
  heading <- paste0("\"", gsub("\"", "\"\"", names(data), fixed = TRUE), "\"", collapse = ",")
  rows <- if (nrow(data) > 0) do.call(paste, c(unname(columns), sep = ","))
  con <- file(path, "wb")
  on.exit(close(con))
  writeLines(enc2utf8(c(heading, rows)), con, useBytes = TRUE)
  path
}

# The file and, for evaluations, the choices that seqjudge_app(x) begins with.
write_given <- function(x, folder) {
  if (is.character(x)) {
    name <- safe_file_name(x)
    file.copy(x, file.path(folder, name), overwrite = TRUE)
    return(list(name = name))
  }
  name <- "table.csv"
  write_table(as.data.frame(x), file.path(folder, name))
  if (!inherits(x, "seqjudge_evaluations")) {
    return(list(name = name))
  }
  scale <- attr(x, "scale")
  choices <- app_choices(
    name,
    form = "long", item = "item", position = "position", evaluator = "evaluator", score = "score",
    round = if ("round" %in% names(x)) "round" else character(), order = order_of(x),
    lower = scale$lower %||% 0, upper = scale$upper %||% 1
  )
  list(name = name, choices = choices)
}

# Saved states ---------------------------------------------------------------------------------------------------------

# A text file with the table and the choices, in JSON: opening one runs nothing.
save_state <- function(path, folder, choices, title) {
  bytes <- readBin(file.path(folder, choices$file), "raw", file.size(file.path(folder, choices$file)))
  # As text, which keeps all digits.
  choices[c("lower", "upper")] <- lapply(choices[c("lower", "upper")], code_number)
  state <- list(
    seqjudge = "app-1", title = title, table = jsonlite::base64_enc(bytes), choices = lapply(choices, I)
  )
  writeLines(jsonlite::toJSON(state, auto_unbox = TRUE, digits = NA), path, useBytes = TRUE)
}

# Choices and title of a saved state, whose table is written into the folder; or a sentence that says what is wrong.
open_state <- function(path, folder, limits = app_limits) {
  if (is.na(file.size(path)) || file.size(path) > 2 * limits$bytes) {
    return("The file is too large for a saved contest.")
  }
  state <- tryCatch(read_state(path), error = function(e) NULL)
  if (is.null(state)) {
    return("This is no saved contest, or it is damaged.")
  }
  path <- file.path(folder, state$choices$file)
  writeBin(state$table, path)
  refused <- refuse_file(path, state$choices$file, limits)
  if (is.null(refused)) state[c("choices", "title")] else refused
}

# Stops at whatever the app would not have written.
read_state <- function(path) {
  saved <- jsonlite::fromJSON(paste(readLines(path, warn = FALSE, encoding = "UTF-8"), collapse = "\n"))
  stopifnot(is.list(saved), identical(saved$seqjudge, "app-1"), rlang::is_string(saved$table))
  list(
    choices = checked_choices(saved$choices), table = jsonlite::base64_dec(saved$table),
    title = if (rlang::is_string(saved$title)) saved$title else ""
  )
}

# Whatever the file says, choices have the types and values that the app could have made.
checked_choices <- function(saved) {
  text <- function(x) valid_text(as.character(unlist(x)))
  one_of <- function(x, values) if (rlang::is_string(x) && x %in% values) x else values[1]
  number <- function(x) {
    value <- suppressWarnings(as.double(x))
    if (length(value) == 1 && is.finite(value)) value else stop("no number")
  }
  app_choices(
    safe_file_name(text(saved$file)),
    form = one_of(saved$form, c("wide", "long")), item = utils::head(text(saved$item), 1),
    position = text(saved$position), round = utils::head(text(saved$round), 1), evaluators = text(saved$evaluators),
    evaluator = utils::head(text(saved$evaluator), 1), score = text(saved$score),
    lower = number(saved$lower), upper = number(saved$upper), order = one_of(saved$order, order_kinds),
    renumber = isTRUE(saved$renumber), drop_rows = read_rows(text(saved$drop_rows)),
    blank = one_of(saved$blank, c("unscored", "unseen"))
  )
}

# "10, 12-14" to numbers; NA where it is no such list.
read_rows <- function(text) {
  parts <- unlist(strsplit(gsub("[[:space:]]", "", paste(text, collapse = ",")), "[,;]"))
  parts <- parts[nzchar(parts)]
  if (!all(grepl("^[0-9]{1,7}(-[0-9]{1,7})?$", parts))) {
    return(NA_integer_)
  }
  ends <- strsplit(parts, "-", fixed = TRUE)
  rows <- lapply(ends, function(e) {
    e <- as.integer(e)
    if (abs(e[length(e)] - e[1]) > 10000) NA_integer_ else seq(e[1], e[length(e)])
  })
  unique(as.integer(unlist(rows)))
}
