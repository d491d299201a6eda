# The vignette "A panel of judges" is made in advance (tools/prerender.R). Here what it prints of the bundled contest is
# computed again, and its tables are compared with the results that the scripts in bench/ have left.

panel_page <- function() {
  places <- c(test_path("..", "..", "vignettes", "panel.Rmd"), system.file("doc", "panel.Rmd", package = "seqjudge"))
  place <- places[file.exists(places)]
  skip_if(length(place) == 0, "the vignette panel.Rmd is not here")
  readLines(place[1], encoding = "UTF-8")
}
results_file <- function(name) {
  file <- test_path("..", "..", "bench", "results", name)
  skip_if(!file.exists(file), "the results of the bench scripts are not part of the built package")
  utils::read.csv(file)
}
# The output that follows a line of code, and the rows of the table that follows a comment.
output_after <- function(lines, code) {
  from <- which(lines == code)
  expect_length(from, 1)
  after <- lines[-seq_len(from)]
  after[seq_len(which(!startsWith(after, "#>"))[1] - 1)]
}
rows_after <- function(lines, comment) {
  after <- lines[-seq_len(which(lines == comment))]
  rows <- after[startsWith(after, "|")]
  rows <- rows[seq_len(which(!startsWith(after[which(startsWith(after, "|"))[1]:length(after)], "|"))[1] - 1)]
  cells <- strsplit(sub("^\\|", "", rows[-(1:2)]), "|", fixed = TRUE)
  trimws(do.call(rbind, cells))
}

test_that("the pairs that two judges leave open are those of the page", {
  page <- panel_page()
  x <- evaluations(
    bakeoff, judge, contestant, position, points,
    scale = score_scale("range", 0, 100, meaning = "shares"), truth = true_rank
  )
  novices <- rank_panel(x[c("Amara", "Bruno")], seed = 1)
  pairs <- tidy(novices, "pairs")
  pairs <- pairs[pairs$p_above < 0.99, ]
  printed <- output_after(page, "pairs[pairs$p_above < 0.99, ]")[-1]
  cells <- do.call(rbind, strsplit(sub("^#> +", "", printed), " +"))
  expect_identical(cells[, 2], pairs$item_1)
  expect_identical(cells[, 3], pairs$item_2)
  expect_equal(as.numeric(cells[, 4]), pairs$p_above, tolerance = 1e-3)
})

test_that("the tables of the page are the results of the scripts", {
  page <- panel_page()
  crowd <- results_file("panel-crowd.csv")
  cells <- rows_after(page, "<!-- crowd -->")
  expect_identical(cells[, 1], crowd$data)
  expect_equal(as.numeric(sub("%", "", cells[, 4])), 100 * crowd$right, tolerance = 1e-3)
  expect_equal(as.numeric(sub("%", "", cells[, 5])), 100 * crowd$right_raw, tolerance = 1e-3)
  study <- results_file("panel-study.csv")
  cells <- rows_after(page, "<!-- study -->")
  expect_identical(nrow(cells), nrow(unique(study[c("n", "evaluators", "prior_size", "order")])))
  key <- function(order, size, evaluators, n) paste(order, size, evaluators, n)
  panel <- study[study$method == "panel", ]
  at <- match(key(cells[, 1], cells[, 2], cells[, 3], cells[, 4]), with(panel, key(order, prior_size, evaluators, n)))
  expect_equal(as.numeric(cells[, 5]), 1000 * panel$mean[at], tolerance = 0.01)
})
