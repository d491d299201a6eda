# Rankings side by side: the numbers against the metrics evaluator by evaluator, the paper's crowd data, errors.

test_that("distances, differences and errors by position are what the definitions say", {
  set.seed(2)
  x <- random_evaluations(12, 8, grid = seq(0, 1, 0.1))
  ranking <- suppressMessages(rank_items(x, prior = 2))
  comparison <- compare_rankings(induced = suppressMessages(rank_items(x, "induced")), corrected = ranking)
  data <- as.data.frame(ranking)
  data$truth <- x$truth
  data <- data[!is.na(data$rank), ]
  one <- function(rows, column, f) f(rows[[column]], rank(rows$truth))
  by_judge <- split(data, factor(data$evaluator, unique(data$evaluator)))
  metrics <- list(
    footrule = function(a, b) sum(abs(a - b)) / length(a)^2,
    kendall = function(a, b) oracle_kendall(a, b) / length(a)^2,
    max_entrywise = function(a, b) max(abs(a - b)) / length(a)
  )
  table <- as.data.frame(comparison)
  differences <- as.data.frame(comparison, what = "differences")
  for (name in names(metrics)) {
    corrected <- vapply(by_judge, one, numeric(1), "rank", metrics[[name]])
    induced <- vapply(by_judge, one, numeric(1), "induced_rank", metrics[[name]])
    row <- table[table$metric == name & table$method == "corrected", ]
    expect_equal(row$mean, mean(corrected))
    expect_equal(row$se, sd(corrected) / sqrt(length(corrected)))
    expect_identical(row$evaluators, length(by_judge))
    row <- differences[differences$metric == name, ]
    expect_equal(row$mean, mean(corrected - induced))
    expect_equal(row$se, sd(corrected - induced) / sqrt(length(corrected)))
    expect_equal(row$closer, sum(corrected < induced))
    expect_equal(row$farther, sum(corrected > induced))
    values <- as.data.frame(comparison, what = "evaluators")
    values <- values[values$metric == name & values$method == "induced", ]
    expect_identical(values$evaluator, names(by_judge))
    expect_equal(values$value, unname(induced))
  }
  data$true <- unsplit(lapply(split(data$truth, data$evaluator), rank), data$evaluator)
  n <- table(data$evaluator)[data$evaluator]
  positions <- as.data.frame(comparison, what = "positions")
  positions <- positions[positions$method == "corrected", ]
  for (k in seq_len(nrow(positions))) {
    at <- data$position == positions$position[k]
    signed <- as.vector(((data$rank - data$true) / n)[at])
    expect_equal(positions$signed[k], mean(signed))
    expect_equal(positions$error[k], mean(abs(signed)))
    expect_equal(positions$evaluators[k], sum(at))
    if (sum(at) > 1) expect_equal(positions$error_se[k], sd(abs(signed)) / sqrt(sum(at)))
  }
  pairs <- as.data.frame(comparison, what = "pairs")
  apart <- vapply(by_judge, function(rows) metrics$footrule(rows$rank, rows$induced_rank), numeric(1))
  expect_equal(pairs$mean[pairs$metric == "footrule"], mean(apart))
})

test_that("an evaluations object stands for its induced ranking and the sizes asked for", {
  x <- bakeoff_rows()
  by_size <- compare_rankings(x, prior = c(0, 10, Inf))
  single <- compare_rankings(
    induced = rank_items(x, "induced"), `prior 0` = rank_items(x, prior = 0),
    `prior 10` = rank_items(x, prior = 10), `prior Inf` = rank_items(x, prior = Inf)
  )
  expect_identical(by_size, single)
  expect_identical(compare_rankings(x)$methods, "induced")
  expect_identical(tidy(by_size), as.data.frame(by_size))
})

test_that("truth comes from the object, by item, or along the rows", {
  x <- bakeoff_rows()
  expected <- compare_rankings(x, prior = 5)
  by_item <- tapply(bakeoff$true_rank, bakeoff$contestant, unique)
  by_item <- stats::setNames(as.vector(by_item), names(by_item))
  plain <- evaluations(bakeoff, judge, contestant, position, points, scale = bakeoff_shares)
  expect_identical(compare_rankings(plain, prior = 5, truth = by_item), expected)
  expect_identical(compare_rankings(plain, prior = 5, truth = x$truth), expected)
  expect_named(compare_rankings(plain, prior = 5)$parts, "pairs")
  # A plain ranking under the items' names holds for every evaluator.
  itself <- compare_rankings(rank_items(x, prior = 5), truth_itself = by_item)
  values <- as.data.frame(itself)
  expect_identical(values$mean[values$method == "truth_itself"], c(0, 0, 0, 0))
})

test_that("plain rankings are compared as the metrics compare them", {
  a <- c(p = 1, q = 2, r = 3, s = 4)
  b <- c(p = 2, q = 1, r = 4, s = 3)
  pairs <- as.data.frame(compare_rankings(a, b))
  expect_identical(pairs$method_1, rep("a", 4))
  expect_equal(pairs$mean, c(footrule_distance(a, b), kendall_distance(a, b), inversion_distance(a, b), 0.25))
  many <- rbind(x = 1:4, y = 4:1)
  other <- rbind(x = 1:4, y = 1:4)
  pairs <- as.data.frame(compare_rankings(many, other))
  expect_equal(pairs$mean[1], mean(footrule_distance(many, other)))
  expect_identical(as.data.frame(compare_rankings(1:3, c(2, 1, 3)))$evaluators, rep(1L, 4))
  # By name, not by place: the order in which items are listed does not matter.
  expect_equal(as.data.frame(compare_rankings(a, rev(a)))$mean, c(0, 0, 0, 0))
})

test_that("sizes 0, 1 and 2 just work", {
  none <- as_evaluations(numeric())
  expect_output(print(compare_rankings(none, prior = 0)), "0 evaluators")
  one <- as_evaluations(c(a = 0.5), truth = c(a = 1))
  expect_identical(as.data.frame(compare_rankings(one, prior = 0))$mean, rep(0, 8))
  two <- as_evaluations(c(a = 0.5, b = 0.4), truth = c(a = 1, b = 2))
  expect_equal(as.data.frame(compare_rankings(two))$mean, c(0.5, 0.25, 0.25, 0.5))
  expect_true(all(is.na(as.data.frame(compare_rankings(two))$se)))
  unscored <- as_evaluations(c(a = NA, b = NA))
  expect_output(print(compare_rankings(unscored, prior = 0)), "2 rankings")
})

test_that("printing shows the table", {
  x <- bakeoff_rows()
  expect_snapshot({
    compare_rankings(x, prior = c(0, 10))
    compare_rankings(first = c(Ada = 1, Bo = 2, Cleo = 3), second = c(Ada = 2, Bo = 1, Cleo = 3))
  })
})

test_that("errors name the argument", {
  x <- bakeoff_rows()
  ranking <- rank_items(x, prior = 0)
  expect_snapshot(error = TRUE, {
    compare_rankings()
    compare_rankings("best")
    compare_rankings(ranking, rank_items(x["Ines"], prior = 0))
    compare_rankings(ranking, c(Abena = 1))
    compare_rankings(ranking, 1:3)
    compare_rankings(ranking, rbind(1:12, 12:1))
    compare_rankings(a = ranking, a = ranking)
    compare_rankings(ranking, prior = 1)
    compare_rankings(x, prior = c(1, 1))
    compare_rankings(x, prior = -1)
    compare_rankings(ranking, truth = c(Abena = 1))
    as.data.frame(compare_rankings(ranking), what = "everything")
    compare_rankings(c(1, 2, 2.2))
  })
})

test_that("conflicts of objects are those of their evaluators", {
  set.seed(3)
  x <- random_evaluations(6, 8, grid = seq(0, 1, 0.1))
  ranking <- suppressMessages(rank_items(x, prior = 1))
  data <- as.data.frame(ranking)
  data$truth <- x$truth
  data <- data[!is.na(data$rank), ]
  for (column in c("score", "rank")) {
    found <- find_conflicts(if (column == "score") x else ranking)
    expected <- lapply(split(data, factor(data$evaluator, unique(data$evaluator))), function(rows) {
      value <- stats::setNames(rows[[column]], rows$item)
      pairs <- oracle_conflicts(value, stats::setNames(rank(rows$truth), rows$item))
      data.frame(
        evaluator = rep(rows$evaluator[1], length(pairs$item_1)), position_1 = rows$position[pairs$position_1],
        item_1 = pairs$item_1, item_2 = pairs$item_2, truth_1 = pairs$truth_1
      )
    })
    expected <- do.call(rbind, c(expected, make.row.names = FALSE))
    expect_gt(nrow(expected), 0)
    expect_equal(found[names(expected)], expected)
  }
  expect_named(find_conflicts(ranking), c(
    "evaluator", "position_1", "position_2", "item_1", "item_2", "score_1", "score_2", "rank_1", "rank_2",
    "truth_1", "truth_2"
  ))
  # A matrix and the evaluations made of it agree.
  scores <- rbind(c(0.5, 0.2, 0.7), c(0.1, 0.9, 0.3))
  from_matrix <- find_conflicts(scores, c(3, 1, 2))
  from_object <- find_conflicts(as_evaluations(scores, items = "positions", truth = c(`1` = 3, `2` = 1, `3` = 2)))
  expect_equal(from_object, from_matrix)
  expect_identical(nrow(find_conflicts(as_evaluations(numeric()), truth = c(a = 1))), 0L)
  expect_snapshot(error = TRUE, {
    find_conflicts(as_evaluations(c(a = 0.5)))
    find_conflicts(c(0.5, 0.4))
  })
})

test_that("tidy() takes the part by position, as other methods do", {
  x <- as_evaluations(
    rbind(c(0.2, 0.7, 0.4), c(0.1, 0.9, 0.5)), items = c("a", "b", "c"), truth = c(a = 1, b = 3, c = 2)
  )
  comparison <- compare_rankings(x, prior = c(0, 5))
  expect_identical(tidy(comparison, "pairs"), as.data.frame(comparison, what = "pairs"))
  expect_identical(tidy(comparison), as.data.frame(comparison))
  expect_error(tidy(comparison, "no such part"), class = "seqjudge_error_value")
})

test_that("a single ranking that holds for all evaluators has no standard error", {
  x <- bakeoff_rows()
  panel <- rank_panel(x, method = "map", seed = 1, iterations = 50, chains = 1)
  usual <- panel_baselines(x, c("mean_score", "borda"))
  plain <- stats::setNames(1:12, unique(x$item))
  both <- compare_rankings(panel = panel, usual, plain = plain, truth = x$truth)
  for (what in c("metrics", "differences", "pairs")) expect_true(all(is.na(as.data.frame(both, what = what)$se)))
  positions <- as.data.frame(both, what = "positions")
  expect_true(all(is.na(positions[c("error_se", "signed_se")])))
  expect_no_match(format(both), "[0-9] \\(")
  for (type in c("metrics", "positions", "signed")) {
    expect_no_match(paste(autoplot(both, type)$labels$caption, ""), "standard error")
  }
  # Beside rankings of evaluators, which have one, the difference has one too.
  mixed <- compare_rankings(x, panel = panel, truth = x$truth)
  metrics <- as.data.frame(mixed)
  expect_identical(is.na(metrics$se), metrics$method == "panel")
  expect_false(anyNA(as.data.frame(mixed, what = "differences")$se))
  expect_false(anyNA(as.data.frame(mixed, what = "pairs")$se))
  expect_match(autoplot(mixed, "metrics")$labels$caption, "Bars: one standard error")
})
