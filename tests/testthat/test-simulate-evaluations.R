sim <- simulate_evaluations

# Relative ranks behind noiseless scores.
relative_of <- function(x, prior_size = 0) round(x$score * (prior_size + x$position + 1))

test_that("noiseless scores without a prior are those of the truth", {
  withr::local_seed(1)
  cases <- make_cases(200, function() {
    x <- sim(sample.int(30, 1), evaluators = sample.int(3, 1), order = sample(c("own", "shared", "given"), 1))
    x[sample(unique(x$evaluator), 1)]
  })
  expect_agreement(
    cases,
    function(x) x$score,
    function(x) oracle_relative_ranks(x$truth) / (x$position + 1)
  )
})

test_that("of equal items the later counts as the better", {
  expect_identical(relative_of(sim(truth = c(3, 3, 3), order = "given", seed = 1)), c(1, 2, 3))
  expect_identical(relative_of(sim(truth = c(5, 2, 5, 2), order = "given", seed = 1)), c(1, 1, 3, 2))
})

test_that("with a prior they are distributed as with an array of prior items", {
  withr::local_seed(2)
  truth <- c(a = 2, b = 3, c = 1)
  prior <- 2
  # Every way in which the places of three items of known order can lie, all equally likely.
  places <- utils::combn(prior + 3, 3)
  ways <- apply(places, 2, function(real) {
    paste(oracle_places_to_relative(real[truth], setdiff(seq_len(prior + 3), real)), collapse = " ")
  })
  x <- sim(evaluators = 6000, prior_size = prior, truth = truth, order = "given")
  seen <- apply(matrix(relative_of(x, prior), nrow = 3), 2, paste, collapse = " ")
  expect_true(all(seen %in% ways))
  kinds <- unique(ways)
  expected <- tabulate(match(ways, kinds)) / length(ways)
  expect_gt(chi_square_p(tabulate(match(seen, kinds), length(kinds)), expected), 1e-4)
})

test_that("the mean score is the expected score, for any prior", {
  withr::local_seed(3)
  truth <- c(3, 1, 5, 2, 4)
  for (prior in c(0, 1, 7, 100, 1e12, Inf)) {
    x <- sim(evaluators = 4000, prior_size = prior, truth = truth, order = "given", noise = 0.1)
    score <- matrix(x$score, nrow = 5)
    z <- (rowMeans(score) - oracle_expected_scores(truth, prior)) / (apply(score, 1, sd) / sqrt(4000))
    expect_lt(max(abs(z)), 4.5)
  }
})

test_that("a weak past raises scores, a strong one lowers them, as defined", {
  withr::local_seed(4)
  for (past in c(0.2, 0.5, 0.9)) {
    # The share of earlier items below an item at the median of the distribution is `past`: with one item its quality is
    # uniform, and the share of earlier items below it is the distribution function of the past at that quality.
    x <- sim(1, evaluators = 4000, prior_size = Inf, past = past)
    expect_gt(ks.test(pnorm(qnorm(x$score) - qnorm(past)), "punif")$p.value, 1e-4)
    # With few earlier items, drawn one by one on the normal scale.
    y <- sim(1, evaluators = 4000, prior_size = 3, past = past)
    oracle <- replicate(4000, sum(rnorm(3, -qnorm(past)) < rnorm(1)) + 1)
    counts <- rbind(tabulate(relative_of(y, 3), 4), tabulate(oracle, 4))
    expect_gt(chisq.test(counts)$p.value, 1e-4)
  }
})

test_that("noise is what was asked for", {
  withr::local_seed(5)
  one <- function(...) sim(1, evaluators = 5000, ...)$score - 0.5
  expect_true(all(one() == 0))
  expect_gt(ks.test(one(noise = 0.2), "pnorm", 0, 0.2)$p.value, 1e-4)
  expect_gt(ks.test(one(noise = 0.2, noise_type = "uniform"), "punif", -0.2, 0.2)$p.value, 1e-4)
  expect_gt(ks.test(one(noise = function(n) rexp(n, 3)), "pexp", 3)$p.value, 1e-4)
  each <- sim(4, evaluators = 3, noise = c(0, 0, 0.1), order = "shared")
  score <- matrix(each$score, nrow = 4)
  expect_identical(score[, 1], score[, 2])
  expect_true(all(score[, 3] != score[, 1]))
})

test_that("prior sizes may differ by evaluator", {
  withr::local_seed(6)
  x <- sim(3, evaluators = c("new", "used", "expert"), prior_size = c(0, 4, Inf))
  expect_identical(x$score[x$evaluator == "new"][1], 0.5)
  used <- x$score[x$evaluator == "used"] * (4 + 1:3 + 1)
  expect_equal(used, round(used))
  expect_identical(rank(x$score[x$evaluator == "expert"]), x$truth[x$evaluator == "expert"])
})

test_that("items and orders", {
  withr::local_seed(7)
  expect_identical(sort(sim(12)$item), sprintf("item_%02d", 1:12))
  expect_identical(sim(3, 100)$evaluator[1], "evaluator_001")
  truth <- c(Ada = 10, Bo = 3, Cleo = 7)
  given <- sim(evaluators = 2, truth = truth, order = "given")
  expect_identical(given$item, rep(names(truth), 2))
  expect_identical(given$truth, unname(rep(truth, 2)))
  shared <- sim(20, 3, order = "shared")
  expect_identical(nrow(unique(matrix(shared$item, ncol = 20, byrow = TRUE))), 1L)
  own <- sim(20, 3)
  expect_identical(nrow(unique(matrix(own$item, ncol = 20, byrow = TRUE))), 3L)
  # The truth belongs to the item, whoever sees it when.
  expect_identical(nrow(unique(as.data.frame(own)[c("item", "truth")])), 20L)
  by_name <- sim(evaluators = 2, truth = truth, order = rbind(c("Bo", "Ada", "Cleo"), c("Cleo", "Bo", "Ada")))
  by_number <- sim(evaluators = 2, truth = truth, order = rbind(c(2, 1, 3), c(3, 2, 1)))
  expect_identical(by_name$item, c("Bo", "Ada", "Cleo", "Cleo", "Bo", "Ada"))
  expect_identical(by_number, by_name)
  expect_identical(sim(truth = truth, order = c(2, 1, 3))$item, c("Bo", "Ada", "Cleo"))
  expect_identical(sim(truth = c(own = 1), order = "own")$item, "own")
  # Ties in the truth: above an equal item that came before.
  expect_equal(sim(truth = c(1, 1, 1), order = "given")$score, c(1 / 2, 2 / 3, 3 / 4))
})

test_that("a random truth is uniform", {
  withr::local_seed(8)
  seen <- replicate(3000, paste(sim(3, order = "given")$truth, collapse = ""))
  expect_length(unique(seen), 6)
  expect_gt(chi_square_p(table(seen)), 1e-4)
})

test_that("scores come on the scale asked for", {
  plain <- sim(200, noise = 0.3, seed = 1)
  on <- function(...) sim(200, noise = 0.3, scale = score_scale(...), seed = 1)
  expect_equal(on("bins", k = 10)$score, pmin(pmax(floor(plain$score * 10) + 1, 1), 10))
  expect_equal(on("range", 1, 5)$score, pmin(pmax(1 + 4 * plain$score, 1), 5))
  expect_identical(on("percentile")$score, plain$score)
  expect_identical(attr(on("bins", k = 10), "scale"), score_scale("bins", k = 10))
  # What comes out is what evaluations() would take.
  x <- on("bins", k = 10)
  again <- evaluations(as.data.frame(x), evaluator, item, position, score, scale = score_scale("bins", k = 10), truth)
  expect_identical(again, x)
})

test_that("a model of one's own replaces the parametric one", {
  withr::local_seed(9)
  model <- function(t, r) sqrt(r) - t
  table <- outer(1:12, 1:12, Vectorize(model))
  for (prior in c(0, 4)) {
    by_function <- sim(8, prior_size = prior, model = model, seed = 3)
    by_matrix <- sim(8, prior_size = prior, model = table, seed = 3)
    plain <- sim(8, prior_size = prior, seed = 3)
    expect_identical(by_function, by_matrix)
    expect_equal(by_function$score, sqrt(relative_of(plain, prior)) - (prior + plain$position))
  }
  # Above the diagonal nothing is read.
  table[upper.tri(table)] <- NA
  expect_identical(sim(8, model = table, seed = 3), sim(8, model = model, seed = 3))
  error <- tryCatch(sim(3, model = function(t, r) pmin(r, 2)), error = identity)
  expect_s3_class(error, "seqjudge_error_model")
  expect_equal(error$positions, cbind(t = 3, r = 3))
})

test_that("seeds", {
  expect_identical(sim(9, noise = 1, seed = 4), sim(9, noise = 1, seed = 4))
  withr::local_seed(10)
  state <- .Random.seed
  sim(9, seed = 4)
  expect_identical(.Random.seed, state)
  a <- withr::with_seed(4, sim(9, noise = 1))
  expect_identical(a, sim(9, noise = 1, seed = 4))
})

test_that("one item, and many, just work", {
  one <- sim(1, seed = 1)
  expect_identical(one$score, 0.5)
  expect_identical(sim(1, 2, prior_size = 3, order = "shared", seed = 1)$item, c("item_1", "item_1"))
  expect_identical(nrow(sim(5000, prior_size = 2^52, noise = 0.1, seed = 1)), 5000L)
})

test_that("new scores for old evaluations", {
  withr::local_seed(11)
  x <- sim(6, evaluators = 3, prior_size = 2, noise = 0.1, scale = score_scale("bins", k = 5))
  x$score[c(2, 9)] <- NA
  again <- seqjudge:::simulate_from(x, prior_size = c(0, 2, 5), noise = 0.1)
  same <- c("evaluator", "item", "position", "truth")
  expect_identical(as.data.frame(again)[same], as.data.frame(x)[same])
  expect_identical(attr(again, "scale"), attr(x, "scale"))
  expect_identical(which(is.na(again$score)), c(2L, 9L))
  expect_true(all(again$score %in% c(1:5, NA)))
  # Without noise and prior the truth can be read off.
  exact <- seqjudge:::simulate_from(sim(6, 2), prior_size = 0, noise = 0)
  expect_identical(exact$score[1:6], oracle_relative_ranks(exact$truth[1:6]) / 2:7)
  # Without a truth one is drawn, the same for all evaluators.
  bare <- as_evaluations(rbind(c(0.1, 0.2, 0.3), c(0.3, 0.2, 0.1)), items = rbind(c("a", "b", "c"), c("b", "c", "a")))
  drawn <- seqjudge:::simulate_from(bare, prior_size = 0, noise = 0)
  expect_identical(drawn$truth[c(1, 2, 3)], drawn$truth[c(6, 4, 5)])
  expect_setequal(drawn$truth, 1:3)
})

test_that("wording: simulate_evaluations()", {
  expect_snapshot(error = TRUE, {
    sim()
    sim(0)
    sim("a")
    sim(2.5)
    sim(1:2)
    sim(3, truth = 1:2)
    sim(truth = "a")
    sim(truth = c(1, NA))
    sim(truth = numeric())
    sim(truth = c(a = 1, a = 2))
    sim(3, evaluators = 0)
    sim(3, evaluators = c("a", "a"))
    sim(3, evaluators = character())
    sim(3, prior_size = -1)
    sim(3, prior_size = 1:2)
    sim(3, 3, prior_size = 1:2)
    sim(3, noise = -1)
    sim(3, noise = "a")
    sim(3, 3, noise = c(0.1, 0.2))
    sim(3, noise = function(n) 1)
    sim(3, noise = function(n) rep(NA_real_, n))
    sim(3, noise = function(n) "a")
    sim(3, noise_type = "cauchy")
    sim(3, past = 1)
    sim(3, order = "random")
    sim(3, order = 1:2)
    sim(3, order = c(1, 1, 2))
    sim(3, order = list())
    sim(3, scale = "bins")
    sim(3, model = 1)
    sim(3, model = diag(2))
    sim(3, model = function(t, r) 1)
    sim(3, model = function(t, r) -r)
    sim(3, model = function(t, r) r, prior_size = Inf)
    sim(3, seed = "a")
  })
})

test_that("marks have the shape, centre, spread, severity and steps that were asked for", {
  draw <- function(..., n = 4000, evaluators = 1, prior_size = Inf, noise = 0) {
    simulate_evaluations(
      n, evaluators, prior_size, noise, marks = list(...), seed = 1, scale = score_scale("range", -90, 110)
    )$score
  }
  for (shape in c("flat", "bell", "skewed")) {
    score <- draw(shape = shape, centre = 7, spread = 1.5)
    expect_equal(c(mean(score), stats::sd(score)), c(7, 1.5), tolerance = 0.03)
  }
  skewness <- function(v) mean((v - mean(v))^3) / stats::sd(v)^3
  expect_equal(skewness(draw(shape = "skewed")), -0.596, tolerance = 0.2)
  expect_lt(abs(skewness(draw(shape = "flat"))), 0.1)
  half <- draw(centre = 7, spread = 1, rounding = 0.5)
  expect_identical(half, round(2 * half) / 2)
  severe <- matrix(draw(n = 50, evaluators = 200, spread = 0.01, severity = 2), 50)
  expect_equal(stats::sd(colMeans(severe)), 2, tolerance = 0.15)
  clipped <- simulate_evaluations(50, prior_size = Inf, marks = list(centre = 9.5, spread = 3), seed = 1)
  expect_true(all(clipped$score >= 0 & clipped$score <= 10))
  expect_identical(attr(clipped, "scale")$meaning, "marks")
})

test_that("the marks of beginners are means of order statistics", {
  # The density of the r-th lowest of n, integrated numerically.
  exact <- function(quantile, r, n) {
    stats::integrate(function(p) quantile(p) * stats::dbeta(p, r, n + 1 - r), 0, 1, rel.tol = 1e-6)$value
  }
  quantiles <- list(
    flat = function(p) sqrt(12) * (p - 0.5), bell = stats::qnorm,
    skewed = function(p) (stats::qbeta(p, 5, 2) - 5 / 7) / sqrt(10 / 392)
  )
  truth <- c(2, 5, 1, 4, 3)
  for (shape in names(quantiles)) {
    x <- simulate_evaluations(
      truth = truth, prior_size = 0, marks = list(shape = shape, centre = 0, spread = 1), order = "given",
      scale = score_scale("range", -10, 10)
    )
    quantile <- list(quantile = quantiles[[shape]])
    expected <- mapply(exact, r = relative_ranks(truth), n = seq_along(truth), MoreArgs = quantile)
    # Blom's approximation is out by 0.03 for the higher of two.
    expect_equal(x$score, expected, tolerance = if (shape == "bell") 0.05 else 0.02)
  }
})

test_that("marks that cannot be are refused", {
  refuse <- function(..., class = "seqjudge_error_value") {
    expect_error(simulate_evaluations(3, ...), class = class)
  }
  refuse(marks = list(form = "bell"))
  refuse(marks = list("bell"))
  refuse(marks = "bell")
  refuse(marks = list(shape = "round"))
  refuse(marks = list(spread = 0))
  refuse(marks = list(severity = -1))
  refuse(marks = list(rounding = "half"), class = "seqjudge_error_type")
  refuse(marks = list(), scale = score_scale("bins", k = 5))
  refuse(marks = list(), model = function(t, r) r / (t + 1))
})
