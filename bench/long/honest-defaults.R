# Do the defaults correct what is there, and leave alone what is not? Ordinary marks of several shapes, with and without
# an order effect; the error of the default rankings beside that of the raw ones and of one that is told everything.
#   Rscript bench/long/honest-defaults.R [replicates] [seed]
# Writes bench/results/honest-defaults.csv.

library(seqjudge)
args <- commandArgs(TRUE)
reps <- if (length(args) > 0) as.integer(args[1]) else 200L
set.seed(if (length(args) > 1) as.integer(args[2]) else 1L)

# How qualities become marks, by quantiles.
marks <- list(
  uniform = function(p) 4 + 6 * p,
  bell = function(p) stats::qnorm(p, 7, 1),
  skewed = function(p) 10 * stats::qbeta(p, 5, 2),
  bunched = function(p) stats::qnorm(p, 7, 0.6)
)
# The best response to being the r-th of n: the mean mark at that place (40 quantiles of it).
responses <- new.env()
response <- function(shape, n, r) {
  key <- paste(shape, n)
  if (is.null(responses[[key]])) {
    responses[[key]] <- vapply(seq_len(n), FUN.VALUE = numeric(1), function(k) {
      mean(marks[[shape]](stats::qbeta((1:40 - 0.5) / 40, k, n + 1 - k)))
    })
  }
  responses[[key]][r]
}
judge <- function(quality, order, shape, size) {
  if (is.infinite(size)) {
    return(marks[[shape]](quality[order]))
  }
  past <- stats::runif(size)
  vapply(seq_along(order), FUN.VALUE = numeric(1), function(t) {
    here <- quality[order[t]]
    response(shape, size + t, 1 + sum(past < here) + sum(quality[order[seq_len(t - 1)]] < here))
  })
}
contest <- function(shape, judges, items, size, severity = 0.4, noise = 0.3) {
  quality <- stats::runif(items)
  rows <- lapply(seq_len(judges), function(j) {
    order <- sample.int(items)
    score <- judge(quality, order, shape, size) + stats::rnorm(1, 0, severity) + stats::rnorm(items, 0, noise)
    data.frame(judge = j, item = order, position = seq_len(items), score = pmin(pmax(round(2 * score) / 2, 0), 10))
  })
  list(data = do.call(rbind, rows), quality = quality)
}

footrule <- function(estimate, truth) sum(abs(rank(estimate) - rank(truth))) / length(truth)^2
errors_of <- function(shape, judges, items, size) {
  drawn <- contest(shape, judges, items, size)
  d <- drawn$data
  x <- evaluations(d, judge, item, position, score, scale = score_scale("range", 0, 10))
  fit <- fit_prior(x)
  each <- function(ranking) {
    data <- as.data.frame(ranking)
    mean(vapply(split(data, data$evaluator), function(own) footrule(own$rank, drawn$quality[as.integer(own$item)]), 0))
  }
  panel <- suppressMessages(as.data.frame(rank_panel(x, seed = 1, progress = FALSE)))
  known <- suppressMessages(as.data.frame(rank_panel(x, prior = size, seed = 1, progress = FALSE)))
  mean_score <- tapply(d$score, d$item, mean)
  of_panel <- function(data) footrule(data$rank, drawn$quality[as.integer(data$item)])
  c(
    rejected = as.double(fit$test[["p_value"]] <= 0.05),
    items_raw = each(rank_items(x, "induced")),
    items_default = each(suppressMessages(rank_items(x))),
    panel_raw = footrule(mean_score, drawn$quality[as.integer(names(mean_score))]),
    panel_default = of_panel(panel),
    panel_known = of_panel(known)
  )
}

grid <- rbind(
  expand.grid(shape = names(marks), judges = c(1, 5, 20), items = c(8, 15, 40), size = Inf),
  expand.grid(shape = names(marks), judges = c(5, 20), items = 15, size = c(0, 2, 5))
)
results <- lapply(seq_len(nrow(grid)), function(k) {
  g <- grid[k, ]
  found <- t(replicate(reps, errors_of(as.character(g$shape), g$judges, g$items, g$size)))
  row <- cbind(g, as.list(round(colMeans(found), 5)), replicates = reps)
  row$panel_se <- round(stats::sd(found[, "panel_default"] - found[, "panel_raw"]) / sqrt(reps), 5)
  message(paste(names(row), vapply(row, format, ""), collapse = "  "))
  row
})
utils::write.csv(do.call(rbind, results), file.path("bench", "results", "honest-defaults.csv"), row.names = FALSE)
