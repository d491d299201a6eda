# Simulation-based calibration of rank_panel(method = "mcmc") over the whole model, by the functions of the tests.

library(seqjudge)
# They use what the package keeps to itself.
sbc <- new.env(parent = asNamespace("seqjudge"))
sys.source("tests/testthat/helper-sbc.R", sbc)

set.seed(1)
draws <- 99L
time <- system.time(places <- replicate(500, sbc$sbc_replicate(n = 8L, evaluators = 5L, draws = draws, thin = 10L)))
print(round(sbc$sbc_test(places, draws), 4))
cat("500 replicates in", round(time[["elapsed"]]), "s\n")
