#' How sure are we: the posterior of a ranking
#'
#' Given an evaluator's scores, which rankings are how likely? `rank_posterior()` draws rankings with these
#' probabilities: exactly and independently where scores are shares, by a Markov chain for the scale where they are
#' marks. From them follow intervals for the rank of every item, the probability that an item is the best or
#' among the best few, that one item is above another, and rankings that are best on average: see [best_ranking()].
#'
#' @section How it works:
#' In the model the relative ranks \eqn{r_t}{r[t]} of the items, each among the \eqn{n_0}{n0} prior items and the items
#' seen until then, code the ranking, and before any score is seen they are independent, with all values
#' \eqn{1, ..., n_0 + t}{1..(n0 + t)} equally likely. A score tells about the relative rank of its own item only. So
#' they stay independent:
#' \deqn{P(r_t = r \mid y) \propto f\left(y_t - \frac{r}{n_0 + t + 1}\right)}{
#'   P(r[t] = r | y) proportional to f(y[t] - r / (n0 + t + 1))}
#' with the density `f` of the noise; for scores in bins, with the probability of the bin. A draw of all relative ranks
#' makes a draw of the ranking. No Markov chain is needed: draws are independent, and 4,000 of them tell a probability
#' to within 0.016 (two standard errors at most). Relative ranks with a density of less than `exp(-40)` of the largest
#' are left out. An infinite prior size is taken as one of \eqn{2^{40}}{2^40} items. An item that was seen but not
#' scored can have any relative rank; it takes part in the draws, and is then taken out, so that ranks run among the
#' scored items.
#'
#' Where the draws of all evaluators together have more than 5e7 ranks (200 MB; the option `seqjudge.kept_ranks` sets
#' another bound), none is kept. Whatever is asked of the posterior then draws the same rankings again and counts as it
#' goes, in memory that does not depend on their number; only what needs all of them at once, such as
#' `posterior::as_draws()`, makes them all.
#'
#' The model has items come in random order. A score that uniform noise cannot explain counts for the nearest relative
#' rank.
#'
#' `method = "exact"` computes the probability of every rank of every item without random numbers: an item's place rises
#' by one whenever a later item enters at or below it, which is a Markov chain. It needs a prior size of 0 and all items
#' scored, takes time in the cube of their number, and is offered for up to 2,000. What concerns several items at once
#' (pairs, the Kendall distance) needs draws.
#'
#' @section Prior size and noise:
#' Both may be given. What is not given is not known, and draws are spread over it. Where the prior size is given and
#' the noise is not, they are spread over 16 values of the noise that are equally likely, after the scores, for the
#' evaluators of the same prior size. Where the prior size is not given either, it is fitted by [fit_prior()], and a
#' message says so; draws are then spread over all sizes that the fit looked at and the values of the noise for each, in
#' proportion to their probability after the scores (the column `weight` of the fit's profile). What is supposed before
#' the scores is on the page [seqjudge-priors]; to suppose something else, give `size_prior` to [fit_prior()] and its
#' result here.
#'
#' The fit has seen the same scores; that these count for both the size and the ranking is as it should be. `uncertain =
#' FALSE` takes the fitted size, and the most likely noise, as if they were known. This is also done with fits of one
#' size for each evaluator, or by distance.
#'
#' @section Marks:
#' For marks (see [score_scale()]) without a given size or noise, or with a [fit_prior()] to marks, the scale is learned
#' too. If qualities come from a distribution \eqn{F}, the best response to being the `r`-th lowest of
#' \eqn{N = n_0 + t}{N = n0 + t} is the mean of that order statistic, and the score is
#' \deqn{y_t = \mu + \kappa\, \mathrm{E}[F^{-1}(B)] + \mathrm{noise}, \quad B \sim \mathrm{Beta}(r, N + 1 - r).}{
#'   y[t] = mu + kappa E[F^-1(B)] + noise, B from Beta(r, N + 1 - r).}
#' Flat \eqn{F} gives the paper's \eqn{r / (N + 1)},
#' bell-shaped \eqn{F} normal scores, about \eqn{\Phi^{-1}((r - 3/8) / (N + 1/4))}{qnorm((r - 3/8) / (N + 1/4))}. From
#' 65 items on a relative rank counts as the quality itself. Centre \eqn{\mu}{mu}, spread \eqn{\kappa}{kappa}, noise and
#' shape of each evaluator are drawn by a Metropolis chain from their posterior with the relative ranks summed out,
#' after 240 steps to warm up, and a ranking with every fourth step, when each of them has had its turn. Draws of one
#' evaluator resemble each other somewhat: of 4,000 draws of a dozen marks between 1,500 and 4,000 count, so that a
#' probability is told to within 0.026. What is known of an evaluator's centre and spread beforehand are the other
#' evaluators. Prior sizes have the weights that [fit_prior()] gives them. For the priors see [seqjudge-priors].
#'
#' All sizes that the scores allow are counted in, also where nothing is to be corrected by default (see
#' [rank_items()]): not to correct is a decision that takes nothing away from what is uncertain. A single evaluator's
#' marks hardly tell noise from quality; intervals then rest on what noise is usual.
#'
#' @param x An [evaluations()] object, or an [insertion_stream()]: then the posterior is that of the scores so far.
#' @param prior The prior size: a whole number from 0, or `Inf`; one for all or one for each evaluator, named by
#'   evaluator or in their order; or a [fit_prior()]; or `NULL` to fit one, or to take those of the stream.
#' @param noise The size of the noise, above 0: the standard deviation of normal noise, the half-width of uniform noise.
#'   One for all or one for each evaluator. Or `NULL` to integrate over it.
#' @param noise_type String: `"normal"` or `"uniform"`. With a fit, that of the fit if left out.
#' @param method String: `"draws"`, or `"exact"` for the probabilities themselves (see below).
#' @param uncertain `TRUE` to count in the uncertainty of noise that is not given and of a fitted prior size, `FALSE`
#'   not to; `NULL` counts it in where it can be told.
#' @inheritParams seqjudge-arguments
#' @return An object of class `seqjudge_posterior`, a list of
#'   \describe{
#'     \item{`distributions`}{For each evaluator, under the evaluator's name, the [rank_distribution()] of the scored
#'       items in order of presentation.}
#'     \item{`settings`}{Matrices `prior_size` and `noise` with a row for each evaluator and a column for each setting
#'       that was drawn under, and the `weight` of each setting.}
#'     \item{`prior_size`, `noise`}{The size and noise of each evaluator: given, or as fitted.}
#'     \item{`fitted`, `uncertain`}{Was the prior size fitted, and is what is not known integrated over?}
#'     \item{`corrected`, `scale`}{For marks: do the scores speak for a correction, and what was learned of each
#'       evaluator's scale, in points: `centre`, `spread` and `noise` (standard deviations) and `p_bell`, the
#'       probability of bell-shaped qualities.}
#'     \item{`evaluations`, `method`, `noise_type`, `n_draws`, `seed`}{What it was made from.}
#'   }
#'   See [posterior-methods] for what can be done with it.
#' @template paper
#' @family posteriors
#' @examples
#' scale <- score_scale("range", 0, 100, meaning = "shares")
#' x <- evaluations(bakeoff, judge, contestant, position, points, scale, truth = true_rank)
#' # Amara has never judged before. Who may have won, in her eyes?
#' set.seed(1)
#' posterior <- rank_posterior(x["Amara"], prior = 0)
#' posterior
#' autoplot(posterior)
#'
#' # Her raw order of these pairs is more likely wrong than right.
#' head(find_conflicts(posterior))
#'
#' # What is to be gained by correcting?
#' expected_loss(posterior)
#'
#' # With the prior size fitted to the scores, and its uncertainty counted in.
#' top_probability(rank_posterior(x["Bruno"]), k = 3)
#' @export
rank_posterior <- function(x, prior = NULL, noise = NULL, noise_type = c("normal", "uniform"),
                           method = c("draws", "exact"), uncertain = NULL, draws = 4000, seed = NULL, threads = NULL,
                           ...) {
  call <- check_no_more(list(...), rlang::current_env())
  if (inherits(x, "seqjudge_stream")) {
    prior <- prior %||% (if (x$learns) x$fit else stream_priors(x, call))
    x <- as_evaluations(x)
  }
  check_evaluations(x, call)
  draws <- check_integer(draws, "draws", call)
  method <- check_choice(method, c("draws", "exact"), "method")
  noise_type <- check_posterior_noise_type(if (missing(noise_type)) NULL else noise_type, prior, call)
  uncertain <- check_uncertain(uncertain, call)
  threads <- check_threads(threads)
  seed <- check_seed(seed)
  noise <- check_noise_of(noise, x, call)
  learned <- is_learned(x, prior, noise, method)
  given <- if (learned) {
    mark_posterior_settings(x, prior, uncertain, threads, call, inform_counted_in)
  } else {
    posterior_settings(x, prior, noise, noise_type, uncertain, call)
  }
  inform_unscored(sum(is.na(x$score)))
  found <- if (learned) {
    draw_mark_rankings(x, given, draws, noise_type, threads, seed)
  } else if (method == "draws") {
    draw_rankings(x, given, draws, noise_type, threads, seed)
  } else {
    exact_probabilities(x, given, noise_type, threads, call)
  }
  if (learned) {
    # On the model's scale, as given noise is.
    given$scale <- found$scale
    given$noise <- stats::setNames(found$scale$noise * scale_step(attr(x, "scale")), evaluator_names(x))
    given$settings$noise <- matrix(given$noise, nrow(given$settings$prior_size), ncol(given$settings$prior_size))
    found <- found$ranks
  }
  structure(
    c(
      list(distributions = posterior_distributions(found, method, x, given$prior_size, learned), evaluations = x),
      given,
      list(
        method = method, noise_type = noise_type, n_draws = if (method == "draws") draws else 0L, seed = seed,
        call = without_people(match.call())
      )
    ),
    class = c("seqjudge_posterior", "seqjudge_object")
  )
}

# Is the posterior that of marks, on a scale that is learned?
is_learned <- function(x, prior, noise, method) {
  is_marks(x) && (is.null(prior) || is_mark_fit(prior)) && is.null(noise) && method == "draws"
}

# The prior sizes of the evaluators of a stream, who must have scored something.
stream_priors <- function(stream, call) {
  if (length(stream$n) == 0) stop_value("{.arg x} must have at least one score.", "x", call)
  vapply(names(stream$n), function(name) stream_prior(stream, name), numeric(1))
}

# `found` has a matrix for each evaluator, with a row for each scored item: draws in columns, or probabilities of ranks;
# or what the draws can be made from.
posterior_distributions <- function(found, method, x, prior_size, learned) {
  likeliest <- modal_ranks(x, unname(prior_size), learned)
  Map(function(part, own) {
    new_rank_distribution(
      x$item[own],
      ranks = if (method == "draws" && is.matrix(part)) part, probability = if (method == "exact") part,
      recipe = if (!is.matrix(part)) part,
      # Without correction items may be tied.
      likeliest = ranks_from_order(order(likeliest[own])), tie_order = x$score[own]
    )
  }, found, scored_rows(x))
}

# Each item at its most likely relative rank. That of a bin is the one nearest to its middle; the lowest and highest
# bins are open, and so most likely for the lowest and highest relative rank.
modal_ranks <- function(x, prior_size, learned) {
  scale <- attr(x, "scale")
  score <- if (learned) learned_shares(x, prior_size) else scale_scores(x)
  if (scale$type == "bins" && !learned) {
    score <- ifelse(x$score == 1, 0, ifelse(x$score == scale$k, 1, (x$score - 0.5) / scale$k))
  }
  insertion_ranks(score, evaluator_sizes(x), prior_size, "lower", induced_ranks(x))
}

induced_ranks <- function(x) grouped_ranks(x$score, evaluator_codes(x))$rank

draw_rankings <- function(x, given, draws, noise_type, threads, seed) {
  settings <- given$settings
  recipe <- list(
    scores = model_scores(x, noise_type), prior_size = settings$prior_size, noise = settings$noise,
    setting = allot_draws(settings$weight, draws), seed = seed
  )
  evaluators <- nrow(settings$prior_size)
  if (sum(!is.na(x$score)) * as.double(draws) > getOption("seqjudge.kept_ranks", most_kept_ranks)) {
    parts <- lapply(seq_len(evaluators), function(e) c(recipe, list(evaluator = e, draws = draws)))
    return(stats::setNames(parts, evaluator_names(x)))
  }
  label_items(cpp_draw_rankings(recipe, 1L, evaluators, threads), x)
}

# Draws with more ranks than this (200 MB of them) are not kept, but made again whenever they are looked at.
most_kept_ranks <- 5e7

# The setting of each draw, from 0, in proportion to the weights. The golden ratio spreads them evenly: any part of the
# draws has its share of each.
allot_draws <- function(weight, draws) {
  spread <- (seq_len(draws) * (sqrt(5) - 1) / 2) %% 1
  pmin(findInterval(spread, cumsum(weight) / sum(weight)), length(weight) - 1L)
}

exact_probabilities <- function(x, given, noise_type, threads, call) {
  check_exact(x, given, call)
  scores <- model_scores(x, noise_type)
  settings <- given$settings
  weight <- settings$weight / sum(settings$weight)
  parts <- lapply(seq_along(weight), function(k) {
    lapply(cpp_exact_probabilities(scores, settings$noise[, k], threads), `*`, weight[k])
  })
  label_items(Reduce(function(a, b) Map(`+`, a, b), parts), x)
}

most_marginal_items <- 2000L

check_exact <- function(x, given, call) {
  if (any(given$settings$prior_size != 0)) {
    stop_value("{.arg prior} must be 0 for {.code method = \"exact\"}, and known to be so.", "prior", call)
  }
  unscored <- which(is.na(x$score))
  if (length(unscored) > 0) {
    where <- describe_source(source_of(), unscored)
    stop_value(
      c("{.arg x} must have no unscored items for {.code method = \"exact\"}.", x = "Problem at {where}."),
      "x", call, unscored
    )
  }
  if (any(evaluator_sizes(x) > most_marginal_items)) {
    limit <- "{.arg x} must have at most {most_marginal_items} items for an evaluator for {.code method = \"exact\"}."
    stop_shape(limit, "x", call)
  }
}

# For each evaluator the rows of `x` with a score.
scored_rows <- function(x) {
  scored <- which(!is.na(x$score))
  code <- evaluator_codes(x)
  unname(split(scored, factor(code[scored], seq_len(sum(x$position == 1L)))))
}

label_items <- function(parts, x) {
  rows <- scored_rows(x)
  parts <- Map(function(part, own) {
    dimnames(part) <- list(x$item[own], NULL)
    part
  }, parts, rows)
  stats::setNames(parts, evaluator_names(x))
}

# Prior size and noise -----------------------------------------------------------------------------------------------

# The settings to draw under, and what is known of each evaluator.
posterior_settings <- function(x, prior, noise, noise_type, uncertain, call) {
  who <- evaluator_names(x)
  if (is.null(prior)) prior <- inform_fit(fit_prior(x, noise_type = noise_type))
  spread <- spreads_over(prior, noise, uncertain, call)
  size <- resolve_prior(x, prior, call)
  likely <- if (is.null(noise) && !is_prior_fit(prior)) likely_noise(x, size, noise_type, call)
  noise <- noise %||% likely$noise %||% fit_noise(prior, who)
  settings <- if (!spread) {
    list(prior_size = matrix(size, ncol = 1), noise = matrix(noise, ncol = 1), weight = 1)
  } else if (is_prior_fit(prior)) {
    uncertain_settings(prior, length(who))
  } else {
    list(
      prior_size = matrix(size, length(who), ncol(likely$nodes)), noise = likely$nodes,
      weight = rep(1 / ncol(likely$nodes), ncol(likely$nodes))
    )
  }
  list(
    settings = settings,
    prior_size = stats::setNames(size, who),
    noise = stats::setNames(noise, who),
    fitted = is_prior_fit(prior),
    uncertain = spread
  )
}

is_prior_fit <- function(prior) inherits(prior, "seqjudge_prior_fit")

# Fits to marks by likelihood have learned a scale.
is_mark_fit <- function(prior) {
  is_prior_fit(prior) && is_marks(prior$evaluations) && prior$method == "likelihood" && !prior$with_truth
}

# Are draws to be spread over what is not known? A given size leaves the noise; a fit tells how likely sizes and noises
# are if it is one of one size for all by likelihood.
spreads_over <- function(prior, noise, uncertain, call) {
  tells <- !is_prior_fit(prior) || (is_pooled(prior) && prior$method == "likelihood")
  tells <- tells && is.null(noise)
  if (isTRUE(uncertain) && !tells) stop_no_uncertainty(call)
  tells && !isFALSE(uncertain)
}

inform_fit <- function(fit, before = "Prior size fitted to the scores: ", after = ".") {
  shown <- format_sizes(c(fit$prior_size, fit$lower, fit$upper))
  found <- paste0(shown[1], " (", round(100 * fit$level), "% interval ", shown[2], " to ", shown[3], ")")
  inform_plainly(paste0(before, found, after), "seqjudge_message_prior")
  fit
}

# Every size that the fit looked at, with the values of the noise that are equally likely given that size.
uncertain_settings <- function(fit, evaluators) {
  keep <- which(fit$profile$weight > 1e-6)
  nodes <- fit$noise_nodes[keep, , drop = FALSE]
  as_rows <- function(values) matrix(values, evaluators, length(values), byrow = TRUE)
  list(
    prior_size = as_rows(rep(fit$profile$prior_size[keep], ncol(nodes))),
    noise = as_rows(as.vector(nodes)),
    weight = rep(fit$profile$weight[keep] / ncol(nodes), ncol(nodes))
  )
}

# Stands in where nothing can be learnt about the noise, and nothing depends on it.
default_noise <- 0.05

fit_noise <- function(fit, who) {
  noise <- if (is_pooled(fit)) {
    rep(fit$noise, length(who))
  } else {
    fit$evaluators$noise[match(who, fit$evaluators$evaluator)]
  }
  ifelse(is.na(noise), default_noise, noise)
}

# The most likely noise of the evaluators of each prior size, and equally likely values of it in a matrix with a row for
# each evaluator.
likely_noise <- function(x, size, noise_type, call) {
  noise <- rep(default_noise, length(size))
  if (all(is.na(x$score))) {
    return(list(noise = noise, nodes = matrix(noise, ncol = 1)))
  }
  scores <- scores_to_fit(x, noise_type, call)
  nodes <- NULL
  for (one in unique(size)) {
    who <- which(size == one)
    own <- some_scores(scores, who)
    if (own$n == 0) next
    found <- marginal_objective(own)$profile(one, NA_real_)
    nodes <- nodes %||% matrix(default_noise, length(size), ncol(found$nodes))
    noise[who] <- found$noise
    nodes[who, ] <- rep(found$nodes[1, ], each = length(who))
  }
  list(noise = noise, nodes = nodes)
}

# Checks -------------------------------------------------------------------------------------------------------------

check_posterior_noise_type <- function(noise_type, prior, call) {
  fitted <- if (inherits(prior, "seqjudge_prior_fit")) prior$noise_type
  if (is.null(noise_type)) {
    return(fitted %||% "normal")
  }
  noise_type <- check_choice(noise_type, c("normal", "uniform"), "noise_type", call)
  if (!is.null(fitted) && fitted != noise_type) {
    stop_value(
      "{.arg noise_type} must be that of the fit, {.val {fitted}}, not {.val {noise_type}}.", "noise_type", call, 1L
    )
  }
  noise_type
}

check_noise_of <- function(noise, x, call, least = 0) {
  if (is.null(noise)) {
    return(NULL)
  }
  who <- evaluator_names(x)
  noise <- over_rounds(noise, x)
  expected <- if (least > 0) paste("hold numbers from", least) else "hold numbers above 0"
  valid <- function(v) is.finite(v) & v > 0 & v >= least
  values <- check_numbers(noise, "noise", call, expected, valid, each = c(evaluator = length(who)))
  at <- match_names(who, names(noise))
  if (length(at) == length(values) && !anyNA(at)) values <- values[at]
  rep_len(values, length(who))
}

check_uncertain <- function(uncertain, call) {
  if (is.null(uncertain)) NULL else check_flag(uncertain, "uncertain", call)
}

stop_no_uncertainty <- function(call) {
  stop_value(
    "{.arg uncertain} must be FALSE or left out unless a fitted prior size is one for all, by likelihood.",
    "uncertain", call,
    i = "The noise must not be given either."
  )
}
