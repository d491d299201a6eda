# What a result of rank_items() can do.

test_that("augment, tidy, glance and summary say how far items moved", {
  x <- as_evaluations(c(Ada = 0.5, Bo = 0.2, Cleo = 0.3, Dag = 0.4, Eli = 0.5), truth = c(5, 1, 2, 3, 4))
  ranking <- rank_items(x, prior = 0)
  more <- augment(ranking)
  expect_identical(more$induced_place, c(1.5, 5, 4, 3, 1.5))
  expect_identical(more$moved, more$induced_place - more$place)
  expect_identical(more$truth, c(5, 1, 2, 3, 4))
  tidied <- tidy(ranking)
  expect_identical(tidied$place, as.double(1:5))
  expect_identical(tidied$item[1], more$item[more$place == 1])
  found <- glance(ranking)
  expect_identical(found$prior_size, 0)
  expect_equal(found$footrule, footrule_distance(ranking$rank, ranking$induced_rank))
  expect_equal(found$moved, mean(more$moved != 0))
  table <- summary(ranking)
  expect_identical(table$induced_best, "Ada = Eli")
  expect_identical(table$best, tidied$item[1])
  expect_identical(table$farthest, max(abs(more$moved)))
  expect_equal(table$footrule, found$footrule)
  expect_identical(glance(rank_items(bakeoff_rows(), prior = judge_experience))$prior_size, NA_real_)
})

test_that("printing shows what matters", {
  x <- bakeoff_rows()
  expect_snapshot({
    rank_items(x, prior = judge_experience)
    summary(rank_items(x, prior = judge_experience))
    rank_items(x["Ines"], prior = 5)
    print(rank_items(x, "induced"), n = 3)
  })
})

test_that("update ranks again with new scores and settings", {
  x <- as_evaluations(c(Ada = 0.5, Bo = 0.3, Cleo = 0.6))
  ranking <- rank_items(x, prior = 1)
  news <- data.frame(evaluator = "1", item = c("Dag", "Bo"), position = c(4, 2), score = c(0.8, 0.7))
  expect_identical(
    update(ranking, news), rank_items(as_evaluations(c(Ada = 0.5, Bo = 0.7, Cleo = 0.6, Dag = 0.8)), prior = 1)
  )
  expect_identical(update(ranking, prior = 0), rank_items(x, prior = 0))
  expect_identical(update(ranking, method = "induced"), rank_items(x, "induced"))
  expect_identical(update(ranking, ties = "upper"), rank_items(x, prior = 1, ties = "upper"))
  other <- data.frame(evaluator = "new", item = "Ada", position = 1, score = 0.4)
  expect_identical(names(update(ranking, other)$prior_size), c("1", "new"))
  # Kept columns and truth go along.
  judged <- rank_items(bakeoff_rows(), prior = 5)
  rows <- as.data.frame(bakeoff_rows())[3, ]
  rows$score <- 1
  again <- update(judged, rows)
  expect_identical(again$evaluations$score[3], 1)
  expect_identical(again$evaluations$truth, judged$evaluations$truth)
  expect_identical(again$evaluations$score[-3], judged$evaluations$score[-3])
})

test_that("a ranking by the posterior shows its intervals in places", {
  ranking <- rank_items(bakeoff_rows()["Ines"], "posterior", prior = 5, draws = 200, seed = 1)
  data <- as.data.frame(ranking)
  tidied <- tidy(ranking)
  expect_identical(tidied$conf.low, 13 - data$upper[match(tidied$item, data$item)])
  expect_identical(tidied$conf.high, 13 - data$lower[match(tidied$item, data$item)])
  expect_true(all(tidied$conf.low <= tidied$place & tidied$place <= tidied$conf.high))
  expect_match(format(ranking), "interval|conf", all = FALSE)
})
