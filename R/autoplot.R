# What the pictures of this package have in common.

scale_methods <- function(methods, ...) {
  values <- many_colours(length(methods))
  # The baseline stays in the background.
  values[methods == "induced"] <- "grey50"
  scale_colour_manual(values = stats::setNames(values, methods), name = NULL, aesthetics = c("colour", "fill"), ...)
}

# Whole numbers only: half a position means nothing.
breaks_whole <- function(limits) {
  breaks <- pretty(limits)
  step <- breaks[2] - breaks[1]
  # Position 1 is always marked, and nothing so close that the numbers would touch.
  c(1, breaks[breaks == floor(breaks) & breaks >= 1 + max(1, 0.6 * step)])
}

scale_position <- function(...) {
  scale_x_continuous(name = "Position (1 was shown first)", breaks = breaks_whole, ...)
}

# Sizes matter by their ratio, and both 0 and Inf may be among them: log(size + 1), with Inf a little beyond the largest
# finite size shown.
size_axis <- function(largest, with_infinite = TRUE) {
  end <- log1p(largest)
  infinite <- end + max(0.08 * end, 0.2)
  breaks <- c(0, 1, 2, 5, as.vector(outer(c(1, 2, 5), 10^(1:15))))
  breaks <- breaks[breaks <= largest * 1.001]
  # One in each decade is enough when there are many, and the label of Inf needs room.
  if (length(breaks) > 8) breaks <- breaks[breaks == 0 | log10(breaks) == round(log10(breaks))]
  if (with_infinite) breaks <- breaks[infinite - log1p(breaks) > 0.06 * infinite]
  list(
    at = function(size) ifelse(is.infinite(size), infinite, pmin(log1p(size), end)),
    breaks = c(log1p(breaks), if (with_infinite) infinite),
    labels = c(format(breaks, big.mark = ",", trim = TRUE, scientific = FALSE), if (with_infinite) "Inf"),
    limits = c(-0.03, 1.03) * (if (with_infinite) infinite else max(end, 0.2))
  )
}

scale_sizes <- function(axis, name = "Prior size (earlier items in mind)") {
  scale_x_continuous(
    name = name, breaks = axis$breaks, labels = axis$labels, limits = axis$limits, expand = expansion(0)
  )
}

# A colour bar wide enough for its numbers.
theme_colour_bar <- function() theme(legend.key.width = unit(1.3, "cm"))

# Facets for the evaluators in their own order, not that of the alphabet.
in_order <- function(x) factor(x, unique(x))

# Names in one label where several items share a place.
join_labels <- function(data, by) {
  key <- do.call(paste, c(data[by], sep = "\r"))
  first <- !duplicated(key)
  labels <- vapply(split(data$item, factor(key, key[first])), paste, character(1), collapse = ", ")
  result <- data[first, , drop = FALSE]
  result$item <- unname(labels)
  result
}

# For a phone ----------------------------------------------------------------------------------------------------------

# The same picture for a narrow page: long texts in several lines, keys of the legend below each other, and at most two
# facets side by side.
for_phone <- function(plot) {
  room <- c(title = 34, subtitle = 40, caption = 50, x = 28, y = 34)
  for (name in names(room)) {
    if (is.character(plot$labels[[name]])) plot$labels[[name]] <- wrap_text(plot$labels[[name]], room[[name]])
  }
  # Scales and facets are shared with the picture they come from.
  plot$scales <- plot$scales$clone()
  for (scale in plot$scales$scales) {
    if (is.character(scale$name)) scale$name <- wrap_text(scale$name, room[["x"]])
  }
  if (inherits(plot$facet, "FacetWrap")) plot$facet <- narrow_facet(plot$facet)
  # A colour bar stays a bar.
  bar <- any(vapply(plot$scales$scales, is_colour_bar, logical(1)))
  direction <- if (bar) "horizontal" else "vertical"
  plot +
    theme(legend.direction = direction, legend.justification = "left", plot.title.position = "plot") +
    (if (bar) theme(legend.key.width = unit(0.7, "cm"), legend.title = element_text(size = 8)))
}

is_colour_bar <- function(scale) {
  inherits(scale, "ScaleContinuous") && any(scale$aesthetics %in% c("fill", "colour"))
}

# At most two side by side, unless it is said how many. ggproto() looks its parent up when it is asked, by then under
# this name.
narrow_facet <- function(parent) {
  params <- parent$params
  if (is.null(params$ncol) && is.null(params$nrow)) params$ncol <- 2
  ggplot2::ggproto(NULL, parent, params = params)
}
