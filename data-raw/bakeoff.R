# Simulates the data set `bakeoff`: run from the package's root with Rscript data-raw/bakeoff.R.
#
# Six judges taste the cakes of twelve contestants, each judge in their own order. A judge places the cake among those
# tasted so far and those remembered from earlier contests, as in the model of the package, and gives points from 0 to
# 100 with a little noise. This is written out in plain R, so that the data do not depend on the package they test.

set.seed(2205)

contestants <- c(
  "Abena", "Boris", "Chiara", "Dmitri", "Elif", "Farid", "Greta", "Hiro", "Ingrid", "Jamal", "Katya", "Luis"
)
prior_sizes <- c(Amara = 0, Bruno = 2, Ines = 5, Kofi = 10, Lena = 30, Milo = 1000)
noise <- 0.03

true_rank <- setNames(sample(length(contestants)), contestants)

score_cakes <- function(judge) {
  order_shown <- sample(contestants)
  # Quality on a scale of 0 to 1; remembered cakes come from the same distribution.
  quality <- true_rank[order_shown] / (length(contestants) + 1)
  remembered <- runif(prior_sizes[[judge]])
  points <- vapply(seq_along(order_shown), function(t) {
    known <- c(remembered, quality[seq_len(t)])
    100 * (sum(known <= quality[t]) / (length(known) + 1) + rnorm(1, sd = noise))
  }, numeric(1))
  data.frame(
    judge = judge,
    contestant = order_shown,
    position = seq_along(order_shown),
    points = as.integer(pmin(pmax(round(points), 0), 100)),
    true_rank = unname(true_rank[order_shown])
  )
}

bakeoff <- do.call(rbind, lapply(names(prior_sizes), score_cakes))
save(bakeoff, file = "data/bakeoff.rda", version = 2, compress = "xz")
