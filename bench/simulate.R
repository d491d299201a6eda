# Speed of the simulation engine on the paper's Figure 4, against the plain-R simulation of the tests; threads; memory.

source("bench/lib/timing.R")
for (helper in c("oracles", "simulation")) source(sprintf("tests/testthat/helper-%s.R", helper))

elapsed <- function(expr) system.time(expr)[["elapsed"]]

figure_4 <- rbind(
  data.frame(n = c(20, 50, 100, 250, 500), delta = 0.1),
  data.frame(n = 100, delta = c(0.02, 0.05, 0.1, 0.2))
)
# What the figure shows.
metrics <- c("footrule", "max_entrywise")
reps <- 1000
grid <- function(threads, reps = 1000) {
  simulate_study(figure_4, metrics = metrics, reps = reps, seed = 1, threads = threads)
}

# A fraction of the oracle's runs, scaled. Taken in turn with ours, so that a busy moment hits both alike.
some <- 20
oracle <- function() {
  for (s in seq_len(nrow(figure_4))) {
    for (k in seq_len(some)) oracle_replicate(figure_4$n[s], figure_4$delta[s], kendall = FALSE)
  }
}
invisible(oracle())
invisible(grid(1))
times <- seconds(oracle = oracle(), one = grid(1), repeats = 5) * c(reps / some, 1)
cat(sprintf("Figure 4, 1,000 runs: %.1f s in plain R, %.3f s on one thread\n", times[["oracle"]], times[["one"]]))
report("plain R / simulate_study() on one thread", times[["oracle"]] / times[["one"]], 200, at_least = TRUE)

times <- replicate(5, c(one = elapsed(grid(1, 10000)), two = elapsed(grid(2, 10000))))
# What two cores are worth at the moment: on a busy machine, not two.
if (.Platform$OS.type == "unix") {
  both <- elapsed(parallel::mclapply(1:2, function(k) grid(1, 10000), mc.cores = 2))
  cat(sprintf("Two processes at once do the work of %.2f\n", 2 * stats::median(times["one", ]) / both))
}
report("one thread / two threads (10,000 runs)", stats::median(times["one", ] / times["two", ]), 1.8, at_least = TRUE)

# Peak memory in another process, for 1e4 and for 1e6 replicates of 100 items.
peak <- function(reps) {
  code <- sprintf(
    "invisible(seqjudge::simulate_study(data.frame(n = 100, delta = 0.1), reps = %d, seed = 1)); %s", reps,
    "cat(sub('.*:[^0-9]*([0-9]+).*', '\\\\1', grep('VmHWM', readLines('/proc/self/status'), value = TRUE)))"
  )
  as.numeric(system2(file.path(R.home("bin"), "Rscript"), c("-e", shQuote(code)), stdout = TRUE))
}
if (file.exists("/proc/self/status")) {
  few <- peak(1e4)
  many <- peak(1e6)
  cat(sprintf("Peak memory: %.0f MB for 1e4 replicates, %.0f MB for 1e6\n", few / 1024, many / 1024))
  report("peak memory of 1e4 / 1e6 replicates", few / many, 0.9, at_least = TRUE)
}
