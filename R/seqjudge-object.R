#' Pictures of seqjudge's objects
#'
#' `plot()` draws what `autoplot()` makes. See [autoplot.seqjudge_evaluations()], [autoplot.seqjudge_ranking()],
#' [autoplot.seqjudge_posterior()], [autoplot.seqjudge_prior_fit()], [autoplot.seqjudge_panel()],
#' [autoplot.seqjudge_comparison()], [autoplot.seqjudge_study()], [autoplot.seqjudge_stream()], [mean_scores()],
#' [score_model()] and [bayes_risk()].
#'
#' @param x An object of this package.
#' @param ... Passed to the object's `autoplot()` method.
#' @return The ggplot object, invisibly.
#' @family pictures
#' @examples
#' x <- evaluations(bakeoff, judge, contestant, position, points, score_scale("range", 0, 100))
#' plot(x)
#'
#' # Pictures are ggplot objects: add a title, or take another theme.
#' autoplot(rank_items(x["Amara"], prior = 0)) + ggplot2::labs(title = "The bake-off, by Amara")
#' @name plot-methods
#' @export
plot.seqjudge_object <- function(x, ...) {
  picture <- autoplot(x, ...)
  print(picture)
  invisible(picture)
}

# Every class has a format() method, which gives the lines.
#' @export
print.seqjudge_object <- function(x, ...) {
  cat(format(x, ...), sep = "\n")
  invisible(x)
}
