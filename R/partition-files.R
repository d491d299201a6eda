# The files of rank_partitions(): a manifest that says what was asked for, and one file for each finished partition. A
# file is written under another name first, so that a partition is there as a whole or not at all.

partition_format <- "seqjudge partitions 1"

manifest_name <- "partitions.rds"

partition_file <- function(directory, k) file.path(directory, sprintf("part-%06d.rds", k))

check_partition_directory <- function(directory, call) {
  if (!is_path(directory)) stop_type("{.arg directory} must be the name of a directory.", "directory", call)
  if (!dir.exists(directory) && !(suppressWarnings(dir.create(directory, recursive = TRUE)))) {
    stop_directory("{.arg directory} must be a directory that can be made.", call)
  }
  directory <- normalizePath(directory)
  there <- list.files(directory, all.files = TRUE, no.. = TRUE)
  # What an interrupted call had not finished writing.
  unfinished <- grepl("^unfinished-", there)
  unlink(file.path(directory, there[unfinished]))
  there <- there[!unfinished]
  foreign <- there[!grepl("^part-[0-9]{6,}[.]rds$", there) & there != manifest_name]
  if (length(foreign) > 0 || (length(there) > 0 && !manifest_name %in% there)) {
    stop_directory(
      "{.arg directory} must be new, empty, or that of an earlier call.", call,
      x = "It holds {.file {c(foreign, there)[1]}}, which no such call has left there."
    )
  }
  directory
}

stop_directory <- function(message, call, ..., .envir = parent.frame()) {
  stop_value(message, "directory", call, NULL, "seqjudge_error_directory", ..., .envir = .envir)
}

# What ranks depend on: the same for all files of a directory.
partition_settings <- function(job) {
  job[c("table", "columns", "method", "ties", "order", "scale", "rows", "asked", "plan")]
}

# The manifest of an earlier call, if there was one; it must have been the same call.
read_manifest <- function(directory, job, call) {
  file <- file.path(directory, manifest_name)
  if (!file.exists(file)) {
    return(NULL)
  }
  kept <- read_own_file(file, call)
  own <- partition_settings(job)
  # How many rows there are can only be compared where they were cut in the same way.
  differ <- names(own)[!mapply(identical, own, kept$settings[names(own)])]
  if (length(setdiff(differ, "plan")) > 0) {
    stop_directory(
      "{.arg directory} holds partitions of another call.", call,
      x = "It differs in {.arg {sub('asked', 'prior', setdiff(differ, 'plan'))}}.", i = "Take another directory."
    )
  }
  if (length(differ) > 0) {
    stop_directory(
      "{.arg directory} holds partitions of a table that has changed since.", call,
      x = "It had {big(sum(kept$settings$plan$rows))} rows, now {big(sum(own$plan$rows))}; or other evaluators.",
      i = "Take another directory."
    )
  }
  kept
}

write_manifest <- function(directory, job, call) {
  content <- list(settings = partition_settings(job), prior = job$prior, exact = job$exact)
  write_own_file(content, file.path(directory, manifest_name), call)
}

write_partition <- function(ranks, job, k, call) {
  content <- list(partition = job$plan[k, ], prior = job$prior, ranks = ranks)
  write_own_file(content, partition_file(job$directory, k), call)
}

# The ranks of a finished partition.
read_partition <- function(file, job, k, call) {
  kept <- read_own_file(file, call)
  same <- identical(kept$partition, job$plan[k, ]) && identical(kept$prior, job$prior) &&
    is.data.frame(kept$ranks) && nrow(kept$ranks) == job$plan$rows[k]
  if (!same) stop_damaged(file, "is not of this call", call)
  kept$ranks
}

write_own_file <- function(content, file, call) {
  part <- tempfile("unfinished-", dirname(file))
  on.exit(unlink(part))
  written <- tryCatch(
    {
      connection <- gzfile(part, "wb", compression = 1)
      tryCatch(saveRDS(c(format = partition_format, content), connection), finally = close(connection))
      file.rename(part, file)
    },
    error = function(error) FALSE,
    warning = function(warning) FALSE
  )
  if (!written) stop_directory("{.arg directory} must be one that can be written to, with room for the ranks.", call)
}

read_own_file <- function(file, call) {
  kept <- tryCatch(readRDS(file), error = function(error) NULL, warning = function(warning) NULL)
  if (!is.list(kept) || !identical(kept$format, partition_format)) stop_damaged(file, "is damaged, or foreign", call)
  kept
}

stop_damaged <- function(file, what, call) {
  stop_directory(
    "{.arg directory} holds a file that {what}: {.file {basename(file)}}.", call,
    i = "Delete it, and the partition is made again."
  )
}

# What comes of it -----------------------------------------------------------------------------------------------------

new_partitions <- function(job, files) {
  plan <- job$plan
  structure(
    list(
      partitions = data.frame(
        partition = seq_along(files), plan[c("first", "last", "evaluators", "rows")], file = files
      ),
      directory = job$directory, method = job$method, prior_size = job$prior,
      fitted = is.null(job$asked$prior) && method_corrects(job), job = job[names(job) != "source"]
    ),
    class = c("seqjudge_partitions", "seqjudge_object")
  )
}

#' @rdname rank_partitions
#' @param x A result of `rank_partitions()`.
#' @param partitions Numbers of the partitions to read, or `NULL` for all.
#' @export
as.data.frame.seqjudge_partitions <- function(x, row.names = NULL, optional = FALSE, ..., # nolint
                                              partitions = NULL) {
  call <- rlang::current_env()
  known <- seq_len(nrow(x$partitions))
  if (!is.null(partitions)) {
    expected <- paste("hold numbers of partitions, from 1 to", length(known))
    known <- check_numbers(partitions, "partitions", call, expected, function(k) k %in% known)
  }
  if (length(known) == 0) {
    return(empty_ranks(x$job))
  }
  read <- lapply(known, function(k) read_partition(x$partitions$file[k], x$job, k, call))
  do.call(rbind, read)
}

empty_ranks <- function(job) {
  none <- data.frame(
    evaluator = character(), item = character(), position = integer(), score = numeric(), round = integer()
  )
  as.data.frame(partition_ranking(partition_evaluations(none[names(job$columns)], job), job, NULL))
}

#' @export
format.seqjudge_partitions <- function(x, n = 6, ...) {
  parts <- x$partitions
  c(
    heading("partitions", partition = nrow(parts), evaluator = sum(parts$evaluators), row = sum(parts$rows)),
    paste0(
      "Method: ", x$method, if (x$method == "insertion") paste0(", ", describe_prior(x$prior_size)),
      if (x$fitted) " (fitted)"
    ),
    paste("Files:", x$directory),
    format_rows(parts[names(parts) != "file"], n)
  )
}
