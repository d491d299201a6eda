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
  if (!is.null(threads)) {
    return(check_thread_count(threads, arg, cli::format_inline("{.arg {arg}}"), call))
  }
  variable <- Sys.getenv("SEQJUDGE_THREADS")
  if (nzchar(variable)) {
    count <- suppressWarnings(as.numeric(variable))
    if (is.na(count)) count <- variable
    where <- cli::format_inline("The environment variable {.envvar SEQJUDGE_THREADS}")
    return(check_thread_count(count, arg, where, call))
  }
  option <- getOption("seqjudge.threads", default_threads)
  check_thread_count(option, arg, cli::format_inline("The option {.code seqjudge.threads}"), call)
}

check_thread_count <- function(count, arg, where, call) {
  expected <- "must be a whole number from 1"
  if (is.character(count) && length(count) == 1) {
    stop_value("{where} {expected}, not {.val {count}}.", arg, call, 1L)
  }
  if (!is.numeric(count) || is.object(count)) {
    stop_type("{where} {expected}, not {describe_type(count)}.", arg, call)
  }
  if (length(count) != 1) {
    stop_shape("{where} {expected}, not {length(count)} values.", arg, call)
  }
  if (!is.finite(count) || count < 1 || count != floor(count)) {
    stop_value("{where} {expected}, not {format_values(count)}.", arg, call, 1L)
  }
  as.integer(min(count, max_threads))
}
