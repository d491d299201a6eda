#' Rankings of a table that does not fit into memory
#'
#' Ranks the items of every evaluator of a table in a database, some evaluators at a time: what [rank_items()] does for
#' a table in memory, with the same result to the last bit. The ranks go to files, a second call goes on where a first
#' one was interrupted, and the work is spread over the workers of [future::plan()] where there are any.
#'
#' Evaluators are independent of each other once the prior size is known. So the table is cut into partitions of whole
#' evaluators, in the order in which the database sorts them, of about `rows` rows each; no evaluator is ever in two.
#' No more than one partition (for each worker) is in memory at a time, and the ranks of each are a file in `directory`.
#' An index of the table on the evaluators makes all of this much faster.
#'
#' Files that are in the `directory` from an earlier call are kept, if that was of the same table, columns and settings
#' and ended early; anything else there, and a file that is damaged, is an error. A table to which rows were added
#' since, or from which some were taken away, is an error too. Scores that were only changed are not noticed: use
#' another directory.
#'
#' @section Prior sizes:
#' Without `prior`, a size is fitted as [rank_items()] does, with the same caution, to `sample` evaluators drawn
#' at random, or to all if there are no more; one size then holds for the whole table, and a message says which. A
#' second call in the same `directory` takes the size of the first. A [fit_prior()] or numbers may be given instead. The
#' scale of marks (see [score_scale()]) is learned from all evaluators together, which partitions cannot do: for marks
#' `prior` must be numbers, unless `method = "induced"`. Percentiles among all evaluators are out of reach as well.
#'
#' @section Databases:
#' Any database that `DBI` speaks to will do. For Parquet files use DuckDB and give what it calls the files as the
#' table, as in `table = DBI::SQL("read_parquet('scores/*.parquet')")`. SQLite is what the package is tested with.
#'
#' Workers in other processes cannot use a connection of this one. With a [future::plan()] other than sequential,
#' `source` is a function that opens a connection, such as
#' `function() DBI::dbConnect(RSQLite::SQLite(), "scores.sqlite")`; it is called by each worker, and what it opens is
#' closed again. All workers must see the `directory` under the same name.
#'
#' @param source A `DBI` connection, or a function without arguments that opens one.
#' @param table Name of the table, or of a view: a string, or what `DBI::Id()` or `DBI::SQL()` makes.
#' @param evaluator,item,position,score,round Columns of the table, bare or as strings, that hold what they do in
#'   [evaluations()]. `round` may be left out.
#' @param directory String: a directory for the files. It is made if it is not there.
#' @param prior How many earlier items an evaluator behaves as if having seen: a whole number from 0, or `Inf` for no
#'   correction; or one for each evaluator under their names; or a [fit_prior()]. `NULL` to fit one: see Prior sizes.
#' @param scale A [score_scale()] for all evaluators. It may be left out only when all scores lie from 0 to 1.
#' @param method String: `"insertion"` or `"induced"`, as in [rank_items()].
#' @param ties What a score exactly half-way between two relative ranks is rounded to: see [insertion_ranking()].
#' @param order How the order of presentation came about, as in [evaluations()]; for the fit of a prior size.
#' @param rows Whole number from 1: how many rows a partition has, give or take an evaluator. A million take some 350
#'   megabytes.
#' @param sample Whole number from 1: to how many evaluators a prior size is fitted.
#' @param seed Whole number from 0 for drawing these, or `NULL` to go on with R's generator.
#' @inheritParams seqjudge-arguments
#' @return An object of class `seqjudge_partitions`, a list with the data frame `partitions` (a row for each:
#'   `partition`, `first` and `last` evaluator, `evaluators`, `rows`, `file`), the `prior_size` and whether it was
#'   `fitted`. `as.data.frame()` reads the ranks: those of all partitions, or of some by number. It has the columns of
#'   `as.data.frame(rank_items())`, evaluators being in the order in which the database sorts them. To read a file
#'   without this package, use `readRDS(file)$ranks`.
#' @family rankings
#' @examplesIf rlang::is_installed("RSQLite")
#' # Two thousand evaluators of ten items each, in a database.
#' file <- tempfile(fileext = ".sqlite")
#' db <- DBI::dbConnect(RSQLite::SQLite(), file)
#' x <- simulate_evaluations(10, evaluators = 2000, prior_size = 6, noise = 0.05, seed = 1)
#' DBI::dbWriteTable(db, "scores", as.data.frame(x))
#' invisible(DBI::dbExecute(db, "CREATE INDEX by_evaluator ON scores (evaluator)"))
#'
#' # A few hundred of them tell the prior size of all.
#' parts <- rank_partitions(
#'   db, "scores", evaluator, item, position, score,
#'   directory = tempfile("ranks"), scale = score_scale("identity"),
#'   rows = 5000, sample = 200, seed = 1
#' )
#' parts
#'
#' # The ranks, a part at a time.
#' head(as.data.frame(parts, partitions = 3))
#'
#' # The same as in memory.
#' identical(as.data.frame(parts)$rank, as.data.frame(rank_items(x, prior = parts$prior_size))$rank)
#' DBI::dbDisconnect(db)
#' @export
rank_partitions <- function(source, table, evaluator, item, position, score, directory, prior = NULL, scale = NULL,
                            method = c("insertion", "induced"), ties = c("lower", "upper"), round = NULL,
                            order = c("unknown", "random", "arranged"), rows = 2.5e5, sample = 1000, seed = NULL,
                            progress = rlang::is_interactive(), ...) {
  call <- check_no_more(list(...), rlang::current_env())
  quos <- rlang::enquos(
    evaluator = evaluator, item = item, position = position, score = score, round = round, .ignore_empty = "none"
  )
  progress <- check_flag(progress, "progress")
  job <- list(
    method = check_choice(method, c("insertion", "induced"), "method"),
    ties = check_choice(ties, c("lower", "upper"), "ties"),
    order = check_choice(order, order_kinds, "order"),
    scale = check_partition_scale(scale, call),
    rows = check_integer(rows, "rows", call)
  )
  asked <- check_partition_prior(prior, job, call)
  sample <- check_integer(sample, "sample", call)
  seed <- check_r_seed(seed, call)
  workers <- future_workers(call)
  con <- open_source(source, !is.null(workers), call)
  if (is.function(source)) on.exit(DBI::dbDisconnect(con))
  job <- c(job, source_columns(con, if (missing(table)) NULL else table, quos, call))
  directory <- check_partition_directory(if (missing(directory)) NULL else directory, call)
  fits <- is.null(asked$prior) && method_corrects(job)
  cut <- with_seed(seed, cut_table(con, job, if (fits) sample else 0L, call))
  job <- settled_job(directory, con, job, asked, cut, call)
  job$source <- if (is.null(workers)) con else source
  run_partitions(job, workers, progress, call)
}

method_corrects <- function(job) job$method == "insertion"

# The prior is known from here on: given, that of an earlier call, or fitted to the sample. The directory remembers it.
settled_job <- function(directory, con, job, asked, cut, call) {
  job$asked <- asked
  job$plan <- cut$plan
  earlier <- read_manifest(directory, job, call)
  if (!is.null(earlier)) {
    job[c("prior", "exact")] <- earlier[c("prior", "exact")]
  } else {
    job$exact <- asked$exact
    job$prior <- asked$prior
    if (is.null(asked$prior)) job$prior <- if (method_corrects(job)) sampled_prior(con, job, cut$sample, call) else Inf
    write_manifest(directory, job, call)
  }
  job$directory <- directory
  job
}

# One size for all, as rank_items() would fit it to these evaluators.
sampled_prior <- function(con, job, keys, call) {
  where <- paste0(job$columns[["evaluator"]], " IN (", paste(keys, collapse = ", "), ")")
  data <- read_part(con, job, if (length(keys) > 0) where else "1 = 0", call)
  fitted_size(partition_evaluations(data, job))
}

# The loop -----------------------------------------------------------------------------------------------------------

run_partitions <- function(job, workers, progress, call) {
  files <- partition_file(job$directory, seq_len(nrow(job$plan)))
  there <- which(file.exists(files))
  unscored <- sum(vapply(there, function(k) sum(is.na(read_partition(files[k], job, k, call)$score)), numeric(1)))
  if (length(there) > 0) {
    cli::cli_inform(
      "{length(there)} of {nrow(job$plan)} partitions {?was/were} finished before.",
      class = "seqjudge_message_partitions"
    )
  }
  todo <- setdiff(seq_along(files), there)
  bar <- if (progress) cli::cli_progress_bar("Ranking partitions", total = length(files))
  if (progress) cli::cli_progress_update(set = length(there), id = bar)
  while (length(todo) > 0) {
    now <- utils::head(todo, workers %||% 1)
    unscored <- unscored + sum(run_batch(now, job, workers, call))
    todo <- setdiff(todo, now)
    if (progress) cli::cli_progress_update(length(now), id = bar)
  }
  if (progress) cli::cli_progress_done(id = bar)
  if (runs_down(job$scale)) inform_turned(upright_scale(job$scale))
  inform_unscored(unscored)
  new_partitions(job, files)
}

# Here, or by the workers, one each.
run_batch <- function(now, job, workers, call) {
  if (is.null(workers)) {
    return(unlist(lapply(now, rank_partition, job, call)))
  }
  done <- tryCatch(
    future.apply::future_lapply(
      now, rank_partition, job, NULL,
      future.seed = NULL, future.scheduling = Inf, future.globals = globals_of(list(job$source))
    ),
    FutureError = function(error) stop_worker_lost(now, error, call)
  )
  lost <- now[!file.exists(partition_file(job$directory, now))]
  if (length(lost) > 0) {
    stop_value(
      "{.arg directory} must be one that all workers see under its name.", "directory", call, NULL,
      "seqjudge_error_directory",
      x = "A worker has ranked partition {lost[1]}, and its file is not there."
    )
  }
  unlist(done)
}

stop_worker_lost <- function(now, error, call) {
  cli::cli_abort(
    c("A worker was lost with partition{?s} {now} under way.", i = "Call again to go on where it was."),
    class = c("seqjudge_error_worker", "seqjudge_error"), arg = "source", parent = error, call = call
  )
}

# Reads a partition, ranks it and writes the file. Returns how many items have no score.
rank_partition <- function(k, job, call) {
  con <- job$source
  if (is.function(con)) {
    con <- open_source(con, TRUE, call)
    on.exit(DBI::dbDisconnect(con))
  }
  part <- job$plan[k, ]
  data <- read_part(con, job, between_keys(job, part), call)
  if (nrow(data) != part$rows) {
    stop_value(
      "{.arg table} must not change while it is worked through.", "table", call, NULL, "seqjudge_error_source",
      x = "From evaluator {.val {part$first}} to {.val {part$last}} it had {part$rows} row{?s}, now {nrow(data)}."
    )
  }
  ranks <- tryCatch(
    as.data.frame(partition_ranking(partition_evaluations(data, job), job, call)),
    seqjudge_error = function(error) stop_partition(k, part, error, call)
  )
  write_partition(ranks, job, k, call)
  sum(is.na(ranks$score))
}

partition_evaluations <- function(data, job) {
  round <- if ("round" %in% names(job$columns)) "round"
  # A few evaluators of many may well have given 1 to 4, each once.
  suppressWarnings(suppressMessages(
    evaluations(
      data, "evaluator", "item", "position", "score",
      scale = job$scale, order = job$order, round = !!round
    ),
    classes = "seqjudge_message_scale"
  ), classes = "seqjudge_warning_table")
}

partition_ranking <- function(x, job, call) {
  if (!method_corrects(job)) {
    return(suppressMessages(rank_items(x, "induced"), classes = "seqjudge_message_unscored"))
  }
  insertion_by_size(x, resolve_prior(x, job$prior, call), job$exact, FALSE, job$ties)
}

stop_partition <- function(k, part, error, call) {
  cli::cli_abort(
    "Partition {k}, evaluators {.val {part$first}} to {.val {part$last}}, cannot be ranked.",
    class = c("seqjudge_error_partition", setdiff(class(error), c("rlang_error", "error", "condition"))),
    arg = error$arg, partition = k, parent = error, call = call
  )
}

# Checks -------------------------------------------------------------------------------------------------------------

check_partition_scale <- function(scale, call) {
  if (is.null(scale)) {
    return(NULL)
  }
  check_scale(scale, call)
  if (scale$type == "percentile" && scale$by != "evaluator") {
    stop_value(
      "{.arg scale} must be percentiles of each evaluator: a partition does not know the others.", "scale", call, NULL,
      "seqjudge_error_scale"
    )
  }
  scale
}

# What was asked for, as far as the ranks depend on it. Equal scores may share a place unless a number was given.
check_partition_prior <- function(prior, job, call) {
  if (!method_corrects(job)) {
    if (!is.null(prior)) stop_prior_of_induced(call)
    return(list(prior = NULL, exact = FALSE))
  }
  if (identical(job$scale$meaning, "marks") && (is.null(prior) || is_mark_fit(prior))) {
    stop_value(
      "{.arg prior} must be numbers for marks, whose scale is learned from all evaluators together.", "prior", call,
      i = "Take {.code Inf} to correct nothing, or {.fn rank_items} for a part of the table that fits into memory."
    )
  }
  list(prior = if (!is.null(prior)) partition_sizes(prior, call), exact = !is.null(prior) && !is_prior_fit(prior))
}

# One size for all, or one for each evaluator under their names.
partition_sizes <- function(prior, call) {
  if (is_prior_fit(prior)) {
    return(if (is_pooled(prior)) unname(prior_sizes(prior, "all")) else fitted_sizes(prior))
  }
  sizes <- check_numbers(prior, "prior", call, "hold whole numbers from 0 to 2^52, or Inf", is_prior_size)
  if (length(prior) != 1 && is.null(names(prior))) {
    stop_shape("{.arg prior} must be one number, or one for each evaluator under their names.", "prior", call)
  }
  stats::setNames(sizes, names(prior))
}
