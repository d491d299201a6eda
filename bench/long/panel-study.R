# Simulated panels: the mean footrule of rank_panel() and of the usual ways of combining judges, for judges with and
# without experience, who saw the items in orders of their own or all in the same order.
#   Rscript bench/long/panel-study.R [replicates] [file] [seed] [cores] [which]

suppressPackageStartupMessages(library(seqjudge))
given <- commandArgs(trailingOnly = TRUE)
reps <- if (length(given) > 0) as.integer(given[1]) else 100L
file <- if (length(given) > 1) given[2] else "bench/results/panel-study.csv"
seed <- if (length(given) > 2) as.integer(given[3]) else 1L
cores <- if (length(given) > 3) as.integer(given[4]) else 1L

design <- expand.grid(
  n = c(20, 50), evaluators = c(3, 10), prior_size = c(0, 5, 20, Inf), order = c("own", "shared"),
  stringsAsFactors = FALSE
)
if (length(given) > 4) design <- design[eval(str2lang(given[5]), design), ]

# The Mallows model takes too long with many items.
usual <- function(n) {
  c(
    "mean_score", "z_score", "borda", "borda_corrected", "mixed_model",
    if (rlang::is_installed("PlackettLuce")) "plackett_luce",
    if (n <= 20 && rlang::is_installed("BayesMallows")) "mallows"
  )
}

replicate_of <- function(setting, k) {
  x <- simulate_evaluations(
    setting$n,
    evaluators = setting$evaluators, prior_size = setting$prior_size, noise = 0.05, order = setting$order,
    seed = 1e6 * seed + k
  )
  # One order for all was drawn by lot too.
  scale <- attr(x, "scale")
  x <- evaluations(as.data.frame(x), evaluator, item, position, score, scale, truth = truth, order = "random")
  set.seed(k)
  panel_by <- function(model) {
    withCallingHandlers(
      suppressMessages(rank_panel(x, model, iterations = 500, chains = 2, threads = 1, seed = k)),
      seqjudge_warning_mixing = function(w) invokeRestart("muffleWarning")
    )
  }
  table <- suppressMessages(compare_rankings(
    panel = panel_by("auto"), ranks = panel_by("ranks"), ratings = panel_by("ratings"),
    panel_baselines(x, usual(setting$n))
  ))
  table <- tidy(table)
  table <- table[table$metric == "footrule", ]
  stats::setNames(table$mean, table$method)
}

rows <- list()
for (s in seq_len(nrow(design))) {
  setting <- design[s, ]
  took <- system.time(
    found <- do.call(rbind, parallel::mclapply(seq_len(reps), function(k) replicate_of(setting, k), mc.cores = cores))
  )[["elapsed"]]
  rows[[s]] <- data.frame(
    setting,
    method = colnames(found), mean = colMeans(found), se = apply(found, 2, stats::sd) / sqrt(reps),
    # Paired with the panel model.
    difference = colMeans(found - found[, "panel"]),
    difference_se = apply(found - found[, "panel"], 2, stats::sd) / sqrt(reps),
    replicates = reps, row.names = NULL
  )
  shown <- stats::setNames(signif(colMeans(found), 3), colnames(found))
  cat(unlist(setting), "|", paste(names(shown), shown), sprintf("(%.0f s)\n", took))
  dir.create(dirname(file), showWarnings = FALSE, recursive = TRUE)
  utils::write.csv(do.call(rbind, rows), file, row.names = FALSE)
}
