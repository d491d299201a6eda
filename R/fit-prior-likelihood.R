# Fitting prior size and noise by likelihood. An *objective* is a likelihood with its data: `profile(sizes, start)`
# gives the best noise and the log-likelihood for each size, from a first guess of the noise or, with NA, from none.

# The noise is found to this precision on the log scale, which makes the log-likelihood precise to 1e-4.
noise_tolerance <- function(n) 0.01 / sqrt(n)

# `scan_all`: is every noise looked at for every size?
likelihood_objective <- function(scores, grid, scan_all) {
  profile <- function(sizes, start) cpp_profile(scores, sizes, start, noise_tolerance(scores$n))
  list(profile = profile, grid = grid, scan_all = scan_all)
}

marginal_objective <- function(scores) {
  likelihood_objective(scores, size_grid(1e6), length(scores$value) <= 500 || scores$bins > 0)
}

# Sizes to look at: all small ones, then in growing steps. The log-likelihood is smooth on this scale.
size_grid <- function(largest) {
  grid <- c(0:10, round(10 * 1.3^(1:17)))
  while (max(grid) < largest) grid <- c(grid, min(4 * max(grid), largest))
  c(grid[grid <= largest], Inf)
}

fit_by_likelihood <- function(x, scores, truth, settings, call) {
  if (!is.null(truth)) {
    ranked <- ranked_scores(x, scores, if (isTRUE(truth)) NULL else truth, call)
    return(fit_pooled(ranked_objective(ranked), settings$level, size_prior = settings$size_prior))
  }
  if (isFALSE(settings$pooled)) {
    return(fit_each(scores, settings$level, settings$size_prior))
  }
  p_value <- panel_p_value(x, scores, settings$level)
  fit <- fit_pooled(pooled_objective(scores), settings$level, p_value, settings$size_prior)
  if (identical(settings$pooled, "partial")) fit <- fit_partial(fit, scores, settings$level)
  fit
}

# One size for all -------------------------------------------------------------------------------------------------

# `p_value` is that of "no correction"; without one it comes from the ratio of likelihoods. It decides whether Inf
# belongs to the interval. `size_prior` are weights of sizes, which are then the only ones.
fit_pooled <- function(objective, level, p_value = NULL, size_prior = NULL) {
  if (!is.null(size_prior)) objective$grid <- as.double(names(size_prior))
  profile <- profile_grid(objective)
  p_value <- p_value %||% ratio_p_value(profile)
  open <- is.finite(profile$prior_size) | !is_ruled_out(p_value, 1 - level) | all(is.infinite(profile$prior_size))
  found <- search_sizes(objective, profile, interval_drop(level), open, refine = is.null(size_prior))
  profile <- found$profile
  log_weight <- profile$integrated + log(prior_size_weights(profile$prior_size, size_prior))
  profile$weight <- exp(log_weight - log_sum_exp(log_weight))
  list(
    prior_size = found$best,
    noise = profile$noise[match(found$best, profile$prior_size)],
    lower = found$interval[1],
    upper = found$interval[2],
    log_lik = max(profile$log_lik),
    df = 2L,
    profile = list2DF(profile[names(profile) != "nodes"]),
    noise_nodes = profile$nodes,
    test = c(statistic = likelihood_ratio(profile), p_value = p_value)
  )
}

# Twice the difference of the log-likelihoods, averaged over the noise, of the best size and of Inf.
likelihood_ratio <- function(profile) {
  none <- profile$integrated[is.infinite(profile$prior_size)]
  if (length(none) == 0) Inf else max(0, 2 * (max(profile$integrated) - none))
}

# Inf is at the end of the scale: an equal mixture of zero and a chi-square.
ratio_p_value <- function(profile) {
  statistic <- likelihood_ratio(profile)
  if (statistic > 0) stats::pchisq(statistic, 1, lower.tail = FALSE) / 2 else 1
}

# How far below the best the log-likelihood of a size in the interval may be. Every whole number has noiseless scores of
# its own, which makes the profile jagged, and its highest point higher than that of a smooth one. In simulations a
# quarter makes up for it.
interval_drop <- function(level) stats::qchisq(level, 1) / 2 + 0.25

# Where sizes are equally likely, the one that corrects least.
best_size <- function(support) max(which(support >= max(support) - 1e-8))

# From the profile on a grid of sizes to the whole numbers that decide: the best one and the ends of the interval, by
# halving. Sizes that are not `open` (Inf, where it is ruled out) take no part; Inf that is open is in the interval.
search_sizes <- function(objective, profile, drop, open, refine) {
  barred <- profile$prior_size[!open]
  # A size that was asked about before is not computed again.
  look <- function(size) {
    at <- match(size, profile$prior_size)
    if (is.na(at)) {
      start <- if (objective$scan_all) NA_real_ else profile$noise[which.min(abs(profile$prior_size - size))]
      profile <<- join_profiles(profile, as_profile(size, objective$profile(size, start)))
      at <- length(profile$prior_size)
    }
    profile$integrated[at]
  }
  support <- function() ifelse(profile$prior_size %in% barred, -Inf, profile$integrated)
  largest <- max(objective$grid[is.finite(objective$grid)], 0)
  if (refine) {
    near <- best_size(support()) + c(-1, 1)
    around <- profile$prior_size[pmin(pmax(near, 1), length(profile$prior_size))]
    refine_maximum(look, around[1], min(around[2], largest))
  }
  profile <- by_size(profile)
  cut <- max(support()) - drop
  if (refine) {
    inside <- range(which(support() >= cut))
    sizes <- profile$prior_size
    if (inside[1] > 1) refine_crossing(look, sizes[inside[1]], sizes[inside[1] - 1], cut)
    if (inside[2] < length(sizes)) refine_crossing(look, sizes[inside[2]], sizes[inside[2] + 1], cut)
  }
  profile <- by_size(profile)
  inside <- support() >= cut | (is.infinite(profile$prior_size) & !profile$prior_size %in% barred)
  interval <- range(profile$prior_size[inside])
  profile$inside <- profile$prior_size >= interval[1] & profile$prior_size <= interval[2]
  list(profile = profile, best = profile$prior_size[best_size(support())], interval = interval)
}

# A list of columns, with equally likely values of the noise in a matrix among them: data frames would take longer than
# the likelihoods of few scores.
as_profile <- function(sizes, found) c(list(prior_size = sizes), found)

join_profiles <- function(first, second) {
  for (column in setdiff(names(first), "nodes")) first[[column]] <- c(first[[column]], second[[column]])
  first$nodes <- rbind(first$nodes, second$nodes)
  first
}

by_size <- function(profile) {
  sorted <- order(profile$prior_size)
  lapply(profile, function(column) if (is.matrix(column)) column[sorted, , drop = FALSE] else column[sorted])
}

profile_grid <- function(objective) {
  grid <- objective$grid
  if (objective$scan_all) {
    return(as_profile(grid, objective$profile(grid, rep(NA_real_, length(grid)))))
  }
  if (!is.null(objective$start)) {
    return(as_profile(grid, objective$profile(grid, objective$start)))
  }
  # Now and then all levels of noise are looked at; the other sizes start from the one before.
  profile <- NULL
  for (k in seq_along(grid)) {
    start <- if (k %% 8 == 1) NA_real_ else profile$noise[k - 1]
    now <- as_profile(grid[k], objective$profile(grid[k], start))
    profile <- if (is.null(profile)) now else join_profiles(profile, now)
  }
  profile
}

# The whole number with the highest value between two others, by halving.
refine_maximum <- function(look, lower, upper) {
  while (upper - lower > 2) {
    middle <- floor((lower + upper) / 2)
    if (look(middle) < look(middle + 1)) lower <- middle else upper <- middle + 1
  }
  if (upper > lower) look(lower + 1)
}

# The whole numbers on both sides of which the value falls below `cut`.
refine_crossing <- function(look, inside, outside, cut) {
  if (is.infinite(inside) || is.infinite(outside)) {
    return(invisible())
  }
  while (abs(outside - inside) > 1) {
    middle <- if (inside < outside) floor((inside + outside) / 2) else ceiling((inside + outside) / 2)
    if (look(middle) >= cut) inside <- middle else outside <- middle
  }
}

# Many scores ------------------------------------------------------------------------------------------------------

# The evaluators do not matter for a pooled fit, only how often each score occurs at each position.
pooled_objective <- function(scores) {
  if (scores$bins > 0) {
    return(marginal_objective(count_bins(scores)))
  }
  if (scores$n <= 5000) {
    return(marginal_objective(scores))
  }
  sample <- scores$value[seq.int(1, scores$n, length.out = 1000)]
  if (length(unique(sample)) < 500) scores <- count_values(scores)
  if (length(scores$value) <= 20000 || scores$uniform) marginal_objective(scores) else compressed_objective(scores)
}

count_bins <- function(scores) {
  count_cells(scores, (scores$position - 1) * scores$bins + scores$bin)
}

count_values <- function(scores) {
  values <- unique(scores$value)
  count_cells(scores, (scores$position - 1) * as.double(length(values)) + match(scores$value, values))
}

count_cells <- function(scores, cell) {
  cells <- unique(cell)
  counted <- score_rows(scores, match(cells, cell), length(cells))
  counted$weight <- as.double(tabulate(match(cell, cells), length(cells)))
  counted
}

# Scores by the hundred thousand are first looked at in a sample, evenly taken. That tells the noise, and so how narrow
# the cells must be in which the core replaces scores by a few nodes: an eighth of the noise makes the log-likelihood
# exact to 1e-4 in millions of scores. It is computed from all scores at the best size to make sure, and where the two
# differ, or the cells would be as many as the scores, the scores are used as they are.
compressed_objective <- function(scores) {
  taken <- round(seq.int(1, scores$n, length.out = 4001))
  # A step that divides the number of positions would always meet the same ones.
  taken <- unique(pmin(taken + seq_along(taken) %% 7, scores$n))
  some <- score_rows(scores, taken, length(taken))
  some$n <- length(taken)
  exact <- marginal_objective(scores)
  exact$scan_all <- FALSE
  guess <- profile_grid(marginal_objective(some))
  exact$start <- guess$noise
  at <- best_size(guess$integrated)
  width <- guess$noise[at] / 8
  cells <- diff(range(scores$value)) / width * max(scores$position)
  if (6 * cells > length(scores$value) / 3 || length(scores$weight) > 0) {
    return(exact)
  }
  nodes <- utils::modifyList(scores, cpp_compress(scores, width))
  at_best <- function(scores) cpp_log_likelihood(scores, guess$prior_size[at], guess$noise[at])
  if (abs(at_best(nodes) - at_best(scores)) > 0.01) {
    return(exact)
  }
  fast <- marginal_objective(nodes)
  fast$start <- guess$noise
  fast
}

# One size for each ------------------------------------------------------------------------------------------------

fit_each <- function(scores, level, size_prior = NULL) {
  each <- lapply(seq_len(length(scores$start) - 1L), function(j) {
    own <- some_scores(scores, j)
    if (own$n == 0) {
      return(data.frame(prior_size = Inf, noise = NA_real_, lower = 0, upper = Inf, log_lik = 0))
    }
    fit <- fit_pooled(marginal_objective(own), level, order_p_value(own, level, threads = 1L), size_prior)
    as.data.frame(fit[c("prior_size", "noise", "lower", "upper", "log_lik")])
  })
  each <- do.call(rbind, each)
  list(
    prior_size = NA_real_, noise = NA_real_, lower = NA_real_, upper = NA_real_,
    log_lik = sum(each$log_lik), df = 2L * sum(!is.na(each$noise)),
    each = each[c("prior_size", "noise", "lower", "upper")]
  )
}

# Known rankings ---------------------------------------------------------------------------------------------------

# For each evaluator the items from the lowest to the highest in rank, unscored ones included: they were seen too.
ranked_scores <- function(x, scores, truth, call) {
  value <- truth_along(x, truth, call = call)
  code <- evaluator_codes(x)
  sorted <- order(code, value, method = "radix")
  check_untied(x, code, value, sorted, call)
  ranked <- model_scores(x, if (scores$uniform) "uniform" else "normal")
  ranked$relative <- relative_truth(x, value)
  score_rows(ranked, sorted, evaluator_sizes(x))
}

check_untied <- function(x, code, value, sorted, call) {
  same <- which(diff(code[sorted]) == 0 & diff(value[sorted]) == 0)
  if (length(same) > 0) {
    pair <- sorted[same[1] + 0:1]
    stop_value(
      "{.arg truth} must rank the items of each evaluator without ties for the likelihood.",
      "truth", call, pair, "seqjudge_error_ties",
      x = "Evaluator {.val {evaluator_along(x)[pair[1]]}} has {.val {x$item[pair]}} tied.",
      i = "{.code method = \"truth\"} takes ties."
    )
  }
}

# The time grows with the prior size. Beyond this one, sizes are hardly told apart from Inf.
largest_ranked_size <- 1024

ranked_objective <- function(scores) {
  likelihood_objective(count_alike(scores), size_grid(largest_ranked_size), scores$n <= 100)
}

# Evaluators with the same scores of the same items in the same order are computed once.
count_alike <- function(scores) {
  if (scores$bins == 0) {
    return(scores)
  }
  sizes <- diff(scores$start)
  item <- paste(scores$position, scores$bin)
  key <- vapply(split(item, rep.int(seq_along(sizes), sizes)), paste, character(1), collapse = ",", USE.NAMES = FALSE)
  kinds <- unique(key)
  first <- match(kinds, key)
  counted <- score_rows(scores, rep.int(scores$start[first], sizes[first]) + sequence(sizes[first]), sizes[first])
  counted$weight <- as.double(tabulate(match(key, kinds), length(kinds)))
  counted
}
