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
  p <- x$global$p_value
  if (!is.na(p)) {
    return(paste0(order_answer(p), " (", prose_p(p), " for all kinds together)."))
  }
  note <- unique(x$effects$note)[1]
  hint <- if (grepl("one order", note)) ". If it was drawn by lot, say order = \"random\" in evaluations()"
  paste0(order_answer(p), ": ", note, hint, ".")
}

order_answer <- function(p_value) {
  if (is.na(p_value)) {
    "No test of the order is possible here"
  } else if (p_value <= evidence_level) {
    "Scores depend on the order"
  } else {
    "No sign that scores depend on the order"
  }
}

# What is asked of each kind of effect, and the answers there are. The app and the report say the same.
effect_words <- rbind(
  drift = c(
    question = "Do later items get more or less?",
    up = "Later items get more", down = "Later items get less", none = "No drift to be seen"
  ),
  start = c(
    "Do the first items stand out?", "The first items get more than the rest", "The first items get less than the rest",
    "The first items do not stand out"
  ),
  serial = c(
    "Does a score follow the one before?", "A score is like the one before", "A score is unlike the one before",
    "Scores do not follow the one before"
  ),
  neighbour = c(
    "Does the item before make a difference?", "A better item before raises the score",
    "A better item before lowers the score", "The item before makes no difference to be seen"
  ),
  discrimination = c(
    "Are late items told apart better than early ones?", "Late items are told apart better",
    "Early items are told apart better", "Early and late items are told apart alike"
  ),
  spread = c(
    "Do an evaluator's scores spread out with position?", "Late scores lie further apart",
    "Early scores lie further apart", "Early and late scores lie alike far apart"
  )
)

# A plain sentence for each kind.
kind_sentences <- function(lines) {
  p <- ifelse(is.na(lines$p_value), "", paste0(", ", prose_p(lines$p_value)))
  paste0(vapply(seq_len(nrow(lines)), function(k) effect_finding(lines[k, ], p[k]), ""), ".")
}

# What was found of one kind, with its size and `more` in brackets.
effect_finding <- function(line, more = "") {
  if (is.na(line$p_value)) {
    return(paste("Not tested:", line$note))
  }
  said <- if (line$p_value <= evidence_level) effect_found(line) else effect_words[line$effect, "none"]
  paste0(said, " (", effect_size(line), more, ")")
}

effect_found <- function(line) {
  up <- line$direction %in% c("up", "higher", "alike", "assimilation", "grows")
  effect_words[line$effect, if (up) "up" else "down"]
}

# All kinds of effects together, and each by itself, as far as the data allow; in the words of a report.
test_table <- function(test, words) {
  lines <- test$effects
  table <- data.frame(
    words$own(c("Is there any effect of the order?", effect_words[lines$effect, "question"])),
    words$own(c(
      order_answer(test$global$p_value), vapply(seq_len(nrow(lines)), function(k) effect_finding(lines[k, ]), "")
    )),
    format_p(c(test$global$p_value, lines$p_value))
  )
  stats::setNames(table, c(words$say("question"), words$say("finding"), words$say("p_value")))
}

effect_size <- function(line) {
  signed <- function(value, ...) paste0(if (value > 0) "+", format(signif(value, 2), scientific = FALSE), ...)
  switch(line$effect,
    drift = signed(line$estimate, " points from beginning to end"),
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
  plot_order_test(object)
}

plot_order_test <- function(object) {
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
    house_style() +
    theme(plot.title.position = "plot", plot.caption.position = "plot")
}
