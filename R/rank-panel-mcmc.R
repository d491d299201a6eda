# Panels of many items: Markov chains over the ranking and the evaluators, or a search for the best ranking.

# The grid as the core has it.
chain_grid <- function(grid) {
  list(
    sizes = grid$sizes,
    noises = grid$noises,
    log_shares = log(grid$populations$shares),
    log_prior = grid$populations$log_prior,
    pseudo = pseudo_evaluators / length(grid$sizes),
    sizes_known = !is.null(grid$known_size),
    noises_known = !is.null(grid$known_noise)
  )
}

# Where chains begin, a column for each: the ranking by mean score, shaken more from chain to chain; sizes anywhere
# below the largest, and so much noise that no ranking is out of reach.
chain_starts <- function(panel, grid, chains, shake) {
  evaluators <- length(panel$start) - 1L
  mean_score <- tapply(panel$score, factor(panel$item, seq_len(panel$items)), mean, na.rm = TRUE)
  mean_score[is.na(mean_score)] <- 0.5
  order <- vapply(seq_len(chains), FUN.VALUE = integer(panel$items), function(c) {
    order(mean_score + stats::rnorm(panel$items, sd = shake * (c - 1)))
  })
  middle <- which.min(abs(grid$noises - 0.16))
  size <- replicate(chains, grid$known_size %||% sample.int(min(length(grid$sizes), 12L), evaluators, replace = TRUE))
  noise <- replicate(chains, grid$known_noise %||% rep(middle, evaluators))
  list(
    order = matrix(order, panel$items), size = matrix(size, evaluators), noise = matrix(noise, evaluators)
  )
}

begin_chains <- function(panel, grid, chains, shake, seed) {
  # The seed governs where chains begin, too.
  starts <- with_seed(seed %% .Machine$integer.max, chain_starts(panel, grid, chains, shake))
  cpp_panel_begin(panel, chain_grid(grid), starts$order, starts$size, starts$noise, seed)
}

fit_panel_by_chains <- function(panel, grid, settings) {
  chains <- begin_chains(panel, grid, settings$chains, 0.1, settings$seed)
  warmup <- ceiling(settings$iterations / 2)
  blocks <- 40L
  total <- warmup + settings$iterations
  bar <- if (settings$progress) cli::cli_progress_bar("Sampling rankings", total = total)
  run <- function(rounds) {
    # In blocks, so that the bar moves on.
    sizes <- diff(unique(round(seq(0, rounds, length.out = min(blocks, rounds) + 1))))
    lapply(sizes, function(size) {
      draws <- cpp_panel_advance(chains, size, 1L, 1, settings$threads)
      if (settings$progress) cli::cli_progress_update(size, id = bar)
      draws
    })
  }
  run(warmup)
  parts <- run(settings$iterations)
  if (settings$progress) cli::cli_progress_done(id = bar)
  draws <- join_draws(parts)
  ranks <- matrix(draws$rank, panel$items)
  list(
    ranks = t(ranks),
    probability = rep(1 / ncol(ranks), ncol(ranks)),
    pairs = pair_shares(draws, grid),
    population = drawn_population(draws, grid),
    log_lik = NA_real_,
    draws = draws,
    diagnostics = panel_diagnostics(draws, panel$names)
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
  list(
    size = (size + pseudo_evaluators / length(size)) / (evaluators + pseudo_evaluators),
    noise = share(draws$noise, length(grid$noises))
  )
}

# R-hat and effective sample sizes of each item's rank and of the log posterior density.
panel_diagnostics <- function(draws, names) {
  if (!requireNamespace("posterior", quietly = TRUE)) {
    cli::cli_inform(
      "Install {.pkg posterior} to see how well the chains have mixed.",
      class = "seqjudge_message_posterior"
    )
    return(NULL)
  }
  values <- c(
    lapply(seq_along(names), function(i) matrix(draws$rank[i, , ], ncol = dim(draws$rank)[3])),
    list(draws$log_posterior)
  )
  # A rank that never changes has mixed as well as can be.
  constant <- vapply(values, function(v) all(v == v[1]), logical(1))
  measure <- function(f, certain) {
    result <- rep(certain, length(values))
    # Of very short chains it says that it caps its estimates; warn_mixing() will say what matters.
    result[!constant] <- suppressWarnings(vapply(values[!constant], f, numeric(1)))
    result
  }
  result <- data.frame(
    variable = c(names, "log posterior"),
    rhat = measure(posterior::rhat, 1),
    ess_bulk = measure(posterior::ess_bulk, length(draws$log_posterior)),
    ess_tail = measure(posterior::ess_tail, length(draws$log_posterior))
  )
  warn_mixing(result, ncol(draws$log_posterior))
  result
}

warn_mixing <- function(diagnostics, chains) {
  rhat <- max(diagnostics$rhat, na.rm = TRUE)
  ess <- min(diagnostics$ess_bulk, na.rm = TRUE)
  if (rhat > 1.05 || ess < 100 * chains) {
    cli::cli_warn(
      c(
        "The chains have not mixed well: the largest R-hat is {round(rhat, 2)}, the smallest effective sample size
          {round(ess)}.",
        i = "Use more {.arg iterations}."
      ),
      class = "seqjudge_warning_mixing"
    )
  }
}

# Local search: chains that cool down, and go on until nothing gets better; the best of them counts.
fit_panel_by_search <- function(panel, grid, settings) {
  chains <- begin_chains(panel, grid, settings$chains, 0.02, settings$seed)
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

#' @rdname panel-methods
#' @exportS3Method posterior::as_draws
as_draws.seqjudge_panel <- function(x, ...) { # nolint
  if (is.null(x$draws)) {
    stop_value(
      "{.arg x} must come from {.code rank_panel(method = \"mcmc\")} to hold draws, not {.val {x$method}}.",
      "x", rlang::current_env(), NULL
    )
  }
  as_variables <- function(values, kind, names) {
    values <- aperm(values, c(2, 3, 1))
    dimnames(values) <- list(NULL, NULL, paste0(kind, "[", names, "]"))
    values
  }
  items <- rownames(x$rank_probability)
  who <- x$evaluators$evaluator
  parts <- list(
    as_variables(x$draws$rank, "rank", items),
    as_variables(array(x$draws$sizes[x$draws$size], dim(x$draws$size)), "prior_size", who),
    as_variables(array(x$draws$noises[x$draws$noise], dim(x$draws$noise)), "noise", who)
  )
  draws <- array(unlist(parts), c(dim(parts[[1]])[1:2], sum(vapply(parts, function(a) dim(a)[3], integer(1)))))
  dimnames(draws) <- list(NULL, NULL, unlist(lapply(parts, function(a) dimnames(a)[[3]])))
  posterior::as_draws_array(draws)
}
