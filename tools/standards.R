# Checks STANDARDS.md: every standard has one row with a verdict and a place or a reason, and the files and tests that
# are named exist. Tests are written as `test-file.R` "name", "name".

numbers <- c(
  "G1.0 G1.1 G1.2 G1.3 G1.4 G1.4a G1.5 G1.6 G2.0 G2.0a G2.1 G2.1a G2.2 G2.3 G2.3a G2.3b G2.4 G2.4a G2.4b G2.4c G2.4d",
  "G2.4e G2.5 G2.6 G2.7 G2.8 G2.9 G2.10 G2.11 G2.12 G2.13 G2.14 G2.14a G2.14b G2.14c G2.15 G2.16 G3.0 G3.1 G3.1a G4.0",
  "G5.0 G5.1 G5.2 G5.2a G5.2b G5.3 G5.4 G5.4a G5.4b G5.4c G5.5 G5.6 G5.6a G5.6b G5.7 G5.8 G5.8a G5.8b G5.8c G5.8d G5.9",
  "G5.9a G5.9b G5.10 G5.11 G5.11a G5.12",
  "BS1.0 BS1.1 BS1.2 BS1.2a BS1.2b BS1.2c BS1.3 BS1.3a BS1.3b BS1.4 BS1.5 BS2.1 BS2.1a BS2.2 BS2.3 BS2.4 BS2.5 BS2.6",
  "BS2.7 BS2.8 BS2.9 BS2.10 BS2.11 BS2.12 BS2.13 BS2.14 BS2.15 BS3.0 BS3.1 BS3.2 BS4.0 BS4.1 BS4.3 BS4.4 BS4.5 BS4.6",
  "BS4.7 BS5.0 BS5.1 BS5.2 BS5.3 BS5.4 BS5.5 BS6.0 BS6.1 BS6.2 BS6.3 BS6.4 BS6.5 BS7.0 BS7.1 BS7.2 BS7.3 BS7.4 BS7.4a",
  "RE1.0 RE1.1 RE1.2 RE1.3 RE1.3a RE1.4 RE2.0 RE2.1 RE2.2 RE2.3 RE2.4 RE2.4a RE2.4b RE3.0 RE3.1 RE3.2 RE3.3 RE4.0",
  "RE4.1 RE4.2 RE4.3 RE4.4 RE4.5 RE4.6 RE4.7 RE4.8 RE4.9 RE4.10 RE4.11 RE4.12 RE4.13 RE4.14 RE4.15 RE4.16 RE4.17",
  "RE4.18 RE5.0 RE6.0 RE6.1 RE6.2 RE6.3 RE7.0 RE7.0a RE7.1 RE7.1a RE7.2 RE7.3 RE7.4",
  "EA1.0 EA1.1 EA1.2 EA1.3 EA2.0 EA2.1 EA2.2 EA2.2a EA2.2b EA2.3 EA2.4 EA2.5 EA2.6 EA3.0 EA3.1 EA4.0 EA4.1 EA4.2 EA5.0",
  "EA5.0a EA5.0b EA5.1 EA5.2 EA5.3 EA5.4 EA5.5 EA5.6 EA6.0 EA6.0a EA6.0b EA6.0c EA6.0d EA6.0e EA6.1"
)
wanted <- unlist(strsplit(numbers, " "))
verdicts <- c("met", "in part", "no", "n/a")

lines <- grep("^\\| (G|BS|RE|EA)[0-9]", readLines("STANDARDS.md", encoding = "UTF-8"), value = TRUE)
cells <- lapply(strsplit(lines, " *\\| *"), function(row) row[-1])
number <- vapply(cells, `[`, "", 1)
wrong <- character()
complain <- function(...) wrong <<- c(wrong, paste0(...))

if (!identical(number, wanted)) {
  odd <- setdiff(union(number, wanted), intersect(number, wanted))
  complain("rows are missing, double, unknown or in another order: ", toString(odd))
}

pieces <- function(pattern, text) regmatches(text, gregexpr(pattern, text))[[1]]

test_names <- function(file) {
  calls <- as.list(parse(file, keep.source = FALSE))
  named <- Filter(function(call) is.call(call) && identical(call[[1]], quote(test_that)), calls)
  vapply(named, function(call) call[[2]], "")
}

# Files in backticks; those of tests are known by their name alone.
named_paths <- function(text) {
  quoted <- gsub("`", "", pieces("`[^`]+`", text))
  paths <- grep("^(test-[a-z-]+[.]R|[A-Za-z.-]+/.*|R|bench|DESCRIPTION|[A-Z]+[.]md)$", quoted, value = TRUE)
  sub("^test-", "tests/testthat/test-", paths)
}

# Names of tests follow their file.
check_tests <- function(row) {
  for (part in pieces("`test-[a-z-]+[.]R`( \"[^\"]+\",?)+", row[4])) {
    file <- named_paths(part)[1]
    known <- if (file.exists(file)) test_names(file)
    named <- gsub("\"", "", pieces("\"[^\"]+\"", part))
    for (name in setdiff(named, known)) complain(row[1], ": ", file, " has no test \"", name, "\"")
  }
}

# What is met without a file of its own.
elsewhere <- "`evaluations`|^By class|^As |`effects`|every `@param`"

check_row <- function(row) {
  whole <- length(row) == 4 && row[3] %in% verdicts && nzchar(row[4])
  if (!whole) {
    complain(row[1], ": a row has a number, words, a verdict (", toString(verdicts), ") and a place or a reason")
    return()
  }
  paths <- named_paths(row[4])
  for (path in paths[!file.exists(paths)]) complain(row[1], ": there is no ", path)
  check_tests(row)
  somewhere <- length(paths) > 0 || grepl(elsewhere, row[4]) || row[3] != "met"
  if (!somewhere) complain(row[1], ": met, but where?")
}

for (row in cells) check_row(row)

cat(wrong, sep = "\n")
counts <- table(factor(vapply(cells, `[`, "", 3), verdicts))
cat("standards:", toString(paste(counts, names(counts))), if (length(wrong) > 0) "- see above", "\n")
quit(status = as.integer(length(wrong) > 0))
