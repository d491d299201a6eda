# Fitting the prior size by distances between rankings: to the truth, or between evaluators. For each size there is a
# distance for each *unit* (an evaluator, or a pair of them); the size with the smallest mean is looked for.

fit_by_truth <- function(x, scores, truth, settings, call) {
  truth <- true_ranks(x, truth, call = call)
  scored <- which(!is.na(x$score))
  sizes <- diff(scores$start)
  kept <- which(sizes > 0)
  distance <- function(size) {
    rank <- ranks_for_size(x, size)
    as.vector(sequence_distances(rank[scored], truth[scored], sizes[kept], settings$metric))
  }
  fit_by_loss(distance, seq_along(kept), scores, settings)
}

ranks_for_size <- function(x, size) {
  prior <- rep(size, sum(x$position == 1L))
  insertion_ranks(scale_scores(x), evaluator_sizes(x), prior, "lower", ranks_within(x))
}

# A tie is no agreement: tied pairs count one half, as if ties were broken at random. Otherwise scores in few bins, with
# many ties, would seem to agree best when left as they are.
fair_kendall_distance <- function(a, b) {
  n <- ncol(a)
  opposite <- kendall_distance(a, b, normalize = FALSE)
  alike <- kendall_distance(a, n + 1 - b, normalize = FALSE)
  (opposite + (n * (n - 1) / 2 - opposite - alike) / 2) / n^2
}

# Agreement --------------------------------------------------------------------------------------------------------

most_pairs <- 5000

fit_by_agreement <- function(x, scores, settings, call) {
  pairs <- shared_items(x, call)
  if (all(pairs$same_order)) warn_same_order(call)
  distance <- function(size) {
    rank <- ranks_for_size(x, size)
    # Ranks among the items that both have scored.
    among_shared <- function(rows) {
      unit <- rep.int(seq_along(pairs$sizes), pairs$sizes)
      grouped_ranks(rank[rows], unit)$rank
    }
    metric <- if (settings$metric == "kendall") "fair_kendall" else settings$metric
    as.vector(sequence_distances(among_shared(pairs$first), among_shared(pairs$second), pairs$sizes, metric))
  }
  fit_by_loss(distance, pairs$who, scores, settings)
}

# The pairs of evaluators who have scored two or more items in common. `first` and `second` are the rows of these items,
# pair by pair; `who` has the two evaluators of each.
shared_items <- function(x, call) {
  code <- evaluator_codes(x)
  scored <- which(!is.na(x$score))
  rows_of <- split(scored, factor(code[scored], seq_len(sum(x$position == 1L))))
  who <- candidate_pairs(length(rows_of))
  item <- match(x$item, unique(x$item))
  shared <- lapply(seq_len(nrow(who)), function(k) {
    first <- rows_of[[who[k, 1]]]
    at <- match(item[first], item[rows_of[[who[k, 2]]]])
    list(first = first[!is.na(at)], second = rows_of[[who[k, 2]]][at[!is.na(at)]])
  })
  sizes <- lengths(lapply(shared, `[[`, "first"))
  keep <- sizes >= 2
  if (!any(keep)) {
    stop_value(
      "{.arg x} must have evaluators who scored the same items, two or more, for {.code method = \"agreement\"}.",
      "x", call, NULL, "seqjudge_error_no_pairs",
      i = "{.code method = \"likelihood\"} does without."
    )
  }
  shared <- shared[keep]
  list(
    first = unlist(lapply(shared, `[[`, "first")),
    second = unlist(lapply(shared, `[[`, "second")),
    sizes = sizes[keep],
    who = who[keep, , drop = FALSE],
    same_order = vapply(shared, function(s) identical(x$position[s$first], x$position[s$second]), logical(1))
  )
}

# All pairs or, of very many, a random choice.
candidate_pairs <- function(n) {
  if (n * (n - 1) / 2 <= most_pairs) {
    return(which(upper.tri(diag(n)), arr.ind = TRUE)[, 1:2, drop = FALSE])
  }
  # Pairs are numbered (1, 2), (1, 3), (2, 3), (1, 4), ...
  number <- sample.int(n * (n - 1) / 2, most_pairs)
  second <- ceiling((1 + sqrt(1 + 8 * number)) / 2)
  cbind(number - (second - 1) * (second - 2) / 2, second, deparse.level = 0)
}

warn_same_order <- function(call) {
  cli::cli_warn(
    c(
      "All evaluators saw the items in the same order, so that their agreement cannot tell the prior size.",
      i = "Every correction changes all of them alike. Use {.code method = \"likelihood\"}."
    ),
    class = "seqjudge_warning_same_order", call = call
  )
}

# The search -------------------------------------------------------------------------------------------------------

# `who` says which evaluators a unit has: a vector, or a matrix with two columns for pairs.
fit_by_loss <- function(distance, who, scores, settings) {
  loss <- losses_by_size(distance)
  sizes <- as.double(colnames(loss))
  chosen <- choose_size(loss, who)
  profile <- data.frame(prior_size = sizes, loss = colMeans(loss), se = chosen$se, inside = chosen$inside)
  noise <- marginal_objective(if (scores$bins > 0) count_bins(scores) else scores)$profile(sizes[chosen$at], NA_real_)
  list(
    prior_size = sizes[chosen$at],
    noise = noise$noise,
    lower = min(sizes[chosen$inside]),
    upper = max(sizes[chosen$inside]),
    loss = profile$loss[chosen$at],
    profile = profile,
    cross_validation = cross_validate(loss, who, settings$folds)
  )
}

# Distances of all units (rows) for each size (columns): on a grid, then at the whole numbers next to the best.
losses_by_size <- function(distance) {
  grid <- size_grid(1000)
  loss <- vapply(grid, distance, numeric(length(distance(Inf))))
  loss <- matrix(loss, ncol = length(grid))
  best <- which.min(colMeans(loss))
  around <- range(grid[max(1, best - 1)], min(grid[min(length(grid), best + 1)], 1000))
  more <- setdiff(unique(round(seq(around[1], around[2], length.out = 21))), grid)
  if (length(more) > 0) {
    loss <- cbind(loss, matrix(vapply(more, distance, numeric(nrow(loss))), ncol = length(more)))
    grid <- c(grid, more)
  }
  colnames(loss) <- format(grid, digits = 15, trim = TRUE)
  loss[, order(grid), drop = FALSE]
}

# The one-standard-error rule: the least correction that is not worse than the best by more than chance explains.
choose_size <- function(loss, who) {
  mean <- colMeans(loss)
  best <- max(which(mean <= min(mean) + 1e-12))
  se <- apply(loss - loss[, best], 2, mean_error, who = who)
  inside <- mean - mean[best] <= ifelse(is.na(se), 0, se) + 1e-12
  list(at = max(which(inside)), se = se, inside = inside)
}

# Standard error of a mean over units. Pairs that share an evaluator are not independent: the evaluators' means over
# their pairs are what varies.
mean_error <- function(difference, who) {
  if (!is.matrix(who)) {
    return(stats::sd(difference) / sqrt(length(difference)))
  }
  total <- rowsum(c(difference, difference), c(who[, 1], who[, 2]))
  count <- tabulate(match(c(who), sort(unique(c(who)))))
  2 * stats::sd(total / count) / sqrt(length(count))
}

# The size is chosen without a fold, and tried on it.
cross_validate <- function(loss, who, folds) {
  units <- nrow(loss)
  if (units < 2) {
    return(c(loss = NA_real_, se = NA_real_, folds = 0))
  }
  folds <- min(folds, units)
  fold <- sample(rep_len(seq_len(folds), units))
  left_out <- numeric(units)
  for (k in seq_len(folds)) {
    out <- fold == k
    kept <- if (is.matrix(who)) who[!out, , drop = FALSE] else who[!out]
    left_out[out] <- loss[out, choose_size(loss[!out, , drop = FALSE], kept)$at]
  }
  c(loss = mean(left_out), se = mean_error(left_out, who), folds = folds)
}
