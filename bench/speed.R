# Every task beside its peers, on the same input and in the same run, from small to large: bench/results/speed.csv,
# which the vignette "Speed and scale" draws. Medians over interleaved rounds; one thread unless said otherwise.
#   Rscript bench/speed.R [--quick] [tasks]     with names of tasks as in the table, only these are run anew

source("bench/lib/timing.R")
source("tests/testthat/helper-oracles.R")
options(seqjudge.threads = 1)
data.table::setDTthreads(1)
quick <- "--quick" %in% commandArgs(trailingOnly = TRUE)
chosen <- setdiff(commandArgs(trailingOnly = TRUE), "--quick")
wanted <- function(...) length(chosen) == 0 || any(c(...) %in% chosen)

set.seed(1)
rows <- list()
keep <- function(task, n, times) rows[[length(rows) + 1]] <<- timed(task, n, times)
# Peers are given up at the size at which they would take more than some seconds.
up_to <- function(n, tasks, limits) tasks[!names(tasks) %in% names(limits) | n <= limits[names(tasks)]]

# A corrected ranking against a sort, and what else ranks or decodes -------------------------------------------------
tasks <- alist(
  insertion_ranking = insertion_ranking(y),
  order = order(y),
  "order(radix)" = order(y, method = "radix"),
  frankv = data.table::frankv(y, ties.method = "first"),
  "plain R" = oracle_algorithm_1(y)
)
if (is_there("PerMallows")) {
  tasks$PerMallows <- quote(PerMallows::generate.perm.of.decomposition(code, dist.name = "kendall"))
}
limits <- c("order(radix)" = 1e6, frankv = 1e7, "plain R" = 1e3, PerMallows = 1e4)
sizes <- c(5, 12, 10^(2:7))
bar_for_sorts <- function(n) if (n <= 1e3) 1 else if (n <= 1e6) 1.3 else 1.6
for (n in if (wanted("ranking")) sizes) {
  y <- runif(n)
  if (n <= 1e4) code <- floor(runif(n - 1) * ((n - 1):1 + 1))
  task <- up_to(n, tasks, limits)
  times <- apply(rounds(task, if (n >= 1e7) 3 else 9), 1, stats::median)
  keep("ranking", n, times)
  ours <- times[["insertion_ranking"]]
  for (peer in intersect(c("order", "order(radix)"), names(times))) {
    report(sprintf("insertion_ranking() / %s, n = %g", peer, n), ours / times[[peer]], bar_for_sorts(n))
  }
  if ("frankv" %in% names(times)) {
    ratio <- ours / times[["frankv"]]
    report(sprintf("insertion_ranking() / frankv(first), n = %g", n), ratio, if (n >= 1e3) 0.6 else NA)
  }
}

# How much longer a hundred times as many items take; beside it how much longer they take to be sorted, to be fetched or
# scattered in random order, to be copied and to be read in a row. What goes beyond a hundred is memory's doing: a
# million items fit into a cache, a hundred million do not. The bound is the growth of reading the input, copying it,
# and putting every item in a place that may be anywhere.
if (!quick && wanted("ranking", "growth")) {
  tasks <- alist(
    insertion_ranking = insertion_ranking(y), "prior 1e9" = insertion_ranking(y, 1e9), order = order(y),
    fetch = y[p], scatter = r[p] <- 1L, copy = y + 0, read = sum(y)
  )
  grown <- lapply(c(1e6, 1e8), function(n) {
    y <<- runif(n)
    p <<- sample.int(n)
    r <<- integer(n)
    times <- apply(rounds(tasks, if (n > 1e6) 2 else 9), 1, min)
    times[["bound"]] <- sum(times[c("scatter", "copy", "read")])
    keep("growth", n, times)
    times
  })
  rm(y, p, r)
  if (wanted("ranking")) keep("ranking", 1e8, grown[[2]][c("insertion_ranking", "order")])
  ratio <- grown[[2]][["insertion_ranking"]] / grown[[2]][["order"]]
  report("insertion_ranking() / order, n = 1e+08", ratio, bar_for_sorts(1e8))
  growth <- grown[[2]] / grown[[1]]
  report("growth from 1e6 to 1e8", growth[["insertion_ranking"]], 130)
  for (peer in setdiff(names(growth), "insertion_ranking")) report(paste0("  the same of ", peer), growth[[peer]])
}

# Peak memory beyond the scores and the result, in a process of its own.
peak <- function(expr) {
  code <- sprintf(
    "library(seqjudge); n <- 2e7; set.seed(1); y <- runif(n); status <- function() %s; before <- status(); %s; %s",
    "as.numeric(gsub('[^0-9]', '', grep('VmHWM', readLines('/proc/self/status'), value = TRUE)))", expr,
    "cat((status() - before) * 1024 / n)"
  )
  as.numeric(system2(file.path(R.home("bin"), "Rscript"), c("-e", shQuote(code)), stdout = TRUE))
}
if (file.exists("/proc/self/status") && wanted("ranking")) {
  report("peak extra memory of insertion_ranking(), bytes per item", peak("x <- insertion_ranking(y)"), 24)
  report("the same with a prior size of 1e9", peak("x <- insertion_ranking(y, 1e9)"), 24)
}

# Distances ---------------------------------------------------------------------------------------------------------
tasks <- alist(
  kendall_distance = kendall_distance(a, b), "pcaPP::cor.fk" = pcaPP::cor.fk(a, b),
  "cor(kendall)" = cor(a, b, method = "kendall")
)
for (n in if (wanted("kendall")) c(1e2, 1e3, 1e4, 1e5, 1e6)) {
  a <- sample(n)
  b <- sample(n)
  times <- apply(rounds(up_to(n, tasks, c("cor(kendall)" = 1e3)), 7), 1, stats::median)
  keep("kendall", n, times)
  ratio <- times[["kendall_distance"]] / times[["pcaPP::cor.fk"]]
  report(sprintf("kendall_distance() / pcaPP::cor.fk(), n = %g", n), ratio, if (n >= 1e3) 0.7 else NA)
}
for (n in if (wanted("footrule")) c(1e2, 1e3, 1e4, 1e5, 1e6)) {
  a <- sample(n)
  b <- sample(n)
  times <- seconds(footrule_distance = footrule_distance(a, b), "plain R" = sum(abs(a - b)), repeats = 9)
  keep("footrule", n, times)
  report(sprintf("footrule_distance() / sum(abs(a - b)), n = %g", n), times[[1]] / times[[2]], 1.5)
}

# One judge of 12 items: the table is checked and ranked, and a prior size fitted and tested if none is given, to shares
# or to marks. The peer puts the rows in order and ranks them.
if (wanted("one judge")) {
  judge <- data.frame(what = paste("item", 1:12), when = sample(12), mark = round(runif(12), 2))
  ours <- function(..., meaning = "shares") {
    scale <- score_scale("identity", meaning = meaning)
    suppressMessages(rank_items(evaluations(judge, item = what, position = when, score = mark, scale = scale), ...))
  }
  times <- seconds(
    "rank_items(prior = 5)" = ours(prior = 5), "rank_items()" = ours(), "rank_items(), marks" = ours(meaning = "marks"),
    "plain R" = rank(judge[order(judge$when), ]$mark), repeats = 7
  )
  keep("one judge", 12, times)
  report("evaluations() and rank_items(prior = 5) of 12 items, ms", 1000 * times[[1]], 2)
  report("the same with a fitted and tested prior size, ms", 1000 * times[[2]], 2)
  report("the same of marks, ms", 1000 * times[[3]], 2)
}

# Many short sequences ----------------------------------------------------------------------------------------------
for (n in if (wanted("rows")) c(1e3, 1e4, 1e5, 1e6)) {
  scores <- matrix(runif(10 * n), n)
  times <- seconds(
    insertion_ranking = insertion_ranking(scores), "two threads" = insertion_ranking(scores, threads = 2),
    "matrixStats::rowRanks" = matrixStats::rowRanks(scores, ties.method = "first"), repeats = 5
  )
  keep("rows", n, times)
}
if (wanted("rows")) {
  report("matrix of 1e6 x 10 / matrixStats::rowRanks()", times[[1]] / times[[3]], 0.7)
  report("matrix of 1e6 x 10, one thread / two threads", times[[1]] / times[[2]], 1.8, at_least = TRUE)
}

# Fits, simulations, draws ------------------------------------------------------------------------------------------
for (n in if (wanted("fit_prior")) c(1e1, 1e2, 1e3)) {
  x <- simulate_evaluations(20, evaluators = n, prior_size = 8, noise = 0.05, seed = 1)
  keep("fit_prior", n, seconds(fit_prior = fit_prior(x), repeats = 3))
}
for (n in if (wanted("simulation", "draw")) c(1e1, 1e2, 1e3, 1e4)) {
  reps <- 1e5 / n
  times <- seconds(simulate_study = simulate_study(data.frame(n = n, delta = 0.1), reps = reps, seed = 1), repeats = 5)
  keep("simulation", n, times / reps)
  x <- simulate_evaluations(n, noise = 0.05, seed = 1)
  y <- runif(n)
  times <- seconds(draws = rank_posterior(x, 0, 0.05, draws = reps, seed = 1), repeats = 5) / reps
  keep("draw", n, c(rank_posterior = times[["draws"]], seconds(order = order(y), repeats = 5)))
}

# Online against offline --------------------------------------------------------------------------------------------
for (n in if (wanted("online")) c(1e3, 1e4, 1e5, 1e6)) {
  y <- runif(n)
  times <- seconds(
    "all at once" = insertion_ranking(y), "insert()" = insert(insertion_stream(0), y),
    "all at once, prior 5" = insertion_ranking(y, 5), "insert(), prior 5" = insert(insertion_stream(5), y), repeats = 7
  )
  keep("online", n, times)
  report(sprintf("a stream with the rank after each / offline, n = %g", n), times[[2]] / times[[1]], 5)
  report(sprintf("the same with a prior size of 5, n = %g", n), times[[4]] / times[[3]], 5)
}
if (wanted("online")) {
  stream <- insertion_stream(5)
  insert(stream, y)
  single <- seconds(
    insert = insert(stream, 0.5), rank = current_ranking(stream, item = 77), top = current_ranking(stream, k = 3),
    repeats = 5
  )
  cat("Microseconds of a single call on 1e6 items:", paste(names(single), round(1e6 * single), collapse = ", "), "\n")
}

# Panels: seconds for each effective draw of the rank that mixes worst, since a step of one chain is not that of
# another. Twenty evaluators of n items; ranks that never move are left out for Mallows, whose model is a simpler one.
if (wanted("panel") && is_there("BayesMallows") && is_there("posterior")) {
  options <- BayesMallows::set_compute_options(nmc = 20000, burnin = 10000)
  for (n in c(10, 20, 50)) {
    x <- simulate_evaluations(n, evaluators = 20, prior_size = 10, noise = 0.05, seed = 1)
    data <- convert_rankings(rank_items(x, "induced"), "BayesMallows")
    ours <- suppressWarnings(rank_panel(x, method = "mcmc", iterations = 1000, chains = 2, seed = 1))
    ours <- min(utils::head(ours$diagnostics$ess, -1))
    draws <- subset(BayesMallows::compute_mallows(data, compute_options = options)$rho, iteration > 10000)
    draws <- tapply(draws$value, list(draws$iteration, draws$item), mean)
    other <- min(apply(draws[, apply(draws, 2, stats::var) > 0], 2, posterior::ess_mean))
    times <- suppressWarnings(seconds(
      rank_panel = rank_panel(x, method = "mcmc", iterations = 1000, chains = 2, seed = 1),
      BayesMallows = BayesMallows::compute_mallows(data, compute_options = options), repeats = 3
    )) / c(ours, other)
    keep("panel", n, times)
    report(sprintf("an effective draw of rank_panel() / BayesMallows, n = %g", n), times[[1]] / times[[2]])
  }
}

if (!quick) update_results(do.call(rbind, rows), "speed")
