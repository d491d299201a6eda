#' Pictures of corrected rankings
#'
#' A slope chart: from the place of each item by raw scores (left) to its place by the corrected ranking (right), the
#' best on top. Items that moved by a place or more are coloured and named; where there are many, the ones that moved
#' farthest are named.
#'
#' @param object A result of [rank_items()].
#' @param evaluators Names or numbers of the evaluators to show; the first six if left out.
#' @param named Whole number: how many movers to name at most, in each panel. With 40 items or fewer in a panel, all
#'   items are named.
#' @param ... Not used.
#' @return A ggplot object, to which layers and themes can be added.
#' @family pictures
#' @examples
#' x <- evaluations(
#'   bakeoff, judge, contestant, position, points, scale = score_scale("range", 0, 100)
#' )
#' autoplot(rank_items(x["Amara"], prior = 0))
#' @export
autoplot.seqjudge_ranking <- function(object, evaluators = NULL, named = 12, ...) {
  call <- rlang::current_env()
  check_no_more(list(...), call)
  check_count(named, "named", call)
  all <- evaluator_names(object$evaluations)
  chosen <- if (is.null(evaluators)) {
    utils::head(seq_along(all), 6L)
  } else {
    check_evaluators(evaluators, all, call, "evaluators")
  }
  rows <- evaluator_rows(object$evaluations, chosen)
  data <- augment(object)[rows, ]
  data <- data[!is.na(data$place), ]
  data$evaluator <- factor(data$evaluator, all[chosen])
  plot_slopes(data, object, named, length(chosen), length(all))
}

check_count <- function(x, arg, call) {
  if (!rlang::is_integerish(x, n = 1, finite = TRUE) || is.object(x) || x < 0) {
    stop_value("{.arg {arg}} must be a whole number from 0.", arg, call, 1L)
  }
}

plot_slopes <- function(data, object, named, shown, of) {
  # Half a place is a tie that was broken, not a move.
  data$direction <- factor(
    ifelse(data$moved >= 1, "up", ifelse(data$moved <= -1, "down", "same")), c("up", "down", "same")
  )
  colours <- c(up = palette_okabe[1], down = palette_okabe[2], same = "grey60")
  most <- max(table(data$evaluator), 0L)
  few <- most <= 40
  x <- function(side) ifelse(side == "left", 1, 2)
  # Movers are drawn last, on top of those that stayed.
  data <- data[order(data$direction == "same", decreasing = TRUE), ]
  ends <- rbind(
    data.frame(data, side = "left", at = data$induced_place),
    data.frame(data, side = "right", at = data$place)
  )
  thin <- if (few) 0.6 else 0.3
  labels <- labelled_ends(ends, few, named, most)
  # Where not all can be named, the others step back.
  faded <- if (few) 1 else ifelse(paste(data$evaluator, data$item) %in% labels$keys, 1, 0.25)
  ggplot2::ggplot(data, ggplot2::aes(colour = .data$direction)) +
    ggplot2::geom_segment(
      ggplot2::aes(x = 1, xend = 2, y = .data$induced_place, yend = .data$place), linewidth = thin, alpha = faded
    ) +
    ggplot2::geom_point(ggplot2::aes(x(.data$side), .data$at), ends, size = if (few) 1.5 else 0.4) +
    slope_labels(labels$ends) +
    ggplot2::scale_colour_manual(
      values = colours, labels = c(up = "moved up", down = "moved down", same = "about the same"), name = NULL,
      drop = FALSE
    ) +
    ggplot2::scale_x_continuous(
      name = NULL, breaks = 1:2, labels = c("by raw scores", "corrected"), limits = c(0.25, 2.75)
    ) +
    ggplot2::scale_y_reverse(name = "Place (1 is best)", breaks = breaks_whole) +
    (if (shown > 1) ggplot2::facet_wrap(ggplot2::vars(.data$evaluator), scales = "free_y")) +
    ggplot2::labs(
      caption = paste0(
        if (object$method == "induced") "Induced ranking" else "Insertion",
        if (object$method != "induced") paste0(", ", describe_prior(object$prior_size)),
        if (shown < of) paste0(". ", shown, " of ", of, " evaluators shown")
      )
    ) +
    theme_seqjudge() +
    ggplot2::theme(panel.grid.major.x = ggplot2::element_blank())
}

# Which ends of the lines are named, and how high: all of them, or those of the farthest movers.
labelled_ends <- function(ends, few, named, most) {
  if (!few) {
    far <- order(-abs(ends$moved), ends$place)
    far <- far[ends$direction[far] != "same"]
    keep <- lapply(split(far, paste(ends$evaluator, ends$side)[far]), utils::head, named)
    ends <- ends[unlist(keep), ]
  }
  keys <- paste(ends$evaluator, ends$item)
  if (nrow(ends) > 0) {
    ends <- join_labels(ends, c("evaluator", "side", "at"))
    ends$label_at <- stats::ave(ends$at, ends$evaluator, ends$side, FUN = function(at) spread_out(at, most / 32))
    ends$label_x <- ifelse(ends$side == "left", 0.94, 2.06)
  }
  list(ends = ends, keys = keys)
}

slope_labels <- function(ends) {
  if (nrow(ends) == 0) {
    return(NULL)
  }
  ggplot2::geom_text(
    ggplot2::aes(.data$label_x, .data$label_at, label = .data$item, hjust = ifelse(.data$side == "left", 1, 0)),
    ends,
    size = 3, show.legend = FALSE
  )
}
