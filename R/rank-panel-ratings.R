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
  drawn <- draw_ratings(table, models, sizes, settings)
  list(
    drawn = drawn, table = table, sizes = do.call(cbind, lapply(models, `[[`, "prior_size")), decision = decision,
    told = c(drift = drift, start = drift, unlist(models[[1]][c("neighbour", "wander")])),
    diagnostics = drawn$diagnostics
  )
}

usual_rounds <- 2000L

# As long as was asked for, or until the chains have mixed, before they take too long or fill the memory.
draw_ratings <- function(table, models, sizes, settings) {
  rounds <- settings$iterations %||% usual_rounds
  unknowns <- table$items + 3 * max(judge_of_sequence(table))
  most <- min(16000, 2e7 / length(table$value), 2e7 / (unknowns * length(models)))
  repeat {
    drawn <- cpp_rating_chains(table, models, ceiling(rounds / 4), rounds, settings$seed, settings$threads)
    drawn$diagnostics <- chain_diagnostics(drawn$quality, table$names, sizes, settings$threads)
    if (!is.null(settings$iterations) || !should_go_on(drawn$diagnostics, rounds, most)) {
      return(drawn)
    }
    drawn <- NULL
    rounds <- 2L * rounds
  }
}

# Only where as many rounds as there may be promise to be enough.
should_go_on <- function(diagnostics, rounds, most) {
  enough_then <- isTRUE(min(diagnostics$ess) * most / rounds >= 100)
  !have_mixed(diagnostics) && 2 * rounds <= most && enough_then
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
  effects <- rowMeans(fit$drawn$effects)
  effects[names(which(!fit$told))] <- 0
  list(
    quality = stats::setNames(rowMeans(fit$drawn$mean_quality), fit$table$names),
    level = stats::setNames(rowMeans(fit$drawn$severity), who),
    loading = stats::setNames(rowMeans(fit$drawn$loading), who),
    size = stats::setNames(apply(fit$sizes, 1, stats::median)[!duplicated(sequence_judges(x))], who),
    effects = effects, unit = fit$table$unit, centre = mean(mark_values(x), na.rm = TRUE)
  )
}

# Severity and noise in points, the loading as a multiple of the others'.
rating_evaluators <- function(fit, x, level) {
  who <- judge_names(x)
  unit <- fit$table$unit
  # Severity is against the others of the panel: who is strict gives fewer points.
  panel_level <- colMeans(matrix(fit$drawn$severity, length(who)))
  columns <- list(
    severity = over_rows(fit$drawn$severity, function(own) draws_summary((panel_level - own) * unit, level)),
    loading = over_rows(fit$drawn$loading, function(own) draws_summary(own, level)),
    noise = over_rows(fit$drawn$noise, function(own) draws_summary(own * unit, level))
  )
  columns <- lapply(names(columns), function(name) {
    stats::setNames(as.data.frame(t(columns[[name]])), paste0(name, c("", "_lower", "_upper")))
  })
  data.frame(
    evaluator = who, scores = tabulate(judge_codes(x)[!is.na(x$score)], length(who)),
    prior_size = apply(fit$sizes, 1, stats::median)[!duplicated(sequence_judges(x))], do.call(cbind, columns)
  )
}

# Mean of draws, and the ends of their interval.
draws_summary <- function(draws, level) {
  c(mean(draws), stats::quantile(draws, c((1 - level) / 2, (1 + level) / 2), names = FALSE, na.rm = TRUE))
}

# What `f` finds of the draws of each row, a column for each. R itself asks for interrupts once in a thousand steps,
# which may be seconds apart where each takes long.
over_rows <- function(draws, f) {
  rounds_and_chains <- prod(dim(draws)[-1])
  vapply(seq_len(nrow(draws)), FUN.VALUE = numeric(3), function(row) {
    cpp_check_interrupt()
    f(draws[seq.int(row, by = nrow(draws), length.out = rounds_and_chains)])
  })
}

# What the order does: the drift from the first to the last position, and how much more the first score is than a late
# one, in points; the part of the quality of the item before that a score takes on (below 0: contrast); the share of the
# noise that wanders; and how far items and severities are apart, in points.
rating_effect_draws <- function(fit) {
  unit <- fit$table$unit
  # Drift, start, neighbour, wander, and the two spreads.
  effects <- fit$drawn$effects * c(unit, unit, 1, 1, unit, unit)
  effects[names(which(!fit$told)), , ] <- NA
  effects
}

rating_effects <- function(fit, level) {
  draws <- rating_effect_draws(fit)
  found <- over_rows(draws, function(own) draws_summary(own, level))
  data.frame(effect = rownames(draws), estimate = found[1, ], lower = found[2, ], upper = found[3, ])
}
