#' Plan who sees what in which order
#'
#' Before a contest: an order of presentation for each evaluator, so that what the order does falls on all items alike.
#' Every item comes equally often at each position and as often early as late, after each other item equally often, and
#' is compared with each other item by equally many evaluators, as far as that can be. Conflicts of interest, fixed
#' slots, breaks and items that come later are kept to.
#'
#' @section How it is done:
#' Where everybody sees everything, orders are rows of a Williams design (Williams, 1949), with items and evaluators in
#' random places: `n` orders for an even number `n` of items, and `2 n` for an odd one, have each item once (twice) at
#' each position and once (twice) after each other item. For fewer orders, or where constraints forbid that, a search
#' goes on from there.
#'
#' Otherwise it is first decided who sees what: all items equally often (within one, which is always reached where there
#' are no conflicts), and then pairs by equally many evaluators, by simulated annealing. Positions within one of each
#' other always exist where all see equally many items and no slots are given, and are found by colouring the edges of
#' the graph of evaluators and items. From there simulated annealing balances neighbours, and early and late turns,
#' without giving the positions up.
#'
#' A pair is seen by the same evaluator, a neighbour comes immediately before, and not across a break.
#'
#' @param items,evaluators Whole numbers from 1: how many; or their names. At most 5,000 items.
#' @param per_evaluator Whole number from 1, or one for each evaluator: how many items each sees. `NULL` for all.
#' @param conflicts `NULL`, or a data frame with columns `evaluator` and `item`: who must not see what. Names or
#'   numbers.
#' @param fixed `NULL`, or a data frame with columns `item`, `position` and, unless it holds for all, `evaluator`: slots
#'   that are given away already.
#' @param sessions `NULL`, or whole numbers that add up to the largest `per_evaluator`: how many items come before each
#'   break, as in `c(6, 6, 4)`.
#' @param available `NULL`, or whole numbers named by item: the first position at which the item can be shown. Items
#'   without a number are there from the beginning.
#' @param effort Number above 0: how long to search for what has no closed form. With 1 it takes a few seconds at most
#'   for 300 items and 100 evaluators; twice as many steps with 2. Nothing is searched for where the balance is ideal.
#' @inheritParams seqjudge-arguments
#' @return An object of class `seqjudge_orders`, which prints an order in each row, and the balance reached beside the
#'   ideal. See [orders-methods] and [autoplot()][autoplot.seqjudge_orders].
#' @references
#' Williams, E. J. (1949). Experimental designs balanced for the estimation of residual effects of treatments.
#' Australian Journal of Scientific Research A 2, 149-168.
#' @seealso [plan_panel()] for how many evaluators it takes.
#' @family planning
#' @examples
#' # Six wines, six tasters: a Williams design.
#' plan <- plan_orders(c("Ahr", "Baden", "Franken", "Mosel", "Nahe", "Saale"), 6, seed = 1)
#' plan
#'
#' # Twelve talks, eight reviewers who read six each. Bo wrote the first talk, which nobody can
#' # have before their third turn; there is a break after three.
#' plan <- plan_orders(
#'   12, c("Ann", "Bo", "Cleo", "Dov", "Eve", "Finn", "Gus", "Hana"), 6,
#'   conflicts = data.frame(evaluator = "Bo", item = "item_01"), available = c(item_01 = 3),
#'   sessions = c(3, 3), seed = 1
#' )
#' summary(plan)
#' head(as.data.frame(plan))
#' @export
plan_orders <- function(items, evaluators, per_evaluator = NULL, conflicts = NULL, fixed = NULL, sessions = NULL,
                        available = NULL, effort = 1, seed = NULL, ...) {
  call <- check_no_more(list(...), rlang::current_env())
  items <- check_planned_names(items, "items", "item", call)
  who <- check_planned_names(evaluators, "evaluators", "evaluator", call)
  if (length(items) > max_planned_items) {
    stop_value("{.arg items} must be at most {max_planned_items}, not {length(items)}.", "items", call, 1L)
  }
  size <- check_per_evaluator(per_evaluator, items, who, call)
  effort <- check_number(effort, "effort", call, "a number above 0", number_above(0))
  problem <- list(
    size = size,
    allowed = check_conflicts(conflicts, items, who, call),
    fixed = check_fixed(fixed, items, who, size, call),
    from = check_available(available, items, call),
    session = check_sessions(sessions, max(size), call)
  )
  check_plan_possible(problem, items, who, call)
  seed <- check_seed(seed, call = call)
  order <- cpp_plan_orders(problem, ceiling(effort * 1e6), ceiling(effort * 1e5), seed)
  new_orders(order, items, who, problem, seed, match.call())
}

max_planned_items <- 5000L

new_orders <- function(order, items, who, problem, seed, call) {
  structure(
    list(
      orders = matrix(items[t(order)], ncol(order), dimnames = list(who, seq_len(nrow(order)))), items = items,
      evaluators = who, size = problem$size, session = problem$session, seed = seed, call = call
    ),
    class = c("seqjudge_orders", "seqjudge_object")
  )
}

# Checks -------------------------------------------------------------------------------------------------------------

# A number of them, or their names.
check_planned_names <- function(x, arg, what, call) {
  if (is.factor(x)) x <- as.character(x)
  if (!is.character(x)) {
    return(numbered_labels(what, check_number(x, arg, call, "a whole number from 1, or names", whole_from(1, 1e6))))
  }
  if (length(x) == 0) stop_shape("{.arg {arg}} must have at least one name.", arg, call)
  check_names_once(as.vector(x), arg, what, call)
  as.vector(x)
}

check_per_evaluator <- function(per_evaluator, items, who, call) {
  n <- length(items)
  if (is.null(per_evaluator)) {
    return(rep(n, length(who)))
  }
  expected <- paste("hold whole numbers from 1 to", n)
  size <- check_numbers(
    per_evaluator, "per_evaluator", call, expected, whole_from(1, n), c(evaluator = length(who))
  )
  as.integer(rep_len(size, length(who)))
}

# A matrix with a row for each item and a column for each evaluator: who may see what.
check_conflicts <- function(conflicts, items, who, call) {
  allowed <- matrix(TRUE, length(items), length(who))
  if (!is.null(conflicts)) {
    conflicts <- check_plan_table(conflicts, c("evaluator", "item"), "conflicts", call)
    item <- match_planned(conflicts$item, items, "item", "conflicts", call)
    allowed[cbind(item, match_planned(conflicts$evaluator, who, "evaluator", "conflicts", call))] <- FALSE
  }
  allowed
}

# A matrix with a row for each position and a column for each evaluator: the item that must come there, or NA.
check_fixed <- function(fixed, items, who, size, call) {
  slots <- matrix(NA_integer_, max(size), length(who))
  if (is.null(fixed)) {
    return(slots)
  }
  fixed <- check_plan_table(fixed, c("item", "position"), "fixed", call)
  item <- match_planned(fixed$item, items, "item", "fixed", call)
  position <- check_numbers(
    fixed$position, "fixed", call, paste("hold whole numbers from 1 to", max(size)), whole_from(1, max(size)),
    unit = "row", subject = cli::format_inline("Column {.val position} of {.arg fixed}")
  )
  own <- fixed$evaluator %||% rep(NA, nrow(fixed))
  for (row in seq_len(nrow(fixed))) {
    of <- seq_along(who)
    if (!is.na(own[row])) of <- match_planned(own[row], who, "evaluator", "fixed", call)
    # Who sees fewer items has no such slot, unless the slot is theirs alone.
    if (is.na(own[row])) of <- of[size[of] >= position[row]]
    taken <- !is.na(slots[position[row], of]) & slots[position[row], of] != item[row]
    twice <- colSums(slots[-position[row], of, drop = FALSE] == item[row], na.rm = TRUE) > 0
    if (any(taken | twice) || any(size[of] < position[row])) {
      stop_value(
        "{.arg fixed} must give each position one item, and each item one position.", "fixed", call, row,
        x = "Problem at row {row}, for {.val {who[of][c(which(taken | twice | size[of] < position[row]))][1]}}."
      )
    }
    slots[position[row], of] <- item[row]
  }
  slots
}

check_plan_table <- function(x, columns, arg, call) {
  if (!is.data.frame(x)) stop_type("{.arg {arg}} must be a data frame, not {describe_type(x)}.", arg, call)
  lacking <- setdiff(columns, names(x))
  if (length(lacking) > 0) {
    stop_value("{.arg {arg}} must have a column {.val {lacking}}.", arg, call, NULL, "seqjudge_error_column")
  }
  x
}

# The numbers of what is named, or numbered.
match_planned <- function(x, names, what, arg, call) {
  at <- match(x, if (is.numeric(x)) seq_along(names) else names)
  message <- "Column {.val {what}} of {.arg {arg}} must hold names or numbers of {what}s."
  check_none(which(is.na(at)), message, arg, call, as.vector(x), unit = "row")
  at
}

check_available <- function(available, items, call) {
  from <- rep(1L, length(items))
  if (is.null(available)) {
    return(from)
  }
  values <- check_numbers(available, "available", call, "hold whole numbers from 1", whole_from(1, 1e6))
  at <- match(names(available) %||% rep("", length(available)), items)
  message <- "{.arg available} must be named by items."
  check_none(which(is.na(at) | duplicated(at)), message, "available", call, names(available))
  from[at] <- as.integer(values)
  from
}

# The session of each position.
check_sessions <- function(sessions, positions, call) {
  if (is.null(sessions)) {
    return(rep(1L, positions))
  }
  sessions <- check_numbers(sessions, "sessions", call, "hold whole numbers from 1", whole_from(1, 1e6))
  if (sum(sessions) != positions) {
    stop_shape(
      "{.arg sessions} must add up to {positions}, the most that an evaluator sees, not to {sum(sessions)}.",
      "sessions", call
    )
  }
  rep(seq_along(sessions), sessions)
}

# For every evaluator by itself: what is there first goes to the first free position, and so on.
check_plan_possible <- function(problem, items, who, call) {
  for (j in seq_along(who)) {
    slots <- problem$fixed[seq_len(problem$size[j]), j]
    given <- slots[!is.na(slots)]
    broken <- given[!problem$allowed[given, j] | problem$from[given] > match(given, slots)]
    if (length(broken) > 0) {
      stop_plan("{.val {who[j]}} cannot see {.val {items[broken[1]]}} in the slot that {.arg fixed} gives.", call)
    }
    free <- which(is.na(slots))
    others <- sort(problem$from[setdiff(which(problem$allowed[, j]), given)])
    if (length(others) < length(free) || any(others[seq_along(free)] > free)) {
      few <- length(others) < length(free)
      why <- if (few) "for so many items" else "since too few items are there from the beginning"
      stop_plan("No plan keeps to what is asked of {.val {who[j]}}, {why}.", call)
    }
  }
}

stop_plan <- function(message, call, .envir = parent.frame()) {
  stop_value(
    message, "evaluators", call, NULL, "seqjudge_error_plan",
    i = "Lift a conflict or a slot, or let this evaluator see fewer items.", .envir = .envir
  )
}
