#' A ranking per evaluator, with the order effect taken out
#'
#' Ranks the items of every evaluator of an [evaluations()] object, beside the ranking that the raw scores induce. This
#' is the main road through the package for data in a table; [insertion_ranking()] is the estimator behind it.
#'
#' Scores are brought to the model's scale by the object's [score_scale()]. Then:
#' * `method = "insertion"` corrects them with the prior size of each evaluator: see [insertion_ranking()].
#' * `method = "induced"` takes them as they are: see [induced_ranking()], with average ties. It has no use for `prior`.
#' * `method = "posterior"` weighs all rankings by how likely they are given the scores, and takes the one with the
#'   smallest expected `loss`: see [rank_posterior()] and [best_ranking()]. It comes with an interval for the rank of
#'   each item, and on average it is closer to the truth than insertion.
#'
#' @section What is corrected by default:
#' Without `prior`, the package corrects only where it should. For marks (see
#' [score_scale()]) the evidence of [fit_prior()] must speak for an effect of the order, and the shuffled orders must
#' agree at the 5% level; otherwise the ranking is that of the raw scores, as it is with fewer than ten scores of any
#' kind. Where they are corrected, it is not on the scale given but on those that the scores allow: insertion is done
#' for 1,000 draws of scale, noise, shape and prior size (see Marks in [rank_posterior()]; always the same draws), and
#' the ranking is the one with the smallest mean footrule distance to these; items whose order is little better than a
#' coin's toss (0.55) share a place. With a prior size that was fitted to shares, equal scores with no other item
#' between them share a place: a fit is not so exact that it could tell them apart. An order that was arranged, or that
#' several evaluators share without being said to be random (see `order` in [evaluations()]), is never corrected for by
#' default: favourites who come last get higher scores without any effect of the order. One sentence says what was done.
#'
#' @section Items without a score:
#' An item that was seen but not scored counts in the positions of later ones. Where it stands is not known: the
#' insertion method puts it in the middle of what had been seen until then, which is its expected place, and takes it
#' out of the ranking in the end. It keeps its row, with `NA` for its ranks, and a message tells how many there are. The
#' ranks of an evaluator then run from 1 to the number of scored items.
#'
#' @inheritParams seqjudge-arguments
#' @param method String: `"insertion"`, `"induced"` or `"posterior"`.
#' @param prior How many earlier items an evaluator behaves as if having seen: a whole number from 0, or `Inf` for no
#'   correction. One number for all; or one for each evaluator, named by evaluator or in their order; or a
#'   [fit_prior()]. If left out, one size for all is fitted to the scores by [fit_prior()], and a message says which.
#'   That correction is cautious: where the scores do not rule out evaluators who need none (the test of the fit is not
#'   significant), or where they give these half of the weight or more, nothing is corrected. The posterior instead
#'   counts in all sizes that the scores allow. See also What is corrected by default. A number means the paper's
#'   correction on the scale as given, also for marks.
#' @param ties What a score exactly half-way between two relative ranks is rounded to: see [insertion_ranking()].
#' @param loss For the posterior: the loss to minimise, a string (see [best_ranking()]).
#' @param ... For the posterior: arguments of [rank_posterior()], and the `level` of the intervals (0.95).
#' @return An object of class `seqjudge_ranking`, which works with the methods of [ranking-methods] and with
#'   [compare_rankings()], [find_conflicts()] and [autoplot()][autoplot.seqjudge_ranking]. `as.data.frame()` has a row
#'   for each item that an evaluator saw, in order of presentation:
#'   \describe{
#'     \item{`evaluator`, `item`, `position`, `score`}{As in the evaluations.}
#'     \item{`induced_rank`}{Rank by the raw scores (average ties); the highest rank is the best.}
#'     \item{`rank`}{Rank by `method`.}
#'     \item{`place`}{The same counted from the top: 1 for the best.}
#'     \item{`lower`, `upper`}{Ends of the interval of the rank; with `method = "posterior"` only.}
#'   }
#' @template paper
#' @family rankings
#' @examples
#' # The points were simulated by the model: they are shares of the cakes that a cake beats.
#' shares <- score_scale("range", 0, 100, meaning = "shares")
#' x <- evaluations(bakeoff, judge, contestant, position, points, shares, truth = true_rank)
#' # The judges differ in experience, which is known here because the data are simulated.
#' experience <- c(Amara = 0, Bruno = 2, Ines = 5, Kofi = 10, Lena = 30, Milo = 1000)
#' corrected <- rank_items(x, prior = experience)
#' corrected
#'
#' # When it is not known, it can be fitted: one size for all, or one for each judge.
#' rank_items(x)$prior_size
#' rank_items(x, prior = fit_prior(x, pooled = "partial"))$prior_size
#'
#' # How much did each judge's ranking change?
#' summary(corrected)
#'
#' # How sure is each place? The best ranking for the footrule, with 95% intervals of the ranks.
#' head(as.data.frame(rank_items(x, "posterior", prior = experience)))
#'
#' # It pays: the corrected rankings are closer to the truth.
#' compare_rankings(induced = rank_items(x, "induced"), corrected = corrected)
#'
#' # Whom did it move?
#' autoplot(rank_items(x["Amara"], prior = 0))
#' @export
rank_items <- function(x, method = c("insertion", "induced", "posterior"), prior = NULL, ties = c("lower", "upper"),
                       loss = "footrule", ...) {
  call <- rlang::current_env()
  check_evaluations(x, call)
  method <- check_choice(method, c("insertion", "induced", "posterior"), "method")
  ties <- check_choice(ties, c("lower", "upper"), "ties")
  if (method == "posterior") {
    return(posterior_ranking(x, prior, loss, list(...), call))
  }
  check_no_more(list(...), call)
  fitted <- method == "insertion" && is.null(prior)
  learned <- is_marks(x) && (is.null(prior) || is_mark_fit(prior))
  induced <- ranks_within(x)
  if (method == "induced") {
    sizes <- no_prior(x, prior, call)
    inform_unscored(sum(is.na(x$score)))
    return(new_ranking(x, method, sizes, FALSE, ties, induced, induced))
  }
  if (learned) {
    return(rank_marks(x, prior, fitted, ties, induced, call))
  }
  exact <- !is.null(prior) && !is_prior_fit(prior)
  prior <- resolve_prior(x, prior, call)
  inform_unscored(sum(is.na(x$score)))
  insertion_by_size(x, prior, exact, fitted, ties, induced)
}

# With a prior size for each evaluator. What was fitted is not so `exact` that it could tell equal scores apart.
insertion_by_size <- function(x, prior, exact, fitted, ties, induced = ranks_within(x)) {
  rank <- insertion_ranks(scale_scores(x), evaluator_sizes(x), prior, ties, induced)
  if (!exact) rank <- tie_equal_neighbours(rank, x)
  new_ranking(x, "insertion", prior, fitted, ties, induced, rank)
}

# Marks, whose scale is learned with the prior size: insertion is done on many scales that the scores allow, and the
# ranking is the one that is nearest to all of these.
rank_marks <- function(x, fit, fitted, ties, induced, call) {
  given <- mark_posterior_settings(x, fit, NULL, check_threads(), call)
  inform_unscored(sum(is.na(x$score)))
  rank <- induced
  corrected <- is.finite(given$prior_size)
  if (any(corrected)) {
    drawn <- draw_mark_rankings(x, given, learned_insertions, "normal", check_threads(), 1)$ranks
    found <- posterior_distributions(drawn, "draws", x, given$prior_size, TRUE)
    best <- lapply(found, function(one) best_ranks(one, "footrule", shared_by_default)$rank)
    own <- corrected[evaluator_codes(x)] & !is.na(x$score)
    rank[own] <- unlist(best[corrected])
  }
  new_ranking(x, "insertion", unname(given$prior_size), fitted, ties, induced, rank)
}

learned_insertions <- 1000L

# Equal scores with nothing between them share a place: only the rounding to relative ranks told them apart.
tie_equal_neighbours <- function(rank, x) {
  if (anyDuplicated(x$score) == 0) {
    return(rank)
  }
  code <- evaluator_codes(x)
  by_rank <- order(code, rank, x$position)
  by_rank <- by_rank[!is.na(rank[by_rank])]
  score <- x$score[by_rank]
  own <- code[by_rank]
  first <- c(TRUE, score[-1] != score[-length(score)] | own[-1] != own[-length(own)])[seq_along(by_rank)]
  rank[by_rank] <- stats::ave(as.double(rank[by_rank]), cumsum(first))
  rank
}

# `fitted` says that the prior size was fitted because none was given.
new_ranking <- function(x, method, prior, fitted, ties, induced_rank, rank) {
  structure(
    list(
      evaluations = x,
      method = method,
      prior_size = stats::setNames(prior, evaluator_names(x)),
      fitted = fitted,
      ties = ties,
      induced_rank = induced_rank,
      rank = rank
    ),
    class = c("seqjudge_ranking", "seqjudge_object")
  )
}

# Corrected ranks along the rows, among the scored items of each evaluator. Evaluators who saw equally many items make
# a matrix, which the core ranks in one go.
insertion_ranks <- function(score, sizes, prior, ties, induced) {
  unscored <- is.na(score)
  score[unscored] <- 0.5
  rank <- numeric(length(score))
  threads <- check_threads()
  for (group in same_length(sizes)) {
    own <- prior[group$who]
    finite <- ifelse(is.infinite(own), 0, own)
    rank[group$rows] <- cpp_insertion_ranking(score[group$rows], length(group$who), finite, ties == "upper", threads)
  }
  calibrated <- rep.int(is.infinite(prior), sizes)
  rank[calibrated] <- induced[calibrated]
  if (!any(unscored)) {
    return(rank)
  }
  rank[unscored] <- NA
  grouped_ranks(rank, rep.int(seq_along(sizes), sizes))$rank
}

# Checks -----------------------------------------------------------------------------------------------------------

no_prior <- function(x, prior, call) {
  if (!is.null(prior)) stop_prior_of_induced(call)
  rep(Inf, sum(x$position == 1L))
}

stop_prior_of_induced <- function(call) {
  stop_value("{.arg prior} must be left out for the induced ranking, which corrects nothing.", "prior", call)
}

# One prior size for each evaluator, in their order.
resolve_prior <- function(x, prior, call) {
  who <- evaluator_names(x)
  if (is.null(prior)) {
    return(rep_len(fitted_size(x), length(who)))
  }
  if (is_prior_fit(prior)) {
    return(unname(prior_sizes(prior, who, call = call)))
  }
  if (is_plain_numeric(prior)) prior <- prior_by_name(over_rounds(prior, x), who, call)
  rep_len(check_prior_size(prior, arg = "prior", call = call, each = c(evaluator = length(who))), length(who))
}

# The size for all evaluators where none was given, with a line that says so.
fitted_size <- function(x) {
  why <- why_uncorrected(x)
  if (!is.null(why)) {
    inform_plainly(why, "seqjudge_message_order")
    return(Inf)
  }
  if (is_marks(x)) {
    decision <- inform_decision(order_decision(x))
    return(if (decision$correct) typical_size(decision$evidence) else Inf)
  }
  fit <- fit_prior(x)
  size <- unname(prior_sizes(fit, evaluator_names(x)[1], cautious = TRUE))
  if (is.infinite(size)) {
    ruled_out <- is_ruled_out(fit$test[["p_value"]], 1 - fit$level)
    why <- if (ruled_out) "is as likely" else "is not ruled out"
    inform_fit(fit, "Nothing is corrected: the prior size fitted to the scores is ", paste0(", and `Inf` ", why, "."))
  } else {
    inform_fit(fit)
  }
  size
}

# Sizes under the evaluators' names come in any order, and may speak of others too.
prior_by_name <- function(prior, who, call) {
  if (is.null(names(prior))) {
    return(prior)
  }
  at <- match_names(who, names(prior))
  if (anyNA(at) || anyDuplicated(names(prior)) > 0) {
    lacking <- who[is.na(at)]
    stop_value(
      "{.arg prior} must name every evaluator once, or have no names.", "prior", call, which(is.na(at)),
      x = if (length(lacking) > 0) "It has no {.val {lacking}}.",
      x = if (length(lacking) == 0) "It has {.val {names(prior)[duplicated(names(prior))]}} again."
    )
  }
  unname(prior[at])
}

inform_unscored <- function(unscored) {
  if (unscored > 0) {
    sentence <- paste(
      count_of(unscored, "item"), "seen without a score", if (unscored == 1) "has" else "have", "no rank."
    )
    inform_plainly(sentence, "seqjudge_message_unscored")
  }
}
