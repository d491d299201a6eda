# What a result of rank_posterior() can do.

#' Methods for posteriors of rankings
#'
#' Looks at a result of [rank_posterior()] from several sides. See also [top_probability()] and its relatives,
#' [best_ranking()], and [autoplot()][autoplot.seqjudge_posterior].
#'
#' @param x,object A result of [rank_posterior()].
#' @param row.names,optional,... Not used.
#' @param parm Names or numbers of items, counted in the order of the rows; all if left out.
#' @param level Number between 0 and 1: the probability that the interval of an item's rank holds at least. It is the
#'   shortest run of ranks that does.
#' @param loss String: the loss that `rank` is best for (see [best_ranking()]).
#' @param n Whole number: how many rows to print.
#' @return
#' * `as.data.frame()` and `summary()`: a row for each item that an evaluator saw, in order of presentation:
#'   \describe{
#'     \item{`evaluator`, `item`, `position`, `score`}{As in the evaluations.}
#'     \item{`induced_rank`}{Rank by the raw scores (average ties).}
#'     \item{`rank`, `place`}{Rank in the [best_ranking()] for `loss`, and the same counted from the top.}
#'     \item{`mean_rank`, `median_rank`, `mode_rank`}{Of the posterior distribution of the rank.}
#'     \item{`lower`, `upper`}{Ends of the interval of the rank.}
#'     \item{`p_best`}{The probability of being the best.}
#'   }
#'   All are `NA` for an item without a score.
#' * `confint()`: a matrix with the ends of the interval of each scored item's rank.
#' * `augment()` gives the data frame with `scaled_score`, `induced_place`, `moved` (places gained) and the
#'   further columns of the evaluations, such as `truth`.
#' * `tidy()`: sorted by evaluator and place: `evaluator`, `item`, `place`, `induced_place`, `mean_place`, `conf.low`
#'   and `conf.high` (the interval in places, 1 for the best), and `p_best`.
#' * `glance()`: one row: `method`, `evaluators`, `items`, `scored`, `draws`, `prior_size` and `noise` (`NA` if
#'   evaluators differ), `uncertain`, and the expected footrule distance of the best and of the induced ranking,
#'   `footrule` and `induced_footrule` (means over evaluators).
#' * `as_draws()`, `as_draws_matrix()`, `as_draws_df()` and `as_draws_rvars()` of the posterior package: the draws, with
#'   a variable `rank[item]` for each scored item, or `rank[evaluator,item]` where there are several evaluators. The
#'   last makes random variables to calculate with.
#' @family posteriors
#' @examples
#' x <- evaluations(
#'   bakeoff, judge, contestant, position, points,
#'   scale = score_scale("range", 0, 100)
#' )
#' set.seed(1)
#' posterior <- rank_posterior(x["Amara"], prior = 0)
#' tidy(posterior)
#' confint(posterior, level = 0.5)
#'
#' # How far the best two are apart, with the posterior package.
#' if (requireNamespace("posterior", quietly = TRUE)) {
#'   rank <- posterior::as_draws_rvars(posterior)$rank
#'   rank["Katya"] - rank["Boris"]
#' }
#' @name posterior-methods
NULL

#' @rdname posterior-methods
#' @export
as.data.frame.seqjudge_posterior <- function(x, row.names = NULL, optional = FALSE, ..., level = 0.95, # nolint
                                             loss = c("footrule", "squared", "kendall", "zero_one")) {
  data <- as.data.frame(best_ranking(x, loss, level))
  found <- summarise_posterior_ranks(x, level)
  scored <- !is.na(data$score)
  for (name in c("mean_rank", "median_rank", "mode_rank", "lower", "upper", "p_best")) {
    column <- rep(NA_real_, nrow(data))
    column[scored] <- found[[name]]
    # The ends of the interval come after the averages.
    data[[name]] <- NULL
    data[[name]] <- column
  }
  data
}

#' @rdname posterior-methods
#' @export
summary.seqjudge_posterior <- function(object, ..., level = 0.95,
                                       loss = c("footrule", "squared", "kendall", "zero_one")) {
  as.data.frame(object, level = level, loss = loss)
}

#' @rdname posterior-methods
#' @export
confint.seqjudge_posterior <- function(object, parm, level = 0.95, ...) {
  call <- rlang::current_env()
  level <- check_level(level, call)
  found <- summarise_posterior_ranks(object, level)
  x <- object$evaluations
  rows <- unlist(scored_rows(x))
  ends <- as.matrix(found[c("lower", "upper")])
  several <- length(evaluator_names(x)) > 1
  dimnames(ends) <- list(
    if (several) paste0(x$evaluator[rows], ":", x$item[rows]) else x$item[rows], c("lower", "upper")
  )
  if (missing(parm)) ends else ends[check_parm(parm, rownames(ends), call), , drop = FALSE]
}

#' @rdname posterior-methods
#' @export
augment.seqjudge_posterior <- function(x, ..., level = 0.95, loss = c("footrule", "squared", "kendall", "zero_one")) {
  data <- as.data.frame(x, level = level, loss = loss)
  data$scaled_score <- scale_scores(x$evaluations)
  data$induced_place <- place_of(data$induced_rank, x$evaluations)
  data$moved <- data$induced_place - data$place
  further <- further_columns(x$evaluations)
  data[names(further)] <- further
  data
}

#' @rdname posterior-methods
#' @export
tidy.seqjudge_posterior <- function(x, ..., level = 0.95, loss = c("footrule", "squared", "kendall", "zero_one")) {
  data <- augment(x, level = level, loss = loss)
  from_top <- function(rank) place_of(rank, x$evaluations)
  data$mean_place <- from_top(data$mean_rank)
  data$conf.low <- from_top(data$upper)
  data$conf.high <- from_top(data$lower)
  data <- data[order(evaluator_codes(x$evaluations), data$place, data$position), ]
  columns <- c("evaluator", "item", "place", "induced_place", "mean_place", "conf.low", "conf.high", "p_best")
  data <- data[columns]
  rownames(data) <- NULL
  data
}

#' @rdname posterior-methods
#' @export
glance.seqjudge_posterior <- function(x, ...) {
  losses <- expected_loss(x)
  mean_of <- function(ranking) mean(losses$expected[losses$ranking == ranking], na.rm = TRUE)
  data.frame(
    method = x$method,
    evaluators = length(x$prior_size),
    items = length(unique(x$evaluations$item)),
    scored = sum(!is.na(x$evaluations$score)),
    draws = x$n_draws,
    prior_size = common_size(x$prior_size),
    noise = common_size(x$noise),
    uncertain = x$uncertain,
    footrule = mean_of("best"),
    induced_footrule = mean_of("induced")
  )
}

#' @export
format.seqjudge_posterior <- function(x, n = 12, ...) {
  n <- check_shown(n, rlang::current_env())
  data <- tidy(x)
  data <- data[!is.na(data$place), ]
  table <- data.frame(
    evaluator = data$evaluator,
    item = data$item,
    place = data$place,
    interval = ifelse(data$conf.low == data$conf.high, data$conf.low, paste(data$conf.low, "to", data$conf.high)),
    induced_place = data$induced_place,
    p_best = format(round(data$p_best, 3), nsmall = 3)
  )
  if (nrow(table) > 0 && length(x$prior_size) == 1) table$evaluator <- NULL
  c(describe_posterior(x), format_rows(table, n))
}

#' @rdname posterior-methods
#' @export
print.seqjudge_posterior <- function(x, n = 12, ...) {
  cat(format(x, n = n), sep = "\n")
  invisible(x)
}

describe_posterior <- function(x) {
  unscored <- sum(is.na(x$evaluations$score))
  sizes <- describe_prior(x$prior_size)
  substr(sizes, 1, 1) <- toupper(substr(sizes, 1, 1))
  noise <- if (length(x$noise) > 0) paste(unique(signif(range(x$noise), 3)), collapse = " to ")
  c(
    paste0(
      "<posterior of rankings> ", count_of(length(x$prior_size), "evaluator"), ", ",
      count_of(length(unique(x$evaluations$item)), "item"), ", ",
      if (x$method == "exact") "exact" else count_of(x$n_draws, "draw")
    ),
    paste0(sizes, if (x$fitted) " (fitted", if (x$uncertain) ", uncertainty counted in", if (x$fitted) ")"),
    if (length(x$noise) > 0) paste0("Noise ", noise, " (", x$noise_type, ", ", noise_measure(x$noise_type), ")"),
    "95% intervals of the place; place is best for the footrule",
    if (unscored > 0) paste("Unscored:", count_of(unscored, "item"), "without a rank")
  )
}

#' @rdname posterior-methods
#' @exportS3Method posterior::as_draws_matrix
as_draws_matrix.seqjudge_posterior <- function(x, ...) { # nolint
  check_has_draws(x, rlang::current_env())
  several <- length(x$draws) > 1
  parts <- Map(function(draws, who) {
    prefix <- if (several) paste0("rank[", who, ",") else "rank["
    variable <- paste0(prefix, rownames(draws), "]", recycle0 = TRUE)
    matrix(as.double(t(draws)), ncol(draws), nrow(draws), dimnames = list(NULL, variable))
  }, x$draws, names(x$draws))
  posterior::as_draws_matrix(do.call(cbind, unname(parts)))
}

#' @rdname posterior-methods
#' @exportS3Method posterior::as_draws
as_draws.seqjudge_posterior <- function(x, ...) as_draws_matrix.seqjudge_posterior(x) # nolint

#' @rdname posterior-methods
#' @exportS3Method posterior::as_draws_df
as_draws_df.seqjudge_posterior <- function(x, ...) { # nolint
  posterior::as_draws_df(as_draws_matrix.seqjudge_posterior(x))
}

#' @rdname posterior-methods
#' @exportS3Method posterior::as_draws_rvars
as_draws_rvars.seqjudge_posterior <- function(x, ...) { # nolint
  posterior::as_draws_rvars(as_draws_matrix.seqjudge_posterior(x))
}
