# Reads the log of R CMD check and fails on every finding but that the package is new to CRAN, or that suggested
# packages are absent which this machine cannot have.
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
is_accepted <- function(...) is_new_submission(...) || is_absent_suggestion(...)
accepted <- sum(as.logical(mapply(is_accepted, findings$Check, findings$Status, findings$Output)))

# The closing line counts what the details may lack; a log without it is that of a check which broke off.
closing <- grep("^Status: ", readLines(log), value = TRUE)
allowed <- c("Status: OK", sprintf("Status: %d NOTE%s", accepted, if (accepted > 1) "s" else "")[accepted > 0])
clean <- length(closing) == 1 && closing %in% allowed

cat("check: ", if (length(closing)) closing else "broke off", if (clean && accepted) " (accepted)", "\n", sep = "")
quit(status = as.integer(!clean))
