# Example objects that several test files use.

bakeoff_rows <- function() {
  evaluations(
    bakeoff, judge, contestant, position, points,
    scale = score_scale("range", 0, 100), truth = true_rank
  )
}

judge_experience <- c(Milo = 1000, Amara = 0, Bruno = 2, Ines = 5, Kofi = 10, Lena = 30)

# Evaluators with own numbers of items in own orders, some of them unscored; every evaluator has a known truth.
random_evaluations <- function(evaluators = 4, items = 9, unscored = 0.15, grid = NULL) {
  rows <- lapply(seq_len(evaluators), function(k) {
    n <- sample.int(items, 1)
    score <- if (is.null(grid)) runif(n) else sample(grid, n, replace = TRUE)
    score[runif(n) < unscored] <- NA
    data.frame(who = paste0("e", k), what = sample(letters, items)[seq_len(n)], when = seq_len(n), mark = score)
  })
  data <- do.call(rbind, rows)
  data$quality <- match(data$what, letters) * 1.5
  evaluations(data[sample.int(nrow(data)), ], who, what, when, mark, truth = quality)
}
