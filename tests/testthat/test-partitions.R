# The example of the vignette "Speed and scale": a table in a database, ranked in parts that hold some evaluators each.

test_that("a table that is worked through in parts gives what the whole gives", {
  skip_if_not_installed("DBI")
  skip_if_not_installed("RSQLite")
  whole <- simulate_evaluations(8, evaluators = 50, prior_size = 6, noise = 0.05, seed = 1)
  table <- as.data.frame(whole)[c("evaluator", "item", "position", "score")]
  table$part <- match(table$evaluator, unique(table$evaluator)) %% 4L
  db <- DBI::dbConnect(RSQLite::SQLite(), withr::local_tempfile(fileext = ".sqlite"))
  withr::defer(DBI::dbDisconnect(db))
  # As a database may have it: in any order.
  set.seed(2)
  DBI::dbWriteTable(db, "scores", table[sample(nrow(table)), ])
  for (part in 0:3) {
    data <- DBI::dbGetQuery(db, "SELECT * FROM scores WHERE part = ?", params = list(part))
    x <- evaluations(data, evaluator, item, position, score, scale = score_scale("identity"))
    ranked <- as.data.frame(rank_items(x, prior = 6))
    DBI::dbWriteTable(db, "ranks", ranked[c("evaluator", "item", "position", "rank", "place")], append = TRUE)
  }
  found <- DBI::dbReadTable(db, "ranks")
  expected <- as.data.frame(rank_items(whole, prior = 6))[names(found)]
  sorted <- function(x) x[order(x$evaluator, x$position), ]
  expect_equal(sorted(found), sorted(expected), ignore_attr = TRUE)
})

test_that("ranks of a matrix do not depend on the number of threads", {
  set.seed(3)
  scores <- matrix(runif(5000 * 7), 5000)
  prior <- sample(c(0, 5, 1e10), 5000, replace = TRUE)
  one <- insertion_ranking(scores, prior, threads = 1)
  expect_identical(insertion_ranking(scores, prior, threads = 2), one)
  expect_identical(insertion_ranking(scores, prior, threads = 5), one)
  some <- c(1, 1024, 1025, 2500, 5000)
  expect_identical(one[some, ], t(vapply(some, function(k) insertion_ranking(scores[k, ], prior[k]), integer(7))))
})

test_that("a study of the package's own methods runs on a cluster, with the same result", {
  skip_on_cran()
  skip_if_not_installed("future.apply")
  design <- data.frame(n = 10, delta = 0.1)
  here <- simulate_study(design, reps = 20, seed = 4)
  withr::defer(future::plan(future::sequential))
  future::plan(future::cluster, workers = 1)
  expect_identical(as.data.frame(simulate_study(design, reps = 20, seed = 4)), as.data.frame(here))
})
