# How often test_order_effect() rejects at 5%: without an effect of the order (3 to 7% is what it promises), and with
# effects of the size seen in real people.
#   Rscript bench/long/order-test.R [replicates] [file] [seed] [permutations]

suppressPackageStartupMessages(library(seqjudge))
given <- commandArgs(trailingOnly = TRUE)
reps <- if (length(given) > 0) as.integer(given[1]) else 400L
file <- if (length(given) > 1) given[2] else "bench/results/order-test.csv"
seed <- if (length(given) > 2) as.integer(given[3]) else 1L
permutations <- if (length(given) > 3) as.integer(given[4]) else 499L

# Half-point marks of judges who differ in severity, loading and noise. Effects are in standard deviations of a judge's
# scores.
marks <- function(judges, n, drift = 0, start = 0, serial = 0, neighbour = 0) {
  quality <- rnorm(n)
  rows <- lapply(seq_len(judges), function(j) {
    order <- sample(n)
    noise <- exp(rnorm(1, log(0.7), 0.3)) * as.vector(stats::filter(rnorm(n), serial, "recursive"))
    before <- c(0, quality[order][-n])
    score <- 6 + rnorm(1) + exp(rnorm(1, 0, 0.2)) * quality[order] + noise - drift * (seq_len(n) / n - 0.5) +
      start * (seq_len(n) <= 3) - neighbour * before
    data.frame(judge = j, item = order, position = seq_len(n), score = round(2 * score) / 2)
  })
  evaluations(do.call(rbind, rows), judge, item, position, score, score_scale("range", -10, 20))
}

design <- rbind(
  data.frame(judges = c(5, 20, 1), n = c(15, 20, 20), drift = 0, start = 0, serial = 0, neighbour = 0),
  data.frame(
    judges = 20, n = 20, drift = c(0.3, 0, 0, 0, 0.3), start = c(0, 0.3, 0, 0, 0.2), serial = c(0, 0, 0.15, 0, 0.15),
    neighbour = c(0, 0, 0, 0.2, 0.2)
  )
)

rows <- lapply(seq_len(nrow(design)), function(s) {
  set.seed(1000 * seed + s)
  p <- vapply(seq_len(reps), FUN.VALUE = numeric(7), function(k) {
    test <- test_order_effect(do.call(marks, design[s, ]), permutations = permutations)
    c(glance(test)$p_value, tidy(test)$p_value)
  })
  effects <- c("all together", "drift", "start", "serial", "neighbour", "discrimination", "spread")
  found <- data.frame(
    design[s, ],
    effect = effects, rejected = rowMeans(p <= 0.05), replicates = reps, permutations = permutations, row.names = NULL
  )
  cat(unlist(design[s, ]), "|", paste(effects, round(100 * found$rejected, 1)), "\n")
  found
})
dir.create(dirname(file), showWarnings = FALSE, recursive = TRUE)
utils::write.csv(do.call(rbind, rows), file, row.names = FALSE)
