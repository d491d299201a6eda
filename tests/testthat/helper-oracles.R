# Oracles: slow and obvious transcriptions of the definitions in Wang & Pananjady, "Modeling and Correcting Bias in
# Sequential Evaluation". They are written from the paper and share nothing with the compiled code, so that an
# agreement means something. A rank of n is the best; everything is in order of presentation.

# A score this close to the point half-way between two noiseless scores counts as half-way.
half_way_tolerance <- 2^-47

# ---- permutations and codes -------------------------------------------------------------------------------------

# Every permutation of 1..n, one per row.
all_permutations <- function(n) {
  if (n == 0L) {
    return(matrix(integer(), 1L, 0L))
  }
  shorter <- all_permutations(n - 1L)
  # Each permutation of n - 1 gives n longer ones: the new last item takes rank k, and ranks from k on move up.
  longer <- lapply(seq_len(n), function(k) cbind(shorter + (shorter >= k), k, deparse.level = 0))
  do.call(rbind, longer)
}

# r_t = #{i <= t : ranking(i) <= ranking(t)}
oracle_relative_ranks <- function(ranking) {
  ranking <- unname(ranking)
  vapply(seq_along(ranking), function(t) sum(ranking[seq_len(t)] <= ranking[t]), integer(1))
}

# The same for every row of a matrix, a column at a time.
oracle_relative_ranks_rows <- function(rankings) {
  relative <- rankings
  for (t in seq_len(ncol(rankings))) {
    relative[, t] <- as.integer(rowSums(rankings[, seq_len(t), drop = FALSE] <= rankings[, t]))
  }
  relative
}

# Decode with an actual array that starts out holding the prior items (0), as Algorithm 2 does.
oracle_decode_array <- function(relative, prior_size = 0) {
  sequence <- rep(0L, prior_size)
  for (t in seq_along(relative)) {
    sequence <- append(sequence, t, after = relative[t] - 1)
  }
  match(seq_along(relative), sequence[sequence > 0L])
}

# Decode without the array: remember where each real item stands, and move up by one those that stand at or above the
# place of an arriving item. Works for a prior of any size below 2^53. Items yet to arrive wait at -1.
oracle_decode_shift <- function(relative) {
  position <- rep(-1, length(relative))
  for (t in seq_along(relative)) {
    position <- position + (position >= relative[t])
    position[t] <- relative[t]
  }
  as.integer(rank(position))
}

# ---- the insertion estimator ------------------------------------------------------------------------------------

# argmin over r in 1..(prior_size + t) of |score - r / (prior_size + t + 1)|, by looking at every r.
oracle_nearest <- function(score, t, prior_size, ties) {
  candidates <- seq_len(prior_size + t)
  gaps <- abs(score - candidates / (prior_size + t + 1))
  # A score at distance d from the half-way point has gaps that differ by 2 d.
  nearest <- candidates[gaps - min(gaps) <= 2 * half_way_tolerance]
  if (ties == "lower") min(nearest) else max(nearest)
}

# The same for priors too large to look at every r; all items at once.
oracle_nearest_large <- function(scores, prior_size, ties) {
  t <- seq_along(scores)
  slots <- prior_size + t + 1
  below <- floor(scores * slots)
  # Around a half-way point the product may fall on either side of it, but its floor is the same.
  half_way <- abs(scores - (below + 0.5) / slots) <= half_way_tolerance
  nearest <- ifelse(half_way, below + (ties == "upper"), round(scores * slots))
  pmin(pmax(nearest, 1), prior_size + t)
}

# The same for a score given as the fraction p / q, in whole numbers only: no rounding error can decide a tie.
oracle_nearest_fraction <- function(p, q, t, prior_size, ties) {
  slots <- prior_size + t + 1
  stopifnot(2 * p * slots + q < 2^53)
  # Half down: ceiling(p slots / q - 1/2); half up: floor(p slots / q + 1/2).
  nearest <- if (ties == "lower") -((q - 2 * p * slots) %/% (2 * q)) else (2 * p * slots + q) %/% (2 * q)
  pmin(pmax(nearest, 1), prior_size + t)
}

# Algorithm 1 (no prior).
oracle_algorithm_1 <- function(scores, ties = "lower") {
  array <- integer()
  for (t in seq_along(scores)) {
    estimate <- oracle_nearest(scores[t], t, 0, ties)
    array <- append(array, t, after = estimate - 1L)
  }
  match(seq_along(scores), array)
}

# Algorithm 2 (prior items are zeros in the array), with r ranging over 1..(prior_size + t).
oracle_algorithm_2 <- function(scores, prior_size, ties = "lower") {
  array <- rep(0L, prior_size)
  for (t in seq_along(scores)) {
    estimate <- oracle_nearest(scores[t], t, prior_size, ties)
    array <- append(array, t, after = estimate - 1L)
  }
  array <- array[array != 0L]
  match(seq_along(scores), array)
}

oracle_insertion_large <- function(scores, prior_size = 0, ties = "lower") {
  oracle_decode_shift(oracle_nearest_large(scores, prior_size, ties))
}

oracle_insertion_fraction <- function(p, q, prior_size = 0, ties = "lower") {
  oracle_decode_shift(oracle_nearest_fraction(p, q, seq_along(p), prior_size, ties))
}

# Whichever oracle can hold this prior.
oracle_insertion <- function(scores, prior_size = 0, ties = "lower") {
  if (is.infinite(prior_size)) {
    oracle_induced(scores)
  } else if (prior_size == 0) {
    oracle_algorithm_1(scores, ties)
  } else if (prior_size <= 100) {
    oracle_algorithm_2(scores, prior_size, ties)
  } else {
    oracle_insertion_large(scores, prior_size, ties)
  }
}

# Least squares by trying every permutation: the smallest sum of squares, and every ranking that attains it.
oracle_least_squares <- function(scores, permutations = all_permutations(length(scores))) {
  n <- length(scores)
  noiseless <- oracle_relative_ranks_rows(permutations) / rep(seq_len(n) + 1, each = nrow(permutations))
  loss <- rowSums((noiseless - rep(scores, each = nrow(permutations)))^2)
  list(loss = min(loss), rankings = permutations[loss - min(loss) < 1e-12, , drop = FALSE])
}

oracle_loss <- function(scores, ranking) {
  sum((scores - oracle_relative_ranks(ranking) / (seq_along(scores) + 1))^2)
}

# ---- the model --------------------------------------------------------------------------------------------------

# Noiseless scores of an evaluator with prior items: a random ranking of prior_size + n items, the first prior_size of
# which were seen before.
noiseless_with_prior <- function(n, prior_size) {
  everyone <- sample.int(prior_size + n)
  real <- prior_size + seq_len(n)
  relative <- oracle_relative_ranks(everyone)[real]
  list(truth = as.integer(rank(everyone[real])), scores = relative / (real + 1))
}

# The same without holding the prior items: the real items take n of the prior_size + n ranks, and all but the later,
# lower-ranked real items are in sight when an item arrives.
noiseless_with_large_prior <- function(n, prior_size) {
  absolute <- sample.int(prior_size + n, n)
  yet_to_come <- vapply(seq_len(n), function(t) sum(absolute[seq_len(n) > t] < absolute[t]), integer(1))
  list(truth = as.integer(rank(absolute)), scores = (absolute - yet_to_come) / (prior_size + seq_len(n) + 1))
}

# The mean noiseless score over every interleaving of the real items with the prior items, given the real items'
# ranking: the definition behind the closed form of expected_scores().
oracle_expected_enumerated <- function(ranking, prior_size) {
  n <- length(ranking)
  everyone <- all_permutations(prior_size + n)
  real <- prior_size + seq_len(n)
  restricted <- t(apply(everyone[, real, drop = FALSE], 1, rank))
  agrees <- rowSums(restricted == rep(ranking, each = nrow(everyone))) == n
  relative <- oracle_relative_ranks_rows(everyone[agrees, , drop = FALSE])[, real, drop = FALSE]
  colMeans(relative) / (real + 1)
}

oracle_expected_scores <- function(ranking, prior_size = 0) {
  n <- length(ranking)
  if (is.infinite(prior_size)) {
    return(ranking / (n + 1))
  }
  (oracle_relative_ranks(ranking) + prior_size * ranking / (n + 1)) / (prior_size + seq_along(ranking) + 1)
}

# Ranks by counting; base R's rank() serves the tie rules that depend on the order.
oracle_induced <- function(scores) {
  vapply(scores, function(s) sum(scores < s) + (sum(scores == s) + 1) / 2, numeric(1))
}

# ---- metrics ----------------------------------------------------------------------------------------------------

oracle_footrule <- function(a, b) sum(abs(a - b))

oracle_inversion <- function(a, b) sum(abs(oracle_relative_ranks(a) - oracle_relative_ranks(b)))

# Pairs i < j on which the two rankings disagree.
oracle_kendall <- function(a, b) {
  count <- 0
  for (i in seq_along(a)[-1L]) {
    j <- seq_len(i - 1L)
    count <- count + sum((a[i] - a[j]) * (b[i] - b[j]) < 0)
  }
  count
}

# The pairs themselves, ordered by first then second position.
oracle_conflicts <- function(scores, truth) {
  n <- length(scores)
  i <- rep(seq_len(n), each = n)
  j <- rep(seq_len(n), times = n)
  conflict <- i < j & (scores[i] - scores[j]) * (truth[i] - truth[j]) < 0
  i <- i[conflict]
  j <- j[conflict]
  labels <- if (is.null(names(scores))) as.character(seq_along(scores)) else names(scores)
  list(
    position_1 = i,
    position_2 = j,
    item_1 = labels[i],
    item_2 = labels[j],
    score_1 = unname(scores[i]),
    score_2 = unname(scores[j]),
    truth_1 = unname(truth[i]),
    truth_2 = unname(truth[j])
  )
}
