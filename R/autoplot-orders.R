#' Pictures of planned orders
#'
#' Is the plan of [plan_orders()] balanced? A tile for each count: even colours are what one wants to see.
#'
#' * `type = "positions"`: how often each item comes at each position.
#' * `type = "neighbours"`: how often each item comes right after each other.
#' * `type = "pairs"`: how many evaluators see both of two items.
#'
#' Numbers are written into the tiles, and items are named, where there is room for them.
#'
#' @param object Planned orders.
#' @param type `"positions"`, `"neighbours"` or `"pairs"`.
#' @inheritParams seqjudge-arguments
#' @template picture
#' @family planning
#' @examples
#' plan <- plan_orders(8, 12, per_evaluator = 4, seed = 1)
#' autoplot(plan)
#' autoplot(plan, "pairs")
#' @export
autoplot.seqjudge_orders <- function(object, type = c("positions", "neighbours", "pairs"), ...) {
  check_no_more(list(...), rlang::current_env())
  type <- check_choice(type, c("positions", "neighbours", "pairs"), "type")
  counts <- switch(type,
    positions = position_counts(object),
    neighbours = neighbour_counts(object),
    pairs = pair_counts(object)
  )
  if (type != "positions") diag(counts) <- NA
  n <- length(object$items)
  tiles <- data.frame(
    row = factor(object$items[row(counts)], rev(object$items)), column = as.vector(col(counts)),
    count = as.vector(counts)
  )
  if (type != "positions") tiles$column <- factor(object$items[tiles$column], object$items)
  draw_tiles(tiles, type, n)
}

most_named_tiles <- 40L

draw_tiles <- function(tiles, type, n) {
  found <- range(tiles$count, na.rm = TRUE)
  plot <- ggplot(tiles, aes(.data$column, .data$row, fill = .data$count)) +
    geom_tile(colour = if (n <= most_named_tiles) "white" else NA) +
    scale_fill_gradient(
      "Times",
      low = "#e8f1f8", high = "#5fa8d8", na.value = "grey92",
      breaks = unique(c(found[1]:found[2], found)[round(seq(1, diff(found) + 1, length.out = min(5, diff(found) + 1)))])
    ) +
    labs(y = switch(type, neighbours = "Item before", "Item"), caption = tile_captions[[type]]) +
    theme_seqjudge() +
    theme(panel.grid = element_blank())
  plot <- plot + if (type == "positions") {
    scale_position(expand = expansion(0))
  } else {
    labs(x = switch(type, neighbours = "Item right after", "Item"))
  }
  if (n <= 20) plot <- plot + geom_text(aes(label = .data$count), size = 3, colour = "grey15", na.rm = TRUE)
  bare <- theme(axis.text.y = element_blank())
  if (n > most_named_tiles && type != "positions") bare <- bare + theme(axis.text.x = element_blank())
  turned <- theme(axis.text.x = element_text(angle = 90, hjust = 1, vjust = 0.5))
  if (type != "positions" && n <= most_named_tiles) plot <- plot + turned
  if (n > most_named_tiles) plot <- plot + bare
  plot
}

tile_captions <- c(
  positions = "How often each item comes at each position",
  neighbours = "How often each item comes right after each other",
  pairs = "How many evaluators see both items"
)
