# Numbers and times that come as text, as spreadsheets and people write them.

# Cells that hold nothing, however that is written.
blank_words <- c("", "na", "n/a", "#n/a", "nan", "-", "--", "\u2013", "\u2014", ".", "?")

trim_text <- function(x) gsub("^[\\s\\p{Z}]+|[\\s\\p{Z}]+$", "", x, perl = TRUE)

is_blank_text <- function(x) is.na(x) | tolower(x) %in% blank_words

point_number <- "^[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][+-]?[0-9]+)?$"
comma_number <- "^[+-]?[0-9]*,[0-9]+$"

# Halves and quarters of a point as one character.
plain_fractions <- function(x) {
  x <- gsub("^([+-]?[0-9]*) ?\u00bd$", "\\1.5", x)
  x <- gsub("^([+-]?[0-9]*) ?\u00bc$", "\\1.25", x)
  gsub("^([+-]?[0-9]*) ?\u00be$", "\\1.75", x)
}

# What text there is as numbers: `value`, `bad` (which are neither numbers nor blank), and whether commas stood for
# points. Of "1,5" beside "1.5" nobody knows what the comma means: then numbers with commas are bad.
text_numbers <- function(x, decimal = NULL) {
  text <- plain_fractions(trim_text(x))
  blank <- is_blank_text(text)
  with_comma <- !blank & grepl(comma_number, text)
  with_point <- !blank & grepl(point_number, text)
  decimal <- decimal %||% decimal_mark(text)
  if (decimal == ",") text[with_comma] <- sub(",", ".", text[with_comma], fixed = TRUE)
  good <- with_point | (with_comma & decimal == ",")
  value <- rep(NA_real_, length(text))
  value[good] <- as.double(text[good])
  list(value = value, bad = which(!blank & !good), comma = any(with_comma) && decimal == ",")
}

# A comma if there are numbers with commas, and none with points.
decimal_mark <- function(text) {
  text <- text[!is.na(text)]
  commas <- any(grepl(comma_number, text))
  if (commas && !any(grepl("^[+-]?[0-9]*[.][0-9]+$", text))) "," else "."
}

# Times of day ("9:30", "14:05:10", "2:15 pm") as seconds, dates with times ("2024-05-03 14:05") as seconds since 1970,
# dates as days. NULL where not all of the text is of one of these kinds.
text_times <- function(x) {
  text <- trim_text(x)
  there <- !is_blank_text(text)
  text[!there] <- NA
  if (!any(there)) {
    return(NULL)
  }
  clock <- "^([0-9]{1,2})[:.h]([0-9]{2})(?:[:.]([0-9]{2}(?:[.][0-9]+)?))? ?([aApP])?[.]?(?:[mM][.]?)?$"
  if (all(grepl(clock, text[there], perl = TRUE))) {
    return(clock_seconds(text, clock))
  }
  iso <- paste0(
    "^([0-9]{4}-[0-9]{2}-[0-9]{2})",
    "(?:[T ]([0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.][0-9]+)?)?) ?(Z|UTC|[+-][0-9]{2}:?[0-9]{2})?)?$"
  )
  if (all(grepl(iso, text[there], perl = TRUE))) {
    return(iso_seconds(text, iso))
  }
  slashed <- "^([0-9]{1,2})[/.]([0-9]{1,2})[/.]([0-9]{4})(?:,? +([0-9].*))?$"
  if (all(grepl(slashed, text[there], perl = TRUE))) slashed_seconds(text, slashed, clock)
}

# 5/3/2024 is in May or in March. Where both can be and would sort differently, it is neither.
slashed_seconds <- function(text, pattern, clock) {
  part <- function(k) sub(pattern, paste0("\\", k), text, perl = TRUE)
  time <- part(4)
  time[!is.na(time) & time == ""] <- "0:00"
  if (!all(grepl(clock, time[!is.na(time)], perl = TRUE))) {
    return(NULL)
  }
  of_day <- clock_seconds(time, clock)
  day <- function(d, m) {
    date <- as.Date(paste(part(3), part(m), part(d), sep = "-"), "%Y-%m-%d", optional = TRUE)
    as.double(date) * 86400 + of_day
  }
  us <- day(2, 1)
  other <- day(1, 2)
  there <- !is.na(text)
  if (anyNA(us[there])) {
    if (anyNA(other[there])) NULL else other
  } else if (anyNA(other[there]) || identical(rank(us), rank(other))) {
    us
  }
}

clock_seconds <- function(text, pattern) {
  part <- function(k) sub(pattern, paste0("\\", k), text, perl = TRUE)
  hour <- as.double(part(1))
  half <- tolower(part(4))
  hour <- ifelse(half == "p" & hour < 12, hour + 12, ifelse(half == "a" & hour == 12, 0, hour))
  seconds <- part(3)
  seconds[!is.na(seconds) & seconds == ""] <- "0"
  hour * 3600 + as.double(part(2)) * 60 + as.double(seconds)
}

iso_seconds <- function(text, pattern) {
  part <- function(k) sub(pattern, paste0("\\", k), text, perl = TRUE)
  time <- part(2)
  time[!is.na(time) & time == ""] <- "00:00"
  time <- ifelse(nchar(time) == 5, paste0(time, ":00"), time)
  clock <- "^([0-9]{2}):([0-9]{2}):(.*)$"
  of_day <- as.double(sub(clock, "\\1", time)) * 3600 + as.double(sub(clock, "\\2", time)) * 60 +
    as.double(sub(clock, "\\3", time))
  zone <- gsub(":", "", part(3))
  offset <- rep(0, length(text))
  east <- grep("^[+-]", zone)
  minutes <- as.double(substr(zone[east], 2, 3)) * 60 + as.double(substr(zone[east], 4, 5))
  offset[east] <- ifelse(startsWith(zone[east], "-"), -60, 60) * minutes
  day <- suppressWarnings(as.double(as.Date(part(1), optional = TRUE)))
  day * 86400 + of_day - offset
}
