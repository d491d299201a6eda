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
#' * The share of the noise in the variance of an evaluator's scores is 0.02, 0.05, 0.15, 0.35 or 0.65, equally likely.
#' * Qualities are normal; so are the effects of earlier items. The level of each evaluator has a flat prior. A drift
#'   over the whole sequence and a start effect, common to all evaluators, are normal about 0 with a standard deviation
#'   of a quarter of that of an evaluator's scores: they are no cautious beginnings, and must not pass for them. Nor
#'   must levels of each evaluator's own that wander: where several evaluators have items in common, there are none or,
#'   as likely, an Ornstein-Uhlenbeck process whose correlation falls to 1/e in 8 positions, with 0.4 of the variance of
#'   the noise (its first four frequencies of a period of twice the sequence). The standard deviation of an evaluator's
#'   scores is taken as known: its square is the mean of the evaluator's own and, with the weight of four scores, that
#'   of all.
#' * Whether items are bell-shaped or evenly spread (for the scale that a fit reports, for [rank_items()] and for marks
#'   in the rank model) is told from each evaluator's scores, both as likely beforehand, the same for all: averaged over
#'   noise shares of 0.03, 0.1, 0.25 and 0.5, equally likely, and over centres and log variances that are normal with a
#'   standard deviation of \eqn{1 / \sqrt{n}}{1 / sqrt(n)} for n scores. Where marks become shares, 0.15 of the variance
#'   counts as noise.
#'
#' @section Rankings of marks:
#' [rank_items()] and [rank_posterior()] on marks, given a prior size with the weight above. The unit is the standard
#' deviation of an evaluator's scores, shrunk as above; the origin is the evaluator's mean.
#' * Qualities are flat or bell-shaped, equally likely.
#' * The centre of the scale of a single evaluator is normal about 0 with standard deviation 1. Of several it is normal
#'   about the mean of all, with the variance between evaluators (what chance explains taken off), the error of that
#'   mean and the square of a tenth of the standard deviation of scores within evaluators. Where evaluators have items
#'   in common (up to 250 in all), it is as the others tell it: the posterior of the severity given all scores in the
#'   linear model above, with what the own scores say taken out; drift, start and wandering levels are left out there,
#'   and so are evaluators with prior sizes of their own.
#' * The log of the variance of the scores is normal with standard deviation 0.5 about that observed; of several
#'   evaluators about the mean of all, with twice the standard deviation of the logs of their standard deviations, each
#'   shrunk as above (what chance explains taken off, 0.1 added in squares).
#' * The log odds of the share of the noise in that variance are normal about -1.3 with standard deviation 1.3. Where
#'   evaluators have items in common, they are about the mean that these tell, with the variance that is left and the
#'   square of 0.4.
#'
#' @section Ratings model of panels:
#' [rank_panel()] on marks. The unit is the standard deviation of scores within evaluators, so that these hold for marks
#' of any kind:
#' * Qualities: normal about 0. Their variance is inverse-gamma with shape 1 and scale 0.3.
#' * Levels (severities with the sign changed): normal about a mean with a flat prior. Their variance is inverse-gamma
#'   with shape 1 and scale 0.1.
#' * Loadings: normal about 1; below 0.02 they count as 0.02. Their standard deviation is one of 0.03, 0.06, 0.1, 0.15,
#'   0.2, 0.3, 0.4 and 0.55, with weights as the density of a normal distribution about 0 with standard deviation 0.3.
#' * Noise variances: inverse-gamma with shape \eqn{k} and scale \eqn{k c}. The shape is one of 1.5, 2.5, 4, 7, 12, 25
#'   and 60, with weights as the density of a normal distribution of its logarithm about `log(6)` with standard
#'   deviation 0.8: a large shape says that noises are alike. The centre \eqn{c} is exponential with mean 1, the
#'   variance of scores. No score counts as more exact than 3% of the standard deviation of scores: the density of a
#'   noise variance \eqn{v} is multiplied by \eqn{\exp(-0.0005 / v)}{exp(-0.0005 / v)} for each score, which says
#'   nothing about usual noises, and keeps judges who agree exactly from counting as free of error.
#' * Drift over the whole session, and start effect: normal about 0. The standard deviation of each is one of 0.025,
#'   0.05, 0.1, 0.2 and 0.4, equally likely: an effect that is not there is shrunk to next to nothing, one that the
#'   scores speak for is hardly shrunk. People's ratings show effects of 0.05 to 0.25. Left out where the order is not
#'   known to be random, and with one evaluator, whose scores cannot tell them from the qualities.
#' * The part of the quality of the item before that a score takes on: likewise, with 0.0075, 0.015, 0.03, 0.06 and
#'   0.12. Left out likewise.
#' * Wandering level, of two evaluators or more: an Ornstein-Uhlenbeck process along the positions, whose correlation
#'   falls to 1/e in 8 positions. Its variance is a share of the evaluator's noise variance, the same for all:
#'   log-normal about 0.1 with a standard deviation of 0.8 on the log scale, between 0.001 and 2.
#' * Prior sizes: as above, given that the scores speak for an effect; otherwise `Inf`.
#'
#' @section Order effects:
#' [fit_order_effects()] has the same populations, and wide priors for the effects, since it is to measure them:
#' * Drift, start and round: normal about 0 with standard deviation 2. Coefficients of the item before and of the
#'   average so far: normal about 0 with standard deviation 1. Tests take these priors out again.
#' * Drifts of evaluators about the common one: normal. Their standard deviation is one of 0.02, 0.05, 0.1, 0.15, 0.2,
#'   0.3, 0.4, 0.55, 0.8 and 1.2, with weights as the density of a normal distribution about 0 with standard deviation
#'   0.3.
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
#' * The population is drawn along with the rest: by chains, and in the exact method 600 times (150 times for seven
#'   items), with exact sums over all rankings for each.
#'
#' @section Shares, one evaluator or several:
#' [fit_prior()] and [rank_posterior()] on shares:
#' * No effect of the order (`Inf`) has a probability of one third. Otherwise `log(1 + size)` is exponential with mean
#'   1.5: nearly half of the finite sizes are at most 1, a tenth are beyond 30, and one in 20 beyond 100. A size that
#'   was looked at stands for the numbers that are nearer to it, on that scale, than to the others. Other weights are
#'   given by the argument `size_prior` of [fit_prior()], and go on with the fit to [rank_posterior()]. They weigh sizes
#'   in the column `weight` of the fit's profile and in draws of rankings. Estimate and interval of [fit_prior()] depend
#'   on which sizes were given, but not on their weights, and the p-value on neither.
#' * Noise is log-normal, with a standard deviation of 0.9 on the log scale, about 0.16 where it is normal and 0.28
#'   (the half-width with the same standard deviation) where it is uniform. It is integrated over by 16 values that are
#'   equally likely given the size.
#' * With `pooled = "partial"` the shares of the sizes among evaluators have a Dirichlet prior with the weight of one
#'   evaluator, spread like the sizes above; so have those of the levels of noise, spread evenly.
#'
#' With a dozen scores and much noise (a standard deviation of 0.2) nothing but these priors says how much of the
#' scores is noise; intervals for ranks are then somewhat too narrow if the noise is larger than they suppose, and too
#' wide if it is smaller.
#'
#' @name seqjudge-priors
#' @family prior sizes
#' @examples
#' # The weights of the sizes before any mark is seen: those of equal marks, which say nothing.
#' level <- as_evaluations(c(Ada = 7, Bo = 7, Cleo = 7), scale = score_scale("range", 0, 10))
#' fit <- fit_prior(level)
#' round(data.frame(prior_size = fit$evidence$sizes, weight = fit$evidence$weights), 3)
#'
#' # For shares: the probability that the prior size is at most so large, before any score is seen.
#' size <- c(0:9, seq(10, 200, by = 5))
#' plot(log1p(size), (2 / 3) * (1 - (1 + size + 0.5)^(-1 / 1.5)),
#'   type = "s", ylim = c(0, 1), xaxt = "n",
#'   xlab = "prior size", ylab = "probability of at most so many"
#' )
#' axis(1, log1p(c(0, 1, 3, 10, 30, 100)), c(0, 1, 3, 10, 30, 100))
#' abline(h = 2 / 3, lty = 3) # the rest is Inf
#'
#' # And the noise, normal (line) or uniform (dashed).
#' noise <- 10^seq(-2.5, 0, length.out = 100)
#' density <- dlnorm(noise, log(0.16), 0.9) * noise
#' plot(noise, density, type = "l", log = "x", ylab = "density on the log scale")
#' lines(noise, dlnorm(noise, log(0.16 * sqrt(3)), 0.9) * noise, lty = 2)
NULL
