# Marks of several judges, and slow oracles for what is made of them.

# Judges in orders of their own with severities; with a finite prior size their marks are best responses to ranks.
marks_of <- function(judges, items, size = Inf, severity = 0.4, noise = 0.3, drift = 0, quality = stats::runif(items),
                     order = function(j) sample.int(items), ...) {
  rows <- lapply(seq_len(judges), function(j) {
    own <- order(j)
    share <- vapply(seq_along(own), FUN.VALUE = numeric(1), function(t) {
      here <- quality[own[t]]
      if (is.infinite(size)) here else (1 + size * here + sum(quality[own[seq_len(t - 1)]] < here)) / (size + t + 1)
    })
    trend <- drift * (seq_along(own) - 0.5) / length(own)
    score <- 4 + 6 * share + trend + stats::rnorm(1, 0, severity) + stats::rnorm(length(own), 0, noise)
    data.frame(judge = paste0("j", j), item = paste0("i", own), position = seq_along(own), score = score)
  })
  data <- do.call(rbind, rows)
  evaluations(data, "judge", "item", "position", "score", scale = score_scale("range", -20, 40), ...)
}

# Covariance matrix of all scores in the linear sequential model, severities left out, written down score by score: each
# is a combination of qualities, the judge's earlier items and its own rest and noise.
oracle_rating_covariance <- function(x, size, loading, noise, quality_variance) {
  who <- unique(x$evaluator)
  what <- unique(x$item)
  size <- rep_len(size, length(who))
  loading <- rep_len(loading, length(who))
  noise <- rep_len(noise, length(who))
  on_quality <- matrix(0, nrow(x), length(what))
  on_earlier <- matrix(0, nrow(x), length(who))
  own <- numeric(nrow(x))
  for (i in seq_len(nrow(x))) {
    j <- match(x$evaluator[i], who)
    t <- x$position[i]
    if (is.infinite(size[j])) {
      on_quality[i, match(x$item[i], what)] <- loading[j]
      own[i] <- noise[j]
      next
    }
    seen <- x$item[x$evaluator == x$evaluator[i] & x$position < t]
    all <- size[j] + t + 1
    on_quality[i, match(seen, what)] <- -loading[j] / all
    on_quality[i, match(x$item[i], what)] <- loading[j] * (size[j] + t - 1) / all
    on_earlier[i, j] <- -loading[j] * sqrt(size[j]) / all
    own[i] <- noise[j] + loading[j]^2 * quality_variance * (size[j] + t - 1) / all^2
  }
  list(
    covariance = quality_variance * (tcrossprod(on_quality) + tcrossprod(on_earlier)) + diag(own, nrow(x)),
    on_quality = on_quality
  )
}

# The density of the scores but for each judge's mean: of contrasts that make an orthonormal basis of what is left.
oracle_contrast_density <- function(x, value, size, share, wander = 0) {
  there <- which(!is.na(value))
  part <- function(rows) rows[there, there, drop = FALSE]
  shown <- if (is.infinite(size)) rep(1, nrow(x)) else (size + x$position - 1) / (size + x$position + 1)
  variance <- (1 - share) / mean(shown[there])
  # A drift and a start effect, common to all, with a standard deviation of 0.25 each.
  seen <- stats::ave(x$position, x$evaluator, FUN = length)
  rivals <- cbind((x$position - 0.5) / seen, 1 / x$position)
  # A level of each judge's own: four frequencies of an Ornstein-Uhlenbeck process of length 8.
  levels <- lapply(1:4, function(k) {
    frequency <- pi * k / seen
    same <- outer(x$evaluator, x$evaluator, "==")
    same * 16 / seen / (1 + 64 * frequency^2) * cos(frequency * outer(x$position, x$position, "-"))
  })
  covariance <- part(
    oracle_rating_covariance(x, size, 1, share, variance)$covariance + 0.0625 * tcrossprod(rivals) +
      wander * Reduce(`+`, levels)
  )
  contrasts <- lapply(unique(x$evaluator), function(who) {
    mine <- which(x$evaluator[there] == who)
    if (length(mine) < 2) {
      return(NULL)
    }
    basis <- qr.Q(qr(cbind(1, diag(length(mine)))))[, -1, drop = FALSE]
    full <- matrix(0, length(there), ncol(basis))
    full[mine, ] <- basis
    full
  })
  basis <- do.call(cbind, contrasts)
  of <- crossprod(basis, covariance %*% basis)
  y <- as.vector(crossprod(basis, value[there]))
  -0.5 * (as.vector(determinant(of)$modulus) + sum(y * solve(of, y)))
}

internal <- function(name) getFromNamespace(name, "seqjudge")

# A fit less how it was asked for.
without_call <- function(fit) fit[names(fit) != "call"]
