#' @return A ggplot object, to which layers and themes can be added.
#' @family pictures
