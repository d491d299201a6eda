# Is somebody named in a text? Names are written in more than one way: "Ann Lee", "LEE, Ann", "ann.lee@uni.org",
# "essay_AnnLee_2.pdf", and with or without accents, which some systems write as characters of their own.

# Does each text hold one of the names, as words of its own? Numbers of one or two digits, and single letters among
# other words, are no names.
names_somebody <- function(text, people) {
  values <- unique(text[!is.na(text)])
  searched <- searched_text(values)
  people <- searched_text(unique(people[!grepl("^[0-9]{0,2}$", trimws(people))]))
  named <- searched$plain %in% people$plain
  whole <- paste(searched$squeezed, collapse = "\n")
  for (k in seq_along(people$plain)) {
    name <- lapply(people, `[[`, k)
    # Most names are nowhere, which is soon seen.
    words <- strsplit(trimws(name$words), " ", fixed = TRUE)[[1]]
    if (!all(vapply(words, grepl, NA, x = whole, fixed = TRUE))) next
    left <- which(!named)
    named[left] <- holds_name(lapply(searched, `[`, left), name, words)
  }
  text %in% values[named]
}

# The text in plain letters; its words, each between blanks; and these without any blank.
searched_text <- function(text) {
  plain <- plain_text(text)
  # In "lee2" the name is a word of its own, in "2024b" the year.
  apart <- gsub("(*UCP)(?<=\\p{L})(?=\\p{N})|(?<=\\p{N})(?=\\p{L})", " ", plain, perl = TRUE)
  words <- vapply(words_of(apart), paste, "", collapse = " ")
  list(plain = plain, words = paste0(" ", words, " ", recycle0 = TRUE), squeezed = gsub(" ", "", words, fixed = TRUE))
}

# Of names that are one sign, "A" say, whole texts are found.
holds_name <- function(searched, name, words) {
  if (nchar(name$plain) < 2) {
    searched$words == paste0(" ", name$plain, " ")
  } else if (nchar(name$squeezed) < 2 || !grepl("[^0-9]|[0-9]{3}", name$squeezed)) {
    holds_literally(searched$plain, name$plain)
  } else if (runs_on(name$squeezed)) {
    grepl(name$squeezed, searched$squeezed, fixed = TRUE)
  } else {
    holds_words(searched, words)
  }
}

holds_words <- function(searched, words) {
  found <- logical(length(searched$plain))
  # Very short names are in too many words to be looked for without their blanks.
  between <- if (sum(nchar(words)) < 4) " " else " ?"
  for (own in word_orders(words)) {
    maybe <- which(!found & grepl(paste(own, collapse = ""), searched$squeezed, fixed = TRUE))
    found[maybe] <- grepl(paste0(" ", paste(own, collapse = between), " "), searched$words[maybe], perl = TRUE)
  }
  found
}

# Names that are more signs than letters: "C++", "-1".
holds_literally <- function(plain, name) {
  found <- grepl(name, plain, fixed = TRUE)
  quoted <- gsub("([^[:alnum:][:space:]])", "\\\\\\1", name)
  found[found] <- grepl(paste0("(^|[^[:alnum:]])", quoted, "($|[^[:alnum:]])"), plain[found])
  found
}

# Scripts that do not put blanks between words, or put endings to names.
runs_on <- function(name) {
  grepl("[\\p{Han}\\p{Hiragana}\\p{Katakana}\\p{Hangul}\\p{Thai}\\p{Lao}\\p{Khmer}\\p{Myanmar}]", name, perl = TRUE)
}

# All orders of two or three words; of more, those that begin with another and go on from there. Numbers, as in
# "Team 1", and initials alone, as in "A.B.", stay where they are.
word_orders <- function(words) {
  n <- length(words)
  fixed <- any(grepl("^[0-9]+$", words)) || all(nchar(words) < 2)
  if (n < 2 || fixed) {
    return(list(words))
  }
  turned <- lapply(seq_len(n), function(k) words[c(k:n, seq_len(k - 1))])
  if (n == 3) c(turned, lapply(turned, rev)) else turned
}

# Plain letters -------------------------------------------------------------------------------------------------------

# Small letters without accents, blanks or signs that are not seen.
plain_text <- function(text) {
  text <- as.character(text)
  broken <- Encoding(text) == "bytes" | !validEnc(text)
  text[broken] <- iconv(text[broken], "latin1", "UTF-8")
  text <- enc2utf8(text)
  odd <- grepl("[^\\x20-\\x7e]", text, perl = TRUE)
  text[odd] <- tolower(decomposed(text[odd]))
  text[odd] <- gsub("[\u0300-\u036f\\p{Cf}]", "", text[odd], perl = TRUE)
  # Letters that are no others with an accent.
  text[odd] <- chartr("\u00f8\u0142\u0111\u0131\u00f0\u0127", "oldidh", text[odd])
  two <- c("\u00df", "\u00e6", "\u0153", "\u00fe")
  for (k in seq_along(two)) text[odd] <- gsub(two[k], c("ss", "ae", "oe", "th")[k], text[odd], fixed = TRUE)
  trimws(tolower(text), whitespace = "[\\h\\v]")
}

# Unicode's canonical decomposition: letters first, their accents as characters of their own.
decomposed <- function(text) {
  vapply(text, FUN.VALUE = "", USE.NAMES = FALSE, function(one) {
    code <- utf8ToInt(one)
    at <- match(code, decompositions$code)
    parts <- intToUtf8(code, multiple = TRUE)
    parts[!is.na(at)] <- decompositions$apart[at[!is.na(at)]]
    syllable <- which(code >= 0xac00 & code <= 0xd7a3)
    parts[syllable] <- vapply(code[syllable] - 0xac00, hangul_letters, "")
    paste(parts, collapse = "")
  })
}

# The two or three letters of a syllable of Hangul, by its number.
hangul_letters <- function(number) {
  letters <- c(0x1100 + number %/% 588, 0x1161 + number %% 588 %/% 28, 0x11a7 + number %% 28)
  intToUtf8(if (number %% 28 == 0) letters[1:2] else letters)
}
