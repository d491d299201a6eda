# The vignette "The paper's experiments on people" is made in advance (tools/prerender.R). Here each number that it
# prints is computed again, where the data are at hand.

vignette_lines <- function() {
  places <- c(
    test_path("..", "..", "vignettes", "experiments.Rmd"), system.file("doc", "experiments.Rmd", package = "seqjudge")
  )
  place <- places[file.exists(places)]
  skip_if(length(place) == 0, "the vignette experiments.Rmd is not here")
  readLines(place[1], encoding = "UTF-8")
}

# The cells of the table that follows a comment, without its head.
table_after <- function(lines, comment) {
  from <- which(lines == paste0("<!-- ", comment, " -->"))
  expect_length(from, 1)
  after <- lines[-seq_len(from)]
  first <- which(grepl("^\\|", after))[1]
  length <- which(!grepl("^\\|", after[-seq_len(first)]))[1]
  rows <- after[first + seq_len(length - 1)][-1]
  cells <- strsplit(sub("^\\|", "", rows), "\\|")
  trimws(do.call(rbind, cells))
}

# The files of the paper by means of base R only.
plain_file <- function(name) {
  data <- utils::read.csv(published_file(name), check.names = FALSE)
  sizes <- unname(as.matrix(data[grepl("^size", names(data))]))
  list(
    bins = unname(as.matrix(data[grepl("^score", names(data))])), truth = t(apply(sizes, 1, rank)),
    comparison = data[["comparison"]], large_twice = apply(sizes, 1, anyDuplicated) > 0
  )
}

test_that("the vignette's table of footrules comes out by the paper's Algorithm 2", {
  printed <- table_after(vignette_lines(), "footrule")
  expect_identical(printed[, 1], c("0", "1", "2", "5", "10", "20", "50", "raw scores"))
  footrules <- function(data, group) {
    bins <- data$bins[group, ] / 11
    truth <- data$truth[group, ]
    error <- function(rank_row) mean(rowSums(abs(t(apply(bins, 1, rank_row)) - truth))) / ncol(bins)^2
    sizes <- as.numeric(printed[1:7, 1])
    corrected <- vapply(sizes, function(size) error(function(row) oracle_algorithm_2(row, size)), numeric(1))
    c(corrected, error(rank))
  }
  existence <- plain_file("existence")
  relativity <- plain_file("relativity")
  conflict <- plain_file("conflict")
  conflicting <- conflict$truth[, 1] == 1
  expected <- cbind(
    footrules(existence, TRUE), footrules(relativity, !relativity$large_twice),
    footrules(relativity, relativity$large_twice), footrules(conflict, conflicting), footrules(conflict, !conflicting)
  )
  expect_identical(printed[, -1], matrix(sprintf("%.4f", expected), nrow(expected)))
})

test_that("the vignette's means, tests and counts come out by plain arithmetic, and as published", {
  lines <- vignette_lines()
  relativity <- plain_file("relativity")
  printed <- table_after(lines, "relativity")
  mean_se <- function(scores) sprintf("%.2f +- %.2f", mean(scores), sd(scores) / sqrt(length(scores)))
  late <- relativity$bins[, 6:10]
  twice <- relativity$large_twice
  expect_identical(printed[1, 2:3], c(mean_se(late[!twice, ]), mean_se(late[twice, ])))
  expect_identical(printed[2, 2:3], c(mean_se(relativity$bins[twice, 1:5]), mean_se(late[twice, ])))
  expect_identical(as.vector(printed[, 2:3]), c("8.99 +- 0.10", "7.94 +- 0.18", "6.78 +- 0.21", "6.78 +- 0.21"))
  p <- as.numeric(printed[, 4:5])
  expect_true(all(p > 0 & p < 0.01))

  conflict <- plain_file("conflict")
  last_larger <- conflict$truth[, 5] > conflict$truth[, 1]
  recalled <- conflict$comparison == ifelse(last_larger, 2, 1)
  rated <- sign(conflict$bins[, 5] - conflict$bins[, 1]) == ifelse(last_larger, 1, -1)
  counts <- function(group) c(table(factor(!rated[group], c(FALSE, TRUE)), factor(!recalled[group], c(FALSE, TRUE))))
  shown <- grep("^#>   (correct|wrong) +[0-9]+ +[0-9]+$", lines, value = TRUE)
  shown <- as.integer(unlist(regmatches(shown, gregexpr("[0-9]+", shown))))
  expect_identical(shown, unname(c(counts(last_larger), counts(!last_larger))))
  expect_identical(shown, c(9L, 16L, 1L, 24L, 47L, 0L, 2L, 1L))
})

test_that("the numbers in the vignette's sentences come out by plain arithmetic", {
  text <- paste(vignette_lines(), collapse = " ")
  numbers <- function(pattern) {
    found <- regmatches(text, regexpr(pattern, text))
    expect_length(found, 1)
    unlist(regmatches(found, gregexpr("[0-9]+[.][0-9]+", found)))
  }
  existence <- plain_file("existence")
  mean_at <- function(rank, position) mean(existence$bins[existence$truth[, position] == rank, position])
  expect_identical(
    numbers("The smallest circle got [^;]*; the largest went from [0-9.]+ to [0-9.]+[0-9]"),
    sprintf("%.2f", c(mean_at(1, 1), mean_at(1, 5), mean_at(5, 1), mean_at(5, 5)))
  )
  relative <- oracle_relative_ranks_rows(existence$truth)
  third_of_four <- mean(existence$bins[relative[, 4] == 2, 4]) / 11
  expect_identical(numbers("from about one half \\([0-9.]+"), sprintf("%.2f", mean(existence$bins[, 1]) / 11))
  expect_identical(numbers("third best of four gets [0-9.]+[0-9],"), sprintf("%.2f", third_of_four))
})

test_that("the vignette is what its source gives now", {
  skip_if_not_installed("knitr")
  source <- test_path("..", "..", "vignettes", "experiments.Rmd.orig")
  skip_if(!file.exists(source), "the source of the vignette is not part of the built package")
  source <- normalizePath(source)
  rendered <- vignette_lines()
  local_places(file_url(dirname(published_file("existence"))))
  withr::local_dir(withr::local_tempdir())
  file.copy(source, "experiments.Rmd.orig")
  withr::local_pdf("pictures.pdf")
  # Text only: pictures depend on the fonts of the machine. Chunks that set a width make pictures and nothing else.
  kept <- knitr::opts_chunk$get("fig.keep")
  withr::defer(knitr::opts_chunk$set(fig.keep = kept))
  knitr::opts_chunk$set(fig.keep = "none")
  withr::defer(knitr::opts_hooks$restore())
  knitr::opts_hooks$set(out.width = function(options) replace(options, "eval", FALSE))
  knitr::knit("experiments.Rmd.orig", "experiments.Rmd", quiet = TRUE, envir = new.env(parent = globalenv()))
  # Versions of knitr differ in how they open a block of code.
  words <- function(lines) sub("^``` r$", "```r", lines[!grepl("^<img |^ *$", lines)])
  expect_identical(words(readLines("experiments.Rmd", encoding = "UTF-8")), words(rendered))
})

# What the page defines: its code blocks, without what they print or draw.
page_objects <- function(lines) {
  page <- new.env(parent = globalenv())
  fences <- matrix(which(grepl("^```", lines)), 2)
  inside <- unlist(Map(function(from, to) lines[seq(from + 1, to - 1)], fences[1, ], fences[2, ]))
  for (expr in as.list(parse(text = inside[!grepl("^#>", inside)]))) {
    if (is.call(expr) && as.character(expr[[1]])[1] %in% c("<-", "library")) eval(expr, page)
  }
  page
}

test_that("the vignette lists every figure and table of the paper, and each call runs", {
  lines <- vignette_lines()
  listed <- table_after(lines, "calls")
  for (name in c(paste("Figure", 1:10), "Table 1", "Algorithm 1", "Algorithm 2")) {
    expect_true(any(sub(",.*", "", listed[, 1]) == name), label = name)
  }
  calls <- unlist(regmatches(listed[, 3], gregexpr("`[^`]+`", listed[, 3])))
  calls <- gsub("`", "", calls)
  # All but the screenshot have one.
  expect_length(calls, nrow(listed) - 1L)

  local_places(file_url(dirname(published_file("existence"))))
  page <- page_objects(lines)
  for (call in calls) {
    expect_false(is.null(eval(parse(text = call), page)), label = call)
  }
})
