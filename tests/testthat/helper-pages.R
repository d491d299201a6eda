# Pages that are made in advance (tools/prerender.R), and the results in bench/ that they are made from. Neither a built
# package nor an installed one has all of them.

prerendered_page <- function(name) {
  file <- paste0(name, ".Rmd")
  places <- c(test_path("..", "..", "vignettes", file), system.file("doc", file, package = "seqjudge"))
  place <- places[nzchar(places) & file.exists(places)]
  skip_if(length(place) == 0, paste("the vignette", file, "is not here"))
  readLines(place[1], encoding = "UTF-8")
}

bench_results <- function(name) {
  file <- test_path("..", "..", "bench", "results", paste0(name, ".csv"))
  skip_if(!file.exists(file), "the results of the bench scripts are not part of the built package")
  utils::read.csv(file)
}

# The cells of the first table after a comment, without its head.
page_table <- function(lines, comment) {
  from <- which(lines == paste0("<!-- ", comment, " -->"))
  expect_length(from, 1)
  after <- lines[-seq_len(from)]
  first <- which(startsWith(after, "|"))[1]
  rows <- after[first:length(after)]
  rows <- rows[seq_len(match(FALSE, startsWith(rows, "|"), nomatch = length(rows) + 1) - 1)]
  trimws(do.call(rbind, strsplit(sub("^\\|", "", rows[-(1:2)]), "|", fixed = TRUE)))
}

# All of the page in one line, so that sentences do not depend on where lines break.
page_text <- function(lines) gsub("[[:space:]]+", " ", paste(lines, collapse = " "))
