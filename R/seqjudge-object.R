#' Pictures of seqjudge's objects
#'
#' `plot()` draws what `autoplot()` makes. See [autoplot.seqjudge_evaluations()], [autoplot.seqjudge_ranking()],
#' [autoplot.seqjudge_posterior()], [autoplot.seqjudge_prior_fit()], [autoplot.seqjudge_panel()],
#' [autoplot.seqjudge_comparison()], [autoplot.seqjudge_study()], [autoplot.seqjudge_stream()], [mean_scores()],
#' [score_model()], [bayes_risk()], [autoplot.seqjudge_orders()] and [autoplot.seqjudge_panel_plan()].
#'
#' @param x An object of this package.
#' @param which Numbers or names of the pictures to draw, where there are several: in the order in which the help page
#'   of the object's `autoplot()` lists its types. `NULL` for the usual one.
#' @param ... Passed to the object's `autoplot()` method.
#' @return The ggplot object, invisibly; a list of these where there are several.
#' @family pictures
#' @examples
#' scale <- score_scale("range", 0, 100, meaning = "shares")
#' x <- evaluations(bakeoff, judge, contestant, position, points, scale)
#' plot(x)
#'
#' # Pictures are ggplot objects: add a title, or take another theme.
#' autoplot(rank_items(x["Amara"], prior = 0)) + ggplot2::labs(title = "The bake-off, by Amara")
#'
#' plot(fit_prior(x["Amara"]), which = c("profile", "spread"))
#' @name plot-methods
#' @export
plot.seqjudge_object <- function(x, which = NULL, ...) {
  types <- if (!is.null(which)) check_which(which, picture_types(x), rlang::current_env())
  pictures <- if (is.null(types)) {
    list(autoplot(x, ...))
  } else {
    lapply(types, function(type) autoplot(x, type = type, ...))
  }
  for (picture in pictures) print(picture)
  invisible(if (length(pictures) == 1) pictures[[1]] else stats::setNames(pictures, types))
}

# The types of pictures that an object has, as its autoplot() lists them.
picture_types <- function(x) {
  for (class in setdiff(class(x), c("seqjudge_object", "data.frame"))) {
    known <- switch(class,
      seqjudge_prior_fit = c("profile", "evaluators", "spread"),
      seqjudge_comparison = c("prior", "metrics", "positions", "signed", "pairs"),
      seqjudge_study = c("design", "positions", "ratio"),
      eval(formals(utils::getS3method("autoplot", class, optional = TRUE) %||% identity)$type)
    )
    if (!is.null(known)) {
      return(known)
    }
  }
  character()
}

check_which <- function(which, types, call) {
  if (length(types) == 0) stop_value("{.arg which} must be left out: there is one picture.", "which", call)
  plain <- !is.object(which) && is.null(dim(which)) && (is.numeric(which) || is.character(which))
  if (!plain) stop_type("{.arg which} must hold numbers or names, not {describe_type(which)}.", "which", call)
  at <- if (is.numeric(which)) match(which, seq_along(types)) else match(which, types)
  expected <- "{.arg which} must hold numbers up to {length(types)}, or names among {.or {.val {types}}}."
  check_none(base::which(is.na(at)), expected, "which", call, which)
  types[at]
}

# Every class has a format() method, which gives the lines.
#' @export
print.seqjudge_object <- function(x, ...) {
  cat(format(x, ...), sep = "\n")
  invisible(x)
}
