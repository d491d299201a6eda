# Posteriors of marks, whose scale is learned: see size-evidence.R.

# Marks: the scale is learned, and every setting of size and noise has its own. A fit tells of the sizes what the scores
# would, and of evaluators who differ, one size for each.
mark_posterior_settings <- function(x, fit, uncertain, threads, call) {
  who <- evaluator_names(x)
  if (is.null(fit)) {
    decision <- order_decision(x, threads = threads)
    inform_decision(decision)
  } else {
    decision <- list(correct = is.finite(fit$prior_size), evidence = fit$evidence)
  }
  typical <- if (decision$correct) typical_size(decision$evidence) else Inf
  known <- if (is.null(fit)) rep(typical, length(who)) else resolve_prior(x, fit, call)
  spread <- !isFALSE(uncertain) && (is.null(fit) || is_pooled(fit))
  if (isTRUE(uncertain) && !spread) stop_no_uncertainty(call)
  settings <- mark_settings(decision)
  size <- if (spread) {
    matrix(settings$size, length(who), nrow(settings), byrow = TRUE)
  } else {
    settings <- stats::aggregate(weight ~ share, settings, sum)
    matrix(known, length(who), nrow(settings))
  }
  noise <- vapply(seq_len(nrow(settings)), FUN.VALUE = numeric(length(who)), function(k) {
    learned_shares(x, size[, k], settings$share[k])$noise
  })
  noise <- matrix(noise, length(who))
  list(
    settings = list(prior_size = size, noise = noise, weight = settings$weight, share = settings$share),
    prior_size = stats::setNames(known, who),
    noise = stats::setNames(as.vector(noise %*% settings$weight), who),
    fitted = TRUE,
    uncertain = spread
  )
}

draw_mark_rankings <- function(x, given, draws, noise_type, threads, seed) {
  settings <- given$settings
  setting <- allot_draws(settings$weight, draws) + 1L
  drawn <- lapply(scored_rows(x), function(own) matrix(0L, length(own), draws))
  for (k in unique(setting)) {
    at <- which(setting == k)
    table <- mark_table(x, learned_shares(x, settings$prior_size[, k], settings$share[k])$value, 1)
    part <- cpp_draw_rankings(
      table, settings$prior_size[, k, drop = FALSE], settings$noise[, k, drop = FALSE], rep(0L, length(at)),
      (seed + k) %% 2^52, threads
    )
    for (e in seq_along(drawn)) drawn[[e]][, at] <- part[[e]]
  }
  label_items(drawn, x)
}
