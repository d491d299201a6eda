# Default 90% intervals of the ranks of one evaluator's marks: how often do they hold the true rank? And is an item that
# is said to be the best with more than 0.8 as often the best as was said?
#   Rscript bench/long/mark-coverage.R [replicates] [seed] [shapes, with commas] [items, with commas]
# Noise is in units of the range of the flat marks; bell-shaped marks have the same standard deviation. The results go
# to the file mark-coverage.csv in bench/results.

library(seqjudge)
args <- commandArgs(TRUE)
reps <- if (length(args) > 0) as.integer(args[1]) else 400L
seed <- if (length(args) > 1) as.integer(args[2]) else 1L
shapes <- if (length(args) > 2) strsplit(args[3], ",")[[1]] else c("flat", "bell")
items <- if (length(args) > 3) as.integer(strsplit(args[4], ",")[[1]]) else c(12L, 20L, 60L)

quantile_of <- list(flat = function(p) p, bell = function(p) 0.5 + stats::qnorm(p) / sqrt(12))
expected <- function(shape, n) {
  if (shape == "flat") seq_len(n) / (n + 1) else 0.5 + stats::qnorm((seq_len(n) - 0.375) / (n + 0.25)) / sqrt(12)
}
marks_of <- function(n, size, noise, shape) {
  quality <- stats::runif(n)
  past <- if (is.finite(size)) stats::runif(size)
  share <- vapply(seq_len(n), FUN.VALUE = numeric(1), function(t) {
    if (is.infinite(size)) {
      return(quantile_of[[shape]](quality[t]))
    }
    expected(shape, size + t)[1 + sum(past < quality[t]) + sum(quality[seq_len(t - 1)] < quality[t])]
  })
  list(score = 4 + 6 * (share + stats::rnorm(n, 0, noise)), truth = rank(quality))
}

one <- function(n, size, noise, shape) {
  drawn <- marks_of(n, size, noise, shape)
  x <- as_evaluations(drawn$score, scale = score_scale("range", -20, 40))
  found <- suppressMessages(as.data.frame(rank_posterior(x, draws = 1000, seed = 1), level = 0.9))
  best <- which.max(found$p_best)
  c(
    covered = mean(found$lower <= drawn$truth & drawn$truth <= found$upper),
    width = mean(found$upper - found$lower) / n,
    said = found$p_best[best], right = drawn$truth[best] == n
  )
}

grid <- expand.grid(n = items, noise = c(0.05, 0.1, 0.2), size = c(0, 3, Inf), shape = shapes)
all <- lapply(seq_len(nrow(grid)), function(k) {
  g <- grid[k, ]
  found <- t(vapply(seq_len(reps), FUN.VALUE = numeric(4), function(i) {
    set.seed(1e5 * seed + i)
    one(g$n, g$size, g$noise, as.character(g$shape))
  }))
  sure <- found[, "said"] > 0.8
  row <- cbind(
    g, covered = round(mean(found[, 1]), 3), se = round(stats::sd(found[, 1]) / sqrt(reps), 3),
    width = round(mean(found[, 2]), 3), sure = sum(sure), said = round(mean(found[sure, 3]), 3),
    right = round(mean(found[sure, 4]), 3), replicates = reps
  )
  message(paste(vapply(row, format, ""), collapse = "  "))
  row
})
all <- do.call(rbind, all)
sure <- all[all$sure > 0, ]
message("p_best > 0.8: said ", round(stats::weighted.mean(sure$said, sure$sure), 3), ", right ",
  round(stats::weighted.mean(sure$right, sure$sure), 3), " of ", sum(sure$sure))
utils::write.csv(all, file.path("bench", "results", "mark-coverage.csv"), row.names = FALSE)
