test_that("numbers are read as people write them", {
  expect_identical(
    text_numbers(c("7", " 7.5 ", "-1", "+2", ".5", "3.", "1e2", "", NA, "-", "n/a", "NA", "\u2013", "7\u00bd"))$value,
    c(7, 7.5, -1, 2, 0.5, 3, 100, NA, NA, NA, NA, NA, NA, 7.5)
  )
  found <- text_numbers(c("7,5", "8", "6,25"))
  expect_identical(found$value, c(7.5, 8, 6.25))
  expect_true(found$comma)
  # A comma beside a point may mean anything.
  expect_identical(text_numbers(c("7,5", "8.5"))$bad, 1L)
  expect_identical(text_numbers(c("7", "ill", "1:30", "5/10", "1,2,3"))$bad, 2:5)
  expect_identical(text_numbers(character())$value, numeric())
  expect_identical(text_numbers("\u00a07\u00a0")$value, 7)
})

test_that("times are sorted as clocks and calendars go", {
  expect_identical(text_times(c("9:30", "10:05:30", NA)), c(34200, 36330, NA))
  expect_identical(text_times(c("12:00 am", "1:00 PM", "12:15 p.m.")), c(0, 46800, 44100))
  reference <- function(x) as.double(as.POSIXct(x, tz = "UTC"))
  expect_identical(
    text_times(c("2024-05-03 14:05", "2024-05-03")), reference(c("2024-05-03 14:05", "2024-05-03 00:00"))
  )
  expect_identical(
    text_times(c("2024-05-03T14:05:07Z", "2024-05-03T14:05:07+02:00", "2024-05-03T14:05:07.500-0130")),
    reference("2024-05-03 14:05:07") + c(0, -7200, 5400.5)
  )
  expect_identical(text_times("5/18/2024 14:02:11"), reference("2024-05-18 14:02:11"))
  expect_identical(text_times(c("18.5.2024 9:00", "2.6.2024")), reference(c("2024-05-18 09:00", "2024-06-02 00:00")))
  expect_identical(
    text_times(c("3/5/2024 9:00", "3/5/2024 8:00")), reference(c("2024-03-05 09:00", "2024-03-05 08:00"))
  )
  # March or May, and another order for each.
  expect_null(text_times(c("3/5/2024", "4/1/2024")))
  expect_null(text_times(c("9:30", "late")))
  expect_null(text_times(c("", NA)))
  expect_null(text_times("2024-13-45T99:99 oclock"))
})
