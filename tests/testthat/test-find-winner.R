# Four rankings of three items, with probabilities.
cakes <- function(weights) {
  rank_distribution(cbind(c(apple = 3, berry = 1, carrot = 2), c(3, 2, 1), c(2, 3, 1), c(1, 2, 3)), weights)
}

test_that("a winner is called where one item is likely enough", {
  winner <- find_winner(cakes(c(0.5, 0.25, 0.125, 0.125)))
  expect_true(winner$called)
  expect_identical(winner$items, "apple")
  expect_equal(winner$chance, 0.75)
  expect_identical(format(winner), "Winner: apple (chance 75%)")
  expect_identical(as.data.frame(winner), data.frame(item = "apple", chance = 0.75, called = TRUE))
})

test_that("otherwise the fewest that are likely enough together are named, the likeliest first", {
  close <- find_winner(cakes(c(0.2, 0.2, 0.35, 0.25)))
  expect_false(close$called)
  expect_identical(close$items, c("apple", "berry"))
  expect_identical(format(close), "Too close to call: apple (40%) or berry (35%)")
  expect_identical(find_winner(cakes(c(0.2, 0.2, 0.35, 0.25)), sure = 0.8)$items, c("apple", "berry", "carrot"))
  # Just as likely as is asked for is enough.
  expect_true(find_winner(cakes(c(0.5, 0.1, 0.2, 0.2)), sure = 0.6)$called)
  names <- paste0("cake ", 1:20)
  many <- rank_distribution(matrix(replicate(20, 1:20), 20, dimnames = list(names, NULL))[, 1:2])
  expect_true(find_winner(many)$called)
  even <- rank_distribution(
    matrix(vapply(0:19, function(k) (1:20 + k) %% 20 + 1, numeric(20)), 20, dimnames = list(names, NULL))
  )
  expect_match(format(find_winner(even)), "or 10 others (5%)?|or 10 others$")
})

test_that("panels open with the winner; shared first places are not called; searches have no chance", {
  scores <- rbind(c(0.2, 0.5, 0.75, 0.8), c(0.3, 0.6, 0.7, 0.9))
  x <- as_evaluations(scores, items = c("a", "b", "c", "d"), order = "random")
  panel <- rank_panel(x, prior = Inf, noise = 0.05)
  expect_identical(format(panel)[1], format(find_winner(panel)))
  # By hand: the last is the best by both.
  expect_identical(find_winner(panel)$items, "d")
  search <- rank_panel(x, prior = Inf, noise = 0.05, method = "map", seed = 1)
  expect_identical(format(find_winner(search)), "Winner: d")
  equal <- as_evaluations(rbind(c(0.2, 0.7, 0.7), c(0.2, 0.7, 0.7)), items = c("a", "b", "c"), order = "random")
  shared <- rank_panel(equal, prior = Inf, noise = 0.05, share_places = 0.9)
  found <- find_winner(shared, sure = 0.5)
  expect_false(found$called)
  expect_setequal(found$items, c("b", "c"))
})

test_that("the winner of one evaluator, of one item and of none", {
  x <- as_evaluations(rbind(J = c(0.2, 0.9, 0.4), K = c(0.4, 0.6, 0.9)), items = c("a", "b", "c"))
  set.seed(1)
  posterior <- rank_posterior(x, prior = Inf, noise = 0.01, draws = 100)
  expect_identical(find_winner(posterior, evaluator = "J")$items, "b")
  expect_identical(find_winner(posterior, evaluator = "K")$items, "c")
  one <- rank_distribution(matrix(1, 1, 2, dimnames = list("only", NULL)))
  expect_identical(format(find_winner(one)), "Winner: only (chance above 99%)")
  expect_identical(format(new_winner(FALSE, character(), numeric())), "No winner: nothing is scored")
  expect_s3_class(ggplot2::ggplot_build(autoplot(find_winner(one)))$plot, "ggplot")
})

test_that("chances are not said to be certain: draws that all agree are not", {
  expect_identical(
    format_chance(c(1, 0.999, 0.99, 0.5, 0.01, 0.001, 0, NA)),
    c("above 99%", "above 99%", "99%", "50%", "1%", "below 1%", "below 1%", NA)
  )
})

test_that("errors of find_winner()", {
  expect_snapshot(error = TRUE, {
    find_winner(1)
    find_winner(cakes(c(0.2, 0.2, 0.35, 0.25)), sure = 0.2)
    find_winner(cakes(c(0.2, 0.2, 0.35, 0.25)), evaluator = "J")
  })
})

test_that("one more name is shorter than one other", {
  expect_identical(internal("list_candidates")(letters[1:5]), "a, b, c, d or e")
  expect_identical(internal("list_candidates")(letters[1:6]), "a, b, c, d or 2 others")
})

test_that("a chance that reaches what is asked for is enough", {
  expect_true(find_winner(cakes(c(0.75, 0, 0.25, 0)), sure = 0.75)$called)
  expect_false(find_winner(cakes(c(0.75, 0, 0.25, 0)), sure = 0.76)$called)
})
