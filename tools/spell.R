# Spelling of help pages, vignettes, README, NEWS and DESCRIPTION, in British English; inst/WORDLIST has the words that
# no dictionary knows. Code is left out. With --update the words that are found go into the list: read the diff.

if ("--update" %in% commandArgs(trailingOnly = TRUE)) {
  spelling::update_wordlist(".", vignettes = TRUE, confirm = FALSE)
}
found <- spelling::spell_check_package(".", vignettes = TRUE)
# The guide for contributors and the text of the report are prose too.
others <- "CONTRIBUTING.md"
tools_named <- c("GoogleTest", "Rcpp", "roxygen", "sitmo", "valgrind", read.dcf("DESCRIPTION", "Package")[1])
known <- c(spelling::get_wordlist("."), tools_named)
more <- spelling::spell_check_files(others, ignore = known, lang = "en_GB")
found <- rbind(found, more)
if (nrow(found) > 0) print(found)
cat(sprintf("spell: %s\n", if (nrow(found) == 0) "clean" else paste(nrow(found), "words")))
quit(status = as.integer(nrow(found) > 0))
