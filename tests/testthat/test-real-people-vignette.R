# The vignette "Real people" is made in advance from the results of bench/long/real-people.R. Here its tables and claims
# are worked out again from these.

verdict_of <- function(rows) {
  ifelse(rows$difference > 2 * rows$se, "worse", ifelse(rows$difference < -2 * rows$se, "better", "same"))
}
people_rows <- function() {
  rows <- bench_results("real-people")
  rows[rows$set != "crowd", ]
}
name_of <- function(rows) paste0(rows$set, ifelse(rows$set == "dances", "", paste0(", ", rows$question)))

test_that("all data sets and methods are there, each row with one set of panels", {
  rows <- people_rows()
  expect_setequal(rows$set, c("paintings", "chocolate", "dances"))
  cells <- split(rows, rows[c("set", "question", "judges")], drop = TRUE)
  expect_length(cells, 6 * 4 + 1)
  for (cell in cells) {
    expect_setequal(cell$method, c("raw", "z", "mixed", "ranks", "ratings", "auto"))
    expect_length(unique(cell$panels), 1)
    raw <- cell[cell$method == "raw", ]
    expect_identical(raw$difference, 0)
    expect_lt(max(abs(cell$mean - raw$mean - cell$difference)), 1e-4)
  }
})

test_that("the table of panels is the results of the script", {
  rows <- people_rows()
  cells <- page_table(prerendered_page("real-people"), "panels")
  judges <- ifelse(rows$judges > 0, rows$judges, "jury")
  expect_identical(nrow(cells), nrow(unique(rows[c("set", "question", "judges")])))
  for (k in seq_len(nrow(cells))) {
    own <- rows[name_of(rows) == cells[k, 1] & judges == cells[k, 2], ]
    shown <- as.numeric(cells[k, 4:9])
    expected <- 1000 * own$mean[match(c("raw", "z", "mixed", "ranks", "ratings", "auto"), own$method)]
    expect_lt(max(abs(shown - expected)), 0.0501)
    auto <- own[own$method == "auto", ]
    expect_identical(cells[k, 10], sprintf("%+.1f (%.1f)", 1000 * auto$difference, 1000 * auto$se))
    expect_identical(cells[k, 11], verdict_of(auto))
  }
})

test_that("what the page says of the default is so", {
  auto <- people_rows()
  auto <- auto[auto$method == "auto", ]
  text <- page_text(prerendered_page("real-people"))
  found <- table(factor(verdict_of(auto), c("better", "same", "worse")))
  says <- sprintf("in %d of %d rows, worse in %d,", found["better"], nrow(auto), found["worse"])
  expect_match(text, says, fixed = TRUE)
  change <- sprintf(
    "it changes the distance by %+.1f (standard error %.1f) thousandths",
    1000 * mean(auto$difference), 1000 * sqrt(sum(auto$se^2)) / nrow(auto)
  )
  expect_match(text, change, fixed = TRUE)
  for (verdict in c("better", "worse")) {
    own <- auto[verdict_of(auto) == verdict, ]
    judges <- ifelse(own$judges > 0, paste0(", ", own$judges, " judges"), "")
    names <- if (nrow(own) == 0) "none" else paste0(own$set, ", ", own$question, judges, collapse = "; ")
    label <- if (verdict == "better") "Better" else "Worse"
    expect_match(text, paste0("- ", label, ": ", names, "."), fixed = TRUE)
  }
})

test_that("the effects that are said to be found are those with small p-values, or intervals without 0", {
  effects <- bench_results("real-people-effects")
  cells <- page_table(prerendered_page("real-people"), "effects")
  expect_identical(cells[, 1], unique(name_of(effects)))
  is_found <- effects$p_value < 0.05
  without <- is.na(effects$p_value)
  is_found[without] <- effects$lower[without] > 0 | effects$upper[without] < 0
  for (k in seq_len(nrow(cells))) {
    for (source in c("test", "fit")) {
      own <- which(name_of(effects) == cells[k, 1] & effects$source == source & is_found)
      shown <- cells[k, if (source == "test") 2 else 3]
      words <- if (shown == "none") character() else strsplit(shown, "; ", fixed = TRUE)[[1]]
      expect_length(words, length(own))
      expect_true(all(startsWith(words, effects$effect[own])))
      p_value <- effects$p_value[own]
      p_text <- as.character(ifelse(p_value < 0.001, "p < 0.001", sprintf("p = %.3f", p_value)))
      expect_true(all(is.na(p_value) | endsWith(words, p_text)))
    }
    vain <- setdiff(strsplit(cells[k, 4], ", ", fixed = TRUE)[[1]], "none")
    expect_length(intersect(vain, effects$effect[name_of(effects) == cells[k, 1] & is_found %in% TRUE]), 0)
  }
})

test_that("advice and crowd are those of the results", {
  page <- prerendered_page("real-people")
  advice <- bench_results("real-people-advice")
  cells <- page_table(page, "advice")
  expect_identical(cells[, 1], name_of(advice))
  expect_identical(cells[, 4], advice$says)
  crowd <- bench_results("real-people")
  crowd <- crowd[crowd$set == "crowd" & crowd$method == "auto", ]
  cells <- page_table(page, "crowd")
  expect_identical(cells[, 1], crowd$question)
  expect_lt(max(abs(as.numeric(cells[, 5]) - 1000 * crowd$mean)), 0.0501)
  expect_identical(cells[, 7], verdict_of(crowd))
})
