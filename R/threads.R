#' How many threads are used
#'
#' Functions with an argument `threads` spread their work over that many threads of the processor. The result never
#' depends on it: every replicate or draw has a random stream of its own, whichever thread it runs on.
#'
#' Where `threads` is `NULL`, the number is taken from the environment variable `SEQJUDGE_THREADS` if it is set, else
#' from the option `seqjudge.threads` (set by `options(seqjudge.threads = 4)`), else it is 2. With one thread no other
#' is started. An interrupt is answered within half a second whatever the number.
#'
#' @param threads Whole number from 1, or `NULL` (see Details).
#' @family simulations
#' @name seqjudge-threads
#' @aliases SEQJUDGE_THREADS seqjudge.threads
#' @examples
#' old <- options(seqjudge.threads = 1)
#' # ... work on one thread, unless told otherwise ...
#' options(old)
NULL

default_threads <- 2L
max_threads <- 1024L

# The number of threads to use, from the argument or from where users may have set it.
check_threads <- function(threads = NULL, arg = "threads", call = rlang::caller_env()) {
  variable <- Sys.getenv("SEQJUDGE_THREADS")
  from <- if (!is.null(threads)) {
    "{.arg {arg}}"
  } else if (nzchar(variable)) {
    threads <- suppressWarnings(as.numeric(variable))
    "The environment variable {.envvar SEQJUDGE_THREADS} ({.val {variable}})"
  } else {
    threads <- getOption("seqjudge.threads", default_threads)
    "The option {.code seqjudge.threads}"
  }
  # Not before it is asked for: putting it into words takes a millisecond.
  count <- check_number(threads, arg, call, "a whole number from 1", whole_from(1), cli::format_inline(from))
  as.integer(min(count, max_threads))
}
