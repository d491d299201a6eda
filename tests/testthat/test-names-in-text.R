test_that("names are found however they are written", {
  people <- c("Ann Lee", "Jos\u00e9 N\u00fa\u00f1ez", "O'Brien", "Jean-Luc Picard", "Ina")
  found <- function(text) names_somebody(text, people)
  written <- c(
    "Ann Lee", "ann lee ", "Ann_Lee", "Ann  Lee", "Ann\u00a0Lee", "Lee, Ann", "ann.lee@uni.org", "ANNLEE", "LeeAnn",
    "essay_AnnLee_2.pdf", "lee-ann2", "2024ann lee", "Ann\tLee", "(Ann) Lee's", "Ann\u00ad Lee\u200b",
    "\u00c0nn Le\u00e9",
    "Jose Nunez", "JOS\u00c9 N\u00da\u00d1EZ", "Jose\u0301 Nu\u0301n\u0303ez", "OBrien", "by o brien", "Jeanluc Picard",
    "Picard, Jean Luc", "jean_luc_picard", "for Ina."
  )
  expect_identical(written[!found(written)], character())
  others <- c(
    "Ann", "Lee", "A. Lee", "Annalee", "Ann Leeds", "Joanne Lee", "Ann met Lee", "in a good way", "China", "Brien",
    "", "north", "..."
  )
  expect_identical(others[found(others)], character())
})

test_that("no text and no people are no names", {
  expect_identical(names_somebody(character(), "Ann"), logical())
  expect_identical(names_somebody(c("Ann", NA), character()), c(FALSE, FALSE))
  expect_identical(names_somebody(c(NA, "Ann", NA), c("Ann", "Bo")), c(FALSE, TRUE, FALSE))
  expect_identical(names_somebody(NA_character_, "NA"), FALSE)
})

test_that("numbers of three digits are names where they stand alone", {
  people <- c("4711223", "123", "12", "7", " 8 ")
  found <- function(text) names_somebody(text, people)
  expect_true(all(found(c("essay_4711223.pdf", "Student 4711223", "s4711223", "4711223", "room 123", "123b"))))
  expect_false(any(found(c("14711223", "47112230", "1234", "12", "7", "8", "essay_12.pdf", "team 7"))))
})

test_that("short names, and names with more signs than letters, are found as they are", {
  people <- c("A", "C++", "-1", "A.B.", "Team 1", "+44 7700 900123", "Bo Xi Li")
  found <- function(text) names_somebody(text, people)
  expect_true(all(found(c(
    "a", "A.", "written in c++", "(-1)", "a.b.", "A B", "team_1", "the Team1", "447700900123", "Li, Bo Xi", "xibo li"
  ))))
  expect_false(any(found(c(
    "group A", "plan b a", "ab", "abroad", "C", "1", "-12", "Team 10", "1 team", "4477009001234", "Bo Li"
  ))))
})

test_that("scripts without blanks, or with names in two forms, are searched too", {
  # Wang Xiaoming in a title, and Kim with a particle; then Hangul and Kana taken apart, as file names may have them.
  expect_true(names_somebody("\u738b\u5c0f\u660e\u7684\u4f5c\u6587.pdf", "\u738b\u5c0f\u660e"))
  expect_true(names_somebody("\uae40\ubbfc\uc900\uc758", "\uae40\ubbfc\uc900"))
  apart <- "\u1100\u1175\u11b7\u1106\u1175\u11ab\u110c\u116e\u11ab"
  expect_true(names_somebody(apart, "\uae40\ubbfc\uc900"))
  expect_true(names_somebody("\u304b\u3099\u304f", "\u304c\u304f"))
  expect_true(names_somebody("\u0430\u043d\u0434\u0440\u0435\u0439", "\u0430\u043d\u0434\u0440\u0435\u0438\u0306"))
  expect_false(names_somebody("\u738b\u5927\u660e", "\u738b\u5c0f\u660e"))
})

test_that("letters are taken apart as Unicode has it", {
  # By the tables of Unicode: one accent and two, a sign of its own for a letter, Greek, Hebrew, Devanagari, Kana, and
  # syllables of Hangul with two and three letters.
  whole <- c(
    "\u00e9", "\u01d6", "\u1e69", "\u212b", "\u1f84", "\ufb2c", "\u0958", "\u30d1", "\uac00", "\uac01", "\ud7a3"
  )
  apart <- c(
    "e\u0301", "u\u0308\u0304", "s\u0323\u0307", "A\u030a", "\u03b1\u0313\u0301\u0345", "\u05e9\u05bc\u05c1",
    "\u0915\u093c", "\u30cf\u309a", "\u1100\u1161", "\u1100\u1161\u11a8", "\u1112\u1175\u11c2"
  )
  expect_identical(decomposed(whole), apart)
  expect_identical(decomposed(c("plain", paste0("x", whole[1], "y"), "")), c("plain", paste0("x", apart[1], "y"), ""))
  expect_identical(decomposed(character()), character())
})

test_that("text that is not UTF-8 is searched as Latin", {
  bytes <- rawToChar(as.raw(c(0x4a, 0x6f, 0x73, 0xe9)))
  expect_true(names_somebody(bytes, "Jos\u00e9"))
  expect_true(names_somebody("Jos\u00e9", bytes))
  Encoding(bytes) <- "bytes"
  expect_true(names_somebody(bytes, "Jos\u00e9"))
})
