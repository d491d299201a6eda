# Speed of the vector functions as ratios against named peers, medians of interleaved runs: make bench.

source("bench/lib/timing.R")

set.seed(1)
y <- runif(1e6)
times <- seconds(
  order = order(y, method = "radix"), none = insertion_ranking(y), some = insertion_ranking(y, 5),
  large = insertion_ranking(y, 1e9), infinite = insertion_ranking(y, Inf)
)
cat(sprintf("Milliseconds at n = 1e6: %s\n", paste(names(times), round(1000 * times), collapse = ", ")))
report("insertion_ranking() / order(radix), n = 1e6", times[["none"]] / times[["order"]], 2)
report("prior 5 / prior 0, n = 1e6", times[["some"]] / times[["none"]])
report("prior 1e9 / prior 0, n = 1e6", times[["large"]] / times[["none"]], 1.3)
report("prior Inf / prior 0, n = 1e6", times[["infinite"]] / times[["none"]])

many <- matrix(y, ncol = 10)
times <- seconds(vector = insertion_ranking(y), matrix = insertion_ranking(many))
report("matrix of 1e5 x 10 / vector of 1e6", times[["matrix"]] / times[["vector"]], 1.5)

long <- runif(1e7)
times <- seconds(million = insertion_ranking(y), ten = insertion_ranking(long))
report("n = 1e7 / n = 1e6", times[["ten"]] / times[["million"]], 14)

a <- sample(1e6)
b <- sample(1e6)
times <- seconds(ours = kendall_distance(a, b), peer = pcaPP::cor.fk(a, b))
report("kendall_distance() / pcaPP::cor.fk(), n = 1e6", times[["ours"]] / times[["peer"]], 1)
