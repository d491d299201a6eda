#' Pictures of posteriors of rankings
#'
#' How sure is each place? `"intervals"` shows for every item the interval of its place, with the place that is best
#' and the place by raw scores; `"heatmap"` the probability of every place; `"top"` the probability of being among the
#' best `k`; `"pairs"` the probability that the item of a row is above that of a column. The best item is on top.
#'
#' @param object A result of [rank_posterior()].
#' @param type String: `"intervals"`, `"heatmap"`, `"top"` or `"pairs"`.
#' @param evaluators Names or numbers of the evaluators to show; the first six if left out, and for `"pairs"` the first.
#' @param k Whole number: for `"top"`, among how many best.
#' @param level Number between 0 and 1: for `"intervals"`, the probability that an interval holds at least.
#' @param named Whole number: with more items than this in a panel, items are not named.
#' @param ... Not used.
#' @return A ggplot object, to which layers and themes can be added.
#' @family pictures
#' @examples
#' x <- evaluations(
#'   bakeoff, judge, contestant, position, points,
#'   scale = score_scale("range", 0, 100)
#' )
#' set.seed(1)
#' posterior <- rank_posterior(x["Amara"])
#' autoplot(posterior)
#' autoplot(posterior, "heatmap")
#' autoplot(posterior, "top", k = 3)
#' autoplot(posterior, "pairs")
#' @export
autoplot.seqjudge_posterior <- function(object, type = c("intervals", "heatmap", "top", "pairs"), evaluators = NULL,
                                        k = 3, level = 0.95, named = 60, ...) {
  call <- rlang::current_env()
  check_no_more(list(...), call)
  type <- check_choice(type, c("intervals", "heatmap", "top", "pairs"), "type")
  k <- check_integer(k, "k", call)
  level <- check_level(level, call)
  check_integer(named, "named", call, from = 0)
  all <- evaluator_names(object$evaluations)
  most <- if (type == "pairs") 1L else 6L
  chosen <- if (is.null(evaluators)) {
    utils::head(seq_along(all), most)
  } else {
    check_some(check_evaluators(evaluators, all, call, "evaluators"), "evaluators", call)
  }
  if (type == "pairs") check_has_draws(object, call)
  data <- switch(type,
    intervals = posterior_items(object, chosen, level),
    top = leading_items(object, chosen, k, named),
    heatmap = posterior_cells(object, chosen, function(e) rank_cells(object, e)),
    pairs = posterior_cells(object, chosen, function(e) pair_cells(object, e))
  )
  picture <- switch(type,
    intervals = plot_intervals(data, level),
    heatmap = plot_heatmap(data),
    top = plot_top(data, k),
    pairs = plot_pair_probabilities(data, named)
  )
  shown <- if (length(chosen) < length(all)) paste0(". ", length(chosen), " of ", length(all), " evaluators shown")
  picture <- picture +
    scale_items(data, named) +
    (if (length(chosen) > 1) ggplot2::facet_wrap(ggplot2::vars(.data$evaluator), scales = "free")) +
    theme_seqjudge() +
    ggplot2::theme(panel.grid.major.y = ggplot2::element_blank())
  picture$labels$caption <- paste0(picture$labels$caption, shown)
  if (type %in% c("heatmap", "pairs")) picture + theme_colour_bar() else picture
}

# Data ---------------------------------------------------------------------------------------------------------------

# An item has a level of its own for each evaluator, so that each panel has its own order; the worst comes first, which
# puts the best on top.
item_levels <- function(evaluator, item) paste(evaluator, item, sep = "\r")

posterior_items <- function(object, chosen, level) {
  data <- tidy(object, level = level)
  data <- data[!is.na(data$place), ]
  order_items(data, object, chosen, data)
}

# Sorted by probability. Of many items only those that stand a chance are shown.
leading_items <- function(object, chosen, k, named) {
  data <- top_probability(object, k)
  among <- stats::ave(data$probability, data$evaluator, FUN = seq_along)
  many <- max(table(data$evaluator), 0L) > named
  data$place <- among
  if (many) data <- data[among <= named & (data$probability >= 0.005 | among <= k), ]
  structure(order_items(data, object, chosen, data), cut = many)
}

posterior_cells <- function(object, chosen, cells) {
  order_items(stack_rows(lapply(chosen, cells)), object, chosen, tidy(object))
}

order_items <- function(data, object, chosen, ranked) {
  who <- evaluator_names(object$evaluations)[chosen]
  data <- data[data$evaluator %in% who, ]
  ranked <- ranked[ranked$evaluator %in% who & !is.na(ranked$place), ]
  levels <- rev(item_levels(ranked$evaluator, ranked$item))
  data$y <- factor(item_levels(data$evaluator, data$item), levels)
  if (!is.null(data$other)) data$x <- factor(item_levels(data$evaluator, data$other), rev(levels))
  data$evaluator <- factor(data$evaluator, who)
  data
}

rank_cells <- function(object, e) {
  p <- item_probabilities(object, e)
  n <- nrow(p)
  data.frame(
    evaluator = rep(evaluator_names(object$evaluations)[e], n^2),
    item = rep(item_names(object, e), n),
    place = rep(rev(seq_len(n)), each = n),
    probability = as.vector(p)
  )
}

pair_cells <- function(object, e) {
  above <- pair_probabilities(object, e)
  diag(above) <- NA
  n <- nrow(above)
  items <- item_names(object, e)
  data.frame(
    evaluator = rep(evaluator_names(object$evaluations)[e], n^2),
    item = rep(items, n),
    other = rep(items, each = n),
    probability = as.vector(above)
  )
}

# Layers -------------------------------------------------------------------------------------------------------------

plain_labels <- function(levels) sub("^[^\r]*\r", "", levels)

# Names of the items from the best to the worst, unless there are too many to be read.
scale_items <- function(data, named) {
  many <- max(table(unique(data[c("evaluator", "y")])$evaluator), 0L) > named
  if (many) {
    ggplot2::scale_y_discrete(name = "Items, the best on top", labels = NULL, breaks = NULL)
  } else {
    ggplot2::scale_y_discrete(name = NULL, labels = plain_labels)
  }
}

plot_intervals <- function(data, level) {
  few <- max(table(data$evaluator), 0L) <= 40
  marks <- rbind(
    data.frame(data[c("evaluator", "y")], at = data$induced_place, mark = rep("by raw scores", nrow(data))),
    data.frame(data[c("evaluator", "y")], at = data$place, mark = rep("best given the scores", nrow(data)))
  )
  marks$mark <- factor(marks$mark, c("best given the scores", "by raw scores"))
  ggplot2::ggplot(data, ggplot2::aes(y = .data$y)) +
    ggplot2::geom_segment(
      ggplot2::aes(x = .data$conf.low - 0.3, xend = .data$conf.high + 0.3, yend = .data$y),
      colour = palette_okabe[6], linewidth = if (few) 2.5 else 0.5
    ) +
    ggplot2::geom_point(
      ggplot2::aes(x = .data$at, colour = .data$mark, shape = .data$mark), marks,
      size = if (few) 2.2 else 0.9
    ) +
    ggplot2::scale_colour_manual(values = c(palette_okabe[1], palette_okabe[2]), name = NULL) +
    ggplot2::scale_shape_manual(values = c(16, 4), name = NULL) +
    ggplot2::scale_x_continuous(name = "Place (1 is best)", breaks = breaks_whole) +
    ggplot2::labs(caption = paste0("Bars: ", format(100 * level), "% intervals of the place"))
}

plot_heatmap <- function(data) {
  ggplot2::ggplot(data, ggplot2::aes(.data$place, .data$y, fill = .data$probability)) +
    ggplot2::geom_raster() +
    ggplot2::scale_fill_gradient(name = "Probability", low = "white", high = palette_okabe[1], limits = c(0, NA)) +
    ggplot2::scale_x_continuous(name = "Place (1 is best)", breaks = breaks_whole, expand = c(0, 0)) +
    ggplot2::labs(caption = "Probability of each place, given the scores")
}

plot_top <- function(data, k) {
  ggplot2::ggplot(data, ggplot2::aes(.data$probability, .data$y)) +
    ggplot2::geom_col(ggplot2::aes(fill = .data$induced_place <= k), width = 0.75) +
    ggplot2::scale_fill_manual(
      values = c(`TRUE` = palette_okabe[2], `FALSE` = palette_okabe[1]), name = NULL,
      breaks = c(TRUE, FALSE), labels = paste(c("among the best", "not among the best"), k, "by raw scores")
    ) +
    ggplot2::scale_x_continuous(
      name = if (k == 1) "Probability of being the best" else paste("Probability of being among the best", k),
      limits = c(0, 1), breaks = c(0, 0.5, 1), expand = c(0, 0.02)
    ) +
    ggplot2::labs(caption = top_caption(data))
}

top_caption <- function(data) {
  paste0("Bars: probability given the scores", if (isTRUE(attr(data, "cut"))) "; unlikely items are left out")
}

plot_pair_probabilities <- function(data, named) {
  many <- nlevels(data$y) > named
  ggplot2::ggplot(data, ggplot2::aes(.data$x, .data$y, fill = .data$probability)) +
    ggplot2::geom_raster() +
    ggplot2::scale_fill_gradient2(
      name = "Probability", low = palette_okabe[2], mid = "white", high = palette_okabe[1], midpoint = 0.5,
      limits = c(0, 1), na.value = "grey85"
    ) +
    ggplot2::scale_x_discrete(
      name = if (many) "Items, the best at the left" else NULL,
      labels = if (many) NULL else plain_labels, breaks = if (many) NULL else ggplot2::waiver(),
      guide = ggplot2::guide_axis(angle = 90)
    ) +
    ggplot2::labs(caption = "Probability that the item of the row is above that of the column")
}

#' @rdname plot-methods
#' @export
plot.seqjudge_posterior <- function(x, ...) draw(x, ...)

#' @rdname bayes_risk
#' @export
autoplot.seqjudge_risk <- function(object, ...) {
  check_no_more(list(...), rlang::current_env())
  names <- c(best = "smallest possible", insertion = "least squares", induced = "raw scores")
  data <- as.data.frame(unclass(object)[names(object)])
  data$ranking <- factor(unname(names[data$ranking]), unname(names))
  data$noise <- in_order(paste("Noise", format_values(data$delta)))
  ggplot2::ggplot(data, ggplot2::aes(.data$n, .data$risk, colour = .data$ranking)) +
    ggplot2::geom_line(linewidth = 0.6) +
    ggplot2::geom_pointrange(
      ggplot2::aes(ymin = .data$risk - 2 * .data$se, ymax = .data$risk + 2 * .data$se),
      size = 0.3
    ) +
    ggplot2::facet_wrap(ggplot2::vars(.data$noise)) +
    ggplot2::scale_colour_manual(values = c(palette_okabe[1], palette_okabe[5], "grey50"), name = NULL) +
    ggplot2::scale_x_continuous(name = "Number of items", trans = "log10", breaks = unique(data$n)) +
    ggplot2::scale_y_continuous(
      name = if (data$loss[1] == "footrule") "Mean footrule distance" else "Mean squared rank error",
      limits = c(0, NA)
    ) +
    ggplot2::labs(caption = "Bars: two standard errors of the mean") +
    theme_seqjudge()
}

#' @rdname plot-methods
#' @export
plot.seqjudge_risk <- function(x, ...) draw(x, ...)
