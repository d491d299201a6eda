# Rounds: weeks, sessions, flights. What an evaluator saw in a round is a sequence, in which positions start at 1. The
# order acts within sequences, so the helpers called evaluator_*() run over these; what belongs to the person, such as
# being strict, belongs to the judge of several sequences. Without rounds an evaluator is a sequence and a judge.

has_rounds <- function(x) !is.null(x[["round"]])

# Where sequences start: their first rows.
first_rows <- function(x) which(x$position == 1L)

# Judges by name, in order; the number of the judge of each sequence, and of each row.
judge_names <- function(x) unique(x$evaluator[first_rows(x)])

sequence_judges <- function(x) {
  who <- x$evaluator[first_rows(x)]
  if (has_rounds(x)) match(who, unique(who)) else seq_along(who)
}

judge_codes <- function(x) sequence_judges(x)[evaluator_codes(x)]

# Rounds by name, in order, and the number of the round of each sequence.
round_names <- function(x) levels(x[["round"]])

sequence_rounds <- function(x) {
  if (has_rounds(x)) as.integer(x[["round"]])[first_rows(x)] else rep(1L, length(first_rows(x)))
}

# For headings: how many evaluators there are, and how many rounds.
count_judges <- function(x) {
  c(evaluator = length(judge_names(x)), if (has_rounds(x)) c(round = length(round_names(x))))
}

# "Ann, round 2", but "Ann, final": a number alone does not say what it counts.
sequence_labels <- function(judge, round) {
  round <- as.character(round)
  bare <- grepl("^[0-9]+$", round)
  round[bare] <- paste("round", round[bare])
  labels <- paste(judge, round, sep = ", ", recycle0 = TRUE)
  if (anyDuplicated(labels) > 0) make.unique(labels, sep = " #") else labels
}

# The name of the sequence of each row, which is what results call the evaluator.
evaluator_along <- function(x) if (has_rounds(x)) evaluator_names(x)[evaluator_codes(x)] else x$evaluator

# Sequences chosen by number, one after another. Rounds that are left without any are gone.
some_sequences <- function(x, chosen) {
  rows <- evaluator_rows(x, chosen)
  further <- lapply(further_columns(x), function(column) column[rows])
  if (has_rounds(x)) further$round <- droplevels(further$round)
  part <- new_evaluations(
    x$evaluator[rows], x$item[rows], x$position[rows], x$score[rows], attr(x, "scale"), further
  )
  with_memory(part, x)
}

# Values for each judge, by name or in order, become values for each sequence; others are left as they are.
over_rounds <- function(values, x) {
  if (!has_rounds(x) || !is_plain_numeric(values)) {
    return(values)
  }
  of_sequence <- sequence_judges(x)
  who <- evaluator_names(x)
  judges <- judge_names(x)
  if (is.null(names(values))) {
    return(if (length(values) == length(judges) && length(values) > 1) values[of_sequence] else values)
  }
  # What is said of a sequence goes before what is said of the judge.
  at <- match_names(who, names(values))
  at <- ifelse(is.na(at), match_names(judges[of_sequence], names(values)), at)
  known <- !is.na(at)
  if (!any(known) || anyDuplicated(names(values)) > 0) values else stats::setNames(values[at[known]], who[known])
}

# Coming in ------------------------------------------------------------------------------------------------------------

# As a factor whose levels are in order: text in order of first appearance, whatever else there is as it is sorted.
check_rounds <- function(round, source, call) {
  coded <- check_labels(round, "round", source, call)
  first <- match(seq_along(coded$labels), coded$code)
  # Bytes cannot be sorted as they are.
  values <- if (is.raw(round)) as.integer(round) else round
  in_order <- if (is.character(round)) seq_along(first) else order(xtfrm(values[first]))
  factor(coded$labels[coded$code], coded$labels[in_order])
}

# Judges and rounds to sequences: codes in order of judge and round, with the sequences' names as labels.
encode_sequences <- function(who, round) {
  cell <- (as.double(who$code) - 1) * nlevels(round) + as.integer(round)
  seen <- sort(unique(cell))
  judge <- (seen - 1) %/% nlevels(round) + 1
  list(
    code = match(cell, seen), judge = judge,
    labels = sequence_labels(who$labels[judge], levels(round)[(seen - 1) %% nlevels(round) + 1])
  )
}

# Rounds of several tables as one factor. Numbers and dates are sorted, other names stay in the order of the table that
# has them all, or of first appearance.
merge_rounds <- function(parts) {
  of_parts <- lapply(parts, levels)
  all <- unique(unlist(of_parts))
  whole <- Filter(function(own) setequal(own, all), of_parts)
  number <- suppressWarnings(as.double(all))
  ordered <- if (length(whole) > 0) {
    whole[[1]]
  } else if (!anyNA(number)) {
    all[order(number)]
  } else if (all(grepl("^[0-9]{4}-[0-9]{2}-[0-9]{2}", all))) {
    sort(all, method = "radix")
  } else {
    all
  }
  factor(unlist(lapply(parts, as.character)), ordered)
}

# Taking parts ---------------------------------------------------------------------------------------------------------

# Numbers of the rounds that were asked for by name.
check_chosen_rounds <- function(round, x, call) {
  if (!has_rounds(x)) {
    stop_value(
      "{.arg round} must be left out: these evaluations have no rounds.", "round", call,
      i = "Say with {.arg round} in {.fn evaluations} which column tells them."
    )
  }
  if (!is.atomic(round) || is.null(round) || !is.null(dim(round))) {
    stop_type("{.arg round} must hold names of rounds, not {describe_type(round)}.", "round", call)
  }
  chosen <- match(as_labels(round), round_names(x))
  check_none(
    which(is.na(chosen)), "{.arg round} must name rounds of the evaluations.", "round", call, as_labels(round),
    hint = c(i = cli::format_inline("There {?is/are} {.val {round_names(x)}}."))
  )
  chosen
}
