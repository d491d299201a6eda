# The table behind decomposed() in R/names-in-text.R. Run from the package's root with
# Rscript data-raw/decompositions.R.
#
# Every character that Unicode decomposes canonically (its form NFD), but for the syllables of Hangul, which are
# computed. Base R cannot do this on all systems; the package stringi, which is needed here alone, can.

codes <- c(0x00a0:0xabff, 0xd7a4:0xd7ff, 0xf900:0xffff, 0x10000:0x2ffff)
characters <- intToUtf8(codes, multiple = TRUE)
apart <- stringi::stri_trans_nfd(characters)
changed <- which(apart != characters)
decompositions <- list(code = codes[changed], apart = enc2utf8(apart[changed]))
save(decompositions, file = "R/sysdata.rda", version = 2, compress = "xz")
