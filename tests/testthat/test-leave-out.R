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

# Three judges in two rounds, of whom one is new to the second.
in_rounds <- function() {
  data <- expand.grid(item = c("x", "y", "z"), judge = c("Ada", "Bo", "Cy"), round = 1:2)
  data <- data[!(data$judge == "Cy" & data$round == 1), ]
  data$at <- rep(1:3, 5)
  data$score <- c(0.9, 0.5, 0.2, 0.8, 0.6, 0.3, 0.7, 0.6, 0.1, 0.6, 0.7, 0.4, 0.1, 0.9, 0.4)
  evaluations(data, judge, item, at, score, score_scale("identity"), round = round, order = "random")
}

test_that("what was given of evaluators goes with them through all of their rounds", {
  x <- in_rounds()
  sizes <- c(Ada = 0, Bo = 3, Cy = Inf)
  noise <- c(Ada = 0.1, Bo = 0.2, Cy = 0.3)
  whole <- rank_panel(x, model = "ranks", prior = sizes, noise = noise)
  expect_identical(whole$settings$prior, c(0, 0, 3, 3, Inf))
  found <- as.data.frame(leave_out(whole))
  for (k in 1:3) {
    others <- names(sizes)[-k]
    by_hand <- as.data.frame(rank_panel(x[others], model = "ranks", prior = sizes[others], noise = noise[others]))
    expect_identical(found$winner[k], by_hand$item[1])
    expect_equal(found$p_best[k], by_hand$p_best[1])
  }
  # Each round by itself.
  weeks <- rank_panel(x, model = "ranks", prior = sizes, noise = noise, by = "round")
  expect_identical(weeks[["1"]]$settings[c("prior", "noise")], list(prior = c(0, 3), noise = c(0.1, 0.2)))
  expect_identical(weeks[["2"]]$settings[c("prior", "noise")], list(prior = c(0, 3, Inf), noise = c(0.1, 0.2, 0.3)))
  second <- as.data.frame(leave_out(weeks[["2"]]))
  only <- x[c("Ada", "Cy"), round = 2]
  by_hand <- as.data.frame(rank_panel(only, model = "ranks", prior = c(0, Inf), noise = c(0.1, 0.3)))
  expect_equal(second$p_best[second$left_out == "Bo"], by_hand$p_best[1])
})

test_that("panels with rounds by ratings are left out of, whatever prior was given", {
  data <- rbind(transform(bakeoff, r = 1), transform(bakeoff, r = 2))
  x <- evaluations(data, judge, contestant, position, points, score_scale("range", 0, 100), round = r)
  x <- x[c("Amara", "Bruno", "Ines")]
  for (prior in list(Inf, c(Ines = 2, Amara = 0, Bruno = Inf), suppressMessages(fit_prior(x)))) {
    panel <- with_short_chains(rank_panel(x, model = "ratings", prior = prior, iterations = 50, chains = 2, seed = 1))
    expect_identical(nrow(as.data.frame(with_short_chains(leave_out(panel)))), 3L)
  }
})

test_that("a panel by ranks whose scale a fit has learned is left out of on such a scale", {
  rows <- bakeoff[bakeoff$position <= 5 & bakeoff$judge %in% c("Amara", "Bruno", "Ines"), ]
  rows <- rows[rows$contestant %in% names(which(table(rows$contestant) > 1)), ]
  x <- evaluations(
    rows, judge, contestant, position, points, score_scale("range", 0, 100), order = "random", renumber = TRUE
  )
  fit <- fit_prior(x)
  by_ranks <- function(x, prior = fit) rank_panel(x, model = "ranks", prior = prior, noise = 0.1, method = "exact")
  found <- as.data.frame(leave_out(by_ranks(x)))
  for (k in 1:3) {
    part <- x[c("Amara", "Bruno", "Ines")[-k]]
    without <- as.data.frame(by_ranks(part))
    expect_equal(found$p_best[k], without$p_best[1])
    # On the scale as given, as with a number, it would be another.
    expect_false(isTRUE(all.equal(found$p_best[k], as.data.frame(by_ranks(part, fit$prior_size))$p_best[1])))
  }
})
