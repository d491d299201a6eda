# What evaluations can do beside being made.

test_that("print and summary show what matters", {
  scores <- rbind(Ann = c(0.5, 0.7, 0.2), Bob = c(0.4, NA, 0.8))
  expect_snapshot({
    bakeoff_evaluations()
    summary(bakeoff_evaluations())
    small_evaluations()
    summary(small_evaluations())
    as_evaluations(scores, items = c("a", "b", "c"))
    print(bakeoff_evaluations(), n = 1)
  })
})

test_that("the summary agrees with tapply", {
  x <- bakeoff_evaluations()
  s <- summary(x)
  each <- function(f) as.vector(tapply(x$score, factor(x$evaluator, unique(x$evaluator)), f))
  expect_identical(s$evaluator, unique(x$evaluator))
  expect_equal(s$mean, each(mean))
  expect_equal(s$sd, each(sd))
  expect_equal(s$lowest, each(min))
  expect_equal(s$highest, each(max))
  expect_identical(summary(small_evaluations())$unscored, 0:1)
})

test_that("one index takes evaluators, two take rows and columns of a plain data frame", {
  x <- bakeoff_evaluations()
  expect_s3_class(x["Ines"], "seqjudge_evaluations")
  expect_identical(x["Ines"]$score, as.double(bakeoff$points[bakeoff$judge == "Ines"]))
  expect_identical(x[3], x["Ines"])
  expect_identical(evaluator_names(x[c("Milo", "Amara")]), c("Milo", "Amara"))
  expect_identical(x[-(1:4)], x[5:6])
  expect_identical(x[c(FALSE, TRUE, FALSE, FALSE, FALSE, TRUE)], x[c("Bruno", "Milo")])
  expect_identical(attr(x[1], "scale"), points)
  expect_identical(x[], x)
  expect_identical(nrow(x[integer()]), 0L)
  plain <- as.data.frame(x)
  expect_identical(x[1:3, ], plain[1:3, ])
  expect_identical(x[x$score > 90, "item"], plain[plain$score > 90, "item"])
  expect_identical(x[1:3, "item", drop = FALSE], plain[1:3, "item", drop = FALSE])
  expect_identical(x[, c("item", "score")], plain[, c("item", "score")])
  expect_identical(class(head(x)), "data.frame")
})

test_that("rbind puts different evaluators with the same scale together", {
  x <- bakeoff_evaluations()
  expect_identical(rbind(x[1:2], x[3:5], x[6]), x)
  expect_identical(rbind(x), x)
  expect_identical(rbind(x[integer()], x), x)
})

test_that("as.data.frame() adds scaled scores where asked", {
  x <- bakeoff_evaluations()
  plain <- as.data.frame(x, scaled = TRUE)
  expect_identical(class(plain), "data.frame")
  expect_identical(plain$scaled_score, x$score / 100)
  expect_named(as.data.frame(x), c("evaluator", "item", "position", "score"))
  expect_null(attr(plain, "scale"))
})

test_that("wording: parts", {
  x <- bakeoff_evaluations()
  expect_error(x["Zoe"], class = "seqjudge_error_value")
  expect_error(rbind(x, x), class = "seqjudge_error_value")
  expect_snapshot(error = TRUE, {
    x["Zoe"]
    x["item"]
    x[7]
    x[c(1, -1)]
    x[c(1, 1)]
    x[x$score > 50]
    x[list(1)]
    rbind(x, x[1])
    rbind(x, small_evaluations())
    rbind(x, bakeoff)
    rbind(x, 1)
    as.data.frame(x, scaled = NA)
  })
})
