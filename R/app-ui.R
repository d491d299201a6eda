# The page of the app: a step for each question, and a sentence that says what it means.

app_steps <- c(
  data = "Data", check = "Check", effects = "Order effects", ranking = "Ranking", plan = "Plan", report = "Report"
)

step_meaning <- c(
  data = "Bring the table of scores: who was judged, by whom, and in which order.",
  check = "Look at what was read before you trust what comes of it.",
  effects = "Did the order in which things were judged change the scores, beyond chance?",
  ranking = "One ranking of the whole panel, without the order effect where there is one, and how sure each place is.",
  plan = "Next time: an order for each judge, so that no item always comes first or last.",
  report = "Take it home: a page to hand over, and the R code that gives the same numbers."
)

app_page <- function() {
  tags <- shiny::tags
  version <- as.character(utils::packageVersion("seqjudge"))
  files <- htmltools::htmlDependency(
    "seqjudge-app", version, system.file("app", package = "seqjudge"),
    script = "app.js", stylesheet = "app.css", all_files = FALSE
  )
  bslib::page_fluid(
    theme = bslib::bs_theme(version = 5), lang = "en-GB", title = "seqjudge",
    files,
    tags$header(
      class = "top",
      tags$div(tags$h1("seqjudge"), tags$p("Scores given one after another, and the ranking without the order effect")),
      tags$button(id = "theme", type = "button", class = "btn btn-outline-secondary", "Dark mode")
    ),
    tags$main(
      tags$div(
        id = "job", hidden = NA,
        tags$span(class = "spinner-border spinner-border-sm", `aria-hidden` = "true"),
        tags$span(id = "job-label", role = "status"), tags$span(id = "job-time", `aria-hidden` = "true"),
        shiny::actionButton("cancel", "Cancel", class = "btn-sm")
      ),
      tags$div(role = "alert", shiny::uiOutput("problem")),
      shiny::tabsetPanel(
        id = "step", type = "pills",
        step_panel("data", data_page()), step_panel("check", check_page()), step_panel("effects", effects_page()),
        step_panel("ranking", ranking_page()), step_panel("plan", plan_page()), step_panel("report", report_page())
      )
    ),
    tags$footer(tags$small(paste0("seqjudge ", version, ". Nothing leaves this machine.")))
  )
}

step_panel <- function(step, ...) {
  number <- match(step, names(app_steps))
  shiny::tabPanel(
    paste0(number, ". ", app_steps[[step]]),
    value = step,
    shiny::tags$h2(tabindex = "-1", app_steps[[step]]), shiny::tags$p(class = "meaning", step_meaning[[step]]), ...
  )
}

app_box <- function(title, ...) shiny::tags$section(class = "box", shiny::tags$h3(title), ...)

data_page <- function() {
  tags <- shiny::tags
  shiny::tagList(
    tags$div(
      class = "boxes",
      app_box(
        "Paste from a spreadsheet",
        shiny::textAreaInput(
          "pasted", "Copy the cells with their headings, and paste them here", rows = 6, width = "100%"
        ),
        shiny::actionButton("read_pasted", "Read the pasted table", class = "btn-primary")
      ),
      app_box(
        "Upload a file",
        shiny::fileInput(
          "upload", "CSV or Excel, up to 5 MB and 50,000 rows", accept = c(paste0(".", app_extensions), ".seqjudge"),
          width = "100%"
        ),
        tags$p(class = "hint", "A contest that was saved here (.seqjudge) opens in the same way."),
        tags$p(id = "upload-refused", role = "alert", class = "bad")
      ),
      app_box(
        "Or try an example",
        shiny::selectInput("example", "Example contest", app_examples, selectize = FALSE, width = "100%"),
        shiny::actionButton("read_example", "Open the example")
      )
    ),
    shiny::uiOutput("columns")
  )
}

check_page <- function() shiny::uiOutput("checked")

effects_page <- function() {
  shiny::tagList(
    shiny::uiOutput("test_words"), shiny::uiOutput("test_picture"), shiny::uiOutput("effect_words"),
    shiny::uiOutput("effect_picture")
  )
}

ranking_page <- function() {
  shiny::tagList(
    shiny::uiOutput("consensus_words"),
    shiny::conditionalPanel(
      "output.has_panel",
      shiny::selectInput(
        "share", "Let items share a place where their order is less sure than",
        c("as the model has it" = "", share_levels), selectize = FALSE
      )
    ),
    shiny::uiOutput("consensus"), shiny::uiOutput("panel_picture"), shiny::uiOutput("judge_choice"),
    shiny::uiOutput("judge_part"), shiny::uiOutput("without_part")
  )
}

plan_page <- function() {
  tags <- shiny::tags
  app_box(
    "Orders for the next contest",
    tags$div(
      class = "row-of-inputs",
      shiny::textAreaInput("plan_items", "Items, one in each line", rows = 4),
      shiny::textAreaInput("plan_judges", "Judges, one in each line", rows = 4),
      shiny::numericInput("plan_seed", "Number of the draw", 1, min = 0, step = 1)
    ),
    shiny::uiOutput("plan"),
    shiny::downloadButton("plan_file", "Download the orders (CSV)")
  )
}

report_page <- function() {
  tags <- shiny::tags
  shiny::tagList(
    app_box(
      "Report", shiny::textInput("title", "Title of the report", "Ranking report", width = "100%"),
      shiny::uiOutput("report_part")
    ),
    app_box(
      "The same in R", tags$p("Run in a fresh R beside the table, this gives the same numbers."),
      shiny::verbatimTextOutput("code"),
      tags$div(
        class = "buttons",
        shiny::downloadButton("code_file", "Download the code"),
        shiny::downloadButton("table_file", "Download the table"),
        shiny::downloadButton("state_file", "Save the contest to a file")
      )
    )
  )
}

# Parts that depend on the data ----------------------------------------------------------------------------------------

app_table <- function(data, caption) {
  tags <- shiny::tags
  tags$div(
    class = "table-box", tabindex = "0", role = "region", `aria-label` = caption,
    tags$table(class = "table table-sm", tags$caption(caption), shiny::HTML(html_rows(data, names(data))))
  )
}

html_list <- function(words, class = NULL) {
  if (length(words) > 0) shiny::tags$ul(class = class, lapply(words, shiny::tags$li))
}

# The questions about the columns, with the guess filled in.
columns_form <- function(data, choices) {
  tags <- shiny::tags
  names <- names(data)
  none <- function(words) stats::setNames(c("", names), c(words, names))
  own <- length(choices$position) > 1
  shiny::tagList(
    app_box("What was read", app_table(preview_rows(data), preview_caption(data))),
    app_box(
      "What are the columns?",
      tags$p("This is a guess. Please look at each answer, above all at the scale."),
      shiny::radioButtons(
        "form", "The table has", c("a column for each judge" = "wide", "a row for each score" = "long"), choices$form
      ),
      tags$div(
        class = "row-of-inputs",
        shiny::selectInput(
          "item", "Who or what was judged", none("please choose"), pick(choices$item), selectize = FALSE
        ),
        shiny::selectInput(
          "position", "The order of presentation",
          c(none("the order of the rows"), "a column for each judge" = own_orders),
          if (own) own_orders else pick(choices$position),
          selectize = FALSE
        ),
        shiny::selectInput("round", "Rounds", none("there is one round"), pick(choices$round), selectize = FALSE)
      ),
      shiny::conditionalPanel(
        paste0("input.position == '", own_orders, "'"),
        shiny::checkboxGroupInput("positions", "Columns of orders, one for each judge", names, choices$position, TRUE)
      ),
      score_questions(names, choices, none),
      more_questions(choices),
      shiny::actionButton("confirm", "Yes, read it so", class = "btn-primary"),
      tags$p(id = "open", role = "alert", class = "bad", shiny::textOutput("open_questions", inline = TRUE))
    )
  )
}

own_orders <- "\u2026own"

pick <- function(names) if (length(names) > 0) names[1] else ""

score_questions <- function(names, choices, none) {
  # Whoever corrects the form need not choose them again.
  scores <- c(choices$evaluators, choices$score)
  shiny::tagList(
    shiny::conditionalPanel(
      "input.form == 'wide'",
      shiny::checkboxGroupInput("evaluators", "Scores: the judges' columns", names, scores, TRUE)
    ),
    shiny::conditionalPanel(
      "input.form == 'long'",
      shiny::selectInput(
        "evaluator", "Who judged", none("there is one judge"), pick(choices$evaluator), selectize = FALSE
      ),
      shiny::checkboxGroupInput("score", "Scores (several columns are criteria)", names, scores, TRUE)
    ),
    shiny::tags$div(
      class = "row-of-inputs",
      shiny::numericInput("lower", "Worst score possible", choices$lower),
      shiny::numericInput("upper", "Best score possible", choices$upper)
    )
  )
}

more_questions <- function(choices) {
  shiny::tagList(
    shiny::radioButtons(
      "order", "How did the order come about?",
      c("I do not know" = "unknown", "drawn by lot" = "random", "arranged by somebody" = "arranged"), choices$order
    ),
    shiny::checkboxInput("renumber", "The order is told by start numbers with gaps, or by times", choices$renumber),
    shiny::textInput(
      "drop_rows", "Rows to leave out, such as totals (numbers as in the file; drop_rows)",
      paste(choices$drop_rows, collapse = ", ")
    ),
    shiny::radioButtons(
      "blank", "An empty cell is an item that was",
      c("seen but not scored" = "unscored", "not seen" = "unseen"), choices$blank
    )
  )
}

preview_rows <- function(data, rows = 8, columns = 12) {
  shown <- utils::head(data[seq_len(min(columns, length(data)))], rows)
  shown[] <- lapply(shown, function(v) if (is.numeric(v)) place_text(v) else substr(as.character(v), 1, 60))
  shown
}

preview_caption <- function(data) {
  paste0(
    format(nrow(data), big.mark = ","), " rows and ", length(data), " columns",
    if (nrow(data) > 8) "; the first 8 rows", if (length(data) > 12) "; the first 12 columns"
  )
}
