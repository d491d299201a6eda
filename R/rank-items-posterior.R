# rank_items(method = "posterior"): the best ranking under the posterior, with the intervals of the ranks.

posterior_ranking <- function(x, prior, loss, further, call) {
  known <- setdiff(names(formals(rank_posterior)), c("x", "prior"))
  level <- further$level %||% 0.95
  further$level <- NULL
  unknown <- if (is.null(names(further))) further else further[!names(further) %in% known]
  check_no_more(unknown, call)
  posterior <- do.call(rank_posterior, c(list(x, prior), further), quote = TRUE)
  ranking <- best_ranking(posterior, loss, level)
  ranking$further <- c(further, list(level = level))
  ranking
}
