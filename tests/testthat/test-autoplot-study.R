study_of <- function(design, ...) simulate_study(design, ..., reps = 20, seed = 1)

# The data that a plot's points are drawn from.
panels_of <- function(plot) ggplot2::ggplot_build(plot)$layout$layout

test_that("columns that vary one at a time each get a column of panels", {
  design <- rbind(data.frame(n = c(5, 10, 20), delta = 0.1), data.frame(n = 10, delta = c(0.02, 0.1, 0.2)))
  plot <- autoplot(study_of(design))
  expect_s3_class(plot, "ggplot")
  panels <- panels_of(plot)
  expect_identical(nrow(panels), 6L)
  expect_setequal(as.character(panels$panel), c("Number of items", "Noise: half-width of the uniform"))
  # The setting that lies on both lines is drawn once on each.
  expect_identical(nrow(plot$data), (3L + 3L) * 2L * 3L)
  expect_match(plot$labels$caption, "standard error")
  expect_match(plot$labels$caption, "20 replicates")
})

test_that("columns that vary together give a panel for each combination", {
  study <- study_of(expand.grid(n = c(5, 10), delta = c(0.1, 0.2), evaluators = c(1, 2)), metrics = "footrule")
  expect_identical(nrow(panels_of(autoplot(study))), 4L)
  expect_match(as.character(panels_of(autoplot(study))$panel[1]), "delta = 0.1, evaluators = 1")
  expect_match(as.character(panels_of(autoplot(study, along = "delta"))$panel[1]), "n = 5, evaluators = 1")
})

test_that("points are the study's means", {
  study <- study_of(data.frame(n = c(5, 9), delta = 0.1), metrics = "kendall")
  drawn <- autoplot(study)$data
  table <- as.data.frame(study)
  key <- function(x, n) paste(x$method, n)
  expect_equal(drawn$mean, table$mean[match(key(drawn, drawn$x), key(table, table$n))])
})

test_that("ratios are against the baseline", {
  study <- study_of(data.frame(n = c(5, 9), delta = 0.1), list(a = "insertion", induced = "induced", b = 3))
  table <- as.data.frame(study)
  drawn <- autoplot(study, "ratio")$data
  expect_setequal(as.character(drawn$method), c("a", "b"))
  pick <- function(method, n) table$mean[table$method == method & table$n == n & table$metric == "kendall"]
  found <- drawn[drawn$method == "b" & drawn$x == 9 & drawn$metric == "Kendall's distance", ]
  expect_equal(found$mean, pick("b", 9) / pick("induced", 9))
  other <- autoplot(study, "ratio", baseline = "a")
  expect_setequal(as.character(other$data$method), c("induced", "b"))
  expect_match(other$labels$caption, "divided by that of a")
})

test_that("a design of one row is shown by position, any other on request", {
  one <- autoplot(study_of(data.frame(n = 7, delta = 0.1)))
  expect_identical(one$labels$y, "Mean entry-wise error")
  expect_identical(nrow(one$data), 14L)
  several <- autoplot(study_of(data.frame(n = c(5, 9), delta = 0.1)), "positions")
  expect_identical(nrow(panels_of(several)), 2L)
  expect_s3_class(autoplot(study_of(data.frame(n = 7)), "design"), "ggplot")
})

test_that("every kind of column can be drawn", {
  designs <- list(
    data.frame(n = 5, sd = c(0.1, 0.2)), data.frame(n = 5, prior_size = c(0, 3, Inf)),
    data.frame(n = 5, evaluators = c(2, 2), order = c("own", "shared")), data.frame(n = 5, bins = c(NA, 5, 10)),
    data.frame(n = c(5, 5))
  )
  for (design in designs) {
    for (type in c("design", "ratio", "positions")) {
      plot <- autoplot(study_of(design), type)
      expect_no_error(suppressWarnings(ggplot2::ggplot_build(plot)))
    }
  }
  study <- study_of(data.frame(n = c(5, 9)))
  expect_identical(plot(study)$data, autoplot(study)$data)
})

test_that("wording: autoplot()", {
  study <- study_of(data.frame(n = c(5, 9)))
  expect_snapshot(error = TRUE, {
    autoplot(study, "pie")
    autoplot(study, along = "delta")
    autoplot(study, "ratio", baseline = "best")
  })
})
