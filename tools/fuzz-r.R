# Hostile inputs over every exported function: each value in the place of each argument of a valid call (and, with a
# count, a random sample of that many). Ends with a failure if anything but a value or an error of ours comes back.
#   Rscript tools/fuzz-r.R [count] [seed]        count 0, the default: all of them, once
# Some ask for more memory than there is: run it under a limit (ulimit -v), as make fuzz-r does.
# FUZZ_ONLY=<regular expression> keeps the calls whose names match; FUZZ_VALUES=yes lists what was accepted.

library(seqjudge)
source(file.path("tests", "testthat", "helper-hostile.R"))
args <- as.numeric(commandArgs(trailingOnly = TRUE))
count <- if (length(args) > 0) args[1] else 0
seed <- if (length(args) > 1) args[2] else 1

options(cli.num_colors = 1)
# Paths of all kinds are tried too: what is written there does not belong into the sources.
setwd(tempdir())
calls <- hostile_calls()
lacking <- setdiff(getNamespaceExports("seqjudge"), c(names(calls), names(hostile_skipped)))
lacking <- setdiff(lacking, "bakeoff")
if (length(lacking) > 0) stop("No valid call for: ", paste(lacking, collapse = ", "))
values <- hostile_values()
only <- Sys.getenv("FUZZ_ONLY")
if (nzchar(only)) calls <- calls[grepl(only, names(calls))]
tried <- hostile_table(calls, values)
set.seed(seed)
if (count > 0) tried <- tried[sample.int(nrow(tried), count, replace = count > nrow(tried)), ]

argument_name <- function(call, k) {
  name <- names(calls[[call]])[k]
  if (is.null(name) || name == "") paste0("[[", k, "]]") else name
}

# What is wrong is told at once, but each kind of it once for an argument.
started <- proc.time()[["elapsed"]]
told <- character()
tried$outcome <- vapply(seq_len(nrow(tried)), function(k) {
  case <- tried[k, ]
  # A fresh stream each time: inserting changes it.
  if (case$call == "insert") calls$insert$stream <- insertion_stream(0)
  outcome <- hostile_outcome(case$call, calls, case$argument, values[[case$value]]())
  argument <- argument_name(case$call, case$argument)
  if (!outcome %in% c("value", "error of ours", "stopped")) {
    kind <- paste(case$call, argument, outcome)
    if (!kind %in% told) {
      told <<- c(told, kind)
      cat(sprintf("%s(%s = <%s>): %s\n", case$call, argument, case$value, substr(gsub("\n", " ", outcome), 1, 300)))
    }
  }
  outcome
}, "")
seconds <- proc.time()[["elapsed"]] - started

tried$argument <- mapply(argument_name, tried$call, tried$argument)
bad <- tried[!tried$outcome %in% c("value", "error of ours", "stopped"), ]
if (nzchar(Sys.getenv("FUZZ_VALUES"))) {
  fine <- tried[tried$outcome == "value", ]
  for (group in split(fine, paste(fine$call, fine$argument))) {
    cat(sprintf("%s(%s) took %s\n", group$call[1], group$argument[1], paste(group$value, collapse = ", ")))
  }
}
cat(sprintf(
  "%d inputs over %d functions and methods in %.0f s: %d values, %d errors of ours, %d stopped, %d failures\n",
  nrow(tried), length(unique(tried$call)), seconds, sum(tried$outcome == "value"),
  sum(tried$outcome == "error of ours"),
  sum(tried$outcome == "stopped"), nrow(bad)
))
quit(status = as.integer(nrow(bad) > 0))
