rows <- c("Name,Order,Ann", "Zo\u00eb,1,7.5", "Bo,2,6")
expected <- data.frame(Name = c("Zo\u00eb", "Bo"), Order = c(1, 2), Ann = c(7.5, 6))
plain <- function(data) data.frame(as.list(data))

test_that("encodings and line ends make no difference", {
  text <- paste(rows, collapse = "\r\n")
  bytes <- list(
    utf8 = charToRaw(enc2utf8(text)), bom = c(as.raw(c(0xef, 0xbb, 0xbf)), charToRaw(enc2utf8(text))),
    latin1 = charToRaw(iconv(text, "UTF-8", "latin1")), mac = charToRaw(gsub("\r\n", "\r", text)),
    utf16 = c(as.raw(c(0xff, 0xfe)), iconv(text, "UTF-8", "UTF-16LE", toRaw = TRUE)[[1]]),
    utf16be = c(as.raw(c(0xfe, 0xff)), iconv(text, "UTF-8", "UTF-16BE", toRaw = TRUE)[[1]])
  )
  for (kind in bytes) {
    file <- withr::local_tempfile(fileext = ".csv")
    writeBin(kind, file)
    data <- read_scores(file)
    expect_identical(plain(data), expected)
    expect_identical(attr(data, "lines"), 2:3)
  }
})

test_that("separators and decimal marks are found", {
  expect_message(
    data <- read_scores(table_file(gsub(",", "\t", rows), ext = "tsv")), "tabs",
    class = "seqjudge_message_table"
  )
  expect_identical(plain(data), expected)
  semicolons <- gsub(".", ",", gsub(",", ";", rows), fixed = TRUE)
  expect_identical(plain(suppressMessages(read_scores(table_file(semicolons)))), expected)
  bars <- suppressMessages(read_scores(table_file(gsub(",", "|", rows))))
  expect_identical(plain(bars), expected)
  # A title with a comma, quotes, and a cell over two lines.
  quoted <- table_file("Name,Note,Ann", "\"Lee, Kim\",\"two", "lines\",4", "Bo,\"said \"\"no\"\"\",5")
  data <- read_scores(quoted)
  expect_identical(data$Name, c("Lee, Kim", "Bo"))
  expect_identical(data$Ann, c(4, 5))
  expect_identical(attr(data, "lines"), c(2L, 4L))
})

test_that("names with zeros in front stay names, and empty columns go", {
  data <- read_scores(table_file("No,,Ann,", "007,,1,", "010,,2,"))
  expect_identical(plain(data), data.frame(No = c("007", "010"), Ann = c(1, 2)))
  data <- read_scores(table_file("No,,Ann", "1,x,1", "2,,2"))
  expect_identical(names(data), c("No", "column_2", "Ann"))
})

test_that("Excel files are read as text files are", {
  skip_if_not_installed("readxl")
  example <- readxl::readxl_example("deaths.xlsx")
  data <- read_scores(example, skip = 4)
  expect_identical(names(data)[1:3], c("Name", "Profession", "Age"))
  expect_identical(data$Name[1], "David Bowie")
  expect_identical(data$Age[1], "69")
  expect_identical(attr(data, "lines")[1], 6L)
  sheets <- readxl::readxl_example("datasets.xlsx")
  expect_identical(names(read_scores(sheets, sheet = "mtcars"))[1:2], c("mpg", "cyl"))
  # Not the first in all versions of readxl.
  number <- match("mtcars", readxl::excel_sheets(sheets))
  expect_equal(read_scores(sheets, sheet = number)$mpg, datasets::mtcars$mpg)
  expect_error(read_scores(sheets, sheet = "no"), class = "seqjudge_error_value")
})

test_that("files that cannot be read say why", {
  hidden <- function(x) gsub("'[^']*(csv|xlsx)'", "<file>", x)
  broken <- withr::local_tempfile(fileext = ".xlsx")
  writeLines("no sheet", broken)
  folder <- withr::local_tempdir()
  expect_snapshot(error = TRUE, transform = hidden, {
    read_scores(file.path(folder, "none.csv"))
    read_scores(file.path(folder, "none", "none.csv"))
    read_scores(1)
    read_scores(c("a.csv", "b.csv"))
    read_scores(table_file("a,b", "\"1,2"))
    read_scores(table_file("a,b", "1,2"), skip = 5)
    read_scores(table_file("a,b", "1,2"), header = 0)
    read_scores(table_file("a,b", "1,2"), sheet = 1)
    read_scores(table_file("a,b", "1,2"), dec = ",")
  })
  skip_if_not_installed("readxl")
  expect_error(read_scores(broken), class = "seqjudge_error_value")
})
