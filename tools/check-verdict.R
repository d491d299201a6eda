# Reads the log of R CMD check and fails on every finding but that the package is new to CRAN, or that suggested
# packages are absent which this machine cannot have, or that it is larger than 5 MB, up to 7.
#   Rscript tools/check-verdict.R <00check.log> [absent packages ...]

args <- commandArgs(trailingOnly = TRUE)
log <- args[1]
absent <- args[-1]

findings <- tools::check_packages_in_dir_details(logs = log, drop_ok = TRUE)
is_new_submission <- function(check, status, output) {
  body <- trimws(strsplit(output, "\n")[[1]])
  body <- body[nzchar(body) & !grepl("^Maintainer:", body)]
  grepl("CRAN incoming feasibility", check) && status == "NOTE" && identical(body, "New submission")
}
is_absent_suggestion <- function(check, status, output) {
  named <- regmatches(output, gregexpr("\u2018[^\u2019]+\u2019|'[^']+'", output))[[1]]
  named <- gsub("[\u2018\u2019']", "", named)
  grepl("package dependencies", check) && status == "NOTE" && length(absent) > 0 && setequal(named, absent) &&
    grepl("suggested but not available for checking", output)
}
# To be brought below 5 MB before a release: the pictures of the vignettes are the larger part of the excess.
is_size <- function(check, status, output) {
  size <- suppressWarnings(as.double(sub(".*installed size is +([0-9.]+)Mb.*", "\\1", output)))
  grepl("installed package size", check) && status == "NOTE" && !is.na(size) && size < 7
}
is_accepted <- function(...) is_new_submission(...) || is_absent_suggestion(...) || is_size(...)
accepted <- sum(as.logical(mapply(is_accepted, findings$Check, findings$Status, findings$Output)))

# The closing line counts what the details may lack; a log without it is that of a check which broke off.
closing <- grep("^Status: ", readLines(log), value = TRUE)
allowed <- c("Status: OK", sprintf("Status: %d NOTE%s", accepted, if (accepted > 1) "s" else "")[accepted > 0])
clean <- length(closing) == 1 && closing %in% allowed

cat("check: ", if (length(closing)) closing else "broke off", if (clean && accepted) " (accepted)", "\n", sep = "")
quit(status = as.integer(!clean))
