# Counts of a plan by plain loops over its table, and whether it keeps to what was asked: nothing here is used by the
# package.

counts_by_hand <- function(plan) {
  table <- as.data.frame(plan)
  items <- plan$items
  most <- max(table$position)
  at <- matrix(0, length(items), most, dimnames = list(items, NULL))
  after <- both <- matrix(0, length(items), length(items), dimnames = list(items, items))
  for (one in unique(table$evaluator)) {
    own <- table[table$evaluator == one, ]
    for (k in seq_len(nrow(own))) {
      at[own$item[k], own$position[k]] <- at[own$item[k], own$position[k]] + 1
      if (k > 1 && own$session[k] == own$session[k - 1]) {
        after[own$item[k - 1], own$item[k]] <- after[own$item[k - 1], own$item[k]] + 1
      }
      for (other in own$item[-k]) both[own$item[k], other] <- both[own$item[k], other] + 1
    }
  }
  list(at = at, after = after[row(after) != col(after)], both = both[lower.tri(both)])
}

spread_of <- function(x) max(x) - min(x)

# Sentences about what a plan breaks; none for a valid one.
broken_rules <- function(plan, size, conflicts = NULL, fixed = NULL, available = NULL) {
  table <- as.data.frame(plan)
  broken <- character()
  note <- function(...) broken <<- c(broken, paste(...))
  for (j in seq_along(plan$evaluators)) {
    own <- table[table$evaluator == plan$evaluators[j], ]
    if (!identical(own$position, seq_len(size[j]))) note(j, "does not see", size[j])
    if (anyDuplicated(own$item) > 0) note(j, "sees an item again")
  }
  key <- paste(table$evaluator, table$item)
  for (bad in intersect(key, paste(conflicts$evaluator, conflicts$item))) note(bad, "in conflict")
  for (row in seq_len(NROW(fixed))) {
    found <- table$item[table$evaluator == fixed$evaluator[row] & table$position == fixed$position[row]]
    if (!identical(found, fixed$item[row])) note("slot", row)
  }
  early <- table$position < ifelse(is.na(available[table$item]), 1, available[table$item])
  if (length(available) > 0 && any(early)) note("shown too early")
  broken
}

# Contests by plain R: is the winner right? Written from the help page of plan_panel(), with R's own generator and
# another way to solve for items and judges in incomplete panels.
contest_by_hand <- function(n, judges, size, warmup, order, second, model, e) {
  z <- stats::rnorm(n)
  shared <- sample(n)
  # Everybody's items: as equal turns as shuffled packs give.
  pack <- integer()
  rows <- list()
  memory <- list()
  for (j in seq_len(judges)) {
    hand <- integer()
    while (length(hand) < size) {
      if (length(pack) == 0) pack <- sample(n)
      fresh <- setdiff(pack, hand)
      if (length(fresh) == 0) {
        pack <- c(pack, sample(setdiff(seq_len(n), hand)))
        next
      }
      hand <- c(hand, fresh[1])
      pack <- pack[-match(fresh[1], pack)]
    }
    hand <- if (order == "shared") shared[shared %in% hand] else sample(hand)
    severity <- stats::rnorm(1, 0, e$severity)
    loading <- stats::rnorm(1, 1, e$loading)
    before <- if (is.finite(e$prior_size)) stats::rnorm(e$prior_size) else numeric()
    seen <- c(stats::rnorm(warmup), z[hand])
    score <- session_by_hand(seen, before, severity, loading, model, e, order == "shared")
    memory[[j]] <- list(known = c(before, seen), severity = severity, loading = loading)
    keep <- warmup + seq_along(hand)
    rows[[j]] <- data.frame(j = j, i = hand, y = score[keep])
  }
  worth <- decide_by_hand(rows, n, size, warmup, model, e)
  if (second > 1) {
    best <- order(worth$value, decreasing = TRUE)[seq_len(second)]
    again <- matrix(NA_real_, judges, second)
    for (j in seq_len(judges)) {
      turn <- sample(second)
      m <- memory[[j]]
      again[j, turn] <- session_by_hand(z[best[turn]], m$known, m$severity, m$loading, model, e, order == "shared")
    }
    mean_again <- colMeans(again)
    first <- worth$value[best]
    weight <- worth$turns[best]
    both <- (weight * (first - mean(first)) + judges * (mean_again - mean(mean_again))) / (weight + judges)
    return(which.max(z) == best[which.max(both)])
  }
  top <- which(worth$value == max(worth$value))
  which.max(z) == top[sample.int(length(top), 1)]
}

# The scores of one session; what the position does is taken out again unless all share an order.
session_by_hand <- function(z, known, severity, loading, model, e, shared) {
  length <- length(z)
  look <- vapply(seq_len(length), FUN.VALUE = numeric(1), function(t) {
    if (is.infinite(e$prior_size)) {
      return(if (model == "ranks") stats::pnorm(z[t]) else z[t])
    }
    all <- unique(c(known, z[seq_len(t)]))
    r <- sum(all <= z[t])
    if (model == "ranks") r / (length(all) + 1) else stats::qnorm((r - 0.375) / (length(all) + 0.25))
  })
  noise <- stats::rnorm(length, 0, e$noise)
  if (model == "ranks") {
    return(look + noise)
  }
  p <- seq_len(length)
  wander <- numeric(length)
  if (e$serial > 0) {
    distance <- abs(outer(p, p, `-`))
    wander <- drop(stats::rnorm(length) %*% chol(e$serial * e$noise^2 * exp(-distance / 8)))
  }
  position <- e$drift * (p - 0.5) / length + e$start / p
  severity + wander + loading * e$quality * look + e$neighbour * c(0, z[-length]) + noise + if (shared) position else 0
}

decide_by_hand <- function(rows, n, size, warmup, model, e) {
  all <- do.call(rbind, rows)
  turns <- tabulate(all$i, n)
  if (model == "ranks") {
    for (j in seq_along(rows)) {
      y <- rows[[j]]$y
      ranks <- if (is.finite(e$prior_size)) insertion_ranking(y, e$prior_size + warmup) else rank(y)
      rows[[j]]$y <- ranks / (size + 1)
    }
    all <- do.call(rbind, rows)
  }
  if (model == "ranks" || size == n) {
    value <- rep(0.5, n)
    value[sort(unique(all$i))] <- tapply(all$y, all$i, mean)
    return(list(value = value, turns = turns))
  }
  # The normal distribution of item effects given the scores, by their covariance matrix.
  noise <- e$noise^2 * (1 + e$serial)
  same_item <- outer(all$i, all$i, `==`)
  same_judge <- outer(all$j, all$j, `==`)
  covariance <- e$quality^2 * same_item + e$severity^2 * same_judge + diag(noise, nrow(all))
  value <- e$quality^2 * outer(seq_len(n), all$i, `==`) %*% solve(covariance, all$y - mean(all$y))
  list(value = drop(value), turns = turns)
}

contest_scenarios <- function() {
  plain <- list(
    quality = 1, severity = 0.5, loading = 0, noise = 1, drift = 0, start = 0, neighbour = 0, serial = 0,
    prior_size = Inf
  )
  with <- function(...) utils::modifyList(plain, list(...))
  list(
    list(12, 5, 12, 0, "own", 0, "ratings", plain),
    list(10, 6, 10, 0, "shared", 0, "ratings", with(drift = -1.5, start = 1, noise = 0.7, loading = 0.2)),
    list(15, 12, 6, 0, "own", 0, "ratings", with(severity = 1, noise = 0.6, serial = 0.3)),
    list(12, 4, 12, 3, "own", 4, "ratings", with(prior_size = 2, noise = 0.5, neighbour = -0.3)),
    list(12, 3, 12, 0, "own", 0, "ranks", list(prior_size = 0, noise = 0.05, severity = 0, loading = 0)),
    list(12, 4, 8, 5, "own", 0, "ranks", list(prior_size = 1, noise = 0.1, severity = 0, loading = 0))
  )
}

planned_winner <- function(s, reps, seed = 1) {
  effects <- if (s[[7]] == "ranks") s[[8]][c("prior_size", "noise")] else s[[8]]
  plan <- plan_panel(
    items = s[[1]], evaluators = s[[2]], per_evaluator = s[[3]], warmup = s[[4]], order = s[[5]],
    second_round = s[[6]], model = s[[7]], effects = effects, reps = reps, seed = seed, progress = FALSE
  )
  as.data.frame(plan)[c("winner", "winner_se")]
}

winner_by_hand <- function(s, reps) {
  mean(replicate(reps, contest_by_hand(s[[1]], s[[2]], s[[3]], s[[4]], s[[5]], s[[6]], s[[7]], s[[8]])))
}
