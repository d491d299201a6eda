#' Rankings as draws of the posterior package
#'
#' Hands a [rank_posterior()], a [rank_panel()] or a [rank_distribution()] on to the package posterior, which
#' summarises, plots and calculates with draws. `as_draws_matrix()`, `as_draws_df()` and `as_draws_rvars()` of that
#' package work as well; the last makes random variables to calculate with.
#'
#' @param x A result of [rank_posterior()], [rank_panel()] or [rank_distribution()].
#' @param ... Not used.
#' @return Draws with a variable `rank[item]` for each item, the highest rank for the best; for a posterior of several
#'   evaluators `rank[evaluator,item]`. Chains of a panel make an array, which also has the variables
#'   `prior_size[evaluator]` and `noise[evaluator]`, or by the ratings model its effects, such as `drift`. Rankings with
#'   probabilities, such as those of a small panel, make draws with weights: see `posterior::weight_draws()`, and
#'   `posterior::resample_draws()` for draws without.
#' @family posteriors
#' @examplesIf requireNamespace("posterior", quietly = TRUE)
#' x <- evaluations(bakeoff, judge, contestant, position, points, score_scale("range", 0, 100))
#' set.seed(1)
#' # How far two of the best are apart.
#' rank <- posterior::as_draws_rvars(rank_posterior(x["Amara"], prior = 0))$rank
#' rank["Katya"] - rank["Boris"]
#' @name rank-draws
NULL

#' @rdname rank-draws
#' @exportS3Method posterior::as_draws
as_draws.seqjudge_rank_distribution <- function(x, ...) { # nolint
  call <- rlang::current_env()
  parts <- distributions_of(x, call)
  check_has_rankings(parts, call)
  prefix <- if (length(parts) > 1) paste0("rank[", names(parts), ",") else "rank["
  draws <- Map(function(d, prefix) {
    d <- with_rankings(d)
    variable <- paste0(prefix, d$items, "]", recycle0 = TRUE)
    matrix(as.double(t(d$ranks)), ncol(d$ranks), length(d$items), dimnames = list(NULL, variable))
  }, parts, prefix)
  draws <- posterior::as_draws_matrix(do.call(cbind, unname(draws)))
  # Only a single distribution can have weights.
  if (is.null(parts[[1]]$weights)) draws else posterior::weight_draws(draws, parts[[1]]$weights)
}

#' @rdname rank-draws
#' @exportS3Method posterior::as_draws
as_draws.seqjudge_posterior <- as_draws.seqjudge_rank_distribution # nolint

#' @rdname rank-draws
#' @exportS3Method posterior::as_draws
as_draws.seqjudge_panel <- function(x, ...) { # nolint
  # Draws of two models together have weights, and no chains.
  if (is.null(x$draws) || !is.null(x$traced)) {
    return(as_draws.seqjudge_rank_distribution(x))
  }
  if (x$model == "ratings") {
    return(rating_draws(x))
  }
  who <- x$evaluators$evaluator
  variables <- rbind(
    x$distribution$ranks,
    matrix(x$draws$sizes[x$draws$size], length(who)),
    matrix(x$draws$noises[x$draws$noise], length(who))
  )
  names <- c(paste0("rank[", x$distribution$items, "]"), paste0("prior_size[", who, "]"), paste0("noise[", who, "]"))
  # Columns have the rounds of the first chain, then those of the second ...
  draws <- array(t(variables), c(dim(x$draws$log_posterior), length(names)), list(NULL, NULL, names))
  posterior::as_draws_array(draws)
}

# Ranks, and what all evaluators have in common; a drift that was left out has no draws.
rating_draws <- function(x) {
  effects <- x$draws$effects
  there <- !is.na(effects[, 1, 1])
  variables <- rbind(x$distribution$ranks, matrix(effects, nrow(effects))[there, , drop = FALSE])
  names <- c(paste0("rank[", x$distribution$items, "]"), rownames(effects)[there])
  draws <- array(t(variables), c(dim(effects)[2:3], length(names)), list(NULL, NULL, names))
  posterior::as_draws_array(draws)
}
