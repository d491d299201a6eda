# What the page does. `app` is made anew for each session: its folder, its worker, what the user has chosen (`state`)
# and what the steps have made (`made`). Nothing is shared between sessions.

app_server <- function(given = NULL, worker = app_worker) {
  function(input, output, session) {
    app <- new_app_session(session, worker)
    serve_jobs(app, input, output)
    serve_sources(app, input, given)
    serve_columns(app, input, output)
    serve_check(app, output)
    serve_effects(app, output)
    serve_ranking(app, input, output)
    serve_judges(app, input, output)
    serve_plan(app, input, output)
    serve_report(app, input, output)
    serve_files(app, input, output)
    serve_bookmark(app, input, given)
    # Words of the last contest must not wait behind a tab for somebody to come and read them.
    waiting <- c("checked", "test_words", "effect_words", "consensus_words", "consensus", "judge_part", "without_part")
    for (id in waiting) {
      shiny::outputOptions(output, id, suspendWhenHidden = FALSE)
    }
  }
}

new_app_session <- function(session, worker) {
  folder <- tempfile("contest")
  dir.create(folder)
  app <- list(
    session = session, folder = folder, worker = worker(folder),
    state = shiny::reactiveValues(
      job = NULL, problem = NULL, file = NULL, choices = NULL, pending = NULL, example = NULL, bookmark = NULL
    ),
    made = shiny::reactiveValues()
  )
  session$onSessionEnded(function() {
    app$worker$close()
    unlink(folder, recursive = TRUE)
  })
  app
}

# Jobs -----------------------------------------------------------------------------------------------------------------

# What was made before is forgotten, together with what rests on it.
start_job <- function(app, calls) {
  if (!is.null(shiny::isolate(app$state$job))) app$worker$cancel()
  all <- names(step_words)
  stale <- if (any(c("data", "x") %in% names(calls))) all[match(names(calls)[1], all):length(all)] else names(calls)
  for (step in stale) app$made[[step]] <- NULL
  unlink(step_file(app$folder, stale))
  app$state$problem <- NULL
  app$state$job <- list(steps = names(calls), started = Sys.time())
  app$worker$run(app$folder, calls)
}

serve_jobs <- function(app, input, output) {
  shiny::observe({
    job <- app$state$job
    now <- app$worker$tick()
    if (is.null(job)) {
      # The process is made ready before there is something to do.
      if (now != "idle") shiny::invalidateLater(300)
      return()
    }
    shiny::invalidateLater(150)
    shiny::isolate(collect_steps(app, job, now))
  })
  shiny::observeEvent(input$cancel, {
    if (is.null(app$state$job)) {
      return()
    }
    app$worker$cancel()
    end_job(app, "Cancelled. What was ready before is still here.")
  })
  output$problem <- shiny::renderUI({
    if (!is.null(app$state$problem)) shiny::tags$p(class = "bad box", app$state$problem)
  })
  shiny::outputOptions(output, "problem", suspendWhenHidden = FALSE)
}

# Results that have arrived, and the line that says what is being done.
collect_steps <- function(app, job, now) {
  for (step in job$steps) {
    file <- step_file(app$folder, step)
    if (is.null(app$made[[step]]) && file.exists(file)) app$made[[step]] <- readRDS(file)
  }
  if (now == "lost") {
    return(end_job(app, "The work ended unexpectedly, perhaps for want of memory. Please try again."))
  }
  if (now == "idle") {
    return(end_job(app))
  }
  seconds <- floor(as.double(difftime(Sys.time(), job$started, units = "secs")))
  app$session$sendCustomMessage("job", list(label = step_words[[step_now(app, job)]], seconds = seconds))
}

# The step that the worker has noted down; before it has, the first.
step_now <- function(app, job) {
  note <- file.path(app$folder, "doing")
  doing <- if (file.exists(note)) readLines(note)
  if (length(doing) == 1 && doing %in% job$steps) doing else job$steps[1]
}

end_job <- function(app, problem = NULL) {
  app$state$job <- NULL
  if (!is.null(problem)) app$state$problem <- problem
  app$session$sendCustomMessage("job", list(label = NULL))
}

# The value of a step; stops the output quietly until it is there.
made_value <- function(app, step) {
  result <- app$made[[step]]
  shiny::req(result, is.null(result$error))
  result$value
}

# Sources --------------------------------------------------------------------------------------------------------------

serve_sources <- function(app, input, given) {
  shiny::observeEvent(input$read_pasted, {
    if (!nzchar(trim_text(input$pasted))) {
      app$state$problem <- "There is nothing to read yet: paste the table first."
    } else {
      open_table(app, "pasted.csv", function(path) write_pasted(input$pasted, app$folder))
    }
  })
  shiny::observeEvent(input$upload, {
    if (grepl("[.]seqjudge$", input$upload$name[1])) {
      open_saved(app, input$upload$datapath[1])
    } else {
      refused <- refuse_file(input$upload$datapath[1], input$upload$name[1])
      if (is.null(refused)) {
        copy <- function(path) file.copy(input$upload$datapath[1], path, overwrite = TRUE)
        open_table(app, safe_file_name(input$upload$name[1]), copy)
      } else {
        app$state$problem <- refused
      }
    }
  })
  shiny::observeEvent(input$read_example, {
    if (input$example %in% names(example_files)) open_example(app, input$example)
  })
  if (!is.null(given)) {
    start <- write_given(given, app$folder)
    shiny::isolate(open_table(app, start$name, identity, start$choices))
  }
}

open_example <- function(app, example) {
  open_table(app, example_files[[example]], function(path) write_example(example, app$folder))
  app$state$example <- example
}

# Writes the table into the folder and has it read. With `choices` there is nothing to guess.
open_table <- function(app, name, write, choices = NULL) {
  path <- file.path(app$folder, name)
  write(path)
  refused <- refuse_file(path, name)
  if (!is.null(refused)) {
    app$state$problem <- refused
    return(invisible())
  }
  app$state$file <- name
  app$state$choices <- NULL
  app$state$pending <- choices
  app$state$example <- app$state$bookmark <- NULL
  start_job(app, list(data = rlang::call2("read_scores", name), guess = quote(guess_columns(data))))
}

open_saved <- function(app, path) {
  saved <- open_state(path, app$folder)
  if (is.character(saved)) {
    app$state$problem <- saved
    return(invisible())
  }
  shiny::updateTextInput(app$session, "title", value = saved$title)
  open_table(app, saved$choices$file, identity, saved$choices)
}

# Columns --------------------------------------------------------------------------------------------------------------

serve_columns <- function(app, input, output) {
  output$columns <- shiny::renderUI({
    data <- app$made$data
    if (is.null(data)) {
      return(NULL)
    }
    if (!is.null(data$error)) {
      return(app_box("This table cannot be read", shiny::tags$p(class = "bad", role = "alert", data$error)))
    }
    shiny::req(app$made$guess)
    if (nrow(data$value) > app_limits$rows) {
      return(shiny::tags$p(class = "bad", role = "alert", "The table is too long to be read here."))
    }
    choices <- app$state$pending
    if (is.null(choices)) choices <- choices_of_guess(app$made$guess$value, shiny::isolate(app$state$file))
    shiny::tagList(
      columns_form(data$value, choices),
      if (length(data$notes) > 0) app_box("Noticed while reading", html_list(data$notes))
    )
  })
  output$open_questions <- shiny::renderText({
    shiny::req(input$confirm, input$form)
    paste(app_open_questions(input_choices(input, app$state$file)), collapse = " ")
  })
  shiny::observeEvent(input$confirm, {
    choices <- input_choices(input, app$state$file)
    if (length(app_open_questions(choices)) > 0) {
      return()
    }
    read_columns(app, choices)
  })
  shiny::observeEvent(app$made$x, {
    if (is.null(app$made$x$error)) {
      shiny::updateTabsetPanel(app$session, "step", selected = app$state$bookmark$step %||% "check")
    } else {
      app$state$problem <- paste("The table cannot be read so.", app$made$x$error)
    }
    app$state$bookmark <- NULL
  })
}

read_columns <- function(app, choices) {
  app$state$choices <- choices
  calls <- app_calls(choices, scores_in(made_value(app, "data"), choices))
  start_job(app, calls[c("x", "test", "panel", "judges", "effects")])
}

scores_in <- function(data, choices) nrow(data) * if (choices$form == "wide") length(choices$evaluators) else 1

# What the form says now. Rows that are no numbers show up as a row that no table has.
input_choices <- function(input, file) {
  filled <- function(value) if (length(value) > 0) value[nzchar(value)] else character()
  rows <- read_rows(input$drop_rows %||% "")
  own <- identical(input$position, own_orders)
  number <- function(value) if (is.numeric(value) && length(value) == 1) as.double(value) else NA_real_
  app_choices(
    file,
    form = input$form, item = filled(input$item),
    position = filled(if (own) input$positions else input$position),
    round = filled(input$round), evaluators = filled(input$evaluators), evaluator = filled(input$evaluator),
    score = filled(input$score), lower = number(input$lower), upper = number(input$upper), order = input$order,
    renumber = isTRUE(input$renumber), drop_rows = if (anyNA(rows)) 0L else rows, blank = input$blank
  )
}

# Pages ----------------------------------------------------------------------------------------------------------------

first_a_table <- function() {
  shiny::tags$p(class = "hint", "First bring a table, in the step Data, and say what its columns are.")
}

serve_check <- function(app, output) {
  output$checked <- shiny::renderUI({
    result <- app$made$x
    if (is.null(result) || !is.null(result$error)) {
      return(first_a_table())
    }
    x <- result$value
    odd <- odd_things(x, made_value(app, "data"), app$state$choices)
    shiny::tagList(
      app_box(
        "What was read", shiny::tags$p(id = "read", read_sentence(x)),
        html_list(c(app$made$data$notes, result$notes))
      ),
      app_box(
        "What is odd",
        if (length(odd) > 0) html_list(odd) else shiny::tags$p("Nothing stands out.")
      ),
      app_box("Judges", judges_summary(x))
    )
  })
}

read_sentence <- function(x) {
  unscored <- sum(is.na(x$score))
  paste0(
    count_of(length(unique(x$evaluator)), "judge"), ", ", count_of(length(unique(x$item)), "item"), " and ",
    count_of(sum(!is.na(x$score)), "score"), " were read",
    if (unscored > 0) paste0("; ", unscored, " without a score"), "."
  )
}

judges_summary <- function(x) {
  rows <- summary(x)
  rows <- stats::setNames(as.data.frame(unclass(rows)), names(rows))
  names(rows) <- c(
    evaluator = "Judge", round = "Round", items = "Items", unscored = "Unscored", lowest = "Lowest", mean = "Mean",
    highest = "Highest", sd = "Spread (sd)"
  )[names(rows)]
  app_table(rows, "The scores of each judge")
}

# A box for what a step has made, or for why it could not.
result_box <- function(app, step, title, show) {
  result <- app$made[[step]]
  if (is.null(result)) {
    return(NULL)
  }
  if (!is.null(result$error)) {
    return(app_box(title, shiny::tags$p(class = "bad", result$error)))
  }
  app_box(title, show(result$value), html_list(result$notes, "hint"))
}

picture_box <- function(app, step, id) {
  shiny::req(app$made[[step]], is.null(app$made[[step]]$error), app$made[[step]]$value)
  shiny::tags$div(class = "picture box", shiny::plotOutput(id, height = "auto"))
}

# Pictures are as wide as the page, and keep their shape; on a phone their words are broken into lines.
app_picture <- function(app, step, alt) {
  width <- function() app$session$clientData[[paste0("output_", step, "_plot_width")]] %||% 700
  shiny::renderPlot(
    {
      picture <- autoplot(made_value(app, step))
      if (width() < 500) for_phone(picture) else picture
    },
    height = function() max(300, min(620, 0.62 * width())), res = 100, alt = alt
  )
}

serve_effects <- function(app, output) {
  output$test_words <- shiny::renderUI({
    if (is.null(app$made$x)) {
      return(first_a_table())
    }
    x <- app$made$x$value
    result_box(app, "test", "Is there an order effect?", function(test) {
      shiny::tagList(
        shiny::tags$p(class = "good", id = "verdict", plain_words(order_verdict(test))),
        if (any(!is.na(test$effects$p_value))) app_table(test_table(test, app_wording(x)), "Each kind of effect")
      )
    })
  })
  output$effect_words <- shiny::renderUI({
    result_box(app, "effects", "How large is each effect, and what can be excluded?", function(fit) {
      html_list(plain_lines(format(fit)[-1]))
    })
  })
  output$test_picture <- shiny::renderUI({
    shiny::req(any(!is.na(tidy(made_value(app, "test"))$p_value)))
    picture_box(app, "test", "test_plot")
  })
  output$effect_picture <- shiny::renderUI(picture_box(app, "effects", "effects_plot"))
  output$test_plot <- app_picture(app, "test", "Each kind of order effect, beside what chance alone would give")
  output$effects_plot <- app_picture(app, "effects", "Size of each order effect with its interval")
}

# The name of the kind, which stands before its sentence, is left out.
plain_lines <- function(lines) {
  vapply(sub("^  [a-z]+  +", "", lines), plain_words, "", USE.NAMES = FALSE)
}

serve_ranking <- function(app, input, output) {
  output$has_panel <- shiny::reactive(!is.null(app$made$panel) && is.null(app$made$panel$error))
  shiny::outputOptions(output, "has_panel", suspendWhenHidden = FALSE)
  consensus <- shiny::reactive({
    panel <- made_value(app, "panel")
    share <- chosen_share(input$share)
    if (is.null(share)) panel else best_ranking(panel, share_places = share)
  })
  output$consensus_words <- shiny::renderUI({
    if (is.null(app$made$x)) {
      return(first_a_table())
    }
    result_box(app, "panel", "Who wins?", function(panel) {
      shiny::tags$p(class = "good", id = "winner", panel_winner(consensus(), app_wording(panel$evaluations)))
    })
  })
  output$consensus <- shiny::renderUI({
    panel <- consensus()
    rows <- ranking_table(panel_rows(panel), panel$level, app_wording(panel$evaluations))
    meaning <- shiny::tags$p(class = "hint", ranking_meaning(panel$level, TRUE))
    app_box("The ranking of the panel", app_table(rows, "Places, the best first"), meaning)
  })
  output$panel_picture <- shiny::renderUI(picture_box(app, "panel", "panel_plot"))
  output$panel_plot <- app_picture(app, "panel", "Places of all items with their intervals")
}

share_levels <- c("60%" = "0.6", "80%" = "0.8", "95%" = "0.95")

chosen_share <- function(share) if (rlang::is_string(share) && share %in% share_levels) as.double(share)

serve_judges <- function(app, input, output) {
  output$judge_choice <- shiny::renderUI({
    who <- unique(tidy(made_value(app, "judges"))$evaluator)
    shiny::selectInput("judge", "The ranking of one judge", who, selectize = FALSE)
  })
  output$judge_part <- shiny::renderUI({
    shiny::req(input$judge)
    judges <- made_value(app, "judges")
    shiny::req(input$judge %in% tidy(judges)$evaluator)
    rows <- judge_table(judges, input$judge)
    app_box(paste("By", input$judge), app_table(rows, "Places by this judge's scores alone"))
  })
  output$without_part <- shiny::renderUI({
    panel <- made_value(app, "panel")
    if (length(unique(panel$evaluations$evaluator)) < 2) {
      return(NULL)
    }
    shiny::tagList(
      app_box(
        "Does the result depend on one judge?",
        shiny::tags$p("Each judge is left out in turn, and the others are ranked again. It takes as long as that."),
        shiny::actionButton("leave_out", "Leave out each judge in turn")
      ),
      result_box(app, "without", "Without each judge", function(without) {
        shiny::tagList(
          shiny::tags$p(class = "good", id = "depends", trimws(format(without)[1])),
          app_table(leave_out_table(without), "Who wins without each judge")
        )
      })
    )
  })
  shiny::observeEvent(input$leave_out, {
    shiny::req(app$made$panel)
    start_job(app, list(without = quote(leave_out(panel))))
  })
}

serve_plan <- function(app, input, output) {
  shiny::observeEvent(app$made$x, {
    shiny::req(is.null(app$made$x$error))
    x <- app$made$x$value
    shiny::updateTextAreaInput(app$session, "plan_items", value = paste(unique(x$item), collapse = "\n"))
    shiny::updateTextAreaInput(app$session, "plan_judges", value = paste(unique(x$evaluator), collapse = "\n"))
  })
  orders <- shiny::reactive({
    lines <- function(text) unique(trim_text(strsplit(text %||% "", "\n", fixed = TRUE)[[1]]))
    items <- Filter(nzchar, lines(input$plan_items))
    judges <- Filter(nzchar, lines(input$plan_judges))
    seed <- input$plan_seed
    shiny::validate(
      shiny::need(length(items) > 1 && length(judges) > 0, "Give at least two items and one judge."),
      shiny::need(length(items) <= 500 && length(judges) <= 200, "At most 500 items and 200 judges are planned here."),
      shiny::need(is.numeric(seed) && seed %in% 0:1e6, "The number of the draw must be a whole number from 0.")
    )
    planned_orders(items, judges, seed)
  })
  output$plan <- shiny::renderUI({
    plan <- orders()
    shown <- plan[seq_len(min(length(plan), 13))]
    more <- if (length(plan) > length(shown)) paste0(" (the first 12 of ", length(plan) - 1, " judges)")
    app_table(shown, paste0("What each judge sees, turn by turn", more))
  })
  output$plan_file <- shiny::downloadHandler("orders.csv", function(file) {
    utils::write.csv(plain_cells(orders()), file, row.names = FALSE, fileEncoding = "UTF-8")
  })
}

# Report and files -----------------------------------------------------------------------------------------------------

serve_report <- function(app, input, output) {
  output$report_part <- shiny::renderUI({
    if (is.null(app$made$x) || !is.null(app$made$x$error)) {
      return(first_a_table())
    }
    ready <- app$made$report
    shiny::tagList(
      shiny::actionButton("make_report", "Write the report", class = "btn-primary"),
      if (!is.null(ready$error)) shiny::tags$p(class = "bad", ready$error),
      if (!is.null(ready) && is.null(ready$error)) shiny::downloadButton("report_file", "Download the report (HTML)")
    )
  })
  shiny::observeEvent(input$make_report, {
    shiny::req(app$made$x)
    start_job(app, list(report = report_call(report_title(input$title))))
  })
  output$report_file <- shiny::downloadHandler("report.html", function(file) {
    file.copy(file.path(app$folder, "report.html"), file)
  })
}

report_title <- function(title) {
  title <- trim_text(gsub("[[:cntrl:]]", " ", title %||% ""))
  if (nzchar(title)) substr(title, 1, 200) else "Ranking report"
}

serve_files <- function(app, input, output) {
  script <- shiny::reactive({
    choices <- app$state$choices
    shiny::validate(shiny::need(choices, "The code appears here once a table has been read."))
    calls <- app_calls(choices, scores_in(made_value(app, "data"), choices), chosen_share(input$share))
    if (is.null(app$made$without)) calls$without <- NULL
    app_script(calls, if (!is.null(app$made$report)) report_title(input$title))
  })
  output$code <- shiny::renderText(paste(script(), collapse = "\n"))
  output$code_file <- shiny::downloadHandler("contest.R", function(file) {
    writeLines(enc2utf8(script()), file, useBytes = TRUE)
  })
  output$table_file <- shiny::downloadHandler(
    function() shiny::req(app$state$file),
    function(file) file.copy(file.path(app$folder, app$state$file), file)
  )
  output$state_file <- shiny::downloadHandler(
    function() paste0(tools::file_path_sans_ext(shiny::req(app$state$file)), ".seqjudge"),
    function(file) save_state(file, app$folder, shiny::req(app$state$choices), report_title(input$title))
  )
}
