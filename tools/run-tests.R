# Runs tests/testthat against the installed package and ends with "N passed, N failed, N skipped".
#   Rscript tools/run-tests.R <package> [<pattern of the test files>]

args <- commandArgs(trailingOnly = TRUE)
package <- args[1]

# Snapshots and the longer tests are for developers; testthat takes a run for CRAN's unless told so.
Sys.setenv(NOT_CRAN = "true")

paper_data <- file.path("..", "shared", "data")
if (!nzchar(Sys.getenv("SEQJUDGE_DATA")) && dir.exists(paper_data)) {
  Sys.setenv(SEQJUDGE_DATA = normalizePath(paper_data))
}

# All files together are spread over processes; DESCRIPTION names those that take longest, to begin with. A process that
# dies is an error, and ends the run.
if (length(args) == 1) {
  cores <- max(1L, parallel::detectCores(), na.rm = TRUE)
  Sys.setenv(TESTTHAT_PARALLEL = as.character(cores > 1), TESTTHAT_CPUS = min(cores, 4L))
}

results <- testthat::test_dir(
  file.path("tests", "testthat"),
  package = package,
  load_package = "installed",
  filter = if (length(args) > 1) args[2],
  reporter = testthat::SummaryReporter$new(show_praise = FALSE, max_reports = Inf),
  stop_on_failure = FALSE
)

# Several processes leave this folder behind, in the wrong place and empty.
if (length(list.files("_snaps", all.files = TRUE, no.. = TRUE)) == 0) unlink("_snaps", recursive = TRUE)

count <- function(class) {
  sum(vapply(results, function(test) sum(vapply(test$results, inherits, logical(1), what = class)), numeric(1)))
}
passed <- count("expectation_success")
failed <- count("expectation_failure") + count("expectation_error")
skipped <- count("expectation_skip")

cat(sprintf("\n%d passed, %d failed, %d skipped\n", passed, failed, skipped))
quit(status = as.integer(failed > 0 || passed == 0))
