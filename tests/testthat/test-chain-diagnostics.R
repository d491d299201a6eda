chain_diagnostics <- internal("chain_diagnostics")

# Quantities x rounds x chains, each an autoregression.
slow_draws <- function(rho, rounds, chains, quantities = 3) {
  one <- function() as.vector(stats::filter(stats::rnorm(rounds, sd = sqrt(1 - rho^2)), rho, "recursive"))
  aperm(replicate(quantities, replicate(chains, one())), c(3, 1, 2))
}

test_that("R-hat and effective sample sizes are those of the package posterior", {
  skip_if_not_installed("posterior")
  set.seed(1)
  for (rho in c(-0.5, 0, 0.6, 0.95)) {
    for (shape in list(c(400, 4), c(301, 1), c(50, 3))) {
      draws <- slow_draws(rho, shape[1], shape[2])
      found <- chain_diagnostics(draws, letters[1:3])
      by_quantity <- function(f) apply(draws, 1, function(own) suppressWarnings(f(matrix(own, shape[1]))))
      expect_equal(found$rhat, by_quantity(posterior::rhat_basic))
      expect_equal(found$ess, by_quantity(posterior::ess_mean))
    }
  }
  expect_identical(found$variable, letters[1:3])
  # Where chains stand apart, no autocorrelation is left out.
  draws <- slow_draws(0.5, 1000, 4)
  draws[, , 1] <- draws[, , 1] + 4
  found <- chain_diagnostics(draws, letters[1:3])
  expect_equal(found$ess, apply(draws, 1, function(own) posterior::ess_mean(matrix(own, 1000))))
})

test_that("threads, and how many quantities there are, change nothing", {
  set.seed(2)
  draws <- slow_draws(0.5, 40, 2, quantities = 37)
  all <- chain_diagnostics(draws, 1:37)
  expect_identical(chain_diagnostics(draws, 1:37, threads = 3), all)
  one <- chain_diagnostics(draws[36, , , drop = FALSE], 36)
  expect_equal(as.list(one), as.list(all[36, ]))
  whole <- array(c(1:9, 3L), c(1, 5, 2))
  expect_identical(chain_diagnostics(whole, "a"), chain_diagnostics(whole + 0, "a"))
  expect_identical(nrow(chain_diagnostics(draws[0, , , drop = FALSE], character())), 0L)
})

test_that("chains of other prior sizes may be elsewhere, and what never changes has settled", {
  set.seed(3)
  draws <- slow_draws(0, 500, 4, quantities = 1)
  together <- chain_diagnostics(draws, "a")
  draws[, , 3:4] <- draws[, , 3:4] + 10
  expect_gt(chain_diagnostics(draws, "a")$rhat, 3)
  by_size <- chain_diagnostics(draws, "a", list(c(2, 0), c(2, 0), c(2, Inf), c(2, Inf)))
  expect_equal(by_size$rhat, together$rhat, tolerance = 0.01)
  expect_gt(by_size$ess, 1000)
  expect_gt(chain_diagnostics(draws, "a", list(0, 5, 0, 5))$rhat, 3)
  still <- chain_diagnostics(array(7, c(1, 10, 4)), "a")
  expect_identical(c(still$rhat, still$ess), c(1, 40))
})

test_that("there is a warning where chains differ, or tell too little", {
  mixed <- function(rhat, ess) data.frame(rhat = c(1, rhat), ess = c(2000, ess))
  expect_no_warning(internal("warn_mixing")(mixed(1.05, 100)))
  expect_warning(internal("warn_mixing")(mixed(1.06, 900)), "R-hat is 1.06", class = "seqjudge_warning_mixing")
  expect_warning(internal("warn_mixing")(mixed(1, 99)), "sample size 99", class = "seqjudge_warning_mixing")
  expect_no_warning(internal("warn_mixing")(mixed(1, 99), least = 0))
  told <- expect_warning(internal("warn_mixing")(mixed(2, 99), least = 0), class = "seqjudge_warning_mixing")
  expect_no_match(conditionMessage(told), "sample size")
})

test_that("what cannot be told has not mixed", {
  mixed <- internal("have_mixed")
  expect_true(mixed(data.frame(rhat = 1, ess = 100)))
  expect_false(mixed(data.frame(rhat = c(1, NaN), ess = 400)))
  expect_false(mixed(data.frame(rhat = 1, ess = c(NaN, 400))))
})
