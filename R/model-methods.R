# What modellers expect of a fit, for fits, rankings, posteriors and panels alike. What makes no sense says so.

#' Predictions, residuals, covariances and updates
#'
#' The verbs that fits of other packages answer. For those of [fit_order_effects()] see also [order-effects-methods].
#'
#' `predict()` is the score that an item gets when it has its place, for each row of the evaluations: by the ratings
#' model the evaluator's level, drift and start, and the loading times the quality as seen at that position; otherwise
#' the expected share
#' \deqn{\frac{R_t + n_0 \gamma_t / (n + 1)}{n_0 + t + 1}}{(R[t] + n0 gamma[t] / (n + 1)) / (n0 + t + 1)}
#' with the item's rank \eqn{\gamma_t}{gamma[t]} among the `n` of the evaluator, its relative rank \eqn{R_t}{R[t]} among
#' those so far, and the prior size \eqn{n_0}{n0}. Shares are on the scale of the scores; of marks, whose scale nobody
#' knows, each evaluator's scores are set on the shares by least squares. `residuals()` are the scores less that.
#'
#' A [fit_prior()] knows no qualities and predicts no score, but how scores are spread: its residuals are quantile
#' residuals (Dunn and Smyth, 1996). Each score is looked up in its distribution by the fitted model, with the rank
#' integrated out, and the probability turned into a normal quantile. If the model is right, they are independent and
#' standard normal. Scores in bins count as the middle of the bin.
#'
#' `update()` does the same again, with new scores (a data frame as in [ranking-methods]), with other arguments, or
#' both.
#'
#' `vcov()` is the posterior covariance matrix: of the ranks of the items for distributions (of places it is the same),
#' of the effects in points for [fit_order_effects()]. A prior size is a whole number or infinite, and has none; ask
#' [confint()][prior-fit-methods] instead.
#'
#' @param object A result of [rank_panel()], [rank_items()], [rank_posterior()], [rank_distribution()], [fit_prior()] or
#'   [fit_order_effects()].
#' @param scores `NULL`, or a data frame of new or changed scores with the columns of the evaluations.
#' @param evaluator For a posterior: name or number of an evaluator. May be left out when there is one.
#' @param ... For `update()`: arguments of the function that made the object. Else not used.
#' @return `predict()`, `fitted()` and `residuals()`: numbers along the rows of the evaluations, `NA` where there is no
#'   score (or no place). `vcov()`: a matrix. `nobs()`: the number of scores. `update()`: a new object.
#' @references
#' Dunn, P. K. and Smyth, G. K. (1996). Randomized quantile residuals. Journal of Computational and Graphical Statistics
#' 5, 236-244. \doi{10.2307/1390802}
#' @family panels
#' @examples
#' scores <- rbind(Ada = c(0.42, 0.62, 0.75, 0.86), Bo = c(0.55, 0.70, 0.78, 0.80))
#' x <- as_evaluations(scores, items = c("Pia", "Quinn", "Rafi", "Sven"), order = "random")
#' panel <- rank_panel(x, prior = 1, noise = 0.15)
#' round(residuals(panel), 2)
#' round(vcov(panel), 2)
#' update(panel, prior = 5)
#' @name model-methods
NULL

# Predictions --------------------------------------------------------------------------------------------------------

#' @rdname model-methods
#' @export
predict.seqjudge_panel <- function(object, ...) {
  check_no_more(list(...), rlang::current_env())
  x <- object$evaluations
  if (object$model == "ratings") {
    return(predict_ratings(object$means, x))
  }
  size <- stats::setNames(object$evaluators$prior_size, object$evaluators$evaluator)
  predict_shares(x, object$items$rank[match(x$item, object$items$item)], unname(size[evaluator_names(x)]))
}

#' @rdname model-methods
#' @export
predict.seqjudge_ranking <- function(object, ...) {
  check_no_more(list(...), rlang::current_env())
  size <- if (object$method == "induced") Inf else unname(object$prior_size)
  predict_shares(object$evaluations, object$rank, rep_len(size, length(evaluator_sizes(object$evaluations))))
}

#' @rdname model-methods
#' @export
predict.seqjudge_posterior <- function(object, ...) {
  check_no_more(list(...), rlang::current_env())
  predict_shares(object$evaluations, as.data.frame(object)$rank, unname(object$prior_size))
}

# Without the level that wanders, whose future nobody knows.
predict_ratings <- function(means, x) {
  judge <- x$evaluator
  n <- rep.int(evaluator_sizes(x), evaluator_sizes(x))
  t <- x$position
  quality <- unname(means$quality[x$item])
  code <- evaluator_codes(x)
  before <- stats::ave(quality, code, FUN = cumsum) - quality
  size <- unname(means$size[judge])
  seen <- ifelse(is.infinite(size), quality, ((size + t - 1) * quality - before) / (size + t + 1))
  centred <- function(column) column - stats::ave(column, code)
  last <- c(0, quality[-length(quality)]) * (t > 1)
  z <- means$level[judge] + means$effects[["drift"]] * centred((t - 0.5) / n) +
    means$effects[["start"]] * centred(1 / t) + means$effects[["neighbour"]] * last + means$loading[judge] * seen
  unname(ifelse(is.na(x$score), NA_real_, means$centre + means$unit * z))
}

predict_shares <- function(x, rank, size) {
  there <- !is.na(x$score) & !is.na(rank)
  share <- rep(NA_real_, nrow(x))
  for (own in split(seq_len(nrow(x)), evaluator_codes(x))) {
    own <- own[there[own]]
    gamma <- rank(rank[own])
    so_far <- vapply(seq_along(own), function(k) rank(gamma[seq_len(k)])[k], numeric(1))
    share[own] <- share_given(gamma, so_far, x$position[own], size[evaluator_codes(x)[own[1]]])
  }
  scale <- attr(x, "scale")
  if (is_marks(x)) {
    fit_to_marks(share, x)
  } else if (scale$type == "bins") {
    share * (scale$k + 1)
  } else {
    raw_scores(share, scale)
  }
}

# Fact: the prior items below an item are on average as many as its rank has it.
share_given <- function(gamma, so_far, position, size) {
  quality <- gamma / (length(gamma) + 1)
  if (length(size) == 0 || is.infinite(size)) quality else (so_far + size * quality) / (size + position + 1)
}

fit_to_marks <- function(share, x) {
  mark <- mark_values(x)
  for (own in split(seq_len(nrow(x)), evaluator_codes(x))) {
    own <- own[!is.na(share[own])]
    if (length(own) == 0) next
    flat <- length(unique(share[own])) < 2
    share[own] <- if (flat) mean(mark[own]) else stats::fitted(stats::lm(mark[own] ~ share[own]))
  }
  share
}

#' @rdname model-methods
#' @export
fitted.seqjudge_panel <- function(object, ...) stats::predict(object, ...)

#' @rdname model-methods
#' @export
residuals.seqjudge_panel <- function(object, ...) { # nolint
  score_values(object$evaluations) - stats::predict(object, ...)
}

#' @rdname model-methods
#' @export
fitted.seqjudge_ranking <- fitted.seqjudge_panel

#' @rdname model-methods
#' @export
residuals.seqjudge_ranking <- residuals.seqjudge_panel # nolint

#' @rdname model-methods
#' @export
fitted.seqjudge_posterior <- fitted.seqjudge_panel

#' @rdname model-methods
#' @export
residuals.seqjudge_posterior <- residuals.seqjudge_panel # nolint

# Percentiles are numbers of 0 to 1 only on the model's scale.
score_values <- function(x) {
  if (is_marks(x)) mark_values(x) else if (attr(x, "scale")$type == "percentile") scale_scores(x) else x$score
}

# Quantile residuals -------------------------------------------------------------------------------------------------

#' @rdname model-methods
#' @export
residuals.seqjudge_prior_fit <- function(object, ...) { # nolint
  check_no_more(list(...), rlang::current_env())
  x <- object$evaluations
  code <- evaluator_codes(x)
  size <- object$evaluators$prior_size[code]
  noise <- object$evaluators$noise[code]
  value <- if (is_mark_fit(object)) learned_shares(x, object$evaluators$prior_size) else scale_scores(x)
  p <- rep(NA_real_, nrow(x))
  for (k in which(!is.na(value) & !is.na(noise) & !is.na(size))) {
    p[k] <- score_probability(value[k], x$position[k], size[k], noise[k], object$noise_type)
  }
  # Beyond what the model holds possible.
  stats::qnorm(pmin(pmax(p, 1e-12), 1 - 1e-12))
}

# That a score at this position is at most `y`: over all relative ranks, each as likely as the others.
score_probability <- function(y, position, size, noise, noise_type) {
  below <- if (noise_type == "normal") {
    function(z) stats::pnorm(z, sd = noise)
  } else {
    function(z) stats::punif(z, -noise, noise)
  }
  many <- 20000
  if (size + position > many) {
    u <- (seq_len(many) - 0.5) / many
    return(mean(below(y - u)))
  }
  mean(below(y - seq_len(size + position) / (size + position + 1)))
}

#' @rdname model-methods
#' @export
predict.seqjudge_prior_fit <- function(object, ...) {
  stop_no_sense(
    "A prior fit predicts no scores: it knows no item's quality.",
    "Use {.fn rank_panel} or {.fn fit_order_effects} for predictions, {.fn simulate} for scores from the model."
  )
}

#' @rdname model-methods
#' @export
fitted.seqjudge_prior_fit <- predict.seqjudge_prior_fit

stop_no_sense <- function(message, hint, call = rlang::caller_env()) {
  abort_seqjudge(c(message, i = hint), "seqjudge_error_no_sense", NULL, call, .envir = call)
}

# Covariances --------------------------------------------------------------------------------------------------------

#' @rdname model-methods
#' @export
vcov.seqjudge_rank_distribution <- function(object, ..., evaluator = NULL) { # nolint
  call <- check_no_more(list(...), rlang::current_env())
  found <- distribution_of(object, evaluator, call, "object")
  check_has_rankings(list(found), call, "object")
  found <- with_rankings(found)
  weights <- found$weights %||% rep(1 / ncol(found$ranks), ncol(found$ranks))
  about <- found$ranks - drop(found$ranks %*% weights)
  covariance <- about %*% (t(about) * weights)
  dimnames(covariance) <- list(found$items, found$items)
  covariance
}

#' @rdname model-methods
#' @export
vcov.seqjudge_panel <- vcov.seqjudge_rank_distribution # nolint

#' @rdname model-methods
#' @export
vcov.seqjudge_posterior <- vcov.seqjudge_rank_distribution # nolint

#' @rdname model-methods
#' @export
vcov.seqjudge_prior_fit <- function(object, ...) { # nolint
  stop_no_sense(
    "A prior size is a whole number or infinite: its estimate has no covariance matrix.",
    "Use {.fn confint} for its interval."
  )
}

#' @rdname model-methods
#' @export
vcov.seqjudge_order_effects <- function(object, ...) { # nolint
  check_no_more(list(...), rlang::current_env())
  # The prior size has no draws of its own.
  effects <- setdiff(intersect(object$estimates$effect, object$on), "calibration")
  draws <- vapply(effects, FUN.VALUE = numeric(length(common_draws(object, 1))), function(effect) {
    effect_draws(object, effect) * if (effect == "serial") 1 else object$table$unit
  })
  covariance <- stats::cov(matrix(draws, ncol = length(effects)))
  dimnames(covariance) <- list(effects, effects)
  covariance
}

#' @rdname model-methods
#' @export
nobs.seqjudge_panel <- function(object, ...) sum(!is.na(object$evaluations$score)) # nolint

#' @rdname model-methods
#' @export
nobs.seqjudge_posterior <- nobs.seqjudge_panel # nolint

#' @rdname model-methods
#' @export
nobs.seqjudge_ranking <- nobs.seqjudge_panel # nolint

#' @rdname model-methods
#' @export
confint.seqjudge_ranking <- function(object, ...) { # nolint
  if (is.null(object$lower)) {
    stop_no_sense(
      "A ranking by {.val {object$method}} has no intervals.",
      "Use {.code method = \"posterior\"}, {.fn rank_posterior} or {.fn rank_panel}."
    )
  }
  found <- tidy(object)
  found <- found[!is.na(found$place), ]
  names <- if (length(evaluator_sizes(object$evaluations)) > 1) paste0(found$evaluator, ":", found$item) else found$item
  matrix(c(found$conf.low, found$conf.high), ncol = 2, dimnames = list(names, c("lower", "upper")))
}

# Again --------------------------------------------------------------------------------------------------------------

#' @rdname model-methods
#' @export
update.seqjudge_panel <- function(object, scores = NULL, ...) {
  update_object(object, scores, list(...), rank_panel, parent.frame(), rlang::current_env())
}

#' @rdname model-methods
#' @export
update.seqjudge_posterior <- function(object, scores = NULL, ...) {
  update_object(object, scores, list(...), rank_posterior, parent.frame(), rlang::current_env())
}

#' @rdname model-methods
#' @export
update.seqjudge_prior_fit <- function(object, scores = NULL, ...) {
  update_object(object, scores, list(...), fit_prior, parent.frame(), rlang::current_env())
}

#' @rdname model-methods
#' @export
update.seqjudge_order_effects <- function(object, scores = NULL, ...) {
  update_object(object, scores, list(...), fit_order_effects, parent.frame(), rlang::current_env())
}

# The evaluations are in the object; other arguments are those of the call that made it, unless they are given now.
update_object <- function(object, scores, given, f, env, call) {
  x <- object$evaluations
  if (!is.null(scores)) x <- add_scores(x, scores, call)
  known <- setdiff(names(formals(f)), c("x", "..."))
  check_no_more(given[!rlang::names2(given) %in% known], call)
  before <- as.list(object$call)[-1]
  before <- before[setdiff(names(before), c("x", names(given)))]
  before <- lapply(before, function(argument) eval(argument, env))
  made <- do.call(f, c(list(x), before, given), quote = TRUE)
  made$call <- without_people(rlang::call_modify(object$call, !!!given))
  made
}
