# Knits vignettes/experiments.Rmd.orig into vignettes/experiments.Rmd and its pictures: the paper's data are not part of
# the package, so that page cannot be made while building it. The data come from the directory that SEQJUDGE_DATA names,
# or ../shared/data, or else from the authors' repository.

folder <- Sys.getenv("SEQJUDGE_DATA", file.path("..", "shared", "data"))
if (dir.exists(folder)) {
  # As a mirror, so that the code on the page is what a reader would type.
  options(seqjudge.crowd_url = paste0("file://", normalizePath(folder)))
  Sys.setenv(R_USER_CACHE_DIR = tempfile("cache"))
}

setwd("vignettes")
unlink(list.files(".", "^experiments-.*[.]png$"))
knitr::knit("experiments.Rmd.orig", "experiments.Rmd", quiet = TRUE, envir = new.env(parent = globalenv()))
