# The address of the page says which step is open and, where it is an example, which contest with which shared places,
# so that it can be bookmarked and sent. It never carries scores or names: addresses end up in histories and in the logs
# of servers. A table of one's own is kept by saving the contest to a file.

serve_bookmark <- function(app, input, given) {
  shiny::observeEvent(app$session$clientData$url_search, once = TRUE, {
    follow_bookmark(app, read_bookmark(app$session$clientData$url_search), given)
  })
  # The columns of an example are known. They are read, once, when the table is there and the worker is free.
  shiny::observe({
    shiny::req(app$state$bookmark, is.null(app$state$choices), is.null(app$state$job), app$made$guess)
    read_columns(app, choices_of_guess(app$made$guess$value, shiny::isolate(app$state$file)))
  })
  shiny::observe({
    example <- if (is_plain_example(app)) app$state$example
    query <- bookmark_query(input$step, example, chosen_share(input$share))
    # Not before what was asked for is there.
    if (is.null(app$state$bookmark)) shiny::updateQueryString(query, "replace", app$session)
  })
}

# Opens the example that is asked for; where there is none, or a table was given, the step alone.
follow_bookmark <- function(app, asked, given) {
  if (is.null(asked$example) || !is.null(given)) {
    if (!is.null(asked$step)) shiny::updateTabsetPanel(app$session, "step", selected = asked$step)
    return(invisible())
  }
  shiny::updateSelectInput(app$session, "example", selected = asked$example)
  shiny::updateSelectInput(app$session, "share", selected = asked$share %||% "")
  open_example(app, asked$example)
  app$state$bookmark <- asked
}

# Is it an example that was read as the app guessed?
is_plain_example <- function(app) {
  if (is.null(app$state$example) || is.null(app$state$choices) || is.null(app$made$guess)) {
    return(FALSE)
  }
  call_of <- function(choices) code_text(evaluations_call(choices))
  call_of(app$state$choices) == call_of(choices_of_guess(app$made$guess$value, app$state$file))
}

bookmark_query <- function(step, example = NULL, share = NULL) {
  parts <- c(step = if (!identical(step, "data")) step, example = example, share = if (!is.null(example)) share)
  paste0("?", paste0(names(parts), "=", parts, collapse = "&", recycle0 = TRUE))
}

# Whatever the address says, nothing but what the app could have written is heard.
read_bookmark <- function(search) {
  asked <- tryCatch(shiny::parseQueryString(search), error = function(e) NULL)
  one_of <- function(value, values) if (rlang::is_string(value) && value %in% values) value
  list(
    step = one_of(asked$step, names(app_steps)), example = one_of(asked$example, names(example_files)),
    share = one_of(asked$share, share_levels)
  )
}
