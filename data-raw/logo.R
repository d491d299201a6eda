# The logo and the badges of the README, which need no network: Rscript data-raw/logo.R

figures <- file.path("man", "figures")
blue <- "#005b8f"
orange <- "#D55E00"

# A hexagon with scores that spread out as more items are seen, and one that goes to another place.
corner <- (0:5) * 60 + 30
hexagon <- paste(sprintf("%.1f,%.1f", 120 + 116 * cospi(corner / 180), 120 - 116 * sinpi(corner / 180)), collapse = " ")
x <- seq(62, 178, length.out = 7)
half <- c(6, 15, 21, 26, 30, 33, 35)
y <- 108 + half * c(0.2, -0.9, 0.8, 0.1, -1, 0.9, -0.4)
dots <- sprintf('<circle cx="%.1f" cy="%.1f" r="5.5" fill="#ffffff"/>', x, y)
dots[2] <- sprintf('<circle cx="%.1f" cy="%.1f" r="5.5" fill="none" stroke="#ffb37a" stroke-width="2"/>', x[2], y[2])
moved <- c(
  sprintf('<path d="M%.1f %.1f V%.1f" stroke="#ffb37a" stroke-width="2.5"/>', x[2], y[2] + 6, 122),
  sprintf('<circle cx="%.1f" cy="%.1f" r="6.5" fill="%s" stroke="#ffffff" stroke-width="1.5"/>', x[2], 128, orange)
)
band <- paste(sprintf("%.1f,%.1f", c(x, rev(x)), 108 + c(-half - 9, rev(half) + 9)), collapse = " ")
logo <- c(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240" width="240" height="240" role="img">',
  "<title>seqjudge: scores that spread out as more items are seen</title>",
  sprintf('<polygon points="%s" fill="%s" stroke="#003a5c" stroke-width="6" stroke-linejoin="round"/>', hexagon, blue),
  sprintf('<polygon points="%s" fill="#ffffff" fill-opacity="0.14"/>', band), dots, moved,
  paste0(
    '<text x="120" y="186" text-anchor="middle" font-family="Helvetica, Arial, sans-serif" font-size="29" ',
    'font-weight="bold" fill="#ffffff">seqjudge</text>'
  ),
  "</svg>"
)
writeLines(logo, file.path(figures, "logo.svg"))

# The same as PNG, for pages that take no SVG.
draw <- function() {
  par(mar = rep(0, 4), xaxs = "i", yaxs = "i", bg = NA)
  plot.new()
  plot.window(c(0, 240), c(240, 0))
  polygon(120 + 116 * cospi(corner / 180), 120 - 116 * sinpi(corner / 180), col = blue, border = "#003a5c", lwd = 6)
  polygon(c(x, rev(x)), 108 + c(-half - 9, rev(half) + 9), col = adjustcolor("white", 0.14), border = NA)
  points(x[-2], y[-2], pch = 16, col = "white", cex = 1.5)
  points(x[2], y[2], pch = 1, col = "#ffb37a", cex = 1.5, lwd = 2)
  segments(x[2], y[2] + 6, x[2], 122, col = "#ffb37a", lwd = 2.5)
  points(x[2], 128, pch = 21, bg = orange, col = "white", cex = 1.8, lwd = 1.5)
  text(120, 177, "seqjudge", col = "white", font = 2, cex = 2.3)
}
png(file.path(figures, "logo.png"), 240, 240, type = "cairo", bg = "transparent", pointsize = 12)
draw()
invisible(dev.off())

badge <- function(file, left, right, colour) {
  width <- round(6.4 * nchar(c(left, right)) + 12)
  all <- sum(width)
  text <- function(at, what) sprintf('<text x="%.1f" y="14">%s</text>', at, what)
  writeLines(c(
    sprintf('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="20" role="img">', all),
    sprintf("<title>%s: %s</title>", left, right),
    sprintf('<rect width="%d" height="20" rx="3" fill="#444444"/>', all),
    sprintf('<rect x="%d" width="%d" height="20" rx="3" fill="%s"/>', width[1], width[2], colour),
    sprintf('<rect x="%d" width="4" height="20" fill="%s"/>', width[1], colour),
    '<g fill="#ffffff" text-anchor="middle" font-family="Verdana, Geneva, sans-serif" font-size="11">',
    text(width[1] / 2, left), text(width[1] + width[2] / 2, right), "</g>", "</svg>"
  ), file.path(figures, file))
}
badge("lifecycle-experimental.svg", "lifecycle", "experimental", "#b34700")
badge("license-mit.svg", "license", "MIT", blue)
badge("r-4.1.svg", "R", "4.1 or later", blue)
