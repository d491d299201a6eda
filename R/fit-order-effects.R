#' Which order effect is it?
#'
#' Becoming calibrated, a drift, a start effect, contrast with the item just before, the average so far, a level that
#' wanders: `fit_order_effects()` has all of them in one model of the scores, and tells how large each is, how sure that
#' is, and what can be excluded. Qualities of the items are shared by all evaluators; each evaluator has a severity, a
#' loading (how closely the scores follow the quality) and a noise of their own, from populations that are learned.
#'
#' @section The effects:
#' The score of evaluator \eqn{j} for the item at position \eqn{t} of \eqn{n} is
#' \deqn{s_j + d_j u_t + \beta_1 u_t + \beta_2 / t + w_{jt} + \lambda_j q_t + \gamma q_{t-1} +
#'   \delta \bar q_{<t} + e_{jt},}{s[j] + (d[j] + b1) u[t] + b2 / t + w[j, t] + l[j] q[t] + g q[t - 1] +
#'   d mean(q[1], ..., q[t - 1]) + e[j, t],}
#' with \eqn{u_t = (t - 1/2) / n} and qualities \eqn{q} of the items in the order shown.
#' \describe{
#'   \item{`"drift"`}{\eqn{\beta_1}{b1}: how much scores rise from the beginning to the end, in points, on average over
#'     evaluators, each of whom may drift by \eqn{d_j}{d[j]} more. An item takes up \eqn{1 / n} of that, so that the
#'     last gets \eqn{(n - 1) / n} of it more than the first.}
#'   \item{`"start"`}{\eqn{\beta_2}{b2}: how much more the very first item gets than a late one.}
#'   \item{`"neighbour"`}{\eqn{\gamma}{g} times the standard deviation of the qualities: what an item gets more after
#'     one that is a standard deviation better than the average. Below 0 it is contrast, above assimilation.}
#'   \item{`"average"`}{\eqn{\delta}{d} times the same: what the mean quality of all items so far does.}
#'   \item{`"serial"`}{The variance of the wandering level \eqn{w} as a share of that of the noise \eqn{e}. The
#'     correlation of the level falls to 1/e in 8 positions; where most evaluators scored fewer, it cannot be told.}
#'   \item{`"calibration"`}{The prior size: how many earlier items evaluators behave as if having seen; `Inf` for no
#'     effect. Early scores are cautious if it is small.}
#'   \item{`"round"`}{What the last round gets more than the first, where evaluators have several.}
#'   \item{`"curve"`}{A smooth curve of the position beside drift and start (four cosines): how much more the middle
#'     gets than the ends. Only on request.}
#' }
#' Without `effects` all are looked at that the data can tell, but the curve. In an order that was arranged, or that all
#' share without being known to be drawn by lot, the effect of a position and the quality of the items that stood there
#' cannot be told apart: then only serial dependence and the round are, and the others have `NA`.
#'
#' @section Tests and intervals:
#' Intervals are posterior ones, by a Markov chain whose rounds take time in proportion to
#' the scores: all qualities are drawn at once by conjugate gradients, to a relative 1e-4, which needs no matrix of all
#' items. The tests: of linear effects, the posterior mean over its standard deviation, with the (wide) prior taken out
#' again; of the curve, the same for its four coefficients at once; of calibration, shuffled orders (see [fit_prior()])
#' of the scores less the other effects but the average so far, which is what becoming calibrated looks like to first
#' order; of serial dependence, the correlation of successive residuals against that of shuffled ones. As the other
#' effects were fitted in the true order, the p-value of calibration is not exact; in simulations without an effect it
#' kept its level. The effects are fitted with the prior size that the shuffles speak for at the 5% level, if any, and
#' then only does the interval leave `Inf` out.
#'
#' With `iterations = NULL` there are 250 rounds in each chain, and twice as many until every effect has an effective
#' sample size of 400, at most 4000 and, from 250 scores on, at most a million passes over a score in each chain (but
#' 250 rounds in any case). Above 2000 scores it starts with 100 rounds and is content with 100.
#'
#' @inheritParams seqjudge-arguments
#' @param effects Character vector: which effects to look at (see below), or `NULL` for all that the data can tell.
#' @param iterations Whole number from 10: how many draws each chain keeps. `NULL` for as many as it takes (see below).
#' @param chains Whole number from 1: how many chains.
#' @return An object of class `seqjudge_order_effects`, which prints a sentence for each effect, and works with the
#'   methods of [order-effects-methods] and [autoplot()][autoplot.seqjudge_order_effects].
#' @seealso [rank_panel()] for the ranking with these effects taken out; [test_order_effect()] for a first look.
#' @template paper
#' @family order effects
#' @examples
#' # Twelve judges, each with an order of their own. Later acts get less, and a good act spoils
#' # the next one.
#' set.seed(8)
#' acts <- 15
#' quality <- rnorm(acts)
#' judge <- function(j) {
#'   seen <- sample(acts)
#'   before <- c(0, quality[seen][-acts])
#'   score <- 6 + rnorm(1, 0, 0.5) + quality[seen] - 0.4 * before - 1.2 * (1:acts) / acts
#'   score <- round(2 * (score + rnorm(acts, 0, 0.6))) / 2
#'   data.frame(judge = letters[j], act = LETTERS[seen], position = 1:acts, score = score)
#' }
#' show <- do.call(rbind, lapply(1:12, judge))
#' x <- evaluations(show, judge, act, position, score, scale = score_scale("range", -5, 15))
#' fit <- fit_order_effects(x, iterations = 500, seed = 1)
#' fit
#' tidy(fit)
#' autoplot(fit)
#' @export
fit_order_effects <- function(x, effects = NULL, level = 0.9, iterations = NULL, chains = 4, seed = NULL,
                              threads = NULL, progress = rlang::is_interactive(), ...) {
  call <- check_no_more(list(...), rlang::current_env())
  check_evaluations(x, call)
  check_any_score(x, "", call)
  settings <- list(
    level = check_level(level, call),
    iterations = if (!is.null(iterations)) check_integer(iterations, "iterations", call, from = 10),
    chains = check_integer(chains, "chains", call),
    threads = check_threads(threads),
    progress = check_flag(progress, "progress")
  )
  table <- rating_table(x)
  if (is.null(table)) {
    stop_value(
      "{.arg x} must have an evaluator with two different scores.", "x", call, NULL, "seqjudge_error_untestable"
    )
  }
  told <- tellable_effects(x, table)
  wanted <- check_effects(effects, told, call)
  settings$seed <- check_seed(seed)
  on <- intersect(wanted, told$effect[told$can])
  drawn <- run_effect_chains(table, effect_models(table, on, rep(Inf, settings$chains)), settings)
  evidence <- NULL
  if ("calibration" %in% on) {
    evidence <- size_evidence(without_rivals(x, table, drawn), threads = settings$threads)
    if (is.finite(calibrated_size(evidence))) {
      sizes <- spread_sizes(evidence, settings$chains)
      drawn <- run_effect_chains(table, effect_models(table, on, sizes), settings)
    }
  }
  new_order_effects(x, table, told[match(wanted, told$effect), ], on, evidence, drawn, settings, match.call())
}

# The scores less what the other effects make of them, for the test of calibration: else a drift or a level that wanders
# would pass for it. The average so far stays in, which is what becoming calibrated looks like to first order.
without_rivals <- function(x, table, drawn) {
  fit <- list(drawn = drawn, table = table, evaluations = x, evidence = NULL)
  fit$drawn$common["average", , ] <- 0
  x$score <- mark_values(x) - (predicted_parts(fit, x)$effect + drawn$wander) * table$unit
  x
}

effect_names <- c("drift", "start", "neighbour", "average", "serial", "calibration", "round", "curve")

# So many cosines make the curve.
curve_waves <- 4L

check_effects <- function(effects, told, call) {
  if (is.null(effects)) {
    by_default <- setdiff(effect_names, c("curve", if (!told$can[told$effect == "round"]) "round"))
    return(by_default)
  }
  if (!is.character(effects)) {
    stop_type("{.arg effects} must be a character vector, not {describe_type(effects)}.", "effects", call)
  }
  if (length(effects) == 0) stop_shape("{.arg effects} must name at least one effect.", "effects", call)
  bad <- which(!effects %in% effect_names)
  check_none(bad, "{.arg effects} must hold names among {.or {.val {effect_names}}}.", "effects", call, effects)
  effect_names[effect_names %in% effects]
}

# Which effects these data can tell, and why not.
tellable_effects <- function(x, table) {
  can <- stats::setNames(rep(TRUE, length(effect_names)), effect_names)
  why <- stats::setNames(rep("", length(effect_names)), effect_names)
  rule_out <- function(which, reason) {
    now <- intersect(which, effect_names[can])
    can[now] <<- FALSE
    why[now] <<- reason
  }
  by_order <- setdiff(effect_names, c("serial", "round"))
  if (order_of(x) == "arranged") {
    rule_out(by_order, "the order was arranged, which scores cannot tell from an effect of the order")
  } else if (!order_is_random(x)) {
    rule_out(by_order, "all saw the items in one order, which may have been arranged")
  }
  scored <- tabulate(rep(seq_along(diff(table$start)), diff(table$start))[!is.na(table$value)])
  if (max(scored) < 3) rule_out(c(by_order, "serial"), "nobody scored three items in a row")
  if (max(scored) < 6) rule_out("curve", "nobody scored six items")
  # A level that wanders over eight positions looks like a severity in fewer.
  if (stats::median(scored[scored > 0]) < 8) rule_out("serial", "most evaluators scored fewer than eight items")
  if (anyDuplicated(table$item[!is.na(table$value)]) == 0) {
    rule_out(c("neighbour", "average"), "no item was scored twice")
  }
  if (length(unique(table$round)) < 2) rule_out("round", "there is one round only")
  data.frame(effect = effect_names, can = unname(can), why = unname(why))
}

# One model for each chain: they differ in nothing but the prior size, where there is one.
effect_models <- function(table, on, sizes) {
  lapply(sizes, function(size) {
    list(
      prior_size = sizes_of_sequences(size, table), drift = "drift" %in% on, start = "start" %in% on,
      own_drift = "drift" %in% on && max(judge_of_sequence(table)) > 1, round = "round" %in% on,
      curve = if ("curve" %in% on) curve_waves else 0L, neighbour = "neighbour" %in% on, average = "average" %in% on,
      wander = "serial" %in% on, wander_share_sd = 0,
      effect_sd = effect_prior_sd, context_sd = context_prior_sd, shrink = FALSE
    )
  })
}

# Wide: an effect twice as large as the spread of an evaluator's scores would not be surprising.
effect_prior_sd <- 2
context_prior_sd <- 1

# Of many scores, whose effects are sharp, fewer draws are enough. Where draws of a chain resemble each other, it goes
# on for longer, but not beyond so many passes over a score in each.
many_scores <- 2000L
chain_plan <- function(scores) {
  many <- scores > many_scores
  list(
    rounds = if (many) 100L else 250L,
    enough = if (many) 100 else 400,
    most = as.integer(min(max(1e6 / scores, 250), 4000))
  )
}
kept_rounds <- 25L

run_effect_chains <- function(table, models, settings) {
  plan <- chain_plan(sum(!is.na(table$value)))
  rounds <- settings$iterations %||% plan$rounds
  repeat {
    thin <- max(1L, rounds %/% kept_rounds)
    drawn <- cpp_effect_chains(
      table, models, as.integer(ceiling(rounds / 4)), rounds, thin, settings$seed, settings$threads
    )
    rownames(drawn$common) <- common_names(models[[1]])
    drawn$diagnostics <- effect_diagnostics(drawn$common, models, settings$threads)
    enough <- isTRUE(all(drawn$diagnostics$ess >= plan$enough))
    if (!is.null(settings$iterations) || enough || 2L * rounds > plan$most) break
    rounds <- 2L * rounds
  }
  drawn$model <- models[[1]]
  drawn$sizes <- do.call(cbind, lapply(models, `[[`, "prior_size"))
  drawn
}

common_names <- function(model) {
  c(
    column_names(model), "neighbour", "average", "wander_share", "quality_variance", "severity_mean",
    "severity_variance", "loading_spread", "own_drift_spread", "noise_centre", "curve_spread"
  )
}

# In the order of position_columns.hpp.
column_names <- function(model) {
  c(
    character(), if (model$drift) "drift", if (model$start) "start",
    if (model$curve > 0) paste0("curve_", seq_len(model$curve)), if (model$round) "round"
  )
}

# Of the effects that are switched on, and of the spread of qualities.
effect_diagnostics <- function(common, models, threads) {
  model <- models[[1]]
  rows <- c(
    column_names(model), if (model$neighbour) "neighbour", if (model$average) "average",
    if (model$wander) "wander_share", "quality_variance"
  )
  chain_diagnostics(common[rows, , , drop = FALSE], rows, lapply(models, `[[`, "prior_size"), threads)
}
