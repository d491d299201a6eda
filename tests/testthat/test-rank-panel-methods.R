# What a result of rank_panel() looks like, and what it can do.

test_that("the result has the promised shape, and pairs and places add up", {
  set.seed(5)
  panel <- rank_panel(panel_evaluations(random_panel(4, 5)), model = "ranks")
  data <- as.data.frame(panel)
  expect_named(data, c("item", "rank", "place", "mean_rank", "lower", "upper", "p_best"))
  expect_identical(data$place, 1:5)
  expect_identical(data$rank, 5:1)
  expect_true(all(data$lower <= data$upper))
  expect_equal(sum(data$p_best), 1)
  expect_equal(unname(rowSums(rank_probability(panel))), rep(1, 5))
  expect_equal(as.data.frame(panel, k = 1)$p_top, data$p_best)
  expect_equal(as.data.frame(panel, k = 9)$p_top, rep(1, 5))
  pairs <- tidy(panel, "pairs")
  expect_identical(nrow(pairs), 10L)
  # The mean rank counts the items that an item is above.
  above <- tapply(c(pairs$p_above, 1 - pairs$p_above), c(pairs$item_1, pairs$item_2), sum)
  expect_equal(as.vector(above[data$item]) + 1, data$mean_rank)
  expect_equal(sum(tidy(panel, "population")$weight), 1)
  evaluators <- tidy(panel, "evaluators")
  expect_true(all(evaluators$prior_lower <= evaluators$prior_size & evaluators$prior_size <= evaluators$prior_upper))
  expect_identical(nrow(augment(panel)), 20L)
  expect_true(inherits(autoplot(panel), "ggplot") && inherits(autoplot(panel, "evaluators"), "ggplot"))
})

test_that("panels print", {
  scores <- rbind(
    Ada = c(0.42, 0.62, 0.75, 0.86, 0.28), Bo = c(0.55, 0.70, 0.78, 0.80, 0.36), Cleo = c(0.38, 0.66, 0.70, 0.88, 0.30)
  )
  x <- as_evaluations(
    scores,
    items = c("Pia", "Quinn", "Rafi", "Sven", "Tara"), scale = score_scale("identity"), order = "random"
  )
  expect_snapshot(rank_panel(x))
  expect_snapshot(summary(rank_panel(x, prior = 2, noise = 0.05)))
  expect_snapshot(compare_rankings(panel = rank_panel(x), raw = rank_items(x, "induced")))
})

test_that("shared places are those with the least expected loss of all groupings", {
  set.seed(16)
  for (k in 1:10) {
    case <- random_panel(2, 5)
    x <- panel_evaluations(case)
    p <- stats::runif(1, 0.5, 1)
    plain <- rank_panel(x, prior = 1, noise = 0.3)
    tied <- rank_panel(x, prior = 1, noise = 0.3, share_places = p)
    order <- as.data.frame(plain)$item
    above <- function(a, b) {
      found <- rank_distribution(plain)
      sum(found$weights[found$ranks[a, ] > found$ranks[b, ]])
    }
    expected_loss <- function(groups) {
      total <- 0
      for (i in 1:4) {
        for (j in (i + 1):5) {
          total <- total + if (groups[i] == groups[j]) 1 - p else above(order[j], order[i])
        }
      }
      total
    }
    # A cut or none after each of the first four.
    cuts <- as.matrix(expand.grid(rep(list(0:1), 4)))
    losses <- apply(cuts, 1, function(cut) expected_loss(cumsum(c(0, cut))))
    data <- as.data.frame(tied)
    place <- data$place[match(order, data$item)]
    expect_equal(expected_loss(place), min(losses), tolerance = 1e-9)
    expect_equal(sum(data$rank), 15)
  }
})

test_that("chains that have not mixed are reported, and draws can be handed on", {
  skip_if_not_installed("posterior")
  set.seed(14)
  x <- panel_evaluations(random_panel(3, 10))
  expect_warning(
    panel <- rank_panel(x, model = "ranks", iterations = 15, chains = 2),
    class = "seqjudge_warning_mixing"
  )
  draws <- posterior::as_draws(panel)
  expect_identical(dim(draws), c(15L, 2L, 16L))
  expect_identical(posterior::variables(draws)[1], paste0("rank[", unique(x$item)[1], "]"))
  expect_true(inherits(autoplot(panel, "trace"), "ggplot"))
  expect_equal(mean(draws[, , 1]), mean(rank_distribution(panel)$ranks[1, ]))
})

test_that("equal mean scores share a place, however they are added up", {
  # 0.1 + 0.2 is not 0.3 in binary, but both items have the same points.
  x <- as_evaluations(rbind(c(0.1, 0.3, 0.6), c(0.2, 0, 0.7)), items = c("a", "b", "c"), order = "random")
  panel <- rank_panel(x, prior = Inf, noise = 0.05, method = "exact")
  rows <- top_probability(panel)
  expect_identical(rows$induced_place[match(c("a", "b", "c"), rows$item)], c(2.5, 2.5, 1))
})
