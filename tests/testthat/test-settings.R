# Results do not depend on what is set around the package: locale, options, R's generator, the number of threads.

# Something of everything, from the same input each time.
everything <- function(threads = 1) {
  scores <- c(0.31, 0.92, 0.12, 0.55, 0.55, 0.78, 0.07)
  rows <- rbind("Zo\u00eb" = scores, "i\u0131" = rev(scores), bob = scores[c(3, 1, 2, 5, 7, 6, 4)])
  items <- c("B", "a", "\u00e4", "I", "i", "\u0130", "A")
  x <- suppressWarnings(
    as_evaluations(rows, items = matrix(items, 3, 7, byrow = TRUE), truth = stats::setNames(1:7, items)),
    classes = "seqjudge_warning_names"
  )
  prior <- fit_prior(x)
  posterior <- rank_posterior(x, prior = 2, noise = 0.1, draws = 300, seed = 5, threads = threads)
  list(
    insertion = insertion_ranking(rows, 1:3, threads = threads),
    induced = induced_ranking(rows),
    evaluations = as.data.frame(x),
    prior = coef(prior),
    interval = confint(prior),
    ranking = as.data.frame(rank_items(x, prior = 2)),
    draws = lapply(posterior$distributions, `[[`, "ranks"),
    summary = as.data.frame(posterior),
    panel = as.data.frame(suppressWarnings(
      rank_panel(
        x, prior = 2, noise = 0.1, method = "mcmc", iterations = 50, chains = 2, seed = 3, threads = threads,
        progress = FALSE
      ),
      classes = "seqjudge_warning_mixing"
    )),
    exact = as.data.frame(rank_panel(x, prior = 2, noise = 0.1, method = "exact", seed = 3, progress = FALSE)),
    study = as.data.frame(
      simulate_study(data.frame(n = 6, delta = 0.1), reps = 40, seed = 9, threads = threads, progress = FALSE)
    ),
    simulated = as.data.frame(simulate_evaluations(5, evaluators = 2, noise = 0.1, seed = 4)),
    again = as.data.frame(stats::simulate(prior, nsim = 1, seed = 6)[[1]]),
    risk = as.data.frame(bayes_risk(5, 0.1, reps = 20, seed = 2, threads = threads)),
    conflicts = find_conflicts(x),
    comparison = as.data.frame(compare_rankings(x, prior = 1)),
    numbered = as_evaluations(scores[1:3], items = c(1e5, 1e-5, 123456.7))$item
  )
}

test_that("the number of threads does not matter", {
  skip_on_cran()
  one <- everything(1)
  expect_identical(everything(2), one)
  expect_identical(everything(4), one)
})

test_that("options do not matter", {
  skip_on_cran()
  plain <- everything()
  withr::with_options(list(OutDec = ","), expect_identical(everything(), plain))
  withr::with_options(list(scipen = 100), expect_identical(everything(), plain))
  withr::with_options(list(scipen = -100, digits = 3), expect_identical(everything(), plain))
  withr::with_options(list(contrasts = c("contr.sum", "contr.poly"), na.action = "na.fail"), {
    expect_identical(everything(), plain)
  })
})

test_that("the locale does not matter", {
  skip_on_cran()
  plain <- everything()
  # The names of the example need UTF-8 to be printed, not to be ranked.
  withr::with_locale(c(LC_COLLATE = "C"), expect_identical(everything(), plain))
  for (name in c("C", "tr_TR.UTF-8", "de_DE.UTF-8", "en_US.UTF-8")) {
    before <- Sys.getlocale("LC_COLLATE")
    known <- nzchar(suppressWarnings(Sys.setlocale("LC_COLLATE", name)))
    Sys.setlocale("LC_COLLATE", before)
    if (!known) next
    withr::with_locale(c(LC_COLLATE = name, LC_CTYPE = name), {
      expect_identical(everything(), plain, label = paste("results in the locale", name))
    })
  }
})

test_that("a seed means the same whatever generator R uses, and leaves that as it was", {
  skip_on_cran()
  plain <- everything()
  withr::defer(RNGkind("default", "default", "default"))
  for (kind in c("Wichmann-Hill", "L'Ecuyer-CMRG", "Knuth-TAOCP-2002")) {
    suppressWarnings(RNGkind(kind, "Ahrens-Dieter", "Rounding"))
    set.seed(1)
    now <- RNGkind()
    expect_identical(everything(), plain, label = paste("results with", kind))
    expect_identical(RNGkind(), now)
  }
})

test_that("what draws nothing leaves R's generator untouched, even unborn", {
  before <- globalenv()[[".Random.seed"]]
  withr::defer(if (!is.null(before)) assign(".Random.seed", before, envir = globalenv()))
  if (!is.null(before)) rm(".Random.seed", envir = globalenv())
  scores <- c(0.4, 0.9, 0.1, 0.6)
  ranks <- insertion_ranking(scores, 1)
  induced_ranking(scores)
  relative_ranks(ranks)
  ranking_from_relative(c(1, 1, 2), 0)
  kendall_distance(ranks, rev(ranks))
  expected_scores(ranks)
  rank_items(as_evaluations(scores), prior = 1)
  expect_null(globalenv()[[".Random.seed"]])
})

# Numbers ------------------------------------------------------------------------------------------------------------

test_that("likelihoods are finite for scores far outside the model", {
  far <- ignore_scale_warning(as_evaluations(c(-40, 90, 3, -7, 0.5), scale = score_scale("identity")))
  fit <- ignore_scale_warning(fit_prior(far))
  expect_true(all(is.finite(coef(fit)[["noise"]])))
  expect_true(is.finite(logLik(fit)))
  known <- ignore_scale_warning(fit_prior(far, truth = c("1" = 1, "2" = 5, "3" = 4, "4" = 2, "5" = 3)))
  expect_true(is.finite(logLik(known)))
  tiny <- ignore_scale_warning(rank_posterior(far, prior = 2, noise = 1e-6, draws = 20, seed = 1))
  expect_true(all(is.finite(unlist(as.data.frame(tiny)[c("rank", "lower", "upper")]))))
  panel <- ignore_scale_warning(rank_panel(far, prior = 2, noise = 0.01, method = "exact", seed = 1))
  expect_true(is.finite(logLik(panel)))
})

test_that("prior sizes at the limits are what they say", {
  scores <- c(0.4, 0.9, 0.1, 0.6)
  for (size in c(.Machine$integer.max - 1, .Machine$integer.max, 2^31, 2^32, 2^52 - 1, 2^52)) {
    # So large a prior is as good as calibrated.
    expect_identical(insertion_ranking(scores, size), as.integer(rank(scores)))
    stream <- insertion_stream(size)
    insert(stream, scores)
    expect_identical(unname(current_ranking(stream)), as.integer(rank(scores)))
    expect_identical(
      unname(ranking_from_relative(floor(scores * size), size)), as.integer(rank(scores)), label = format(size)
    )
  }
  expect_error(insertion_ranking(scores, 2^52 + 1), class = "seqjudge_error_value")
  expect_error(insertion_stream(2^53), class = "seqjudge_error_value")
})

test_that("more values than an integer counts are refused by name", {
  # A compact sequence: no memory is needed to have it.
  long <- seq_len(2^31)
  expect_error(seqjudge:::check_rows(long, "scores", rlang::current_env()), class = "seqjudge_error_shape")
  expect_error(insertion_ranking(long), class = "seqjudge_error_shape")
  expect_error(footrule_distance(long, long), class = "seqjudge_error_shape")
  expect_error(as_evaluations(long), class = "seqjudge_error")
})
