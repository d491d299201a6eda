# Do the intervals of fit_order_effects() hold what they should, and do its tests keep their level? 20 judges, 20 items,
# each in an order of their own, effects of the sizes that real data have, in standard deviations of the scores:
#   R_LIBS=.lib Rscript bench/long/order-effects.R [replicates] [settings, by commas] [seed]
# The simulator is written out in plain R, so that the study does not depend on the package it checks.

suppressPackageStartupMessages(library(seqjudge))

args <- commandArgs(trailingOnly = TRUE)
replicates <- if (length(args) > 0) as.integer(args[1]) else 200L
sizes <- list(drift = -0.2, start = 0.15, neighbour = -0.15, serial = 0.12)
settings <- if (length(args) > 1) strsplit(args[2], ",")[[1]] else c("none", names(sizes), "all")
seed <- if (length(args) > 2) as.integer(args[3]) else 0L
judges <- 20L
items <- 20L
quality_sd <- 0.7
noise_sd <- 0.7

wander <- function(n, variance) {
  keep <- exp(-1 / 8)
  level <- numeric(n)
  level[1] <- rnorm(1, 0, sqrt(variance))
  for (t in seq_len(n)[-1]) level[t] <- keep * level[t - 1] + rnorm(1, 0, sqrt(variance * (1 - keep^2)))
  level
}

# The neighbour's size is what an item gets more after one that is a standard deviation of the qualities better.
scores_of <- function(judge, quality, effect) {
  seen <- sample.int(items)
  t <- seq_len(items)
  before <- c(0, quality[seen][-items]) / quality_sd
  noise <- noise_sd * exp(rnorm(1, 0, 0.2))
  score <- 6 + rnorm(1, 0, 0.4) + (1 + rnorm(1, 0, 0.1)) * quality[seen] + effect$drift * (t - 0.5) / items +
    effect$start / t + effect$neighbour * before + wander(items, effect$serial * noise^2) + rnorm(items, 0, noise)
  data.frame(judge = judge, item = seen, position = t, score = score)
}

one <- function(setting, k) {
  set.seed(seed + 1000 * match(setting, c("none", names(sizes), "all")) + 10000 * k)
  effect <- lapply(sizes, function(size) 0)
  on <- if (setting == "all") names(sizes) else intersect(setting, names(sizes))
  effect[on] <- sizes[on]
  quality <- rnorm(items, 0, quality_sd)
  data <- do.call(rbind, lapply(seq_len(judges), scores_of, quality, effect))
  x <- evaluations(data, judge, item, position, score, scale = score_scale("range", -20, 40))
  looked_at <- if (setting != "none") c("drift", "start", "neighbour", "average", "serial")
  fit <- fit_order_effects(x, looked_at, iterations = 250, seed = k, threads = 1)
  found <- tidy(fit)
  truth <- unname(unlist(effect)[found$effect])
  truth[found$effect == "average"] <- 0
  truth[found$effect == "calibration"] <- Inf
  data.frame(
    effect = found$effect, covered = found$lower <= truth & truth <= found$upper, rejected = found$p_value <= 0.05,
    error = found$estimate - truth
  )
}

for (setting in settings) {
  rows <- do.call(rbind, lapply(seq_len(replicates), function(k) one(setting, k)))
  for (effect in unique(rows$effect)) {
    own <- rows[rows$effect == effect, ]
    cat(sprintf(
      "%-10s %-12s %d replicates: 90%% intervals cover %.3f, rejected at 5%% in %.3f, bias %.3f, rmse %.3f\n", setting,
      effect, replicates, mean(own$covered), mean(own$rejected), mean(own$error), sqrt(mean(own$error^2))
    ))
  }
}
