# Posteriors of marks, whose scale is learned: see mark_posterior.hpp, and size-evidence.R for the prior sizes.

# A fit tells of the sizes what the scores would, and of evaluators who differ, one size for each. All sizes that the
# scores allow are counted in, also where nothing is corrected by default: not to correct is a decision, and takes
# nothing away from what is uncertain. Orders that may have been arranged tell nothing about sizes.
mark_posterior_settings <- function(x, fit, uncertain, threads, call, inform = inform_decision) {
  who <- evaluator_names(x)
  decision <- if (is.null(fit)) {
    inform(order_decision(x, threads = threads))
  } else {
    list(correct = is.finite(fit$prior_size), evidence = fit$evidence)
  }
  typical <- if (decision$correct) typical_size(decision$evidence) else Inf
  known <- if (is.null(fit)) rep(typical, length(who)) else resolve_prior(x, fit, call)
  spread <- !isFALSE(uncertain) && (is.null(fit) || is_pooled(fit))
  if (isTRUE(uncertain) && !spread) stop_no_uncertainty(call)
  settings <- mark_settings(decision, shares_items(x))
  if (!spread) {
    settings <- list(
      weight = 1, share_centre = sum(settings$weight * settings$share_centre), share_sd = max(settings$share_sd)
    )
  }
  size <- if (spread) rep(settings$size, each = length(who)) else known
  settings <- list(
    prior_size = matrix(size, length(who)), weight = settings$weight, share_centre = settings$share_centre,
    share_sd = settings$share_sd
  )
  list(
    settings = settings, prior_size = stats::setNames(known, who), fitted = TRUE, uncertain = spread,
    corrected = decision$correct
  )
}

# For posteriors, whose intervals and probabilities count in what is not chosen.
inform_counted_in <- function(decision) {
  told <- decision
  if (!decision$correct && !is.null(decision$evidence)) {
    told$sentence <- paste(
      sub("^Nothing is corrected", "No correction is chosen", decision$sentence),
      "What the order may have done all the same is counted in."
    )
  }
  inform_decision(told)
  decision
}

# The sizes to draw under with their weights, and what is known of the share of the noise in the variance of the scores,
# on the scale of log odds. Evaluators who have items in common tell it by how they agree. A single one hardly does.
mark_settings <- function(decision, agreement) {
  evidence <- decision$evidence
  kept <- which(evidence$weights > 1e-3)
  size <- if (is.null(evidence)) Inf else evidence$sizes[kept]
  weight <- if (is.null(evidence)) 1 else evidence$weights[kept] / sum(evidence$weights[kept])
  if (is.null(evidence) || !agreement) {
    centre <- rep(alone_share[["centre"]], length(size))
    return(list(size = size, weight = weight, share_centre = centre, share_sd = 0 * centre + alone_share[["sd"]]))
  }
  of_size <- match(evidence$settings$size, size)
  there <- which(!is.na(of_size))
  own <- of_size[there]
  mean_of <- function(values) {
    w <- evidence$settings$weight[there]
    as.vector(rowsum(w * values, own) / rowsum(w, own))
  }
  odds <- stats::qlogis(evidence$settings$share[there])
  centre <- mean_of(odds)
  spread <- sqrt(mean_of((odds - centre[own])^2) + own_share_sd^2)
  list(size = size, weight = weight, share_centre = centre, share_sd = spread)
}

# Log odds of the share of the noise: between 0.02 and 0.78 of the variance with 95%. And how much evaluators differ in
# it.
alone_share <- c(centre = -1.3, sd = 1.3)
own_share_sd <- 0.4

# Did evaluators score items that others scored too?
shares_items <- function(x) length(evaluator_sizes(x)) > 1 && anyDuplicated(x$item[!is.na(x$score)]) > 0

draw_mark_rankings <- function(x, given, draws, noise_type, threads, seed) {
  settings <- given$settings
  table <- rating_table(x, own_spread = TRUE) %||% level_table(x)
  found <- cpp_draw_mark_rankings(
    table, settings$prior_size, settings$share_centre, settings$share_sd, setting_priors(x, table, settings),
    allot_draws(settings$weight, draws), seed, threads
  )
  list(ranks = label_items(found$ranks, x), scale = learned_scales(x, table, found, settings$weight))
}

# What was learned of each evaluator's scale, in points: where its middle is, the standard deviation of the items' worth
# and of the noise, and the probability that qualities are bell-shaped and not flat.
learned_scales <- function(x, table, found, weight) {
  mean_of <- function(values) as.vector(values %*% weight)
  data.frame(
    evaluator = evaluator_names(x),
    centre = table$centre + table$spread * mean_of(found$centre),
    spread = table$spread * mean_of(found$spread),
    noise = table$spread * mean_of(found$noise),
    p_bell = mean_of(found$bell)
  )
}

# What is known of each evaluator's scale in each setting, setting after setting. Evaluators who have items in common
# tell each other's severity better than their population does.
setting_priors <- function(x, table, settings) {
  population <- scale_priors(x, table)
  linked <- table$items <= most_shared_items && shares_items(x)
  priors <- lapply(seq_along(settings$weight), function(k) {
    size <- unique(settings$prior_size[, k])
    if (!linked || length(size) > 1) {
      return(population)
    }
    known <- cpp_known_centres(table, size, stats::plogis(settings$share_centre[k]))
    told <- is.finite(known[, 2])
    population[told, 1:2] <- known[told, ]
    population
  })
  do.call(rbind, priors)
}

# Evaluators differ in severity and in how much of the scale they use; by how much is learned from all of them, and what
# is known of one before its scores are seen are the others. In units of the table, whose origin is an evaluator's mean.
scale_priors <- function(x, table) {
  who <- length(table$centre)
  there <- which(!is.na(table$centre) & table$spread > 0)
  if (length(there) < 2) {
    return(matrix(c(0, 1, 0, 0.5), who, 4, byrow = TRUE))
  }
  n <- pmax(tabulate(evaluator_codes(x)[!is.na(x$score)], who), 1)
  own <- table$centre[there]
  by_chance <- table$spread[there]^2 / n[there]
  severity <- sqrt(max(stats::var(own) - mean(by_chance), 0) + mean(by_chance) / length(own) + (0.1 * table$unit)^2)
  log_spread <- log(table$spread[there])
  use <- sqrt(max(stats::var(log_spread) - mean(1 / (2 * n[there])), 0) + 0.1^2)
  spread <- ifelse(table$spread > 0, table$spread, table$unit)
  centre <- ifelse(is.na(table$centre), mean(own), table$centre)
  cbind((mean(own) - centre) / spread, severity / spread, 2 * (mean(log_spread) - log(spread)), 2 * use)
}
