# Which lines do the tests run? R, glue and core, by covr, in a copy of the sources. Prints the share of each file, the
# lines that are left, and fails below the bar.
#   Rscript tools/coverage.R

bar <- 98
Sys.setenv(NOT_CRAN = "true")
paper_data <- file.path("..", "shared", "data")
if (!nzchar(Sys.getenv("SEQJUDGE_DATA")) && dir.exists(paper_data)) {
  Sys.setenv(SEQJUDGE_DATA = normalizePath(paper_data))
}
# Optimised: without it the simulations of the tests take too long, and what Eigen does takes for ever.
flags <- "-O2 -g1 --coverage"
options(covr.flags = c(CXXFLAGS = flags, CXX17FLAGS = flags, LDFLAGS = "--coverage"))

place <- file.path(tempdir(), "seqjudge")
dir.create(place)
parts <- c("DESCRIPTION", "NAMESPACE", "LICENSE", "R", "src", "inst", "data", "man", "tests")
stopifnot(file.copy(parts, place, recursive = TRUE))
# A test may fail on code that covr has changed: that is seen elsewhere. In processes of their own, one for each core,
# which leave what they counted when they end.
files <- sub("^test-(.*)[.]R$", "\\1", list.files(file.path(place, "tests", "testthat"), "^test-"))
slow <- intersect(trimws(strsplit(read.dcf("DESCRIPTION", "Config/testthat/start-first"), ",")[[1]]), files)
batches <- c(as.list(slow), split(setdiff(files, slow), ceiling(seq_along(setdiff(files, slow)) / 8)))
run_batch <- function(names) {
  code <- sprintf(
    "testthat::test_dir('%s', filter = '^(%s)$', package = 'seqjudge', load_package = 'installed', %s)",
    file.path(place, "tests", "testthat"), paste(names, collapse = "|"), "reporter = 'check', stop_on_failure = FALSE"
  )
  system2(file.path(R.home("bin"), "Rscript"), c("-e", shQuote(code)))
}
code <- sprintf(
  "invisible(parallel::mclapply(%s, %s, mc.cores = %d, mc.preschedule = FALSE))",
  deparse1(unname(batches)), paste(deparse(run_batch), collapse = "\n"), max(1L, parallel::detectCores(), na.rm = TRUE)
)
code <- c(sprintf("place <- '%s'", place), code)
coverage <- covr::package_coverage(place, type = "none", code = code, quiet = FALSE, clean = FALSE)

lines <- as.data.frame(coverage)
lines <- data.frame(file = lines$filename, line = lines$first_line, count = lines$value)
lines <- lines[grepl("^R/", lines$file) & !grepl("RcppExports", lines$file), ]

# A header is compiled into many objects, of which covr counts the last. So C++ is counted here: from the R tests, and
# from the core's own tests.
gcov_lines <- function(folder) {
  old <- setwd(folder)
  on.exit(setwd(old))
  objects <- list.files(pattern = "[.]gcda$")
  texts <- system2("gcov", c("--json-format", "--stdout", shQuote(objects)), stdout = TRUE, stderr = FALSE)
  files <- lapply(texts, function(text) jsonlite::fromJSON(text, simplifyVector = FALSE)$files)
  files <- unlist(files, recursive = FALSE)
  do.call(rbind, lapply(files, function(file) {
    name <- sub(".*(inst/include/seqjudge/.*)$", "\\1", file$file)
    # A header that another includes comes by way of the other's folder, as in model/../support/normal.hpp.
    while (grepl("/[.][.]/", name)) name <- sub("[^/]+/[.][.]/", "", name)
    if (!grepl("/", name)) name <- file.path("src", name)
    if (!grepl("^(inst/include|src)/", name) || grepl("RcppExports", name)) return(NULL)
    data.frame(
      file = name, line = vapply(file$lines, `[[`, 1, "line_number"), count = vapply(file$lines, `[[`, 1, "count")
    )
  }))
}
stopifnot(system2("tools/cpp-tests.sh", "coverage") == 0)
compiled <- do.call(rbind, lapply(
  c(file.path(place, "src"), "out/cpp/coverage-native", "out/cpp/coverage-portable"), gcov_lines
))
lines <- rbind(lines, stats::aggregate(count ~ file + line, compiled, max))

lines$layer <- ifelse(grepl("^R/", lines$file), "R", ifelse(grepl("^src/", lines$file), "glue", "core"))
hit <- lines$count > 0
by_file <- tapply(hit, lines$file, mean)
cat(sprintf("%-50s %6.1f\n", names(by_file), 100 * by_file), sep = "")
left <- lines[!hit, ]
left <- left[order(left$file, left$line), ]
cat("\nLeft:\n", sprintf("%s:%d\n", left$file, as.integer(left$line)), sep = "")
by_layer <- 100 * c(tapply(hit, lines$layer, mean), all = mean(hit))
cat(sprintf("%-5s %6.2f%%\n", names(by_layer), by_layer), sep = "")
quit(status = as.integer(any(by_layer < bar)))
