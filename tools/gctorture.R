# The R tests with the garbage collector run at every allocation of the compiled functions, so that a value which they
# forgot to protect is gone before they use it. Every function is tortured for its first calls in each test file: a
# collection takes far longer than most calls.
#   Rscript tools/gctorture.R <package> [filter]

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

files <- sort(list.files("tests/testthat", "^test-.*[.]R$"))
if (length(arguments) > 1) files <- grep(arguments[2], files, value = TRUE)
reached <- character()
failed <- passed <- tortured <- 0
for (file in files) {
  rm(list = ls(calls), envir = calls)
  results <- testthat::test_file(
    file.path("tests", "testthat", file),
    package = package, load_package = "installed", reporter = "silent", stop_on_failure = FALSE
  )
  is_a <- function(class) {
    sum(vapply(results, function(test) sum(vapply(test$results, inherits, logical(1), what = class)), numeric(1)))
  }
  bad <- is_a("expectation_failure") + is_a("expectation_error")
  counts <- unlist(as.list(calls))
  here <- sum(pmin(counts, first))
  cat(sprintf("%-40s %5d passed, %d failed, %d calls tortured\n", file, is_a("expectation_success"), bad, here))
  passed <- passed + is_a("expectation_success")
  failed <- failed + bad
  tortured <- tortured + here
  reached <- union(reached, names(counts))
}
missed <- setdiff(glue, reached)
cat("Compiled functions that no test has called:", if (length(missed) == 0) "none" else missed, "\n")
cat(sprintf("%d of %d compiled functions, %d calls tortured\n", length(glue) - length(missed), length(glue), tortured))
cat(sprintf("%d passed, %d failed\n", passed, failed))
quit(status = as.integer(failed > 0 || passed == 0 || (length(arguments) == 1 && length(missed) > 0)))
