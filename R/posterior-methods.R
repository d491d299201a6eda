# What a result of rank_posterior() can do.

#' Methods for posteriors of rankings
#'
#' Looks at a result of [rank_posterior()] from several sides. See also [rank_probability()] and its relatives,
#' [best_ranking()], and [autoplot()][autoplot.seqjudge_posterior].
#'
#' @param x,object,scores A result of [rank_posterior()].
#' @inheritParams seqjudge-arguments
#' @param parm Names or numbers of items, counted in the order of the rows; all if left out.
#' @param level Number between 0 and 1: the probability that an interval holds at least. For the kind of interval see
#'   [rank_distribution()].
#' @param loss String: the loss that `rank` is best for (see [best_ranking()]).
#' @param truth As in [find_conflicts()].
#' @param at_least Number from 0 to 1: pairs with a smaller probability are left out.
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
#' * `confint()`: a matrix with the `lower` and `upper` ends of the interval of each scored item's place, 1 for the
#'   best.
#' * `augment()` gives the data frame with `scaled_score`, `induced_place`, `moved` (places gained) and the
#'   further columns of the evaluations, such as `truth`.
#' * `tidy()`: sorted by evaluator and place: `evaluator`, `item`, `place`, `induced_place`, `mean_place`, `conf.low`
#'   and `conf.high` (the interval in places, 1 for the best), and `p_best`.
#' * `glance()`: one row: `method`, `evaluators`, `items`, `scored`, `draws`, `prior_size` and `noise` (`NA` if
#'   evaluators differ), `uncertain`, and the expected footrule distance of the best and of the induced ranking,
#'   `footrule` and `induced_footrule` (means over evaluators).
#' * `find_conflicts()`: the pairs of items that the raw scores order, and probably wrongly: `evaluator`, `position_1`
#'   and `position_2`, `item_1` and `item_2`, `score_1` and `score_2`, where the truth is known `truth_1` and
#'   `truth_2`, and `probability`, that of the order being the other way round. The most probable ones come first.
#' * `as_draws()`, `as_draws_matrix()`, `as_draws_df()` and `as_draws_rvars()` of the posterior package: see
#'   [rank-draws].
#' @family posteriors
#' @examples
#' x <- evaluations(bakeoff, judge, contestant, position, points, score_scale("range", 0, 100))
#' set.seed(1)
#' posterior <- rank_posterior(x["Amara"], prior = 0)
#' tidy(posterior)
#' confint(posterior, level = 0.5)
#'
#' # Ingrid came third, and no other score is as high: who is probably better all the same?
#' subset(find_conflicts(posterior), item_1 == "Ingrid")
#' @name posterior-methods
NULL

#' @rdname posterior-methods
#' @export
as.data.frame.seqjudge_posterior <- function(x, row.names = NULL, optional = FALSE, ..., level = 0.95, # nolint
                                             loss = c("footrule", "squared", "kendall", "zero_one")) {
  call <- rlang::current_env()
  loss <- check_choice(loss, loss_names, "loss")
  check_has_best(x$distributions, loss, NULL, call)
  level <- check_level(level, call)
  ranking <- new_posterior_ranking(x, lapply(x$distributions, best_ranks, loss), loss)
  found <- summarise_all_ranks(x, level)
  data <- as.data.frame(ranking)
  data[names(found)] <- found
  data
}

# The summaries of all evaluators' distributions along the rows of the evaluations.
summarise_all_ranks <- function(x, level) {
  found <- stack_rows(c(list(no_summary), lapply(x$distributions, summarise_ranks, level)))
  unnumbered(found[match(seq_along(x$evaluations$score), which(!is.na(x$evaluations$score))), ])
}

# The rankings of all evaluators as a result of rank_items() has them, with the intervals of a level, if there is one.
new_posterior_ranking <- function(x, best, loss, level = NULL) {
  rank <- rep(NA_real_, nrow(x$evaluations))
  rank[!is.na(x$evaluations$score)] <- unlist(lapply(best, `[[`, "rank"))
  induced <- induced_ranks(x$evaluations)
  ranking <- new_ranking(x$evaluations, "posterior", x$prior_size, x$fitted, "lower", induced, rank)
  if (!is.null(level)) ranking[c("lower", "upper")] <- summarise_all_ranks(x, level)[c("lower", "upper")]
  ranking$loss <- loss
  ranking$level <- level
  if (loss == "kendall") {
    certificate <- stack_rows(lapply(best, `[[`, "certificate"))
    ranking$certificate <- data.frame(evaluator = evaluator_names(x$evaluations), certificate)
  }
  ranking
}

# rank_items(method = "posterior"): the best ranking under the posterior, with the intervals of the ranks.
posterior_ranking <- function(x, prior, loss, further, call) {
  own <- names(further) %in% c("level", "share_places")
  known <- own | names(further) %in% setdiff(names(formals(rank_posterior)), c("x", "prior"))
  check_no_more(if (is.null(names(further))) further else further[!known], call)
  posterior <- do.call(rank_posterior, c(list(x, prior), further[!own]), quote = TRUE)
  by_default <- is.null(prior) && !is.null(posterior$corrected)
  sharing <- if (by_default && is.null(further$share_places)) list(share_places = shared_by_default)
  ranking <- do.call(best_ranking, c(list(posterior, loss), further[own], sharing), quote = TRUE)
  # The intervals count in what was decided against.
  if (by_default && !posterior$corrected) ranking$rank <- ranking$induced_rank
  ranking$further <- further
  ranking
}

stack_rows <- function(parts) if (length(parts) > 0) unnumbered(do.call(rbind, unname(parts)))

# A table whose rows have no names of their own.
unnumbered <- function(data) {
  if (!is.null(data)) rownames(data) <- NULL
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
  place_intervals(object, if (missing(parm)) NULL else parm, level, rlang::current_env())
}

#' @rdname posterior-methods
#' @export
augment.seqjudge_posterior <- function(x, ..., level = 0.95, loss = c("footrule", "squared", "kendall", "zero_one")) {
  add_moves(as.data.frame(x, level = level, loss = loss), x$evaluations)
}

#' @rdname posterior-methods
#' @export
tidy.seqjudge_posterior <- function(x, ..., level = 0.95, loss = c("footrule", "squared", "kendall", "zero_one")) {
  data <- augment(x, level = level, loss = loss)
  data <- cbind(data, in_places(data, scored_along(x$evaluations)))
  columns <- c("evaluator", "item", "place", "induced_place", "mean_place", "conf.low", "conf.high", "p_best")
  by_place(data, x$evaluations)[columns]
}

#' @rdname posterior-methods
#' @export
glance.seqjudge_posterior <- function(x, ...) {
  losses <- expected_loss(x, loss = "footrule")
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

#' @rdname posterior-methods
#' @export
find_conflicts.seqjudge_posterior <- function(scores, truth = NULL, ..., at_least = 0.5) { # nolint
  call <- check_no_more(list(...), rlang::current_env())
  check_has_rankings(scores$distributions, call, "scores")
  at_least <- check_number(at_least, "at_least", call, "a number from 0 to 1", function(p) p >= 0 && p <= 1)
  x <- scores$evaluations
  true <- if (!is.null(truth) || !is.null(x$truth)) true_ranks(x, truth, call = call)
  own <- scored_rows(x)
  found <- Map(probable_conflicts, scores$distributions, own, lapply(own, function(rows) x$score[rows]), at_least)
  found <- stack_rows(c(list(data.frame(first = integer(), second = integer(), probability = numeric())), found))
  found <- found[order(-found$probability, found$first, found$second), ]
  both <- function(name, values) {
    stats::setNames(list(values[found$first], values[found$second]), paste0(name, c("_1", "_2")))
  }
  parts <- c(
    list(evaluator = evaluator_along(x)[found$first]), both("position", x$position), both("item", x$item),
    both("score", x$score), if (!is.null(true)) both("truth", true), list(probability = found$probability)
  )
  as.data.frame(parts)
}

# Pairs of the rows `own` that the scores order, and probably wrongly; the one that was shown earlier comes first.
probable_conflicts <- function(d, own, score, at_least) {
  above <- above_shares(d)
  wrong <- ifelse(outer(score, score, `>`), t(above), above)
  pairs <- which(upper.tri(wrong) & outer(score, score, `!=`) & wrong >= at_least, arr.ind = TRUE)
  data.frame(first = own[pairs[, 1]], second = own[pairs[, 2]], probability = wrong[pairs])
}

#' @export
format.seqjudge_posterior <- function(x, n = 12, ...) {
  data <- tidy(x)
  data <- data[!is.na(data$place), ]
  if (nrow(data) > 0 && length(x$prior_size) == 1) data$evaluator <- NULL
  c(describe_posterior(x), format_rows(format_places(data), n))
}

describe_posterior <- function(x) {
  unscored <- sum(is.na(x$evaluations$score))
  sizes <- describe_prior(x$prior_size)
  substr(sizes, 1, 1) <- toupper(substr(sizes, 1, 1))
  noise <- if (length(x$noise) > 0) paste(unique(signif(range(x$noise), 3)), collapse = " to ")
  c(
    paste0(
      heading("posterior of rankings", count_judges(x$evaluations), item = length(unique(x$evaluations$item))),
      ", ", if (x$method == "exact") "exact" else count_of(x$n_draws, "draw")
    ),
    paste0(sizes, if (x$fitted) paste0(" (fitted", if (x$uncertain) ", uncertainty counted in", ")")),
    if (length(x$noise) > 0) {
      paste0(
        "Noise ", noise, " (", x$noise_type, ", ", noise_measure(x$noise_type),
        if (x$uncertain) ", uncertainty counted in", ")"
      )
    },
    describe_places(0.95, loss_names[1]),
    if (unscored > 0) paste("Unscored:", count_of(unscored, "item"), "without a rank")
  )
}
