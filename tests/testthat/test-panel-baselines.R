judged <- function() {
  evaluations(
    bakeoff, judge, contestant, position, points,
    scale = score_scale("range", 0, 100, meaning = "shares"), truth = true_rank
  )
}
own_methods <- c("mean_score", "z_score", "borda", "borda_corrected")

test_that("means, z-scores and Borda counts are what they are by hand", {
  scores <- rbind(a = c(0.2, 0.5, 0.9), b = c(0.6, NA, 0.1), c = c(0.4, 0.4, 0.4))
  x <- as_evaluations(scores, items = c("Ada", "Bo", "Cleo"), scale = score_scale("identity"))
  ranks <- panel_baselines(x, c("mean_score", "z_score", "borda"))$ranks
  expect_identical(rank(colMeans(scores, na.rm = TRUE)), ranks[, "mean_score"], ignore_attr = TRUE)
  z <- rbind((scores[1, ] - mean(scores[1, ])) / sd(scores[1, ]), c(1, NA, -1) / sqrt(2))
  expect_identical(rank(colMeans(z, na.rm = TRUE)), ranks[, "z_score"], ignore_attr = TRUE)
  borda <- rbind(c(1, 2, 3) / 4, c(2, NA, 1) / 3, c(2, 2, 2) / 4)
  expect_identical(rank(colMeans(borda, na.rm = TRUE)), ranks[, "borda"], ignore_attr = TRUE)
  corrected <- panel_baselines(x, "borda_corrected", prior = 2)$ranks[, 1]
  by_hand <- rbind(
    insertion_ranking(scores[1, ], 2) / 4, c(1, NA, 2)[c(1, 2, 3)], insertion_ranking(scores[3, ], 2) / 4
  )
  items <- as.matrix(rank_items(x, prior = 2), values = "rank")
  by_hand[2, ] <- items["b", ] / 3
  expect_identical(rank(colMeans(by_hand, na.rm = TRUE)), corrected, ignore_attr = TRUE)
})

test_that("trimmed means drop the highest and the lowest marks of each item", {
  scores <- rbind(a = c(1, 5, 4), b = c(9, 6, 5), c = c(8, 7, NA), d = c(8, 7, NA), e = c(7, 0, NA))
  x <- as_evaluations(scores, items = c("Ada", "Bo", "Cleo"), scale = score_scale("range", 0, 10))
  # Without the extremes: Ada has 7, 8, 8; Bo 5, 6, 7; of the two marks of Cleo none can be dropped.
  expect_identical(panel_baselines(x, "trimmed_mean")$ranks[, 1], c(Ada = 3, Bo = 2, Cleo = 1))
  expect_identical(seqjudge:::trimmed_mean(c(1, 9, 8, 8, 7), 1), 23 / 3)
  expect_identical(seqjudge:::trimmed_mean(c(1, 9, 8, 8, 7), 2), 8)
  expect_identical(seqjudge:::trimmed_mean(c(1, 9, 8, 8, 7), 9), 8)
  expect_identical(seqjudge:::trimmed_mean(c(4, NA, 5), 1), 4.5)
  plain <- panel_baselines(x, c("mean_score", "trimmed_mean"), trim = 0)$ranks
  expect_identical(plain[, 1], plain[, 2])
})

test_that("items without a score have no rank, and all baselines go beside a panel", {
  x <- as_evaluations(rbind(c(0.2, NA, 0.9), c(0.6, NA, 0.7)), items = c("Ada", "Bo", "Cleo"))
  usual <- panel_baselines(x, own_methods)
  expect_true(all(is.na(usual$ranks["Bo", ])))
  expect_identical(as.data.frame(usual)$place[1:3], c(2, NA, 1))
  x <- judged()
  table <- tidy(compare_rankings(raw = rank_items(x, "induced"), panel_baselines(x, own_methods)))
  expect_identical(unique(table$method), c("raw", own_methods))
  # The table has the distance of the baseline from the truth.
  truth <- stats::setNames(x$truth, x$item)[rownames(panel_baselines(x, "borda")$ranks)]
  expect_equal(
    table$mean[table$method == "borda" & table$metric == "footrule"],
    footrule_distance(panel_baselines(x, "borda")$ranks[, 1], truth)
  )
})

test_that("other packages' models find the order of a clear case", {
  skip_if_not_installed("lme4")
  skip_if_not_installed("BayesMallows")
  set.seed(1)
  truth <- stats::setNames(1:8, LETTERS[1:8])
  x <- simulate_evaluations(evaluators = 12, prior_size = Inf, noise = 0.01, truth = truth)
  methods <- c("mixed_model", "mallows", if (rlang::is_installed("PlackettLuce")) "plackett_luce")
  ranks <- panel_baselines(x, methods)$ranks
  for (method in methods) expect_gt(stats::cor(ranks[names(truth), method], truth), 0.9)
})

test_that("baselines print, and wrong arguments are named", {
  expect_snapshot(print(panel_baselines(judged(), own_methods), n = 3))
  expect_snapshot(error = TRUE, panel_baselines(1))
  expect_snapshot(error = TRUE, panel_baselines(judged(), "best"))
  expect_snapshot(error = TRUE, panel_baselines(judged(), 1))
  expect_snapshot(error = TRUE, panel_baselines(judged(), c("borda", "borda")))
  expect_snapshot(error = TRUE, rank_panel(judged(), share_places = 0.2))
  expect_snapshot(error = TRUE, rank_panel(judged(), share_places = 0.8, method = "map"))
  expect_snapshot(error = TRUE, rank_panel(judged(), pooled = "some"))
})
