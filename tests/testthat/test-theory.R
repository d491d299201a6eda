# The paper's propositions and theorems, checked against their statements.

test_that("worst_case_ranking() is the ranking of the paper's construction", {
  expect_identical(worst_case_ranking(8), c(1L, 2L, 3L, 4L, 5L, 7L, 6L, 8L))
  expect_identical(worst_case_ranking(12), c(1:6, 7L, 10L, 8L, 11L, 9L, 12L))
  # Not divisible by 4: the rest comes on top.
  expect_identical(worst_case_ranking(11), c(worst_case_ranking(8), 9:11))
  expect_identical(worst_case_ranking(0), integer())
  expect_identical(worst_case_ranking(3), 1:3)
})

test_that("worst_case_ranking() makes at least n^2 / 64 flips, and insertion none", {
  for (n in seq(8, 400, by = 4)) {
    truth <- worst_case_ranking(n)
    expect_identical(sort(truth), seq_len(n))
    # Scores as exact fractions r / (t + 1): a flip is a pair whose scores and ranks are in opposite order.
    relative <- oracle_relative_ranks(truth)
    cross <- outer(relative, seq_len(n) + 1) - outer(seq_len(n) + 1, relative)
    flips <- sum(cross * outer(truth, truth, "-") < 0) / 2
    expect_gte(flips, n^2 / 64)
    scores <- expected_scores(truth)
    expect_identical(kendall_distance(induced_ranking(scores), truth, normalize = FALSE), flips)
    expect_identical(insertion_ranking(scores), truth)
  }
  # Between multiples of 4 there are at least as many as at the last one.
  flips <- function(n) {
    truth <- worst_case_ranking(n)
    kendall_distance(induced_ranking(expected_scores(truth)), truth, normalize = FALSE)
  }
  expect_gte(min(flips(17), flips(18), flips(19)), flips(16))
})

# ---- footrule_bound() ----------------------------------------------------------------------------------------------

oracle_bound <- function(ranking, delta) {
  sum <- 0
  for (t in seq_along(ranking)) {
    sorted <- sort(ranking[seq_len(t)])
    r <- sum(ranking[seq_len(t)] <= ranking[t])
    reach <- ceiling(delta * (t + 1) - 1e-9)
    rho <- function(r) sorted[min(max(r, 1), t)]
    sum <- sum + rho(r + reach) - rho(r - reach)
  }
  2 * sum
}

test_that("footrule_bound() is what its definition says", {
  set.seed(1)
  cases <- make_cases(300, function() {
    list(ranking = sample.int(sample.int(60, 1)), delta = sample(c(0, 0.001, 0.01, 0.1, 0.5, 1, runif(1)), 1))
  })
  expect_agreement(
    cases,
    function(case) footrule_bound(case$ranking, case$delta, normalize = FALSE),
    function(case) oracle_bound(case$ranking, case$delta),
    tolerance = 0
  )
  expect_identical(footrule_bound(integer(), 0.1), 0)
  expect_identical(footrule_bound(1, 0.9), 0)
  rankings <- rbind(a = c(1, 2, 3), b = c(3, 1, 2))
  expect_equal(
    footrule_bound(rankings, c(0.1, 0.3)), c(a = oracle_bound(1:3, 0.1), b = oracle_bound(c(3, 1, 2), 0.3)) / 9
  )
  # 0.07 * 100 is a little more than 7 on a computer.
  expect_identical(footrule_bound(1:99, 0.07), footrule_bound(1:99, 0.07 - 1e-13))
})

test_that("no noise within delta takes the footrule above the bound, in 100,000 cases", {
  set.seed(2)
  violated <- reached <- 0
  for (n in 1:200) {
    rankings <- t(vapply(1:500, function(k) sample.int(n), integer(n)))
    dim(rankings) <- c(500, n)
    delta <- sample(c(0, 0.3 / n, 0.5 / (n + 1), 1 / n, 0.01, 0.05, 0.2, 1), 500, replace = TRUE)
    # Inside the interval, and at its ends, which do the most harm.
    share <- matrix(runif(500 * n, -1, 1), 500)
    extreme <- sample.int(3, 500, replace = TRUE)
    share[extreme == 2, ] <- sign(share[extreme == 2, ])
    share[extreme == 3, ] <- 1
    scores <- expected_scores(rankings) + delta * share
    ties <- sample(c("lower", "upper"), 1)
    error <- footrule_distance(insertion_ranking(scores, ties = ties), rankings, normalize = FALSE)
    bound <- footrule_bound(rankings, delta, normalize = FALSE)
    violated <- violated + sum(error > bound)
    reached <- reached + sum(error == bound & error > 0)
    exact <- delta * (n + 1) < 0.5 - 1e-9
    violated <- violated + sum(error[exact] > 0)
  }
  expect_identical(violated, 0)
  # It is tight for some.
  expect_gt(reached, 0)
})

test_that("wording: footrule_bound() and worst_case_ranking()", {
  expect_snapshot(error = TRUE, {
    footrule_bound(c(1, 1.5, 1.5), 0.1)
    footrule_bound(c(1, 1, 3), 0.1)
    footrule_bound(rbind(1:3, c(1, 2.5, 2.5)), 0.1)
    footrule_bound("a", 0.1)
    footrule_bound(1:3, -0.1)
    footrule_bound(1:3, NA_real_)
    footrule_bound(1:3, "a")
    footrule_bound(1:3, c(0.1, 0.2))
    footrule_bound(rbind(1:3, 3:1), c(0.1, 0.2, 0.3))
    footrule_bound(rbind(1:3, 3:1), c(0.1, Inf))
    footrule_bound(1:3, 0.1, normalize = NA)
    worst_case_ranking(-1)
    worst_case_ranking(2.5)
    worst_case_ranking(NA_real_)
    worst_case_ranking("4")
    worst_case_ranking(c(4, 8))
    conflict_rankings(3)
    optimal_scores(-1)
  })
})

# ---- Propositions 1 and 2 ------------------------------------------------------------------------------------------

test_that("one of conflict_rankings() has a conflict under any increasing model", {
  expect_identical(unname(conflict_rankings(4)), rbind(c(1L, 3L, 4L, 2L), c(4L, 1L, 2L, 3L)))
  expect_identical(unname(conflict_rankings(6)[2, ]), c(4L, 1L, 2L, 3L, 5L, 6L))
  set.seed(3)
  for (k in 1:200) {
    n <- sample(4:6, 1)
    rankings <- conflict_rankings(n)
    x <- t(vapply(1:n, function(t) sort(runif(n)), numeric(n)))
    conflict <- apply(rankings, 1, function(truth) {
      scores <- x[cbind(seq_len(n), oracle_relative_ranks(truth))]
      (scores[1] - scores[4]) * (truth[1] - truth[4]) < 0
    })
    expect_true(any(conflict))
  }
})

test_that("neighbours are always compared rightly without noise", {
  for (n in 2:7) {
    rankings <- all_permutations(n)
    scores <- expected_scores(rankings)
    before <- seq_len(n - 1)
    expect_true(all(sign(scores[, before + 1] - scores[, before]) == sign(rankings[, before + 1] - rankings[, before])))
  }
})

# The expected loss by trying all rankings; `rule` takes the relative ranking of the first t items.
oracle_loss_of <- function(rule, n) {
  rankings <- all_permutations(n)
  mean(apply(rankings, 1, function(truth) {
    scores <- vapply(seq_len(n), function(t) rule(rank(truth[seq_len(t)])), numeric(1))
    sum((scores - truth / (n + 1))^2)
  }))
}

test_that("response_loss() is that of trying all rankings", {
  rules <- list(
    function(t, r) r / (t + 1),
    function(t, r) rep(0.5, length(r)),
    function(t, r) (r - 0.5) / t,
    function(t, r) sqrt(r) / t
  )
  for (n in 1:6) {
    for (rule in rules) {
      expected <- oracle_loss_of(function(seen) rule(length(seen), seen[length(seen)]), n)
      expect_equal(response_loss(rule, n), expected)
      x <- outer(seq_len(n), seq_len(n), rule)
      expect_equal(response_loss(x, n), expected)
      expect_equal(response_loss(score_model(rule, n)), expected)
    }
  }
  n <- 7
  expect_equal(response_loss(rules[[1]], n), oracle_loss_of(function(seen) seen[length(seen)] / (length(seen) + 1), n))
  # A rule that looks at more than the item's own relative rank.
  contrast <- function(seen) {
    t <- length(seen)
    seen[t] / (t + 1) + if (t > 1) 0.05 * sign(seen[t] - seen[t - 1]) else 0
  }
  for (n in 1:5) expect_equal(response_loss(contrast, n), oracle_loss_of(contrast, n))
  expect_equal(sum(response_loss(contrast, 8, by_position = TRUE)), response_loss(contrast, 8))
  expect_identical(response_loss(optimal_scores(0)), 0)
})

test_that("no rule does better than optimal_scores()", {
  set.seed(4)
  for (n in 1:7) {
    best <- optimal_scores(n)
    # The mean of rank / (n + 1) given the relative rank, from all rankings.
    rankings <- all_permutations(n)
    relative <- oracle_relative_ranks_rows(rankings)
    for (t in seq_len(n)) {
      means <- vapply(seq_len(t), function(r) mean(rankings[relative[, t] == r, t]), numeric(1)) / (n + 1)
      expect_equal(unname(best[t, seq_len(t)]), means)
    }
    for (k in 1:20) expect_gt(response_loss(best + rnorm(n^2, sd = 0.01), n), response_loss(best, n))
    # Nor one that looks at everything seen.
    if (n > 1) {
      noise <- new.env()
      rule <- function(seen) {
        key <- paste(seen, collapse = " ")
        if (is.null(noise[[key]])) noise[[key]] <- rnorm(1, sd = 0.01)
        seen[length(seen)] / (length(seen) + 1) + noise[[key]]
      }
      if (n <= 6) expect_gt(response_loss(rule, n), response_loss(best, n))
    }
  }
})

test_that("response_loss() is what simulation finds, for many items", {
  set.seed(5)
  n <- 30
  rankings <- t(replicate(4000, sample.int(n)))
  loss <- rowSums((expected_scores(rankings) - rankings / (n + 1))^2)
  expect_lt(abs(mean(loss) - response_loss(optimal_scores(n))), 4 * sd(loss) / sqrt(length(loss)))
})

test_that("wording: response_loss()", {
  expect_snapshot(error = TRUE, {
    response_loss(function(t, r) r)
    response_loss("best", 3)
    response_loss(matrix(0.5, 2, 2), 3)
    response_loss(matrix(c(0.5, NA, 0.3, 0.6), 2), 2)
    response_loss(function(t, r) "high", 3)
    response_loss(function(t, r) 0.5, 3)
    response_loss(function(seen) 0.5, 9)
    response_loss(function(seen) c(0.5, 0.6), 3)
    response_loss(optimal_scores(3), 3, by_position = 1)
  })
})

test_that("the paper's construction is not the worst order, as its page says", {
  flips <- function(truth) kendall_distance(induced_ranking(expected_scores(truth)), truth, normalize = FALSE)
  for (n in 4:7) {
    most <- max(apply(all_permutations(n), 1, flips))
    expect_identical(most, c(1, 2, 4, 6)[n - 3])
    expect_identical(flips(worst_case_ranking(n)), 0)
  }
  # A third in increasing order, the others in decreasing order: flips more.
  for (n in c(8, 16, 40, 100)) {
    expect_gt(flips(c(seq_len(n %/% 3), n:(n %/% 3 + 1))), flips(worst_case_ranking(n)))
    if (n %% 4 == 0) expect_gte(flips(worst_case_ranking(n)), n^2 / 64)
  }
})
