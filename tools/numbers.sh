#!/bin/sh
# How much do numbers of the core depend on the compiler and its flags? Builds tests/cpp/numbers.cpp in several ways and
# tells, for each kind of number, the largest difference from the first build, relative to the number or to 1.
set -eu
cd "$(dirname "$0")/.."
include() { Rscript -e "cat(system.file('include', package = '$1', mustWork = TRUE))"; }
common="-std=c++17 -Iinst/include -isystem $(include sitmo) -isystem $(include RcppEigen) -pthread"
mkdir -p out/numbers
build() { # build <name> <compiler> <flags ...>
  name=$1 compiler=$2
  shift 2
  command -v "$compiler" >/dev/null 2>&1 || { echo "$name: no $compiler here"; return; }
  # shellcheck disable=SC2086  # flags are words
  "$compiler" $common "$@" tests/cpp/numbers.cpp -o "out/numbers/$name"
  "out/numbers/$name" >"out/numbers/$name.txt"
  paste -d " " out/numbers/plain.txt "out/numbers/$name.txt" | awk -v name="$name" '
    { d = $2 - $4; d = d < 0 ? -d : d; s = $2 < 0 ? -$2 : $2; if (s > 1) d /= s; if (d > most[$1]) most[$1] = d }
    END { for (k in most) if (most[k] > 0) all = all sprintf(" %s %.1g", k, most[k])
          print name ":" (all == "" ? " the same" : all) }'
}
# Where a compiler is not there, its rows say so; the first row is what the others are compared with.
rows() { # rows <prefix> <compiler>
  build "$1plain" "$2" -O2
  build "$1c++20" "$2" -O2 -std=gnu++20
  build "$1contract-off" "$2" -O2 -ffp-contract=off
  build "$1portable" "$2" -O2 -DSEQJUDGE_PORTABLE
  build "$1unoptimised" "$2" -O0
  build "$1fma" "$2" -O2 -march=native
}
rows "" g++
rows clang- clang++
