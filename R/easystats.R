# Access for the easystats packages, by the generics of insight: what their tables and pictures are made from.

#' Access for the easystats packages
#'
#' Methods for the generics of the package insight, on which parameters, performance and their relatives rest. Only a
#' [fit_order_effects()] has parameters in their sense.
#'
#' @param x A result of [fit_order_effects()].
#' @param ... Not used.
#' @return `get_parameters()`: a data frame with `Parameter` and `Estimate`; `find_parameters()`: their names, in a
#'   list; `get_data()`: the evaluations as a data frame; `find_response()` and `find_predictors()`: names of columns;
#'   `n_obs()`: how many scores; `model_info()`: a list that says what kind of model it is.
#' @family order effects
#' @examplesIf rlang::is_installed("insight")
#' x <- evaluations(bakeoff, judge, contestant, position, points, score_scale("range", 0, 100))
#' fit <- fit_order_effects(x, iterations = 100, seed = 1)
#' insight::get_parameters(fit)
#' @name easystats
NULL

#' @rdname easystats
#' @exportS3Method insight::get_parameters
get_parameters.seqjudge_order_effects <- function(x, ...) { # nolint
  known <- x$estimates[!is.na(x$estimates$estimate), ]
  data.frame(Parameter = known$effect, Estimate = known$estimate)
}

#' @rdname easystats
#' @exportS3Method insight::find_parameters
find_parameters.seqjudge_order_effects <- function(x, ...) { # nolint
  list(conditional = get_parameters.seqjudge_order_effects(x)$Parameter)
}

#' @rdname easystats
#' @exportS3Method insight::get_data
get_data.seqjudge_order_effects <- function(x, ...) as.data.frame(x$evaluations) # nolint

#' @rdname easystats
#' @exportS3Method insight::find_response
find_response.seqjudge_order_effects <- function(x, ...) "score" # nolint

#' @rdname easystats
#' @exportS3Method insight::find_predictors
find_predictors.seqjudge_order_effects <- function(x, ...) { # nolint
  list(conditional = c("position", if (has_rounds(x$evaluations)) "round"), random = c("evaluator", "item"))
}

#' @rdname easystats
#' @exportS3Method insight::n_obs
n_obs.seqjudge_order_effects <- function(x, ...) x$nobs # nolint

#' @rdname easystats
#' @exportS3Method insight::model_info
model_info.seqjudge_order_effects <- function(x, ...) { # nolint
  list(
    family = "gaussian", link_function = "identity", is_linear = TRUE, is_mixed = TRUE, is_bayesian = TRUE,
    n_obs = x$nobs
  )
}
