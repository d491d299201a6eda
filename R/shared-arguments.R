#' Arguments that many functions share
#'
#' Written once, and taken over by the pages of the functions that have them.
#'
#' @param x An [evaluations()] object.
#' @param truth What is true of the items, the highest number for the best: a numeric vector named by item, or one along
#'   the rows of the evaluations; or `NULL` for the truth that these hold. Only the order among the items of an
#'   evaluator counts.
#' @param prior How many earlier items an evaluator behaves as if having seen: a whole number from 0, or `Inf` for no
#'   correction. One number for all; or one for each evaluator, named by evaluator or in their order; or a
#'   [fit_prior()].
#' @param prior_size Whole number from 0, or `Inf`: how many earlier items the evaluator behaves as if having seen. For
#'   a matrix also one for each row.
#' @param noise Number above 0: the standard deviation of normal noise, or the half-width of uniform noise. One for all
#'   or one for each evaluator, named by evaluator or in their order.
#' @param noise_type String: the distribution of the noise, `"normal"` or `"uniform"`.
#' @param level Number between 0 and 1: the level of the intervals.
#' @param draws Whole number from 1: how many rankings to draw for each evaluator.
#' @param seed Whole number from 0 to 2^52 that names the random streams, or `NULL` to draw one from R's generator, so
#'   that [set.seed()] governs.
#' @param threads Whole number from 1, or `NULL`: see [seqjudge-threads]. The result does not depend on it.
#' @param progress `TRUE` or `FALSE`: show a progress bar when it takes more than a few seconds?
#' @param row.names,optional Not used.
#' @param ... Not used.
#' @name seqjudge-arguments
#' @keywords internal
NULL
