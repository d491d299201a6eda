#' One ranking from a panel of judges
#'
#' Several evaluators scored the same items, or some of them, each in an order of their own. `rank_panel()` finds the
#' one ranking behind all their scores, and says how sure it is. How strict and how noisy evaluators are, and how much
#' they had seen before, is inferred along with the ranking. Use it where a jury, a committee or a competition needs one
#' result; for a ranking per evaluator see [rank_items()].
#'
#' There are two models. The ratings model is for ordinary marks, whose scale nobody knows; the rank model is for scores
#' that are shares of the items beaten (see [score_scale()]). `model = "auto"` weighs the two where both may be right,
#' and else takes the one that goes with the meaning of the scores; a line of the printed panel says which.
#'
#' @section Both models:
#' Evaluators are left out a third at a time; both models are fitted to the others, and predict the scores of those left
#' out, one by one. The weights are pseudo-BMA weights, averaged by a Bayesian bootstrap over evaluators (Yao and
#' others, 2018), where the model that goes with the meaning of the scores is 19 times as likely beforehand. The panel
#' holds the rankings of both models with these weights; one that has less than 5% is left out. What is said of
#' evaluators is what the heavier model says.
#'
#' One model alone is taken: with fewer than three evaluators; where evaluators share orders, since a model that takes
#' the effect of the order for quality then predicts others as well as one that does not; for marks where early scores
#' are not found to be cautious, since the rank model has nothing to add; where `prior` is given; and beyond 1000 scores
#' or 100 items, where the rank model takes too long (then the ratings model whatever the scores mean). `noise`,
#' `pooled` and `method` ask for what only the rank model has. In the mixture, marks come to the rank model on the scale
#' of 0 to 1 that goes with what was learned of them, as in [rank_items()].
#'
#' @section Ratings model:
#' Evaluator \eqn{j} gives the item with quality \eqn{q_i}{q[i]} at position `t` the score
#' \deqn{y_{jt} = s_j + w_{jt} + a \left(\frac{t - 1/2}{n_j} - \frac{1}{2}\right) + b \left(\frac{1}{t} - m_j\right) +
#'   l_j\, q_{jt} + \textrm{noise},}{
#'   y[j,t] = s[j] + w[j,t] + a ((t - 1/2) / n[j] - 1/2) + b (1 / t - m[j]) + l[j] q[j,t] + noise,}
#' with a level \eqn{s_j}{s[j]} (its negative, against the panel's mean, is the severity), a loading \eqn{l_j}{l[j]} on
#' quality and a noise of the evaluator's own, so that reliable judges weigh more; a level that wanders along the
#' positions, \eqn{w_{jt}}{w[j,t]}; a drift \eqn{a} and a start effect \eqn{b} common to all (\eqn{m_j}{m[j]} is the
#' mean of \eqn{1 / t}). The quality as seen, \eqn{q_{jt}}{q[j,t]}, is the item's own or, with a finite prior size, the
#' comparison with what was seen before that [fit_prior()] describes for marks. Levels, loadings and noises come from
#' populations that are learned: two judges come out much as their mean, and of ten the noisy count less. All priors are
#' on the page [seqjudge-priors]. Scores that are missing, unequal numbers and evaluators who saw few of the items are
#' no exception.
#'
#' Everything is drawn together by Gibbs sampling, `iterations` rounds for each chain after a quarter as many to warm
#' up. All qualities are drawn at once, and a round takes time in proportion to the scores. R-hat and effective sample
#' sizes are those of the qualities, by the halves of the chains (Gelman and others, 2013, chapter 11). Chains have
#' mixed where the smallest effective sample size is 100 or more, and chains of the same prior size have an R-hat of at
#' most 1.05. Without `iterations` there are 2000 rounds, and until chains have mixed twice as many, where that promises
#' to be enough: up to 16,000, and beyond 2000 no more than 20 million passes over a score in each chain, or 20 million
#' draws of qualities and evaluators in all. There is a warning (class `seqjudge_warning_mixing`) where chains have not
#' mixed in the end.
#'
#' Becoming calibrated is corrected for where the scores speak for it, as in [rank_items()]: then each chain has a prior
#' size of its own, at quantiles of the posterior of the sizes (`Inf` among them), so that their uncertainty is counted
#' in; otherwise all have `Inf`. `prior` sets the sizes. Drift and start are shrunk towards none and need no test; so is
#' what a score takes on of the quality of the item before. In an order that was arranged, or that all share and that is
#' not said to be random, these and calibration cannot be told from items that were put where they are: none of them is
#' then corrected for, and a sentence says so. With a single evaluator only calibration can be told. That an item was
#' seen before has no effect in this model.
#'
#' Items share a place where their order is less sure than `share_places`, which is 0.55 here unless you say otherwise:
#' order by a coin's toss is no order.
#'
#' @section Rank model:
#' All rankings of the items are equally likely at first. Given the ranking, evaluators are independent. One with the
#' prior size \eqn{n_0}{n0} has that many earlier items in mind, which lie anywhere between the real ones. The item
#' shown at position `t`, with the relative rank \eqn{R_t}{R[t]} among the items seen so far and \eqn{C} prior items
#' below it, gets the score
#' \deqn{y_t = \frac{R_t + C}{n_0 + t + 1} + \textrm{noise},}{y[t] = (R[t] + C) / (n0 + t + 1) + noise,}
#' and the likelihood sums over all ways in which the prior items may lie: a recursion that takes \eqn{n (n_0 + 1)}{n
#' (n0 + 1)} steps. The noise is normal. Scores in bins count as the numbers \eqn{s / (k + 1)}, and rounding as part of
#' the noise. An unscored item counts in the positions of later ones and in nothing else. Prior items lie between all
#' items of the panel, also those that an evaluator was not shown: an experienced judge's low scores say that there is
#' better to come.
#'
#' Evaluators come from a population. Their prior sizes are among 0, 1, 2, 3, 4, 6, 8, 12, ..., 192 and `Inf`, the
#' calibrated evaluator who needs no correction; the shares of these sizes are unknown. Their noise is among 0.005,
#' 0.006, 0.007, ..., 0.32 and log-normal about an unknown centre, with an unknown spread that is likelier small. An
#' evaluator with few scores so borrows from the others.
#'
#' No single score can rule a ranking out: its density is taken to be at least `1e-100` of the largest it could have,
#' which is reached some 21 standard deviations away. Without that bound a score that was noted wrongly would outweigh
#' all others where the noise is known to be small.
#'
#' An order that all share, and that is not said to be random (see [evaluations()]), is not corrected for unless `prior`
#' is given: the sizes then count as `Inf`.
#'
#' @section Methods of the rank model:
#' `"exact"` goes through all rankings, which takes up to seven items. Where sizes and noises are known, or common to
#' all, its result is exact. Otherwise the population is drawn 600 times (150 times for seven items) from its posterior
#' distribution, with a fixed seed, and the exact distributions given each of these are averaged. The log-likelihood is
#' that of the population's estimate by the EM algorithm.
#'
#' `"mcmc"` draws the ranking, the evaluators' sizes and noises and their population together from their posterior
#' distribution, by Markov chains that move items by exchanges and insertions. The shares of the prior sizes have a
#' Dirichlet prior with the weight of four evaluators. The first third of each chain is left out. R-hat and effective
#' sample sizes are those of the ranks and of the log posterior density; there is a warning where R-hat is above 1.05,
#' or an effective sample size below 100 for each chain.
#'
#' `"map"` looks for the one ranking, with sizes and noises, that has the highest posterior density, by chains that cool
#' down. It is fast, may end in a local optimum, and tells nothing about how sure the result is. A mode need not be the
#' best ranking: where 100 calibrated evaluators saw six of 100 items each, the mean score is about as near to the
#' truth, also where the sizes are known.
#'
#' `"auto"` is `"exact"` where that is possible, and otherwise `"mcmc"`.
#'
#' @section Shared places:
#' Contestants of about the same quality may as well share a place: `share_places = 0.8` lets those do so whose order is
#' less sure than 0.8, in the way that [best_ranking()] describes. The models themselves have no ties.
#'
#' @param x An [evaluations()] object. Evaluators may have seen different items.
#' @param model String: `"ratings"` for marks, `"ranks"` for shares of items beaten, or `"auto"` to weigh the two (see
#'   below).
#' @param prior `NULL` to infer the prior sizes; or known ones, as in [rank_items()]: one number for all, one for each
#'   evaluator, or a [fit_prior()]. In the rank model finite sizes above 1024 count as `Inf`.
#' @param noise `NULL` to infer the noise; or its standard deviation on the scale of 0 to 1, from 1e-10, one number for
#'   all or one for each evaluator, named by evaluator or in their order.
#' @param pooled `"partial"` for evaluators from a population; `TRUE` for one prior size and noise for all; `FALSE` for
#'   evaluators who have nothing to do with each other, all sizes equally likely. Only of what is inferred.
#' @param method String: `"auto"`, `"exact"`, `"mcmc"` or `"map"`, of the rank model (see below). The ratings model
#'   always has chains.
#' @param loss String: the loss that the consensus is best for, `"footrule"`, `"squared"`, `"kendall"` or `"zero_one"`
#'   (see [best_ranking()], which also finds those for the others without doing all again). Not used by `"map"`.
#' @param share_places `NULL` for a place of its own for every item (in the ratings model: for 0.55). Or a number above
#'   0.5 and below 1: items share a place where their order is less sure than that (see Shared places).
#' @param by `NULL` for one ranking of all rounds. Or `"round"` for one ranking in each round (see [evaluations()]),
#'   with evaluators that are the same throughout: see [panels-by-round].
#' @param iterations Whole number from 10: how many draws each chain keeps. `NULL` for 2000, or as many as it takes (see
#'   below).
#' @param chains Whole number: how many chains there are.
#' @inheritParams seqjudge-arguments
#' @return An object of class `seqjudge_panel`, which works with the methods of [panel-methods], with
#'   [rank_probability()], [best_ranking()] and their relatives, [compare_rankings()] and
#'   [autoplot()][autoplot.seqjudge_panel]. It holds a [rank_distribution()]. `as.data.frame()` has a row for each item,
#'   the best first:
#'   \describe{
#'     \item{`item`}{Its name.}
#'     \item{`rank`, `place`}{In the consensus: the highest rank, and place 1, is the best. Items that share a place
#'       have the average.}
#'     \item{`mean_rank`, `lower`, `upper`}{Posterior mean of the rank, and the ends of its interval, in ranks.}
#'     \item{`p_best`}{The probability that the item is the best of all.}
#'   }
#'   With `method = "map"`, `mean_rank` is the rank, and `lower`, `upper` and `p_best` are `NA`. With `by = "round"`
#'   there are several of these: see [panels-by-round].
#' @references
#' Gelman, A., Carlin, J. B., Stern, H. S., Dunson, D. B., Vehtari, A. and Rubin, D. B. (2013). Bayesian Data Analysis,
#' third edition. Chapman and Hall/CRC.
#'
#' Yao, Y., Vehtari, A., Simpson, D. and Gelman, A. (2018). Using stacking to average Bayesian predictive distributions.
#' Bayesian Analysis 13, 917-1007. \doi{10.1214/17-BA1091}
#' @template paper
#' @family panels
#' @examples
#' # Three judges saw five candidates in the same order, drawn by lot: weak ones first and last.
#' scores <- rbind(
#'   Ada  = c(0.42, 0.62, 0.75, 0.86, 0.28),
#'   Bo   = c(0.55, 0.70, 0.78, 0.80, 0.36),
#'   Cleo = c(0.38, 0.66, 0.70, 0.88, 0.30)
#' )
#' x <- as_evaluations(scores, items = c("Pia", "Quinn", "Rafi", "Sven", "Tara"), order = "random")
#' # The first candidate was scored with nothing to compare with. Tara may well be better than Pia.
#' panel <- rank_panel(x)
#' panel
#' tidy(panel, "evaluators")
#'
#' # With judges who are known to have seen two earlier candidates:
#' rank_panel(x, prior = 2)
#'
#' # Marks out of ten. Bo is strict, and saw the candidates in another order.
#' marks <- rbind(Ada = c(7, 8, 8.5, 9, 6), Bo = c(4, 6.5, 5.5, 7, 5))
#' seen <- rbind(c("Pia", "Quinn", "Rafi", "Sven", "Tara"), c("Tara", "Sven", "Quinn", "Rafi", "Pia"))
#' judged <- as_evaluations(marks, items = seen, scale = score_scale("range", 0, 10))
#' panel <- rank_panel(judged, seed = 1)
#' panel
#' tidy(panel, "effects")
#' autoplot(panel)
#' @export
rank_panel <- function(x, model = c("auto", "ratings", "ranks"), prior = NULL, noise = NULL, pooled = "partial",
                       method = c("auto", "exact", "mcmc", "map"),
                       loss = c("footrule", "squared", "kendall", "zero_one"), share_places = NULL, level = 0.95,
                       iterations = NULL, chains = 4, seed = NULL, threads = NULL,
                       progress = rlang::is_interactive(), by = NULL, ...) {
  call <- check_no_more(list(...), rlang::current_env())
  if (!is.null(by)) {
    return(rank_rounds(x, by, call, function(apart) {
      rank_panel(
        apart, model, prior, noise, pooled, method, loss, share_places, level, iterations, chains, seed, threads,
        progress
      )
    }))
  }
  check_evaluations(x, call)
  check_share_places(share_places, call)
  settings <- list(
    method = check_choice(method, c("auto", "exact", "mcmc", "map"), "method"),
    loss = check_choice(loss, loss_names, "loss"),
    share_places = share_places,
    level = check_level(level, call),
    iterations = if (!is.null(iterations)) check_integer(iterations, "iterations", call, from = 10),
    chains = check_integer(chains, "chains", call),
    threads = check_threads(threads),
    progress = check_flag(progress, "progress")
  )
  check_any_score(x, "", call)
  model <- check_choice(model, c("auto", "ratings", "ranks"), "model")
  chosen <- panel_model(model, noise, pooled, prior, settings$method, x, call)
  if (!identical(chosen, "ranks")) settings$seed <- check_seed(seed) else settings["seed"] <- list(seed)
  user_call <- without_people(match.call())
  panel <- switch(chosen,
    auto = auto_panel(x, settings, call, user_call),
    ratings = ratings_panel(x, prior, settings, call, user_call),
    ranks = fit_rank_panel(x, prior, noise, pooled, seed, settings, call, user_call)
  )
  # What it takes to do the same with other evaluators.
  panel$settings <- c(
    list(model = model), known_of_evaluators(x, prior, noise, call),
    list(pooled = pooled, seed = settings$seed %||% panel$seed),
    settings[c("method", "loss", "share_places", "level", "iterations", "chains")]
  )
  panel
}

# What was given of each evaluator, as values alone: a fit, or names among the values, may speak of people whose names
# are not in these evaluations, and must not be.
known_of_evaluators <- function(x, prior, noise, call) {
  list(
    prior = if (!is.null(prior)) resolve_prior(x, prior, call), learned = is_mark_fit(prior),
    noise = check_noise_of(noise, x, call, least_panel_noise)
  )
}

# Whatever only the rank model has is ranked. With known prior sizes there is no need to weigh.
panel_model <- function(model, noise, pooled, prior, method, x, call) {
  ranks_only <- !is.null(noise) || !identical(pooled, "partial") || method != "auto"
  if (model == "ratings" && ranks_only) {
    stop_value(
      "{.arg noise}, {.arg pooled} and {.arg method} must be left out with {.code model = \"ratings\"}.",
      "model", call, NULL
    )
  }
  if (model != "auto") {
    model
  } else if (ranks_only) {
    "ranks"
  } else if (!is.null(prior)) {
    if (is_marks(x)) "ratings" else "ranks"
  } else {
    "auto"
  }
}

ratings_panel <- function(x, prior, settings, call, user_call) {
  fit <- fit_panel_by_ratings(x, prior, settings, call)
  inform_decision(fit$decision)
  warn_mixing(fit$diagnostics)
  new_ratings_panel(fit, x, settings, user_call)
}

inform_decision <- function(decision) {
  if (!is.null(decision)) inform_plainly(decision$sentence, "seqjudge_message_order")
  invisible(decision)
}

fit_rank_panel <- function(x, prior, noise, pooled, seed, settings, call, user_call) {
  given <- rank_panel_scores(x, prior, call)
  panel <- given$panel
  prior <- given$prior
  grid <- panel_grid(x, prior, noise, call)
  grid$pooled <- check_pooled(pooled, "likelihood", NULL, call)
  settings$method <- panel_method(settings$method, panel, grid, call)
  settings$iterations <- settings$iterations %||% usual_rounds
  # The exact posterior needs no random numbers, and leaves the generator alone.
  settings$seed <- if (settings$method != "exact") check_seed(seed)
  if (!is.null(settings$share_places) && settings$method == "map") {
    stop_value(
      "{.arg share_places} must be NULL with {.code method = \"map\"}, which finds no probabilities.",
      "share_places", call
    )
  }
  fit <- switch(settings$method,
    exact = fit_panel_exactly(panel, grid, settings$threads),
    mcmc = fit_panel_by_chains(panel, grid, settings),
    map = fit_panel_by_search(panel, grid, settings)
  )
  new_panel(fit, x, grid, settings, user_call)
}

# The table of the scores, marks on the scale that was learned; and the prior, Inf where nothing is to be corrected.
rank_panel_scores <- function(x, prior, call) {
  learned <- is_marks(x) && (is.null(prior) || is_mark_fit(prior))
  if (!is.null(prior) || !(learned || !order_is_random(x))) {
    panel <- if (learned) share_table(x, resolve_prior(x, prior, call)) else model_scores(x, items = TRUE)
    return(list(panel = panel, prior = prior))
  }
  decision <- inform_decision(order_decision(x))
  size <- if (decision$correct) typical_size(decision$evidence) else Inf
  list(
    panel = if (learned) share_table(x, size) else model_scores(x, items = TRUE),
    prior = if (!decision$correct) Inf
  )
}

# The prior sizes and noises that evaluators may have ---------------------------------------------------------------

panel_sizes <- c(0:4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, Inf)
panel_noises <- 0.005 * 2^(0:24 / 4)
largest_panel_size <- 1024

# What is known of the shares of the sizes beforehand weighs as much as so many evaluators, spread evenly. With fewer,
# small panels trust too much in sizes that fit by chance.
pseudo_evaluators <- 4

# The population of noise: log-normal on the levels, with a centre and spread among these. Centres lie as far apart as
# the levels do.
noise_centres <- log(panel_noises[panel_noises > 0.009 & panel_noises < 0.3])
noise_spreads <- c(0.12, 0.25, 0.5)

# Scores themselves are not more exact than this.
least_panel_noise <- 1e-10

# Sizes and noises, and for what is known, the number of each evaluator's own (NULL where it is to be inferred).
panel_grid <- function(x, prior, noise, call) {
  grid <- list(sizes = panel_sizes, noises = panel_noises, known_size = NULL, known_noise = NULL, pooled = "partial")
  if (!is.null(prior)) {
    known <- resolve_prior(x, prior, call)
    known[known > largest_panel_size] <- Inf
    grid$sizes <- sort(unique(known))
    grid$known_size <- match(known, grid$sizes)
  }
  if (!is.null(noise)) {
    known <- check_noise_of(noise, x, call, least_panel_noise)
    grid$noises <- sort(unique(known))
    grid$known_noise <- match(known, grid$noises)
  } else {
    # Rounded scores have at least the noise of the rounding.
    scores <- model_scores(x)
    least <- if (scores$bins > 0) 1 / ((scores$bins + 1) * sqrt(12)) else scores$range[1]
    grid$noises <- panel_noises[panel_noises >= min(least, 0.1) * 0.999]
  }
  pairs <- expand.grid(size = seq_along(grid$sizes), noise = seq_along(grid$noises))
  grid$pairs <- pairs
  grid$populations <- noise_populations(grid$noises)
  grid
}

# Columns are populations: the shares of the noise levels for each centre and spread, and their log prior.
noise_populations <- function(noises) {
  kinds <- expand.grid(centre = noise_centres, spread = noise_spreads)
  shares <- vapply(seq_len(nrow(kinds)), FUN.VALUE = numeric(length(noises)), function(k) {
    log_share <- stats::dnorm(log(noises), kinds$centre[k], kinds$spread[k], log = TRUE)
    share <- exp(log_share - max(log_share)) + 1e-12
    share / sum(share)
  })
  list(
    shares = matrix(shares, length(noises)),
    log_prior = stats::dnorm(kinds$centre, log(0.05), 1, log = TRUE) + stats::dnorm(kinds$spread, 0, 0.3, log = TRUE)
  )
}

most_enumerated_items <- 7L
# Numbers kept while going through all rankings: 1.6 GB of them.
most_values_exact <- 2e8

panel_method <- function(method, panel, grid, call) {
  few_items <- panel$items <= most_enumerated_items
  values <- factorial(min(panel$items, most_enumerated_items)) * nrow(grid$pairs) * (length(panel$start) - 1)
  if (method == "auto") {
    return(if (few_items && values <= most_values_exact) "exact" else "mcmc")
  }
  if (method == "exact" && !(few_items && values <= most_values_exact)) {
    why <- if (few_items) "fewer evaluators" else "at most {most_enumerated_items} items, not {panel$items},"
    stop_value(
      paste("{.arg x} must have", why, "for all rankings to be looked at."),
      "x", call, NULL, "seqjudge_error_panel_size",
      i = "Use {.code method = \"mcmc\"}, or {.val map} for the best ranking alone."
    )
  }
  method
}
