# Two tests of scores that are shares of items beaten: does the order matter at all, and do the scores lie on the scale
# as shares do? Both are simulated in C++ with a fixed seed, so that a decision never depends on luck.

# The p-value of "no correction": exact, since without an effect of the order an evaluator could as well have given the
# same scores in any other order.
order_p_value <- function(scores, level, cluster = NULL, threads = check_threads()) {
  if (max(diff(scores$start), 0) < 2) {
    return(1)
  }
  shuffles <- shuffles_for(scores$n, level)
  cpp_order_test(scores, order_grid, cluster %||% integer(), 24L, shuffles, 1, threads)[["p_value"]]
}

# Of several evaluators. How their scores of the same items agree is a second witness, with a test of its own: that of
# marks. The smaller of two p-values counts twice.
panel_p_value <- function(x, scores, level) {
  p <- order_p_value(scores, level, order_clusters(x, which(!is.na(x$score))))
  shared <- length(evaluator_sizes(x)) > 1 && length(unique(x$item)) < min(nrow(x), most_shared_items + 1L)
  if (!shared || scores$n > most_common_scores) {
    return(p)
  }
  # The smallest that so many shuffles can have: no other witness is needed.
  agreement <- if (p <= 0.005) 1 else size_evidence(x, threads = check_threads())$p_value
  min(1, 2 * min(p, agreement))
}

# Scores by the hundred thousand leave little to chance: as many shuffles as it takes to reject at the level asked for.
shuffles_for <- function(scores, level) {
  if (scores <= 1e5) 199L else as.integer(min(199, max(39, ceiling(2 / (1 - level)) - 1)))
}

# Do the scores lie on the scale as those of the fitted model? So many of them tell.
scale_test_scores <- 1000

# Below this a misfit is warned about.
misfit_level <- 0.01

scale_test <- function(x, evaluators, noise_type) {
  count <- nrow(evaluators)
  most <- max(1, floor(scale_test_scores / max(nrow(x) / count, 1)))
  who <- unique(round(seq.int(1, count, length.out = min(count, most))))
  if (length(who) < count) x <- x[who]
  noise <- evaluators$noise[who]
  noise[is.na(noise)] <- default_noise
  table <- model_scores(x, noise_type, items = TRUE)
  cpp_scale_test(table, evaluators$prior_size[who], noise, 24L, 99L, 1, check_threads())[c("statistic", "p_value")]
}

is_misfit <- function(fit) !is.null(fit$scale_test) && fit$scale_test[["p_value"]] <= misfit_level

warn_misfit <- function(fit, call) {
  if (is_misfit(fit)) {
    cli::cli_warn(
      c(
        "The scores do not lie on the scale as shares of items beaten would: the prior size may be wrong.",
        i = "If they are marks, say {.code meaning = \"marks\"} in {.fn score_scale}: their scale is then learned."
      ),
      class = "seqjudge_warning_scale", call = call
    )
  }
  fit
}
