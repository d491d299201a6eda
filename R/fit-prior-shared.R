# Stands in for functions of the same name in rank-items.R until that file arrives.

# Corrected ranks along the rows, among the scored items of each evaluator. Evaluators who saw equally many items make
# a matrix, which the core ranks in one go.
insertion_ranks <- function(score, sizes, prior, ties, induced) {
  unscored <- is.na(score)
  score[unscored] <- 0.5
  rank <- by_length(sizes, function(rows, who) {
    finite <- ifelse(is.infinite(prior[who]), 0, prior[who])
    as.double(cpp_insertion_ranking(score[rows], nrow(rows), finite, ties == "upper"))
  })
  calibrated <- rep.int(is.infinite(prior), sizes)
  rank[calibrated] <- induced[calibrated]
  if (!any(unscored)) {
    return(rank)
  }
  rank[unscored] <- NA
  grouped_ranks(rank, rep.int(seq_along(sizes), sizes))$rank
}

# For the sequences of each length, calls f(rows, who): `rows` is a matrix of row numbers with a sequence in each of
# its rows, `who` says which sequences these are. Puts the results together along the rows.
by_length <- function(sizes, f) {
  first <- cumsum(sizes) - sizes
  result <- rep(NA_real_, sum(sizes))
  for (size in unique(sizes)) {
    who <- which(sizes == size)
    rows <- matrix(rep.int(first[who], size) + rep(seq_len(size), each = length(who)), length(who), size)
    result[rows] <- f(rows, who)
  }
  result
}

check_evaluations <- function(x, call, arg = "x") {
  if (!inherits(x, "seqjudge_evaluations")) {
    stop_type(
      c(
        "{.arg {arg}} must be an evaluations object, not {describe_type(x)}.",
        i = "Make one with {.fn evaluations} or {.fn as_evaluations}."
      ),
      arg, call
    )
  }
}

# Colours that colour-blind readers can tell apart (Okabe and Ito).
palette_okabe <- c("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#F0E442")

theme_seqjudge <- function() {
  ggplot2::theme_minimal(base_size = 11) +
    ggplot2::theme(
      panel.grid.minor = ggplot2::element_blank(),
      legend.position = "top",
      strip.text = ggplot2::element_text(face = "bold", hjust = 0),
      plot.caption = ggplot2::element_text(colour = "grey40")
    )
}

# Whole numbers only: half a position means nothing.
breaks_whole <- function(limits) {
  breaks <- pretty(limits)
  step <- breaks[2] - breaks[1]
  # Position 1 is always marked, and nothing so close that the numbers would touch.
  c(1, breaks[breaks == floor(breaks) & breaks >= 1 + max(1, 0.6 * step)])
}

scale_position <- function(...) {
  ggplot2::scale_x_continuous(name = "Position (1 was shown first)", breaks = breaks_whole, ...)
}

# A colour bar wide enough for its numbers.
theme_colour_bar <- function() ggplot2::theme(legend.key.width = ggplot2::unit(1.3, "cm"))

draw <- function(x, ...) {
  picture <- ggplot2::autoplot(x, ...)
  print(picture)
  invisible(picture)
}
