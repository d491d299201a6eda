# Random panels from the paper's crowd data: how often rank_panel() and the mean raw score find the true ranking. Needs
# the authors' CSV files in the folder that the environment variable SEQJUDGE_DATA names.

library(seqjudge)

folder <- Sys.getenv("SEQJUDGE_DATA")
if (folder == "" || !file.exists(file.path(folder, "conflict.csv"))) {
  message("Skipped: SEQJUDGE_DATA names no folder with the paper's data")
  quit("no")
}

read_experiment <- function(name) {
  data <- utils::read.csv(file.path(folder, paste0(name, ".csv")), check.names = FALSE)
  part <- function(pattern) unname(as.matrix(data[grepl(pattern, names(data))]))
  list(bins = part("^score"), truth = t(apply(part("^size"), 1, rank)))
}

measure <- function(crowd, group, size, panels = as.integer(Sys.getenv("PANELS", "500"))) {
  found <- replicate(panels, {
    who <- sample(group, size)
    items <- matrix(paste("circle", crowd$truth[who, ]), size)
    x <- as_evaluations(crowd$bins[who, ], items, scale = score_scale("bins", k = 10))
    data <- as.data.frame(rank_panel(x))
    panel <- data$rank[match(paste("circle", 1:5), data$item)]
    raw <- rank(tapply(x$score, x$item, mean)[paste("circle", 1:5)])
    c(all(panel == 1:5), all(raw == 1:5), footrule_distance(panel, 1:5), footrule_distance(unname(raw), 1:5))
  })
  round(rowMeans(found), 4)
}

set.seed(1)
conflict <- read_experiment("conflict")
existence <- read_experiment("existence")
first <- which(conflict$truth[, 5] == 2)
result <- rbind(
  "conflict, order 1,3,4,5,2, 10 evaluators" = measure(conflict, first, 10),
  "conflict, both orders, 10 evaluators" = measure(conflict, 1:100, 10),
  "existence, 2 evaluators" = measure(existence, 1:240, 2),
  "existence, 3 evaluators" = measure(existence, 1:240, 3),
  "existence, 5 evaluators" = measure(existence, 1:240, 5)
)
colnames(result) <- c("right", "right_raw", "footrule", "footrule_raw")
print(result)
