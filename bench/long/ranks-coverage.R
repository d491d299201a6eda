# How often do the default 90% intervals of ranks hold the true rank, when neither prior size nor noise is known? One
# evaluator, scores that are shares. Beside it the same with both known, the loss that is expected and the loss that
# comes out, and simulation-based calibration with sizes and noises drawn from the priors.
#   R_LIBS=.lib Rscript bench/long/ranks-coverage.R [replicates] [file] [sbc replicates]

suppressPackageStartupMessages(library(seqjudge))

args <- commandArgs(trailingOnly = TRUE)
replicates <- if (length(args) > 0) as.integer(args[1]) else 20L
file <- if (length(args) > 1) args[2] else ""
sbc_replicates <- if (length(args) > 2) as.integer(args[3]) else 100L

say <- function(...) {
  line <- sprintf(...)
  cat(line)
  if (file != "") cat(line, file = file, append = TRUE)
}

# Scores of a fit to shares that are shares: a warning would be a false alarm, and is counted.
quietly <- function(code) suppressMessages(suppressWarnings(code, classes = "seqjudge_warning_scale"))

covered <- function(posterior, place) {
  ends <- confint(posterior, level = 0.9)
  mean(ends[, 1] <= place & place <= ends[, 2])
}

one <- function(n, size, noise, type, seed) {
  x <- simulate_evaluations(n, prior_size = size, noise = noise, noise_type = type, seed = seed)
  place <- n + 1 - rank(x$truth)
  default <- quietly(rank_posterior(x, noise_type = type, draws = 600, seed = seed))
  given_size <- quietly(rank_posterior(x, prior = size, noise_type = type, draws = 600, seed = seed))
  known <- rank_posterior(x, prior = size, noise = noise, noise_type = type, draws = 600, seed = seed)
  told <- as.data.frame(default)
  told <- told[match(x$item, told$item), ]
  sure <- told$p_best > 0.8
  expected <- expected_loss(default)
  c(
    default = covered(default, place), size_given = covered(given_size, place), known = covered(known, place),
    expected = expected$expected[expected$ranking == "best"],
    found = sum(abs(told$place - place)) / n^2,
    sure = sum(sure), right = sum(sure & place == 1)
  )
}

say("90%% intervals of ranks: coverage with nothing known, size known, both known; expected and true loss\n")
for (type in c("normal", "uniform")) { # nolint: cyclocomp_linter.
  for (n in c(12, 20, 60)) {
    for (noise in c(0.05, 0.1, 0.2)) {
      for (size in c(0, 3, Inf)) {
        found <- vapply(seq_len(replicates), function(k) one(n, size, noise, type, k), numeric(7))
        mean <- rowMeans(found)
        say(
          "%-7s n %2d noise %.2f size %3s: %.3f %.3f %.3f  loss %.3f %.3f  p_best > .8: %d, right %d%s\n", type, n,
          noise, format(size), mean[1], mean[2], mean[3], mean[4], mean[5], sum(found[6, ]), sum(found[7, ]),
          if (mean[1] < 0.87 || mean[1] > 0.96) "  MISSED" else ""
        )
      }
    }
  }
}

# Truth from the priors: the rank of the true rank of an item among its draws is uniform.
say("simulation-based calibration, %d replicates\n", sbc_replicates)
sbc <- vapply(seq_len(sbc_replicates), FUN.VALUE = numeric(1), function(k) {
  set.seed(k)
  size <- if (runif(1) < 1 / 3) Inf else round(expm1(rexp(1, 1 / 1.5)))
  noise <- min(max(exp(rnorm(1, log(0.16), 0.9)), 0.001), 1)
  x <- simulate_evaluations(15, prior_size = min(size, if (is.infinite(size)) Inf else 1e6), noise = noise, seed = k)
  posterior <- quietly(rank_posterior(x, draws = 199, seed = k))
  draws <- posterior$distributions[[1]]$ranks
  item <- sample.int(15, 1)
  true <- rank(x$truth)[item]
  (sum(draws[item, ] < true) + runif(1) * (sum(draws[item, ] == true) + 1)) / 200
})
say("p = %.4f\n", stats::ks.test(sbc, "punif")$p.value)
