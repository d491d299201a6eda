test_that("odd things are told with their rows", {
  data <- read_scores(withr::local_tempfile(fileext = ".csv", lines = c(
    "Name,Order,Ann,Ben,Cleo", "soup,1,7,7.5,5", "cake,2,6,6.5,5", "stew,3,8,8,5", "tart,4,75,7,5", "Tart ,5,5,5.5,5"
  )))
  choices <- app_choices("t.csv", item = "Name", position = "Order", evaluators = c("Ann", "Ben", "Cleo"), upper = 100)
  x <- eval(evaluations_call(choices))
  odd <- odd_things(x, data, choices)
  expect_match(odd, "The same score for everything: Cleo", all = FALSE)
  expect_match(odd, "Ann gave tart a 75 \\(line 5\\)", all = FALSE)
  expect_match(odd, "\"tart\" and \"Tart\"", all = FALSE)
})

test_that("the winner is named, alone or with others", {
  x <- as_evaluations(rbind(c(0.5, 0.3, 0.9), c(0.4, 0.3, 0.8)), items = c("Ada", "Bo", "Cleo"))
  panel <- rank_panel(x, prior = 1)
  expect_match(app_winner(panel), "^Cleo wins[.] The chance of being the best is ")
  expect_equal(consensus_table(panel)$Item[1], "Cleo")
  shared <- best_ranking(rank_panel(x, prior = 1, noise = 5), share_places = 0.99)
  expect_match(app_winner(shared), "^Cleo, Ada and Bo share the first place[.] .* is over 99%")
})

test_that("planned orders have everything once, and positions are spread", {
  items <- c("=cmd", letters[1:4])
  plan <- planned_orders(items, c("Ann", "Ben", "Cleo", "Dov", "Eve"))
  expect_equal(names(plan), c("Turn", "Ann", "Ben", "Cleo", "Dov", "Eve"))
  for (judge in plan[-1]) expect_setequal(judge, items)
  expect_true(all(apply(as.matrix(plan[-1]), 1, function(row) !anyDuplicated(row))))
  expect_identical(plan, planned_orders(items, c("Ann", "Ben", "Cleo", "Dov", "Eve")))
  expect_true("'=cmd" %in% plain_cells(plan)$Ann)
})

test_that("text from a table is escaped", {
  skip_if_not_installed("shiny")
  bad <- "<script>alert(1)</script>"
  html <- as.character(app_table(stats::setNames(data.frame(bad), bad), bad))
  expect_no_match(html, "<script>", fixed = TRUE)
  form <- as.character(columns_form(stats::setNames(data.frame(1), bad), app_choices("t.csv", item = bad)))
  expect_no_match(form, "<script>alert", fixed = TRUE)
})
