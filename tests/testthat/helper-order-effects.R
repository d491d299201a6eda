# Slow oracles for the ratings model with order effects, and marks that have them.

# Means and covariance of all scores given parameters, written down score by score. `judge` and `round` are along the
# evaluators of `x`.
oracle_effect_covariance <- function(x, par, judge, round) { # nolint: cyclocomp_linter.
  who <- unique(x$evaluator)
  what <- unique(x$item)
  sequence <- match(x$evaluator, who)
  n <- as.vector(table(factor(x$evaluator, who)))[sequence]
  t <- x$position
  place <- (t - 0.5) / n - 0.5
  columns <- list()
  if (par$drift) columns$drift <- place
  if (par$start) columns$start <- 1 / t - stats::ave(1 / t, sequence)
  for (k in seq_len(par$curve)) {
    wave <- cos(pi * (k + 1) * (t - 0.5) / n)
    columns[[paste0("curve", k)]] <- wave - stats::ave(wave, sequence)
  }
  if (par$round) columns$round <- (round[sequence] - 1) / max(max(round) - 1, 1) - 0.5
  mean <- rep(par$severity_mean, nrow(x))
  covariance <- matrix(0, nrow(x), nrow(x))
  for (e in seq_along(columns)) {
    mean <- mean + par$effect[e] * columns[[e]]
    covariance <- covariance + par$effect_variance[e] * tcrossprod(columns[[e]])
  }
  on_quality <- matrix(0, nrow(x), length(what))
  for (i in seq_len(nrow(x))) {
    j <- judge[sequence[i]]
    size <- par$prior_size[sequence[i]]
    all <- size + t[i] + 1
    before <- match(x$item[sequence == sequence[i] & t < t[i]][order(t[sequence == sequence[i] & t < t[i]])], what)
    own <- match(x$item[i], what)
    on_quality[i, own] <- par$loading[j] * if (is.infinite(size)) 1 else (size + t[i] - 1) / all
    on_quality[i, before] <- par$average / length(before) - if (is.infinite(size)) 0 else par$loading[j] / all
    if (t[i] > 1) on_quality[i, before[length(before)]] <- on_quality[i, before[length(before)]] + par$neighbour
  }
  covariance <- covariance + par$quality_variance * tcrossprod(on_quality)
  for (a in seq_len(nrow(x))) {
    for (b in seq_len(nrow(x))) {
      if (judge[sequence[a]] != judge[sequence[b]]) next
      j <- judge[sequence[a]]
      covariance[a, b] <- covariance[a, b] + par$severity_variance + par$own_drift_variance * place[a] * place[b]
      if (sequence[a] != sequence[b]) next
      covariance[a, b] <- covariance[a, b] + par$wander_variance[j] * par$keep^abs(t[a] - t[b])
      size <- par$prior_size[sequence[a]]
      square <- par$loading[j]^2 * par$quality_variance
      if (is.finite(size)) {
        covariance[a, b] <- covariance[a, b] + square * size / ((size + t[a] + 1) * (size + t[b] + 1))
      }
      if (a == b) {
        rest <- if (is.finite(size)) (size + t[a] - 1) / (size + t[a] + 1)^2 else 0
        covariance[a, b] <- covariance[a, b] + par$noise_variance[j] + square * rest
      }
    }
  }
  list(mean = mean, covariance = covariance, on_quality = on_quality)
}

oracle_normal_density <- function(y, mean, covariance) {
  root <- chol(covariance)
  z <- backsolve(root, y - mean, transpose = TRUE)
  -sum(log(diag(root))) - 0.5 * sum(z^2) - length(y) / 2 * log(2 * pi)
}

# Parameters without any effect, for the judges and sequences of a table.
plain_parameters <- function(sequences, judges = sequences) {
  list(
    drift = FALSE, start = FALSE, round = FALSE, curve = 0L, effect = numeric(), effect_variance = numeric(),
    neighbour = 0, average = 0, prior_size = rep(Inf, sequences), loading = rep(1, judges),
    noise_variance = rep(1, judges), wander_variance = rep(0, judges), keep = 0, severity_mean = 0,
    severity_variance = 1, own_drift_variance = 0, quality_variance = 1
  )
}

# Judges in orders of their own. Effects in points: `neighbour` for each point of the quality before.
marks_with <- function(judges = 12, items = 12, drift = 0, start = 0, neighbour = 0, share = 0, noise = 0.6, ...) {
  quality <- stats::rnorm(items)
  rows <- lapply(seq_len(judges), function(j) {
    seen <- sample.int(items)
    t <- seq_len(items)
    level <- as.vector(stats::filter(
      stats::rnorm(items) * c(1, rep(sqrt(1 - exp(-1 / 4)), items - 1)), exp(-1 / 8), "recursive"
    ))
    score <- 5 + stats::rnorm(1, 0, 0.5) + quality[seen] + drift * (t - 0.5) / items + start / t +
      neighbour * c(0, quality[seen][-items]) + sqrt(share) * noise * level + stats::rnorm(items, 0, noise)
    data.frame(judge = paste0("j", j), item = paste0("i", seen), position = t, score = score)
  })
  evaluations(
    do.call(rbind, rows), "judge", "item", "position", "score",
    scale = score_scale("range", -30, 40), ...
  )
}
