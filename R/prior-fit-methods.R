#' Methods for prior fits
#'
#' What can be asked of the result of [fit_prior()].
#'
#' @param object,x A result of [fit_prior()].
#' @param parm Not used: the interval is that of the prior size.
#' @param level Number between 0 and 1. Left out, the level of the fit. Another level is read off the profile, between
#'   whose sizes it is interpolated, and is to be had only where there is one log-likelihood profile.
#' @param n Whole number: of how many evaluators to print.
#' @param nsim Whole number from 0: how many sets of evaluations to draw.
#' @param seed Whole number for [set.seed()], after which R's generator is as before; or `NULL` to draw on.
#' @inheritParams seqjudge-arguments
#' @return
#' \describe{
#'   \item{`coef()`}{A numeric vector with `prior_size` and `noise`; a matrix with a row for each evaluator where these
#'     have sizes of their own.}
#'   \item{`confint()`}{A matrix with the two ends of the interval of the prior size, in one row or in one for each
#'     evaluator.}
#'   \item{`logLik()`}{The log-likelihood, with which [AIC()] and [BIC()] work. An error for fits by distance.}
#'   \item{`nobs()`}{The number of scores.}
#'   \item{`tidy()`}{A data frame with a row for each estimate: `evaluator` (where these differ), `term`, `estimate`,
#'     `conf.low` and `conf.high`, which are `NA` for the noise.}
#'   \item{`glance()`}{A data frame with one row: `prior_size`, `noise`, `conf.low`, `conf.high`, `logLik`, `AIC`,
#'     `statistic` and `p.value` of the test against `Inf`, `loss`, `nobs`, `evaluators`, `method` and `pooled`.}
#'   \item{`simulate()`}{A list of `nsim` [evaluations()] with the evaluators, items, positions and scale of those that
#'     were fitted, and new scores drawn from the fitted model: see [simulate_evaluations()].}
#'   \item{`summary()`}{An object that prints the fit with the profile near the best size and the evaluators.}
#'   \item{`format()`}{What is printed, as lines of text.}
#' }
#' @family prior sizes
#' @examples
#' scale <- score_scale("range", 0, 100, meaning = "shares")
#' x <- evaluations(bakeoff, judge, contestant, position, points, scale)
#' fit <- fit_prior(x["Bruno"])
#' coef(fit)
#' confint(fit)
#' confint(fit, level = 0.5)
#' AIC(fit, fit_prior(x["Bruno"], noise_type = "uniform"))
#' glance(fit)
#'
#' # Each judge has a size of their own, with the others to lean on.
#' tidy(fit_prior(x, pooled = "partial"))
#' @name prior-fit-methods
NULL

is_pooled <- function(fit) isTRUE(fit$pooled)

#' @rdname prior-fit-methods
#' @export
coef.seqjudge_prior_fit <- function(object, ...) {
  if (is_pooled(object)) {
    return(c(prior_size = object$prior_size, noise = object$noise))
  }
  estimates <- as.matrix(object$evaluators[c("prior_size", "noise")])
  rownames(estimates) <- object$evaluators$evaluator
  estimates
}

#' @rdname prior-fit-methods
#' @export
confint.seqjudge_prior_fit <- function(object, parm, level = NULL, ...) {
  call <- rlang::current_env()
  level <- if (is.null(level)) object$level else check_level(level, call)
  ends <- if (level == object$level) {
    as.matrix(object$evaluators[c("lower", "upper")])
  } else {
    matrix(profile_interval(object, level, call), 1)
  }
  who <- if (is_pooled(object)) "prior_size" else object$evaluators$evaluator
  ends <- ends[seq_along(who), , drop = FALSE]
  percent <- 100 * c((1 - level) / 2, (1 + level) / 2)
  percent <- paste(format(percent, trim = TRUE, digits = 3, decimal.mark = ".", scientific = FALSE), "%")
  dimnames(ends) <- list(who, percent)
  if (missing(parm)) ends else ends[check_parm(parm, who, call), , drop = FALSE]
}

# Sizes between those of the profile are counted in where a straight line on the log scale is above the cut.
profile_interval <- function(object, level, call) {
  if (!is_pooled(object) || object$method != "likelihood") {
    stop_value(
      "{.arg level} must be that of the fit, {object$level}: this kind of fit has no other at hand. Fit again.",
      "level", call
    )
  }
  if (!is.null(object$evidence)) {
    return(size_interval(object$evidence, level))
  }
  ruled_out <- is_ruled_out(object$test[["p_value"]], 1 - level)
  profile <- object$profile[is.finite(object$profile$prior_size), ]
  none <- object$profile$integrated[is.infinite(object$profile$prior_size)]
  if (nrow(profile) == 0) {
    return(c(Inf, Inf))
  }
  with_none <- length(none) > 0 && !ruled_out
  cut <- max(profile$integrated, if (with_none) none) - interval_drop(level)
  inside <- which(profile$integrated >= cut)
  if (length(inside) == 0) {
    return(c(Inf, Inf))
  }
  crossing <- function(from, to) {
    x <- log1p(profile$prior_size[c(from, to)])
    share <- (profile$integrated[from] - cut) / (profile$integrated[from] - profile$integrated[to])
    expm1(x[1] + share * (x[2] - x[1]))
  }
  first <- min(inside)
  last <- max(inside)
  upper <- if (last < nrow(profile)) floor(crossing(last, last + 1) + 1e-9) else profile$prior_size[last]
  c(
    if (first > 1) ceiling(crossing(first, first - 1) - 1e-9) else profile$prior_size[1],
    # Test and interval agree.
    if (with_none) Inf else upper
  )
}

#' @rdname prior-fit-methods
#' @export
logLik.seqjudge_prior_fit <- function(object, ...) {
  if (object$method != "likelihood") {
    stop_value(
      "{.arg object} must be a fit by likelihood to have one, not by {.val {object$method}}.",
      "object", rlang::current_env(), NULL
    )
  }
  structure(object$log_lik, df = object$df, nobs = object$nobs, class = "logLik")
}

#' @rdname prior-fit-methods
#' @export
nobs.seqjudge_prior_fit <- function(object, ...) object$nobs # nolint

#' @rdname prior-fit-methods
#' @export
tidy.seqjudge_prior_fit <- function(x, ...) {
  own <- if (is_pooled(x)) x$evaluators[1, ] else x$evaluators
  term <- rep(c("prior_size", "noise"), each = nrow(own))
  none <- rep(NA_real_, nrow(own))
  result <- data.frame(
    evaluator = rep(own$evaluator, 2),
    term = term,
    estimate = c(own$prior_size, own$noise),
    conf.low = c(own$lower, none),
    conf.high = c(own$upper, none)
  )
  if (is_pooled(x)) {
    return(result[-1])
  }
  unnumbered(result[order(match(result$evaluator, own$evaluator), method = "radix"), ])
}

#' @rdname prior-fit-methods
#' @export
glance.seqjudge_prior_fit <- function(x, ...) {
  by_likelihood <- x$method == "likelihood"
  data.frame(
    prior_size = x$prior_size,
    noise = x$noise,
    conf.low = x$lower,
    conf.high = x$upper,
    logLik = if (by_likelihood) x$log_lik else NA_real_,
    AIC = if (by_likelihood) stats::AIC(x) else NA_real_,
    statistic = if (is.null(x$test)) NA_real_ else x$test[["statistic"]],
    p.value = if (is.null(x$test)) NA_real_ else x$test[["p_value"]],
    loss = x$loss %||% NA_real_,
    nobs = x$nobs,
    evaluators = nrow(x$evaluators),
    method = x$method,
    pooled = as.character(x$pooled)
  )
}

# In words -----------------------------------------------------------------------------------------------------------

#' @rdname prior-fit-methods
#' @export
format.seqjudge_prior_fit <- function(x, n = 6, ...) {
  n <- check_shown(n, rlang::current_env())
  c(describe_fit(x), if (!is_pooled(x)) format_rows(format_evaluators(x$evaluators), n))
}

describe_fit <- function(x) {
  c(paste0("<prior fit> ", describe_method(x)), describe_pooled(x), paste0("From: ", describe_data(x)))
}

describe_method <- function(x) {
  how <- switch(x$method,
    likelihood = if (x$with_truth) "by likelihood, given the true ranks" else "by likelihood, from the scores alone",
    truth = paste0("by distance to the truth (", metric_labels[[x$metric]], ")"),
    agreement = paste0("by distance between evaluators (", metric_labels[[x$metric]], ")")
  )
  pooling <- if (is_pooled(x)) "" else if (isFALSE(x$pooled)) ", for each evaluator" else ", partially pooled"
  paste0(how, pooling)
}

describe_pooled <- function(x) {
  if (is.na(x$prior_size)) {
    return(paste0("Noise: ", x$noise_type))
  }
  by_likelihood <- x$method == "likelihood"
  interval <- if (by_likelihood) paste0(format(100 * x$level), "% interval ") else "within one standard error: "
  noise <- if (x$pooled == "partial") x$evaluators$noise[1] else x$noise
  c(
    paste0(
      if (is_pooled(x)) "Prior size: " else "Prior size if one for all: ", big(x$prior_size),
      " (", interval, format_range(x$lower, x$upper), ")"
    ),
    paste0("Noise: ", signif(noise, 3), " (", x$noise_type, ", ", noise_measure(x$noise_type), ")"),
    if (!is.null(x[["scale"]])) paste0("Learned: ", describe_learned(x[["scale"]])),
    if (!is.null(x$test)) paste0("No correction (Inf): ", verdict(x$test[["p_value"]], 1 - x$level)),
    if (is_misfit(x)) "Scale: the scores do not lie on it as shares would (see meaning in score_scale())",
    if (!is.null(x$loss)) paste0("Mean distance: ", signif(x$loss, 3), describe_validation(x$cross_validation))
  )
}

noise_measure <- function(type) if (type == "normal") "standard deviation" else "half-width"

describe_validation <- function(cv) {
  if (is.na(cv[["loss"]])) {
    return("")
  }
  paste0("; left-out folds ", signif(cv[["loss"]], 3), " (standard error ", signif(cv[["se"]], 2), ")")
}

verdict <- function(p, alpha) {
  p_text <- if (p < 0.0001) "p < 0.0001" else paste("p =", format(signif(p, 2), scientific = FALSE))
  paste0(if (is_ruled_out(p, alpha)) "rejected, " else "not ruled out, ", p_text)
}

describe_data <- function(x) {
  paste0(
    count_of(x$nobs, "score"), " of ", count_of(length(judge_names(x$evaluations)), "evaluator"),
    if (has_rounds(x$evaluations)) paste(" in", count_of(length(round_names(x$evaluations)), "round")), ", ",
    format(attr(x$evaluations, "scale"))
  )
}

format_evaluators <- function(evaluators) {
  evaluators$noise <- signif(evaluators$noise, 3)
  evaluators$prior_size <- big_each(evaluators$prior_size)
  evaluators$interval <- format_range(evaluators$lower, evaluators$upper)
  evaluators[c("evaluator", "scores", "prior_size", "interval", "noise")]
}

#' @rdname prior-fit-methods
#' @export
summary.seqjudge_prior_fit <- function(object, ...) {
  structure(list(fit = object), class = c("summary.seqjudge_prior_fit", "seqjudge_object"))
}

#' @export
format.summary.seqjudge_prior_fit <- function(x, n = 20, ...) {
  fit <- x$fit
  spread <- fit$spread
  spread[c("sd", "se", "fitted")] <- lapply(spread[c("sd", "se", "fitted")], round, digits = 3)
  c(
    describe_fit(fit),
    if (!is.null(fit$profile)) c("", "Profile near the best size:", format_rows(near_best(fit), 12)),
    "", paste0("Spread of the scores by position (standard deviation about ", spread_centre(fit), "):"),
    format_rows(spread, 12),
    if (!is_pooled(fit)) c("", "Evaluators:", format_rows(format_evaluators(fit$evaluators), n))
  )
}

# A dozen rows around the best size, and Inf.
near_best <- function(fit) {
  profile <- fit$profile
  at <- match(fit$prior_size, profile$prior_size)
  near <- order(abs(seq_len(nrow(profile)) - at))[seq_len(min(11, nrow(profile)))]
  profile <- profile[sort(union(near, nrow(profile))), ]
  profile$prior_size <- big_each(profile$prior_size)
  logs <- intersect(names(profile), c("log_lik", "integrated"))
  others <- intersect(names(profile), c("noise", "loss", "se", "weight"))
  profile[logs] <- lapply(profile[logs], round, digits = 2)
  profile[others] <- lapply(profile[others], signif, digits = 3)
  profile
}

#' @rdname prior-fit-methods
#' @export
simulate.seqjudge_prior_fit <- function(object, nsim = 1, seed = NULL, ...) {
  call <- check_no_more(list(...), rlang::current_env())
  nsim <- check_integer(nsim, "nsim", call, from = 0)
  each <- object$evaluators
  with_seed(check_r_seed(seed, call), lapply(seq_len(nsim), function(k) {
    simulate_from(object$evaluations, each$prior_size, each$noise, object$noise_type)
  }))
}
