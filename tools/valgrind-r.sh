#!/bin/sh
# The R tests that CRAN runs, under valgrind: fails if a test fails, or if an error has a frame of the package's own code.
#   tools/valgrind-r.sh <package> [filter]      filter: only test files whose name matches
# It takes hours. What each file gave is kept in out/valgrind, and a file is run again only when it, a helper or the
# package is newer than that. tools/valgrind-r.R runs them; programs that R starts are not looked into.
set -eu
cd "$(dirname "$0")/.."
package=$1
logs=$PWD/out/valgrind
mkdir -p "$logs"
NOT_CRAN=false SEQJUDGE_VALGRIND=true R --quiet --no-echo --vanilla -d "valgrind --log-file=$logs/%p.memory --num-callers=30" \
  -e "source('tools/valgrind-r.R')" --args "$package" "$logs" "${2:-.}"

failed=0
awk '{ n += $1; bad += $2; skipped += $3 }
  END { printf "%d files: %d expectations, %d failed, %d skipped\n", NR, n, bad, skipped; exit bad > 0 }' \
  "$logs"/*.counts || failed=1
sed -n 's/.*ERROR SUMMARY: \([0-9]*\) errors.*/\1/p' "$logs"/*.memory |
  awk '{ n += $1 } END { printf "%d processes: %d errors of memory\n", NR, n }'
own=$(grep -l "$package[.]so\|seqjudge::" "$logs"/*.memory || true)
if [ -n "$own" ]; then
  # shellcheck disable=SC2086  # a list of files
  cat $own
  exit 1
fi
exit $failed
