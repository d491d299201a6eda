# What the pictures of this package have in common.

# Colours that colour-blind readers can tell apart (Okabe and Ito).
palette_okabe <- c("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#F0E442")

scale_methods <- function(methods, ...) {
  values <- if (length(methods) <= length(palette_okabe)) {
    palette_okabe[seq_along(methods)]
  } else {
    grDevices::hcl.colors(length(methods), "viridis")
  }
  # The baseline stays in the background.
  values[methods == "induced"] <- "grey50"
  scale_colour_manual(values = stats::setNames(values, methods), name = NULL, aesthetics = c("colour", "fill"), ...)
}

theme_seqjudge <- function() {
  theme_minimal(base_size = 11) +
    theme(
      panel.grid.minor = element_blank(),
      legend.position = "top",
      strip.text = element_text(face = "bold", hjust = 0),
      plot.caption = element_text(colour = "grey40")
    )
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

scale_sizes <- function(axis, name = "Prior size (earlier items the evaluators behave as if having seen)") {
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

# Heights at which labels do not overlap: pushed apart to at least `gap`, as near to where they belong as that allows.
spread_out <- function(height, gap) {
  sorted <- order(height)
  y <- height[sorted]
  # Neighbours that are too close become one block around their common centre, until none are left.
  blocks <- as.list(y)
  start <- y
  k <- 1
  while (k < length(blocks)) {
    ends <- start[k] + gap * (length(blocks[[k]]) - 1)
    if (start[k + 1] - ends < gap) {
      blocks[[k]] <- c(blocks[[k]], blocks[[k + 1]])
      blocks[[k + 1]] <- NULL
      start <- start[-(k + 1)]
      start[k] <- mean(blocks[[k]]) - gap * (length(blocks[[k]]) - 1) / 2
      k <- max(k - 1, 1)
    } else {
      k <- k + 1
    }
  }
  height[sorted] <- unlist(Map(function(from, block) from + gap * (seq_along(block) - 1), start, blocks))
  height
}
