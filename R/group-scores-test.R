#' Do two groups of scores differ?
#'
#' A permutation test of the difference of two means: do evaluators who saw other items before score the same items
#' differently? Are later scores lower than earlier ones?
#'
#' Under the null hypothesis it does not matter which scores are in which group. With `unit = "score"`, as in the paper,
#' all scores are shuffled between the groups as if each came from an evaluator of its own. Since scores of one
#' evaluator are seldom independent, `unit = "evaluator"` is the safer choice: every evaluator's scores in a group are
#' averaged, and these means are shuffled; where all evaluators have scores in both groups, they change places within
#' evaluators.
#'
#' The p-value is \eqn{(1 + k) / (1 + B)} where `k` of `B` random arrangements have a difference at least as extreme, so
#' it is never 0. Where there are no more than `permutations` arrangements, all of them are gone through and the p-value
#' is exact. For larger groups `exact = TRUE` computes the exact p-value with the package coin, which can do so for most
#' scores but not for arbitrary fractions within evaluators.
#'
#' @inheritParams seqjudge-arguments
#' @param group The group of each row: a string that names a column of `x`, or a vector along the rows of `x`. Rows for
#'   which it is `NA` are left out. There must be two groups; the first is the one that sorts first, or the first level
#'   of a factor.
#' @param positions Numbers: take scores at these positions only. `NULL` for all.
#' @param alternative String: is the mean of the first group `"greater"` or `"less"` than that of the second, or either
#'   (`"two.sided"`)?
#' @param unit String: what is shuffled, `"score"` or `"evaluator"`.
#' @param exact `TRUE` or `FALSE`: the exact p-value whatever the size, by means of coin?
#' @param permutations Whole number from 1: how many random arrangements. They are governed by [set.seed()].
#' @return An object of class `htest` with `statistic`, the difference of the means of the raw scores; `parameter`, the
#'   number of arrangements (not where coin computed the p-value); `p.value`; `estimate`, the two means; `stderr`, their
#'   standard errors; `null.value`, `alternative`, `method` and `data.name`.
#' @family experiments
#' @examples
#' x <- evaluations(bakeoff, judge, contestant, position, points, score_scale("range", 0, 100))
#' # Are points higher in the second half of the contest?
#' set.seed(1)
#' half <- ifelse(x$position <= 6, "first half", "second half")
#' test_group_scores(x, half, unit = "evaluator")
#' @export
test_group_scores <- function(x, group = "group", positions = NULL, alternative = c("two.sided", "greater", "less"),
                              unit = c("score", "evaluator"), exact = FALSE, permutations = 9999) {
  call <- rlang::current_env()
  name <- rlang::as_label(rlang::enexpr(x))
  check_evaluations(x, call)
  alternative <- check_choice(alternative, c("two.sided", "greater", "less"), "alternative")
  unit <- check_choice(unit, c("score", "evaluator"), "unit")
  check_integer(permutations, "permutations", call)
  check_flag(exact, "exact")
  data <- grouped_scores(x, group, positions, call)
  sample <- shuffled_units(data, unit, call)
  p <- group_p_value(sample, alternative, permutations, exact, call)
  means <- tapply(data$score, data$group, mean)
  n <- tabulate(data$group)
  labels <- paste("mean of", levels(data$group))
  structure(
    list(
      statistic = c(difference = means[[1]] - means[[2]]),
      parameter = p$parameter,
      p.value = p$value,
      estimate = stats::setNames(as.vector(means), labels),
      null.value = c("difference in means" = 0),
      stderr = stats::setNames(as.vector(tapply(data$score, data$group, stats::sd)) / sqrt(n), labels),
      alternative = alternative,
      method = paste0(p$method, " of two groups of scores, by ", unit),
      data.name = paste0(name, ", ", paste(levels(data$group), collapse = " against "))
    ),
    class = "htest"
  )
}

# The scored rows that are in a group: score, group (a factor of two levels) and evaluator.
grouped_scores <- function(x, group, positions, call) {
  group <- column_or_rows(group, x, "group", call)
  if (!is.null(positions) && (!is.numeric(positions) || anyNA(positions))) {
    stop_type("{.arg positions} must hold numbers.", "positions", call)
  }
  use <- which(!is.na(x$score) & !is.na(group) & (is.null(positions) | x$position %in% positions))
  group <- factor(group[use], levels = if (is.factor(group)) levels(group) else sort(unique(group)))
  group <- droplevels(group)
  if (nlevels(group) != 2) {
    stop_value(
      c(
        "{.arg group} must make two groups of scores, not {nlevels(group)}.",
        if (nlevels(group) > 0) c(x = "{cli::qty(nlevels(group))}It makes {.val {levels(group)}}.")
      ),
      "group", call
    )
  }
  data.frame(score = x$score[use], group = group, evaluator = judge_codes(x)[use])
}

column_or_rows <- function(value, x, arg, call) {
  if (rlang::is_string(value) && nrow(x) != 1) {
    if (!value %in% names(x)) {
      stop_value(
        "{.arg {arg}} must name a column of {.arg x}, not {.val {value}}.", arg, call, NULL, "seqjudge_error_column",
        x = "It has the columns {.val {names(x)}}.",
        i = "Keep a column with {.arg keep} in {.fn evaluations}."
      )
    }
    return(x[[value]])
  }
  if (!is.atomic(value) || length(value) != nrow(x)) {
    stop_shape(
      "{.arg {arg}} must name a column of {.arg x} or have a value for each of its {nrow(x)} row{?s}.", arg, call
    )
  }
  value
}

# What is shuffled: values in two groups, within blocks.
shuffled_units <- function(data, unit, call) {
  if (unit == "score") {
    return(data.frame(value = data$score, group = data$group, block = 1L))
  }
  means <- stats::aggregate(score ~ evaluator + group, data, mean)
  groups <- table(means$evaluator)
  if (any(groups != groups[1])) {
    stop_value(
      "{.arg group} must have each evaluator in one group, or all of them in both, where evaluators are shuffled.",
      "group", call,
      x = "{sum(groups == 2)} of {length(groups)} have scores in both.",
      i = "Use {.code unit = \"score\"}, or leave rows out with {.val {NA}} in {.arg group}."
    )
  }
  # Evaluators who are in both groups are compared with themselves.
  data.frame(value = means$score, group = means$group, block = if (groups[1] == 2) means$evaluator else 1L)
}

group_p_value <- function(sample, alternative, permutations, exact, call) {
  first <- sample$group == levels(sample$group)[1]
  blocks <- length(unique(sample$block))
  n <- nrow(sample)
  log_arrangements <- if (blocks > 1) blocks * log(2) else lchoose(n, sum(first))
  enumerable <- round(exp(log_arrangements)) <= permutations
  if (exact && !enumerable) {
    return(coin_p_value(sample, alternative, call))
  }
  # The difference of the means, as a sum of weight times value.
  weight <- ifelse(first, 1 / sum(first), -1 / sum(!first))
  observed <- sum(weight * sample$value)
  sums <- if (enumerable) {
    all_group_sums(sample, first)
  } else {
    sorted <- order(sample$block)
    cpp_permuted_sums(
      sample$value[sorted], weight[sorted], as.integer(table(sample$block)), FALSE, as.integer(permutations)
    )
  }
  list(
    value = permutation_p_value(observed, sums, alternative, enumerable),
    parameter = if (enumerable) c(arrangements = length(sums)) else c(permutations = length(sums)),
    method = if (enumerable) "Exact permutation test" else "Permutation test"
  )
}

# The difference of the means for every way to choose the first group; within blocks of two, for every way to swap.
all_group_sums <- function(sample, first) {
  value <- sample$value
  if (length(unique(sample$block)) > 1) {
    by_block <- match(sample$block[first], sample$block[!first])
    difference <- (value[first] - value[!first][by_block]) / sum(first)
    return(Reduce(function(sums, d) c(sums + d, sums - d), difference, 0))
  }
  chosen <- colSums(matrix(utils::combn(value, sum(first)), sum(first)))
  chosen / sum(first) - (sum(value) - chosen) / sum(!first)
}

coin_p_value <- function(sample, alternative, call) {
  rlang::check_installed("coin", "for the exact p-value of a permutation test.", call = call)
  sample$block <- factor(sample$block)
  formula <- if (nlevels(sample$block) == 1) value ~ group else value ~ group | block
  test <- tryCatch(
    coin::oneway_test(formula, sample, alternative = alternative, distribution = "exact"),
    error = function(e) {
      stop_value(
        "{.arg exact} cannot be TRUE for these scores: coin has no exact p-value for them.",
        "exact", call, NULL, "seqjudge_error_untestable",
        x = "{conditionMessage(e)}",
        i = "With {.code exact = FALSE} the p-value comes from random arrangements."
      )
    }
  )
  list(value = as.numeric(coin::pvalue(test)), parameter = NULL, method = "Exact permutation test (by coin)")
}

# The observed arrangement is among all of them, and is counted in beside random ones. Sums of the same numbers in
# another order may differ by rounding, and count as equal.
permutation_p_value <- function(observed, sums, alternative, exact) {
  slack <- 1e-10 * max(abs(observed), abs(sums))
  extreme <- switch(alternative,
    greater = sums >= observed - slack,
    less = sums <= observed + slack,
    two.sided = abs(sums) >= abs(observed) - slack
  )
  if (exact) mean(extreme) else (1 + sum(extreme)) / (1 + length(sums))
}
