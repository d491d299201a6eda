# What the order says about the prior size of marks: densities against direct computation, shuffles, and decisions.

size_densities <- function(x, sizes, share, alone = FALSE) {
  table <- internal("rating_table")(x, own_spread = TRUE)
  grid <- list(size = sizes, share = rep(share, length(sizes)), log_weight = rep(0, length(sizes)))
  internal("cpp_size_evidence")(table, grid, alone, 1L)
}

test_that("densities are those of normal contrasts within evaluators", {
  set.seed(1)
  sizes <- c(0, 1, 4, 30, Inf)
  for (case in 1:6) {
    x <- marks_of(4, 6, size = 1)
    data <- as.data.frame(x)
    # Judges who saw fewer items, and some without a score.
    data <- data[!(data$evaluator == "j1" & data$position > 4), ]
    data$score[sample.int(nrow(data), case)] <- NA
    x <- evaluations(data, evaluator, item, position, score, scale = score_scale("range", -20, 40))
    value <- internal("rating_table")(x, own_spread = TRUE)$value
    for (share in c(0.1, 0.6)) {
      found <- size_densities(x, sizes, share)
      expected <- vapply(sizes, function(size) oracle_contrast_density(x, value, size, share), numeric(1))
      # What depends on nothing but who saw what is left out.
      expect_equal(found - found[1], expected - expected[1], tolerance = 1e-8)
      other <- size_densities(x, sizes, 0.3)
      beside <- vapply(sizes, function(size) oracle_contrast_density(x, value, size, 0.3), numeric(1))
      expect_equal(found - other, expected - beside, tolerance = 1e-8)
    }
  }
})

test_that("evaluators one by one are evaluators without common items", {
  set.seed(2)
  x <- marks_of(3, 7, size = 2)
  data <- as.data.frame(x)
  data$item <- paste(data$evaluator, data$item)
  apart <- evaluations(data, evaluator, item, position, score, scale = score_scale("range", -20, 40))
  sizes <- c(0, 3, 60, Inf)
  expect_equal(size_densities(x, sizes, 0.2, alone = TRUE), size_densities(apart, sizes, 0.2), tolerance = 1e-10)
  single <- x["j1"]
  expect_equal(size_densities(single, sizes, 0.2, alone = TRUE), size_densities(single, sizes, 0.2), tolerance = 1e-10)
})

test_that("without any effect the density does not depend on the order", {
  set.seed(3)
  x <- marks_of(3, 8)
  table <- internal("rating_table")(x, own_spread = TRUE)
  grid <- list(size = Inf, share = 0.2, log_weight = 0, rivals = FALSE)
  shuffled <- internal("cpp_shuffled_evidence")(table, grid, FALSE, 0L, 20L, 1, 2L)
  expect_equal(shuffled, rep(internal("cpp_size_evidence")(table, grid, FALSE, 1L), 20), tolerance = 1e-10)
})

test_that("a drift or a start effect does not pass for cautious beginnings", {
  set.seed(3)
  falsely <- function(change) {
    mean(vapply(1:20, FUN.VALUE = logical(1), function(k) {
      x <- marks_of(12, 12)
      x$score <- x$score + change(x$position)
      internal("order_decision")(x, threads = 1L)$correct
    }))
  }
  expect_lte(falsely(function(t) -2 * t / 12), 0.1)
  expect_lte(falsely(function(t) 2 / t), 0.1)
})

test_that("where the order does not matter, an effect is found as often as the level says", {
  set.seed(4)
  evidence <- internal("size_evidence")
  p <- vapply(1:100, FUN.VALUE = numeric(1), function(k) {
    evidence(marks_of(1 + k %% 4, 6 + k %% 5), shuffles = 99L, seed = k)$p_value
  })
  expect_lte(mean(p <= 0.05), 0.1)
  expect_gte(mean(p <= 0.5), 0.35)
  expect_lte(mean(p <= 0.5), 0.65)
})

test_that("sizes stand for what is nearer to them than to others, up to 100", {
  # log(1 + size) is 0, log 3 and log 10, with half-way points log(3) / 2 and log(30) / 2.
  expect_equal(
    internal("size_weights")(c(0, 2, 9)), c(log(3) / 2, log(10) / 2, log(101) - log(30) / 2) / log(101)
  )
})

test_that("p-values count the true order among the shuffles, and ties for them", {
  evidence <- internal("size_evidence")
  # Two scores say the same in either order.
  pair <- as_evaluations(c(a = 3, b = 7), scale = score_scale("range", 0, 10))
  expect_identical(evidence(pair, shuffles = 99L)$p_value, 1)
  set.seed(12)
  count <- vapply(1:10, function(k) 20 * evidence(marks_of(2, 6), shuffles = 19L, seed = k)$p_value, numeric(1))
  expect_equal(count, round(count))
  expect_true(all(count >= 1 & count <= 20))
})

test_that("p-values count a few shuffles, all of them, or ten times as many, each of them once", {
  kinds <- vapply(1:12, FUN.VALUE = "", function(k) {
    set.seed(k)
    x <- internal("in_plain_order")(marks_of(2, 6, size = if (k %% 2 == 0) 0 else Inf))
    table <- internal("rating_table")(x, own_spread = TRUE)
    log_bf <- function(f, ...) {
      of <- function(sizes, weights) {
        grid <- internal("evidence_grid")(sizes, weights, internal("shuffled_shares"), TRUE, c(0, 0.4))
        found <- f(table, grid, FALSE, ...)
        if (length(found) == length(grid$size)) log(sum(exp(found + grid$log_weight))) else found
      }
      sizes <- internal("shuffled_sizes")
      of(sizes, internal("size_weights")(sizes)) - of(Inf, 1)
    }
    reached <- log_bf(internal("cpp_shuffled_evidence"), 0L, 1990L, k, 1L) >=
      log_bf(internal("cpp_size_evidence"), 1L) - 1e-9
    p <- function(shuffles) (1 + sum(reached[seq_len(shuffles)])) / (shuffles + 1)
    # Of 199 that each do so with a chance of 0.05 it is 2 to 21, but for one time in a thousand on either side.
    shuffles <- if (sum(reached[1:24]) > 4) 24 else if (sum(reached[1:199]) %in% 2:21) 1990 else 199
    expect_equal(internal("size_evidence")(x, seed = k)$p_value, p(shuffles))
    as.character(shuffles)
  })
  expect_setequal(kinds, c("24", "199", "1990"))
})

test_that("the evidence is the same with any number of threads, and leaves the generator alone", {
  x <- marks_of(4, 9, size = 0)
  evidence <- internal("size_evidence")
  set.seed(5)
  before <- .Random.seed
  one <- evidence(x, threads = 1L)
  expect_identical(evidence(x, threads = 2L), one)
  expect_identical(.Random.seed, before)
  expect_equal(sum(one$weights), 1)
  expect_equal(sum(one$settings$weight), 1)
})

test_that("a strong effect is found, and the sizes near it", {
  set.seed(6)
  found <- internal("order_decision")(marks_of(6, 15, size = 0, noise = 0.1))
  expect_true(found$correct)
  expect_lte(internal("typical_size")(found$evidence), 2)
  expect_match(found$sentence, "Corrected for the order")
  expect_true(all(internal("spread_sizes")(found$evidence, 4) <= 12))
})

test_that("equal scores, single scores and many items have their evidence", {
  evidence <- internal("size_evidence")
  level <- as_evaluations(c(a = 7, b = 7, c = 7), scale = score_scale("range", 0, 10))
  expect_identical(evidence(level)$p_value, 1)
  expect_identical(evidence(level)$log_bf, 0)
  expect_equal(sum(evidence(level)$weights), 1)
  single <- as_evaluations(c(a = 7), scale = score_scale("range", 0, 10))
  expect_identical(evidence(single)$p_value, 1)
  set.seed(7)
  expect_true(is.finite(evidence(marks_of(2, 260), shuffles = 24L)$log_bf))
})

test_that("orders that may have been arranged are not corrected for", {
  set.seed(8)
  random <- internal("order_is_random")
  same <- function(j) 1:8
  expect_true(random(marks_of(3, 8)))
  expect_true(random(marks_of(1, 8, order = same)))
  expect_false(random(marks_of(3, 8, order = same)))
  expect_true(random(marks_of(3, 8, order = same) |> internal("with_order")("random")))
  expect_false(random(marks_of(3, 8) |> internal("with_order")("arranged")))
  shared <- marks_of(5, 12, size = 0, noise = 0.05, order = function(j) 1:12)
  expect_message(ranking <- rank_items(shared), "one order", class = "seqjudge_message_order")
  expect_identical(unname(ranking$prior_size), rep(Inf, 5))
  expect_message(rank_items(internal("with_order")(shared, "arranged")), "arranged")
  expect_message(rank_items(internal("with_order")(shared, "random")), "p ", class = "seqjudge_message_order")
})

test_that("nine scores are too few to correct by, however many items were seen", {
  why <- function(unscored) {
    score <- replace(as.double(1:14), unscored, NA)
    internal("why_uncorrected")(as_evaluations(score, scale = score_scale("range", 0, 20)))
  }
  expect_match(why(c(1, 3, 5, 7, 14)), "fewer than 10 scores")
  expect_null(why(c(1, 3, 5, 7)))
})

test_that("two items in common tell nothing of shared orders, and half of the evaluators are not most of them", {
  random <- internal("order_is_random")
  of <- function(...) {
    shown <- rbind(...)
    as_evaluations(matrix(seq_along(shown), nrow(shown)), items = shown, scale = score_scale("range", 0, 20))
  }
  expect_true(random(of(c("a", "b", "c"), c("a", "b", "d"), c("a", "b", "e"))))
  expect_false(random(of(c("a", "b", "c"), c("a", "b", "c"), c("a", "b", "c"))))
  expect_true(random(of(c("a", "b", "c"), c("a", "b", "c"), c("c", "b", "a"))))
})

test_that("an order that is unusual without cautious beginnings is not corrected for", {
  found <- lapply(c(2, 27, 43, 85), function(seed) {
    set.seed(seed)
    internal("order_decision")(marks_of(2 + seed %% 3, 6 + seed %% 6))
  })
  unusual <- vapply(found, function(d) d$evidence$p_value <= 0.05 && d$evidence$log_bf <= 0, NA)
  expect_true(any(unusual))
  expect_false(any(vapply(found[unusual], `[[`, NA, "correct")))
  # A p-value that hits the level counts.
  expect_true(internal("is_ruled_out")((1 + 9) / (199 + 1), 0.05))
  expect_false(internal("is_ruled_out")((1 + 10) / (199 + 1), 0.05))
})

test_that("chains are spread over quantiles of the sizes", {
  spread <- internal("spread_sizes")
  evidence <- list(sizes = c(0, 5, Inf), weights = c(0.5, 0.25, 0.25))
  expect_identical(spread(evidence, 4), c(0, 0, 5, Inf))
})

test_that("percentiles and bins can be marks", {
  set.seed(9)
  x <- as.data.frame(marks_of(4, 8))
  of <- function(scale) evaluations(x, evaluator, item, position, score, scale = scale)
  evidence <- internal("size_evidence")
  by_rank <- of(score_scale("percentile", by = "evaluator"))
  x$score <- exp(x$score)
  expect_equal(evidence(of(score_scale("percentile", by = "evaluator"))), evidence(by_rank))
  x$score <- pmax(1, pmin(5, round(log(x$score) - 4)))
  stars <- of(score_scale("bins", k = 5, meaning = "marks"))
  expect_message(ranking <- rank_items(stars), class = "seqjudge_message_order")
  posterior <- suppressMessages(rank_posterior(stars, seed = 1, draws = 200))
  expect_identical(nrow(as.data.frame(posterior)), nrow(stars))
})

test_that("the learned scale puts marks on the scale of shares", {
  set.seed(10)
  x <- marks_of(3, 40)
  shares <- internal("learned_shares")(x, Inf, 0.1, p_bell = 0)
  expect_equal(as.vector(tapply(shares, x$evaluator, mean)), rep(0.5, 3))
  # Uniform qualities have a variance of 1 / 12; the noise comes on top.
  expect_equal(mean(tapply(shares, x$evaluator, stats::var)), 1 / 12 / 0.9, tolerance = 0.05)
  # Bell-shaped marks become the shares of items that they beat.
  mark <- c(1, -0.4, 2.2, 0.1, -1.9, -1)
  marks <- as_evaluations(mark, scale = score_scale("range", -9, 9))
  expect_equal(internal("learned_shares")(marks, Inf, 0, p_bell = 1), stats::pnorm(mark / stats::sd(mark)))
  # After four others the r-th lowest of N, qnorm((r - 3/8) / (N + 1/4)) on the learned scale, becomes r / (N + 1).
  n <- 4 + 1:6
  part <- mean(vapply(n, function(k) mean(stats::qnorm((seq_len(k) - 0.375) / (k + 0.25))^2), numeric(1)))
  r <- stats::pnorm(mark / stats::sd(mark) * sqrt(part)) * (n + 0.25) + 0.375
  expect_equal(internal("learned_shares")(marks, 4, 0, p_bell = 1), r / (n + 1))
})

test_that("what few scores differ in by chance is no severity", {
  # Spread 1 within each, and levels whose variance is 7 / 3.
  scores <- outer(c(4, 5, 7), c(-1, 0, 1), `+`)
  severity <- function(items) {
    x <- as_evaluations(scores, items = items, scale = score_scale("range", 0, 10), order = "random")
    internal("learned_scale")(x, Inf)$severity
  }
  # The mean of three has a third of the variance, of which 15% are noise where items are the same.
  expect_equal(severity(c("a", "b", "c")), sqrt(7 / 3 - 0.15 / 3))
  expect_equal(severity(matrix(letters[1:9], 3)), sqrt(7 / 3 - 1 / 3))
})

test_that("flat and bell-shaped qualities are told apart", {
  set.seed(11)
  shaped <- function(shape) {
    simulate_evaluations(40, evaluators = 4, prior_size = Inf, noise = 0.1, marks = list(shape = shape, spread = 1.5))
  }
  bell <- internal("bell_probability")
  expect_lt(bell(shaped("flat"), Inf), 0.2)
  expect_gt(bell(shaped("bell"), Inf), 0.8)
  expect_identical(bell(as_evaluations(c(a = 7, b = 7), scale = score_scale("range", 0, 10)), Inf), 0.5)
  fit <- fit_prior(shaped("bell"))
  expect_match(format(fit), "Learned: marks from .*centre .*severity by .*bell-shaped", all = FALSE)
})

test_that("a level that wanders is integrated out, and hardly passes for cautious beginnings", {
  set.seed(12)
  x <- marks_of(4, 9, size = 2)
  table <- internal("rating_table")(x, own_spread = TRUE)
  grid <- list(
    size = c(0, 4, Inf), share = rep(0.3, 3), wander = rep(0.5, 3), log_weight = rep(0, 3), rivals = TRUE
  )
  found <- internal("cpp_size_evidence")(table, grid, FALSE, 1L)
  expected <- vapply(grid$size, function(size) {
    oracle_contrast_density(x, table$value, size, 0.3, wander = 0.5 * 0.3)
  }, numeric(1))
  expect_equal(found - found[1], expected - expected[1], tolerance = 1e-8)
  skip_on_cran()
  # Without the precaution nearly two thirds of these were corrected.
  falsely <- vapply(1:20, FUN.VALUE = NA, function(k) {
    set.seed(k)
    internal("order_decision")(marks_with(30, 48, share = 1), threads = 1L)$correct
  })
  expect_lte(sum(falsely), 3)
})

test_that("neither the order of the table, nor names, nor whoever gave no scores decide", {
  set.seed(5)
  x <- marks_of(5, 10, size = 1)
  data <- as.data.frame(x)
  evidence <- function(data) {
    x <- evaluations(data, evaluator, item, position, score, scale = score_scale("range", -20, 40))
    internal("size_evidence")(x)[c("log_bf", "p_value", "weights")]
  }
  usual <- evidence(data)
  expect_equal(evidence(data[sample.int(nrow(data)), ]), usual, tolerance = 1e-10)
  expect_identical(evidence(data[sample.int(nrow(data)), ])$p_value, usual$p_value)
  renamed <- transform(data, evaluator = chartr("12345", "53142", evaluator))
  expect_identical(evidence(renamed)$p_value, usual$p_value)
  silent <- transform(data[data$evaluator == "j3", ], evaluator = "a", score = NA)
  expect_equal(evidence(rbind(silent, data)), usual, tolerance = 1e-10)
  expect_identical(evidence(rbind(silent, data))$p_value, usual$p_value)
  # Two who gave the same scores are told apart by what they saw, and whoever left one item out still counts.
  twins <- data.frame(who = rep(c("Ann", "Ben"), each = 4), when = 1:4, score = c(3, 1, 4, NA))
  twins$what <- c("a", "b", "c", "d", "b", "d", "a", "c")
  sorted <- function(data) {
    internal("in_plain_order")(evaluations(data, who, what, when, score, score_scale("range", 0, 5)))$item
  }
  expect_identical(sorted(twins), twins$what)
  expect_identical(sorted(twins[c(5:8, 1:4), ]), twins$what)
  # Of shares likewise.
  shares <- bakeoff_rows()
  expect_identical(fit_prior(shares[6:1])$test, fit_prior(shares)$test)
})

test_that("a level that wanders is looked for only where others scored the same items", {
  set.seed(14)
  x <- as.data.frame(marks_of(3, 10))
  evidence <- function(x) {
    internal("size_evidence")(evaluations(x, evaluator, item, position, score, scale = score_scale("range", -20, 40)))
  }
  twice <- function(found) max(table(found$settings$size))
  expect_identical(twice(evidence(x)), 2L * length(internal("evidence_shares")))
  x$item <- paste(x$evaluator, x$item)
  expect_identical(twice(evidence(x)), length(internal("evidence_shares")))
})

test_that("shuffles are many where they are needed to decide, and only there", {
  set.seed(2)
  clear <- simulate_evaluations(20, 5, prior_size = 0, noise = 0.3, marks = list(), seed = 2)
  expect_identical(internal("size_evidence")(clear)$p_value, 1 / 200)
  # About as many of 199 as at the level of the test leave it open.
  open <- vapply(1:40, FUN.VALUE = 0, function(k) {
    set.seed(k)
    internal("size_evidence")(marks_of(3, 6, size = 3))$p_value
  })
  of_many <- open < 1 & abs(open * 1991 - round(open * 1991)) < 1e-6
  expect_true(any(of_many))
  expect_true(all(open[of_many] < 0.2))
  expect_true(all(of_many[open > 0.03 & open < 0.08]))
})

test_that("equal marks tell nothing, whatever the last digit of their mean", {
  for (mark in c(6, 6.1, 0.7, 7.3, 0.1, 1e6 + 0.1)) {
    x <- as_evaluations(rep(mark, 13), scale = score_scale("range", 0, 2e6))
    expect_null(internal("rating_table")(x))
    expect_error(fit_order_effects(x), class = "seqjudge_error_untestable")
    expect_identical(internal("size_evidence")(x)$log_bf, 0)
  }
})
