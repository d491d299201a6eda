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

test_that("what is no UTF-8 is what Windows writes, with its apostrophes and dashes", {
  file <- withr::local_tempfile(fileext = ".csv")
  writeBin(c(charToRaw("Name,Ann\nO"), as.raw(0x92), charToRaw("Hara "), as.raw(0x96), charToRaw(" 2,7")), file)
  expect_identical(read_scores(file)$Name, "O\u2019Hara \u2013 2")
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

test_that("a column with thousands stays text, beside others with decimal commas", {
  both <- table_file("Name;Prize;Ann;Year", "soup;1,234;7,125;2024", "cake;987;6,875;2025")
  whole <- table_file("Name;Prize;Ann;Year", "soup;1,234;7;2024", "cake;987;6;2025")
  expect_snapshot({
    read_scores(both)
    # Nothing is read as decimal here.
    read_scores(whole)
  })
  expect_identical(suppressMessages(read_scores(both))$Prize, c("1,234", "987"))
  expect_identical(suppressMessages(read_scores(both))$Ann, c(7.125, 6.875))
})

test_that("a quotation mark opens a cell only where it begins", {
  pizza <- read_scores(table_file("Ann,Name", "7,5\" pizza", "2,cake", "8,6\" pizza", "4,\"Big\" pie", "5,\"stew\" "))
  expect_identical(pizza$Name, c("5\" pizza", "cake", "6\" pizza", "\"Big\" pie", "stew"))
  expect_identical(pizza$Ann, c(7, 2, 8, 4, 5))
  expect_identical(attr(pizza, "lines"), 2:6)
  # Of semicolons and commas the latter are all in quoted cells or beside a mark.
  mixed <- suppressMessages(read_scores(table_file("Name;Ann", "5\", 6\";1", "\"a, b;\"\"c\"\"\";2", "x, y;3")))
  expect_identical(mixed$Name, c("5\", 6\"", "a, b;\"c\"", "x, y"))
  # A mark that is not closed does not reach for the next cell that begins with one.
  error <- expect_error(read_scores(table_file("Name,Ann", "\"soup,1", "\"cake\",2")), class = "seqjudge_error_table")
  expect_identical(error$positions, 2L)
})

test_that("whatever R writes into cells comes back, with lines and quotation marks in them", {
  signs <- c("a", "\u00e9", "\"", ",", ";", "\t", "\n", " ", "|", "x")
  withr::local_seed(1)
  text <- replicate(200, paste0("n", paste(sample(signs, 6, TRUE), collapse = ""), "n"))
  data <- data.frame(Name = text, Ann = seq_along(text), Note = rev(text))
  for (method in c("double", "semicolon")) {
    file <- withr::local_tempfile(fileext = ".csv")
    write <- if (method == "double") utils::write.csv else utils::write.csv2
    write(data, file, row.names = FALSE, fileEncoding = "UTF-8")
    read <- suppressMessages(read_scores(file))
    expect_identical(read$Name, gsub("\n", " ", text))
    expect_identical(read$Note, rev(gsub("\n", " ", text)))
    expect_identical(read$Ann, as.double(data$Ann))
    # A row is where it starts.
    inside <- lengths(regmatches(paste(data$Name, data$Note), gregexpr("\n", paste(data$Name, data$Note))))
    expect_identical(attr(read, "lines"), as.integer(1 + cumsum(c(1, inside[-200] + 1))))
  }
})

test_that("a row wider than the header stops, since a comma too many moves what comes after it", {
  expect_snapshot(error = TRUE, {
    read_scores(table_file("Name,Order,Ann,Ben", "soup,1,7,5,8", "cake,2,6,5,7", "stew,3,8,9", "tart,4,5,6"))
    suppressMessages(read_scores(table_file("The fete", "Name;Ann", "soup;7", "ca;ke;6")))
  })
  # Nothing beyond the header, or a header with empty cells, is no row too wide.
  same <- read_scores(table_file("Name,Ann", "soup,7,,", "cake,6"))
  expect_identical(plain(same), data.frame(Name = c("soup", "cake"), Ann = c(7, 6)))
  expect_identical(names(read_scores(table_file("Name,Ann,", "soup,7,late", "cake,6"))), c("Name", "Ann", "column_3"))
  # What stands above the header may be wider, and so may each of its two rows.
  wide <- suppressMessages(read_scores(table_file(",,,,,The fete", "Name,Ann,Ben", "soup,7,8", "cake,6,9")))
  expect_identical(plain(wide[1:2]), plain(same))
  file <- table_file("Name,Ann", ",Order,Points", "soup,1,7", "cake,2,6")
  expect_error(read_scores(file), "header = 2", class = "seqjudge_error_table")
  two <- read_scores(file, header = 2)
  expect_identical(names(two), c("Name", "Ann Order", "Ann Points"))
})

test_that("names with zeros in front stay names, and empty columns go", {
  data <- read_scores(table_file("No,,Ann,", "007,,1,", "010,,2,"))
  expect_identical(plain(data), data.frame(No = c("007", "010"), Ann = c(1, 2)))
  data <- suppressMessages(read_scores(table_file("No,,Ann", "1,x,1", "2,,2")))
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

test_that("UTF-16 that is cut off or damaged is no table", {
  for (bytes in list(c(0xff, 0xfe, 0x41), c(0xfe, 0xff, 0x00, 0x41, 0x00), c(0xff, 0xfe, 0x00, 0xd8))) {
    file <- withr::local_tempfile(fileext = ".csv")
    writeBin(as.raw(bytes), file)
    expect_error(read_scores(file), "cut off or damaged", class = "seqjudge_error_value")
  }
  writeBin(as.raw(c(0xff, 0xfe)), file)
  expect_error(read_scores(file), "empty", class = "seqjudge_error_value")
})

test_that("codes that numbers would merge or change stay text, and scores are numbers all the same", {
  kept <- list(
    c("90071992547409921", "90071992547409922", "90071992547409930"), c("1.10", "1.1", "1.2"), c("2E1", "2E2", "20"),
    c("1e5", "2", "3"), c("+5", "5", "6"), c("7", "7.0", "8")
  )
  for (code in kept) {
    file <- table_file("Code,Start,Ann,Ben", paste(code, 1:3, c("7", "7.0", "8"), 4:6, sep = ","))
    data <- read_scores(file)
    expect_identical(data$Code, code)
    x <- as_evaluations(file, item = Code, position = Start, evaluators = c(Ann, Ben), scale = out_of_ten)
    expect_identical(x["Ann"]$item, code)
    expect_identical(x$score, c(7, 7, 8, 4, 5, 6))
    expect_identical(guess_columns(table_file(readLines(file)))[["position"]], "Start")
  }
  # As positions too they are numbers.
  file <- table_file("Name,Start,Ann", "a,2.0,1", "b,1,2", "c,2.00,3")
  expect_type(read_scores(file)$Start, "character")
  expect_error(
    as_evaluations(file, item = Name, position = Start, evaluators = Ann, scale = out_of_ten), "position 2",
    class = "seqjudge_error_position"
  )
  expect_identical(guess_columns(data.frame(Id = kept[[1]], Ann = 1:3, Ben = 4:6))[["item"]], "Id")
  numbers <- list(c("7.50", "8.00"), c("1e-05", "2.5"), c("0.30000000000000004", "1"), c("1.5E+2", "3"), c("0.5", "0"))
  for (score in numbers) {
    expect_identical(read_scores(table_file("A,B", paste(score, 1:2, sep = ",")))$A, as.double(score))
  }
})

test_that("names that are numbers keep the form in which they are written", {
  file <- table_file("Code,Start,Ann,Ben", "1.10,1,7.50,4", "1.20,2,8.00,5", "2.10,3,6.25,6")
  data <- read_scores(file)
  expect_identical(plain(data)[1:3], data.frame(Code = c(1.1, 1.2, 2.1), Start = c(1, 2, 3), Ann = c(7.5, 8, 6.25)))
  read <- function(data) {
    as_evaluations(data, item = "Code", position = Start, evaluators = Ann:Ben, scale = out_of_ten, strict = FALSE)
  }
  codes <- c("1.10", "1.20", "2.10")
  expect_identical(read(file)["Ann"]$item, codes)
  expect_identical(read(data[3:1, ]), read(data))
  expect_identical(read(data[2:1, ])["Ben"]$item, codes[1:2])
  expect_identical(evaluations(data, item = Code, position = Start, score = Ann, scale = out_of_ten)$item, codes)
  # In strict eyes fractions are scores, in whatever form.
  expect_error(
    as_evaluations(data, item = Code, position = Start, evaluators = Ann:Ben, scale = out_of_ten), "fractions",
    class = "seqjudge_error_table"
  )
  # What is no longer as it was read has no other name than its number.
  expect_identical(read(transform(data, Code = Code + 1))["Ann"]$item, c("2.1", "2.2", "3.1"))
  expect_identical(read(data.frame(as.list(data)))["Ann"]$item, c("1.1", "1.2", "2.1"))
  semicolons <- table_file("Code;Start;Ann", "3,10;1;7,5", "3,2;2;8", "4;3;9")
  expect_identical(suppressMessages(read_scores(semicolons))$Code, c(3.1, 3.2, 4))
  x <- suppressMessages(as_evaluations(
    semicolons,
    item = Code, position = Start, evaluators = Ann, scale = out_of_ten, strict = FALSE
  ))
  expect_identical(x$item, c("3,10", "3,2", "4"))
  expect_identical(x$score, c(7.5, 8, 9))
  long <- table_file("Judge,Cake,Turn,Mark", "1.0,a,1,7", "1.0,b,2,8", "2.0,a,1,9")
  x <- as_evaluations(long, item = Cake, evaluator = Judge, position = Turn, score = Mark, scale = out_of_ten)
  expect_identical(x$evaluator, c("1.0", "1.0", "2.0"))
  expect_null(attr(read_scores(table_file("A,B", "1,2.5", "2,-")), "written"))
})

test_that("a column without a name that holds values is announced", {
  file <- table_file("Name,Start,Ann,", "Soup,1,7,5", "Cake,2,6,")
  expect_message(data <- read_scores(file), "column_4", class = "seqjudge_message_table")
  expect_identical(data$column_4, c(5, NA))
  expect_silent(read_scores(table_file("Name,Start,Ann,", "Soup,1,7,", "Cake,2,6,")))
  expect_snapshot({
    invisible(read_scores(file))
    invisible(read_scores(table_file(",Start,,Ann", "Soup,1,2,7", "Cake,2,1,6")))
  })
})

test_that("an Excel file is told from text by what it holds", {
  bytes <- list(xlsx = c(0x50, 0x4b, 0x03, 0x04, 0x14, 0, 6), xls = c(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1))
  for (kind in names(bytes)) {
    file <- withr::local_tempfile(fileext = ".csv")
    writeBin(as.raw(bytes[[kind]]), file)
    error <- expect_error(read_scores(file), "Excel", class = "seqjudge_error_value")
    expect_match(conditionMessage(error), paste0("ends in '.", kind, "'"), fixed = TRUE)
  }
  expect_identical(names(read_scores(table_file("PK,Ann", "a,1"))), c("PK", "Ann"))
})
