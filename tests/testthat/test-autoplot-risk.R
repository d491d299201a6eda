test_that("the risk is drawn against the number of items, with a facet for each noise", {
  limit <- bayes_risk(c(5, 8), c(0.1, 0.2), reps = 10, seed = 1)
  picture <- autoplot(limit)
  expect_s3_class(picture, "ggplot")
  expect_no_warning(built <- ggplot2::ggplot_build(picture))
  expect_identical(nrow(built$layout$layout), 2L)
  expect_identical(levels(picture$data$ranking), c("smallest possible", "least squares", "raw scores"))
  expect_error(autoplot(limit, 1), class = "seqjudge_error")
})
