#' Evaluations: who saw what, when, and scored it how
#'
#' Makes the data object of this package from a data frame in long form, with a row for each item that an evaluator saw.
#' For matrices, vectors and data frames in wide form see [as_evaluations()].
#'
#' Evaluators may have seen different items in different orders. For each of them the positions must run 1, 2, 3, ...
#' without gaps, and an item may occur once (in each round, where there are rounds). An item that was seen but not
#' scored still counts in the positions of later ones: give it a row with a score of `NA`. Rows may come in any order;
#' other columns of `data` are left out, unless named in `keep`.
#'
#' Evaluators or items that are called `"Total"` or `"Mean"`, and scores that are full sets of ranks, get a warning of
#' class `seqjudge_warning_table`. Other mistakes that tables of organisers have are looked for by [as_evaluations()]
#' only, which reads such a table too (`evaluator = ` and `score = `), and stops at them.
#'
#' @section Rounds:
#' Weeks of a season, sessions of a day, flights of a tasting: with `round` an evaluator's positions run 1, 2, 3, ... in
#' each round anew, and an item may come again in another round. The order acts within a round, which is a fresh start.
#' So [rank_items()], [rank_posterior()] and [fit_prior()] treat what an evaluator saw in a round as they otherwise
#' treat an evaluator: there is one ranking for each, and it is called `"Ann, round 2"` (or `"Ann, final"`, for a round
#' that is not a number) in the column `evaluator` of results. [rank_panel()] makes one ranking of all rounds,
#' [test_order_effect()] one test. A prior size or a noise that is given under an evaluator's own name holds in all of
#' their rounds. Percentiles (see [score_scale()]) with `by = "evaluator"` are taken within each round.
#'
#' Rounds are in order: numbers, dates and times as they are sorted, factors as their levels, text in order of first
#' appearance.
#'
#' @section Taking parts and putting together:
#' `x["Ines"]`, `x[1:3]` and `x[-1]` are the evaluations of some evaluators, by name or number, in the order asked for;
#' `x[round = 2]` and `x["Ines", round = c("semi-final", "final")]` those of some rounds, by name. With a comma, as in
#' `x[1:5, ]` or `x[x$score > 50, "item"]`, the rows and columns are those of the data frame and the result is a plain
#' data frame, since what is left may no longer be a sequence that starts at 1. `rbind()` puts evaluations with the same
#' scale and different evaluators or rounds together.
#'
#' @param data Data frame (or tibble, or data.table) in long form.
#' @param evaluator,item,position,score Columns of `data`, bare or as strings (use `!!` for a string in a variable), or
#'   expressions of columns, such as `paste(first_name, last_name)`. `evaluator` may be left out when there is one
#'   evaluator, who is then called `"1"`. Evaluators and items are names, factors or numbers; names lose blanks at their
#'   ends, with a message, and there is a warning where some differ only in blanks, capitals or the way in which accents
#'   are stored. `position` is 1 for what
#'   the evaluator saw first; `position = "row order"` (or `".row"`) says that the rows of each evaluator are in order
#'   of presentation. `score` is a number, or `NA` for an item that was seen but not scored.
#' @param scale How scores map to the model's scale of 0 to 1: a [score_scale()], or a list with one for each
#'   evaluator. It may be left out only when all scores lie from 0 to 1, and is then `score_scale("identity")`.
#' @param truth Column of `data` with the true ranks where they are known, bare or as a string: numbers, the highest for
#'   the best item. Only their order among the items that an evaluator saw is used.
#' @param keep Strings: further columns of `data` to keep, such as a group to which evaluators belong.
#' @param order How the order of presentation came about. `"random"`: drawn by lot, for each evaluator or for all.
#'   `"arranged"`: chosen by somebody, who may have put the best first or last; scores cannot tell that from an effect
#'   of the order, and such an order is never corrected for by default. `"unknown"`: the same, unless evaluators saw the
#'   items in orders of their own or there is only one evaluator, which count as random.
#' @param round Column of `data`, or an expression of columns, that tells the round in which a score was given: see
#'   Rounds below.
#' @param renumber `TRUE` or `FALSE`: may `position` hold whatever tells the order, such as start numbers with gaps,
#'   times (of 24 hours, or all with am or pm) or dates? They become 1, 2, 3, ... for each evaluator (in each round),
#'   and a message says so.
#' @return An object of class `seqjudge_evaluations`, which is also a data frame, sorted by evaluator in order of first
#'   appearance, by round where there are rounds, and by position. It remembers the `scale` and the `order`. Its columns
#'   are
#'   \describe{
#'     \item{`evaluator`, `item`}{Names, as character.}
#'     \item{`position`}{Integer, 1 for what the evaluator saw first.}
#'     \item{`score`}{Double, as given; `NA` for an item that was seen but not scored.}
#'     \item{`round`}{Factor, whose levels are the rounds in order; only where given.}
#'     \item{`truth`}{Double, the highest for the best; only where given.}
#'     \item{...}{The columns to `keep`, where there are any.}
#'   }
#'   `as.data.frame(x, scaled = TRUE)` adds the scores on the model's scale: see [evaluations-methods].
#' @family evaluations
#' @examples
#' x <- evaluations(
#'   bakeoff,
#'   evaluator = judge, item = contestant, position = position, score = points,
#'   scale = score_scale("range", 0, 100)
#' )
#' x
#'
#' # Amara, who is new to the job, spreads her points less than Milo, who has seen it all.
#' summary(x)
#'
#' # Two of the judges, with their scores on the model's scale.
#' head(as.data.frame(x[c("Amara", "Milo")], scaled = TRUE))
#'
#' # One evaluator, whose rows are in order of presentation.
#' ines <- subset(bakeoff, judge == "Ines")
#' evaluations(
#'   ines,
#'   item = "contestant", position = ".row", score = "points", scale = score_scale("range", 0, 100)
#' )
#'
#' # A tasting in two flights, with the times at which the wines were poured. Wine B comes in both.
#' tasting <- data.frame(
#'   taster = rep(c("Ann", "Ben"), each = 6), flight = rep(c(1, 1, 1, 2, 2, 2), 2),
#'   wine = c("A", "B", "C", "D", "B", "E", "C", "A", "B", "E", "D", "B"),
#'   minute = rep(c(0, 7, 15, 60, 66, 75), 2),
#'   points = c(82, 88, 79, 90, 87, 84, 80, 85, 91, 83, 92, 88)
#' )
#' x <- evaluations(
#'   tasting, taster, wine, minute, points,
#'   scale = score_scale("range", 50, 100), round = flight, renumber = TRUE
#' )
#' x
#' x[round = 2]
#' rank_items(x, "induced")
#' @export
evaluations <- function(data, evaluator, item, position, score, scale = NULL, truth = NULL, keep = NULL,
                        order = c("unknown", "random", "arranged"), round = NULL, renumber = FALSE) {
  call <- rlang::current_env()
  order <- check_choice(order, order_kinds, "order")
  check_flag(renumber, "renumber", call)
  check_data_frame(data, call)
  quos <- list(
    evaluator = rlang::enquo(evaluator), item = rlang::enquo(item), position = rlang::enquo(position),
    score = rlang::enquo(score), truth = rlang::enquo(truth), round = rlang::enquo(round)
  )
  given <- !vapply(quos, function(quo) rlang::quo_is_missing(quo) || rlang::quo_is_null(quo), logical(1))
  check_columns_given(given, call)
  column <- function(role) if (given[[role]]) column_values(quos[[role]], data, role, call)

  source <- source_of()
  source$alone <- !given[["evaluator"]]
  source$long <- TRUE
  source$no_rounds <- !given[["round"]]
  named <- function(role) settle_names(column(role), role, source, call)
  who <- if (source$alone) rep.int(1L, nrow(data)) else named("evaluator")
  what <- named("item")
  round <- named("round")
  when <- if (!is_row_order(quos$position, data, call)) column("position")
  if (renumber && !is.null(when)) {
    source$shown <- when
    source$within <- list(who, round)
    when <- position_ranks(when, source, call)
  }
  further <- list()
  if (given[["truth"]]) further$truth <- check_truth_column(column("truth"), source, call)
  further <- c(further, kept_columns(data, keep, call))
  score <- column("score")
  built <- build_evaluations(who, what, when, score, scale, source, call, further, round)
  warn_like_table(list(who = who, item = what, round = round, score = score), scale, source$args, call)
  with_words(with_order(built, order), quos)
}

check_columns_given <- function(given, call) {
  if (!given[["item"]]) stop_column_not_given("item", "the items", call)
  if (!given[["position"]]) {
    hint <- c(
      i = "If each evaluator's rows are in order of presentation, say so with {.code position = \"row order\"}."
    )
    stop_column_not_given("position", "the positions, 1 for what an evaluator saw first", call, hint)
  }
  if (!given[["score"]]) stop_column_not_given("score", "the scores", call)
}

# Are the rows of each evaluator said to be in order of presentation?
is_row_order <- function(position, data, call) {
  expr <- rlang::quo_get_expr(position)
  in_row_order <- rlang::is_string(expr) && expr %in% row_order_words
  # A column of that name is meant, unless it is the old word for it.
  if (identical(expr, "row order") && expr %in% names(data)) in_row_order <- FALSE
  if (identical(expr, ".row") && ".row" %in% names(data)) {
    stop_value(
      "{.arg position} cannot be {.val .row} when {.arg data} has a column of that name.",
      "position", call, NULL, "seqjudge_error_ambiguous",
      i = "Give the column another name if it holds the positions; remove it if the rows are in order."
    )
  }
  in_row_order
}

order_kinds <- c("unknown", "random", "arranged")

# How the order of presentation came about is remembered where it is known.
with_order <- function(x, order) {
  attr(x, "order") <- if (!identical(order, "unknown")) order
  x
}

# Parts and copies of evaluations remember what is known of the whole.
with_memory <- function(x, of) {
  attr(x, "words") <- attr(of, "words")
  with_order(x, order_of(of))
}

# What the user calls an evaluator and an item: the names of their columns, where these are plain words.
with_words <- function(x, quos) {
  name_of <- function(role) {
    quo <- quos[[role]]
    expr <- if (!rlang::quo_is_missing(quo)) rlang::quo_get_expr(quo)
    if (is.symbol(expr) || rlang::is_string(expr)) plain_noun(as.character(expr)) else NA_character_
  }
  words <- c(evaluator = name_of("evaluator"), item = name_of("item"))
  words <- words[!is.na(words)]
  attr(x, "words") <- if (length(words) > 0) words
  x
}

# One word of letters, not a plural, that says more than "item" does; NA for anything else.
plain_noun <- function(name) {
  word <- if (grepl("^([A-Z]?[a-z]+|[A-Z]+)$", name)) tolower(name) else ""
  vague <- c(
    "evaluator", "item", "name", "title", "label", "code", "key", "number", "index", "row", "value", "column", "who",
    "what", "which", "user", "entity", "object", "unit", "factor", "group", "option"
  )
  fits <- nchar(word) >= 3 && nchar(word) <= 20 && grepl("[aeiouy]", word) && !grepl("s$", word) && !word %in% vague
  if (fits) word else NA_character_
}

order_of <- function(x) attr(x, "order") %||% "unknown"

# Columns that have no role in the package, but come along.
kept_columns <- function(data, keep, call) {
  if (is.null(keep)) {
    return(list())
  }
  if (!is.character(keep) || is.object(keep) || !is.null(dim(keep))) {
    stop_type("{.arg keep} must hold names of columns as strings, not {describe_type(keep)}.", "keep", call)
  }
  check_none(
    which(keep %in% own_columns | duplicated(keep)), "{.arg keep} must hold names of other columns, each once.",
    "keep", call, keep,
    hint = c(i = "Columns called {.val {own_columns}} have a meaning of their own; give yours another name.")
  )
  columns <- lapply(keep, function(name) {
    column <- data[[column_name(rlang::new_quosure(name), data, "keep", call)]]
    if (length(dim(column)) > 1) {
      stop_type("{.arg keep} must name columns with one value in each row, but {.val {name}} has more.", "keep", call)
    }
    column
  })
  stats::setNames(columns, keep)
}

own_columns <- c(
  "evaluator", "item", "position", "score", "scaled_score", "truth", "round", "induced_rank", "rank", "place", "lower",
  "upper"
)

# The one way in: every form of input ends here. `position = NULL` means in order within each sequence, which is an
# evaluator or, where there are rounds, an evaluator's round; `further` are columns that come along.
build_evaluations <- function(evaluator, item, position, score, scale, source, call, further = list(), round = NULL) {
  judge <- check_labels(evaluator, "evaluator", source, call)
  what <- check_labels(item, "item", source, call)
  score <- check_raw_scores(score, source, call)
  settled <- settle_scale(score, scale, judge, source, call)
  score <- settled$score
  scale <- settled$scale
  who <- judge
  if (!is.null(round)) {
    round <- check_rounds(round, source, call)
    who <- encode_sequences(judge, round)
    further <- c(list(round = round), further)
  }
  sizes <- tabulate(who$code, length(who$labels))
  if (is.null(position)) {
    sorted <- order(who$code, method = "radix")
    position <- integer(length(sorted))
    position[sorted] <- sequence(sizes)
  } else {
    position <- check_positions(position, source, call)
    sorted <- order(who$code, position, method = "radix")
    position <- check_sequences(who, position, sorted, sizes, source, call)
  }
  check_items_once(who, what, source, call)
  new_evaluations(
    evaluator = judge$labels[judge$code[sorted]],
    item = what$labels[what$code[sorted]],
    position = position[sorted],
    score = score[sorted],
    scale = scale,
    further = lapply(further, function(column) column[sorted])
  )
}

# Valid, sorted columns into an object.
new_evaluations <- function(evaluator, item, position, score, scale, further = list()) {
  structure(
    c(list(evaluator = evaluator, item = item, position = position, score = score), further),
    row.names = .set_row_names(length(item)),
    scale = scale,
    class = c("seqjudge_evaluations", "seqjudge_object", "data.frame")
  )
}

# The rows of every sequence are together and start at position 1, which tells them apart without looking at names. See
# evaluations-rounds.R for evaluators of several rounds.
evaluator_codes <- function(x) cumsum(x$position == 1L)

evaluator_names <- function(x) {
  first <- first_rows(x)
  if (has_rounds(x)) sequence_labels(x$evaluator[first], x[["round"]][first]) else x$evaluator[first]
}

evaluator_sizes <- function(x) diff(c(which(x$position == 1L), nrow(x) + 1L))

# The rows of some evaluators, by number, one evaluator after another.
evaluator_rows <- function(x, chosen) {
  sizes <- evaluator_sizes(x)[chosen]
  rep.int(which(x$position == 1L)[chosen] - 1L, sizes) + sequence(sizes)
}

# Columns beside the four that every object has.
further_columns <- function(x) unclass(x)[setdiff(names(x), c("evaluator", "item", "position", "score"))]
