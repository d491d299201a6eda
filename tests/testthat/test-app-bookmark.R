test_that("an address says the step and the example, and never scores", {
  skip_if_not_installed("shiny")
  expect_identical(bookmark_query("data"), "?")
  expect_identical(bookmark_query("plan"), "?step=plan")
  expect_identical(bookmark_query("ranking", "fete", 0.8), "?step=ranking&example=fete&share=0.8")
  # The threshold belongs to a ranking, which a table of one's own does not leave in the address.
  expect_identical(bookmark_query("ranking", NULL, 0.8), "?step=ranking")
})

test_that("what an address asks for is what the app could have written, or nothing", {
  skip_if_not_installed("shiny")
  expect_identical(
    read_bookmark("?step=ranking&example=fete&share=0.8"), list(step = "ranking", example = "fete", share = "0.8")
  )
  nothing <- list(step = NULL, example = NULL, share = NULL)
  for (search in c("", "?", "?step=../etc", "?example=bakeoff.csv&share=2", "?step=%3Cscript%3E", "?step=plan%00")) {
    expect_identical(read_bookmark(search), nothing)
  }
})
