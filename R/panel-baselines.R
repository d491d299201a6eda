baseline_methods <- c(
  "mean_score", "trimmed_mean", "z_score", "borda", "borda_corrected", "mixed_model", "plackett_luce", "mallows"
)
# What each needs beyond this package.
baseline_packages <- c(mixed_model = "lme4", plackett_luce = "PlackettLuce", mallows = "BayesMallows")

#' What a panel would have been ranked like without the model
#'
#' Ranks the items of a panel by the usual ways of combining judges, to be set beside [rank_panel()] by
#' [compare_rankings()].
#'
#' * `mean_score`: the mean of the raw scores, on the model's scale.
#' * `trimmed_mean`: the same without the `trim` highest and the `trim` lowest scores of each item, the rule of many
#'   contests. Items with too few scores for that lose as many on either side as leave one or two.
#' * `z_score`: the mean of each evaluator's scores after these were brought to mean 0 and standard deviation 1.
#'   Evaluators whose scores are all the same have no say.
#' * `borda`: the mean of the ranks by raw scores, each divided by one more than the evaluator's number of scores, so
#'   that evaluators who saw fewer items count alike.
#' * `borda_corrected`: the same for the corrected ranks of [rank_items()].
#' * `mixed_model`: the item's effect in a linear mixed model of the scores with the position as a fixed effect, and
#'   items and evaluators as random ones, by `lme4::lmer()`.
#' * `plackett_luce`: the items' worth by `PlackettLuce::PlackettLuce()` on the rankings by raw scores.
#' * `mallows`: the consensus (by cumulative probability) of `BayesMallows::compute_mallows()` on these.
#'
#' @param x An [evaluations()] object. Evaluators may have seen different items.
#' @param methods Strings: which of these. `NULL` stands for all whose packages are installed; a message names those
#'   left out.
#' @param prior Prior sizes for `borda_corrected`, as in [rank_items()]; `NULL` fits one.
#' @param trim Whole number from 0: how many of the highest and of the lowest scores of an item `trimmed_mean` drops.
#' @inheritParams seqjudge-arguments
#' @return An object of class `seqjudge_baselines`. [compare_rankings()] takes it for one ranking for each method.
#'   `as.data.frame()` has a row for each item and method: `item`, `method`, `rank` (the highest is the best; ties
#'   have the average) and `place` (1 is the best), `NA` for items without a score.
#' @family panels
#' @examples
#' scale <- score_scale("range", 0, 100, meaning = "shares")
#' x <- evaluations(bakeoff, judge, contestant, position, points, scale, truth = true_rank)
#' usual <- panel_baselines(x, c("mean_score", "z_score", "borda"))
#' usual
#' compare_rankings(panel = rank_panel(x, method = "map", seed = 1), usual)
#' @export
panel_baselines <- function(x, methods = NULL, prior = NULL, trim = 1, ...) {
  call <- check_no_more(list(...), rlang::current_env())
  check_evaluations(x, call)
  methods <- check_baselines(methods, call)
  trim <- check_integer(trim, "trim", call, from = 0)
  items <- unique(x$item)
  values <- vapply(methods, FUN.VALUE = numeric(length(items)), function(method) {
    baseline_values(x, method, items, prior, trim)
  })
  values <- matrix(values, length(items), dimnames = list(items, methods))
  # Sums in another order must not break ties.
  ranks <- apply(signif(values, 12), 2, rank, na.last = "keep")
  structure(
    list(ranks = matrix(ranks, length(items), dimnames = dimnames(values)), evaluations = x),
    class = c("seqjudge_baselines", "seqjudge_object")
  )
}

check_baselines <- function(methods, call) {
  installed <- vapply(baseline_packages, rlang::is_installed, logical(1))
  if (is.null(methods)) {
    lacking <- baseline_packages[!installed]
    if (length(lacking) > 0) {
      cli::cli_inform(
        "Left out, as {.pkg {lacking}} {?is/are} not installed: {.val {names(lacking)}}.",
        class = "seqjudge_message_baselines"
      )
    }
    return(setdiff(baseline_methods, names(lacking)))
  }
  if (!is.character(methods) || length(methods) == 0 || !is.null(dim(methods))) {
    stop_type("{.arg methods} must be strings, not {describe_type(methods)}.", "methods", call)
  }
  bad <- which(!methods %in% baseline_methods | duplicated(methods))
  if (length(bad) > 0) {
    stop_value(
      c("{.arg methods} must be among {.or {.val {baseline_methods}}}, each at most once.", problem_at(bad, methods)),
      "methods", call, bad
    )
  }
  for (package in baseline_packages[intersect(methods, names(installed))]) check_installed(package, call)
  methods
}

# A number for each item, the highest for the best.
baseline_values <- function(x, method, items, prior, trim) {
  by_item <- function(values, f = mean, ...) as.vector(tapply(values, factor(x$item, items), f, ..., na.rm = TRUE))
  share <- function(rank) rank / (stats::ave(as.double(!is.na(x$score)), evaluator_codes(x), FUN = sum) + 1)
  values <- switch(method,
    mean_score = by_item(scale_scores(x)),
    z_score = by_item(stats::ave(scale_scores(x), judge_codes(x), FUN = standardise)),
    trimmed_mean = by_item(scale_scores(x), trimmed_mean, trim),
    borda = by_item(share(induced_items(x)$rank)),
    borda_corrected = by_item(share(corrected_items(x, prior)$rank)),
    mixed_model = mixed_model_values(x, items),
    plackett_luce = plackett_luce_values(x, items),
    mallows = mallows_values(x, items)
  )
  # Nobody scored it.
  values[!items %in% x$item[!is.na(x$score)]] <- NA
  values
}

# What rank_items() has to say (unscored items, the prior size fitted) has no place here.
induced_items <- function(x) suppressMessages(rank_items(x, "induced"))
corrected_items <- function(x, prior) suppressMessages(rank_items(x, prior = prior))

# Of too few values the middle one or two are left.
trimmed_mean <- function(values, trim, na.rm = TRUE) { # nolint: the name that mean() has
  values <- sort(values[!is.na(values)])
  trim <- min(trim, (length(values) - 1) %/% 2)
  mean(values[seq_len(length(values) - 2 * max(trim, 0)) + max(trim, 0)])
}

standardise <- function(values) {
  spread <- stats::sd(values, na.rm = TRUE)
  if (is.na(spread) || spread == 0) rep(NA_real_, length(values)) else (values - mean(values, na.rm = TRUE)) / spread
}

mixed_model_values <- function(x, items) {
  data <- data.frame(score = scale_scores(x), position = x$position, item = x$item, evaluator = x$evaluator)
  data <- data[!is.na(data$score), ]
  several <- length(unique(data$evaluator)) > 1
  # With one evaluator there is nothing to tell an item from its error by.
  if (!several || length(unique(data$item)) < 2) {
    return(as.vector(tapply(data$score, factor(data$item, items), mean)))
  }
  fit <- suppressMessages(suppressWarnings(lme4::lmer(score ~ position + (1 | item) + (1 | evaluator), data)))
  effect <- lme4::ranef(fit)$item
  effect[match(items, rownames(effect)), 1]
}

plackett_luce_values <- function(x, items) {
  rankings <- convert_rankings(induced_items(x), "PlackettLuce")
  worth <- stats::coef(PlackettLuce::PlackettLuce(rankings), log = TRUE)
  unname(worth[items])
}

mallows_values <- function(x, items) {
  ranking <- induced_items(x)
  # The numbers of items there are those of the columns here.
  names <- colnames(as.matrix(ranking))
  data <- convert_rankings(ranking, "BayesMallows")
  fit <- BayesMallows::compute_mallows(
    data,
    # Many items are a long way from where the chain begins.
    compute_options = BayesMallows::set_compute_options(nmc = 20000, burnin = 10000)
  )
  consensus <- as.data.frame(BayesMallows::compute_consensus(fit, type = "CP"))
  label <- as.character(consensus$item)
  numbered <- grepl("^Item [0-9]+$", label) & !label %in% names
  label[numbered] <- names[as.integer(sub("Item ", "", label[numbered]))]
  -consensus$ranking[match(items, label)]
}

#' @export
as.data.frame.seqjudge_baselines <- function(x, row.names = NULL, optional = FALSE, ...) { # nolint
  ranks <- x$ranks
  data.frame(
    item = rep(rownames(ranks), ncol(ranks)),
    method = rep(colnames(ranks), each = nrow(ranks)),
    rank = as.vector(ranks),
    place = as.vector(apply(-ranks, 2, rank, na.last = "keep"))
  )
}

#' @export
format.seqjudge_baselines <- function(x, n = 12, ...) {
  places <- apply(-x$ranks, 2, rank, na.last = "keep")
  data <- data.frame(item = rownames(x$ranks), matrix(places, nrow(x$ranks), dimnames = list(NULL, colnames(x$ranks))))
  data <- data[order(places[, 1]), ]
  c(
    paste("<panel baselines> places of", count_of(nrow(data), "item"), "by", count_of(ncol(x$ranks), "method")),
    format_rows(data, n)
  )
}
