# lintr with the settings in .lintr, no name defined twice, no markdown left in help pages; fails on any finding.

directories <- Filter(dir.exists, c("R", "tests", "data-raw", "vignettes", "bench", "tools"))
files <- list.files(directories, "[.]R(md)?$", recursive = TRUE, full.names = TRUE)
files <- setdiff(files, "R/RcppExports.R")
invisible(loadNamespace("lintr"))
cores <- if (.Platform$OS.type == "unix") max(1L, parallel::detectCores(), na.rm = TRUE) else 1L
found <- parallel::mclapply(files, lintr::lint, mc.cores = cores)
stopifnot(length(files) > 0, vapply(found, inherits, logical(1), what = "lints"))
found <- unlist(found, recursive = FALSE)
for (lint in found) print(lint)

# A second definition of a function would silently take the place of the first.
defined <- lapply(list.files("R", "[.]R$", full.names = TRUE), function(file) {
  calls <- Filter(function(expr) is.call(expr) && identical(expr[[1]], quote(`<-`)), as.list(parse(file)))
  vapply(calls, function(expr) as.character(expr[[2]])[1], character(1))
})
defined <- unlist(defined)
twice <- unique(defined[duplicated(defined)])
for (name in twice) cat("Defined twice in R/:", name, "\n")

# A backtick in a help page is code that markdown did not see as such: often a line break within it.
stray <- unlist(lapply(list.files("man", "[.]Rd$", full.names = TRUE), function(file) {
  at <- grep("`", readLines(file), fixed = TRUE)
  sprintf("%s:%d", file, at)
}))
for (place in stray) cat("Stray backtick in a help page:", place, "\n")

quit(status = as.integer(length(c(found, twice, stray)) > 0))
