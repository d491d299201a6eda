# Reads the log of R CMD check and fails on every finding but that the package is new to CRAN.
#   Rscript tools/check-verdict.R <00check.log>

log <- commandArgs(trailingOnly = TRUE)[1]

findings <- tools::check_packages_in_dir_details(logs = log, drop_ok = TRUE)
is_new_submission <- function(check, status, output) {
  body <- trimws(strsplit(output, "\n")[[1]])
  body <- body[nzchar(body) & !grepl("^Maintainer:", body)]
  grepl("CRAN incoming feasibility", check) && status == "NOTE" && identical(body, "New submission")
}
accepted <- sum(as.logical(mapply(is_new_submission, findings$Check, findings$Status, findings$Output)))

# The closing line counts what the details may lack; a log without it is that of a check which broke off.
closing <- grep("^Status: ", readLines(log), value = TRUE)
allowed <- c("Status: OK", if (accepted == 1) "Status: 1 NOTE")
clean <- length(closing) == 1 && closing %in% allowed

cat("check: ", if (length(closing)) closing else "broke off", if (accepted) " (new submission)", "\n", sep = "")
quit(status = as.integer(!clean))
