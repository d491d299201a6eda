# Ratings that real people gave one after another, and the paper's crowd data. They are not part of the package:
# SEQJUDGE_DATA names the folder of the crowd data, which has a folder `real` with the files paintings.csv,
# chocolate.csv and dances.csv (evaluator, item, position, scores; for the dances also contest and truth).

people_folder <- function() {
  folder <- Sys.getenv("SEQJUDGE_DATA")
  if (folder == "" || !dir.exists(file.path(folder, "real"))) {
    message("Skipped: SEQJUDGE_DATA names no folder with the data of real people")
    quit("no")
  }
  folder
}

# A row for each question that people answered, with the ends of the form.
people_sets <- data.frame(
  set = c("paintings", "paintings", "paintings", "chocolate", "chocolate", "chocolate", "dances"),
  question = c("beauty", "meaning", "worth", "cocoa", "bitterness", "sweetness", "score"),
  lower = c(-3, 0, 0, 0, 0, 0, 0), upper = c(3, 6, 6, 10, 10, 10, 10)
)

# Scores of one question: evaluator, person (who may have come twice), contest, item, position, score, z, truth.
read_people <- function(set, question, folder) {
  data <- utils::read.csv(file.path(folder, "real", paste0(set, ".csv")))
  data$score <- data[[question]]
  data <- data[!is.na(data$score), ]
  if (!"person" %in% names(data)) data$person <- data$evaluator
  if (!"contest" %in% names(data)) data$contest <- "all"
  if (!"truth" %in% names(data)) data$truth <- NA_real_
  data$z <- standardised(data$score, paste(data$contest, data$evaluator))
  data[c("evaluator", "person", "contest", "item", "position", "score", "z", "truth")]
}

standardised <- function(score, by) {
  stats::ave(score, by, FUN = function(own) {
    if (length(own) > 1 && stats::sd(own) > 0) (own - mean(own)) / stats::sd(own) else 0 * own
  })
}

# Positions count the scores that are there.
as_people <- function(data, row, ...) {
  data$position <- stats::ave(data$position, data$evaluator, FUN = rank)
  evaluations(data, "evaluator", "item", "position", "score", scale = score_scale("range", row$lower, row$upper), ...)
}

footrule <- function(estimate, truth) sum(abs(rank(estimate) - rank(truth))) / length(truth)^2
