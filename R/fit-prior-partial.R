# Partial pooling: the prior sizes of the evaluators come from a common distribution on a grid of sizes, and their noise
# from one on a few levels about the pooled noise. Both distributions are estimated with them (empirical Bayes), so that
# an evaluator with few scores borrows from all the others.

mixing_sizes <- c(0:4, 6, 8, 11, 16, 23, 32, 45, 64, 91, 128, 181, 256, 512, 1024, Inf)

# Sizes of their own leave less to the noise than one size for all did.
mixing_levels <- 2^c(-2, -1.5, -1, -0.5, 0, 0.5)

# Evaluators are taken in blocks, to keep the memory within bounds; so many are enough to learn the distributions from.
mixing_block <- 5000L

fit_partial <- function(fit, scores, level) {
  levels <- pmax(fit$noise * mixing_levels, scores$range[1])
  evaluators <- length(scores$start) - 1L
  learnt_from <- unique(round(seq.int(1, evaluators, length.out = min(evaluators, mixing_block))))
  mixing <- mixing_weights(evaluator_log_lik(some_scores(scores, learnt_from), levels))
  blocks <- split(seq_len(evaluators), (seq_len(evaluators) - 1L) %/% mixing_block)
  each <- lapply(blocks, function(block) {
    log_lik <- evaluator_log_lik(some_scores(scores, block), levels)
    summarise_mixture(log_lik, mixing, levels, level)
  })
  each <- do.call(rbind, each)
  partial <- list(
    log_lik = sum(each$log_lik),
    df = length(mixing_sizes) + length(mixing_levels) - 2L,
    mixing = data.frame(prior_size = mixing_sizes, weight = mixing$size),
    each = each[c("prior_size", "noise", "lower", "upper")]
  )
  fit[names(partial)] <- partial
  fit
}

# Log-likelihoods of the evaluators: rows are evaluators, columns sizes, and there is a matrix for each level of noise.
evaluator_log_lik <- function(scores, levels) {
  lapply(levels, function(noise) cpp_evaluator_log_likelihood(scores, mixing_sizes, noise))
}

# Likelihoods relative to the largest of each evaluator, which is kept as well.
relative_likelihood <- function(log_lik) {
  highest <- do.call(pmax, lapply(log_lik, function(m) do.call(pmax, as.data.frame(m))))
  # Uniform noise may leave no size possible; then nothing is learnt from the evaluator.
  possible <- is.finite(highest)
  highest[!possible] <- 0
  relative <- lapply(log_lik, function(m) {
    m <- exp(m - highest)
    m[!possible, ] <- 1
    m
  })
  list(parts = relative, highest = highest)
}

# The EM algorithm for the weights of sizes and levels. One pseudo-evaluator, spread evenly, keeps all of them possible:
# with few evaluators nobody's interval may shrink to what the others had by chance.
mixing_weights <- function(log_lik, rounds = 500) {
  parts <- relative_likelihood(log_lik)$parts
  evaluators <- nrow(parts[[1]])
  size <- rep(1 / length(mixing_sizes), length(mixing_sizes))
  level <- rep(1 / length(parts), length(parts))
  smooth <- function(counts) (counts + 1 / length(counts)) / (evaluators + 1)
  for (round in seq_len(rounds)) {
    joint <- Map(function(part, weight) part * rep(weight * size, each = evaluators), parts, level)
    total <- Reduce(`+`, lapply(joint, rowSums))
    counts <- vapply(joint, function(part) colSums(part / total), numeric(length(size)))
    before <- size
    size <- smooth(rowSums(counts))
    level <- smooth(colSums(counts))
    if (max(abs(size - before)) < 1e-5) break
  }
  list(size = size, level = level)
}

# An evaluator's size is the posterior median: a whole number, even where much of the weight is on Inf.
summarise_mixture <- function(log_lik, mixing, levels, level) {
  likelihood <- relative_likelihood(log_lik)
  evaluators <- length(likelihood$highest)
  weigh <- function(part, weight) part * rep(weight * mixing$size, each = evaluators)
  joint <- Map(weigh, likelihood$parts, mixing$level)
  total <- Reduce(`+`, lapply(joint, rowSums))
  cumulative <- Reduce(`+`, joint) / total
  for (k in seq_along(mixing_sizes)[-1]) cumulative[, k] <- cumulative[, k - 1] + cumulative[, k]
  quantile <- function(p) mixing_sizes[max.col(cumulative >= p - 1e-9, ties.method = "first")]
  of_level <- matrix(vapply(joint, rowSums, numeric(evaluators)), evaluators) / total
  tail <- (1 - level) / 2
  data.frame(
    prior_size = quantile(0.5),
    noise = exp(as.vector(of_level %*% log(levels))),
    lower = quantile(tail),
    upper = quantile(1 - tail),
    log_lik = log(total) + likelihood$highest
  )
}
