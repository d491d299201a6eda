# Runs inside valgrind, which takes a minute to load the packages: they are loaded once, and each test file is a fork.
#   R -e "source('tools/valgrind-r.R')" --args <package> <directory for results> <filter>

arguments <- commandArgs(trailingOnly = TRUE)
package <- arguments[1]
place <- arguments[2]
library(testthat)
library(package, character.only = TRUE)

files <- list.files("tests/testthat", "^test-.*[.]R$", full.names = TRUE)
files <- files[grepl(arguments[3], sub("^test-(.*)[.]R$", "\\1", basename(files)))]
results <- file.path(place, sub("[.]R$", ".counts", basename(files)))
newest <- max(file.mtime(c(".lib/.installed", list.files("tests/testthat", "^helper-", full.names = TRUE))))
passed <- function(result) file.exists(result) && scan(result, quiet = TRUE)[2] == 0
done <- vapply(results, passed, NA) & file.mtime(results) > pmax(newest, file.mtime(files))
unlink(results[!done])

# The slowest first, by the sizes of files where nothing better is known.
slow <- trimws(strsplit(read.dcf("DESCRIPTION", "Config/testthat/start-first"), ",")[[1]])
todo <- files[!done]
todo <- todo[order(!basename(todo) %in% paste0("test-", slow, ".R"), -file.size(todo))]

run_file <- function(file) {
  started <- proc.time()[["elapsed"]]
  rows <- as.data.frame(testthat::test_file(
    file, package = package, load_package = "installed", reporter = "silent", stop_on_failure = FALSE
  ))
  counts <- c(sum(rows$nb), sum(rows$failed) + sum(rows$error), sum(rows$skipped))
  name <- sub("[.]R$", "", basename(file))
  saveRDS(rows, file.path(place, paste0(name, ".rds")))
  cat(counts, "\n", file = file.path(place, paste0(name, ".counts")))
  # For whoever waits, and to find the log of a file.
  message(sprintf(
    "%s: %d expectations, %d failed, %d skipped, %.0f s, log %d.memory", name, counts[1], counts[2], counts[3],
    proc.time()[["elapsed"]] - started, Sys.getpid()
  ))
}
jobs <- as.integer(Sys.getenv("JOBS", "2"))
invisible(parallel::mclapply(todo, run_file, mc.cores = jobs, mc.preschedule = FALSE, mc.set.seed = FALSE))
# A file whose process died has failed.
for (result in results[!file.exists(results)]) cat("0 1 0\n", file = result)
