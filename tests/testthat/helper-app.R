# The app in a real browser: one app process for all tests, a tab for each session. Skipped where Chromium or a package
# is missing.

skip_unless_browser <- function() {
  skip_on_cran()
  for (package in c("shiny", "bslib", "callr", "chromote", "jsonlite")) skip_if_not_installed(package)
  skip_if(is.null(find_browser()), "Chromium is not installed")
}

find_browser <- function() {
  found <- c(Sys.getenv("CHROMOTE_CHROME"), Sys.which(c("chromium", "chromium-browser", "google-chrome")))
  found <- found[nzchar(found)]
  if (length(found) > 0) unname(found[1])
}

the_app <- new.env()

# The address of the app, which is started when it is first asked for.
app_address <- function() {
  if (is.null(the_app$process)) {
    port <- 20000 + Sys.getpid() %% 20000
    the_app$started <- Sys.time()
    the_app$process <- callr::r_bg(
      function(port) shiny::runApp(seqjudge::seqjudge_app(), port = port, launch.browser = FALSE),
      list(port), stdout = tempfile(), stderr = tempfile()
    )
    the_app$address <- paste0("http://127.0.0.1:", port)
  }
  the_app$address
}

app_log <- function() tryCatch(readLines(the_app$process$get_error_file()), error = function(e) "")

stop_app <- function() {
  if (!is.null(the_app$process)) the_app$process$kill_tree()
  if (!is.null(the_app$browser)) try(the_app$browser$close(), silent = TRUE)
  rm(list = ls(the_app), envir = the_app)
}

app_browser <- function() {
  if (is.null(the_app$browser)) {
    # As root Chromium runs without its sandbox only.
    arguments <- c("--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--no-sandbox")
    the_app$browser <- chromote::Chromote$new(chromote::Chrome$new(find_browser(), arguments))
  }
  the_app$browser
}

# A tab with the app in it, as a list of functions.
open_app <- function(width = 1100, height = 900, dark = FALSE, query = "") {
  address <- paste0(app_address(), "/", query)
  tab <- app_browser()$new_session(width = width, height = height, wait_ = TRUE)
  run <- function(js) tab$Runtime$evaluate(js, returnByValue = TRUE)$result$value
  wait <- function(js, seconds = 30) {
    end <- Sys.time() + seconds
    repeat {
      if (isTRUE(tryCatch(run(js), error = function(e) FALSE))) {
        return(invisible(TRUE))
      }
      if (Sys.time() > end) {
        stop("Waited in vain for ", js, "\n", run("document.body.innerText"), "\n", paste(app_log(), collapse = "\n"))
      }
      Sys.sleep(0.1)
    }
  }
  tab$Emulation$setDeviceMetricsOverride(width = width, height = height, deviceScaleFactor = 1, mobile = width < 600)
  if (dark) tab$Emulation$setEmulatedMedia(features = list(list(name = "prefers-color-scheme", value = "dark")))
  for (try in 1:100) {
    if (tryCatch(is.null(tab$Page$navigate(address)$errorText), error = function(e) FALSE)) break
    Sys.sleep(0.1)
  }
  wait("!!document.querySelector('#read_example') && !!window.Shiny && Shiny.shinyapp && Shiny.shinyapp.isConnected()")
  app_tab(tab, run, wait)
}

app_tab <- function(tab, run, wait) {
  quoted <- function(text) jsonlite::toJSON(text, auto_unbox = TRUE)
  click <- function(css) {
    wait(paste0("!!document.querySelector(", quoted(css), ")"))
    run(paste0("document.querySelector(", quoted(css), ").click()"))
  }
  set <- function(id, value) {
    run(sprintf(
      "(function(){var e = document.getElementById(%s); e.value = %s;
       e.dispatchEvent(new Event('input', {bubbles: true})); jQuery(e).trigger('change');})()",
      quoted(id), quoted(value)
    ))
  }
  upload <- function(file) {
    root <- tab$DOM$getDocument()$root$nodeId
    node <- tab$DOM$querySelector(root, "#upload")$nodeId
    tab$DOM$setFileInputFiles(list(normalizePath(file)), nodeId = node)
  }
  text <- function(css = "body") run(paste0("(document.querySelector(", quoted(css), ") || {}).innerText"))
  shows <- function(words, css = "body", seconds = 30) {
    seen <- paste0("((document.querySelector(", quoted(css), ") || {}).innerText || '')")
    wait(paste0(seen, ".includes(", quoted(words), ")"), seconds)
  }
  step <- function(name) {
    click(paste0("a[data-value='", name, "']"))
    wait(paste0("document.querySelector('.tab-pane.active').dataset.value == '", name, "'"))
  }
  list(
    tab = tab, run = run, wait = wait, click = click, set = set, upload = upload, text = text, shows = shows,
    step = step, close = function() tab$close()
  )
}

# Pictures for the website, where they are asked for.
snap <- function(app, name) {
  folder <- Sys.getenv("SEQJUDGE_SCREENSHOTS")
  if (nzchar(folder)) {
    Sys.sleep(0.7)
    app$tab$screenshot(file.path(folder, paste0(name, ".png")), selector = "html", show = FALSE)
  }
}
