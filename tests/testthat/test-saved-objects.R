# What is saved today is read tomorrow, by another R: it prints the same, and everything that can be asked of it gives
# the same.

# One object of each class, and some that were made in another way.
saved_objects <- function() {
  o <- with_short_chains(hostile_objects())
  marks <- evaluations(bakeoff, "judge", "contestant", "position", "points", score_scale("range", 0, 100))
  few <- marks[1:2]
  directory <- withr::local_tempdir(.local_envir = parent.frame())
  with_short_chains(c(o[c(
    "judged", "hidden", "fit", "ranking", "stream", "posterior", "panel", "comparison", "baselines", "model", "means",
    "risk", "study"
  )], list(
    scale = score_scale("bins", k = 10),
    marks = marks,
    mark_fit = fit_prior(few),
    mark_posterior = rank_posterior(few, draws = 60, seed = 1),
    ratings = rank_panel(few, model = "ratings", iterations = 60, chains = 2, seed = 1, threads = 1, progress = FALSE),
    mixed = rank_panel(few, model = "auto", iterations = 60, chains = 2, seed = 1, threads = 1, progress = FALSE),
    rounds = rank_panel(season(), method = "map", by = "round", seed = 1, progress = FALSE),
    effects = fit_order_effects(few, iterations = 40, chains = 2, seed = 1, threads = 1, progress = FALSE),
    order_test = test_order_effect(o$judged, permutations = 19, seed = 1),
    orders = plan_orders(6, 4, per_evaluator = 3, seed = 1),
    panel_plan = plan_panel(0.5, items = 4, evaluators = 2, reps = 3, seed = 1, threads = 1, progress = FALSE),
    looks = second_looks(o$panel, n = 2),
    winner = find_winner(o$panel),
    left_out = leave_out(o$panel, threads = 1, progress = FALSE),
    distribution = rank_distribution(o$panel),
    guess = guess_columns(o$table),
    learned_stream = local({
      stream <- insertion_stream()
      insert(stream, c(0.2, 0.9, 0.4, 0.6), letters[1:4])
      stream
    }),
    partitions = if (rlang::is_installed("RSQLite")) {
      file <- file.path(directory, "scores.sqlite")
      open <- function() DBI::dbConnect(RSQLite::SQLite(), file)
      db <- open()
      DBI::dbWriteTable(db, "scores", as.data.frame(o$judged))
      DBI::dbDisconnect(db)
      rank_partitions(
        open, "scores", "evaluator", "item", "position", "score", directory = file.path(directory, "ranks"), prior = 1,
        progress = FALSE
      )
    }
  )))
}

# The methods that an object has among those that need nothing but the object.
answers <- function(x) {
  generics <- c(
    "format", "as.data.frame", "as.matrix", "tidy", "glance", "augment", "summary", "coef", "confint", "fitted",
    "residuals", "nobs", "logLik", "vcov", "rank_distribution"
  )
  methods <- lapply(stats::setNames(nm = generics), function(generic) {
    Filter(Negate(is.null), lapply(class(x), function(class) {
      utils::getS3method(generic, class, optional = TRUE, envir = asNamespace("seqjudge"))
    }))
  })
  methods <- methods[lengths(methods) > 0]
  lapply(methods, function(found) {
    set.seed(1)
    tryCatch(suppressWarnings(suppressMessages(found[[1]](x))), seqjudge_error = conditionMessage)
  })
}

printed <- function(x) suppressMessages(utils::capture.output(print(x)))

saved_and_read <- function(x) {
  file <- withr::local_tempfile()
  saveRDS(x, file)
  readRDS(file)
}

test_that("an object of each class is tested here", {
  skip_if_not_installed("RSQLite")
  ours <- grep("^seqjudge_", getNamespaceInfo("seqjudge", "S3methods")[, 2], value = TRUE)
  # Parts of pictures.
  ours <- setdiff(ours, c("seqjudge_style", "seqjudge_names"))
  expect_identical(setdiff(ours, unlist(lapply(saved_objects(), class))), character())
})

test_that("what was saved and read prints the same and answers the same", {
  objects <- saved_objects()
  for (name in names(objects)) {
    x <- objects[[name]]
    again <- saved_and_read(x)
    expect_identical(printed(again), printed(x), label = paste("printed", name))
    expect_identical(answers(again), answers(x), label = paste("answers of", name))
  }
})

# Only what takes the objects further is called: what comes back must not depend on where they were.
test_that("work goes on from what was saved and read as from what was not", {
  o <- saved_objects()
  steps <- list(
    rank_items = function(o) rank_items(o$judged, prior = o$fit),
    rank_posterior = function(o) rank_posterior(o$judged, prior = o$fit, draws = 20, seed = 1),
    marks = function(o) rank_items(o$marks[1:2], prior = o$mark_fit),
    reveal = function(o) reveal_names(o$hidden$evaluations, o$hidden$key),
    model = function(o) insertion_ranking(c(0.2, 0.9, 0.4), model = o$model),
    score_model = function(o) find_conflicts(o$model),
    update_ranking = function(o) update(o$ranking, prior = 3),
    update_posterior = function(o) update(o$posterior, prior = 2),
    update_study = function(o) update(o$study, reps = 9, progress = FALSE),
    simulate = function(o) simulate(o$fit, nsim = 1, seed = 1),
    simulate_effects = function(o) simulate(o$effects, nsim = 1, seed = 1),
    best = function(o) best_ranking(o$panel, loss = "kendall"),
    pairs = function(o) pairwise_probability(o$ratings),
    looks = function(o) second_looks(o$panel, n = 3),
    winner = function(o) find_winner(o$mixed),
    left_out = function(o) leave_out(o$panel, threads = 1, progress = FALSE),
    rounds = function(o) as.data.frame(o$rounds[["2"]]),
    orders = function(o) as.matrix(o$orders),
    files = function(o) if (!is.null(o$partitions)) as.data.frame(o$partitions, partitions = 1),
    picture = function(o) ggplot2::ggplot_build(autoplot(o$effects))$data
  )
  restored <- lapply(o, saved_and_read)
  for (name in names(steps)) {
    result <- function(objects) suppressWarnings(suppressMessages(steps[[name]](objects)))
    expect_identical(result(restored), result(o), label = name)
  }
})

test_that("streams go on after they were saved, without their pointers", {
  objects <- saved_objects()[c("stream", "learned_stream")]
  for (stream in objects) {
    restored <- saved_and_read(stream)
    for (one in list(stream, restored)) suppressMessages(insert(one, c(0.75, 0.3), c("x", "y")))
    expect_identical(suppressMessages(current_ranking(restored)), suppressMessages(current_ranking(stream)))
    expect_identical(as.data.frame(restored), as.data.frame(stream))
  }
})

test_that("another R reads what was saved", {
  skip_on_cran()
  skip_if_not_installed("callr")
  objects <- saved_objects()
  file <- withr::local_tempfile()
  saveRDS(objects, file)
  there <- callr::r(function(file, printed) {
    loadNamespace("seqjudge")
    lapply(readRDS(file), printed)
  }, list(file, `environment<-`(printed, globalenv())))
  expect_identical(there, lapply(objects, printed))
})
