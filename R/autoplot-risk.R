#' @rdname bayes_risk
#' @export
autoplot.seqjudge_risk <- function(object, ...) {
  check_no_more(list(...), rlang::current_env())
  plot_risk(object)
}

plot_risk <- function(object) {
  names <- c(best = "smallest possible", insertion = "least squares", induced = "raw scores")
  data <- as.data.frame(unclass(object)[names(object)])
  data$ranking <- factor(unname(names[data$ranking]), unname(names))
  data$noise <- in_order(paste("Noise", format_values(data$delta)))
  ggplot(
    data,
    aes(.data$n, .data$risk, colour = .data$ranking, shape = .data$ranking, linetype = .data$ranking)
  ) +
    scale_kinds(unname(names)) +
    geom_line(linewidth = 0.6) +
    geom_pointrange(
      aes(ymin = .data$risk - 2 * .data$se, ymax = .data$risk + 2 * .data$se),
      size = 0.4, linetype = "solid"
    ) +
    facet_wrap(vars(.data$noise)) +
    scale_colour_manual(values = c(shade(1), shade(5), "grey50"), name = NULL) +
    scale_x_continuous(name = "Number of items", trans = "log10", breaks = unique(data$n)) +
    scale_y_continuous(
      name = if (data$loss[1] == "footrule") "Mean footrule distance" else "Mean squared rank error",
      limits = c(0, NA)
    ) +
    labs(caption = "Bars: two standard errors of the mean") +
    house_style()
}
