# Rounds: the same judges in several weeks. What is expected comes from taking the rounds apart by hand.

names_of <- internal("evaluator_names")

test_that("rows are sorted by evaluator, round and position", {
  withr::local_seed(1)
  data <- season_rows()
  shuffled <- data[c(1, 1 + sample(nrow(data) - 1)), ]
  x <- season(shuffled)
  slow <- shuffled[order(match(shuffled$judge, unique(shuffled$judge)), shuffled$week, shuffled$when), ]
  expect_identical(
    as.data.frame(x),
    data.frame(
      evaluator = slow$judge, item = slow$dish, position = slow$when, score = slow$mark, round = factor(slow$week)
    )
  )
})

test_that("rounds are in order: sorted, by level, or of first appearance", {
  data <- data.frame(who = "a", what = "b", when = 1, mark = 0.5, week = c(10, 9, 11))
  rounds <- function(week) {
    data$week <- week
    levels(evaluations(data, who, what, when, mark, round = week)$round)
  }
  expect_identical(rounds(c(10, 9, 11)), c("9", "10", "11"))
  expect_identical(rounds(c(1.5, -1, 1e5)), c("-1", "1.5", "100000"))
  expect_identical(rounds(as.Date("2024-02-01") + c(30, 0, 3)), c("2024-02-01", "2024-02-04", "2024-03-02"))
  expect_identical(rounds(factor(c("semi", "heat", "final"), c("unused", "heat", "semi", "final"))), c(
    "heat", "semi", "final"
  ))
  expect_identical(rounds(c("week 9", "week 10", "week 1")), c("week 9", "week 10", "week 1"))
})

test_that("sequences have names, judges and rounds", {
  x <- season()
  expect_identical(names_of(x), c(
    "Ann, round 1", "Ann, round 2", "Ann, round 3", "Bob, round 1", "Bob, round 2", "Bob, round 3", "Cem, round 1",
    "Cem, round 3"
  ))
  final <- season(transform(season_rows(), week = c("heat", "semi", "final")[week]))
  expect_identical(names_of(final)[3:4], c("Ann, final", "Bob, heat"))
  # Names that come out alike are told apart.
  alike <- season(transform(season_rows(), week = c("1", "round 1", "2")[week]))
  expect_identical(names_of(alike)[1:2], c("Ann, round 1", "Ann, round 1 #1"))
  for (table in list(internal("model_scores")(x), internal("rating_table")(x))) {
    expect_identical(table$judge, c(1L, 1L, 1L, 2L, 2L, 2L, 3L, 3L))
    expect_identical(table$round, c(1L, 2L, 3L, 1L, 2L, 3L, 1L, 3L))
    expect_identical(diff(table$start), c(7L, 6L, 5L, 7L, 6L, 5L, 7L, 5L))
  }
  some <- internal("some_scores")(internal("model_scores")(x), c(8, 2))
  expect_identical(some[c("judge", "round")], list(judge = c(3L, 1L), round = c(3L, 2L)))
  plain <- internal("model_scores")(small_evaluations())
  expect_identical(plain[c("judge", "round")], list(judge = 1:2, round = c(1L, 1L)))
})

test_that("a sequence is ranked, fitted and weighed as if it stood alone", {
  x <- season()
  data <- season_rows()
  ranking <- rank_items(x, prior = 2)
  fit <- fit_prior(x, pooled = FALSE)
  posterior <- rank_posterior(x, prior = 0, noise = 0.1, method = "exact")
  truth <- stats::setNames(1:7, letters[1:7])
  conflicts <- find_conflicts(x, truth)
  summary <- summary(x)
  expect_identical(names(ranking$prior_size), names_of(x))
  for (k in seq_along(names_of(x))) {
    label <- names_of(x)[k]
    alone <- data[paste0(data$judge, ", round ", data$week) == label, ]
    alone <- evaluations(alone, judge, dish, when, mark)
    columns <- c("item", "position", "score", "induced_rank", "rank", "place")
    of_ranking <- as.data.frame(ranking)
    own <- of_ranking[of_ranking$evaluator == label, columns]
    expect_equal(own, as.data.frame(rank_items(alone, prior = 2))[columns], ignore_attr = TRUE)
    # Where the search for the noise starts depends on all scores.
    expect_equal(
      fit$evaluators[k, -1], fit_prior(alone, pooled = FALSE)$evaluators[-1],
      ignore_attr = TRUE, tolerance = 0.01
    )
    expect_identical(
      rank_probability(posterior, evaluator = label),
      rank_probability(rank_posterior(alone, prior = 0, noise = 0.1, method = "exact"))
    )
    expect_equal(
      conflicts[conflicts$evaluator == label, -1], find_conflicts(alone, truth)[-1],
      ignore_attr = TRUE
    )
    expect_identical(as.list(summary[k, 3:8]), as.list(summary(alone)[1, 2:7]))
  }
})

test_that("results are those of evaluators with a name for each round", {
  skip_on_cran()
  marks <- score_scale("range", 0, 10)
  for (scale in list(NULL, marks)) {
    # Panels of six items sum over a seventh of the rankings of seven.
    data <- season_rows(if (is.null(scale)) 1 else 10, items = 6)
    x <- season(data, scale = scale)
    apart <- season_apart(data, scale = scale)
    same <- function(f, ...) {
      found <- lapply(list(x, apart), function(x) suppressWarnings(suppressMessages(f(x, ...))))
      expect_equal(as.data.frame(found[[1]]), as.data.frame(found[[2]]))
      invisible(found)
    }
    same(rank_items)
    same(rank_items, prior = 1)
    same(rank_posterior, draws = 100, seed = 1)
    for (pooled in list(TRUE, FALSE, "partial")) same(function(x) tidy(fit_prior(x, pooled = pooled), "evaluators"))
    same(function(x) tidy(compare_rankings(x, prior = 0:1, truth = stats::setNames(1:6, letters[1:6]))))
    panels <- same(rank_panel, "ranks", iterations = 50, chains = 2, seed = 1, threads = 1)
    expect_equal(tidy(panels[[1]], "evaluators"), tidy(panels[[2]], "evaluators"))
    # Being strict belongs to the judge, over all rounds.
    panel <- with_short_chains(rank_panel(x, "ratings", iterations = 50, chains = 2, seed = 1, threads = 1))
    expect_identical(tidy(panel, "evaluators")$evaluator, unique(x$evaluator))
    expect_identical(sum(tidy(panel, "evaluators")$scores), sum(!is.na(x$score)))
    same(function(x) {
      set.seed(1)
      data.frame(test_order_effect(x)$p.value)
    })
  }
})

test_that("a panel puts items that come again where they belong", {
  skip_on_cran()
  x <- season(season_rows(items = 6))
  panel <- suppressMessages(rank_panel(x, seed = 1, iterations = 500))
  expect_identical(panel$items$item, letters[6:1])
  expect_identical(tidy(panel, "evaluators")$evaluator, unique(x$evaluator))
})

test_that("agreement is that of a judge over all rounds, or of each round", {
  x <- season()
  data <- season_rows()
  rank <- stats::setNames(c(2, 1, 3, 4, 5, 7, 6), letters[1:7])
  tau <- function(rows) stats::cor(rows$mark, rank[rows$dish], method = "kendall")
  agreement <- internal("panel_agreement")
  by_judge <- vapply(split(data, data$judge), tau, numeric(1))
  expect_equal(agreement(x, rank, of_judges = TRUE), unname(by_judge))
  by_round <- vapply(split(data, paste(data$judge, data$week)), tau, numeric(1))
  expect_equal(agreement(x, rank), unname(by_round))
  expect_equal(agreement(season_apart(), rank, of_judges = TRUE), unname(by_round))
})

test_that("one order that all share in each round is not taken for drawn by lot", {
  shares <- internal("shares_one_order")
  expect_false(shares(season()))
  data <- expand.grid(when = 1:4, judge = c("Ann", "Bob"), week = 1:3)
  data$mark <- seq_len(nrow(data)) / 100
  # Every week has its own items; the judge before in the table saw others.
  data$dish <- paste(data$week, data$when)
  expect_true(shares(season(data)))
  expect_true(shares(season(data[order(data$judge), ])))
  expect_identical(internal("same_sequences")(season(data)), "order")
  data$dish <- ifelse(data$judge == "Bob" & data$when < 3, paste(data$week, 3 - data$when), data$dish)
  expect_false(shares(season(data)))
  expect_identical(internal("same_sequences")(season(data)), "items")
  expect_identical(internal("same_sequences")(season(data)["Ann"]), "none")
})

test_that("prior sizes and noise by judge hold in all of their rounds", {
  x <- season()
  sizes <- c(Cem = 3, Ann = 1, Bob = 2)
  by_judge <- c(1, 1, 1, 2, 2, 2, 3, 3)
  expect_identical(unname(rank_items(x, prior = sizes)$prior_size), by_judge)
  expect_identical(unname(rank_items(x, prior = c(1, 2, 3))$prior_size), by_judge)
  own <- stats::setNames(8:1, names_of(x))
  expect_equal(unname(rank_items(x, prior = own)$prior_size), 8:1)
  mixed <- c(sizes, "Ann, round 2" = 9)
  expect_identical(unname(rank_items(x, prior = mixed)$prior_size), replace(by_judge, 2, 9))
  noise <- rank_posterior(x, prior = 1, noise = sizes / 10, draws = 10, seed = 1)$noise
  expect_equal(unname(noise), by_judge / 10)
  expect_error(rank_items(x, prior = sizes[1:2]), class = "seqjudge_error_value")
  expect_error(rank_items(x, prior = c(1, 2)), class = "seqjudge_error")
})

test_that("parts are taken by judge and round, and put together again", {
  x <- season()
  plain <- as.data.frame(x)
  part <- function(keep) {
    rows <- plain[keep, ]
    rownames(rows) <- NULL
    rows$round <- droplevels(rows$round)
    rows
  }
  expect_identical(as.data.frame(x["Bob"]), part(plain$evaluator == "Bob"))
  expect_identical(as.data.frame(x[3]), part(plain$evaluator == "Cem"))
  expect_identical(as.data.frame(x[round = 2]), part(plain$round == 2))
  expect_identical(as.data.frame(x["Cem", round = c(3, 1)]), part(plain$evaluator == "Cem"))
  expect_identical(nrow(x["Cem", round = "2"]), 0L)
  expect_identical(x[], x)
  expect_identical(x[1:2, c("round", "score")], plain[1:2, c("round", "score")])
  expect_identical(x[c("Cem", "Ann")]$evaluator, rep(c("Cem", "Ann"), c(12, 18)))
  expect_identical(rbind(x[round = 1], x[round = 2:3]), x)
  expect_identical(rbind(x["Ann"], x[-1]), x)
  # Numbers are sorted again, whichever part comes first.
  expect_identical(rbind(x[round = 3], x[round = 1:2])[c("Ann", "Bob", "Cem")], x)
  attr(x, "words") <- NULL
  expect_identical(as_evaluations(plain), x)
  renamed <- stats::setNames(plain, c("evaluator", "item", "position", "score", "week"))
  expect_identical(as_evaluations(renamed, round = "week"), x)
  expect_identical(as_evaluations(x), x)
})

test_that("merged rounds keep the order of the table that has them all", {
  merge <- internal("merge_rounds")
  text <- c("heat", "semi", "final")
  expect_identical(levels(merge(list(factor("final"), factor(text, text)))), text)
  expect_identical(levels(merge(list(factor("final"), factor("heat")))), c("final", "heat"))
  expect_identical(levels(merge(list(factor(10), factor(9), factor(100)))), c("9", "10", "100"))
  expect_identical(levels(merge(list(factor("2024-03-01"), factor("2024-02-01")))), c("2024-02-01", "2024-03-01"))
  expect_identical(merge(list(factor("b"), factor(c("a", "b")))), factor(c("b", "a", "b")))
})

test_that("an updated ranking has new scores in their rounds", {
  x <- season(order = "random")
  ranking <- rank_items(x, prior = 1)
  news <- data.frame(
    evaluator = c("Ann", "Dan"), item = c(x$item[8], "new"), position = 1L, score = c(0.99, 0.5), round = c(2, 4)
  )
  updated <- update(ranking, news)
  data <- as.data.frame(updated$evaluations)
  expect_identical(internal("order_of")(updated$evaluations), "random")
  expect_identical(data$score[1:36][-8], x$score[1:36][-8])
  expect_identical(data$score[8], 0.99)
  expect_identical(utils::tail(names_of(updated$evaluations), 1), "Dan, round 4")
  expect_identical(levels(data$round), as.character(1:4))
})

test_that("simulated scores of a fit have the rounds of the data", {
  x <- season()
  drawn <- stats::simulate(fit_prior(x), 1, seed = 1)[[1]]
  columns <- c("evaluator", "item", "position", "round")
  expect_identical(as.data.frame(drawn)[columns], as.data.frame(x)[columns])
})

test_that("percentiles are taken within a round", {
  x <- season(scale = score_scale("percentile", by = "evaluator"))
  apart <- season_apart(scale = score_scale("percentile", by = "evaluator"))
  expect_identical(as.data.frame(x, scaled = TRUE)$scaled_score, as.data.frame(apart, scaled = TRUE)$scaled_score)
})

test_that("groups of evaluators are groups of judges", {
  data <- transform(season_rows(), side = ifelse(judge == "Ann", "left", "right"))
  x <- season(data, keep = "side")
  # One judge against two: three ways to choose the one.
  means <- tapply(data$mark, data$judge, mean)
  difference <- vapply(1:3, function(one) abs(means[[one]] - mean(means[-one])), numeric(1))
  expect_equal(
    test_group_scores(x, "side", unit = "evaluator", exact = TRUE)$p.value, mean(difference >= difference[1] - 1e-12)
  )
})

test_that("pictures have a panel for each sequence", {
  skip_if_not_installed("ggplot2")
  x <- season()
  layout <- ggplot2::ggplot_build(ggplot2::autoplot(x))$layout$layout
  expect_identical(as.character(layout$evaluator), names_of(x))
  ranking <- rank_items(x, prior = 1)
  layout <- ggplot2::ggplot_build(ggplot2::autoplot(ranking, evaluators = "Cem, round 3"))$data[[1]]
  expect_identical(length(unique(layout$group)), 5L)
})

test_that("what prints counts judges and rounds", {
  x <- season()
  expect_snapshot({
    x
    summary(x)
    x["Ann", round = 2]
    rank_items(x, prior = 1)
  })
})

test_that("wording: rounds", {
  x <- season()
  data <- season_rows()
  missing <- replace(data, "week", list(replace(data$week, 3:4, NA)))
  expect_snapshot(error = TRUE, {
    evaluations(data, judge, dish, when, mark)
    evaluations(transform(data, when = seq_along(when)), judge, dish, when, mark)
    season(missing)
    season(transform(data, week = as.list(week)))
    season(transform(data, week = 1))
    evaluations(data, judge, dish, when, mark, round = wek)
    evaluations(data, judge, dish, when, mark, round = paste(wek))
    evaluations(data, judge, dish, when, mark, round = c(week, week))
    evaluations(data, judge, dish, when, mark, keep = "round")
    x[round = 4]
    x[round = list(1)]
    small_evaluations()[round = 1]
    rbind(x, x["Ann", round = 1])
    rbind(x, small_evaluations())
    as_evaluations(as.data.frame(x), round = 5)
    as_evaluations(as.data.frame(x), round = "week")
    as_evaluations(data.frame(a = 0.1, b = 0.2), items = "columns", round = "a")
    rank_items(x, prior = c(Ann = 1))
  })
})
