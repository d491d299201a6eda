# The record that results stay as they are. A fixed set of calls goes over the public functions; the numbers (and names)
# that each returns are written out in full, doubles in hexadecimal, and hashed. tools/fixed-calls.csv holds the hashes.
#
#   Rscript tools/fixed-calls.R          compares with the record, lists what differs, and fails if something does
#   Rscript tools/fixed-calls.R record   writes the record anew: only where results are meant to change
#
# `rounded` is the hash of the same to ten digits. `change` marks calls whose result was meant to change since the
# record was made ("intended"): they are listed, but do not fail; and calls whose last bits were meant to change alone
# ("rounding"): they fail where `rounded` differs. The record was made by the package as of commit 7b3a60b. Hashes are
# those of one kind of machine: elsewhere the last bit of a logarithm may differ.

suppressPackageStartupMessages(library(seqjudge))
recording <- identical(commandArgs(TRUE), "record")
record_file <- "tools/fixed-calls.csv"

# Data, made without the package ---------------------------------------------------------------------------------------

# Scores of the paper's model: each evaluator places an item among those seen so far and `prior` remembered ones.
make_scores <- function(n, evaluators, prior, noise, seed) {
  set.seed(seed)
  quality <- stats::setNames(sample(n), sprintf("item_%02d", seq_len(n)))
  rows <- lapply(seq_len(evaluators), function(e) {
    shown <- sample(names(quality))
    remembered <- stats::runif(prior, 0, n + 1)
    score <- vapply(seq_len(n), function(t) {
      known <- c(remembered, quality[shown[seq_len(t)]])
      sum(known <= quality[shown[t]]) / (length(known) + 1)
    }, numeric(1))
    data.frame(
      judge = paste0("judge_", e), item = shown, position = seq_len(n),
      score = pmin(pmax(score + stats::rnorm(n, 0, noise), 0), 1), truth = unname(quality[shown])
    )
  })
  do.call(rbind, rows)
}

long <- function(data, scale = score_scale("identity")) {
  evaluations(data, evaluator = judge, item = item, position = position, score = score, scale = scale, truth = truth)
}

table_12 <- make_scores(12, 4, 2, 0.05, 1)
plain <- long(table_12)
single <- plain["judge_1"]
deciles <- long(transform(table_12, score = pmin(floor(score * 10) + 1, 10)), score_scale("bins", k = 10))
# All scores are shares of items beaten, as all scores were when the record was made.
out_of_ten <- score_scale("range", lower = 0, upper = 10, meaning = "shares")
points <- long(transform(table_12, score = round(score * 20) / 2), out_of_ten)
percentiles <- long(transform(table_12, score = round(score * 50)), score_scale("percentile", meaning = "shares"))
# Unscored items, and an evaluator who left early.
holes <- table_12
holes$score[c(3, 8, 20, 31)] <- NA
holes <- long(holes[!(holes$judge == "judge_4" & holes$position > 7), ])
unrelated <- long(make_scores(30, 1, 0, 0.02, 2))
many <- long(make_scores(15, 25, 5, 0.1, 3))
cakes <- evaluations(
  bakeoff,
  evaluator = judge, item = contestant, position = position, score = points,
  scale = score_scale("range", lower = 0, upper = 100, meaning = "shares"), truth = true_rank
)
five <- long(make_scores(5, 4, 1, 0.2, 4))
ten <- long(make_scores(10, 6, 3, 0.15, 5))
# Evaluators who saw only their first few items.
leave_early <- function(data, last) data[data$position <= last[match(data$judge, unique(data$judge))], ]
some_of_five <- long(leave_early(make_scores(5, 5, 1, 0.15, 6), c(3, 5, 4, 3, 5)))
some_of_ten <- long(leave_early(make_scores(10, 6, 3, 0.08, 7), c(4, 6, 10, 5, 3, 8)))

set.seed(8)
rankings <- t(replicate(4, sample(9)))
others <- t(replicate(4, sample(9)))
tied <- c(1, 2.5, 2.5, 4, 5.5, 5.5, 7, 8, 9)
score_row <- c(0.5, 0.25, 0.75, 0.5, 0.5, 0.9, 0.1, 0.3, 0.3)
score_rows <- matrix(round(stats::runif(36), 2), 4, 9)
bold <- score_model(function(t, r) (r - 0.5) / t, n = 9)

board <- insertion_stream(prior_size = 2, scale = score_scale("range", lower = 0, upper = 10))
insert(board, c(Ada = 7, Bo = 3, Cleo = 6, Dag = 8, Eli = 6, Fay = 1.5))
jury <- insertion_stream(prior_size = c(Ann = 0, Bob = Inf), ties = "upper")
insert(jury, c(0.5, 0.9, 0.2), c("Ada", "Bo", "Cleo"), evaluator = "Ann")
insert(jury, c(0.7, 0.7, 0.1), c("Bo", "Ada", "Cleo"), evaluator = "Bob")

fit <- fit_prior(plain)
known <- rank_posterior(plain, prior = 2, noise = 0.05, draws = 300, seed = 1)
one <- rank_posterior(single, prior = 0, noise = 0.05, draws = 500, seed = 2)
exact <- rank_posterior(single, prior = 0, noise = 0.05, method = "exact")
exact_panel <- rank_panel(five, method = "exact", loss = "squared")
sampled_panel <- suppressWarnings(rank_panel(
  ten,
  method = "mcmc", loss = "squared", iterations = 150, chains = 2, seed = 1, progress = FALSE
))
study_design <- data.frame(n = c(6, 15, 15), delta = c(0.1, 0.05, 0.2), prior_size = c(0, 3, 0))

# The calls ------------------------------------------------------------------------------------------------------------

some <- function(data, ...) as.data.frame(data)[c(...)]
of_fit <- function(fit) {
  columns <- intersect(c("prior_size", "noise", "log_lik", "integrated", "loss", "se", "inside"), names(fit$profile))
  list(
    fit[c("prior_size", "noise", "lower", "upper", "test", "cross_validation", "log_lik")], fit$profile[columns],
    fit$evaluators[c("evaluator", "scores", "prior_size", "noise", "lower", "upper")]
  )
}
# Pairs with their probabilities, whichever of two comes first.
unordered <- function(pairs) {
  both <- paste(pmin(pairs$item_1, pairs$item_2), pmax(pairs$item_1, pairs$item_2))
  sort(paste(pairs$evaluator, both, sprintf("%a", pairs$probability)))
}
ranked <- function(x) some(x, "evaluator", "item", "induced_rank", "rank", "place")
consensus <- function(x) some(x, "item", "rank", "place", "mean_rank")

groups <- list(
  "rankings" = alist(
    relative = relative_ranks(rankings),
    decoded = ranking_from_relative(relative_ranks(rankings)),
    decoded_with_prior = ranking_from_relative(c(3, 1, 5, 2, 7), prior_size = 2),
    expected = expected_scores(rankings, prior_size = 3),
    expected_calibrated = expected_scores(rankings[1, ], prior_size = Inf),
    insertion = insertion_ranking(score_row),
    insertion_upper = insertion_ranking(score_row, prior_size = 2, ties = "upper"),
    insertion_rows = insertion_ranking(score_rows, prior_size = c(0, 1, 10, Inf)),
    insertion_large = insertion_ranking(score_rows, prior_size = 1e6),
    insertion_model = insertion_ranking(score_rows, model = bold),
    induced = induced_ranking(score_row),
    induced_all_ties = lapply(c("first", "last", "min", "max"), function(ties) induced_ranking(score_rows, ties = ties))
  ),
  "metrics" = alist(
    footrule = footrule_distance(rankings, others),
    kendall = kendall_distance(rankings, tied),
    inversion = inversion_distance(rankings, others, normalize = FALSE),
    entrywise = entrywise_error(rankings, tied),
    compared = some(compare_rankings(insertion = rank_items(plain, prior = 2), induced = rank_items(plain, "induced")),
                    "method", "metric", "mean", "se")
  ),
  "conflicts" = alist(
    of_scores = find_conflicts(score_rows, rankings),
    of_evaluations = find_conflicts(points),
    of_ranking = find_conflicts(rank_items(holes, prior = 1)),
    of_model = find_conflicts(score_model(optimal_scores(6))),
    of_posterior = unordered(find_conflicts(known, at_least = 0.6)),
    violations = summary(score_model(function(t, r) ifelse(r == t, 0.9, 0.3), n = 4))$violations
  ),
  "priors" = alist(
    likelihood = of_fit(fit),
    likelihood_uniform = of_fit(fit_prior(plain, noise_type = "uniform")),
    likelihood_bins = of_fit(fit_prior(deciles)),
    likelihood_points = of_fit(fit_prior(points)),
    likelihood_percentiles = of_fit(fit_prior(percentiles)),
    likelihood_holes = of_fit(fit_prior(holes)),
    likelihood_many = of_fit(fit_prior(many)),
    each = of_fit(fit_prior(plain, pooled = FALSE)),
    each_uniform = of_fit(fit_prior(holes, pooled = FALSE, noise_type = "uniform")),
    partial = of_fit(fit_prior(many, pooled = "partial")),
    partial_bins = of_fit(fit_prior(deciles, pooled = "partial")),
    partial_cakes = of_fit(fit_prior(cakes, pooled = "partial")),
    given_truth = of_fit(fit_prior(plain, truth = TRUE)),
    given_truth_uniform = of_fit(fit_prior(single, truth = TRUE, noise_type = "uniform")),
    given_truth_bins = of_fit(fit_prior(deciles, truth = TRUE)),
    given_truth_holes = of_fit(fit_prior(holes, truth = TRUE)),
    by_truth = of_fit(fit_prior(plain, method = "truth")),
    by_truth_entrywise = of_fit(fit_prior(many, method = "truth", metric = "max_entrywise")),
    by_truth_inversion = of_fit(fit_prior(holes, method = "truth", metric = "inversion", folds = 3)),
    by_agreement = of_fit(fit_prior(plain, method = "agreement")),
    by_agreement_footrule = of_fit(fit_prior(many, method = "agreement", metric = "footrule")),
    coefficients = coef(fit_prior(cakes, pooled = FALSE)),
    interval = list(confint(fit), confint(fit, level = 0.5)),
    simulated = simulate(fit, nsim = 2, seed = 1)
  ),
  "rankings of items" = alist(
    insertion = ranked(rank_items(plain, prior = c(0, 2, 5, Inf))),
    insertion_fitted = ranked(rank_items(unrelated)),
    insertion_bins = ranked(rank_items(deciles, prior = 1)),
    insertion_points = ranked(rank_items(points, prior = 3, ties = "upper")),
    insertion_percentiles = ranked(rank_items(percentiles, prior = 3)),
    insertion_holes = ranked(rank_items(holes, prior = fit_prior(holes, pooled = "partial"))),
    induced = ranked(rank_items(points, method = "induced")),
    posterior = some(rank_items(plain, method = "posterior", prior = 2, loss = "squared", draws = 200, seed = 3),
                     "rank", "lower", "upper"),
    summary = summary(rank_items(holes, prior = 2)),
    tidied = tidy(rank_items(plain, prior = 2))
  ),
  "posteriors" = alist(
    known = some(best_ranking(known, loss = "footrule"), "rank", "lower", "upper"),
    footrule = some(best_ranking(one, loss = "footrule"), "rank", "lower", "upper"),
    squared = some(best_ranking(one, loss = "squared"), "rank", "lower", "upper"),
    kendall = best_ranking(known, loss = "kendall")[c("rank", "certificate")],
    zero_one = some(best_ranking(one, loss = "zero_one"), "rank"),
    exact = some(best_ranking(exact, loss = "footrule", level = 0.8), "rank", "lower", "upper"),
    losses = lapply(c("footrule", "squared", "kendall", "max_entrywise", "zero_one"), function(loss) {
      expected_loss(known, loss = loss)$expected
    }),
    exact_loss = expected_loss(exact, as_shown = 12:1, loss = "squared")$expected,
    ranks = rank_probability(known, evaluator = 2),
    exact_ranks = rank_probability(exact),
    pairs = pairwise_probability(one),
    top = some(top_probability(known, k = 3), "evaluator", "item", "probability"),
    places = confint(one, level = 0.9),
    tidied = some(tidy(known, level = 0.8, loss = "footrule"), "item", "place", "mean_place", "conf.low", "conf.high"),
    uncertain = rank_probability(rank_posterior(unrelated, prior = fit_prior(unrelated), draws = 200, seed = 4)),
    uniform = rank_probability(rank_posterior(single, prior = 1, noise_type = "uniform", draws = 200, seed = 5)),
    bins = rank_probability(rank_posterior(deciles, prior = 3, draws = 200, seed = 6), evaluator = 3),
    holes = rank_probability(rank_posterior(holes, prior = 3, draws = 200, seed = 7), evaluator = 4),
    stream = rank_probability(rank_posterior(board, noise = 0.05, draws = 200, seed = 8)),
    risk = some(bayes_risk(n = c(5, 12), delta = 0.1, reps = 20, seed = 1), "ranking", "risk", "se", "max_entrywise")
  ),
  "panels" = alist(
    exact = consensus(exact_panel),
    exact_best = some(exact_panel, "p_best"),
    exact_evaluators = some(tidy(exact_panel, "evaluators"), "prior_size", "noise"),
    exact_footrule = consensus(rank_panel(five, method = "exact", loss = "footrule")),
    exact_zero_one = consensus(rank_panel(five, method = "exact", loss = "zero_one")),
    exact_known = consensus(rank_panel(five, prior = 1, noise = 0.05, method = "exact", loss = "squared")),
    exact_pooled = consensus(rank_panel(five, pooled = TRUE, method = "exact", loss = "squared")),
    exact_shared = consensus(rank_panel(five, method = "exact", loss = "squared", share_places = 0.9)),
    mcmc = consensus(sampled_panel),
    mcmc_best = some(sampled_panel, "p_best"),
    mcmc_evaluators = some(tidy(sampled_panel, "evaluators"), "prior_size", "noise"),
    mcmc_separate = consensus(rank_panel(
      ten,
      pooled = FALSE, method = "mcmc", loss = "footrule", iterations = 100, chains = 2, seed = 2, progress = FALSE
    )),
    mcmc_pooled = consensus(rank_panel(
      ten,
      pooled = TRUE, method = "mcmc", loss = "zero_one", iterations = 100, chains = 2, seed = 3, progress = FALSE
    )),
    map = consensus(rank_panel(ten, method = "map", loss = "squared", iterations = 300, seed = 1, progress = FALSE)),
    map_known = consensus(rank_panel(
      cakes,
      prior = 3, noise = 0.05, method = "map", loss = "squared", iterations = 200, seed = 1, progress = FALSE
    )),
    baselines = panel_baselines(ten, methods = c("mean_score", "z_score", "borda"))$ranks,
    intervals = some(exact_panel, "lower", "upper"),
    intervals_mcmc = some(sampled_panel, "lower", "upper"),
    default_loss = consensus(rank_panel(ten, iterations = 150, chains = 2, seed = 1, progress = FALSE)),
    default_loss_exact = consensus(rank_panel(five))
  ),
  "incomplete panels" = alist(
    exact = consensus(rank_panel(some_of_five, method = "exact", loss = "squared")),
    exact_known = consensus(rank_panel(some_of_five, prior = 2, noise = 0.1, method = "exact", loss = "squared")),
    mcmc = consensus(rank_panel(
      some_of_ten,
      method = "mcmc", loss = "squared", iterations = 100, chains = 2, seed = 1, progress = FALSE
    )),
    map = consensus(rank_panel(some_of_ten, method = "map", loss = "squared", iterations = 200, seed = 1,
                               progress = FALSE))
  ),
  "live" = alist(
    ranking = current_ranking(board),
    item = current_ranking(board, item = c("Cleo", "Ada")),
    best = current_ranking(board, k = 3),
    median = current_ranking(board, median = TRUE),
    of_jury = as.data.frame(jury),
    infinite = current_ranking(jury, k = 2, evaluator = "Bob"),
    summary = summary(jury),
    copied = current_ranking(insertion_stream(board))
  ),
  "models" = alist(
    fitted = score_model(many)$cells,
    fitted_bins = score_model(deciles)$scores,
    own = as.data.frame(bold),
    loss = response_loss(bold, 9, by_position = TRUE)
  ),
  "studies" = alist(
    evaluations = simulate_evaluations(8, evaluators = 3, prior_size = c(0, 4, Inf), noise = 0.05, seed = 1),
    evaluations_bins = simulate_evaluations(9, evaluators = 2, noise = 0.1, noise_type = "uniform", order = "shared",
                                            scale = score_scale("bins", k = 5), seed = 2),
    study = some(simulate_study(study_design, reps = 60, seed = 1, progress = FALSE), "method", "metric", "mean", "se"),
    study_methods = some(
      simulate_study(data.frame(n = 7, delta = 0.1, evaluators = 2), methods = c("insertion", "induced"),
                     metrics = "kendall", reps = 40, seed = 2, progress = FALSE),
      "mean", "se"
    )
  ),
  "tests and theory" = alist(
    order = tidy(test_order_effect(plain, permutations = 499)),
    order_many = tidy(test_order_effect(many, permutations = 199)),
    exact = tidy(test_order_effect(long(make_scores(5, 1, 0, 0.05, 9)))),
    means = mean_scores(many),
    worst = worst_case_ranking(13),
    conflicting = conflict_rankings(6),
    bound = footrule_bound(rankings, c(0.01, 0.05, 0.1, 0.3)),
    optimal = optimal_scores(5),
    bounds = some(risk_bounds(c(100, 1000), 0.05), "bound")
  )
)

# Calls whose results were meant to change: panels have the intervals and the default loss of posteriors. Evaluators no
# longer hold what they did not see: chains make their moves among the items seen, and have other draws of the same
# distribution.
intended <- c(
  "panels: intervals", "panels: intervals_mcmc", "panels: default_loss", "panels: default_loss_exact",
  "incomplete panels: mcmc"
)
# Shares of draws are counted, where weights of 1 / 300 used to be added up.
rounding <- c("panels: mcmc", "panels: mcmc_best", "panels: mcmc_separate", "panels: mcmc_pooled")

# What a result says, one string for each value. Names and attributes may change, values may not.
spell_out <- function(value, format = "%a") {
  if (is.list(value) || is.environment(value)) {
    return(as.character(unlist(lapply(as.list(value), spell_out, format), use.names = FALSE)))
  }
  if (is.factor(value) || is.character(value)) as.character(value) else sprintf(format, as.double(value))
}

hash_of <- function(text) {
  file <- tempfile()
  on.exit(unlink(file))
  writeLines(text, file, useBytes = TRUE)
  unname(tools::md5sum(file))
}

run_call <- function(group, name) {
  set.seed(1)
  value <- tryCatch(
    suppressWarnings(suppressMessages(eval(groups[[group]][[name]]))),
    error = function(error) paste("error:", conditionMessage(error))
  )
  text <- spell_out(value)
  first <- utils::head(text, 4)
  decimals <- suppressWarnings(as.numeric(first))
  call <- paste0(group, ": ", name)
  data.frame(
    call = call, change = if (call %in% intended) "intended" else if (call %in% rounding) "rounding" else "none",
    values = length(text), hash = hash_of(text),
    rounded = hash_of(spell_out(value, "%.10g")),
    first = paste(ifelse(is.na(decimals), first, format(decimals, digits = 6, trim = TRUE)), collapse = " ")
  )
}

found <- do.call(rbind, lapply(names(groups), function(group) {
  do.call(rbind, lapply(names(groups[[group]]), function(name) run_call(group, name)))
}))

if (recording) {
  utils::write.csv(found, record_file, row.names = FALSE)
  cat(nrow(found), "calls recorded in", record_file, "\n")
  quit(status = 0)
}

record <- utils::read.csv(record_file, colClasses = c(first = "character"))
before <- record[match(found$call, record$call), ]
differs <- is.na(before$hash) | before$hash != found$hash
gone <- setdiff(record$call, found$call)
show <- function(rows, title) {
  if (any(rows)) cat(title, paste0("  ", found$call, "\n    was ", before$values, " values: ", before$first,
                                  "\n    is  ", found$values, " values: ", found$first)[rows], sep = "\n")
}
# A call that is not in the record yet differs.
last_bits <- (before$rounded == found$rounded) %in% TRUE
allowed <- found$change == "intended" | (found$change == "rounding" & last_bits)
show(differs & found$change == "intended", "Different, as intended:")
show(differs & found$change == "rounding" & allowed, "Different in the last bits, as intended:")
show(differs & !allowed & !last_bits, "Different:")
show(differs & !allowed & last_bits, "Different in the last bits, the same to ten digits:")
if (length(gone) > 0) cat("In the record, but not called:", paste0("  ", gone), sep = "\n")
failed <- sum(differs & !allowed) + length(gone)
cat(sum(!differs), "of", nrow(found), "calls give what the record says;", failed, "differ without being meant to\n")
quit(status = as.integer(failed > 0))
