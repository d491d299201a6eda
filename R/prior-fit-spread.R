# The spread of the scores by position, beside that of the fitted model: what shows at a glance whether the model fits.

score_spread <- function(scores, evaluators) {
  positions <- sort(unique(scores$position))
  at <- match(scores$position, positions)
  count <- tabulate(at, length(positions))
  mean_by_position <- function(values) as.vector(rowsum(values, at)) / count
  middle <- if (scores$bins > 0) (scores$bin - 0.5) / scores$bins else scores$value
  squared <- (middle - 0.5)^2
  variance <- mean_by_position(squared)
  # The delta method. One score has no spread to speak of.
  error <- sqrt(pmax(mean_by_position(squared^2) - variance^2, 0) / pmax(count - 1, 1)) / (2 * sqrt(variance))
  error[!(count > 1 & variance > 0)] <- NA
  fitted <- sqrt(fitted_variance(scores, evaluators, positions))
  list2DF(list(position = positions, scores = count, sd = sqrt(variance), se = error, fitted = fitted))
}

# Mean over evaluators, where these have sizes of their own.
fitted_variance <- function(scores, evaluators, positions) {
  known <- !is.na(evaluators$noise)
  size <- evaluators$prior_size[known]
  noise <- evaluators$noise[known]
  kind <- match(complex(real = size, imaginary = noise), complex(real = size, imaginary = noise))
  first <- unique(kind)
  weight <- tabulate(match(kind, first), length(first))
  variances <- vapply(first, FUN.VALUE = numeric(length(positions)), function(k) {
    model_variance(positions, size[k], noise[k], scores$bins, scores$uniform)
  })
  as.vector(matrix(variances, length(positions)) %*% weight) / sum(weight)
}

# Variance of a score about one half, which is its mean. For bins, that of their middles.
model_variance <- function(position, prior_size, noise, bins, uniform) {
  if (bins == 0) {
    size <- prior_size + position
    spread <- ifelse(is.infinite(size), 1, (size - 1) / (size + 1)) / 12
    return(spread + if (uniform) noise^2 / 3 else noise^2)
  }
  # Every bin at every position, as if an evaluator had given that score alone.
  bin <- seq_len(bins)
  all <- expand.grid(bin = bin, position = position)
  scores <- score_table(all$position, as.double(all$bin), all$bin, 0:nrow(all), bins, uniform)
  log_p <- matrix(cpp_evaluator_log_likelihood(scores, prior_size, noise), bins)
  apply(log_p, 2, function(own) sum(exp(own) * ((bin - 0.5) / bins - 0.5)^2))
}

# What the spread is taken about.
spread_centre <- function(fit) if (is_marks(fit$evaluations)) "the evaluator's mean" else "one half"
