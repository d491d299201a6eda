# Exact densities for fits of order effects: the likelihood, each score given all others, and models side by side.

# Beyond this many items the factorisation of all qualities takes too long; everything else does without.
most_dense_items <- 1500L

# The parameters of the density, at the posterior means or at one of the draws that were kept; without some effects,
# whose variance is then noise. Effects of the position are integrated out over their prior, or taken as they are.
density_parameters <- function(fit, kept = NULL, without = character(), integrated = FALSE) {
  common <- kept_common(fit, kept)
  model <- fit$drawn$model
  judge <- kept_judges(fit, kept)
  columns <- column_names(model)
  is_on <- !sub("_[0-9]+$", "", columns) %in% without
  share <- if (model$wander && !"serial" %in% without) common[["wander_share"]] else 0
  noise <- judge$noise_variance * if (model$wander && "serial" %in% without) 1 + common[["wander_share"]] else 1
  size <- if ("calibration" %in% without) Inf else if (is.null(kept)) density_size(fit) else kept_size(fit, kept)
  list(
    drift = "drift" %in% columns, start = "start" %in% columns, round = "round" %in% columns,
    curve = sum(startsWith(columns, "curve_")), effect = unname(common[columns]) * (!integrated & is_on),
    effect_variance = (integrated & is_on) * column_prior_sd(columns, common)^2,
    neighbour = if ("neighbour" %in% without) 0 else common[["neighbour"]],
    average = if ("average" %in% without) 0 else common[["average"]],
    prior_size = rep_len(size, length(fit$table$start) - 1), loading = judge$loading,
    noise_variance = noise, wander_variance = share * judge$noise_variance, keep = exp(-1 / 8),
    severity_mean = common[["severity_mean"]], severity_variance = common[["severity_variance"]],
    own_drift_variance = if (model$own_drift && !"drift" %in% without) common[["own_drift_spread"]]^2 else 0,
    quality_variance = common[["quality_variance"]]
  )
}

# As the chains have it: the more waves, the smaller.
column_prior_sd <- function(columns, common) {
  waves <- match(columns, curve_rows()) + 1
  ifelse(is.na(waves), effect_prior_sd, 4 * common[["curve_spread"]] / waves^2)
}

density_size <- function(fit) if (is.null(fit$evidence)) Inf else calibrated_size(fit$evidence)

# Draws of judges are kept every so many rounds; they are numbered through the chains.
kept_at <- function(fit, kept) {
  per_chain <- dim(fit$drawn$loading)[2]
  thin <- dim(fit$drawn$common)[2] %/% per_chain
  chain <- (kept - 1) %/% per_chain + 1
  within <- (kept - 1) %% per_chain + 1
  list(chain = chain, kept = within, round = within * thin)
}

kept_common <- function(fit, kept) {
  if (is.null(kept)) {
    return(rowMeans(fit$drawn$common))
  }
  at <- kept_at(fit, kept)
  fit$drawn$common[, at$round, at$chain]
}

kept_judges <- function(fit, kept) {
  if (is.null(kept)) {
    return(list(
      loading = rowMeans(fit$drawn$loading), noise_variance = 1 / rowMeans(1 / fit$drawn$noise_variance)
    ))
  }
  at <- kept_at(fit, kept)
  list(
    loading = fit$drawn$loading[, at$kept, at$chain], noise_variance = fit$drawn$noise_variance[, at$kept, at$chain]
  )
}

kept_size <- function(fit, kept) fit$drawn$sizes[, kept_at(fit, kept)$chain]

# On the scale of the scores: densities of standardised scores, less the logarithm of the unit.
points_log_density <- function(fit, value, count = 1) value - count * log(fit$table$unit)

# Log density of each score given all others, along the scored rows, in closed form.
loo_log_density <- function(fit, parameters) {
  found <- cpp_ratings_density(fit$table, parameters, TRUE)
  there <- !is.na(fit$table$value)
  value <- stats::dnorm(
    fit$table$value[there], found$loo_mean[there], sqrt(found$loo_variance[there]),
    log = TRUE
  )
  points_log_density(fit, value)
}

# Each model without one of the effects, and without any, against that with all.
compare_effects <- function(fit) {
  without <- c(list(all = character()), stats::setNames(as.list(fit$on), paste("without", fit$on)))
  if (length(fit$on) > 1) without$none <- fit$on
  if (fit$table$items > most_dense_items) {
    return(data.frame(model = names(without), elpd = NA_real_, difference = NA_real_, se = NA_real_))
  }
  pointwise <- lapply(without, function(w) {
    loo_log_density(fit, density_parameters(fit, without = w, integrated = TRUE))
  })
  difference <- lapply(pointwise, `-`, pointwise$all)
  result <- data.frame(
    model = names(without), elpd = vapply(pointwise, sum, numeric(1)),
    difference = vapply(difference, sum, numeric(1)),
    se = vapply(difference, function(d) stats::sd(d) * sqrt(length(d)), numeric(1))
  )
  unnumbered(result[order(-result$elpd), ])
}

#' @rdname order-effects-methods
#' @exportS3Method loo::loo
loo.seqjudge_order_effects <- function(x, ...) { # nolint
  log_lik <- loo_draws(x)
  loo::loo(log_lik, ..., r_eff = rep(1, ncol(log_lik)))
}

# Of each score its log density given all others, under the parameters of each draw that was kept. Qualities, severities
# and wander are integrated out, which leaves to importance sampling no more than the parameters.
loo_draws <- function(fit, call = rlang::caller_env()) {
  if (fit$table$items > most_dense_items) {
    stop_value(
      "{.arg x} must have at most {most_dense_items} items for this, not {fit$table$items}.",
      "x", call, NULL, "seqjudge_error_panel_size"
    )
  }
  count <- prod(dim(fit$drawn$loading)[-1])
  t(vapply(seq_len(count), FUN.VALUE = numeric(fit$nobs), function(k) {
    loo_log_density(fit, density_parameters(fit, k))
  }))
}
