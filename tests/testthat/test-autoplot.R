# Pictures, checked on the data they are built from; what they look like was checked by eye.

test_that("every picture can be drawn for 1, 5 and 200 items, and plot() draws it", {
  skip_on_cran()
  set.seed(7)
  withr::local_pdf(NULL)
  for (items in c(1, 5, 200)) {
    x <- if (items == 1) as_evaluations(c(a = 0.5), truth = c(a = 1)) else many_judges(3, items)
    expect_s3_class(plot(x), "ggplot")
    plot(x, type = "conflicts")
    expect_s3_class(plot(rank_items(x, prior = 1)), "ggplot")
    compared <- compare_rankings(x, prior = c(0, 5))
    for (type in c("prior", "metrics", "positions", "signed", "pairs")) expect_s3_class(plot(compared, type), "ggplot")
  }
})

test_that("errors of pictures name the argument", {
  x <- bakeoff_rows()
  plain <- compare_rankings(c(a = 1, b = 2), c(a = 2, b = 1))
  expect_snapshot(error = TRUE, {
    autoplot(x, type = "violin")
    autoplot(x, colour = "red")
    autoplot(as_evaluations(c(a = 0.5)), type = "conflicts")
    autoplot(rank_items(x, prior = 0), evaluators = "Nobody")
    autoplot(rank_items(x, prior = 0), named = -1)
    autoplot(plain, type = "metrics")
    autoplot(compare_rankings(x), type = "prior")
    autoplot(compare_rankings(x), metrics = "hamming")
    autoplot(compare_rankings(x), metrics = 1)
  })
})

test_that("a picture takes no argument that it does not know", {
  o <- hostile_objects()
  pictured <- o[c(
    "judged", "fit", "ranking", "stream", "posterior", "panel", "comparison", "model", "means", "risk", "study",
    "effects", "orders", "plan", "without"
  )]
  for (name in names(pictured)) {
    expect_error(ggplot2::autoplot(pictured[[name]], no_such = 1), "no_such", class = "seqjudge_error", info = name)
  }
})
