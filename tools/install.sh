#!/bin/sh
# Installs the package into a private library, by way of the tarball that users would get: no object files are left in
# src/, and what .Rbuildignore drops is missing here too.
#   tools/install.sh <package> <library> <directory for the tarball>
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
package=$1 library=$2 out=$3

mkdir -p "$library" "$out"
cd "$out"
rm -f "${package}"_*.tar.gz
R CMD build --no-build-vignettes --no-manual "$root" >build.log 2>&1 || { cat build.log >&2; exit 1; }

echo "Installing $package into ${library#"$root"/}/"
MAKEFLAGS="-j$(getconf _NPROCESSORS_ONLN) --no-print-directory" \
  R CMD INSTALL --library="$library" "${package}"_*.tar.gz >install.log 2>&1 || { cat install.log >&2; exit 1; }
