# Oracles for the likelihood of prior size and noise: the plain sums of the model, one term at a time.

# Scores at the very end of uniform noise are possible, whatever the last digit says.
noise_density <- function(e, noise, type) {
  if (type == "normal") dnorm(e, sd = noise) else (abs(e) <= noise + 1e-13) / (2 * noise)
}

noise_below <- function(e, noise, type) if (type == "normal") pnorm(e, sd = noise) else punif(e, -noise, noise)

# The density of a score, or the probability of a bin, given the noiseless score.
score_likelihood <- function(score, noiseless, noise, type, bins = 0) {
  if (bins == 0) {
    return(noise_density(score - noiseless, noise, type))
  }
  lower <- if (score == 1) -Inf else (score - 1) / bins
  upper <- if (score == bins) Inf else score / bins
  noise_below(upper - noiseless, noise, type) - noise_below(lower - noiseless, noise, type)
}

# Mean over all relative ranks, at each position; unscored items say nothing.
oracle_marginal <- function(scores, prior_size, noise, type = "normal", bins = 0, positions = seq_along(scores)) {
  factors <- vapply(which(!is.na(scores)), FUN.VALUE = numeric(1), function(i) {
    size <- prior_size + positions[i]
    mean(score_likelihood(scores[i], seq_len(size) / (size + 1), noise, type, bins))
  })
  prod(factors)
}

# The limit of an infinite prior size: noiseless scores uniform on 0 to 1.
oracle_marginal_limit <- function(scores, noise, type = "normal", bins = 0) {
  factors <- vapply(scores[!is.na(scores)], FUN.VALUE = numeric(1), function(score) {
    f <- function(x) score_likelihood(score, x, noise, type, bins)
    cuts <- sort(unique(pmin(pmax(c(0, 1, score + c(-8, -1, 0, 1, 8) * noise, 0:bins / max(bins, 1)), 0), 1)))
    pieces <- Map(function(a, b) integrate(f, a, b, rel.tol = 1e-11)$value, cuts[-length(cuts)], cuts[-1])
    sum(unlist(pieces))
  })
  prod(factors)
}

# Every non-decreasing path of length n in 0..prior_size, one per row.
all_paths <- function(n, prior_size) {
  paths <- as.matrix(expand.grid(rep(list(0:prior_size), n)))
  rising <- apply(paths, 1, function(path) all(diff(path) >= 0))
  unname(paths[rising, , drop = FALSE])
}

# The likelihood given the ranking, by summing over every way in which the prior items may lie between the real ones.
oracle_given_ranking <- function(scores, ranking, prior_size, noise, type = "normal", bins = 0) {
  n <- length(scores)
  relative <- oracle_relative_ranks(ranking)
  paths <- all_paths(n, prior_size)
  per_path <- apply(paths, 1, function(below) {
    factors <- vapply(seq_len(n), FUN.VALUE = numeric(1), function(t) {
      if (is.na(scores[t])) {
        return(1)
      }
      noiseless <- (relative[t] + below[ranking[t]]) / (prior_size + t + 1)
      score_likelihood(scores[t], noiseless, noise, type, bins)
    })
    prod(factors)
  })
  mean(per_path)
}

# Scores as the model has them, in a matrix with one evaluator per row.
simulated_scores <- function(evaluators, items, prior_size, noise) {
  t <- rep(seq_len(items), each = evaluators)
  u <- runif(evaluators * items)
  noiseless <- if (is.infinite(prior_size)) u else (floor(u * (prior_size + t)) + 1) / (prior_size + t + 1)
  matrix(noiseless + rnorm(length(u), sd = noise), evaluators)
}

as_deciles <- function(scores) {
  scores[] <- pmin(pmax(ceiling(10 * scores), 1), 10)
  scores
}

evaluations_of <- function(scores, scale = score_scale("identity")) {
  as_evaluations(scores, items = "positions", scale = scale)
}

deciles <- function() score_scale("bins", k = 10)
