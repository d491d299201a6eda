# The main job on the bundled contest: each judge's induced ranking against the corrected one, printed and drawn.

suppressPackageStartupMessages({
  library(seqjudge)
  library(ggplot2)
})

# The data are simulated, so the judges' prior sizes and the true ranking are known (see ?bakeoff).
prior_sizes <- c(Amara = 0, Bruno = 2, Ines = 5, Kofi = 10, Lena = 30, Milo = 1000)

# One evaluator per row, in order of presentation.
by_judge <- function(column) {
  rows <- split(bakeoff[[column]], bakeoff$judge)
  do.call(rbind, rows[names(prior_sizes)])
}
scores <- by_judge("points") / 100
truth <- by_judge("true_rank")
contestants <- by_judge("contestant")

induced <- induced_ranking(scores)
corrected <- insertion_ranking(scores, prior_sizes)

cat("Distance to the true ranking (Spearman's footrule, 0 = equal), judge by judge:\n\n")
distances <- data.frame(
  prior_size = prior_sizes,
  induced = footrule_distance(induced, truth),
  corrected = footrule_distance(corrected, truth)
)
distances <- rbind(distances, Mean = c(NA, colMeans(distances[, -1])))
print(round(distances, 3), na.print = "")

judge <- "Amara"
n <- ncol(scores)
table <- data.frame(
  position = seq_len(n),
  contestant = contestants[judge, ],
  points = 100 * scores[judge, ],
  induced_place = n + 1 - induced[judge, ],
  corrected_place = n + 1 - corrected[judge, ],
  true_place = n + 1 - truth[judge, ]
)
cat("\n", judge, " had never judged before. What became of the contestants, in the order they came:\n\n", sep = "")
print(table, row.names = FALSE)

stages <- c("scores say", "corrected", "truth")
long <- data.frame(
  contestant = rep(table$contestant, 3),
  early = rep(table$position <= 3, 3),
  stage = factor(rep(stages, each = n), levels = stages),
  place = c(table$induced_place, table$corrected_place, table$true_place)
)
# Contestants tied at a place share its label.
labels_at <- function(which_stage) {
  here <- long[long$stage == which_stage, ]
  names_here <- tapply(here$contestant, here$place, paste, collapse = ", ")
  here <- here[!duplicated(here$place), ]
  here$contestant <- names_here[as.character(here$place)]
  here
}
picture <- ggplot(long, aes(stage, place, group = contestant, colour = early)) +
  geom_line(linewidth = 0.8) +
  geom_point(size = 2) +
  geom_text(aes(label = contestant), labels_at("scores say"), hjust = 1, nudge_x = -0.04, show.legend = FALSE) +
  geom_text(aes(label = contestant), labels_at("truth"), hjust = 0, nudge_x = 0.04, show.legend = FALSE) +
  scale_y_reverse(breaks = seq_len(n)) +
  scale_colour_manual(
    values = c("FALSE" = "grey60", "TRUE" = "#D55E00"),
    labels = c("FALSE" = "later contestants", "TRUE" = "the first three"), name = NULL
  ) +
  labs(
    title = paste("Who comes first is compared with little:", judge, "at the bake-off"),
    subtitle = sprintf(
      "Distance to the truth falls from %.2f to %.2f once the order effect is taken out",
      distances[judge, "induced"], distances[judge, "corrected"]
    ),
    x = NULL, y = "Place", caption = "Simulated data; distance is Spearman's footrule"
  ) +
  theme_minimal(base_size = 11) +
  theme(legend.position = "top", panel.grid.minor = element_blank())

file <- commandArgs(trailingOnly = TRUE)
if (length(file) == 0) file <- file.path("out", "demo.png")
ggsave(file, picture, width = 8, height = 5.5, dpi = 120, bg = "white")
cat("\nSaved the picture to ", file, "\n", sep = "")
