# Names as they come in: blanks at their ends go, and names that look alike but are not the same are told. Otherwise
# names stay as users write them.

settle_names <- function(x, role, source, call) {
  if (inherits(x, "integer64")) {
    return(plain64(x))
  }
  text <- is.character(x) || is.factor(x)
  if (!text || length(dim(x)) > 1) {
    return(x)
  }
  arg <- source$args[[role]]
  x <- trimmed_names(x, arg)
  warn_alike_names(if (is.factor(x)) levels(x)[sort(unique(as.integer(x)))] else unique(x), arg, call)
  x
}

# Names without the blanks at their ends, and with a message where there were any. Levels that become one are one.
trimmed_names <- function(x, arg) {
  if (is.factor(x)) {
    trimmed <- trim_names(levels(x))
    changed <- which(trimmed != levels(x))
    if (length(changed) > 0) {
      inform_trimmed(levels(x)[intersect(changed, as.integer(x))], arg)
      levels(x) <- trimmed
    }
    return(x)
  }
  seen <- unique(as.vector(x))
  trimmed <- trim_names(seen)
  changed <- which(trimmed != seen)
  if (length(changed) > 0) {
    inform_trimmed(seen[changed], arg)
    at <- match(x, seen[changed])
    x[!is.na(at)] <- trimmed[changed][at[!is.na(at)]]
  }
  x
}

# What is no text is left for the checks to come.
trim_names <- function(x) {
  padded <- which(!is.na(x) & validEnc(x) & Encoding(x) != "bytes")
  padded <- padded[grepl("^[\\s\\p{Z}]|[\\s\\p{Z}]$", x[padded], perl = TRUE)]
  x[padded] <- trim_text(x[padded])
  x
}

inform_trimmed <- function(names, arg) {
  # Blanks alone are no name, and an error follows.
  names <- names[nzchar(trim_text(names))]
  if (length(names) > 0) {
    shown <- utils::head(visible_text(names), n_shown)
    more <- if (length(names) > n_shown) " and {length(names) - n_shown} more"
    cli::cli_inform(
      paste0("Blanks at the ends of names in {.arg {arg}} are left out: {.val {shown}}", more, "."),
      class = "seqjudge_message_names"
    )
  }
}

# The places of names in those under which a user gave values: as they are, or but for blanks at the ends.
match_names <- function(x, names) {
  names <- names %||% character()
  at <- match(x, names)
  lacking <- is.na(at)
  if (any(lacking)) at[lacking] <- match(x[lacking], trim_names(names))
  at
}

# Names that look alike -----------------------------------------------------------------------------------------------

warn_alike_names <- function(names, arg, call) {
  alike <- groups_alike(names)
  if (length(alike) == 0) {
    return(invisible())
  }
  words <- vapply(utils::head(alike, n_shown), FUN.VALUE = "", function(group) {
    cli::format_inline("{.val {visible_text(group)}}", keep_whitespace = TRUE)
  })
  if (length(alike) > n_shown) words <- c(words, paste(length(alike) - n_shown, "more"))
  cli::cli_warn(
    c(
      "Names in {.arg {arg}} that differ only in blanks, capitals or the way accents are stored count as different.",
      stats::setNames(gsub("([{}])", "\\1\\1", words), rep("x", length(words))),
      i = "Write them alike if they are the same."
    ),
    class = "seqjudge_warning_names", call = call
  )
}

# Groups of names that are the same but for blanks, capitals and the way in which Unicode writes accents.
groups_alike <- function(names) {
  names <- names[!is.na(names) & validEnc(names) & Encoding(names) != "bytes"]
  key <- tolower(names)
  # Most names have none of what takes time.
  other <- which(grepl("[^!-~ ]|  ", names, perl = TRUE))
  key[other] <- gsub("\\p{Cf}", "", gsub("[\\s\\p{Z}]+", " ", key[other], perl = TRUE), perl = TRUE)
  key[other] <- canonical_text(key[other])
  again <- unique(key[duplicated(key)])
  unname(split(names, factor(key, again)))
}

# Text with accents as characters of their own, where some of it has them: so a letter with an accent is the same in
# both forms.
canonical_text <- function(x) {
  if (any(grepl("[\\p{M}\u1100-\u11ff]", x, perl = TRUE))) {
    x[] <- vapply(decomposed(enc2utf8(x)), marks_in_order, "", USE.NAMES = FALSE)
  }
  x
}

# Several marks of a letter come in any order.
marks_in_order <- function(x) {
  code <- utf8ToInt(x)
  mark <- code >= 0x300 & code <= 0x36f
  intToUtf8(code[order(cumsum(!mark), ifelse(mark, code, 0))])
}

# What cannot be seen by its number: accents of their own, signs without a shape, and blanks other than a single space.
visible_text <- function(x) {
  hidden <- "[\\p{M}\\p{C}]|(?! )[\\s\\p{Z}]|(?<= ) "
  found <- gregexpr(hidden, x, perl = TRUE)
  regmatches(x, found) <- lapply(regmatches(x, found), function(chars) {
    vapply(chars, function(char) sprintf("<U+%04X>", utf8ToInt(enc2utf8(char))[1]), "", USE.NAMES = FALSE)
  })
  x
}
