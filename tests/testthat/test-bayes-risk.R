# The information limit.

test_that("expected errors and errors against the truth have the same mean", {
  for (loss in c("footrule", "squared")) {
    found <- risk_errors(15, 0.1, loss, 400, seed = 1, group = 1, threads = 2)
    for (ranking in colnames(found$loss)) {
      difference <- found$loss[, ranking] - found$realised[, ranking]
      expect_lt(abs(mean(difference)), 4 * sd(difference) / sqrt(400))
    }
    # No ranking has a smaller expected loss, in any single sequence.
    expect_true(all(found$loss[, "best"] <= found$loss[, "insertion"] + 1e-12))
    expect_true(all(found$loss[, "best"] <= found$loss[, "induced"] + 1e-12))
  }
})

test_that("the risk of a pair of items is what integration says", {
  # The first score says nothing. The second is 1/3 or 2/3 plus noise: with delta = 1/3 half of the scores decide.
  limit <- bayes_risk(2, 1 / 3, reps = 4000, seed = 1)
  # Wrong with probability 1/2 in the undecided half; then the footrule is 2 / 2^2.
  expect_equal(limit$risk[limit$ranking == "best"], 0.5 * 0.5 * 0.5, tolerance = 0.05)
  # Without noise that matters there is nothing to lose.
  expect_equal(bayes_risk(5, 0.01, reps = 20, seed = 1)$risk[1:2], c(0, 0), tolerance = 1e-12)
})

test_that("where there is nothing to save, nothing is saved", {
  expect_identical(bayes_risk(3, 0.1, reps = 20, seed = 1)$saved[1:2], c(0, 0))
  expect_false(anyNA(bayes_risk(c(2, 3, 5), c(0.01, 0.1), reps = 10, seed = 1)$saved))
})

test_that("risks have their columns, print, and do not depend on threads", {
  limit <- bayes_risk(c(5, 8), c(0.1, 0.2), reps = 30, seed = 1, threads = 1)
  expect_identical(bayes_risk(c(5, 8), c(0.1, 0.2), reps = 30, seed = 1, threads = 3), limit)
  expect_named(limit, c("n", "delta", "loss", "ranking", "risk", "se", "saved", "max_entrywise"))
  expect_identical(nrow(limit), 12L)
  expect_snapshot(bayes_risk(5, 0.2, "squared", reps = 10, seed = 1))
  expect_snapshot(error = TRUE, {
    bayes_risk(1, 0.1)
    bayes_risk(numeric(), 0.1)
    bayes_risk("a", 0.1)
    bayes_risk(10, c(0.1, -1))
    bayes_risk(10, 0.1, loss = "kendall")
    bayes_risk(10, 0.1, reps = 0)
  })
})
