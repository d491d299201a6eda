#' Rankings while the competition runs
#'
#' `insertion_stream()` makes a scoreboard that takes scores one by one, as they are given, and always knows the
#' corrected ranking so far. `insert()` adds a score. [current_ranking()] tells how things stand, and
#' [rank_posterior()] how sure that is.
#'
#' At any moment the ranking is the one that [insertion_ranking()] makes of the scores until then. An insertion takes
#' O(log n) time, where making the whole ranking anew would take O(n log n).
#'
#' Without a prior size, or with a [fit_prior()] to marks, the stream learns as scores come in: the ranking at any
#' moment is that of [rank_items()], which leaves the raw ranking alone until the scores speak for an effect of the
#' order, and for marks learns the scale. A message says what is done, again when that changes. The whole ranking is
#' then made anew when it is asked for after new scores, and `insert()` returns ranks by the raw scores.
#'
#' Several evaluators can share a stream. Each has a ranking of their own, of the items that they scored in the order in
#' which they scored them, and may have a prior size of their own.
#'
#' A stream is a reference, like an environment: `insert()` changes it in place, and `b <- a` makes `b` another name of
#' the same stream. `insertion_stream(a)` makes a copy that goes its own way. A stream can be saved with [saveRDS()] and
#' goes on where it stood when read back, in another session or on another machine. A call that fails, be it for a bad
#' score in the middle of a vector or by an interrupt, leaves the stream as it was.
#'
#' An item that was seen and not scored has no place in a stream; use [evaluations()] and [rank_items()] afterwards.
#'
#' @param prior_size `NULL` to learn it as scores come in. Whole number from 0, or `Inf`: how many earlier items the
#'   evaluators behave as if having seen. Or one for each evaluator, under their names; then no others can come. A
#'   [fit_prior()] of earlier scores gives either. Or another stream, to copy.
#' @param ties What a score exactly half-way between two relative ranks is rounded to: the `"lower"` or the `"upper"`.
#' @param scale A [score_scale()] that says what the scores mean; percentiles are not known while scores come in. It may
#'   be left out when all scores lie from 0 to 1. A copy has the `ties` and the `scale` of the stream that it is of.
#' @param order String: how the order of the items came about, as in [evaluations()]. One order that several evaluators
#'   share is not corrected for by default unless it is `"random"`. Where a prior size is given, it is not used.
#' @param stream A stream.
#' @param score A score, or several in order of arrival, whose names are the items.
#' @param item Names or numbers of the items, if `score` has no names. Items without a name are called by their position
#'   `"1"`, `"2"`, ... An evaluator scores an item once.
#' @param evaluator Who gave the score: one name or number, or one for each score. May be left out while there is only
#'   one evaluator, who is called `"1"` unless named before.
#' @inheritParams seqjudge-arguments
#' @return `insertion_stream()`: an object of class `seqjudge_stream`. `insert()`: invisibly, the rank of each new item
#'   on its arrival, among the items that its evaluator had scored until then, itself included; 1 is the lowest. The
#'   ranks are whole unless equal scores share one under an infinite prior size.
#' @template paper
#' @family live competitions
#' @examples
#' # A live scoreboard: three on stage so far, and 10 points at most.
#' board <- insertion_stream(prior_size = 2, scale = score_scale("range", 0, 10))
#' insert(board, c(Ada = 7, Bo = 3, Cleo = 6))
#' current_ranking(board)
#'
#' # Dag is given 7.5 points, more than Ada, who came first. Who leads, and where does Ada stand now?
#' insert(board, 7.5, "Dag")
#' current_ranking(board, k = 2)
#' current_ranking(board, item = "Ada")
#'
#' # A slip of the pen changes nothing.
#' try(insert(board, c(Eli = 5, Fay = 55)))
#' board
#'
#' # Two judges, one of whom has seen it all.
#' jury <- insertion_stream(c(Ann = 0, Bob = Inf))
#' insert(jury, c(0.5, 0.9), c("Ada", "Bo"), evaluator = "Ann")
#' insert(jury, 0.7, "Bo", evaluator = "Bob")
#' as.data.frame(jury)
#' @export
insertion_stream <- function(prior_size = NULL, ties = c("lower", "upper"), scale = NULL,
                             order = c("unknown", "random", "arranged"), ...) {
  call <- check_no_more(list(...), environment())
  if (is_stream(prior_size)) {
    if (!missing(ties) || !is.null(scale)) {
      stop_value("{.arg ties} and {.arg scale} are those of the stream that is copied.", "ties", call)
    }
    return(copy_stream(prior_size))
  }
  ties <- if (missing(ties)) "lower" else check_choice(ties, c("lower", "upper"), "ties")
  order <- if (missing(order)) "unknown" else check_choice(order, c("unknown", "random", "arranged"), "order", call)
  if (!is.null(scale)) check_stream_scale(scale, call)
  # What learns keeps the raw ranking; see standing().
  fitted <- is_prior_fit(prior_size)
  learns <- is.null(prior_size) || (fitted && is_mark_fit(prior_size))
  prior <- if (learns) Inf else check_stream_prior(if (fitted) fitted_sizes(prior_size) else prior_size, call)
  # `n`, the number of scores of each evaluator, is what counts: whatever lies beyond it in the buffers of `evaluators`
  # is not there. So one assignment makes a change valid, and a call that ends before has changed nothing.
  stream <- new.env(hash = FALSE, parent = emptyenv())
  stream$prior_size <- prior
  stream$learns <- learns
  stream$fit <- if (learns) fit_without_people(prior_size)
  stream$order <- order
  stream$ties <- ties
  stream$scale <- scale
  stream$n <- no_scores
  stream$evaluators <- new.env(parent = emptyenv())
  class(stream) <- stream_class
  stream
}

no_scores <- stats::setNames(integer(), character())

stream_class <- c("seqjudge_stream", "seqjudge_object")

is_stream <- function(x) inherits(x, "seqjudge_stream")

#' @rdname insertion_stream
#' @export
insert <- function(stream, ...) {
  UseMethod("insert")
}

#' @export
insert.default <- function(stream, ...) check_stream(stream, rlang::current_env())

#' @rdname insertion_stream
#' @export
insert.seqjudge_stream <- function(stream, score, item = NULL, evaluator = NULL, ...) {
  call <- check_no_more(list(...), environment())
  raw <- check_stream_scores(stream, score, call)
  item <- check_stream_items(item, score, call)
  if (length(evaluator) > 1) {
    return(invisible(insert_several(stream, raw, item, evaluator, call)))
  }
  part <- prepare_scores(stream, stream_evaluator(evaluator, stream, call, new = TRUE), raw, item, NULL, call)
  ranks <- append_scores(stream, part)
  n <- stream$n
  n[[part$name]] <- part$n + length(raw)
  stream$n <- n
  if (!is.null(part$item)) names(ranks) <- part$item
  invisible(ranks)
}

# An evaluator for each score.
insert_several <- function(stream, raw, item, evaluator, call) {
  who <- check_stream_evaluators(stream, evaluator, raw, call)
  rows <- split(seq_along(raw), who$code)
  names(rows) <- who$labels
  parts <- lapply(names(rows), function(name) prepare_scores(stream, name, raw, item, rows[[name]], call))
  ranks <- lapply(parts, function(part) append_scores(stream, part))
  n <- stream$n
  for (part in parts) n[[part$name]] <- part$n + length(part$score)
  stream$n <- n
  result <- unsplit(ranks, who$code)
  labels <- unsplit(lapply(parts, `[[`, "item"), who$code)
  if (is.null(labels)) result else stats::setNames(result, labels)
}

copy_stream <- function(stream) {
  copy <- list2env(as.list.environment(stream), new.env(parent = emptyenv()))
  copy$evaluators <- new.env(parent = emptyenv())
  for (name in names(stream$n)) {
    kept <- stream$evaluators[[name]]
    there <- seq_len(stream$n[[name]])
    copy$evaluators[[name]] <- new_buffers(kept$score[there], if (!is.null(kept$item)) kept$item[there])
  }
  class(copy) <- stream_class
  copy
}

# What is kept of an evaluator ---------------------------------------------------------------------------------------

# Scores, and the items' names, NULL while all are called by their number. The buffers have room for more than there is,
# so that adding a score seldom copies them. `live` is the core's object, which can be made again from these.
new_buffers <- function(score = numeric(), item = NULL) {
  buffers <- new.env(hash = FALSE, parent = emptyenv())
  buffers$score <- score
  if (!is.null(item)) buffers$item <- item
  buffers
}

stream_size <- function(stream, name) {
  n <- stream$n
  at <- match(name, names(n))
  if (is.na(at)) 0L else n[[at]]
}

stream_prior <- function(stream, name) {
  prior <- stream$prior_size
  if (is.null(names(prior))) prior else prior[[name]]
}

# The prior size that the ranking rests on.
size_so_far <- function(stream, name) {
  if (stream$learns) standing(stream)$prior_size[[name]] else stream_prior(stream, name)
}

# What rank_items() makes of the scores so far, kept until there are more: a prior size and ranks for each evaluator.
# What it has to say is said once.
standing <- function(stream) {
  if (identical(stream$standing$n, stream$n)) {
    return(stream$standing)
  }
  x <- as_evaluations(stream)
  said <- NULL
  hold <- function(message) {
    said <<- message
    rlang::cnd_muffle(message)
  }
  ranking <- withCallingHandlers(
    rank_items(x, prior = stream$fit, ties = stream$ties),
    seqjudge_message_order = hold,
    seqjudge_message_prior = hold
  )
  # A p-value that moves is no news.
  verdict <- if (!is.null(said)) sub(" \\(.*", "", conditionMessage(said))
  if (!identical(verdict, stream$standing$verdict)) message(said)
  rank <- stats::setNames(by_evaluator(ranking$rank, x), evaluator_names(x))
  stream$standing <- list(n = stream$n, prior_size = ranking$prior_size, rank = rank, verdict = verdict)
  stream$standing
}

buffers_of <- function(stream, name) {
  all <- stream$evaluators
  if (is.null(all[[name]])) all[[name]] <- new_buffers()
  all[[name]]
}

scale_stream_scores <- function(stream, score) {
  if (is.null(stream$scale)) score else scale_scores(structure(list(score = score), scale = stream$scale))
}

# The core's object, with exactly the items that count.
live_evaluator <- function(stream, name, buffers = buffers_of(stream, name), n = stream_size(stream, name)) {
  if (!is.null(buffers$live) && cpp_live_size(buffers$live) == n) {
    return(buffers$live)
  }
  buffers$live <- NULL
  live <- cpp_live_new(stream_prior(stream, name), stream$ties == "upper")
  if (n > 0) {
    there <- seq_len(n)
    cpp_live_insert(live, scale_stream_scores(stream, buffers$score[there]), as.character(buffers$item[there]), TRUE)
  }
  buffers$live <- live
  live
}

# Checks all that an evaluator is about to get, and changes nothing yet. `rows` are the evaluator's own; NULL for all.
prepare_scores <- function(stream, name, raw, item, rows, call) {
  n <- stream_size(stream, name)
  score <- if (is.null(rows)) raw else raw[rows]
  if (n + length(score) > max_stream_items) {
    stop_shape("A stream holds at most {max_stream_items} scores of an evaluator.", "score", call)
  }
  buffers <- buffers_of(stream, name)
  own <- if (is.null(rows) || is.null(item)) item else item[rows]
  if (is.null(own) && !is.null(buffers$item)) own <- as.character(n + seq_along(score))
  if (!is.null(own)) {
    live <- name_items(stream, name, buffers, n)
    again <- which(!is.na(cpp_live_find(live, own)) | duplicated(own))
    if (length(again) > 0) stop_item_again(name, own, again, rows, call)
  }
  list(name = name, buffers = buffers, n = n, score = score, item = own)
}

# 2^30 - 1, as the core has it.
max_stream_items <- 1073741823

stop_item_again <- function(name, item, again, rows, call) {
  positions <- if (is.null(rows)) again else rows[again]
  stop_value(
    "{.arg item} must be new to the evaluator.", "item", call, positions, "seqjudge_error_item",
    x = "Evaluator {.val {name}} has {.val {item[again[1]]}} already.",
    i = "If it was shown again, give the second showing a name of its own."
  )
}

# Items that were called by their number get it as a name, now that others have names.
name_items <- function(stream, name, buffers, n) {
  if (is.null(buffers$item)) {
    buffers$live <- NULL
    buffers$item <- as.character(seq_len(n))
  }
  live_evaluator(stream, name, buffers, n)
}

# From here on only an interrupt or a lack of memory can fail; what has been added then does not count.
append_scores <- function(stream, part) {
  buffers <- part$buffers
  live <- live_evaluator(stream, part$name, buffers, part$n)
  whole <- is.finite(stream_prior(stream, part$name))
  score <- part$score
  ranks <- cpp_live_insert(live, scale_stream_scores(stream, score), as.character(part$item), whole)
  needed <- part$n + length(score)
  old <- length(buffers$score)
  if (needed > old) length(buffers$score) <- grown(old, needed)
  # In place: R would copy the whole buffer for each score. Nobody else ever holds a buffer.
  cpp_write_numbers(buffers$score, part$n, score)
  if (!is.null(part$item)) {
    if (needed > length(buffers$item)) length(buffers$item) <- grown(length(buffers$item), needed)
    cpp_write_strings(buffers$item, part$n, part$item)
  }
  ranks
}

grown <- function(old, needed) max(16, needed, min(2 * old, max_stream_items))

# Names of items by their numbers.
stream_labels <- function(stream, name, numbers) {
  item <- stream$evaluators[[name]]$item
  if (is.null(item)) as.character(numbers) else item[numbers]
}

# Checks -------------------------------------------------------------------------------------------------------------

check_stream <- function(stream, call) {
  if (!is_stream(stream)) {
    stop_type(
      "{.arg stream} must be a stream made by {.fn insertion_stream}, not {describe_type(stream)}.", "stream", call
    )
  }
}

check_stream_prior <- function(prior_size, call) {
  # Most streams begin with one plain number.
  plain <- is.double(prior_size) && length(prior_size) == 1 && is.null(attributes(prior_size))
  if (plain && is_prior_size(prior_size)) {
    return(prior_size)
  }
  names <- names(prior_size)
  each <- if (is.null(names)) 1 else c(row = length(prior_size))
  prior <- check_prior_size(prior_size, each = each, call = call)
  if (is.null(names)) {
    return(prior)
  }
  if (length(prior) == 0 || !names_each_once(names)) {
    stop_value("{.arg prior_size} must name every evaluator once, or have no names.", "prior_size", call)
  }
  stats::setNames(prior, enc2utf8(names))
}

names_each_once <- function(names) !anyNA(names) && all(names != "") && anyDuplicated(names) == 0

check_stream_scale <- function(scale, call) {
  check_scale(scale, call)
  if (runs_down(scale)) {
    stop_value(
      "{.arg scale} must run upwards for scores as they come in: more is better.", "scale", call, NULL,
      "seqjudge_error_scale",
      i = "Turn the scores round yourself, as in {.code {scale$lower + scale$upper} - score}."
    )
  }
  if (scale$type == "percentile") {
    stop_value(
      "{.arg scale} cannot be percentiles: they are not known before all scores are.", "scale", call, NULL,
      "seqjudge_error_scale"
    )
  }
}

# Raw scores that are valid on the scale of the stream.
check_stream_scores <- function(stream, score, call) {
  # Plain scores from 0 to 1 on no scale, as most are, need no closer look.
  if (is.double(score) && is.null(attributes(score)) && is.null(stream$scale)) {
    odd <- cpp_count_odd_scores(score, 1L)
    if (odd[1] == 0 && odd[2] == 0) {
      return(score)
    }
  }
  x <- check_scores(score, "score", call)
  if (x$is_matrix) stop_shape("{.arg score} must be a vector, not {describe_type(score)}.", "score", call)
  scale <- stream$scale
  if (is.null(scale)) {
    if (x$outside > 0) resolve_scale(x$values, NULL, source_of(unit = "position"), call)
  } else if (scale$type != "identity") {
    check_on_scale(x$values, scale, source_of(unit = "position"), call)
  }
  x$values
}

# Names in UTF-8, so that equal ones are the same string; NULL if there are none.
check_stream_items <- function(item, score, call) {
  if (is.null(item)) item <- names(score)
  if (is.null(item)) {
    return(NULL)
  }
  if (!is.atomic(item) || length(item) != length(score)) {
    given <- if (is.atomic(item)) paste(length(item), "values") else describe_type(item)
    expected <- cli::format_inline("a name or number for each of the {length(score)} score{?s}")
    stop_shape("{.arg item} must be {expected}, not {given}.", "item", call)
  }
  coded <- check_labels(item, "item", source_of(unit = "position"), call)
  enc2utf8(coded$labels)[coded$code]
}

check_stream_evaluators <- function(stream, evaluator, raw, call) {
  if (length(evaluator) != length(raw)) {
    stop_shape(
      "{.arg evaluator} must be one, or one for each of the {length(raw)} score{?s}, not {length(evaluator)}.",
      "evaluator", call
    )
  }
  who <- check_labels(evaluator, "evaluator", source_of(unit = "position"), call)
  who$labels <- vapply(who$labels, stream_evaluator, "", stream = stream, call = call, new = TRUE, USE.NAMES = FALSE)
  who
}

# The evaluator that is meant; `new` ones may come in.
stream_evaluator <- function(evaluator, stream, call, new = FALSE) {
  known <- names(stream$prior_size)
  if (is.null(known)) known <- names(stream$n)
  if (is.null(evaluator)) {
    if (length(known) > 1) {
      message <- "{.arg evaluator} must be given when there are several: {.or {.val {known}}}."
      stop_value(message, "evaluator", call)
    }
    return(if (length(known) == 1) known else "1")
  }
  label <- check_labels(evaluator, "evaluator", source_of(unit = "position"), call)$labels
  if (length(label) != 1) stop_shape("{.arg evaluator} must be one name or number.", "evaluator", call)
  label <- enc2utf8(label)
  closed <- !new || !is.null(names(stream$prior_size))
  if (closed && !label %in% known) stop_unknown_evaluator(label, known, call)
  label
}

stop_unknown_evaluator <- function(label, known, call) {
  there <- "there are none yet"
  if (length(known) > 0) there <- cli::format_inline("there {cli::qty(length(known))}{?is/are} {.val {known}}")
  stop_value("{.arg evaluator} must be one of the stream's, not {.val {label}}; {there}.", "evaluator", call, 1L)
}
