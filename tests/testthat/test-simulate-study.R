# The settings of the engine for a row of a design, to look at its draws.
draws_of <- function(setting, reps, seed = 1) seqjudge:::cpp_study_draws(setting, seed, 0, 0, reps)

# ---- draws -------------------------------------------------------------------------------------------------------

test_that("noiseless relative ranks are independent and uniform, and the truth follows from them", {
  for (prior in c(0, 2)) {
    n <- 3
    draws <- draws_of(setting_of(n = n, prior_size = prior), 30000)
    relative <- round(draws$score * (prior + seq_len(n) + 1))
    expect_equal(relative / (prior + seq_len(n) + 1), draws$score)
    cells <- prod(prior + seq_len(n))
    key <- (relative[1, ] - 1) + (prior + 1) * ((relative[2, ] - 1) + (prior + 2) * (relative[3, ] - 1))
    expect_gt(chi_square_p(tabulate(key + 1, cells)), 1e-4)
    expect_agreement(
      seq_len(500),
      function(k) draws$truth[, k],
      function(k) oracle_decode_array(relative[, k], prior)
    )
  }
})

test_that("a panel shares the truth, and each evaluator's relative ranks are distributed as by counting", {
  n <- 2
  for (prior in c(0, 1, 2, 5)) {
    draws <- draws_of(setting_of(n = n, prior_size = prior, evaluators = 2, order = "shared"), 20000)
    relative <- round(draws$score * (prior + seq_len(n) + 1))
    # All ways in which the places of two items of known order can lie, by listing them.
    everyone <- seq_len(prior + n)
    pairs <- utils::combn(everyone, 2)
    code <- function(r) (r[1, ] - 1) * (prior + 2) + r[2, ]
    for (first_is_better in c(FALSE, TRUE)) {
      rank <- if (first_is_better) 2:1 else 1:2
      ways <- apply(pairs, 2, function(real) oracle_places_to_relative(real[rank], setdiff(everyone, real)))
      ways <- code(ways)
      which_truth <- rep(draws$truth[1, ] == rank[1], each = 2)
      for (evaluator in 1:2) {
        mine <- rep(1:2, 20000) == evaluator & which_truth
        observed <- code(relative[, mine, drop = FALSE])
        expect_true(all(observed %in% ways))
        expect_gt(chi_square_p(tabulate(match(observed, unique(ways)), length(unique(ways)))), 1e-4)
      }
      # Given the truth, the two evaluators are independent.
      one <- match(code(relative[, rep(1:2, 20000) == 1 & which_truth, drop = FALSE]), unique(ways))
      two <- match(code(relative[, rep(1:2, 20000) == 2 & which_truth, drop = FALSE]), unique(ways))
      cells <- length(unique(ways))
      expect_gt(chi_square_p(tabulate((one - 1) * cells + two, cells^2)), 1e-4)
    }
  }
})

test_that("orders of a panel are the evaluators' own, or shared", {
  own <- draws_of(setting_of(n = 3, evaluators = 2), 12000)
  orders <- apply(own$item, 2, paste, collapse = "")
  first <- rep(1:2, 12000) == 1
  expect_true(all(orders[first] == "123"))
  expect_gt(chi_square_p(table(orders[!first])), 1e-4)
  expect_length(unique(orders[!first]), 6)
  shared <- draws_of(setting_of(n = 3, evaluators = 2, order = "shared"), 10)
  expect_true(all(shared$item == 1:3))
  # Every order is ranked by its own relative ranks.
  expect_agreement(
    seq_len(300),
    function(k) round(own$score[, 2 * k] * 2:4),
    function(k) as.double(oracle_relative_ranks(own$truth[own$item[, 2 * k], k]))
  )
})

test_that("noise, bins and calibrated evaluators are what they should be", {
  uniform <- draws_of(setting_of(n = 1, delta = 0.2), 20000)$score - 0.5
  expect_gt(ks.test(c(uniform), "punif", -0.2, 0.2)$p.value, 1e-4)
  normal <- draws_of(setting_of(n = 1, sd = 0.2), 20000)$score - 0.5
  expect_gt(ks.test(c(normal), "pnorm", 0, 0.2)$p.value, 1e-4)
  calibrated <- draws_of(setting_of(n = 4, prior_size = Inf), 5000)
  expect_gt(ks.test(c(calibrated$score), "punif")$p.value, 1e-4)
  expect_identical(calibrated$truth[, 1], as.integer(rank(calibrated$score[, 1])))
  panel <- draws_of(setting_of(n = 4, prior_size = Inf, evaluators = 2), 5000)
  expect_gt(ks.test(c(panel$score), "punif")$p.value, 1e-4)
  expect_agreement(
    seq_len(100),
    function(k) as.integer(rank(panel$score[, k])),
    function(k) panel$truth[panel$item[, k], (k + 1) %/% 2]
  )
  # The same streams, with and without bins.
  plain <- draws_of(setting_of(n = 30, sd = 0.3), 50)$score
  binned <- draws_of(setting_of(n = 30, sd = 0.3, bins = 5), 50)$score
  expect_equal(binned * 6, pmin(pmax(floor(plain * 5) + 1, 1), 5))
  expect_identical(sort(unique(round(c(binned) * 6))), c(1, 2, 3, 4, 5))
})

test_that("a prior costs nothing however large, and is as good as infinite when huge", {
  huge <- draws_of(setting_of(n = 50, prior_size = 2^52, evaluators = 2), 200)
  expect_gt(ks.test(c(huge$score), "punif")$p.value, 1e-4)
  one <- draws_of(setting_of(n = 50, prior_size = 2^52), 200)
  expect_gt(ks.test(c(one$score), "punif")$p.value, 1e-4)
})

# ---- sums --------------------------------------------------------------------------------------------------------

test_that("means and standard errors are those of the replicates, ranked and measured by the oracles", {
  skip_on_valgrind()
  design <- data.frame(
    n = c(1, 2, 7, 30, 30, 12), delta = c(0, 0.3, 0.1, 0.1, 0, 0.05), sd = c(0, 0, 0, 0, 0.1, 0),
    prior_size = c(0, 0, 3, 10, 0, Inf), evaluators = c(1, 1, 1, 1, 3, 2), bins = c(NA, NA, NA, 10, 4, NA)
  )
  metrics <- c("footrule", "kendall", "inversion", "max_entrywise")
  reps <- 40
  methods <- list(insertion = "insertion", fixed = 2, induced = "induced")
  study <- simulate_study(design, methods, metrics, reps = reps, seed = 3)
  table <- as.data.frame(study)
  by_position <- as.data.frame(study, what = "positions")
  expect_identical(nrow(table), nrow(design) * 3L * 4L)
  for (s in seq_len(nrow(design))) {
    n <- design$n[s]
    evaluators <- design$evaluators[s]
    draws <- seqjudge:::cpp_study_draws(study$settings[[s]], 3, s - 1, 0, reps)
    prior_of <- c(insertion = design$prior_size[s], fixed = 2, induced = Inf)
    for (method in names(methods)) {
      errors <- lapply(seq_len(reps), function(k) {
        sum_of_ranks <- numeric(n)
        for (e in seq_len(evaluators)) {
          column <- (k - 1) * evaluators + e
          at <- draws$item[, column]
          sum_of_ranks[at] <- sum_of_ranks[at] + oracle_insertion(draws$score[, column], prior_of[[method]])
        }
        ranking <- oracle_induced(sum_of_ranks)
        truth <- draws$truth[, k]
        list(
          metrics = c(
            oracle_footrule(ranking, truth), oracle_kendall(ranking, truth), oracle_inversion(ranking, truth)
          ) / n^2,
          entrywise = abs(ranking - truth) / n
        )
      })
      se <- function(x) apply(x, 2, sd) / sqrt(reps)
      measured <- do.call(rbind, lapply(errors, `[[`, "metrics"))
      entrywise <- do.call(rbind, lapply(errors, `[[`, "entrywise"))
      rows <- table[(s - 1) * 12 + 1:12, ]
      rows <- rows[rows$method == method, ]
      expect_equal(rows$mean[1:3], colMeans(measured))
      expect_equal(rows$se[1:3], se(measured))
      worst <- which.max(colMeans(entrywise))
      expect_equal(rows$position, c(NA, NA, NA, worst))
      expect_equal(rows$mean[4], max(colMeans(entrywise)))
      expect_equal(rows$se[4], se(entrywise)[worst])
      expect_identical(rows$metric, metrics)
      at <- sum(design$n[seq_len(s - 1)]) * 3 + seq_len(3 * n)
      positions <- by_position[at, ]
      positions <- positions[positions$method == method, ]
      expect_identical(positions$position, seq_len(n))
      expect_equal(positions$mean, colMeans(entrywise))
      expect_equal(positions$se, se(entrywise))
    }
  }
})

# ---- published figures and theory --------------------------------------------------------------------------------

# The paper's Figure 4, by its authors' estimator, 1,000 runs a row: means and standard errors.
published <- data.frame(
  n = c(20, 50, 100, 100, 100),
  delta = c(0.1, 0.1, 0.1, 0.02, 0.2),
  insertion_footrule = c(0.05636, 0.05614, 0.05373, 0.01103, 0.09764),
  insertion_footrule_se = c(0.00049, 0.00025, 0.00015, 0.00004, 0.00026),
  insertion_max_entrywise = c(0.07045, 0.08060, 0.08235, 0.01449, 0.14580),
  insertion_max_entrywise_se = c(0.00269, 0.00288, 0.00289, 0.00053, 0.00443),
  induced_footrule = c(0.09203, 0.07534, 0.06544, 0.04155, 0.10248),
  induced_footrule_se = c(0.00084, 0.00044, 0.00027, 0.00031, 0.00032),
  induced_max_entrywise = c(0.20675, 0.22550, 0.24340, 0.23723, 0.24330),
  induced_max_entrywise_se = c(0.00486, 0.00475, 0.00467, 0.00452, 0.00505)
)

test_that("the published figures come out", {
  for (reps in c(1000, if (!identical(Sys.getenv("NOT_CRAN"), "")) 10000)) {
    table <- as.data.frame(simulate_study(published[c("n", "delta")], reps = reps, seed = 42))
    for (method in c("insertion", "induced")) {
      for (metric in c("footrule", "max_entrywise")) {
        column <- paste(method, metric, sep = "_")
        theirs <- list(mean = published[[column]], se = published[[paste0(column, "_se")]])
        ours <- table[table$method == method & table$metric == metric, ]
        expect_lt(max(abs(standard_errors_apart(ours, theirs))), 4)
      }
    }
  }
})

test_that("it agrees with the paper's simulation in plain R, with and without a prior", {
  withr::local_seed(1)
  for (case in list(list(n = 8, delta = 0.1, prior = 0), list(n = 12, delta = 0.05, prior = 6))) {
    slow <- oracle_study(case$n, case$delta, case$prior, reps = 400)
    fast <- simulate_study(data.frame(n = case$n, delta = case$delta, prior_size = case$prior), reps = 4000, seed = 5)
    fast <- as.data.frame(fast)
    expect_identical(fast$metric, slow$metric)
    # The worst position is chosen with more bias from fewer replicates.
    fair <- slow$metric != "max_entrywise"
    expect_lt(max(abs(standard_errors_apart(fast, slow)[fair])), 4)
    expect_lt(max(abs(standard_errors_apart(fast, slow))), 5)
  }
})

test_that("insertion is exact where the theory says so, and not far beyond", {
  n <- c(2, 5, 20, 50)
  exact <- simulate_study(
    data.frame(n = n, delta = 0.499 / (n + 1)),
    "insertion", c("footrule", "kendall", "inversion", "max_entrywise"),
    reps = 500, seed = 1
  )
  expect_true(all(as.data.frame(exact)$mean == 0))
  expect_true(all(as.data.frame(exact)$se == 0))
  beyond <- simulate_study(data.frame(n = 50, delta = 0.7 / 51), "insertion", "footrule", reps = 500, seed = 1)
  expect_gt(as.data.frame(beyond)$mean, 0)
})

test_that("the footrule of insertion grows linearly in the noise", {
  delta <- c(0.02, 0.04, 0.06, 0.08)
  table <- as.data.frame(simulate_study(data.frame(n = 200, delta = delta), "insertion", "footrule", 500, seed = 1))
  slope <- table$mean / delta
  expect_lt(diff(range(slope)) / mean(slope), 0.15)
  expect_gt(summary(lm(table$mean ~ delta))$r.squared, 0.999)
})

# ---- the same on any thread, in any portion, on any backend ------------------------------------------------------

mixed_design <- data.frame(n = c(10, 45), delta = 0.1, prior_size = c(0, 7), evaluators = c(1, 3))
shout <- function(x) rank(-rev(x), ties.method = "random")
mixed_methods <- list(insertion = "insertion", induced = "induced", mine = function(scores) shout(scores))
mixed_study <- function(...) simulate_study(mixed_design, mixed_methods, reps = 130, seed = 11, ...)

test_that("the number of threads and the portions do not matter", {
  one <- mixed_study(threads = 1)
  expect_identical(mixed_study(threads = 2), one)
  expect_identical(mixed_study(threads = 4), one)
  step <- simulate_study(mixed_design, mixed_methods, reps = 2, seed = 11)
  for (reps in c(3, 64, 65, 130)) step <- update(step, reps = reps)
  expect_identical(step, one)
  # Batches of any size.
  setting <- one$settings[[2]]
  part <- function(from, to, threads) {
    seqjudge:::cpp_study_totals(setting, c(7, Inf), TRUE, TRUE, 11, 1, from, to, threads)
  }
  whole <- part(0, 500, 1)
  cut <- c(0, 1, 17, 300, 499, 500)
  parts <- lapply(5:1, function(k) part(cut[k], cut[k + 1], k))
  expect_identical(Reduce(seqjudge:::add_totals, parts), whole)
})

test_that("set.seed() governs, and R's generator is left alone otherwise", {
  draw <- function() simulate_study(mixed_design, mixed_methods, reps = 5)
  expect_identical(withr::with_seed(1, draw()), withr::with_seed(1, draw()))
  expect_false(identical(withr::with_seed(1, draw()), withr::with_seed(2, draw())))
  withr::local_seed(7)
  state <- .Random.seed
  mixed_study()
  expect_identical(.Random.seed, state)
})

test_that("replicates and settings have streams of their own", {
  seen <- study_draws(data.frame(n = c(5, 5), delta = 0.1), 50, seed = 1)
  expect_identical(nrow(unique(seen)), 100L)
  other <- study_draws(data.frame(n = c(5, 5), delta = 0.1), 50, seed = 2)
  expect_identical(nrow(unique(rbind(seen, other))), 200L)
})

test_that("a study runs the same through future on any backend", {
  skip_on_cran()
  skip_if_not_installed("future.apply")
  here <- mixed_study()
  withr::defer(future::plan(future::sequential))
  future::plan(future::sequential)
  expect_identical(mixed_study(), here)
  future::plan(future::multisession, workers = 2)
  expect_identical(mixed_study(), here)
  nodes <- parallel::makeCluster(2)
  withr::defer(parallel::stopCluster(nodes))
  future::plan(future::cluster, workers = nodes)
  expect_identical(mixed_study(), here)
})

test_that("a method that fails in another process is reported with its replicate", {
  skip_on_cran()
  skip_if_not_installed("future.apply")
  withr::defer(future::plan(future::sequential))
  future::plan(future::multisession, workers = 2)
  # The scores of replicate 7, which the failing method knows when it sees them.
  design <- data.frame(n = 5, delta = 0.1)
  setting <- simulate_study(design, reps = 2, seed = 3)$settings[[1]]
  seventh <- draws_of(setting, 7, seed = 3)$score[, 7]
  fails <- function(scores) if (isTRUE(all.equal(scores, seventh))) stop("no idea") else rank(scores)
  error <- expect_error(
    simulate_study(design, list(mine = fails), reps = 20, seed = 3), class = "seqjudge_error_method"
  )
  expect_identical(error$replicate, 7)
  expect_match(conditionMessage(error), "replicate 7")
})

test_that("a worker that is lost is reported with its replicates, and what is finished is kept", {
  skip_on_cran()
  skip_if_not_installed("future.apply")
  withr::defer(future::plan(future::sequential))
  future::plan(future::multisession, workers = 2)
  flag <- withr::local_tempfile(lines = "die")
  design <- data.frame(n = c(5, 8), delta = 0.1)
  dies <- function(scores) {
    if (length(scores) == 8 && file.exists(flag)) quit("no")
    rank(scores)
  }
  withr::local_options(future.wait.timeout = 20)
  warning <- expect_warning(
    study <- simulate_study(design, list(mine = dies), reps = 20, seed = 3), class = "seqjudge_warning_worker"
  )
  expect_match(conditionMessage(warning), "replicates 1 to [0-9]+ of setting 2")
  expect_gt(study$done[1], 0)
  expect_identical(study$done[2], 0)
  unlink(flag)
  future::plan(future::sequential)
  whole <- simulate_study(design, list(mine = function(scores) rank(scores)), reps = 20, seed = 3)
  expect_identical(update(study)$totals, whole$totals)
})

# ---- interrupts --------------------------------------------------------------------------------------------------

# A method that behaves as if the user pressed Ctrl-C at its k-th call.
interrupted_at <- function(k) {
  calls <- 0
  function(scores) {
    calls <<- calls + 1
    if (calls == k) rlang::interrupt()
    rank(scores)
  }
}

test_that("an interrupt keeps what is finished, and update() does the rest", {
  design <- data.frame(n = c(5, 8), delta = 0.1)
  expect_warning(
    study <- simulate_study(design, list(mine = interrupted_at(60)), reps = 50, seed = 1),
    class = "seqjudge_warning_interrupted"
  )
  expect_true(sum(study$done) > 0 && sum(study$done) < 60)
  expect_false(glance(study)$complete)
  expect_match(format(study), "Not finished", all = FALSE)
  finished <- update(study)
  expect_true(glance(finished)$complete)
  whole <- simulate_study(design, list(mine = function(scores) rank(scores)), reps = 50, seed = 1)
  expect_identical(finished$totals, whole$totals)
  expect_identical(as.data.frame(finished), as.data.frame(whole))
})

test_that("the compiled code answers a signal", {
  skip_on_cran()
  skip_on_os("windows")
  for (threads in 1:2) {
    system(sprintf("(sleep 0.5; kill -INT %d) &", Sys.getpid()))
    expect_warning(
      study <- simulate_study(data.frame(n = 1000, delta = 0.1), reps = 1e8, seed = 1, threads = threads),
      class = "seqjudge_warning_interrupted"
    )
    expect_lt(study$done, 1e8)
    again <- simulate_study(data.frame(n = 1000, delta = 0.1), reps = max(2, study$done), seed = 1)
    expect_identical(update(study, reps = again$reps)$totals, again$totals)
  }
})

test_that("a study that has not begun has no means", {
  expect_warning(
    study <- simulate_study(data.frame(n = 3), list(mine = interrupted_at(1)), reps = 10, seed = 1),
    class = "seqjudge_warning_interrupted"
  )
  table <- as.data.frame(study)
  expect_true(all(is.na(table$mean)) && all(is.na(table$se)) && all(is.na(table$position)))
  expect_true(all(is.na(as.data.frame(study, what = "positions")$mean)))
  expect_output(print(summary(study)), "Not finished")
})

# ---- methods of one's own ----------------------------------------------------------------------------------------

test_that("a method of one's own sees what the package's methods see", {
  design <- data.frame(n = c(6, 15), sd = 0.1, prior_size = c(0, 4), evaluators = c(1, 2))
  methods <- list(
    insertion = "insertion", same = 4, induced = "induced",
    own_insertion = function(scores) insertion_ranking(scores, prior_size = if (length(scores) == 6) 0 else 4),
    own_same = function(scores) insertion_ranking(scores, prior_size = 4),
    own_induced = function(scores) rank(scores)
  )
  table <- as.data.frame(simulate_study(design, methods, reps = 60, seed = 2))
  figures <- function(method) unlist(table[table$method == method, c("mean", "se", "position")], use.names = FALSE)
  expect_identical(figures("own_insertion"), figures("insertion"))
  expect_identical(figures("own_same"), figures("same"))
  expect_identical(figures("own_induced"), figures("induced"))
})

test_that("errors of methods name the method, the setting and the replicate", {
  at <- function(k, what) {
    calls <- 0
    function(scores) {
      calls <<- calls + 1
      if (calls < k) rank(scores) else what(scores)
    }
  }
  design <- data.frame(n = c(3, 4))
  run <- function(method) simulate_study(design, list(mine = method), reps = 10, seed = 1)
  error <- tryCatch(run(at(13, function(s) s)), error = identity)
  expect_s3_class(error, c("seqjudge_error_method", "seqjudge_error_value", "seqjudge_error"), exact = FALSE)
  expect_identical(error[c("method", "setting", "replicate")], list(method = "mine", setting = 2L, replicate = 3))
  expect_snapshot(error = TRUE, {
    run(at(13, function(s) s))
    run(at(2, function(s) stop("no idea")))
    run(at(1, function(s) 1:2))
    run(at(1, function(s) "a"))
    run(at(1, function(s) c(1, NA, 2)))
    run(at(1, function(s) factor(s)))
  })
})

# ---- the object --------------------------------------------------------------------------------------------------

test_that("one item, no noise, and tibbles just work", {
  study <- simulate_study(data.frame(n = 1), reps = 5, seed = 1)
  expect_true(all(as.data.frame(study)$mean == 0))
  skip_if_not_installed("tibble")
  from_tibble <- simulate_study(tibble::tibble(n = 5, delta = 0.1), reps = 5, seed = 1)
  expect_identical(from_tibble, simulate_study(data.frame(n = 5, delta = 0.1), reps = 5, seed = 1))
})
