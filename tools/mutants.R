# Do the tests notice? Each mutant changes one token of the core, the glue or the R code; a test must fail then. They
# are listed in tools/mutants.txt.
#   Rscript tools/mutants.R [core|package] [pattern] [numbers]
#   Rscript tools/mutants.R places
# pattern: only files that match; numbers: only these, as in 3,7,12 or, from one on, 128-.
# Core mutants are compiled with the C++ tests named beside them; mutants of the package are installed into a library of
# their own, from a copy, and run the named test file. Survivors are listed at the end, and make the run fail. `places`
# runs nothing: it lists the mutants whose place or test is gone.

mutants <- read.table(
  "tools/mutants.txt",
  header = TRUE, sep = "@", quote = "", strip.white = TRUE, comment.char = "", colClasses = "character"
)
mutants$number <- seq_len(nrow(mutants))
mutants$in_package <- grepl("^(src|R)/", mutants$file)
args <- commandArgs(trailingOnly = TRUE)
if (length(args) > 0 && args[1] %in% c("core", "package")) {
  mutants <- mutants[mutants$in_package == (args[1] == "package"), ]
}
if (length(args) > 1) mutants <- mutants[grepl(args[2], mutants$file), ]
if (length(args) > 2) {
  wanted <- as.integer(strsplit(sub("-$", "", args[3]), ",")[[1]])
  if (grepl("-$", args[3])) wanted <- mutants$number[mutants$number >= wanted]
  mutants <- mutants[mutants$number %in% wanted, ]
}

# Changes the one place in a copy of the file; an error if it is not exactly one.
mutate <- function(path, old, new, to = path) {
  text <- paste(readLines(path), collapse = "\n")
  at <- gregexpr(old, text, fixed = TRUE)[[1]]
  if (length(at) != 1 || at[1] < 0) stop(path, ": not exactly one \"", old, "\"")
  writeLines(sub(old, new, text, fixed = TRUE), to)
}

# What keeps a mutant from being run, in words, or nothing.
misplaced <- function(mutant) {
  test <- if (mutant$in_package) "tests/testthat/test-%s.R" else "tests/cpp/test-%s.cpp"
  test <- sprintf(test, mutant$test)
  file <- if (mutant$in_package) mutant$file else file.path("inst/include/seqjudge", mutant$file)
  tryCatch(
    {
      if (!file.exists(test)) stop("no ", test)
      if (!file.exists(file)) stop("no ", file)
      mutate(file, mutant$old, mutant$new, to = nullfile())
      NULL
    },
    error = function(problem) paste0("tools/mutants.txt: mutant ", mutant$number, ": ", conditionMessage(problem))
  )
}

if ("places" %in% args) {
  problems <- unlist(lapply(seq_len(nrow(mutants)), function(k) misplaced(mutants[k, ])))
  writeLines(as.character(problems))
  quit(status = as.integer(length(problems) > 0))
}

run <- function(command, args, env = character()) {
  suppressWarnings(system2(command, args, stdout = FALSE, stderr = FALSE, env = env, timeout = 900))
}

includes <- vapply(c("sitmo", "RcppEigen"), function(name) {
  system.file("include", package = name, mustWork = TRUE)
}, "")
flags <- c("-std=c++17", "-O1", "-pthread", paste("-isystem", includes))

# "killed", "survived", "does not compile" or "took too long", which says nothing.
core_verdict <- function(mutant) {
  place <- tempfile("mutant")
  dir.create(place)
  on.exit(unlink(place, recursive = TRUE))
  file.copy("inst/include", place, recursive = TRUE)
  mutate(file.path(place, "include/seqjudge", mutant$file), mutant$old, mutant$new)
  program <- file.path(place, "test")
  source <- file.path("tests/cpp", paste0("test-", mutant$test, ".cpp"))
  # The plain loops have tests of their own; a mutant is killed by either.
  for (define in c("", "-DSEQJUDGE_PORTABLE")) {
    compiled <- run(
      Sys.getenv("CXX", "g++"),
      c(flags, define, paste0("-I", place, "/include"), source, "-o", program, "-lgtest_main", "-lgtest")
    )
    if (compiled != 0) return("does not compile")
    if (run("timeout", c("120", program, "--gtest_brief=1")) != 0) return("killed")
  }
  "survived"
}

package_copy <- NULL
install_copy <- function(lib, ...) {
  dir.create(lib, showWarnings = FALSE)
  run(file.path(R.home("bin"), "R"), c("CMD", "INSTALL", "--no-docs", "--no-test-load", ..., "-l", lib, package_copy))
}

# All of it takes long; of a change in R/ the rest of the package is as it was.
install_mutant <- function(file, lib) {
  if (!grepl("^R/", file)) return(install_copy(lib))
  whole <- file.path(package_copy, "whole")
  if (!dir.exists(whole)) {
    mutated <- readLines(file.path(package_copy, file))
    file.copy(file, file.path(package_copy, file), overwrite = TRUE)
    stopifnot(install_copy(whole) == 0)
    writeLines(mutated, file.path(package_copy, file))
  }
  status <- install_copy(lib, "--no-libs", "--no-data", "--no-inst")
  rest <- setdiff(list.files(file.path(whole, "seqjudge")), list.files(file.path(lib, "seqjudge")))
  file.copy(file.path(whole, "seqjudge", rest), file.path(lib, "seqjudge"), recursive = TRUE)
  status
}

package_verdict <- function(mutant) {
  if (is.null(package_copy)) {
    package_copy <<- file.path(tempdir(), "package")
    dir.create(package_copy)
    parts <- c("DESCRIPTION", "NAMESPACE", "LICENSE", "R", "src", "inst", "data", "tests")
    file.copy(parts, package_copy, recursive = TRUE)
  }
  path <- file.path(package_copy, mutant$file)
  on.exit(file.copy(mutant$file, path, overwrite = TRUE))
  mutate(path, mutant$old, mutant$new)
  if (grepl("\\.h$", path)) unlink(Sys.glob(file.path(package_copy, "src", "*.o")))
  lib <- file.path(package_copy, "lib")
  if (install_mutant(mutant$file, lib) != 0) return("does not compile")
  test <- file.path(package_copy, "tests", "testthat", paste0("test-", mutant$test, ".R"))
  code <- sprintf(
    "testthat::test_file('%s', package = 'seqjudge', load_package = 'installed', stop_on_failure = TRUE)", test
  )
  status <- run(
    file.path(R.home("bin"), "Rscript"), c("-e", shQuote(code)), c(paste0("R_LIBS=", lib), "NOT_CRAN=true")
  )
  switch(as.character(status), "0" = "survived", "124" = "took too long", "killed")
}

mutants$verdict <- vapply(seq_len(nrow(mutants)), function(k) {
  mutant <- mutants[k, ]
  verdict <- if (mutant$in_package) package_verdict(mutant) else core_verdict(mutant)
  cat(sprintf("%-16s %3d %s: %s -> %s\n", verdict, mutant$number, mutant$file, mutant$old, mutant$new))
  verdict
}, "")

cat(sprintf("%d of %d mutants killed\n", sum(mutants$verdict == "killed"), nrow(mutants)))
quit(status = as.integer(any(mutants$verdict != "killed")))
