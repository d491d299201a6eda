# Tests that take longer than a change can wait run with SEQJUDGE_EXTENDED=true: see CONTRIBUTING.md.
is_extended <- function() identical(tolower(Sys.getenv("SEQJUDGE_EXTENDED")), "true")

skip_unless_extended <- function() {
  testthat::skip_if_not(is_extended(), "an extended test: SEQJUDGE_EXTENDED is not true")
}

# Valgrind computes long doubles as doubles, so that R itself reads and adds numbers with other last digits there.
skip_on_valgrind <- function() {
  testthat::skip_if(nzchar(Sys.getenv("SEQJUDGE_VALGRIND")), "valgrind has no long doubles")
}
