# The oracle is the whole table in memory, ranked in one go.

skip_if_not_installed("DBI")
skip_if_not_installed("RSQLite")

# A database with a table, in any order, as databases have it; returns its file.
database <- function(table, name = "scores", index = "evaluator", env = parent.frame()) {
  file <- withr::local_tempfile(fileext = ".sqlite", .local_envir = env)
  db <- DBI::dbConnect(RSQLite::SQLite(), file)
  on.exit(DBI::dbDisconnect(db))
  DBI::dbWriteTable(db, name, table[withr::with_seed(2, sample(nrow(table))), ])
  if (!is.null(index)) DBI::dbExecute(db, sprintf("CREATE INDEX by_evaluator ON %s (%s)", name, index))
  file
}

connect <- function(file, env = parent.frame()) {
  db <- DBI::dbConnect(RSQLite::SQLite(), file)
  withr::defer(DBI::dbDisconnect(db), envir = env)
  db
}

new_directory <- function(env = parent.frame()) withr::local_tempfile(pattern = "ranks", .local_envir = env)

simulated <- function(evaluators = 50) {
  x <- simulate_evaluations(8, evaluators = evaluators, prior_size = 6, noise = 0.05, seed = 1)
  table <- as.data.frame(x)[c("evaluator", "item", "position", "score")]
  table$score <- pmin(pmax(table$score, 0), 1)
  table
}

# SQLite sorts text by bytes, as the C locale does.
in_memory <- function(table, ..., scale = score_scale("identity")) {
  table <- table[order(table$evaluator, table$position, method = "radix"), ]
  x <- evaluations(table, "evaluator", "item", "position", "score", scale = scale)
  as.data.frame(rank_items(x, ...))
}

by_parts <- function(source, directory, ..., table = "scores") {
  rank_partitions(source, table, "evaluator", "item", "position", "score", directory = directory, ...)
}

test_that("partitions give what the whole gives, to the last bit", {
  table <- simulated()
  db <- connect(database(table))
  for (rows in c(1, 60, 100, 1000)) {
    parts <- by_parts(db, new_directory(), prior = 6, rows = rows)
    expect_identical(as.data.frame(parts), in_memory(table, prior = 6))
  }
  expect_identical(nrow(by_parts(db, new_directory(), prior = 6, rows = 1)$partitions), 50L)
  unsorted <- connect(database(table, index = NULL))
  expect_identical(as.data.frame(by_parts(unsorted, new_directory(), prior = 6)), in_memory(table, prior = 6))
  upper <- by_parts(db, new_directory(), prior = 0, ties = "upper")
  expect_identical(as.data.frame(upper), in_memory(table, prior = 0, ties = "upper"))
  expect_identical(as.data.frame(by_parts(db, new_directory(), method = "induced")), in_memory(table, "induced"))
  sizes <- stats::setNames(rep(c(0, 3, Inf), length.out = 50), unique(table$evaluator))
  own <- by_parts(db, new_directory(), prior = sizes, rows = 100)
  expect_identical(as.data.frame(own), in_memory(table, prior = sizes))
  fit <- fit_prior(evaluations(table, evaluator, item, position, score))
  table$score <- round(table$score, 1)
  db <- connect(database(table))
  expect_identical(as.data.frame(by_parts(db, new_directory(), prior = fit, rows = 100)), in_memory(table, prior = fit))
})

test_that("evaluators are whole, whatever they are called", {
  table <- simulated()
  code <- match(table$evaluator, unique(table$evaluator))
  # Numbers, numbers that an integer cannot hold, text in which quotes and letters beyond ASCII occur.
  names <- list(code, code + 3e9, code / 8, paste0("O'Neil \u00e9 ", code))
  for (who in names) {
    table$evaluator <- who
    db <- connect(database(table))
    parts <- by_parts(db, new_directory(), prior = 6, rows = 100)
    expect_gt(nrow(parts$partitions), 3)
    expect_equal(sum(parts$partitions$rows), 400)
    found <- lapply(parts$partitions$partition, function(k) as.data.frame(parts, partitions = k))
    whose <- lapply(found, function(part) unique(part$evaluator))
    expect_identical(lengths(whose), as.integer(parts$partitions$evaluators))
    expect_identical(anyDuplicated(unlist(whose)), 0L)
    expect_identical(vapply(found, nrow, 1L), as.integer(parts$partitions$rows))
    together <- as.data.frame(parts)
    expected <- in_memory(table, prior = 6)
    sorted <- function(x) as.list(x[order(x$evaluator, x$position, method = "radix"), ])
    expect_identical(sorted(together), sorted(expected))
  }
  # One evaluator with more rows than a partition is meant to have.
  table <- simulated(3)
  parts <- by_parts(connect(database(table)), new_directory(), prior = 6, rows = 3)
  expect_identical(parts$partitions$rows, c(8, 8, 8))
})

test_that("stretches in which evaluators are counted do not show", {
  db <- connect(database(simulated()))
  job <- list(columns = c(evaluator = "evaluator"), table = "scores", rows = 60)
  whole <- cut_table(db, job, 0, NULL)$plan
  for (stretch in c(1, 7, 49, 50, 51)) expect_identical(cut_table(db, job, 0, NULL, stretch)$plan, whole)
  set.seed(4)
  drawn <- cut_table(db, job, 12, NULL)$sample
  expect_length(unique(drawn), 12)
  set.seed(4)
  expect_setequal(cut_table(db, job, 12, NULL, 5)$sample, drawn)
})

test_that("a view, rounds, scales and items without a score", {
  table <- simulated(6)
  table$kind <- "this"
  other <- table
  other$kind <- "other"
  other$score <- 0
  db <- connect(database(rbind(table, other)))
  chosen <- DBI::SQL("(SELECT * FROM scores WHERE kind = 'this')")
  expect_identical(as.data.frame(by_parts(db, new_directory(), prior = 6, table = chosen)), in_memory(table, prior = 6))
  # Six evaluators become three of two rounds each.
  code <- match(table$evaluator, unique(table$evaluator))
  table$evaluator <- paste("judge", (code + 1) %/% 2)
  table$round <- 2L - code %% 2L
  table$score <- round(100 * table$score)
  table$score[c(3, 20)] <- NA
  db <- connect(database(table, "marks"))
  scale <- score_scale("range", 0, 100)
  expect_message(
    parts <- rank_partitions(
      db, "marks", evaluator, item, position, score,
      round = round, directory = new_directory(), prior = 3, scale = scale, rows = 17
    ),
    "2 items", class = "seqjudge_message_unscored"
  )
  whole <- evaluations(
    table[order(table$evaluator, table$round, table$position), ], evaluator, item, position, score,
    round = round, scale = scale
  )
  expect_identical(
    as.data.frame(parts), as.data.frame(suppressMessages(rank_items(whole, prior = 3)))
  )
  expect_message(
    parts <- suppressMessages(by_parts(
      connect(database(simulated(4))), new_directory(), prior = 3, scale = score_scale("range", 1, 0)
    ), classes = "seqjudge_message_unscored"),
    class = "seqjudge_message_scale"
  )
  expect_identical(
    as.data.frame(parts), suppressMessages(in_memory(simulated(4), prior = 3, scale = score_scale("range", 1, 0)))
  )
})

test_that("without a prior size one is fitted to some evaluators, as rank_items() would", {
  table <- simulated(60)
  db <- connect(database(table))
  directory <- new_directory()
  expect_message(parts <- by_parts(db, directory, rows = 100), class = "seqjudge_message_prior")
  expect_true(parts$fitted)
  # All of them are the sample.
  expect_message(expected <- in_memory(table), class = "seqjudge_message_prior")
  expect_identical(as.data.frame(parts), expected)
  # A sample of its own for each seed; the directory keeps the size.
  directory <- new_directory()
  first <- suppressMessages(by_parts(db, directory, rows = 100, sample = 20, seed = 1))
  unlink(first$partitions$file[2])
  set.seed(9)
  again <- suppressMessages(by_parts(db, directory, rows = 100, sample = 20, seed = 2))
  expect_identical(again$prior_size, first$prior_size)
  expect_identical(suppressMessages(by_parts(db, new_directory(), sample = 20, seed = 1))$prior_size, first$prior_size)
})

test_that("an interrupted call goes on where it was", {
  table <- simulated()
  file <- database(table)
  db <- connect(file)
  directory <- new_directory()
  # Evaluator 50 is bad in the middle of the way: the partitions before are kept.
  third <- by_parts(db, new_directory(), prior = 6, rows = 100)$partitions$first[3]
  DBI::dbExecute(db, "UPDATE scores SET score = 7 WHERE evaluator = ?", params = list(third))
  error <- expect_error(by_parts(db, directory, prior = 6, rows = 100), class = "seqjudge_error_partition")
  expect_s3_class(error, "seqjudge_error_scale")
  expect_match(conditionMessage(error), "Partition 3", fixed = TRUE)
  finished <- list.files(directory, "^part-", full.names = TRUE)
  expect_length(finished, 2)
  # Left by a process that was killed while writing.
  file.create(file.path(directory, "unfinished-abc"))
  DBI::dbExecute(db, "UPDATE scores SET score = 0.5 WHERE evaluator = ?", params = list(third))
  table$score[table$evaluator == third] <- 0.5
  before <- file.mtime(finished)
  expect_message(
    parts <- by_parts(db, directory, prior = 6, rows = 100), "2 of 4 partitions", class = "seqjudge_message_partitions"
  )
  expect_identical(file.mtime(finished), before)
  expect_identical(as.data.frame(parts), in_memory(table, prior = 6))
  expect_identical(sort(list.files(directory)), sort(c("partitions.rds", basename(parts$partitions$file))))
  # Nothing is left to do.
  expect_message(again <- by_parts(db, directory, prior = 6, rows = 100), class = "seqjudge_message_partitions")
  expect_identical(as.data.frame(again), as.data.frame(parts))
})

test_that("damaged and foreign files are errors", {
  table <- simulated(20)
  db <- connect(database(table))
  directory <- new_directory()
  run <- function(..., prior = 6, rows = 50) {
    suppressMessages(by_parts(db, directory, prior = prior, rows = rows, ...), classes = "seqjudge_message_partitions")
  }
  parts <- run()
  fails <- function(code, pattern) expect_error(code, pattern, class = "seqjudge_error_directory")
  file <- parts$partitions$file[2]
  whole <- readBin(file, "raw", 1e6)
  writeBin(whole[1:100], file)
  fails(run(), "part-000002.rds")
  fails(as.data.frame(parts), "part-000002.rds")
  expect_identical(nrow(as.data.frame(parts, partitions = 1)), as.integer(parts$partitions$rows[1]))
  saveRDS(1:3, file)
  fails(run(), "part-000002.rds")
  writeBin(whole, file)
  part <- readRDS(file)
  part$ranks <- part$ranks[-1, ]
  saveRDS(part, file)
  fails(as.data.frame(parts), "not of this call")
  file.copy(parts$partitions$file[1], file, overwrite = TRUE)
  fails(run(), "not of this call")
  # Deleted, it is made again.
  unlink(file)
  expect_identical(as.data.frame(run()), in_memory(table, prior = 6))
  fails(run(prior = 5), "another call")
  fails(run(rows = 51), "another call")
  fails(run(ties = "upper"), "another call")
  DBI::dbExecute(db, "DELETE FROM scores WHERE evaluator = ?", params = list(table$evaluator[1]))
  fails(run(), "changed")
  writeLines("mine", file.path(directory, "notes.txt"))
  fails(run(), "notes.txt")
  own <- withr::local_tempfile(lines = "a file")
  fails(by_parts(db, own, prior = 6), "can be made")
  directory <- withr::local_tempdir()
  file.copy(parts$partitions$file[1], directory)
  fails(run(), "part-000001.rds")
})

test_that("an empty table has no ranks", {
  for (round in list(NULL, "round")) {
    table <- simulated(2)
    table$round <- 1L
    db <- connect(database(table[0, ]))
    parts <- rank_partitions(
      db, "scores", "evaluator", "item", "position", "score",
      round = !!round, directory = new_directory(), prior = 6
    )
    expect_identical(nrow(parts$partitions), 0L)
    expect_identical(as.data.frame(parts), in_memory(table[0, ], prior = 6))
    expect_output(print(parts), "0 partitions")
  }
  suppressMessages(expect_identical(nrow(as.data.frame(by_parts(db, new_directory()))), 0L))
})

test_that("what cannot be is said", {
  table <- simulated(4)
  file <- database(table)
  db <- connect(file)
  run <- function(..., source = db, name = "scores", directory = new_directory(), prior = 6) {
    rank_partitions(source, name, ..., directory = directory, prior = prior)
  }
  expect_error(run(evaluator, item, position, points), class = "seqjudge_error_column")
  expect_error(run("judge", item, position, score), class = "seqjudge_error_column")
  expect_error(run(evaluator, item, score = score), class = "seqjudge_error_column")
  expect_error(run(item = item, position = position, score = score), class = "seqjudge_error_column")
  expect_error(run(evaluator, item, position, score, name = "none"), class = "seqjudge_error_source")
  expect_error(run(evaluator, item, position, score, name = 3), class = "seqjudge_error_type")
  expect_error(run(evaluator, item, position, score, source = file), class = "seqjudge_error_type")
  expect_error(run(evaluator, item, position, score, source = function() 1), class = "seqjudge_error_type")
  expect_error(run(evaluator, item, position, score, source = function() stop("no")), class = "seqjudge_error_function")
  expect_error(run(evaluator, item, position, score, prior = c(1, 2)), class = "seqjudge_error_shape")
  expect_error(run(evaluator, item, position, score, prior = -1), class = "seqjudge_error_value")
  expect_error(run(evaluator, item, position, score, method = "induced"), class = "seqjudge_error_value")
  expect_error(run(evaluator, item, position, score, sizes = 3), class = "seqjudge_error_value")
  marks <- score_scale("range", 0, 1)
  expect_error(run(evaluator, item, position, score, prior = NULL, scale = marks), "marks", class = "seqjudge_error")
  all <- score_scale("percentile", by = "all")
  expect_error(run(evaluator, item, position, score, scale = all), class = "seqjudge_error_scale")
  expect_error(rank_partitions(db, "scores", evaluator, item, position, score), class = "seqjudge_error_type")
  # An item twice, and a score off the scale.
  expect_error(run(evaluator, "evaluator", position, score), class = "seqjudge_error_item")
  expect_error(run(evaluator, item, position, position), class = "seqjudge_error_partition")
  DBI::dbExecute(db, "UPDATE scores SET evaluator = NULL WHERE item = ?", params = list(table$item[1]))
  expect_error(run(evaluator, item, position, score), "4 rows", class = "seqjudge_error_missing")
})

test_that("text and numbers in one column of evaluators are an error", {
  file <- withr::local_tempfile(fileext = ".sqlite")
  db <- connect(file)
  DBI::dbExecute(db, "CREATE TABLE scores (evaluator, item, position, score)")
  DBI::dbExecute(db, "INSERT INTO scores VALUES (1, 'a', 1, 0.5), ('1', 'b', 2, 0.4)")
  expect_error(by_parts(db, new_directory(), prior = 1), class = "seqjudge_error_source")
})

test_that("workers of a cluster give the same", {
  skip_on_cran()
  skip_if_not_installed("future.apply")
  table <- simulated()
  file <- database(table)
  withr::defer(future::plan(future::sequential))
  future::plan(future::cluster, workers = 2)
  expect_error(by_parts(connect(file), new_directory(), prior = 6), "function", class = "seqjudge_error_type")
  open <- function() DBI::dbConnect(RSQLite::SQLite(), file)
  directory <- new_directory()
  parts <- by_parts(open, directory, prior = 6, rows = 100)
  expect_identical(as.data.frame(parts), in_memory(table, prior = 6))
  # And go on where they were.
  unlink(parts$partitions$file[3])
  expect_message(again <- by_parts(open, directory, prior = 6, rows = 100), class = "seqjudge_message_partitions")
  expect_identical(as.data.frame(again), as.data.frame(parts))
  expect_error(by_parts(open, new_directory(), prior = 6, scale = score_scale("bins", 10)), "Partition 1")
  expect_error(
    by_parts(function() stop("no such server"), new_directory(), prior = 6), class = "seqjudge_error_function"
  )
})

test_that("partitions print", {
  table <- simulated()
  parts <- by_parts(connect(database(table)), new_directory(), prior = 6, rows = 100)
  parts$directory <- "ranks"
  expect_snapshot(parts)
  expect_error(as.data.frame(parts, partitions = 9), class = "seqjudge_error_value")
})
