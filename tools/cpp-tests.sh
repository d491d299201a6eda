#!/bin/sh
# Compiles the core's headers, each alone, and its unit tests, and runs these. What includes a header that depends on
# SEQJUDGE_PORTABLE, which turns off the code paths that depend on the compiler, is compiled and run once more with it.
# What uses threads runs once more under the thread sanitizer; and random inputs go through the core for FUZZ_SECONDS
# (60). Compilers run on all cores, and so do the programs they make.
#   tools/cpp-tests.sh sanitize|valgrind|coverage|fuzz      "fuzz" is the last part alone
set -eu
cd "$(dirname "$0")/.."
mode=$1
include() { Rscript -e "cat(system.file('include', package = '$1', mustWork = TRUE))"; }
# Lines in reports need no more than -g1, which compiles a third faster than -g.
common="-std=c++17 -Wall -Wextra -pedantic -Werror -Iinst/include -isystem $(include sitmo) -isystem $(include RcppEigen) \
  -g1 -O1 -pthread"

case $mode in
  # A score times a huge prior size must never overflow the integer it is rounded to: float-cast-overflow is not part
  # of "undefined".
  sanitize | fuzz) flags="$common -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all" under= ;;
  coverage) flags="$common --coverage" under= ;;
  valgrind) flags=$common under="valgrind --quiet --error-exitcode=1 --leak-check=full" ;;
  *) echo "usage: $0 sanitize|valgrind|coverage|fuzz" >&2; exit 2 ;;
esac
export CXX="${CXX:-g++}" common flags
out=out/cpp/$mode
mkdir -p out/cpp
rm -rf "$out"-*

# Reads names of variants and sources, one pair in a line, and makes of each an object and the list of what it includes:
# <out>-<variant>/<source, with - for />.o and .d. A header is looked at and leaves no object.
compile() {
  # shellcheck disable=SC2016  # the inner shell expands
  xargs -P "$(getconf _NPROCESSORS_ONLN)" -n 2 sh -c '
    variant=$1 source=$2 made=$0-$1/$(echo "$2" | tr / -)
    case $variant in
      portable) flags="$flags -DSEQJUDGE_PORTABLE" ;;
      threads) flags="$common -fsanitize=thread" ;;
    esac
    mkdir -p "$0-$variant"
    case $source in
      # Included rather than compiled itself: "#pragma once in main file" would be an error.
      *.hpp) echo "#include \"${source#inst/include/}\"" | $CXX $flags -MMD -MF "$made.d" -fsyntax-only -x c++ - ;;
      *) $CXX $flags -MMD -c "$source" -o "$made.o" ;;
    esac' "$out"
}
link() { # link <variant> [flags]
  # shellcheck disable=SC2086  # flags are words
  $CXX ${2:-$flags} -o "$out-$1/tests" "$out-$1"/*-test-*.o -lgtest_main -lgtest
}
pairs() { # pairs <variant> <source> ...
  variant=$1
  shift
  # The largest first, so that no core waits for another at the end.
  [ $# -eq 0 ] || ls -S "$@" | sed "s|^|$variant |"
}

# Prints what it ran; a failure prints how to run the case again.
fuzz() {
  # shellcheck disable=SC2086  # flags are words
  $CXX $flags -o "$out-native/fuzz" "$out-native/tests-cpp-fuzz.cpp.o"
  "$out-native/fuzz" "${FUZZ_SECONDS:-60}" "${FUZZ_SEED:-1}"
}
if [ "$mode" = fuzz ]; then
  echo "native tests/cpp/fuzz.cpp" | compile
  fuzz
  exit
fi

# Counting what is run, the compiler would leave files even for headers.
headers=
[ "$mode" = coverage ] || headers=$(ls inst/include/seqjudge/*/*.hpp)
# shellcheck disable=SC2046,SC2086  # lists of names
{
  if [ "$mode" = sanitize ]; then
    pairs native tests/cpp/fuzz.cpp
    pairs threads $(grep -l threads.hpp tests/cpp/test-*.cpp)
  fi
  pairs native tests/cpp/test-*.cpp $headers
} | compile

varying=$(grep -rl SEQJUDGE_PORTABLE inst/include)
for source in tests/cpp/test-*.cpp $headers; do
  ! grep -qF "$varying" "$out-native/$(echo "$source" | tr / -).d" || echo "portable $source"
done | compile

status=0
run() { # run <variant> [flags]
  link "$@"
  echo "== $mode, $1"
  $under "$out-$1/tests" --gtest_brief=1 || status=1
}
if [ "$mode" = sanitize ]; then
  fuzz >"$out-native/fuzz.log" 2>&1 &
  fuzzing=$!
fi
run native
run portable
if [ "$mode" = sanitize ]; then
  run threads "$common -fsanitize=thread"
  echo "== fuzz"
  wait $fuzzing || status=1
  cat "$out-native/fuzz.log"
fi
exit $status
