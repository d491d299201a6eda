# A table in a database, ranked by rank_partitions() in bounded memory, against reading it whole and ranking it in
# memory: bench/results/partitions.csv. Each in a process of its own, whose peak memory is what is told.
#   Rscript bench/partitions.R [rows]      1e6 unless given; the table has 20 rows for each evaluator

source("bench/lib/timing.R")
given <- as.numeric(grep("^[0-9.e+]+$", commandArgs(trailingOnly = TRUE), value = TRUE))
sizes <- if (length(given) > 0) given else 1e6
in_memory_up_to <- 1e7

make_table <- function(file, rows, items = 20, stretch = 1e6) {
  db <- DBI::dbConnect(RSQLite::SQLite(), file)
  on.exit(DBI::dbDisconnect(db))
  DBI::dbExecute(db, "PRAGMA journal_mode = OFF")
  DBI::dbExecute(db, "CREATE TABLE scores (evaluator INTEGER, item TEXT, position INTEGER, score REAL)")
  names <- paste("item", seq_len(items))
  for (done in seq(0, rows - 1, stretch)) {
    n <- min(stretch, rows - done)
    position <- rep_len(seq_len(items), n)
    DBI::dbAppendTable(db, "scores", data.frame(
      evaluator = as.integer((done + seq_len(n) - 1) %/% items + 1), item = sample(names)[position],
      position = position, score = runif(n)
    ))
  }
  DBI::dbExecute(db, "CREATE INDEX by_evaluator ON scores (evaluator)")
}

# Seconds, and the peak of memory in megabytes beyond what the package takes, of some code in another process.
alone <- function(code) {
  status <- "as.numeric(gsub('[^0-9]', '', grep('VmHWM', readLines('/proc/self/status'), value = TRUE))) / 1024"
  lines <- c(
    "library(seqjudge)", paste("before <-", status), "time <- system.time({", code, "})",
    paste("cat(sum(time[1:2]), time[['elapsed']],", status, "- before)")
  )
  script <- tempfile(fileext = ".R")
  writeLines(lines, script)
  found <- system2(file.path(R.home("bin"), "Rscript"), script, stdout = TRUE, stderr = FALSE)
  stats::setNames(scan(text = found, quiet = TRUE), c("cpu", "seconds", "memory"))
}

by_parts <- "
  open <- function() DBI::dbConnect(RSQLite::SQLite(), '%s')
  x <- rank_partitions(open, 'scores', evaluator, item, position, score, '%s', prior = 5)
"
whole <- "
  db <- DBI::dbConnect(RSQLite::SQLite(), '%s')
  x <- evaluations(DBI::dbReadTable(db, 'scores'), evaluator, item, position, score)
  ranks <- as.data.frame(rank_items(x, prior = 5))
"

set.seed(1)
rows <- list()
for (n in sizes) {
  file <- tempfile(fileext = ".sqlite")
  made <- system.time(make_table(file, n))[["elapsed"]]
  cat(sprintf("A table of %g rows: %.0f s to write, %.1f GB\n", n, made, file.size(file) / 1e9))
  ways <- list(rank_partitions = sprintf(by_parts, file, tempfile("ranks")))
  if (n <= in_memory_up_to) ways[["in memory"]] <- sprintf(whole, file)
  for (way in names(ways)) {
    found <- alone(ways[[way]])
    cat(sprintf(
      "%-16s %g rows: %.1f s (%.1f s of processor), %.0f MB\n", way, n, found[["seconds"]], found[["cpu"]],
      found[["memory"]]
    ))
    rows[[length(rows) + 1]] <- data.frame(
      method = way, rows = n, seconds = signif(found[["seconds"]], 3), cpu = signif(found[["cpu"]], 3),
      megabytes = signif(found[["memory"]], 3)
    )
  }
  unlink(file)
}
found <- do.call(rbind, rows)
for (n in intersect(sizes, found$rows[found$method == "in memory"])) {
  at <- function(way, what) found[[what]][found$rows == n & found$method == way]
  ratio <- at("rank_partitions", "cpu") / at("in memory", "cpu")
  report(sprintf("processor time of rank_partitions() / in memory, %g rows", n), ratio, 2)
  report(sprintf("peak memory of rank_partitions(), MB, %g rows", n), at("rank_partitions", "megabytes"), 400)
}
# Other sizes are kept: the largest take a while.
file <- file.path("bench", "results", "partitions.csv")
if (file.exists(file)) {
  earlier <- utils::read.csv(file)
  found <- rbind(earlier[!earlier$rows %in% found$rows, ], found)
}
write_results(found[order(found$rows, found$method), ], "partitions")
