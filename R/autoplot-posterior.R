#' Pictures of posteriors of rankings
#'
#' How sure is each place? `"intervals"` shows for every item the interval of its place, with the place that is best
#' and the place by raw scores; `"heatmap"` the probability of every place; `"top"` the probability of being among the
#' best `k`; `"pairs"` the probability that the item of a row is above that of a column. The best item is on top.
#'
#' @param object A result of [rank_posterior()], or a [rank_distribution()].
#' @param type String: `"intervals"`, `"heatmap"`, `"top"` or `"pairs"`.
#' @param evaluators Names or numbers of the evaluators to show; the first six if left out, and for `"pairs"` the first.
#' @param k Whole number: for `"top"`, among how many best.
#' @param level Number between 0 and 1: for `"intervals"`, the probability that an interval holds at least.
#' @param named Whole number: with more items than this in a facet, items are not named.
#' @param ... Not used.
#' @template picture
#' @examples
#' scale <- score_scale("range", 0, 100, meaning = "shares")
#' x <- evaluations(bakeoff, judge, contestant, position, points, scale)
#' set.seed(1)
#' posterior <- rank_posterior(x["Amara"])
#' autoplot(posterior)
#' autoplot(posterior, "heatmap")
#' autoplot(posterior, "top", k = 3)
#' autoplot(posterior, "pairs")
#' @export
autoplot.seqjudge_posterior <- function(object, type = c("intervals", "heatmap", "top", "pairs"), evaluators = NULL,
                                        k = 3, level = 0.95, named = 60, ...) {
  call <- check_no_more(list(...), rlang::current_env())
  type <- check_choice(type, c("intervals", "heatmap", "top", "pairs"), "type")
  all <- names(object$distributions)
  chosen <- check_shown_evaluators(evaluators, all, if (type == "pairs") 1L else 6L, call)
  picture <- plot_distributions(object, object$distributions[chosen], type, k, level, named, call)
  if (length(chosen) > 1) picture <- picture + facet_evaluators(scales = "free")
  shown <- if (length(chosen) < length(all)) paste0(". ", length(chosen), " of ", length(all), " evaluators shown")
  picture$labels$caption <- wrap_text(paste0(gsub("\n", " ", picture$labels$caption), shown))
  picture
}

#' @rdname autoplot.seqjudge_posterior
#' @export
autoplot.seqjudge_rank_distribution <- function(object, type = c("intervals", "heatmap", "top", "pairs"), k = 3,
                                                level = 0.95, named = 60, ...) {
  call <- check_no_more(list(...), rlang::current_env())
  type <- check_choice(type, c("intervals", "heatmap", "top", "pairs"), "type")
  plot_distributions(object, list(all = object), type, k, level, named, call)
}

# Some of the distributions of an object, under the names of the evaluators, or of `all` of them.
plot_distributions <- function(object, parts, type, k, level, named, call) {
  k <- check_integer(k, "k", call)
  level <- check_level(level, call)
  check_integer(named, "named", call, from = 0)
  if (type == "pairs") check_has_rankings(parts, call, "object")
  data <- switch(type,
    intervals = order_items(for_everybody(tidy(object, level = level)), parts),
    heatmap = order_items(stack_rows(Map(rank_cells, parts, names(parts))), parts, tidy(object)),
    top = leading_items(object, parts, k, named),
    pairs = order_items(stack_rows(Map(pair_cells, parts, names(parts))), parts, tidy(object))
  )
  picture <- switch(type,
    intervals = plot_intervals(data, level, named),
    heatmap = plot_heatmap(data),
    top = plot_top(data, k),
    pairs = plot_pair_probabilities(data, named)
  )
  picture <- picture +
    scale_items(data, named) +
    house_style() +
    theme_names(max(table(unique(data[c("evaluator", "y")])$evaluator), 0L) * (1 + (nlevels(data$evaluator) > 1))) +
    theme(panel.grid.major.y = element_blank())
  if (type %in% c("heatmap", "pairs")) picture + theme_colour_bar() else picture
}

# Data ---------------------------------------------------------------------------------------------------------------

# An item has a level of its own for each evaluator, so that each facet has its own order; the worst comes first, which
# puts the best on top.
item_levels <- function(evaluator, item) paste(evaluator, item, sep = "\r")

# What concerns all evaluators together has columns as if it were one, and a bare distribution knows of no raw scores.
for_everybody <- function(data) {
  if (is.null(data$evaluator)) data$evaluator <- rep("all", nrow(data))
  if (is.null(data$induced_place)) data$induced_place <- rep(NA_real_, nrow(data))
  data
}

# Sorted by probability. Of many items only those that stand a chance are shown.
leading_items <- function(object, parts, k, named) {
  data <- for_everybody(top_probability(object, k))
  among <- stats::ave(data$probability, data$evaluator, FUN = seq_along)
  many <- max(table(data$evaluator), 0L) > named
  data$place <- among
  if (many) data <- data[among <= max(named, k) & (data$probability >= 0.005 | among <= k), ]
  structure(order_items(data, parts), cut = many)
}

order_items <- function(data, parts, ranked = data) {
  who <- names(parts)
  ranked <- for_everybody(ranked)
  data <- data[data$evaluator %in% who, ]
  ranked <- ranked[ranked$evaluator %in% who & !is.na(ranked$place), ]
  levels <- rev(item_levels(ranked$evaluator, ranked$item))
  data$y <- factor(item_levels(data$evaluator, data$item), levels)
  if (!is.null(data$other)) data$x <- factor(item_levels(data$evaluator, data$other), rev(levels))
  data$evaluator <- factor(data$evaluator, who)
  data[!is.na(data$y), ]
}

rank_cells <- function(d, who) {
  n <- length(d$items)
  data.frame(
    evaluator = rep(who, n^2),
    item = rep(d$items, n),
    place = rep(rev(seq_len(n)), each = n),
    probability = as.vector(rank_shares(d))
  )
}

pair_cells <- function(d, who) {
  above <- above_shares(d)
  diag(above) <- NA
  n <- length(d$items)
  data.frame(
    evaluator = rep(who, n^2),
    item = rep(d$items, n),
    other = rep(d$items, each = n),
    probability = as.vector(above)
  )
}

# Layers -------------------------------------------------------------------------------------------------------------

plain_labels <- function(levels) sub("^[^\r]*\r", "", levels)

# Names of the items from the best to the worst, unless there are too many to be read.
scale_items <- function(data, named) {
  many <- max(table(unique(data[c("evaluator", "y")])$evaluator), 0L) > named
  list(
    scale_names(many, if (nlevels(data$evaluator) > 1) 11L else 24L, plain_labels),
    labs(y = if (many) "The best on top")
  )
}

plot_intervals <- function(data, level, named) {
  few <- max(table(data$evaluator), 0L) <= 40
  marks <- rbind(
    data.frame(data[c("evaluator", "y")], at = data$induced_place, mark = rep("by raw scores", nrow(data))),
    data.frame(data[c("evaluator", "y")], at = data$place, mark = rep("best place", nrow(data)))
  )
  marks <- marks[!is.na(marks$at), ]
  marks$mark <- factor(marks$mark, c("best place", "by raw scores"))
  ggplot(data, aes(y = .data$y)) +
    geom_segment(
      aes(x = .data$conf.low - 0.3, xend = .data$conf.high + 0.3, yend = .data$y),
      colour = shade(6), linewidth = if (few) 2.5 else 0.5
    ) +
    geom_point(aes(x = .data$at, colour = .data$mark, shape = .data$mark), marks, size = if (few) 2.2 else 0.9) +
    scale_colour_manual(values = c(shade(1), shade(2)), name = NULL) +
    scale_shape_manual(values = c(16, 4), name = NULL) +
    (if (max(table(data$evaluator), 0L) > named && nlevels(data$evaluator) == 1) name_some(data)) +
    scale_x_continuous(name = "Place (1 is best)", breaks = breaks_whole) +
    labs(caption = paste0("Bars: ", format(100 * level), "% intervals of the place"))
}

plot_heatmap <- function(data) {
  ggplot(data, aes(.data$place, .data$y, fill = .data$probability)) +
    geom_raster() +
    # Among many places each has a small probability, which must be told from none.
    scale_fill_gradient(
      name = "Probability", low = "white", high = shade(1), limits = c(0, NA),
      trans = if (max(data$place) > 60) "sqrt" else "identity"
    ) +
    scale_x_continuous(name = "Place (1 is best)", breaks = breaks_whole, expand = c(0.025, 0)) +
    labs(caption = "Probability of each place, given the scores")
}

plot_top <- function(data, k) {
  known <- any(!is.na(data$induced_place))
  ggplot(data, aes(.data$probability, .data$y)) +
    geom_col(aes(fill = .data$induced_place <= k), colour = shade(1), width = 0.75, show.legend = known) +
    # Filled or not: so that it is not a matter of colour.
    scale_fill_manual(
      values = c(`TRUE` = shade(1), `FALSE` = "white"), name = NULL, na.value = shade(1),
      breaks = c(TRUE, FALSE), labels = c("also by raw scores", "not by raw scores")
    ) +
    scale_x_continuous(
      name = if (k == 1) "Probability of being the best" else paste("Probability of being among the best", k),
      limits = c(0, 1), breaks = c(0, 0.5, 1), expand = c(0, 0.02)
    ) +
    labs(caption = top_caption(data))
}

top_caption <- function(data) {
  paste0("Bars: probability given the scores", if (isTRUE(attr(data, "cut"))) "; unlikely items are left out")
}

plot_pair_probabilities <- function(data, named) {
  many <- nlevels(data$y) > named
  ggplot(data, aes(.data$x, .data$y, fill = .data$probability)) +
    geom_raster() +
    scale_fill_gradient2(
      name = "Probability", low = shade(2), mid = "white", high = shade(1), midpoint = 0.5,
      limits = c(0, 1), na.value = "grey85"
    ) +
    scale_x_discrete(
      name = if (many) "Items, the best at the left" else NULL,
      labels = if (many) NULL else function(x) short_names(plain_labels(x), 16L), breaks = if (many) NULL else waiver(),
      guide = guide_axis(angle = 90, check.overlap = TRUE)
    ) +
    labs(caption = "Probability that the item of the row is above that of the column")
}
