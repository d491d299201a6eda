# Builds the website into out/site, as _pkgdown.yml says, without network, from the package in the private library.

# pkgdown would ask CRAN and the hosts of other packages for their addresses.
options(pkgdown.internet = FALSE, repos = c(CRAN = "file:///dev/null"), warn = 1)
started <- Sys.time()
site <- file.path("out", "site")
unlink(site, recursive = TRUE)
pkgdown::build_site(".", devel = FALSE, install = FALSE, new_process = FALSE, preview = FALSE)

# What leads to files of the repository is for those who have it before them.
unlink(file.path(site, "PROMISES.html"))

# Formulas as MathML: browsers show it by themselves, whereas MathJax would have to come from another host.
math_pattern <- "(?s)\\$\\$.+?\\$\\$|\\\\\\(.+?\\\\\\)"
to_mathml <- function(formulas) {
  plain <- gsub("&lt;", "<", gsub("&gt;", ">", gsub("&amp;", "&", formulas, fixed = TRUE), fixed = TRUE), fixed = TRUE)
  display <- startsWith(plain, "$$")
  tex <- gsub("[[:space:]]+", " ", trimws(substring(plain, 3, nchar(plain) - 2)))
  source <- tempfile(fileext = ".md")
  writeLines(paste0(ifelse(display, paste0("$$", tex, "$$"), paste0("$", tex, "$")), "\n"), source)
  html <- system2(rmarkdown::pandoc_exec(), c("--from", "markdown", "--to", "html", "--mathml", source), stdout = TRUE)
  html <- paste(html, collapse = "\n")
  math <- regmatches(html, gregexpr("(?s)<math.+?</math>", html, perl = TRUE))[[1]]
  stopifnot(length(math) == length(formulas))
  math
}
for (page in list.files(file.path(site, c("reference", "articles")), "[.]html$", full.names = TRUE)) {
  text <- paste(readLines(page, encoding = "UTF-8"), collapse = "\n")
  found <- gregexpr(math_pattern, text, perl = TRUE)
  formulas <- regmatches(text, found)[[1]]
  if (length(formulas) > 0) {
    regmatches(text, found) <- list(to_mathml(formulas))
    writeLines(enc2utf8(text), page, useBytes = TRUE)
  }
}

pages <- list.files(site, "[.]html$", recursive = TRUE)
cat(sprintf("site: %d pages in %s, %.0f s\n", length(pages), site, as.numeric(Sys.time() - started, units = "secs")))
