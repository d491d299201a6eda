#' Does a prize depend on one judge?
#'
#' Leaves each evaluator of a panel out in turn, ranks again, and says who would have won. Or each group of evaluators:
#' a nation, a session, or a criterion, where judges gave marks for several and each judge's marks for one of them stand
#' as an evaluator of their own.
#'
#' Every time the panel is ranked from the start, with the same arguments as the whole: model, prior, loss and so on.
#' Prior sizes and noises that were given go with their evaluators. A change of places is what such a panel would have
#' said, not a proof of bias: without one of three judges there is a third less to go by. Compare `p_best`.
#'
#' @param panel A result of [rank_panel()].
#' @param groups `NULL` to leave out evaluators one by one. Or the group of each evaluator: a vector named by evaluator
#'   or in their order, or the name of a column of the evaluations that has one value for each evaluator (see `keep` in
#'   [evaluations()]).
#' @param x,object A result of `leave_out()`.
#' @param type String: `"places"` for the place of every item in each case.
#' @inheritParams seqjudge-arguments
#' @return An object of class `seqjudge_leave_out`. `as.data.frame()` and `tidy()` have a row for each case:
#'   \describe{
#'     \item{`left_out`}{The evaluator, or the group.}
#'     \item{`evaluators`}{How many are left.}
#'     \item{`winner`, `p_best`}{Who wins then (several names where they share the first place), and the probability of
#'       being the best.}
#'     \item{`winner_changes`}{Is it somebody else than in the whole panel?}
#'     \item{`changed_places`}{How many items have another place than in the whole panel.}
#'     \item{`footrule`}{The distance to the consensus of the whole panel: the sum of the changes of places, divided by
#'       the square of the number of items. Items that only those left out have seen do not count.}
#'   }
#'   `glance()` has one row: `winner`, `p_best` (in the whole panel), `cases`, `winner_changes` (in how many of them)
#'   and the largest `footrule`. `autoplot()` shows the places of all items in every case.
#' @family panels
#' @examples
#' x <- evaluations(bakeoff, judge, contestant, position, points, score_scale("range", 0, 100))
#' # Four of the judges, without a correction: none of them alone decides who wins.
#' four <- x[c("Amara", "Bruno", "Ines", "Lena")]
#' panel <- rank_panel(four, prior = Inf, iterations = 200, seed = 1)
#' without <- leave_out(panel)
#' without
#' autoplot(without)
#'
#' # By where they come from: without the south, two would share the first place.
#' school <- c(Amara = "north", Bruno = "north", Ines = "south", Lena = "south")
#' leave_out(panel, groups = school)
#' @export
leave_out <- function(panel, groups = NULL, threads = NULL, progress = rlang::is_interactive(), ...) {
  call <- check_no_more(list(...), rlang::current_env())
  if (!inherits(panel, "seqjudge_panel")) {
    stop_type("{.arg panel} must be a result of {.fn rank_panel}, not {describe_type(panel)}.", "panel", call)
  }
  x <- panel$evaluations
  group <- check_groups(groups, x, call)
  threads <- check_threads(threads)
  progress <- check_flag(progress, "progress")
  cases <- unique(group)
  check_scores_left(x, group, cases, call)
  poorly_mixed <- 0L
  bar <- if (progress) cli::cli_progress_bar("Leaving out", total = length(cases))
  places <- vapply(cases, FUN.VALUE = matrix(0, nrow(panel$items), 2), function(case) {
    without <- withCallingHandlers(
      rank_without(panel, group != case, threads),
      seqjudge_warning_mixing = function(w) {
        poorly_mixed <<- poorly_mixed + 1L
        rlang::cnd_muffle(w)
      },
      message = function(m) rlang::cnd_muffle(m)
    )
    if (progress) cli::cli_progress_update(id = bar)
    at <- match(panel$items$item, without$items$item)
    cbind(without$items$place[at], without$items$p_best[at])
  })
  if (progress) cli::cli_progress_done(id = bar)
  warn_cases(poorly_mixed)
  new_leave_out(panel, group, cases, places)
}

warn_cases <- function(poorly_mixed) {
  if (poorly_mixed > 0) {
    cli::cli_warn(
      c(
        "In {poorly_mixed} case{?s} the chains have not mixed well.",
        i = "Use more {.arg iterations} in {.fn rank_panel}."
      ),
      class = "seqjudge_warning_mixing"
    )
  }
}

# The panel's own arguments, for some of its evaluators.
rank_without <- function(panel, kept, threads) {
  own <- panel$settings
  x <- panel$evaluations
  # Values are those of sequences; who goes takes all of their rounds along.
  stays <- kept[sequence_judges(x)]
  part <- x[judge_names(x)[kept]]
  prior <- own$prior[stays]
  if (isTRUE(own$learned)) prior <- sizes_of_marks(prior, part)
  rank_panel(
    part,
    model = own$model, prior = prior, noise = own$noise[stays], pooled = own$pooled, method = own$method,
    loss = own$loss, share_places = own$share_places, level = own$level, iterations = own$iterations,
    chains = own$chains, seed = own$seed, threads = threads, progress = FALSE
  )
}

# What rank_panel() needs of a fit to marks, which has learned their scale: a size for each evaluator.
sizes_of_marks <- function(prior, x) {
  fit <- list(
    evaluators = data.frame(evaluator = evaluator_names(x), prior_size = prior), pooled = FALSE, method = "likelihood",
    with_truth = FALSE, evaluations = x
  )
  structure(fit, class = c("seqjudge_prior_fit", "seqjudge_object"))
}

# The group of each evaluator, as strings.
check_groups <- function(groups, x, call) {
  who <- unique(x$evaluator)
  if (is.null(groups)) {
    group <- who
  } else if (rlang::is_string(groups) && groups %in% names(x)) {
    group <- as.character(x[[groups]][match(x$evaluator, x$evaluator)])
    mixed <- unique(x$evaluator[is.na(group) | group != as.character(x[[groups]])])
    if (length(mixed) > 0) {
      stop_value("{.arg groups} must have one value for each evaluator, but not so {.val {mixed[1]}}.", "groups", call)
    }
    group <- group[match(who, x$evaluator)]
  } else {
    group <- check_group_vector(groups, who, call)
  }
  if (length(unique(group)) < 2) {
    stop_value(
      "{.arg panel} must have at least two {if (is.null(groups)) 'evaluators' else 'groups of evaluators'} for one to be
        left out.", if (is.null(groups)) "panel" else "groups", call
    )
  }
  group
}

check_group_vector <- function(groups, who, call) {
  if (!is.atomic(groups) || !is.null(dim(groups)) || length(groups) != length(who)) {
    stop_shape(
      "{.arg groups} must name a column of the evaluations, or have a group for each of {length(who)} evaluator{?s}.",
      "groups", call
    )
  }
  if (!is.null(names(groups))) {
    at <- match_names(who, names(groups))
    if (anyNA(at)) stop_value("{.arg groups} has no group for {.val {who[is.na(at)][1]}}.", "groups", call)
    groups <- groups[at]
  }
  check_none(which(is.na(groups)), "{.arg groups} must not be missing.", "groups", call, groups)
  unname(as.character(groups))
}

check_scores_left <- function(x, group, cases, call) {
  scored <- group[match(x$evaluator[!is.na(x$score)], unique(x$evaluator))]
  for (case in cases) {
    if (all(scored == case)) {
      stop_value("Without {.val {case}} the {.arg panel} has no scores.", "panel", call)
    }
  }
}

# `found`: place and probability of being the best (columns) of the panel's items (rows), for each case.
new_leave_out <- function(panel, group, cases, found) {
  whole <- panel$items$place
  item <- panel$items$item
  rows <- lapply(seq_along(cases), function(k) {
    place <- found[, 1, k]
    known <- !is.na(place)
    # Among the items that are left; ties share the average.
    before <- rank(whole[known])
    winner <- item[known][place[known] == min(place[known])]
    first <- item[known][before == min(before)]
    data.frame(
      left_out = cases[k], evaluators = sum(group != cases[k]), winner = paste(winner, collapse = " and "),
      p_best = sum(found[match(winner, item), 2, k]), winner_changes = !setequal(winner, first),
      changed_places = sum(abs(place[known] - before) > 1e-9),
      footrule = sum(abs(place[known] - before)) / sum(known)^2
    )
  })
  structure(
    list(
      cases = do.call(rbind, rows),
      places = matrix(found[, 1, ], length(item), dimnames = list(item, cases)),
      whole = stats::setNames(whole, item),
      p_best = stats::setNames(panel$items$p_best, item),
      evaluators = length(group),
      grouped = !identical(cases, unique(panel$evaluations$evaluator))
    ),
    class = c("seqjudge_leave_out", "seqjudge_object")
  )
}

#' @rdname leave_out
#' @export
as.data.frame.seqjudge_leave_out <- function(x, row.names = NULL, optional = FALSE, ...) { # nolint
  x$cases
}

#' @rdname leave_out
#' @export
tidy.seqjudge_leave_out <- function(x, ...) {
  check_no_more(list(...), rlang::current_env())
  x$cases
}

#' @rdname leave_out
#' @export
glance.seqjudge_leave_out <- function(x, ...) {
  first <- names(x$whole)[x$whole == min(x$whole)]
  data.frame(
    winner = paste(first, collapse = " and "), p_best = sum(x$p_best[first]), cases = nrow(x$cases),
    winner_changes = sum(x$cases$winner_changes), footrule = max(x$cases$footrule)
  )
}

#' @export
format.seqjudge_leave_out <- function(x, n = 12, ...) {
  shown <- x$cases
  shown$p_best <- format(round(shown$p_best, 2), nsmall = 2)
  shown$footrule <- signif(shown$footrule, 2)
  c(
    leave_out_answer(x),
    paste0(
      heading("leave out", case = nrow(x$cases), evaluator = x$evaluators, item = length(x$whole)),
      "; up to ", count_of(max(x$cases$changed_places), "item"), " with another place"
    ),
    format_rows(shown, n)
  )
}

# "Without Bruno, Cleo would have won."
leave_out_answer <- function(x) {
  winner <- glance(x)$winner
  several <- grepl(" and ", winner, fixed = TRUE)
  changed <- x$cases[x$cases$winner_changes, ]
  if (nrow(changed) == 0) {
    same <- if (several) c("The winners, ", ", are the same") else c("The winner, ", ", is the same")
    end <- if (x$grouped) " whichever group is left out." else " whoever is left out."
    return(paste0(same[1], winner, same[2], end))
  }
  by_winner <- split(changed$left_out, factor(changed$winner, unique(changed$winner)))
  c(
    paste0("In the whole panel ", winner, if (several) " share the first place." else " wins."),
    vapply(names(by_winner), FUN.VALUE = "", USE.NAMES = FALSE, function(name) {
      # Each of them alone, not all of them.
      who <- paste(by_winner[[name]], collapse = " or ")
      paste0("Without ", who, ", ", name, " would have won.")
    })
  )
}

#' @rdname leave_out
#' @export
autoplot.seqjudge_leave_out <- function(object, type = "places", ...) {
  call <- check_no_more(list(...), rlang::current_env())
  check_choice(type, "places", "type", call)
  plot_left_out(object)
}

plot_left_out <- function(object) {
  places <- cbind(object$whole, object$places)
  columns <- c("nobody", colnames(object$places))
  data <- data.frame(
    item = factor(rep(rownames(places), ncol(places)), rev(rownames(places))),
    left_out = factor(rep(columns, each = nrow(places)), columns),
    place = as.vector(places), change = as.vector(object$whole - places)
  )
  data$label <- ifelse(is.na(data$place), "", format(data$place, trim = TRUE, drop0trailing = TRUE))
  furthest <- max(1, abs(data$change), na.rm = TRUE)
  ggplot(data, aes(.data$left_out, .data$item)) +
    # Of very many rows nothing would be left between the borders.
    geom_tile(aes(fill = .data$change), colour = if (nrow(places) > 60) NA else "white", linewidth = 0.6) +
    (if (nrow(places) <= 40 && ncol(places) <= 25) {
      geom_text(
        aes(label = .data$label, fontface = ifelse(.data$place == 1, 2L, 1L)),
        size = name_size(nrow(places)) / ggplot2::.pt, na.rm = TRUE
      )
    }) +
    scale_names(nrow(places) > 60) +
    scale_fill_gradient2(
      name = "Places gained", low = shade(2), mid = "grey96", high = shade(1),
      limits = c(-furthest, furthest), na.value = "white"
    ) +
    scale_x_discrete(
      position = "top", labels = function(x) short_names(x, 16L),
      guide = guide_axis(check.overlap = TRUE, angle = if (max(nchar(columns)) * length(columns) > 50) 60)
    ) +
    labs(
      x = "Left out", y = if (nrow(places) > 60) "The best on top",
      caption = short_names(paste(leave_out_answer(object), collapse = " "), 200L)
    ) +
    house_style() +
    theme_names(nrow(places)) +
    theme(panel.grid = element_blank())
}
