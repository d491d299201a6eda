#' How many judges does it take?
#'
#' Before a contest: how likely does a panel find the right winner, or the right `k` best, and how far off is its whole
#' ranking, for so many judges, so many items for each, so many items to warm up, in one order for all or in orders of
#' their own, with or without a second round for the best? `plan_panel()` simulates each of these panels, and names the
#' cheapest that reaches the target.
#'
#' All combinations of `evaluators`, `per_evaluator`, `warmup`, `order` and `second_round` are looked at.
#'
#' @section What is simulated:
#' Items have standard normal qualities \eqn{z}. With `model = "ratings"` judge \eqn{j} gives the item at turn \eqn{p}
#' of \eqn{L} the mark
#' \deqn{s_j + a \frac{p - 1/2}{L} + \frac{b}{p} + w_{jp} + l_j q z_p + c z_{p-1} + e_{jp},}{
#'   s[j] + a (p - 1/2) / L + b / p + w[j, p] + l[j] q z[p] + c z[p - 1] + e[j, p],}
#' where `effects` has \eqn{q} (`quality`, the standard deviation of what items deserve, 1), the standard deviations of
#' \eqn{s} (`severity`, 0.5), of \eqn{l} about 1 (`loading`, 0) and of \eqn{e} (`noise`, 1), `drift` \eqn{a}, `start`
#' \eqn{b} and `neighbour` \eqn{c} (all 0), and `serial` (0), the variance of the wandering level \eqn{w} as a share of
#' that of the noise (see [fit_order_effects()]). With a finite `prior_size` (`Inf`) the quality as seen replaces
#' \eqn{z_p}{z[p]}: what is to be expected of an item with that rank among the earlier ones, those before the contest,
#' those to warm up and those seen so far (Blom's approximation to normal order statistics).
#'
#' With `model = "ranks"` scores are shares of items beaten, as in [simulate_evaluations()]; `effects` then has
#' `prior_size` (0) and `noise` (0.1).
#'
#' Warm-up items are other items, shown first, whose scores do not count. They raise the prior size by their number, and
#' the beginning of a session falls on them. In a second round all judges see the `second_round` best again, in a new
#' order; they know by then what they have seen, and the best are ranked by both rounds and stay above the others.
#'
#' @section How it is decided:
#' By a simple rule, so that thousands of contests take seconds. Marks: the mean score, where everybody sees everything;
#' otherwise the best linear prediction of items and severities with the variances known. Drift and start are known and
#' taken out where orders are `"own"` or `"balanced"`; in a `"shared"` order nobody can tell them from the items, and
#' they stay in. Contrast with the item before, wandering levels, loadings and becoming calibrated are not corrected
#' for. [rank_panel()] corrects for most of them, and learns what is known here: where they are small it decides about
#' as well, and where they are large better. Shares: the mean of the ranks by insertion with the known prior size.
#' Ties are broken by lot.
#'
#' @section Many settings:
#' Replicates run through the engine of [simulate_study()]: the same result for any number of threads, over processes
#' or computers by `future::plan()`, what is finished after an interrupt, and more of them by `update()`.
#'
#' @param target Number: what is to be reached, a probability for `"winner"` and `"top"`, a share, or a mean
#'   footrule (as [footrule_distance()] has it). `NULL` for no target.
#' @param items Whole number from 2: how many items. May be left out with a `fit`, which knows how many it saw.
#' @param evaluators Whole numbers from 1: how many judges.
#' @param per_evaluator Whole numbers: how many items each sees, or `NULL` for all. Items are dealt out so that they
#'   have equally many turns (see [plan_orders()]).
#' @param warmup Whole numbers from 0: how many items to warm up.
#' @param order Strings: `"own"` random orders, one `"shared"` order or, where everybody sees everything, `"balanced"`
#'   orders (rows of a Williams design).
#' @param second_round Whole numbers: how many of the best are seen again; 0 for no second round.
#' @param measure String: what the target is about, the right `"winner"`, the right set of the `k` best (`"top"`), the
#'   mean `"share"` of the `k` best that are found, or the `"footrule"`.
#' @param k Whole number from 1: how many best are wanted.
#' @param model String: `"ratings"` for marks, `"ranks"` for shares of items beaten.
#' @param effects Named list of what is known of items and judges (see below). Sizes in any unit: only their ratios
#'   matter.
#' @param fit `NULL`, or what a pilot tells: a result of [fit_order_effects()] for marks, or of [fit_prior()] for
#'   shares. `effects` overrule it.
#' @param cost Named numbers from 0: what a `judge` and a `score` cost. Scores of the warm-up and of the second round
#'   count.
#' @param reps Whole number from 2: how many contests of each kind.
#' @inheritParams seqjudge-arguments
#' @return An object of class `seqjudge_panel_plan`, which names the cheapest panel that reaches the target. See
#'   [panel-plan-methods] and [autoplot()][autoplot.seqjudge_panel_plan].
#' @seealso [plan_orders()] for the orders, [second_looks()] for what to do after the contest.
#' @family planning
#' @examples
#' # Twelve pianists. Judges' noise is as large as the pianists differ.
#' plan <- plan_panel(
#'   0.8,
#'   items = 12, evaluators = c(3, 5, 9, 15), second_round = c(0, 3), reps = 500, seed = 1
#' )
#' plan
#' autoplot(plan)
#'
#' # Novices, whose first marks are cautious: do five items to warm up save a judge?
#' plan_panel(
#'   0.8,
#'   items = 12, evaluators = 2:5, warmup = c(0, 5), effects = list(prior_size = 0, noise = 0.4),
#'   reps = 500, seed = 1
#' )
#' @export
plan_panel <- function(target = NULL, items = NULL, evaluators = c(2, 3, 5, 8, 12, 20), per_evaluator = NULL,
                       warmup = 0, order = "own", second_round = 0,
                       measure = c("winner", "top", "share", "footrule"), k = 3,
                       model = c("ratings", "ranks"), effects = list(), fit = NULL, cost = c(judge = 0, score = 1),
                       reps = 2000, seed = NULL, threads = NULL, progress = rlang::is_interactive(), ...) {
  call <- check_no_more(list(...), rlang::current_env())
  pilot <- check_pilot(fit, call)
  model <- if (!is.null(pilot) && missing(model)) pilot$model else check_choice(model, c("ratings", "ranks"), "model")
  n <- check_contest_items(items, pilot, call)
  k <- check_number(k, "k", call, "a whole number from 1", whole_from(1))
  measure <- check_choice(measure, contest_measures, "measure")
  grid <- contest_grid(n, evaluators, per_evaluator, warmup, order, second_round, call)
  effects <- check_contest_effects(effects, model, pilot, call)
  settings <- lapply(seq_len(nrow(grid)), function(s) contest_setting(grid[s, ], n, min(k, n), model, effects))
  plan <- structure(
    list(
      design = grid, settings = settings, methods = list(), metrics = contest_measures, target = target,
      measure = measure, k = min(k, n), model = model, effects = effects, cost = check_cost(cost, call), items = n,
      reps = check_reps(reps, settings, call), seed = check_seed(seed, call = call), done = rep(0, nrow(grid)),
      totals = rep(list(list(sums = array(0, c(4, 2, 4, 1)))), nrow(grid))
    ),
    class = c("seqjudge_panel_plan", "seqjudge_object")
  )
  check_target(target, measure, call)
  run_study(plan, threads, progress, call)
}

#' @rdname panel-plan-methods
#' @export
update.seqjudge_panel_plan <- function(object, reps = object$reps, threads = NULL, progress = rlang::is_interactive(),
                                       ...) {
  check_no_more(list(...), rlang::current_env())
  update.seqjudge_study(object, reps, threads, progress)
}

contest_measures <- c("winner", "top", "share", "footrule")

# A batch of replicates, as run_task() has it.
run_contests <- function(task, parts, threads) {
  started <- proc.time()[["elapsed"]]
  sums <- cpp_contest_totals(
    parts$settings[[task$setting]], parts$seed, task$setting - 1, task$from, task$to, threads
  )
  list(sums = sums, seconds = proc.time()[["elapsed"]] - started)
}

contest_setting <- function(row, n, k, model, effects) {
  c(
    list(
      n = n, evaluators = row$evaluators, per_evaluator = row$per_evaluator, warmup = row$warmup,
      second_round = row$second_round, k = k, ranks = model == "ranks",
      # In the order of seqjudge::ContestOrder.
      order = match(row$order, contest_orders) - 1L
    ),
    effects
  )
}

# Checks -------------------------------------------------------------------------------------------------------------

contest_orders <- c("own", "shared", "balanced")

check_contest_items <- function(items, pilot, call) {
  items <- items %||% pilot$items
  if (is.null(items)) stop_value("{.arg items}, how many there are, must be given.", "items", call)
  check_number(items, "items", call, "a whole number from 2 to 5,000", whole_from(2, 5000))
}

contest_grid <- function(n, evaluators, per_evaluator, warmup, order, second_round, call) {
  counts <- function(x, arg, from, to = 1e4) {
    expected <- paste("hold whole numbers from", from, "to", big(to))
    x <- check_numbers(x, arg, call, expected, whole_from(from, to))
    if (length(x) == 0) stop_shape("{.arg {arg}} must have at least one value.", arg, call)
    unique(x)
  }
  if (!is.character(order) || length(order) == 0) {
    stop_type("{.arg order} must hold strings, not {describe_type(order)}.", "order", call)
  }
  message <- "{.arg order} must hold {.or {.val {contest_orders}}}."
  check_none(which(!order %in% contest_orders), message, "order", call, order)
  grid <- expand.grid(
    evaluators = counts(evaluators, "evaluators", 1),
    per_evaluator = counts(per_evaluator %||% n, "per_evaluator", 1, n),
    warmup = counts(warmup, "warmup", 0), order = unique(order),
    second_round = counts(second_round, "second_round", 0, n),
    KEEP.OUT.ATTRS = FALSE, stringsAsFactors = FALSE
  )
  if (any(grid$order == "balanced" & grid$per_evaluator < n)) {
    stop_value(
      "{.arg order} must not be {.val balanced} where judges see fewer than all {n} items.", "order", call, NULL
    )
  }
  grid
}

# What may be known of items and judges, and what is supposed without: of the two models.
contest_defaults <- list(
  quality = 1, severity = 0.5, loading = 0, noise = 1, drift = 0, start = 0, neighbour = 0, serial = 0,
  prior_size = Inf
)

check_contest_effects <- function(effects, model, pilot, call) {
  takes <- if (model == "ratings") names(contest_defaults) else c("prior_size", "noise")
  if (!is_named_list(effects, takes)) {
    stop_value("{.arg effects} must be a list with names among {.val {takes}}.", "effects", call)
  }
  known <- contest_defaults
  if (model == "ranks") known[c("prior_size", "noise", "severity")] <- list(0, 0.1, 0)
  known <- utils::modifyList(known, as.list(pilot$effects))
  known <- utils::modifyList(known, effects)
  for (name in names(known)) known[[name]] <- check_contest_effect(known[[name]], name, call)
  # So many earlier items are as good as any number.
  if (known$prior_size > 2000) known$prior_size <- Inf
  known
}

is_named_list <- function(x, takes) {
  named <- is.list(x) && !is.object(x) && (length(x) == 0 || !is.null(names(x)))
  named && all(names(x) %in% takes) && anyDuplicated(names(x)) == 0
}

check_contest_effect <- function(value, name, call) {
  kind <- switch(name,
    quality = list("a number above 0", number_above(0)),
    prior_size = list("a whole number from 0, or Inf", is_prior_size),
    drift = ,
    start = ,
    neighbour = list("a finite number", is.finite),
    list("a number from 0", number_from(0))
  )
  check_number(value, paste0("effects$", name), call, kind[[1]], kind[[2]])
}

check_cost <- function(cost, call) {
  values <- check_numbers(cost, "cost", call, "hold numbers from 0", number_from(0))
  if (!setequal(names(cost), c("judge", "score")) || length(cost) != 2) {
    stop_value("{.arg cost} must name what a {.val judge} and a {.val score} cost.", "cost", call)
  }
  stats::setNames(values, names(cost))
}

check_target <- function(target, measure, call) {
  if (is.null(target)) {
    return()
  }
  expected <- if (measure == "footrule") "a number above 0" else "a number between 0 and 1"
  check_number(target, "target", call, expected, function(p) p > 0 && p < 1)
}

# What a pilot says: sizes of effects, and how many items there were.
check_pilot <- function(fit, call) {
  if (is.null(fit)) {
    return(NULL)
  }
  if (inherits(fit, "seqjudge_order_effects")) {
    return(list(model = "ratings", items = length(fit$table$names), effects = pilot_effects(fit)))
  }
  if (inherits(fit, "seqjudge_prior_fit")) {
    found <- stats::coef(fit)
    if (is.matrix(found)) found <- apply(found, 2, stats::median, na.rm = TRUE)
    items <- length(unique(fit$evaluations$item))
    return(list(model = "ranks", items = if (items > 1) items, effects = as.list(found[c("prior_size", "noise")])))
  }
  stop_type(
    "{.arg fit} must be a result of {.fn fit_order_effects} or {.fn fit_prior}, not {describe_type(fit)}.", "fit", call
  )
}

# Posterior means, in standard deviations of scores. Only effects that were found are taken: the mean of one that may be
# none is mostly noise.
pilot_effects <- function(fit) {
  variance <- function(name) sqrt(mean(common_draws(fit, name)))
  found <- fit$estimates
  size <- function(effect) {
    row <- found[found$effect == effect, ]
    if (nrow(row) == 0 || is.na(row$p_value) || row$p_value > 0.05) 0 else mean(effect_draws(fit, effect))
  }
  calibration <- found$estimate[found$effect == "calibration"]
  list(
    quality = variance("quality_variance"), severity = variance("severity_variance"),
    loading = mean(common_draws(fit, "loading_spread")), noise = variance("noise_centre"), drift = size("drift"),
    start = size("start"), neighbour = size("neighbour"), serial = max(size("serial"), 0),
    prior_size = if (length(calibration) == 1 && !is.na(calibration)) round(calibration) else Inf
  )
}
