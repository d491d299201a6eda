# Runs the R code of README.md in a fresh session and compares what it prints with the lines "#>" that are there. A line
# "#> ..." stands for any lines. Pictures are drawn, and go nowhere.

lines <- readLines("README.md", encoding = "UTF-8")
fences <- grep("^```", lines)
from <- fences[grepl("^```r$", lines[fences])]
code <- unlist(lapply(from, function(start) lines[(start + 1):(fences[fences > start][1] - 1)]))
expected <- trimws(sub("^#> ?", "", grep("^#>", code, value = TRUE)), "right")

grDevices::pdf(NULL)
script <- tempfile(fileext = ".R")
writeLines(grep("^#>", code, value = TRUE, invert = TRUE), script)
printed <- trimws(utils::capture.output(source(script, echo = FALSE, print.eval = TRUE)), "right")

quoted <- gsub("([][{}()+*^$|\\\\?.])", "\\\\\\1", expected)
pattern <- paste0("^", paste(ifelse(expected == "...", "(.*\n)*?.*", quoted), collapse = "\n"), "$")
same <- length(expected) > 0 && grepl(pattern, paste(printed, collapse = "\n"), perl = TRUE)
if (!same) cat("README.md says:", expected, "", "The code prints:", printed, sep = "\n")
cat(sprintf("readme: %d lines of code, %d of output, %s\n", length(code) - length(expected), length(expected),
  if (same) "as printed" else "NOT as printed"))
quit(status = as.integer(!same))
