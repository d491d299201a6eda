#' What the models suppose beforehand
#'
#' Every prior and hyper-prior of the package, in words and numbers. Where a dozen scores can speak they overrule them;
#' where they cannot, this is what decides. What can be given (prior sizes, noise) is set by the arguments `prior` and
#' `noise` of the functions named.
#'
#' @section Marks, one evaluator or several:
#' [fit_prior()], [rank_items()] and [rank_posterior()] on marks, and the decision of [rank_panel()] whether to correct
#' for becoming calibrated:
#' * No effect of the order (`Inf`) is as likely as all finite prior sizes together. These are 0, 1, 2, 3, 5, 8, 12, 20,
#'   35 and 60, each with the probability that a uniform distribution of `log(1 + size)` from 0 to `log(101)` gives to
#'   the numbers nearer to it than to the others: 7.5, 12, 7.5, 7.5, 9, 8.5, 9, 11, 11.5 and 16.5 of a hundred.
#' * The share of the noise in the variance of an evaluator's scores is 0.05, 0.15, 0.35 or 0.65, equally likely.
#' * Qualities are normal; so are the effects of earlier items. The level of each evaluator has a flat prior. The
#'   standard deviation of an evaluator's scores is taken as known: its square is the mean of the evaluator's own and,
#'   with the weight of four scores, that of all.
#'
#' @section Ratings model of panels:
#' [rank_panel()] on marks. The unit is the standard deviation of scores within evaluators, so that these hold for marks
#' of any kind:
#' * Qualities: normal about 0. Their variance is inverse-gamma with shape 1 and scale 0.3.
#' * Levels (severities with the sign changed): normal about a mean with a flat prior. Their variance is inverse-gamma
#'   with shape 1 and scale 0.1.
#' * Loadings: normal about 1, at least 0.02. Their standard deviation is one of 0.03, 0.06, 0.1, 0.15, 0.2, 0.3, 0.4
#'   and 0.55, with weights as the density of a normal distribution about 0 with standard deviation 0.3.
#' * Noise variances: inverse-gamma with shape \eqn{k} and scale \eqn{k c}. The shape is one of 1.5, 2.5, 4, 7, 12, 25
#'   and 60, with weights as the density of a normal distribution of its logarithm about `log(6)` with standard
#'   deviation 0.8: a large shape says that noises are alike. The centre \eqn{c} is gamma with shape and rate 0.01,
#'   which says next to nothing.
#' * Drift over the whole session, and start effect: normal about 0 with standard deviation 0.5 each. Left out where the
#'   order is not known to be random.
#' * The part of the quality of the item before that a score takes on: normal about 0 with standard deviation 0.15. Left
#'   out likewise.
#' * Wandering level: an Ornstein-Uhlenbeck process along the positions, whose correlation falls to 1/e in 8 positions.
#'   Its variance is a share of the evaluator's noise variance, the same for all: log-normal about 0.1 with a standard
#'   deviation of 0.8 on the log scale, between 0.001 and 2.
#' * Prior sizes: as above, given that the scores speak for an effect; otherwise `Inf`.
#'
#' @section Order effects:
#' [fit_order_effects()] has the same populations, and wide priors for the effects, since it is to measure them:
#' * Drift, start and round: normal about 0 with standard deviation 2. Coefficients of the item before and of the average
#'   so far: normal about 0 with standard deviation 1. Tests take these priors out again.
#' * Drifts of evaluators about the common one: normal. Their standard deviation is one of 0.02, 0.05, 0.1, 0.15, 0.2, 0.3,
#'   0.4, 0.55, 0.8 and 1.2, with weights as the density of a normal distribution about 0 with standard deviation 0.3.
#' * The four cosines of the curve, with one to two and a half waves: normal about 0, with standard deviations of
#'   \eqn{4 s / k^2} for k half waves from 2, where \eqn{s} is as the standard deviation of the drifts.
#' * The share of the wandering level: uniform up to 2.
#'
#' @section Rank model of panels:
#' [rank_panel()] on shares:
#' * All rankings are equally likely.
#' * Prior sizes are 0, 1, 2, 3, 4, 6, 8, 12, ..., 192 or `Inf`. Their shares in the population have a Dirichlet prior
#'   with the weight of four evaluators, spread evenly.
#' * Noise is one of 0.005, 0.006, 0.007, ..., 0.32, log-normal about an unknown centre with a spread of 0.12, 0.25 or
#'   0.5. The logarithm of the centre is normal about `log(0.05)` with standard deviation 1; the spread has weights as
#'   the density of a normal distribution about 0 with standard deviation 0.3.
#' * The exact method takes the population at its estimate (EM with the same pseudo-evaluators); chains draw it too.
#'
#' @section Shares, one evaluator or several:
#' [fit_prior()] and [rank_posterior()] on shares:
#' * Noise is log-normal about 0.05, with a standard deviation of 1 on the log scale.
#' * Draws are spread over the sizes that the fit looked at, by their likelihood averaged over the noise and a flat
#'   prior on `log(1 + size)` from 0 to a million, with what is beyond counted as `Inf`.
#' * With `pooled = "partial"`, one pseudo-evaluator is spread evenly over the sizes.
#' @name seqjudge-priors
#' @family prior sizes
#' @examples
#' # The weights of the sizes before any mark is seen: those of equal marks, which say nothing.
#' level <- as_evaluations(c(Ada = 7, Bo = 7, Cleo = 7), scale = score_scale("range", 0, 10))
#' fit <- fit_prior(level)
#' round(data.frame(prior_size = fit$evidence$sizes, weight = fit$evidence$weights), 3)
NULL
