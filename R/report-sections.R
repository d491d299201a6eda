# What stands in a report, section by section: a list of blocks, which report-writers.R turns into a file. A block is a
# heading, prose, a list, a table or a picture.

block <- function(kind, ...) list(list(kind = kind, ...))
heading_block <- function(text, level = 2) block("heading", text = text, level = level)
prose_block <- function(...) block("prose", text = paste0(...))
list_block <- function(items) if (length(items) > 0) block("list", items = items)

# `folded`: what is shown only when asked for, under this heading.
table_block <- function(data, names = base::names(data), folded = NULL) {
  block("table", data = data, names = names, folded = folded)
}

# `height` in inches, and on the narrow screen of a phone.
picture_block <- function(plot, height, alt, narrow = height) {
  block("picture", plot = plot, height = height, narrow = narrow, alt = alt)
}

report_sections <- function(report) {
  lapply(all_sections(report), function(b) {
    if (b$kind == "prose") b$text <- report$wording$own(b$text)
    if (b$kind == "list") b$items <- report$wording$own(b$items)
    b
  })
}

all_sections <- function(report) {
  c(
    ranking_section(report), scores_section(report), effect_section(report), experience_section(report),
    if (!is.null(report$panel)) c(evaluators_section(report), singles_section(report)),
    pairs_section(report), careful_section(report), made_section(report)
  )
}

# The answer ---------------------------------------------------------------------------------------------------------

# Lines under the winner, each with a word of what it is about.
answer_lines <- function(report) {
  words <- report$wording
  x <- report$evaluations
  who <- judge_names(x)
  judges <- if (length(who) > 1) words$count(length(who), "evaluator") else who
  counts <- words$say("counts", judges, words$count(length(unique(x$item)), "item"), big(sum(!is.na(x$score))))
  c(paste0(counts, "."), effects_line(report), matters_line(report))
}

effects_line <- function(report) {
  words <- report$wording
  lines <- report$test$effects
  global <- report$test$global$p_value
  if (is.na(global)) {
    return(paste0(words$say("effects_untested"), ": ", unique(lines$note)[1], "."))
  }
  found <- lines[which(lines$p_value <= evidence_level), ]
  if (global > evidence_level || nrow(found) == 0) {
    # What is corrected below must not stand under the news that there is nothing.
    by_model <- !isFALSE(report$decision$correct) && isTRUE(calls_for_correction(report$fit))
    return(if (by_model) {
      paste0(words$say("effects_by_model", prose_p(report$fit$test[["p_value"]]), prose_p(global)), ".")
    } else {
      paste0(words$say("effects_none"), " (", prose_p(global), ").")
    })
  }
  said <- vapply(seq_len(nrow(found)), FUN.VALUE = "", function(k) {
    paste0(words$own(effect_found(found[k, ])), " (", effect_size(found[k, ]), ", ", prose_p(found$p_value[k]), ")")
  })
  paste0(words$say("effects_found"), ": ", paste(said, collapse = "; "), ".")
}

matters_line <- function(report) {
  words <- report$wording
  rows <- report$ranking
  first <- function(place) rows$item[which(place == min(place, na.rm = TRUE))]
  raw <- first(rows$induced_place)
  same <- setequal(raw, first(rows$place))
  decision <- report$overall
  paste(c(
    words$say("matters"), if (!is.null(decision)) decision$sentence,
    words$say(if (same) "same_winner" else "other_winner", list_candidates(raw, words$say("and"), words$say("others"))),
    words$say("places_change", big(sum(abs(rows$moved) >= 1, na.rm = TRUE)), big(nrow(rows)))
  ), collapse = " ")
}

# Sections -----------------------------------------------------------------------------------------------------------

picture_height <- function(items, least = 3) min(max(least, 1.2 + 0.22 * items), 9)

# Tables of many rows are folded away after the first ones.
rows_at_first <- 30L

ranking_section <- function(report) {
  words <- report$wording
  rows <- report$ranking
  n <- nrow(rows)
  data <- ranking_table(rows, report$level, words)
  rest <- seq_len(n) > rows_at_first
  plot <- if (is.null(report$panel)) {
    autoplot(report$posterior, level = report$level)
  } else {
    autoplot(report$panel, level = report$level)
  }
  c(
    heading_block(words$say("ranking")),
    table_block(data[!rest, ]),
    if (any(rest)) table_block(data[rest, ], folded = paste0(rows_at_first + 1, "\u2013", n)),
    prose_block(ranking_meaning(report$level, !is.null(report$panel))),
    picture_block(plot, picture_height(n), "The place of each item with its interval, beside its place by raw scores")
  )
}

format_level <- function(level) paste0(format(100 * level), "%")

ranking_meaning <- function(level, several) {
  paste0(
    "Place 1 is the best. The interval holds the true place with a probability of ", format_level(level),
    ", if the model is right. Moved: places gained (+) or lost (\u2212) against the raw scores",
    if (several) ", by their mean", "; half places come from ties."
  )
}

# Places with their intervals, beside those of the raw scores: in the report and in the app.
ranking_table <- function(rows, level, words) {
  span <- ifelse(
    rows$conf.low == rows$conf.high, rows$conf.low, paste(rows$conf.low, words$say("to"), rows$conf.high)
  )
  table <- data.frame(
    rows$place, rows$item, span, words$chance(rows$p_best), rows$induced_place, format_moves(rows$moved)
  )
  names(table) <- c(
    words$say("place"), words$title("item"), words$say("interval", words$percent(format_level(level))),
    words$say("p_best"), words$say("raw_place"), words$say("moved")
  )
  table
}

# Up is good news: places gained have a plus.
format_moves <- function(moved) {
  ifelse(is.na(moved) | moved == 0, "", paste0(ifelse(moved > 0, "+", "\u2212"), abs(moved)))
}

scores_section <- function(report) {
  words <- report$wording
  x <- report$evaluations
  who <- evaluator_names(x)
  by <- split(x$score, factor(evaluator_codes(x), seq_along(who)))
  number <- function(f) vapply(by, function(s) if (all(is.na(s))) NA_real_ else f(s[!is.na(s)]), numeric(1))
  data <- data.frame(
    who, lengths(by), vapply(by, function(s) sum(!is.na(s)), 1L), number(min), number(mean), number(max)
  )
  keys <- c("seen", "scored", "lowest", "mean", "highest")
  c(
    heading_block(words$say("scores")),
    table_block(utils::head(data, 24), c(words$title("evaluator"), vapply(keys, words$say, ""))),
    if (length(by) > 24) prose_block("The first 24 of ", length(by), " are listed."),
    picture_block(autoplot(x), if (length(who) > 1) 4.8 else 3.4, "Scores by position", narrow = 4.4),
    prose_block(
      "The first shown is at the left. Where evaluators grow into their task, scores start near the middle and spread ",
      "out. Scores were read on this scale: ", format(attr(x, "scale")), "."
    )
  )
}

effect_section <- function(report) {
  words <- report$wording
  c(
    heading_block(words$say("is_effect")),
    if (!is.null(report_verdict(report))) prose_block(report_verdict(report)),
    table_block(test_table(report$test, words)),
    prose_block(
      "A small p-value (below 0.05, say) means that the order has left traces which chance hardly explains. A large ",
      "one does not mean that there is no effect: with few scores these tests see only strong ones. They need no ",
      "model of the evaluators beyond a random order of items."
    )
  )
}

experience_section <- function(report) {
  words <- report$wording
  fit <- report$fit
  misfit <- report$misfit
  c(
    heading_block(words$say("experience")),
    prose_block(
      "The prior size is the number of earlier items that an evaluator behaves as if having seen. At 0 everything is ",
      "new, and the correction is strongest. At Inf evaluators are fully calibrated, and nothing is corrected."
    ),
    prose_block(paste(describe_pooled(fit), collapse = ". "), "."),
    if (report$given) prose_block("This is what the scores say. The rankings here use the given sizes instead."),
    picture_block(autoplot(fit), 3.6, "How well each prior size fits"),
    heading_block(words$say("model_fit"), 3),
    picture_block(
      autoplot(fit, type = "spread"), 4, "Spread of the scores by position, observed and by the fitted model"
    ),
    if (misfit[["positions"]] == 0) {
      prose_block("The points should follow the fitted line. With one score at each position this cannot be checked.")
    } else {
      prose_block(
        "The points should follow the fitted line. At ", misfit[["off"]], " of ", misfit[["positions"]],
        " positions they lie more than two standard errors away; about one in twenty would by chance."
      )
    }
  )
}

evaluators_section <- function(report) {
  words <- report$wording
  own <- utils::head(tidy(report$panel, "evaluators"), 100)
  ratings <- report$panel$model == "ratings"
  data <- if (ratings) {
    data.frame(own$evaluator, sprintf("%+.2f", own$severity), signif(own$noise, 2), round(own$agreement, 2))
  } else {
    data.frame(own$evaluator, format_sizes(own$prior_size), signif(own$noise, 2), round(own$agreement, 2))
  }
  keys <- c(if (ratings) "severity" else "prior_size", "noise", "agreement")
  c(
    heading_block(words$say("the_evaluators", words$say("evaluators"))),
    table_block(data, c(words$title("evaluator"), vapply(keys, words$say, ""))),
    prose_block(
      if (ratings) "Severity: points less than the others give. ", "Noise: how far scores scatter, ",
      if (ratings) "in points. " else "on the scale of 0 to 1. ",
      "Agreement: Kendall's correlation of the raw scores with the joint ranking, 1 for the same order."
    )
  )
}

singles_section <- function(report) {
  words <- report$wording
  who <- evaluator_names(report$evaluations)
  tables <- lapply(utils::head(who, 24), function(name) {
    own <- report$rows[report$rows$evaluator == name, ]
    if (nrow(own) > 0) table_block(ranking_table(own, report$level, words), folded = name)
  })
  c(
    heading_block(words$say("one_by_one")),
    prose_block(
      "What each says alone, without the others. ",
      if (isFALSE(report$decision$correct)) {
        "Places are those of the raw scores; intervals count in what the order may have done all the same."
      }
    ),
    do.call(c, tables),
    if (length(who) > 24) prose_block("The first 24 of ", length(who), " are shown.")
  )
}

pairs_section <- function(report) {
  words <- report$wording
  pairs <- utils::head(report$pairs, 15)
  first <- pairs$score_1 > pairs$score_2
  data <- data.frame(
    pairs$evaluator, ifelse(first, pairs$item_1, pairs$item_2), ifelse(first, pairs$item_2, pairs$item_1),
    pmax(pairs$score_1, pairs$score_2), pmin(pairs$score_1, pairs$score_2),
    words$chance(pairs$probability)
  )
  names <- c(
    words$title("evaluator"), words$say("higher_score"), words$say("lower_score"), words$say("score"),
    words$say("score"), words$say("p_wrong")
  )
  shown <- if (is.null(report$panel)) -1 else seq_along(data)
  c(
    heading_block(words$say("second_look")),
    if (nrow(pairs) == 0) {
      prose_block("There is no pair that the raw scores probably have in the wrong order.")
    } else {
      c(
        prose_block(
          "The raw scores put the first of each pair above the second. Read in their order, they rather say the ",
          "opposite. Near 50% the scores cannot tell. Near 100% the order of presentation has probably deceived."
        ),
        table_block(data[shown], names[shown]),
        if (nrow(report$pairs) > 15) prose_block("The 15 surest of ", big(nrow(report$pairs)), " pairs are listed.")
      )
    }
  )
}

careful_section <- function(report) {
  always <- c(
    "This is evidence beside the scores, not a verdict. Where the two disagree, look at the case again.",
    paste(
      "Correcting too much harms. Evaluators with more experience than assumed have said what they meant, and a",
      "correction takes real differences for an effect of the order."
    ),
    paste(
      "The model supposes that items came in random order, that scores were given before the next item was seen and",
      "not revised later, and that a score says how an item compares with those before it."
    ),
    "Intervals suppose that the model is right. They do not cover a wrong one.",
    paste(
      "Where places decide about people, say that a correction was made, publish the raw scores beside it, and let a",
      "person look at the cases listed above."
    )
  )
  c(heading_block(report$wording$say("careful")), list_block(c(gsub("\\s+", " ", report_cautions(report)), always)))
}

made_section <- function(report) {
  sizes <- report$posterior$prior_size
  c(
    heading_block(report$wording$say("made")),
    prose_block(
      "By report_rankings() of the R package seqjudge ", as.character(utils::packageVersion("seqjudge")), ", ",
      sub(" \\(.*", "", R.version.string), ", seed ", report$seed, ", ", big(report$posterior$n_draws),
      " draws for each evaluator; ", describe_prior(sizes), if (report$given) " (given)" else " (fitted)", "."
    ),
    if (!is.null(report$panel)) prose_block(paste(describe_panel(report$panel)[-1], collapse = ". "), "."),
    prose_block(
      "Method: Wang, J. and Pananjady, A. (2022). Modeling and Correcting Bias in Sequential Evaluation. ",
      "doi:10.48550/arXiv.2205.01607"
    )
  )
}
