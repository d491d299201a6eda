table_of <- function(x, ...) format_table(x, to = "data.frame", ...)

test_that("tables have places, intervals and chances under headings in words", {
  x <- as_evaluations(rbind(J = c(0.3, 0.6, 0.8), K = c(0.2, 0.5, 0.9)), items = c("a", "b", "c"), order = "random")
  panel <- rank_panel(x, prior = Inf, noise = 0.01)
  table <- table_of(panel)
  # By hand: nothing is in doubt, and nobody moves.
  expect_identical(names(table), c("Place", "Item", "95% interval", "Chance of being best", "By raw scores", "Moved"))
  expect_equal(table$Place, 1:3)
  expect_identical(table$Item, c("c", "b", "a"))
  expect_identical(table[["95% interval"]], c("1", "2", "3"))
  expect_identical(table[["Chance of being best"]], c("above 99%", "below 1%", "below 1%"))
  expect_identical(table$Moved, c("", "", ""))
  expect_identical(names(table_of(panel, words = c(item = "cake")))[2], "Cake")
  expect_identical(names(table_of(panel, language = "de"))[1], "Platz")
  expect_identical(nrow(table_of(panel, n = 2)), 2L)
  search <- rank_panel(x, prior = Inf, noise = 0.01, method = "map", seed = 1)
  expect_identical(names(table_of(search)), c("Place", "Item", "By raw scores", "Moved"))
})

test_that("every kind of object has a table", {
  x <- bakeoff_marks()[c("Amara", "Bruno")]
  expect_identical(names(table_of(rank_items(x, prior = 0))), c("Evaluator", "Place", "Item", "By raw scores", "Moved"))
  expect_identical(names(table_of(fit_prior(x))), c("Term", "Estimate", "Lower end", "Upper end"))
  expect_identical(table_of(fit_prior(x))[2, 3], "")
  set.seed(1)
  expect_identical(nrow(table_of(rank_posterior(x, prior = 0, draws = 20))), 24L)
  expect_true("p-value" %in% names(table_of(test_order_effect(x))))
  expect_identical(table_of(data.frame(some_value = 1 / 3)), data.frame(`Some value` = "0.333", check.names = FALSE))
  draws <- rank_distribution(cbind(c(a = 1, b = 2), c(2, 1)))
  expect_identical(names(table_of(draws)), c("Place", "Item", "95% interval", "Chance of being best"))
})

test_that("tables are handed on", {
  skip_if_not_installed("knitr")
  data <- data.frame(a = 1:2)
  expect_s3_class(format_table(data), "knitr_kable")
  expect_match(paste(format_table(data, format = "html"), collapse = ""), "<table", fixed = TRUE)
  if (rlang::is_installed("flextable")) expect_s3_class(format_table(data, "flextable"), "flextable")
  if (rlang::is_installed("tinytable")) expect_s4_class(format_table(data, "tinytable"), "tinytable")
  expect_snapshot(error = TRUE, {
    format_table(1)
    format_table(data, to = "paper")
  })
})
