#!/bin/sh
# The R tests against a build of the package with the address and undefined-behaviour sanitizers. R itself is not built
# with them, so that the sanitizer's library has to be loaded ahead of it; what R never frees is not reported.
#   tools/sanitize-r.sh <package>
set -eu
cd "$(dirname "$0")/.."
package=$1
out=$PWD/out/sanitize-r
rm -rf "$out"
mkdir -p "$out/lib"

checks="-fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all -fno-omit-frame-pointer"
{
  for v in CXXFLAGS CXX17FLAGS; do echo "$v = -O1 -g -Wall -Wextra -pedantic $checks"; done
  echo "LDFLAGS += -fsanitize=address,undefined"
} >"$out/Makevars"
R_MAKEVARS_USER=$out/Makevars R CMD build --no-build-vignettes --no-manual . >"$out/build.log" 2>&1
mv "${package}"_*.tar.gz "$out"
R_MAKEVARS_USER=$out/Makevars R CMD INSTALL --no-test-load --library="$out/lib" "$out/${package}"_*.tar.gz \
  >"$out/install.log" 2>&1 || { cat "$out/install.log" >&2; exit 1; }
# Only the package's own code is to be free of warnings.
if grep -E '(seqjudge|src)/[a-z_/]*\.(hpp|h|cpp):.* warning' "$out/install.log" | grep -v RcppExports; then exit 1; fi

LD_PRELOAD="$(${CXX:-g++} -print-file-name=libasan.so) $(${CXX:-g++} -print-file-name=libubsan.so)" \
  ASAN_OPTIONS=detect_leaks=0:alloc_dealloc_mismatch=0 UBSAN_OPTIONS=print_stacktrace=1 \
  R_LIBS="$out/lib:${R_LIBS:-}" Rscript tools/run-tests.R "$package"
