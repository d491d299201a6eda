# How often does the 95% interval of fit_prior() hold the true prior size? Takes about half an hour on one core:
#   R_LIBS=.lib Rscript bench/long/coverage.R [replicates] [file] [seed]
# The width of the intervals was settled with the seed 0: another one is an independent check.
# The simulator is written out in plain R, so that the study does not depend on the package it checks.

suppressPackageStartupMessages(library(seqjudge))

args <- commandArgs(trailingOnly = TRUE)
replicates <- if (length(args) > 0) as.integer(args[1]) else 1000L
file <- if (length(args) > 1) args[2] else ""
seed <- if (length(args) > 2) as.integer(args[3]) else 0L
evaluators <- 100L
items <- 20L
noise <- 0.05

# Relative ranks are independent and uniform; an infinite prior size makes noiseless scores uniform.
simulate_scores <- function(prior_size) {
  t <- rep(seq_len(items), each = evaluators)
  u <- runif(evaluators * items)
  noiseless <- if (is.infinite(prior_size)) u else (floor(u * (prior_size + t)) + 1) / (prior_size + t + 1)
  matrix(noiseless + rnorm(length(u), sd = noise), evaluators)
}

study <- function(prior_size, scores) {
  scale <- if (scores == "deciles") score_scale("bins", k = 10) else score_scale("identity")
  fits <- vapply(seq_len(replicates), FUN.VALUE = numeric(4), function(k) {
    set.seed(seed + 1000 * match(prior_size, c(0, 2, 8, 30, Inf)) + 10000 * (scores == "deciles") + 100000 * k)
    y <- simulate_scores(prior_size)
    if (scores == "deciles") y[] <- pmin(pmax(ceiling(10 * y), 1), 10)
    fit <- fit_prior(as_evaluations(y, items = "positions", scale = scale))
    c(fit$prior_size, fit$noise, fit$lower, fit$upper)
  })
  covered <- fits[3, ] <= prior_size & prior_size <= fits[4, ]
  data.frame(
    prior_size, scores,
    replicates = replicates,
    covered = mean(covered),
    se = sqrt(mean(covered) * (1 - mean(covered)) / replicates),
    exact = mean(fits[1, ] == prior_size),
    median = stats::median(fits[1, ]),
    noise = mean(fits[2, ])
  )
}

for (scores in c("continuous", "deciles")) {
  for (prior_size in c(8, 30, Inf, 2, 0)) {
    row <- study(prior_size, scores)
    line <- sprintf(
      "%-10s prior %4s: covered %.3f (se %.3f), exact %.3f, median %s, noise %.4f\n",
      scores, format(prior_size), row$covered, row$se, row$exact, format(row$median), row$noise
    )
    cat(line)
    if (file != "") cat(line, file = file, append = TRUE)
  }
}
