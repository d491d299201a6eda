# What the bench scripts share: interleaved timings, and lines that say whether a bar holds.

suppressPackageStartupMessages(library(seqjudge))

# Seconds of each expression, a column for each round. They are taken in turn, so that a busy moment hits all of them
# alike, and each is run often enough within a turn for the clock to tell. On a machine that is busy with other things
# BENCH_CLOCK=cpu counts the time of the processor instead; the gain of several threads does not show then.
rounds <- function(tasks, repeats, where = parent.frame()) {
  by_cpu <- identical(Sys.getenv("BENCH_CLOCK"), "cpu")
  # proc.time() counts in milliseconds.
  now <- function() if (by_cpu) sum(proc.time()[1:2]) else as.numeric(Sys.time())
  elapsed <- function(task, times) {
    gc(FALSE)
    start <- now()
    for (k in seq_len(times)) eval(task, where)
    (now() - start) / times
  }
  # What took long the first times, when R compiles it, is tried again.
  often_enough <- function(task) {
    times <- 1
    long <- 0
    while (long < 3) {
      total <- times * elapsed(task, times)
      if (total > 1) break
      long <- if (total < 0.03) 0 else long + 1
      if (total < 0.03) times <- ceiling(times * min(10, 0.05 / (total + 1e-3)))
    }
    times
  }
  times <- vapply(tasks, often_enough, numeric(1))
  result <- vapply(seq_len(repeats), function(k) mapply(elapsed, tasks, times), numeric(length(tasks)))
  matrix(result, length(tasks), dimnames = list(names(tasks), NULL))
}

# Median seconds of named expressions.
seconds <- function(..., repeats = 11) {
  apply(rounds(eval(substitute(alist(...))), repeats, parent.frame()), 1, stats::median)
}

# A value without a bar is for information; `at_least` turns the bar round.
report <- function(what, value, bar = NA, at_least = FALSE) {
  missed <- if (at_least) value < bar else value > bar
  side <- if (at_least) "at least " else ""
  verdict <- if (is.na(bar)) "" else paste0("  (bar ", side, bar, ")", if (missed) "  MISSED")
  cat(sprintf("%-66s %8.3g%s\n", what, value, verdict))
}

# Rows for the tables in bench/results: what was done, by whom, of what size, in how many seconds.
timed <- function(task, n, times) {
  data.frame(task = task, method = names(times), n = n, seconds = signif(unname(times), 3))
}

write_results <- function(rows, name) {
  file <- file.path("bench", "results", paste0(name, ".csv"))
  utils::write.csv(rows, file, row.names = FALSE, quote = c(1, 2))
  cat("Written to", file, "\n")
}

# Rows of tasks that were not run stay as they were.
update_results <- function(rows, name) {
  earlier <- utils::read.csv(file.path("bench", "results", paste0(name, ".csv")))
  write_results(rbind(earlier[!earlier$task %in% rows$task, ], rows), name)
}

is_there <- function(package) {
  there <- nzchar(system.file(package = package))
  if (!there) cat("Left out, not installed:", package, "\n")
  there
}
