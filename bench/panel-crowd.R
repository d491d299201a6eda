# Random panels from the paper's crowd data: how often rank_panel() and the mean raw score find the true ranking, with
# nothing known of the evaluators. Needs the authors' CSV files in the folder that SEQJUDGE_DATA names.
#   Rscript bench/panel-crowd.R [panels] [file]

suppressPackageStartupMessages(library(seqjudge))
given <- commandArgs(trailingOnly = TRUE)
panels <- if (length(given) > 0) as.integer(given[1]) else 500L
file <- if (length(given) > 1) given[2] else "bench/results/panel-crowd.csv"

folder <- Sys.getenv("SEQJUDGE_DATA")
if (folder == "" || !file.exists(file.path(folder, "conflict.csv"))) {
  message("Skipped: SEQJUDGE_DATA names no folder with the paper's data")
  quit("no")
}

# One panel: is the whole ranking right, and how far is it off, by rank_panel() and by the mean raw score?
one_panel <- function(x, size) {
  part <- x[sample(unique(x$evaluator), size)]
  truth <- tapply(part$truth, part$item, mean)
  panel <- suppressMessages(suppressWarnings(rank_panel(part, threads = 1), classes = "seqjudge_warning_mixing"))
  panel <- as.data.frame(panel)
  found <- panel$rank[match(names(truth), panel$item)]
  raw <- rank(tapply(part$score, part$item, mean)[names(truth)])
  truth <- rank(truth)
  c(
    all(found == truth), all(raw == truth),
    footrule_distance(unname(found), unname(truth)), footrule_distance(unname(raw), unname(truth))
  )
}

measure <- function(what, x, size, panels) {
  found <- t(replicate(panels, one_panel(x, size)))
  row <- data.frame(
    data = what, evaluators = size, panels = panels, right = mean(found[, 1]), right_raw = mean(found[, 2]),
    footrule = mean(found[, 3]), footrule_raw = mean(found[, 4]),
    difference_se = stats::sd(found[, 3] - found[, 4]) / sqrt(panels)
  )
  print(row, digits = 3)
  row
}

set.seed(1)
# The orders are those of designed experiments, of which the panels are told that they count as random.
drawn <- function(name) {
  x <- crowd_experiment(name, folder)
  evaluations(x, evaluator, item, position, score, attr(x, "scale"), truth = truth, keep = "group", order = "random")
}
conflict <- drawn("conflict")
existence <- drawn("existence")
relativity <- drawn("relativity")
in_group <- function(x, group) x[unique(x$evaluator[x$group == group])]
first <- in_group(conflict, "1,3,4,5,2")
small <- in_group(relativity, "small first")
result <- rbind(
  measure("conflict, order 1,3,4,5,2", first, 10, panels),
  measure("conflict, both orders", conflict, 10, panels),
  measure("existence", existence, 2, panels),
  measure("existence", existence, 3, panels),
  measure("existence", existence, 5, panels),
  # Markov chains, as there are ten items.
  measure("relativity, small first", small, 3, panels %/% 5),
  measure("relativity, small first", small, 10, panels %/% 5)
)
dir.create(dirname(file), showWarnings = FALSE, recursive = TRUE)
utils::write.csv(result, file, row.names = FALSE)
