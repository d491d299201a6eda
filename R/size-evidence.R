# Do the scores speak for an effect of the order? For marks, whose scale is not known, only the order can tell: the
# likelihood of prior sizes in the true order is set beside that in shuffled ones. See sequential_likelihood.hpp.

# Sizes beyond the largest cannot be told from Inf, and few shares of noise in the variance do.
evidence_sizes <- c(0, 1, 2, 3, 5, 8, 12, 20, 35, 60)
evidence_shares <- c(0.02, 0.05, 0.15, 0.35, 0.65)

# Rounding to relative ranks needs a noise, and hardly depends on it.
typical_share <- 0.15

# Sizes are equally likely on the scale of log(1 + size) up to 100, all of them together as likely as no effect.
size_weights <- function(sizes) {
  place <- log1p(sizes)
  middle <- (place[-1] + place[-length(place)]) / 2
  width <- diff(c(0, middle, log1p(100)))
  width / sum(width)
}

# What each evaluator's level may wander by, as a share of the variance of the noise: see seqjudge-priors.
evidence_wander <- c(0, 0.4)

# `rivals`: beside a drift and a start effect that all evaluators share. `wander`: beside levels that wander.
evidence_grid <- function(sizes, weights, shares, rivals, wander) {
  grid <- expand.grid(size = sizes, share = shares, wander = wander)
  log_weight <- log(weights[match(grid$size, sizes)] / (length(shares) * length(wander)))
  c(as.list(grid), list(log_weight = log_weight, rivals = rivals))
}

# Any statistic makes a valid test. That of the shuffles is averaged over fewer sizes and shares, being needed so often.
shuffled_sizes <- c(0, 2, 5, 12, 35)
shuffled_shares <- c(0.1, 0.35)

# Beyond this many items, or scores, evaluators are looked at one by one: what they have in common would take too long.
most_shared_items <- 250L
most_common_scores <- 5000L

# The log Bayes factor of an effect of the order against none, the posterior weights of the sizes and of Inf, and the
# p-value of the shuffles: exact, since without an effect any order of an evaluator's scores is as likely as any other.
size_evidence <- function(x, shuffles = 199L, seed = 1, threads = 1L) {
  x <- in_plain_order(x)
  table <- rating_table(x, own_spread = TRUE)
  sizes <- c(evidence_sizes, Inf)
  if (is.null(table)) {
    return(no_evidence(sizes))
  }
  # Where evaluators have nothing in common both ways give the same.
  few <- table$items <= most_shared_items && sum(!is.na(table$value)) <= most_common_scores
  alone <- !few || !shares_items(x)
  # What shares of the items beaten mean leaves no room for a drift. Where nobody else scored the same items, a level
  # that wanders cannot be told from their qualities.
  rivals <- is_marks(x)
  wander <- if (rivals && !alone) evidence_wander else 0
  grid <- evidence_grid(evidence_sizes, size_weights(evidence_sizes), evidence_shares, rivals, wander)
  log_density <- cpp_size_evidence(table, grid, alone, threads) + grid$log_weight
  flat <- evidence_grid(Inf, 1, evidence_shares, rivals, wander)
  without <- cpp_size_evidence(table, flat, alone, threads) + flat$log_weight
  log_bf <- log_sum_exp(log_density) - log_sum_exp(without)
  settings <- list2DF(list(size = c(grid$size, flat$size), share = c(grid$share, flat$share)))
  settings$log_lik <- c(log_density, without) - c(grid$log_weight, flat$log_weight)
  settings$weight <- exp(c(log_density, without) - log_sum_exp(c(log_density, without)))
  list(
    log_bf = log_bf,
    p_value = shuffle_p_value(table, alone, rivals, wander, shuffles, seed, threads),
    sizes = sizes,
    weights = as.vector(rowsum(settings$weight, match(settings$size, sizes))),
    settings = settings
  )
}

# Where nobody told items apart, what was known before is all there is.
no_evidence <- function(sizes) {
  weights <- c(size_weights(evidence_sizes), 1) / 2
  settings <- expand.grid(size = sizes, share = evidence_shares, log_lik = 0)
  settings$weight <- rep(weights, length(evidence_shares)) / length(evidence_shares)
  list(log_bf = 0, p_value = 1, sizes = sizes, weights = weights, settings = settings)
}

log_sum_exp <- function(values) {
  highest <- max(values)
  highest + log(sum(exp(values - highest)))
}

# Whoever gave no scores says nothing; and shuffles are drawn one evaluator after another, in an order that depends on
# their scores alone, not on their names or on how the table was sorted: a decision must not depend on these either.
in_plain_order <- function(x) {
  code <- evaluator_codes(x)
  there <- !is.na(x$score)
  if (!any(there)) {
    return(x)
  }
  # Two who gave the same scores are told apart by their items.
  told <- data.frame(score = format(x$score, digits = 15), item = x$item)
  key <- vapply(told, function(column) tapply(column, code, paste, collapse = " "), character(max(code)))
  key <- matrix(key, max(code))
  sorted <- order(key[, 1], key[, 2], method = "radix")
  sorted <- sorted[tapply(there, code, any)[sorted]]
  if (identical(sorted, seq_len(max(code)))) x else some_sequences(x, sorted)
}

# In portions: where a fifth of the first few shuffles speak for an effect as loudly, the rest are not needed; where of
# all of them about as many do as a p-value at the level of the test would have, ten times as many decide.
shuffle_p_value <- function(table, alone, rivals, wander, shuffles, seed, threads) {
  if (shuffles == 0) {
    return(1)
  }
  # A drift makes the true order likelier too, whatever the size: what counts is by how much the sizes do better.
  grid <- evidence_grid(shuffled_sizes, size_weights(shuffled_sizes), shuffled_shares, rivals, wander)
  flat <- evidence_grid(Inf, 1, shuffled_shares, rivals, wander)
  of_true <- function(grid) log_sum_exp(cpp_size_evidence(table, grid, alone, threads) + grid$log_weight)
  of_shuffled <- function(grid, ...) cpp_shuffled_evidence(table, grid, alone, ..., seed, threads)
  statistic <- of_true(grid) - of_true(flat)
  reached <- function(...) sum(of_shuffled(grid, ...) - of_shuffled(flat, ...) >= statistic - 1e-9)
  first <- min(shuffles, 24L)
  found <- reached(0L, first)
  done <- first
  if (found <= first / 5 && done < shuffles) {
    found <- found + reached(done, shuffles - done)
    done <- shuffles
    usual <- stats::qbinom(c(0.001, 0.999), done, evidence_level)
    if (found >= usual[1] && found <= usual[2]) {
      found <- found + reached(done, 9L * done)
      done <- 10L * done
    }
  }
  (1 + found) / (done + 1)
}

# The scores as the ratings models take them, with a standard deviation of about 1 within evaluators: of each by itself,
# shrunk towards that of all, or of all together. NULL where no evaluator has two different scores.
rating_table <- function(x, own_spread = FALSE) {
  code <- evaluator_codes(x)
  who <- seq_along(evaluator_sizes(x))
  mark <- mark_values(x)
  scored <- which(!is.na(mark))
  of_evaluator <- function(values) as.vector(tapply(values, factor(code[scored], who), sum, default = 0))
  n <- tabulate(code[scored], length(who))
  centre <- of_evaluator(mark[scored]) / n
  squares <- of_evaluator((mark[scored] - centre[code[scored]])^2)
  variance <- sum(squares) / max(sum(pmax(n - 1, 0)), 1)
  # Equal marks may differ from their mean in the last digit.
  if (variance <= 1e-24 * max(mark[scored]^2, 0)) {
    return(NULL)
  }
  spread <- sqrt(if (own_spread) (squares + 4 * variance) / (pmax(n - 1, 0) + 4) else rep(variance, length(who)))
  middle <- if (own_spread) centre else rep(mean(mark[scored]), length(who))
  table <- mark_table(x, (mark - middle[code]) / spread[code], sqrt(variance))
  table$centre <- ifelse(n > 0, middle, NA_real_)
  table$spread <- spread
  table
}

# Marks as they are; of percentiles only the order counts.
mark_values <- function(x) if (attr(x, "scale")$type == "percentile") scale_scores(x) else as.double(x$score)

# Where nobody told items apart.
level_table <- function(x) {
  table <- mark_table(x, 0 * x$score, 1)
  table$centre <- rep(mean(mark_values(x), na.rm = TRUE), length(evaluator_sizes(x)))
  table$spread <- rep(0, length(evaluator_sizes(x)))
  table
}

# `unit` is what a value of 1 stands for in points. Bins count as plain numbers.
mark_table <- function(x, value, unit) {
  table <- model_scores(x, items = TRUE)
  table$value <- value
  table$unit <- unit
  table$bins <- 0L
  table$bin <- integer()
  table$cluster <- order_clusters(x)
  table
}

# Evaluators who saw the same items in the same order have the same number: without an effect of the order it is the
# items that could have come in another order, for all of them alike. NULL where no two did. Sequences are told apart by
# sums that no two of them share, since there may be very many.
order_clusters <- function(x, rows = seq_len(nrow(x))) {
  if (length(evaluator_sizes(x)) < 2) {
    return(NULL)
  }
  item <- match(x$item, unique(x$item))[rows]
  code <- factor(evaluator_codes(x)[rows], seq_along(evaluator_sizes(x)))
  sums <- as.vector(tapply(sin(item) * sqrt(x$position[rows]), code, sum, default = 0))
  cluster <- match(sums, unique(sums))
  if (anyDuplicated(cluster) > 0) cluster
}

# Is there something to correct? ---------------------------------------------------------------------------------------

is_marks <- function(x) identical(attr(x, "scale")$meaning, "marks")

# An order that was arranged, or that all evaluators share without being known to be drawn by lot, may have put the
# strong first or last; scores cannot tell that from an effect of the order.
order_is_random <- function(x) {
  said <- order_of(x)
  said == "random" || (said == "unknown" && !shares_one_order(x))
}

# Do most evaluators who have items in common with the one before see them in the same order? Round by round, where
# there are rounds: the one before is another judge. Where few can be compared, their orders must be more alike than
# those drawn by lot are once in twenty times.
shares_one_order <- function(x) {
  rows <- by_evaluator(seq_len(nrow(x)), x)
  if (has_rounds(x)) rows <- rows[order(sequence_rounds(x))]
  if (length(rows) < 2) {
    return(FALSE)
  }
  compared <- vapply(seq_along(rows)[-1], FUN.VALUE = numeric(2), function(j) {
    both <- intersect(x$item[rows[[j - 1]]], x$item[rows[[j]]])
    alike <- if (length(both) < 3) NA else !is.unsorted(match(both, x$item[rows[[j]]]))
    c(alike = alike, log_chance = -lfactorial(length(both)))
  })
  alike <- compared["alike", ] == 1
  few <- mean(is.na(alike)) > 0.5
  by_chance <- few && sum(compared["log_chance", which(alike)]) > log(0.05)
  any(alike, na.rm = TRUE) && mean(alike, na.rm = TRUE) > 0.5 && !by_chance
}

# The level at which an effect of the order counts as found.
evidence_level <- 0.05

# P-values of shuffles are fractions, and may hit the level.
is_ruled_out <- function(p_value, alpha) p_value <= alpha + 1e-9

# A few scores can hit what some prior size expects by chance.
least_scores <- 10L

# Why nothing can be corrected, whatever the scores are; NULL where something can.
why_uncorrected <- function(x) {
  why <- if (sum(!is.na(x$score)) < least_scores) {
    paste("fewer than", least_scores, "scores cannot tell an effect of the order.")
  } else if (order_of(x) == "arranged") {
    "the order was arranged, which scores cannot tell from an effect of the order."
  } else if (!order_is_random(x)) {
    paste(
      "all saw the items in one order, which may have been arranged. If it was drawn by lot, say",
      "`order = \"random\"` in `evaluations()`."
    )
  }
  if (!is.null(why)) paste("Nothing is corrected:", why)
}

# What the scores of `x`, marks on an unknown scale, say about an effect of the order: the evidence, whether to correct,
# and a sentence that says why or why not. Too few scores are evidence still, for whoever counts in what they leave
# open.
order_decision <- function(x, seed = 1, threads = check_threads()) {
  why <- why_uncorrected(x)
  evidence <- if (order_is_random(x)) size_evidence(x, seed = seed, threads = threads)
  if (!is.null(why)) {
    return(list(correct = FALSE, evidence = evidence, sentence = why))
  }
  correct <- evidence$log_bf > 0 && is_ruled_out(evidence$p_value, evidence_level)
  p <- if (evidence$p_value < 0.01) "p < 0.01" else paste("p =", format(round(evidence$p_value, 2)))
  sentence <- if (correct) {
    paste0("Corrected for the order: early scores are cautious, as if ", size_in_words(evidence), " (", p, ").")
  } else {
    paste0("Nothing is corrected: the scores do not speak for cautious beginnings (", p, ").")
  }
  list(correct = correct, evidence = evidence, sentence = sentence)
}

size_in_words <- function(evidence) {
  size <- typical_size(evidence)
  if (size == 0) "nothing had been seen before" else paste(format_sizes(size), "items had been seen before")
}

# The posterior median of the prior size, given that there is an effect.
typical_size <- function(evidence) {
  finite <- is.finite(evidence$sizes)
  size_quantile(evidence$sizes[finite], evidence$weights[finite], 0.5)
}

# One chain for each of so many prior sizes: quantiles of their posterior, no effect among them.
spread_sizes <- function(evidence, count) {
  at <- findInterval((seq_len(count) - 0.5) / count, cumsum(evidence$weights)) + 1L
  evidence$sizes[pmin(at, length(evidence$sizes))]
}

# Marks as shares ------------------------------------------------------------------------------------------------------

# The marks of `x` on the scale of 0 to 1 that goes with a prior size, one for all or one for each evaluator, and a
# share of noise in the variance of the scores: the middle of each evaluator's scores is one half, and their spread that
# of the model. Where qualities are rather bell-shaped, marks are spread evenly first: the r-th of N is then near
# qnorm((r - 3/8) / (N + 1/4)), and becomes r / (N + 1).
learned_shares <- function(x, size, share = typical_share, p_bell = bell_probability(x, size)) {
  table <- rating_table(x, own_spread = TRUE) %||% level_table(x)
  code <- evaluator_codes(x)
  size <- rep_len(size, length(evaluator_sizes(x)))[code]
  bell <- p_bell > 0.5
  shown <- if (bell) shown_bell(size + x$position) else shown_share(size, x$position)
  there <- !is.na(x$score)
  part <- as.vector(tapply(shown[there], factor(code[there], seq_along(evaluator_sizes(x))), mean, default = 1))
  spread <- sqrt((1 - share) / pmax(part, 1e-9))[code]
  if (!bell) {
    return(0.5 + table$value / (sqrt(12) * spread))
  }
  below <- stats::pnorm(table$value / spread)
  ifelse(is.infinite(size), below, (below * (size + x$position + 0.25) + 0.375) / (size + x$position + 1))
}

# The table of the rank model with marks as such shares.
share_table <- function(x, size) mark_table(x, learned_shares(x, size), 1)

# Of the variance of bell-shaped qualities the mean of the r-th lowest of n shows this part.
shown_bell <- function(n) {
  few <- sort(unique(pmin(n, 500)))
  part <- vapply(few, function(k) mean(stats::qnorm((seq_len(k) - 0.375) / (k + 0.25))^2), numeric(1))
  ifelse(is.infinite(n), 1, part[match(pmin(n, 500), few)])
}

# The probability that qualities are bell-shaped and not flat, both as likely beforehand, one shape for all evaluators.
bell_probability <- function(x, size, threads = 1L) {
  table <- rating_table(x, own_spread = TRUE)
  if (is.null(table)) {
    return(0.5)
  }
  density <- cpp_shape_densities(table, as.double(rep_len(size, length(evaluator_sizes(x)))), threads)
  stats::plogis(sum(density[2, ] - density[1, ]))
}

# What was learned of the scale, in points: the ends of the marks, the middle, the standard deviation within evaluators,
# by how much these differ in severity, and the shape. What is left of differences between few scores is not severity.
learned_scale <- function(x, size) {
  mark <- mark_values(x)
  table <- rating_table(x, own_spread = TRUE) %||% level_table(x)
  there <- !is.na(table$centre)
  n <- tabulate(evaluator_codes(x)[!is.na(mark)], length(there))[there]
  by_chance <- mean(table$spread[there]^2 / pmax(n, 1)) * if (shares_items(x)) typical_share else 1
  severity <- if (sum(there) < 2) NA_real_ else sqrt(max(0, stats::var(table$centre[there]) - by_chance))
  list(
    lower = min(mark, na.rm = TRUE), upper = max(mark, na.rm = TRUE), centre = mean(table$centre[there]),
    spread = if (is.null(table$unit)) 0 else table$unit, severity = severity, p_bell = bell_probability(x, size)
  )
}

# "marks from 5 to 9.5, centre 7.2, evaluators differ in severity by 0.4, bell-shaped"
describe_learned <- function(scale) {
  show <- function(value) format(signif(value, 3))
  shape <- if (scale$p_bell > 0.8) "bell-shaped" else if (scale$p_bell < 0.2) "evenly spread" else "of unclear shape"
  paste0(
    "marks from ", show(scale$lower), " to ", show(scale$upper), ", centre ", show(scale$centre),
    if (!is.na(scale$severity)) paste(", evaluators differ in severity by", show(scale$severity)),
    ", items ", shape
  )
}
