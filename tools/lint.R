# lintr with the settings in .lintr; fails on any finding.

directories <- Filter(dir.exists, c("R", "tests", "data-raw", "vignettes", "bench", "tools"))
found <- unlist(lapply(directories, lintr::lint_dir, relative_path = FALSE), recursive = FALSE)

for (lint in found) print(lint)
quit(status = as.integer(length(found) > 0))
