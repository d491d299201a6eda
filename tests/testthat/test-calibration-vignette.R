# The vignette "Can the numbers be trusted?" is made in advance from the results of bench/long/calibration.R. Here its
# tables and claims are worked out again from these.

places_of <- function(name) {
  rows <- bench_results(name)
  rows[rows$quantity == "places, 90% interval", ]
}
# Two standard errors, or three in n where there are none.
clearly_outside <- function(rows, lower, upper) {
  half <- ifelse(is.na(rows$se), 1, ifelse(rows$se > 0, 2 * rows$se, 3 / rows$count))
  rows$value + half < lower | rows$value - half > upper
}
expect_kind_table <- function(cells, rows, lower, upper) {
  expect_identical(cells[, 1], c("shares", "flat marks", "bell marks"))
  for (k in seq_len(nrow(cells))) {
    own <- rows[rows$kind == cells[k, 1], ]
    outside <- clearly_outside(own, lower, upper)
    expect_identical(as.numeric(cells[k, 2]), as.numeric(nrow(own)))
    expect_identical(as.numeric(cells[k, 3]), as.numeric(sum(own$value >= lower & own$value <= upper)))
    expect_identical(as.numeric(cells[k, 4]), as.numeric(sum(outside)))
    shown <- as.numeric(sub("%", "", cells[k, 5:7])) / 100
    expect_lt(max(abs(shown - c(min(own$value), mean(own$value), max(own$value)))), 0.00501)
  }
}

test_that("the whole grid was gone through", {
  cells <- unique(places_of("calibration-evaluator")[c("kind", "noise_type", "prior_size", "n", "noise")])
  expect_identical(nrow(cells), 3L * 2L * 3L * 3L * 3L)
  expect_setequal(cells$prior_size, c(0, 3, Inf))
  expect_setequal(cells$n, c(12, 20, 60))
  panels <- places_of("calibration-panel")
  expect_identical(nrow(unique(panels[c("kind", "n", "prior_size", "noise")])), 3L * 2L * 3L * 3L)
})

test_that("the tables of places and sizes are the results of the script", {
  page <- prerendered_page("calibration")
  evaluator <- bench_results("calibration-evaluator")
  expect_kind_table(page_table(page, "places"), places_of("calibration-evaluator"), 0.87, 0.96)
  sizes <- page_table(page, "sizes")
  alone <- sizes[, 1] == "one evaluator"
  expect_kind_table(sizes[alone, -1], evaluator[evaluator$quantity == "prior size, 95% interval", ], 0.92, 0.99)
  expect_kind_table(sizes[!alone, -1], bench_results("calibration-partial"), 0.92, 0.99)
})

test_that("what the page says of the settings that hold is so", {
  text <- page_text(prerendered_page("calibration"))
  count <- function(rows, lower, upper) {
    inside <- sum(rows$value >= lower & rows$value <= upper)
    if (inside == nrow(rows)) paste("all", inside) else paste(inside, "of", nrow(rows))
  }
  says <- function(...) expect_match(text, paste0(...), fixed = TRUE)
  says("They do in ", count(places_of("calibration-evaluator"), 0.87, 0.96), " settings.")
  says(count(places_of("calibration-panel"), 0.87, 0.96), " settings lie within the band.")
  evaluator <- bench_results("calibration-evaluator")
  null <- evaluator[evaluator$quantity == "no correction rejected" & is.infinite(evaluator$prior_size), ]
  says("the test rejects in ", sprintf("%.1f", 100 * mean(null$value)), "%.")
  says(count(null, 0.03, 0.07), " settings lie within 3 and 7%.")
  contradictions <- evaluator[evaluator$quantity == "interval and test contradict each other", ]
  contradicted <- round(sum(contradictions$value * contradictions$count))
  says("contradicted each other in ", contradicted, " of ", sum(contradictions$count))
})

test_that("the table of sure winners adds up the results of the script", {
  cells <- page_table(prerendered_page("calibration"), "best")
  rows <- list(
    "one evaluator" = bench_results("calibration-evaluator"), "panel of five" = bench_results("calibration-panel")
  )
  expect_gt(nrow(cells), 0)
  near <- 0
  for (k in seq_len(nrow(cells))) {
    own <- rows[[cells[k, 1]]]
    own <- own[own$kind == cells[k, 2] & own$quantity == "p_best 0.8 to 1" & own$count > 0, ]
    expect_identical(as.integer(cells[k, 5]), sum(own$count))
    said <- stats::weighted.mean(own$promised, own$count)
    right <- stats::weighted.mean(own$value, own$count)
    expect_lt(max(abs(as.numeric(cells[k, 3:4]) - c(said, right))), 0.000501)
    near <- near + (abs(right - said) <= 0.05)
  }
  says <- if (near == nrow(cells)) paste("all", near) else paste(near, "of", nrow(cells))
  text <- page_text(prerendered_page("calibration"))
  expect_match(text, paste("within 0.05. It holds in", says, "rows."), fixed = TRUE)
})

test_that("the p-values of simulation-based calibration are those of the counts", {
  page <- prerendered_page("calibration")
  cells <- page_table(page, "sbc")
  sbc <- bench_results("calibration-sbc")
  low <- 0
  for (k in seq_len(nrow(cells))) {
    own <- sbc[sbc$what == cells[k, 1] & sbc$n == as.integer(cells[k, 2]), ]
    for (quantity in unique(own$quantity)) {
      counts <- own$count[own$quantity == quantity]
      counts <- colSums(matrix(counts[order(own$bin[own$quantity == quantity])], 2))
      expect_identical(as.integer(sum(counts)), as.integer(cells[k, 3]))
      expected <- sum(counts) / 10
      p_value <- stats::pchisq(sum((counts - expected)^2 / expected), 9, lower.tail = FALSE)
      low <- low + (p_value < 0.005)
      column <- match(quantity, c("first", "middle", "last", "size")) + 3
      expect_lt(abs(as.numeric(cells[k, column]) - p_value), 0.00101)
    }
  }
  all <- nrow(unique(sbc[c("what", "n", "quantity")]))
  says <- if (low == 0) "No p-value is below 0.005" else paste0(low, " of ", all)
  expect_match(page_text(page), says, fixed = TRUE)
})
