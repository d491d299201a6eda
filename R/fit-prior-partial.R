# Partial pooling: the prior sizes of the evaluators come from a common distribution on a grid of sizes, which is
# estimated with them (empirical Bayes). Few scores of one evaluator then borrow from all the others.

mixing_sizes <- c(0:4, 6, 8, 11, 16, 23, 32, 45, 64, 91, 128, 181, 256, 512, 1024, Inf)

# `fit` is the pooled fit, whose noise is a good first guess: with sizes of their own the noise can only be smaller.
fit_partial <- function(fit, scores, level) {
  noise <- mixing_noise(scores, fit$noise)
  log_lik <- evaluator_log_lik(scores, noise)
  mixing <- mixing_weights(log_lik)
  posterior <- mixing$posterior
  quantile <- function(p) mixing_sizes[max.col(cumulate(posterior) >= p - 1e-9, ties.method = "first")]
  tail <- (1 - level) / 2
  each <- data.frame(prior_size = quantile(0.5), noise = noise, lower = quantile(tail), upper = quantile(1 - tail))
  partial <- list(
    log_lik = mixing$log_lik,
    df = length(mixing_sizes),
    mixing = data.frame(prior_size = mixing_sizes, weight = mixing$weight),
    each = each
  )
  fit[names(partial)] <- partial
  fit
}

cumulate <- function(rows) {
  for (k in seq_len(ncol(rows))[-1]) rows[, k] <- rows[, k - 1] + rows[, k]
  rows
}

# A row for each evaluator, a column for each size.
evaluator_log_lik <- function(scores, noise) {
  cpp_marginal_by_evaluator(
    scores$position, scores$lower, scores$upper, scores$start, mixing_sizes, noise, scores$uniform
  )
}

# Some hundred evaluators tell the common noise well enough.
mixing_noise <- function(scores, pooled) {
  some <- first_evaluators(scores, 500L)
  profile <- function(log_noise) mixing_weights(evaluator_log_lik(some, exp(log_noise)), rounds = 50)$log_lik
  # Uniform noise that leaves an evaluator impossible at every size is out of the question.
  if (scores$uniform) profile <- finite_or(profile, -1e10)
  range <- log(c(max(scores$range[1], pooled / 8), pooled * 1.1))
  exp(stats::optimize(profile, range, maximum = TRUE, tol = 0.005)$maximum)
}

finite_or <- function(f, value) {
  function(x) {
    result <- f(x)
    if (is.finite(result)) result else value
  }
}

first_evaluators <- function(scores, n) {
  n <- min(n, length(scores$start) - 1L)
  rows <- seq_len(scores$start[n + 1])
  scores$position <- scores$position[rows]
  scores$lower <- scores$lower[rows]
  if (scores$bins > 0) scores$upper <- scores$upper[rows]
  scores$start <- scores$start[seq_len(n + 1)]
  scores
}

# The EM algorithm for the weights of a mixture with known parts. One pseudo-evaluator, spread evenly, keeps every size
# possible: with few evaluators nobody's interval may shrink to what the others had by chance.
mixing_weights <- function(log_lik, rounds = 500) {
  highest <- do.call(pmax, as.data.frame(log_lik))
  # Nothing fits: leave such an evaluator out of account.
  lost <- !is.finite(highest)
  relative <- exp(log_lik - ifelse(lost, 0, highest))
  relative[lost, ] <- 1
  sizes <- ncol(log_lik)
  weight <- rep(1 / sizes, sizes)
  for (round in seq_len(rounds)) {
    joint <- relative * rep(weight, each = nrow(relative))
    posterior <- joint / rowSums(joint)
    before <- weight
    weight <- (colSums(posterior) + 1 / sizes) / (nrow(relative) + 1)
    if (max(abs(weight - before)) < 1e-6) break
  }
  total <- rowSums(relative * rep(weight, each = nrow(relative)))
  list(weight = weight, posterior = posterior, log_lik = sum(log(total)) + sum(highest))
}
