#' Take the names out of evaluations, and put them back
#'
#' Scores say something about people: who was strict, who came last. `anonymise()` puts pseudonyms in the place of the
#' names of evaluators and items, so that evaluations can be passed on, and gives the key apart. Everything that is made
#' from the anonymous evaluations (rankings, fits, reports, pictures) is anonymous too. `reveal_names()` puts the names
#' back, in evaluations or in any table that was made from them, for whoever has the key.
#'
#' Pseudonyms are `"Evaluator 2"` and `"Item 07"`. Their numbers are drawn at random and evaluators are sorted by them,
#' so that neither tells a place in the alphabet or in the original table. The same key gives the same people the same
#' pseudonyms again in another table; people who are not in it yet get the next numbers and are added to the key that
#' is returned.
#'
#' Columns that [evaluations()] was told to `keep` (a club, an e-mail address) are left out unless they are named in
#' `keep` here too. One that names an evaluator or item is refused, and so are rounds that are called by such a name
#' (see Names that are found). What is kept are values alone: text, numbers, dates and times, and factors without the
#' levels that do not occur. Rounds, positions, scores and the truth stay, and so does what they tell: those who know
#' that somebody came on first, or got 9.5, still find them.
#'
#' Initials (`"A.L."` for Ada Lovelace, with a number where two would have the same) spare people from being found by
#' their names. They hide nobody from those who know who took part. Numbers of up to three digits stay whole (`"I.31."`
#' for item 31); of a longer one, which may be a telephone or a matriculation number, the first digit is left.
#'
#' @section Names that are found:
#' In text (columns to `keep`, their headings, rounds) a name is found as words of their own, in longer text too, in any
#' capitals, with or without accents, whatever blanks, signs or numbers stand between or beside its words, without
#' anything between them, and in any order where there are two or three: `"essay_AnnLee_2.pdf"`, `"LEE, Ann"` and
#' `"ann.lee@uni.org"` name Ann Lee. In scripts without blanks between words a name is found anywhere.
#'
#' A name that is a number is found in text as a whole run of digits (`"essay_4711223.pdf"`) where it has three digits
#' or more. A column of numbers that are not all the same is refused where one of them is such a name of five digits or
#' more, or where all of them are such names of three digits or more, missing ones aside. Shorter numbers are found
#' only where all entries of a column, whatever it holds, are those of the items (or evaluators) beside them; so are
#' other names. `1` to `99` may be anything.
#'
#' Not found are parts of a name (`"Ann"`, `"A. Lee"`), nicknames, names within longer words, other spellings
#' (`"Mueller"` with an `"ue"` for an umlaut), names written in another script, and what tells somebody without a name.
#' Look at what you keep.
#'
#' @param x An [evaluations()] object; for `reveal_names()` also a data frame that was made from an anonymous one, such
#'   as `as.data.frame(rank_panel(x))`: columns of text, levels of factors and names of rows get the names back.
#' @param names String: `"numbers"`, or `"initials"` for the initials of the names (see below for numbers in them).
#' @param key Data frame, as `anonymise()` returns it: the pseudonyms that people have already.
#' @param keep Strings: further columns of `x` to keep.
#' @param seed Whole number from 0, or `NULL` for R's own generator, so that [set.seed()] governs: draws the numbers.
#'   Whoever knows the seed and a list of the names can work out who is who.
#' @return `anonymise()` gives a list of two: `evaluations`, which holds no name, and `key`, a data frame with the
#'   columns `role` (`"evaluator"` or `"item"`), `name` and `pseudonym`. Nothing in `evaluations` refers to `key`: pass
#'   the one on and keep the other. Only the number of names is printed. `reveal_names()` gives what `x` is, with
#'   evaluations in their original order.
#' @seealso `report_rankings(names = "initials")` for a report with initials.
#' @family evaluations
#' @examples
#' x <- evaluations(bakeoff, judge, contestant, position, points, score_scale("range", 0, 100))
#' hidden <- anonymise(x, seed = 1)
#' hidden
#' hidden$evaluations
#'
#' # Rankings are the same, under other names. Who has the key can tell whose they are.
#' ranked <- as.data.frame(rank_items(hidden$evaluations, "induced"))
#' head(ranked, 3)
#' head(reveal_names(ranked, hidden$key), 3)
#'
#' # A later contest: those who were there before are called as before.
#' later <- anonymise(x["Amara"], key = hidden$key)
#' unique(later$evaluations$evaluator)
#' @export
anonymise <- function(x, names = c("numbers", "initials"), key = NULL, keep = NULL, seed = NULL) {
  call <- rlang::current_env()
  check_evaluations(x, call)
  names <- check_choice(names, c("numbers", "initials"), "names")
  if (!is.null(key)) key <- check_key(key, call)
  seed <- check_r_seed(seed, call)
  further <- plain_columns(kept_columns(as.data.frame(x), keep, call), call)
  who <- judge_names(x)
  what <- unique(x$item)
  check_nameless(further, x, call)
  check_nameless_rounds(x, call)
  further <- c(further_columns(x)[intersect(c("round", "truth"), names(x))], further)
  key <- with_seed(seed, complete_key(complete_key(key %||% no_key, "evaluator", who, names), "item", what, names))
  whole <- under_pseudonyms(x, key, further)
  result <- list(evaluations = whole[order(judge_names(whole), method = "radix")], key = key)
  structure(result, class = c("seqjudge_anonymised", "seqjudge_object"))
}

#' @rdname anonymise
#' @export
reveal_names <- function(x, key) {
  call <- rlang::current_env()
  key <- check_key(if (missing(key)) NULL else key, call)
  if (!inherits(x, "seqjudge_evaluations")) {
    if (!is.data.frame(x)) {
      stop_type("{.arg x} must be an evaluations object or a data frame, not {describe_type(x)}.", "x", call)
    }
    named <- vapply(x, function(column) is.character(column) || is.factor(column), NA)
    x[named] <- lapply(unclass(x)[named], revealed_column, key)
    if (is.character(attr(x, "row.names"))) row.names(x) <- revealed(row.names(x), key)
    return(x)
  }
  check_evaluations(x, call)
  whole <- new_evaluations(
    revealed(x$evaluator, key), revealed(x$item, key), x$position, x$score, attr(x, "scale"), further_columns(x)
  )
  whole <- with_order(whole, order_of(x))
  whole[order(match(judge_names(whole), key$name[key$role == "evaluator"]))]
}

#' @export
format.seqjudge_anonymised <- function(x, ...) {
  counts <- table(factor(x$key$role, c("evaluator", "item")))
  c(
    heading("anonymous evaluations", evaluator = length(judge_names(x$evaluations)), row = nrow(x$evaluations)),
    "To pass on: $evaluations, which holds no names",
    paste0(
      "To keep apart: $key, with the names of ", count_of(counts[["evaluator"]], "evaluator"), " and ",
      count_of(counts[["item"]], "item")
    )
  )
}

# Names and pseudonyms -------------------------------------------------------------------------------------------------

under_pseudonyms <- function(x, key, further) {
  called <- function(role) {
    own <- key[key$role == role, ]
    own$pseudonym[match(x[[role]], own$name)]
  }
  with_order(
    new_evaluations(called("evaluator"), called("item"), x$position, x$score, attr(x, "scale"), further), order_of(x)
  )
}

# For a report: evaluations with initials, and the sizes that were given for evaluators by name.
under_initials <- function(x, prior, call) {
  if (is_prior_fit(prior)) {
    stop_value(
      "{.arg prior} must hold sizes, or be NULL, where names are initials: a fit holds the names.", "prior", call,
      i = "Or fit and report {.code anonymise(x, \"initials\")$evaluations}."
    )
  }
  key <- complete_key(complete_key(no_key, "evaluator", judge_names(x), "initials"), "item", unique(x$item), "initials")
  short <- under_pseudonyms(x, key, further_columns(x))
  attr(short, "words") <- attr(x, "words")
  given <- if (is_plain_numeric(prior)) names(prior)
  old <- c(evaluator_names(x), judge_names(x))
  new <- c(evaluator_names(short), judge_names(short))
  if (!is.null(given)) names(prior)[given %in% old] <- new[match(given[given %in% old], old)]
  list(x = short, prior = prior)
}

# A key with those of a role who are not in it yet.
complete_key <- function(key, role, names, kind) {
  new <- setdiff(names, key$name[key$role == role])
  taken <- key$pseudonym
  called <- if (kind == "initials") initials_of(new, taken) else numbered(role, length(new), taken)
  rbind(key, data.frame(role = rep(role, length(new)), name = new, pseudonym = called))
}

no_key <- data.frame(role = character(), name = character(), pseudonym = character())

# The next numbers, in random order and all as wide as the widest.
numbered <- function(role, n, taken) {
  # Somebody may really be called by a number too long to go on from.
  form <- paste0("^", capitalise(role), " ([0-9]{1,8})$")
  old <- sub(form, "\\1", taken[grepl(form, taken)])
  from <- max(0L, as.integer(old))
  number <- from + sample.int(n, n)
  width <- max(0L, nchar(old), nchar(from + n))
  if (n > 0) paste0(capitalise(role), " ", formatC(number, width = width, flag = "0", format = "d")) else character()
}

# "Ada Lovelace" to "A.L."; whoever comes second is "A.L. 2".
initials_of <- function(names, taken = character()) {
  short <- vapply(words_of(names), FUN.VALUE = "", function(word) {
    digits <- grepl("^[0-9]+$", word)
    first <- ifelse(digits & nchar(word) <= 3, word, toupper(substr(word, 1, 1)))
    if (length(word) == 0) "?" else paste0(first, ".", collapse = "")
  })
  # The next number after all that are in use, some of which may be gone from the key.
  number <- integer(length(short))
  for (stem in unique(short)) {
    same <- short == stem
    last <- max(0L, number_after(stem, taken))
    number[same] <- last + seq_len(sum(same))
  }
  ifelse(number == 1, short, paste(short, number))
}

# Letters and digits, with the accents that some systems write as characters of their own.
words_of <- function(names) {
  lapply(strsplit(enc2utf8(names), "(*UCP)[^\\p{L}\\p{N}\\p{M}]+", perl = TRUE), function(word) word[nzchar(word)])
}

# The numbers of those among `taken` who have these initials; the first has none.
number_after <- function(stem, taken) {
  own <- taken[startsWith(taken, stem)]
  rest <- substring(own, nchar(stem) + 1)
  c(1L[any(rest == "")], as.integer(substring(rest[grepl("^ [0-9]{1,8}$", rest)], 2)))
}

revealed_column <- function(column, key) {
  if (is.character(column)) {
    return(revealed(column, key))
  }
  # An evaluator and an item may have one name: then two levels become one.
  levels(column) <- revealed(levels(column), key)
  column
}

# Pseudonyms become names again, also in "Evaluator 1, round 2".
revealed <- function(x, key) {
  at <- match(x, key$pseudonym)
  x[!is.na(at)] <- key$name[at[!is.na(at)]]
  of_round <- which(is.na(at) & grepl(", ", x, fixed = TRUE))
  for (row in which(key$role == "evaluator")) {
    own <- of_round[startsWith(x[of_round], paste0(key$pseudonym[row], ", "))]
    x[own] <- paste0(key$name[row], substring(x[own], nchar(key$pseudonym[row]) + 1))
    of_round <- setdiff(of_round, own)
  }
  # Several who share a place: "Item 1, Item 4 and Item 2".
  between <- ", | and "
  for (k in which(is.na(at) & grepl(between, x))) {
    parts <- strsplit(x[k], between)[[1]]
    known <- match(parts, key$pseudonym)
    if (!anyNA(known)) x[k] <- paste0(c(rbind(key$name[known], c(separators(x[k], between), ""))), collapse = "")
  }
  x
}

separators <- function(text, pattern) regmatches(text, gregexpr(pattern, text))[[1]]

# Checks ---------------------------------------------------------------------------------------------------------------

# Values alone: no names of entries, no levels of those who are left out, no labels.
plain_columns <- function(columns, call) {
  plain <- lapply(columns, plain_column)
  odd <- names(columns)[vapply(plain, is.null, NA)]
  if (length(odd) > 0) {
    stop_type(
      "{.arg keep} must name columns of text, numbers, dates or times, or factors; {.val {odd}} {?is/are} not.", "keep",
      call
    )
  }
  plain
}

plain_column <- function(column) {
  if (is.factor(column)) {
    factor(as.character(column), intersect(levels(column), column), ordered = is.ordered(column))
  } else if (inherits(column, "Date")) {
    structure(as.vector(unclass(column)), class = "Date")
  } else if (inherits(column, "POSIXct")) {
    structure(as.vector(unclass(column)), class = c("POSIXct", "POSIXt"), tzone = attr(column, "tzone"))
  } else if (is.atomic(column) && !is.object(column)) {
    as.vector(column)
  }
}

# A kept column in which somebody is named would give everything away.
check_nameless <- function(columns, x, call) {
  people <- unique(c(judge_names(x), x$item))
  told <- names(columns)[names_somebody(names(columns), people)]
  if (length(told) > 0) {
    stop_value(
      "{.arg keep} must name columns that are not called as an evaluator or item is, but {.val {told}} {?is/are}.",
      "keep", call, class = "seqjudge_error_names"
    )
  }
  for (column in names(columns)) {
    values <- columns[[column]]
    bad <- if (is.character(values) || is.factor(values)) {
      which(names_somebody(as.character(values), people))
    } else if (is.numeric(values) && !is.object(values)) {
      which(numbers_somebody(values, people))
    }
    bad <- union(bad, copied_rows(values, x))
    message <- "{.arg keep} must name columns without names of evaluators or items, but {.val {column}} has some."
    check_none(sort(bad), message, "keep", call, class = "seqjudge_error_names", unit = "row")
  }
}

check_nameless_rounds <- function(x, call) {
  rounds <- as.character(x$round)
  bad <- which(names_somebody(rounds, unique(c(judge_names(x), x$item))))
  bad <- union(bad, if (has_rounds(x)) copied_rows(x$round, x))
  message <- "{.arg x} must have rounds that are not called as an evaluator or item is."
  check_none(sort(bad), message, "x", call, class = "seqjudge_error_names", unit = "row")
}

# Numbers are found among numbers where they are long, or where there is nothing else: others may be scores or prices
# that happen to be the same.
numbers_somebody <- function(values, people) {
  plain <- plain_numbers(values)
  names <- plain_numbers(people[grepl("^[0-9]{1,15}$", people)])
  is_name <- plain %in% names & !is.na(plain)
  alike <- length(unique(plain[!is.na(plain)])) < 2
  only_names <- all(is_name[!is.na(plain)])
  is_name & !alike & nchar(plain) >= (if (only_names) 3 else 5)
}

# Rows with an entry, where each of these is that of the evaluator or item under another heading.
copied_rows <- function(values, x) {
  text <- trimws(as.character(values))
  there <- which(!is.na(text))
  plain <- plain_numbers(text)
  same <- function(own) all(text[there] == own[there] | (plain == plain_numbers(own))[there] %in% TRUE)
  if (length(unique(text[there])) > 1 && (same(x$item) || same(x$evaluator))) there
}

# Whole numbers as text, without zeros in front: 100000 and "0100000" both become "100000". Others are NA.
plain_numbers <- function(values) {
  number <- suppressWarnings(as.double(values))
  whole <- is.finite(number) & number == floor(number) & abs(number) < 1e15
  ifelse(whole, sprintf("%.0f", number), NA_character_)
}

check_key <- function(key, call) {
  columns <- c("role", "name", "pseudonym")
  if (!is.data.frame(key) || !all(columns %in% names(key))) {
    stop_type(
      "{.arg key} must be a data frame with the columns {.val {columns}}, not {describe_type(key)}.", "key", call,
      i = "It is the {.field key} that {.fn anonymise} returned."
    )
  }
  key <- unclass(key)[columns]
  text <- vapply(key, is.character, logical(1))
  if (!all(text)) {
    stop_type("Columns of {.arg key} must hold text; {.val {columns[!text]}} {?does/do} not.", "key", call)
  }
  key <- data.frame(key)
  twice <- duplicated(key[c("role", "name")]) | duplicated(key$pseudonym)
  bad <- which(!key$role %in% c("evaluator", "item") | !stats::complete.cases(key) | twice)
  check_none(bad, "{.arg key} must give each evaluator and item one pseudonym of its own.", "key", call, unit = "row")
  key
}
