# How fast panels are ranked: effective draws per minute of the item that mixes worst, and the search for large panels.

library(seqjudge)

panel_of <- function(n, evaluators) {
  simulate_evaluations(n, evaluators = evaluators, prior_size = 10, noise = 0.05, seed = 1)
}

x <- panel_of(100, 20)
time <- system.time(panel <- rank_panel(x, method = "mcmc", iterations = 1000, chains = 2, threads = 2, seed = 1))
worst <- min(utils::head(panel$diagnostics$ess_bulk, -1))
cat(sprintf(
  "n = 100, 20 evaluators: %.0f effective draws of the worst rank in %.1f s, %.0f per minute\n",
  worst, time[["elapsed"]], 60 * worst / time[["elapsed"]]
))

x <- panel_of(1000, 50)
time <- system.time(panel <- rank_panel(x, method = "map", chains = 2, threads = 2, seed = 1))
cat(sprintf("n = 1000, 50 evaluators: the search took %.1f s\n", time[["elapsed"]]))
print(compare_rankings(panel = panel, raw = rank_items(x, "induced")))
