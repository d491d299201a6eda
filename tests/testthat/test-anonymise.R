# Contests whose people have names that occur nowhere else, so that any byte of them that is left can be found.
named_contest <- function(rounds = FALSE) {
  who <- c("Zebediah Quux", "Ottoline Vrba", "Kasimir Jaxx")
  what <- c("Wilhelmina Pfnuer", "Xaver Oqtober", "Yolanda Kzin", "Bartholomew Tzara")
  data <- expand.grid(item = what, evaluator = who, round = if (rounds) c("heat", "final") else "heat")
  data$position <- rep(c(2, 4, 1, 3), length.out = nrow(data))
  data$score <- round(seq(1, 9, length.out = nrow(data)) * c(1, 0.7, 0.9), 1)
  data$truth <- as.integer(data$item)
  data$mail <- paste0(sub(" .*", "", data$evaluator), "@example.org")
  data$coach <- what[1]
  data$club <- "north"
  x <- evaluations(
    data, evaluator, item, position, score,
    scale = score_scale("range", 0, 10), truth = truth, keep = c("mail", "coach", "club"), order = "random",
    round = !!(if (rounds) "round")
  )
  list(x = x, names = c(who, what), parts = unlist(strsplit(c(who, what), " ")))
}

# Is any of the words among the bytes of the object, as R would save it?
bytes_hold <- function(object, words) {
  bytes <- serialize(object, NULL, xdr = FALSE)
  text <- rawToChar(bytes[bytes != 0])
  vapply(words, function(word) grepl(word, text, fixed = TRUE, useBytes = TRUE), logical(1))
}

test_that("no byte of a name is left in the evaluations, nor in what is made from them", {
  for (rounds in c(FALSE, TRUE)) {
    contest <- named_contest(rounds)
    expect_true(all(bytes_hold(contest$x, contest$parts)))
    hidden <- anonymise(contest$x, seed = 3)
    expect_false(any(bytes_hold(hidden$evaluations, c(contest$parts, "example.org"))))
    expect_true(all(bytes_hold(hidden$key, contest$parts)))
    expect_setequal(names(attributes(hidden$key)), c("names", "class", "row.names"))
    expect_false(any(bytes_hold(rank_items(hidden$evaluations, "induced"), contest$parts)))
    expect_false(any(bytes_hold(fit_prior(hidden$evaluations), contest$parts)))
  }
})

test_that("scores, positions, rounds and truth stay where they were", {
  for (rounds in c(FALSE, TRUE)) {
    x <- named_contest(rounds)$x
    hidden <- anonymise(x, seed = 5)
    y <- hidden$evaluations
    expect_s3_class(y, "seqjudge_evaluations")
    expect_identical(attr(y, "scale"), attr(x, "scale"))
    expect_identical(attr(y, "order"), "random")
    expect_setequal(names(y), c("evaluator", "item", "position", "score", "truth", if (rounds) "round"))
    # Look every row up by hand.
    called <- setNames(hidden$key$pseudonym, hidden$key$name)
    old <- as.data.frame(x)
    old$evaluator <- unname(called[old$evaluator])
    old$item <- unname(called[old$item])
    old <- old[order(old$evaluator), names(y)]
    expect_equal(as.data.frame(y), old, ignore_attr = TRUE)
  }
})

test_that("the way back gives what there was", {
  for (rounds in c(FALSE, TRUE)) {
    x <- named_contest(rounds)$x
    hidden <- anonymise(x, keep = "club", seed = 8)
    plain <- evaluations(
      as.data.frame(x), evaluator, item, position, score,
      scale = attr(x, "scale"), truth = truth, keep = "club", order = "random", round = !!(if (rounds) "round")
    )
    back <- as.data.frame(reveal_names(hidden$evaluations, hidden$key))
    expect_equal(back[names(plain)], as.data.frame(plain))
    named <- as.data.frame(rank_items(x, "induced"))
    found <- reveal_names(as.data.frame(rank_items(hidden$evaluations, "induced")), hidden$key)
    both <- c("evaluator", "item", "position", "rank")
    sorted <- function(data) data[order(data$evaluator, data$position), both]
    expect_equal(sorted(found), sorted(named), ignore_attr = TRUE)
  }
})

test_that("numbers are drawn, one wide, and stay the same with the key", {
  x <- as_evaluations(stats::setNames(seq(0.1, 0.9, length.out = 12), sprintf("person %d", 1:12)))
  hidden <- anonymise(x, seed = 1)
  items <- hidden$key[hidden$key$role == "item", ]
  expect_setequal(items$pseudonym, sprintf("Item %02d", 1:12))
  expect_false(identical(items$pseudonym, sort(items$pseudonym)))
  expect_identical(anonymise(x, seed = 1), hidden)
  set.seed(4)
  first <- anonymise(x)
  set.seed(4)
  expect_identical(anonymise(x), first)

  more <- as_evaluations(stats::setNames(c(0.2, 0.4, 0.6), c("person 9", "somebody new", "person 2")))
  later <- anonymise(more, key = hidden$key)
  known <- later$key[match(c("person 9", "person 2"), later$key$name), "pseudonym"]
  expect_identical(known, items$pseudonym[match(c("person 9", "person 2"), items$name)])
  expect_identical(later$key$pseudonym[later$key$name == "somebody new"], "Item 13")
  expect_identical(later$key[seq_len(nrow(hidden$key)), ], hidden$key)
})

test_that("initials are told apart", {
  people <- c("Ada Lovelace", "Al Lee", "Jean-Luc Picard", "item_31", "...")
  scores <- stats::setNames(c(0.1, 0.5, 0.9, 0.3, 0.2), people)
  hidden <- anonymise(as_evaluations(scores), names = "initials")
  expect_identical(hidden$evaluations$item, c("A.L.", "A.L. 2", "J.L.P.", "I.31.", "?"))
  later <- anonymise(as_evaluations(c("Ann Low" = 0.4, "Ada Lovelace" = 0.3)), "initials", key = hidden$key)
  expect_identical(later$evaluations$item, c("A.L. 3", "A.L."))
})

test_that("a kept column that names somebody is refused", {
  x <- named_contest()$x
  expect_identical(unique(anonymise(x, keep = "club")$evaluations$club), "north")
  error <- expect_error(anonymise(x, keep = "coach"), class = "seqjudge_error_names")
  expect_identical(error$arg, "keep")
  expect_identical(error$positions, 1:12)
})

test_that("a key from which somebody was taken gives nobody else's pseudonym away", {
  x <- as_evaluations(rbind("Al Lee" = c(1, 5, 9), "Ann Low" = c(9, 5, 1), "Zoe" = c(2, 5, 8)) / 10)
  key <- data.frame(role = "evaluator", name = "Al Lee", pseudonym = "A.L. 2")
  hidden <- anonymise(x, "initials", key = key)
  expect_setequal(unique(hidden$evaluations$evaluator), c("A.L. 2", "A.L. 3", "Z."))
  expect_identical(nrow(hidden$evaluations), 9L)
  expect_setequal(unique(reveal_names(hidden$evaluations, hidden$key)$evaluator), c("Al Lee", "Ann Low", "Zoe"))
  # Items have taken numbers, too.
  key <- data.frame(role = "item", name = c("1", "2"), pseudonym = c("A.L. 3", "A.L."))
  expect_identical(anonymise(x, "initials", key = key)$key$pseudonym[3:6], c("A.L. 4", "A.L. 5", "Z.", "3."))
  # Numbers too long to go on from.
  key <- data.frame(role = "evaluator", name = "Al Lee", pseudonym = "Evaluator 99999999999")
  expect_setequal(anonymise(x, key = key)$key$pseudonym[1:3], c("Evaluator 99999999999", "Evaluator 1", "Evaluator 2"))
})

test_that("initials leave no telephone number, and accents are part of a letter", {
  names <- c("+44 7700 900123", "4711093", "item 100", "Nu\u0301n\u0303ez, E\u0301a", "M\u00fcller", "Ada (born 1980)")
  expect_identical(
    initials_of(names), c("44.7.9.", "4.", "I.100.", "N.E.", "M.", "A.B.1.")
  )
})

test_that("kept columns are values alone", {
  x <- named_contest()$x
  rows <- as.data.frame(x)
  of_judge <- function(column, x = rows) {
    x$more <- column
    evaluations(
      x, evaluator, item, position, score, scale = score_scale("range", 0, 10), keep = "more", order = "random"
    )
  }
  secret <- c("Zebediah", "Ottoline", "Kasimir", "Xaver", "Yolanda", "Wilhelmina", "Bartholomew")
  day <- as.Date("2026-01-01") + 1:12
  columns <- list(
    stats::setNames(rep("north", 12), rows$evaluator),
    factor(rep("none", 12), levels = c("none", rows$evaluator[1], rows$item[1])),
    stats::setNames(day, rows$item),
    structure(1:12, note = "scored by Kasimir")
  )
  for (column in columns) {
    hidden <- anonymise(of_judge(column), keep = "more", seed = 1)$evaluations
    expect_false(any(bytes_hold(hidden, secret)))
    expect_setequal(as.character(hidden$more), as.character(column))
  }
  # What of a class that nobody knows is hidden in it, nobody can tell.
  odd <- of_judge(structure(as.difftime(seq_len(12), units = "mins"), labels = "Kasimir Jaxx"))
  expect_error(anonymise(odd, keep = "more"), class = "seqjudge_error_type")
  expect_error(anonymise(of_judge(as.list(rows$item)), keep = "more"), class = "seqjudge_error_type")
})

test_that("names are found in longer text, in capitals, in headings, in rounds and as numbers", {
  rows <- as.data.frame(named_contest()$x)
  rows$item <- as.character(4711092 + match(rows$item, unique(rows$item)))
  refused <- function(column, heading = "more") {
    rows[[heading]] <- column
    x <- evaluations(
      rows, evaluator, item, position, score, scale = score_scale("range", 0, 10), keep = heading, order = "random"
    )
    expect_error(anonymise(x, keep = heading), class = "seqjudge_error_names")
  }
  refused(toupper(rows$evaluator))
  refused(paste0(rows$evaluator, " "))
  refused(paste0("seen by ", rows$evaluator, "."))
  refused(as.numeric(rows$item))
  refused(factor(rows$item))
  refused(rep("north", 12), "Kasimir Jaxx")
  # Part of a word is no name, and numbers that are not the items' are none either.
  rows$more <- "Kasimir Jaxxon"
  rows$mark <- rep(4711093, 12)
  x <- evaluations(
    rows, evaluator, item, position, score, scale = score_scale("range", 0, 10), keep = c("more", "mark")
  )
  expect_identical(unique(anonymise(x, keep = c("more", "mark"))$evaluations$more), "Kasimir Jaxxon")
  # An item called by a letter is named where that is all there is, not wherever somebody writes "a".
  letters_of <- function(more) {
    x <- as.data.frame(as_evaluations(c(a = 0.1, b = 0.5, "44" = 0.3)))
    x <- evaluations(cbind(x, more = more), item = item, position = position, score = score, keep = "more")
    anonymise(x, keep = "more")$evaluations$more
  }
  expect_identical(letters_of("a team, no. 44"), rep("a team, no. 44", 3))
  expect_error(letters_of(c("red", "A", "blue")), class = "seqjudge_error_names")
  rows$when <- rows$evaluator
  x <- evaluations(
    rows, evaluator, item, position, score, scale = score_scale("range", 0, 10), round = when
  )
  error <- expect_error(anonymise(x), class = "seqjudge_error_names")
  expect_identical(error$arg, "x")
})

test_that("names come back where several share a place, and in the names of rows", {
  scores <- rbind(c(8, 8, 1), c(8, 8, 2), c(8, 8, 1))
  x <- as_evaluations(
    scores, items = c("Xa", "Ya", "Za"), positions = NULL, scale = score_scale("range", 0, 10), order = "random"
  )
  hidden <- anonymise(x, seed = 1)
  panel <- with_short_chains(rank_panel(hidden$evaluations, prior = Inf, seed = 1, iterations = 200, progress = FALSE))
  left <- reveal_names(tidy(leave_out(panel, progress = FALSE)), hidden$key)
  expect_match(left$winner, "^(Xa|Ya)( and (Xa|Ya))?$")
  expect_match(left$winner, "and", all = FALSE)
  ends <- reveal_names(as.data.frame(confint(panel)), hidden$key)
  expect_setequal(rownames(ends), c("Xa", "Ya", "Za"))
  three <- data.frame(who = c("Item 1, Item 2 and Item 3", "Item 1 and others"))
  key <- data.frame(role = "item", name = c("Xa", "Ya", "Za"), pseudonym = paste("Item", 1:3))
  expect_identical(reveal_names(three, key)$who, c("Xa, Ya and Za", "Item 1 and others"))
})

test_that("what is printed holds no names", {
  contest <- named_contest()
  printed <- paste(capture.output(print(anonymise(contest$x))), collapse = "\n")
  expect_no_match(printed, paste(contest$parts, collapse = "|"))
  expect_match(printed, "3 evaluators and 4 items", fixed = TRUE)
})

test_that("no rows, and nobody who is not in the key", {
  none <- evaluations(
    data.frame(e = character(), i = character(), p = integer(), s = numeric()), e, i, p, s,
    scale = score_scale("identity")
  )
  hidden <- anonymise(none)
  expect_identical(nrow(hidden$evaluations), 0L)
  expect_identical(nrow(hidden$key), 0L)
  # Strangers keep the name that they have.
  x <- as_evaluations(c(Ada = 0.3, Bo = 0.6))
  expect_identical(reveal_names(x, hidden$key)$item, c("Ada", "Bo"))
})

test_that("keys that are none are refused", {
  x <- as_evaluations(c(Ada = 0.3, Bo = 0.6))
  key <- anonymise(x, seed = 1)$key
  expect_error(anonymise(x, key = "key"), class = "seqjudge_error_type")
  expect_error(reveal_names(x), class = "seqjudge_error_type")
  expect_error(reveal_names(1, key), class = "seqjudge_error_type")
  expect_error(reveal_names(x, transform(key, name = seq_along(name))), class = "seqjudge_error_type")
  twice <- rbind(key, key[2, ])
  error <- expect_error(reveal_names(x, twice), class = "seqjudge_error_value")
  expect_identical(error$positions, 4L)
  nameless <- key
  nameless$name[1] <- NA
  expect_identical(expect_error(reveal_names(x, nameless), class = "seqjudge_error_value")$positions, 1L)
  other <- key
  other$role[1] <- "judge"
  expect_error(reveal_names(x, other), class = "seqjudge_error_value")
})

test_that("a report has initials where these are asked for", {
  contest <- named_contest()
  file <- withr::local_tempfile(fileext = ".html")
  sizes <- c("Kasimir Jaxx" = 2, "Zebediah Quux" = 5, "Ottoline Vrba" = 1)
  suppressWarnings(report_rankings(contest$x, file, prior = sizes, draws = 50, names = "initials"))
  page <- paste(readLines(file, encoding = "UTF-8"), collapse = "\n")
  # Among so many letters of a picture's bytes any four will stand somewhere; what is drawn has the initials too.
  page <- gsub("base64,[A-Za-z0-9+/=]+", "", page)
  expect_no_match(page, paste(contest$parts, collapse = "|"))
  for (short in c("Z.Q.", "O.V.", "K.J.", "W.P.", "X.O.", "Y.K.", "B.T.")) expect_match(page, short, fixed = TRUE)
  error <- expect_error(
    report_rankings(contest$x, file, prior = fit_prior(contest$x), names = "initials", overwrite = TRUE),
    class = "seqjudge_error_value"
  )
  expect_identical(error$arg, "prior")
})

test_that("a prior that is none is named under initials too", {
  contest <- named_contest()
  expect_error(
    report_rankings(contest$x, tempfile(fileext = ".html"), prior = globalenv(), draws = 50, names = "initials"),
    class = "seqjudge_error_type"
  )
})

test_that("sizes given by name stay with their evaluator under initials", {
  x <- named_contest(rounds = TRUE)$x
  prior <- c("Kasimir Jaxx" = 2, "Ottoline Vrba, final" = 1)
  short <- under_initials(x, prior, quote(f()))
  expect_identical(short$prior, c("K.J." = 2, "O.V., final" = 1))
  expect_identical(short$x$score, x$score)
  expect_identical(under_initials(x, 4, quote(f()))$prior, 4)
})

test_that("a fit made under the real names leaves none of them in what it is used for", {
  of <- function(scale) evaluations(bakeoff, judge, contestant, position, points, scale)
  people <- c(unique(bakeoff$judge), unique(bakeoff$contestant))
  clean <- function(object) expect_false(any(bytes_hold(suppressMessages(object), people)))
  for (meaning in c("shares", "marks")) {
    named <- of(score_scale("range", 0, 100, meaning = meaning))
    x <- anonymise(named, seed = 1)$evaluations
    fit <- fit_prior(named)
    expect_true(all(bytes_hold(fit, people)))
    arguments <- list(x, prior = fit, method = "map", iterations = 20, chains = 1, seed = 1)
    panel <- rank_panel(x, prior = fit, method = "map", iterations = 20, chains = 1, seed = 1)
    clean(panel)
    # The call holds the fit itself, by do.call() and by update().
    direct <- do.call(rank_panel, arguments)
    clean(direct)
    clean(update(panel, prior = fit))
    clean(update(direct, seed = 2))
    clean(leave_out(panel))
    ranking <- rank_items(x, prior = fit)
    clean(ranking)
    clean(compare_rankings(panel, ranking))
    posterior <- do.call(rank_posterior, list(x, prior = fit, draws = 20, seed = 1))
    clean(posterior)
    expect_identical(update(posterior, seed = 1)$distributions, posterior$distributions)
    stream <- insertion_stream(fit, scale = attr(x, "scale"))
    insert(stream, x$score, x$item, x$evaluator)
    clean(stream)
    # And nothing is lost by it. Of a fit to shares a stream takes the size alone.
    if (meaning == "marks") {
      expect_identical(rank_posterior(stream, draws = 20, seed = 1)$distributions, posterior$distributions)
    }
    clean(plan_panel(0.5, items = 4, evaluators = 2, fit = fit, reps = 3, seed = 1, progress = FALSE))
    clean(panel_baselines(x, "borda_corrected", prior = fit))
  }
})

test_that("sizes and noises of others, given by name, are not kept", {
  x <- named_contest()$x
  hidden <- anonymise(x, seed = 1)$evaluations
  own <- unique(hidden$evaluator)
  size <- stats::setNames(c(1, 2, 3, 4), c(own, "Ottoline Vrba"))
  panel <- rank_panel(hidden, model = "ranks", prior = size, noise = 0.1, method = "map", iterations = 20, seed = 1)
  expect_false(any(bytes_hold(panel, "Ottoline")))
  expect_identical(panel$settings$prior, c(1, 2, 3))
})

test_that("kept columns that name somebody in another way are refused", {
  rows <- data.frame(judge = rep(c("Ann Lee", "Jos\u00e9 Roth"), each = 4), item = rep(101:104, 2), at = rep(1:4, 2))
  rows$points <- c(3, 5, 2, 7, 4, 5, 1, 6)
  hide <- function(column, x = rows) {
    x$more <- column
    x <- evaluations(x, judge, item, at, points, score_scale("range", 0, 10), keep = "more", order = "random")
    anonymise(x, keep = "more", seed = 1)$evaluations
  }
  refused <- function(...) expect_error(hide(...), class = "seqjudge_error_names")
  for (written in c("Ann_Lee", "Lee, Ann", "ann.lee@uni.org", "Ann\u00a0Lee", "JOSE ROTH", "Jose\u0301 Roth.pdf")) {
    expect_identical(refused(rep(c("north", written), 4))$positions, c(2L, 4L, 6L, 8L))
  }
  # Numbers of items: in text, as a copy with holes, in another order, and one that is long.
  refused(paste0("essay_", rows$item, ".pdf"))
  refused(factor(paste("Student", rows$item)))
  refused(c(NA, rows$item[-1]))
  refused(rev(rows$item))
  expect_identical(hide(c(101, 102, 90:95))$more, c(101, 102, 90:95))
  expect_identical(hide(rep(101, 8))$more, rep(101, 8))
  expect_identical(hide(seq(0.5, 4, 0.5))$more, seq(0.5, 4, 0.5))
  long <- transform(rows, item = item + 4711000)
  expect_identical(refused(c(4711101, 90:96), long)$positions, 1L)
  # Short numbers may be anything, unless all are those of the items.
  short <- transform(rows, item = item - 100)
  expect_identical(hide(paste("room", 1:8), short)$more, paste("room", 1:8))
  expect_identical(hide(c(4, 3, 2, 1, 1, 2, 3, 4), short)$more, c(4, 3, 2, 1, 1, 2, 3, 4))
  refused(c(1, NA, 3, 4, 1:4), short)
  refused(c("1", NA, "03", "4", 1:4), short)
  # Rounds are searched alike.
  x <- evaluations(
    transform(rows, when = rep(c("101", "b"), 4)), judge, item, at, points, score_scale("range", 0, 10), round = when,
    renumber = TRUE
  )
  expect_error(anonymise(x), class = "seqjudge_error_names")
})

test_that("factors get the names back too", {
  key <- data.frame(
    role = c("evaluator", "item", "item"), name = c("Kim", "Kim", "Ada"),
    pseudonym = c("Evaluator 1", "Item 1", "Item 2")
  )
  table <- data.frame(who = factor(c("Item 2", "Item 1", "Evaluator 1", NA, "other")), n = 1:5)
  found <- reveal_names(table, key)
  expect_identical(as.character(found$who), c("Ada", "Kim", "Kim", NA, "other"))
  expect_setequal(levels(found$who), c("Kim", "Ada", "other"))
  expect_identical(found$n, 1:5)
  ordered <- reveal_names(data.frame(who = factor("Item 2", c("Item 2", "Item 1"), ordered = TRUE)), key)
  expect_identical(ordered$who, factor("Ada", c("Ada", "Kim"), ordered = TRUE))
})
