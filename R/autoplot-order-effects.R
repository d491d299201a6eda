#' Pictures of order effects
#'
#' * `type = "effects"`: each effect with its interval; those that differ from none stand out.
#' * `type = "position"`: what is left of the scores at each position once severities and qualities are taken out, with
#'   what the fitted effects make of it.
#' * `type = "check"`: may the model be believed? One page of four panels, each with a word on what to look for: spread
#'   of the residuals by position, each residual against the one before, quantiles of the residuals, and the severities.
#'   These residuals are what is left of the scores in one draw from the posterior. Under the model they are independent
#'   and as large as the noise however few the scores are, which what is left of fitted means is not.
#'
#' @param object A result of [fit_order_effects()].
#' @param type String: what to show.
#' @inheritParams seqjudge-arguments
#' @return A ggplot object, to which layers and themes can be added.
#' @family pictures
#' @examples
#' # Eight judges who tire: a tenth of a point less with each item.
#' shown <- as.data.frame(
#'   simulate_evaluations(15, 8, prior_size = Inf, noise = 0.6, marks = list(), seed = 7)
#' )
#' shown$score <- shown$score - 0.1 * shown$position
#' x <- evaluations(shown, evaluator, item, position, score, score_scale("range", -5, 15))
#' fit <- fit_order_effects(x, iterations = 250, seed = 1)
#' autoplot(fit)
#' autoplot(fit, "position")
#' autoplot(fit, "check")
#' @export
autoplot.seqjudge_order_effects <- function(object, type = c("effects", "position", "check"), ...) {
  check_no_more(list(...), rlang::current_env())
  switch(check_choice(type, c("effects", "position", "check"), "type"),
    effects = plot_effects(object),
    position = plot_effect_by_position(object),
    check = plot_effect_checks(object)
  )
}

plot_effects <- function(fit) {
  data <- fit$estimates
  size <- data[data$effect == "calibration" & !is.na(data$estimate), ]
  untold <- effect_titles[data$effect[is.na(data$estimate)]]
  data <- data[data$effect != "calibration" & !is.na(data$estimate), ]
  data$title <- factor(effect_titles[data$effect], rev(effect_titles))
  data$panel <- ifelse(data$unit == "points", "In points", "Share of the noise variance")
  verdicts <- c("differs from none", "may be none")
  data$found <- factor(ifelse(data$p_value < 0.05, verdicts[1], verdicts[2]), verdicts)
  notes <- c(
    paste0("Bars: ", format(100 * fit$level), "% intervals."),
    if (nrow(size) > 0) effect_sentences(fit, fit$estimates)[fit$estimates$effect == "calibration"],
    if (length(untold) > 0) paste0("Cannot be told: ", paste(tolower(untold), collapse = ", "), ".")
  )
  ggplot(data, aes(.data$estimate, .data$title, colour = .data$found, shape = .data$found)) +
    geom_vline(xintercept = 0, colour = "grey60") +
    geom_linerange(aes(xmin = .data$lower, xmax = .data$upper), linewidth = 1) +
    geom_point(size = 3) +
    facet_wrap(vars(.data$panel), scales = "free", labeller = label_wrap_gen(14)) +
    # Two words on two lines leave room for the intervals, on a phone above all.
    scale_y_discrete(labels = function(titles) sub(" ", "\n", titles, fixed = TRUE)) +
    scale_colour_manual(values = stats::setNames(c(shade(2), "grey50"), verdicts), drop = FALSE) +
    scale_shape_manual(values = stats::setNames(c(16, 1), verdicts), drop = FALSE) +
    labs(x = NULL, y = NULL, colour = NULL, shape = NULL, caption = paste(notes, collapse = "\n")) +
    house_style()
}

# Positions side by side, or where there are many, in about thirty groups.
position_groups <- function(position, most = 30) {
  last <- max(position)
  if (last <= most) position else ceiling(position / ceiling(last / most))
}

plot_effect_by_position <- function(fit) {
  x <- fit$evaluations
  there <- !is.na(x$score)
  parts <- predicted_parts(fit, x)
  left <- (fit$table$value - parts$rest)[there] * fit$table$unit
  position <- x$position[there]
  group <- factor(position_groups(position))
  mean_of <- function(values) as.vector(tapply(values, group, mean))
  count <- as.vector(table(group))
  data <- data.frame(
    position = mean_of(position), left = mean_of(left), fitted = mean_of(parts$effect[there] * fit$table$unit),
    se = as.vector(tapply(left, group, stats::sd)) / sqrt(count)
  )
  ggplot(data, aes(.data$position)) +
    geom_hline(yintercept = 0, colour = "grey60") +
    geom_linerange(
      aes(ymin = .data$left - .data$se, ymax = .data$left + .data$se), data[!is.na(data$se), ],
      colour = "grey50"
    ) +
    geom_point(aes(y = .data$left), colour = "grey30", size = 2) +
    geom_line(aes(y = .data$fitted), colour = shade(2), linewidth = 1) +
    scale_position() +
    labs(
      y = "Points, severities and qualities taken out",
      caption = paste(
        "Points: means of all scores at the position, with one standard error. Line: what the fitted effects make.",
        "The points should lie about the line.",
        sep = "\n"
      )
    ) +
    house_style()
}

check_titles <- c(
  spread = "Spread by position: level, at about 1",
  lag = "Residual against the one before: no slope left",
  normal = "Quantiles of residuals: along the line",
  severity = "Evaluators: nobody far from all others"
)

plot_effect_checks <- function(fit) {
  data <- check_points(fit)
  lines <- data.frame(panel = check_titles[["normal"]], slope = 1, intercept = 0)
  in_panel <- function(values) factor(values, check_titles)
  data$panel <- in_panel(data$panel)
  lines$panel <- in_panel(lines$panel)
  smooth <- data[data$panel == check_titles[["lag"]], ]
  many <- nrow(smooth) > 2000
  ggplot(data, aes(.data$x, .data$y)) +
    geom_abline(aes(slope = .data$slope, intercept = .data$intercept), lines, colour = "grey60") +
    geom_linerange(aes(ymin = .data$lower, ymax = .data$upper), data[!is.na(data$lower), ], colour = "grey50") +
    geom_point(colour = shade(1), size = if (many) 0.3 else 1, alpha = if (many) 0.3 else 0.7) +
    (if (nrow(smooth) > 2) geom_smooth(
      data = smooth, method = "lm", formula = y ~ x, se = FALSE, colour = shade(2), linewidth = 0.8
    )) +
    facet_wrap(vars(.data$panel), scales = "free", drop = FALSE, labeller = label_wrap_gen(24)) +
    labs(x = check_axis_note, y = NULL, caption = check_caption) +
    house_style()
}

check_caption <- paste(
  "Bars: twice the standard error.",
  "Residuals: a draw of the noise, in units of the evaluator's;",
  "independent and normal if the model holds.",
  sep = "\n"
)

check_axis_note <- paste(
  "Top: position, and the residual before.", "Bottom: normal quantile, and severity in points (its noise above).",
  sep = "\n"
)

check_points <- function(fit) {
  rows <- which(!is.na(fit$table$value))
  sequence <- rep(seq_along(diff(fit$table$start)), diff(fit$table$start))[rows]
  position <- fit$evaluations$position[rows]
  # Means over the draws would lie too close to the scores where these are few.
  residual <- fit$drawn$noise_draw[rows]
  group <- factor(position_groups(position))
  count <- as.vector(table(group))
  spread <- sqrt(as.vector(tapply(residual^2, group, mean)))
  se <- 2 * spread / sqrt(2 * count)
  after <- which(diff(sequence) == 0 & diff(rows) == 1)
  quantiles <- seq_len(min(length(residual), 300)) / (min(length(residual), 300) + 1)
  own <- effect_evaluators(fit)
  part <- function(panel, x, y, lower = NA_real_, upper = NA_real_) {
    if (length(x) == 0) NULL else data.frame(panel = check_titles[[panel]], x = x, y = y, lower = lower, upper = upper)
  }
  rbind(
    part("spread", as.vector(tapply(position, group, mean)), spread, spread - se, spread + se),
    part("lag", residual[after], residual[after + 1]),
    part("normal", stats::qnorm(quantiles), stats::quantile(residual, quantiles, names = FALSE)),
    part("severity", own$severity, own$noise)
  )
}
