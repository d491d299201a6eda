# Names beside points and lines, fitted when the picture is drawn, for only then is it known how large it is: too long
# ones are shortened, those that would overlap are left out, and none leave the panel.

# `aes` may have `priority`: those with the largest are placed first. `hjust` is the side of the point that the text
# touches, 0 for text at its right; `gap` in mm. With `flip`, text without enough room goes to the other side.
geom_name <- function(mapping = NULL, data = NULL, gap = 1, flip = FALSE, ...) {
  ggplot2::layer(
    geom = GeomName, mapping = mapping, data = data, stat = "identity", position = "identity", show.legend = FALSE,
    inherit.aes = TRUE, params = list(gap = gap, flip = flip, na.rm = TRUE, ...)
  )
}

GeomName <- ggplot2::ggproto("GeomName", ggplot2::Geom, # nolint
  required_aes = c("x", "y", "label"),
  default_aes = aes(colour = "grey20", size = 3, hjust = 0, priority = 0, alpha = NA),
  draw_panel = function(data, panel_params, coord, gap = 1, flip = FALSE) {
    data <- coord$transform(data, panel_params)
    data <- data[order(-data$priority), ]
    grid::gTree(
      x = data$x, y = data$y, label = as.character(data$label), colour = data$colour, hjust = data$hjust,
      fontsize = data$size * ggplot2::.pt, gap = gap, flip = flip, cl = "seqjudge_names"
    )
  },
  draw_key = ggplot2::draw_key_blank
)

#' @importFrom grid makeContent
#' @export
makeContent.seqjudge_names <- function(x) { # nolint
  if (length(x$label) == 0) {
    return(x)
  }
  width <- grid::convertWidth(unit(1, "npc"), "mm", valueOnly = TRUE)
  height <- grid::convertHeight(unit(1, "npc"), "mm", valueOnly = TRUE)
  wide <- text_widths(x$label, x$fontsize)
  placed <- place_names(x$x * width, x$y * height, wide, x$fontsize * 0.42, x$hjust, width, height, x$gap, x$flip)
  kept <- which(placed$keep)
  label <- mapply(shorten_to, x$label[kept], wide[kept], placed$room[kept])
  text <- grid::textGrob(
    label, unit(placed$x[kept], "mm"), unit(placed$y[kept], "mm"),
    hjust = placed$hjust[kept], gp = grid::gpar(col = x$colour[kept], fontsize = x$fontsize[kept])
  )
  grid::setChildren(x, grid::gList(text))
}

text_widths <- function(label, fontsize) {
  now <- grid::get.gpar(c("fontsize", "cex"))
  grid::convertWidth(grid::stringWidth(label), "mm", valueOnly = TRUE) * fontsize / (now$fontsize * now$cex)
}

# Where each text goes, in mm, in the order in which they are given: nowhere, if it would touch one before.
place_names <- function(x, y, wide, high, hjust, width, height, gap, flip) {
  room_at <- function(hjust) ifelse(hjust < 0.5, width - x, ifelse(hjust > 0.5, x, 2 * pmin(x, width - x))) - gap
  room <- room_at(hjust)
  if (flip) {
    other <- room_at(1 - hjust)
    turn <- room < wide & other > room
    hjust[turn] <- 1 - hjust[turn]
    room[turn] <- other[turn]
  }
  y <- pmin(pmax(y, high / 2), height - high / 2)
  at <- x + ifelse(hjust < 0.5, gap, ifelse(hjust > 0.5, -gap, 0))
  used <- pmin(wide, room)
  left <- at - hjust * used
  # Some room for three letters at least.
  keep <- is.finite(left) & room > pmin(wide, 1.6 * high)
  for (k in which(keep)) {
    before <- which(keep[seq_len(k - 1)])
    touches <- left[before] < left[k] + used[k] + 0.5 & left[before] + used[before] + 0.5 > left[k] &
      abs(y[before] - y[k]) < (high[before] + high[k]) / 2
    keep[k] <- !any(touches)
  }
  list(x = at, y = y, hjust = hjust, room = room, keep = keep)
}

# Characters are about equally wide.
shorten_to <- function(label, wide, room) {
  if (wide <= room) label else short_names(label, max(4L, as.integer(floor(nchar(label) * room / wide * 0.97))))
}
