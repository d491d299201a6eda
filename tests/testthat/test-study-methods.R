# What can be done with a study.

test_that("tables have the promised shape", {
  study <- simulate_study(data.frame(n = c(4, 6), delta = 0.1, evaluators = 1), reps = 10, seed = 1)
  table <- as.data.frame(study)
  expect_named(table, c("n", "delta", "evaluators", "method", "metric", "mean", "se", "position", "reps"))
  expect_identical(nrow(table), 12L)
  design <- c("n", "delta", "evaluators")
  expect_named(tidy(study), c(design, "method", "metric", "estimate", "std.error", "position", "reps"))
  expect_identical(tidy(study)$estimate, table$mean)
  expect_named(tidy(study, "positions"), c(design, "method", "position", "estimate", "std.error", "reps"))
  expect_identical(
    glance(study), data.frame(settings = 2L, methods = 2L, reps = 10, complete = TRUE, seed = 1)
  )
  wide <- summary(study)
  expect_named(wide, c("n", "delta", "evaluators", "metric", "insertion", "induced", "best"))
  expect_identical(wide$insertion, table$mean[table$method == "insertion"])
  expect_identical(wide$induced, table$mean[table$method == "induced"])
  expect_identical(wide$n, rep(c(4, 6), each = 3))
})

test_that("printing", {
  study <- simulate_study(data.frame(n = c(4, 6), delta = 0.1), reps = 100, seed = 1)
  expect_snapshot({
    study
    summary(study)
    simulate_study(data.frame(n = 5), "induced", "footrule", reps = 10, seed = 1)
  })
})
