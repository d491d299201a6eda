# Random inputs, and an expectation that runs many cases and names the first one that fails.

random_permutation <- function(n) sample.int(n)

# A ranking as rank() makes it: without ties, or with ties that share their average, lowest or highest rank.
random_ranking <- function(n) {
  rule <- sample(c("none", "average", "min", "max"), 1)
  if (rule == "none") {
    return(random_permutation(n))
  }
  rank(sample.int(max(1L, n %/% 2L), n, replace = TRUE), ties.method = rule)
}

# Scores of several characters: continuous, beyond the unit interval, on the grids people really use (where half-way
# points abound), and close to noiseless.
random_scores <- function(n) {
  switch(
    sample.int(6, 1),
    runif(n),
    runif(n, -0.2, 1.2),
    sample(seq(0, 1, by = 0.05), n, replace = TRUE),
    (sample.int(10, n, replace = TRUE) - 0.5) / 10,
    sample.int(10, n, replace = TRUE) / 11,
    oracle_relative_ranks(sample.int(n)) / (seq_len(n) + 1) + runif(n, -0.05, 0.05)
  )
}

make_cases <- function(count, make) lapply(seq_len(count), function(k) make())

# Do `actual(case)` and `expected(case)` agree for every case? Exactly (type included), or within `tolerance`.
expect_agreement <- function(cases, actual, expected, tolerance = NULL) {
  agrees <- vapply(cases, function(case) {
    got <- actual(case)
    want <- expected(case)
    if (is.null(tolerance)) {
      return(identical(got, want))
    }
    length(got) == length(want) && !anyNA(got) && all(abs(got - want) <= tolerance)
  }, logical(1))
  bad <- which(!agrees)
  details <- if (length(bad) > 0) {
    first <- cases[[bad[1]]]
    show <- function(x) substr(paste(deparse(x), collapse = " "), 1, 600)
    sprintf(
      "%d of %d cases disagree. The first is case %d: %s\n  got:      %s\n  expected: %s",
      length(bad), length(cases), bad[1], show(first), show(actual(first)), show(expected(first))
    )
  } else {
    ""
  }
  expect(length(bad) == 0, details)
  invisible(cases)
}

# Scores outside [0, 1] are legitimate in a test of the arithmetic.
ignore_scale_warning <- function(expr) suppressWarnings(expr, classes = "seqjudge_warning_scale")
