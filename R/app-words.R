# What the app says of results: sentences and small tables, made of the results' own words.

step_words <- c(
  data = "Reading the table", guess = "Looking at the columns", x = "Making sense of the columns",
  test = "Testing for order effects",
  effects = "Measuring order effects", panel = "Ranking", judges = "Ranking for each judge",
  shared = "Sharing places", without = "Leaving out each judge in turn", report = "Writing the report"
)

# What the panel says first, as its report does.
panel_winner <- function(panel, words) winner_sentence(report_winner(panel, panel_rows(panel)), words)

# The organiser's own words, where the columns have told them.
app_wording <- function(x) report_wording(attr(x, "words"), "en", NULL)

place_text <- function(place) ifelse(is.na(place), "-", format(place, trim = TRUE, drop0trailing = TRUE))

judge_table <- function(judges, judge, words = app_wording(judges$evaluations)) {
  rows <- tidy(judges)
  rows <- rows[rows$evaluator == judge & !is.na(rows$place), ]
  score <- as.data.frame(judges)
  at <- match(paste(rows$evaluator, rows$item, sep = "\r"), paste(score$evaluator, score$item, sep = "\r"))
  table <- data.frame(
    rows$place, rows$item, score$position[at], score$score[at], rows$induced_place, format_moves(rows$moved)
  )
  stats::setNames(table, c(words$say("place"), words$title("item"), "Seen", "Score", words$say("raw_place"), "Moved"))
}

leave_out_table <- function(without) {
  rows <- tidy(without)
  data.frame(
    Without = rows$left_out, Winner = rows$winner, "Chance of being best" = format_chance(rows$p_best),
    "Another winner" = ifelse(rows$winner_changes, "yes", "no"), "Places that change" = rows$changed_places,
    check.names = FALSE
  )
}

# What is odd ----------------------------------------------------------------------------------------------------------

# Sentences about what may be a mistake but need not be, with rows of the file. `data` is the table as it was read.
odd_things <- function(x, data, choices) {
  scored <- x[!is.na(x$score), , drop = FALSE]
  c(odd_judges(scored), odd_items(scored, x), odd_scores(scored, data, choices), odd_ends(scored, choices))
}

odd_judges <- function(scored) {
  by <- split(scored$score, factor(scored$evaluator, unique(scored$evaluator)))
  same <- names(by)[vapply(by, function(s) length(s) > 1 && length(unique(s)) == 1, NA)]
  few <- names(by)[lengths(by) < 3]
  c(
    if (length(same) > 0) paste0("The same score for everything: ", listed(same), ". It says nothing about the order."),
    if (length(few) > 0) paste0("Fewer than three scores: ", listed(few), ".")
  )
}

odd_items <- function(scored, x) {
  judges <- length(unique(x$evaluator))
  count <- table(factor(scored$item, unique(x$item)))
  alone <- names(count)[count == 1]
  none <- names(count)[count == 0]
  close <- alike_names(names(count))
  c(
    if (length(none) > 0) paste0("No score at all: ", listed(none), "."),
    if (judges > 2 && length(alone) > 0) paste0("Scored by one judge only: ", listed(alone), "."),
    if (length(close) > 0) paste0("Perhaps the same, written in two ways: ", listed(close), ".")
  )
}

# Names that differ in spaces, case or signs only.
alike_names <- function(names) {
  plain <- gsub("[^[:alnum:]]", "", tolower(names))
  twice <- unique(plain[duplicated(plain) & plain != ""])
  vapply(twice, function(p) paste(dQuote(names[plain == p], FALSE), collapse = " and "), "", USE.NAMES = FALSE)
}

# A score far from what judge and item let expect, such as 75 for 7.5.
odd_scores <- function(scored, data, choices) {
  if (nrow(scored) < 8 || length(unique(scored$evaluator)) < 2) {
    return(NULL)
  }
  centre <- stats::ave(scored$score, scored$item, FUN = stats::median)
  rest <- scored$score - centre
  rest <- rest - stats::ave(rest, scored$evaluator, FUN = stats::median)
  spread <- max(stats::mad(rest), 0.02 * abs(choices$upper - choices$lower))
  far <- which(abs(rest) > 6 * spread)
  far <- utils::head(far[order(-abs(rest[far]))], 5)
  if (length(far) == 0) {
    return(NULL)
  }
  row <- vapply(far, function(k) row_of(scored$item[k], scored$evaluator[k], data, choices), "")
  paste0(
    "Far from what the others say: ", scored$evaluator[far], " gave ", scored$item[far], " a ",
    place_text(signif(scored$score[far], 4)), row, "."
  )
}

# " (row 7)", counted as the file counts, or nothing where it is not clear.
row_of <- function(item, judge, data, choices) {
  if (length(choices$item) != 1 || is.null(data[[choices$item]])) {
    return("")
  }
  called <- function(role) trim_names(as_labels(data[[choices[[role]]]]))
  hit <- called("item") %in% item
  if (choices$form == "long" && length(choices$evaluator) == 1) {
    hit <- hit & called("evaluator") %in% judge
  }
  numbered <- row_numbers(data)
  row <- numbered$row[hit]
  if (length(row) == 1) paste0(" (", numbered$unit, " ", row, ")") else ""
}

odd_ends <- function(scored, choices) {
  used <- range(scored$score)
  if (diff(used) < 0.2 * abs(choices$upper - choices$lower)) {
    paste0(
      "Scores lie from ", place_text(used[1]), " to ", place_text(used[2]), ", a small part of the scale of ",
      place_text(choices$lower), " to ", place_text(choices$upper), ". Is the scale right?"
    )
  }
}

listed <- function(words, most = 5) {
  more <- length(words) - most
  paste0(paste(utils::head(words, most), collapse = ", "), if (more > 0) paste0(" and ", more, " more"))
}

# Next time ------------------------------------------------------------------------------------------------------------

# An order for each judge, as columns of a table.
planned_orders <- function(items, judges, seed = 1) {
  orders <- t(as.matrix(plan_orders(items, judges, seed = seed)))
  colnames(orders) <- judges
  data.frame(Turn = seq_along(items), orders, check.names = FALSE)
}

# Spreadsheets run cells that begin like a formula.
plain_cells <- function(data) {
  data[] <- lapply(data, function(v) if (is.character(v)) sub("^([=+@\t\r-])", "'\\1", v) else v)
  names(data) <- sub("^([=+@\t\r-])", "'\\1", names(data))
  data
}
