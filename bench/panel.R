# How fast panels are ranked: effective draws per second of CPU time of the items that mix worst and of the log
# posterior, the search for large and for sparse panels. SEQJUDGE_PEER names a library with another version of the
# package, such as the last release, to race against in the same run.

suppressPackageStartupMessages(library(seqjudge))

panel_of <- function(n, evaluators, prior_size = 10, noise = 0.05, seed = 1) {
  simulate_evaluations(n, evaluators = evaluators, prior_size = prior_size, noise = noise, seed = seed)
}
cpu <- function(expr) sum(system.time(expr)[c("user.self", "sys.self")])

# Effective draws per second: mean of the fifth of the items that mixes worst, and the log posterior.
mixing <- function(n, prior_size, noise, iterations) {
  rowMeans(vapply(1:2, FUN.VALUE = numeric(2), function(seed) {
    x <- panel_of(n, 20, prior_size, noise, seed)
    time <- cpu(panel <- suppressWarnings(rank_panel(
      x, "ranks",
      method = "mcmc", iterations = iterations, chains = 2, threads = 1, seed = 1, progress = FALSE
    )))
    ess <- panel$diagnostics$ess_bulk
    c(mean(utils::head(sort(utils::head(ess, -1)), n %/% 5)), utils::tail(ess, 1)) / time
  }))
}
mixing_table <- function() {
  rbind(
    "20 items, prior size 10, noise 0.1" = mixing(20, 10, 0.1, 1500),
    "20 items, prior size 2, noise 0.15" = mixing(20, 2, 0.15, 1500),
    "50 items, prior size 10, noise 0.05" = mixing(50, 10, 0.05, 800)
  )
}

# 100 items, 100 calibrated evaluators of whom each saw 6: seconds, and Kendall's tau of the search and the mean score.
sparse_search <- function(seed) {
  set.seed(seed)
  truth <- sample(100)
  rows <- lapply(1:100, function(judge) {
    item <- sample(100, 6)
    score <- pmin(pmax((truth[item] - 0.5) / 100 + stats::rnorm(6, 0, 0.1), 0), 1)
    data.frame(judge, item, position = 1:6, score)
  })
  data <- do.call(rbind, rows)
  x <- evaluations(data, judge, item, position, score, scale = score_scale("identity"), order = "random")
  time <- cpu(panel <- rank_panel(x, method = "map", threads = 1, seed = 1, progress = FALSE))
  found <- as.data.frame(panel)
  mean_score <- tapply(data$score, data$item, mean)
  true <- truth[as.integer(names(mean_score))]
  rank <- found$rank[match(names(mean_score), found$item)]
  c(time, stats::cor(rank, true, method = "kendall"), stats::cor(mean_score, true, method = "kendall"))
}
figures <- function() list(mixing = mixing_table(), sparse = rowMeans(vapply(1:6, sparse_search, numeric(3))))

if (identical(commandArgs(TRUE), "figures")) {
  saveRDS(figures(), Sys.getenv("SEQJUDGE_FIGURES"))
  quit()
}

own <- figures()
peer <- NULL
if (nzchar(Sys.getenv("SEQJUDGE_PEER"))) {
  file <- tempfile(fileext = ".rds")
  setting <- c(paste0("R_LIBS=", Sys.getenv("SEQJUDGE_PEER")), paste0("SEQJUDGE_FIGURES=", file))
  system2(file.path(R.home("bin"), "Rscript"), c("bench/panel.R", "figures"), env = setting)
  peer <- readRDS(file)
}
show <- function(what, value, other) {
  beside <- if (!is.null(other)) sprintf("  peer %8.3g  ratio %.2f", other, value / other)
  cat(sprintf("%-66s %8.3g", what, value), beside, "\n")
}
for (k in seq_len(nrow(own$mixing))) {
  what <- paste0("20 evaluators, ", rownames(own$mixing)[k])
  show(paste(what, "(ranks)"), own$mixing[k, 1], peer$mixing[k, 1])
  show(paste(what, "(log posterior)"), own$mixing[k, 2], peer$mixing[k, 2])
}
sparse <- c("seconds of the search", "its Kendall's tau", "that of the mean score")
for (k in 1:3) show(paste("100 items, 100 evaluators of 6:", sparse[k]), own$sparse[k], peer$sparse[k])

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
