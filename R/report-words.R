# The words of a report: headings, columns and the answer in the reader's language, and the organiser's own words for
# evaluators and items. The table is inst/report/words.csv.

report_wording <- function(words, language, call) {
  own <- check_words(words, call)
  table <- report_strings(language)
  for (role in c("evaluator", "item")) {
    plural <- paste0(role, "s")
    if (!is.na(own[role]) && is.na(own[plural])) own[plural] <- plural_of(own[[role]], language)
  }
  table[names(own)[!is.na(own)]] <- own[!is.na(own)]
  # 93%, or as other languages have it with a space that does not break.
  percent <- function(p) if (language == "en") p else sub("([0-9])%", "\\1\u00a0%", p)
  list(
    language = language,
    say = function(key, ...) if (...length() == 0) table[[key]] else sprintf(table[[key]], ...),
    # As it stands at the head of a column.
    title = function(key) capitalise(table[[key]]),
    count = function(n, role) paste(big(n), table[[if (n == 1) role else paste0(role, "s")]]),
    own = own_words(own),
    percent = percent,
    chance = function(p) {
      text <- format_chance(p)
      text[text %in% "above 99%"] <- table[["above_percent"]]
      text[text %in% "below 1%"] <- table[["below_percent"]]
      percent(text)
    }
  )
}

# Explanations with the organiser's words in place of ours: "an item" becomes "a contestant".
own_words <- function(own) {
  given <- names(own)[!is.na(own)]
  article <- function(word) if (grepl("^[aeiou]", word, ignore.case = TRUE)) "an" else "a"
  function(text) {
    for (role in given) {
      word <- own[[role]]
      text <- gsub(paste0("\\b([Aa])n ", role, "\\b"), paste0("\\1", substring(article(word), 2), " ", word), text)
      text <- gsub(paste0("\\b", role, "\\b"), word, text)
    }
    text
  }
}

report_strings <- function(language) {
  file <- system.file("report", "words.csv", package = "seqjudge", mustWork = TRUE)
  table <- utils::read.csv(file, encoding = "UTF-8", colClasses = "character")
  stats::setNames(table[[language]], table$key)
}

word_roles <- c("evaluator", "evaluators", "item", "items")

check_words <- function(words, call) {
  none <- stats::setNames(rep(NA_character_, 4), word_roles)
  if (is.null(words)) {
    return(none)
  }
  words <- unlist(words)
  if (!is.character(words) || is.null(names(words)) || anyNA(words) || !all(nzchar(words))) {
    stop_type("{.arg words} must hold strings named {.val {word_roles}}, not {describe_type(words)}.", "words", call)
  }
  check_none(
    which(!names(words) %in% word_roles), "{.arg words} must be named {.val {word_roles}}.", "words", call, names(words)
  )
  none[names(words)] <- words
  none
}

# As English has it; German nouns are left alone, for there is no rule.
plural_of <- function(word, language) {
  if (language == "de") {
    word
  } else if (language == "en" && grepl("[^aeiou]y$", word)) {
    sub("y$", "ies", word)
  } else if (grepl("(s|x|z|ch|sh)$", word)) {
    if (language == "en") paste0(word, "es") else word
  } else {
    paste0(word, "s")
  }
}

capitalise <- function(text) paste0(toupper(substr(text, 1, 1)), substring(text, 2))
