# Pictures of evaluations, checked on the data they are built from.

test_that("scores are drawn where they were given", {
  x <- bakeoff_rows()
  picture <- autoplot(x)
  expect_s3_class(picture, "ggplot")
  points <- layer_of(picture, "GeomPoint")
  expect_identical(points$x, as.numeric(x$position))
  expect_identical(points$y, x$score)
  expect_identical(facets_of(picture), unique(x$evaluator))
  set.seed(4)
  crowd <- many_judges(30, 12)
  bands <- layer_of(autoplot(crowd), "GeomRibbon")
  at_three <- crowd$score[crowd$position == 3]
  expect_equal(c(bands$ymin[3], bands$ymax[3]), unname(quantile(at_three, c(0.1, 0.9))))
  expect_equal(layer_of(autoplot(crowd), "GeomLine")$y[3], median(at_three))
  # Unscored items have no dot.
  expect_identical(nrow(layer_of(autoplot(as_evaluations(c(a = 0.5, b = NA))), "GeomPoint")), 1L)
})

test_that("conflicts are joined for one evaluator and counted for several", {
  x <- bakeoff_rows()
  amara <- find_conflicts(x["Amara"])
  segments <- layer_of(autoplot(x["Amara"], type = "conflicts"), "GeomSegment")
  expect_identical(nrow(segments), nrow(amara))
  # The axis is turned round, so that the best is at the right.
  expect_equal(sort(-segments$x), sort(13 - amara$truth_1))
  tiles <- ggplot2::ggplot_build(autoplot(x, type = "conflicts"))$plot$data
  all <- find_conflicts(x)
  expect_identical(nrow(tiles), 66L)
  expect_equal(sum(tiles$share) * 6, nrow(all))
})
