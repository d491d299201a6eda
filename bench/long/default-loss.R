# Which loss should posteriors and panels minimise unless told otherwise? Takes about 15 minutes on one core:
#   R_LIBS=.lib Rscript bench/long/default-loss.R [replicates] [file]
# Panels take longer, and get a quarter of the replicates.
# For the best ranking under each loss: the mean distances from the truth, how often the winner is right, and how often
# the three best are. The posterior and the panel are those of the defaults, with prior size and noise inferred. All
# losses are applied to the same draws, so differences between them are paired: `se` is that of the difference from
# the first loss in the same setting. Replicates have the same seeds in all settings, which are therefore not quite
# independent of each other.

suppressPackageStartupMessages(library(seqjudge))

args <- commandArgs(trailingOnly = TRUE)
replicates <- if (length(args) > 0) as.integer(args[1]) else 200L
file <- if (length(args) > 1) args[2] else "bench/results/default-loss.csv"

losses <- c("footrule", "squared", "kendall")
measures <- c("footrule", "kendall", "winner", "top_3")

measure <- function(rank, truth) {
  best <- function(k, of) names(of)[order(-of)][seq_len(k)]
  c(
    footrule_distance(rank, truth), kendall_distance(rank, truth), best(1, rank) == best(1, truth),
    setequal(best(3, rank), best(3, truth))
  )
}

quietly <- function(code) suppressWarnings(suppressMessages(code))

# A matrix of measures (rows) by losses.
replicate_once <- function(of, n, prior_size, noise, seed) {
  x <- simulate_evaluations(n, if (of == "panel") 4 else 1, prior_size = prior_size, noise = noise, seed = seed)
  found <- quietly(
    if (of == "panel") {
      rank_panel(x, method = "mcmc", iterations = 300, chains = 2, seed = seed, threads = 1, progress = FALSE)
    } else {
      rank_posterior(x, draws = 2000, seed = seed, threads = 1)
    }
  )
  found <- rank_distribution(found)
  truth <- x$truth[match(found$items, x$item)]
  names(truth) <- found$items
  vapply(losses, function(loss) measure(best_ranking(found, loss), truth), numeric(length(measures)))
}

study <- function(of, n, prior_size, noise) {
  if (of == "panel") replicates <- ceiling(replicates / 4)
  found <- vapply(
    seq_len(replicates), function(k) replicate_once(of, n, prior_size, noise, k),
    matrix(0, length(measures), length(losses))
  )
  difference <- sweep(found, c(1, 3), found[, 1, ])
  data.frame(
    of, n, prior_size, noise, replicates,
    loss = rep(losses, each = length(measures)), measure = measures,
    mean = as.vector(signif(apply(found, 1:2, mean), 5)),
    se = as.vector(signif(apply(difference, 1:2, sd) / sqrt(replicates), 3))
  )
}

design <- expand.grid(
  noise = c(0.05, 0.1), prior_size = c(0, 5, Inf), n = c(6, 12, 20), of = c("evaluator", "panel"),
  stringsAsFactors = FALSE
)
started <- proc.time()[["elapsed"]]
parts <- lapply(seq_len(nrow(design)), function(k) {
  part <- do.call(study, design[k, c("of", "n", "prior_size", "noise")])
  message(k, " of ", nrow(design), " after ", round(proc.time()[["elapsed"]] - started), " s")
  # What there is, in case the rest is not waited for.
  write.table(part, file, sep = ",", row.names = FALSE, col.names = k == 1, append = k > 1)
  part
})
results <- do.call(rbind, parts)
print(aggregate(mean ~ loss + measure + of, results, mean))
