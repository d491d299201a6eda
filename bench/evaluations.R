# A table of 1e6 rows (50,000 evaluators x 20 items) becomes evaluations and is ranked, against sorting the same table
# with data.table and ranking within evaluators.
source("bench/lib/timing.R")
suppressPackageStartupMessages(library(data.table))
setDTthreads(1)

set.seed(1)
evaluators <- 50000
items <- 20
truth <- replicate(evaluators, sample.int(items))
data <- data.frame(
  who = rep(seq_len(evaluators), each = items),
  what = paste("item", as.vector(truth)),
  when = rep(seq_len(items), evaluators),
  mark = as.vector(truth) / (items + 1) + rnorm(evaluators * items, 0, 0.02)
)
data <- data[sample.int(nrow(data)), ]

ours <- function() {
  x <- evaluations(data, who, what, when, mark, scale = score_scale("identity"))
  rank_items(x, prior = 5)
}
peer <- function() {
  table <- as.data.table(data)
  setorder(table, who, when)
  table[, rank := frank(mark), by = who]
}

times <- seconds(ours = ours(), peer = peer(), repeats = 3)
cat(sprintf("evaluations() and rank_items(), 1e6 rows: %.2f s\n", times[["ours"]]))
cat(sprintf("setorder() and grouped frank():           %.2f s\n", times[["peer"]]))
report("evaluations() and rank_items() / setorder() and frank()", times[["ours"]] / times[["peer"]], 5)
