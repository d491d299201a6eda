# Example objects that several test files use.

# The points of bakeoff were made by the paper's model.
bakeoff_shares <- score_scale("range", 0, 100, meaning = "shares")

bakeoff_rows <- function() {
  evaluations(
    bakeoff, judge, contestant, position, points,
    scale = bakeoff_shares, truth = true_rank
  )
}

judge_experience <- c(Milo = 1000, Amara = 0, Bruno = 2, Ines = 5, Kofi = 10, Lena = 30)

# Evaluators with own numbers of items in own orders, some of them unscored; every evaluator has a known truth.
random_evaluations <- function(evaluators = 4, items = 9, unscored = 0.15, grid = NULL) {
  rows <- lapply(seq_len(evaluators), function(k) {
    n <- sample.int(items, 1)
    score <- if (is.null(grid)) runif(n) else sample(grid, n, replace = TRUE)
    score[runif(n) < unscored] <- NA
    list(who = rep(paste0("e", k), n), what = sample(letters, items)[seq_len(n)], when = seq_len(n), mark = score)
  })
  columns <- c(who = "who", what = "what", when = "when", mark = "mark")
  data <- data.frame(lapply(columns, function(name) unlist(lapply(rows, `[[`, name))))
  data$quality <- match(data$what, letters) * 1.5
  evaluations(data[sample.int(nrow(data)), ], who, what, when, mark, truth = quality)
}

points <- score_scale("range", 0, 100)

bakeoff_evaluations <- function(data = bakeoff) {
  evaluations(data, judge, contestant, position, points, scale = points)
}

# Small long data: Ann saw three items, Bob two of them in another order, one without a score.
small <- data.frame(
  who = c("Bob", "Ann", "Ann", "Bob", "Ann"),
  what = c("cake", "soup", "cake", "soup", "stew"),
  when = c(2, 1, 2, 1, 3),
  mark = c(0.3, 0.5, NA, 0.2, 0.9)
)
small_sorted <- data.frame(
  evaluator = c("Bob", "Bob", "Ann", "Ann", "Ann"),
  item = c("soup", "cake", "soup", "cake", "stew"),
  position = c(1L, 2L, 1L, 2L, 3L),
  score = c(0.2, 0.3, 0.5, NA, 0.9)
)
small_evaluations <- function(data = small, ...) evaluations(data, who, what, when, mark, ...)

# Three judges of two items, kept with the side they sit on.
paired_items <- function() {
  evaluations(
    data.frame(
      who = rep(c("Ann", "Bob", "Cem"), each = 2), what = c("a", "b", "b", "a", "a", "b"),
      points = c(4, 6, 5, 1, NA, 7), side = rep(c("left", "right", "right"), each = 2)
    ),
    who, what, ".row", points,
    scale = score_scale("range", 0, 10), keep = "side"
  )
}

# Three judges over three weeks: items come again, each judge sees them in an order of their own, and Cem missed week 2.
season_rows <- function(top = 1, items = 7) {
  withr::local_seed(8)
  weeks <- lapply(1:3, function(week) {
    judges <- if (week == 2) c("Ann", "Bob") else c("Ann", "Bob", "Cem")
    rows <- lapply(judges, function(judge) {
      dish <- sample(letters[1:(items + 1 - week)])
      strict <- c(Ann = 0, Bob = 0.1, Cem = 0.2)[[judge]]
      score <- match(dish, letters) / 10 - strict + stats::rnorm(length(dish), 0.2, 0.05)
      data.frame(judge, week, dish, when = seq_along(dish), mark = round(top * pmin(pmax(score, 0), 1), 2))
    })
    do.call(rbind, rows)
  })
  do.call(rbind, weeks)
}

season <- function(data = season_rows(), ...) evaluations(data, judge, dish, when, mark, round = week, ...)

# The same without rounds: each round of a judge is an evaluator, in the order of the sequences.
season_apart <- function(data = season_rows(), ...) {
  data <- data[order(match(data$judge, unique(data$judge)), data$week), ]
  data$judge <- paste0(data$judge, ", round ", data$week)
  evaluations(data, judge, dish, when, mark, ...)
}
