# Which R packages does a group of make targets need? DESCRIPTION knows; only the tools of development are named here.
#   Rscript tools/needs.R missing <group>   prints "name minimal-version must|may" for each package that is missing
#   Rscript tools/needs.R absent            prints the same for all suggested packages, whoever needs them
#   Rscript tools/needs.R install <group>   installs those from CRAN; fails if one that is a must is missing then
# Base R only: this runs before anything is installed.

args <- commandArgs(trailingOnly = TRUE)
action <- args[1]
group <- if (action == "absent") "check" else args[2]

app_packages <- c("bslib", "callr", "htmltools", "jsonlite", "readxl", "rmarkdown", "shiny")
tools_of <- list(
  demo = character(),
  test = "testthat",
  coverage = c("covr", "jsonlite", "testthat"),
  check = c("knitr", "rmarkdown", "testthat"),
  bench = c("bench", "data.table", "DBI", "matrixStats", "pcaPP", "RSQLite"),
  document = "roxygen2",
  prerender = c("DBI", "future", "future.apply", "knitr", "RSQLite"),
  site = c("bslib", "knitr", "pkgdown", "posterior", "rmarkdown", "xml2", "yaml"),
  spell = "spelling",
  lint = c("lintr", "roxygen2", "spelling"),
  app = app_packages,
  `app-test` = c(app_packages, "chromote", "testthat", "withr")
)
with_suggests <- c("test", "check")
# Take minutes to compile, for tests that skip without them: installed where they are raced against, and by `make
# app-test`.
slow_to_compile <- c("BayesMallows", "chromote")

description <- read.dcf("DESCRIPTION")

requirements <- function(fields) {
  entries <- description[1, intersect(fields, colnames(description))]
  entries <- trimws(unlist(strsplit(entries, ",")))
  entries <- entries[nzchar(entries)]
  name <- sub("[[:space:](].*", "", entries)
  version <- ifelse(grepl(">=", entries), gsub(".*>=[[:space:]]*|[[:space:]]*\\).*", "", entries), "0")
  unique(data.frame(name, version))
}

hard <- requirements(c("Depends", "Imports", "LinkingTo"))
soft <- requirements("Suggests")
# The core's own tests need its headers and no more of R.
if (group %in% c("sanitize", "valgrind")) hard <- hard[hard$name %in% c("RcppEigen", "sitmo"), ]
must <- c(hard$name, tools_of[[group]])

for_group <- switch(group, bench = "BayesMallows")
if (group %in% with_suggests) for_group <- setdiff(soft$name, slow_to_compile)
if (action == "absent") for_group <- soft$name
wanted <- rbind(hard, soft[soft$name %in% c(must, for_group), ])
unnamed <- setdiff(tools_of[[group]], wanted$name)
wanted <- rbind(wanted, data.frame(name = unnamed, version = rep("0", length(unnamed))))
base <- rownames(installed.packages(.Library, priority = "base"))
wanted <- wanted[!wanted$name %in% c("R", base), ]

is_missing <- function(name, version) {
  !nzchar(system.file(package = name)) || packageVersion(name) < version
}
missing_now <- function() wanted[as.logical(mapply(is_missing, wanted$name, wanted$version)), ]

writable_library <- function() {
  if (file.access(.libPaths()[1], 2) == 0) {
    return(.libPaths()[1])
  }
  user <- path.expand(strsplit(Sys.getenv("R_LIBS_USER"), .Platform$path.sep)[[1]][1])
  dir.create(user, recursive = TRUE, showWarnings = FALSE)
  .libPaths(c(user, .libPaths()))
  user
}

lacking <- missing_now()
if (action != "install") {
  cat(sprintf("%s %s %s\n", lacking$name, lacking$version, ifelse(lacking$name %in% must, "must", "may")), sep = "")
} else if (nrow(lacking) > 0) {
  if (is.null(getOption("repos")) || "@CRAN@" %in% getOption("repos")) {
    utils::chooseCRANmirror(graphics = FALSE, ind = 1)
  }
  # A suggested package may need another that this R is too old for: do not start what cannot end.
  available <- utils::available.packages()
  dependencies <- tools::package_dependencies(lacking$name, available, recursive = TRUE)
  at_hand <- c(rownames(available), rownames(installed.packages()))
  possible <- vapply(dependencies, function(names) all(names %in% at_hand), logical(1))
  lacking <- lacking[possible[lacking$name] & lacking$name %in% at_hand | lacking$name %in% must, ]
  cores <- max(1L, parallel::detectCores(), na.rm = TRUE)
  if (nrow(lacking) > 0) install.packages(lacking$name, lib = writable_library(), Ncpus = cores)
  still <- missing_now()$name
  if (length(still) > 0) message("Could not install: ", paste(still, collapse = ", "))
  quit(status = as.integer(any(still %in% must)))
}
