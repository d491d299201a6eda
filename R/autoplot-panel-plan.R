#' Pictures of planned panels
#'
#' Power curves of [plan_panel()]: what is reached by how many judges, or at which cost.
#'
#' @param object A planned panel.
#' @param type `"evaluators"` for the number of judges on the axis, `"cost"` for the cost.
#' @param measure `"winner"`, `"top"`, `"share"` or `"footrule"`; without, that of the target.
#' @inheritParams seqjudge-arguments
#' @template picture
#' @family planning
#' @examples
#' # Novices, whose first marks are cautious.
#' plan <- plan_panel(
#'   0.8,
#'   items = 10, evaluators = c(2, 4, 8), warmup = c(0, 5),
#'   effects = list(prior_size = 0, noise = 0.4), reps = 200, seed = 1
#' )
#' autoplot(plan)
#' autoplot(plan, "cost", measure = "footrule")
#' @export
autoplot.seqjudge_panel_plan <- function(object, type = c("evaluators", "cost"), measure = NULL, ...) {
  check_no_more(list(...), rlang::current_env())
  type <- check_choice(type, c("evaluators", "cost"), "type")
  measure <- check_choice(measure %||% object$measure, contest_measures, "measure")
  plot_plan(object, type, measure)
}

plot_plan <- function(object, type, measure) {
  data <- as.data.frame(object)
  data$estimate <- data[[measure]]
  data$se <- data[[paste0(measure, "_se")]]
  data$x <- data[[type]]
  data$panel <- in_order(panel_kinds(object$design, object$items))
  several <- nlevels(data$panel) > 1
  plot <- ggplot(data, aes(.data$x, .data$estimate, colour = .data$panel, group = .data$panel)) +
    geom_line() +
    geom_errorbar(
      aes(ymin = .data$estimate - 2 * .data$se, ymax = .data$estimate + 2 * .data$se),
      width = diff(range(data$x)) / 60
    ) +
    geom_point() +
    scale_methods(levels(data$panel)) +
    scale_x_continuous(
      if (type == "cost") "Cost" else "Judges",
      breaks = if (type == "evaluators") unique(data$x) else ggplot2::waiver()
    ) +
    labs(y = measure_axis(measure, object$k), caption = "Bars: two Monte Carlo standard errors on each side") +
    expand_limits(y = if (measure == "footrule") 0 else c(0, 1)) +
    theme_seqjudge()
  if (!is.null(object$target) && measure == object$measure) {
    plot <- plot + geom_hline(yintercept = object$target, linetype = "dashed", colour = "grey40")
  }
  if (several) plot + guides(colour = guide_legend(ncol = 2)) else plot + theme(legend.position = "none")
}

measure_axis <- function(measure, k) {
  switch(measure,
    winner = "Probability of the right winner",
    top = paste("Probability of the right", k, "best"),
    share = paste("Mean share of the", k, "best that is found"),
    footrule = "Mean footrule"
  )
}

# What differs between the panels besides the number of judges.
panel_kinds <- function(design, n) {
  words <- list(
    per_evaluator = paste(ifelse(design$per_evaluator == n, "all", design$per_evaluator), "items each"),
    warmup = ifelse(design$warmup == 0, "no warm-up", paste(design$warmup, "to warm up")),
    order = unname(c(own = "own orders", shared = "one order", balanced = "balanced orders")[design$order]),
    second_round = ifelse(design$second_round == 0, "one round", paste("best", design$second_round, "again"))
  )
  varies <- vapply(names(words), function(name) length(unique(design[[name]])) > 1, logical(1))
  if (!any(varies)) {
    return(rep("panel", nrow(design)))
  }
  do.call(paste, c(words[varies], sep = ", "))
}
