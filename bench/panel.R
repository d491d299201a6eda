# How fast panels are ranked by the rank model, on one thread and in seconds of the processor: an effective draw of the
# ranks that mix worst and of the log posterior, a round where evaluators saw few of the items, the search. Rows of
# bench/results/speed.csv; how well the search ranks is told beside.
#   SEQJUDGE_PEER=<library> Rscript bench/panel.R     the library has another version of the package to race against

source("bench/lib/timing.R")
options(seqjudge.threads = 1)

cpu <- function(expr) sum(system.time(expr)[c("user.self", "sys.self")])
chains_of <- function(x, iterations, ...) {
  suppressWarnings(rank_panel(
    x, "ranks",
    method = "mcmc", iterations = iterations, chains = 2, seed = 1, progress = FALSE, ...
  ))
}

# Seconds for an effective draw: mean of the fifth of the ranks that mixes worst, and the log posterior. Three panels.
mixing <- function(n, prior_size, noise, iterations) {
  per_second <- rowMeans(vapply(1:3, FUN.VALUE = numeric(2), function(seed) {
    x <- simulate_evaluations(n, evaluators = 20, prior_size = prior_size, noise = noise, seed = seed)
    time <- cpu(panel <- chains_of(x, iterations))
    ess <- panel$diagnostics$ess
    c(mean(utils::head(sort(utils::head(ess, -1)), n %/% 5)), utils::tail(ess, 1)) / time
  }))
  what <- paste0(c("panel ranks", "panel posterior"), ", prior size ", prior_size)
  data.frame(task = what, n = n, value = 1 / per_second)
}

# Calibrated evaluators who saw six of the items each.
sparse_panel <- function(n, seed = 1) {
  set.seed(seed)
  truth <- sample(n)
  data <- do.call(rbind, lapply(1:100, function(judge) {
    item <- sample(n, 6)
    score <- pmin(pmax((truth[item] - 0.5) / n + stats::rnorm(6, 0, 0.1), 0), 1)
    data.frame(judge, item, position = 1:6, score)
  }))
  x <- evaluations(data, judge, item, position, score, scale = score_scale("identity"), order = "random")
  list(x = x, data = data, truth = truth)
}
# Seconds for a round of a chain over 600 scores of few and of many items; the evaluators' prior size is known. Rounds
# alone: what goes before them would take longer.
sparse_round <- function(n, prior, rounds = 20L) {
  inner <- function(name) getFromNamespace(name, "seqjudge")
  x <- sparse_panel(n)$x
  panel <- inner("model_scores")(x, items = TRUE)
  # Also the items that nobody saw.
  panel$items <- n
  grid <- inner("panel_grid")(x, prior, NULL, NULL)
  chains <- inner("begin_chains")(panel, grid, inner("chain_starts")(panel, grid, prior), 1)
  go_on <- function(rounds) inner("cpp_panel_advance")(chains, rounds, rounds, 1, 1L)
  go_on(5L)
  data.frame(task = paste("sparse panel, prior size", prior), n = n, value = cpu(go_on(rounds)) / rounds)
}
# The search among 100 items: seconds, and Kendall's tau with the truth of what it finds and of the mean score.
sparse_search <- function(seeds = 1:6) {
  found <- vapply(seeds, FUN.VALUE = numeric(3), function(seed) {
    panel <- sparse_panel(100, seed)
    time <- cpu(best <- rank_panel(panel$x, method = "map", seed = 1, progress = FALSE))
    best <- as.data.frame(best)
    mean_score <- tapply(panel$data$score, panel$data$item, mean)
    true <- panel$truth[as.integer(names(mean_score))]
    rank <- best$rank[match(names(mean_score), best$item)]
    c(time, stats::cor(rank, true, method = "kendall"), stats::cor(mean_score, true, method = "kendall"))
  })
  what <- c("search", "tau of the search", "tau of the mean score")
  data.frame(task = paste("sparse panel,", what), n = 100, value = rowMeans(found))
}

figures <- function() {
  # What R compiles when it is first called is not counted.
  chains_of(simulate_evaluations(8, evaluators = 3, noise = 0.1, seed = 1), 20)
  priors <- expand.grid(n = c(100, 300, 1000), prior = c(10, Inf))
  rbind(
    mixing(20, 10, 0.1, 1500), mixing(20, 2, 0.15, 1500), mixing(50, 10, 0.05, 800),
    do.call(rbind, Map(sparse_round, priors$n, priors$prior)),
    sparse_search()
  )
}

if (identical(commandArgs(TRUE), "figures")) {
  saveRDS(figures(), Sys.getenv("SEQJUDGE_FIGURES"))
  quit()
}

found <- list(rank_panel = figures())
if (nzchar(Sys.getenv("SEQJUDGE_PEER"))) {
  file <- tempfile(fileext = ".rds")
  setting <- c(paste0("R_LIBS=", Sys.getenv("SEQJUDGE_PEER")), paste0("SEQJUDGE_FIGURES=", file))
  system2(file.path(R.home("bin"), "Rscript"), c("bench/panel.R", "figures"), env = setting)
  found[["earlier version"]] <- readRDS(file)
}
own <- found[["rank_panel"]]
peer <- found[["earlier version"]]
for (k in seq_len(nrow(own))) {
  what <- sprintf("%s, n = %g", own$task[k], own$n[k])
  report(what, own$value[k])
  is_draw <- grepl("^panel", own$task[k])
  if (!is.null(peer)) {
    report(paste(what, "/ earlier version"), own$value[k] / peer$value[k], if (is_draw) 0.5 else NA)
  }
}
tau <- function(what) own$value[own$task == paste("sparse panel, tau of the", what)]
report("tau of the search less that of the mean score", tau("search") - tau("mean score"), 0, at_least = TRUE)

rows <- do.call(rbind, lapply(names(found), function(method) {
  one <- found[[method]]
  one <- one[!grepl("tau", one$task), ]
  data.frame(task = one$task, method = method, n = one$n, seconds = signif(one$value, 3))
}))

# Chains side by side, by the clock: tells something on a quiet machine only, and has no row.
x <- simulate_evaluations(50, evaluators = 20, prior_size = 10, noise = 0.05, seed = 1)
four_chains <- function(threads) {
  suppressWarnings(rank_panel(x, "ranks", method = "mcmc", iterations = 500, threads = threads, seed = 1))
}
times <- seconds("one thread" = four_chains(1), "two threads" = four_chains(2), repeats = 3)
report("four chains, one thread / two threads", times[[1]] / times[[2]], 1.8, at_least = TRUE)

x <- simulate_evaluations(1000, evaluators = 50, prior_size = 10, noise = 0.05, seed = 1)
time <- cpu(panel <- rank_panel(x, method = "map", chains = 1, seed = 1))
report("search among 1,000 items, 50 evaluators, seconds", time)
rows <- rbind(rows, timed("panel search", 1000, c(rank_panel = time)))
print(compare_rankings(panel = panel, raw = rank_items(x, "induced")))

update_results(rows, "speed")
