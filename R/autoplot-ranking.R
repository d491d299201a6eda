#' Pictures of corrected rankings
#'
#' A slope chart: from the place of each item by raw scores (left) to its place by the corrected ranking (right) and, if
#' asked for, to its true place, the best on top. Items that moved by a place or more are coloured, and those that moved
#' down have a dashed line. Few items are all named; of many, those that moved farthest.
#'
#' @param object A result of [rank_items()].
#' @param evaluators Names or numbers of the evaluators to show; the first six if left out.
#' @param named Whole number: how many movers to name at most, for each evaluator; half as many where several are shown.
#'   Up to 25 items (15 where several are shown) are all named, as far as there is room.
#' @param truth `FALSE`; or `TRUE` to add the truth that the evaluations hold; or numbers named by item or along the
#'   rows, the highest for the best.
#' @inheritParams seqjudge-arguments
#' @template picture
#' @examples
#' scale <- score_scale("range", 0, 100, meaning = "shares")
#' x <- evaluations(bakeoff, judge, contestant, position, points, scale, truth = true_rank)
#' autoplot(rank_items(x["Amara"], prior = 0))
#' autoplot(rank_items(x["Amara"], prior = 0), truth = TRUE)
#' @export
autoplot.seqjudge_ranking <- function(object, evaluators = NULL, named = 12, truth = FALSE, ...) {
  call <- check_no_more(list(...), rlang::current_env())
  check_integer(named, "named", call, from = 0)
  all <- evaluator_names(object$evaluations)
  chosen <- check_shown_evaluators(evaluators, all, 6L, call)
  data <- augment(object)
  data$true_place <- if (!identical(truth, FALSE)) {
    given <- if (isTRUE(truth)) NULL else truth
    place_of(true_ranks(object$evaluations, given, call = call), object$evaluations)
  }
  data <- data[evaluator_rows(object$evaluations, chosen), ]
  data <- data[!is.na(data$place), ]
  data$evaluator <- factor(data$evaluator, all[chosen])
  plot_slopes(data, object, named, length(chosen), length(all))
}

plot_slopes <- function(data, object, named, shown, of) {
  # A promise that is never kept would keep where it was made, and all that lies there, in the picture.
  force(list(named, of))
  # Half a place is a tie that was broken, not a move.
  data$direction <- factor(
    ifelse(data$moved >= 1, "up", ifelse(data$moved <= -1, "down", "same")), c("up", "down", "same")
  )
  # Movers are drawn last, on top of those that stayed.
  data <- data[order(data$direction == "same", decreasing = TRUE), ]
  stages <- c(induced_place = "by raw\nscores", place = "corrected", true_place = "in truth")
  stages <- stages[names(stages) %in% names(data)]
  last <- length(stages)
  stops <- do.call(rbind, lapply(seq_len(last), function(k) {
    data.frame(data, stage = rep(k, nrow(data)), at = data[[names(stages)[k]]])
  }))
  most <- max(table(data$evaluator), 0L)
  few <- most <= if (shown > 1) 15 else 25
  labels <- labelled_ends(stops[stops$stage %in% c(1, last), ], few, if (shown > 1) ceiling(named / 2) else named)
  stops$id <- paste(stops$evaluator, stops$item)
  # Where not all can be named, the others step back.
  stops$faded <- if (few) 1 else ifelse(stops$id %in% labels$ids, 1, 0.25)
  ggplot(stops, aes(.data$stage, .data$at, colour = .data$direction)) +
    geom_line(
      aes(group = factor(.data$id, unique(.data$id)), alpha = .data$faded, linetype = .data$direction),
      linewidth = if (few) 0.6 else 0.4
    ) +
    geom_point(size = if (few) 1.5 else 0.4) +
    slope_labels(labels$ends) +
    scale_alpha_identity() +
    scale_directions() +
    scale_x_continuous(name = NULL, breaks = seq_len(last), labels = unname(stages), limits = c(0.25, last + 0.75)) +
    scale_y_reverse(name = "Place (1 is best)", breaks = breaks_whole) +
    (if (shown > 1) facet_evaluators(scales = "free_y")) +
    labs(caption = slope_caption(object, shown, of)) +
    house_style() +
    theme(panel.grid.major.x = element_blank())
}

scale_directions <- function() {
  labels <- c(up = "moved up", down = "moved down", same = "about the same")
  list(
    scale_colour_manual(
      values = c(up = shade(1), down = shade(2), same = "grey60"), labels = labels, name = NULL, drop = FALSE
    ),
    scale_linetype_manual(
      values = c(up = "solid", down = "42", same = "solid"), labels = labels, name = NULL, drop = FALSE
    )
  )
}

slope_caption <- function(object, shown, of) {
  paste0(
    switch(object$method,
      induced = "Induced ranking",
      insertion = "Insertion",
      posterior = paste0("Best under the posterior (", object$loss, " loss)")
    ),
    if (object$method != "induced") paste0(", ", describe_prior(object$prior_size)),
    if (shown < of) paste0(". ", shown, " of ", of, " evaluators shown")
  )
}

# Which ends of the lines are named: all of them, or those of the farthest movers.
labelled_ends <- function(ends, few, named) {
  if (!few) {
    far <- order(-abs(ends$moved), ends$place)
    far <- far[ends$direction[far] != "same"]
    keep <- lapply(split(far, paste(ends$evaluator, ends$stage)[far]), utils::head, named)
    ends <- ends[unlist(keep), ]
  }
  ids <- paste(ends$evaluator, ends$item)
  if (nrow(ends) > 0) {
    ends <- join_labels(ends, c("evaluator", "stage", "at"))
    ends$side <- ifelse(ends$stage == 1, -1, 1)
  }
  list(ends = ends, ids = ids)
}

slope_labels <- function(ends) {
  if (nrow(ends) == 0) {
    return(NULL)
  }
  geom_name(
    aes(.data$stage, .data$at, label = .data$item, hjust = (1 - .data$side) / 2, priority = abs(.data$moved)), ends,
    gap = 1.8
  )
}
