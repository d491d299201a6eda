#' @rdname plot-methods
#' @export
print.seqjudge_object <- function(x, ...) {
  cat(format(x, ...), sep = "\n")
  invisible(x)
}

#' @rdname plot-methods
#' @export
plot.seqjudge_object <- function(x, ...) {
  picture <- ggplot2::autoplot(x, ...)
  print(picture)
  invisible(picture)
}
