# What the long studies share: a grid of cells, each worked out by itself. Rows are added to the results file as cells
# get done, so that a study that was stopped goes on where it was when it is started again.

# Arguments of a script: `--fresh` forgets earlier results, the others come in the order of `defaults`.
study_arguments <- function(defaults, given = commandArgs(trailingOnly = TRUE)) {
  fresh <- "--fresh" %in% given
  given <- given[given != "--fresh"]
  for (k in seq_along(given)) {
    defaults[[k]] <- if (is.numeric(defaults[[k]])) as.numeric(given[k]) else given[k]
  }
  c(defaults, fresh = fresh)
}

# The numbers of the cells for which an R expression in their columns holds.
chosen_cells <- function(cells, which) {
  if (which == "") seq_len(nrow(cells)) else base::which(eval(str2lang(which), cells))
}

# `work(cell)` gives a data frame for a row of `cells`. `given` are the arguments of the study: `which` cells to do, how
# many `cores`, and whether to begin `fresh`. What is in the file already, with at least as many replicates, is left
# alone; `cost` says which cells take long, and those come first. The results of a cell are its columns, what `work`
# gave and the number of replicates.
run_cells <- function(cells, work, file, replicates, given, cost = rep(0, nrow(cells))) {
  dir.create(dirname(file), showWarnings = FALSE, recursive = TRUE)
  if (given$fresh) unlink(file)
  lock <- paste0(file, ".lock")
  unlink(lock, recursive = TRUE)
  key <- cell_keys(cells, names(cells))
  todo <- intersect(order(-cost), chosen_cells(cells, given$which))
  todo <- setdiff(todo, which(key %in% finished_cells(file, names(cells), replicates)))
  message(length(todo), " of ", nrow(cells), " cells to do")
  started <- Sys.time()
  one <- function(k) {
    cell <- cells[k, , drop = FALSE]
    row.names(cell) <- NULL
    found <- work(as.list(cell))
    add_rows(cbind(cell, found, replicates = replicates, row.names = NULL), file, lock)
    minutes <- as.numeric(Sys.time() - started, units = "mins")
    message(sprintf("%5.1f min  %s", minutes, paste(names(cell), vapply(cell, format, ""), collapse = "  ")))
    TRUE
  }
  done <- parallel::mclapply(todo, one, mc.cores = given$cores, mc.preschedule = FALSE)
  failed <- Filter(function(result) inherits(result, "try-error"), done)
  for (result in failed) message("A cell failed: ", result)
  tidy_file(file, cells)
  invisible(length(failed) == 0)
}

cell_keys <- function(rows, columns) do.call(paste, c(lapply(rows[columns], format_key), sep = "|"))
# Each number by itself, so that a key does not depend on its neighbours.
format_key <- function(values) vapply(values, function(v) format(v, digits = 8), character(1))

finished_cells <- function(file, columns, replicates) {
  if (!file.exists(file)) {
    return(character())
  }
  rows <- utils::read.csv(file)
  unique(cell_keys(rows[rows$replicates >= replicates, ], columns))
}

# Two processes must not write at the same time.
add_rows <- function(rows, file, lock) {
  while (!dir.create(lock, showWarnings = FALSE)) Sys.sleep(0.05)
  on.exit(unlink(lock, recursive = TRUE))
  is_first <- !file.exists(file)
  utils::write.table(
    rows, file,
    sep = ",", row.names = FALSE, col.names = is_first, append = !is_first, qmethod = "double"
  )
}

# In the order of the grid, and of several runs of a cell the one with the most replicates.
tidy_file <- function(file, cells) {
  if (!file.exists(file)) {
    return(invisible())
  }
  rows <- utils::read.csv(file)
  key <- cell_keys(rows, names(cells))
  rows <- rows[rows$replicates == stats::ave(rows$replicates, key, FUN = max), ]
  key <- cell_keys(rows, names(cells))
  rows <- rows[order(match(key, cell_keys(cells, names(cells)))), ]
  utils::write.csv(rows, file, row.names = FALSE)
}

# A seed for each replicate of each cell, the same wherever and in whatever order cells are run.
cell_seed <- function(cell, replicate, study = 0) {
  text <- paste(vapply(cell, format_key, character(1)), collapse = "|")
  code <- Reduce(function(sum, byte) (31 * sum + byte) %% 100003, utf8ToInt(text), 7)
  as.integer((study * 1e8 + code * 1e4 + replicate) %% 2147483647)
}

quietly <- function(code) suppressWarnings(suppressMessages(code))
