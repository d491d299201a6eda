#' Fit the prior size
#'
#' How many earlier items do the evaluators behave as if having seen? The prior size decides whether a correction helps
#' or harms. `fit_prior()` estimates it, with an interval, from the scores alone or from known true ranks. "No
#' correction" (`Inf`) is one of the answers.
#'
#' @section From the scores alone:
#' With a prior size of \eqn{n_0}{n0}, the score at position `t` is one of \eqn{r / (n_0 + t + 1)}{r / (n0 + t + 1)},
#' \eqn{r = 1, ..., n_0 + t}{r = 1..(n0 + t)}, plus noise; before the ranking is known all are equally likely. So the
#' spread of the scores grows with the position, faster the smaller the prior size, and
#' \deqn{\prod_t \frac{1}{n_0+t} \sum_{r=1}^{n_0+t} f\left(y_t - \frac{r}{n_0+t+1}\right)}{
#'   prod over t of (1 / (n0 + t)) sum over r = 1..(n0 + t) of f(y[t] - r / (n0 + t + 1))}
#' is the likelihood of prior size and noise (`method = "likelihood"`, the default). For scores in bins `f` is the
#' probability of the bin; noise that leads beyond 0 or 1 ends in the lowest or highest bin. An unscored item counts in
#' the positions of later ones and in nothing else. The likelihood supposes that items come in random order: that a good
#' item is as likely to come early as late.
#'
#' @section Marks:
#' The likelihood above takes a score for the share of items beaten, and knows the scale. Of marks (see [score_scale()])
#' it would be deceived by how they lie on the scale. Their scale is learned instead, and the prior size comes from what
#' the order does alone. To first order an evaluator's score of the item with quality \eqn{q_t}{q[t]} at position `t` is
#' \deqn{y_t = \mu + \frac{(n_0 + t - 1) q_t - \sum_{s < t} q_s - \sqrt{n_0} z}{n_0 + t + 1} + e_t,}{
#'   y[t] = mu + ((n0 + t - 1) q[t] - sum over s < t of q[s] - sqrt(n0) z) / (n0 + t + 1) + e[t],}
#' with qualities that are normal with variance \eqn{\kappa^2}{kappa^2} and shared by all evaluators, the evaluator's
#' own level \eqn{\mu}{mu} (integrated out, with a flat prior), earlier items \eqn{z} and a rest \eqn{e_t}{e[t]} of
#' variance
#' \eqn{\sigma^2 + \kappa^2 (n_0 + t - 1) / (n_0 + t + 1)^2}{sigma^2 + kappa^2 (n0 + t - 1) / (n0 + t + 1)^2}.
#' Everything is linear in the qualities, so they are integrated out exactly; each evaluator's scores are divided by
#' their standard deviation first, which is shrunk towards that of all. Evaluators who saw the same items in different
#' orders tell about the size by how they agree, a single one by how the spread grows with the position. With more than
#' 250 items, or 5,000 scores, evaluators count one by one. What else changes scores along the positions is integrated
#' out too, with and without an effect: a drift and a start effect that all evaluators share, and, where evaluators have
#' items in common, a level of each evaluator's own that wanders. Later items that get less, or more, or what the one
#' before got, are no sign of cautious beginnings.
#'
#' Sizes 0, 1, 2, 3, 5, 8, 12, 20, 35, 60 and `Inf` are looked at, with noise shares of 0.02, 0.05, 0.15, 0.35 and 0.65
#' of the variance; for their weights beforehand see [seqjudge-priors]. The test of "no correction" needs no scale and
#' no model: without an effect of the order an evaluator could as well have given the same scores to the same items in
#' any other order, so the average likelihood of the finite sizes, as a multiple of that of `Inf`, is set beside that in
#' 199 shuffled orders. The p-value is exact where there is no effect of the order of any kind; where levels wander, the
#' test rejects more often than it says, but by far less than without the precaution above. Where more than a fifth of
#' the first 24 shuffles speak for an effect as loudly, the others are left out; where 199 leave it open on which side
#' of 0.05 the p-value lies, there are 1,990. The shuffles always have the same seed, and neither the order of rows and
#' evaluators in the table nor evaluators without a score change them, so that a decision never depends on luck.
#'
#' The interval is central, of the posterior distribution of the sizes. `Inf` belongs to it unless the test rules it out
#' at the same level, and then not: the two cannot contradict each other. A size that cannot be told from `Inf` counts
#' as `Inf`; otherwise the estimate is the posterior median of the finite sizes. The log-likelihood is that of the best
#' size and noise looked at. With `pooled = "partial"` the shares of the sizes among the evaluators are estimated by the
#' EM algorithm, with one pseudo-evaluator who has the weights beforehand. Whether an order was drawn by lot is not
#' looked at here (see `order` in [evaluations()]); the functions that correct by default do so.
#'
#' @section With known truth:
#' `method = "likelihood"` with `truth` uses the exact likelihood given each evaluator's true ranking, which does not
#' suppose a random order. True ranks must have no ties. The largest finite size tried is 1024, since the time
#' grows with the size; the limit `Inf` is an integral, computed to a relative 1e-5.
#'
#' `method = "truth"` minimises the distance `metric` between corrected and true rankings. `method = "agreement"` needs
#' no truth, but evaluators who saw the same items in different orders: it minimises the distance between the rankings
#' of every two of them, over the items both scored (5,000 pairs are drawn where there are more; in the Kendall
#' distance a tie counts as half a disagreement). Both then take the largest size, that is the least correction, whose
#' mean distance exceeds the smallest by no more than one standard error of the difference. Folds of evaluators (for
#' agreement, of pairs) are left out in turn to tell the distance to expect for others.
#'
#' @section Intervals and the test:
#' For shares, sizes are compared by their likelihood averaged over the noise (see below), and the best is the estimate.
#' Looked at are 0 to 10, then steps by a factor of 1.3 up to 865, by 4 up to a million, and `Inf`; between the
#' neighbours of the best one, and where the interval ends, whole numbers by halving. Every whole number has noiseless
#' scores of its own, which makes the profile jagged: one that was not looked at may be a little better.
#'
#' "No correction" (`Inf`) is tested by shuffling, as for marks: the likelihood averaged over sizes up to 60 and noises
#' is set beside that with the same scores of each evaluator in 199 other orders (fewer where there are more than
#' 100,000 scores; and where more than a fifth of the first 24 reach it, no more). Where several evaluators have items
#' in common (up to 250 items and 5,000 scores), how their scores of the same items agree is a second witness, with the
#' test of marks described above, but without a drift, start or wandering level; the p-value is then twice the smaller
#' of the two. That of one evaluator is exact, and that of several is no smaller than it should be. Both are always the
#' same. The statistic given beside it is twice the difference of the averaged log-likelihoods of the best size and of
#' `Inf`. With known truth the p-value is that of the likelihood ratio instead; as `Inf` is at the end of the scale, it
#' is referred to an equal mixture of zero and a chi-square with one degree of freedom.
#'
#' `lower` and `upper` bound the sizes whose averaged log-likelihood is within `qchisq(level, 1) / 2 + 0.25` of the
#' best, where the quarter allows for the jagged profile. `Inf` belongs to the interval if the test does not rule it out
#' at the same level, and only then: the two cannot contradict each other. Scores that reveal a small size exactly may
#' give an interval of one number. For the methods `"truth"` and `"agreement"` the interval holds the sizes within one
#' standard error of the best, and there is no test.
#'
#' @section Do the scores lie on the scale as shares would?:
#' Where they do not, a fit to shares is deceived: ordinary marks, bunched about 7 of 10, look like those of cautious
#' evaluators. So every score's place in its own distribution under the fitted model is computed. The distance of these
#' places from a uniform distribution (Anderson and Darling's, of all scores together plus the mean of that of each
#' evaluator) is set beside that in up to 99 simulations of the fitted model, in which the evaluators share one random
#' ranking of the items, with up to 1,000 scores. As size and noise were fitted to the scores, the test says less often
#' than its level that something is wrong when nothing is. A p-value of at most 0.01 makes a warning of class
#' `seqjudge_warning_scale`, also in functions that fit a size by themselves.
#'
#' @section One for all, one for each, or in between:
#' `pooled = TRUE` fits one size and one noise for all evaluators; `FALSE` fits both for each evaluator alone, which
#' takes many scores to be of use. `"partial"` supposes that the sizes of the evaluators come from a common
#' distribution, and their noise from another: sizes on 0, 1, 2, 3, 4, 6, 8, ..., `Inf`, noise on eight levels about the
#' pooled one. Both distributions are drawn 60 times from what the scores leave open, and averaged over. An evaluator's
#' size is then the median of its posterior distribution, and the interval holds the central `level` of that, where each
#' size stands for the whole numbers nearest to it. The pooled size is also given.
#'
#' @section Noise:
#' Normal noise is reported as its standard deviation, uniform noise as its half-width. With few scores there is always
#' some size whose noiseless scores come close to all of them by chance, so that next to no noise seems to be left. The
#' likelihood of a size is therefore averaged over the noise, with a weak prior: log-normal, see [seqjudge-priors]. A
#' hundred scores overrule it. The noise reported is the mode of its posterior distribution on the log scale. It is at
#' least 0.001, and where scores are rounded (points, half points) at least the standard deviation of the rounding, 0.29
#' steps. For `method = "truth"` and `"agreement"` it is that at the size chosen.
#'
#' The log-likelihood of [logLik()] is the largest over all sizes looked at and all noises in that range. It need not be
#' that of the estimates, which are of averages. With `pooled = "partial"` it is averaged over the population of sizes
#' and noises where scores are shares; where they are marks it is that of the pooled fit.
#'
#' @param truth What is known of the truth, the higher the better: a numeric vector named by item, or one along the rows
#'   of `x`, or `TRUE` for the column `truth` of `x`. `NULL`: for `method = "likelihood"` no truth is used, for
#'   `method = "truth"` the column of `x`.
#' @param method String: `"likelihood"`, `"truth"` or `"agreement"` (see below).
#' @param pooled `TRUE`, `FALSE` or `"partial"`. The methods `"truth"` and `"agreement"`, and the likelihood
#'   with `truth`, fit one size for all.
#' @param size_prior Numeric vector: weights of prior sizes beforehand, named by size, as in
#'   `c("0" = 1, "5" = 1, "Inf" = 2)`. No other sizes are then looked at. `NULL` for those of [seqjudge-priors]. For the
#'   likelihood of shares only.
#' @param metric String: for `method = "truth"`, the distance to minimise, `"footrule"`, `"kendall"`, `"inversion"`
#'   or `"max_entrywise"` (the largest of the [entrywise errors][entrywise_error()]); for `"agreement"` `"kendall"` or
#'   `"footrule"`, the first being the default.
#' @param folds Whole number from 2: for `method = "truth"` and `"agreement"`, the number of folds. They are drawn at
#'   random: [set.seed()] governs.
#' @inheritParams seqjudge-arguments
#' @return An object of class `seqjudge_prior_fit`, a list of
#'   \describe{
#'     \item{`prior_size`, `noise`}{The pooled estimates. `NA` with `pooled = FALSE`.}
#'     \item{`lower`, `upper`}{Ends of the interval.}
#'     \item{`profile`}{A data frame with a row for each size that was looked at: `prior_size`, `noise`, the largest
#'       log-likelihood `log_lik`, `integrated`, its average over the noise, and for shares `weight`, the probability of
#'       the size after the scores; or `loss` and the standard error `se` of its difference from the smallest; and
#'       `inside` (is it in the interval?). `NULL` with `pooled = FALSE`.}
#'     \item{`noise_nodes`}{For shares: a matrix with a row for each row of the profile, of values of the noise that are
#'       equally likely given the size.}
#'     \item{`test`}{Statistic and p-value of the test against `Inf`, or `NULL`.}
#'     \item{`scale_test`}{For shares: statistic and p-value of the test whether scores lie on the scale as shares do.}
#'     \item{`cross_validation`}{For `"truth"` and `"agreement"`: the mean distance over left-out folds, and its
#'       standard error.}
#'     \item{`evaluators`}{A data frame with a row for each evaluator: `evaluator`, `scores` (how many), `prior_size`,
#'       `noise`, `lower` and `upper`.}
#'     \item{`evidence`}{Of marks: the weights of the sizes after the scores, the log Bayes factor against `Inf` and the
#'       p-value.}
#'     \item{`scale`}{Of marks: what was learned of their scale, in points. `lower` and `upper`, the lowest and the
#'       highest mark; `centre`; `spread`, the standard deviation within evaluators; `severity`, that between them; and
#'       `p_bell`, the probability of bell-shaped qualities.}
#'     \item{`mixing`}{With `pooled = "partial"`: the common distribution, `prior_size` and `weight`.}
#'     \item{`spread`}{A data frame with a row for each position: `position`, `scores`, the standard deviation `sd` of
#'       the scores about one half (of marks, about the evaluator's mean) with its standard error `se`, and that of the
#'       fitted model, `fitted`.}
#'     \item{`log_lik`, `nobs`, `df`, `method`, `pooled`, `with_truth`, `noise_type`, `metric`, `level`,
#'       `evaluations`, `call`}{How, and to what, it was fitted.}
#'   }
#'   See [prior-fit-methods] for what can be done with it. Where sizes fit equally well the largest is given, which
#'   corrects least: an evaluator without scores has the size `Inf` and the interval from 0 to `Inf`.
#' @template paper
#' @family prior sizes
#' @examples
#' # The points were simulated by the model: they are shares of the cakes that a cake beats.
#' shares <- score_scale("range", 0, 100, meaning = "shares")
#' x <- evaluations(bakeoff, judge, contestant, position, points, shares, truth = true_rank)
#' # Amara has never judged before, Milo has seen a thousand cakes.
#' fit_prior(x["Amara"])
#' fit_prior(x["Milo"])
#' autoplot(fit_prior(x["Amara"]))
#'
#' # All six judges: partial pooling gives each a size of their own without trusting twelve
#' # scores too much.
#' fit <- fit_prior(x, pooled = "partial")
#' coef(fit)
#'
#' # The true ranking is known here, and agrees.
#' fit_prior(x["Amara"], truth = TRUE)
#'
#' # If nobody knew what the points mean, they would be marks, and nothing would be corrected:
#' fit_prior(evaluations(bakeoff, judge, contestant, position, points, score_scale("range", 0, 100)))
#' @export
fit_prior <- function(x, truth = NULL, method = c("likelihood", "truth", "agreement"), pooled = TRUE,
                      noise_type = c("normal", "uniform"), size_prior = NULL, metric = NULL, folds = 10, level = 0.95,
                      ...) {
  call <- check_no_more(list(...), rlang::current_env())
  check_evaluations(x, call)
  method <- check_choice(method, c("likelihood", "truth", "agreement"), "method")
  settings <- list(
    method = method,
    noise_type = check_choice(noise_type, c("normal", "uniform"), "noise_type"),
    size_prior = check_size_prior(size_prior, x, method, call),
    metric = check_fit_metric(metric, method, call),
    folds = check_folds(folds, call),
    level = check_level(level, call),
    pooled = check_pooled(pooled, method, truth, call)
  )
  scores <- scores_to_fit(x, settings$noise_type, call)
  if (is_marks(x) && method == "likelihood" && is.null(truth)) {
    fit <- fit_marks(x, settings, call)
    return(new_prior_fit(fit, x, scores, settings, FALSE, match.call()))
  }
  fit <- switch(method,
    likelihood = fit_by_likelihood(x, scores, truth, settings, call),
    truth = fit_by_truth(x, scores, if (isTRUE(truth)) NULL else truth, settings, call),
    agreement = fit_by_agreement(x, scores, settings, call)
  )
  fit <- new_prior_fit(fit, x, scores, settings, !is.null(truth) || method == "truth", match.call())
  if (method == "likelihood" && is.null(truth)) {
    fit$scale_test <- scale_test(x, fit$evaluators, settings$noise_type)
    warn_misfit(fit, call)
  }
  fit
}

# Puts together what all methods share. `fit` brings the estimates, and whatever differs.
new_prior_fit <- function(fit, x, scores, settings, with_truth, call) {
  who <- evaluator_names(x)
  of_each <- c("prior_size", "noise", "lower", "upper")
  own <- fit$each[of_each] %||% lapply(fit[of_each], rep_len, length(who))
  evaluators <- list2DF(c(list(evaluator = who, scores = diff(scores$start)), own))
  common <- list(
    evaluators = evaluators,
    spread = if (is_marks(x)) mark_spread(x, evaluators) else score_spread(scores, evaluators),
    nobs = length(scores$position),
    method = settings$method,
    pooled = settings$pooled,
    with_truth = with_truth,
    noise_type = settings$noise_type,
    metric = settings$metric,
    level = settings$level,
    evaluations = x,
    call = call
  )
  fit$each <- NULL
  structure(c(fit, common), class = c("seqjudge_prior_fit", "seqjudge_object"))
}

# One for all, or one under the name of each evaluator.
fitted_sizes <- function(fit) {
  if (is_pooled(fit)) fit$prior_size else stats::setNames(fit$evaluators$prior_size, fit$evaluators$evaluator)
}

# All of a fit that correcting with it takes, without the names of those whose scores it was fitted to. What is made of
# anonymous evaluations must not hold them. A fit with a size for each evaluator needs the names of these.
fit_without_people <- function(fit) {
  if (is.null(fit)) {
    return(NULL)
  }
  fit$evaluations <- structure(list(), class = class(fit$evaluations), scale = attr(fit$evaluations, "scale"))
  fit$evaluators <- if (!is_pooled(fit)) fit$evaluators
  fit$call <- NULL
  fit
}

# A call may hold the fit itself, as those that do.call() makes do.
without_people <- function(call) {
  fits <- which(vapply(as.list(call), function(part) !missing(part) && is_prior_fit(part), NA))
  for (k in fits) call[[k]] <- fit_without_people(call[[k]])
  call
}

# The prior size of each of the named evaluators, for those who correct with a fit. A `cautious` user, who corrects
# without having looked at the fit, corrects only where the scores call for it: a pooled size counts as Inf unless that
# is ruled out.
prior_sizes <- function(fit, evaluators, cautious = FALSE, arg = "prior", call = rlang::caller_env()) {
  if (is_pooled(fit)) {
    open <- cautious && !is.null(fit$test) && !is_ruled_out(fit$test[["p_value"]], 1 - fit$level)
    # Shuffles may find the order unusual where no prior size explains it better than none.
    calibrated <- fit$profile$weight[is.infinite(fit$profile$prior_size)]
    open <- open || (cautious && isTRUE(calibrated >= 0.5))
    size <- if (open) Inf else fit$prior_size
    return(stats::setNames(rep(size, length(evaluators)), evaluators))
  }
  sizes <- fitted_sizes(fit)
  unknown <- which(!evaluators %in% names(sizes))
  if (length(unknown) > 0) {
    stop_value(
      "{.arg {arg}} must know every evaluator, but was fitted without {.val {unique(evaluators[unknown])}}.",
      arg, call, unknown, "seqjudge_error_evaluator",
      i = "A fit with {.code pooled = TRUE} has one size for all."
    )
  }
  sizes[evaluators]
}

# Checks -----------------------------------------------------------------------------------------------------------

check_pooled <- function(pooled, method, truth, call) {
  known <- isTRUE(pooled) || isFALSE(pooled) || identical(pooled, "partial")
  if (!known) stop_type("{.arg pooled} must be TRUE, FALSE or {.val partial}.", "pooled", call)
  if (!isTRUE(pooled) && (method != "likelihood" || !is.null(truth))) {
    with <- if (method == "likelihood") "{.arg truth} is used" else "{.arg method} is {.val {method}}"
    stop_value(paste0("{.arg pooled} must be TRUE when ", with, "."), "pooled", call)
  }
  pooled
}

check_fit_metric <- function(metric, method, call) {
  choices <- switch(method,
    likelihood = character(),
    truth = c("footrule", "kendall", "inversion", "max_entrywise"),
    agreement = c("kendall", "footrule")
  )
  if (is.null(metric)) {
    return(if (method != "likelihood") choices[1])
  }
  if (method == "likelihood") {
    stop_value("{.arg metric} must be left out for {.code method = \"likelihood\"}.", "metric", call)
  }
  check_choice(metric, choices, "metric", call)
}

check_folds <- function(folds, call) check_number(folds, "folds", call, "a whole number from 2", whole_from(2))
