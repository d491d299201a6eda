# The look of all pictures, which users can set once.

#' The look of the pictures
#'
#' All pictures of this package have this theme and these colours, unless you set others once, by [options()]:
#' `seqjudge.theme`, a ggplot2 theme, and `seqjudge.colours`, at least eight colours.
#'
#' The colours are those of Okabe and Ito, which colour-blind readers can tell apart; what matters differs in shape,
#' line or place as well. The background is white, so that a saved picture can be read on any page.
#'
#' Names of items are shortened in the middle where there is no room for them, and left out where they would overlap:
#' the farthest movers and the best go first. A picture of many items so shows less, and does not become a smear.
#'
#' @param base_size Number: the size of the text, in points.
#' @param ... Passed to `ggplot2::discrete_scale()`.
#' @return A theme, or a scale, to be added to a ggplot object.
#' @family pictures
#' @examples
#' x <- evaluations(bakeoff, judge, contestant, position, points, score_scale("range", 0, 100))
#' old <- options(
#'   seqjudge.theme = theme_seqjudge(base_size = 14),
#'   seqjudge.colours = grDevices::hcl.colors(8, "Dark 3")
#' )
#' autoplot(rank_items(x["Amara"], prior = 0))
#' options(old)
#'
#' # For pictures of your own that go with these.
#' ggplot2::ggplot(bakeoff, ggplot2::aes(position, points, colour = judge)) +
#'   ggplot2::geom_line() +
#'   scale_colour_seqjudge() +
#'   theme_seqjudge()
#' @export
theme_seqjudge <- function(base_size = 11) {
  base_size <- check_number(base_size, "base_size", rlang::current_env(), "a number above 0", number_above(0))
  theme_minimal(base_size = base_size) +
    theme(
      plot.background = element_rect(fill = "white", colour = NA),
      panel.grid.minor = element_blank(),
      legend.position = "top",
      strip.text = element_text(face = "bold", hjust = 0),
      plot.caption = element_text(colour = "grey40"),
      plot.caption.position = "plot"
    )
}

#' @rdname theme_seqjudge
#' @export
scale_colour_seqjudge <- function(...) {
  ggplot2::discrete_scale("colour", "seqjudge", palette = function(n) many_colours(n), ...)
}

#' @rdname theme_seqjudge
#' @export
scale_fill_seqjudge <- function(...) {
  ggplot2::discrete_scale("fill", "seqjudge", palette = function(n) many_colours(n), ...)
}

# Colours that colour-blind readers can tell apart (Okabe and Ito).
palette_okabe <- c("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#F0E442")

house_colours <- function() {
  own <- getOption("seqjudge.colours")
  if (is.character(own) && length(own) >= length(palette_okabe)) own else palette_okabe
}

# The k-th colour of the house: 1 for what is corrected, 2 for what stands out, 6 for bands.
shade <- function(k) house_colours()[k]

many_colours <- function(n) {
  own <- house_colours()
  if (n <= length(own)) own[seq_len(n)] else grDevices::hcl.colors(n, "viridis")
}

# The last thing that is added to a picture: the theme, and a caption whose lines fit on a phone.
house_style <- function() structure(list(), class = "seqjudge_style")

#' @export
ggplot_add.seqjudge_style <- function(object, plot, ...) {
  caption <- plot$labels$caption
  if (is.character(caption)) plot$labels$caption <- wrap_text(caption)
  plot + (getOption("seqjudge.theme") %||% theme_seqjudge())
}

wrap_text <- function(text, characters = 64) {
  paste(unlist(lapply(strsplit(text, "\n", fixed = TRUE), strwrap, characters)), collapse = "\n")
}

# Shapes and lines that go with the colours of some groups.
scale_kinds <- function(kinds, name = NULL, points = TRUE) {
  shapes <- rep_len(c(16, 17, 15, 18, 8, 3, 4, 1), length(kinds))
  lines <- rep_len(c("solid", "42", "12", "4212", "82", "1242", "6262", "22"), length(kinds))
  list(
    if (points) scale_shape_manual(values = stats::setNames(shapes, kinds), name = name),
    scale_linetype_manual(values = stats::setNames(lines, kinds), name = name)
  )
}

# Names --------------------------------------------------------------------------------------------------------------

# At most so many characters, with what is left out marked in the middle: names often differ at their end.
short_names <- function(names, most = 24L) {
  long <- which(nchar(names) > most)
  if (length(long) == 0) {
    return(names)
  }
  end <- max((most - 2L) %/% 3L, 0L)
  # Two dots, since pdf() has no ellipsis.
  short <- function(x) paste0(substr(x, 1, most - 2L - end), "..", substring(x, nchar(x) - end + 1L))
  names[long] <- short(names[long])
  # Names that were different stay so.
  twins <- long[names[long] %in% names[duplicated(names)]]
  names[twins] <- paste0(substr(names[twins], 1, most - 6L), "..#", seq_along(twins))
  names
}

# Text of an axis with so many names below each other.
name_size <- function(n) if (n <= 25) 9 else if (n <= 40) 7 else 5.5

# A discrete axis of names, none of which overlap.
theme_names <- function(n) theme(axis.text.y = element_text(size = name_size(n)))

facet_evaluators <- function(...) {
  facet_wrap(vars(.data$evaluator), labeller = labeller(evaluator = function(names) short_names(names, 22L)), ...)
}
