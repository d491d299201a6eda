#' Rankings side by side
#'
#' Compares any number of rankings of the same evaluations: with the truth where it is known, and with each other.
#'
#' Give results of [rank_items()] or [rank_panel()] under names of your choice; [panel_baselines()], which have names
#' already; or an [evaluations()] object, which stands for its induced ranking and, for each of the `prior` sizes, the
#' insertion ranking; or plain rankings. A plain ranking is a numeric vector of ranks (the best has the highest): under
#' items' names it holds for all evaluators, each with the items that this evaluator scored. Without objects, plain
#' vectors and matrices (one evaluator per row) are compared as in [footrule_distance()].
#'
#' Distances are normalised, so that evaluators with different numbers of items can be averaged: `footrule`, `kendall`
#' and `inversion` as in [footrule_distance()] and its relatives; `max_entrywise` is the largest [entrywise_error()] of
#' an evaluator. Only scored items count. The standard error of a mean over `m` evaluators is the standard deviation
#' divided by \eqn{\sqrt{m}}{sqrt(m)}. Differences are taken evaluator by evaluator before they are averaged, so their
#' standard errors are those of a paired comparison; the baseline is the one labelled `induced`, or else the
#' first. A ranking that holds for all evaluators, such as that of a panel, is a single one: it has no standard error,
#' nor has the distance or difference between two such rankings.
#'
#' @param ... Results of [rank_items()], [rank_panel()] or [panel_baselines()], an evaluations object, or plain
#'   rankings. Argument names become labels.
#' @inheritParams seqjudge-arguments
#' @param prior Prior sizes to try, where an evaluations object is given.
#' @return An object of class `seqjudge_comparison`. `as.data.frame(x, what = )` gives one of its parts:
#'   \describe{
#'     \item{`"metrics"`}{`method`, `prior_size` (`NA` where evaluators differ in it or there is none), `metric`, `mean`
#'       and `se` of the distance to the truth, `evaluators` (how many).}
#'     \item{`"differences"`}{`method`, `baseline`, `metric`, `mean` and `se` of the paired difference (negative: closer
#'       to the truth than the baseline), `closer` and `farther` (for how many evaluators).}
#'     \item{`"evaluators"`}{`evaluator`, `method`, `metric`, `value`.}
#'     \item{`"positions"`}{`method`, `position`, `error` and `error_se` (mean entry-wise error of the items shown at
#'       this position), `signed` and `signed_se` (the same with its sign: positive for items ranked too high),
#'       `evaluators`.}
#'     \item{`"pairs"`}{`method_1`, `method_2`, `metric`, `mean`, `se`, `evaluators`: the distance of two rankings.}
#'   }
#'   Without truth only `"pairs"` is there; it is then what `as.data.frame(x)` gives. `tidy()` is the same as
#'   `as.data.frame()`. Standard errors are `NA` for one evaluator and for single rankings.
#' @family comparisons
#' @examples
#' scale <- score_scale("range", 0, 100, meaning = "shares")
#' x <- evaluations(bakeoff, judge, contestant, position, points, scale, truth = true_rank)
#' # Which prior size brings these six judges closest to the truth?
#' by_size <- compare_rankings(x, prior = c(0, 1, 2, 5, 10, 20, 50))
#' by_size
#' autoplot(by_size)
#'
#' # Two rankings of one judge, without any truth.
#' compare_rankings(first = c(Ada = 1, Bo = 2, Cleo = 3), second = c(Ada = 2, Bo = 1, Cleo = 3))
#' @export
compare_rankings <- function(..., truth = NULL, prior = NULL) {
  call <- rlang::current_env()
  given <- rlang::list2(...)
  check_no_more(given[names(given) %in% "prior_size"], call)
  labels <- names(rlang::exprs_auto_name(rlang::enexprs(...)))
  if (length(given) == 0) stop_value("{.arg ...} must hold at least one ranking.", "...", call)
  base <- comparison_base(given, call)
  methods <- comparison_methods(given, labels, base, prior, call)
  twice <- unique(names(methods)[duplicated(names(methods))])
  if (length(twice) > 0) {
    stop_value("Rankings must have different names, but {.val {twice}} occur{?s/} again.", "...", call)
  }
  known <- !is.null(truth) || !is.null(base$truth)
  true <- if (known) true_ranks(base, truth, call = call)
  new_comparison(base, methods, true)
}

# The evaluations that all rankings speak of: from the first object, or made up for plain rankings.
comparison_base <- function(given, call) {
  for (part in given) {
    if (inherits(part, "seqjudge_evaluations")) {
      return(part)
    }
    if (inherits(part, c("seqjudge_ranking", "seqjudge_panel", "seqjudge_baselines"))) {
      return(part$evaluations)
    }
  }
  plain <- check_ranking(given[[1]], "..1", call)
  names <- if (plain$is_matrix) plain$names[[2]] else plain$names
  scores <- matrix(plain$values / (plain$columns + 1), plain$rows, plain$columns)
  rownames(scores) <- if (plain$is_matrix) plain$names[[1]]
  if (plain$columns == 0) {
    return(as_evaluations(numeric()))
  }
  as_evaluations(scores, items = names %||% "positions", scale = score_scale("identity"))
}

# A list of methods by name, each with its ranks along the rows of `base` and its prior size.
comparison_methods <- function(given, labels, base, prior, call) {
  methods <- list()
  for (k in seq_along(given)) {
    part <- given[[k]]
    # The ranking of a panel holds for all of its evaluators. It is a single one, however many these are.
    if (inherits(part, "seqjudge_panel")) part <- stats::setNames(part$items$rank, part$items$item)
    add <- if (inherits(part, "seqjudge_evaluations")) {
      check_same_base(part, base, labels[k], call)
      methods_of_sizes(part, prior, call)
    } else if (inherits(part, "seqjudge_baselines")) {
      check_same_base(part$evaluations, base, labels[k], call)
      methods_of_baselines(part)
    } else if (inherits(part, "seqjudge_ranking")) {
      check_same_base(part$evaluations, base, labels[k], call)
      stats::setNames(list(list(rank = part$rank, prior_size = common_size(part$prior_size))), labels[k])
    } else {
      ranks <- plain_ranks(part, base, paste0("..", k), call)
      stats::setNames(list(list(rank = ranks, prior_size = NA_real_, single = !is.matrix(part))), labels[k])
    }
    methods <- c(methods, add)
  }
  has_evaluations <- vapply(given, inherits, logical(1), "seqjudge_evaluations")
  if (!is.null(prior) && !any(has_evaluations)) {
    stop_value("{.arg prior} must be left out unless an evaluations object is given.", "prior", call)
  }
  methods
}

methods_of_baselines <- function(part) {
  x <- part$evaluations
  lapply(as.list(as.data.frame(part$ranks)), function(ranks) {
    own <- ranks_within(x, ranks[match(x$item, rownames(part$ranks))])
    list(rank = own, prior_size = NA_real_, single = TRUE)
  })
}

common_size <- function(sizes) if (length(unique(sizes)) == 1) sizes[[1]] else NA_real_

methods_of_sizes <- function(x, prior, call) {
  induced <- list(rank = ranks_within(x), prior_size = Inf)
  sizes <- check_prior_size(prior %||% numeric(), arg = "prior", call = call, each = c(size = length(prior)))
  if (anyDuplicated(sizes) > 0) {
    at <- which(duplicated(sizes))
    stop_value("{.arg prior} must have each size once, but has {format_values(sizes[at[1]])} again.", "prior", call, at)
  }
  by_size <- lapply(sizes, function(size) {
    ranking <- suppressMessages(rank_items(x, prior = size), classes = "seqjudge_message_unscored")
    list(rank = ranking$rank, prior_size = size)
  })
  c(list(induced = induced), stats::setNames(by_size, paste("prior", format_sizes(sizes), recycle0 = TRUE)))
}

check_same_base <- function(x, base, label, call) {
  columns <- c("evaluator", "item", "position", "round")
  same <- nrow(x) == nrow(base) &&
    all(vapply(columns, function(name) identical(x[[name]], base[[name]]), logical(1))) &&
    identical(is.na(x$score), is.na(base$score))
  if (!same) {
    stop_shape(
      "Rankings must be of the same evaluations, but {.val {label}} is not of those of the first.", "...", call,
      i = "The same evaluators, items and positions, and the same items without a score."
    )
  }
}

# A plain ranking along the rows of `base`, among the scored items of each evaluator.
plain_ranks <- function(part, base, arg, call) {
  checked <- check_ranking(part, arg, call)
  sizes <- evaluator_sizes(base)
  if (checked$is_matrix) {
    if (checked$rows != length(sizes) || any(sizes != checked$columns)) {
      stop_shape(
        "{.arg {arg}} must have a row for each of the {length(sizes)} evaluator{?s} and a column for each position.",
        arg, call
      )
    }
    values <- as.vector(t(matrix(checked$values, checked$rows)))
  } else {
    values <- truth_along(base, stats::setNames(checked$values, checked$names), arg, call)
  }
  ranks_within(base, values)
}

new_comparison <- function(base, methods, true) {
  ranks <- lapply(methods, `[[`, "rank")
  sizes <- vapply(methods, `[[`, numeric(1), "prior_size")
  single <- names(methods)[vapply(methods, function(method) isTRUE(method$single), NA)]
  pairs <- distance_pairs(base, ranks)
  pairs <- without_se(pairs, pairs$method_1 %in% single & pairs$method_2 %in% single)
  parts <- list(pairs = pairs)
  if (!is.null(true)) {
    evaluators <- distances_to(base, ranks, true)
    metrics <- summarise_values(evaluators, c("method", "metric"), "value")
    metrics <- data.frame(
      method = metrics$method, prior_size = unname(sizes[metrics$method]), metrics[c("metric", "mean", "se")],
      evaluators = metrics$count
    )
    differences <- paired_differences(evaluators, names(methods))
    positions <- position_errors(base, ranks, true)
    parts <- list(
      metrics = without_se(metrics, metrics$method %in% single),
      differences = without_se(differences, differences$method %in% single & differences$baseline %in% single),
      evaluators = evaluators,
      positions = without_se(positions, positions$method %in% single),
      pairs = pairs
    )
  }
  structure(
    list(parts = parts, methods = names(methods), prior_size = sizes, evaluators = length(evaluator_sizes(base))),
    class = c("seqjudge_comparison", "seqjudge_object")
  )
}

# One ranking that holds for all evaluators is counted once for each, and would look the surer the more there are.
without_se <- function(part, rows) {
  columns <- intersect(c("se", "error_se", "signed_se"), names(part))
  part[rows, columns] <- NA_real_
  part
}

# Distances ----------------------------------------------------------------------------------------------------------

# The metrics between two rankings along the rows of `base`: a matrix with a row for each evaluator who scored an item.
evaluator_distances <- function(base, a, b) {
  scored <- which(!is.na(base$score))
  sizes <- scored_sizes(base)
  sequence_distances(a[scored], b[scored], sizes[sizes > 0])
}

distances_to <- function(base, ranks, true) {
  who <- evaluator_names(base)[scored_sizes(base) > 0]
  by_method <- lapply(names(ranks), function(method) {
    data.frame(
      evaluator = rep(who, length(metric_names)),
      method = rep(method, length(who) * length(metric_names)),
      metric = rep(metric_names, each = length(who)),
      value = as.vector(evaluator_distances(base, ranks[[method]], true))
    )
  })
  do.call(rbind, by_method)
}

distance_pairs <- function(base, ranks) {
  pairs <- if (length(ranks) > 1) utils::combn(length(ranks), 2) else matrix(0L, 2, 0)
  distances <- lapply(seq_len(ncol(pairs)), function(k) {
    evaluator_distances(base, ranks[[pairs[1, k]]], ranks[[pairs[2, k]]])
  })
  each <- function(values) rep(values, each = length(metric_names))
  data.frame(
    method_1 = each(names(ranks)[pairs[1, ]]), method_2 = each(names(ranks)[pairs[2, ]]),
    metric = rep(metric_names, ncol(pairs)), mean = as.double(unlist(lapply(distances, colMeans))),
    se = as.double(unlist(lapply(distances, apply, 2, standard_error))),
    evaluators = each(vapply(distances, nrow, integer(1)))
  )
}

standard_error <- function(x) if (length(x) > 1) stats::sd(x) / sqrt(length(x)) else NA_real_

# Mean, standard error and count of a column within groups, in order of first appearance.
summarise_values <- function(data, by, value) {
  key <- do.call(paste, c(lapply(data[by], function(v) match(v, unique(v))), sep = "."))
  first <- !duplicated(key)
  groups <- split(data[[value]], factor(key, key[first]))
  result <- data[first, by, drop = FALSE]
  rownames(result) <- NULL
  result$mean <- vapply(groups, mean, numeric(1), USE.NAMES = FALSE)
  result$se <- vapply(groups, standard_error, numeric(1), USE.NAMES = FALSE)
  result$count <- unname(lengths(groups))
  result
}

paired_differences <- function(evaluators, methods) {
  baseline <- if ("induced" %in% methods) "induced" else methods[1]
  others <- evaluators[evaluators$method != baseline, ]
  # Each method has its rows in the same order.
  others$difference <- others$value - rep(evaluators$value[evaluators$method == baseline], length(methods) - 1)
  found <- summarise_values(others, c("method", "metric"), "difference")
  count <- function(sign) {
    others$is_so <- sign * others$difference > 0
    shares <- summarise_values(others, c("method", "metric"), "is_so")
    as.integer(round(shares$mean * shares$count))
  }
  data.frame(
    method = found$method, baseline = rep(baseline, nrow(found)), found[c("metric", "mean", "se")],
    closer = count(-1), farther = count(1)
  )
}

position_errors <- function(base, ranks, true) {
  n <- scored_along(base)
  there <- !is.na(true)
  rows <- lapply(names(ranks), function(method) {
    signed <- ((ranks[[method]] - true) / n)[there]
    data <- data.frame(position = base$position[there], signed = signed, error = abs(signed))
    data <- data[order(data$position), ]
    error <- summarise_values(data, "position", "error")
    signed <- summarise_values(data, "position", "signed")
    data.frame(
      method = rep(method, nrow(error)), position = error$position, error = error$mean, error_se = error$se,
      signed = signed$mean, signed_se = signed$se, evaluators = error$count
    )
  })
  do.call(rbind, rows)
}

# Methods ------------------------------------------------------------------------------------------------------------

#' @rdname compare_rankings
#' @param x A comparison.
#' @param what String: which part (see Value).
#' @export
as.data.frame.seqjudge_comparison <- function(x, row.names = NULL, optional = FALSE, ..., what = NULL) { # nolint
  call <- rlang::current_env()
  what <- check_choice(what %||% names(x$parts)[1], names(x$parts), "what", call)
  x$parts[[what]]
}

#' @rdname compare_rankings
#' @export
tidy.seqjudge_comparison <- function(x, what = NULL, ...) as.data.frame(x, what = what)

#' @export
format.seqjudge_comparison <- function(x, ...) {
  known <- !is.null(x$parts$metrics)
  title <- paste0(
    "<comparison> ", count_of(length(x$methods), "ranking"), " over ", count_of(x$evaluators, "evaluator"),
    if (known) ", with the truth" else ", with each other"
  )
  if (!known) {
    return(c(title, format_metrics(x$parts$pairs, c("method_1", "method_2"))))
  }
  differences <- x$parts$differences
  c(
    title,
    format_metrics(x$parts$metrics, "method"),
    if (nrow(differences) > 0) {
      c(
        paste0("Difference from ", differences$baseline[1], ", paired (negative is closer to the truth):"),
        format_metrics(differences, "method")
      )
    }
  )
}

# A row for each method, a column for each metric: the mean with its standard error.
format_metrics <- function(data, by) {
  if (nrow(data) == 0) {
    return(character())
  }
  se <- ifelse(is.na(data$se), "", sprintf(" (%.4f)", data$se))
  cell <- ifelse(is.finite(data$mean), paste0(sprintf("%.4f", data$mean), se), "-")
  first <- data$metric == metric_names[1]
  table <- data[first, by, drop = FALSE]
  for (metric in metric_names) table[[metric]] <- cell[data$metric == metric]
  format_rows(table, nrow(table))
}
