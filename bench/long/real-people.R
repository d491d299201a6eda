# Does correcting help with real people? Small panels of people who rated paintings, chocolates or dances, and of
# those in the paper's experiments: how far are rankings from what all the others say, by the raw mean, by the usual
# ways and by rank_panel()? Writes bench/results/real-people*.csv, which the page "Real people" is made from; only
# means and counts are kept.
#   SEQJUDGE_DATA=... R_LIBS=.lib nice Rscript bench/long/real-people.R [panels] [cores] [parts] [which] [--fresh]
# 100 panels in each row, 2 processes, the parts "panels,effects,advice". What is in the files already is not done
# again: `--fresh` begins anew, and must be given after a change of the package. Takes an hour or two on two cores,
# most of it for the rank model.

suppressPackageStartupMessages(library(seqjudge))
source("bench/lib/cells.R")
source("bench/lib/real-people.R")
given <- study_arguments(list(panels = 100, cores = 2, parts = "panels,effects,advice", which = ""))
folder <- people_folder()
options(seqjudge.threads = 1L)
file_of <- function(part) {
  file.path("bench", "results", paste0("real-people", if (part == "panels") "" else paste0("-", part), ".csv"))
}

# One panel ----------------------------------------------------------------------------------------------------------

# A value for each item, the highest for the best. The rank model gets shorter chains: it is slow, and is shown for
# comparison alone.
estimates <- function(x, seed) {
  panel_of <- function(...) quietly(rank_panel(x, seed = seed, threads = 1, progress = FALSE, ...))
  ranks <- function(panel) {
    panel <- as.data.frame(panel)
    stats::setNames(panel$rank, panel$item)
  }
  usual <- as.data.frame(quietly(panel_baselines(x, c("mean_score", "z_score", "mixed_model"))))
  usual <- lapply(split(usual, usual$method), function(own) stats::setNames(own$rank, own$item))
  auto <- panel_of()
  # Where the default takes the ratings model alone, there is no need to do it twice.
  ratings <- if (identical(auto$model, "ratings")) auto else panel_of(model = "ratings")
  list(
    raw = usual$mean_score, z = usual$z_score, mixed = usual$mixed_model,
    ranks = ranks(panel_of(model = "ranks", iterations = 300, chains = 2)), ratings = ranks(ratings), auto = ranks(auto)
  )
}

distances <- function(x, truth, seed) {
  found <- estimates(x, seed)
  items <- Reduce(intersect, c(list(names(truth)[!is.na(truth)]), lapply(found, names)))
  if (length(items) < 4) {
    return(NULL)
  }
  vapply(found, function(one) footrule(one[items], truth[items]), numeric(1))
}

# People: k of them, and for the truth the mean standardised score of everybody else.
panel_of_people <- function(data, row, k, seed) {
  chosen <- sample(unique(data$evaluator), k)
  own <- data[data$evaluator %in% chosen, ]
  rest <- data[!data$person %in% own$person, ]
  distances(as_people(own, row), tapply(rest$z, rest$item, mean), seed)
}

# A contest has its jury, and for the truth what the couples got on their other evenings.
panel_of_contest <- function(data, row, contest) {
  own <- data[data$contest == contest, ]
  distances(as_people(own, row), tapply(own$truth, own$item, mean), 1)
}

# Circles were shown in orders that the experimenters drew by lot, and their true sizes are known.
crowd_of <- function(question) {
  name <- sub(",.*", "", question)
  x <- crowd_experiment(name, folder)
  data <- as.data.frame(x)
  if (question == "conflict, one order") data <- data[data$group == "1,3,4,5,2", ]
  if (question == "relativity, small first") data <- data[data$group == "small first", ]
  evaluations(
    data, "evaluator", "item", "position", "score",
    scale = attr(x, "scale"), truth = "truth", order = "random"
  )
}
panel_of_crowd <- function(x, k, seed) {
  own <- x[sample(unique(x$evaluator), k)]
  distances(own, tapply(own$truth, own$item, mean), seed)
}

# Rows of results ----------------------------------------------------------------------------------------------------

summarised <- function(rows) {
  rows <- do.call(rbind, rows)
  difference <- rows - rows[, "raw"]
  data.frame(
    method = colnames(rows), mean = signif(colMeans(rows), 5), difference = signif(colMeans(difference), 4),
    se = signif(apply(difference, 2, stats::sd) / sqrt(nrow(rows)), 3), panels = nrow(rows), row.names = NULL
  )
}

panels_study <- function(cell) {
  # The same panels for every version of the package, whatever it does with random numbers.
  seeds <- local({
    set.seed(cell_seed(cell, 0, 4))
    sample.int(1e6, given$panels)
  })
  each <- function(one) {
    lapply(seq_along(seeds), function(b) {
      set.seed(seeds[b])
      one(b)
    })
  }
  if (cell$set == "crowd") {
    x <- crowd_of(cell$question)
    return(summarised(each(function(b) panel_of_crowd(x, cell$judges, b))))
  }
  row <- people_sets[people_sets$set == cell$set & people_sets$question == cell$question, ]
  data <- read_people(cell$set, cell$question, folder)
  if (cell$set == "dances") {
    set.seed(20)
    contests <- unique(data$contest[!is.na(data$truth)])
    contests <- sample(contests, min(given$panels, length(contests)))
    return(summarised(lapply(contests, function(contest) panel_of_contest(data, row, contest))))
  }
  summarised(each(function(b) panel_of_people(data, row, cell$judges, b)))
}

# Which effects are there? Everybody's scores at once. -----------------------------------------------------------------

everybody <- function(set, question) {
  row <- people_sets[people_sets$set == set & people_sets$question == question, ]
  data <- read_people(set, question, folder)
  if (set == "dances") {
    data$evaluator <- paste(data$contest, data$evaluator)
    data$item <- paste(data$contest, data$item)
  }
  as_people(data, row)
}

# One row for each effect, and one for all of them together. What there is depends on the version of the package:
# tests by kind with a global one, fit_order_effects(); or else two tests, and the effects in the panel.
effect_columns <- c("source", "effect", "estimate", "lower", "upper", "p_value")
as_effects <- function(source, effect, estimate = NA, lower = NA, upper = NA, p_value = NA) {
  data.frame(source, effect, estimate, lower, upper, p_value)[effect_columns]
}
test_rows <- function(x) {
  if ("effects" %in% names(formals(test_order_effect))) {
    test <- quietly(test_order_effect(x, seed = 1))
    kinds <- tidy(test)
    return(rbind(
      as_effects("test", "any effect", p_value = glance(test)$p_value),
      as_effects("test", kinds$effect, kinds$estimate, p_value = kinds$p_value)
    ))
  }
  p_value <- function(method) tryCatch(test_order_effect(x, method)$p.value, seqjudge_error = function(e) NA_real_)
  as_effects("test", c("spread", "position"), p_value = c(p_value("spread"), p_value("position")))
}
fit_rows <- function(x) {
  if (exists("fit_order_effects", asNamespace("seqjudge"))) {
    fit <- tidy(quietly(getExportedValue("seqjudge", "fit_order_effects")(x, seed = 1)))
    return(as_effects("fit", fit$effect, fit$estimate, fit$lower, fit$upper, fit$p_value))
  }
  # In an order that all share the panel has none.
  if (nrow(x) > 2000) {
    return(NULL)
  }
  panel <- tidy(quietly(rank_panel(x, model = "ratings", seed = 1, threads = 1, progress = FALSE)), "effects")
  panel <- panel[panel$effect %in% c("drift", "start"), ]
  as_effects("fit", panel$effect, panel$estimate, panel$lower, panel$upper)
}

effects_study <- function(cell) {
  set.seed(1)
  x <- everybody(cell$set, cell$question)
  rows <- rbind(test_rows(x), fit_rows(x))
  numbers <- c("estimate", "lower", "upper", "p_value")
  rows[numbers] <- lapply(rows[numbers], function(values) signif(as.double(values), 4))
  rows
}

# What does the package say by itself about a panel of five, and about everybody?
advice_study <- function(cell) {
  x <- everybody(cell$set, cell$question)
  said <- character()
  fit <- quietly(fit_prior(x))
  # The sentence is about the order, not about the ranking, and comes with short chains of one model as well.
  part <- if (cell$set == "dances") x[unique(x$evaluator)[startsWith(unique(x$evaluator), "s1w1 ")]] else x
  withCallingHandlers(
    suppressWarnings(rank_panel(part, "ratings", iterations = 50, seed = 1, threads = 1, progress = FALSE)),
    message = function(m) {
      said <<- c(said, gsub("[[:space:]]+", " ", trimws(conditionMessage(m))))
      invokeRestart("muffleMessage")
    }
  )
  data.frame(
    people = length(unique(x$evaluator)), items = length(unique(x$item)), scores = sum(!is.na(x$score)),
    prior_size = fit$prior_size, p_value = signif(fit$test[["p_value"]], 3), says = paste(said, collapse = " ")
  )
}

# ---------------------------------------------------------------------------------------------------------------------

sets <- people_sets[c("set", "question")]
judges <- function(rows, k) merge(rows, data.frame(judges = k))
crowd <- data.frame(
  set = "crowd",
  question = c("conflict, one order", "conflict, both orders", "existence", "existence", "relativity, small first"),
  judges = c(10, 10, 2, 5, 3)
)
panel_cells <- rbind(
  judges(sets[sets$set != "dances", ], c(2, 3, 5, 10)), judges(sets[sets$set == "dances", ], NA), crowd
)
panel_cells$judges[is.na(panel_cells$judges)] <- 0
studies <- list(
  # More people and more items take longer.
  panels = list(
    cells = panel_cells, work = panels_study, cost = panel_cells$judges * ifelse(panel_cells$set == "paintings", 48, 6)
  ),
  effects = list(cells = sets, work = effects_study, cost = rep(0, nrow(sets))),
  advice = list(cells = sets, work = advice_study, cost = rep(0, nrow(sets)))
)
for (part in strsplit(given$parts, ",")[[1]]) {
  study <- studies[[part]]
  run_cells(study$cells, study$work, file_of(part), given$panels, given, study$cost)
}

# As in a trial of harm: is the default anywhere worse than the raw mean by more than two standard errors?
if (file.exists(file_of("panels"))) {
  rows <- utils::read.csv(file_of("panels"))
  rows <- rows[rows$method == "auto", ]
  verdict <- ifelse(rows$difference > 2 * rows$se, "WORSE", ifelse(rows$difference < -2 * rows$se, "better", "same"))
  cat(sprintf(
    "%-36s k=%-3g %4d panels  default less raw %6.1f (se %.1f)  %s\n", paste(rows$set, rows$question), rows$judges,
    rows$panels, 1000 * rows$difference, 1000 * rows$se, verdict
  ), sep = "")
}
