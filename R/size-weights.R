# What is supposed of prior size and noise before the scores of an evaluator are seen, where scores are shares: see the
# help page seqjudge-priors.

# No correction has this probability; otherwise log(1 + size) is exponential with this mean.
calibrated_weight <- 1 / 3
mean_log_size <- 1.5

# The probability that each of the sizes, in rising order, stands for: that of the numbers nearer to it, on the scale of
# log(1 + size), than to the others. They sum to 1.
finite_size_weights <- function(sizes) {
  place <- log1p(sizes)
  middle <- (place[-1] + place[-length(place)]) / 2
  diff(c(0, 1 - exp(-middle / mean_log_size), 1))
}

# The weights of the sizes, Inf among them or not, or those that the user gave: a vector named by size.
prior_size_weights <- function(sizes, size_prior = NULL) {
  if (!is.null(size_prior)) {
    return(unname(size_prior[match(sizes, as.double(names(size_prior)))]) / sum(size_prior))
  }
  finite <- is.finite(sizes)
  weight <- rep(calibrated_weight, length(sizes))
  weight[finite] <- (1 - calibrated_weight) * finite_size_weights(sizes[finite])
  weight / sum(weight)
}

# Centre and spread, on the log scale, of the log-normal prior of the noise. That of uniform noise is a half-width, and
# so larger by a factor for the same standard deviation.
noise_prior <- function(noise_type) c(0.16 * if (noise_type == "uniform") sqrt(3) else 1, 0.9)

# Any statistic makes a valid test of the order. This one is the likelihood averaged over these sizes and noises.
order_sizes <- c(0, 1, 2, 3, 5, 8, 12, 20, 35, 60)
order_noises <- 0.01 * 2^(0:5)

order_grid <- local({
  pairs <- expand.grid(size = order_sizes, noise = order_noises)
  weight <- finite_size_weights(order_sizes)[match(pairs$size, order_sizes)] *
    stats::dnorm(log(pairs$noise), log(noise_prior("normal")[1]), noise_prior("normal")[2])
  pairs$log_weight <- log(weight / sum(weight))
  as.list(pairs)
})

check_size_prior <- function(size_prior, x, method, call) {
  if (is.null(size_prior)) {
    return(NULL)
  }
  if (method != "likelihood" || is_marks(x)) {
    stop_value(
      "{.arg size_prior} must be left out unless scores are shares and {.code method = \"likelihood\"}.",
      "size_prior", call, NULL
    )
  }
  size <- suppressWarnings(as.double(names(size_prior)))
  if (!is_plain_numeric(size_prior) || length(size_prior) == 0 || !are_sizes(size, length(size_prior))) {
    stop_type(
      "{.arg size_prior} must be a numeric vector named by prior sizes, as in {.code c(\"0\" = 1, \"Inf\" = 1)}.",
      "size_prior", call
    )
  }
  check_numbers(size_prior, "size_prior", call, "hold numbers above 0", number_above(0))
  size_prior[order(size)]
}

# So many different prior sizes: whole numbers from 0, or Inf.
are_sizes <- function(size, count) {
  length(size) == count && !anyNA(size) && all(size >= 0 & size == round(size)) && anyDuplicated(size) == 0
}
