# Checks of what a study is made of.

design_columns <- c("n", "delta", "sd", "prior_size", "evaluators", "order", "bins")

# What a replicate may hold, to stay within the memory of most computers.
max_scores <- 2^27

# The settings of a design, as lists for the compiled code.
check_design <- function(design, call) {
  if (!is.data.frame(design)) {
    stop_type(
      "{.arg design} must be a data frame with a row for each setting, not {describe_type(design)}.", "design", call
    )
  }
  unknown <- setdiff(names(design), design_columns)
  if (length(unknown) > 0) {
    stop_value(
      "{.arg design} must have columns among {.val {design_columns}}, not {.val {unknown}}.",
      "design", call, NULL, "seqjudge_error_column"
    )
  }
  if (!"n" %in% names(design)) {
    stop_value(
      "{.arg design} must have a column {.val n}, the number of items.", "design", call, NULL, "seqjudge_error_column"
    )
  }
  if (nrow(design) == 0) stop_shape("{.arg design} must have at least one row.", "design", call)
  columns <- check_design_columns(design, call)
  lapply(seq_len(nrow(design)), function(s) {
    with(columns, list(
      n = n[s], evaluators = evaluators[s], shared_order = shared_order[s], prior_size = prior_size[s],
      # In the order of seqjudge::Noise.
      noise_type = if (delta[s] > 0) 1L else if (sd[s] > 0) 2L else 0L,
      noise = delta[s] + sd[s], bins = if (is.na(bins[s])) 0L else as.integer(bins[s])
    ))
  })
}

check_design_columns <- function(design, call) {
  column <- function(name, default, expected, valid) {
    values <- design[[name]] %||% rep(default, nrow(design))
    if (is.logical(values) && all(is.na(values))) values <- as.double(values)
    # Made only when it is needed: cli takes longer over the words than the rest of the check.
    check_numbers(
      values, "design", call, paste("hold", expected), valid,
      unit = "row", subject = cli::format_inline("Column {.val {name}} of {.arg design}")
    )
  }
  columns <- list(
    n = column("n", NULL, "whole numbers from 1 to 2^24", whole_from(1, 2^24)),
    delta = column("delta", 0, "finite numbers from 0", number_from(0)),
    sd = column("sd", 0, "finite numbers from 0", number_from(0)),
    prior_size = column("prior_size", 0, "whole numbers from 0 to 2^52, or Inf", is_prior_size),
    evaluators = column("evaluators", 1, "whole numbers from 1 to 10,000", whole_from(1, 1e4)),
    bins = column("bins", NA_real_, "whole numbers from 2, or NA", function(x) is.na(x) | whole_from(2, 1e6)(x)),
    shared_order = check_design_order(design, call)
  )
  both <- which(columns$delta > 0 & columns$sd > 0)
  message <- "{.arg design} must have uniform noise ({.code delta}) or normal noise ({.code sd}) in a row, not both."
  check_none(both, message, "design", call, unit = "row")
  many <- which(columns$n * columns$evaluators > max_scores)
  check_none(many, "{.arg design} must have at most 2^27 scores in a replicate.", "design", call, unit = "row")
  columns
}

check_design_order <- function(design, call) {
  order <- as.character(design[["order"]] %||% rep("own", nrow(design)))
  message <- "Column {.val order} of {.arg design} must hold {.val own} or {.val shared}."
  check_none(which(!order %in% c("own", "shared")), message, "design", call, order, unit = "row")
  order == "shared"
}

# A named list of strings, numbers and functions.
check_methods <- function(methods, call) {
  built_in <- c("insertion", "induced")
  if (is.function(methods)) methods <- list(method = methods)
  if (!is.character(methods) && !is.list(methods)) {
    stop_type(
      "{.arg methods} must hold names of methods, or be a named list that may also hold prior sizes and functions, not
        {describe_type(methods)}.",
      "methods", call
    )
  }
  if (length(methods) == 0) stop_shape("{.arg methods} must name at least one method.", "methods", call)
  methods <- as.list(methods)
  strings <- vapply(methods, rlang::is_string, logical(1))
  labels <- names(methods) %||% rep("", length(methods))
  labels[labels == "" & strings] <- as.character(methods[labels == "" & strings])
  bad <- which(labels == "" | is.na(labels) | duplicated(labels))
  check_none(bad, "{.arg methods} must have a name for each method, each once.", "methods", call)
  for (m in seq_along(methods)) check_method(methods[[m]], labels[m], built_in, call)
  stats::setNames(methods, labels)
}

check_method <- function(method, label, built_in, call) {
  if (is.function(method)) {
    return()
  }
  if (rlang::is_string(method)) {
    if (!method %in% built_in) {
      stop_value(
        "Methods by name are {.or {.val {built_in}}}, not {.val {method}}.", "methods", call,
        i = "A method of your own is a function, in a named list."
      )
    }
  } else if (is_plain_numeric(method)) {
    check_prior_size(method, each = 1, arg = paste0("methods$", label), call = call)
  } else {
    stop_type(
      "Method {.val {label}} must be a name, a prior size or a function, not {describe_type(method)}.", "methods", call
    )
  }
}

check_reps <- function(reps, settings, call) {
  reps <- check_number(reps, "reps", call, "a whole number from 2 to 2^52", whole_from(2, 2^52))
  # Sums of squared errors by position are held in 64 bits.
  n <- max(vapply(settings, `[[`, numeric(1), "n"))
  if (4 * n^2 * reps >= 2^63) {
    stop_value("{.arg reps} is too large for {n} items: their errors could not be added up exactly.", "reps", call, 1L)
  }
  reps
}
