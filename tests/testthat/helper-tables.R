# Tables and files as people bring them.

table_file <- function(..., ext = "csv", env = parent.frame()) {
  file <- withr::local_tempfile(fileext = paste0(".", ext), .local_envir = env)
  writeLines(c(...), file, useBytes = TRUE)
  file
}

out_of_ten <- score_scale("range", 0, 10)

# Four dishes and three judges, one running order.
dishes <- data.frame(
  Dish = c("soup", "cake", "stew", "tart"), Start = c(3, 1, 2, 4),
  Ann = c(7.5, 6, 8, 5), Ben = c(8, 5.5, 7, 6), Cem = c(9, 4, 6.5, 7)
)

# The same in long form, put together by hand.
dishes_long <- function(data = dishes, judges = c("Ann", "Ben", "Cem")) {
  rows <- do.call(rbind, lapply(judges, function(judge) {
    data.frame(who = judge, dish = data$Dish, start = data$Start, points = data[[judge]])
  }))
  evaluations(rows, who, dish, start, points, scale = out_of_ten)
}

wide_dishes <- function(data = dishes, ..., scale = out_of_ten) {
  as_evaluations(data, item = Dish, position = Start, evaluators = c(Ann, Ben, Cem), scale = scale, ...)
}
