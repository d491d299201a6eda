# The main job on the bundled contest: from the judges' table to corrected rankings, compared with those of the raw
# scores, printed and drawn.
#   Rscript tools/demo.R [file for the picture]

suppressPackageStartupMessages({
  library(seqjudge)
  library(ggplot2)
})

# Six judges, twelve contestants. Points, 0 to 100, are the share of cakes that a cake beats. The data are simulated, so
# the truth is known (see ?bakeoff).
x <- evaluations(
  bakeoff,
  evaluator = judge, item = contestant, position = position, score = points,
  scale = score_scale("range", 0, 100, meaning = "shares"), truth = true_rank
)
print(x)

cat("\nHow much experience does each judge bring along? Fitted to the scores, without the truth:\n\n")
fit <- fit_prior(x, pooled = "partial")
print(fit)

corrected <- rank_items(x, prior = fit)
cat("\nWhat the correction changes:\n\n")
print(summary(corrected))

cat("\nDoes it bring the rankings closer to the truth?\n\n")
comparison <- compare_rankings(induced = rank_items(x, "induced"), corrected = corrected)
print(comparison)

cat("\nAnd the ranking of all judges together:\n\n")
print(rank_panel(x, seed = 1, progress = FALSE))

judge <- "Amara"
distance <- as.data.frame(comparison, what = "evaluators")
distance <- distance[distance$evaluator == judge & distance$metric == "footrule", ]
told <- sprintf(
  "Distance to the truth: %.2f by raw scores, %.2f once the order effect is taken out",
  distance$value[distance$method == "induced"], distance$value[distance$method == "corrected"]
)
cat("\n", judge, ", who has never judged before. ", told, ".\n", sep = "")
picture <- autoplot(corrected, evaluators = judge, truth = TRUE) +
  labs(
    title = paste("Who comes first is compared with little:", judge, "at the bake-off"), subtitle = told,
    caption = "Simulated data; distance is Spearman's footrule"
  )

file <- commandArgs(trailingOnly = TRUE)
if (length(file) == 0) file <- file.path("out", "demo.png")
ggsave(file, picture, width = 8, height = 5.5, dpi = 120, bg = "white")
cat("\nSaved the picture to ", file, "\n", sep = "")
