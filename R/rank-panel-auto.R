# Panels by both models, weighed by how well each predicts the scores of evaluators who are left out.

# Beyond this many scores or items the rank model takes too long to be one of two.
most_weighed_scores <- 1000L
most_weighed_items <- 100L
# Two evaluators cannot tell which model predicts a third.
least_weighed_evaluators <- 3L
weighing_folds <- 3L
# A model with a smaller weight is left out.
least_model_weight <- 0.05
# What a user says of the scores counts: the model that goes with their meaning is so many times as likely beforehand.
meaning_odds <- 19

# Either model by itself, or both. The model that goes with the meaning of the scores is the first guess: the ratings
# model for marks, the rank model for shares. With marks, the other has something to add only where early scores are
# cautious.
auto_panel <- function(x, settings, call, user_call) {
  marks <- is_marks(x)
  decision <- if (marks || order_is_random(x)) order_decision(x, threads = settings$threads)
  why <- not_weighed(x, marks, decision)
  weights <- if (is.null(why)) weigh_models(x, decision, settings, call) else c(ratings = marks, ranks = !marks) + 0
  if (identical(why, "large")) weights <- c(ratings = 1, ranks = 0)
  used <- names(weights)[weights > 0]
  panels <- list(
    ratings = if ("ratings" %in% used) auto_ratings(x, decision, settings, call, user_call),
    ranks = if ("ranks" %in% used) auto_ranks(x, marks, decision, settings, call, user_call)
  )
  panel <- if (length(used) == 1) panels[[used]] else mix_panels(panels, weights, settings)
  panel$weights <- weights
  panel$not_weighed <- why
  if ("ratings" %in% used) inform_decision(decision %||% order_decision(x))
  panel
}

# Why there is no weighing, or NULL.
not_weighed <- function(x, marks, decision) {
  if (length(unique(x$evaluator)) < least_weighed_evaluators) {
    "few"
  } else if (sum(!is.na(x$score)) > most_weighed_scores || length(unique(x$item)) > most_weighed_items) {
    "large"
  } else if (2 * order_sequences(x)$orders <= length(evaluator_names(x))) {
    # In an order that both saw, who takes the effect of the order for quality predicts another as well.
    "shared"
  } else if (marks && !decision$correct) {
    "no effect"
  }
}

auto_ratings <- function(x, decision, settings, call, user_call) {
  settings$seed <- settings$seed %||% draw_seed()
  fit <- fit_panel_by_ratings(x, NULL, settings, call, decision)
  warn_mixing(fit$diagnostics)
  new_ratings_panel(fit, x, settings, user_call)
}

# Marks become shares on the scale that goes with what was learned. The rank model's chains are slow, and shorter ones
# tell enough beside the other model; it is said where they have not come to agree.
auto_ranks <- function(x, marks, decision, settings, call, user_call) {
  if (!marks) {
    return(fit_rank_panel(x, NULL, NULL, "partial", settings$seed, settings, call, user_call))
  }
  settings$iterations <- max((settings$iterations %||% usual_rounds) %/% 3L, 10L)
  panel <- withCallingHandlers(
    fit_rank_panel(shares_of(x, decision), NULL, NULL, "partial", settings$seed, settings, call, user_call),
    seqjudge_warning_mixing = function(w) rlang::cnd_muffle(w)
  )
  if (!is.null(panel$diagnostics)) warn_mixing(panel$diagnostics, least = 0)
  panel$evaluations <- x
  panel
}

# The scores on the scale of 0 to 1: shares as they are, marks as learned.
shares_of <- function(x, decision) {
  marks <- is_marks(x)
  value <- if (marks) learned_shares(x, typical_size(decision$evidence)) else scale_scores(x)
  further <- further_columns(x)
  shares <- new_evaluations(x$evaluator, x$item, x$position, value, score_scale("identity"), further)
  with_order(shares, if (order_is_random(x)) "random" else order_of(x))
}

# The weights --------------------------------------------------------------------------------------------------------

# Pseudo-BMA weights with the Bayesian bootstrap over evaluators (Yao, Vehtari, Simpson and Gelman, 2018). They are a
# property of the scores: the seed is not the user's.
weigh_models <- function(x, decision, settings, call) {
  model_weights(with_seed(1, held_out_differences(x, decision, settings, call)), is_marks(x))
}

model_weights <- function(better, marks) {
  before <- if (marks) -log(meaning_odds) else log(meaning_odds)
  ranks <- with_seed(1, bootstrap_weight(better, before))
  weights <- c(ratings = 1 - ranks, ranks = ranks)
  weights[weights < least_model_weight] <- 0
  weights / sum(weights)
}

bootstrap_weight <- function(better, before = 0, draws = 1000L) {
  shares <- matrix(stats::rexp(draws * length(better)), draws)
  mean(stats::plogis(before + length(better) * as.vector(shares %*% better) / rowSums(shares)))
}

# For each evaluator, by how much the log density of the scores, one by one, is higher by the rank model, once it has
# been fitted to others.
held_out_differences <- function(x, decision, settings, call) {
  who <- unique(x$evaluator)
  fold <- rep_len(seq_len(min(weighing_folds, length(who))), length(who))
  shares <- shares_of(x, decision)
  found <- lapply(unique(fold), function(k) {
    train <- shares[who[fold != k]]
    by_ranks <- rank_predictor(train, settings, call)
    by_ratings <- rating_predictor(train, decision, settings, call)
    vapply(who[fold == k], FUN.VALUE = numeric(1), function(own) {
      test <- as.data.frame(shares)[x$evaluator == own & !is.na(match(x$item, train$item)), ]
      sum(by_ranks(test) - by_ratings(test), na.rm = TRUE)
    })
  })
  unlist(found)
}

predictive_draws <- 200L

# A score may always be an accident.
log_mixed_density <- function(density, score) log(0.98 * density + 0.02 * stats::dnorm(score, 0.5, 0.3))

# Each gives a function of the rows of an evaluator, in order of presentation, that has the log density of each score.
rank_predictor <- function(train, settings, call) {
  table <- model_scores(train, items = TRUE)
  grid <- panel_grid(train, if (!order_is_random(train)) Inf, NULL, call)
  short <- list(iterations = 150L, chains = 2L, pilot = 40L, progress = FALSE, seed = draw_seed())
  short <- utils::modifyList(settings, short)
  fit <- if (panel_method("auto", table, grid, call) == "exact") {
    fit_panel_exactly(table, grid, settings$threads, integrate = FALSE)
  } else {
    summarise_chains(panel_chains(table, grid, short), table, grid)
  }
  chosen <- sample.int(nrow(fit$ranks), predictive_draws, replace = TRUE, prob = fit$probability)
  ranks <- t(fit$ranks[chosen, , drop = FALSE])
  pair <- sample.int(nrow(grid$pairs), predictive_draws, replace = TRUE, prob = pairs_of_another(fit, grid))
  size <- grid$sizes[grid$pairs$size[pair]]
  noise <- grid$noises[grid$pairs$noise[pair]]
  function(test) {
    own <- ranks[match(test$item, table$names), , drop = FALSE]
    vapply(seq_len(nrow(test)), FUN.VALUE = numeric(1), function(t) {
      below <- colSums(own[seq_len(t - 1), , drop = FALSE] < rep(own[t, ], each = t - 1))
      centre <- expected_share(own[t, ], nrow(ranks), below, test$position[t], size)
      log_mixed_density(mean(stats::dnorm(test$score[t], centre, noise)), test$score[t])
    })
  }
}

# An evaluator who is not in the panel is like one who is, or like none.
pairs_of_another <- function(fit, grid) {
  base <- rep(1 / length(grid$sizes), length(grid$sizes))[grid$pairs$size] * fit$population$noise[grid$pairs$noise]
  (rowSums(fit$pairs) + pseudo_evaluators * base) / (ncol(fit$pairs) + pseudo_evaluators)
}

# Noiseless scores for an item of this rank among n, with so many of those shown before below it: the earlier items that
# the evaluator has in mind fall below it as its quality has it.
expected_share <- function(rank, n, below, position, size) {
  quality <- stats::rbeta(length(rank), rank, n + 1 - rank)
  finite <- is.finite(size)
  prior_below <- rep(0, length(rank))
  prior_below[finite] <- stats::rbinom(sum(finite), size[finite], quality[finite])
  ifelse(finite, (1 + below + prior_below) / (size + position + 1), quality)
}

rating_predictor <- function(train, decision, settings, call) {
  short <- utils::modifyList(settings, list(iterations = 100L, chains = 4L, seed = draw_seed()))
  fit <- fit_panel_by_ratings(train, NULL, short, call, decision %||% list(correct = FALSE))
  drawn <- fit$drawn
  rounds <- dim(drawn$quality)[2]
  chosen <- sample.int(rounds * dim(drawn$quality)[3], predictive_draws, replace = TRUE)
  flat <- function(values) matrix(values, dim(values)[1])[, chosen, drop = FALSE]
  quality <- flat(drawn$quality)
  effects <- flat(drawn$effects)
  rownames(effects) <- dimnames(drawn$effects)[[1]]
  severity <- flat(drawn$severity)
  # Another evaluator follows the quality as one of these does, with such a noise.
  like <- cbind(sample.int(nrow(severity), predictive_draws, replace = TRUE), seq_len(predictive_draws))
  load <- flat(drawn$loading)[like]
  of_level <- effects["severity_sd", ]^2 * (1 + 1 / nrow(severity))
  variance <- flat(drawn$noise)[like]^2 * (1 + effects["wander", ]) + of_level
  size <- fit$sizes[1, (chosen - 1) %/% rounds + 1]
  centre <- mean(train$score, na.rm = TRUE)
  function(test) {
    own <- quality[match(test$item, fit$table$names), , drop = FALSE]
    n <- nrow(test)
    drift <- (seq_len(n) - 0.5) / n - 0.5
    start <- 1 / seq_len(n) - mean(1 / seq_len(n))
    vapply(seq_len(n), FUN.VALUE = numeric(1), function(t) {
      seen <- compared_quality(own, t, test$position[t], size, effects["quality_sd", ]^2)
      shift <- if (fit$told[["drift"]]) effects["drift", ] * drift[t] + effects["start", ] * start[t] else 0
      z <- (test$score[t] - centre) / fit$table$unit
      density <- stats::dnorm(z, colMeans(severity) + shift + load * seen$mean, sqrt(variance + load^2 * seen$variance))
      log_mixed_density(mean(density) / fit$table$unit, test$score[t])
    })
  }
}

# The quality as it is seen at a position, with those before in mind: see Comparison in rating_table.hpp.
compared_quality <- function(own, t, position, size, quality_variance) {
  finite <- is.finite(size)
  before <- ifelse(finite, size, 0) + position - 1
  earlier <- colSums(own[seq_len(t - 1), , drop = FALSE])
  compared <- (before * own[t, ] - earlier) / (before + 2)
  rest <- (before + ifelse(finite, size, 0)) / (before + 2)^2
  list(mean = ifelse(finite, compared, own[t, ]), variance = ifelse(finite, quality_variance * rest, 0))
}

# Both together ------------------------------------------------------------------------------------------------------

# Rankings of both, each model's with its weight. What is said of evaluators is what the heavier one says.
mix_panels <- function(panels, weights, settings) {
  main <- panels[[which.max(weights[names(panels)])]]
  items <- main$distribution$items
  parts <- lapply(panels, function(panel) {
    panel$distribution$ranks[match(items, panel$distribution$items), , drop = FALSE]
  })
  own <- lapply(panels, function(panel) {
    count <- ncol(panel$distribution$ranks)
    panel$distribution$weights %||% rep(1 / count, count)
  })
  mixed <- new_rank_distribution(
    items, do.call(cbind, unname(parts)), unlist(Map(`*`, weights[names(panels)], own), use.names = FALSE)
  )
  main$traced <- main$distribution$ranks
  main$distribution <- mixed
  shared <- settings$share_places %||% if (main$model == "ratings") shared_by_default
  report_consensus(main, best_ranks(mixed, settings$loss, shared), settings$loss, settings$level)
}

# One line.
describe_weights <- function(x) {
  if (is.null(x$weights)) {
    return(NULL)
  }
  if (all(x$weights > 0)) {
    return(sprintf(
      "Ratings model %.0f%%, rank model %.0f%%, by how well they predict evaluators who are left out",
      100 * x$weights[["ratings"]], 100 * x$weights[["ranks"]]
    ))
  }
  name <- c(ratings = "Ratings model", ranks = "Rank model")[[names(which.max(x$weights))]]
  why <- if (is.null(x$not_weighed)) {
    "it predicts evaluators who are left out better than the other"
  } else {
    switch(x$not_weighed,
      few = "too few evaluators to weigh the two",
      shared = "evaluators share orders, in which predictions cannot tell models apart",
      large = "the panel is too large for the rank model",
      `no effect` = "early scores are not cautious"
    )
  }
  paste0(name, " alone: ", why)
}
