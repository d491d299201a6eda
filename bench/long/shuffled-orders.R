# Nothing may be corrected where nothing is there: positions of real people's scores are shuffled within evaluators,
# which leaves all scores as they are and takes every effect of the order away. How often does fit_prior() still
# reject "no correction", and how often are the default rankings those of the raw scores?
# Writes the file bench/results/shuffled-orders.csv.
#   SEQJUDGE_DATA=... R_LIBS=.lib nice Rscript bench/long/shuffled-orders.R [shuffles] [cores] [which] [--fresh]
# 100 shuffles in each row, 2 processes. What is in the file already is not done again: `--fresh` begins anew, and
# must be given after a change of the package.

suppressPackageStartupMessages(library(seqjudge))
source("bench/lib/cells.R")
source("bench/lib/real-people.R")
given <- study_arguments(list(shuffles = 100, cores = 2, which = ""))
folder <- people_folder()
options(seqjudge.threads = 1L)

shuffled <- function(data) {
  data$position <- stats::ave(data$position, data$evaluator, FUN = function(own) sample.int(length(own)))
  data
}

# Everybody, or a panel drawn anew for each shuffle. A contest has its own jury, and one contest is drawn each time.
part_of <- function(data, who) {
  if (data$contest[1] != "all") {
    return(data[data$contest == sample(unique(data$contest), 1), ])
  }
  if (who == "all") data else data[data$evaluator %in% sample(unique(data$evaluator), as.integer(who)), ]
}

one_shuffle <- function(data, row, who) {
  x <- as_people(shuffled(part_of(data, who)), row)
  ranks <- function(...) as.data.frame(quietly(rank_items(x, ...)))$rank
  c(
    # Scores that are all the same have no test.
    rejected = isTRUE(quietly(fit_prior(x))$test[["p_value"]] <= 0.05),
    raw = isTRUE(all.equal(ranks(), ranks(method = "induced")))
  )
}

shuffle_study <- function(cell) {
  row <- people_sets[people_sets$set == cell$set & people_sets$question == cell$question, ]
  data <- read_people(cell$set, cell$question, folder)
  found <- vapply(seq_len(given$shuffles), FUN.VALUE = logical(2), function(k) {
    set.seed(cell_seed(cell, k, 5))
    one_shuffle(data, row, cell$people)
  })
  data.frame(rejected = mean(found["rejected", ]), equal_to_raw = mean(found["raw", ]))
}

cells <- merge(people_sets[c("set", "question")], data.frame(people = c("all", "1", "5")))
cells <- cells[cells$set != "dances" | cells$people == "all", ]
cells$people[cells$set == "dances"] <- "jury"
file <- file.path("bench", "results", "shuffled-orders.csv")
run_cells(cells, shuffle_study, file, given$shuffles, given, cost = as.double(cells$people == "all"))

result <- utils::read.csv(file)
result <- result[order(-result$rejected), ]
print(result, row.names = FALSE)
percent <- function(x) sprintf("%.1f%%", 100 * x)
cat(
  "Rejected in", percent(mean(result$rejected)), "(bar 8%, highest row", percent(max(result$rejected)), ")\n",
  "Default equal to raw in", percent(mean(result$equal_to_raw)), "(bar 92%, lowest row",
  percent(min(result$equal_to_raw)), ")\n"
)
