#' @rdname score_model
#' @export
autoplot.seqjudge_score_model <- function(object, ...) {
  check_no_more(list(...), rlang::current_env())
  data <- as.data.frame(object)
  if (nrow(object$scores) <= many_positions) {
    draw_triangle(object, data)
  } else if (all(abs(data$score - data$parametric) < same_score)) {
    draw_levels(data)
  } else {
    draw_difference(data)
  }
}

# Up to here each cell of the triangle can be told apart.
many_positions <- 15

draw_triangle <- function(object, data) {
  bars <- object$cells
  caption <- "Each position has a point for every relative rank, the best on top."
  if (!is.null(bars)) {
    bars <- bars[bars$n > 1, ]
    caption <- paste0(caption, "\nBars: plus and minus one standard error of the mean.")
  }
  kinds <- c(if (is.null(object$cells)) "this model" else "fitted", "r / (t + 1)")
  # Side by side, so that neither hides the other.
  points <- data.frame(
    position = c(data$position - 0.15, data$position + 0.15),
    score = c(data$score, data$parametric),
    kind = factor(rep(kinds, each = nrow(data)), levels = kinds)
  )
  ggplot() +
    geom_segment(
      aes(x = .data$position - 0.15, xend = .data$position + 0.15, y = .data$score, yend = .data$parametric),
      data,
      colour = "grey75"
    ) +
    (if (!is.null(bars)) {
      geom_errorbar(
        aes(x = .data$position - 0.15, ymin = .data$mean - .data$se, ymax = .data$mean + .data$se),
        bars,
        width = 0.1, colour = shade(1)
      )
    }) +
    geom_point(aes(x = .data$position, y = .data$score, colour = .data$kind, shape = .data$kind), points, size = 2) +
    scale_colour_manual(values = shade(1:2)) +
    scale_shape_manual(values = c(16, 1)) +
    scale_position() +
    labs(y = "Score without noise", colour = NULL, shape = NULL, caption = caption) +
    house_style()
}

# The package's own model differs from itself nowhere: then the scores are shown as they are.
draw_levels <- function(data) {
  draw_score_tiles(data, data$score, shade(2:1), 0.5, c(0, 1)) +
    labs(fill = "Score", caption = "These are the scores r / (t + 1) of the package's own model.")
}

draw_difference <- function(data) {
  difference <- data$score - data$parametric
  # Rounding is no difference, and would fill the scale with it.
  difference[abs(difference) < same_score] <- 0
  most <- max(abs(difference), 0.01)
  draw_score_tiles(data, difference, shade(1:2), 0, c(-most, most)) +
    labs(
      fill = "Score minus\nr / (t + 1)",
      caption = "Orange: higher than in the package's own model; blue: lower."
    )
}

draw_score_tiles <- function(data, value, shades, middle, limits) {
  data$value <- value
  ggplot(data, aes(.data$position, .data$relative_rank, fill = .data$value)) +
    geom_tile() +
    scale_fill_gradient2(low = shades[1], mid = "grey95", high = shades[2], midpoint = middle, limits = limits) +
    scale_position() +
    scale_y_continuous(breaks = breaks_whole) +
    labs(y = "Relative rank among the items so far") +
    house_style() +
    theme_colour_bar()
}
