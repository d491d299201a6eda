# lintr with the settings in .lintr; fails on any finding.

directories <- Filter(dir.exists, c("R", "tests", "data-raw", "vignettes", "bench", "tools"))
found <- unlist(lapply(directories, lintr::lint_dir, relative_path = FALSE), recursive = FALSE)

# Undefined names can only be told apart in the package's own code: tests take theirs from helpers and from testthat.
found <- c(found, lintr::lint_dir("R", linters = lintr::object_usage_linter(), relative_path = FALSE))

for (lint in found) print(lint)
quit(status = as.integer(length(found) > 0))
