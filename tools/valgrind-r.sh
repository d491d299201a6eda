#!/bin/sh
# The R tests that CRAN runs, under valgrind: fails if an error has a frame of the package's own code.
#   tools/valgrind-r.sh <package> [filter]      filter: only test files whose name matches
set -eu
cd "$(dirname "$0")/.."
package=$1
log=$PWD/out/valgrind-r.log
mkdir -p out
rm -f "$log"
NOT_CRAN=false R --quiet --no-echo --vanilla -d "valgrind --log-file=$log --num-callers=30" \
  -e "results <- testthat::test_dir('tests/testthat', package = '$package', load_package = 'installed', \
      filter = if (nzchar('${2:-}')) '${2:-}', reporter = 'summary', stop_on_failure = TRUE)"
sed -n 's/.*ERROR SUMMARY/ERROR SUMMARY/p' "$log"
if grep -q "$package.so\|seqjudge::" "$log"; then
  cat "$log"
  exit 1
fi
