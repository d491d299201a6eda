test_that("the best and the median are those of the whole ranking", {
  stream <- insertion_stream(0)
  expect_identical(unname(current_ranking(stream, k = 3)), integer())
  expect_identical(unname(current_ranking(stream, median = TRUE)), integer())
  expect_identical(length(current_ranking(stream)), 0L)
  set.seed(4)
  for (t in 1:9) {
    insert(stream, runif(1), letters[t])
    ranks <- current_ranking(stream)
    expect_identical(current_ranking(stream, k = 3), utils::head(sort(ranks, decreasing = TRUE), 3))
    expect_equal(mean(current_ranking(stream, median = TRUE)), stats::median(ranks))
    expect_identical(current_ranking(stream, item = rev(names(ranks))), rev(ranks))
  }
  tied <- insertion_stream(Inf)
  insert(tied, c(a = 0.5, b = 0.7, c = 0.5, d = 0.7))
  expect_identical(current_ranking(tied, k = 4), c(b = 3.5, d = 3.5, a = 1.5, c = 1.5))
})

test_that("the posterior is that of the scores so far", {
  stream <- insertion_stream(c(Ann = 0, Bob = 3))
  insert(stream, c(a = 0.5, b = 0.2, c = 0.7), evaluator = "Ann")
  insert(stream, c(b = 0.5, a = 0.6), evaluator = "Bob")
  now <- rank_posterior(stream, noise = 0.1, draws = 50, seed = 1)
  expected <- rank_posterior(as_evaluations(stream), prior = c(0, 3), noise = 0.1, draws = 50, seed = 1)
  expect_identical(without_call(now), without_call(expected))
  expect_error(rank_posterior(insertion_stream(0)), class = "seqjudge_error_value")
})
