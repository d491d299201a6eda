#!/bin/sh
# All linters run, whatever the first of them finds.
cd "$(dirname "$0")/.." || exit 1
status=0
tools/cpp-files.sh | xargs -r clang-format --dry-run -Werror || status=1
Rscript tools/lint.R || status=1
Rscript tools/function-lengths.R || status=1
Rscript tools/document.R --check || status=1
Rscript tools/spell.R || status=1
Rscript tools/readme.R || status=1
Rscript tools/standards.R || status=1
Rscript tools/mutants.R places || status=1
[ $status -eq 0 ] && echo "lint: clean"
exit $status
