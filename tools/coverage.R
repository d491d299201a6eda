# Which lines do the tests run? R, glue and core, by covr, in a copy of the sources. Prints the share of each file, the
# lines that are left, and fails below the bar.
#   Rscript tools/coverage.R

bar <- 98
Sys.setenv(NOT_CRAN = "true")
paper_data <- file.path("..", "shared", "data")
if (!nzchar(Sys.getenv("SEQJUDGE_DATA")) && dir.exists(paper_data)) {
  Sys.setenv(SEQJUDGE_DATA = normalizePath(paper_data))
}
# Optimised a little: without it the simulations of the tests take too long.
flags <- "-O1 -g --coverage -fno-inline"
options(covr.flags = c(CXXFLAGS = flags, CXX17FLAGS = flags, LDFLAGS = "--coverage"))

place <- file.path(tempdir(), "seqjudge")
dir.create(place)
parts <- c("DESCRIPTION", "NAMESPACE", "LICENSE", "R", "src", "inst", "data", "man", "tests")
stopifnot(file.copy(parts, place, recursive = TRUE))
# A test may fail on code that covr has changed: that is seen elsewhere.
code <- sprintf(
  "testthat::test_dir('%s', package = 'seqjudge', load_package = 'installed', stop_on_failure = FALSE)",
  file.path(place, "tests", "testthat")
)
coverage <- covr::package_coverage(place, type = "none", code = code, quiet = FALSE, clean = FALSE)

lines <- as.data.frame(coverage)
lines$layer <- ifelse(grepl("^R/", lines$filename), "R", ifelse(grepl("^src/", lines$filename), "glue", "core"))
lines <- lines[!grepl("RcppExports", lines$filename), ]
hit <- lines$value > 0
by_file <- tapply(hit, lines$filename, mean)
cat(sprintf("%-50s %6.1f\n", names(by_file), 100 * by_file), sep = "")
left <- lines[!hit, ]
cat("\nLeft:\n", sprintf("%s:%d\n", left$filename, left$first_line), sep = "")
by_layer <- 100 * c(tapply(hit, lines$layer, mean), all = mean(hit))
cat(sprintf("%-5s %6.2f%%\n", names(by_layer), by_layer), sep = "")
quit(status = as.integer(any(by_layer < bar)))
