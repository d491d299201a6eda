#' The course of a live competition
#'
#' Draws the places of the items that lead now, from their arrival on: how each was overtaken, or was not. Places are
#' among the items that had arrived until then. With 30 items or fewer the others are drawn too, in grey.
#'
#' @param object An [insertion_stream()].
#' @param evaluator Name or number of the evaluator; may be left out when there is only one.
#' @param k Whole number from 1: how many of the best to name.
#' @inheritParams seqjudge-arguments
#' @template picture
#' @family live competitions
#' @examples
#' amara <- subset(bakeoff, judge == "Amara")
#' board <- insertion_stream(prior_size = 1, scale = score_scale("range", 0, 100))
#' insert(board, amara$points, amara$contestant)
#' autoplot(board)
#' @export
autoplot.seqjudge_stream <- function(object, evaluator = NULL, k = 5, ...) {
  call <- check_no_more(list(...), rlang::current_env())
  k <- check_integer(k, "k", call)
  name <- stream_evaluator(evaluator, object, call)
  n <- stream_size(object, name)
  if (n == 0) stop_value("{.arg object} must have at least one score.", "object", call)
  plot_course(object, name, n, k)
}

plot_course <- function(object, name, n, k) {
  # From the best down, and named only where there is room.
  items <- cpp_live_item(live_evaluator(object, name), n + 1L - seq_len(if (n <= 30) n else min(k, n)))
  data <- place_history(object, name, items)
  data$leads <- data$order <= k
  data$shown <- ifelse(data$leads, as.character(data$order), "other")
  ends <- data[data$arrivals == n & data$leads, ]
  course <- function(part) {
    list(
      geom_line(aes(group = .data$order), data = part, linewidth = 0.6),
      # Where an item came in.
      geom_point(data = part[part$arrivals == part$arrived, ], size = 1.5)
    )
  }
  ggplot(mapping = aes(.data$arrivals, .data$place, colour = .data$shown)) +
    course(data[!data$leads, ]) +
    course(data[data$leads, ]) +
    geom_name(aes(label = .data$item, priority = -.data$place), data = ends, gap = 1.5, size = 3.2) +
    scale_colour_manual(values = course_colours(min(k, n)), guide = "none") +
    scale_x_continuous(name = "Items scored so far", breaks = breaks_whole, expand = expansion(c(0.02, 0.3))) +
    scale_y_reverse(name = "Place among these (1 is best)", breaks = breaks_whole) +
    labs(caption = paste0(
      "Evaluator ", short_names(name), if (object$learns) ", by raw scores" else ", prior size ",
      if (!object$learns) format_sizes(stream_prior(object, name)),
      ". A point marks the arrival of an item; colours and names are those of the best now."
    )) +
    house_style()
}

# Colours by the order of the best; those that are not among them stay grey.
course_colours <- function(k) {
  best <- house_colours()[seq_len(min(k, 7))]
  if (k > 7) best <- grDevices::hcl.colors(k + 3, "viridis")[seq_len(k)]
  stats::setNames(c(best, "grey80"), c(seq_len(k), "other"))
}

# The place of some items after each arrival since their own, in long form; `order` counts them from the best.
place_history <- function(stream, name, items) {
  n <- stream_size(stream, name)
  score <- scale_stream_scores(stream, stream$evaluators[[name]]$score[seq_len(n)])
  rank <- cpp_live_history(score, stream_prior(stream, name), stream$ties == "upper", items)
  data <- data.frame(
    arrivals = rep(seq_len(n), length(items)),
    order = rep(seq_along(items), each = n),
    arrived = rep(items, each = n),
    item = rep(stream_labels(stream, name, items), each = n),
    place = c(seq_len(n) + 1 - rank)
  )
  data[!is.na(data$place), ]
}
