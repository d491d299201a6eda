#' Pictures of panels
#'
#' `type = "items"`: the consensus of a panel, the best on top, with the interval of each item's place and, as an open
#' circle, its place by the mean raw score. `type = "evaluators"`: the prior size and noise of each evaluator, or by the
#' ratings model severity, noise and loading.
#' `"heatmap"`, `"top"` and `"pairs"` show probabilities as for [posteriors][autoplot.seqjudge_posterior].
#' `type = "trace"`: for chains, the log posterior density (by the ratings model, the standard deviation of the
#' qualities) and the rank of the item that mixed worst, by iteration.
#'
#' @param object A result of [rank_panel()].
#' @param type String: `"items"`, `"evaluators"`, `"heatmap"`, `"top"`, `"pairs"` or `"trace"`.
#' @param k Whole number: for `"top"`, among how many best.
#' @param level Number between 0 and 1: for `"items"`, the probability that an interval holds at least.
#' @param named Whole number: with more items than this, items are not named.
#' @param ... Not used.
#' @return A ggplot object, to which layers and themes can be added.
#' @family pictures
#' @examples
#' scores <- rbind(Ada = c(0.42, 0.62, 0.75, 0.86, 0.28), Bo = c(0.55, 0.70, 0.78, 0.80, 0.36))
#' x <- as_evaluations(scores, items = c("Pia", "Quinn", "Rafi", "Sven", "Tara"), order = "random")
#' panel <- rank_panel(x)
#' autoplot(panel)
#' autoplot(panel, "evaluators")
#' @export
autoplot.seqjudge_panel <- function(object, type = c("items", "evaluators", "heatmap", "top", "pairs", "trace"), k = 3,
                                    level = object$level, named = 60, ...) {
  call <- check_no_more(list(...), rlang::current_env())
  type <- check_choice(type, c("items", "evaluators", "heatmap", "top", "pairs", "trace"), "type")
  if (type == "trace" && is.null(object$draws)) {
    stop_value("{.arg type} must not be {.val trace} for a panel without chains.", "type", call, 1L)
  }
  switch(type,
    items = plot_consensus(object, check_level(level, call), check_integer(named, "named", call, from = 0)),
    evaluators = if (object$model == "ratings") plot_severities(object) else plot_panel_evaluators(object),
    trace = plot_trace(object),
    plot_distributions(object, list(all = distribution_of(object, NULL, call, "object")), type, k, level, named, call)
  )
}

plot_trace <- function(object) {
  names <- object$distribution$items
  # The rank model's last row is about the log posterior density.
  mixed <- utils::head(object$diagnostics$ess, length(names))
  worst <- if (is.null(mixed)) 1L else which.min(mixed)
  overall <- if (object$model == "ratings") {
    list(values = object$draws$effects["quality_sd", , ], what = "spread of the qualities, in points")
  } else {
    list(values = object$draws$log_posterior, what = "log posterior density")
  }
  overall$values <- as.matrix(overall$values)
  long <- function(values, what) {
    data.frame(
      iteration = as.vector(row(values)), chain = factor(as.vector(col(values))), value = as.vector(values), what = what
    )
  }
  rank <- matrix((object$traced %||% object$distribution$ranks)[worst, ], ncol = ncol(overall$values))
  data <- rbind(long(overall$values, overall$what), long(rank, paste("rank of", short_names(names[worst]))))
  data$what <- in_order(data$what)
  ggplot(data, aes(.data$iteration, .data$value, colour = .data$chain)) +
    geom_line(linewidth = 0.3, alpha = 0.8) +
    facet_wrap(vars(.data$what), ncol = 1, scales = "free_y") +
    scale_methods(levels(data$chain)) +
    labs(x = "Iteration", y = NULL, caption = "A colour for each chain") +
    house_style()
}

plot_consensus <- function(object, level, named) {
  # A promise that is never kept would keep where it was made, and all that lies there, in the picture.
  force(level)
  data <- tidy(object, level = level)
  n <- nrow(data)
  data$induced_place <- mean_score_places(object, data$item)
  data$item <- factor(data$item, rev(data$item))
  many <- n > named
  shapes <- c(consensus = 16, `mean raw score` = 1)
  ggplot(data, aes(y = .data$item)) +
    geom_linerange(
      aes(xmin = .data$conf.low, xmax = .data$conf.high),
      colour = shade(1), linewidth = if (n <= 40) 1.2 else 0.5, alpha = 0.5, na.rm = TRUE
    ) +
    geom_point(
      aes(.data$induced_place, shape = "mean raw score", colour = "mean raw score"),
      size = if (n <= 40) 2.8 else 1, na.rm = TRUE
    ) +
    geom_point(aes(.data$place, shape = "consensus", colour = "consensus"), size = if (n <= 40) 2 else 0.6) +
    scale_shape_manual(values = shapes, name = NULL) +
    scale_colour_manual(values = c(consensus = shade(1), `mean raw score` = shade(2)), name = NULL) +
    scale_x_continuous(name = "Place (1 is best)", breaks = breaks_whole) +
    scale_names(many) +
    (if (many) name_some(data)) +
    labs(
      y = if (many) "The best on top",
      caption = paste(c(
        bars_caption(object, "", level, "% intervals of the place"), if (many) "The best and the farthest movers named"
      ), collapse = ". ")
    ) +
    house_style() +
    theme_names(n) +
    (if (many) {
      theme(panel.grid.major.y = element_blank())
    })
}

# The axis of the items of a picture, the best on top: named as far as they do not overlap, or not at all.
scale_names <- function(many = FALSE, most = 24L, labels = identity) {
  if (many) {
    return(scale_y_discrete(labels = NULL, breaks = NULL))
  }
  scale_y_discrete(labels = function(x) short_names(labels(x), most), guide = guide_axis(check.overlap = TRUE))
}

# Of many items the best and those that moved farthest, beyond the intervals of all that are as high as the text: at the
# right of those that lie left, and the other way round.
name_some <- function(data, best = 5L, movers = 7L) {
  moved <- abs(data$induced_place - data$place)
  moved[is.na(moved)] <- 0
  place <- rank(data$place, ties.method = "first")
  chosen <- which(place <= best | rank(-moved, ties.method = "first") <= movers & moved >= 1)
  left <- 2 * place[chosen] <= nrow(data)
  ends <- vapply(place[chosen], FUN.VALUE = numeric(2), function(k) {
    range(data[abs(place - k) <= nrow(data) / 60, c("place", "conf.low", "conf.high", "induced_place")], na.rm = TRUE)
  })
  label <- plain_labels(as.character(data[["y"]] %||% data$item))
  named <- data.frame(data[chosen, ], at = ends[cbind(1 + left, seq_along(left))], hjust = 1 - left)
  named$label <- label[chosen]
  named$priority <- moved[chosen] + (place[chosen] == 1) * 1e6
  geom_name(
    aes(.data$at, label = .data$label, priority = .data$priority, hjust = .data$hjust), named,
    flip = TRUE, size = 2.8
  )
}

# Prior sizes on a scale that has room for 0 and Inf.
plot_panel_evaluators <- function(object) {
  data <- object$evaluators
  known <- c(0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 1024)
  data$at <- size_coordinate(data$prior_size)
  data$from <- size_coordinate(data$prior_lower)
  data$to <- size_coordinate(data$prior_upper)
  top <- max(data$to, data$at, na.rm = TRUE)
  marks <- c(known, Inf)
  marks <- marks[size_coordinate(marks) <= max(top, size_coordinate(8)) & (is.infinite(marks) | marks <= 512)]
  few <- nrow(data) <= 20
  ggplot(data, aes(.data$at, .data$noise)) +
    geom_linerange(aes(xmin = .data$from, xmax = .data$to), colour = shade(1), alpha = 0.3, na.rm = TRUE) +
    geom_linerange(
      aes(ymin = .data$noise_lower, ymax = .data$noise_upper),
      colour = shade(1), alpha = 0.3, na.rm = TRUE
    ) +
    geom_point(colour = shade(1), size = if (few) 2 else 1) +
    geom_name(aes(label = .data$evaluator), flip = TRUE) +
    scale_x_continuous(
      name = "Prior size (Inf needs no correction)", breaks = size_coordinate(marks), labels = format_sizes(marks),
      expand = expansion(c(0.05, 0.15))
    ) +
    scale_y_log10(name = "Noise (standard deviation)") +
    labs(caption = bars_caption(object, "central ", object$level, "% of the posterior")) +
    house_style()
}

# Who is strict, and who is noisy; larger points follow the quality more closely.
plot_severities <- function(object) {
  data <- object$evaluators
  few <- nrow(data) <= 20
  ggplot2::ggplot(data, ggplot2::aes(.data$severity, .data$noise)) +
    ggplot2::geom_linerange(
      ggplot2::aes(xmin = .data$severity_lower, xmax = .data$severity_upper),
      colour = shade(1), alpha = 0.3, na.rm = TRUE
    ) +
    ggplot2::geom_linerange(
      ggplot2::aes(ymin = .data$noise_lower, ymax = .data$noise_upper),
      colour = shade(1), alpha = 0.3, na.rm = TRUE
    ) +
    ggplot2::geom_point(ggplot2::aes(size = .data$loading), colour = shade(1)) +
    geom_name(ggplot2::aes(label = .data$evaluator), flip = TRUE, gap = 1.8) +
    ggplot2::scale_x_continuous(
      name = "Severity (points less than others)", expand = ggplot2::expansion(c(0.05, 0.15))
    ) +
    ggplot2::scale_y_log10(name = "Noise (standard deviation, in points)") +
    ggplot2::scale_size_area(name = "Loading", n.breaks = 3, max_size = if (few) 3 else 1.5) +
    ggplot2::labs(caption = bars_caption(object, "central ", object$level, "% of the posterior")) +
    house_style()
}

# The result of a search has no bars.
bars_caption <- function(object, kind, level, of) {
  if (!is.null(object$distribution)) paste0("Bars: ", kind, format(100 * level), of)
}

size_coordinate <- function(size) log2(1 + pmin(size, 2048))
