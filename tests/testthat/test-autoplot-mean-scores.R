# Pictures of mean scores.

test_that("mean_scores() draws for few and for many items", {
  set.seed(1)
  for (n in c(2, 5, 40)) {
    orders <- t(replicate(20, sample.int(n)))
    x <- as_evaluations(matrix(runif(20 * n), 20), items = orders, truth = setNames(1:n, 1:n))
    picture <- autoplot(mean_scores(x))
    expect_s3_class(picture, "ggplot")
    expect_silent(ggplot2::ggplot_build(picture))
    expect_identical(length(unique(picture$data$place)), min(as.integer(n), 5L))
  }
  # Pooled means keep the weight of each cell.
  x <- as_evaluations(rep(0.5, 40), truth = 1:40)
  expect_true(all(autoplot(mean_scores(x))$data$mean == 0.5))
  withr::local_pdf(withr::local_tempfile(fileext = ".pdf"))
  expect_invisible(plot(mean_scores(x)))
})
