# A fresh R, in empty folders: working directory, home, and R's folders for a package's cache, data and settings.
test_that("nothing is written but the file that the user names", {
  skip_on_cran()
  skip_if_not_installed("callr", "3.5.0")
  root <- withr::local_tempdir()
  folders <- file.path(root, c("work", "home", "cache", "data", "config", "named"))
  for (folder in folders) dir.create(folder)
  env <- c(callr::rcmd_safe_env(), stats::setNames(
    folders[2:5], c("HOME", "R_USER_CACHE_DIR", "R_USER_DATA_DIR", "R_USER_CONFIG_DIR")
  ))
  left <- callr::r(
    function(file) {
      suppressMessages(suppressWarnings({
        library("seqjudge", character.only = TRUE)
        x <- evaluations(bakeoff, "judge", "contestant", "position", "points", score_scale("range", 0, 100))
        x <- anonymise(x[1:2])$evaluations
        ranking <- rank_items(x, prior = 3)
        panel <- rank_panel(x, iterations = 20, chains = 1, progress = FALSE)
        order_effect <- test_order_effect(x, permutations = 19)
        for (object in list(x, ranking, panel, order_effect)) {
          utils::capture.output(print(object))
          ggplot2::ggplot_build(ggplot2::autoplot(object))
        }
        read_scores(system.file("extdata", "village-fete.csv", package = "seqjudge"))
        simulate_study(data.frame(n = 4), reps = 3, seed = 1, threads = 1, progress = FALSE)
        report_rankings(x, file, draws = 20)
      }))
      # What is in R's own temporary folder goes with R; yet nothing of ours stays there.
      list.files(tempdir(), all.files = TRUE, no.. = TRUE)
    },
    list(file.path(root, "named", "report.html")),
    env = env, wd = folders[1], libpath = .libPaths()
  )
  expect_identical(list.files(root, all.files = TRUE, recursive = TRUE), file.path("named", "report.html"))
  expect_identical(left, character())
})
