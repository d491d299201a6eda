# Rankings per evaluator: against the vector estimators, evaluator by evaluator, and what is made of the result.

quiet_rank <- function(...) suppressMessages(rank_items(...), classes = "seqjudge_message_unscored")

# One evaluator at a time, from the definition: an unscored item is inserted in the middle and then left out.
oracle_rank_items <- function(x, prior) {
  scaled <- as.data.frame(x, scaled = TRUE)$scaled_score
  expected <- rep(NA_real_, length(scaled))
  for (mine in split(seq_along(scaled), x$evaluator)) {
    there <- !is.na(scaled[mine])
    size <- prior[[x$evaluator[mine[1]]]]
    if (is.infinite(size)) {
      expected[mine[there]] <- rank(scaled[mine[there]])
    } else {
      full <- oracle_insertion(ifelse(there, scaled[mine], 0.5), size)
      expected[mine[there]] <- rank(full[there])
    }
  }
  expected
}

test_that("3,000 random evaluators in objects of 1 to 60 agree with ranking each alone", {
  set.seed(1)
  # Few large objects say as much as many small ones, in a tenth of the time.
  cases <- make_cases(110, function() {
    x <- random_evaluations(sample(c(1:5, 40:60), 1), grid = if (runif(1) < 0.5) seq(0, 1, 0.1))
    prior <- sample(c(0, 1, 3, 20, 1e6, Inf), length(unique(x$evaluator)), replace = TRUE)
    list(x = x, prior = stats::setNames(prior, unique(x$evaluator)))
  })
  expect_agreement(
    cases,
    function(case) quiet_rank(case$x, prior = rev(case$prior))$rank,
    function(case) oracle_rank_items(case$x, case$prior)
  )
  expect_agreement(
    cases,
    function(case) quiet_rank(case$x, "induced")$rank,
    function(case) oracle_rank_items(case$x, stats::setNames(rep(Inf, length(case$prior)), names(case$prior)))
  )
})

test_that("as.data.frame has the columns that other code relies on", {
  x <- bakeoff_rows()
  data <- as.data.frame(rank_items(x, prior = 5))
  expect_named(data, c("evaluator", "item", "position", "score", "induced_rank", "rank", "place"))
  expect_identical(data[1:4], as.data.frame(x)[1:4])
  expect_identical(data$place, 13 - data$rank)
  ines <- subset(bakeoff, judge == "Ines")
  expect_equal(data$rank[data$evaluator == "Ines"], insertion_ranking(ines$points / 100, 5))
  expect_equal(data$induced_rank[data$evaluator == "Ines"], rank(ines$points))
})

test_that("prior is one number, one each in order, one each by name, or Inf", {
  x <- bakeoff_rows()
  one <- rank_items(x, prior = 5)
  expect_identical(rank_items(x, prior = rep(5, 6)), one)
  expect_identical(rank_items(x, prior = 5L), one)
  by_name <- rank_items(x, prior = judge_experience)
  expect_identical(by_name$prior_size, judge_experience[unique(bakeoff$judge)])
  expect_identical(rank_items(x, prior = unname(judge_experience[unique(bakeoff$judge)])), by_name)
  expect_identical(rank_items(x["Bruno"], prior = judge_experience)$rank, by_name$rank[x$evaluator == "Bruno"])
  expect_identical(rank_items(x, prior = Inf)$rank, rank_items(x, "induced")$rank)
  expect_identical(rank_items(x, prior = Inf)$rank, one$induced_rank)
})

test_that("an unscored item counts in later positions, has no rank, and is reported", {
  x <- as_evaluations(c(a = 0.5, b = NA, c = 0.3, d = 0.7))
  expect_message(ranking <- rank_items(x, prior = 0), class = "seqjudge_message_unscored")
  data <- as.data.frame(ranking)
  expect_identical(data$rank[2], NA_real_)
  expect_identical(data$place[2], NA_real_)
  expect_setequal(data$rank[-2], 1:3)
  # 0.7 at position 4 makes d the third of four: c, b, d, a. At position 3, had b not been seen, it is the best.
  expect_identical(quiet_rank(x, prior = 0)$rank[4], 2)
  expect_identical(rank_items(as_evaluations(c(a = 0.5, c = 0.3, d = 0.7)), prior = 0)$rank[3], 3)
  expect_snapshot(rank_items(x, prior = 0))
  nothing <- quiet_rank(as_evaluations(c(a = NA, b = NA)), prior = 0)
  expect_identical(nothing$rank, c(NA_real_, NA))
  expect_identical(summary(nothing)$best, NA_character_)
})

test_that("sizes 0, 1 and 2 just work", {
  none <- as_evaluations(numeric())
  expect_identical(nrow(as.data.frame(rank_items(none, prior = 0))), 0L)
  expect_identical(nrow(summary(rank_items(none, prior = 0))), 0L)
  expect_identical(rank_items(none, "induced")$rank, numeric())
  expect_identical(rank_items(as_evaluations(c(a = 0.9)), prior = 0)$rank, 1)
  expect_identical(rank_items(as_evaluations(c(a = 0.5, b = 0.6)), prior = 0)$rank, c(1, 2))
  expect_identical(rank_items(as_evaluations(c(a = 0.5, b = 0.3)), prior = 0)$rank, c(2, 1))
  expect_output(print(rank_items(none, prior = 0)), "0 evaluators")
})

test_that("ties at half-way go where they are told", {
  x <- as_evaluations(c(a = 0.5, b = 0.5))
  expect_identical(rank_items(x, prior = 0, ties = "lower")$rank, c(2, 1))
  expect_identical(rank_items(x, prior = 0, ties = "upper")$rank, c(1, 2))
})

test_that("without a prior size one is fitted, cautiously, and said", {
  x <- bakeoff_rows()
  expect_message(ranking <- rank_items(x), class = "seqjudge_message_prior")
  fit <- fit_prior(x)
  expect_identical(unique(ranking$prior_size), fit$prior_size)
  expect_identical(ranking$rank, rank_items(x, prior = fit)$rank)
  expect_snapshot({
    rank_items(x)
    calibrated <- rank_items(x["Milo"])
    few <- rank_items(as_evaluations(c(a = 0.5, b = 0.2)))
  })
  expect_identical(calibrated$rank, calibrated$induced_rank)
  expect_identical(unname(few$prior_size), Inf)
  # One size for each, from a fit; new scores are fitted anew.
  partial <- fit_prior(x, pooled = "partial")
  expect_identical(
    rank_items(x, prior = partial)$prior_size, stats::setNames(partial$evaluators$prior_size, unique(x$evaluator))
  )
  expect_error(rank_items(x, prior = fit_prior(x["Ines"], pooled = FALSE)), class = "seqjudge_error_evaluator")
  again <- suppressMessages(update(ranking, as.data.frame(x)[1, ]), classes = "seqjudge_message_prior")
  expect_identical(again, ranking)
})

test_that("correcting with the fitted size does no harm to evaluators who need no correction", {
  for (seed in 1:5) {
    x <- simulate_evaluations(15, 60, prior_size = Inf, noise = 0.05, seed = seed)
    corrected <- suppressMessages(rank_items(x), classes = "seqjudge_message_prior")
    compared <- as.data.frame(compare_rankings(induced = rank_items(x, "induced"), corrected), what = "differences")
    foot <- compared[compared$metric == "footrule", ]
    expect_lte(foot$mean, foot$se)
  }
})

test_that("errors name the argument", {
  x <- bakeoff_rows()
  by_judge <- rank_items(x, prior = judge_experience)
  expect_snapshot(error = TRUE, {
    rank_items(bakeoff, prior = 0)
    rank_items(x, "best", prior = 0)
    rank_items(x, prior = -1)
    rank_items(x, prior = c(0, 1))
    rank_items(x, prior = c(Amara = 1, Bruno = 2))
    rank_items(x, prior = c(judge_experience, Amara = 3))
    rank_items(x, prior = "five")
    rank_items(x, prior = c(0, 1, 2, NA, 4, 2.5))
    rank_items(x, "induced", prior = 0)
    rank_items(x, prior = 0, ties = "middle")
    update(by_judge, 5)
    update(by_judge, data.frame(evaluator = "Amara"))
    update(by_judge, data.frame(evaluator = "Nora", item = "Ada", position = 1, score = 50, truth = 1))
    update(by_judge, data.frame(evaluator = "Amara", item = "Zoe", position = 14, score = 50, truth = 1))
    update(by_judge, data.frame(evaluator = "Amara", item = "Zoe", position = 13, score = 500, truth = 1))
    update(by_judge, scale = 1)
  })
})

test_that("equal scores stay equal where the prior size was fitted, and are told apart where it was given", {
  x <- bakeoff_rows()
  fitted <- suppressMessages(rank_items(x))
  strict <- rank_items(x, prior = fitted$prior_size)
  expect_false(anyDuplicated(strict$rank[1:12]) > 0)
  for (who in unique(x$evaluator)) {
    own <- which(x$evaluator == who)
    by_rank <- own[order(strict$rank[own])]
    runs <- rle(x$score[by_rank])
    shared <- rep(cumsum(runs$lengths) - (runs$lengths - 1) / 2, runs$lengths)
    expect_equal(fitted$rank[by_rank], shared)
  }
})

test_that("with fewer than ten scores nothing is corrected, whatever they mean", {
  # Of these marks one order in twenty-five is as cautious at the beginning.
  marks <- as_evaluations(c(6.5, 7, 5.5, 5.5, 8), scale = score_scale("range", 0, 10))
  evidence <- fit_prior(marks)$evidence
  expect_true(evidence$log_bf > 0 && evidence$p_value <= 0.05)
  expect_message(ranking <- rank_items(marks), "fewer than 10 scores", class = "seqjudge_message_order")
  expect_identical(ranking$rank, ranking$induced_rank)
  # Nor are the marks of two judges, four each. What the order may have done is still counted in.
  two <- rbind(c(6.5, 7, 5.5, 8), c(6, 6.5, 5.5, 9))
  two <- as_evaluations(two, letters[1:4], scale = score_scale("range", 0, 10), order = "random")
  expect_message(panel <- rank_panel(two, iterations = 500, seed = 1), "fewer than 10 scores")
  expect_false(panel$decision$correct)
  expect_message(posterior <- rank_posterior(marks, draws = 100, seed = 1), "is counted in")
  expect_true(any(is.finite(posterior$settings$prior_size)))
  # An order that was arranged is beside the point then.
  shares <- as_evaluations(c(0.1, 0.9, 0.4), order = "arranged")
  expect_message(rank_items(shares), "fewer than 10 scores")
})
