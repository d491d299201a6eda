# Hostile inputs: for every exported function a valid call, and values that no argument expects. One value at a time
# takes the place of one argument. What comes back must be a value or an error of ours; never an error of R itself, a
# warning of R itself, or no answer at all. tools/fuzz-r.R runs all of them, test-hostile-inputs.R a part.

# Values ---------------------------------------------------------------------------------------------------------------

# Functions, so that large ones exist only while they are needed.
hostile_values <- function() {
  methods::setClass("HostileS4", representation(a = "numeric"), where = globalenv())
  fixed <- list(
    null = NULL, na = NA, na_integer = NA_integer_, na_real = NA_real_, na_character = NA_character_,
    na_complex = NA_complex_, nan = NaN, inf = Inf, minus_inf = -Inf, true = TRUE, false = FALSE, zero = 0, one = 1,
    minus_one = -1, half = 0.5, two = 2L, tiny = 5e-324, huge = 1.7e308, integer_max = .Machine$integer.max,
    integer_min = -.Machine$integer.max, beyond_integer = 2^31, two_to_52 = 2^52, beyond_52 = 2^53 + 2,
    numeric_0 = numeric(), integer_0 = integer(), character_0 = character(), logical_0 = logical(), list_0 = list(),
    empty_string = "", string = "no such thing", number_string = "3", unicode = "caf\u00e9 \u540d\u524d",
    braces = "{stop('evaluated')} {.val x}", strings = c("a", "b"), number_strings = c("1", "2", "3"),
    latin1 = iconv("\u00e9t\u00e9", "UTF-8", "latin1"), bytes = {
      bytes <- "\xff\xfe"
      Encoding(bytes) <- "bytes"
      bytes
    },
    invalid_utf8 = {
      bytes <- "a\xffb"
      Encoding(bytes) <- "UTF-8"
      bytes
    },
    with_na = c(0.2, NA, 0.4), with_nan = c(0.2, NaN, 0.4), with_inf = c(0.2, Inf, 0.4), all_na = c(NA_real_, NA, NA),
    numbers = c(0.2, 0.9, 0.4), ranks = c(1, 3, 2), negative = c(-1, -2, -3), points = c(200, 900, 400),
    tied = c(0.5, 0.5, 0.5), sequence = 1:10, four = 1:4, zeros = c(0, 0, 0, 0), sequence_down = 10:1,
    long = rep(0.5, 5000),
    names_duplicated = c(a = 0.1, a = 0.2, a = 0.3), names_empty = stats::setNames(c(0.1, 0.2, 0.3), c("", "", "")),
    names_na = stats::setNames(c(0.1, 0.2, 0.3), c("a", NA, "c")),
    names_unicode = c("\u00e9" = 0.1, "e\u0301" = 0.2, "\u540d" = 0.3),
    names_other = c(x = 0.1, y = 0.2, z = 0.3),
    factor = factor(c("b", "a", "c")), factor_na = factor(c("b", NA, "c")), factor_0 = factor(character()),
    ordered = ordered(c("1", "3", "2")), date = as.Date("2024-02-29") + 0:2,
    posixct = as.POSIXct(0:2, origin = "1970-01-01"),
    posixlt = as.POSIXlt(as.POSIXct(0:2, origin = "1970-01-01")), difftime = as.difftime(c(1, 3, 2), units = "mins"),
    integer64 = structure(c(1, 2, 3) * 4.9e-324, class = "integer64"), version = numeric_version("1.2.3"),
    table = table(c(1, 1, 2)), complex = c(1 + 2i, 3i, 0), raw = as.raw(1:3), list = list(1, 2, 3),
    list_mixed = list(1, "a", NULL), list_named = list(a = 1, b = 2), nested = list(list(list())),
    frame = data.frame(a = c(0.1, 0.2), b = c("x", "y")), frame_0 = data.frame(),
    frame_rows_0 = data.frame(a = numeric()),
    frame_columns_0 = data.frame(a = 1:3)[, FALSE, drop = FALSE], frame_list = data.frame(a = I(list(1, 2))),
    frame_matrix = data.frame(a = I(matrix(1:4, 2))), frame_same_names = data.frame(a = 1, a = 2, check.names = FALSE),
    matrix = matrix(c(0.1, 0.5, 0.9, 0.3), 2), matrix_0x0 = matrix(0, 0, 0), matrix_0x3 = matrix(0, 0, 3),
    matrix_1e5x0 = matrix(0, 1e5, 0), matrix_na = matrix(NA_real_, 2, 2),
    matrix_text = matrix(c("a", "b", "c", "d"), 2),
    matrix_logical = matrix(TRUE, 2, 2), matrix_dimnames = matrix(
      c(0.1, 0.5, 0.9, 0.3), 2, dimnames = list(c("a", "a"), c("x", NA))
    ),
    array = array(0.5, c(2, 2, 2)), array_1 = array(c(0.1, 0.2), 2), s4 = methods::new("HostileS4", a = 1),
    environment = new.env(), builtin = sum, closure = function(x) stop("the user's own function failed"),
    no_arguments = function() 1, returns_text = function(...) "text", returns_nothing = function(...) NULL,
    formula = y ~ x, symbol = quote(x), call = quote(stop("evaluated")), expression = expression(stop("evaluated")),
    pointer = methods::new("externalptr"), odd_class = structure(1, class = "no_such_class"),
    fake_evaluations = structure(list(), class = c("seqjudge_evaluations", "data.frame")),
    empty_names = structure(list(1, 2), names = c("", NA))
  )
  lapply(fixed, function(value) function() value)
}

# Valid calls ----------------------------------------------------------------------------------------------------------

hostile_objects <- function() {
  set.seed(11)
  scores <- matrix(round(stats::runif(12), 3), 2, dimnames = list(c("Ann", "Bob"), NULL))
  items <- rbind(letters[1:6], letters[c(3, 1, 2, 6, 5, 4)])
  judged <- as_evaluations(scores, items = items, truth = stats::setNames(1:6, letters[1:6]))
  judged_by <- as.data.frame(judged)
  judged_by$group <- rep(c("new", "old"), length.out = nrow(judged_by))
  judged_by$recall <- "first"
  grouped <- evaluations(
    judged_by, "evaluator", "item", "position", "score",
    truth = "truth", keep = c("group", "recall")
  )
  stream <- insertion_stream(1)
  insert(stream, c(0.4, 0.9, 0.1, 0.6))
  twice <- rbind(cbind(as.data.frame(judged), round = 1), cbind(as.data.frame(judged), round = 2))
  rounds <- evaluations(twice, "evaluator", "item", "position", "score", score_scale("identity"), round = "round")
  panel <- rank_panel(judged, prior = 1, noise = 0.1, method = "exact", seed = 1)
  list(
    rounds = rounds,
    effects = fit_order_effects(judged, iterations = 20, chains = 1, seed = 1, threads = 1, progress = FALSE),
    orders = plan_orders(4, 3, effort = 0.01, seed = 1),
    plan = plan_panel(items = 4, evaluators = 2, reps = 3, seed = 1, threads = 1, progress = FALSE),
    # Too short to mix, which is all the same here.
    round_panels = suppressWarnings(rank_panel(
      rounds, by = "round", prior = 1, noise = 0.1, iterations = 20, chains = 1, seed = 1, threads = 1, progress = FALSE
    )),
    without = leave_out(panel, threads = 1, progress = FALSE), looks = second_looks(panel, 2),
    scores = scores[1, ], matrix = scores, judged = judged, frame = judged_by, grouped = grouped,
    hidden = anonymise(judged, seed = 1),
    fit = fit_prior(judged), ranking = rank_items(judged, prior = 1), stream = stream,
    posterior = rank_posterior(judged, prior = 1, noise = 0.1, draws = 50, seed = 1),
    panel = panel,
    table = data.frame(what = letters[1:5], when = c(2, 1, 3, 5, 4), Ann = c(7, 8.5, 6, 3, NA), Ben = c(5, 9, 4, 2, 8)),
    file = system.file("extdata", "village-fete.csv", package = "seqjudge"),
    comparison = compare_rankings(judged, prior = 1), baselines = panel_baselines(judged, prior = 1),
    model = score_model(function(t, r) r / (t + 1), 6), means = mean_scores(grouped),
    risk = bayes_risk(3, 0.1, reps = 3, seed = 1),
    study = simulate_study(data.frame(n = 4, delta = 0.1), reps = 4, seed = 1, threads = 1, progress = FALSE)
  )
}

# What is exported and yet not called. Methods of the generics are below.
hostile_skipped <- c(
  augment = "generic of generics", autoplot = "generic of ggplot2", glance = "generic of generics",
  tidy = "generic of generics", scale_colour_seqjudge = "arguments are those of ggplot2",
  scale_fill_seqjudge = "arguments are those of ggplot2"
)

# Arguments that may rightly ask for more work than there is time: stopping them is what is tested.
hostile_work <- c(
  "reps", "draws", "iterations", "permutations", "chains", "nsim", "design", "n", "delta", "evaluators", "folds",
  "effort"
)

hostile_calls <- function(o = hostile_objects()) {
  draw <- function(...) ggplot2::ggplot_build(ggplot2::autoplot(...))
  show <- function(...) utils::capture.output(print(...))
  file <- function() tempfile(fileext = ".html")
  c(hostile_partitions(o), hostile_methods(o, draw, show), list(
    relative_ranks = list(ranking = c(1, 3, 2)),
    ranking_from_relative = list(relative = c(1, 2, 2), prior_size = 0),
    expected_scores = list(ranking = c(1, 3, 2), prior_size = 0),
    insertion_ranking = list(scores = o$scores, prior_size = 0, ties = "lower", model = NULL, threads = 1),
    induced_ranking = list(scores = o$scores, ties = "average"),
    footrule_distance = list(ranking = c(1, 3, 2), truth = c(1, 2, 3), normalize = TRUE),
    kendall_distance = list(ranking = c(1, 3, 2), truth = c(1, 2, 3), normalize = TRUE),
    inversion_distance = list(ranking = c(1, 3, 2), truth = c(1, 2, 3), normalize = TRUE),
    entrywise_error = list(ranking = c(1, 3, 2), truth = c(1, 2, 3), normalize = TRUE),
    find_conflicts = list(scores = c(0.1, 0.5, 0.2), truth = c(1, 2, 3)),
    as_evaluations = list(scores = o$scores, items = letters[1:6], scale = score_scale("identity"), truth = 1:6),
    "as_evaluations(positions)" = list(
      .f = as_evaluations, scores = stats::setNames(o$scores, letters[1:6]), positions = 6:1
    ),
    "as_evaluations(matrix)" = list(
      .f = as_evaluations, scores = o$matrix, items = NULL, positions = NULL, truth = NULL
    ),
    "as_evaluations(frame)" = list(
      .f = as_evaluations,
      scores = data.frame(who = c("Ann", "Bob"), a = c(0.1, 0.7), b = c(0.5, 0.2)), evaluator = "who",
      items = "columns", positions = NULL, truth = NULL
    ),
    "as_evaluations(table)" = list(
      .f = as_evaluations, scores = o$table, item = "what", position = "when", evaluators = c("Ann", "Ben"),
      round = NULL, scale = score_scale("range", 0, 10), keep = NULL, renumber = TRUE, blank = "unseen",
      drop_rows = NULL, strict = TRUE, split = NULL, order = "random"
    ),
    "as_evaluations(criteria)" = list(
      .f = as_evaluations, scores = o$table, item = "what", position = "when", criteria = c("Ann", "Ben"),
      evaluator = NULL, scale = c(Ann = 10, Ben = 20), weights = c(2, 1), combine = TRUE
    ),
    "as_evaluations(file)" = list(
      .f = as_evaluations, scores = o$file, item = "Name", position = "Start", evaluators = c("Ann", "Ben"),
      renumber = TRUE, drop_rows = 10, scale = score_scale("range", 0, 10), sheet = NULL, skip = 0, header = 1
    ),
    read_scores = list(file = o$file, sheet = NULL, skip = 0, header = 1),
    guess_columns = list(data = o$table),
    import_evaluations = list(
      file = system.file("extdata", "hackathon-judging.csv", package = "seqjudge"), format = "hackathon",
      score = c("Innovation", "Design"), position = "row order", times = NULL, scale = score_scale("range", 0, 10),
      weights = c(2, 1)
    ),
    evaluations = list(
      data = o$frame, evaluator = "evaluator", item = "item", position = "position", score = "score",
      scale = score_scale("identity"), truth = "truth", keep = "group"
    ),
    score_scale = list(type = "bins", k = 10),
    fit_prior = list(
      x = o$judged, truth = NULL, method = "likelihood", pooled = TRUE, noise_type = "normal", metric = NULL, folds = 2,
      level = 0.95
    ),
    "score_model(evaluations)" = list(.f = score_model, x = o$judged, truth = NULL),
    rank_items = list(x = o$judged, method = "insertion", prior = 1, ties = "lower", loss = "footrule"),
    rank_posterior = list(
      x = o$judged, prior = 1, noise = 0.1, noise_type = "normal", method = "draws", uncertain = NULL, draws = 20,
      seed = 1, threads = 1
    ),
    fit_order_effects = list(
      x = o$judged, effects = "drift", level = 0.9, iterations = 20, chains = 1, seed = 1, threads = 1, progress = FALSE
    ),
    rank_panel = list(
      x = o$judged, prior = 1, noise = 0.1, pooled = "partial", method = "exact", loss = "squared",
      share_places = NULL, level = 0.9, iterations = 20, chains = 1, seed = 1, threads = 1, progress = FALSE
    ),
    compare_rankings = list(o$judged, truth = NULL, prior = 1),
    convert_rankings = list(x = o$ranking, to = "BayesMallows"),
    simulate_evaluations = list(
      n = 4, evaluators = 2, prior_size = 0, noise = 0, noise_type = "normal", truth = NULL, order = "own",
      scale = score_scale("identity"), past = 0.5, model = NULL, seed = 1
    ),
    simulate_study = list(
      design = data.frame(n = 4), methods = "insertion", metrics = "footrule", reps = 3, seed = 1, threads = 1,
      progress = FALSE
    ),
    plan_orders = list(
      items = 4, evaluators = 3, per_evaluator = 3, conflicts = data.frame(evaluator = 1, item = 2),
      fixed = data.frame(item = 1, position = 1), sessions = c(2, 1), available = c(item_3 = 2), effort = 0.01, seed = 1
    ),
    plan_panel = list(
      target = 0.5, items = 4, evaluators = 2, per_evaluator = 3, warmup = 1, order = "own", second_round = 2,
      measure = "winner", k = 2, model = "ratings", effects = list(noise = 1), fit = NULL,
      cost = c(judge = 1, score = 1), reps = 3, seed = 1, threads = 1, progress = FALSE
    ),
    second_looks = list(
      panel = o$panel, n = 2, goal = "ranking", what = "items", k = 2, noise = 0.5, evaluator = NULL
    ),
    find_winner = list(x = o$panel, sure = 0.7, evaluator = NULL),
    format_table = list(x = o$panel, to = "data.frame", n = 2, words = NULL),
    theme_seqjudge = list(base_size = 11),
    seqjudge_app = list(x = o$table),
    insertion_stream = list(prior_size = 0, ties = "lower", scale = NULL),
    insert = list(stream = insertion_stream(0), score = 0.3, item = "a", evaluator = NULL),
    current_ranking = list(stream = o$stream, evaluator = NULL, item = NULL, k = NULL, median = FALSE),
    "current_ranking(item)" = list(.f = current_ranking, stream = o$stream, item = 2),
    "current_ranking(k)" = list(.f = current_ranking, stream = o$stream, k = 2),
    "rank_posterior(stream)" = list(.f = rank_posterior, x = o$stream, noise = 0.1, draws = 20, seed = 1),
    test_order_effect = list(x = o$judged, effects = "spread", permutations = 19, seed = 1, threads = 1),
    test_group_scores = list(
      x = o$grouped, group = "group", positions = NULL, alternative = "two.sided", unit = "score", permutations = 19,
      exact = FALSE
    ),
    worst_case_ranking = list(n = 8),
    conflict_rankings = list(n = 4),
    footrule_bound = list(ranking = c(1, 3, 2), delta = 0.1, normalize = TRUE),
    optimal_scores = list(n = 3),
    response_loss = list(rule = function(t, r) r / (t + 1), n = 3, by_position = FALSE),
    risk_bounds = list(n = 10, delta = 0.1),
    bayes_risk = list(n = 3, delta = 0.1, loss = "footrule", reps = 2, seed = 1, threads = 1),
    rank_distribution = list(x = rbind(a = c(1, 2), b = c(2, 1)), weights = c(0.3, 0.7)),
    best_ranking = list(x = o$posterior, loss = "footrule", share_places = NULL, level = 0.95),
    "best_ranking(panel)" = list(
      .f = best_ranking, x = o$panel, loss = "kendall", share_places = 0.8, level = 0.95
    ),
    expected_loss = list(x = o$posterior, stats::setNames(1:6, letters[1:6]), loss = "footrule"),
    "expected_loss(panel)" = list(
      .f = expected_loss, x = o$panel, stats::setNames(1:6, letters[1:6]), loss = "footrule"
    ),
    rank_probability = list(x = o$posterior, evaluator = "Ann"),
    top_probability = list(x = o$posterior, k = 1),
    pairwise_probability = list(x = o$posterior, evaluator = "Ann"),
    "find_conflicts(posterior)" = list(
      .f = find_conflicts, .fixed = list(o$posterior), truth = NULL, at_least = 0.5
    ),
    mean_scores = list(x = o$judged, truth = NULL, scaled = FALSE),
    score_model = list(x = function(t, r) r / (t + 1), n = 3),
    "find_conflicts(model)" = list(.f = find_conflicts, scores = o$model),
    "insertion_ranking(model)" = list(.f = insertion_ranking, scores = o$scores, model = o$model, ties = "lower"),
    panel_baselines = list(x = o$judged, methods = NULL, prior = 1, trim = 1),
    leave_out = list(panel = o$panel, groups = NULL, threads = 1, progress = FALSE),
    recall_table = list(x = o$grouped, recall = "recall", by = "group", truth = NULL, positions = NULL),
    crowd_experiment = list(name = "existence", path = tempdir()),
    report_rankings = list(
      x = o$judged, file = file(), prior = 1, title = "Report", level = 0.95, draws = 50, seed = 1, overwrite = FALSE,
      quiet = TRUE, names = "initials"
    ),
    anonymise = list(x = o$judged, names = "numbers", key = o$hidden$key, keep = NULL, seed = 1),
    reveal_names = list(x = o$hidden$evaluations, key = o$hidden$key),
    "reveal_names(table)" = list(.f = reveal_names, x = as.data.frame(o$hidden$evaluations), key = o$hidden$key)
  ))
}

# Methods of generics, by the class of their first argument.
hostile_methods <- function(o, draw, show) {
  list(
    "autoplot(comparison)" = list(.f = draw, .fixed = list(o$comparison), type = NULL, metrics = NULL),
    "autoplot(evaluations)" = list(.f = draw, .fixed = list(o$judged), type = "scores", truth = NULL),
    "autoplot(panel)" = list(.f = draw, .fixed = list(o$panel), type = "items", k = 3, level = 0.9, named = 60),
    "autoplot(rank_distribution)" = list(
      .f = draw, .fixed = list(rank_distribution(o$panel)), type = "top", k = 3, level = 0.9, named = 60
    ),
    "autoplot(posterior)" = list(
      .f = draw, .fixed = list(o$posterior), type = "intervals", evaluators = NULL, k = 3, level = 0.9, named = 60
    ),
    "autoplot(prior_fit)" = list(.f = draw, .fixed = list(o$fit), type = NULL),
    "autoplot(ranking)" = list(.f = draw, .fixed = list(o$ranking), evaluators = NULL, named = 12, truth = FALSE),
    "autoplot(stream)" = list(.f = draw, .fixed = list(o$stream), evaluator = NULL, k = 5),
    "autoplot(study)" = list(.f = draw, .fixed = list(o$study), type = NULL, along = NULL, baseline = NULL),
    "as.data.frame(evaluations)" = list(.f = as.data.frame, .fixed = list(o$judged), scaled = FALSE),
    "as.data.frame(comparison)" = list(.f = as.data.frame, .fixed = list(o$comparison), what = NULL),
    "as.data.frame(panel)" = list(.f = as.data.frame, .fixed = list(o$panel), k = NULL),
    "as.data.frame(posterior)" = list(.f = as.data.frame, .fixed = list(o$posterior), level = 0.9, loss = "footrule"),
    "as.data.frame(study)" = list(.f = as.data.frame, .fixed = list(o$study), what = "metrics"),
    "as.matrix(ranking)" = list(.f = as.matrix, .fixed = list(o$ranking), values = "place"),
    "confint(panel)" = list(.f = stats::confint, .fixed = list(o$panel), parm = "a", level = 0.9),
    "confint(posterior)" = list(.f = stats::confint, .fixed = list(o$posterior), parm = "Ann:a", level = 0.9),
    "confint(prior_fit)" = list(.f = stats::confint, .fixed = list(o$fit), parm = "prior_size", level = 0.95),
    "simulate(prior_fit)" = list(.f = stats::simulate, .fixed = list(o$fit), nsim = 1, seed = 1),
    "summary(posterior)" = list(.f = summary, .fixed = list(o$posterior), level = 0.9, loss = "footrule"),
    "tidy(panel)" = list(.f = generics::tidy, .fixed = list(o$panel), what = "items", level = 0.9),
    "tidy(study)" = list(.f = generics::tidy, .fixed = list(o$study), what = "metrics"),
    "tidy(posterior)" = list(.f = generics::tidy, .fixed = list(o$posterior), level = 0.9, loss = "footrule"),
    "augment(posterior)" = list(.f = generics::augment, .fixed = list(o$posterior), level = 0.9, loss = "footrule"),
    "update(ranking)" = list(
      .f = stats::update, .fixed = list(o$ranking), scores = o$judged, method = "insertion", prior = 1, ties = "lower"
    ),
    "update(study)" = list(.f = stats::update, .fixed = list(o$study), reps = 5, threads = 1, progress = FALSE),
    "print(posterior)" = list(.f = show, .fixed = list(o$posterior), n = 3),
    "print(prior_fit)" = list(.f = show, .fixed = list(o$fit), n = 3),
    "[(evaluations)" = list(.f = `[`, .fixed = list(o$rounds), i = "Ann", round = 1),
    "[[(round_panels)" = list(.f = `[[`, .fixed = list(o$round_panels), i = 1),
    "augment(order_effects)" = list(.f = generics::augment, .fixed = list(o$effects), data = NULL),
    "autoplot(leave_out)" = list(.f = draw, .fixed = list(o$without), type = "places"),
    "autoplot(order_effects)" = list(.f = draw, .fixed = list(o$effects), type = "position"),
    "autoplot(orders)" = list(.f = draw, .fixed = list(o$orders), type = "pairs"),
    "autoplot(panel_plan)" = list(.f = draw, .fixed = list(o$plan), type = "cost", measure = NULL),
    "confint(order_effects)" = list(.f = stats::confint, .fixed = list(o$effects), parm = "drift", level = 0.9),
    "confint(rank_distribution)" = list(
      .f = stats::confint, .fixed = list(rank_distribution(o$panel)), parm = "a", level = 0.9
    ),
    "find_conflicts(evaluations)" = list(.f = find_conflicts, .fixed = list(o$judged), truth = NULL),
    "find_conflicts(ranking)" = list(
      .f = find_conflicts, .fixed = list(o$ranking), truth = stats::setNames(1:6, letters[1:6])
    ),
    "format(leave_out)" = list(.f = format, .fixed = list(o$without), n = 3),
    "format(mean_scores)" = list(.f = format, .fixed = list(o$means), n = 3),
    "format(orders)" = list(.f = format, .fixed = list(o$orders), n = 3),
    "format(panel)" = list(.f = format, .fixed = list(o$panel), n = 3),
    "format(panel_plan)" = list(.f = format, .fixed = list(o$plan), n = 3),
    "format(round_panels)" = list(.f = format, .fixed = list(o$round_panels), n = 3),
    "format(second_looks)" = list(.f = format, .fixed = list(o$looks), n = 3),
    "format(summary of orders)" = list(.f = format, .fixed = list(summary(o$orders)), n = 3),
    "format(summary of study)" = list(.f = format, .fixed = list(summary(o$study)), n = 3),
    "plot(order_effects)" = list(.f = function(...) {
      grDevices::pdf(NULL)
      on.exit(grDevices::dev.off())
      plot(...)
    }, .fixed = list(o$effects), which = NULL),
    "predict(order_effects)" = list(.f = stats::predict, .fixed = list(o$effects), newdata = NULL, type = "score"),
    "rank_distribution(posterior)" = list(.f = rank_distribution, .fixed = list(o$posterior), evaluator = "Ann"),
    "simulate(order_effects)" = list(.f = stats::simulate, .fixed = list(o$effects), nsim = 1, seed = 1),
    "tidy(order_effects)" = list(.f = generics::tidy, .fixed = list(o$effects), what = "effects"),
    "tidy(orders)" = list(.f = generics::tidy, .fixed = list(o$orders), what = "balance"),
    "tidy(rank_distribution)" = list(
      .f = generics::tidy, .fixed = list(rank_distribution(o$panel)), level = 0.9, loss = "footrule"
    ),
    "tidy(round_panels)" = list(.f = generics::tidy, .fixed = list(o$round_panels), what = "items"),
    "update(order_effects)" = list(.f = stats::update, .fixed = list(o$effects), scores = o$judged),
    "update(panel)" = list(.f = stats::update, .fixed = list(o$panel), scores = o$judged),
    "update(panel_plan)" = list(.f = stats::update, .fixed = list(o$plan), reps = 5, threads = 1, progress = FALSE),
    "update(posterior)" = list(.f = stats::update, .fixed = list(o$posterior), scores = o$judged),
    "update(prior_fit)" = list(.f = stats::update, .fixed = list(o$fit), scores = o$judged),
    "vcov(panel)" = list(.f = stats::vcov, .fixed = list(o$panel), evaluator = NULL),
    "vcov(posterior)" = list(.f = stats::vcov, .fixed = list(o$posterior), evaluator = "Ann")
  )
}

# Tables in a database, where there is one to be had.
hostile_partitions <- function(o) {
  if (!rlang::is_installed("RSQLite")) {
    return(list(rank_partitions = list(.f = function(rows) rows, rows = 1)))
  }
  file <- tempfile(fileext = ".sqlite")
  open <- function() DBI::dbConnect(RSQLite::SQLite(), file)
  db <- open()
  DBI::dbWriteTable(db, "scores", as.data.frame(o$judged))
  DBI::dbDisconnect(db)
  # A new directory for each call.
  f <- function(..., directory = tempfile("ranks")) rank_partitions(..., directory = directory)
  parts <- f(open, "scores", "evaluator", "item", "position", "score", prior = 1, rows = 6)
  given <- list(
    .f = f, source = open, table = "scores", evaluator = "evaluator", item = "item", position = "position",
    score = "score", prior = 1, scale = NULL, method = "insertion", ties = "lower", round = NULL, order = "random",
    rows = 6, sample = 2, seed = 1, progress = FALSE
  )
  list(
    rank_partitions = given,
    "rank_partitions(directory)" = c(given[1:7], list(directory = tempfile("ranks"), prior = 1)),
    "as.data.frame(partitions)" = list(.f = as.data.frame, .fixed = list(parts), partitions = 1)
  )
}

# One run --------------------------------------------------------------------------------------------------------------

# A table of what can be tried: a row for each call, argument and value.
hostile_table <- function(calls, values) {
  rows <- lapply(names(calls), function(name) {
    given <- calls[[name]]
    arguments <- which(!names(given) %in% c(".f", ".fixed"))
    expand.grid(call = name, argument = arguments, value = names(values), stringsAsFactors = FALSE)
  })
  do.call(rbind, rows)
}

# "value", "error of ours", or in words what is wrong.
hostile_outcome <- function(name, calls, argument, value, seconds = 10) {
  given <- calls[[name]]
  f <- if (is.null(given$.f)) getExportedValue("seqjudge", name) else given$.f
  is_work <- names(given)[argument] %in% hostile_work
  arguments <- given
  if (is.null(value)) arguments[argument] <- list(NULL) else arguments[[argument]] <- value
  arguments <- c(given$.fixed, arguments[!names(arguments) %in% c(".f", ".fixed")])
  warned <- NULL
  error <- tryCatch(
    {
      # Time of the processor, so that a busy machine makes no failures. Work is stopped sooner: it is too much at once.
      limit <- if (is_work) seconds / 5 else seconds
      setTimeLimit(cpu = limit, elapsed = 10 * limit, transient = TRUE)
      withCallingHandlers(
        {
          suppressMessages(do.call(f, arguments, quote = is.language(value)))
          NULL
        },
        warning = function(w) {
          if (!any(grepl("^seqjudge_warning", class(w)))) warned <<- w
          invokeRestart("muffleWarning")
        }
      )
    },
    error = identity,
    finally = setTimeLimit()
  )
  hostile_verdict(error, warned, is_work)
}

hostile_verdict <- function(error, warned, is_work) {
  if (!is.null(error) && !inherits(error, "seqjudge_error")) {
    message <- conditionMessage(error)
    # More than the machine has is no fault of ours, where it was asked for.
    if (is_work && grepl("time limit|cannot allocate vector|cannot allocate memory", message)) {
      return("stopped")
    }
    return(paste0("not our error: ", message))
  }
  if (!is.null(warned)) {
    return(paste0("not our warning: ", conditionMessage(warned)))
  }
  if (is.null(error)) "value" else "error of ours"
}
