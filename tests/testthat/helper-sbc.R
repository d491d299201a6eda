# Simulation-based calibration of the whole panel model. A truth is drawn from the prior (ranking, shares of the prior
# sizes, population of the noise, evaluators), scores are drawn from the truth by the model itself, with prior items
# that are really there, and the truth must then lie anywhere among the draws of the posterior with equal chances.

# Scores of one evaluator, who has `size` prior items in mind and sees the items in the order given, by rank.
sbc_scores <- function(ranking, size, noise) {
  n <- length(ranking)
  if (is.infinite(size)) {
    return(sort(stats::runif(n))[ranking] + stats::rnorm(n, sd = noise))
  }
  # Real and prior items are in random order of quality; the real ones keep theirs among themselves.
  quality <- sample.int(n + size)
  real <- sort(quality[seq_len(n)])[ranking]
  prior <- quality[-seq_len(n)]
  position <- seq_len(n)
  better <- vapply(position, function(t) sum(c(prior, real[seq_len(t)]) <= real[t]), numeric(1))
  better / (size + position + 1) + stats::rnorm(n, sd = noise)
}

# One replicate: the share of draws below the truth, ties broken at random, for ranks, sizes, noises and likelihood.
sbc_replicate <- function(n, evaluators, draws, thin) {
  grid <- list(
    sizes = panel_sizes, noises = panel_noises, known_size = NULL, known_noise = NULL, pooled = "partial",
    populations = noise_populations(panel_noises)
  )
  truth <- sample.int(n)
  # Shares drawn one evaluator at a time (Polya's urn).
  size <- integer()
  for (j in seq_len(evaluators)) {
    urn <- pseudo_evaluators / length(grid$sizes) + tabulate(size, length(grid$sizes))
    size <- c(size, sample.int(length(urn), 1, prob = urn))
  }
  population <- sample.int(length(grid$populations$log_prior), 1, prob = exp(grid$populations$log_prior))
  noise <- sample.int(length(grid$noises), evaluators, replace = TRUE, prob = grid$populations$shares[, population])
  seen <- replicate(evaluators, sample.int(n))
  score <- vapply(seq_len(evaluators), FUN.VALUE = numeric(n), function(j) {
    sbc_scores(truth[seen[, j]], grid$sizes[size[j]], grid$noises[noise[j]])
  })
  panel <- panel_table(seen, score, n)
  chain <- begin_chains(panel, grid, pilot_starts(panel, grid, 1L, draw_seed(), 1L), draw_seed())
  cpp_panel_advance(chain, 300L, 300L, 1, 1L)
  found <- cpp_panel_advance(chain, as.integer(draws * thin), thin, 1, 1L)
  place <- function(drawn, true) {
    sum(drawn < true) + sample.int(sum(drawn == true) + 1L, 1) - 1L
  }
  c(
    rank_1 = place(found$rank[1, , 1], truth[1]), rank_2 = place(found$rank[2, , 1], truth[2]),
    size_1 = place(found$size[1, , 1], size[1]), noise_1 = place(found$noise[1, , 1], noise[1]),
    mean_size = place(colMeans(matrix(found$size, evaluators)), mean(size)),
    mean_noise = place(colMeans(matrix(found$noise, evaluators)), mean(noise)),
    # How far the ranking goes along with the first evaluator's order.
    first_order = place(
      colSums(matrix(found$rank, n)[seen[, 1], ] * seq_len(n)), sum(truth[seen[, 1]] * seq_len(n))
    )
  )
}

# P-values of chi-square tests of uniform places.
sbc_test <- function(places, draws, cells = 10) {
  apply(places, 1, function(place) {
    counts <- tabulate(1 + floor(place * cells / (draws + 1)), cells)
    stats::chisq.test(counts)$p.value
  })
}
