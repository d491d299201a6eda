# The figures of the vignette "How sure are we": errors of least squares and of the best rankings given the posterior,
# beside those of the raw scores, over 2,000 sequences for each setting. Takes some minutes; prints a table to paste.

library(seqjudge)
risk_errors <- getFromNamespace("risk_errors", "seqjudge")

settings <- expand.grid(n = c(20, 50, 100, 250), delta = c(0.02, 0.05, 0.1, 0.2))
reps <- 2000

# Distances to the truth that was drawn. The mean over positions of the entry-wise error is the footrule distance.
errors_of <- function(n, delta, loss, group) {
  found <- risk_errors(n, delta, loss, reps, seed = 2026, group = group, threads = 2)
  by_position <- found$realised_position
  list(footrule = colMeans(by_position), largest = apply(by_position, 2, max), expected = colMeans(found$position))
}

table <- do.call(rbind, lapply(seq_len(nrow(settings)), function(k) {
  n <- settings$n[k]
  delta <- settings$delta[k]
  footrule <- errors_of(n, delta, "footrule", k)
  squared <- errors_of(n, delta, "squared", k)
  row <- data.frame(
    n = n, delta = delta,
    induced = footrule$footrule[["induced"]], insertion = footrule$footrule[["insertion"]],
    footrule_best = footrule$footrule[["best"]], squared_best = squared$footrule[["best"]],
    induced_max = footrule$largest[["induced"]], insertion_max = footrule$largest[["insertion"]],
    footrule_best_max = footrule$largest[["best"]], squared_best_max = squared$largest[["best"]]
  )
  print(signif(row, 4))
  # Two ways to the same mean.
  print(signif(rbind(realised = footrule$footrule, expected = footrule$expected), 4))
  row
}))
write.csv(signif(table, 4), row.names = FALSE, quote = FALSE)
