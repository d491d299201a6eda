# Numbers and tables as people read them.

format_values <- function(x) {
  vapply(x, function(value) format(value, digits = 7), character(1), USE.NAMES = FALSE)
}

big <- function(n) format(n, big.mark = ",", scientific = FALSE, trim = TRUE)

# Each by itself: together, one fraction would give all of them decimals.
big_each <- function(n) vapply(n, big, character(1))

# "1 item", "2,000 items".
count_of <- function(n, what) paste0(big(n), " ", what, if (n != 1) "s")

# "<ranking> 1 evaluator, 12 items".
heading <- function(what, ...) {
  counts <- c(...)
  paste0("<", what, "> ", paste(Map(count_of, counts, names(counts)), collapse = ", "))
}

format_sizes <- function(x) ifelse(is.infinite(x), "Inf", format(x, scientific = FALSE, trim = TRUE))

format_range <- function(lower, upper) {
  ifelse(lower == upper, paste0(big(lower), " alone"), paste(big(lower), "to", big(upper)))
}

# The first `n` rows of a table, with `digits` significant digits in some of the columns.
format_rows <- function(data, n, columns = character(), digits = printed_digits(call), call = rlang::caller_env()) {
  shown <- utils::head(data, check_shown(n, call))
  if (nrow(shown) == 0) {
    return(character())
  }
  shown[columns] <- lapply(shown[columns], signif, digits)
  digits <- max(digits, getOption("digits"))
  text <- utils::capture.output(print.data.frame(shown, row.names = FALSE, digits = digits))
  more <- nrow(data) - nrow(shown)
  c(text, if (more > 0) paste0("... and ", big(more), " more row", if (more > 1) "s"))
}

# As many as users have set.
printed_digits <- function(call) {
  check_number(
    getOption("seqjudge.digits", 4), "digits", call, "a whole number from 1 to 15", whole_from(1, 15),
    cli::format_inline("The option {.code seqjudge.digits}")
  )
}
