# The key of the random streams of the compiled code (see random.hpp), drawn from R's generator so that set.seed()
# governs: a whole number below 2^52, which a double holds exactly.
draw_seed <- function() sum((sample.int(2^26, 2, replace = TRUE) - 1) * c(2^26, 1))

# A seed that the user gives is the key itself; without one it is drawn.
check_seed <- function(seed, arg = "seed", call = rlang::caller_env()) {
  if (is.null(seed)) {
    return(draw_seed())
  }
  check_number(seed, arg, call, "a whole number from 0 to 2^52, or NULL", whole_from(0, 2^52))
}

# A seed for set.seed().
check_r_seed <- function(seed, call) {
  if (!is.null(seed)) check_integer(seed, "seed", call, from = 0)
}

# Runs the code with R's generator seeded, and leaves the generator as it was; without a seed, simply runs it. A seed
# means the same whatever generator the user has chosen.
with_seed <- function(seed, code) {
  if (is.null(seed)) {
    return(force(code))
  }
  old <- get0(".Random.seed", envir = globalenv(), inherits = FALSE)
  on.exit(restore_random_state(old))
  set.seed(seed, "Mersenne-Twister", "Inversion", "Rejection")
  force(code)
}

restore_random_state <- function(old) {
  if (is.null(old)) {
    rm(".Random.seed", envir = globalenv())
  } else {
    assign(".Random.seed", old, envir = globalenv())
  }
}
