sheet <- data.frame(
  judge = rep(c("Uma", "Vic"), each = 3), project = c("x", "y", "z", "z", "x", "y"),
  idea = c(1, 2, 3, 4, 5, 1), look = c(10, 20, 30, 5, 6, 7)
)
read_sheet <- function(..., data = sheet) {
  suppressMessages(as_evaluations(
    data,
    item = project, evaluator = judge, position = "row order", criteria = c(idea, look), ...
  ))
}

test_that("criteria are combined by hand's arithmetic", {
  expect_equal(read_sheet(scale = score_scale("range", 0, 30))$score, (sheet$idea + sheet$look) / 2)
  weighted <- read_sheet(scale = score_scale("range", 0, 30), weights = c(look = 1, idea = 3))
  expect_equal(weighted$score, (3 * sheet$idea + sheet$look) / 4)
  # Out of different maxima: points are added up, or percentages weighted.
  total <- read_sheet(scale = c(idea = 5, look = 30))
  expect_equal(total$score, sheet$idea + sheet$look)
  expect_identical(attr(total, "scale"), score_scale("range", 0, 35))
  percent <- read_sheet(scale = c(idea = 5, look = 30), weights = c(2, 1))
  expect_equal(percent$score, 100 * (2 * sheet$idea / 5 + sheet$look / 30) / 3)
  from_one <- read_sheet(scale = list(idea = score_scale("range", 1, 5), look = score_scale("range", 0, 30)))
  expect_equal(from_one$score, sheet$idea + sheet$look)
  expect_identical(attr(from_one, "scale"), score_scale("range", 1, 35))
})

test_that("all ways to tell criteria are one", {
  long <- rbind(
    data.frame(sheet[1:2], what = "idea", mark = sheet$idea, turn = rep(1:3, 2)),
    data.frame(sheet[1:2], what = "look", mark = sheet$look, turn = rep(1:3, 2))
  )
  expected <- read_sheet(scale = score_scale("range", 0, 30))
  x <- suppressMessages(as_evaluations(
    long,
    item = project, evaluator = judge, position = turn, score = mark, criterion = what,
    scale = score_scale("range", 0, 30)
  ))
  expect_identical(x, expected)
  wide <- data.frame(
    project = c("x", "y", "z"), `Uma: idea` = c(1, 2, 3), `Uma: look` = c(10, 20, 30), `Vic: idea` = c(5, 1, 4),
    `Vic: look` = c(6, 7, 5), check.names = FALSE
  )
  y <- suppressMessages(as_evaluations(
    wide,
    item = project, position = "row order", evaluators = -project, split = ":", scale = score_scale("range", 0, 30)
  ))
  # A wide table has no column of judges that could tell what they are called.
  expect_identical(attr(y, "words"), c(item = "project"))
  attr(expected, "words") <- attr(y, "words")
  expect_identical(y["Uma"], expected["Uma"])
  expect_equal(y["Vic"]$score, c(5.5, 4, 4.5))
})

test_that("criteria apart are evaluators, and can be left out one by one", {
  x <- read_sheet(scale = c(idea = 5, look = 30), combine = FALSE)
  expect_identical(unique(x$evaluator), c("Uma, idea", "Vic, idea", "Uma, look", "Vic, look"))
  expect_equal(x["Uma, look"]$score, 100 * c(10, 20, 30) / 30)
  panel <- with_short_chains(rank_panel(x, model = "ratings", iterations = 50, seed = 1))
  without <- with_short_chains(leave_out(panel, groups = "criterion"))
  expect_identical(as.data.frame(without)$left_out, c("idea", "look"))
  expect_identical(as.data.frame(with_short_chains(leave_out(panel, groups = "judge")))$left_out, c("Uma", "Vic"))
})

test_that("a mark beyond its scale does not hide in a mean that lies on it", {
  data <- sheet
  data$look[5] <- 35
  for (scale in list(score_scale("range", 0, 30), c(Uma = 30, Vic = 30), score_scale("range", 30, 0))) {
    error <- expect_error(read_sheet(data = data, scale = scale), "row 5.*35", class = "seqjudge_error_scale")
    expect_identical(error$positions, 5L)
  }
  wide <- stats::setNames(
    data.frame(c("x", "y"), 1:2, 3:4, c(3, 12), c(5, 3)),
    c("project", paste0(c("Uma", "Uma", "Vic", "Vic"), c(": idea", ": look")))
  )
  read_wide <- function(...) {
    as_evaluations(
      wide,
      item = project, position = "row order", evaluators = -project, split = ":", scale = score_scale("range", 0, 10),
      ...
    )
  }
  expect_error(read_wide(), "row 2 of Vic .12", class = "seqjudge_error_scale")
  expect_error(read_wide(combine = FALSE), "row 2 of Vic, idea .12", class = "seqjudge_error_scale")
})

test_that("a mark that is missing leaves the item unscored", {
  data <- sheet
  data$look[2] <- NA
  expect_message(
    x <- as_evaluations(
      data,
      item = project, evaluator = judge, position = "row order", criteria = c(idea, look),
      scale = score_scale("range", 0, 30)
    ), "unscored"
  )
  expect_identical(is.na(x$score), c(FALSE, TRUE, FALSE, FALSE, FALSE, FALSE))
})

test_that("wording: criteria", {
  long <- data.frame(judge = "a", project = c("x", "x", "y"), what = c("i", "i", "j"), turn = 1:3, mark = 1:3)
  expect_snapshot(error = TRUE, {
    read_sheet(scale = score_scale("range", 0, 30), weights = 1:3)
    read_sheet(scale = score_scale("range", 0, 30), weights = c(idea = 1, looks = 1))
    read_sheet(scale = score_scale("range", 0, 30), weights = c(idea = 1, look = 0))
    read_sheet(scale = score_scale("range", 0, 30), weights = c(idea = 1, look = 1), combine = FALSE)
    read_sheet(scale = score_scale("bins", 30))
    read_sheet(scale = c(idea = 4, look = 30))
    read_sheet(scale = c(idea = 5, idea = 4, look = 30))
    as_evaluations(sheet, item = project, position = "row order", evaluator = judge, score = idea, weights = 1)
    as_evaluations(long, item = project, position = turn, evaluator = judge, score = mark, criterion = what)
    as_evaluations(
      transform(long, what = c("i", "j", "i")),
      item = project, position = turn, evaluator = judge, score = mark, criterion = what
    )
    as_evaluations(sheet, item = project, position = "row order", evaluators = c(idea, look), split = ":")
  })
})
