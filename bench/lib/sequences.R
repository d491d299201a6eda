# People who judge one item after another, in plain R: written from the formulas and without the package, so that a
# study that uses it does not check the package by itself.

# The mean of the r-th of n qualities, r = 1..n, on a scale on which qualities have mean 1/2 and variance 1/12: the best
# response under squared error of somebody who knows no more than that an item is the r-th of n.
responses <- new.env()
response <- function(shape, n) {
  if (shape == "flat") {
    return(seq_len(n) / (n + 1))
  }
  key <- paste(shape, n)
  if (is.null(responses[[key]])) {
    grid <- (seq_len(200) - 0.5) / 200
    means <- vapply(seq_len(n), function(r) mean(stats::qnorm(stats::qbeta(grid, r, n + 1 - r))), numeric(1))
    responses[[key]] <- 0.5 + means / sqrt(12)
  }
  responses[[key]]
}

# What somebody who has `size` earlier items in mind answers to items of these qualities (uniform), shown in this order.
# Who has seen everything answers with the quality itself.
answers <- function(quality, size, shape = "flat") {
  if (is.infinite(size)) {
    return(if (shape == "flat") quality else 0.5 + stats::qnorm(quality) / sqrt(12))
  }
  earlier <- stats::runif(size)
  vapply(seq_along(quality), FUN.VALUE = numeric(1), function(t) {
    below <- sum(earlier < quality[t]) + sum(quality[seq_len(t)] <= quality[t])
    response(shape, size + t)[below]
  })
}

noise_of <- function(n, noise, type) {
  if (type == "normal") stats::rnorm(n, sd = noise) else stats::runif(n, -noise, noise)
}

# Marks are points out of a hundred, of which the middling item gets 50 and most lie between 30 and 70.
points_from <- function(value) pmin(pmax(50 + 40 * (value - 0.5), 0), 100)

# One evaluator: scores in order of presentation under the names of the items, and the true places (1 is the best).
one_sequence <- function(n, size, noise, type, kind) {
  quality <- stats::runif(n)
  shape <- if (kind == "bell marks") "bell" else "flat"
  value <- answers(quality, size, shape) + noise_of(n, noise, type)
  names <- sprintf("item %02d", seq_len(n))
  list(
    score = stats::setNames(if (kind == "shares") value else points_from(value), names),
    place = stats::setNames(rank(-quality), names)
  )
}

# A panel in orders of their own: a row for each judge, in order of presentation. Sizes and noises may differ. Judges of
# marks differ in severity, by a tenth of the range that they use.
one_panel <- function(n, sizes, noises, kind) {
  quality <- stats::runif(n)
  judges <- length(sizes)
  shape <- if (kind == "bell marks") "bell" else "flat"
  order <- t(vapply(seq_len(judges), function(j) sample.int(n), integer(n)))
  value <- t(vapply(seq_len(judges), FUN.VALUE = numeric(n), function(j) {
    answers(quality[order[j, ]], sizes[j], shape) + stats::rnorm(n, sd = noises[j])
  }))
  names <- sprintf("item %02d", seq_len(n))
  if (kind != "shares") value <- points_from(value + stats::rnorm(judges, sd = 0.1))
  list(
    score = value, item = matrix(names[order], judges), place = stats::setNames(rank(-quality), names)
  )
}
