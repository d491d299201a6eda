judged <- function() {
  scores <- rbind(Ada = c(0.9, 0.5, 0.2), Bo = c(0.8, 0.6, 0.3), Cy = c(0.1, 0.9, 0.4))
  as_evaluations(scores, items = rbind(c("x", "y", "z"), c("x", "y", "z"), c("z", "y", "x")))
}

test_that("each case is the panel of the others, ranked with the same arguments", {
  x <- judged()
  noise <- c(Ada = 0.1, Bo = 0.2, Cy = 0.3)
  panel <- rank_panel(x, model = "ranks", prior = c(0, 3, Inf), noise = noise, loss = "squared")
  found <- as.data.frame(leave_out(panel))
  expect_identical(found$left_out, c("Ada", "Bo", "Cy"))
  expect_identical(found$evaluators, c(2L, 2L, 2L))
  whole <- as.data.frame(panel)
  for (k in 1:3) {
    others <- c("Ada", "Bo", "Cy")[-k]
    by_hand <- as.data.frame(rank_panel(
      x[others],
      model = "ranks", prior = c(0, 3, Inf)[-k], noise = c(0.1, 0.2, 0.3)[-k], loss = "squared"
    ))
    expect_identical(found$winner[k], by_hand$item[1])
    expect_equal(found$p_best[k], by_hand$p_best[1])
    moved <- abs(by_hand$place - whole$place[match(by_hand$item, whole$item)])
    expect_equal(found$footrule[k], sum(moved) / 9)
    expect_identical(found$changed_places[k], sum(moved > 0))
    expect_identical(found$winner_changes[k], by_hand$item[1] != whole$item[1])
  }
})

test_that("one judge alone can decide, and it is said so", {
  # Two strangers to each other and a judge who tips the scales.
  scores <- rbind(Ada = c(0.9, 0.1, 0.5), Bo = c(0.1, 0.9, 0.5), Cy = c(0.2, 0.9, 0.5))
  x <- as_evaluations(scores, items = c("x", "y", "z"), order = "random")
  without <- leave_out(rank_panel(x, model = "ranks", prior = Inf, noise = 0.1))
  found <- as.data.frame(without)
  expect_identical(glance(without)$winner, "y")
  expect_false(found$winner_changes[found$left_out == "Ada"])
  same <- leave_out(rank_panel(x[c("Bo", "Cy")], model = "ranks", prior = Inf, noise = 0.1))
  expect_identical(format(same)[1], "The winner, y, is the same whoever is left out.")
  tipped <- rbind(Ada = c(0.9, 0.3, 0.2), Bo = c(0.2, 0.9, 0.3))
  tipped <- as_evaluations(tipped, items = c("x", "y", "z"), order = "random")
  without <- leave_out(rank_panel(tipped, model = "ranks", prior = Inf, noise = c(0.05, 0.2)))
  expect_identical(as.data.frame(without)$winner, c("y", "x"))
  expect_match(format(without), "Without Ada, y would have won.", fixed = TRUE, all = FALSE)
})

test_that("groups are left out together, however they are given", {
  x <- as.data.frame(judged())
  x$nation <- ifelse(x$evaluator == "Cy", "far", "near")
  x <- evaluations(x, evaluator, item, position, score, score_scale("identity"), keep = "nation")
  panel <- rank_panel(x, model = "ranks", prior = 1)
  by_column <- as.data.frame(leave_out(panel, "nation"))
  expect_identical(by_column$left_out, c("near", "far"))
  expect_identical(by_column$evaluators, c(1L, 2L))
  expect_identical(as.data.frame(leave_out(panel, c(Cy = "far", Ada = "near", Bo = "near"))), by_column)
  expect_identical(as.data.frame(leave_out(panel, factor(c("near", "near", "far")))), by_column)
  expect_match(format(leave_out(panel, "nation"))[1], "whichever group is left out|In the whole panel")
  expect_equal(by_column$p_best[2], as.data.frame(rank_panel(x[c("Ada", "Bo")], model = "ranks", prior = 1))$p_best[1])
})

test_that("items that only those left out have seen do not count", {
  scores <- rbind(Ada = c(0.9, 0.5, 0.2), Bo = c(0.8, 0.6, 0.3))
  x <- as_evaluations(scores, items = rbind(c("x", "y", "z"), c("x", "y", "only Bo")))
  without <- leave_out(rank_panel(x, model = "ranks", prior = Inf, noise = 0.1))
  expect_true(is.na(without$places["only Bo", "Bo"]))
  expect_identical(as.data.frame(without)$footrule[2], 0)
  expect_s3_class(autoplot(without), "ggplot")
})

test_that("panels by ratings and by search are left out of too, and the seed is the panel's", {
  x <- evaluations(bakeoff, judge, contestant, position, points, score_scale("range", 0, 100))
  set.seed(1)
  panel <- with_short_chains(rank_panel(x, model = "ratings", iterations = 50, chains = 2))
  # One warning for all chains that are too short, and nothing else.
  expect_warning(once <- leave_out(panel), "In 6 cases", class = "seqjudge_warning_mixing")
  expect_silent(again <- with_short_chains(leave_out(panel, threads = 1)))
  expect_identical(again, once)
  expect_identical(dim(as.data.frame(once)), c(6L, 7L))
  searched <- leave_out(rank_panel(x, method = "map", chains = 1, seed = 1))
  expect_true(all(is.na(as.data.frame(searched)$p_best)))
  picture <- autoplot(once)
  expect_identical(nrow(ggplot2::layer_data(picture, 1)), 12L * 7L)
  expect_snapshot(leave_out(rank_panel(judged(), model = "ranks", prior = 1)))
})

test_that("what cannot be left out is refused", {
  panel <- rank_panel(judged(), model = "ranks", prior = 1)
  alone <- rank_panel(judged()["Ada"], model = "ranks", prior = 1)
  expect_snapshot(error = TRUE, {
    leave_out(judged())
    leave_out(alone)
    leave_out(panel, c("a", "b"))
    leave_out(panel, c("a", "a", "a"))
    leave_out(panel, c(Ada = "a", Bo = "b", Cleo = "c"))
    leave_out(panel, c("a", NA, "b"))
    leave_out(panel, "score")
    leave_out(panel, type = "places")
  })
})
