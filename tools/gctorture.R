# The R tests with the garbage collector run at every allocation of the compiled functions, so that a value which they
# forgot to protect is gone before they use it. Every function is tortured for its first calls in each test file: a
# collection takes far longer than most calls. Each file is a process of its own, several at a time; what it gave is
# kept in out/gctorture, and a file is run again only when it or the package is newer than that.
#   Rscript tools/gctorture.R <package> [filter]        JOBS=n for another number of processes than there are cores

arguments <- commandArgs(trailingOnly = TRUE)
package <- arguments[1]
namespace <- asNamespace(package)
Sys.setenv(NOT_CRAN = "true")
first <- 3

calls <- new.env()
torture <- function(name, original) {
  force(name)
  force(original)
  function(...) {
    count <- (if (is.null(calls[[name]])) 0 else calls[[name]]) + 1
    calls[[name]] <- count
    if (count > first) {
      return(original(...))
    }
    # What is handed over is made before.
    arguments <- list(...)
    gctorture(TRUE)
    on.exit(gctorture(FALSE))
    do.call(original, arguments, quote = TRUE)
  }
}
glue <- grep("^cpp_", ls(namespace), value = TRUE)
for (name in glue) {
  unlockBinding(name, namespace)
  assign(name, torture(name, get(name, namespace)), namespace)
}

# Counts of expectations and failures, and how often each function was tortured.
torture_file <- function(file) {
  rm(list = ls(calls), envir = calls)
  rows <- as.data.frame(testthat::test_file(
    file.path("tests", "testthat", file),
    package = package, load_package = "installed", reporter = "silent", stop_on_failure = FALSE
  ))
  failed <- sum(rows$failed) + sum(rows$error)
  result <- list(
    file = file, passed = sum(rows$nb) - failed - sum(rows$skipped), failed = failed,
    calls = pmin(unlist(as.list(calls)), first)
  )
  message(sprintf(
    "%-40s %5d passed, %d failed, %d calls tortured", file, result$passed, result$failed, sum(result$calls)
  ))
  result
}

place <- file.path("out", "gctorture")
dir.create(place, recursive = TRUE, showWarnings = FALSE)
files <- sort(list.files("tests/testthat", "^test-.*[.]R$"))
if (length(arguments) > 1) files <- grep(arguments[2], files, value = TRUE)
kept <- file.path(place, sub("[.]R$", ".rds", files))
newest <- pmax(file.mtime(file.path("tests", "testthat", files)), file.mtime(find.package(package)))
done <- file.exists(kept) & file.mtime(kept) > newest
jobs <- as.integer(Sys.getenv("JOBS", max(1L, parallel::detectCores(), na.rm = TRUE)))
unlink(kept[!done])
invisible(parallel::mclapply(which(!done), function(k) {
  result <- torture_file(files[k])
  if (result$failed == 0) saveRDS(result, kept[k])
}, mc.cores = jobs, mc.preschedule = FALSE))

# A file whose process died, or in which a test failed, has left nothing.
lacking <- files[!file.exists(kept)]
results <- lapply(kept[file.exists(kept)], readRDS)
tortured <- unlist(lapply(results, `[[`, "calls"))
missed <- setdiff(glue, names(tortured))
cat("Failed or lost:", if (length(lacking) == 0) "none" else lacking, "\n")
cat("Compiled functions that no test has called:", if (length(missed) == 0) "none" else missed, "\n")
reached <- length(glue) - length(missed)
cat(sprintf("%d of %d compiled functions, %d calls tortured\n", reached, length(glue), sum(tortured)))
cat(sprintf("%d passed in %d of %d files\n", sum(vapply(results, `[[`, 1, "passed")), length(results), length(files)))
quit(status = as.integer(length(lacking) > 0 || (length(arguments) == 1 && length(missed) > 0)))
