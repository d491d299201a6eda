# Partial pooling: the prior sizes of the evaluators come from a common distribution on a grid of sizes, and their noise
# from one on a few levels about the pooled noise. Both distributions are drawn with them, so that an evaluator with few
# scores borrows from all the others, as far as these can tell.

mixing_sizes <- c(0:4, 6, 8, 11, 16, 23, 32, 45, 64, 91, 128, 181, 256, 512, 1024, Inf)

# Each stands for the whole numbers that are nearer to it, on the scale of log(1 + size), than to the others.
mixing_ends <- local({
  finite <- mixing_sizes[is.finite(mixing_sizes)]
  middle <- expm1((log1p(finite[-1]) + log1p(finite[-length(finite)])) / 2)
  list(lower = c(0, ceiling(middle), Inf), upper = c(floor(middle), max(finite), Inf))
})

# Sizes of their own leave less to the noise than one size for all did.
mixing_levels <- 2^seq(-2.5, 1, by = 0.5)

# What is known of the population beforehand counts as so many evaluators.
mixing_pseudo <- 1

# Evaluators are taken in blocks, to keep the memory within bounds; so many are enough to learn the population from.
mixing_block <- 5000L
mixing_learners <- 400L

fit_partial <- function(fit, scores, level) {
  levels <- unique(pmax(fit$noise * mixing_levels, scores$range[1]))
  evaluators <- length(scores$start) - 1L
  learners <- unique(round(seq.int(1, evaluators, length.out = min(evaluators, mixing_learners))))
  draws <- population_draws(evaluator_log_lik(some_scores(scores, learners), levels))
  blocks <- split(seq_len(evaluators), (seq_len(evaluators) - 1L) %/% mixing_block)
  each <- lapply(blocks, function(block) {
    log_lik <- evaluator_log_lik(some_scores(scores, block), levels)
    summarise_mixture(log_lik, draws, levels, level)
  })
  each <- do.call(rbind, unname(each))
  partial <- list(
    log_lik = sum(each$log_lik),
    df = length(mixing_sizes) + length(levels) - 2L,
    mixing = data.frame(prior_size = mixing_sizes, weight = rowMeans(draws$size)),
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

# Draws of the population given the evaluators: the shares of the sizes and of the levels of noise, with Dirichlet
# priors. In turn every evaluator's size and level are drawn given the shares, and the shares given these. Columns are
# draws. The seed is fixed, so that a fit never depends on luck.
population_draws <- function(log_lik, warmup = 100L, draws = 60L, thin = 5L) {
  parts <- relative_likelihood(log_lik)$parts
  likelihood <- t(do.call(cbind, parts))
  sizes <- length(mixing_sizes)
  base <- list(
    size = mixing_pseudo * prior_size_weights(mixing_sizes),
    level = rep(mixing_pseudo / length(parts), length(parts))
  )
  now <- list(size = base$size / mixing_pseudo, level = base$level / mixing_pseudo)
  kept <- list(size = matrix(0, sizes, draws), level = matrix(0, length(parts), draws))
  of_size <- rep(seq_len(sizes), length(parts))
  of_level <- rep(seq_along(parts), each = sizes)
  with_seed(1L, {
    for (round in seq_len(warmup + thin * draws)) {
      cell <- draw_cells(likelihood * (now$size[of_size] * now$level[of_level]))
      now$size <- draw_shares(base$size + tabulate(of_size[cell], sizes))
      now$level <- draw_shares(base$level + tabulate(of_level[cell], length(parts)))
      keep <- (round - warmup) / thin
      if (keep >= 1 && keep == round(keep)) {
        kept$size[, keep] <- now$size
        kept$level[, keep] <- now$level
      }
    }
  })
  kept
}

# The row of one cell of each column, with probabilities in proportion to the weights.
draw_cells <- function(weight) {
  columns <- ncol(weight)
  total <- cumsum(weight / rep(colSums(weight), each = nrow(weight)))
  at <- findInterval(seq_len(columns) - stats::runif(columns), total, left.open = TRUE) + 1
  pmin(pmax(at - (seq_len(columns) - 1) * nrow(weight), 1), nrow(weight))
}

# From a Dirichlet distribution. Shapes may be so small that a draw is zero in all digits.
draw_shares <- function(shape) {
  share <- stats::rgamma(length(shape), shape) + 1e-300
  share / sum(share)
}

# Averaged over the draws of the population. An evaluator's size is the posterior median: a whole number, even where
# much of the weight is on Inf.
summarise_mixture <- function(log_lik, draws, levels, level) {
  likelihood <- relative_likelihood(log_lik)
  all <- do.call(cbind, likelihood$parts)
  evaluators <- nrow(all)
  cells <- vapply(seq_len(ncol(draws$size)), FUN.VALUE = numeric(ncol(all)), function(d) {
    as.vector(outer(draws$size[, d], draws$level[, d]))
  })
  total <- all %*% cells
  # Mean over the draws of likelihood times share, each divided by its total.
  joint <- all * ((1 / total) %*% t(cells)) / ncol(cells)
  posterior <- Reduce(`+`, lapply(seq_along(levels), function(k) {
    joint[, (k - 1) * length(mixing_sizes) + seq_along(mixing_sizes), drop = FALSE]
  }))
  of_level <- vapply(seq_along(levels), FUN.VALUE = numeric(evaluators), function(k) {
    rowSums(joint[, (k - 1) * length(mixing_sizes) + seq_along(mixing_sizes), drop = FALSE])
  })
  for (k in seq_along(mixing_sizes)[-1]) posterior[, k] <- posterior[, k - 1] + posterior[, k]
  quantile <- function(p) max.col(posterior >= p - 1e-9, ties.method = "first")
  tail <- (1 - level) / 2
  data.frame(
    prior_size = mixing_sizes[quantile(0.5)],
    noise = exp(as.vector(matrix(of_level, evaluators) %*% log(levels))),
    lower = mixing_ends$lower[quantile(tail)],
    upper = mixing_ends$upper[quantile(1 - tail)],
    log_lik = log(rowMeans(total)) + likelihood$highest
  )
}
