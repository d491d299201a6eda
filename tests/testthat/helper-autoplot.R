# What tests of pictures share.

# The data of a picture's layer, by the name of its geom.
layer_of <- function(picture, geom) {
  geoms <- vapply(picture$layers, function(layer) class(layer$geom)[1], character(1))
  k <- match(geom, geoms)
  expect(!is.na(k), paste("there is no layer", geom))
  ggplot2::layer_data(picture, k)
}

facets_of <- function(picture) as.character(ggplot2::ggplot_build(picture)$layout$layout$evaluator)

# Evaluators of one kind, each with the same items in an order of their own.
many_judges <- function(judges, items) {
  truth <- t(replicate(judges, sample.int(items)))
  names <- matrix(sprintf("item %03d", truth), judges)
  scores <- t(apply(truth, 1, expected_scores, prior_size = 2))
  as_evaluations(scores, names, truth = stats::setNames(seq_len(items), sprintf("item %03d", seq_len(items))))
}

bakeoff_marks <- function() evaluations(bakeoff, judge, contestant, position, points, score_scale("range", 0, 100))
