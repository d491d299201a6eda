# Oracles for the posterior of a ranking: all relative ranks there can be, one row each, weighted by the likelihood of
# the scores, and decoded by shifting places one by one.

relative_weights <- function(score, size, noise, type, bins) {
  if (is.na(score)) {
    return(rep(1, size))
  }
  score_likelihood(score, seq_len(size) / (size + 1), noise, type, bins)
}

# A data frame with a row for each ranking of the scored items (as one string) and its probability.
oracle_posterior <- function(scores, prior_size, noise, type = "normal", bins = 0) {
  n <- length(scores)
  sizes <- prior_size + seq_len(n)
  relative <- as.matrix(expand.grid(lapply(sizes, seq_len)))
  weight <- rep(1, nrow(relative))
  for (t in seq_len(n)) weight <- weight * relative_weights(scores[t], sizes[t], noise, type, bins)[relative[, t]]
  place <- relative
  for (t in seq_len(n)[-n]) {
    for (s in (t + 1):n) place[, t] <- place[, t] + (place[, t] >= relative[, s])
  }
  place <- place[, !is.na(scores), drop = FALSE]
  ranks <- place
  for (i in seq_len(ncol(place))) ranks[, i] <- rowSums(place <= place[, i])
  key <- do.call(paste, as.data.frame(ranks))
  probability <- rowsum(weight, key)[, 1] / sum(weight)
  list(ranks = ranks[match(names(probability), key), , drop = FALSE], probability = unname(probability))
}

oracle_rank_probability <- function(oracle) {
  n <- ncol(oracle$ranks)
  t(vapply(seq_len(n), function(i) {
    vapply(seq_len(n), function(k) sum(oracle$probability[oracle$ranks[, i] == k]), numeric(1))
  }, numeric(n)))
}

# Total variation between the shares of the draws and the probabilities, and what chance alone makes of it.
total_variation <- function(draws, oracle) {
  key <- do.call(paste, as.data.frame(oracle$ranks))
  seen <- match(do.call(paste, as.data.frame(t(draws))), key)
  share <- tabulate(seen, length(key)) / ncol(draws)
  p <- oracle$probability
  list(
    distance = sum(abs(share - p)) / 2,
    by_chance = sum(sqrt(2 * p * (1 - p) / (pi * ncol(draws)))) / 2,
    impossible = anyNA(seen)
  )
}

all_rankings <- function(n) {
  if (n == 1) {
    return(matrix(1L, 1, 1))
  }
  smaller <- all_rankings(n - 1)
  do.call(rbind, lapply(seq_len(n), function(k) cbind(k, smaller + (smaller >= k), deparse.level = 0)))
}

# Expected losses of rankings (one per row) from the definition: an average over all true rankings.
oracle_expected_loss <- function(rankings, oracle, loss) {
  n <- ncol(rankings)
  one <- function(a, g) {
    switch(loss,
      footrule = sum(abs(a - g)) / n^2,
      squared = sum((a - g)^2) / n^3,
      kendall = sum(outer(a, a, `>`) & outer(g, g, `<`)) / n^2,
      max_entrywise = max(abs(a - g)) / n,
      zero_one = any(a != g)
    )
  }
  apply(rankings, 1, function(a) {
    sum(oracle$probability * apply(oracle$ranks, 1, function(g) one(a, g)))
  })
}

# An oracle made of draws.
shares_of_draws <- function(draws) {
  list(ranks = t(draws), probability = rep(1 / ncol(draws), ncol(draws)))
}

# Cases, and the posteriors of their scores.

draws_of <- function(post, evaluator = 1) rank_distribution(post, evaluator)$ranks

quiet_posterior <- function(...) {
  suppressMessages(rank_posterior(...), classes = c("seqjudge_message_unscored", "seqjudge_message_prior"))
}

random_case <- function(n, prior, type, bins, unscored = 0) {
  scores <- if (bins > 0) sample.int(bins, n, replace = TRUE) else round(runif(n, -0.1, 1.1), 3)
  scores[sample.int(n, unscored)] <- NA
  # Uniform noise has to be large enough for every score to be possible.
  noise <- if (type == "uniform") 0.6 else runif(1, 0.05, 0.4)
  list(scores = scores, prior = prior, noise = noise, type = type, bins = bins)
}

case_evaluations <- function(case) {
  scale <- if (case$bins > 0) score_scale("bins", k = case$bins) else score_scale("identity")
  suppressWarnings(evaluations_of(matrix(case$scores, 1), scale), classes = "seqjudge_warning_scale")
}

case_posterior <- function(case, draws, ...) {
  quiet_posterior(case_evaluations(case), case$prior, case$noise, case$type, draws = draws, ...)
}

case_oracle <- function(case) oracle_posterior(case$scores, case$prior, case$noise, case$type, case$bins)

# What a distribution over rankings tells, from the definitions: `oracle` has rankings in rows, with their
# probabilities; the same ranking may stand in several rows.

oracle_summary <- function(oracle, level) {
  n <- ncol(oracle$ranks)
  rows <- lapply(seq_len(n), function(i) {
    p <- oracle_rank_probability(oracle)[i, ]
    runs <- subset(expand.grid(lower = seq_len(n), upper = seq_len(n)), lower <= upper)
    runs$mass <- mapply(function(from, to) sum(p[from:to]), runs$lower, runs$upper)
    runs <- runs[runs$mass >= level - 1e-12, ]
    runs <- runs[runs$upper - runs$lower == min(runs$upper - runs$lower), ]
    run <- runs[which(runs$mass > max(runs$mass) - 1e-12)[1], ]
    data.frame(
      mean_rank = sum(oracle$probability * oracle$ranks[, i]), median_rank = which(cumsum(p) >= 0.5 - 1e-12)[1],
      mode_rank = which(p > max(p) - 1e-12)[1], lower = run$lower, upper = run$upper, p_best = p[n]
    )
  })
  do.call(rbind, rows)
}

oracle_above <- function(oracle) {
  n <- ncol(oracle$ranks)
  above <- matrix(NA_real_, n, n)
  for (i in seq_len(n)) {
    for (j in setdiff(seq_len(n), i)) {
      above[i, j] <- sum(oracle$probability[oracle$ranks[, i] > oracle$ranks[, j]])
    }
  }
  above
}

# The probability of each ranking among `every`.
oracle_ranking_probability <- function(oracle, every) {
  apply(every, 1, function(g) sum(oracle$probability[apply(oracle$ranks, 1, function(a) all(a == g))]))
}

# The least expected loss of all ways to cut the order of `rank` into groups: 1 for a wrong order, 1 - p for a pair
# that shares a place.
oracle_shared_loss <- function(rank, oracle, p) {
  above <- oracle_above(oracle)
  n <- length(rank)
  total <- 0
  for (i in seq_len(n)) {
    for (j in seq_len(n)) {
      if (i < j && rank[i] == rank[j]) total <- total + 1 - p
      if (rank[i] > rank[j]) total <- total + above[j, i]
    }
  }
  total
}

oracle_cuts <- function(rank) {
  n <- length(rank)
  cuts <- as.matrix(expand.grid(rep(list(0:1), n - 1)))
  t(apply(cuts, 1, function(cut) {
    group <- cumsum(c(0, cut))
    stats::ave(rank, group[match(rank, sort(rank))])
  }))
}
