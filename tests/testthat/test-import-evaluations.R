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
