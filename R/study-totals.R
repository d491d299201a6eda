# Sums of errors and of their squares, over replicates. They are whole numbers, held as digits to the base 2^32: added
# in any order, over any number of processes, they are the same to the last bit.
#
#   sums       metric (footrule, kendall, inversion) x moment (sum, sum of squares) x digit x method
#   positions  position x moment x digit x method
#
# Ranks may be halves, so the footrule and the errors by position are counted twice (see study_totals.hpp).

summed_metrics <- c("footrule", "kendall", "inversion")

digit_base <- 2^32

empty_totals <- function(setting, methods) {
  list(sums = array(0, c(3, 2, 4, methods)), positions = array(0, c(setting$n, 2, 2, methods)))
}

add_totals <- function(a, b) Map(function(x, y) carry(x + y), a, b[names(a)])

# Digits beyond the base go to the next digit.
carry <- function(x) {
  for (digit in seq_len(dim(x)[3] - 1)) {
    over <- x[, , digit, , drop = FALSE] %/% digit_base
    x[, , digit, ] <- x[, , digit, , drop = FALSE] %% digit_base
    x[, , digit + 1, ] <- x[, , digit + 1, , drop = FALSE] + over
  }
  x
}

# The totals of several methods, one by one, and together again.
split_methods <- function(totals) {
  lapply(seq_len(dim(totals$sums)[4]), function(m) lapply(totals, function(x) x[, , , m, drop = FALSE]))
}

join_methods <- function(results) {
  join <- function(part) {
    arrays <- lapply(results, `[[`, part)
    array(unlist(arrays), c(dim(arrays[[1]])[1:3], length(arrays)))
  }
  list(sums = join("sums"), positions = join("positions"))
}

# Means and standard errors of the values behind the digits, after division by `unit`: rows x methods.
mean_and_se <- function(x, unit, reps) {
  size <- dim(x)
  value <- array(0, size[c(1, 2, 4)])
  for (digit in rev(seq_len(size[3]))) value <- value * digit_base + array(x[, , digit, ], size[c(1, 2, 4)])
  total <- matrix(value[, 1, ], size[1])
  squares <- matrix(value[, 2, ], size[1])
  mean <- total / reps
  variance <- pmax(squares - total * mean, 0) / (reps - 1)
  if (reps == 0) mean[] <- NA_real_
  if (reps < 2) variance[] <- NA_real_
  list(mean = mean / unit, se = matrix(sqrt(variance / reps), size[1]) / unit)
}
