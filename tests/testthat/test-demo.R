# make demo is the first that anybody sees. It is not part of the package, but of its sources.

test_that("the demo shows a correction that helps, the winner, and a picture", {
  skip_on_cran()
  script <- test_path("..", "..", "tools", "demo.R")
  skip_if_not(file.exists(script), "there is no demo outside the sources")
  picture <- withr::local_tempfile(fileext = ".png")
  withr::local_envvar(R_LIBS = paste(.libPaths(), collapse = .Platform$path.sep))
  rscript <- file.path(R.home("bin"), "Rscript")
  lines <- system2(rscript, c(shQuote(normalizePath(script)), shQuote(picture)), stdout = TRUE, stderr = TRUE)
  told <- grep("Distance to the truth", lines, value = TRUE)
  distance <- as.numeric(regmatches(told, gregexpr("0[.][0-9]+", told))[[1]])
  expect_length(distance, 2)
  expect_lt(distance[2], distance[1] / 2)
  best <- bakeoff$contestant[which.max(bakeoff$true_rank)]
  expect_match(lines, paste0("^Winner: ", best), all = FALSE)
  expect_gt(file.size(picture), 10000)
})
