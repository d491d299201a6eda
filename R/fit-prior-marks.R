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
  if (isFALSE(settings$pooled)) {
    found <- lapply(seq_along(evaluator_sizes(x)), function(j) {
      own <- some_sequences(x, j)
      fit_of_evidence(own, size_evidence(own), settings$level)
    })
    of_each <- lapply(found, function(fit) as.data.frame(fit[c("prior_size", "noise", "lower", "upper")]))
    none <- list(prior_size = NA_real_, noise = NA_real_, lower = NA_real_, upper = NA_real_)
    total <- sum(vapply(found, `[[`, numeric(1), "log_lik"))
    each <- stack_rows(of_each)
    scale <- learned_scale(x, each$prior_size)
    return(c(none, list(log_lik = total, df = 2L * length(found), each = each, scale = scale)))
  }
  fit <- fit_of_evidence(x, size_evidence(x, threads = check_threads()), settings$level)
  fit$scale <- learned_scale(x, fit$prior_size)
  if (identical(settings$pooled, "partial")) fit <- utils::modifyList(fit, partial_marks(x, settings$level))
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
    test = c(statistic = max(0, 2 * evidence$log_bf), p_value = evidence$p_value),
    evidence = evidence
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

# Central, of the posterior probability. Test and interval agree: Inf belongs to it unless the test rules it out.
size_interval <- function(evidence, level, ruled_out = is_ruled_out(evidence$p_value, 1 - level)) {
  tail <- (1 - level) / 2
  weights <- evidence$weights * if (ruled_out) is.finite(evidence$sizes) else 1
  lower <- size_quantile(evidence$sizes, weights, tail)
  c(lower, if (ruled_out) size_quantile(evidence$sizes, weights, 1 - tail) else Inf)
}

size_quantile <- function(sizes, weights, p) sizes[which(cumsum(weights) / sum(weights) >= p - 1e-9)[1]]

# Evaluators from a population: how often there is which size is learned by the EM algorithm, from each evaluator's own
# scores. What is known of it beforehand counts as one more evaluator.
partial_marks <- function(x, level) {
  own <- lapply(seq_along(evaluator_sizes(x)), function(j) {
    own <- some_sequences(x, j)
    evidence_profile(own, size_evidence(own, shuffles = 0L))
  })
  sizes <- own[[1]]$prior_size
  likelihood <- vapply(own, FUN.VALUE = numeric(length(sizes)), function(profile) {
    exp(profile$integrated - max(profile$integrated))
  })
  known <- c(size_weights(evidence_sizes), 1) / 2
  share <- known
  for (round in seq_len(200)) {
    posterior <- likelihood * share
    posterior <- posterior / rep(colSums(posterior), each = length(sizes))
    share <- (rowSums(posterior) + known) / (ncol(posterior) + 1)
  }
  each <- lapply(seq_along(own), function(j) {
    at <- function(p) size_quantile(sizes, posterior[, j], p)
    size <- at(0.5)
    data.frame(
      prior_size = size, noise = own[[j]]$noise[match(size, sizes)],
      lower = at((1 - level) / 2), upper = at((1 + level) / 2)
    )
  })
  list(each = stack_rows(each), mixing = data.frame(prior_size = sizes, weight = share))
}

# The spread of the scores about each evaluator's mean by position, beside that of the fitted model.
mark_spread <- function(x, evaluators) {
  mark <- mark_values(x)
  there <- which(!is.na(mark))
  code <- evaluator_codes(x)[there]
  centre <- stats::ave(mark[there], code)
  squared <- ((mark[there] - centre) * scale_step(attr(x, "scale")))^2
  position <- x$position[there]
  shown <- shown_share(evaluators$prior_size[code], position)
  noise <- evaluators$noise[code]^2
  quality <- max(mean(squared) - mean(noise, na.rm = TRUE), 0) / max(mean(shown), 1e-9)
  by_position <- function(values) as.vector(tapply(values, position, mean, na.rm = TRUE))
  count <- as.vector(table(position))
  variance <- by_position(squared)
  error <- sqrt(pmax(by_position(squared^2) - variance^2, 0) / pmax(count - 1, 1)) / (2 * sqrt(variance))
  data.frame(
    position = sort(unique(position)), scores = count, sd = sqrt(variance),
    se = ifelse(count > 1 & variance > 0, error, NA_real_), fitted = sqrt(by_position(noise + quality * shown))
  )
}

# Of the variance of the qualities an evaluator shows this part at a position.
shown_share <- function(size, position) ifelse(is.infinite(size), 1, (size + position - 1) / (size + position + 1))
