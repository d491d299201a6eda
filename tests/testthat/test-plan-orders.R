test_that("Williams designs are those of crossdes", {
  skip_if_not_installed("crossdes")
  for (n in 2:13) expect_equal(cpp_williams_design(n), crossdes::williams(n), ignore_attr = TRUE)
})

test_that("everybody sees everything: every item once at each position and once after each other", {
  for (n in c(2, 4, 6, 10)) {
    counts <- counts_by_hand(plan_orders(n, n, seed = n))
    expect_true(all(counts$at == 1))
    expect_true(all(counts$after == 1))
  }
  for (n in c(3, 5, 7)) {
    counts <- counts_by_hand(plan_orders(n, 2 * n, seed = n))
    expect_true(all(counts$at == 2))
    expect_true(all(counts$after == 2))
  }
})

test_that("fewer or more judges than a Williams design has keep counts within one", {
  for (shape in list(c(8, 5), c(12, 20), c(15, 8), c(7, 5), c(20, 3), c(6, 15))) {
    counts <- counts_by_hand(plan_orders(shape[1], shape[2], seed = 1))
    expect_lte(spread_of(counts$at), 1)
    expect_lte(spread_of(counts$after), 1)
  }
})

test_that("incomplete plans: turns, positions and pairs within one for random shapes", {
  withr::local_seed(11)
  for (k in 1:8) {
    shape <- c(sample(30:300, 1), sample(10:100, 1), sample(3:6, 1))
    plan <- plan_orders(shape[1], shape[2], shape[3], seed = k)
    counts <- counts_by_hand(plan)
    expect_equal(broken_rules(plan, rep(shape[3], shape[2])), character())
    expect_lte(spread_of(rowSums(counts$at)), 1)
    expect_lte(spread_of(counts$at), 1)
    # Where more pairs are seen than there are, or nearly so, no such plan may exist.
    crowded <- shape[2] * choose(shape[3], 2) / choose(shape[1], 2) > 0.7
    if (!crowded) expect_lte(spread_of(counts$both), 1)
  }
})

test_that("known balanced designs are found", {
  # The projective planes of order 2 and 3, and the affine plane of order 3.
  for (shape in list(c(7, 7, 3), c(13, 13, 4), c(9, 12, 3))) {
    counts <- counts_by_hand(plan_orders(shape[1], shape[2], shape[3], seed = 1))
    expect_true(all(counts$both == 1))
    expect_lte(spread_of(counts$at), 1)
  }
})

test_that("an item is seen as often early as late", {
  plan <- plan_orders(40, 40, 6, seed = 1)
  mean_place <- tapply(as.data.frame(plan)$position, as.data.frame(plan)$item, mean)
  # By lot the standard deviation would be 0.7.
  expect_lt(stats::sd(mean_place), 0.15)
})

test_that("constraints are never broken", {
  withr::local_seed(21)
  for (k in 1:10) {
    n <- sample(8:30, 1)
    judges <- sample(4:15, 1)
    size <- rep(sample(4:min(n - 3, 7), 1), judges)
    # Some see fewer.
    if (k %% 2 == 0) size[sample(judges, 2)] <- size[1] - 1L
    item <- numbered_labels("item", n)
    who <- numbered_labels("evaluator", judges)
    conflicts <- unique(data.frame(evaluator = sample(who, judges, TRUE), item = sample(item[4:n], judges, TRUE)))
    fixed <- data.frame(evaluator = who[1:2], item = item[1:2], position = c(1, 3))
    late <- sample(item[4:n], 3)
    available <- stats::setNames(c(2, 3, 4), late)
    if (any(tapply(conflicts$item, conflicts$evaluator, length) > 2)) next
    plan <- plan_orders(n, judges, size, conflicts, fixed, available = available, effort = 0.3, seed = k)
    expect_equal(broken_rules(plan, size, conflicts, fixed, available), character())
  }
})

test_that("turns are even in spite of conflicts where that can be", {
  # Everybody has a conflict with one of the first items.
  conflicts <- data.frame(evaluator = 1:12, item = rep(1:4, 3))
  plan <- plan_orders(12, 12, 5, conflicts, seed = 1)
  counts <- counts_by_hand(plan)
  expect_true(all(rowSums(counts$at) == 5))
  expect_true(all(counts$at == 1))
})

test_that("one slot holds for all unless an evaluator is named", {
  plan <- plan_orders(6, 4, fixed = data.frame(item = "item_3", position = 1), seed = 1)
  expect_true(all(as.matrix(plan)[, 1] == "item_3"))
  own <- plan_orders(6, 4, fixed = data.frame(item = 3, position = 6, evaluator = c(2, 4)), seed = 1)
  expect_equal(unname(as.matrix(own)[c(2, 4), 6]), rep("item_3", 2))
})

test_that("items of different sessions are no neighbours", {
  plan <- plan_orders(6, 6, sessions = c(3, 3), seed = 1)
  counts <- counts_by_hand(plan)
  expect_equal(sum(counts$after), 6 * 4)
  expect_lte(spread_of(counts$after), 1)
  expect_equal(unique(as.data.frame(plan)[c("position", "session")])$session, c(1, 1, 1, 2, 2, 2))
})

test_that("the numbers of balance are those of plain loops", {
  plan <- plan_orders(9, 7, c(5, 5, 4, 5, 6, 5, 5), sessions = c(4, 2), seed = 3)
  counts <- counts_by_hand(plan)
  balance <- tidy(plan)
  expect_equal(balance$least[1:4], c(min(rowSums(counts$at)), min(counts$at), min(counts$after), min(counts$both)))
  expect_equal(balance$most[1:4], c(max(rowSums(counts$at)), max(counts$at), max(counts$after), max(counts$both)))
  expect_equal(sum(tidy(plan, "positions")$count), 35)
  expect_equal(sort(tidy(plan, "pairs")$count), sort(counts$both))
  expect_equal(sort(tidy(plan, "neighbours")$count), sort(counts$after))
  expect_equal(tidy(plan, "items")$turns, unname(rowSums(counts$at)))
  expect_equal(glance(plan)$scores, 35)
  place <- with(as.data.frame(plan), (position - 1) / (plan$size[match(evaluator, plan$evaluators)] - 1))
  expect_equal(tidy(plan, "items")$mean_position, as.vector(tapply(place, as.data.frame(plan)$item, mean)))
})

test_that("seeds govern", {
  expect_identical(as.matrix(plan_orders(20, 10, 4, seed = 1)), as.matrix(plan_orders(20, 10, 4, seed = 1)))
  expect_false(identical(as.matrix(plan_orders(20, 10, 4, seed = 1)), as.matrix(plan_orders(20, 10, 4, seed = 2))))
  one <- withr::with_seed(1, as.matrix(plan_orders(6, 6)))
  expect_identical(withr::with_seed(1, as.matrix(plan_orders(6, 6))), one)
})

test_that("the smallest plans work", {
  expect_equal(as.data.frame(plan_orders(1, 1))$item, "item_1")
  expect_setequal(as.vector(as.matrix(plan_orders(c("a", "b"), "Ann"))), c("a", "b"))
  expect_equal(nrow(as.data.frame(plan_orders(5, 3, 1))), 3)
  expect_equal(broken_rules(plan_orders(3, 2, c(1, 3)), c(1, 3)), character())
})

test_that("a complete plan goes into simulate_evaluations()", {
  plan <- plan_orders(6, 4, seed = 1)
  x <- simulate_evaluations(truth = stats::setNames(6:1, plan$items), evaluators = 4, order = as.matrix(plan), seed = 1)
  expect_equal(x$item, as.data.frame(plan)$item)
})

test_that("printing, pictures and errors", {
  plan <- plan_orders(c("Ahr", "Baden", "Mosel", "Nahe"), c("Ann", "Bo", "Cleo", "Dov"), 3, seed = 1)
  expect_snapshot({
    plan
    summary(plan)
  })
  for (type in c("positions", "neighbours", "pairs")) expect_s3_class(autoplot(plan, type), "ggplot")
  expect_snapshot(error = TRUE, {
    plan_orders(0, 3)
    plan_orders(c("a", "a"), 3)
    plan_orders(5, 3, 9)
    plan_orders(5, 3, c(2, 3))
    plan_orders(5, 3, conflicts = data.frame(evaluator = 1, item = 2))
    plan_orders(5, 3, 4, conflicts = data.frame(evaluator = 1, item = c("item_2", "x")))
    plan_orders(5, 3, 4, conflicts = data.frame(item = 1))
    plan_orders(5, 3, 4, fixed = data.frame(item = c(1, 2), position = 1))
    plan_orders(5, 3, 4, fixed = data.frame(item = 1, position = 1), available = c(item_1 = 2))
    plan_orders(5, 3, 4, available = c(item_1 = 2, item_2 = 2, item_3 = 2, item_4 = 2, item_5 = 2))
    plan_orders(5, 3, 4, available = c(2, 2))
    plan_orders(5, 3, 4, sessions = c(2, 3))
    plan_orders(5, 3, balance = "pairs")
  })
})

test_that("the last position may be a slot, for those who have it", {
  for (seed in 1:5) {
    orders <- as.matrix(plan_orders(
      c("a", "b", "c"), 3, per_evaluator = c(3, 2, 3), fixed = data.frame(item = "b", position = 3), seed = seed
    ))
    expect_identical(unname(orders[c(1, 3), 3]), c("b", "b"))
    expect_true(is.na(orders[2, 3]))
  }
})

test_that("items may be a factor, and must be some but not too many", {
  expect_identical(plan_orders(factor(c("x", "y")), 1, seed = 1)$items, c("x", "y"))
  expect_error(plan_orders(character(), 1), class = "seqjudge_error_shape")
  expect_error(plan_orders(5001, 1), "at most 5000", class = "seqjudge_error_value")
})
