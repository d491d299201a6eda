# Panels of many items: Markov chains over the ranking and the evaluators, or a search for the best ranking.

# The grid as the core has it.
chain_grid <- function(grid) {
  # Evaluators who are alike or have nothing in common come from one known population.
  one <- !identical(grid$pooled, "partial")
  list(
    sizes = grid$sizes,
    noises = grid$noises,
    log_shares = log(if (one) as.matrix(first_population(grid)$noise) else grid$populations$shares),
    log_prior = if (one) 0 else grid$populations$log_prior,
    # So many evaluators that those of the panel do not count.
    pseudo = if (one) 1e12 else pseudo_evaluators / length(grid$sizes),
    sizes_known = !is.null(grid$known_size),
    noises_known = !is.null(grid$known_noise),
    common = isTRUE(grid$pooled)
  )
}

# Chains tend to stay with the explanation they begin with: judges with much experience and a ranking near that of the
# mean raw scores, or judges with little and a ranking far from it. So beginnings are made for judges with so much
# experience each.
pilot_sizes <- c(0, 2, 6, 16, 48, Inf)

# Where chains begin, a column for each of the sizes: the mean corrected ranking for judges of that size, these judges,
# and so much noise that no ranking is out of reach.
chain_starts <- function(panel, grid, sizes) {
  evaluators <- length(panel$start) - 1L
  middle <- which.min(abs(grid$noises - 0.16))
  of_size <- function(size) which.min(abs(log1p(pmin(grid$sizes, 1e4)) - log1p(min(size, 1e4))))
  size <- vapply(sizes, FUN.VALUE = integer(evaluators), function(s) {
    grid$known_size %||% rep(of_size(s), evaluators)
  })
  order <- vapply(seq_along(sizes), FUN.VALUE = integer(panel$items), function(k) {
    starting_order(panel, grid$sizes[matrix(size, evaluators)[, k]])
  })
  noise <- vapply(sizes, FUN.VALUE = integer(evaluators), function(s) grid$known_noise %||% rep(middle, evaluators))
  list(order = matrix(order, panel$items), size = matrix(size, evaluators), noise = matrix(noise, evaluators))
}

# Items by the mean of their corrected ranks.
starting_order <- function(panel, sizes) {
  share <- rep(NA_real_, length(panel$value))
  scored <- which(!is.na(panel$value))
  who <- rep(seq_along(sizes), diff(panel$start))[scored]
  for (rows in split(scored, who)) {
    j <- findInterval(rows[1] - 1, panel$start)
    # A calibrated evaluator's score is the share itself, also where it is one of few.
    if (is.infinite(sizes[j])) {
      share[rows] <- panel$value[rows]
      next
    }
    # Scores far outside the scale are clamped, which the user has been told of.
    rank <- insertion_ranking(panel$value[rows], sizes[j], scale = score_scale("identity"))
    share[rows] <- rank / (length(rows) + 1)
  }
  mean_share <- tapply(share, factor(panel$item, seq_len(panel$items)), mean, na.rm = TRUE)
  mean_share[is.na(mean_share)] <- 0.5
  order(mean_share)
}

# So many draws from each chain.
draw_panels <- function(chains, count, threads) cpp_panel_advance(chains, count, 1L, 1, threads)

begin_chains <- function(panel, grid, starts, seed) {
  cpp_panel_begin(panel, chain_grid(grid), starts$order, starts$size, starts$noise, seed)
}

# Short chains from all beginnings. Those that count start where these have come to, more often where the posterior
# density is higher.
pilot_starts <- function(panel, grid, chains, seed, threads, rounds = 80L) {
  starts <- chain_starts(panel, grid, pilot_sizes)
  found <- draw_panels(begin_chains(panel, grid, starts, seed), rounds, threads)
  height <- colMeans(utils::tail(found$log_posterior, rounds %/% 4))
  # Flatter than the posterior: chains that begin apart tell more about whether they have mixed.
  weight <- exp((height - max(height)) / 4)
  chosen <- with_seed(seed %% .Machine$integer.max, sample.int(length(weight), chains, replace = TRUE, prob = weight))
  last <- function(values) matrix(values[, rounds, chosen], dim(values)[1])
  ranks <- last(found$rank)
  list(order = matrix(apply(ranks, 2, order), panel$items), size = last(found$size), noise = last(found$noise))
}

fit_panel_by_chains <- function(panel, grid, settings) {
  draws <- panel_chains(panel, grid, settings)
  fit <- summarise_chains(draws, panel, grid)
  density <- array(draws$log_posterior, c(1, dim(draws$log_posterior)))
  fit$diagnostics <- rbind(
    chain_diagnostics(draws$rank, panel$names, threads = settings$threads), chain_diagnostics(density, "log posterior")
  )
  warn_mixing(fit$diagnostics, least = 100 * settings$chains)
  fit
}

panel_chains <- function(panel, grid, settings) {
  starts <- pilot_starts(panel, grid, settings$chains, settings$seed, settings$threads, settings$pilot %||% 80L)
  # Streams of random numbers other than those of the short chains.
  chains <- begin_chains(panel, grid, starts, with_seed(settings$seed %% .Machine$integer.max, draw_seed()))
  warmup <- ceiling(settings$iterations / 2)
  blocks <- 40L
  total <- warmup + settings$iterations
  bar <- if (settings$progress) cli::cli_progress_bar("Sampling rankings", total = total)
  run <- function(rounds) {
    # In blocks, so that the bar moves on.
    sizes <- diff(unique(round(seq(0, rounds, length.out = min(blocks, rounds) + 1))))
    lapply(sizes, function(size) {
      draws <- draw_panels(chains, size, settings$threads)
      if (settings$progress) cli::cli_progress_update(size, id = bar)
      draws
    })
  }
  run(warmup)
  parts <- run(settings$iterations)
  if (settings$progress) cli::cli_progress_done(id = bar)
  join_draws(parts)
}

summarise_chains <- function(draws, panel, grid) {
  ranks <- matrix(draws$rank, panel$items)
  list(
    ranks = t(ranks),
    probability = rep(1 / ncol(ranks), ncol(ranks)),
    pairs = pair_shares(draws, grid),
    population = drawn_population(draws, grid),
    log_lik = NA_real_,
    draws = draws
  )
}

# Arrays of item or evaluator x round x chain, from those of the blocks.
join_draws <- function(parts) {
  join <- function(name) {
    arrays <- lapply(parts, function(part) aperm(part[[name]], c(1, 3, 2)))
    size <- dim(arrays[[1]])[1:2]
    joined <- array(unlist(arrays), c(size, sum(vapply(arrays, function(a) dim(a)[3], integer(1)))))
    aperm(joined, c(1, 3, 2))
  }
  list(
    rank = join("rank"),
    size = join("size"),
    noise = join("noise"),
    log_posterior = do.call(rbind, lapply(parts, `[[`, "log_posterior"))
  )
}

# How often each evaluator (columns) had each pair of size and noise (rows).
pair_shares <- function(draws, grid) {
  size <- matrix(draws$size, dim(draws$size)[1])
  noise <- matrix(draws$noise, dim(draws$noise)[1])
  pair <- size + (noise - 1L) * length(grid$sizes)
  shares <- apply(pair, 1, tabulate, nbins = nrow(grid$pairs)) / ncol(pair)
  matrix(shares, nrow(grid$pairs))
}

drawn_population <- function(draws, grid) {
  share <- function(number, count) tabulate(number, count) / length(number)
  evaluators <- dim(draws$size)[1]
  size <- share(draws$size, length(grid$sizes)) * evaluators
  # One size for all has a posterior distribution, and no population.
  if (isTRUE(grid$pooled)) {
    return(list(size = size / evaluators, noise = share(draws$noise, length(grid$noises))))
  }
  list(
    size = (size + pseudo_evaluators / length(size)) / (evaluators + pseudo_evaluators),
    noise = share(draws$noise, length(grid$noises))
  )
}

# Local search: chains that cool down, and go on until nothing gets better; the best of them counts.
fit_panel_by_search <- function(panel, grid, settings) {
  starts <- chain_starts(panel, grid, rep_len(c(0, 6, Inf, 24, 2), settings$chains))
  chains <- begin_chains(panel, grid, starts, settings$seed)
  cooling <- c(rep(1, 4), 0.5, 0.25, 0.1)
  for (temperature in cooling) cpp_panel_advance(chains, 1L, 1L, temperature, settings$threads)
  best <- -Inf
  repeat {
    found <- cpp_panel_advance(chains, 2L, 2L, 0, settings$threads)
    better <- max(found$log_posterior) - best
    best <- max(found$log_posterior)
    # Two rankings whose log density differs by less are about as good.
    if (better < 0.1) break
  }
  winner <- which.max(found$log_posterior)
  found <- lapply(found[c("rank", "size", "noise")], function(a) a[, 1, winner, drop = FALSE])
  list(
    ranks = t(matrix(found$rank, panel$items)),
    probability = 1,
    pairs = pair_shares(found, grid),
    population = drawn_population(found, grid),
    log_lik = NA_real_
  )
}
