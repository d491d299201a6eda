# Stands in for functions of the same name in rank-items.R until that file arrives.

# Corrected ranks along the rows, among the scored items of each evaluator. Evaluators who saw equally many items make
# a matrix, which the core ranks in one go.
insertion_ranks <- function(score, sizes, prior, ties, induced) {
  unscored <- is.na(score)
  score[unscored] <- 0.5
  rank <- by_length(sizes, function(rows, who) {
    finite <- ifelse(is.infinite(prior[who]), 0, prior[who])
    as.double(cpp_insertion_ranking(score[rows], nrow(rows), finite, ties == "upper"))
  })
  calibrated <- rep.int(is.infinite(prior), sizes)
  rank[calibrated] <- induced[calibrated]
  if (!any(unscored)) {
    return(rank)
  }
  rank[unscored] <- NA
  grouped_ranks(rank, rep.int(seq_along(sizes), sizes))$rank
}

# For the sequences of each length, calls f(rows, who): `rows` is a matrix of row numbers with a sequence in each of
# its rows, `who` says which sequences these are. Puts the results together along the rows.
by_length <- function(sizes, f) {
  first <- cumsum(sizes) - sizes
  result <- rep(NA_real_, sum(sizes))
  for (size in unique(sizes)) {
    who <- which(sizes == size)
    rows <- matrix(rep.int(first[who], size) + rep(seq_len(size), each = length(who)), length(who), size)
    result[rows] <- f(rows, who)
  }
  result
}

check_evaluations <- function(x, call, arg = "x") {
  if (!inherits(x, "seqjudge_evaluations")) {
    stop_type(
      c(
        "{.arg {arg}} must be an evaluations object, not {describe_type(x)}.",
        i = "Make one with {.fn evaluations} or {.fn as_evaluations}."
      ),
      arg, call
    )
  }
}
