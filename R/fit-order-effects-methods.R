#' Methods for fits of order effects
#'
#' What can be asked of the result of [fit_order_effects()].
#'
#' @param object,x A result of [fit_order_effects()].
#' @param what String: `"effects"`; `"models"` for the comparison of models; `"evaluators"`; or `"items"`.
#' @param parm Names of effects, or `NULL` for all.
#' @param level Number between 0 and 1. Left out, the level of the fit.
#' @param newdata `NULL` for the scores of the fit, or an [evaluations()] object. Evaluators and items that the fit does
#'   not know count as average ones.
#' @param type String: `"score"` for the expected score, without the wandering level; `"effect"` for the part of it that
#'   the order of presentation makes.
#' @param nsim Whole number from 0: how many sets of evaluations to draw.
#' @param seed Whole number for [set.seed()], after which R's generator is as before; or `NULL` to draw on.
#' @param data Not used: the evaluations of the fit are.
#' @inheritParams seqjudge-arguments
#' @return
#' \describe{
#'   \item{`tidy()`}{A data frame with a row for each effect: `effect`, `estimate`, `lower`, `upper`, `p_value`,
#'     `evidence` (`"none"`, `"some"` below 0.05, `"strong"` below 0.01, `"very strong"` below 0.001, or `"cannot be
#'     told"`), `unit` of the estimate (`"points"`, `"items"` for the prior size, `"share"` of the noise variance), and
#'     `estimate_sd`, `lower_sd`, `upper_sd` in standard deviations of an evaluator's scores, where it is in points.
#'     `what = "models"`: the best first, `model`, its expected log predictive density `elpd` for a score left out (in
#'     closed form, with variances, prior size and the coefficients of `neighbour` and `average` at their estimates),
#'     and the `difference` from the model with all effects with its standard error `se`; `NA` with more than 1500
#'     items. `what = "evaluators"`: `evaluator`, `severity` (points less than the panel gives), `loading`, `drift` (of
#'     their own, in points) and `noise` in points, the first three with their posterior standard deviations. `what =
#'     "items"`: `item`, `quality` in points about the mean of all, and `sd`.}
#'   \item{`glance()`}{A data frame with one row: `effects` that were found at 0.05, `nobs`, `evaluators`, `items`,
#'     `unit` (the standard deviation of scores within evaluators), `logLik`, `rhat` and `ess` of the chains.}
#'   \item{`augment()`}{The evaluations with `.fitted`, `.effect` (of the order), `.wander`, `.resid` and `.corrected`,
#'     the score less the effect.}
#'   \item{`coef()`, `confint()`}{Estimates as a named vector; intervals as a matrix.}
#'   \item{`predict()`, `fitted()`, `residuals()`}{Numbers along the rows, `NA` where there is no score to have a
#'     residual.}
#'   \item{`simulate()`}{A list of `nsim` [evaluations()] with new scores: the qualities and severities of the fit with
#'     fresh wander and noise, kept within the ends of the scale.}
#'   \item{`logLik()`}{The exact log-likelihood at the posterior means, qualities and all else that is random integrated
#'     out; `NA` with more than 1500 items.}
#'   \item{`loo()`}{Of the loo package: expected log predictive density, to be compared by `loo::loo_compare()` between
#'     fits with different `effects`.}
#' }
#' @family order effects
#' @examples
#' # Eight judges who tire: a tenth of a point less with each item.
#' shown <- as.data.frame(
#'   simulate_evaluations(15, 8, prior_size = Inf, noise = 0.6, marks = list(), seed = 7)
#' )
#' shown$score <- shown$score - 0.1 * shown$position
#' x <- evaluations(shown, evaluator, item, position, score, score_scale("range", -5, 15))
#' fit <- fit_order_effects(x, iterations = 250, seed = 1)
#' coef(fit)
#' confint(fit, level = 0.5)
#' tidy(fit, "models")
#' head(augment(fit))
#' @name order-effects-methods
NULL

#' @rdname order-effects-methods
#' @export
tidy.seqjudge_order_effects <- function(x, what = c("effects", "models", "evaluators", "items"), ...) {
  what <- check_choice(what, c("effects", "models", "evaluators", "items"), "what")
  switch(what,
    effects = x$estimates,
    models = compare_effects(x),
    evaluators = effect_evaluators(x),
    items = effect_items(x)
  )
}

effect_evaluators <- function(fit) {
  judge <- t(matrix(fit$drawn$judge, 7))
  unit <- fit$table$unit
  sd_of <- function(k) sqrt(pmax(judge[, 4 + k] - judge[, k]^2, 0))
  data.frame(
    evaluator = judge_names(fit$evaluations),
    severity = unit * (mean(judge[, 1]) - judge[, 1]), severity_sd = unit * sd_of(1),
    loading = judge[, 2], loading_sd = sd_of(2), drift = unit * judge[, 3], drift_sd = unit * sd_of(3),
    noise = unit * judge[, 4]
  )
}

effect_items <- function(fit) {
  quality <- fit$drawn$quality
  data.frame(
    item = fit$table$names, quality = fit$table$unit * (quality - mean(quality)),
    sd = fit$table$unit * sqrt(pmax(fit$drawn$quality_square - quality^2, 0))
  )
}

#' @rdname order-effects-methods
#' @export
glance.seqjudge_order_effects <- function(x, ...) {
  found <- x$estimates$p_value < 0.05
  data.frame(
    effects = sum(found, na.rm = TRUE), nobs = x$nobs, evaluators = max(judge_of_sequence(x$table)),
    items = x$table$items, unit = x$table$unit, logLik = as.numeric(stats::logLik(x)),
    rhat = max(x$diagnostics$rhat), ess = min(x$diagnostics$ess)
  )
}

#' @rdname order-effects-methods
#' @export
augment.seqjudge_order_effects <- function(x, data = NULL, ...) {
  result <- as.data.frame(x$evaluations)
  result$.fitted <- stats::fitted(x)
  result$.effect <- stats::predict(x, type = "effect")
  result$.wander <- x$drawn$wander * x$table$unit
  result$.resid <- stats::residuals(x)
  result$.corrected <- mark_values(x$evaluations) - result$.effect
  result
}

#' @rdname order-effects-methods
#' @export
coef.seqjudge_order_effects <- function(object, ...) {
  stats::setNames(object$estimates$estimate, object$estimates$effect)
}

#' @rdname order-effects-methods
#' @export
confint.seqjudge_order_effects <- function(object, parm = NULL, level = NULL, ...) {
  call <- rlang::current_env()
  level <- if (is.null(level)) object$level else check_level(level, call)
  found <- effect_estimates(object, level)
  ends <- as.matrix(found[c("lower", "upper")])
  dimnames(ends) <- list(found$effect, paste(format(100 * c((1 - level) / 2, (1 + level) / 2), trim = TRUE), "%"))
  if (is.null(parm)) ends else ends[check_parm(parm, found$effect, call), , drop = FALSE]
}

# A score of 0 of the model's stands for so many points.
zero_of <- function(fit) mean(mark_values(fit$evaluations), na.rm = TRUE)

#' @rdname order-effects-methods
#' @export
fitted.seqjudge_order_effects <- function(object, ...) zero_of(object) + object$drawn$fitted * object$table$unit

#' @rdname order-effects-methods
#' @export
residuals.seqjudge_order_effects <- function(object, ...) { # nolint
  (object$table$value - object$drawn$fitted) * object$table$unit
}

#' @rdname order-effects-methods
#' @export
nobs.seqjudge_order_effects <- function(object, ...) object$nobs # nolint

#' @rdname order-effects-methods
#' @export
logLik.seqjudge_order_effects <- function(object, ...) {
  model <- object$drawn$model
  value <- NA_real_
  if (object$table$items <= most_dense_items) {
    found <- cpp_ratings_density(object$table, density_parameters(object), FALSE)
    value <- points_log_density(object, found$log_density, object$nobs)
  }
  # Mean and variance of severities, of qualities, spread of loadings and drifts, shape and centre of noises.
  df <- length(column_names(model)) + model$neighbour + model$average + model$wander + model$own_drift +
    any(is.finite(object$drawn$sizes)) + 6
  structure(value, df = df, nobs = object$nobs, class = "logLik")
}

#' @rdname order-effects-methods
#' @export
predict.seqjudge_order_effects <- function(object, newdata = NULL, type = c("score", "effect"), ...) {
  check_no_more(list(...), rlang::current_env())
  type <- check_choice(type, c("score", "effect"), "type")
  if (is.null(newdata) && type == "score") {
    return(stats::fitted(object))
  }
  x <- newdata %||% object$evaluations
  check_evaluations(x, rlang::current_env(), "newdata")
  parts <- predicted_parts(object, x)
  if (type == "effect") {
    return(parts$effect * object$table$unit)
  }
  zero_of(object) + (parts$effect + parts$rest) * object$table$unit
}

# By the posterior means of everything, for each row: what the order makes, and the rest.
predicted_parts <- function(fit, x) {
  sizes <- evaluator_sizes(x)
  n <- rep.int(sizes, sizes)
  t <- sequence(sizes)
  common <- kept_common(fit, NULL)
  judge <- match(x$evaluator, judge_names(fit$evaluations))
  own <- t(matrix(fit$drawn$judge, 7))[judge, 1:3, drop = FALSE]
  unknown <- is.na(judge)
  own[unknown, ] <- rep(c(common[["severity_mean"]], 1, 0), each = sum(unknown))
  quality <- fit$drawn$quality[match(x$item, fit$table$names)]
  quality[is.na(quality)] <- 0
  first <- t == 1
  before <- c(0, quality[-length(quality)]) * !first
  sums <- stats::ave(quality, cumsum(first), FUN = cumsum) - quality
  size <- density_size(fit)
  seen <- if (is.infinite(size)) quality else ((size + t - 1) * quality - sums) / (size + t + 1)
  effect <- common[["neighbour"]] * before + common[["average"]] * sums / pmax(t - 1, 1) +
    own[, 3] * ((t - 0.5) / n - 0.5) + own[, 2] * (seen - quality) + position_effect(fit, common, x, t, n)
  list(effect = effect, rest = own[, 1] + own[, 2] * quality)
}

# The columns of position_columns.hpp, times their coefficients.
position_effect <- function(fit, common, x, t, n) {
  columns <- column_names(fit$drawn$model)
  sequence <- cumsum(t == 1)
  total <- numeric(length(t))
  for (name in columns) {
    wave <- as.integer(sub("curve_", "", name, fixed = TRUE)[startsWith(name, "curve_")])
    column <- if (length(wave) == 1) {
      cos(pi * (wave + 1) * (t - 0.5) / n)
    } else {
      switch(name, drift = (t - 0.5) / n, start = 1 / t, round = round_column(fit, x, sequence))
    }
    if (name != "round") column <- column - stats::ave(column, sequence)
    total <- total + common[[name]] * column
  }
  total
}

round_column <- function(fit, x, sequence) {
  rounds <- max(fit$table$round)
  number <- if (is.null(x$round)) rep(1, length(sequence)) else as.numeric(rating_table(x)$round)[sequence]
  (number - 1) / max(rounds - 1, 1) - 0.5
}

#' @rdname order-effects-methods
#' @export
simulate.seqjudge_order_effects <- function(object, nsim = 1, seed = NULL, ...) {
  call <- check_no_more(list(...), rlang::current_env())
  nsim <- check_integer(nsim, "nsim", call, from = 0)
  with_seed(check_r_seed(seed, call), lapply(seq_len(nsim), function(k) simulate_effects(object)))
}

simulate_effects <- function(fit) {
  x <- fit$evaluations
  noise <- kept_judges(fit, NULL)$noise_variance[judge_of_sequence(fit$table)]
  share <- if (fit$drawn$model$wander) kept_common(fit, NULL)[["wander_share"]] else 0
  random <- unlist(Map(function(n, variance) {
    sqrt(variance) * (stats::rnorm(n) + sqrt(share) * wander_path(n))
  }, diff(fit$table$start), noise))
  score <- stats::fitted(fit) + random * fit$table$unit
  score[is.na(x$score)] <- NA
  scale <- attr(x, "scale")
  if (scale$type == "range") score <- pmin(pmax(score, scale$lower), scale$upper)
  if (scale$type == "bins") score <- pmin(pmax(round(score), 1), scale$k)
  if (scale$type == "identity") score <- pmin(pmax(score, 0), 1)
  x$score <- score
  x
}

# A level with variance 1 that wanders as that of the model does.
wander_path <- function(n) {
  keep <- exp(-1 / 8)
  fresh <- stats::rnorm(n) * c(1, rep(sqrt(1 - keep^2), n - 1))
  as.vector(stats::filter(fresh, keep, method = "recursive"))
}

# In words -------------------------------------------------------------------------------------------------------------

#' @rdname order-effects-methods
#' @export
format.seqjudge_order_effects <- function(x, ...) {
  c(
    heading(
      "order effects", score = x$nobs, evaluator = max(judge_of_sequence(x$table)), item = x$table$items
    ),
    effect_sentences(x),
    paste0("Scores of an evaluator have a standard deviation of ", in_points(x$table$unit), "."),
    unsettled_chains(x)
  )
}

unsettled_chains <- function(fit) {
  if (have_mixed(fit$diagnostics)) {
    return(NULL)
  }
  paste0(
    "The chains have not settled (R-hat ", round(max(fit$diagnostics$rhat), 2), ", effective sample size ",
    round(min(fit$diagnostics$ess)), "): intervals may be off. Ask for more iterations."
  )
}

#' @rdname order-effects-methods
#' @export
summary.seqjudge_order_effects <- function(object, ...) {
  structure(
    list(fit = object, models = compare_effects(object)),
    class = c("summary.seqjudge_order_effects", "seqjudge_object")
  )
}

#' @export
format.summary.seqjudge_order_effects <- function(x, ...) {
  shown <- x$fit$estimates[c("effect", "estimate", "lower", "upper", "unit", "p_value", "evidence")]
  c(
    format(x$fit), "", "Effects:", format_rows(shown, 10, c("estimate", "lower", "upper", "p_value"), 3),
    "", "Models, by the log predictive density of scores left out:",
    format_rows(x$models, 12, c("elpd", "difference", "se"), 4)
  )
}
