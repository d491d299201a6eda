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

# Pictures of examples say what they are of to those who do not see them.
title_of <- function(text) {
  title <- regmatches(text, regexpr("(?s)<h1[^>]*>.*?</h1>", text, perl = TRUE))
  if (length(title) == 0) "" else trimws(gsub("<[^>]+>", "", title))
}
for (page in list.files(site, "[.]html$", recursive = TRUE, full.names = TRUE)) {
  text <- paste(readLines(page, encoding = "UTF-8"), collapse = "\n")
  about <- sprintf("alt=\"Picture that goes with: %s\"", gsub("\"", "&quot;", title_of(text), fixed = TRUE))
  # A logo that there is not.
  text <- gsub("<img src=\"\"[^>]*>", "", text)
  named <- gsub("(<img[^>]*?)alt=\"\"", paste0("\\1", about), text, perl = TRUE)
  named <- gsub("<img(?![^>]*alt=)", paste("<img", about), named, perl = TRUE)
  writeLines(enc2utf8(named), page, useBytes = TRUE)
}

# What the search box finds: the words of each page, in a script, so that it works without a server.
pages <- list.files(site, "[.]html$", recursive = TRUE)
entries <- vapply(pages, FUN.VALUE = "", function(page) {
  text <- paste(readLines(file.path(site, page), encoding = "UTF-8"), collapse = " ")
  main <- regmatches(text, regexpr("(?s)<main.*?</main>", text, perl = TRUE))
  words <- gsub("[^[:alnum:]_.() -]+", " ", gsub("<[^>]+>", " ", if (length(main) > 0) main else text))
  words <- unique(strsplit(tolower(words), "[[:space:]]+")[[1]])
  quoted <- function(x) dQuote(gsub("[\\\\\"]", "", x), FALSE)
  sprintf("{title:%s,url:%s,text:%s}", quoted(title_of(text)), quoted(page), quoted(paste(words, collapse = " ")))
})
index <- c("window.searchIndex=[", paste(entries, collapse = ",\n"), "];")
writeLines(enc2utf8(index), file.path(site, "search-index.js"), useBytes = TRUE)

cat(sprintf("site: %d pages in %s, %.0f s\n", length(pages), site, as.numeric(Sys.time() - started, units = "secs")))
