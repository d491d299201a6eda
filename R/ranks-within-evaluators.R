# Ranks and places among the items of each evaluator, along the rows of an evaluations object.

# Average ranks among the values that are there, within each group, and how many these are; NA where there is no value.
# One sort serves all groups.
grouped_ranks <- function(value, group) {
  rank <- size <- rep(NA_real_, length(value))
  there <- which(!is.na(value))
  n <- length(there)
  if (n == 0) {
    return(list(rank = rank, size = size))
  }
  sorted <- there[order(group[there], value[there], method = "radix")]
  differs <- function(v) c(TRUE, v[-1] != v[-n])
  starts_group <- differs(group[sorted])
  starts_tie <- starts_group | differs(value[sorted])
  tie_start <- which(starts_tie)
  tie_size <- diff(c(tie_start, n + 1L))
  group_start <- which(starts_group)
  group_size <- diff(c(group_start, n + 1L))
  before <- rep.int(group_start - 1L, group_size)
  rank[sorted] <- rep.int(tie_start + (tie_size - 1) / 2, tie_size) - before
  size[sorted] <- rep.int(group_size, group_size)
  list(rank = rank, size = size)
}

# Average ranks of a value along the rows, among the scored items of each evaluator; NA for the unscored.
ranks_within <- function(x, value = x$score) {
  value[is.na(x$score)] <- NA
  grouped_ranks(value, evaluator_codes(x))$rank
}

# Counted from the top among the scored items of each evaluator.
place_of <- function(rank, x) scored_along(x) + 1 - rank

# How many items each evaluator has scored, and the same for the evaluator of each row.
scored_sizes <- function(x) tabulate(evaluator_codes(x)[!is.na(x$score)], sum(x$position == 1L))

scored_along <- function(x) scored_sizes(x)[evaluator_codes(x)]

# The scored items of the evaluators who have any, in groups of same_length() with rows of `x`.
scored_sequences <- function(x) {
  scored <- which(!is.na(x$score))
  sizes <- scored_sizes(x)
  groups <- lapply(same_length(sizes[sizes > 0]), function(group) {
    group$rows[] <- scored[group$rows]
    group
  })
  list(groups = groups)
}

# Count, mean and variance of the values in each of the groups 1, 2, ...; NA where there are too few.
group_moments <- function(value, group, groups) {
  n <- tabulate(group, groups)
  total <- function(values) replace(rep(NA_real_, groups), n > 0, rowsum(values, group))
  mean <- total(value) / n
  list(n = n, mean = mean, variance = replace(total((value - mean[group])^2) / (n - 1), n < 2, NA))
}

# Sequences that lie one after another, grouped by their length: for each length `who` has it, and `rows`, a matrix of
# row numbers with a sequence in each of its rows.
same_length <- function(sizes) {
  first <- cumsum(sizes) - sizes
  lapply(unique(sizes), function(size) {
    who <- which(sizes == size)
    rows <- rep.int(first[who], size) + rep(seq_len(size), each = length(who))
    list(who = who, rows = matrix(rows, length(who), size))
  })
}
