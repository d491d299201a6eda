# Estimates, tests and sentences of fit_order_effects().

new_order_effects <- function(x, table, told, on, evidence, drawn, settings, call) {
  fit <- structure(
    list(
      told = told, on = on, table = table, evidence = evidence, drawn = drawn, level = settings$level,
      seed = settings$seed,
      nobs = sum(!is.na(x$score)), evaluations = x, diagnostics = drawn$diagnostics, call = call
    ),
    class = c("seqjudge_order_effects", "seqjudge_object")
  )
  fit$serial <- if ("serial" %in% on) serial_test(fit, settings$seed)
  fit$estimates <- effect_estimates(fit, settings$level)
  fit
}

# Rounds and chains side by side.
common_draws <- function(fit, name) as.vector(fit$drawn$common[name, , ])

# Draws of what is reported of an effect, in standard deviations of scores (of serial dependence, a share).
effect_draws <- function(fit, effect) {
  switch(effect,
    neighbour = ,
    average = common_draws(fit, effect) * sqrt(common_draws(fit, "quality_variance")),
    serial = common_draws(fit, "wander_share"),
    curve = drop(middle_over_ends() %*% matrix(fit$drawn$common[curve_rows(), , ], curve_waves)),
    common_draws(fit, effect)
  )
}

curve_rows <- function() paste0("curve_", seq_len(curve_waves))

# Of the cosines of the curve: the middle, less the mean of the two ends.
middle_over_ends <- function() {
  waves <- seq_len(curve_waves) + 1
  matrix(cos(pi * waves / 2) - (1 + cos(pi * waves)) / 2, 1)
}

effect_estimates <- function(fit, level) {
  rows <- lapply(seq_len(nrow(fit$told)), function(k) effect_row(fit, fit$told$effect[k], fit$told$can[k], level))
  do.call(rbind, rows)
}

effect_row <- function(fit, effect, can, level) {
  unit <- switch(effect, serial = "share", calibration = "items", "points")
  values <- if (!can) {
    rep(NA_real_, 3)
  } else if (effect == "calibration") {
    calibration_values(fit$evidence, level)
  } else {
    draws <- effect_draws(fit, effect)
    # A share is skewed, and its mean would be too large.
    centre <- if (effect == "serial") stats::median(draws) else mean(draws)
    c(centre, stats::quantile(draws, c((1 - level) / 2, (1 + level) / 2), names = FALSE))
  }
  in_sd <- if (unit == "points") values else rep(NA_real_, 3)
  if (unit == "points") values <- values * fit$table$unit
  p_value <- if (can) effect_p_value(fit, effect) else NA_real_
  data.frame(
    effect = effect, estimate = values[1], lower = values[2], upper = values[3], p_value = p_value,
    evidence = evidence_in_words(p_value), unit = unit, estimate_sd = in_sd[1], lower_sd = in_sd[2],
    upper_sd = in_sd[3]
  )
}

# Estimate and interval. Where the effects are fitted without calibration the interval holds that, whatever its level.
calibration_values <- function(evidence, level) {
  size <- calibrated_size(evidence)
  c(size, size_interval(evidence, level, is.finite(size) && is_ruled_out(evidence$p_value, 1 - level)))
}

# The median of the sizes, or Inf where the order does not speak for any.
calibrated_size <- function(evidence) {
  found <- evidence$log_bf > 0 && is_ruled_out(evidence$p_value, evidence_level)
  if (found) typical_size(evidence) else Inf
}

evidence_in_words <- function(p_value) {
  if (is.na(p_value)) {
    return("cannot be told")
  }
  c("very strong", "strong", "some", "none")[findInterval(p_value, c(0.001, 0.01, 0.05), left.open = TRUE) + 1]
}

effect_p_value <- function(fit, effect) {
  switch(effect,
    calibration = fit$evidence$p_value,
    serial = fit$serial$p_value,
    curve = curve_p_value(fit),
    neighbour = ,
    average = linear_p_value(common_draws(fit, effect), context_prior_sd),
    linear_p_value(common_draws(fit, effect), effect_prior_sd)
  )
}

# What the scores alone say: the prior's share of posterior precision and mean is taken out again.
linear_p_value <- function(draws, prior_sd) {
  variance <- stats::var(draws)
  precision <- 1 / variance - 1 / prior_sd^2
  if (precision <= 0) {
    return(1)
  }
  2 * stats::pnorm(-abs(mean(draws) / variance / sqrt(precision)))
}

# All cosines at once. Their prior is learned, and shrinks them: a cautious test.
curve_p_value <- function(fit) {
  draws <- matrix(fit$drawn$common[curve_rows(), , ], curve_waves)
  statistic <- stats::mahalanobis(rep(0, curve_waves), rowMeans(draws), stats::cov(t(draws)))
  stats::pchisq(statistic, curve_waves, lower.tail = FALSE)
}

# Serial dependence: the correlation of successive residuals -----------------------------------------------------------

most_rows_shuffled <- 2000L
few_shuffles <- 60L
many_shuffles <- 999L

# Residuals are shuffled within sequences. With many scores the sum of their products is as good as normal, and a few
# shuffles give its mean and spread.
serial_test <- function(fit, seed) {
  rows <- which(!is.na(fit$table$value))
  sequence <- rep(seq_along(diff(fit$table$start)), diff(fit$table$start))[rows]
  residual <- fit$table$value[rows] - fit$drawn$fitted[rows]
  residual <- residual - group_means(residual, sequence)
  next_to <- which(diff(sequence) == 0 & diff(rows) == 1)
  if (length(next_to) == 0) {
    return(list(correlation = NA_real_, p_value = 1))
  }
  products <- function(values) sum(values[next_to] * values[next_to + 1])
  observed <- products(residual)
  few <- length(rows) > most_rows_shuffled
  shuffled <- with_seed(as.integer(seed %% .Machine$integer.max), vapply(
    seq_len(if (few) few_shuffles else many_shuffles), FUN.VALUE = numeric(1),
    function(k) products(residual[order(sequence, stats::runif(length(rows)), method = "radix")])
  ))
  centre <- mean(shuffled)
  p_value <- if (few) {
    2 * stats::pt(-abs(observed - centre) / stats::sd(shuffled), few_shuffles - 1)
  } else {
    (1 + sum(abs(shuffled - centre) >= abs(observed - centre))) / (1 + length(shuffled))
  }
  list(correlation = (observed - centre) / (mean(residual^2) * length(next_to)), p_value = p_value)
}

# In words -------------------------------------------------------------------------------------------------------------

# A sentence for each effect, in the order of the table.
effect_sentences <- function(fit, estimates = fit$estimates) {
  vapply(seq_len(nrow(estimates)), FUN.VALUE = character(1), function(k) {
    row <- estimates[k, ]
    if (is.na(row$p_value)) {
      return(paste0(effect_titles[[row$effect]], ": cannot be told, since ", fit$told$why[k], "."))
    }
    switch(row$effect,
      calibration = calibration_sentence(row, fit$level),
      serial = serial_sentence(row, fit),
      linear_sentence(row, fit$level)
    )
  })
}

effect_titles <- c(
  drift = "Drift", start = "Start", neighbour = "Neighbour", average = "Average so far",
  serial = "Serial dependence", calibration = "Calibration", round = "Round", curve = "Curve"
)

in_points <- function(values) {
  values <- signif(values, 2)
  paste(format(values, trim = TRUE, scientific = FALSE), if (isTRUE(values == 1)) "point" else "points")
}

p_in_words <- function(p) if (p < 0.001) "p < 0.001" else paste("p =", format(signif(p, 2), scientific = FALSE))

percent_interval <- function(level) paste0(format(100 * level), "% interval ")

# What a positive value means, for a value of either sign.
linear_words <- list(
  drift = c("Later items get", "from the beginning to the end"),
  start = c("The first item gets", "than a late one, beyond the drift"),
  neighbour = c("After an item one standard deviation better than the average, the next gets", ""),
  average = c("Where the items so far are one standard deviation better than the average, the next gets", ""),
  round = c("Items get", "in the last round than in the first"),
  curve = c("Items in the middle get", "than those at both ends, beyond drift and start")
)

linear_sentence <- function(row, level) {
  words <- linear_words[[row$effect]]
  title <- effect_titles[[row$effect]]
  if (row$lower <= 0 && row$upper >= 0) {
    most <- max(-row$lower, row$upper)
    return(paste0(
      title, ": not told from none. No effect larger than ", in_points(most), " (", percent_interval(level),
      signif(row$lower, 2), " to ", signif(row$upper, 2), ", ", p_in_words(row$p_value), ")."
    ))
  }
  ends <- sort(abs(c(row$lower, row$upper)))
  what <- if (row$effect == "neighbour") if (row$estimate < 0) " (contrast)" else " (assimilation)" else ""
  paste0(
    title, ": ", words[1], " ", in_points(abs(row$estimate)), if (row$estimate < 0) " less" else " more",
    if (nzchar(words[2])) " ", words[2], what, ", ", percent_interval(level), signif(ends[1], 2), " to ",
    signif(ends[2], 2), " (", p_in_words(row$p_value), ")."
  )
}

calibration_sentence <- function(row, level) {
  if (is.infinite(row$estimate)) {
    excluded <- if (row$lower > 0) paste0("; prior sizes below ", format_sizes(row$lower), " are excluded")
    # Shuffles may find the order unusual where no prior size explains it better than none.
    found <- if (is_ruled_out(row$p_value, evidence_level)) {
      "the order matters, but not as cautious beginnings would"
    } else {
      "no sign of cautious beginnings"
    }
    return(paste0("Calibration: ", found, " (", p_in_words(row$p_value), excluded, ")."))
  }
  paste0(
    "Calibration: early scores are cautious, as if ",
    if (row$estimate == 0) "nothing" else count_of(row$estimate, "item"), " had been seen before, ",
    percent_interval(level), format_range(row$lower, row$upper), " (", p_in_words(row$p_value), ")."
  )
}

serial_sentence <- function(row, fit) {
  correlation <- paste0("successive residuals correlate by ", format(round(fit$serial$correlation, 2), nsmall = 2))
  if (row$p_value >= 0.05) {
    return(paste0(
      "Serial dependence: not told from none; ", correlation, " (", p_in_words(row$p_value),
      "). No wandering of more than ", format(round(100 * row$upper)), "% of the noise variance."
    ))
  }
  what <- if (fit$serial$correlation < 0) {
    ": a high score is followed by a lower one"
  } else {
    paste0(
      "; levels wander by ", format(round(100 * row$estimate)), "% of the noise variance, ",
      percent_interval(fit$level), round(100 * row$lower), " to ", round(100 * row$upper), "%"
    )
  }
  paste0("Serial dependence: ", correlation, what, " (", p_in_words(row$p_value), ").")
}
