# The bars of the planning functions, by simulation: a table for each is printed. Takes about ten minutes.
#   Rscript bench/long/planning.R [orders|panel|looks|fits]     all without an argument

library(seqjudge)
asked <- commandArgs(trailingOnly = TRUE)
wanted <- function(part) length(asked) == 0 || part %in% asked
# Counts and contests by plain R.
source(file.path("tests", "testthat", "helper-planning.R"))

# Orders: 20 random shapes, and the largest.
if (wanted("orders")) {
  set.seed(20)
  shapes <- data.frame(
    items = c(sample(20:300, 20), 300), evaluators = c(sample(5:100, 20), 100), each = c(sample(3:6, 20, TRUE), 6)
  )
  orders <- lapply(seq_len(nrow(shapes)), function(s) {
    shape <- shapes[s, ]
    took <- system.time(plan <- plan_orders(shape$items, shape$evaluators, shape$each, seed = s))[["elapsed"]]
    counts <- counts_by_hand(plan)
    data.frame(
      shape,
      turns = spread_of(rowSums(counts$at)), positions = spread_of(counts$at), neighbours = spread_of(counts$after),
      pairs = spread_of(counts$both), seconds = took
    )
  })
  cat("\nOrders: largest less smallest count\n")
  print(do.call(rbind, orders), row.names = FALSE)
}

# Panels: predictions against contests by plain R.
if (wanted("panel")) {
  set.seed(1)
  rows <- lapply(seq_along(contest_scenarios()), function(s) {
    scenario <- contest_scenarios()[[s]]
    planned <- planned_winner(scenario, 40000)
    by_hand <- winner_by_hand(scenario, 4000)
    data.frame(
      scenario = s, model = scenario[[7]], planned = planned$winner, by_hand = by_hand,
      difference = planned$winner - by_hand, se = sqrt(planned$winner_se^2 + by_hand * (1 - by_hand) / 4000)
    )
  })
  cat("\nPanels: probability of the right winner\n")
  print(do.call(rbind, rows), row.names = FALSE, digits = 3)
}

# Second looks against random ones, with the posterior known.
if (wanted("looks")) {
  source_of <- parse(file.path("tests", "testthat", "test-second-looks.R"))
  functions <- Filter(function(x) identical(x[[1]], as.name("<-")), as.list(source_of))
  env <- new.env(parent = asNamespace("seqjudge"))
  for (one in functions) eval(one, env)
  set.seed(2)
  cat("\nSecond looks at 3 of 12 items: what chosen ones lose less than random ones, of 3,000 contests\n")
  for (goal in c("ranking", "winner")) {
    gained <- env$looks_against_random(3000, goal)
    se <- apply(gained, 2, stats::sd) / sqrt(nrow(gained))
    print(data.frame(goal, loss = colnames(gained), gained = colMeans(gained), se, ratio = colMeans(gained) / se),
      row.names = FALSE, digits = 3
    )
  }
}

# The same where everything is learned by rank_panel(), and how that decides beside what plan_panel() predicts.
if (wanted("fits")) {
  n <- 12
  judges <- 5
  items <- sprintf("i%02d", seq_len(n))
  score <- function(z, seen, level) level + z[seen] + rnorm(length(seen), 0, 0.7)
  session <- function(z, j, seen, level, round) {
    data.frame(judge = j, item = items[seen], position = seq_along(seen), score = score(z, seen, level), round = round)
  }
  fit <- function(rows) {
    several <- length(unique(rows$round)) > 1
    x <- if (several) {
      evaluations(rows, judge, item, position, score, round = round, scale = score_scale("range", -20, 20))
    } else {
      evaluations(rows, judge, item, position, score, scale = score_scale("range", -20, 20))
    }
    suppressWarnings(suppressMessages(
      rank_panel(x, model = "ratings", prior = Inf, iterations = 300, chains = 2, seed = 1, progress = FALSE)
    ))
  }
  value <- function(panel) stats::setNames(as.data.frame(panel)$mean_rank, as.data.frame(panel)$item)[items]
  set.seed(3)
  results <- t(replicate(250, {
    z <- rnorm(n)
    level <- rnorm(judges, 0, 0.5)
    first <- do.call(rbind, lapply(seq_len(judges), function(j) session(z, j, sample(n), level[j], 1)))
    panel <- fit(first)
    again <- function(chosen) {
      rows <- lapply(seq_len(judges), function(j) session(z, j, sample(chosen), level[j], 2))
      found <- value(fit(rbind(first, do.call(rbind, rows))))
      c(sum(abs(rank(found) - rank(z))) / n^2, which.max(found) != which.max(z))
    }
    ranking <- match(as.data.frame(second_looks(panel, 3))$item, items)
    winner <- match(as.data.frame(second_looks(panel, 3, goal = "winner"))$item, items)
    lost <- again(sample(n, 3))
    c(which.max(value(panel)) == which.max(z), lost[1] - again(ranking)[1], lost[2] - again(winner)[2])
  }))
  planned <- plan_panel(items = n, evaluators = judges, effects = list(noise = 0.7), reps = 20000, seed = 1)
  cat("\nRight winner by rank_panel():", mean(results[, 1]), "planned:", as.data.frame(planned)$winner, "\n")
  gained <- colMeans(results[, 2:3])
  se <- apply(results[, 2:3], 2, stats::sd) / sqrt(nrow(results))
  cat("Second looks by rank_panel(), gained over random ones\n")
  print(data.frame(goal = c("ranking", "winner"), loss = c("footrule", "winner"), gained, se, ratio = gained / se),
    row.names = FALSE, digits = 3
  )
}
