# No function of R/, the core or the glue has more than 50 lines, and no name stands for two functions of R/, of which
# the later file's would silently win; fails where one does.
#   Rscript tools/function-lengths.R

most_lines <- 50

# Functions that stand on their own in R; what is defined within one counts as part of it.
r_functions <- function(file) {
  expressions <- parse(file, keep.source = TRUE)
  places <- attr(expressions, "srcref")
  is_function <- vapply(expressions, FUN.VALUE = logical(1), function(expr) {
    assigned <- is.call(expr) && identical(expr[[1]], quote(`<-`)) && is.call(expr[[3]])
    assigned && identical(expr[[3]][[1]], quote(`function`))
  })
  data.frame(
    file = rep(file, sum(is_function)),
    name = vapply(expressions[is_function], function(expr) as.character(expr[[2]])[1], character(1)),
    line = vapply(places[is_function], `[`, integer(1), 1),
    lines = vapply(places[is_function], function(at) at[3] - at[1] + 1L, integer(1))
  )
}

# In C++ a block is a function's where a parameter list comes before it, and neither a keyword of control nor one of
# types opens what stands there. Comments and strings are blanked first, so that their braces do not count.
cpp_functions <- function(file) {
  lines <- gsub("\"([^\"\\\\]|\\\\.)*\"|'([^'\\\\]|\\\\.)'|//.*$|^ *#.*$", "", readLines(file))
  opened <- list()
  found <- list()
  before <- ""
  for (at in seq_along(lines)) {
    for (token in regmatches(lines[at], gregexpr("[{};]|[^{};]+", lines[at]))[[1]]) {
      if (token == "{") {
        is_function <- grepl("\\)", before) &&
          !grepl("^\\s*(if|for|while|switch|else|do|namespace|class|struct|enum|return|catch)\\b", before)
        opened <- c(opened, list(list(line = at - header_lines(before), is_function = is_function)))
      } else if (token == "}") {
        last <- opened[[length(opened)]]
        opened <- opened[-length(opened)]
        if (last$is_function) found <- c(found, list(c(last$line, at - last$line + 1L)))
      }
      before <- if (token %in% c("{", "}", ";")) "" else paste0(before, token)
    }
    before <- if (nzchar(trimws(before))) paste0(before, "\n") else ""
  }
  data.frame(
    file = rep(file, length(found)), name = rep("", length(found)),
    line = vapply(found, `[`, integer(1), 1), lines = vapply(found, `[`, integer(1), 2)
  )
}

# How many lines up the head of a block begins.
header_lines <- function(head) nchar(gsub("[^\n]", "", sub("^\\s+", "", head)))

r_files <- setdiff(list.files("R", "[.]R$", full.names = TRUE), "R/RcppExports.R")
cpp_files <- grep("^tests/", system2("tools/cpp-files.sh", stdout = TRUE), value = TRUE, invert = TRUE)
all <- do.call(rbind, c(lapply(r_files, r_functions), lapply(cpp_files, cpp_functions)))
long <- all[all$lines > most_lines, ]
cat(sprintf("%s:%d: a function of %d lines, at most %d\n", long$file, long$line, long$lines, most_lines), sep = "")
twice <- all[nzchar(all$name) & duplicated(all$name), ]
cat(sprintf("%s:%d: another function is called %s() too\n", twice$file, twice$line, twice$name), sep = "")
if (nrow(all) == 0) stop("No functions found.")
quit(status = as.integer(nrow(long) + nrow(twice) > 0))
