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
