# Hostile inputs over every exported function: each value in the place of each argument of a valid call (and, with a
# count, a random sample of that many). Ends with a failure if anything but a value or an error of ours comes back.
#   Rscript tools/fuzz-r.R [count] [seed]        count 0, the default: all of them, once
# Each function has a process of its own, several at a time. Some inputs ask for more memory than there is: run it under
# a limit (ulimit -v), as make fuzz-r does. JOBS=n for another number of processes than there are cores.
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

# A limit of time may strike once more, while the error that it made is being handled.
outcome_of <- function(case) {
  # A fresh stream each time: inserting changes it.
  if (case$call == "insert") calls$insert$stream <- insertion_stream(0)
  tryCatch(
    hostile_outcome(case$call, calls, case$argument, values[[case$value]]()),
    error = function(e) paste("not handled:", conditionMessage(e))
  )
}

# What is wrong is told at once, but each kind of it once for an argument.
try_call <- function(cases) {
  told <- character()
  outcomes <- character(nrow(cases))
  for (k in seq_len(nrow(cases))) {
    case <- cases[k, ]
    outcome <- outcomes[k] <- outcome_of(case)
    argument <- argument_name(case$call, case$argument)
    kind <- paste(argument, outcome)
    if (!outcome %in% fine && !kind %in% told) {
      told <- c(told, kind)
      message(sprintf("%s(%s = <%s>): %s", case$call, argument, case$value, substr(gsub("\n", " ", outcome), 1, 300)))
    }
  }
  outcomes
}

fine <- c("value", "error of ours", "stopped")
started <- proc.time()[["elapsed"]]
jobs <- as.integer(Sys.getenv("JOBS", max(1L, parallel::detectCores(), na.rm = TRUE)))
rows <- split(seq_len(nrow(tried)), factor(tried$call, unique(tried$call)))
found <- parallel::mclapply(rows, function(k) try_call(tried[k, ]), mc.cores = jobs, mc.preschedule = FALSE)
# A process that is gone has taken its answers with it.
lost <- !vapply(found, is.character, NA) | lengths(found) != lengths(rows)
for (name in names(rows)[lost]) message(name, "(): R itself was lost, or stopped")
tried$outcome <- "lost"
for (name in names(rows)[!lost]) tried$outcome[rows[[name]]] <- found[[name]]
seconds <- proc.time()[["elapsed"]] - started

tried$argument <- mapply(argument_name, tried$call, tried$argument)
bad <- tried[!tried$outcome %in% fine, ]
if (nzchar(Sys.getenv("FUZZ_VALUES"))) {
  taken <- tried[tried$outcome == "value", ]
  for (group in split(taken, paste(taken$call, taken$argument))) {
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
