# One print and one plot method for all classes.

objects_of_ours <- function() {
  x <- bakeoff_rows()
  study <- simulate_study(data.frame(n = 4), reps = 2, seed = 1)
  list(x, summary(x), compare_rankings(x), study, summary(study), mean_scores(x))
}

test_that("what is printed is what format() gives, and the object comes back", {
  for (x in objects_of_ours()) {
    expect_s3_class(x, "seqjudge_object")
    text <- capture.output(result <- withVisible(print(x)))
    expect_identical(text, format(x))
    expect_false(result$visible)
    expect_identical(result$value, x)
  }
})

test_that("the number of rows goes on to format()", {
  for (x in objects_of_ours()[-3]) expect_identical(capture.output(print(x, n = 1)), format(x, n = 1))
})

test_that("plot() draws what autoplot() makes", {
  withr::local_pdf(NULL)
  x <- bakeoff_rows()
  drawn <- withVisible(plot(x, type = "conflicts"))
  expect_false(drawn$visible)
  expect_identical(ggplot2::layer_data(drawn$value), ggplot2::layer_data(autoplot(x, type = "conflicts")))
})
