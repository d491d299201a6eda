test_that("odd things are told with their rows", {
  data <- read_scores(withr::local_tempfile(fileext = ".csv", lines = c(
    "Name,Order,Ann,Ben,Cleo", "soup,1,7,7.5,5", "cake,2,6,6.5,5", "stew,3,8,8,5", "tart,4,75,7,5", "Tart ,5,5,5.5,5"
  )))
  choices <- app_choices("t.csv", item = "Name", position = "Order", evaluators = c("Ann", "Ben", "Cleo"), upper = 100)
  expect_warning(x <- eval(evaluations_call(choices)), class = "seqjudge_warning_names")
  odd <- odd_things(x, data, choices)
  expect_match(odd, "The same score for everything: Cleo", all = FALSE)
  expect_match(odd, "Ann gave tart a 75 \\(line 5\\)", all = FALSE)
  expect_match(odd, "\"tart\" and \"Tart\"", all = FALSE)
})

test_that("odd scores are told with the lines of a sorted table", {
  data <- data.frame(Name = c("stew", "soup"), Ann = 1:2)
  data <- structure(data[2:1, ], lines = 4:5, unit = "line")
  row.names(data) <- c(5L, 4L)
  expect_identical(row_of("soup", "Ann", data, app_choices("t.csv", item = "Name")), " (line 5)")
  row.names(data) <- NULL
  expect_identical(row_of("soup", "Ann", data, app_choices("t.csv", item = "Name")), " (row 1)")
})

test_that("the winner is named, alone or with others", {
  x <- as_evaluations(rbind(c(0.5, 0.3, 0.9), c(0.4, 0.3, 0.8)), items = c("Ada", "Bo", "Cleo"))
  panel <- rank_panel(x, prior = 1)
  expect_identical(panel_winner(panel, app_wording(x)), format(find_winner(panel)))
  expect_match(panel_winner(panel, app_wording(x)), "^Winner: Cleo \\(chance ")
  # With that much noise nobody can tell, shared places or not.
  vague <- rank_panel(x, prior = 1, noise = 5)
  expect_match(panel_winner(vague, app_wording(x)), "^Too close to call: ")
  shared <- best_ranking(vague, share_places = 0.99)
  expect_match(panel_winner(shared, app_wording(x)), "^Too close to call: .*Cleo.* or ")
})

test_that("the app and the report show the same ranking and the same tests", {
  x <- evaluations(bakeoff, judge, contestant, position, points, score_scale("range", 0, 100))
  panel <- with_short_chains(rank_panel(x, prior = 5, iterations = 100, seed = 1))
  table <- ranking_table(panel_rows(panel), 0.95, app_wording(x))
  expect_identical(table$Contestant, tidy(panel)$item)
  html <- html_rows(table, names(table))
  for (name in table$Contestant) expect_match(html, paste0("<td>", name, "</td>"), fixed = TRUE)
  tests <- test_table(test_order_effect(x, seed = 1), app_wording(x))
  expect_equal(nrow(tests), 7)
  expect_match(tests$Question[2], "Do later contestants get more or less?", fixed = TRUE)
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
