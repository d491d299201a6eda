# Succeeds if CRAN, or the mirror R is set to, can be reached.
if (is.null(getOption("repos")) || "@CRAN@" %in% getOption("repos")) utils::chooseCRANmirror(graphics = FALSE, ind = 1)
options(timeout = 20)
quit(status = as.integer(nrow(suppressWarnings(available.packages())) == 0))
