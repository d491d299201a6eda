# Speed of fit_order_effects() beside lme4, in one run. Full: 258 evaluators saw 109 items each. Sparse: six scores.
#   R_LIBS=.lib Rscript bench/ratings.R [largest sparse panel for lme4, in items, default 3000]
# lme4's factor fills in on sparse panels, and its time grows with the cube of their size.

suppressPackageStartupMessages({
  library(seqjudge)
  library(lme4)
})
source("bench/lib/timing.R")

args <- commandArgs(trailingOnly = TRUE)
largest <- if (length(args) > 0) as.integer(args[1]) else 3000L

panel <- function(evaluators, items, each) {
  quality <- rnorm(items)
  data <- data.frame(
    evaluator = rep(seq_len(evaluators), each = each), position = rep(seq_len(each), evaluators),
    item = as.vector(replicate(evaluators, sample.int(items, each)))
  )
  data$score <- quality[data$item] + rnorm(evaluators)[data$evaluator] - 0.2 * data$position / each + rnorm(nrow(data))
  data
}

compare <- function(evaluators, items, each, bar, with_lmer = TRUE) {
  data <- panel(evaluators, items, each)
  x <- evaluations(data, evaluator, item, position, score, scale = score_scale("range", -20, 20))
  once <- function(code) system.time(code)[["elapsed"]]
  own <- once(fit_order_effects(x, seed = 1))
  name <- paste0(items, " items x ", evaluators, " evaluators, ", each, " each")
  report(paste0(name, ", seconds"), own, if (with_lmer) NA else 60)
  if (!with_lmer) {
    return(invisible())
  }
  other <- once(lmer(score ~ position + (1 | item) + (1 | evaluator), data))
  report(paste0(name, ", lmer, seconds"), other)
  report(paste0(name, ", times lmer"), own / other, bar)
}

set.seed(1)
compare(258, 109, 109, 3)
compare(800, 1000, 6, 0.5)
if (largest >= 3000) compare(2400, 3000, 6, 0.1)
compare(8000, 10000, 6, NA, with_lmer = FALSE)
