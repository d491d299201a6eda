# The objects: shapes, printing, conversions, errors, edge sizes.

judges <- function() bakeoff_rows()

test_that("rank_items(method = \"posterior\") has the columns that other code relies on", {
  x <- judges()
  set.seed(1)
  ranking <- rank_items(x, "posterior", prior = 5, draws = 500)
  data <- as.data.frame(ranking)
  expect_named(
    data, c("evaluator", "item", "position", "score", "induced_rank", "rank", "place", "lower", "upper")
  )
  expect_true(all(data$lower <= data$upper))
  expect_equal(data$place, 13 - data$rank)
  set.seed(1)
  post <- rank_posterior(x, prior = 5, draws = 500)
  expect_identical(best_ranking(post)$rank, ranking$rank)
  expect_s3_class(compare_rankings(x, best = ranking), "seqjudge_comparison")
  set.seed(1)
  squared <- rank_items(x, "posterior", prior = 5, loss = "squared", draws = 500, level = 0.5)
  expect_identical(squared$rank, best_ranking(post, "squared")$rank)
  expect_true(all(as.data.frame(squared)$upper <= data$upper))
  set.seed(1)
  expect_identical(update(squared), squared)
  expect_identical(update(ranking, method = "insertion")$rank, rank_items(x, prior = 5)$rank)
  expect_no_error(autoplot(ranking))
})

test_that("the data frame of a posterior has its columns, and the other views agree with it", {
  x <- judges()
  post <- rank_posterior(x, prior = 5, draws = 300, seed = 1)
  data <- as.data.frame(post)
  expect_named(data, c(
    "evaluator", "item", "position", "score", "induced_rank", "rank", "place", "mean_rank", "median_rank", "mode_rank",
    "lower", "upper", "p_best"
  ))
  expect_identical(summary(post), data)
  expect_named(augment(post), c(names(data), "scaled_score", "induced_place", "moved", names(further_columns(x))))
  tidied <- tidy(post)
  expect_identical(tidied$place, rep(as.double(1:12), 6))
  first <- data[data$evaluator == tidied$evaluator[1] & data$item == tidied$item[1], ]
  expect_identical(c(tidied$conf.low[1], tidied$conf.high[1]), 13 - c(first$upper, first$lower))
  looked <- glance(post)
  expect_identical(looked$prior_size, 5)
  losses <- expected_loss(post)
  expect_equal(looked$footrule, mean(losses$expected[losses$ranking == "best"]))
  expect_identical(rownames(confint(post))[1], paste0(x$evaluator[1], ":", x$item[1]))
  expect_identical(dim(rank_probability(post, "Ines")), c(12L, 12L))
})

test_that("unscored items keep their rows, without ranks", {
  x <- as_evaluations(c(a = 0.5, b = NA, c = 0.3, d = 0.7))
  expect_message(post <- rank_posterior(x, 0, 0.1, draws = 50), class = "seqjudge_message_unscored")
  data <- as.data.frame(post)
  expect_true(all(is.na(data[2, c("rank", "place", "mean_rank", "lower", "upper", "p_best")])))
  expect_setequal(data$rank[-2], 1:3)
  expect_identical(rank_distribution(post)$items, c("a", "c", "d"))
  nothing <- suppressMessages(rank_posterior(as_evaluations(c(a = NA, b = NA)), 0, draws = 5))
  expect_identical(as.data.frame(nothing)$rank, c(NA_real_, NA))
  expect_identical(nrow(top_probability(nothing)), 0L)
  for (loss in c("footrule", "squared", "kendall", "zero_one")) {
    expect_identical(best_ranking(nothing, loss)$rank, c(NA_real_, NA))
  }
})

test_that("sizes 0 and 1 just work", {
  none <- rank_posterior(as_evaluations(numeric()), 0, draws = 5)
  expect_identical(nrow(as.data.frame(none)), 0L)
  expect_output(print(none), "0 evaluators")
  for (data in list(tidy(none), top_probability(none), find_conflicts(none), expected_loss(none), confint(none))) {
    expect_identical(nrow(data), 0L)
  }
  one <- rank_posterior(as_evaluations(c(a = 0.9)), 0, draws = 5)
  expect_identical(as.data.frame(one)$rank, 1)
  expect_identical(unname(confint(one)), matrix(c(1, 1), 1))
  for (loss in c("footrule", "squared", "kendall", "zero_one")) expect_identical(best_ranking(one, loss)$rank, 1)
})

test_that("draws go to the posterior package", {
  skip_if_not_installed("posterior")
  x <- judges()
  post <- rank_posterior(x["Amara"], 0, 0.05, draws = 30, seed = 1)
  draws <- posterior::as_draws_matrix(post)
  expect_identical(posterior::variables(draws)[1], paste0("rank[", x["Amara"]$item[1], "]"))
  expect_equal(as.vector(draws[, 2]), unname(rank_distribution(post)$ranks[2, ]))
  expect_equal(posterior::ndraws(posterior::as_draws_df(post)), 30)
  expect_s3_class(posterior::as_draws(post), "draws")
  rank <- posterior::as_draws_rvars(post)$rank
  expect_equal(unname(mean(rank)), unname(rowMeans(rank_distribution(post)$ranks)))
  both <- posterior::as_draws_matrix(rank_posterior(x[1:2], 0, 0.05, draws = 3))
  expect_length(posterior::variables(both), 24)
})

test_that("posteriors print what matters", {
  x <- judges()
  expect_snapshot({
    rank_posterior(x["Amara"], prior = 0, seed = 1)
    rank_posterior(x["Amara"], prior = 0, noise = 0.05, method = "exact")
    print(rank_posterior(x, prior = judge_experience, draws = 1000, seed = 1), n = 4)
    print(rank_posterior(x["Bruno"], seed = 1), n = 3)
    rank_items(x["Amara"], "posterior", prior = 0, seed = 1)
    find_conflicts(rank_posterior(x["Amara"], prior = 0, seed = 1), at_least = 0.9)
  })
})

test_that("errors name the argument", {
  x <- judges()
  post <- rank_posterior(x, 0, 0.05, draws = 10)
  exact <- rank_posterior(x, 0, 0.05, method = "exact")
  uniform <- fit_prior(x, noise = "uniform")
  expect_snapshot(error = TRUE, {
    rank_posterior(1:3)
    rank_posterior(x, -1)
    rank_posterior(x, 0, noise = 0)
    rank_posterior(x, 0, noise = c(0.1, 0.2))
    rank_posterior(x, 0, noise = "a")
    rank_posterior(x, 0, draws = 0)
    rank_posterior(x, uniform, noise_type = "normal")
    rank_posterior(x, 0, 0.1, uncertain = TRUE)
    rank_posterior(x, 0, uncertain = NA)
    rank_posterior(x, 1, 0.1, method = "exact")
    rank_posterior(as_evaluations(c(0.1, NA)), 0, 0.1, method = "exact")
    rank_probability(post)
    rank_probability(post, c("Amara", "Ines"))
    rank_probability(post, "Nobody")
    top_probability(post, 0)
    top_probability(x)
    pairwise_probability(exact, "Amara")
    find_conflicts(post, at_least = 2)
    best_ranking(exact, "kendall")
    best_ranking(post, "hamming")
    expected_loss(post, 1:3)
    rank_items(x, "posterior", prior = 0, dras = 10)
    rank_items(x, prior = 0, draws = 10)
  })
  expect_error(rank_posterior(x, -1), class = "seqjudge_error_value")
  expect_error(rank_posterior(x, 0, noise = c(0.1, 0.2)), class = "seqjudge_error_shape")
})
