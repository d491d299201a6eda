# Checks the course: knits every vignette in a fresh R with warnings turned into errors, and tells how long it took.
# Every page must say in one line what question it answers, show a picture, name its items and, where the course goes
# on, lead to the next page in the order of _pkgdown.yml.
#   Rscript tools/vignettes.R [names ...]

limit <- 30
course <- yaml::read_yaml("_pkgdown.yml")$articles[[1]]$contents
present <- sub("[.]Rmd$", "", list.files("vignettes", "[.]Rmd$"))
chosen <- commandArgs(trailingOnly = TRUE)
if (length(chosen) == 0) chosen <- c(intersect(course, present), setdiff(present, course))

render <- "
args <- commandArgs(TRUE)
options(warn = 2)
rmarkdown::render(args[1], output_dir = args[2], intermediates_dir = args[2], output_file = 'page.html', quiet = TRUE)
"
script <- tempfile(fileext = ".R")
writeLines(render, script)

knit <- function(name) {
  folder <- tempfile(name)
  dir.create(folder)
  source <- file.path("vignettes", paste0(name, ".Rmd"))
  # Pictures that were made in advance lie beside the source, where rmarkdown finds them.
  log <- suppressWarnings(
    system2("Rscript", c(shQuote(script), shQuote(source), shQuote(folder)), stdout = TRUE, stderr = TRUE)
  )
  page <- file.path(folder, "page.html")
  list(log = log, html = if (file.exists(page)) paste(readLines(page, encoding = "UTF-8"), collapse = "\n"))
}

next_page <- function(name) {
  at <- match(name, course)
  if (is.na(at) || at == length(course)) NULL else course[at + 1]
}

problems_of <- function(name, made, seconds) {
  source <- readLines(file.path("vignettes", paste0(name, ".Rmd")), encoding = "UTF-8")
  text <- paste(source, collapse = "\n")
  field <- function(pattern) sub(pattern, "\\1", grep(pattern, source, value = TRUE)[1])
  title <- field("^title: *\"(.*)\"$")
  asked <- field("^description: *\"(.*)\"$")
  in_text <- gsub("[[:space:]]+", " ", text)
  following <- next_page(name)
  c(
    if (is.null(made$html)) c("was not made:", utils::tail(made$log, 15)),
    if (seconds > limit) sprintf("took %.0f s, more than %d", seconds, limit),
    if (!grepl(paste0("VignetteIndexEntry{", title, "}"), text, fixed = TRUE)) "index entry and title differ",
    if (is.na(asked)) "has no description",
    if (name %in% course && !grepl(paste0("*", asked), in_text, fixed = TRUE)) "does not open with its question",
    if (name %in% course && !is.null(made$html) && !grepl("<img", made$html, fixed = TRUE)) "has no picture",
    if (grepl(numbered, without_pictures(made$html))) "speaks of items or evaluators by number",
    if (grepl("#&gt; (Warning|Error)", made$html %||% "")) "prints a warning or an error",
    if (!is.null(following) && !grepl(sprintf("*Next: `vignette(\"%s\")`", following), text, fixed = TRUE)) {
      sprintf("does not lead to the next page, vignette(\"%s\")", following)
    }
  )
}

`%||%` <- function(x, y) if (is.null(x)) y else x
# Tables of pairs have columns item_1 and item_2.
numbered <- "\\b(item[0-9]|item_[03-9]|item_[0-9]{2}|evaluator_[0-9])"
without_pictures <- function(html) gsub("data:[^\"]*\"", "", html %||% "")

failed <- 0
for (name in chosen) {
  started <- Sys.time()
  made <- knit(name)
  seconds <- as.numeric(Sys.time() - started, units = "secs")
  problems <- problems_of(name, made, seconds)
  failed <- failed + (length(problems) > 0)
  cat(sprintf("%-26s %5.1f s  %s\n", name, seconds, if (length(problems) > 0) "" else "ok"))
  for (problem in problems) cat("  ", problem, "\n")
}
cat(sprintf("vignettes: %d checked, %d failed\n", length(chosen), failed))
quit(status = as.integer(failed > 0))
