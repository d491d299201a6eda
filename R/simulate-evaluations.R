#' Simulate evaluations
#'
#' Draws the scores of one or many evaluators from the model, with the truth known: to see what the order of
#' presentation does, to plan a contest, or to try out a method. For Monte Carlo studies see [simulate_study()].
#'
#' The true ranking is shared by all evaluators. An evaluator who has \eqn{n_0}{n0} earlier items in mind (the
#' `prior_size`) scores the item at position `t` by
#' \deqn{y_t = \frac{r_t}{n_0 + t + 1} + \varepsilon_t,}{y[t] = r[t] / (n0 + t + 1) + noise,}
#' where \eqn{r_t}{r[t]} is its rank among the \eqn{n_0}{n0} earlier items and those seen so far. Each evaluator has
#' earlier items of their own; these are drawn from the same distribution as the items unless `past` says otherwise. A
#' prior size of `Inf` is the limit of this: a score is the share of all earlier items that the item beats.
#'
#' @section The past:
#' `past` is the share of an evaluator's earlier items that lie below the median of the distribution that the items come
#' from. With 0.5 the two distributions are the same. Above it the past was weak, and the evaluator is easily impressed;
#' below it the past was strong, and the evaluator is harsh. (On a scale on which the items are standard normal, the
#' earlier items are normal with a mean of `-qnorm(past)`.)
#'
#' @section Other models of the score:
#' `model` replaces \eqn{r / (t + 1)} by any \eqn{x(t, r)} that increases strictly in `r` for each `t`: the
#' non-parametric model of Wang and Pananjady (2022). It is a function of `t` (one number) and `r` (all of `1:t`) that
#' gives a score for each `r`, or a matrix with `x(t, r)` in row `t` and column `r`. With earlier items, `t` counts
#' these as well, so that a matrix needs `prior_size + n` rows.
#'
#' @section Scales:
#' With `score_scale("bins", k)` a score is the bin from 1 to `k` that the noisy score falls in; with
#' `score_scale("range", lower, upper)` it is mapped to that range. Both cut off what noise carries beyond the ends.
#' With the other scales scores are left as they are.
#'
#' @section Marks:
#' Scores of the model are shares of items beaten. People rather give marks, about a level of their own and with
#' qualities that are not spread evenly. `marks` is a named list of what these are like, in points, all of it optional:
#' \describe{
#'   \item{`shape`}{`"flat"`, `"bell"` (the default) or `"skewed"`: the distribution of the qualities; skewed ones have
#'   a
#'     long tail below, as a Beta(5, 2) has.}
#'   \item{`centre`, `spread`}{Mean and standard deviation of the marks that items deserve: the middle of the scale and
#'   a
#'     sixth of its length.}
#'   \item{`severity`}{Standard deviation between evaluators, from 0, of what they give to the same item: 0.}
#'   \item{`rounding`}{The step of the marks, 0.5 for half points; 0 for none, the default.}
#' }
#' An evaluator gives the mark that is to be expected of the `r`-th lowest of \eqn{N = n_0 + t}{N = n0 + t} items: the
#' mean of that order statistic (for bell-shaped qualities by Blom's approximation, otherwise by quantiles of the beta
#' distribution). `noise` is then in points. The `scale` is a range from 0 to 10 unless another is given.
#'
#' @param n Whole number from 1: how many items. May be left out when `truth` is given.
#' @param evaluators Whole number from 1: how many evaluators; or their names.
#' @param prior_size Whole number from 0, or `Inf`; or one for each evaluator.
#' @param noise Number from 0 or one for each evaluator: the standard deviation of normal noise, or `delta` for uniform
#'   noise from `-delta` to `delta`. Or a function that takes a number `n` and returns `n` random numbers.
#' @param noise_type `"normal"` or `"uniform"`.
#' @param truth `NULL` for a random ranking of items `"item_01"`, `"item_02"` and so on. Or a numeric vector, the
#'   highest number for the best item; its names are the items. Equal numbers count as by [relative_ranks()]: above an
#'   equal item that came before.
#' @param order In which order the items are shown: a random one for each evaluator (`"own"`), one random order for all
#'   (`"shared"`), or for all the order of `truth` (`"given"`). Or a matrix with a row for each evaluator that holds the
#'   names of the items, or their numbers, in order of presentation (for one evaluator also a vector).
#' @param scale A [score_scale()].
#' @param past Number between 0 and 1, or one for each evaluator (see The past).
#' @param model `NULL`, a function or a matrix (see Other models of the score).
#' @param marks `NULL` for shares of items beaten; or a list (see Marks).
#' @param seed `NULL` or a whole number for [set.seed()]; the state of R's generator is then as before when the function
#'   is done.
#' @return An [evaluations()] object with its column `truth`: the true ranks, or the numbers given.
#' @template paper
#' @family simulations
#' @examples
#' # Three judges of different experience, who see five singers in orders of their own.
#' set.seed(1)
#' singers <- c(Ada = 5, Bo = 1, Cleo = 2, Dag = 3, Eli = 4)
#' simulate_evaluations(
#'   evaluators = c("new", "used", "old hand"), prior_size = c(0, 5, 50), noise = 0.05, truth = singers
#' )
#'
#' # The same judge after a strong and after a weak past: the scores shift.
#' score_after <- function(past) {
#'   mean(simulate_evaluations(200, prior_size = 100, past = past, seed = 1)$score)
#' }
#' c(strong = score_after(0.2), same = score_after(0.5), weak = score_after(0.8))
#'
#' # Marks in ten bins by an evaluator who shies away from the ends.
#' simulate_evaluations(
#'   8,
#'   noise = 0.02, model = function(t, r) 0.5 + 0.3 * (r / (t + 1) - 0.5),
#'   scale = score_scale("bins", k = 10), seed = 2
#' )
#'
#' # Half points about 7 of 10 from three judges who differ in severity, and have seen it all.
#' simulate_evaluations(
#'   6,
#'   evaluators = 3, prior_size = Inf, noise = 0.3, seed = 3,
#'   marks = list(shape = "bell", centre = 7, spread = 1, severity = 0.4, rounding = 0.5)
#' )
#' @export
simulate_evaluations <- function(n, evaluators = 1, prior_size = 0, noise = 0, noise_type = c("normal", "uniform"),
                                 truth = NULL, order = c("own", "shared", "given"), scale = score_scale("identity"),
                                 past = 0.5, model = NULL, marks = NULL, seed = NULL) {
  call <- rlang::current_env()
  if (!is.null(marks) && missing(scale)) scale <- score_scale("range", 0, 10)
  truth <- check_simulated_truth(if (missing(n)) NULL else n, truth, call)
  who <- check_simulated_evaluators(evaluators, call)
  traits <- check_traits(length(who), prior_size, noise, noise_type, past, call)
  scale <- upright_scale(check_scale(scale, call))
  marks <- check_marks(marks, scale, model, call)
  model <- check_model(model, truth$n, traits$prior_size, call)
  order <- check_order(order, length(who), truth$items, call)

  with_seed(check_r_seed(seed, call), {
    values <- truth$values %||% sample.int(truth$n)
    shown <- draw_orders(order, length(who), truth$n)
    true <- matrix(values[shown], nrow = nrow(shown))
    score <- draw_scores(true, traits, model, marks)
  })
  new_evaluations(
    evaluator = rep(who, each = truth$n),
    item = truth$items[t(shown)],
    position = rep.int(seq_len(truth$n), length(who)),
    score = given_scores(as.vector(t(score)), scale, marks),
    scale = scale,
    further = list(truth = as.double(t(true)))
  )
}

# New scores for the evaluations `x`: the same evaluators, items, positions and scale, and no score where there was
# none. The truth is that of `x`, or else a random ranking. What simulate() on a fit is made of.
simulate_from <- function(x, prior_size, noise, noise_type = "normal", past = 0.5) {
  sizes <- evaluator_sizes(x)
  traits <- check_traits(length(sizes), prior_size, noise, noise_type, past, rlang::caller_env())
  items <- unique(x$item)
  truth <- x$truth %||% as.double(sample.int(length(items))[match(x$item, items)])
  score <- numeric(nrow(x))
  # Evaluators who saw as many items are drawn together.
  for (same in split(seq_along(sizes), sizes)) {
    rows <- evaluator_rows(x, same)
    true <- matrix(truth[rows], nrow = length(same), byrow = TRUE)
    score[rows] <- t(draw_scores(true, lapply(traits, `[`, same)))
  }
  score <- raw_scores(score, attr(x, "scale"))
  score[is.na(x$score)] <- NA
  further <- further_columns(x)
  further$truth <- truth
  with_memory(new_evaluations(x$evaluator, x$item, x$position, score, attr(x, "scale"), further), x)
}

# Drawing ------------------------------------------------------------------------------------------------------------

# Scores on the model's scale, a row for each evaluator. `true` is the truth in order of presentation, and `traits` what
# check_traits() returns.
draw_scores <- function(true, traits, model = NULL, marks = NULL) {
  n <- ncol(true)
  evaluators <- nrow(true)
  # Of equal items the later counts as the better. Sorted row by row in C++, which answers interrupts.
  rank_rows <- function(values) cpp_induced_ranking(values, evaluators, match("first", tie_rules) - 1L)
  rank <- rank_rows(true)
  by_rank <- cbind(c(row(true)), rank)
  # How the items lie in the distribution that they come from, from the lowest to the highest.
  drawn <- stats::runif(evaluators * n)
  quantile <- matrix(0, evaluators, n)
  quantile[cbind(c(row(true)), rank_rows(drawn))] <- drawn
  # The share of the earlier items that lie below such a quantile.
  share <- quantile
  shifted <- traits$past != 0.5
  share[shifted, ] <- stats::pnorm(stats::qnorm(quantile[shifted, ]) + stats::qnorm(traits$past[shifted]))
  calibrated <- is.infinite(traits$prior_size)
  prior_size <- ifelse(calibrated, 0, traits$prior_size)
  below <- draw_prior_below(share, prior_size)
  relative <- cpp_relative_ranks(rank, evaluators) + matrix(below[by_rank], evaluators)
  time <- prior_size + col(true)
  score <- if (is.null(model)) relative / (time + 1) else true
  if (!is.null(model)) score[] <- mapply(function(t, r) model[[t]][r], time, relative)
  score[calibrated, ] <- matrix(share[by_rank], evaluators)[calibrated, ]
  if (!is.null(marks)) {
    time[calibrated, ] <- Inf
    score[] <- marks$centre + marks$spread * expected_quality(marks$shape, relative, time, score)
    score <- score + stats::rnorm(evaluators, 0, marks$severity)
  }
  for (e in seq_len(evaluators)) score[e, ] <- score[e, ] + traits$noise[[e]](n)
  score
}

# How many of the earlier items lie below the items, from the lowest to the highest, given the share of the distribution
# of the earlier items that does: a multinomial draw, one gap between items after the other. A row for each evaluator.
draw_prior_below <- function(share, prior_size) {
  below <- matrix(0, nrow(share), ncol(share))
  if (all(prior_size == 0)) {
    return(below)
  }
  last <- last_share <- numeric(nrow(share))
  for (k in seq_len(ncol(share))) {
    chance <- ifelse(last_share < 1, (share[, k] - last_share) / (1 - last_share), 0)
    last <- last + stats::rbinom(nrow(share), prior_size - last, chance)
    last_share <- share[, k]
    below[, k] <- last
  }
  below
}

draw_orders <- function(order, evaluators, n) {
  if (is.matrix(order)) {
    return(order)
  }
  rows <- switch(order,
    own = lapply(seq_len(evaluators), function(e) sample.int(n)),
    shared = rep(list(sample.int(n)), evaluators),
    given = rep(list(seq_len(n)), evaluators)
  )
  do.call(rbind, rows)
}

# From the model's scale to that of the form that was filled in.
raw_scores <- function(score, scale) {
  switch(scale$type,
    bins = pmin(pmax(ceiling(score * scale$k), 1), scale$k),
    range = scale$lower + pmin(pmax(score, 0), 1) * (scale$upper - scale$lower),
    score
  )
}

# Scores as they are written down.
given_scores <- function(score, scale, marks) {
  if (is.null(marks)) {
    return(raw_scores(score, scale))
  }
  if (marks$rounding > 0) score <- marks$rounding * round(score / marks$rounding)
  if (scale$type == "range") pmin(pmax(score, scale$lower), scale$upper) else score
}

# The mean of the r-th lowest of n qualities with mean 0 and standard deviation 1; for n = Inf the quantile at `share`.
expected_quality <- function(shape, r, n, share) {
  many <- is.infinite(n)
  result <- share
  result[many] <- quality_quantile(shape, share[many])
  r <- r[!many]
  n <- n[!many]
  result[!many] <- switch(shape,
    flat = sqrt(12) * (r / (n + 1) - 0.5),
    bell = stats::qnorm((r - 0.375) / (n + 0.25)),
    skewed = vapply(seq_along(r), FUN.VALUE = numeric(1), function(k) {
      mean(quality_quantile(shape, stats::qbeta((1:200 - 0.5) / 200, r[k], n[k] + 1 - r[k])))
    })
  )
  result
}

quality_quantile <- function(shape, p) {
  switch(shape,
    flat = sqrt(12) * (p - 0.5),
    bell = stats::qnorm(p),
    # Beta(5, 2) has mean 5/7 and variance 10/392.
    skewed = (stats::qbeta(p, 5, 2) - 5 / 7) / sqrt(10 / 392)
  )
}

# "item_01" to "item_12": sorted by name they are sorted by number.
numbered_labels <- function(prefix, n) sprintf(paste0(prefix, "_%0", nchar(n), "d"), seq_len(n))

# Checks -------------------------------------------------------------------------------------------------------------

# The number of items, their names, and their true values where given.
check_simulated_truth <- function(n, truth, call) {
  if (is.null(truth)) {
    if (is.null(n)) stop_value("{.arg n}, the number of items, or their {.arg truth} must be given.", "n", call)
    n <- check_integer(n, "n", call)
    return(list(n = n, items = numbered_labels("item", n), values = NULL))
  }
  check_numbers(truth, "truth", call, "hold finite numbers")
  if (length(truth) == 0) stop_shape("{.arg truth} must have a value for each item, not none at all.", "truth", call)
  if (!is.null(n) && check_integer(n, "n", call) != length(truth)) {
    stop_shape("{.arg truth} must have {n} value{?s}, one for each item, not {length(truth)}.", "truth", call)
  }
  items <- names(truth) %||% numbered_labels("item", length(truth))
  check_names_once(items, "truth", "item", call)
  list(n = length(truth), items = items, values = as.double(truth))
}

check_names_once <- function(names, arg, what, call) {
  bad <- which(duplicated(names) | is.na(names) | names == "")
  check_none(bad, "{.arg {arg}} must name each {what} once.", arg, call, names)
}

check_simulated_evaluators <- function(evaluators, call) {
  if (!is.character(evaluators)) {
    return(numbered_labels("evaluator", check_integer(evaluators, "evaluators", call)))
  }
  if (is.object(evaluators) || !is.null(dim(evaluators))) {
    found <- describe_type(evaluators)
    stop_type("{.arg evaluators} must be a number, or a vector of names, not {found}.", "evaluators", call)
  }
  if (length(evaluators) == 0) stop_shape("{.arg evaluators} must have at least one name.", "evaluators", call)
  check_names_once(evaluators, "evaluators", "evaluator", call)
  evaluators
}

# What differs between evaluators, with a value for each: the prior size, the past, and a function that draws noise.
check_traits <- function(evaluators, prior_size, noise, noise_type, past, call) {
  each <- c(evaluator = evaluators)
  prior_size <- check_prior_size(prior_size, call = call, each = each)
  noise_type <- check_choice(noise_type, c("normal", "uniform"), "noise_type", call)
  past <- check_numbers(past, "past", call, "be a number between 0 and 1", function(x) x > 0 & x < 1, each)
  if (is.function(noise)) {
    noise <- list(check_noise_function(noise, call))
  } else {
    size <- check_numbers(noise, "noise", call, "be a finite number from 0", number_from(0), each)
    noise <- lapply(size, noise_of, type = noise_type)
  }
  list(
    prior_size = rep_len(prior_size, evaluators), noise = rep_len(noise, evaluators), past = rep_len(past, evaluators)
  )
}

noise_of <- function(size, type) {
  force(size)
  if (size == 0) {
    return(function(n) 0)
  }
  switch(type,
    normal = function(n) stats::rnorm(n, 0, size),
    uniform = function(n) stats::runif(n, -size, size)
  )
}

# What a function of the user's returns is checked each time.
check_noise_function <- function(noise, call) {
  force(noise)
  function(n) {
    drawn <- call_own(noise, "noise", call, n)
    if (!is.numeric(drawn) || length(drawn) != n || !all(is.finite(drawn))) {
      what <- if (is.numeric(drawn)) cli::format_inline("{length(drawn)} value{?s}") else describe_type(drawn)
      if (is.numeric(drawn) && length(drawn) == n) what <- "values that are not finite"
      stop_value(
        "{.code noise(n)} must return {.code n} finite numbers, but {.code noise({n})} gave {what}.",
        "noise", call
      )
    }
    drawn
  }
}

# What marks are like, with what was not said filled in.
check_marks <- function(marks, scale, model, call) {
  if (is.null(marks)) {
    return(NULL)
  }
  check_marks_list(marks, c("shape", "centre", "spread", "severity", "rounding"), call)
  if (!is.null(model)) stop_value("{.arg model} must be left out for {.arg marks}.", "model", call)
  if (!scale$type %in% c("range", "identity")) {
    stop_value("{.arg scale} must be a range for {.arg marks}, not {.val {scale$type}}.", "scale", call)
  }
  ends <- if (scale$type == "range") c(scale$lower, scale$upper) else c(0, 1)
  number <- function(name, default, expected, valid) {
    check_number(marks[[name]] %||% default, paste0("marks$", name), call, expected, valid)
  }
  shapes <- c("bell", "flat", "skewed")
  list(
    shape = check_choice(marks$shape %||% "bell", shapes, "marks$shape", call),
    centre = number("centre", mean(ends), "a finite number", is.finite),
    spread = number("spread", diff(ends) / 6, "a number above 0", function(v) is.finite(v) && v > 0),
    severity = number("severity", 0, "a number from 0", number_from(0)),
    rounding = number("rounding", 0, "a number from 0", number_from(0))
  )
}

check_marks_list <- function(marks, takes, call) {
  named <- is.list(marks) && !is.object(marks) && (length(marks) == 0 || !is.null(names(marks)))
  if (!named || !all(names(marks) %in% takes) || anyDuplicated(names(marks)) > 0) {
    stop_value("{.arg marks} must be a list with names among {.val {takes}}, or NULL.", "marks", call)
  }
}

# A word, or a matrix of item numbers.
check_order <- function(order, evaluators, items, call) {
  words <- c("own", "shared", "given")
  if (identical(order, words) || (rlang::is_string(order) && !order %in% items)) {
    return(check_choice(order, words, "order", call))
  }
  if (!is.numeric(order) && !is.character(order) || is.object(order)) {
    stop_type(
      "{.arg order} must be one of {.or {.val {words}}}, or a matrix of items, not {describe_type(order)}.",
      "order", call
    )
  }
  check_order_matrix(if (is.matrix(order)) order else matrix(order, nrow = 1), evaluators, items, call)
}

check_order_matrix <- function(order, evaluators, items, call) {
  n <- length(items)
  if (nrow(order) != evaluators || ncol(order) != n) {
    stop_shape(
      "{.arg order} must have {evaluators} row{?s}, one for each evaluator, and {n} column{?s}, one for each item.",
      "order", call,
      x = "It has {nrow(order)} row{?s} and {ncol(order)} column{?s}."
    )
  }
  index <- matrix(match(order, if (is.character(order)) items else seq_len(n)), nrow = evaluators)
  seen_before <- t(matrix(apply(index, 1, duplicated), nrow = n))
  message <- "Each row of {.arg order} must hold each item once, by name or number."
  check_none(which(is.na(index) | seen_before), message, "order", call, order, rows = nrow(order))
  index
}

# The largest table of a model that is worth holding.
max_model_cells <- 2e7

# The model as a list: the scores of the relative ranks 1..t for each time t that occurs, checked to increase.
check_model <- function(model, n, prior_size, call) {
  if (is.null(model)) {
    return(NULL)
  }
  first <- min(prior_size) + 1
  last <- max(prior_size) + n
  check_model_type(model, first, last, call)
  table <- vector("list", last)
  for (t in seq(first, last)) {
    scores <- if (is.matrix(model)) model[t, seq_len(t)] else call_own(model, "model", call, t, seq_len(t))
    if (!is.numeric(scores) || length(scores) != t) stop_model_length(scores, t, call)
    table[[t]] <- as.double(scores)
  }
  check_increasing(table, call)
  table
}

check_model_type <- function(model, first, last, call) {
  if (!is.function(model) && !(is.matrix(model) && is.numeric(model))) {
    stop_type("{.arg model} must be a function, a numeric matrix or NULL, not {describe_type(model)}.", "model", call)
  }
  if (is.infinite(last) || (last - first + 1) * last > max_model_cells) {
    stop_value(
      "With a {.arg model} of one's own {.arg prior_size} must be finite, and not so large: times up to {last} occur.",
      "model", call
    )
  }
  if (is.matrix(model) && min(dim(model)) < last) {
    stop_shape(
      "{.arg model} must have at least {last} rows and columns, one for each time and each relative rank.",
      "model", call,
      x = "It has {nrow(model)} row{?s} and {ncol(model)} column{?s}."
    )
  }
}

stop_model_length <- function(scores, t, call) {
  what <- if (is.numeric(scores)) cli::format_inline("{length(scores)} number{?s}") else describe_type(scores)
  stop_shape(
    "{.code model(t, r)} must give a number for each of {.code r}.", "model", call,
    x = "{.code model({t}, 1:{t})} gave {what}."
  )
}

check_increasing <- function(table, call) {
  bad <- lapply(seq_along(table), function(t) {
    x <- table[[t]]
    r <- which(!is.finite(x) | c(FALSE, diff(x) <= 0))
    if (length(r) > 0) cbind(t = t, r = r)
  })
  bad <- do.call(rbind, bad)
  if (!is.null(bad)) {
    shown <- utils::head(bad, n_shown)
    cells <- paste0("x(", shown[, "t"], ", ", shown[, "r"], ") = ", format_values(mapply(
      function(t, r) table[[t]][r], shown[, "t"], shown[, "r"]
    )))
    if (nrow(bad) > n_shown) cells <- c(cells, paste(nrow(bad) - n_shown, "more"))
    stop_value(
      "{.arg model} must give finite scores x(t, r) that increase strictly in r for each t.",
      "model", call, bad, "seqjudge_error_model",
      x = "Problem at {cells}, which {?does not lie/do not lie} above the score for the rank below."
    )
  }
}
