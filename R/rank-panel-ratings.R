# Panels by the ratings model: marks of judges who differ in severity, in how closely they follow the quality and in
# their noise, with a drift, a start effect and a severity that wanders. See ratings_chain.hpp.

# Items whose order is little better than a coin's toss share a place, as equal marks do.
shared_by_default <- 0.55

fit_panel_by_ratings <- function(x, prior, settings, call, decision = NULL) {
  table <- rating_table(x) %||% level_table(x)
  if (is.null(prior)) decision <- decision %||% order_decision(x, threads = settings$threads)
  sizes <- if (!is.null(prior)) {
    rep(list(resolve_prior(x, prior, call)), settings$chains)
  } else {
    as.list(if (decision$correct) spread_sizes(decision$evidence, settings$chains) else rep(Inf, settings$chains))
  }
  # In an order that all share, a drift and what the items are worth cannot be told apart. With one evaluator a level
  # that wanders cannot either.
  several <- length(judge_names(x)) > 1
  drift <- several && order_is_random(x)
  models <- lapply(sizes, function(size) {
    list(prior_size = sizes_of_sequences(size, table), drift = drift, neighbour = drift, wander = several)
  })
  warmup <- ceiling(settings$iterations / 4)
  drawn <- cpp_rating_chains(table, models, warmup, settings$iterations, settings$seed, settings$threads)
  list(
    drawn = drawn, table = table, sizes = do.call(cbind, lapply(models, `[[`, "prior_size")), decision = decision,
    drift = drift,
    diagnostics = rating_diagnostics(drawn$quality, table$names)
  )
}

# Whose each sequence is: where nobody has several rounds, sequences and judges are the same.
judge_of_sequence <- function(table) table$judge %||% seq_len(length(table$start) - 1L)

# A prior size for each sequence, from one for all, for each judge or for each sequence.
sizes_of_sequences <- function(size, table) {
  judge <- judge_of_sequence(table)
  as.double(if (length(size) == length(judge)) size else rep_len(size, max(judge))[judge])
}

new_ratings_panel <- function(fit, x, settings, call) {
  items <- fit$table$names
  quality <- matrix(fit$drawn$quality, length(items))
  ranks <- t(induced_ranking(t(quality), ties = "first"))
  distribution <- new_rank_distribution(
    items, matrix(as.integer(ranks), length(items), dimnames = list(items, NULL)),
    tie_order = rowMeans(fit$drawn$mean_quality)
  )
  panel <- structure(
    list(
      evaluators = rating_evaluators(fit, x, settings$level),
      distribution = distribution,
      effects = rating_effects(fit, settings$level),
      draws = list(effects = rating_effect_draws(fit)),
      quality = some_columns(quality, most_look_draws),
      means = rating_means(fit, x),
      decision = fit$decision,
      diagnostics = fit$diagnostics,
      log_lik = NA_real_,
      model = "ratings",
      method = "mcmc",
      n_chains = dim(fit$drawn$quality)[3],
      evaluations = x,
      call = call
    ),
    class = c("seqjudge_panel", "seqjudge_object")
  )
  best <- best_ranks(distribution, settings$loss, settings$share_places %||% shared_by_default)
  report_consensus(panel, best, settings$loss, settings$level)
}

# Posterior means of what predicts a score, in the units of the model: `centre` and `unit` say what these are in points.
rating_means <- function(fit, x) {
  who <- judge_names(x)
  mean_of <- function(values) rowMeans(matrix(values, dim(values)[1]))
  effects <- stats::setNames(mean_of(fit$drawn$effects), dimnames(fit$drawn$effects)[[1]])
  if (!fit$drift) effects[c("drift", "start", "neighbour")] <- 0
  list(
    quality = stats::setNames(rowMeans(fit$drawn$mean_quality), fit$table$names),
    level = stats::setNames(mean_of(fit$drawn$severity), who),
    loading = stats::setNames(mean_of(fit$drawn$loading), who),
    size = stats::setNames(apply(fit$sizes, 1, stats::median)[!duplicated(sequence_judges(x))], who),
    effects = effects, unit = fit$table$unit, centre = mean(mark_values(x), na.rm = TRUE)
  )
}

# Severity and noise in points, the loading as a multiple of the others'.
rating_evaluators <- function(fit, x, level) {
  who <- judge_names(x)
  by_draw <- function(values) matrix(values, length(who))
  severity <- by_draw(fit$drawn$severity) * fit$table$unit
  # Severity is against the others of the panel: who is strict gives fewer points.
  severity <- -sweep(severity, 2, colMeans(severity))
  columns <- list(
    severity = severity, loading = by_draw(fit$drawn$loading), noise = by_draw(fit$drawn$noise) * fit$table$unit
  )
  tails <- c((1 - level) / 2, (1 + level) / 2)
  found <- lapply(names(columns), function(name) {
    ends <- apply(columns[[name]], 1, stats::quantile, tails, names = FALSE)
    stats::setNames(
      data.frame(rowMeans(columns[[name]]), ends[1, ], ends[2, ]), paste0(name, c("", "_lower", "_upper"))
    )
  })
  data.frame(
    evaluator = who, scores = tabulate(judge_codes(x)[!is.na(x$score)], length(who)),
    prior_size = apply(fit$sizes, 1, stats::median)[!duplicated(sequence_judges(x))], do.call(cbind, found)
  )
}

# What the order does: the drift from the first to the last position, and how much more the first score is than a late
# one, in points; the part of the quality of the item before that a score takes on (below 0: contrast); the share of the
# noise that wanders; and how far items and severities are apart, in points.
rating_effect_draws <- function(fit) {
  unit <- fit$table$unit
  # Drift, start, neighbour, wander, and the two spreads.
  effects <- fit$drawn$effects * c(unit, unit, 1, 1, unit, unit)
  if (!fit$drift) effects[c("drift", "start", "neighbour"), , ] <- NA
  effects
}

rating_effects <- function(fit, level) {
  draws <- rating_effect_draws(fit)
  values <- matrix(draws, dim(draws)[1])
  ends <- apply(values, 1, stats::quantile, c((1 - level) / 2, (1 + level) / 2), names = FALSE, na.rm = TRUE)
  data.frame(
    effect = rownames(draws), estimate = rowMeans(values),
    lower = ends[1, ], upper = ends[2, ]
  )
}

# R-hat of halves of chains and effective sample sizes by the means of batches, for the quality of every item.
rating_diagnostics <- function(quality, names) {
  rounds <- dim(quality)[2]
  half <- rounds %/% 2
  halves <- array(quality[, seq_len(2 * half), , drop = FALSE], c(length(names), half, 2 * dim(quality)[3]))
  mean_of <- apply(halves, c(1, 3), mean)
  within <- rowMeans(apply(halves, c(1, 3), stats::var))
  between <- apply(mean_of, 1, stats::var)
  batch <- max(floor(sqrt(half)), 1)
  used <- batch * (half %/% batch)
  batches <- array(halves[, seq_len(used), , drop = FALSE], c(length(names), batch, used / batch * dim(halves)[3]))
  of_batches <- apply(apply(batches, c(1, 3), mean), 1, stats::var)
  total <- half * dim(halves)[3]
  ess <- pmin(total, total * (within + between) / pmax(batch * of_batches, 1e-12))
  rhat <- sqrt((half - 1) / half + between / pmax(within, 1e-12))
  data.frame(variable = names, rhat = rhat, ess_bulk = ess, ess_tail = NA_real_)
}
