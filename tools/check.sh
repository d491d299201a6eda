#!/bin/sh
# R CMD build, then R CMD check --as-cran; fails on any ERROR, WARNING or NOTE but "New submission".
# What is switched off here is about the machine, never about the package: each case says why.
# The code of the vignettes runs once, when they are built: CRAN runs it twice more, and so does SEQJUDGE_EXTENDED=true.
#   tools/check.sh [--no-suggests]
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
package=$(sed -n 's/^Package: *//p' "$root/DESCRIPTION")
out=$root/out/check
check_args=--as-cran

if [ "${1:-}" = --no-suggests ]; then
  out=$out-no-suggests
  check_args="$check_args --ignore-vignettes"
  export _R_CHECK_FORCE_SUGGESTS_=false _R_CHECK_DEPENDS_ONLY_=true
elif [ "${SEQJUDGE_EXTENDED:-}" != true ]; then
  check_args="$check_args --no-vignettes"
fi

# A suggested package that this version of R cannot have, or that takes too long to compile, is no fault of ours.
absent=$(cd "$root" && Rscript tools/needs.R absent | cut -d " " -f 1 | tr "\n" " ")
if [ -n "$absent" ]; then
  echo "check: goes on without $absent"
  export _R_CHECK_FORCE_SUGGESTS_=false
fi

has() { command -v "$1" >/dev/null 2>&1; }
say() { echo "check: $*"; }

# The clock check asks a public time server whether this machine's clock is right.
export _R_CHECK_SYSTEM_CLOCK_=0
# The flags R was built with, such as Debian's -Wdate-time, are not the package's.
_R_CHECK_COMPILATION_FLAGS_KNOWN_=$(for v in CFLAGS CXXFLAGS CXX17FLAGS CPPFLAGS; do R CMD config $v; done | tr '\n' ' ')
export _R_CHECK_COMPILATION_FLAGS_KNOWN_
if ! has pdflatex; then
  say "no pdflatex: the PDF manual is not built"
  check_args="$check_args --no-manual"
fi
if ! has tidy; then
  say "no tidy: the HTML manual is not validated"
  export _R_CHECK_RD_VALIDATE_RD2HTML_=false
fi
if ! Rscript -e 'quit(status = !requireNamespace("V8", quietly = TRUE))' >/dev/null 2>&1; then
  export _R_CHECK_RD_MATH_RENDERING_=false
fi
if ! Rscript "$root/tools/online.R" >/dev/null 2>&1; then
  say "CRAN or the rest of the internet is out of reach: URLs and CRAN's records are not looked up"
  export _R_CHECK_CRAN_INCOMING_REMOTE_=false
fi

# Stricter than --as-cran: nothing is left behind outside R's temporary directory, no connection stays open, no device
# appears on a screen, more than two cores are not used, and only declared packages are seen.
export _R_CHECK_THINGS_IN_OTHER_DIRS_=true _R_CHECK_THINGS_IN_CHECK_DIR_=true _R_CHECK_THINGS_IN_TEMP_DIR_=true
# Other programs write there too.
export _R_CHECK_THINGS_IN_OTHER_DIRS_EXCLUDE_="^/tmp/|^/dev/shm/|/[.]cache/(ccache|fontconfig)"
export _R_CHECK_CONNECTIONS_LEFT_OPEN_=true _R_CHECK_SCREEN_DEVICE_=stop _R_CHECK_BROWSER_NONINTERACTIVE_=true
export _R_CHECK_EXAMPLE_TIMING_CPU_TO_ELAPSED_THRESHOLD_=2.5 _R_CHECK_TEST_TIMING_CPU_TO_ELAPSED_THRESHOLD_=2.5
export _R_CHECK_VIGNETTE_TIMING_CPU_TO_ELAPSED_THRESHOLD_=2.5
export _R_CHECK_CODE_USAGE_VIA_NAMESPACES_=true _R_CHECK_S3_METHODS_SHOW_POSSIBLE_ISSUES_=true
export _R_CHECK_LENGTH_1_CONDITION_=true _R_CHECK_BASHISMS_=true _R_CHECK_MATRIX_DATA_=true
# What newer versions of R ask, where this one can: classes compared with strings, help pages of internal topics and all
# that checkRd() has to say, methods of other packages overwritten, links to packages that are not declared.
export _R_CHECK_CODE_CLASS_IS_STRING_=true
export _R_CHECK_RD_CHECKRD_MINLEVEL_=-1 _R_CHECK_RD_INTERNAL_TOO_=true _R_CHECK_RD_CONTENTS_KEYWORDS_=true
export _R_CHECK_OVERWRITE_REGISTERED_S3_METHODS_=true _R_CHECK_BOGUS_RETURN_=true _R_CHECK_ALL_NON_ISO_C_=true
export _R_CHECK_XREFS_PKGS_ARE_DECLARED_=true _R_CHECK_XREFS_MIND_SUSPECT_ANCHORS_=true
# Known to R 4.4 and later only: links into other packages without their name, braces lost in help pages, Rcpp without
# need, text that is not UTF-8.
export _R_CHECK_XREFS_NOTE_MISSING_PACKAGE_ANCHORS_=true _R_CHECK_RD_NOTE_LOST_BRACES_=true
export _R_CHECK_RCPP_NOT_NEEDED_=true _R_CHECK_VALIDATE_UTF8_=true _R_CHECK_MBCS_CONVERSION_FAILURE_=true
export _R_CHECK_NEWS_IN_PLAIN_TEXT_=true _R_CHECK_URLS_RELATIVE_PATHS_=true
[ -n "${_R_CHECK_DEPENDS_ONLY_:-}" ] || export _R_CHECK_SUGGESTS_ONLY_=true

MAKEFLAGS="-j$(getconf _NPROCESSORS_ONLN) --no-print-directory"
export MAKEFLAGS

rm -rf "$out"
mkdir -p "$out"
cd "$out"
# Nor are the megabytes of debug symbols that Debian's -g adds to the installed size, nor the names of local functions.
for v in CFLAGS CXXFLAGS CXX14FLAGS CXX17FLAGS; do echo "$v += -g0"; done >Makevars
echo "LDFLAGS += -Wl,-x" >>Makevars
export R_MAKEVARS_USER="$out/Makevars"
if [ -n "$absent" ]; then
  # R asks CRAN's web pages whether an absent package is orphaned, and breaks off where a mirror has none. Let it ask us.
  export R_CRAN_WEB="file://$out/web"
  mkdir -p web/web/packages
  # shellcheck disable=SC2086  # a list of names
  Rscript -e 'absent <- commandArgs(TRUE)' -e 'known <- data.frame(Package = absent, Maintainer = "not looked up")' \
    -e 'saveRDS(known, "web/web/packages/packages.rds")' $absent
fi
R CMD build "$root"
status=0
# shellcheck disable=SC2086  # a list of options
R CMD check $check_args "${package}"_*.tar.gz || status=1
# shellcheck disable=SC2086  # a list of names
Rscript "$root/tools/check-verdict.R" "$package.Rcheck/00check.log" $absent || status=1
exit $status
