# What is known of the truth, along the rows of an evaluations object. Numbers: the higher, the better; whether they are
# ranks or qualities does not matter, since only their order among the items of an evaluator is used.

# `truth` as a number for each row of `x`: the object's own column, or given by item, or along the rows.
truth_along <- function(x, truth = NULL, arg = "truth", call = rlang::caller_env()) {
  if (is.null(truth)) {
    if (is.null(x$truth)) {
      stop_value(
        "{.arg {arg}} must be given, since the evaluations hold no true ranks.", arg, call,
        i = "A number for each item under the item's name, the highest for the best; or {.arg truth} in
          {.fn evaluations}."
      )
    }
    return(x$truth)
  }
  check_numbers(truth, arg, call, "hold finite numbers")
  if (!is.null(names(truth))) {
    return(truth_by_item(x, truth, arg, call))
  }
  if (length(truth) != nrow(x)) {
    stop_shape(
      "{.arg {arg}} must be named by item, or have a value for each of the {nrow(x)} row{?s}.", arg, call,
      x = "It has {length(truth)} value{?s} without names."
    )
  }
  as.double(truth)
}

truth_by_item <- function(x, truth, arg, call) {
  twice <- which(duplicated(names(truth)))
  if (length(twice) > 0) {
    stop_value(
      "{.arg {arg}} must name each item once, but has {.val {names(truth)[twice[1]]}} again.", arg, call, twice
    )
  }
  at <- match_names(x$item, names(truth))
  if (anyNA(at)) {
    unknown <- unique(x$item[is.na(at)])
    stop_value(
      "{.arg {arg}} must have a value for every item, but has none for {.val {unknown}}.",
      arg, call, which(is.na(at))
    )
  }
  as.double(truth[at])
}

# True ranks (average ties) among the scored items of each evaluator; NA for the unscored.
true_ranks <- function(x, truth = NULL, arg = "truth", call = rlang::caller_env()) {
  ranks_within(x, truth_along(x, truth, arg, call))
}
