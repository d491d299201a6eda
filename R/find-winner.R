# The answer that an organiser asks for first.

#' Who has won, and how sure is that?
#'
#' Names the winner of a [rank_panel()], a [rank_posterior()] or a [rank_distribution()] with the chance of being the
#' best of all. Where no item is likely enough, it says that the result is too close to call, and between whom. A
#' printed panel opens with this line, and so does [report_rankings()].
#'
#' A winner is called if its chance of being the best is at least `sure`: at the default, two thirds, it is twice as
#' likely to be the best as all others together. Otherwise the candidates are the fewest items that reach `sure`
#' together, the likeliest first. Items that share the first place of a panel (see [rank_panel()]) are too close to call
#' whatever their chances. The result of a search (`method = "map"`) has a winner, without a chance.
#'
#' @param x A result of [rank_panel()], [rank_posterior()] or [rank_distribution()].
#' @param sure Number from 0.5 to 1: how likely a winner must be.
#' @param evaluator For a posterior: name or number of an evaluator. May be left out when there is one.
#' @inheritParams seqjudge-arguments
#' @return An object of class `seqjudge_winner`, which prints as one line: a list of `called` (`TRUE` or `FALSE`),
#'   `items` (the winner, or the candidates) and `chance` (the probability of each to be the best; `NA` where it is not
#'   known). `as.data.frame()` has the columns `item`, `chance` and `called`. Without any item, `items` is empty.
#' @family panels
#' @examples
#' scores <- rbind(Ada = c(0.42, 0.62, 0.75, 0.86), Bo = c(0.55, 0.70, 0.78, 0.80))
#' x <- as_evaluations(scores, items = c("Pia", "Quinn", "Rafi", "Sven"), order = "random")
#' panel <- rank_panel(x, prior = 1, noise = 0.15)
#' find_winner(panel)
#' # For a jury that wants to be surer:
#' find_winner(panel, sure = 0.9)
#' @export
find_winner <- function(x, sure = 2 / 3, evaluator = NULL, ...) {
  call <- check_no_more(list(...), rlang::current_env())
  sure <- check_number(sure, "sure", call, "a number from 0.5 to 1", function(p) p >= 0.5 && p <= 1)
  if (inherits(x, "seqjudge_panel") && is.null(x$distribution)) {
    return(new_winner(TRUE, x$items$item[x$items$place == min(x$items$place)], NA_real_))
  }
  found <- distribution_of(x, evaluator, call)
  chance <- top_shares(found, 1L)
  ordered <- order(-chance)
  shared <- shared_first(x)
  if (length(shared) > 1) {
    shared <- intersect(found$items[ordered], shared)
    return(new_winner(FALSE, shared, chance[match(shared, found$items)]))
  }
  # Sums of shares may miss one half by rounding.
  needed <- which(cumsum(chance[ordered]) >= sure - 1e-9)[1]
  first <- ordered[seq_len(if (is.na(needed)) length(ordered) else needed)]
  new_winner(length(first) == 1, found$items[first], chance[first])
}

new_winner <- function(called, items, chance) {
  structure(list(called = called, items = items, chance = chance), class = c("seqjudge_winner", "seqjudge_object"))
}

# The items of a panel that share the first place.
shared_first <- function(x) {
  if (inherits(x, "seqjudge_panel")) x$items$item[x$items$place == min(x$items$place, Inf)]
}

#' @rdname find_winner
#' @param row.names,optional Not used.
#' @export
as.data.frame.seqjudge_winner <- function(x, row.names = NULL, optional = FALSE, ...) { # nolint
  data.frame(item = x$items, chance = x$chance, called = rep(x$called, length(x$items)))
}

#' @export
format.seqjudge_winner <- function(x, ...) winner_sentence(x, report_wording(NULL, "en", NULL))

# The same line wherever it stands: printed, in a report and in the app. `words` are a report's.
winner_sentence <- function(winner, words) {
  if (length(winner$items) == 0) {
    return(words$say("no_winner"))
  }
  chance <- words$chance(winner$chance)
  if (winner$called) {
    name <- words$say("winner", list_candidates(winner$items, words$say("and"), words$say("others")))
    return(if (anyNA(chance)) name else paste0(name, " (", words$say("chance", chance), ")"))
  }
  named <- paste0(winner$items, ifelse(is.na(chance), "", paste0(" (", chance, ")")))
  words$say("too_close", list_candidates(named, words$say("or"), words$say("others")))
}

# "A, B or C"; of very many the likeliest are enough.
list_candidates <- function(names, or = "or", others = "%s others", most = 4L) {
  left <- length(names) - most
  if (left > 1) names <- c(names[seq_len(most)], sprintf(others, big(left)))
  n <- length(names)
  if (n == 1) names else paste(paste(names[-n], collapse = ", "), or, names[n])
}

# "93%". Nothing is called certain: that all of some thousand draws agree does not make it so.
format_chance <- function(p) {
  text <- paste0(round(100 * p), "%", recycle0 = TRUE)
  text[which(p > 0.995)] <- "above 99%"
  text[which(p < 0.005)] <- "below 1%"
  ifelse(is.na(p), NA_character_, text)
}

#' @export
autoplot.seqjudge_winner <- function(object, ...) {
  check_no_more(list(...), rlang::current_env())
  plot_winner(object)
}

plot_winner <- function(object) {
  data <- as.data.frame(object)
  data$item <- factor(data$item, rev(data$item))
  ggplot(data, aes(.data$chance, .data$item)) +
    geom_col(fill = shade(1), width = 0.7, na.rm = TRUE) +
    scale_x_continuous(name = "Chance of being the best of all", limits = c(0, 1)) +
    labs(y = NULL, title = format(object)) +
    house_style()
}
