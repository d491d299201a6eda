# Knits vignettes/*.Rmd.orig into vignettes/*.Rmd and their pictures, or only those that are named as arguments. These
# pages cannot be made while building the package: the paper's data are not part of it, nor are the results in bench/.
# The data come from the directory that SEQJUDGE_DATA names, or ../shared/data, or else from the authors' repository.

folder <- Sys.getenv("SEQJUDGE_DATA", file.path("..", "shared", "data"))
if (dir.exists(folder)) {
  # As a mirror, so that the code on the page is what a reader would type.
  options(seqjudge.crowd_url = paste0("file://", normalizePath(folder)))
  Sys.setenv(R_USER_CACHE_DIR = tempfile("cache"))
}

setwd("vignettes")
pages <- commandArgs(trailingOnly = TRUE)
if (length(pages) == 0) pages <- sub("[.]Rmd[.]orig$", "", list.files(".", "[.]Rmd[.]orig$"))
for (page in pages) {
  unlink(list.files(".", paste0("^", page, "-.*[.]png$")))
  source <- paste0(page, ".Rmd.orig")
  knitr::knit(source, paste0(page, ".Rmd"), quiet = TRUE, envir = new.env(parent = globalenv()))
  # A plot has few colours; with a palette of them its file is a third as large, and is part of the package.
  made <- list.files(".", paste0("^", page, "-.*[.]png$"))
  if (length(made) > 0) system2("pngquant", c("--force", "--ext", ".png", "--speed", "1", "64", made))
}
