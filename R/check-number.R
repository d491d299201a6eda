# One finite whole number from `from` to `to`, as a double. `expected` says so in words.
check_whole_number <- function(x, arg, expected, from, to, call) {
  if (!is.numeric(x) || is.object(x)) {
    stop_type("{.arg {arg}} must be {expected}, not {describe_type(x)}.", arg, call)
  }
  if (length(x) != 1) {
    stop_shape("{.arg {arg}} must be {expected}, not {length(x)} values.", arg, call)
  }
  if (!is_whole(x) || x < from || x > to) {
    stop_value("{.arg {arg}} must be {expected}, not {format_values(x)}.", arg, call, 1L)
  }
  as.double(x)
}

is_whole <- function(x) is.finite(x) && x == floor(x)

# A count: from 1, or from 0, up to what an integer holds.
check_integer <- function(x, arg, call, from = 1) {
  expected <- paste("a whole number from", from)
  as.integer(check_whole_number(x, arg, expected, from, .Machine$integer.max, call))
}
