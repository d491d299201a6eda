# Do intervals hold the truth as often as they say, and is what is called 80% right in 80% of all cases? For every
# inference that is made by default: prior size and its test, noise, places of one evaluator, panels of several.
# Writes bench/results/calibration-*.csv, which the page "Can the numbers be trusted?" is made from.
#   R_LIBS=.lib nice Rscript bench/long/calibration.R [replicates] [cores] [parts] [which] [--fresh]
# 400 replicates, 2 processes, the parts "evaluator,partial,panel,sbc", and, of one part, `which` cells: an R
# expression in the columns, such as "noise == 0.1". What is in the files already is not done again: `--fresh` begins
# anew, and must be given after a change of the package. Panels get a quarter of the replicates. Takes about three
# hours on two cores. The people are simulated by bench/lib/sequences.R, which knows nothing of the package.

suppressPackageStartupMessages(library(seqjudge))
source("bench/lib/cells.R")
source("bench/lib/sequences.R")
given <- study_arguments(list(replicates = 400, cores = 2, parts = "evaluator,partial,panel,sbc", which = ""))
options(seqjudge.threads = 1L)
parts <- strsplit(given$parts, ",")[[1]]
file_of <- function(part) file.path("bench", "results", paste0("calibration-", part, ".csv"))

as_shares <- score_scale("identity")
as_marks <- score_scale("range", 0, 100)
scale_of <- function(kind) if (kind == "shares") as_shares else as_marks

# Rows of a results file: what was promised, and what came out, with its standard error. `values` has an entry for each
# replicate, which may be a mean over items: these are not independent of each other.
share_row <- function(quantity, promised, values) {
  values <- values[!is.na(values)]
  data.frame(
    quantity, promised,
    value = if (length(values) > 0) signif(mean(values), 5) else NA_real_,
    se = if (length(values) > 1) signif(stats::sd(values) / sqrt(length(values)), 3) else NA_real_,
    count = length(values)
  )
}

# Of all items whose chance to be the best was said to be within these bounds, how many were?
best_bounds <- c(0, 0.05, 0.2, 0.4, 0.6, 0.8, 1)
best_rows <- function(claimed, right) {
  bin <- cut(claimed, best_bounds, include.lowest = TRUE, labels = FALSE)
  do.call(rbind, lapply(seq_len(length(best_bounds) - 1), function(k) {
    inside <- which(bin == k)
    promised <- if (length(inside) > 0) signif(mean(claimed[inside]), 5) else NA_real_
    share_row(sprintf("p_best %g to %g", best_bounds[k], best_bounds[k + 1]), promised, as.double(right[inside]))
  }))
}

# The share of the true places that lie within the intervals.
places_covered <- function(found, place, level) {
  ends <- confint(found, level = level)
  place <- place[rownames(ends)]
  mean(ends[, "lower"] <= place & place <= ends[, "upper"])
}

best_claims <- function(found, place) {
  claimed <- rank_probability(found)
  claimed <- claimed[, ncol(claimed)]
  data.frame(claimed = unname(claimed), right = unname(place[names(claimed)] == 1))
}

# One evaluator: size, test, noise and places ------------------------------------------------------------------------

evaluator_cells <- expand.grid(
  noise = c(0.05, 0.1, 0.2), n = c(12, 20, 60), prior_size = c(0, 3, Inf), noise_type = c("normal", "uniform"),
  kind = c("shares", "flat marks", "bell marks"), stringsAsFactors = FALSE
)[c("kind", "noise_type", "prior_size", "n", "noise")]

# Intervals of the noise are not given by every version of the package.
noise_interval <- function(fit) {
  ends <- confint(fit)
  if ("noise" %in% rownames(ends)) ends["noise", ] else c(NA, NA)
}

one_evaluator <- function(cell, k) {
  set.seed(cell_seed(cell, k))
  drawn <- one_sequence(cell$n, cell$prior_size, cell$noise, cell$noise_type, cell$kind)
  x <- as_evaluations(drawn$score, scale = scale_of(cell$kind))
  # Of marks nobody is asked for the kind of noise.
  type <- if (cell$kind == "shares") cell$noise_type else "normal"
  fit <- quietly(fit_prior(x, noise_type = type))
  posterior <- quietly(rank_posterior(x, noise_type = type, draws = 2000, seed = k, threads = 1))
  # Points were made from shares by a factor of 40, and are read on a scale of 100.
  noise <- cell$noise * if (cell$kind == "shares") 1 else 0.4
  ends <- noise_interval(fit)
  rejected <- fit$test[["p_value"]] <= 0.05
  list(
    values = c(
      places = places_covered(posterior, drawn$place, 0.9),
      size = fit$lower <= cell$prior_size && cell$prior_size <= fit$upper,
      rejected = rejected,
      contradiction = rejected == is.infinite(fit$upper),
      noise = ends[[1]] <= noise && noise <= ends[[2]],
      noise_ratio = log2(coef(fit)[["noise"]] / noise)
    ),
    best = best_claims(posterior, drawn$place)
  )
}

evaluator_study <- function(cell) {
  found <- lapply(seq_len(given$replicates), function(k) one_evaluator(cell, k))
  values <- vapply(found, function(one) as.double(one$values), numeric(6))
  best <- do.call(rbind, lapply(found, `[[`, "best"))
  rbind(
    share_row("places, 90% interval", 0.9, values[1, ]),
    share_row("prior size, 95% interval", 0.95, values[2, ]),
    share_row("no correction rejected", if (is.infinite(cell$prior_size)) 0.05 else NA, values[3, ]),
    share_row("interval and test contradict each other", 0, values[4, ]),
    share_row("noise, 95% interval", 0.95, values[5, ]),
    # Doubled noise is 1, halved noise -1. Where noise is uniform, marks have no fixed meaning of it.
    if (cell$noise_type == "normal") share_row("log2 of noise found to true noise", 0, values[6, ]),
    best_rows(best$claimed, best$right)
  )
}

# Several evaluators with sizes of their own, partially pooled --------------------------------------------------------

partial_cells <- expand.grid(
  sizes = c("all 0", "all 3", "all Inf", "0, 3 and Inf"), n = c(12, 20), noise = c(0.05, 0.1),
  kind = c("shares", "flat marks", "bell marks"), stringsAsFactors = FALSE
)[c("kind", "sizes", "n", "noise")]

sizes_of <- function(what, judges) {
  rep_len(switch(what, "all 0" = 0, "all 3" = 3, "all Inf" = Inf, c(0, 3, Inf)), judges)
}

partial_study <- function(cell) {
  judges <- 12
  size <- sizes_of(cell$sizes, judges)
  covered <- vapply(seq_len(ceiling(given$replicates / 4)), FUN.VALUE = numeric(1), function(k) {
    set.seed(cell_seed(cell, k, 1))
    drawn <- one_panel(cell$n, size, rep(cell$noise, judges), cell$kind)
    x <- as_evaluations(drawn$score, items = drawn$item, scale = scale_of(cell$kind))
    of <- quietly(fit_prior(x, pooled = "partial"))$evaluators
    mean(of$lower <= size & size <= of$upper)
  })
  share_row("prior sizes, partially pooled, 95% interval", 0.95, covered)
}

# Panels -------------------------------------------------------------------------------------------------------------

panel_cells <- expand.grid(
  noise = c(0.05, 0.1, 0.2), prior_size = c(0, 3, Inf), n = c(6, 12), judges = 5,
  kind = c("shares", "flat marks", "bell marks"), stringsAsFactors = FALSE
)[c("kind", "judges", "n", "prior_size", "noise")]

rank_quickly <- function(x, seed, ...) {
  quietly(rank_panel(x, iterations = 500, chains = 2, seed = seed, threads = 1, progress = FALSE, ...))
}

panel_study <- function(cell) {
  replicates <- ceiling(given$replicates / 4)
  found <- lapply(seq_len(replicates), function(k) {
    set.seed(cell_seed(cell, k, 2))
    drawn <- one_panel(cell$n, rep(cell$prior_size, cell$judges), rep(cell$noise, cell$judges), cell$kind)
    x <- as_evaluations(drawn$score, items = drawn$item, scale = scale_of(cell$kind))
    panel <- rank_quickly(x, k)
    list(covered = places_covered(panel, drawn$place, 0.9), best = best_claims(panel, drawn$place))
  })
  best <- do.call(rbind, lapply(found, `[[`, "best"))
  rbind(
    share_row("places, 90% interval", 0.9, vapply(found, `[[`, numeric(1), "covered")),
    best_rows(best$claimed, best$right)
  )
}

# Simulation-based calibration ---------------------------------------------------------------------------------------
# Truths are drawn from what the models suppose beforehand (help page seqjudge-priors), and not one by one as above.
# Then a truth must lie anywhere in its posterior distribution with equal chances.

# Sizes of a single evaluator of marks, and of shares; beyond a thousand there is no difference to Inf.
mark_sizes <- c(0, 1, 2, 3, 5, 8, 12, 20, 35, 60)
draw_mark_size <- function() {
  ends <- c(0, log1p((mark_sizes[-1] + mark_sizes[-10]) / 2), log(101))
  if (stats::runif(1) < 0.5) Inf else sample(mark_sizes, 1, prob = diff(ends))
}
draw_share_size <- function() {
  size <- if (stats::runif(1) < 1 / 3) Inf else round(expm1(stats::rexp(1, 1 / 1.5)))
  if (size > 1000) Inf else size
}

sbc_evaluator <- function(kind, n) {
  if (kind == "shares") {
    size <- draw_share_size()
    noise <- exp(stats::rnorm(1, log(0.16), 0.9))
  } else {
    size <- draw_mark_size()
    # Log odds of the share of the noise in the variance.
    share <- stats::plogis(stats::rnorm(1, -2, 1.2))
    shown <- if (is.infinite(size)) 1 else mean((size + seq_len(n) - 1) / (size + seq_len(n) + 1))
    noise <- sqrt(share / (1 - share) * shown / 12)
  }
  if (kind == "marks") kind <- sample(c("flat marks", "bell marks"), 1)
  drawn <- one_sequence(n, size, noise, "normal", kind)
  list(x = as_evaluations(drawn$score, scale = scale_of(kind)), place = drawn$place, size = size)
}

# Panels by ranks: shares of sizes from an urn with four balls to begin with, noise about a centre of its own.
draw_rank_panel <- function(judges, n) {
  sizes <- c(0:4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, Inf)
  size <- integer()
  for (j in seq_len(judges)) {
    size <- c(size, sample.int(length(sizes), 1, prob = 4 / length(sizes) + tabulate(size, length(sizes))))
  }
  levels <- 0.005 * 2^(0:24 / 4)
  kinds <- expand.grid(centre = log(levels[levels > 0.009 & levels < 0.3]), spread = c(0.12, 0.25, 0.5))
  weight <- stats::dnorm(kinds$centre, log(0.05), 1) * stats::dnorm(kinds$spread, 0, 0.3)
  of <- kinds[sample.int(nrow(kinds), 1, prob = weight), ]
  noise <- sample(levels, judges, replace = TRUE, prob = stats::dnorm(log(levels), of$centre, of$spread))
  drawn <- one_panel(n, sizes[size], noise, "shares")
  list(x = as_evaluations(drawn$score, items = drawn$item, scale = as_shares), place = drawn$place)
}

# Panels by ratings, in units of the standard deviation of an evaluator's scores; without an effect of calibration.
draw_rating_panel <- function(judges, n) {
  pick <- function(values, weight) sample(values, 1, prob = weight)
  variance <- Inf
  while (variance > 0.95) variance <- 1 / stats::rgamma(1, 1, 0.3)
  levels <- stats::rnorm(judges, 0, sqrt(1 / stats::rgamma(1, 1, 0.1)))
  sds <- c(0.03, 0.06, 0.1, 0.15, 0.2, 0.3, 0.4, 0.55)
  loading <- pmax(stats::rnorm(judges, 1, pick(sds, stats::dnorm(sds, 0, 0.3))), 0.02)
  shapes <- c(1.5, 2.5, 4, 7, 12, 25, 60)
  shape <- pick(shapes, stats::dnorm(log(shapes), log(6), 0.8))
  noise <- 1 / stats::rgamma(judges, shape, shape * (1 - variance))
  shares <- c(0.01, 0.02, 0.04, 0.07, 0.1, 0.15, 0.22, 0.33, 0.5, 0.8)
  wander <- pick(shares, stats::dnorm(log(shares), log(0.1), 0.8))
  effect <- stats::rnorm(2, 0, 0.5)
  t <- seq_len(n)
  moving <- t(chol(exp(-abs(outer(t, t, "-")) / 8)))
  quality <- stats::rnorm(n, 0, sqrt(variance))
  names <- sprintf("item %02d", t)
  order <- t(vapply(seq_len(judges), function(j) sample.int(n), integer(n)))
  score <- t(vapply(seq_len(judges), FUN.VALUE = numeric(n), function(j) {
    trend <- effect[1] * ((t - 0.5) / n - 0.5) + effect[2] * (1 / t - mean(1 / t))
    wandering <- sqrt(wander * noise[j]) * as.vector(moving %*% stats::rnorm(n))
    levels[j] + trend + wandering + loading[j] * quality[order[j, ]] + stats::rnorm(n, 0, sqrt(noise[j]))
  }))
  # The ends of the range have no meaning for marks.
  scale <- score_scale("range", -1e4, 1e4)
  x <- as_evaluations(50 + 10 * score, items = matrix(names[order], judges), scale = scale)
  list(x = x, place = stats::setNames(rank(-quality), names))
}

sbc_cells <- data.frame(
  what = c("evaluator, shares", "evaluator, shares", "evaluator, marks", "evaluator, marks", "panel by ranks",
    "panel by ratings"),
  n = c(12, 20, 12, 20, 8, 12), judges = c(1, 1, 1, 1, 4, 5)
)

# Where the truth lies in a distribution, from 0 to 1; within the probability of the truth itself, at random.
place_within <- function(values, weight, truth) {
  (sum(weight[values < truth]) + stats::runif(1) * sum(weight[values == truth])) / sum(weight)
}

# A size that was looked at stands for those nearer to it, on the scale of log(1 + size), than to the others. A truth
# that is far from all of them has been ruled out, and stays what it is.
nearest_size <- function(size, looked_at) {
  away <- abs(log1p(size) - log1p(looked_at[is.finite(looked_at)]))
  if (is.infinite(size) || length(away) == 0 || min(away) > 0.25) {
    return(size)
  }
  looked_at[is.finite(looked_at)][which.min(away)]
}

sbc_once <- function(cell, k) {
  set.seed(cell_seed(cell, k, 3))
  kind <- sub("evaluator, ", "", cell$what)
  drawn <- switch(cell$what,
    "panel by ranks" = draw_rank_panel(cell$judges, cell$n),
    "panel by ratings" = draw_rating_panel(cell$judges, cell$n),
    sbc_evaluator(kind, cell$n)
  )
  found <- if (cell$judges > 1) {
    rank_quickly(drawn$x, k)
  } else {
    quietly(rank_posterior(drawn$x, draws = 2000, seed = k, threads = 1))
  }
  shares <- rank_probability(found)
  within <- function(item) place_within(seq_len(cell$n), shares[item, ], cell$n + 1 - drawn$place[[item]])
  shown <- drawn$x$item[drawn$x$evaluator == drawn$x$evaluator[1]]
  size <- if (cell$judges == 1) {
    settings <- found$settings
    sizes <- as.vector(ifelse(settings$prior_size > 1000, Inf, settings$prior_size))
    place_within(sizes, settings$weight, nearest_size(drawn$size, sizes))
  }
  c(first = within(shown[1]), middle = within(shown[ceiling(cell$n / 2)]), last = within(shown[cell$n]), size = size)
}

sbc_study <- function(cell) {
  replicates <- if (cell$judges > 1) ceiling(given$replicates / 2) else 2 * given$replicates
  places <- vapply(seq_len(replicates), function(k) sbc_once(cell, k), numeric(3 + (cell$judges == 1)))
  do.call(rbind, lapply(rownames(places), function(quantity) {
    counts <- tabulate(pmin(1 + floor(20 * places[quantity, ]), 20), 20)
    tens <- counts[c(TRUE, FALSE)] + counts[c(FALSE, TRUE)]
    p_value <- suppressWarnings(stats::chisq.test(tens)$p.value)
    data.frame(quantity, bin = 1:20, count = counts, truths = replicates, p_value = signif(p_value, 3))
  }))
}

# ---------------------------------------------------------------------------------------------------------------------

studies <- list(
  evaluator = list(cells = evaluator_cells, work = evaluator_study, cost = evaluator_cells$n),
  partial = list(cells = partial_cells, work = partial_study, cost = partial_cells$n),
  panel = list(cells = panel_cells, work = panel_study, cost = panel_cells$n * (panel_cells$kind == "shares")),
  sbc = list(cells = sbc_cells, work = sbc_study, cost = sbc_cells$judges)
)
for (part in parts) {
  study <- studies[[part]]
  run_cells(study$cells, study$work, file_of(part), given$replicates, given, study$cost)
}

# The bars, in a line each.
say_band <- function(what, rows, lower, upper) {
  inside <- rows$value >= lower & rows$value <= upper
  cat(sprintf(
    "%-52s %3d of %3d cells within %.2f to %.2f (lowest %.3f, highest %.3f)\n", what, sum(inside), nrow(rows), lower,
    upper, min(rows$value), max(rows$value)
  ))
}
rows_of <- function(part, quantity) {
  if (!file.exists(file_of(part))) {
    return(NULL)
  }
  rows <- utils::read.csv(file_of(part))
  rows[startsWith(rows$quantity, quantity), ]
}
for (kind in c("shares", "flat marks", "bell marks")) {
  own <- function(part, quantity) {
    rows <- rows_of(part, quantity)
    rows[rows$kind == kind, ]
  }
  test <- own("evaluator", "no correction rejected")
  bars <- list(
    list("places, 90%", own("evaluator", "places"), 0.87, 0.96),
    list("prior size, 95%", own("evaluator", "prior size,"), 0.92, 0.99),
    list("no correction rejected where it is right", test[is.infinite(test$prior_size), ], 0.03, 0.07),
    list("prior sizes, partially pooled, 95%", own("partial", "prior sizes"), 0.92, 0.99),
    list("places of panels, 90%", own("panel", "places"), 0.87, 0.96)
  )
  for (bar in bars) {
    if (NROW(bar[[2]]) > 0) say_band(paste(kind, bar[[1]], sep = ": "), bar[[2]], bar[[3]], bar[[4]])
  }
  for (part in c("evaluator", "panel")) {
    best <- own(part, "p_best 0.8")
    best <- best[best$count > 0, ]
    if (NROW(best) == 0) next
    cat(sprintf(
      "%-52s said %.3f, right %.3f (%d)\n", paste0(kind, ": p_best above 0.8, ", part),
      stats::weighted.mean(best$promised, best$count), stats::weighted.mean(best$value, best$count), sum(best$count)
    ))
  }
}
if (file.exists(file_of("sbc"))) {
  sbc <- unique(utils::read.csv(file_of("sbc"))[c("what", "n", "quantity", "truths", "p_value")])
  cat("Simulation-based calibration, lowest p-values:\n")
  print(utils::head(sbc[order(sbc$p_value), ], 6), row.names = FALSE)
}
