# The model, simulated as the paper tells it: prior items are really there, in an array, and everything is counted.

# Relative ranks of items at `place` (their true places among all items, prior ones included), in order of presentation.
oracle_places_to_relative <- function(place, prior_place) {
  vapply(seq_along(place), function(t) sum(prior_place <= place[t]) + sum(place[seq_len(t)] <= place[t]), integer(1))
}

# Noiseless scores of one evaluator for items with these true ranks, in order of presentation.
oracle_noiseless <- function(rank, prior_size) {
  everyone <- seq_len(prior_size + length(rank))
  real <- sort(sample(everyone, length(rank)))
  prior <- setdiff(everyone, real)
  oracle_places_to_relative(real[rank], prior) / (prior_size + seq_along(rank) + 1)
}

# One replicate of the paper's simulation, and the errors of its two methods.
oracle_replicate <- function(n, delta, prior_size = 0, kendall = TRUE) {
  truth <- sample.int(n)
  scores <- oracle_noiseless(truth, prior_size) + runif(n, -delta, delta)
  rankings <- list(insertion = oracle_insertion(scores, prior_size), induced = oracle_induced(scores))
  lapply(rankings, function(ranking) {
    list(
      footrule = oracle_footrule(ranking, truth) / n^2,
      kendall = if (kendall) oracle_kendall(ranking, truth) / n^2,
      entrywise = abs(ranking - truth) / n
    )
  })
}

# The paper's simulation of one setting: mean and standard error by method and metric.
oracle_study <- function(n, delta, prior_size = 0, reps = 1000) {
  runs <- replicate(reps, oracle_replicate(n, delta, prior_size), simplify = FALSE)
  rows <- lapply(c("insertion", "induced"), function(method) {
    get <- function(metric) do.call(rbind, lapply(runs, function(run) run[[method]][[metric]]))
    entrywise <- get("entrywise")
    worst <- which.max(colMeans(entrywise))
    values <- list(footrule = get("footrule"), kendall = get("kendall"), max_entrywise = entrywise[, worst])
    data.frame(
      method = method, metric = names(values),
      mean = vapply(values, mean, numeric(1)), se = vapply(values, sd, numeric(1)) / sqrt(reps)
    )
  })
  do.call(rbind, rows)
}

# By how many of their combined standard errors two means lie apart.
standard_errors_apart <- function(a, b) (a$mean - b$mean) / sqrt(a$se^2 + b$se^2)

# Pearson's test of counts against probabilities, as a p-value.
chi_square_p <- function(counts, probabilities = rep(1 / length(counts), length(counts))) {
  expected <- sum(counts) * probabilities
  pchisq(sum((counts - expected)^2 / expected), length(counts) - 1, lower.tail = FALSE)
}

# What a study draws for its replicates, as methods of one's own get to see it.
study_draws <- function(design, reps, seed) {
  seen <- list()
  spy <- function(scores) {
    seen[[length(seen) + 1]] <<- scores
    rank(scores)
  }
  simulate_study(design, list(spy = spy), reps = reps, seed = seed)
  do.call(rbind, seen)
}

# One setting of a study, as the compiled code gets it.
setting_of <- function(...) seqjudge:::check_design(data.frame(...), NULL)[[1]]
