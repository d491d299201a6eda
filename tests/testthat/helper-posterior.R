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
