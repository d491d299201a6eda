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

# What a page must end on; the last one leads nowhere.
next_page <- function(name) {
  at <- match(name, course)
  if (is.na(at) || at == length(course)) "" else sprintf("*Next: `vignette(\"%s\")`", course[at + 1])
}

# Tables of pairs have columns item_1 and item_2.
numbered <- "\\b(item[0-9]|item_[03-9]|item_[0-9]{2}|evaluator_[0-9])"

problems_of <- function(name, made, seconds) {
  source <- readLines(file.path("vignettes", paste0(name, ".Rmd")), encoding = "UTF-8")
  text <- gsub("[[:space:]]+", " ", paste(source, collapse = " "))
  html <- paste(made$html, "")
  field <- function(pattern) sub(pattern, "\\1", grep(pattern, source, value = TRUE)[1])
  title <- field("^title: *\"(.*)\"$")
  question <- field("^description: *\"(.*)\"$")
  following <- next_page(name)
  says <- function(what) grepl(what, text, fixed = TRUE)
  in_course <- name %in% course
  checks <- c(
    "was not made" = is.null(made$html),
    "took more than 30 s" = seconds > limit,
    "index entry and title differ" = !says(paste0("VignetteIndexEntry{", title, "}")),
    "has no description" = is.na(question),
    "does not open with its question" = in_course & !says(paste0("*", question)),
    "has no picture" = in_course & !grepl("<img", html, fixed = TRUE),
    "speaks of items or evaluators by number" = grepl(numbered, gsub("data:[^\"]*\"", "", html)),
    "prints a warning or an error" = grepl("#&gt; (Warning|Error)", html),
    "does not lead to the next page" = in_course & !says(following)
  )
  c(names(which(checks)), if (is.null(made$html)) utils::tail(made$log, 15))
}

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
