extdata <- function(name) system.file("extdata", name, package = "seqjudge")

test_that("HotCRP's reviews come in by reviewer", {
  x <- import_evaluations(
    extdata("hotcrp-reviews.csv"), "hotcrp",
    score = "Overall merit", position = "row order", scale = score_scale("range", 1, 5)
  )
  expect_identical(unique(x$evaluator), c("Ada Lind", "Bo Marsh", "Cy Ober"))
  expect_identical(x["Bo Marsh"]$item, c("1", "3", "4"))
  expect_identical(x["Cy Ober"]$score, c(4, 2, 5))
})

test_that("pretalx's reviews come in by the time they were written", {
  x <- suppressMessages(import_evaluations(
    extdata("pretalx-reviews.csv"), "pretalx",
    scale = score_scale("range", 0, 4)
  ))
  expect_identical(x["Ida"]$item, c("Gardens of data", "Testing tests", "Maps without maps"))
  expect_identical(x["Jon"]$score, c(3, 2))
  y <- suppressMessages(import_evaluations(
    extdata("pretalx-reviews.csv"), "pretalx",
    score = c("Relevance", "Clarity"), position = "Updated", scale = score_scale("range", 0, 2)
  ))
  expect_identical(y["Ida"]$item[3], "Testing tests")
  expect_identical(y["Ida"]$score, c(1.5, 0.5, 2))
})

test_that("a Canvas gradebook comes in by the time of marking", {
  x <- suppressMessages(import_evaluations(
    extdata("canvas-gradebook.csv"), "canvas",
    score = "Essay 1", times = extdata("canvas-submissions.csv")
  ))
  expect_identical(x$item, c("Bose, Omar", "Dahl, Quin", "Abel, Nina", "Cruz, Pat"))
  expect_identical(x$score, c(11, 8, 14, 17))
  expect_identical(unique(x$evaluator), "grader 7")
  expect_identical(attr(x, "scale"), score_scale("range", 0, 20))
  y <- import_evaluations(extdata("canvas-gradebook.csv"), "canvas", score = "Quiz 1 (4712)", position = "row order")
  expect_identical(y$score, c(8, 9, 10, 5, 6))
})

test_that("a judging sheet comes in with its criteria", {
  x <- suppressMessages(import_evaluations(
    extdata("hackathon-judging.csv"), "hackathon",
    scale = score_scale("range", 0, 10), weights = c(Innovation = 2, Design = 1, Impact = 1)
  ))
  expect_identical(x["Vic"]$item, c("Bus Buddy", "Cook Book", "Leaf Finder"))
  expect_equal(x["Uma"]$score, c((14 + 8 + 6) / 4, (12 + 6 + 7) / 4, (18 + 8 + 8) / 4))
  one <- suppressMessages(import_evaluations(
    extdata("hackathon-judging.csv"), "hackathon",
    score = "Design", scale = score_scale("range", 0, 10)
  ))
  expect_identical(one["Uma"]$score, c(8, 6, 8))
})

test_that("who and what has one name is told apart by what the export adds", {
  reviews <- data.frame(
    Score = c(3, 1, 4, 2, 0), `Proposal ID` = c("A1", "B2", "C3", "D4", "A1"),
    `Proposal title` = c("Untitled", "Maps", "Untitled", "Tests", "Untitled"),
    Created = paste0("2024-03-02T10:", c("05", "20", "11", "30", "40"), ":00Z"),
    `Reviewer name` = c("Ida", "Ida", "Bo", "Bo", "Ida"), `Reviewer email` = c("i@x", "I@X", "b@x", "b@x", "ida@y"),
    check.names = FALSE
  )
  pretalx <- function(data) suppressMessages(import_evaluations(data, "pretalx", scale = score_scale("range", 0, 4)))
  x <- pretalx(reviews)
  expect_identical(unique(x$evaluator), c("Ida (i@x)", "Bo", "Ida (ida@y)"))
  expect_identical(x["Ida (i@x)"]$item, c("Untitled (A1)", "Maps"))
  expect_identical(x["Bo"]$item, c("Untitled (C3)", "Tests"))
  expect_identical(x["Ida (ida@y)"]$item, "Untitled (A1)")
  expect_identical(pretalx(reviews[c(1, 3, 4), -6])$item, c("Untitled (A1)", "Untitled (C3)", "Tests"))
  # Nothing to tell apart, and nothing to tell it by.
  expect_identical(pretalx(reviews[1:2, ])$item, c("Untitled", "Maps"))
  expect_identical(pretalx(reviews[3:4, -2])$item, c("Untitled", "Tests"))
  # HotCRP's addresses may be called otherwise, or be all that is known.
  hotcrp <- data.frame(
    paper = c(1, 2, 1, 1, 2), reviewername = c("Ada", "Ada", "Ada", NA, NA),
    Email = c("a@x", "a@x", "b@x", "c@x", "c@x"), merit = c(4, 2, 3, 1, 5)
  )
  y <- import_evaluations(hotcrp, "hotcrp", position = "row order", scale = score_scale("range", 1, 5))
  expect_identical(y$evaluator, rep(c("Ada (a@x)", "Ada (b@x)", "c@x"), c(2, 1, 2)))
  book <- data.frame(Student = c("Kim, Min", "Abel, Nina", "Kim, Min"), ID = c(7, 8, 9), Essay = c(3, 4, 5))
  z <- import_evaluations(book, "canvas", score = "Essay", position = "row order", scale = score_scale("range", 0, 5))
  expect_identical(z$item, c("Kim, Min (7)", "Abel, Nina", "Kim, Min (9)"))
})

test_that("the times of a gradebook must be those of one assignment, one for each student", {
  book <- data.frame(Student = c("    Points Possible", "Abel", "Bose"), ID = c(NA, 1, 2), Essay = c(20, 10, 12))
  times <- data.frame(
    user_id = c(1, 2, 1, 2, 3), assignment_id = c(5, 5, 6, 6, 6),
    graded_at = paste0("2024-05-01T", c(10:12, "09", "09"), ":00:00Z")
  )
  canvas <- function(times, data = book, score = "Essay") {
    suppressMessages(import_evaluations(data, "canvas", score = score, times = times))
  }
  numbered <- stats::setNames(book, c("Student", "ID", "Essay (6)"))
  expect_snapshot(error = TRUE, {
    canvas(times)
    canvas(times[-2])
    canvas(times, stats::setNames(book, c("Student", "ID", "Essay (7)")))
    canvas(stats::setNames(times, c("student", "assignment_id", "graded_at")))
    canvas(stats::setNames(times, c("uid", "assignment_id", "graded_at")))
    canvas(times[1:2])
  })
  expect_identical(canvas(times[1:2, ])$item, c("Abel", "Bose"))
  expect_identical(canvas(times, numbered)$item, c("Bose", "Abel"))
  # The same time twice, a row without one, and students of another class say nothing else.
  more <- rbind(times[3:5, ], data.frame(user_id = c(1, 2, 3), assignment_id = 6, graded_at = c(times[3, 3], NA, "x")))
  expect_identical(canvas(more[rev(seq_len(6)), ], numbered)$item, c("Bose", "Abel"))
})

test_that("a position of one's own is no criterion", {
  sheet <- data.frame(Judge = "Uma", Project = c("a", "b"), Table = c(2, 1), Idea = c(3, 4), Design = c(5, 6))
  x <- suppressMessages(import_evaluations(sheet, "hackathon", position = "Table", scale = score_scale("range", 0, 10)))
  expect_identical(x$item, c("b", "a"))
  expect_identical(x$score, c(5, 4))
  sheet$Turn <- 1:2
  x <- suppressMessages(import_evaluations(sheet, "hackathon", position = "Turn", scale = score_scale("range", 0, 10)))
  expect_identical(x$score, c(4, 5))
  reviews <- data.frame(paper = 1:2, reviewername = "Ada", merit = c(4, 2), when = c(2, 1))
  x <- import_evaluations(reviews, "hotcrp", position = "when", scale = score_scale("range", 1, 5))
  expect_identical(x$score, c(2, 4))
})

test_that("a criterion with a word in it is not left out, but stops at the row", {
  sheet <- data.frame(
    Timestamp = rep(paste0("5/18/2024 14:0", 1:3, ":00"), 2), Judge = rep(c("Uma", "Vic"), each = 3),
    Project = rep(c("Leaf", "Bus", "Cook"), 2), Innovation = c(7, 6, 5, 7, 6, 5), Design = c(7, 6, 5, 7, 6, 5),
    Impact = c("2", "absent", "10", "1", "3", "10")
  )
  read <- function(data, ...) {
    suppressMessages(import_evaluations(data, "hackathon", scale = score_scale("range", 0, 10), ...))
  }
  for (word in c("absent", "8/10", "80%")) {
    sheet$Impact[2] <- word
    error <- expect_error(read(sheet), word, fixed = TRUE, class = "seqjudge_error_table")
    expect_identical(error$positions, 2L)
  }
  expect_error(read(transform(sheet, Impact = paste0(c(2, 5, 9, 1, 3, 8), "/10"))), class = "seqjudge_error_table")
  expect_identical(read(sheet, score = c("Innovation", "Design"))["Uma"]$score, c(7, 6, 5))
  sheet$Impact[2] <- "6"
  expect_equal(read(sheet)["Uma"]$score, c(16 / 3, 6, 20 / 3))
  # A column of remarks is none.
  expect_identical(
    read(transform(sheet, Impact = c("good", "", "10", "fair", "weak", "n/a")))["Uma"]$score, c(7, 6, 5)
  )
  expect_snapshot(error = TRUE, {
    read(sheet[0, ])
    read(sheet[c("Timestamp", "Judge", "Project")])
  })
})

test_that("wording: imports", {
  hotcrp <- extdata("hotcrp-reviews.csv")
  canvas <- extdata("canvas-gradebook.csv")
  expect_snapshot(error = TRUE, {
    import_evaluations(hotcrp)
    import_evaluations(hotcrp, "easychair")
    import_evaluations(hotcrp, "hotcrp")
    import_evaluations(hotcrp, "hotcrp", score = "Overall merit")
    import_evaluations(hotcrp, "hotcrp", score = "Merit", position = "row order")
    import_evaluations(hotcrp, "hotcrp", score = 6)
    import_evaluations(hotcrp, "pretalx")
    import_evaluations(hotcrp, "canvas")
    import_evaluations(hotcrp, "hackathon")
    import_evaluations(hotcrp, "hotcrp", times = "a")
    import_evaluations(canvas, "canvas")
    import_evaluations(canvas, "canvas", score = "Essay 1")
    import_evaluations(canvas, "canvas", score = "Essay 2")
    import_evaluations(canvas, "canvas", score = "Essay 1", times = data.frame(user_id = 1, graded_at = "9:00"))
    import_evaluations(data.frame(Judge = "a", Project = "b", Idea = 1), "hackathon")
  })
})
