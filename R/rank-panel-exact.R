# Panels of few items: every ranking is looked at.

# All rankings of n items, a row for each with the items from the lowest to the highest, in lexicographic order.
all_orders <- function(n) {
  if (n <= 1) {
    return(matrix(seq_len(n), ncol = n))
  }
  shorter <- all_orders(n - 1)
  do.call(rbind, lapply(seq_len(n), function(lowest) {
    cbind(lowest, matrix(seq_len(n)[-lowest][shorter], nrow(shorter)), deparse.level = 0)
  }))
}

# The posterior distribution of the ranking, and of each evaluator's size and noise. The population that evaluators come
# from is integrated over: draws of it start from its estimate by the EM algorithm, at which the likelihood is given.
fit_panel_exactly <- function(panel, grid, threads, rounds = 50, integrate = TRUE) {
  log_lik <- cpp_panel_rankings(panel, grid$sizes[grid$pairs$size], grid$noises[grid$pairs$noise], threads)
  likelihood <- lapply(seq_along(log_lik), function(j) scale_rankings(log_lik[[j]], possible_pairs(grid, j)))
  rm(log_lik)
  estimated <- estimate_population(likelihood, grid, rounds)
  posterior <- estimated$posterior
  population <- estimated$population
  log_lik <- posterior$log_lik - lfactorial(panel$items)
  unknown <- is.null(grid$known_size) || is.null(grid$known_noise)
  if (identical(grid$pooled, "partial") && unknown && integrate) {
    posterior <- integrate_population(likelihood, population, grid)
    population <- posterior$population
  }
  if (isTRUE(grid$pooled)) population <- common_population(posterior$pairs, grid)
  orders <- all_orders(panel$items)
  ranks <- t(apply(orders, 1, order))
  dim(ranks) <- dim(orders)
  list(
    ranks = ranks,
    probability = posterior$ranking,
    pairs = posterior$pairs,
    population = population,
    log_lik = log_lik
  )
}

# The EM algorithm, with the posterior given the population that it ends with.
estimate_population <- function(likelihood, grid, rounds) {
  population <- first_population(grid)
  if (isTRUE(grid$pooled)) {
    return(list(posterior = panel_posterior_together(likelihood, population, grid), population = population))
  }
  for (round in seq_len(rounds)) {
    posterior <- panel_posterior(likelihood, population_weights(population, grid, length(likelihood)))
    if (isFALSE(grid$pooled)) break
    after <- next_population(posterior$pairs, grid)
    change <- max(abs(after$size - population$size), abs(after$noise - population$noise))
    population <- after
    if (change < 1e-3) break
  }
  list(posterior = posterior, population = population)
}

# What is known of the one size and noise that all evaluators have.
common_population <- function(pairs, grid) {
  share <- function(number, count) as.vector(tapply(pairs[, 1], factor(number, seq_len(count)), sum))
  list(size = share(grid$pairs$size, length(grid$sizes)), noise = share(grid$pairs$noise, length(grid$noises)))
}

# In turn the ranking, every evaluator's size and noise given it, and the population given these are drawn; what is
# averaged are the exact distributions given each population, so that few draws tell much; more where there is time. The
# seed is fixed.
integrate_population <- function(likelihood, population, grid) {
  draws <- if (length(likelihood[[1]]$highest) <= factorial(6)) 600L else 150L
  warmup <- 100L
  total <- NULL
  with_seed(1L, {
    for (round in seq_len(warmup + draws)) {
      weights <- matrix(population_weights(population, grid, length(likelihood)), ncol = length(likelihood))
      now <- panel_posterior(likelihood, weights)
      if (round > warmup) {
        now$population <- population
        total <- if (is.null(total)) now else add_draws(total, now)
      }
      population <- draw_population(draw_pairs(likelihood, weights, now$ranking), grid)
    }
  })
  mean_of <- function(values) values / draws
  list(
    ranking = mean_of(total$ranking), pairs = mean_of(total$pairs), population = lapply(total$population, mean_of)
  )
}

add_draws <- function(total, now) {
  list(
    ranking = total$ranking + now$ranking, pairs = total$pairs + now$pairs,
    population = Map(`+`, total$population, now$population)
  )
}

# One pair of size and noise for each evaluator, given a ranking that is drawn first.
draw_pairs <- function(likelihood, weights, ranking) {
  at <- sample.int(length(ranking), 1, prob = ranking)
  vapply(seq_along(likelihood), FUN.VALUE = integer(1), function(j) {
    sample.int(nrow(weights), 1, prob = likelihood[[j]]$values[at, ] * weights[, j])
  })
}

draw_population <- function(pairs, grid) {
  size <- tabulate(grid$pairs$size[pairs], length(grid$sizes))
  noise <- tabulate(grid$pairs$noise[pairs], length(grid$noises))
  fit <- as.vector(noise %*% log(grid$populations$shares)) + grid$populations$log_prior
  list(
    size = draw_shares(size + pseudo_evaluators / length(size)),
    noise = grid$populations$shares[, sample.int(length(fit), 1, prob = exp(fit - max(fit)))]
  )
}

# Likelihoods (rankings in rows, pairs in columns) relative to the largest of each ranking, whose log is kept beside:
# where evaluators contradict each other, no ranking has a likelihood that a number could hold for all of them.
scale_rankings <- function(log_lik, possible) {
  log_lik[, !possible] <- -Inf
  highest <- log_lik[cbind(seq_len(nrow(log_lik)), max.col(log_lik, "first"))]
  list(values = exp(log_lik - highest), highest = highest)
}

# What is known of an evaluator leaves only some pairs of size and noise.
possible_pairs <- function(grid, j) {
  (is.null(grid$known_size) | grid$pairs$size %in% grid$known_size[j]) &
    (is.null(grid$known_noise) | grid$pairs$noise %in% grid$known_noise[j])
}

first_population <- function(grid) {
  prior <- exp(grid$populations$log_prior)
  list(
    size = rep(1 / length(grid$sizes), length(grid$sizes)),
    noise = as.vector(grid$populations$shares %*% prior) / sum(prior)
  )
}

# Weights of the pairs of size and noise (rows), for each evaluator (columns). What is known has no population.
population_weights <- function(population, grid, evaluators) {
  vapply(seq_len(evaluators), FUN.VALUE = numeric(nrow(grid$pairs)), function(j) {
    weigh <- function(number, share, known) if (is.null(known)) share[number] else as.double(number == known[j])
    weigh(grid$pairs$size, population$size, grid$known_size) *
      weigh(grid$pairs$noise, population$noise, grid$known_noise)
  })
}

# The distribution over rankings, and over the pairs of each evaluator (columns).
panel_posterior <- function(likelihood, weights) {
  weights <- matrix(weights, ncol = length(likelihood))
  rankings <- length(likelihood[[1]]$highest)
  by_ranking <- vapply(seq_along(likelihood), FUN.VALUE = numeric(rankings), function(j) {
    as.vector(likelihood[[j]]$values %*% weights[, j])
  })
  by_ranking <- matrix(by_ranking, ncol = length(likelihood))
  log_total <- rowSums(log(by_ranking)) + Reduce(`+`, lapply(likelihood, `[[`, "highest"))
  highest <- max(log_total)
  ranking <- exp(log_total - highest)
  log_lik <- highest + log(sum(ranking))
  ranking <- ranking / sum(ranking)
  pairs <- vapply(seq_along(likelihood), FUN.VALUE = numeric(nrow(weights)), function(j) {
    share <- ranking / by_ranking[, j]
    as.vector(share %*% likelihood[[j]]$values) * weights[, j]
  })
  list(ranking = ranking, pairs = matrix(pairs, nrow(weights)), log_lik = log_lik)
}

# The same where all evaluators have the same size and noise, as far as these are not known.
panel_posterior_together <- function(likelihood, population, grid) {
  evaluators <- length(likelihood)
  # A kind of evaluators is a pair, in which what is known is replaced by each one's own.
  kinds <- expand.grid(
    size = if (is.null(grid$known_size)) seq_along(grid$sizes) else 1L,
    noise = if (is.null(grid$known_noise)) seq_along(grid$noises) else 1L
  )
  pair_of <- function(k, j) {
    size <- if (is.null(grid$known_size)) kinds$size[k] else grid$known_size[j]
    noise <- if (is.null(grid$known_noise)) kinds$noise[k] else grid$known_noise[j]
    size + (noise - 1L) * length(grid$sizes)
  }
  joint <- vapply(seq_len(nrow(kinds)), FUN.VALUE = numeric(length(likelihood[[1]]$highest)), function(k) {
    of_evaluators <- lapply(seq_len(evaluators), function(j) {
      log(likelihood[[j]]$values[, pair_of(k, j)]) + likelihood[[j]]$highest
    })
    Reduce(`+`, of_evaluators) +
      if (is.null(grid$known_noise)) log(population$noise[kinds$noise[k]]) else 0
  })
  joint <- matrix(joint, ncol = nrow(kinds))
  highest <- max(joint)
  joint <- exp(joint - highest)
  total <- sum(joint)
  of_kind <- colSums(joint) / total
  pairs <- matrix(0, nrow(grid$pairs), evaluators)
  for (j in seq_len(evaluators)) {
    for (k in seq_len(nrow(kinds))) pairs[pair_of(k, j), j] <- pairs[pair_of(k, j), j] + of_kind[k]
  }
  sizes <- if (is.null(grid$known_size)) length(grid$sizes) else 1
  list(ranking = rowSums(joint) / total, pairs = pairs, log_lik = highest + log(total) - log(sizes))
}

# Pseudo-evaluators, spread evenly, keep all sizes possible.
next_population <- function(pairs, grid) {
  counts <- rowSums(pairs)
  size <- tapply(counts, grid$pairs$size, sum)
  noise <- tapply(counts, grid$pairs$noise, sum)
  fit <- as.vector(noise %*% log(grid$populations$shares)) + grid$populations$log_prior
  list(
    size = as.vector(size + pseudo_evaluators / length(size)) / (ncol(pairs) + pseudo_evaluators),
    noise = grid$populations$shares[, which.max(fit)]
  )
}
