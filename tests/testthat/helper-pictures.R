# Every picture of every class, for so many items, with names that are hard on a picture.

hard_names <- function(n) {
  names <- sprintf("Item %d", seq_len(n))
  long <- seq_len(n) %% 4 == 1
  names[long] <- sprintf("The exceedingly long name of an entry from a far village, %03d", seq_len(n)[long])
  names[min(n, 3)] <- paste0("Angstrom & <b>Son</b> ", min(n, 3))
  names
}

picture_data <- function(n, judges = 4) {
  set.seed(n)
  names <- hard_names(n)
  quality <- stats::rnorm(n)
  who <- c("Amara", "Bruno", "A judge with quite a name of her own", "Milo")
  rows <- expand.grid(position = seq_len(n), judge = who)
  item <- unlist(lapply(seq_len(judges), function(k) sample.int(n)))
  score <- pmin(pmax(round(6 + 1.4 * quality[item] + stats::rnorm(n * judges, sd = 0.8), 1), 0), 10)
  rows <- data.frame(rows, item = names[item], score = score, truth = rank(quality)[item])
  evaluations(rows, judge, item, position, score, score_scale("range", 0, 10), truth = truth)
}

picture_objects <- function(n) {
  x <- picture_data(n)
  shares <- picture_data(n)
  attr(shares, "scale") <- score_scale("range", 0, 10, meaning = "shares")
  posterior <- rank_posterior(shares, prior = 5, noise = 0.1, draws = 40, seed = 1)
  stream <- insertion_stream(prior_size = 2, scale = score_scale("range", 0, 10))
  insert(stream, x$score[seq_len(n)], x$item[seq_len(n)])
  few <- shares[c("Amara", "Bruno")]
  list(
    evaluations = x, evaluator = x["Amara"],
    ranking = rank_items(shares["Amara"], prior = 2), rankings = rank_items(shares, prior = 2),
    posterior = rank_posterior(shares["Bruno"], prior = 5, noise = 0.1, draws = 40, seed = 1), posteriors = posterior,
    distribution = rank_distribution(posterior, evaluator = "Milo"),
    ratings = rank_panel(x, "ratings", prior = Inf, iterations = 20, chains = 2, seed = 1),
    ranks = rank_panel(few, "ranks", prior = 5, noise = 0.1, iterations = 20, chains = 2, seed = 1, method = "mcmc"),
    search = rank_panel(few, "ranks", prior = 5, noise = 0.1, method = "map", iterations = 20, chains = 2, seed = 1),
    fit = fit_prior(few), sizes = fit_prior(few, pooled = "partial"),
    comparison = compare_rankings(x, prior = c(0, 5)),
    mean_scores = mean_scores(x), score_model = score_model(function(t, r) r / (t + 1), n = n),
    other_model = score_model(function(t, r) sqrt(r / (t + 1)), n = n),
    stream = stream,
    order_effects = fit_order_effects(x, iterations = 20, chains = 2, seed = 1),
    order_test = test_order_effect(x, permutations = 99),
    leave_out = leave_out(rank_panel(x, "ratings", prior = Inf, iterations = 20, chains = 2, seed = 1))
  )
}

# All pictures of an object, by name.
all_pictures <- function(object, truth = FALSE) {
  types <- picture_types(object)
  if (inherits(object, "seqjudge_prior_fit")) {
    types <- setdiff(types, if (is_pooled(object)) "evaluators" else "profile")
  }
  if (inherits(object, "seqjudge_panel") && is.null(object$distribution)) types <- c("items", "evaluators")
  if (length(types) == 0) {
    return(list(usual = autoplot(object)))
  }
  stats::setNames(lapply(types, function(type) autoplot(object, type = type)), types)
}

# A device that can draw every name.
local_page <- function(env = parent.frame()) {
  withr::local_png(withr::local_tempfile(fileext = ".png", .local_envir = env), type = "cairo", .local_envir = env)
}

# Draws a picture, and says what share of the width the panels have, what share of the page the longest line of words
# needs, and how many things are drawn in the first panel.
look_at <- function(picture, width, height) {
  build <- ggplot2::ggplot_build(picture)
  table <- ggplot2::ggplot_gtable(build)
  fixed <- sum(grid::convertWidth(table$widths, "in", valueOnly = TRUE))
  grid::grid.newpage()
  grid::pushViewport(grid::viewport(width = unit(width, "in"), height = unit(height, "in")))
  grid::grid.draw(table)
  grid::popViewport()
  words <- c("title", "subtitle", "caption", "xlab-b", "guide-box", "guide-box-top")
  of_words <- vapply(which(table$layout$name %in% words), FUN.VALUE = 0, function(k) {
    grid::convertWidth(grid::grobWidth(table$grobs[[k]]), "in", valueOnly = TRUE)
  })
  c(
    panels = 1 - fixed / width, words = max(of_words, 0) / width,
    marks = sum(vapply(build$data, nrow, integer(1)))
  )
}

# The names of a picture as they are drawn on a page of so many inches: where, in mm of their panel, and how large.
drawn_names <- function(picture, width, height) {
  withr::local_pdf(withr::local_tempfile(fileext = ".pdf"), width = width, height = height)
  grid::grid.draw(ggplot2::ggplotGrob(picture))
  grid::grid.force()
  texts <- grid::grid.get("GRID.text", grep = TRUE, global = TRUE)
  ours <- Filter(function(text) all(grid::unitType(text$y) == "mm"), texts)
  do.call(rbind, lapply(ours, function(text) {
    data.frame(
      label = text$label, x = as.numeric(text$x), y = as.numeric(text$y), hjust = text$hjust,
      fontsize = text$gp$fontsize
    )
  }))
}
