#' Pictures of a study
#'
#' Errors of the methods of a [simulate_study()] against what varies in its design, or against the position of the
#' items.
#'
#' * `type = "design"`: the mean of each metric (rows of panels) against each column of the design that varies
#'   (columns of panels), as in Figure 4 of Wang and Pananjady (2022).
#' * `type = "positions"`: the mean entry-wise error at each position, as in their Figure 5; a panel for each setting.
#' * `type = "ratio"`: as `"design"`, but the mean of each method divided by that of the `baseline`. Below 1 the method
#'   is better. Methods see the same scores, which the bars do not take into account: they are too long rather than too
#'   short.
#'
#' When columns of the design vary one at a time, all of them are shown, with settings that lie on no such line left
#' out. When they vary together, one is put on the axis (`along`), and there is a column of panels for each
#' combination of the others.
#'
#' @param object A study.
#' @param type `"design"`, `"positions"` or `"ratio"`; without, `"positions"` for a design of one row and else
#'   `"design"`.
#' @param along Names of the columns of the design to put on the axis. `NULL` chooses.
#' @param baseline Name of the method that others are divided by. `NULL` is `"induced"` if there is one, else the last.
#' @inheritParams seqjudge-arguments
#' @template picture
#' @template paper
#' @family simulations
#' @examples
#' study <- simulate_study(data.frame(n = 60, delta = c(0.02, 0.1, 0.2)), reps = 100, seed = 1)
#' autoplot(study)
#' autoplot(study, "ratio")
#' autoplot(study, "positions")
#' @export
autoplot.seqjudge_study <- function(object, type = NULL, along = NULL, baseline = NULL, ...) {
  check_no_more(list(...), rlang::current_env())
  types <- c("design", "positions", "ratio")
  type <- check_choice(type %||% types[1 + (nrow(object$design) == 1)], types, "type")
  if (type == "positions") {
    return(plot_study_positions(object))
  }
  call <- rlang::current_env()
  series <- design_series(object$design, along, call)
  rows <- as.data.frame(object)
  if (type == "design") {
    return(plot_study_design(rows, series, object))
  }
  baseline <- study_baseline(object, baseline, call)
  plot_study_ratio(rows, series, object, baseline)
}

plot_study_ratio <- function(rows, series, object, baseline) {
  rows <- ratio_rows(rows, baseline, length(object$metrics), names(object$methods))
  said <- paste("Mean error divided by that of", baseline)
  plot_study_design(rows, series, object, said) + geom_hline(yintercept = 1, linetype = "dotted")
}

# What goes on the axes ------------------------------------------------------------------------------------------------

column_labels <- c(
  n = "Number of items", delta = "Noise: half-width of the uniform", sd = "Noise: standard deviation",
  prior_size = "Prior size", evaluators = "Evaluators", order = "Order of presentation", bins = "Bins"
)

# Lines through the design: the settings that differ in one column only. A data frame with the column on the axis
# (`along`), the row of the design (`setting`), its value (`x`) and what the others are (`given`).
design_series <- function(design, along, call) {
  varies <- names(design)[vapply(design, function(x) length(unique(x)) > 1, logical(1))]
  if (is.null(along)) {
    candidates <- if (length(varies) > 0) varies else "n"
  } else {
    bad <- which(!along %in% names(design))
    if (!is.character(along) || length(bad) > 0) {
      stop_value("{.arg along} must name columns of the design, which are {.val {names(design)}}.", "along", call, bad)
    }
    candidates <- along
  }
  lines <- lapply(candidates, function(column) lines_along(design, column, setdiff(varies, column)))
  names(lines) <- candidates
  lines <- lines[vapply(lines, nrow, integer(1)) > 0]
  if (length(lines) == 0) lines <- list(all_along(design, candidates[1]))
  one_at_a_time <- all(vapply(lines, function(line) length(unique(line$given)) == 1, logical(1)))
  # Columns that vary together would be shown again and again.
  if (is.null(along) && !one_at_a_time) lines <- lines[1]
  for (k in seq_along(lines)) {
    given <- lines[[k]]$given
    label <- column_labels[[lines[[k]]$along[1]]]
    several <- length(unique(given)) > 1
    panel <- if (several) paste0(label, "\n(", given, ")") else rep(label, length(given))
    lines[[k]]$panel <- factor(panel, unique(panel))
  }
  stack_rows(lines)
}

lines_along <- function(design, column, others) {
  given <- describe_settings(design, others)
  # The same setting twice is one point.
  first <- !duplicated(data.frame(given, design[[column]]))
  on_line <- first & stats::ave(as.integer(first), given, FUN = sum) > 1
  found <- all_along(design, column)
  found$given <- given
  found[on_line, ]
}

all_along <- function(design, column) {
  data.frame(along = column, setting = seq_len(nrow(design)), x = design[[column]], given = "")
}

# Settings in words, by the columns that matter.
describe_settings <- function(design, columns) {
  if (length(columns) == 0) {
    return(rep("", nrow(design)))
  }
  parts <- lapply(columns, function(column) paste(column, "=", vapply(design[[column]], format, character(1))))
  do.call(paste, c(parts, sep = ", "))
}

study_baseline <- function(study, baseline, call) {
  methods <- names(study$methods)
  if (is.null(baseline)) {
    return(if ("induced" %in% methods) "induced" else methods[length(methods)])
  }
  check_choice(baseline, methods, "baseline", call)
}

# The mean of a ratio by the delta method, as if the two were independent.
ratio_rows <- function(rows, baseline, metrics, methods) {
  # Rows run by setting, then method, then metric.
  setting <- (seq_len(nrow(rows)) - 1) %/% (metrics * length(methods))
  metric <- (seq_len(nrow(rows)) - 1) %% metrics
  below <- rows[setting * metrics * length(methods) + metrics * (match(baseline, methods) - 1) + metric + 1, ]
  ratio <- rows$mean / below$mean
  rows$se <- sqrt(rows$se^2 + (ratio * below$se)^2) / below$mean
  rows$mean <- ratio
  rows[rows$method != baseline, ]
}

# Drawing ------------------------------------------------------------------------------------------------------------

plot_study_design <- function(rows, series, study, said = NULL) {
  rows$setting <- rep(seq_len(nrow(study$design)), each = nrow(rows) / nrow(study$design))
  methods <- names(study$methods)
  points <- merge(series, rows[c("setting", "method", "metric", "mean", "se")], by = "setting")
  points$method <- factor(points$method, methods)
  points$metric <- factor(metric_labels[points$metric], metric_labels[study$metrics])
  # Words on the axis only where there are no numbers.
  if (is.character(points$x)) points$x <- factor(points$x)
  width <- if (is.numeric(points$x)) bar_widths(points) else 0.1
  bars <- paste(c(said, "Bars: one standard error on each side"), collapse = ". ")
  plot <- ggplot(points, aes(.data$x, .data$mean, colour = .data$method, shape = .data$method, group = .data$method)) +
    geom_line() +
    geom_errorbar(aes(ymin = .data$mean - .data$se, ymax = .data$mean + .data$se), width = width) +
    geom_point(size = 2) +
    expand_limits(y = 0) +
    facet_grid(
      rows = vars(.data$metric), cols = vars(.data$panel),
      scales = "free", switch = "both", labeller = labeller(.rows = label_wrap_gen(16))
    ) +
    labs(x = NULL, y = NULL)
  shapes <- stats::setNames(rep_len(c(16, 17, 15, 18, 8, 3, 4), length(study$methods)), names(study$methods))
  style_study(plot, study, bars) +
    scale_shape_manual(NULL, values = shapes) +
    theme(
      strip.placement = "outside", strip.text = element_text(face = "plain", hjust = 0.5),
      panel.border = element_rect(colour = "grey80", fill = NA)
    )
}

# A fiftieth of each panel's own axis.
bar_widths <- function(points) {
  spread <- tapply(points$x, points$panel, function(x) diff(range(x)))
  as.vector(spread[points$panel]) / 50
}

plot_study_positions <- function(study) {
  rows <- as.data.frame(study, what = "positions")
  varies <- names(study$design)[vapply(study$design, function(x) length(unique(x)) > 1, logical(1))]
  rows$method <- factor(rows$method, names(study$methods))
  rows$panel <- describe_settings(rows, varies)
  rows$panel <- factor(rows$panel, unique(rows$panel))
  plot <- ggplot(
    rows,
    aes(
      .data$position, .data$mean,
      colour = .data$method, fill = .data$method, group = .data$method, linetype = .data$method
    )
  ) +
    scale_kinds(names(study$methods), points = FALSE) +
    geom_ribbon(aes(ymin = .data$mean - .data$se, ymax = .data$mean + .data$se), alpha = 0.25, colour = NA) +
    geom_line() +
    expand_limits(y = 0) +
    scale_position() +
    labs(y = "Mean entry-wise error")
  if (length(varies) > 0) {
    plot <- plot +
      facet_wrap(vars(.data$panel), scales = "free_x", labeller = label_wrap_gen(34))
  }
  style_study(plot, study, "Bands: one standard error on each side")
}

style_study <- function(plot, study, bars) {
  done <- range(study$done)
  reps <- if (done[1] == done[2]) big(done[1]) else paste(big(done[1]), "to", big(done[2]))
  plot +
    scale_methods(names(study$methods)) +
    labs(caption = paste0(bars, ". ", reps, " replicates.")) +
    house_style() +
    theme(panel.spacing = unit(1, "lines"))
}
