# Hostile inputs over every exported function: each value in the place of each argument of a valid call (and, with a
# count, a random sample of that many). Ends with a failure if anything but a value or an error of ours comes back.
#   Rscript tools/fuzz-r.R [count] [seed]        count 0, the default: all of them, once
# FUZZ_ONLY=<regular expression> keeps the calls whose names match; FUZZ_VALUES=yes lists what was accepted.

library(seqjudge)
for (helper in c("helper-hostile.R")) source(file.path("tests", "testthat", helper))
args <- as.numeric(commandArgs(trailingOnly = TRUE))
count <- if (length(args) > 0) args[1] else 0
seed <- if (length(args) > 1) args[2] else 1

options(cli.num_colors = 1)
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

started <- proc.time()[["elapsed"]]
verbose <- nzchar(Sys.getenv("FUZZ_VERBOSE"))
tried$outcome <- vapply(seq_len(nrow(tried)), function(k) {
  case <- tried[k, ]
  if (verbose) message(case$call, " ", case$argument, " ", case$value)
  # A fresh stream each time: inserting changes it.
  if (case$call == "insert") calls$insert$stream <- insertion_stream(0)
  hostile_outcome(case$call, calls, case$argument, values[[case$value]]())
}, "")
seconds <- proc.time()[["elapsed"]] - started

tried$argument <- mapply(function(call, k) {
  name <- names(calls[[call]])[k]
  if (is.null(name) || name == "") paste0("[[", k, "]]") else name
}, tried$call, tried$argument)
bad <- tried[!tried$outcome %in% c("value", "error of ours", "stopped"), ]
if (nrow(bad) > 0) {
  groups <- split(bad, paste(bad$call, bad$argument, bad$outcome))
  for (group in groups) {
    cat(sprintf("%s(%s = <%s>): %s\n", group$call[1], group$argument[1], paste(group$value, collapse = ", "),
                substr(gsub("\n", " ", group$outcome[1]), 1, 300)))
  }
}
if (nzchar(Sys.getenv("FUZZ_VALUES"))) {
  fine <- tried[tried$outcome == "value", ]
  for (group in split(fine, paste(fine$call, fine$argument))) {
    cat(sprintf("%s(%s) took %s\n", group$call[1], group$argument[1], paste(group$value, collapse = ", ")))
  }
}
cat(sprintf(
  "%d inputs over %d functions and methods in %.0f s: %d values, %d errors of ours, %d stopped, %d failures\n",
  nrow(tried), length(unique(tried$call)), seconds, sum(tried$outcome == "value"), sum(tried$outcome == "error of ours"),
  sum(tried$outcome == "stopped"), nrow(bad)
))
quit(status = as.integer(nrow(bad) > 0))
