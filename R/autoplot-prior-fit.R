#' Pictures of a prior fit
#'
#' * `type = "profile"`: the log-likelihood (or the mean distance) for each prior size, with the interval shaded.
#' * `type = "evaluators"`: the prior size of each evaluator, with its interval.
#' * `type = "spread"`: the spread of the scores at each position beside that of the fitted model, and that of
#'   evaluators who need no correction. This one shows at a glance whether the model fits: the points should
#'   follow the line.
#'
#' @param object A result of [fit_prior()].
#' @param type String: what to show. If left out, `"profile"`, or `"evaluators"` where these have sizes of their own.
#' @inheritParams seqjudge-arguments
#' @template picture
#' @examples
#' scale <- score_scale("range", 0, 100, meaning = "shares")
#' x <- evaluations(bakeoff, judge, contestant, position, points, scale)
#' autoplot(fit_prior(x["Amara"]))
#' autoplot(fit_prior(x, pooled = "partial"))
#' autoplot(fit_prior(x[c("Amara", "Bruno")]), type = "spread")
#' @export
autoplot.seqjudge_prior_fit <- function(object, type = NULL, ...) {
  call <- check_no_more(list(...), rlang::current_env())
  type <- check_choice(
    type %||% if (is_pooled(object)) "profile" else "evaluators", c("profile", "evaluators", "spread"), "type"
  )
  if (type == "profile" && is.null(object$profile)) {
    stop_value("{.arg type} cannot be {.val profile} for fits of single evaluators.", "type", call, 1L)
  }
  if (type == "evaluators" && is_pooled(object)) {
    stop_value(
      "{.arg type} cannot be {.val evaluators} where all have the same size.", "type", call, 1L,
      i = "Fit with {.code pooled = \"partial\"} or {.code pooled = FALSE}."
    )
  }
  switch(type,
    profile = plot_profile(object),
    evaluators = plot_evaluator_sizes(object),
    spread = plot_spread(object)
  )
}

plot_profile <- function(fit) {
  profile <- fit$profile
  by_likelihood <- fit$method == "likelihood"
  profile$value <- if (by_likelihood) profile$integrated - max(profile$integrated) else profile$loss
  finite <- profile$prior_size[is.finite(profile$prior_size)]
  largest <- max(finite[finite <= max(100, 10 * c(fit$prior_size, fit$upper)[is.finite(c(fit$prior_size, fit$upper))])])
  if (is.infinite(fit$upper)) largest <- min(max(finite), max(1000, 10 * fit$lower))
  axis <- size_axis(largest)
  profile <- profile[profile$prior_size <= largest | is.infinite(profile$prior_size), ]
  profile$x <- axis$at(profile$prior_size)
  best <- profile[profile$prior_size == fit$prior_size, ]
  label <- if (!by_likelihood) {
    "Shaded: sizes within one standard error (bars) of the smallest."
  } else {
    # Of marks it is a posterior interval, for which weights beforehand count too.
    reach <- if (!is_marks(fit$evaluations)) " Dotted: what a size must reach to be in it."
    paste0("Shaded: ", format(100 * fit$level), "% interval.", reach)
  }
  ggplot(profile, aes(.data$x, .data$value)) +
    shade_interval(fit, axis) +
    profile_marks(fit, profile, by_likelihood) +
    geom_line(data = profile[is.finite(profile$prior_size), ], colour = shade(1)) +
    geom_point(colour = shade(1), size = 1) +
    geom_point(data = best, colour = shade(2), size = 3) +
    scale_sizes(axis) +
    labs(
      y = if (by_likelihood) "Log-likelihood below the best" else "Mean distance",
      caption = paste0("Large point: the size chosen. ", label)
    ) +
    house_style()
}

# An interval of one size still has to be seen.
shade_interval <- function(fit, axis) {
  margin <- 0.01 * axis$limits[2]
  ends <- data.frame(from = axis$at(fit$lower) - margin, to = axis$at(fit$upper) + margin)
  geom_rect(
    aes(xmin = .data$from, xmax = .data$to, ymin = -Inf, ymax = Inf), ends,
    inherit.aes = FALSE, fill = shade(6), alpha = 0.3
  )
}

profile_marks <- function(fit, profile, by_likelihood) {
  if (!by_likelihood) {
    return(geom_linerange(
      aes(ymin = .data$value - .data$se, ymax = .data$value + .data$se),
      colour = shade(1), alpha = 0.4, na.rm = TRUE
    ))
  }
  list(
    if (!is_marks(fit$evaluations)) geom_hline(yintercept = -interval_drop(fit$level), linetype = "dotted"),
    # Sizes that are out of the question need not be seen in full.
    coord_cartesian(ylim = c(max(min(profile$value), -25), 0))
  )
}

plot_evaluator_sizes <- function(fit) {
  own <- fit$evaluators
  finite <- unlist(own[c("prior_size", "lower", "upper")])
  axis <- size_axis(max(20, min(1e4, max(finite[is.finite(finite)], 0))))
  own <- own[order(own$prior_size, own$lower, own$upper), ]
  # The evaluators with the smallest sizes, whose scores need most correction, on top.
  own$row <- factor(own$evaluator, rev(own$evaluator))
  own$x <- axis$at(own$prior_size)
  own$from <- axis$at(own$lower)
  own$to <- axis$at(own$upper)
  many <- nrow(own) > 40
  ggplot(own, aes(.data$x, .data$row)) +
    geom_linerange(
      aes(xmin = .data$from, xmax = .data$to),
      colour = shade(1), linewidth = if (many) 0.2 else 0.6
    ) +
    geom_point(colour = shade(2), size = if (many) 0.6 else 2) +
    scale_sizes(axis) +
    scale_names(many) +
    labs(
      y = if (many) "Evaluators, by prior size" else NULL,
      caption = paste0("Bars: ", format(100 * fit$level), "% intervals")
    ) +
    house_style() +
    theme_names(nrow(own)) +
    (if (many) {
      theme(panel.grid.major.y = element_blank())
    })
}

plot_spread <- function(fit) {
  spread <- fit$spread
  calibrated <- calibrated_spread(fit)
  lines <- rbind(
    data.frame(position = spread$position, value = spread$fitted, line = "fitted model"),
    data.frame(position = spread$position, value = calibrated, line = "no correction needed")
  )
  ggplot(spread, aes(.data$position, .data$sd)) +
    geom_line(aes(y = .data$value, colour = .data$line, linetype = .data$line), lines) +
    geom_linerange(
      aes(ymin = pmax(.data$sd - 2 * .data$se, 0), ymax = .data$sd + 2 * .data$se),
      na.rm = TRUE, colour = "grey40"
    ) +
    geom_point(size = if (nrow(spread) > 50) 0.8 else 2) +
    scale_colour_manual(values = c(shade(2), "grey50"), name = NULL) +
    scale_linetype_manual(values = c("solid", "dashed"), name = NULL) +
    scale_position() +
    expand_limits(y = 0) +
    labs(
      y = "Spread of scores",
      caption = paste0(
        "Standard deviation about ", spread_centre(fit), ". Points: observed. Bars: two standard errors either way."
      )
    ) +
    house_style()
}

# The spread that evaluators who need no correction would have, with the same noise.
calibrated_spread <- function(fit) {
  if (is_marks(fit$evaluations)) {
    evaluators <- fit$evaluators
    evaluators$prior_size[] <- Inf
    return(mark_spread(fit$evaluations, evaluators)$fitted)
  }
  noise <- mean(fit$evaluators$noise, na.rm = TRUE)
  scale <- attr(fit$evaluations, "scale")
  bins <- if (scale$type == "bins") scale$k else 0
  sqrt(model_variance(1L, Inf, noise, bins, fit$noise_type == "uniform"))
}
