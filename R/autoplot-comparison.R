#' Pictures of compared rankings
#'
#' * `type = "prior"`: distance to the truth against the prior size, with the induced ranking as a line.
#' * `type = "metrics"`: distance to the truth of each ranking.
#' * `type = "positions"`: mean entry-wise error of the items shown at each position.
#' * `type = "signed"`: the same with its sign: above zero, items were ranked too high.
#' * `type = "pairs"`: distances of the rankings from each other.
#'
#' @param object A result of [compare_rankings()].
#' @param type String: what to show. If left out, `"prior"` where rankings for several prior sizes are compared with the
#'   truth, otherwise `"metrics"`, and `"pairs"` where no truth is known.
#' @param metrics Strings: which metrics to show, for the types `"prior"`, `"metrics"` and `"pairs"`.
#' @inheritParams seqjudge-arguments
#' @template picture
#' @examples
#' scale <- score_scale("range", 0, 100, meaning = "shares")
#' x <- evaluations(bakeoff, judge, contestant, position, points, scale, truth = true_rank)
#' by_size <- compare_rankings(x, prior = c(0, 1, 2, 5, 10, 20, 50))
#' autoplot(by_size, metrics = "footrule")
#' autoplot(compare_rankings(x, prior = c(0, 10)), type = "signed")
#' @export
autoplot.seqjudge_comparison <- function(object, type = NULL, metrics = NULL, ...) {
  call <- check_no_more(list(...), rlang::current_env())
  type <- comparison_picture(object, type, call)
  metrics <- check_metrics(metrics %||% if (type == "pairs") "footrule" else metric_names, call)
  picture <- switch(type,
    prior = plot_by_prior(object, metrics),
    metrics = plot_metrics(object, metrics),
    positions = plot_positions(object, "error", "Mean entry-wise error"),
    signed = plot_positions(object, "signed", "Mean signed error"),
    pairs = plot_pairs(object, metrics)
  )
  picture + house_style() + (if (type == "pairs") theme_colour_bar())
}

comparison_picture <- function(object, type, call) {
  known <- !is.null(object$parts$metrics)
  sizes <- object$prior_size[is.finite(object$prior_size)]
  types <- c("prior", "metrics", "positions", "signed", "pairs")
  if (is.null(type)) {
    type <- if (!known) "pairs" else if (length(unique(sizes)) > 1) "prior" else "metrics"
  }
  type <- check_choice(type, types, "type", call)
  if (!known && type != "pairs") {
    stop_value("{.arg type} must be {.val pairs} where no truth is known, not {.val {type}}.", "type", call, 1L)
  }
  if (type == "prior" && length(sizes) == 0) {
    stop_value("{.arg type} can be {.val prior} only for rankings with a finite prior size.", "type", call, 1L)
  }
  type
}

with_titles <- function(data, metrics) {
  data <- data[data$metric %in% metrics, ]
  data$metric <- factor(metric_labels[data$metric], metric_labels[metrics])
  data$lower <- data$mean - data$se
  data$upper <- data$mean + data$se
  data
}

# Bars need a spread, which one evaluator and one ranking for all do not have.
bars_are <- function(data, many = FALSE) {
  if (any(is.finite(data$lower))) paste(if (many) "Bands:" else "Bars:", "one standard error over evaluators")
}

error_bars <- function(...) {
  geom_linerange(aes(ymin = .data$lower, ymax = .data$upper), ..., na.rm = TRUE)
}

plot_by_prior <- function(object, metrics) {
  data <- with_titles(object$parts$metrics, metrics)
  induced <- data[data$method == "induced", ]
  sized <- data[is.finite(data$prior_size) & data$method != "induced", ]
  axis <- size_axis(max(sized$prior_size), with_infinite = FALSE)
  ggplot(sized, aes(axis$at(.data$prior_size), .data$mean)) +
    geom_hline(aes(yintercept = .data$mean, linetype = "induced ranking"), induced, colour = "grey40") +
    (if (length(unique(sized$prior_size)) > 1) geom_line(colour = shade(1))) +
    error_bars(colour = shade(1)) +
    geom_point(colour = shade(1)) +
    scale_linetype_manual(values = "dashed", name = NULL) +
    scale_sizes(axis, "Prior size") +
    expand_limits(y = 0) +
    labs(y = "Mean distance to the truth", caption = bars_are(sized)) +
    (if (length(metrics) > 1) facet_wrap(vars(.data$metric), scales = "free_y", labeller = label_wrap_gen(14)))
}

plot_metrics <- function(object, metrics) {
  data <- with_titles(object$parts$metrics, metrics)
  # The first method on top.
  data$method <- factor(data$method, rev(object$methods))
  ggplot(data, aes(.data$mean, .data$method, colour = .data$method)) +
    scale_names() +
    geom_linerange(aes(xmin = .data$lower, xmax = .data$upper), na.rm = TRUE) +
    geom_point(size = 2) +
    scale_methods(object$methods, guide = "none") +
    expand_limits(x = 0) +
    labs(x = "Mean distance to the truth", y = NULL, caption = bars_are(data)) +
    (if (length(metrics) > 1) facet_wrap(vars(.data$metric), scales = "free_x", labeller = label_wrap_gen(14)))
}

plot_positions <- function(object, column, title) {
  data <- object$parts$positions
  data$method <- factor(data$method, object$methods)
  data$value <- data[[column]]
  se <- data[[paste0(column, "_se")]]
  data$lower <- data$value - se
  data$upper <- data$value + se
  many <- max(data$position) > 50
  # Side by side, the bars of several methods stay apart; for many positions there is no room, and bands are clearer.
  aside <- if (max(data$position) <= 20) position_dodge(0.3) else position_identity()
  spread <- if (many) {
    geom_ribbon(
      aes(ymin = .data$lower, ymax = .data$upper, fill = .data$method),
      alpha = 0.2, colour = NA, na.rm = TRUE
    )
  } else {
    error_bars(position = aside, linetype = "solid")
  }
  ggplot(
    data, aes(.data$position, .data$value, colour = .data$method, linetype = .data$method, shape = .data$method)
  ) +
    scale_kinds(object$methods) +
    (if (column == "signed") geom_hline(yintercept = 0, colour = "grey60")) +
    spread +
    (if (max(data$position) > 1) geom_line(position = aside, linewidth = if (many) 0.35 else 0.5)) +
    (if (!many) geom_point(position = aside, size = 1.6)) +
    scale_methods(object$methods) +
    scale_position() +
    labs(
      y = title,
      caption = paste(c(if (column == "signed") "Above 0: ranked too high.", bars_are(data, many)), collapse = "\n")
    )
}

plot_pairs <- function(object, metrics) {
  data <- with_titles(object$parts$pairs, metrics)
  data$method_1 <- factor(data$method_1, object$methods)
  data$method_2 <- factor(data$method_2, rev(object$methods))
  ggplot(data, aes(.data$method_1, .data$method_2, fill = .data$mean)) +
    geom_tile() +
    (if (length(object$methods) <= 10) {
      geom_text(aes(label = sprintf("%.3f", .data$mean)), size = 3)
    }) +
    scale_fill_gradient(name = "Mean distance", low = "grey97", high = shade(6), limits = c(0, NA)) +
    scale_x_discrete(labels = short_names, guide = guide_axis(angle = 45, check.overlap = TRUE)) +
    scale_names() +
    labs(x = NULL, y = NULL) +
    facet_wrap(vars(.data$metric))
}
