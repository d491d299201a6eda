# Every summary of a distribution over rankings against its definition, for draws, for rankings with weights, and for
# panels.

random_distribution <- function(n, rankings, weighted) {
  ranks <- replicate(rankings, sample.int(n))
  ranks <- matrix(ranks, n, dimnames = list(paste("cake", seq_len(n)), NULL))
  # The same ranking in several columns counts together.
  ranks <- cbind(ranks, ranks[, 1:2])
  weights <- if (weighted) stats::runif(ncol(ranks))^3
  list(
    found = rank_distribution(ranks, weights),
    oracle = list(ranks = unname(t(ranks)), probability = proportions(weights %||% rep(1, ncol(ranks))))
  )
}

# Compares all that a distribution (or what holds one) answers with the enumeration.
expect_all_summaries <- function(object, oracle, level = 0.8) {
  found <- rank_distribution(object)
  n <- length(found$items)
  expected <- oracle_summary(oracle, level)
  expect_equal(unname(rank_probability(object)), oracle_rank_probability(oracle), tolerance = 1e-10)
  expect_identical(dimnames(rank_probability(object)), list(found$items, as.character(seq_len(n))))
  data <- as.data.frame(found, level = level)
  expect_equal(data[names(expected)], expected, tolerance = 1e-10)
  expect_equal(
    confint(object, level = level),
    matrix(n + 1 - c(expected$upper, expected$lower), n, dimnames = list(found$items, c("lower", "upper")))
  )
  for (k in unique(c(1, min(2, n), n, n + 3))) {
    top <- top_probability(object, k)
    p <- rowSums(oracle_rank_probability(oracle)[, seq_len(n) > n - k, drop = FALSE])
    expect_equal(top$probability[match(found$items, top$item)], p, tolerance = 1e-10)
    expect_false(is.unsorted(-top$probability))
  }
  expect_equal(unname(pairwise_probability(object)), oracle_above(oracle), tolerance = 1e-10)
  expect_best_rankings(object, found, oracle)
}

expect_best_rankings <- function(object, found, oracle) {
  n <- length(found$items)
  every <- all_rankings(n)
  ranks_of <- function(best) {
    if (is.numeric(best)) best[found$items] else best$items$rank[match(found$items, best$items$item)]
  }
  for (loss in c("footrule", "squared", "kendall", "zero_one")) {
    losses <- oracle_expected_loss(every, oracle, loss)
    best <- ranks_of(best_ranking(object, loss))
    expect_equal(oracle_expected_loss(matrix(best, 1), oracle, loss), min(losses), tolerance = 1e-9)
    given <- expected_loss(object, loss = loss)
    expect_equal(given$expected[given$ranking == "best"], min(losses), tolerance = 1e-9)
  }
  some <- stats::setNames(every[sample.int(nrow(every), 1), ], found$items)
  tied <- stats::setNames(rank(sample.int(2, n, replace = TRUE)), found$items)
  for (loss in c("footrule", "squared", "kendall", "max_entrywise", "zero_one")) {
    judged <- expected_loss(object, some = rev(some), loss = loss)
    expect_equal(judged$expected, oracle_expected_loss(matrix(some, 1), oracle, loss), tolerance = 1e-10)
    if (loss %in% c("squared", "kendall", "max_entrywise")) {
      judged <- expected_loss(object, tied = tied, loss = loss)
      expect_equal(judged$expected, oracle_expected_loss(matrix(tied, 1), oracle, loss), tolerance = 1e-10)
    }
  }
  for (p in c(0.55, 0.7, 0.95)) {
    plain <- ranks_of(best_ranking(object, "squared"))
    shared <- ranks_of(best_ranking(object, "squared", share_places = p))
    losses <- apply(oracle_cuts(unname(plain)), 1, oracle_shared_loss, oracle, p)
    expect_equal(oracle_shared_loss(shared, oracle, p), min(losses), tolerance = 1e-9)
    expect_identical(order(shared, plain), order(plain))
  }
}

test_that("draws and weighted rankings answer as the enumeration does", {
  set.seed(1)
  for (n in 2:5) {
    for (weighted in c(FALSE, TRUE)) {
      case <- random_distribution(n, 12, weighted)
      expect_all_summaries(case$found, case$oracle)
    }
  }
})

test_that("weights that are all the same are the same as none, and those of counts the same as repeating", {
  set.seed(2)
  ranks <- matrix(replicate(20, sample.int(4)), 4, dimnames = list(letters[1:4], NULL))
  times <- sample.int(4, 20, replace = TRUE)
  again <- ranks[, rep(1:20, times)]
  for (pair in list(
    list(rank_distribution(ranks), rank_distribution(ranks, rep(3, 20))),
    list(rank_distribution(again), rank_distribution(ranks, times))
  )) {
    expect_equal(rank_probability(pair[[1]]), rank_probability(pair[[2]]))
    expect_equal(pairwise_probability(pair[[1]]), pairwise_probability(pair[[2]]))
    for (loss in c("footrule", "squared", "kendall", "zero_one")) {
      expect_equal(as.data.frame(pair[[1]], loss = loss), as.data.frame(pair[[2]], loss = loss))
      expect_equal(expected_loss(pair[[1]], loss = loss), expected_loss(pair[[2]], loss = loss))
    }
  }
})

test_that("a small panel answers as the enumeration of its model does", {
  set.seed(3)
  for (k in 1:3) {
    case <- random_panel(2, 4)
    expected <- oracle_panel_posterior(case$scores, case$items, c(1, 2), c(0.3, 0.2))
    panel <- rank_panel(panel_evaluations(case), prior = c(1, 2), noise = c(0.3, 0.2))
    # Items stand in the order of their first appearance.
    shown <- match(rank_distribution(panel)$items, sprintf("item %02d", 1:4))
    oracle <- list(ranks = expected$rankings[, shown], probability = expected$probability)
    expect_all_summaries(panel, oracle)
  }
})

test_that("chains of a panel answer as their draws do", {
  x <- panel_evaluations(random_panel(3, 5))
  panel <- suppressWarnings(rank_panel(x, method = "mcmc", iterations = 50, chains = 2, seed = 1))
  expect_all_summaries(panel, shares_of_draws(unname(rank_distribution(panel)$ranks)))
})

test_that("a panel, and what it holds, agree", {
  set.seed(4)
  panel <- rank_panel(panel_evaluations(random_panel(3, 5)), "ranks", loss = "kendall", level = 0.7)
  found <- rank_distribution(panel)
  tidied <- tidy(panel)
  expect_identical(tidied, tidy(found, level = 0.7, loss = "kendall"))
  expect_named(tidied, c("item", "place", "mean_place", "conf.low", "conf.high", "p_best"))
  expect_identical(confint(panel), confint(found, level = 0.7))
  expect_identical(confint(panel, 2:1, level = 0.5), confint(found, level = 0.5)[2:1, ])
  expect_equal(unname(confint(panel)[tidied$item, ]), unname(as.matrix(tidied[c("conf.low", "conf.high")])))
  wide <- tidy(panel, level = 0.99)
  expect_true(all(wide$conf.low <= tidied$conf.low & wide$conf.high >= tidied$conf.high))
  data <- as.data.frame(panel)
  expect_identical(data[c("lower", "upper")], data.frame(lower = 6 - tidied$conf.high, upper = 6 - tidied$conf.low))
  # The panel for another loss is the panel that was asked for it in the first place.
  squared <- best_ranking(panel, "squared", level = 0.9)
  again <- rank_panel(panel$evaluations, "ranks", loss = "squared", level = 0.9)
  expect_identical(as.data.frame(squared), as.data.frame(again))
  expect_identical(tidy(squared, "evaluators")$agreement, tidy(again, "evaluators")$agreement)
  expect_named(expected_loss(panel), c("ranking", "loss", "expected"))
  judged <- expected_loss(panel, self = panel, panel_baselines(panel$evaluations, c("borda", "mean_score")))
  expect_identical(judged$ranking, c("self", "borda", "mean_score"))
  usual <- expected_loss(panel)
  expect_identical(judged$expected[c(3, 1)], usual$expected[1:2])
  expect_equal(panel$certificate$expected, min(expected_loss(panel, loss = "kendall")$expected))
})

test_that("intervals are in places, and those of a search are not there", {
  x <- panel_evaluations(random_panel(3, 5))
  found <- rank_panel(x, method = "map", seed = 1)
  expect_named(tidy(found), c("item", "place", "mean_place", "conf.low", "conf.high", "p_best"))
  expect_true(all(is.na(tidy(found)[c("conf.low", "conf.high", "p_best")])))
  evaluators <- tidy(found, "evaluators")
  expect_true(all(is.na(evaluators[c("prior_lower", "prior_upper", "noise_lower", "noise_upper")])))
  expect_false(anyNA(evaluators$prior_size))
  expect_true(all(is.na(tidy(found, "pairs")$p_above)))
  expect_true(all(is.na(as.data.frame(found, k = 2)$p_top)))
  expect_no_warning(ggplot2::ggplot_build(autoplot(found, "evaluators")))
  expect_no_warning(ggplot2::ggplot_build(autoplot(found)))
  expect_snapshot(error = TRUE, {
    rank_distribution(found)
    confint(found)
    best_ranking(found)
    autoplot(found, "heatmap")
  })
})

test_that("a posterior has the distributions that it answers from", {
  x <- bakeoff_rows()
  post <- rank_posterior(x, prior = 5, draws = 200, seed = 1)
  found <- rank_distribution(post, "Ines")
  expect_identical(found, post$distributions$Ines)
  expect_identical(pairwise_probability(found), pairwise_probability(post, "Ines"))
  for (loss in c("footrule", "squared", "kendall", "zero_one")) {
    rows <- as.data.frame(post, loss = loss)
    expect_equal(as.data.frame(found, loss = loss)$rank, rows$rank[rows$evaluator == "Ines"])
  }
  ends <- confint(post, level = 0.5)
  expect_identical(unname(ends[paste0("Ines:", found$items), ]), unname(confint(found, level = 0.5)))
  # Items that share places are those of the same evaluator.
  shared <- best_ranking(post, "squared", share_places = 0.9)
  expect_identical(
    shared$rank[shared$evaluations$evaluator == "Ines"],
    unname(best_ranking(found, "squared", share_places = 0.9))
  )
  ranking <- rank_items(x, "posterior", 5, loss = "squared", share_places = 0.9, draws = 200, seed = 1)
  expect_identical(ranking$rank, shared$rank)
  exact <- rank_distribution(rank_posterior(x["Ines"], 0, 0.05, method = "exact"))
  expect_null(exact$ranks)
  expect_named(tidy(exact), c("item", "place", "mean_place", "conf.low", "conf.high", "p_best"))
})

test_that("distributions go to the posterior package, with their weights", {
  skip_if_not_installed("posterior")
  set.seed(5)
  case <- random_distribution(4, 10, TRUE)
  draws <- posterior::as_draws(case$found)
  expect_equal(stats::weights(draws), case$found$weights)
  expect_identical(posterior::variables(draws), paste0("rank[", case$found$items, "]"))
  expect_equal(as.vector(draws[, 2]), unname(case$found$ranks[2, ]))
  plain <- random_distribution(4, 10, FALSE)$found
  expect_equal(unname(mean(posterior::as_draws_rvars(plain)$rank)), unname(rowMeans(plain$ranks)))
  expect_equal(posterior::ndraws(posterior::as_draws_df(plain)), 12)
  panel <- rank_panel(panel_evaluations(random_panel(2, 4)), prior = 1, noise = 0.2)
  weighted <- posterior::as_draws_matrix(panel)
  expect_equal(
    sum(stats::weights(weighted) * as.vector(weighted[, 1])),
    as.data.frame(rank_distribution(panel))$mean_rank[1]
  )
})

test_that("edge sizes work, and many items are looked at in blocks", {
  none <- rank_distribution(matrix(0, 0, 3))
  expect_identical(nrow(as.data.frame(none)), 0L)
  expect_identical(expected_loss(none)$expected, NA_real_)
  for (loss in c("footrule", "squared", "kendall", "zero_one")) expect_length(best_ranking(none, loss), 0)
  one <- rank_distribution(matrix(1, 1, 3, dimnames = list("a", NULL)), c(1, 0, 2))
  expect_identical(unname(confint(one)), matrix(1, 1, 2))
  for (loss in c("footrule", "squared", "kendall", "zero_one")) expect_equal(best_ranking(one, loss), c(a = 1))
  set.seed(6)
  ranks <- replicate(3, sample.int(1201))
  many <- as.data.frame(rank_distribution(ranks), loss = "squared")
  expect_equal(many$mean_rank, rowMeans(ranks))
  expect_identical(many$item, as.character(1:1201))
  # A few columns of weights, by the block and all at once.
  weighted <- rank_distribution(ranks, c(1, 2, 1))
  expect_equal(as.data.frame(weighted, loss = "squared")$mean_rank, as.vector(ranks %*% c(1, 2, 1)) / 4)
})

test_that("distributions print, and can be drawn", {
  ranks <- cbind(c(apple = 3, berry = 1, carrot = 2), c(3, 2, 1), c(3, 1, 2), c(2, 1, 3))
  expect_snapshot({
    rank_distribution(ranks)
    print(rank_distribution(ranks, 4:1), n = 1)
  })
  panel <- rank_panel(panel_evaluations(random_panel(3, 5)))
  for (type in c("intervals", "heatmap", "top", "pairs")) {
    expect_no_warning(ggplot2::ggplot_build(autoplot(rank_distribution(ranks), type)))
    if (type != "intervals") expect_no_warning(ggplot2::ggplot_build(autoplot(panel, type)))
  }
  expect_equal(autoplot(panel, "heatmap")$data$probability[1:5], unname(rank_probability(panel)[, 1]))
})

test_that("wrong arguments are named", {
  ranks <- rbind(a = c(1, 2), b = c(2, 1))
  found <- rank_distribution(ranks)
  expect_snapshot(error = TRUE, {
    rank_distribution(1:3)
    rank_distribution(matrix("a"))
    rank_distribution(matrix(0, 2, 0))
    rank_distribution(rbind(c(1, 2), c(1, 1)))
    rank_distribution(rbind(c(1.5, 2), c(1.5, 1)))
    rank_distribution(ranks[c(1, 1), ])
    rank_distribution(rbind(a = 1, a = 2))
    rank_distribution(ranks, "a")
    rank_distribution(ranks, 1:3)
    rank_distribution(ranks, c(1, -1))
    rank_distribution(ranks, c(0, 0))
    rank_distribution(ranks, probability = 1)
    rank_probability(found, "Ann")
    best_ranking(found, share_places = 0.4)
    best_ranking(found, "hamming")
    expected_loss(found, 1:3)
    expected_loss(found, c(a = 1, c = 2))
    confint(found, "c")
    confint(found, level = 1)
    as.data.frame(found, loss = "mean")
  })
})

test_that("a probability is never above one, however its weights add up", {
  # Ten times a tenth is a little less than one, and other shares a little more.
  orders <- vapply(1:10, function(k) as.double(order(c(k, 5.5, 20))), numeric(3))
  rownames(orders) <- c("a", "b", "c")
  weights <- list(rep(0.1, 10), c(0.7, 0.1, 0.1, 0.1, 1e-17, 1e-17, 0, 0, 0, 0), (1:10 / 7) / sum(1:10 / 7))
  for (w in weights) {
    d <- rank_distribution(orders, weights = w)
    for (k in 1:3) expect_lte(max(top_probability(d, k)$probability), 1)
    expect_equal(top_probability(d, 3)$probability, c(1, 1, 1))
  }
  # The case that drew no bar.
  x <- as_evaluations(rbind(c(0.2, 0.7, 0.4), c(0.1, 0.9, 0.5)), items = c("a", "b", "c"))
  drawn <- ggplot2::layer_data(autoplot(rank_panel(x, prior = 1, noise = 0.1), "top", k = 3))
  expect_equal(nrow(drawn), 3)
  expect_false(anyNA(drawn$xmax))
})
