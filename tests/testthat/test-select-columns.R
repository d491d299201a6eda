select <- function(expr, data = dishes) {
  select_columns(rlang::enquo(expr), data, "evaluators", rlang::current_env())
}

test_that("columns are chosen by name, number, range, what is left out, and pattern", {
  expect_identical(select(Ann), c(Ann = 3L))
  expect_identical(select("Ben"), c(Ben = 4L))
  expect_identical(select(c(Cem, Ann)), c(Cem = 5L, Ann = 3L))
  expect_identical(select(Ann:Cem), c(Ann = 3L, Ben = 4L, Cem = 5L))
  expect_identical(select(Cem:Ann), c(Cem = 5L, Ben = 4L, Ann = 3L))
  expect_identical(select(-c(Dish, Start)), select(Ann:Cem))
  expect_identical(select(!(Dish:Start)), select(Ann:Cem))
  expect_identical(select(c(Dish:Cem, -Ben)), c(Dish = 1L, Start = 2L, Ann = 3L, Cem = 5L))
  expect_identical(select(c(4, 3, 4)), c(Ben = 4L, Ann = 3L))
  expect_identical(select(ends_with(c("N", "m"))), select(Ann:Cem))
  expect_identical(select(c(contains("e"), last_col())), c(Ben = 4L, Cem = 5L))
  expect_identical(select(any_of(c("Ann", "Zoe"))), c(Ann = 3L))
  expect_identical(select(c(A = Ann, Ben)), c(A = 3L, Ben = 4L))
})

test_that("what chooses no columns stops with an error of ours", {
  judges <- c("Ann", "Ben")
  expect_error(select(judges), "!!judges", class = "seqjudge_error_column")
  expect_error(select(c(Ann, Zoe)), "Zoe", class = "seqjudge_error_column")
  expect_error(select(all_of("Zoe")), class = "seqjudge_error_column")
  expect_error(select(starts_with("Z")), "at least one", class = "seqjudge_error_column")
  expect_error(select(-everything()), class = "seqjudge_error_column")
  for (number in list(0, 6, -6, 1.5, NA_real_)) {
    expect_error(select(!!number), class = "seqjudge_error_column")
  }
  expect_error(select(mean), class = "seqjudge_error")
  expect_error(select(toupper(letters)), class = "seqjudge_error_column")
  expect_error(select(list(1)), class = "seqjudge_error_type")
  twice <- stats::setNames(dishes, c("Dish", "Start", "Ann", "Ann", "Cem"))
  expect_error(select(Ann, twice), "2 columns", class = "seqjudge_error_column")
  expect_identical(select(3:4, twice), c(Ann = 3L, Ann = 4L))
})

test_that("a name that two columns have chooses neither", {
  twice <- stats::setNames(dishes, c("Dish", "Start", "Ann", "Ann", "Cem"))
  asked <- c("Ann", "Cem")
  for (way in rlang::quos(all_of(asked), any_of(asked), c("Ann", "Cem"), !!asked, -"Ann", "Ann":"Cem")) {
    error <- expect_error(select(!!way, twice), class = "seqjudge_error_column")
    expect_match(conditionMessage(error), "2 columns", fixed = TRUE)
  }
  expect_identical(select(all_of("Cem"), twice), c(Cem = 5L))
  expect_identical(select(any_of(c("Cem", "Zoe")), twice), c(Cem = 5L))
  expect_identical(select(starts_with("A"), twice), c(Ann = 3L, Ann = 4L))
})

test_that("columns without a name need one", {
  for (name in c("", NA, "\xff")) {
    data <- dishes
    names(data)[4] <- name
    error <- expect_error(select(3:5, data), class = "seqjudge_error_column")
    expect_identical(error$positions, 4L)
    expect_identical(select(c(Ann, Cem), data), c(Ann = 3L, Cem = 5L))
  }
  expect_identical(select(c(Ann = 3, Ben = 4), data), c(Ann = 3L, Ben = 4L))
})

test_that("columns called as the functions that choose columns are columns like any others", {
  data <- data.frame(a = 1, b = 2, c = 3, t = 4, matches = 5, all_of = 6, contains = 7, everything = 8)
  expect_identical(select(c, data), c(c = 3L))
  expect_identical(select(c(a, b, c), data), c(a = 1L, b = 2L, c = 3L))
  expect_identical(select(c(c, t), data), c(c = 3L, t = 4L))
  expect_identical(select(a:c, data), c(a = 1L, b = 2L, c = 3L))
  expect_identical(select(c:matches, data), c(c = 3L, t = 4L, matches = 5L))
  expect_identical(select(c(all_of, contains, everything), data), c(all_of = 6L, contains = 7L, everything = 8L))
  expect_identical(select(-c(a, c, matches, all_of, contains, everything), data), c(b = 2L, t = 4L))
  # The functions are still there.
  expect_identical(select(c(contains("ontain"), all_of("c")), data), c(contains = 7L, c = 3L))
  expect_identical(select(matches("^[ab]$"), data), c(a = 1L, b = 2L))
  expect_identical(select(everything(), data), stats::setNames(1:8, names(data)))
})

test_that("what guess_columns() prints chooses a judge called c", {
  data <- data.frame(dish = c("x", "y", "z", "w"), start = c(2, 1, 4, 3), a = 5:8, b = 4:7, c = 5:8)
  guess <- guess_columns(data)
  expect_identical(guess$evaluators, c("a", "b", "c"))
  x <- eval(parse(text = guess$code))
  expect_identical(unique(x$evaluator), c("a", "b", "c"))
  # In the order of start: y, x, w, z.
  expect_identical(x["c"]$score, c(6, 5, 8, 7))
})

test_that("patterns look past names that are no text", {
  data <- stats::setNames(dishes, c("Dish", "Start", "Ann", "b\xe9", "Bea"))
  expect_identical(select(starts_with("b"), data), c(Bea = 5L))
  expect_identical(select(ends_with("n"), data), c(Ann = 3L))
  expect_identical(select(contains("ea"), data), c(Bea = 5L))
  expect_identical(select(matches("^B"), data), c(Bea = 5L))
})

test_that("columns of one name are no two evaluators, nor two criteria", {
  twice <- stats::setNames(dishes, c("Dish", "Start", "Ann", "Ann", "Cem"))
  wide <- function(data, evaluators) {
    as_evaluations(data, item = Dish, position = Start, evaluators = {{ evaluators }}, scale = out_of_ten)
  }
  error <- expect_error(wide(twice, 3:5), "columns 3 and 4", class = "seqjudge_error_column")
  expect_identical(error$positions, 3:4)
  expect_identical(unique(wide(twice, c("Ann 1" = 3, "Ann 2" = 4))$evaluator), c("Ann 1", "Ann 2"))
  padded <- stats::setNames(dishes, c("Dish", "Start", "Ann", "Ann ", "Cem"))
  expect_error(wide(padded, 3:5), "columns 3 and 4", class = "seqjudge_error_column")
  expect_error(
    as_evaluations(twice, item = Dish, position = Start, criteria = 3:4, scale = out_of_ten),
    class = "seqjudge_error_column"
  )
  expect_snapshot(error = TRUE, wide(twice, 3:5))
})
