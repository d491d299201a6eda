weekly <- function(x, ...) with_short_chains(rank_panel(x, by = "round", iterations = 100, seed = 3, ...))

test_that("one round is a panel like any other", {
  x <- season(subset(season_rows(10), week == 1), scale = score_scale("range", 0, 10))
  whole <- with_short_chains(rank_panel(x, iterations = 100, seed = 3))
  weeks <- weekly(x)
  expect_identical(as.data.frame(weeks[["1"]]), as.data.frame(whole))
  expect_identical(as.data.frame(weeks), data.frame(round = factor("1"), as.data.frame(whole)))
})

test_that("rounds are parts of one fit, in which an item is another one in each", {
  rows <- season_rows(10)
  x <- season(rows, scale = score_scale("range", 0, 10))
  weeks <- weekly(x)
  by_hand <- transform(rows, dish = paste(dish, week))
  whole <- suppressMessages(rank_panel(
    season(by_hand, scale = score_scale("range", 0, 10)),
    iterations = 100, seed = 3
  ))
  above <- pairwise_probability(whole)
  for (week in 1:3) {
    panel <- weeks[[week]]
    dish <- unique(x[round = week]$item)
    pairs <- pairwise_probability(panel)[dish, dish]
    expect_equal(unname(pairs), unname(above[paste(dish, week), paste(dish, week)]))
    expect_setequal(as.data.frame(panel)$item, dish)
  }
  # Judges are the same throughout: severities are those of the whole.
  expect_equal(tidy(weeks, "evaluators")$severity, tidy(whole, "evaluators")$severity)
  expect_identical(weeks[["2"]]$evaluators$evaluator, c("Ann", "Bob"))
})

test_that("tables have a row for each item of each round", {
  x <- season(season_rows(10), scale = score_scale("range", 0, 10))
  weeks <- weekly(x)
  data <- as.data.frame(weeks)
  expect_identical(as.vector(table(data$round)), c(7L, 6L, 5L))
  expect_identical(names(data)[1:4], c("round", "item", "rank", "place"))
  expect_identical(glance(weeks)$items, c(7L, 6L, 5L))
  expect_identical(glance(weeks)$winner[2], data$item[data$round == "2" & data$place == 1])
  expect_identical(names(tidy(weeks))[1:3], c("round", "item", "place"))
  expect_identical(summary(weeks), glance(weeks))
  expect_match(format(weeks), "Round 3:", fixed = TRUE, all = FALSE)
  expect_s3_class(autoplot(weeks[["1"]]), "ggplot")
})

test_that("the rank model and its search go by round too", {
  x <- season()
  found <- suppressMessages(rank_panel(x, method = "map", by = "round", seed = 1))
  expect_true(all(is.na(as.data.frame(found)$p_best)))
  expect_identical(sort(as.data.frame(found[["3"]])$rank), 1:5)
})

test_that("wording: rounds of a panel", {
  x <- season()
  expect_snapshot(error = TRUE, {
    rank_panel(small_evaluations(), by = "round")
    rank_panel(x, by = "week")
    rank_panel("x", by = "round")
    autoplot(structure(list(panels = list(`final "A"` = 1, semi = 2)), class = "seqjudge_round_panels"))
  })
})

test_that("some of the items are ranked among themselves, and keep what decides between equals", {
  ranks <- cbind(c(a = 4, b = 1, c = 3, d = 2), c(1, 2, 4, 3))
  whole <- rank_distribution(ranks)
  whole$tie_order <- c(0.4, 0.1, 0.2, 0.3)
  part <- internal("some_items")(whole, c(4, 1), c("last", "first"))
  expect_identical(part$ranks, cbind(c(last = 1L, first = 2L), c(2L, 1L)))
  expect_identical(part$tie_order, c(0.3, 0.4))
})

test_that("winners that share the first place have their chances together", {
  items <- data.frame(item = c("a", "b", "c"), place = c(1.5, 1.5, 3), p_best = c(0.4, 0.35, 0.25))
  weeks <- structure(list(panels = list(final = list(items = items))), class = "seqjudge_round_panels")
  found <- glance(weeks)
  expect_identical(found$winner, "a and b")
  expect_equal(found$p_best, 0.75)
})

test_that("one round is taken at a time", {
  weeks <- structure(list(panels = list(1, 2)), class = "seqjudge_round_panels")
  expect_error(weeks[[1:2]], class = "seqjudge_error_shape")
})
