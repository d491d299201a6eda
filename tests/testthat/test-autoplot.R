# Pictures, checked on the data they are built from; what they look like was checked by eye.

# The data of a picture's layer, by the name of its geom.
layer_of <- function(picture, geom) {
  geoms <- vapply(picture$layers, function(layer) class(layer$geom)[1], character(1))
  k <- match(geom, geoms)
  expect(!is.na(k), paste("there is no layer", geom))
  ggplot2::layer_data(picture, k)
}

facets_of <- function(picture) as.character(ggplot2::ggplot_build(picture)$layout$layout$evaluator)

# Evaluators of one kind, each with the same items in an own order.
many_judges <- function(judges, items) {
  truth <- t(replicate(judges, sample.int(items)))
  names <- matrix(sprintf("item %03d", truth), judges)
  scores <- t(apply(truth, 1, expected_scores, prior_size = 2))
  as_evaluations(scores, names, truth = stats::setNames(seq_len(items), sprintf("item %03d", seq_len(items))))
}

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
  labels <- layer_of(picture, "GeomText")
  expect_setequal(labels$label[labels$x > 1.5], amara$item)
  expect_true("Boris, Katya" %in% labels$label | "Katya, Boris" %in% labels$label)
  expect_identical(facets_of(autoplot(ranking)), unique(x$evaluator))
  expect_identical(facets_of(autoplot(ranking, evaluators = 3:2)), c("Ines", "Bruno"))
})

test_that("of many items the farthest movers are named, without overlap", {
  set.seed(5)
  ranking <- rank_items(many_judges(1, 200), prior = 0)
  labels <- layer_of(autoplot(ranking, named = 5), "GeomText")
  right <- labels[labels$x > 1.5, ]
  expect_lte(nrow(right), 5)
  moved <- tidy(ranking)
  farthest <- sort(abs(moved$moved), decreasing = TRUE)[5]
  named <- moved$item[abs(moved$moved) >= farthest]
  expect_true(all(unlist(strsplit(right$label, ", ")) %in% named))
  expect_gte(min(diff(sort(-right$y))), 200 / 32 - 1e-9)
  # Nobody to name.
  expect_s3_class(autoplot(rank_items(many_judges(1, 50), "induced")), "ggplot")
})

test_that("labels are pushed apart as little as possible", {
  expect_identical(spread_out(c(1, 5, 9), 2), c(1, 5, 9))
  expect_equal(spread_out(c(3, 3), 1), c(2.5, 3.5))
  expect_equal(spread_out(c(10, 1, 1.5, 2), 1), c(10, 0.5, 1.5, 2.5))
  expect_identical(spread_out(numeric(), 1), numeric())
  set.seed(6)
  for (k in 1:200) {
    heights <- runif(sample.int(12, 1), 0, 10)
    apart <- spread_out(heights, 0.7)
    expect_identical(order(apart), order(heights))
    if (length(apart) > 1) expect_gte(min(diff(sort(apart))), 0.7 - 1e-9)
  }
})

test_that("comparisons are drawn from their own tables", {
  x <- bakeoff_rows()
  compared <- compare_rankings(x, prior = c(0, 2, 10))
  table <- as.data.frame(compared)
  foot <- table[table$metric == "footrule", ]
  picture <- autoplot(compared, metrics = "footrule")
  points <- layer_of(picture, "GeomPoint")
  expect_equal(points$x, log1p(c(0, 2, 10)))
  expect_equal(points$y, foot$mean[-1])
  bars <- layer_of(picture, "GeomLinerange")
  expect_equal(bars$ymax - bars$ymin, 2 * foot$se[-1])
  expect_equal(layer_of(picture, "GeomHline")$yintercept, foot$mean[1])
  positions <- as.data.frame(compared, what = "positions")
  signed <- layer_of(autoplot(compared, "signed"), "GeomPoint")
  expect_setequal(round(signed$y, 12), round(positions$signed, 12))
  expect_setequal(layer_of(autoplot(compared, "positions"), "GeomLine")$y, positions$error)
  expect_identical(nrow(layer_of(autoplot(compared, "metrics"), "GeomPoint")), 16L)
  pairs <- as.data.frame(compared, what = "pairs")
  tiles <- layer_of(autoplot(compared, "pairs"), "GeomTile")
  expect_identical(nrow(tiles), sum(pairs$metric == "footrule"))
  plain <- compare_rankings(first = c(a = 1, b = 2), second = c(a = 2, b = 1))
  expect_identical(nrow(layer_of(autoplot(plain), "GeomTile")), 1L)
  two <- compare_rankings(induced = rank_items(x, "induced"), corrected = rank_items(x, prior = judge_experience))
  expect_identical(nrow(layer_of(autoplot(two), "GeomPoint")), 8L)
})

test_that("every picture can be drawn for 1, 5 and 200 items, and plot() draws it", {
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
