# Speed of fit_prior(): seconds for the size of the paper's experiments, and for 2 million scores as a ratio against one
# pass of pnorm() over them, medians of interleaved runs: make bench.

source("bench/lib/timing.R")

simulate_scores <- function(evaluators, items, prior_size, noise = 0.05) {
  t <- rep(seq_len(items), each = evaluators)
  noiseless <- (floor(runif(evaluators * items) * (prior_size + t)) + 1) / (prior_size + t + 1)
  matrix(noiseless + rnorm(evaluators * items, sd = noise), evaluators)
}

set.seed(1)
small <- simulate_scores(240, 5, 8)
truth <- c(replicate(240, sample(5)))
continuous <- as_evaluations(small, items = "positions", scale = score_scale("identity"))
deciles <- small
deciles[] <- pmin(pmax(ceiling(10 * small), 1), 10)
deciles <- as_evaluations(deciles, items = "positions", scale = score_scale("bins", k = 10))
times <- seconds(
  deciles = fit_prior(deciles), continuous = fit_prior(continuous),
  uniform = fit_prior(continuous, noise_type = "uniform"),
  truth = fit_prior(deciles, truth = truth), partial = fit_prior(deciles, pooled = "partial"),
  each = fit_prior(deciles, pooled = FALSE), repeats = 5
)
report("240 x 5 in deciles, seconds", times[["deciles"]], 0.2)
report("240 x 5 continuous, seconds", times[["continuous"]], 0.2)
report("240 x 5 continuous, uniform noise, seconds", times[["uniform"]])
report("240 x 5 in deciles with known truth, seconds", times[["truth"]])
report("240 x 5 in deciles, partially pooled, seconds", times[["partial"]])
report("240 x 5 in deciles, each evaluator alone, seconds", times[["each"]])

many <- as_evaluations(simulate_scores(1e5, 20, 8), items = "positions", scale = score_scale("identity"))
times <- seconds(pnorm = pnorm(many$score), fit = fit_prior(many), repeats = 3)
report("100,000 x 20 continuous / pnorm() of the scores", times[["fit"]] / times[["pnorm"]], 60)
