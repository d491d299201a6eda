# The paper's experiments: prior sizes that can be believed, and no harm done by correcting with them.

crowd_evaluations <- function(crowd, rows = TRUE) evaluations_of(crowd$bins[rows, ], deciles())

test_that("workers of the existence experiment bring some experience, with or without the truth", {
  crowd <- read_crowd("existence")
  x <- crowd_evaluations(crowd)
  alone <- suppressWarnings(fit_prior(x), classes = "seqjudge_warning_scale")
  expect_true(alone$prior_size >= 5 && alone$prior_size <= 10)
  expect_gt(alone$lower, 0)
  known <- fit_prior(x, truth = c(t(crowd$truth)))
  expect_true(known$prior_size >= 8 && known$prior_size <= 15)
  expect_gt(known$lower, 0)
  # A learned scale is the better estimate: it agrees with what the known truth gives.
  marks <- as_evaluations(crowd$bins, items = crowd$sizes, scale = score_scale("bins", k = 10, meaning = "marks"))
  learned <- fit_prior(marks)
  expect_true(learned$prior_size >= 8 && learned$prior_size <= 15)
})

test_that("correcting with the fitted size does no harm in any group", {
  relativity <- read_crowd("relativity")
  conflict <- read_crowd("conflict")
  existence <- read_crowd("existence")
  small_first <- rowMeans(relativity$sizes[, 1:5]) < rowMeans(relativity$sizes[, 6:10])
  large_last <- conflict$truth[, 1] == 2
  groups <- list(
    list(existence, TRUE), list(relativity, small_first), list(relativity, !small_first),
    list(conflict, large_last), list(conflict, !large_last)
  )
  for (group in groups) {
    crowd <- group[[1]]
    rows <- group[[2]]
    # People do not use the scale quite as shares: they are told.
    fit <- suppressWarnings(fit_prior(crowd_evaluations(crowd, rows)), classes = "seqjudge_warning_scale")
    for (size in c(fit$prior_size, prior_sizes(fit, "any", cautious = TRUE))) {
      corrected <- footrule_distance(insertion_ranking(crowd$bins[rows, ] / 11, size), crowd$truth[rows, ])
      induced <- footrule_distance(induced_ranking(crowd$bins[rows, ] / 11), crowd$truth[rows, ])
      difference <- corrected - induced
      expect_lte(mean(difference), sd(difference) / sqrt(length(difference)))
    }
  }
})

test_that("ties in the truth are refused by the likelihood and taken by the distances", {
  crowd <- read_crowd("relativity")
  x <- crowd_evaluations(crowd)
  expect_error(fit_prior(x, truth = c(t(crowd$truth))), class = "seqjudge_error_ties")
  expect_s3_class(fit_prior(x, truth = c(t(crowd$truth)), method = "truth"), "seqjudge_prior_fit")
})
