# Oracles for panels: plain sums over rankings, prior sizes and noises, written from the model.

# The likelihood of each evaluator (rows of `scores`; `items` of the same shape says what was shown, by number) given
# the ranks of all items: the mean over every way in which the prior items may lie between all items of the panel.
oracle_panel_likelihood <- function(scores, items, ranking, prior_size, noise) {
  vapply(seq_len(nrow(scores)), FUN.VALUE = numeric(1), function(j) {
    seen <- items[j, ]
    relative <- oracle_relative_ranks(rank(ranking[seen]))
    time <- prior_size[j] + seq_along(seen)
    mean(apply(all_paths(length(ranking), prior_size[j]), 1, function(below) {
      prod(stats::dnorm(scores[j, ], (relative + below[ranking[seen]]) / (time + 1), noise[j]), na.rm = TRUE)
    }))
  })
}

# The posterior of all rankings (rows of all_rankings()) with known prior sizes and noises.
oracle_panel_posterior <- function(scores, items, prior_size, noise, n = max(items)) {
  rankings <- all_rankings(n)
  likelihood <- apply(rankings, 1, function(ranking) {
    prod(oracle_panel_likelihood(scores, items, ranking, prior_size, noise))
  })
  list(rankings = rankings, probability = likelihood / sum(likelihood), likelihood = mean(likelihood))
}

# Scores of a panel that saw all items (or `seen` of them) in orders of their own.
random_panel <- function(evaluators, n, seen = n) {
  items <- t(replicate(evaluators, sample.int(n, seen)))
  dim(items) <- c(evaluators, seen)
  list(items = items, scores = matrix(runif(evaluators * seen), evaluators))
}

panel_evaluations <- function(case) {
  items <- matrix(sprintf("item %02d", case$items), nrow(case$items))
  as_evaluations(case$scores, items, scale = score_scale("identity"))
}

# Of what is not about how sure a panel is, chains need not be long.
with_short_chains <- function(code) suppressWarnings(suppressMessages(code), classes = "seqjudge_warning_mixing")

# A table as the core takes it, of evaluators (columns) who were shown these items, by number, and gave these scores.
panel_table <- function(items, scores, n = max(items)) {
  shown <- nrow(items)
  start <- as.integer(shown * (0:ncol(items)))
  table <- score_table(rep(seq_len(shown), ncol(items)), as.vector(scores), integer(), start, 0L, FALSE)
  table$item <- as.integer(items)
  table$items <- n
  table
}
