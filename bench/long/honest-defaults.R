# Do the defaults correct what is there, and leave alone what is not? Ordinary marks of several shapes, with and without
# an order effect; the error of the default rankings beside that of the raw ones and of one that is told everything.
#   Rscript bench/long/honest-defaults.R [replicates] [seed] [replicates of panels] [what: none, effect or both] \
#     [judges, with commas] [items, with commas]
# Writes bench/results/honest-defaults-<what>.csv.

library(seqjudge)
args <- commandArgs(TRUE)
reps <- if (length(args) > 0) as.integer(args[1]) else 200L
seed <- if (length(args) > 1) as.integer(args[2]) else 1L
panels <- if (length(args) > 2) as.integer(args[3]) else reps
what <- if (length(args) > 3) args[4] else "both"
numbers <- function(at, default) if (length(args) >= at) as.integer(strsplit(args[at], ",")[[1]]) else default

# How qualities become marks, by quantiles.
marks <- list(
  uniform = function(p) 4 + 6 * p,
  bell = function(p) stats::qnorm(p, 7, 1),
  skewed = function(p) 10 * stats::qbeta(p, 5, 2),
  bunched = function(p) stats::qnorm(p, 7, 0.6)
)
severity <- 0.4
noise <- 0.3
# What rounding to half points adds.
total_noise <- sqrt(noise^2 + 0.5^2 / 12)

# The best response to being the r-th of n: the mean mark at that place (40 quantiles of it).
responses <- new.env()
response <- function(shape, n) {
  key <- paste(shape, n)
  if (is.null(responses[[key]])) {
    responses[[key]] <- vapply(seq_len(n), FUN.VALUE = numeric(1), function(k) {
      mean(marks[[shape]](stats::qbeta((1:40 - 0.5) / 40, k, n + 1 - k)))
    })
  }
  responses[[key]]
}
judge <- function(quality, order, shape, size) {
  if (is.infinite(size)) {
    return(marks[[shape]](quality[order]))
  }
  past <- stats::runif(size)
  vapply(seq_along(order), FUN.VALUE = numeric(1), function(t) {
    here <- quality[order[t]]
    response(shape, size + t)[1 + sum(past < here) + sum(quality[order[seq_len(t - 1)]] < here)]
  })
}
contest <- function(shape, judges, items, size) {
  quality <- stats::runif(items)
  rows <- lapply(seq_len(judges), function(j) {
    order <- sample.int(items)
    severe <- stats::rnorm(1, 0, severity)
    score <- judge(quality, order, shape, size) + severe + stats::rnorm(items, 0, noise)
    data.frame(
      judge = j, item = order, position = seq_len(items), score = pmin(pmax(round(2 * score) / 2, 0), 10),
      severity = severe
    )
  })
  list(data = do.call(rbind, rows), quality = quality)
}

footrule <- function(estimate, truth) sum(abs(rank(estimate) - rank(truth))) / length(truth)^2

# One who knows the shape, the severity, the size and the noise: by insertion, and by the mean of the ranks drawn.
told <- function(own, shape, size, draws = 400) {
  n <- nrow(own)
  x <- own$score - own$severity
  near <- vapply(seq_len(n), function(t) which.min(abs(x[t] - response(shape, size + t))), 1L)
  drawn <- vapply(seq_len(n), FUN.VALUE = integer(draws), function(t) {
    at <- response(shape, size + t)
    sample.int(length(at), draws, TRUE, stats::dnorm(x[t], at, total_noise) + 1e-300)
  })
  list(insertion = ranking_from_relative(near, size), posterior = colMeans(ranking_from_relative(drawn, size)))
}

errors_of <- function(shape, judges, items, size, with_panel) {
  drawn <- contest(shape, judges, items, size)
  d <- drawn$data
  x <- evaluations(d, judge, item, position, score, scale = score_scale("range", 0, 10))
  true <- drawn$quality[d$item]
  each <- function(rank) mean(mapply(footrule, split(rank, d$judge), split(true, d$judge)))
  fit <- fit_prior(x)
  known <- if (is.finite(size)) lapply(split(d, d$judge), told, shape, size)
  pick <- function(which) if (is.null(known)) NA else each(unlist(lapply(known, `[[`, which)))
  found <- c(
    rejected = as.double(fit$test[["p_value"]] <= 0.05),
    items_raw = each(d$score),
    items_default = each(suppressMessages(rank_items(x))$rank),
    items_told = pick("insertion"), items_told_posterior = pick("posterior"),
    panel_raw = NA, panel_default = NA, panel_known = NA
  )
  if (!with_panel) {
    return(found)
  }
  of_panel <- function(...) {
    data <- suppressWarnings(suppressMessages(as.data.frame(rank_panel(x, seed = 1, progress = FALSE, ...))))
    footrule(data$rank, drawn$quality[as.integer(data$item)])
  }
  mean_score <- tapply(d$score, d$item, mean)
  found["panel_raw"] <- footrule(mean_score, drawn$quality[as.integer(names(mean_score))])
  found["panel_default"] <- of_panel()
  if (is.finite(size)) found["panel_known"] <- of_panel(prior = size)
  found
}

none <- expand.grid(
  shape = names(marks), judges = numbers(5, c(1, 5, 20)), items = numbers(6, c(8, 15, 40)), size = Inf
)
effect <- expand.grid(shape = names(marks), judges = numbers(5, c(5, 20)), items = 15, size = c(0, 2, 5))
grid <- switch(what, none = none, effect = effect, rbind(none, effect))
results <- lapply(seq_len(nrow(grid)), function(k) {
  g <- grid[k, ]
  found <- t(vapply(seq_len(reps), FUN.VALUE = numeric(8), function(i) {
    set.seed(1e5 * seed + i)
    errors_of(as.character(g$shape), g$judges, g$items, g$size, i <= panels)
  }))
  paired <- found[seq_len(panels), "panel_default"] - found[seq_len(panels), "panel_raw"]
  row <- cbind(
    g, as.list(round(colMeans(found, na.rm = TRUE), 4)),
    panel_se = round(stats::sd(paired) / sqrt(max(panels, 1)), 4), replicates = reps, panels = panels
  )
  message(paste(vapply(row, format, ""), collapse = "  "))
  row
})
results <- do.call(rbind, results)
utils::write.csv(results, file.path("bench", "results", paste0("honest-defaults-", what, ".csv")), row.names = FALSE)
