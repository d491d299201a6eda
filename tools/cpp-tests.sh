#!/bin/sh
# Compiles the core's headers, each alone, and its unit tests, then runs these twice: as they are, and with
# SEQJUDGE_PORTABLE, which turns off the code paths that depend on the compiler. What uses threads runs once more under
# the thread sanitizer; and random inputs go through the core for FUZZ_SECONDS (60).
#   tools/cpp-tests.sh sanitize|valgrind|coverage|fuzz      "fuzz" is the last part alone
set -eu
cd "$(dirname "$0")/.."
mode=$1
cxx=${CXX:-g++}
include() { Rscript -e "cat(system.file('include', package = '$1', mustWork = TRUE))"; }
common="-std=c++17 -Wall -Wextra -pedantic -Werror -Iinst/include -isystem $(include sitmo) -isystem $(include RcppEigen) \
  -g -pthread"

case $mode in
  # A score times a huge prior size must never overflow the integer it is rounded to: float-cast-overflow is not part
  # of "undefined".
  sanitize | fuzz) flags="$common -O1 -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all" run= ;;
  coverage) flags="$common -O1 --coverage" run= ;;
  valgrind) flags="$common -O1" run="valgrind --quiet --error-exitcode=1 --leak-check=full" ;;
  *) echo "usage: $0 sanitize|valgrind|coverage|fuzz" >&2; exit 2 ;;
esac

# Prints what it ran; a failure prints how to run the case again.
fuzz() {
  echo "== fuzz"
  mkdir -p out/cpp
  # shellcheck disable=SC2086  # flags are words
  $cxx $flags -o out/cpp/fuzz tests/cpp/fuzz.cpp
  out/cpp/fuzz "${FUZZ_SECONDS:-60}" "${FUZZ_SEED:-1}"
}
if [ "$mode" = fuzz ]; then
  fuzz
  exit
fi

# shellcheck disable=SC2086  # flags are words
for header in inst/include/seqjudge/*/*.hpp; do
  # Counting what is run, the compiler would leave files even for headers.
  [ "$mode" != coverage ] || break
  for define in "" -DSEQJUDGE_PORTABLE; do
    # Included rather than compiled itself: "#pragma once in main file" would be an error.
    echo "#include \"${header#inst/include/}\"" | $cxx $flags $define -fsyntax-only -x c++ -
  done
done

# shellcheck disable=SC2086
build() { # build <name> [flags]
  mkdir -p "out/cpp/$mode-$1"
  for test in tests/cpp/test-*.cpp; do
    $cxx $flags ${2:-} -c "$test" -o "out/cpp/$mode-$1/$(basename "$test" .cpp).o"
  done
  $cxx $flags -o "out/cpp/$mode-$1/tests" "out/cpp/$mode-$1"/*.o -lgtest_main -lgtest
}

rm -rf out/cpp/"$mode"-*
build native &
native=$!
build portable -DSEQJUDGE_PORTABLE
wait $native

for variant in native portable; do
  echo "== $mode, $variant"
  $run "out/cpp/$mode-$variant/tests" --gtest_brief=1
done

[ "$mode" = sanitize ] || exit 0
echo "== $mode, threads"
# shellcheck disable=SC2046,SC2086  # lists of words
$cxx $common -O1 -fsanitize=thread -o out/cpp/sanitize-threads $(grep -l threads.hpp tests/cpp/test-*.cpp) \
  -lgtest_main -lgtest
out/cpp/sanitize-threads --gtest_brief=1
fuzz
