# Prior sizes of marks, whose scale is learned along with them: from how scores change with the position and, where
# evaluators saw the same items in orders of their own, from how they agree. See size-evidence.R.

fit_marks <- function(x, settings, call) {
  if (settings$noise_type != "normal") {
    stop_value(
      c(
        "{.arg noise_type} must be {.val normal} for marks, whose scale is learned.",
        i = "With {.code meaning = \"shares\"} in {.fn score_scale} the scale is taken as given."
      ),
      "noise_type", call, NULL
    )
  }
  fit <- fit_of_evidence(x, size_evidence(x, threads = check_threads()), settings$level)
  if (!isTRUE(settings$pooled)) fit$each <- marks_of_each(x, fit, settings)
  if (isFALSE(settings$pooled)) fit[c("prior_size", "noise", "lower", "upper")] <- NA_real_
  fit
}

fit_of_evidence <- function(x, evidence, level) {
  profile <- evidence_profile(x, evidence)
  interval <- size_interval(evidence, level)
  profile$inside <- profile$prior_size >= interval[1] & profile$prior_size <= interval[2]
  # A size that cannot be told from Inf counts as Inf.
  size <- if (is.infinite(interval[2])) Inf else typical_size(evidence)
  best <- profile[match(size, profile$prior_size), ]
  list(
    prior_size = best$prior_size,
    noise = best$noise,
    lower = interval[1],
    upper = interval[2],
    log_lik = max(profile$log_lik),
    df = 2L,
    profile = profile,
    test = c(statistic = max(0, 2 * evidence$log_bf), p_value = evidence$p_value)
  )
}

# For each size the best noise, on the scale from 0 to 1, the log-likelihood there, and that averaged over the noise.
evidence_profile <- function(x, evidence) {
  settings <- evidence$settings
  unit <- mark_unit(x)
  rows <- lapply(evidence$sizes, function(size) {
    own <- settings[settings$size == size, ]
    best <- which.max(own$log_lik)
    data.frame(
      prior_size = size, noise = unit * sqrt(own$share[best]), log_lik = own$log_lik[best],
      integrated = log_sum_exp(own$log_lik) - log(nrow(own))
    )
  })
  stack_rows(rows)
}

# The standard deviation of an evaluator's scores, on the scale from 0 to 1.
mark_unit <- function(x) {
  table <- rating_table(x)
  if (is.null(table)) 0 else table$unit * scale_step(attr(x, "scale"))
}

# How much of the scale from 0 to 1 a point is.
scale_step <- function(scale) {
  switch(scale$type,
    range = 1 / (scale$upper - scale$lower),
    bins = 1 / (scale$k + 1),
    1
  )
}

# The posterior median.
size_median <- function(sizes, weights) sizes[which(cumsum(weights) >= 0.5)[1]]

# Central, of the posterior probability. Test and interval agree: Inf belongs to it unless the test rules it out.
size_interval <- function(evidence, level) {
  tail <- (1 - level) / 2
  ruled_out <- evidence$p_value < 1 - level
  weights <- evidence$weights * if (ruled_out) is.finite(evidence$sizes) else 1
  share <- cumsum(weights) / sum(weights)
  c(evidence$sizes[which(share >= tail)[1]], if (ruled_out) evidence$sizes[which(share >= 1 - tail - 1e-12)[1]] else Inf)
}

# Evaluators one by one; partially pooled, the posterior of all together is what is known of each beforehand.
marks_of_each <- function(x, fit, settings) {
  all <- fit$profile
  each <- lapply(seq_along(evaluator_sizes(x)), function(j) {
    evidence <- size_evidence(x[j], shuffles = 0L)
    if (identical(settings$pooled, "partial")) {
      log_weight <- log(pmax(evidence$weights, 1e-300)) + all$integrated - max(all$integrated)
      evidence$weights <- exp(log_weight - log_sum_exp(log_weight))
    }
    interval <- size_interval(evidence, settings$level)
    size <- size_median(evidence$sizes, evidence$weights)
    own <- evidence_profile(x[j], evidence)
    data.frame(prior_size = size, noise = own$noise[match(size, own$prior_size)], lower = interval[1], upper = interval[2])
  })
  stack_rows(each)
}

# The spread of the scores about each evaluator's mean by position, beside that of the fitted model.
mark_spread <- function(x, evaluators) {
  there <- which(!is.na(x$score))
  table <- rating_table(x)
  own <- grouped_means(x$score, evaluator_codes(x))
  squared <- ((x$score - own)[there] * scale_step(attr(x, "scale")))^2
  position <- x$position[there]
  size <- evaluators$prior_size[evaluator_codes(x)[there]]
  shown <- ifelse(is.infinite(size), 1, (size + position - 1) / (size + position + 1))
  noise <- evaluators$noise[evaluator_codes(x)[there]]^2
  quality <- max(mean(squared) - mean(noise, na.rm = TRUE), 0) / mean(shown)
  by_position <- function(values) as.vector(tapply(values, position, mean, na.rm = TRUE))
  count <- as.vector(table(position))
  variance <- by_position(squared)
  error <- sqrt(pmax(by_position(squared^2) - variance^2, 0) / pmax(count - 1, 1)) / (2 * sqrt(variance))
  data.frame(
    position = sort(unique(position)), scores = count, sd = sqrt(variance),
    se = ifelse(count > 1 & variance > 0, error, NA_real_), fitted = sqrt(by_position(noise + quality * shown))
  )
}

grouped_means <- function(value, group) stats::ave(value, group, FUN = function(v) mean(v, na.rm = TRUE))
