# What a test of order effects can do.

#' @rdname test_order_effect
#' @export
as.data.frame.seqjudge_order_test <- function(x, row.names = NULL, optional = FALSE, ...) { # nolint
  x$effects
}

#' @rdname test_order_effect
#' @export
tidy.seqjudge_order_test <- function(x, ...) {
  check_no_more(list(...), rlang::current_env())
  x$effects
}

#' @rdname test_order_effect
#' @export
glance.seqjudge_order_test <- function(x, ...) {
  data.frame(x$global, x[c("evaluators", "items", "scores", "arrangements", "exact")])
}

#' @export
format.seqjudge_order_test <- function(x, ...) {
  lines <- x$effects
  tested <- !is.na(lines$p_value)
  how <- if (any(tested)) {
    paste0("; ", if (x$exact) "all " else "", count_of(x$arrangements, if (x$exact) "order" else "shuffle"))
  }
  name <- formatC(lines$effect, width = -max(nchar(lines$effect)))
  c(
    paste0(heading("order test", evaluator = x$evaluators, item = x$items, score = x$scores), how),
    order_verdict(x),
    if (any(tested)) paste0("  ", name, "  ", kind_sentences(lines))
  )
}

# One sentence that answers the question.
order_verdict <- function(x) {
  if (is.na(x$global$p_value)) {
    note <- unique(x$effects$note)[1]
    hint <- if (grepl("one order", note)) ". If it was drawn by lot, say order = \"random\" in evaluations()"
    return(paste0("No test of the order is possible here: ", note, hint, "."))
  }
  p <- prose_p(x$global$p_value)
  if (x$global$p_value <= evidence_level) {
    paste0("Scores depend on the order (", p, " for all kinds together).")
  } else {
    paste0("No sign that scores depend on the order (", p, " for all kinds together).")
  }
}

# A plain sentence for each kind.
kind_sentences <- function(lines) {
  vapply(seq_len(nrow(lines)), FUN.VALUE = "", function(k) {
    line <- lines[k, ]
    if (is.na(line$p_value)) {
      return(paste0("Not tested: ", line$note, "."))
    }
    size <- paste0(effect_size(line), ", ", prose_p(line$p_value))
    said <- if (line$p_value <= evidence_level) effect_found(line) else effect_not_found(line$effect)
    paste0(said, " (", size, ").")
  })
}

effect_found <- function(line) {
  up <- line$direction %in% c("up", "higher", "alike", "assimilation", "grows")
  switch(line$effect,
    drift = if (up) "Later items get more" else "Later items get less",
    start = if (up) "The first items get more than the rest" else "The first items get less than the rest",
    serial = if (up) "A score is like the one before" else "A score is unlike the one before",
    neighbour = if (up) "A better item before raises the score" else "A better item before lowers the score",
    discrimination = if (up) "Late items are told apart better" else "Early items are told apart better",
    spread = if (up) "Late scores lie further apart" else "Early scores lie further apart"
  )
}

effect_not_found <- function(effect) {
  switch(effect,
    drift = "No drift to be seen",
    start = "The first items do not stand out",
    serial = "Scores do not follow the one before",
    neighbour = "The item before makes no difference to be seen",
    discrimination = "Early and late items are told apart alike",
    spread = "Early and late scores lie alike far apart"
  )
}

effect_size <- function(line) {
  signed <- function(value, ...) paste0(if (value > 0) "+", format(signif(value, 2), scientific = FALSE), ...)
  switch(line$effect,
    drift = signed(line$estimate, " points from first to last"),
    start = signed(line$estimate, " points"),
    serial = paste("correlation", signed(line$estimate)),
    neighbour = signed(line$estimate, " points for each point"),
    discrimination = signed(round(100 * line$estimate), "%"),
    spread = paste("factor", format(signif(line$estimate, 3)))
  )
}

#' @rdname test_order_effect
#' @export
autoplot.seqjudge_order_test <- function(object, ...) {
  check_no_more(list(...), rlang::current_env())
  data <- object$effects
  data <- data[!is.na(data$p_value), ]
  data$effect <- factor(data$effect, rev(data$effect))
  data$found <- ifelse(data$p_value <= evidence_level, "p at most 0.05", "p above 0.05")
  reach <- max(3, abs(data$statistic)) * 1.35
  ggplot(data, aes(.data$statistic, .data$effect)) +
    ggplot2::annotate("rect", xmin = -1.96, xmax = 1.96, ymin = -Inf, ymax = Inf, fill = "grey50", alpha = 0.15) +
    ggplot2::geom_vline(xintercept = 0, colour = "grey60") +
    geom_point(aes(colour = .data$found, shape = .data$found), size = 2.8) +
    geom_text(aes(label = paste0(.data$direction, ", ", prose_p(.data$p_value))), vjust = -1, size = 3) +
    scale_colour_manual(
      values = c(`p at most 0.05` = shade(2), `p above 0.05` = shade(1)), name = NULL
    ) +
    scale_shape_manual(values = c(`p at most 0.05` = 16, `p above 0.05` = 1), name = NULL) +
    scale_x_continuous(limits = c(-reach, reach)) +
    labs(
      x = "Standard deviations from the mean of shuffled orders", y = NULL, subtitle = order_verdict(object),
      caption = "Grey: where about 95% of shuffled orders lie"
    ) +
    house_style()
}
