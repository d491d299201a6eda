# A stream must tell, at any moment, what the offline estimator makes of the scores so far, and survive everything.

random_prior <- function() sample(c(0, 1, 5, 40, 1e6, 1e12, Inf), 1)

any_score <- score_scale("identity")

test_that("the ranking is that of insertion_ranking() at every moment", {
  set.seed(1)
  cases <- make_cases(60, function() {
    list(scores = random_scores(sample(30, 1)), prior = random_prior(), ties = sample(c("lower", "upper"), 1))
  })
  online <- function(case) {
    stream <- insertion_stream(case$prior, case$ties, any_score)
    lapply(case$scores, function(score) {
      insert(stream, score)
      unname(current_ranking(stream))
    })
  }
  offline <- function(case) {
    lapply(seq_along(case$scores), function(t) {
      insertion_ranking(case$scores[seq_len(t)], case$prior, case$ties, scale = score_scale("identity"))
    })
  }
  expect_agreement(cases, online, offline)
})

test_that("it is what the algorithm of the paper makes, array and all", {
  set.seed(2)
  cases <- make_cases(40, function() list(scores = runif(sample(25, 1)), prior = sample(0:6, 1)))
  online <- function(case) {
    stream <- insertion_stream(case$prior)
    insert(stream, case$scores)
    unname(current_ranking(stream))
  }
  paper <- function(case) {
    t <- seq_along(case$scores)
    relative <- vapply(t, function(k) as.numeric(oracle_nearest(case$scores[k], k, case$prior, "lower")), numeric(1))
    oracle_decode_array(relative, case$prior)
  }
  expect_agreement(cases, online, paper)
})

test_that("scores in any portions, and item by item, come to the same", {
  set.seed(3)
  for (prior in c(0, 3, 1e10, Inf)) {
    scores <- round(runif(300), 2)
    whole <- insertion_stream(prior)
    on_arrival <- insert(whole, scores)
    parts <- insertion_stream(prior)
    for (part in split(scores, rep(1:40, length.out = 300) |> sort())) insert(parts, part)
    expect_identical(current_ranking(parts), current_ranking(whole))
    expect_identical(unname(current_ranking(whole, item = 1:300)), unname(current_ranking(whole)))
    expected <- vapply(1:300, function(t) as.double(insertion_ranking(scores[1:t], prior)[t]), numeric(1))
    expect_equal(on_arrival, expected)
  }
})

test_that("items may have any names", {
  stream <- insertion_stream(0)
  latin <- "Zo\xeb"
  Encoding(latin) <- "latin1"
  insert(stream, c(0.5, 0.6), c(latin, "a b; `\\`"))
  expect_identical(unname(current_ranking(stream, item = enc2utf8(latin))), 1L)
  expect_error(insert(stream, 0.5, enc2utf8(latin)), class = "seqjudge_error_item")
  # Numbers as names, and names after numbers.
  insert(stream, 0.1, 7)
  insert(stream, 0.9)
  expect_identical(names(current_ranking(stream))[3:4], c("7", "4"))
  mixed <- insertion_stream(0)
  insert(mixed, c(0.5, 0.2))
  expect_error(insert(mixed, 0.3, "2"), class = "seqjudge_error_item")
  insert(mixed, 0.3, "x")
  expect_identical(names(current_ranking(mixed)), c("1", "2", "x"))
})

test_that("evaluators have rankings and prior sizes of their own", {
  set.seed(5)
  scores <- matrix(runif(60), 3, dimnames = list(c("Ann", "Bob", "Cy"), paste0("i", 1:20)))
  prior <- c(Ann = 0, Bob = 5, Cy = Inf)
  stream <- insertion_stream(prior)
  # Column by column, so that evaluators take turns.
  insert(stream, c(scores), rep(colnames(scores), each = 3), rep(rownames(scores), 20))
  for (name in rownames(scores)) {
    expect_identical(current_ranking(stream, name), insertion_ranking(scores[name, ], prior[[name]]))
  }
  x <- as_evaluations(scores, items = "columns")
  expect_identical(as_evaluations(stream), x)
  table <- as.data.frame(stream)
  ranked <- as.data.frame(rank_items(x, prior = prior))
  expect_equal(table, ranked[names(table)])
  expect_identical(tidy(stream), table)
  # Anyone may come where one size holds for all.
  open <- insertion_stream(2)
  insert(open, c(0.3, 0.4, 0.5), c("a", "a", "b"), c("x", "y", "x"))
  expect_identical(current_ranking(open, "x"), insertion_ranking(c(a = 0.3, b = 0.5), 2))
  expect_identical(summary(open)$items, c(2L, 1L))
})

test_that("a stream is a reference, and a copy is not", {
  a <- insertion_stream(0)
  insert(a, c(x = 0.5))
  b <- a
  copy <- insertion_stream(a)
  insert(b, c(y = 0.1))
  insert(copy, c(z = 0.9))
  expect_identical(names(current_ranking(a)), c("x", "y"))
  expect_identical(names(current_ranking(copy)), c("x", "z"))
  expect_identical(current_ranking(copy, item = "z"), c(z = 2L))
})

test_that("a fit gives the prior sizes of a stream", {
  x <- bakeoff_rows()
  scores <- function(name) stats::setNames(x$score[x$evaluator == name], x$item[x$evaluator == name])
  pooled <- fit_prior(x)
  board <- insertion_stream(pooled, scale = score_scale("range", 0, 100))
  insert(board, scores("Ines"), evaluator = "Ines")
  expect_identical(current_ranking(board), insertion_ranking(scores("Ines") / 100, pooled$prior_size))
  each <- fit_prior(x, pooled = "partial")
  jury <- insertion_stream(each, scale = score_scale("range", 0, 100))
  insert(jury, scores("Amara"), evaluator = "Amara")
  expect_identical(
    current_ranking(jury, "Amara"), insertion_ranking(scores("Amara") / 100, coef(each)["Amara", "prior_size"])
  )
  expect_error(insert(jury, 50, "new", evaluator = "Nobody"), class = "seqjudge_error_value")
})

test_that("a stream goes on after it was saved", {
  set.seed(6)
  scores <- setNames(runif(500), paste0("i", 1:500))
  for (prior in c(0, 5, Inf)) {
    stream <- insertion_stream(prior)
    insert(stream, scores[1:300])
    file <- withr::local_tempfile()
    saveRDS(stream, file)
    restored <- readRDS(file)
    expect_identical(current_ranking(restored, item = "i7"), current_ranking(stream, item = "i7"))
    insert(restored, scores[301:500])
    expect_identical(current_ranking(restored), insertion_ranking(scores, prior))
    expect_identical(length(current_ranking(stream)), 300L)
  }
})

test_that("a call that fails leaves the stream as it was", {
  stream <- insertion_stream(c(Ann = 1, Bob = 2))
  insert(stream, c(a = 0.2, b = 0.8), evaluator = "Ann")
  before <- as.data.frame(stream)
  bad <- list(
    quote(insert(stream, NA_real_, "c", "Ann")),
    quote(insert(stream, c(0.5, Inf), c("c", "d"), "Ann")),
    quote(insert(stream, c(0.5, 1.5), c("c", "d"), "Ann")),
    quote(insert(stream, "0.5", "c", "Ann")),
    quote(insert(stream, c(0.5, 0.6), c("c", "a"), "Ann")),
    quote(insert(stream, c(0.5, 0.6), c("c", "c"), "Ann")),
    quote(insert(stream, c(0.5, 0.6), c("c", "a"), c("Bob", "Ann"))),
    quote(insert(stream, 0.5, c("c", "d"), "Ann")),
    quote(insert(stream, 0.5, "c")),
    quote(insert(stream, c(0.5, 0.6), c("c", "d"), c("Ann", "Cy"))),
    quote(insert(stream, 0.5, "", "Ann"))
  )
  for (call in bad) {
    expect_error(eval(call), class = "seqjudge_error")
    expect_identical(as.data.frame(stream), before)
  }
  insert(stream, c(c = 0.5), evaluator = "Ann")
  expect_identical(current_ranking(stream, "Ann"), insertion_ranking(c(a = 0.2, b = 0.8, c = 0.5), 1))
})

test_that("what was added before an interrupt does not count", {
  stream <- insertion_stream(0)
  scores <- c(a = 0.2, b = 0.8, c = 0.4)
  insert(stream, scores)
  # The interrupt comes at the last moment: the core and the buffers have the new item, the count does not.
  add <- prepare_scores(stream, "1", 0.9, "d", NULL, rlang::current_env())
  append_scores(stream, add)
  expect_identical(current_ranking(stream), insertion_ranking(scores))
  expect_identical(current_ranking(stream, k = 1), c(b = 3L))
  append_scores(stream, prepare_scores(stream, "1", 0.9, "d", NULL, rlang::current_env()))
  insert(stream, c(e = 0.1, d = 0.3))
  expect_identical(current_ranking(stream), insertion_ranking(c(scores, e = 0.1, d = 0.3)))
})

test_that("raw scores come on their scale", {
  deciles <- sample(10, 30, replace = TRUE)
  stream <- insertion_stream(4, scale = score_scale("bins", k = 10))
  insert(stream, deciles)
  expect_identical(unname(current_ranking(stream)), insertion_ranking(deciles / 11, 4))
  expect_identical(as_evaluations(stream)$score, as.double(deciles))
})

test_that("errors and printing", {
  expect_snapshot(error = TRUE, {
    insertion_stream(-1)
    insertion_stream(c(1, 2))
    insertion_stream(c(Ann = 1, Ann = 2))
    insertion_stream(0, scale = score_scale("percentile"))
    insert(1, 0.5)
    stream <- insertion_stream(c(Ann = 1, Bob = 2))
    stream
    insert(stream, 85, evaluator = "Ann")
    insert(stream, c(0.2, NA), evaluator = "Ann")
    insert(stream, matrix(0.2, 2, 2), evaluator = "Ann")
    insert(stream, 0.5)
    insert(stream, 0.5, evaluator = "Cy")
    insert(stream, c(a = 0.5, b = 0.6, a = 0.7), evaluator = "Ann")
    insert(stream, c(0.5, 0.6), item = "a", evaluator = "Ann")
    insert(stream, 0.5, more = 1)
    insert(stream, c(a = 0.5, b = 0.6), evaluator = "Ann")
    current_ranking(stream, "Ann", item = c("a", "x"))
    current_ranking(stream, "Ann", k = -1)
    current_ranking(stream, "Ann", k = 1, median = TRUE)
    current_ranking(stream, "Ann", top = 1)
    insertion_stream(stream, ties = "upper")
    stream
    summary(stream)
  })
})

test_that("without a prior size a stream learns, and says what rank_items() says", {
  set.seed(20)
  x <- marks_of(6, 15, size = 0, noise = 0.1)
  board <- insertion_stream(scale = score_scale("range", -20, 40))
  expect_output(print(board), "to be learned")
  insert(board, x$score[1:3], x$item[1:3], "j1")
  expect_message(early <- current_ranking(board), "Nothing is corrected")
  expect_identical(unname(early), rank(x$score[1:3]))
  # The same verdict is not said again.
  insert(board, x$score[4:5], x$item[4:5], "j1")
  expect_silent(current_ranking(board, k = 2))
  rest <- x[-1]
  insert(board, x$score[6:15], x$item[6:15], "j1")
  insert(board, rest$score, rest$item, rest$evaluator)
  expect_message(ranks <- current_ranking(board, "j2"), "Corrected for the order")
  expected <- suppressMessages(rank_items(x))
  expect_equal(as.data.frame(board)$rank, expected$rank)
  expect_identical(summary(board)$prior_size, unname(expected$prior_size))
  expect_identical(unname(current_ranking(board, "j2", item = names(ranks)[3])), unname(ranks[3]))
  best <- current_ranking(board, "j2", k = 15)
  expect_false(is.unsorted(-best))
  expect_setequal(names(best), names(ranks))
})

test_that("an order that several share is corrected for only if it is said to be random", {
  set.seed(21)
  x <- marks_of(5, 12, size = 0, noise = 0.05, order = function(j) 1:12)
  standing <- function(order) {
    board <- insertion_stream(scale = score_scale("range", -20, 40), order = order)
    insert(board, x$score, x$item, x$evaluator)
    board
  }
  expect_message(summary(standing("unknown")), "one order")
  expect_message(summary(standing("arranged")), "arranged")
  expect_identical(attr(as_evaluations(standing("random")), "order"), "random")
})

test_that("many scores at once are what they are one by one", {
  set.seed(8)
  for (prior in c(0, 5, 1e9, 1e12, Inf)) {
    y <- round(runif(150), 2)
    whole <- insertion_stream(prior)
    single <- insertion_stream(prior)
    arrived <- insert(whole, y)
    expect_identical(arrived, vapply(y, function(score) insert(single, score), arrived[1]))
    expect_identical(current_ranking(whole), current_ranking(single))
    # And so is what comes after.
    expect_identical(insert(whole, c(0.3, 0.8)), insert(single, c(0.3, 0.8)))
    expect_identical(current_ranking(whole), current_ranking(single))
    expect_identical(unname(current_ranking(whole)), insertion_ranking(c(y, 0.3, 0.8), prior))
  }
})
