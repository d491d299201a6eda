#!/bin/sh
# Lists the C++ files that people write, as against those that Rcpp generates.
cd "$(dirname "$0")/.."
find inst/include src tests/cpp \( -name '*.hpp' -o -name '*.h' -o -name '*.cpp' \) \
  ! -name 'RcppExports*' ! -name '*_RcppExports.h' 2>/dev/null | sort
