# Checks the built website: every internal link must lead to a file, and to an anchor that this file has. Links between
# the sources of vignettes and to help pages are part of it, since pkgdown turns vignette("x") and function names into
# links; what it could not turn into one is looked for in the sources. Links to other hosts are only counted.

site <- file.path("out", "site")
if (!file.exists(file.path(site, "index.html"))) stop("There is no website: run make site.", call. = FALSE)

pages <- list.files(site, "[.]html$", recursive = TRUE)
documents <- lapply(file.path(site, pages), xml2::read_html)
names(documents) <- pages
attributes_of <- function(document, path) xml2::xml_text(xml2::xml_find_all(document, path))
anchors <- lapply(documents, attributes_of, "//@id | //a/@name")

outside <- "^([a-z]+:|//)"
split_link <- function(page, link) {
  fragment <- if (grepl("#", link, fixed = TRUE)) sub("^[^#]*#", "", link) else ""
  target <- utils::URLdecode(sub("[?].*", "", sub("#.*", "", link)))
  path <- if (nzchar(target)) file.path(dirname(page), target) else page
  list(path = simplify(path), fragment = utils::URLdecode(fragment))
}

# "articles/../reference/x.html" is "reference/x.html".
simplify <- function(path) {
  parts <- character()
  for (part in strsplit(path, "/", fixed = TRUE)[[1]]) {
    parts <- if (part == "..") utils::head(parts, -1) else if (part %in% c(".", "")) parts else c(parts, part)
  }
  paste(parts, collapse = "/")
}

problem <- function(page, link) {
  to <- split_link(page, link)
  file <- file.path(site, to$path)
  if (dir.exists(file)) {
    to$path <- simplify(file.path(to$path, "index.html"))
    file <- file.path(site, to$path)
  }
  if (!file.exists(file)) {
    return("no such file")
  }
  if (nzchar(to$fragment) && to$path %in% pages && !to$fragment %in% anchors[[to$path]]) {
    return("no such anchor")
  }
  ""
}

broken <- character()
checked <- 0
external <- 0
for (page in pages) {
  links <- unique(attributes_of(documents[[page]], "//@href | //@src"))
  links <- links[nzchar(links) & links != "#"]
  away <- grepl(outside, links)
  external <- external + sum(away & !grepl("^data:", links))
  links <- links[!away]
  checked <- checked + length(links)
  found <- vapply(links, problem, character(1), page = page)
  broken <- c(broken, sprintf("%s: %s (%s)", page, links, found)[nzchar(found)])
  # Scripts, styles and pictures of other hosts would make the pages depend on them.
  loaded <- attributes_of(documents[[page]], "//script/@src | //link[@rel='stylesheet']/@href | //img/@src")
  loaded <- grep("^(https?:|//)", loaded, value = TRUE)
  broken <- c(broken, sprintf("%s: %s (loaded from another host)", page, loaded))
}

# Pages of the course that the sources speak of.
sources <- list.files(c(".", "vignettes", "R"), "[.](Rmd|md|R)$", full.names = TRUE)
for (file in sources) {
  text <- paste(readLines(file, encoding = "UTF-8"), collapse = "\n")
  named <- unique(regmatches(text, gregexpr("vignette\\(\"[^\"]+\"", text))[[1]])
  named <- gsub("^vignette\\(\"|\"$", "", named)
  checked <- checked + length(named)
  lost <- setdiff(named, sub("[.]Rmd$", "", list.files("vignettes", "[.]Rmd$")))
  broken <- c(broken, sprintf("%s: vignette(\"%s\") (no such vignette)", file, lost))
}

for (line in broken) cat(line, "\n")
cat(sprintf(
  "links: %d pages, %d internal links checked, %d broken; %d links to other hosts not looked up\n",
  length(pages), checked, length(broken), external
))
quit(status = as.integer(length(broken) > 0))
