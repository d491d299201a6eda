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

test_that("commas that may stand behind thousands are not taken for decimal", {
  expect_identical(text_numbers(c("987", "1,234", "1,100"))$bad, 2:3)
  expect_identical(text_numbers(c("12,500", "2000", NA, "-"))$bad, 1L)
  # Fractions of the same size as the other numbers, and what no thousands would look like.
  expect_identical(text_numbers(c("100", "87,125", "92,375"))$value, c(100, 87.125, 92.375))
  expect_identical(text_numbers(c("7", "7,125", "10"))$value, c(7, 7.125, 10))
  expect_identical(text_numbers(c("650", "1,5"))$value, c(650, 1.5))
  expect_identical(text_numbers(c("650", "0,125", "1,250"))$value, c(650, 0.125, 1.25))
  # Three digits alone tell nothing.
  expect_identical(text_numbers(c("1,234", "1,100"))$value, c(1.234, 1.1))
  # Two groups are thousands beyond doubt, which is no way to write a score.
  expect_identical(text_numbers(c("1,234,567", "1,234.5"))$bad, 1:2)
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

test_that("times that no clock shows are no times", {
  for (time in c("10:75", "24:00", "27:05", "9:30:60", "13:05 am")) {
    expect_null(text_times(c("9:30", time)))
  }
  for (time in c("2024-05-03 25:00", "2024-05-03 09:61", "2024-02-30 09:00", "5/18/2024 9:61")) {
    expect_null(text_times(time))
  }
  expect_identical(text_times(c("23:59:59", "0:00", "13:05 pm", "12:30 am")), c(86399, 0, 47100, 1800))
  expect_identical(text_times(c("0:27:05", "0:09:59")), c(1625, 599))
  # am or pm of some is not enough, unless the others can only be one of them.
  expect_null(text_times(c("11:30 am", "12:15 pm", "1:05", "1:40 pm")))
  expect_null(text_times(c("5/18/2024 11:30 am", "5/18/2024 1:05")))
  expect_identical(text_times(c("11:30 am", "13:05", "0:10", NA)), c(41400, 47100, 600, NA))
})

test_that("a clock that starts anew is noticed where the rows go by time, and there only", {
  turns <- function(text, within = rep(1, length(text))) clock_turns(text_times(text), within)
  expect_identical(turns(c("11:30", "12:15", "1:05", "1:40")), 3L)
  expect_identical(turns(c("9:00", NA, "12:15", "12:15", "1:05", "8:15")), 5L)
  expect_identical(turns(c("9:15", "9:40", "1:05", "1:40")), 3L)
  expect_identical(turns(c("22:30", "23:15", "0:05")), 3L)
  # Each judge's rows by themselves.
  two <- c("11:30", "12:15", "1:05", "11:40", "12:20", "1:10")
  expect_identical(turns(two, rep(1:2, each = 3)), c(3L, 6L))
  expect_identical(turns(c("11:30", "11:40", "12:15", "12:20", "1:05", "1:10"), rep(1:2, 3)), 5:6)
  # Sorted, in any other order, or back to a time that is not soon: that of a day, or of rows in no order.
  expect_identical(turns(c("1:05", "1:40", "11:30", "12:15")), integer())
  expect_identical(turns(two), integer())
  expect_identical(turns(c("14:00", "9:00", "10:00")), integer())
  expect_identical(turns(c("21:00", "8:00", "9:00")), integer())
  expect_identical(turns(c("12:30", "9:00", "11:15")), integer())
  expect_identical(turns(c("12:45", "7:00")), integer())
  expect_identical(turns(c("1:40", "11:30", "1:05", "12:15")), integer())
  expect_identical(turns(c("11:30", "1:05", "12:15")), integer())
  expect_identical(turns(c("11:30", "13:05", "12:15", "0:10")), integer())
  expect_identical(turns(c("11:30", "1:05", "12:15", "11:00"), c(1, 1, 2, 2)), integer())
  expect_identical(turns("1:05"), integer())
})

test_that("hours of one digit go with a date too", {
  expect_identical(text_times(c("2024-05-03 9:30", "2024-05-03 09:31")), 1714694400 + c(34200, 34260))
  expect_null(text_times("2024-05-03 9"))
})
