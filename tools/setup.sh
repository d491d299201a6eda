#!/bin/sh
# Installs what a group of make targets needs and the machine lacks; a second run finds nothing to do.
#   tools/setup.sh demo|test|check|sanitize|valgrind|coverage|bench|document|prerender|site|spell|lint|app|app-test
# Debian's built packages come first, because they are ready in seconds; CRAN's sources fill the gaps.
set -eu
cd "$(dirname "$0")/.."
group=$1

say() { echo "setup ($group): $*" >&2; }
has() { command -v "$1" >/dev/null 2>&1; }

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo -n "$@"; fi
}

can_apt() {
  has apt-get && { [ "$(id -u)" -eq 0 ] || { has sudo && sudo -n true 2>/dev/null; }; }
}

# The lists are fetched once per run, and only when something is to be installed.
updated=no
apt_update() {
  [ $updated = yes ] && return
  updated=yes
  as_root apt-get update -qq || say "apt-get update failed; going on with the lists there are"
}

apt_install() {
  apt_update
  say "apt-get install $*"
  # A lock held by another run is waited for. The output is only of interest when it fails.
  log=$(mktemp)
  if as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    -o DPkg::Lock::Timeout=600 "$@" >"$log" 2>&1 </dev/null; then
    rm -f "$log"
  else
    cat "$log" >&2
    rm -f "$log"
    return 1
  fi
}

# --- Tools of the system --------------------------------------------------------------------------------------------

missing=
need() { # need <Debian package> <command or file that shows it is there>
  if ! has "$2" && ! [ -e "$2" ]; then missing="$missing $1"; fi
}

case $group in
  demo | test | coverage | bench | document | spell) ;;
  prerender) need pngquant pngquant ;;
  site | app) need pandoc pandoc ;;
  app-test)
    need pandoc pandoc
    need chromium "${CHROMOTE_CHROME:-chromium}"
    ;;
  check)
    need pandoc pandoc
    need qpdf qpdf
    need tidy tidy
    ;;
  lint) need clang-format clang-format ;;
  sanitize | valgrind)
    need libgtest-dev /usr/include/gtest/gtest.h
    [ "$group" = sanitize ] || need valgrind valgrind
    ;;
  *)
    say "no such group"
    exit 2
    ;;
esac
need g++ "${CXX:-g++}"
need r-base-core Rscript

if [ -n "$missing" ]; then
  # shellcheck disable=SC2086  # a list of names
  if ! can_apt; then
    say "not found, please install:$missing"
  elif ! apt_install $missing; then
    say "could not install:$missing"
  fi
fi
has Rscript || { say "R is needed"; exit 1; }

# --- R packages -----------------------------------------------------------------------------------------------------

# Lines "name minimal-version must|may".
lacking=$(Rscript tools/needs.R missing "$group")
[ -n "$lacking" ] || exit 0

# Only the R that comes from Debian sees Debian's packages.
if can_apt && Rscript -e 'quit(status = !("/usr/lib/R/site-library" %in% .libPaths()))'; then
  apt_update
  debs=$(echo "$lacking" | while read -r name version _; do
    deb=r-cran-$(echo "$name" | tr '[:upper:]' '[:lower:]')
    offered=$(apt-cache policy "$deb" 2>/dev/null | sed -n 's/^ *Candidate: *\([0-9]*:\)\{0,1\}//p')
    case $offered in '' | '(none)') continue ;; esac
    if dpkg --compare-versions "$offered" ge "$version"; then echo "$deb"; fi
  done)
  # shellcheck disable=SC2086
  [ -z "$debs" ] || apt_install $debs || say "apt-get failed; trying CRAN"
  lacking=$(Rscript tools/needs.R missing "$group")
  [ -n "$lacking" ] || exit 0
  # What is left has to be compiled, perhaps with Fortran and the libraries R itself was built with.
  [ -e /usr/share/doc/r-base-dev ] || apt_install r-base-dev || true
fi

say "from CRAN: $(echo "$lacking" | cut -d ' ' -f 1 | tr '\n' ' ')"
Rscript tools/needs.R install "$group"
