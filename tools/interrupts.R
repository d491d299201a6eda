# Does every long function answer an interrupt? Each is started in an R of its own, gets SIGINT in the middle, and must
# come back within half a second with an R that still works: the same R then runs a short call and checks its result.
#   Rscript tools/interrupts.R [pattern]

bar <- 0.5

# Large enough to run for at least 5 s. `setup` is not interrupted.
setup <- "
set.seed(1)
many <- as_evaluations(matrix(runif(4e5), 4000))
wide <- as_evaluations(matrix(runif(3000), 3))
few <- as_evaluations(matrix(runif(2000), 100), items = t(replicate(100, sample(20))))
known <- as_evaluations(matrix(runif(2000), 100), items = t(replicate(100, sample(20))), truth = setNames(1:20, 1:20))
marks <- as_evaluations(matrix(round(20 * runif(4000)) / 2, 100), items = t(replicate(100, sample(40))),
  scale = score_scale('range', 0, 10))
broad <- as_evaluations(matrix(runif(800), 4), items = t(replicate(4, sample(200))), scale = score_scale('range', 0, 1))
# A fit of few draws, with these a hundred times over: what is done after the chains takes long then.
many_draws <- function(x) {
  settings <- list(iterations = 1000L, chains = 4L, seed = 1, threads = 2L)
  fit <- seqjudge:::fit_panel_by_ratings(x, NULL, settings, NULL)
  for (name in setdiff(names(fit$drawn), c('mean_quality', 'diagnostics'))) {
    draws <- fit$drawn[[name]]
    times <- rep(seq_len(1000), 100)
    fit$drawn[[name]] <- draws[, times, , drop = FALSE]
  }
  fit
}
summed_up <- list(loss = 'footrule', level = 0.95)
"
calls <- c(
  "insertion_ranking" = "x <- runif(3e7); repeat insertion_ranking(x, threads = 1)",
  "insertion_ranking, threads" = "x <- matrix(runif(4e7), 40); repeat insertion_ranking(x, threads = 2)",
  "induced_ranking" = "x <- runif(4e7); repeat induced_ranking(x)",
  "relative_ranks" = "x <- sample.int(3e7); repeat relative_ranks(x)",
  "ranking_from_relative" = "x <- rep(1, 3e7); repeat ranking_from_relative(x)",
  "kendall_distance" = "x <- sample.int(2e7); y <- rev(x); repeat kendall_distance(x, y)",
  "find_conflicts" = "x <- runif(3e4); repeat find_conflicts(x, rank(x))",
  "footrule_bound" = "x <- sample.int(1e7); repeat footrule_bound(x, 0.1)",
  "insert" = "stream <- insertion_stream(3); x <- runif(1e6); repeat insert(stream, x)",
  "fit_prior" = "repeat fit_prior(many, pooled = FALSE)",
  "fit_prior, truth" = "repeat fit_prior(known, method = 'truth')",
  "fit_prior, ranking known" = "repeat fit_prior(known, truth = setNames(1:20, 1:20))",
  "rank_posterior" = "repeat rank_posterior(wide, prior = 3, noise = 0.1, draws = 4e4, threads = 1, seed = 1)",
  "rank_posterior, threads" = "repeat rank_posterior(wide, prior = 3, noise = 0.1, draws = 4e4, threads = 2, seed = 1)",
  "rank_posterior, exact" = "repeat rank_posterior(wide, prior = 0, noise = 0.1, method = 'exact', threads = 1)",
# nolint start: line_length_linter. Code for another R, a line for each call.
  "best_ranking" = "p <- rank_posterior(wide, prior = 3, noise = 0.1, draws = 2000, seed = 1); repeat best_ranking(p, 'kendall')",
  "rank_panel, mcmc" = "repeat rank_panel(few, method = 'mcmc', iterations = 1e5, seed = 1, threads = 1, progress = FALSE)",
  "rank_panel, threads" = "repeat rank_panel(few, method = 'mcmc', iterations = 1e5, seed = 1, threads = 2, progress = FALSE)",
  "rank_panel, exact" = "x <- as_evaluations(matrix(runif(350), 50), items = t(replicate(50, sample(7)))); repeat rank_panel(x, method = 'exact', progress = FALSE)",
  "rank_panel, ratings" = "repeat rank_panel(marks, model = 'ratings', iterations = 4000, seed = 1, threads = 1, progress = FALSE)",
  "rank_panel, after chains" = "fit <- many_draws(marks); repeat { seqjudge:::chain_diagnostics(fit$drawn$quality, fit$table$names); seqjudge:::new_ratings_panel(fit, marks, summed_up, NULL) }",
  "fit_order_effects" = "repeat fit_order_effects(marks, iterations = 1e5, seed = 1, threads = 1, progress = FALSE)",
  "rank_posterior, marks" = "repeat rank_posterior(marks, draws = 4e4, seed = 1, threads = 1)",
  "leave_out" = "p <- rank_panel(few, model = 'ratings', iterations = 500, chains = 2, seed = 1, progress = FALSE); repeat leave_out(p, threads = 1, progress = FALSE)",
  "second_looks" = "p <- rank_panel(broad, model = 'ratings', iterations = 1000, chains = 2, seed = 1, progress = FALSE); repeat second_looks(p, 20)",
  "report_rankings" = "f <- tempfile(fileext = '.html'); repeat report_rankings(few, f, prior = 3, draws = 4000, overwrite = TRUE)",
  "plan_orders" = "plan_orders(300, 200, 30, effort = 100, seed = 1)",
  "plan_panel" = "plan_panel(items = 100, evaluators = 20, reps = 1e7, seed = 1, threads = 2, progress = FALSE)",
  "simulate_study" = "simulate_study(data.frame(n = 1000, delta = 0.1), reps = 1e7, seed = 1, threads = 1, progress = FALSE)",
  "simulate_study, threads" = "simulate_study(data.frame(n = 1000, delta = 0.1), reps = 1e7, seed = 1, threads = 2, progress = FALSE)",
  "simulate_evaluations" = "repeat simulate_evaluations(1e4, evaluators = 1000, noise = 0.1, seed = 1)",
  "bayes_risk" = "bayes_risk(300, 0.1, reps = 1e6, seed = 1, threads = 1)",
  "test_order_effect" = "repeat test_order_effect(many, permutations = 1e5)",
  "test_group_scores" = "x <- as.data.frame(many); x$group <- c('a', 'b'); x <- evaluations(x, 'evaluator', 'item', 'position', 'score', keep = 'group'); repeat test_group_scores(x, permutations = 1e6)",
  "compare_rankings" = "repeat compare_rankings(many, prior = 1)",
  "panel_baselines" = "repeat panel_baselines(few, prior = 1)",
  "evaluations" = "x <- data.frame(e = rep(1:30000, each = 100), i = 1:100, p = 1:100, s = runif(3e6)); repeat evaluations(x, e, i, p, s)",
  "as_evaluations" = "x <- matrix(runif(3e6), 30000); repeat as_evaluations(x)",
  "fit_prior, marks" = "repeat fit_prior(marks)",
  "rank_items, marks" = "repeat rank_items(marks)",
  "rank_panel, auto" = "repeat rank_panel(few, iterations = 1e4, seed = 1, threads = 1, progress = FALSE)",
  "rank_panel, map" = "x <- as_evaluations(matrix(runif(600), 100), items = t(replicate(100, sample(100, 6)))); repeat rank_panel(x, model = 'ranks', method = 'map', progress = FALSE)",
  "rank_partitions" = "d <- DBI::dbConnect(RSQLite::SQLite(), tempfile()); DBI::dbWriteTable(d, 'x', as.data.frame(many)); repeat rank_partitions(d, 'x', evaluator, item, position, score, tempfile(), prior = 1, rows = 5e4)",
  "order effects, models" = "x <- fit_order_effects(marks, iterations = 500, seed = 1, progress = FALSE); repeat tidy(x, 'models')",
  "order effects, simulate" = "x <- fit_order_effects(marks, iterations = 500, seed = 1, progress = FALSE); repeat simulate(x, 200, seed = 1)",
  "posterior, tidy" = "x <- rank_posterior(wide, prior = 3, noise = 0.1, draws = 4e3, seed = 1); repeat tidy(x)",
  "posterior, pairs" = "x <- rank_posterior(wide, prior = 3, noise = 0.1, draws = 4e3, seed = 1); repeat pairwise_probability(x, evaluator = '1')",
  "find_conflicts, model" = "x <- score_model(optimal_scores(800)); repeat find_conflicts(x)",
  "anonymise" = "repeat anonymise(many, seed = 1)",
  "mean_scores" = "x <- simulate_evaluations(100, 4000, noise = 0.05, seed = 1); repeat mean_scores(x)"
)

# Base R has no way to start a process and learn its number; the child writes it down itself.
child <- function(code, place) {
  # What comes ahead of the loop belongs to the setup.
  before <- if (grepl("; repeat ", code)) sub("; repeat .*", "", code) else "NULL"
  code <- sub(".*; repeat ", "repeat ", code)
  writeLines(c(
    "library(seqjudge)",
    setup,
    before,
    sprintf("say <- function(name, value) { cat(format(value, digits = 15), file = file.path('%s', paste0(name, '.tmp'))); invisible(file.rename(file.path('%s', paste0(name, '.tmp')), file.path('%s', name))) }", place, place, place),
    "say('pid', Sys.getpid())",
    sprintf("how <- tryCatch({ %s; 'ended' }, interrupt = function(i) 'interrupted', seqjudge_warning_interrupted = function(w) 'interrupted', error = conditionMessage)", code),
    "say('back', as.numeric(Sys.time()))",
    "works <- identical(insertion_ranking(c(0.5, 0.7, 0.2)), c(2L, 3L, 1L)) && nrow(as.data.frame(rank_items(few, prior = 1))) == 2000",
    "say('works', as.numeric(works))",
    "say('how', how)"
  ), file.path(place, "child.R"))
  system2(file.path(R.home("bin"), "Rscript"), file.path(place, "child.R"), wait = FALSE, stdout = FALSE, stderr = FALSE)
# nolint end
}

wait_for <- function(path, seconds) {
  until <- Sys.time() + seconds
  while (!file.exists(path) && Sys.time() < until) Sys.sleep(0.02)
  if (file.exists(path)) readLines(path, warn = FALSE) else NA
}

answer <- function(code) {
  place <- tempfile("interrupt")
  dir.create(place)
  child(code, place)
  pid <- as.integer(wait_for(file.path(place, "pid"), 120))
  if (is.na(pid)) {
    return(list(seconds = NA, how = "did not start", works = FALSE))
  }
  Sys.sleep(2 + stats::runif(1))
  if (file.exists(file.path(place, "back"))) {
    return(list(seconds = NA, how = paste("over too soon:", wait_for(file.path(place, "how"), 10)), works = FALSE))
  }
  sent <- as.numeric(Sys.time())
  tools::pskill(pid, tools::SIGINT)
  back <- as.numeric(wait_for(file.path(place, "back"), 30))
  if (is.na(back)) tools::pskill(pid, tools::SIGKILL)
  list(
    seconds = back - sent, how = wait_for(file.path(place, "how"), 20),
    works = identical(wait_for(file.path(place, "works"), 1), "1")
  )
}

pattern <- commandArgs(trailingOnly = TRUE)
if (length(pattern) > 0) calls <- calls[grepl(pattern[1], names(calls))]
failed <- 0
for (name in names(calls)) {
  found <- answer(calls[[name]])
  fine <- !is.na(found$seconds) && found$seconds <= bar && found$works && identical(found$how, "interrupted")
  failed <- failed + !fine
  cat(sprintf("%-4s %-28s %6.3f s  %s%s\n", if (fine) "ok" else "FAIL", name, found$seconds, found$how,
              if (found$works) "" else ", and R does not work on"))
}
cat(sprintf("%d of %d answered within %.1f s\n", length(calls) - failed, length(calls), bar))
quit(status = as.integer(failed > 0))
