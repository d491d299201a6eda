test_that("names of files lose their tricks", {
  expect_equal(safe_file_name("contest.csv"), "contest.csv")
  expect_equal(safe_file_name("../../etc/passwd"), "passwd.csv")
  expect_equal(safe_file_name("C:\\temp\\my list.XLSX"), "my list.xlsx")
  expect_equal(safe_file_name("<script>.csv"), "_script_.csv")
  expect_equal(safe_file_name("....csv"), "csv.csv")
  expect_equal(safe_file_name(NA), "table.csv")
  expect_lte(nchar(safe_file_name(strrep("x", 500))), 70)
})

test_that("files that cannot be tables are refused, with a reason", {
  path <- withr::local_tempfile()
  write <- function(...) writeBin(as.raw(c(...)), path)
  expect_match(refuse_file(path, "a.csv"), "empty")
  write(charToRaw("a,b\n1,2\n"))
  expect_null(refuse_file(path, "a.csv"))
  expect_match(refuse_file(path, "a.exe"), "no table")
  refuse_above <- function(...) refuse_file(path, "a.csv", utils::modifyList(app_limits, list(...)))
  expect_match(refuse_above(bytes = 4), "too large")
  expect_match(refuse_above(rows = 1), "too long: 2 rows, and at most 1")
  expect_match(refuse_above(cells = 5), "too many columns")
  write(0x89, 0x50, 0, 0, 10)
  expect_match(refuse_file(path, "a.csv"), "not hold text")
  write(0xff, 0xfe, 0x61, 0)
  expect_null(refuse_file(path, "a.csv"))
  skip_if_not_installed("readxl")
  write(charToRaw("not a zip"))
  expect_match(refuse_file(path, "a.xlsx"), "damaged")
})

test_that("an Excel file that unpacks to too much is refused", {
  skip_if_not_installed("readxl")
  skip_if(Sys.which("zip") == "", "zip is not installed")
  folder <- withr::local_tempdir()
  withr::local_dir(folder)
  writeLines(strrep("0", 1e5), "zeros")
  utils::zip("bomb.xlsx", "zeros", flags = "-q")
  expect_match(refuse_file("bomb.xlsx", "bomb.xlsx", utils::modifyList(app_limits, list(unpacked = 1e4))), "unpacks to")
})

test_that("tables and states come back as they went", {
  skip_on_valgrind()
  folder <- withr::local_tempdir()
  data <- data.frame(
    "a \"b\"" = c("x,1", "\u00e9;", NA), n = c(0.1 + 0.2, NA, 1 / 3), check.names = FALSE, stringsAsFactors = FALSE
  )
  read <- suppressMessages(read_scores(write_table(data, file.path(folder, "t.csv"))))
  expect_identical(as.list(read), as.list(data), ignore_attr = TRUE)

  skip_if_not_installed("jsonlite")
  choices <- app_choices("t.csv", item = "a \"b\"", evaluators = c("n", "<b>"), upper = 0.1 + 0.2, drop_rows = 2:3)
  saved <- file.path(folder, "t.seqjudge")
  save_state(saved, folder, choices, "A <title>")
  other <- withr::local_tempdir()
  back <- open_state(saved, other)
  expect_identical(back$choices, choices)
  expect_identical(back$title, "A <title>")
  expect_identical(readLines(file.path(other, "t.csv")), readLines(file.path(folder, "t.csv")))
})

test_that("a state that somebody has meddled with opens as a sentence", {
  skip_if_not_installed("jsonlite")
  folder <- withr::local_tempdir()
  path <- file.path(folder, "s.seqjudge")
  bad <- c("", "{", "[]", "{\"seqjudge\":\"app-1\"}", "{\"seqjudge\":\"app-1\",\"table\":\"AAAA\",\"choices\":{}}")
  for (text in bad) {
    writeLines(text, path)
    expect_match(open_state(path, folder), "no saved contest")
  }
  choices <- app_choices("t.csv")
  choices$file <- "../../evil.csv"
  choices$form <- "system('x')"
  back <- checked_choices(choices)
  expect_equal(back$file, "evil.csv")
  expect_equal(back$form, "wide")
})

test_that("rows are read as people write them", {
  expect_equal(read_rows("10"), 10L)
  expect_equal(read_rows(" 10, 12-14;3"), c(10L, 12:14, 3L))
  expect_equal(read_rows(""), integer())
  expect_true(is.na(read_rows("ten")))
  expect_true(anyNA(read_rows("1-9999999")))
})
