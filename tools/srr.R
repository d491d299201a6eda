# Makes a copy of the package, out/srr, in which the rows of STANDARDS.md are tags of rOpenSci's package srr, for those
# who review by them; and, where srr is installed, lets its roclet read them. The table is the one place where standards
# are kept: with tags in the sources nobody could run `make document` without srr.
#   Rscript tools/srr.R

rows <- grep("^\\| (G|BS|RE|EA)[0-9]", readLines("STANDARDS.md", encoding = "UTF-8"), value = TRUE)
rows <- do.call(rbind, lapply(strsplit(rows, " *\\| *"), function(row) row[2:5]))
colnames(rows) <- c("standard", "short", "verdict", "where")
rows <- as.data.frame(rows)

not_met <- rows$verdict %in% c("no", "n/a")
text <- paste0(rows$short, ": ", ifelse(rows$verdict == "no", "not met. ", ""), rows$where)
# An @ would begin a tag.
tags <- sprintf("#' @srrstats%s {%s} %s", ifelse(not_met, "NA", ""), rows$standard, gsub("@", "@@", text))
block <- function(title, lines) c(paste("#'", title), "#'", lines, "#' @noRd", "NULL", "")

copy <- "out/srr"
unlink(copy, recursive = TRUE)
dir.create(file.path(copy, "R"), recursive = TRUE)
parts <- c("NAMESPACE", "LICENSE", "R", "src", "inst", "man", "man-roxygen", "data", "tests", "vignettes")
invisible(file.copy(parts, copy, recursive = TRUE))
writeLines(
  c(block("srr_stats", c("#' @srrstatsVerbose TRUE", tags[!not_met])), block("NA_standards", tags[not_met])),
  file.path(copy, "R", "srr-stats-standards.R"), useBytes = TRUE
)
description <- readLines("DESCRIPTION")
at <- grep("^Roxygen:", description)
description[at] <- "Roxygen: list(markdown = TRUE, roclets = c(\"namespace\", \"rd\", \"srr::srr_stats_roclet\"))"
writeLines(description, file.path(copy, "DESCRIPTION"))
cat("srr:", sum(!not_met), "tags @srrstats,", sum(not_met), "tags @srrstatsNA in", copy, "\n")

if (!requireNamespace("srr", quietly = TRUE)) {
  cat("srr: the package srr is not installed, and nobody has read them\n")
} else {
  load_with_data <- function(path) {
    env <- roxygen2::load_source(path)
    load(file.path(path, "data", "bakeoff.rda"), envir = env)
    env
  }
  roxygen2::roxygenise(copy, roclets = "srr::srr_stats_roclet", load_code = load_with_data)
}
