random_model <- function(n, increasing = TRUE) {
  x <- matrix(runif(n^2), n)
  if (increasing) x <- t(apply(x, 1, sort))
  dim(x) <- c(n, n)
  x
}

test_that("score_model() takes functions, matrices and models", {
  expected <- rbind(c(1 / 2, NA), c(1 / 3, 2 / 3))
  from_function <- score_model(function(t, r) r / (t + 1), 2)
  expect_equal(unname(from_function$scores), expected)
  # What lies above the diagonal does not matter.
  expect_equal(score_model(rbind(c(1 / 2, 7), c(1 / 3, 2 / 3))), from_function)
  expect_identical(score_model(from_function), from_function)
  expect_identical(optimal_scores(2), from_function$scores)
  expect_equal(
    as.data.frame(from_function),
    data.frame(
      position = c(1L, 2L, 2L), relative_rank = c(1L, 1L, 2L), score = c(1 / 2, 1 / 3, 2 / 3),
      parametric = c(1 / 2, 1 / 3, 2 / 3)
    )
  )
  expect_identical(dim(score_model(matrix(0.5))$scores), c(1L, 1L))
})

test_that("summary() finds the cells that do not increase", {
  expect_identical(nrow(summary(score_model(optimal_scores(10)))$violations), 0L)
  x <- optimal_scores(4)
  x[3, 2] <- x[3, 3]
  x[4, 4] <- 0.1
  expect_equal(
    summary(score_model(x))$violations,
    data.frame(
      position = c(3L, 4L), relative_rank = c(2L, 3L), score = c(0.75, 0.6), next_score = c(0.75, 0.1)
    )
  )
  expect_identical(nrow(summary(score_model(matrix(0.5)))$violations), 0L)
})

# For each pair of positions the largest gap by which the better item is scored lower, over all rankings.
oracle_model_conflicts <- function(x) {
  n <- nrow(x)
  rankings <- all_permutations(n)
  relative <- oracle_relative_ranks_rows(rankings)
  gaps <- matrix(0, n, n)
  for (i in seq_len(n)) for (j in seq_len(n)[seq_len(n) > i]) {
    second_better <- rankings[, j] > rankings[, i]
    gap <- x[cbind(i, relative[, i])] - x[cbind(j, relative[, j])]
    gaps[i, j] <- max(ifelse(second_better, gap, -gap))
  }
  gaps
}

test_that("find_conflicts() finds what trying all rankings finds", {
  set.seed(1)
  for (k in 1:60) {
    n <- sample.int(6, 1)
    x <- random_model(n, increasing = k %% 3 > 0)
    if (k <= 6) x <- outer(1:n, 1:n, function(t, r) r / (t + 1))
    conflicts <- find_conflicts(score_model(x))
    gaps <- oracle_model_conflicts(x)
    expected <- which(gaps > 1e-12, arr.ind = TRUE)
    expect_setequal(paste(conflicts$position_1, conflicts$position_2), paste(expected[, 1], expected[, 2]))
    expect_equal(conflicts$gap, gaps[cbind(conflicts$position_1, conflicts$position_2)])
    expect_false(is.unsorted(-conflicts$gap))
    # The ranking that is shown brings the conflict about.
    shown <- vapply(seq_len(nrow(conflicts)), function(row) {
      conflict <- conflicts[row, ]
      truth <- conflict$ranking[[1]]
      relative <- oracle_relative_ranks(truth)
      pair <- c(conflict$position_1, conflict$position_2)
      length(truth) == conflict$position_2 &&
        identical(relative[pair], c(conflict$relative_1, conflict$relative_2)) &&
        identical(x[cbind(pair, relative[pair])], c(conflict$score_1, conflict$score_2)) &&
        which.max(truth[pair]) == conflict$better
    }, logical(1))
    expect_true(all(shown))
  }
})

test_that("every increasing model of four items has a conflict", {
  set.seed(2)
  for (k in 1:50) expect_gt(nrow(find_conflicts(score_model(random_model(4)))), 0)
  # Three items can do without.
  x <- rbind(c(0.5, NA, NA), c(0.2, 0.8, NA), c(0.1, 0.5, 0.9))
  expect_identical(nrow(find_conflicts(score_model(x))), 0L)
  expect_named(
    find_conflicts(score_model(x)),
    c(
      "position_1", "position_2", "relative_1", "relative_2", "score_1", "score_2", "better", "gap", "ranking"
    )
  )
  # The model's own: the paper's order 1, 3, 4, 5, 2 is the worst that five items have.
  expect_identical(find_conflicts(score_model(optimal_scores(5)))$ranking[[1]], c(1L, 3L, 4L, 5L, 2L))
})

# ---- correction ----------------------------------------------------------------------------------------------------

test_that("the model r / (t + 1) changes nothing", {
  set.seed(3)
  cases <- make_cases(200, function() random_scores(sample.int(30, 1)))
  for (ties in c("lower", "upper")) {
    expect_agreement(
      cases,
      function(scores) insertion_ranking(scores, ties = ties, model = score_model(optimal_scores(length(scores)))),
      function(scores) insertion_ranking(scores, ties = ties, scale = score_scale("identity"))
    )
  }
  scores <- rbind(Ann = c(a = 0.5, b = 0.7, c = 0.1), Bob = c(0.2, 0.3, 0.9))
  expect_identical(insertion_ranking(scores, model = score_model(optimal_scores(5))), insertion_ranking(scores))
})

test_that("insertion is least squares under any increasing model", {
  set.seed(4)
  for (k in 1:60) {
    n <- sample.int(5, 1)
    x <- random_model(n)
    scores <- runif(n)
    rankings <- all_permutations(n)
    fits <- apply(rankings, 1, function(truth) sum((scores - x[cbind(1:n, oracle_relative_ranks(truth))])^2))
    expect_identical(insertion_ranking(scores, model = score_model(x)), rankings[which.min(fits), ])
  }
  # Where scores are equal for several relative ranks.
  flat <- score_model(rbind(c(0.5, NA, NA), c(0.4, 0.4, NA), c(0.3, 0.3, 0.9)))
  expect_identical(insertion_ranking(c(0.5, 0.3, 0.2), model = flat), c(3L, 2L, 1L))
  expect_identical(insertion_ranking(c(0.5, 0.45, 0.35), model = flat), c(1L, 3L, 2L))
})

test_that("a model prints, and draws for few and for many positions", {
  expect_snapshot({
    score_model(optimal_scores(3))
    score_model(function(t, r) ifelse(r == t, 0.9, 0.3), 4)
    score_model(optimal_scores(10))
    summary(score_model(function(t, r) ifelse(r == t, 0.9, 0.3), 4))
    summary(score_model(optimal_scores(2)))
    score_model(as_evaluations(c(0.5, 0.2, 0.7)), truth = c(2, 1, 3))
    find_conflicts(score_model(optimal_scores(4)))
  })
  for (model in list(
    score_model(optimal_scores(1)), score_model(optimal_scores(40)),
    score_model(as_evaluations(rbind(c(0.5, 0.6), c(0.4, 0.3)), items = 1:2), truth = c("1" = 1, "2" = 2))
  )) {
    picture <- autoplot(model)
    expect_s3_class(picture, "ggplot")
    expect_silent(ggplot2::ggplot_build(picture))
  }
  path <- withr::local_tempfile(fileext = ".pdf")
  withr::local_pdf(path)
  model <- score_model(optimal_scores(3))
  expect_invisible(plot(model))
})

test_that("wording: the general model", {
  expect_snapshot(error = TRUE, {
    score_model(function(t, r) r)
    score_model("x", 3)
    score_model(c(1, 2), 2)
    score_model(matrix(NA_real_, 2, 2))
    score_model(matrix(0.5, 2, 1))
    score_model(function(t, r) NA_real_ * r, 3)
    score_model(optimal_scores(3), 4)
    score_model(optimal_scores(3), 0)
    find_conflicts(score_model(optimal_scores(3)), truth = 1:3)
    insertion_ranking(c(0.5, 0.2), model = optimal_scores(2))
    insertion_ranking(c(0.5, 0.2, 0.3), model = score_model(optimal_scores(2)))
    insertion_ranking(c(0.5, 0.2), model = score_model(rbind(c(0.5, NA), c(0.7, 0.3))))
    insertion_ranking(c(0.5, NA), model = score_model(optimal_scores(2)))
    insertion_ranking(c(0.5, 0.2), 3, model = score_model(optimal_scores(2)))
    score_model(c(0.5, 0.2))
    score_model(as_evaluations(c(0.5, 0.2)))
    score_model(as_evaluations(c(NA, NA)), truth = c(1, 2))
    score_model(as_evaluations(c(NA, 0.5)), truth = c(1, 2))
  })
})

test_that("scores that fall at the last position are no model for so many items", {
  model <- score_model(rbind(c(0.5, 0, 0), c(0.3, 0.7, 0), c(0.2, 0.6, 0.5)))
  error <- expect_error(insertion_ranking(c(0.5, 0.2, 0.7), model = model), class = "seqjudge_error_value")
  expect_identical(error$positions, 3L)
  expect_identical(insertion_ranking(c(0.5, 0.2), model = model), c(2L, 1L))
})
