#' Do scores depend on the order of presentation?
#'
#' Tests, before anything is corrected, whether there is an order effect to correct. It needs no truth and no prior
#' size. Use `"spread"` for any evaluations, `"position"` where different evaluators saw the same items at different
#' positions.
#'
#' An evaluator who has little to compare with scores the first items cautiously. In the model the variance of the
#' score at position `t` is
#' \deqn{\frac{1}{12} \cdot \frac{n_0 + t - 1}{n_0 + t + 1} + \sigma^2,}{(n0 + t - 1) / (12 (n0 + t + 1)) + sigma^2,}
#' which grows with `t` unless the prior size \eqn{n_0}{n0} is large.
#'
#' `"spread"` looks for that growth. Each score's squared distance from its evaluator's centre is correlated with
#' \eqn{(t - 1) / (t + 1)} within evaluators (`statistic`). The p-value comes from shuffling each evaluator's scores
#' over the positions. The null hypothesis is that an evaluator's scores are exchangeable, as they are when items come
#' in random order and order has no influence; where the order was arranged (the weak items first), a small p-value may
#' be due to that. The centre is the evaluator's mean, drawn towards the mean of all evaluators as far as the means
#' differ by no more than chance.
#'
#' `"position"` looks at each item by itself: does its score depend on when it was shown? Each evaluator's mean is
#' taken off the scores first. The `statistic` is the share of the variation of an item's scores, summed over items,
#' that straight lines in \eqn{(t - 1) / (t + 1)}, one for each item, explain. Under the model these rise for good
#' items and fall for weak ones; drifts common to all items are seen as well. The p-value comes from shuffling each
#' item's scores among the evaluators who saw it, of whom it takes at least three. The null hypothesis is that these
#' are exchangeable: that evaluators differ by no more than their level.
#'
#' The p-value is \eqn{(1 + k) / (1 + B)} where `k` of `B` random arrangements have a statistic at least as extreme, so
#' it is never 0. Where there are no more than `permutations` arrangements in all, every one is gone through and the
#' p-value is exact. Unscored items are left out; scores are taken on the model's scale.
#'
#' @inheritParams seqjudge-arguments
#' @param method String: `"spread"` or `"position"` (see Details).
#' @param alternative String: `"greater"` for a spread that grows with position, `"less"` for one that shrinks,
#'   `"two.sided"` for either. Method `"position"` knows `"greater"` only: more variation explained than by chance.
#' @param permutations Whole number from 1: how many random arrangements. They are governed by [set.seed()].
#' @return An object of class `htest` with `statistic`; `parameter`, the number of arrangements; `p.value`; `estimate`
#'   (`"spread"`: the standard deviation around the centre in the first and in the second half of the positions,
#'   leaving out the middle one; `"position"`: the share that chance alone explains on average); `null.value`,
#'   `alternative`, `method` and `data.name`.
#' @references
#' Phipson, B. and Smyth, G. K. (2010). Permutation p-values should never be zero. Statistical Applications in Genetics
#' and Molecular Biology 9, article 39. \doi{10.2202/1544-6115.1585}
#' @template paper
#' @family evaluations
#' @examples
#' x <- evaluations(bakeoff, judge, contestant, position, points, score_scale("range", 0, 100))
#' set.seed(1)
#' # Amara is new to the job, Milo has seen it all. But one judge and twelve cakes tell little.
#' test_order_effect(x["Amara"])$p.value
#' test_order_effect(x["Milo"])$p.value
#'
#' # All six judges saw the same cakes, each in an order of their own: a hint, no more.
#' test_order_effect(x, method = "position")
#'
#' # Thirty judges like Amara leave no doubt.
#' orders <- t(replicate(30, sample(12)))
#' novices <- as_evaluations(expected_scores(orders), items = orders)
#' test_order_effect(novices)
#' @export
test_order_effect <- function(x, method = c("spread", "position"), alternative = c("greater", "less", "two.sided"),
                              permutations = 9999) {
  call <- rlang::current_env()
  name <- rlang::as_label(rlang::enexpr(x))
  check_evaluations(x, call)
  method <- check_choice(method, c("spread", "position"), "method")
  alternative <- check_choice(alternative, c("greater", "less", "two.sided"), "alternative")
  check_integer(permutations, "permutations", call)
  if (method == "position" && alternative != "greater") {
    stop_value(
      "{.arg alternative} must be {.val greater} for method {.val position}, not {.val {alternative}}.",
      "alternative", call, 1L
    )
  }
  scored <- which(!is.na(x$score))
  score <- scale_scores(x)[scored]
  evaluator <- evaluator_codes(x)[scored]
  shape <- position_shape(x$position[scored])
  test <- if (method == "spread") {
    spread_test(score, evaluator, shape, call)
  } else {
    position_test(score, evaluator, match(x$item, unique(x$item))[scored], shape, call)
  }
  sums <- permutation_sums(test, permutations)
  exact <- attr(sums, "exact")
  structure(
    list(
      statistic = test$statistic,
      parameter = if (exact) c(arrangements = length(sums)) else c(permutations = length(sums)),
      p.value = permutation_p_value(test$observed, sums, alternative, exact),
      estimate = test$estimate,
      null.value = test$null,
      alternative = alternative,
      method = paste(if (exact) "Exact permutation test" else "Permutation test", test$title),
      data.name = name
    ),
    class = "htest"
  )
}

# How the model's variance grows with position when there is no prior.
position_shape <- function(position) (position - 1) / (position + 1)

# Both tests are of one form. Values stand in groups, within which they are shuffled; each group has a sum of weight
# times value, with weights that add up to zero; the statistic is the total of these sums or of their squares.
# Groups in which nothing can change are left out.
permutation_test <- function(value, weight, group, squared, ...) {
  sorted <- order(group, method = "radix")
  value <- value[sorted]
  weight <- weight[sorted]
  sizes <- tabulate(group)
  sizes <- sizes[sizes > 0]
  code <- rep.int(seq_along(sizes), sizes)
  varies <- function(v) rowsum(v^2, code)[, 1] > 1e-24
  # A square does not tell the two arrangements of two values apart.
  useful <- varies(weight) & varies(value) & sizes > squared + 1
  sums <- rowsum(weight * value, code)[useful, 1]
  inside <- rep.int(useful, sizes)
  list(
    value = value[inside], weight = weight[inside], sizes = sizes[useful], squared = squared,
    observed = sum(if (squared) sums^2 else sums), ...
  )
}

group_means <- function(values, group) {
  sizes <- tabulate(group)
  (rowsum(values, group)[, 1] / sizes[sizes > 0])[match(group, sort(unique(group)))]
}

spread_test <- function(score, evaluator, shape, call) {
  if (length(score) == 0) stop_untestable_spread(call)
  distance <- (score - evaluator_centres(score, evaluator))^2
  value <- distance - group_means(distance, evaluator)
  weight <- shape - group_means(shape, evaluator)
  scale <- sqrt(sum(value^2) * sum(weight^2))
  test <- permutation_test(
    value, weight, evaluator, FALSE,
    estimate = spread_by_half(distance, evaluator),
    null = c("correlation of squared distance with position" = 0),
    title = "for a spread of scores that depends on position"
  )
  if (length(test$sizes) == 0) stop_untestable_spread(call)
  c(test, list(statistic = c(correlation = test$observed / scale)))
}

# Evaluators' means, drawn towards the overall mean by the usual one-way random-effects estimate. They depend on the
# set of an evaluator's scores, not on their order, which keeps the test exact.
evaluator_centres <- function(score, evaluator) {
  n <- tabulate(match(evaluator, unique(evaluator)))
  own <- group_means(score, evaluator)
  overall <- mean(score)
  k <- length(n)
  if (k < 2 || length(score) == k) {
    return(rep.int(overall, length(score)))
  }
  within <- sum((score - own)^2) / (length(score) - k)
  between <- sum((own - overall)^2) / (k - 1)
  typical <- (length(score) - sum(n^2) / length(score)) / (k - 1)
  variance <- max(0, (between - within) / typical)
  if (variance == 0) {
    return(rep.int(overall, length(score)))
  }
  overall + (own - overall) * variance / (variance + within / rep.int(n, n))
}

# Rows are in order of presentation within evaluators.
spread_by_half <- function(distance, evaluator) {
  n <- tabulate(match(evaluator, unique(evaluator)))
  place <- sequence(n)
  half <- rep.int(n %/% 2, n)
  of <- function(rows) sqrt(mean(distance[rows]))
  c("sd in first half" = of(place <= half), "sd in second half" = of(place > rep.int(n, n) - half))
}

stop_untestable_spread <- function(call) {
  stop_value(
    "The spread of {.arg x} cannot be tested.", "x", call, NULL, "seqjudge_error_untestable",
    x = "No evaluator has scored items that differ in their distance from the evaluator's centre.",
    i = "It takes an evaluator with at least two scored items, and three where there is one evaluator."
  )
}

position_test <- function(score, evaluator, item, shape, call) {
  if (length(score) == 0) stop_untestable_position(call)
  level <- score - group_means(score, evaluator)
  value <- level - group_means(level, item)
  weight <- shape - group_means(shape, item)
  size <- sqrt(rowsum(weight^2, item)[, 1])[match(item, sort(unique(item)))]
  moves <- size > 1e-12
  weight <- ifelse(moves, weight / size, 0)
  # Rounding must not look like variation.
  value[abs(value) < 1e-12] <- 0
  test <- permutation_test(value, weight, item, TRUE, title = "for scores of an item that depend on its position")
  if (length(test$sizes) == 0) stop_untestable_position(call)
  variation <- rowsum(test$value^2, rep.int(seq_along(test$sizes), test$sizes))[, 1]
  chance <- sum(variation / (test$sizes - 1)) / sum(variation)
  c(
    test,
    list(
      statistic = c("explained share" = test$observed / sum(variation)),
      estimate = c("share explained by chance" = chance),
      null = c("explained share" = chance)
    )
  )
}

stop_untestable_position <- function(call) {
  stop_value(
    "The scores of {.arg x} by position cannot be tested.", "x", call, NULL, "seqjudge_error_untestable",
    x = "No item has been scored, differently, by at least three evaluators who saw it at different positions.",
    i = "Method {.val spread} compares the scores of each evaluator instead."
  )
}

# Where the statistics come from: all arrangements, or random ones ---------------------------------------------------

permutation_sums <- function(test, permutations) {
  arrangements <- exp(sum(lfactorial(test$sizes)))
  exact <- round(arrangements) <= permutations
  sums <- if (exact) {
    all_sums(test)
  } else {
    cpp_permuted_sums(test$value, test$weight, test$sizes, test$squared, as.integer(permutations))
  }
  structure(sums, exact = exact)
}

# Every arrangement of each group, with every one of the others.
all_sums <- function(test) {
  end <- cumsum(test$sizes)
  per_group <- Map(function(from, to) {
    orders <- all_orders(to - from + 1L)
    sums <- drop(matrix(test$value[from:to][orders], nrow(orders)) %*% test$weight[from:to])
    if (test$squared) sums^2 else sums
  }, end - test$sizes + 1L, end)
  Reduce(function(a, b) as.vector(outer(a, b, "+")), per_group)
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
