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

requirements <- function(fields, from = description[1, ]) {
  entries <- from[intersect(fields, names(from))]
  entries <- trimws(unlist(strsplit(entries[!is.na(entries)], ",")))
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

# What this R is too old for is not asked for again until `make clean`.
too_new_file <- file.path(".lib", paste0(".too-new-for-R-", getRversion()))
too_new <- if (file.exists(too_new_file)) readLines(too_new_file) else character()

# A suggested package may need another, or a version of it, that this R is too old for: do not start what cannot end.
can_install <- function(name, available, at_hand) {
  if (!name %in% rownames(available)) {
    return(FALSE)
  }
  names <- c(name, tools::package_dependencies(name, available, recursive = TRUE)[[1]])
  needed <- lapply(intersect(names, rownames(available)), function(one) {
    requirements(c("Depends", "Imports", "LinkingTo"), available[one, ])
  })
  needed <- unique(do.call(rbind, needed))
  needed <- needed[needed$name != "R", ]
  version <- at_hand[needed$name]
  all(!is.na(version) & mapply(utils::compareVersion, ifelse(is.na(version), "0", version), needed$version) >= 0)
}

lacking <- missing_now()
if (action == "missing") lacking <- lacking[lacking$name %in% must | !lacking$name %in% too_new, ]
if (action != "install") {
  cat(sprintf("%s %s %s\n", lacking$name, lacking$version, ifelse(lacking$name %in% must, "must", "may")), sep = "")
} else if (nrow(lacking) > 0) {
  if (is.null(getOption("repos")) || "@CRAN@" %in% getOption("repos")) {
    utils::chooseCRANmirror(graphics = FALSE, ind = 1)
  }
  available <- utils::available.packages()
  # Of two versions of a package the one that comes first counts.
  at_hand <- c(available[, "Version"], installed.packages()[, "Version"])
  possible <- vapply(lacking$name, can_install, logical(1), available, at_hand)
  if (nrow(available) > 0) {
    dir.create(".lib", showWarnings = FALSE)
    writeLines(union(too_new, lacking$name[!possible]), too_new_file)
  }
  lacking <- lacking[possible | lacking$name %in% must, ]
  cores <- max(1L, parallel::detectCores(), na.rm = TRUE)
  if (nrow(lacking) > 0) install.packages(lacking$name, lib = writable_library(), Ncpus = cores)
  still <- missing_now()$name
  if (length(still) > 0) message("Could not install: ", paste(still, collapse = ", "))
  quit(status = as.integer(any(still %in% must)))
}
