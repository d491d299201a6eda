# Numbers and tables as people read them.

test_that("numbers have commas, and nouns their plural", {
  expect_identical(count_of(1, "item"), "1 item")
  expect_identical(count_of(2000, "item"), "2,000 items")
  expect_identical(big_each(c(1, 1500, Inf)), c("1", "1,500", "Inf"))
  expect_identical(format_sizes(c(0, 1e6, Inf)), c("0", "1000000", "Inf"))
  expect_identical(format_range(c(0, 5), c(1000, 5)), c("0 to 1,000", "5 alone"))
})

test_that("tables say how much is left out, and round what they are told to", {
  data <- data.frame(item = c("a", "b", "c"), mean = c(1 / 3, 20 / 3, NA))
  expect_identical(format_rows(data, 3, "mean", 2), c(" item mean", "    a 0.33", "    b 6.70", "    c   NA"))
  expect_identical(format_rows(data, 1, "mean", 2)[3], "... and 2 more rows")
  expect_identical(format_rows(data, 2, "mean", 2)[4], "... and 1 more row")
  expect_identical(format_rows(data, 0), character())
})

test_that("how many digits are printed can be set", {
  data <- data.frame(item = "a", mean = 100 / 3)
  withr::local_options(seqjudge.digits = NULL, digits = 7)
  expect_identical(format_rows(data, 1, "mean")[2], "    a 33.33")
  printed <- function(digits) withr::with_options(list(seqjudge.digits = digits), format_rows(data, 1, "mean")[2])
  expect_identical(printed(2), "    a   33")
  expect_identical(printed(12), "    a 33.3333333333")
  for (bad in list(0, 16, 2.5, NA_real_, "3", 1:2)) expect_error(printed(bad), class = "seqjudge_error")
})
