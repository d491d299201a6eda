# The work of a session is done in an R process of its own, so that the page answers meanwhile and the work can be
# cancelled by ending that process. What a step has made is saved in the folder of the session as soon as it is there.

# Runs in the process. Results are lists with `value`, `notes` (messages and warnings) and `error`, in words.
app_run <- function(folder, calls) {
  old <- setwd(folder)
  on.exit(setwd(old))
  env <- new.env(parent = asNamespace("seqjudge"))
  for (file in list.files(folder, "^step-.*[.]rds$", full.names = TRUE)) {
    local({
      path <- file
      delayedAssign(sub("^step-(.*)[.]rds$", "\\1", basename(path)), readRDS(path)$value, assign.env = env)
    })
  }
  for (name in names(calls)) {
    writeLines(name, file.path(folder, "doing"))
    result <- app_step(calls[[name]], env)
    assign(name, result$value, envir = env)
    part <- file.path(folder, paste0(name, ".part"))
    saveRDS(result, part, compress = FALSE)
    file.rename(part, step_file(folder, name))
    if (!is.null(result$error) && name %in% c("data", "x", "panel")) break
  }
  invisible()
}

step_file <- function(folder, name) file.path(folder, paste0("step-", name, ".rds"))

app_step <- function(call, env) {
  notes <- character()
  note <- function(cnd) notes <<- c(notes, plain_words(conditionMessage(cnd)))
  value <- NULL
  error <- tryCatch(
    withCallingHandlers(
      {
        value <- eval(call, env)
        NULL
      },
      message = function(m) {
        note(m)
        rlang::cnd_muffle(m)
      },
      warning = function(w) {
        note(w)
        rlang::cnd_muffle(w)
      }
    ),
    error = function(e) plain_words(conditionMessage(e))
  )
  # A report is a file.
  list(value = value, notes = notes, error = error)
}

# What cli has made of a message, on one line for each part.
plain_words <- function(text) {
  text <- gsub("\n", " ", valid_text(cli::ansi_strip(text)), fixed = TRUE)
  text <- gsub(" +", " ", trimws(gsub("[\u2139\u2716\u2022\u2714]", "", text)))
  # The page has a question for it.
  gsub("say `?order = \"random\"`? in `?evaluations\\(\\)`?", "say so in the step Data", text)
}

# An object with functions: run() queues calls, tick() moves things on and says "starting", "idle", "busy" or "lost",
# cancel() ends the process and starts another, close() ends it for good. A process that is ended leaves its temporary
# files behind: they lie in the folder of the session, and go with that.
app_worker <- function(folder) {
  process <- NULL
  queue <- list()
  start <- function() {
    unlink(file.path(folder, "Rtmp*"), recursive = TRUE)
    options <- callr::r_session_options(env = c(callr::rcmd_safe_env(), TMPDIR = folder))
    process <<- callr::r_session$new(options, wait = FALSE)
    queue <<- list(list(fun = function() invisible(loadNamespace("seqjudge")), args = list()))
  }
  call_next <- function() {
    if (length(queue) > 0 && identical(process$get_state(), "idle")) {
      process$call(queue[[1]]$fun, queue[[1]]$args)
      queue <<- queue[-1]
    }
  }
  tick <- function() {
    if (!process$is_alive()) {
      start()
      return("lost")
    }
    if (identical(process$poll_process(0), "ready")) try(process$read(), silent = TRUE)
    call_next()
    state <- process$get_state()
    if (state %in% c("starting", "idle", "busy")) state else "lost"
  }
  run <- function(folder, calls) {
    fun <- function(folder, calls) asNamespace("seqjudge")$app_run(folder, calls)
    environment(fun) <- baseenv()
    queue <<- c(queue, list(list(fun = fun, args = list(folder, calls))))
    tick()
  }
  close <- function() if (!is.null(process)) process$kill()
  cancel <- function() {
    close()
    start()
  }
  start()
  list(run = run, tick = tick, cancel = cancel, close = close)
}
