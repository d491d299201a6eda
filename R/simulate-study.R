#' Monte Carlo studies of ranking methods
#'
#' How well do methods recover the true ranking, and how does that depend on the number of items, the noise, the prior
#' size or the number of evaluators? Draws many replicates of each setting of a design, ranks them by each method, and
#' adds up the errors.
#'
#' In each replicate a true ranking is drawn, all equally likely, and scores follow the model of
#' [simulate_evaluations()]. All methods see the same scores. Where a setting has several `evaluators`, each of them
#' sees the items in an order of their own, a method ranks each one's scores, and the joint ranking is that of the
#' mean ranks, with average ties; positions are then those of the first evaluator.
#'
#' @section Reproducibility:
#' Every replicate has a random stream of its own, named by seed, setting and replicate, and errors are added up as
#' whole numbers. The result is therefore the same to the last bit for any number of threads, on any computer of a
#' cluster, and whether or not the study was interrupted. Methods of your own may use R's generator; it is seeded anew
#' for each replicate.
#'
#' @section Long studies:
#' An interrupt (Ctrl-C, Esc) ends a study within half a second, with a warning; what is finished is returned. So it is
#' when a process or computer that runs a part of it is lost (`seqjudge_warning_worker`).
#' `update()` runs the replicates that are left, or as many as its argument `reps` says. Memory does not grow with
#' `reps`.
#'
#' To spread a study over processes or computers, set a `future::plan()` before: the work then goes through the package
#' future.apply, on one thread in each process unless `threads` says otherwise.
#'
#' @param design Data frame with a row for each setting, and columns among
#'   * `n`: the number of items (required);
#'   * `delta`: uniform noise from `-delta` to `delta`, or `sd`: normal noise with that standard deviation (default: no
#'     noise);
#'   * `prior_size`: from 0, or `Inf` (default 0);
#'   * `evaluators`: how many there are (default 1);
#'   * `order`: do evaluators see the items in orders of their `"own"` (default) or in a `"shared"` one?
#'   * `bins`: in how many bins scores are given, each then read as `bin / (bins + 1)`; `NA` for scores as they are
#'     (default).
#' @param methods Names of methods: `"insertion"` for [insertion_ranking()] with the prior size of the setting,
#'   `"induced"` for [induced_ranking()]. Or a named list of such names, of numbers (insertion with that prior size,
#'   whatever the setting says), and of functions that take a vector of scores in order of presentation and return a
#'   ranking of them.
#' @param metrics Some of `"footrule"`, `"kendall"`, `"inversion"` (see [metrics]) and `"max_entrywise"`, the largest
#'   mean [entrywise_error()] of any position.
#' @param reps Whole number from 2: how many replicates of each setting.
#' @inheritParams seqjudge-arguments
#' @return An object of class `seqjudge_study`; see [study-methods] for what can be done with it, above all
#'   `as.data.frame()`, `autoplot()` and `update()`.
#' @template paper
#' @family simulations
#' @examples
#' # Correction against raw scores as noise grows.
#' study <- simulate_study(data.frame(n = 50, delta = c(0.02, 0.1, 0.2)), reps = 200, seed = 1)
#' study
#'
#' # What if the evaluators have experience, and one corrects as if they had none?
#' study <- simulate_study(
#'   data.frame(n = 30, sd = 0.05, prior_size = c(0, 5, 50)),
#'   methods = list(knowing = "insertion", unknowing = 0, raw = "induced"),
#'   metrics = "footrule", reps = 200, seed = 1
#' )
#' summary(study)
#'
#' # A method of one's own.
#' by_thirds <- function(scores) rank(cut(scores, c(-Inf, 1 / 3, 2 / 3, Inf)))
#' methods <- list(exact = "insertion", thirds = by_thirds)
#' simulate_study(data.frame(n = 20), methods, reps = 50, seed = 1)
#' @export
simulate_study <- function(design, methods = c("insertion", "induced"),
                           metrics = c("footrule", "kendall", "max_entrywise"), reps = 1000, seed = NULL,
                           threads = NULL, progress = interactive()) {
  call <- rlang::current_env()
  settings <- check_design(design, call)
  methods <- check_methods(methods, call)
  metrics <- check_metrics(metrics, call)
  reps <- check_reps(reps, settings, call)
  study <- structure(
    list(
      design = as.data.frame(design), settings = settings, methods = methods, metrics = metrics, reps = reps,
      seed = check_seed(seed, call = call), done = rep(0, length(settings)),
      totals = lapply(settings, function(setting) empty_totals(setting, length(methods)))
    ),
    class = c("seqjudge_study", "seqjudge_object")
  )
  run_study(study, threads, progress, call)
}

#' @rdname study-methods
#' @export
update.seqjudge_study <- function(object, reps = object$reps, threads = NULL, progress = interactive(), ...) {
  call <- check_no_more(list(...), rlang::current_env())
  object$reps <- check_reps(reps, object$settings, call)
  if (any(object$done > object$reps)) {
    stop_value(
      "{.arg reps} must be at least {max(object$done)}, the number of replicates done, not {reps}.", "reps", call, 1L
    )
  }
  run_study(object, threads, progress, call)
}

# The loop -----------------------------------------------------------------------------------------------------------

run_study <- function(study, threads, progress, call) {
  check_flag(progress, "progress", call)
  run <- task_runner(study, threads, call)
  if (progress) {
    bar <- cli::cli_progress_bar("Simulating", total = study$reps * length(study$settings))
    cli::cli_progress_update(set = sum(study$done), id = bar)
  }
  # The size of a batch, as the number of items that are ranked in it. How long a method of the user's takes is
  # anybody's guess, and its scores are held in memory.
  own <- any(vapply(study$methods, is.function, logical(1)))
  size <- if (own) 1 else 1e5
  max_size <- if (own) 1e6 else Inf
  stopped <- NULL
  tasks <- list()
  tryCatch(
    while (any(study$done < study$reps)) {
      tasks <- next_tasks(study, size, run$count)
      results <- run$lapply(tasks)
      study <- add_tasks(study, tasks, results)
      took <- max(vapply(results, `[[`, numeric(1), "seconds"), 1e-3)
      size <- min(size * min(max(run$seconds / took, 0.1), 10), max_size)
      if (progress) cli::cli_progress_update(set = sum(study$done), id = bar)
    },
    # What is finished is whole: a batch is added in one assignment.
    interrupt = function(condition) stopped <<- condition,
    # A worker that was lost; what fails in a worker comes back as the error it is.
    FutureError = function(error) stopped <<- error
  )
  if (progress) cli::cli_progress_done(id = bar)
  if (!is.null(stopped)) warn_unfinished(study, tasks, stopped, call)
  study
}

# What is said when the user, or the loss of a worker, ended the study early.
warn_unfinished <- function(study, tasks, stopped, call) {
  total <- study$reps * length(study$settings)
  lost <- inherits(stopped, "FutureError")
  what <- if (lost) "A worker was lost" else "The study was interrupted"
  running <- vapply(tasks, describe_task, character(1))
  why <- conditionMessage(stopped)
  cli::cli_warn(
    c(
      "{what} after {big(sum(study$done))} of {big(total)} replicates, which the study keeps.",
      if (lost) c(x = "Under way were {running}.", x = "{why}"),
      i = "{.fn update} on it runs those that are left, with the same result as if nothing had happened."
    ),
    class = if (lost) "seqjudge_warning_worker" else "seqjudge_warning_interrupted", call = call
  )
}

describe_task <- function(task) {
  sprintf("replicates %s to %s of setting %d", big(task$from + 1), big(task$to), task$setting)
}

# Up to `count` batches of replicates that are next, each of about `size` items: of one setting after another.
next_tasks <- function(study, size, count) {
  tasks <- list()
  for (s in which(study$done < study$reps)) {
    setting <- study$settings[[s]]
    reps <- max(1, ceiling(size / (setting$n * setting$evaluators)))
    from <- study$done[s]
    while (from < study$reps && length(tasks) < count) {
      to <- min(study$reps, from + reps)
      tasks <- c(tasks, list(list(setting = s, from = from, to = to)))
      from <- to
    }
    if (length(tasks) == count) break
  }
  tasks
}

add_tasks <- function(study, tasks, results) {
  for (k in seq_along(tasks)) {
    s <- tasks[[k]]$setting
    study$totals[[s]] <- add_totals(study$totals[[s]], results[[k]])
    study$done[s] <- tasks[[k]]$to
  }
  study
}

# How batches are run, how many at a time, and how many seconds each should take: here, and short, so that an interrupt
# loses little; or wherever the user's future::plan() says, and longer, since sending them there takes time.
task_runner <- function(study, threads, call) {
  parts <- study[c("settings", "methods", "metrics", "seed")]
  run <- task_function(study)
  workers <- future_workers(call)
  if (is.null(workers)) {
    threads <- check_threads(threads, call = call)
    return(list(count = 1, seconds = 0.25, lapply = function(tasks) lapply(tasks, run, parts, threads)))
  }
  threads <- if (is.null(threads)) 1L else check_threads(threads, call = call)
  list(count = workers, seconds = 2, lapply = function(tasks) {
    future.apply::future_lapply(
      tasks, run, parts, threads,
      future.seed = NULL, future.scheduling = Inf, future.globals = globals_of(parts$methods)
    )
  })
}

# What runs a batch: plans of panels go through the same loop as studies do.
task_function <- function(study) if (inherits(study, "seqjudge_panel_plan")) run_contests else run_task

# The number of workers of the user's plan; NULL when that is to work here. A plan can only have been set with the
# package future, so that it need not be loaded to find out.
future_workers <- function(call) {
  if (!isNamespaceLoaded("future") || inherits(future::plan(), "sequential")) {
    return(NULL)
  }
  rlang::check_installed("future.apply", "to run a study by `future::plan()`.", call = call)
  min(future::nbrOfWorkers(), 64)
}

# What functions of the user's refer to, so that they find it in another process.
globals_of <- function(methods) {
  functions <- Filter(is.function, methods)
  globals <- lapply(unname(functions), function(f) {
    future::getGlobalsAndPackages(f, envir = environment(f), globals = TRUE)$globals
  })
  globals <- do.call(c, lapply(globals, as.list))
  # FALSE where there is nothing to send.
  if (length(globals) == 0) FALSE else globals[!duplicated(names(globals))]
}

# A batch --------------------------------------------------------------------------------------------------------------

# The totals of a batch of replicates, and how long it took: for methods of the package in the compiled code, for those
# of the user by calling them on the same scores.
run_task <- function(task, parts, threads) {
  started <- proc.time()[["elapsed"]]
  setting <- parts$settings[[task$setting]]
  methods <- parts$methods
  group <- task$setting - 1
  own <- vapply(methods, is.function, logical(1))
  results <- vector("list", length(methods))
  kendall <- "kendall" %in% parts$metrics
  inversion <- "inversion" %in% parts$metrics
  if (!all(own)) {
    prior_sizes <- vapply(methods[!own], method_prior_size, numeric(1), setting = setting)
    totals <- cpp_study_totals(setting, prior_sizes, kendall, inversion, parts$seed, group, task$from, task$to, threads)
    results[!own] <- split_methods(totals)
  }
  if (any(own)) {
    draws <- cpp_study_draws(setting, parts$seed, group, task$from, task$to)
    for (m in which(own)) {
      ranking <- rank_draws(methods[[m]], names(methods)[m], draws, task, setting)
      results[[m]] <- cpp_study_rankings(setting, draws$truth, draws$item, ranking, kendall, inversion)
    }
  }
  c(join_methods(results), seconds = proc.time()[["elapsed"]] - started)
}

# The prior size to insert with; infinite for the induced ranking.
method_prior_size <- function(method, setting) {
  if (is.numeric(method)) method else switch(method, insertion = setting$prior_size, induced = Inf)
}

# Rankings by a function of the user's, a column for each column of scores.
rank_draws <- function(method, name, draws, task, setting) {
  old <- get0(".Random.seed", envir = globalenv(), inherits = FALSE)
  on.exit(restore_random_state(old))
  ranking <- matrix(0, nrow(draws$score), ncol(draws$score))
  column <- 0
  for (k in seq_along(draws$seed)) {
    set.seed(draws$seed[k], "Mersenne-Twister", "Inversion", "Rejection")
    for (e in seq_len(setting$evaluators)) {
      column <- column + 1
      where <- list(method = name, setting = task$setting, replicate = task$from + k)
      result <- tryCatch(method(draws$score[, column]), error = function(error) stop_method("failed", where, error))
      ranking[, column] <- check_method_ranking(result, setting$n, where)
    }
  }
  ranking
}

check_method_ranking <- function(result, n, where) {
  if (!is_plain_numeric(result) || length(result) != n) {
    found <- if (is.numeric(result)) cli::format_inline("{length(result)} value{?s}") else describe_type(result)
    stop_method(cli::format_inline("must return a ranking of the {n} items, not {found}"), where)
  }
  result <- as.double(result)
  if (cpp_first_non_ranking(result, 1L) > 0) {
    stop_method(cli::format_inline("must return the ranks 1 to {n}, each once (tied items may share a rank)"), where)
  }
  result
}

stop_method <- function(what, where, parent = NULL) {
  cli::cli_abort(
    c("Method {.val {where$method}} {what}.", x = "In setting {where$setting}, replicate {where$replicate}."),
    class = c("seqjudge_error_method", "seqjudge_error_value", "seqjudge_error"),
    arg = "methods", method = where$method, setting = where$setting, replicate = where$replicate,
    parent = parent, call = quote(simulate_study())
  )
}
