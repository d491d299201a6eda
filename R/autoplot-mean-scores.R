#' @rdname mean_scores
#' @param object A `mean_scores()` object.
#' @export
autoplot.seqjudge_mean_scores <- function(object, ...) {
  check_no_more(list(...), rlang::current_env())
  plot_mean_scores(object)
}

plot_mean_scores <- function(object) {
  data <- as.data.frame(unclass(object))
  ranks <- sort(unique(data$true_rank))
  top <- max(ranks)
  few <- length(ranks) <= 10
  if (few) {
    data$place <- top + 1 - data$true_rank
  } else {
    data <- pool_places(data, top)
  }
  data$place <- factor(data$place)
  dodge <- position_dodge(if (few) 0.25 else 0)
  bars <- if (few) {
    geom_errorbar(
      aes(ymin = .data$mean - .data$se, ymax = .data$mean + .data$se),
      data[!is.na(data$se), ],
      width = 0.2, position = dodge, linetype = "solid"
    )
  }
  title <- if (few) "True place (1 is best)" else "True place"
  ggplot(data, aes(
    .data$position, .data$mean, colour = .data$place, group = .data$place, shape = .data$place,
    linetype = .data$place
  )) +
    geom_line(position = dodge) +
    bars +
    (if (max(data$position) <= 30) geom_point(position = dodge)) +
    scale_kinds(levels(data$place), title) +
    scale_colour_viridis_d(end = 0.9) +
    scale_position() +
    labs(
      y = "Mean score",
      colour = title,
      caption = if (few) "Bars: plus and minus one standard error of the mean." else "Means over similar places."
    ) +
    house_style()
}

# Five bands of true place, for more lines cannot be told apart.
pool_places <- function(data, top) {
  band <- pmin(floor(5 * (top - data$true_rank) / top) + 1, 5)
  ends <- round(top * 0:5 / 5)
  labels <- paste0(ends[-6] + 1, "-", ends[-1])
  cell <- interaction(data$position, band, drop = TRUE)
  first <- !duplicated(cell)
  total <- function(v) as.vector(tapply(v, cell, sum))[as.integer(cell)[first]]
  data.frame(
    position = data$position[first],
    place = factor(labels[band[first]], labels),
    mean = total(data$mean * data$n) / total(data$n)
  )
}
