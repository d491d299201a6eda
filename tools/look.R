# Looks at pages in headless Chromium, at 1280 and 390 pixels: does the page scroll sideways, is text cut?
#   Rscript tools/look.R [pages ...]   without pages: a report, and six pages of the website, if it is there
# Both are read off the DOM. Text may leave its box only where the box scrolls.

widths <- c(1280, 390)
browser <- Sys.which(c("chromium", "chromium-browser", "google-chrome"))
browser <- browser[nzchar(browser)][1]
if (is.na(browser)) stop("There is no chromium.")

pages <- commandArgs(trailingOnly = TRUE)
if (length(pages) == 0) {
  dir.create("out", showWarnings = FALSE)
  report <- file.path("out", "report.html")
  library(seqjudge)
  x <- evaluations(bakeoff, judge, contestant, position, points, score_scale("range", 0, 100))
  report_rankings(x, report, words = c(evaluator = "judge", item = "contestant"), draws = 400, overwrite = TRUE)
  site <- file.path("out", "site", c(
    "index.html", "articles/seqjudge.html", "articles/panel.html", "articles/should-i-correct.html",
    "reference/index.html", "reference/rank_panel.html"
  ))
  pages <- c(report, site[file.exists(site)])
}

measure <- "
function measure(doc, width) {
  var win = doc.defaultView, cut = [];
  var walker = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    var node = walker.currentNode, parent = node.parentElement;
    if (!node.textContent.trim() || !parent.offsetParent) continue;
    if (parent.closest('script, style, .visually-hidden, .visually-hidden-focusable')) continue;
    var range = doc.createRange();
    range.selectNodeContents(node);
    var box = range.getBoundingClientRect(), scrolls = false, hidden = false;
    for (var up = parent; up && up !== doc.documentElement; up = up.parentElement) {
      var flow = win.getComputedStyle(up).overflowX, edge = up.getBoundingClientRect();
      if (flow === 'auto' || flow === 'scroll') { scrolls = true; break; }
      if ((flow === 'hidden' || flow === 'clip') && box.right > edge.right + 1) hidden = true;
    }
    var outside = !scrolls && (box.right > width + 1 || box.left < -1);
    if (hidden || outside) cut.push(node.textContent.trim().slice(0, 40));
  }
  var without = Array.prototype.filter.call(doc.images, function (image) { return !image.alt.trim(); }).length;
  return { over: Math.max(doc.documentElement.scrollWidth - width, 0), cut: cut, without: without };
}
window.onload = function () {
  setTimeout(function () {
    var frame = document.getElementById('page');
    var found = measure(frame.contentDocument, frame.clientWidth);
    document.getElementById('found').textContent =
      found.over + '|' + found.cut.length + '|' + found.without + '|' + found.cut.slice(0, 5).join(' / ');
  }, 500);
};"

look <- function(page, width) {
  folder <- tempfile("look")
  dir.create(folder)
  frame <- file.path(folder, "frame.html")
  writeLines(c(
    "<!DOCTYPE html><html><head><meta charset=\"utf-8\"></head><body>",
    sprintf(
      "<iframe id=\"page\" style=\"border:0;width:%dpx;height:2000px\" src=\"file://%s\"></iframe>", width,
      normalizePath(page)
    ),
    "<pre id=\"found\"></pre><script>", measure, "</script></body></html>"
  ), frame)
  dom <- suppressWarnings(system2(browser, c(
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-web-security", "--allow-file-access-from-files",
    "--virtual-time-budget=6000", "--window-size=1400,2000", paste0("--user-data-dir=", shQuote(folder)), "--dump-dom",
    shQuote(paste0("file://", frame))
  ), stdout = TRUE, stderr = FALSE))
  dom <- paste(dom, collapse = "\n")
  found <- regmatches(dom, regexpr("(?s)<pre id=\"found\">.*?</pre>", dom, perl = TRUE))
  unlink(folder, recursive = TRUE)
  strsplit(gsub("<[^>]+>", "", found), "|", fixed = TRUE)[[1]]
}

failed <- FALSE
for (page in pages) {
  for (width in widths) {
    found <- look(page, width)
    if (length(found) < 3) stop(page, " could not be looked at")
    bad <- as.numeric(found[1]) > 0 || as.numeric(found[2]) > 0 || as.numeric(found[3]) > 0
    failed <- failed || bad
    cat(sprintf(
      "%-45s %5d px: %s px too wide, %s texts cut, %s pictures without alt text%s\n", page, width, found[1], found[2],
      found[3], if (bad) paste0("  <- ", found[4]) else ""
    ))
  }
}
if (failed) quit(status = 1)
