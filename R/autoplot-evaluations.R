#' Pictures of evaluations
#'
#' Scores by position, which show an order effect at a glance: where evaluators grow into their task the scores spread
#' out with position. And conflicts, where the truth is known.
#'
#' * `type = "scores"`: raw scores by position. Up to twelve evaluators have a panel each; more are shown together, with
#'   the median and the middle 80% of the scores at each position.
#' * `type = "conflicts"`: pairs of items whose scores and true ranks disagree, see [find_conflicts()]. For one
#'   evaluator they are joined by lines; for several, the share of evaluators with a conflict between two positions is
#'   shown.
#'
#' @param object An [evaluations()] object.
#' @param type String: what to show.
#' @inheritParams seqjudge-arguments
#' @template picture
#' @examples
#' scale <- score_scale("range", 0, 100, meaning = "shares")
#' x <- evaluations(bakeoff, judge, contestant, position, points, scale, truth = true_rank)
#' autoplot(x)
#' autoplot(x["Amara"], type = "conflicts")
#' @export
autoplot.seqjudge_evaluations <- function(object, type = c("scores", "conflicts"), truth = NULL, ...) {
  call <- check_no_more(list(...), rlang::current_env())
  type <- check_choice(type, c("scores", "conflicts"), "type")
  if (type == "scores") {
    return(plot_scores(object))
  }
  true <- true_ranks(object, truth, call = call)
  if (length(evaluator_sizes(object)) == 1) plot_conflict_pairs(object, true) else plot_conflict_shares(object, true)
}

plot_scores <- function(x) {
  data <- as.data.frame(x)[!is.na(x$score), ]
  data$evaluator <- in_order(evaluator_along(x)[!is.na(x$score)])
  few <- length(evaluator_sizes(x)) <= 12
  picture <- ggplot(data, aes(.data$position, .data$score))
  picture <- if (few) {
    picture +
      (if (max(data$position, 0) > 1) geom_line(colour = "grey75", linewidth = 0.3)) +
      geom_point(colour = shade(1), size = if (max(data$position, 0) > 50) 0.8 else 1.6) +
      (if (nlevels(data$evaluator) > 1) facet_evaluators())
  } else {
    add_score_bands(picture, data)
  }
  picture + scale_position() + labs(y = "Score") + house_style()
}

add_score_bands <- function(picture, data) {
  at <- sort(unique(data$position))
  by_position <- split(data$score, data$position)
  band <- function(p) vapply(by_position, stats::quantile, numeric(1), p, names = FALSE, USE.NAMES = FALSE)
  bands <- data.frame(position = at, score = band(0.5), lower = band(0.1), upper = band(0.9))
  # Dots would hide the bands when there are very many.
  dots <- if (nrow(data) <= 5000) {
    geom_point(position = position_jitter(0.25, 0, seed = 1), alpha = 0.25, size = 0.7)
  }
  picture +
    dots +
    geom_ribbon(aes(ymin = .data$lower, ymax = .data$upper), bands, fill = shade(6), alpha = 0.4) +
    geom_line(data = bands, colour = shade(1), linewidth = 0.9) +
    geom_point(data = bands, colour = shade(1)) +
    labs(caption = "Line: median. Band: the middle 80% of the scores.")
}

plot_conflict_pairs <- function(x, true) {
  conflicts <- object_conflicts(x, x$score, true)
  data <- as.data.frame(x)
  n <- sum(!is.na(true))
  data$place <- n + 1 - true
  data <- data[!is.na(true), ]
  conflicts$place_1 <- n + 1 - conflicts$truth_1
  conflicts$place_2 <- n + 1 - conflicts$truth_2
  involved <- data$item %in% c(conflicts$item_1, conflicts$item_2)
  ggplot(data, aes(.data$place, .data$score)) +
    geom_segment(
      aes(x = .data$place_1, y = .data$score_1, xend = .data$place_2, yend = .data$score_2), conflicts,
      colour = shade(2), alpha = if (nrow(conflicts) > 200) 0.1 else 0.5
    ) +
    geom_point(colour = ifelse(involved, shade(2), "grey50")) +
    geom_name(aes(label = .data$item, priority = involved), flip = TRUE) +
    scale_x_reverse(breaks = breaks_whole) +
    scale_y_continuous(expand = expansion(mult = c(0.05, 0.1))) +
    labs(
      x = "True place (1 is best, at the right)", y = "Score",
      caption = paste0("Lines join the ", nrow(conflicts), " pairs whose scores and true ranks disagree.")
    ) +
    house_style()
}

plot_conflict_shares <- function(x, true) {
  conflicts <- object_conflicts(x, x$score, true)
  n <- max(x$position)
  # Of the evaluators who scored both positions, not of all.
  scored <- which(!is.na(x$score))
  saw <- matrix(0, length(evaluator_sizes(x)), n)
  saw[cbind(evaluator_codes(x), x$position)[scored, , drop = FALSE]] <- 1
  both <- crossprod(saw)
  found <- matrix(tabulate(conflicts$position_1 + (conflicts$position_2 - 1L) * n, n * n), n, n)
  pairs <- which(row(found) < col(found) & both > 0)
  data <- data.frame(position_1 = row(found)[pairs], position_2 = col(found)[pairs], share = found[pairs] / both[pairs])
  ggplot(data, aes(.data$position_1, .data$position_2, fill = .data$share)) +
    geom_tile() +
    scale_fill_gradient(name = "Share of evaluators", low = "grey95", high = shade(2), limits = c(0, NA)) +
    scale_x_continuous(name = "Position of the earlier item", breaks = breaks_whole) +
    scale_y_continuous(name = "Position of the later item", breaks = breaks_whole) +
    coord_equal() +
    labs(caption = "Pairs of items whose scores and true ranks disagree.") +
    house_style() +
    theme_colour_bar()
}
