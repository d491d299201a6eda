# Numbers and times that come as text, as spreadsheets and people write them.

# Cells that hold nothing, however that is written.
blank_words <- c("", "na", "n/a", "#n/a", "nan", "-", "--", "\u2013", "\u2014", ".", "?")

trim_text <- function(x) gsub("^[\\s\\p{Z}]+|[\\s\\p{Z}]+$", "", x, perl = TRUE)

is_blank_text <- function(x) is.na(x) | tolower(x) %in% blank_words

point_number <- "^[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][+-]?[0-9]+)?$"
comma_number <- "^[+-]?[0-9]*,[0-9]+$"
with_thousands <- "^[+-]?[1-9][0-9]{0,2}(,[0-9]{3})+([.][0-9]*)?$"
point_thousands <- "^[+-]?[1-9][0-9]{0,2}([.][0-9]{3})+$"

# Halves and quarters of a point as one character.
plain_fractions <- function(x) {
  x <- gsub("^([+-]?[0-9]*) ?\u00bd$", "\\1.5", x)
  x <- gsub("^([+-]?[0-9]*) ?\u00bc$", "\\1.25", x)
  gsub("^([+-]?[0-9]*) ?\u00be$", "\\1.75", x)
}

# What text there is as numbers: `value`, `bad` (which are neither numbers nor blank), and whether commas stood for
# points. Of "1,5" beside "1.5", or of "1,234" beside "987", nobody knows what the comma means: then numbers with commas
# are bad.
text_numbers <- function(x, decimal = NULL) {
  text <- plain_fractions(trim_text(x))
  blank <- is_blank_text(text)
  with_comma <- !blank & grepl(comma_number, text)
  with_point <- !blank & grepl(point_number, text)
  decimal <- decimal %||% decimal_mark(text)
  if (decimal == "," && may_be_thousands(text)) decimal <- "."
  if (decimal == ",") text[with_comma] <- sub(",", ".", text[with_comma], fixed = TRUE)
  good <- with_point | (with_comma & decimal == ",")
  value <- rep(NA_real_, length(text))
  value[good] <- as.double(text[good])
  list(value = value, bad = which(!blank & !good), comma = any(with_comma) && decimal == ",")
}

# Text that reads as numbers but names something: with zeros in front as in 007, as 2E1, or too long for whole numbers.
has_codes <- function(text) {
  text <- trim_text(text[!is.na(text)])
  whole <- grepl("^[+-]?[0-9]{16,}$", text)
  long <- sprintf("%.0f", as.double(text[whole])) != sub("^[+]", "", text[whole])
  any(long) || any(grepl("^0[0-9]|^[0-9]+[eE][0-9]+$", text))
}

# A comma if there are numbers with commas, and none with points.
decimal_mark <- function(text) {
  text <- text[!is.na(text)]
  commas <- any(grepl(comma_number, text))
  if (commas && !any(grepl("^[+-]?[0-9]*[.][0-9]+$", text))) "," else "."
}

# May commas, or points, stand behind thousands? They may where there are three digits behind each of them, and a number
# without one is out of proportion if they are decimal: 987 beside 1.234, but not 100 beside 87.125.
may_be_thousands <- function(text, mark = ",") {
  text <- text[!is.na(text)]
  marked <- if (mark == ",") text[grepl(comma_number, text)] else text[grepl("[.]", text) & grepl(point_number, text)]
  groups <- if (mark == ",") with_thousands else point_thousands
  if (length(marked) == 0 || !all(grepl(groups, marked))) {
    return(FALSE)
  }
  as_decimal <- abs(as.double(sub(",", ".", marked, fixed = TRUE)))
  plain <- abs(as.double(text[grepl("^[+-]?[0-9]+$", text)]))
  any(plain >= 100 & plain > 10 * max(as_decimal))
}

clock_time <- "^([0-9]{1,2})[:.h]([0-9]{2})(?:[:.]([0-9]{2}(?:[.][0-9]+)?))? ?([aApP])?[.]?(?:[mM][.]?)?$"

iso_date <- paste0(
  "^([0-9]{4}-[0-9]{2}-[0-9]{2})",
  "(?:[T ]([0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:[.][0-9]+)?)?) ?(Z|UTC|[+-][0-9]{2}:?[0-9]{2})?)?$"
)
slashed_date <- "^([0-9]{1,2})[/.]([0-9]{1,2})[/.]([0-9]{4})(?:,? +([0-9].*))?$"

# Times of day ("9:30", "14:05:10", "2:15 pm") as seconds, dates with times ("2024-05-03 14:05") as seconds since 1970,
# dates as days. NULL where not all of the text is of one of these kinds, or where there can be no such time.
text_times <- function(x) {
  text <- trim_text(x)
  there <- !is_blank_text(text)
  text[!there] <- NA
  if (!any(there)) {
    return(NULL)
  }
  if (all(grepl(clock_time, text[there], perl = TRUE))) {
    return(clock_seconds(text))
  }
  if (all(grepl(iso_date, text[there], perl = TRUE))) {
    return(iso_seconds(text, iso_date))
  }
  if (all(grepl(slashed_date, text[there], perl = TRUE))) slashed_seconds(text, slashed_date)
}

# What a clock on the wall shows: the seconds of the day where all of the text has a time, with a date or without, and
# none says am, pm or a time zone; otherwise NULL.
wall_seconds <- function(text) {
  text <- trim_text(text)
  text[is_blank_text(text)] <- NA
  there <- !is.na(text)
  time <- text
  for (form in list(c(iso_date, 2), c(slashed_date, 4))) {
    if (all(grepl(form[1], text[there], perl = TRUE))) time <- sub(form[1], paste0("\\", form[2]), text, perl = TRUE)
  }
  zoned <- grepl("(Z|UTC|[+-][0-9]{2}:?[0-9]{2})$", text) & time != text
  clocks <- any(there) && all(grepl(clock_time, time[there], perl = TRUE)) && !any(zoned)
  if (clocks && all(clock_parts(time[there])$half == "")) clock_seconds(time)
}

# 5/3/2024 is in May or in March. Where both can be and would sort differently, it is neither.
slashed_seconds <- function(text, pattern) {
  part <- function(k) sub(pattern, paste0("\\", k), text, perl = TRUE)
  time <- part(4)
  time[!is.na(time) & time == ""] <- "0:00"
  of_day <- if (all(grepl(clock_time, time[!is.na(time)], perl = TRUE))) clock_seconds(time)
  if (is.null(of_day)) {
    return(NULL)
  }
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

clock_seconds <- function(text) {
  if (!is.null(odd_clocks(text))) {
    return(NULL)
  }
  clock <- clock_parts(text)
  pm <- clock$half == "p" & clock$hour < 12
  hour <- ifelse(pm, clock$hour + 12, ifelse(clock$half == "a" & clock$hour == 12, 0, clock$hour))
  hour * 3600 + clock$minute * 60 + clock$second
}

clock_parts <- function(text) {
  part <- function(k) sub(clock_time, paste0("\\", k), text, perl = TRUE)
  second <- part(3)
  second[!is.na(second) & second == ""] <- "0"
  list(hour = as.double(part(1)), minute = as.double(part(2)), second = as.double(second), half = tolower(part(4)))
}

# Times that no clock shows, or of which it cannot be told whether they are before noon: `at`, and a `hint` what to
# write. NULL where there are none.
odd_clocks <- function(text) {
  clock <- clock_parts(text)
  wrong <- which(
    clock$hour > 23 | clock$minute > 59 | clock$second >= 60 | (clock$half == "a" & clock$hour > 12)
  )
  unsaid <- which(clock$half == "" & clock$hour %in% 1:12)
  if (length(wrong) > 0) {
    list(at = wrong, hint = "A clock shows 0:00 to 23:59; minutes and seconds from the start are written 0:27:05.")
  } else if (any(clock$half %in% c("a", "p")) && length(unsaid) > 0) {
    list(at = unsaid, hint = "Say am or pm of these times too, or write all as 13:05 for 1:05 pm.")
  }
}

# Where, in a table that is sorted by time, the clock starts anew: after noon without am and pm, or at midnight. It has
# then gone back, once, to a time that comes soon. Times in any other order tell nothing; `within` says which belong
# together.
clock_turns <- function(seconds, within) {
  clock <- if (all(seconds >= 3600 & seconds < 13 * 3600, na.rm = TRUE)) 12 else 24
  turns <- lapply(split(which(!is.na(seconds)), within[!is.na(seconds)]), function(at) {
    value <- seconds[at]
    back <- which(diff(value) < 0)
    soon <- -diff(value)[back] >= (clock - 6) * 3600
    if (length(back) > 1 || (length(back) == 1 && !(soon && value[length(value)] < value[1]))) NA else at[back + 1]
  })
  turns <- unlist(turns, use.names = FALSE)
  if (anyNA(turns)) integer() else sort(turns)
}

iso_seconds <- function(text, pattern) {
  part <- function(k) sub(pattern, paste0("\\", k), text, perl = TRUE)
  time <- part(2)
  time[!is.na(time) & time == ""] <- "00:00"
  of_day <- clock_seconds(time)
  zone <- gsub(":", "", part(3))
  offset <- rep(0, length(text))
  east <- grep("^[+-]", zone)
  minutes <- as.double(substr(zone[east], 2, 3)) * 60 + as.double(substr(zone[east], 4, 5))
  offset[east] <- ifelse(startsWith(zone[east], "-"), -60, 60) * minutes
  day <- as.double(as.Date(part(1), "%Y-%m-%d"))
  if (!is.null(of_day) && identical(is.na(day), is.na(text))) day * 86400 + of_day - offset
}
