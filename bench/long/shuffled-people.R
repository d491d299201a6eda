# Real marks with the order taken out of them: positions are shuffled within evaluators, so that nothing is left to
# correct. How often is "no correction" rejected all the same, and how often does the default ranking differ from the
# raw one?
#   SEQJUDGE_REAL=<folder> Rscript bench/long/shuffled-people.R [shuffles] [seed]
# The folder holds sets of ratings (evaluator, item, position, scores); they are not part of the package. The
# results go to the file shuffled-people.csv in bench/results.

library(seqjudge)
args <- commandArgs(TRUE)
shuffles <- if (length(args) > 0) as.integer(args[1]) else 100L
set.seed(if (length(args) > 1) as.integer(args[2]) else 1L)
folder <- Sys.getenv("SEQJUDGE_REAL")
if (!dir.exists(folder)) stop("Say in SEQJUDGE_REAL where the ratings are.")

sets <- data.frame(
  set = c("paintings", "paintings", "paintings", "chocolate", "chocolate", "chocolate", "dances"),
  score = c("beauty", "meaning", "worth", "cocoa", "bitterness", "sweetness", "score"),
  lower = c(-3, 0, 0, 0, 0, 0, 0), upper = c(3, 6, 6, 10, 10, 10, 10)
)

verdict <- function(d, lower, upper) {
  d$position <- stats::ave(seq_along(d$score), d$evaluator, FUN = function(rows) sample.int(length(rows)))
  x <- evaluations(d, evaluator, item, position, score, scale = score_scale("range", lower, upper))
  fit <- fit_prior(x)
  ranking <- as.data.frame(suppressMessages(rank_items(x)))
  c(rejected = fit$test[["p_value"]] <= 0.05, raw = isTRUE(all.equal(ranking$rank, ranking$induced_rank)))
}

results <- lapply(seq_len(nrow(sets)), function(s) {
  d <- utils::read.csv(file.path(folder, paste0(sets$set[s], ".csv")))
  d$score <- d[[sets$score[s]]]
  d <- d[!is.na(d$score), ]
  # Of contests, another one for each shuffle.
  contests <- if ("contest" %in% names(d)) sample(unique(d$contest))
  found <- vapply(seq_len(shuffles), FUN.VALUE = logical(2), function(k) {
    own <- if (is.null(contests)) d else d[d$contest == contests[1 + (k - 1) %% length(contests)], ]
    verdict(own, sets$lower[s], sets$upper[s])
  })
  row <- cbind(sets[s, 1:2], rejected = mean(found[1, ]), raw = mean(found[2, ]), shuffles = shuffles)
  message(paste(names(row), vapply(row, format, ""), collapse = "  "))
  row
})
utils::write.csv(do.call(rbind, results), file.path("bench", "results", "shuffled-people.csv"), row.names = FALSE)
