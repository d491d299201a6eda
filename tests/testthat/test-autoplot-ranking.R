test_that("slopes lead from the induced to the corrected place", {
  x <- bakeoff_rows()
  ranking <- rank_items(x, prior = judge_experience)
  picture <- autoplot(ranking, evaluators = "Amara")
  lines <- layer_of(picture, "GeomLine")
  lines <- lines[order(lines$group, lines$x), ]
  amara <- augment(ranking)
  amara <- amara[amara$evaluator == "Amara", ]
  expect_identical(lines$x, rep(c(1, 2), 12))
  expect_setequal(
    paste(-lines$y[lines$x == 1], -lines$y[lines$x == 2]), paste(amara$induced_place, amara$place)
  )
  with_truth <- layer_of(autoplot(ranking, evaluators = "Amara", truth = TRUE), "GeomPoint")
  expect_equal(-with_truth$y[with_truth$x == 3], 13 - amara$truth[match(
    -with_truth$y[with_truth$x == 2], amara$place
  )])
  labels <- layer_of(picture, "GeomName")
  expect_setequal(labels$label[labels$x > 1.5], amara$item)
  expect_true("Boris, Katya" %in% labels$label | "Katya, Boris" %in% labels$label)
  expect_identical(facets_of(autoplot(ranking)), unique(x$evaluator))
  expect_identical(facets_of(autoplot(ranking, evaluators = 3:2)), c("Ines", "Bruno"))
})

test_that("of many items the farthest movers are named, without overlap", {
  set.seed(5)
  ranking <- rank_items(many_judges(1, 200), prior = 0)
  labels <- layer_of(autoplot(ranking, named = 5), "GeomName")
  right <- labels[labels$x > 1.5, ]
  expect_lte(nrow(right), 5)
  moved <- tidy(ranking)
  farthest <- sort(abs(moved$moved), decreasing = TRUE)[5]
  named <- moved$item[abs(moved$moved) >= farthest]
  expect_true(all(unlist(strsplit(right$label, ", ")) %in% named))
  drawn <- drawn_names(autoplot(ranking, named = 5), 7, 5)
  drawn <- drawn[drawn$hjust == 0, ]
  expect_gt(nrow(drawn), 1)
  # Names lie a line's height apart, or more, where they are drawn: in mm, of which an inch of 72.27 points has 25.4.
  expect_gte(min(diff(sort(drawn$y))), unique(drawn$fontsize) * 25.4 / 72.27)
  # Nobody to name.
  expect_s3_class(autoplot(rank_items(many_judges(1, 50), "induced")), "ggplot")
})
