# Blocks of a report into a file: HTML by R alone, Word and PDF through pandoc or a browser.

# Everything is made in a folder of its own, which the caller removes.
write_report <- function(report, folder, kind, quiet, call) {
  dir.create(folder)
  made <- file.path(folder, paste0("report.", kind))
  switch(kind,
    html = write_html(report, made),
    docx = write_by_pandoc(report, made, quiet, call),
    pdf = write_pdf(report, made, quiet, call)
  )
  made
}

# HTML ---------------------------------------------------------------------------------------------------------------

write_html <- function(report, file) {
  css <- readLines(system.file("report", "report.css", package = "seqjudge", mustWork = TRUE), encoding = "UTF-8")
  blocks <- numbered_headings(report_sections(report))
  body <- vapply(blocks, html_block, character(1), folder = dirname(file))
  winner <- escape_html(winner_sentence(report$winner, report$wording))
  answer <- c(
    "<div class=\"answer\">", paste0("<p class=\"winner\">", winner, "</p>"),
    paste0("<p>", escape_html(answer_lines(report)), "</p>"), "</div>"
  )
  html <- c(
    "<!DOCTYPE html>", paste0("<html lang=\"", report$wording$language, "\">"), "<head>", "<meta charset=\"utf-8\">",
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
    "<meta name=\"color-scheme\" content=\"light dark\">",
    paste0("<title>", escape_html(report$title), "</title>"), "<style>", css, "</style>", "</head>", "<body>",
    paste0("<h1>", escape_html(report$title), "</h1>"), answer, html_contents(blocks, report$wording), body,
    "</body>", "</html>"
  )
  writeLines(enc2utf8(html), file, useBytes = TRUE)
}

numbered_headings <- function(blocks) {
  for (k in which(vapply(blocks, function(b) b$kind == "heading", logical(1)))) blocks[[k]]$id <- paste0("section-", k)
  blocks
}

html_contents <- function(blocks, words) {
  top <- Filter(function(b) b$kind == "heading" && b$level == 2, blocks)
  links <- vapply(top, FUN.VALUE = "", function(b) {
    paste0("<li><a href=\"#", b$id, "\">", escape_html(b$text), "</a></li>")
  })
  c(paste0("<nav aria-label=\"", escape_html(words$say("contents")), "\"><ul>"), links, "</ul></nav>")
}

html_block <- function(b, folder) {
  switch(b$kind,
    heading = paste0("<h", b$level, " id=\"", b$id, "\">", escape_html(b$text), "</h", b$level, ">"),
    prose = paste0("<p>", escape_html(b$text), "</p>"),
    list = paste0("<ul>\n", paste0("<li>", escape_html(b$items), "</li>", collapse = "\n"), "\n</ul>"),
    table = html_table(b),
    picture = html_picture(b, folder)
  )
}

html_table <- function(b) {
  table <- paste0("<div class=\"table\" tabindex=\"0\"><table>\n", html_rows(b$data, b$names), "</table></div>")
  if (is.null(b$folded)) {
    return(table)
  }
  paste0("<details><summary>", escape_html(b$folded), "</summary>\n", table, "\n</details>")
}

# Head and body of a table. Every cell is escaped here, a column at a time; numbers stand at the right.
html_rows <- function(data, names) {
  align <- ifelse(vapply(data, is.numeric, logical(1)), " class=\"number\"", "")
  cells <- lapply(data, function(column) escape_html(format_cells(column)))
  head <- paste0("<th scope=\"col\"", align, ">", escape_html(names), "</th>", collapse = "")
  body <- do.call(paste0, unname(Map(function(cell, class) paste0("<td", class, ">", cell, "</td>"), cells, align)))
  rows <- if (nrow(data) > 0) paste0("<tr>", body, "</tr>", collapse = "\n")
  paste0("<thead><tr>", head, "</tr></thead>\n<tbody>\n", rows, "\n</tbody>")
}

# The same picture twice: for a page, and for a phone, where a picture of the full width could not be read.
html_picture <- function(b, folder) {
  wide <- image_uri(draw_png(b$plot, file.path(folder, "wide.png"), 7, b$height, 110))
  narrow <- image_uri(draw_png(for_phone(b$plot), file.path(folder, "narrow.png"), 3.6, b$narrow, 180))
  paste0(
    "<picture><source media=\"(max-width: 600px)\" srcset=\"", narrow, "\"><img src=\"", wide, "\" alt=\"",
    escape_html(b$alt), "\"></picture>"
  )
}

draw_png <- function(plot, file, width, height, resolution) {
  type <- if (capabilities("cairo")) "cairo" else getOption("bitmapType")
  grDevices::png(file, width, height, units = "in", res = resolution, bg = "white", type = type)
  on.exit(grDevices::dev.off())
  # What is left out of a picture is said in its caption.
  suppressWarnings(print(plot))
  file
}

image_uri <- function(file) paste0("data:image/png;base64,", base64(readBin(file, "raw", file.size(file))))

base64 <- function(bytes) {
  alphabet <- c(LETTERS, letters, 0:9, "+", "/")
  short <- (3L - length(bytes) %% 3L) %% 3L
  triple <- matrix(as.integer(c(bytes, raw(short))), 3)
  whole <- triple[1, ] * 65536L + triple[2, ] * 256L + triple[3, ]
  code <- rbind(whole %/% 262144L, whole %/% 4096L, whole %/% 64L, whole) %% 64L
  text <- alphabet[code + 1L]
  text[length(text) + 1L - seq_len(short)] <- "="
  paste(text, collapse = "")
}

escape_html <- function(text) {
  text <- gsub("&", "&amp;", text, fixed = TRUE)
  text <- gsub("<", "&lt;", text, fixed = TRUE)
  gsub("\"", "&quot;", gsub(">", "&gt;", text, fixed = TRUE), fixed = TRUE)
}

# Whole numbers as such, halves (ties) with one digit, everything else with two.
format_cells <- function(column) {
  if (!is.numeric(column)) {
    return(ifelse(is.na(column), "", as.character(column)))
  }
  known <- column[is.finite(column)]
  digits <- if (all(known == round(known))) 0 else if (all(2 * known == round(2 * known))) 1 else 2
  formatted <- formatC(column, format = "f", digits = digits, big.mark = ",")
  ifelse(is.na(column), "-", trimws(formatted))
}

format_p <- function(p) ifelse(is.na(p), "cannot be tested", ifelse(p < 0.001, "< 0.001", sprintf("%.3f", p)))

prose_p <- function(p) ifelse(p < 0.001, "p < 0.001", sprintf("p = %.3f", p))

# Word and PDF -------------------------------------------------------------------------------------------------------

write_by_pandoc <- function(report, file, quiet, call) {
  folder <- dirname(file)
  blocks <- report_sections(report)
  body <- unlist(lapply(seq_along(blocks), function(k) c(markdown_block(blocks[[k]], folder, k), "")))
  lines <- c(
    paste("#", escape_markdown(report$title)), "",
    paste0("**", escape_markdown(winner_sentence(report$winner, report$wording)), "**"), "",
    paste0(escape_markdown(answer_lines(report)), "\n"), body
  )
  writeLines(enc2utf8(lines), file.path(folder, "report.md"), useBytes = TRUE)
  options <- c("--metadata", paste0("lang=", report$wording$language), "--resource-path", folder)
  if (tools::file_ext(file) == "pdf") {
    options <- c(options, paste0("--pdf-engine=", latex_engine()), "-V", "geometry:margin=2cm")
  }
  run_pandoc(file, options, quiet, call)
}

run_pandoc <- function(file, options, quiet, call) {
  tryCatch(
    rmarkdown::pandoc_convert(
      "report.md",
      from = "markdown", output = basename(file), options = options, wd = dirname(file), verbose = !quiet
    ),
    error = function(e) {
      abort_seqjudge("Pandoc could not make the report: {conditionMessage(e)}", "seqjudge_error_pandoc", NULL, call)
    }
  )
}

markdown_block <- function(b, folder, k) {
  switch(b$kind,
    heading = paste(strrep("#", b$level), escape_markdown(b$text)),
    prose = escape_markdown(b$text),
    list = paste("*", escape_markdown(b$items)),
    table = markdown_table(b),
    picture = {
      name <- paste0("picture-", k, ".png")
      draw_png(b$plot, file.path(folder, name), 6.3, b$height, 150)
      paste0("![](", name, "){width=100%}")
    }
  )
}

# A grid table would wrap cells; a pipe table leaves that to the reader's program.
markdown_table <- function(b) {
  cells <- lapply(b$data, function(column) escape_markdown(format_cells(column)))
  line <- function(values) paste0("| ", paste(values, collapse = " | "), " |")
  align <- ifelse(vapply(b$data, is.numeric, logical(1)), "---:", "---")
  rows <- do.call(paste, c(unname(cells), sep = " | "))
  c(
    if (!is.null(b$folded)) c(paste0("**", escape_markdown(b$folded), "**"), ""),
    line(escape_markdown(b$names)), line(align), paste0("| ", rows, " |")
  )
}

# Names come from the user: pandoc must read nothing in them as markup. Line breaks would end a table's row.
escape_markdown <- function(text) {
  gsub("([][!\"#$%&'()*+,./:;<=>?@\\^_`{|}~-])", "\\\\\\1", gsub("[\r\n]+", " ", text))
}

# Through the browser a PDF looks as the page does when it is printed.
write_pdf <- function(report, file, quiet, call) {
  browser <- find_browser()
  if (!nzchar(browser)) {
    if (!nzchar(latex_engine())) stop_no_pdf(call)
    return(write_by_pandoc(report, file, quiet, call))
  }
  page <- sub("pdf$", "html", file)
  write_html(report, page)
  # Folded tables are printed too.
  html <- readLines(page, encoding = "UTF-8")
  writeLines(enc2utf8(sub("<details>", "<details open>", html, fixed = TRUE)), page, useBytes = TRUE)
  profile <- file.path(dirname(file), "profile")
  dir.create(profile)
  # It shall ask for nothing from outside, and leave nothing in the user's folders.
  options <- c(
    "--headless", "--disable-gpu", "--no-sandbox", "--no-pdf-header-footer", "--print-to-pdf-no-header",
    "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    paste0("--user-data-dir=", shQuote(profile)),
    paste0("--print-to-pdf=", shQuote(file)), shQuote(paste0("file://", normalizePath(page, "/")))
  )
  said <- if (quiet) FALSE else ""
  status <- suppressWarnings(
    system2(browser, options, stdout = said, stderr = said, env = paste0("HOME=", shQuote(profile)))
  )
  if (!identical(as.integer(status), 0L) || !file.exists(file)) stop_no_pdf(call)
}

find_browser <- function() {
  names <- c("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
  Sys.getenv("CHROMOTE_CHROME", first_program(names))
}

latex_engine <- function() first_program(c("xelatex", "lualatex", "pdflatex"))

# The first of these programs that is there, or "".
first_program <- function(names) {
  found <- Sys.which(names)
  c(unname(found[nzchar(found)]), "")[1]
}

stop_no_pdf <- function(call) {
  abort_seqjudge(
    c(
      "A PDF needs a browser (Chromium or Chrome) or LaTeX, and none that works was found.",
      i = "Write an HTML file and print it from any browser."
    ),
    "seqjudge_error_pandoc", NULL, call
  )
}
