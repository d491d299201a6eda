# The posterior of rankings: time of 10,000 draws, coverage of the intervals, and the gain over least squares.

suppressPackageStartupMessages(library(seqjudge))

report <- function(what, value, low, high) {
  missed <- value < low || value > high
  cat(sprintf("%-66s %9.4g  (bar %g to %g)%s\n", what, value, low, high, if (missed) "  MISSED" else ""))
}

seconds <- function(expr) sum(system.time(expr)[c("user.self", "sys.self")])

x <- simulate_evaluations(1000, noise = 0.05, seed = 1)
numbers <- stats::runif(1000)
sort_many <- function() for (k in 1:5000) order(numbers)
draw_many <- function(type, prior = 0) {
  rank_posterior(x, prior, 0.05, draws = 10000, noise_type = type, threads = 1, seed = 1)
}
# Taken in turn, so that a busy moment hits both alike.
times <- replicate(5, c(
  sort = seconds(sort_many()) / 5000, normal = seconds(draw_many("normal")), uniform = seconds(draw_many("uniform")),
  prior = seconds(draw_many("normal", 50))
))
for (type in c("normal", "uniform", "prior")) {
  ratio <- stats::median(times[type, ] / times["sort", ])
  what <- c(normal = "normal noise", uniform = "uniform noise", prior = "normal noise, prior size 50")[[type]]
  report(paste0("10,000 draws of 1,000 items, ", what, ", in order()s"), ratio, 0, 20000)
}

# The cost of one more draw beside that of a decode by insertion_ranking(), which rounds scores in place of drawing
# ranks. The draws are kept: of those that are not, none is made before something is asked of them. What comes once for
# all draws, such as tables to draw from, is left out by taking the difference between few and many.
draws_in_decodes <- function(x, few = 100, many = 1100, decodes = 300) {
  old <- options(seqjudge.kept_ranks = Inf)
  on.exit(options(old))
  evaluators <- sum(x$position == 1)
  by_row <- if (evaluators > 1) matrix(x$score, evaluators, byrow = TRUE) else x$score
  took <- function(draws) seconds(rank_posterior(x, 3, 0.05, draws = draws, threads = 1, seed = 1))
  times <- replicate(5, c(
    draw = (took(many) - took(few)) / (many - few),
    decode = seconds(for (k in seq_len(decodes)) insertion_ranking(by_row, 3, threads = 1)) / decodes
  ))
  stats::median(times["draw", ] / times["decode", ])
}
many <- simulate_evaluations(20, evaluators = 1000, prior_size = 3, noise = 0.05, seed = 1)
long <- simulate_evaluations(10000, prior_size = 3, noise = 0.05, seed = 1)
report("a draw of 1,000 evaluators of 20 items, in decodes", draws_in_decodes(many), 0, 3)
report("a draw of one evaluator of 10,000 items, in decodes", draws_in_decodes(long), 0, 3)
# Memory at its highest, in MB, of all summaries: with draws kept, and made again, for few and for ten times as many.
peak <- function(kept, draws) {
  old <- options(seqjudge.kept_ranks = if (kept) Inf else 0)
  on.exit(options(old))
  gc(reset = TRUE)
  before <- sum(gc()[, 2])
  posterior <- rank_posterior(many, 3, 0.05, draws = draws, threads = 2, seed = 1)
  as.data.frame(posterior)
  top_probability(posterior, 3)
  sum(gc()[, 6]) - before
}
memory <- c(peak(FALSE, 400), peak(FALSE, 4000), peak(TRUE, 400), peak(TRUE, 4000))
cat(sprintf("memory of summaries, 400 and 4,000 draws: made again %.0f and %.0f MB, kept %.0f and %.0f MB\n",
  memory[1], memory[2], memory[3], memory[4]))

# Beside the share of true ranks that the intervals hold, the probability that they say they hold. Both exceed 0.95
# where ranks are few, since whole ranks cannot hold exactly as much as asked for; they should agree with each other.
coverage <- function(n, prior, noise, type, bins = 0, reps = 2000) {
  scale <- if (bins > 0) score_scale("bins", k = bins) else score_scale("identity")
  rowMeans(vapply(seq_len(reps), FUN.VALUE = numeric(2), function(k) {
    x <- simulate_evaluations(n, prior_size = prior, noise = noise, noise_type = type, scale = scale, seed = k)
    posterior <- rank_posterior(x, prior, noise, draws = 1000, noise_type = type, seed = k)
    ends <- confint(posterior)
    # Places, where 1 is the best; columns of probabilities are ranks.
    place <- function(rank) n + 1 - rank
    probability <- rank_probability(posterior)
    inside <- place(col(probability)) >= ends[, "lower"] & place(col(probability)) <= ends[, "upper"]
    c(mean(ends[, "lower"] <= place(x$truth) & place(x$truth) <= ends[, "upper"]), sum(probability[inside]) / n)
  }))
}
check_coverage <- function(what, ...) {
  found <- coverage(...)
  report(paste("coverage of 95% intervals:", what), found[1], 0.94, 0.97)
  cat(sprintf("  probability that they hold: %.4f\n", found[2]))
}
check_coverage("50 items, normal noise 0.05", 50, 0, 0.05, "normal")
check_coverage("50 items, uniform noise 0.1", 50, 0, 0.1, "uniform")
check_coverage("100 items, uniform noise 0.1", 100, 0, 0.1, "uniform")
check_coverage("30 items, prior size 5, normal 0.1", 30, 5, 0.1, "normal")
check_coverage("30 items, deciles, prior size 2", 30, 2, 0.05, "normal", 10)

# Against the truth that was drawn.
risk_errors <- getFromNamespace("risk_errors", "seqjudge")
for (loss in c("footrule", "squared")) {
  found <- risk_errors(100, 0.1, loss, 2000, 1, 1, 2)$realised_position
  footrule <- colMeans(found)
  largest <- apply(found, 2, max)
  saved <- function(error) 1 - error[["best"]] / error[["insertion"]]
  report(sprintf("n = 100, delta = 0.1, best for %s: footrule saved", loss), saved(footrule), 0.03, 1)
  report(sprintf("n = 100, delta = 0.1, best for %s: largest error saved", loss), saved(largest), 0.15, 1)
}
