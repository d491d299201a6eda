library(testthat)
library(seqjudge)

test_check("seqjudge")
