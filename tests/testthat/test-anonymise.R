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
